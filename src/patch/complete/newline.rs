//! The newline at the end of a file, as FUDiff writes it: as an empty line that comes or goes behind the last one.

use bstr::ByteSlice;

use super::{Extent, Hunk, HunkLine, LineKind};
use crate::text::{FinalNewline, Text};

/// Reads the last line of `hunk`, an empty one that comes or goes, as the newline at the end of the file; `None` where the
/// hunk does not end with the file's last line, or the file's own newline shows that a blank line is meant.
pub(super) fn read(hunk: &Hunk, text: &Text) -> Option<Hunk> {
    let (last, above) = hunk.lines.split_last()?;
    let final_newline = match (last.kind, text.has_final_newline()) {
        (LineKind::Insert, false) => FinalNewline::Add,
        (LineKind::Delete, true) => FinalNewline::Remove,
        (LineKind::Insert, true) | (LineKind::Delete, false) | (LineKind::Context, _) => {
            return None;
        }
    };
    let preimage: Vec<_> = above.iter().filter(|line| line.in_preimage()).collect();
    let start = text.n_lines().checked_sub(preimage.len())?;
    let stands =
        |(nth, line): (usize, &&HunkLine)| line.body.trim() == text.line(start + nth).trim();
    let ends_the_file = !preimage.is_empty() && preimage.iter().enumerate().all(stands);
    ends_the_file.then(|| Hunk {
        lines: changing_something(above),
        final_newline,
        at_eof: true,
        extent: Extent::Lines,
        ..hunk.clone()
    })
}

/// Returns the lines with the last one taken out and put back where none changes, as diffs with numbers write it: the
/// newline that comes or goes is that line's.
fn changing_something(lines: &[HunkLine]) -> Vec<HunkLine> {
    match lines.split_last() {
        Some((last, above)) if lines.iter().all(|line| line.kind == LineKind::Context) => {
            let put = |kind| HunkLine::new(kind, last.body.clone());
            let changed = [put(LineKind::Delete), put(LineKind::Insert)];
            above.iter().cloned().chain(changed).collect()
        }
        Some(_) | None => lines.to_vec(),
    }
}

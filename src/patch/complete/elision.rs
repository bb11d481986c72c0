//! Deletions in which a line `~` stands for all lines between its neighbours.

use super::whole::Whole;
use super::{Extent, Hunk, HunkLine, LineKind, only, preimage, stands_at};
use crate::text::LineSpan;

/// What it costs to look whether lines stand somewhere, in bytes: most that do not differ in the first or second.
const N_BYTES_OF_A_LOOK: usize = 100;

/// Fills in the lines for which each deleted `~` stands. The lines before the first of them, and those behind each, must
/// stand once in what is left of the file; otherwise nothing comes of it.
pub(super) fn filled(hunk: &Hunk, whole: &Whole<'_>) -> Option<Hunk> {
    let mut parts = hunk.lines.split(is_elision);
    let first = parts.next()?;
    let mut lines = first.to_vec();
    let mut below = only(&places(first, whole, 0))? + preimage(first).count();
    let mut left_out: Option<LineSpan> = None;
    for part in parts {
        let start = only(&places(part, whole, below))?;
        if start > below {
            let from = left_out.map_or(below, |span| span.start);
            left_out = Some(LineSpan::new(from, start));
        }
        let unquoted = whole.text.pieces(LineSpan::new(below, start));
        lines.extend(unquoted.map(|line| HunkLine::new(LineKind::Delete, line)));
        lines.extend_from_slice(part);
        below = start + preimage(part).count();
    }
    Some(Hunk {
        lines: lines.into(),
        replaces: left_out,
        extent: Extent::Lines,
        invalid: None,
        ..hunk.clone()
    })
}

fn is_elision(line: &HunkLine) -> bool {
    line.kind == LineKind::Delete && line.body == "~"
}

/// Returns where the preimage of `lines` stands in the file from line `from` on, blanks around its lines aside; nowhere once
/// too much was looked through, for one place of several would look like the only one.
fn places(lines: &[HunkLine], whole: &Whole<'_>, from: usize) -> Vec<usize> {
    let Some(first) = preimage(lines).next() else {
        return Vec::new();
    };
    let n_lines = preimage(lines).count();
    let like = whole.lines_like_from(first, from).iter().copied();
    let fits = like.take_while(|start| start + n_lines <= whole.text.n_lines());
    let looked = fits.take_while(|_| whole.spend(N_BYTES_OF_A_LOOK));
    let places = looked.filter(|start| stands_at(whole.text, lines, *start));
    let places = places.collect();
    if whole.is_spent() { Vec::new() } else { places }
}

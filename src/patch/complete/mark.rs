//! The byte order mark, which belongs to a file and not to its first line: where a hunk quotes it, it is none of the line.

use bstr::ByteSlice;

use crate::patch::{Hunk, HunkLine};
use crate::text::{BOM, Text};

/// Returns whether a line of the hunk begins with the mark.
pub(super) fn is_quoted(hunk: &Hunk) -> bool {
    hunk.lines.iter().any(begins_with_it)
}

/// Returns the hunk without the mark, where it is the file's: this has one, or the hunk takes it for a part of the old text.
/// `None` where the hunk has none, or would be the first to bring it.
pub(in crate::patch) fn dropped(hunk: &Hunk, text: &Text) -> Option<Hunk> {
    let is_of_file = !text.bom().is_empty() || {
        let mut old = hunk.lines.iter().filter(|line| line.in_preimage());
        old.any(begins_with_it)
    };
    let is_of_line = || text.lines().any(|line| line.starts_with(BOM));
    if !is_quoted(hunk) || !is_of_file || is_of_line() {
        return None;
    }
    let without = |line: &HunkLine| HunkLine {
        kind: line.kind,
        body: match line.body.strip_prefix(BOM) {
            Some(rest) => line.body.of_same_text(rest.as_bstr()),
            None => line.body.clone(),
        },
    };
    Some(Hunk {
        lines: hunk.lines.iter().map(without).collect(),
        ..hunk.clone()
    })
}

fn begins_with_it(line: &HunkLine) -> bool {
    line.body.starts_with(BOM)
}

//! The byte order mark, which belongs to a file and not to its first line: where a hunk quotes it, it is none of the line.

use bstr::ByteSlice;

use crate::patch::{Hunk, HunkLine};
use crate::text::{BOM, Text};

/// Returns whether a line of the hunk begins with the mark.
pub(super) fn is_quoted(hunk: &Hunk) -> bool {
    hunk.lines.iter().any(begins_with_it)
}

/// Returns the hunk without the mark, where it is the file's: this has one, or the hunk takes it for a part of the old text.
/// Only the first line of the old text and the first of the new one can begin the file; before any other it is text.
/// `None` where those have none, or the hunk would be the first to bring it.
pub(in crate::patch) fn dropped(hunk: &Hunk, text: &Text) -> Option<Hunk> {
    let first_old = hunk.lines.iter().position(HunkLine::in_preimage);
    let first_new = hunk.lines.iter().position(HunkLine::in_postimage);
    let is_marked = |first: Option<usize>| first.is_some_and(|at| begins_with_it(&hunk.lines[at]));
    let is_of_file = !text.bom().is_empty() || is_marked(first_old);
    let is_of_line = || text.lines().any(|line| line.starts_with(BOM));
    if !is_of_file || !is_marked(first_old) && !is_marked(first_new) || is_of_line() {
        return None;
    }
    let mut lines = hunk.lines.to_vec();
    for at in [first_old, first_new].into_iter().flatten() {
        if let Some(rest) = lines[at].body.strip_prefix(BOM) {
            lines[at].body = lines[at].body.of_same_text(rest.as_bstr());
        }
    }
    Some(Hunk {
        lines: lines.into(),
        ..hunk.clone()
    })
}

fn begins_with_it(line: &HunkLine) -> bool {
    line.body.starts_with(BOM)
}

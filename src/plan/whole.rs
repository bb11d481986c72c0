//! Whole files: what a reply gives where no line is.

use crate::patch::Hunk;
use crate::text::{Edit, LineSpan, Text};

/// Returns the edit that puts the new text of `hunk` in place of all of `text`.
pub(super) fn edit(hunk: &Hunk, text: &Text) -> Edit {
    let inserted = hunk.lines.iter().filter(|line| line.in_postimage());
    Edit {
        span: LineSpan::new(0, text.n_lines()),
        lines: inserted.map(|line| line.body.clone()).collect(),
    }
}

//! The `~` that stands for lines left out of a hunk.

use std::sync::Arc;

use super::diff::column::TILDE;
use super::walk::section::Section;
use crate::patch::{Extent, Hunk, HunkLine, LineKind};

/// Marks the hunks in which a `~` stands for lines that go.
pub(super) fn rule(section: &mut Section<'_>) {
    section.file.hunks.iter_mut().for_each(mark);
}

/// A `~` between deletions stands for lines that go as well; between context lines it is left to the matcher.
fn mark(hunk: &mut Hunk) {
    for at in 1..hunk.lines.len() {
        let follows_deletion = hunk.lines[at - 1].is_delete();
        let next = hunk.lines[at + 1..].iter().find(|line| line.in_preimage());
        let is_between = follows_deletion && next.is_some_and(HunkLine::is_delete);
        let is_tilde = hunk.lines[at].is_context() && hunk.lines[at].body == TILDE;
        if is_tilde && is_between {
            Arc::make_mut(&mut hunk.lines)[at].kind = LineKind::Delete;
            hunk.extent = Extent::Elided;
            hunk.invalid = Some(
                "`~` stands for lines that go, but the lines around it are not found once each"
                    .into(),
            );
        }
    }
}

//! Whether a rename or a copy was made already: the same reply may be given twice.

use super::file::{self, FileInput};
use super::{Scope, Settled, State, made};
use crate::matcher;
use crate::patch::{FileOp, FilePatch, Hunk};
use crate::text::{Content, Snapshot};

/// Returns whether what the section asks for is done: the old name is gone, or for a copy is there, and the new one holds
/// what would be written.
pub(super) fn is_made(input: &FileInput<'_>) -> bool {
    let (Some(old), Some(new)) = (input.snapshot, input.destination) else {
        return false;
    };
    match input.file.op {
        FileOp::Rename { .. } if old.content == Content::Absent => holds_result(input, new),
        // Another file came to the old name: only the apply of this very reply tells that the two were not swapped yet.
        FileOp::Rename { .. } => new.text().is_some_and(|new| made::moved_here(input, new)),
        FileOp::Copy { .. } if old.content != Content::Absent => copies_to(input, old, new),
        FileOp::Copy { .. }
        | FileOp::Modify
        | FileOp::Create
        | FileOp::Delete
        | FileOp::Replace => false,
    }
}

/// Returns whether every change of the section stands in `new` already. One without changes leaves nothing to compare.
fn holds_result(input: &FileInput<'_>, new: &Snapshot) -> bool {
    let is_file = matches!(new.content, Content::Text(..) | Content::Binary);
    let changes = |hunk: &Hunk| !hunk.lines.is_empty() || hunk.mode.is_some();
    if !input.file.hunks.iter().any(changes) {
        return is_file;
    }
    let Some(text) = new.text() else {
        return false;
    };
    let read = input.as_read.map_or(input.file, |read| read);
    let section = FilePatch {
        op: FileOp::Modify,
        ..read.clone()
    };
    let completed = section.completed(text);
    let Some(found) = matcher::find_while(&completed, text, input.limits, input.cancel) else {
        return false;
    };
    let plan = file::plan_file(FileInput {
        index: 0,
        file: &completed,
        as_read: Some(&section),
        snapshot: Some(new),
        other: None,
        destination: None,
        found: &found,
        settled: &Settled::default(),
        written: &[],
        ..*input
    });
    let mut states = plan.hunks.iter().map(|hunk| &hunk.state);
    states.all(State::is_there)
}

/// Returns whether `new` is what the section makes of `old`.
fn copies_to(input: &FileInput<'_>, old: &Snapshot, new: &Snapshot) -> bool {
    let changes = |hunk: &Hunk| !hunk.lines.is_empty();
    if !input.file.hunks.iter().any(changes) {
        return old.content == new.content;
    }
    let Some(text) = new.text() else {
        return false;
    };
    let absent = Snapshot::new(new.path.clone(), Content::Absent);
    let plan = file::plan_fresh(FileInput {
        index: 0,
        destination: Some(&absent),
        settled: &Settled::default(),
        written: &[],
        ..*input
    });
    let result = plan.result(input.file, Scope::Everything, &Settled::default());
    result.is_some_and(|result| result == text.as_bytes())
}

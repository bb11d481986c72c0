//! What a hunk does to its whole file, where it has no place in it.

use super::is_new;
use crate::patch::{FileOp, HunkId};
use crate::plan::HunkPlan;
use crate::session::Session;
use crate::text::RelPath;
use crate::text::display::display_line;

/// What a hunk does to its whole file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileAct {
    /// The act: `Deletes the file`.
    pub words: String,
    /// As many as it makes or deletes; `None` where they are not counted.
    pub n_lines: Option<usize>,
}

/// Returns what a placed hunk does to its whole file, or to its mode; `None` for one that has a place in the file.
pub fn file_act(session: &Session, hunk: &HunkPlan) -> Option<FileAct> {
    let file = &session.plan().files[hunk.id.file];
    let (id, placement) = (hunk.id, hunk.placement.as_ref());
    let hunk = session.patch().hunk(id);
    let act = |words: &str, n_lines| {
        let words = words.to_string();
        Some(FileAct { words, n_lines })
    };
    if let Some(mode) = hunk.mode {
        return act(&mode.words(), None);
    }
    let place = &placement?.candidate;
    let text = file.text();
    let n_lines = text.map(|text| text.n_lines());
    if deletes_file(session, id) {
        return act("Deletes the file", n_lines);
    }
    if !place.aligned.is_empty() {
        return None;
    }
    let n_made = || Some(hunk.postimage().count());
    let goes_to = |verb: &str, path: &RelPath| {
        let path = display_line(path.as_bytes());
        let words = format!("{verb} {path}, no changes");
        hunk.lines.is_empty().then(|| act(&words, None)).flatten()
    };
    match &file.op {
        FileOp::Create | FileOp::Replace | FileOp::Modify if n_lines == Some(0) => {
            act("Fills the empty file", n_made())
        }
        FileOp::Create => act("New file", n_made()),
        FileOp::Modify if is_new(file) => act("New file", n_made()),
        FileOp::Replace => act("Replaces the whole file", n_made()),
        FileOp::Rename { to } => goes_to("Renames to", to),
        FileOp::Copy { to } => goes_to("Copies to", to),
        FileOp::Modify | FileOp::Delete => None,
    }
}

/// Returns whether a hunk stands for the deletion of its file.
pub fn deletes_file(session: &Session, id: HunkId) -> bool {
    session.plan().files[id.file].op == FileOp::Delete && session.patch().hunk(id).mode.is_none()
}

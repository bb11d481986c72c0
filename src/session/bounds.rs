//! The line numbers that a reply claims, against the file it is for.

use std::collections::BTreeMap;

use super::Session;
use crate::dialect::{Note, NoteCode, Strictness};
use crate::patch::{Hunk, HunkId};
use crate::text::Text;

/// The notes on the line numbers of some files, by index. They are gathered and put among the others at once: a reply may
/// have as many files as notes.
pub(super) type Bounds = BTreeMap<usize, Vec<Note>>;

impl Session {
    /// Finds out which hunks of a file claim a line that `text`, its target, does not have. MGX's specification makes that an
    /// error; otherwise a number is a hint, and a wrong one does no harm.
    pub(super) fn check_bounds(&mut self, file: usize, text: &Text) -> Vec<Note> {
        let is_forbidden = self.options.parse.strictness == Strictness::Specification;
        let mut notes = Vec::new();
        for (index, hunk) in self.patch.files[file].hunks.iter_mut().enumerate() {
            let Some(message) = beyond(hunk, text) else {
                continue;
            };
            if is_forbidden {
                hunk.invalid.get_or_insert_with(|| message.as_str().into());
            }
            notes.push(Note {
                code: NoteCode::LineOutOfBounds,
                span: hunk.origin,
                text: message,
                hunk: Some(HunkId { file, hunk: index }),
            });
        }
        notes
    }

    /// Puts what was found of the bounds of some files in the place of what was noted of them before.
    pub(super) fn note_bounds(&mut self, bounds: Bounds) {
        let is_old = |note: &Note| {
            let is_of = |id: HunkId| bounds.contains_key(&id.file);
            note.code == NoteCode::LineOutOfBounds && note.hunk.is_some_and(is_of)
        };
        self.notes.retain(|note| !is_old(note));
        // There may be a note on every hunk, and a copy of them would be the most that is ever held: one list takes all others.
        let mut lists = bounds.into_values();
        let mut all = lists.next().unwrap_or_default();
        lists.for_each(|mut list| all.append(&mut list));
        all.splice(..0, self.notes.drain(..));
        all.sort_by_key(|note| note.span.start);
        self.notes = all;
    }
}

/// Returns what is wrong with the line number that `hunk` claims, if `text` has no such line.
fn beyond(hunk: &Hunk, text: &Text) -> Option<String> {
    let line = hunk.hint?.line_index;
    let n_lines = text.n_lines();
    // An insertion alone may go behind the last line.
    let last = n_lines.saturating_sub(usize::from(hunk.has_preimage()));
    (line > last).then(|| {
        let mut message = format!("line {} is claimed, but the file has {n_lines}", line + 1);
        // Every hunk of a reply may have such a note, and what is formatted has room for twice as much.
        message.shrink_to_fit();
        message
    })
}

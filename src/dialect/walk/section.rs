//! A file section after it was read: what the rules look at, and where they tell what they find.

use crate::dialect::Strictness;
use crate::dialect::note::{Note, NoteCode};
use crate::patch::{FileOp, FilePatch, Hunk, HunkId, LineKind};

/// A section to be checked, and where what is found is told.
pub(in crate::dialect) struct Section<'a> {
    pub(in crate::dialect) file: &'a mut FilePatch,
    /// Which file of the patch it is.
    pub(in crate::dialect) index: usize,
    pub(in crate::dialect) notes: &'a mut Vec<Note>,
    /// How much of the dialect's own rules is asked for.
    pub(in crate::dialect) strictness: Strictness,
}

impl Section<'_> {
    /// Notes something about the hunk at `index`.
    pub(in crate::dialect) fn tell(&mut self, index: usize, code: NoteCode, text: &str) {
        self.notes.push(Note {
            code,
            span: self.file.hunks[index].origin,
            text: text.to_string(),
            hunk: Some(HunkId {
                file: self.index,
                hunk: index,
            }),
        });
    }

    /// Marks every hunk for which `fault` says why as forbidden by the dialect's own specification, where that is asked for.
    pub(in crate::dialect) fn forbid(&mut self, fault: impl Fn(&Hunk) -> Option<&'static str>) {
        if self.strictness != Strictness::Specification || self.file.op != FileOp::Modify {
            return;
        }
        for index in 0..self.file.hunks.len() {
            let hunk = &mut self.file.hunks[index];
            let Some(fault) = fault(hunk) else { continue };
            hunk.invalid.get_or_insert_with(|| fault.into());
            self.tell(index, NoteCode::SpecificationForbids, fault);
        }
    }

    /// Notes something about the section as a whole.
    pub(in crate::dialect) fn tell_of_all(&mut self, code: NoteCode, text: &str) {
        self.notes.push(Note {
            code,
            span: self.file.origin,
            text: text.to_string(),
            hunk: None,
        });
    }

    /// Returns whether a hunk has a line of `kind`.
    pub(in crate::dialect) fn has(&self, kind: LineKind) -> bool {
        let mut hunks = self.file.hunks.iter();
        hunks.any(|hunk| hunk.n_lines_of(kind) > 0)
    }
}

//! What the targets say of parts of the reply: code that could not be read as an edit may only quote what is there, and a
//! new file may have the name of another.

use bstr::{BStr, ByteSlice};

use super::Session;
use crate::dialect::{Part, Verdict};
use crate::matcher::{self, Endless};
use crate::plan::FileState;
use crate::text::{Content, Piece, RelPath, Snapshot, Text, indent};

impl Session {
    /// Returns what became of each fence, tool call and patch of the reply, in its order.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Returns the parts that look like edits and could not be read. One whose lines are those of a target only quotes it.
    pub fn unread(&self) -> impl Iterator<Item = &Part> {
        self.unread.iter().map(|part| &self.parts[*part])
    }

    /// Looks again which parts are unread, now that other targets are known.
    pub(super) fn renew_unread(&mut self) {
        let is_unread = |part: &usize| match &self.parts[*part].verdict {
            Verdict::Unread { lines, .. } => !self.is_quoted(lines),
            Verdict::Edit | Verdict::NotAnEdit(_) => false,
        };
        self.unread = (0..self.parts.len()).filter(is_unread).collect();
    }

    /// Returns whether the paths under the root must be known: a name may stand for another, or be meant as a new one.
    pub fn wants_known_paths(&self) -> bool {
        let files = &self.plan.files;
        (0..files.len()).any(|file| {
            let is_missing = matches!(
                files[file].state,
                FileState::NoTarget | FileState::Refused(_)
            );
            is_missing || self.makes_shown_file(file)
        })
    }

    /// Returns whether a section would make a file that only the words around it call so.
    pub(super) fn makes_shown_file(&self, file: usize) -> bool {
        let read = self.target(file).and_then(|path| self.snapshots.get(path));
        self.patch.files[file].shown.is_some()
            && read.is_some_and(|read| read.content == Content::Absent)
    }

    /// Returns whether another section asks something of the same file.
    pub(super) fn is_named_again(&self, file: usize) -> bool {
        let section = &self.patch.files[file];
        let n_named = section.path.named().and_then(|path| self.n_named.get(path));
        let n_own = usize::from(!section.is_quotation());
        section.shown.is_some() && n_named.is_some_and(|n_named| *n_named > n_own)
    }

    /// Plans the sections anew that only words make the content of their files: what they are follows from other sections
    /// and from the names that are known.
    pub(super) fn replan_shown(&mut self) {
        self.n_named.clear();
        for section in self.patch.files.iter().filter(|file| !file.is_quotation()) {
            if let Some(path) = section.path.named() {
                *self.n_named.entry(path.clone()).or_default() += 1;
            }
        }
        for file in 0..self.patch.files.len() {
            if self.patch.files[file].shown.is_some() {
                self.plan_file(file, &Endless);
            }
        }
    }

    /// Returns the file that may be meant by the name of one that is not there. A person who names a file means it.
    pub(super) fn namesake(&self, file: usize) -> Option<&RelPath> {
        if !self.makes_shown_file(file) || self.settled.targets.contains_key(&file) {
            return None;
        }
        matcher::target::namesake(self.target(file)?, &self.known_paths)
    }

    fn is_quoted(&self, lines: &[Piece]) -> bool {
        let mut texts = self.snapshots.values().filter_map(Snapshot::text);
        texts.any(|text| holds(text, lines))
    }
}

/// Returns whether `lines`, blank ones aside, stand in `text` one after the other.
fn holds(text: &Text, lines: &[Piece]) -> bool {
    let old: Vec<&BStr> = text
        .lines()
        .filter(|line| !indent::is_blank(line))
        .map(|line| line.trim_end().as_bstr())
        .collect();
    let is_same = |(old, line): (&&BStr, &Piece)| *old == line.trim_end();
    !lines.is_empty()
        && old
            .windows(lines.len())
            .any(|window| window.iter().zip(lines).all(is_same))
}

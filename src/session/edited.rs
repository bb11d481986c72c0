//! Hunks that a person edited: their lines stand in the patch in place of the reply's, and are matched as those would be.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Session;
use crate::patch::{Hunk, HunkId, HunkLine};
use crate::plan::Resolution;
use crate::plan::Settled;
use crate::text::Digest;

impl Session {
    /// Returns whether a person gave the hunk other lines than the reply has.
    pub fn is_edited(&self, id: HunkId) -> bool {
        self.settled.edited.contains_key(&id)
    }

    /// Returns whether a person wrote lines of the hunk, also where the lines that it has now are those of a place chosen later.
    pub fn is_edited_by_hand(&self, id: HunkId) -> bool {
        let mut steps = self.steps_with_lines(id).filter(|(_, is_put)| !is_put);
        let last = steps.next().map(|(lines, _)| lines);
        let read = self.as_read.get(&id);
        self.is_edited(id) && last.is_some_and(|lines| read.is_none_or(|read| **read != *lines))
    }

    /// Returns whether the lines of the hunk follow from a place that was chosen in the same step: that they match says nothing.
    pub fn is_fitted(&self, id: HunkId) -> bool {
        let last = self.steps_with_lines(id).next();
        self.is_edited(id) && last.is_some_and(|(_, is_put)| is_put)
    }

    /// Returns the lines that each step in force gives the hunk, the last one first, and whether it chooses a place, too.
    fn steps_with_lines(&self, id: HunkId) -> impl Iterator<Item = (&[HunkLine], bool)> {
        let steps = self.resolutions.steps().iter().rev();
        steps.filter_map(move |step| {
            let mut resolutions = step.resolutions.iter();
            let lines = resolutions.find_map(|it| {
                if let Resolution::Edit { hunk, lines } = it {
                    (*hunk == id).then_some(lines.as_slice())
                } else {
                    None
                }
            })?;
            let puts =
                |it: &Resolution| matches!(it, Resolution::Place { hunk, .. } if *hunk == id);
            Some((lines, step.resolutions.iter().any(puts)))
        })
    }

    /// Returns the lines that the reply gives a hunk which has others now; `None` for a hunk that has its own.
    pub fn lines_as_read(&self, id: HunkId) -> Option<&[HunkLine]> {
        let read = self.as_read.get(&id).filter(|_| self.is_edited(id))?;
        Some(read)
    }

    /// Puts the edits in force into the patch and takes those out that are not any more, and returns the files they are
    /// in; `before` is what was in force in `files` until now.
    pub(super) fn exchange_edits(
        &mut self,
        before: &Settled,
        files: &BTreeSet<usize>,
    ) -> BTreeSet<usize> {
        let ids = before.edited.keys().chain(self.settled.edited.keys());
        let ids = ids.filter(|id| files.contains(&id.file));
        let changed = |id: &&HunkId| before.edited.get(*id) != self.settled.edited.get(*id);
        let changed: BTreeSet<HunkId> = ids.filter(changed).copied().collect();
        for id in &changed {
            let Some(hunk) = self.patch.files[id.file].hunks.get_mut(id.hunk) else {
                continue;
            };
            let read = self
                .as_read
                .entry(*id)
                .or_insert_with(|| Arc::clone(&hunk.lines));
            let edited = self.settled.edited.get(id);
            hunk.lines = edited.map_or_else(|| Arc::clone(read), |lines| lines.as_slice().into());
        }
        changed.into_iter().map(|id| id.file).collect()
    }

    /// Puts the edits in force into a file that was read anew.
    pub(super) fn take_edits(&mut self, file: usize) {
        for (id, lines) in self.settled.edited.iter().filter(|(id, _)| id.file == file) {
            if let Some(hunk) = self.patch.files[file].hunks.get_mut(id.hunk) {
                hunk.lines = lines.as_slice().into();
            }
        }
    }

    /// Returns the digest of the hunk as the reply has it.
    pub(super) fn digest_as_read(&self, id: HunkId) -> Digest {
        let read = self.as_read.get(&id);
        read.map_or_else(
            || self.patch.hunk(id).digest(),
            |lines| Hunk::digest_of(lines),
        )
    }
}

#[cfg(test)]
mod tests {
    use crate::patch::{HunkId, HunkLine, LineKind};
    use crate::plan::State;
    use crate::session::{Command, Options, Session};
    use crate::text::{Content, Snapshot};

    #[test]
    fn an_edited_hunk_is_matched_anew_and_undoing_brings_the_reply_back() {
        let reply = "--- a/f\n+++ b/f\n@@ @@\n x\n-nowhere at all\n+z\n";
        let mut session = Session::open(reply.as_bytes(), Options::default());
        let wanted = session
            .wanted()
            .into_iter()
            .map(|path| Snapshot::new(path, Content::of_bytes(b"x\nsomething else\n".to_vec())));
        let wanted = wanted.collect();
        session.supply(wanted);
        let start = session.plan().clone();
        let hunk = HunkId { file: 0, hunk: 0 };
        assert_ne!(session.plan().hunk(hunk).state, State::Placed);
        let labels = session.record().hunks().to_vec();
        session.run(Command::Edit {
            hunk,
            lines: vec![
                HunkLine::new(LineKind::Context, "x"),
                HunkLine::new(LineKind::Delete, "something else"),
                HunkLine::new(LineKind::Insert, "z"),
            ],
        });
        assert_eq!(session.plan().hunk(hunk).state, State::Placed);
        assert_eq!(session.record().hunks(), labels, "it keeps its name");
        session.run(Command::Undo);
        assert_eq!(session.plan(), &start);
    }
}

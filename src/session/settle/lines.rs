//! The lines and blocks of a hunk that decisions count.

use std::sync::Arc;

use crate::matcher::Candidate;
use crate::patch::{FileOp, HunkId, HunkLine};
use crate::plan::{Block, Decision, block};
use crate::session::Session;

impl Session {
    /// Returns the lines of a hunk as they are read at its place; the patch's where it has none.
    pub(super) fn lines_as_placed(&self, id: HunkId) -> &[HunkLine] {
        let placed = self.plan.hunk(id).placement.as_ref();
        placed.map_or(&self.patch.hunk(id).lines, |placed| {
            &placed.candidate.variant.lines
        })
    }

    /// Returns the lines of a hunk as they are read at its place, or at the best one it may have; the patch's where it has
    /// none. It is these that a decision on single lines counts.
    pub fn lines_read(&self, id: HunkId) -> Arc<[HunkLine]> {
        let read = |place: &Candidate| Arc::clone(&place.variant.lines);
        let as_written = || Arc::clone(&self.patch.hunk(id).lines);
        match (&self.plan.hunk(id).placement, self.found(id)) {
            // What stands to the letter is read in one way.
            (Some(placed), _) if placed.candidate.exact().is_some() => as_written(),
            (Some(placed), _) => placed.candidate.for_once(read),
            (None, Some(found)) => found
                .candidates
                .for_once(|places| places.first().map_or_else(as_written, read)),
            (None, None) => as_written(),
        }
    }

    /// Returns the first of the lines decided on that the hunk does not change.
    pub(in crate::session) fn line_not_changed(
        &self,
        id: HunkId,
        decision: &Decision,
    ) -> Option<usize> {
        let Decision::Lines(lines) = decision else {
            return None;
        };
        let own = self.lines_as_placed(id);
        let is_none = |line: &usize| !own.get(*line).is_some_and(HunkLine::is_change);
        lines.iter().copied().find(is_none)
    }

    /// Returns whether a decision keeps lines of a file that the hunk deletes: they would go with the file.
    pub(super) fn keeps_of_a_deletion(&self, id: HunkId, decision: &Decision) -> bool {
        let Decision::Lines(lines) = decision else {
            return false;
        };
        let n_changed = self
            .lines_as_placed(id)
            .iter()
            .filter(|line| line.is_change())
            .count();
        self.plan.files[id.file].op == FileOp::Delete && lines.len() < n_changed
    }

    /// Returns the blocks of a hunk that has a place, as splitting it would give them.
    pub fn blocks_of(&self, id: HunkId) -> Vec<Block> {
        let plan = self.plan.hunk(id);
        let placed = plan.placement.as_ref();
        placed.map_or_else(Vec::new, |placed| {
            block::blocks(&placed.candidate.variant.lines, &plan.decision)
        })
    }

    /// Returns the blocks of a hunk that is decided on block by block; empty for any other.
    pub fn split(&self, id: HunkId) -> &[Block] {
        let split = self.settled.split.get(&id);
        // Blocks of another reading than that at its place now mean nothing.
        let split = split.filter(|_| self.settled.is_about(id, self.lines_as_placed(id)));
        split.map_or(&[], Vec::as_slice)
    }

    /// Returns the hunks that are split.
    pub fn all_split(&self) -> impl Iterator<Item = HunkId> {
        let split = self.settled.split.keys();
        split.copied().filter(|id| !self.split(*id).is_empty())
    }
}

//! How many hunks are accepted, wait and so on: counted when a file is planned, not again for every key.

use std::ops::{Add, Sub};

use super::Session;
use crate::patch::{Given, HunkId};
use crate::plan::{Decision, FileState, HunkPlan, State};

/// Counts of a file, or of the whole patch; a hunk may count in several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Tally {
    /// All of them.
    pub n_hunks: usize,
    /// Accepted, and not on disk yet.
    pub n_accepted: usize,
    /// Rejected.
    pub n_rejected: usize,
    /// Waiting for a person.
    pub n_need: usize,
    /// Placed, and nothing is said of them.
    pub n_open: usize,
    /// Neither decided nor done.
    pub n_undecided: usize,
    /// Those of [`Session::clear_hunks`].
    pub n_clear: usize,
    /// Those of them in files that are not given as hunks: only these may drop lines.
    pub n_clear_whole: usize,
    /// Accepted in a place: to be written.
    pub n_to_write: usize,
    /// Accepted, but not settled: nothing can be written while there is one.
    pub n_stuck: usize,
    /// In conflict with others.
    pub n_conflicting: usize,
    /// Written by an apply that stands.
    pub n_written: usize,
    /// Files that were not searched to the end.
    pub n_unsearched: usize,
}

impl Tally {
    /// Joins each count with that of `other`.
    fn with(self, other: Tally, join: fn(usize, usize) -> usize) -> Tally {
        Tally {
            n_hunks: join(self.n_hunks, other.n_hunks),
            n_accepted: join(self.n_accepted, other.n_accepted),
            n_rejected: join(self.n_rejected, other.n_rejected),
            n_need: join(self.n_need, other.n_need),
            n_open: join(self.n_open, other.n_open),
            n_undecided: join(self.n_undecided, other.n_undecided),
            n_clear: join(self.n_clear, other.n_clear),
            n_clear_whole: join(self.n_clear_whole, other.n_clear_whole),
            n_to_write: join(self.n_to_write, other.n_to_write),
            n_stuck: join(self.n_stuck, other.n_stuck),
            n_conflicting: join(self.n_conflicting, other.n_conflicting),
            n_written: join(self.n_written, other.n_written),
            n_unsearched: join(self.n_unsearched, other.n_unsearched),
        }
    }
}

impl Add for Tally {
    type Output = Tally;

    fn add(self, other: Tally) -> Tally {
        self.with(other, Add::add)
    }
}

impl Sub for Tally {
    type Output = Tally;

    /// Takes away what was added before.
    fn sub(self, other: Tally) -> Tally {
        self.with(other, Sub::sub)
    }
}

impl Session {
    /// Returns the counts of the whole patch.
    pub fn tally(&self) -> Tally {
        self.total
    }

    /// Counts the hunks of file `file` anew.
    pub(super) fn recount(&mut self, file: usize) {
        let now = self.tallied(file);
        self.total = self.total - self.tallies[file] + now;
        self.tallies[file] = now;
    }

    /// Returns how often a file was planned: while that number is the same, so is the plan of its hunks.
    pub fn n_planned(&self, file: usize) -> u64 {
        self.n_planned[file]
    }

    /// Returns the first hunk from `first` on, without going round, that is neither decided nor done.
    pub fn undecided_from(&self, first: HunkId) -> Option<HunkId> {
        let with_one = |file: &usize| self.tallies[*file].n_undecided > 0;
        let files = (first.file..self.tallies.len()).filter(with_one);
        let hunks = files.flat_map(|file| &self.plan.files[file].hunks);
        let mut undecided = hunks.filter(|hunk| is_undecided(hunk) && hunk.id >= first);
        undecided.next().map(|hunk| hunk.id)
    }

    /// Returns the hunks of [`Session::clear_hunks`] in files that are not given as hunks.
    pub fn clear_whole(&self) -> impl Iterator<Item = &HunkPlan> {
        let hunks = self.hunks_of(|tally| tally.n_clear_whole > 0);
        hunks.filter(|hunk| self.is_clear(hunk.id))
    }

    /// Returns the hunks that are in conflict with others, in the patch's order.
    pub fn conflicting(&self) -> impl Iterator<Item = &HunkPlan> {
        let hunks = self.hunks_of(|tally| tally.n_conflicting > 0);
        hunks.filter(|hunk| is_conflicting(hunk))
    }

    /// Returns the hunks of the files whose tallies are `wanted`: most files have none of a rare kind.
    fn hunks_of(&self, wanted: impl Fn(&Tally) -> bool) -> impl Iterator<Item = &HunkPlan> {
        let files = self.tallies.iter().zip(&self.plan.files);
        let files = files.filter(move |(tally, _)| wanted(tally));
        files.flat_map(|(_, file)| &file.hunks)
    }

    /// Counts the hunks of a file that was just planned.
    fn tallied(&self, index: usize) -> Tally {
        let file = &self.plan.files[index];
        let is_whole = self.patch.files[index].given != Given::Hunks;
        let mut tally = Tally {
            n_unsearched: usize::from(file.state == FileState::Unsearched),
            ..Tally::default()
        };
        for hunk in &file.hunks {
            let (accepted, placed) = (hunk.decision.is_accepted(), hunk.state == State::Placed);
            let undecided = is_undecided(hunk);
            let clear = self.is_clear_in(file, hunk.id);
            tally = tally
                + Tally {
                    n_hunks: 1,
                    n_accepted: usize::from(accepted && hunk.state != State::AlreadyApplied),
                    n_rejected: usize::from(hunk.decision.is_rejected()),
                    n_need: usize::from(hunk.needs_person()),
                    n_open: usize::from(undecided && placed),
                    n_undecided: usize::from(undecided),
                    n_clear: usize::from(clear),
                    n_clear_whole: usize::from(clear && is_whole),
                    n_to_write: usize::from(accepted && placed),
                    n_stuck: usize::from(accepted && !hunk.state.is_settled()),
                    n_conflicting: usize::from(is_conflicting(hunk)),
                    n_written: usize::from(self.is_written(hunk.id)),
                    ..Tally::default()
                };
        }
        tally
    }
}

fn is_conflicting(hunk: &HunkPlan) -> bool {
    matches!(hunk.state, State::Overlap(_))
}

fn is_undecided(hunk: &HunkPlan) -> bool {
    let done = hunk.state.is_there();
    hunk.decision == Decision::Undecided && !done
}

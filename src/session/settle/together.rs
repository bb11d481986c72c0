//! Hunks that are decided on together.

use super::{decide, step};
use crate::patch::{Given, HunkId};
use crate::plan::{Decision, FilePlan, HunkPlan, Placement, Resolution, State, Step};
use crate::session::Session;
use crate::text::LineSpan;
use crate::text::words::counted;

impl Session {
    pub(super) fn accept_each(&self, hunks: Vec<HunkId>) -> Step {
        let label = match hunks.as_slice() {
            [hunk] => format!("accept {}", self.name(*hunk)),
            hunks => format!("accept {} hunks", hunks.len()),
        };
        let accept = hunks
            .into_iter()
            .map(|hunk| decide(hunk, Decision::Accepted));
        step(label, accept.collect())
    }

    /// Returns the undecided hunks of a file that are accepted together, and the places of those that wait in the only one
    /// they can have: that of a comparison with their file.
    pub fn rest_of(&self, file: usize) -> Vec<(HunkId, Option<LineSpan>)> {
        let is_compared = self.patch.files[file].given != Given::Hunks;
        let rest = self.plan.files[file].hunks.iter().filter_map(|hunk| {
            let is_open = hunk.decision == Decision::Undecided && self.split(hunk.id).is_empty();
            let only = || match &*self.found(hunk.id)?.candidates {
                [only] if is_compared => Some(only.span),
                [] | [_] | [_, _, ..] => None,
            };
            if is_open && hunk.state == State::TooWeak {
                return Some((hunk.id, Some(only()?)));
            }
            (is_open && hunk.state == State::Placed).then_some((hunk.id, None))
        });
        rest.collect()
    }

    pub(super) fn accept_rest(&self, file: usize, except: &[HunkId]) -> Step {
        let mut rest = self.rest_of(file);
        rest.retain(|(hunk, _)| !except.contains(hunk));
        let label = format!("accept {} of this file", counted(rest.len(), "hunk"));
        let accept = |(hunk, span): (HunkId, Option<LineSpan>)| {
            let place = span.map(|span| Resolution::Place { hunk, span });
            place.into_iter().chain([decide(hunk, Decision::Accepted)])
        };
        step(label, rest.into_iter().flat_map(accept).collect())
    }

    pub(super) fn reject_rest(&self, file: usize) -> Step {
        // What the file has already is no question any more.
        let is_open = |hunk: &&HunkPlan| {
            let is_done = hunk.state.is_there();
            hunk.decision == Decision::Undecided && !is_done && self.split(hunk.id).is_empty()
        };
        let rest = self.plan.files[file].hunks.iter().filter(is_open);
        let reject = |hunk: &HunkPlan| decide(hunk.id, Decision::Rejected { why: None });
        let reject: Vec<_> = rest.map(reject).collect();
        step(
            format!("reject {} of this file", counted(reject.len(), "hunk")),
            reject,
        )
    }

    pub(super) fn keep_order(&self, file: usize) -> Step {
        let places = self.in_order(file);
        let label = match places.as_slice() {
            [(hunk, span)] => {
                let (name, number) = (self.name(*hunk), self.change_line_at(*hunk, *span) + 1);
                format!("place {name} by order, line {number}")
            }
            places => format!("place {} ties by order", places.len()),
        };
        let place = |(hunk, span)| Resolution::Place { hunk, span };
        step(label, places.into_iter().map(place).collect())
    }

    /// Returns the undecided hunks that can be accepted without a look at each: whole, placed, and taking away nothing that
    /// the reply does not quote.
    pub fn open_hunks(&self) -> impl Iterator<Item = HunkId> {
        let ids = self.plan.hunks().map(|hunk| hunk.id);
        ids.filter(|id| {
            let is_good = |maker: HunkId| {
                self.is_open_in(maker) || self.plan.hunk(maker).decision.is_accepted()
            };
            self.is_open_in(*id) && self.makers(*id).all(is_good)
        })
    }

    /// Returns those of the open hunks that match line for line.
    pub fn clear_hunks(&self) -> impl Iterator<Item = HunkId> {
        let is_good =
            |maker: HunkId| self.is_clear(maker) || self.plan.hunk(maker).decision.is_accepted();
        self.open_hunks()
            .filter(move |id| self.is_clear(*id) && self.makers(*id).all(is_good))
    }

    /// Returns whether the hunk is one of [`Session::clear_hunks`].
    pub fn is_clear(&self, id: HunkId) -> bool {
        self.is_clear_in(&self.plan.files[id.file], id)
    }

    pub(in crate::session) fn is_clear_in(&self, file: &FilePlan, id: HunkId) -> bool {
        // Lines that a person wrote are not the reply's: that they fit does not say that they are wanted.
        is_strict(&file.hunks[id.hunk]) && self.is_open(file, id) && !self.is_edited(id)
    }

    pub(super) fn is_open_in(&self, id: HunkId) -> bool {
        self.is_open(&self.plan.files[id.file], id)
    }

    pub(super) fn is_open(&self, file: &FilePlan, id: HunkId) -> bool {
        let hunk = &file.hunks[id.hunk];
        hunk.decision == Decision::Undecided
            && hunk.state == State::Placed
            && self.split(id).is_empty()
            && !file.loses_unquoted(self.patch.hunk(id))
    }
}

fn is_strict(hunk: &HunkPlan) -> bool {
    let strict = |placed: &Placement| placed.candidate.is_strict();
    hunk.placement.as_ref().is_some_and(strict)
}

//! Hunks that change the same lines: which of them are kept.

use super::{decide, step};
use crate::patch::HunkId;
use crate::plan::{Block, BlockDecision, Decision, Resolution, Step};
use crate::session::Session;

impl Session {
    pub(super) fn keep_one(&self, hunk: HunkId, others: &[HunkId]) -> Step {
        let reject = others
            .iter()
            .map(|other| decide(*other, self.rejected_for(hunk)));
        let label = format!("keep {}, reject {}", self.name(hunk), self.names(others));
        step(label, reject.chain([self.accept_as_chosen(hunk)]).collect())
    }

    pub(super) fn keep_all(&self, hunks: &[HunkId]) -> Step {
        let first = hunks
            .first()
            .map_or_else(String::new, |hunk| self.name(*hunk));
        let label = match hunks.len() {
            2 => format!("keep both, {first} first"),
            n => format!("keep all {n}, {first} first"),
        };
        // Each with every one below it: any two of them may be all that is left later on.
        let pairs = hunks.iter().enumerate().flat_map(|(at, first)| {
            let order = |second: &HunkId| Resolution::Order {
                first: *first,
                second: *second,
            };
            hunks[at + 1..].iter().map(order)
        });
        let accept = hunks.iter().map(|hunk| self.accept_as_chosen(*hunk));
        step(label, pairs.chain(accept).collect())
    }

    pub(super) fn keep_none(&self, hunks: &[HunkId]) -> Step {
        // Where none of them is kept, none is out for another.
        let reject = |hunk: &HunkId| decide(*hunk, Decision::Rejected { why: None });
        let label = format!("reject {}", self.names(hunks));
        step(label, hunks.iter().map(reject).collect())
    }

    /// Returns that a hunk is wanted, but for the lines and blocks of it that were ruled out before.
    pub(super) fn accept_as_chosen(&self, id: HunkId) -> Resolution {
        let plan = self.plan.hunk(id);
        let decision = match (&plan.decision, self.split(id)) {
            (Decision::Lines(lines), _) => Decision::Lines(lines.clone()),
            (_, blocks) => {
                let is_wanted = |block: &&Block| block.decision != BlockDecision::Rejected;
                let wanted = blocks.iter().filter(is_wanted);
                // Where none is, it was rejected as a whole before, and is accepted so now.
                match wanted.clone().count() {
                    0 => Decision::Accepted,
                    n_wanted if n_wanted == blocks.len() => Decision::Accepted,
                    _ => Decision::Lines(wanted.flat_map(|block| &block.lines).copied().collect()),
                }
            }
        };
        decide(id, decision)
    }

    /// Returns that a hunk is not wanted because of another that changes the same lines.
    pub(super) fn rejected_for(&self, other: HunkId) -> Decision {
        Decision::Rejected {
            why: Some(format!("conflicts with {}", self.name(other))),
        }
    }

    /// Returns the hunk that was kept instead of a rejected one; `None` where a person rejected it for itself.
    pub fn lost_to(&self, id: HunkId) -> Option<HunkId> {
        let decision = &self.plan.hunk(id).decision;
        // Nearly no hunk is rejected with words, and each other hunk would be named to be compared with them.
        let Decision::Rejected { why: Some(_) } = decision else {
            return None;
        };
        let mut others = self.plan.files[id.file].hunks.iter();
        let won = others
            .find(|other| other.decision.is_accepted() && *decision == self.rejected_for(other.id));
        won.map(|won| won.id)
    }

    /// Returns the other hunks that a person kept with this one though they change the same lines.
    pub fn kept_with(&self, id: HunkId) -> Vec<HunkId> {
        let orders = self.settled.orders.iter();
        let others = orders.filter_map(|(first, second)| match id {
            _ if id == *first => Some(*second),
            _ if id == *second => Some(*first),
            _ => None,
        });
        let is_kept = |other: &HunkId| self.plan.hunk(*other).decision.is_accepted();
        others.filter(is_kept).collect()
    }
}

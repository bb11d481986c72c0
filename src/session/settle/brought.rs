//! What a step brings with it: the hunks that others build on or lose to, and the lines that it is about.

use std::collections::{BTreeMap, BTreeSet};

use super::decide;
use crate::matcher::Candidate;
use crate::patch::{Hunk, HunkId};
use crate::plan::{Decision, Resolution, Step};
use crate::session::Session;
use crate::text::LineSpan;

impl Session {
    /// Returns the step with the undecided hunks accepted, too, on whose lines those build that it accepts: one is written only
    /// with the other, and the place shown holds both. One that it puts somewhere builds on no other there.
    pub(super) fn with_makers(&self, mut step: Step) -> Step {
        let is_put = |id: HunkId| {
            let mut put = step.resolutions.iter();
            put.any(|it| matches!(it, Resolution::Place { hunk, .. } if *hunk == id))
        };
        let accepted = step.resolutions.iter().filter_map(Resolution::accepts);
        let accepted: BTreeSet<HunkId> = accepted.collect();
        let makers: BTreeSet<HunkId> = accepted
            .iter()
            .filter(|hunk| !is_put(**hunk))
            .flat_map(|hunk| self.makers(*hunk))
            .collect();
        let is_open = |maker: &&HunkId| {
            !accepted.contains(maker) && self.plan.hunk(**maker).decision == Decision::Undecided
        };
        let open = makers.iter().filter(is_open);
        step.resolutions
            .extend(open.map(|maker| decide(*maker, Decision::Accepted)));
        step
    }

    /// Returns the step with each hunk that it accepts as a whole accepted but for the lines that it removes and its place does
    /// not have: they are left out, and the reviewer sees that they are.
    pub(super) fn without_missing(&self, mut step: Step) -> Step {
        let places = step.resolutions.iter();
        let places = places.filter_map(|resolution| {
            let Resolution::Place { hunk, span } = resolution else {
                return None;
            };
            Some((*hunk, *span))
        });
        let places: BTreeMap<HunkId, LineSpan> = places.collect();
        // One made at all of its places gets lines that are in the file as they are.
        let edited = step.resolutions.iter();
        let edited = edited.filter(|it| matches!(it, Resolution::Edit { .. }));
        let edited: BTreeSet<HunkId> = edited.map(Resolution::subject).collect();
        let is_whole = |id: HunkId| !self.patch.files[id.file].op.is_of_lines();
        let place_of = |id: HunkId| match (places.get(&id), &self.plan.hunk(id).placement) {
            _ if is_whole(id) => None,
            (Some(span), _) if !edited.contains(&id) => self.place_on(id, *span),
            (None, Some(placed)) if placed.candidate.exact().is_none() => {
                Some(placed.candidate.for_once(Candidate::clone))
            }
            (_, _) => None,
        };
        let narrowed = |(at, resolution): (usize, &Resolution)| {
            let Resolution::Decide {
                hunk,
                decision: Decision::Accepted,
            } = resolution
            else {
                return None;
            };
            let place = place_of(*hunk).filter(|place| place.n_removals_missing() > 0)?;
            Some((at, *hunk, place))
        };
        let narrowed: Vec<_> = step
            .resolutions
            .iter()
            .enumerate()
            .filter_map(narrowed)
            .collect();
        for (at, hunk, place) in narrowed {
            let missing: BTreeSet<usize> = place.missing_removals().collect();
            let lines = place.variant.lines.iter().enumerate();
            let changed = lines.filter(|(_, line)| line.is_change());
            let wanted = changed.filter(|(index, _)| !missing.contains(index));
            let decision = Decision::Lines(wanted.map(|(index, _)| index).collect());
            step.resolutions[at] = decide(hunk, decision);
            step.resolutions.push(Resolution::Read {
                hunk,
                lines: Hunk::digest_of(&place.variant.lines),
            });
        }
        step
    }

    /// Returns the step with those hunks open again that were rejected only for one that it takes out of their way.
    pub(super) fn with_reopened(&self, mut step: Step) -> Step {
        let goes = |resolution: &Resolution| match resolution {
            Resolution::Decide { hunk, decision } if !decision.is_accepted() => Some(*hunk),
            Resolution::Unplace { hunk } => Some(*hunk),
            Resolution::Place { hunk, span } => {
                let placed = self.plan.hunk(*hunk).placement.as_ref();
                let moves = placed.is_some_and(|placed| placed.candidate.lines() != *span);
                moves.then_some(*hunk)
            }
            Resolution::Decide { .. }
            | Resolution::Order { .. }
            | Resolution::Retarget { .. }
            | Resolution::Edit { .. }
            | Resolution::Confirm { .. }
            | Resolution::Comment { .. }
            | Resolution::Split { .. }
            | Resolution::Read { .. }
            | Resolution::Join { .. }
            | Resolution::Choose { .. } => None,
        };
        let is_in_force = |hunk: &HunkId| self.plan.hunk(*hunk).decision.is_accepted();
        let gone = step.resolutions.iter().filter_map(goes).filter(is_in_force);
        let waiting = |gone: HunkId| {
            let why = self.rejected_for(gone);
            let others = self.plan.files[gone.file].hunks.iter();
            others.filter(move |other| other.decision == why)
        };
        let is_decided = |id: HunkId| {
            let mut decided = step.resolutions.iter();
            decided.any(|it| matches!(it, Resolution::Decide { hunk, .. } if *hunk == id))
        };
        let reopened: BTreeSet<HunkId> = gone
            .flat_map(waiting)
            .map(|hunk| hunk.id)
            .filter(|id| !is_decided(*id))
            .collect();
        if reopened.is_empty() {
            return step;
        }
        let reopened: Vec<HunkId> = reopened.into_iter().collect();
        step.label += &format!(", reopen {}", self.names(&reopened));
        let reopen = reopened.iter().map(|id| decide(*id, Decision::Undecided));
        step.resolutions.extend(reopen);
        step
    }

    /// Returns the step with the lines that the hunk has as it is read now, where single ones of them are decided on.
    pub(super) fn with_reading(&self, mut step: Step) -> Step {
        let is_known = |id: HunkId| {
            let mut known = step.resolutions.iter();
            known.any(|it| matches!(it, Resolution::Read { hunk, .. } if *hunk == id))
        };
        let is_of_lines = |it: &&Resolution| {
            matches!(
                it,
                Resolution::Split { .. }
                    | Resolution::Decide {
                        decision: Decision::Lines(_),
                        ..
                    }
            )
        };
        let of_lines = step.resolutions.iter().filter(is_of_lines);
        let of_lines = of_lines.map(Resolution::subject);
        let of_lines = of_lines.filter(|hunk| !is_known(*hunk));
        let read = of_lines.map(|hunk| Resolution::Read {
            hunk,
            lines: Hunk::digest_of(self.lines_as_placed(hunk)),
        });
        let read: Vec<Resolution> = read.collect();
        step.resolutions.extend(read);
        step
    }

    /// Returns the earlier hunks on whose lines a hunk builds.
    pub(in crate::session) fn makers(&self, id: HunkId) -> impl Iterator<Item = HunkId> {
        let placed = self.plan.hunk(id).placement.as_ref();
        let makers = placed.map_or(&[][..], |placed| &placed.builds_on);
        makers.iter().map(move |hunk| HunkId { hunk: *hunk, ..id })
    }
}

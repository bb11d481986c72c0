//! The places of the hunk under review as the screen lists them, each over the lines that Enter would take.

use super::Model;
use crate::matcher::{Candidate, Evidence};
use crate::patch::HunkId;
use crate::session::Command;

impl Model {
    /// Returns the places of the hunk under review where they are not listed as they were found: one that was chosen for it and
    /// has changed is the first, and one that lacks a removed line is shown with the line that would go instead.
    pub(super) fn find_listed(&self) -> Vec<Candidate> {
        let changed = self.session.changed_place(self.hunk);
        let found = self.session.found(self.hunk);
        let found = found.map_or(&[][..], |found| &found.candidates);
        let is_laid = |place: &Candidate| self.session.laid_over(self.hunk, place).is_some();
        if changed.is_none() && !found.iter().any(is_laid) {
            return Vec::new();
        }
        let is_changed =
            |place: &&Candidate| changed.as_ref().is_some_and(|it| it.span == place.span);
        let others = found.iter().filter(|place| !is_changed(place)).cloned();
        let places = changed.clone().into_iter().chain(others);
        places.map(|place| self.laid(place)).collect()
    }

    /// Returns a place of the hunk under review as the screen shows it: over the lines that Enter offers to replace, where the
    /// place lacks some of those that the hunk removes.
    pub fn laid(&self, place: Candidate) -> Candidate {
        match self.session.laid_over(self.hunk, &place) {
            // It is found, scored and chosen as it was; no line lies in a gap any more.
            Some(over) => Candidate {
                evidence: without_gaps(&place.evidence),
                aligned: over.aligned,
                variant: over.variant,
                reindents: over.reindents,
                ..place
            },
            None => place,
        }
    }

    /// Returns what accepts the hunk at a place with all that it removes: where the place lacks some of that, the lines it has
    /// instead go.
    pub fn replacing(&self, hunk: HunkId, place: &Candidate) -> Command {
        let span = place.span;
        let found = self.session.found(hunk);
        let found = found.map_or(&[][..], |found| &found.candidates);
        let as_found = found.iter().find(|found| found.span == span);
        match self.session.laid_over(hunk, as_found.unwrap_or(place)) {
            Some(_) => Command::ReplaceAt { hunk, span },
            None => Command::AcceptAt { hunk, span },
        }
    }
}

fn without_gaps(evidence: &[Evidence]) -> Vec<Evidence> {
    let is_gap = |it: &&Evidence| matches!(it, Evidence::Gaps { .. });
    evidence.iter().filter(|it| !is_gap(it)).cloned().collect()
}

//! A hunk made at all of its places that are equally good: what a call that asks for every occurrence means.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Session;
use super::decisions::Differing;
use crate::matcher::{self, Candidate, Found};
use crate::patch::{FilePatch, Hunk, HunkId, HunkLine, LineKind};
use crate::plan::{Decision, Resolution, Step};
use crate::text::{Edit, LineSpan};

impl Session {
    /// Returns how many places the hunk would be made at; `None` where it has one, where not all of them are known, and where
    /// a line that it removes differs at one of them.
    pub fn n_everywhere(&self, id: HunkId) -> Option<usize> {
        let tied = self.all_places(id).ok()?;
        (tied.len() > 1 && tied.iter().all(is_alike)).then_some(tied.len())
    }

    /// Returns the places of a hunk that are equally good; `Err` says why it cannot be made at all of them.
    pub(super) fn all_places(&self, id: HunkId) -> Result<&[Candidate], String> {
        let found = self.found(id).ok_or("it has none")?;
        all_of(found)
    }

    /// Accepts a hunk at all of its equally good places, as one step.
    pub(super) fn accept_everywhere(&self, hunk: HunkId) -> Result<Step, String> {
        let places = self.all_places(hunk)?;
        if let Some(place) = places.iter().find(|place| !is_alike(place)) {
            let line = place.span.start + 1;
            return Err(format!("a line that it removes differs at line {line}"));
        }
        let (span, lines) = self.made_at(hunk, places, Differing::Refuse)?;
        let n_places = places.len();
        let edit =
            (*self.patch.hunk(hunk).lines != *lines).then_some(Resolution::Edit { hunk, lines });
        let accept = Resolution::Decide {
            hunk,
            decision: Decision::Accepted,
        };
        let place = Resolution::Place { hunk, span };
        Ok(Step {
            label: format!("accept {} at {n_places} places", self.name(hunk)),
            resolutions: edit.into_iter().chain([place, accept]).collect(),
        })
    }

    /// Returns the lines of each place, from the top, that a hunk is made at as one change, because all of its equally good
    /// places were asked for; empty for any other hunk.
    pub fn places_made(&self, id: HunkId) -> Vec<LineSpan> {
        let made = || {
            let found = self.found_as_sent(id)?;
            let places = all_of(&found).ok()?;
            let is_made = |differing| {
                let made = self.made_at(id, places, differing);
                made.is_ok_and(|(_, lines)| *self.patch.hunk(id).lines == *lines)
            };
            let mut spans: Vec<LineSpan> = places.iter().map(|place| place.span).collect();
            spans.sort();
            [Differing::Replace, Differing::Insert]
                .into_iter()
                .any(is_made)
                .then_some(spans)
        };
        made().unwrap_or_default()
    }

    /// Returns the place of a hunk that has other lines than the reply gives it, as the lines of the reply fit there; `None` for
    /// any other hunk, and where those have no place on its first line.
    pub fn place_as_sent(&self, id: HunkId) -> Option<Candidate> {
        let placed = self.plan.hunk(id).placement.as_ref()?;
        let start = placed.candidate.lines().start;
        let found = self.found_as_sent(id)?;
        let mut places = found.candidates.iter();
        places.find(|place| place.first_line() == start).cloned()
    }

    /// Looks for the lines that the reply gives a hunk which has others now; `None` for a hunk that has its own.
    fn found_as_sent(&self, id: HunkId) -> Option<Found> {
        let lines = Arc::clone(self.as_read.get(&id).filter(|_| self.is_edited(id))?);
        let text = self.text_of(id)?;
        let hunk = Hunk {
            lines,
            ..self.patch.hunk(id).clone()
        };
        let section = FilePatch {
            hunks: vec![hunk],
            ..self.patch.files[id.file].clone()
        };
        matcher::find(&section, &text, self.options.limits).pop()
    }

    /// Makes one hunk of several places, with the lines between them as context, and returns where it stands; `Err` says why
    /// there is none.
    pub(super) fn made_at(
        &self,
        id: HunkId,
        places: &[Candidate],
        differing: Differing,
    ) -> Result<(LineSpan, Vec<HunkLine>), String> {
        let text = self.text_of(id).ok_or("it has none")?;
        let first = places.iter().map(|place| place.span.start).min();
        let last = places.iter().map(|place| place.span.end).max();
        let (first, last) = first.zip(last).ok_or("it has none")?;
        let edits = places.iter().flat_map(|place| {
            let wanted = (differing == Differing::Insert).then(|| wanted_beside(place));
            self.edits_of(id, place, wanted.as_ref())
        });
        let mut edits: Vec<Edit> = edits.collect();
        edits.sort_by_key(|edit| edit.span);
        let mut neighbours = edits.windows(2);
        if neighbours.any(|two| two[0].span.collides(two[1].span)) {
            return Err("they overlap".to_string());
        }
        let spans = edits.iter().map(|edit| edit.span);
        let around = spans.fold(LineSpan::new(first, last), |around, span| {
            LineSpan::new(around.start.min(span.start), around.end.max(span.end))
        });
        let mut lines = Vec::new();
        let mut at = around.start;
        for edit in &edits {
            let kept = text.pieces(LineSpan::new(at, edit.span.start));
            lines.extend(kept.map(|body| HunkLine::new(LineKind::Context, body)));
            let gone = text.pieces(edit.span);
            lines.extend(gone.map(|body| HunkLine::new(LineKind::Delete, body)));
            let new = edit.lines.iter().cloned();
            lines.extend(new.map(|body| HunkLine::new(LineKind::Insert, body)));
            at = edit.span.end;
        }
        let rest = text.pieces(LineSpan::new(at, around.end));
        lines.extend(rest.map(|body| HunkLine::new(LineKind::Context, body)));
        Ok((around, lines))
    }
}

/// Returns the places that are equally good; `Err` says why a hunk cannot be made at all of them.
fn all_of(found: &Found) -> Result<&[Candidate], String> {
    if !found.lists_all_ties() || found.capped {
        return Err("not all of them are known".to_string());
    }
    match found.tied() {
        [] => Err("it has none".to_string()),
        tied if tied.iter().any(Candidate::is_no_match) => {
            Err("the lines there differ from its own".to_string())
        }
        tied => Ok(tied),
    }
}

/// Returns whether all that a hunk removes at a place is there as it says.
pub(super) fn is_alike(place: &Candidate) -> bool {
    place.differing_removals().next().is_none()
}

/// Returns the lines that a hunk changes (as indexes into those of the place) but for those that it would remove and the file
/// has otherwise: these stay.
pub(super) fn wanted_beside(place: &Candidate) -> BTreeSet<usize> {
    let stay: BTreeSet<usize> = place.differing_removals().collect();
    let lines = place.variant.lines.iter().enumerate();
    let changed = lines.filter(|(_, line)| line.is_change());
    let changed = changed.map(|(index, _)| index);
    changed.filter(|index| !stay.contains(index)).collect()
}

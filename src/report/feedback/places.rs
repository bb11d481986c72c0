//! What the file holds at the places of a hunk, and at the line that it names.

use super::super::difference::first_difference;
use super::super::unmarked::{Known, with_added};
use super::{Excerpt, N_AROUND, N_OFFERS, N_PLACES, N_ROUGH_PLACES, N_WIDE};
use super::{Spent, Standing, Told, excerpt, is_lost, offer};
use crate::matcher::Candidate;
use crate::plan::{HunkPlan, State};
use crate::report::shown;
use crate::text::LineSpan;

impl Told<'_> {
    /// Returns what the hunk's places hold now, best first.
    pub(super) fn places(&self, plan: &HunkPlan, spent: &mut Spent) -> Vec<Excerpt> {
        let session = self.session;
        let file = &session.plan().files[plan.id.file];
        let text = file.text();
        let Some((text, found)) = text.zip(session.found(plan.id)) else {
            return Vec::new();
        };
        let places: Vec<&Candidate> = match (&plan.state, &plan.placement) {
            // Its lines quote nothing of the file.
            (State::Unresolved(_), _) => Vec::new(),
            (_, Some(placement)) => vec![&placement.candidate],
            (State::Ambiguous, None) if found.is_tied() => {
                let is_free = |place: &&Candidate| !self.is_taken_by_another(plan, place);
                found.tied().iter().filter(is_free).take(N_PLACES).collect()
            }
            (_, None) => {
                let good = found.candidates.iter().filter(|place| !place.is_no_match());
                let is_long = spent.n_wide >= N_WIDE;
                let n_places = if is_long { 1 } else { N_ROUGH_PLACES };
                let good: Vec<&Candidate> = good.take(n_places).collect();
                if good.is_empty() {
                    found.candidates.iter().take(1).collect()
                } else {
                    good
                }
            }
        };
        let mut n_around = spent.n_around(plan);
        let mut excerpts = Vec::new();
        let known = Known::new(text, &session.patch().files[plan.id.file]);
        for place in places {
            let is_asked = spent.n_offers < N_OFFERS;
            let send = is_asked.then(|| self.send(plan, place)).flatten();
            let unmarked = if place.is_no_match() {
                Vec::new()
            } else {
                known.unmarked(place)
            };
            let send_with_unmarked = send.as_ref().and_then(|_| {
                let place = (!unmarked.is_empty()).then(|| with_added(place, &unmarked))?;
                offer::of_edits(
                    session,
                    plan.id,
                    session.edits_at(plan.id, &place),
                    self.form,
                )
            });
            spent.n_offers +=
                usize::from(send.is_some()) + usize::from(send_with_unmarked.is_some());
            let body = |index: &usize| shown(&place.variant.lines[*index].body);
            excerpts.push(Excerpt {
                unmarked: unmarked.iter().map(body).collect(),
                send_with_unmarked,
                id: session.place_id(plan.id, place.span),
                change_line: session.change_line(plan.id, place) + 1,
                // A landmark is no match: all of the hunk differs.
                first_difference: first_difference(place, text)
                    .filter(|_| place.landmark().is_none()),
                send,
                ..excerpt(text, place.span, place.first_changed(), n_around)
            });
            // What a hunk was written for is likeliest about its best place.
            n_around = N_AROUND;
        }
        excerpts
    }

    /// Returns whether another hunk, which is placed, removes a line that this one would remove at `place`.
    fn is_taken_by_another(&self, plan: &HunkPlan, place: &Candidate) -> bool {
        let removed = |place: &Candidate| -> Vec<usize> { place.removed_lines().collect() };
        let own = removed(place);
        let others = self.session.plan().files[plan.id.file].hunks.iter();
        let mut placed = others
            .filter(|other| other.id != plan.id && other.state == State::Placed)
            .filter_map(|other| other.placement.as_ref())
            .filter(|other| other.candidate.lines().collides(place.span));
        placed.any(|other| {
            let taken = other.candidate.for_once(removed);
            own.iter().any(|line| taken.contains(line))
        })
    }

    /// Returns the lines about the one that a hunk which was not found names by its number, where `places` do not show it.
    pub(super) fn at_number(
        &self,
        plan: &HunkPlan,
        places: &[Excerpt],
        spent: &mut Spent,
    ) -> Option<Excerpt> {
        let hint = self.session.patch().hunk(plan.id).hint?;
        let snapshot = self.session.plan().files[plan.id.file].snapshot.as_ref()?;
        let text = snapshot.text()?;
        let line = hint.line_index + 1;
        let is_shown = |place: &Excerpt| {
            (place.first_line..place.first_line + place.lines.len()).contains(&line)
        };
        let is_asked = is_lost(plan) && self.standing(plan) == Standing::Open;
        let is_new = line <= text.n_lines() && !places.iter().any(is_shown);
        (is_asked && is_new).then(|| {
            let at = LineSpan::new(line - 1, line);
            excerpt(text, at, at.start, spent.n_around(plan))
        })
    }
}

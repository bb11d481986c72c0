//! A hunk made at all of its places that are equally good: what a call that asks for every occurrence means.

use super::Session;
use crate::patch::{HunkId, HunkLine, LineKind};
use crate::plan::{Decision, Resolution, Step};
use crate::text::LineSpan;

impl Session {
    /// Returns how many places the hunk would be made at; `None` where it has one, or not all of them are known.
    pub fn n_everywhere(&self, id: HunkId) -> Option<usize> {
        let found = self.found(id)?;
        let n_tied = found.tied().len();
        (n_tied > 1 && found.lists_all_ties() && !found.capped).then_some(n_tied)
    }

    /// Accepts a hunk at all of its equally good places, as one step.
    pub(super) fn accept_everywhere(&self, hunk: HunkId) -> Result<Step, String> {
        let (span, lines) = self.everywhere(hunk)?;
        let n_places = self.found(hunk).map_or(0, |found| found.tied().len());
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

    /// Makes one hunk of all the places that are equally good, with the lines between them as context, and returns where it
    /// stands; `Err` says why there is none.
    fn everywhere(&self, id: HunkId) -> Result<(LineSpan, Vec<HunkLine>), String> {
        let found = self.found(id).ok_or("it has none")?;
        if !found.lists_all_ties() || found.capped {
            return Err("not all of them are known".to_string());
        }
        let text = self.text_of(id).ok_or("it has none")?;
        let tied = found.tied();
        let (Some(first), Some(last)) = (
            tied.iter().map(|place| place.span.start).min(),
            tied.iter().map(|place| place.span.end).max(),
        ) else {
            return Err("it has none".to_string());
        };
        let mut edits: Vec<_> = tied
            .iter()
            .flat_map(|place| self.edits_at(id, place))
            .collect();
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

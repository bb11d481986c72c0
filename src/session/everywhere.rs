//! A hunk made at all of its places that are equally good: what a call that asks for every occurrence means.

use std::sync::Arc;

use super::Session;
use crate::matcher::{self, Found};
use crate::patch::{FilePatch, Hunk, HunkId, HunkLine, LineKind};
use crate::plan::{Decision, Resolution, Step};
use crate::text::{LineSpan, Text};

impl Session {
    /// Returns how many places the hunk would be made at; `None` where it has one, or not all of them are known.
    pub fn n_everywhere(&self, id: HunkId) -> Option<usize> {
        let found = self.found(id)?;
        let n_tied = found.tied().len();
        (n_tied > 1 && found.lists_all_ties() && !found.capped).then_some(n_tied)
    }

    /// Accepts a hunk at all of its equally good places, as one step.
    pub(super) fn accept_everywhere(&self, hunk: HunkId) -> Result<Step, String> {
        let found = self.found(hunk).ok_or("it has none")?;
        let text = self.text_of(hunk).ok_or("it has none")?;
        let (span, lines) = self.everywhere(hunk, found, &text)?;
        let n_places = found.tied().len();
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
            let lines = Arc::clone(self.as_read.get(&id).filter(|_| self.is_edited(id))?);
            let text = self.text_of(id)?;
            let section = &self.patch.files[id.file];
            let hunk = Hunk {
                lines,
                ..self.patch.hunk(id).clone()
            };
            let section = FilePatch {
                hunks: vec![hunk],
                ..section.clone()
            };
            let found = matcher::find(&section, &text, self.options.limits).pop()?;
            let (_, lines) = self.everywhere(id, &found, &text).ok()?;
            let is_made = *self.patch.hunk(id).lines == *lines;
            let mut spans: Vec<LineSpan> = found.tied().iter().map(|place| place.span).collect();
            spans.sort();
            is_made.then_some(spans)
        };
        made().unwrap_or_default()
    }

    /// Makes one hunk of all the places that are equally good of those `found`, with the lines between them as context, and
    /// returns where it stands; `Err` says why there is none.
    fn everywhere(
        &self,
        id: HunkId,
        found: &Found,
        text: &Text,
    ) -> Result<(LineSpan, Vec<HunkLine>), String> {
        if !found.lists_all_ties() || found.capped {
            return Err("not all of them are known".to_string());
        }
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

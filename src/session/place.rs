//! Places of a hunk, also those that no search found: what it would be there, how well it fits, and how the place is named.

use super::Session;
use crate::matcher::{self, Candidate, Score};
use crate::patch::HunkId;
use crate::plan::Decision;
use crate::text::{Digest, Edit, LineSpan, Snapshot};

impl Session {
    /// Returns the hunk as it would stand from line `start` (0-based) of its target on, however little is alike there;
    /// `None` when its file has no text. Where one of its places lies, it is that place: the same lines of a file mean one
    /// result, whether they are chosen from the list or by hand.
    pub fn place_at(&self, id: HunkId, start: usize) -> Option<Candidate> {
        let text = self.plan.files[id.file].snapshot.as_ref()?.text()?;
        let by_hand = matcher::place_at(self.patch.hunk(id), text, start);
        let lies_here =
            |place: &&Candidate| place.first_line() == start || place.span == by_hand.span;
        let known = self.found(id).map_or(&[][..], |found| &found.candidates);
        Some(known.iter().find(lies_here).cloned().unwrap_or(by_hand))
    }

    /// Returns the name of a place of a hunk, such as `h4-3f9a@12-9c01d2`: made of the hunk's lines, the place and what the
    /// target is, so that it means nothing once one of them is another.
    pub fn place_id(&self, id: HunkId, span: LineSpan) -> String {
        let snapshot = self.plan.files[id.file].snapshot.as_ref();
        let target = snapshot.and_then(Snapshot::digest).map(Digest::to_hex);
        let named = format!(
            "{} {} {} {}",
            self.patch.hunk(id).digest().to_hex(),
            span.start,
            span.end,
            target.unwrap_or_default()
        );
        let digest = Digest::of(named.as_bytes()).short(6);
        format!("{}@{}-{digest}", self.label(id), span.start + 1)
    }

    /// Returns how well the hunk fits at each start of `starts`; empty when its file has no text.
    pub fn scores_at(&self, id: HunkId, starts: std::ops::Range<usize>) -> Vec<Score> {
        let snapshot = self.plan.files[id.file].snapshot.as_ref();
        let text = snapshot.and_then(Snapshot::text);
        text.map(|text| matcher::scores_at(self.patch.hunk(id), text, starts))
            .unwrap_or_default()
    }

    /// Returns the line of the target (0-based) by which a place is reported, the same everywhere: the first that changes
    /// there, or the one before which new lines go. A place begins with context, of which there may be much.
    pub fn change_line(&self, id: HunkId, place: &Candidate) -> usize {
        let placed = self.plan.hunk(id).placement.as_ref();
        // The lines that it changes may be those of hunks before it, which no text holds.
        let on_others = placed
            .filter(|placed| !placed.builds_on.is_empty() && placed.candidate.span == place.span);
        match (on_others, self.first_edit(id, place)) {
            (Some(placed), _) => placed.line_index(),
            (None, Some(edit)) => edit.span.start,
            (None, None) => place.span.start,
        }
    }

    /// Returns the first edit of a hunk at `place`, of the lines chosen of it where some are.
    pub fn first_edit(&self, id: HunkId, place: &Candidate) -> Option<Edit> {
        let chosen = match &self.plan.hunk(id).decision {
            Decision::Lines(lines) => Some(lines),
            Decision::Undecided | Decision::Accepted | Decision::Rejected { .. } => None,
        };
        self.edits_of(id, place, chosen).into_iter().next()
    }

    /// Returns [`Session::change_line`] of the place that covers `span`.
    pub fn change_line_at(&self, id: HunkId, span: LineSpan) -> usize {
        let place = self.place_at(id, span.start);
        place.map_or(span.start, |place| self.change_line(id, &place))
    }
}

//! A hunk put on a place that has other lines than it removes, or lacks some of those.

use std::collections::BTreeSet;

use super::Session;
use super::decisions::Differing;
use super::settle::{decide, step};
use crate::matcher::{self, Candidate};
use crate::patch::{Hunk, HunkId, LineKind};
use crate::plan::{Decision, Resolution, Step};
use crate::text::{Edit, LineSpan, Piece, Snapshot, Text};

impl Session {
    /// Accepts what a hunk inserts at a place, and of what it removes the lines that are there as it has them.
    pub(super) fn insert_at(&self, hunk: HunkId, span: LineSpan) -> Result<Step, String> {
        let place = self.place_on(hunk, span).ok_or("no text to place it in")?;
        let unlike: Vec<usize> = place.unlike_removals().collect();
        let targets = place.targets();
        let is_there = |line: usize| targets[line].is_some_and(|at| !unlike.contains(&at));
        let lines = place.variant.lines.iter().enumerate();
        let wanted = lines.filter(|(index, line)| match line.kind {
            LineKind::Insert => true,
            LineKind::Delete => is_there(*index),
            LineKind::Context => false,
        });
        let wanted: BTreeSet<usize> = wanted.map(|(index, _)| index).collect();
        if wanted.is_empty() {
            return Err("the lines to remove are not there, and nothing is inserted".to_string());
        }
        let is_deletion = |index: &usize| place.variant.lines[*index].is_delete();
        let label = match wanted.iter().any(is_deletion) {
            true => format!("accept {} in part", self.name(hunk)),
            false => format!("insert only {}", self.name(hunk)),
        };
        let decision = Decision::Lines(wanted);
        let read = Resolution::Read {
            hunk,
            lines: Hunk::digest_of(&place.variant.lines),
        };
        Ok(step(
            label,
            vec![
                Resolution::Place { hunk, span },
                decide(hunk, decision),
                read,
            ],
        ))
    }

    /// Accepts a hunk over the lines at a place that lacks some of what it removes: those that are there go instead.
    pub(super) fn replace_lacking(&self, hunk: HunkId, span: LineSpan) -> Result<Step, String> {
        let place = self.place_on(hunk, span).ok_or("no text to place it in")?;
        let over = self.laid_over(hunk, &place);
        let over = over.ok_or("the file has too few lines there")?;
        let (span, lines) = self.made_at(hunk, &[over], Differing::Replace)?;
        let is_other = *self.patch.hunk(hunk).lines != *lines;
        let edit = is_other.then_some(Resolution::Edit { hunk, lines });
        let place = Resolution::Place { hunk, span };
        let accept = decide(hunk, Decision::Accepted);
        Ok(step(
            format!("accept {}", self.name(hunk)),
            edit.into_iter().chain([place, accept]).collect(),
        ))
    }

    /// Returns the hunk laid line by line over the lines at a place that lacks some of what it removes; `None` where the place
    /// lacks none, is no match, or has no room for all of its lines, and where fewer of them match so: lines that the hunk keeps
    /// would go then in the place of those that it removes.
    pub fn laid_over(&self, id: HunkId, place: &Candidate) -> Option<Candidate> {
        if place.n_removals_missing() == 0 || place.is_no_match() {
            return None;
        }
        let text = self.plan.files[id.file].snapshot.as_ref()?.text()?;
        let over = matcher::place_at(self.patch.hunk(id), text, place.first_line());
        let n_exact = |place: &Candidate| place.n_lines_exact().1;
        let fits = over.n_removals_missing() == 0 && n_exact(&over) >= n_exact(place);
        fits.then_some(over)
    }

    /// Returns the lines of the file (0-based, ascending) that would go at `place` though the hunk removes none like them. A line
    /// that its edit writes back as it is does not go, unless the place lacks lines: there the hunk may only insert, and would
    /// insert that line once more.
    pub fn unlike_removals(&self, id: HunkId, place: &Candidate) -> Vec<usize> {
        let unlike: Vec<usize> = place.unlike_removals().collect();
        let snapshot = self.plan.files[id.file].snapshot.as_ref();
        let text = snapshot.and_then(Snapshot::text);
        let Some(text) = text.filter(|_| !unlike.is_empty() && place.n_removals_missing() == 0)
        else {
            return unlike;
        };
        let edits = self.edits_of(id, place, None);
        let changed: Vec<Changed<'_>> = edits.iter().map(|edit| changed(edit, text)).collect();
        let goes = |line: &usize| changed.iter().any(|(span, _)| span.contains(*line));
        unlike.into_iter().filter(goes).collect()
    }

    /// Returns whether the file would be as it is after the hunk is made at `place`.
    pub fn changes_nothing_at(&self, id: HunkId, place: &Candidate) -> bool {
        let snapshot = self.plan.files[id.file].snapshot.as_ref();
        let Some(text) = snapshot.and_then(Snapshot::text) else {
            return false;
        };
        let edits = self.edits_of(id, place, None);
        let mut changed = edits.iter().map(|edit| changed(edit, text));
        changed.all(|(span, lines)| span.is_empty() && lines.is_empty())
    }

    /// Returns the hunk as it lies on `span`: one of its places, else where it is laid line by line.
    pub(super) fn place_on(&self, id: HunkId, span: LineSpan) -> Option<Candidate> {
        let places = self.found(id).map_or(&[][..], |found| &found.candidates);
        let known = places.iter().find(|place| place.span == span);
        let text = self.plan.files[id.file].snapshot.as_ref()?.text()?;
        let by_hand = || matcher::place_at(self.patch.hunk(id), text, span.start);
        Some(known.cloned().unwrap_or_else(by_hand))
    }
}

/// Lines of a file, and those that come in their place.
type Changed<'a> = (LineSpan, &'a [Piece]);

/// Returns what an edit changes: it, without the lines at either end that it writes back as they are.
fn changed<'a>(edit: &'a Edit, text: &Text) -> Changed<'a> {
    let (mut span, mut lines) = (edit.span, edit.lines.as_slice());
    while let [first, rest @ ..] = lines
        && !span.is_empty()
        && text.line(span.start) == &**first
    {
        (span.start, lines) = (span.start + 1, rest);
    }
    while let [rest @ .., last] = lines
        && !span.is_empty()
        && text.line(span.end - 1) == &**last
    {
        (span.end, lines) = (span.end - 1, rest);
    }
    (span, lines)
}

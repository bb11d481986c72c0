//! Why a hunk is not settled, in one sentence.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::Session;
use crate::dialect::{Note, NoteCode};
use crate::matcher::named::Headings;
use crate::matcher::{Candidate, Never};
use crate::patch::{Given, HunkId, LineKind, Quote, Unsure};
use crate::plan::doubt::WholeDoubt;
use crate::plan::{self, conflict};
use crate::text::display::display_line;
use crate::text::{LineSpan, indent};

impl Session {
    /// Returns the placed hunk before this one that says the same, where the file alone gives this one no other place.
    fn copied_from(&self, id: HunkId) -> Option<HunkId> {
        let found = self.found(id).filter(|found| !found.is_tied())?;
        found.candidates.first()?;
        let hunk = self.patch.hunk(id);
        let mut before = (0..id.hunk).map(|hunk| HunkId { hunk, ..id });
        before.find(|before| {
            let is_placed = self.plan.hunk(*before).state == plan::State::Placed;
            is_placed && self.patch.hunk(*before).says_the_same(hunk)
        })
    }

    /// Returns the innermost heading of a hunk whose best place lies above all lines that are like it.
    fn heading_below(&self, id: HunkId) -> Option<String> {
        let hunk = self.patch.hunk(id);
        let input = self.input(id.file, &Never);
        let text = input.snapshot?.text()?;
        let found = self.found(id)?;
        let place = (!found.candidates.is_empty()).then(|| found.candidates.span_of(0))?;
        let headings = OnceCell::new();
        let all = || headings.get_or_init(|| Headings::of(text));
        let heading = plan::verdict::heading_below(hunk, text, place, all)?;
        Some(display_line(heading))
    }

    /// Returns whether a section was read as a part of its file though no line of it stands for others: it may be meant as all.
    fn is_snippet(&self, file: usize) -> bool {
        let read = self.incomplete.get(&file);
        self.patch.files[file].given == Given::Parts && read.is_some_and(|read| !read.elided)
    }

    /// Returns why a hunk about a whole file waits; `None` where it does not, or for another reason.
    pub fn doubt_of_whole(&self, id: HunkId) -> Option<WholeDoubt> {
        let is_weak = self.plan.hunk(id).state == plan::State::TooWeak;
        is_weak.then(|| plan::doubt::of_whole(&self.input(id.file, &Never), id.hunk))?
    }

    /// Returns what a hunk loses, in the words of [`Session::message`]: only where that is why it waits, and the message names it.
    pub fn losses_asked_about(&self, id: HunkId) -> Vec<String> {
        let Some(WholeDoubt::Loses(_)) = self.doubt_of_whole(id) else {
            return Vec::new();
        };
        let losses = self.losses_of(id.file).get(&id.hunk).into_iter().flatten();
        let named = losses
            .filter(|loss| loss.is_harm())
            .take(plan::doubt::N_LOSSES_TOLD);
        named.map(|loss| loss.words()).collect()
    }

    /// Returns why a hunk is not settled and what to do, in one sentence; `None` for one that is.
    pub fn message(&self, id: HunkId) -> Option<String> {
        Some(self.message_parts(id)?.whole())
    }

    /// Returns what [`Session::message`] does, in its parts.
    pub fn message_parts(&self, id: HunkId) -> Option<conflict::Message> {
        let line = |place: &Candidate| self.change_line(id, place);
        if let Some(why) = self.own_reason(id, line) {
            let is_own = self.own_doubt(id).as_ref() == Some(&why);
            let best = self.found(id).and_then(|found| found.candidates.first());
            return Some(conflict::Message {
                quote: self.quote(id).filter(|_| is_own).cloned(),
                also: best.and_then(|best| self.unclear_removal(id, best)),
                why,
                next: None,
            });
        }
        let file = &self.plan.files[id.file];
        let name = |hunk| {
            self.name(HunkId {
                file: id.file,
                hunk,
            })
        };
        conflict::hunk_message(file, self.plan.hunk(id), self.found(id), name, line)
    }

    /// Returns why a hunk waits where its plan and its places alone do not show it.
    fn own_reason(&self, id: HunkId, line: impl Fn(&Candidate) -> usize) -> Option<String> {
        let state = &self.plan.hunk(id).state;
        if *state == plan::State::TooWeak {
            return self.why_weak(id, line);
        }
        let first = (*state == plan::State::Ambiguous).then(|| self.copied_from(id))?;
        first.map(|first| {
            let first = self.name(first);
            format!("the same edit as {first}; it may be meant for another place")
        })
    }

    /// Returns why a hunk waits that is in the reply or in what it does to a whole file, whatever was decided on it since.
    pub fn own_doubt(&self, id: HunkId) -> Option<String> {
        let doubt = plan::doubt::of_whole(&self.input(id.file, &Never), id.hunk);
        let unsure = || Some(self.patch.hunk(id).unsure?.words().to_string());
        doubt.map(|doubt| doubt.words()).or_else(unsure)
    }

    /// Returns what was guessed or repaired while a hunk was read: also what is said of its lines of the reply before it was known
    /// to be one.
    pub fn notes_on(&self, id: HunkId) -> impl Iterator<Item = &Note> {
        let own = self.patch.hunk(id).origin;
        let is_within = move |note: &Note| {
            note.hunk.is_none() && own.start <= note.span.start && note.span.start < own.end
        };
        let notes = self.notes().iter();
        notes.filter(move |note| note.hunk == Some(id) || is_within(note))
    }

    /// Returns for each hunk what was guessed about it: its file, or its end. Whole files are left out: the words around the content
    /// always name their file.
    pub fn guesses(&self) -> BTreeMap<HunkId, Vec<String>> {
        let origin = |id: HunkId| (self.patch.hunk(id).origin, id);
        let mut origins: Vec<(LineSpan, HunkId)> = self.patch.hunk_ids().map(origin).collect();
        origins.sort_unstable();
        let hunk_at = |line: usize| {
            let after = origins.partition_point(|(origin, _)| origin.start <= line);
            let (origin, id) = origins.get(after.checked_sub(1)?)?;
            (line < origin.end).then_some(*id)
        };
        let is_guess =
            |code: NoteCode| matches!(code, NoteCode::PathGuessed | NoteCode::MarkerMissing);
        let mut guesses: BTreeMap<HunkId, Vec<String>> = BTreeMap::new();
        for note in self.notes().iter().filter(|note| is_guess(note.code)) {
            let hunk = note.hunk.or_else(|| hunk_at(note.span.start));
            let hunk = hunk.filter(|id| self.patch.files[id.file].given == Given::Hunks);
            if let Some(id) = hunk {
                guesses.entry(id).or_default().push(note.text.clone());
            }
        }
        guesses
    }

    /// Returns the words of the reply that make a hunk wait.
    pub fn quote(&self, id: HunkId) -> Option<&Arc<Quote>> {
        let hunk = self.patch.hunk(id);
        let is_said = hunk.unsure.is_some_and(Unsure::is_said);
        hunk.quote.as_ref().filter(|_| is_said)
    }

    /// Returns the other hunks that the reply offers as one of several, where it offers this one so.
    pub fn offered_beside(&self, id: HunkId) -> Vec<HunkId> {
        let is_offered = |id: &HunkId| self.patch.hunk(*id).unsure == Some(Unsure::Offered);
        if !is_offered(&id) {
            return Vec::new();
        }
        let others = self.patch.hunk_ids().filter(|other| *other != id);
        others.filter(is_offered).collect()
    }

    /// Names the first line that a part of a file removes at a place, where it is not clear which lines it does: one that
    /// nothing new is beside goes before others.
    pub fn unclear_removal(&self, id: HunkId, place: &Candidate) -> Option<String> {
        let why = self.patch.hunk(id).unsure?;
        let lines = &place.variant.lines;
        let is_kind = |at: usize, kind| lines.get(at).is_some_and(|line| line.kind == kind);
        let is_replaced = |at: usize| {
            let is_changed = |at: &usize| *at < lines.len() && !is_kind(*at, LineKind::Context);
            let mut run = (0..at)
                .rev()
                .take_while(is_changed)
                .chain((at..).take_while(is_changed));
            run.any(|at| is_kind(at, LineKind::Insert))
        };
        let removed = place.removals().filter_map(|pair| {
            let (at, line) = (pair.hunk_line()?, pair.target_line()?);
            (!indent::is_blank(&lines.get(at)?.body)).then_some((at, line))
        });
        let removed: Vec<(usize, usize)> = removed.collect();
        let alone = removed.iter().find(|(at, _)| !is_replaced(*at));
        let any = || removed.first().filter(|_| why == Unsure::ReachUnclear);
        let (at, line) = alone.filter(|_| why.is_of_edge()).or_else(any)?;
        let shown = display_line(lines[*at].body.trim_ascii());
        Some(format!("it removes line {}: `{shown}`", line + 1))
    }

    fn why_weak(&self, id: HunkId, line: impl Fn(&Candidate) -> usize) -> Option<String> {
        let hunk = self.patch.hunk(id);
        if let Some(doubt) = self.own_doubt(id) {
            return Some(doubt);
        }
        if let Some(heading) = self.heading_below(id) {
            return Some(format!(
                "its heading `{heading}` is only found below this place"
            ));
        }
        if let Some(span) = &hunk.replaces {
            let rest = match self.is_snippet(id.file) {
                true => "; the rest of the file stays",
                false => "",
            };
            return Some(match span.line_numbers() {
                (first, last) if first == last => {
                    format!("it changes line {first} without quoting it{rest}")
                }
                (first, last) => {
                    format!("it changes lines {first} to {last} without quoting them{rest}")
                }
            });
        }
        let policy = &self.options.policy;
        let best = self.found(id)?.candidates.first()?;
        (policy.max_gap.is_none() && plan::verdict::is_good_enough(best, policy)).then(|| {
            let line = line(best) + 1;
            format!("it fits line {line}, but not once earlier hunks are applied")
        })
    }
}

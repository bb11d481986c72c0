//! A hunk read against the running text: where it goes, and which earlier hunks it builds on.

use std::collections::BTreeSet;
use std::slice;

use super::so_far::SoFar;
use super::{N_JOINED, built_upon};
use crate::matcher::{self, Candidate, Doubt, Found, Tier};
use crate::patch::{FilePatch, HintSource, Hunk, LineHint};
use crate::plan::compose::{self, Running};
use crate::plan::policy::By;
use crate::plan::settle;
use crate::plan::verdict::{self, Verdict};
use crate::plan::{HunkPlan, Placement, State, splice};
use crate::text::{Edit, LineSpan};

impl SoFar<'_> {
    /// Reads the hunk against the running text, and plans it anew where that says something else.
    pub(super) fn read(&mut self, hunk: &mut HunkPlan, earlier: &[HunkPlan]) {
        if !self.make(earlier) || !self.spend(self.text.n_lines()) {
            return;
        }
        let Some(running) = &self.running else {
            return;
        };
        let input = self.input;
        let written = &input.file.hunks[hunk.id.hunk];
        let asked = self.as_read(hunk.id).map_or(written, |read| read);
        let completed = asked.completed(&running.text);
        // What was completed beside the running text has its numbers from there.
        let numbers = asked.hint.filter(|_| completed.is_none());
        let numbers = numbers.map(|hint| self.lines_now(hint, running));
        let mut asked = completed.unwrap_or_else(|| asked.clone());
        if let (Some((line_index, _)), Some(hint)) = (numbers, asked.hint) {
            asked.hint = Some(LineHint { line_index, ..hint });
        }
        let mut file = FilePatch::new(
            input.file.path.clone(),
            input.file.op.clone(),
            input.file.dialect,
        );
        file.hunks = vec![asked];
        let found = matcher::find_while(&file, &running.text, input.limits, input.cancel);
        let Some([found]) = found.as_deref() else {
            return;
        };
        let mut verdict = verdict::verdicts(
            &file,
            &running.text,
            slice::from_ref(found),
            &[false],
            input.policy,
        )
        .pop()
        .unwrap_or(Verdict::NoMatch);
        let made = settle::first_made(input.file, |other| {
            let is_made = |other: &HunkPlan| other.state == State::AlreadyApplied;
            let is_there = || input.found[other].applied_at().is_some();
            earlier.get(other).is_some_and(is_made) || input.is_written(other) || is_there()
        });
        if matches!(verdict, Verdict::Place(_, By::Number))
            && settle::is_number_moved(written, &made)
        {
            verdict = Verdict::Ambiguous;
        }
        let mut numbers_disagree = false;
        if let (Verdict::Place(at, By::Number), Some((_, Some(other)))) = (&verdict, numbers) {
            let starts_there = |place: &Candidate| place.span.start == other;
            // What is inserted by its number alone may go to any line.
            let may_go_there =
                file.hunks[0].insertion_line().is_some() || found.tied().iter().any(starts_there);
            numbers_disagree = may_go_there && found.candidates[*at].span.start != other;
        }
        if numbers_disagree {
            verdict = Verdict::Ambiguous;
        }
        let reading = Reading {
            asked: &file.hunks[0],
            found,
            verdict,
            numbers_disagree,
            running,
        };
        if let Some((state, placement)) = self.planned(hunk, &reading, earlier) {
            let is_placed = state == State::Placed;
            if let Some(placement) = &placement {
                let lines = &placement.candidate.variant.lines;
                hunk.decision = input.settled.decision_on(hunk.id, lines);
            }
            (hunk.state, hunk.placement) = (state, placement);
            if is_placed {
                self.end_as(&file.hunks[0]);
            }
        }
    }

    /// Returns the line of the running text that a number means, and the one that it means where lines are counted otherwise.
    fn lines_now(&self, hint: LineHint, running: &Running) -> (usize, Option<usize>) {
        let line = hint.line_index;
        let as_read = self
            .call
            .1
            .as_ref()
            .map_or(line, |base| base.line_as_read(line));
        let now = running.line_now(as_read);
        let other = match (hint.source, &self.call.1) {
            // A diff says which text its numbers are of.
            (HintSource::Header(_) | HintSource::Position, None) => None,
            (
                HintSource::StartLine
                | HintSource::Range(_)
                | HintSource::Gutter
                | HintSource::Insertion
                | HintSource::Compared,
                None,
            ) => Some(line),
            (_, Some(_)) => Some(running.line_now(line)),
        };
        (now, other.filter(|other| *other != now))
    }

    /// Returns how the hunk stands as it was read beside the running text; `None` where it stays as it is.
    fn planned(
        &self,
        hunk: &HunkPlan,
        reading: &Reading<'_>,
        earlier: &[HunkPlan],
    ) -> Option<(State, Option<Placement>)> {
        let edits = self.edits_of(hunk);
        let met: BTreeSet<usize> = edits.iter().flat_map(|edit| self.met(edit.span)).collect();
        let is_placed = hunk.state == State::Placed;
        let repeated = met
            .iter()
            .find(|maker| self.edits_of(&earlier[**maker]) == edits);
        // Other lines than those of the first, to the letter in what that made, ask for a change of their own.
        let is_of_its_own = |maker: &usize| {
            let hunks = &self.input.file.hunks;
            let exact = match &reading.verdict {
                Verdict::Place(at, _) => Some(&reading.found.candidates[*at]),
                Verdict::AlreadyApplied
                | Verdict::Ambiguous
                | Verdict::TooWeak
                | Verdict::DeletedLineNotFound
                | Verdict::NoMatch => None,
            };
            let exact = exact.filter(|place| place.tier == Tier::Strict);
            hunks[*maker].lines != hunks[hunk.id.hunk].lines
                && exact.is_some_and(|place| reading.running.makers(place.span).contains(maker))
        };
        let repeated = repeated.filter(|maker| is_placed && !is_of_its_own(maker));
        let is_edit_of_file =
            |place: &Candidate| is_placed && reading.edits_alone_at(place).as_ref() == Some(&edits);
        let was_made_already = hunk.state == State::AlreadyApplied;
        match &reading.verdict {
            Verdict::Place(at, by) => {
                let place = &reading.found.candidates[*at];
                let call = |hunk: usize| self.input.file.hunks[hunk].call;
                let is_copy = repeated.is_some_and(|maker| call(*maker) != call(hunk.id.hunk));
                if is_edit_of_file(place) {
                    None
                } else if is_placed
                    && repeated.is_none()
                    && !met.is_empty()
                    && self.names_another(hunk, reading, place)
                {
                    Some((State::Ambiguous, None))
                } else if repeated.is_some_and(|maker| {
                    let overlaps_maker = || reading.running.makers(place.span).contains(maker);
                    reading.is_made_by(*maker) || !is_copy && overlaps_maker()
                }) {
                    self.next_of_its_like(hunk, reading, *repeated?, earlier)
                } else if is_copy && place.tier > Tier::Strict {
                    // The same edit once more, where a place is only like the first.
                    Some((State::Ambiguous, None))
                } else {
                    let placement = self.placement(hunk, reading, place, *by, earlier);
                    // It would change only the lines that the first copy inserted, so it may be a repetition.
                    let builds_only_on_maker = |own: &Placement| {
                        is_copy && repeated.is_some_and(|maker| *own.builds_on == [*maker])
                    };
                    match placement {
                        Some(placement) if builds_only_on_maker(&placement) => {
                            Some((State::Ambiguous, None))
                        }
                        Some(placement) => Some((State::Placed, Some(placement))),
                        None => was_made_already.then_some((State::TooWeak, None)),
                    }
                }
            }
            // Said twice, it is made once; elsewhere, it was said of another place.
            Verdict::AlreadyApplied | Verdict::TooWeak if repeated.is_some() => {
                self.next_of_its_like(hunk, reading, *repeated?, earlier)
            }
            Verdict::AlreadyApplied if is_placed && met.is_empty() && !reading.is_made() => None,
            Verdict::AlreadyApplied if reading.is_asked_of_what_was_made() => {
                Some((State::TooWeak, None))
            }
            Verdict::AlreadyApplied => Some((State::AlreadyApplied, None)),
            Verdict::Ambiguous => {
                let by = hunk.placement.as_ref().map(|placement| placement.by);
                let is_one_of_them = || reading.found.tied().iter().any(is_edit_of_file);
                let waits = was_made_already
                    || by == Some(By::Number) && reading.numbers_disagree
                    || by == Some(By::Matcher) && repeated.is_none() && is_one_of_them();
                let next = || self.next_of_its_like(hunk, reading, *repeated?, earlier);
                if waits {
                    Some((State::Ambiguous, None))
                } else {
                    next()
                }
            }
            Verdict::TooWeak => {
                let waits = was_made_already || is_placed && met.is_empty() && reading.is_made();
                waits.then_some((State::TooWeak, None))
            }
            Verdict::DeletedLineNotFound => {
                was_made_already.then_some((State::DeletedLineNotFound, None))
            }
            Verdict::NoMatch => was_made_already.then_some((State::NoMatch, None)),
        }
    }

    /// Returns whether the hunk's number or heading names a place that others changed, and `place` is among lines that nobody
    /// changed: that it is the only one left does not show that it is meant.
    fn names_another(&self, hunk: &HunkPlan, reading: &Reading<'_>, place: &Candidate) -> bool {
        let by = hunk.placement.as_ref().map(|placement| placement.by);
        let is_named = match by {
            Some(By::Number | By::Heading | By::FileEnd) => true,
            Some(By::Matcher | By::Order | By::Left | By::Nearest | By::Person) | None => false,
        };
        is_named && reading.running.makers(place.span).is_empty()
    }

    /// Returns how a hunk stands that was said before by `maker`, where more of the file is like its place but for indentation:
    /// said twice in one call it takes the next one, and else a person says whether that is meant.
    fn next_of_its_like(
        &self,
        hunk: &HunkPlan,
        reading: &Reading<'_>,
        maker: usize,
        earlier: &[HunkPlan],
    ) -> Option<(State, Option<Placement>)> {
        // That the result is there already, or right beside, is the first's doing.
        let is_of_first = |doubt| matches!(doubt, Doubt::AppliedElsewhere | Doubt::AlreadyThere);
        let is_next = |place: &&Candidate| {
            place.tier <= Tier::Resilient
                && place.reaches_bar()
                && place.doubts().all(is_of_first)
                && reading.running.makers(place.span).is_empty()
        };
        let mut places = reading.found.candidates.iter().filter(is_next);
        let next = places.next()?;
        let call = |hunk: usize| self.input.file.hunks[hunk].call;
        let is_one_call = call(maker) == call(hunk.id.hunk) && places.next().is_none();
        let placement = is_one_call
            .then(|| self.placement(hunk, reading, next, By::Order, earlier))
            .flatten()
            .filter(|placement| placement.builds_on.is_empty());
        Some(match placement {
            Some(placement) => (State::Placed, Some(placement)),
            None => (State::Ambiguous, None),
        })
    }

    /// Returns whether the hunk, which waits, has a place that reaches its tier's bar in the file as it is and that no other
    /// hunk touches: then it may mean that place, however it is doubted. Where it is to the letter in the running text, at
    /// `now`, no other place is one that is only like it.
    fn has_a_place_of_its_own(&self, hunk: &HunkPlan, now: &Candidate) -> bool {
        if matches!(hunk.state, State::Placed | State::AlreadyApplied) {
            return false;
        }
        let is_looser = |place: &Candidate| {
            let is_like = now.tier == Tier::Strict && place.tier > Tier::Strict;
            is_like && !self.is_nearer_its_number(hunk, place, now)
        };
        let is_untouched = |place: &Candidate| {
            let about = LineSpan::new(place.span.start.saturating_sub(1), place.span.end + 1);
            self.met(about).next().is_none()
        };
        let mut places = self.input.found[hunk.id.hunk].candidates.iter();
        places.any(|place| {
            place.reaches_bar()
                && place.landmark().is_none()
                && is_untouched(place)
                && !is_looser(place)
        })
    }

    /// Returns whether the number of a diff's hunk is nearer to its `place` in the file than to the one in the running text,
    /// `now`.
    fn is_nearer_its_number(&self, hunk: &HunkPlan, place: &Candidate, now: &Candidate) -> bool {
        let off = |place: &Candidate| place.offset_lines().map(isize::unsigned_abs);
        self.is_numbered_by_diff(hunk)
            && off(place).zip(off(now)).is_some_and(|(own, now)| own < now)
    }

    fn is_numbered_by_diff(&self, hunk: &HunkPlan) -> bool {
        let hint = self.input.file.hunks[hunk.id.hunk].hint;
        hint.is_some_and(|hint| matches!(hint.source, HintSource::Header(_)))
    }

    /// Returns whether the hunk's place in the file is at the very line that its header names, and the hunks before left its
    /// lines alone: then those are meant, however well it fits what was made. The number of a later diff was counted in what
    /// was made: where the hunk is to the letter at that number there, `now`, and not in the file, that is meant.
    fn is_at_its_number(&self, hunk: &HunkPlan, now: &Candidate) -> bool {
        let place = hunk.placement.as_ref().map(|own| &own.candidate);
        let is_there = |place: &Candidate| {
            let is_counted_now =
                self.call.1.is_some() && now.tier == Tier::Strict && now.offset_lines() == Some(0);
            place.offset_lines() == Some(0) && (place.tier == Tier::Strict || !is_counted_now)
        };
        self.is_numbered_by_diff(hunk) && place.is_some_and(|place| place.for_once(is_there))
    }

    /// Returns the place in the file, and in what is made there, that a place in the running text comes to; `None` where it
    /// is a loose one among lines that were made.
    fn placement(
        &self,
        hunk: &HunkPlan,
        reading: &Reading<'_>,
        place: &Candidate,
        by: By,
        earlier: &[HunkPlan],
    ) -> Option<Placement> {
        let own = splice::splice(place, &reading.running.text, None);
        let (edits, makers) = reading.running.composed(place.span, &own);
        if !makers.is_empty() && place.tier > Tier::Fuzzy {
            return None;
        }
        // What earlier hunks take away makes its place in the file look worse, and another one better. Where it asks for the
        // file's own lines rather than for those that were made of them, the two hunks contradict each other. Only what is
        // said twice has a second place.
        let own_place = hunk.placement.as_ref().map(|own| &own.candidate);
        let is_looser = own_place.is_some_and(|own| own.for_once(|own| own.tier) < place.tier);
        let has_own = hunk.state == State::Placed && !matches!(by, By::Order | By::Left);
        if has_own && (is_looser || !makers.is_empty() && self.is_at_its_number(hunk, place)) {
            return None;
        }
        // Its number, counted in the text that the calls before leave, is one of those places.
        let is_numbered = makers.is_empty() && by == By::Number && self.call.1.is_some();
        if !is_numbered
            && self.has_a_place_of_its_own(hunk, place)
            && !reading.removes_what_was_made(place)
        {
            return None;
        }
        let asked = self.as_read(hunk.id).unwrap_or(reading.asked);
        let inserts = own.iter().all(|edit| edit.span.is_empty());
        let is_among_the_files = inserts && reading.running.makers(place.span).is_empty();
        let goes_there = |maker: &usize| {
            self.is_order_shown((hunk, asked, &own), &earlier[*maker], reading.running)
        };
        if is_among_the_files && !makers.iter().all(goes_there) {
            return None;
        }
        let is_of_the_file = makers.is_empty() && place.n_removals_missing() == 0;
        let from = is_of_the_file.then(|| reading.running.line_as_read(place.span.start));
        let (as_one, start) = compose::as_hunk(reading.asked, self.text, &edits, from);
        let mut candidate = matcher::place_at(&as_one, self.text, start);
        (candidate.tier, candidate.score) = (place.tier, place.score);
        candidate.evidence = place.evidence.clone();
        candidate.reindents = Box::default();
        let mut builds_on = built_upon(makers.iter().map(|maker| &earlier[*maker]));
        builds_on.extend(makers);
        if builds_on.len() > N_JOINED {
            return None;
        }
        Some(Placement {
            candidate: candidate.into(),
            by,
            builds_on: builds_on.into_iter().collect(),
        })
    }
}

/// A hunk read against the running text.
struct Reading<'a> {
    asked: &'a Hunk,
    found: &'a Found,
    verdict: Verdict,
    /// Whether its number hits two places, as the lines are counted before its call and now.
    numbers_disagree: bool,
    running: &'a Running,
}

impl Reading<'_> {
    /// Returns whether the hunk, at a place among lines that were made, removes one of them.
    fn removes_what_was_made(&self, place: &Candidate) -> bool {
        let lines = place.variant.lines.iter().zip(place.targets());
        let mut removed = lines
            .filter(|(line, _)| line.is_delete())
            .filter_map(|(_, target)| target);
        removed.any(|line| {
            !self
                .running
                .makers(LineSpan::new(line, line + 1))
                .is_empty()
        })
    }

    /// Returns whether the result of the hunk stands among lines that others made.
    fn is_made(&self) -> bool {
        let made = self.found.applied_at();
        made.is_some_and(|made| !self.running.makers(made).is_empty())
    }

    /// Returns whether the result of the hunk stands among lines that the hunk `maker` made.
    fn is_made_by(&self, maker: usize) -> bool {
        let made = self.found.applied_at();
        made.is_some_and(|made| self.running.makers(made).contains(&maker))
    }

    /// Returns whether what the hunk asks for was made by others, though its result is the file's own.
    fn is_asked_of_what_was_made(&self) -> bool {
        let is_made = |span: LineSpan| !self.running.makers(span).is_empty();
        let mut asked = self.found.tied().iter();
        asked.any(|place| place.tier <= Tier::Fuzzy && is_made(place.span))
            && !self.found.applied_at().is_some_and(is_made)
    }

    /// Returns what the hunk writes at a place, as edits of the file; `None` where it changes what was made.
    fn edits_alone_at(&self, place: &Candidate) -> Option<Vec<Edit>> {
        let own = splice::splice(place, &self.running.text, None);
        let (edits, makers) = self.running.composed(LineSpan::default(), &own);
        makers.is_empty().then_some(edits)
    }
}

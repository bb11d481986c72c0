//! Whether what earlier hunks make could change what a hunk means. Nearly always it could not, and that must cost little.

use std::collections::{BTreeSet, HashSet};
use std::iter;
use std::ops::Range;

use bstr::{BStr, ByteSlice};

use super::so_far::{SoFar, tail};
use crate::matcher::line_key::LineKey;
use crate::matcher::{Candidate, Found, Tier, weight};
use crate::patch::{Extent, HintSource, Hunk, HunkLine, LineKind, Occurrences};
use crate::plan::policy::By;
use crate::plan::{HunkPlan, Placement, State};
use crate::text::{Edit, FinalNewline, LineSpan, indent};

impl SoFar<'_> {
    /// Returns whether what earlier hunks make could change what the hunk means.
    pub(super) fn may_change(
        &mut self,
        hunk: &HunkPlan,
        edits: &[Edit],
        earlier: &[HunkPlan],
    ) -> bool {
        let asked = &self.input.file.hunks[hunk.id.hunk];
        let is_as_read = self.spans.is_empty() && self.end == FinalNewline::Keep;
        if is_as_read || !self.spend(1) {
            return false;
        }
        let found = &self.input.found[hunk.id.hunk];
        let meets_others = edits
            .iter()
            .any(|edit| self.met(edit.span).next().is_some());
        let n_lines = self.text.n_lines();
        let is_at_other_end =
            self.end != FinalNewline::Keep && edits.iter().any(|edit| edit.span.end == n_lines);
        meets_others
            || is_at_other_end
            || self.are_numbers_moved(asked, hunk)
            || self.is_completed_otherwise(hunk)
            || self.touches_places(found)
            || self.ends_beside_what_was_made(asked, edits)
            || self.may_fit(asked, earlier)
            || self.fits_what_is_left(asked, hunk, earlier)
    }

    /// Returns whether the place of a hunk in the file has all its lines to the letter.
    fn is_to_the_letter(&self, hunk: &HunkPlan) -> bool {
        let is_exact =
            |place: &Candidate| place.tier == Tier::Strict && place.n_removals_missing() == 0;
        let found = &self.input.found[hunk.id.hunk];
        let place = hunk.placement.as_ref();
        place.is_some_and(|place| {
            found.candidates.exact().is_some() || place.candidate.for_once(is_exact)
        })
    }

    /// Returns whether the old text of a hunk that is not in the file to the letter is so in the running text, where
    /// earlier hunks made a line of it or left two of its lines side by side: lines that are not distinctive do, too.
    fn fits_what_is_left(&mut self, asked: &Hunk, hunk: &HunkPlan, earlier: &[HunkPlan]) -> bool {
        if hunk.state == State::AlreadyApplied || self.is_to_the_letter(hunk) {
            return false;
        }
        let old: Vec<&BStr> = asked.preimage().collect();
        if !self.may_leave(&old) || !self.make(earlier) {
            return false;
        }
        let Some(running) = &self.running else {
            return false;
        };
        let is_at = |start: &usize| {
            let mut lines = old.iter().zip(*start..);
            lines.all(|(line, at)| running.text.line(at) == *line)
        };
        let starts = 0..(running.text.n_lines() + 1).saturating_sub(old.len());
        let is_made = |start: usize| {
            let makers = running.makers(LineSpan::new(start, start + old.len()));
            !makers.is_empty()
        };
        starts.filter(is_at).any(is_made)
    }

    /// Returns whether the hunk can only be read beside its target, and may be read otherwise beside what earlier ones make.
    /// A string that has its place in the file is there still unless they made it once more.
    fn is_completed_otherwise(&mut self, hunk: &HunkPlan) -> bool {
        let Some(read) = self.as_read(hunk.id).filter(|read| read.needs_target()) else {
            return false;
        };
        let is_string = read.extent == Extent::Within && read.occurrences == Occurrences::One;
        if !is_string || hunk.state != State::Placed {
            return true;
        }
        const BYTES_OF_A_STEP: usize = 64;
        let Some(made) = &self.made else {
            return true;
        };
        let holds = |line: &BStr| !indent::is_blank(line) && made.contains_str(line);
        let may_hold = read.preimage().any(holds);
        let n_steps = made.len() / BYTES_OF_A_STEP;
        self.spend(n_steps) && may_hold
    }

    /// Returns whether the number of the hunk matters, and earlier hunks move it.
    fn are_numbers_moved(&self, asked: &Hunk, hunk: &HunkPlan) -> bool {
        let Some(hint) = asked.hint else {
            return false;
        };
        let by_number = |place: &Placement| place.by == By::Number;
        let matters =
            hunk.state == State::Ambiguous || hunk.placement.as_ref().is_some_and(by_number);
        let is_of_later_call = self.call.1.is_some();
        is_of_later_call || matters && hint.source == HintSource::StartLine
    }

    /// Returns whether earlier hunks change lines of a place that ties with the best, or of the result that stands there.
    fn touches_places(&self, found: &Found) -> bool {
        if let Some(exact) = found.candidates.exact() {
            return self.met(exact.span()).next().is_some();
        }
        let places = found.tied().iter().map(|place| place.span);
        let mut places = places
            .chain(found.applied_at())
            .filter(|span| !span.is_empty());
        places.any(|span| self.met(span).next().is_some())
    }

    /// Returns whether the hunk shows nothing beyond what it inserts, and all of that was made hard by: it may be the same.
    fn ends_beside_what_was_made(&self, asked: &Hunk, edits: &[Edit]) -> bool {
        let mut ends = asked.lines.split(|line| line.in_preimage());
        let says = |line: &&HunkLine| line.has_text();
        let is_made = |run: &[HunkLine]| {
            let mut said = run.iter().filter(says).peekable();
            said.peek().is_some() && said.all(|line| self.tails.contains_key(&tail(&line.body)))
        };
        let is_made = ends.next().is_some_and(is_made) || ends.next_back().is_some_and(is_made);
        is_made
            && edits.iter().any(|edit| {
                let reach = edit.lines.len();
                let about =
                    LineSpan::new(edit.span.start.saturating_sub(reach), edit.span.end + reach);
                self.met(about).next().is_some()
            })
    }

    /// Returns whether all lines of the hunk that say something stand in or about what an earlier hunk makes, and one of them
    /// in what it makes: a look at a few lines, before the whole text is made and searched.
    fn may_fit(&mut self, asked: &Hunk, earlier: &[HunkPlan]) -> bool {
        let reach = asked.preimage().count();
        if !self.may_hold_about_an_edit(asked, reach, earlier) {
            return false;
        }
        for made in &self.lines[self.n_keyed..] {
            let makers = self.keys.entry(LineKey::of(&made.line)).or_default();
            if makers.last() != Some(&(made.maker as usize)) {
                makers.push(made.maker as usize);
            }
        }
        self.n_keyed = self.lines.len();
        let keys = asked_keys(asked);
        let made = keys.iter().filter_map(|key| self.keys.get(key)).flatten();
        let makers: BTreeSet<usize> = made.copied().collect();
        makers.into_iter().any(|maker| {
            self.spend(reach) && self.holds_about_edits_of(&earlier[maker], &keys, reach)
        })
    }

    /// Returns whether all lines of the hunk that say something end like lines that are made, or that stand up to `reach` from
    /// an edit of a hunk that makes one of them: nearly always none does, and this is told without a key.
    fn may_hold_about_an_edit(&self, asked: &Hunk, reach: usize, earlier: &[HunkPlan]) -> bool {
        const MOST_LINES: usize = 8;
        // What a line says is asked last: it costs more than a tail.
        let last = asked.lines.iter().filter_map(|line| {
            let last = self.tails.get(&tail(&line.body));
            last.filter(|_| is_asked(line))
        });
        let made = |nth: u32| self.lines.get(nth as usize);
        let alike = |last| iter::successors(made(last), |line| made(line.above));
        let lines = last.flat_map(|last| alike(*last)).take(MOST_LINES + 1);
        let mut makers: Vec<u32> = lines.map(|line| line.maker).collect();
        if makers.len() > MOST_LINES {
            return true;
        }
        makers.sort_unstable();
        makers.dedup();
        let may_be_about = |edit: &Edit| {
            let lines = self.about(edit, reach).map(|at| self.text.line(at));
            let about: Vec<u64> = lines.map(|line| tail(line)).collect();
            let may_be_there = |line: &HunkLine| {
                let tail = tail(&line.body);
                about.contains(&tail) || self.tails.contains_key(&tail) || !is_asked(line)
            };
            asked.lines.iter().all(may_be_there)
        };
        let of_maker = |maker: u32| self.edits_of(&earlier[maker as usize]);
        let mut makers = makers.into_iter();
        makers.any(|maker| of_maker(maker).iter().any(may_be_about))
    }

    /// Returns the lines of the file up to `reach` from those that an edit changes.
    fn about(&self, edit: &Edit, reach: usize) -> Range<usize> {
        let start = edit.span.start.saturating_sub(reach);
        start..(edit.span.end + reach).min(self.text.n_lines())
    }

    /// Returns whether all of `keys` are made, or lines up to `reach` from an edit of the hunk.
    fn holds_about_edits_of(
        &self,
        maker: &HunkPlan,
        keys: &HashSet<LineKey>,
        reach: usize,
    ) -> bool {
        self.edits_of(maker).iter().any(|edit| {
            let about = self.about(edit, reach);
            let about: HashSet<LineKey> = about.map(|at| LineKey::of(self.text.line(at))).collect();
            let has = |key: &LineKey| about.contains(key) || self.keys.contains_key(key);
            keys.iter().all(has)
        })
    }
}

/// Returns the keys of those lines of the hunk.
fn asked_keys(hunk: &Hunk) -> HashSet<LineKey> {
    asked_lines(hunk)
        .map(|line| LineKey::of(&line.body))
        .collect()
}

/// Returns the lines of the hunk that must stand there and say something.
fn asked_lines(hunk: &Hunk) -> impl Iterator<Item = &HunkLine> {
    hunk.lines.iter().filter(|line| is_asked(line))
}

/// Returns whether a line must stand there and says something: of those that only stay, enough.
pub(super) fn is_asked(line: &HunkLine) -> bool {
    match line.kind {
        LineKind::Context => weight::of(&line.body) >= weight::SIGNIFICANT,
        LineKind::Delete => line.has_text(),
        LineKind::Insert => false,
    }
}

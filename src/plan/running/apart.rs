//! Hunks that lie apart: each stands to the letter below all before it, and no line of it is like one that they make. Nearly
//! all do, and of what the hunks before such a one make nothing need be known.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::may_change::is_asked;
use super::so_far::tail;
use crate::matcher::Exact;
use crate::patch::HunkLine;
use crate::plan::file::FileInput;
use crate::plan::policy::By;
use crate::plan::{HunkPlan, State};

/// What tells whether a hunk lies apart from those before it.
pub(super) struct Apart<'a> {
    input: &'a FileInput<'a>,
    /// The first hunk that inserts a line with each tail.
    makers: HashMap<u64, usize, RandomState>,
    /// The line after the last place above, or what makes all that follow be read in full.
    end: Option<usize>,
}

impl<'a> Apart<'a> {
    pub(super) fn new(input: &'a FileInput<'a>) -> Apart<'a> {
        // Of a later call the numbers mean another text, and what was completed beside the file may be read otherwise now.
        let hunks = &input.file.hunks;
        let can_be_told = input.as_read.is_none() && hunks.iter().all(|hunk| hunk.call == 0);
        let mut makers = HashMap::with_capacity_and_hasher(hunks.len(), RandomState::default());
        for (at, hunk) in hunks.iter().enumerate().filter(|_| can_be_told) {
            for line in hunk.lines.iter().filter(|line| is_insertion(line)) {
                makers.entry(tail(&line.body)).or_insert(at);
            }
        }
        Apart {
            input,
            makers,
            end: can_be_told.then_some(0),
        }
    }

    /// Returns whether nothing that the hunks before it make can change what a hunk means: each condition is a proof that
    /// [`may_change`](super::SoFar::may_change) would deny it.
    pub(super) fn holds(&self, hunk: &HunkPlan) -> bool {
        let lines = &self.input.file.hunks[hunk.id.hunk].lines;
        let ends_in_insertion = [lines.first(), lines.last()]
            .into_iter()
            .flatten()
            .any(is_insertion);
        let (Some(place), Some(end)) = (exact_place(hunk), self.end) else {
            return false;
        };
        let span = place.span();
        // So far from what is made, the line that stands here alone is beside none of that.
        let is_far = span.start.saturating_sub(end) >= span.len();
        let is_told_apart = || {
            let only = place.only_line();
            is_far && is_asked(only) && !self.is_made_before(hunk, only)
        };
        // What a line says is asked last: it costs more than a tail.
        let is_like_one_made = |line: &HunkLine| self.is_made_before(hunk, line) && is_asked(line);
        end < span.start
            && !ends_in_insertion
            && (is_told_apart() || !lines.iter().any(is_like_one_made))
    }

    /// Returns whether a hunk before this one may insert a line like `line`.
    fn is_made_before(&self, hunk: &HunkPlan, line: &HunkLine) -> bool {
        let maker = self.makers.get(&tail(&line.body));
        maker.is_some_and(|maker| *maker < hunk.id.hunk)
    }

    /// Goes on below a hunk, however it was read.
    pub(super) fn pass(&mut self, hunk: &HunkPlan) {
        if hunk.state == State::Placed {
            let place = exact_place(hunk);
            let end = self.end.zip(place);
            self.end = end.map(|(end, place)| end.max(place.span().end));
        }
    }
}

/// Returns a hunk's place, where it stands to the letter and nothing but that says so.
fn exact_place(hunk: &HunkPlan) -> Option<&Exact> {
    let place = hunk.placement.as_ref()?;
    let is_plain = hunk.state == State::Placed && place.by == By::Matcher;
    let exact = place.candidate.exact()?;
    (is_plain && place.builds_on.is_empty()).then_some(exact)
}

fn is_insertion(line: &HunkLine) -> bool {
    line.is_insert()
}

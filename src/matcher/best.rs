//! The best places seen so far in the search for one hunk: how they are ranked, merged and cut.

use std::collections::{HashMap, HashSet};

use super::candidate::offset;
use super::find::{judged, read_closer};
use super::scan::Window;
use super::{Candidate, Evidence, Limits, Search, Tier, scan, tie, weight};
use crate::patch::{Hunk, HunkLine};
use crate::text::LineSpan;

/// The fewest places listed for a hunk without a good one.
pub(super) const MIN_LISTED: usize = 3;

/// Where a place is expected, which ranks those that are equally good and decides nothing.
#[derive(Clone, Copy)]
pub(super) enum Expected {
    /// Nothing says where.
    Anywhere,
    /// At this line: the reply's own number.
    At(usize),
    /// From this line on: below the hunk before it.
    From(usize),
}

impl Expected {
    pub(super) fn of(hunk: &Hunk, after_last: Option<usize>) -> Expected {
        match (hunk.hint, after_last) {
            (Some(hint), _) => Expected::At(hint.line_index),
            (None, Some(line)) => Expected::From(line),
            (None, None) => Expected::Anywhere,
        }
    }

    /// Returns how far `span` lies from where it is expected; smaller is nearer.
    fn distance(self, span: LineSpan) -> usize {
        match self {
            Expected::Anywhere => 0,
            Expected::At(line) => span.start.abs_diff(line),
            Expected::From(line) if span.start >= line => span.start - line,
            // What lies above the hunk before it comes after all that lies below.
            Expected::From(line) => usize::MAX / 2 + (line - span.start),
        }
    }
}

/// The best places seen so far, and how many there were.
pub(super) struct Best {
    pub(super) expected: Expected,
    pub(super) limits: Limits,
    pub(super) candidates: Vec<Candidate>,
    pub(super) n_candidates: usize,
    /// How many of them are windows that rank as the best one does.
    pub(super) n_equal: usize,
}

impl Best {
    /// Takes more places; what cannot be listed any more is dropped on the way, so that 100,000 places cost no memory.
    pub(super) fn extend(&mut self, more: impl Iterator<Item = Candidate>) {
        for candidate in more {
            self.n_candidates += 1;
            self.candidates.push(candidate);
            if self.candidates.len() > 4 * self.limits.n_listed {
                self.truncate();
            }
        }
    }

    /// Takes the windows of `search`: all of them count, and only those that can be listed are judged.
    pub(super) fn extend_by_windows<'a>(
        &mut self,
        search: &'a Search<'a>,
        searches: &'a [Search<'a>],
    ) {
        let (expected, n_listed) = (self.expected, self.limits.n_listed);
        let mut nearest: Vec<Window<'_>> = Vec::new();
        let truncate = |windows: &mut Vec<Window<'_>>| {
            windows
                .sort_by_key(|window| (window.rank(), expected.distance(window.span), window.span));
            windows.truncate(n_listed);
        };
        let mut n_windows = 0;
        let mut best = None;
        for window in scan::windows(search) {
            n_windows += 1;
            let window = read_closer(window, searches);
            let rank = window.rank();
            if best.is_none_or(|best| rank < best) {
                (best, self.n_equal) = (Some(rank), 0);
            }
            self.n_equal += usize::from(best == Some(rank));
            nearest.push(window);
            if nearest.len() > 4 * n_listed {
                truncate(&mut nearest);
            }
        }
        truncate(&mut nearest);
        let places = nearest
            .iter()
            .map(|window| judged(window.search, window.aligned()));
        self.extend(places);
        self.n_candidates += n_windows - nearest.len();
    }

    pub(super) fn truncate(&mut self) {
        self.sort();
        self.candidates.truncate(self.limits.n_listed);
    }

    fn sort(&mut self) {
        let expected = self.expected;
        self.candidates.sort_by_key(|candidate| {
            let (tier, differs, score) = candidate.rank();
            (
                tier,
                differs,
                score,
                expected.distance(candidate.span),
                candidate.span,
            )
        });
    }

    /// Drops places that lay a line which says something beside the same line of the target as a better one does: they
    /// are other readings of one place.
    pub(super) fn merge_places(&mut self) {
        self.sort();
        let mut taken = HashSet::new();
        let mut kept: Vec<Candidate> = Vec::new();
        for candidate in std::mem::take(&mut self.candidates) {
            let lines = &candidate.variant.lines;
            let nth = nth_of_its_like(lines);
            let sided = candidate
                .aligned
                .iter()
                .filter_map(|pair| Some((pair.hunk_line()?, pair.target_line()?)));
            let bodies = sided.map(|(line, target)| (lines[line].body.clone(), nth[line], target));
            let pairs: Vec<_> = bodies
                .filter(|(body, _, _)| weight::of(body) >= weight::SIGNIFICANT)
                .collect();
            let same_span = kept.iter().any(|other| other.span == candidate.span);
            if !same_span && pairs.iter().all(|pair| !taken.contains(pair)) {
                taken.extend(pairs);
                kept.push(candidate);
            }
        }
        (self.n_candidates, self.candidates) = (kept.len(), kept);
    }

    /// Puts the places that tie with the best before the others, each part in its order.
    pub(super) fn ties_first(&mut self) {
        let tied = tie::tied(&self.candidates, self.limits.rules);
        if tied.iter().copied().eq(0..tied.len()) {
            return;
        }
        let mut at = 0;
        let (first, rest): (Vec<_>, Vec<_>) = std::mem::take(&mut self.candidates)
            .into_iter()
            .partition(|_| {
                at += 1;
                tied.contains(&(at - 1))
            });
        self.candidates = first.into_iter().chain(rest).collect();
    }

    /// Counts the places that tie with the best, which are places to choose from, however alike they are.
    pub(super) fn count_ties(&mut self) -> usize {
        let n_tied = tie::tied(&self.candidates, self.limits.rules).len();
        let first = self.candidates.first();
        if first.is_some_and(|place| !place.is_no_match()) {
            self.n_candidates = self.n_candidates.max(n_tied);
        }
        n_tied
    }

    /// Notes how far each place lies from the line that the hunk names.
    pub(super) fn note_offsets(&mut self) {
        let Expected::At(line) = self.expected else {
            return;
        };
        for candidate in &mut self.candidates {
            let lines = offset(candidate.span.start, line);
            candidate.evidence.push(Evidence::Offset { lines });
        }
    }

    /// Drops what is less alike than the floor, but for the best three, which do not count.
    pub(super) fn drop_unlike(&mut self) {
        let candidates = std::mem::take(&mut self.candidates);
        self.n_candidates = candidates
            .iter()
            .filter(|place| self.reaches(place))
            .count();
        let listed = candidates.into_iter().enumerate();
        let listed = listed.filter(|(rank, place)| *rank < MIN_LISTED || self.reaches(place));
        self.candidates = listed.map(|(_, place)| place).collect();
    }

    /// Returns whether a place is as alike as the floor asks.
    pub(super) fn reaches(&self, place: &Candidate) -> bool {
        place.tier < Tier::Similar || place.similarity() >= self.limits.similarity
    }
}

/// Returns of each line how many of the preimage above it are the same: a hunk may hold a line several times, and its first
/// beside the target's is not its second beside it.
fn nth_of_its_like(lines: &[HunkLine]) -> Vec<usize> {
    let mut n_seen: HashMap<&[u8], usize> = HashMap::new();
    let nth = lines.iter().map(|line| {
        let n_above = n_seen.entry(&line.body).or_default();
        let nth = *n_above;
        *n_above += usize::from(line.in_preimage());
        nth
    });
    nth.collect()
}

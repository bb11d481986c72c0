//! Windows: places at which every preimage line has its like, in order and without a gap.

use std::cmp::Reverse;

use super::line_key::{self, LineKey};
use super::tier::AlignedHunk;
use super::{Aligned, LineMatch, Score, Search, Tier, score};
use crate::patch::LineKind;
use crate::text::LineSpan;

/// A place at which every preimage line has its like, before it is judged.
pub(super) struct Window<'a> {
    pub(super) search: &'a Search<'a>,
    pub(super) span: LineSpan,
    pub(super) tier: Tier,
    score: Score,
}

impl Window<'_> {
    /// Returns what [`Candidate::rank`](super::Candidate::rank) says once it is judged: a window lacks no deletion.
    pub(super) fn rank(&self) -> (Tier, bool, Reverse<Score>) {
        (self.tier.min(Tier::Partial), false, Reverse(self.score))
    }

    /// Returns its alignment.
    pub(super) fn aligned(&self) -> Vec<Aligned> {
        aligned_at(self.search, self.span.start).expect("a window stays one")
    }
}

/// Returns every window, from the top. The count is exact: each place is found from the preimage's rarest line, and a line
/// that stands nowhere proves that there is none.
pub(super) fn windows<'a>(search: &'a Search<'a>) -> impl Iterator<Item = Window<'a>> {
    let n_places = |line: &super::search::PreimageLine| search.index.n_lines_with(line.key);
    let anchors = search
        .preimage
        .iter()
        .enumerate()
        .filter(|(_, line)| n_places(line) > 0);
    let anchor = anchors.min_by_key(|(_, line)| n_places(line));
    let starts = anchor.into_iter().flat_map(|(anchor, line)| {
        search
            .index
            .lines_with(line.key)
            .filter_map(move |at| at.checked_sub(anchor))
    });
    // Once the budget has ended, the places that are left are not even walked over.
    let starts = starts.take_while(|_| search.budget.spend_windows(1));
    starts.filter_map(|start| window_at(search, start))
}

/// Returns the window of the lines from `start` on; `None` when one of them is not alike.
pub(super) fn window_at<'a>(search: &'a Search<'a>, start: usize) -> Option<Window<'a>> {
    let end = start + search.preimage.len();
    if end > search.index.text().n_lines() {
        return None;
    }
    let span = LineSpan::new(start, end);
    let (tier, score) = if stands_exactly(search, span) {
        (Tier::Strict, Score::FULL)
    } else {
        if !search.budget.spend_windows(search.preimage.len() as u64) {
            return None;
        }
        let aligned = &aligned_at(search, start)?;
        let score = score::score(search, aligned);
        (Tier::of(&AlignedHunk::new(search, aligned)), score)
    };
    Some(Window {
        search,
        span,
        tier,
        score,
    })
}

/// Returns whether the preimage stands at `span` to the letter, by one comparison; `false` proves nothing.
fn stands_exactly(search: &Search<'_>, span: LineSpan) -> bool {
    let text = search.index.text();
    search.block().is_some_and(|block| {
        let bytes = &text.as_bytes()[text.byte_range(span)];
        bytes.strip_suffix(b"\n").unwrap_or(bytes) == block
    })
}

/// Returns the preimage laid beside the lines from `start` on; `None` when one of them is not alike.
fn aligned_at(search: &Search<'_>, start: usize) -> Option<Vec<Aligned>> {
    // As large as it will be: every place that is kept keeps it.
    let mut aligned = Vec::with_capacity(search.preimage.len());
    for (at, line) in search.preimage.iter().enumerate() {
        let how = likeness(search, at, start + at)?;
        aligned.push(Aligned::pair(line.hunk_line, start + at, how));
    }
    Some(aligned)
}

/// Returns how preimage line `at` equals line `target_line` by the rules of the tiers Strict to Fuzzy; `None` when not.
pub(super) fn likeness(search: &Search<'_>, at: usize, target_line: usize) -> Option<LineMatch> {
    let is_equal = search.preimage[at].key == search.index.key(target_line);
    let cut_short = search.preimage[at].kind == LineKind::Context || search.preimage.len() == 1;
    if !is_equal && !cut_short {
        return None;
    }
    let body = search.body(at);
    let line = search.index.text().line(target_line);
    if is_equal {
        return Some(line_key::agreement(body, line));
    }
    let as_prefix = || line_key::is_prefix(body, line).then_some(LineMatch::Prefix);
    line_key::as_suffix(body, line).or_else(as_prefix)
}

/// Returns the places at which `keys` stand in a row, from the top; none for an empty list. Where the budget ends before all
/// are found, there are none: one place of several would look like the only one.
pub(super) fn runs_of(search: &Search<'_>, keys: &[LineKey]) -> Vec<usize> {
    let index = search.index;
    let Some((anchor, key)) = keys
        .iter()
        .enumerate()
        .min_by_key(|(_, key)| index.n_lines_with(**key))
    else {
        return Vec::new();
    };
    let n_lines = index.text().n_lines();
    let stands = |start: usize| {
        let mut keys = keys.iter().zip(start..);
        keys.all(|(key, at)| index.key(at) == *key)
    };
    let mut runs = Vec::new();
    for at in index.lines_with(*key) {
        let start = at.checked_sub(anchor);
        let start = start.filter(|start| start + keys.len() <= n_lines);
        let run = start.filter(|start| stands(*start));
        // Keys are compared many at a time; of what stands there, each line is looked at once more.
        let n_lines_to_look_at = run.map_or(keys.len() / 32, |_| keys.len());
        if !search.budget.spend_windows(1 + n_lines_to_look_at as u64) {
            return Vec::new();
        }
        runs.extend(run);
    }
    runs
}

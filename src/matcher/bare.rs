//! Hunks of insertions alone: nothing in the target says where they go, so the places are those that the reply's number,
//! its heading and the file's end give. They are listed, and wait for a person unless the number is proven or that of a
//! tool's own insertion, or the heading names one block.

use super::{Found, Search, growth, named};
use crate::patch::Hunk;

/// Returns the lines of the target before which the insertion may go, the likeliest first.
pub(super) fn places(search: &Search<'_>) -> Vec<usize> {
    let n_lines = search.index.text().n_lines();
    let hinted = search
        .hunk
        .hint
        .map(|hint| hint.line_index)
        .filter(|line| *line <= n_lines);
    let below = named::point_below(search.hunk, search.index.text());
    let mut places: Vec<usize> = hinted.into_iter().chain(below).chain([n_lines]).collect();
    places.dedup();
    places
}

/// The most hunks that are looked at before an insertion: with more of them, nobody knows where it was meant to go.
pub const MOST_BEFORE: usize = 1000;

/// Returns the line before which an insertion goes that a tool call names by number, if its line is counted in the text that
/// the hunks before it leave at their best places; `None` where that is the same one.
pub(super) fn moved(hunks: &[Hunk], found: &[Found], at: usize) -> Option<usize> {
    let line = hunks[at].insertion_line()? as isize;
    if at > MOST_BEFORE || !hunks[at].is_counted_anew() {
        return None;
    }
    let earlier = hunks[..at].iter().zip(found);
    let is_above = |found: &Found| {
        let best = found.candidates.best_span();
        best.is_some_and(|span| span.start as isize <= line)
    };
    let growth: isize = earlier
        .filter(|(_, found)| is_above(found))
        .map(|(hunk, _)| growth(hunk))
        .sum();
    let moved = usize::try_from(line - growth).ok()?;
    (growth != 0).then_some(moved)
}

/// Returns whether what a hunk inserts stands right above or below line `at` already: it may have been inserted before.
pub(super) fn stands_beside(search: &Search<'_>, at: usize) -> bool {
    let text = search.index.text();
    let n_lines = search.hunk.lines.len();
    let stands = |start: usize| {
        let lines = start..start + n_lines;
        let inside = lines.end <= text.n_lines();
        inside
            && search
                .hunk
                .postimage()
                .eq(lines.map(|line| text.line(line)))
    };
    stands(at) || at.checked_sub(n_lines).is_some_and(stands)
}

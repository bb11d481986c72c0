//! Hunks of insertions alone: nothing in the target says where they go, so the places are those that the reply's number,
//! its heading and the file's end give. They are listed, and wait for a person unless the number is
//! proven or the heading names one block.

use super::{Search, named};

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

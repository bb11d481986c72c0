//! Hunks of insertions alone: nothing in the target says where they go, so the places are those that the reply's number
//! and the file's end give. They are listed, and wait for a person unless the number is proven.

use super::Search;

/// Returns the lines of the target before which the insertion may go, the likeliest first.
pub(super) fn places(search: &Search<'_>) -> Vec<usize> {
    let n_lines = search.index.text().n_lines();
    let hinted = search
        .hunk
        .hint
        .map(|hint| hint.line_index)
        .filter(|line| *line <= n_lines);
    let mut places: Vec<usize> = hinted.into_iter().chain([n_lines]).collect();
    places.dedup();
    places
}

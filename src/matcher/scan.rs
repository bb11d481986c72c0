//! Windows: places at which every preimage line has its like, in order and without a gap.

use super::line_key::{self, LineKey};
use super::{Aligned, LineMatch, Search};
use crate::patch::LineKind;

/// Returns the alignment of every window, from the top. The count is exact: each place is found from the preimage's
/// rarest line, and a line that stands nowhere proves that there is none.
pub(super) fn windows(search: &Search<'_>) -> impl Iterator<Item = Vec<Aligned>> {
    let n_places = |line: &super::search::PreimageLine| search.index.lines_with(line.key).len();
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
            .iter()
            .filter_map(move |at| at.checked_sub(anchor))
    });
    starts.filter_map(|start| window_at(search, start))
}

/// Returns the alignment of the preimage with the lines from `start` on; `None` when one of them is not alike.
pub(super) fn window_at(search: &Search<'_>, start: usize) -> Option<Vec<Aligned>> {
    if start + search.preimage.len() > search.index.text().n_lines() || !search.budget.spend(1) {
        return None;
    }
    (0..search.preimage.len())
        .map(|at| {
            let how = likeness(search, at, start + at)?;
            Some(Aligned {
                hunk_line: Some(search.preimage[at].hunk_line),
                target_line: Some(start + at),
                how,
            })
        })
        .collect()
}

/// Returns how preimage line `at` equals line `target_line` by the rules of the tiers Strict to Fuzzy; `None` when not.
pub(super) fn likeness(search: &Search<'_>, at: usize, target_line: usize) -> Option<LineMatch> {
    let body = search.body(at);
    let line = search.index.text().line(target_line);
    if search.preimage[at].key == search.index.key(target_line) {
        return Some(line_key::agreement(body, line));
    }
    let cut_short = search.preimage[at].kind == LineKind::Context || search.preimage.len() == 1;
    if cut_short && line_key::is_suffix(body, line) {
        return Some(LineMatch::Suffix);
    }
    (cut_short && line_key::is_prefix(body, line)).then_some(LineMatch::Prefix)
}

/// Returns the places at which `keys` stand in a row, from the top; none for an empty list.
pub(super) fn runs_of(index: &super::index::Index<'_>, keys: &[LineKey]) -> Vec<usize> {
    let Some((anchor, key)) = keys
        .iter()
        .enumerate()
        .min_by_key(|(_, key)| index.lines_with(**key).len())
    else {
        return Vec::new();
    };
    let n_lines = index.text().n_lines();
    let fits = |start: &usize| {
        start + keys.len() <= n_lines
            && keys
                .iter()
                .enumerate()
                .all(|(at, key)| index.key(start + at) == *key)
    };
    index
        .lines_with(*key)
        .iter()
        .filter_map(|at| at.checked_sub(anchor))
        .filter(fits)
        .collect()
}

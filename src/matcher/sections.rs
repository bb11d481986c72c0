//! Sections: a hunk's changes found one by one, each with its own context, where the target has grown between them (as
//! 002's change sections).

use std::ops::Range;

use super::line_key::LineKey;
use super::{Aligned, Search, change_runs, scan, weight};
use crate::patch::LineKind;

/// Returns the alignment made of the hunk's sections: each stands once in the target, whole, and says enough to be told
/// from others; they stand in order. `None` for a hunk with one change, or where a section has no such place.
pub(super) fn in_sections(search: &Search<'_>) -> Option<Vec<Aligned>> {
    // A line in the middle between two changes may be either's.
    let upper = sections(search, |n_between| n_between.div_ceil(2));
    let lower = sections(search, |n_between| n_between / 2);
    let is_other = lower != upper;
    laid_out(search, upper).or_else(|| is_other.then(|| laid_out(search, lower))?)
}

fn laid_out(search: &Search<'_>, sections: Vec<Range<usize>>) -> Option<Vec<Aligned>> {
    if sections.len() < 2 {
        return None;
    }
    let mut aligned = Vec::new();
    let mut last = 0;
    for section in sections {
        let start = only_place(search, section.clone())?;
        if start < last {
            return None;
        }
        last = start + section.len();
        for (row, target_line) in section.zip(start..) {
            let how = scan::likeness(search, row, target_line)?;
            aligned.push(Aligned::pair(
                search.preimage[row].hunk_line,
                target_line,
                how,
            ));
        }
    }
    Some(aligned)
}

/// Returns the rows of the preimage by sections: every run of changes with the context up to halfway to its neighbours, where
/// `halfway` says how many of the rows between two are the upper one's.
fn sections(search: &Search<'_>, halfway: impl Fn(usize) -> usize) -> Vec<Range<usize>> {
    let runs = change_runs(&search.variant.lines);
    let row_of = |hunk_line: usize| {
        search
            .preimage
            .partition_point(|line| line.hunk_line < hunk_line)
    };
    let mut sections = Vec::new();
    let mut start = 0;
    for (at, run) in runs.iter().enumerate() {
        let end = runs.get(at + 1).map_or(search.preimage.len(), |next| {
            let between = row_of(run.end)..row_of(next.start);
            between.start + halfway(between.len())
        });
        sections.push(start..end);
        start = end;
    }
    sections
}

/// Returns the one line at which the rows stand in a row; `None` when they stand nowhere or more than once, or say too
/// little.
fn only_place(search: &Search<'_>, rows: Range<usize>) -> Option<usize> {
    let lines = &search.preimage[rows];
    let says = lines
        .iter()
        .filter(|line| line.weight >= weight::DISTINCTIVE);
    let is_told =
        says.clone().count() >= 2 || says.into_iter().any(|line| line.kind == LineKind::Delete);
    let keys: Vec<LineKey> = lines.iter().map(|line| line.key).collect();
    match scan::runs_of(search, &keys).as_slice() {
        [start] if is_told => Some(*start),
        _ => None,
    }
}

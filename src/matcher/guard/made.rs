//! Doubts whether what a hunk asks for is made already, at the place or elsewhere.

use std::ops::Range;

use super::{Laid, LineKind, LineMatch, Tier};
use crate::matcher::line_key::LineKey;
use crate::matcher::{change_runs, insertion_point, insertion_runs, weight};

/// Whether what is inserted stands right there already: a line of it among those that the target has more, or all of a run.
/// Where every line is equal, the place is the one meant all the same.
pub(super) fn already_there(laid: &Laid<'_>) -> bool {
    let lines = laid.search.variant.lines.iter().zip(&laid.search.facts);
    let inserted = lines
        .filter(|(line, facts)| line.kind == LineKind::Insert && facts.weight >= weight::TELLING);
    let inserted: Vec<LineKey> = inserted.map(|(_, facts)| facts.key).collect();
    let extra = laid
        .aligned
        .iter()
        .filter(|pair| pair.how == LineMatch::Extra);
    let mut extra = extra.filter_map(|pair| pair.target_line());
    let stands_amid = extra.any(|line| inserted.contains(&laid.search.index.key(line)));
    (stands_amid || stands_in_a_row(laid) || stands_past_the_end(laid))
        && Tier::of(laid) != Tier::Strict
}

/// Whether what a run of changes inserts stands right there already: all its lines that say something, in a row, in or
/// beside the lines that the run replaces, and not among those that it removes.
fn stands_in_a_row(laid: &Laid<'_>) -> bool {
    let lines = &laid.search.variant.lines;
    let index = laid.search.index;
    change_runs(lines).into_iter().any(|run| {
        let keys = |kind: LineKind| -> Vec<LineKey> {
            let facts = run.clone().filter(|line| lines[*line].kind == kind);
            facts
                .map(|line| laid.search.facts[line])
                .filter(|facts| facts.weight >= weight::TELLING)
                .map(|facts| facts.key)
                .collect()
        };
        let (inserted, deleted) = (keys(LineKind::Insert), keys(LineKind::Delete));
        let mut own = laid.pairs_of(run.clone()).map(|pair| pair.how).peekable();
        let is_moved = own.peek().is_some() && own.all(LineMatch::is_alike);
        let repeats = inserted.iter().any(|key| deleted.contains(key));
        if inserted.is_empty() || (repeats && !is_moved) {
            return false;
        }
        if !repeats && inserted.iter().any(|key| index.n_lines_with(*key) == 0) {
            return false;
        }
        let targets = laid.pairs_of(run.clone());
        let targets: Vec<usize> = targets.filter_map(|pair| pair.target_line()).collect();
        let partner = |line| laid.aligned[laid.position(line)?].target_line();
        let point = insertion_point(partner, lines, run.start);
        let Some(first) = targets.first().copied().or(point) else {
            return false;
        };
        let end = targets.last().map_or(first, |last| last + 1);
        let n_lines = run.len();
        let near = first.saturating_sub(n_lines)..(end + n_lines).min(index.text().n_lines());
        let there: Vec<LineKey> = near
            .filter(|at| index.weight(*at) >= weight::TELLING)
            .map(|at| index.key(at))
            .collect();
        if repeats {
            // Lines wrapped already: what wraps them stands right above or below, where they are indented as it asks.
            let beside = [first.checked_sub(1), Some(end)]
                .into_iter()
                .flatten()
                .filter(|at| *at < index.text().n_lines());
            return beside
                .map(|at| index.key(at))
                .any(|key| inserted.contains(&key) && !deleted.contains(&key));
        }
        there
            .windows(inserted.len())
            .any(|window| window == inserted)
    })
}

/// Whether what the hunk inserts above or below all its other lines stands right above or below the place: all its lines but
/// blanks, in a row.
fn stands_past_the_end(laid: &Laid<'_>) -> bool {
    let lines = &laid.search.variant.lines;
    let (first, last) = (laid.target_lines().next(), laid.target_lines().next_back());
    let (Some(first), Some(last)) = (first, last) else {
        return false;
    };
    insertion_runs(lines).into_iter().any(|run| {
        let inserted = run.clone().map(|line| laid.search.facts[line]);
        let inserted: Vec<LineKey> = inserted
            .filter(|facts| facts.weight > 0)
            .map(|facts| facts.key)
            .collect();
        let is_above = run.start == 0
            && said(laid, 0..first)
                .rev()
                .take(inserted.len())
                .eq(inserted.iter().rev().copied());
        let n_lines = laid.search.index.text().n_lines();
        let is_below = run.end == lines.len()
            && said(laid, last + 1..n_lines)
                .take(inserted.len())
                .eq(inserted.iter().copied());
        !inserted.is_empty() && (is_above || is_below)
    })
}

/// Whether a run of deletions is made elsewhere already, and the place is a loose one: what the hunk keeps right above and
/// below them, two lines on each side where it has them, stands there in a row, blanks aside.
pub(super) fn made_elsewhere(laid: &Laid<'_>) -> bool {
    Tier::of(laid) >= Tier::Partial
        && change_runs(&laid.search.variant.lines)
            .into_iter()
            .any(|run| is_closed_elsewhere(laid, run))
}

fn is_closed_elsewhere(laid: &Laid<'_>, run: Range<usize>) -> bool {
    const N_BESIDE: usize = 2;
    let (lines, index) = (&laid.search.variant.lines, laid.search.index);
    let says_something = |line: usize| laid.weight(line) > 0;
    let deletes_alone = lines[run.clone()]
        .iter()
        .all(|line| line.kind == LineKind::Delete);
    let is_kept = |line: &usize| lines[*line].in_postimage() && says_something(*line);
    let mut row: Vec<usize> = (0..run.start)
        .rev()
        .filter(is_kept)
        .take(N_BESIDE)
        .collect();
    row.reverse();
    let n_above = row.len();
    row.extend((run.end..lines.len()).filter(is_kept).take(N_BESIDE));
    if !deletes_alone || !run.clone().any(says_something) || n_above == 0 || n_above == row.len() {
        return false;
    }
    let keys: Vec<LineKey> = row
        .into_iter()
        .map(|line| laid.search.facts[line].key)
        .collect();
    let stands_at = |start: usize| {
        let there = said(laid, start..index.text().n_lines());
        there.take(keys.len()).eq(keys.iter().copied())
    };
    index.lines_with(keys[0]).any(stands_at)
}

/// Returns the keys of those of `lines` of the target that are no blanks.
fn said(laid: &Laid<'_>, lines: Range<usize>) -> impl DoubleEndedIterator<Item = LineKey> {
    let index = laid.search.index;
    let said = lines.filter(|line| index.weight(*line) > 0);
    said.map(|line| index.key(line))
}

//! Doubts whether what a hunk asks for is made already, at the place or elsewhere.

use std::collections::BTreeSet;
use std::ops::Range;

use super::{AlignedHunk, LineKind, LineMatch, Rule, Tier};
use crate::matcher::line_key::{KeySet, LineKey};
use crate::matcher::{change_runs, insertion_point, insertion_runs, weight};
use crate::text::indent;

/// Whether what is inserted stands right there already: blanks alone, or all of a run.
/// Where every line is equal, the place is the one meant all the same, unless the hunk shows nothing beyond what it inserts.
pub(super) fn already_there(laid: &AlignedHunk<'_>) -> bool {
    let is_strict = Tier::of(laid) == Tier::Strict;
    !is_strict
        && laid.obeys(Rule::InsertedInARow)
        && (blanks_stand(laid) || stands_in_a_row(laid) || stands_in_part(laid))
        || laid.obeys(Rule::InsertedPastTheEnd)
            && stands_past_the_end(laid, if is_strict { weight::DISTINCTIVE } else { 1 })
}

/// Whether the hunk asks for blank lines alone, and some stand already between the lines that it puts them between.
fn blanks_stand(laid: &AlignedHunk<'_>) -> bool {
    let lines = &laid.search.variant.lines;
    let adds_blanks_alone = lines.iter().all(|line| {
        line.kind == LineKind::Context
            || line.kind == LineKind::Insert && indent::is_blank(&line.body)
    });
    let partner = |line: usize| laid.aligned[laid.position(line)?].target_line();
    let is_blank = |at: usize| laid.search.index.weight(at) == 0;
    let mut runs = change_runs(lines).into_iter();
    adds_blanks_alone
        && runs.any(|run| {
            let above = run.start.checked_sub(1).and_then(partner);
            let below = Some(run.end).filter(|end| *end < lines.len());
            let ends = above.zip(below.and_then(partner));
            ends.is_some_and(|(above, below)| (above + 1..below).any(is_blank))
        })
}

/// Whether what a run of changes inserts stands right there already: all its lines that say something, in a row, in or
/// beside the lines that the run replaces, and not among those that it removes.
fn stands_in_a_row(laid: &AlignedHunk<'_>) -> bool {
    let lines = &laid.search.variant.lines;
    let index = laid.search.index;
    change_runs(lines).into_iter().any(|run| {
        let keys = |kind: LineKind| -> Vec<LineKey> {
            let facts = run.clone().filter(|line| lines[*line].kind == kind);
            facts
                .map(|line| laid.search.facts[line])
                .filter(|facts| facts.weight >= weight::DISTINCTIVE)
                .map(|facts| facts.key)
                .collect()
        };
        let inserted = keys(LineKind::Insert);
        let deleted: KeySet = keys(LineKind::Delete).into_iter().collect();
        let mut own = laid.pairs_of(run.clone()).map(|pair| pair.how).peekable();
        let is_moved = own.peek().is_some() && own.all(LineMatch::is_alike);
        let repeats = inserted.iter().any(|key| deleted.contains(key));
        if is_moved && stands_around(laid, run.clone()) {
            return true;
        }
        if inserted.is_empty() || (repeats && !is_moved) {
            return false;
        }
        if !repeats && inserted.iter().any(|key| index.n_lines_with(*key) == 0) {
            return false;
        }
        let targets = laid.pairs_of(run.clone());
        let targets: Vec<usize> = targets.filter_map(|pair| pair.target_line()).collect();
        let partner = |line| laid.aligned[laid.position(line)?].target_line();
        let point = || insertion_point(partner, lines, run.start);
        let Some(first) = targets.first().copied().or_else(point) else {
            return false;
        };
        let end = targets.last().map_or(first, |last| last + 1);
        let n_lines = run.len();
        let near = first.saturating_sub(n_lines)..(end + n_lines).min(index.text().n_lines());
        // What the hunk quotes it knows to be there, and asks for all the same.
        let is_unknown = |at: &usize| !is_quoted(laid, *at);
        if repeats {
            // Lines wrapped already: what wraps them stands right above or below, where they are indented as it asks.
            let says_something = |at: &usize| index.weight(*at) > 0;
            let above = (0..first).rev().find(says_something);
            let below = (end..index.text().n_lines()).find(says_something);
            let beside = [above, below].into_iter().flatten().filter(is_unknown);
            return beside
                .map(|at| index.key(at))
                .any(|key| inserted.contains(&key) && !deleted.contains(&key));
        }
        let there: Vec<usize> = near
            .filter(|at| index.weight(*at) >= weight::DISTINCTIVE)
            .collect();
        there.windows(inserted.len()).any(|window| {
            let keys = window.iter().map(|at| index.key(*at));
            keys.eq(inserted.iter().copied()) && window.iter().any(is_unknown)
        })
    })
}

/// Whether the file already has a line, at the place, that the hunk inserts and does not quote: somebody made a part of the
/// change before.
fn stands_in_part(laid: &AlignedHunk<'_>) -> bool {
    let lines = laid.search.variant.lines.iter().zip(laid.search.facts);
    let keys = |is_it: fn(LineKind) -> bool| -> KeySet {
        let lines = lines.clone();
        let said =
            lines.filter(|(line, facts)| is_it(line.kind) && facts.weight >= weight::DISTINCTIVE);
        said.map(|(_, facts)| facts.key).collect()
    };
    let inserted = keys(|kind| kind == LineKind::Insert);
    let quoted = keys(|kind| kind != LineKind::Insert);
    let mut unknown = laid.unknown_lines(laid.aligned);
    unknown.any(|line| {
        let key = laid.search.index.key(line);
        inserted.contains(&key) && !quoted.contains(&key)
    })
}

/// Returns whether a line of the target agrees with one of the hunk's.
fn is_quoted(laid: &AlignedHunk<'_>, target: usize) -> bool {
    let mut pairs = laid.aligned.iter();
    pairs.any(|pair| {
        pair.target_line() == Some(target) && pair.hunk_line().is_some() && pair.how.is_alike()
    })
}

/// Whether what a run of changes puts around the lines that it replaces stands around them already, though no line of it says
/// much: `if (x) {`, the line, `}`.
fn stands_around(laid: &AlignedHunk<'_>, run: Range<usize>) -> bool {
    let lines = &laid.search.variant.lines;
    let says_something = |line: &usize| laid.weight(*line) > 0;
    let keys = |kind: LineKind| -> Vec<LineKey> {
        let of_kind = run.clone().filter(|line| lines[*line].kind == kind);
        let facts = of_kind.filter(says_something);
        facts.map(|line| laid.search.facts[line].key).collect()
    };
    let (deleted, inserted) = (keys(LineKind::Delete), keys(LineKind::Insert));
    let mut within = inserted.windows(deleted.len().max(1));
    let Some(above) = within.position(|window| window == deleted) else {
        return false;
    };
    let (above, below) = (&inserted[..above], &inserted[above + deleted.len()..]);
    let mut targets = laid.pairs_of(run).filter_map(|pair| pair.target_line());
    let Some(first) = targets.next() else {
        return false;
    };
    let last = targets.last().unwrap_or(first);
    !above.is_empty()
        && !below.is_empty()
        && ends(laid, first, above)
        && begins(laid, last + 1, below)
}

/// Whether what the hunk inserts above or below all its other lines stands right above or below the place: all its lines but
/// blanks, in a row, one of `least` weight among them.
fn stands_past_the_end(laid: &AlignedHunk<'_>, least: u32) -> bool {
    let n_lines = laid.search.variant.lines.len();
    let (first, last) = (laid.target_lines().next(), laid.target_lines().next_back());
    let (Some(first), Some(last)) = (first, last) else {
        return false;
    };
    let mut runs = insertion_runs(&laid.search.variant.lines).into_iter();
    runs.any(|run| {
        let facts = laid.search.facts[run.clone()].iter();
        let inserted = facts.filter(|facts| facts.weight > 0);
        let says_enough = inserted.clone().any(|facts| facts.weight >= least);
        let inserted: Vec<LineKey> = inserted.map(|facts| facts.key).collect();
        says_enough
            && (run.start == 0 && ends(laid, first, &inserted)
                || run.end == n_lines && begins(laid, last + 1, &inserted))
    })
}

/// Whether a run of deletions is made elsewhere already, and the place is a loose one: what the hunk keeps right above and
/// below them, two lines on each side where it has them, stands there in a row, blanks aside.
pub(super) fn made_elsewhere(laid: &AlignedHunk<'_>) -> bool {
    let stands = |row: &Vec<LineKey>| {
        let index = laid.search.index;
        let places = row.iter().map(|key| index.n_lines_with(*key));
        let rarest = places.enumerate().min_by_key(|(_, n_lines)| *n_lines);
        rarest.is_some_and(|(rarest, _)| {
            let (above, below) = row.split_at(rarest);
            let mut at = index.lines_with(row[rarest]);
            at.any(|at| begins(laid, at, below) && ends(laid, at, above))
        })
    };
    laid.obeys(Rule::DeletedElsewhere)
        && Tier::of(laid) >= Tier::Partial
        && closed_up(laid).iter().any(stands)
}

/// Returns the keys of what stands in a row where a run of deletions is made: each row once, for a hunk may have thousands of
/// runs between like lines. None for a run that has nothing on one side.
fn closed_up(laid: &AlignedHunk<'_>) -> BTreeSet<Vec<LineKey>> {
    const N_BESIDE: usize = 2;
    let lines = &laid.search.variant.lines;
    let says_something = |line: usize| laid.weight(line) > 0;
    let is_kept = |line: &usize| lines[*line].in_postimage() && says_something(*line);
    let kept: Vec<usize> = (0..lines.len()).filter(is_kept).collect();
    let deletes = |run: &Range<usize>| {
        let is_deletion = |line: usize| lines[line].kind == LineKind::Delete;
        run.clone().all(is_deletion) && run.clone().any(says_something)
    };
    let runs = change_runs(lines).into_iter().filter(deletes);
    let row = |run: Range<usize>| {
        let (above, below) = kept.split_at(kept.partition_point(|line| *line < run.start));
        let above = &above[above.len().saturating_sub(N_BESIDE)..];
        let below = &below[..below.len().min(N_BESIDE)];
        let row = [above, below].concat().into_iter();
        let has_sides = !above.is_empty() && !below.is_empty();
        has_sides.then(|| row.map(|line| laid.search.facts[line].key).collect())
    };
    runs.filter_map(row).collect()
}

/// Returns the keys of those of `lines` of the target that are no blanks.
fn said(laid: &AlignedHunk<'_>, lines: Range<usize>) -> impl DoubleEndedIterator<Item = LineKey> {
    let index = laid.search.index;
    let said = lines.filter(|line| index.weight(*line) > 0);
    said.map(|line| index.key(line))
}

/// Returns whether the lines of the target from line `start` on begin with `keys`, blanks aside.
fn begins(laid: &AlignedHunk<'_>, start: usize, keys: &[LineKey]) -> bool {
    let there = said(laid, start..laid.search.index.text().n_lines());
    there.take(keys.len()).eq(keys.iter().copied())
}

/// Returns whether the lines of the target above line `end` end with `keys`, blanks aside.
fn ends(laid: &AlignedHunk<'_>, end: usize, keys: &[LineKey]) -> bool {
    let there = said(laid, 0..end).rev();
    there.take(keys.len()).eq(keys.iter().rev().copied())
}

//! The doubt whether lines that repeat could be read in another way.

use super::{AlignedHunk, LineKind, LineMatch, Rule};
use crate::matcher::line_key::{KeyMap, KeySet};
use crate::matcher::search::PreimageLine;
use crate::matcher::{Aligned, change_runs, weight};
use crate::text::indent;

/// Whether a line of the hunk stands inside the place a second time, as the hunk has it or as its partner reads, or the hunk
/// itself has two that are alike. A line of context counts when it is a witness, a line to be removed unless it is blank: the
/// other one may be meant.
pub(super) fn repeated_inside(laid: &AlignedHunk<'_>) -> bool {
    let counts = |line: &&PreimageLine| match line.kind {
        LineKind::Delete => line.weight > 0,
        LineKind::Context | LineKind::Insert => line.weight >= weight::DISTINCTIVE,
    };
    let index = laid.search.index;
    let mut keys = KeySet::default();
    for line in laid.search.preimage.iter().filter(counts) {
        let partner = laid
            .position(line.hunk_line)
            .and_then(|at| laid.aligned[at].target_line());
        keys.insert(line.key);
        keys.extend(partner.map(|line| index.key(line)));
    }
    let mut unknown = laid.unknown_lines(laid.aligned);
    laid.obeys(Rule::UnknownRepeats) && unknown.any(|line| keys.contains(&index.key(line)))
        || laid.obeys(Rule::RemovesTheKept) && removes_the_kept(laid)
        || laid.obeys(Rule::InsertsTheReworded) && inserts_the_reworded(laid)
        || laid.obeys(Rule::InsertsTheKept) && reinserts_unique_context(laid)
        || laid.obeys(Rule::RemovesOneOfSeveral) && removes_one_of_several(laid)
}

/// Returns whether it inserts a line like one of its context that is in other words there, or like that other line: which of
/// the two is the old one is not said then.
fn inserts_the_reworded(laid: &AlignedHunk<'_>) -> bool {
    let is_reworded = |pair: &&Aligned| {
        matches!(pair.how, LineMatch::Similar { .. }) && laid.kind(pair) == Some(LineKind::Context)
    };
    let reworded = laid.aligned.iter().filter(is_reworded);
    let reworded: Vec<(usize, usize)> = reworded
        .filter_map(|pair| Some((pair.hunk_line()?, pair.target_line()?)))
        .collect();
    if reworded.is_empty() {
        return false;
    }
    let inserted = laid.inserted();
    reworded.into_iter().any(|(line, target)| {
        let keys = [laid.search.facts[line].key, laid.search.index.key(target)];
        keys.iter().any(|key| inserted.contains(key))
    })
}

/// Returns whether it inserts a line again that it keeps and that is unique in the target, where the place has unknown lines
/// inside, and the reply marks no lines: which of the two is new is a guess.
fn reinserts_unique_context(laid: &AlignedHunk<'_>) -> bool {
    let is_blank = |line: usize| indent::is_blank(laid.search.index.text().line(line));
    let is_marked = laid.is_marked();
    if is_marked || laid.unknown_lines(laid.aligned).all(is_blank) {
        return false;
    }
    let inserted = laid.inserted();
    let mut lines = laid.search.preimage.iter();
    lines.any(|line| {
        line.kind == LineKind::Context
            && inserted.contains(&line.key)
            && laid.stands_once(line.hunk_line)
    })
}

/// Returns whether it keeps a line that is not there and removes one like it hard by: the one that is there may be the kept one.
fn removes_the_kept(laid: &AlignedHunk<'_>) -> bool {
    let (lines, facts) = (&laid.search.variant.lines, laid.search.facts);
    let is_blank = |line: usize| laid.is_blank(line);
    let is_missing = |line: usize| {
        let at = laid.position(line);
        at.is_some_and(|at| laid.aligned[at].how == LineMatch::Missing)
    };
    let is_removed_near = |kept: usize| {
        let is_deletion = |line: usize| lines[line].kind == LineKind::Delete;
        let is_like_it = |line: usize| facts[line].key == facts[kept].key;
        // One that is not there either is looked at for itself.
        let is_passed_like = |line: usize| is_like_it(line) && !is_missing(line);
        let is_passed =
            |line: &usize| is_deletion(*line) || is_blank(*line) || is_passed_like(*line);
        let above = (0..kept).rev().take_while(is_passed);
        let below = (kept + 1..lines.len()).take_while(is_passed);
        let mut near = above.chain(below);
        near.any(|line| is_deletion(line) && is_like_it(line))
    };
    let missing = laid.aligned.iter().filter(|pair| {
        pair.how == LineMatch::Missing && laid.kind(pair) == Some(LineKind::Context)
    });
    let mut kept = missing
        .filter_map(|pair| pair.hunk_line())
        .filter(|line| !is_blank(*line));
    kept.any(is_removed_near)
}

/// Returns whether a run removes a line like one that it keeps, with unknown lines between the two, and no line that stands once
/// in the target: which of them goes is a guess. So it is beside any other line where the reply marks none: which of two like lines
/// it keeps is then the choice of a diff.
fn removes_one_of_several(laid: &AlignedHunk<'_>) -> bool {
    let (lines, facts) = (&laid.search.variant.lines, laid.search.facts);
    let mut n_unknown = 0;
    let mut n_unknown_above = Vec::with_capacity(laid.aligned.len());
    // How many unknown lines are above the first and above the last of the lines kept that are alike.
    let mut kept: KeyMap<(usize, usize)> = KeyMap::default();
    for pair in laid.aligned {
        n_unknown_above.push(n_unknown);
        n_unknown += usize::from(laid.is_extra(pair));
        let line = pair.hunk_line();
        if let Some(line) = line.filter(|line| lines[*line].kind == LineKind::Context) {
            let above = kept
                .entry(facts[line].key)
                .or_insert((n_unknown, n_unknown));
            above.1 = n_unknown;
        }
    }
    let has_its_like_beyond = |line: usize| {
        let above = laid.position(line).map(|at| n_unknown_above[at]);
        let above_its_like = kept.get(&facts[line].key);
        let is_beyond = |(own, like): (usize, &(usize, usize))| *like != (own, own);
        laid.weight(line) > 0 && above.zip(above_its_like).is_some_and(is_beyond)
    };
    let tells = |line: usize| {
        let is_the_only_one = laid.search.index.n_lines_with(facts[line].key) == 1;
        is_the_only_one && laid.weight(line) >= weight::SIGNIFICANT
    };
    let is_marked = laid.is_marked();
    let mut runs = change_runs(lines).into_iter();
    n_unknown > 0
        && runs.any(|run| {
            let mut removed = run.filter(|line| lines[*line].kind == LineKind::Delete);
            removed.clone().any(has_its_like_beyond) && !(is_marked && removed.any(tells))
        })
}

//! Whether a hunk's result stands in the target already: to the letter, by lines that are alike, or nearly.

use std::ops::Range;

use super::find::judged;
use super::line_key::{self, KeySet, LineKey};
use super::search::Reading;
use super::{Aligned, Candidate, Score, Search, align, resilient, scan, tie, weight};
use crate::patch::LineKind;
use crate::text::LineSpan;

/// Returns where the postimage stands already; blank lines and braces alone prove nothing.
///
/// Deletions are proven done only by context that closed up over them: each run of them needs a line on both sides, and
/// what it removes may not stand in that place or right beside it.
pub(super) fn applied_at(search: &Search<'_>) -> Option<LineSpan> {
    let (lines, facts, index) = (&search.variant.lines, search.facts, search.index);
    let at_postimage = |at: &usize| lines[*at].in_postimage();
    let in_postimage: Vec<usize> = (0..lines.len()).filter(at_postimage).collect();
    let holds = |run: &Range<usize>, kind| lines[run.clone()].iter().any(|line| line.kind == kind);
    let at_end = |run: &Range<usize>| run.start == 0 || run.end == lines.len();
    let mut last_changes = super::change_runs(lines);
    last_changes.retain(|run| at_end(run) && holds(run, LineKind::Delete));
    let ends_in_deletion = last_changes.iter().any(|run| !holds(run, LineKind::Insert));
    if ends_in_deletion
        || !in_postimage
            .iter()
            .any(|at| facts[*at].weight >= weight::SIGNIFICANT)
    {
        return None;
    }
    let keys: Vec<LineKey> = in_postimage.iter().map(|at| facts[*at].key).collect();
    let runs = scan::runs_of(search, &keys);
    if runs.is_empty() {
        return None;
    }
    let removed = removed_keys(search, &keys);
    let n_removed = lines
        .iter()
        .filter(|line| line.kind == LineKind::Delete)
        .count();
    let are_gone = |start: &usize| {
        let near = start.saturating_sub(n_removed)
            ..(start + keys.len() + n_removed).min(index.text().n_lines());
        !near.into_iter().any(|at| removed.contains(&index.key(at)))
    };
    let equal = |start: &usize| {
        let mut pairs = in_postimage.iter().zip(*start..);
        pairs.all(|(at, there)| **lines[*at].body == **index.text().line(there))
    };
    let letter_for_letter = runs
        .iter()
        .copied()
        .find(|start| equal(start) && are_gone(start));
    // Where the two sides differ in more than keys hold, the result is told from its beginning by them alone.
    let preimage = search.preimage.iter().map(|line| line.key);
    let told_apart = !preimage.eq(keys.iter().copied());
    // A line it inserts must stand there as it is, blanks aside: one that only reads alike is another line.
    let stands = |start: &usize| {
        let mut pairs = in_postimage.iter().zip(*start..);
        pairs.all(|(at, there)| {
            let (line, there) = (&lines[*at], index.text().line(there));
            line.kind != LineKind::Insert
                || resilient::is_equal(line_key::agreement(&line.body, there))
        })
    };
    let alike = || {
        let mut runs = runs.iter().copied().filter(|_| told_apart);
        runs.find(|start| stands(start) && are_gone(start))
    };
    // At an end of the hunk only the lines inserted there tell the result from another line.
    let start = if last_changes.is_empty() {
        letter_for_letter.or_else(alike)?
    } else {
        letter_for_letter?
    };
    Some(LineSpan::new(start, start + keys.len()))
}

/// Returns the keys of the lines that say something, that the hunk removes, and that are none of its result's, `kept`.
fn removed_keys(search: &Search<'_>, kept: &[LineKey]) -> KeySet {
    let kept: KeySet = kept.iter().copied().collect();
    let lines = search.variant.lines.iter().zip(search.facts);
    lines
        .filter(|(line, facts)| {
            line.kind == LineKind::Delete && facts.weight >= weight::SIGNIFICANT
        })
        .map(|(_, facts)| facts.key)
        .filter(|key| !kept.contains(key))
        .collect()
}

/// What is asked of every line of a place costs about so many comparisons of lines.
const N_STEPS_OF_JUDGING: u64 = 10;

/// A hunk is in doubt where its result scores at most so much less somewhere than its preimage does at the best place.
const MADE_MARGIN: u16 = 50;

/// Returns whether the result of the hunk stands somewhere by alignment, nearly as well as a place of score `best` holds
/// what it asks for.
pub(super) fn stands_nearly_as_well(search: &Search<'_>, best: Score) -> bool {
    made_like(search).is_some_and(|made| made.permille() + MADE_MARGIN > best.permille())
}

/// Returns the score of the best place where the result of the hunk stands by alignment: with all the lines it inserts that
/// say something, some of them new, and context beside them. `None` where there is none.
fn made_like(search: &Search<'_>) -> Option<Score> {
    let asked: KeySet = search.preimage.iter().map(|line| line.key).collect();
    let lines = search.variant.lines.iter().zip(search.facts);
    let mut new = lines
        .filter(|(line, facts)| {
            line.kind == LineKind::Insert && facts.weight >= weight::DISTINCTIVE
        })
        .map(|(_, facts)| facts.key)
        .filter(|key| !asked.contains(key))
        .peekable();
    new.peek()?;
    if new.any(|key| search.index.n_lines_with(key) == 0) {
        return None;
    }
    let reversed = search.variant.reversed();
    let reading = Reading {
        variant: &reversed,
        facts: search.facts,
    };
    let made = Search::new(
        search.hunk, reading, search.index, search.limits, search.budget,
    );
    let has_context = |place: &Candidate| {
        tie::context_alike(place).any(|line| made.weight(line) >= weight::DISTINCTIVE)
    };
    // One after the other: there may be as many as the file has lines, each as long as the hunk.
    let score = |aligned: Vec<Aligned>| {
        let place = judged(&made, aligned);
        let is_made = !tie::lacks_a_deletion(&place) && has_context(&place);
        is_made.then_some(place.score)
    };
    let mut windows = scan::windows(&made).peekable();
    if windows.peek().is_some() {
        let n_steps = N_STEPS_OF_JUDGING * made.preimage.len() as u64;
        let windows = windows.take_while(|_| search.budget.spend(n_steps));
        windows.filter_map(|window| score(window.aligned())).max()
    } else {
        let alignments = align::alignments(&made).into_iter();
        alignments.filter_map(score).max()
    }
}

//! Whether a hunk's result stands in the target already: to the letter, by lines that are alike, or nearly.

use std::ops::Range;

use super::find::judged;
use super::line_key::{self, KeySet, LineKey};
use super::{Aligned, Candidate, Score, Search, align, resilient, scan, tie};
use crate::patch::LineKind;
use crate::text::LineSpan;

/// Returns where the postimage stands already; blank lines and braces alone prove nothing.
///
/// Deletions are proven done only by context that closed up over them: each run of them needs a line on both sides, and
/// what it removes may not stand in that place or right beside it.
pub(super) fn applied_at(search: &Search<'_>) -> Option<LineSpan> {
    let (lines, facts, index) = (&search.variant.lines, &search.facts, search.index);
    let at_postimage = |at: &usize| lines[*at].in_postimage();
    let in_postimage: Vec<usize> = (0..lines.len()).filter(at_postimage).collect();
    let at_end = |run: &Range<usize>| run.start == 0 || run.end == lines.len();
    let is = |run: &Range<usize>, kind| lines[run.clone()].iter().any(|line| line.kind == kind);
    let mut last_changes = super::change_runs(lines);
    last_changes.retain(|run| at_end(run) && is(run, LineKind::Delete));
    let ends_in_deletion = last_changes.iter().any(|run| !is(run, LineKind::Insert));
    if ends_in_deletion || !in_postimage.iter().any(|at| facts[*at].weight > 2) {
        return None;
    }
    let keys: Vec<LineKey> = in_postimage.iter().map(|at| facts[*at].key).collect();
    let runs = scan::runs_of(index, &keys);
    if runs.is_empty() {
        return None;
    }
    let postimage = in_postimage.iter().map(|at| &**lines[*at].body);
    let postimage: Vec<&[u8]> = postimage.collect();
    let gone = lines.iter().zip(facts);
    let gone: KeySet = gone
        .filter(|(line, facts)| line.kind == LineKind::Delete && facts.weight > 2)
        .map(|(_, facts)| facts.key)
        .filter(|key| !keys.contains(key))
        .collect();
    let n_deleted = lines
        .iter()
        .filter(|line| line.kind == LineKind::Delete)
        .count();
    let gone_near = |start: &usize| {
        let near = start.saturating_sub(n_deleted)
            ..(start + keys.len() + n_deleted).min(index.text().n_lines());
        !near.into_iter().any(|at| gone.contains(&index.key(at)))
    };
    let equal = |start: &usize| {
        postimage
            .iter()
            .enumerate()
            .all(|(at, line)| *index.text().line(start + at) == **line)
    };
    let letter_for_letter = runs
        .iter()
        .copied()
        .find(|start| equal(start) && gone_near(start));
    // Where the two sides differ in more than keys hold, the result is told from its beginning by them alone.
    let preimage = search.preimage.iter().map(|line| line.key);
    let told_apart = !preimage.eq(keys.iter().copied());
    // A line it inserts must stand there as it is, blanks aside: one that only reads alike is another line.
    let inserted = in_postimage
        .iter()
        .map(|at| lines[*at].kind == LineKind::Insert);
    let inserted: Vec<bool> = inserted.collect();
    let stands = |start: &usize| {
        let mut pairs = postimage.iter().zip(&inserted).enumerate();
        pairs.all(|(at, (line, is_inserted))| {
            let how = line_key::agreement(line, index.text().line(start + at));
            !is_inserted || resilient::is_equal(how)
        })
    };
    let alike = || {
        let mut runs = runs.iter().copied().filter(|_| told_apart);
        runs.find(|start| stands(start) && gone_near(start))
    };
    // At an end of the hunk only the lines inserted there tell the result from another line.
    let start = if last_changes.is_empty() {
        letter_for_letter.or_else(alike)?
    } else {
        letter_for_letter?
    };
    Some(LineSpan::new(start, start + postimage.len()))
}

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
    let is_asked_for = |key: &LineKey| search.preimage.iter().any(|preimage| preimage.key == *key);
    let lines = search.variant.lines.iter().zip(&search.facts);
    let mut new = lines
        .filter(|(line, facts)| line.kind == LineKind::Insert && facts.weight > 4)
        .map(|(_, facts)| facts.key)
        .filter(|key| !is_asked_for(key))
        .peekable();
    new.peek()?;
    if new.any(|key| search.index.n_lines_with(key) == 0) {
        return None;
    }
    let reversed = search.variant.reversed();
    let made = Search::new(
        search.hunk,
        &reversed,
        search.index,
        search.limits,
        search.budget,
    );
    let windows = scan::windows(&made).map(|window| window.aligned());
    let mut places: Vec<Vec<Aligned>> = windows.collect();
    if places.is_empty() {
        places = align::alignments(&made);
    }
    let places = places.into_iter().map(|aligned| judged(&made, aligned));
    let has_context =
        |place: &Candidate| tie::context_alike(place).any(|line| made.weight(line) > 4);
    places
        .filter(|place| !tie::lacks_a_deletion(place) && has_context(place))
        .map(|place| place.score)
        .max()
}

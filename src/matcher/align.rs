//! Alignments: the preimage laid beside a stretch of the target, where lines may differ, be missing or be extra.
//!
//! The stretches come from a [`vote`]. Each is then aligned by dynamic programming, so that dropped comments, skipped blanks,
//! invented and elided context cost what they are worth, and no fixed window has to guess how many lines are gone.

use super::comparison::Comparison;
use super::grid::{Columns, Grid, Move, Moves, Row};
use super::{Aligned, LineMatch, Score, Search, scan, score, vote, weight};
use crate::patch::LineKind;
use crate::text::LineSpan;

/// The most lines compared to find the best of many bad places.
const N_STEPS_ANYWHERE: u64 = 100_000;

/// The most pairs of lines looked at for one alignment, a byte each: those of a hunk of 1,500 lines and all that may lie
/// beside it. Of longer ones, only what lies near the diagonal is looked at.
const N_PAIRS: usize = 4 << 20;

/// How many likely stretches are looked at for a hunk so long.
const N_LONG_STRETCHES: usize = 2;

/// The fewest lines that may be gone or more at a place before the alignment of a long hunk loses it.
const LEAST_REACH: usize = 32;

/// Returns the best alignment of each likely stretch of the target.
pub(super) fn alignments(search: &Search<'_>) -> Vec<Vec<Aligned>> {
    let n_lines = search.index.text().n_lines();
    let n_preimage = search.preimage.len();
    if n_preimage == 0 || n_lines == 0 {
        return Vec::new();
    }
    let slack = 4 + n_preimage / 3;
    let (mut alignments, mut n_long) = (Vec::new(), 0);
    for start in vote::starts(search, slack) {
        let from = start.saturating_sub(slack as isize).max(0) as usize;
        let to = (start + (n_preimage + slack) as isize).clamp(0, n_lines as isize) as usize;
        let stretch = LineSpan::new(from, to.max(from));
        if n_preimage * stretch.len() <= N_PAIRS {
            alignments.extend(best_in(search, stretch));
        } else if n_long < N_LONG_STRETCHES {
            alignments.extend(near_diagonal(search, stretch, start));
            n_long += 1;
        }
    }
    alignments.retain(|aligned| {
        aligned
            .iter()
            .any(|pair| pair.hunk_line().is_some() && pair.target_line().is_some())
    });
    alignments
}

/// Returns the best alignment that stays near the diagonal on which the hunk begins at line `start` of the target. What else
/// there is of the hunk's length is not looked through, which is as if the budget had ended.
fn near_diagonal(search: &Search<'_>, stretch: LineSpan, start: isize) -> Option<Vec<Aligned>> {
    search.budget.refuse();
    let grid = Grid {
        n_rows: search.preimage.len(),
        n_columns: stretch.len(),
        diagonal: start - stretch.start as isize,
        reach: (N_PAIRS / 2 / search.preimage.len().min(stretch.len())).max(LEAST_REACH),
    };
    let worth_it = !stretch.is_empty() && search.budget.spend(grid.n_pairs() as u64);
    worth_it.then(|| align(search, stretch, &grid))
}

/// Returns the best alignment in a stretch, and those in what it leaves of the stretch: twins may stand side by side, so that
/// the best one takes the one and leaves the other above or below it, or begins in the one and ends in the other.
fn best_in(search: &Search<'_>, stretch: LineSpan) -> Vec<Vec<Aligned>> {
    let n_preimage = search.preimage.len();
    let aligned_in = |stretch: LineSpan| {
        let worth_it =
            !stretch.is_empty() && search.budget.spend((n_preimage * stretch.len()) as u64);
        worth_it.then(|| align(search, stretch, &Grid::whole(n_preimage, stretch.len())))
    };
    let Some(best) = aligned_in(stretch) else {
        return Vec::new();
    };
    let (Some(first), Some(last)) = (
        best.iter().find_map(|pair| pair.target_line()),
        best.iter().rev().find_map(|pair| pair.target_line()),
    ) else {
        return vec![best];
    };
    let mut rest = vec![
        LineSpan::new(stretch.start, first),
        LineSpan::new(last + 1, stretch.end),
    ];
    if let Some(gap) = longest_gap(&best).filter(|gap| gap.len() * 2 >= n_preimage) {
        rest.push(LineSpan::new(stretch.start, gap.end));
        rest.push(LineSpan::new(gap.start, stretch.end));
    }
    rest.retain(|rest| rest.len() * 2 >= n_preimage);
    let mut found = vec![best];
    found.extend(rest.into_iter().filter_map(aligned_in));
    found
}

/// Returns the most lines in a row that the target has more at a place; `None` where it has none.
fn longest_gap(aligned: &[Aligned]) -> Option<LineSpan> {
    let runs = aligned.chunk_by(|one, next| one.how == next.how);
    let extra = runs.filter(|run| run[0].how == LineMatch::Extra);
    let longest = extra.max_by_key(|run| run.len())?;
    Some(LineSpan::new(
        longest.first()?.target_line()?,
        longest.last()?.target_line()? + 1,
    ))
}

/// Returns the preimage laid line by line beside the lines from `start` on, alike or not.
pub(super) fn beside(search: &Search<'_>, start: usize) -> Vec<Aligned> {
    let n_lines = search.index.text().n_lines();
    let pair_at = |row: usize| {
        let (hunk_line, target) = (search.preimage[row].hunk_line, start + row);
        if target >= n_lines {
            return Aligned::missing(hunk_line);
        }
        let similarity = |line: &[u8]| Comparison::new(search.body(row)).similarity(line);
        let alike = pair(search, row, target, similarity);
        let nothing = LineMatch::Similar { permille: 0 };
        Aligned::pair(hunk_line, target, alike.unwrap_or(nothing))
    };
    (0..search.preimage.len()).map(pair_at).collect()
}

/// Returns the preimage laid line by line at the `n_places` starts where most of it agrees, however little that is: for a
/// hunk that found no better. Nothing where the search would cost more than the budget has.
pub(super) fn anywhere(search: &Search<'_>, n_places: usize) -> Vec<Vec<Aligned>> {
    let n_lines = search.index.text().n_lines();
    let cost = (n_lines * search.preimage.len()) as u64;
    // Lines are compared letter by letter here, which costs many times what comparing keys does.
    if cost > N_STEPS_ANYWHERE || !search.budget.spend(cost * 50) {
        return Vec::new();
    }
    let mut scored: Vec<(Score, usize)> = (0..n_lines)
        .take_while(|_| search.budget.goes_on())
        .map(|start| (score::score(search, &beside(search, start)), start))
        .filter(|(score, _)| *score > Score::new(0))
        .collect();
    scored.sort_by_key(|(score, start)| (std::cmp::Reverse(*score), *start));
    let mut starts: Vec<usize> = Vec::new();
    for (_, start) in scored {
        if starts.len() < n_places
            && starts
                .iter()
                .all(|other| other.abs_diff(start) >= search.preimage.len())
        {
            starts.push(start);
        }
    }
    starts
        .into_iter()
        .map(|start| beside(search, start))
        .collect()
}

/// Returns the best alignment of the whole preimage with lines of `stretch`, of which both ends may stay over, as far as
/// `grid` lets it be looked for; an empty one when the budget ends, or nobody waits for it any more.
fn align(search: &Search<'_>, stretch: LineSpan, grid: &Grid) -> Vec<Aligned> {
    let columns = Columns::of(search, stretch);
    let mut moves = Moves::new(grid);
    let (mut above, mut gain) = (Row::first(grid), Row::first(grid));
    // How each of the different lines agrees, and for which row that is known: files hold many lines often.
    let mut known: Vec<(usize, Option<LineMatch>)> = vec![(0, None); columns.n_distinct()];
    for row in 1..=grid.n_rows {
        if columns.is_spent() || !search.budget.goes_on() {
            return Vec::new();
        }
        let comparison = Comparison::new(search.body(row - 1));
        let lost = missing_cost(search, row - 1);
        // Behind the last line of the hunk, what the target has more is no part of the place.
        let dear = if row == grid.n_rows {
            0
        } else {
            dearness(search, row)
        };
        gain.begin(grid.columns(row));
        for column in grid.columns(row) {
            let mut best = (above.at(column) - lost, Move::Missing);
            // Before the first line of the stretch there is nothing to pair with.
            if let Some(target) = column.checked_sub(1).map(|at| stretch.start + at) {
                let nth = columns.nth_distinct(column);
                let extra = gain.at(column - 1) - dear * columns.score_weight(nth);
                if extra > best.0 {
                    best = (extra, Move::Extra);
                }
                if known[nth].0 != row {
                    let similarity = |_: &[u8]| columns.similarity(search, nth, &comparison);
                    known[nth] = (row, pair(search, row - 1, target, similarity));
                }
                if let (_, Some(how)) = known[nth] {
                    let paired = above.at(column - 1) + pair_gain(search, row - 1, how);
                    if paired >= best.0 {
                        best = (paired, Move::Pair);
                    }
                }
            }
            gain.push(best.0);
            moves.push(best.1);
        }
        std::mem::swap(&mut above, &mut gain);
    }
    if columns.is_spent() {
        return Vec::new();
    }
    traced(search, stretch, grid, &moves)
}

/// Returns the best alignment by the `moves` that were found best.
fn traced(search: &Search<'_>, stretch: LineSpan, grid: &Grid, moves: &Moves<'_>) -> Vec<Aligned> {
    let mut row = grid.n_rows;
    let mut column = grid.columns(row).end - 1;
    let mut aligned = Vec::new();
    while row > 0 {
        let hunk_line = search.preimage[row - 1].hunk_line;
        let target_line = || stretch.start + column - 1;
        match moves.at(row, column) {
            Move::Pair => {
                // Compared once more: to keep how every two agree would be most of what an alignment takes.
                let similarity =
                    |line: &[u8]| Comparison::new(search.body(row - 1)).similarity(line);
                let how = pair(search, row - 1, target_line(), similarity);
                let how = how.expect("a pair was compared");
                aligned.push(Aligned::pair(hunk_line, target_line(), how));
                (row, column) = (row - 1, column - 1);
            }
            Move::Extra => {
                aligned.push(Aligned::extra(target_line()));
                column -= 1;
            }
            Move::Missing => {
                aligned.push(Aligned::missing(hunk_line));
                row -= 1;
            }
        }
    }
    aligned.reverse();
    without_extra_ends(aligned)
}

/// Lines of the target before the first and after the last pair belong to no place.
fn without_extra_ends(mut aligned: Vec<Aligned>) -> Vec<Aligned> {
    let is_pair = |pair: &Aligned| pair.hunk_line().is_some() && pair.target_line().is_some();
    let first = aligned.iter().position(is_pair).unwrap_or(aligned.len());
    let last = aligned.iter().rposition(is_pair).unwrap_or(0);
    let mut at = 0;
    aligned.retain(|pair| {
        at += 1;
        pair.hunk_line().is_some() || (first < at - 1 && at - 1 < last)
    });
    aligned
}

/// Returns how a line of the preimage and one of the target agree: equal by a rule, or as alike as `similarity` says, which
/// is asked for no other.
fn pair(
    search: &Search<'_>,
    row: usize,
    target: usize,
    similarity: impl FnOnce(&[u8]) -> Option<u16>,
) -> Option<LineMatch> {
    scan::likeness(search, row, target).or_else(|| {
        let permille = similarity(search.index.text().line(target))?;
        Some(LineMatch::Similar { permille })
    })
}

fn pair_gain(search: &Search<'_>, row: usize, how: LineMatch) -> i64 {
    i64::from(weight::score_weight(search.preimage[row].weight) * score::match_value(how))
}

/// What a line of context that is not there costs, where [`score::match_value`] says what one that is there gains.
const CONTEXT_COST: u32 = 150;

fn missing_cost(search: &Search<'_>, row: usize) -> i64 {
    let line = &search.preimage[row];
    let cost = match line.kind {
        LineKind::Delete => 600,
        LineKind::Context | LineKind::Insert => CONTEXT_COST,
    };
    i64::from(weight::score_weight(line.weight) * cost)
}

/// Returns what a line of the target costs, by its weight, that the hunk does not have below this row: dear between deletions,
/// where it would stay behind alone.
fn dearness(search: &Search<'_>, row: usize) -> i64 {
    let kind = |row: usize| search.preimage.get(row).map(|line| line.kind);
    let between_deletions =
        kind(row - 1) == Some(LineKind::Delete) && kind(row) == Some(LineKind::Delete);
    i64::from(CONTEXT_COST) * if between_deletions { 3 } else { 1 }
}

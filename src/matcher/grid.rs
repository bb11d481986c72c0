//! What an alignment is worked out on: a row for each line of the hunk, a column for each line of the target, and of both
//! only what is looked at. Two rows of gains are held at a time, and of every pair of lines a byte.

use std::cell::Cell;
use std::collections::HashMap;
use std::ops::Range;

use super::comparison::{Comparison, ReadLine};
use super::{Search, weight};
use crate::text::LineSpan;

/// What of the pairs of a hunk's lines and a stretch's is looked at. Row and column count what lies above them: those of
/// number 0 are no lines.
pub(super) struct Grid {
    pub(super) n_rows: usize,
    pub(super) n_columns: usize,
    /// The column of row 0 where every line stands beside its own.
    pub(super) diagonal: isize,
    /// How far from there is looked.
    pub(super) reach: usize,
}

impl Grid {
    /// Makes one in which everything is looked at.
    pub(super) fn whole(n_rows: usize, n_columns: usize) -> Grid {
        Grid {
            n_rows,
            n_columns,
            diagonal: 0,
            reach: n_rows + n_columns,
        }
    }

    /// Returns the columns of a row that are looked at: one at least.
    pub(super) fn columns(&self, row: usize) -> Range<usize> {
        let middle = self.diagonal + row as isize;
        let within = |column: isize| column.clamp(0, self.n_columns as isize) as usize;
        let reach = self.reach as isize;
        within(middle - reach)..within(middle + reach) + 1
    }

    /// Returns how many pairs are looked at.
    pub(super) fn n_pairs(&self) -> usize {
        (1..=self.n_rows).map(|row| self.columns(row).len()).sum()
    }
}

/// What the best alignment comes to that ends in each column of a row.
pub(super) struct Row {
    start: usize,
    gains: Vec<i64>,
}

impl Row {
    /// Less than any alignment comes to, and far from the end of the numbers.
    const NONE: i64 = i64::MIN / 2;

    /// Makes the row above the first line: every alignment may begin anywhere.
    pub(super) fn first(grid: &Grid) -> Row {
        Row {
            start: 0,
            gains: vec![0; grid.n_columns + 1],
        }
    }

    /// Begins a row of these columns, to be pushed in order.
    pub(super) fn begin(&mut self, columns: Range<usize>) {
        self.start = columns.start;
        self.gains.clear();
    }

    pub(super) fn push(&mut self, gain: i64) {
        self.gains.push(gain);
    }

    /// Returns what a column comes to; next to nothing for one that is not looked at.
    pub(super) fn at(&self, column: usize) -> i64 {
        let at = column.checked_sub(self.start);
        let gain = at.and_then(|at| self.gains.get(at));
        gain.copied().unwrap_or(Row::NONE)
    }
}

/// How the best alignment goes on upwards.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Move {
    /// Both lines stand beside each other.
    Pair,
    /// The target lacks the hunk's line.
    Missing,
    /// The hunk lacks the target's line.
    Extra,
}

/// The moves of all pairs that are looked at.
pub(super) struct Moves<'g> {
    grid: &'g Grid,
    moves: Vec<Move>,
    /// Where in `moves` each row begins, from row 1 on.
    starts: Vec<usize>,
}

impl<'g> Moves<'g> {
    /// Makes room for them.
    pub(super) fn new(grid: &'g Grid) -> Moves<'g> {
        let starts = (1..=grid.n_rows).scan(0, |end, row| {
            *end += grid.columns(row).len();
            Some(*end - grid.columns(row).len())
        });
        Moves {
            grid,
            starts: starts.collect(),
            moves: Vec::with_capacity(grid.n_pairs()),
        }
    }

    /// Adds the next one of a row, or the first of the next row.
    pub(super) fn push(&mut self, next: Move) {
        self.moves.push(next);
    }

    /// Returns the one at a row from 1 on.
    pub(super) fn at(&self, row: usize, column: usize) -> Move {
        self.moves[self.starts[row - 1] + column - self.grid.columns(row).start]
    }
}

/// The lines of a stretch of the target, those that read the same once: each is compared once with a line of the hunk.
pub(super) struct Columns<'a> {
    lines: Vec<&'a [u8]>,
    /// What is compared of each of `lines`.
    read: Vec<ReadLine>,
    /// What each of `lines` counts for.
    hefts: Vec<i64>,
    /// Which of `lines` each column holds, from column 1 on.
    nth: Vec<usize>,
    is_spent: Cell<bool>,
}

impl<'a> Columns<'a> {
    /// Reads the lines of `stretch`.
    pub(super) fn of(search: &Search<'a>, stretch: LineSpan) -> Columns<'a> {
        let text = search.index.text();
        let mut columns = Columns {
            lines: Vec::new(),
            read: Vec::new(),
            hefts: Vec::new(),
            nth: Vec::with_capacity(stretch.len()),
            is_spent: Cell::new(false),
        };
        let mut known: HashMap<&[u8], usize> = HashMap::new();
        for at in stretch.start..stretch.end {
            let line: &[u8] = text.line(at);
            let nth = *known.entry(line).or_insert_with(|| {
                columns.read.push(ReadLine::of(line));
                columns
                    .hefts
                    .push(i64::from(weight::score_weight(weight::of(line))));
                columns.lines.push(line);
                columns.lines.len() - 1
            });
            columns.nth.push(nth);
        }
        columns
    }

    /// Returns how many different lines there are.
    pub(super) fn n_distinct(&self) -> usize {
        self.lines.len()
    }

    /// Returns which of the different lines a column from 1 on holds.
    pub(super) fn nth_distinct(&self, column: usize) -> usize {
        self.nth[column - 1]
    }

    /// Returns what one of the different lines counts for.
    pub(super) fn score_weight(&self, nth: usize) -> i64 {
        self.hefts[nth]
    }

    /// Returns how alike a line of the hunk and one of the different lines are, as [`Comparison::similarity`] does, and
    /// spends what that costs.
    pub(super) fn similarity(
        &self,
        search: &Search<'_>,
        nth: usize,
        comparison: &Comparison,
    ) -> Option<u16> {
        let (line, read) = (self.lines[nth], &self.read[nth]);
        if !comparison.is_long_enough(line) || !comparison.may_be_like(read) {
            return None;
        }
        if !search.budget.spend(comparison.cost(read.len())) {
            self.is_spent.set(true);
            return None;
        }
        comparison.similarity_of_read(read)
    }

    /// Returns whether a comparison was refused: what was worked out since is worth nothing.
    pub(super) fn is_spent(&self) -> bool {
        self.is_spent.get()
    }
}

//! The rows of a document: which there are in each reading, and what stands in them.

use std::cmp::Reverse;

use bstr::{BStr, ByteSlice};

use super::{Doc, EditOwner, Reading};
use crate::patch::{HunkId, LineKind};
use crate::text::{LineSpan, Piece, Text};

#[derive(Debug, Clone)]
pub(super) enum Segment {
    Keep {
        span: LineSpan,
        numbered_from: usize,
    },
    Change {
        by: EditOwner,
        span: LineSpan,
        lines: Vec<Piece>,
        /// The first of `lines` in the document with all its changes made.
        new_start: usize,
        /// The first of them in the file as it will be; `None` where the change is not accepted, and the review is not at it.
        numbered_from: Option<usize>,
    },
}

/// One row. Unified and result rows have only a left cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Row<'a> {
    /// The cell on the left, or the only one.
    pub left: Option<Cell<'a>>,
    /// The cell on the right.
    pub right: Option<Cell<'a>>,
}

/// One line of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell<'a> {
    /// Whether it stays, goes or comes.
    pub kind: LineKind,
    /// Its 0-based line: in the file as it is, or on the side of the result in the file as it will be once the hunk under review
    /// is accepted beside those that are. `None` for a line that only another, undecided hunk adds.
    pub line_index: Option<usize>,
    /// Its 0-based line in that file as it will be, on either side; `None` for a line that goes, and one that only another,
    /// undecided hunk adds or removes.
    pub index_after: Option<usize>,
    /// Which text it is a line of, and which line.
    pub origin: Origin,
    /// Its text.
    pub body: &'a BStr,
    /// The line of the other side that it may be a rewording of.
    pub counterpart: Option<&'a BStr>,
    /// What changes it.
    pub by: Option<EditOwner>,
}

/// The line of a text that a cell shows, 0-based.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Of the file as it is.
    Old(usize),
    /// Of the file as it would be.
    New(usize),
}

impl<'a> Row<'a> {
    /// Returns the row of a reading in one column with its number on the side of the result moved; without a line that does not
    /// come it has none.
    pub fn renumbered(self, shift: isize, is_wanted: bool) -> Row<'a> {
        let left = self.left.map(|cell| {
            let moved = |at: usize| at.saturating_add_signed(shift);
            let index_after = cell.index_after.filter(|_| is_wanted).map(moved);
            let line_index = match cell.origin {
                Origin::New(_) => index_after,
                Origin::Old(_) => cell.line_index,
            };
            Cell {
                line_index,
                index_after,
                ..cell
            }
        });
        Row { left, ..self }
    }
}

impl Doc {
    /// Returns how many rows there are.
    pub fn n_rows(&self, reading: Reading) -> usize {
        let [unified, split, result] = self.n_rows;
        match reading {
            Reading::Unified => unified,
            Reading::Split => split,
            Reading::Result => result,
        }
    }

    /// Returns up to `n` rows from row `from` on.
    pub fn rows(&self, reading: Reading, from: usize, n: usize) -> Vec<Row<'_>> {
        let mut rows = Vec::with_capacity(n);
        let mut first = 0;
        for segment in &self.segments {
            let n_rows = segment.n_rows(reading);
            let skip = from.saturating_sub(first);
            for at in skip..n_rows {
                if rows.len() == n {
                    return rows;
                }
                rows.push(segment.row(&self.text, reading, at));
            }
            first += n_rows;
        }
        rows
    }

    /// Returns the row at which line `line_index` of the file stands, or the row that follows it when it is not shown.
    pub fn row_of_line(&self, reading: Reading, line_index: usize) -> usize {
        let mut row = 0;
        for segment in &self.segments {
            let span = segment.span();
            if line_index < span.end {
                return row
                    + line_index
                        .saturating_sub(span.start)
                        .min(segment.n_rows(reading));
            }
            row += segment.n_rows(reading);
        }
        row
    }

    /// Says before which lines of the file hunk `id` inserts, where it does nothing else: `before lines 3 and 9`.
    pub fn insertion_words(&self, id: HunkId) -> Option<String> {
        let own = self.segments.iter().filter_map(|segment| match segment {
            Segment::Change { by, span, .. } if by.hunk == id => Some(*span),
            Segment::Change { .. } | Segment::Keep { .. } => None,
        });
        let own: Vec<LineSpan> = own.collect();
        if own.is_empty() || own.iter().any(|span| !span.is_empty()) {
            return None;
        }
        let n_lines = self.text.n_lines();
        let within = own.iter().filter(|span| span.start < n_lines);
        let numbers: Vec<String> = within.map(|span| (span.start + 1).to_string()).collect();
        let at_end = (numbers.len() < own.len()).then_some("at the end");
        let before = match numbers.split_last() {
            None => None,
            Some((only, [])) => Some(format!("before line {only}")),
            Some((last, first)) => Some(format!("before lines {} and {last}", first.join(", "))),
        };
        let parts: Vec<&str> = before.as_deref().into_iter().chain(at_end).collect();
        Some(parts.join(" and "))
    }

    /// Returns the first line of the file, 0-based, that is not above row `row`: a line added there comes before it.
    pub fn line_below(&self, reading: Reading, row: usize) -> usize {
        let mut first = 0;
        for segment in &self.segments {
            let n_rows = segment.n_rows(reading);
            if row < first + n_rows {
                let span = segment.span();
                return span.start + (row - first).min(span.len());
            }
            first += n_rows;
        }
        self.text.n_lines()
    }

    /// Returns the 0-based line of the file at which hunk `id` begins to change it; that of the focus when it does not.
    pub fn first_line_of(&self, id: HunkId) -> usize {
        let own = self.segments.iter().find_map(|segment| match segment {
            Segment::Change { by, span, .. } if by.hunk == id => Some(span.start),
            Segment::Change { .. } | Segment::Keep { .. } => None,
        });
        own.unwrap_or(self.focus.start)
    }

    /// Returns the rows of the changes that hunk `id` makes, first to last; those of the focus when it makes none.
    pub fn rows_of_hunk(&self, reading: Reading, id: HunkId) -> std::ops::Range<usize> {
        self.rows_by(reading, |by| by.hunk == id)
    }

    /// Returns the rows of the changes that one block of a hunk makes; those of the focus when it makes none.
    pub fn rows_of_block(&self, reading: Reading, block: EditOwner) -> std::ops::Range<usize> {
        self.rows_by(reading, |by| *by == block)
    }

    /// Returns the rows of the lines `span` of the file, and of the changes that touch them.
    pub fn rows_of_lines(&self, reading: Reading, span: LineSpan) -> std::ops::Range<usize> {
        let (mut row, mut found) = (0, None::<std::ops::Range<usize>>);
        for segment in &self.segments {
            let n_rows = segment.n_rows(reading);
            if let Segment::Change { span: changed, .. } = segment
                && changed.collides(span)
            {
                let start = found.map_or(row, |found| found.start);
                found = Some(start..row + n_rows);
            }
            row += n_rows;
        }
        let start = self.row_of_line(reading, span.start);
        let end = self.row_of_line(reading, span.end).max(start);
        found.map_or(start..end, |found| {
            found.start.min(start)..found.end.max(end)
        })
    }

    fn rows_by(&self, reading: Reading, is: impl Fn(&EditOwner) -> bool) -> std::ops::Range<usize> {
        let (mut row, mut found) = (0, None::<std::ops::Range<usize>>);
        for segment in &self.segments {
            let n_rows = segment.n_rows(reading);
            match segment {
                Segment::Change { by, .. } if is(by) => {
                    let start = found.map_or(row, |found| found.start);
                    found = Some(start..row + n_rows);
                }
                Segment::Change { .. } | Segment::Keep { .. } => {}
            }
            row += n_rows;
        }
        found.unwrap_or_else(|| {
            let start = self.row_of_line(reading, self.focus.start);
            start..self.row_of_line(reading, self.focus.end).max(start)
        })
    }
}

impl Segment {
    fn span(&self) -> LineSpan {
        match self {
            Segment::Keep { span, .. } | Segment::Change { span, .. } => *span,
        }
    }

    pub(super) fn n_rows(&self, reading: Reading) -> usize {
        match (self, reading) {
            (Segment::Keep { span, .. }, _) => span.len(),
            (Segment::Change { span, lines, .. }, Reading::Unified) => span.len() + lines.len(),
            (Segment::Change { span, lines, .. }, Reading::Split) => span.len().max(lines.len()),
            (Segment::Change { lines, .. }, Reading::Result) => lines.len(),
        }
    }

    fn row<'a>(&'a self, text: &'a Text, reading: Reading, at: usize) -> Row<'a> {
        let span = self.span();
        let new_start = match self {
            Segment::Keep { numbered_from, .. } => *numbered_from,
            Segment::Change { .. } => span.start,
        };
        let kept = |line_index| {
            Some(Cell {
                kind: LineKind::Context,
                line_index: Some(line_index),
                index_after: Some(new_start + at),
                origin: Origin::Old(span.start + at),
                body: text.line(span.start + at),
                counterpart: None,
                by: None,
            })
        };
        match (self, reading) {
            (Segment::Keep { .. }, Reading::Unified) => only(kept(span.start + at)),
            (Segment::Keep { .. }, Reading::Result) => only(kept(new_start + at)),
            (Segment::Keep { .. }, Reading::Split) => Row {
                left: kept(span.start + at),
                right: kept(new_start + at),
            },
            (Segment::Change { .. }, Reading::Unified) => match self.old_cell(text, at) {
                Some(cell) => only(Some(cell)),
                None => only(self.new_cell(text, at - span.len())),
            },
            (Segment::Change { .. }, Reading::Result) => only(self.new_cell(text, at)),
            (Segment::Change { .. }, Reading::Split) => Row {
                left: self.old_cell(text, at),
                right: self.new_cell(text, at),
            },
        }
    }

    /// Returns the added line that removed line `at` may be reworded as.
    fn reworded<'a>(&'a self, text: &'a Text, at: usize) -> Option<&'a BStr> {
        let (old, new) = self.sides(text)?;
        counterpart(&old, &new, at)
    }

    /// Returns the removed line that added line `at` may be a rewording of.
    fn rewords<'a>(&'a self, text: &'a Text, at: usize) -> Option<&'a BStr> {
        let (old, new) = self.sides(text)?;
        counterpart(&new, &old, at)
    }

    /// Returns the removed lines and the added ones; `None` for a run so long that comparing them would last.
    fn sides<'a>(&'a self, text: &'a Text) -> Option<(Vec<&'a BStr>, Vec<&'a BStr>)> {
        let Segment::Change { span, lines, .. } = self else {
            return None;
        };
        let is_short = span.len() <= LONGEST_RUN && lines.len() <= LONGEST_RUN;
        let old = || (span.start..span.end).map(|line| text.line(line)).collect();
        let new = || lines.iter().map(|line| line.as_bstr()).collect();
        is_short.then(|| (old(), new()))
    }

    fn old_cell<'a>(&'a self, text: &'a Text, at: usize) -> Option<Cell<'a>> {
        let Segment::Change { by, span, .. } = self else {
            return None;
        };
        (at < span.len()).then(|| Cell {
            kind: LineKind::Delete,
            line_index: Some(span.start + at),
            index_after: None,
            origin: Origin::Old(span.start + at),
            body: text.line(span.start + at),
            counterpart: self.reworded(text, at),
            by: Some(*by),
        })
    }

    fn new_cell<'a>(&'a self, text: &'a Text, at: usize) -> Option<Cell<'a>> {
        let Segment::Change {
            by,
            lines,
            new_start,
            numbered_from,
            ..
        } = self
        else {
            return None;
        };
        lines.get(at).map(|line| Cell {
            kind: LineKind::Insert,
            line_index: numbered_from.map(|from| from + at),
            index_after: numbered_from.map(|from| from + at),
            origin: Origin::New(new_start + at),
            body: line.as_bstr(),
            counterpart: self.rewords(text, at),
            by: Some(*by),
        })
    }
}

/// The longest run of removed or added lines that are paired by their words.
pub(in crate::ui) const LONGEST_RUN: usize = 60;

/// Returns the one of `others` that is most like line `at` of `lines`, where that is most like it too.
pub(in crate::ui) fn counterpart<'a>(
    lines: &[&BStr],
    others: &[&'a BStr],
    at: usize,
) -> Option<&'a BStr> {
    let best = most_like(lines[at], others.iter().copied(), at)?;
    let back = most_like(others[best], lines.iter().copied(), best)?;
    (back == at).then(|| others[best])
}

/// Returns the index of the line most like `line`, the nearest to index `at` of several: what begins and ends alike is alike.
fn most_like<'a>(line: &BStr, others: impl Iterator<Item = &'a BStr>, at: usize) -> Option<usize> {
    let line = line.trim();
    let likeness = |other: &BStr| {
        let other = other.trim();
        let pairs = line.iter().zip(other);
        let start = pairs.take_while(|(a, b)| a == b).count();
        let pairs = line[start..].iter().rev().zip(other[start..].iter().rev());
        let end = pairs.take_while(|(a, b)| a == b).count();
        (start + end) * 1000 / line.len().max(other.len()).max(1)
    };
    let ranked = others
        .enumerate()
        .map(|(index, other)| (likeness(other), Reverse(index.abs_diff(at)), index));
    ranked.max().map(|(_, _, index)| index)
}

fn only(left: Option<Cell<'_>>) -> Row<'_> {
    Row { left, right: None }
}

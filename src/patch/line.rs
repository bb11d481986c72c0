//! One line of a hunk, and what is asked of several.

use similar::DiffOp;

use super::alignment::{Search, operations};
use crate::text::{Piece, indent};

/// One line of a hunk.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct HunkLine {
    /// What becomes of the line.
    pub kind: LineKind,
    /// Its text without marker and line ending.
    pub body: Piece,
}

/// What becomes of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum LineKind {
    /// It stays; it only says where.
    Context,
    /// It goes.
    Delete,
    /// It is new.
    Insert,
}

impl LineKind {
    /// Returns the marker of a unified diff.
    pub fn sign(self) -> char {
        match self {
            LineKind::Context => ' ',
            LineKind::Delete => '-',
            LineKind::Insert => '+',
        }
    }
}

impl HunkLine {
    /// Makes a line of `kind`.
    pub fn new(kind: LineKind, body: impl Into<Piece>) -> HunkLine {
        HunkLine {
            kind,
            body: body.into(),
        }
    }

    /// Returns whether it stays, and only says where.
    pub fn is_context(&self) -> bool {
        self.kind == LineKind::Context
    }

    /// Returns whether it goes or is new.
    pub fn is_change(&self) -> bool {
        self.kind != LineKind::Context
    }

    /// Returns whether it goes.
    pub fn is_delete(&self) -> bool {
        self.kind == LineKind::Delete
    }

    /// Returns whether it is new.
    pub fn is_insert(&self) -> bool {
        self.kind == LineKind::Insert
    }

    /// Returns whether it holds more than blanks.
    pub fn has_text(&self) -> bool {
        !indent::is_blank(&self.body)
    }

    /// Returns whether the file must hold this line before the change.
    pub fn in_preimage(&self) -> bool {
        self.kind != LineKind::Insert
    }

    /// Returns whether the file holds this line after the change.
    pub fn in_postimage(&self) -> bool {
        self.kind != LineKind::Delete
    }
}

/// Returns those of some lines that are of `kind`.
pub fn of_kind(
    lines: &[HunkLine],
    kind: LineKind,
) -> impl DoubleEndedIterator<Item = &HunkLine> + Clone {
    lines.iter().filter(move |line| line.kind == kind)
}

/// Returns how many lines with text go.
pub fn n_removed(lines: &[HunkLine]) -> usize {
    let gone = of_kind(lines, LineKind::Delete);
    gone.filter(|line| line.has_text()).count()
}

/// Returns the lines of both sides as one sequence: shared lines once as context, others as deletions before insertions.
pub fn diff_lines(before: &[Piece], after: &[Piece]) -> Vec<HunkLine> {
    let mut lines = Vec::new();
    let mut take = |kind, side: &[Piece], range: std::ops::Range<usize>| {
        lines.extend(
            side[range]
                .iter()
                .map(|body| HunkLine::new(kind, body.clone())),
        );
    };
    for op in operations(Search::Patience, before, after) {
        match op {
            DiffOp::Equal { .. } => take(LineKind::Context, before, op.old_range()),
            DiffOp::Delete { .. } => take(LineKind::Delete, before, op.old_range()),
            DiffOp::Insert { .. } => take(LineKind::Insert, after, op.new_range()),
            DiffOp::Replace { .. } => {
                take(LineKind::Delete, before, op.old_range());
                take(LineKind::Insert, after, op.new_range());
            }
        }
    }
    lines
}

//! The whole content of a target, looked through for many hunks: its lines by what they say, and how much may still be
//! looked at.

use std::cell::{Cell, OnceCell};
use std::collections::HashMap;

use bstr::BString;
use foldhash::fast::RandomState;

use crate::text::{LineSpan, Piece, Text, Trim, delimiter};

/// The most bytes looked through for the hunks of one file: those of a large one for two thousand hunks.
const N_BYTES: u64 = 2 << 30;

/// What is looked through.
pub(in crate::patch) struct Whole<'t> {
    pub(super) text: &'t Text,
    /// Its lines with a newline between each two.
    content: OnceCell<BString>,
    /// Where each line begins there.
    starts: OnceCell<Vec<usize>>,
    /// The lines by their text, blanks around it aside.
    lines: OnceCell<HashMap<&'t [u8], Vec<usize>, RandomState>>,
    /// Of each line, whether it begins in a string or comment.
    quoted: OnceCell<Vec<bool>>,
    n_bytes_left: Cell<Option<u64>>,
}

impl<'t> Whole<'t> {
    pub(in crate::patch) fn new(text: &'t Text) -> Whole<'t> {
        Whole {
            text,
            content: OnceCell::new(),
            starts: OnceCell::new(),
            lines: OnceCell::new(),
            quoted: OnceCell::new(),
            n_bytes_left: Cell::new(Some(N_BYTES)),
        }
    }

    pub(in crate::patch) fn text(&self) -> &'t Text {
        self.text
    }

    /// Returns whether a line begins in a string or comment of several lines: what it opens or closes is none of the code.
    pub(in crate::patch) fn is_in_string(&self, line: usize) -> bool {
        let quoted = self
            .quoted
            .get_or_init(|| delimiter::lines_in_strings(self.text));
        quoted.get(line) == Some(&true)
    }

    /// Takes what a look at so many bytes costs; returns whether it was there.
    pub(in crate::patch) fn spend(&self, n_bytes: usize) -> bool {
        let left = self.n_bytes_left.get();
        let left = left.and_then(|left| left.checked_sub(n_bytes as u64));
        self.n_bytes_left.set(left);
        left.is_some()
    }

    /// Takes what `n` comparisons of two lines cost; returns whether it was there.
    pub(in crate::patch) fn spend_looks(&self, n: usize) -> bool {
        /// What it costs to compare two lines, in bytes.
        const N_BYTES_OF_A_LOOK: usize = 100;
        self.spend(n * N_BYTES_OF_A_LOOK)
    }

    /// Does the same as [`Whole::spend`] for a look that may be left out: only what others will hardly need is taken.
    pub(super) fn spend_spare(&self, n_bytes: usize) -> bool {
        let left = self.n_bytes_left.get();
        left.is_some_and(|left| left > N_BYTES / 2) && self.spend(n_bytes)
    }

    /// Returns whether a look was refused: what was not found may be there.
    pub(super) fn is_spent(&self) -> bool {
        self.n_bytes_left.get().is_none()
    }

    /// Returns the lines with a newline between each two.
    pub(super) fn content(&self) -> &[u8] {
        let joined = || bstr::join("\n", self.text.lines()).into();
        self.content.get_or_init(joined)
    }

    /// Returns where in the content each line begins.
    fn starts(&self) -> &[usize] {
        let starts = || {
            let starts = self.text.lines().scan(0, |end, line| {
                *end += line.len() + 1;
                Some(*end - line.len() - 1)
            });
            starts.collect()
        };
        self.starts.get_or_init(starts)
    }

    /// Returns the line that holds the byte `at` of the content, or ends before it.
    pub(super) fn line_at(&self, at: usize) -> usize {
        self.starts().partition_point(|start| *start <= at) - 1
    }

    /// Returns the bytes of the content that are the lines of `span`, of which there is one at least.
    pub(super) fn bytes_of(&self, span: LineSpan) -> std::ops::Range<usize> {
        let last = span.end - 1;
        self.starts()[span.start]..self.starts()[last] + self.text.line(last).len()
    }

    /// Returns the lines that say what `line` says, blanks around it aside, from the top.
    pub(in crate::patch) fn lines_like(&self, line: &[u8]) -> &[usize] {
        let lines = self.lines.get_or_init(|| {
            let mut lines: HashMap<&[u8], Vec<usize>, RandomState> = HashMap::default();
            for at in 0..self.text.n_lines() {
                let line: &'t [u8] = self.text.line(at);
                lines.entry(line.trimmed()).or_default().push(at);
            }
            lines
        });
        lines.get(line.trimmed()).map_or(&[], Vec::as_slice)
    }

    /// Returns those of [`Whole::lines_like`] from line `from` on.
    pub(in crate::patch) fn lines_like_from(&self, line: &[u8], from: usize) -> &[usize] {
        let lines = self.lines_like(line);
        &lines[lines.partition_point(|at| *at < from)..]
    }

    /// Returns the lines of `span` as pieces.
    pub(super) fn pieces(&self, span: LineSpan) -> Vec<Piece> {
        self.text.pieces(span).collect()
    }
}

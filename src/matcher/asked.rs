//! Which lines of hunks are looked up in a text first: to look up every line of each would cost as much as all else.

use super::aligned::count;
use crate::patch::{Hunk, HunkLine, LineKind};

/// Which lines of hunks are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    /// The longest lines of each: of nearly every hunk one that it has stands nowhere else, and one that it inserts nowhere.
    Telling,
    /// All.
    All,
}

impl Asked {
    /// Returns the lines of a hunk that are asked for, each with its index.
    fn lines(self, hunk: &Hunk) -> impl Iterator<Item = (usize, &HunkLine)> {
        let telling = (self == Asked::Telling).then(|| telling(hunk));
        let n_asked = telling.map_or(hunk.lines.len(), |lines| lines.len());
        let asked = (0..n_asked).filter_map(move |nth| match telling {
            Some(lines) => lines[nth],
            None => Some(nth),
        });
        asked.map(|at| (at, &hunk.lines[at]))
    }
}

/// How many lines of a hunk tell most.
const N_TELLING: usize = 4;

/// Returns the longest lines of a hunk: two of context, one that goes and one that comes.
fn telling(hunk: &Hunk) -> [Option<usize>; N_TELLING] {
    let mut longest = [None; N_TELLING];
    let mut lengths = [0; N_TELLING];
    for (at, line) in hunk.lines.iter().enumerate() {
        let length = line.body.len() + 1;
        let place = match line.kind {
            LineKind::Context if length > lengths[0] => {
                (longest[1], lengths[1]) = (longest[0], lengths[0]);
                0
            }
            LineKind::Context => 1,
            LineKind::Delete => 2,
            LineKind::Insert => 3,
        };
        if length > lengths[place] {
            (longest[place], lengths[place]) = (Some(at), length);
        }
    }
    longest
}

/// A line that is asked for: its index in its hunk, and the tail of its form. Nothing else about it costs as much as that, so
/// it is worked out once.
pub(super) struct AskedTail {
    pub(super) index: u32,
    pub(super) tail: Option<u64>,
}

/// The lines that are asked for of some hunks, in one long list. There are four for each hunk, so it is kept small: see [`NO_TAIL`].
pub(super) struct AskedTails {
    indexes: Vec<u32>,
    tails: Vec<u64>,
    /// Where those of each hunk end.
    ends: Vec<u32>,
}

/// What is kept for a line without a tail. No tail has this value: none of its bytes is a letter.
const NO_TAIL: u64 = u64::MAX;

impl AskedTails {
    /// Lists the lines of each hunk, with what `tail` returns of each.
    pub(super) fn of<'h>(
        hunks: impl Iterator<Item = &'h Hunk>,
        asked: Asked,
        mut tail: impl FnMut(&[u8]) -> Option<u64>,
    ) -> AskedTails {
        let n_hunks = hunks.size_hint().0;
        let n_lines = n_hunks * N_TELLING;
        let (mut indexes, mut tails) = (Vec::with_capacity(n_lines), Vec::with_capacity(n_lines));
        let mut ends = Vec::with_capacity(n_hunks);
        for hunk in hunks {
            for (index, line) in asked.lines(hunk) {
                indexes.push(count(index));
                tails.push(tail(&line.body).unwrap_or(NO_TAIL));
            }
            ends.push(count(tails.len()));
        }
        AskedTails {
            indexes,
            tails,
            ends,
        }
    }

    /// Returns how many lines are asked for in all.
    pub(super) fn len(&self) -> usize {
        self.tails.len()
    }

    /// Returns the tails of all, where they have one.
    pub(super) fn tails(&self) -> impl Iterator<Item = u64> {
        self.tails.iter().copied().filter(|tail| *tail != NO_TAIL)
    }

    /// Returns the lines of the `nth` hunk.
    pub(super) fn of_hunk(&self, nth: usize) -> impl Iterator<Item = AskedTail> {
        let start = nth.checked_sub(1).map_or(0, |before| self.ends[before]);
        let its = start as usize..self.ends[nth] as usize;
        let lines = self.indexes[its.clone()].iter().zip(&self.tails[its]);
        lines.map(|(index, tail)| AskedTail {
            index: *index,
            tail: (*tail != NO_TAIL).then_some(*tail),
        })
    }
}

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

/// Returns the longest lines of a hunk: two of context, one that goes and one that comes.
fn telling(hunk: &Hunk) -> [Option<usize>; 4] {
    let mut longest = [None; 4];
    let mut lengths = [0; 4];
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
    /// [`NO_TAIL`] where it has none: an `Option` would take half as much again, and there are four for each hunk.
    tail: u64,
}

/// No tail has this value: none of its bytes is a letter.
const NO_TAIL: u64 = u64::MAX;

impl AskedTail {
    /// Returns the tail of its form, where it has one.
    pub(super) fn tail(&self) -> Option<u64> {
        (self.tail != NO_TAIL).then_some(self.tail)
    }
}

/// The lines that are asked for of some hunks, in one long list.
pub(super) struct AskedTails {
    lines: Vec<AskedTail>,
    /// Where those of each hunk end.
    ends: Vec<u32>,
}

impl AskedTails {
    /// Lists the lines of each hunk, with what `tail` returns of each.
    pub(super) fn of<'h>(
        hunks: impl Iterator<Item = &'h Hunk>,
        asked: Asked,
        mut tail: impl FnMut(&[u8]) -> Option<u64>,
    ) -> AskedTails {
        let (mut lines, mut ends) = (Vec::new(), Vec::new());
        for hunk in hunks {
            lines.extend(asked.lines(hunk).map(|(index, line)| AskedTail {
                index: count(index),
                tail: tail(&line.body).unwrap_or(NO_TAIL),
            }));
            ends.push(count(lines.len()));
        }
        AskedTails { lines, ends }
    }

    /// Returns the lines of the `nth` hunk.
    pub(super) fn of_hunk(&self, nth: usize) -> &[AskedTail] {
        let start = nth.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.lines[start as usize..self.ends[nth] as usize]
    }
}

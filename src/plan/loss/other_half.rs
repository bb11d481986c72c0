//! Hunks that are right only with another one: each has one half of a move.

use std::collections::{BTreeSet, HashMap};

use foldhash::fast::RandomState;

use crate::matcher::weight;
use crate::patch::{Hunk, LineKind};
use crate::text::Trim;

/// Which hunks a line goes from and comes to.
#[derive(Default)]
struct Moved {
    gone: Vec<usize>,
    come: Vec<usize>,
}

/// Returns the hunks that do not wait, and add a line that one which waits takes away, or take away one that such a hunk adds.
/// Lines that come or go several times are no sign of a move.
pub(super) fn other_halves(hunks: &[Hunk], waits: impl Fn(usize) -> bool) -> BTreeSet<usize> {
    let n_waiting = (0..hunks.len()).filter(|at| waits(*at)).count();
    if n_waiting == 0 || n_waiting == hunks.len() {
        return BTreeSet::new();
    }
    let mut moved: HashMap<&[u8], Moved, RandomState> = HashMap::default();
    for (at, hunk) in hunks.iter().enumerate() {
        let changed = hunk
            .lines
            .iter()
            .filter(|line| line.is_change() && weight::of(&line.body) >= weight::MAX);
        for line in changed {
            let moved = moved.entry(line.body.trimmed()).or_default();
            match line.kind {
                LineKind::Delete => moved.gone.push(at),
                LineKind::Insert | LineKind::Context => moved.come.push(at),
            }
        }
    }
    let halves = moved.values().filter_map(|moved| {
        let ([from], [to]) = (&moved.gone[..], &moved.come[..]) else {
            return None;
        };
        match (waits(*from), waits(*to)) {
            (true, false) => Some(*to),
            (false, true) => Some(*from),
            (true, true) | (false, false) => None,
        }
    });
    halves.collect()
}

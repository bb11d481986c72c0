//! Which lines of two texts are the same, in order, found by numbers that stand for the lines: what is compared is the same
//! type everywhere, so `similar` is compiled once, and a line is hashed once.

use std::collections::HashMap;
use std::convert::Infallible;
use std::hash::Hash;

use foldhash::fast::RandomState;
use similar::DiffOp;
use similar::algorithms::{Capture, Compact, DiffHook, NoFinishHook, Replace, histogram, myers};

/// How lines are paired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Search {
    /// Lines that stand once on each side first, then what is between them.
    Patience,
    /// The rarest lines first.
    Histogram,
    /// As few operations as a bounded search finds.
    Myers,
}

/// Returns the operations that make the lines `new` of `old`.
pub fn operations<L: Eq + Hash>(search: Search, old: &[L], new: &[L]) -> Vec<DiffOp> {
    let (old, new) = numbered(old, new);
    let (old, new) = (&old[..], &new[..]);
    let mut hook = Compact::new(Replace::new(Capture::new()), old, new);
    let (all_old, all_new) = (0..old.len(), 0..new.len());
    let Ok(()) = match search {
        Search::Patience => pair(&mut hook, old, new),
        Search::Histogram => histogram::diff(&mut hook, old, all_old, new, all_new),
        Search::Myers => myers::diff(&mut hook, old, all_old, new, all_new),
    };
    hook.into_inner().into_inner().into_ops()
}

/// Returns a number for each line of both sides: equal lines have equal ones.
fn numbered<L: Eq + Hash>(old: &[L], new: &[L]) -> (Vec<u32>, Vec<u32>) {
    let mut numbers: HashMap<&L, u32, RandomState> = HashMap::default();
    numbers.reserve(old.len());
    let mut number = |line| {
        let next = numbers.len() as u32;
        *numbers.entry(line).or_insert(next)
    };
    let old = old.iter().map(&mut number).collect();
    (old, new.iter().map(&mut number).collect())
}

/// Tells `hook` what a patience diff makes of two lists.
fn pair<D: DiffHook<Error = Infallible>>(
    hook: &mut D,
    old: &[u32],
    new: &[u32],
) -> Result<(), Infallible> {
    let (mut at_old, mut at_new) = (0, 0);
    let ends = (old.len(), new.len());
    for (next_old, next_new) in anchors(old, new).into_iter().chain([ends]) {
        // What follows a pair line by line goes with it, the pairs among it included.
        let same = old[at_old..].iter().zip(&new[at_new..]);
        let n_same = same.take_while(|(old, new)| old == new).count();
        if n_same > 0 {
            hook.equal(at_old, at_new, n_same)?;
            (at_old, at_new) = (at_old + n_same, at_new + n_same);
        }
        if next_old < at_old {
            continue;
        }
        let mut part = NoFinishHook::new(&mut *hook);
        myers::diff(&mut part, old, at_old..next_old, new, at_new..next_new)?;
        (at_old, at_new) = (next_old, next_new);
    }
    hook.finish()
}

/// Returns pairs of lines that stand once on each side, rising on both: as many as can be, for what moved is then short.
fn anchors(old: &[u32], new: &[u32]) -> Vec<(usize, usize)> {
    let most = old.iter().chain(new).max();
    let n_numbers = most.map_or(0, |most| *most as usize + 1);
    // How often each line occurs there, and its last index.
    let places = |side: &[u32]| {
        let mut places = vec![(0_u32, 0_usize); n_numbers];
        for (at, number) in side.iter().enumerate() {
            let (n_times, place) = &mut places[*number as usize];
            *n_times += 1;
            *place = at;
        }
        places
    };
    let (in_old, in_new) = (places(old), places(new));
    let pair = |(at, number): (usize, &u32)| {
        let number = *number as usize;
        let is_single = in_old[number].0 == 1 && in_new[number].0 == 1;
        is_single.then(|| (at, in_new[number].1))
    };
    let pairs: Vec<(usize, usize)> = old.iter().enumerate().filter_map(pair).collect();
    rising(&pairs)
}

/// Returns the longest list of pairs that rise on both sides, out of pairs that rise on the first.
pub(super) fn rising(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut best: Vec<(usize, Option<usize>)> = Vec::with_capacity(pairs.len());
    // The pair that ends the best list of each length with the lowest line.
    let mut ends: Vec<usize> = Vec::new();
    for (at, pair) in pairs.iter().enumerate() {
        let n_below = ends.partition_point(|end| pairs[*end].1 < pair.1);
        let before = n_below.checked_sub(1).map(|last| ends[last]);
        best.push((n_below + 1, before));
        if n_below == ends.len() {
            ends.push(at);
        } else {
            ends[n_below] = at;
        }
    }
    let mut list = Vec::new();
    let mut next = ends.last().copied();
    while let Some(at) = next {
        list.push(pairs[at]);
        next = best[at].1;
    }
    list.reverse();
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use similar::{Algorithm, capture_diff_slices};

    /// Returns whether the lines that stand once on each side have one order.
    fn is_one_order(old: &[u8], new: &[u8]) -> bool {
        let single = |side: &[u8], other: &[u8]| -> Vec<u8> {
            let n_times = |side: &[u8], line| side.iter().filter(|other| **other == line).count();
            let is_single = |line: &u8| n_times(side, *line) == 1 && n_times(other, *line) == 1;
            side.iter().copied().filter(is_single).collect()
        };
        single(old, new) == single(new, old)
    }

    /// Returns what the operations make of `old`, where those that say that lines are equal are right.
    fn made(ops: &[DiffOp], old: &[u8], new: &[u8]) -> Vec<u8> {
        let lines = ops.iter().flat_map(|op| match op {
            DiffOp::Equal { .. } => old[op.old_range()].to_vec(),
            DiffOp::Delete { .. } => Vec::new(),
            DiffOp::Insert { .. } | DiffOp::Replace { .. } => new[op.new_range()].to_vec(),
        });
        lines.collect()
    }

    /// Returns how many lines stay.
    fn n_equal(ops: &[DiffOp]) -> usize {
        let is_equal = |op: &&DiffOp| matches!(op, DiffOp::Equal { .. });
        let equal = ops.iter().filter(is_equal);
        equal.map(|op| op.old_range().len()).sum()
    }

    #[track_caller]
    fn check(old: &[u8], new: &[u8]) -> Result<(), TestCaseError> {
        for (search, algorithm) in [
            (Search::Patience, Algorithm::Patience),
            (Search::Histogram, Algorithm::Histogram),
            (Search::Myers, Algorithm::Myers),
        ] {
            let ops = operations(search, old, new);
            prop_assert_eq!(made(&ops, old, new), new);
            let kept = ops.iter().map(DiffOp::old_range).map(|range| range.len());
            prop_assert_eq!(kept.sum::<usize>(), old.len());
            let expected = capture_diff_slices(algorithm, old, new);
            match search {
                Search::Myers => prop_assert_eq!(ops, expected),
                // Which of equal lines in a row goes is a matter of how its operations come in pieces.
                Search::Patience if is_one_order(old, new) => {
                    prop_assert_eq!(n_equal(&ops), n_equal(&expected));
                }
                // Of lines equally rare, or in another order, it may take others.
                Search::Patience | Search::Histogram => {}
            }
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn what_is_paired_is_what_the_diff_of_that_name_pairs(
            old in proptest::collection::vec(0..12_u8, 0..40),
            new in proptest::collection::vec(0..12_u8, 0..40),
        ) {
            check(&old, &new)?;
        }

        #[test]
        fn so_it_is_of_lines_that_are_mostly_single(
            old in proptest::collection::vec(0..90_u8, 0..60),
            edits in proptest::collection::vec((0..60_usize, 0..90_u8, 0..3_u8), 0..9),
        ) {
            let mut new = old.clone();
            for (at, line, what) in edits {
                let at = at.min(new.len());
                match what {
                    0 => new.insert(at, line),
                    1 if at < new.len() => { new.remove(at); }
                    _ if at < new.len() => new[at] = line,
                    _ => {}
                }
            }
            check(&old, &new)?;
        }
    }
}

//! Replies that lost all leading space.

use std::ops::Range;

use super::{Pair, insertions};
use crate::patch::{HunkLine, LineKind};
use crate::text::indent::{self, Reindent};

/// Returns whether no line of the hunk has any leading space, and some have in the file.
pub(super) fn has_lost_depth(pairs: &[Pair<'_>]) -> bool {
    pairs.iter().all(|pair| pair.reply.is_empty()) && pairs.iter().any(|pair| !pair.file.is_empty())
}

/// Returns whether a hunk that lost its depth adds lines without any, none in place of others, beside a line that has some in the
/// file: how deep the new ones go is not said.
pub(super) fn is_all(
    rule: &Reindent,
    lines: &[HunkLine],
    pairs: &[Pair<'_>],
    runs: &[Range<usize>],
) -> bool {
    let is_flat = |run: &Range<usize>| {
        let above = pairs.iter().rev().find(|pair| pair.hunk_line < run.start);
        let from = pairs.partition_point(|pair| pair.hunk_line < run.start);
        let own = pairs[from..]
            .iter()
            .take_while(|pair| pair.hunk_line < run.end);
        let below = pairs.iter().find(|pair| pair.hunk_line >= run.end);
        let mut beside = above.into_iter().chain(below);
        own.count() == 0
            && beside.any(|pair| !pair.file.is_empty())
            && insertions(lines, run).all(<[u8]>::is_empty)
    };
    *rule == Reindent::Keep && has_lost_depth(pairs) && runs.iter().any(is_flat)
}

/// Returns whether an inserted line opens a block, and neither it nor the new line below it is indented. Items of a list may be
/// as deep as their key.
pub(super) fn opens_onto_its_level(lines: &[HunkLine], run: &Range<usize>) -> bool {
    let is_kept = |line: &&HunkLine| line.kind == LineKind::Insert && !indent::is_blank(&line.body);
    let ends_in = |line: &HunkLine, signs: &[u8]| {
        let last = line.body.trim_ascii_end().last();
        last.is_some_and(|byte| signs.contains(byte))
    };
    let begins_in = |line: &HunkLine, signs: &[u8]| {
        let first = line.body.trim_ascii_start().first();
        first.is_some_and(|byte| signs.contains(byte))
    };
    run.clone().any(|at| {
        let below = lines[at + 1..run.end].iter().find(is_kept);
        lines[at].kind == LineKind::Insert
            && ends_in(&lines[at], b"{([:")
            && below.is_some_and(|below| {
                let is_flat = |line: &HunkLine| indent::width(&line.body) == 0;
                is_flat(&lines[at]) && is_flat(below) && !begins_in(below, b"})]-")
            })
    })
}

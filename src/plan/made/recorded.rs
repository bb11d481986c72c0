//! Which hunks a recorded apply of this very reply made, though a person chose the place among several: the same reply must not
//! go on to its twin.

use std::collections::BTreeSet;

use super::{FileInput, changes};
use crate::matcher::line_key::LineKey;
use crate::patch::{Hunk, LineKind};
use crate::text::{LineSpan, Text};

/// Returns the hunks among `asked` whose old lines were in the file before that apply, and whose new ones are there now.
pub(super) fn made(input: &FileInput<'_>, text: &Text, asked: &[usize]) -> Vec<usize> {
    let before = input
        .before
        .filter(|before| before.as_bytes() != text.as_bytes());
    let Some(before) = before else {
        return Vec::new();
    };
    let kept = kept_lines(before, text);
    let (before, now) = (keys(before), keys(text));
    // What one hunk made is not another's.
    let mut taken = BTreeSet::new();
    let mut is_made = |at: &usize| {
        let hunk = &input.file.hunks[*at];
        let old: Vec<LineKey> = hunk.preimage().map(|line| LineKey::of(line)).collect();
        let new: Vec<LineKey> = hunk.postimage().map(|line| LineKey::of(line)).collect();
        if old.is_empty() || old == new {
            return false;
        }
        let starts = before.windows(old.len()).enumerate();
        let mut starts = starts.filter_map(|(start, lines)| (lines == old).then_some(start));
        starts.any(|start| {
            let now_at = match first_kept(hunk) {
                Some((in_old, in_new)) => {
                    kept[start + in_old].and_then(|at| at.checked_sub(in_new))
                }
                // Without context, the line above tells where it is.
                None => match start.checked_sub(1) {
                    Some(above) => kept[above].map(|at| at + 1),
                    None => Some(0),
                },
            };
            let now = now_at.and_then(|at| now.get(at..at + new.len()));
            now.is_some_and(|now| now == new) && taken.insert(start)
        })
    };
    asked.iter().copied().filter(|at| is_made(at)).collect()
}

fn keys(text: &Text) -> Vec<LineKey> {
    let all = LineSpan::new(0, text.n_lines());
    text.pieces(all).map(|line| LineKey::of(&line)).collect()
}

/// Returns where each line of `before` is in `now`.
fn kept_lines(before: &Text, now: &Text) -> Vec<Option<usize>> {
    let mut kept = Vec::with_capacity(before.n_lines());
    let mut at = 0;
    for line in changes(before, now) {
        if line.in_preimage() {
            kept.push(line.is_context().then_some(at));
        }
        at += usize::from(line.in_postimage());
    }
    kept
}

/// Returns where its first context line is among its old lines and among its new ones: context is what ties them together.
fn first_kept(hunk: &Hunk) -> Option<(usize, usize)> {
    let context = |line: &LineKind| *line == LineKind::Context;
    let kinds: Vec<LineKind> = hunk.lines.iter().map(|line| line.kind).collect();
    let first = kinds.iter().position(context)?;
    let n_of = |kind: LineKind| kinds[..first].iter().filter(|it| **it == kind).count();
    Some((n_of(LineKind::Delete), n_of(LineKind::Insert)))
}

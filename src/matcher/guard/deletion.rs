//! Doubts about what a hunk removes: it must be there as it is, all of it, and nothing else amid it.

use std::ops::Range;
use std::sync::Arc;

use bstr::{BStr, ByteSlice};

use super::{AlignedHunk, LineKind, LineMatch, Rule};
use crate::matcher::line_key::end_otherwise;
use crate::matcher::resilient::is_equal;
use crate::matcher::{Aligned, VariantKind, change_runs, weight};
use crate::text::indent;

/// A line to be removed differs, or is only a part of the target's: the rest would go with it. Blanks that are gone are removed
/// already.
pub(super) fn differs(laid: &AlignedHunk<'_>) -> bool {
    let is_blank = |line: usize| laid.is_blank(line);
    let blank_is_gone =
        |pair: &Aligned| pair.how == LineMatch::Missing && pair.hunk_line().is_some_and(is_blank);
    let is_there = |pair: &Aligned| pair.how.is_all_there();
    laid.obeys(Rule::DeletionDiffers)
        && (laid
            .deletions()
            .any(|pair| !(is_there(pair) || blank_is_gone(pair)))
            || replaced_by_itself_differs(laid)
            || means_something_else(laid)
            || ends_are_unclear(laid)
            || is_right_beside(laid))
}

/// A line that goes has other blanks than the reply's, and the line right above or below is the reply's to the letter, as are
/// indented ones of the hunk: that line may be meant, and one before it have been lost.
fn is_right_beside(laid: &AlignedHunk<'_>) -> bool {
    let text = laid.search.index.text();
    let body = |pair: &Aligned| {
        let line = pair.hunk_line()?;
        Some(laid.search.variant.lines[line].body.as_bstr())
    };
    let taken = |line: usize| {
        let mut pairs = laid
            .aligned
            .iter()
            .filter(|pair| pair.hunk_line().is_some());
        pairs.any(|pair| pair.target_line() == Some(line))
    };
    let is_beside = |pair: &Aligned| {
        let (Some(target), Some(body)) = (pair.target_line(), body(pair)) else {
            return false;
        };
        let beside = [target.checked_sub(1), Some(target + 1)];
        let mut beside = beside
            .into_iter()
            .flatten()
            .filter(|line| *line < text.n_lines());
        beside.any(|line| text.line(line) == body && !taken(line))
    };
    let is_as_indented = |pair: &Aligned| {
        let is_indented = |body: &BStr| body.first().is_some_and(u8::is_ascii_whitespace);
        pair.how == LineMatch::Exact && body(pair).is_some_and(is_indented)
    };
    let mut loose = laid.deletions().filter(|pair| pair.how.is_by_blanks());
    loose.any(is_beside) && laid.aligned.iter().any(is_as_indented)
}

/// A line that goes ends in other operators than the reply's: `i++;` does more than `i;`.
fn means_something_else(laid: &AlignedHunk<'_>) -> bool {
    let text = laid.search.index.text();
    let differs = |pair: &Aligned| {
        let (Some(line), Some(target)) = (pair.hunk_line(), pair.target_line()) else {
            return false;
        };
        let body = &laid.search.variant.lines[line].body;
        pair.how == LineMatch::Punctuation && end_otherwise(body, text.line(target))
    };
    laid.deletions().any(differs)
}

/// A line that goes has other punctuation at its ends than the reply's, and what comes for it does not show whether that stays.
fn ends_are_unclear(laid: &AlignedHunk<'_>) -> bool {
    let is_loose = |pair: &Aligned| !is_equal(pair.how);
    laid.deletions().any(is_loose) && laid.ends().is_unclear
}

/// A line that the reply removes and adds again is kept, and must be there as the reply has it, blanks aside: what it adds would be
/// missing otherwise.
fn replaced_by_itself_differs(laid: &AlignedHunk<'_>) -> bool {
    let (asked, lines) = (&laid.search.hunk.lines, &laid.search.variant.lines);
    let is_as_written = laid.search.variant.kind == VariantKind::AsWritten;
    if !laid.is_marked() || !is_as_written || Arc::ptr_eq(asked, lines) {
        return false;
    }
    // However it is read, it has the same old lines in the same order.
    let old = (0..lines.len()).filter(|line| lines[*line].in_preimage());
    let mut old = asked.iter().filter(|line| line.in_preimage()).zip(old);
    old.any(|(asked, line)| {
        let is_replaced = asked.kind == LineKind::Delete && lines[line].kind == LineKind::Context;
        let differs = |at: usize| !is_equal(laid.aligned[at].how);
        is_replaced && !laid.is_blank(line) && laid.position(line).is_some_and(differs)
    })
}

/// The target has lines amid those to be removed, or right beside them where these are braces and the like: then others of
/// their kind may be meant.
pub(super) fn has_extra_lines(laid: &AlignedHunk<'_>) -> bool {
    let beside_common_ones = |run: Range<usize>| {
        let first = run.clone().find_map(|line| laid.position(line));
        let last = run.clone().rev().find_map(|line| laid.position(line));
        let (Some(first), Some(last)) = (first, last) else {
            return false;
        };
        let is_unknown = |pair: &&Aligned| pair.how == LineMatch::Extra;
        let above = laid.aligned[..first].iter().rev().take_while(is_unknown);
        let below = laid.aligned[last + 1..].iter().take_while(is_unknown);
        let mut removed = run.filter(|line| laid.position(*line).is_some());
        removed.all(|line| laid.weight(line) < weight::SIGNIFICANT)
            && above.chain(below).any(|pair| laid.is_extra(pair))
    };
    laid.obeys(Rule::DeletionsApart) && lie_apart(laid)
        || laid.obeys(Rule::BesideCommonDeletions)
            && change_runs(&laid.search.variant.lines)
                .into_iter()
                .any(beside_common_ones)
}

/// Whether the target has lines between two of those to be removed. A kept blank line between them is no boundary: the
/// file's lines may have come in on either side of it.
fn lie_apart(laid: &AlignedHunk<'_>) -> bool {
    let text = laid.search.index.text();
    let mut before = None;
    let mut extra = false;
    let mut last_target = None;
    for pair in laid.aligned {
        // Lines between two sections are in no pair.
        if let Some(target) = pair.target_line() {
            let mut skipped = last_target.map_or(target, |last: usize| last + 1)..target;
            extra |= skipped.any(|line| !indent::is_blank(text.line(line)));
            last_target = Some(target);
        }
        if pair.how == LineMatch::Extra {
            extra |= laid.is_extra(pair);
            continue;
        }
        let kind = laid.kind(pair);
        let is_nothing = pair.how == LineMatch::Missing || laid.is_blank_of_target(pair);
        if is_nothing && kind == Some(LineKind::Context) {
            continue;
        }
        if extra && before == Some(LineKind::Delete) && kind == Some(LineKind::Delete) {
            return true;
        }
        (before, extra) = (kind, false);
    }
    false
}

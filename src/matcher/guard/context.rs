//! Doubts about context that is lost: how much of it a slip explains, and what is left to speak for the place.

use std::ops::Range;

use super::{Laid, LineKind, LineMatch};
use crate::matcher::Aligned;
use crate::matcher::variant::is_elision;
use crate::patch::HunkLine;

/// A line of context that weighs less says too little to be missed.
const SAYS_SOMETHING: u32 = 4;
/// Lines of its own that speak for a place where two of the hunk's are lost.
const N_OF_ITS_OWN: usize = 3;

/// Lines that differ in words must be fewer than three, and outvoted: by three that agree where nothing but context says
/// where an insertion goes, by more weight in any case.
pub(super) fn few_lines_agree(laid: &Laid<'_>) -> bool {
    let differing = laid
        .aligned
        .iter()
        .filter(|pair| matches!(pair.how, LineMatch::Similar { .. }));
    let differing: Vec<u32> = differing
        .filter_map(|pair| Some(laid.weight(pair.hunk_line()?)))
        .collect();
    let deletes = laid.deletions().next().is_some();
    let n_alike = laid
        .significant_alike()
        .filter(|weight| *weight > 2)
        .count();
    let outvoted = laid.significant_alike().sum::<u32>() > differing.iter().sum();
    // One line in other words is a slip, two are a file that moved on, three are another block that reads alike.
    let is_look_alike = differing
        .iter()
        .filter(|weight| **weight >= SAYS_SOMETHING)
        .count()
        >= 3;
    is_look_alike || !differing.is_empty() && (!outvoted || (!deletes && n_alike < 3))
}

/// Returns the lines from the first change to the last.
fn changed(lines: &[HunkLine]) -> Range<usize> {
    let is_change = |line: &HunkLine| line.kind != LineKind::Context;
    let first = lines.iter().position(is_change).unwrap_or(lines.len());
    let last = lines.iter().rposition(is_change);
    first..last.map_or(lines.len(), |last| last + 1)
}

/// Context that says something on one side of a hunk's changes, at a place.
struct Side {
    n: usize,
    n_alike: usize,
    /// Whether the file begins or ends there, so that nothing could be alike.
    is_at_edge: bool,
}

/// The guard against a look-alike of a target that is gone: above or below its changes the hunk has context that says
/// something, and the place has none of it although there is text. The other side must keep two lines then, or all of the
/// hunk four.
pub(super) fn one_sided(laid: &Laid<'_>) -> bool {
    let lines = &laid.search.variant.lines;
    let changes = changed(lines);
    let side = |range: Range<usize>, is_at_edge: bool| {
        let is_in = |line: usize| range.contains(&line) && laid.weight(line) > 4;
        let pairs = laid.aligned.iter();
        let ways: Vec<LineMatch> = pairs
            .filter(|pair| pair.hunk_line().is_some_and(is_in))
            .map(|pair| pair.how)
            .collect();
        Side {
            n: ways.len(),
            n_alike: ways.iter().filter(|how| how.is_alike()).count(),
            is_at_edge,
        }
    };
    let (above, below) = (
        side(0..changes.start, laid.is_at_top()),
        side(changes.end..lines.len(), laid.is_at_end()),
    );
    let is_lost = |side: &Side| !side.is_at_edge && side.n > 0 && side.n_alike == 0;
    let n_alike = laid.significant_alike().filter(|weight| *weight > 4);
    !changes.is_empty()
        && n_alike.count() < 4
        && (is_lost(&above) && below.n_alike < 2 || is_lost(&below) && above.n_alike < 2)
}

/// The guard against a look-alike of a target that is gone, where much of it is alike: of the context that says something, two
/// lines are not there, or three are not there or in other words, or some on several sides of its changes; or two lines are
/// lost and nothing is left that only this place has. One slip is a model's; the end of the file is no slip, unless more of
/// the hunk would stand past it than before it.
pub(super) fn context_lost(laid: &Laid<'_>) -> bool {
    let (before, past) = laid.aligned.split_at(laid.end());
    let lost: Vec<(usize, LineMatch)> = before
        .iter()
        .filter(|pair| !pair.how.is_alike() && laid.kind(pair) == Some(LineKind::Context))
        .filter_map(|pair| Some((pair.hunk_line()?, pair.how)))
        .filter(|(line, _)| laid.weight(*line) >= SAYS_SOMETHING)
        .collect();
    let changes = changed(&laid.search.variant.lines);
    let side = |line: usize| (line > changes.start, line >= changes.end);
    let n_missing = lost
        .iter()
        .filter(|(_, how)| *how == LineMatch::Missing)
        .count();
    let is_on_one_side = lost.windows(2).all(|two| side(two[0].0) == side(two[1].0));
    let past = past.iter().filter_map(|pair| pair.hunk_line());
    let n_past = past
        .filter(|line| laid.weight(*line) >= SAYS_SOMETHING)
        .count();
    let n_alike = laid
        .significant_alike()
        .filter(|weight| *weight > 0)
        .count();
    n_missing >= 2
        || lost.len() >= 3
        || !is_on_one_side
        || n_past > n_alike
        || lost.len() == 2 && (n_past > 0 || !has_lines_of_its_own(laid))
}

/// Returns whether lines agree at the place that stand nowhere else in the target and say much: one that is removed, or
/// several.
fn has_lines_of_its_own(laid: &Laid<'_>) -> bool {
    let alike = laid.aligned.iter().filter(|pair| pair.how.is_alike());
    let own: Vec<usize> = alike
        .filter_map(|pair| pair.hunk_line())
        .filter(|line| laid.stands_once(*line))
        .collect();
    let is_removed = |line: &usize| laid.search.variant.lines[*line].kind == LineKind::Delete;
    own.len() >= N_OF_ITS_OWN || own.iter().any(is_removed)
}

/// The guard against another function's body: a line that says much, stands once in the target, and not at this place.
pub(super) fn context_elsewhere(laid: &Laid<'_>) -> bool {
    // Context behind an ellipsis is meant to stand further off.
    let leaves_out = |line: &HunkLine| line.kind == LineKind::Context && is_elision(&line.body);
    let is_lost =
        |pair: &&Aligned| matches!(pair.how, LineMatch::Missing | LineMatch::Similar { .. });
    let context = laid
        .aligned
        .iter()
        .filter(|pair| laid.kind(pair) == Some(LineKind::Context))
        .filter(is_lost);
    let mut lines = context.filter_map(|pair| pair.hunk_line());
    lines.any(|line| laid.stands_once(line)) && !laid.search.hunk.lines.iter().any(leaves_out)
}

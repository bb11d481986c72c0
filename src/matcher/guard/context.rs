//! Doubts about context that is lost: how much of it a slip explains, and what is left to speak for the place.

use super::{Laid, LineKind, LineMatch};
use crate::matcher::{Aligned, weight};
use crate::patch::HunkLine;
use crate::patch::complete::elision::is_gap;

/// Of two lines as alike as this (in thousandths) one is the other with a slip, whatever its words.
const A_SLIP: u16 = 950;

/// A line that differs in words, by more than a slip, must be outvoted: by three that agree where nothing but context says
/// where an insertion goes, by more weight in any case.
pub(super) fn few_lines_agree(laid: &Laid<'_>) -> bool {
    let differs =
        |pair: &&Aligned| matches!(pair.how, LineMatch::Similar { permille } if permille < A_SLIP);
    let differing = laid.aligned.iter().filter(differs);
    let differing: Vec<u32> = differing
        .filter_map(|pair| Some(laid.weight(pair.hunk_line()?)))
        .collect();
    let deletes = laid.deletions().next().is_some();
    let n_alike = laid
        .weights_alike()
        .filter(|weight| *weight >= weight::SOMETHING)
        .count();
    let outvoted = laid.weights_alike().sum::<u32>() > differing.iter().sum();
    !differing.is_empty() && (!outvoted || (!deletes && n_alike < 3))
}

/// The guard against a look-alike of a target that is gone: two lines of the context that says something are not there or in
/// other words, wherever they lie. One slip is a model's, two may be another block. The end of the file is no slip, unless
/// more of the hunk would stand past it than before it.
pub(super) fn context_lost(laid: &Laid<'_>) -> bool {
    let (before, past) = laid.aligned.split_at(laid.end());
    let says_something = |pair: &&Aligned| {
        let line = pair.hunk_line();
        line.is_some_and(|line| laid.weight(line) >= weight::SOMETHING)
    };
    let lost = before
        .iter()
        .filter(|pair| !pair.how.is_alike() && laid.kind(pair) == Some(LineKind::Context));
    let n_lost = lost.filter(says_something).count();
    let n_past = past.iter().filter(says_something).count();
    let n_alike = laid.weights_alike().filter(|weight| *weight > 0).count();
    n_lost >= 2 || n_past > n_alike
}

/// The guard against another function's body: a line that says much, stands once in the target, and not at this place. The
/// reply's own number makes up for it.
pub(super) fn context_elsewhere(laid: &Laid<'_>) -> bool {
    // Context behind an ellipsis is meant to stand further off.
    let leaves_out = |line: &HunkLine| line.kind == LineKind::Context && is_gap(&line.body);
    let is_lost =
        |pair: &&Aligned| matches!(pair.how, LineMatch::Missing | LineMatch::Similar { .. });
    let context = laid
        .aligned
        .iter()
        .filter(|pair| laid.kind(pair) == Some(LineKind::Context))
        .filter(is_lost);
    let mut lines = context.filter_map(|pair| pair.hunk_line());
    lines.any(|line| laid.stands_once(line))
        && !laid.is_where_the_number_says()
        && !laid.search.hunk.lines.iter().any(leaves_out)
}

//! Doubts about context that is lost: how much of it a slip explains, and what is left to speak for the place.

use std::collections::HashSet;
use std::ops::Range;

use super::{Laid, LineKind, LineMatch};
use crate::matcher::line_key::is_word;
use crate::matcher::variant::is_elision;
use crate::matcher::{Aligned, weight};
use crate::patch::HunkLine;

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
        .weights_alike()
        .filter(|weight| *weight >= weight::SOMETHING)
        .count();
    let outvoted = laid.weights_alike().sum::<u32>() > differing.iter().sum();
    // One line in other words is a slip, two are a file that moved on, three are another block that reads alike.
    let is_look_alike = differing
        .iter()
        .filter(|weight| **weight >= weight::SOMETHING)
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
    /// How many lines of it the place lacks, or has in other words.
    n_other: usize,
    /// Whether the file begins or ends there, so that nothing could be alike.
    is_at_edge: bool,
}

/// The guard against a look-alike of a target that is gone: above or below its changes the hunk has context that says
/// something, and the place has none of it although there is text. The other side must keep two lines then, or all of the
/// hunk four; and nothing makes up for two lines of which each is another line there, but the reply's own number.
pub(super) fn one_sided(laid: &Laid<'_>) -> bool {
    let changes = changed(&laid.search.variant.lines);
    let n_lines = laid.search.variant.lines.len();
    let (above, below) = (
        side(laid, 0..changes.start, laid.is_at_top()),
        side(laid, changes.end..n_lines, laid.is_at_end()),
    );
    let is_lost = |side: &Side| !side.is_at_edge && side.n > 0 && side.n_alike == 0;
    let is_another = |side: &Side| !side.is_at_edge && side.n > 1 && side.n_other == side.n;
    let n_alike = laid
        .weights_alike()
        .filter(|weight| *weight >= weight::TELLING);
    let few_agree = n_alike.count() < 4;
    let lost = is_lost(&above) && below.n_alike < 2 || is_lost(&below) && above.n_alike < 2;
    !laid.is_where_the_number_says()
        && !changes.is_empty()
        && (few_agree && lost || is_another(&above) || is_another(&below))
}

/// Returns what a place has of the context in `range`.
fn side(laid: &Laid<'_>, range: Range<usize>, is_at_edge: bool) -> Side {
    let is_in = |line: usize| range.contains(&line) && laid.weight(line) >= weight::TELLING;
    let pairs = laid.aligned.iter();
    let pairs: Vec<&Aligned> = pairs
        .filter(|pair| pair.hunk_line().is_some_and(is_in))
        .collect();
    Side {
        n: pairs.len(),
        n_alike: pairs.iter().filter(|pair| pair.how.is_alike()).count(),
        n_other: pairs.iter().filter(|pair| is_another(laid, pair)).count(),
        is_at_edge,
    }
}

/// Of two lines as alike as this (in thousandths) one is the other with a slip, whatever its words.
const A_SLIP: u16 = 950;

/// Returns whether a line of the hunk is not there, or is another one: each has words that the other lacks. A line that only
/// grew is the same still.
fn is_another(laid: &Laid<'_>, pair: &Aligned) -> bool {
    let differs = matches!(pair.how, LineMatch::Similar { permille } if permille < A_SLIP);
    let (Some(asked), Some(there)) = (pair.hunk_line(), pair.target_line()) else {
        return pair.how == LineMatch::Missing;
    };
    let words = |line: &[u8]| -> HashSet<Vec<u8>> {
        let words = line.split(|byte| !is_word(*byte));
        words.map(<[u8]>::to_ascii_lowercase).collect()
    };
    let has_other_words = || {
        let asked = words(&laid.search.variant.lines[asked].body);
        let there = words(laid.search.index.text().line(there));
        !asked.is_subset(&there) && !there.is_subset(&asked)
    };
    differs && has_other_words()
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
        .filter(|(line, _)| laid.weight(*line) >= weight::SOMETHING)
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
        .filter(|line| laid.weight(*line) >= weight::SOMETHING)
        .count();
    let n_alike = laid.weights_alike().filter(|weight| *weight > 0).count();
    n_missing >= 2
        || lost.len() >= 3
        || !is_on_one_side
        || n_past > n_alike
        || lost.len() == 2 && (n_past > 0 || !has_lines_of_its_own(laid))
}

/// Returns whether several lines agree at the place that say much and stand nowhere else in the target. What is removed counts
/// no more than the rest: it may stand once because the right place is gone.
fn has_lines_of_its_own(laid: &Laid<'_>) -> bool {
    let alike = laid.aligned.iter().filter(|pair| pair.how.is_alike());
    let own = alike
        .filter_map(|pair| pair.hunk_line())
        .filter(|line| laid.stands_once(*line));
    own.count() >= N_OF_ITS_OWN
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

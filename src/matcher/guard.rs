//! What speaks against taking a place unasked, however alike it looks: when each [`Doubt`] holds that the place alone shows.

use std::ops::Range;

use super::doubt::Doubt;
use super::line_key::LineKey;
use super::search::PreimageLine;
use super::tier::{Laid, Tier};
use super::variant::is_elision;
use super::{Aligned, LineMatch};
use crate::patch::{HunkLine, LineKind};
use crate::text::indent;

type Guard = fn(&Laid<'_>) -> bool;

/// Returns every doubt about the place.
pub fn doubts(laid: &Laid<'_>) -> Vec<Doubt> {
    const GUARDS: [(Doubt, Guard); 12] = [
        (Doubt::DeletionDiffers, deletion_differs),
        (Doubt::DeletionCutShort, deletion_cut_short),
        (Doubt::ExtraAmidDeletions, extra_amid_deletions),
        (Doubt::Unanchored, unanchored),
        (Doubt::InsertionPoint, insertion_point),
        (Doubt::OnlyCommonLines, only_common_lines),
        (Doubt::FewLinesAgree, few_lines_agree),
        (Doubt::RepeatedInside, repeated_inside),
        (Doubt::OneSided, one_sided),
        (Doubt::ContextLost, context_lost),
        (Doubt::ContextElsewhere, context_elsewhere),
        (Doubt::AlreadyThere, already_there),
    ];
    let mut doubts: Vec<Doubt> = GUARDS
        .iter()
        .filter(|(_, holds)| holds(laid))
        .map(|(doubt, _)| *doubt)
        .collect();
    if Tier::of(laid) == Tier::Strict {
        doubts.retain(|doubt| *doubt != Doubt::AlreadyThere);
    }
    // opencode's guard: a block that begins and ends alike may swallow what lies between.
    let n_lines = laid
        .aligned
        .iter()
        .filter(|pair| pair.target_line().is_some());
    if n_lines.count() > 2 * laid.search.preimage.len() + 3 {
        doubts.push(Doubt::Stretched);
    }
    doubts
}

impl Laid<'_> {
    fn kind(&self, pair: &Aligned) -> Option<LineKind> {
        pair.hunk_line()
            .map(|line| self.search.variant.lines[line].kind)
    }

    fn deletions(&self) -> impl Iterator<Item = &Aligned> {
        self.aligned
            .iter()
            .filter(|pair| self.kind(pair) == Some(LineKind::Delete))
    }

    /// Returns the weights of the lines that agree.
    fn significant_alike(&self) -> impl Iterator<Item = u32> {
        let alike = self.aligned.iter().filter(|pair| pair.how.is_alike());
        alike.filter_map(|pair| Some(self.weight(pair.hunk_line()?)))
    }

    fn weight(&self, hunk_line: usize) -> u32 {
        self.search.weight(hunk_line)
    }

    /// Returns where in the alignment the file ends: the lines of the hunk from there on could not stand anywhere.
    fn end(&self) -> usize {
        let last_line = self.search.index.text().n_lines().checked_sub(1);
        let last = self
            .aligned
            .iter()
            .rposition(|pair| pair.hunk_line().is_some() && pair.target_line().is_some());
        last.filter(|last| self.aligned[*last].target_line() == last_line)
            .map_or(self.aligned.len(), |last| last + 1)
    }

    fn is_blank_of_target(&self, pair: &Aligned) -> bool {
        pair.target_line()
            .is_some_and(|line| indent::is_blank(self.search.index.text().line(line)))
    }
}

fn deletion_differs(laid: &Laid<'_>) -> bool {
    let is_blank = |line: usize| indent::is_blank(&laid.search.variant.lines[line].body);
    let blank_is_gone =
        |pair: &Aligned| pair.how == LineMatch::Missing && pair.hunk_line().is_some_and(is_blank);
    laid.deletions()
        .any(|pair| !(pair.how.is_alike() || blank_is_gone(pair)))
}

fn deletion_cut_short(laid: &Laid<'_>) -> bool {
    laid.deletions()
        .any(|pair| matches!(pair.how, LineMatch::Suffix | LineMatch::Prefix))
}

fn extra_amid_deletions(laid: &Laid<'_>) -> bool {
    let mut before = None;
    let mut extra = false;
    for pair in laid.aligned {
        if pair.how == LineMatch::Extra {
            extra |= !laid.is_blank_of_target(pair);
            continue;
        }
        if pair.how == LineMatch::Missing && laid.kind(pair) == Some(LineKind::Context) {
            continue;
        }
        let kind = laid.kind(pair);
        if extra && before == Some(LineKind::Delete) && kind == Some(LineKind::Delete) {
            return true;
        }
        (before, extra) = (kind, false);
    }
    false
}

/// Lines that differ in words must be fewer than three, and outvoted: by three that agree where nothing but context says
/// where an insertion goes, by more weight in any case.
fn few_lines_agree(laid: &Laid<'_>) -> bool {
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
    let is_look_alike = differing.iter().filter(|weight| **weight >= 4).count() >= 3;
    is_look_alike || !differing.is_empty() && (!outvoted || (!deletes && n_alike < 3))
}

/// What stands on both sides of each run of insertions that replace nothing: positions in the alignment.
fn insertion_sides(laid: &Laid<'_>) -> Vec<(Option<usize>, Option<usize>)> {
    let lines = &laid.search.variant.lines;
    let position = |line: usize| {
        laid.aligned
            .iter()
            .position(|pair| pair.hunk_line() == Some(line))
    };
    // Blank lines that the target lacks are no neighbours: models add them for looks.
    let counts = |line: &usize| {
        !indent::is_blank(&lines[*line].body)
            || position(*line).is_some_and(|at| laid.aligned[at].target_line().is_some())
    };
    let runs = super::insertion_runs(lines).into_iter();
    runs.map(|run| {
        let above = (0..run.start).rev().find(counts).and_then(position);
        let below = (run.end..lines.len()).find(counts).and_then(position);
        (above, below)
    })
    .collect()
}

/// Nothing beside an insertion is there, or only on one side: what stands on the other may be what it was meant to follow.
/// A blank that is to be replaced and is not there tells nothing either.
fn unanchored(laid: &Laid<'_>) -> bool {
    let is_paired = |at: usize| laid.aligned[at].target_line().is_some();
    let lines = &laid.search.variant.lines;
    let replaces_what_is_gone = |run: Range<usize>| {
        let is_own = |pair: &&Aligned| pair.hunk_line().is_some_and(|line| run.contains(&line));
        let inserts = lines[run.clone()]
            .iter()
            .any(|line| line.kind == LineKind::Insert);
        let mut own = laid.deletions().filter(is_own).peekable();
        inserts && own.peek().is_some() && own.all(|pair| pair.how == LineMatch::Missing)
    };
    // What is past the end of the file could not stand anywhere.
    let could_stand = |at: &usize| *at < laid.end();
    let is_there = |(above, below): (Option<usize>, Option<usize>)| {
        let mut sides = [above, below]
            .into_iter()
            .flatten()
            .filter(could_stand)
            .peekable();
        sides.peek().is_some() && sides.all(is_paired)
    };
    !insertion_sides(laid).into_iter().all(is_there)
        || super::change_runs(lines)
            .into_iter()
            .any(replaces_what_is_gone)
}

fn insertion_point(laid: &Laid<'_>) -> bool {
    let is_extra = |pair: &Aligned| pair.how == LineMatch::Extra && !laid.is_blank_of_target(pair);
    insertion_sides(laid)
        .into_iter()
        .any(|(above, below)| match (above, below) {
            (Some(above), Some(below)) => laid.aligned[above + 1..below].iter().any(is_extra),
            (Some(_), None) | (None, Some(_)) | (None, None) => false,
        })
}

/// A strict place is told by any line that is more than a brace or a keyword; looser ones need a line of some length.
fn only_common_lines(laid: &Laid<'_>) -> bool {
    let least = if Tier::of(laid) == Tier::Strict { 2 } else { 3 };
    !laid.significant_alike().any(|weight| weight >= least)
}

/// A line of context counts when it says something, a line to be removed in any case: the other one may be meant.
fn repeated_inside(laid: &Laid<'_>) -> bool {
    let counts = |line: &&PreimageLine| {
        let least = if line.kind == LineKind::Delete { 0 } else { 4 };
        line.weight > least
    };
    let lines = laid.search.preimage.iter().filter(counts);
    let keys: Vec<LineKey> = lines.map(|line| line.key).collect();
    let extra = laid
        .aligned
        .iter()
        .filter(|pair| pair.how == LineMatch::Extra);
    let mut extra = extra.filter_map(|pair| pair.target_line());
    extra.any(|line| keys.contains(&laid.search.index.key(line))) || removes_the_kept(laid)
}

/// Returns whether it keeps a line that is not there and removes one like it hard by: the one that is there may be the kept one.
fn removes_the_kept(laid: &Laid<'_>) -> bool {
    let (lines, facts) = (&laid.search.variant.lines, &laid.search.facts);
    let is_blank = |line: usize| indent::is_blank(&lines[line].body);
    let is_removed_near = |kept: usize| {
        let is_deletion = |line: usize| lines[line].kind == LineKind::Delete;
        let is_like_it = |line: usize| facts[line].key == facts[kept].key;
        let is_passed = |line: &usize| is_deletion(*line) || is_blank(*line) || is_like_it(*line);
        let above = (0..kept).rev().take_while(is_passed);
        let below = (kept + 1..lines.len()).take_while(is_passed);
        let mut near = above.chain(below);
        near.any(|line| is_deletion(line) && is_like_it(line))
    };
    let missing = laid.aligned.iter().filter(|pair| {
        pair.how == LineMatch::Missing && laid.kind(pair) == Some(LineKind::Context)
    });
    let mut kept = missing
        .filter_map(|pair| pair.hunk_line())
        .filter(|line| !is_blank(*line));
    kept.any(is_removed_near)
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
fn one_sided(laid: &Laid<'_>) -> bool {
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
    let targets = || laid.aligned.iter().filter_map(|pair| pair.target_line());
    let at_top = targets().next() == Some(0);
    let at_end =
        targets().next_back().map(|line| line + 1) == Some(laid.search.index.text().n_lines());
    let (above, below) = (
        side(0..changes.start, at_top),
        side(changes.end..lines.len(), at_end),
    );
    let is_lost = |side: &Side| !side.is_at_edge && side.n > 0 && side.n_alike == 0;
    let n_alike = laid.significant_alike().filter(|weight| *weight > 4);
    !changes.is_empty()
        && n_alike.count() < 4
        && (is_lost(&above) && below.n_alike < 2 || is_lost(&below) && above.n_alike < 2)
}

/// The guard against a look-alike of a target that is gone, where much of it is alike: of the context that says something, two
/// lines are not there, or three are not there or in other words, or some on several sides of its changes. One slip is a
/// model's; the end of the file is no slip.
fn context_lost(laid: &Laid<'_>) -> bool {
    let lost: Vec<(usize, LineMatch)> = laid.aligned[..laid.end()]
        .iter()
        .filter(|pair| !pair.how.is_alike() && laid.kind(pair) == Some(LineKind::Context))
        .filter_map(|pair| Some((pair.hunk_line()?, pair.how)))
        .filter(|(line, _)| laid.weight(*line) >= 4)
        .collect();
    let changes = changed(&laid.search.variant.lines);
    let side = |line: usize| (line > changes.start, line >= changes.end);
    let n_missing = lost
        .iter()
        .filter(|(_, how)| *how == LineMatch::Missing)
        .count();
    let is_on_one_side = lost.windows(2).all(|two| side(two[0].0) == side(two[1].0));
    n_missing >= 2 || lost.len() >= 3 || !is_on_one_side
}

/// The guard against another function's body: a line that says much, stands once in the target, and not at this place.
fn context_elsewhere(laid: &Laid<'_>) -> bool {
    // Context behind an ellipsis is meant to stand further off.
    let leaves_out = |line: &HunkLine| line.kind == LineKind::Context && is_elision(&line.body);
    let is_lost =
        |pair: &&Aligned| matches!(pair.how, LineMatch::Missing | LineMatch::Similar { .. });
    let context = laid
        .aligned
        .iter()
        .filter(|pair| laid.kind(pair) == Some(LineKind::Context))
        .filter(is_lost);
    let mut lines = context
        .filter_map(|pair| pair.hunk_line())
        .filter(|line| laid.weight(*line) == 10);
    lines.any(|line| {
        let key = laid.search.facts[line].key;
        laid.search.index.n_lines_with(key) == 1
    }) && !laid.search.hunk.lines.iter().any(leaves_out)
}

/// Whether what a run of changes inserts stands right there already: all its lines that say something, in a row, in or
/// beside the lines that the run replaces, and not among those that it removes.
fn already_there(laid: &Laid<'_>) -> bool {
    let lines = &laid.search.variant.lines;
    let index = laid.search.index;
    super::change_runs(lines).into_iter().any(|run| {
        let keys = |kind: LineKind| -> Vec<LineKey> {
            let facts = run.clone().filter(|line| lines[*line].kind == kind);
            facts
                .map(|line| laid.search.facts[line])
                .filter(|facts| facts.weight > 4)
                .map(|facts| facts.key)
                .collect()
        };
        let (inserted, deleted) = (keys(LineKind::Insert), keys(LineKind::Delete));
        let is_own = |pair: &&Aligned| pair.hunk_line().is_some_and(|line| run.contains(&line));
        let mut own = laid
            .deletions()
            .filter(is_own)
            .map(|pair| pair.how)
            .peekable();
        let is_moved = own.peek().is_some() && own.all(|how| how == LineMatch::Indentation);
        let repeats = inserted.iter().any(|key| deleted.contains(key));
        if inserted.is_empty() || (repeats && !is_moved) {
            return false;
        }
        if !repeats && inserted.iter().any(|key| index.n_lines_with(*key) == 0) {
            return false;
        }
        let targets = laid
            .aligned
            .iter()
            .filter(|pair| pair.hunk_line().is_some_and(|line| run.contains(&line)));
        let targets: Vec<usize> = targets.filter_map(|pair| pair.target_line()).collect();
        let point = super::insertion_point(laid.aligned, lines, run.start);
        let Some(first) = targets.first().copied().or(point) else {
            return false;
        };
        let end = targets.last().map_or(first, |last| last + 1);
        let n_lines = run.len();
        let near = first.saturating_sub(n_lines)..(end + n_lines).min(index.text().n_lines());
        let there: Vec<LineKey> = near
            .filter(|at| index.weight(*at) > 4)
            .map(|at| index.key(at))
            .collect();
        if repeats {
            // Lines wrapped already: what wraps them stands right above or below, where they are indented as it asks.
            let beside = [first.checked_sub(1), Some(end)]
                .into_iter()
                .flatten()
                .filter(|at| *at < index.text().n_lines());
            return beside
                .map(|at| index.key(at))
                .any(|key| inserted.contains(&key) && !deleted.contains(&key));
        }
        there
            .windows(inserted.len())
            .any(|window| window == inserted)
    })
}

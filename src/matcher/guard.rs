//! What speaks against taking a place unasked, however alike it looks: when each [`Doubt`] holds that the place alone shows.

mod context;
mod insertion;

use std::ops::Range;

use super::doubt::Doubt;
use super::line_key::LineKey;
use super::search::PreimageLine;
use super::tier::{Laid, Tier};
use super::{Aligned, LineMatch, change_runs, weight};
use crate::patch::{HunkLine, LineKind, escape};
use crate::text::indent;

type Guard = fn(&Laid<'_>) -> bool;

/// Returns every doubt about the place.
pub fn doubts(laid: &Laid<'_>) -> Vec<Doubt> {
    const GUARDS: [(Doubt, Guard); 13] = [
        (Doubt::DeletionDiffers, deletion_differs),
        (Doubt::DeletionCutShort, deletion_cut_short),
        (Doubt::ExtraAmidDeletions, extra_amid_deletions),
        (Doubt::Unanchored, insertion::unanchored),
        (Doubt::InsertionPoint, insertion::is_split),
        (Doubt::OnlyCommonLines, only_common_lines),
        (Doubt::FewLinesAgree, context::few_lines_agree),
        (Doubt::RepeatedInside, repeated_inside),
        (Doubt::OneSided, context::one_sided),
        (Doubt::ContextLost, context::context_lost),
        (Doubt::ContextElsewhere, context::context_elsewhere),
        (Doubt::AlreadyThere, already_there),
        (Doubt::EscapesUnclear, escapes_unclear),
    ];
    let mut doubts: Vec<Doubt> = GUARDS
        .iter()
        .filter(|(_, holds)| holds(laid))
        .map(|(doubt, _)| *doubt)
        .collect();
    let is_strict = Tier::of(laid) == Tier::Strict;
    if is_strict {
        doubts.retain(|doubt| *doubt != Doubt::AlreadyThere);
    }
    // What is doubted for want of a second witness has one in the reply's own number.
    if laid.is_where_the_number_says() {
        let is_answered =
            |doubt: Doubt| doubt == Doubt::OneSided || doubt == Doubt::OnlyCommonLines && is_strict;
        doubts.retain(|doubt| !is_answered(*doubt));
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
    fn weights_alike(&self) -> impl Iterator<Item = u32> {
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

    /// Returns the lines of the target amid the place that the hunk does not have.
    fn unknown_lines(&self) -> impl Iterator<Item = usize> {
        let known: Vec<usize> = self
            .aligned
            .iter()
            .filter(|pair| pair.hunk_line().is_some())
            .filter_map(|pair| pair.target_line())
            .collect();
        let first = known.first().copied().unwrap_or(0);
        let end = known.last().map_or(first, |last| last + 1);
        (first..end).filter(move |line| known.binary_search(line).is_err())
    }

    /// Returns the lines of the target that agree with the hunk's or stand amid them, in order.
    fn target_lines(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.aligned.iter().filter_map(|pair| pair.target_line())
    }

    /// Returns whether the place begins with the target's first line.
    fn is_at_top(&self) -> bool {
        self.target_lines().next() == Some(0)
    }

    /// Returns whether the place begins at the very line that the reply's number names.
    fn is_where_the_number_says(&self) -> bool {
        let named = self.search.hunk.hint.map(|hint| hint.line_index);
        named.is_some() && self.target_lines().next() == named
    }

    /// Returns whether the place ends with the target's last line.
    fn is_at_end(&self) -> bool {
        let last = self.target_lines().next_back();
        last.map(|line| line + 1) == Some(self.search.index.text().n_lines())
    }

    /// Returns whether a line of the hunk says all that a line can and stands once in the target.
    fn stands_once(&self, hunk_line: usize) -> bool {
        let key = self.search.facts[hunk_line].key;
        self.weight(hunk_line) == weight::FULL && self.search.index.n_lines_with(key) == 1
    }

    /// Returns the pairs of those of `lines` that have one.
    fn pairs_of(&self, lines: Range<usize>) -> impl Iterator<Item = &Aligned> {
        lines.filter_map(|line| Some(&self.aligned[self.position(line)?]))
    }

    fn is_extra(&self, pair: &Aligned) -> bool {
        pair.how == LineMatch::Extra && !self.is_blank_of_target(pair)
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

/// The target has lines amid those to be removed, or right beside them where these are braces and the like: then others of
/// their kind may be meant.
fn extra_amid_deletions(laid: &Laid<'_>) -> bool {
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
        removed.all(|line| laid.weight(line) < weight::SOMETHING)
            && above.chain(below).any(|pair| laid.is_extra(pair))
    };
    lie_apart(laid)
        || change_runs(&laid.search.variant.lines)
            .into_iter()
            .any(beside_common_ones)
}

/// Whether the target has lines between two of those to be removed.
fn lie_apart(laid: &Laid<'_>) -> bool {
    let mut before = None;
    let mut extra = false;
    for pair in laid.aligned {
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

/// A strict place is told by any line that is more than a brace or a keyword; looser ones need a line of some length.
fn only_common_lines(laid: &Laid<'_>) -> bool {
    let least = if Tier::of(laid) == Tier::Strict {
        weight::LITTLE
    } else {
        weight::SOMETHING
    };
    !laid.weights_alike().any(|weight| weight >= least)
}

/// A line of context counts when it is a witness, a line to be removed unless it is blank: the other one may be meant.
fn repeated_inside(laid: &Laid<'_>) -> bool {
    let counts = |line: &&PreimageLine| match line.kind {
        LineKind::Delete => line.weight > 0,
        LineKind::Context | LineKind::Insert => line.weight >= weight::TELLING,
    };
    let lines = laid.search.preimage.iter().filter(counts);
    let keys: Vec<LineKey> = lines.map(|line| line.key).collect();
    let mut unknown = laid.unknown_lines();
    unknown.any(|line| keys.contains(&laid.search.index.key(line))) || removes_the_kept(laid)
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

/// Whether what is inserted stands right there already: a line of it among those that the target has more, or all of a run.
fn already_there(laid: &Laid<'_>) -> bool {
    let lines = laid.search.variant.lines.iter().zip(&laid.search.facts);
    let inserted = lines
        .filter(|(line, facts)| line.kind == LineKind::Insert && facts.weight >= weight::TELLING);
    let inserted: Vec<LineKey> = inserted.map(|(_, facts)| facts.key).collect();
    let extra = laid
        .aligned
        .iter()
        .filter(|pair| pair.how == LineMatch::Extra);
    let mut extra = extra.filter_map(|pair| pair.target_line());
    extra.any(|line| inserted.contains(&laid.search.index.key(line))) || stands_in_a_row(laid)
}

/// Whether what a run of changes inserts stands right there already: all its lines that say something, in a row, in or
/// beside the lines that the run replaces, and not among those that it removes.
fn stands_in_a_row(laid: &Laid<'_>) -> bool {
    let lines = &laid.search.variant.lines;
    let index = laid.search.index;
    change_runs(lines).into_iter().any(|run| {
        let keys = |kind: LineKind| -> Vec<LineKey> {
            let facts = run.clone().filter(|line| lines[*line].kind == kind);
            facts
                .map(|line| laid.search.facts[line])
                .filter(|facts| facts.weight >= weight::TELLING)
                .map(|facts| facts.key)
                .collect()
        };
        let (inserted, deleted) = (keys(LineKind::Insert), keys(LineKind::Delete));
        let mut own = laid.pairs_of(run.clone()).map(|pair| pair.how).peekable();
        let is_moved = own.peek().is_some() && own.all(LineMatch::is_alike);
        let repeats = inserted.iter().any(|key| deleted.contains(key));
        if inserted.is_empty() || (repeats && !is_moved) {
            return false;
        }
        if !repeats && inserted.iter().any(|key| index.n_lines_with(*key) == 0) {
            return false;
        }
        let targets = laid.pairs_of(run.clone());
        let targets: Vec<usize> = targets.filter_map(|pair| pair.target_line()).collect();
        let partner = |line| laid.aligned[laid.position(line)?].target_line();
        let point = super::insertion_point(partner, lines, run.start);
        let Some(first) = targets.first().copied().or(point) else {
            return false;
        };
        let end = targets.last().map_or(first, |last| last + 1);
        let n_lines = run.len();
        let near = first.saturating_sub(n_lines)..(end + n_lines).min(index.text().n_lines());
        let there: Vec<LineKey> = near
            .filter(|at| index.weight(*at) >= weight::TELLING)
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

/// Whether what it inserts holds entities (`&lt;`) and so does what it asks for, of which nothing with one is there: the whole
/// reply may have been escaped.
fn escapes_unclear(laid: &Laid<'_>) -> bool {
    let lines = &laid.search.variant.lines;
    let is_escaped = |line: &HunkLine| escape::has_entities(&line.body);
    let inserts_some = lines
        .iter()
        .any(|line| line.kind == LineKind::Insert && is_escaped(line));
    let is_alike = |line: usize| {
        laid.position(line)
            .is_some_and(|at| laid.aligned[at].how.is_alike())
    };
    let asked = laid.search.preimage.iter().map(|line| line.hunk_line);
    let mut escaped = asked.filter(|line| is_escaped(&lines[*line])).peekable();
    inserts_some && escaped.peek().is_some() && !escaped.any(is_alike)
}

//! Doubts about where an insertion goes: what stands beside it must be there, and nothing else between.

use std::ops::Range;

use super::{AlignedHunk, LineKind, LineMatch, Rule};
use crate::matcher::{Aligned, change_runs, insertion_runs, weight};
use crate::patch::HunkLine;
use crate::text::indent;

/// Returns the neighbours of each run of insertions that replace nothing, or blanks alone, above and below it, as positions in
/// the alignment. Blank lines that the target lacks are no neighbours: models add them for looks.
fn insertion_sides(laid: &AlignedHunk<'_>) -> Vec<(Option<usize>, Option<usize>)> {
    sides_of(laid, |line| {
        let at = laid.position(line);
        !laid.is_blank(line) || at.is_some_and(|at| laid.aligned[at].target_line().is_some())
    })
}

/// Returns the same without any blank line: an insertion may belong to the line beyond one.
fn sides_with_text(laid: &AlignedHunk<'_>) -> Vec<(Option<usize>, Option<usize>)> {
    sides_of(laid, |line| !laid.is_blank(line))
}

/// Returns the nearest lines above and below each run of such insertions that `counts` accepts.
fn sides_of(
    laid: &AlignedHunk<'_>,
    counts: impl Fn(usize) -> bool,
) -> Vec<(Option<usize>, Option<usize>)> {
    let lines = &laid.search.variant.lines;
    let position = |line: usize| laid.position(line);
    let is_blank = |line: usize| laid.is_blank(line);
    let is_insertion = |line: usize| lines[line].kind == LineKind::Insert;
    let replaces_nothing = |run: &Range<usize>| {
        let mut lines = run.clone();
        run.clone().any(is_insertion) && lines.all(|line| is_insertion(line) || is_blank(line))
    };
    let neighbours: Vec<usize> = (0..lines.len()).filter(|line| counts(*line)).collect();
    let runs = change_runs(lines).into_iter().filter(replaces_nothing);
    runs.map(|run| {
        let above = &neighbours[..neighbours.partition_point(|line| *line < run.start)];
        let below = &neighbours[neighbours.partition_point(|line| *line < run.end)..];
        let position_of = |line: Option<&usize>| line.and_then(|line| position(*line));
        (position_of(above.last()), position_of(below.first()))
    })
    .collect()
}

/// A line less alike than this (in thousandths) does not say that an insertion goes right beside it.
const ALIKE_ENOUGH: u16 = 800;

/// Nothing beside an insertion is there, or only on one side: what stands on the other may be what it was meant to follow.
/// A blank that is to be replaced and is not there tells nothing either.
pub(super) fn unanchored(laid: &AlignedHunk<'_>) -> bool {
    let is_anchor = |at: usize| {
        let how = laid.aligned[at].how;
        let is_near = matches!(how, LineMatch::Similar { permille } if permille >= ALIKE_ENOUGH);
        how.is_alike() || is_near
    };
    // What is past the end of the file could not stand anywhere.
    let could_stand = |at: &usize| *at < laid.end();
    let is_there = |(above, below): (Option<usize>, Option<usize>)| {
        let mut sides = [above, below]
            .into_iter()
            .flatten()
            .filter(could_stand)
            .peekable();
        sides.peek().is_some() && sides.all(is_anchor)
    };
    // A line that a blank parts from the insertion speaks against the place too, where the file has nothing like it.
    let is_gone = |(above, below): (Option<usize>, Option<usize>)| {
        let mut sides = [above, below].into_iter().flatten().filter(could_stand);
        sides.any(|at| laid.aligned[at].how == LineMatch::Missing)
    };
    let lines = &laid.search.variant.lines;
    // Where another line is lost as well as a blank right beside an insertion, text may have come in between.
    let has_slipped = has_slipped(laid);
    laid.obeys(Rule::NeighbourMissing)
        && (may_be_added(laid)
            || !insertion_sides(laid).into_iter().all(is_there)
            || sides_with_text(laid).into_iter().any(is_gone))
        || insertion_runs(lines).iter().any(|run| {
            laid.obeys(Rule::BlanksBesideLost) && blanks_beside_are_lost(laid, run)
                || laid.obeys(Rule::BlankBesideGone)
                    && has_slipped
                    && a_blank_beside_is_gone(laid, run)
        })
        || laid.obeys(Rule::ReplacesMissing)
            && (keeps_what_is_gone(laid)
                || change_runs(lines)
                    .iter()
                    .any(|run| replaces_what_is_gone(laid, run)))
}

/// Whether a line that the file lacks is between changes of a reply without marks. Only our own diff calls it context: it may be part
/// of the code that is replaced.
fn keeps_what_is_gone(laid: &AlignedHunk<'_>) -> bool {
    let lines = &laid.search.variant.lines;
    let is_change = |line: &HunkLine| line.kind != LineKind::Context;
    let first = lines.iter().position(is_change);
    let last = lines.iter().rposition(is_change);
    let is_amid = |line: usize| first < Some(line) && Some(line) < last;
    let missing = laid
        .aligned
        .iter()
        .filter(|pair| pair.how == LineMatch::Missing);
    let mut gone = missing.filter_map(|pair| pair.hunk_line());
    !laid.is_marked()
        && gone.any(|line| is_amid(line) && laid.weight(line) > 0 && !is_change(&lines[line]))
}

/// Whether a context line that the target has nothing like stands between lines that are added: it may have lost its mark. One
/// that has them on one side alone is told, and does not wait: as often it is the file that lost it.
fn may_be_added(laid: &AlignedHunk<'_>) -> bool {
    let lines = &laid.search.variant.lines;
    let is_added = |line: Option<usize>| {
        let line = line.and_then(|line| lines.get(line));
        line.is_some_and(|line| line.kind == LineKind::Insert)
    };
    let is_amid = |line: &usize| is_added(line.checked_sub(1)) && is_added(Some(line + 1));
    let is_new = |line: &usize| {
        let key = laid.search.facts[*line].key;
        laid.weight(*line) >= weight::SIGNIFICANT && laid.search.index.n_lines_with(key) == 0
    };
    let missing = laid
        .aligned
        .iter()
        .filter(|pair| pair.how == LineMatch::Missing);
    let mut context = missing
        .filter(|pair| laid.kind(pair) == Some(LineKind::Context))
        .filter_map(|pair| pair.hunk_line());
    context.any(|line| is_amid(&line) && is_new(&line))
}

/// Whether a run inserts in the place of lines that are not there, or of blanks of which one right beside is not there: the
/// other may be meant.
fn replaces_what_is_gone(laid: &AlignedHunk<'_>, run: &Range<usize>) -> bool {
    let lines = &laid.search.variant.lines;
    let inserts = lines[run.clone()]
        .iter()
        .any(|line| line.kind == LineKind::Insert);
    let is_blank = |pair: &Aligned| pair.hunk_line().is_some_and(|line| laid.is_blank(line));
    let own: Vec<&Aligned> = laid.pairs_of(run.clone()).collect();
    let are_gone = own.iter().all(|pair| pair.how == LineMatch::Missing);
    let are_blank = own.iter().all(|pair| is_blank(pair));
    inserts && !own.is_empty() && (are_gone || are_blank && a_blank_beside_is_gone(laid, run))
}

/// Whether a blank right beside a run of changes is not there.
fn a_blank_beside_is_gone(laid: &AlignedHunk<'_>, run: &Range<usize>) -> bool {
    let lines = &laid.search.variant.lines;
    let beside = [run.start.checked_sub(1), Some(run.end)];
    let mut beside = beside
        .into_iter()
        .flatten()
        .filter(|line| *line < lines.len());
    beside.any(|line| {
        let how = laid.position(line).map(|at| laid.aligned[at].how);
        how == Some(LineMatch::Missing) && laid.is_blank(line)
    })
}

/// Whether a line that says something is not there or in other words.
fn has_slipped(laid: &AlignedHunk<'_>) -> bool {
    let lost = laid.aligned.iter().filter(|pair| !pair.how.is_alike());
    let mut lost = lost.filter_map(|pair| pair.hunk_line());
    lost.any(|line| laid.weight(line) >= weight::SIGNIFICANT)
}

/// Whether all that a hunk has on one side of an insertion is blanks that are not there, or nothing but what follows such
/// a blank: no other line says then that the insertion goes right beside the text that is there.
fn blanks_beside_are_lost(laid: &AlignedHunk<'_>, run: &Range<usize>) -> bool {
    let lines = &laid.search.variant.lines;
    let is_lost = |line: usize| {
        laid.is_blank(line)
            && laid
                .position(line)
                .is_none_or(|at| laid.aligned[at].target_line().is_none())
    };
    let in_preimage = |line: &usize| lines[*line].in_preimage();
    let mut above = (0..run.start).rev().filter(in_preimage).peekable();
    let mut below = (run.end..lines.len()).filter(in_preimage).peekable();
    let (nearest_above, nearest_below) = (above.peek().copied(), below.peek().copied());
    let above_is_lost = match nearest_above {
        Some(_) => above.all(is_lost),
        None => nearest_below.is_some_and(is_lost),
    };
    let below_is_lost = match nearest_below {
        Some(_) => below.all(is_lost),
        None => nearest_above.is_some_and(is_lost),
    };
    !laid.is_at_top() && above_is_lost || !laid.is_at_end() && below_is_lost
}

/// Whether the target has lines right where an insertion goes, or where it could go as well: the insertion may be read as
/// standing further up or down, or the line beside it stands among the target's own a second time.
pub(super) fn is_split(laid: &AlignedHunk<'_>) -> bool {
    let text = laid.search.index.text();
    let says_something = |line: usize| !indent::is_blank(text.line(line));
    // At an end of the hunk all up to the end of the place counts.
    let holds_extra = |above: Option<usize>, below: Option<usize>| {
        let end = below.map_or(laid.aligned.len(), |below| below + 1);
        let amid = laid.aligned.get(above.unwrap_or(0)..end);
        amid.is_some_and(|amid| laid.unknown_lines(amid).any(says_something))
    };
    let may_slide_over_extra = |run: Range<usize>| {
        let n_lines = laid.search.variant.lines.len();
        let (up, down) = slides(laid, &run);
        let at = |mut lines: Range<usize>| lines.find_map(|line| laid.position(line));
        let before = |end: usize| (0..end).rev().find_map(|line| laid.position(line));
        // A brace or blank that the insertion could slide over says which it is where the extra lines hold none like it.
        let is_told = |over: Range<usize>, above: Option<usize>, below: Option<usize>| {
            let end = below.map_or(laid.aligned.len(), |below| below + 1);
            let Some(amid) = laid.aligned.get(above.unwrap_or(0)..end) else {
                return false;
            };
            let there: Vec<&[u8]> = over
                .clone()
                .filter_map(|line| laid.aligned[laid.position(line)?].target_line())
                .map(|line| &**text.line(line))
                .collect();
            let lines = &laid.search.variant.lines;
            let beside = [over.start.checked_sub(1), Some(over.end)];
            let replaces = beside.into_iter().flatten().any(|line| {
                lines
                    .get(line)
                    .is_some_and(|line| line.kind == LineKind::Delete)
            });
            !replaces
                && over.clone().all(|line| laid.weight(line) < weight::WEAK)
                && !laid
                    .unknown_lines(amid)
                    .any(|line| there.contains(&&**text.line(line)))
        };
        let slides_over = |over: Range<usize>, above: Option<usize>, below: Option<usize>| {
            !over.is_empty() && holds_extra(above, below) && !is_told(over, above, below)
        };
        slides_over(
            run.start - up..run.start,
            before(run.start - up),
            at(run.start..n_lines),
        ) || slides_over(
            run.end..run.end + down,
            before(run.end),
            at(run.end + down..n_lines),
        )
    };
    let sides = insertion_sides(laid);
    // What a blank line parts from the insertion may have come in on either side of it.
    laid.obeys(Rule::ExtraAtInsertion)
        && sides_with_text(laid)
            .iter()
            .any(|(above, below)| holds_extra(*above, *below))
        || laid.obeys(Rule::NeighbourRepeats)
            && sides
                .iter()
                .any(|(above, below)| stands_again(laid, *above, *below))
        || change_runs(&laid.search.variant.lines)
            .into_iter()
            .any(|run| {
                laid.obeys(Rule::ReplacesBesideExtra) && replaces_beside_extra(laid, &run)
                    || laid.obeys(Rule::SlidesOverExtra) && may_slide_over_extra(run)
            })
}

/// Returns whether a run replaces lines by more or fewer, and the target has one right beside these that the hunk does not know:
/// what is inserted may go beyond it.
fn replaces_beside_extra(laid: &AlignedHunk<'_>, run: &Range<usize>) -> bool {
    let lines = &laid.search.variant.lines[run.clone()];
    let is_deletion = |line: &&HunkLine| line.kind == LineKind::Delete;
    let n_deleted = lines.iter().filter(is_deletion).count();
    let first = run.clone().find_map(|line| laid.position(line));
    let last = run.clone().rev().find_map(|line| laid.position(line));
    let (Some(first), Some(last)) = (first, last) else {
        return false;
    };
    let is_extra = |at: usize| laid.aligned.get(at).is_some_and(|pair| laid.is_extra(pair));
    let n_inserted = lines.len() - n_deleted;
    n_inserted > 0
        && n_inserted != n_deleted
        && (first.checked_sub(1).is_some_and(is_extra) || is_extra(last + 1))
}

/// Returns by how many lines the insertions of a run of changes may be read as standing further up and down: where the line
/// beside the run is among those inserted, either may be the old one. A blank counts beside a run that only inserts: nearly
/// every other has some.
fn slides(laid: &AlignedHunk<'_>, run: &Range<usize>) -> (usize, usize) {
    let (lines, facts) = (&laid.search.variant.lines, laid.search.facts);
    let is_insertion = |line: &usize| lines[*line].kind == LineKind::Insert;
    let is_context = |line: &usize| lines[*line].kind == LineKind::Context;
    let inserted: Vec<usize> = run.clone().filter(is_insertion).collect();
    let is_pure = inserted.len() == run.len();
    // Both lists begin at the end of the run where it might slide.
    let slide = |outside: Vec<usize>, inserted: Vec<usize>| {
        let says_something = outside.first().is_some_and(|line| facts[*line].weight > 0);
        let n_alike = |from: usize| {
            let pairs = outside.iter().zip(&inserted[from..]);
            let alike = pairs.take_while(|(one, other)| facts[**one].key == facts[**other].key);
            alike.count()
        };
        let is_marked = laid.is_marked();
        let from = (0..inserted.len())
            .filter(|from| (says_something || is_pure) && (*from == 0 || !is_marked));
        from.map(n_alike).max().unwrap_or(0)
    };
    let above = (0..run.start).rev().take_while(is_context).collect();
    let below = (run.end..lines.len()).take_while(is_context).collect();
    let up = slide(above, inserted.iter().rev().copied().collect());
    (up, slide(below, inserted))
}

/// Returns whether a line beside an insertion stands a second time among the lines that the target has more on its far side:
/// either may be the one beside which it goes.
fn stands_again(laid: &AlignedHunk<'_>, above: Option<usize>, below: Option<usize>) -> bool {
    let text = laid.search.index.text();
    let key = |at: usize| laid.aligned[at].target_line().map(|line| text.line(line));
    let is_extra = |at: &usize| laid.aligned[*at].how == LineMatch::Extra;
    let says_something = |at: &usize| !laid.is_blank_of_target(&laid.aligned[*at]);
    let again = |at: usize, mut far: Vec<usize>| {
        far.retain(says_something);
        far.into_iter().any(|other| key(other) == key(at))
    };
    let above = above.filter(says_something);
    let below = below.filter(says_something);
    above.is_some_and(|at| again(at, (0..at).rev().take_while(is_extra).collect()))
        || below.is_some_and(|at| {
            let far = at + 1..laid.aligned.len();
            again(at, far.take_while(is_extra).collect())
        })
}

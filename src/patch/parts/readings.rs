//! What else a hunk of a part may mean. It waits, and a person chooses between both readings. One that only adds comes first:
//! added lines can be removed later, removed ones are lost.

use std::collections::HashSet;
use std::ops::Range;

use super::cost::Line;
use super::place::{Place, pairs, placed};
use super::unquoted::drops_definition;
use super::{Part, changed, is_same_text};
use crate::patch::compare;
use crate::patch::complete::Whole;
use crate::patch::hunk::OtherReading;
use crate::patch::line::n_removed;
use crate::patch::{Hunk, HunkLine, LineHint, LineKind, Unsure};
use crate::text::{LineSpan, Piece, Text, Trim, heading, indent};

/// Lines of context at both ends of a reading; as many as [`crate::matcher`] requires below a place that was worked out.
const CONTEXT_LINES: usize = 3;

/// So many lines of the file around both places are compared: with too few, a change beside lines that repeat is found elsewhere.
const N_LINES_AROUND: usize = 12;

/// A part of more lines has no other reading: all of them would be compared once more.
const MOST_LINES: usize = 2_000;

/// What it costs to compare a line, in bytes.
const N_BYTES_OF_A_LINE: usize = 100;

/// Lines of the file that change: their indexes, and what comes in their place.
type Change = (Range<usize>, Vec<Piece>);

/// Gives those hunks another reading that wait as nothing shows which lines their part replaces. `laid` are the parts and the
/// places in which the hunks are.
pub(super) fn offer(hunks: &mut [Hunk], laid: &[(&Part, Place)], whole: &Whole<'_>) {
    let text = whole.text();
    let mut made: Vec<Vec<Change>> = hunks.iter().map(changes_of).collect();
    for at in 0..hunks.len() {
        let hunk = &hunks[at];
        let Some(hint) = hunk
            .hint
            .filter(|_| hunk.unsure.is_some_and(Unsure::is_of_edge))
        else {
            continue;
        };
        let own = changed(hunk, hint.line_index);
        let holds = |(_, place): &&(&Part, Place)| {
            place.span.start <= own.start && own.end <= place.span.end
        };
        let Some((part, place)) = laid.iter().find(holds) else {
            continue;
        };
        if part.lines.len() + place.span.len() > MOST_LINES {
            continue;
        }
        let read = |span: Range<usize>| {
            let there = placed(part, span, Vec::new(), whole);
            let leaves_more = leaves_more(part, (place, &there), text);
            Some((reading(&made, at, (place, &there), whole)?, leaves_more))
        };
        let other = spans(part, place, hunk, whole).into_iter().find_map(read);
        if let Some(other) = other {
            take(&mut hunks[at], hint, other, text);
            made[at] = changes_of(&hunks[at]);
        }
    }
}

/// Returns whether a part that ends the content is at the end of the file in the first of two places, and not in the second.
fn leaves_more(part: &Part, (here, there): (&Place, &Place), text: &Text) -> bool {
    let is_left = |place: &Place| {
        let mut below = place.span.end..text.n_lines();
        below.any(|line| !indent::is_blank(text.line(line)))
    };
    part.gap_below.is_none() && !is_left(here) && is_left(there)
}

/// Makes `other` a reading of the hunk: the first, if it alone removes nothing, unless it `leaves_more` below a part that
/// ends the file.
fn take(
    hunk: &mut Hunk,
    hint: LineHint,
    (mut other, leaves_more): (OtherReading, bool),
    text: &Text,
) {
    let only_adds = n_removed(&other.lines) == 0 && n_removed(&hunk.lines) > 0;
    let is_new = || drops_definition(hunk) || !changes_lines(&hunk.lines);
    if only_adds && !leaves_more && is_new() && !names_again(&hunk.lines, &other.lines) {
        std::mem::swap(&mut hunk.lines, &mut other.lines);
        hunk.hint = Some(LineHint {
            line_index: other.line_index,
            ..hint
        });
        other.line_index = hint.line_index;
        hunk.replaces = None;
        if matches!(
            hunk.unsure,
            Some(Unsure::DefinitionGone | Unsure::MayReplace(_))
        ) {
            hunk.unsure = Some(Unsure::ReachUnclear);
        }
    }
    let start = hunk.hint.map_or(0, |hint| hint.line_index);
    if set_apart(&mut other, start, &hunk.lines, text) {
        hunk.instead = Some(Box::new(other));
    }
}

/// Returns whether a new line is like one that goes: it is that one, changed.
fn changes_lines(lines: &[HunkLine]) -> bool {
    let of_kind = |kind| {
        let lines = lines.iter().filter(move |line| line.kind == kind);
        lines.map(|line| Line::new(&line.body))
    };
    let gone: Vec<Line<'_>> = of_kind(LineKind::Delete).collect();
    let mut new = of_kind(LineKind::Insert);
    new.any(|new| gone.iter().any(|gone| new.laid_over(gone).is_some()))
}

/// Returns whether lines that only come name again what the file has beside them, where the lines `replacing` do not. Only the
/// least indented new lines are compared.
fn names_again(replacing: &[HunkLine], adding: &[HunkLine]) -> bool {
    let width = |line: &HunkLine| indent::leading(&line.body).len();
    let new = adding.iter().filter(|line| line.kind == LineKind::Insert);
    let with_text = new.filter(|line| !indent::is_blank(&line.body));
    let outermost = with_text.map(width).min();
    let names = |lines: &[HunkLine], kind| -> HashSet<String> {
        let lines = lines.iter().filter(|line| line.kind == kind);
        let lines = lines.filter(|line| Some(width(line)) == outermost);
        lines
            .filter_map(|line| heading::defined(&line.body))
            .collect()
    };
    let new = names(adding, LineKind::Insert);
    let twice =
        |lines| !names(lines, LineKind::Insert).is_disjoint(&names(lines, LineKind::Context));
    !new.is_disjoint(&names(replacing, LineKind::Delete)) || twice(adding) && !twice(replacing)
}

/// Lets a reading begin at another line than the first one, or end at another: places are told apart by that. Returns whether
/// they are.
fn set_apart(other: &mut OtherReading, start: usize, lines: &[HunkLine], text: &Text) -> bool {
    let n_old = |lines: &[HunkLine]| lines.iter().filter(|line| line.in_preimage()).count();
    if other.line_index != start {
        return true;
    }
    if other.lines[0].kind == LineKind::Context {
        other.lines = other.lines[1..].into();
        other.line_index += 1;
        return true;
    }
    let end = other.line_index + n_old(&other.lines);
    if end == start + n_old(lines) && end < text.n_lines() {
        let below = text.pieces(LineSpan::new(end, end + 1));
        let below = below.map(|line| HunkLine::new(LineKind::Context, line));
        other.lines = other.lines.iter().cloned().chain(below).collect();
    }
    other.line_index + n_old(&other.lines) != start + n_old(lines)
}

/// Returns the other lines of the file that the part of a hunk may take the place of, the likeliest first.
fn spans(part: &Part, place: &Place, hunk: &Hunk, whole: &Whole<'_>) -> Vec<Range<usize>> {
    let text = whole.text();
    let span = &place.span;
    let mut spans = Vec::new();
    if n_removed(&hunk.lines) > 0 {
        spans.extend(that_stay(part, span, whole));
    }
    spans.extend(place.others.iter().cloned());
    if let Some(Unsure::MayReplace(line)) = hunk.unsure {
        let line = line as usize;
        spans.push(span.start.min(line)..span.end.max(line + 1));
    }
    if hunk.unsure == Some(Unsure::EdgeChanged) {
        let with_text = |line: &usize| !indent::is_blank(text.line(*line));
        let first = (0..span.start).find(with_text);
        let first = first.filter(|_| part.gap_above.is_none());
        spans.extend(first.map(|first| first..span.end));
        let last = (span.end..text.n_lines()).rfind(with_text);
        let last = last.filter(|_| part.gap_below.is_none());
        spans.extend(last.map(|last| span.start..last + 1));
    }
    spans.retain(|other| other != span);
    spans
}

/// Returns the lines of the file near `span` that all stay if the part goes there: they are among those it shows, in its order. The
/// first and the last line that it shares with `span` are the ends of these, too.
fn that_stay(part: &Part, span: &Range<usize>, whole: &Whole<'_>) -> Option<Range<usize>> {
    let text = whole.text();
    let kept = pairs(&part.lines, span, text, <[u8]>::trimmed);
    let ((first, _), (last, _)) = (*kept.first()?, *kept.last()?);
    let shown = &part.lines[first..=last];
    let reach = part.lines.len() + CONTEXT_LINES;
    let near = span.start.saturating_sub(reach)..(span.end + reach).min(text.n_lines());
    let starts = near
        .clone()
        .filter(|line| is_same_text(&shown[0], text.line(*line)));
    let mut longest: Option<(usize, Range<usize>)> = None;
    for start in starts {
        if !whole.spend(shown.len() * N_BYTES_OF_A_LINE) {
            break;
        }
        for (n_kept, end) in ends_of_those_that_stay(shown, start..near.end, text) {
            if longest.as_ref().is_none_or(|(most, _)| n_kept > *most) {
                longest = Some((n_kept, start..end));
            }
        }
    }
    longest.map(|(_, span)| span)
}

/// Returns where lines of the file from the start of `range` on may end that are all shown, with the last one that is shown; each
/// with how many there are.
fn ends_of_those_that_stay(
    shown: &[Piece],
    range: Range<usize>,
    text: &Text,
) -> Vec<(usize, usize)> {
    let Some((last, others)) = shown.split_last() else {
        return Vec::new();
    };
    let mut ends = Vec::new();
    let mut others = others.iter();
    let mut n_kept = 0;
    for line in range.filter(|line| !indent::is_blank(text.line(*line))) {
        let there = text.line(line);
        n_kept += 1;
        if is_same_text(last, there) && (n_kept > 1 || shown.len() == 1) {
            ends.push((n_kept, line + 1));
        }
        if !others.any(|shown| is_same_text(shown, there)) {
            break;
        }
    }
    ends
}

/// Returns what the hunk at index `at` is when its part is in the second of two places, and not in the first; `None` where that
/// changes what other hunks do, or nothing. `made` holds what each hunk changes.
fn reading(
    made: &[Vec<Change>],
    at: usize,
    places: (&Place, &Place),
    whole: &Whole<'_>,
) -> Option<OtherReading> {
    let text = whole.text();
    let (here, there) = places;
    let start = here.span.start.min(there.span.start);
    let end = here.span.end.max(there.span.end);
    let around = start.saturating_sub(N_LINES_AROUND)..(end + N_LINES_AROUND).min(text.n_lines());
    if !whole.spend(around.len() * N_BYTES_OF_A_LINE) {
        return None;
    }
    let others = || {
        let others = made.iter().enumerate().filter(|(nth, _)| *nth != at);
        others.flat_map(|(_, changes)| changes)
    };
    let meets = |lines: &Range<usize>, range: &Range<usize>| {
        lines.start <= range.end && range.start <= lines.end
    };
    let mut own = changes(there, &around, text);
    for other in others().filter(|(lines, _)| meets(lines, &(start..end))) {
        let same = own.iter().position(|change| change == other)?;
        own.remove(same);
    }
    let changed = own.first()?.0.start..own.last()?.0.end;
    let is_apart = !others().any(|(lines, _)| meets(lines, &changed));
    (is_apart && own != made[at]).then(|| {
        with_context(
            &own,
            &changed,
            others().map(|(lines, _)| lines.clone()),
            text,
        )
    })?
}

/// Returns changes as the lines of a hunk; `None` where another hunk changes lines right below.
fn with_context(
    own: &[Change],
    changed: &Range<usize>,
    others: impl Iterator<Item = Range<usize>>,
    text: &Text,
) -> Option<OtherReading> {
    let (mut from, mut to) = (0, text.n_lines());
    for other in others {
        if other.end <= changed.start {
            from = from.max(other.end);
        } else {
            to = to.min(other.start);
        }
    }
    let start = changed.start.saturating_sub(CONTEXT_LINES).max(from);
    let end = (changed.end + CONTEXT_LINES).min(text.n_lines());
    let line = |kind| move |line| HunkLine::new(kind, line);
    let of_file = |kind, lines: Range<usize>| {
        let lines = text.pieces(LineSpan::new(lines.start, lines.end));
        lines.map(line(kind))
    };
    let mut lines: Vec<HunkLine> = Vec::new();
    let mut kept = start;
    for (old, new) in own {
        lines.extend(of_file(LineKind::Context, kept..old.start));
        lines.extend(of_file(LineKind::Delete, old.clone()));
        lines.extend(new.iter().cloned().map(line(LineKind::Insert)));
        kept = old.end;
    }
    lines.extend(of_file(LineKind::Context, kept..end));
    (end <= to).then(|| OtherReading {
        lines: lines.into(),
        line_index: start,
    })
}

/// Returns what a part changes in its place, of the lines `around` it.
fn changes(place: &Place, around: &Range<usize>, text: &Text) -> Vec<Change> {
    let of_file = |lines: Range<usize>| text.pieces(LineSpan::new(lines.start, lines.end));
    let new = of_file(around.start..place.span.start)
        .chain(place.with_blanks(text))
        .chain(of_file(place.span.end..around.end));
    let new: Vec<Piece> = new.collect();
    let old = text.byte_range(LineSpan::new(around.start, around.end));
    let hunks = compare::hunks_to(&Text::new(text.as_bytes()[old].to_vec()), &new);
    let moved = |(lines, new): Change| (lines.start + around.start..lines.end + around.start, new);
    let changes = hunks.iter().flat_map(|(hunk, _)| changes_of(hunk));
    changes.map(moved).collect()
}

/// Returns the runs of changed lines of a hunk.
fn changes_of(hunk: &Hunk) -> Vec<Change> {
    let mut changes: Vec<Change> = Vec::new();
    let mut at = hunk.hint.map_or(0, |hint| hint.line_index);
    let mut in_run = false;
    for line in hunk.lines.iter() {
        let is_change = line.kind != LineKind::Context;
        if is_change && !in_run {
            changes.push((at..at, Vec::new()));
        }
        in_run = is_change;
        at += usize::from(line.in_preimage());
        if let Some((lines, new)) = changes.last_mut().filter(|_| is_change) {
            lines.end = at;
            new.extend((line.kind == LineKind::Insert).then(|| line.body.clone()));
        }
    }
    changes
}

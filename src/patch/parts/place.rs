//! Where the parts of a file go. A place is certain where every other one that costs hardly more writes the same lines.

use std::ops::Range;

use bstr::BStr;
use similar::DiffOp;

use super::super::Unsure;
use super::super::alignment::{Search, operations};
use super::super::complete::Whole;
use super::added::may_only_add;
use super::align::{FileLines, Stretch};
use super::block::{Block, blocks};
use super::body::closes;
use super::chain::Chain;
use super::cost::{NOTHING_LEFT_OUT, shares_words};
use super::edge;
use super::end::at_an_end;
use super::exact::as_shown;
use super::omitted::{changes_nothing, wider};
use super::outline::{leave_block, starts_with_head};
use super::possible::where_it_may_be;
use super::rival::{is_all_set_again, is_ruled_out};
use super::same::unproven;
use super::twin::has_twin;
use super::{Part, doubled, is_same};
use crate::text::{LineSpan, Piece, Text, Trim, heading, indent};

/// Another place must cost so much more for the best to be certain.
pub(super) const MARGIN: u32 = 8;

/// Where a part goes.
#[derive(Default)]
pub(super) struct Place {
    /// The lines of the file that it replaces.
    pub(super) span: Range<usize>,
    /// The part as it is written there.
    pub(super) lines: Vec<Piece>,
    /// Blank lines of the file that a part without any leaves out, each run with the index of the line that it goes above.
    pub(super) blanks: Vec<(usize, Range<usize>)>,
    /// Why a person must decide on it.
    pub(super) doubts: Vec<Doubt>,
    /// Other lines of the file that the part may take the place of, the cheapest first; they touch those that it replaces.
    pub(super) others: Vec<Range<usize>>,
}

impl Place {
    /// Returns the part as it is written, with the blank lines of the file that it leaves out.
    pub(super) fn with_blanks(&self, text: &Text) -> Vec<Piece> {
        let mut lines = Vec::new();
        let mut from = 0;
        for (at, blanks) in &self.blanks {
            lines.extend_from_slice(&self.lines[from..*at]);
            lines.extend(text.pieces(LineSpan::new(blanks.start, blanks.end)));
            from = *at;
        }
        lines.extend_from_slice(&self.lines[from..]);
        lines
    }
}

/// Why a person must decide on the changes that touch some lines of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Doubt {
    pub(super) lines: Range<usize>,
    pub(super) why: Unsure,
}

/// Why a part has no place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Nowhere {
    /// The file has none of its lines.
    Absent,
    /// Its place is above that of the part before it.
    OutOfOrder,
    /// The file is too long to look for it.
    NotLookedThrough,
}

/// Returns where each part goes.
pub(super) fn places(parts: &[Part], whole: &Whole<'_>) -> Vec<Result<Place, Nowhere>> {
    let text = whole.text();
    let mut places: Vec<Result<Place, Nowhere>> = Vec::new();
    let mut found: Vec<(usize, Vec<Stretch>)> = Vec::new();
    let file = FileLines::of(text);
    let mut within: Vec<Vec<Block>> = Vec::new();
    for nth in 0..parts.len() {
        let blocks = blocks(parts, nth, &found, whole);
        let stretches = where_it_may_be(&parts[nth], &blocks, whole, &file);
        within.push(blocks);
        let Some(stretches) = stretches else {
            places.push(Err(Nowhere::NotLookedThrough));
            continue;
        };
        places.push(Err(Nowhere::Absent));
        if !stretches.is_empty() {
            found.push((nth, stretches));
        }
    }
    let mut known: Vec<(usize, &[Stretch])> = found.iter().map(|(nth, s)| (*nth, &s[..])).collect();
    let chain = Chain::of(&known, text).or_else(|| {
        let mut from = 0;
        known.retain(|(nth, stretches)| {
            let next = stretches.iter().find(|next| next.lines.start >= from);
            match next {
                Some(next) => from = next.lines.end,
                None => places[*nth] = Err(Nowhere::OutOfOrder),
            }
            next.is_some()
        });
        Chain::of(&known, text)
    });
    if let Some(chain) = &chain {
        for (at, (nth, _)) in known.iter().enumerate() {
            let part = &parts[*nth];
            let best = chain.best(at).lines.clone();
            let blocks = &within[*nth];
            let others = others(chain, at, (part, blocks)).map(|other| &other.lines);
            let doubts = others.filter_map(|other| {
                let doubt = doubt(part, &best, other, text)?;
                let touches = other.start < best.end && best.start < other.end;
                Some((doubt, touches.then(|| other.clone())))
            });
            let (doubts, others): (Vec<_>, Vec<_>) = doubts.unzip();
            let mut place = placed_in(part, best, doubts, blocks, whole);
            place.others.extend(others.into_iter().flatten());
            places[*nth] = Ok(place);
        }
        end_with_own_bracket(parts, &mut places, whole);
        widen(parts, &mut places, whole);
        from_the_top(parts, &mut places, whole);
    }
    let is_free = |nth: &usize| within[*nth].is_empty();
    let ends = (0..parts.len()).filter(|nth| matches!(places[*nth], Err(Nowhere::Absent)));
    let ends = ends.filter(is_free);
    for nth in ends.collect::<Vec<_>>() {
        let above = places[..nth].iter().flatten();
        let from = above.map(|place| place.span.end).max().unwrap_or(0);
        if let Some(place) = at_an_end(&parts[nth], text, from) {
            places[nth] = Ok(place);
        }
    }
    places
}

/// Returns the other stretches that a part may be meant for. Of several blocks that have the shown head, a gap that leaves nothing
/// out in the one is no reason to prefer the other; nor is it below a gap that is less deep than the part, where no head shows in
/// which block that is.
fn others<'c>(
    chain: &'c Chain<'_>,
    at: usize,
    (part, blocks): (&Part, &'c [Block]),
) -> impl Iterator<Item = &'c Stretch> {
    let near: Vec<&Range<usize>> = chain.others(at, MARGIN).map(|other| &other.lines).collect();
    let of = |line: usize| blocks.iter().position(|block| block.has(line));
    let best = &chain.best(at).lines;
    let own = of(best.start);
    let first = part.lines.first().map(|first| indent::leading(first).len());
    let has_no_head = blocks.is_empty() && part.gap_above.map(|gap| gap.width) < first;
    let margin = match has_no_head {
        true => MARGIN + 1,
        false => MARGIN + 2 * NOTHING_LEFT_OUT,
    };
    let is_apart = |other: &Range<usize>| other.end <= best.start || best.end <= other.start;
    let far = chain.others(at, margin);
    far.filter(move |other| {
        near.contains(&&other.lines)
            || of(other.lines.start) != own
            || has_no_head && is_apart(&other.lines)
    })
}

/// Lays a part over lines of the file, and says what is doubtful about lines of which it shows none as it is.
fn placed_in(
    part: &Part,
    best: Range<usize>,
    mut doubts: Vec<Doubt>,
    blocks: &[Block],
    whole: &Whole<'_>,
) -> Place {
    let text = whole.text();
    // Its lines show another place than the gap above.
    let is_elsewhere = !blocks.is_empty() && !blocks.iter().any(|block| block.has(best.start));
    doubts.extend(is_elsewhere.then(|| Doubt {
        lines: best.clone(),
        why: Unsure::ReachUnclear,
    }));
    let says = |line: &Piece| !closes(line) && !indent::is_blank(line);
    let pairs = pairs(&part.lines, &best, text, <[u8]>::trimmed);
    let block = blocks
        .iter()
        .find(|block| block.ends_above(best.start, text));
    // What is shown behind the block says nothing of what is new in it.
    let n_within = block.map_or(part.lines.len(), |block| block.n_within(part));
    let is_new = part.lines[..n_within].iter().any(says)
        && !pairs
            .iter()
            .any(|(at, _)| *at < n_within && says(&part.lines[*at]));
    if is_new {
        let why = match block.is_some_and(|block| block.names(part, text)) {
            true => Unsure::NameLeftOut,
            false => Unsure::EdgeChanged,
        };
        // Blank lines beside an insertion may be those that it has itself.
        let blank = |line: &usize| indent::is_blank(text.line(*line));
        let n_above = (0..best.start).rev().take_while(blank).count();
        let n_below = (best.end..text.n_lines()).take_while(blank).count();
        let lines = best.start.saturating_sub(n_above + 1)..best.end + n_below + 1;
        let within = blocks.iter().find(|block| block.has(best.start));
        let within = within.map_or(0..text.n_lines(), |block| block.lines());
        let is_sure = why == Unsure::EdgeChanged
            && (block.is_some_and(|it| it.adds_entries(part, text))
                || !whole.is_in_string(best.start) && is_all_set_again(part, &best, &within, text));
        doubts.extend((!is_sure).then_some(Doubt { lines, why }));
        if block.is_some() {
            let n_there = (0..best.start)
                .rev()
                .take_while(|line| indent::is_blank(text.line(*line)));
            let n_shown = part.gap_above.map_or(0, |gap| gap.n_blank);
            let n_missing = n_shown.saturating_sub(n_there.count());
            let blanks = std::iter::repeat_n(Piece::from(""), n_missing);
            let lines = blanks.chain(part.lines.iter().cloned()).collect();
            return placed(
                &Part {
                    lines,
                    ..part.clone()
                },
                best,
                doubts,
                whole,
            );
        }
    }
    placed(part, best, doubts, whole)
}

/// Returns which parts change nothing in their places.
fn idle(parts: &[Part], places: &[Result<Place, Nowhere>], text: &Text) -> Vec<usize> {
    let is_idle = |nth: &usize| {
        let place = places[*nth].as_ref();
        place.is_ok_and(|place| changes_nothing(&parts[*nth], &place.span, text))
    };
    (0..parts.len()).filter(is_idle).collect()
}

/// Ends the last part where its own block ends in the file, if all else that is shown is as it is: it reaches to the end of the file
/// only as that ends with the same bracket.
fn end_with_own_bracket(parts: &[Part], places: &mut [Result<Place, Nowhere>], whole: &Whole<'_>) {
    let (Some((last, above)), Some(Ok(place))) = (parts.split_last(), places.last()) else {
        return;
    };
    let text = whole.text();
    let own = place.span.start..place.span.start + last.lines.len();
    let is_idle = idle(above, places, text).len() == above.len();
    let ends_block = last.lines.last().is_some_and(|line| closes(line));
    let is_longer = own.end < place.span.end;
    if is_idle && ends_block && is_longer && changes_nothing(last, &own, text) {
        places[above.len()] = Ok(placed(last, own, Vec::new(), whole));
    }
}

/// Gives parts that change nothing a wider place, where they may be shown because lines of it go. If no part changes anything,
/// content that begins with a part may begin the file.
fn widen(parts: &[Part], places: &mut [Result<Place, Nowhere>], whole: &Whole<'_>) {
    let text = whole.text();
    let idle = idle(parts, places, text);
    let is_all = idle.len() == parts.len();
    // What the file has as it is shown is context. Where the reply changes nothing else, less than a definition may go.
    let all = 0..text.n_lines();
    let is_meant = |part: &Part, span: &Range<usize>, wider: &Range<usize>| {
        let mut gone = (wider.start..span.start).chain(span.end..wider.end);
        let defines = |line| heading::defined(text.line(line)).is_some();
        !leave_block(part, gone.clone(), text)
            && (is_all && !gone.any(defines) || as_shown(part, &all, whole).is_none())
    };
    // Such content waits by itself.
    let ends_early = is_all && parts.last().is_some_and(|part| part.gap_below.is_none());
    for nth in idle {
        let Ok(place) = &places[nth] else { continue };
        let span = place.span.clone();
        let above = places[..nth].iter().flatten().map(|place| place.span.end);
        let below = places[nth + 1..]
            .iter()
            .flatten()
            .map(|place| place.span.start);
        let within = above.max().unwrap_or(0)..below.min().unwrap_or(text.n_lines());
        let is_below = (0..span.start).any(|line| !indent::is_blank(text.line(line)));
        let begins = is_all && nth == 0 && parts[nth].gap_above.is_none() && is_below;
        // A block of which the reply shows more below is shown as one, wherever it is in its file.
        let begins = begins && !(parts.len() > 1 && starts_with_head(&parts[nth]));
        let from_start = begins.then_some((0..span.end, Unsure::EdgeChanged));
        let wider = (!ends_early)
            .then(|| wider(&parts[nth], &span, &within, whole))
            .flatten()
            .filter(|wider| is_meant(&parts[nth], &span, wider));
        let wider = wider.map(|lines| (lines, Unsure::ReachUnclear));
        if let Some((lines, why)) = wider.or(from_start) {
            let doubt = Doubt {
                lines: lines.clone(),
                why,
            };
            places[nth] = Ok(placed(&parts[nth], lines, vec![doubt], whole));
        }
    }
}

/// So few lines are hardly left out without a word, where comments replace others: a comment takes a line itself.
const MOST_ABOVE: usize = 2;

/// Gives content that begins with a line near the top of its file, and leaves lines out by comments further down, a place from
/// the first line on: the few lines above may be meant to go, so that hunk waits.
fn from_the_top(parts: &[Part], places: &mut [Result<Place, Nowhere>], whole: &Whole<'_>) {
    let text = whole.text();
    let (Some(part), Some(Ok(place))) = (parts.first(), places.first()) else {
        return;
    };
    let (start, end) = (place.span.start, place.span.end);
    let n_above = (0..start).filter(|line| !indent::is_blank(text.line(*line)));
    let is_first = start < end && super::is_same_text(&part.lines[0], text.line(start));
    // A definition by itself is shown as one.
    let is_first = is_first && heading::defined(&part.lines[0]).is_none();
    if part.gap_above.is_none() && is_first && (1..=MOST_ABOVE).contains(&n_above.count()) {
        let doubt = Doubt {
            lines: 0..start,
            why: Unsure::EdgeChanged,
        };
        places[0] = Ok(placed(part, 0..end, vec![doubt], whole));
    }
}

/// Returns which lines of a part are those of the file in `span`, by what is `compared` of each; blank ones
/// are left out.
pub(super) fn pairs(
    lines: &[Piece],
    span: &Range<usize>,
    text: &Text,
    compared: impl Fn(&[u8]) -> &[u8],
) -> Vec<(usize, usize)> {
    let old: Vec<&[u8]> = span.clone().map(|at| compared(text.line(at))).collect();
    let new: Vec<&[u8]> = lines.iter().map(|line| compared(line)).collect();
    let ops = operations(Search::Myers, &old, &new).into_iter();
    let equal = ops.filter(|op| matches!(op, DiffOp::Equal { .. }));
    let pairs = equal.flat_map(|op| op.new_range().zip(op.old_range()));
    let with_text = pairs.filter(|(at, _)| !new[*at].is_empty());
    with_text
        .map(|(at, line)| (at, span.start + line))
        .collect()
}

/// Returns why a part that goes to `best` may be meant for `other`; `None` where it writes the same lines there.
fn doubt(part: &Part, best: &Range<usize>, other: &Range<usize>, text: &Text) -> Option<Doubt> {
    let is_same = is_same_result(part, best, other, text);
    if is_same || names_twice(part, best, other, text) || is_ruled_out(part, best, other, text) {
        return None;
    }
    if other.end <= best.start || best.end <= other.start {
        return Some(Doubt {
            lines: best.clone(),
            why: Unsure::AnchorsRepeat,
        });
    }
    let (start, end) = (best.start.min(other.start), best.end.max(other.end));
    let mut hidden = (start..best.start).rev().chain(best.end..end);
    let hidden = hidden.find(|line| !indent::is_blank(text.line(*line)));
    let may_replace = |line| Unsure::MayReplace(line as u32);
    Some(Doubt {
        lines: start..end,
        why: hidden.map_or(Unsure::ReachUnclear, may_replace),
    })
}

/// Returns whether a part in `other`, within `best`, writes again what the file names right beside it, where in `best` all of that
/// stays.
fn names_twice(part: &Part, best: &Range<usize>, other: &Range<usize>, text: &Text) -> bool {
    let is_within = best.start <= other.start && other.end <= best.end;
    let beside = (best.start..other.start).chain(other.end..best.end);
    let beside = beside.map(|line| text.line(line).trimmed_end());
    let mut beside = beside.filter(|line| !line.is_empty());
    let is_shown = |line: &&[u8]| part.lines.iter().any(|shown| shown.trimmed_end() == *line);
    let names = |line: &[u8]| heading::defined(line).is_some() || doubled::name(line).is_some();
    let mut n_names = 0;
    is_within
        && beside.all(|line| {
            n_names += usize::from(names(line));
            is_shown(&line)
        })
        && n_names > 0
}

/// Returns whether the file is the same with a part in either place, blank lines aside.
fn is_same_result(part: &Part, one: &Range<usize>, other: &Range<usize>, text: &Text) -> bool {
    let (start, end) = (one.start.min(other.start), one.end.max(other.end));
    let result = |span: &Range<usize>| {
        let above = (start..span.start).map(|line| text.line(line));
        let below = (span.end..end).map(|line| text.line(line));
        let shown = part.lines.iter().map(|line| -> &BStr { line });
        let lines = above.chain(shown).chain(below);
        lines
            .map(|line| line.trimmed_end())
            .filter(|line| !line.is_empty())
    };
    result(one).eq(result(other))
}

/// Lays a part over lines of the file. Blank lines beside a gap belong to it: those of the file stay there.
pub(super) fn placed(
    part: &Part,
    best: Range<usize>,
    mut doubts: Vec<Doubt>,
    whole: &Whole<'_>,
) -> Place {
    let text = whole.text();
    let pairs = pairs(&part.lines, &best, text, <[u8]>::trimmed);
    let is_blank = |line: usize| indent::is_blank(text.line(line));
    let is_new_first = pairs.first().is_none_or(|(at, _)| *at > 0);
    let is_new_last = pairs.last().is_none_or(|(at, _)| at + 1 < part.lines.len());
    let Range { mut start, mut end } = best;
    while is_new_first && start < end && is_blank(start) {
        start += 1;
    }
    while is_new_last && start < end && is_blank(end - 1) {
        end -= 1;
    }
    // New lines right below a gap, with a blank line behind them, go above the one that the file has there.
    let is_apart_below = pairs.first().is_some_and(|(at, _)| {
        at.checked_sub(1)
            .is_some_and(|above| indent::is_blank(&part.lines[above]))
    });
    let is_at_gap = part.gap_above.is_some_and(|gap| gap.n_blank == 0);
    while is_new_first && is_apart_below && is_at_gap && start > 0 && is_blank(start - 1) {
        start -= 1;
    }
    // Content that begins with what is new, and not with a gap, may stand for what the file begins with.
    let has_text = |line: &usize| !indent::is_blank(text.line(*line));
    if is_new_first && part.gap_above.is_none() && (0..start).any(|line| has_text(&line)) {
        doubts.push(Doubt {
            lines: start..start,
            why: Unsure::EdgeChanged,
        });
    }
    // Content that ends with what is new may be for lines of the file like it.
    let next = (end..text.n_lines()).find(has_text);
    let next = next.filter(|_| is_new_last && part.gap_below.is_none());
    let shown = pairs.last().map_or(0, |(at, _)| at + 1);
    let mut new = part.lines[shown..].iter();
    if next.is_some_and(|next| new.any(|new| shares_words(new, text.line(next)))) {
        doubts.push(Doubt {
            lines: end..end,
            why: Unsure::EdgeChanged,
        });
    }
    if is_new_last && part.gap_below.is_none() && may_end_otherwise(part, end, &pairs, text) {
        doubts.push(Doubt {
            lines: start..text.n_lines(),
            why: Unsure::EdgeChanged,
        });
    }
    doubts.extend(edge::doubts(part, &(start..end), &pairs, text));
    if has_twin(part, &(start..end), &pairs, whole) {
        doubts.push(Doubt {
            lines: start..end,
            why: Unsure::ReachUnclear,
        });
    }
    let is_equal = |(at, line): &&(usize, usize)| is_same(&part.lines[*at], text.line(*line));
    let first = pairs.iter().find(is_equal).or(pairs.first());
    if may_only_add(part, &(start..end), &pairs, whole) {
        doubts.push(Doubt {
            lines: start..end,
            why: Unsure::ReachUnclear,
        });
    }
    let mut others = Vec::new();
    for block in unproven(part, &(start..end), &pairs, whole) {
        doubts.push(Doubt {
            lines: block.there,
            why: Unsure::ReachUnclear,
        });
        others.extend(block.beside);
    }
    let lines = first.map_or_else(
        || part.lines.clone(),
        |(at, line)| reindented(&part.lines, &part.lines[*at], text.line(*line)),
    );
    let lines = apart(
        part,
        lines,
        &(start..end),
        (is_new_first, is_new_last),
        text,
    );
    Place {
        blanks: left_out_blanks(&lines, &(start..end), text),
        span: start..end,
        lines,
        doubts,
        others,
    }
}

/// Returns lines with those blank ones that part a new definition, at the edge of a part beside a gap, from the definition that the
/// file has there.
fn apart(
    part: &Part,
    lines: Vec<Piece>,
    span: &Range<usize>,
    (is_new_first, is_new_last): (bool, bool),
    text: &Text,
) -> Vec<Piece> {
    let is_definition = |line: &[u8]| heading::defined(line).is_some();
    let width = |line: &[u8]| indent::leading(line).len();
    let has_text = |line: &usize| !indent::is_blank(text.line(*line));
    let above = span.start.checked_sub(1).filter(has_text);
    let is_below_other = lines.first().is_some_and(|first| {
        is_new_first
            && is_definition(first)
            && above.is_some_and(|above| width(text.line(above)) >= width(first))
    });
    let next = Some(span.end).filter(|next| *next < text.n_lines() && has_text(next));
    let is_above_other = lines.last().is_some_and(|last| {
        is_new_last
            && lines.iter().any(|line| is_definition(line))
            && next.is_some_and(|next| {
                let next = text.line(next);
                is_definition(next) && width(next) <= width(last)
            })
    });
    let blanks = |gap: Option<super::GapBeside>, is_so: bool| {
        let n_blank = gap.filter(|_| is_so).map_or(0, |gap| gap.n_blank);
        std::iter::repeat_n(Piece::from(""), n_blank)
    };
    let above = blanks(part.gap_above, is_below_other);
    let below = blanks(part.gap_below, is_above_other);
    above.chain(lines).chain(below).collect()
}

/// Returns whether content may end with new lines for the last few of the file, from line `end` on: these are no more than come.
fn may_end_otherwise(part: &Part, end: usize, pairs: &[(usize, usize)], text: &Text) -> bool {
    const MOST: usize = 2;
    let says = |line: &[u8]| !indent::is_blank(line) && !closes(line);
    if (end..text.n_lines()).any(|line| heading::defined(text.line(line)).is_some()) {
        return false;
    }
    let n_left = (end..text.n_lines())
        .filter(|line| says(text.line(*line)))
        .count();
    let shown = pairs.last().map_or(0, |(at, _)| at + 1);
    let n_new = part.lines[shown..].iter().filter(|line| says(line)).count();
    (1..=MOST.min(n_new)).contains(&n_left)
}

/// Returns the blank lines of the file between the first line that stays and the last, if a part shows no blank line at all:
/// each run with the index of the line of the part that it goes above. Where lines change, a run above or below all of them
/// stays there. One among them is kept only if as many lines come as go, and then with as many of them above it.
fn left_out_blanks(
    lines: &[Piece],
    span: &Range<usize>,
    text: &Text,
) -> Vec<(usize, Range<usize>)> {
    if lines.iter().any(|line| indent::is_blank(line)) {
        return Vec::new();
    }
    let is_blank = |line: &usize| indent::is_blank(text.line(*line));
    let mut blanks = Vec::new();
    let pairs = pairs(lines, span, text, <[u8]>::trimmed_end);
    let above = std::iter::once(None).chain(pairs.iter().map(Some));
    let below = pairs.iter().copied().chain([(lines.len(), span.end)]);
    for (above, below) in above.zip(below) {
        let start = above.map_or((0, span.start), |(at, line)| (at + 1, line + 1));
        let (new, old) = (start.0..below.0, start.1..below.1);
        let n_new = new.len();
        let n_old = old.clone().filter(|line| !is_blank(line)).count();
        let mut n_above = 0;
        let mut line = old.start;
        while line < old.end {
            let n_blank = (line..old.end).take_while(is_blank).count();
            let n_new_above = match n_above {
                0 => Some(0),
                all if all == n_old => Some(n_new),
                same if n_old == n_new => Some(same),
                _ => None,
            };
            if let Some(n_new_above) = n_new_above.filter(|_| n_blank > 0) {
                let run = line..line + n_blank;
                blanks.push((new.start + n_new_above, run.clone()));
                // Where nothing goes, a new line that is the one above is apart from the next as that is.
                let is_again = |at: &usize| {
                    n_old == 0 && above.is_some_and(|(above, _)| lines[*at] == lines[*above])
                };
                blanks.extend(new.clone().filter(is_again).map(|at| (at + 1, run.clone())));
            }
            n_above += 1;
            line += n_blank + 1;
        }
    }
    blanks
}

/// Returns lines as much deeper as the file has `shown`, one of them, `there`.
fn reindented(lines: &[Piece], shown: &Piece, there: &BStr) -> Vec<Piece> {
    let (here, there) = (indent::leading(shown), indent::leading(there));
    let more = there.strip_suffix(here).filter(|more| !more.is_empty());
    let Some(more) = more else {
        return lines.to_vec();
    };
    let moved = |line: &Piece| match indent::is_blank(line) {
        true => line.clone(),
        false => Piece::from([more, &line[..]].concat()),
    };
    lines.iter().map(moved).collect()
}

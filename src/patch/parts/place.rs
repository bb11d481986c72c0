//! Where a part goes in its file: the lines around its core that are there, those that give way to new ones, and the ends of
//! the file.

use std::collections::HashSet;
use std::ops::Range;

use bstr::ByteSlice;

use super::super::Unsure;
use super::super::complete::Whole;
use super::core::{Core, core, is_strong, says_something};
use super::doubt::Overlay;
use super::replaces::{Replaces, is_like, leaves, replaces};
use super::{GapBeside, Part, is_same};
use crate::text::import::is_import;
use crate::text::{Piece, Text, Trim, heading, indent};

/// An anchor at the edge of a part is looked for so many lines further than the part is long.
const REACH: usize = 60;

/// Where a part goes.
pub(super) struct Place {
    /// The lines of the file that it replaces.
    pub(super) span: Range<usize>,
    /// The part as it is written there.
    pub(super) lines: Vec<Piece>,
    /// Why somebody must look.
    pub(super) unsure: Option<Unsure>,
}

/// Returns where a part goes in what is left of the file from line `from` on.
pub(super) fn place(part: &Part, whole: &Whole<'_>, from: usize) -> Option<Place> {
    let text = whole.text();
    if let Some(span) = addition(part, whole, from) {
        return Some(Place {
            span,
            lines: part.lines.clone(),
            unsure: None,
        });
    }
    let Some(core) = core(part, whole, from) else {
        return at_an_end(part, text, from);
    };
    let lines = reindented(part, &core, text);
    let (above, below) = (
        above(part, &lines, &core, whole, from),
        below(part, &lines, &core, whole),
    );
    let span = above.line..below.line;
    let unsure = core.unsure.or(above.unsure).or(below.unsure);
    let unsure = unsure.or_else(|| Overlay::new(part, &lines, whole, span.clone()).doubt(from));
    // Where a blank line is there already, those beside the gap are its own.
    let missing = |edge: &Edge, gap: Option<GapBeside>, n_there: usize| {
        let is_missing = edge.n_new > 0 && n_there == 0;
        blanks(gap.filter(|_| is_missing).map_or(0, |gap| gap.n_blank))
    };
    let n_above = n_blank((from..span.start).rev(), text);
    let n_below = n_blank(span.end..text.n_lines(), text);
    let lines = missing(&above, part.gap_above, n_above)
        .chain(lines.iter().cloned())
        .chain(missing(&below, part.gap_below, n_below));
    Some(Place {
        lines: lines.collect(),
        span,
        unsure,
    })
}

/// How far a part reaches on one side of its core.
struct Edge {
    /// The line of the file with which it begins, or before which it ends.
    line: usize,
    /// How many of its lines there are new.
    n_new: usize,
    /// Why it may reach further, or less far.
    unsure: Option<Unsure>,
}

/// Returns what the lines of a part define.
fn names_of(lines: &[Piece]) -> HashSet<String> {
    let names = lines.iter().filter_map(|line| heading::defined(line));
    names.collect()
}

/// Finds where a part begins: what is shown above the first anchor is new, unless an edge of it is there.
fn above(part: &Part, lines: &[Piece], core: &Core, whole: &Whole<'_>, from: usize) -> Edge {
    let text = whole.text();
    let names = names_of(lines);
    let mut start = core.file.start;
    let above = &lines[..core.part.start];
    // A brace may be any: only one that the part begins with bounds it.
    let bounds = |at: &usize| *at == 0 || says_something(&above[*at]);
    let edge = (0..above.len()).filter(bounds).find_map(|at| {
        let far = start.saturating_sub(above.len() - at + REACH).max(from);
        // Of several, the one with most of what is shown below it; then the nearest.
        let n_same = |line: &usize| n_same(above[at..].iter(), *line..start, text);
        let edges = places(&above[at], far..start, whole);
        let n_shown = above.len() - at;
        let line = edges
            .filter(|line| reaches(&above[at], start - line, n_shown, whole))
            .max_by_key(n_same)?;
        passes_no_definition(text, line..start, &names).then_some((at, line))
    });
    if let Some((_, line)) = edge {
        start = line;
    }
    let n_new = edge.map_or(above.len(), |(at, _)| at);
    // Lines further out, as deep as there, show that only the depth of the anchor has changed.
    let is_turned = core.is_turned.0 && edge.is_none_or(|(at, _)| at > 0);
    // Beyond an edge, too, lines may be there.
    let far = start.saturating_sub(n_new + REACH).max(from);
    let mut is_unsure = is_turned || is_there(above[..n_new].iter(), (far..start).rev(), whole);
    // Content without a gap above begins the file: lines as many as those there, and like them, stand for them.
    let begins = part.gap_above.is_none() && from == 0 && n_new == start;
    let replacing = within_their_block(above[..n_new].iter());
    for (line, old) in beside(replacing.into_iter().rev(), (from..start).rev(), text) {
        match replaces(line, text.line(old)) {
            // Where lines further out are replaced, those in between stay.
            _ if line.trimmed_end() == text.line(old).trimmed_end() => {}
            Replaces::No => break,
            Replaces::Surely => start = old,
            Replaces::Maybe => {
                start = old;
                is_unsure |= !begins;
            }
        }
    }
    // Content that begins with what is new, and not with a gap, may stand for what the file begins with.
    is_unsure |= n_new > 0 && part.gap_above.is_none() && start > from;
    Edge {
        line: start,
        n_new,
        unsure: is_unsure.then_some(Unsure::EdgeChanged),
    }
}

/// Finds where a part ends, in the same way.
fn below(part: &Part, lines: &[Piece], core: &Core, whole: &Whole<'_>) -> Edge {
    let text = whole.text();
    let names = names_of(lines);
    let mut end = core.file.end;
    let below = &lines[core.part.end..];
    let bounds = |at: &usize| at + 1 == below.len() || says_something(&below[*at]);
    let edge = (0..below.len()).rev().filter(bounds).find_map(|at| {
        let far = (end + at + REACH).min(text.n_lines());
        let n_same = |line: &usize| n_same(below[..=at].iter().rev(), (end..*line + 1).rev(), text);
        let edges = places(&below[at], end..far, whole).rev();
        let line = edges
            .filter(|line| reaches(&below[at], line + 1 - end, at + 1, whole))
            .max_by_key(n_same)?;
        passes_no_definition(text, end..line, &names).then_some((at, line))
    });
    if let Some((_, line)) = edge {
        end = line + 1;
    }
    let n_new = edge.map_or(below.len(), |(at, _)| below.len() - at - 1);
    let is_turned = core.is_turned.1 && (edge.is_none() || n_new > 0);
    let far = (end + n_new + REACH).min(text.n_lines());
    let (known, new) = lines.split_at(lines.len() - n_new);
    let mut is_unsure = is_turned || is_there(new.iter().rev(), end..far, whole);
    if let Some(body_end) = end_of_body(known, new, part, text, end) {
        // What does not leave the body may be followed by more of it, unless it is like all that goes.
        let last = new.iter().rfind(|line| !indent::is_blank(line));
        let has_like = |old: usize| {
            let old = text.line(old);
            indent::is_blank(old) || new.iter().any(|new| is_like(new, old))
        };
        let is_left = last.is_some_and(|line| leaves(line)) || (end..body_end).all(has_like);
        is_unsure |= !is_left;
        end = body_end;
    } else {
        let last = text.n_lines() - n_blank((end..text.n_lines()).rev(), text);
        let ends = part.gap_below.is_none() && n_new == last - end;
        let replacing = within_their_block(new.iter().rev());
        for (line, old) in beside(replacing.into_iter().rev(), end..text.n_lines(), text) {
            match replaces(line, text.line(old)) {
                _ if line.trimmed_end() == text.line(old).trimmed_end() => {}
                Replaces::No => break,
                Replaces::Surely => end = old + 1,
                Replaces::Maybe => {
                    end = old + 1;
                    is_unsure |= !ends;
                }
            }
        }
        // Content that ends with what is new, and not with a gap, may stand for what the file ends with.
        is_unsure |= part.gap_below.is_none() && n_new > 0 && end < last;
    }
    Edge {
        line: end,
        n_new,
        unsure: is_unsure.then_some(Unsure::EdgeChanged),
    }
}

/// Returns how many lines are those of the file, from the first on.
fn n_same<'a>(
    shown: impl Iterator<Item = &'a Piece>,
    there: impl Iterator<Item = usize>,
    text: &Text,
) -> usize {
    let pairs = shown.zip(there);
    pairs
        .take_while(|(new, old)| new.trimmed_end() == text.line(*old).trimmed_end())
        .count()
}

/// Returns the last of the lines of an edge, which begins beside a gap, that are no deeper than any before them: what is
/// deeper belongs to a new block, and stands for no line of another.
fn within_their_block<'a>(lines: impl Iterator<Item = &'a Piece>) -> Vec<&'a Piece> {
    let mut least = usize::MAX;
    let mut kept = Vec::new();
    for line in lines {
        if indent::is_blank(line) {
            kept.push(line);
            continue;
        }
        let width = indent::leading(line).len();
        if width > least {
            kept.clear();
        } else {
            kept.push(line);
        }
        least = least.min(width);
    }
    kept
}

/// Returns the lines of the file that a part only adds lines to: its first lines and its last stand there side by side, once,
/// and both say much.
fn addition(part: &Part, whole: &Whole<'_>, from: usize) -> Option<Range<usize>> {
    let text = whole.text();
    let with_text = |at: &usize| !indent::is_blank(text.line(*at));
    let shown: Vec<&Piece> = part
        .lines
        .iter()
        .filter(|line| !indent::is_blank(line))
        .collect();
    let is_at = |shown: &Piece, at: usize| is_same(shown, text.line(at));
    let says_much = |lines: &[&Piece]| lines.iter().any(|line| is_strong(line));
    let starts = whole.lines_like_from(shown.first()?, from);
    if starts.len() > N_STARTS || !whole.spend(starts.len() * shown.len()) {
        return None;
    }
    let added_to = |start: &usize| {
        let mut there = (*start..text.n_lines()).filter(with_text).peekable();
        let mut above = 0;
        while above < shown.len() && there.next_if(|at| is_at(shown[above], *at)).is_some() {
            above += 1;
        }
        let below: Vec<usize> = there.take(shown.len() - above).collect();
        let is_end = |n: &usize| {
            let pairs = shown[shown.len() - n..].iter().zip(&below[..*n]);
            pairs.into_iter().all(|(line, at)| is_at(line, *at))
        };
        let n_below = (1..=below.len()).rev().find(is_end)?;
        let is_new = above > 0 && above + n_below < shown.len();
        let (first, last) = (&shown[..above], &shown[shown.len() - n_below..]);
        let is_once = |line: &&Piece| is_strong(line) && whole.lines_like(line).len() == 1;
        let is_told = says_much(first) && says_much(last) && first.iter().chain(last).any(is_once);
        (is_new && is_told).then(|| *start..below[n_below - 1] + 1)
    };
    let mut spans = starts.iter().filter_map(added_to);
    let (span, None) = (spans.next()?, spans.next()) else {
        return None;
    };
    Some(span)
}

/// The most places of a part's first line that are looked at.
const N_STARTS: usize = 50;

/// Pairs the new lines at an edge of a part with those of the file there, blank ones aside where both have them.
fn beside<'a>(
    new: impl Iterator<Item = &'a Piece>,
    old: impl Iterator<Item = usize>,
    text: &Text,
) -> impl Iterator<Item = (&'a Piece, usize)> {
    let pairs = new.zip(old);
    let both_blank =
        |(new, old): &(&Piece, usize)| indent::is_blank(new) && indent::is_blank(text.line(*old));
    pairs.filter(move |pair| !both_blank(pair))
}

fn blanks(n_lines: usize) -> impl Iterator<Item = Piece> {
    std::iter::repeat_n(Piece::from(""), n_lines)
}

fn n_blank(lines: impl Iterator<Item = usize>, text: &Text) -> usize {
    lines
        .take_while(|line| indent::is_blank(text.line(*line)))
        .count()
}

/// Places a part of which the file has nothing: at the end that no gap parts it from.
fn at_an_end(part: &Part, text: &Text, from: usize) -> Option<Place> {
    let n_lines = text.n_lines();
    match (part.gap_above, part.gap_below) {
        (
            Some(GapBeside {
                n_blank: n_wanted, ..
            }),
            None,
        ) => {
            let last = n_lines - n_blank((from..n_lines).rev(), text);
            let pairs = part.lines.iter().rev().zip((from..last).rev());
            let pairs = pairs
                .take_while(|(new, old)| !matches!(replaces(new, text.line(*old)), Replaces::No));
            let n_replaced = pairs.count();
            let start = last - n_replaced;
            let end = if n_replaced == 0 { n_lines } else { last };
            let n_there = if n_replaced == 0 {
                n_lines - last
            } else {
                n_wanted
            };
            let lines = blanks(n_wanted.saturating_sub(n_there));
            Some(Place {
                span: if n_replaced == 0 {
                    n_lines..n_lines
                } else {
                    start..end
                },
                lines: lines.chain(part.lines.iter().cloned()).collect(),
                unsure: Some(Unsure::EdgeChanged).filter(|_| n_replaced > 0),
            })
        }
        (
            None,
            Some(GapBeside {
                n_blank: n_wanted, ..
            }),
        ) if from == 0 => {
            let imports = |line: &Piece| is_import(line.trimmed()) || indent::is_blank(line);
            let first = (0..n_lines).find(|line| is_import(text.line(*line)));
            let among = first.filter(|_| part.lines.iter().all(imports));
            if let Some(place) = longer_import(part, text).filter(|_| among.is_some()) {
                return Some(place);
            }
            let at = among.unwrap_or(0);
            let n_there = n_blank(at..n_lines, text);
            let below = blanks(n_wanted.saturating_sub(n_there));
            Some(Place {
                span: at..at,
                lines: part
                    .lines
                    .iter()
                    .cloned()
                    .chain(below.filter(|_| among.is_none()))
                    .collect(),
                unsure: Some(Unsure::EdgeChanged)
                    .filter(|_| among.is_none() || may_replace_import(part, text)),
            })
        }
        (_, _) => None,
    }
}

/// Places a part that is one import over the line of the file that it goes on from: `import a, b` over `import a`.
fn longer_import(part: &Part, text: &Text) -> Option<Place> {
    let mut lines = part.lines.iter().filter(|line| !indent::is_blank(line));
    let (new, None) = (lines.next()?, lines.next()) else {
        return None;
    };
    let goes_on = |line: &usize| {
        let old = text.line(*line).trimmed_end();
        let more = new.strip_prefix(old);
        is_import(old.trimmed()) && more.is_some_and(|more| more.starts_with(b","))
    };
    let mut old = (0..text.n_lines()).filter(goes_on);
    let (line, None) = (old.next()?, old.next()) else {
        return None;
    };
    Some(Place {
        span: line..line + 1,
        lines: vec![new.clone()],
        unsure: None,
    })
}

/// Returns whether an import of a part may stand for one that its file has.
fn may_replace_import(part: &Part, text: &Text) -> bool {
    let imports = (0..text.n_lines()).map(|line| text.line(line));
    let imports: Vec<_> = imports.filter(|line| is_import(line.trimmed())).collect();
    part.lines.iter().any(|new| {
        let mut old = imports.iter();
        is_import(new.trimmed()) && old.any(|old| !matches!(replaces(new, old), Replaces::No))
    })
}

/// Returns where the body ends that the new lines at the end of a part stand for: those within a line that is there, where the
/// gap below is no deeper than that line. Then nothing of the body is left out. `None` where they are no body.
fn end_of_body(
    known: &[Piece],
    new: &[Piece],
    part: &Part,
    text: &Text,
    end: usize,
) -> Option<usize> {
    let width = indent::leading(new.iter().find(|line| !indent::is_blank(line))?).len();
    let is_outside = |line: &&Piece| !indent::is_blank(line) && indent::leading(line).len() < width;
    let opener = known.iter().rev().find(is_outside)?;
    // A body in braces is all shown where its end is.
    if !opener.trimmed_end().ends_with(b":") {
        return None;
    }
    let outside = indent::leading(opener).len();
    let is_all = part.gap_below.is_none_or(|gap| gap.width <= outside);
    let is_body = |line: &usize| {
        let line = text.line(*line);
        indent::is_blank(line) || indent::leading(line).len() > outside
    };
    let body = (end..text.n_lines()).take_while(is_body);
    let last = body
        .filter(|line| !indent::is_blank(text.line(*line)))
        .last();
    is_all.then(|| last.map_or(end, |last| last + 1))
}

/// Returns the part as deep as the file has its first anchor, where all its lines can be moved so.
fn reindented(part: &Part, core: &Core, text: &Text) -> Vec<Piece> {
    let anchor = &part.lines[core.part.start];
    let (here, there) = (
        indent::leading(anchor),
        indent::leading(text.line(core.file.start)),
    );
    let Some(more) = there
        .strip_suffix(here.as_bytes())
        .filter(|more| !more.is_empty())
    else {
        return part.lines.clone();
    };
    let moved = |line: &Piece| {
        if indent::is_blank(line) {
            line.clone()
        } else {
            Piece::from([more, line.as_bytes()].concat())
        }
    };
    part.lines.iter().map(moved).collect()
}

/// Returns where a line stands within `span` of the file, but for blanks at its end.
fn places<'w>(
    line: &'w Piece,
    span: Range<usize>,
    whole: &'w Whole<'_>,
) -> impl DoubleEndedIterator<Item = usize> {
    let like = whole.lines_like_from(line, span.start);
    let like = &like[..like.partition_point(|at| *at < span.end)];
    like.iter()
        .copied()
        .filter(|at| is_same(line, whole.text().line(*at)))
}

/// Returns whether a line of a part may be so many lines of the file away from its anchors, where so many are shown: all
/// between goes that is not shown, so a line that stands elsewhere, too, or says nothing, does not reach far.
fn reaches(line: &Piece, n_there: usize, n_shown: usize, whole: &Whole<'_>) -> bool {
    let n_gone = n_there.saturating_sub(n_shown);
    n_gone == 0 || is_only_one(line, whole)
}

/// Returns whether a line says something, and stands once in the file.
fn is_only_one(line: &Piece, whole: &Whole<'_>) -> bool {
    says_something(line) && whole.lines_like(line).len() == 1
}

/// Returns whether lines beyond the anchors are not surely new: one that says much is among those `there`, or the outermost
/// is. A brace is looked for among the nearest alone.
fn is_there<'a>(
    mut lines: impl Iterator<Item = &'a Piece>,
    there: impl Iterator<Item = usize> + Clone,
    whole: &Whole<'_>,
) -> bool {
    let text = whole.text();
    let mut is_first = true;
    lines.any(|line| {
        let is_bound = std::mem::take(&mut is_first);
        if !is_bound && !is_strong(line) {
            return false;
        }
        let reach = if says_something(line) {
            usize::MAX
        } else {
            N_NEAREST
        };
        let mut there = there.clone().take(reach);
        there.any(|at| is_same(line, text.line(at)))
    })
}

/// So many lines are the nearest.
const N_NEAREST: usize = 8;

/// Returns whether no definition begins in these lines of the file that the part, which has those called `names`, does not
/// have: it would be lost.
fn passes_no_definition(text: &Text, span: Range<usize>, names: &HashSet<String>) -> bool {
    let mut defined = span.filter_map(|line| heading::defined(text.line(line)));
    defined.all(|name| names.contains(&name))
}

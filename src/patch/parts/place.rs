//! Where a part goes in its file: the lines around its core that are there, those that give way to new ones, and the ends of
//! the file.

use std::collections::HashSet;
use std::ops::Range;

use bstr::ByteSlice;

use super::super::Unsure;
use super::super::complete::Whole;
use super::core::{Core, core, says_something};
use super::replaces::{Replaces, replaces};
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
    let Some(core) = core(part, whole, from) else {
        return at_an_end(part, text, from);
    };
    let (lines, core) = (reindented(part, &core, text), core);
    let mut unsure = core.unsure;
    let mut start = core.file.start;
    let names: HashSet<String> = lines
        .iter()
        .filter_map(|line| heading::defined(line))
        .collect();
    let above = &lines[..core.part.start];
    // What is shown above the first anchor is new, unless an edge of it is there.
    let edge = (0..above.len()).find_map(|at| {
        let far = start.saturating_sub(above.len() - at + REACH).max(from);
        // Of several, the one with most of what is shown below it; then the nearest.
        let n_same = |line: &usize| {
            let pairs = above[at..].iter().zip(*line..start);
            pairs
                .take_while(|(new, old)| new.trimmed_end() == text.line(*old).trimmed_end())
                .count()
        };
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
    let n_new_above = edge.map_or(above.len(), |(at, _)| at);
    // Beyond an edge, too, lines may be there.
    let far = start.saturating_sub(n_new_above + REACH).max(from);
    unsure = unsure.or(edge_changed(&above[..n_new_above], far..start, whole));
    // Content without a gap above begins the file: lines as many as those there, and like them, stand for them.
    let begins = part.gap_above.is_none() && from == 0 && n_new_above == start;
    for (line, old) in beside(lines[..n_new_above].iter().rev(), (from..start).rev(), text) {
        match replaces(line, text.line(old)) {
            Replaces::No => break,
            Replaces::Maybe if !begins => {
                start = old;
                unsure = unsure.or(Some(Unsure::EdgeChanged));
            }
            Replaces::Surely | Replaces::Maybe => start = old,
        }
    }
    // Content that begins with what is new, and not with a gap, may stand for what the file begins with.
    if n_new_above > 0 && part.gap_above.is_none() && start > from {
        unsure = unsure.or(Some(Unsure::EdgeChanged));
    }
    let mut end = core.file.end;
    let below = &lines[core.part.end..];
    let edge = (0..below.len()).rev().find_map(|at| {
        let far = (end + at + REACH).min(text.n_lines());
        let n_same = |line: &usize| {
            let pairs = below[..=at].iter().rev().zip((end..=*line).rev());
            pairs
                .take_while(|(new, old)| new.trimmed_end() == text.line(*old).trimmed_end())
                .count()
        };
        let edges = places(&below[at], end..far, whole).rev();
        let line = edges
            .filter(|line| reaches(&below[at], line + 1 - end, at + 1, whole))
            .max_by_key(n_same)?;
        passes_no_definition(text, end..line, &names).then_some((at, line))
    });
    if let Some((_, line)) = edge {
        end = line + 1;
    }
    let n_new_below = edge.map_or(below.len(), |(at, _)| below.len() - at - 1);
    let far = (end + n_new_below + REACH).min(text.n_lines());
    let beyond = &below[below.len() - n_new_below..];
    unsure = unsure.or(edge_changed(beyond, end..far, whole));
    let (known, new_below) = lines.split_at(lines.len() - n_new_below);
    if let Some(body_end) = end_of_body(known, new_below, part, text, end) {
        end = body_end;
    } else {
        let last = text.n_lines() - n_blank((end..text.n_lines()).rev(), text);
        let ends = part.gap_below.is_none() && n_new_below == last - end;
        for (line, old) in beside(new_below.iter(), end..text.n_lines(), text) {
            match replaces(line, text.line(old)) {
                Replaces::No => break,
                Replaces::Maybe if !ends => {
                    end = old + 1;
                    unsure = unsure.or(Some(Unsure::EdgeChanged));
                }
                Replaces::Surely | Replaces::Maybe => end = old + 1,
            }
        }
    }
    let mut all = Vec::new();
    if n_new_above > 0 {
        let n_there = n_blank((from..start).rev(), text);
        let n_wanted = part.gap_above.map_or(0, |gap| gap.n_blank);
        all.extend(blanks(n_wanted.saturating_sub(n_there)));
    }
    all.extend(lines);
    if n_new_below > 0 {
        let n_there = n_blank(end..text.n_lines(), text);
        let n_wanted = part.gap_below.map_or(0, |gap| gap.n_blank);
        all.extend(blanks(n_wanted.saturating_sub(n_there)));
    }
    Some(Place {
        span: start..end,
        lines: all,
        unsure,
    })
}

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
    let is_only_one = || whole.lines_like(line).len() == 1;
    n_gone == 0 || says_something(line) && is_only_one()
}

/// Returns that lines beyond the anchors are not surely new, where one that says something stands in `span`.
fn edge_changed(lines: &[Piece], span: Range<usize>, whole: &Whole<'_>) -> Option<Unsure> {
    let stands =
        |line: &Piece| says_something(line) && places(line, span.clone(), whole).next().is_some();
    lines.iter().any(stands).then_some(Unsure::EdgeChanged)
}

/// Returns whether no definition begins in these lines of the file that the part, which has those called `names`, does not
/// have: it would be lost.
fn passes_no_definition(text: &Text, span: Range<usize>, names: &HashSet<String>) -> bool {
    let mut defined = span.filter_map(|line| heading::defined(text.line(line)));
    defined.all(|name| names.contains(&name))
}

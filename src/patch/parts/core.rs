//! The lines of a part that the file has: they say where the part stands.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use similar::DiffOp;

use super::super::Unsure;
use super::super::alignment::{Search, operations, rising};
use super::super::complete::Whole;
use super::{Part, is_same};
use crate::text::{Text, Trim, indent};

/// So many letters and digits make a line an anchor by itself.
const N_LETTERS: usize = 3;

/// So many letters and digits make it an anchor that others give way to.
pub(super) const N_LETTERS_OF_STRONG: usize = 12;

/// So many of the places of a line are looked at.
const N_PLACES: usize = 200;

/// What it costs to lay a line over another, in bytes.
const N_BYTES_OF_A_LOOK: usize = 100;

/// The most lines that go unquoted beside an anchor of another depth than the others.
const N_UNQUOTED: usize = 8;

/// The lines from the first anchor of a part to its last, there and in the file.
pub(super) struct Core {
    pub(super) part: Range<usize>,
    pub(super) file: Range<usize>,
    /// Whether the first anchor, and the last, may belong to another block, for their depth is another one.
    pub(super) is_turned: (bool, bool),
    pub(super) unsure: Option<Unsure>,
}

/// Finds lines of a part in the file: those that stand once in both, in order; else the lines of which most stand in a row.
pub(super) fn core(part: &Part, whole: &Whole<'_>, from: usize) -> Option<Core> {
    let text = whole.text();
    let mut n_times: HashMap<&[u8], usize> = HashMap::new();
    for line in &part.lines {
        *n_times.entry(line.trimmed()).or_default() += 1;
    }
    let only = |at: usize| {
        let line = &part.lines[at];
        let is_one = n_times[line.trimmed()] == 1;
        let places = whole.lines_like_from(line, from);
        match places {
            [place] if is_one && says_something(line) => Some((at, *place)),
            [] | [_] | [_, _, ..] => None,
        }
    };
    let anchors: Vec<(usize, usize)> = (0..part.lines.len()).filter_map(only).collect();
    let is_strong = |(at, _): &(usize, usize)| is_strong(&part.lines[*at]);
    let strong: Vec<(usize, usize)> = anchors.iter().copied().filter(is_strong).collect();
    let strong = rising(&strong);
    // Only the first and the last anchor bound the part.
    let fits = |(at, line): &(usize, usize)| {
        let is_above = strong
            .first()
            .is_none_or(|first| *at < first.0 && *line < first.1);
        let is_below = strong
            .last()
            .is_some_and(|last| *at > last.0 && *line > last.1);
        is_above || is_below || strong.binary_search(&(*at, *line)).is_ok()
    };
    let anchors: Vec<(usize, usize)> = anchors.into_iter().filter(fits).collect();
    let (anchors, is_tie) = without_copies(rising(&anchors), part, whole, from);
    let (kept, is_turned) = together(&anchors, part, text);
    if let (Some(first), Some(last)) = (kept.first(), kept.last()) {
        return Some(Core {
            part: first.0..last.0 + 1,
            file: first.1..last.1 + 1,
            is_turned,
            unsure: is_tie.or(Some(Unsure::EdgeChanged).filter(|_| kept.len() < anchors.len())),
        });
    }
    if let Some(core) = at_an_end(part, text, from) {
        return Some(core);
    }
    let mut best: Option<Core> = None;
    let mut is_tie = false;
    for at in 0..part.lines.len() {
        if indent::is_blank(&part.lines[at]) {
            continue;
        }
        for start in whole
            .lines_like_from(&part.lines[at], from)
            .iter()
            .take(N_PLACES)
        {
            let rest = part.lines[at..].iter().zip(*start..text.n_lines());
            let n_same = rest
                .take_while(|(line, there)| line.trimmed() == text.line(*there).trimmed())
                .count();
            if !whole.spend((1 + n_same) * N_BYTES_OF_A_LOOK) {
                is_tie = true;
                break;
            }
            let longest = best.as_ref().map_or(0, |best| best.part.len());
            let begins_alike = is_same(&part.lines[at], text.line(*start));
            if n_same > longest && (begins_alike || n_same > 1) {
                is_tie = false;
                best = Some(Core {
                    part: at..at + n_same,
                    file: *start..*start + n_same,
                    is_turned: (false, false),
                    unsure: None,
                });
            } else if n_same == longest && begins_alike {
                is_tie = true;
                // Where nothing is left out below, it is the end of the file that is shown.
                if part.gap_below.is_none() {
                    best = Some(Core {
                        part: at..at + n_same,
                        file: *start..*start + n_same,
                        is_turned: (false, false),
                        unsure: None,
                    });
                }
            }
        }
    }
    let best = best?;
    // What is all there already changes nothing, wherever it is: the next brace closes what is shown.
    let is_all = best.part == (0..part.lines.len());
    let again = whole
        .lines_like_from(&part.lines[best.part.start], from)
        .len()
        > 1;
    if !(is_tie || again) || is_all {
        return Some(Core {
            unsure: None,
            ..best
        });
    }
    let only = the_only_like(part, &best, whole, from).or_else(|| most_alike(part, whole, from));
    Some(only.unwrap_or(Core {
        unsure: Some(Unsure::AnchorsRepeat),
        ..best
    }))
}

/// Returns the lines of a part that stand as far from the start of the file, or its end, where no gap parts it from that.
fn at_an_end(part: &Part, text: &Text, from: usize) -> Option<Core> {
    let n_lines = part.lines.len();
    let n_text = (0..text.n_lines()).rfind(|line| !indent::is_blank(text.line(*line)))? + 1;
    let is_there = |at: usize, line: usize| {
        line < n_text && line >= from && is_same(&part.lines[at], text.line(line))
    };
    let core = |at: usize, line: usize| {
        let n_same = (0..n_lines - at)
            .take_while(|n| is_there(at + n, line + n))
            .count();
        Core {
            part: at..at + n_same,
            file: line..line + n_same,
            is_turned: (false, false),
            unsure: None,
        }
    };
    if part.gap_above.is_none() && from == 0 {
        let mut first = (0..n_lines).filter(|at| is_strong(&part.lines[*at]) && is_there(*at, *at));
        return first.next().map(|at| core(at, at));
    }
    let n_same = (0..n_lines.min(n_text))
        .take_while(|n| is_there(n_lines - 1 - n, n_text - 1 - n))
        .count();
    // Braces end many blocks.
    let says_much = part.lines[n_lines - n_same..]
        .iter()
        .any(|line| is_strong(line));
    let ends = part.gap_below.is_none() && says_much;
    ends.then(|| core(n_lines - n_same, n_text - n_same))
}

/// A place counts as the only one where it has so many letters more of a part than any other, and half as many again.
const N_LETTERS_AHEAD: usize = 2 * N_LETTERS_OF_STRONG;

/// The rarest line of a part is looked at in so many places.
const N_PLACES_OF_RAREST: usize = 40;

/// Lines between those of a part that the file may have more.
const N_MORE: usize = 8;

/// Returns the place that has far more of the lines of a part, in order, than any other around its rarest line.
fn most_alike(part: &Part, whole: &Whole<'_>, from: usize) -> Option<Core> {
    let text = whole.text();
    let places = |at: &usize| whole.lines_like_from(&part.lines[*at], from);
    let says = |at: &usize| says_something(&part.lines[*at]) && !places(at).is_empty();
    let rarest = (0..part.lines.len())
        .filter(says)
        .min_by_key(|at| places(at).len())?;
    let n_lines = part.lines.len();
    let starts = places(&rarest);
    let n_compared = starts.len() * (n_lines + N_MORE) * n_lines.min(200);
    if starts.len() > N_PLACES_OF_RAREST || !whole.spend(n_compared) {
        return None;
    }
    let mut found: Vec<(usize, Core)> = Vec::new();
    for start in starts {
        let pairs = around(part, (rarest, *start), text, from);
        let n_same = pairs
            .iter()
            .map(|(at, _)| n_letters(&part.lines[*at]))
            .sum();
        let (Some(first), Some(last)) = (pairs.first(), pairs.last()) else {
            continue;
        };
        let core = Core {
            part: first.0..last.0 + 1,
            file: first.1..last.1 + 1,
            is_turned: (false, false),
            unsure: None,
        };
        found.push((n_same, core));
    }
    found.sort_by_key(|(n_same, _)| std::cmp::Reverse(*n_same));
    let second = found.get(1).map_or(0, |(n_same, _)| *n_same);
    let (n_same, best) = found.into_iter().next()?;
    (n_same >= second + N_LETTERS_AHEAD && 2 * n_same >= 3 * second).then_some(best)
}

/// Returns how much a line says of its place: one that is long says it once.
pub(super) fn weight(line: &[u8]) -> usize {
    n_letters(line).min(N_LETTERS_OF_STRONG)
}

/// Returns the lines of a part that the file has around one of them, in order and none far from the others; blank ones are
/// left out.
pub(super) fn around(
    part: &Part,
    (at, line): (usize, usize),
    text: &Text,
    from: usize,
) -> Vec<(usize, usize)> {
    let new: Vec<&[u8]> = part.lines.iter().map(|line| line.trimmed_end()).collect();
    let first = line.saturating_sub(at + N_MORE).max(from);
    let end = (line + new.len() - at + N_MORE).min(text.n_lines());
    let old = |lines: Range<usize>| -> Vec<&[u8]> {
        lines.map(|line| text.line(line).trimmed_end()).collect()
    };
    let equal = |old: &[&[u8]], new: &[&[u8]], start: (usize, usize)| {
        let ops = operations(Search::Myers, old, new).into_iter();
        let equal = ops.filter(|op| matches!(op, DiffOp::Equal { .. }));
        let pairs = equal.flat_map(|op| op.new_range().zip(op.old_range()));
        let pairs = pairs.map(move |(at, line)| (start.0 + at, start.1 + line));
        pairs.collect::<Vec<_>>()
    };
    let above = equal(&old(first..line), &new[..at], (0, first));
    let below = equal(&old(line + 1..end), &new[at + 1..], (at + 1, line + 1));
    let pairs = above.into_iter().chain([(at, line)]).chain(below);
    pairs
        .filter(|(at, _)| !indent::is_blank(&part.lines[*at]))
        .collect()
}

/// The most groups of anchors that are compared.
const N_GROUPS: usize = 12;

/// Returns the anchors without those that lie far from a place at which the lines around them are found as well: a new line
/// may be a copy of one that stands once elsewhere. Where there are two such places, that is said.
fn without_copies(
    anchors: Vec<(usize, usize)>,
    part: &Part,
    whole: &Whole<'_>,
    from: usize,
) -> (Vec<(usize, usize)>, Option<Unsure>) {
    let is_near = |above: &(usize, usize), below: &(usize, usize)| {
        (below.1 - above.1).saturating_sub(below.0 - above.0) <= N_UNQUOTED
    };
    let groups: Vec<&[(usize, usize)]> = anchors.chunk_by(is_near).collect();
    let n_looks = groups.len() * part.lines.len() * part.lines.len().min(200);
    if groups.len() < 2 || groups.len() > N_GROUPS || !whole.spend(n_looks) {
        return (anchors, None);
    }
    let weight = |at: usize| weight(&part.lines[at]);
    let places = groups.iter().map(|group| {
        let strongest = group.iter().max_by_key(|(at, _)| weight(*at));
        let pairs = around(part, *strongest.unwrap_or(&group[0]), whole.text(), from);
        let value: usize = pairs.iter().map(|(at, _)| weight(*at)).sum();
        (value, pairs)
    });
    // Only a place that the part has lines of from its first anchor to its last explains the others.
    let covers = |pairs: &[(usize, usize)]| {
        let ends = pairs.first().zip(pairs.last());
        let is_within = |(first, last): (&(usize, usize), &(usize, usize))| {
            anchors
                .iter()
                .all(|(at, _)| first.0 <= *at && *at <= last.0)
        };
        ends.is_some_and(is_within)
    };
    let mut places: Vec<(usize, Vec<(usize, usize)>)> =
        places.filter(|(_, pairs)| covers(pairs)).collect();
    places.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
    let second = places.get(1).map_or(0, |(value, _)| *value);
    let Some((most, best)) = places.into_iter().next() else {
        return (anchors, None);
    };
    let is_tie = second > 0 && most < second + N_LETTERS_OF_STRONG;
    let is_there = |anchor: &(usize, usize)| best.binary_search(anchor).is_ok();
    let kept = anchors.into_iter().filter(is_there).collect();
    (kept, Some(Unsure::AnchorsRepeat).filter(|_| is_tie))
}

/// Returns the lines of the file that a part stands for line by line, where each is the same or nearly so, and no other place
/// of the lines that are the same is even half like it.
fn the_only_like(part: &Part, best: &Core, whole: &Whole<'_>, from: usize) -> Option<Core> {
    let text = whole.text();
    let first = &part.lines[best.part.start];
    let places = whole.lines_like_from(first, from);
    if places.len() > N_PLACES || !whole.spend(places.len() * part.lines.len() * N_BYTES_OF_A_LOOK)
    {
        return None;
    }
    let is_laid = |start: usize, least: usize| {
        part.lines.iter().enumerate().all(|(at, line)| {
            (start + at < text.n_lines()) && likeness(line, text.line(start + at)) >= least
        })
    };
    let starts = places
        .iter()
        .filter_map(|line| line.checked_sub(best.part.start));
    let mut like = starts.filter(|start| *start >= from && is_laid(*start, 500));
    let (start, None) = (like.next()?, like.next()) else {
        return None;
    };
    is_laid(start, 750).then(|| Core {
        part: 0..part.lines.len(),
        file: start..start + part.lines.len(),
        is_turned: (false, false),
        unsure: None,
    })
}

/// Returns how much of the longer line both begin and end with, in thousandths; blank lines are like blank lines alone.
fn likeness(new: &[u8], old: &[u8]) -> usize {
    if indent::leading(new) != indent::leading(old) {
        return 0;
    }
    let (new, old) = (new.trimmed(), old.trimmed());
    if new == old {
        return 1000;
    }
    let pairs = new.iter().zip(old);
    let n_first = pairs.take_while(|(new, old)| new == old).count();
    let pairs = new.iter().rev().zip(old.iter().rev());
    let n_last = pairs.take_while(|(new, old)| new == old).count();
    let n_same = (n_first + n_last).min(new.len()).min(old.len());
    1000 * n_same / new.len().max(old.len())
}

/// Returns the anchors without those at either end that are indented otherwise than most of the others, where lines between
/// would go that are not shown: a line that occurs once may belong to another block. The second is whether the ends are
/// of another depth.
fn together<'a>(
    anchors: &'a [(usize, usize)],
    part: &Part,
    text: &Text,
) -> (&'a [(usize, usize)], (bool, bool)) {
    let width = |line: &[u8]| indent::leading(line).len() as isize;
    let shift = |(at, line): &(usize, usize)| width(text.line(*line)) - width(&part.lines[*at]);
    let mut n_times: BTreeMap<isize, usize> = BTreeMap::new();
    for anchor in anchors {
        *n_times.entry(shift(anchor)).or_default() += 1;
    }
    let usual = n_times.iter().max_by_key(|(shift, n)| (**n, **shift == 0));
    let usual = usual.map_or(0, |(shift, _)| *shift);
    let is_other = |anchor: &(usize, usize)| shift(anchor) != usual;
    let goes = |above: &(usize, usize), below: &(usize, usize)| {
        (below.1 - above.1).saturating_sub(below.0 - above.0) > N_UNQUOTED
    };
    let mut kept = anchors;
    while let [first, second, ..] = kept
        && is_other(first)
        && goes(first, second)
    {
        kept = &kept[1..];
    }
    while let [.., second, last] = kept
        && is_other(last)
        && goes(second, last)
    {
        kept = &kept[..kept.len() - 1];
    }
    // Lines can only be moved further in, and one that says little is no proof of that.
    let strong = anchors.iter().filter(|(at, _)| is_strong(&part.lines[*at]));
    let may_shift = usual > 0 && (anchors.len() > 1 || strong.count() > 0);
    let is_turned =
        |anchor: &(usize, usize)| shift(anchor) != 0 && (is_other(anchor) || !may_shift);
    let is_first = kept.first().is_some_and(is_turned);
    (kept, (is_first, kept.last().is_some_and(is_turned)))
}

fn n_letters(line: &[u8]) -> usize {
    let letters = line.iter().filter(|byte| byte.is_ascii_alphanumeric());
    letters.count()
}

/// Returns whether a line says so much that it is hardly there twice by chance.
pub(super) fn is_strong(line: &[u8]) -> bool {
    n_letters(line) >= N_LETTERS_OF_STRONG
}

pub(super) fn says_something(line: &[u8]) -> bool {
    n_letters(line) >= N_LETTERS
}

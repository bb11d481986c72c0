//! The lines of a part that the file has: they say where the part stands.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use super::super::Unsure;
use super::super::alignment::rising;
use super::super::complete::Whole;
use super::{Part, is_same};
use crate::text::{Text, Trim, indent};

/// So many letters and digits make a line an anchor by itself.
const N_LETTERS: usize = 3;

/// So many letters and digits make it an anchor that others give way to.
const N_LETTERS_OF_STRONG: usize = 12;

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
    let anchors = rising(&anchors);
    let kept = together(&anchors, part, text);
    if let (Some(first), Some(last)) = (kept.first(), kept.last()) {
        return Some(Core {
            part: first.0..last.0 + 1,
            file: first.1..last.1 + 1,
            unsure: Some(Unsure::EdgeChanged).filter(|_| kept.len() < anchors.len()),
        });
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
                    unsure: None,
                });
            } else if n_same == longest && begins_alike {
                is_tie = true;
                // Where nothing is left out below, it is the end of the file that is shown.
                if part.gap_below.is_none() {
                    best = Some(Core {
                        part: at..at + n_same,
                        file: *start..*start + n_same,
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
    Some(the_only_like(part, &best, whole, from).unwrap_or(Core {
        unsure: Some(Unsure::AnchorsRepeat),
        ..best
    }))
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
/// would go that are not shown: a line that occurs once may belong to another block.
fn together<'a>(anchors: &'a [(usize, usize)], part: &Part, text: &Text) -> &'a [(usize, usize)] {
    let width = |line: &[u8]| indent::leading(line).len() as isize;
    let shift = |(at, line): &(usize, usize)| width(text.line(*line)) - width(&part.lines[*at]);
    let mut n_times: BTreeMap<isize, usize> = BTreeMap::new();
    for anchor in anchors {
        *n_times.entry(shift(anchor)).or_default() += 1;
    }
    let usual = n_times.iter().max_by_key(|(shift, n)| (**n, **shift == 0));
    let usual = usual.map_or(0, |(shift, _)| *shift);
    let is_other = |anchor| shift(anchor) != usual;
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
    kept
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

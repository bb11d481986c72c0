//! Parts that may only add lines to their file, although the cheapest alignment replaces some. A model begins and ends a part
//! with lines of the file. If the file repeats the lines at one end close to the other end, the part also fits between two
//! neighbouring lines, and then it replaces nothing.

use std::ops::Range;

use super::Part;
use crate::patch::complete::Whole;
use crate::text::{Text, Trim, heading, indent};

/// Returns whether a part that replaces `span`, all but the lines in `pairs`, may be meant to add lines only: the lines of the
/// file that it shows are at its two ends, and follow each other in the file. It is not where single lines change beside one
/// that the file has nowhere else: who writes that line again means the block that it is in. Nor is it where a definition stays
/// between the two ends: if lines were only added, the file would define that twice.
pub(super) fn may_only_add(
    part: &Part,
    span: &Range<usize>,
    pairs: &[(usize, usize)],
    whole: &Whole<'_>,
) -> bool {
    let text = whole.text();
    let (goes, several_go) = removed(span, pairs, text);
    if !goes {
        return false;
    }
    let defines_again = |line: &[u8]| {
        let mut kept = pairs.iter().map(|(at, _)| entry(&part.lines[*at]));
        kept.any(|kept| kept == line) && defines_alone(line, text)
    };
    let tells = |line: &&[u8]| is_once(line, whole) && (!several_go || defines_again(line));
    let shown: Vec<&[u8]> = part.lines.iter().map(|line| entry(line)).collect();
    let there: Vec<&[u8]> = span.clone().map(|at| entry(text.line(at))).collect();
    let (mut shown, mut there) = (with_text(shown), with_text(there));
    let is_below = part.gap_above.is_some() && stands_again(&shown, &there, tells);
    is_below
        || part.gap_below.is_some() && {
            shown.reverse();
            there.reverse();
            stands_again(&shown, &there, tells)
        }
}

/// Returns whether lines of `span` are removed, and whether two of them have at most blank lines between them.
fn removed(span: &Range<usize>, pairs: &[(usize, usize)], text: &Text) -> (bool, bool) {
    let mut kept = pairs.iter().map(|(_, line)| *line).peekable();
    let lines = span.clone().filter(|at| !indent::is_blank(text.line(*at)));
    let goes: Vec<bool> = lines.map(|line| kept.next_if_eq(&line).is_none()).collect();
    let several = goes.windows(2).any(|two| two[0] && two[1]);
    (goes.contains(&true), several)
}

/// Returns whether the file has a line once, with a comma or without.
fn is_once(line: &[u8], whole: &Whole<'_>) -> bool {
    let with_comma = [line, b","].concat();
    let n_places = |line: &[u8]| whole.lines_like(line.trimmed()).len();
    n_places(line) + n_places(&with_comma) == 1
}

/// Returns whether a line defines something, and no other line of the file defines the same.
fn defines_alone(line: &[u8], text: &Text) -> bool {
    let Some(name) = heading::defined(line) else {
        return false;
    };
    let same = text
        .lines()
        .filter(|line| heading::defined(line).as_ref() == Some(&name));
    same.count() == 1
}

/// Returns a line without the comma that parts an entry from the next one: the last of a list gets one where another follows.
fn entry(line: &[u8]) -> &[u8] {
    let line = line.trimmed_end();
    line.strip_suffix(b",").unwrap_or(line)
}

fn with_text(lines: Vec<&[u8]>) -> Vec<&[u8]> {
    lines
        .into_iter()
        .filter(|line| !indent::is_blank(line))
        .collect()
}

/// Returns whether the first lines of `shown` are also further down in `there`, directly above the lines that both end with, and
/// `tells` is false for all lines between those: none of them shows which block it belongs to.
fn stands_again(shown: &[&[u8]], there: &[&[u8]], tells: impl Fn(&&[u8]) -> bool) -> bool {
    let n_same = |one: &mut dyn Iterator<Item = (&&[u8], &&[u8])>| {
        one.take_while(|(shown, there)| shown == there).count()
    };
    let n_last = n_same(&mut shown.iter().rev().zip(there.iter().rev()));
    // From this line on, both are the same.
    let from = there.len() - n_last;
    let mut starts = (1..there.len()).filter(|at| Some(&there[*at]) == shown.first());
    starts.any(|at| {
        let n_first = n_same(&mut shown.iter().zip(&there[at..]));
        // Between the two ends of what is shown, there is something new.
        let end = (at + n_first).min(there.len() - 1);
        let n_behind = there.len() - end;
        let is_again = end >= from.max(at + 1) && shown.len() > there.len() - at;
        is_again && !shown[end - at..shown.len() - n_behind].iter().any(&tells)
    })
}

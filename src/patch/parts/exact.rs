//! Parts that the file has as they are shown. Such a part is context, whatever else its lines may be laid over.

use std::ops::Range;

use super::Part;
use super::align::{HEAVY, Stretch};
use super::cost::weight;
use super::outline::is_close;
use crate::patch::complete::Whole;
use crate::text::indent::width;
use crate::text::{LineSpan, Trim, heading, indent};

/// Lines that weigh less all together are in a row by chance: what closes one block above what opens the next.
const LEAST_TOLD: u32 = 8;

/// Returns where the file has all lines of a part in a row, if that is once among the places that begin in `bound`. Content
/// whose last line is that of the file ends there: what the file has in between goes.
pub(super) fn as_shown(part: &Part, bound: &Range<usize>, whole: &Whole<'_>) -> Option<Stretch> {
    let text = whole.text();
    let shown = &part.lines[..];
    let told: u32 = shown.iter().map(|line| weight(line)).sum();
    // A head by itself may be one of several, whatever block each is in.
    let is_one_of_several = shown.len() == 1 && whole.lines_like(&shown[0]).len() > 1;
    if told < LEAST_TOLD || is_one_of_several {
        return None;
    }
    let is_it = |start: &usize| {
        let there = (*start..text.n_lines()).zip(shown);
        start + shown.len() <= text.n_lines()
            && whole.spend(
                text.byte_range(LineSpan::new(*start, start + shown.len()))
                    .len(),
            )
            && there
                .into_iter()
                .all(|(line, shown)| text.line(line).trimmed_end() == shown.trimmed_end())
    };
    let with_text = shown
        .iter()
        .enumerate()
        .filter(|(_, line)| !indent::is_blank(line));
    let places = with_text.map(|(nth, line)| (nth, whole.lines_like(line)));
    let (nth, rarest) = places.min_by_key(|(_, places)| places.len())?;
    let starts = rarest.iter().filter_map(|at| at.checked_sub(nth));
    let mut starts = starts.filter(|start| bound.contains(start)).filter(is_it);
    let (start, None) = (starts.next()?, starts.next()) else {
        return None;
    };
    let end = start + shown.len();
    let mut below = (end..text.n_lines()).map(|line| text.line(line).trimmed_end());
    let last = below.rfind(|line| !line.is_empty());
    let ends_file = part.gap_below.is_none() && last == shown.last().map(|line| line.trimmed_end());
    Some(Stretch {
        lines: start..if ends_file { text.n_lines() } else { end },
        cost: 0,
    })
}

/// Returns where the file has all lines of a part in a row but for one run of new ones, if that is once among the places that begin
/// in `bound`: what is above and below the run shows where it comes. `None` where the file has a definition, or an outermost
/// line, of the run already: it may take the place of that.
pub(super) fn around_new(part: &Part, bound: &Range<usize>, whole: &Whole<'_>) -> Option<Stretch> {
    let text = whole.text();
    let shown = part.lines.iter().filter(|line| !indent::is_blank(line));
    let shown: Vec<&[u8]> = shown.map(|line| line.trimmed_end()).collect();
    let told = |lines: &[&[u8]]| lines.iter().map(|line| weight(line)).sum::<u32>();
    let starts = whole.lines_like(&part.lines[0]).iter();
    let starts = starts.filter(|start| bound.contains(start));
    let mut found = starts.filter_map(|start| {
        let there = (*start..text.n_lines()).map(|line| (line, text.line(line).trimmed_end()));
        let mut there = there
            .filter(|(_, line)| !line.is_empty())
            .take(shown.len())
            .peekable();
        let n_bytes = shown.iter().map(|line| line.len()).sum();
        if !whole.spend(n_bytes) {
            return None;
        }
        let above = shown
            .iter()
            .take_while(|line| there.next_if(|(_, it)| it == *line).is_some());
        let n_above = above.count();
        let below: Vec<(usize, &[u8])> = there.collect();
        let is_below = |at: &usize| {
            let lines = shown[*at..].iter();
            lines.len() <= below.len() && lines.zip(&below).all(|(line, (_, it))| line == it)
        };
        let end = (n_above + 1..shown.len()).find(is_below)?;
        let is_told = [&shown[..n_above], &shown[end..]]
            .iter()
            .all(|side| told(side) >= HEAVY);
        let (last, _) = below.get(shown.len() - end - 1)?;
        is_told.then(|| (*start..last + 1, n_above..end))
    });
    let ((lines, new), None) = (found.next()?, found.next()) else {
        return None;
    };
    let new = &shown[new];
    let outermost = new.iter().map(|line| width(line)).min();
    let is_of_file = |line: &&&[u8]| {
        let is_outermost = Some(width(line)) == outermost && !is_close(line);
        let name = heading::defined_in_part(line);
        is_outermost && !whole.lines_like(line).is_empty()
            || name.is_some() && text.lines().any(|it| heading::defined_in_part(it) == name)
    };
    let cost = told(new);
    (!new.iter().any(|line| is_of_file(&line))).then_some(Stretch { lines, cost })
}

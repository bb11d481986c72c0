//! Parts that the file has as they are shown. Such a part is context, whatever else its lines may be laid over.

use std::ops::Range;

use super::Part;
use super::align::Stretch;
use super::cost::weight;
use crate::patch::complete::Whole;
use crate::text::{LineSpan, Trim, indent};

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

//! Parts that begin, or end, as another place of the file does: what is new there may be what that place has, and all between the
//! two be left out.

use std::ops::Range;

use super::Part;
use super::cost::weight;
use crate::patch::complete::Whole;
use crate::text::{Piece, Trim, indent};

/// Lines that weigh less all together are in two places by chance.
const LEAST_TOLD: u32 = 14;

/// Returns whether a part that replaces `span`, all but the lines in `pairs`, shows lines of another place of the file: those from
/// its edge beside a gap to the first that is new in `span`, or the last, stand there in a row.
pub(super) fn has_twin(
    part: &Part,
    span: &Range<usize>,
    pairs: &[(usize, usize)],
    whole: &Whole<'_>,
) -> bool {
    let is_new = |at: &usize| {
        let is_kept = pairs.iter().any(|(kept, _)| kept == at);
        !is_kept && !indent::is_blank(&part.lines[*at])
    };
    let all = 0..part.lines.len();
    let head = all.clone().find(is_new).map(|new| 0..new + 1);
    let tail = all.clone().rfind(is_new).map(|new| new..all.end);
    let head = head.filter(|_| part.gap_above.is_some());
    let tail = tail.filter(|_| part.gap_below.is_some());
    let mut edges = [head, tail].into_iter().flatten();
    edges.any(|lines| stands_elsewhere(&part.lines[lines], span, whole))
}

/// Returns whether several lines are in a row outside of `span`, blanks around them aside.
fn stands_elsewhere(lines: &[Piece], span: &Range<usize>, whole: &Whole<'_>) -> bool {
    let text = whole.text();
    let lines: Vec<&[u8]> = with_text(lines.iter().map(|line| -> &[u8] { line })).collect();
    let told: u32 = lines.iter().map(|line| weight(line)).sum();
    let is_some = lines.len() > 1 && told >= LEAST_TOLD;
    let places = lines.first().filter(|_| is_some);
    let places = places.map_or(&[][..], |first| whole.lines_like(first));
    let mut places = places.iter().filter(|place| !span.contains(place));
    places.any(|place| {
        let below = with_text((*place..text.n_lines()).map(|line| -> &[u8] { text.line(line) }));
        let n_same = below.zip(&lines).take_while(|(there, line)| there == *line);
        whole.spend_looks(1) && n_same.count() == lines.len()
    })
}

fn with_text<'l>(lines: impl Iterator<Item = &'l [u8]>) -> impl Iterator<Item = &'l [u8]> {
    let lines = lines.map(<[u8]>::trimmed);
    lines.filter(|line| !line.is_empty())
}

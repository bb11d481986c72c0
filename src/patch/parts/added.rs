//! Parts that may only add lines to their file, although they lie best where they change some: models begin and end a part with
//! lines that stay, and where those of one end stand nearer to the other, too, nothing need go.

use std::ops::Range;

use super::Part;
use crate::text::{Text, Trim, indent};

/// Returns whether a part that takes the place of `span`, of which `pairs` stay, may be meant to add lines only: all that it
/// shows of the file is at its two ends, and stands there without a line between. Where single lines change, it is not: what
/// would be added is as good as there.
pub(super) fn may_only_add(
    part: &Part,
    span: &Range<usize>,
    pairs: &[(usize, usize)],
    text: &Text,
) -> bool {
    if !several_go(span, pairs, text) {
        return false;
    }
    let shown: Vec<&[u8]> = part.lines.iter().map(|line| line.trimmed_end()).collect();
    let there: Vec<&[u8]> = span.clone().map(|at| text.line(at).trimmed_end()).collect();
    let (mut shown, mut there) = (with_text(shown), with_text(there));
    let is_below = part.gap_above.is_some() && stands_again(&shown, &there);
    is_below
        || part.gap_below.is_some() && {
            shown.reverse();
            there.reverse();
            stands_again(&shown, &there)
        }
}

/// Returns whether two lines of `span` go that have at most blank ones between them.
fn several_go(span: &Range<usize>, pairs: &[(usize, usize)], text: &Text) -> bool {
    let mut kept = pairs.iter().map(|(_, line)| *line).peekable();
    let lines = span.clone().filter(|at| !indent::is_blank(text.line(*at)));
    let goes: Vec<bool> = lines.map(|line| kept.next_if_eq(&line).is_none()).collect();
    goes.windows(2).any(|two| two[0] && two[1])
}

fn with_text(lines: Vec<&[u8]>) -> Vec<&[u8]> {
    lines
        .into_iter()
        .filter(|line| !indent::is_blank(line))
        .collect()
}

/// Returns whether lines of `there` that begin as `shown` does, but further down, are followed by those that both end with.
fn stands_again(shown: &[&[u8]], there: &[&[u8]]) -> bool {
    let n_same = |one: &mut dyn Iterator<Item = (&&[u8], &&[u8])>| {
        one.take_while(|(shown, there)| shown == there).count()
    };
    let n_last = n_same(&mut shown.iter().rev().zip(there.iter().rev()));
    // What ends with the file's own lines from this one on.
    let from = there.len() - n_last;
    let mut starts = (1..there.len()).filter(|at| Some(&there[*at]) == shown.first());
    starts.any(|at| {
        let n_first = n_same(&mut shown.iter().zip(&there[at..]));
        // Between the two ends of what is shown, there is something new.
        let end = (at + n_first).min(there.len() - 1);
        end >= from.max(at + 1) && shown.len() > there.len() - at
    })
}

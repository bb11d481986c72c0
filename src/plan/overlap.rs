//! Edits of different hunks that meet: edits are compared, never the hunks' spans, for shared context is no conflict.

use crate::text::Edit;

/// How the edits of two hunks lie to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meeting {
    /// They share no line and no starting point.
    Apart,
    /// Both make the very same edits: they count once.
    Same,
    /// They change the same lines, or insert at the same point.
    Conflict,
}

/// Returns how the edits of two hunks meet.
pub fn meeting(first: &[Edit], second: &[Edit]) -> Meeting {
    let collide = |a: &Edit| second.iter().any(|b| a.span.collides(b.span));
    if !first.iter().any(collide) {
        Meeting::Apart
    } else if first == second {
        Meeting::Same
    } else {
        Meeting::Conflict
    }
}

/// Returns the edits of both hunks as one list, the lines of `first` before those of `second` where they meet; `None`
/// when that has no meaning, because they replace different ranges that overlap.
pub fn both(first: &[Edit], second: &[Edit]) -> Option<Vec<Edit>> {
    let mut merged: Vec<Edit> = first.to_vec();
    for edit in second {
        let mut meeting = merged
            .iter_mut()
            .filter(|other| other.span.collides(edit.span));
        let Some(other) = meeting.next() else {
            merged.push(edit.clone());
            continue;
        };
        let can_follow = other.span == edit.span
            || (other.span.start == edit.span.start && edit.span.is_empty());
        let can_lead = other.span.start == edit.span.start && other.span.is_empty();
        if meeting.next().is_some() || !(can_follow || can_lead) {
            return None;
        }
        if can_lead {
            other.span = edit.span;
        }
        if other.lines != edit.lines {
            other.lines.extend(edit.lines.iter().cloned());
        }
    }
    merged.sort_by_key(|edit| edit.span);
    let apart = merged
        .windows(2)
        .all(|pair| !pair[0].span.collides(pair[1].span));
    apart.then_some(merged)
}

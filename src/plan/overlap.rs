//! Edits of different hunks that meet: edits are compared, never the hunks' spans, for shared context is no conflict.

use crate::text::{Edit, LineSpan};

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

/// Returns whether the edits of each hunk lie wholly below those of the hunks before it, so that none can meet another.
pub fn is_in_order<'a>(hunks: impl Iterator<Item = &'a [Edit]>) -> bool {
    let mut end = None;
    hunks.filter_map(reach).all(|reach| {
        let is_below = end.is_none_or(|end| reach.start > end);
        end = Some(reach.end);
        is_below
    })
}

/// Parts hunks, given by their edits, into groups of which none can meet another: what remains to be compared in pairs.
///
/// Groups come in the order of the lines they change, and each lists indexes in ascending order. A hunk without edits is
/// in none.
pub fn groups(hunks: &[&[Edit]]) -> Groups {
    let mut reaches: Vec<(LineSpan, usize)> = hunks
        .iter()
        .enumerate()
        .filter_map(|(index, edits)| Some((reach(edits)?, index)))
        .collect();
    reaches.sort_unstable();
    let mut groups = Groups {
        indexes: reaches.iter().map(|(_, index)| *index).collect(),
        ends: Vec::new(),
    };
    let mut end = None;
    for (at, (reach, _)) in reaches.iter().enumerate() {
        if end.is_some_and(|end| reach.start > end) {
            groups.ends.push(at);
        }
        end = end.max(Some(reach.end));
    }
    groups.ends.extend(end.map(|_| reaches.len()));
    let mut start = 0;
    for end in &groups.ends {
        groups.indexes[start..*end].sort_unstable();
        start = *end;
    }
    groups
}

/// Groups of hunks, nearly all of one: a list for each would be most of what they weigh.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Groups {
    indexes: Vec<usize>,
    /// Where each ends in `indexes`.
    ends: Vec<usize>,
}

impl Groups {
    /// Returns the groups, in order.
    pub fn iter(&self) -> impl Iterator<Item = &[usize]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts
            .zip(&self.ends)
            .map(|(start, end)| &self.indexes[*start..*end])
    }
}

/// Returns the lines from the first edit to the last; `None` without edits.
fn reach(edits: &[Edit]) -> Option<LineSpan> {
    let start = edits.iter().map(|edit| edit.span.start).min()?;
    let end = edits.iter().map(|edit| edit.span.end).max()?;
    Some(LineSpan::new(start, end))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(spans: &[&[(usize, usize)]], expected: &[&[usize]]) {
        let edits: Vec<Vec<Edit>> = spans
            .iter()
            .map(|spans| {
                let edit = |&(start, end): &(usize, usize)| Edit {
                    span: LineSpan::new(start, end),
                    lines: Vec::new(),
                };
                spans.iter().map(edit).collect()
            })
            .collect();
        let edits: Vec<&[Edit]> = edits.iter().map(Vec::as_slice).collect();
        assert!(
            groups(&edits).iter().eq(expected.iter().copied()),
            "{spans:?}"
        );
        let apart: Vec<Vec<usize>> = (0..expected.len()).map(|at| vec![at]).collect();
        assert_eq!(
            is_in_order(edits.into_iter()),
            expected == apart,
            "{spans:?}"
        );
    }

    #[test]
    fn hunks_that_may_meet_are_in_one_group() {
        check(&[&[(1, 2)], &[(5, 6)]], &[&[0], &[1]]);
        check(&[&[(5, 6)], &[(1, 2)]], &[&[1], &[0]]);
        check(&[&[(1, 3)], &[(2, 2)], &[(7, 8)]], &[&[0, 1], &[2]]);
        check(&[&[(1, 2), (9, 9)], &[(4, 5)], &[(9, 9)]], &[&[0, 1, 2]]);
        check(&[&[(3, 3)], &[], &[(3, 3)]], &[&[0, 2]]);
    }
}

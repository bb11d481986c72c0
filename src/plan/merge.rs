//! The edits of a file's hunks as one list: merged where they may be, the hunks marked that cannot be written together.

use std::collections::BTreeMap;

use super::overlap::{self, Meeting};
use super::{HunkPlan, Settled, State, second_look};
use crate::patch::HunkId;
use crate::text::Edit;

/// Marks the placed hunks whose edits meet, unless a person put them in order or they are the same.
pub(super) fn mark_overlaps(hunks: &mut [HunkPlan], settled: &Settled) {
    // Nearly every patch goes down its file hunk by hunk: none meets another then.
    if overlap::is_in_order(live_edits(hunks)) {
        return;
    }
    let conflicts = |hunks: &[HunkPlan]| {
        let edits: Vec<&[Edit]> = live_edits(hunks).collect();
        let mut with: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for group in overlap::groups(&edits).iter() {
            for (at, &a) in group.iter().enumerate() {
                for &b in &group[at + 1..] {
                    if conflict(&hunks[a], &hunks[b], settled) {
                        with.entry(a).or_default().push(b);
                        with.entry(b).or_default().push(a);
                    }
                }
            }
        }
        with
    };
    for (at, with) in conflicts(hunks) {
        hunks[at].state = State::Overlap(with.into());
    }
    if go_together(hunks, settled) {
        return;
    }
    // Pairs go together that all of them do not: a third hunk meets two that were put in order.
    let live: Vec<&[Edit]> = live_edits(hunks).collect();
    let placed: Vec<usize> = (0..hunks.len())
        .filter(|at| !live[*at].is_empty())
        .collect();
    for at in &placed {
        let meets = |other: &usize| other != at && meet(&hunks[*at], &hunks[*other]);
        let with: Box<[usize]> = placed.iter().copied().filter(meets).collect();
        if !with.is_empty() {
            hunks[*at].state = State::Overlap(with);
        }
    }
}

/// Returns the edits of each hunk, none for those that are not to be written or are held by another's.
fn live_edits(hunks: &[HunkPlan]) -> impl Iterator<Item = &[Edit]> {
    let is_live = |hunk: &HunkPlan| hunk.state == State::Placed && !hunk.decision.is_rejected();
    let is_in_another = second_look::built_upon(hunks.iter().filter(|hunk| is_live(hunk)));
    let live = move |hunk: &HunkPlan| is_live(hunk) && !is_in_another.contains(&hunk.id.hunk);
    hunks.iter().map(move |hunk| match &hunk.placement {
        Some(placement) if live(hunk) => &placement.edits[..],
        Some(_) | None => &[],
    })
}

fn meet(a: &HunkPlan, b: &HunkPlan) -> bool {
    let (Some(a), Some(b)) = (&a.placement, &b.placement) else {
        return false;
    };
    overlap::meeting(&a.edits, &b.edits) != Meeting::Apart
}

fn conflict(a: &HunkPlan, b: &HunkPlan, settled: &Settled) -> bool {
    let (Some(first), Some(second)) = (&a.placement, &b.placement) else {
        return false;
    };
    match overlap::meeting(&first.edits, &second.edits) {
        Meeting::Apart | Meeting::Same => false,
        Meeting::Conflict => {
            merged_edits(&[(a.id, &first.edits), (b.id, &second.edits)], settled).is_none()
        }
    }
}

/// Returns the edits of several hunks as one list: equal ones once, ordered pairs merged; `None` when two conflict.
pub(super) fn merged_edits(hunks: &[(HunkId, &[Edit])], settled: &Settled) -> Option<Vec<Edit>> {
    let edits: Vec<&[Edit]> = hunks.iter().map(|(_, edits)| *edits).collect();
    let mut merged = Vec::new();
    for group in overlap::groups(&edits).iter() {
        let group: Vec<(HunkId, &[Edit])> = group.iter().map(|at| hunks[*at]).collect();
        merged.extend(merged_group(&group, settled)?);
    }
    Some(merged)
}

/// Returns whether the edits of all hunks that are to be written have a result together; see [`merged_edits`].
fn go_together(hunks: &[HunkPlan], settled: &Settled) -> bool {
    let edits: Vec<&[Edit]> = live_edits(hunks).collect();
    let groups = overlap::groups(&edits);
    groups.iter().filter(|group| group.len() > 1).all(|group| {
        let group = group.iter().map(|at| (hunks[*at].id, edits[*at]));
        merged_group(&group.collect::<Vec<_>>(), settled).is_some()
    })
}

fn merged_group(hunks: &[(HunkId, &[Edit])], settled: &Settled) -> Option<Vec<Edit>> {
    let mut merged: Vec<Edit> = Vec::new();
    let mut seen: Vec<(HunkId, &[Edit])> = Vec::new();
    for (id, edits) in hunks {
        let met: Vec<_> = seen
            .iter()
            .filter(|(_, other)| overlap::meeting(other, edits) != Meeting::Apart)
            .collect();
        if met.iter().any(|(_, other)| other == edits) {
            continue;
        }
        merged = match met.as_slice() {
            [] => merged.into_iter().chain(edits.iter().cloned()).collect(),
            [(other, _)] if settled.orders.contains(&(*other, *id)) => {
                overlap::both(&merged, edits)?
            }
            [(other, _)] if settled.orders.contains(&(*id, *other)) => {
                overlap::both(edits, &merged)?
            }
            _ => return None,
        };
        seen.push((*id, edits));
    }
    Some(merged)
}

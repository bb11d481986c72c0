//! The edits of a file's hunks as one list: merged where they may be, the hunks marked that cannot be written together.

use super::overlap::{self, Meeting};
use super::{HunkPlan, Settled, State, running};
use crate::matcher::Listed;
use crate::patch::HunkId;
use crate::text::{Edit, LineSpan, Text};

/// Marks the placed hunks whose edits meet, unless a person put them in order or they are the same. `edits_of` says what a
/// hunk writes at its place in `text`.
pub(super) fn mark_overlaps(
    hunks: &mut [HunkPlan],
    edits_of: impl Fn(&HunkPlan) -> Vec<Edit>,
    text: &Text,
    settled: &Settled,
) {
    if lie_apart(hunks) {
        return;
    }
    let repeated = repeated(hunks, &edits_of, text, settled);
    // Nearly every patch goes down its file hunk by hunk: none meets another then.
    if repeated.is_empty() && overlap::is_in_order(live_edits(hunks, &edits_of)) {
        return;
    }
    let edits: Vec<Vec<Edit>> = live_edits(hunks, &edits_of).collect();
    let meet = |a: usize, b: usize| {
        pair(
            [(hunks[a].id, &edits[a]), (hunks[b].id, &edits[b])],
            settled,
        )
    };
    let mut conflicts = overlap::conflicts(&edits, meet);
    drop(edits);
    for (one, other) in repeated {
        for (hunk, with) in [(one, other), (other, one)] {
            let named = conflicts.entry(hunk).or_default();
            named.push(with);
            named.sort_unstable();
        }
    }
    for (at, with) in conflicts {
        hunks[at].state = State::Overlap(with.into());
    }
    let edits: Vec<Vec<Edit>> = live_edits(hunks, &edits_of).collect();
    for (at, with) in together(hunks, &edits, settled) {
        hunks[at].state = State::Overlap(with);
    }
}

/// Returns whether no edits can meet, so that they need not be worked out: there is one hunk to be written, or all of them match
/// exactly, in the order of the file, with a line between each two.
fn lie_apart(hunks: &[HunkPlan]) -> bool {
    if hunks.iter().filter(is_live).nth(1).is_none() {
        return true;
    }
    let mut above: Option<LineSpan> = None;
    hunks.iter().filter(is_live).all(|hunk| {
        let placement = hunk.placement.as_ref();
        let placement = placement.filter(|placement| placement.builds_on.is_empty());
        let exact = placement.and_then(|placement| placement.candidate.exact());
        exact.is_some_and(|exact| {
            let above = above.replace(exact.span());
            above.is_none_or(|above| above.end < exact.span().start)
        })
    })
}

/// Returns pairs of repeated hunks whose edits do not meet: what they insert would be inserted twice.
fn repeated(
    hunks: &[HunkPlan],
    edits_of: impl Fn(&HunkPlan) -> Vec<Edit>,
    text: &Text,
    settled: &Settled,
) -> Vec<(usize, usize)> {
    let mut live: Vec<(&HunkPlan, &Listed)> = hunks
        .iter()
        .filter(is_live)
        .filter_map(|hunk| Some((hunk, &hunk.placement.as_ref()?.candidate)))
        .collect();
    live.sort_by_key(|(_, place)| place.lines());
    let is_unsettled = |one: &HunkPlan, other: &HunkPlan| {
        let is_this =
            |pair: &(HunkId, HunkId)| *pair == (one.id, other.id) || *pair == (other.id, one.id);
        !settled.orders.iter().any(is_this)
            && overlap::meeting(&edits_of(one), &edits_of(other)) == Meeting::Apart
    };
    let pairs = live.windows(2).filter_map(|pair| {
        let [(one, place), (other, next)] = pair else {
            return None;
        };
        // Of most it is known so, and they need not be read.
        let is_near = next.lines().start < place.lines().end;
        let edits = || [edits_of(one), edits_of(other)];
        let is_repeated = is_near
            && overlap::is_repeated([&**place, &**next], edits, text)
            && is_unsettled(one, other);
        is_repeated.then_some((one.id.hunk, other.id.hunk))
    });
    pairs.collect()
}

/// Returns the hunks, with those that each meets, that have no result together though pairs of them have: a third hunk meets
/// two that were put in order.
fn together(
    hunks: &[HunkPlan],
    edits: &[Vec<Edit>],
    settled: &Settled,
) -> Vec<(usize, Box<[usize]>)> {
    let mut stuck = Vec::new();
    for group in overlap::groups(edits).iter() {
        let of_group = group.iter().map(|at| (hunks[*at].id, &edits[*at][..]));
        if merged_group(&of_group.collect::<Vec<_>>(), settled).is_some() {
            continue;
        }
        for at in group {
            let meets = |other: &usize| {
                other != at && overlap::meeting(&edits[*at], &edits[*other]) != Meeting::Apart
            };
            let with: Box<[usize]> = group
                .iter()
                .copied()
                .filter(meets)
                .take(overlap::N_NAMED)
                .collect();
            if !with.is_empty() {
                stuck.push((*at, with));
            }
        }
    }
    stuck
}

/// Returns whether the hunk is to be written as far as it alone goes.
fn is_live(hunk: &&HunkPlan) -> bool {
    hunk.state == State::Placed && !hunk.decision.is_rejected()
}

/// Returns the edits of each hunk, none for those that are not to be written or are held by another's.
fn live_edits(
    hunks: &[HunkPlan],
    edits_of: impl Fn(&HunkPlan) -> Vec<Edit>,
) -> impl Iterator<Item = Vec<Edit>> {
    let is_in_another = running::built_upon(hunks.iter().filter(is_live));
    hunks.iter().map(move |hunk| {
        if is_live(&hunk) && !is_in_another.contains(&hunk.id.hunk) {
            edits_of(hunk)
        } else {
            Vec::new()
        }
    })
}

/// Returns how two hunks meet, where one that a person put in order with another goes with it, and is the same as none.
fn pair(hunks: [(HunkId, &[Edit]); 2], settled: &Settled) -> Meeting {
    let is_ordered = |id: HunkId| {
        let mut orders = settled.orders.iter();
        orders.any(|(first, second)| *first == id || *second == id)
    };
    let [(first, edits), (second, others)] = hunks;
    let meeting = overlap::meeting(edits, others);
    let goes_with_it = match meeting {
        Meeting::Apart => true,
        Meeting::Same => is_ordered(first) || is_ordered(second),
        Meeting::Conflict => merged_group(&hunks, settled).is_some(),
    };
    if goes_with_it {
        Meeting::Apart
    } else {
        meeting
    }
}

/// Returns the edits of several hunks as one list: equal ones once, ordered pairs merged; `None` when two conflict.
pub(super) fn merged_edits(hunks: &[(HunkId, Vec<Edit>)], settled: &Settled) -> Option<Vec<Edit>> {
    let edits: Vec<&[Edit]> = hunks.iter().map(|(_, edits)| &edits[..]).collect();
    let mut merged = Vec::new();
    for group in overlap::groups(&edits).iter() {
        let group = group.iter().map(|at| (hunks[*at].0, edits[*at]));
        merged.extend(merged_group(&group.collect::<Vec<_>>(), settled)?);
    }
    Some(merged)
}

/// Merges the hunks of one group. Each is compared with all before it: but for equal ones, of which one counts, a group has
/// few, for a person put them in order one by one.
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
        let all =
            |is_ordered: &dyn Fn(HunkId) -> bool| met.iter().all(|(other, _)| is_ordered(*other));
        if met.is_empty() {
            merged.extend_from_slice(edits);
        } else if all(&|other| settled.orders.contains(&(other, *id))) {
            merged = overlap::both(&merged, edits)?;
        } else if all(&|other| settled.orders.contains(&(*id, other))) {
            merged = overlap::both(edits, &merged)?;
        } else {
            // Between two others there is no room that a list of merged lines would still show.
            return None;
        }
        seen.push((*id, edits));
    }
    Some(merged)
}

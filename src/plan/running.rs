//! Edits of one file mean the text that the edits before them leave: models and their tools make them one after another.
//! Each hunk is read against this running text wherever earlier hunks could change what it means; where it fits only the
//! file as it is, it goes there.
//!
//! How the hunks are read never depends on what was decided on them. A hunk whose lines earlier ones made is joined with
//! those: its edits hold theirs, so that everything is still one list of edits of the text as it was read. It can be written
//! only with them.

mod adjacent;
mod apart;
mod may_change;
mod order;
mod reading;
mod so_far;

use std::collections::BTreeSet;

use super::file::FileInput;
use super::hunk::placed_edits;
use super::{Decision, HunkPlan, State, settle};
use crate::patch::{FileOp, Given, LineKind};
use crate::text::Text;
use apart::Apart;
use so_far::SoFar;

/// The most hunks that one builds on. Each names them all, and the lines that they change together.
const N_JOINED: usize = 500;

/// Returns the hunks (indexes) whose edits another of `hunks` holds.
pub(super) fn built_upon<'a>(hunks: impl Iterator<Item = &'a HunkPlan>) -> BTreeSet<usize> {
    hunks
        .filter_map(|hunk| hunk.placement.as_ref())
        .flat_map(|placement| placement.builds_on.iter().copied())
        .collect()
}

/// Reads each of `hunks`, planned for `text` as it is, against what those before it make of it.
pub(super) fn read(input: &FileInput<'_>, text: &Text, hunks: &mut [HunkPlan]) {
    match input.file.op {
        FileOp::Modify | FileOp::Rename { .. } | FileOp::Copy { .. } => {}
        FileOp::Create | FileOp::Delete | FileOp::Replace => return,
    }
    // What a comparison gives is about the file as it is.
    if input.file.given != Given::Hunks {
        return;
    }
    let is_one_call = input.file.hunks.iter().all(|hunk| hunk.call == 0);
    if hunks.len() < 2 || is_one_call && settle::is_made_for(input.file, text) {
        return;
    }
    let mut so_far = SoFar::new(input, text);
    let mut apart = Apart::new(input);
    let mut n_added = 0;
    for index in 0..hunks.len() {
        let (earlier, rest) = hunks.split_at_mut(index);
        let hunk = &mut rest[0];
        if apart.holds(hunk) {
            apart.pass(hunk);
            continue;
        }
        // What those before it make is worked out now that it is asked for.
        for hunk in &earlier[n_added..] {
            let edits = so_far.edits_of(hunk);
            so_far.add(hunk, edits);
        }
        n_added = index + 1;
        so_far.begin_call(input.file.hunks[index].call, earlier);
        let mut edits = so_far.edits_of(hunk);
        if can_be_read(input, hunk) {
            if so_far.may_change(hunk, &edits, earlier) {
                so_far.read(hunk, earlier);
                edits = so_far.edits_of(hunk);
            }
            hunk.capped = so_far.left_something_out() && !hunk.state.is_settled();
        }
        so_far.add(hunk, edits);
        apart.pass(hunk);
    }
    mark_dependent(hunks);
    mark_undone(input, text, hunks);
}

/// Returns whether a place of the hunk is for the patch to say.
fn can_be_read(input: &FileInput<'_>, hunk: &HunkPlan) -> bool {
    let asked = &input.file.hunks[hunk.id.hunk];
    if input.settled.places.contains_key(&hunk.id)
        || asked.mode.is_some()
        || asked.replaces.is_some()
    {
        return false;
    }
    if hunk.state == State::NoOp {
        // Blank lines that it removes, and the file has not, may be made by earlier hunks.
        return asked.n_lines_of(LineKind::Delete) > asked.n_lines_of(LineKind::Insert);
    }
    matches!(
        hunk.state,
        State::Placed
            | State::AlreadyApplied
            | State::NoMatch
            | State::TooWeak
            | State::DeletedLineNotFound
            | State::Ambiguous
            | State::ContextGone
    )
}

/// Marks the hunks that need others which are not wanted as they are, or not yet where they themselves are.
fn mark_dependent(hunks: &mut [HunkPlan]) {
    let is_missing = |hunk: &HunkPlan, maker: usize| match hunks[maker].decision {
        Decision::Rejected { .. } | Decision::Lines(_) => true,
        Decision::Undecided => hunk.decision.is_accepted(),
        Decision::Accepted => false,
    };
    let needed = |hunk: &HunkPlan| -> Option<(usize, Box<[usize]>)> {
        let builds_on = hunk.placement.as_ref()?.builds_on.iter().copied();
        let missing: Box<[usize]> = builds_on.filter(|maker| is_missing(hunk, *maker)).collect();
        (!missing.is_empty()).then_some((hunk.id.hunk, missing))
    };
    let dependent: Vec<_> = hunks.iter().filter_map(needed).collect();
    for (hunk, missing) in dependent {
        hunks[hunk].state = State::Dependent(missing);
        hunks[hunk].placement = None;
    }
}

/// Marks the hunks that take back all that those they build on make, and these: together they change nothing.
fn mark_undone(input: &FileInput<'_>, text: &Text, hunks: &mut [HunkPlan]) {
    let live = || hunks.iter().filter(|hunk| !hunk.decision.is_rejected());
    let held = built_upon(live());
    let is_undone = |hunk: &&HunkPlan| {
        let builds_on = hunk
            .placement
            .as_ref()
            .map(|placement| &placement.builds_on);
        builds_on.is_some_and(|makers| !makers.is_empty())
            && !held.contains(&hunk.id.hunk)
            && placed_edits(input.file, text, hunk).is_empty()
    };
    let undone: BTreeSet<usize> = live().filter(is_undone).map(|hunk| hunk.id.hunk).collect();
    let makers = built_upon(undone.iter().map(|hunk| &hunks[*hunk]));
    for hunk in undone.into_iter().chain(makers) {
        hunks[hunk].state = State::NoOp;
        hunks[hunk].placement = None;
    }
}

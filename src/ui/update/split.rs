//! Deciding on a hunk block by block, once it was split.

use super::super::effect::Effect;
use super::super::keymap::{Action, Direction};
use super::super::model::Model;
use super::{decide, refuse, tell};
use crate::plan::{BlockDecision, Decision};
use crate::session::Command;
use crate::text::words::counted;

/// Splits the hunk into the blocks of its changes, or joins them again.
pub(super) fn split_or_join(model: &mut Model) -> Vec<Effect> {
    let hunk = model.hunk;
    let again = model.key(Action::Split);
    if let Some(loss) = loss(model).filter(|_| model.asked != Some(Action::Split)) {
        model.asked = Some(Action::Split);
        return refuse(model, format!("Press {again} again to {loss}"));
    }
    model.asked = None;
    if !model.split().is_empty() {
        return decide::stay_after(model, Command::Join { hunk });
    }
    model.looked.remove(&hunk);
    let effects = decide::stay_after(model, Command::Split { hunk });
    model.go_to(hunk);
    let n_blocks = model.split().len();
    let (enter, reject) = (model.key(Action::Accept), model.key(Action::Reject));
    let join = model.key(Action::Split);
    tell(
        model,
        format!("{n_blocks} blocks: {enter}/{reject} on each, {join} rejoins"),
    );
    effects
}

/// Says what is lost of what was decided when the hunk is split, or joined again; `None` where nothing is.
fn loss(model: &Model) -> Option<String> {
    let is_open = |decision: BlockDecision| decision == BlockDecision::Undecided;
    let blocks = model.split();
    if !blocks.is_empty() {
        let n_decided = decide::n_blocks_decided(model);
        let has_open = blocks.iter().any(|block| is_open(block.decision));
        let lost = (has_open && n_decided > 0).then(|| counted(n_decided, "block"));
        return lost.map(|blocks| format!("drop the decisions on {blocks}"));
    }
    if !matches!(model.current().decision, Decision::Lines(_)) {
        return None;
    }
    let blocks = model.session.blocks_of(model.hunk);
    let part = blocks.iter().position(|block| is_open(block.decision))?;
    Some(format!("reopen block {}, chosen in part", part + 1))
}

/// Decides on the block under review, and goes on to the next open one, then to the next undecided hunk.
pub(super) fn decide_on_block(model: &mut Model, decision: BlockDecision) -> Vec<Effect> {
    let (hunk, block) = (model.hunk, model.block);
    let command = Command::Choose {
        hunk,
        block,
        decision,
    };
    match next_open(model) {
        _ if decision == BlockDecision::Undecided => decide::stay_after(model, command),
        None => decide::go_on_after(model, command),
        Some(next) => {
            let effects = decide::stay_after(model, command);
            go_to(model, next);
            effects
        }
    }
}

/// Decides on the block under review and stays there.
pub(super) fn decide_and_stay(model: &mut Model, decision: BlockDecision) -> Vec<Effect> {
    let (hunk, block) = (model.hunk, model.block);
    decide::stay_after(
        model,
        Command::Choose {
            hunk,
            block,
            decision,
        },
    )
}

/// Goes to the next block that is open, as going on from one that is decided does.
pub(super) fn go_on(model: &mut Model) -> bool {
    let next = next_open(model);
    if let Some(next) = next {
        go_to(model, next);
    }
    next.is_some()
}

/// Goes to the next block of the hunk, or the one before; `false` where there is none.
pub(super) fn step(model: &mut Model, towards: Direction) -> bool {
    let next = match towards {
        Direction::Forward => model.block + 1,
        Direction::Backward => model.block.wrapping_sub(1),
    };
    let is_there = next < model.split().len();
    if is_there {
        go_to(model, next);
    }
    is_there
}

fn go_to(model: &mut Model, block: usize) {
    model.block = block;
    model.bring_into_view();
}

/// Returns the next open block but the one under review, from there on and round.
pub(super) fn next_open(model: &Model) -> Option<usize> {
    let blocks = model.split();
    let after = model.block + 1..blocks.len();
    let mut others = after.chain(0..model.block.min(blocks.len()));
    others.find(|block| blocks[*block].decision == BlockDecision::Undecided)
}

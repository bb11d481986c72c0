//! Why no other hunk or file can be gone to.

use crate::ui::keymap::Goal;
use crate::ui::model::{Mode, Model};

pub(super) fn go(model: &Model, goal: Goal) -> Option<&'static str> {
    let is_written = matches!(model.mode, Mode::Written(_));
    // A page has files and changes of its own.
    if has_files(model, goal) {
        return None;
    }
    match goal {
        Goal::NextProblem | Goal::PreviousProblem if is_written && has_any_left(model) => None,
        Goal::NextProblem | Goal::PreviousProblem => {
            (!has_others_left(model)).then(|| none_left(model))
        }
        Goal::NextHunk | Goal::PreviousHunk => {
            let is_only = model.session.tally().n_hunks < 2 && model.split().is_empty();
            is_only.then_some("only 1 hunk")
        }
        Goal::NextFile | Goal::PreviousFile => {
            (model.session.patch().files.len() < 2).then_some("only 1 file")
        }
    }
}

/// Says that no other hunk is left, and where parts were not read, that these are.
fn none_left(model: &Model) -> &'static str {
    match model.session.unread().next() {
        _ if model.needs_you(model.current()) => "only this hunk is left: it needs you",
        None => "no other hunk left to settle",
        Some(_) => "no other hunk left to settle, but not all was read",
    }
}

/// Returns whether another hunk needs somebody, or has its place and is undecided.
fn has_others_left(model: &Model) -> bool {
    let own = usize::from(model.is_open(model.current()));
    others_need(model) || model.tally().n_open > own
}

/// Returns whether another hunk needs somebody, those of the same question aside; after a write, whether any does.
pub(in crate::ui) fn others_need(model: &Model) -> bool {
    let own = match (&model.mode, &model.overlap) {
        (Mode::Written(_), _) => 0,
        (_, Some(overlap)) => overlap.hunks.len() + overlap.n_more,
        (_, None) => usize::from(model.needs_you(model.current())),
    };
    model.tally().n_need > own
}

/// Returns whether any hunk is left to settle.
fn has_any_left(model: &Model) -> bool {
    let tally = model.tally();
    tally.n_need + tally.n_open > 0
}

/// Returns whether the page on the screen has files and changes of its own to go to.
fn has_files(model: &Model, goal: Goal) -> bool {
    let is_of_review = matches!(goal, Goal::NextProblem | Goal::PreviousProblem);
    !is_of_review
        && matches!(
            model.mode,
            Mode::Apply(_) | Mode::Page(..) | Mode::Written(_)
        )
}

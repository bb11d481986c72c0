//! Which key answers what the screen asks.

use super::super::super::allow;
use super::super::super::keymap::{Action, Context, Goal};
use super::super::super::model::{Mode, Model, OverlapView, Page};
use crate::plan::{Decision, State};

/// Returns whether a command is the answer to what the screen asks.
pub(super) fn is_answer(model: &Model, action: Action) -> bool {
    let is = |answer| action == answer;
    match model.context() {
        Context::Review | Context::Overlap | Context::Apply if !model.drift.is_empty() => {
            is(Action::Rematch)
        }
        // Nothing can be accepted before.
        Context::Review | Context::Overlap | Context::Place | Context::Unlike
            if model.asks_hidden() =>
        {
            is(Action::ConfirmHidden)
        }
        Context::Review => is(answer(model)),
        Context::Overlap => match model.overlap.as_ref().and_then(OverlapView::asked) {
            Some(_) => is(Action::Take),
            None => is(Action::Show),
        },
        Context::Lines => is(Action::TakeLines),
        Context::Place => is(Action::PlaceHere),
        Context::Apply => is(Action::Write),
        Context::Written if nothing_left(model) => is(Action::Quit),
        Context::Written => is(Action::Go(Goal::NextProblem)),
        Context::Target => is(Action::PickTarget),
        Context::Comments => is(Action::GoToComment),
        Context::Palette => is(Action::RunCommand),
        Context::Help => {
            let is_marked = matches!(&model.mode, Mode::Help(view) if view.is_marked);
            is(if is_marked {
                Action::RunKey
            } else {
                Action::Back
            })
        }
        Context::Page if matches!(model.mode, Mode::Page(Page::Drift, ..)) => is(Action::Rematch),
        Context::Page => is(Action::Back),
        Context::Input | Context::Start => is(Action::Submit),
        Context::Unlike => is(Action::Replace) || is(Action::InsertOnly),
        Context::View => false,
    }
}

fn nothing_left(model: &Model) -> bool {
    let tally = model.tally();
    (tally.n_need, tally.n_open) == (0, 0)
}

/// Returns whether nothing is left to do about the hunk under review, and something about another.
fn is_left_elsewhere(model: &Model) -> bool {
    let hunk = model.current();
    let is_behind = hunk.decision.is_rejected() || allow::why_not(model, Action::Accept).is_some();
    hunk.state.is_settled()
        && is_behind
        && allow::why_not(model, Action::Go(Goal::NextProblem)).is_none()
}

/// Returns the answer to what is asked of the hunk under review.
fn answer(model: &Model) -> Action {
    let state = &model.current().state;
    let looked = model.looked.contains_key(&model.hunk);
    // What comes next stands first: once all is decided, that is writing it.
    let applies_next = model.session.tally().n_accepted > 0
        && model.undecided_after().is_none()
        && model.current().decision != Decision::Undecided
        && !model.needs_you(model.current());
    let tally = model.tally();
    match state {
        _ if nothing_left(model) && (tally.n_accepted, tally.n_to_write) == (0, 0) => Action::Quit,
        _ if is_left_elsewhere(model) => Action::Go(Goal::NextProblem),
        _ if applies_next => Action::Apply,
        _ if model.current().decision.is_rejected() && !state.is_settled() => Action::Reject,
        State::FileStuck if model.is_unsearched() => Action::Rematch,
        State::FileStuck if !model.would_replace() => Action::Target,
        State::NoMatch if !looked => Action::Reject,
        State::Ambiguous
        | State::TooWeak
        | State::DeletedLineNotFound
        | State::Drifted
        | State::FileStuck
            if !looked =>
        {
            Action::Show
        }
        State::Unresolved(_) => Action::ByHand,
        State::Invalid(_) | State::ContextGone | State::Dependent(_) => Action::Reject,
        State::Placed
        | State::Drifted
        | State::Ambiguous
        | State::TooWeak
        | State::NoMatch
        | State::DeletedLineNotFound
        | State::FileStuck
        | State::Overlap(_)
        | State::AlreadyApplied
        | State::NoOp
        | State::Skipped => Action::Accept,
    }
}

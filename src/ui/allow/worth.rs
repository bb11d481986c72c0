//! Which commands are worth a place in the footer.

use super::{n_shown, why_not};
use crate::plan::State;
use crate::ui::keymap::{Action, Context, Motion};
use crate::ui::model::{Mode, Model, Shown};

/// Returns whether the footer shows a command: it can be done, and it is worth saying now.
pub(in crate::ui) fn is_advertised(model: &Model, action: Action) -> bool {
    let reviewing = matches!(model.mode, Mode::Review);
    let worth_saying = if action == Action::Target {
        !reviewing || (model.file_is_stuck() && !model.is_unsearched())
    } else if action == Action::Show && model.overlap.is_none() {
        let is_seen = model.looked.contains_key(&model.hunk);
        n_shown(model) > 1 || !is_seen && !model.current().state.is_settled()
    } else if let Action::ShowSide(side) = action {
        // What is on the screen is not shown again.
        let overlap = model.overlap.as_ref();
        overlap.is_none_or(|overlap| overlap.asked() != Some(side))
    } else if action == Action::SeeDrift {
        !model.drift.is_empty()
    } else if action == Action::Rematch {
        !model.drift.is_empty() || model.session.tally().n_unsearched > 0
    } else if action == Action::ToggleLine || action == Action::ToggleRun {
        matches!(&model.mode, Mode::Lines(view) if view.rows.contains_key(&model.view.cursor))
    } else if action == Action::RunKey {
        matches!(&model.mode, Mode::Help(view) if view.is_marked)
    } else if action == Action::Notes {
        model.session.unread().next().is_some()
    } else if action == Action::UndoApply {
        // One that was refused is offered while it can be asked for again.
        let is_offered = model.not_undone.is_none() || model.asked == Some(action);
        is_offered && (!model.applied.is_empty() || model.session.is_written(model.hunk))
    } else if action == Action::Accept {
        // One that is asked about again then is not decided before.
        !model.drift.touches(model.hunk)
    } else if action == Action::Undo {
        // The file would stay written: the other undo is meant.
        !model.session.is_written(model.hunk)
    } else if action == Action::Everywhere {
        // Of two places one is meant, as a rule.
        model.n_everywhere().is_some_and(|n_places| n_places > 2)
    } else if action == Action::KeepOrder {
        model.current().state == State::Ambiguous
    } else if action == Action::ByHand {
        !model.current().state.is_settled()
    } else if let Action::Peak(towards) = action {
        crate::ui::update::has_peak(model, towards)
    } else if action == Action::Back
        && reviewing
        && !matches!(model.context(), Context::View | Context::Unlike)
    {
        model
            .overlap
            .as_ref()
            .is_some_and(|overlap| overlap.chosen == Shown::Yes)
    } else if action == Action::Move(Motion::Down) {
        matches!(model.mode, Mode::Lines(_) | Mode::Place(_)) || crate::ui::view::overflows(model)
    } else {
        true
    };
    worth_saying && why_not(model, action).is_none()
}

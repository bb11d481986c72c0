//! Why a hunk, or several, cannot be decided on.

use super::why::{why_none_clear, why_not_accept};
use super::{done_words, is_done, n_undecided_in_file};
use crate::patch::LineKind;
use crate::plan::State;
use crate::ui::keymap::Action;
use crate::ui::model::{Model, Shown};

/// Says why nothing of a hunk is accepted whose hidden text was not allowed.
pub(super) fn put(model: &Model) -> Option<String> {
    let hides = model.hiding_here().is_some();
    hides.then(|| why_not_accept(model)).flatten()
}

pub(super) fn insert_only(model: &Model) -> Option<String> {
    put(model).or_else(|| (!inserts(model)).then(|| "the hunk inserts nothing".to_string()))
}

pub(super) fn toggle(model: &Model) -> Option<String> {
    if model.hiding_here().is_some() {
        return why_not_accept(model);
    }
    if !model.current().state.is_settled() {
        return Some("choose a place first".to_string());
    }
    let is_lost = model.session.lost_to(model.hunk).is_some();
    is_lost.then(|| why_not_accept(model)).flatten()
}

/// Says that nothing is to be done about a hunk.
pub(super) fn done(model: &Model) -> Option<&'static str> {
    if model.current().state == State::Skipped {
        return Some("binary file, left alone");
    }
    is_done(model).then(|| done_words(model, model.hunk))
}

pub(super) fn edit(model: &Model) -> Option<&'static str> {
    let no_editor = "no editor: set $EDITOR, then start hunkwise again";
    done(model).or_else(|| (model.editor == Shown::No).then_some(no_editor))
}

pub(super) fn target(model: &Model) -> Option<String> {
    if let Some(done) = done(model) {
        return Some(done.to_string());
    }
    let is_rejected = model.current().decision.is_rejected();
    is_rejected.then(|| {
        let reopen = model.key(Action::Reject);
        format!("the hunk is rejected: {reopen} reopens it")
    })
}

pub(super) fn confirm_hidden(model: &Model) -> Option<&'static str> {
    if model.hiding_here().is_some() || model.is_hiding() {
        None
    } else if model.hidden_texts.contains_key(&model.hunk) && !is_done(model) {
        Some("hidden text is already allowed")
    } else {
        Some("no hidden text here")
    }
}

pub(super) fn accept_clear(model: &Model) -> Option<String> {
    (model.tally().n_clear == 0).then(|| why_none_clear(model))
}

pub(super) fn accept_rest(model: &Model) -> Option<&'static str> {
    let is_empty = model.session.rest_of(model.hunk.file).is_empty();
    is_empty.then_some("no undecided hunk with a place in this file")
}

pub(super) fn reject_rest(model: &Model) -> Option<&'static str> {
    (n_undecided_in_file(model) == 0).then_some("no undecided hunk in this file")
}

pub(super) fn undo(model: &Model) -> Option<&'static str> {
    let next = model.session.resolutions().next_undo();
    next.is_none().then_some("no decision to undo")
}

pub(super) fn redo(model: &Model) -> Option<&'static str> {
    let next = model.session.resolutions().next_redo();
    next.is_none().then_some("no decision to redo")
}

/// Returns whether the hunk has lines that it inserts.
fn inserts(model: &Model) -> bool {
    let hunk = model.session.patch().hunk(model.hunk);
    hunk.n_lines_of(LineKind::Insert) > 0
}

//! Why a place cannot be shown, chosen or explained.

use super::{digits, done_words, incomplete_words, is_done, n_shown};
use crate::patch::FileOp;
use crate::plan::{By, FileState, State};
use crate::ui::keymap::Action;
use crate::ui::model::Model;

pub(super) fn show(model: &Model) -> Option<String> {
    let has_none = model.overlap.is_none() && n_shown(model) == 0;
    written(model).or_else(|| has_none.then(|| no_other(model).to_string()))
}

pub(super) fn cycle(model: &Model) -> Option<String> {
    let has_none = n_shown(model) < 2;
    written(model).or_else(|| has_none.then(|| no_other(model).to_string()))
}

/// Says that a hunk is done, and how its places are shown again.
fn written(model: &Model) -> Option<String> {
    is_done(model).then(|| {
        format!(
            "{}: {} or {} undo, {} reads it again",
            done_words(model, model.hunk),
            model.key(Action::Undo),
            model.key(Action::UndoApply),
            model.key(Action::Rematch)
        )
    })
}

pub(super) fn keep_order(model: &Model) -> Option<String> {
    if model.current().state != State::Ambiguous {
        let placed = model.current().placement.as_ref();
        let is_by_order = placed.is_some_and(|placed| placed.by == By::Order);
        return Some(match is_by_order {
            true => "already placed by order".to_string(),
            false => "only for a hunk that fits several places".to_string(),
        });
    }
    let settles = model.session.by_order(model.hunk).is_some();
    (!settles).then(|| {
        let places = digits(n_shown(model));
        format!("order doesn't settle this tie; press {places}")
    })
}

pub(super) fn everywhere(model: &Model) -> Option<&'static str> {
    let is_even = model.n_everywhere().is_some();
    (!is_even).then_some("only for a hunk that fits several places equally well")
}

pub(super) fn by_hand(model: &Model) -> Option<String> {
    // No place makes it valid, and what was accepted so would stop every write.
    if matches!(model.current().state, State::Invalid(_)) {
        return model.message(model.hunk);
    }
    if !has_place_of_its_own(model) {
        return Some("the hunk is about the whole file: it has no place".to_string());
    }
    (!can_be_moved(model)).then(|| "no text to place it in".to_string())
}

pub(super) fn explain(model: &Model) -> Option<&'static str> {
    let has_place = model.shown_place().is_some();
    (!has_place).then_some("no place to explain")
}

/// Says that a hunk has no place beside the one on the screen.
fn no_other(model: &Model) -> &'static str {
    if let Some(why) = incomplete_words(model) {
        return why;
    }
    match model.current().placement.is_some() || !model.places().is_empty() {
        true => "only 1 place",
        false => "no place to show",
    }
}

/// Returns whether there is a text in which the hunk could lie elsewhere.
fn can_be_moved(model: &Model) -> bool {
    let file = &model.session.plan().files[model.hunk.file];
    let text = file.text();
    text.is_some_and(|text| text.n_lines() > 0) && file.state == FileState::Ready && !is_done(model)
}

/// Returns whether the hunk is about some lines of its file, and not all of it or none.
fn has_place_of_its_own(model: &Model) -> bool {
    let hunk = model.session.patch().hunk(model.hunk);
    let is_of_lines = match model.session.patch().files[model.hunk.file].op {
        FileOp::Modify | FileOp::Rename { .. } | FileOp::Copy { .. } => true,
        FileOp::Create | FileOp::Delete | FileOp::Replace => hunk.has_preimage(),
    };
    is_of_lines && !hunk.lines.is_empty()
}

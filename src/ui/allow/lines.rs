//! Why no lines or blocks of a hunk can be chosen.

use super::{digits, done_words, incomplete_words, is_done, n_shown};
use crate::plan::{Placement, State};
use crate::report::deletes_file;
use crate::ui::keymap::Action;
use crate::ui::model::{Mode, Model};

pub(super) fn split(model: &Model) -> Option<String> {
    if deletes_file(&model.session, model.hunk) {
        return Some("can't split: the hunk deletes the file".to_string());
    }
    if !has_lines_to_choose(model) {
        return Some(no_lines_yet(model, "split"));
    }
    (!has_blocks(model)).then(|| "only one block of changes".to_string())
}

pub(super) fn choose_lines(model: &Model) -> Option<String> {
    if deletes_file(&model.session, model.hunk) {
        return Some("can't choose lines: the hunk deletes the file".to_string());
    }
    (!has_lines_to_choose(model)).then(|| no_lines_yet(model, "choose lines"))
}

pub(super) fn take_lines(model: &Model) -> Option<String> {
    chooses_nothing(&model.mode).then(|| {
        format!(
            "no line marked: {} marks one; {}, then {} rejects the hunk",
            model.key(Action::ToggleLine),
            model.key(Action::Back),
            model.key(Action::Reject)
        )
    })
}

/// Returns whether the hunk stands among lines, of which some could be taken.
fn has_lines_to_choose(model: &Model) -> bool {
    let hunk = model.current();
    let among_lines = |placed: &Placement| !placed.candidate.aligned.is_empty();
    hunk.state == State::Placed && hunk.placement.as_ref().is_some_and(among_lines)
}

/// Says why no lines of the hunk can be chosen, nor blocks: its places are only offered, or it has none.
fn no_lines_yet(model: &Model, act: &str) -> String {
    match n_shown(model) {
        _ if model.session.is_written(model.hunk) => format!("can't {act}: the hunk is written"),
        _ if is_done(model) => format!("can't {act}: {}", done_words(model, model.hunk)),
        0 if model.current().state.is_incomplete() => {
            let why = incomplete_words(model).unwrap_or_default();
            format!("can't {act}: {why}")
        }
        0 => format!("can't {act} before it has a place"),
        n => format!(
            "accept its place first ({}, then {}), then {act}",
            digits(n),
            model.key(Action::Accept)
        ),
    }
}

/// Returns whether the hunk has several blocks of changes where it stands.
fn has_blocks(model: &Model) -> bool {
    let has_several = || {
        has_lines_to_choose(model)
            && model.other_place().is_none()
            && model.session.blocks_of(model.hunk).len() > 1
    };
    !model.split().is_empty() || has_several()
}

fn chooses_nothing(mode: &Mode) -> bool {
    matches!(mode, Mode::Lines(view) if view.chosen.is_empty())
}

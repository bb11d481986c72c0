//! Why nothing can be written, read again or looked up.

use crate::dialect::Verdict;
use crate::plan::FileState;
use crate::ui::keymap::Action;
use crate::ui::model::{Mode, Model, Purpose};
use crate::ui::update::numbered;
use crate::ui::words::some_paths;

pub(super) fn write(model: &Model) -> Option<String> {
    if writes_nothing(&model.mode) {
        return Some("nothing to write".to_string());
    }
    (!model.drift.is_empty()).then(|| {
        let again = model.key(Action::Rematch);
        format!("can't write: file changed on disk. {again} first")
    })
}

/// Says that all files are as they were matched; after a saved review was resumed, also which of them had changed before.
pub(in crate::ui) fn unchanged_words(model: &Model) -> String {
    match model.session.changed_meanwhile() {
        [] => "no file changed since matching".to_string(),
        paths => format!(
            "{} changed before the review was resumed; no file since",
            some_paths(paths)
        ),
    }
}

pub(super) fn look_again(model: &Model) -> Option<&'static str> {
    (n_to_look_at(model) == 0).then_some("no hunk to check")
}

pub(super) fn widen_target(model: &Model) -> Option<&'static str> {
    (model.nameless().len() < 2).then_some("only this part names no file")
}

pub(super) fn new_line(model: &Model) -> Option<&'static str> {
    let is_comment = matches!(model.mode, Mode::Input(Purpose::Comment, ..));
    (!is_comment).then_some("only one line here")
}

pub(super) fn open_editor(model: &Model) -> Option<&'static str> {
    (!has_target(model)).then_some("no file to open")
}

pub(super) fn comments(model: &Model) -> Option<String> {
    let has_none = model.session.commented().next().is_none();
    let drafted = model.session.drafted();
    let comment = model.key(Action::Comment);
    has_none.then(|| match drafted.is_empty() {
        true => format!("no comments yet: {comment} writes one"),
        false => {
            let on = model.session.names(&drafted);
            format!("no saved comments: {comment} continues the draft on {on}")
        }
    })
}

pub(super) fn history(model: &Model) -> Option<&'static str> {
    let steps = model.session.resolutions();
    let has_none = steps.next_undo().is_none() && steps.next_redo().is_none();
    has_none.then_some("no decisions yet")
}

pub(super) fn next_theme(model: &Model) -> Option<&'static str> {
    (model.themes.len() < 2).then_some("only 1 theme")
}

pub(super) fn notes(model: &Model) -> Option<&'static str> {
    let mut parts = model.session.parts().iter();
    let all_read = parts.all(|part| part.verdict == Verdict::Edit);
    (model.session.notes().is_empty() && all_read).then_some("no notes on the reply")
}

pub(super) fn search_here(model: &Model) -> Option<&'static str> {
    let word = crate::ui::update::word_here(model);
    word.is_none().then_some("no word in this line")
}

pub(super) fn search_on(model: &Model) -> Option<String> {
    let searched = !model.searched.is_empty();
    (!searched).then(|| format!("no search yet: {} searches", model.key(Action::Search)))
}

pub(super) fn first_column(model: &Model) -> Option<&'static str> {
    (model.view.left == 0).then_some("already at the first column")
}

pub(super) fn pick(model: &Model) -> Option<&'static str> {
    none_fits(&model.mode).then_some("no match")
}

/// Returns why what was typed runs nothing: a number is a place or a hunk to go to, all else is a command.
pub(super) fn run_command(model: &Model) -> Option<String> {
    let Mode::Palette(picker) = &model.mode else {
        return None;
    };
    match picker.number() {
        Some(number) => numbered(model, number).err(),
        None => none_fits(&model.mode).then(|| "no such command".to_string()),
    }
}

fn none_fits(mode: &Mode) -> bool {
    match mode {
        Mode::Target(targets) => targets.picker.fitting.is_empty(),
        Mode::Comments(picker) => picker.fitting.is_empty(),
        Mode::Palette(picker) => picker.fitting.is_empty(),
        Mode::Help(view) => view.picker.fitting.is_empty(),
        Mode::Review
        | Mode::Lines(_)
        | Mode::Place(_)
        | Mode::Apply(_)
        | Mode::Page(..)
        | Mode::Input(..)
        | Mode::Written(_)
        | Mode::Start(_) => false,
    }
}

fn writes_nothing(mode: &Mode) -> bool {
    !matches!(mode, Mode::Apply(view) if !view.survey.changes.is_empty())
}

/// Returns how many hunks the apply screen lists to be looked at once more, as far as a digit reaches.
pub(in crate::ui) fn n_to_look_at(model: &Model) -> usize {
    if let Mode::Apply(view) = &model.mode {
        view.survey.look_again.len().min(9)
    } else {
        0
    }
}

fn has_target(model: &Model) -> bool {
    let file = &model.session.plan().files[model.hunk.file];
    file.target.is_some()
        && !matches!(
            file.state,
            FileState::NoTarget | FileState::NotAFile(_) | FileState::Refused(_)
        )
}

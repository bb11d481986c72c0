//! Decisions undone, and made again.

use std::collections::BTreeSet;

use super::super::effect::Effect;
use super::super::keymap::Action;
use super::super::model::Model;
use super::super::task::JobRequest;
use super::decide::run;
use super::{refuse, tell};
use crate::plan::{Resolution, Step};
use crate::session::Command;

/// Undoes a decision, and goes to the hunk it was about.
pub(super) fn undo(model: &mut Model) -> Vec<Effect> {
    let step = model.session.resolutions().next_undo().cloned();
    take_step(model, Command::Undo, step)
}

/// Makes a decision again, and goes to the hunk it is about.
pub(super) fn redo(model: &mut Model) -> Vec<Effect> {
    let step = model.session.resolutions().next_redo().cloned();
    take_step(model, Command::Redo, step)
}

fn take_step(model: &mut Model, command: Command, step: Option<Step>) -> Vec<Effect> {
    if step.as_ref().is_some_and(Step::changes_lines) {
        return vec![Effect::Think(JobRequest::Run(command))];
    }
    match run(model, command) {
        Ok(what) => {
            stepped(model, &what, step.as_ref());
            vec![Effect::Save]
        }
        Err(why) => refuse(model, why),
    }
}

/// Goes to the hunk that a step was about, which was undone or done again.
pub(super) fn stepped(model: &mut Model, what: &str, step: Option<&Step>) {
    let subjects = || {
        step.iter()
            .flat_map(|step| &step.resolutions)
            .map(Resolution::subject)
    };
    let about = subjects().next();
    model.go_to(about.unwrap_or(model.hunk));
    let is_on_disk = about.is_some_and(|hunk| model.session.is_written(hunk));
    let said = if is_on_disk {
        let back = model.key(Action::UndoApply);
        let files: BTreeSet<usize> = subjects().map(|hunk| hunk.file).collect();
        let stay = match files.len() {
            1 => "the file stays",
            _ => "the files stay",
        };
        format!("{what}; {stay} written ({back} undoes the write)")
    } else {
        what.to_string()
    };
    tell(model, said);
}

//! Editing a hunk in the person's editor: its lines go out as a diff has them and come back the same way.

use super::super::effect::Effect;
use super::super::model::Model;
use super::super::task::JobRequest;
use super::refuse;
use crate::patch::{HunkId, signed_lines};
use crate::session::Command;

const ADVICE: &str = "# Lines that begin with a blank stay, with - are removed, with + are added.\n\
                      # Lines that begin with # are ignored. An empty file changes nothing.\n";

/// Sends the hunk's lines to the editor.
pub(super) fn open(model: &mut Model) -> Vec<Effect> {
    let mut text = ADVICE.as_bytes().to_vec();
    for line in model.session.patch().hunk(model.hunk).lines.iter() {
        text.push(line.kind.sign() as u8);
        text.extend_from_slice(&line.body);
        text.push(b'\n');
    }
    vec![Effect::Edit(model.hunk, text)]
}

/// Takes what came back from the editor.
pub(super) fn take(
    model: &mut Model,
    hunk: HunkId,
    edited: Result<Vec<u8>, String>,
) -> Vec<Effect> {
    let lines = match edited.and_then(|text| signed_lines(&text)) {
        Ok(lines) => lines,
        Err(why) => return refuse(model, why),
    };
    if lines.is_empty() {
        return refuse(model, "no changes");
    }
    vec![Effect::Think(JobRequest::Run(Command::Edit {
        hunk,
        lines,
    }))]
}

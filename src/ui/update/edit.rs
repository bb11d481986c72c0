//! Editing a hunk in the person's editor: its lines go out as a diff has them and come back the same way.

use bstr::ByteSlice;

use super::super::effect::Effect;
use super::super::model::Model;
use super::super::task::Task;
use super::refuse;
use crate::patch::{HunkId, HunkLine, LineKind};
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
    let lines = match edited.and_then(|text| lines_of(&text)) {
        Ok(lines) => lines,
        Err(why) => return refuse(model, why),
    };
    if lines.is_empty() {
        return refuse(model, "no changes");
    }
    vec![Effect::Think(Task::Run(Command::Edit { hunk, lines }))]
}

/// Reads lines as a diff has them.
fn lines_of(text: &[u8]) -> Result<Vec<HunkLine>, String> {
    let mut lines = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let kind = match line.first() {
            Some(b'#') => continue,
            Some(b'-') => LineKind::Delete,
            Some(b'+') => LineKind::Insert,
            // Editors cut blanks off at the end of a line.
            Some(b' ') | None => LineKind::Context,
            Some(_) => {
                return Err(format!(
                    "line {number} must begin with a blank, - or +; no changes"
                ));
            }
        };
        lines.push(HunkLine::new(kind, line.get(1..).unwrap_or_default()));
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Result<&str, &str>) {
        let shown = lines_of(text.as_bytes()).map(|lines| {
            let line = |line: &HunkLine| format!("{}{}|", line.kind.sign(), line.body);
            lines.iter().map(line).collect::<String>()
        });
        let shown = shown.as_ref().map(String::as_str).map_err(|why| &why[..6]);
        assert_eq!(shown, expected);
    }

    #[test]
    fn the_lines_are_read_as_a_diff_has_them() {
        check("# advice\n a\n-b\n+c\n\n", Ok(" a|-b|+c| |"));
        check(ADVICE, Ok(""));
        check(" a\nb\n", Err("line 2"));
    }
}

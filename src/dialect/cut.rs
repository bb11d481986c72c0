//! Replies that end too early. What was read last may lack its end, so it waits; where its new text had not begun, it makes
//! no sense.

use super::DialectSpec;
use super::note::{Note, NoteCode};
use super::scan::Scan;
use super::{apply_patch, file_patch, hashline, marker, shell, tool_json, tool_xml};
use crate::patch::{FileOp, Hunk, HunkId, LineKind, Unsure};

/// Dialects whose parts end with a sign of their own, without which they are not read at all.
const CLOSED: &[&DialectSpec] = &[
    &tool_xml::SPEC,
    &tool_json::SPEC,
    &hashline::SPEC,
    &file_patch::SPEC,
    &shell::SPEC,
];

/// Returns whether what was read last has an end of its own: then a fence left open around it cuts nothing off.
pub(super) fn has_end_of_its_own(scan: &Scan<'_>) -> bool {
    let dialect = scan.files.last().map(|file| file.dialect);
    let last = scan.lines[..scan.read_to].last();
    CLOSED.iter().any(|spec| Some(spec.name) == dialect)
        || last
            .is_some_and(|line| marker::ends_block(line.body) || line.trimmed() == apply_patch::END)
}

/// Says of the section that was read last that the reply ends within it.
pub(super) fn mark_last(scan: &mut Scan<'_>) {
    let Some(index) = scan.files.len().checked_sub(1) else {
        return;
    };
    let origin = scan.files[index].origin;
    let file = &mut scan.files[index];
    let has_new_text = file
        .hunks
        .iter()
        .any(|hunk| hunk.n_lines_of(LineKind::Insert) > 0);
    if file.hunks.is_empty() {
        file.hunks.push(Hunk {
            origin,
            ..Hunk::default()
        });
    }
    if matches!(file.op, FileOp::Create | FileOp::Replace) && !has_new_text {
        file.invalid = Some("the reply ends before the new file's text".to_string());
    }
    let hunk = file.hunks.len() - 1;
    let last = &mut file.hunks[hunk];
    if last.unsure == Some(Unsure::CutOff) {
        return;
    }
    last.unsure = Some(Unsure::CutOff);
    let span = last.origin;
    scan.notes.push(Note {
        code: NoteCode::Truncated,
        span,
        text: Unsure::CutOff.words().to_string(),
        hunk: Some(HunkId { file: index, hunk }),
    });
}

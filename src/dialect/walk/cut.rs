//! Replies that end too early. What was read last may lack its end, so it waits; where its new text had not begun, it makes
//! no sense.

use super::line::Line;
use super::scan::Scan;
use crate::dialect::blocks::marker;
use crate::dialect::note::{Note, NoteCode};
use crate::dialect::spec::Ends;
use crate::patch::{Hunk, HunkId, LineKind, Unsure};
use crate::text::LineSpan;

/// Returns whether what was read last shows that it is complete: then a fence left open around it cuts nothing off.
pub(in crate::dialect) fn is_complete(scan: &Scan<'_>, ends: Ends) -> bool {
    let last = scan.lines[..scan.read_to].last();
    let ends_block = last.is_some_and(|line| marker::ends_block(line.body));
    ends_block
        || match ends {
            Ends::Anywhere => false,
            Ends::BySign => true,
            Ends::With(end) => last.is_some_and(|line| line.trimmed() == end),
        }
}

/// Says of the last edit that was read since `before`, which a call at `origin` makes, that the reply ends within that call: `why`.
/// New text that has begun can be looked at; without any there is nothing to see, but in a section that has other edits.
pub(in crate::dialect) fn mark_call(
    scan: &mut Scan<'_>,
    before: (usize, usize),
    origin: LineSpan,
    why: &str,
) {
    let (n_files, n_hunks) = before;
    let Some(index) = scan.files.len().checked_sub(1) else {
        return;
    };
    let file = &mut scan.files[index];
    // A call about the file of the call before it adds to the section of that.
    let is_added = index < n_files;
    if is_added && (index + 1 < n_files || file.hunks.len() <= n_hunks) {
        return;
    }
    let begun = file.hunks.last_mut();
    match begun.filter(|hunk| is_added || hunk.n_lines_of(LineKind::Insert) > 0) {
        Some(hunk) => hunk.unsure = Some(Unsure::CutOff),
        None => drop(file.invalid.get_or_insert_with(|| why.to_string())),
    }
    let is_told =
        |note: &Note| note.code == NoteCode::Truncated && origin.contains(note.span.start);
    if !scan.notes.iter().any(is_told) {
        scan.note_at(NoteCode::Truncated, origin, why);
    }
}

/// Returns whether only blank lines are left to read.
pub(in crate::dialect) fn is_last(scan: &Scan<'_>) -> bool {
    scan.lines[scan.at..].iter().all(|line| line.is_blank())
}

/// Returns whether the reply ends within line `at`, which may become one that begins with one of `starts`.
pub(in crate::dialect) fn is_within_line_at(scan: &Scan<'_>, at: usize, starts: &[&str]) -> bool {
    let is_last = scan.lines.len() == at + 1 && scan.lacks_last_newline();
    let is_start = |line: &Line<'_>| starts.iter().any(|it| it.as_bytes().starts_with(line.body));
    is_last && scan.lines.last().is_some_and(is_start)
}

/// Says of the section that was read last that the reply ends within it.
pub(in crate::dialect) fn mark_last(scan: &mut Scan<'_>) {
    let Some(file) = scan.files.last_mut() else {
        return;
    };
    let has_new_text = file
        .hunks
        .iter()
        .any(|hunk| hunk.n_lines_of(LineKind::Insert) > 0);
    if file.op.is_content() && !has_new_text {
        file.invalid = Some("the reply ends before the new file's text".to_string());
    }
    mark_last_hunk(scan, Unsure::CutOff);
}

/// Says of the section that was read last that something it announces is missing, wherever in the reply the section is.
pub(in crate::dialect) fn mark_unfinished(scan: &mut Scan<'_>) {
    mark_last_hunk(scan, Unsure::Unfinished);
}

/// Makes the last hunk wait for that reason, and one without lines where the section has none.
fn mark_last_hunk(scan: &mut Scan<'_>, why: Unsure) {
    let Some(index) = scan.files.len().checked_sub(1) else {
        return;
    };
    let file = &mut scan.files[index];
    let origin = file.origin;
    if file.hunks.is_empty() {
        file.hunks.push(Hunk {
            origin,
            ..Hunk::default()
        });
    }
    let hunk = file.hunks.len() - 1;
    let last = &mut file.hunks[hunk];
    if matches!(last.unsure, Some(Unsure::CutOff | Unsure::Unfinished)) {
        return;
    }
    last.unsure = Some(why);
    let span = last.origin;
    scan.notes.push(Note {
        code: NoteCode::Truncated,
        span,
        text: why.words().to_string(),
        hunk: Some(HunkId { file: index, hunk }),
    });
}

//! What a dialect's own specification says of a hunk and the file it is for: that the file has the line which the hunk
//! claims, and that the hunk quotes enough of the file.

use std::collections::BTreeMap;

use super::Session;
use crate::dialect::{Additions, DialectSpec, Note, NoteCode, Strictness};
use crate::patch::{FileOp, HintSource, Hunk, HunkId, HunkLine, LineKind};
use crate::text::words::counted;
use crate::text::{Text, Trim};

/// The notes on the line numbers of some files, by index. They are gathered and put among the others at once: a reply may
/// have as many files as notes.
pub(super) type Bounds = BTreeMap<usize, Vec<Note>>;

impl Session {
    /// Finds out which hunks of a file claim a line that `text`, its target, does not have. MGX's specification makes that an
    /// error; otherwise a number is a hint, and a wrong one does no harm.
    pub(super) fn check_bounds(&mut self, file: usize, text: &Text) -> Vec<Note> {
        let is_forbidden = self.options.parse.strictness == Strictness::Specification;
        let section = &self.patch.files[file];
        let spec = DialectSpec::named(section.dialect).filter(|_| section.op == FileOp::Modify);
        let n_context = spec.map_or(0, DialectSpec::n_context);
        let additions = spec.map_or(Additions::Anywhere, DialectSpec::additions);
        let mut notes = Vec::new();
        let n_most = self.patch.files[file].hunks.len() + self.notes.len();
        for (index, hunk) in self.patch.files[file].hunks.iter_mut().enumerate() {
            let message = beyond(hunk, text).map(|message| (NoteCode::LineOutOfBounds, message));
            let lacks = || {
                lacks_context(hunk, text, n_context).or_else(|| {
                    adds_amid(hunk, text).filter(|_| additions == Additions::AtFileEnds)
                })
            };
            let message = message.or_else(|| {
                let lacks = (is_forbidden && hunk.invalid.is_none()).then(lacks)??;
                Some((NoteCode::SpecificationForbids, lacks))
            });
            let Some((code, message)) = message else {
                continue;
            };
            if is_forbidden {
                hunk.invalid.get_or_insert_with(|| message.as_str().into());
            }
            // Where one hunk has such a note, most have: a list that grows takes twice as much on the way, now or when the
            // other notes are put before these.
            if notes.is_empty() {
                notes.reserve_exact(n_most - index);
            }
            notes.push(Note {
                code,
                span: hunk.origin,
                text: message,
                hunk: Some(HunkId { file, hunk: index }),
            });
        }
        notes
    }

    /// Puts what was found of the bounds of some files in the place of what was noted of them before.
    pub(super) fn note_bounds(&mut self, bounds: Bounds) {
        let is_old = |note: &Note| {
            let is_of = |id: HunkId| bounds.contains_key(&id.file);
            note.code == NoteCode::LineOutOfBounds && note.hunk.is_some_and(is_of)
        };
        self.notes.retain(|note| !is_old(note));
        // There may be a note on every hunk, and a copy of them would be the most that is ever held: one list takes all others.
        let mut lists = bounds.into_values();
        let mut all = lists.next().unwrap_or_default();
        lists.for_each(|mut list| all.append(&mut list));
        all.splice(..0, self.notes.drain(..));
        // Sorting takes half as much again for a while, and notes of one kind alone are in order.
        if !all.is_sorted_by_key(|note| note.span.start) {
            all.sort_by_key(|note| note.span.start);
        }
        self.notes = all;
    }
}

/// Returns what is wrong with the line number that `hunk` claims, if `text` has no such line.
fn beyond(hunk: &Hunk, text: &Text) -> Option<String> {
    let hint = hunk.hint.filter(|hint| match hint.source {
        HintSource::Header(_)
        | HintSource::StartLine
        | HintSource::Range(_)
        | HintSource::Insertion
        | HintSource::Position
        | HintSource::Compared => true,
        // Numbers in front of lines may be the text's own.
        HintSource::Gutter => false,
    })?;
    let line = hint.line_index;
    let n_lines = text.n_lines();
    // An insertion alone may go behind the last line.
    let last = n_lines.saturating_sub(usize::from(hunk.has_preimage()));
    (line > last).then(|| {
        let mut message = format!(
            "the hunk starts at line {}, but the file has {}",
            line + 1,
            counted(n_lines, "line")
        );
        // Every hunk of a reply may have such a note, and what is formatted has room for twice as much.
        message.shrink_to_fit();
        message
    })
}

/// Returns what a hunk lacks that quotes fewer than `n_context` lines above its first change or below its last: only an end of
/// the file, by the hunk's number, is a reason for that.
fn lacks_context(hunk: &Hunk, text: &Text, n_context: usize) -> Option<String> {
    let is_change = |kind: LineKind| kind != LineKind::Context;
    let first = hunk.lines.iter().position(|line| is_change(line.kind))?;
    let last = hunk.lines.iter().rposition(|line| is_change(line.kind))?;
    let (above, below) = (first, hunk.lines.len() - last - 1);
    let start = hunk.hint.map(|hint| hint.line_index);
    let end = start.map(|start| start + hunk.preimage().count());
    let is_at_top = start == Some(0);
    let is_at_end = end.is_some_and(|end| end >= text.n_lines());
    let (side, n) = if above < n_context && !is_at_top {
        ("above", above)
    } else if below < n_context && !is_at_end {
        ("below", below)
    } else {
        return None;
    };
    Some(format!(
        "a hunk has {n_context} lines of context {side} its changes, this one {n}"
    ))
}

/// Returns what is wrong with a hunk that only adds lines, and not above the first line of the file or below its last.
fn adds_amid(hunk: &Hunk, text: &Text) -> Option<String> {
    let adds_alone = hunk.has_preimage()
        && hunk.n_lines_of(LineKind::Insert) > 0
        && hunk.n_lines_of(LineKind::Delete) == 0;
    let n_context = hunk.n_lines_of(LineKind::Context);
    let is_new = |line: Option<&HunkLine>| line.is_some_and(|line| line.is_insert());
    let is_at_top = || is_new(hunk.lines.first()) && reads(hunk, text, 0);
    let is_at_end = || {
        let start = text.n_lines().checked_sub(n_context);
        is_new(hunk.lines.last()) && start.is_some_and(|start| reads(hunk, text, start))
    };
    (adds_alone && !is_at_top() && !is_at_end()).then(|| {
        "a hunk with additions only is invalid, but where the file begins or ends".to_string()
    })
}

/// Returns whether the lines that a hunk asks for stand from line `start` on, blanks around them aside.
fn reads(hunk: &Hunk, text: &Text, start: usize) -> bool {
    let there = (start..text.n_lines()).map(|at| text.line(at).trimmed());
    let asked = hunk.preimage().map(|line| line.trimmed());
    asked.count() <= text.n_lines() - start
        && hunk
            .preimage()
            .map(|line| line.trimmed())
            .zip(there)
            .all(|(asked, there)| asked == there)
}

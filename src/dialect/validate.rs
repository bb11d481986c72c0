//! What a section must not say: rules that hold for every reply, and those of a dialect's own specification.

use std::collections::BTreeSet;
use std::sync::Arc;

use bstr::{BStr, ByteSlice};

use super::column::TILDE;
use super::note::{Note, NoteCode};
use super::{ParseOptions, Strictness, file_patch, fudiff, numberless, unified};
use crate::patch::complete::{elision, newline};
use crate::patch::{
    CountCheck, Extent, FileOp, FilePatch, HintSource, Hunk, HunkId, HunkLine, LineKind, Unsure,
    escape,
};

/// Checks every section, mends what has one meaning only, and marks the rest as invalid.
pub(super) fn check(files: &mut [FilePatch], notes: &mut Vec<Note>, options: &ParseOptions) {
    let mut joined = BTreeSet::new();
    for (index, file) in files.iter_mut().enumerate() {
        swapped(file, notes);
        let n_hunks = file.hunks.len();
        new_file(file, notes);
        deletion(file, notes);
        replacement(file, index, notes);
        if file.hunks.len() < n_hunks {
            joined.insert(index);
        }
        if file.dialect == fudiff::SPEC.name {
            drop_escapes(file, index, notes);
            file.hunks.iter_mut().for_each(mark_newline);
        }
        if [file_patch::SPEC.name, numberless::SPEC.name].contains(&file.dialect) {
            file.hunks.iter_mut().for_each(mark_elisions);
        }
        if file.op == FileOp::Modify {
            left_out(file, index, notes);
            word_diff(file, index, notes);
        }
        if options.strictness == Strictness::Specification {
            specification(file, index, notes);
        }
    }
    // All notes of hunks that were joined are now about the only one. They are walked over once for all files: a reply may
    // have as many files as notes.
    for id in notes.iter_mut().filter_map(|note| note.hunk.as_mut()) {
        if joined.contains(&id.file) {
            id.hunk = 0;
        }
    }
}

fn has(file: &FilePatch, kind: LineKind) -> bool {
    file.hunks.iter().any(|hunk| hunk.n_lines_of(kind) > 0)
}

fn tell(notes: &mut Vec<Note>, code: NoteCode, file: &FilePatch, text: &str) {
    notes.push(Note {
        code,
        span: file.origin,
        text: text.to_string(),
        hunk: None,
    });
}

/// A new file that only loses lines, or a deleted one that only gains them, has its two names swapped.
fn swapped(file: &mut FilePatch, notes: &mut Vec<Note>) {
    let (gains, loses) = (has(file, LineKind::Insert), has(file, LineKind::Delete));
    let op = match file.op {
        FileOp::Create if loses && !gains => FileOp::Delete,
        FileOp::Delete if gains && !loses && !has(file, LineKind::Context) => FileOp::Create,
        FileOp::Create
        | FileOp::Delete
        | FileOp::Modify
        | FileOp::Replace
        | FileOp::Rename { .. }
        | FileOp::Copy { .. } => return,
    };
    tell(
        notes,
        NoteCode::NamesSwapped,
        file,
        "`/dev/null` stands on the wrong side; the lines are believed",
    );
    file.op = op;
}

/// A new file is one hunk of insertions: context in it is content that lost its `+`, deletions have no meaning.
fn new_file(file: &mut FilePatch, notes: &mut Vec<Note>) {
    if !matches!(file.op, FileOp::Create | FileOp::Replace) || file.hunks.is_empty() {
        return;
    }
    if has(file, LineKind::Delete) {
        let message =
            "a file cannot be created and changed at once: a new file has no lines to delete";
        tell(notes, NoteCode::MixedOperations, file, message);
        file.invalid.get_or_insert_with(|| message.to_string());
        return;
    }
    if has(file, LineKind::Context) {
        tell(
            notes,
            NoteCode::MarkerRepaired,
            file,
            "lines of a new file without `+` are taken as content",
        );
    }
    let mut whole = Hunk {
        hint: None,
        ..file.hunks[0].clone()
    };
    let lines = file.hunks.iter().flat_map(|hunk| hunk.lines.iter());
    whole.lines = lines
        .map(|line| HunkLine::new(LineKind::Insert, line.body.clone()))
        .collect();
    for hunk in file.hunks.drain(..) {
        whole.origin.end = whole.origin.end.max(hunk.origin.end);
        whole.final_newline = hunk.final_newline;
        whole.unsure = whole.unsure.or(hunk.unsure);
    }
    file.hunks.push(whole);
}

fn deletion(file: &mut FilePatch, notes: &mut Vec<Note>) {
    if file.op == FileOp::Delete && has(file, LineKind::Insert) {
        let message = "a file cannot be deleted and changed at once: its lines would be lost";
        tell(notes, NoteCode::MixedOperations, file, message);
        file.invalid.get_or_insert_with(|| message.to_string());
    }
}

/// A hunk that takes every line from the top on, and one that puts lines where nothing is, replace the whole file: without
/// the first, the second has no place.
fn replacement(file: &mut FilePatch, index: usize, notes: &mut Vec<Note>) {
    let starts_file = |hunk: &Hunk| hunk.hint.is_some_and(|hint| hint.line_index == 0);
    let all = |hunk: &Hunk, kind| hunk.lines.iter().all(|line| line.kind == kind);
    let [old, new] = &file.hunks[..] else { return };
    let replaces = file.op == FileOp::Modify
        && starts_file(old)
        && starts_file(new)
        && all(old, LineKind::Delete)
        && all(new, LineKind::Insert);
    if !replaces {
        return;
    }
    let mut whole = old.clone();
    whole.lines = old.lines.iter().chain(new.lines.iter()).cloned().collect();
    whole.origin.end = new.origin.end;
    whole.final_newline = new.final_newline;
    let origin = whole.origin;
    file.hunks = vec![whole];
    let hunk = HunkId {
        file: index,
        hunk: 0,
    };
    notes.push(Note {
        code: NoteCode::HunksJoined,
        span: origin,
        text: "one hunk takes all lines and the next puts new ones: they are read as one"
            .to_string(),
        hunk: Some(hunk),
    });
}

/// The rules of FUDiff and of MGX's unified diffs, as far as they can be checked without the target.
fn specification(file: &mut FilePatch, index: usize, notes: &mut Vec<Note>) {
    if file.op != FileOp::Modify {
        return;
    }
    let is_fudiff = file.dialect == fudiff::SPEC.name;
    let is_unified = file.dialect == unified::SPEC.name;
    for (nth, hunk) in file.hunks.iter_mut().enumerate() {
        let fault = if is_fudiff {
            fudiff_fault(hunk)
        } else if is_unified {
            unified_fault(hunk)
        } else {
            None
        };
        let Some(fault) = fault else { continue };
        hunk.invalid.get_or_insert_with(|| fault.into());
        notes.push(Note {
            code: NoteCode::SpecificationForbids,
            span: hunk.origin,
            text: fault.to_string(),
            hunk: Some(HunkId {
                file: index,
                hunk: nth,
            }),
        });
    }
}

fn fudiff_fault(hunk: &Hunk) -> Option<&'static str> {
    let (gains, loses) = (
        hunk.n_lines_of(LineKind::Insert) > 0,
        hunk.n_lines_of(LineKind::Delete) > 0,
    );
    match (gains, loses) {
        (false, true) => Some("FUDiff: a hunk with deletions only is invalid"),
        (true, false) if !hunk.has_preimage() => {
            Some("FUDiff: a hunk with additions only is invalid")
        }
        (true | false, true | false) => None,
    }
}

fn unified_fault(hunk: &Hunk) -> Option<&'static str> {
    let counts = hunk.hint.map(|hint| hint.source);
    if counts == Some(HintSource::Header(CountCheck::Wrong)) {
        return Some("the counts of the hunk header are not those of its lines");
    }
    (!hunk.has_preimage()).then_some("additions without context name no place")
}

/// New text with a line that stands for others would lose them where it takes their place.
fn left_out(file: &mut FilePatch, index: usize, notes: &mut Vec<Note>) {
    for (nth, hunk) in file.hunks.iter_mut().enumerate() {
        if !elision::is_in_new_text_alone(hunk) {
            continue;
        }
        let why = Unsure::LinesLeftOut;
        hunk.unsure = Some(why);
        notes.push(Note {
            code: NoteCode::LinesLeftOut,
            span: hunk.origin,
            text: why.words().to_string(),
            hunk: Some(HunkId {
                file: index,
                hunk: nth,
            }),
        });
    }
}

/// A word diff marks words, and leaves open which lines there were: read as lines, nothing of it would be a change.
fn word_diff(file: &mut FilePatch, index: usize, notes: &mut Vec<Note>) {
    const REASON: &str = "a word diff marks words, not lines; ask for a plain diff";
    let is_diff = [unified::SPEC.name, numberless::SPEC.name, fudiff::SPEC.name];
    if !is_diff.contains(&file.dialect) {
        return;
    }
    for (nth, hunk) in file.hunks.iter_mut().enumerate() {
        let changes = hunk.lines.iter().any(|line| line.kind != LineKind::Context);
        // What is made for programs ends each line by a `~` of its own, so that the counts are others.
        let source = hunk.hint.map(|hint| hint.source);
        let miscounts = source == Some(HintSource::Header(CountCheck::Wrong));
        let says = |line: &HunkLine| {
            let body = line.body.as_bstr();
            let is_of_porcelain = miscounts && body == "~";
            // Few lines hold the first of these: setting a search up costs more than to see that.
            let is_marked = if changes {
                body.contains(&b']') && body.contains_str("-]{+")
            } else {
                encloses(body, "[-", "-]") || encloses(body, "{+", "+}")
            };
            is_of_porcelain || is_marked
        };
        let says = |line: &HunkLine| line.kind == LineKind::Context && says(line);
        if hunk.invalid.is_none() && hunk.lines.iter().any(says) {
            hunk.invalid = Some(REASON.into());
            notes.push(Note {
                code: NoteCode::Unsupported,
                span: hunk.origin,
                text: REASON.to_string(),
                hunk: Some(HunkId {
                    file: index,
                    hunk: nth,
                }),
            });
        }
    }
}

/// Returns whether a line has something between two marks.
fn encloses(line: &BStr, open: &str, close: &str) -> bool {
    let inside = line.split_once_str(open).map(|(_, rest)| rest);
    inside.is_some_and(|rest| rest.find(close).is_some_and(|at| at > 0))
}

/// A `~` between deletions stands for lines that go as well; between context lines it is left to the matcher.
fn mark_elisions(hunk: &mut Hunk) {
    let is_deletion = |line: &HunkLine| line.kind == LineKind::Delete;
    for at in 1..hunk.lines.len() {
        let follows_deletion = is_deletion(&hunk.lines[at - 1]);
        let next = hunk.lines[at + 1..].iter().find(|line| line.in_preimage());
        let is_between = follows_deletion && next.is_some_and(is_deletion);
        let is_tilde = hunk.lines[at].kind == LineKind::Context && hunk.lines[at].body == TILDE;
        if is_tilde && is_between {
            Arc::make_mut(&mut hunk.lines)[at].kind = LineKind::Delete;
            hunk.extent = Extent::Elided;
            hunk.invalid = Some(
                "`~` stands for lines that go, but the lines around it are not found once each"
                    .into(),
            );
        }
    }
}

/// An empty line that comes or goes at the end of a FUDiff hunk may be the newline at the end of the file.
fn mark_newline(hunk: &mut Hunk) {
    if newline::is_in(hunk) {
        hunk.extent = Extent::Split;
    }
}

/// Drops the escapes of a FUDiff hunk whose old side has none: nothing in the target could tell what is meant. Where it
/// has some, the matcher tries the lines as they are written first.
fn drop_escapes(file: &mut FilePatch, index: usize, notes: &mut Vec<Note>) {
    for (nth, hunk) in file.hunks.iter_mut().enumerate() {
        if escape::is_in_preimage(hunk) || !escape::is_in(hunk) {
            continue;
        }
        hunk.lines = escape::dropped(&hunk.lines).into();
        notes.push(Note {
            code: NoteCode::EscapeDropped,
            span: hunk.origin,
            text: "backslashes before lines that look like marks are dropped".to_string(),
            hunk: Some(HunkId {
                file: index,
                hunk: nth,
            }),
        });
    }
}

//! The hunks left out, as a patch that a next round or another tool can continue with.

use bstr::BString;

use crate::matcher::growth;
use crate::patch::write::{
    NumberedHunk, SectionHeader, body, end_patch, file_header, numbered_hunk, write_section_header,
};
use crate::patch::{FileMode, FileOp, FilePatch, Hunk, PatchPath};
use crate::plan::{Decision, FilePlan, FileState, HunkPlan, State};
use crate::session::Session;

/// What the next reader of the patch is told: what follows is to be looked at, not made unasked.
const WAITING: &str = "If you want them, apply these too (they waited for a person):\n";

/// Returns the hunks that are not on disk, as a unified diff; empty when there is none. The review is as it is after the run:
/// each hunk is numbered by its place in the file as it is then, or by what the patch claims; one whose place is open has no
/// number, which would choose one. Hunks that need review follow a line that says so.
pub fn rejects(session: &Session) -> BString {
    let waits = |hunk: &HunkPlan| {
        let is_settled = hunk.decision != Decision::Undecided;
        session.patch().hunk(hunk.id).unsure.is_some() && !is_settled
    };
    // Below a header, a hunk without a path would be about the file that this names.
    let mut out = of_hunks(session, Named::Nothing, |_| true);
    out.extend_from_slice(&of_hunks(session, Named::File, |hunk| !waits(hunk)));
    let waiting = of_hunks(session, Named::File, waits);
    if !waiting.is_empty() {
        out.extend_from_slice(WAITING.as_bytes());
        out.extend_from_slice(&waiting);
    }
    end_patch(&mut out);
    out
}

/// What a section of the patch names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Named {
    /// A file, or a path that is refused.
    File,
    /// Nothing.
    Nothing,
}

fn of_hunks(session: &Session, named: Named, is_wanted: impl Fn(&HunkPlan) -> bool) -> BString {
    let mut out = BString::default();
    for (plan, section) in session.plan().files.iter().zip(&session.patch().files) {
        let hunks = plan.hunks.iter();
        let left = hunks.filter(|hunk| is_left(session, hunk) && is_wanted(hunk));
        let left: Vec<&HunkPlan> = left.collect();
        let path = path(plan, section);
        if left.is_empty() || path.is_some() != (named == Named::File) {
            continue;
        }
        write_section(&mut out, session, plan, section, &left);
    }
    out
}

/// Returns what the file of a section is called; `None` where nothing names it.
fn path<'a>(plan: &'a FilePlan, section: &'a FilePatch) -> Option<&'a [u8]> {
    match (&plan.target, &section.path) {
        (Some(path), _) | (None, PatchPath::Named(path)) => Some(path.as_bytes()),
        (None, PatchPath::Refused { text, .. }) => Some(text),
        (None, PatchPath::Missing) => None,
    }
}

/// Returns whether a hunk, or a part of it, is left. What nothing was written of is left as a whole: the hunks that fit are as
/// little on disk as the others.
fn is_left(session: &Session, hunk: &HunkPlan) -> bool {
    if session.is_written(hunk.id) {
        return session.in_part(hunk.id).is_some();
    }
    !matches!(
        hunk.state,
        State::AlreadyApplied | State::NoOp | State::Skipped
    )
}

fn write_section(
    out: &mut BString,
    session: &Session,
    plan: &FilePlan,
    section: &FilePatch,
    left: &[&HunkPlan],
) {
    let is_begun = plan.hunks.iter().any(|hunk| session.is_written(hunk.id));
    let hunks = left
        .iter()
        .filter_map(|hunk| lines_left(session, hunk, is_begun));
    let hunks: Vec<(Hunk, Option<usize>)> = hunks.collect();
    if let Some(path) = path(plan, section) {
        let asked = left
            .iter()
            .find_map(|plan| session.patch().hunk(plan.id).mode);
        write_header(
            out,
            session,
            (plan, section),
            path,
            asked,
            !hunks.is_empty(),
        );
    }
    let mut shift = 0isize;
    for (hunk, start) in &hunks {
        write_hunk(out, hunk, *start, &mut shift);
    }
}

fn write_header(
    out: &mut BString,
    session: &Session,
    (plan, section): (&FilePlan, &FilePatch),
    path: &[u8],
    asked: Option<FileMode>,
    has_lines: bool,
) {
    // What is done to a file as a whole is done with the first of its hunks.
    let is_begun = plan.hunks.iter().any(|hunk| session.is_written(hunk.id));
    let snapshot = match &plan.op {
        FileOp::Rename { to } | FileOp::Copy { to } if is_begun => session.snapshots().get(to),
        FileOp::Rename { .. }
        | FileOp::Copy { .. }
        | FileOp::Modify
        | FileOp::Create
        | FileOp::Replace
        | FileOp::Delete => plan.snapshot.as_ref(),
    };
    let old_mode = snapshot.map_or(FileMode::Plain, FileMode::of);
    let (modify, new_mode) = (FileOp::Modify, asked.unwrap_or(old_mode));
    let made = section.mode.unwrap_or(FileMode::Plain);
    let mut write = |path, op, new_mode, has_lines| {
        let header = SectionHeader {
            path,
            op,
            old_mode,
            new_mode,
            has_lines,
        };
        write_section_header(out, header);
    };
    match (&plan.op, &section.other_name) {
        // Which of the two is meant is as open as it was.
        (_, Some(other)) if plan.state == FileState::TwoNames => {
            out.extend_from_slice(&file_header(Some(path), Some(other.as_bytes())));
        }
        (FileOp::Rename { to } | FileOp::Copy { to }, _) if is_begun => {
            write(to.as_bytes(), &modify, new_mode, has_lines);
        }
        (FileOp::Create | FileOp::Replace, _) if is_begun => {
            write(path, &modify, new_mode, has_lines);
        }
        (FileOp::Create, _) => write(path, &FileOp::Create, made, has_lines),
        // A file that is removed and made again is one with a new content.
        (FileOp::Replace, _) => {
            write(path, &FileOp::Delete, new_mode, false);
            write(path, &FileOp::Create, made, has_lines);
        }
        (op @ (FileOp::Rename { .. } | FileOp::Copy { .. }), _) => {
            let new_mode = asked.or(section.mode).unwrap_or(old_mode);
            write(path, op, new_mode, has_lines);
        }
        (op @ (FileOp::Modify | FileOp::Delete), _) => write(path, op, new_mode, has_lines),
    }
}

/// Returns what is left of a hunk, and the line it is numbered by; `None` where it has no lines. `is_begun` says whether hunks of
/// its file were written.
fn lines_left(session: &Session, plan: &HunkPlan, is_begun: bool) -> Option<(Hunk, Option<usize>)> {
    let hunk = session.patch().hunk(plan.id);
    let is_written = session.is_written(plan.id);
    let rest = session.in_part(plan.id).filter(|_| is_written);
    let left = match rest {
        Some(part) => {
            let hunk = Hunk {
                lines: part.rest.into(),
                ..hunk.clone()
            };
            let start = session.applied_span(plan.id).map(|span| span.start);
            (hunk, start)
        }
        None => (hunk.clone(), old_start(session, plan, hunk, is_begun)),
    };
    (!left.0.lines.is_empty()).then_some(left)
}

fn write_hunk(out: &mut BString, hunk: &Hunk, start: Option<usize>, shift: &mut isize) {
    let Some(old_start) = start else {
        out.extend_from_slice(b"@@ @@\n");
        out.extend_from_slice(&body(hunk));
        return;
    };
    out.extend_from_slice(&numbered_hunk(NumberedHunk {
        hunk,
        old_start,
        new_start: old_start.saturating_add_signed(*shift),
    }));
    *shift += growth(hunk);
}

/// Returns the line that a hunk is numbered by: that of its place, else the one that the patch claims, unless what was written
/// may have moved that.
fn old_start(session: &Session, plan: &HunkPlan, hunk: &Hunk, is_begun: bool) -> Option<usize> {
    if matches!(plan.state, State::Ambiguous | State::TooWeak) {
        return None;
    }
    let placed = plan.placement.as_ref();
    let placed = placed.map(|placement| placement.candidate.lines().start);
    let claimed = hunk.hint.map(|hint| hint.line_index).filter(|_| !is_begun);
    let is_of_all = match session.patch().files[plan.id.file].op {
        FileOp::Create | FileOp::Delete | FileOp::Replace => Some(0),
        FileOp::Modify | FileOp::Rename { .. } | FileOp::Copy { .. } => None,
    };
    placed.or(claimed).or(is_of_all)
}

//! The hunks left out, as a patch that a next round or another tool can go on from.

use bstr::BString;

use super::Report;
use crate::patch::write::{NumberedHunk, body, file_header, git_line, mode_lines, numbered_hunk};
use crate::patch::{FileMode, FileOp, Hunk, LineKind};
use crate::plan::{Decision, HunkPlan, State};
use crate::text::RelPath;

/// Heard by whoever reads the patch next: what follows is to be looked at, not to be made unasked.
const WAITING: &str = "If you want them, apply these too (they waited for a person):\n";

/// Returns the hunks that are not on disk after the run, as a unified diff; empty when there is none. Each is numbered by
/// its place, or by what the patch claims; one whose place is open has no number, which would choose one. Those that a person
/// must see wherever they go stand below a line that says so.
pub fn rejects(report: &Report<'_>) -> BString {
    let patch = report.session.patch();
    let waits = |hunk: &HunkPlan| {
        let is_settled = hunk.decision != Decision::Undecided;
        patch.hunk(hunk.id).unsure.is_some() && !is_settled
    };
    let mut out = of_hunks(report, |hunk| !waits(hunk));
    let waiting = of_hunks(report, waits);
    if !waiting.is_empty() {
        out.extend_from_slice(WAITING.as_bytes());
        out.extend_from_slice(&waiting);
    }
    out
}

fn of_hunks(report: &Report<'_>, is_wanted: impl Fn(&HunkPlan) -> bool) -> BString {
    let mut out = BString::default();
    for (index, plan) in report.session.plan().files.iter().enumerate() {
        let hunks = plan.hunks.iter();
        let left = hunks.filter(|hunk| is_left(report, hunk) && is_wanted(hunk));
        let left: Vec<&HunkPlan> = left.collect();
        let (Some(path), false) = (&plan.target, left.is_empty()) else {
            continue;
        };
        let hunks = left.iter().map(|plan| report.session.patch().hunk(plan.id));
        if let Some(mode) = hunks.clone().find_map(|hunk| hunk.mode) {
            let now = plan.snapshot.as_ref().map_or(FileMode::Plain, FileMode::of);
            out.extend_from_slice(&git_line(path, path));
            out.extend_from_slice(mode_lines(now, mode).as_bytes());
            if hunks.clone().all(|hunk| hunk.lines.is_empty()) {
                continue;
            }
        }
        write_header(&mut out, path, &report.session.patch().files[index].op);
        let mut shift = 0isize;
        for hunk in left {
            write_hunk(&mut out, report, hunk, &mut shift);
        }
    }
    out
}

/// What nothing was written of is left out as a whole: the hunks that fit are as little on disk as the others. Of a hunk
/// that was taken in part, the rest is left.
fn is_left(report: &Report<'_>, hunk: &HunkPlan) -> bool {
    let is_there = matches!(hunk.state, State::AlreadyApplied | State::NoOp);
    let is_whole = || report.is_written(hunk) && report.session.in_part(hunk.id).is_none();
    !is_there && hunk.state != State::Skipped && !is_whole()
}

fn write_header(out: &mut BString, path: &RelPath, op: &FileOp) {
    let (old, new) = match op {
        FileOp::Create => (None, Some(path)),
        FileOp::Delete => (Some(path), None),
        FileOp::Modify | FileOp::Replace => (Some(path), Some(path)),
        FileOp::Rename { to } | FileOp::Copy { to } => (Some(path), Some(to)),
    };
    out.extend_from_slice(&file_header(old, new));
}

fn write_hunk(out: &mut BString, report: &Report<'_>, plan: &HunkPlan, shift: &mut isize) {
    let written = report.session.patch().hunk(plan.id);
    let rest = report.session.in_part(plan.id);
    let rest = rest.filter(|_| report.is_written(plan)).map(|part| Hunk {
        lines: part.rest.into(),
        ..written.clone()
    });
    let hunk = rest.as_ref().unwrap_or(written);
    if hunk.lines.is_empty() {
        return;
    }
    let Some(old_start) = old_start(report, plan, hunk) else {
        out.extend_from_slice(b"@@ @@\n");
        out.extend_from_slice(&body(hunk));
        return;
    };
    out.extend_from_slice(&numbered_hunk(NumberedHunk {
        hunk,
        old_start,
        new_start: old_start.saturating_add_signed(*shift),
    }));
    *shift +=
        hunk.n_lines_of(LineKind::Insert) as isize - hunk.n_lines_of(LineKind::Delete) as isize;
}

/// Returns the line that a hunk is numbered by: that of its place, else the one that the patch claims.
fn old_start(report: &Report<'_>, plan: &HunkPlan, hunk: &Hunk) -> Option<usize> {
    if matches!(plan.state, State::Ambiguous | State::TooWeak) {
        return None;
    }
    let placed = plan.placement.as_ref();
    let placed = placed.map(|placement| placement.candidate.lines().start);
    let claimed = hunk.hint.map(|hint| hint.line_index);
    let is_of_all = match report.session.patch().files[plan.id.file].op {
        FileOp::Create | FileOp::Delete | FileOp::Replace => Some(0),
        FileOp::Modify | FileOp::Rename { .. } | FileOp::Copy { .. } => None,
    };
    placed.or(claimed).or(is_of_all)
}

//! The hunks left out, as a patch that a next round or another tool can go on from.

use bstr::BString;

use super::Report;
use crate::patch::write::{NumberedHunk, file_header, git_line, mode_lines, numbered_hunk};
use crate::patch::{FileMode, FileOp, LineKind};
use crate::plan::{HunkPlan, State};
use crate::text::RelPath;

/// Returns the hunks that are not on disk after the run, as a unified diff; empty when there is none. Each is numbered by
/// its best place, or by what the patch claims where it has none.
pub fn rejects(report: &Report<'_>) -> BString {
    let mut out = BString::default();
    for (index, plan) in report.session.plan().files.iter().enumerate() {
        let left: Vec<&HunkPlan> = plan
            .hunks
            .iter()
            .filter(|hunk| is_left(report, hunk))
            .collect();
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

/// What nothing was written of is left out as a whole: the hunks that fit are as little on disk as the others.
fn is_left(report: &Report<'_>, hunk: &HunkPlan) -> bool {
    let is_there = matches!(hunk.state, State::AlreadyApplied | State::NoOp);
    !is_there && hunk.state != State::Skipped && !report.is_written(hunk)
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
    let hunk = report.session.patch().hunk(plan.id);
    if hunk.lines.is_empty() {
        return;
    }
    let found = report.session.found(plan.id);
    let best = found.and_then(|found| found.candidates.first());
    let claimed = hunk.hint.map(|hint| hint.line_index);
    let old_start = best.map(|best| best.span.start).or(claimed).unwrap_or(0);
    out.extend_from_slice(&numbered_hunk(NumberedHunk {
        hunk,
        old_start,
        new_start: old_start.saturating_add_signed(*shift),
    }));
    *shift +=
        hunk.n_lines_of(LineKind::Insert) as isize - hunk.n_lines_of(LineKind::Delete) as isize;
}

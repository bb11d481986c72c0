//! Blank context lines that the target lacks: models leave out the mark of a blank line that they add, and FILE_PATCH means each of
//! them so.

use std::sync::Arc;

use super::{Aligned, Candidate};
use crate::patch::{BlankContext, Hunk, HunkLine, LineKind};
use crate::text::{Text, Trim, indent};

/// Makes additions of the blank context lines that `candidate` found no partner for, where `hunk` means them so. Those
/// at the end of the file, with nothing but context without a partner below them, are context past it, and stay out.
pub(super) fn insert(hunk: &Hunk, text: &Text, candidate: &mut Candidate) {
    let lines = &candidate.variant.lines;
    let at_end = candidate.span.end >= text.n_lines();
    let targets = candidate.targets();
    let is_past = |at: usize| lines[at].kind == LineKind::Context && targets[at].is_none();
    let last = if at_end {
        (0..lines.len()).rposition(|at| !is_past(at)).unwrap_or(0)
    } else {
        lines.len()
    };
    let lacks = |at: &usize| is_blank_context(&lines[*at]) && targets[*at].is_none();
    let lacking: Vec<usize> = (0..last).filter(lacks).collect();
    if lacking.is_empty() {
        return;
    }
    let are_meant = match hunk.blank_context {
        BlankContext::Inserted => true,
        BlankContext::InsertedBeside => {
            let mut runs = lacking.chunk_by(|one, next| one + 1 == *next);
            runs.all(|run| is_beside_added(lines, run)) && !is_double_spaced(lines, &lacking)
        }
    };
    if !are_meant {
        return;
    }
    let lines = Arc::make_mut(&mut candidate.variant.lines);
    for at in &lacking {
        lines[*at].kind = LineKind::Insert;
    }
    let is_left = |pair: &&Aligned| {
        pair.hunk_line()
            .is_none_or(|line| lacking.binary_search(&line).is_err())
    };
    candidate.aligned = candidate.aligned.iter().filter(is_left).copied().collect();
}

/// Returns whether a run of blank lines that the text lacks parts an added line from another that is added or kept: what its
/// hunk makes has them there. Nothing is known beside a line that goes, nor at the ends of the hunk.
fn is_beside_added(lines: &[HunkLine], run: &[usize]) -> bool {
    let above = run
        .first()
        .and_then(|first| lines.get(first.checked_sub(1)?));
    let below = run.last().and_then(|last| lines.get(last + 1));
    above.zip(below).is_some_and(|(above, below)| {
        let kinds = [above.kind, below.kind];
        kinds.contains(&LineKind::Insert)
            && !kinds.contains(&LineKind::Delete)
            && !are_joined(&above.body, &below.body)
    })
}

/// Returns whether a blank line would part what must be in a row: a line that continues in the next, rows of a table, a quotation.
fn are_joined(above: &[u8], below: &[u8]) -> bool {
    let begin = |sign: &&[u8]| {
        [above, below]
            .iter()
            .all(|line| line.trimmed().starts_with(sign))
    };
    above.trimmed().ends_with(b"\\") || [&b"|"[..], b">", b"//", b"\""].iter().any(begin)
}

/// Returns whether the hunk is double-spaced: a blank line between every two lines, and none of them in the text.
fn is_double_spaced(lines: &[HunkLine], lacking: &[usize]) -> bool {
    let is_blank = |line: &HunkLine| indent::is_blank(&line.body);
    let first = lines.iter().position(|line| !is_blank(line));
    let last = lines.iter().rposition(|line| !is_blank(line));
    let Some((first, last)) = first.zip(last) else {
        return false;
    };
    (first..last).all(|at| is_blank(&lines[at]) || is_blank(&lines[at + 1]))
        && (first..last).all(|at| !is_blank(&lines[at]) || lacking.binary_search(&at).is_ok())
}

fn is_blank_context(line: &HunkLine) -> bool {
    line.kind == LineKind::Context && indent::is_blank(&line.body)
}

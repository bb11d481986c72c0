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
            runs.all(|run| is_beside_added(lines, run) && !is_within_rows(lines, &targets, run))
                && !is_double_spaced(lines, &lacking)
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

/// Returns whether a run of blank lines would part lines of one form that are in a row in the text: rows of a table without a frame,
/// or the sentences of a paragraph. `targets` says which line of the text each line is.
fn is_within_rows(lines: &[HunkLine], targets: &[Option<usize>], run: &[usize]) -> bool {
    let (Some(first), Some(last)) = (run.first(), run.last()) else {
        return false;
    };
    let above = targets[..*first].iter().rev().flatten().next();
    let below = targets[last + 1..].iter().flatten().next();
    let is_row = above
        .zip(below)
        .is_some_and(|(above, below)| above + 1 == *below);
    let (Some(above), Some(below)) = (first.checked_sub(1), lines.get(last + 1)) else {
        return false;
    };
    let (above, below) = (lines[above].body.trimmed(), below.body.trimmed());
    let n_cells = |line: &[u8]| {
        let is_end = |byte: &&u8| b",;\t".contains(*byte);
        let is_code = line.iter().any(|byte| b"(){}[]=:\"'".contains(byte));
        let is_open = line.last().is_none_or(|last| is_end(&last));
        (!is_code && !is_open).then(|| line.iter().filter(is_end).count())
    };
    let are_rows = n_cells(above)
        .is_some_and(|n_cells_above| n_cells_above > 0 && n_cells(below) == Some(n_cells_above));
    let is_sentence = |line: &[u8]| {
        line.first().is_some_and(u8::is_ascii_uppercase)
            && line.last().is_some_and(|last| b".!?".contains(last))
            && line.contains(&b' ')
    };
    is_row && (are_rows || is_sentence(above) && is_sentence(below))
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

//! Blank context lines that the target lacks, in a dialect that means them as additions (FILE_PATCH).

use std::sync::Arc;

use super::{Aligned, Candidate};
use crate::patch::{BlankContext, Hunk, HunkLine, LineKind};
use crate::text::{Text, indent};

/// Makes additions of the blank context lines that `candidate` found no partner for, where `hunk` means them so. Those
/// at the end of the file, with nothing but context without a partner below them, are context past it, and stay out.
pub(super) fn insert(hunk: &Hunk, text: &Text, candidate: &mut Candidate) {
    if hunk.blank_context == BlankContext::Ignored {
        return;
    }
    let lines = &candidate.variant.lines;
    let at_end = candidate.span.end >= text.n_lines();
    let targets = candidate.targets();
    let is_past = |at: usize| lines[at].kind == LineKind::Context && targets[at].is_none();
    let last = if at_end {
        (0..lines.len()).rposition(|at| !is_past(at)).unwrap_or(0)
    } else {
        lines.len()
    };
    let lacking: Vec<usize> = (0..last)
        .filter(|at| is_blank_context(&lines[*at]) && targets[*at].is_none())
        .collect();
    if lacking.is_empty() {
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

fn is_blank_context(line: &HunkLine) -> bool {
    line.kind == LineKind::Context && indent::is_blank(&line.body)
}

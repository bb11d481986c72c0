//! Deletions in which a line `~` stands for all lines between its neighbours.

use super::{Extent, Hunk, HunkLine, LineKind, only, preimage, stands_at};
use crate::text::{LineSpan, Text};

/// Fills in the lines for which each deleted `~` stands. The lines before the first of them, and those behind each, must
/// stand once in what is left of the file; otherwise nothing comes of it.
pub(super) fn filled(hunk: &Hunk, text: &Text) -> Option<Hunk> {
    let mut parts = hunk.lines.split(is_elision);
    let first = parts.next()?;
    let mut lines = first.to_vec();
    let mut below = only(&places(first, text, 0))? + preimage(first).count();
    let mut left_out: Option<LineSpan> = None;
    for part in parts {
        let start = only(&places(part, text, below))?;
        if start > below {
            let from = left_out.map_or(below, |span| span.start);
            left_out = Some(LineSpan::new(from, start));
        }
        let unquoted = text.pieces(LineSpan::new(below, start));
        lines.extend(unquoted.map(|line| HunkLine::new(LineKind::Delete, line)));
        lines.extend_from_slice(part);
        below = start + preimage(part).count();
    }
    Some(Hunk {
        lines: lines.into(),
        replaces: left_out,
        extent: Extent::Lines,
        invalid: None,
        ..hunk.clone()
    })
}

fn is_elision(line: &HunkLine) -> bool {
    line.kind == LineKind::Delete && line.body == "~"
}

/// Returns where the preimage of `lines` stands in `text` from line `from` on, blanks around its lines aside.
fn places(lines: &[HunkLine], text: &Text, from: usize) -> Vec<usize> {
    let n_lines = preimage(lines).count();
    let stands = |start: &usize| stands_at(text, lines, *start);
    match text.n_lines().checked_sub(n_lines) {
        Some(last) if n_lines > 0 => (from..=last).filter(stands).collect(),
        Some(_) | None => Vec::new(),
    }
}

//! Whether a file that is given whole ends too early: a reply may be cut off with its last line complete, and closed.

use crate::patch::{Hunk, HunkLine, LineKind};
use crate::text::{Text, Trim, indent};

/// Returns whether the last hunk of a whole file removes the rest of the file, from within a block or a line on, and puts
/// nothing in its place.
pub(super) fn is_cut_off(last: &Hunk, text: &Text) -> bool {
    let stays = |line: &HunkLine| line.is_context() && line.has_text();
    let tail = last.lines.iter().rposition(stays).map_or(0, |at| at + 1);
    let tail = last.lines[tail..].iter().filter(|line| line.has_text());
    let of_kind = |kind| tail.clone().filter(move |line| line.kind == kind);
    let n_old = last.lines.iter().filter(|line| line.in_preimage()).count();
    let end = last.hint.map_or(0, |hint| hint.line_index) + n_old;
    let is_at_end = (end..text.n_lines()).all(|line| indent::is_blank(text.line(line)));
    let Some(first_gone) = of_kind(LineKind::Delete).next().filter(|_| is_at_end) else {
        return false;
    };
    let come: Vec<&HunkLine> = of_kind(LineKind::Insert).collect();
    match come[..] {
        [] => !indent::leading(&first_gone.body).is_empty(),
        [part] => begins(part, first_gone) && of_kind(LineKind::Delete).count() > 1,
        [..] => false,
    }
}

/// Returns whether a line is the beginning of another, and no more.
fn begins(part: &HunkLine, line: &HunkLine) -> bool {
    let (part, line) = (part.body.trimmed_end(), line.body.trimmed_end());
    part.len() < line.len() && line.starts_with(part)
}

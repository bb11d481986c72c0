//! Parts that add nothing but remarks to lines that stay: a quote of the code of today looks like that, with an arrow at the line that
//! is meant.

use super::super::{Hunk, HunkLine, LineKind};
use crate::text::{Trim, comment, indent};

/// Returns whether all changes of some hunks together are new remarks, in lines of their own or behind lines that stay. What
/// documents a definition is none.
pub(super) fn are_all(hunks: &[Hunk]) -> bool {
    let mut lines = hunks.iter().flat_map(|hunk| hunk.lines.iter());
    let comes = |line: &HunkLine| line.kind == LineKind::Insert && !indent::is_blank(&line.body);
    lines.any(comes)
        && hunks
            .iter()
            .all(|hunk| hunk.invalid.is_none() && adds_remarks(hunk))
}

fn adds_remarks(hunk: &Hunk) -> bool {
    let of_kind = |kind: LineKind| {
        let lines = hunk.lines.iter().filter(move |line| line.kind == kind);
        lines.filter(|line| !indent::is_blank(&line.body))
    };
    let mut gone: Vec<&HunkLine> = of_kind(LineKind::Delete).collect();
    let is_remark = |text: &[u8]| {
        let documents = ["///", "//!", "/**", "#!", "#["];
        (comment::is_apart(text) || text.starts_with(b"<!--"))
            && !documents
                .iter()
                .any(|sign| text.starts_with(sign.as_bytes()))
    };
    let adds = of_kind(LineKind::Insert).all(|new| {
        let new = new.body.trimmed();
        let is_below = |old: &&HunkLine| {
            let rest = new.strip_prefix(old.body.trimmed());
            rest.is_some_and(|rest| is_remark(rest.trimmed()))
        };
        match gone.iter().position(is_below) {
            Some(at) => {
                gone.remove(at);
                true
            }
            None => is_remark(new),
        }
    });
    adds && gone.is_empty()
}

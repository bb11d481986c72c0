//! Word diffs, which look like diffs and leave open which lines there were.

use bstr::{BStr, ByteSlice};

use super::note::NoteCode;
use super::walk::section::Section;
use crate::patch::{CountCheck, FileOp, HintSource, Hunk, HunkLine};
use crate::text::Sign;

pub(super) const REASON: &str = "a word diff marks words, not lines; ask for a plain diff";

/// Refuses the hunks of a word diff: read as lines, nothing of it would be a change.
pub(super) fn rule(section: &mut Section<'_>) {
    if section.file.op != FileOp::Modify {
        return;
    }
    for index in 0..section.file.hunks.len() {
        let hunk = &mut section.file.hunks[index];
        if hunk.invalid.is_none() && is_of_words(hunk) {
            hunk.invalid = Some(REASON.into());
            section.tell(index, NoteCode::Unsupported, REASON);
        }
    }
}

fn is_of_words(hunk: &Hunk) -> bool {
    let changes = hunk.lines.iter().any(|line| line.is_change());
    // What is made for programs ends each line by a `~` of its own, so that the counts are others.
    let source = hunk.hint.map(|hint| hint.source);
    let miscounts = source == Some(HintSource::Header(CountCheck::Wrong));
    let says = |line: &HunkLine| {
        let body = line.body.as_bstr();
        let is_of_porcelain = miscounts && body == "~";
        // Few lines hold the first of these: setting a search up costs more than to see that.
        let is_marked = if changes {
            memchr::memchr(b']', body).is_some() && body.contains_str("-]{+")
        } else {
            marks_words(body)
        };
        is_of_porcelain || is_marked
    };
    if changes && !miscounts && !hunk.may_have([Sign::WordChange]) {
        return false;
    }
    let mut context = hunk.lines.iter().filter(|line| line.is_context());
    context.any(says)
}

/// Returns whether a line has words that a word diff marks: `[-old-]`, `{+new+}`.
pub(super) fn marks_words(line: &BStr) -> bool {
    encloses(line, "[-", "-]") || encloses(line, "{+", "+}")
}

/// Returns whether a line has something between two marks.
fn encloses(line: &BStr, open: &str, close: &str) -> bool {
    let inside = line.split_once_str(open).map(|(_, rest)| rest);
    inside.is_some_and(|rest| rest.find(close).is_some_and(|at| at > 0))
}

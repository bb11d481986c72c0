//! Edits whose lines are named by number and a short digest: `42#VK`.

use bstr::ByteSlice;

use super::arguments::Call;
use crate::dialect::blocks::block;
use crate::dialect::walk::line;
use crate::patch::Hunk;
use crate::text::LineSpan;

/// The names of the field that gives the first line, and the last.
pub(in crate::dialect) const FIRST: &[&str] = &[
    "pos", "anchor", "startAnchor", "start_anchor", "start", "after", "before",
];
pub(super) const LAST: &[&str] = &["end", "endAnchor", "end_anchor"];

/// Returns the 1-based number of the line that one of the fields `names` points at.
pub(in crate::dialect) fn anchor(call: &Call, names: &[&str]) -> Option<usize> {
    names.iter().find_map(|name| {
        let (text, _) = call.named(name)?.lines.first()?;
        let at = text.find_byteset(b"#:")?;
        let digest = text[at + 1..].split_str("|").next().unwrap_or_default();
        let is_digest =
            (2..=8).contains(&digest.len()) && digest.iter().all(u8::is_ascii_alphanumeric);
        if !is_digest {
            return None;
        }
        line::number(&text[..at])
    })
}

/// Reads an edit whose lines are named by anchors. What a digest is made of, every tool decides for itself, so it proves
/// nothing here: the lines are shown, and a person decides.
pub(in crate::dialect) fn hunk(call: &Call) -> Option<Hunk> {
    let first = anchor(call, FIRST)?;
    let last = anchor(call, LAST).unwrap_or(first);
    let text = ["lines", "content", "text", "new_text", "newText"]
        .iter()
        .find_map(|name| call.named(name))
        .cloned()
        .unwrap_or_default();
    let hunk = call.insertions(&text);
    let goes_behind = ["append", "insert", "after"]
        .iter()
        .any(|word| call.verb.contains(word));
    let goes_before = ["prepend", "before"]
        .iter()
        .any(|word| call.verb.contains(word));
    let start = first.saturating_sub(1);
    Some(match (goes_before, goes_behind) {
        (true, _) => Hunk {
            hint: Some(block::start_line(first)),
            ..hunk
        },
        (false, true) => Hunk {
            hint: Some(block::start_line(first + 1)),
            ..hunk
        },
        (false, false) => Hunk {
            hint: Some(block::start_line(first)),
            replaces: Some(Box::new(LineSpan::new(start, last.max(start)))),
            ..hunk
        },
    })
}

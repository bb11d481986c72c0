//! What a model thinks before it answers: edits in it are tried out, and are none.

use bstr::{BStr, ByteSlice};

use super::scan::Scan;

/// What a thought begins with, at the beginning of a line, and what ends it.
const THOUGHTS: &[(&str, &str)] = &[
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<reasoning>", "</reasoning>"),
    ("<scratchpad>", "</scratchpad>"),
    ("<|channel|>analysis<|message|>", "<|end|>"),
    (
        "<|start|>assistant<|channel|>analysis<|message|>",
        "<|end|>",
    ),
    ("◁think▷", "◁/think▷"),
];

/// Passes over a thought that begins where the walk stands; one without its end is read as an answer. Returns whether there
/// was one.
pub(in crate::dialect) fn pass(scan: &mut Scan<'_>) -> bool {
    if scan.fence.is_some() {
        return false;
    }
    let line = scan.lines[scan.at].trimmed();
    // A tag amid a sentence is spoken of.
    let begins = |row: &&(&str, &str)| {
        let rest = line.strip_prefix(row.0.as_bytes());
        rest.is_some_and(|rest| {
            rest.is_empty() || row.1 == "<|end|>" || ends(rest.as_bstr(), row.1)
        })
    };
    let end = match THOUGHTS.iter().find(begins) {
        Some((_, end)) => end_from(scan, end),
        None => None,
    };
    let Some((last, end)) = end else {
        return false;
    };
    let start = scan.at;
    // The answer may begin on the line where the thought ends.
    let body = scan.lines[last].body;
    let rest = body.rsplit_once_str(end).map_or(&b""[..], |(_, rest)| rest);
    let goes_on = last > start && !rest.trim().is_empty();
    scan.at = last + usize::from(!goes_on);
    scan.count_as_example(start);
    scan.read_to = scan.at;
    true
}

/// Returns whether a thought ends in a line: the tag stands at its beginning or at its end, and not amid a sentence.
fn ends(line: &BStr, end: &str) -> bool {
    let text = line.trim();
    text.starts_with(end.as_bytes())
        || text.ends_with(end.as_bytes())
        || end == "<|end|>" && text.contains_str(end)
}

/// Returns the line, from where the walk stands, in which the thought ends; looked for once where there is none.
fn end_from(scan: &mut Scan<'_>, end: &'static str) -> Option<(usize, &'static str)> {
    if scan.thought_without_end == Some(end) {
        return None;
    }
    let last = (scan.at..scan.lines.len()).find(|at| ends(scan.lines[*at].body, end));
    if last.is_none() {
        scan.thought_without_end = Some(end);
    }
    last.map(|last| (last, end))
}

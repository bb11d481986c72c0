//! What a model thinks before it answers: edits in it are tried out, and are none.

use bstr::ByteSlice;

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
pub(super) fn pass(scan: &mut Scan<'_>) -> bool {
    if scan.fence.is_some() {
        return false;
    }
    let line = scan.lines[scan.at].trimmed();
    let begins = |row: &&(&str, &str)| line.starts_with(row.0.as_bytes());
    let end = match THOUGHTS.iter().find(begins) {
        Some((_, end)) => scan.lines[scan.at..]
            .iter()
            .position(|line| line.body.contains_str(end))
            .map(|ahead| (scan.at + ahead, *end)),
        None if scan.at == 0 => without_beginning(scan),
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

/// Returns the line that ends a thought with which the reply begins: some services leave its first tag out.
fn without_beginning<'a>(scan: &Scan<'a>) -> Option<(usize, &'static str)> {
    let (begin, end) = THOUGHTS[0];
    let first = scan.lines.iter().position(|line| {
        line.trimmed().starts_with(end.as_bytes()) || line.trimmed().starts_with(begin.as_bytes())
    })?;
    let ends = scan.lines[first].trimmed().starts_with(end.as_bytes());
    ends.then_some((first, end))
}

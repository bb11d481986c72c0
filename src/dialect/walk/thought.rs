//! What a reader of the rendered reply does not see as its answer: what a model thinks first, what tools tell it, and
//! comments over several lines. Edits in them are tried out, or put aside, and are none.

use std::cell::Cell;

use bstr::{BStr, ByteSlice};

use super::fence::Fence;
use super::scan::Scan;
use crate::dialect::call::outcome;
use crate::text::{OneOf, Trim};

/// What a thought, or an answer to the model, begins with, at the beginning of a line, and what ends it.
const THOUGHTS: &[(&str, &str)] = &[
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<reasoning>", "</reasoning>"),
    ("<scratchpad>", "</scratchpad>"),
    ("◁think▷", "◁/think▷"),
    // What a tool answered, and what a program told the model.
    ("<function_results>", "</function_results>"),
    ("<function_result>", "</function_result>"),
    ("<tool_response>", "</tool_response>"),
    ("<tool_result>", "</tool_result>"),
    ("<tool_results>", "</tool_results>"),
    ("<tool_output>", "</tool_output>"),
    ("<observation>", "</observation>"),
    ("<environment_details>", "</environment_details>"),
    ("<environment_context>", "</environment_context>"),
    ("<system-reminder>", "</system-reminder>"),
    ("<bash-stdout>", "</bash-stdout>"),
    ("<local-command-stdout>", "</local-command-stdout>"),
    ("<command_output>", "</command_output>"),
    ("<stdout>", "</stdout>"),
    // What the user wrote.
    ("<user_query>", "</user_query>"),
    ("<user_message>", "</user_message>"),
    ("<task>", "</task>"),
];

/// Beginnings of what a program told the model.
const TOLD: &[&str] = &[
    "<environment_details>",
    "<environment_context>",
    "<system-reminder>",
    "<bash-stdout>",
    "<local-command-stdout>",
    "<command_output>",
    "<stdout>",
    "<user_query>",
    "<user_message>",
    "<task>",
];

/// What begins and ends a comment of the reply itself. One on a single line may hold the path of the block below it.
const COMMENT: (&str, &str) = ("<!--", "-->");

/// Returns whether a line only begins a thought.
pub(in crate::dialect) fn opens(line: &BStr) -> bool {
    let line = line.trimmed();
    THOUGHTS.iter().any(|(open, _)| line == open.as_bytes())
}

/// Returns whether a line only begins what a model thinks, and not what a tool tells it.
pub(in crate::dialect) fn begins(line: &BStr) -> bool {
    opens(line) && !is_of_tool(line.trimmed()) && !line.trimmed().is_one_of(TOLD)
}

/// Returns whether a line only ends one.
pub(in crate::dialect) fn closes(line: &BStr) -> bool {
    let line = line.trimmed();
    THOUGHTS.iter().any(|(_, end)| line == end.as_bytes())
}

/// Passes over a thought or a comment that begins where the walk stands; one without its end is read as an answer. Returns
/// whether there was one.
pub(in crate::dialect) fn pass(scan: &mut Scan<'_>) -> bool {
    if scan.fence.is_some() {
        return false;
    }
    let line = scan.lines[scan.at].trimmed();
    // A tag amid a sentence is spoken of.
    let begins = |row: &&(&str, &str)| {
        let rest = line.strip_prefix(row.0.as_bytes());
        rest.is_some_and(|rest| rest.is_empty() || ends(rest.as_bstr(), row.1))
    };
    // In a here-document it may be what a file holds.
    let is_comment = scan.heredoc.is_none()
        && line
            .strip_prefix(COMMENT.0.as_bytes())
            .is_some_and(|rest| !rest.contains_str(COMMENT.1));
    let end = match THOUGHTS.iter().find(begins) {
        Some((_, end)) => end_from(scan, end),
        None if is_comment => end_of_comment(scan),
        None => None,
    };
    let Some((last, end)) = end else {
        return false;
    };
    let start = scan.at;
    if is_of_tool(line) {
        let text = scan.lines[start..=last].iter().map(|line| line.body);
        outcome::weigh_text(scan, &bstr::join("\n", text));
    }
    // The answer may begin on the line where the thought ends.
    let body = scan.lines[last].body;
    let rest = body.rsplit_once_str(end).map_or(&b""[..], |(_, rest)| rest);
    let goes_on = last > start && !rest.trimmed().is_empty();
    scan.at = last + usize::from(!goes_on);
    scan.count_as_example(start);
    scan.read_to = scan.at;
    true
}

/// Returns whether a line begins what a tool answered.
fn is_of_tool(line: &[u8]) -> bool {
    let mut names = ["function_result", "tool_re", "tool_output", "observation"].iter();
    names.any(|name| line[1..].starts_with_str(name))
}

/// Returns whether a thought ends in a line: the tag stands at its beginning or at its end, and not amid a sentence.
fn ends(line: &BStr, end: &str) -> bool {
    let text = line.trimmed();
    text.starts_with(end.as_bytes()) || text.ends_with(end.as_bytes())
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

/// Returns the line that ends the comment which begins where the walk stands: one amid a fence belongs to the code there.
fn end_of_comment(scan: &mut Scan<'_>) -> Option<(usize, &'static str)> {
    let (_, end) = COMMENT;
    if scan.thought_without_end == Some(end) {
        return None;
    }
    let inner = Cell::new(None::<Fence<'_>>);
    let is_end = |index: &usize| {
        let body = scan.lines[*index].body;
        match inner.get() {
            Some(fence) if fence.closed_by(body) => inner.set(None),
            Some(_) => {}
            None if body.contains_str(end) => return true,
            None => inner.set(Fence::open(body, *index)),
        }
        false
    };
    let last = (scan.at + 1..scan.lines.len()).find(is_end);
    if last.is_none() {
        scan.thought_without_end = Some(end);
    }
    last.map(|last| (last, end))
}

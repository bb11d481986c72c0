//! Lines that look like calls of tools where none was read: a tag that tools have, an object with a path and a text, a call
//! as Python writes it.

use bstr::{BStr, ByteSlice};

use super::element;
use super::role::{self, Role, role};
use crate::dialect::walk::line::Line;

/// How many lines may stand between the beginning and the path.
const REACH: usize = 6;

/// Returns whether line `at` begins a call, by it and by the lines behind it that are not read.
pub(in crate::dialect) fn begins(
    lines: &[Line<'_>],
    at: usize,
    is_unread: impl Fn(usize) -> bool,
) -> bool {
    let line = lines[at].trimmed();
    let near = || {
        let near = (at..lines.len()).take(REACH);
        let near = near.take_while(|at| is_unread(*at));
        near.map(|at| lines[at].body)
    };
    match line.first() {
        Some(b'<') => {
            let rest = &line[1..];
            let length = rest
                .iter()
                .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
                .count();
            element::may_begin(&rest[..length])
                && near().any(|line| names_roles(line, "<").contains(&Role::Path))
        }
        // Searches and views name a path, too, but no text that goes or comes.
        Some(b'{' | b'[') if line[0] == b'{' || line.starts_with(b"[TOOL_CALLS]") => {
            let names_path = |line: &BStr| {
                let mut quotes = ["\"", "'"].iter();
                quotes.any(|quote| names_roles(line, quote).contains(&Role::Path))
            };
            let texts = ["old", "new", "patch", "diff", "file_text", "undo_edit"];
            let names_text = |line: &BStr| {
                let follows = |quote: u8, name: &str| {
                    let mut parts = line.split(|byte| *byte == quote).skip(1);
                    parts.any(|part| part.starts_with(name.as_bytes()))
                };
                texts
                    .iter()
                    .any(|name| follows(b'"', name) || follows(b'\'', name))
            };
            // What describes the fields of a call is none.
            let is_schema = |line: &BStr| {
                ["\"properties\"", "\"input_schema\"", "\"inputSchema\""]
                    .iter()
                    .any(|name| line.contains_str(name))
            };
            near().any(names_path)
                && near().any(names_text)
                && !near().any(is_schema)
                && !near().any(role::tells_of_result)
        }
        Some(first) if first.is_ascii_alphabetic() => is_python_call(line),
        Some(_) | None => false,
    }
}

/// Returns whether a line calls a tool as Python calls a function: `edit(file_path='a', old_string='b', …)`.
fn is_python_call(line: &BStr) -> bool {
    let tools = [
        "edit",
        "replace",
        "write",
        "write_file",
        "edit_file",
        "str_replace",
        "create_file",
    ];
    let names_tool = |before: &[u8]| {
        let name = before
            .rsplit(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_')
            .next();
        name.is_some_and(|name| tools.iter().any(|tool| name == tool.as_bytes()))
    };
    let mut calls = line.find_iter("(").map(|at| &line[..at]);
    let texts = [
        "old_string=",
        "old_str=",
        "new_string=",
        "new_str=",
        "content=",
    ];
    line.contains_str("path=")
        && texts.iter().any(|name| line.contains_str(name))
        && calls.any(|before| names_tool(before))
}

/// Returns what the names in a line are to a tool call: those behind each `sign`.
fn names_roles(line: &BStr, sign: &str) -> Vec<Role> {
    let names = line.split_str(sign).skip(1);
    names
        .filter_map(|part| {
            let length = part
                .iter()
                .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
                .count();
            role(part[..length].to_str().ok()?)
        })
        .collect()
}

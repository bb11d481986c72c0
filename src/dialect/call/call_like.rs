//! Lines that look like calls of tools where none was read: a tag that tools have, or one that names what is done with a
//! file, an object with a path and a text, a call as Python writes it, and its fields as YAML writes them.

use bstr::{BStr, ByteSlice};

use super::element;
use super::role::{self, Role, role};
use crate::dialect::walk::fence::Fence;
use crate::dialect::walk::line::Line;

/// How many lines may stand between the beginning and the path.
const REACH: usize = 6;

/// How many lines the old and the new text may take where their fields are lines.
const LONGEST_FIELDS: usize = 60;

/// What is done with a file, as the names of tags have it: `<DeleteFile`, `<QuickEdit`.
const DEEDS: &[&str] = &[
    "Edit", "Delete", "Remove", "Write", "Create", "Replace", "Rename", "Move", "Update", "Modify",
];

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
                || is_deed(&rest[..length]) && names_file(&rest[length..])
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
        Some(first) if first.is_ascii_alphabetic() || *first == b'[' => {
            is_python_call(line) || are_fields(lines, at)
        }
        Some(b'-') => are_fields(lines, at),
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
    if !calls.any(|before| names_tool(before)) {
        return false;
    }
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let roles: Vec<Role> = line
        .find_iter("=")
        .filter_map(|end| {
            let begin = line[..end].iter().rposition(|byte| !is_of_name(byte));
            role(line[begin.map_or(0, |at| at + 1)..end].to_str().ok()?)
        })
        .collect();
    let is_text = |role: &Role| matches!(role, Role::Old | Role::New | Role::Whole);
    roles.contains(&Role::Path) && roles.iter().any(is_text)
}

/// Returns the path in a line by which the screen of an agent shows an edit: `● Update(src/a.txt)`.
pub(in crate::dialect) fn screen(line: &[u8]) -> Option<&[u8]> {
    let marks = ["● ", "⏺ ", "• "];
    let rest = marks
        .iter()
        .find_map(|mark| line.trim_start().strip_prefix(mark.as_bytes()))?;
    let (deed, path) = rest.trim_end().strip_suffix(b")")?.split_once_str("(")?;
    DEEDS
        .iter()
        .any(|it| deed == it.as_bytes())
        .then_some(path)
        .filter(|path| !path.contains(&b' '))
}

/// Returns whether a tag is named for what is done with a file.
fn is_deed(name: &[u8]) -> bool {
    DEEDS
        .iter()
        .any(|deed| name.len() > deed.len() && name.contains_str(deed))
}

/// Returns whether a tag whose attributes these are names a file: `file="a.txt"`.
fn names_file(attributes: &[u8]) -> bool {
    let end = attributes.find(">").unwrap_or(attributes.len());
    let mut fields = attributes[..end].fields();
    fields.any(|field| {
        let name = field.split_once_str("=\"").map(|(name, _)| name);
        name.and_then(|name| role(name.to_str().ok()?)) == Some(Role::Path)
    })
}

/// Returns whether the fields of an edit begin at line `at`, each with a colon: a path, and behind it an old and a new text.
fn are_fields(lines: &[Line<'_>], at: usize) -> bool {
    let role_of = |line: &Line<'_>| {
        let text = line.trimmed();
        let text = text.strip_prefix(b"- ").unwrap_or(text);
        let (name, value) = text.split_once_str(":")?;
        let is_plain = value.is_empty() || value.starts_with(b" ");
        role(name.to_str().ok()?).filter(|_| is_plain)
    };
    if role_of(&lines[at]) != Some(Role::Path) {
        return false;
    }
    let behind = lines[at + 1..].iter().take(LONGEST_FIELDS);
    let mut roles = behind
        .take_while(|line| Fence::open(line.body, 0).is_none())
        .filter_map(role_of)
        .filter(|role| matches!(role, Role::Path | Role::Old | Role::New));
    let next = (roles.next(), roles.next());
    next == (Some(Role::Old), Some(Role::New))
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

//! What elements are to a reader of edits, by the words of their names: one place for all who read tags.

use super::role::{Role, role};
use super::verb;

/// Words for what is done with a file. An element that has one in its name is a call: `<write_to_file>`, `<QuickEdit>`.
const DEEDS: &[&str] = &[
    "apply", "edit", "edits", "replace", "insert", "delete", "remove", "rename", "move", "update",
    "modify",
];

/// The same for what gives a file its content.
const MAKING: &[&str] = &["write", "create", "new", "save"];

/// Elements that hold others, and whose names say nothing of what is done.
const WRAPPERS: &[&str] = &[
    "args", "arguments", "boltArtifact", "change", "changes", "diff", "file", "function",
    "function_call", "function_calls", "invoke", "operation", "operations", "parameters",
    "replacement", "replacements", "tool_call", "tool_use", "update", "use_mcp_tool",
];

/// Elements that are called exactly as a tool is, by words that are none of the others: `<Write>`, `<text_editor>`.
const TOOLS: &[&str] = &[
    "Create",
    "Write",
    "create",
    "developer__text_editor",
    "insert",
    "modify",
    "text_editor",
    "write",
];

/// Elements that hold the whole content of the file that they name, tags and all.
const CONTENTS: &[&str] = &[
    "boltAction",
    "PlandexBlock",
    "dyad-write",
    "lov-write",
    "proposed_file_replace",
];

/// Returns whether one of `wanted` is a word of `name`, and not all of it: `write_file`, `dyad-write` and `WriteFile` are written
/// alike. A word alone, such as `<delete>`, may be of any language; a name that a field has is that of the field.
fn has_word(name: &str, wanted: &[&str]) -> bool {
    let begins_next = |pair: &[u8]| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase();
    let parts = name.split(|c: char| !c.is_ascii_alphanumeric());
    let mut words = parts.flat_map(|part| {
        let next = part.as_bytes().windows(2).position(begins_next);
        let (first, second) = part.split_at(next.map_or(part.len(), |at| at + 1));
        [first, second]
    });
    let is_wanted = |word: &str| wanted.iter().any(|it| word.eq_ignore_ascii_case(it));
    role(name).is_none() && words.any(|word| word.len() < name.len() && is_wanted(word))
}

/// Returns whether the name of an element says what is done with a file.
pub(in crate::dialect) fn is_deed(name: &str) -> bool {
    matches!(name, "edit" | "edits") || has_word(name, DEEDS) || has_word(name, MAKING)
}

/// Returns whether an element called `name` changes files by its name alone, where it names one: `<rename>`, `<boltAction>`.
pub(in crate::dialect) fn acts(name: &str) -> bool {
    CONTENTS.contains(&name) || DEEDS.contains(&name) || name == "copy"
}

/// Returns whether an edit may begin with an element called `name`. One called `source` or `from` may hold anything where nothing
/// is around it.
pub(in crate::dialect) fn may_begin(name: &str) -> bool {
    let says_path = || name.contains("path") || name.contains("file");
    holds_others(name)
        || CONTENTS.contains(&name)
        || role(name) == Some(Role::Old)
        || role(name) == Some(Role::Path) && says_path()
}

/// Returns whether an element called `name`, which names a file and holds no others, holds the whole content of it.
pub(in crate::dialect) fn holds_content(name: &str) -> bool {
    let makes_by_name = || MAKING.iter().any(|word| name.eq_ignore_ascii_case(word));
    CONTENTS.contains(&name) || has_word(name, MAKING) || is_tool(name) && makes_by_name()
}

/// Returns whether an element called `name` may hold others rather than text.
pub(in crate::dialect) fn holds_others(name: &str) -> bool {
    WRAPPERS.contains(&name)
        || is_tool(name)
        || name != "boltAction" && is_deed(name)
        || verb::only_shows(name)
}

/// Returns whether an element called `name` can only hold a call, with the name of its tool and what that is given.
pub(in crate::dialect) fn is_call(name: &str) -> bool {
    matches!(
        name,
        "function_call" | "function_calls" | "invoke" | "tool_call" | "tool_use" | "use_mcp_tool"
    )
}

/// Returns whether an element is called exactly as a tool is.
pub(in crate::dialect) fn is_tool(name: &str) -> bool {
    TOOLS.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_what_is_done_by_one_of_its_words() {
        for name in [
            "edit",
            "multi_edit",
            "str_replace_based_edit_tool",
            "QuickEdit",
            "lov-rename",
        ] {
            assert!(is_deed(name), "{name}");
        }
        for name in ["newline", "editor", "delete", "update", "new_text", "div"] {
            assert!(!is_deed(name), "{name}");
        }
    }
}

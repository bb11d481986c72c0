//! Whether the name of a tool says that it edits. A list of words for what else it may do (show, plan, test, revert) would never
//! be complete, so each word of the name must be one by which tools that edit are called.

/// What such a name may be made of.
const WORDS: &[&str] = &[
    "action",
    "add",
    "after",
    "all",
    "amend",
    "and",
    "append",
    "appending",
    "apply",
    "artifact",
    "ast",
    "at",
    "based",
    "bash",
    "batch",
    "before",
    "block",
    "blocks",
    "body",
    "bolt",
    "builtin",
    "bulk",
    "by",
    "call",
    "canvas",
    "cell",
    "change",
    "changes",
    "class",
    "cmd",
    "code",
    "command",
    "content",
    "contents",
    "copilot",
    "copy",
    "create",
    "created",
    "delete",
    "deleted",
    "diff",
    "diffs",
    "doc",
    "document",
    "dyad",
    "edit",
    "edited",
    "editing",
    "editor",
    "edits",
    "exec",
    "execute",
    "existing",
    "fast",
    "file",
    "files",
    "filesystem",
    "find",
    "fix",
    "from",
    "fs",
    "full",
    "function",
    "fuzzy",
    "gen",
    "generate",
    "hunk",
    "hunks",
    "ide",
    "import",
    "in",
    "insert",
    "insertion",
    "into",
    "json",
    "key",
    "lazy",
    "line",
    "lines",
    "local",
    "lov",
    "make",
    "many",
    "method",
    "mod",
    "modified",
    "modify",
    "morph",
    "move",
    "multi",
    "multiple",
    "new",
    "node",
    "notebook",
    "of",
    "op",
    "operation",
    "or",
    "overwrite",
    "part",
    "partial",
    "patch",
    "patches",
    "path",
    "post",
    "prepend",
    "project",
    "put",
    "quick",
    "range",
    "refactor",
    "regex",
    "region",
    "remove",
    "rename",
    "replace",
    "replaced",
    "replacement",
    "replacements",
    "repo",
    "repository",
    "rewrite",
    "run",
    "s",
    "safe",
    "save",
    "search",
    "section",
    "select",
    "selection",
    "set",
    "shell",
    "single",
    "smart",
    "snippet",
    "source",
    "str",
    "string",
    "strings",
    "struct",
    "substitute",
    "swap",
    "symbol",
    "target",
    "terminal",
    "text",
    "textdoc",
    "to",
    "tool",
    "tools",
    "unified",
    "update",
    "updated",
    "updates",
    "upsert",
    "use",
    "v",
    "value",
    "variable",
    "vscode",
    "whole",
    "with",
    "workspace",
    "write",
    "writing",
    "xml",
    "yaml",
];

/// Names of tools that edit and are called by other words.
const NAMES: &[&str] = &[
    "propose_code",
    "proposed_file_insert",
    "proposed_file_replace",
    "proposed_file_replace_substring",
    "codeblock",
    "suggestion",
    "sed",
    "sed_i",
];

/// Returns whether a tool, or what it is told to do, is called by words of editing alone. `verb` is in lower case, empty where the call
/// has none; before it comes the server that offers the tool: `mcp__disk__edit_file`, `functions.edit`.
pub(super) fn says_edit(verb: &str) -> bool {
    let own = verb.rsplit("__").next().unwrap_or(verb);
    // Some count their calls behind the name: `functions.edit:0`.
    let is_name = |part: &&str| part.contains(char::is_alphabetic);
    let Some(own) = own.rsplit(['.', '/', ':']).find(is_name) else {
        return true;
    };
    let is_part = |c: char| c.is_ascii_alphabetic();
    let words = own.split(|c| !is_part(c)).filter(|word| !word.is_empty());
    let mut words: Vec<&str> = words.collect();
    // `mcp_disk_write_file` names the server that offers the tool.
    if let ["mcp", _, _, ..] = words[..] {
        words.drain(..2);
    }
    // What is done with an edit as a whole is none: `remove_hunk`, `find_edit`.
    let handles_edit = |pair: &[&str]| {
        matches!(
            pair[0],
            "copy" | "delete" | "find" | "post" | "remove" | "search" | "select"
        ) && matches!(
            pair[1],
            "diff" | "edit" | "edits" | "hunk" | "hunks" | "patch"
        )
    };
    let is_edit = !words.is_empty() && words.iter().all(|word| is_made_of_words(word));
    NAMES.contains(&own) || is_edit && !words.windows(2).any(handles_edit)
}

/// Returns whether a word is made of the known ones, one behind the other: `strreplacefile`.
fn is_made_of_words(word: &str) -> bool {
    /// A longer one is no name.
    const N_BYTES: usize = 60;
    if word.len() > N_BYTES {
        return false;
    }
    // Whether the word can be so made up to each of its letters.
    let mut is_made = vec![false; word.len() + 1];
    is_made[0] = true;
    for at in 0..word.len() {
        if !is_made[at] {
            continue;
        }
        for known in WORDS.iter().filter(|known| word[at..].starts_with(**known)) {
            // One letter is a word only at the end, as in `edits`.
            let end = at + known.len();
            is_made[end] |= known.len() > 1 || end == word.len();
        }
    }
    is_made[word.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools_that_edit_are_told_from_those_that_only_show() {
        for name in [
            "edit",
            "multiedit",
            "str_replace_editor",
            "str_replace_based_edit_tool",
            "strreplacefile",
            "search_and_replace",
            "mcp__disk__edit_file",
            "functions.apply_patch",
            "functions.edit:0",
            "",
            "text_editor_20250124",
            "single_find_and_replace",
            "edit_block",
            "insert_edit_into_file",
            "replace_string_in_file",
            "save-file",
            "propose_code",
            "replace_file_content",
            "write_to_file",
            "notebookedit",
            "replace_symbol_body",
            "update_file",
            "create_or_update_file",
            "apply_patch_v2",
            "partial_edit",
            "mcp_disk_write_file",
            "builtin_create_new_file",
        ] {
            assert!(says_edit(name), "{name}");
        }
        for name in [
            "show_edit",
            "plan_edit",
            "test_edit",
            "revert_edit",
            "undo_edit",
            "render_diff",
            "explain_change",
            "proposeedit",
            "mcp__disk__review_edit",
            "queue_write",
            "reject_edit",
            "remove_hunk",
            "find_edit",
            "functions.show_edit:0",
            "mcp_disk_show_edit",
            "编辑文件",
        ] {
            assert!(!says_edit(name), "{name}");
        }
    }
}

//! Whether the name of a tool says that it edits. In such a name the act is in front of what it is done to. In front of the act may
//! be another act (`render_edit`, `queue_write`), and behind it something that is no file (`delete_bookmark`, `create_issue`). A list
//! of those would never be complete, and one that is missing would write what was not asked for. So each word must be known.

use super::verb_words::{ACTS, BEFORE, LOOKING, NAMES, OBJECTS, REPLACING, SHOWING, WORDS};

/// Returns the name that a tool has itself, in lower case: without the server that offers it, and without the number by which some
/// count their calls (`functions.edit:0`, `mcp__disk__edit_file`, `mcp_disk_write_file`). A command stays as it is.
pub(in crate::dialect) fn own(name: &str) -> String {
    let name = name.trim().to_ascii_lowercase();
    let is_name = |part: &&str| part.contains(char::is_alphabetic);
    if name.contains(char::is_whitespace) {
        return name;
    }
    let own = name.rsplit("__").next().unwrap_or(&name);
    let own = own.rsplit(['.', '/', ':']).find(is_name).unwrap_or(own);
    const SIGNS: [char; 2] = ['_', '-'];
    let rest = own.strip_prefix("mcp").filter(|it| it.starts_with(SIGNS));
    let rest = rest.unwrap_or_default().trim_start_matches(SIGNS);
    match rest.split_once(SIGNS) {
        Some((server, own)) if !is_made_of_words(server) => own.trim_start_matches(SIGNS),
        Some(_) => rest,
        None => own,
    }
    .to_string()
}

/// Returns whether a tool, or what it is told to do, is called by words of editing. `verb` is in lower case, empty where the call
/// has none.
pub(super) fn says_edit(verb: &str) -> bool {
    let own = own(verb);
    if !own.contains(char::is_alphabetic) {
        return true;
    }
    let is_part = |c: char| c.is_ascii_alphabetic();
    let mut words = own.split(|c| !is_part(c)).filter(|word| !word.is_empty());
    // The same without anything between its words: `removeHunk` is `remove_hunk`.
    let joined: String = own.chars().filter(|c| is_part(*c)).collect();
    let has = |words: &[&str]| words.iter().any(|word| joined.contains(word));
    // What is done with an edit as a whole is none: `remove_hunk`, `copy_edit`.
    let handles_edit = || {
        [
            "copy", "delete", "find", "post", "remove", "search", "select",
        ]
        .iter()
        .flat_map(|act| ["diff", "edit", "hunk", "patch"].map(|edit| format!("{act}{edit}")))
        .any(|pair| joined.contains(&pair))
    };
    let only_looks = || has(LOOKING) && !has(REPLACING);
    // `diff_edit` shows what an edit would do, `diff_apply` makes it; `deleted_files` are those that went before.
    let of_diff = joined.strip_prefix("diff").unwrap_or_default();
    let shows_diff = || !matches!(of_diff, "" | "s") && !of_diff.contains("apply");
    let tells_of_past = || joined.contains("deleted") && joined != "deleted";
    let mut has_act = false;
    let is_edit = !joined.is_empty()
        && words.all(|word| {
            let others = if has_act { OBJECTS } else { BEFORE };
            has_act |= ACTS.iter().any(|act| word.contains(act));
            is_made_of_words(word) || others.contains(&word) || is_act_with_object(word)
        });
    NAMES.contains(&&own[..])
        || is_edit && !handles_edit() && !only_looks() && !shows_diff() && !tells_of_past()
}

/// Returns whether the name of a tool says that it edits, by the act in it.
pub(super) fn acts(verb: &str) -> bool {
    says_edit(verb) && names_act(verb)
}

/// Returns whether the name of a tool has an act in it, be it one that only shows what it would do.
pub(super) fn names_act(verb: &str) -> bool {
    let own = own(verb);
    ACTS.iter().any(|act| own.contains(act))
}

/// Returns whether a tool, or what it is told to do, takes back what was done: `undo_edit`, `revertFile`, `restore_checkpoint`.
pub(super) fn undoes(verb: &str) -> bool {
    const UNDOING: &[&str] = &[
        "undo", "revert", "restore", "rollback", "roll_back", "discard",
    ];
    const UNDONE: &[&str] = &[
        "", "edit", "edits", "file", "files", "change", "changes", "checkpoint", "last", "all",
        "to", "write", "patch", "it", "snapshot", "version",
    ];
    let own = own(verb);
    let rest = UNDOING.iter().find_map(|word| own.strip_prefix(*word));
    let is_undone = |rest: &str| {
        let mut words = rest.split(|c: char| !c.is_ascii_alphabetic());
        words.all(|word| UNDONE.contains(&word))
    };
    rest.is_some_and(is_undone)
}

/// Returns whether an act and its object are written as one word: `editpython`.
fn is_act_with_object(word: &str) -> bool {
    let mut rests = ACTS.iter().filter_map(|act| word.strip_prefix(act));
    rests.any(|rest| OBJECTS.contains(&rest))
}

/// Returns whether the name of a tag says that the calls in it are only shown, or taken back.
pub(super) fn only_shows(name: &str) -> bool {
    let mut parts = name.split(|c: char| !c.is_ascii_alphanumeric());
    // That alone is a part of many a page.
    let is_of_page = name.eq_ignore_ascii_case("view");
    !is_of_page && parts.any(|part| SHOWING.iter().any(|word| part.eq_ignore_ascii_case(word)))
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
            "desktop-commander_edit_file",
            "diff_apply",
            "apply_diff",
            "delete_file",
            "findreplacecode",
            "correct",
            "agent_edit",
            "commit_edit",
            "my_write_file",
            "edit_python",
            "editpython",
            "replace_unique",
            "write_config",
            "mcp__acme__edit_document",
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
            "diff_edit_file",
            "diffwritefile",
            "removehunk",
            "find_deleted_files",
            "find_in_file",
            "is_deleted",
            "deleted_files",
            "undelete_file",
            "edit_preview",
            "editpreview",
            "write_logs",
            "acme_edit",
            "todo_list",
            "edit_dry_run",
            "delete_bookmark",
            "remove_from_context",
            "remove_breakpoint",
            "delete_cache",
            "rename_tab",
            "copy_link",
            "create_issue",
            "write_memory",
            "create_commit",
            "deletebranch",
        ] {
            assert!(!says_edit(name), "{name}");
        }
    }
}

//! What the fields of tool calls are for, whatever a tool calls them: the one table for calls in JSON and in tags.

use std::collections::HashMap;
use std::sync::LazyLock;

use bstr::{BStr, ByteSlice};
use foldhash::fast::RandomState;

/// What a field is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dialect) enum Role {
    Path,
    /// Several files, each of which the call is about.
    Paths,
    NewPath,
    Old,
    New,
    Whole,
    Patch,
    StartLine,
    EndLine,
    InsertLine,
    /// A cell of a notebook: its id, or what stands for one.
    Cell,
    /// A cell by its number, from 0 on.
    CellNumber,
    /// What a cell holds.
    CellKind,
    /// What becomes of a cell.
    CellAct,
    /// Where the content goes: beside what another field names, or to which end of the file.
    Position,
    /// The text of the file beside which the content goes.
    Anchor,
    /// Whether the content goes to the end of the file.
    Appends,
    /// How the file is opened, or how its old text is read.
    Mode,
    All,
    /// Whether the old text is a pattern.
    Pattern,
    /// What the new text takes the place of is named by what it defines.
    Symbol,
    /// How the content is encoded.
    Encoding,
    /// What the model says of the edit.
    Remark,
    /// The folder from which paths are meant.
    Folder,
    Verb,
    /// The fields of the call itself, in one value.
    Arguments,
    /// The same again, for programs that want it raw.
    Spare,
    /// Whether it is only tried out.
    Trial,
    /// What came of a call, or what was there before: never an edit, though it may look like one.
    Answer,
}

/// The names that tools give their fields, without `_` and `-` and in lower case.
const ROLES: &[(Role, &[&str])] = &[
    (
        Role::Path,
        &[
            "path",
            "filepath",
            "file",
            "filename",
            "targetfile",
            "targetfilepath",
            "absolutepath",
            "relativepath",
            "relativefilepath",
            "relativeworkspacepath",
            "pathinproject",
            "targetpath",
            "targetnotebook",
            "frompath",
            "oldpath",
            "oldfilepath",
            "originalpath",
            "originalfilepath",
            "sourcepath",
            "sourcefile",
            "source",
            "from",
            "notebookpath",
            "uri",
            "olduri",
        ],
    ),
    (
        Role::Paths,
        &["paths", "files", "filepaths", "filenames", "targetfiles"],
    ),
    (
        Role::NewPath,
        &[
            "newpath", "renamefilepath", "newfilepath", "newfilename", "destinationpath", "topath",
            "destination", "newname", "movepath", "to", "newuri",
        ],
    ),
    (
        Role::Old,
        &[
            "oldstr", "oldstring", "oldtext", "old", "search", "find", "oldcontent", "original",
            "targetcontent", "searchblock", "oldcode", "originalcode", "before", "needle",
        ],
    ),
    (
        Role::New,
        &[
            "newstr", "newstring", "newtext", "new", "replace", "replacement", "newcontent",
            "updated", "patched", "replacementcontent", "replaceblock", "newcode", "newsource",
            "inserttext", "after", "repl",
        ],
    ),
    (
        Role::Whole,
        &[
            "content", "contents", "filetext", "filecontent", "text", "filecontents", "code",
            "codeedit", "codecontent", "update", "changes",
        ],
    ),
    (
        Role::Patch,
        &["patch", "diff", "patchtext", "unifieddiff", "input"],
    ),
    (
        Role::StartLine,
        &[
            "startline",
            "line",
            "start",
            "linenumber",
            "linestart",
            "fromline",
            "firstreplacedline",
            "oldstrstartlinenumber",
        ],
    ),
    (
        Role::EndLine,
        &[
            "endline",
            "end",
            "lineend",
            "toline",
            "lastreplacedline",
            "oldstrendlinenumber",
        ],
    ),
    (Role::InsertLine, &["insertline", "afterline"]),
    (Role::Cell, &["cellid"]),
    (Role::CellNumber, &["cellnumber", "cellindex", "cellidx"]),
    (Role::CellKind, &["celltype", "celllanguage"]),
    (Role::CellAct, &["editmode", "edittype"]),
    (
        Role::All,
        &[
            "replaceall",
            "changeall",
            "allowmultiple",
            "expectedreplacements",
        ],
    ),
    (Role::Pattern, &["useregex", "isregex", "regex"]),
    (
        Role::Mode,
        &["mode", "writemode", "openmode", "filemode", "flag"],
    ),
    (
        Role::Position,
        &["position", "insertposition", "where", "placement"],
    ),
    (Role::Anchor, &["anchor", "anchortext"]),
    (Role::Appends, &["append", "isappend", "appendmode"]),
    (
        Role::Symbol,
        &[
            "namepath", "symbol", "symbolname", "functionname", "methodname", "classname",
        ],
    ),
    (Role::Encoding, &["encoding"]),
    (
        Role::Remark,
        &[
            "description", "displaydescription", "explanation", "instruction", "instructions",
            "changesummary", "reason", "id", "status",
        ],
    ),
    (Role::Folder, &["workdir", "workingdirectory", "cwd"]),
    (
        Role::Verb,
        &[
            "command", "cmd", "action", "type", "kind", "tool", "toolname", "name",
            "recipientname", "operation",
        ],
    ),
    (
        Role::Arguments,
        &[
            "arguments", "args", "toolinput", "parameters", "params", "functioncall",
        ],
    ),
    (Role::Spare, &["rawinput"]),
    (
        Role::Trial,
        &[
            "dryrun", "isdryrun", "preview", "previewonly", "simulate", "simulateonly",
            "checkonly", "validateonly", "whatif",
        ],
    ),
    (
        Role::Answer,
        &[
            "toolresponse", "tooluseresult", "toolresult", "toolresults", "functionresponse",
            "observation", "rawoutput", "metadata", "toolcallmetadata", "originalfile",
            "structuredpatch", "diffhunk",
            // What a model thinks before it answers.
            "thinking", "reasoningcontent", "reasoning",
        ],
    ),
];

/// The same table by name. Every field of every object in a reply is looked up many times.
static BY_NAME: LazyLock<HashMap<&[u8], Role, RandomState>> = LazyLock::new(|| {
    let rows = ROLES.iter().rev();
    rows.flat_map(|(role, names)| names.iter().map(|name| (name.as_bytes(), *role)))
        .collect()
});

/// Returns what a field called `name` is for, if any tool uses that name. Where a tool numbers its fields, the number aside.
pub(in crate::dialect) fn role(name: &str) -> Option<Role> {
    const LONGEST: usize = 24;
    let is_joint = |byte: u8| matches!(byte, b'_' | b'-');
    let end = name
        .bytes()
        .rposition(|byte| !is_joint(byte) && !byte.is_ascii_digit())?;
    let mut plain = [0; LONGEST];
    let mut n_bytes = 0;
    for byte in name.bytes().take(end + 1).filter(|byte| !is_joint(*byte)) {
        *plain.get_mut(n_bytes)? = byte.to_ascii_lowercase();
        n_bytes += 1;
    }
    BY_NAME.get(&plain[..n_bytes]).copied()
}

/// Which of two texts a field or a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dialect) enum Side {
    Old,
    New,
}

/// Words for the old and the new text outside of calls.
const SIDES: [(Side, &[&str]); 2] = [
    (
        Side::Old,
        &[
            "old", "before", "from", "current", "currently", "find", "original", "search",
            "existing", "was", "previous", "today", "vorher", "alt", "bisher", "avant", "ancien",
            "antes", "actual", "viejo", "prima", "vecchio", "было", "修改前", "之前", "変更前",
            "修正前", "변경 전", "기존",
        ],
    ),
    (
        Side::New,
        &[
            "new", "after", "to", "replace", "replacement", "replacewith", "with", "updated",
            "suggested", "suggestion", "proposed", "proposal", "becomes", "fixed", "now",
            "nachher", "neu", "après", "nouveau", "después", "nuevo", "depois", "novo", "dopo",
            "nuovo", "стало", "修改后", "之后", "変更後", "修正後", "변경 후",
        ],
    ),
];

/// Returns which text a field, or a column of a table, of this name holds: by its first word, whatever the words behind it are,
/// or by its role in a call.
pub(in crate::dialect) fn side(name: &str) -> Option<Side> {
    let name = name.trim();
    let lower = name.to_lowercase();
    let end = name.char_indices().skip(1).find(|(at, c)| {
        let is_hump = c.is_uppercase() && !name[..*at].ends_with(char::is_uppercase);
        !c.is_alphanumeric() || is_hump
    });
    let first = name[..end.map_or(name.len(), |(at, _)| at)].to_lowercase();
    let names =
        |(_, words): &&(Side, &[&str])| words.contains(&&first[..]) || words.contains(&&lower[..]);
    let by_role = match role(name) {
        Some(Role::Old) => Some(Side::Old),
        Some(Role::New) => Some(Side::New),
        Some(_) | None => None,
    };
    let by_word = SIDES.iter().find(names).map(|(side, _)| *side);
    by_role.or(by_word)
}

/// Returns the number that a tool puts behind the name of a field, where one call has several edits: `old_str_2`.
pub(in crate::dialect) fn number(name: &str) -> Option<&str> {
    let (name, number) = name.rsplit_once('_')?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && role(name).is_some()).then_some(number)
}

/// Tools that write files, by the names that are nothing else's.
const WRITERS: &[&str] = &[
    "edit",
    "write",
    "multiedit",
    "notebookedit",
    "edit_notebook",
    "edit_notebook_file",
    "edit_file",
    "write_file",
    "write_to_file",
    "create_file",
    "create_new_file",
    "create_text_file",
    "save-file",
    "edit_existing_file",
    "insert_edit_into_file",
    "replace_string_in_file",
    "multi_replace_string_in_file",
    "replace_in_file",
    "search_replace",
    "search_and_replace",
    "insert_content",
    "single_find_and_replace",
    "multi_edit",
    "str_replace",
    "str_replace_editor",
    "str_replace_based_edit_tool",
    "str-replace-editor",
    "strreplace",
    "strreplacefile",
    "writefile",
    "apply_patch",
    "apply_diff",
    "replace_content",
    "replace_regex",
    "replace_lines",
    "replace_symbol_body",
    "insert_after_symbol",
    "insert_before_symbol",
    "delete_lines",
    "insert_at_line",
    "update_file",
    "undo_edit",
];

/// Tools that only read, whatever their fields are called.
const READERS: &[&str] = &[
    "read",
    "read_file",
    "readfile",
    "read_many_files",
    "view",
    "view_file",
    "open_file",
    "get_file_contents",
    "grep",
    "grep_search",
    "glob",
    "ls",
    "list_dir",
    "list_files",
    "list_code_definition_names",
    "search_files",
    "codebase_search",
    "fetch",
    "cat",
];

/// Returns whether a tool of this name, in lower case, writes files and does nothing else.
pub(in crate::dialect) fn writes(verb: &str) -> bool {
    WRITERS.contains(&verb)
}

/// Returns whether what is called so, in lower case, is no edit: a tool that reads, or what a tool answered.
pub(in crate::dialect) fn only_reads(verb: &str) -> bool {
    READERS.contains(&verb) || verb.ends_with("_output") || verb.ends_with("tool_result")
}

/// The fields in which tools are given a command to run.
const COMMANDS: &[&str] = &["command", "cmd", "commands", "script", "commandline"];

/// Returns whether a field of this name holds a command to run.
pub(in crate::dialect) fn is_command(name: &str) -> bool {
    COMMANDS.contains(&&*name.to_ascii_lowercase())
}

/// Returns whether a line of JSON is what a tool answered, which quotes the call that it answers.
pub(in crate::dialect) fn tells_of_result(line: &BStr) -> bool {
    const NAMES: [&str; 4] = [
        "\"tool_result\"", "\"toolUseResult\"", "\"tool_response\"", "_output\"",
    ];
    NAMES.iter().any(|name| line.contains_str(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_known_however_its_name_is_spelled() {
        for (wanted, names) in ROLES {
            for name in *names {
                for spelled in [
                    name.to_string(),
                    name.to_uppercase(),
                    format!("{name}_2"),
                    format!("_{}-{}", &name[..1], &name[1..]),
                ] {
                    assert_eq!(role(&spelled), Some(*wanted), "{spelled}");
                }
            }
        }
    }

    #[test]
    fn a_name_that_only_holds_a_known_one_is_unknown() {
        let long = "relative_workspace_path".repeat(2);
        for name in ["", "_", "12", "2path", "paths_of", "päth", "path.", &long] {
            assert_eq!(role(name), None, "{name}");
        }
    }
}

//! The names of the elements that tools are called with: one table for all who read tags.

/// What an element of tools is to a reader of edits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It holds other elements, and an edit may begin with it.
    Call,
    /// It holds other elements, inside of a call.
    Group,
    /// It holds text, and an edit may begin with it.
    Text,
    /// It holds the whole content of the file that it names, tags and all.
    Content,
}

/// The elements that tools are called with. Any other holds text, and begins nothing.
const ELEMENTS: &[(&str, Kind)] = &[
    ("apply_diff", Kind::Call),
    ("replace_in_file", Kind::Call),
    ("write_to_file", Kind::Call),
    ("search_and_replace", Kind::Call),
    ("insert_content", Kind::Call),
    ("edit", Kind::Call),
    ("edits", Kind::Call),
    ("edit_file", Kind::Call),
    ("multi_edit", Kind::Call),
    ("file_edit", Kind::Call),
    ("modify_file", Kind::Call),
    ("create_file", Kind::Call),
    ("write_file", Kind::Call),
    ("delete_file", Kind::Call),
    ("str_replace", Kind::Call),
    ("str_replace_editor", Kind::Call),
    ("str_replace_based_edit_tool", Kind::Call),
    ("invoke", Kind::Call),
    ("function_calls", Kind::Call),
    ("function_call", Kind::Call),
    ("tool_use", Kind::Call),
    ("file", Kind::Call),
    ("args", Kind::Call),
    ("change", Kind::Call),
    ("changes", Kind::Call),
    ("arguments", Kind::Group),
    ("parameters", Kind::Group),
    ("diff", Kind::Group),
    ("operation", Kind::Group),
    ("operations", Kind::Group),
    ("replacement", Kind::Group),
    ("replacements", Kind::Group),
    ("tool_call", Kind::Call),
    ("function", Kind::Call),
    ("old_text", Kind::Text),
    ("old_str", Kind::Text),
    ("old_string", Kind::Text),
    ("search", Kind::Text),
    ("original", Kind::Text),
    ("path", Kind::Text),
    ("file_path", Kind::Text),
    ("QuickEdit", Kind::Call),
    ("proposed_file_replace_substring", Kind::Call),
    ("proposed_file_insert", Kind::Call),
    ("proposed_file_replace", Kind::Content),
    ("dyad-write", Kind::Content),
    ("dyad-search-replace", Kind::Call),
    ("dyad-delete", Kind::Call),
    ("dyad-rename", Kind::Call),
    ("lov-write", Kind::Content),
    ("lov-search-replace", Kind::Call),
    ("lov-line-replace", Kind::Call),
    ("lov-delete", Kind::Call),
    ("lov-rename", Kind::Call),
    ("boltArtifact", Kind::Call),
    ("boltAction", Kind::Content),
];

fn kind(name: &[u8]) -> Option<Kind> {
    let named = |row: &&(&str, Kind)| row.0.as_bytes() == name;
    ELEMENTS.iter().find(named).map(|(_, kind)| *kind)
}

/// Returns whether an edit may begin with an element called `name`.
pub(in crate::dialect) fn may_begin(name: &[u8]) -> bool {
    matches!(kind(name), Some(Kind::Call | Kind::Text | Kind::Content))
}

/// Returns whether an element called `name` holds the whole content of a file.
pub(in crate::dialect) fn holds_content(name: &str) -> bool {
    kind(name.as_bytes()) == Some(Kind::Content)
}

/// Returns whether an element called `name` holds others rather than text.
pub(in crate::dialect) fn holds_others(name: &str) -> bool {
    matches!(kind(name.as_bytes()), Some(Kind::Call | Kind::Group))
}

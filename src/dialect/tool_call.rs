//! Edits given as named fields: a tool call in JSON, or the same in XML tags. Whatever a tool calls its fields, they are
//! a path, an old and a new text, a line, a whole content, or a patch.

use bstr::BString;

use super::block;
use super::field::{FieldText, LastLine};
use super::hashline;
use super::lazy;
use super::line;
use super::note::NoteCode;
use super::scan::Scan;
use crate::patch::{Extent, FileOp, FilePatch, Hunk, HunkLine, LineKind, Occurrences, PatchPath};
use crate::text::LineSpan;

/// The fields of one edit.
#[derive(Debug, Clone, Default)]
pub(super) struct Call {
    /// What the tool or its command is called, in lower case; empty when nothing says.
    pub(super) verb: String,
    pub(super) fields: Vec<(String, FieldText)>,
    pub(super) origin: LineSpan,
}

/// What a field is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Path,
    NewPath,
    Old,
    New,
    Whole,
    Patch,
    StartLine,
    EndLine,
    InsertLine,
    All,
    Verb,
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
            "absolutepath",
            "relativepath",
            "relativeworkspacepath",
            "targetpath",
            "frompath",
            "oldpath",
            "source",
        ],
    ),
    (
        Role::NewPath,
        &["newpath", "topath", "destination", "newname", "movepath"],
    ),
    (
        Role::Old,
        &[
            "oldstr",
            "oldstring",
            "oldtext",
            "old",
            "search",
            "find",
            "oldcontent",
            "original",
            "targetcontent",
            "searchblock",
            "oldcode",
            "before",
        ],
    ),
    (
        Role::New,
        &[
            "newstr",
            "newstring",
            "newtext",
            "new",
            "replace",
            "replacement",
            "newcontent",
            "updated",
            "replacementcontent",
            "replaceblock",
            "newcode",
            "inserttext",
            "after",
        ],
    ),
    (
        Role::Whole,
        &[
            "content",
            "contents",
            "filetext",
            "filecontent",
            "text",
            "filecontents",
            "code",
            "codeedit",
            "update",
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
        ],
    ),
    (Role::EndLine, &["endline", "end", "lineend", "toline"]),
    (Role::InsertLine, &["insertline", "afterline"]),
    (
        Role::All,
        &["replaceall", "allowmultiple", "expectedreplacements"],
    ),
    (
        Role::Verb,
        &[
            "command",
            "cmd",
            "action",
            "type",
            "tool",
            "toolname",
            "name",
            "recipientname",
            "operation",
        ],
    ),
];

/// Returns what a field called `name` is for, if any tool uses that name.
pub(super) fn role(name: &str) -> Option<Role> {
    let plain: String = name.chars().filter(|c| !matches!(c, '_' | '-')).collect();
    let plain = plain.to_ascii_lowercase();
    let names = |row: &&(Role, &[&str])| row.1.contains(&plain.as_str());
    ROLES.iter().find(names).map(|(role, _)| *role)
}

impl Call {
    pub(super) fn get(&self, wanted: Role) -> Option<&FieldText> {
        self.fields
            .iter()
            .find(|(name, _)| role(name) == Some(wanted))
            .map(|(_, text)| text)
    }

    /// Returns the text of the field called `name` exactly.
    pub(super) fn named(&self, name: &str) -> Option<&FieldText> {
        self.fields
            .iter()
            .find(|(other, _)| other == name)
            .map(|(_, text)| text)
    }

    fn number(&self, wanted: Role) -> Option<usize> {
        line::number(&self.get(wanted)?.one_line())
    }

    fn verb_has(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.verb.contains(word))
    }
}

/// Takes an edit into the patch. Returns whether its fields make one; `path` is the path named outside of it.
pub(super) fn take(
    scan: &mut Scan<'_>,
    call: &Call,
    path: Option<&BString>,
    dialect: &'static str,
) -> bool {
    let own = call.get(Role::Path).map(FieldText::one_line);
    let path = own.or_else(|| path.cloned());
    if let Some(patch) = call.get(Role::Patch)
        && patch.read(scan, path.clone())
    {
        return true;
    }
    let Some((op, hunk)) = edit(scan, call) else {
        return false;
    };
    let path = match (path, &scan.options.default_path) {
        (Some(path), _) => scan.path(path),
        // Without a path only an edit says enough of itself to be one.
        (None, _) if op != FileOp::Modify => return false,
        (None, Some(path)) => PatchPath::Named(path.clone()),
        (None, None) => PatchPath::Missing,
    };
    open(scan, path, op, call.origin, dialect);
    if let Some(hunk) = hunk {
        lazy::mark(scan, &hunk);
        let since = scan.notes.len();
        if hunk.is_no_op() && hunk.replaces.is_none() {
            scan.notes.push(super::Note {
                code: NoteCode::NoOp,
                span: call.origin,
                text: "old and new text are the same".to_string(),
                hunk: None,
            });
        }
        scan.push_hunk(hunk, since);
    }
    true
}

/// Goes on with the last file when it is the same, else begins a section.
fn open(scan: &mut Scan<'_>, path: PatchPath, op: FileOp, origin: LineSpan, dialect: &'static str) {
    let goes_on = op == FileOp::Modify
        && scan.files.last().is_some_and(|file| {
            file.path == path && file.op == FileOp::Modify && file.dialect == dialect
        });
    if !goes_on {
        scan.push_file(FilePatch {
            origin,
            ..FilePatch::new(path, op, dialect)
        });
    }
}

/// Reads the fields as what is to become of the file, and the one change they make.
fn edit(scan: &Scan<'_>, call: &Call) -> Option<(FileOp, Option<Hunk>)> {
    if let Some(hunk) = hashline::hunk(call) {
        return Some((FileOp::Modify, Some(hunk)));
    }
    if let Some(old) = call.get(Role::Old) {
        let empty = FieldText::default();
        let new = call.get(Role::New).unwrap_or(&empty);
        return Some((FileOp::Modify, Some(replacement(call, old, new))));
    }
    let text = call.get(Role::New).or(call.get(Role::Whole));
    let names_one_line = call.get(Role::StartLine).is_some() && call.get(Role::EndLine).is_none();
    let inserts =
        call.get(Role::InsertLine).is_some() || call.verb_has(&["insert"]) || names_one_line;
    if let (true, Some(text)) = (inserts, text) {
        return Some((FileOp::Modify, Some(insertion(call, text))));
    }
    if let (Some(first), Some(last), Some(text)) = (
        call.number(Role::StartLine),
        call.number(Role::EndLine),
        text,
    ) {
        return Some((FileOp::Modify, Some(line_range(call, first, last, text))));
    }
    if let Some(to) = call.get(Role::NewPath)
        && let Some(to) = scan.destination(to.one_line())
    {
        let op = if call.verb_has(&["copy"]) {
            FileOp::Copy { to }
        } else {
            FileOp::Rename { to }
        };
        return Some((op, None));
    }
    if call.verb_has(&["append"]) {
        let hunk = Hunk {
            at_eof: true,
            ..insertions(call, text?)
        };
        return Some((FileOp::Modify, Some(hunk)));
    }
    if let Some(whole) = call.get(Role::Whole) {
        let op = if call.verb_has(&["create", "new"]) {
            FileOp::Create
        } else {
            FileOp::Replace
        };
        let hunk = (!whole.lines.is_empty()).then(|| insertions(call, whole));
        return Some((op, hunk));
    }
    call.verb_has(&["delete", "remove"])
        .then_some((FileOp::Delete, None))
}

fn replacement(call: &Call, old: &FieldText, new: &FieldText) -> Hunk {
    let all = call.get(Role::All).map(FieldText::one_line);
    let is_one = all.is_none_or(|text| matches!(&text[..], b"false" | b"1" | b"0" | b"no"));
    Hunk {
        hint: call.number(Role::StartLine).map(block::start_line),
        occurrences: if is_one {
            Occurrences::One
        } else {
            Occurrences::All
        },
        // Text that ends at a newline does not end within a line.
        extent: match old.last_line {
            LastLine::Open => Extent::Within,
            LastLine::Ended => Extent::Lines,
        },
        origin: call.origin,
        ..Hunk::from_sides(&old.bodies(), &new.bodies())
    }
}

/// An insertion names the line it goes behind, 0 being the top; tools that say `line` mean the one it goes before.
fn insertion(call: &Call, text: &FieldText) -> Hunk {
    let before = call
        .number(Role::StartLine)
        .map(|number| number.saturating_sub(1));
    let behind = call.number(Role::InsertLine);
    let hint = behind.or(before).map(|index| block::start_line(index + 1));
    Hunk {
        hint,
        ..insertions(call, text)
    }
}

fn line_range(call: &Call, first: usize, last: usize, text: &FieldText) -> Hunk {
    let start = first.saturating_sub(1);
    let end = last.max(start);
    Hunk {
        hint: Some(block::start_line(start + 1)),
        replaces: Some(LineSpan::new(start, end)),
        ..insertions(call, text)
    }
}

pub(super) fn insertions(call: &Call, text: &FieldText) -> Hunk {
    Hunk {
        lines: text
            .lines
            .iter()
            .map(|(body, _)| HunkLine::new(LineKind::Insert, body.clone()))
            .collect(),
        origin: call.origin,
        ..Hunk::default()
    }
}

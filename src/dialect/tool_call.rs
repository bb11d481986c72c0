//! Edits given as named fields: a tool call in JSON, or the same in XML tags. Whatever a tool calls its fields, they are
//! a path, an old and a new text, a line, a whole content, or a patch; [`super::role`] says which.

use bstr::BString;

use super::block;
use super::field::{FieldText, LastLine};
use super::hashline;
use super::lazy;
use super::line;
use super::note::NoteCode;
use super::notebook;
use super::role::{self, Role, role};
use super::scan::Scan;
use crate::patch::{
    Extent, FileOp, FilePatch, HintSource, Hunk, HunkLine, LineHint, LineKind, Occurrences,
    PatchPath,
};
use crate::text::LineSpan;

/// The fields of one edit.
#[derive(Debug, Clone, Default)]
pub(super) struct Call {
    /// What the tool or its command is called, in lower case; empty when nothing says.
    pub(super) verb: String,
    pub(super) fields: Vec<(String, FieldText)>,
    /// The part of the file that its new text takes the place of, where that is given by lines and columns.
    pub(super) range: Option<TextRange>,
    pub(super) origin: LineSpan,
}

/// A part of a file as editors name it: lines and columns from 0 on, its end excluded; columns count units of UTF-16.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TextRange {
    pub(super) start: (usize, usize),
    pub(super) end: (usize, usize),
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

    pub(super) fn number(&self, wanted: Role) -> Option<usize> {
        line::number(&self.get(wanted)?.one_line())
    }

    /// Returns whether it has a field that nobody knows what it is for.
    fn has_unknown(&self) -> bool {
        self.fields.iter().any(|(name, _)| role(name).is_none())
    }

    /// Returns whether it names a file, no tool, and more that is not known: among edits, that is likely to be one.
    pub(super) fn may_be_edit(&self) -> bool {
        self.verb.is_empty() && self.get(Role::Path).is_some() && self.has_unknown()
    }

    fn verb_has(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.verb.contains(word))
    }

    /// Takes a name of the tool or its command, unless it says less than the one that is known.
    pub(super) fn set_verb(&mut self, name: &str) {
        const EVERY_CALL: &[&str] = &["function", "tool", "tool_use", "tool_call", "function_call"];
        if self.verb.is_empty() || !EVERY_CALL.contains(&name) {
            self.verb = name.to_ascii_lowercase();
        }
    }

    /// Returns the calls that its numbered fields make, each with the fields that have no number; none where none has one.
    fn numbered(&self) -> Vec<Call> {
        let number = |name: &str| role::number(name).map(str::to_string);
        let mut numbers: Vec<String> = Vec::new();
        for found in self.fields.iter().filter_map(|(name, _)| number(name)) {
            if !numbers.contains(&found) {
                numbers.push(found);
            }
        }
        let call = |wanted: String| {
            let belongs = |name: &str| number(name).is_none_or(|number| number == wanted);
            let fields = self.fields.iter().filter(|(name, _)| belongs(name));
            let suffix = format!("_{wanted}");
            let unnumbered = |name: &str| name.strip_suffix(&suffix).unwrap_or(name).to_string();
            Call {
                fields: fields
                    .map(|(name, text)| (unnumbered(name), text.clone()))
                    .collect(),
                ..self.clone()
            }
        };
        numbers.into_iter().map(call).collect()
    }

    /// Returns why it cannot be read although it is an edit; `None` where nothing stands in the way.
    fn fault(&self) -> Option<&'static str> {
        let says = |wanted, words: &[&str]| {
            let text = self.get(wanted).map(FieldText::one_line);
            text.is_some_and(|text| words.iter().any(|word| text == *word))
        };
        let old = self.get(Role::Old).is_some();
        let new = self.get(Role::New).or(self.get(Role::Whole)).is_some();
        if says(Role::Encoding, &["base64"]) && new {
            Some("its content is encoded as base64")
        } else if says(Role::Pattern, &["true", "regex"]) && old {
            Some("its old text is a pattern")
        } else if self.get(Role::Symbol).is_some() && self.named("body").is_some() {
            Some("it names its place by a symbol, not by lines")
        } else if notebook::is_edit(self) && notebook::hunk(self).is_none() {
            Some("it does not say which cell becomes what")
        } else if !new && (self.named("old_string").is_some() || self.named("oldString").is_some())
        {
            Some("it has no new text")
        } else if !new && old && self.has_unknown() {
            // That may be the new text; without it the old one would be deleted.
            Some("none of its fields is known to be its new text")
        } else {
            None
        }
    }
}

/// Why a call is left out whose fields nobody knows.
pub(super) const NO_EDIT: &str = "its fields are not those of an edit";

/// Notes that a call cannot be read, where it looks like an edit; `path` is the path named outside of it. Returns whether it
/// did.
pub(super) fn tell_unread(scan: &mut Scan<'_>, call: &Call, path: Option<&BString>) -> bool {
    let has = |roles: &[Role]| roles.iter().any(|role| call.get(*role).is_some());
    let has_path = path.is_some() || has(&[Role::Path]);
    let has_text = has(&[
        Role::Old,
        Role::New,
        Role::Whole,
        Role::Patch,
        Role::Arguments,
    ]);
    // What only names a file and a line is a place that somebody looks at.
    let is_edit = role::writes(&call.verb) && (has_text || has_path && call.has_unknown())
        || has_path && (has(&[Role::Old, Role::New]) || call.fault().is_some());
    if !is_edit || role::only_reads(&call.verb) {
        return false;
    }
    let why = match call.fault() {
        Some(why) => why,
        None if !has_path => "it names no file",
        None => NO_EDIT,
    };
    tell(scan, call, why);
    true
}

/// Notes that a call which looks like an edit is left out because of `why`.
pub(super) fn tell(scan: &mut Scan<'_>, call: &Call, why: &str) {
    scan.note_at(
        NoteCode::CallUnread,
        call.origin,
        format!("a tool call looks like an edit, but {why}: it is left out"),
    );
}

/// Takes an edit into the patch. Returns whether its fields make one; `path` is the path named outside of it.
pub(super) fn take(
    scan: &mut Scan<'_>,
    call: &Call,
    path: Option<&BString>,
    dialect: &'static str,
) -> bool {
    if role::only_reads(&call.verb) || call.fault().is_some() {
        return false;
    }
    let numbered = call.numbered();
    if !numbered.is_empty() {
        let taken = numbered.iter().map(|call| take(scan, call, path, dialect));
        return taken.fold(false, |any, taken| any | taken);
    }
    let own = call.get(Role::Path).map(FieldText::one_line);
    let path = own.or_else(|| path.cloned());
    if let Some(patch) = call.get(Role::Patch)
        && read_patch(scan, call, patch, path.clone())
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
    // Where the new name must not be used, it alone is named, as in a diff that renames.
    let new_path = call.get(Role::NewPath).map(FieldText::one_line);
    let path = match new_path.map(|path| scan.path(path)) {
        Some(refused @ PatchPath::Refused { .. }) => refused,
        Some(PatchPath::Named(_) | PatchPath::Missing) | None => path,
    };
    open(scan, path, op, call.origin, dialect);
    if let Some(hunk) = hunk {
        lazy::mark(scan, &hunk);
        let since = scan.notes.len();
        if hunk.is_no_op() && hunk.replaces.is_none() && hunk.cell.is_none() {
            scan.note_at(NoteCode::NoOp, call.origin, "old and new text are the same");
        }
        scan.push_hunk(hunk, since);
    }
    true
}

/// Reads a patch in a field. Under a verb of OpenAI's `apply_patch_call` it is the inside of a section that names no file.
fn read_patch(scan: &mut Scan<'_>, call: &Call, patch: &FieldText, path: Option<BString>) -> bool {
    let label = match call.verb.as_str() {
        "update_file" => "*** Update File: ",
        "create_file" => "*** Add File: ",
        _ => return patch.read(scan, path),
    };
    let Some(path) = path else { return false };
    let header = [label.as_bytes(), &path].concat();
    let at = call.origin.start;
    let mut section = FieldText::split(&header, at);
    section.lines.extend(patch.lines.iter().cloned());
    section.read(scan, None)
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
    if notebook::is_edit(call) {
        return notebook::hunk(call).map(|hunk| (FileOp::Modify, Some(hunk)));
    }
    let text = call.get(Role::New).or(call.get(Role::Whole));
    if let (Some(range), Some(text)) = (call.range, text) {
        return Some((FileOp::Modify, Some(text_range(call, range, text))));
    }
    let empty = FieldText::default();
    // A `diff` without an old text, as of the Agent Client Protocol, is a new file.
    let is_diff = call.verb == "diff" && call.get(Role::New).is_some();
    if let Some(old) = call.get(Role::Old).or(is_diff.then_some(&empty)) {
        // Where the new text is called the content, it is that of the change.
        let new = text.unwrap_or(&empty);
        return Some((FileOp::Modify, Some(replacement(call, old, new))));
    }
    let names_one_line = call.get(Role::StartLine).is_some() && call.get(Role::EndLine).is_none();
    let inserts = call.get(Role::InsertLine).is_some() || names_one_line;
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
    if call.verb_has(&["rename", "move", "copy"])
        && let Some(to) = call.get(Role::NewPath)
    {
        // Where it must not be used, the section is refused by its name.
        let op = match scan.destination(to.one_line()) {
            Some(to) if call.verb_has(&["copy"]) => FileOp::Copy { to },
            Some(to) => FileOp::Rename { to },
            None => FileOp::Modify,
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

/// An insertion names the line it goes behind, 0 being the top; tools that say `line` mean the one it goes before, and Roo's
/// `insert_content` the end of the file by 0. A line that nobody says is inserted at may be one that is replaced.
fn insertion(call: &Call, text: &FieldText) -> Hunk {
    let behind = call.number(Role::InsertLine);
    let before = call.number(Role::StartLine);
    let is_sure = behind.is_some() || call.verb_has(&["insert"]);
    let at_eof = is_sure && behind.is_none() && before == Some(0);
    let line_index = behind.or(before.map(|number| number.saturating_sub(1)));
    let source = if is_sure {
        HintSource::Insertion
    } else {
        HintSource::StartLine
    };
    Hunk {
        hint: line_index
            .filter(|_| !at_eof)
            .map(|line_index| LineHint { line_index, source }),
        at_eof,
        ..insertions(call, text)
    }
}

/// Reads text that takes the place of a part of the file given by lines and columns.
fn text_range(call: &Call, range: TextRange, text: &FieldText) -> Hunk {
    let ((first, from), (last, to)) = (range.start, range.end);
    let are_lines = text.lines.is_empty() || text.last_line == LastLine::Ended;
    let hunk = Hunk {
        hint: Some(block::start_line(first + 1)),
        ..insertions(call, text)
    };
    if from == 0 && to == 0 && are_lines {
        let replaces = (first < last).then(|| LineSpan::new(first, last));
        let insertion = LineHint {
            line_index: first,
            source: HintSource::Insertion,
        };
        return Hunk {
            hint: if replaces.is_none() {
                Some(insertion)
            } else {
                hunk.hint
            },
            replaces,
            ..hunk
        };
    }
    let columns = |column: usize| u32::try_from(column).unwrap_or(u32::MAX);
    let mut lines = hunk.lines.to_vec();
    // A whole line that goes to its very end leaves nothing behind it.
    let ends_with_line = to == 0 && first < last && text.last_line == LastLine::Ended;
    if !ends_with_line && (text.last_line == LastLine::Ended || lines.is_empty()) {
        lines.push(HunkLine::new(LineKind::Insert, ""));
    }
    let (end, to) = if ends_with_line {
        (last, u32::MAX)
    } else {
        (last.max(first) + 1, columns(to))
    };
    Hunk {
        lines: lines.into(),
        replaces: Some(LineSpan::new(first, end)),
        extent: Extent::Columns {
            from: columns(from),
            to,
        },
        ..hunk
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

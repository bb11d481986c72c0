//! The edit that the fields of a call make: whatever a tool calls them, they are a path, an old and a new text, a line, a
//! whole content, or a patch.

use bstr::{BString, ByteSlice};

use super::anchored;
use super::arguments::{self, Call, TextRange};
use super::field::{FieldText, LastLine, TagBreaks};
use super::file_move;
use super::flag::{self, Switch};
use super::insertion;
use super::json::{self, Json, Value};
use super::notebook;
use super::role::{self, Role};
use crate::dialect::blocks::block;
use crate::dialect::blocks::marker;
use crate::dialect::note::NoteCode;
use crate::dialect::walk::line;
use crate::dialect::walk::scan::Scan;
use crate::dialect::whole_file;
use crate::patch::{
    Extent, FileOp, FilePatch, HintSource, Hunk, HunkLine, LineHint, LineKind, Occurrences,
    PatchPath, Unsure,
};
use crate::text::{LineSpan, Piece};

/// Why a call is left out whose fields nobody knows.
pub(in crate::dialect) const NO_EDIT: &str = "its fields are not those of an edit";

/// Notes that a call cannot be read, where it looks like an edit; `path` is the path named outside of it. Returns whether it
/// did.
pub(in crate::dialect) fn tell_unread(
    scan: &mut Scan<'_>,
    call: &Call,
    path: Option<&BString>,
) -> bool {
    let has = |roles: &[Role]| roles.iter().any(|role| call.get(*role).is_some());
    let has_path = path.is_some() || has(&[Role::Path]);
    let has_text = has(&[
        Role::Old,
        Role::New,
        Role::Whole,
        Role::Patch,
        Role::Arguments,
    ]);
    let is_of_several_words = call.verb.contains(['_', '-']);
    let is_asked = || has_text || call.says_part() || is_of_several_words && call.has_unknown();
    let moves = has(&[Role::NewPath]) || has(&[Role::Paths]);
    // Patterns in the canvas of a chat, which is the only file there.
    let is_pattern = ["pattern", "multiple", "replacement"]
        .iter()
        .all(|name| call.named(name).is_some());
    // What only names a file and a line is a place that somebody looks at.
    let is_edit = role::writes(&call.verb) && (has_text || has_path && call.has_unknown())
        || has_path && (has(&[Role::Old, Role::New]) || fault(call).is_some())
        || has_path && call.deletes() && call.names_a_part()
        || says_deed(call) && (moves || has_path && is_asked())
        || is_pattern;
    if !is_edit || call.only_reads() {
        return false;
    }
    let why = match fault(call) {
        Some(why) => why,
        None if !has_path => "it names no file",
        None => NO_EDIT,
    };
    tell(scan, call, why);
    true
}

/// Returns whether the name of a call says that files change. Folders alone are none, nor is what is only shown beside a file.
fn says_deed(call: &Call) -> bool {
    const DEEDS: &[&str] = &[
        "edit", "replace", "insert", "append", "prepend", "delete", "remove", "rename", "move",
        "copy", "update", "modify", "write", "patch", "extract", "inline", "refactor", "add_",
    ];
    const OTHERS: &[&str] = &["director", "folder", "comment", "breakpoint", "cursor"];
    call.verb_has(DEEDS) && !call.verb_has(OTHERS)
}

/// Notes that the reply ends within a call, before it makes an edit. Returns whether the call may have become one.
pub(in crate::dialect) fn tell_cut(scan: &mut Scan<'_>, call: &Call) -> bool {
    let has = |role: Role| call.get(role).is_some();
    let names_edit = || role::writes(&call.verb) || says_deed(call);
    let names_nothing = || arguments::is_of_every_call(&call.verb);
    let may_edit = has(Role::Path) || has(Role::Old) || names_edit() || names_nothing();
    if !may_edit || call.only_reads() {
        return false;
    }
    tell(scan, call, "the reply ends within it");
    true
}

/// Notes that a call which looks like an edit is left out because of `why`.
pub(in crate::dialect) fn tell(scan: &mut Scan<'_>, call: &Call, why: &str) {
    scan.note_at(
        NoteCode::CallUnread,
        call.origin,
        format!("a tool call looks like an edit, but {why}: it is left out"),
    );
}

/// Returns why a call cannot be read although it is an edit; `None` where nothing stands in the way.
fn fault(call: &Call) -> Option<&'static str> {
    let is_unclear = || notebook::is_edit(call) && notebook::hunk(call).is_none();
    let names_cell = || call.get(Role::Cell).is_some() || call.get(Role::CellNumber).is_some();
    let is_part = || names_cell() && call.get(Role::Old).is_some();
    let unclear = || {
        is_unclear().then(|| {
            if is_part() {
                "it changes a part of a cell, and only whole cells are read"
            } else {
                "it does not say which cell becomes what"
            }
        })
    };
    let misplaced = || insertion::hunk(call).and_then(Result::err);
    call.fault()
        .or_else(unclear)
        .or_else(|| file_move::fault(call))
        .or_else(|| misplaced().filter(|_| anchored::hunk(call).is_none()))
}

/// The paths that are named outside of a call.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::dialect) struct Around<'a> {
    /// By what the call is a part of.
    pub(in crate::dialect) named: Option<&'a BString>,
    /// By the text above it, which is believed of a change that quotes its file, not of a whole content.
    pub(in crate::dialect) above: Option<&'a BString>,
}

impl Around<'_> {
    /// Returns what only the path `named` says.
    pub(in crate::dialect) fn of(named: Option<&BString>) -> Around<'_> {
        Around { named, above: None }
    }
}

/// Takes an edit into the patch. Returns whether its fields make one; `around` is what names a file outside of it.
pub(in crate::dialect) fn take(
    scan: &mut Scan<'_>,
    call: &Call,
    around: Around<'_>,
    dialect: &'static str,
) -> bool {
    if call.only_reads() || fault(call).is_some() {
        return false;
    }
    // Numbered edits, and those that name no file themselves, are of the call around them.
    if !call.is_one_of && call.paths().next().is_some() {
        scan.n_calls += 1;
    }
    let numbered = call.numbered();
    if !numbered.is_empty() {
        let taken = numbered
            .iter()
            .map(|call| take(scan, call, around, dialect));
        return taken.fold(false, |any, taken| any | taken);
    }
    if let Some(paths) = call.get(Role::Paths).filter(|_| call.deletes()) {
        let bare = Call {
            fields: Vec::new(),
            ..call.clone()
        };
        let one = |(path, at): &(Piece, usize)| Call {
            fields: vec![("path".to_string(), FieldText::split(path, *at))],
            ..bare.clone()
        };
        let paths = listed(scan, paths);
        let taken = paths
            .lines
            .iter()
            .map(|path| take(scan, &one(path), around, dialect));
        return taken.fold(false, |any, taken| any | taken);
    }
    let is_refused = |path: &BString| matches!(scan.path(path), PatchPath::Refused { .. });
    // Where one of its names must not be used, it alone is named, as in a diff that renames.
    let own = call
        .paths()
        .find(is_refused)
        .or_else(|| call.paths().next());
    let named = own.or_else(|| around.named.cloned());
    let path = named.clone().or_else(|| around.above.cloned());
    let patches = || call.all(Role::Patch).chain(as_block(call));
    let n_patches = patches().count();
    let n_read = patches()
        .filter(|patch| read_patch(scan, call, patch, path.clone()))
        .count();
    if n_read > 0 {
        if n_read < n_patches {
            tell(scan, call, "one of its patches cannot be read");
        }
        return true;
    }
    let Some((op, hunk)) = edit(scan, call) else {
        return false;
    };
    let path = if op == FileOp::Modify { path } else { named };
    let path = match (path, &scan.options().default_path) {
        (Some(path), _) => scan.path(path),
        // Without a path only an edit says enough of itself to be one.
        (None, _) if op != FileOp::Modify => return false,
        (None, Some(path)) => PatchPath::Named(path.clone()),
        (None, None) => PatchPath::Missing,
    };
    let new_path = call.get(Role::NewPath).map(FieldText::one_line);
    let path = match new_path.map(|path| scan.path(path)) {
        Some(refused @ PatchPath::Refused { .. }) => refused,
        Some(PatchPath::Named(_) | PatchPath::Missing) | None => path,
    };
    let is_new = op == FileOp::Create;
    let last = open(scan, path, op, call.origin, dialect);
    if let Some(mut hunk) = hunk {
        if let Some(name) = flag::unknown(call, Switch::OfWhole).filter(|_| is_new) {
            let text = format!("the unknown field `{name}` may forbid to replace an existing file");
            scan.note_at(NoteCode::FieldUnknown, call.origin, text);
        }
        hunk.call = last.map_or(0, |last| {
            last + u32::from(scan.n_calls != scan.call_of_last)
        });
        scan.call_of_last = scan.n_calls;
        whole_file::mark(scan, &hunk);
        let since = scan.notes.len();
        if hunk.is_no_op() && hunk.replaces.is_none() && hunk.cell.is_none() {
            scan.note_at(NoteCode::NoOp, call.origin, "old and new text are the same");
        }
        scan.push_hunk(hunk, since);
    }
    true
}

/// Returns the strings of a list of JSON, each as a line, as tags hold one; all of `text` where it is none.
fn listed(scan: &Scan<'_>, text: &FieldText) -> FieldText {
    let string = |item: &Json| match &item.value {
        Value::Text(text) => Some((text.clone().into(), item.origin.start)),
        Value::Array(_) | Value::Object(_) => None,
        Value::Number(_) | Value::Bool(_) | Value::Null => None,
    };
    let read = json::read(&text.as_lines(), scan.budget());
    let strings = read.and_then(|(json, _)| match &json.value {
        Value::Array(items) => items.iter().map(string).collect::<Option<Vec<_>>>(),
        Value::Object(_) | Value::Text(_) => None,
        Value::Number(_) | Value::Bool(_) | Value::Null => None,
    });
    match strings {
        Some(lines) => FieldText {
            lines,
            ..FieldText::default()
        },
        None => text.clone(),
    }
}

/// Returns the text that is called content and is a block with a SEARCH marker and an end, as in Roo's list of diffs.
fn as_block(call: &Call) -> Option<&FieldText> {
    let text = call.get(Role::New).or(call.get(Role::Whole))?;
    let with_text = || {
        text.lines
            .iter()
            .filter(|(line, _)| !line.trim().is_empty())
    };
    let (first, _) = with_text().next()?;
    let (last, _) = with_text().next_back()?;
    (marker::is_start(first.as_bstr()) && marker::ends_block(last.as_bstr())).then_some(text)
}

/// Reads a patch in a field. Under a verb of OpenAI's `apply_patch_call` it is the inside of a section that names no file.
fn read_patch(scan: &mut Scan<'_>, call: &Call, patch: &FieldText, path: Option<BString>) -> bool {
    let label = match call.verb.as_str() {
        "update_file" => "*** Update File: ",
        "create_file" => "*** Add File: ",
        _ => return read_blocks(scan, call, patch, path),
    };
    let Some(path) = path else { return false };
    let header = [label.as_bytes(), &path].concat();
    let at = call.origin.start;
    let mut section = FieldText::split(&header, at);
    section.lines.extend(patch.lines.iter().cloned());
    section.read(scan, None)
}

/// Reads a patch in a field; a block in it that names no line stands at the one that the call names.
fn read_blocks(scan: &mut Scan<'_>, call: &Call, patch: &FieldText, path: Option<BString>) -> bool {
    let n_files = scan.files.len();
    let is_read = patch.read(scan, path);
    let number = call.number(Role::StartLine).filter(|number| *number > 0);
    if let Some(number) = number
        && let Some([file]) = scan.files.get_mut(n_files..)
        && let [hunk] = &mut file.hunks[..]
    {
        hunk.hint = hunk.hint.or(Some(block::start_line(number)));
    }
    is_read
}

/// Adds to the section of the last file where that is the same, else begins one. Returns the call of its last hunk.
fn open(
    scan: &mut Scan<'_>,
    path: PatchPath,
    op: FileOp,
    origin: LineSpan,
    dialect: &'static str,
) -> Option<u32> {
    let same = scan.files.last().filter(|file| {
        let are_edits = op == FileOp::Modify && file.op == FileOp::Modify;
        are_edits && file.path == path && file.dialect == dialect
    });
    let Some(same) = same else {
        scan.push_file(FilePatch {
            origin,
            ..FilePatch::new(path, op, dialect)
        });
        return None;
    };
    same.hunks.last().map(|hunk| hunk.call)
}

/// Reads the fields as what is to become of the file, and the one change they make.
fn edit(scan: &Scan<'_>, call: &Call) -> Option<(FileOp, Option<Hunk>)> {
    if let Some(hunk) = anchored::hunk(call) {
        return Some((FileOp::Modify, Some(hunk)));
    }
    if notebook::is_edit(call) {
        return notebook::hunk(call).map(|hunk| (FileOp::Modify, Some(hunk)));
    }
    let text = call.get(Role::New).or(call.get(Role::Whole));
    if let (Some(range), Some(text)) = (call.range, text) {
        return Some((FileOp::Modify, Some(text_range(call, range, text))));
    }
    if let Some(inserted) = insertion::hunk(call) {
        let hunk = insertion::below_break(inserted.ok()?, text);
        return Some((FileOp::Modify, Some(hunk)));
    }
    let empty = FieldText::default();
    // A `diff` without an old text, as of the Agent Client Protocol, is a new file.
    let is_diff = call.verb == "diff" && call.get(Role::New).is_some();
    if let Some(old) = call.get(Role::Old).or(is_diff.then_some(&empty)) {
        // Where the new text is called the content, it is that of the change.
        let new = text.unwrap_or(&empty);
        return Some((FileOp::Modify, Some(replacement(call, old, new))));
    }
    if let Some(hunk) = of_counted_lines(call, text) {
        return Some((FileOp::Modify, Some(hunk)));
    }
    let names_one_line = call.get(Role::StartLine).is_some() && call.get(Role::EndLine).is_none();
    let inserts = call.get(Role::InsertLine).is_some() || names_one_line;
    if let (true, Some(text)) = (inserts, text) {
        let hunk = insertion::below_break(insertion(call, text), Some(text));
        return Some((FileOp::Modify, Some(hunk)));
    }
    if let (Some(first), Some(last), Some(text)) = (
        call.number(Role::StartLine),
        call.number(Role::EndLine),
        text,
    ) {
        return Some((FileOp::Modify, Some(line_range(call, first, last, text))));
    }
    if let Some(op) = file_move::op(scan, call) {
        return Some((op, None));
    }
    if let Some(whole) = call.get(Role::Whole) {
        // A call that may not mean to replace a file makes one where there is none.
        let op = if call.verb_has(&["create", "new"])
            || flag::unknown(call, Switch::OfWhole).is_some()
        {
            FileOp::Create
        } else {
            FileOp::Replace
        };
        let hunk = (!whole.lines.is_empty()).then(|| call.insertions(whole));
        return Some((op, hunk));
    }
    (call.deletes() && !call.names_a_part()).then_some((FileOp::Delete, None))
}

/// Reads the calls of Serena that name lines, which count from 0.
fn of_counted_lines(call: &Call, text: Option<&FieldText>) -> Option<Hunk> {
    call.named("relative_path")?;
    let empty = FieldText::default();
    let first = call.number(Role::StartLine)?;
    let last = call.number(Role::EndLine);
    Some(match (call.verb.as_str(), last) {
        ("replace_lines", Some(last)) => line_range(call, first + 1, last + 1, text?),
        ("delete_lines", Some(last)) => line_range(call, first + 1, last + 1, &empty),
        ("insert_at_line", None) => Hunk {
            hint: Some(LineHint {
                line_index: first,
                source: HintSource::Insertion,
            }),
            ..call.insertions(text?)
        },
        _ => return None,
    })
}

fn replacement(call: &Call, old: &FieldText, new: &FieldText) -> Hunk {
    let all = call.get(Role::All).map(FieldText::one_line);
    let is_one = all
        .as_ref()
        .is_none_or(|text| matches!(&text[..], b"false" | b"1" | b"0" | b"no"));
    let n_times = all.and_then(|text| text.to_str().ok()?.parse().ok());
    // A newline that only the new text ends at is one more: what follows the old text goes to a line of its own.
    let breaks = old.last_line == LastLine::Open
        && new.last_line == LastLine::Ended
        && !old.lines.is_empty();
    let (mut before, mut after) = (old.bodies(), new.bodies());
    after.extend(breaks.then(|| Piece::from("")));
    let mut unsure = None;
    if old.breaks != new.breaks && !old.lines.is_empty() && !new.lines.is_empty() {
        for (text, lines) in [(old, &mut before), (new, &mut after)] {
            match text.breaks {
                TagBreaks::First => lines.insert(0, Piece::from("")),
                TagBreaks::Both => unsure = Some(Unsure::BreakUnclear),
                TagBreaks::None => {}
            }
        }
    }
    Hunk {
        hint: call
            .number(Role::StartLine)
            .map(|first| searched(call, first)),
        occurrences: match n_times {
            _ if is_one => Occurrences::One,
            Some(n_times) => Occurrences::Times(n_times),
            None => Occurrences::All,
        },
        // Text that ends at a newline does not end within a line.
        extent: match old.last_line {
            LastLine::Open => Extent::Within,
            LastLine::Ended => Extent::Lines,
        },
        origin: call.origin,
        unsure,
        ..Hunk::from_sides(&before, &after)
    }
}

/// Returns the hint of a call that names the first line of its old text, and may name the last one of those that are searched
/// for it.
fn searched(call: &Call, first: usize) -> LineHint {
    let is_end = |(name, _): &&(String, FieldText)| {
        role::role(name) == Some(Role::EndLine) && !name.starts_with("old_str")
    };
    let end = call.fields.iter().find(is_end);
    let last = end.and_then(|(_, text)| line::number(&text.one_line()));
    let n_lines = last.and_then(|last| u32::try_from((last + 1).checked_sub(first)?).ok());
    let hint = block::start_line(first);
    match n_lines.filter(|n_lines| *n_lines > 0) {
        Some(n_lines) => LineHint {
            source: HintSource::Range(n_lines),
            ..hint
        },
        None => hint,
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
    let source = match (is_sure, call.is_one_of) {
        (true, true) => HintSource::Position,
        (true, false) => HintSource::Insertion,
        (false, _) => HintSource::StartLine,
    };
    Hunk {
        hint: line_index
            .filter(|_| !at_eof)
            .map(|line_index| LineHint { line_index, source }),
        at_eof,
        ..call.insertions(text)
    }
}

/// Reads text that takes the place of a part of the file given by lines and columns.
fn text_range(call: &Call, range: TextRange, text: &FieldText) -> Hunk {
    let ((first, from), (last, to)) = (range.start, range.end);
    let are_lines = text.lines.is_empty() || text.last_line == LastLine::Ended;
    let hunk = Hunk {
        hint: Some(block::start_line(first + 1)),
        ..call.insertions(text)
    };
    if from == 0 && to == 0 && are_lines {
        let replaces = (first < last).then(|| LineSpan::new(first, last));
        let insertion = LineHint {
            line_index: first,
            source: HintSource::Position,
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
        ..call.insertions(text)
    }
}

//! Takes the edits that calls make into the patch: whatever a tool calls its fields, they are a path, an old and a new text, a
//! line, a whole content, or a patch. A call that looks like an edit and cannot be read is told.

use bstr::{BString, ByteSlice};

use super::anchored;
use super::arguments::{self, Call};
use super::change;
use super::field::FieldText;
use super::file_move;
use super::flag::{self, Switch};
use super::insertion;
use super::notebook;
use super::role::{self, Role};
use super::targets;
use super::verb;
use crate::dialect::blocks::block;
use crate::dialect::blocks::marker;
use crate::dialect::note::NoteCode;
use crate::dialect::walk::scan::Scan;
use crate::dialect::whole_file;
use crate::patch::{FileOp, FilePatch, PatchPath};
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
    let fault = fault(scan, call);
    // An undo may leave out which file it is for, where the name of its tool says enough.
    let undoes = call
        .verbs
        .iter()
        .chain([&call.verb])
        .find(|verb| verb::undoes(verb));
    let takes_back =
        undoes.is_some_and(|verb| has_path || verb.contains(['_', '-']) && is_bare(call));
    let is_edit = takes_back
        || role::writes(&call.verb) && (has_text || has_path && call.has_unknown())
        || has_path && (has(&[Role::Old, Role::New]) || fault.is_some())
        || call.deletes() && fault == Some(targets::UNCLEAR)
        || has_path && call.deletes() && call.names_a_part()
        || says_deed(call) && (moves || has_path && is_asked())
        || is_pattern;
    if !is_edit || call.only_reads() {
        return false;
    }
    let why = match fault {
        Some(why) => why,
        None if takes_back => "it takes an earlier edit back",
        None if !has_path => "it names no file",
        None => NO_EDIT,
    };
    tell(scan, call, why);
    true
}

/// Returns whether a call has no fields but those that say which of several earlier states is meant.
fn is_bare(call: &Call) -> bool {
    const STATES: &[&str] = &[
        "id", "checkpoint", "step", "steps", "count", "hash", "commit", "version", "snapshot",
    ];
    let is_of_state = |name: &str| {
        STATES
            .iter()
            .any(|state| name.to_ascii_lowercase().contains(state))
    };
    let mut fields = call.fields.iter().map(|(name, _)| name);
    fields.all(|name| role::role(name).is_some() || is_of_state(name))
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
fn fault(scan: &Scan<'_>, call: &Call) -> Option<&'static str> {
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
    let targets = || targets::of(call, scan.budget()).and_then(Result::err);
    call.fault()
        .or_else(targets)
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
    if call.only_reads() || fault(scan, call).is_some() {
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
    if let Some(Ok(paths)) = targets::of(call, scan.budget()) {
        // A copy for each path must not hold all of the others.
        let bare = Call {
            fields: Vec::new(),
            ..call.clone()
        };
        let one = |(path, at): &(Piece, usize)| Call {
            fields: vec![("path".to_string(), FieldText::split(path, *at))],
            ..bare.clone()
        };
        let taken = paths
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
    take_patches(scan, call, path.as_ref()) || take_fields(scan, call, (named, path), dialect)
}

/// Takes the patches that a call gives as text. Returns whether one of them was read.
fn take_patches(scan: &mut Scan<'_>, call: &Call, path: Option<&BString>) -> bool {
    let patches = || call.all(Role::Patch).chain(as_block(call));
    let n_patches = patches().count();
    let n_read = patches()
        .filter(|patch| read_patch(scan, call, patch, path.cloned()))
        .count();
    if 0 < n_read && n_read < n_patches {
        tell(scan, call, "one of its patches cannot be read");
    }
    n_read > 0
}

/// Takes the edit that the fields of a call make. The call or what is around it may have `named` its file; `path` may be one that
/// only the text above it names.
fn take_fields(
    scan: &mut Scan<'_>,
    call: &Call,
    (named, path): (Option<BString>, Option<BString>),
    dialect: &'static str,
) -> bool {
    let Some((op, hunk)) = change::of_fields(scan, call) else {
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
    let (is_new, is_edit) = (op == FileOp::Create, op == FileOp::Modify);
    let last = open(scan, path, op, call.origin, dialect);
    let Some(mut hunk) = hunk else {
        return true;
    };
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
    match is_edit {
        true => block::push_sides(scan, hunk, since),
        false => scan.push_hunk(hunk, since),
    }
    true
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

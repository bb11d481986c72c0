//! Patches written out: what became of a file, in one of four dialects.

mod render;

use std::collections::BTreeSet;

use bstr::{BString, ByteSlice};

use render::{line, render};

use super::name::named_file;
use crate::patch::compare::{self, Compared, Context, Endings};
use crate::patch::write::end_patch;
use crate::patch::{FileMode, FileOp, FilePatch, Hunk, PatchPath};
use crate::text::{Eol, RelPath, Text};

/// A dialect that can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Numbered unified diff, as `git apply` takes it.
    Unified,
    /// FUDiff: `@@ @@` and context alone, lines that look like marks escaped.
    Fudiff,
    /// SEARCH/REPLACE blocks.
    SearchReplace,
    /// `*** Begin Patch`
    ApplyPatch,
    /// Tool calls: old and new text as JSON strings, one object a line.
    ToolJson,
}

impl Form {
    /// Every form of a whole patch: a tool call is one edit, which only feedback asks for.
    pub const ALL: &[Form] = &[
        Form::Unified,
        Form::Fudiff,
        Form::SearchReplace,
        Form::ApplyPatch,
    ];

    /// Returns the name of its row in the table of dialects.
    pub fn name(self) -> &'static str {
        match self {
            Form::Unified => super::unified::SPEC.name,
            Form::Fudiff => super::fudiff::SPEC.name,
            Form::SearchReplace => super::search_replace::SPEC.name,
            Form::ApplyPatch => super::apply_patch::SPEC.name,
            Form::ToolJson => super::tool_json::SPEC.name,
        }
    }

    /// Returns the form to ask for from who wrote `dialect`: the same where it can be written, else the nearest that says
    /// all that it can say, and quotes what it changes.
    pub fn nearest(dialect: &str) -> Form {
        let of = |names: &[&str]| names.contains(&dialect);
        if let Some(form) = Form::named(dialect) {
            form
        } else if of(&[
            super::tool_json::SPEC.name,
            super::tool_xml::SPEC.name,
            super::hashline::SPEC.name,
        ]) {
            Form::ToolJson
        } else if of(&[
            super::roo::SPEC.name,
            super::zed::SPEC.name,
            super::cline::SPEC.name,
            super::conflict::SPEC.name,
            super::lazy::SPEC.name,
            super::whole_file::SPEC.name,
            super::suggestion::SPEC.name,
        ]) {
            Form::SearchReplace
        } else {
            Form::Unified
        }
    }

    /// Returns the form called `name`.
    pub fn named(name: &str) -> Option<Form> {
        Form::ALL.iter().copied().find(|form| form.name() == name)
    }
}

/// What became of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change<'a> {
    /// Its path before, or the path of a new file.
    pub path: &'a RelPath,
    /// What was done. A whole content that was replaced is a modification here.
    pub op: FileOp,
    /// Its content before; empty for a new file.
    pub old: &'a Text,
    /// Its content after; empty for a deleted file.
    pub new: &'a Text,
    /// What it is before; means nothing for a new file.
    pub old_mode: FileMode,
    /// What it is after; means nothing for a deleted file.
    pub new_mode: FileMode,
}

impl Change<'_> {
    /// Returns whether a file that stays keeps its lines.
    pub fn keeps_lines(&self) -> bool {
        self.op == FileOp::Modify && self.old.as_bytes() == self.new.as_bytes()
    }

    /// Returns whether nothing changes.
    pub fn is_none(&self) -> bool {
        self.keeps_lines() && self.old_mode == self.new_mode
    }

    /// Returns whether a file that stays becomes a program, or none.
    fn changes_mode(&self) -> bool {
        let stays = match self.op {
            FileOp::Modify | FileOp::Replace | FileOp::Rename { .. } | FileOp::Copy { .. } => true,
            FileOp::Create | FileOp::Delete => false,
        };
        stays && self.old_mode != self.new_mode
    }

    /// Returns whether a new file is to be a program.
    fn makes_program(&self) -> bool {
        self.op == FileOp::Create && self.new_mode == FileMode::Executable
    }
}

/// A patch as text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Written {
    /// The text.
    pub text: BString,
    /// What it cannot say, or says less surely, one sentence each.
    pub warnings: Vec<String>,
    /// How many of the warnings tell of what is not in the text, or is not made of it.
    pub n_lost: usize,
}

/// Returns the section that makes one change, its hunks with the context that `form` needs.
pub fn section(change: &Change<'_>, form: Form) -> FilePatch {
    let compared = compared(change, form);
    FilePatch {
        hunks: compared.hunks,
        ..FilePatch::new(
            PatchPath::Named(change.path.clone()),
            change.op.clone(),
            form.name(),
        )
    }
}

fn compared(change: &Change<'_>, form: Form) -> Compared {
    let (context, endings) = match form {
        Form::Unified => (Context::Numbered, Endings::InBody),
        Form::Fudiff => (Context::Unique, Endings::Split),
        Form::SearchReplace | Form::ApplyPatch | Form::ToolJson => {
            (Context::Unique, Endings::LeftOut)
        }
    };
    compare::compare(change.old, change.new, context, endings)
}

/// Writes changes as one patch.
pub fn write(changes: &[Change<'_>], form: Form) -> Written {
    let mut written = Written::default();
    for change in changes {
        let compared = compared(change, form);
        warn(&mut written, change, form, &compared);
        let name = name(change.path, &change.op, form);
        if name.is_none() {
            written.lose(unreadable(change.path, &change.op, form));
        }
        let is_of_lines =
            change.op == FileOp::Modify || matches!(form, Form::Fudiff | Form::SearchReplace);
        let says_nothing = is_of_lines && compared.hunks.is_empty();
        if says_nothing && form != Form::Unified {
            continue;
        }
        let name = name.unwrap_or_else(|| change.path.as_bytes().into());
        render(
            &mut written.text,
            change,
            &compared.hunks,
            form,
            name.as_bstr(),
        );
        if let (FileOp::Rename { to }, Form::ApplyPatch) = (&change.op, form)
            && self::name(to, &FileOp::Create, form).is_none()
        {
            written.lose(unreadable(to, &FileOp::Create, form));
        }
    }
    if form == Form::Unified {
        end_patch(&mut written.text);
    }
    if form == Form::ApplyPatch && !written.text.is_empty() {
        let mut text = BString::default();
        line(&mut text, &[b"*** Begin Patch"]);
        text.extend_from_slice(&written.text);
        line(&mut text, &[b"*** End Patch"]);
        written.text = text;
    }
    written
}

/// Returns how a file is named so that it is read back, tried on a change of one line.
fn name(path: &RelPath, op: &FileOp, form: Form) -> Option<BString> {
    let (none, one, other) = (Text::new(""), Text::new("one\n"), Text::new("other\n"));
    let (op, old, new) = match op {
        FileOp::Create => (FileOp::Create, &none, &one),
        FileOp::Delete if form != Form::SearchReplace => (FileOp::Delete, &one, &none),
        FileOp::Delete
        | FileOp::Modify
        | FileOp::Replace
        | FileOp::Rename { .. }
        | FileOp::Copy { .. } => (FileOp::Modify, &one, &other),
    };
    let change = Change {
        path,
        op,
        old,
        new,
        old_mode: FileMode::Plain,
        new_mode: FileMode::Plain,
    };
    let spellings = match form {
        // It quotes for itself, and JSON holds any name.
        Form::Unified | Form::ToolJson => vec![path.as_bytes().into()],
        Form::Fudiff | Form::ApplyPatch => named_file::for_header(path.as_bytes().into()),
        Form::SearchReplace => named_file::for_line(path.as_bytes().into()),
    };
    let hunks = compared(&change, form).hunks;
    named_file::read_back(path, spellings, |name| {
        let mut out = BString::default();
        render(&mut out, &change, &hunks, form, name);
        out
    })
}

fn unreadable(path: &RelPath, op: &FileOp, form: Form) -> String {
    let is_named = form != Form::Unified && name(path, op, Form::Unified).is_some();
    let advice = if is_named { "; use `unified`" } else { "" };
    let (path, form) = (path.to_text(), form.name());
    format!("{path}: {form} has no way to name it that is read back{advice}")
}

impl Written {
    /// Takes note of what the text does not say, or of what is not made of it.
    pub fn lose(&mut self, warning: String) {
        self.warnings.push(warning);
        self.n_lost += 1;
    }
}

fn warn(written: &mut Written, change: &Change<'_>, form: Form, compared: &Compared) {
    let path = change.path.to_text();
    for index in &compared.not_unique {
        written.warnings.push(format!(
            "{path}: hunk {} matches several places, however much context it gets",
            index + 1
        ));
    }
    if let Some(what) = lost_in_every_form(change) {
        written.lose(format!("{path}: `hunkwise apply` would {what}"));
    }
    if let Some(what) = said_in_unified_alone(change, form) {
        written.lose(format!(
            "{path}: {} cannot say {what}; use `unified`",
            form.name()
        ));
    }
}

/// Returns what would become of a change in every form, where that is not what it is: a reply that came through a chat says
/// nothing of line endings.
fn lost_in_every_form(change: &Change<'_>) -> Option<&'static str> {
    match change.op {
        FileOp::Delete => None,
        FileOp::Create if ends(change.new).any(|end| end != Eol::Lf) => {
            Some("end its lines with line feeds alone")
        }
        FileOp::Create if !change.new.bom().is_empty() => Some("leave out its byte order mark"),
        FileOp::Modify | FileOp::Replace | FileOp::Rename { .. } | FileOp::Copy { .. }
            if change.old.bom() != change.new.bom() =>
        {
            Some("leave its byte order mark as it was")
        }
        FileOp::Modify | FileOp::Replace | FileOp::Rename { .. } | FileOp::Copy { .. }
            if lines_end_otherwise(change) =>
        {
            Some("keep the line ends that the file has")
        }
        FileOp::Create
        | FileOp::Modify
        | FileOp::Replace
        | FileOp::Rename { .. }
        | FileOp::Copy { .. } => None,
    }
}

/// Returns what `form` cannot say of a change, and `unified` can.
fn said_in_unified_alone(change: &Change<'_>, form: Form) -> Option<&'static str> {
    if form == Form::Unified {
        return None;
    }
    let says_moves = form == Form::ApplyPatch;
    let says_deletions = matches!(form, Form::Fudiff | Form::ApplyPatch);
    let is_copy = matches!(change.op, FileOp::Copy { .. });
    let is_new = change.op == FileOp::Create && change.new.n_lines() > 0;
    let unsaid = [
        (
            !says_moves && (is_copy || matches!(change.op, FileOp::Rename { .. })),
            "a file that moves or is copied",
        ),
        (
            !says_deletions && change.op == FileOp::Delete,
            "that a file is deleted",
        ),
        (is_copy, "a copy"),
        (change.changes_mode(), "a change of mode"),
        (change.makes_program(), "that a new file is a program"),
        (
            form != Form::ApplyPatch && change.op == FileOp::Create && !is_new,
            "an empty new file",
        ),
        (
            form == Form::Fudiff && change.op == FileOp::Delete && change.old.n_lines() == 0,
            "that an empty file is deleted",
        ),
        (
            is_new && !change.new.has_final_newline(),
            "that a new file has no newline at the end",
        ),
        (
            form != Form::Fudiff && ends_otherwise(change),
            "a change of the newline at the end",
        ),
    ];
    unsaid
        .iter()
        .find(|(is_so, _)| *is_so)
        .map(|(_, what)| *what)
}

fn changes_lines(change: &Change<'_>) -> bool {
    change.old.n_lines() > 0 && change.new.n_lines() > 0
}

/// Returns how the lines of `text` end, but one without an ending.
fn ends(text: &Text) -> impl Iterator<Item = Eol> {
    let ends = (0..text.n_lines()).map(|index| text.ending(index));
    ends.filter(|end| *end != Eol::None)
}

/// Returns whether lines end as none of the file does, or only the ends of lines change.
fn lines_end_otherwise(change: &Change<'_>) -> bool {
    let (old, new) = (change.old, change.new);
    let mut known: BTreeSet<Eol> = ends(old).collect();
    if known.is_empty() {
        // New lines of a file without any ending get a line feed.
        known.insert(Eol::Lf);
    }
    let has_another = ends(new).any(|end| !known.contains(&end));
    let is_same_line = |index: usize| old.line(index) == new.line(index);
    let keeps_lines = old.n_lines() == new.n_lines() && (0..old.n_lines()).all(is_same_line);
    // Whether the last line has an ending is said apart from which.
    let ends_otherwise = ends(old).zip(ends(new)).any(|(old, new)| old != new);
    changes_lines(change) && (has_another || keeps_lines && ends_otherwise)
}

fn ends_otherwise(change: &Change<'_>) -> bool {
    changes_lines(change) && change.old.has_final_newline() != change.new.has_final_newline()
}

/// Writes one hunk as it was read, in the marks of `form`, without a header or a path: to be quoted, not to be applied.
pub fn quoted_hunk(hunk: &Hunk, form: Form) -> BString {
    let mut out = BString::default();
    match form {
        Form::Unified | Form::Fudiff | Form::ApplyPatch => {
            for hunk_line in hunk.lines.iter() {
                line(&mut out, &[&[hunk_line.kind.sign() as u8], &hunk_line.body]);
            }
        }
        Form::SearchReplace | Form::ToolJson => {
            line(&mut out, &[b"<<<<<<< SEARCH"]);
            hunk.preimage().for_each(|body| line(&mut out, &[body]));
            line(&mut out, &[b"======="]);
            hunk.postimage().for_each(|body| line(&mut out, &[body]));
            line(&mut out, &[b">>>>>>> REPLACE"]);
        }
    }
    out
}

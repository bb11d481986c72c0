//! Changes written out so that a model can send them as they are: in the dialect that it wrote, with the context that makes
//! them unique. Each is read back before it is offered, so none is placed anywhere else than meant.

use bstr::ByteSlice;
use schemars::JsonSchema;
use serde::Serialize;

use super::super::read_back::{ReadBack, read_back};
use super::super::shown;
use crate::dialect::write::{self, Change, Form};
use crate::patch::{FileMode, Hunk, HunkId};
use crate::session::{Options, Session};
use crate::text::{Content, Edit, Edits, RelPath, Snapshot, Text};

/// The longest file that a change of is read back, in lines: each offer costs a search through it.
const MOST_LINES: usize = 50_000;

/// A change that can be sent as it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Offer {
    /// The dialect it is written in.
    pub dialect: &'static str,
    /// The whole patch.
    pub text: String,
}

/// Returns `edits` of the file of a hunk as a patch of its own, in `form` or else in another; `None` where no form says them
/// so that they are read back as they are.
pub(super) fn of_edits(
    session: &Session,
    id: HunkId,
    edits: Vec<Edit>,
    form: Form,
) -> Option<Offer> {
    let (file, section) = (
        &session.plan().files[id.file],
        &session.patch().files[id.file],
    );
    let snapshot = file.snapshot.as_ref()?;
    let (path, old) = (file.target.as_ref()?, snapshot.text()?);
    let keeps_file = section.op.is_of_lines();
    if !keeps_file || edits.is_empty() {
        return None;
    }
    let newline = session.patch().hunk(id).final_newline;
    let new = Text::new(Edits::new(edits, newline).ok()?.apply(old));
    let mode = FileMode::of(snapshot);
    let change = Change {
        path,
        op: section.op.clone(),
        old,
        new: &new,
        old_mode: mode,
        new_mode: mode,
    };
    of_changes(session, &[change], form)
}

/// Returns `changes` as one patch, in `form` or else in another.
pub(super) fn of_changes(session: &Session, changes: &[Change<'_>], form: Form) -> Option<Offer> {
    let n_lines = changes.iter().map(|change| change.old.n_lines());
    if n_lines.sum::<usize>() > MOST_LINES {
        return None;
    }
    let others = [Form::SearchReplace, Form::Unified, Form::ApplyPatch];
    let mut forms = std::iter::once(form).chain(others);
    forms.find_map(|form| {
        let written = write::write(changes, form);
        let text = written.text.to_str().ok()?.to_string();
        // What is not seen as it is would be sent back as something else.
        let is_plain = text.split('\n').all(|line| shown(line.as_bytes()) == line);
        let is_good = !text.is_empty() && is_plain && is_read_back(session, changes, &text);
        is_good.then(|| Offer {
            dialect: form.name(),
            text,
        })
    })
}

/// Returns whether `text`, sent as a reply, is placed unasked and makes just these changes.
fn is_read_back(session: &Session, changes: &[Change<'_>], text: &str) -> bool {
    let mut parse = session.options().parse.clone();
    parse.dialect = None;
    parse.strip = None;
    parse.current = None;
    let options = Options {
        parse,
        ..session.options().clone()
    };
    let absent = |path: &RelPath| Snapshot::new(path.clone(), Content::Absent);
    let known = session.snapshots();
    let read = |path: &RelPath| known.get(path).cloned().unwrap_or_else(|| absent(path));
    read_back(text.as_bytes(), changes, options, read) == ReadBack::Same
}

/// Returns a hunk as the model wrote it, in the marks of the form that it is asked to answer in.
pub(super) fn quoted(hunk: &Hunk, form: Form) -> Vec<String> {
    let text = write::quoted_hunk(hunk, form);
    text.lines().map(shown).collect()
}

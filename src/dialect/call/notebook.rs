//! Tool calls that edit a cell of a notebook, as Claude Code's `NotebookEdit` and Copilot's `edit_notebook_file`.

use super::arguments::Call;
use super::field::LastLine;
use super::role::Role;
use crate::patch::Hunk;
use crate::patch::cell::{CellAct, CellEdit, CellKind, CellName};

/// Why such an edit waits until it is completed against its target.
const REASON: &str = "it edits a cell of a notebook, which is not there";

/// Returns whether a call is about a cell.
pub(in crate::dialect) fn is_edit(call: &Call) -> bool {
    let roles = [Role::Cell, Role::CellNumber, Role::CellAct];
    roles.iter().any(|role| call.get(*role).is_some()) || call.verb == "notebookedit"
}

/// Returns the edit of a cell as a hunk that inserts its source; `None` where it does not say which cell becomes what.
pub(in crate::dialect) fn hunk(call: &Call) -> Option<Hunk> {
    let act = match call
        .get(Role::CellAct)
        .map(|act| act.one_line().to_ascii_lowercase())
    {
        None => CellAct::Replace,
        Some(act) => match &act[..] {
            b"replace" | b"edit" => CellAct::Replace,
            b"insert" => CellAct::Insert,
            b"delete" => CellAct::Delete,
            _ => return None,
        },
    };
    // An edit of a part of a cell quotes what it replaces.
    let quotes = call.get(Role::Old).is_some();
    let source = call.get(Role::New).filter(|_| act != CellAct::Delete);
    if quotes || source.is_none() && act != CellAct::Delete {
        return None;
    }
    let kind = call
        .get(Role::CellKind)
        .map(|kind| match &kind.one_line()[..] {
            b"markdown" => CellKind::Markdown,
            _ => CellKind::Code,
        });
    let edit = CellEdit {
        cell: cell(call, act)?,
        act,
        kind: kind.filter(|_| act != CellAct::Delete),
        ends_line: source.is_some_and(|source| source.last_line == LastLine::Ended),
    };
    let hunk = source.map(|source| call.insertions(source));
    Some(Hunk {
        cell: Some(Box::new(edit)),
        invalid: Some(REASON.into()),
        origin: call.origin,
        ..hunk.unwrap_or_default()
    })
}

fn cell(call: &Call, act: CellAct) -> Option<CellName> {
    let id = call.get(Role::Cell).map(|id| id.one_line());
    match id.filter(|id| !id.is_empty()) {
        Some(id) if act == CellAct::Insert && id == "TOP" => Some(CellName::Top),
        Some(id) if act == CellAct::Insert && id == "BOTTOM" => Some(CellName::Bottom),
        Some(id) => Some(CellName::Id(id)),
        None if call.get(Role::CellNumber).is_some() => {
            Some(CellName::At(call.number(Role::CellNumber)?))
        }
        // Without a name, a new cell is the first.
        None => (act == CellAct::Insert).then_some(CellName::Top),
    }
}

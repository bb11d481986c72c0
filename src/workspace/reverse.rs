//! What an apply made is kept beside what it replaced, so that it can be reversed as a patch where a file changed since.
//!
//! Both are written before the first target is touched, so that an apply which can keep no copy is not made. They are not
//! synced: one that was torn by a power failure is told by its digest. The original itself lies beside its copy then.

use super::Workspace;
use super::error::WorkspaceError;
use super::journal::{Change, OpFolder, Record};
use super::log::{UndoStatus, listed};
use super::reach::full_path;
use super::state::State;
use super::tree::{OpenFile, Opened, open_file};
use super::undo::{Chosen, chosen, image, path_here};
use crate::patch::FileMode;
use crate::text::{Digest, RelPath};

/// What became of one path: how it was before and after an apply, `None` where there was no file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reversal {
    /// The path.
    pub path: RelPath,
    /// What the apply found.
    pub before: Option<Side>,
    /// What the apply made.
    pub after: Option<Side>,
    /// Where the content lies that the apply found, or the apply's folder.
    pub kept_at: std::path::PathBuf,
}

/// A file before or after an apply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Side {
    /// Its content; empty where only the mode changed.
    pub bytes: Vec<u8>,
    /// What it is.
    pub mode: FileMode,
}

/// What an apply did, for reversing it as a patch.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reversals {
    /// What became of each path.
    pub files: Vec<Reversal>,
    /// What is said of applies that are later than the latest one that can be followed, where that is meant.
    pub passed_over: Vec<String>,
}

/// Returns what apply `id` did to each path, or the apply that a plain undo would take back.
pub(super) fn reversals(
    ws: &Workspace,
    states: &[&State],
    id: Option<u64>,
) -> Result<Reversals, WorkspaceError> {
    let chosen = chosen(ws, states, id)?;
    let all = 0..chosen.record.entries.len();
    let files = all.map(|index| reversal(ws, &chosen, index));
    Ok(Reversals {
        files: files.collect::<Result<_, _>>()?,
        passed_over: chosen.passed_over,
    })
}

/// Returns what the latest apply that is in effect did to a path of this root; `None` also where that was not kept. An undo is
/// no change of its own: with it the file is again what the apply before it made.
pub(super) fn last_of(ws: &Workspace, states: &[&State], path: &RelPath) -> Option<Reversal> {
    let (listed, _) = listed(ws, states).ok()?;
    let in_effect = listed
        .iter()
        .rev()
        .filter(|one| one.entry.status == UndoStatus::Applied && one.entry.undoes.is_none());
    let wanted = ws.tree.full_path(path);
    let (one, index) = in_effect.into_iter().find_map(|one| {
        let root = one.root(ws);
        let is_it = |change: &(RelPath, _)| full_path(&root, &change.0) == wanted;
        Some((one, one.entry.changes.iter().position(is_it)?))
    })?;
    let chosen = chosen(ws, &[one.state], Some(one.entry.id)).ok()?;
    reversal(ws, &chosen, index).ok()
}

fn reversal(ws: &Workspace, chosen: &Chosen, index: usize) -> Result<Reversal, WorkspaceError> {
    let (op, record) = (&chosen.op, &chosen.record);
    let entry = &record.entries[index];
    let found = |digest| -> Result<Side, WorkspaceError> {
        let (bytes, attributes) = image(&chosen.there, op, (index, entry), digest)?;
        let mode = attributes.file_mode();
        Ok(Side { bytes, mode })
    };
    let made = |digest| -> Result<Side, WorkspaceError> {
        let bytes = made(&chosen.there, op, index, digest)?;
        let mode = entry.made_mode();
        Ok(Side { bytes, mode })
    };
    let (before, after) = match entry.change {
        Change::Edit { before, after } => {
            let (before, mut after) = (found(before)?, made(after)?);
            if !entry.sets_mode {
                after.mode = before.mode;
            }
            (Some(before), Some(after))
        }
        Change::Create { after } => (None, Some(made(after)?)),
        Change::Delete { before } => (Some(found(before)?), None),
        Change::Mode { modes, .. } => {
            let side = |mode| Side {
                bytes: Vec::new(),
                mode: FileMode::of_permissions(mode),
            };
            let sides = modes.map(|modes| (side(modes.from), side(modes.to)));
            sides.unzip()
        }
    };
    Ok(Reversal {
        path: path_here(ws, &chosen.there, &entry.path),
        kept_at: match before {
            Some(_) => op.path_of(&Record::copy_name(index)),
            None => op.path.clone(),
        },
        before,
        after,
    })
}

fn made(
    ws: &Workspace,
    op: &OpFolder,
    index: usize,
    digest: Digest,
) -> Result<Vec<u8>, WorkspaceError> {
    let name = Record::made_name(index);
    let path = op.path_of(&name);
    let opened =
        open_file(&op.dir, &name, ws.limit).map_err(WorkspaceError::failed("read", &path))?;
    let bytes = match opened {
        Opened::File(mut open) => read(&mut open, ws.limit),
        Opened::Absent | Opened::Other(_) => None,
    };
    bytes
        .filter(|bytes| Digest::of(bytes) == digest)
        .ok_or(WorkspaceError::Journal {
            path,
            what: "what the apply made could not be kept".to_string(),
        })
}

fn read(open: &mut OpenFile, limit: u64) -> Option<Vec<u8>> {
    open.read(limit).ok()?.ok()
}

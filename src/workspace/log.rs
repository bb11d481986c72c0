//! Which applies are recorded, and where each stands.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::Workspace;
use super::error::WorkspaceError;
use super::journal::{Change, OpFolder, Phase, Record};
use super::reach::below;
use super::state::State;
use crate::text::{Digest, RelPath};

/// One apply as the log shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LogEntry {
    /// Its number.
    pub id: u64,
    /// When it was made, in seconds since 1970.
    pub time: u64,
    /// Digest of the reply it came from.
    pub reply: Digest,
    /// The apply it reversed, if it is an undo.
    pub undoes: Option<u64>,
    /// Where it stands.
    pub status: UndoStatus,
    /// The root that its paths are relative to, below the top of the work tree; `None` is the top.
    pub root: Option<RelPath>,
    /// The folder that it is recorded in, where that is not the root's own: from before `git init`, say.
    pub recorded_in: Option<PathBuf>,
    /// What it did to each path.
    pub changes: Vec<(RelPath, LogChange)>,
}

/// The recorded applies.
#[derive(Debug, Default)]
pub struct Log {
    /// Those that can be read, the oldest first.
    pub entries: Vec<LogEntry>,
    /// Why the others cannot be.
    pub unread: Vec<WorkspaceError>,
    /// Where nothing is recorded here: other roots whose applies changed files of this one.
    pub elsewhere: Vec<PathBuf>,
}

/// What one apply did to one path. A rename is a creation and a deletion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogChange {
    /// The file was changed.
    Edited,
    /// The file was made.
    Created,
    /// The file was removed.
    Deleted,
    /// The file became a program, or none.
    Mode,
}

/// Where an apply stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UndoStatus {
    /// It is in effect.
    Applied,
    /// A later undo took it back.
    Undone,
    /// It was interrupted and waits for a recovery.
    Interrupted,
    /// It was rolled back, but somebody else's files were left.
    RolledBack,
    /// This user's hunkwise did not make it here: it is not followed unasked.
    Foreign,
}

/// One apply as the log shows it, and what it is told by: numbers are given anew in each state.
pub(super) struct Listed<'a> {
    pub(super) state: &'a State,
    pub(super) entry: LogEntry,
    /// The root that its paths are relative to, below the top of its state.
    root: Option<RelPath>,
    undoes_in: Option<u64>,
}

impl Listed<'_> {
    /// Returns the inode of the folder that it is recorded in, and its number there.
    pub(super) fn key(&self) -> (u64, u64) {
        (self.state.birth.inode, self.entry.id)
    }

    /// Returns the one that it takes back.
    fn undone(&self) -> Option<(u64, u64)> {
        let inode = self.undoes_in.unwrap_or(self.state.birth.inode);
        Some((inode, self.entry.undoes?))
    }

    /// Returns the root that its paths are relative to.
    pub(super) fn root(&self, ws: &Workspace) -> PathBuf {
        ws.root_in(self.state, self.root.as_ref())
    }
}

/// Returns all recorded applies, the oldest first.
pub(super) fn log(ws: &Workspace, states: &[&State]) -> Result<Log, WorkspaceError> {
    let (listed, unread) = listed(ws, states)?;
    Ok(Log {
        entries: listed.into_iter().map(|it| it.entry).collect(),
        unread: unread.into_iter().map(|(_, fault)| fault).collect(),
        elsewhere: Vec::new(),
    })
}

/// Applies whose records cannot be read, by their keys, and why.
pub(super) type Unread = Vec<((u64, u64), WorkspaceError)>;

/// Returns all recorded applies, those of each state the oldest first, and those that cannot be read: one of them is no
/// reason to miss the rest.
pub(super) fn listed<'a>(
    ws: &Workspace,
    states: &[&'a State],
) -> Result<(Vec<Listed<'a>>, Unread), WorkspaceError> {
    let (mut listed, mut unread) = (Vec::new(), Unread::new());
    for state in states {
        for id in state.ids()? {
            match one_listed(ws, state, id) {
                Ok(one) => listed.extend(one),
                Err(fault) => unread.push(((state.birth.inode, id), fault)),
            }
        }
    }
    // An undo that was itself undone no longer counts, so the latest decide first.
    let mut undone = BTreeSet::new();
    for one in listed.iter_mut().rev() {
        if one.entry.status != UndoStatus::Applied {
            continue;
        }
        if undone.contains(&one.key()) {
            one.entry.status = UndoStatus::Undone;
        } else {
            undone.extend(one.undone());
        }
    }
    Ok((listed, unread))
}

/// Returns what the log shows of one apply; `None` of one that never began.
fn one_listed<'a>(
    ws: &Workspace,
    state: &'a State,
    id: u64,
) -> Result<Option<Listed<'a>>, WorkspaceError> {
    let op = OpFolder::open(state, id)?;
    let Some(phase) = op.phase()? else {
        return Ok(None);
    };
    let (record, origin) = op.read(state, phase)?;
    let (root, undoes_in) = (record.root.clone(), record.undoes_in);
    let mut entry = log_entry(record, phase);
    if !ws.follows(origin) {
        entry.status = UndoStatus::Foreign;
    }
    if !ws.is_own(state) {
        entry.recorded_in = Some(state.path().to_path_buf());
        entry.root = below(&ws.root_in(state, root.as_ref()), ws.top());
    }
    Ok(Some(Listed {
        state,
        entry,
        root,
        undoes_in,
    }))
}

fn log_entry(record: Record, phase: Phase) -> LogEntry {
    LogEntry {
        id: record.id,
        time: record.time,
        reply: record.reply,
        undoes: record.undoes,
        recorded_in: None,
        status: match phase {
            Phase::Planned | Phase::Staged => UndoStatus::Interrupted,
            Phase::Done | Phase::Kept => UndoStatus::Applied,
            Phase::Left => UndoStatus::RolledBack,
        },
        root: record.root,
        changes: record
            .entries
            .into_iter()
            .map(|entry| {
                let change = match entry.change {
                    Change::Edit { .. } => LogChange::Edited,
                    Change::Create { .. } => LogChange::Created,
                    Change::Delete { .. } => LogChange::Deleted,
                    Change::Mode { .. } => LogChange::Mode,
                };
                (entry.path, change)
            })
            .collect(),
    }
}

//! Taking an apply back is an apply of the old contents, so it is checked, crash-safe and undoable like any other.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::Workspace;
use super::apply::write;
use super::error::{StuckFile, WorkspaceError};
use super::held::Held;
use super::journal::{Change, OpFolder, Phase, Record};
use super::mode::Modes;
use super::order::{Like, Order, Want};
use super::stage::Attributes;
use super::state::State;
use super::tree::{Opened, open_file};
use crate::text::{Digest, RelPath};

/// What an undo did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undone {
    /// The number of the undo itself: undoing that brings the apply back.
    pub id: u64,
    /// The apply that was undone.
    pub undid: u64,
    /// The paths that were written.
    pub written: Vec<RelPath>,
    /// What did not go well after the commit.
    pub notes: Vec<String>,
}

/// One apply as the log shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
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
    pub standing: Standing,
    /// The root that its paths are relative to, below the top of the work tree; `None` is the top.
    pub root: Option<RelPath>,
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
pub enum Standing {
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

/// Takes back apply `id`, or the latest one that is in effect and is no undo itself.
pub(super) fn undo(
    ws: &Workspace,
    held: &mut Held,
    id: Option<u64>,
) -> Result<Undone, WorkspaceError> {
    let (there, op, record) = chosen(ws, held.own(), id)?;
    let id = record.id;
    let wants = (0..record.entries.len())
        .map(|index| reversed(&there, &op, &record, index))
        .rev()
        .collect::<Result<Vec<_>, _>>()?;
    let order = Order {
        reply: record.reply,
        undoes: Some(id),
        hard_links: ws.hard_links,
        wants,
        reads: Vec::new(),
        spare_folders: record.new_folders.clone(),
    };
    let written = write(&there, held, order);
    let state = held.own();
    let here = |paths: Vec<RelPath>| {
        let path = |path: &RelPath| ws.path_here(state, record.root.as_ref(), path);
        paths.iter().map(path).collect()
    };
    let applied = match written {
        Err(WorkspaceError::Drift { paths }) => {
            let paths = here(paths);
            return Err(WorkspaceError::UndoDrift { id, paths });
        }
        result => result?,
    };
    Ok(Undone {
        id: applied.id,
        undid: id,
        written: here(applied.written),
        notes: applied.notes,
    })
}

/// Returns the apply that is meant, in effect and kept whole, and the files under its root.
pub(super) fn chosen(
    ws: &Workspace,
    state: &State,
    id: Option<u64>,
) -> Result<(Workspace, OpFolder, Record), WorkspaceError> {
    let id = match id {
        Some(id) => id,
        None => latest(ws, state)?,
    };
    let is_listed = state.ids()?.contains(&id);
    let op = if is_listed {
        OpFolder::open(state, id)?
    } else {
        return Err(WorkspaceError::NoSuchApply { id });
    };
    let (record, origin) = match op.phase()? {
        Some(Phase::Kept) => op.read(state, Phase::Kept)?,
        Some(Phase::Done) => {
            return Err(WorkspaceError::Journal {
                path: op.path,
                what: "its old contents are not all filed yet, and `hunkwise recover` says why"
                    .to_string(),
            });
        }
        Some(Phase::Planned | Phase::Staged | Phase::Left) | None => {
            return Err(WorkspaceError::NoSuchApply { id });
        }
    };
    if !ws.follows(origin) {
        return Err(WorkspaceError::ForeignApply { id, path: op.path });
    }
    let is_in_effect = |entry: &LogEntry| entry.id == id && entry.standing == Standing::Applied;
    if !log(ws, state)?.entries.iter().any(is_in_effect) {
        return Err(WorkspaceError::NoSuchApply { id });
    }
    if !ws.holds_root(state, record.root.as_ref()) {
        let root = record.root.as_ref();
        let root = root.map_or(state.top.path().to_path_buf(), |it| state.top.full_path(it));
        return Err(WorkspaceError::OtherRoot { id, root });
    }
    let tree = state.top.below(record.root.as_ref());
    let tree = tree.map_err(|blocked| WorkspaceError::Journal {
        path: op.path.clone(),
        what: StuckFile::blocked(state.top.path(), &blocked).to_string(),
    })?;
    Ok((ws.with_tree(tree), op, record))
}

/// Returns the number of the latest apply under this root that is in effect and no undo.
fn latest(ws: &Workspace, state: &State) -> Result<u64, WorkspaceError> {
    let log = log(ws, state)?;
    let mut in_effect = log.entries.iter().rev().filter(|entry| {
        entry.standing == Standing::Applied && ws.holds_root(state, entry.root.as_ref())
    });
    match in_effect.clone().find(|entry| entry.undoes.is_none()) {
        Some(entry) => Ok(entry.id),
        None => Err(WorkspaceError::NothingToUndo {
            undo: in_effect.next().map(|entry| entry.id),
            foreign: log
                .entries
                .iter()
                .rev()
                .find(|entry| entry.standing == Standing::Foreign)
                .map(|entry| entry.id),
        }),
    }
}

fn reversed(
    ws: &Workspace,
    op: &OpFolder,
    record: &Record,
    index: usize,
) -> Result<Want<'static>, WorkspaceError> {
    let entry = &record.entries[index];
    let path = entry.path.clone();
    Ok(match entry.change {
        Change::Create { after } => Want {
            path,
            change: Change::Delete { before: after },
            content: None,
            like: Like::Itself,
            mode: None,
        },
        Change::Edit { before, after } => {
            let (bytes, attributes) = image(ws, op, index, before)?;
            Want {
                path,
                change: Change::Edit {
                    before: after,
                    after: before,
                },
                content: Some(Cow::Owned(bytes)),
                // A mode that somebody gave it since is theirs and stays.
                like: if entry.sets_mode {
                    Like::Given(attributes)
                } else {
                    Like::Itself
                },
                mode: None,
            }
        }
        Change::Mode { content, modes } => Want {
            path,
            change: Change::Mode {
                // Only the mode goes back, whatever was written into the file since.
                content: ws.snapshot(&entry.path).digest().unwrap_or(content),
                modes: modes.map(Modes::reversed),
            },
            content: None,
            like: Like::Itself,
            mode: None,
        },
        Change::Delete { before } => {
            let (bytes, attributes) = image(ws, op, index, before)?;
            Want {
                path,
                change: Change::Create { after: before },
                content: Some(Cow::Owned(bytes)),
                like: Like::Given(attributes),
                mode: None,
            }
        }
    })
}

/// Reads the old content of entry `index`, which must be what the record says.
pub(super) fn image(
    ws: &Workspace,
    op: &OpFolder,
    index: usize,
    digest: Digest,
) -> Result<(Vec<u8>, Attributes), WorkspaceError> {
    let name = Record::image_name(index);
    let path = op.image_path(index);
    let untrusted = |what: &str| WorkspaceError::Journal {
        path: path.clone(),
        what: what.to_string(),
    };
    let failed = |fault| WorkspaceError::failed("read", &path)(fault);
    let opened = open_file(&op.dir, &name, ws.limit).map_err(|fault| failed(fault.into()))?;
    let mut open = match opened {
        Opened::File(open) => open,
        Opened::Absent => return Err(untrusted("the old content is gone")),
        Opened::Other(unfit) => return Err(untrusted(&format!("the old content is {unfit}"))),
    };
    let bytes = open
        .read(ws.limit)
        .map_err(failed)?
        .map_err(|large| untrusted(&format!("the old content is {large}")))?;
    if Digest::of(&bytes) != digest {
        return Err(untrusted("the old content was changed"));
    }
    if Attributes::is_set_id(&open.stat) {
        return Err(untrusted(
            "the old content would run with its owner's rights (set-id)",
        ));
    }
    let attributes = Attributes::of(&open).map_err(failed)?;
    Ok((bytes, attributes))
}

/// Returns all recorded applies, the oldest first. One that cannot be read is no reason to miss the others.
pub(super) fn log(ws: &Workspace, state: &State) -> Result<Log, WorkspaceError> {
    let mut log = Log::default();
    for id in state.ids()? {
        match logged(ws, state, id) {
            Ok(entry) => log.entries.extend(entry),
            Err(fault) => log.unread.push(fault),
        }
    }
    // An undo that was itself undone no longer counts, so the latest decide first.
    let mut undone = BTreeSet::new();
    for entry in log.entries.iter_mut().rev() {
        if entry.standing != Standing::Applied {
            continue;
        }
        if undone.contains(&entry.id) {
            entry.standing = Standing::Undone;
        } else {
            undone.extend(entry.undoes);
        }
    }
    Ok(log)
}

/// Returns what the log shows of one apply; `None` of one that never began.
fn logged(ws: &Workspace, state: &State, id: u64) -> Result<Option<LogEntry>, WorkspaceError> {
    let op = OpFolder::open(state, id)?;
    let Some(phase) = op.phase()? else {
        return Ok(None);
    };
    let (record, origin) = op.read(state, phase)?;
    let mut entry = log_entry(record, phase);
    if !ws.follows(origin) {
        entry.standing = Standing::Foreign;
    }
    Ok(Some(entry))
}

fn log_entry(record: Record, phase: Phase) -> LogEntry {
    LogEntry {
        id: record.id,
        time: record.time,
        reply: record.reply,
        undoes: record.undoes,
        standing: match phase {
            Phase::Planned | Phase::Staged => Standing::Interrupted,
            Phase::Done | Phase::Kept => Standing::Applied,
            Phase::Left => Standing::RolledBack,
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

//! Taking an apply back is an apply of the old contents, so it is checked, crash-safe and undoable like any other.

use std::borrow::Cow;

use super::Workspace;
use super::apply::write;
use super::error::{StuckFile, WorkspaceError};
use super::held::Held;
use super::journal::{Change, Entry, OpFolder, Phase, Record};
use super::log::{Listed, UndoStatus, Unread, listed};
use super::mode::Modes;
use super::order::{Like, Order, Want};
use super::reach::below;
use super::recover::Recovered;
use super::stage::Attributes;
use super::state::State;
use super::tree::{Opened, open_file};
use crate::text::{Content, Digest, RelPath};

/// What an undo did.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
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

/// Takes back apply `id`, or the latest one that is in effect and is no undo itself.
pub(super) fn undo(
    ws: &Workspace,
    held: &mut Held,
    id: Option<u64>,
) -> Result<Undone, WorkspaceError> {
    let states: Vec<&State> = held.readable().collect();
    if id.is_none() {
        check_rolled_back(&held.locks.recovered)?;
    }
    let Chosen {
        there,
        op,
        record,
        inode,
        passed_over,
    } = chosen(ws, &states, id)?;
    let id = record.id;
    let wants = (0..record.entries.len())
        .map(|index| reversed(&there, &op, &record, index))
        .rev()
        .collect::<Result<Vec<_>, _>>()?;
    let order = Order {
        reply: record.reply,
        undoes: Some(id),
        undoes_in: Some(inode).filter(|inode| *inode != held.own().birth.inode),
        hard_links: ws.hard_links,
        wants,
        reads: Vec::new(),
        spare_folders: record.new_folders.clone(),
    };
    let written = write(&there, held, order);
    let here = |paths: Vec<RelPath>| {
        let path = |path: &RelPath| path_here(ws, &there, path);
        paths.iter().map(path).collect()
    };
    let applied = match written {
        Err(WorkspaceError::Drift { paths }) => {
            let is_gone = |path: &RelPath| there.snapshot(path).content == Content::Absent;
            let (gone, paths) = paths.into_iter().partition(is_gone);
            let (paths, gone) = (here(paths), here(gone));
            return Err(WorkspaceError::UndoDrift { id, paths, gone });
        }
        result => result?,
    };
    Ok(Undone {
        id: applied.id,
        undid: id,
        written: here(applied.written),
        notes: [passed_over, applied.notes].concat(),
    })
}

/// Makes sure that none of the applies that were rolled back just now is the one that a plain undo means: the one before it would
/// be undone as well. An undo that was rolled back is still to be made.
fn check_rolled_back(recovered: &Recovered) -> Result<(), WorkspaceError> {
    let is_undo = |id: &&u64| recovered.rolled_back_undos.contains(id);
    match recovered.rolled_back.iter().rev().find(|id| !is_undo(id)) {
        Some(id) => Err(WorkspaceError::RolledBack { id: *id }),
        None => Ok(()),
    }
}

/// Returns a path of another root as one of this root, in which that lies.
pub(super) fn path_here(ws: &Workspace, there: &Workspace, path: &RelPath) -> RelPath {
    let here = below(&there.tree.full_path(path), ws.root());
    here.unwrap_or_else(|| path.clone())
}

/// An apply in effect, kept whole.
pub(super) struct Chosen {
    /// The files under its root.
    pub(super) there: Workspace,
    pub(super) op: OpFolder,
    pub(super) record: Record,
    /// Of the folder that it is recorded in.
    inode: u64,
    /// What is said of later applies, where the latest is meant and cannot be followed.
    pub(super) passed_over: Vec<String>,
}

/// Returns the apply that is meant, in the last of the states that has it.
pub(super) fn chosen(
    ws: &Workspace,
    states: &[&State],
    id: Option<u64>,
) -> Result<Chosen, WorkspaceError> {
    let (listed, unread) = listed(ws, states)?;
    let is_named = id.is_some();
    let (state, id) = match id {
        Some(id) => {
            let mut state = None;
            for one in states.iter().rev() {
                if state.is_none() && one.ids()?.contains(&id) {
                    state = Some(*one);
                }
            }
            (state.ok_or(WorkspaceError::NoSuchApply { id })?, id)
        }
        None => latest(ws, &listed)?,
    };
    let op = OpFolder::open(state, id)?;
    check_kept(&op, id)?;
    let (record, origin) = op.read(state, Phase::Kept)?;
    if !ws.follows(origin) {
        return Err(WorkspaceError::ForeignApply { id, path: op.path });
    }
    let is_in_effect =
        |it: &Listed| it.key() == (state.birth.inode, id) && it.entry.status == UndoStatus::Applied;
    if !listed.iter().any(is_in_effect) {
        let became = "undone already";
        return Err(WorkspaceError::NotInEffect { id, became });
    }
    let root = ws.root_in(state, record.root.as_ref());
    if !root.starts_with(ws.root()) {
        return Err(WorkspaceError::OtherRoot { id, root });
    }
    let tree = state.top.below(record.root.as_ref());
    let tree = tree.map_err(|blocked| WorkspaceError::Journal {
        path: op.path.clone(),
        what: StuckFile::blocked(state.top.path(), &blocked).to_string(),
    })?;
    Ok(Chosen {
        there: ws.with_tree(tree),
        op,
        record,
        inode: state.birth.inode,
        passed_over: match is_named {
            true => Vec::new(),
            false => passed_over((state.birth.inode, id), &listed, &unread),
        },
    })
}

/// Makes sure that an apply is one that can be undone.
fn check_kept(op: &OpFolder, id: u64) -> Result<(), WorkspaceError> {
    let not_in_effect = |became| Err(WorkspaceError::NotInEffect { id, became });
    match op.phase()? {
        Some(Phase::Kept) => Ok(()),
        Some(Phase::Done) => Err(WorkspaceError::NotFiled { id }),
        Some(Phase::Left) => not_in_effect("rolled back"),
        Some(Phase::Planned | Phase::Staged) => not_in_effect("interrupted"),
        None => Err(WorkspaceError::NoSuchApply { id }),
    }
}

/// Returns what to say of the applies in the same folder that are later than `key` and cannot be followed: one of them may be
/// the one that is meant.
fn passed_over(key: (u64, u64), listed: &[Listed<'_>], unread: &Unread) -> Vec<String> {
    let is_later = |one: &(u64, u64)| one.0 == key.0 && one.1 > key.1;
    let foreign = listed
        .iter()
        .filter(|one| one.entry.status == UndoStatus::Foreign && is_later(&one.key()))
        .map(|one| format!("apply {} is later, and from outside", one.entry.id));
    let unread = unread
        .iter()
        .filter(|(key, _)| is_later(key))
        .map(|((_, id), fault)| format!("apply {id} is later, and was passed over: {fault}"));
    foreign.chain(unread).collect()
}

/// Returns the latest apply under this root that is in effect and no undo.
fn latest<'a>(ws: &Workspace, listed: &[Listed<'a>]) -> Result<(&'a State, u64), WorkspaceError> {
    let mut in_effect = listed
        .iter()
        .rev()
        .filter(|it| it.entry.status == UndoStatus::Applied && it.root(ws).starts_with(ws.root()));
    if let Some(it) = in_effect.clone().find(|it| it.entry.undoes.is_none()) {
        return Ok((it.state, it.entry.id));
    }
    let undo = in_effect.next().map(|it| it.entry.id);
    let is_foreign = |it: &&Listed| it.entry.status == UndoStatus::Foreign;
    let foreign = listed.iter().rev().find(is_foreign);
    Err(WorkspaceError::NothingToUndo {
        undo,
        foreign: foreign.map(|it| it.entry.id),
        elsewhere: if undo.is_none() && foreign.is_none() {
            ws.elsewhere()?
        } else {
            Vec::new()
        },
    })
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
            let (bytes, attributes) = image(ws, op, (index, entry), before)?;
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
            let (bytes, attributes) = image(ws, op, (index, entry), before)?;
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

/// Returns the old content of an entry, which must be what the record says: from the copy, or from the original itself, into
/// which others may have written since by another of its names. With it come the attributes that the record has.
pub(super) fn image(
    ws: &Workspace,
    op: &OpFolder,
    (index, entry): (usize, &Entry),
    digest: Digest,
) -> Result<(Vec<u8>, Attributes), WorkspaceError> {
    let copy = read_image(ws, op, &Record::copy_name(index), digest);
    let original = || read_image(ws, op, &Record::image_name(index), digest);
    let (bytes, kept) = copy.or_else(|_| original())?;
    let attributes = match &entry.found {
        Some(found) => found.clone(),
        // The record is of before they were kept in it, and the copy may not have been given all.
        None => original().map_or(kept, |(_, attributes)| attributes),
    };
    match attributes.lends() {
        None => Ok((bytes, attributes)),
        Some(right) => Err(WorkspaceError::Journal {
            path: op.path_of(&Record::copy_name(index)),
            what: format!("the old content would run with {right}"),
        }),
    }
}

fn read_image(
    ws: &Workspace,
    op: &OpFolder,
    name: &[u8],
    digest: Digest,
) -> Result<(Vec<u8>, Attributes), WorkspaceError> {
    let path = op.path_of(name);
    let untrusted = |what: &str| WorkspaceError::Journal {
        path: path.clone(),
        what: what.to_string(),
    };
    let failed = |fault| WorkspaceError::failed("read", &path)(fault);
    let opened = open_file(&op.dir, name, ws.limit).map_err(|fault| failed(fault.into()))?;
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
    let attributes = Attributes::of(&open).map_err(failed)?;
    Ok((bytes, attributes))
}

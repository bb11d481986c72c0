//! After a failure, a crash, or in the middle: all files old or all files new, never between.
//!
//! Everything here is decided by what lies on disk, so it may be killed anywhere and run again. A rollback only renames
//! and unlinks, so it needs no free space. A file that is neither the old nor the new one is somebody else's: it is left
//! where it is, and ours goes to the apply's folder. What cannot be put back now stops nothing else: it is named, and its
//! record stays.

use std::collections::BTreeSet;
use std::iter::successors;

use rustix::fs::AtFlags;
use rustix::io::{Errno, retry_on_intr};

use super::Workspace;
use super::error::{StuckFile, WorkspaceError};
use super::folders::Folders;
use super::journal::{Change, Entry, OpFolder, Origin, Phase, Record};
use super::new_folders::NewFolders;
use super::site::{PutBack, Site, When};
use super::stages::Stages;
use super::state::State;
use super::step::Step;
use super::strays::Stray;
use super::tree::{Blocked, Seen, look, permissions, stat};
use crate::text::RelPath;
use crate::text::display::{display_line, display_path};

/// What a recovery found and did.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Recovered {
    /// Applies that were interrupted before their commit: every file is as it was before them.
    pub rolled_back: Vec<u64>,
    /// Those of them that were undos: what they were to undo is in effect again.
    pub rolled_back_undos: Vec<u64>,
    /// Applies that were interrupted after their commit: every file is as they made it.
    pub completed: Vec<u64>,
    /// Files that somebody else wrote in between.
    pub left: Vec<LeftFile>,
    /// Applies that could be put in order in part only. Their records stay.
    pub stuck: Vec<StuckApply>,
    /// Empty folders of applies that are complete, and why they stay. Nothing waits for them.
    pub left_over: Vec<StuckFile>,
    /// Files of applies that have no record here.
    pub strays: Vec<Stray>,
    /// Records of interrupted applies that were not followed, and why.
    pub refused: Vec<WorkspaceError>,
}

/// An apply that could be put in order in part only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StuckApply {
    /// Its number.
    pub id: u64,
    /// The folder of its record, which waits.
    pub path: std::path::PathBuf,
    /// What is in the way.
    pub files: Vec<StuckFile>,
}

/// A file that a rollback did not put back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftFile {
    /// Whose place it is.
    pub path: RelPath,
    /// Where the one before the apply, or what was staged for it, lies now.
    pub kept_at: std::path::PathBuf,
    /// Why it was left.
    pub why: LeftWhy,
}

/// Why a rollback left something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LeftWhy {
    /// Somebody else had written the file since.
    WrittenSince,
    /// Somebody else had written the file since, and what it held before is not there any more.
    Gone,
    /// The target was not touched yet, but nothing proves that what lies under the name of its stage is ours.
    Unproved,
}

impl std::fmt::Display for LeftFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let path = display_line(self.path.as_bytes());
        let kept = display_path(&self.kept_at);
        match self.why {
            LeftWhy::WrittenSince => write!(
                f,
                "`{path}` was changed by another program meanwhile and is left as it is; the one before is `{kept}`"
            ),
            LeftWhy::Gone => write!(
                f,
                "`{path}` was changed by another program meanwhile and is left as it is; the one before is gone"
            ),
            LeftWhy::Unproved => write!(
                f,
                "`{path}` is as before; a file beside it that may not be ours was moved to `{kept}`"
            ),
        }
    }
}

impl Recovered {
    /// Returns whether there was nothing to do.
    pub fn is_empty(&self) -> bool {
        let Recovered {
            rolled_back,
            rolled_back_undos: _,
            completed,
            left: _,
            stuck,
            // Of one that is completed.
            left_over: _,
            strays,
            refused,
        } = self;
        strays.is_empty()
            && rolled_back.is_empty()
            && completed.is_empty()
            && stuck.is_empty()
            && refused.is_empty()
    }

    /// Returns whether files were put in order, or looked at for it.
    pub(super) fn has_begun(&self) -> bool {
        let lists = [&self.rolled_back, &self.completed];
        lists.iter().any(|list| !list.is_empty())
            || !self.stuck.is_empty()
            || !self.strays.is_empty()
    }

    pub(super) fn extend(&mut self, other: Recovered) {
        self.rolled_back.extend(other.rolled_back);
        self.rolled_back_undos.extend(other.rolled_back_undos);
        self.completed.extend(other.completed);
        self.left.extend(other.left);
        self.stuck.extend(other.stuck);
        self.left_over.extend(other.left_over);
        self.strays.extend(other.strays);
        self.refused.extend(other.refused);
    }

    /// Takes out the reason why nothing may be written now; `None` where nothing is in the way. A folder that is away stops
    /// nobody else: it may never come back. Nor does an empty one that cannot be removed.
    pub fn take_obstacle(&mut self) -> Option<WorkspaceError> {
        if !self.refused.is_empty() {
            return Some(self.refused.remove(0));
        }
        let blocks = |stuck: &StuckApply| stuck.files.iter().any(|it| !it.may_wait);
        let at = self.stuck.iter().position(blocks)?;
        let stuck = self.stuck.remove(at);
        Some(WorkspaceError::StillInterrupted {
            id: stuck.id,
            stuck: stuck.files,
        })
    }
}

/// Recovers from every interrupted apply. The lock must be held.
pub(super) fn recover(ws: &Workspace, state: &State) -> Result<Recovered, WorkspaceError> {
    let mut recovered = Recovered::default();
    match recover_each(ws, state, &mut recovered) {
        Ok(()) => Ok(recovered),
        Err(fault) => Err(fault.after_recovery(recovered)),
    }
}

fn recover_each(
    ws: &Workspace,
    state: &State,
    recovered: &mut Recovered,
) -> Result<(), WorkspaceError> {
    // The latest first: a later apply was made on top of the earlier ones.
    for id in state.ids()?.into_iter().rev() {
        let op = OpFolder::open(state, id)?;
        match op.phase()? {
            None => {
                // Nothing was begun by it, so what cannot be removed is in nobody's way: it may not even be ours.
                let _ = op.remove(state);
            }
            Some(Phase::Kept | Phase::Left) => {}
            Some(phase @ (Phase::Planned | Phase::Staged | Phase::Done)) => {
                match op
                    .read(state, phase)
                    .and_then(|read| trusted(ws, &op, read))
                {
                    // One record that cannot be followed is no reason to leave the others as they are.
                    Err(refused @ WorkspaceError::Journal { .. })
                    | Err(refused @ WorkspaceError::Foreign { .. }) => {
                        recovered.refused.push(refused);
                    }
                    Err(fault) => return Err(fault.amid_recovery(id)),
                    Ok((record, origin)) => {
                        ws.recovering(|| {
                            recover_one(ws, state, op, record, (phase, origin), recovered)
                                .map_err(|fault| fault.amid_recovery(id))
                        })?;
                    }
                }
            }
        }
    }
    Ok(())
}

/// Refuses the record of an interrupted apply that was made elsewhere, unless the person said to trust it.
fn trusted(
    ws: &Workspace,
    op: &OpFolder,
    (record, origin): (Record, Origin),
) -> Result<(Record, Origin), WorkspaceError> {
    if ws.follows(origin) {
        return Ok((record, origin));
    }
    Err(WorkspaceError::Foreign {
        id: op.id,
        path: op.path.clone(),
    })
}

fn recover_one(
    ws: &Workspace,
    state: &State,
    op: OpFolder,
    mut record: Record,
    (phase, origin): (Phase, Origin),
    recovered: &mut Recovered,
) -> Result<(), WorkspaceError> {
    let (id, path) = (op.id, op.path.clone());
    let there = match state.top.below(record.root.as_ref()) {
        Ok(tree) => ws.with_tree(tree),
        Err(blocked) => {
            let top = state.top.path().to_path_buf();
            let root = record.root.map_or(top, |root| state.top.full_path(&root));
            let files = vec![StuckFile::blocked(&root, &blocked)];
            recovered.stuck.push(StuckApply { id, path, files });
            return Ok(());
        }
    };
    let files = if phase == Phase::Done {
        let finished = finish(&there, state, &op, &mut record, origin)?;
        if finished.stuck.is_empty() {
            recovered.completed.push(id);
        }
        recovered.left_over.extend(finished.left_over);
        finished.stuck
    } else {
        let rolled_back = roll_back(&there, state, op, &mut record, phase, origin, When::Later)?;
        recovered.left.extend(rolled_back.left);
        if rolled_back.stuck.is_empty() {
            recovered.rolled_back.push(id);
            recovered
                .rolled_back_undos
                .extend(record.undoes.map(|_| id));
        }
        rolled_back.stuck
    };
    if !files.is_empty() {
        recovered.stuck.push(StuckApply { id, path, files });
    }
    Ok(())
}

/// Returns whether an apply was interrupted and waits for a recovery; writes nothing.
pub(super) fn is_pending(state: &State) -> Result<bool, WorkspaceError> {
    for id in state.ids()? {
        match OpFolder::open(state, id)?.phase()? {
            Some(Phase::Planned | Phase::Staged | Phase::Done) => return Ok(true),
            None | Some(Phase::Kept | Phase::Left) => {}
        }
    }
    Ok(false)
}

/// Does the same, and makes sure that a recovery would follow all those records.
///
/// # Errors
/// The refusal of the first that it would not follow.
pub(super) fn is_pending_and_followed(
    ws: &Workspace,
    state: &State,
) -> Result<bool, WorkspaceError> {
    let mut is_pending = false;
    for id in state.ids()? {
        let op = OpFolder::open(state, id)?;
        let phase = op.phase()?;
        if let Some(at @ (Phase::Planned | Phase::Staged | Phase::Done)) = phase {
            is_pending = true;
            let followed = op.read(state, at).and_then(|read| trusted(ws, &op, read));
            // It may be of a program that is writing now, and is further by now.
            if op.phase()? == phase {
                followed?;
            }
        }
    }
    Ok(is_pending)
}

/// What a rollback could not put back.
#[derive(Debug, Default)]
pub(super) struct RolledBack {
    pub(super) left: Vec<LeftFile>,
    pub(super) stuck: Vec<StuckFile>,
}

/// Puts every target back and removes the record, or leaves it with what is not settled.
pub(super) fn roll_back(
    ws: &Workspace,
    state: &State,
    op: OpFolder,
    record: &mut Record,
    phase: Phase,
    origin: Origin,
    when: When,
) -> Result<RolledBack, WorkspaceError> {
    let stages = op.stages(origin)?;
    let is_settled = op.is_settled()?;
    let mut folders = expecting(ws, record, &stages);
    let mut result = RolledBack::default();
    let (mut settled, mut awaited) = (Vec::new(), BTreeSet::new());
    for (index, entry) in record.unsettled().rev() {
        let site = Site::of(ws, record, index, stages.get(&index).copied());
        let put_back = if is_settled {
            site.left_before(&op, phase)
        } else {
            site.put_back(&mut folders, &op, phase, when)
        };
        match put_back {
            Ok(PutBack::Restored) => settled.push(index),
            // It is not settled: where the rollback stops, the next one must know of it too.
            Ok(PutBack::Left(why)) => result.left.push(LeftFile {
                path: entry.path.clone(),
                kept_at: op.path_of(&Record::image_name(index)),
                why,
            }),
            Err(mut stuck) => {
                stuck.copy = site.copy_kept(&op);
                result.stuck.push(stuck);
                awaited.extend(successors(entry.path.parent(), RelPath::parent));
            }
        }
        ws.at(Step::PutBack(index))?;
    }
    sync(&mut folders)?;
    // A folder that the apply made is missed by the next rollback, unless it knows that it need not look there.
    let is_noted = if result.stuck.is_empty() {
        op.settle().map(|()| true)?
    } else {
        keep_waiting(state, &op, phase, record, settled).is_ok()
    };
    if is_noted {
        let left_over = remove_empty(&mut folders, &record.new_folders, &awaited);
        result.stuck.extend(left_over);
        sync(&mut folders)?;
    }
    ws.at(Step::AllPutBack)?;
    if !result.stuck.is_empty() {
        return Ok(result);
    }
    if result.left.is_empty() {
        op.remove(state)?;
    } else {
        op.advance(phase, Phase::Left)?;
    }
    Ok(result)
}

/// Returns the files of a record that are not as they were before the apply, or that nobody can look at now.
pub(super) fn not_as_before(ws: &Workspace, record: &Record) -> Vec<RelPath> {
    let mut folders = Folders::new(&ws.tree);
    let mut is_as_before = |entry: &Entry| {
        let folder = folders.parent_of(&entry.path);
        let folder = match (&folder, entry.change) {
            (Ok(folder), _) => folder,
            (Err(Blocked::Missing), Change::Create { .. }) => return true,
            (Err(_), _) => return false,
        };
        let found = look(folder, entry.path.file_name(), ws.limit);
        match (entry.change, found) {
            (_, Err(_)) => false,
            (Change::Create { .. }, Ok(found)) => matches!(found, Seen::Absent),
            (Change::Edit { before, .. } | Change::Delete { before }, Ok(found)) => {
                found.digest() == Some(before)
            }
            (Change::Mode { modes, .. }, Ok(_)) => {
                let now = stat(folder, entry.path.file_name()).ok().flatten();
                modes.is_none_or(|modes| now.is_some_and(|it| permissions(&it) == modes.from))
            }
        }
    };
    let entries = record.entries.iter();
    let changed = entries.filter(|entry| !is_as_before(entry));
    changed.map(|entry| entry.path.clone()).collect()
}

/// What a committed apply could not put in order.
#[derive(Debug, Default)]
pub(super) struct Finished {
    /// Files, with which its record waits.
    pub(super) stuck: Vec<StuckFile>,
    /// Empty folders, which stay.
    pub(super) left_over: Vec<StuckFile>,
}

/// Files the displaced originals of a committed apply.
pub(super) fn finish(
    ws: &Workspace,
    state: &State,
    op: &OpFolder,
    record: &mut Record,
    origin: Origin,
) -> Result<Finished, WorkspaceError> {
    match finish_once(ws, state, op, record, origin) {
        Ok(finished) if finished.stuck.is_empty() => Ok(finished),
        Err(WorkspaceError::Stopped) => Err(WorkspaceError::Stopped),
        // Most of what is in the way passes: a file of ours left among the user's is worth a second try.
        Ok(_) | Err(_) => finish_once(ws, state, op, record, origin),
    }
}

fn finish_once(
    ws: &Workspace,
    state: &State,
    op: &OpFolder,
    record: &mut Record,
    origin: Origin,
) -> Result<Finished, WorkspaceError> {
    let stages = op.stages(origin)?;
    let mut folders = expecting(ws, record, &stages);
    let mut finished = Finished::default();
    let mut settled = Vec::new();
    for (index, _) in record.unsettled() {
        let site = Site::of(ws, record, index, stages.get(&index).copied());
        match site.file_image(&mut folders, op) {
            Ok(()) => settled.push(index),
            Err(mut one) => {
                one.copy = site.copy_kept(op);
                finished.stuck.push(one);
            }
        }
        ws.at(Step::Filed(index))?;
    }
    // One file in the way keeps no folder from going that is empty, and a folder that cannot go costs no undo.
    let mut remove = || remove_empty(&mut folders, &record.spare_folders, &BTreeSet::new());
    if !remove().is_empty() {
        finished.left_over = remove();
    }
    sync(&mut folders)?;
    if finished.stuck.is_empty() {
        op.advance(Phase::Done, Phase::Kept)?;
        ws.at(Step::Kept)?;
    } else {
        // What is in the way is told; that this could not be written besides is none of the files' faults.
        let _ = keep_waiting(state, op, Phase::Done, record, settled);
    }
    Ok(finished)
}

/// Writes the record anew, with what is settled. That may need room; where there is none, the record that is there makes the
/// next one look at all entries again.
fn keep_waiting(
    state: &State,
    op: &OpFolder,
    phase: Phase,
    record: &mut Record,
    settled: Vec<usize>,
) -> Result<(), WorkspaceError> {
    record.settled.extend(settled);
    op.write(state, phase, &record.to_bytes(state)?)
}

/// Opens the folders of a record, each to be the one that was staged in.
fn expecting<'ws>(ws: &'ws Workspace, record: &Record, stages: &Stages) -> Folders<'ws> {
    let mut folders = Folders::new(&ws.tree);
    for (index, staged) in stages {
        if let Some(entry) = record.entries.get(*index) {
            folders.expect_parent(&entry.path, staged.folder);
        }
    }
    folders
}

/// Removes folders that are empty, the deepest first, but those in which the next rollback looks for an entry: it would take
/// them for moved away. Returns those that it could not remove: nobody has to wait for them.
fn remove_empty(
    folders: &mut Folders,
    list: &NewFolders,
    awaited: &BTreeSet<RelPath>,
) -> Vec<StuckFile> {
    let paths = (0..list.len()).rev().filter_map(|number| list.path(number));
    paths
        .filter(|path| !awaited.contains(path))
        .filter_map(|path| {
            let fault = remove_if_empty(folders, &path).err()?;
            Some(StuckFile {
                path: folders.tree.full_path(&path),
                what: format!(
                    "could not remove the folder ({})",
                    std::io::Error::from(fault)
                ),
                may_wait: true,
                copy: None,
            })
        })
        .collect()
}

fn remove_if_empty(folders: &mut Folders, path: &RelPath) -> Result<(), Errno> {
    let parent = match folders.changed_parent_of(path) {
        Ok(parent) => parent,
        Err(blocked) => return blocked.system().map_or(Ok(()), Err),
    };
    let name: &[u8] = path.file_name();
    match retry_on_intr(|| rustix::fs::unlinkat(&*parent, name, AtFlags::REMOVEDIR)) {
        Err(Errno::NOENT | Errno::NOTEMPTY | Errno::EXIST | Errno::NOTDIR) => Ok(()),
        removed => removed,
    }
}

pub(super) fn sync(folders: &mut Folders) -> Result<(), WorkspaceError> {
    folders
        .sync()
        .map_err(|(path, fault)| WorkspaceError::failed("sync", path)(fault))
}

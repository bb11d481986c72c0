//! After a failure, a crash, or in the middle: all files old or all files new, never between.
//!
//! Everything here is decided by what lies on disk, so it may be killed anywhere and run again. A rollback only renames
//! and unlinks, so it needs no free space. A file that is neither the old nor the new one is somebody else's: it is left
//! where it is, and ours goes to the apply's folder.

use std::io;
use std::os::fd::OwnedFd;
use std::path::PathBuf;

use rustix::fs::{AtFlags, FileType};
use rustix::io::{Errno, retry_on_intr};

use super::Workspace;
use super::error::WorkspaceError;
use super::journal::{Change, Entry, OpFolder, Phase, Record};
use super::mode::{ModeChange, ModeSet, set_mode};
use super::reverse::keep_made;
use super::stage::{Attributes, Given, StageFault, stage};
use super::state::{State, remove_file};
use super::step::Step;
use super::swap::Exchange;
use super::tree::{Blocked, Folders, Opened, Seen, kind_of, look, open_file, stat};
use crate::text::{Digest, RelPath};

/// What a recovery found and did.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Recovered {
    /// Applies that were interrupted before their commit: every file is as it was before them.
    pub rolled_back: Vec<u64>,
    /// Applies that were interrupted after their commit: every file is as they made it.
    pub completed: Vec<u64>,
    /// Files that somebody else wrote in between.
    pub left: Vec<LeftFile>,
}

/// A file that a rollback did not put back, because somebody else had written it since.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftFile {
    /// Where theirs lies.
    pub path: RelPath,
    /// Where the one before the apply lies now.
    pub kept_at: PathBuf,
}

impl Recovered {
    /// Returns whether there was nothing to do.
    pub fn is_empty(&self) -> bool {
        self.rolled_back.is_empty() && self.completed.is_empty()
    }
}

/// Recovers from every interrupted apply. The lock must be held.
pub(super) fn recover(ws: &Workspace, state: &State) -> Result<Recovered, WorkspaceError> {
    let mut recovered = Recovered::default();
    // The latest first: a later apply was made on top of the earlier ones.
    for id in state.ids()?.into_iter().rev() {
        let op = OpFolder::open(state, id)?;
        match op.phase()? {
            None => op.remove(state)?,
            Some(phase @ (Phase::Planned | Phase::Staged)) => {
                let record = op.read(phase)?;
                let left = roll_back(ws, state, op, &record, phase)
                    .map_err(|fault| fault.amid_recovery(id))?;
                recovered.rolled_back.push(id);
                recovered.left.extend(left);
            }
            Some(Phase::Done) => {
                let record = op.read(Phase::Done)?;
                finish(ws, &op, &record).map_err(|fault| fault.amid_recovery(id))?;
                recovered.completed.push(id);
            }
            Some(Phase::Kept | Phase::Left) => {}
        }
    }
    Ok(recovered)
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

/// Whether a path is as it was before the apply.
#[derive(Debug, PartialEq, Eq)]
enum PutBack {
    Restored,
    /// Somebody else's file lies there.
    Left,
}

/// Puts every target back and removes the record. Returns the files of somebody else that were left.
pub(super) fn roll_back(
    ws: &Workspace,
    state: &State,
    op: OpFolder,
    record: &Record,
    phase: Phase,
) -> Result<Vec<LeftFile>, WorkspaceError> {
    let mut folders = Folders::new(&ws.tree);
    let mut left = Vec::new();
    for (index, entry) in record.entries.iter().enumerate().rev() {
        let site = Site::of(ws, record, index, entry);
        match site.put_back(&mut folders, phase)? {
            PutBack::Restored => {}
            PutBack::Left => {
                site.file_image(&mut folders, &op)?;
                left.push(LeftFile {
                    path: entry.path.clone(),
                    kept_at: op.image_path(index),
                });
            }
        }
        ws.at(Step::PutBack(index))?;
    }
    remove_empty(&mut folders, &record.new_folders)?;
    sync(&folders)?;
    ws.at(Step::AllPutBack)?;
    if left.is_empty() {
        op.remove(state)?;
    } else {
        op.advance(phase, Phase::Left)?;
    }
    Ok(left)
}

/// Files the displaced originals of a committed apply.
pub(super) fn finish(ws: &Workspace, op: &OpFolder, record: &Record) -> Result<(), WorkspaceError> {
    let mut folders = Folders::new(&ws.tree);
    for (index, entry) in record.entries.iter().enumerate() {
        Site::of(ws, record, index, entry).file_image(&mut folders, op)?;
        if let Ok(folder) = folders.parent_of(&entry.path) {
            keep_made(ws, &folder, op, record, index);
        }
        ws.at(Step::Filed(index))?;
    }
    remove_empty(&mut folders, &record.spare_folders)?;
    sync(&folders)?;
    op.advance(Phase::Done, Phase::Kept)?;
    ws.at(Step::Kept)
}

/// One entry of a record and the names it uses.
struct Site<'a> {
    ws: &'a Workspace,
    entry: &'a Entry,
    index: usize,
    target: &'a [u8],
    staged: Vec<u8>,
    aside: Vec<u8>,
}

impl<'a> Site<'a> {
    fn of(ws: &'a Workspace, record: &Record, index: usize, entry: &'a Entry) -> Site<'a> {
        Site {
            ws,
            entry,
            index,
            target: entry.path.file_name(),
            staged: record.stage_name(index),
            aside: record.aside_name(index),
        }
    }

    fn put_back(&self, folders: &mut Folders, phase: Phase) -> Result<PutBack, WorkspaceError> {
        let folder = match folders.parent_of(&self.entry.path) {
            Ok(folder) => folder,
            Err(blocked) => {
                let is_mode = matches!(self.entry.change, Change::Mode { .. });
                let staged =
                    phase == Phase::Staged && self.entry.change.before().is_some() && !is_mode;
                return match blocked {
                    Blocked::System(fault) => Err(self.failed("reach")(fault)),
                    // Only somebody else can have moved the folder of a file that was there.
                    Blocked::Missing | Blocked::NotAFolder { .. } if staged => Ok(PutBack::Left),
                    Blocked::Missing | Blocked::NotAFolder { .. } => Ok(PutBack::Restored),
                };
            }
        };
        if phase == Phase::Planned {
            return self.remove_stage(&folder).map_err(self.failed("clean up"));
        }
        self.put_back_in(&folder).map_err(self.failed("put back"))
    }

    /// Before all was staged no target was touched: what lies under our name is a stage, whole or not.
    fn remove_stage(&self, folder: &OwnedFd) -> io::Result<PutBack> {
        if kind_of(folder, &self.staged)? == Some(FileType::RegularFile) {
            remove_file(folder, &self.staged)?;
        }
        Ok(PutBack::Restored)
    }

    fn put_back_in(&self, folder: &OwnedFd) -> io::Result<PutBack> {
        let was_taken_out = stat(folder, &self.aside)?.is_some();
        match self.entry.change {
            Change::Create { after } => self.undo_create(folder, after),
            Change::Delete { .. } => self.undo_delete(folder),
            Change::Mode { modes, .. } => {
                let Some(modes) = modes else {
                    return Ok(PutBack::Restored);
                };
                // What somebody wrote into the file since stays: only its mode goes back.
                let back = ModeChange {
                    modes: modes.reversed(),
                    content: None,
                };
                match set_mode(folder, self.target, self.ws.limit, back)? {
                    // A mode that is not the one of the apply was not set, or is somebody else's by now.
                    ModeSet::Done | ModeSet::NotIt => Ok(PutBack::Restored),
                }
            }
            Change::Edit { after, .. } if was_taken_out => {
                match self.undo_create(folder, after)? {
                    PutBack::Restored => self.undo_delete(folder),
                    PutBack::Left => Ok(PutBack::Left),
                }
            }
            Change::Edit { after, .. } => self.undo_exchange(folder, after),
        }
    }

    fn undo_exchange(&self, folder: &OwnedFd, after: Digest) -> io::Result<PutBack> {
        match self.look(folder, &self.staged)? {
            Seen::Absent => return Ok(PutBack::Restored),
            // All stages were whole, so one that is not the new content is what an exchange displaced.
            Seen::File(digest, _) if digest == after => {
                remove_file(folder, &self.staged)?;
                return Ok(PutBack::Restored);
            }
            Seen::File(..) | Seen::Other(_) => {}
        }
        match self.look(folder, self.target)? {
            Seen::Absent => {
                self.ws.renames.put_in(folder, &self.staged, self.target)?;
                return Ok(PutBack::Restored);
            }
            Seen::File(digest, _) if digest == after => {}
            Seen::File(..) | Seen::Other(_) => return Ok(PutBack::Left),
        }
        self.exchange(folder)?;
        if self.look(folder, &self.staged)?.digest() == Some(after) {
            remove_file(folder, &self.staged)?;
            return Ok(PutBack::Restored);
        }
        // Somebody wrote between the look and the exchange: theirs goes back to its name.
        self.exchange(folder)?;
        Ok(PutBack::Left)
    }

    fn exchange(&self, folder: &OwnedFd) -> io::Result<()> {
        match self
            .ws
            .renames
            .exchange(folder, &self.staged, self.target)?
        {
            Exchange::Made => Ok(()),
            Exchange::Unsupported => Err(Errno::OPNOTSUPP.into()),
        }
    }

    fn undo_create(&self, folder: &OwnedFd, after: Digest) -> io::Result<PutBack> {
        let target = self.look(folder, self.target)?;
        if let staged @ (Seen::File(..) | Seen::Other(_)) = self.look(folder, &self.staged)? {
            // Two names of one file: it was linked in, and the program stopped before the stage's name was removed.
            if let (Seen::File(_, target), Seen::File(_, staged)) = (&target, &staged)
                && target.is_same_file(staged)
            {
                remove_file(folder, self.target)?;
            }
            remove_file(folder, &self.staged)?;
            return Ok(PutBack::Restored);
        }
        match target {
            Seen::Absent => Ok(PutBack::Restored),
            Seen::File(digest, _) if digest == after => {
                self.ws
                    .renames
                    .take_out(folder, self.target, &self.staged)?;
                if self.look(folder, &self.staged)?.digest() == Some(after) {
                    remove_file(folder, &self.staged)?;
                    return Ok(PutBack::Restored);
                }
                self.ws.renames.put_in(folder, &self.staged, self.target)?;
                Ok(PutBack::Left)
            }
            Seen::File(..) | Seen::Other(_) => Ok(PutBack::Left),
        }
    }

    fn undo_delete(&self, folder: &OwnedFd) -> io::Result<PutBack> {
        if stat(folder, &self.aside)?.is_none() {
            return Ok(PutBack::Restored);
        }
        match self.ws.renames.put_in(folder, &self.aside, self.target) {
            Ok(()) => Ok(PutBack::Restored),
            Err(Errno::EXIST) => Ok(PutBack::Left),
            Err(fault) => Err(fault.into()),
        }
    }

    /// Moves the displaced original into the apply's folder, if it lies beside the target.
    fn file_image(&self, folders: &mut Folders, op: &OpFolder) -> Result<(), WorkspaceError> {
        let folder = match folders.parent_of(&self.entry.path) {
            Ok(folder) => folder,
            Err(Blocked::Missing | Blocked::NotAFolder { .. }) => return Ok(()),
            Err(Blocked::System(fault)) => return Err(self.failed("reach")(fault)),
        };
        let image = Record::image_name(self.index);
        for name in [&self.aside, &self.staged] {
            let filed = move_across(&folder, name, op, &image, self.ws.limit);
            filed.map_err(self.failed("keep the old content of"))?;
        }
        Ok(())
    }

    fn look(&self, folder: &OwnedFd, name: &[u8]) -> io::Result<Seen> {
        look(folder, name, self.ws.limit)
    }

    fn failed<E: Into<io::Error>>(&self, doing: &'static str) -> impl FnOnce(E) -> WorkspaceError {
        WorkspaceError::failed(doing, self.ws.tree.full_path(&self.entry.path))
    }
}

/// Moves a file into the apply's folder, copied where that lies on another disk; its not being there is success.
fn move_across(
    folder: &OwnedFd,
    name: &[u8],
    op: &OpFolder,
    image: &[u8],
    limit: u64,
) -> io::Result<()> {
    if stat(folder, name)?.is_none() {
        return Ok(());
    }
    match retry_on_intr(|| rustix::fs::renameat(folder, name, &op.dir, image)) {
        Ok(()) => return Ok(()),
        Err(Errno::NOENT) => return Ok(()),
        Err(Errno::XDEV) => {}
        Err(fault) => return Err(fault.into()),
    }
    if let Opened::File(mut open) = open_file(folder, name, limit)?
        && let Ok(bytes) = open.read(limit)?
    {
        const COPY: &[u8] = b"copy.tmp";
        remove_file(&op.dir, COPY)?;
        match stage(
            &op.dir,
            COPY,
            &bytes,
            Given::Exactly(&Attributes::of(&open)?),
        ) {
            Ok(()) => {}
            Err(StageFault::Write(fault) | StageFault::Attributes(fault)) => return Err(fault),
        }
        retry_on_intr(|| rustix::fs::renameat(&op.dir, COPY, &op.dir, image))?;
        super::tree::sync_folder(&op.dir)?;
        remove_file(folder, name)?;
    }
    Ok(())
}

/// Removes folders that are empty, the deepest first.
fn remove_empty(folders: &mut Folders, paths: &[RelPath]) -> Result<(), WorkspaceError> {
    for path in paths.iter().rev() {
        let parent = match folders.parent_of(path) {
            Ok(parent) => parent,
            Err(Blocked::Missing | Blocked::NotAFolder { .. }) => continue,
            Err(Blocked::System(fault)) => {
                let path = folders.tree.full_path(path);
                return Err(WorkspaceError::failed("reach", path)(fault));
            }
        };
        let name: &[u8] = path.file_name();
        match retry_on_intr(|| rustix::fs::unlinkat(&*parent, name, AtFlags::REMOVEDIR)) {
            Ok(()) | Err(Errno::NOENT | Errno::NOTEMPTY | Errno::EXIST | Errno::NOTDIR) => {}
            Err(fault) => {
                let path = folders.tree.full_path(path);
                return Err(WorkspaceError::failed("remove", path)(fault));
            }
        }
    }
    Ok(())
}

pub(super) fn sync(folders: &Folders) -> Result<(), WorkspaceError> {
    folders
        .sync()
        .map_err(|(path, fault)| WorkspaceError::failed("sync", path)(fault))
}

//! One entry of a record and the names it uses: put back before the commit, filed after it.
//!
//! Nothing is unlinked here but what is proved to be ours: by the inode of the stage, by holding just what was staged, or by
//! being empty under a name that nobody can guess. No rename overwrites.

use std::io;
use std::os::fd::OwnedFd;
use std::rc::Rc;

use rustix::fs::FileType;
use rustix::io::Errno;

use super::Workspace;
use super::error::StuckFile;
use super::folders::Folders;
use super::journal::{Change, Entry, OpFolder, Phase, Record};
use super::mode::{ModeChange, ModeSet, set_mode};
use super::original::InItsPlace;
use super::recover::LeftWhy;
use super::stage::{Attributes, Given, StageFault, stage};
use super::stages::{Made, Progress, StageList, Staged};
use super::state::remove_file;
use super::swap::{Exchange, move_across};
use super::tree::{Blocked, Identity, Opened, Seen, look, open_file, stat, sync_folder};
use crate::text::Digest;

/// How a path was put back.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum PutBack {
    /// It is as it was before the apply.
    Restored,
    /// Something lies there that is not ours; what is, if anything, lies in the apply's folder.
    Left(LeftWhy),
}

/// When an apply is rolled back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    /// By the run that failed: it has itself displaced whatever has the name of a stage.
    AtOnce,
    /// After an interruption, in which anybody may have put something there.
    Later,
}

/// One entry of a record and the names it uses.
pub(super) struct Site<'a> {
    pub(super) ws: &'a Workspace,
    pub(super) entry: &'a Entry,
    pub(super) index: usize,
    pub(super) target: &'a [u8],
    pub(super) staged: Vec<u8>,
    pub(super) aside: Vec<u8>,
    /// The name under which a copy of the original is written before it is moved to `aside`.
    pub(super) copied: Vec<u8>,
    /// What is known of the stage; `None` where nothing is.
    pub(super) known: Option<Staged>,
}

impl<'a> Site<'a> {
    pub(super) fn of(
        ws: &'a Workspace,
        record: &'a Record,
        index: usize,
        known: Option<Staged>,
    ) -> Site<'a> {
        let entry = &record.entries[index];
        Site {
            ws,
            entry,
            index,
            target: entry.path.file_name(),
            staged: record.stage_name(index),
            aside: record.aside_name(index),
            // No entry has that index.
            copied: record.stage_name(record.entries.len() + index),
            known,
        }
    }

    /// Puts the path back as it was before the apply.
    pub(super) fn put_back(
        &self,
        folders: &mut Folders,
        op: &OpFolder,
        phase: Phase,
        when: When,
    ) -> Result<PutBack, StuckFile> {
        let put_back = match folders.found_parent_of(&self.entry.path) {
            Ok(folder) if phase == Phase::Planned => self
                .remove_stage(&folder, op)
                .map_err(self.stuck("remove what was staged beside it"))?,
            Ok(folder) => self.put_target_back(&folder, op, when)?,
            Err(blocked) => self.without_folder(&blocked, phase)?,
        };
        match put_back {
            PutBack::Restored => self.left_before(op, phase),
            left @ PutBack::Left(_) => Ok(left),
        }
    }

    fn put_target_back(
        &self,
        folder: &Rc<OwnedFd>,
        op: &OpFolder,
        when: When,
    ) -> Result<PutBack, StuckFile> {
        if when == When::Later && self.has_other(folder).map_err(self.stuck("look at it"))? {
            return self.without_original(folder, op, InItsPlace::Other);
        }
        let has_ours = self.has_ours(folder).map_err(self.stuck("look at it"))?;
        let put_back = self.put_back_in(folder, op);
        let put_back = put_back.map_err(|fault| self.not_put_back(folder, fault))?;
        match put_back {
            PutBack::Left(_) => self
                .move_image(folder, op)
                .map_err(self.stuck("keep its old content"))?,
            PutBack::Restored if !has_ours => {
                return self.without_original(folder, op, InItsPlace::Nothing);
            }
            PutBack::Restored => {}
        }
        Ok(put_back)
    }

    /// A folder that only takes new names keeps the stage in it, though the file itself is as it was.
    pub(super) fn not_put_back(&self, folder: &OwnedFd, fault: io::Error) -> StuckFile {
        let target = self.look(folder, self.target).ok();
        let is_as_before = match self.entry.change.before() {
            Some(before) => target.and_then(|it| it.digest()) == Some(before),
            None => matches!(target, Some(Seen::Absent)),
        };
        if !is_as_before {
            return self.stuck("put it back")(fault);
        }
        StuckFile {
            path: self.ws.tree.full_path(&self.entry.path),
            what: format!(
                "it is as it was, but what was staged beside it could not be removed ({fault})"
            ),
            may_wait: false,
            copy: None,
        }
    }

    /// Returns whether something lies under one of our names: where nothing does, there was nothing to put back.
    fn has_ours(&self, folder: &OwnedFd) -> io::Result<bool> {
        Ok(stat(folder, &self.staged)?.is_some() || stat(folder, &self.aside)?.is_some())
    }

    /// A rollback that did not come to its end may have left something, and moved it: it may be the only copy.
    pub(super) fn left_before(&self, op: &OpFolder, phase: Phase) -> Result<PutBack, StuckFile> {
        let kept = stat(&op.dir, &Record::image_name(self.index));
        let kept = kept.map_err(self.stuck("look for its old content"))?;
        Ok(match (kept, phase) {
            (None, _) => PutBack::Restored,
            (Some(_), Phase::Planned) => PutBack::Left(LeftWhy::Unproved),
            (Some(_), Phase::Staged | Phase::Done | Phase::Kept | Phase::Left) => {
                PutBack::Left(LeftWhy::WrittenSince)
            }
        })
    }

    /// The rollback looks here for the first time, so only somebody else can have moved or removed the folder.
    fn without_folder(&self, blocked: &Blocked, phase: Phase) -> Result<PutBack, StuckFile> {
        // Nothing was staged there before, or it is unknown where: no target was touched.
        let is_staged = phase != Phase::Planned;
        let is_away = self.known.is_some() || is_staged && !self.entry.in_new_folder;
        if is_away || blocked.system().is_some() {
            Err(self.blocked(blocked))
        } else {
            Ok(PutBack::Restored)
        }
    }

    /// Before all was staged no target was touched: what lies under our name is a stage, whole or not.
    fn remove_stage(&self, folder: &OwnedFd, op: &OpFolder) -> io::Result<PutBack> {
        let Some(found) = stat(folder, &self.staged)? else {
            return Ok(PutBack::Restored);
        };
        let is_known = self.known.and_then(|known| known.inode) == Some(found.st_ino);
        if is_known || found.st_size == 0 || self.is_staged_content(folder)? {
            // A folder that somebody made under the name is refused by the system.
            return match remove_file(folder, &self.staged) {
                Ok(()) | Err(Errno::ISDIR | Errno::PERM) if !is_known => Ok(PutBack::Restored),
                result => Ok(result.map(|()| PutBack::Restored)?),
            };
        }
        // After a power failure the list of inodes may be shorter than what was staged.
        let image = Record::image_name(self.index);
        move_across(folder, &self.staged, &op.dir, &image, || {
            self.copy(folder, &self.staged, op)
        })?;
        Ok(PutBack::Left(LeftWhy::Unproved))
    }

    fn is_staged_content(&self, folder: &OwnedFd) -> io::Result<bool> {
        let staged = self.look(folder, &self.staged)?.digest();
        Ok(staged.is_some() && staged == self.entry.change.after())
    }

    /// Puts the target back, by what is beside it.
    pub(super) fn put_back_in(&self, folder: &OwnedFd, op: &OpFolder) -> io::Result<PutBack> {
        self.remove_half_made(folder, op)?;
        let was_taken_out = stat(folder, &self.aside)?.is_some();
        match self.entry.change {
            Change::Create { after } => self.undo_create(folder, op, after),
            Change::Delete { .. } => self.undo_delete(folder, op),
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
                if self.look(folder, self.target)?.digest() == Some(after) {
                    self.carry(folder, self.target, &self.aside)?;
                }
                match self.undo_create(folder, op, after)? {
                    PutBack::Restored => self.undo_delete(folder, op),
                    left @ PutBack::Left(_) => Ok(left),
                }
            }
            Change::Edit { before, after, .. } => self.undo_exchange(folder, before, after),
        }
    }

    fn undo_exchange(
        &self,
        folder: &OwnedFd,
        before: Digest,
        after: Digest,
    ) -> io::Result<PutBack> {
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
            // It was not exchanged yet, so what lies under the stage's name is no original.
            Seen::File(digest, _) if digest == before => {
                return Ok(PutBack::Left(LeftWhy::Unproved));
            }
            Seen::File(..) | Seen::Other(_) => return Ok(PutBack::Left(LeftWhy::WrittenSince)),
        }
        // Before and after, so that what was made private is at no moment for all to read.
        self.carry(folder, self.target, &self.staged)?;
        self.exchange(folder)?;
        if self.look(folder, &self.staged)?.digest() == Some(after) {
            self.carry(folder, &self.staged, self.target)?;
            remove_file(folder, &self.staged)?;
            return Ok(PutBack::Restored);
        }
        // Somebody wrote between the look and the exchange: theirs goes back to its name.
        self.exchange(folder)?;
        Ok(PutBack::Left(LeftWhy::WrittenSince))
    }

    /// Gives the original what another program set on the file that took its place: a mode, an owner, attributes.
    fn carry(&self, folder: &OwnedFd, made: &[u8], original: &[u8]) -> io::Result<()> {
        let Some(given) = &self.entry.given else {
            return Ok(());
        };
        let (Opened::File(made), Opened::File(original)) = (
            open_file(folder, made, self.ws.limit)?,
            open_file(folder, original, self.ws.limit)?,
        ) else {
            return Ok(());
        };
        Attributes::of(&made)?.carry(given, &original)
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

    fn undo_create(&self, folder: &OwnedFd, op: &OpFolder, after: Digest) -> io::Result<PutBack> {
        let target = self.look(folder, self.target)?;
        match self.look(folder, &self.staged)? {
            Seen::Absent => {}
            staged if staged.digest() == Some(after) => {
                // Two names of one file: it was linked in, and the program stopped before the stage's name was removed.
                // Or it was being written anew under its name.
                if let (Seen::File(_, found), Seen::File(_, staged)) = (&target, &staged)
                    && (found.is_same_file(staged) || self.is_half_written(folder, op, found)?)
                {
                    remove_file(folder, self.target)?;
                }
                remove_file(folder, &self.staged)?;
                return Ok(PutBack::Restored);
            }
            // Whoever put it there knows what it is; the target was not made.
            Seen::File(..) | Seen::Other(_) => return Ok(PutBack::Left(LeftWhy::Unproved)),
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
                Ok(PutBack::Left(LeftWhy::WrittenSince))
            }
            Seen::File(..) | Seen::Other(_) => Ok(PutBack::Left(LeftWhy::WrittenSince)),
        }
    }

    /// Removes what was being made under the target's name when the program stopped: its mode is not the file's, and it may be
    /// half written.
    fn remove_half_made(&self, folder: &OwnedFd, op: &OpFolder) -> io::Result<()> {
        let Some(known) = self.known.filter(|it| it.progress == Progress::Making) else {
            return Ok(());
        };
        let Some(found) = stat(folder, self.target)? else {
            return Ok(());
        };
        let is_ours = match known.inode {
            Some(_) => self.is_half_written(folder, op, &Identity::of(&found))?,
            // It was made, and its inode not noted any more. Only an empty file that no other user made is taken for it.
            None => {
                let is_own = found.st_uid == rustix::process::geteuid().as_raw();
                let is_file = FileType::from_raw_mode(found.st_mode) == FileType::RegularFile;
                is_file && is_own && found.st_size == 0
            }
        };
        if is_ours {
            remove_file(folder, self.target)?;
        }
        Ok(())
    }

    /// Returns whether the target is the file that the apply, or a rollback of it, made there to write a content into, and has no
    /// other bytes.
    fn is_half_written(
        &self,
        folder: &OwnedFd,
        op: &OpFolder,
        target: &Identity,
    ) -> io::Result<bool> {
        if self.known.and_then(|known| known.inode) != Some(target.inode) {
            return Ok(false);
        }
        let read = |folder: &OwnedFd, name: &[u8]| match open_file(folder, name, self.ws.limit)? {
            Opened::File(mut open) => open.read(self.ws.limit).map(Result::ok),
            Opened::Absent | Opened::Other(_) => Ok(None),
        };
        let Some(target) = read(folder, self.target)? else {
            return Ok(false);
        };
        // What it was written from may be gone from beside it.
        let (made, copy) = (Record::made_name(self.index), Record::copy_name(self.index));
        let beside = [&self.staged, &self.aside].map(|name| (folder, name));
        for (folder, name) in beside
            .into_iter()
            .chain([(&op.dir, &made), (&op.dir, &copy)])
        {
            if read(folder, name)?.is_some_and(|source| source.starts_with(&target)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn undo_delete(&self, folder: &OwnedFd, op: &OpFolder) -> io::Result<PutBack> {
        if stat(folder, &self.aside)?.is_none() {
            return Ok(PutBack::Restored);
        }
        let put_in =
            self.ws
                .renames
                .put_in_noting(folder, &self.aside, self.target, self.noting(op));
        match put_in {
            Ok(()) => Ok(PutBack::Restored),
            Err(Errno::EXIST) => Ok(PutBack::Left(LeftWhy::WrittenSince)),
            Err(fault) => Err(fault.into()),
        }
    }

    /// Returns what notes how far a file is that a rollback makes under the target's name: that may be stopped as well.
    fn noting(&self, op: &OpFolder) -> impl FnMut(Made) -> io::Result<()> {
        let mut known = self.known;
        move |made| {
            let Some(staged) = &mut known else {
                return Ok(());
            };
            *staged = staged.after(made);
            StageList::resume(&op.dir)?.add(self.index, *staged)
        }
    }

    /// Moves the displaced original of a committed apply into the apply's folder, and keeps a copy of what was made.
    pub(super) fn file_image(&self, folders: &mut Folders, op: &OpFolder) -> Result<(), StuckFile> {
        let folder = match folders.found_parent_of(&self.entry.path) {
            Ok(folder) => folder,
            Err(blocked) => return self.file_without_folder(&blocked, op),
        };
        self.move_image(&folder, op)
            .map_err(self.stuck("keep its old content"))
    }

    fn file_without_folder(&self, blocked: &Blocked, op: &OpFolder) -> Result<(), StuckFile> {
        let has_image = match self.entry.change {
            Change::Edit { .. } | Change::Delete { .. } => true,
            Change::Create { .. } | Change::Mode { .. } => false,
        };
        let filed = stat(&op.dir, &Record::image_name(self.index));
        let is_filed = filed
            .map_err(self.stuck("look for its old content"))?
            .is_some();
        if has_image && !is_filed {
            Err(self.blocked(blocked))
        } else {
            Ok(())
        }
    }

    fn move_image(&self, folder: &Rc<OwnedFd>, op: &OpFolder) -> io::Result<()> {
        let image = Record::image_name(self.index);
        for name in [&self.aside, &self.staged] {
            let Some(found) = stat(folder, name)? else {
                continue;
            };
            // A second name of what was made, left by a link that was not finished.
            let target = stat(folder, self.target)?;
            if target.is_some_and(|it| (it.st_dev, it.st_ino) == (found.st_dev, found.st_ino)) {
                remove_file(folder, name)?;
                continue;
            }
            let moved = move_across(folder, name, &op.dir, &image, || {
                self.copy(folder, name, op)
            });
            match moved {
                Ok(()) => {}
                // It was copied, and the program stopped before the original was removed.
                Err(fault) if fault.kind() == io::ErrorKind::AlreadyExists => {
                    let copy = look(&op.dir, &image, self.ws.limit)?.digest();
                    if copy.is_none() || copy != self.look(folder, name)?.digest() {
                        return Err(fault);
                    }
                    remove_file(folder, name)?;
                }
                Err(fault) => return Err(fault),
            }
        }
        Ok(())
    }

    /// Copies a file into the apply's folder, where that lies on another disk.
    fn copy(&self, folder: &OwnedFd, name: &[u8], op: &OpFolder) -> io::Result<()> {
        const COPY: &[u8] = b"copy.tmp";
        let Opened::File(mut open) = open_file(folder, name, self.ws.limit)? else {
            return Ok(());
        };
        let Ok(bytes) = open.read(self.ws.limit)? else {
            return Ok(());
        };
        remove_file(&op.dir, COPY)?;
        let attributes = Attributes::of(&open)?;
        let given = Given::AsFarAsHeld(&attributes);
        stage(&op.dir, COPY, &bytes, given, |_| Ok(())).map_err(StageFault::into_inner)?;
        let image = Record::image_name(self.index);
        self.ws.renames.put_in(&op.dir, COPY, &image)?;
        sync_folder(&op.dir)?;
        Ok(remove_file(folder, name)?)
    }

    pub(super) fn look(&self, folder: &OwnedFd, name: &[u8]) -> io::Result<Seen> {
        look(folder, name, self.ws.limit)
    }

    fn blocked(&self, blocked: &Blocked) -> StuckFile {
        StuckFile::blocked(&self.ws.tree.full_path(&self.entry.path), blocked)
    }

    pub(super) fn stuck<E: Into<io::Error>>(
        &self,
        doing: &'static str,
    ) -> impl FnOnce(E) -> StuckFile {
        let path = self.ws.tree.full_path(&self.entry.path);
        move |fault| StuckFile {
            what: format!("could not {doing} ({})", fault.into()),
            path,
            may_wait: false,
            copy: None,
        }
    }
}

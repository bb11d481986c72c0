//! One entry of a record and the names it uses: put back before the commit, filed after it.
//!
//! Nothing is unlinked here but what is proved to be ours: by the inode of the stage, by holding just what was staged, or by
//! being empty under a name that nobody can guess. No rename overwrites.

use std::io;
use std::os::fd::OwnedFd;
use std::rc::Rc;

use rustix::io::Errno;

use super::Workspace;
use super::error::StuckFile;
use super::folders::Folders;
use super::journal::{Change, Entry, OpFolder, Phase, Record};
use super::mode::{ModeChange, ModeSet, set_mode};
use super::recover::LeftWhy;
use super::stage::{Attributes, Given, stage};
use super::stages::Staged;
use super::state::remove_file;
use super::swap::{Exchange, move_across};
use super::tree::{Blocked, Identity, Opened, Seen, look, open_file, stat, sync_folder};
use crate::text::Digest;
use crate::text::display::display_line;

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
    ws: &'a Workspace,
    entry: &'a Entry,
    index: usize,
    target: &'a [u8],
    staged: Vec<u8>,
    aside: Vec<u8>,
    /// What is known of the stage; `None` where nothing is.
    known: Option<Staged>,
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
            return self.without_original(folder, op);
        }
        let has_ours = self.has_ours(folder).map_err(self.stuck("look at it"))?;
        let put_back = self
            .put_back_in(folder)
            .map_err(|fault| self.not_put_back(folder, fault))?;
        match put_back {
            PutBack::Left(_) => self
                .move_image(folder, op)
                .map_err(self.stuck("keep its old content"))?,
            PutBack::Restored if !has_ours => return self.without_original(folder, op),
            PutBack::Restored => {}
        }
        Ok(put_back)
    }

    /// A folder that only takes new names keeps the stage in it, though the file itself is as it was.
    fn not_put_back(&self, folder: &OwnedFd, fault: io::Error) -> StuckFile {
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
        }
    }

    /// Returns whether something lies under one of our names: where nothing does, there was nothing to put back.
    fn has_ours(&self, folder: &OwnedFd) -> io::Result<bool> {
        Ok(stat(folder, &self.staged)?.is_some() || stat(folder, &self.aside)?.is_some())
    }

    /// Returns whether a folder, a link or another thing that is no file has the name of the original.
    fn has_other(&self, folder: &OwnedFd) -> io::Result<bool> {
        let names = match self.entry.change {
            Change::Edit { .. } | Change::Delete { .. } => [&self.staged, &self.aside],
            Change::Create { .. } | Change::Mode { .. } => return Ok(false),
        };
        for name in names {
            if let Seen::Other(_) = self.look(folder, name)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Nothing of ours is there: a rollback before this one put it back, or somebody removed what the target held.
    fn without_original(&self, folder: &OwnedFd, op: &OpFolder) -> Result<PutBack, StuckFile> {
        let before = match self.entry.change {
            Change::Edit { before, .. } | Change::Delete { before } => before,
            Change::Create { .. } | Change::Mode { .. } => return Ok(PutBack::Restored),
        };
        if let left @ PutBack::Left(_) = self.left_before(op, Phase::Staged)? {
            return Ok(left);
        }
        // Whatever became of the target, the apply had not come to it.
        if self.known.is_some_and(|known| !known.is_begun) {
            return Ok(PutBack::Restored);
        }
        let target = self
            .look(folder, self.target)
            .map_err(self.stuck("look at it"))?;
        let is_as_made = match target {
            Seen::File(digest, _) if digest == before => return Ok(PutBack::Restored),
            Seen::File(digest, _) => Some(digest) == self.entry.change.after(),
            Seen::Absent => self.entry.change.after().is_none(),
            Seen::Other(_) => false,
        };
        if !is_as_made {
            return Ok(PutBack::Left(LeftWhy::Gone));
        }
        let name = match self.entry.change.after() {
            Some(_) => &self.staged,
            None => &self.aside,
        };
        Err(StuckFile {
            path: self.ws.tree.full_path(&self.entry.path),
            what: format!(
                "it is as the apply would leave it, and what it held before is neither there nor beside it in `{}`: \
                 that was removed, or it was before the apply came to it",
                display_line(name)
            ),
            may_wait: true,
        })
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
        let is_away = match blocked {
            Blocked::System(_) => true,
            Blocked::Missing
            | Blocked::NotAFolder { .. }
            | Blocked::OffLimits(_)
            | Blocked::Moved => match phase {
                // Nothing was staged there, or nobody knows where: no target was touched.
                Phase::Planned => self.known.is_some(),
                Phase::Staged | Phase::Done | Phase::Kept | Phase::Left => {
                    self.known.is_some() || !self.entry.in_new_folder
                }
            },
        };
        if is_away {
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
                if self.look(folder, self.target)?.digest() == Some(after) {
                    self.carry(folder, self.target, &self.aside)?;
                }
                match self.undo_create(folder, after)? {
                    PutBack::Restored => self.undo_delete(folder),
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

    fn undo_create(&self, folder: &OwnedFd, after: Digest) -> io::Result<PutBack> {
        let target = self.look(folder, self.target)?;
        match self.look(folder, &self.staged)? {
            Seen::Absent => {}
            staged if staged.digest() == Some(after) => {
                // Two names of one file: it was linked in, and the program stopped before the stage's name was removed.
                // Or it was being written anew under its name.
                if let (Seen::File(_, found), Seen::File(_, staged)) = (&target, &staged)
                    && (found.is_same_file(staged) || self.is_half_written(folder, found)?)
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

    /// Returns whether the target is the file that the apply made there to write the new content into, and has no other bytes.
    fn is_half_written(&self, folder: &OwnedFd, target: &Identity) -> io::Result<bool> {
        if self.known.and_then(|known| known.inode) != Some(target.inode) {
            return Ok(false);
        }
        let read = |name| match open_file(folder, name, self.ws.limit)? {
            Opened::File(mut open) => open.read(self.ws.limit).map(Result::ok),
            Opened::Absent | Opened::Other(_) => Ok(None),
        };
        let (target, staged) = (read(self.target)?, read(&self.staged)?);
        Ok(target.is_some_and(|target| staged.is_some_and(|it| it.starts_with(&target))))
    }

    fn undo_delete(&self, folder: &OwnedFd) -> io::Result<PutBack> {
        if stat(folder, &self.aside)?.is_none() {
            return Ok(PutBack::Restored);
        }
        match self.ws.renames.put_in(folder, &self.aside, self.target) {
            Ok(()) => Ok(PutBack::Restored),
            Err(Errno::EXIST) => Ok(PutBack::Left(LeftWhy::WrittenSince)),
            Err(fault) => Err(fault.into()),
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
        match stage(&op.dir, COPY, &bytes, Given::Exactly(&attributes), |_| {
            Ok(())
        }) {
            Ok(()) => {}
            Err(fault) => return Err(fault.into_inner()),
        }
        let image = Record::image_name(self.index);
        self.ws.renames.put_in(&op.dir, COPY, &image)?;
        sync_folder(&op.dir)?;
        Ok(remove_file(folder, name)?)
    }

    fn look(&self, folder: &OwnedFd, name: &[u8]) -> io::Result<Seen> {
        look(folder, name, self.ws.limit)
    }

    fn blocked(&self, blocked: &Blocked) -> StuckFile {
        StuckFile::blocked(&self.ws.tree.full_path(&self.entry.path), blocked)
    }

    fn stuck<E: Into<io::Error>>(&self, doing: &'static str) -> impl FnOnce(E) -> StuckFile {
        let path = self.ws.tree.full_path(&self.entry.path);
        move |fault| StuckFile {
            what: format!("could not {doing} ({})", fault.into()),
            path,
            may_wait: false,
        }
    }
}

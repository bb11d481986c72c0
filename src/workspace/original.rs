//! An original that is not beside its target any more: another tool removed it, or another program's folder has its name. It is
//! wherever its bytes are: the apply's folder has a copy.

use std::io;
use std::os::fd::OwnedFd;
use std::path::PathBuf;

use rustix::io::{Errno, retry_on_intr};

use super::error::StuckFile;
use super::journal::{Change, OpFolder, Phase, Record};
use super::recover::LeftWhy;
use super::site::{PutBack, Site};
use super::stage::{Attributes, Given, StageFault, stage};
use super::stages::Progress;
use super::state::remove_file;
use super::system::{Kept, is_unsupported, rename};
use super::tree::{Opened, Seen, open_file, stat};
use super::undo::image;
use crate::text::display::display_line;

/// What is found in the place of an original.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum InItsPlace {
    Nothing,
    /// A folder, a link or another thing that is no file.
    Other,
}

impl Site<'_> {
    /// Returns whether a folder, a link or another thing that is no file has the name of the original.
    pub(super) fn has_other(&self, folder: &OwnedFd) -> io::Result<bool> {
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

    /// Puts a path back whose original is not beside it: a rollback before this one put it back, or somebody removed it.
    pub(super) fn without_original(
        &self,
        folder: &OwnedFd,
        op: &OpFolder,
        in_its_place: InItsPlace,
    ) -> Result<PutBack, StuckFile> {
        let before = match self.entry.change {
            Change::Edit { before, .. } | Change::Delete { before } => before,
            Change::Create { .. } | Change::Mode { .. } => return Ok(PutBack::Restored),
        };
        if let left @ PutBack::Left(_) = self.left_before(op, Phase::Staged)? {
            return Ok(left);
        }
        // Whatever became of the target, the apply had not come to it.
        if self
            .known
            .is_some_and(|known| known.progress == Progress::Untouched)
        {
            return Ok(PutBack::Restored);
        }
        let target = self
            .look(folder, self.target)
            .map_err(self.stuck("look at it"))?;
        // Where an edit takes the file out first, a target may be away.
        let may_be_taken_out = matches!(target, Seen::Absent);
        let is_as_made = match target {
            Seen::File(digest, _) if digest == before => return Ok(PutBack::Restored),
            Seen::File(digest, _) => Some(digest) == self.entry.change.after(),
            Seen::Absent => self.entry.change.after().is_none(),
            Seen::Other(_) => false,
        };
        let copy = image(self.ws, op, (self.index, self.entry), before).ok();
        match (copy, in_its_place) {
            (Some(_), InItsPlace::Other) => {
                // Another program put it at the target in the last moment, so that the apply displaced it: it goes back.
                let put_back = self.put_back_in(folder, op);
                put_back.map_err(|fault| self.not_put_back(folder, fault))?;
                self.leave_copy(op)
            }
            (Some(_), InItsPlace::Nothing) if !is_as_made && !may_be_taken_out => {
                self.leave_copy(op)
            }
            (Some(copy), InItsPlace::Nothing) => self
                .bring_copy(folder, copy)
                .and_then(|()| self.put_back_in(folder, op))
                .map_err(self.stuck("put it back from the copy of what it held")),
            (None, _) if !is_as_made => Ok(PutBack::Left(LeftWhy::Gone)),
            (None, _) => Err(self.gone()),
        }
    }

    fn gone(&self) -> StuckFile {
        let name = match self.entry.change.after() {
            Some(_) => &self.staged,
            None => &self.aside,
        };
        StuckFile {
            path: self.ws.tree.full_path(&self.entry.path),
            what: format!(
                "it is as the apply would leave it, and what it held before is neither there nor beside it in `{}`, \
                 nor is there a copy of it: that was removed, or it was before the apply came to it",
                display_line(name)
            ),
            may_wait: true,
            copy: None,
        }
    }

    /// Returns where a copy of the original lies in the apply's folder.
    pub(super) fn copy_kept(&self, op: &OpFolder) -> Option<PathBuf> {
        let before = match self.entry.change {
            Change::Edit { before, .. } | Change::Delete { before } => before,
            Change::Create { .. } | Change::Mode { .. } => return None,
        };
        let name = Record::copy_name(self.index);
        let is_kept = self.look(&op.dir, &name).ok()?.digest() == Some(before);
        is_kept.then(|| op.path_of(&name))
    }

    /// Keeps the copy as the original of a target that somebody else changed since.
    fn leave_copy(&self, op: &OpFolder) -> Result<PutBack, StuckFile> {
        let (copy, image) = (
            Record::copy_name(self.index),
            Record::image_name(self.index),
        );
        move_free(&op.dir, &copy, &image).map_err(self.stuck("keep its old content"))?;
        Ok(PutBack::Left(LeftWhy::WrittenSince))
    }

    /// Writes the copy beside the target, under the name of an original that was taken out. It is whole before it gets that name,
    /// as whatever has the name is put back.
    fn bring_copy(&self, folder: &OwnedFd, (bytes, kept): (Vec<u8>, Attributes)) -> io::Result<()> {
        self.remove_part(folder, &bytes)?;
        let attributes = self.attributes_now(folder)?.unwrap_or(kept);
        let given = Given::Exactly(&attributes);
        stage(folder, &self.copied, &bytes, given, |_| Ok(())).map_err(StageFault::into_inner)?;
        move_free(folder, &self.copied, &self.aside)
    }

    /// Removes what an earlier rollback wrote of the copy before it was stopped.
    fn remove_part(&self, folder: &OwnedFd, bytes: &[u8]) -> io::Result<()> {
        if let Opened::File(mut open) = open_file(folder, &self.copied, self.ws.limit)?
            && let Ok(part) = open.read(self.ws.limit)?
            && bytes.starts_with(&part)
        {
            remove_file(folder, &self.copied)?;
        }
        Ok(())
    }

    /// Returns the attributes of the target where they are still those of the original: the disk of the apply's folder may not
    /// hold all of them.
    fn attributes_now(&self, folder: &OwnedFd) -> io::Result<Option<Attributes>> {
        if self.entry.sets_mode {
            return Ok(None);
        }
        match open_file(folder, self.target, self.ws.limit)? {
            Opened::File(open) => Attributes::of(&open).map(Some),
            Opened::Absent | Opened::Other(_) => Ok(None),
        }
    }
}

/// Renames within a folder of ours to a name of ours that is free.
fn move_free(folder: &OwnedFd, from: &[u8], to: &[u8]) -> io::Result<()> {
    match rename(folder, from, to, Kept::There) {
        Err(fault) if is_unsupported(fault) => {
            if stat(folder, to)?.is_some() {
                return Err(Errno::EXIST.into());
            }
            Ok(retry_on_intr(|| {
                rustix::fs::renameat(folder, from, folder, to)
            })?)
        }
        renamed => Ok(renamed?),
    }
}

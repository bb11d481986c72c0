//! New content beside its target, synced, with mode, owner and extended attributes, before any target is touched.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::OwnedFd;

use rustix::fs::{Gid, Mode, OFlags, RawMode, Stat, Uid};
use rustix::io::retry_on_intr;

use super::mode::Modes;
use super::system::{self, Extended};
use super::tree::{OpenFile, permissions};
use crate::patch::FileMode;

/// What a file has besides its bytes and its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Attributes {
    mode: RawMode,
    owner: u32,
    group: u32,
    extended: Extended,
}

/// Bits that give whoever runs the file its owner's rights.
const SET_ID: RawMode = 0o6000;

impl Attributes {
    /// Reads them from an open file.
    pub(super) fn of(open: &OpenFile) -> io::Result<Attributes> {
        Ok(Attributes {
            mode: permissions(&open.stat),
            owner: open.stat.st_uid,
            group: open.stat.st_gid,
            extended: system::of(&open.file)?,
        })
    }

    /// Returns whether the file gives its owner's rights to whoever runs it: such files are never written.
    pub(super) fn is_set_id(stat: &Stat) -> bool {
        stat.st_mode & SET_ID != 0
    }

    /// Returns whether a new file of this user has the same ones without further ado, but for its mode.
    pub(super) fn are_usual(&self) -> bool {
        self.owner == rustix::process::geteuid().as_raw()
            && self.group == rustix::process::getegid().as_raw()
            && self.extended.is_empty()
    }

    /// Returns them with the right to run the file, for all who may read it, or for nobody.
    pub(super) fn with(mut self, mode: FileMode) -> Attributes {
        match mode {
            FileMode::Executable => self.mode |= (self.mode & 0o444) >> 2,
            FileMode::Plain => self.mode &= !0o111,
            FileMode::Special(_) => {}
        }
        self
    }

    /// Returns what becomes of the mode.
    pub(super) fn modes(&self, mode: FileMode) -> Modes {
        Modes {
            from: self.mode,
            to: self.clone().with(mode).mode,
        }
    }

    /// Returns the mode.
    pub(super) fn mode(&self) -> RawMode {
        self.mode
    }

    /// Returns what the mode says of the file.
    pub(super) fn file_mode(&self) -> FileMode {
        FileMode::of_permissions(self.mode)
    }

    /// Puts all of it on a file that was made with the facts `now`.
    fn put_on(&self, file: &OwnedFd, now: &Stat) -> io::Result<()> {
        if (now.st_uid, now.st_gid) != (self.owner, self.group) {
            // Owner and group one by one: changing the group alone is allowed to more users.
            let owner = (now.st_uid != self.owner).then(|| Uid::from_raw(self.owner));
            let group = (now.st_gid != self.group).then(|| Gid::from_raw(self.group));
            retry_on_intr(|| rustix::fs::fchown(file, owner, group))?;
        }
        system::put_on(file, &self.extended)?;
        // Last, as the others may clear bits of it.
        retry_on_intr(|| rustix::fs::fchmod(file, Mode::from_raw_mode(self.mode)))?;
        Ok(())
    }
}

/// Why a file could not be staged.
pub(super) enum StageFault {
    /// Its content could not be written.
    Write(io::Error),
    /// Its mode, owner or extended attributes could not be kept.
    Attributes(io::Error),
}

/// What a new file has besides its bytes.
#[derive(Debug, Clone, Copy)]
pub(super) enum Given<'a> {
    /// What the system gives a new file.
    BySystem,
    /// The same, and it can be run as far as the system lets it.
    Program,
    /// These.
    Exactly(&'a Attributes),
}

/// Writes `content` to a new file, synced. Its inode goes to `made` while the file is still empty.
pub(super) fn stage(
    folder: &OwnedFd,
    name: &[u8],
    content: &[u8],
    given: Given<'_>,
    made: impl FnOnce(u64) -> io::Result<()>,
) -> Result<(), StageFault> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let mode = match given {
        Given::Exactly(_) => Mode::RUSR | Mode::WUSR,
        Given::BySystem => Mode::from_raw_mode(0o666),
        Given::Program => Mode::from_raw_mode(0o777),
    };
    let fd = retry_on_intr(|| rustix::fs::openat(folder, name, flags, mode))
        .map_err(|fault| StageFault::Write(fault.into()))?;
    let facts = retry_on_intr(|| rustix::fs::fstat(&fd));
    let facts = facts.map_err(|fault| StageFault::Write(fault.into()))?;
    made(facts.st_ino).map_err(StageFault::Write)?;
    let mut file = File::from(fd);
    file.write_all(content).map_err(StageFault::Write)?;
    let fd = OwnedFd::from(file);
    // A umask that takes the owner's own rights away would make a file that no undo can read.
    let usable = Mode::RUSR | Mode::WUSR;
    let mode = Mode::from_raw_mode(permissions(&facts));
    if !mode.contains(usable) {
        retry_on_intr(|| rustix::fs::fchmod(&fd, mode | usable))
            .map_err(|fault| StageFault::Write(fault.into()))?;
    }
    if let Given::Exactly(attributes) = given {
        attributes
            .put_on(&fd, &facts)
            .map_err(StageFault::Attributes)?;
    }
    // The standard library's way also empties the disk's own cache on systems whose `fsync` does not.
    File::from(fd).sync_all().map_err(StageFault::Write)
}

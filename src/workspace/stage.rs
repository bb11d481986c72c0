//! New content beside its target, synced, with mode, owner and extended attributes, before any target is touched.

use std::io::{self, Write};
use std::os::fd::OwnedFd;

use rustix::fs::{Gid, Mode, OFlags, Stat, Uid, XattrFlags};
use rustix::io::{Errno, retry_on_intr};

use super::tree::OpenFile;
use crate::patch::FileMode;

/// What a file has besides its bytes and its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Attributes {
    mode: u32,
    owner: u32,
    group: u32,
    extended: Vec<(Vec<u8>, Vec<u8>)>,
}

/// Bits that give whoever runs the file its owner's rights.
const SET_ID: u32 = 0o6000;

impl Attributes {
    /// Reads them from an open file.
    pub(super) fn of(open: &OpenFile) -> io::Result<Attributes> {
        Ok(Attributes {
            mode: open.stat.st_mode & 0o7777,
            owner: open.stat.st_uid,
            group: open.stat.st_gid,
            extended: extended(&open.file)?,
        })
    }

    /// Returns whether the file gives its owner's rights to whoever runs it: such files are never written.
    pub(super) fn is_set_id(stat: &Stat) -> bool {
        stat.st_mode & SET_ID != 0
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

    fn put_on(&self, file: &OwnedFd) -> io::Result<()> {
        let now = retry_on_intr(|| rustix::fs::fstat(file))?;
        if (now.st_uid, now.st_gid) != (self.owner, self.group) {
            // Owner and group one by one: changing the group alone is allowed to more users.
            let owner = (now.st_uid != self.owner).then(|| Uid::from_raw(self.owner));
            let group = (now.st_gid != self.group).then(|| Gid::from_raw(self.group));
            retry_on_intr(|| rustix::fs::fchown(file, owner, group))?;
        }
        let present = extended(file)?;
        for (name, _) in &present {
            // Defaults of the folder, such as an inherited ACL, are not the file's own.
            if !self.extended.iter().any(|(own, _)| own == name) {
                retry_on_intr(|| rustix::fs::fremovexattr(file, name.as_slice()))?;
            }
        }
        for (name, value) in &self.extended {
            if !present.contains(&(name.clone(), value.clone())) {
                retry_on_intr(|| {
                    rustix::fs::fsetxattr(file, name.as_slice(), value, XattrFlags::empty())
                })?;
            }
        }
        // Last, as the others may clear bits of it.
        retry_on_intr(|| rustix::fs::fchmod(file, Mode::from_raw_mode(self.mode)))?;
        Ok(())
    }
}

fn extended(file: impl std::os::fd::AsFd) -> io::Result<Vec<(Vec<u8>, Vec<u8>)>> {
    let file = file.as_fd();
    let names = match sized(|buffer| retry_on_intr(|| rustix::fs::flistxattr(file, &mut *buffer))) {
        Ok(names) => names,
        Err(Errno::OPNOTSUPP | Errno::NOSYS) => return Ok(Vec::new()),
        Err(fault) => return Err(fault.into()),
    };
    let mut list = Vec::new();
    for name in names
        .split(|byte| *byte == 0)
        .filter(|name| !name.is_empty())
    {
        let read =
            sized(|buffer| retry_on_intr(|| rustix::fs::fgetxattr(file, name, &mut *buffer)));
        match read {
            Ok(value) => list.push((name.to_vec(), value)),
            Err(Errno::NODATA) => {}
            Err(fault) => return Err(fault.into()),
        }
    }
    list.sort();
    Ok(list)
}

/// Reads something of unknown size: the buffer grows until it fits.
fn sized(read: impl Fn(&mut [u8]) -> Result<usize, Errno>) -> Result<Vec<u8>, Errno> {
    // Linux allows 64 KiB each; other systems more, but nothing honest comes near.
    const LARGEST: usize = 1 << 20;
    let mut buffer = vec![0; 1 << 10];
    loop {
        match read(&mut buffer) {
            Ok(len) => {
                buffer.truncate(len);
                return Ok(buffer);
            }
            Err(Errno::RANGE) if buffer.len() < LARGEST => buffer.resize(buffer.len() * 4, 0),
            Err(fault) => return Err(fault),
        }
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

/// Writes `content` to a new file, synced.
pub(super) fn stage(
    folder: &OwnedFd,
    name: &[u8],
    content: &[u8],
    given: Given<'_>,
) -> Result<(), StageFault> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let mode = match given {
        Given::Exactly(_) => Mode::RUSR | Mode::WUSR,
        Given::BySystem => Mode::from_raw_mode(0o666),
        Given::Program => Mode::from_raw_mode(0o777),
    };
    let fd = retry_on_intr(|| rustix::fs::openat(folder, name, flags, mode))
        .map_err(|fault| StageFault::Write(fault.into()))?;
    let mut file = std::fs::File::from(fd);
    file.write_all(content).map_err(StageFault::Write)?;
    let fd = OwnedFd::from(file);
    if let Given::Exactly(attributes) = given {
        attributes.put_on(&fd).map_err(StageFault::Attributes)?;
    }
    retry_on_intr(|| rustix::fs::fsync(&fd)).map_err(|fault| StageFault::Write(fault.into()))
}

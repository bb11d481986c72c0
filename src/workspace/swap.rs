//! The renames that change a target, and the one that files what they displaced. None of them can overwrite a file: what was there before is always kept.

use std::io;
use std::os::fd::OwnedFd;

use rustix::fs::AtFlags;
use rustix::io::{Errno, retry_on_intr};

use super::stage::{Attributes, StageFault, append_new};
use super::stages::Made;
use super::state::remove_file;
use super::system::{Kept, is_unsupported, rename, rename_into};
use super::tree::{Opened, look, open_file, stat};
use crate::text::Digest;

/// Which renames are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Renames {
    /// Exchanging two names at once where the file system can, else as `Plain`.
    #[default]
    Exchange,
    /// Only what every file system has: the old file is renamed away, the new one linked in. Between the two the target
    /// is missing, so a crash there needs recovery, but no write by another program is lost.
    Plain,
    /// Not even second names, as on many disks in user space: the new content is written into a file that is made under the
    /// target's name.
    Bare,
}

/// Whether an exchange was made.
pub(super) enum Exchange {
    Made,
    /// Neither name was touched.
    Unsupported,
}

impl Renames {
    /// Lets two names of one folder change places.
    pub(super) fn exchange(
        self,
        folder: &OwnedFd,
        one: &[u8],
        other: &[u8],
    ) -> Result<Exchange, Errno> {
        match self {
            Renames::Plain | Renames::Bare => Ok(Exchange::Unsupported),
            Renames::Exchange => match rename(folder, one, other, Kept::Exchanged) {
                Ok(()) => Ok(Exchange::Made),
                Err(fault) if is_unsupported(fault) => Ok(Exchange::Unsupported),
                Err(fault) => Err(fault),
            },
        }
    }

    /// Moves a file to a name under which nothing lies; `EXIST` when something does.
    pub(super) fn put_in(self, folder: &OwnedFd, from: &[u8], to: &[u8]) -> Result<(), Errno> {
        self.put_in_noting(folder, from, to, |_| Ok(()))
    }

    /// Does the same. Where it can only be done by making another file under the name, `made` notes each step of that before
    /// the next one.
    pub(super) fn put_in_noting(
        self,
        folder: &OwnedFd,
        from: &[u8],
        to: &[u8],
        made: impl FnMut(Made) -> io::Result<()>,
    ) -> Result<(), Errno> {
        let renamed = match self {
            Renames::Exchange => rename(folder, from, to, Kept::There),
            Renames::Plain | Renames::Bare => Err(Errno::NOSYS),
        };
        let linked = match renamed {
            Err(fault) if is_unsupported(fault) => match self {
                Renames::Exchange | Renames::Plain => put_in_by_link(folder, from, to),
                Renames::Bare => Err(Errno::PERM),
            },
            renamed => return renamed,
        };
        match linked {
            Err(fault) if matches!(fault, Errno::PERM | Errno::MLINK) || is_unsupported(fault) => {
                let copied = put_in_by_copy(folder, from, to, made);
                copied.map_err(|fault| Errno::from_io_error(&fault).unwrap_or(Errno::IO))
            }
            linked => linked,
        }
    }

    /// Moves a target to a name of ours, whatever it is by now.
    pub(super) fn take_out(self, folder: &OwnedFd, from: &[u8], to: &[u8]) -> Result<(), Errno> {
        let result = match self {
            Renames::Exchange => rename(folder, from, to, Kept::There),
            Renames::Plain | Renames::Bare => Err(Errno::NOSYS),
        };
        match result {
            Err(fault) if is_unsupported(fault) => {
                if stat(folder, to)?.is_some() {
                    return Err(Errno::EXIST);
                }
                retry_on_intr(|| rustix::fs::renameat(folder, from, folder, to))
            }
            result => result,
        }
    }
}

/// Moves a file into another folder, under a name that nothing may lie under yet: `EXIST` when something does. `copy` is
/// asked to do it where that folder lies on another disk. Its not being there is success.
pub(super) fn move_across(
    from: &OwnedFd,
    name: &[u8],
    to: &OwnedFd,
    new_name: &[u8],
    copy: impl FnOnce() -> io::Result<()>,
) -> io::Result<()> {
    let moved = match rename_into(from, name, to, new_name) {
        Err(fault) if is_unsupported(fault) => {
            if stat(to, new_name)?.is_some() {
                return Err(Errno::EXIST.into());
            }
            retry_on_intr(|| rustix::fs::renameat(from, name, to, new_name))
        }
        moved => moved,
    };
    match moved {
        Ok(()) | Err(Errno::NOENT) => Ok(()),
        Err(Errno::XDEV) => {
            if stat(to, new_name)?.is_some() {
                return Err(Errno::EXIST.into());
            }
            copy()
        }
        Err(fault) => Err(fault.into()),
    }
}

fn put_in_by_link(folder: &OwnedFd, from: &[u8], to: &[u8]) -> Result<(), Errno> {
    retry_on_intr(|| rustix::fs::linkat(folder, from, folder, to, AtFlags::empty()))?;
    remove_file(folder, from)
}

/// Makes a file under the name and writes the content into it, as no rename here would keep one that is put there in the last
/// moment. What others write into it meanwhile stays in it, and is told as a file that was there.
fn put_in_by_copy(
    folder: &OwnedFd,
    from: &[u8],
    to: &[u8],
    mut made: impl FnMut(Made) -> io::Result<()>,
) -> io::Result<()> {
    const LIMIT: u64 = crate::text::Text::MAX_BYTES as u64;
    let mut open = match open_file(folder, from, LIMIT)? {
        Opened::File(open) => open,
        Opened::Absent => return Err(Errno::NOENT.into()),
        // A folder or a pipe cannot be written anew, and no other move is to be had for it here.
        Opened::Other(_) if stat(folder, to)?.is_none() => {
            return Ok(retry_on_intr(|| {
                rustix::fs::renameat(folder, from, folder, to)
            })?);
        }
        Opened::Other(_) => return Err(Errno::EXIST.into()),
    };
    let attributes = Attributes::of(&open)?;
    let Ok(bytes) = open.read(LIMIT)? else {
        return Err(Errno::FBIG.into());
    };
    made(Made::Next)?;
    let mut inode = None;
    let note = |it| {
        inode = Some(it);
        made(Made::Empty(it))
    };
    let written = append_new(folder, to, &bytes, &attributes, note)
        .map_err(StageFault::into_inner)
        .and_then(|file| file.sync_all());
    if let Err(fault) = written {
        // What is half written is nobody's, as long as it is the file that was made here.
        if inode.is_some() && stat(folder, to)?.map(|found| found.st_ino) == inode {
            remove_file(folder, to)?;
        }
        made(Made::Over)?;
        return Err(fault);
    }
    made(Made::Over)?;
    if look(folder, to, LIMIT)?.digest() != Some(Digest::of(&bytes)) {
        return Err(Errno::EXIST.into());
    }
    Ok(remove_file(folder, from)?)
}

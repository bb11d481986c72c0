//! The renames that change a target, and the one that files what they displaced. None of them can overwrite a file: what was there before is always kept.

use std::io;
use std::os::fd::OwnedFd;

use rustix::fs::AtFlags;
use rustix::io::{Errno, retry_on_intr};

use super::state::remove_file;
use super::system::{Kept, is_unsupported, rename, rename_into};
use super::tree::stat;

/// Which renames are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Renames {
    /// Exchanging two names at once where the file system can, else as `Plain`.
    #[default]
    Exchange,
    /// Only what every file system has: the old file is renamed away, the new one linked in. Between the two the target
    /// is missing, so a crash there needs recovery, but no write by another program is lost.
    Plain,
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
            Renames::Plain => Ok(Exchange::Unsupported),
            Renames::Exchange => match rename(folder, one, other, Kept::Exchanged) {
                Ok(()) => Ok(Exchange::Made),
                Err(fault) if is_unsupported(fault) => Ok(Exchange::Unsupported),
                Err(fault) => Err(fault),
            },
        }
    }

    /// Moves a file to a name under which nothing lies; `EXIST` when something does.
    pub(super) fn put_in(self, folder: &OwnedFd, from: &[u8], to: &[u8]) -> Result<(), Errno> {
        let result = match self {
            Renames::Exchange => rename(folder, from, to, Kept::There),
            Renames::Plain => Err(Errno::NOSYS),
        };
        match result {
            Err(fault) if is_unsupported(fault) => put_in_by_link(folder, from, to),
            result => result,
        }
    }

    /// Moves a target to a name of ours, whatever it is by now.
    pub(super) fn take_out(self, folder: &OwnedFd, from: &[u8], to: &[u8]) -> Result<(), Errno> {
        let result = match self {
            Renames::Exchange => rename(folder, from, to, Kept::There),
            Renames::Plain => Err(Errno::NOSYS),
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
    match retry_on_intr(|| rustix::fs::linkat(folder, from, folder, to, AtFlags::empty())) {
        Ok(()) => remove_file(folder, from),
        // No second names here either: all that is left is to look first.
        Err(fault) if matches!(fault, Errno::PERM | Errno::MLINK) || is_unsupported(fault) => {
            if stat(folder, to)?.is_some() {
                return Err(Errno::EXIST);
            }
            retry_on_intr(|| rustix::fs::renameat(folder, from, folder, to))
        }
        Err(fault) => Err(fault),
    }
}

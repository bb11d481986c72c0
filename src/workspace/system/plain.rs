//! Any other system: it has only the rename that replaces, so its renames are always [`Plain`](super::super::Renames::Plain).
//! Extended attributes are neither seen nor kept.

use std::io;
use std::os::fd::{AsFd, OwnedFd};

use rustix::io::Errno;

use super::{Extended, Kept};

/// What is told of every write that went well.
pub(in super::super) const UNPROMISED: Option<&str> = Some(
    "this system cannot exchange two files by name, and extended attributes and access lists were not kept",
);

pub(in super::super) fn rename(_: &OwnedFd, _: &[u8], _: &[u8], _: Kept) -> Result<(), Errno> {
    Err(Errno::NOSYS)
}

pub(in super::super) fn rename_into(
    _: &OwnedFd,
    _: &[u8],
    _: &OwnedFd,
    _: &[u8],
) -> Result<(), Errno> {
    Err(Errno::NOSYS)
}

pub(in super::super) fn of(_: impl AsFd) -> io::Result<Extended> {
    Ok(Extended::new())
}

pub(in super::super) fn put_on(_: impl AsFd, _: &Extended) -> io::Result<()> {
    Ok(())
}

pub(in super::super) fn birth_time(_: &OwnedFd) -> Result<Option<(i64, u32)>, Errno> {
    Ok(None)
}

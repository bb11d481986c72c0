//! Linux, Android and Apple's systems: two names can be exchanged at once, and files have extended attributes.

use std::io;
use std::os::fd::{AsFd, OwnedFd};

use rustix::fs::{RenameFlags, XattrFlags};
use rustix::io::{Errno, retry_on_intr};

use super::{Extended, Kept};

/// Nothing is left to say.
pub(in super::super) const UNPROMISED: Option<&str> = None;

/// Renames within a folder; what lies under the new name is never lost.
pub(in super::super) fn rename(
    folder: &OwnedFd,
    from: &[u8],
    to: &[u8],
    kept: Kept,
) -> Result<(), Errno> {
    let flags = match kept {
        Kept::Exchanged => RenameFlags::EXCHANGE,
        Kept::There => RenameFlags::NOREPLACE,
    };
    retry_on_intr(|| rustix::fs::renameat_with(folder, from, folder, to, flags))
}

/// Renames into another folder; what lies under the new name stays, and the rename fails.
pub(in super::super) fn rename_into(
    from: &OwnedFd,
    name: &[u8],
    to: &OwnedFd,
    new_name: &[u8],
) -> Result<(), Errno> {
    let flags = RenameFlags::NOREPLACE;
    retry_on_intr(|| rustix::fs::renameat_with(from, name, to, new_name, flags))
}

/// What a system says of an attribute that is gone by the time it is read.
#[cfg(not(target_vendor = "apple"))]
const GONE: Errno = Errno::NODATA;
/// What a system says of an attribute that is gone by the time it is read.
#[cfg(target_vendor = "apple")]
const GONE: Errno = Errno::NOATTR;

/// Reads those of an open file.
pub(in super::super) fn of(file: impl AsFd) -> io::Result<Extended> {
    let file = file.as_fd();
    let names = match sized(|buffer| retry_on_intr(|| rustix::fs::flistxattr(file, &mut *buffer))) {
        Ok(names) => names,
        // Only this says that the disk has none: after any other answer, the file may have some that would be lost.
        Err(fault) if [Errno::NOTSUP, Errno::OPNOTSUPP].contains(&fault) => return Ok(Vec::new()),
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
            Err(GONE) => {}
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

/// Gives a file these and no others.
pub(in super::super) fn put_on(file: impl AsFd, wanted: &Extended) -> io::Result<()> {
    let file = file.as_fd();
    let present = of(file)?;
    for (name, _) in &present {
        // Defaults of the folder, such as an inherited ACL, are not the file's own.
        if !wanted.iter().any(|(own, _)| own == name) {
            retry_on_intr(|| rustix::fs::fremovexattr(file, name.as_slice()))?;
        }
    }
    for (name, value) in wanted {
        if !present.contains(&(name.clone(), value.clone())) {
            retry_on_intr(|| {
                rustix::fs::fsetxattr(file, name.as_slice(), value, XattrFlags::empty())
            })?;
        }
    }
    Ok(())
}

/// Returns when a folder was made, in seconds and nanoseconds; `None` where its disk does not keep that.
#[cfg(not(target_vendor = "apple"))]
pub(in super::super) fn birth_time(folder: &OwnedFd) -> Result<Option<(i64, u32)>, Errno> {
    use rustix::fs::{AtFlags, StatxFlags};
    // Not by the standard library: after some errors it takes the call for one that the system does not have.
    let found =
        retry_on_intr(|| rustix::fs::statx(folder, "", AtFlags::EMPTY_PATH, StatxFlags::BTIME));
    match found {
        Ok(found) => {
            let is_kept = StatxFlags::from_bits_retain(found.stx_mask).contains(StatxFlags::BTIME);
            Ok(is_kept.then_some((found.stx_btime.tv_sec, found.stx_btime.tv_nsec)))
        }
        Err(Errno::NOSYS | Errno::PERM) => Ok(None),
        Err(fault) => Err(fault),
    }
}

/// Returns when a folder was made, in seconds and nanoseconds; `None` where its disk does not keep that.
#[cfg(target_vendor = "apple")]
pub(in super::super) fn birth_time(folder: &OwnedFd) -> Result<Option<(i64, u32)>, Errno> {
    let facts = retry_on_intr(|| rustix::fs::fstat(folder))?;
    let part = u32::try_from(facts.st_birthtime_nsec).unwrap_or(0);
    Ok(Some((facts.st_birthtime, part)))
}

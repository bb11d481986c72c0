//! What only some systems have, chosen here and nowhere else. The feature `portable` chooses what the others get, so that it
//! can be built and tested where nobody has one of them.

use rustix::fs::{Mode, Stat};
use rustix::io::Errno;

#[cfg_attr(
    all(
        any(target_os = "linux", target_os = "android", target_vendor = "apple"),
        not(feature = "portable")
    ),
    path = "system/able.rs"
)]
#[cfg_attr(
    not(all(
        any(target_os = "linux", target_os = "android", target_vendor = "apple"),
        not(feature = "portable")
    )),
    path = "system/plain.rs"
)]
mod of_here;

pub(super) use of_here::{UNPROMISED, birth_time, of, put_on, rename, rename_into};

/// Names and values of extended attributes, access lists among them, sorted.
pub(super) type Extended = Vec<(Vec<u8>, Vec<u8>)>;

/// What becomes of a file that lies under the new name.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kept {
    /// It gets the old name.
    Exchanged,
    /// It stays, and the rename fails.
    There,
}

/// Returns whether a fault says that the system or the disk cannot do such a thing at all. The last two are one on Linux, and
/// two on Apple's systems.
pub(super) fn is_unsupported(fault: Errno) -> bool {
    [Errno::INVAL, Errno::NOSYS, Errno::OPNOTSUPP, Errno::NOTSUP].contains(&fault)
}

/// Returns the group that a new file in a folder gets.
pub(super) fn group_of_new(folder: &Stat) -> u32 {
    let may_differ = cfg!(any(target_os = "linux", target_os = "android"));
    if may_differ && !Mode::from_raw_mode(folder.st_mode).contains(Mode::SGID) {
        rustix::process::getegid().as_raw()
    } else {
        folder.st_gid
    }
}

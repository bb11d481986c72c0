//! A file that becomes a program, or none, and keeps its content: set in place, on the very file that was looked at.

use std::io;
use std::os::fd::OwnedFd;

use rustix::fs::{Mode, RawMode};
use rustix::io::retry_on_intr;
use serde::{Deserialize, Serialize};

use super::tree::{Identity, Opened, open_file, stat};
use crate::text::Digest;

/// The permissions of a file before and after.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Modes {
    pub(super) from: RawMode,
    pub(super) to: RawMode,
}

impl Modes {
    /// Returns the way back.
    pub(super) fn reversed(self) -> Modes {
        Modes {
            from: self.to,
            to: self.from,
        }
    }
}

/// Whether a mode was set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ModeSet {
    Done,
    /// What lies there is not the file meant, or has another mode: it is as it was.
    NotIt,
}

/// Sets the mode of the file `name`, durably, if it has the content and the mode that it should.
pub(super) fn set_mode(
    folder: &OwnedFd,
    name: &[u8],
    limit: u64,
    content: Digest,
    modes: Modes,
) -> io::Result<ModeSet> {
    let Opened::File(mut open) = open_file(folder, name, limit)? else {
        return Ok(ModeSet::NotIt);
    };
    let has_mode = open.stat.st_mode & 0o7777 == modes.from;
    let is_it = has_mode
        && open
            .read(limit)?
            .is_ok_and(|bytes| Digest::of(&bytes) == content);
    if !is_it {
        return Ok(ModeSet::NotIt);
    }
    let set = |mode| retry_on_intr(|| rustix::fs::fchmod(&open.file, Mode::from_raw_mode(mode)));
    set(modes.to)?;
    // Somebody may have put another file in its place meanwhile.
    let now = stat(folder, name)?;
    let is_there =
        now.is_some_and(|now| Identity::of(&now).is_same_file(&Identity::of(&open.stat)));
    if !is_there {
        set(modes.from)?;
    }
    open.file.sync_all()?;
    Ok(if is_there {
        ModeSet::Done
    } else {
        ModeSet::NotIt
    })
}

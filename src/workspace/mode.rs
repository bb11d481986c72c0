//! A file that becomes a program, or none, and keeps its content: set in place, on the very file that was looked at.

use std::io;
use std::os::fd::OwnedFd;

use rustix::fs::{Mode, RawMode};
use rustix::io::retry_on_intr;
use serde::{Deserialize, Serialize};

use super::tree::{Identity, Opened, open_file, permissions, stat};
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

/// What is asked of a file's mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ModeChange {
    pub(super) modes: Modes,
    /// What the file must hold; `None` where its mode alone says that it is the one meant.
    pub(super) content: Option<Digest>,
}

/// Whether a mode was set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ModeSet {
    Done,
    /// What lies there is not the file meant, or has another mode: it is as it was.
    NotIt,
}

/// Sets the mode of the file `name`, durably, if it has the mode and the content that it should.
pub(super) fn set_mode(
    folder: &OwnedFd,
    name: &[u8],
    limit: u64,
    change: ModeChange,
) -> io::Result<ModeSet> {
    let Opened::File(mut open) = open_file(folder, name, limit)? else {
        return Ok(ModeSet::NotIt);
    };
    let ModeChange { modes, content } = change;
    if permissions(&open.stat) != modes.from {
        return Ok(ModeSet::NotIt);
    }
    if let Some(content) = content
        && !open
            .read(limit)?
            .is_ok_and(|bytes| Digest::of(&bytes) == content)
    {
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

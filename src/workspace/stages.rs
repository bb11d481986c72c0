//! What an apply put among the user's files: written down as it happens, so that a recovery can prove what is its own.
//!
//! A line before an entry is staged, one when its stage is made, and one before its target is changed: its index, the inode of
//! the new content (0 until it is made), that of the folder, and how far its target is ([`Progress`]). Where the folder is away, a
//! recovery knows by it that something may be left in it. The lines are synced when all is staged, and before a file under a
//! target's name is written into; a power failure may cost others, and a recovery then keeps what it cannot prove.
//!
//! The list gets another name when a rollback has put all entries back: from then on a folder that the apply made may be gone
//! by that rollback itself. Before, whoever took it out may bring it back.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::OwnedFd;

use rustix::fs::{Mode, OFlags};
use rustix::io::{Errno, retry_on_intr};

use super::state::make_private_file;
use super::tree::{Opened, open_file, stat};

const FILE: &[u8] = b"stages";

/// Its name when all entries are put back. A rename, as a rollback needs no room.
const SETTLED: &[u8] = b"stages.settled";

/// What is known of the stage of one entry. Numbers of devices may change when a system starts anew, so inodes do alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Staged {
    /// The inode of the new content; `None` where there is none.
    pub(super) inode: Option<u64>,
    /// The inode of the folder it was staged in.
    pub(super) folder: u64,
    pub(super) progress: Progress,
}

/// How far a target is changed, by the number that stands for it in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    /// The apply has not come to it.
    Untouched = 0,
    /// It was begun to be changed.
    Begun = 1,
    /// A file is made under its name to write the content into, and may be empty, half written or without its mode.
    Making = 2,
}

/// How far the making of a file under a target's name is. Each is noted before the next step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Made {
    /// It is about to be made.
    Next,
    /// It has this inode, and is empty.
    Empty(u64),
    /// It is whole, or another program's file is there.
    Over,
}

impl Staged {
    /// Returns this with a step in the making of its target.
    pub(super) fn after(self, made: Made) -> Staged {
        match made {
            Made::Next => Staged {
                progress: Progress::Making,
                inode: None,
                ..self
            },
            Made::Empty(inode) => Staged {
                inode: Some(inode),
                ..self
            },
            Made::Over => Staged {
                progress: Progress::Begun,
                ..self
            },
        }
    }
}

/// What is known of the stages of an apply, by the index of the entry.
pub(super) type Stages = BTreeMap<usize, Staged>;

/// The list while it is written.
pub(super) struct StageList {
    file: File,
}

impl StageList {
    /// Begins the list in the folder of an apply.
    pub(super) fn begin(op: &OwnedFd) -> io::Result<StageList> {
        let fd = make_private_file(op, FILE)?;
        Ok(StageList {
            file: File::from(fd),
        })
    }

    /// Opens the list of an apply that stopped, to go on with it.
    pub(super) fn resume(op: &OwnedFd) -> io::Result<StageList> {
        let flags = OFlags::WRONLY | OFlags::APPEND | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let fd = retry_on_intr(|| rustix::fs::openat(op, FILE, flags, Mode::empty()))?;
        Ok(StageList {
            file: File::from(fd),
        })
    }

    /// Adds a line, by one write.
    pub(super) fn add(&mut self, index: usize, staged: Staged) -> io::Result<()> {
        let inode = staged.inode.unwrap_or(0);
        let progress = staged.progress as u8;
        let line = format!("{index} {inode} {} {progress}\n", staged.folder);
        self.file.write_all(line.as_bytes())?;
        match staged.progress {
            // A half-written file without its line would pass for another program's.
            Progress::Making => self.sync(),
            Progress::Untouched | Progress::Begun => Ok(()),
        }
    }

    pub(super) fn sync(&self) -> io::Result<()> {
        self.file.sync_all()
    }
}

/// Empties the list.
pub(super) fn forget(op: &OwnedFd) -> Result<(), Errno> {
    let found = stat(op, FILE)?;
    match found {
        // A rollback may go on with it.
        Some(_) => make_private_file(op, FILE).map(drop),
        None => Ok(()),
    }
}

/// Notes that all entries are put back, durably for what is synced next in the folder.
pub(super) fn settle(op: &OwnedFd) -> Result<(), Errno> {
    match retry_on_intr(|| rustix::fs::renameat(op, FILE, op, SETTLED)) {
        // Nothing was staged, or it is noted.
        Ok(()) | Err(Errno::NOENT) => Ok(()),
        Err(fault) => Err(fault),
    }
}

/// Returns whether all entries are put back.
pub(super) fn is_settled(op: &OwnedFd) -> Result<bool, Errno> {
    Ok(stat(op, SETTLED)?.is_some())
}

/// Reads the list of an apply; a line that is not whole was being written when the program ended.
pub(super) fn read(op: &OwnedFd, largest: u64) -> io::Result<Stages> {
    let name = if is_settled(op)? { SETTLED } else { FILE };
    let Opened::File(mut open) = open_file(op, name, largest)? else {
        return Ok(Stages::new());
    };
    let bytes = open.read(largest)?.unwrap_or_default();
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').unwrap_or(0);
    let lines = String::from_utf8_lossy(&bytes[..whole]);
    let parsed = lines.lines().filter_map(|line| {
        let mut numbers = line.split(' ').map(str::parse::<u64>);
        let mut next = || numbers.next()?.ok();
        let (index, inode, folder) = (next()?, next()?, next()?);
        let staged = Staged {
            inode: (inode != 0).then_some(inode),
            folder,
            progress: match next() {
                Some(0) => Progress::Untouched,
                Some(2) => Progress::Making,
                Some(_) | None => Progress::Begun,
            },
        };
        Some((usize::try_from(index).ok()?, staged))
    });
    Ok(parsed.collect())
}

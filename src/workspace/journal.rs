//! The record of one apply. The NAME of its file is its state, so every change of state is one rename.
//!
//! | name | means | what recovery does |
//! |---|---|---|
//! | none | nothing was touched | removes the folder |
//! | `plan.json` | new contents are being staged, no target was touched | removes what was staged |
//! | `staged.json` | all is staged and synced, targets are being changed | puts every target back |
//! | `done.json` | committed | moves the displaced files into the folder |
//! | `kept.json` | finished: can be undone | nothing |
//! | `left.json` | rolled back, but for files somebody else wrote meanwhile | nothing |
//!
//! An entry that cannot be put back or filed yet keeps its record in its state: the record is written anew then, and says
//! which entries are settled.

use std::ffi::OsStr;
use std::io::Write;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use rustix::fs::AtFlags;
use rustix::io::{Errno, retry_on_intr};

use super::error::WorkspaceError;
use super::record::{LARGEST, RecordBytes};
use super::stages::{self, StageList, Stages};
use super::state::{self, MOST_APPLIES, State, names_in, op_name, remove_file};
use super::tree::{Opened, open_file, open_folder, stat, sync_folder};

pub(super) use super::record::{Change, Entry, Origin, Record};

/// The state an apply is in, told by its record's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    Planned,
    Staged,
    Done,
    Kept,
    Left,
}

impl Phase {
    const ALL: [Phase; 5] = [
        Phase::Planned,
        Phase::Staged,
        Phase::Done,
        Phase::Kept,
        Phase::Left,
    ];

    pub(super) fn file_name(self) -> &'static str {
        match self {
            Phase::Planned => "plan.json",
            Phase::Staged => "staged.json",
            Phase::Done => "done.json",
            Phase::Kept => "kept.json",
            Phase::Left => "left.json",
        }
    }
}

/// Above this number only our own records are believed to count. Nobody makes so many applies, so it leaves as many again
/// above whatever was planted.
const MOST_BELIEVED: u64 = MOST_APPLIES / 2;

/// Returns the number of the next apply in the last of these states: above those of all others, of which a folder that came
/// with a tree may have any, and free.
pub(super) fn next_id<'a>(
    states: impl DoubleEndedIterator<Item = &'a State>,
) -> Result<u64, WorkspaceError> {
    let mut states = states.rev().peekable();
    let state = *states.peek().expect("a writer has its own state");
    let mut last = 0;
    for state in states {
        let counts = |id: &u64| *id <= MOST_BELIEVED || is_own(state, *id);
        let largest = state.ids()?.into_iter().rev().find(counts);
        last = last.max(largest.unwrap_or(0));
    }
    for id in last + 1..=MOST_APPLIES {
        let name = op_name(id);
        let found = stat(&state.ops, name.as_bytes());
        if found
            .map_err(WorkspaceError::failed("look at", state.op_path(id)))?
            .is_none()
        {
            return Ok(id);
        }
    }
    Err(WorkspaceError::Journal {
        path: state.op_path(last),
        what: "no number is left above it".to_string(),
    })
}

/// Returns whether an apply was made here. One that cannot be read is nobody's.
pub(super) fn is_own(state: &State, id: u64) -> bool {
    let origin = || -> Result<Option<Origin>, WorkspaceError> {
        let op = OpFolder::open(state, id)?;
        let Some(phase) = op.phase()? else {
            return Ok(None);
        };
        Ok(Some(op.read(state, phase)?.1))
    };
    matches!(origin(), Ok(Some(Origin::Here | Origin::Renumbered)))
}

/// One apply's folder in the state folder.
#[derive(Debug)]
pub(super) struct OpFolder {
    pub(super) dir: OwnedFd,
    pub(super) path: PathBuf,
    pub(super) id: u64,
}

impl OpFolder {
    /// Makes the folder of a new apply. What lies there already is not taken for one.
    pub(super) fn make(state: &State, id: u64) -> Result<OpFolder, WorkspaceError> {
        let path = state.op_path(id);
        let made = match state::make_folder(&state.ops, op_name(id).as_bytes()) {
            Ok(false) => Err(Errno::EXIST),
            made => made,
        };
        made.map_err(WorkspaceError::failed("make", &path))?;
        OpFolder::open(state, id)
    }

    /// Opens the folder of an apply that was listed.
    pub(super) fn open(state: &State, id: u64) -> Result<OpFolder, WorkspaceError> {
        let path = state.op_path(id);
        let dir = open_folder(&state.ops, op_name(id).as_bytes())
            .map_err(WorkspaceError::failed("open", &path))?;
        Ok(OpFolder { dir, path, id })
    }

    /// Writes the record of `phase`, durably, over the one that may be there. After the first time a crash is recovered
    /// from.
    pub(super) fn write(
        &self,
        state: &State,
        phase: Phase,
        record: &RecordBytes,
    ) -> Result<(), WorkspaceError> {
        let path = self.path.join("plan.tmp");
        let written = || -> std::io::Result<()> {
            let fd = state::make_private_file(&self.dir, b"plan.tmp")?;
            let mut file = std::fs::File::from(fd);
            file.write_all(&record.0)?;
            file.sync_all()?;
            retry_on_intr(|| {
                rustix::fs::renameat(&self.dir, "plan.tmp", &self.dir, phase.file_name())
            })?;
            sync_folder(&self.dir)?;
            sync_folder(&state.ops)?;
            Ok(())
        };
        written().map_err(WorkspaceError::failed("record the apply in", &path))
    }

    /// Changes the state by one rename, durably. Where it was changed before and could not be synced, it is synced now.
    pub(super) fn advance(&self, from: Phase, to: Phase) -> Result<(), WorkspaceError> {
        let renamed = retry_on_intr(|| {
            rustix::fs::renameat(&self.dir, from.file_name(), &self.dir, to.file_name())
        });
        let renamed = match renamed {
            Err(Errno::NOENT) => match stat(&self.dir, to.file_name().as_bytes()) {
                Ok(Some(_)) => Ok(()),
                Ok(None) => Err(Errno::NOENT),
                Err(fault) => Err(fault),
            },
            renamed => renamed,
        };
        let path = self.path.join(from.file_name());
        renamed.map_err(WorkspaceError::failed("rename", &path))?;
        sync_folder(&self.dir).map_err(WorkspaceError::failed("sync", &self.path))
    }

    /// Returns the apply's state; `None` when no record was ever written.
    pub(super) fn phase(&self) -> Result<Option<Phase>, WorkspaceError> {
        for phase in Phase::ALL {
            let found = stat(&self.dir, phase.file_name().as_bytes())
                .map_err(WorkspaceError::failed("look at", &self.path))?;
            if found.is_some() {
                return Ok(Some(phase));
            }
        }
        Ok(None)
    }

    /// Begins the list of what is staged.
    pub(super) fn begin_stages(&self) -> Result<StageList, WorkspaceError> {
        StageList::begin(&self.dir)
            .map_err(WorkspaceError::failed("list the stages in", &self.path))
    }

    /// Returns what is known of the stages of a record; nothing where it was made elsewhere, or before the disk numbered its files
    /// anew, as inodes mean nothing then. That list goes: a record that is written anew is from here.
    pub(super) fn stages(&self, origin: Origin) -> Result<Stages, WorkspaceError> {
        match origin {
            Origin::Here => stages::read(&self.dir, LARGEST)
                .map_err(WorkspaceError::failed("read the stages in", &self.path)),
            Origin::Renumbered | Origin::Elsewhere => stages::forget(&self.dir)
                .map(|()| Stages::new())
                .map_err(WorkspaceError::failed(
                    "remove the stages listed in",
                    &self.path,
                )),
        }
    }

    /// Notes that all entries are put back: what is left to do is to remove folders.
    pub(super) fn settle(&self) -> Result<(), WorkspaceError> {
        stages::settle(&self.dir)
            .and_then(|()| sync_folder(&self.dir))
            .map_err(WorkspaceError::failed(
                "note what is put back in",
                &self.path,
            ))
    }

    /// Returns whether all entries are put back.
    pub(super) fn is_settled(&self) -> Result<bool, WorkspaceError> {
        stages::is_settled(&self.dir).map_err(WorkspaceError::failed("look at", &self.path))
    }

    /// Reads the record in its state, and says whose it is.
    pub(super) fn read(
        &self,
        state: &State,
        phase: Phase,
    ) -> Result<(Record, Origin), WorkspaceError> {
        let path = self.path.join(phase.file_name());
        let untrusted = |what: String| WorkspaceError::Journal {
            path: path.clone(),
            what,
        };
        let opened = open_file(&self.dir, phase.file_name().as_bytes(), LARGEST)
            .map_err(WorkspaceError::failed("read", &path))?;
        let mut open = match opened {
            Opened::File(open) => open,
            Opened::Absent => return Err(untrusted("it is gone".to_string())),
            Opened::Other(unfit) => return Err(untrusted(format!("it is {unfit}"))),
        };
        let bytes = open
            .read(LARGEST)
            .map_err(WorkspaceError::failed("read", &path))?
            .map_err(|large| untrusted(large.to_string()))?;
        let (record, origin) = Record::from_bytes(&bytes, state).map_err(&untrusted)?;
        if record.id != self.id {
            return Err(untrusted(format!(
                "it is the record of apply {}",
                record.id
            )));
        }
        Ok((record, origin))
    }

    /// Returns where a file of this name lies, for messages.
    pub(super) fn path_of(&self, name: &[u8]) -> PathBuf {
        self.path.join(OsStr::from_bytes(name))
    }

    /// Removes the folder and all in it, the record first: what is left then is removed by the next writer.
    pub(super) fn remove(self, state: &State) -> Result<(), WorkspaceError> {
        let removed = || -> Result<(), Errno> {
            for phase in Phase::ALL {
                remove_file(&self.dir, phase.file_name().as_bytes())?;
            }
            for name in names_in(&self.dir)? {
                remove_file(&self.dir, &name)?;
            }
            retry_on_intr(|| rustix::fs::unlinkat(&state.ops, op_name(self.id), AtFlags::REMOVEDIR))
        };
        removed().map_err(WorkspaceError::failed("remove", &self.path))
    }
}

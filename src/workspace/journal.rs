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

use std::ffi::OsStr;
use std::io::Write;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use rustix::fs::{AtFlags, Mode, OFlags};
use rustix::io::{Errno, retry_on_intr};
use serde::{Deserialize, Serialize};

use super::error::WorkspaceError;
use super::mode::Modes;
use super::state::{self, State, names_in, op_name, remove_file};
use super::tree::{Opened, open_file, open_folder, stat, sync_folder};
use crate::patch::FileMode;
use crate::text::{Digest, RelPath};

/// The version of the record this program writes and understands.
const VERSION: u32 = 1;

/// The largest record that is read back.
const LARGEST: u64 = 64 * 1024 * 1024;

/// What one apply does, written before it does anything.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Record {
    version: u32,
    pub(super) id: u64,
    /// Seconds since 1970.
    pub(super) time: u64,
    /// Digest of the reply it came from.
    pub(super) reply: Digest,
    /// The apply it reverses.
    pub(super) undoes: Option<u64>,
    pub(super) entries: Vec<Entry>,
    /// Folders it makes, parents first.
    pub(super) new_folders: Vec<RelPath>,
    /// Folders it removes after the commit if they are empty then, parents first.
    pub(super) spare_folders: Vec<RelPath>,
}

/// What becomes of one path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Entry {
    pub(super) path: RelPath,
    #[serde(flatten)]
    pub(super) change: Change,
    /// Whether a file that was there got another mode.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) sets_mode: bool,
    /// Whether what it makes can be run as a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) makes_program: bool,
}

impl Entry {
    /// Returns what the mode of the file that it makes says.
    pub(super) fn made_mode(&self) -> FileMode {
        if self.makes_program {
            FileMode::Executable
        } else {
            FileMode::Plain
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "change", rename_all = "lowercase")]
pub(super) enum Change {
    Edit {
        before: Digest,
        after: Digest,
    },
    Create {
        after: Digest,
    },
    Delete {
        before: Digest,
    },
    /// Only the mode changes; `None` until the file was looked at.
    Mode {
        content: Digest,
        modes: Option<Modes>,
    },
}

impl Change {
    pub(super) fn before(self) -> Option<Digest> {
        match self {
            Change::Edit { before, .. } | Change::Delete { before } => Some(before),
            Change::Mode { content, .. } => Some(content),
            Change::Create { .. } => None,
        }
    }
}

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

#[derive(Serialize, Deserialize)]
struct Sealed {
    checksum: Digest,
    record: Record,
}

impl Record {
    pub(super) fn new(id: u64, time: u64, reply: Digest, undoes: Option<u64>) -> Record {
        Record {
            version: VERSION,
            id,
            time,
            reply,
            undoes,
            entries: Vec::new(),
            new_folders: Vec::new(),
            spare_folders: Vec::new(),
        }
    }

    /// Returns the name beside entry `index`'s target under which its new content is staged.
    pub(super) fn stage_name(&self, index: usize) -> Vec<u8> {
        format!(".hunkwise-{}-{index}.tmp", self.id).into_bytes()
    }

    /// Returns the name beside the target under which the old file lies when it was taken out, not exchanged.
    pub(super) fn aside_name(&self, index: usize) -> Vec<u8> {
        format!(".hunkwise-{}-{index}.old", self.id).into_bytes()
    }

    /// Returns the name in the apply's folder under which entry `index`'s old file is kept.
    pub(super) fn image_name(index: usize) -> Vec<u8> {
        format!("{index}.old").into_bytes()
    }

    /// Returns the name in the apply's folder under which the file that entry `index` made is kept.
    pub(super) fn made_name(index: usize) -> Vec<u8> {
        format!("{index}.new").into_bytes()
    }

    fn to_bytes(&self) -> Vec<u8> {
        let sealed = Sealed {
            checksum: self.checksum(),
            record: self.clone(),
        };
        serde_json::to_vec(&sealed).expect("a record has only string keys")
    }

    fn checksum(&self) -> Digest {
        Digest::of(&serde_json::to_vec(self).expect("a record has only string keys"))
    }

    /// Reads a record back. The error says in words what is wrong with it.
    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Record, String> {
        #[derive(Deserialize)]
        struct Versioned {
            record: Version,
        }
        #[derive(Deserialize)]
        struct Version {
            version: u32,
        }
        let damaged = |fault: serde_json::Error| format!("the record is damaged ({fault})");
        let version = serde_json::from_slice::<Versioned>(bytes)
            .map_err(damaged)?
            .record
            .version;
        if version != VERSION {
            return Err(format!(
                "the record is of version {version}, and this hunkwise knows version {VERSION}"
            ));
        }
        let sealed: Sealed = serde_json::from_slice(bytes).map_err(damaged)?;
        if sealed.checksum != sealed.record.checksum() {
            return Err("the record does not have the checksum it was written with".to_string());
        }
        Ok(sealed.record)
    }
}

/// One apply's folder in the state folder.
#[derive(Debug)]
pub(super) struct OpFolder {
    pub(super) dir: OwnedFd,
    pub(super) path: PathBuf,
    pub(super) id: u64,
}

impl OpFolder {
    /// Makes the folder of a new apply.
    pub(super) fn make(state: &State, id: u64) -> Result<OpFolder, WorkspaceError> {
        let path = state.op_path(id);
        state::make_folder(&state.ops, op_name(id).as_bytes())
            .map_err(WorkspaceError::failed("make", &path))?;
        OpFolder::open(state, id)
    }

    /// Opens the folder of an apply that was listed.
    pub(super) fn open(state: &State, id: u64) -> Result<OpFolder, WorkspaceError> {
        let path = state.op_path(id);
        let dir = open_folder(&state.ops, op_name(id).as_bytes())
            .map_err(WorkspaceError::failed("open", &path))?;
        Ok(OpFolder { dir, path, id })
    }

    /// Writes the record for the first time, durably: from here on a crash is recovered from.
    pub(super) fn write(&self, state: &State, record: &Record) -> Result<(), WorkspaceError> {
        let path = self.path.join("plan.tmp");
        let flags =
            OFlags::WRONLY | OFlags::CREATE | OFlags::TRUNC | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let written = || -> std::io::Result<()> {
            let fd = retry_on_intr(|| {
                rustix::fs::openat(&self.dir, "plan.tmp", flags, Mode::RUSR | Mode::WUSR)
            })?;
            let mut file = std::fs::File::from(fd);
            file.write_all(&record.to_bytes())?;
            file.sync_all()?;
            retry_on_intr(|| {
                rustix::fs::renameat(&self.dir, "plan.tmp", &self.dir, Phase::Planned.file_name())
            })?;
            sync_folder(&self.dir)?;
            sync_folder(&state.ops)?;
            Ok(())
        };
        written().map_err(WorkspaceError::failed("record the apply in", &path))
    }

    /// Changes the state by one rename, durably.
    pub(super) fn advance(&self, from: Phase, to: Phase) -> Result<(), WorkspaceError> {
        let path = self.path.join(from.file_name());
        retry_on_intr(|| {
            rustix::fs::renameat(&self.dir, from.file_name(), &self.dir, to.file_name())
        })
        .map_err(WorkspaceError::failed("rename", &path))?;
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

    /// Reads the record in its state.
    pub(super) fn read(&self, phase: Phase) -> Result<Record, WorkspaceError> {
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
        let record = Record::from_bytes(&bytes).map_err(&untrusted)?;
        if record.id != self.id {
            return Err(untrusted(format!(
                "it is the record of apply {}",
                record.id
            )));
        }
        Ok(record)
    }

    /// Returns where entry `index`'s old file is kept, for messages.
    pub(super) fn image_path(&self, index: usize) -> PathBuf {
        self.path
            .join(OsStr::from_bytes(&Record::image_name(index)))
    }

    /// Returns where the file that entry `index` made is kept, for messages.
    pub(super) fn made_path(&self, index: usize) -> PathBuf {
        self.path.join(OsStr::from_bytes(&Record::made_name(index)))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn record(path: &[u8]) -> Record {
        let mut record = Record::new(7, 1, Digest::of(b"reply"), None);
        record.entries.push(Entry {
            path: RelPath::new(path).expect("plain"),
            change: Change::Edit {
                before: Digest::of(b"1"),
                after: Digest::of(b"2"),
            },
            sets_mode: false,
            makes_program: false,
        });
        record
    }

    #[track_caller]
    fn check_refused(bytes: &[u8], words: &str) {
        let what = Record::from_bytes(bytes).expect_err("refused");
        assert!(what.contains(words), "{what}");
    }

    #[test]
    fn records_come_back_as_they_were_whatever_the_name() {
        for path in [
            &b"src/a.rs"[..],
            "caf\u{e9} \u{4f60}".as_bytes(),
            b"\xff\xfe",
        ] {
            let record = record(path);
            assert_eq!(Record::from_bytes(&record.to_bytes()), Ok(record));
        }
    }

    #[test]
    fn a_changed_record_is_refused() {
        let whole = String::from_utf8(record(b"src/a.rs").to_bytes()).expect("JSON");
        check_refused(whole.replace("src/a.rs", "src/b.rs").as_bytes(), "checksum");
        check_refused(
            whole.replace("\"version\":1", "\"version\":2").as_bytes(),
            "version 2",
        );
        check_refused(&whole.as_bytes()[..whole.len() - 1], "damaged");
    }

    #[test]
    fn a_record_cannot_name_what_a_patch_may_not() {
        for path in ["../secret", "/etc/passwd", ".git/config"] {
            let record = serde_json::to_string(&record(b"src/a.rs")).expect("JSON");
            let record = record.replace("src/a.rs", path);
            let checksum = Digest::of(record.as_bytes()).to_hex();
            let sealed = format!("{{\"checksum\":\"{checksum}\",\"record\":{record}}}");
            check_refused(sealed.as_bytes(), "the path");
        }
    }
}

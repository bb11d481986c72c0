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

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::io::Write;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use rustix::fs::AtFlags;
use rustix::io::{Errno, retry_on_intr};
use serde::{Deserialize, Serialize};

use super::error::WorkspaceError;
use super::mode::Modes;
use super::new_folders::NewFolders;
use super::stages::{self, StageList, Stages};
use super::state::{self, Found, State, names_in, op_name, remove_file};
use super::tree::{Opened, open_file, open_folder, stat, sync_folder};
use crate::patch::FileMode;
use crate::text::{Digest, RelPath};

/// The version of the record this program writes and understands.
const VERSION: u32 = 2;

/// The largest record that is written, and read back.
const LARGEST: u64 = 64 * 1024 * 1024;

/// The bits of a mode that say who may read, write and run a file.
const PERMISSIONS: rustix::fs::RawMode = 0o777;

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
    /// The root that its paths are relative to, below the top of the work tree; `None` is the top.
    pub(super) root: Option<RelPath>,
    /// What the names among the user's files are made with, so that nobody can guess them.
    nonce: String,
    pub(super) entries: Vec<Entry>,
    /// Folders it makes.
    pub(super) new_folders: NewFolders,
    /// Folders it removes after the commit if they are empty then.
    pub(super) spare_folders: NewFolders,
    /// Indexes of the entries that were put back, or filed, before the record was written anew.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(super) settled: BTreeSet<usize>,
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
    /// Whether the apply makes the folder that it lies in.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) in_new_folder: bool,
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
    /// Returns the digest of the new content; `None` where none is staged.
    pub(super) fn after(self) -> Option<Digest> {
        match self {
            Change::Edit { after, .. } | Change::Create { after } => Some(after),
            Change::Delete { .. } | Change::Mode { .. } => None,
        }
    }

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

#[derive(Deserialize)]
struct Sealed {
    checksum: Digest,
    seal: Digest,
    record: Record,
}

/// A record as it is written: made once, as its size is checked before anything is touched.
pub(super) struct RecordBytes(Vec<u8>);

/// Who made a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// This user's hunkwise, in this very folder.
    Here,
    /// Anybody: it came with the tree, or the tree was copied.
    Elsewhere,
}

impl Record {
    pub(super) fn new(id: u64, time: u64, reply: Digest, undoes: Option<u64>) -> Record {
        Record {
            version: VERSION,
            id,
            time,
            reply,
            undoes,
            root: None,
            nonce: String::new(),
            entries: Vec::new(),
            new_folders: NewFolders::default(),
            spare_folders: NewFolders::default(),
            settled: BTreeSet::new(),
        }
    }

    /// Makes names that nobody can guess.
    ///
    /// # Errors
    /// When the system has no random bytes to give.
    pub(super) fn make_nonce(&mut self) -> std::io::Result<()> {
        let mut nonce = [0; 12];
        getrandom::fill(&mut nonce).map_err(std::io::Error::from)?;
        self.nonce = nonce.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(())
    }

    /// Returns the name beside entry `index`'s target under which its new content is staged.
    pub(super) fn stage_name(&self, index: usize) -> Vec<u8> {
        format!(".hunkwise-{}-{index}.tmp", self.nonce).into_bytes()
    }

    /// Returns the name beside the target under which the old file lies when it was taken out, not exchanged.
    pub(super) fn aside_name(&self, index: usize) -> Vec<u8> {
        format!(".hunkwise-{}-{index}.old", self.nonce).into_bytes()
    }

    /// Returns the name in the apply's folder under which entry `index`'s old file is kept.
    pub(super) fn image_name(index: usize) -> Vec<u8> {
        format!("{index}.old").into_bytes()
    }

    /// Returns the name in the apply's folder under which the file that entry `index` made is kept.
    pub(super) fn made_name(index: usize) -> Vec<u8> {
        format!("{index}.new").into_bytes()
    }

    /// Returns the entries that are not settled yet, with their indexes.
    pub(super) fn unsettled(&self) -> impl DoubleEndedIterator<Item = (usize, &Entry)> {
        let entries = self.entries.iter().enumerate();
        entries.filter(|(index, _)| !self.settled.contains(index))
    }

    /// Returns the record as it is written into `state`.
    ///
    /// # Errors
    /// When it would be too large to be read back: an apply that cannot be undone is not begun.
    pub(super) fn to_bytes(&self, state: &State) -> Result<RecordBytes, WorkspaceError> {
        let record = self.to_json();
        let secret = state.secrets.known.first();
        let secret = secret.expect("a secret was made when the state was locked");
        let checksum = Digest::of(&record).to_hex();
        let seal = secret.seal(state.inode, &record).to_hex();
        let head = format!("{{\"checksum\":\"{checksum}\",\"seal\":\"{seal}\",\"record\":");
        let bytes = [head.as_bytes(), &record, b"}"].concat();
        if bytes.len() as u64 > LARGEST {
            return Err(WorkspaceError::TooLarge {
                n_files: self.entries.len(),
            });
        }
        Ok(RecordBytes(bytes))
    }

    fn to_json(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("a record has only string keys")
    }

    /// Reads a record back from `state`. The error says in words what is wrong with it.
    fn from_bytes(bytes: &[u8], state: &State) -> Result<(Record, Origin), String> {
        let (record, seal) = unseal(bytes)?;
        let json = record.to_json();
        let is_ours = |secret: &super::secret::Secret| secret.seal(state.inode, &json) == seal;
        let origin = if state.secrets.known.iter().any(is_ours) {
            Origin::Here
        } else {
            Origin::Elsewhere
        };
        Ok((record, origin))
    }
}

/// Reads a record and its seal. The error says in words what is wrong with it.
fn unseal(bytes: &[u8]) -> Result<(Record, Digest), String> {
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
    if sealed.checksum != Digest::of(&sealed.record.to_json()) {
        return Err("the record does not have the checksum it was written with".to_string());
    }
    sealed.record.check()?;
    Ok((sealed.record, sealed.seal))
}

impl Record {
    /// Refuses what no honest apply does.
    fn check(&self) -> Result<(), String> {
        let is_nonce = |byte: u8| byte.is_ascii_hexdigit();
        if self.nonce.is_empty() || self.nonce.len() > 64 || !self.nonce.bytes().all(is_nonce) {
            return Err("the record names files that are not its own".to_string());
        }
        let is_plain = |change: Change| match change {
            Change::Mode { modes, .. } => {
                modes.is_none_or(|modes| (modes.from | modes.to) & !PERMISSIONS == 0)
            }
            Change::Edit { .. } | Change::Create { .. } | Change::Delete { .. } => true,
        };
        if !self.entries.iter().all(|entry| is_plain(entry.change)) {
            return Err("the record sets a mode that is never set (set-id or sticky)".to_string());
        }
        Ok(())
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
            let fd = state::open_private_file(&self.dir, b"plan.tmp", Found::Emptied)?;
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

    /// Begins the list of what is staged.
    pub(super) fn begin_stages(&self) -> Result<StageList, WorkspaceError> {
        StageList::begin(&self.dir)
            .map_err(WorkspaceError::failed("list the stages in", &self.path))
    }

    /// Returns what is known of the stages of a record; nothing where it was made elsewhere, as inodes mean nothing there.
    pub(super) fn stages(&self, origin: Origin) -> Result<Stages, WorkspaceError> {
        match origin {
            Origin::Here => stages::read(&self.dir, LARGEST)
                .map_err(WorkspaceError::failed("read the stages in", &self.path)),
            Origin::Elsewhere => Ok(Stages::new()),
        }
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
        record.make_nonce().expect("random bytes");
        record.entries.push(Entry {
            path: RelPath::new(path).expect("plain"),
            change: Change::Edit {
                before: Digest::of(b"1"),
                after: Digest::of(b"2"),
            },
            sets_mode: false,
            makes_program: false,
            in_new_folder: false,
        });
        record
    }

    fn sealed(record: &str) -> String {
        let checksum = Digest::of(record.as_bytes()).to_hex();
        format!("{{\"checksum\":\"{checksum}\",\"seal\":\"{checksum}\",\"record\":{record}}}")
    }

    fn json(record: &Record) -> String {
        String::from_utf8(record.to_json()).expect("JSON")
    }

    #[track_caller]
    fn check_refused(bytes: &[u8], words: &str) {
        let what = unseal(bytes).expect_err("refused");
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
            let read = unseal(sealed(&json(&record)).as_bytes());
            assert_eq!(read.map(|(record, _)| record), Ok(record));
        }
    }

    #[test]
    fn a_changed_record_is_refused() {
        let whole = sealed(&json(&record(b"src/a.rs")));
        check_refused(whole.replace("src/a.rs", "src/b.rs").as_bytes(), "checksum");
        check_refused(
            whole.replace("\"version\":2", "\"version\":1").as_bytes(),
            "version 1",
        );
        check_refused(&whole.as_bytes()[..whole.len() - 1], "damaged");
    }

    #[test]
    fn a_record_cannot_name_what_a_patch_may_not() {
        for path in ["../secret", "/etc/passwd", ".git/config", ".hunkwise-x"] {
            let record = json(&record(b"src/a.rs")).replace("src/a.rs", path);
            check_refused(sealed(&record).as_bytes(), "the path");
        }
        let honest = record(b"src/a.rs");
        for nonce in ["", "../x", "00/00", &"0".repeat(65)] {
            let record = json(&honest).replace(&honest.nonce, nonce);
            check_refused(sealed(&record).as_bytes(), "not its own");
        }
    }

    #[test]
    fn a_record_cannot_make_a_file_run_with_its_owners_rights() {
        for (from, to) in [(0o6777, 0o755), (0o644, 0o4755), (0o1644, 0o644)] {
            let mut record = record(b"run");
            record.entries[0].change = Change::Mode {
                content: Digest::of(b"1"),
                modes: Some(Modes { from, to }),
            };
            check_refused(sealed(&json(&record)).as_bytes(), "set-id");
        }
    }
}

//! What one apply does, written before it does anything, and sealed so that only this user's hunkwise can have written it
//! here.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::error::WorkspaceError;
use super::mode::Modes;
use super::new_folders::NewFolders;
use super::secret::Secret;
use super::stage::{Attributes, GivenAttributes};
use super::state::State;
use crate::patch::FileMode;
use crate::text::{Digest, RelPath};

/// The version of the record this program writes and understands.
const VERSION: u32 = 2;

/// The largest record that is written, and read back.
pub(super) const LARGEST: u64 = 64 * 1024 * 1024;

/// How many random bytes are in the names of an apply's stages.
const NONCE_BYTES: usize = 12;

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
    /// The inode of the folder that one is recorded in, where that is not the folder of this record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) undoes_in: Option<u64>,
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
    /// What a file that takes another's place has beside its content.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) given: Option<GivenAttributes>,
    /// What a file that is replaced or removed had beside its content: the disk of the apply's folder may not hold it, and this
    /// user may not be allowed to give it to a copy there. `None` in records of before this was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) found: Option<Attributes>,
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

/// What becomes of a file, by the digests of its content; the names are those of the record's JSON.
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

#[derive(Deserialize)]
struct Sealed {
    checksum: Digest,
    seal: Digest,
    /// Like the seal, and it stays true where a disk numbers its files anew.
    #[serde(default)]
    lasting: Option<Digest>,
    record: Record,
}

/// A record as it is written: made once, as its size is checked before anything is touched.
pub(super) struct RecordBytes(pub(super) Vec<u8>);

/// Which records of applies are followed by a recovery or an undo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Trust {
    /// Those that this user's hunkwise made, in the folder where they lie.
    #[default]
    OwnRecords,
    /// All: those too that came with the files, or that were copied along with them.
    AllRecords,
}

/// Who made a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// This user's hunkwise, in this very folder.
    Here,
    /// The same, before the disk numbered its files anew: inodes that it noted mean nothing any more.
    Renumbered,
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
            undoes_in: None,
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
        let mut nonce = [0; NONCE_BYTES];
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

    /// Returns whether it is a name of this record.
    pub(super) fn names(&self, name: &[u8]) -> bool {
        let prefix = format!(".hunkwise-{}-", self.nonce);
        name.starts_with(prefix.as_bytes())
    }

    /// Returns whether a file beside targets has such a name: some apply is not at its end.
    pub(super) fn is_stage_or_aside(name: &[u8]) -> bool {
        let parts = || {
            let name = name.strip_prefix(b".hunkwise-")?;
            let name = name.strip_suffix(b".tmp").or(name.strip_suffix(b".old"))?;
            let dash = name.iter().position(|byte| *byte == b'-')?;
            Some((&name[..dash], &name[dash + 1..]))
        };
        parts().is_some_and(|(nonce, index)| {
            nonce.len() == 2 * NONCE_BYTES
                && nonce.iter().all(u8::is_ascii_hexdigit)
                && !index.is_empty()
                && index.iter().all(u8::is_ascii_digit)
        })
    }

    /// Returns the name in the apply's folder under which entry `index`'s old file is kept.
    pub(super) fn image_name(index: usize) -> Vec<u8> {
        format!("{index}.old").into_bytes()
    }

    /// Returns the name in the apply's folder under which the file that entry `index` made is kept.
    pub(super) fn made_name(index: usize) -> Vec<u8> {
        format!("{index}.new").into_bytes()
    }

    /// Returns the name in the apply's folder of a copy of entry `index`'s old file, which no other name or program reaches.
    pub(super) fn copy_name(index: usize) -> Vec<u8> {
        format!("{index}.copy").into_bytes()
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
        let seal = secret.seal(&state.birth, &record).to_hex();
        let lasting = secret.lasting_seal(&state.birth, &record);
        let lasting = lasting.map_or(String::new(), |seal| {
            format!("\"lasting\":\"{}\",", seal.to_hex())
        });
        let head =
            format!("{{\"checksum\":\"{checksum}\",\"seal\":\"{seal}\",{lasting}\"record\":");
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
    pub(super) fn from_bytes(bytes: &[u8], state: &State) -> Result<(Record, Origin), String> {
        let (record, seal, lasting) = unseal(bytes)?;
        let json = record.to_json();
        let mut secrets = state.secrets.known.iter();
        let is_ours = |secret: &Secret| secret.has_sealed(seal, &state.birth, &json);
        let is_renumbered = |secret: &Secret| {
            lasting.is_some() && secret.lasting_seal(&state.birth, &json) == lasting
        };
        let origin = if secrets.clone().any(is_ours) {
            Origin::Here
        } else if secrets.any(is_renumbered) {
            Origin::Renumbered
        } else {
            Origin::Elsewhere
        };
        Ok((record, origin))
    }
}

/// Reads a record and its seals. The error says in words what is wrong with it.
fn unseal(bytes: &[u8]) -> Result<(Record, Digest, Option<Digest>), String> {
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
    Ok((sealed.record, sealed.seal, sealed.lasting))
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
            given: None,
            found: None,
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
            assert_eq!(read.map(|(record, ..)| record), Ok(record));
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

//! New content beside its target, synced, with mode, owner and extended attributes, before any target is touched.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};

use rustix::fs::{Gid, Mode, OFlags, RawMode, Stat, Uid};
use rustix::io::{Errno, retry_on_intr};
use serde::{Deserialize, Serialize};

use super::error::WorkspaceError;
use super::mode::Modes;
use super::system::{self, Extended};
use super::tree::{OpenFile, permissions};
use crate::patch::FileMode;
use crate::text::display::display_line;
use crate::text::{Digest, RelPath};

/// What a file has besides its bytes and its name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Attributes {
    mode: RawMode,
    owner: u32,
    group: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "in_hex")]
    extended: Extended,
}

/// Bits that give whoever runs the file its owner's rights.
const SET_ID: RawMode = 0o6000;

/// The attribute that gives whoever runs the file rights of the superuser.
const CAPABILITY: &[u8] = b"security.capability";

/// The attributes that an apply gave a file, as its record keeps them: what differs from them later, another program set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct GivenAttributes {
    mode: RawMode,
    owner: u32,
    group: u32,
    /// Digest of the extended ones; `None` where there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    extended: Option<Digest>,
}

impl Attributes {
    /// Reads them from an open file.
    pub(super) fn of(open: &OpenFile) -> io::Result<Attributes> {
        Ok(Attributes {
            mode: permissions(&open.stat),
            owner: open.stat.st_uid,
            group: open.stat.st_gid,
            extended: system::of(&open.file)?,
        })
    }

    /// Returns the right that the file lends to whoever runs it, in words: such files are never written.
    pub(super) fn lends(&self) -> Option<&'static str> {
        if self.mode & SET_ID != 0 {
            return Some("its owner's rights (set-id)");
        }
        let is_capability = |(name, _): &(Vec<u8>, Vec<u8>)| name == CAPABILITY;
        let has_any = self.extended.iter().any(is_capability);
        has_any.then_some("rights of the superuser (security.capability)")
    }

    /// Refuses such a file.
    pub(super) fn check_lends_nothing(&self, path: &RelPath) -> Result<(), WorkspaceError> {
        match self.lends() {
            Some(right) => Err(WorkspaceError::Refused {
                path: path.clone(),
                what: format!("it runs with {right}"),
            }),
            None => Ok(()),
        }
    }

    /// Refuses to make `path` like `from`, which has these, where that is such a file.
    pub(super) fn check_lend_nothing_to(
        &self,
        path: &RelPath,
        from: &RelPath,
    ) -> Result<(), WorkspaceError> {
        match self.lends() {
            Some(right) => Err(WorkspaceError::Refused {
                path: path.clone(),
                what: format!(
                    "`{}`, whose owner and mode it would have, runs with {right}",
                    display_line(from.as_bytes())
                ),
            }),
            None => Ok(()),
        }
    }

    /// Returns what a record keeps of them.
    pub(super) fn given(&self) -> GivenAttributes {
        let extended = (!self.extended.is_empty()).then(|| digest(&self.extended));
        GivenAttributes {
            mode: self.mode,
            owner: self.owner,
            group: self.group,
            extended,
        }
    }

    /// Sets on `onto` whichever of these differ from what the apply gave the file.
    pub(super) fn carry(&self, given: &GivenAttributes, onto: &OpenFile) -> io::Result<()> {
        let now = self.given();
        if now == *given {
            return Ok(());
        }
        let mut wanted = Attributes::of(onto)?;
        if now.mode != given.mode {
            wanted.mode = self.mode;
        }
        if now.owner != given.owner {
            wanted.owner = self.owner;
        }
        if now.group != given.group {
            wanted.group = self.group;
        }
        if now.extended != given.extended {
            wanted.extended.clone_from(&self.extended);
        }
        wanted.put_on(&onto.file, &onto.stat)
    }

    /// Returns whether this user may give their owner and group to a new file in `folder`.
    pub(super) fn may_be_given_in(&self, folder: &OwnedFd) -> Result<bool, Errno> {
        let user = rustix::process::geteuid();
        let group = Gid::from_raw(self.group);
        if user.is_root() || self.owner != user.as_raw() {
            return Ok(user.is_root());
        }
        Ok(group == rustix::process::getegid()
            || rustix::process::getgroups()?.contains(&group)
            || self.group == system::group_of_new(&retry_on_intr(|| rustix::fs::fstat(folder))?))
    }

    /// Returns whether this user may change their mode where they are.
    pub(super) fn may_change_mode(&self) -> bool {
        let user = rustix::process::geteuid();
        user.is_root() || self.owner == user.as_raw()
    }

    /// Returns whether a new file of this user has the same ones without further ado, but for its mode.
    pub(super) fn are_usual(&self) -> bool {
        self.owner == rustix::process::geteuid().as_raw()
            && self.group == rustix::process::getegid().as_raw()
            && self.extended.is_empty()
    }

    /// Returns them with the right to run the file, for all who may read it, or for nobody.
    pub(super) fn with(mut self, mode: FileMode) -> Attributes {
        match mode {
            FileMode::Executable => self.mode |= (self.mode & 0o444) >> 2,
            FileMode::Plain => self.mode &= !0o111,
            FileMode::Special(_) => {}
        }
        self
    }

    /// Returns what becomes of the mode.
    pub(super) fn modes(&self, mode: FileMode) -> Modes {
        Modes {
            from: self.mode,
            to: self.clone().with(mode).mode,
        }
    }

    /// Returns the mode.
    pub(super) fn mode(&self) -> RawMode {
        self.mode
    }

    /// Returns what the mode says of the file.
    pub(super) fn file_mode(&self) -> FileMode {
        FileMode::of_permissions(self.mode)
    }

    /// Puts all of it on a file that was made with the facts `now`.
    fn put_on(&self, file: impl AsFd, now: &Stat) -> io::Result<()> {
        let file = file.as_fd();
        if (now.st_uid, now.st_gid) != (self.owner, self.group) {
            // Owner and group one by one: changing the group alone is allowed to more users.
            let owner = (now.st_uid != self.owner).then(|| Uid::from_raw(self.owner));
            let group = (now.st_gid != self.group).then(|| Gid::from_raw(self.group));
            retry_on_intr(|| rustix::fs::fchown(file, owner, group))?;
        }
        system::put_on(file, &self.extended)?;
        // Last, as the others may clear bits of it.
        retry_on_intr(|| rustix::fs::fchmod(file, Mode::from_raw_mode(self.mode)))?;
        Ok(())
    }
}

/// Extended attributes in a record: their bytes may be any, and lists of numbers would take twice the room.
mod in_hex {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Extended;

    pub(super) fn serialize<S: Serializer>(list: &Extended, to: S) -> Result<S::Ok, S::Error> {
        let hex = |bytes: &Vec<u8>| bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let list: Vec<(String, String)> = list
            .iter()
            .map(|(name, value)| (hex(name), hex(value)))
            .collect();
        list.serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Extended, D::Error> {
        let list = Vec::<(String, String)>::deserialize(from)?;
        let read = |(name, value): &(String, String)| Some((bytes(name)?, bytes(value)?));
        let list: Option<Extended> = list.iter().map(read).collect();
        list.ok_or_else(|| D::Error::custom("an attribute is not written in hexadecimal digits"))
    }

    fn bytes(hex: &str) -> Option<Vec<u8>> {
        let (pairs, rest) = hex.as_bytes().as_chunks::<2>();
        let digit = |byte: u8| char::from(byte).to_digit(16);
        let byte = |pair: &[u8; 2]| u8::try_from(16 * digit(pair[0])? + digit(pair[1])?).ok();
        rest.is_empty()
            .then(|| pairs.iter().map(byte).collect())
            .flatten()
    }
}

fn digest(extended: &Extended) -> Digest {
    let parts = extended.iter().flat_map(|(name, value)| [name, value]);
    // Each part after its length, so that no two lists read the same.
    let bytes = parts.flat_map(|part| [&(part.len() as u64).to_le_bytes()[..], part].concat());
    Digest::of(&bytes.collect::<Vec<u8>>())
}

/// Why a file could not be staged.
#[derive(Debug)]
pub(super) enum StageFault {
    /// Its content could not be written.
    Write(io::Error),
    /// Its mode, owner or extended attributes could not be kept.
    Attributes(io::Error),
}

/// Refuses a file whose attributes could not be kept or, where it is removed, given back.
pub(super) fn not_kept(path: &RelPath, is_removed: bool, fault: &io::Error) -> WorkspaceError {
    let done = if is_removed {
        "given back by an undo"
    } else {
        "kept"
    };
    WorkspaceError::Refused {
        path: path.clone(),
        what: format!("its owner, mode or attributes could not be {done} ({fault})"),
    }
}

impl StageFault {
    /// Returns the system's reason.
    pub(super) fn into_inner(self) -> io::Error {
        match self {
            StageFault::Write(fault) | StageFault::Attributes(fault) => fault,
        }
    }
}

/// What a new file has besides its bytes.
#[derive(Debug, Clone, Copy)]
pub(super) enum Given<'a> {
    /// Only its owner may use it.
    Private,
    /// What the system gives a new file.
    BySystem,
    /// The same, and it can be run as far as the system lets it.
    Program,
    /// These.
    Exactly(&'a Attributes),
    /// Those of them that the disk holds and this user may give: the record has all.
    AsFarAsHeld(&'a Attributes),
}

/// Writes `content` to a new file, synced. Its inode goes to `made` while the file is still empty.
pub(super) fn stage(
    folder: &OwnedFd,
    name: &[u8],
    content: &[u8],
    given: Given<'_>,
    made: impl FnOnce(u64) -> io::Result<()>,
) -> Result<(), StageFault> {
    let flags = OFlags::WRONLY;
    let file = make(folder, name, flags, given, content, made)?;
    // The standard library's way also empties the disk's own cache on systems whose `fsync` does not.
    file.sync_all().map_err(StageFault::Write)
}

/// Does the same, and leaves it to the system when the bytes go to the disk.
pub(super) fn write_new(
    folder: &OwnedFd,
    name: &[u8],
    content: &[u8],
    given: Given<'_>,
) -> Result<File, StageFault> {
    make(folder, name, OFlags::WRONLY, given, content, |_| Ok(()))
}

/// Does the same, and keeps what another program writes into the file meanwhile: each write goes behind what is there.
pub(super) fn append_new(
    folder: &OwnedFd,
    name: &[u8],
    content: &[u8],
    attributes: &Attributes,
    made: impl FnOnce(u64) -> io::Result<()>,
) -> Result<File, StageFault> {
    let flags = OFlags::WRONLY | OFlags::APPEND;
    let given = Given::Exactly(attributes);
    make(folder, name, flags, given, content, made)
}

fn make(
    folder: &OwnedFd,
    name: &[u8],
    access: OFlags,
    given: Given<'_>,
    content: &[u8],
    made: impl FnOnce(u64) -> io::Result<()>,
) -> Result<File, StageFault> {
    let flags = access | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let mode = match given {
        Given::Private | Given::Exactly(_) | Given::AsFarAsHeld(_) => Mode::RUSR | Mode::WUSR,
        Given::BySystem => Mode::from_raw_mode(0o666),
        Given::Program => Mode::from_raw_mode(0o777),
    };
    let fd = retry_on_intr(|| rustix::fs::openat(folder, name, flags, mode))
        .map_err(|fault| StageFault::Write(fault.into()))?;
    let facts = retry_on_intr(|| rustix::fs::fstat(&fd));
    let facts = facts.map_err(|fault| StageFault::Write(fault.into()))?;
    made(facts.st_ino).map_err(StageFault::Write)?;
    let mut file = File::from(fd);
    file.write_all(content).map_err(StageFault::Write)?;
    // A umask that takes the owner's own rights away would make a file that no undo can read.
    let usable = Mode::RUSR | Mode::WUSR;
    let mode = Mode::from_raw_mode(permissions(&facts));
    if !mode.contains(usable) {
        retry_on_intr(|| rustix::fs::fchmod(&file, mode | usable))
            .map_err(|fault| StageFault::Write(fault.into()))?;
    }
    match given {
        Given::Private | Given::BySystem | Given::Program => {}
        Given::Exactly(attributes) => attributes
            .put_on(&file, &facts)
            .map_err(StageFault::Attributes)?,
        // Whatever is not held is in the record.
        Given::AsFarAsHeld(attributes) => drop(attributes.put_on(&file, &facts)),
    }
    Ok(file)
}

//! The way into the tree: every path is walked component by component from the root's descriptor, and no link is followed.
//!
//! One walk for every system rather than `openat2` where it exists: with no `..` in a [`RelPath`] and no link followed,
//! both promise the same.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use rustix::buffer::spare_capacity;
use rustix::fs::{AtFlags, FileType, Mode, OFlags, RawMode, Stat};
use rustix::io::{Errno, retry_on_intr};

use super::own::{IN_OWN_FOLDER, OwnFolders};
use super::repository::{IN_REPOSITORY, is_in_repository, is_repository};
use super::system::is_unsupported;
use crate::text::{Digest, RelPath};

/// A folder on disk that paths are relative to.
#[derive(Debug)]
pub(super) struct Tree {
    fd: OwnedFd,
    path: PathBuf,
    repositories: Repositories,
    own: OwnFolders,
    /// Why nothing in the tree may be read or written, where its root lies in a folder that is off limits.
    closed: Option<&'static str>,
}

/// Whether folders may be entered that are the work tree of another repository.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Repositories {
    /// Yes, but for submodules: the root is in no repository, and may hold several.
    Entered,
    /// No: the root is in a repository, so they are submodules, or clones that it does not track.
    Refused,
}

/// What was passed on a way into folders.
#[derive(Debug, Default)]
pub(super) struct Passed {
    /// The folders below the root that hold records of applies: their writers must be waited for.
    pub(super) with_state: BTreeSet<RelPath>,
}

/// Why the folder of a path cannot be reached.
#[derive(Debug)]
pub(super) enum Blocked {
    /// A folder on the way is not there.
    Missing,
    /// A component on the way is no folder.
    NotAFolder {
        /// Which, and what it is.
        words: String,
        kind: FileType,
    },
    /// A folder on the way is the work tree of another repository, or of hunkwise's own; in words.
    OffLimits(String),
    /// The folder is not the one that was used before: it was renamed, or another one was put in its place.
    Moved,
    /// The system's reason.
    System(Errno),
}

impl Blocked {
    /// Returns the system's fault, where there is one: in all other cases, the folder is none that can be used.
    pub(super) fn system(&self) -> Option<Errno> {
        match self {
            Blocked::System(fault) => Some(*fault),
            Blocked::Missing
            | Blocked::NotAFolder { .. }
            | Blocked::OffLimits(_)
            | Blocked::Moved => None,
        }
    }
}

/// What lies under a name, and its digest where it is a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Seen {
    Absent,
    File(Digest, Identity),
    /// Not a regular file, or one over the limit; in a few words.
    Other(String),
}

/// Tells whether a file is the one seen before, and still as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Identity {
    pub(super) device: u64,
    pub(super) inode: u64,
    pub(super) size: u64,
    modified: (i64, u64),
}

impl Identity {
    #[allow(
        clippy::unnecessary_cast,
        reason = "the fields have other widths on other systems"
    )]
    pub(super) fn of(stat: &Stat) -> Identity {
        Identity {
            device: stat.st_dev as u64,
            inode: stat.st_ino as u64,
            size: stat.st_size as u64,
            modified: (stat.st_mtime as i64, stat.st_mtime_nsec as u64),
        }
    }

    /// Returns when a file's bytes, mode, owner or attributes last changed. A rename may change it as well, so it is no part
    /// of what a file is known by.
    #[allow(
        clippy::unnecessary_cast,
        reason = "the fields have other widths on other systems"
    )]
    pub(super) fn last_change(stat: &Stat) -> (i64, u64) {
        (stat.st_ctime as i64, stat.st_ctime_nsec as u64)
    }

    pub(super) fn is_same_file(&self, other: &Identity) -> bool {
        (self.device, self.inode) == (other.device, other.inode)
    }
}

impl Seen {
    pub(super) fn digest(&self) -> Option<Digest> {
        match self {
            Seen::File(digest, _) => Some(*digest),
            Seen::Absent | Seen::Other(_) => None,
        }
    }
}

impl Tree {
    /// Opens the folder at `path`, which the user named: links in it are the user's own. `top` is that of the work tree that
    /// it lies in, if any.
    pub(super) fn open(path: &Path, top: Option<&Path>) -> io::Result<Tree> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let fd = retry_on_intr(|| rustix::fs::open(path, flags, Mode::empty()))?;
        let own = OwnFolders::of_user();
        let closed = if own.hold(path) {
            Some(IN_OWN_FOLDER)
        } else if is_in_repository(path, top)? {
            Some(IN_REPOSITORY)
        } else {
            None
        };
        Ok(Tree {
            fd,
            path: path.to_path_buf(),
            repositories: match top {
                Some(_) => Repositories::Refused,
                None => Repositories::Entered,
            },
            own,
            closed,
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Opens the root a second time, for another thread.
    pub(super) fn reopen(&self) -> io::Result<Tree> {
        Ok(Tree {
            fd: self.fd.try_clone()?,
            path: self.path.clone(),
            repositories: self.repositories,
            own: self.own.clone(),
            closed: self.closed,
        })
    }

    /// Opens the root once more.
    pub(super) fn root(&self) -> Result<OwnedFd, Errno> {
        self.fd.try_clone().map_err(errno)
    }

    /// Returns the facts of the root.
    pub(super) fn facts(&self) -> Result<Stat, Errno> {
        retry_on_intr(|| rustix::fs::fstat(&self.fd))
    }

    /// Opens the tree under one of its folders; `None` is the same tree.
    pub(super) fn below(&self, folder: Option<&RelPath>) -> Result<Tree, Blocked> {
        Ok(Tree {
            fd: self.folder(folder)?,
            path: folder.map_or_else(|| self.path.clone(), |folder| self.full_path(folder)),
            repositories: self.repositories,
            own: self.own.clone(),
            closed: self.closed,
        })
    }

    /// Returns where `path` lies, for messages only: it is never opened by this name.
    pub(super) fn full_path(&self, path: &RelPath) -> PathBuf {
        use std::os::unix::ffi::OsStrExt;
        self.path.join(std::ffi::OsStr::from_bytes(path.as_bytes()))
    }

    /// Opens a folder under the root; `None` is the root itself.
    pub(super) fn folder(&self, path: Option<&RelPath>) -> Result<OwnedFd, Blocked> {
        match path {
            None if let Some(why) = self.closed => Err(Blocked::OffLimits(why.to_string())),
            None => self.root().map_err(Blocked::System),
            Some(path) => self.folder_from(None, path, &mut Passed::default()),
        }
    }

    /// Opens the folder `path`, walking from a folder above it that is open already, and notes what it passes.
    pub(super) fn folder_from(
        &self,
        start: Option<(&OwnedFd, &RelPath)>,
        path: &RelPath,
        passed: &mut Passed,
    ) -> Result<OwnedFd, Blocked> {
        let off_limits = |why: &str| Err(Blocked::OffLimits(why.to_string()));
        if let Some(why) = self.closed {
            return off_limits(why);
        }
        // One that does not exist yet must not be made by a patch either.
        if self.own.names(&self.full_path(path)) {
            return off_limits(IN_OWN_FOLDER);
        }
        let n_walked = start.map_or(0, |(_, start)| start.components().count());
        let mut above = start.map_or(&self.fd, |(fd, _)| fd);
        let mut opened: Option<OwnedFd> = None;
        for (n_above, component) in path.components().enumerate().skip(n_walked) {
            let fd =
                open_folder(above, component).map_err(|fault| blocked(above, component, fault))?;
            if self.own.are(&fd).map_err(Blocked::System)? {
                return off_limits(IN_OWN_FOLDER);
            }
            let here = || path.first(n_above + 1);
            let found = |name| stat(&fd, name).map_err(Blocked::System);
            let dot_git = found(b".git")?;
            if is_repository(&fd).map_err(Blocked::System)? {
                return Err(Blocked::OffLimits(format!(
                    "`{}` is a git repository's own folder",
                    crate::text::display::display_line(here().as_bytes()),
                )));
            }
            let is_submodule = dot_git.is_some_and(|it| is_file(&it));
            let is_repository = dot_git.is_some();
            if is_submodule || is_repository && self.repositories == Repositories::Refused {
                return Err(Blocked::OffLimits(format!(
                    "`{}` is the work tree of another repository; name it with --root",
                    crate::text::display::display_line(here().as_bytes()),
                )));
            }
            if is_repository || found(b".hunkwise")?.is_some() {
                passed.with_state.insert(here());
            }
            above = opened.insert(fd);
        }
        Ok(opened.expect("a folder below another has a component more"))
    }
}

pub(super) fn open_folder(parent: &OwnedFd, name: &[u8]) -> Result<OwnedFd, Errno> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    retry_on_intr(|| rustix::fs::openat(parent, name, flags, Mode::empty()))
}

fn blocked(parent: &OwnedFd, component: &[u8], fault: Errno) -> Blocked {
    match fault {
        Errno::NOENT => Blocked::Missing,
        Errno::NOTDIR | Errno::LOOP => match kind_of(parent, component) {
            Ok(Some(kind)) => Blocked::NotAFolder {
                words: format!(
                    "`{}` on its way is {}",
                    crate::text::display::display_line(component),
                    kind_in_words(kind)
                ),
                kind,
            },
            Ok(None) => Blocked::Missing,
            Err(fault) => Blocked::System(fault),
        },
        fault => Blocked::System(fault),
    }
}

/// Returns what kind of thing lies under `name`, itself and not what it may point to; `None` for nothing.
pub(super) fn kind_of(folder: &OwnedFd, name: &[u8]) -> Result<Option<FileType>, Errno> {
    Ok(stat(folder, name)?.map(|stat| FileType::from_raw_mode(stat.st_mode)))
}

/// Returns the facts about `name` itself; `None` for nothing.
pub(super) fn stat(folder: &OwnedFd, name: &[u8]) -> Result<Option<Stat>, Errno> {
    match retry_on_intr(|| rustix::fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)) {
        Ok(stat) => Ok(Some(stat)),
        Err(Errno::NOENT) => Ok(None),
        Err(fault) => Err(fault),
    }
}

fn is_file(stat: &Stat) -> bool {
    FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile
}

pub(super) fn kind_in_words(kind: FileType) -> &'static str {
    match kind {
        FileType::RegularFile => "a file",
        FileType::Directory => "a folder",
        FileType::Symlink => "a symbolic link",
        FileType::Fifo => "a named pipe",
        FileType::Socket => "a socket",
        FileType::CharacterDevice | FileType::BlockDevice => "a device",
        FileType::Unknown => "of an unknown kind",
    }
}

/// A regular file that was opened without waiting and without following a link.
pub(super) struct OpenFile {
    pub(super) file: File,
    pub(super) stat: Stat,
}

/// What opening a name gave.
pub(super) enum Opened {
    Absent,
    File(OpenFile),
    Other(Unfit),
}

/// Why what lies under a name is not read.
#[derive(Debug, Clone, Copy)]
pub(super) enum Unfit {
    /// It is no regular file.
    Kind(FileType),
    /// It has more bytes than this.
    LargerThan(u64),
}

impl std::fmt::Display for Unfit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const MIB: u64 = 1024 * 1024;
        match self {
            Unfit::Kind(kind) => f.write_str(kind_in_words(*kind)),
            Unfit::LargerThan(limit) if *limit >= MIB && limit.is_multiple_of(MIB) => {
                write!(f, "larger than {} MiB", limit / MIB)
            }
            Unfit::LargerThan(1) => f.write_str("larger than 1 byte"),
            Unfit::LargerThan(limit) => write!(f, "larger than {limit} bytes"),
        }
    }
}

/// Opens `name` for reading if it is a regular file of at most `limit` bytes.
pub(super) fn open_file(folder: &OwnedFd, name: &[u8], limit: u64) -> Result<Opened, Errno> {
    // Opening a device can have effects, so look before; a swap in between is caught by the descriptor's own facts.
    match kind_of(folder, name)? {
        None => return Ok(Opened::Absent),
        Some(FileType::RegularFile) => {}
        Some(kind) => return Ok(Opened::Other(Unfit::Kind(kind))),
    }
    let flags =
        OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let fd = match retry_on_intr(|| rustix::fs::openat(folder, name, flags, Mode::empty())) {
        Ok(fd) => fd,
        Err(Errno::NOENT) => return Ok(Opened::Absent),
        Err(Errno::LOOP) => return Ok(Opened::Other(Unfit::Kind(FileType::Symlink))),
        Err(fault) => return Err(fault),
    };
    let stat = retry_on_intr(|| rustix::fs::fstat(&fd))?;
    let kind = FileType::from_raw_mode(stat.st_mode);
    if kind != FileType::RegularFile {
        return Ok(Opened::Other(Unfit::Kind(kind)));
    }
    if stat.st_size as u64 > limit {
        return Ok(Opened::Other(Unfit::LargerThan(limit)));
    }
    Ok(Opened::File(OpenFile {
        file: File::from(fd),
        stat,
    }))
}

impl OpenFile {
    /// Reads the whole file; `Err` inside when it grew over `limit` bytes meanwhile.
    pub(super) fn read(&mut self, limit: u64) -> io::Result<Result<Vec<u8>, Unfit>> {
        let size = self.stat.st_size.max(0) as u64;
        // As large as it is, and one byte more, so that one read takes it and sees that it ends. The room is not zeroed first:
        // of many files that is as much work as to read them.
        let mut bytes = Vec::with_capacity(size.min(limit) as usize + 1);
        loop {
            if bytes.len() == bytes.capacity() {
                bytes.reserve(bytes.len());
            }
            let n_asked = bytes.capacity() - bytes.len();
            let read = || rustix::io::read(&self.file, spare_capacity(&mut bytes));
            let n_bytes = retry_on_intr(read)?;
            if bytes.len() as u64 > limit {
                return Ok(Err(Unfit::LargerThan(limit)));
            }
            // Less than was asked for is read only at the end: no other read is made to say so.
            if n_bytes == 0 || n_bytes < n_asked && bytes.len() as u64 == size {
                return Ok(Ok(bytes));
            }
        }
    }

    /// Returns the digest of the whole file; `None` when it grew over `limit` bytes meanwhile.
    pub(super) fn digest(&self, limit: u64) -> io::Result<Option<Digest>> {
        let (digest, n_bytes) = Digest::of_reader(self.content().take(limit + 1))?;
        Ok((n_bytes <= limit).then_some(digest))
    }

    /// Returns what reads the file from where it stands, which is its start.
    fn content(&self) -> Content<'_> {
        Content {
            file: &self.file,
            size: self.stat.st_size.max(0) as u64,
            n_read: 0,
            is_at_end: false,
        }
    }
}

/// The bytes of a regular file. A read of one gives less than it was asked for only at the end: where that comes as far as the
/// file was long when it was opened, no other read is made to say so.
struct Content<'a> {
    file: &'a File,
    size: u64,
    n_read: u64,
    is_at_end: bool,
}

impl Read for Content<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        if self.is_at_end {
            return Ok(0);
        }
        let n_bytes = self.file.read(room)?;
        self.n_read += n_bytes as u64;
        self.is_at_end = n_bytes < room.len() && self.n_read == self.size;
        Ok(n_bytes)
    }
}

/// Returns who may read, write and run a file, with the bits that lend its owner's rights.
pub(super) fn permissions(stat: &Stat) -> RawMode {
    stat.st_mode & 0o7777
}

/// Reads and digests what lies under `name`.
pub(super) fn look(folder: &OwnedFd, name: &[u8], limit: u64) -> io::Result<Seen> {
    match open_file(folder, name, limit)? {
        Opened::Absent => Ok(Seen::Absent),
        Opened::Other(unfit) => Ok(Seen::Other(unfit.to_string())),
        Opened::File(open) => Ok(match open.digest(limit)? {
            Some(digest) => Seen::File(digest, Identity::of(&open.stat)),
            None => Seen::Other(Unfit::LargerThan(limit).to_string()),
        }),
    }
}

pub(super) fn sync_folder(fd: &OwnedFd) -> Result<(), Errno> {
    match retry_on_intr(|| rustix::fs::fsync(fd)) {
        // Some network file systems cannot sync a folder.
        Err(fault) if is_unsupported(fault) => Ok(()),
        result => result,
    }
}

fn errno(fault: io::Error) -> Errno {
    Errno::from_io_error(&fault).unwrap_or(Errno::IO)
}

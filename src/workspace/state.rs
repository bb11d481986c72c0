//! Where applies are recorded: a private folder, one lock, and one folder per apply.
//!
//! In a git work tree it lies in git's own folder, where no tool looks for sources; else it is `.hunkwise` in the root.

use std::fs::File;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::fs::{AtFlags, Dir, FlockOperation, Mode, OFlags};
use rustix::io::{Errno, retry_on_intr};

use super::error::WorkspaceError;
use super::tree::{open_folder, stat, sync_folder};
use crate::text::Digest;

/// The folder that records are kept in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StatePlace {
    /// The folder it lies in: git's own, or the root.
    home: PathBuf,
    name: String,
}

impl StatePlace {
    /// Finds it for `root`, which may lie deeper in a git work tree: each root has its own. Several work trees may say that
    /// git's folder is the same one, as copies of a linked work tree do; a journal taken for another tree's would be
    /// followed there and lost here, so theirs are told apart by the folder itself, wherever it is moved or mounted.
    pub(super) fn of_root(root: &Path) -> StatePlace {
        let work_tree = root
            .ancestors()
            .find_map(|top| Some((top, git_folder(top)?)));
        match work_tree {
            Some((top, home)) => {
                let mut name = "hunkwise".to_string();
                if home != top.join(".git") {
                    // Where it cannot be looked at, the home cannot be opened either, and nothing is written.
                    let inode = std::fs::metadata(top).map_or(0, |facts| facts.ino());
                    name += &format!("-{inode}");
                }
                if top != root {
                    let deeper = root.strip_prefix(top).expect("an ancestor is a prefix");
                    let digest = Digest::of(deeper.as_os_str().as_encoded_bytes());
                    name += &format!("-{}", digest.short(16));
                }
                StatePlace { home, name }
            }
            None => StatePlace {
                home: root.to_path_buf(),
                name: ".hunkwise".to_string(),
            },
        }
    }

    pub(super) fn path(&self) -> PathBuf {
        self.home.join(&self.name)
    }
}

/// Returns the top of the git work tree that `folder` lies in, found by its `.git` and without running git.
pub(super) fn work_tree_top(folder: &Path) -> Option<&Path> {
    folder.ancestors().find(|top| git_folder(top).is_some())
}

/// Returns git's own folder for the work tree at `top`: `.git`, or where a linked work tree's `.git` file points to.
fn git_folder(top: &Path) -> Option<PathBuf> {
    let dot_git = top.join(".git");
    let kind = std::fs::symlink_metadata(&dot_git).ok()?.file_type();
    if kind.is_dir() {
        return Some(dot_git);
    }
    if !kind.is_file() {
        return None;
    }
    const LONGEST: u64 = 8192;
    let mut text = String::new();
    let file = File::open(&dot_git).ok()?;
    file.take(LONGEST).read_to_string(&mut text).ok()?;
    let folder = top.join(text.strip_prefix("gitdir:")?.trim());
    folder.join("HEAD").is_file().then_some(folder)
}

/// The open state folder.
#[derive(Debug)]
pub(super) struct State {
    dir: OwnedFd,
    pub(super) ops: OwnedFd,
    path: PathBuf,
}

/// Held while one program writes; it goes with the process, however that ends.
#[derive(Debug)]
pub(super) struct Lock {
    _file: OwnedFd,
}

impl State {
    /// Opens the folder if there is one, for looking only.
    pub(super) fn open(place: &StatePlace) -> Result<Option<State>, WorkspaceError> {
        let home = open_home(place)?;
        match State::open_in(&home, place) {
            Ok(state) => Ok(Some(state)),
            Err(Fault::System(Errno::NOENT)) => Ok(None),
            Err(fault) => Err(fault.at(&place.path())),
        }
    }

    /// Opens the folder, made first where it is missing.
    pub(super) fn make(place: &StatePlace) -> Result<State, WorkspaceError> {
        let home = open_home(place)?;
        let made = || -> Result<State, Fault> {
            if make_folder(&home, place.name.as_bytes())? {
                sync_folder(&home)?;
            }
            let dir = open_private(&home, &place.name)?;
            if place.name.starts_with('.') {
                write_ignore(&dir)?;
            }
            if make_folder(&dir, b"ops")? {
                sync_folder(&dir)?;
            }
            State::open_in(&home, place)
        };
        made().map_err(|fault| fault.at(&place.path()))
    }

    fn open_in(home: &OwnedFd, place: &StatePlace) -> Result<State, Fault> {
        let dir = open_private(home, &place.name)?;
        let ops = open_private(&dir, "ops")?;
        Ok(State {
            dir,
            ops,
            path: place.path(),
        })
    }

    /// Waits for the lock, at most so long.
    pub(super) fn lock(&self, patience: Duration) -> Result<Lock, WorkspaceError> {
        let path = self.path.join("lock");
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let file =
            retry_on_intr(|| rustix::fs::openat(&self.dir, "lock", flags, Mode::RUSR | Mode::WUSR))
                .map_err(WorkspaceError::failed("open", &path))?;
        let start = Instant::now();
        loop {
            let tried = retry_on_intr(|| {
                rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive)
            });
            match tried {
                Ok(()) => return Ok(Lock { _file: file }),
                Err(Errno::WOULDBLOCK) if start.elapsed() < patience => {
                    std::thread::sleep(Duration::from_millis(20));
                }
                Err(Errno::WOULDBLOCK) => return Err(WorkspaceError::Locked { lock: path }),
                Err(fault) => return Err(WorkspaceError::failed("lock", &path)(fault)),
            }
        }
    }

    /// Returns the numbers of all recorded applies, ascending.
    pub(super) fn ids(&self) -> Result<Vec<u64>, WorkspaceError> {
        let mut ids: Vec<u64> = names_in(&self.ops)
            .map_err(WorkspaceError::failed("list", self.path.join("ops")))?
            .iter()
            .filter_map(|name| {
                let id = std::str::from_utf8(name).ok()?.parse().ok()?;
                (op_name(id).as_bytes() == name).then_some(id)
            })
            .collect();
        ids.sort_unstable();
        Ok(ids)
    }

    /// Returns the path of an apply's folder, for messages.
    pub(super) fn op_path(&self, id: u64) -> PathBuf {
        self.path.join("ops").join(op_name(id))
    }
}

/// Returns the name of an apply's folder.
pub(super) fn op_name(id: u64) -> String {
    format!("{id:06}")
}

/// Returns the names in a folder, in the folder's order.
pub(super) fn names_in(folder: &OwnedFd) -> Result<Vec<Vec<u8>>, Errno> {
    let mut names = Vec::new();
    for entry in Dir::read_from(folder)? {
        let name = entry?.file_name().to_bytes().to_vec();
        if name != b"." && name != b".." {
            names.push(name);
        }
    }
    Ok(names)
}

/// Removes a file; its not being there is success.
pub(super) fn remove_file(folder: &OwnedFd, name: &[u8]) -> Result<(), Errno> {
    match retry_on_intr(|| rustix::fs::unlinkat(folder, name, AtFlags::empty())) {
        Ok(()) | Err(Errno::NOENT) => Ok(()),
        Err(fault) => Err(fault),
    }
}

enum Fault {
    System(Errno),
    Untrusted(&'static str),
}

impl From<Errno> for Fault {
    fn from(fault: Errno) -> Fault {
        Fault::System(fault)
    }
}

impl Fault {
    fn at(self, path: &Path) -> WorkspaceError {
        match self {
            Fault::System(fault) => WorkspaceError::failed("open the state folder", path)(fault),
            Fault::Untrusted(what) => WorkspaceError::Journal {
                path: path.to_path_buf(),
                what: what.to_string(),
            },
        }
    }
}

fn open_home(place: &StatePlace) -> Result<OwnedFd, WorkspaceError> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    retry_on_intr(|| rustix::fs::open(&place.home, flags, Mode::empty()))
        .map_err(WorkspaceError::failed("open", &place.home))
}

/// Makes a folder only its owner may use; returns whether it was not there before.
pub(super) fn make_folder(parent: &OwnedFd, name: &[u8]) -> Result<bool, Errno> {
    match retry_on_intr(|| rustix::fs::mkdirat(parent, name, Mode::RWXU)) {
        Ok(()) => Ok(true),
        Err(Errno::EXIST) => Ok(false),
        Err(fault) => Err(fault),
    }
}

/// Opens a folder that nobody else may have written into.
fn open_private(parent: &OwnedFd, name: &str) -> Result<OwnedFd, Fault> {
    let found = stat(parent, name.as_bytes())?.ok_or(Errno::NOENT)?;
    let fd = match open_folder(parent, name.as_bytes()) {
        Ok(fd) => fd,
        Err(Errno::NOTDIR | Errno::LOOP) => {
            return Err(Fault::Untrusted("it is no folder of its own"));
        }
        Err(fault) => return Err(fault.into()),
    };
    if found.st_uid != rustix::process::geteuid().as_raw() {
        return Err(Fault::Untrusted("it belongs to another user"));
    }
    if found.st_mode & 0o022 != 0 {
        return Err(Fault::Untrusted("others may write into it"));
    }
    Ok(fd)
}

/// Keeps the folder out of every git status.
fn write_ignore(dir: &OwnedFd) -> Result<(), Errno> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    match retry_on_intr(|| rustix::fs::openat(dir, ".gitignore", flags, Mode::RUSR | Mode::WUSR)) {
        Ok(fd) => retry_on_intr(|| rustix::io::write(&fd, b"*\n")).map(|_| ()),
        Err(Errno::EXIST) => Ok(()),
        Err(fault) => Err(fault),
    }
}

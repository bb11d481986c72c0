//! The folder that applies are recorded in: private, with one lock and one folder per apply.

use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::fs::{Access, AtFlags, Dir, FileType, FlockOperation, Mode, OFlags, Stat};
use rustix::io::{Errno, retry_on_intr};

use super::error::WorkspaceError;
use super::place::{Home, StatePlace, work_tree_top};
use super::secret::{Birth, SecretPlace, Secrets};
use super::tree::{Tree, kind_of, open_folder, stat, sync_folder};
use crate::text::RelPath;

/// Numbers of applies have at most nine digits: a folder with another name is none of ours.
pub(super) const MOST_APPLIES: u64 = 999_999_999;

/// The longest that systems write the same time on files made one after the other.
const CLOCK_TICK: Duration = Duration::from_millis(10);

/// The file that writers lock.
const LOCK: &[u8] = b"lock";

/// The open state folder.
#[derive(Debug)]
pub(super) struct State {
    dir: OwnedFd,
    pub(super) ops: OwnedFd,
    path: PathBuf,
    /// The work tree that its records are about.
    pub(super) top: Tree,
    /// That of `ops`: what its records are sealed for.
    pub(super) birth: Birth,
    pub(super) secrets: Secrets,
}

/// Held while one program writes; it goes with the process, however that ends.
#[derive(Debug)]
pub(super) struct Lock {
    _file: OwnedFd,
}

impl State {
    /// Opens the folder if there is one, for looking only. One that this user may not use counts as none: it holds no
    /// record of theirs.
    ///
    /// # Errors
    /// When it lies in a folder that cannot be opened, or is no folder that is safe to use.
    pub(super) fn open(
        place: &StatePlace,
        secrets: &SecretPlace,
    ) -> Result<Option<State>, WorkspaceError> {
        match State::open_in(open_top(place)?, place.home, secrets) {
            Ok(state) => Ok(Some(state)),
            Err(Fault::System(Errno::NOENT | Errno::ACCESS) | Fault::OtherUsers) => Ok(None),
            Err(fault) => Err(fault.at(&place.path())),
        }
    }

    /// Opens those in the folder `path` of the tree, which may hold records of its own.
    pub(super) fn below(
        tree: &Tree,
        path: &RelPath,
        secrets: &SecretPlace,
    ) -> Result<Vec<State>, WorkspaceError> {
        let full_path = tree.full_path(path);
        let mut states = Vec::new();
        for home in Home::ALL {
            let top = match tree.below(Some(path)) {
                Ok(top) => top,
                Err(blocked) => match blocked.system() {
                    Some(fault) => return Err(WorkspaceError::failed("open", full_path)(fault)),
                    // What is not there any more cannot be written into either.
                    None => continue,
                },
            };
            match State::open_in(top, home, secrets) {
                Ok(state) => states.push(state),
                Err(Fault::System(Errno::NOENT | Errno::ACCESS) | Fault::OtherUsers) => {}
                // Nothing of ours is in what is no folder: a link, a file.
                Err(
                    Fault::System(Errno::NOTDIR | Errno::LOOP)
                    | Fault::Untrusted(_)
                    | Fault::Of(..),
                ) => {}
                Err(fault) => return Err(fault.at(&full_path)),
            }
        }
        Ok(states)
    }

    /// Opens the folder, made first where it is missing.
    pub(super) fn make(place: &StatePlace, secrets: &SecretPlace) -> Result<State, WorkspaceError> {
        let top = open_top(place)?;
        let made = || -> Result<State, Fault> {
            let (above, name) = place.home.names();
            let above = folder_above(&top, above)?;
            if make_folder(&above, name.as_bytes())? {
                sync_folder(&above)?;
            }
            let dir = open_private(&above, name)?;
            match place.home {
                Home::Plain => write_ignore(&dir)?,
                Home::Git => {}
            }
            if make_folder(&dir, b"ops")? {
                sync_folder(&dir)?;
                // A copy that is made of the folder from now on has another time, which shows that it is one.
                std::thread::sleep(CLOCK_TICK);
            }
            State::open_in(top, place.home, secrets)
        };
        made().map_err(|fault| fault.at(&place.path()))
    }

    /// Refuses what a writer would refuse of its own folder, or of where that would be made; makes nothing.
    ///
    /// # Errors
    /// When it is another user's, is not safe to use, or nothing can be made in it.
    pub(super) fn check(place: &StatePlace) -> Result<(), WorkspaceError> {
        State::check_in(&open_top(place)?, place)
    }

    /// Does the same where the top of the work tree is open already.
    pub(super) fn check_in(top: &Tree, place: &StatePlace) -> Result<(), WorkspaceError> {
        let made_in = || -> Result<OwnedFd, Fault> {
            let (above, name) = place.home.names();
            let above = folder_above(top, above)?;
            let dir = match open_private(&above, name) {
                Err(Fault::System(Errno::NOENT)) => return Ok(above),
                opened => opened?,
            };
            check_lock(&dir)?;
            match open_ops(&dir) {
                Err(Fault::System(Errno::NOENT)) => Ok(dir),
                opened => opened,
            }
        };
        made_in()
            .and_then(|folder| Ok(check_writable(&folder)?))
            .map_err(|fault| fault.at(&place.path()))
    }

    /// Refuses what [`State::lock`] would refuse but for the lock of another program; makes and changes nothing.
    pub(super) fn check_lock(&self) -> Result<(), WorkspaceError> {
        check_lock(&self.dir).map_err(|fault| fault.at(&self.path))
    }

    fn open_in(top: Tree, home: Home, secrets: &SecretPlace) -> Result<State, Fault> {
        let (above, name) = home.names();
        let dir = open_private(&folder_above(&top, above)?, name)?;
        let ops = open_ops(&dir)?;
        let birth = Birth::of(&ops)?;
        let mut path = top.path().to_path_buf();
        path.extend(above);
        Ok(State {
            secrets: secrets.read(&dir)?,
            path: path.join(name),
            dir,
            ops,
            top,
            birth,
        })
    }

    /// Gives records that are made from now on a secret to be sealed with. The lock must be held.
    pub(super) fn make_secret(&mut self, secrets: &SecretPlace) -> Result<(), WorkspaceError> {
        self.secrets = secrets
            .make(&self.dir)
            .map_err(WorkspaceError::failed("make a secret in", &self.path))?;
        Ok(())
    }

    /// Waits for the lock until `deadline`.
    pub(super) fn lock(&self, deadline: Instant) -> Result<Lock, WorkspaceError> {
        let path = self.path.join("lock");
        let file = open_lock(&self.dir).map_err(|fault| fault.of_lock().at(&self.path))?;
        loop {
            let tried = retry_on_intr(|| {
                rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive)
            });
            match tried {
                Ok(()) => return Ok(Lock { _file: file }),
                Err(Errno::WOULDBLOCK) if Instant::now() < deadline => {
                    std::thread::sleep(Duration::from_millis(20));
                }
                Err(Errno::WOULDBLOCK) => return Err(WorkspaceError::Locked { lock: path }),
                Err(fault) => return Err(WorkspaceError::failed("lock", &path)(fault)),
            }
        }
    }

    /// Returns the numbers of all recorded applies, ascending. What is no folder is no apply.
    pub(super) fn ids(&self) -> Result<Vec<u64>, WorkspaceError> {
        let listed = || -> Result<Vec<u64>, Errno> {
            let mut ids = Vec::new();
            for name in names_in(&self.ops)? {
                if let Some(id) = id_of(&name)
                    && kind_of(&self.ops, &name)? == Some(FileType::Directory)
                {
                    ids.push(id);
                }
            }
            ids.sort_unstable();
            Ok(ids)
        };
        listed().map_err(WorkspaceError::failed("list", self.path.join("ops")))
    }

    /// Returns the path of an apply's folder, for messages.
    pub(super) fn op_path(&self, id: u64) -> PathBuf {
        self.path.join("ops").join(op_name(id))
    }

    /// Returns the folder itself.
    pub(super) fn dir(&self) -> &OwnedFd {
        &self.dir
    }

    /// Returns the path, for messages and for telling one from another.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

fn id_of(name: &[u8]) -> Option<u64> {
    let id = std::str::from_utf8(name).ok()?.parse().ok()?;
    (id <= MOST_APPLIES && op_name(id).as_bytes() == name).then_some(id)
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
    OtherUsers,
    Untrusted(&'static str),
    /// What is wrong with an entry of the state folder.
    Of(&'static str, Box<Fault>),
}

impl From<Errno> for Fault {
    fn from(fault: Errno) -> Fault {
        Fault::System(fault)
    }
}

impl Fault {
    fn of_lock(self) -> Fault {
        Fault::Of("lock", Box::new(self))
    }

    fn at(self, path: &Path) -> WorkspaceError {
        let untrusted = |what: &str| WorkspaceError::Journal {
            path: path.to_path_buf(),
            what: what.to_string(),
        };
        match self {
            Fault::System(fault) => WorkspaceError::failed("open", path)(fault),
            Fault::OtherUsers => untrusted("it belongs to another user"),
            Fault::Untrusted(what) => untrusted(what),
            Fault::Of(name, fault) => fault.at(&path.join(name)),
        }
    }
}

/// Returns whether a state folder belongs to another user.
pub(super) fn is_anothers(place: &StatePlace) -> bool {
    use std::os::unix::fs::MetadataExt;
    let found = std::fs::symlink_metadata(place.path());
    found.is_ok_and(|found| found.uid() != rustix::process::geteuid().as_raw())
}

/// Refuses a state folder of another user: what it holds is not known here.
pub(super) fn check_own(place: &StatePlace) -> Result<(), WorkspaceError> {
    if is_anothers(place) {
        return Err(Fault::OtherUsers.at(&place.path()));
    }
    Ok(())
}

fn open_top(place: &StatePlace) -> Result<Tree, WorkspaceError> {
    work_tree_top(&place.top)
        .and_then(|top| Tree::open(&place.top, top))
        .map_err(WorkspaceError::failed("open", &place.top))
}

fn folder_above(top: &Tree, name: Option<&str>) -> Result<OwnedFd, Errno> {
    let top = top.root()?;
    match name {
        Some(name) => open_folder(&top, name.as_bytes()),
        None => Ok(top),
    }
}

/// Makes a folder only its owner may use; returns whether it was not there before.
pub(super) fn make_folder(parent: &OwnedFd, name: &[u8]) -> Result<bool, Errno> {
    make_usable_folder(parent, name, Mode::RWXU)
}

/// Makes a folder that at least its owner may use; returns whether it was not there before.
pub(super) fn make_usable_folder(parent: &OwnedFd, name: &[u8], mode: Mode) -> Result<bool, Errno> {
    match retry_on_intr(|| rustix::fs::mkdirat(parent, name, mode)) {
        Ok(()) => {}
        Err(Errno::EXIST) => return Ok(false),
        Err(fault) => return Err(fault),
    }
    // A umask that takes the owner's own rights away would leave a folder that nobody can open. It is the process's, so
    // it cannot be set for this one call.
    let made = stat(parent, name)?.ok_or(Errno::NOENT)?;
    if made.st_mode & 0o700 != 0o700 {
        let mode = Mode::from_raw_mode(made.st_mode & 0o777) | Mode::RWXU;
        retry_on_intr(|| rustix::fs::chmodat(parent, name, mode, AtFlags::empty()))?;
    }
    Ok(true)
}

/// Makes a file that only its owner may use, and opens it for writing. What had the name loses it, and keeps its bytes and
/// mode: it may be a second name of a file of the user's.
pub(super) fn make_private_file(folder: &OwnedFd, name: &[u8]) -> Result<OwnedFd, Errno> {
    remove_file(folder, name)?;
    make_new_private_file(folder, name)
}

fn make_new_private_file(folder: &OwnedFd, name: &[u8]) -> Result<OwnedFd, Errno> {
    let mode = Mode::RUSR | Mode::WUSR;
    let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let fd = retry_on_intr(|| rustix::fs::openat(folder, name, flags, mode))?;
    // The umask may have taken the owner's own rights away, and then it could never be read back.
    if retry_on_intr(|| rustix::fs::fstat(&fd))?.st_mode & 0o600 != 0o600 {
        retry_on_intr(|| rustix::fs::fchmod(&fd, mode))?;
    }
    Ok(fd)
}

/// Opens the file that writers lock, made where it is missing. One that is there is never changed but for the mode of a new
/// one.
fn open_lock(folder: &OwnedFd) -> Result<OwnedFd, Fault> {
    match make_new_private_file(folder, LOCK) {
        Err(Errno::EXIST) => {}
        made => return Ok(made?),
    }
    let found = lock_in(folder)?.ok_or(Errno::NOENT)?;
    let flags =
        OFlags::RDWR | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let open = || retry_on_intr(|| rustix::fs::openat(folder, LOCK, flags, Mode::empty()));
    match open() {
        Err(Errno::ACCESS) => {
            check_unfinished(&found)?;
            let mode = Mode::RUSR | Mode::WUSR;
            retry_on_intr(|| rustix::fs::chmodat(folder, LOCK, mode, AtFlags::empty()))?;
            Ok(open()?)
        }
        opened => Ok(opened?),
    }
}

/// Refuses what [`open_lock`] would refuse; makes and changes nothing.
fn check_lock(folder: &OwnedFd) -> Result<(), Fault> {
    let looked = || -> Result<(), Fault> {
        let Some(found) = lock_in(folder)? else {
            return Ok(check_writable(folder)?);
        };
        let access = Access::READ_OK | Access::WRITE_OK;
        match retry_on_intr(|| rustix::fs::accessat(folder, LOCK, access, AtFlags::EACCESS)) {
            Err(Errno::ACCESS) => check_unfinished(&found),
            looked => Ok(looked?),
        }
    };
    looked().map_err(Fault::of_lock)
}

/// Returns the facts of the file that writers lock, if there is any.
fn lock_in(folder: &OwnedFd) -> Result<Option<Stat>, Fault> {
    let found = stat(folder, LOCK)?;
    let is_file = |found: &Stat| FileType::from_raw_mode(found.st_mode) == FileType::RegularFile;
    if found.as_ref().is_some_and(|found| !is_file(found)) {
        return Err(Fault::Untrusted("it is no file of its own"));
    }
    Ok(found)
}

/// Refuses a lock that cannot be opened, unless it is a new one whose maker did not come to give it its mode.
fn check_unfinished(found: &Stat) -> Result<(), Fault> {
    if found.st_nlink != 1 {
        // It may be a second name of a file of the user's: a backup by hard links, or one that was planted.
        return Err(Fault::Untrusted("it is not hunkwise's own file alone"));
    }
    if found.st_uid != rustix::process::geteuid().as_raw() {
        return Err(Errno::PERM.into());
    }
    match found.st_size {
        0 => Ok(()),
        _ => Err(Errno::ACCESS.into()),
    }
}

/// Makes sure that something can be made in a folder.
pub(super) fn check_writable(folder: &OwnedFd) -> Result<(), Errno> {
    let access = Access::WRITE_OK | Access::EXEC_OK;
    retry_on_intr(|| rustix::fs::accessat(folder, ".", access, AtFlags::EACCESS))
}

/// Makes a folder, and those above it, that only their owner may use, and opens it.
pub(super) fn make_private_folders(path: &Path) -> io::Result<OwnedFd> {
    use std::os::unix::ffi::OsStrExt;
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    if let (Some(parent), Some(name)) = (path.parent(), path.file_name())
        && !path.is_dir()
    {
        make_folder(&make_private_folders(parent)?, name.as_bytes())?;
    }
    Ok(retry_on_intr(|| {
        rustix::fs::open(path, flags, Mode::empty())
    })?)
}

/// Opens the folder with one folder per apply. A missing folder, or another user's, is reported as such.
fn open_ops(dir: &OwnedFd) -> Result<OwnedFd, Fault> {
    open_private(dir, "ops").map_err(|fault| match fault {
        Fault::Untrusted(_) => Fault::Of("ops", Box::new(fault)),
        Fault::System(_) | Fault::OtherUsers | Fault::Of(..) => fault,
    })
}

/// Opens a folder that nobody else may have written into.
fn open_private(parent: &OwnedFd, name: &str) -> Result<OwnedFd, Fault> {
    let found = stat(parent, name.as_bytes())?.ok_or(Errno::NOENT)?;
    if found.st_uid != rustix::process::geteuid().as_raw() {
        return Err(Fault::OtherUsers);
    }
    let fd = match open_folder(parent, name.as_bytes()) {
        Ok(fd) => fd,
        Err(Errno::NOTDIR | Errno::LOOP) => {
            return Err(Fault::Untrusted("it is no folder of its own"));
        }
        Err(fault) => return Err(fault.into()),
    };
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

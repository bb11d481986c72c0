//! What tells the records that this user's hunkwise made here from those that came with a tree.
//!
//! Every record is sealed with a secret of the user's, and with the inode of the folder it lies in and the time when that was
//! made: a copy on another disk may have the inode, and not the time. Where the disk keeps that time, another seal holds it
//! alone, for disks that number their files anew. A record that another user made, or that was copied along with a tree, an
//! honest one too, has another seal. It does not help against whoever can read the user's own files.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use rustix::fs::{Mode, OFlags};
use rustix::io::{Errno, retry_on_intr};

use super::own::read_own;
use super::state::{make_private_file, make_private_folders, remove_file};
use super::swap::Renames;
use super::system;
use super::tree::{Opened, open_file, sync_folder};
use crate::text::Digest;
use crate::text::display::display_path;

/// The file that holds a secret.
const FILE: &str = "secret";

/// How many bytes a secret has: what a keyed digest takes.
const LEN: usize = 32;

/// One secret.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Secret([u8; LEN]);

/// Where the user's secret lies: in a folder of their own, apart from every tree.
#[derive(Debug, Clone)]
pub(super) struct SecretPlace(Option<PathBuf>);

/// The secrets that records in one state folder may be sealed with; the first is for new ones.
#[derive(Debug, Clone, Default)]
pub(super) struct Secrets {
    pub(super) known: Vec<Secret>,
    /// What to tell of them.
    pub(super) note: Option<String>,
}

/// Said where the user has no folder of their own for it.
const NO_HOME: &str = "there is no home folder of your own that can be written to";

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}

impl Secret {
    /// Returns the seal of a record in this folder.
    pub(super) fn seal(self, folder: &Birth, record: &[u8]) -> Digest {
        let Birth { inode, time } = folder;
        let (seconds, nanoseconds) = time.unwrap_or_default();
        Digest::keyed(
            &self.0,
            &[
                &inode.to_le_bytes(),
                &seconds.to_le_bytes(),
                &nanoseconds.to_le_bytes(),
                record,
            ],
        )
    }

    /// Returns the seal by the time alone when the folder was made: no program can choose that, and it stays where a disk numbers
    /// its files anew each time it is mounted (overlayfs, FAT). `None` where the file system does not keep it.
    pub(super) fn lasting_seal(self, folder: &Birth, record: &[u8]) -> Option<Digest> {
        let (seconds, nanoseconds) = folder.time?;
        let parts = [
            b"made at ",
            &seconds.to_le_bytes()[..],
            &nanoseconds.to_le_bytes(),
            record,
        ];
        Some(Digest::keyed(&self.0, &parts))
    }

    /// Returns whether `seal` is its seal of a record in this folder. One that was made while the system did not tell when a
    /// folder was made is known by the inode alone.
    pub(super) fn has_sealed(self, seal: Digest, folder: &Birth, record: &[u8]) -> bool {
        let made_with = |folder: &Birth| self.seal(folder, record) == seal;
        made_with(folder) || made_with(&folder.without_time())
    }

    /// Returns the secret bound to the very file it lies in: one that was shipped with a tree is another then.
    fn bound_to(self, file: &File) -> Result<Secret, Errno> {
        let facts = rustix::fs::fstat(file)?;
        let facts = format!(
            "{} {} {}",
            facts.st_ino, facts.st_ctime, facts.st_ctime_nsec
        );
        Ok(Secret(
            *Digest::keyed(&self.0, &[facts.as_bytes()]).as_bytes(),
        ))
    }
}

/// What tells a folder from a copy of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Birth {
    pub(super) inode: u64,
    /// When it was made, in seconds and nanoseconds, where the file system keeps that.
    time: Option<(i64, u32)>,
}

impl Birth {
    #[allow(
        clippy::unnecessary_cast,
        reason = "the field has another width on other systems"
    )]
    pub(super) fn of(folder: &OwnedFd) -> Result<Birth, Errno> {
        let inode = retry_on_intr(|| rustix::fs::fstat(folder))?.st_ino as u64;
        let time = system::birth_time(folder)?;
        Ok(Birth { inode, time })
    }

    pub(super) fn without_time(self) -> Birth {
        Birth { time: None, ..self }
    }
}

#[cfg(test)]
impl Birth {
    pub(super) fn made_later(self) -> Option<Birth> {
        let time = self.time.map(|(seconds, part)| (seconds + 1, part));
        time.map(|_| Birth { time, ..self })
    }
}

#[cfg(test)]
impl Secret {
    pub(super) fn of_bytes(bytes: [u8; LEN]) -> Secret {
        Secret(bytes)
    }
}

impl SecretPlace {
    /// The user's own state folder; nowhere without a home, and nowhere in the home of another user, as under `sudo -E`.
    pub(super) fn of_user() -> SecretPlace {
        let folder = || {
            let base = etcetera::base_strategy::Xdg::new().ok()?;
            let state = base.state_dir().filter(|folder| folder.is_absolute())?;
            is_own(&state).then(|| state.join("hunkwise"))
        };
        SecretPlace(folder())
    }

    #[cfg(test)]
    pub(super) fn in_folder(folder: Option<PathBuf>) -> SecretPlace {
        SecretPlace(folder)
    }

    /// Returns the secrets for the state folder `state`, for looking only: nothing is made.
    ///
    /// # Errors
    /// The system's: without a secret that is there, the user's own records would be taken for others'.
    pub(super) fn read(&self, state: &OwnedFd) -> Result<Secrets, Errno> {
        Ok(self.secrets(self.read_own()?, read_beside(state)?))
    }

    fn secrets(&self, own: Option<Secret>, beside: Option<Secret>) -> Secrets {
        let note = own.is_none().then(|| {
            let why = self.fault().unwrap_or_else(|| NO_HOME.to_string());
            format!("{why}, so what tells your own records from those that came with a tree lies beside them")
        });
        Secrets {
            known: own.into_iter().chain(beside).collect(),
            note,
        }
    }

    /// Returns why the user's secret cannot be read although something is there: what it seals is taken for others' then.
    pub(super) fn fault(&self) -> Option<String> {
        let path = self.0.as_ref()?.join(FILE);
        match read_own(&path) {
            Ok(Some(_)) => match self.read_own() {
                Ok(Some(_)) => None,
                Ok(None) => Some(format!(
                    "`{}` is no secret that only you can read",
                    display_path(&path)
                )),
                Err(fault) => Some(format!("`{}`: {fault}", display_path(&path))),
            },
            Ok(None) => None,
            Err(fault) => Some(fault.to_string()),
        }
    }

    /// Returns the secrets for the state folder `state`; the first time, one is made.
    ///
    /// # Errors
    /// The system's, when none can be made anywhere.
    pub(super) fn make(&self, state: &OwnedFd) -> io::Result<Secrets> {
        let mut own = self.read_own()?;
        if own.is_none()
            && let Some(folder) = &self.0
        {
            // Where it cannot be made, it lies beside the state.
            let _ = make_private_folders(folder).and_then(|folder| make(&folder));
            own = self.read_own()?;
        }
        let mut beside = read_beside(state)?;
        if own.is_none() && beside.is_none() {
            make(state)?;
            beside = read_beside(state)?;
        }
        let secrets = self.secrets(own, beside);
        if secrets.known.is_empty() {
            return Err(Errno::PERM.into());
        }
        Ok(secrets)
    }

    fn read_own(&self) -> Result<Option<Secret>, Errno> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let Some(folder) = &self.0 else {
            return Ok(None);
        };
        let folder = match retry_on_intr(|| rustix::fs::open(folder, flags, Mode::empty())) {
            Ok(folder) => folder,
            Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP | Errno::ACCESS) => return Ok(None),
            Err(fault) => return Err(fault),
        };
        Ok(read(&folder)?.map(|(secret, _)| secret))
    }
}

fn read_beside(state: &OwnedFd) -> Result<Option<Secret>, Errno> {
    let Some((secret, file)) = read(state)? else {
        return Ok(None);
    };
    secret.bound_to(&file).map(Some)
}

/// Reads the secret in `folder`; `None` where there is none that only this user can have written.
fn read(folder: &OwnedFd) -> Result<Option<(Secret, File)>, Errno> {
    let mut open = match open_file(folder, FILE.as_bytes(), LEN as u64) {
        Ok(Opened::File(open)) => open,
        Ok(Opened::Absent | Opened::Other(_)) | Err(Errno::ACCESS) => return Ok(None),
        Err(fault) => return Err(fault),
    };
    let is_private =
        open.stat.st_uid == rustix::process::geteuid().as_raw() && open.stat.st_mode & 0o077 == 0;
    let mut secret = [0; LEN];
    match open.file.read_exact(&mut secret) {
        Ok(()) => Ok(is_private.then_some((Secret(secret), open.file))),
        Err(fault) if fault.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
        Err(fault) => Err(Errno::from_io_error(&fault).unwrap_or(Errno::IO)),
    }
}

/// Makes a secret in `folder`, durably; one that another program made meanwhile stays.
fn make(folder: &OwnedFd) -> io::Result<()> {
    let mut secret = [0; LEN];
    getrandom::fill(&mut secret).map_err(io::Error::from)?;
    // Not to be guessed, and apart from that of another program which makes one at the same time.
    let mut random = [0; 8];
    getrandom::fill(&mut random).map_err(io::Error::from)?;
    let staged = format!("{FILE}.{:016x}.tmp", u64::from_le_bytes(random));
    let fd = make_private_file(folder, staged.as_bytes())?;
    let mut file = File::from(fd);
    file.write_all(&secret)?;
    file.sync_all()?;
    match Renames::default().put_in(folder, staged.as_bytes(), FILE.as_bytes()) {
        Ok(()) => {}
        Err(Errno::EXIST) => remove_file(folder, staged.as_bytes())?,
        Err(fault) => return Err(fault.into()),
    }
    Ok(sync_folder(folder)?)
}

/// Returns whether the nearest folder of `path` that exists is this user's.
fn is_own(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let facts = path.ancestors().find_map(|path| path.metadata().ok());
    facts.is_some_and(|facts| facts.uid() == rustix::process::geteuid().as_raw())
}

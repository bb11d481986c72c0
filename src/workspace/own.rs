//! The user's own folders of hunkwise: the settings, and the state with its secret and the saved reviews. What lies in them
//! decides what a patch may do, so no patch and no report may write there, under whichever root they are reached.

use std::fs::OpenOptions;
use std::io::{self, Read as _};
use std::os::fd::OwnedFd;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use rustix::fs::{FileType, OFlags};
use rustix::io::{Errno, retry_on_intr};

use super::DEFAULT_LIMIT;
use super::tree::{Unfit, kind_in_words};
use crate::text::display::display_path;

/// Where they are, and what they are known by where they exist.
#[derive(Debug, Clone, Default)]
pub(super) struct OwnFolders(Vec<OwnFolder>);

#[derive(Debug, Clone)]
struct OwnFolder {
    /// Without links.
    path: PathBuf,
    id: Option<(u64, u64)>,
}

/// What is told of a path in one of them.
pub(super) const IN_OWN_FOLDER: &str = "it is in the folder of your own hunkwise settings or state";

impl OwnFolders {
    /// Returns those of the user; none without a home folder.
    pub(super) fn of_user() -> OwnFolders {
        let Ok(base) = etcetera::base_strategy::Xdg::new() else {
            return OwnFolders::default();
        };
        let folders = [Some(base.config_dir()), base.state_dir()];
        let folders = folders.into_iter().flatten();
        let folders = folders.filter(|folder| folder.is_absolute());
        OwnFolders(
            folders
                .map(|folder| {
                    let path = resolved(&folder.join("hunkwise"));
                    OwnFolder {
                        id: id(&path),
                        path,
                    }
                })
                .collect(),
        )
    }

    /// Returns whether `path`, which has no links, lies in one of them by its name: it need not exist yet.
    pub(super) fn names(&self, path: &Path) -> bool {
        self.0.iter().any(|folder| path.starts_with(&folder.path))
    }

    /// Returns whether an open folder is one of them, whatever the name it was reached by.
    pub(super) fn are(&self, folder: &OwnedFd) -> Result<bool, Errno> {
        if self.0.iter().all(|folder| folder.id.is_none()) {
            return Ok(false);
        }
        let found = id_of_open(folder)?;
        Ok(self.0.iter().any(|folder| folder.id == Some(found)))
    }

    /// Returns whether `path` lies in one of them, by its name or by a folder on its way.
    pub(super) fn hold(&self, path: &Path) -> bool {
        let is_one = |above: &Path| {
            let found = id(above);
            found.is_some() && self.0.iter().any(|folder| folder.id == found)
        };
        self.names(path) || path.ancestors().any(is_one)
    }
}

/// Reads a file of the user's own, at most [`DEFAULT_LIMIT`] bytes of it; `None` where there is none. Links of one's own
/// lead where one wants them to, while a pipe or device would keep every command waiting.
///
/// # Errors
/// When something is there that cannot be read; the message names it.
pub fn read_own(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let flags = (OFlags::NONBLOCK | OFlags::NOCTTY).bits() as i32;
    let opened = OpenOptions::new().read(true).custom_flags(flags).open(path);
    let file = match opened {
        Ok(file) => file,
        Err(fault) => return in_the_way(path, fault).map_or(Ok(None), Err),
    };
    let facts = file.metadata()?;
    if !facts.is_file() {
        return Err(named(
            path,
            kind_in_words(FileType::from_raw_mode(facts.mode())),
        ));
    }
    let mut bytes = Vec::new();
    file.take(DEFAULT_LIMIT + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > DEFAULT_LIMIT {
        return Err(named(path, &Unfit::LargerThan(DEFAULT_LIMIT).to_string()));
    }
    Ok(Some(bytes))
}

/// Returns why `path` could not be opened, with the name of what is in the way; `None` where nothing is there. A dangling
/// link, or a file where a folder should be, hides what the user has meant to be there; a device such as `/dev/null` is a
/// way to say that there is nothing.
pub(super) fn in_the_way(path: &Path, fault: io::Error) -> Option<io::Error> {
    use io::ErrorKind::{NotADirectory, NotFound};
    if !matches!(fault.kind(), NotFound | NotADirectory) {
        return Some(io::Error::new(
            fault.kind(),
            format!("`{}`: {fault}", display_path(path)),
        ));
    }
    let standing = path
        .ancestors()
        .find_map(|path| Some((path, path.symlink_metadata().ok()?.file_type())));
    let (path, kind) = standing?;
    if kind.is_symlink() && path.metadata().is_err() {
        return Some(named(path, "a link that leads nowhere"));
    }
    let kind = path.metadata().map_or(kind, |facts| facts.file_type());
    let is_nothing = kind.is_dir() || kind.is_char_device();
    (!is_nothing).then(|| named(path, "no folder"))
}

fn named(path: &Path, what: &str) -> io::Error {
    let shown = display_path(path);
    io::Error::new(io::ErrorKind::InvalidInput, format!("`{shown}` is {what}"))
}

#[allow(
    clippy::unnecessary_cast,
    reason = "the fields have other widths on other systems"
)]
fn id_of_open(folder: &OwnedFd) -> Result<(u64, u64), Errno> {
    let facts = retry_on_intr(|| rustix::fs::fstat(folder))?;
    Ok((facts.st_dev as u64, facts.st_ino as u64))
}

fn id(path: &Path) -> Option<(u64, u64)> {
    let facts = path.metadata().ok()?;
    Some((facts.dev(), facts.ino()))
}

/// Returns a path without links, as far as it exists.
fn resolved(path: &Path) -> PathBuf {
    for above in path.ancestors() {
        if let Ok(found) = above.canonicalize()
            && let Ok(rest) = path.strip_prefix(above)
        {
            return found.join(rest);
        }
    }
    path.to_path_buf()
}

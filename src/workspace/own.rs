//! The user's own folders of hunkwise: the settings, and the state with its secret and the saved reviews. What lies in them
//! decides what a patch may do, so no patch and no report may write there, under whichever root they are reached.

use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use rustix::io::{Errno, retry_on_intr};

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

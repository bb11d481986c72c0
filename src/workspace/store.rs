//! Saved reviews: what was decided, kept in the user's own state folder so that a review can go on after an end.

use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

use crate::session::Record;
use crate::text::Digest;

/// Where the reviews of one root are saved.
#[derive(Debug, Clone)]
pub struct Store {
    folder: PathBuf,
    root: PathBuf,
}

impl Store {
    /// Returns the store of the user, for reviews under `root`; `None` without a home folder.
    pub fn of_user(root: &Path) -> Option<Store> {
        let base = etcetera::base_strategy::Xdg::new().ok()?;
        let state = base.state_dir()?;
        Some(Store::in_folder(
            state.join("hunkwise").join("sessions"),
            root,
        ))
    }

    /// Returns a store in `folder`, for reviews under `root`.
    pub fn in_folder(folder: PathBuf, root: &Path) -> Store {
        Store {
            folder,
            root: root.to_path_buf(),
        }
    }

    /// Saves a review; readable by the user alone, and never half written.
    ///
    /// # Errors
    /// The system's, when it cannot be written.
    pub fn save(&self, record: &Record) -> io::Result<()> {
        std::fs::DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&self.folder)?;
        let path = self.path(record);
        let staged = path.with_extension(format!("{}.tmp", std::process::id()));
        let mut file = std::fs::OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .mode(0o600)
            .open(&staged)?;
        file.write_all(&serde_json::to_vec(record)?)?;
        std::fs::rename(&staged, &path)
    }

    /// Returns the saved review of the same patch as `record`'s; `None` when there is none that can be read.
    pub fn load(&self, record: &Record) -> Option<Record> {
        let bytes = std::fs::read(self.path(record)).ok()?;
        serde_json::from_slice(&bytes).ok()
    }

    /// Forgets the saved review of the same patch as `record`'s.
    ///
    /// # Errors
    /// The system's, when it is there and cannot be removed.
    pub fn forget(&self, record: &Record) -> io::Result<()> {
        match std::fs::remove_file(self.path(record)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            other => other,
        }
    }

    fn path(&self, record: &Record) -> PathBuf {
        let mut name = self.root.as_os_str().as_encoded_bytes().to_vec();
        for hunk in record.hunks() {
            name.push(0);
            name.extend_from_slice(hunk.as_bytes());
        }
        let name = Digest::of(&name).short(32);
        self.folder.join(format!("{name}.json"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Options, Session};

    #[test]
    fn a_review_is_found_again_by_its_patch_and_root() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let store = |root: &str| Store::in_folder(folder.path().join("a/b"), Path::new(root));
        let record = |reply: &str| Session::open(reply.as_bytes(), Options::default()).record();
        let one = record("--- a/f\n+++ b/f\n@@ @@\n x\n-y\n");
        let other = record("--- a/f\n+++ b/f\n@@ @@\n x\n-z\n");
        store("/r").save(&one).expect("saved");
        assert_eq!(store("/r").load(&one), Some(one.clone()));
        assert_eq!(store("/r").load(&other), None);
        assert_eq!(store("/s").load(&one), None);
        store("/r").forget(&one).expect("forgotten");
        store("/r").forget(&one).expect("nothing left to forget");
        assert_eq!(store("/r").load(&one), None);
    }
}

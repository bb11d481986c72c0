//! Saved reviews: what was decided, kept in the user's own state folder so that a review can go on after an end.

use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use etcetera::BaseStrategy;

use serde::{Deserialize, Serialize};

use super::own::{in_the_way, read_own};
use crate::session::Record;
use crate::text::Digest;

/// Where the reviews of one root are saved.
#[derive(Debug, Clone)]
pub struct Store {
    folder: PathBuf,
    root: PathBuf,
}

/// One saved review as the list of them shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedReview {
    /// Its name, for forgetting it.
    pub id: String,
    /// The folder its targets lie under; not safe to print as it is.
    pub root: String,
    /// When it was saved last, in seconds since 1970.
    pub time: u64,
    /// The file that holds the reply, where it is known; not safe to print as it is.
    pub reply: Option<PathBuf>,
    /// What was decided.
    pub record: Record,
}

/// What a file of the store holds.
#[derive(Debug, Serialize, Deserialize)]
struct Saved<R> {
    root: String,
    record: R,
    /// The file that holds the reply.
    #[serde(default)]
    reply: Option<String>,
}

impl Store {
    /// Returns the store of the user, for reviews under `root`; `None` without a home folder.
    pub fn of_user(root: &Path) -> Option<Store> {
        let base = etcetera::base_strategy::Xdg::new().ok()?;
        let state = base.state_dir().filter(|folder| folder.is_absolute())?;
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

    /// Saves a review, with the file that holds its reply; readable by the user alone, and never half written.
    ///
    /// # Errors
    /// The system's, when it cannot be written.
    pub fn save(&self, record: &Record, reply: Option<&Path>) -> io::Result<()> {
        let saved = Saved {
            root: self.root.to_string_lossy().into_owned(),
            record,
            // A name that is no text cannot be asked for on the screen.
            reply: reply.and_then(Path::to_str).map(str::to_string),
        };
        write(&self.path(record), &serde_json::to_vec(&saved)?)
    }

    /// Returns the saved review of the same reply as `record`'s; `None` when there is none that can be read.
    pub fn load(&self, record: &Record) -> Option<Record> {
        Some(read(&self.path(record))?.record)
    }

    /// Returns all saved reviews, whatever their root, the latest first; files that are none are left out.
    ///
    /// # Errors
    /// When the folder is there and cannot be listed, or something else is in its place.
    pub fn all(&self) -> io::Result<Vec<SavedReview>> {
        let listed = match std::fs::read_dir(&self.folder) {
            Ok(listed) => listed,
            Err(fault) => return in_the_way(&self.folder, fault).map_or(Ok(Vec::new()), Err),
        };
        let paths = listed.filter_map(|entry| Some(entry.ok()?.path()));
        let mut all: Vec<SavedReview> = paths.filter_map(|path| saved_review(&path)).collect();
        all.sort_by(|a, b| (b.time, &a.id).cmp(&(a.time, &b.id)));
        Ok(all)
    }

    /// Forgets a review that [`Store::all`] listed.
    ///
    /// # Errors
    /// The system's, when it cannot be removed.
    pub fn forget_listed(&self, review: &SavedReview) -> io::Result<()> {
        std::fs::remove_file(self.folder.join(format!("{}.json", review.id)))
    }

    /// Forgets the saved review of the same reply as `record`'s.
    ///
    /// # Errors
    /// The system's, when it is there and cannot be removed.
    pub fn forget(&self, record: &Record) -> io::Result<()> {
        match std::fs::remove_file(self.path(record)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            other => other,
        }
    }

    /// Keeps a reply for a person to review, and returns where: readable by the user alone, named by its digest.
    ///
    /// # Errors
    /// The system's, when it cannot be written.
    pub fn propose(&self, reply: &[u8]) -> io::Result<PathBuf> {
        let path = self.proposal_path(&Digest::of(reply).to_hex());
        write(&path, reply)?;
        Ok(path)
    }

    /// Returns the reply of this digest that was proposed; `None` where none was.
    pub fn proposed(&self, digest: &str) -> Option<Vec<u8>> {
        let is_digest = digest.len() == 64 && digest.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_digest {
            return None;
        }
        let reply = read_own(&self.proposal_path(digest)).ok().flatten();
        reply.filter(|reply| Digest::of(reply).to_hex() == digest)
    }

    /// Returns whether a file is a reply that was kept here, and so has no name that a person gave it.
    pub fn is_kept(&self, reply: &Path) -> bool {
        reply.parent() == Some(self.folder.with_file_name("proposals").as_path())
    }

    fn proposal_path(&self, digest: &str) -> PathBuf {
        let folder = self.folder.with_file_name("proposals");
        folder.join(format!("{digest}.md"))
    }

    /// Returns whether the card of the first start was seen already.
    pub fn knows_card(&self) -> bool {
        self.card_path().exists()
    }

    /// Remembers that the card of the first start was seen.
    ///
    /// # Errors
    /// The system's, when it cannot be written.
    pub fn remember_card(&self) -> io::Result<()> {
        write(&self.card_path(), b"")
    }

    fn card_path(&self) -> PathBuf {
        self.folder.join("card-seen")
    }

    fn path(&self, record: &Record) -> PathBuf {
        let mut name = self.root.as_os_str().as_encoded_bytes().to_vec();
        name.push(0);
        name.extend_from_slice(record.reply().to_hex().as_bytes());
        let name = Digest::of(&name).short(32);
        self.folder.join(format!("{name}.json"))
    }
}

fn read(path: &Path) -> Option<Saved<Record>> {
    let bytes = read_own(path).ok()??;
    serde_json::from_slice(&bytes).ok()
}

/// Writes a file that only the user may read, and never half. What had the name of the stage, a pipe say, loses it.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(path);
    let made = std::fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder);
    made.map_err(|fault| in_the_way(folder, io::ErrorKind::NotFound.into()).unwrap_or(fault))?;
    let staged = path.with_extension(format!("{}.tmp", std::process::id()));
    match std::fs::remove_file(&staged) {
        Err(fault) if fault.kind() != io::ErrorKind::NotFound => return Err(fault),
        Ok(()) | Err(_) => {}
    }
    let mut file = std::fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&staged)?;
    file.write_all(bytes)?;
    std::fs::rename(&staged, path)
}

fn saved_review(path: &Path) -> Option<SavedReview> {
    if path.extension()? != "json" {
        return None;
    }
    let Saved {
        root,
        record,
        reply,
    } = read(path)?;
    let changed = path.metadata().ok()?.modified().ok()?;
    // A clock that was wrong is no reason to leave it out.
    let since = changed.duration_since(SystemTime::UNIX_EPOCH);
    Some(SavedReview {
        id: path.file_stem()?.to_str()?.to_string(),
        root,
        time: since.map_or(0, |since| since.as_secs()),
        reply: reply.map(PathBuf::from),
        record,
    })
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
        let reply = Path::new("/r/reply.md");
        store("/r").save(&one, Some(reply)).expect("saved");
        assert_eq!(store("/r").load(&one), Some(one.clone()));
        assert_eq!(store("/r").load(&other), None);
        assert_eq!(store("/s").load(&one), None);
        let listed = store("/s").all().expect("listed");
        assert_eq!(listed.len(), 1);
        assert_eq!((listed[0].root.as_str(), &listed[0].record), ("/r", &one));
        assert_eq!(listed[0].reply.as_deref(), Some(reply));
        let kept = store("/r").propose(b"pasted").expect("kept");
        assert!(store("/r").is_kept(&kept) && !store("/r").is_kept(reply));
        store("/r").forget(&one).expect("forgotten");
        store("/r").forget(&one).expect("nothing left to forget");
        assert_eq!(store("/r").load(&one), None);
    }

    #[test]
    fn the_card_is_seen_once_whatever_the_root() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let store = |root: &str| Store::in_folder(folder.path().join("a/b"), Path::new(root));
        assert!(!store("/r").knows_card());
        store("/r").remember_card().expect("remembered");
        assert!(store("/s").knows_card());
        assert!(
            store("/s").all().expect("listed").is_empty(),
            "it is no saved review"
        );
    }
}

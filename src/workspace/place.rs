//! Where records of applies lie, so that one lock and one journal serve a work tree however it is reached.
//!
//! In a git work tree they lie in git's own folder, where no tool looks for sources; else in `.hunkwise`. A `.git` that is
//! a file, as in a linked work tree or a submodule, is not followed: whoever made the tree may have written it.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::text::RelPath;

/// A folder that records are kept in, or could be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StatePlace {
    /// The top of the work tree that the records are about.
    pub(super) top: PathBuf,
    pub(super) home: Home,
}

/// Which folder of a work tree's top it is. In the order in which they are locked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Home {
    /// `.git/hunkwise`.
    Git,
    /// `.hunkwise`.
    Plain,
}

impl Home {
    pub(super) const ALL: [Home; 2] = [Home::Git, Home::Plain];

    /// Returns the folder in a top that it lies in, if not in the top itself, and its name there.
    pub(super) fn names(self) -> (Option<&'static str>, &'static str) {
        match self {
            Home::Git => (Some(".git"), "hunkwise"),
            Home::Plain => (None, ".hunkwise"),
        }
    }
}

impl StatePlace {
    /// Returns where applies under `root` are recorded: at `top`, that of the work tree that it lies in, or in itself.
    ///
    /// # Errors
    /// The system's: a place that could not be looked at must not be taken for one that is not there.
    pub(super) fn of_root(root: &Path, top: Option<&Path>) -> io::Result<StatePlace> {
        // Records name their root below the top as a path; one that has none, as below `.git`, is a top of its own.
        let named = |top: &&Path| {
            let below = root
                .strip_prefix(top)
                .expect("an ancestor is a prefix")
                .as_os_str();
            below.is_empty() || RelPath::new(below.as_encoded_bytes()).is_ok()
        };
        let top = top.filter(named).unwrap_or(root);
        let home = if is_folder(&top.join(".git"))? {
            Home::Git
        } else {
            Home::Plain
        };
        Ok(StatePlace {
            top: top.to_path_buf(),
            home,
        })
    }

    /// Returns every place around `root` that may hold records about files under it, its own among them, the outermost
    /// first. Writers lock them in this order, so that no two wait for each other.
    ///
    /// # Errors
    /// As [`StatePlace::of_root`].
    pub(super) fn around(root: &Path) -> io::Result<Vec<StatePlace>> {
        let mut tops: Vec<&Path> = root.ancestors().collect();
        tops.reverse();
        let mut places = Vec::new();
        for top in tops {
            for home in Home::ALL {
                let top = top.to_path_buf();
                let place = StatePlace { top, home };
                if is_folder(&place.path())? {
                    places.push(place);
                }
            }
        }
        Ok(places)
    }

    pub(super) fn path(&self) -> PathBuf {
        let (above, name) = self.home.names();
        match above {
            Some(above) => self.top.join(above).join(name),
            None => self.top.join(name),
        }
    }
}

/// Returns the top of the work tree that `folder` lies in, found by its `.git` or `.jj` and without running either.
///
/// # Errors
/// As [`StatePlace::of_root`].
pub(super) fn work_tree_top(folder: &Path) -> io::Result<Option<&Path>> {
    for top in folder.ancestors() {
        if is_work_tree(top)? {
            return Ok(Some(top));
        }
    }
    Ok(None)
}

/// Returns whether git or Jujutsu call `top` a work tree: by a folder `.git` or `.jj`, or a file that says where git's folder
/// is.
fn is_work_tree(top: &Path) -> io::Result<bool> {
    if is_folder(&top.join(".jj"))? {
        return Ok(true);
    }
    let dot_git = top.join(".git");
    let Some(facts) = facts(&dot_git)? else {
        return Ok(false);
    };
    if !facts.is_file() {
        return Ok(facts.is_dir());
    }
    const MARK: &[u8] = b"gitdir:";
    let mut start = Vec::new();
    let file = there(File::open(&dot_git))?;
    if let Some(file) = file {
        file.take(MARK.len() as u64).read_to_end(&mut start)?;
    }
    Ok(start == MARK)
}

/// Returns whether a folder lies there itself, and no link to one.
fn is_folder(path: &Path) -> io::Result<bool> {
    Ok(facts(path)?.is_some_and(|facts| facts.is_dir()))
}

fn facts(path: &Path) -> io::Result<Option<Metadata>> {
    there(std::fs::symlink_metadata(path))
}

/// Returns what was found; `None` where nothing lies that this user could use.
fn there<T>(found: io::Result<T>) -> io::Result<Option<T>> {
    use io::ErrorKind::{NotADirectory, NotFound, PermissionDenied};
    match found {
        Ok(found) => Ok(Some(found)),
        Err(fault) if matches!(fault.kind(), NotFound | NotADirectory | PermissionDenied) => {
            Ok(None)
        }
        Err(fault) => Err(fault),
    }
}

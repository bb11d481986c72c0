//! The folders that one operation uses: few are open at a time, and each is the same one every time it is opened.
//!
//! A folder that was renamed away, or put in another's place, must not be mistaken for the one that was staged in. So the
//! inode of each is remembered, and one that moved is looked for under the root.

use std::collections::{BTreeMap, BTreeSet};
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::rc::Rc;

use rustix::fs::{Dir, FileType};
use rustix::io::{Errno, retry_on_intr};
use rustix::process::{Resource, getrlimit};

use super::tree::{Blocked, Passed, Tree, sync_folder};
use crate::text::RelPath;

/// The most folders kept open. More would save few walks, and a limit on descriptors is often 256.
const MOST_OPEN: u64 = 24;

/// Descriptors that everything else needs: streams, root, state, locks, signals, watches, the file at hand.
const NEEDED_ELSEWHERE: u64 = 28;

/// How many names are looked at for a folder that moved.
const MOST_LOOKS: usize = 200_000;

/// The folders in use by one operation.
pub(super) struct Folders<'tree> {
    pub(super) tree: &'tree Tree,
    /// The one used last is the last.
    open: Vec<OpenFolder>,
    most_open: usize,
    /// The inode of each folder that was opened or is expected; `None` is the root.
    inodes: BTreeMap<Option<RelPath>, u64>,
    /// Where folders that moved were found.
    moved: BTreeMap<Option<RelPath>, RelPath>,
    /// What was passed on the way into folders.
    passed: Passed,
}

struct OpenFolder {
    path: Option<RelPath>,
    fd: Rc<OwnedFd>,
    /// Whether something was changed in it that is not synced yet.
    is_changed: bool,
}

impl<'tree> Folders<'tree> {
    pub(super) fn new(tree: &'tree Tree) -> Folders<'tree> {
        Folders {
            tree,
            open: Vec::new(),
            most_open: most_open(),
            inodes: BTreeMap::new(),
            moved: BTreeMap::new(),
            passed: Passed::default(),
        }
    }

    /// Expects the folder that `path` lies in to have this inode.
    pub(super) fn expect_parent(&mut self, path: &RelPath, inode: u64) {
        self.inodes.insert(path.parent(), inode);
    }

    /// Returns the folder `path` lies in, for looking. The caller keeps it for a short time only: each counts as open.
    pub(super) fn parent_of(&mut self, path: &RelPath) -> Result<Rc<OwnedFd>, Blocked> {
        self.folder(path.parent(), Use::Look)
    }

    /// Returns the folder `path` lies in, for changing something in it: it is synced by [`Folders::sync`], or before.
    pub(super) fn changed_parent_of(&mut self, path: &RelPath) -> Result<Rc<OwnedFd>, Blocked> {
        self.folder(path.parent(), Use::Change)
    }

    /// Does the same, and looks for the folder under the root where another one, or none, has its name.
    pub(super) fn found_parent_of(&mut self, path: &RelPath) -> Result<Rc<OwnedFd>, Blocked> {
        let parent = path.parent();
        match self.folder(parent.clone(), Use::Change) {
            Err(blocked @ (Blocked::Missing | Blocked::NotAFolder { .. } | Blocked::Moved)) => {
                let found = self
                    .inodes
                    .get(&parent)
                    .and_then(|inode| find(self.tree, *inode));
                let Some(found) = found else {
                    return Err(blocked);
                };
                self.moved.insert(parent.clone(), found);
                self.folder(parent, Use::Change)
            }
            result => result,
        }
    }

    /// Returns the inode of the folder `path` lies in, if it was opened.
    pub(super) fn inode_of_parent(&self, path: &RelPath) -> Option<u64> {
        self.inodes.get(&path.parent()).copied()
    }

    /// Returns the folders passed so far that hold records of their own.
    pub(super) fn with_state(&self) -> &BTreeSet<RelPath> {
        &self.passed.with_state
    }

    /// Closes those that are open, so that what is at their paths is looked at anew. They must be synced.
    pub(super) fn close(&mut self) {
        self.open.clear();
    }

    /// Syncs every folder in which something was changed.
    pub(super) fn sync(&mut self) -> Result<(), (PathBuf, Errno)> {
        for folder in &mut self.open {
            if folder.is_changed {
                sync_folder(&folder.fd).map_err(|fault| {
                    let path = folder.path.as_ref().map(|path| self.tree.full_path(path));
                    (
                        path.unwrap_or_else(|| self.tree.path().to_path_buf()),
                        fault,
                    )
                })?;
                folder.is_changed = false;
            }
        }
        Ok(())
    }

    fn folder(&mut self, path: Option<RelPath>, using: Use) -> Result<Rc<OwnedFd>, Blocked> {
        let is_changed = using == Use::Change;
        if let Some(at) = self.open.iter().position(|folder| folder.path == path) {
            let mut folder = self.open.remove(at);
            folder.is_changed |= is_changed;
            let fd = folder.fd.clone();
            self.open.push(folder);
            return Ok(fd);
        }
        if self.open.len() >= self.most_open {
            let oldest = &self.open[0];
            if oldest.is_changed {
                sync_folder(&oldest.fd).map_err(Blocked::System)?;
            }
            self.open.remove(0);
        }
        let place = self.moved.get(&path).cloned().or_else(|| path.clone());
        let fd = self.walk(place.as_ref())?;
        let inode = inode(&fd).map_err(Blocked::System)?;
        if *self.inodes.entry(path.clone()).or_insert(inode) != inode {
            return Err(Blocked::Moved);
        }
        let fd = Rc::new(fd);
        self.open.push(OpenFolder {
            path,
            fd: fd.clone(),
            is_changed,
        });
        Ok(fd)
    }

    /// Walks from the nearest folder that is open, or from the root.
    fn walk(&mut self, path: Option<&RelPath>) -> Result<OwnedFd, Blocked> {
        let Some(path) = path else {
            return self.tree.folder(None);
        };
        let above = |folder: &&OpenFolder| {
            let folder = folder.path.as_ref()?;
            let rest = path.as_bytes().strip_prefix(folder.as_bytes())?;
            (rest.first() == Some(&b'/')).then(|| folder.as_bytes().len())
        };
        let nearest = self
            .open
            .iter()
            .filter(|folder| above(folder).is_some())
            .max_by_key(above);
        let start = nearest.map(|folder| (&*folder.fd, folder.path.as_ref()));
        self.tree.folder_from(
            start.and_then(|(fd, path)| Some((fd, path?))),
            path,
            &mut self.passed,
        )
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Look,
    Change,
}

/// Returns how many folders may be open, by the limit that the process runs under.
fn most_open() -> usize {
    let limit = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
    let spare = limit.saturating_sub(NEEDED_ELSEWHERE);
    usize::try_from(spare.clamp(2, MOST_OPEN)).expect("24 at most")
}

#[allow(
    clippy::unnecessary_cast,
    reason = "the field has another width on other systems"
)]
fn inode(fd: &OwnedFd) -> Result<u64, Errno> {
    Ok(retry_on_intr(|| rustix::fs::fstat(fd))?.st_ino as u64)
}

/// Looks for the folder with this inode under the root, the nearest first.
fn find(tree: &Tree, wanted: u64) -> Option<RelPath> {
    let mut found = None;
    walk(tree, |path, listed_inode| {
        let is_it = || {
            let opened = tree.folder(Some(path)).ok();
            opened.is_some_and(|opened| inode(&opened) == Ok(wanted))
        };
        if listed_inode == wanted && is_it() {
            found = Some(path.clone());
        }
        found.is_some()
    });
    found
}

/// Goes through the folders below the root, the nearest first, until `is_enough` of one and the inode it is listed with, or
/// so many names were looked at.
pub(super) fn walk(tree: &Tree, mut is_enough: impl FnMut(&RelPath, u64) -> bool) {
    let mut n_looks = 0;
    let mut folders = std::collections::VecDeque::from([None::<RelPath>]);
    // A folder that cannot be opened or listed is not searched.
    while let Some(folder) = folders.pop_front() {
        let Ok(fd) = tree.folder(folder.as_ref()) else {
            continue;
        };
        let Ok(listing) = Dir::read_from(&fd) else {
            continue;
        };
        for entry in listing.flatten() {
            n_looks += 1;
            if n_looks == MOST_LOOKS {
                return;
            }
            let name = entry.file_name().to_bytes();
            let may_be_folder =
                matches!(entry.file_type(), FileType::Directory | FileType::Unknown);
            if name == b"." || name == b".." || !may_be_folder {
                continue;
            }
            // Reserved folders are refused here: nothing is ever staged in them.
            let Ok(path) = RelPath::in_folder(folder.as_ref(), name) else {
                continue;
            };
            if is_enough(&path, entry.ino()) {
                return;
            }
            folders.push_back(Some(path));
        }
    }
}

//! What git has committed of a file, read from its objects without running git.
//!
//! The folder `.git` may have come with the tree, so nothing in it is believed: no link, alternate or replacement is followed,
//! a `.git` that is a file only to a folder that names this tree, too, and what is read and unpacked is bounded. Where anything is missing, damaged or of a
//! kind that is not known here, nothing is said of the file. `gix-odb` was tried: it brings thirty crates and half a megabyte,
//! follows alternates and links, and believes the sizes that objects claim; this needs no crate that the program lacks.

mod linked;
mod object;
mod pack;

use std::cell::Cell;
use std::os::fd::OwnedFd;

use super::tree::{OpenFile, Opened, open_file, open_folder};
use crate::text::RelPath;
use object::{Id, Kind};

/// So many bytes are read and unpacked for one file.
const MOST_BYTES: u64 = 128 * 1024 * 1024;

/// References that lead to references.
const MOST_LINKS: usize = 5;

/// The folder of a repository: `.git`, or what a file of that name leads to.
pub(super) struct Git {
    folder: OwnedFd,
    /// The folder of a linked work tree, which has a `HEAD` of its own.
    linked: Option<OwnedFd>,
    n_left: Cell<u64>,
}

impl Git {
    /// Opens the repository of a work tree.
    pub(super) fn of(top: &OwnedFd) -> Option<Git> {
        let (folder, linked) = match open_folder(top, b".git") {
            Ok(folder) => (folder, None),
            Err(_) => {
                let linked = linked::follow(top)?;
                (linked.shared, Some(linked.own))
            }
        };
        Some(Git {
            folder,
            linked,
            n_left: Cell::new(MOST_BYTES),
        })
    }

    /// Returns what a file, below the top of the work tree, is in the commit that is checked out.
    pub(super) fn committed(&self, path: &RelPath) -> Option<Vec<u8>> {
        let commit = self.object(&self.head()?, Kind::Commit)?;
        let line = commit.strip_prefix(b"tree ")?;
        let mut tree = Id::of_hex(line.get(..40)?)?;
        let n_folders = path.components().count() - 1;
        for name in path.components().take(n_folders) {
            tree = entry(&self.object(&tree, Kind::Tree)?, name, &[b"40000"])?;
        }
        let tree = self.object(&tree, Kind::Tree)?;
        let blob = entry(&tree, path.file_name(), &[b"100644", b"100755"])?;
        self.object(&blob, Kind::Blob)
    }

    fn head(&self) -> Option<Id> {
        let mut name = RelPath::new("HEAD").ok()?;
        for nth in 0..MOST_LINKS {
            let folder = self.linked.as_ref().filter(|_| nth == 0);
            let Some(held) = self.read(folder.unwrap_or(&self.folder), &name) else {
                return self.packed(&name);
            };
            let held = held.trim_ascii();
            let Some(other) = held.strip_prefix(b"ref: ") else {
                return Id::of_hex(held);
            };
            name = RelPath::new(other).ok()?;
            if name.components().next() != Some(b"refs") {
                return None;
            }
        }
        None
    }

    /// Returns where a reference leads that has no file of its own.
    fn packed(&self, name: &RelPath) -> Option<Id> {
        let packed = self.read(&self.folder, &RelPath::new("packed-refs").ok()?)?;
        let mut lines = packed.split(|byte| *byte == b'\n');
        lines.find_map(|line| {
            let (id, rest) = line.split_at_checked(40)?;
            let is_it = rest.strip_prefix(b" ")?.trim_ascii_end() == name.as_bytes();
            Id::of_hex(id).filter(|_| is_it)
        })
    }

    fn object(&self, id: &Id, kind: Kind) -> Option<Vec<u8>> {
        let (found, bytes) = self.loose(id).or_else(|| self.in_packs(id))?;
        (found == kind && id.is_of(kind, &bytes)).then_some(bytes)
    }

    /// Opens a file of any size under the folder of the repository.
    fn open(&self, path: &RelPath) -> Option<OpenFile> {
        Git::open_in(&self.folder, path)
    }

    fn open_in(folder: &OwnedFd, path: &RelPath) -> Option<OpenFile> {
        let mut folder = folder.try_clone().ok()?;
        let n_folders = path.components().count() - 1;
        for name in path.components().take(n_folders) {
            folder = open_folder(&folder, name).ok()?;
        }
        match open_file(&folder, path.file_name(), u64::MAX).ok()? {
            Opened::File(open) => Some(open),
            Opened::Absent | Opened::Other(_) => None,
        }
    }

    fn read(&self, folder: &OwnedFd, path: &RelPath) -> Option<Vec<u8>> {
        let mut open = Git::open_in(folder, path)?;
        let limit = self.n_left.get();
        let bytes = open.read(limit).ok()?.ok()?;
        self.spend(bytes.len() as u64)?;
        Some(bytes)
    }

    /// Counts bytes that are read or made; `None` when these are too many.
    fn spend(&self, n_bytes: u64) -> Option<()> {
        self.n_left.set(self.n_left.get().checked_sub(n_bytes)?);
        Some(())
    }
}

/// Returns what a tree has under a name, where it is of one of these modes.
fn entry(tree: &[u8], name: &[u8], modes: &[&[u8]]) -> Option<Id> {
    let mut rest = tree;
    while !rest.is_empty() {
        let end = memchr::memchr(0, rest)?;
        let (head, tail) = (&rest[..end], &rest[end + 1..]);
        let (id, next) = tail.split_at_checked(Id::N_BYTES)?;
        let space = memchr::memchr(b' ', head)?;
        if &head[space + 1..] == name {
            return Id::of_bytes(id).filter(|_| modes.contains(&&head[..space]));
        }
        rest = next;
    }
    None
}

#[cfg(test)]
mod tests;

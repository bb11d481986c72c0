//! Paths that a patch takes away: other sections of it may use them.

use std::collections::{BTreeMap, BTreeSet};

use super::{Session, supply};
use crate::matcher::Never;
use crate::patch::{FileOp, FilePatch, HunkId, Patch};
use crate::text::{Content, RelPath, Snapshot};

impl Session {
    /// Returns the snapshot at a section's target: an absent one where the section makes a file at a path that another frees,
    /// and where what it takes away was replaced already by a file that another moved there.
    pub(super) fn target_read(&self, file: usize) -> Option<&Snapshot> {
        let path = self.target(file)?;
        match &self.patch.files[file].op {
            FileOp::Create => self.left_at(path, file),
            FileOp::Delete | FileOp::Rename { .. } => {
                let replaced = self
                    .freed
                    .get(path)
                    .filter(|_| self.is_replaced(path, file) || self.is_turned(path, file));
                replaced.map_or_else(|| self.snapshots.get(path), |(_, nothing)| Some(nothing))
            }
            FileOp::Modify | FileOp::Copy { .. } | FileOp::Replace => self.snapshots.get(path),
        }
    }

    /// Returns whether another section moved a file to `path` already: its own is gone from where it was. A section that moves
    /// what was there must have done so, too.
    fn is_replaced(&self, path: &RelPath, file: usize) -> bool {
        let is_absent = |path: Option<&RelPath>| {
            let read = path.and_then(|path| self.snapshots.get(path));
            read.map(|read| read.content == Content::Absent)
        };
        let by = self.arrives.get(path).filter(|by| **by != file);
        // What is not there because another section brings it first has not gone anywhere.
        let is_brought = |path: &RelPath| {
            let first = self.arrives.get(path).map(|first| self.target(*first));
            first.is_some_and(|path| is_absent(path) == Some(false))
        };
        let is_gone = by.is_some_and(|by| {
            let own = self.target(*by);
            is_absent(own) == Some(true) && !own.is_some_and(is_brought)
        });
        let to = supply::destination(&self.patch.files[file]);
        is_gone && (to.is_none() || is_absent(to) == Some(false))
    }

    /// Returns whether a folder lies where the file of a section was, or a file where its folder was, because the patch was
    /// applied: what takes its place is there, and so is the file where it moves to.
    fn is_turned(&self, path: &RelPath, file: usize) -> bool {
        let read = |path: &RelPath| self.snapshots.get(path).map(|read| &read.content);
        if !matches!(read(path), Some(Content::NotAFile(_))) {
            return false;
        }
        let is_there =
            |path: &RelPath| matches!(read(path), Some(Content::Text(..) | Content::Binary));
        let to = supply::destination(&self.patch.files[file]);
        let mut coming = self.patch.files.iter().filter_map(comes);
        coming.any(|other| is_beside(other, path) && is_there(other)) && to.is_none_or(is_there)
    }

    /// Plans those sections anew that depend on the snapshots of others.
    pub(super) fn look_at_replaced(&mut self) {
        let replaced = self.freed.iter();
        let replaced = replaced.filter(|(path, _)| self.arrives.contains_key(path));
        let files: Vec<usize> = replaced.map(|(_, (file, _))| *file).collect();
        for file in files {
            self.plan_file(file, &Never);
        }
    }

    /// Returns the snapshot at a path as the other sections leave it.
    pub(super) fn left_at(&self, path: &RelPath, file: usize) -> Option<&Snapshot> {
        let snapshot = self.snapshots.get(path)?;
        let Some((by, nothing)) = self.freed.get(path) else {
            return Some(snapshot);
        };
        let is_wanted = |hunk| {
            !self
                .settled
                .decision(HunkId { file: *by, hunk })
                .is_rejected()
        };
        let n_hunks = self.patch.files[*by].hunks.len();
        // A file that this reply wrote is not created again.
        let is_turned = || {
            let gone = self.target(*by).filter(|gone| is_beside(path, gone));
            gone.is_some() && matches!(snapshot.content, Content::NotAFile(_))
        };
        let is_freed = (*by != file && self.target(*by) == Some(path) || is_turned())
            && (0..n_hunks).all(is_wanted)
            && !self.before.contains_key(path);
        Some(if is_freed { nothing } else { snapshot })
    }

    /// Returns the sections that may use what those of `files` take away, these themselves included.
    pub(super) fn with_users(&self, files: &BTreeSet<usize>) -> BTreeSet<usize> {
        let takes_away = |(by, _): &(usize, Snapshot)| files.contains(by);
        let freed: BTreeSet<&RelPath> = self
            .freed
            .iter()
            .filter(|(_, freed)| takes_away(freed))
            .map(|(path, _)| path)
            .collect();
        let mut all = files.clone();
        if freed.is_empty() {
            return all;
        }
        for (file, section) in self.patch.files.iter().enumerate() {
            let uses = |path: Option<&RelPath>| path.is_some_and(|path| freed.contains(path));
            if uses(supply::destination(section)) || uses(section.path.named()) {
                all.insert(file);
            }
        }
        all
    }
}

/// Returns whether one path can only be a file's where the other is none.
fn is_beside(one: &RelPath, other: &RelPath) -> bool {
    one.below(other).is_some() || other.below(one).is_some()
}

/// Returns the path at which a section makes a file, or to which it moves one.
fn comes(file: &FilePatch) -> Option<&RelPath> {
    match file.op {
        FileOp::Create => file.path.named(),
        FileOp::Rename { .. } | FileOp::Copy { .. } => supply::destination(file),
        FileOp::Modify | FileOp::Delete | FileOp::Replace => None,
    }
}

/// Returns the paths that sections of a patch take away, each with the section, and that nothing is there then. With a file
/// goes what keeps others from being a folder's or a file's: new files below it, or in the place of its folder.
pub(super) fn paths(patch: &Patch) -> BTreeMap<RelPath, (usize, Snapshot)> {
    let goes = |file: &FilePatch| {
        matches!(file.op, FileOp::Delete | FileOp::Rename { .. }) && file.invalid.is_none()
    };
    let sections = patch.files.iter().enumerate();
    let freed = sections.filter(|(_, file)| goes(file));
    let freed = freed.filter_map(|(at, file)| Some((at, file.path.named()?.clone())));
    let freed: BTreeMap<RelPath, usize> = freed.map(|(at, path)| (path, at)).collect();
    let above = |path: &RelPath| std::iter::successors(path.parent(), RelPath::parent);
    let folders: BTreeMap<RelPath, usize> = freed
        .iter()
        .flat_map(|(path, at)| above(path).map(|folder| (folder, *at)))
        .collect();
    let coming = patch.files.iter().filter_map(comes);
    let turned = coming.filter_map(|path| {
        let file = above(path).find_map(|file| freed.get(&file));
        Some((path.clone(), *file.or(folders.get(path))?))
    });
    let turned: Vec<(RelPath, usize)> = turned.collect();
    let freed = turned.into_iter().chain(freed);
    freed
        .map(|(path, at)| (path.clone(), (at, Snapshot::new(path, Content::Absent))))
        .collect()
}

/// Returns the paths that sections of a patch move files to, each with the section.
pub(super) fn arrivals(patch: &Patch) -> BTreeMap<RelPath, usize> {
    let moved = patch.files.iter().enumerate();
    let moved = moved.filter_map(|(at, file)| match &file.op {
        FileOp::Rename { to } if file.invalid.is_none() => Some((to.clone(), at)),
        FileOp::Rename { .. }
        | FileOp::Modify
        | FileOp::Create
        | FileOp::Delete
        | FileOp::Copy { .. }
        | FileOp::Replace => None,
    });
    moved.collect()
}

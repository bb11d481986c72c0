//! Paths that a patch takes away: other sections of it may use them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{Session, supply};
use crate::dialect::{Note, NoteCode};
use crate::matcher::{Cancel, Never};
use crate::patch::{Dropped, FileOp, FilePatch, Followed, HunkId, Patch};
use crate::text::display::display_line;
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
                    .filter(|_| self.is_replaced(path, file));
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

    /// Reads the reply anew where it moves a file on from a name under which no file is but the one that it moved there
    /// itself: what the name means is known only now, and stays so for the review.
    pub(super) fn follow_moves(&mut self, cancel: &dyn Cancel) {
        if self.free.is_some() {
            return;
        }
        let goes = |file: &&FilePatch| matches!(file.op, FileOp::Delete | FileOp::Rename { .. });
        let going = self.patch.files.iter().filter(goes);
        let going: BTreeSet<&RelPath> = going.filter_map(|file| file.path.named()).collect();
        let is_absent = |path: &RelPath| {
            let read = self.snapshots.get(path);
            read.is_some_and(|read| read.content == Content::Absent)
        };
        let comes = self.patch.files.iter().filter_map(supply::destination);
        let goes_on = comes.filter(|path| going.contains(path) && is_absent(path));
        let free: BTreeSet<RelPath> = goes_on.cloned().collect();
        if free.is_empty() {
            self.free = Some(free);
            return;
        }
        let mut again =
            Session::with_free_names(self.reply.clone(), self.options.clone(), Some(free));
        again.before = Arc::clone(&self.before);
        again.set_known_paths(std::mem::take(&mut self.known_paths));
        let read = std::mem::take(&mut self.snapshots);
        *self = again;
        self.supply_while(read.into_values().collect(), cancel);
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
        let is_freed = *by != file
            && self.target(*by) == Some(path)
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

/// Returns the paths that sections of a patch take away, each with the section, and that nothing is there then.
pub(super) fn paths(patch: &Patch) -> BTreeMap<RelPath, (usize, Snapshot)> {
    let goes = |file: &FilePatch| {
        matches!(file.op, FileOp::Delete | FileOp::Rename { .. }) && file.invalid.is_none()
    };
    let sections = patch.files.iter().enumerate();
    let freed = sections.filter(|(_, file)| goes(file));
    let freed = freed.filter_map(|(at, file)| Some((at, file.path.named()?.clone())));
    freed
        .map(|(at, path)| (path.clone(), (at, Snapshot::new(path, Content::Absent))))
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

/// Returns the note on a section that deletes a file which the reply edits before.
pub(super) fn edits_dropped(dropped: &Dropped) -> Note {
    Note {
        code: NoteCode::EditsDropped,
        span: dropped.origin,
        text: format!(
            "the reply edits `{}` before it deletes it; those edits are left out",
            display_line(dropped.path.as_bytes())
        ),
        hunk: Some(dropped.hunk),
    }
}

/// Returns the note on a section that edits a file by the name that it has no more.
pub(super) fn rename_followed(followed: &Followed) -> Note {
    let (old, new) = (&followed.old_name, &followed.new_name);
    Note {
        code: NoteCode::RenameFollowed,
        span: followed.origin,
        text: format!(
            "the reply renamed `{}` to `{}`; these edits of the old name are made there",
            display_line(old.as_bytes()),
            display_line(new.as_bytes())
        ),
        hunk: Some(followed.hunk),
    }
}

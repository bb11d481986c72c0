//! Paths that a patch takes away: other sections of it may use them.

use std::collections::{BTreeMap, BTreeSet};

use super::{Session, supply};
use crate::patch::{FileOp, FilePatch, HunkId, Patch};
use crate::text::{Content, RelPath, Snapshot};

impl Session {
    /// Returns what was read at the target of a section: nothing lies where one makes a file when another took it away.
    pub(super) fn target_read(&self, file: usize) -> Option<&Snapshot> {
        let path = self.target(file)?;
        match &self.patch.files[file].op {
            FileOp::Create => self.left_at(path, file),
            FileOp::Modify
            | FileOp::Delete
            | FileOp::Rename { .. }
            | FileOp::Copy { .. }
            | FileOp::Replace => self.snapshots.get(path),
        }
    }

    /// Returns what lies at a path when the other sections are done with it.
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
        // What this very reply made is not made once more.
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

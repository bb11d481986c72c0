//! The only thing that can be written to disk: complete, from one plan, every file with the digest it was planned for.

use std::collections::BTreeMap;

use crate::patch::FileMode;
use crate::text::{Digest, RelPath};

/// What one apply does to the tree, all or nothing. Only `Plan::changes` makes one from a plan.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ChangeSet {
    changes: Vec<FileChange>,
    modes: BTreeMap<RelPath, FileMode>,
}

/// What becomes of one path. Every path occurs in one change only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileChange {
    /// The file at `path`, whose content is that of `before`, gets the bytes `after`.
    Modify {
        /// The file.
        path: RelPath,
        /// Digest of the content the plan was made for.
        before: Digest,
        /// The whole new content.
        after: Vec<u8>,
    },
    /// A new file; nothing may lie at `path`.
    Create {
        /// The file.
        path: RelPath,
        /// The whole content.
        after: Vec<u8>,
    },
    /// The file is removed.
    Delete {
        /// The file.
        path: RelPath,
        /// Digest of the content the plan was made for.
        before: Digest,
    },
    /// The file moves; nothing may lie at `to`.
    Rename {
        /// Where it lies.
        from: RelPath,
        /// Where it goes.
        to: RelPath,
        /// Digest of the content at `from`.
        before: Digest,
        /// The whole content at `to`.
        after: Vec<u8>,
    },
    /// A changed or equal copy is made; nothing may lie at `to`.
    Copy {
        /// What is copied.
        from: RelPath,
        /// Where the copy goes.
        to: RelPath,
        /// Digest of the content at `from`.
        before: Digest,
        /// The whole content at `to`.
        after: Vec<u8>,
    },
}

impl ChangeSet {
    pub(crate) fn new(changes: Vec<FileChange>) -> ChangeSet {
        ChangeSet {
            changes,
            modes: BTreeMap::new(),
        }
    }

    /// Says what the file that is written at `path` is to be.
    pub(crate) fn set_mode(&mut self, path: RelPath, mode: FileMode) {
        self.modes.insert(path, mode);
    }

    /// Returns what the file that is written at `path` is to be; `None` leaves its mode as it is, or as the system gives it.
    pub fn mode(&self, path: &RelPath) -> Option<FileMode> {
        self.modes.get(path).copied()
    }

    /// Returns the changes in the patch's order.
    pub fn changes(&self) -> &[FileChange] {
        &self.changes
    }

    /// Returns whether there is nothing to write.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }
}

impl FileChange {
    /// Returns the path the change is named by: where the content lies before it, or the new file's.
    pub fn path(&self) -> &RelPath {
        match self {
            FileChange::Modify { path, .. }
            | FileChange::Create { path, .. }
            | FileChange::Delete { path, .. } => path,
            FileChange::Rename { from, .. } | FileChange::Copy { from, .. } => from,
        }
    }

    /// Returns where the new content goes; `None` where there is none.
    pub fn written(&self) -> Option<&RelPath> {
        match self {
            FileChange::Modify { path, .. } | FileChange::Create { path, .. } => Some(path),
            FileChange::Rename { to, .. } | FileChange::Copy { to, .. } => Some(to),
            FileChange::Delete { .. } => None,
        }
    }

    /// Returns every path that is written or removed: two where a file moves.
    pub fn paths(&self) -> impl Iterator<Item = &RelPath> {
        let (first, second) = match self {
            FileChange::Modify { path, .. }
            | FileChange::Create { path, .. }
            | FileChange::Delete { path, .. } => (path, None),
            FileChange::Rename { from, to, .. } => (from, Some(to)),
            FileChange::Copy { to, .. } => (to, None),
        };
        std::iter::once(first).chain(second)
    }
}

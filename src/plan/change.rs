//! The only thing that can be written to disk: complete, from one plan, every file with the digest it was planned for.

use std::collections::{BTreeMap, BTreeSet};

use super::{FilePlan, HunkPlan, Plan, Scope, Settled};
use crate::patch::{FileMode, FileOp, FilePatch, HunkId};
use crate::text::{Digest, RelPath, Snapshot};

/// What one apply does to the tree, all or nothing. Only `Plan::changes` makes one from a plan.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ChangeSet {
    changes: Vec<FileChange>,
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
        /// What it is to be; `None` leaves its mode as it is.
        mode: Option<FileMode>,
        /// The file whose permissions, owner and attributes it gets, where that moves or is copied here; `None` keeps its own.
        like: Option<RelPath>,
    },
    /// The file at `path` keeps its content and becomes a program, or none.
    Mode {
        /// The file.
        path: RelPath,
        /// Digest of the content the plan was made for.
        before: Digest,
        /// What it is to be.
        mode: FileMode,
    },
    /// A new file; nothing may lie at `path`.
    Create {
        /// The file.
        path: RelPath,
        /// The whole content.
        after: Vec<u8>,
        /// What it is to be; `None` leaves that to the system.
        mode: Option<FileMode>,
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
        /// What it is to be; `None` leaves it as what it comes from is.
        mode: Option<FileMode>,
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
        /// What it is to be; `None` leaves it as what it comes from is.
        mode: Option<FileMode>,
    },
}

impl ChangeSet {
    pub(crate) fn new(changes: Vec<FileChange>) -> ChangeSet {
        ChangeSet { changes }
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
            | FileChange::Mode { path, .. }
            | FileChange::Create { path, .. }
            | FileChange::Delete { path, .. } => path,
            FileChange::Rename { from, .. } | FileChange::Copy { from, .. } => from,
        }
    }

    /// Returns the whole content that is written; `None` where a file goes, or keeps what it has.
    pub fn after(&self) -> Option<&[u8]> {
        match self {
            FileChange::Modify { after, .. }
            | FileChange::Create { after, .. }
            | FileChange::Rename { after, .. }
            | FileChange::Copy { after, .. } => Some(after),
            FileChange::Mode { .. } | FileChange::Delete { .. } => None,
        }
    }

    /// Returns what the file that is written is to be; `None` where nothing is said of that.
    pub fn mode(&self) -> Option<FileMode> {
        match self {
            FileChange::Mode { mode, .. } => Some(*mode),
            FileChange::Modify { mode, .. }
            | FileChange::Create { mode, .. }
            | FileChange::Rename { mode, .. }
            | FileChange::Copy { mode, .. } => *mode,
            FileChange::Delete { .. } => None,
        }
    }

    /// Returns what becomes of the file's mode, in words; `None` where nothing does. A file that was not there had no mode to
    /// change.
    pub fn mode_words(&self) -> Option<String> {
        let is_new = matches!(self, FileChange::Create { .. });
        match self.mode()? {
            FileMode::Plain if is_new => None,
            FileMode::Executable if is_new => Some("mode 755".to_string()),
            mode @ (FileMode::Plain | FileMode::Executable | FileMode::Special(_)) => {
                Some(mode.words())
            }
        }
    }

    /// Returns every path that is written or removed: two where a file moves.
    pub fn paths(&self) -> impl Iterator<Item = &RelPath> {
        let (first, second) = match self {
            FileChange::Modify { path, .. }
            | FileChange::Mode { path, .. }
            | FileChange::Create { path, .. }
            | FileChange::Delete { path, .. } => (path, None),
            FileChange::Rename { from, to, .. } => (from, Some(to)),
            FileChange::Copy { to, .. } => (to, None),
        };
        std::iter::once(first).chain(second)
    }
}

impl Plan {
    /// Returns what `scope` writes.
    ///
    /// # Errors
    /// The hunks of `scope` that are stuck: nothing is written while there is one.
    pub fn changes(
        &self,
        files: &[FilePatch],
        scope: Scope,
        settled: &Settled,
    ) -> Result<ChangeSet, Vec<HunkId>> {
        let stuck = self.stuck(scope);
        if !stuck.is_empty() {
            return Err(stuck);
        }
        let sections = self.files.iter().zip(files);
        let sections: Vec<Section<'_>> = sections
            .map(|(plan, file)| Section { plan, file })
            .filter(|section| section.plan.written(scope).next().is_some())
            .collect();
        // A person may have given several sections the same target: they make one change, in the place of the first.
        let mut of_target: BTreeMap<&RelPath, Vec<Section<'_>>> = BTreeMap::new();
        for section in &sections {
            if let (FileOp::Modify, Some(target)) = (&section.plan.op, &section.plan.target) {
                of_target.entry(target).or_default().push(*section);
            }
        }
        let mut changes = Changes::default();
        let kept = self.kept(scope, settled);
        for section in &sections {
            let target = section.plan.target.as_ref();
            let all = if let (FileOp::Modify, Some(target)) = (&section.plan.op, target) {
                of_target.remove(target).unwrap_or_default()
            } else {
                vec![*section]
            };
            let Some((first, others)) = all.split_first() else {
                continue;
            };
            let stuck =
                || -> Vec<HunkId> { section.plan.written(scope).map(|hunk| hunk.id).collect() };
            let after = after(first, others, scope, settled).ok_or_else(stuck)?;
            let mode = all.iter().rev().find_map(|section| section.mode(scope));
            let Some(change) = file_change(first.plan, after, mode) else {
                continue;
            };
            if change
                .paths()
                .last()
                .is_some_and(|path| kept.contains(path))
            {
                return Err(stuck());
            }
            changes.add(change).ok_or_else(stuck)?;
        }
        Ok(ChangeSet::new(changes.of_paths()))
    }

    /// Returns the paths whose files sections take away, but not in this scope: nothing can be put there. A file that another
    /// section brings there first would be left half way.
    fn kept(&self, scope: Scope, settled: &Settled) -> BTreeSet<&RelPath> {
        let is_there = |file: &FilePlan| {
            let snapshot = file.snapshot.as_ref();
            snapshot.and_then(Snapshot::digest).is_some()
        };
        let brought: BTreeSet<&RelPath> = self.files.iter().filter_map(moved_to).collect();
        let is_brought = |file: &FilePlan| {
            let is_refused = |hunk: &HunkPlan| settled.decision(hunk.id).is_rejected();
            let path = file.target.as_ref();
            let goes_on =
                moved_to(file).is_some() && path.is_some_and(|path| brought.contains(path));
            goes_on && !file.hunks.iter().any(is_refused)
        };
        let goes = |file: &&FilePlan| matches!(file.op, FileOp::Delete | FileOp::Rename { .. });
        let going = self.files.iter().filter(goes);
        let going = going.filter(|file| is_there(file) || is_brought(file));
        let kept = going.filter(|file| file.written(scope).next().is_none());
        kept.filter_map(|file| file.target.as_ref()).collect()
    }
}

/// Returns where a section moves its file to.
fn moved_to(file: &FilePlan) -> Option<&RelPath> {
    match &file.op {
        FileOp::Rename { to } => Some(to),
        FileOp::Modify
        | FileOp::Create
        | FileOp::Delete
        | FileOp::Copy { .. }
        | FileOp::Replace => None,
    }
}

/// Changes in the patch's order, and what each does to which path: one may free a path that another uses.
#[derive(Default)]
struct Changes {
    all: Vec<FileChange>,
    /// Paths at which something goes, with what is there before.
    goes: BTreeMap<RelPath, Digest>,
    /// Paths at which something is made.
    comes: BTreeSet<RelPath>,
    /// The folders that these lie in: no file can be made there.
    folders: BTreeSet<RelPath>,
    /// Paths whose file is changed where it is: nothing else is done to them.
    changed: BTreeSet<RelPath>,
}

impl Changes {
    /// Takes one more; `None` where it does to a path what another does already.
    fn add(&mut self, change: FileChange) -> Option<()> {
        let (goes, comes) = match &change {
            FileChange::Modify { path, .. } | FileChange::Mode { path, .. } => {
                let is_free = !self.goes.contains_key(path) && !self.comes.contains(path);
                (is_free && self.changed.insert(path.clone())).then_some(())?;
                (None, None)
            }
            FileChange::Create { path, .. } => (None, Some(path)),
            FileChange::Delete { path, before } => (Some((path, before)), None),
            FileChange::Rename {
                from, to, before, ..
            } => (Some((from, before)), Some(to)),
            FileChange::Copy { to, .. } => (None, Some(to)),
        };
        if let Some((path, before)) = goes {
            let is_free = !self.changed.contains(path);
            (is_free && self.goes.insert(path.clone(), *before).is_none()).then_some(())?;
        }
        if let Some(path) = comes {
            let above = || std::iter::successors(path.parent(), RelPath::parent);
            let is_free = !self.changed.contains(path)
                && !self.folders.contains(path)
                && !above().any(|folder| self.comes.contains(&folder));
            (is_free && self.comes.insert(path.clone())).then_some(())?;
            self.folders.extend(above());
        }
        self.all.push(change);
        Some(())
    }

    /// Returns one change for each path: where something goes and something else comes, the file is changed.
    fn of_paths(self) -> Vec<FileChange> {
        let Changes {
            all, goes, comes, ..
        } = self;
        let is_both = |path: &RelPath| goes.contains_key(path) && comes.contains(path);
        let mut changes = Vec::new();
        for change in all {
            match change {
                FileChange::Rename {
                    from,
                    to,
                    before,
                    after,
                    mode,
                } if is_both(&from) || is_both(&to) => {
                    if !comes.contains(&from) {
                        let path = from.clone();
                        changes.push(FileChange::Delete { path, before });
                    }
                    changes.push(match goes.get(&to) {
                        Some(there) => FileChange::Modify {
                            path: to,
                            before: *there,
                            after,
                            mode,
                            like: Some(from),
                        },
                        None => FileChange::Copy {
                            from,
                            to,
                            before,
                            after,
                            mode,
                        },
                    });
                }
                FileChange::Copy {
                    from,
                    to,
                    after,
                    mode,
                    ..
                } if is_both(&to) => changes.push(FileChange::Modify {
                    before: goes[&to],
                    path: to,
                    after,
                    mode,
                    like: Some(from),
                }),
                // It is another file, and a program only where the patch says so.
                FileChange::Create { path, after, mode } if is_both(&path) => {
                    changes.push(FileChange::Modify {
                        before: goes[&path],
                        path,
                        after,
                        mode: mode.or(Some(FileMode::Plain)),
                        like: None,
                    });
                }
                FileChange::Delete { path, .. } if is_both(&path) => {}
                change @ (FileChange::Modify { .. }
                | FileChange::Mode { .. }
                | FileChange::Create { .. }
                | FileChange::Delete { .. }
                | FileChange::Rename { .. }
                | FileChange::Copy { .. }) => changes.push(change),
            }
        }
        changes
    }
}

/// A section of the patch and its plan.
#[derive(Clone, Copy)]
struct Section<'a> {
    plan: &'a FilePlan,
    file: &'a FilePatch,
}

impl Section<'_> {
    /// Returns what its hunks of `scope` say that the file is to be.
    fn mode(&self, scope: Scope) -> Option<FileMode> {
        match self.plan.op {
            FileOp::Modify => {
                let written = self.plan.written(scope);
                let modes = written.filter_map(|hunk| self.file.hunks[hunk.id.hunk].mode);
                modes.last()
            }
            FileOp::Create
            | FileOp::Delete
            | FileOp::Rename { .. }
            | FileOp::Copy { .. }
            | FileOp::Replace => self.file.mode,
        }
    }
}

/// Returns the content that sections of one target make; `None` where it has no text or two of their hunks collide.
fn after(
    first: &Section<'_>,
    others: &[Section<'_>],
    scope: Scope,
    settled: &Settled,
) -> Option<Vec<u8>> {
    if others.is_empty() {
        return first.plan.result(first.file, scope, settled);
    }
    let edits = |section: &Section<'_>| section.plan.edits(section.file, scope, settled);
    let all = others
        .iter()
        .try_fold(edits(first)?, |all, other| all.with(&edits(other)?))?;
    Some(all.apply(first.plan.snapshot.as_ref()?.text()?))
}

/// Returns the change of one file; `None` when it stays as it is where it is.
fn file_change(plan: &FilePlan, after: Vec<u8>, mode: Option<FileMode>) -> Option<FileChange> {
    let path = plan.target.clone()?;
    let snapshot = plan.snapshot.as_ref()?;
    let Some(before) = snapshot.digest() else {
        return Some(FileChange::Create { path, after, mode });
    };
    // What a file is already need not be made of it, nor said.
    let mode = mode.filter(|mode| !mode.is_of(snapshot));
    let unchanged = snapshot.text().is_some_and(|text| text.as_bytes() == after);
    match &plan.op {
        FileOp::Delete => Some(FileChange::Delete { path, before }),
        FileOp::Rename { to } => Some(FileChange::Rename {
            from: path,
            to: to.clone(),
            before,
            after,
            mode,
        }),
        FileOp::Copy { to } => Some(FileChange::Copy {
            from: path,
            to: to.clone(),
            before,
            after,
            mode,
        }),
        FileOp::Modify | FileOp::Create | FileOp::Replace if unchanged => {
            let mode = mode?;
            Some(FileChange::Mode { path, before, mode })
        }
        FileOp::Modify | FileOp::Create | FileOp::Replace => Some(FileChange::Modify {
            path,
            before,
            after,
            mode,
            like: None,
        }),
    }
}

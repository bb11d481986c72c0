//! What is to be done to the tree, path by path: a change set taken apart, or an apply turned round.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::HardLinks;
use super::journal::Change;
use super::new_folders::NewFolders;
use super::stage::Attributes;
use crate::patch::FileMode;
use crate::plan::{ChangeSet, FileChange};
use crate::text::{Digest, RelPath};

/// What is to be done to the tree.
pub(super) struct Order<'a> {
    pub(super) reply: Digest,
    pub(super) undoes: Option<u64>,
    /// The inode of the folder that this one is recorded in, where that is another than the writer's.
    pub(super) undoes_in: Option<u64>,
    pub(super) hard_links: HardLinks,
    pub(super) wants: Vec<Want<'a>>,
    /// Files that are only read, and the digests they must have.
    pub(super) reads: Vec<(RelPath, Digest)>,
    /// Folders to remove after the commit if they are empty then.
    pub(super) spare_folders: NewFolders,
}

/// What is to become of one path.
pub(super) struct Want<'a> {
    pub(super) path: RelPath,
    pub(super) change: Change,
    /// The new content; `None` where the file is removed or keeps its own.
    pub(super) content: Option<Cow<'a, [u8]>>,
    pub(super) like: Like,
    /// Whether the patch says that it can be run as a program, or not.
    pub(super) mode: Option<FileMode>,
}

impl Want<'_> {
    /// Returns whether a file that is there gets another mode than it has: undo must give it back then.
    pub(super) fn sets_mode(&self) -> bool {
        let is_given = !matches!(self.like, Like::Itself) || self.mode.is_some();
        is_given && matches!(self.change, Change::Edit { .. })
    }
}

/// Where the mode, owner and extended attributes of new content come from.
#[derive(Debug, Clone)]
pub(super) enum Like {
    /// From the file it replaces, or as the system gives them to a new one.
    Itself,
    /// From another file of the tree.
    File(RelPath),
    /// As given.
    Given(Attributes),
}

impl<'a> Order<'a> {
    /// Takes a change set apart.
    pub(super) fn of(changes: &'a ChangeSet, reply: Digest, hard_links: HardLinks) -> Order<'a> {
        let mut order = Order {
            reply,
            undoes: None,
            undoes_in: None,
            hard_links,
            wants: Vec::new(),
            reads: Vec::new(),
            spare_folders: NewFolders::default(),
        };
        for change in changes.changes() {
            add(&mut order, change);
        }
        order
    }

    /// Returns the files that get another content or mode, under their own names or where they move: other names that such
    /// a file has would not follow.
    pub(super) fn rewritten(&self) -> BTreeSet<&RelPath> {
        let goes: BTreeMap<&RelPath, Change> = self
            .wants
            .iter()
            .map(|want| (&want.path, want.change))
            .collect();
        let in_place = self.wants.iter().filter(|want| match want.change {
            Change::Edit { .. } | Change::Mode { .. } => true,
            Change::Create { .. } | Change::Delete { .. } => false,
        });
        let moved = self.wants.iter().filter_map(|want| match &want.like {
            Like::File(from) => {
                let before = goes.get(from)?.before();
                (want.change.after() != before).then_some(from)
            }
            Like::Itself | Like::Given(_) => None,
        });
        in_place.map(|want| &want.path).chain(moved).collect()
    }
}

/// Breaks a change into what becomes of each path.
fn add<'a>(order: &mut Order<'a>, change: &'a FileChange) {
    let mode = change.mode();
    let mut want = |path: &RelPath, change: Change, content: Option<&'a [u8]>, like: Like| {
        order.wants.push(Want {
            path: path.clone(),
            change,
            content: content.map(Cow::Borrowed),
            like,
            mode,
        });
    };
    let created = |after: &[u8]| Change::Create {
        after: Digest::of(after),
    };
    match change {
        FileChange::Modify {
            path,
            before,
            after,
            like,
            ..
        } => {
            let edit = Change::Edit {
                before: *before,
                after: Digest::of(after),
            };
            let like = like.clone().map_or(Like::Itself, Like::File);
            want(path, edit, Some(after), like);
        }
        FileChange::Mode { path, before, .. } => {
            let change = Change::Mode {
                content: *before,
                modes: None,
            };
            want(path, change, None, Like::Itself);
        }
        FileChange::Create { path, after, .. } => {
            want(path, created(after), Some(after), Like::Itself);
        }
        FileChange::Delete { path, before } => {
            want(path, Change::Delete { before: *before }, None, Like::Itself);
        }
        FileChange::Rename {
            from,
            to,
            before,
            after,
            ..
        } => {
            want(to, created(after), Some(after), Like::File(from.clone()));
            want(from, Change::Delete { before: *before }, None, Like::Itself);
        }
        FileChange::Copy {
            from,
            to,
            before,
            after,
            ..
        } => {
            want(to, created(after), Some(after), Like::File(from.clone()));
            order.reads.push((from.clone(), *before));
        }
    }
}

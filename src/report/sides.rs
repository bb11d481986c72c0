//! What a change set makes of each file, as two texts that can be compared and written as a patch.

use crate::dialect::write::Change;
use crate::patch::{FileMode, FileOp};
use crate::plan::{ChangeSet, FileChange};
use crate::session::Session;
use crate::text::{RelPath, Text};

/// Both contents of one file.
#[derive(Debug)]
pub struct Sides {
    path: RelPath,
    op: FileOp,
    old: Text,
    new: Text,
    old_mode: FileMode,
    new_mode: FileMode,
}

impl Sides {
    /// Returns the change that makes one of the other.
    pub fn change(&self) -> Change<'_> {
        Change {
            path: &self.path,
            op: self.op.clone(),
            old: &self.old,
            new: &self.new,
            old_mode: self.old_mode,
            new_mode: self.new_mode,
        }
    }
}

/// Returns both contents of each file that `changes` are about.
pub fn sides(session: &Session, changes: &ChangeSet) -> Vec<Sides> {
    let one = |change: &FileChange| {
        let path = change.path();
        let snapshot = session.snapshots().get(path);
        let present = || {
            let text = snapshot.and_then(|snapshot| snapshot.text());
            text.map_or_else(|| Text::new(""), |text| Text::clone(text))
        };
        let (op, old, new) = match change {
            FileChange::Modify { after, .. } => {
                (FileOp::Modify, present(), Text::new(after.clone()))
            }
            FileChange::Mode { .. } => (FileOp::Modify, present(), present()),
            FileChange::Create { after, .. } => {
                (FileOp::Create, Text::new(""), Text::new(after.clone()))
            }
            FileChange::Delete { .. } => (FileOp::Delete, present(), Text::new("")),
            FileChange::Rename { to, after, .. } => {
                let op = FileOp::Rename { to: to.clone() };
                (op, present(), Text::new(after.clone()))
            }
            FileChange::Copy { to, after, .. } => {
                let op = FileOp::Copy { to: to.clone() };
                (op, present(), Text::new(after.clone()))
            }
        };
        let old_mode = snapshot.map_or(FileMode::Plain, FileMode::of);
        Sides {
            path: path.clone(),
            op,
            old,
            new,
            old_mode,
            new_mode: change.mode().unwrap_or(old_mode),
        }
    };
    changes.changes().iter().map(one).collect()
}

//! What a patch that was written comes to when it is read again as a reply.

use std::collections::BTreeMap;

use crate::dialect::write::Change;
use crate::matcher::Never;
use crate::patch::FileOp;
use crate::plan::{FileChange, Scope};
use crate::session::{Options, Session};
use crate::text::{RelPath, Snapshot};

/// What a patch comes to when it is read again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadBack {
    /// To the changes that it was written for.
    Same,
    /// To nothing, until a person was asked.
    Waits,
    /// To other changes.
    Other,
}

/// Reads `text`, which was written for `changes`, beside the files that `read` returns.
pub fn read_back(
    text: &[u8],
    changes: &[Change<'_>],
    options: Options,
    read: impl Fn(&RelPath) -> Snapshot,
) -> ReadBack {
    let mut again = Session::open(text, options);
    again.supply_wanted(read, &Never);
    if again.unread().next().is_some() {
        return ReadBack::Waits;
    }
    let Ok(made) = again.changes(Scope::Everything) else {
        return ReadBack::Waits;
    };
    let made: BTreeMap<&RelPath, Option<&[u8]>> = made.changes().iter().map(result).collect();
    let meant = changes.iter().map(|change| {
        let is_gone = change.op == FileOp::Delete || change.keeps_lines();
        (change.path, (!is_gone).then(|| change.new.as_bytes()))
    });
    if made == meant.collect() {
        ReadBack::Same
    } else {
        ReadBack::Other
    }
}

/// Returns the path of a change and what its file holds then; `None` where it is gone, or only its mode changes.
fn result(change: &FileChange) -> (&RelPath, Option<&[u8]>) {
    let after = match change {
        FileChange::Modify { after, .. }
        | FileChange::Create { after, .. }
        | FileChange::Rename { after, .. }
        | FileChange::Copy { after, .. } => Some(after.as_slice()),
        FileChange::Mode { .. } | FileChange::Delete { .. } => None,
    };
    (change.path(), after)
}

//! What a patch that was written comes to when it is read again as a reply.

use std::collections::BTreeMap;

use bstr::ByteSlice;

use super::finding::refusals;
use crate::dialect::write::Change;
use crate::matcher::Never;
use crate::patch::{FileMode, FileOp};
use crate::plan::{FileChange, Scope};
use crate::session::{Options, Session};
use crate::text::{RelPath, Snapshot};

/// What a patch comes to when it is read again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReadBack {
    /// To the changes that it was written for.
    Same,
    /// To nothing, until a person was asked; why, in a few words.
    Waits(String),
    /// To the changes that it was written for, once hidden text is allowed.
    Refused,
    /// To the same changes, but that some lines end otherwise.
    OtherEnds,
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
        return ReadBack::Waits("a part is not read as an edit".to_string());
    }
    let Ok(made) = again.changes(Scope::Everything) else {
        let why = again
            .needing_person()
            .find_map(|hunk| again.message(hunk.id));
        return ReadBack::Waits(why.unwrap_or_else(|| "it needs review".to_string()));
    };
    let made = made.changes().iter().map(|change| result(&again, change));
    let made: BTreeMap<Paths<'_>, Made<'_>> = made.collect();
    let meant: BTreeMap<Paths<'_>, Made<'_>> = changes.iter().map(of_change).collect();
    if made == meant && refusals(&again).is_empty() {
        ReadBack::Same
    } else if made == meant {
        ReadBack::Refused
    } else if ends_aside(&made) == ends_aside(&meant) {
        ReadBack::OtherEnds
    } else {
        ReadBack::Other
    }
}

/// A file's path, and where it moves or is copied.
type Paths<'a> = (&'a RelPath, Option<&'a RelPath>);

/// What becomes of a file.
#[derive(Debug, PartialEq, Eq)]
struct Made<'a> {
    is_copy: bool,
    /// All of it, where its lines are written.
    content: Option<&'a [u8]>,
    /// What it is then; `None` where it is gone.
    mode: Option<FileMode>,
}

/// What becomes of a file, but for how its lines end.
type EndsAside<'a> = (&'a Paths<'a>, bool, Option<FileMode>, Option<Vec<&'a [u8]>>);

fn ends_aside<'a>(files: &'a BTreeMap<Paths<'a>, Made<'a>>) -> Vec<EndsAside<'a>> {
    let files = files.iter().map(|(paths, made)| {
        let lines = made.content.map(|content| content.lines().collect());
        (paths, made.is_copy, made.mode, lines)
    });
    files.collect()
}

fn of_change<'a>(change: &'a Change<'_>) -> (Paths<'a>, Made<'a>) {
    let is_gone = change.op == FileOp::Delete;
    let to = change.op.to();
    let made = Made {
        is_copy: matches!(change.op, FileOp::Copy { .. }),
        content: (!is_gone && !change.keeps_lines()).then(|| change.new.as_bytes()),
        mode: (!is_gone).then_some(change.new_mode),
    };
    ((change.path, to), made)
}

/// Returns what a change of `session` makes of a file.
fn result<'a>(session: &Session, change: &'a FileChange) -> (Paths<'a>, Made<'a>) {
    let before = session.snapshots().get(change.path());
    let before = before.map_or(FileMode::Plain, FileMode::of);
    let (to, is_copy) = match change {
        FileChange::Rename { to, .. } => (Some(to), false),
        FileChange::Copy { to, .. } => (Some(to), true),
        FileChange::Modify { .. }
        | FileChange::Mode { .. }
        | FileChange::Create { .. }
        | FileChange::Delete { .. } => (None, false),
    };
    let is_gone = matches!(change, FileChange::Delete { .. });
    let made = Made {
        is_copy,
        content: change.after(),
        mode: (!is_gone).then(|| change.mode().unwrap_or(before)),
    };
    ((change.path(), to), made)
}

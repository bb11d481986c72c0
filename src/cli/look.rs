//! What a write would find on disk, looked at before: for `check`, `--dry-run` and `serve`.

use std::collections::BTreeSet;

use crate::patch::{FileOp, FilePatch, HunkLine};
use crate::plan::{FilePlan, Scope};
use crate::session::Session;
use crate::text::RelPath;
use crate::workspace::{Aim, Facts, Workspace, WorkspaceError};

/// Returns whether sections may be in each other's way: a file may need a place that another, which waits, does not free, and
/// two may have the same target.
pub(super) fn may_collide(session: &Session) -> bool {
    let mut targets = BTreeSet::new();
    session.plan().files.iter().any(|file| {
        let moves = matches!(
            file.op,
            FileOp::Rename { .. } | FileOp::Copy { .. } | FileOp::Create
        );
        let target = file.target.as_ref();
        moves || target.is_some_and(|target| !targets.insert(target))
    })
}

/// Looks at all that the write of `scope` would look at, and writes nothing.
///
/// # Errors
/// As the write would be refused.
pub(super) fn look(
    workspace: &Workspace,
    session: &Session,
    scope: Scope,
) -> Result<(), WorkspaceError> {
    look_as_read(workspace, session, scope, &Facts::default())
}

/// Does the same right after the files were read, with the `facts` that were noted of them then.
///
/// # Errors
/// As the write would be refused.
pub(super) fn look_as_read(
    workspace: &Workspace,
    session: &Session,
    scope: Scope,
    facts: &Facts,
) -> Result<(), WorkspaceError> {
    let files = session.plan().files.iter().zip(&session.patch().files);
    let written = files.filter(|(plan, _)| plan.written(scope).next().is_some());
    let aims: Vec<(RelPath, Aim)> = written.flat_map(|(plan, file)| aims(plan, file)).collect();
    workspace.look_as_read(&targets(session), &aims, facts)
}

/// Looks for the records of interrupted applies that hold every write, whatever the patch comes to.
///
/// # Errors
/// As the write would be refused.
pub(super) fn look_at_records(
    workspace: &Workspace,
    session: &Session,
) -> Result<(), WorkspaceError> {
    workspace.look(&targets(session), &[])
}

fn targets(session: &Session) -> Vec<RelPath> {
    let files = session.plan().files.iter();
    files.filter_map(|file| file.target.clone()).collect()
}

/// Returns what becomes of which paths where the hunks of a file are written.
fn aims(plan: &FilePlan, file: &FilePatch) -> impl Iterator<Item = (RelPath, Aim)> {
    let is_there = plan.text().is_some();
    let is_changed = file
        .hunks
        .iter()
        .any(|hunk| hunk.lines.iter().any(HunkLine::is_change));
    let sets_mode = file.hunks.iter().all(|hunk| hunk.mode.is_some());
    let here = match &plan.op {
        FileOp::Modify if is_there && !is_changed && sets_mode => Some(Aim::Mode),
        FileOp::Modify | FileOp::Create | FileOp::Replace if is_there => Some(Aim::Rewrite),
        FileOp::Modify | FileOp::Create | FileOp::Replace => Some(Aim::Make),
        FileOp::Delete => Some(Aim::Remove),
        FileOp::Rename { .. } if is_changed => Some(Aim::Move),
        // Its other names keep what they have.
        FileOp::Rename { .. } => Some(Aim::Remove),
        FileOp::Copy { .. } => None,
    };
    let there = plan.op.to();
    let target = plan.target.as_ref();
    let here = target.cloned().zip(here);
    let there = there.zip(target).map(|(to, from)| {
        let from = from.clone();
        (to.clone(), Aim::MakeLike { from })
    });
    here.into_iter().chain(there)
}

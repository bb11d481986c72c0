//! A change set onto the disk, all or nothing: look, record, stage, change by renames, check what was displaced, commit.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

use rustix::fs::Mode;

use super::Workspace;
use super::error::WorkspaceError;
use super::folders::Folders;
use super::held::Held;
use super::journal::{Entry, OpFolder, Origin, Phase, Record, next_id};
use super::order::Order;
use super::ready::{Ready, count_names_together, drift, new_folders, ready};
use super::recover::{RolledBack, finish, not_as_before, roll_back, sync};
use super::retention::forget;
use super::site::When;
use super::stages::{Progress, Staged};
use super::state::{State, make_usable_folder, names_in};
use super::step::Step;
use super::system::UNPROMISED;
use super::tree::{Blocked, Identity, stat};
use crate::text::RelPath;
use crate::text::display::{display_line, display_path};

/// What was written, and under which number it can be undone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Applied {
    /// The number of the apply, from 1; 0 when there was nothing to write and nothing is recorded.
    pub id: u64,
    /// The paths that were changed, made or removed, in the change set's order.
    pub written: Vec<RelPath>,
    /// What did not go well after the commit: the files are right, but something of ours could not be tidied.
    pub notes: Vec<String>,
}

/// Writes an order. The lock must be held, and earlier crashes recovered from.
pub(super) fn write(
    ws: &Workspace,
    held: &mut Held,
    mut order: Order,
) -> Result<Applied, WorkspaceError> {
    let spare_folders = std::mem::take(&mut order.spare_folders);
    let mut folders = Folders::new(&ws.tree);
    let mut ready = loop {
        let ready = ready(ws, &mut folders, &order)?;
        // Whoever writes into a folder by its own records is waited for, and then all is looked at once more.
        if !held.lock_below(ws, folders.with_state())? {
            match others_stage(&mut folders, order.wants.iter().map(|want| &want.path))? {
                None => break ready,
                Some(path) if held.locks.is_time_up() => {
                    return Err(WorkspaceError::Staged { path });
                }
                Some(_) => std::thread::sleep(Duration::from_millis(50)),
            }
        }
        folders = Folders::new(&ws.tree);
    };
    let state = held.own();
    let id = next_id(held.readable())?;
    let mut record = Record::new(id, ws.now(), order.reply, order.undoes);
    record.root = ws.below_top(state);
    record.undoes_in = order.undoes_in;
    record
        .make_nonce()
        .map_err(WorkspaceError::failed("get random bytes for", state.path()))?;
    record.new_folders = new_folders(&ready);
    record.spare_folders = spare_folders;
    for (index, one) in ready.iter_mut().enumerate() {
        record.entries.push(Entry {
            path: one.want.path.clone(),
            change: one.change,
            sets_mode: one.want.sets_mode(),
            makes_program: one.makes_program(),
            in_new_folder: one.n_present.is_some(),
            given: one.given_attributes(),
            found: one.attributes_that_go(),
        });
        one.staged = record.stage_name(index);
        one.aside = record.aside_name(index);
    }
    let bytes = record.to_bytes(state)?;
    let op = OpFolder::make(state, id)?;
    let result = op
        .write(state, Phase::Planned, &bytes)
        .and_then(|()| change(ws, &mut folders, &op, &record, &mut ready));
    // What follows opens its own, and the two together may be more than the process can have.
    drop(folders);
    if let Err(cause) = result {
        return Err(give_up(ws, state, op, record, cause));
    }
    let mut notes = tidy_up(ws, state, &op, &mut record, &ready)?;
    notes.extend(UNPROMISED.map(str::to_string));
    notes.extend(state.secrets.note.clone());
    Ok(Applied {
        id,
        written: record.entries.into_iter().map(|entry| entry.path).collect(),
        notes,
    })
}

/// Returns a stage that lies beside a target. All that is known here was put in order, so it belongs to a writer whose
/// records and lock are out of reach: another user's, or one that came by a mount of a folder in between. What was read
/// beside it may be half-made. A stage lies there before the first target is touched, so one that comes after this look
/// belongs to a writer that will find its own targets changed, or ours.
pub(super) fn others_stage<'p>(
    folders: &mut Folders,
    paths: impl IntoIterator<Item = &'p RelPath>,
) -> Result<Option<PathBuf>, WorkspaceError> {
    let mut seen = BTreeSet::new();
    for path in paths {
        if !seen.insert(path.parent()) {
            continue;
        }
        let full_path = folders.tree.full_path(path);
        let failed = |fault| WorkspaceError::failed("look beside", &full_path)(fault);
        let names = match folders.parent_of(path) {
            Ok(folder) => names_in(&folder).map_err(failed)?,
            Err(Blocked::System(fault)) => return Err(failed(fault)),
            // It is made, or was looked at and found wanting.
            Err(_) => continue,
        };
        if let Some(name) = names.iter().find(|name| Record::is_stage_or_aside(name)) {
            return Ok(Some(full_path.with_file_name(OsStr::from_bytes(name))));
        }
    }
    Ok(None)
}

/// Files the old contents after the commit. All is written by then, so what fails here is told as a note.
fn tidy_up(
    ws: &Workspace,
    state: &State,
    op: &OpFolder,
    record: &mut Record,
    ready: &[Ready],
) -> Result<Vec<String>, WorkspaceError> {
    let mut notes = Vec::new();
    let untidy = |what: &dyn std::fmt::Display| {
        format!(
            "all is written, but not all is in order yet: {what}; the next apply or undo, or `hunkwise recover`, tries again"
        )
    };
    match finish(ws, state, op, record, Origin::Here) {
        Ok(finished) => {
            notes.extend(finished.stuck.iter().map(|it| untidy(it)));
            let left_over = finished.left_over.iter();
            notes.extend(
                left_over.map(|it| format!("all is written, but an empty folder stays: {it}")),
            );
        }
        Err(WorkspaceError::Stopped) => return Err(WorkspaceError::Stopped),
        Err(fault) => notes.push(untidy(&fault.what_failed())),
    }
    if let Err(fault) = forget(state, record.id, ws.retention) {
        notes.push(format!(
            "all is written, but older applies that are over the limit are still kept: {}; the next apply tries again",
            fault.what_failed()
        ));
    }
    for (index, one) in ready.iter().enumerate() {
        let Some(identity) = one.displaced.as_ref().map(|it| &it.identity) else {
            continue;
        };
        let image = stat(&op.dir, &Record::image_name(index)).ok().flatten();
        if let Some(image) = image.map(|stat| Identity::of(&stat))
            && image.is_same_file(identity)
            && image != *identity
        {
            notes.push(format!(
                "another program was still writing into the old `{}`; what it wrote is in `{}`",
                display_line(one.want.path.as_bytes()),
                display_path(&op.path),
            ));
        }
    }
    Ok(notes)
}

/// Rolls back after a failure before the commit and returns the error to report.
fn give_up(
    ws: &Workspace,
    state: &State,
    op: OpFolder,
    record: Record,
    cause: WorkspaceError,
) -> WorkspaceError {
    if matches!(cause, WorkspaceError::Stopped) {
        return cause;
    }
    let (id, mut record) = (record.id, record);
    let rolled_back = || -> Result<RolledBack, WorkspaceError> {
        let phase = match op.phase()? {
            None => return op.remove(state).map(|()| RolledBack::default()),
            Some(Phase::Done) => {
                // The commit's rename was made but could not be synced: it is taken back first.
                op.advance(Phase::Done, Phase::Staged)?;
                Phase::Staged
            }
            Some(phase) => phase,
        };
        roll_back(
            ws,
            state,
            op,
            &mut record,
            phase,
            Origin::Here,
            When::AtOnce,
        )
    };
    match rolled_back() {
        Ok(RolledBack { left, stuck }) if stuck.is_empty() && left.is_empty() => cause,
        Ok(RolledBack { left, stuck }) if stuck.is_empty() => WorkspaceError::LeftBehind {
            id,
            cause: Box::new(cause),
            left,
        },
        // The record waits, so the recovery tells of those that are left as well.
        Ok(RolledBack { stuck, .. }) => WorkspaceError::Unfinished {
            id,
            cause: Box::new(cause),
            stuck,
        },
        Err(WorkspaceError::Stopped) => WorkspaceError::Stopped,
        Err(rollback) => WorkspaceError::RollbackFailed {
            id,
            changed: not_as_before(ws, &record),
            cause: Box::new(cause),
            rollback: Box::new(rollback),
        },
    }
}

fn change(
    ws: &Workspace,
    folders: &mut Folders,
    op: &OpFolder,
    record: &Record,
    ready: &mut [Ready],
) -> Result<(), WorkspaceError> {
    ws.at(Step::Recorded)?;
    for number in 0..record.new_folders.len() {
        make_folder(ws, folders, record, number)?;
        ws.at(Step::FolderMade(number))?;
    }
    let mut stages = op.begin_stages()?;
    let listed = |fault| WorkspaceError::failed("list the stages in", &op.path)(fault);
    let mut known = Vec::new();
    for (index, one) in ready.iter_mut().enumerate() {
        let folder = changed_folder(ws, folders, &one.want.path)?;
        let mut staged = Staged {
            inode: None,
            folder: folders
                .inode_of_parent(&one.want.path)
                .expect("a folder that is open was looked at"),
            progress: Progress::Untouched,
        };
        stages.add(index, staged).map_err(listed)?;
        one.stage(ws, &folder, |inode| {
            staged.inode = Some(inode);
            stages.add(index, staged)
        })?;
        one.keep(ws, &folder, &op.dir, index)?;
        known.push(staged);
        ws.at(Step::Staged(index))?;
    }
    sync(folders)?;
    stages.sync().map_err(listed)?;
    op.advance(Phase::Planned, Phase::Staged)?;
    ws.at(Step::AllStaged)?;
    for (index, one) in ready.iter_mut().enumerate() {
        let folder = changed_folder(ws, folders, &one.want.path)?;
        let mut staged = known[index];
        staged.progress = Progress::Begun;
        stages.add(index, staged).map_err(listed)?;
        one.swap(ws, &folder, |made| {
            staged = staged.after(made);
            stages.add(index, staged)
        })?;
        ws.at(Step::Changed(index))?;
    }
    sync(folders)?;
    // A folder that was moved meanwhile has our files, but not under the names that the patch gives them.
    folders.close();
    count_names_together(ready);
    for one in ready.iter() {
        let path = &one.want.path;
        let folder = folders.parent_of(path);
        one.check_displaced(ws, &*folder.map_err(|it| unreached(ws, path, it))?)?;
    }
    ws.at(Step::AllChanged)?;
    op.advance(Phase::Staged, Phase::Done)?;
    ws.at(Step::Committed)
}

/// Returns the folder to change `path` in.
fn changed_folder(
    ws: &Workspace,
    folders: &mut Folders,
    path: &RelPath,
) -> Result<Rc<OwnedFd>, WorkspaceError> {
    let folder = folders.changed_parent_of(path);
    folder.map_err(|blocked| unreached(ws, path, blocked))
}

/// The folder was looked at before, so one that cannot be reached now was moved or removed meanwhile.
fn unreached(ws: &Workspace, path: &RelPath, blocked: Blocked) -> WorkspaceError {
    let failed = WorkspaceError::failed("reach", ws.tree.full_path(path));
    blocked.system().map_or_else(|| drift(path), failed)
}

fn make_folder(
    ws: &Workspace,
    folders: &mut Folders,
    record: &Record,
    number: usize,
) -> Result<(), WorkspaceError> {
    let path = record.new_folders.path(number);
    let path = path.expect("the list was made of paths");
    let full_path = folders.tree.full_path(&path);
    let parent = changed_folder(ws, folders, &path)?;
    let name: &[u8] = path.file_name();
    make_usable_folder(&parent, name, Mode::from_raw_mode(0o777))
        .map(|_| ())
        .map_err(WorkspaceError::failed("make the folder", full_path))
}

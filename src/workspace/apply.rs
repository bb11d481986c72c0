//! A change set onto the disk, all or nothing: look, record, stage, change by renames, check what was displaced, commit.

use rustix::fs::Mode;
use rustix::io::{Errno, retry_on_intr};

use super::Workspace;
use super::error::WorkspaceError;
use super::journal::{Entry, OpFolder, Phase, Record};
use super::order::Order;
use super::ready::{Ready, drift, new_folders, ready};
use super::recover::{finish, roll_back, sync};
use super::retention::forget;
use super::state::State;
use super::step::Step;
use super::system::UNPROMISED;
use super::tree::{Folders, Identity, stat};
use crate::text::RelPath;
use crate::text::display::display_line;

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
    state: &State,
    mut order: Order,
) -> Result<Applied, WorkspaceError> {
    let mut folders = Folders::new(&ws.tree);
    let wants = std::mem::take(&mut order.wants);
    let mut ready = ready(ws, &mut folders, &order, wants)?;
    let id = state.ids()?.last().map_or(1, |last| last + 1);
    let mut record = Record::new(id, ws.now(), order.reply, order.undoes);
    record.new_folders = new_folders(&mut folders, &ready)?;
    record.spare_folders = order.spare_folders;
    for (index, one) in ready.iter_mut().enumerate() {
        record.entries.push(Entry {
            path: one.want.path.clone(),
            change: one.want.change,
            sets_mode: one.want.sets_mode(),
            makes_program: one.makes_program(),
        });
        one.staged = record.stage_name(index);
        one.aside = record.aside_name(index);
    }
    let op = OpFolder::make(state, id)?;
    let result = op
        .write(state, &record)
        .and_then(|()| change(ws, &mut folders, &op, &record, &mut ready));
    if let Err(cause) = result {
        return Err(give_up(ws, state, op, &record, cause));
    }
    let mut notes = tidy_up(ws, state, &op, &record, &ready)?;
    notes.extend(UNPROMISED.map(str::to_string));
    Ok(Applied {
        id,
        written: ready.into_iter().map(|one| one.want.path).collect(),
        notes,
    })
}

/// Files the old contents after the commit. All is written by then, so what fails here is told as a note.
fn tidy_up(
    ws: &Workspace,
    state: &State,
    op: &OpFolder,
    record: &Record,
    ready: &[Ready],
) -> Result<Vec<String>, WorkspaceError> {
    let mut result = finish(ws, op, record);
    if let Err(WorkspaceError::Failed { .. }) = result {
        // It goes on where it stopped; a file of ours left among the user's is worth a second try.
        result = finish(ws, op, record);
    }
    let mut notes = Vec::new();
    match result.and_then(|()| forget(state, ws.retention)) {
        Ok(()) => {}
        Err(WorkspaceError::Stopped) => return Err(WorkspaceError::Stopped),
        Err(fault) => notes.push(format!(
            "all is written, but what undo needs is not in order yet ({fault}); the next apply tries again"
        )),
    }
    for (index, one) in ready.iter().enumerate() {
        let Some((_, identity)) = &one.displaced else {
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
                display_line(op.path.as_os_str().as_encoded_bytes()),
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
    record: &Record,
    cause: WorkspaceError,
) -> WorkspaceError {
    if matches!(cause, WorkspaceError::Stopped) {
        return cause;
    }
    let rolled_back = || -> Result<(), WorkspaceError> {
        match op.phase()? {
            None => op.remove(state),
            Some(Phase::Done) => {
                // The commit's rename was made but could not be synced: it is taken back first.
                op.advance(Phase::Done, Phase::Staged)?;
                roll_back(ws, state, op, record, Phase::Staged).map(drop)
            }
            Some(phase) => roll_back(ws, state, op, record, phase).map(drop),
        }
    };
    match rolled_back() {
        Ok(()) => cause,
        Err(WorkspaceError::Stopped) => WorkspaceError::Stopped,
        Err(source) => WorkspaceError::Unfinished {
            id: record.id,
            cause: Box::new(cause),
            source: Box::new(source),
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
    for (index, path) in record.new_folders.iter().enumerate() {
        make_folder(folders, path)?;
        ws.at(Step::FolderMade(index))?;
    }
    for (index, one) in ready.iter_mut().enumerate() {
        let folder = folders.parent_of(&one.want.path);
        one.folder = Some(folder.map_err(|_| drift(&one.want.path))?);
        one.stage(ws)?;
        ws.at(Step::Staged(index))?;
    }
    sync(folders)?;
    op.advance(Phase::Planned, Phase::Staged)?;
    ws.at(Step::AllStaged)?;
    for (index, one) in ready.iter_mut().enumerate() {
        one.swap(ws)?;
        ws.at(Step::Changed(index))?;
    }
    sync(folders)?;
    for one in ready.iter() {
        one.check_displaced(ws)?;
    }
    ws.at(Step::AllChanged)?;
    op.advance(Phase::Staged, Phase::Done)?;
    ws.at(Step::Committed)
}

fn make_folder(folders: &mut Folders, path: &RelPath) -> Result<(), WorkspaceError> {
    let full_path = folders.tree.full_path(path);
    let parent = folders.parent_of(path).map_err(|_| drift(path))?;
    let name: &[u8] = path.file_name();
    match retry_on_intr(|| rustix::fs::mkdirat(&*parent, name, Mode::from_raw_mode(0o777))) {
        Ok(()) | Err(Errno::EXIST) => Ok(()),
        Err(fault) => Err(WorkspaceError::failed("make the folder", full_path)(fault)),
    }
}

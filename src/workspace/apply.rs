//! A change set onto the disk, all or nothing: look, record, stage, change by renames, check what was displaced, commit.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::os::fd::OwnedFd;
use std::rc::Rc;

use rustix::fs::Mode;
use rustix::io::{Errno, retry_on_intr};

use super::Workspace;
use super::error::WorkspaceError;
use super::journal::{Change, Entry, OpFolder, Phase, Record};
use super::recover::{finish, roll_back, sync};
use super::retention::forget;
use super::stage::{Attributes, StageFault, stage};
use super::state::State;
use super::step::Step;
use super::swap::Exchange;
use super::tree::{Blocked, Folders, Identity, Opened, Seen, look, open_file, stat};
use crate::text::display::display_line;
use crate::text::{Digest, RelPath};

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

/// What is to be done to the tree.
pub(super) struct Order<'a> {
    pub(super) reply: Digest,
    pub(super) undoes: Option<u64>,
    pub(super) wants: Vec<Want<'a>>,
    /// Files that are only read, and the digests they must have.
    pub(super) reads: Vec<(RelPath, Digest)>,
    /// Folders to remove after the commit if they are empty then, parents first.
    pub(super) spare_folders: Vec<RelPath>,
}

/// What is to become of one path.
pub(super) struct Want<'a> {
    pub(super) path: RelPath,
    pub(super) change: Change,
    /// The new content; `None` where the file is removed.
    pub(super) content: Option<Cow<'a, [u8]>>,
    pub(super) like: Like,
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

/// A want that was looked at.
struct Ready<'a> {
    want: Want<'a>,
    folder: Option<Rc<OwnedFd>>,
    attributes: Option<Attributes>,
    staged: Vec<u8>,
    aside: Vec<u8>,
    /// Where the displaced original lies and what it is, once the target was changed.
    displaced: Option<(Vec<u8>, Identity)>,
}

/// Writes an order. The lock must be held, and earlier crashes recovered from.
pub(super) fn write(
    ws: &Workspace,
    state: &State,
    order: Order,
) -> Result<Applied, WorkspaceError> {
    let mut folders = Folders::new(&ws.tree);
    let mut ready = ready(ws, &mut folders, &order.reads, order.wants)?;
    let id = state.ids()?.last().map_or(1, |last| last + 1);
    let mut record = Record::new(id, ws.now(), order.reply, order.undoes);
    record.new_folders = new_folders(&mut folders, &ready)?;
    record.spare_folders = order.spare_folders;
    for (index, one) in ready.iter_mut().enumerate() {
        record.entries.push(Entry {
            path: one.want.path.clone(),
            change: one.want.change,
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
    let notes = tidy_up(ws, state, &op, &record, &ready)?;
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

/// Looks at every target: what it is, whether it is what the plan was made for, what must be kept of it.
fn ready<'a>(
    ws: &Workspace,
    folders: &mut Folders,
    reads: &[(RelPath, Digest)],
    wants: Vec<Want<'a>>,
) -> Result<Vec<Ready<'a>>, WorkspaceError> {
    let mut ready = Vec::new();
    let mut drifted = Vec::new();
    let mut paths = BTreeSet::new();
    for (path, before) in reads {
        if inspect(ws, folders, path)?.map(|found| found.digest) != Some(*before) {
            drifted.push(path.clone());
        }
    }
    for want in wants {
        if !paths.insert(want.path.clone()) {
            return Err(refused(&want.path, "it is changed twice in one apply"));
        }
        let found = inspect(ws, folders, &want.path)?;
        if found.as_ref().map(|found| found.digest) != want.change.before() {
            drifted.push(want.path.clone());
            continue;
        }
        let attributes = match (&want.like, found) {
            (Like::Given(attributes), _) => Some(attributes.clone()),
            (Like::Itself, found) => {
                if let (Some(found), Change::Edit { .. }) = (&found, want.change) {
                    ws.check_hard_links(&want.path, found.n_links)?;
                }
                found.map(|found| found.attributes)
            }
            (Like::File(path), _) => inspect(ws, folders, path)?.map(|found| found.attributes),
        };
        ready.push(Ready {
            folder: folders.parent_of(&want.path).ok(),
            attributes,
            want,
            staged: Vec::new(),
            aside: Vec::new(),
            displaced: None,
        });
    }
    if drifted.is_empty() {
        Ok(ready)
    } else {
        Err(WorkspaceError::Drift { paths: drifted })
    }
}

struct Found {
    digest: Digest,
    attributes: Attributes,
    n_links: u64,
}

/// Returns what lies at `path`, refusing all that is never changed; `None` for nothing.
fn inspect(
    ws: &Workspace,
    folders: &mut Folders,
    path: &RelPath,
) -> Result<Option<Found>, WorkspaceError> {
    let full_path = ws.tree.full_path(path);
    let folder = match folders.parent_of(path) {
        Ok(folder) => folder,
        Err(Blocked::Missing) => return Ok(None),
        Err(Blocked::NotAFolder(words)) => return Err(refused(path, &words)),
        Err(Blocked::System(fault)) => {
            return Err(WorkspaceError::failed("reach", full_path)(fault));
        }
    };
    let opened = open_file(&folder, path.file_name(), ws.limit)
        .map_err(WorkspaceError::failed("read", &full_path))?;
    let mut open = match opened {
        Opened::Absent => return Ok(None),
        Opened::Other(words) => return Err(refused(path, &format!("it is {words}"))),
        Opened::File(open) => open,
    };
    if Attributes::is_set_id(&open.stat) {
        return Err(refused(path, "it runs with its owner's rights (set-id)"));
    }
    let bytes = open
        .read(ws.limit)
        .map_err(WorkspaceError::failed("read", &full_path))?
        .map_err(|words| refused(path, &format!("it is {words}")))?;
    let attributes = Attributes::of(&open)
        .map_err(WorkspaceError::failed("read the attributes of", &full_path))?;
    Ok(Some(Found {
        digest: Digest::of(&bytes),
        attributes,
        n_links: open.stat.st_nlink as u64,
    }))
}

/// Returns the folders that are not there yet, parents first.
fn new_folders(folders: &mut Folders, ready: &[Ready]) -> Result<Vec<RelPath>, WorkspaceError> {
    let mut missing = BTreeSet::new();
    for one in ready.iter().filter(|one| one.folder.is_none()) {
        let mut path = one.want.path.parent();
        while let Some(folder) = path {
            path = folder.parent();
            match folders.tree.folder(Some(&folder)) {
                Ok(_) => break,
                Err(Blocked::Missing) => missing.insert(folder),
                Err(Blocked::NotAFolder(words)) => return Err(refused(&one.want.path, &words)),
                Err(Blocked::System(fault)) => {
                    let path = folders.tree.full_path(&folder);
                    return Err(WorkspaceError::failed("reach", path)(fault));
                }
            };
        }
    }
    // A parent sorts before what lies in it.
    Ok(missing.into_iter().collect())
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

impl Ready<'_> {
    fn folder(&self) -> &OwnedFd {
        self.folder
            .as_ref()
            .expect("every folder is opened before anything is staged in it")
    }

    fn failed<E: Into<std::io::Error>>(
        &self,
        ws: &Workspace,
        doing: &'static str,
    ) -> impl FnOnce(E) -> WorkspaceError {
        WorkspaceError::failed(doing, ws.tree.full_path(&self.want.path))
    }

    fn stage(&self, ws: &Workspace) -> Result<(), WorkspaceError> {
        let Some(content) = &self.want.content else {
            return Ok(());
        };
        match stage(
            self.folder(),
            &self.staged,
            content,
            self.attributes.as_ref(),
        ) {
            Ok(()) => Ok(()),
            Err(StageFault::Write(fault)) => Err(self.failed(ws, "stage the new")(fault)),
            Err(StageFault::Attributes(fault)) => Err(refused(
                &self.want.path,
                &format!("its owner, mode or attributes could not be kept ({fault})"),
            )),
        }
    }

    /// Changes the target, and checks that what it displaced is what the plan was made for.
    fn swap(&mut self, ws: &Workspace) -> Result<(), WorkspaceError> {
        match self.want.change {
            Change::Create { .. } => self.put_in(ws),
            Change::Delete { before } => self.take_out(ws, before),
            Change::Edit { before, .. } => {
                let target: &[u8] = self.want.path.file_name();
                match ws.renames.exchange(self.folder(), &self.staged, target) {
                    Ok(Exchange::Made) => self.check(ws, self.staged.clone(), before),
                    Ok(Exchange::Unsupported) => {
                        self.take_out(ws, before)?;
                        self.put_in(ws)
                    }
                    Err(Errno::NOENT) => Err(drift(&self.want.path)),
                    Err(fault) => Err(self.failed(ws, "replace")(fault)),
                }
            }
        }
    }

    fn put_in(&self, ws: &Workspace) -> Result<(), WorkspaceError> {
        let target = self.want.path.file_name();
        match ws.renames.put_in(self.folder(), &self.staged, target) {
            Ok(()) => Ok(()),
            Err(Errno::EXIST | Errno::NOENT) => Err(drift(&self.want.path)),
            Err(fault) => Err(self.failed(ws, "make")(fault)),
        }
    }

    fn take_out(&mut self, ws: &Workspace, before: Digest) -> Result<(), WorkspaceError> {
        let target = self.want.path.file_name();
        match ws.renames.take_out(self.folder(), target, &self.aside) {
            Ok(()) => self.check(ws, self.aside.clone(), before),
            Err(Errno::EXIST | Errno::NOENT) => Err(drift(&self.want.path)),
            Err(fault) => Err(self.failed(ws, "remove")(fault)),
        }
    }

    fn check(
        &mut self,
        ws: &Workspace,
        name: Vec<u8>,
        before: Digest,
    ) -> Result<(), WorkspaceError> {
        let seen =
            look(self.folder(), &name, ws.limit).map_err(self.failed(ws, "check the displaced"))?;
        match seen {
            Seen::File(digest, identity) if digest == before => {
                self.displaced = Some((name, identity));
                Ok(())
            }
            Seen::Absent | Seen::File(..) | Seen::Other(_) => Err(drift(&self.want.path)),
        }
    }

    /// A program that had the file open may have written into the displaced original since.
    fn check_displaced(&self, ws: &Workspace) -> Result<(), WorkspaceError> {
        let Some((name, identity)) = &self.displaced else {
            return Ok(());
        };
        let now = stat(self.folder(), name).map_err(self.failed(ws, "check the displaced"))?;
        if now.is_some_and(|now| Identity::of(&now) == *identity) {
            Ok(())
        } else {
            Err(drift(&self.want.path))
        }
    }
}

fn drift(path: &RelPath) -> WorkspaceError {
    WorkspaceError::Drift {
        paths: vec![path.clone()],
    }
}

fn refused(path: &RelPath, what: &str) -> WorkspaceError {
    WorkspaceError::Refused {
        path: path.clone(),
        what: what.to_string(),
    }
}

//! One path of an order on its way to the disk: looked at, staged, swapped, checked.

use std::collections::{BTreeMap, BTreeSet};
use std::os::fd::OwnedFd;
use std::path::PathBuf;

use rustix::fs::Stat;
use rustix::io::Errno;

use super::error::WorkspaceError;
use super::folders::Folders;
use super::journal::{Change, Record};
use super::mode::{ModeChange, ModeSet, set_mode};
use super::new_folders::NewFolders;
use super::order::{Like, Order, Want};
use super::repository::check_none_made;
use super::stage::{Attributes, Given, GivenAttributes, StageFault, not_kept, stage, write_new};
use super::stages::Made;
use super::state::remove_file;
use super::step::Step;
use super::swap::Exchange;
use super::tree::{Blocked, Identity, Opened, open_file, stat};
use super::twin;
use super::{HardLinks, Workspace};
use crate::patch::FileMode;
use crate::text::{Digest, RelPath};

/// A want that was looked at.
pub(super) struct Ready<'o> {
    pub(super) want: &'o Want<'o>,
    /// What becomes of the path, now that the file is known.
    pub(super) change: Change,
    attributes: Option<Attributes>,
    /// What the file has that is there: it must still have that when it is displaced, and an undo must be able to give it
    /// back where it is removed.
    found: Option<Attributes>,
    /// How many components of the path's folder are there already; `None` where all are.
    pub(super) n_present: Option<usize>,
    pub(super) staged: Vec<u8>,
    pub(super) aside: Vec<u8>,
    /// Where the displaced original lies and what it is, once the target was changed.
    pub(super) displaced: Option<Displaced>,
}

/// An original that was put out of its place.
pub(super) struct Displaced {
    name: Vec<u8>,
    pub(super) identity: Identity,
    /// When anything of it last changed, its attributes too.
    last_change: (i64, u64),
}

/// Looks at every target: what it is, whether it is what the plan was made for, what must be kept of it.
pub(super) fn ready<'o>(
    ws: &Workspace,
    folders: &mut Folders,
    order: &'o Order<'_>,
) -> Result<Vec<Ready<'o>>, WorkspaceError> {
    let mut ready = Vec::new();
    let mut drifted = Vec::new();
    let mut paths = BTreeSet::new();
    let rewritten = order.rewritten();
    for (path, before) in &order.reads {
        if found_at(ws, folders, path)?.map(|found| found.digest) != Some(*before) {
            drifted.push(path.clone());
        }
    }
    let is_made = |want: &&Want<'_>| matches!(want.change, Change::Create { .. });
    let made = order.wants.iter().filter(is_made);
    let made = made.map(|want| &want.path);
    check_none_made(folders, made.clone())?;
    if order.undoes.is_none() {
        let gone = order.wants.iter().filter_map(|want| match want.change {
            Change::Delete { .. } => Some(&want.path),
            Change::Edit { .. } | Change::Create { .. } | Change::Mode { .. } => None,
        });
        twin::check_none_made(ws.twins, folders, made, &gone.collect())?;
    }
    for (index, want) in order.wants.iter().enumerate() {
        if !paths.insert(&want.path) {
            return Err(refused(&want.path, "it is changed twice in one apply"));
        }
        let other_names = if rewritten.contains(&want.path) {
            order.hard_links
        } else {
            // They keep what they hold, and nothing is changed that they would miss.
            HardLinks::Split
        };
        match look_at(ws, folders, want, other_names)? {
            Some(one) => ready.push(one),
            None => drifted.push(want.path.clone()),
        }
        ws.at(Step::Looked(index))?;
    }
    // The file that another one is made like was looked at twice where it is a target as well, as in a rename.
    let found: BTreeMap<&RelPath, &Attributes> = ready
        .iter()
        .filter_map(|one| Some((&one.want.path, one.found.as_ref()?)))
        .collect();
    for one in &ready {
        if let Like::File(path) = &one.want.like
            && let Some(found) = found.get(path)
            && one.attributes != Some(with_mode((*found).clone(), one.want))
        {
            drifted.push(path.clone());
        }
    }
    if drifted.is_empty() {
        Ok(ready)
    } else {
        Err(WorkspaceError::Drift { paths: drifted })
    }
}

/// Looks at one target; `None` when it is not what the plan was made for.
fn look_at<'o>(
    ws: &Workspace,
    folders: &mut Folders,
    want: &'o Want<'_>,
    other_names: HardLinks,
) -> Result<Option<Ready<'o>>, WorkspaceError> {
    let found = inspect(ws, folders, &want.path)?;
    if found.as_ref().map(|found| found.digest) != want.change.before() {
        return Ok(None);
    }
    if let Some(found) = &found {
        other_names.check(&want.path, found.n_links)?;
    }
    let mut change = want.change;
    if let (Some(found), Change::Mode { modes, .. }) = (&found, &mut change) {
        let asked = want.mode.map(|mode| found.attributes.modes(mode));
        *modes = modes.or(asked);
        if modes.is_none_or(|modes| modes.from != found.attributes.mode()) {
            return Ok(None);
        }
    }
    let n_present = match folders.parent_of(&want.path) {
        Ok(_) => None,
        Err(_) => Some(n_present(folders, &want.path)?),
    };
    let found = found.map(|found| found.attributes);
    let attributes = match &want.like {
        Like::Given(attributes) => Some(attributes.clone()),
        Like::Itself => found.clone(),
        Like::File(path) => {
            let found = found_at(ws, folders, path)?.map(|found| found.attributes);
            if let Some(attributes) = &found {
                attributes.check_lend_nothing_to(&want.path, path)?;
            }
            found
        }
    };
    let attributes = attributes.map(|attributes| with_mode(attributes, want));
    Ok(Some(Ready {
        want,
        change,
        attributes,
        found,
        n_present,
        staged: Vec::new(),
        aside: Vec::new(),
        displaced: None,
    }))
}

fn with_mode(attributes: Attributes, want: &Want<'_>) -> Attributes {
    match want.mode {
        Some(mode) => attributes.with(mode),
        None => attributes,
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
    let found = found_at(ws, folders, path)?;
    if let Some(found) = &found {
        found.attributes.check_lends_nothing(path)?;
    }
    Ok(found)
}

/// Returns the file at `path`, which may only be read, refusing what is none; `None` for nothing.
fn found_at(
    ws: &Workspace,
    folders: &mut Folders,
    path: &RelPath,
) -> Result<Option<Found>, WorkspaceError> {
    let full_path = ws.tree.full_path(path);
    let folder = match folders.parent_of(path) {
        Ok(folder) => folder,
        Err(Blocked::Missing) => return Ok(None),
        Err(blocked) => return Err(stopped(blocked, path, full_path)),
    };
    let opened = open_file(&folder, path.file_name(), ws.limit)
        .map_err(WorkspaceError::failed("read", &full_path))?;
    let mut open = match opened {
        Opened::Absent => return Ok(None),
        Opened::Other(unfit) => return Err(refused(path, &format!("it is {unfit}"))),
        Opened::File(open) => open,
    };
    let bytes = open
        .read(ws.limit)
        .map_err(WorkspaceError::failed("read", &full_path))?
        .map_err(|large| refused(path, &format!("it is {large}")))?;
    let attributes = Attributes::of(&open)
        .map_err(WorkspaceError::failed("read the attributes of", &full_path))?;
    Ok(Some(Found {
        digest: Digest::of(&bytes),
        attributes,
        n_links: open.stat.st_nlink as u64,
    }))
}

/// Returns why nothing is written to `path`: a folder on its way, `full_path` or above that, was there when it was planned.
pub(super) fn stopped(blocked: Blocked, path: &RelPath, full_path: PathBuf) -> WorkspaceError {
    match blocked {
        Blocked::Missing | Blocked::Moved => drift(path),
        Blocked::NotAFolder { words, .. } | Blocked::OffLimits(words) => refused(path, &words),
        Blocked::System(fault) => WorkspaceError::failed("reach", full_path)(fault),
    }
}

/// Returns how many folders on the way to `path` are there.
fn n_present(folders: &mut Folders, path: &RelPath) -> Result<usize, WorkspaceError> {
    let n_folders = path.components().count() - 1;
    for n_present in (1..n_folders).rev() {
        let folder = path.first(n_present);
        match folders.tree.folder(Some(&folder)) {
            Ok(_) => return Ok(n_present),
            Err(Blocked::Missing) => {}
            Err(blocked) => return Err(stopped(blocked, path, folders.tree.full_path(&folder))),
        }
    }
    Ok(0)
}

/// Returns the folders that are not there yet.
pub(super) fn new_folders(ready: &[Ready]) -> NewFolders {
    NewFolders::collect(
        ready
            .iter()
            .filter_map(|one| Some((&one.want.path, one.n_present?))),
    )
}

impl Ready<'_> {
    fn failed<E: Into<std::io::Error>>(
        &self,
        ws: &Workspace,
        doing: &'static str,
    ) -> impl FnOnce(E) -> WorkspaceError {
        WorkspaceError::failed(doing, ws.tree.full_path(&self.want.path))
    }

    /// Returns whether what it makes can be run as a program.
    pub(super) fn makes_program(&self) -> bool {
        match (&self.attributes, self.want.mode) {
            (Some(attributes), _) => {
                self.want.content.is_some() && attributes.file_mode() == FileMode::Executable
            }
            (None, mode) => mode == Some(FileMode::Executable),
        }
    }

    /// Stages the new content in `folder`. The inode of the stage, where there is one, goes to `made`.
    pub(super) fn stage(
        &self,
        ws: &Workspace,
        folder: &OwnedFd,
        made: impl FnOnce(u64) -> std::io::Result<()>,
    ) -> Result<(), WorkspaceError> {
        // An undo makes a removed file anew: better refused now than told when it is gone.
        let probed = self.removed().filter(|removed| !removed.are_usual());
        let given = probed.map_or_else(|| self.given(), Given::Exactly);
        let content = self.want.content.as_deref().or(probed.map(|_| &b""[..]));
        let staged = match content {
            Some(content) => stage(folder, &self.staged, content, given, made),
            None => Ok(()),
        };
        let staged = staged.and_then(|()| match probed {
            Some(_) => remove_file(folder, &self.staged).map_err(|it| StageFault::Write(it.into())),
            None => Ok(()),
        });
        match staged {
            Ok(()) => Ok(()),
            Err(StageFault::Write(fault)) => Err(self.failed(ws, "stage the new")(fault)),
            Err(StageFault::Attributes(fault)) => {
                Err(not_kept(&self.want.path, self.removed().is_some(), &fault))
            }
        }
    }

    /// Keeps in the apply's folder what an undo and its patch need: a copy of the old content, which no other name of the file and
    /// no program that has it open can reach, and one of the new.
    pub(super) fn keep(
        &self,
        ws: &Workspace,
        folder: &OwnedFd,
        op: &OwnedFd,
        index: usize,
    ) -> Result<(), WorkspaceError> {
        let keep = |name: &[u8], bytes: &[u8], given| {
            let kept = write_new(op, name, bytes, given).map_err(StageFault::into_inner);
            kept.map(drop).map_err(self.failed(ws, "keep a copy of"))
        };
        if let (Change::Edit { before, .. } | Change::Delete { before }, Some(found)) =
            (self.change, &self.found)
        {
            let read = || -> std::io::Result<Option<Vec<u8>>> {
                match open_file(folder, self.want.path.file_name(), ws.limit)? {
                    Opened::File(mut open) => Ok(open.read(ws.limit)?.ok()),
                    Opened::Absent | Opened::Other(_) => Ok(None),
                }
            };
            let bytes = read().map_err(self.failed(ws, "read"))?;
            let bytes = bytes.filter(|bytes| Digest::of(bytes) == before);
            let bytes = bytes.ok_or_else(|| drift(&self.want.path))?;
            keep(&Record::copy_name(index), &bytes, Given::AsFarAsHeld(found))?;
        }
        match &self.want.content {
            Some(content) => keep(&Record::made_name(index), content, Given::Private),
            None => Ok(()),
        }
    }

    /// Returns what a file that takes another's place gets beside its content.
    pub(super) fn given_attributes(&self) -> Option<GivenAttributes> {
        match self.change {
            Change::Edit { .. } => self.attributes.as_ref().map(Attributes::given),
            Change::Create { .. } | Change::Delete { .. } | Change::Mode { .. } => None,
        }
    }

    /// Returns what a file has that is replaced or removed: an undo gives it back.
    pub(super) fn attributes_that_go(&self) -> Option<Attributes> {
        match self.change {
            Change::Edit { .. } | Change::Delete { .. } => self.found.clone(),
            Change::Create { .. } | Change::Mode { .. } => None,
        }
    }

    /// Returns what the file has that goes.
    fn removed(&self) -> Option<&Attributes> {
        match self.change {
            Change::Delete { .. } => self.found.as_ref(),
            Change::Edit { .. } | Change::Create { .. } | Change::Mode { .. } => None,
        }
    }

    fn given(&self) -> Given<'_> {
        match (&self.attributes, self.want.mode) {
            (Some(attributes), _) => Given::Exactly(attributes),
            (None, Some(FileMode::Executable)) => Given::Program,
            (None, Some(FileMode::Plain | FileMode::Special(_)) | None) => Given::BySystem,
        }
    }

    /// Changes the target, and checks that what it displaced is what the plan was made for. Where another file than the
    /// stage is made under its name, `made` notes that.
    pub(super) fn swap(
        &mut self,
        ws: &Workspace,
        folder: &OwnedFd,
        made: impl FnMut(Made) -> std::io::Result<()>,
    ) -> Result<(), WorkspaceError> {
        match self.change {
            Change::Create { .. } => self.put_in(ws, folder, made),
            Change::Delete { before } => self.take_out(ws, folder, before),
            Change::Mode { content, modes } => {
                let change = ModeChange {
                    modes: modes.expect("it was looked at"),
                    content: Some(content),
                };
                let target = self.want.path.file_name();
                match set_mode(folder, target, ws.limit, change) {
                    Ok(ModeSet::Done) => Ok(()),
                    Ok(ModeSet::NotIt) => Err(drift(&self.want.path)),
                    Err(fault) => Err(self.failed(ws, "set the mode of")(fault)),
                }
            }
            Change::Edit { before, .. } => {
                let target: &[u8] = self.want.path.file_name();
                match ws.renames.exchange(folder, &self.staged, target) {
                    Ok(Exchange::Made) => self.check(ws, folder, self.staged.clone(), before),
                    Ok(Exchange::Unsupported) => {
                        self.take_out(ws, folder, before)?;
                        self.put_in(ws, folder, made)
                    }
                    Err(Errno::NOENT) => Err(drift(&self.want.path)),
                    Err(fault) => Err(self.failed(ws, "replace")(fault)),
                }
            }
        }
    }

    fn put_in(
        &self,
        ws: &Workspace,
        folder: &OwnedFd,
        made: impl FnMut(Made) -> std::io::Result<()>,
    ) -> Result<(), WorkspaceError> {
        let target = self.want.path.file_name();
        match ws.renames.put_in_noting(folder, &self.staged, target, made) {
            Ok(()) => Ok(()),
            Err(Errno::EXIST | Errno::NOENT) => Err(drift(&self.want.path)),
            Err(fault) => Err(self.failed(ws, "make")(fault)),
        }
    }

    fn take_out(
        &mut self,
        ws: &Workspace,
        folder: &OwnedFd,
        before: Digest,
    ) -> Result<(), WorkspaceError> {
        let target = self.want.path.file_name();
        match ws.renames.take_out(folder, target, &self.aside) {
            Ok(()) => self.check(ws, folder, self.aside.clone(), before),
            Err(Errno::EXIST | Errno::NOENT) => Err(drift(&self.want.path)),
            Err(fault) => Err(self.failed(ws, "remove")(fault)),
        }
    }

    fn check(
        &mut self,
        ws: &Workspace,
        folder: &OwnedFd,
        name: Vec<u8>,
        before: Digest,
    ) -> Result<(), WorkspaceError> {
        let failed = || self.failed(ws, "check the displaced");
        let Opened::File(open) =
            open_file(folder, &name, ws.limit).map_err(self.failed(ws, "check the displaced"))?
        else {
            return Err(drift(&self.want.path));
        };
        let seen = open.digest(ws.limit).map_err(failed())?;
        // Its mode, owner or attributes may have been changed since the look, and the new file has those of then.
        let attributes = Attributes::of(&open).map_err(failed())?;
        if seen != Some(before) || self.found.as_ref() != Some(&attributes) {
            return Err(drift(&self.want.path));
        }
        self.displaced = Some(Displaced {
            name,
            identity: Identity::of(&open.stat),
            last_change: Identity::last_change(&open.stat),
        });
        Ok(())
    }

    /// A program that had the file open may have written into the displaced original since.
    pub(super) fn check_displaced(
        &self,
        ws: &Workspace,
        folder: &OwnedFd,
    ) -> Result<(), WorkspaceError> {
        let Some(displaced) = &self.displaced else {
            return Ok(());
        };
        let now = stat(folder, &displaced.name).map_err(self.failed(ws, "check the displaced"))?;
        let is_as_displaced = |now: &Stat| {
            Identity::of(now) == displaced.identity
                && Identity::last_change(now) == displaced.last_change
        };
        if now.as_ref().is_some_and(is_as_displaced) {
            Ok(())
        } else {
            Err(drift(&self.want.path))
        }
    }
}

/// Takes note that one file was displaced under several of its names: the system counts each time as a change of it, so the
/// last is when it last changed.
pub(super) fn count_names_together(ready: &mut [Ready<'_>]) {
    let displaced = ready.iter().filter_map(|one| one.displaced.as_ref());
    let last: BTreeMap<(u64, u64), (i64, u64)> = displaced
        .map(|it| ((it.identity.device, it.identity.inode), it.last_change))
        .collect();
    for it in ready.iter_mut().filter_map(|one| one.displaced.as_mut()) {
        it.last_change = last[&(it.identity.device, it.identity.inode)];
    }
}

pub(super) fn drift(path: &RelPath) -> WorkspaceError {
    WorkspaceError::Drift {
        paths: vec![path.clone()],
    }
}

pub(super) fn refused(path: &RelPath, what: &str) -> WorkspaceError {
    WorkspaceError::Refused {
        path: path.clone(),
        what: what.to_string(),
    }
}

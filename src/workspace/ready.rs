//! One path of an order on its way to the disk: looked at, staged, swapped, checked.

use std::collections::BTreeSet;
use std::os::fd::OwnedFd;
use std::rc::Rc;

use rustix::io::Errno;

use super::Workspace;
use super::error::WorkspaceError;
use super::journal::Change;
use super::mode::{ModeChange, ModeSet, set_mode};
use super::order::{Like, Order, Want};
use super::stage::{Attributes, Given, StageFault, stage};
use super::swap::Exchange;
use super::tree::{Blocked, Folders, Identity, Opened, Seen, look, open_file, stat};
use crate::patch::FileMode;
use crate::text::{Digest, RelPath};

/// A want that was looked at.
pub(super) struct Ready<'a> {
    pub(super) want: Want<'a>,
    pub(super) folder: Option<Rc<OwnedFd>>,
    attributes: Option<Attributes>,
    pub(super) staged: Vec<u8>,
    pub(super) aside: Vec<u8>,
    /// Where the displaced original lies and what it is, once the target was changed.
    pub(super) displaced: Option<(Vec<u8>, Identity)>,
}

/// Looks at every target: what it is, whether it is what the plan was made for, what must be kept of it.
pub(super) fn ready<'a>(
    ws: &Workspace,
    folders: &mut Folders,
    order: &Order,
    wants: Vec<Want<'a>>,
) -> Result<Vec<Ready<'a>>, WorkspaceError> {
    let mut ready = Vec::new();
    let mut drifted = Vec::new();
    let mut paths = BTreeSet::new();
    for (path, before) in &order.reads {
        if inspect(ws, folders, path)?.map(|found| found.digest) != Some(*before) {
            drifted.push(path.clone());
        }
    }
    for mut want in wants {
        if !paths.insert(want.path.clone()) {
            return Err(refused(&want.path, "it is changed twice in one apply"));
        }
        let found = inspect(ws, folders, &want.path)?;
        if found.as_ref().map(|found| found.digest) != want.change.before() {
            drifted.push(want.path.clone());
            continue;
        }
        if let (Some(found), Change::Edit { .. } | Change::Mode { .. }) = (&found, want.change) {
            order.hard_links.check(&want.path, found.n_links)?;
        }
        if let (Some(found), Change::Mode { modes, .. }) = (&found, &mut want.change) {
            let asked = want.mode.map(|mode| found.attributes.modes(mode));
            *modes = modes.or(asked);
            if modes.is_none_or(|modes| modes.from != found.attributes.mode()) {
                drifted.push(want.path.clone());
                continue;
            }
        }
        let attributes = match &want.like {
            Like::Given(attributes) => Some(attributes.clone()),
            Like::Itself => found.map(|found| found.attributes),
            Like::File(path) => inspect(ws, folders, path)?.map(|found| found.attributes),
        };
        let attributes = attributes.map(|attributes| match want.mode {
            Some(mode) => attributes.with(mode),
            None => attributes,
        });
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
        Err(Blocked::NotAFolder { words, .. }) => return Err(refused(path, &words)),
        Err(Blocked::System(fault)) => {
            return Err(WorkspaceError::failed("reach", full_path)(fault));
        }
    };
    let opened = open_file(&folder, path.file_name(), ws.limit)
        .map_err(WorkspaceError::failed("read", &full_path))?;
    let mut open = match opened {
        Opened::Absent => return Ok(None),
        Opened::Other(unfit) => return Err(refused(path, &format!("it is {unfit}"))),
        Opened::File(open) => open,
    };
    if Attributes::is_set_id(&open.stat) {
        return Err(refused(path, "it runs with its owner's rights (set-id)"));
    }
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

/// Returns the folders that are not there yet, parents first.
pub(super) fn new_folders(
    folders: &mut Folders,
    ready: &[Ready],
) -> Result<Vec<RelPath>, WorkspaceError> {
    let mut missing = BTreeSet::new();
    for one in ready.iter().filter(|one| one.folder.is_none()) {
        let mut path = one.want.path.parent();
        while let Some(folder) = path {
            path = folder.parent();
            match folders.tree.folder(Some(&folder)) {
                Ok(_) => break,
                Err(Blocked::Missing) => missing.insert(folder),
                Err(Blocked::NotAFolder { words, .. }) => {
                    return Err(refused(&one.want.path, &words));
                }
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

    /// Returns whether what it makes can be run as a program.
    pub(super) fn makes_program(&self) -> bool {
        match (&self.attributes, self.want.mode) {
            (Some(attributes), _) => {
                self.want.content.is_some() && attributes.file_mode() == FileMode::Executable
            }
            (None, mode) => mode == Some(FileMode::Executable),
        }
    }

    pub(super) fn stage(&self, ws: &Workspace) -> Result<(), WorkspaceError> {
        let Some(content) = &self.want.content else {
            return Ok(());
        };
        let given = match (&self.attributes, self.want.mode) {
            (Some(attributes), _) => Given::Exactly(attributes),
            (None, Some(FileMode::Executable)) => Given::Program,
            (None, Some(FileMode::Plain | FileMode::Special(_)) | None) => Given::BySystem,
        };
        match stage(self.folder(), &self.staged, content, given) {
            Ok(()) => Ok(()),
            Err(StageFault::Write(fault)) => Err(self.failed(ws, "stage the new")(fault)),
            Err(StageFault::Attributes(fault)) => Err(refused(
                &self.want.path,
                &format!("its owner, mode or attributes could not be kept ({fault})"),
            )),
        }
    }

    /// Changes the target, and checks that what it displaced is what the plan was made for.
    pub(super) fn swap(&mut self, ws: &Workspace) -> Result<(), WorkspaceError> {
        match self.want.change {
            Change::Create { .. } => self.put_in(ws),
            Change::Delete { before } => self.take_out(ws, before),
            Change::Mode { content, modes } => {
                let change = ModeChange {
                    modes: modes.expect("it was looked at"),
                    content: Some(content),
                };
                let target = self.want.path.file_name();
                match set_mode(self.folder(), target, ws.limit, change) {
                    Ok(ModeSet::Done) => Ok(()),
                    Ok(ModeSet::NotIt) => Err(drift(&self.want.path)),
                    Err(fault) => Err(self.failed(ws, "set the mode of")(fault)),
                }
            }
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
    pub(super) fn check_displaced(&self, ws: &Workspace) -> Result<(), WorkspaceError> {
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

pub(super) fn drift(path: &RelPath) -> WorkspaceError {
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

//! What an apply would find, without one: `check` says by it what a write would say. It reads no content, makes nothing and waits
//! for no other writer.

use std::collections::BTreeSet;
use std::os::fd::OwnedFd;

use rustix::io::Errno;

use super::apply::others_stage;
use super::error::WorkspaceError;
use super::folders::Folders;
use super::reader::{Facts, FileFacts};
use super::ready::{drift, stopped};
use super::repository::check_none_made;
use super::stage::{Attributes, not_kept};
use super::state::check_writable;
use super::tree::{Blocked, Opened, open_file};
use super::twin;
use super::{HardLinks, Workspace};
use crate::text::RelPath;

/// What is to become of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Aim {
    /// It gets another content.
    Rewrite,
    /// It gets another mode alone.
    Mode,
    /// It goes, and another content comes where it moves to.
    Move,
    /// A file is made there.
    Make,
    /// One is made there with the owner, mode and attributes of another, which is moved or copied.
    MakeLike {
        /// The other one.
        from: RelPath,
    },
    /// The file goes, or moves as it is.
    Remove,
}

/// Refuses what an apply of these aims would refuse, as long as nothing changes on disk. Files in `facts` are not opened.
pub(super) fn look(
    ws: &Workspace,
    aims: &[(RelPath, Aim)],
    facts: &Facts,
) -> Result<(), WorkspaceError> {
    let mut folders = Folders::new(&ws.tree);
    let made = aims.iter().filter(|(_, aim)| aim.makes());
    let made = made.map(|(path, _)| path);
    check_none_made(&mut folders, made.clone())?;
    let gone = aims
        .iter()
        .filter(|(_, aim)| matches!(aim, Aim::Remove | Aim::Move));
    let gone = gone.map(|(path, _)| path).collect();
    twin::check_none_made(ws.twins, &mut folders, made.clone(), &gone)?;
    let made: BTreeSet<&RelPath> = made.collect();
    let mut beside = Beside::default();
    for (path, aim) in aims {
        // What moves to a name that another file leaves takes its place.
        let takes_its_place = *aim == Aim::Remove && made.contains(path);
        let aim = if takes_its_place { &Aim::Rewrite } else { aim };
        look_at(ws, &mut folders, &mut beside, (path, facts.of(path)), aim)?;
    }
    match others_stage(&mut folders, aims.iter().map(|(path, _)| path))? {
        Some(path) => Err(WorkspaceError::Staged { path }),
        None => Ok(()),
    }
}

impl Aim {
    /// Returns whether a file is made that may not be there yet.
    fn makes(&self) -> bool {
        match self {
            Aim::Make | Aim::MakeLike { .. } => true,
            Aim::Rewrite | Aim::Mode | Aim::Move | Aim::Remove => false,
        }
    }
}

/// Refuses what a file is made like where its rights or its owner could not be given to the new one, which lies in `folder`.
fn look_at_source(
    ws: &Workspace,
    folders: &mut Folders<'_>,
    (path, from): (&RelPath, &RelPath),
    folder: &OwnedFd,
) -> Result<(), WorkspaceError> {
    let full_path = ws.tree.full_path(from);
    let Ok(source) = folders.parent_of(from) else {
        return Err(drift(from));
    };
    let opened = open_file(&source, from.file_name(), ws.limit)
        .map_err(WorkspaceError::failed("read", &full_path))?;
    let Opened::File(open) = opened else {
        // What it is was told when it was read.
        return Ok(());
    };
    let attributes = Attributes::of(&open)
        .map_err(WorkspaceError::failed("read the attributes of", &full_path))?;
    attributes.check_lend_nothing_to(path, from)?;
    let may_be_given = attributes.may_be_given_in(folder);
    match may_be_given.map_err(WorkspaceError::failed("look at", full_path))? {
        true => Ok(()),
        false => Err(not_kept(path, false, &Errno::PERM.into())),
    }
}

fn look_at(
    ws: &Workspace,
    folders: &mut Folders<'_>,
    beside: &mut Beside,
    (path, noted): (&RelPath, Option<&FileFacts>),
    aim: &Aim,
) -> Result<(), WorkspaceError> {
    let full_path = ws.tree.full_path(path);
    let folder = match folders.parent_of(path) {
        Ok(folder) => folder,
        Err(Blocked::Missing) if aim.makes() => {
            let above = look_above(ws, path)?;
            return match (aim, above) {
                (Aim::MakeLike { from }, Some(above)) => {
                    look_at_source(ws, folders, (path, from), &above)
                }
                (_, _) => Ok(()),
            };
        }
        Err(blocked) => return Err(stopped(blocked, path, full_path)),
    };
    let read_now = match noted {
        Some(_) => None,
        None => facts_of(ws, path, &folder)?,
    };
    let facts = noted.or(read_now.as_ref());
    if let Some(facts) = facts {
        facts.attributes.check_lends_nothing(path)?;
        let other_names = match aim {
            Aim::Rewrite | Aim::Mode | Aim::Move => ws.hard_links,
            Aim::Make | Aim::MakeLike { .. } | Aim::Remove => HardLinks::Split,
        };
        other_names.check(path, facts.n_names)?;
    }
    // An apply writes beside a file before it gives that to the owner. A mode is set on the file itself.
    if *aim != Aim::Mode {
        let is_writable = beside.check(path, &folder);
        is_writable.map_err(WorkspaceError::failed("write beside", full_path))?;
    }
    if let Aim::MakeLike { from } = aim {
        look_at_source(ws, folders, (path, from), &folder)?;
    }
    facts.map_or(Ok(()), |facts| {
        check_owner(ws, path, aim, &facts.attributes, &folder)
    })
}

/// Opens a file and asks for its facts; `None` where there is none, or what is there is no file: that was reported when it was read.
fn facts_of(
    ws: &Workspace,
    path: &RelPath,
    folder: &OwnedFd,
) -> Result<Option<FileFacts>, WorkspaceError> {
    let full_path = ws.tree.full_path(path);
    let opened = open_file(folder, path.file_name(), ws.limit)
        .map_err(WorkspaceError::failed("read", &full_path))?;
    let Opened::File(open) = opened else {
        return Ok(None);
    };
    let facts = FileFacts::of(&open);
    let facts = facts.map_err(WorkspaceError::failed("read the attributes of", full_path))?;
    Ok(Some(facts))
}

/// Refuses what only its owner may do, and files whose owner could not be kept or given back.
fn check_owner(
    ws: &Workspace,
    path: &RelPath,
    aim: &Aim,
    attributes: &Attributes,
    folder: &OwnedFd,
) -> Result<(), WorkspaceError> {
    let full_path = ws.tree.full_path(path);
    match aim {
        Aim::Make | Aim::MakeLike { .. } => Ok(()),
        Aim::Mode if attributes.may_change_mode() => Ok(()),
        Aim::Mode => Err(WorkspaceError::failed("set the mode of", full_path)(
            Errno::PERM,
        )),
        Aim::Rewrite | Aim::Move | Aim::Remove => {
            let may_be_given = attributes.may_be_given_in(folder);
            match may_be_given.map_err(WorkspaceError::failed("look at", full_path))? {
                true => Ok(()),
                false => Err(not_kept(path, *aim == Aim::Remove, &Errno::PERM.into())),
            }
        }
    }
}

/// The folder that was looked at last: most files of a patch lie beside the one before.
#[derive(Default)]
struct Beside {
    /// The one that can be written in; `None` before there is any.
    writable: Option<Option<RelPath>>,
}

impl Beside {
    /// Checks that something can be written beside `path`, in `folder`.
    fn check(&mut self, path: &RelPath, folder: &OwnedFd) -> Result<(), Errno> {
        let parent = path.parent();
        if self.writable.as_ref() != Some(&parent) {
            check_writable(folder)?;
            self.writable = Some(parent);
        }
        Ok(())
    }
}

/// Returns the nearest folder that is there.
fn look_above(ws: &Workspace, path: &RelPath) -> Result<Option<OwnedFd>, WorkspaceError> {
    for n_present in (0..path.components().count()).rev() {
        let above = (n_present > 0).then(|| path.first(n_present));
        if let Ok(folder) = ws.tree.folder(above.as_ref()) {
            let full_path = ws.tree.full_path(path);
            check_writable(&folder)
                .map_err(WorkspaceError::failed("make folders for", full_path))?;
            return Ok(Some(folder));
        }
    }
    Ok(None)
}

//! Files among the user's that have names of ours, and no record here: their apply was recorded by another user or in a state
//! folder that is gone, or they came with the tree. They hold every write beside them, as their writer may be at work, so a
//! recovery that is asked for moves them away. Nothing is removed: one may be all that is left of a file.

use std::ffi::OsStr;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use super::Workspace;
use super::error::WorkspaceError;
use super::folders::walk;
use super::journal::{OpFolder, Phase, Record};
use super::state::{State, make_folder, names_in};
use super::swap::move_across;
use super::tree::open_folder;
use crate::text::RelPath;

/// The folder that they are moved to, in the state folder.
const FOLDER: &str = "strays";

/// A file that was moved away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stray {
    /// Where it lay.
    pub path: PathBuf,
    /// Where it lies now.
    pub kept_at: PathBuf,
}

/// The folder of one, and its name, which no patch may use.
pub(super) type Place = (Option<RelPath>, Vec<u8>);

/// Returns where such files lie: not those of an apply that is recorded in one of `states` and waits.
pub(super) fn find(ws: &Workspace, states: &[State]) -> Result<Vec<Place>, WorkspaceError> {
    let mut waiting = Vec::new();
    for state in states {
        for id in state.ids()? {
            let op = OpFolder::open(state, id)?;
            match op.phase()? {
                Some(phase @ (Phase::Planned | Phase::Staged | Phase::Done)) => {
                    // One that cannot be read may have made any of them.
                    let Ok((record, _)) = op.read(state, phase) else {
                        return Ok(Vec::new());
                    };
                    waiting.push(record);
                }
                Some(Phase::Kept | Phase::Left) | None => {}
            }
        }
    }
    let mut folders = vec![None];
    walk(&ws.tree, |folder, _| {
        folders.push(Some(folder.clone()));
        false
    });
    let mut found = Vec::new();
    for folder in folders {
        // What cannot be entered is not written into either.
        let Ok(names) = ws.tree.folder(folder.as_ref()).map(|it| names_in(&it)) else {
            continue;
        };
        let is_stray = |name: &Vec<u8>| {
            let is_waiting = waiting.iter().any(|record| record.names(name));
            Record::is_stage_or_aside(name) && !is_waiting
        };
        let strays = names.unwrap_or_default().into_iter().filter(is_stray);
        found.extend(strays.map(|name| (folder.clone(), name)));
    }
    Ok(found)
}

/// Moves them into the state folder, and adds each to `moved`.
pub(super) fn move_away(
    ws: &Workspace,
    state: &State,
    strays: Vec<Place>,
    moved: &mut Vec<Stray>,
) -> Result<(), WorkspaceError> {
    let place = state.path().join(FOLDER);
    let opened = || -> Result<OwnedFd, rustix::io::Errno> {
        make_folder(state.dir(), FOLDER.as_bytes())?;
        open_folder(state.dir(), FOLDER.as_bytes())
    };
    let failed =
        |fault: std::io::Error| WorkspaceError::failed("move what has no record to", &place)(fault);
    let to = opened().map_err(|fault| failed(fault.into()))?;
    let mut n_there = names_in(&to).map_err(|fault| failed(fault.into()))?.len();
    for (folder, name) in strays {
        let Ok(from) = ws.tree.folder(folder.as_ref()) else {
            continue;
        };
        n_there += 1;
        // The names of those in other folders may be the same.
        let new_name = [n_there.to_string().as_bytes(), &name].concat();
        let on_other_disk = || Err(rustix::io::Errno::XDEV.into());
        move_across(&from, &name, &to, &new_name, on_other_disk).map_err(failed)?;
        let folder = folder.map_or_else(|| ws.root().to_path_buf(), |it| ws.tree.full_path(&it));
        moved.push(Stray {
            path: folder.join(OsStr::from_bytes(&name)),
            kept_at: place.join(OsStr::from_bytes(&new_name)),
        });
    }
    Ok(())
}

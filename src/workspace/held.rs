//! What a writer holds: its own state, and the lock of every state that may hold records about the files it writes.
//!
//! A work tree in git has one state. Without git each root has its own, and a folder may have been written under several
//! roots, or before `git init`. So a writer locks the state of every folder around its root, the outermost first, and of
//! every folder it writes into. Each makes its own before it looks for others', so of two at once one sees the other.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Instant;

use rustix::io::Errno;

use super::Workspace;
use super::error::WorkspaceError;
use super::place::StatePlace;
use super::recover::{Recovered, recover};
use super::state::{Lock, State};
use crate::text::RelPath;

/// The locks of one writer, and what it recovered under them.
pub(super) struct Held {
    own: State,
    locks: Vec<Lock>,
    paths: BTreeSet<PathBuf>,
    deadline: Instant,
    pub(super) recovered: Recovered,
}

impl Held {
    /// Makes the state folder of `ws`, waits for the locks around its root, and recovers what was interrupted.
    pub(super) fn begin(ws: &Workspace) -> Result<Held, WorkspaceError> {
        let own = State::make(&ws.state, &ws.secrets)?;
        let mut held = Held {
            own,
            locks: Vec::new(),
            paths: BTreeSet::new(),
            deadline: Instant::now() + ws.patience,
            recovered: Recovered::default(),
        };
        let places = StatePlace::around(ws.root());
        let look = WorkspaceError::failed("look for records around", ws.root());
        for place in places.map_err(look)? {
            if place == ws.state {
                held.lock_own(ws)?;
            } else if let Some(state) = State::open(&place, &ws.secrets)? {
                held.lock(ws, state)?;
            }
        }
        if held.paths.contains(held.own.path()) {
            return Ok(held);
        }
        // Its folder was there a moment ago.
        Err(WorkspaceError::failed("lock", held.own.path())(
            Errno::NOENT,
        ))
    }

    /// Returns the state that the writer's own records go to.
    pub(super) fn own(&self) -> &State {
        &self.own
    }

    /// Locks the states in these folders of the root, and recovers there. Returns whether any was not held before.
    pub(super) fn lock_below(
        &mut self,
        ws: &Workspace,
        folders: &BTreeSet<RelPath>,
    ) -> Result<bool, WorkspaceError> {
        let mut is_new = false;
        for folder in folders {
            for state in State::below(&ws.tree, folder, &ws.secrets)? {
                is_new |= self.lock(ws, state)?;
            }
        }
        Ok(is_new)
    }

    fn lock_own(&mut self, ws: &Workspace) -> Result<(), WorkspaceError> {
        self.locks.push(self.own.lock(self.deadline)?);
        self.paths.insert(self.own.path().to_path_buf());
        self.own.make_secret(&ws.secrets)?;
        let recovered = recover(ws, &self.own)?;
        self.recovered.extend(recovered);
        Ok(())
    }

    fn lock(&mut self, ws: &Workspace, mut state: State) -> Result<bool, WorkspaceError> {
        if !self.paths.insert(state.path().to_path_buf()) {
            return Ok(false);
        }
        self.locks.push(state.lock(self.deadline)?);
        state.make_secret(&ws.secrets)?;
        self.recovered.extend(recover(ws, &state)?);
        Ok(true)
    }
}

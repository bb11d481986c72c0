//! What a writer holds: its own state, and the lock of every state that may hold records about the files it writes.
//!
//! A work tree in git has one state. Without git each root has its own, and a folder may have been written under several
//! roots, or before `git init`: records from then are read where they are. So a writer locks the state of every folder around its root, the outermost first, and of
//! every folder it writes into. Each makes its own before it looks for others', so of two at once one sees the other.

use std::collections::BTreeSet;
use std::mem::take;
use std::path::PathBuf;
use std::time::Instant;

use rustix::io::Errno;

use super::Workspace;
use super::error::WorkspaceError;
use super::recover::{Recovered, recover};
use super::state::{Lock, State};
use crate::text::RelPath;

/// What one writer holds.
pub(super) struct Held {
    own: State,
    /// Those that were its own before its work tree became one; the outermost first.
    earlier: Vec<State>,
    pub(super) locks: Locks,
}

/// The locks of a writer or a recovery, and what was recovered under them.
pub(super) struct Locks {
    locks: Vec<Lock>,
    paths: BTreeSet<PathBuf>,
    deadline: Instant,
    pub(super) recovered: Recovered,
}

impl Held {
    /// Makes the state folder of `ws`, waits for the locks around its root, and recovers what was interrupted.
    pub(super) fn begin(ws: &Workspace) -> Result<Held, WorkspaceError> {
        State::make(&ws.state, &ws.secrets)?;
        let mut locks = Locks::new(ws);
        let (mut own, mut earlier) = (None, Vec::new());
        for state in ws.states()? {
            let Some(state) = locks.lock(ws, state)? else {
                continue;
            };
            if ws.is_own(&state) {
                own = Some(state);
            } else if ws.is_earlier(&state) {
                earlier.push(state);
            }
        }
        // Its folder was there a moment ago.
        let gone = WorkspaceError::failed("lock", ws.state.path());
        Ok(Held {
            own: own.ok_or_else(|| gone(Errno::NOENT))?,
            earlier,
            locks,
        })
    }

    /// Returns the state that the writer's own records go to.
    pub(super) fn own(&self) -> &State {
        &self.own
    }

    /// Returns the states whose records are listed and undone: the earlier ones, and its own, the last.
    pub(super) fn readable(&self) -> impl DoubleEndedIterator<Item = &State> {
        self.earlier.iter().chain([&self.own])
    }

    /// Locks the states in these folders of the root, and recovers there. Returns whether any was not held before.
    ///
    /// # Errors
    /// When one cannot be locked, or an apply that was interrupted there could not be put in order.
    pub(super) fn lock_below(
        &mut self,
        ws: &Workspace,
        folders: &BTreeSet<RelPath>,
    ) -> Result<bool, WorkspaceError> {
        let mut is_new = false;
        for folder in folders {
            for state in State::below(&ws.tree, folder, &ws.secrets)? {
                is_new |= self.locks.lock(ws, state)?.is_some();
            }
        }
        // What could not be put in order there holds this write as it would one from inside that folder.
        match self.locks.recovered.take_obstacle() {
            Some(obstacle) => Err(obstacle),
            None => Ok(is_new),
        }
    }
}

impl Locks {
    pub(super) fn new(ws: &Workspace) -> Locks {
        Locks {
            locks: Vec::new(),
            paths: BTreeSet::new(),
            deadline: Instant::now() + ws.patience,
            recovered: Recovered::default(),
        }
    }

    /// Returns whether other writers were waited for long enough.
    pub(super) fn is_time_up(&self) -> bool {
        Instant::now() >= self.deadline
    }

    /// Waits for the lock of a state, and recovers there; `None` where it is held already.
    pub(super) fn lock(
        &mut self,
        ws: &Workspace,
        mut state: State,
    ) -> Result<Option<State>, WorkspaceError> {
        if !self.paths.insert(state.path().to_path_buf()) {
            return Ok(None);
        }
        match self.lock_and_recover(ws, &mut state) {
            Ok(()) => Ok(Some(state)),
            Err(fault) => Err(fault.after_recovery(take(&mut self.recovered))),
        }
    }

    fn lock_and_recover(
        &mut self,
        ws: &Workspace,
        state: &mut State,
    ) -> Result<(), WorkspaceError> {
        self.locks.push(state.lock(self.deadline)?);
        state.make_secret(&ws.secrets)?;
        self.recovered.extend(recover(ws, state)?);
        Ok(())
    }
}

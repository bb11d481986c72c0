//! What a writer or a recovery holds: its own state, and the lock of every state that may hold records about the files it writes.
//!
//! A work tree in git has one state. Without git each root has its own, and a folder may have been written under several
//! roots, or before `git init`: records from then are read where they are. So a writer locks the state of every folder around its root, the outermost first, and of
//! every folder it writes into. Each makes its own before it looks for others', so of two at once one sees the other.

use std::collections::BTreeSet;
use std::mem::take;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use rustix::io::{Errno, retry_on_intr};

use super::Workspace;
use super::error::WorkspaceError;
use super::recover::{self, Recovered, recover};
use super::state::{Lock, State};
use super::step::Step;
use super::strays;
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

impl Workspace {
    /// Finishes or rolls back what was interrupted. Every apply and undo does this first.
    ///
    /// # Errors
    /// When the system fails us; running it again is safe. What could not be followed or put back is in the [`Recovered`].
    pub fn recover(&self) -> Result<Recovered, WorkspaceError> {
        self.recover_for(&[])
    }

    /// Like [`Workspace::recover`], but also recovers interrupted applies of roots in the folders above `paths`: until then,
    /// the files there may be half written.
    ///
    /// # Errors
    /// As [`Workspace::recover`].
    pub fn recover_for(&self, paths: &[RelPath]) -> Result<Recovered, WorkspaceError> {
        let mut locks = Locks::new(self);
        for state in self.states_for(paths)? {
            locks.lock(self, state)?;
        }
        Ok(locks.recovered)
    }

    /// Does the same, also for what was interrupted under roots below this one, as far as they are soon found; and moves away
    /// what an apply left that has no record here, once other writers were waited for.
    ///
    /// # Errors
    /// As [`Workspace::recover`].
    pub fn recover_all(&self) -> Result<Recovered, WorkspaceError> {
        let mut locks = Locks::new(self);
        match self.recover_with(&mut locks) {
            Ok(()) => Ok(locks.recovered),
            Err(fault) => Err(fault.after_recovery(locks.recovered)),
        }
    }

    fn recover_with(&self, locks: &mut Locks) -> Result<(), WorkspaceError> {
        let mut states = Vec::new();
        let mut found = loop {
            // Every time anew: a record that one look could not reach may be that of the files in question.
            for state in self.states()?.into_iter().chain(self.inner_states()?) {
                states.extend(locks.lock(self, state)?);
            }
            let found = strays::find(self, &states)?;
            if found.is_empty() || locks.is_time_up() {
                break found;
            }
            std::thread::sleep(Duration::from_millis(50));
        };
        if !found.is_empty() {
            // Our own state can be opened where it could not be seen.
            let own = State::make(&self.state, &self.secrets)?;
            states.extend(locks.lock(self, own)?);
            found = strays::find(self, &states)?;
        }
        if !found.is_empty() {
            let state = State::make(&self.state, &self.secrets)?;
            let moved = &mut locks.recovered.strays;
            self.recovering(|| strays::move_away(self, &state, found, moved))?;
        }
        Ok(())
    }

    /// Returns whether an interrupted apply waits for [`Workspace::recover_for`]; writes nothing. An apply that another
    /// program is just making counts too.
    ///
    /// # Errors
    /// When the state folder cannot be read or trusted.
    pub fn pending_recovery(&self, paths: &[RelPath]) -> Result<bool, WorkspaceError> {
        for state in self.states_for(paths)? {
            if recover::is_pending(&state)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Makes the state folder, waits for the locks, and recovers.
    pub(super) fn begin(&self) -> Result<Held, WorkspaceError> {
        // Nothing is made in a folder that is not the one that was opened.
        self.check_root(retry_on_intr(|| rustix::fs::stat(self.root())))?;
        let mut held = Held::begin(self)?;
        // Its state was opened by a path, and must be that of the files which are written.
        let own = held.own();
        let there = own.top.below(self.below_top(own).as_ref());
        self.check_root(match there {
            Ok(tree) => tree.facts(),
            Err(blocked) => Err(blocked.system().unwrap_or(Errno::NOENT)),
        })?;
        if let Some(obstacle) = held.locks.recovered.take_obstacle() {
            return Err(obstacle);
        }
        match self.at(Step::Locked) {
            Ok(()) => Ok(held),
            Err(fault) => Err(fault.after_recovery(held.locks.recovered)),
        }
    }

    /// Makes sure that a folder which was found is the one that was opened as the root: what is written into another would be
    /// recorded where no run looks for it.
    pub(super) fn check_root(
        &self,
        found: Result<rustix::fs::Stat, Errno>,
    ) -> Result<(), WorkspaceError> {
        let facts = found.and_then(|found| Ok((found, self.tree.facts()?)));
        match facts {
            Ok((found, root)) if (found.st_dev, found.st_ino) == (root.st_dev, root.st_ino) => {
                Ok(())
            }
            Ok(_) | Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => Err(WorkspaceError::Moved {
                path: self.root().to_path_buf(),
            }),
            Err(fault) => Err(WorkspaceError::failed("look at", self.root())(fault)),
        }
    }

    /// Puts in order what was interrupted.
    pub(super) fn recovering(
        &self,
        recover: impl FnOnce() -> Result<(), WorkspaceError>,
    ) -> Result<(), WorkspaceError> {
        self.at(Step::Recovering)?;
        let recovered = recover();
        let at = self.at(Step::Recovered);
        recovered.and(at)
    }
}

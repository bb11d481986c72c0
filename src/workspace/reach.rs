//! Which records concern a root: its own state's, those of earlier ones, and where else some lie.
//!
//! The state of a root moves when a folder becomes a work tree: `git init` or `jj init` gives all roots below it one state at
//! its top. What was recorded before stays where it is, and is read, undone and counted on from there.

use std::path::{Path, PathBuf};

use super::Workspace;
use super::error::WorkspaceError;
use super::folders::{Folders, walk};
use super::log::listed;
use super::place::StatePlace;
use super::state::State;
use crate::text::RelPath;

impl Workspace {
    /// Opens every state around the root and the folder that one stands in, the outermost first.
    pub(super) fn states(&self) -> Result<Vec<State>, WorkspaceError> {
        let places = StatePlace::around(&self.standing);
        let looked = WorkspaceError::failed("look for records around", &self.standing);
        let mut places = places.map_err(looked)?;
        // Whatever stands where our own records go is in a writer's way, also what is no folder.
        if !places.contains(&self.state) && self.state.path().symlink_metadata().is_ok() {
            places.push(self.state.clone());
        }
        let mut states = Vec::new();
        for place in places {
            match State::open(&place, &self.secrets) {
                Ok(state) => states.extend(state),
                // What came with a folder of the tree is in nobody's way; at the top it would be our own.
                Err(WorkspaceError::Journal { .. }) if self.is_inside(&place.top) => {}
                Err(fault) => return Err(fault),
            }
        }
        Ok(states)
    }

    /// Opens these, and the states in the folders above `paths`: an apply may have been made with one of those as its root.
    pub(super) fn states_for(&self, paths: &[RelPath]) -> Result<Vec<State>, WorkspaceError> {
        let mut folders = Folders::new(&self.tree);
        for path in paths {
            // What cannot be reached is a matter of its own.
            let _ = folders.parent_of(path);
        }
        let mut states = self.states()?;
        for folder in folders.with_state() {
            states.extend(State::below(&self.tree, folder, &self.secrets)?);
        }
        Ok(states)
    }

    /// Opens the states whose records this root lists and undoes: earlier ones, the outermost first, and its own, the last.
    pub(super) fn readable(&self) -> Result<Vec<State>, WorkspaceError> {
        let (own, others): (Vec<State>, Vec<State>) = self
            .states()?
            .into_iter()
            .filter(|state| self.is_own(state) || self.is_earlier(state))
            .partition(|state| self.is_own(state));
        Ok(others.into_iter().chain(own).collect())
    }

    /// Returns whether a folder lies below the top of the work tree.
    fn is_inside(&self, folder: &Path) -> bool {
        folder != self.state.top && folder.starts_with(&self.state.top)
    }

    /// Returns whether new records go there.
    pub(super) fn is_own(&self, state: &State) -> bool {
        state.path() == self.state.path()
    }

    /// Returns whether records of this root went there before its work tree became one: at its top, or between that and the
    /// folder that one stands in.
    pub(super) fn is_earlier(&self, state: &State) -> bool {
        let top = state.top.path();
        !self.is_own(state) && top.starts_with(&self.state.top) && self.standing.starts_with(top)
    }

    /// Opens the states below the root, those of its folders that are soon found.
    pub(super) fn inner_states(&self) -> Result<Vec<State>, WorkspaceError> {
        let mut states = Vec::new();
        let mut fault = None;
        walk(&self.tree, |folder, _| {
            match State::below(&self.tree, folder, &self.secrets) {
                Ok(found) => states.extend(found),
                Err(error) => fault = Some(error),
            }
            fault.is_some()
        });
        match fault {
            Some(fault) => Err(fault),
            None => Ok(states),
        }
    }

    /// Returns roots under which applies to files of this one are recorded, where its own log does not have them.
    pub(super) fn elsewhere(&self) -> Result<Vec<PathBuf>, WorkspaceError> {
        let is_read = |state: &State| self.is_own(state) || self.is_earlier(state);
        let around = self.states()?.into_iter().filter(|state| !is_read(state));
        let mut roots = Vec::new();
        for state in around.chain(self.inner_states()?) {
            for one in listed(self, &[&state])?.0 {
                let root = one.root(self);
                let is_here = |path: &RelPath| full_path(&root, path).starts_with(self.root());
                let is_about_it = one.entry.changes.iter().any(|(path, _)| is_here(path));
                if is_about_it && !roots.contains(&root) {
                    roots.push(root);
                }
            }
        }
        Ok(roots)
    }

    /// Returns where the root lies below the top of its work tree; `None` where it is the top.
    pub(super) fn below_top(&self, state: &State) -> Option<RelPath> {
        let below = self.root().strip_prefix(state.top.path());
        let below = below.expect("a work tree holds its roots").as_os_str();
        // Empty at the top itself, which alone has no path.
        RelPath::new(below.as_encoded_bytes()).ok()
    }

    /// Returns the root of a record, which says where that lies below the top of its state.
    pub(super) fn root_in(&self, state: &State, root: Option<&RelPath>) -> PathBuf {
        root.map_or(state.top.path().to_path_buf(), |it| state.top.full_path(it))
    }

    /// Returns the top of the work tree that new records are about.
    pub(super) fn top(&self) -> &Path {
        &self.state.top
    }
}

pub(super) fn full_path(root: &Path, path: &RelPath) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    root.join(std::ffi::OsStr::from_bytes(path.as_bytes()))
}

/// Returns the way from `folder` to `path`; `None` where it does not lie below.
pub(super) fn below(path: &Path, folder: &Path) -> Option<RelPath> {
    let below = path.strip_prefix(folder).ok()?;
    RelPath::new(below.as_os_str().as_encoded_bytes()).ok()
}

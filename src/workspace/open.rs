//! How the files under a root are opened, and what can be said of it before anything is read.

use std::path::Path;
use std::time::Duration;

use super::error::WorkspaceError;
use super::hard_links::HardLinks;
use super::place::{self, StatePlace};
use super::record::Trust;
use super::retention::Retention;
use super::secret::SecretPlace;
use super::step::{Next, Observer, Step};
use super::swap::Renames;
use super::tree::Tree;
use super::twin::Twins;
use super::{Workspace, names};
use crate::text::RelPath;

/// The largest target, and the largest patch, unless told otherwise: 64 MiB.
pub const DEFAULT_LIMIT: u64 = 64 * 1024 * 1024;

/// How long a second writer waits for the first, unless told otherwise.
pub const DEFAULT_PATIENCE: Duration = Duration::from_secs(5);

impl Workspace {
    /// Opens the files under `root`; `None` is the top of the work tree (of git or Jujutsu) around the current folder, else that folder.
    ///
    /// # Errors
    /// [`WorkspaceError::Root`] when it is no folder that can be opened.
    pub fn open(root: Option<&Path>) -> Result<Workspace, WorkspaceError> {
        let asked = root.unwrap_or(Path::new("."));
        let failed = |fault| WorkspaceError::Root {
            path: asked.to_path_buf(),
            fault,
        };
        let standing = asked.canonicalize().map_err(failed)?;
        let top = place::work_tree_top(&standing).map_err(failed)?;
        let path = top.filter(|_| root.is_none()).unwrap_or(&standing);
        let below = standing.strip_prefix(path).ok();
        let current =
            below.and_then(|below| RelPath::new(below.as_os_str().as_encoded_bytes()).ok());
        Ok(Workspace {
            tree: Tree::open(path, top).map_err(failed)?,
            names: names::of_root(path, asked),
            state: StatePlace::of_root(path, top).map_err(failed)?,
            current: current.filter(|_| root.is_none()),
            standing,
            secrets: SecretPlace::of_user(),
            trust: Trust::default(),
            limit: DEFAULT_LIMIT,
            hard_links: HardLinks::default(),
            twins: Twins::default(),
            renames: Renames::default(),
            retention: Retention::default(),
            patience: DEFAULT_PATIENCE,
            observer: None,
        })
    }

    /// Refuses targets of more than `bytes` bytes.
    pub fn with_limit(self, bytes: u64) -> Workspace {
        Workspace {
            limit: bytes.min(crate::text::Text::MAX_BYTES as u64),
            ..self
        }
    }

    /// Says what is done to files with other names.
    pub fn with_hard_links(self, hard_links: HardLinks) -> Workspace {
        Workspace { hard_links, ..self }
    }

    /// Says what is done with new names that look like others.
    pub fn with_twins(self, twins: Twins) -> Workspace {
        Workspace { twins, ..self }
    }

    /// Says which renames are used.
    pub fn with_renames(self, renames: Renames) -> Workspace {
        Workspace { renames, ..self }
    }

    /// Says which records are followed.
    pub fn with_trust(self, trust: Trust) -> Workspace {
        Workspace { trust, ..self }
    }

    /// Says how long applies can be undone.
    pub fn with_retention(self, retention: Retention) -> Workspace {
        Workspace { retention, ..self }
    }

    /// Says how long to wait for another writer to end.
    pub fn with_patience(self, patience: Duration) -> Workspace {
        Workspace { patience, ..self }
    }

    /// Lets `observe` see every step of every write and stop it there. For tests of crashes.
    pub fn with_observer(
        self,
        observe: impl Fn(Step) -> Next + Send + Sync + 'static,
    ) -> Workspace {
        Workspace {
            observer: Some(Observer::new(observe)),
            ..self
        }
    }

    /// Returns a workspace of the files that a record is about, with all else as here. What the apply read was within its own
    /// limit, and must be put back whatever the limit is now.
    pub(super) fn with_tree(&self, tree: Tree) -> Workspace {
        Workspace {
            tree,
            names: self.names.clone(),
            standing: self.standing.clone(),
            current: self.current.clone(),
            state: self.state.clone(),
            secrets: self.secrets.clone(),
            trust: self.trust,
            limit: crate::text::Text::MAX_BYTES as u64,
            hard_links: self.hard_links,
            twins: self.twins,
            renames: self.renames,
            retention: self.retention,
            patience: self.patience,
            observer: self.observer.clone(),
        }
    }
}

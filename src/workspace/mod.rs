//! Floor 6: the only floor that touches files, clock and environment. Snapshots go up, change sets come down and are
//! written all or nothing; it knows nothing of patches, matches or screens.
//!
//! How a write survives a crash: a record of it is durable before anything is touched (`journal`), every new content lies
//! synced beside its target before the first target changes (`stage`), targets change by renames that keep what they
//! displace (`swap`), and the commit is one more rename (`apply`). Whatever stops it in between, `recover` needs only
//! renames to bring all-old or all-new back.

mod apply;
mod baseline;
mod error;
mod folders;
mod git;
mod hard_links;
mod held;
mod journal;
mod known;
mod log;
mod look;
mod mode;
mod names;
mod new_folders;
mod open;
mod order;
mod original;
mod own;
mod place;
mod reach;
mod reader;
mod ready;
mod record;
mod recover;
mod reply;
mod report_file;
mod repository;
mod retention;
mod reverse;
mod secret;
mod site;
mod stage;
mod stages;
mod state;
mod step;
mod store;
mod strays;
mod swap;
mod system;
mod tree;
mod twin;
mod undo;
mod watch;

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::plan::ChangeSet;
use crate::text::{Digest, RelPath, Root};

pub use apply::Applied;
#[cfg(feature = "terminal")]
pub(crate) use error::other_roots;
pub use error::{StuckFile, WorkspaceError};
pub use hard_links::HardLinks;
pub use log::{Log, LogChange, LogEntry, UndoStatus};
pub use look::Aim;
pub use open::{DEFAULT_LIMIT, DEFAULT_PATIENCE};
pub use own::read_own;
pub use reader::{Facts, Reader};
pub use record::Trust;
pub use recover::{LeftFile, LeftWhy, Recovered, StuckApply};
pub use reply::{ReplySource, read_reply};
pub use report_file::{
    FileId, Prepared, ReportFault, ReportFile, Taken, is_stdout, takes_bytes, wait_for_reader,
};
pub use retention::Retention;
pub use reverse::{Reversal, Reversals, Side};
pub use step::{Next, Step};
pub use store::{SavedReview, Store};
pub use strays::Stray;
pub use swap::Renames;
pub use twin::Twins;
pub use undo::Undone;
pub use watch::{Watch, WatchMode};

use journal::Origin;
use order::Order;
use place::StatePlace;
use rustix::io::retry_on_intr;
use secret::SecretPlace;
use state::State;
use step::Observer;
use tree::{Tree, stat};

/// The files under one root.
#[derive(Debug)]
pub struct Workspace {
    tree: Tree,
    /// The ways to write it as an absolute path.
    names: Root,
    /// The folder that was asked for, or that one stands in: the root, or one below it.
    standing: PathBuf,
    current: Option<RelPath>,
    state: StatePlace,
    secrets: SecretPlace,
    trust: Trust,
    limit: u64,
    hard_links: HardLinks,
    twins: Twins,
    renames: Renames,
    retention: Retention,
    patience: Duration,
    observer: Option<Observer>,
}

impl Workspace {
    /// Returns the root, absolute and without links.
    pub fn root(&self) -> &Path {
        self.tree.path()
    }

    /// Returns the ways to write the root in an absolute path: resolved, as the shell has it, and from the home folder.
    pub fn names(&self) -> &Root {
        &self.names
    }

    /// Returns the folder under the root that one stands in, where the root was not named: relative paths may be meant from
    /// there.
    pub fn current(&self) -> Option<&RelPath> {
        self.current.as_ref()
    }

    /// Returns the folder that applies are recorded in; it may not exist yet.
    pub fn state_path(&self) -> PathBuf {
        self.state.path()
    }

    /// Returns what is done to files with other names.
    pub fn hard_links(&self) -> HardLinks {
        self.hard_links
    }

    /// Writes `changes`, all or none; `reply` is the digest of the reply they came from, for the log.
    ///
    /// # Errors
    /// In every case nothing is changed, save where [`WorkspaceError::may_have_changed`] says otherwise: that names the files.
    pub fn apply(&self, changes: &ChangeSet, reply: Digest) -> Result<Applied, WorkspaceError> {
        self.apply_with(changes, reply, self.hard_links)
    }

    /// Writes as [`Workspace::apply`] does, with another word on files that have other names.
    ///
    /// # Errors
    /// As [`Workspace::apply`].
    pub fn apply_with(
        &self,
        changes: &ChangeSet,
        reply: Digest,
        hard_links: HardLinks,
    ) -> Result<Applied, WorkspaceError> {
        if changes.is_empty() {
            return Ok(Applied {
                id: 0,
                written: Vec::new(),
                notes: Vec::new(),
            });
        }
        let mut held = self.begin()?;
        let order = Order::of(changes, reply, hard_links);
        apply::write(self, &mut held, order)
    }

    /// Returns the files that [`Workspace::apply`] would refuse because they have other names.
    pub fn linked(&self, changes: &ChangeSet) -> Vec<RelPath> {
        let has_other_names = |path: &RelPath| {
            let folder = self.tree.folder(path.parent().as_ref()).ok();
            let found = folder.and_then(|folder| stat(&folder, path.file_name()).ok().flatten());
            found.is_some_and(|found| found.st_nlink > 1)
        };
        match self.hard_links {
            HardLinks::Split => Vec::new(),
            HardLinks::Refuse => Order::of(changes, Digest::of(b""), self.hard_links)
                .rewritten()
                .into_iter()
                .filter(|path| has_other_names(path))
                .cloned()
                .collect(),
        }
    }

    /// Takes back apply `id`, an undo too; `None` is the latest that is in effect and no undo, so that repeating it goes
    /// one apply further back each time.
    ///
    /// # Errors
    /// In every case nothing is changed; [`WorkspaceError::UndoDrift`] when a file was changed since.
    pub fn undo(&self, id: Option<u64>) -> Result<Undone, WorkspaceError> {
        self.undo_after(Recovered::default(), id)
    }

    /// Does the same once it is known what was `recovered` just now: an apply that was rolled back then is not there to be
    /// undone, and the one before it was not meant.
    ///
    /// # Errors
    /// As [`Workspace::undo`], and [`WorkspaceError::RolledBack`].
    pub fn undo_after(
        &self,
        recovered: Recovered,
        id: Option<u64>,
    ) -> Result<Undone, WorkspaceError> {
        let mut held = self.begin()?;
        held.locks.recovered.extend(recovered);
        undo::undo(self, &mut held, id)
    }

    /// Returns what apply `id` did to each path, for reversing it as a patch where a file changed since; `None` is the one
    /// that a plain undo takes back. Writes nothing.
    ///
    /// # Errors
    /// When there is no such apply in effect, or its contents were not kept.
    pub fn reversals(&self, id: Option<u64>) -> Result<Reversals, WorkspaceError> {
        state::check_own(&self.state)?;
        let states = self.readable()?;
        reverse::reversals(self, &states.iter().collect::<Vec<_>>(), id)
    }

    /// Returns the recorded applies of the work tree, under whichever root they were made; writes nothing. Those that were
    /// recorded before the work tree became one, by `git init` say, are among them.
    ///
    /// # Errors
    /// When a state folder cannot be read.
    pub fn log(&self) -> Result<Log, WorkspaceError> {
        let mut log = self.log_here()?;
        if log.entries.is_empty() {
            log.elsewhere = self.elsewhere()?;
        }
        Ok(log)
    }

    /// Returns the same without a look at where else applies are recorded, which may have to go through the whole tree.
    ///
    /// # Errors
    /// As [`Workspace::log`].
    pub fn log_here(&self) -> Result<Log, WorkspaceError> {
        let states = self.readable()?;
        log::log(self, &states.iter().collect::<Vec<_>>())
    }

    /// Returns the state folders around the root that belong to another user: what they hold is not known here.
    ///
    /// # Errors
    /// When a folder around the root cannot be looked at.
    pub fn anothers(&self) -> Result<Vec<PathBuf>, WorkspaceError> {
        let places = StatePlace::around(&self.standing);
        let places = places.map_err(WorkspaceError::failed(
            "look for records around",
            &self.standing,
        ))?;
        let anothers = places.iter().filter(|place| state::is_anothers(place));
        Ok(anothers.map(StatePlace::path).collect())
    }

    /// Returns why the user's secret cannot be read although something is there; their own records are taken for others' then.
    pub fn secret_fault(&self) -> Option<String> {
        self.secrets.fault()
    }

    /// Looks at what a write of `aims` would find, for a patch that reads `paths`; writes nothing. Where it would first have to
    /// bring an interrupted apply to its end, nothing more is known of it.
    ///
    /// # Errors
    /// As the write would be refused: for a record that it would not follow or, where nothing was interrupted, for what is at
    /// its paths.
    pub fn look(&self, paths: &[RelPath], aims: &[(RelPath, Aim)]) -> Result<(), WorkspaceError> {
        self.look_as_read(paths, aims, &Facts::default())
    }

    /// Does the same for files that were read just now: of those in `facts` it takes what is noted there.
    ///
    /// # Errors
    /// As [`Workspace::look`].
    pub fn look_as_read(
        &self,
        paths: &[RelPath],
        aims: &[(RelPath, Aim)],
        facts: &Facts,
    ) -> Result<(), WorkspaceError> {
        let mut is_pending = false;
        for state in self.states_for(paths)? {
            if !aims.is_empty() {
                state.check_lock()?;
            }
            is_pending |= recover::is_pending_and_followed(self, &state)?;
        }
        if is_pending {
            return Ok(());
        }
        if !aims.is_empty() {
            self.check_state()?;
        }
        look::look(self, aims, facts)
    }

    /// Watches files, and tells of all of them at first, then of those that were written, replaced or removed: whether their
    /// bytes are others is for the one told to see. It is a courtesy: the check at the moment of writing is the guarantee.
    /// Dropping the [`Watch`] ends it.
    pub fn watch(
        &self,
        paths: &[RelPath],
        mode: WatchMode,
        tell: impl Fn(Vec<RelPath>) + Send + 'static,
    ) -> Watch {
        watch::watch(&self.tree, paths, mode, tell)
    }

    /// Refuses what a write would refuse of where it is recorded.
    fn check_state(&self) -> Result<(), WorkspaceError> {
        if self.state.top != self.root() {
            return State::check(&self.state);
        }
        self.check_root(retry_on_intr(|| rustix::fs::stat(self.root())))?;
        State::check_in(&self.tree, &self.state)
    }

    /// Returns whether records made there are followed.
    fn follows(&self, origin: Origin) -> bool {
        match origin {
            Origin::Here | Origin::Renumbered => true,
            Origin::Elsewhere => self.trust == Trust::AllRecords,
        }
    }

    fn at(&self, step: Step) -> Result<(), WorkspaceError> {
        match self.observer.as_ref().map_or(Next::Go, |it| it.at(step)) {
            Next::Go => Ok(()),
            Next::Fail(fault) => Err(WorkspaceError::failed("go on in", self.root())(fault)),
            Next::Stop => Err(WorkspaceError::Stopped),
        }
    }

    fn now(&self) -> u64 {
        SystemTime::now()
            .duration_since(SystemTime::UNIX_EPOCH)
            .map_or(0, |since| since.as_secs())
    }
}

#[cfg(test)]
mod tests;

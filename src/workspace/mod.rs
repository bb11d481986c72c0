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

use std::borrow::Borrow;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::matcher::Cancel;
use crate::patch::FileMode;
use crate::plan::ChangeSet;
use crate::text::{Content, Digest, RelPath, Root, Snapshot};

pub use apply::Applied;
#[cfg(feature = "terminal")]
pub(crate) use error::other_roots;
pub use error::{StuckFile, WorkspaceError};
pub use hard_links::HardLinks;
pub use log::{Log, LogChange, LogEntry, UndoStatus};
pub use look::Aim;
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

use held::{Held, Locks};
use journal::Origin;
use order::Order;
use place::StatePlace;
use rustix::fs::FileType;
use rustix::io::{Errno, retry_on_intr};
use secret::SecretPlace;
use state::State;
use step::Observer;
use tree::{Blocked, OpenFile, Opened, Tree, Unfit, kind_in_words, open_file, stat};

/// The largest target, and the largest patch, unless told otherwise: 64 MiB.
pub const DEFAULT_LIMIT: u64 = 64 * 1024 * 1024;

/// How long a second writer waits for the first, unless told otherwise.
pub const DEFAULT_PATIENCE: Duration = Duration::from_secs(5);

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

    /// Returns what is done to files with other names.
    pub fn hard_links(&self) -> HardLinks {
        self.hard_links
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

    /// Reads what lies at `path`, never through a link and never waiting for a device or pipe.
    pub fn snapshot(&self, path: &RelPath) -> Snapshot {
        self.snapshot_in(self.tree.folder(path.parent().as_ref()), path, |_| {})
    }

    /// Returns what reads many files in one look at the tree.
    pub fn reader(&self) -> Reader<'_> {
        Reader::new(self)
    }

    fn snapshot_in(
        &self,
        folder: Result<impl Borrow<OwnedFd>, Blocked>,
        path: &RelPath,
        on_open: impl FnOnce(&OpenFile),
    ) -> Snapshot {
        let unread = |content| Snapshot::new(path.clone(), content);
        let folder = match folder {
            Ok(folder) => folder,
            Err(Blocked::Missing) => return unread(Content::Absent),
            Err(Blocked::NotAFolder { words, kind }) => return unread(unfit(kind, words)),
            Err(Blocked::OffLimits(words)) => return unread(Content::Refused(words)),
            Err(Blocked::Moved) => return unread(Content::Absent),
            Err(Blocked::System(fault)) => return unread(Content::Unreadable(fault.to_string())),
        };
        let mut open = match open_file(folder.borrow(), path.file_name(), self.limit) {
            Ok(Opened::File(open)) => open,
            Ok(Opened::Absent) => return unread(Content::Absent),
            Ok(Opened::Other(Unfit::Kind(kind))) => {
                return unread(unfit(kind, kind_in_words(kind)));
            }
            Ok(Opened::Other(large @ Unfit::LargerThan(_))) => {
                return unread(Content::Refused(large.to_string()));
            }
            Err(fault) => return unread(Content::Unreadable(fault.to_string())),
        };
        on_open(&open);
        let mode = FileMode::of_permissions(open.stat.st_mode);
        Snapshot {
            path: path.clone(),
            is_program: mode == FileMode::Executable,
            is_program_of_others: mode == FileMode::Plain && open.stat.st_mode & 0o111 != 0,
            content: match open.read(self.limit) {
                Ok(Ok(bytes)) => Content::of_bytes(bytes),
                Ok(Err(large)) => Content::Refused(large.to_string()),
                Err(fault) => Content::Unreadable(fault.to_string()),
            },
        }
    }

    /// Returns files under the root, sorted, for offering close names: the nearest 50,000, without version control's
    /// folders, `target`, `node_modules` and what the top `.gitignore` names plainly; or those found before it was
    /// cancelled.
    pub fn known_paths(&self, cancel: &dyn Cancel) -> Vec<RelPath> {
        known::known_paths(&self.tree, cancel)
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

    /// Makes the state folder, waits for the locks, and recovers.
    fn begin(&self) -> Result<Held, WorkspaceError> {
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
    /// recorded where nobody looks for it.
    fn check_root(&self, found: Result<rustix::fs::Stat, Errno>) -> Result<(), WorkspaceError> {
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

    /// Returns whether records made there are followed.
    fn follows(&self, origin: Origin) -> bool {
        match origin {
            Origin::Here | Origin::Renumbered => true,
            Origin::Elsewhere => self.trust == Trust::AllRecords,
        }
    }

    /// Returns a workspace of the files that a record is about, with all else as here. What the apply read was within its own
    /// limit, and must be put back whatever the limit is now.
    fn with_tree(&self, tree: Tree) -> Workspace {
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

    /// Puts in order what was interrupted.
    fn recovering(
        &self,
        recover: impl FnOnce() -> Result<(), WorkspaceError>,
    ) -> Result<(), WorkspaceError> {
        self.at(Step::Recovering)?;
        let recovered = recover();
        let at = self.at(Step::Recovered);
        recovered.and(at)
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

/// Returns what a path is whose own or a folder's name stands for no file or folder. A link is refused, as one that leads
/// to a file would be mistaken for it; what else there is nobody takes for a file.
fn unfit(kind: FileType, words: impl Into<String>) -> Content {
    if kind == FileType::Symlink {
        Content::Refused(words.into())
    } else {
        Content::NotAFile(words.into())
    }
}

#[cfg(test)]
mod tests;

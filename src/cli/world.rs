//! The world of the review screen as the disk gives it.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::matcher::Cancel;
use crate::plan::{Baseline, ChangeSet};
use crate::session::Record;
use crate::text::display::display_path;
use crate::text::words::counted;
use crate::text::{Digest, Piece, RelPath, Snapshot};
use crate::ui::{Applied, NotUndone, Progress, Tell, WatchBackend, Watching, World};
use crate::workspace::{
    FileId, HardLinks, Next, ReplySource, Step, Store, Taken, WatchMode, Workspace, WorkspaceError,
    read_reply,
};

use super::reports::Reports;
use super::{editor, log, signals, typed_path, undo};

/// The files under a root, and what the person wants done beside them.
#[derive(Debug)]
pub(crate) struct DiskWorld {
    /// The files.
    pub(crate) workspace: Workspace,
    /// The reply, whose digest goes to the log.
    pub(crate) reply: Mutex<Piece>,
    /// Where the reply is, for the saved review.
    pub(crate) source: Mutex<Source>,
    /// The largest reply read.
    pub(crate) limit: u64,
    /// How changes by others are noticed.
    pub(crate) watch: WatchMode,
    /// Where reviews are saved; `None` where there is no home folder.
    pub(crate) store: Option<Store>,
    /// How far a write is; the workspace heeds it.
    pub(crate) progress: Arc<Progress>,
    /// The files that reports go to.
    pub(crate) reports: Reports,
    /// What no report may be written over: what was read for the review so far.
    pub(crate) taken: Mutex<Taken>,
}

/// Where a reply can be read again.
#[derive(Debug, Clone)]
pub(crate) enum Source {
    /// In a file.
    File(PathBuf),
    /// Nowhere but here: it was pasted, or came through a pipe.
    Held(Vec<u8>),
    /// In several files, which are opened by their names alone.
    Several,
}

impl Source {
    /// Returns where the reply of these patches is; `piped` holds what came through a pipe.
    pub(crate) fn of(patches: &[PathBuf], piped: Option<Vec<u8>>) -> Source {
        match (patches, piped) {
            (_, Some(piped)) => Source::Held(piped),
            ([only], None) => Source::File(absolute(only)),
            (_, None) => Source::Several,
        }
    }
}

/// A folder that cannot be told leaves the name as it is.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
}

impl DiskWorld {
    /// Returns the file that holds the reply; one that no file holds is kept first.
    pub(crate) fn reply_path(&self, store: &Store) -> Option<PathBuf> {
        let mut source = self.source.lock().unwrap_or_else(PoisonError::into_inner);
        if let Source::Held(reply) = &*source {
            *source = Source::File(store.propose(reply).ok()?);
        }
        match &*source {
            Source::File(path) => Some(path.clone()),
            Source::Held(_) | Source::Several => None,
        }
    }

    /// Returns `workspace` so that its writes tell how far they are, and turn back where somebody asks for it.
    pub(crate) fn heeding(workspace: Workspace, progress: &Arc<Progress>) -> Workspace {
        let progress = progress.clone();
        workspace.with_observer(move |step| {
            if matches!(step, Step::Staged(_) | Step::Changed(_)) {
                progress.step();
            }
            if progress.is_stopped() && step.can_turn_back() {
                return Next::Fail(io::Error::new(io::ErrorKind::Interrupted, "stopped"));
            }
            // The screen handles signals itself; elsewhere they are held.
            signals::next(step)
        })
    }

    /// Makes sure that no report goes where the review reads or writes by now.
    ///
    /// # Errors
    /// The first that does.
    pub(crate) fn check_reports(&self) -> anyhow::Result<()> {
        self.reports.check(&self.workspace, &self.taken())
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, changes: &ChangeSet, links: HardLinks) -> Result<Applied, String> {
        self.check_reports().map_err(|error| format!("{error:#}"))?;
        // Every file is staged, then changed.
        self.progress.begin(2 * changes.changes().len());
        let reply = self
            .reply
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let applied = self
            .workspace
            .apply_with(changes, Digest::of(&reply), links);
        let applied = applied.map_err(|error| self.words_of(&error))?;
        log::applied(&applied);
        Ok(Applied {
            n_files: changes.changes().len(),
            n_lines: (0, 0),
            name: format!("apply {}", applied.id),
        })
    }

    fn words_of(&self, error: &WorkspaceError) -> String {
        let is_rolled_back = matches!(error, WorkspaceError::Failed { .. });
        if self.progress.is_stopped() && is_rolled_back {
            log::line("stopped by the person, all files as they were");
            return "stopped; all files are as they were".to_string();
        }
        log::line(&format!("nothing written: {error}"));
        error.to_string()
    }
}

/// Returns a folder as people read it, what is under the home folder from there.
pub(crate) fn shown_from_home(folder: &Path) -> String {
    let home = etcetera::home_dir().ok();
    let under = home
        .as_ref()
        .and_then(|home| folder.strip_prefix(home).ok());
    let shown = match under {
        Some(under) if under.as_os_str().is_empty() => PathBuf::from("~"),
        Some(under) => Path::new("~").join(under),
        None => folder.to_path_buf(),
    };
    display_path(shown)
}

impl Watching for crate::workspace::Watch {
    fn means(&self) -> WatchBackend {
        if self.is_polling() {
            WatchBackend::Polling
        } else {
            WatchBackend::Events
        }
    }
}

impl World for DiskWorld {
    fn snapshot(&self, path: &RelPath) -> Snapshot {
        self.taken().targets.insert(path.clone());
        self.workspace.snapshot(path)
    }

    fn baseline(&self, path: &RelPath) -> Baseline {
        self.workspace.baseline(path)
    }

    fn known_paths(&self, cancel: &dyn Cancel) -> Vec<RelPath> {
        let mut known = self.workspace.known_paths(cancel);
        let source = self.source.lock().unwrap_or_else(PoisonError::into_inner);
        // The reply itself is no file that it means.
        if let Source::File(reply) = &*source {
            let reply = reply.strip_prefix(self.workspace.root()).ok();
            let reply = reply.map(|path| path.as_os_str().as_encoded_bytes());
            known.retain(|path| Some(path.as_bytes()) != reply);
        }
        known
    }

    fn progress(&self) -> Option<Arc<Progress>> {
        Some(self.progress.clone())
    }

    fn apply(&self, changes: &ChangeSet) -> Result<Applied, String> {
        self.write(changes, self.workspace.hard_links())
    }

    fn linked(&self, changes: &ChangeSet) -> Vec<RelPath> {
        self.workspace.linked(changes)
    }

    fn apply_splitting(&self, changes: &ChangeSet) -> Result<Applied, String> {
        self.write(changes, HardLinks::Split)
    }

    fn undo(&self) -> Result<Applied, NotUndone> {
        self.progress.begin(0);
        let undone = self.workspace.undo(None);
        let is_nothing = |error: &WorkspaceError| {
            matches!(error, WorkspaceError::NothingToUndo { undo: None, foreign: None, elsewhere }
                if elsewhere.is_empty())
        };
        let undone = undone.map_err(|error| {
            if let WorkspaceError::UndoDrift { paths, gone, .. } = &error
                && gone.is_empty()
            {
                NotUndone::Changed(paths.clone())
            } else if is_nothing(&error) {
                NotUndone::Nothing
            } else {
                NotUndone::Failed(self.words_of(&error))
            }
        })?;
        log::line(&format!(
            "apply {} undone, {}",
            undone.undid,
            counted(undone.written.len(), "file")
        ));
        Ok(Applied {
            n_files: undone.written.len(),
            n_lines: (0, 0),
            name: format!("apply {}", undone.undid),
        })
    }

    fn reversed(&self) -> Result<Vec<u8>, String> {
        let reversed = undo::reversed(&self.workspace, None);
        let (reversed, _) = reversed.map_err(|error| error.to_string())?;
        Ok(reversed.into())
    }

    fn signal(&self) -> Option<i32> {
        signals::rest()
    }

    fn root(&self) -> String {
        shown_from_home(self.workspace.root())
    }

    fn undo_command(&self) -> Option<String> {
        Some("hunkwise undo".to_string())
    }

    fn completions(&self, typed: &str) -> Vec<String> {
        typed_path::completions(typed)
    }

    fn opened(&self, pasted: Option<&[u8]>) {
        if let Some(pasted) = pasted {
            *self.reply.lock().unwrap_or_else(PoisonError::into_inner) = pasted.into();
            let source = Source::Held(pasted.to_vec());
            *self.source.lock().unwrap_or_else(PoisonError::into_inner) = source;
        }
    }

    fn saved(&self, record: &Record) -> Option<Record> {
        self.store.as_ref()?.load(record)
    }

    fn kept_in(&self) -> String {
        let path = self.workspace.state_path();
        let under_root = path.strip_prefix(self.workspace.root()).unwrap_or(&path);
        display_path(under_root)
    }

    fn watch(&self, paths: &[RelPath], tell: Tell) -> Option<Box<dyn Watching>> {
        Some(Box::new(self.workspace.watch(paths, self.watch, tell)))
    }

    fn read_reply(&self, name: &str) -> Result<Vec<u8>, String> {
        let path = typed_path::path_of(name);
        let reply = read_reply(ReplySource::File(&path), self.limit);
        // Whoever types names sees no pipe, and is told nothing of one.
        let why = |error: WorkspaceError| {
            if let WorkspaceError::Reply { fault, .. } = &error {
                let is_missing = fault.kind() == io::ErrorKind::NotFound;
                return match is_missing {
                    true => format!("`{name}`: no such file"),
                    false => format!("`{name}`: {fault}"),
                };
            }
            if let WorkspaceError::ReplyRefused { what, .. } = &error {
                return format!("`{name}` is {what}");
            }
            error.to_string()
        };
        let reply = reply.map_err(why)?;
        *self.reply.lock().unwrap_or_else(PoisonError::into_inner) = reply.as_slice().into();
        let source = Source::File(absolute(&path));
        *self.source.lock().unwrap_or_else(PoisonError::into_inner) = source;
        self.taken().files.extend(FileId::of(&path));
        Ok(reply)
    }

    fn has_editor(&self) -> bool {
        editor::is_set()
    }

    fn open_editor(&self, path: &RelPath, line_number: usize) -> Result<(), String> {
        use std::os::unix::ffi::OsStrExt;
        let path = std::ffi::OsStr::from_bytes(path.as_bytes());
        editor::open(&self.workspace.root().join(path), line_number)
    }

    fn edit_text(&self, text: &[u8]) -> Result<Vec<u8>, String> {
        editor::edit(text)
    }

    fn save(&self, record: &Record) -> Result<(), String> {
        if let Some(step) = record.last_step() {
            log::line(&format!("in force: {}", step.label));
        }
        match &self.store {
            Some(store) => store
                .save(record, self.reply_path(store).as_deref())
                .map_err(|error| format!("the review cannot be saved: {error}")),
            None => Ok(()),
        }
    }

    fn forget(&self, record: &Record) -> Result<(), String> {
        match &self.store {
            Some(store) => store
                .forget(record)
                .map_err(|error| format!("can't remove the saved review: {error}")),
            None => Ok(()),
        }
    }

    fn remember_card(&self) {
        if let Some(store) = &self.store {
            // Where it cannot be remembered the card comes once more, which harms nobody.
            let _ = store.remember_card();
        }
    }

    fn write_feedback(&self, markdown: &str) -> Result<Option<PathBuf>, String> {
        // On the terminal it would be drawn over; it comes there when the screen has closed.
        let file = self.reports.feedback.as_ref();
        let Some(file) = file.filter(|file| !file.is_terminal()) else {
            return Ok(None);
        };
        self.check_reports()
            .and_then(|()| Ok(file.write(markdown.as_bytes())?))
            .map_err(|error| format!("{error:#}"))?;
        Ok(Some(file.named().to_path_buf()))
    }
}

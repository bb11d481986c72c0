//! What the screen needs done outside of itself. The command line gives it the disk; `demo` and the tests give it memory.

use std::path::PathBuf;
use std::sync::Arc;

use super::progress::Progress;
use crate::matcher::Cancel;
use crate::plan::{Baseline, ChangeSet};
use crate::session::Record;
use crate::text::{RelPath, Snapshot};

/// Called by a watcher with the paths at which something changed.
pub type Tell = Box<dyn Fn(Vec<RelPath>) + Send>;

/// A watch, which lasts as long as it is kept.
pub trait Watching {
    /// Returns how changes are found now.
    fn means(&self) -> WatchBackend;
}

/// How changes on disk are noticed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WatchBackend {
    /// The system tells.
    Events,
    /// They are looked at every second: events cannot be had, or are not wanted.
    Polling,
}

/// The world outside of the screen. Every `Err` is one sentence for people; it is shown through
/// [`crate::text::display`], so it may quote anything.
pub trait World: Send + Sync {
    /// Reads a target.
    fn snapshot(&self, path: &RelPath) -> Snapshot;

    /// Returns what is known from before of a target that the reply gives whole.
    fn baseline(&self, _path: &RelPath) -> Baseline {
        Baseline::default()
    }

    /// Returns the paths that exist under the root, sorted, or those found before it was cancelled; they are offered
    /// where a patch's path is wrong.
    fn known_paths(&self, cancel: &dyn Cancel) -> Vec<RelPath>;

    /// Writes a change set, all files or none.
    ///
    /// # Errors
    /// Why nothing was written.
    fn apply(&self, changes: &ChangeSet) -> Result<Applied, String>;

    /// Returns those files of a change set that have other names on disk, which would keep the old content: whoever writes
    /// must be asked. None in a world without such names.
    fn linked(&self, _changes: &ChangeSet) -> Vec<RelPath> {
        Vec::new()
    }

    /// Writes a change set although files of it have other names.
    ///
    /// # Errors
    /// Why nothing was written.
    fn apply_splitting(&self, changes: &ChangeSet) -> Result<Applied, String> {
        self.apply(changes)
    }

    /// Returns how far a write in hand is, and takes the wish to stop it; `None` for a world that writes in no time.
    fn progress(&self) -> Option<Arc<Progress>> {
        None
    }

    /// Returns the signal that was held while files were written, where the world holds any: the review ends by it.
    fn signal(&self) -> Option<i32> {
        None
    }

    /// Takes the last apply back.
    ///
    /// # Errors
    /// Why it was not taken back.
    fn undo(&self) -> Result<Applied, NotUndone>;

    /// Returns what the last apply did, the other way round, as a patch that finds its lines wherever they stand now.
    ///
    /// # Errors
    /// Why there is none.
    fn reversed(&self) -> Result<Vec<u8>, String> {
        Err("no backup to reverse".to_string())
    }

    /// Returns the folder whose files are reviewed, as people read it.
    fn root(&self) -> String;

    /// Returns the command that takes the last apply back from a shell; `None` in a world that ends with the screen.
    fn undo_command(&self) -> Option<String> {
        None
    }

    /// Returns where the originals are kept when `apply` writes, for the apply screen.
    fn kept_in(&self) -> String;

    /// Calls `tell` whenever something changes at one of `paths`; `None` when this world cannot tell.
    fn watch(&self, paths: &[RelPath], tell: Tell) -> Option<Box<dyn Watching>>;

    /// Reads a reply from a file that the person named on the start screen.
    ///
    /// # Errors
    /// Why it cannot be read.
    fn read_reply(&self, name: &str) -> Result<Vec<u8>, String>;

    /// Returns what the name of a file that was begun on the start screen may become, sorted.
    fn completions(&self, _typed: &str) -> Vec<String> {
        Vec::new()
    }

    /// Takes note that the review is of this reply from now on; `pasted` holds it where no file does.
    fn opened(&self, _pasted: Option<&[u8]>) {}

    /// Returns what was saved of the review of the same reply; `None` where nothing was.
    fn saved(&self, _record: &Record) -> Option<Record> {
        None
    }

    /// Returns whether the person has an editor that a hunk can be edited in.
    fn has_editor(&self) -> bool;

    /// Opens a target in the person's editor, at a 1-based line, and waits for it. The terminal is theirs meanwhile.
    ///
    /// # Errors
    /// Why it could not be opened.
    fn open_editor(&self, path: &RelPath, line_number: usize) -> Result<(), String>;

    /// Lets the person edit `text` in their editor and returns what they saved. The terminal is theirs meanwhile.
    ///
    /// # Errors
    /// Why it could not be edited.
    fn edit_text(&self, text: &[u8]) -> Result<Vec<u8>, String>;

    /// Saves the review, after every decision; from a thread of its own.
    ///
    /// # Errors
    /// Why it could not be saved.
    fn save(&self, record: &Record) -> Result<(), String>;

    /// Forgets the saved review.
    ///
    /// # Errors
    /// Why it could not be forgotten.
    fn forget(&self, record: &Record) -> Result<(), String>;

    /// Remembers that the card of the first start was seen. Where that cannot be, it is seen once more.
    fn remember_card(&self);

    /// Writes the feedback to where the person asked for it, and returns the place; `None` when it was not asked for.
    ///
    /// # Errors
    /// Why it could not be written.
    fn write_feedback(&self, markdown: &str) -> Result<Option<PathBuf>, String>;
}

/// Why an apply was not taken back, in a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotUndone {
    /// Nothing was written yet.
    Nothing,
    /// These files changed since; [`World::reversed`] may still help.
    Changed(Vec<RelPath>),
    /// Anything else.
    Failed(String),
}

/// What an apply, or taking one back, did.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Applied {
    /// How many files changed.
    pub n_files: usize,
    /// How many lines came, and how many went, where that is known.
    pub n_lines: (usize, usize),
    /// What it is called in the log, such as `apply of 14:06`.
    pub name: String,
}

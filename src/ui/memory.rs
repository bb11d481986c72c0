//! A world of files in memory: `demo` runs on it, and so do the tests.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::world::{Applied, NotUndone, Tell, Watching, World};
use crate::matcher::{Cancel, Never};
use crate::plan::{ChangeSet, FileChange};
use crate::session::{Record, Session};
use crate::text::{Content, RelPath, Snapshot};

type Files = BTreeMap<RelPath, Vec<u8>>;

/// Files that live as long as the program.
#[derive(Debug, Default)]
pub struct Memory {
    files: Mutex<Files>,
    /// The files before each apply that was not taken back.
    before: Mutex<Vec<Files>>,
    editor: Option<Editor>,
    /// A line that comes on top of a file in place of an editor.
    drift: Option<&'static [u8]>,
}

/// Lets the person edit a text and returns what they saved.
pub type Editor = fn(&[u8]) -> Result<Vec<u8>, String>;

impl Memory {
    /// Makes a world of these files.
    pub fn new(files: impl IntoIterator<Item = (RelPath, Vec<u8>)>) -> Memory {
        Memory {
            files: Mutex::new(files.into_iter().collect()),
            before: Mutex::default(),
            editor: None,
            drift: None,
        }
    }

    /// Where a file would be opened in an editor, puts `line` on top of it, as if somebody had: nothing else could open it.
    pub fn with_drift(self, line: &'static [u8]) -> Memory {
        Memory {
            drift: Some(line),
            ..self
        }
    }

    /// Lets the person edit hunks with `editor`.
    pub fn with_editor(self, editor: Editor) -> Memory {
        Memory {
            editor: Some(editor),
            ..self
        }
    }

    /// Returns the content of a file; `None` when there is no such file.
    pub fn read(&self, path: &RelPath) -> Option<Vec<u8>> {
        locked(&self.files).get(path).cloned()
    }

    /// Puts a file there, as somebody else would.
    pub fn write(&self, path: &RelPath, content: Vec<u8>) {
        locked(&self.files).insert(path.clone(), content);
    }

    /// Takes a file away, as somebody else would.
    pub fn remove(&self, path: &RelPath) {
        locked(&self.files).remove(path);
    }

    /// Brings a session the files it asks for.
    pub fn supply(&self, session: &mut Session) {
        session.supply_wanted(|path| self.snapshot(path), &Never);
        session.set_known_paths(self.known_paths(&Never));
    }
}

/// A thread that panicked leaves the files whole, for each is replaced in one step.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl World for Memory {
    fn snapshot(&self, path: &RelPath) -> Snapshot {
        let content = match self.read(path) {
            Some(bytes) => Content::of_bytes(bytes),
            None => Content::Absent,
        };
        Snapshot::new(path.clone(), content)
    }

    fn known_paths(&self, _cancel: &dyn Cancel) -> Vec<RelPath> {
        locked(&self.files).keys().cloned().collect()
    }

    fn apply(&self, changes: &ChangeSet) -> Result<Applied, String> {
        let before = locked(&self.files).clone();
        let mut files = before.clone();
        for change in changes.changes() {
            make(&mut files, change)?;
        }
        *locked(&self.files) = files;
        locked(&self.before).push(before);
        Ok(applied(changes.changes().len()))
    }

    fn undo(&self) -> Result<Applied, NotUndone> {
        let Some(before) = locked(&self.before).pop() else {
            return Err(NotUndone::Nothing);
        };
        let mut files = locked(&self.files);
        let n_files = before
            .iter()
            .filter(|(path, old)| files.get(*path) != Some(*old));
        let n_new = files.keys().filter(|path| !before.contains_key(*path));
        let n_files = n_files.count() + n_new.count();
        *files = before;
        Ok(applied(n_files))
    }

    fn root(&self) -> String {
        "memory".to_string()
    }

    fn kept_in(&self) -> String {
        "memory".to_string()
    }

    fn watch(&self, _paths: &[RelPath], _tell: Tell) -> Option<Box<dyn Watching>> {
        None
    }

    fn read_reply(&self, name: &str) -> Result<Vec<u8>, String> {
        let path = RelPath::new(name).map_err(|fault| format!("{name}: {fault}"))?;
        self.read(&path)
            .ok_or_else(|| format!("{name}: no such file"))
    }

    fn has_editor(&self) -> bool {
        self.editor.is_some()
    }

    fn open_editor(&self, path: &RelPath, _line_number: usize) -> Result<(), String> {
        let none = || "these files are in memory only; an editor cannot open them".to_string();
        let line = self.drift.ok_or_else(none)?;
        let content = self.read(path).unwrap_or_default();
        self.write(path, [line, &content].concat());
        Ok(())
    }

    fn edit_text(&self, text: &[u8]) -> Result<Vec<u8>, String> {
        let none = || "this review has no editor".to_string();
        self.editor.ok_or_else(none)?(text)
    }

    fn save(&self, _record: &Record) -> Result<(), String> {
        Ok(())
    }

    fn forget(&self, _record: &Record) -> Result<(), String> {
        Ok(())
    }

    fn remember_card(&self) {}

    fn write_feedback(&self, _markdown: &str) -> Result<Option<PathBuf>, String> {
        Ok(None)
    }
}

fn applied(n_files: usize) -> Applied {
    Applied {
        n_files,
        n_lines: (0, 0),
        name: "the apply".to_string(),
    }
}

/// Makes one change, or says why it cannot be made: the file is not as it was matched.
fn make(files: &mut Files, change: &FileChange) -> Result<(), String> {
    let path = change.path();
    let moved = || format!("{} is not as it was matched", path.to_text());
    let content = |bytes: &Vec<u8>| Content::of_bytes(bytes.clone());
    let now = files.get(path).map(content);
    let digest = match (&now, change) {
        (Some(Content::Text(text)), _) => Some(text.digest()),
        (None, FileChange::Create { .. }) => None,
        (_, _) => return Err(moved()),
    };
    match change {
        FileChange::Create { after, .. } => {
            if digest.is_some() {
                return Err(moved());
            }
            files.insert(path.clone(), after.clone());
        }
        FileChange::Modify { before, after, .. } => {
            if digest != Some(*before) {
                return Err(moved());
            }
            files.insert(path.clone(), after.clone());
        }
        // Nothing here can be run, and nothing needs to be.
        FileChange::Mode { before, .. } => {
            if digest != Some(*before) {
                return Err(moved());
            }
        }
        FileChange::Delete { before, .. } => {
            if digest != Some(*before) {
                return Err(moved());
            }
            files.remove(path);
        }
        FileChange::Rename {
            to, before, after, ..
        }
        | FileChange::Copy {
            to, before, after, ..
        } => {
            if digest != Some(*before) || files.contains_key(to) {
                return Err(moved());
            }
            if matches!(change, FileChange::Rename { .. }) {
                files.remove(path);
            }
            files.insert(to.clone(), after.clone());
        }
    }
    Ok(())
}

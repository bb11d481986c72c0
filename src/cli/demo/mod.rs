//! `demo`: a reply with one of each problem, on files in memory. Tutorial, fixture and the README's first command.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::Context;

use crate::plan::{ChangeSet, FileChange, Scope};
use crate::report::{self, Exit, Hidden, Outcome, Report};
use crate::session::{Options, Session};
use crate::text::{Content, RelPath, Snapshot};
use crate::ui::{self, Applied, Ending, Tell, Watching, World};

use super::args::ScreenArgs;
use super::{editor, output, review};

/// The reply.
pub const REPLY: &str = include_str!("reply.md");

const FILES: [(&str, &str); 2] = [
    ("shop/cart.py", include_str!("cart.py")),
    ("shop/prices.py", include_str!("prices.py")),
];

/// Returns the review of the built-in reply, matched, and the files it is about.
pub fn session() -> (Session, MemoryWorld) {
    let world = MemoryWorld::new(FILES);
    let mut session = Session::open(REPLY.as_bytes(), Options::default());
    let wanted = session.wanted();
    session.supply(wanted.iter().map(|path| world.snapshot(path)).collect());
    (session, world)
}

/// Shows the demonstration; without a terminal, its report.
pub(crate) fn run(args: &ScreenArgs) -> anyhow::Result<Exit> {
    let (session, world) = session();
    if !review::has_terminal() {
        return print_report(&session);
    }
    let options = ui::Options {
        title: "demo".to_string(),
        greeting: Some("a demonstration: no file on disk is touched".to_string()),
        ..review::screen_options(args)
    };
    let outcome = ui::run(session, Arc::new(world), options)?;
    Ok(match outcome.ending {
        Ending::Quit | Ending::Forgotten => Exit::Done,
        Ending::Signal(2) => Exit::Interrupted,
        Ending::Signal(_) => Exit::Terminated,
    })
}

fn print_report(session: &Session) -> anyhow::Result<Exit> {
    let findings = report::findings(session);
    let text = report::text::to_text(&Report {
        command: "demo",
        session,
        root: "",
        findings: &findings,
        outcome: Outcome::NotWritten,
        exit: report::exit_code(session, Scope::Everything, &findings, Hidden::Refuse),
    });
    output::print(&text).context("printing the report")?;
    Ok(Exit::Done)
}

/// Files in memory: what a review writes is seen by the next look, and nothing reaches the disk.
#[derive(Debug, Default)]
pub struct MemoryWorld {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    files: Files,
    /// The files before each apply that was not taken back.
    before: Vec<Files>,
}

type Files = BTreeMap<RelPath, Vec<u8>>;

impl MemoryWorld {
    /// Makes a world of these files, each a path and its content.
    ///
    /// # Panics
    /// When a path could leave the root.
    pub fn new<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> MemoryWorld {
        let files = files.into_iter().map(|(path, content)| {
            let path = RelPath::new(path).expect("the paths of a world in memory are plain");
            (path, content.as_bytes().to_vec())
        });
        MemoryWorld {
            state: Mutex::new(State {
                files: files.collect(),
                before: Vec::new(),
            }),
        }
    }

    /// Returns the content of a file; `None` when there is none.
    pub fn read(&self, path: &RelPath) -> Option<Vec<u8>> {
        self.state().files.get(path).cloned()
    }

    /// Writes a file behind the review's back.
    pub fn write(&self, path: &RelPath, content: impl Into<Vec<u8>>) {
        self.state().files.insert(path.clone(), content.into());
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn content(files: &Files, path: &RelPath) -> Content {
    match files.get(path) {
        Some(bytes) => Content::of_bytes(bytes.clone()),
        None => Content::Absent,
    }
}

/// Makes one change, or says why it cannot be made on these files.
fn change(files: &mut Files, change: &FileChange) -> Result<(), String> {
    let digest = |path: &RelPath| {
        let path = path.clone();
        let content = content(files, &path);
        Snapshot { path, content }.digest()
    };
    let (expected, read) = match change {
        FileChange::Create { path, .. } => (None, path),
        FileChange::Modify { path, before, .. } | FileChange::Delete { path, before } => {
            (Some(*before), path)
        }
        FileChange::Rename { from, before, .. } | FileChange::Copy { from, before, .. } => {
            (Some(*before), from)
        }
    };
    if digest(read) != expected {
        return Err(format!(
            "`{}` changed since the patch was matched",
            read.to_text()
        ));
    }
    match change {
        FileChange::Create { path, after } | FileChange::Modify { path, after, .. } => {
            files.insert(path.clone(), after.clone());
        }
        FileChange::Delete { path, .. } => {
            files.remove(path);
        }
        FileChange::Rename {
            from, to, after, ..
        } => {
            files.remove(from);
            files.insert(to.clone(), after.clone());
        }
        FileChange::Copy { to, after, .. } => {
            files.insert(to.clone(), after.clone());
        }
    }
    Ok(())
}

impl World for MemoryWorld {
    fn snapshot(&self, path: &RelPath) -> Snapshot {
        Snapshot {
            path: path.clone(),
            content: content(&self.state().files, path),
        }
    }

    fn known_paths(&self) -> Vec<RelPath> {
        self.state().files.keys().cloned().collect()
    }

    fn apply(&self, changes: &ChangeSet) -> Result<Applied, String> {
        let mut state = self.state();
        let mut files = state.files.clone();
        for file in changes.changes() {
            change(&mut files, file)?;
        }
        let before = std::mem::replace(&mut state.files, files);
        state.before.push(before);
        Ok(Applied {
            n_files: changes.changes().len(),
            name: format!("apply {}", state.before.len()),
        })
    }

    fn undo(&self) -> Result<Applied, String> {
        let mut state = self.state();
        let before = state.before.pop().ok_or("nothing was applied yet")?;
        let changed = |path: &&RelPath| state.files.get(*path) != before.get(*path);
        let paths: std::collections::BTreeSet<&RelPath> =
            state.files.keys().chain(before.keys()).collect();
        let n_files = paths.into_iter().filter(changed).count();
        state.files = before;
        Ok(Applied {
            n_files,
            name: format!("apply {}", state.before.len() + 1),
        })
    }

    fn kept_in(&self) -> String {
        "memory".to_string()
    }

    fn watch(&self, _paths: &[RelPath], _tell: Tell) -> Option<Watching> {
        None
    }

    fn read_reply(&self, name: &str) -> Result<Vec<u8>, String> {
        Err(format!(
            "`{name}` is not read: the demonstration has no disk"
        ))
    }

    fn open_editor(&self, _path: &RelPath, _line_number: usize) -> Result<(), String> {
        Err("the demonstration has no files to open".to_string())
    }

    fn edit_text(&self, text: &[u8]) -> Result<Vec<u8>, String> {
        editor::edit(text)
    }

    fn save(&self, _session: &Session) -> Result<(), String> {
        Ok(())
    }

    fn forget(&self, _session: &Session) -> Result<(), String> {
        Ok(())
    }

    fn write_feedback(&self, _markdown: &str) -> Result<Option<PathBuf>, String> {
        Ok(None)
    }
}

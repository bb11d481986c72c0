use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::sync::OnceLock;

use tempfile::TempDir;

use super::held::Held;
use super::*;
use crate::patch::FileMode;
use crate::plan::FileChange;
use crate::report::Exit;
use crate::text::Content;

mod apply;
mod crash;
mod finishing;
mod foreign;
mod kept;
mod late;
mod left;
mod modes;
mod planted;
mod reading;
mod roots;
mod state;
mod stuck;
mod undo;

pub(super) fn path(path: &str) -> RelPath {
    RelPath::new(path).expect("test paths are plain")
}

pub(super) fn reply() -> Digest {
    Digest::of(b"a reply")
}

/// A folder with the given files and, where a name ends in `/`, folders.
pub(super) fn folder(files: &[(&str, &str)]) -> TempDir {
    // In memory where that is to be had: every step syncs, and no test is about the disk itself.
    let memory = Path::new("/dev/shm");
    let dir = if memory.is_dir() {
        tempfile::tempdir_in(memory)
    } else {
        tempfile::tempdir()
    };
    let dir = dir.expect("a temporary folder");
    for (name, content) in files {
        let file = dir.path().join(name);
        if name.ends_with('/') {
            fs::create_dir_all(file).expect("made");
            continue;
        }
        fs::create_dir_all(file.parent().expect("a file has a folder")).expect("made");
        fs::write(file, content).expect("written");
    }
    dir
}

/// All files and folders under `dir` but the state, with contents and modes, as one text.
pub(super) fn tree(dir: &Path) -> String {
    fn walk(top: &Path, dir: &Path, lines: &mut Vec<String>) {
        for entry in fs::read_dir(dir).expect("listed") {
            let file = entry.expect("an entry").path();
            let name = file.strip_prefix(top).expect("under the top").display();
            let facts = fs::symlink_metadata(&file).expect("there");
            if facts.is_dir() {
                if name.to_string() != ".hunkwise" && name.to_string() != ".git" {
                    lines.push(format!("{name}/"));
                    walk(top, &file, lines);
                }
            } else {
                let content = if facts.is_file() {
                    fs::read(&file).expect("readable")
                } else {
                    Vec::new()
                };
                let content = String::from_utf8_lossy(&content).into_owned();
                lines.push(format!("{name} {:o} {content:?}", facts.mode() & 0o7777));
            }
        }
    }
    let mut lines = Vec::new();
    walk(dir, dir, &mut lines);
    lines.sort();
    lines.join("\n")
}

pub(super) fn open(dir: &TempDir) -> Workspace {
    open_at(dir.path())
}

/// Opens a root; the secret of the user that runs the tests lies apart from all of them.
pub(super) fn open_at(root: &Path) -> Workspace {
    static HOME: OnceLock<TempDir> = OnceLock::new();
    let home = HOME.get_or_init(|| tempfile::tempdir().expect("a temporary folder"));
    let secrets = SecretPlace::in_folder(Some(home.path().join("state")));
    let ws = Workspace::open(Some(root)).expect("opened");
    Workspace {
        secrets,
        ..ws.with_patience(Duration::ZERO)
    }
}

pub(super) fn modify(name: &str, before: &str, after: &str) -> FileChange {
    FileChange::Modify {
        path: path(name),
        before: Digest::of(before.as_bytes()),
        after: after.into(),
        mode: None,
        like: None,
    }
}

pub(super) fn create(name: &str, after: &str) -> FileChange {
    FileChange::Create {
        path: path(name),
        after: after.into(),
        mode: None,
    }
}

pub(super) fn delete(name: &str, before: &str) -> FileChange {
    FileChange::Delete {
        path: path(name),
        before: Digest::of(before.as_bytes()),
    }
}

pub(super) fn mode(name: &str, content: &str, mode: FileMode) -> FileChange {
    FileChange::Mode {
        path: path(name),
        before: Digest::of(content.as_bytes()),
        mode,
    }
}

fn rename(from: &str, to: &str, before: &str, after: &str) -> FileChange {
    FileChange::Rename {
        from: path(from),
        to: path(to),
        before: Digest::of(before.as_bytes()),
        after: after.into(),
        mode: None,
    }
}

fn copy(from: &str, to: &str, before: &str, after: &str) -> FileChange {
    FileChange::Copy {
        from: path(from),
        to: path(to),
        before: Digest::of(before.as_bytes()),
        after: after.into(),
        mode: None,
    }
}

/// Applies `changes` to `before`, expects `after`, and takes it back.
#[track_caller]
fn check(before: &[(&str, &str)], changes: Vec<FileChange>, after: &[(&str, &str)]) {
    for renames in [Renames::Exchange, Renames::Plain, Renames::Bare] {
        let dir = folder(before);
        let start = tree(dir.path());
        let ws = open(&dir).with_renames(renames);
        let applied = ws.apply(&ChangeSet::new(changes.clone()), reply());
        let applied = applied.expect("applied");
        assert!(applied.notes.iter().eq(system::UNPROMISED.iter()));
        let end = tree(folder(after).path());
        assert_eq!(tree(dir.path()), end, "after the apply ({renames:?})");
        let undone = ws.undo(None).expect("undone");
        assert_eq!(tree(dir.path()), start, "after the undo ({renames:?})");
        ws.undo(Some(undone.id)).expect("undo undone");
        assert_eq!(tree(dir.path()), end, "after the undo's undo ({renames:?})");
    }
}

/// Applies `changes`, expects a failure of `exit` whose message has `words`, and nothing changed.
#[track_caller]
fn check_fails(dir: &TempDir, changes: Vec<FileChange>, exit: Exit, words: &str) {
    let start = tree(dir.path());
    let fault = open(dir)
        .apply(&ChangeSet::new(changes), reply())
        .expect_err("it must fail");
    assert_eq!(fault.exit(), exit, "{fault}");
    assert!(fault.to_string().contains(words), "{fault}");
    assert_eq!(tree(dir.path()), start);
}

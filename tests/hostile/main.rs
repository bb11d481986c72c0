//! Hostile replies, files and surroundings against the real program, and honest ones that must not be mistaken for them.
//! The numbers T01 to T17 in the test names are those of the threats that the design is held against.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod answers;
mod encodings;
mod foretold;
mod hidden;
mod losses;
mod own_folders;
mod paths;
mod reopened;
mod replies;
mod reports;
mod spellings;
mod surroundings;
mod text;

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use tempfile::TempDir;

/// The user's own state folder, apart from every root.
static STATE_HOME: LazyLock<TempDir> = LazyLock::new(|| tempfile::tempdir().unwrap());

const A: &str = "first line\nsecond line\nthird line\nfourth line\nfifth line\n";
const EDIT_A: &str = "--- a/src/a.txt\n+++ b/src/a.txt\n@@ -1,3 +1,3 @@\n first line\n-second line\n+NEW\n third line\n";

/// What must come of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// Exit code 0, and the tree changed.
    Written,
    /// One of these exit codes, and nothing changed.
    Fails(&'static [i32]),
}
use Outcome::{Fails, Written};

const REFUSED: Outcome = Fails(&[4]);
const ASKS: Outcome = Fails(&[3]);
const UNREADABLE: Outcome = Fails(&[2]);
/// Not written, whichever of the reasons is told.
const NOT_WRITTEN: Outcome = Fails(&[1, 2, 3, 4]);

/// A root with a few files, and a secret beside it that no patch may reach.
struct Place {
    dir: TempDir,
}

impl Place {
    fn new() -> Place {
        let place = Place {
            dir: tempfile::tempdir().unwrap(),
        };
        for (name, content) in [
            ("secret", "outside\n"),
            ("root/src/a.txt", A),
            ("root/b.txt", "bee\n"),
            ("root/.git/HEAD", "ref: refs/heads/main\n"),
            ("root/.git/config", "[core]\n"),
        ] {
            let path = place.dir.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
        place
    }

    fn root(&self) -> std::path::PathBuf {
        self.dir.path().join("root")
    }

    /// Everything in and beside the root but our own state.
    fn tree(&self) -> BTreeMap<String, String> {
        fn walk(dir: &Path, found: &mut BTreeMap<String, String>) {
            for entry in fs::read_dir(dir).unwrap() {
                let path = entry.unwrap().path();
                let facts = fs::symlink_metadata(&path).unwrap();
                let name = path.to_string_lossy().into_owned();
                if name.ends_with(".git/hunkwise") {
                    continue;
                }
                let what = if facts.is_dir() {
                    walk(&path, found);
                    "folder".to_string()
                } else if facts.is_symlink() {
                    format!("link to {:?}", fs::read_link(&path).unwrap())
                } else if facts.is_file() && facts.len() < 1 << 20 {
                    format!("{:?}", String::from_utf8_lossy(&fs::read(&path).unwrap()))
                } else {
                    format!("{:?} of {} bytes", facts.file_type(), facts.len())
                };
                found.insert(name, format!("{:o} {what}", facts.permissions().mode()));
            }
        }
        let mut found = BTreeMap::new();
        walk(self.dir.path(), &mut found);
        found
    }

    /// Applies `reply` and checks what came of it and what was said; it has 40 seconds of a processor.
    #[track_caller]
    fn check(&self, reply: impl AsRef<[u8]>, flags: &[&str], expected: Outcome) -> String {
        let reply = reply.as_ref();
        let said = self.run(reply, flags, expected);
        let shown = String::from_utf8_lossy(&reply[..reply.len().min(300)]).into_owned();
        let bad = |c: char| c != '\n' && (c.is_control() || hunkwise::text::display::is_hidden(c));
        assert!(!said.contains(bad), "{shown:?} makes it say {said:?}");
        said
    }

    #[track_caller]
    fn run(&self, reply: &[u8], flags: &[&str], expected: Outcome) -> String {
        let patch = self.dir.path().join("reply");
        fs::write(&patch, reply).unwrap();
        let before = self.tree();
        // In seconds of its own work, whatever else the machine does; a signal ends it then.
        let done = Command::new("sh")
            .args(["-c", "ulimit -t 40; exec \"$@\"", "sh"])
            .arg(env!("CARGO_BIN_EXE_hunkwise"))
            .env("XDG_CONFIG_HOME", "/nonexistent")
            .env("XDG_STATE_HOME", STATE_HOME.path())
            .arg("apply")
            .arg(&patch)
            .arg("--root")
            .arg(self.root())
            .args(flags)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = [done.stdout, done.stderr].concat();
        let said = String::from_utf8(said).expect("what is said is UTF-8");
        let shown = String::from_utf8_lossy(&reply[..reply.len().min(300)]).into_owned();
        let code = done.status.code();
        let changed = self.tree() != before;
        match expected {
            Written => assert!(code == Some(0) && changed, "{shown:?}: {code:?} {said}"),
            Fails(codes) => {
                assert!(
                    code.is_some_and(|code| codes.contains(&code)),
                    "{shown:?}: {code:?} {said}"
                );
                assert!(!changed, "{shown:?} changed something: {said}");
            }
        }
        said
    }
}

#[track_caller]
fn check(reply: impl AsRef<[u8]>, expected: Outcome) {
    Place::new().check(reply, &[], expected);
}

/// Every way in which a reply can name `path`.
fn naming(path: &str) -> Vec<String> {
    vec![
        format!("--- {path}\n+++ {path}\n@@ -1 +1 @@\n-outside\n+mine\n"),
        format!(
            "diff --git a/{path} b/{path}\nnew file mode 100644\n--- /dev/null\n+++ b/{path}\n@@ -0,0 +1 @@\n+mine\n"
        ),
        format!(
            "diff --git a/{path} b/{path}\ndeleted file mode 100644\n--- a/{path}\n+++ /dev/null\n@@ -1 +0,0 @@\n-outside\n"
        ),
        format!(
            "diff --git a/b.txt b/{path}\nsimilarity index 100%\nrename from b.txt\nrename to {path}\n"
        ),
        format!(
            "diff --git a/{path} b/c.txt\nsimilarity index 100%\nrename from {path}\nrename to c.txt\n"
        ),
        format!(
            "diff --git a/{path} b/c.txt\nsimilarity index 100%\ncopy from {path}\ncopy to c.txt\n"
        ),
        format!("*** Begin Patch\n*** Add File: {path}\n+mine\n*** End Patch\n"),
        format!(
            "*** Begin Patch\n*** Update File: b.txt\n*** Move to: {path}\n@@\n-bee\n+mine\n*** End Patch\n"
        ),
        format!("*** Begin Patch\n*** Delete File: {path}\n*** End Patch\n"),
        format!("{path}\n<<<<<<< SEARCH\noutside\n=======\nmine\n>>>>>>> REPLACE\n"),
    ]
}

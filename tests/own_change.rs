//! A reply that gives a file whole may have been made from what the file was before somebody changed it: what it would undo
//! of that waits. What was there before is known from git's objects, and from our own applies.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use hunkwise::plan::Baseline;
use hunkwise::plan::own::Written;
use hunkwise::session::{Options, Session};
use hunkwise::text::{Content, RelPath, Snapshot, Text};
use sha1::{Digest, Sha1};
use tempfile::TempDir;

const WORDS: &str = "undoes your own change";

/// Returns the numbers of the hunks that are said to undo something, with what was `committed` and `written` before.
fn undoing(now: &str, proposed: &str, baseline: Baseline) -> Vec<usize> {
    let reply = format!("f.txt\n```\n{proposed}```\n");
    let mut session = Session::open(reply.into_bytes(), Options::default());
    let path = RelPath::new("f.txt").expect("a plain path");
    session.supply(vec![Snapshot::new(path, Content::of_bytes(now.into()))]);
    session.supply_baselines(|_| baseline.clone());
    let mut undoing = Vec::new();
    for (at, hunk) in session.plan().hunks().enumerate() {
        let losses = session.losses(hunk.id);
        if losses.iter().any(|loss| loss.words() == WORDS) {
            assert!(hunk.needs_person(), "hunk {at} is not asked about");
            undoing.push(at + 1);
        }
    }
    undoing
}

fn committed(text: &str) -> Baseline {
    Baseline {
        committed: Some(Text::new(text)),
        written: None,
    }
}

fn written(before: &str, after: &str) -> Baseline {
    Baseline {
        committed: None,
        written: Some(Written {
            before: Some(Text::new(before)),
            after: Text::new(after),
        }),
    }
}

/// A file of ten lines, some of them other ones; `-` leaves one out.
fn text(others: &[(usize, &str)]) -> String {
    let line = |at: usize| match others.iter().find(|(other, _)| *other == at) {
        Some((_, "-")) => String::new(),
        Some((_, other)) => format!("{other}\n"),
        None => format!("line number {at}\n"),
    };
    (1..=20).map(line).collect()
}

#[test]
fn changed_lines_that_are_not_committed_are_asked_about() {
    let now = text(&[(3, "mine")]);
    // The first hunk puts back what was committed, the second one changes another line.
    let stale = text(&[(15, "new")]);
    assert_eq!(undoing(&now, &stale, committed(&text(&[]))), [1]);
    // To make something else of them is no less a change of them.
    let other = text(&[(3, "theirs"), (15, "new")]);
    assert_eq!(undoing(&now, &other, committed(&text(&[]))), [1]);
    let beside = text(&[(3, "mine"), (4, "new"), (15, "new")]);
    assert_eq!(undoing(&now, &beside, committed(&text(&[]))), [0; 0]);
    assert_eq!(undoing(&now, &stale, committed(&now)), [0; 0]);
    assert_eq!(undoing(&now, &stale, Baseline::default()), [0; 0]);
}

#[test]
fn lines_that_somebody_took_out_or_put_in_are_too() {
    let now = text(&[(3, "-")]);
    assert_eq!(undoing(&now, &text(&[]), committed(&text(&[]))), [1]);
    let other = text(&[(3, "something else")]);
    assert_eq!(undoing(&now, &other, committed(&text(&[]))), [0; 0]);
    let now = text(&[(3, "line number 3\nmine")]);
    assert_eq!(undoing(&now, &text(&[]), committed(&text(&[]))), [1]);
}

#[test]
fn what_an_apply_wrote_is_the_models_to_change_but_not_to_put_back() {
    let (before, after) = (text(&[]), text(&[(3, "made")]));
    let mut known = written(&before, &after);
    for is_committed in [false, true] {
        known.committed = is_committed.then(|| Text::new(before.as_str()));
        let better = text(&[(3, "made better")]);
        assert_eq!(undoing(&after, &better, known.clone()), [0; 0]);
        let stale = text(&[(15, "new")]);
        assert_eq!(undoing(&after, &stale, known.clone()), [1]);
        let now = text(&[(3, "made"), (15, "mine")]);
        let stale = text(&[(3, "made"), (15, "theirs")]);
        assert_eq!(undoing(&now, &stale, known.clone()), [1]);
    }
    // Settled by a commit since.
    known.committed = Some(Text::new(after.as_str()));
    assert_eq!(undoing(&after, &before, known), [0; 0]);
}

#[test]
fn other_endings_and_another_text_are_no_changes() {
    let now = text(&[]).replace('\n', "\r\n");
    let proposed = text(&[(3, "new")]).replace('\n', "\r\n");
    assert_eq!(undoing(&now, &proposed, committed(&text(&[]))), [0; 0]);
    let pointer = "version https://example.org/spec/v1\nsize 12\n";
    assert_eq!(
        undoing(&text(&[]), &text(&[(3, "new")]), committed(pointer)),
        [0; 0]
    );
}

fn object(top: &Path, kind: &str, bytes: &[u8]) -> [u8; 20] {
    let whole = [format!("{kind} {}\0", bytes.len()).as_bytes(), bytes].concat();
    let id: [u8; 20] = Sha1::digest(&whole).into();
    let hex = hex(&id);
    let folder = top.join(".git/objects").join(&hex[..2]);
    fs::create_dir_all(&folder).expect("made");
    let mut packing = ZlibEncoder::new(Vec::new(), Compression::fast());
    packing.write_all(&whole).expect("packed");
    let packed = packing.finish().expect("packed");
    fs::write(folder.join(&hex[2..]), packed).expect("written");
    id
}

fn hex(id: &[u8]) -> String {
    id.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Commits `src/f.txt`.
fn commit(top: &Path, content: &str) {
    let blob = object(top, "blob", content.as_bytes());
    let tree = object(top, "tree", &[b"100644 f.txt\0", &blob[..]].concat());
    let tree = object(top, "tree", &[b"40000 src\0", &tree[..]].concat());
    let commit = format!(
        "tree {}\nauthor A <a@example.org> 0 +0000\n\nm\n",
        hex(&tree)
    );
    let commit = object(top, "commit", commit.as_bytes());
    fs::write(top.join(".git/HEAD"), hex(&commit)).expect("written");
}

/// Runs the program; returns its exit code and what it printed.
fn run(folder: &Path, home: &TempDir, args: &[&str]) -> (i32, String) {
    let ran = Command::new(env!("CARGO_BIN_EXE_hunkwise"))
        .args(args)
        .current_dir(folder)
        .env("HOME", home.path())
        .env_remove("XDG_STATE_HOME")
        .env_remove("XDG_CONFIG_HOME")
        .output()
        .expect("it runs");
    let code = ran.status.code().expect("it ended");
    (code, String::from_utf8_lossy(&ran.stdout).into_owned())
}

fn folder() -> (TempDir, TempDir) {
    let folder = || tempfile::tempdir().expect("a temporary folder");
    (folder(), folder())
}

#[test]
fn the_program_reads_what_is_committed() {
    let (tree, home) = folder();
    let top = tree.path();
    fs::create_dir(top.join("src")).expect("made");
    let reply = format!("src/f.txt\n```\n{}```\n", text(&[(15, "new")]));
    fs::write(top.join("reply.md"), reply).expect("written");
    fs::write(top.join("src/f.txt"), text(&[(3, "mine")])).expect("written");
    // Without a repository nothing is known of it.
    let (_, out) = run(top, &home, &["check", "--json", "reply.md"]);
    assert!(!out.contains(WORDS), "{out}");
    commit(top, &text(&[]));
    let in_src = format!("f.txt\n```\n{}```\n", text(&[(15, "new")]));
    fs::write(top.join("src/reply.md"), in_src).expect("written");
    for args in [&["reply.md"][..], &["--root", "src", "src/reply.md"]] {
        let (code, out) = run(top, &home, &[&["check", "--json"], args].concat());
        assert_eq!(code, 3, "{out}");
        assert!(out.contains("\"own_change\""), "{out}");
        assert!(out.contains("the user's own change"), "{out}");
    }
    assert_eq!(run(top, &home, &["apply", "reply.md"]).0, 3);
    commit(top, &text(&[(3, "mine")]));
    let (code, out) = run(top, &home, &["check", "--json", "reply.md"]);
    assert_eq!(code, 0, "{out}");
}

#[test]
fn the_program_reads_what_its_last_apply_wrote() {
    let (tree, home) = folder();
    let top = tree.path();
    fs::write(top.join("f.txt"), text(&[])).expect("written");
    let first = format!("f.txt\n```\n{}```\n", text(&[(3, "made")]));
    fs::write(top.join("first.md"), first).expect("written");
    assert_eq!(run(top, &home, &["apply", "first.md"]).0, 0);
    let second = format!("f.txt\n```\n{}```\n", text(&[(15, "new")]));
    fs::write(top.join("second.md"), second).expect("written");
    let (code, out) = run(top, &home, &["check", "--json", "second.md"]);
    assert_eq!(code, 3, "{out}");
    assert!(out.contains("\"own_change\""), "{out}");
    // What is undone is no longer the last apply's.
    assert_eq!(run(top, &home, &["undo"]).0, 0);
    let (code, out) = run(top, &home, &["check", "--json", "second.md"]);
    assert_eq!(code, 0, "{out}");
}

#[test]
fn a_deletion_of_a_file_that_is_gone_waits_unless_git_shows_that_it_was_there() {
    #[track_caller]
    fn check(wanted: &str, known: &[&str], baseline: Baseline, waits: bool) {
        let reply = format!("*** Begin Patch\n*** Delete File: {wanted}\n*** End Patch\n");
        let mut session = Session::open(reply.into_bytes(), Options::default());
        let path = |path: &str| RelPath::new(path).expect("a plain path");
        session.set_known_paths(known.iter().map(|it| path(it)).collect());
        session.supply(vec![Snapshot::new(path(wanted), Content::Absent)]);
        session.supply_baselines(|_| baseline.clone());
        let needs = session.plan().hunks().any(|hunk| hunk.needs_person());
        assert_eq!(needs, waits, "{wanted}");
    }
    let none = Baseline::default;
    check("lib/utils.py", &["src/utils.py"], none(), true);
    check("utils.py", &["src/utils.py"], none(), true);
    check("lib/Utils.py", &["src/utils.py"], none(), true);
    check("lib/utils.py", &["src/utils.py"], committed("x\n"), false);
    check("Src/utils.py", &["src/utils.py"], committed("x\n"), false);
    check("lib/utils.py", &["src/other.rs"], none(), false);
    check("lib/mod.rs", &["src/mod.rs"], none(), false);
}

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;

use tempfile::TempDir;

use super::*;
use crate::patch::FileMode;
use crate::report::Exit;

mod crash;

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
    let ws = Workspace::open(Some(dir.path())).expect("opened");
    ws.with_patience(Duration::ZERO)
}

pub(super) fn modify(name: &str, before: &str, after: &str) -> FileChange {
    FileChange::Modify {
        path: path(name),
        before: Digest::of(before.as_bytes()),
        after: after.into(),
    }
}

pub(super) fn create(name: &str, after: &str) -> FileChange {
    FileChange::Create {
        path: path(name),
        after: after.into(),
    }
}

pub(super) fn delete(name: &str, before: &str) -> FileChange {
    FileChange::Delete {
        path: path(name),
        before: Digest::of(before.as_bytes()),
    }
}

fn rename(from: &str, to: &str, before: &str, after: &str) -> FileChange {
    FileChange::Rename {
        from: path(from),
        to: path(to),
        before: Digest::of(before.as_bytes()),
        after: after.into(),
    }
}

/// Applies `changes` to `before`, expects `after`, and takes it back.
#[track_caller]
fn check(before: &[(&str, &str)], changes: Vec<FileChange>, after: &[(&str, &str)]) {
    for renames in [Renames::Exchange, Renames::Plain] {
        let dir = folder(before);
        let start = tree(dir.path());
        let ws = open(&dir).with_renames(renames);
        let applied = ws.apply(&ChangeSet::new(changes.clone()), reply());
        let applied = applied.expect("applied");
        assert_eq!(applied.notes, Vec::<String>::new());
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

#[test]
fn every_kind_of_change_is_applied_and_taken_back() {
    check(
        &[("a", "1\n")],
        vec![modify("a", "1\n", "2\n")],
        &[("a", "2\n")],
    );
    check(&[], vec![create("x/y/a", "1\n")], &[("x/y/a", "1\n")]);
    check(
        &[("a", "1\n"), ("b", "")],
        vec![delete("a", "1\n")],
        &[("b", "")],
    );
    check(
        &[("a", "1\n")],
        vec![rename("a", "x/b", "1\n", "2\n")],
        &[("x/b", "2\n")],
    );
    check(
        &[("a", "1\n")],
        vec![FileChange::Copy {
            from: path("a"),
            to: path("b"),
            before: Digest::of(b"1\n"),
            after: b"2\n".to_vec(),
        }],
        &[("a", "1\n"), ("b", "2\n")],
    );
    check(
        &[("a", "1"), ("d/b", "2"), ("c", "3")],
        vec![
            modify("a", "1", "one"),
            delete("d/b", "2"),
            create("e/f", "4"),
            modify("c", "3", "three"),
        ],
        &[("a", "one"), ("c", "three"), ("d/", ""), ("e/f", "4")],
    );
}

#[test]
fn an_empty_change_set_leaves_no_trace() {
    let dir = folder(&[]);
    let applied = open(&dir).apply(&ChangeSet::default(), reply());
    assert_eq!(applied.expect("nothing to do").id, 0);
    assert!(!dir.path().join(".hunkwise").exists());
}

#[test]
fn a_file_that_changed_since_the_match_is_not_written() {
    let dir = folder(&[("a", "1"), ("b", "other")]);
    check_fails(
        &dir,
        vec![modify("a", "1", "2"), modify("b", "1", "2")],
        Exit::Drifted,
        "`b` changed",
    );
    check_fails(&dir, vec![create("a", "2")], Exit::Drifted, "`a`");
    check_fails(&dir, vec![delete("gone", "2")], Exit::Drifted, "`gone`");
}

#[test]
fn nothing_is_reached_through_a_link_and_no_special_file_is_touched() {
    let outside = folder(&[("secret", "1")]);
    let dir = folder(&[("f", "1"), ("d/x", "1")]);
    symlink(outside.path(), dir.path().join("out")).expect("linked");
    symlink("f", dir.path().join("link")).expect("linked");
    let pipe = dir.path().join("pipe");
    rustix::fs::mknodat(
        rustix::fs::CWD,
        &pipe,
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RWXU,
        0,
    )
    .expect("a pipe");
    let refused = Exit::Refused;
    for (name, words) in [
        ("out/secret", "symbolic link"),
        ("link", "symbolic link"),
        ("d", "a folder"),
        ("pipe", "a named pipe"),
        ("f/below", "`f` on its way is a file"),
    ] {
        check_fails(&dir, vec![modify(name, "1", "2")], refused, words);
        let content = open(&dir).snapshot(&path(name)).content;
        let is_as_meant = if words == "symbolic link" {
            matches!(content, Content::Refused(_))
        } else {
            matches!(content, Content::NotAFile(_))
        };
        assert!(is_as_meant, "{name}: {content:?}");
    }
    check_fails(&dir, vec![create("out/new", "2")], refused, "symbolic link");
    check_fails(
        &dir,
        vec![rename("out/secret", "x", "1", "1")],
        refused,
        "symbolic link",
    );
    assert_eq!(
        fs::read_to_string(outside.path().join("secret")).ok(),
        Some("1".into())
    );
    assert_eq!(fs::read_dir(outside.path()).expect("listed").count(), 1);
}

#[test]
fn files_over_the_limit_are_refused() {
    let dir = folder(&[("a", "12345")]);
    let ws = open(&dir).with_limit(4);
    let content = ws.snapshot(&path("a")).content;
    assert_eq!(content, Content::Refused("larger than 4 bytes".to_string()));
    let changes = ChangeSet::new(vec![modify("a", "12345", "1")]);
    let fault = ws.apply(&changes, reply()).expect_err("too large");
    assert_eq!(fault.exit(), Exit::Refused);
}

#[test]
fn snapshots_tell_text_binary_and_nothing_apart() {
    let dir = folder(&[("a", "1\n"), ("b", "\0")]);
    let ws = open(&dir);
    assert_eq!(ws.snapshot(&path("a")).digest(), Some(Digest::of(b"1\n")));
    assert_eq!(ws.snapshot(&path("b")).content, Content::Binary);
    assert_eq!(ws.snapshot(&path("c")).content, Content::Absent);
    assert_eq!(ws.snapshot(&path("c/d")).content, Content::Absent);
}

#[test]
fn modes_stay_and_go_along_with_a_rename() {
    let dir = folder(&[("a", "1"), ("b", "1"), ("c", "1")]);
    for (name, mode) in [("a", 0o600), ("b", 0o751), ("c", 0o444)] {
        let mode = fs::Permissions::from_mode(mode);
        fs::set_permissions(dir.path().join(name), mode).expect("set");
    }
    let start = tree(dir.path());
    let ws = open(&dir);
    let changes = vec![
        modify("a", "1", "2"),
        rename("b", "d", "1", "2"),
        delete("c", "1"),
    ];
    ws.apply(&ChangeSet::new(changes), reply())
        .expect("applied");
    assert_eq!(tree(dir.path()), "a 600 \"2\"\nd 751 \"2\"");
    ws.undo(None).expect("undone");
    assert_eq!(tree(dir.path()), start);
}

#[test]
fn a_patch_can_make_a_file_a_program_and_undo_unmakes_it() {
    let dir = folder(&[("a", "1"), ("b", "1")]);
    let mode = |name: &str, bits| {
        let bits = fs::Permissions::from_mode(bits);
        fs::set_permissions(dir.path().join(name), bits).expect("set");
    };
    mode("a", 0o640);
    mode("b", 0o755);
    let ws = open(&dir);
    let mut changes = ChangeSet::new(vec![
        modify("a", "1", "2"),
        modify("b", "1", "2"),
        create("n", "2"),
    ]);
    changes.set_mode(path("a"), FileMode::Executable);
    changes.set_mode(path("b"), FileMode::Plain);
    changes.set_mode(path("n"), FileMode::Executable);
    let before = tree(dir.path());
    ws.apply(&changes, reply()).expect("applied");
    let after = "a 750 \"2\"\nb 644 \"2\"\nn 755 \"2\"";
    assert_eq!(tree(dir.path()), after);
    let undone = ws.undo(None).expect("undone");
    assert_eq!(tree(dir.path()), before);
    ws.undo(Some(undone.id)).expect("undo undone");
    assert_eq!(tree(dir.path()), after);
}

#[test]
fn extended_attributes_and_acls_stay() {
    // Version 2; owner rw, user 65534 r, group r, mask r, others r.
    let acl = b"\x02\0\0\0\x01\0\x06\0\xff\xff\xff\xff\x02\0\x04\0\xfe\xff\0\0\x04\0\x04\0\xff\xff\xff\xff\
                \x10\0\x04\0\xff\xff\xff\xff\x20\0\x04\0\xff\xff\xff\xff";
    for (name, set) in [("user.kept", &b"yes"[..]), ("system.posix_acl_access", acl)] {
        let dir = folder(&[("a", "1")]);
        let file = dir.path().join("a");
        if rustix::fs::setxattr(&file, name, set, rustix::fs::XattrFlags::empty()).is_err() {
            continue; // The file system of the temporary folder has none.
        }
        let ws = open(&dir);
        ws.apply(&ChangeSet::new(vec![modify("a", "1", "2")]), reply())
            .expect("applied");
        ws.undo(None).expect("undone");
        let mut value = [0; 64];
        let len = rustix::fs::getxattr(&file, name, &mut value).expect("still there");
        assert_eq!(&value[..len], set, "{name}");
    }
}

#[test]
fn files_with_other_names_are_split_only_when_asked_for() {
    let dir = folder(&[("a", "1")]);
    fs::hard_link(dir.path().join("a"), dir.path().join("b")).expect("linked");
    let changes = vec![modify("a", "1", "2")];
    check_fails(&dir, changes.clone(), Exit::Refused, "hard links");
    let ws = open(&dir).with_hard_links(HardLinks::Split);
    ws.apply(&ChangeSet::new(changes), reply())
        .expect("applied");
    assert_eq!(tree(dir.path()), "a 644 \"2\"\nb 644 \"1\"");
}

#[test]
fn undo_goes_further_back_each_time_and_refuses_what_changed_since() {
    let dir = folder(&[("a", "0")]);
    let ws = open(&dir);
    for (before, after) in [("0", "1"), ("1", "2"), ("2", "3")] {
        let changes = ChangeSet::new(vec![modify("a", before, after)]);
        ws.apply(&changes, reply()).expect("applied");
    }
    assert_eq!(ws.undo(None).expect("undone").undid, 3);
    assert_eq!(ws.undo(None).expect("undone").undid, 2);
    assert_eq!(tree(dir.path()), "a 644 \"1\"");
    let standings: Vec<_> = ws
        .log()
        .expect("log")
        .iter()
        .map(|it| it.standing)
        .collect();
    use Standing::{Applied, Undone};
    assert_eq!(standings, [Applied, Undone, Undone, Applied, Applied]);
    assert_eq!(ws.undo(Some(5)).expect("undo undone").undid, 5);
    assert_eq!(tree(dir.path()), "a 644 \"2\"");
    fs::write(dir.path().join("a"), "mine").expect("written");
    let fault = ws.undo(None).expect_err("changed since");
    assert_eq!(fault.exit(), Exit::Drifted);
    assert!(fault.to_string().contains("cannot undo apply 2"), "{fault}");
    assert_eq!(tree(dir.path()), "a 644 \"mine\"");
    let fault = ws.undo(Some(77)).expect_err("no such");
    assert_eq!(fault.exit(), Exit::Unreadable);
}

#[test]
fn what_an_apply_did_is_known_after_the_files_changed() {
    let dir = folder(&[("a", "1"), ("b", "1")]);
    let ws = open(&dir);
    let changes = vec![modify("a", "1", "2"), create("n", "2"), delete("b", "1")];
    ws.apply(&ChangeSet::new(changes), reply())
        .expect("applied");
    fs::write(dir.path().join("a"), "mine").expect("written");
    let bytes = |text: &str| Some(text.as_bytes().to_vec());
    let known = |name: &str, before, after| Reversal {
        path: path(name),
        before,
        after,
    };
    let expected = [
        known("a", bytes("1"), bytes("2")),
        known("n", None, bytes("2")),
        known("b", bytes("1"), None),
    ];
    assert_eq!(ws.reversals(None).expect("known"), expected);
    assert_eq!(ws.reversals(Some(1)).expect("known"), expected);
    fs::write(dir.path().join(".hunkwise/ops/000001/0.new"), "torn").expect("written");
    let fault = ws.reversals(None).expect_err("torn");
    assert!(fault.to_string().contains("could not be kept"), "{fault}");
    assert!(ws.reversals(Some(2)).is_err());
}

#[test]
fn only_the_latest_applies_can_be_undone() {
    let dir = folder(&[("a", "0")]);
    let few = Retention {
        n_applies: 2,
        n_bytes: u64::MAX,
    };
    let small = Retention {
        n_applies: 50,
        n_bytes: 1,
    };
    for (before, after, retention, kept) in [
        ("0", "1", few, &[1][..]),
        ("1", "2", few, &[1, 2]),
        ("2", "3", few, &[2, 3]),
        ("3", "4", small, &[4]),
    ] {
        let ws = open(&dir).with_retention(retention);
        let changes = ChangeSet::new(vec![modify("a", before, after)]);
        ws.apply(&changes, reply()).expect("applied");
        let ids: Vec<_> = ws.log().expect("log").iter().map(|it| it.id).collect();
        assert_eq!(ids, kept);
    }
}

#[test]
fn state_lies_in_gits_own_folder_or_in_the_root() {
    let dir = folder(&[(".git/HEAD", "ref: refs/heads/main\n"), ("sub/a", "1")]);
    let ws = open(&dir);
    ws.apply(&ChangeSet::new(vec![create("n", "1")]), reply())
        .expect("applied");
    assert!(
        dir.path()
            .join(".git/hunkwise/ops/000001/kept.json")
            .is_file()
    );
    let deeper = Workspace::open(Some(&dir.path().join("sub"))).expect("opened");
    assert!(
        deeper
            .state_path()
            .to_string_lossy()
            .contains(".git/hunkwise-")
    );

    let linked = folder(&[]);
    let home = dir.path().display();
    fs::write(linked.path().join(".git"), format!("gitdir: {home}/.git\n")).expect("written");
    let state = open(&linked).state_path();
    assert!(state.starts_with(dir.path().join(".git")), "{state:?}");
    let copy = folder(&[]);
    fs::copy(linked.path().join(".git"), copy.path().join(".git")).expect("copied");
    assert_ne!(state, open(&copy).state_path());

    let plain = folder(&[]);
    let ws = open(&plain);
    ws.apply(&ChangeSet::new(vec![create("n", "1")]), reply())
        .expect("applied");
    let ignore = plain.path().join(".hunkwise/.gitignore");
    assert_eq!(fs::read_to_string(ignore).ok(), Some("*\n".to_string()));
    let mode = fs::metadata(plain.path().join(".hunkwise"))
        .expect("there")
        .mode();
    assert_eq!(mode & 0o777, 0o700);
}

#[test]
fn a_state_folder_that_cannot_be_trusted_is_refused() {
    let dir = folder(&[("a", "1")]);
    let elsewhere = folder(&[]);
    symlink(elsewhere.path(), dir.path().join(".hunkwise")).expect("linked");
    let changes = vec![modify("a", "1", "2")];
    check_fails(&dir, changes.clone(), Exit::Refused, "no folder of its own");
    assert_eq!(fs::read_dir(elsewhere.path()).expect("listed").count(), 0);

    let dir = folder(&[("a", "1"), (".hunkwise/ops/000001/plan.json", "{}")]);
    check_fails(&dir, changes.clone(), Exit::Refused, "damaged");
    let record = r#"{"record":{"version":9}}"#;
    let dir = folder(&[("a", "1"), (".hunkwise/ops/000001/staged.json", record)]);
    check_fails(&dir, changes.clone(), Exit::Refused, "version 9");
    assert!(dir.path().join(".hunkwise/ops/000001/staged.json").exists());
    let dir = folder(&[("a", "1"), (".hunkwise/x", "")]);
    let open_to_all = fs::Permissions::from_mode(0o777);
    fs::set_permissions(dir.path().join(".hunkwise"), open_to_all).expect("set");
    check_fails(&dir, changes, Exit::Refused, "others may write");
}

#[test]
fn a_second_writer_is_told_of_the_first() {
    let dir = folder(&[("a", "1")]);
    let first = open(&dir);
    let held = State::make(&first.state)
        .and_then(|state| state.lock(Duration::ZERO))
        .expect("locked");
    let changes = vec![modify("a", "1", "2")];
    check_fails(&dir, changes, Exit::Drifted, "another hunkwise");
    assert!(first.log().expect("viewers are not blocked").is_empty());
    drop(held);
}

#[test]
fn known_paths_leave_out_what_nobody_means() {
    let dir = folder(&[
        (".gitignore", "/dist/\n*.log\n# note\n"),
        (".git/HEAD", ""),
        (".github/x.yml", ""),
        ("dist/out", ""),
        ("target/debug/x", ""),
        ("src/a.rs", ""),
    ]);
    let paths: Vec<_> = open(&dir)
        .known_paths()
        .iter()
        .map(RelPath::to_text)
        .collect();
    assert_eq!(paths, [".github/x.yml", ".gitignore", "src/a.rs"]);
}

#[test]
fn replies_are_read_from_files_and_nothing_strange() {
    let dir = folder(&[("reply", "text")]);
    let file = dir.path().join("reply");
    let read = |path: &Path, limit| read_reply(ReplySource::File(path), limit);
    assert_eq!(read(&file, 4).expect("read"), b"text");
    for (path, limit, words) in [
        (file.as_path(), 3, "larger than 3 bytes"),
        (dir.path(), 9, "it is a folder"),
        (Path::new("/dev/zero"), 9, "it is a device"),
        (Path::new("/no/such"), 9, "No such file"),
    ] {
        let fault = read(path, limit).expect_err("refused");
        assert_eq!(fault.exit(), Exit::Unreadable);
        assert!(fault.to_string().contains(words), "{fault}");
    }
}

#[test]
fn a_watch_tells_changed_bytes_and_only_those() {
    for mode in [WatchMode::Auto, WatchMode::Poll] {
        let dir = folder(&[("a", "1"), ("b", "1")]);
        let files = ["a", "b"].map(|name| (path(name), Some(Digest::of(b"1"))));
        let (told, drifts) = std::sync::mpsc::channel();
        let watch = open(&dir).watch(&files, mode, move |drift| {
            told.send(drift).expect("the test waits");
        });
        fs::write(dir.path().join("b"), "1").expect("same bytes");
        fs::write(dir.path().join("a"), "2").expect("other bytes");
        let drift = drifts.recv_timeout(std::time::Duration::from_secs(20));
        assert_eq!(drift.expect("told").paths, [path("a")], "{mode:?}");
        drop(watch);
    }
}

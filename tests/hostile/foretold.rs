//! What a write would meet in the folder of its records, and in the owners of files: `check` says it as the write does.

use std::fs;
use std::os::unix::fs::chown;

use super::losses::{as_nobody, give_away, rustix_is_root, shell, words};
use super::*;

/// Says what a dry run and an apply say to a user who is not root and has applied something before; `prepare` is what
/// happened to the tree since, as a line of shell that root runs in it.
#[track_caller]
fn check_foretold(prepare: &str, patch: &str, expected: i32) {
    let place = Place::new();
    fs::remove_dir_all(place.root().join(".git")).unwrap();
    give_away(place.root());
    let first = "--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-bee\n+cee\n";
    fs::write(place.dir.path().join("first"), first).unwrap();
    let Some(done) = as_nobody(&place, "exec \"$0\" apply first --root root") else {
        return;
    };
    assert_eq!(done.status.code(), Some(0), "{}", words(&done));
    let done = shell(&place, &format!("cd root && {prepare}"));
    assert!(done.status.success(), "{prepare}: {}", words(&done));
    fs::write(place.dir.path().join("reply"), patch).unwrap();
    let done = ["check", "apply --dry-run", "apply"]
        .map(|line| as_nobody(&place, &format!("exec \"$0\" {line} --root root reply")).unwrap());
    let codes = done.each_ref().map(|done| done.status.code());
    let said = done.each_ref().map(words);
    assert_eq!(codes, [Some(expected); 3], "{prepare}: {said:?}");
    let tells_why = |said: &String| said.contains("hunkwise: ");
    assert_eq!(
        said.each_ref().map(tells_why),
        [expected != 0; 3],
        "{prepare}: {said:?}"
    );
}

const MODE_A: &str = "diff --git a/src/a.txt b/src/a.txt\nold mode 100644\nnew mode 100755\n";
const DELETE_A: &str = "*** Begin Patch\n*** Delete File: src/a.txt\n*** End Patch\n";
const MOVE_A: &str =
    "diff --git a/src/a.txt b/n\nsimilarity index 100%\nrename from src/a.txt\nrename to n\n";

const COPY_A: &str =
    "diff --git a/src/a.txt b/n\nsimilarity index 100%\ncopy from src/a.txt\ncopy to n\n";
const COPY_A_DEEP: &str =
    "diff --git a/src/a.txt b/x/y/n\nsimilarity index 100%\ncopy from src/a.txt\ncopy to x/y/n\n";
const SWAP: &str = "diff --git a/src/a.txt b/b.txt\nsimilarity index 100%\nrename from src/a.txt\nrename to b.txt\n\
                    diff --git a/b.txt b/src/a.txt\nsimilarity index 100%\nrename from b.txt\nrename to src/a.txt\n";

#[test]
fn t15_what_a_copy_or_a_move_is_refused_for_is_foretold() {
    for prepare in [
        "chmod 4755 src/a.txt",
        "chmod 2755 src/a.txt",
        "chown 1:65534 src/a.txt; chmod 666 src/a.txt",
        "chown 65534:1 src/a.txt",
    ] {
        check_foretold(prepare, COPY_A, 4);
        check_foretold(prepare, COPY_A_DEEP, 4);
        check_foretold(prepare, MOVE_A, 4);
    }
    check_foretold("ln src/a.txt other", COPY_A, 0);
    check_foretold("rm b.txt; ln src/a.txt b.txt", SWAP, 4);
    check_foretold("true", SWAP, 0);
    // The folder that it moves to gives no new file that group.
    let group = "chown 65534:1 src/a.txt src; chmod g+s src";
    check_foretold(group, MOVE_A, 4);
    check_foretold(group, COPY_A, 4);
}

#[test]
fn t15_a_copy_of_a_file_with_its_owners_rights_names_both() {
    let place = Place::new();
    let source = place.root().join("src/a.txt");
    fs::set_permissions(&source, fs::Permissions::from_mode(0o4755)).unwrap();
    let said = place.check(COPY_A, &[], REFUSED);
    assert!(said.contains("will not change `n`: `src/a.txt`"), "{said}");
}

#[test]
fn t15_a_lock_that_cannot_be_had_is_foretold() {
    for (prepare, expected) in [
        ("true", 0),
        ("rm .hunkwise/lock; mkfifo .hunkwise/lock", 4),
        ("rm .hunkwise/lock; mkdir .hunkwise/lock", 4),
        ("rm -r .hunkwise/*; mkdir .hunkwise/lock", 4),
        ("rm -r .hunkwise/*; mkfifo .hunkwise/lock", 4),
        ("rm -r .hunkwise/*; ln -s ../b.txt .hunkwise/lock", 4),
        ("rm -r .hunkwise/*", 0),
        ("rm .hunkwise/lock; ln -s ../b.txt .hunkwise/lock", 4),
        (
            "mkdir -p ../.hunkwise/ops; mkfifo ../.hunkwise/lock; chown -R 65534 ../.hunkwise; chmod 700 ../.hunkwise",
            4,
        ),
        (
            "mkdir -p src/.hunkwise/ops; mkfifo src/.hunkwise/lock; chown -R 65534 src/.hunkwise; chmod 700 src/.hunkwise",
            4,
        ),
        ("chown 0 .hunkwise/lock; chmod 600 .hunkwise/lock", 6),
        ("chown 0 .hunkwise/lock; chmod 666 .hunkwise/lock", 0),
        ("echo x > .hunkwise/lock; chmod 0 .hunkwise/lock", 6),
        ("chmod 0 .hunkwise/lock", 0),
        ("ln .hunkwise/lock l; chmod 0 .hunkwise/lock", 4),
        ("rm .hunkwise/lock; chmod 500 .hunkwise", 6),
    ] {
        check_foretold(prepare, EDIT_A, expected);
    }
}

#[test]
fn t15_records_that_cannot_be_made_are_foretold() {
    for (prepare, expected) in [
        ("chmod 500 .hunkwise/ops", 6),
        ("chmod 500 .hunkwise", 0),
        ("rm -r .hunkwise/ops; chmod 500 .hunkwise", 6),
        ("rm -r .hunkwise; chmod 555 .", 6),
        ("rm -r .hunkwise; mkdir .git; chmod 555 .git", 6),
        ("rm -r .hunkwise; mkdir .git; chown 65534 .git", 0),
    ] {
        check_foretold(prepare, EDIT_A, expected);
    }
}

#[test]
fn t15_owners_that_could_not_be_kept_are_foretold() {
    let theirs = "chown 1:65534 src/a.txt; chmod 666 src/a.txt";
    let group = "chown 65534:1 src/a.txt";
    for prepare in [theirs, group] {
        check_foretold(prepare, EDIT_A, 4);
        check_foretold(prepare, DELETE_A, 4);
        check_foretold(prepare, MOVE_A, 4);
    }
    check_foretold(theirs, MODE_A, 6);
    check_foretold(group, MODE_A, 0);
    // A new file gets the group of such a folder.
    let inherited = format!("{group}; chown 65534:1 src; chmod g+s src");
    check_foretold(&inherited, EDIT_A, 0);
    if rustix_is_root() {
        let place = Place::new();
        chown(place.root().join("src/a.txt"), Some(1), Some(1)).unwrap();
        place.check(EDIT_A, &[], Written);
    }
}

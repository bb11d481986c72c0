//! Replies that name what they must not reach (T01 to T04).

use std::fs;
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

use super::*;

#[test]
fn t01_no_path_leaves_the_root() {
    let place = Place::new();
    for path in [
        "../secret", "src/../../secret", "/etc/hostname", "C:/x", "\\\\host\\x", "..\\secret",
    ] {
        for reply in naming(path) {
            place.check(&reply, &[], Fails(&[2, 3, 4]));
        }
    }
    place.check(
        "Index: ../secret\n--- ../secret\n+++ ../secret\n@@ -1 +1 @@\n-outside\n+mine\n",
        &[],
        REFUSED,
    );
    place.check(
        "--- \"a/\\056\\056/secret\"\n+++ \"b/\\056\\056/secret\"\n@@ -1 +1 @@\n-outside\n+mine\n",
        &[],
        REFUSED,
    );
}

#[test]
fn t01_one_bad_name_is_not_saved_by_the_good_ones_beside_it() {
    let place = Place::new();
    let hunk = "@@ -1 +1 @@\n-bee\n+mine\n";
    for names in [
        "--- a/../../secret\n+++ b/b.txt\n",
        "--- a/b.txt\n+++ b/../../secret\n",
        "--- /etc/hostname\n+++ b/b.txt\n",
        "--- a/.git/config\n+++ b/b.txt\n",
        "diff --git a/../../secret b/b.txt\n--- a/b.txt\n+++ b/b.txt\n",
        "diff --git a/b.txt b/.git/config\n--- a/b.txt\n+++ b/b.txt\n",
        "diff --git a/b.txt b/b.txt\n--- a/b.txt\n+++ b/src/../../../secret\n",
        "Index: ../secret\n=====\n--- b.txt\n+++ b.txt\n",
        "diff --git a/b.txt b/c.txt\nrename from b.txt\nrename to c.txt\n--- a/../../secret\n+++ b/c.txt\n",
        "--- \"a/\\056\\056/\\056\\056/secret\"\n+++ b/b.txt\n",
    ] {
        let said = place.check(format!("{names}{hunk}"), &[], REFUSED);
        assert!(said.contains("path"), "{said}");
    }
    let context = "***************\n*** 1 ****\n! bee\n--- 1 ----\n! mine\n";
    for names in [
        "*** ../secret\n--- b.txt\n",
        "*** b.txt\n--- ../secret\n",
        "*** .git/config\n--- b.txt\n",
    ] {
        place.check(format!("{names}{context}"), &[], REFUSED);
    }
    place.check(
        "{\"name\": \"rename_file\", \"arguments\": {\"path\": \"b.txt\", \"new_path\": \"../secret\"}}",
        &[],
        REFUSED,
    );
}

#[test]
fn t01_a_name_that_ends_in_a_slash_is_no_file_name() {
    let place = Place::new();
    for path in ["newdir/", "newdir//", "newdir/.", "src/newdir/./"] {
        for reply in naming(path) {
            place.check(&reply, &[], NOT_WRITTEN);
        }
    }
    place.check(&naming("newdir/")[1], &[], REFUSED);
    place.check("@@\n-bee\n+mine\n", &["--file", "b.txt/"], UNREADABLE);
}

#[test]
fn t01_the_chosen_file_cannot_leave_the_root_either() {
    let reply = "@@\n-outside\n+mine\n";
    Place::new().check(reply, &["--file", "../secret"], UNREADABLE);
    Place::new().check(
        reply,
        &["--strip", "1", "--file", "/etc/hostname"],
        UNREADABLE,
    );
}

#[test]
fn t02_nothing_in_version_controls_folders_is_touched() {
    let place = Place::new();
    for path in [
        ".git/config",
        "src/.GIT/hooks/pre-commit",
        ".git./config",
        ".git /config",
        ".git::$INDEX_ALLOCATION/config",
        "GIT~1/config",
        ".g\u{200c}it/config",
        ".hg/hgrc",
        ".svn/entries",
        ".jj/x",
        "_darcs/prefs/defaults",
        "src/_DARCS/x",
        "_darcs./x",
        ".sl/config",
        "SL~1/config",
        ".pijul/config",
        "PIJUL~2/config",
        ".hunkwise/lock",
        ".g\u{ad}it/config",
        ".\u{17f}vn/entries",
        ".hunkwi\u{17f}e/lock",
        ".hunkwise-1-0.tmp",
        "src/.HUNKWISE-1-0.old",
        ".hunk\u{200b}wise-x. ",
    ] {
        for reply in naming(path) {
            place.check(&reply, &[], Fails(&[2, 3, 4]));
        }
    }
}

#[test]
fn t02_a_delete_and_a_stage_name_cannot_be_one_patch() {
    let place = Place::new();
    for name in [
        ".hunkwise-1-0.tmp",
        ".Hunkwise-1-0.old",
        ".hunkwise-1-0.tmp:x",
    ] {
        place.check(
            format!(
                "*** Begin Patch\n*** Delete File: src/a.txt\n*** Add File: {name}\n+x\n*** End Patch\n"
            ),
            &[],
            REFUSED,
        );
        assert!(place.root().join("src/a.txt").exists());
    }
}

#[test]
fn t02_paths_without_end_are_refused_at_once() {
    let place = Place::new();
    for path in [
        "d/".repeat(3_000) + "f",
        "d/".repeat(40_000) + "f",
        "d/".repeat(256) + "f",
        "n".repeat(4_096),
    ] {
        for reply in naming(&path) {
            place.check(&reply, &[], Fails(&[2, 3, 4]));
        }
    }
    assert!(!place.root().join("d").exists());
}

#[test]
fn t03_no_link_is_followed_or_made() {
    let place = Place::new();
    symlink("../secret", place.root().join("link")).unwrap();
    symlink("..", place.root().join("up")).unwrap();
    symlink("nowhere", place.root().join("dangling")).unwrap();
    symlink("loop", place.root().join("loop")).unwrap();
    for path in ["link", "up/secret", "up/new", "dangling", "loop", "loop/x"] {
        for reply in naming(path) {
            place.check(&reply, &[], NOT_WRITTEN);
        }
    }
    let link = "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+../secret\n\\ No newline at end of file\n";
    place.check(link, &[], REFUSED);
    place.check(format!("{link}{}", naming("l/x")[1]), &[], NOT_WRITTEN);
    let submodule = "diff --git a/m b/m\nnew file mode 160000\n--- /dev/null\n+++ b/m\n@@ -0,0 +1 @@\n+Subproject commit 0123456789012345678901234567890123456789\n";
    place.check(submodule, &[], REFUSED);
    let into_link = "diff --git a/b.txt b/b.txt\nold mode 100644\nnew mode 120000\n";
    place.check(into_link, &[], NOT_WRITTEN);
    let set_id =
        "diff --git a/s b/s\nnew file mode 104755\n--- /dev/null\n+++ b/s\n@@ -0,0 +1 @@\n+x\n";
    place.check(set_id, &[], REFUSED);
}

#[test]
fn t03_a_file_with_a_second_name_is_not_split_unasked() {
    let place = Place::new();
    fs::hard_link(
        place.root().join("src/a.txt"),
        place.dir.path().join("other name"),
    )
    .unwrap();
    place.check(EDIT_A, &[], REFUSED);
    place.check(EDIT_A, &["--split-hard-links"], Written);
    let other = fs::read_to_string(place.dir.path().join("other name"));
    assert_eq!(other.unwrap(), A);
}

#[test]
fn t04_special_files_are_refused_at_once() {
    let place = Place::new();
    let pipe = place.root().join("pipe");
    Command::new("mkfifo").arg(&pipe).status().unwrap();
    fs::create_dir(place.root().join("folder")).unwrap();
    std::os::unix::net::UnixListener::bind(place.root().join("socket")).unwrap();
    let huge = fs::File::create(place.root().join("huge")).unwrap();
    huge.set_len(65 << 20).unwrap();
    for path in ["pipe", "folder", "socket", "huge", "pipe/x", "b.txt/x"] {
        // What is no file may be a wrong path, which a person can set right; a file over the limit is a file.
        let edited = if path == "huge" { REFUSED } else { ASKS };
        check_at_once(&place, path, edited);
    }
}

/// Who reads this device never comes to an end.
#[test]
#[allow(clippy::print_stderr, reason = "what is skipped is said")]
fn t04_a_device_is_refused_at_once() {
    let place = Place::new();
    let mut mknod = Command::new("mknod");
    let zero = ["c", "1", "5"];
    let made = mknod.arg(place.root().join("zero")).args(zero).output();
    if !made.is_ok_and(|made| made.status.success()) {
        eprintln!("skipped: no device can be made here");
        return;
    }
    check_at_once(&place, "zero", ASKS);
    check_at_once(&place, "zero/x", ASKS);
    let said = place.check(&naming("zero")[0], &[], ASKS);
    assert!(said.contains("a device"), "{said}");
}

/// Names `path`, at which no text lies that could be read, in every way; `edited` is what an edit of it comes to.
#[track_caller]
fn check_at_once(place: &Place, path: &str, edited: Outcome) {
    for (index, reply) in naming(path).iter().enumerate() {
        let expected = if index == 0 { edited } else { NOT_WRITTEN };
        place.check(reply, &[], expected);
    }
}

#[test]
fn t04_strange_patch_files_are_told_of() {
    let place = Place::new();
    let root = place.root();
    for (patch, words) in [
        (root.to_str().unwrap(), "a folder"),
        ("/dev/zero", "a device"),
        ("/no/such/patch", "no such file"),
    ] {
        let done = Command::new(env!("CARGO_BIN_EXE_hunkwise"))
            .env("XDG_CONFIG_HOME", "/nonexistent")
            .env("XDG_STATE_HOME", STATE_HOME.path())
            .args(["apply", patch, "--root"])
            .arg(&root)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        assert_eq!(done.status.code(), Some(2), "{said}");
        assert!(said.contains(words) && said.contains(patch), "{said}");
    }
    place.check(vec![b' '; 2000], &["--limit", "1k"], UNREADABLE);
}

#[test]
fn t02_a_repository_without_a_work_tree_is_no_place_for_patches() {
    let place = Place::new();
    for name in ["HEAD", "objects/x", "refs/x", "hooks/update"] {
        let path = place.root().join("vendor/lib.git").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "outside\n").unwrap();
    }
    for path in [
        "vendor/lib.git/hooks/update",
        "vendor/lib.git/config",
        "vendor/lib.git/a/b",
    ] {
        for reply in naming(path) {
            place.check(reply, &[], NOT_WRITTEN);
        }
    }
    place.check(
        naming("vendor/lib.git/hooks/new").swap_remove(6),
        &[],
        REFUSED,
    );
    place.check(naming("vendor/new").swap_remove(6), &[], Written);
}

#[test]
fn t01_a_move_to_a_name_that_must_not_be_used_is_refused_as_one() {
    for to in [".git/x", ".hunkwise-x", "../x", "/etc/x", "d/.git/hooks/x"] {
        for verb in ["rename", "copy"] {
            let reply = format!(
                "diff --git a/b.txt b/{to}\nsimilarity index 100%\n{verb} from b.txt\n{verb} to {to}\n"
            );
            check(reply, REFUSED);
        }
    }
}

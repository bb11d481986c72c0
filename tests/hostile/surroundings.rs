//! Poor surroundings and planted journals (T13, T17).

use std::fs;
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

use super::*;

#[test]
fn t13_poor_surroundings_are_no_reason_to_fail() {
    let place = Place::new();
    fs::write(place.dir.path().join("reply"), EDIT_A).unwrap();
    let full = || {
        fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap()
    };
    for closed in ["", ">&-", "2>&-", "<&-", ">&- 2>&- <&-"] {
        fs::write(place.root().join("src/a.txt"), A).unwrap();
        let line = format!("exec \"$0\" apply reply --root root {closed}");
        let done = Command::new("sh")
            .args(["-c", &line, env!("CARGO_BIN_EXE_hunkwise")])
            .current_dir(place.dir.path())
            .env_clear()
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert_eq!(done.status.code(), Some(0), "{closed}: {done:?}");
        assert!(
            fs::read_to_string(place.root().join("src/a.txt"))
                .unwrap()
                .contains("NEW")
        );
    }
    fs::write(place.root().join("src/a.txt"), A).unwrap();
    let done = Command::new(env!("CARGO_BIN_EXE_hunkwise"))
        .env("XDG_CONFIG_HOME", "/nonexistent")
        .args(["apply", "reply", "--root", "root"])
        .current_dir(place.dir.path())
        .stdout(full())
        .stderr(full())
        .status()
        .unwrap();
    // The file was written, and the exit code must not say otherwise.
    assert_eq!(done.code(), Some(0));
    assert!(
        fs::read_to_string(place.root().join("src/a.txt"))
            .unwrap()
            .contains("NEW")
    );
}

#[test]
fn t17_a_planted_or_damaged_journal_stops_writing_and_is_left_alone() {
    for (name, record) in [
        ("plan.json", "{}"),
        ("plan.json", "\0\0"),
        ("staged.json", r#"{"record":{"version":2}}"#),
        ("done.json", r#"{"checksum":"00","record":{"version":1}}"#),
    ] {
        let place = Place::new();
        let op = place.root().join(".git/hunkwise/ops/000001");
        fs::create_dir_all(&op).unwrap();
        fs::write(op.join(name), record).unwrap();
        place.check(EDIT_A, &[], REFUSED);
        assert_eq!(fs::read_to_string(op.join(name)).unwrap(), record);
    }
    let place = Place::new();
    symlink("/tmp", place.root().join(".git/hunkwise")).unwrap();
    place.check(EDIT_A, &[], REFUSED);
    let place = Place::new();
    fs::create_dir_all(place.root().join(".git/hunkwise")).unwrap();
    symlink("../../..", place.root().join(".git/hunkwise/ops")).unwrap();
    place.check(EDIT_A, &[], REFUSED);
}

//! Poor surroundings, others at work in the same files, and planted journals (T13 to T15, T17).

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
            .env("XDG_STATE_HOME", STATE_HOME.path())
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
        .env("XDG_STATE_HOME", STATE_HOME.path())
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

/// Starts an apply of the reply in `name` and returns it running.
fn start(place: &Place, name: &str) -> std::process::Child {
    Command::new(env!("CARGO_BIN_EXE_hunkwise"))
        .env("XDG_CONFIG_HOME", "/nonexistent")
        .env("XDG_STATE_HOME", STATE_HOME.path())
        .args(["apply", name, "--root", "root", "-q"])
        .current_dir(place.dir.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
fn t14_writers_at_once_each_write_all_of_theirs() {
    const N_WRITERS: usize = 6;
    let place = Place::new();
    let name = |writer: usize, file: usize| format!("new/{writer}-{file}");
    let mut running = Vec::new();
    for writer in 0..N_WRITERS {
        let new = |file| naming(&name(writer, file)).swap_remove(1);
        let reply = format!("reply{writer}");
        fs::write(place.dir.path().join(&reply), new(0) + &new(1)).unwrap();
        running.push(start(&place, &reply));
    }
    for (writer, mut running) in running.into_iter().enumerate() {
        let code = running.wait().unwrap().code();
        let made = [0, 1].map(|file| place.root().join(name(writer, file)).exists());
        // On a busy machine a writer may have waited long enough for the others.
        let expected = if code == Some(0) {
            [true; 2]
        } else {
            [false; 2]
        };
        assert!(matches!(code, Some(0 | 5)), "{code:?}");
        assert_eq!(made, expected);
    }
    let n_recorded = fs::read_dir(place.root().join(".git/hunkwise/ops")).unwrap();
    assert!(n_recorded.count() > 0);
}

#[test]
fn t15_what_another_program_puts_there_meanwhile_stays() {
    let place = Place::new();
    let (target, theirs) = (
        place.root().join("src/a.txt"),
        place.dir.path().join("theirs"),
    );
    fs::write(place.dir.path().join("reply"), EDIT_A).unwrap();
    for turn in 0..30 {
        fs::write(&target, A).unwrap();
        let text = format!("their edit, number {turn}\n");
        fs::write(&theirs, &text).unwrap();
        let mut running = start(&place, "reply");
        // Any moment is a good one; looking for the program's end in between only spreads them.
        for _ in 0..turn * 20 {
            if running.try_wait().unwrap().is_some() {
                break;
            }
        }
        fs::rename(&theirs, &target).unwrap();
        running.wait().unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), text);
    }
    assert_eq!(fs::read_dir(place.root().join("src")).unwrap().count(), 1);
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

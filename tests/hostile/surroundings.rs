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
    // What could not be told is not written.
    assert_eq!(done.code(), Some(2));
    let content = fs::read_to_string(place.root().join("src/a.txt"));
    assert_eq!(content.unwrap(), A);
}

#[test]
fn t13_a_signal_that_was_ignored_from_the_start_stays_ignored() {
    for trap in ["", "trap '' HUP INT TERM QUIT USR1 ALRM;"] {
        for (signal, number) in [
            ("HUP", 1),
            ("INT", 2),
            ("TERM", 15),
            ("QUIT", 3),
            ("USR1", 10),
            ("ALRM", 14),
        ] {
            // So may these tests have been started, too.
            let is_ignored = !trap.is_empty() || is_ignored_here(number);
            let expected = is_ignored.then_some(0);
            let place = Place::new();
            let line = format!("{trap} mkfifo reply; echo; exec \"$0\" apply reply --root root -q");
            let mut running = Command::new("sh")
                .args(["-c", &line, env!("CARGO_BIN_EXE_hunkwise")])
                .env("XDG_CONFIG_HOME", "/nonexistent")
                .env("XDG_STATE_HOME", STATE_HOME.path())
                .current_dir(place.dir.path())
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            let mut made = [0];
            let stdout = running.stdout.as_mut().unwrap();
            std::io::Read::read_exact(stdout, &mut made).unwrap();
            // Opened once the program opens it, too; by then it heeds the signals that it heeds.
            let reply = fs::File::options()
                .write(true)
                .open(place.dir.path().join("reply"));
            let pid = running.id().to_string();
            let sent = Command::new("kill")
                .args(["-s", signal, &pid])
                .status()
                .unwrap();
            assert!(sent.success());
            // The program may have ended, and then nobody reads it.
            let _ = std::io::Write::write_all(&mut reply.unwrap(), EDIT_A.as_bytes());
            let code = running.wait().unwrap().code();
            assert_eq!(code, expected, "{trap} {signal}");
            let is_new = fs::read_to_string(place.root().join("src/a.txt")).unwrap() != A;
            assert_eq!(is_new, expected.is_some(), "{trap} {signal}");
        }
    }
}

/// Returns whether this process ignores a signal, as what it starts will.
fn is_ignored_here(number: u32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.map_or(0, |mask| u64::from_str_radix(mask.trim(), 16).unwrap());
    mask & (1 << (number - 1)) != 0
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

#[cfg(target_os = "linux")]
#[test]
fn t14_whoever_waits_for_another_writer_can_be_ended() {
    use rustix::fs::{FlockOperation, flock};
    for line in ["recover", "undo", "apply reply", "recover --json", "serve"] {
        let place = Place::new();
        place.check(EDIT_A, &[], Written);
        let lock = place.root().join(".git/hunkwise/lock");
        let held = fs::File::open(&lock).unwrap();
        flock(&held, FlockOperation::LockExclusive).unwrap();
        let mut running = Command::new(env!("CARGO_BIN_EXE_hunkwise"))
            .env("XDG_CONFIG_HOME", "/nonexistent")
            .env("XDG_STATE_HOME", STATE_HOME.path())
            .args(line.split(' '))
            .args(["--root", "root"])
            .current_dir(place.dir.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let asked = b"{\"id\":1,\"method\":\"undo\",\"params\":{}}\n";
        let mut input = running.stdin.take().unwrap();
        // Only one of them reads it.
        let _ = std::io::Write::write_all(&mut input, asked);
        // It opens the lock before it waits for it.
        let opened = format!("/proc/{}/fd", running.id());
        let has_lock = || {
            let open = fs::read_dir(&opened).into_iter().flatten().flatten();
            open.filter_map(|it| fs::read_link(it.path()).ok())
                .any(|path| path.ends_with(".git/hunkwise/lock"))
        };
        while !has_lock() {
            assert!(running.try_wait().unwrap().is_none(), "{line}");
            std::thread::yield_now();
        }
        let pid = running.id().to_string();
        let sent = Command::new("kill").args(["-s", "TERM", &pid]).status();
        assert!(sent.unwrap().success());
        let code = running.wait().unwrap().code();
        // After its five seconds it would have said that another writes.
        assert!(matches!(code, None | Some(143)), "{line}: {code:?}");
    }
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

#[test]
fn t17_what_stops_a_write_into_a_folder_stops_its_check_as_well() {
    for (name, record) in [("plan.json", "{}"), ("done.json", "\0")] {
        let place = Place::new();
        let op = place.root().join("src/.hunkwise/ops/000001");
        fs::create_dir_all(&op).unwrap();
        fs::write(op.join(name), record).unwrap();
        fs::write(place.dir.path().join("reply"), EDIT_A).unwrap();
        for line in ["check", "apply --dry-run", "apply"] {
            let done = Command::new(env!("CARGO_BIN_EXE_hunkwise"))
                .env("XDG_CONFIG_HOME", "/nonexistent")
                .env("XDG_STATE_HOME", STATE_HOME.path())
                .args(line.split(' '))
                .args(["reply", "--root", "root"])
                .current_dir(place.dir.path())
                .output()
                .unwrap();
            let said = String::from_utf8([done.stderr, done.stdout].concat()).unwrap();
            assert_eq!(done.status.code(), Some(4), "{line}: {said}");
            assert!(said.contains("src/.hunkwise/ops/000001"), "{line}: {said}");
        }
        // It is in nobody else's way.
        place.check(naming("new").swap_remove(1), &[], Written);
    }
}

#[test]
fn t17_what_stands_where_records_go_is_named_by_every_command() {
    let stand: [fn(&std::path::Path); 3] = [
        |path| fs::write(path, "theirs").unwrap(),
        |path| symlink("nowhere", path).unwrap(),
        |path| assert!(Command::new("mkfifo").arg(path).status().unwrap().success()),
    ];
    for stands in stand {
        for name in [".git/hunkwise", ".git/hunkwise/ops"] {
            let place = Place::new();
            let path = place.root().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            stands(&path);
            fs::write(place.dir.path().join("reply"), EDIT_A).unwrap();
            for line in ["check reply", "apply reply", "log", "undo", "recover"] {
                let done = Command::new(env!("CARGO_BIN_EXE_hunkwise"))
                    .env("XDG_CONFIG_HOME", "/nonexistent")
                    .env("XDG_STATE_HOME", STATE_HOME.path())
                    .args(line.split(' '))
                    .args(["--root", "root"])
                    .current_dir(place.dir.path())
                    .output()
                    .unwrap();
                let said = String::from_utf8(done.stderr).unwrap();
                assert_eq!(done.status.code(), Some(4), "{name} {line}: {said}");
                assert!(said.contains("it is no folder of its own"), "{said}");
                assert!(path.symlink_metadata().is_ok_and(|it| !it.is_dir()));
            }
        }
    }
}

#[test]
fn t05_a_state_folder_that_holds_no_attributes_costs_no_undo() {
    let place = Place::new();
    let script = r#"
        mount -t ramfs none root/.git && git init -q root || { echo skipped; exit 0; }
        setfattr -n user.k -v kept root/src/a.txt 2>/dev/null ||
            python3 -c 'import os; os.setxattr("root/src/a.txt", "user.k", b"kept")' || { echo skipped; exit 0; }
        chmod 751 root/src/a.txt
        for reply in edit delete; do
            "$0" apply --root root "$reply" || exit
            "$0" recover --root root | grep -q 'nothing was interrupted' || exit 40
            test -z "$(find root -name '.hunkwise-*')" || exit 41
            "$0" undo --root root || exit
            test "$(stat -c %a root/src/a.txt)" = 751 || exit 42
            python3 -c 'import os; assert os.getxattr("root/src/a.txt", "user.k") == b"kept"' || exit 43
        done
    "#;
    fs::create_dir_all(place.root().join(".git")).unwrap();
    fs::write(place.dir.path().join("edit"), EDIT_A).unwrap();
    let lines: String = A.lines().map(|line| format!("-{line}\n")).collect();
    let n_lines = A.lines().count();
    let delete = format!("--- a/src/a.txt\n+++ /dev/null\n@@ -1,{n_lines} +0,0 @@\n{lines}");
    fs::write(place.dir.path().join("delete"), delete).unwrap();
    // The mount goes with the namespace.
    let done = Command::new("unshare")
        .args(["-m", "sh", "-c", script, env!("CARGO_BIN_EXE_hunkwise")])
        .current_dir(place.dir.path())
        .env("XDG_CONFIG_HOME", "/nonexistent")
        .env("XDG_STATE_HOME", STATE_HOME.path())
        .stdin(Stdio::null())
        .output();
    match done {
        Ok(done)
            if String::from_utf8_lossy(&done.stdout).contains("skipped")
                || done.status.code() == Some(1) && done.stdout.is_empty() =>
        {
            eprintln!("skipped: only root may mount");
        }
        Ok(done) => assert!(done.status.success(), "{done:?}"),
        Err(_) => eprintln!("skipped: there is no unshare"),
    }
}

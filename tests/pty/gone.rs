//! The terminal goes away while the screen is open (T13): the program ends, by whatever it finds that out, and the review
//! is kept.

use std::io::Read;
use std::path::Path;

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

use super::terminal::{Terminal, program, wait_behind_the_screen};
use super::{PATCH, folder};

/// Starts `line`, a line of shell in which `$0` is the program, presses `keys` once the screen shows, takes the terminal
/// away when it shows `shown`, and returns the exit code.
fn take_away(folder: &Path, line: &str, keys: &str, shown: &str) -> u32 {
    let pair = native_pty_system().openpty(PtySize::default()).unwrap();
    let mut command = CommandBuilder::new("/bin/sh");
    command.args(["-c", line, &program()]);
    let command = Terminal::set_up(command, folder);
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut writer = pair.master.take_writer().unwrap();
    let mut reader = pair.master.try_clone_reader().unwrap();
    let mut screen = vt100::Parser::new(super::n(24), super::n(80), 0);
    let mut wait_for = |wanted: &str| {
        let mut bytes = [0; 4096];
        while !screen.screen().contents().contains(wanted) {
            let n = reader.read(&mut bytes).unwrap();
            assert!(n > 0, "{wanted} never came: {}", screen.screen().contents());
            screen.process(&bytes[..n]);
        }
    };
    wait_for("fits 2 places");
    writer.write_all(keys.as_bytes()).unwrap();
    wait_for(shown);
    drop((writer, reader, pair.master));
    let mut code = None;
    let ended = std::cell::RefCell::new((&mut child, &mut code));
    wait_behind_the_screen(|| {
        let (child, code) = &mut *ended.borrow_mut();
        **code = child.try_wait().unwrap().map(|status| status.exit_code());
        code.is_some()
    });
    code.unwrap()
}

#[track_caller]
fn check(line: &str) {
    let folder = folder();
    std::fs::write(folder.path().join("fix.patch"), PATCH).unwrap();
    let code = take_away(folder.path(), line, "2\r", "all decided");
    assert_eq!(code, 129, "{line}");
    let mut sessions = std::process::Command::new(program());
    sessions
        .arg("sessions")
        .env("XDG_STATE_HOME", folder.path().join("state"));
    let saved = String::from_utf8(sessions.output().unwrap().stdout).unwrap();
    assert!(saved.contains("1 of 1 decided"), "{line}: {saved}");
}

#[test]
fn a_hangup_ends_it_and_the_review_is_kept() {
    check("exec \"$0\" --root . fix.patch");
    check("exec \"$0\" --root . fix.patch 2>errors");
}

#[test]
fn reports_are_written_all_the_same() {
    let folder = folder();
    let line = "exec \"$0\" --root . fix.patch --rejects left.diff --feedback -";
    assert_eq!(take_away(folder.path(), line, "x", "rejected"), 129);
    let left = std::fs::read_to_string(folder.path().join("left.diff")).unwrap();
    assert!(left.contains("x * 2"), "{left}");
}

#[test]
fn hangups_that_are_ignored_keep_no_screen_without_a_terminal() {
    check("trap '' HUP; exec \"$0\" --root . fix.patch");
    check("trap '' HUP INT TERM; exec \"$0\" --root . fix.patch 2>errors");
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_that_goes_without_a_signal_is_noticed() {
    let can_block = std::process::Command::new("env")
        .args(["--block-signal=HUP", "true"])
        .status()
        .is_ok_and(|status| status.success());
    if !can_block {
        // Only newer ones of GNU can, and nothing else that a test may count on.
        return;
    }
    check("exec env --block-signal=HUP \"$0\" --root . fix.patch");
    check("exec env --block-signal=HUP \"$0\" --root . fix.patch 2>errors");
    check("exec env --block-signal=HUP \"$0\" --root . - < fix.patch");
}

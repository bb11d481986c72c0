//! Where the system has no watches left, files are looked at once a second, and all else is as it was.

use std::process::{Command, Stdio};

use portable_pty::CommandBuilder;

use super::terminal::{Terminal, program};
use super::{TWINS, folder, write_at_once};

/// In a user namespace of one's own, limits of one's own: no watch of a folder at all.
const NO_WATCHES: &str = "echo 0 > /proc/sys/user/max_inotify_watches && exec \"$@\"";

/// Returns whether such a namespace can be had here.
fn can_be_without() -> bool {
    let mut probe = Command::new("unshare");
    probe.args([
        "--user", "--map-root-user", "sh", "-c", NO_WATCHES, "sh", "true",
    ]);
    let probe = probe.stdout(Stdio::null()).stderr(Stdio::null()).status();
    probe.is_ok_and(|status| status.success())
}

/// Returns whether the program holds the system's events.
fn has_events(terminal: &Terminal) -> bool {
    let id = terminal.child.process_id().unwrap();
    let held = std::fs::read_dir(format!("/proc/{id}/fd")).unwrap();
    let mut held = held.filter_map(|fd| std::fs::read_link(fd.unwrap().path()).ok());
    held.any(|what| what.to_string_lossy().contains("inotify"))
}

#[track_caller]
fn check(mut terminal: Terminal, folder: &std::path::Path, events: bool) {
    terminal.expect("fits 2 places");
    terminal.press("1\r");
    terminal.expect("all decided");
    let theirs = format!("# theirs\n{TWINS}");
    write_at_once(&folder.join("app.py"), &theirs);
    terminal.expect("changed on disk");
    assert_eq!(has_events(&terminal), events);
    terminal.press("R");
    terminal.expect("1 decision kept, 0 lost");
    terminal.press("j");
    terminal.expect(if events {
        "watching files"
    } else {
        "once a second"
    });
    // What comes second is noticed as well.
    write_at_once(&folder.join("app.py"), &format!("# mine\n{theirs}"));
    terminal.expect("changed on disk");
    terminal.press("\x03");
    assert_eq!(terminal.end(), 130);
    terminal.assert_given_back();
}

#[test]
#[allow(clippy::print_stderr, reason = "what is skipped is said")]
fn without_watches_a_change_is_noticed_by_polling() {
    if !can_be_without() {
        eprintln!("skipped: no user namespace can be had here");
        return;
    }
    let folder = folder();
    let mut command = CommandBuilder::new("unshare");
    command.args(["--user", "--map-root-user", "sh", "-c", NO_WATCHES, "sh"]);
    command.arg(program());
    command.args(["--root", ".", "fix.patch"]);
    check(
        Terminal::start(Terminal::set_up(command, folder.path())),
        folder.path(),
        false,
    );
}

#[test]
fn with_watches_it_is_told_by_the_system() {
    let folder = folder();
    let terminal = Terminal::hunkwise(folder.path(), &["--root", ".", "fix.patch"]);
    check(terminal, folder.path(), true);
}

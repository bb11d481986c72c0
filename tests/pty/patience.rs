//! A search that lasts says so, ends where somebody stops it, and can be made once more.

use std::fmt::Write as _;

use rustix::process::Signal;

use super::terminal::Terminal;
use super::{signal, write_at_once};

/// How many lines the hunk has: enough for a search of many seconds in `like`.
const N_LINES: usize = 1_000;

/// Returns a patch of one long hunk.
fn patch() -> String {
    let mut patch = "--- a/app.py\n+++ b/app.py\n@@ @@\n".to_string();
    for at in 0..N_LINES {
        writeln!(patch, " the value of part {at} is read here").unwrap();
    }
    patch + "-the end\n+the very end\n"
}

/// Returns a file of which every line is like every line of the hunk.
fn like() -> String {
    let line = |at| format!("the value of part {at} was read here, too\n");
    (0..20).flat_map(|_| (0..N_LINES).map(line)).collect()
}

#[test]
fn a_search_within_one_hunk_is_stopped_and_nothing_changes() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| write_at_once(&folder.path().join(name), text);
    write("app.py", "nothing\n");
    write("fix.patch", &patch());
    let mut terminal = Terminal::hunkwise(folder.path(), &["--root", ".", "fix.patch"]);
    terminal.expect("fits no place");
    write("app.py", &like());
    terminal.expect("changed on disk");
    for _ in 0..2 {
        terminal.press("R");
        terminal.expect("re-matching the files");
        terminal.expect("Esc stop");
        terminal.press("\x1b");
        terminal.expect("Stopped; nothing changed");
        // It is as it was: the banner still asks for it.
        assert!(terminal.text().contains("changed on disk"));
    }
    write("app.py", "nothing else\n");
    terminal.expect("+1 -1");
    terminal.press("R");
    terminal.expect("Re-matched");
    // Leaving stops it as well.
    write("app.py", &like());
    terminal.expect("changed on disk");
    terminal.press("R");
    terminal.expect("re-matching the files");
    terminal.press("\x03");
    assert_eq!(terminal.end(), 130);
    terminal.assert_given_back();
}

/// Opens a patch whose search lasts, and ends that.
#[track_caller]
fn check_opening(end: impl Fn(&mut Terminal), code: u32) {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| write_at_once(&folder.path().join(name), text);
    write("app.py", &like());
    write("fix.patch", &patch());
    let mut terminal = Terminal::hunkwise(folder.path(), &["--root", ".", "fix.patch"]);
    terminal.expect("reading and matching the patch");
    terminal.expect("Esc stop");
    end(&mut terminal);
    assert_eq!(terminal.end(), code);
    terminal.assert_given_back();
}

#[test]
fn the_first_frame_does_not_wait_for_the_search() {
    check_opening(|terminal| terminal.press("\x03"), 130);
    check_opening(|terminal| signal(terminal, Signal::TERM), 143);
    let stop_and_leave = |terminal: &mut Terminal| {
        terminal.press("\x1b");
        terminal.expect("Stopped; nothing opened");
        terminal.expect("Paste a reply here");
        terminal.press("\x03");
    };
    check_opening(stop_and_leave, 130);
}

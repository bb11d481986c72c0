//! Stopped and continued: by the key, by a signal that can be heeded, and by the one that cannot.

use rustix::process::{Pid, Signal, WaitOptions, waitpid};

use super::terminal::Terminal;
use super::{folder, signal};

/// Waits until the program is stopped.
fn wait_stopped(terminal: &Terminal) {
    let id = terminal.child.process_id().unwrap();
    let id = Pid::from_raw(i32::try_from(id).unwrap());
    let (_, status) = waitpid(id, WaitOptions::UNTRACED).unwrap().unwrap();
    assert!(status.stopped(), "{status:?}");
}

/// Returns whether the terminal hands over keys one by one and unseen, as a screen wants them.
fn is_raw(terminal: &Terminal) -> bool {
    let flags = format!("{:?}", terminal.master.get_termios().unwrap().local_flags);
    let has = |flag: &str| flags.split(['(', ')', ' ', '|']).any(|one| one == flag);
    assert_eq!(has("ICANON"), has("ECHO"), "{flags}");
    !has("ICANON")
}

/// Stops the program, which gives the terminal back first, and goes on with the screen as it was.
#[track_caller]
fn check(stop: impl Fn(&mut Terminal)) {
    let folder = folder();
    let mut terminal = Terminal::hunkwise(folder.path(), &["--root", ".", "fix.patch"]);
    terminal.expect("fits 2 places");
    terminal.press("2\r");
    terminal.expect("all decided");
    for _ in 0..2 {
        // Going on takes the terminal twice: by the one who stopped, and because it goes on.
        terminal.wait_until(is_raw);
        terminal.sent.clear();
        stop(&mut terminal);
        terminal.expect_bytes(b"\x1b[?1049l");
        terminal.expect_bytes(b"\x1b[?25h");
        wait_stopped(&terminal);
        assert!(!is_raw(&terminal));
        terminal.assert_given_back();
        terminal.take(b"\x1b[2J\x1b[Hthe shell wrote this\r\n");
        signal(&terminal, Signal::CONT);
        terminal.expect("all decided");
        assert!(terminal.screen.screen().alternate_screen());
        assert!(!terminal.text().contains("the shell"));
    }
    // Keys are heeded as before, and what was decided is there.
    terminal.press("u");
    terminal.expect("Undone");
    terminal.press("\x03");
    assert_eq!(terminal.end(), 130);
    terminal.assert_given_back();
}

#[test]
fn the_key_stops_the_program_and_gives_the_terminal_back_until_it_goes_on() {
    check(|terminal| terminal.press("\x1a"));
}

#[test]
fn a_signal_stops_it_like_the_key() {
    check(|terminal| signal(terminal, Signal::TSTP));
}

#[test]
fn what_was_stopped_without_being_asked_draws_all_anew() {
    let folder = folder();
    let mut terminal = Terminal::hunkwise(folder.path(), &["--root", ".", "fix.patch"]);
    terminal.expect("fits 2 places");
    signal(&terminal, Signal::STOP);
    wait_stopped(&terminal);
    // Somebody wrote over the screen meanwhile.
    terminal.take(b"\x1b[2J\x1b[Hnothing of it is left");
    signal(&terminal, Signal::CONT);
    terminal.expect("fits 2 places");
    assert!(!terminal.text().contains("nothing of it"));
    terminal.press("\x03");
    assert_eq!(terminal.end(), 130);
    terminal.assert_given_back();
}

#[test]
fn the_keys_can_be_looked_up_before_there_is_a_patch() {
    let folder = folder();
    let mut terminal = Terminal::hunkwise(folder.path(), &["--root", "."]);
    terminal.expect("demo");
    terminal.press("?");
    terminal.expect("KEYS");
    terminal.press("\x1b");
    terminal.wait_until(|terminal| !terminal.text().contains("KEYS"));
    terminal.press("\x03");
    assert_eq!(terminal.end(), 130);
    terminal.assert_given_back();
}

//! A terminal that says what it draws on, one that says it too late, and one that says nothing.

use super::folder;
use super::terminal::Terminal;
use portable_pty::CommandBuilder;

/// What a terminal sends that is asked for its ground and for what it is.
const WHITE: &str = "\x1b]11;rgb:ffff/ffff/ffff\x07\x1b[?62;22c";

/// The question.
const ASKED: &[u8] = b"\x1b]11;?";

/// Returns the colour of the ground before the question.
fn ground(terminal: &Terminal) -> vt100::Color {
    let cell = terminal.screen.screen().cell(1, 0);
    cell.unwrap().bgcolor()
}

#[test]
fn a_light_terminal_gets_the_light_theme() {
    let folder = folder();
    let mut terminal = Terminal::hunkwise(folder.path(), &["--root", ".", "fix.patch"]);
    terminal.expect_bytes(ASKED);
    terminal.press(WHITE);
    terminal.expect("fits 2 places");
    assert!(matches!(ground(&terminal), vt100::Color::Rgb(r, ..) if r > 200));
    terminal.press("q");
    assert_eq!(terminal.end(), 1);
    terminal.assert_given_back();
}

#[test]
fn an_answer_that_comes_too_late_is_no_key() {
    let folder = folder();
    let mut terminal = Terminal::hunkwise(folder.path(), &["--root", ".", "fix.patch"]);
    terminal.expect("fits 2 places");
    assert!(matches!(ground(&terminal), vt100::Color::Rgb(r, ..) if r < 60));
    terminal.press(WHITE);
    terminal.press("2");
    terminal.expect("Place 2 of 2");
    assert!(matches!(ground(&terminal), vt100::Color::Rgb(r, ..) if r > 200));
    assert!(!terminal.text().contains("COMMANDS"), "{}", terminal.text());
    terminal.press("q");
    assert_eq!(terminal.end(), 1);
}

#[test]
fn what_is_typed_before_the_answer_is_not_lost() {
    let folder = folder();
    let mut terminal = Terminal::hunkwise(folder.path(), &["--root", ".", "fix.patch"]);
    terminal.expect_bytes(ASKED);
    terminal.press(&format!("2{WHITE}\r"));
    terminal.expect("all decided");
    assert!(matches!(ground(&terminal), vt100::Color::Rgb(r, ..) if r > 200));
    terminal.press("\x03");
    assert_eq!(terminal.end(), 130);
}

#[test]
fn nothing_is_asked_where_the_answer_would_not_matter() {
    let folder = folder();
    for (name, value, arguments) in [
        ("NO_COLOR", "1", ["--theme", "auto"]),
        ("TERM", "dumb", ["--theme", "auto"]),
        ("TERM", "xterm", ["--theme", "dark"]),
        ("TERM", "xterm", ["--color", "16"]),
    ] {
        let arguments = [&["--root", ".", "fix.patch"][..], &arguments].concat();
        let mut command: CommandBuilder = Terminal::command(folder.path(), &arguments);
        command.env(name, value);
        let mut terminal = Terminal::start(command);
        terminal.expect("fits 2 places");
        terminal.press("q");
        assert_eq!(terminal.end(), 1);
        let sent = String::from_utf8_lossy(&terminal.sent).into_owned();
        assert!(!sent.contains("\x1b]11"), "{name} {arguments:?}");
    }
}

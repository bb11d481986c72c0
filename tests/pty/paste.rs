//! A text pasted into a terminal that does not say so: every character comes as a key, and there are many.

use super::terminal::Terminal;
use super::{PATCH, folder};

/// About 500 KB of lines, the patch last.
fn long() -> String {
    let line = "let total = values.iter().map(|value| value.price).sum::<u64>();\n";
    line.repeat(500_000 / line.len()) + PATCH
}

#[test]
fn a_long_text_without_brackets_is_a_paste_like_any_other() {
    for end in ["\r", "\n"] {
        let folder = folder();
        let mut terminal = Terminal::hunkwise(folder.path(), &["--root", "."]);
        terminal.expect("type the name of a file");
        terminal.press(&long().replace('\n', end));
        terminal.expect("fits 2 places");
        // Another one is no series of commands.
        terminal.press(&format!("YA{end}{end}{}", long().replace('\n', end)));
        terminal.expect("Paste works on the start screen only");
        terminal.press("2\r");
        terminal.expect("all decided");
        terminal.press("\x03");
        assert_eq!(terminal.end(), 130);
    }
}

#[test]
fn leaving_does_not_queue_behind_it() {
    let folder = folder();
    for args in [&["--root", "."][..], &["--root", ".", "fix.patch"]] {
        let mut terminal = Terminal::hunkwise(folder.path(), args);
        terminal.wait_until(|terminal| terminal.screen.screen().alternate_screen());
        terminal.press(&long());
        terminal.press("\x03");
        assert_eq!(terminal.end(), 130);
        terminal.assert_given_back();
    }
}

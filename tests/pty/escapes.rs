//! What was written by others reaches the terminal only as visible text, whatever command prints it; a pipe gets it as it
//! is (T10).

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use super::terminal::{Terminal, program};

/// A title, a colour, an eight-bit introducer, a carriage return, an override of direction, a tag.
const EVIL: &str = "\u{1b}]0;owned\u{7}\u{1b}[31m\u{9b}2J\rgone\u{202e}\u{e0041}";

/// A file whose second line is evil, and a patch that adds another such line.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("old.txt", "one\ntwo\n");
    write("new.txt", &format!("one\n{EVIL}\n"));
    let added = format!("--- a/old.txt\n+++ b/old.txt\n@@ -1,2 +1,3 @@\n one\n+{EVIL}\n two\n");
    write("add.patch", &added);
    let nowhere = format!("{added}@@ @@\n no such line\n-nor this one\n+{EVIL}\n");
    write("half.patch", &nowhere);
    folder
}

fn assert_safe(what: &str, sent: &[u8]) {
    let text = String::from_utf8(sent.to_vec()).unwrap_or_else(|_| panic!("{what}: {sent:?}"));
    let unsafe_ = |c: char| {
        !matches!(c, '\r' | '\n') && (c.is_control() || hunkwise::text::display::is_hidden(c))
    };
    assert!(!text.contains(unsafe_), "{what} sends {text:?}");
    // The terminal itself puts one before every new line.
    assert!(
        !text.replace("\r\n", "").contains('\r'),
        "{what} sends {text:?}"
    );
}

/// Runs the program in a terminal and expects that it shows `shown`, and nothing that the terminal would act on.
#[track_caller]
fn check(folder: &Path, args: &[&str], shown: &str) {
    let mut terminal = Terminal::hunkwise(folder, args);
    terminal.end();
    assert_safe(&format!("{args:?}"), &terminal.sent);
    let sent = String::from_utf8_lossy(&terminal.sent).into_owned();
    assert!(sent.contains(shown), "{args:?} sends {sent:?}");
}

/// Runs the program with a pipe for its output.
fn piped(folder: &Path, args: &[&str]) -> Vec<u8> {
    let mut command = Command::new(program());
    command.args(args).current_dir(folder).stdin(Stdio::null());
    command.env("XDG_CONFIG_HOME", folder.join("config"));
    command.output().unwrap().stdout
}

#[test]
fn patches_are_shown_safe_and_piped_exact() {
    let folder = folder();
    let here = folder.path();
    let title = "\u{241b}]0;owned\u{2407}";
    for args in [
        &["diff", "old.txt", "new.txt"][..],
        &["diff", "old.txt", "new.txt", "--to", "search-replace"],
        &["convert", "add.patch", "--root", ".", "--allow-hidden"],
        &[
            "convert", "add.patch", "--root", ".", "--allow-hidden", "--to", "apply-patch",
        ],
        &["check", "half.patch", "--root", ".", "--feedback", "-"],
    ] {
        check(here, args, title);
    }
    for args in [
        &["diff", "old.txt", "new.txt"][..],
        &["convert", "add.patch", "--root", ".", "--allow-hidden"],
    ] {
        let out = piped(here, args);
        assert!(
            out.windows(EVIL.len())
                .any(|bytes| bytes == EVIL.as_bytes()),
            "{args:?}"
        );
    }
    for to in ["/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/fd/1"] {
        fs::write(here.join("old.txt"), "one\ntwo\n").unwrap();
        let partial = [
            "apply", "--partial", "--allow-hidden", "half.patch", "--root", ".",
        ];
        check(here, &[&partial[..], &["--rejects", to]].concat(), title);
        check(here, &["undo", "--as-patch", "--root", "."], title);
        check(here, &["undo", "--root", "."], "is undone");
        check(here, &[&partial[..], &["--feedback", to]].concat(), title);
        check(here, &["undo", "--root", "."], "is undone");
    }
}

#[test]
fn what_is_said_of_arguments_and_settings_is_safe() {
    let folder = folder();
    let here = folder.path();
    let shown = "\u{241b}[31m";
    let flag = format!("--{EVIL}");
    fs::write(here.join(format!("{EVIL}.patch")), "none").unwrap();
    let file = format!("{EVIL}.patch");
    for args in [
        &["themes", EVIL][..],
        &[&flag],
        &["check", &flag, "add.patch"],
        &["check", "--policy", EVIL, "add.patch"],
        &["check", "--similarity", EVIL, "add.patch"],
        &["check", "--dialect", EVIL, "add.patch"],
        &["check", "--root", EVIL, "add.patch"],
        &["check", "--file", EVIL, "add.patch"],
        &["check", "--decisions", EVIL, "--root", ".", "add.patch"],
        &["completions", EVIL],
        &["prompt", EVIL],
        &["undo", EVIL],
        &["diff", EVIL, EVIL],
        &["explain", "add.patch", EVIL, "--root", "."],
        &["demo", "--theme", EVIL],
        &["apply", "add.patch", "--rejects", EVIL, "--feedback", EVIL],
    ] {
        check(here, args, shown);
    }
    check(here, &["check", "--root", ".", &file], "no patch found");
    check(
        here,
        &["explain", "half.patch", "--root", "."],
        "nor this one",
    );
    fs::create_dir_all(here.join("config/hunkwise/themes")).unwrap();
    let in_toml = "\\u001b[31m\\u202e";
    let raw = "\u{202e}\u{9b}31m";
    for (settings, shown) in [
        (format!("\"{in_toml}\" = 1"), shown),
        (format!("theme = \"{in_toml}\""), shown),
        (format!("policy = \"{in_toml}\""), shown),
        (format!("[keys]\n\"{in_toml}\" = \"x\""), shown),
        (format!("[keys]\nreject = \"{in_toml}\""), shown),
        (format!("[screen]\nlayout = \"{in_toml}\""), "`layout` is"),
        (format!("= {raw}"), "config.toml:1"),
    ] {
        fs::write(here.join("config/hunkwise/config.toml"), settings).unwrap();
        check(here, &["check", "--root", ".", "add.patch"], shown);
    }
    fs::write(here.join("config/hunkwise/config.toml"), "").unwrap();
    for theme in [
        format!("\"{in_toml}\" = 1"),
        format!("base = \"{in_toml}\""),
        format!("{raw} ="),
    ] {
        fs::write(here.join("config/hunkwise/themes/mine.toml"), theme).unwrap();
        check(
            here,
            &["add.patch", "--root", ".", "--theme", "mine"],
            "mine.toml",
        );
    }
    let named = here.join(format!("config/hunkwise/themes/{EVIL}.toml"));
    fs::write(named, "base = 'dark'\n[roles]\n").unwrap();
    check(here, &["themes"], shown);
}

#[test]
fn help_comes_without_escapes() {
    let folder = folder();
    check(folder.path(), &["--help"], "Exit codes");
    check(folder.path(), &["check", "-h"], "Usage");
    check(folder.path(), &["man"], ".TH");
}

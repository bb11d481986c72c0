//! What was decided on the screen is made again without one, by the decisions it saved and by flags, to the same bytes.

use std::path::Path;
use std::process::Command;

use super::folder;
use super::terminal::{Terminal, program};

/// Applies the patch of `folder` with `flags`, and returns the file then.
fn applied(folder: &Path, flags: &[&str]) -> String {
    std::fs::write(folder.join("app.py"), super::TWINS).unwrap();
    let mut apply = Command::new(program());
    apply
        .args(["apply", "--root", ".", "fix.patch"])
        .args(flags)
        .env("XDG_STATE_HOME", folder.join("state"))
        .current_dir(folder);
    let ran = apply.output().unwrap();
    assert!(
        ran.status.success(),
        "{flags:?}: {}",
        String::from_utf8_lossy(&ran.stderr)
    );
    std::fs::read_to_string(folder.join("app.py")).unwrap()
}

#[track_caller]
fn check(keys: &[&str], choice: &str) {
    let folder = folder();
    let path = folder.path();
    let args = ["--root", ".", "fix.patch", "--save-decisions", "d.json"];
    let mut terminal = Terminal::hunkwise(path, &args);
    terminal.wait_until(|terminal| terminal.text().contains("out.append(x * 2)"));
    for key in keys {
        terminal.press(key);
    }
    terminal.press("q");
    terminal.press("q");
    assert_eq!(terminal.end(), 1, "nothing is on disk yet");
    let by_file = applied(path, &["--decisions", "d.json"]);
    assert_eq!(by_file.matches("x * 2").count(), 1, "{by_file}");
    assert_eq!(by_file, applied(path, &["--choose", choice]));
}

#[test]
fn a_place_chosen_on_the_screen_is_chosen_again() {
    check(&["2", "\r"], "h1=8");
    check(&["1", "\r"], "h1=2");
    check(&["2", "\r", "u", "1", "\r"], "h1=#1");
}

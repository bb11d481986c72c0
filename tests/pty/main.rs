//! The real program in a pseudo-terminal: settled and applied by keys, resized, and left in every way.

#![allow(clippy::unwrap_used)]

mod budgets;
mod escapes;
#[cfg(target_os = "linux")]
mod first_frame;
mod gone;
mod ground;
mod paste;
mod patience;
mod replay;
mod stopped;
mod terminal;
mod threads;
#[cfg(target_os = "linux")]
mod watched;

use std::path::Path;
use std::sync::Arc;

use hunkwise::matcher::Cancel;
use hunkwise::plan::ChangeSet;
use hunkwise::session::{Options, Record, Session};
use hunkwise::text::{Content, RelPath, Snapshot};
use hunkwise::ui::{self, Applied, NotUndone, Progress, Tell, Watching, World};
use hunkwise::workspace::Store;
use portable_pty::{CommandBuilder, PtySize};
use terminal::{Terminal, n, program, wait_behind_the_screen};

const TWINS: &str = "def a(data):\n    out = []\n    for x in data:\n        out.append(x)\n    return out\n\n\
                     def b(data):\n    out = []\n    for x in data:\n        out.append(x)\n    return out\n";

const PATCH: &str = "--- a/app.py\n+++ b/app.py\n@@ ... @@\n     out = []\n     for x in data:\n\
                     -        out.append(x)\n+        out.append(x * 2)\n     return out\n";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("app.py"), TWINS).unwrap();
    std::fs::write(folder.path().join("fix.patch"), PATCH).unwrap();
    folder
}

/// Writes a file as editors do, by a rename: whoever watches it never sees a half of it.
fn write_at_once(path: &Path, text: &str) {
    let beside = path.with_extension("new");
    std::fs::write(&beside, text).unwrap();
    std::fs::rename(&beside, path).unwrap();
}

#[test]
fn a_tie_is_settled_and_applied_in_four_keys_and_taken_back_in_one() {
    let folder = folder();
    let mut terminal = Terminal::hunkwise(folder.path(), &["--root", ".", "fix.patch"]);
    terminal.expect("fits 2 places");
    terminal.press("2");
    terminal.expect("Place 2 of 2");
    terminal.press("\r");
    terminal.expect("all decided");
    terminal.press("A");
    terminal.expect("files unchanged since matching");
    terminal.press("\r");
    terminal.expect("Wrote 1 file");
    let written = std::fs::read_to_string(folder.path().join("app.py")).unwrap();
    assert_eq!(written.matches("out.append(x * 2)").count(), 1);
    assert_ne!(written, TWINS);
    terminal.press("U");
    terminal.expect("Undone");
    assert_eq!(
        std::fs::read_to_string(folder.path().join("app.py")).unwrap(),
        TWINS
    );
    terminal.press("q");
    assert_eq!(terminal.end(), 1, "nothing of it is on disk");
    terminal.assert_given_back();
}

#[test]
fn a_file_with_another_name_is_split_only_after_a_second_yes() {
    let folder = folder();
    let (file, other) = (folder.path().join("app.py"), folder.path().join("other"));
    std::fs::hard_link(&file, &other).unwrap();
    let mut terminal = Terminal::hunkwise(folder.path(), &["--root", ".", "fix.patch"]);
    terminal.expect("fits 2 places");
    terminal.press("2\r");
    terminal.expect("all decided");
    terminal.press("A");
    terminal.expect("files unchanged since matching");
    terminal.press("\r");
    terminal.expect("has other names on this disk");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), TWINS);
    terminal.press("\r");
    terminal.expect("Wrote 1 file");
    assert_ne!(std::fs::read_to_string(&file).unwrap(), TWINS);
    assert_eq!(std::fs::read_to_string(&other).unwrap(), TWINS);
    terminal.press("qq");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn taking_back_goes_further_than_this_review() {
    let folder = folder();
    let mut earlier = std::process::Command::new(program());
    earlier.args(["apply", "--root", ".", "fix.patch", "--policy", "nearest"]);
    earlier.env("XDG_STATE_HOME", folder.path().join("state"));
    let earlier = earlier.current_dir(folder.path()).output().unwrap();
    assert!(earlier.status.success());
    let changed = std::fs::read_to_string(folder.path().join("app.py")).unwrap();
    assert_ne!(changed, TWINS);
    let mut terminal = Terminal::hunkwise(folder.path(), &["--root", ".", "fix.patch"]);
    terminal.expect("app.py");
    terminal.press("U");
    terminal.expect("Undone: apply 1, from before this review");
    let now = std::fs::read_to_string(folder.path().join("app.py")).unwrap();
    assert_eq!(now, TWINS);
    terminal.press("U");
    terminal.expect("nothing to undo any more");
    terminal.press("\x03");
    assert_eq!(terminal.end(), 130);
}

#[test]
fn the_screen_follows_the_size() {
    let folder = folder();
    let mut terminal = Terminal::hunkwise(folder.path(), &["--root", ".", "fix.patch"]);
    terminal.expect("fits 2 places");
    for (cols, rows, wanted) in [
        (120, 40, "1 2 places"),
        (50, 10, "needs 60x15"),
        (80, 24, "fits 2 places"),
    ] {
        let size = PtySize {
            rows,
            cols,
            pixel_width: 0,
            pixel_height: 0,
        };
        terminal.screen.screen_mut().set_size(n(rows), n(cols));
        terminal.master.resize(size).unwrap();
        terminal.expect(wanted);
    }
    terminal.press("\x03");
    assert_eq!(terminal.end(), 130);
    terminal.assert_given_back();
}

#[test]
fn the_largest_terminal_there_can_be_is_drawn_and_left() {
    let folder = folder();
    for (cols, rows) in [
        (u16::MAX, u16::MAX),
        (u16::MAX, 24),
        (200, u16::MAX),
        (0, 0),
    ] {
        let mut terminal = Terminal::hunkwise(folder.path(), &["--root", ".", "fix.patch"]);
        terminal.expect("fits 2 places");
        let n_sent = terminal.sent.len();
        let size = PtySize {
            rows,
            cols,
            pixel_width: 0,
            pixel_height: 0,
        };
        terminal.master.resize(size).unwrap();
        if rows > 0 {
            terminal.wait_until(|it| it.sent.len() > n_sent);
        }
        terminal.press("q");
        assert_eq!(terminal.end(), 1, "{cols}x{rows}");
        let n_sent = terminal.sent.len();
        assert!(n_sent < 8 << 20, "{cols}x{rows}: {n_sent} bytes");
    }
}

#[test]
fn a_file_changed_by_another_raises_the_banner_and_is_never_overwritten() {
    let folder = folder();
    let mut terminal = Terminal::hunkwise(folder.path(), &["--root", ".", "fix.patch"]);
    terminal.expect("fits 2 places");
    terminal.press("1\r");
    terminal.expect("all decided");
    let theirs = format!("# theirs\n{TWINS}");
    write_at_once(&folder.path().join("app.py"), &theirs);
    terminal.expect("changed on disk");
    terminal.press("A");
    terminal.expect("R first");
    assert_eq!(
        std::fs::read_to_string(folder.path().join("app.py")).unwrap(),
        theirs
    );
    terminal.press("R");
    terminal.expect("1 decision kept, 0 lost");
    terminal.press("qq");
    assert_eq!(terminal.end(), 1);
}

#[test]
fn a_storm_of_events_slows_no_key() {
    use std::os::unix::fs::FileExt;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::{Duration, Instant};
    let folder = folder();
    let ended = Arc::new(AtomicBool::new(false));
    // Two files in turn, as the system makes one event of equal ones that follow each other.
    let noise =
        ["noise 1", "noise 2"].map(|name| std::fs::File::create(folder.path().join(name)).unwrap());
    let storm = std::thread::spawn({
        let ended = ended.clone();
        move || {
            let mut n_events = 0;
            while !ended.load(Ordering::Relaxed) {
                for file in &noise {
                    file.write_at(b"x", 0).unwrap();
                    n_events += 1;
                }
            }
            n_events
        }
    });
    let mut terminal = Terminal::hunkwise(folder.path(), &["--root", ".", "fix.patch"]);
    terminal.expect("fits 2 places");
    let begin = Instant::now();
    let mut slowest = Duration::ZERO;
    for turn in 0..100 {
        let place = 2 - turn % 2;
        let pressed = Instant::now();
        terminal.press(&place.to_string());
        terminal.expect(&format!("Place {place} of 2"));
        slowest = slowest.max(pressed.elapsed());
    }
    ended.store(true, Ordering::Relaxed);
    let (n_events, lasted): (u32, _) = (storm.join().unwrap(), begin.elapsed());
    // A frame or two, and room for a machine that has something else to do as well.
    assert!(
        slowest < Duration::from_millis(500),
        "{n_events} events in {lasted:?}, and a key took {slowest:?}"
    );
    terminal.press("\x03");
    assert_eq!(terminal.end(), 130);
}

/// Sends a signal to the program.
fn signal(terminal: &Terminal, signal: rustix::process::Signal) {
    let id = terminal.child.process_id().unwrap();
    let id = rustix::process::Pid::from_raw(i32::try_from(id).unwrap()).unwrap();
    rustix::process::kill_process(id, signal).unwrap();
}

#[test]
fn what_was_decided_is_saved_behind_the_screen_whatever_happens_then() {
    let folder = folder();
    let saved = Store::in_folder(folder.path().join("state/hunkwise/sessions"), folder.path());
    let n_decided = || -> usize {
        let reviews = saved.all();
        reviews
            .iter()
            .flatten()
            .map(|review| review.record.n_decided())
            .sum()
    };
    let mut terminal = Terminal::hunkwise(folder.path(), &["--root", ".", "fix.patch"]);
    terminal.expect("fits 2 places");
    terminal.press("2\r");
    terminal.expect("all decided");
    // No key waits for the disk, so the screen may be ahead of it.
    wait_behind_the_screen(|| n_decided() == 1);
    signal(&terminal, rustix::process::Signal::KILL);
    terminal.end();
    let mut terminal = Terminal::hunkwise(folder.path(), &["--root", ".", "fix.patch"]);
    terminal.expect("Resumed, 1 of 1 decided");
    terminal.press("u");
    terminal.expect("Undone");
    // Leaving waits for what is being saved.
    terminal.press("q");
    assert_eq!(terminal.end(), 1);
    let mut terminal = Terminal::hunkwise(folder.path(), &["--root", ".", "fix.patch"]);
    terminal.expect("fits 2 places");
    terminal.press("q");
    assert_eq!(terminal.end(), 1);
}

#[test]
fn a_write_that_cannot_be_taken_back_is_opened_as_a_patch() {
    let folder = folder();
    let options = ["--root", ".", "--watch=off", "fix.patch"];
    let mut terminal = Terminal::hunkwise(folder.path(), &options);
    terminal.expect("fits 2 places");
    terminal.press("2\rA");
    terminal.expect("files unchanged since matching");
    terminal.press("\r");
    terminal.expect("Wrote 1 file");
    let file = folder.path().join("app.py");
    let written = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, format!("import sys\n{written}")).unwrap();
    terminal.press("U");
    terminal.expect("Not undone. U again opens the undo as a patch");
    terminal.press("U");
    terminal.expect("undo as a p");
    terminal.press("\rA");
    terminal.expect("files unchanged since matching");
    terminal.press("\r");
    terminal.expect("Wrote 1 file");
    let reversed = std::fs::read_to_string(&file).unwrap();
    assert_eq!(reversed, format!("import sys\n{TWINS}"));
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn the_card_is_shown_at_the_first_start_only() {
    let folder = folder();
    let mut terminal = Terminal::hunkwise(folder.path(), &["--root", ".", "fix.patch"]);
    terminal.expect("Getting started");
    terminal.press("q");
    assert_eq!(terminal.end(), 1);
    let mut terminal = Terminal::hunkwise(folder.path(), &["--root", ".", "fix.patch"]);
    terminal.expect("fits 2 places");
    terminal.press("?");
    terminal.expect("KEYS");
    terminal.press("\x03");
    assert_eq!(terminal.end(), 130);
    let sent = String::from_utf8_lossy(&terminal.sent).into_owned();
    assert!(!sent.contains("Getting started"), "{sent}");
}

#[test]
fn a_signal_gives_the_terminal_back() {
    let folder = folder();
    let mut terminal = Terminal::hunkwise(folder.path(), &["--root", ".", "fix.patch"]);
    terminal.expect("fits 2 places");
    signal(&terminal, rustix::process::Signal::TERM);
    assert_eq!(terminal.end(), 143);
    terminal.assert_given_back();
}

#[test]
fn a_patch_from_a_pipe_is_reviewed_with_keys_from_the_terminal() {
    let folder = folder();
    let mut command = CommandBuilder::new("/bin/sh");
    let program = program();
    command.args([
        "-c",
        &format!("'{program}' --root . - < fix.patch > out.txt"),
    ]);
    command.cwd(folder.path());
    command.env("XDG_STATE_HOME", folder.path().join("state"));
    let mut terminal = Terminal::start(command);
    terminal.expect("fits 2 places");
    terminal.press("q");
    assert_eq!(terminal.end(), 1);
    terminal.assert_given_back();
}

#[test]
fn a_hunk_and_the_feedback_go_to_the_terminals_clipboard() {
    let folder = folder();
    let mut terminal = Terminal::hunkwise(folder.path(), &["--root", ".", "fix.patch"]);
    terminal.expect("fits 2 places");
    terminal.press(":copy\r");
    // `--- a/app.py`, a new line and `+++ b` in base64.
    terminal.expect_bytes(b"\x1b]52;c;LS0tIGEvYXBwLnB5CisrKyBi");
    terminal.expect("Copied hunk 1");
    terminal.press("F");
    terminal.expect("Copied the feedback");
    terminal.press("q");
    assert_eq!(terminal.end(), 1);
    let mut command = Terminal::command(folder.path(), &["--root", ".", "fix.patch"]);
    command.env("TERM", "linux");
    let mut terminal = Terminal::start(command);
    terminal.expect("fits 2 places");
    terminal.press("F");
    terminal.expect("No clipboard in this terminal");
    terminal.press("q");
    assert_eq!(terminal.end(), 1);
    let sent = String::from_utf8_lossy(&terminal.sent).into_owned();
    assert!(!sent.contains("\x1b]52"));
}

#[test]
fn the_feedback_key_writes_through_no_link_and_over_no_target() {
    let folder = folder();
    std::os::unix::fs::symlink("/nonexistent/x", folder.path().join("link")).unwrap();
    for (name, code, why) in [
        ("link", 4, "symbolic link"),
        ("app.py", 4, "the patch is about it"),
        ("fix.patch", 4, "this run reads it"),
        ("no/such/x", 2, "No such file"),
    ] {
        for flag in ["--feedback", "--rejects", "--save-decisions", "--log"] {
            let args = ["--root", ".", "fix.patch", flag, name];
            let mut terminal = Terminal::hunkwise(folder.path(), &args);
            assert_eq!(terminal.end(), code, "{args:?}");
            let sent = String::from_utf8_lossy(&terminal.sent).into_owned();
            assert!(sent.contains(why), "{args:?}: {sent}");
            let is_open = sent.contains("\x1b[?1049h");
            assert!(!is_open, "it is told before the screen opens");
        }
    }
    // What was not there when the screen opened is looked at again.
    let args = ["--root", ".", "fix.patch", "--feedback", "back.md"];
    let mut terminal = Terminal::hunkwise(folder.path(), &args);
    terminal.expect("fits 2 places");
    terminal.press("F");
    terminal.expect("Feedback written to back.md");
    std::fs::remove_file(folder.path().join("back.md")).unwrap();
    std::fs::hard_link(folder.path().join("app.py"), folder.path().join("back.md")).unwrap();
    terminal.press("F");
    terminal.expect("the patch is about it");
    terminal.press("q");
    assert_eq!(terminal.end(), 4);
    let file = std::fs::read_to_string(folder.path().join("app.py")).unwrap();
    assert_eq!(file, TWINS);
}

/// A world that breaks when the feedback is written, and whose writes last until they are stopped.
#[derive(Default)]
struct Broken {
    progress: Arc<Progress>,
}

impl World for Broken {
    fn snapshot(&self, path: &RelPath) -> Snapshot {
        let content = Content::of_bytes(TWINS.into());
        Snapshot::new(path.clone(), content)
    }

    fn known_paths(&self, _: &dyn Cancel) -> Vec<RelPath> {
        Vec::new()
    }

    fn apply(&self, _: &ChangeSet) -> Result<Applied, String> {
        self.progress.begin(4);
        self.progress.step();
        while !self.progress.is_stopped() {
            std::thread::yield_now();
        }
        Err("it was stopped".to_string())
    }

    fn progress(&self) -> Option<Arc<Progress>> {
        Some(self.progress.clone())
    }

    fn undo(&self) -> Result<Applied, NotUndone> {
        Err(NotUndone::Failed(String::new()))
    }

    fn has_editor(&self) -> bool {
        false
    }

    fn root(&self) -> String {
        String::new()
    }

    fn kept_in(&self) -> String {
        String::new()
    }

    fn watch(&self, _: &[RelPath], _: Tell) -> Option<Box<dyn Watching>> {
        None
    }

    fn read_reply(&self, _: &str) -> Result<Vec<u8>, String> {
        Err(String::new())
    }

    fn open_editor(&self, _: &RelPath, _: usize) -> Result<(), String> {
        Err(String::new())
    }

    fn edit_text(&self, _: &[u8]) -> Result<Vec<u8>, String> {
        Err(String::new())
    }

    fn save(&self, _: &Record) -> Result<(), String> {
        Ok(())
    }

    fn forget(&self, _: &Record) -> Result<(), String> {
        Ok(())
    }

    fn remember_card(&self) {}

    fn write_feedback(&self, _: &str) -> Result<Option<std::path::PathBuf>, String> {
        panic!("the world broke")
    }
}

#[test]
#[ignore = "run in a terminal by the tests below"]
fn a_review_of_a_broken_world() {
    let mut session = Session::open(PATCH.as_bytes(), Options::default());
    let world = Broken::default();
    let wanted = session.wanted();
    session.supply(wanted.iter().map(|path| world.snapshot(path)).collect());
    ui::run(session, Arc::new(world), ui::Options::default()).unwrap();
}

/// Shows the review of a broken world in a terminal.
fn broken() -> Terminal {
    let mut command = CommandBuilder::new(std::env::current_exe().unwrap());
    command.args([
        "--ignored",
        "--exact",
        "a_review_of_a_broken_world",
        "--nocapture",
    ]);
    command.cwd(env!("CARGO_MANIFEST_DIR"));
    Terminal::start(command)
}

#[test]
fn a_panic_gives_the_terminal_back_and_is_reported() {
    let mut terminal = broken();
    terminal.expect("fits 2 places");
    terminal.press("F");
    assert_ne!(terminal.end(), 0);
    terminal.assert_given_back();
    let text = String::from_utf8_lossy(&terminal.sent).into_owned();
    assert!(text.contains("the world broke"), "{text}");
}

#[test]
fn a_write_that_lasts_is_told_and_can_be_stopped() {
    let mut terminal = broken();
    terminal.expect("fits 2 places");
    terminal.press("1\rA");
    terminal.expect("Ready to write");
    terminal.press("\r");
    terminal.expect("writing\u{2026}  25 %");
    terminal.expect("Esc stop");
    // What is typed meanwhile waits for the end.
    terminal.press("?\x1b");
    terminal.expect("KEYS");
    terminal.press("\x1b");
    terminal.expect("REVIEW");
    terminal.press("\x03");
    terminal.end();
    terminal.assert_given_back();
}

//! What the screen tells of a hunk is true of it as it is decided on, and said once.

use hunkwise::patch::{HunkLine, LineKind};
use hunkwise::plan::{Scope, State};
use hunkwise::session::Command;
use hunkwise::text::RelPath;
use hunkwise::ui::model::Shown;
use hunkwise::ui::msg::Msg;

use super::drive::Drive;

/// A file of settings, and a reply that gives all of it but for one definition.
const SETTINGS: &str = "import os\n\nPORT = 8080\n\n\ndef port(data):\n    return data.get(\"port\", PORT)\n\n\ndef debug(data):\n    return data.get(\"debug\") == \"1\"\n\n\ndef home():\n    return os.environ.get(\"HOME\", \".\")\n";

/// Returns a review of the file as a whole, in which `def debug` is gone and a few other lines are changed.
fn settings(size: (u16, u16)) -> Drive {
    let whole = SETTINGS
        .replace(
            "def debug(data):\n    return data.get(\"debug\") == \"1\"\n\n\n",
            "",
        )
        .replace("(\"HOME\", \".\")", "(\"SHOP\")");
    let reply = format!("Here is the complete file `src/config.py`:\n\n```python\n{whole}```\n");
    Drive::on("src/config.py", SETTINGS, &reply, size)
}

#[test]
fn what_a_rejected_hunk_or_block_would_drop_is_told_no_more() {
    let mut drive = settings((100, 40));
    let drops = |drive: &Drive| drive.text().to_lowercase().contains("drops `def debug`");
    assert!(drops(&drive), "{}", drive.text());
    drive.keys("x");
    assert!(!drops(&drive), "{}", drive.text());
    drive.keys("u1<enter>s");
    assert!(drops(&drive), "{}", drive.text());
    drive.keys("x");
    assert!(!drops(&drive), "{}", drive.text());
}

#[test]
fn what_an_accepted_hunk_drops_is_told_before_the_write() {
    let mut drive = settings((100, 40));
    drive.keys("1<enter>A");
    let text = drive.text();
    assert!(text.contains("drops `def debug` (4 lines)"), "{text}");
}

/// Two hunks that change one line.
const CONFLICT: &str = "--- a/src/lib.rs\n+++ b/src/lib.rs\n@@ @@\n pub fn sub(a: u32, b: u32) -> u32 {\n-    a - b\n+    b - a\n }\n@@ @@\n pub fn sub(a: u32, b: u32) -> u32 {\n-    a - b\n+    a.wrapping_sub(b)\n }\n";

#[test]
fn what_lost_a_conflict_is_reopened_and_not_said_to_be_accepted() {
    let mut drive = Drive::of(CONFLICT, "dark", (100, 30));
    drive.keys("2<enter>[");
    for key in ["<enter>", "<space>"] {
        let text = drive.keys(key).text();
        assert!(!text.contains("Accepted hunk 1"), "{text}");
        assert!(text.contains("Conflicts with hunk 2: x reopens"), "{text}");
        assert_eq!(drive.model.session.tally().n_accepted, 1);
    }
    let text = drive.keys("x").text();
    assert!(text.contains("Reopened hunk 1"), "{text}");
}

/// A hunk that removes a line for which the file has another one, unlike it.
const OTHER: &str = "--- a/f.txt\n+++ b/f.txt\n@@ @@\n first line\n second line\n-totally = other(3)\n+new\n fourth line\n fifth line\n";
const OTHER_FILE: &str = "first line\nsecond line\nx\nfourth line\nfifth line\n";

#[test]
fn a_removed_line_with_another_in_its_place_is_previewed_as_enter_writes_it() {
    let mut drive = Drive::on("f.txt", OTHER_FILE, OTHER, (100, 30));
    let text = drive.text();
    assert!(
        text.contains("a removed line is not found. Closest: line 3"),
        "{text}"
    );
    assert!(text.contains("4 of 5 lines match"), "{text}");
    assert!(
        text.contains("Removes line 3, which doesn't match"),
        "{text}"
    );
    for contrary in ["missing", "extra line", "1 removed line is not found here"] {
        assert!(!text.contains(contrary), "{contrary}\n{text}");
    }
    assert!(text.contains("3      -x"), "{text}");
    drive.keys("m");
    assert!(
        drive.text().contains("4 of 5 lines match"),
        "{}",
        drive.text()
    );
    drive.keys("<esc>1<enter>r");
    let written = drive.model.session.result(0, Scope::Accepted).unwrap();
    assert_eq!(
        written,
        b"first line\nsecond line\nnew\nfourth line\nfifth line\n"
    );
}

#[test]
fn a_removed_line_that_the_file_lacks_replaces_no_other() {
    let file = OTHER_FILE.replace("x\n", "");
    let mut drive = Drive::on("f.txt", &file, OTHER, (100, 30));
    let text = drive.text();
    assert!(text.contains("1 removed line is not found here"), "{text}");
    assert!(text.contains("4 of 5 lines match, 1 not found"), "{text}");
    drive.keys("1");
    assert!(
        drive.text().contains("Enter inserts only"),
        "{}",
        drive.text()
    );
    drive.keys("<enter>");
    let written = drive.model.session.result(0, Scope::Accepted).unwrap();
    assert_eq!(
        written,
        b"first line\nsecond line\nnew\nfourth line\nfifth line\n"
    );
}

#[test]
fn a_hunk_that_waits_in_its_place_is_split_once_that_is_accepted() {
    let mut drive = settings((100, 40));
    let text = drive.keys("s").text();
    assert!(
        text.contains("Accept its place first (1, then Enter), then split"),
        "{text}"
    );
    let text = drive.keys("1<enter>s").text();
    assert!(text.contains("2 blocks: "), "{text}");
}

#[test]
fn what_all_needs_a_look_is_not_said_to_be_accepted_by_enter() {
    let mut drive = settings((100, 40));
    let text = drive.keys("A").text();
    assert!(
        text.contains("Nothing accepted yet: 1 hunk needs you"),
        "{text}"
    );
}

#[test]
fn a_hunk_whose_place_changed_on_disk_says_so_when_it_is_accepted() {
    let reply = super::lib_patch(&[
        "@@ @@\n pub fn add(a: u32, b: u32) -> u32 {\n-    a + b\n+    b + a\n }\n",
    ]);
    let reply = reply.replace("@@ @@\n@@ @@\n", "@@ @@\n");
    let mut drive = Drive::of(&reply, "dark", (120, 30));
    let path = RelPath::new("src/lib.rs").unwrap();
    let old = String::from_utf8(drive.world.read(&path).unwrap()).unwrap();
    drive
        .world
        .write(&path, old.replace("a + b", "a * b").into_bytes());
    drive.take_in(Msg::Touched(vec![path]));
    let text = drive.keys("<enter>").text();
    assert!(
        text.contains("its place changed on disk  (all decided: R re-match)"),
        "{text}"
    );
    let text = drive.keys("R").text();
    assert!(text.contains("Hunk 1 must be reviewed again"), "{text}");
}

#[test]
fn matching_anew_tells_of_every_hunk_of_the_file() {
    let hunk = |name: &str| format!("@@ @@\n def {name}():\n-    return 1\n+    return 2\n");
    let file: String = ["a", "b", "c"]
        .map(|name| format!("def {name}():\n    return 1\n\n\n"))
        .concat();
    let reply = format!(
        "--- a/f.py\n+++ b/f.py\n{}{}{}",
        hunk("a"),
        hunk("b"),
        hunk("c")
    );
    let mut drive = Drive::on("f.py", &file, &reply, (120, 30));
    drive.keys("<enter>");
    let path = RelPath::new("f.py").unwrap();
    drive.world.write(
        &path,
        file.replace("def b():\n    return 1", "def b():\n    return 9")
            .into_bytes(),
    );
    drive.take_in(Msg::Touched(vec![path]));
    let text = drive.keys("R").text();
    let told = "Re-matched f.py: 1 decision kept, 1 hunk found again. Hunk 2 needs review";
    assert!(text.contains(told), "{text}");
}

#[test]
fn a_heading_in_a_line_between_panes_keeps_its_letters() {
    for width in 100..=200 {
        let drive = Drive::on(
            "f.txt",
            OTHER_FILE,
            &OTHER.replace("@@ @@", "@@ -1,5 +1,5 @@"),
            (width, 30),
        );
        let text = drive.text();
        assert!(
            text.contains("nearest the patch's line") || !text.contains("nearest the"),
            "{text}"
        );
    }
}

#[test]
fn what_is_edited_by_hand_and_fitted_to_a_place_is_called_edited() {
    let mut drive = Drive::new((120, 40));
    let hunk = drive
        .model
        .session
        .plan()
        .hunks()
        .find(|hunk| hunk.state == State::DeletedLineNotFound);
    let hunk = hunk.unwrap().id;
    let mut lines = drive.model.session.patch().hunk(hunk).lines.to_vec();
    lines.push(HunkLine::new(LineKind::Insert, "# by hand"));
    drive.model.session.run(Command::Edit { hunk, lines });
    drive.model.go_to(hunk);
    drive.keys("1<enter>r");
    assert!(drive.model.session.is_edited_by_hand(hunk));
    drive.model.go_to(hunk);
    assert!(drive.text().contains("edited"), "{}", drive.text());
}

#[test]
fn an_insertion_without_context_is_not_said_to_be_a_whole_file() {
    let reply = "--- a/f.txt\n+++ b/f.txt\n@@ -0,0 +1,2 @@\n+one\n+two\n";
    let mut drive = Drive::on("f.txt", OTHER_FILE, reply, (120, 30));
    let text = drive.text();
    assert!(
        text.contains("before line 1") && text.contains("at the end"),
        "{text}"
    );
    let text = drive.keys("m").text();
    assert!(
        text.contains("Now before line 1: it quotes no line of the file"),
        "{text}"
    );
    let text = drive.keys("<esc>1<enter>").text();
    assert!(!text.contains("fill the file"), "{text}");
    let text = drive.keys("A").text();
    assert!(
        text.contains("quotes no line of the file; chosen by you"),
        "{text}"
    );
}

#[test]
fn no_place_is_offered_for_a_hunk_that_is_not_valid() {
    let reply = "src/lib.rs\n<<<<<<< SEARCH\npub fn sub(a: u32, b: u32) -> u32 {\n";
    let mut drive = Drive::of(reply, "dark", (100, 30));
    drive.model.card = Shown::Yes;
    let text = drive.text();
    assert!(text.contains("is not valid"), "{text}");
    for offer in ["previews a place", "likeliest first", "No line number"] {
        assert!(!text.contains(offer), "{offer}\n{text}");
    }
    let text = drive.keys("A").text();
    assert!(
        text.contains("Nothing accepted yet: 1 hunk needs you"),
        "{text}"
    );
}

#[test]
fn what_comes_next_is_what_the_keys_do() {
    let adds = "-    a - b\n+    a - b // \u{202e}x\n }\n";
    let hidden = super::lib_patch(&[&[super::SUB, adds].concat()]);
    let mut drive = Drive::of(&hidden, "dark", (100, 30));
    drive.model.card = Shown::Yes;
    let text = drive.text();
    assert!(
        text.contains("H allows the hidden text, x rejects"),
        "{text}"
    );
    // No other hunk is left to go to.
    let text = drive.keys("H").text();
    assert!(text.contains("(hunk 1 is undecided)"), "{text}");
    let text = drive.keys("<tab>").text();
    assert!(text.contains("No other hunk left to settle"), "{text}");
}

//! No key is swallowed, no hunk is a dead end, and no count has two meanings.

use hunkwise::plan::Scope;
use hunkwise::report::feedback;
use hunkwise::text::RelPath;

use super::drive::Drive;
use super::lib_patch;

/// A file of settings, and the parts of it that a model wrote: nothing in the file is like the first.
const SERVICE: &str = "class Service:\n    def start(self):\n        self.open()\n\n    def stop(self):\n        self.close()\n";
const LOST: &str = "svc.py\n```python\n# ... existing code ...\n\ndef restart(names):\n    return names\n\n# ... existing code ...\n```\n";

fn service(size: (u16, u16)) -> Drive {
    Drive::on("svc.py", SERVICE, LOST, size)
}

fn written(drive: &Drive) -> String {
    let written = drive.model.session.result(0, Scope::Accepted).unwrap();
    String::from_utf8(written).unwrap()
}

#[test]
fn a_part_without_a_place_is_placed_by_hand() {
    for size in [(80, 24), (120, 40)] {
        let mut drive = service(size);
        let text = drive.text();
        assert!(text.contains("has no place in this file"), "{text}");
        assert!(
            text.contains("m place by hand") || text.contains("m  place by hand"),
            "{text}"
        );
        let text = drive.keys("<enter>").text();
        assert!(text.contains("m places it by hand, x rejects"), "{text}");
        let text = drive.keys("m").text();
        assert!(text.contains("Where does hunk 1 go? Now"), "{text}");
        assert!(!text.contains("0 of 0"), "{text}");
        let text = drive.keys("G<enter>").text();
        assert!(text.contains("Accepted hunk 1"), "{text}");
        let all = format!("{SERVICE}def restart(names):\n    return names\n");
        assert_eq!(written(&drive), all);
        // The step can be undone and done again, and is saved.
        drive.keys("u");
        assert!(
            drive
                .model
                .session
                .changes(Scope::Accepted)
                .is_ok_and(|it| it.is_empty())
        );
        let text = drive.text();
        assert!(text.contains("has no place in this file"), "{text}");
        drive.keys("<ctrl-r>");
        assert_eq!(written(&drive), all);
    }
}

#[test]
fn a_part_without_a_place_that_is_edited_is_looked_for_like_any_hunk() {
    use hunkwise::patch::{HunkId, HunkLine, LineKind};
    use hunkwise::session::Command;
    let mut drive = service((100, 30));
    let hunk = HunkId { file: 0, hunk: 0 };
    let lines = vec![
        HunkLine::new(LineKind::Context, "        self.close()"),
        HunkLine::new(LineKind::Insert, "def restart(names):"),
    ];
    let mut session = drive.model.session.clone();
    session.run(Command::Edit { hunk, lines });
    drive.review(session);
    let text = drive.text();
    assert!(text.contains("exact"), "{text}");
    drive.keys("<enter>");
    assert_eq!(written(&drive), format!("{SERVICE}def restart(names):\n"));
}

#[test]
fn new_lines_alone_are_placed_by_hand_and_a_whole_file_is_not() {
    let insert = "--- a/svc.py\n+++ b/svc.py\n@@ @@\n+import os\n";
    let mut drive = Drive::on("svc.py", SERVICE, insert, (100, 30));
    let text = drive.keys("m").text();
    assert!(text.contains("Where in the file"), "{text}");
    drive.keys("gjj<enter>");
    let lines = written(&drive);
    assert_eq!(lines.lines().nth(2), Some("import os"), "{lines}");
    let new = "--- /dev/null\n+++ b/new.py\n@@ -0,0 +1,1 @@\n+import os\n";
    let text = Drive::on("svc.py", SERVICE, new, (100, 30))
        .keys("m")
        .text();
    assert!(text.contains("it has no place"), "{text}");
    let bad = "svc.py\n<<<<<<< SEARCH\nclass Service:\n";
    let text = Drive::on("svc.py", SERVICE, bad, (100, 30))
        .keys("m")
        .text();
    assert!(!text.contains("Where does"), "{text}");
}

#[test]
fn a_key_behind_z_that_scrolls_nothing_does_what_it_does_alone() {
    let reply = lib_patch(&[
        "-    a - b\n+    b - a\n }\n",
        "-    a + b\n+    b + a\n }\n",
    ]);
    for (keys, said) in [
        ("z<enter>", "Accepted hunk 1"),
        ("zx", "Rejected hunk 1"),
        ("z]", "Hunk 2 of 2"),
        ("z%", "does nothing here"),
    ] {
        let text = Drive::of(&reply, "dark", (100, 30)).keys(keys).text();
        assert!(text.contains(said), "{keys}\n{text}");
    }
    let text = Drive::of(&reply, "dark", (100, 30)).keys("z<esc>").text();
    assert!(text.contains("Hunk 1 of 2"), "{text}");
}

#[test]
fn in_help_j_and_k_move_until_something_is_typed() {
    let mut drive = Drive::demo("dark", (100, 30));
    let text = drive.keys("?jjk").text();
    assert!(!text.contains("Filter: j"), "{text}");
    assert!(text.contains("Keys  1-"), "{text}");
    let text = drive.keys("rej").text();
    assert!(text.contains("Filter: rej"), "{text}");
    let text = drive.keys("<esc>?<down>keep order").text();
    assert!(text.contains("settle the ties"), "{text}");
}

/// Lines that come and those that stay are counted apart, so that no number is there twice with two meanings.
#[test]
fn lines_are_counted_before_the_change_and_after_it() {
    let file: String = (1..=12).map(|n| format!("line {n}\n")).collect();
    let reply = "--- a/f\n+++ b/f\n@@ @@\n line 4\n+new\n+newer\n line 5\n-line 6\n line 7\n";
    let text = Drive::on("f", &file, reply, (80, 24)).text();
    for row in [
        "    4    4  line 4",
        "▌        5 +new",
        "▌        6 +newer",
        "    5    7  line 5",
        "▌   6      -line 6",
        "    7    8  line 7",
    ] {
        let is_there = text.lines().any(|line| line.contains(row));
        assert!(is_there, "{row}\n{text}");
    }
    // Where there is no room for both, what changes goes before.
    let long = file.replace("line 6", &format!("call({}end)", "argument, ".repeat(6)));
    let reply = reply.replace(
        "-line 6\n",
        &format!(
            "-call({}end)\n+call({}last)\n",
            "argument, ".repeat(6),
            "argument, ".repeat(6)
        ),
    );
    let text = Drive::on("f", &long, &reply, (80, 24)).text();
    assert!(text.contains("last)"), "{text}");
}

#[test]
fn the_patchs_line_is_the_same_wherever_it_is_named() {
    // The file has a line that the hunk lacks, above its first change.
    let file =
        "a\nb\nc\nd\nfirst line here\nextra\nsecond line here\nthird line here\nfourth line here\n";
    let other = file.replace("third line here", "another line");
    let reply = "--- a/f\n+++ b/f\n@@ -2,4 +2,4 @@\n first line here\n second line here\n-third line here\n+third\n fourth line here\n";
    let text = Drive::on("f", file, reply, (100, 30)).text();
    assert!(text.contains("line 8 (patch says 4)"), "{text}");
    let asked = Drive::on("f", &other, reply, (100, 30)).text();
    assert!(
        asked.contains("The patch puts the change at line 4."),
        "{asked}"
    );
}

/// Nothing watches the files: the keys look themselves.
#[test]
fn what_changed_unseen_is_found_when_it_is_asked_for() {
    let changed = || {
        let mut drive = Drive::on(
            "svc.py",
            SERVICE,
            "--- a/svc.py\n+++ b/svc.py\n@@ @@\n-        self.close()\n+        self.end()\n",
            (100, 30),
        );
        drive.keys("<enter>");
        let path = RelPath::new("svc.py").unwrap();
        drive
            .world
            .write(&path, [b"# new\n", SERVICE.as_bytes()].concat());
        drive
    };
    let text = changed().keys("R").text();
    assert!(
        text.contains("Re-matched svc.py: 1 decision kept, 0 lost"),
        "{text}"
    );
    let text = changed().keys("d").text();
    assert!(text.contains("Changed on disk"), "{text}");
    let mut drive = changed();
    drive.keys("R");
    for key in ["R", "d"] {
        let text = drive.keys(key).text();
        assert!(
            text.contains("No file changed since matching"),
            "{key}\n{text}"
        );
    }
    assert!(
        written(&drive).ends_with("self.end()\n"),
        "{}",
        written(&drive)
    );
}

#[test]
fn a_file_that_changed_before_the_review_was_resumed_is_named() {
    let reply = "--- a/svc.py\n+++ b/svc.py\n@@ @@\n-        self.close()\n+        self.end()\n@@ @@\n-        self.open()\n+        self.begin()\n";
    let mut saved = Drive::on("svc.py", SERVICE, reply, (100, 30));
    let record = saved.keys("<enter>").model.session.record();
    let later = format!("# new\n{SERVICE}");
    for (file, said, asked) in [
        (
            later.as_str(),
            "; `svc.py` changed since",
            "`svc.py` changed before the review was resumed",
        ),
        (
            SERVICE,
            "Resumed, 1 of 2 decided (",
            "No file changed since matching",
        ),
    ] {
        let mut drive = Drive::on("svc.py", file, reply, (100, 30));
        let mut session = drive.model.session.clone();
        let resumed = hunkwise::ui::resume(&mut session, record.clone()).unwrap();
        let words = resumed.words(&session);
        drive.review(session);
        assert!(words.contains(said), "{words}");
        for key in ["d", "R"] {
            let text = drive.keys(key).text();
            assert!(text.contains(asked), "{key}\n{text}");
        }
    }
}

#[test]
fn the_model_hears_of_a_hunk_that_removed_other_lines_than_it_names() {
    let file = "def one(value):\n    if value is None:\n        return 0\n    return int(value)\n";
    let reply = "--- a/f.py\n+++ b/f.py\n@@ @@\n def one(value):\n     if value is None:\n-        return None\n+        raise ValueError\n     return int(value)\n";
    let told = "it removes `return 0`, which the reply does not remove";
    let mut drive = Drive::on("f.py", file, reply, (100, 30));
    let feedback = feedback::to_markdown(&drive.keys("1<enter>r").model.session);
    assert!(feedback.contains(told), "{feedback}");
    let feedback = feedback::to_markdown(&drive.keys("A<enter>").model.session);
    assert!(
        feedback.contains("ON DISK, in the place of other lines"),
        "{feedback}"
    );
    assert!(feedback.contains(told), "{feedback}");
    // What is as the reply has it is not told.
    let same = file.replace("return 0", "return None");
    let mut drive = Drive::on("f.py", &same, reply, (100, 30));
    let feedback = feedback::to_markdown(&drive.keys("<enter>A<enter>").model.session);
    assert!(!feedback.contains("in the place of"), "{feedback}");
}

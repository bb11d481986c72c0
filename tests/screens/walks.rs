//! What the screen says is what it shows: of places looked at, of lines that are not there, of what is asked while a text is typed.

use std::sync::Arc;

use hunkwise::report::feedback::to_markdown;
use hunkwise::text::RelPath;
use hunkwise::ui::msg::Msg;
use hunkwise::ui::{Ending, Options, World, run_plain};

use super::drive::Drive;

/// A file in which `line` is twice, in two functions.
fn twice(line: &str) -> String {
    let one =
        |name: &str| format!("def {name}(items):\n    check(items)\n{line}\n    done(items)\n\n\n");
    format!("{}{}LAST = 1\n", one("first"), one("second"))
}

/// A reply that changes that line, and another hunk.
fn tie(from: &str, to: &str) -> String {
    format!(
        "--- a/p.py\n+++ b/p.py\n@@ @@\n     check(items)\n-{from}\n+{to}\n     done(items)\n@@ @@\n-LAST = 1\n+LAST = 2\n"
    )
}

#[test]
fn a_look_at_another_place_ends_with_the_look_at_the_hunk() {
    for size in [(80, 24), (120, 40), (200, 50)] {
        let mut drive = Drive::on(
            "p.py",
            &twice("    x = 1"),
            &tie("    x = 1", "    x = 2"),
            size,
        );
        drive.keys("1<enter>:1<enter>2");
        let text = drive.text();
        assert!(text.contains("previewing place 2, line 9"), "{text}");
        assert!(text.contains("the hunk is at line 3"), "{text}");
        drive.keys(":2<enter>");
        assert!(drive.text().contains("Hunk 2 of 2"), "{}", drive.text());
        drive.keys(":1<enter>");
        let text = drive.text();
        assert!(!text.contains("previewing"), "{text}");
        let changed = text.lines().find(|row| row.contains("x = 2"));
        assert!(changed.unwrap().contains(" 3 "), "{text}");
    }
}

/// Two places stand one above the other where what they change would be cut beside each other, and only there.
#[test]
fn what_changes_is_seen_at_both_places_of_a_tie() {
    let is_beside = |text: &str| text.contains('\u{252c}');
    for size in [(120, 40), (200, 50)] {
        let [from, to] = ["old_end", "new_end"].map(|end| {
            format!(
                "    total = combine(items, weight, \"a long text first\", start, middle, {end})"
            )
        });
        let text = Drive::on("p.py", &twice(&from), &tie(&from, &to), size).text();
        assert_eq!(text.matches("new_end").count(), 2, "{text}");
        let goes = |row: &&str| row.contains(" -    total") && row.contains("old_end");
        assert_eq!(text.lines().filter(goes).count(), 2, "{text}");
        let short = Drive::on(
            "p.py",
            &twice("    x = 1"),
            &tie("    x = 1", "    x = 2"),
            size,
        );
        assert!(is_beside(&short.text()), "{}", short.text());
    }
}

const LACKING: &str = "def walk(items):\n    for item in items:\n        visit(item)\n        extra()\n    return items\n";

/// A hunk that removes lines which the file does not have.
const REMOVES: &str = "--- a/w.py\n+++ b/w.py\n@@ @@\n def walk(items):\n     for item in items:\n         visit(item)\n-        log_it(item)\n-        count(item)\n+        keep(item)\n+        send(item)\n     return items\n";

#[test]
fn lines_that_are_not_in_the_file_are_no_choice_of_the_reviewer() {
    let mut drive = Drive::on("w.py", LACKING, REMOVES, (120, 40));
    drive.keys("1");
    let text = drive.text();
    if text.contains("asks") {
        drive.keys("<enter>i");
    } else {
        assert!(text.contains("insert only"), "{text}");
        drive.keys("<enter>");
    }
    let told = to_markdown(&drive.model.session);
    assert!(
        told.contains("The file does not have these lines there"),
        "{told}"
    );
    assert!(told.contains("-        log_it(item)"), "{told}");
    assert!(!told.contains("The reviewer left"), "{told}");
    drive.keys("A");
    assert!(
        drive
            .text()
            .contains("removed lines are not in the file there"),
        "{}",
        drive.text()
    );
    drive.keys("<enter>");
    let told = to_markdown(&drive.model.session);
    assert!(
        told.contains("The file does not have these lines there"),
        "{told}"
    );
    assert!(!told.contains("The reviewer left"), "{told}");
}

#[test]
fn lines_that_the_reviewer_left_out_are_said_to_be() {
    let reply = "--- a/w.py\n+++ b/w.py\n@@ @@\n     for item in items:\n-        visit(item)\n-        extra()\n+        keep(item)\n     return items\n";
    let mut drive = Drive::on("w.py", LACKING, reply, (120, 40));
    drive.keys("vj<space><enter>");
    let told = to_markdown(&drive.model.session);
    assert!(told.contains("The reviewer left these lines"), "{told}");
    assert!(!told.contains("does not have these lines"), "{told}");
}

#[test]
fn a_comment_that_is_a_draft_is_asked_about_once_and_kept() {
    let mut drive = Drive::on("w.py", LACKING, REMOVES, (100, 30));
    drive.keys("cno<esc>q");
    assert_eq!(drive.ending, None);
    assert!(
        drive.text().contains("Draft comment on hunk 1"),
        "{}",
        drive.text()
    );
    drive.keys("C");
    assert!(
        drive.text().contains("continues the draft on hunk 1"),
        "{}",
        drive.text()
    );
    drive.keys("qq");
    assert_eq!(drive.ending, Some(Ending::Quit));
    // It is there when the review is opened again, and given then.
    let record = serde_json::to_string(&drive.model.session.record()).unwrap();
    let mut again = Drive::on("w.py", LACKING, REMOVES, (100, 30));
    let record = serde_json::from_str(&record).unwrap();
    again.model.session.replay(record).unwrap();
    again.keys("c");
    assert!(again.text().contains("no"), "{}", again.text());
    again.keys("<enter>q");
    assert_eq!(again.ending, Some(Ending::Quit));
    assert_eq!(again.model.session.comment(again.model.hunk), Some("no"));
    assert!(again.model.session.drafted().is_empty());
    let mut drive = Drive::on("w.py", LACKING, REMOVES, (100, 30));
    drive.keys("cno<enter>q");
    assert_eq!(drive.ending, Some(Ending::Quit));
}

/// What the file has already is written by nothing, and is on a list all the same.
#[test]
fn every_hunk_is_on_a_list_of_the_apply_page() {
    let reply = "--- a/p.py\n+++ b/p.py\n@@ @@\n-LAST = 0\n+LAST = 1\n--- a/p.py\n+++ b/p.py\n@@ @@\n-def first(items):\n+def begin(items):\n";
    let mut drive = Drive::on("p.py", &twice("    x = 1"), reply, (100, 30));
    drive.keys("YA");
    let text = drive.text();
    assert!(text.contains("already in the file"), "{text}");
    assert!(text.contains("1 of "), "{text}");
}

/// The page gives each hunk to check the rows that it needs, and no more.
#[test]
fn a_short_check_is_not_padded_to_the_longest() {
    let define = |n: usize| {
        format!("def step_with_a_long_name_{n}(x):\n    one(x)\n    return x + {n}\n\n\n")
    };
    let long: String = (0..14).map(define).collect();
    let whole = format!(
        "Here is the whole of `src/long.py`:\n\n**src/long.py**\n```python\n{}```\n",
        define(0)
    );
    let reply = format!("{}\n{whole}", tie("    x = 1", "    x = 2"));
    let files = [("p.py", twice("    x = 1")), ("src/long.py", long)];
    let files = files.each_ref().map(|(path, text)| (*path, text.as_str()));
    for size in [(80, 24), (120, 40)] {
        let mut drive = Drive::with(&files, &reply, "dark", size);
        drive.keys("1<enter>Y<tab><enter>:3<enter><enter>A");
        let text = drive.text();
        let rows: Vec<&str> = text.lines().map(str::trim).collect();
        let from = rows.iter().position(|row| row.starts_with("Check before"));
        let checks = &rows[from.expect(&text)..];
        let to = checks
            .iter()
            .position(|row| row.starts_with("Will be written"));
        let checks = &checks[..to.unwrap_or(checks.len().saturating_sub(3))];
        let n_blank = checks.iter().filter(|row| row.is_empty()).count();
        assert!(n_blank <= 1, "{text}");
    }
}

/// Names of keys are keys while a text is typed; other words are the text.
#[test]
fn a_text_can_be_left_by_the_name_of_a_key() {
    let told_of = |answers: &str| {
        let drive = Drive::on("w.py", LACKING, REMOVES, (100, 30));
        let world: Arc<dyn World> = drive.world;
        let (mut told, options) = (Vec::new(), Options::default());
        let outcome = run_plain(
            drive.model.session,
            &world,
            options,
            &mut answers.as_bytes(),
            &mut told,
        );
        let comment = outcome.session.commented().next();
        let comment = comment.and_then(|id| outcome.session.comment(id).map(str::to_string));
        (String::from_utf8(told).unwrap(), comment)
    };
    for name in ["Esc", "esc", "ESC"] {
        let (told, comment) = told_of(&format!("c\n{name}\nq\n"));
        assert!(
            told.contains("saved as the comment; Esc alone goes back"),
            "{told}"
        );
        assert_eq!(comment, None, "{told}");
    }
    for text in ["end", "Escape hatch", "no"] {
        let (told, comment) = told_of(&format!("c\n{text}\nq\n"));
        assert_eq!(comment.as_deref(), Some(text), "{told}");
    }
    let (told, _) = told_of("?\nEsc\nq\n");
    assert!(told.contains("Question 3"), "{told}");
}

/// A decision that is kept though the lines around it changed is said to be.
#[test]
fn a_hunk_whose_context_changed_is_not_called_unchanged() {
    let reply = "--- a/w.py\n+++ b/w.py\n@@ @@\n def walk(items):\n     for item in items:\n         visit(item)\n-        extra()\n+        more()\n     return items\n";
    for (from, to, changes) in [
        (
            "    for item in items:",
            "    for item in list(items):",
            true,
        ),
        ("def walk(items):", "# first\ndef walk(items):", false),
    ] {
        let mut drive = Drive::on("w.py", LACKING, reply, (100, 30));
        drive.keys("<enter>");
        let path = RelPath::new("w.py").unwrap();
        drive
            .world
            .write(&path, LACKING.replace(from, to).into_bytes());
        drive.take_in(Msg::Touched(vec![path]));
        drive.keys("d");
        let text = drive.text();
        let is_said = text.contains("a quoted line changed") || text.contains("reviewed again");
        assert_eq!(is_said, changes, "{text}");
        assert!(!text.contains("unchanged"), "{text}");
    }
}

/// Two readings of a part say what each of them does, for their places are alike.
#[test]
fn two_readings_of_a_part_say_what_each_adds_and_removes() {
    let file = "def late(store):\n    show(store)\n    return 0\n\n\nCOMMANDS = {\n    \"late\": late,\n}\n";
    let part = "    store.drop()\n    return 0\n\n\nCOMMANDS = {\n    \"late\": late,\n    \"remove\": remove,\n}\n";
    let reply = format!("`late.py`:\n\n```python\n# ... existing code ...\n\n{part}```\n");
    for size in [(80, 24), (120, 40), (200, 50)] {
        let mut drive = Drive::on("late.py", file, &reply, size);
        let text = drive.text();
        assert!(text.contains("two readings of the same lines"), "{text}");
        assert!(text.contains("adds 2, removes 1"), "{text}");
        assert!(text.contains("adds 2, removes 0"), "{text}");
        // The title and the sum are those of the reading that is shown.
        for (key, of) in [("1", "+2 -1"), ("2", "+2 -0"), ("<enter>", "+2 -0")] {
            let text = drive.keys(key).text();
            let title = text.lines().find(|row| row.contains("Hunk 1")).unwrap();
            assert!(size.0 < 100 || title.contains(of), "{key} {size:?}: {text}");
            assert!(text.contains(&format!("parts of the file: {of}")), "{text}");
        }
    }
}

/// The model has to know which lines are on disk in place of its own.
#[test]
fn a_hunk_that_the_reviewer_edited_is_told_to_the_model() {
    let told = |keys: &str| {
        let file =
            "def pick(self, key):\n    if key in self.items:\n        return self.items[0]\n";
        let reply = "--- a/c.py\n+++ b/c.py\n@@ @@\n-        return self.items[0]\n+        return self.d[k]\n";
        let mut drive = Drive::on("c.py", file, reply, (120, 40));
        drive.keys(keys);
        to_markdown(&drive.model.session)
    };
    let edited = told("e<enter>");
    assert!(edited.contains("edited by the reviewer"), "{edited}");
    assert!(edited.contains("as the reviewer edited it"), "{edited}");
    assert!(
        edited.contains("+        return self.items[key]"),
        "{edited}"
    );
    assert!(!told("<enter>").contains("edited"));
}

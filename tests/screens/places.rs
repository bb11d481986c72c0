//! A place gives one result however it is reached, and says before what it takes.

use hunkwise::ui::theme::Role;

use super::drive::{Drive, REPLY};
use super::truth::written;
use super::{SUB, lib_patch};

/// Takes place 1 of a hunk by its number and by hand, and returns what both write.
#[track_caller]
fn one_result(path: &str, reply: &str, line: usize) -> String {
    let by_number = written(reply, path, "1<enter><enter>A<enter>");
    let to_line = format!("1m:{line}<enter><enter><enter>A<enter>");
    for keys in [
        "1m<enter><enter>A<enter>",
        "1mjk<enter><enter>A<enter>",
        &to_line,
    ] {
        assert_eq!(written(reply, path, keys), by_number, "{keys}");
    }
    by_number
}

/// A hunk of which the file has the context, and none of what it removes.
const UNLIKE: &str = "--- a/src/app.py\n+++ b/src/app.py\n@@ @@\n     def get(self, key):\n\
                      -        value = self.cache.lookup(key)\n-        raise ValueError(value)\n\
                      +        check(key)\n";

#[test]
fn a_place_gives_one_result_however_it_is_reached() {
    let unlike = one_result("src/app.py", UNLIKE, 29);
    assert!(unlike.contains("check(key)"), "{unlike}");
    let lost = " def main():\n-    first(1, 2)\n-    second(3, 4)\n+    run()\n";
    let above = "-import os, sys, re\n-from typing import Any\n def main():\n+    run()\n";
    for hunk in [lost, above] {
        let reply = format!("--- a/src/app.py\n+++ b/src/app.py\n@@ @@\n{hunk}");
        one_result("src/app.py", &reply, if hunk == lost { 35 } else { 33 });
    }
    let hunk =
        format!("{SUB}-    check_that_nothing_is_lost(a, b);\n-    a - b\n+    a * b\n }}\n");
    one_result("src/lib.rs", &lib_patch(&[&hunk]), 7);
}

#[test]
fn by_hand_it_is_said_which_lines_go_and_which_are_skipped() {
    let hunk =
        format!("{SUB}-    check_that_nothing_is_lost(a, b);\n-    a - b\n+    a * b\n }}\n");
    let mut drive = Drive::of(&lib_patch(&[&hunk]), "dark", (100, 30));
    drive.keys("1m");
    let text = drive.text();
    assert!(text.contains("1 removed line is not found here"), "{text}");
    let mut drive = Drive::of(UNLIKE, "dark", (100, 30));
    drive.keys("1");
    assert!(
        drive.text().contains("removed lines are not found here"),
        "{}",
        drive.text()
    );
    drive.keys("mjj");
    let text = drive.text();
    assert!(text.contains("which don't match"), "{text}");
    drive.keys("<enter>");
    let text = drive.text();
    assert!(text.contains("Replace, or insert only?"), "{text}");
}

/// A hunk that is like nothing in the file, so that it removes what lies at the line it is put on.
const STRANGE: &str = "--- a/src/app.py\n+++ b/src/app.py\n@@ @@\n def shutdown(server):\n\
                       -    server.stop_all_the_things()\n+    server.stop()\n     server.join(12)\n";

#[test]
fn a_place_that_loses_a_line_says_so_before_enter_wherever_it_is_looked_at() {
    for (keys, size) in [("1", (80, 24)), ("1", (120, 40)), ("1m", (100, 30))] {
        let mut drive = Drive::of(STRANGE, "dark", size);
        drive.keys(keys);
        let text = drive.text();
        assert!(text.contains("which doesn't match"), "{keys}\n{text}");
    }
    let by_number = written(STRANGE, "src/app.py", "1<enter>rA<enter>");
    assert!(by_number.contains("server.stop()"), "{by_number}");
    let by_hand = written(STRANGE, "src/app.py", "1m<enter>rA<enter>");
    assert_eq!(by_hand, by_number);
}

/// Neither answer is the default: `Enter` once more asks again, and any other key lets the question be.
#[test]
fn lines_that_do_not_match_are_replaced_or_kept_by_a_key_of_their_own() {
    let before = include_str!("app.py");
    for keys in ["1<enter>i", "1m<enter>i"] {
        let after = written(STRANGE, "src/app.py", &format!("{keys}A<enter>"));
        let kept = after.replace("    server.stop()\n", "");
        assert_eq!(kept, before, "{keys}");
        assert_ne!(after, before, "{keys}");
    }
    for keys in [
        "1<enter><enter>",
        "1<enter><esc>",
        "1m<enter>j",
        "1m<enter><esc><esc>",
    ] {
        let mut drive = Drive::of(STRANGE, "dark", (100, 30));
        drive.keys(keys);
        let asks = drive.text().contains("Replace, or insert only?");
        assert_eq!(asks, keys.ends_with("<enter>"), "{keys}\n{}", drive.text());
        assert!(
            drive.model.session.resolutions().steps().is_empty(),
            "{keys}"
        );
    }
    let mut drive = Drive::of(STRANGE, "dark", (100, 30));
    drive.keys("1<enter>iuu");
    assert!(drive.model.session.resolutions().steps().is_empty());
}

/// Also where the second one is the last of the file: what differs is compared row by row.
#[test]
fn two_places_side_by_side_show_their_changes_in_the_same_rows() {
    let twin =
        |name: &str| format!("class {name}:\n    def reset(self):\n        self.count = 0\n\n");
    let file = format!(
        "{}{}{}",
        "import os\n\n".repeat(30),
        twin("First"),
        twin("Second")
    );
    let reply = "--- a/a.py\n+++ b/a.py\n@@ @@\n     def reset(self):\n-        self.count = 0\n+        self.count = 1\n";
    for keys in ["", "2"] {
        let mut drive = Drive::on("a.py", &file, reply, (120, 40));
        drive.keys(keys);
        let text = drive.text();
        let both = text
            .lines()
            .filter(|row| row.matches("self.count = 1").count() == 2);
        assert_eq!(both.count(), 1, "{keys}\n{text}");
    }
    // The first one near the top of the file, the other further down.
    let file = format!("{}{}", twin("First"), twin("Second"));
    for keys in ["", "1", "2"] {
        let mut drive = Drive::on("a.py", &file, reply, (120, 40));
        drive.keys(keys);
        let text = drive.text();
        let both = text
            .lines()
            .filter(|row| row.matches("self.count = 1").count() == 2);
        assert_eq!(both.count(), 1, "{keys}\n{text}");
    }
}

#[test]
fn what_would_be_written_has_the_colours_of_the_language() {
    let mut drive = Drive::demo("dark", (100, 40));
    drive.keys("2<enter>YA");
    let keyword = drive.model.theme.over(Role::Keyword).fg;
    let n_keywords = |drive: &Drive| {
        let buffer = drive.buffer();
        let cells = buffer.content().iter();
        cells.filter(|cell| Some(cell.fg) == keyword).count()
    };
    assert_eq!(n_keywords(&drive), 0);
    drive.colour();
    assert!(n_keywords(&drive) > 10, "{}", drive.text());
}

#[test]
fn somebody_changes_a_file_of_the_demonstration() {
    let mut drive = Drive::demo("dark", (100, 40));
    drive.keys("E");
    let text = drive.text();
    assert!(
        text.contains("changed on disk: 1 line added at line 1"),
        "{text}"
    );
    drive.keys("R");
    assert!(drive.model.drift.is_empty());
}

/// From a hunk that nothing is like, whose own lines were on the screen, too.
#[test]
fn by_hand_the_file_has_the_colours_of_its_language() {
    let mut drive = Drive::demo("dark", (100, 30));
    drive.keys("<tab><tab><tab>");
    drive.colour();
    drive.keys("mk");
    drive.colour();
    let keyword = drive.model.theme.over(Role::Keyword).fg;
    let buffer = drive.buffer();
    let text = drive.text();
    let row = text
        .lines()
        .position(|row| row.contains("15  def convert"))
        .unwrap();
    let column = text
        .lines()
        .nth(row)
        .unwrap()
        .chars()
        .position(|c| c == 'd')
        .unwrap();
    let cells = [0, 2, 3].map(|at| buffer[((column + at) as u16, row as u16)].fg);
    assert_eq!(
        cells.map(|fg| Some(fg) == keyword),
        [true, true, false],
        "{text}"
    );
}

#[test]
fn the_columns_of_places_stay_in_line_beyond_nine() {
    let twin = |n: usize| format!("def f{n}():\n    x = []\n    return x\n\n");
    let file: String = (0..12).map(twin).collect();
    let reply = "--- a/a.py\n+++ b/a.py\n@@ @@\n-    x = []\n+    x = {}\n     return x\n";
    let mut drive = Drive::on("a.py", &file, reply, (120, 40));
    drive.keys("9..");
    let text = drive.text();
    let rows = text.lines().filter(|row| row.ends_with("exact"));
    let ends: std::collections::BTreeSet<usize> = rows.map(|row| row.chars().count()).collect();
    assert_eq!(ends.len(), 1, "{text}");
    assert!(text.contains("11  of 12   line "), "{text}");
}

#[test]
fn the_changes_of_other_hunks_have_no_tint() {
    let mut drive = Drive::demo("dark", (100, 30));
    drive.keys("}");
    drive.colour();
    let (buffer, text) = (drive.buffer(), drive.text());
    let ground_of = |wanted: &str| {
        let row = text.lines().position(|row| row.contains(wanted)).unwrap();
        let line = text.lines().nth(row).unwrap();
        let at = line
            .find(wanted)
            .map(|at| line[..at].chars().count())
            .unwrap();
        buffer[(at as u16, row as u16)].bg
    };
    let tint = drive.model.theme.style(Role::Insert).bg.unwrap();
    assert_eq!(ground_of("raise ValueError(text)"), tint, "{text}");
    let plain = drive.model.theme.style(Role::Text).bg.unwrap();
    assert_eq!(ground_of("return round("), plain, "{text}");
}

/// Also while a place that nothing is like is looked at.
#[test]
fn the_closest_place_is_named_whichever_is_on_the_screen() {
    let reply = "--- a/src/app.py\n+++ b/src/app.py\n@@ -30,4 +30,4 @@\n     def load(path):\n-        first(1)\n-        second(2)\n+        third(3)\n         open(path) as fh\n";
    let mut drive = Drive::of(reply, "dark", (120, 40));
    let closest = |drive: &Drive| {
        let text = drive.text();
        let row = text.lines().nth(1).unwrap_or_default();
        row.find("Closest: line").map(|at| row[at..].to_string())
    };
    let first = closest(&drive);
    assert!(first.is_some(), "{}", drive.text());
    let n_places = drive.model.places().len();
    for _ in 0..n_places {
        drive.keys(".");
        assert_eq!(closest(&drive), first, "{}", drive.text());
    }
}

#[test]
fn placing_by_hand_always_shows_the_way_back() {
    for size in [(60, 24), (80, 24), (100, 30), (120, 40)] {
        let mut drive = Drive::of(REPLY, "dark", size);
        drive.keys("<tab><tab>mjj");
        let text = drive.text();
        assert!(text.lines().last().unwrap().contains("Esc back"), "{text}");
    }
}

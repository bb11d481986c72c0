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
    let unlike = one_result("src/app.py", UNLIKE, 30);
    assert!(unlike.contains("check(key)"), "{unlike}");
    let lost = " def main():\n-    first(1, 2)\n-    second(3, 4)\n+    run()\n";
    let above = "-import os, sys, re\n-from typing import Any\n def main():\n+    run()\n";
    for hunk in [lost, above] {
        let reply = format!("--- a/src/app.py\n+++ b/src/app.py\n@@ @@\n{hunk}");
        one_result("src/app.py", &reply, if hunk == lost { 36 } else { 33 });
    }
    let hunk =
        format!("{SUB}-    check_that_nothing_is_lost(a, b);\n-    a - b\n+    a * b\n }}\n");
    one_result("src/lib.rs", &lib_patch(&[&hunk]), 8);
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

/// A placed hunk with other places in a file that needs scrolling, and a tie whose panes show functions far apart.
#[test]
fn the_pane_shows_the_place_that_enter_means_after_another_was_let_go() {
    let step = |n: usize| {
        format!(
            "def step{n}(n):\n    value = n * {n}\n    if value > 100:\n        return 100\n    return value + {n}\n\n"
        )
    };
    let file: String = (0..40).map(step).collect();
    let reply = "--- a/a.py\n+++ b/a.py\n@@ @@\n def step37(n):\n     value = n * 37\n-    if value >= 100:\n+    if value > 10:\n         return 100\n";
    for size in [(80, 24), (120, 40)] {
        for keys in [
            "2<esc>", "3<esc>", "2<esc>3<esc>", "..<esc>", "1<enter>u2<esc>",
        ] {
            let mut drive = Drive::on("a.py", &file, reply, size);
            drive.keys(keys);
            let text = drive.text();
            let squeezed = |row: &str| row.split_whitespace().collect::<Vec<_>>().join(" ");
            let shows = |words: &str| text.lines().any(|row| squeezed(row).contains(words));
            assert!(shows("225 - if value > 100:"), "{size:?} {keys}\n{text}");
            assert!(shows("+ if value > 10:"), "{size:?} {keys}\n{text}");
        }
    }
}

/// Also where nothing but the deletion is left to ask about.
#[test]
fn a_hunk_that_deletes_its_file_is_never_asked_of_as_one_that_replaces_a_line() {
    let reply =
        "--- a/docs/old.md\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-old notes\n-line two\n-line 3\n";
    for size in [(80, 24), (120, 40)] {
        let mut drive = Drive::on("docs/old.md", "old notes\nline 2\nline 3\n", reply, size);
        let text = drive.text();
        assert!(text.contains("Hunk 1 (deletes the file)"), "{text}");
        drive.keys("1<enter>");
        let text = drive.text();
        assert!(text.contains("Only 2 of 3 lines match hunk 1."), "{text}");
        assert!(text.contains("Delete the file, 3 lines?"), "{text}");
        assert!(text.contains("r  delete the file"), "{text}");
        for untrue in ["eplace line", "insert only"] {
            assert!(!text.contains(untrue), "{untrue}\n{text}");
        }
        drive.keys("<enter>");
        let text = drive.text();
        assert!(
            text.contains("Press r to delete the file, Esc to go back"),
            "{text}"
        );
    }
}

#[test]
fn what_only_removes_is_not_offered_as_an_insertion() {
    let reply = "--- a/a.txt\n+++ b/a.txt\n@@ @@\n one\n-line two\n three\n";
    let mut drive = Drive::on("a.txt", "one\nline 2\nthree\nfour\n", reply, (80, 24));
    drive.keys("1<enter>");
    let text = drive.text();
    assert!(text.contains("Remove it anyway?"), "{text}");
    assert!(text.contains("r  Remove line 2"), "{text}");
    assert!(!text.contains("nsert"), "{text}");
}

/// A key that does nothing leaves the question; one that does something else closes it.
#[test]
fn a_key_that_does_nothing_leaves_the_question_on_the_screen() {
    let mut drive = Drive::of(STRANGE, "dark", (100, 30));
    drive.keys("1<enter>%");
    let text = drive.text();
    assert!(text.contains("Replace, or insert only?"), "{text}");
    assert!(text.contains("`%` does nothing here"), "{text}");
    drive.keys("i");
    assert!(!drive.model.session.resolutions().steps().is_empty());
}

/// The count of lines that are scrolled away stays, however long the definition above them is.
#[test]
fn a_long_definition_hides_no_count_of_the_lines_below_it() {
    let long = format!("def step({}):", "argument, ".repeat(12));
    let body: String = (0..30)
        .map(|n| format!("    value = call({n})\n"))
        .collect();
    let reply = "--- a/a.py\n+++ b/a.py\n@@ @@\n     value = call(24)\n-    value = call(25)\n+    value = call(52)\n";
    let drive = Drive::on("a.py", &format!("{long}\n{body}"), reply, (80, 24));
    let text = drive.text();
    let row = text.lines().find(|row| row.contains("def step(")).unwrap();
    assert!(row.contains("\u{2026}  \u{22ef} "), "{text}");
    assert!(row.ends_with(" lines"), "{text}");
}

/// Of a hunk that is longer than its pane, the removed line that differs is below lines that do not.
#[test]
fn the_line_that_is_asked_about_is_seen_in_what_the_model_wrote() {
    let one = |name: &str| {
        format!(
            "def {name}(rows):\n    total = 8\n    for row in rows:\n        key = {name}_key(row)\n        total += key * 9\n    return total\n\n"
        )
    };
    let file: String = [
        "load", "save", "sort", "count", "split", "merge", "parse", "print",
    ]
    .map(one)
    .concat();
    let reply = "--- a/a.py\n+++ b/a.py\n@@ @@\n def sort(rows):\n     total = 8\n     for part in rows:\n-        key = sort_keys(row)\n+        key = fast_key(row)\n         total += key * 9\n     return total\n";
    for size in [(80, 24), (100, 30), (120, 40)] {
        let mut drive = Drive::on("a.py", &file, reply, size);
        for keys in ["", "1", "<esc>", "2<esc>"] {
            drive.keys(keys);
            let text = drive.text();
            assert!(
                text.contains("key = sort_keys(row)"),
                "{size:?} {keys}\n{text}"
            );
        }
    }
}

#[test]
fn what_is_asked_of_lines_stays_asked_while_they_are_scrolled() {
    let unlike = super::lib_patch(&["-QQQQQQ\n+x\n"]);
    let mut drive = Drive::of(&unlike, "dark", (80, 24));
    drive.keys("1<enter>");
    let asked = |drive: &Drive| drive.text().contains("insert only");
    assert!(asked(&drive), "{}", drive.text());
    drive.keys("jk");
    assert!(asked(&drive), "{}", drive.text());
    drive.keys("<esc>");
    assert!(!drive.text().contains("replace them"), "{}", drive.text());
}

#[test]
fn a_search_by_hand_goes_on() {
    let at = |keys: &str| {
        let mut drive = Drive::of(UNLIKE, "dark", (80, 24));
        drive.keys(keys);
        drive.text().lines().nth(1).map(str::to_string)
    };
    let (first, second) = (at("m/result<enter>"), at("m/result<enter>n"));
    assert_ne!(first, second);
    assert_eq!(at("m/result<enter>nN"), first);
}

#[test]
fn a_line_beyond_the_file_is_refused() {
    let mut drive = Drive::of(UNLIKE, "dark", (80, 24));
    drive.keys("m:999<enter>");
    assert!(drive.text().contains("Only 37 lines"), "{}", drive.text());
}

#[test]
fn a_place_has_one_number_on_every_screen() {
    let reply = "--- a/f.txt\n+++ b/f.txt\n@@ @@\n a\n b\n c\n-zzz zzz\n+yyy\n";
    for width in [80, 120] {
        let mut drive = super::Drive::on("f.txt", "0\na\nb\nc\nd\ne\n", reply, (width, 24));
        let text = drive.text();
        assert!(text.contains("Closest: line 5"), "{text}");
        assert!(text.contains(" 1 line 5 "), "{text}");
        let text = drive.keys("m").text();
        assert!(text.contains("Now at line 5: 3 of 4 lines match"), "{text}");
        let text = drive.keys("<enter>r").text();
        assert!(text.contains("line 5 · chosen by you"), "{text}");
        let text = drive.keys("A").text();
        assert!(text.contains("f.txt:5"), "{text}");
        // What goes though the reply does not remove it is named before it is written.
        assert!(
            text.contains("removes line 5, which doesn't match"),
            "{text}"
        );
    }
}

#[test]
fn what_is_to_be_checked_names_its_file_on_a_narrow_screen() {
    let path = "a_folder/with_a_long_name/and_another_one/the_file_itself.txt";
    let reply = format!("--- a/{path}\n+++ b/{path}\n@@ @@\n a\n b\n c\n-zzz\n+yyy\n");
    let mut drive = super::Drive::on(path, "0\na\nb\nc\nd\ne\n", &reply, (80, 24));
    drive.keys("m<enter>rA");
    super::approve(&drive, "to_check_far_away_80x24");
    let text = drive.text();
    assert!(text.contains("the_file_itself.txt:5"), "{text}");
    assert!(
        text.contains("removes line 5, which doesn't match"),
        "{text}"
    );
}

#[test]
fn after_a_problem_comes_the_next_problem() {
    let four = "f:\n    a\n    x\n    b\ng:\n    a\n    x\n    b\nh\ni\nj\n";
    let tie = "@@ @@\n     a\n-    x\n+    y\n     b\n";
    let reply =
        format!("--- a/f.txt\n+++ b/f.txt\n{tie}@@ @@\n-h\n+H\n@@ @@\n-zzz\n+yyy\n@@ @@\n-j\n+J\n");
    let mut drive = super::Drive::on("f.txt", four, &reply, (80, 24));
    assert_eq!(drive.model.hunk.hunk, 0);
    drive.keys("1<enter>");
    assert_eq!(drive.model.hunk.hunk, 2, "{}", drive.text());
    drive.keys("x");
    assert_eq!(
        drive.model.hunk.hunk, 3,
        "the first that is left from here on, and round"
    );
    drive.keys("<enter>");
    assert_eq!(drive.model.hunk.hunk, 1);
}

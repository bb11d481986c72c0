//! What the reply says of a hunk, what others do beside it, and what is marked of it are shown as they are.

use std::sync::Arc;

use hunkwise::ui::{Options, World, run_plain};

use super::drive::{Drive, flat, says, says_nothing_of};

const POOL: &str = "package db\n\nimport \"time\"\n\nconst MaxOpen = 10\nconst MaxIdle = 2\n\nfunc Lifetime() time.Duration {\n\treturn 5 * time.Minute\n}\n";
const CHOICE: &str = "You have two options for `db/pool.go`.\n\nOption A: raise the limit\n\n```diff\n--- a/db/pool.go\n+++ b/db/pool.go\n@@ -3,4 +3,4 @@\n import \"time\"\n \n-const MaxOpen = 10\n+const MaxOpen = 50\n const MaxIdle = 2\n```\n\nOption B: shorten the lifetime\n\n```diff\n--- a/db/pool.go\n+++ b/db/pool.go\n@@ -8,3 +8,3 @@\n func Lifetime() time.Duration {\n-\treturn 5 * time.Minute\n+\treturn 1 * time.Minute\n }\n```\n\nDo not apply both; pick the one that fits your load.\n";
const CALC: &str = "def area(w, h):\n    return w * h\n\n\ndef volume(w, h, d):\n    return w * h * d\n\n\ndef edge(w):\n    return w\n";
const GUARD: &str = "```diff\n--- a/a/calc.py\n+++ b/a/calc.py\n@@ -1,3 +1,5 @@\n def area(w, h):\n+    if w < 0:\n+        raise ValueError(w)\n     return w * h\n \n@@ -5,3 +7,3 @@\n def volume(w, h, d):\n-    return w * h * d\n+    return area(w, h) * d\n \n```\n";

/// Returns the reply that adds, each in a hunk of its own, some lines below `two`.
fn additions(all: &[&[&str]]) -> String {
    let block = |lines: &&[&str]| {
        let n_new = lines.len() + 2;
        let lines: String = lines.iter().map(|line| format!("+{line}\n")).collect();
        format!(
            "```diff\n--- a/m.txt\n+++ b/m.txt\n@@ -2,2 +2,{n_new} @@\n two\n{lines} three\n```\n"
        )
    };
    let blocks: Vec<String> = all.iter().map(block).collect();
    blocks.join("\nand\n\n")
}

const NUMBERS: &str = "one\ntwo\nthree\nfour\nfive\nsix\n";

/// Returns the row of the screen that shows `words`.
#[track_caller]
fn row(drive: &Drive, words: &str) -> String {
    let text = drive.text();
    let row = text.lines().find(|row| row.contains(words));
    row.expect(&text).trim_end().to_string()
}

/// Answers the questions of the plain form, and returns all that was told.
fn answered(drive: Drive, answers: &str) -> String {
    let world: Arc<dyn World> = drive.world;
    let (mut told, options) = (Vec::new(), Options::default());
    let session = drive.model.session;
    run_plain(session, &world, options, &mut answers.as_bytes(), &mut told);
    String::from_utf8(told).unwrap()
}

#[test]
fn the_sentence_that_makes_a_hunk_wait_is_quoted() {
    let quote =
        "The reply, line 28: \u{201c}Do not apply both; pick the one that fits your load.\u{201d}";
    for size in [(80, 24), (120, 40)] {
        let mut drive = Drive::on("db/pool.go", POOL, CHOICE, size);
        says(&drive, quote);
        drive.keys("<tab>");
        says(&drive, quote);
        drive.keys("1<enter>A");
        says(
            &drive,
            "\u{201c}Do not apply both; pick the one that fits your load.\u{201d} (line 28); chosen by you",
        );
    }
}

/// Whatever it says of the edit, and wherever it is: above, below, in a heading, amid a paragraph.
#[test]
fn each_kind_of_such_a_sentence_is_quoted_with_its_line() {
    let diff = "```diff\n--- a/cfg.yml\n+++ b/cfg.yml\n@@ -1,2 +1,2 @@\n port: 80\n-debug: false\n+debug: true\n```\n";
    for (reply, quote) in [
        (
            format!("Turn on debugging, but don't apply it in production:\n\n{diff}"),
            "line 1: \u{201c}Turn on debugging, but don't apply it in production:\u{201d}",
        ),
        (
            format!("{diff}\nThis is what I tried. Actually, ignore the above. Sorry for that.\n"),
            "line 10: \u{201c}Actually, ignore the above.\u{201d}",
        ),
        (
            format!(
                "{diff}\nThis is what I tried.\nActually, ignore\nthe above. Sorry for that.\n"
            ),
            "line 11: \u{201c}Actually, ignore the above.\u{201d}",
        ),
        (
            format!("Optionally, you can also turn on debugging:\n\n{diff}"),
            "line 1: \u{201c}Optionally, you can also turn on debugging:\u{201d}",
        ),
        (
            format!("{diff}\nShall I apply this change?\n"),
            "line 10: \u{201c}Shall I apply this change?\u{201d}",
        ),
    ] {
        let drive = Drive::on("cfg.yml", "port: 80\ndebug: false\n", &reply, (120, 40));
        says(&drive, quote);
        // It is said once, also where it is the sentence above the block.
        let n = flat(&drive).matches("\u{201c}").count();
        assert_eq!(n, 1, "{}", drive.text());
    }
}

#[test]
fn what_is_quoted_is_safe_and_short() {
    let diff = "```diff\n--- a/cfg.yml\n+++ b/cfg.yml\n@@ -1,2 +1,2 @@\n port: 80\n-debug: false\n+debug: true\n```\n";
    let long = "over and ".repeat(60);
    let reply = format!("{diff}\nActually, ignore the above\u{202e} {long} over.\n");
    let drive = Drive::on("cfg.yml", "port: 80\ndebug: false\n", &reply, (120, 40));
    says(&drive, "Actually, ignore the above");
    let text = drive.text();
    assert!(!text.contains('\u{202e}'), "{text}");
    assert!(
        row(&drive, "Actually, ignore").ends_with('\u{2026}') || text.contains("\u{2026}\u{201d}"),
        "{text}"
    );
}

#[test]
fn of_both_kept_each_line_is_shown_as_its_hunks_own() {
    for (all, keys, own, others) in [
        (
            &[&["alpha"][..], &["beta", "gamma"]][..],
            "B<enter>",
            "alpha",
            "gamma",
        ),
        (
            &[&["alpha"], &["beta", "gamma"]],
            "b<enter>",
            "alpha",
            "beta",
        ),
        (
            &[&["one more"], &["a"], &["b"]],
            "b<enter>",
            "one more",
            "+b",
        ),
    ] {
        let mut drive = Drive::on("m.txt", NUMBERS, &additions(all), (80, 24));
        drive.keys(keys);
        let (own, others) = (row(&drive, own), row(&drive, others));
        assert!(own.trim_start().starts_with('\u{258c}'), "{}", drive.text());
        assert!(others.trim_start().starts_with(':'), "{}", drive.text());
    }
    // Each replaces the same line: what goes is this hunk's, as its count says.
    let replaced: Vec<String> = ["THREE", "Three"]
        .iter()
        .map(|new| format!("```diff\n--- a/m.txt\n+++ b/m.txt\n@@ -2,3 +2,3 @@\n two\n-three\n+{new}\n four\n```\n"))
        .collect();
    for keys in ["b<enter>", "B<enter>"] {
        let mut drive = Drive::on("m.txt", NUMBERS, &replaced.join("\nand\n\n"), (80, 24));
        drive.keys(keys);
        for (line, mark) in [
            ("-three", '\u{258c}'),
            ("+THREE", '\u{258c}'),
            ("+Three", ':'),
        ] {
            let row = row(&drive, line);
            assert!(
                row.trim_start().starts_with(mark),
                "{line}\n{}",
                drive.text()
            );
        }
    }
}

#[test]
fn where_lines_are_chosen_counts_and_numbers_are_of_those_marked() {
    let mut drive = Drive::on("a/calc.py", CALC, GUARD, (80, 24));
    drive.keys("vj<space>");
    says(&drive, "1 of 2 lines marked");
    says(&drive, "+1 -0");
    assert!(row(&drive, "return w * h").ends_with("2    3      return w * h"));
    assert!(!row(&drive, "raise ValueError").contains('3'));
    assert!(row(&drive, "def volume").contains(" 6  def volume"));
    // Without both, nothing below moves; with both again it is as at first.
    drive.keys("k<space>");
    says(&drive, "+0 -0");
    assert!(row(&drive, "def volume").contains(" 5  def volume"));
    drive.keys("<space>j<space>");
    says(&drive, "+2 -0");
    assert!(row(&drive, "def volume").contains(" 7  def volume"));
    // A line that is to go, and stays.
    let diff = "```diff\n--- a/m.txt\n+++ b/m.txt\n@@ -2,3 +2,2 @@\n two\n-three\n-four\n+4\n```\n";
    let mut drive = Drive::on("m.txt", NUMBERS, diff, (80, 24));
    drive.keys("v<space>");
    says(&drive, "+1 -1");
    assert!(
        row(&drive, "  five").contains(" 5  five"),
        "{}",
        drive.text()
    );
}

#[test]
fn lines_of_a_rejected_block_are_numbered_where_they_are_marked() {
    let diff = "```diff\n--- a/m.txt\n+++ b/m.txt\n@@ -1,5 +1,5 @@\n one\n-two\n+2\n three\n-four\n+4\n five\n```\n";
    let mut drive = Drive::on("m.txt", NUMBERS, diff, (80, 24));
    drive.keys("sxv");
    assert!(row(&drive, "+4").contains(" 4 +4"), "{}", drive.text());
    let at = row(&drive, "+2");
    assert!(
        !at.contains('1') && !at.contains("2 +2"),
        "{}",
        drive.text()
    );
}

#[test]
fn all_notes_on_the_block_of_a_hunk_are_counted() {
    let reply = "First the title in m.txt:\n\n```diff\n--- a/m.txt\n+++ b/m.txt\n@@ -1,2 +1,2 @@\n-one\n+ONE\n two\n```\n\nThen edit this block too:\n\n```\n<<<<<<< SEARCH\nfive\n=======\nFIVE\n```\n";
    let mut drive = Drive::on("m.txt", NUMBERS, reply, (80, 24));
    drive.keys("<enter>");
    says(&drive, "2 notes (I)");
    // What is a guess is said before it is written.
    drive.keys("<enter>A");
    says(&drive, "no path here: m.txt, as in the part before");
    says(&drive, "`>>>>>>> REPLACE` is missing");
}

#[test]
fn a_preview_says_which_hunk_it_leaves_out() {
    let file =
        "for a:\n    x = 1\n    end\n\nfor b:\n    x = 1\n    end\n\nfor c:\n    x = 1\n    end\n";
    let reply = "```diff\n--- a/m.txt\n+++ b/m.txt\n@@ ... @@\n-    x = 1\n+    x = 2\n     end\n@@ ... @@\n+    y = 0\n     x = 1\n     end\n```\n";
    let mut drive = Drive::on("m.txt", file, reply, (80, 24));
    drive.keys("2<enter>");
    let (mut n_told, n_places) = (0, drive.model.places().len());
    for digit in 1..=n_places {
        drive.keys(&digit.to_string());
        let place = drive.model.place_on_screen().unwrap().span;
        let is_taken = place.start == 5;
        let words = "Hunk 1 also changes these lines (not shown here)";
        assert_eq!(flat(&drive).contains(words), is_taken, "{}", drive.text());
        n_told += usize::from(is_taken);
    }
    assert_eq!((n_told, n_places), (1, 3));
}

#[test]
fn what_was_kept_is_shown_once_a_conflict_is_settled() {
    let mut drive = Drive::on(
        "m.txt",
        NUMBERS,
        &additions(&[&["alpha"], &["beta"]]),
        (80, 24),
    );
    drive.keys("2<enter>");
    says(&drive, "Hunk 2 of 2");
    says(&drive, "Kept hunk 2, rejected hunk 1");
    drive.keys("u");
    says(&drive, "Keep one, or both?");
    // The one that is kept is under review already, or none is kept.
    drive.keys("1<enter>");
    says(&drive, "Hunk 1 of 2");
    drive.keys("u0<enter>");
    says(&drive, "rejected");
}

#[test]
fn the_lines_of_the_hunk_looked_at_are_explained() {
    let add = |line: &str, below: &str| {
        format!("```diff\n--- a/m.txt\n+++ b/m.txt\n@@ -2,2 +2,3 @@\n two\n+{line}\n{below}```\n")
    };
    let reply = [
        add("alpha", " three\n"),
        add("beta", " three\n four\n five\n"),
    ]
    .join("\nand\n\n");
    let mut drive = Drive::on("m.txt", NUMBERS, &reply, (80, 24));
    drive.keys("2i");
    says(&drive, "Line by line: hunk 2");
    says(&drive, "4 same four");
    drive.keys("<esc>1i");
    says(&drive, "Line by line: hunk 1");
    says_nothing_of(&drive, "4 same four");
    // How well a hunk fits is not why it waits.
    let mut drive = Drive::on("db/pool.go", POOL, CHOICE, (80, 24));
    drive.keys("i");
    says(&drive, "Needs review: it is one of several alternatives");
}

#[test]
fn a_single_hunk_that_is_left_is_said_to_need_the_person() {
    let diff = "```diff\n--- a/m.txt\n+++ b/m.txt\n@@ ... @@\n-x\n+y\n```\n";
    let mut drive = Drive::on("m.txt", "x\n\nx\n", diff, (80, 24));
    drive.keys("<tab>");
    says(&drive, "Only this hunk is left: it needs you");
    drive.keys("x<tab>");
    says(&drive, "No other hunk left to settle");
}

#[test]
fn a_line_number_is_called_that_of_the_change_where_it_is() {
    let at = |diff: &str| {
        let reply = format!("```diff\n--- a/m.txt\n+++ b/m.txt\n{diff}```\n");
        Drive::on("m.txt", NUMBERS, &reply, (80, 24))
    };
    let drive = at("@@ -2,3 +2,3 @@\n two\n three\n-fore\n+4\n");
    says(&drive, "The patch puts the change at line 4.");
    let drive = at("@@ -4,2 +4,2 @@\n-fore\n+4\n five\n");
    says(&drive, "The patch says line 4.");
}

#[test]
fn lines_are_chosen_by_ear() {
    let drive = Drive::on("a/calc.py", CALC, GUARD, (80, 24));
    let told = answered(drive, "v\nj\nSpace\n");
    assert!(
        told.contains("\nmarked     add       2:     if w < 0:"),
        "{told}"
    );
    assert!(
        told.contains("\nnot marked add        :         raise ValueError(w)"),
        "{told}"
    );
    assert!(
        told.contains("\nCursor: marked     add       2:     if w < 0:"),
        "{told}"
    );
    let answers: Vec<&str> = told.split("> ").collect();
    let moved = answers[answers.len() - 3];
    assert!(
        moved.starts_with("Cursor: marked     add       3:"),
        "{told}"
    );
    let marked = answers[answers.len() - 2];
    assert!(marked.contains("Cursor: not marked add"), "{told}");
}

#[test]
fn lines_of_a_place_are_told_below_its_heading() {
    let file = "x = 1\n\nx = 1\n\nx = 1\n\nx = 1\n";
    let diff = "```diff\n--- a/m.txt\n+++ b/m.txt\n@@ ... @@\n-x = 1\n+x = 2\n```\n";
    let told = answered(Drive::on("m.txt", file, diff, (80, 24)), "3\n\nA\n");
    let (_, third) = told.split_once("> ").unwrap();
    assert!(
        third.contains("\nPlace 3: line 5, exact\n          2: \n"),
        "{told}"
    );
    assert!(told.contains("\nReady to write: 1 file, +1 -1\n"), "{told}");
}

//! What the rows of a change say: their marks, their numbers, and what is left out above them.

use super::drive::Drive;
use super::lib_patch;

/// Returns the row of the screen that holds `words`.
#[track_caller]
fn row_with(drive: &Drive, words: &str) -> String {
    let text = drive.text();
    let row = text.lines().find(|row| row.contains(words));
    row.unwrap_or_else(|| panic!("no row has {words:?}:\n{text}"))
        .to_string()
}

/// Two additions to `src/lib.rs`, the second one below a line that is kept.
fn two_additions() -> String {
    lib_patch(&[
        " /// Adds two numbers.\n+/// It wraps.\n pub fn add(a: u32, b: u32) -> u32 {\n",
        " pub fn sub(a: u32, b: u32) -> u32 {\n-    a - b\n+    a.saturating_sub(b)\n }\n",
    ])
}

#[test]
fn only_the_lines_that_were_added_are_marked_once_they_are_written() {
    let mut drive = Drive::of(&two_additions(), "dark", (80, 24));
    drive.keys("YA<enter><esc>[[");
    assert!(drive.text().contains("written"), "{}", drive.text());
    assert!(row_with(&drive, "/// It wraps.").starts_with('\u{258c}'));
    for context in ["/// Adds two numbers.", "pub fn add"] {
        let row = row_with(&drive, context);
        assert!(row.starts_with(' '), "{row}\n{}", drive.text());
    }
}

#[test]
fn what_a_file_has_already_is_marked_without_its_context() {
    let reply = lib_patch(&[" pub fn add(a: u32, b: u32) -> u32 {\n+    a + b\n }\n"]);
    let drive = Drive::of(&reply, "dark", (80, 24));
    assert!(drive.text().contains("already"), "{}", drive.text());
    assert!(row_with(&drive, "    a + b").starts_with('\u{258c}'));
    assert!(row_with(&drive, "pub fn add").starts_with(' '));
}

#[test]
fn an_added_line_has_the_number_that_it_gets_with_what_is_accepted() {
    let mut drive = Drive::of(&two_additions(), "dark", (80, 24));
    drive.keys("]");
    let numbers = |drive: &Drive| {
        let of = |words: &str| {
            row_with(drive, words)
                .split_whitespace()
                .nth(1)
                .map(str::to_string)
        };
        [of("a - b"), of("a.saturating_sub(b)")].map(|number| number.unwrap_or_default())
    };
    assert_eq!(numbers(&drive), ["8", "8"], "{}", drive.text());
    let others = row_with(&drive, "It wraps.");
    assert!(!others.contains(|c: char| c.is_ascii_digit()), "{others}");
    drive.keys("[<enter>");
    assert_eq!(drive.model.session.number(drive.model.hunk), 2);
    assert_eq!(numbers(&drive), ["8", "9"], "{}", drive.text());
}

#[test]
fn lines_above_an_addition_are_never_hidden_without_being_counted() {
    let body: String = (0..40).map(|n| format!("    step_{n}()\n")).collect();
    let file = format!("def run():\n{body}");
    let reply = "--- a/app.py\n+++ b/app.py\n@@ -36,2 +36,3 @@\n     step_34()\n+    step_new()\n     step_35()\n";
    for height in [15, 16, 18, 24] {
        for keys in ["", "jjj", "jjjjjj", "<pgdn>", "G"] {
            let mut drive = Drive::on("app.py", &file, reply, (80, height));
            drive.keys(keys);
            check_numbers(&drive.text());
        }
    }
}

/// Holds that the file's lines of a screen follow each other, but for those that a row counts.
#[track_caller]
fn check_numbers(text: &str) {
    let mut next = None;
    for row in text.lines() {
        let mut words = row.trim_start_matches(['\u{258c}', ':']).split_whitespace();
        let Some(Ok(number)) = words.next().map(str::parse::<usize>) else {
            continue;
        };
        if words.next() == Some("+") || row.contains("+ ") {
            continue;
        }
        assert!(next.is_none_or(|next| next == number), "{row}\n{text}");
        let hidden = row.split_once("\u{22ef} ").map_or(0, |(_, count)| {
            let count = count.split_whitespace().next();
            count.and_then(|count| count.parse().ok()).unwrap_or(0)
        });
        next = Some(number + 1 + hidden);
    }
}

/// A change that moves a line past others, so that a comparison of the two texts may pair other lines than the hunk does.
const MOVED: &str = "--- a/m.py\n+++ b/m.py\n@@ -1,6 +1,5 @@\n def total(store):\n-    amount = 0\n-    for entry in store:\n-        amount += entry\n-    return amount\n+    return sum(store)\n \n@@ -7,3 +6,7 @@\n def other(store):\n+    amount = 0\n+    for entry in store:\n+        amount += entry\n+    return amount\n     pass\n";

#[test]
fn the_page_before_a_write_counts_the_lines_that_its_hunks_count() {
    let file = "def total(store):\n    amount = 0\n    for entry in store:\n        amount += entry\n    return amount\n\ndef other(store):\n    pass\n";
    let mut drive = Drive::on("m.py", file, MOVED, (80, 24));
    drive.keys("YA");
    let text = drive.text();
    assert!(text.contains("2 of 2 hunks  +5 -4"), "{text}");
    assert!(text.contains(" m.py  +5 -4"), "{text}");
}

#[test]
fn half_of_a_low_page_before_a_write_is_its_diff() {
    let mut drive = Drive::of(&two_additions(), "dark", (80, 24));
    drive.keys("YA");
    let text = drive.text();
    let n_above = text
        .lines()
        .position(|row| row.starts_with(" src/lib.rs  +"));
    assert!(n_above.is_some_and(|n| n <= 12), "{text}");
}

#[test]
fn what_would_be_written_holds_no_hunk_that_nobody_accepted() {
    let reply = lib_patch(&[
        " /// Adds two numbers.\n+/// It wraps.\n pub fn add(a: u32, b: u32) -> u32 {\n",
        "-nowhere\n+/// Here.\n",
    ]);
    let mut drive = Drive::of(&reply, "dark", (80, 24));
    drive.keys("m:1<enter>");
    let text = drive.text();
    assert!(text.contains("Would be written"), "{text}");
    assert!(!text.contains("It wraps"), "{text}");
    drive.keys("<esc>Ym:1<enter>");
    let text = drive.text();
    assert!(text.contains("It wraps"), "{text}");
}

#[test]
fn hunks_that_are_written_are_not_offered_to_be_decided_on_again() {
    let file: String = (1..30).map(|n| format!("line {n}\n")).collect();
    let given = file
        .replace("line 2\n", "two\n")
        .replace("line 28\n", "28\n");
    let reply = format!("Here is the whole file `n.txt`:\n\n`n.txt`\n```\n{given}```\n");
    let mut drive = Drive::on("n.txt", &file, &reply, (80, 24));
    assert!(drive.text().contains("X reject all"), "{}", drive.text());
    drive.keys("YA<enter><esc>u");
    let text = drive.text();
    assert!(text.contains("the file stays written"), "{text}");
    assert!(!text.contains("X reject all"), "{text}");
}

//! What is not seen is counted, and what is cut can be scrolled to; lines between panes join.

use std::fmt::Write as _;

use super::drive::{Drive, REPLY};
use super::lib_patch;

/// A class whose first method and last are far apart.
fn class() -> String {
    let mut file = "class Store:\n    def first(self):\n        return 1\n".to_string();
    for at in 0..40 {
        writeln!(file, "\n    def step_{at}(self):\n        return {at}").unwrap();
    }
    file
}

#[test]
fn lines_that_come_are_counted_where_they_are_folded_away() {
    let reply = "--- a/store.py\n+++ b/store.py\n@@ @@\n     def first(self):\n-        return 1\n+        one = 1\n+        return one\n@@ @@\n     def step_30(self):\n-        return 30\n+        return 31\n";
    for keys in ["", "p", "t"] {
        let mut drive = Drive::on("store.py", &class(), reply, (80, 24));
        drive.keys("]").keys(keys);
        let text = drive.text();
        let row = text.lines().find(|row| row.contains("class Store:"));
        let row = row.unwrap_or_else(|| panic!("{text}"));
        // The result alone shows no line that goes.
        let counted = if keys == "p" { "" } else { ", +2 -1" };
        assert!(row.trim_end().ends_with(counted), "{keys} {text}");
        assert!(!row.contains("removed"), "{text}");
    }
    // Nothing changes above it.
    let only = reply.replace(
        "@@ @@\n     def first(self):\n-        return 1\n+        one = 1\n+        return one\n",
        "",
    );
    let drive = Drive::on("store.py", &class(), &only, (80, 24));
    let text = drive.text();
    let row = text.lines().find(|row| row.contains("class Store:"));
    assert!(
        row.is_some_and(|row| row.trim_end().ends_with(" lines")),
        "{text}"
    );
}

#[test]
fn what_a_whole_file_comes_to_takes_one_row() {
    let whole = class()
        .replace("\n    def step_20(self):\n        return 20\n", "")
        .replace("return 1\n", "return one\n")
        .replace("return 39\n", "return -39\n");
    let reply = format!("Here is the whole `store.py`:\n\n`store.py`\n```python\n{whole}```\n");
    for size in [(80, 24), (100, 30), (120, 40)] {
        let drive = Drive::on("store.py", &class(), &reply, size);
        let text = drive.text();
        let rows: Vec<&str> = text.lines().collect();
        let at = rows.iter().position(|row| row.contains("whole file:"));
        let at = at.unwrap_or_else(|| panic!("{text}"));
        assert!(rows[at].contains("X reject all"), "{text}");
        assert!(!rows[at + 1].trim().ends_with("all"), "{text}");
    }
}

#[test]
fn what_the_model_wrote_is_scrolled_with_the_file() {
    let end = "the_last_words_of_a_line";
    let long =
        format!("    value = compute(first_of_many_arguments, second_of_many_arguments, {end})");
    let reply = format!(
        "--- a/store.py\n+++ b/store.py\n@@ @@\n     def step_30(self):\n-{long} # old\n+{long} # new\n"
    );
    for keys in ["", "1", "1<enter>"] {
        let mut drive = Drive::on("store.py", &class(), &reply, (80, 24));
        drive.keys(keys).keys("llllll");
        let text = drive.text();
        let model = text.split("The model wrote").nth(1).unwrap_or_default();
        assert!(model.contains(&format!("{end}) # new")), "{keys} {text}");
        assert!(model.contains('\u{2026}'), "{text}");
    }
}

#[test]
fn lines_between_panes_join_where_they_meet() {
    let mut many = String::new();
    for at in 0..60 {
        write!(
            many,
            "src/lib.rs\n<<<<<<< SEARCH\nno_{at}\n=======\n+{at}\n>>>>>>> REPLACE\n\n"
        )
        .unwrap();
    }
    let weak = lib_patch(&["-nowhere\n+here\n"]);
    for reply in [REPLY, &weak, &many] {
        for size in [(80, 24), (100, 30), (120, 40), (200, 50)] {
            for keys in [
                "", "1", "i", "?", ":", "C", "I", "L", "c", "m", "Ti", "<tab>i", "]]?", "GI",
            ] {
                let mut drive = Drive::of(reply, "dark", size);
                drive.keys(keys);
                assert_eq!(
                    loose_end(&drive.text()),
                    None,
                    "{keys} {size:?}\n{}",
                    drive.text()
                );
            }
        }
    }
}

/// Returns where a line between panes ends beside another without joining it.
fn loose_end(text: &str) -> Option<(usize, usize)> {
    let rows: Vec<Vec<char>> = text.lines().map(|row| row.chars().collect()).collect();
    let at = |x: usize, y: usize| rows.get(y).and_then(|row| row.get(x)).copied();
    let columns = |y: usize| (0..rows[y].len()).map(move |x| (x, y));
    let mut cells = (1..rows.len()).flat_map(columns);
    cells.find(|(x, y)| {
        let pair = at(*x, y - 1).zip(at(*x, *y));
        pair.is_some_and(|pair| match pair {
            ('\u{2502}' | '\u{2503}' | '\u{252c}', '\u{2500}') => true,
            ('\u{2500}', '\u{2502}' | '\u{2503}' | '\u{2534}') => true,
            // Within the part of a border that shows what is seen of the list, a joint is as heavy.
            ('\u{2503}', '\u{251c}') => at(*x, y + 1) == Some('\u{2503}'),
            _ => false,
        })
    })
}

#[test]
fn what_the_file_has_already_is_not_counted_with_its_file() {
    let reply = "--- a/store.py\n+++ b/store.py\n@@ @@\n     def step_3(self):\n-        return 300\n+        return 3\n@@ @@\n     def step_30(self):\n-        return 30\n+        return 31\n+        # more\n";
    let mut drive = Drive::on("store.py", &class(), reply, (120, 40));
    assert!(
        drive.text().contains("store.py              +2 -1"),
        "{}",
        drive.text()
    );
    // What was written counts on.
    drive.keys("YA<enter><esc>");
    assert!(
        drive.text().contains("store.py              +2 -1"),
        "{}",
        drive.text()
    );
}

#[test]
fn what_was_found_is_shown_with_the_lines_around_it() {
    let reply = "--- a/store.py\n+++ b/store.py\n@@ @@\n     def first(self):\n-        return 1\n+        return one\n";
    let mut drive = Drive::on("store.py", &class(), reply, (80, 24));
    drive.keys("/step_30<enter>");
    let text = drive.text();
    assert!(
        text.contains("return 29") && text.contains("return 31"),
        "{text}"
    );
    // What is on the screen already moves nothing.
    let before = drive.keys("kkk").text();
    drive.keys("n");
    let rows = |text: &str| {
        text.lines()
            .skip(2)
            .take(18)
            .map(str::to_string)
            .collect::<Vec<_>>()
    };
    assert_eq!(rows(&drive.text()), rows(&before));
}

#[test]
fn what_a_place_that_lacks_a_removed_line_loses_is_said_before_enter() {
    let reply = "--- a/store.py\n+++ b/store.py\n@@ @@\n     def step_30(self):\n-        return 30\n-        # not there\n+        return 31\n\n     def step_31(self):\n         return 31\n";
    let mut drive = Drive::on("store.py", &class(), reply, (100, 30));
    drive.keys("1");
    let text = drive.text();
    assert!(text.contains("replace line"), "{text}");
    assert!(
        !text.contains("nserts only") && !text.contains("insert only"),
        "{text}"
    );
    assert!(text.contains("1 removed line is not here"), "{text}");
    drive.keys("<enter>");
    let text = drive.text();
    assert!(text.contains("Accepted hunk 1 in part"), "{text}");
    // One of which nothing goes only inserts.
    let reply = reply.replace("-        return 30\n", "         return 30\n");
    let mut drive = Drive::on("store.py", &class(), &reply, (100, 30));
    drive.keys("1");
    assert!(
        drive.text().contains("Enter inserts only"),
        "{}",
        drive.text()
    );
}

#[test]
fn parentheses_within_a_sentence_stay_in_it() {
    let lazy = "Here is the `store.py`:\n\n`store.py`\n```python\nclass Store:\n    # ... existing code ...\n\n    def step_30(self, size=-1):\n        return 30\n\n    # ... existing code ...\n```\n";
    for size in [(80, 24), (100, 30), (120, 40)] {
        let drive = Drive::on("store.py", &class(), lazy, size);
        let text = drive.text().replace('\n', " ");
        if let Some(at) = text.find("may replace") {
            assert!(text[at..].contains("which stays"), "{}", drive.text());
        }
    }
}

#[test]
fn the_name_of_the_file_is_seen_in_the_title() {
    let mut files = Vec::new();
    let mut reply = String::new();
    for at in 0..20 {
        let path = format!("src/some/folder/calendar_{at}.py");
        write!(
            reply,
            "{path}\n<<<<<<< SEARCH\nno\n=======\n+{at}\n>>>>>>> REPLACE\n\n"
        )
        .unwrap();
        write!(
            reply,
            "{path}\n<<<<<<< SEARCH\na = 1\n=======\na = 2\n>>>>>>> REPLACE\n\n"
        )
        .unwrap();
        write!(
            reply,
            "{path}\n<<<<<<< SEARCH\nb = 1\n=======\nb = 2\n>>>>>>> REPLACE\n\n"
        )
        .unwrap();
        files.push((path, "a = 1\nb = 1\n"));
    }
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&**path, *text)).collect();
    for size in [(80, 24), (100, 30), (120, 40)] {
        let mut drive = Drive::with(&files, &reply, "dark", size);
        drive.keys("}}}");
        let text = drive.text();
        let title = text.lines().next().unwrap();
        assert!(title.contains("calendar_3.py 4/20"), "{size:?} {title}");
    }
}

#[test]
fn a_hunk_that_drops_lines_is_accepted_by_itself() {
    let head = "    def first(self):\n";
    let file = class().replace(
        head,
        &format!("{head}        # The caller holds the lock.\n"),
    );
    let whole = class().replace("return 39\n", "return -39\n");
    let reply = format!("Here is the whole `store.py`:\n\n`store.py`\n```python\n{whole}```\n");
    let mut drive = Drive::on("store.py", &file, &reply, (120, 40));
    drive.keys("g{[[");
    assert!(drive.text().contains("Hunk 1 drops"), "{}", drive.text());
    drive.keys("Y");
    let text = drive.text();
    assert!(
        text.contains("Accepted 1 exact match; left out 1 that drops lines"),
        "{text}"
    );
    drive.keys("[<enter>A");
    let text = drive.text();
    assert!(
        text.contains("Check before writing:") && text.contains("drops `"),
        "{text}"
    );
}

//! What the screen counts and marks is what is there: files written, hunks of three digits, text and not the blanks around it.

use std::fmt::Write as _;

use super::drive::{Drive, REPLY};
use super::files::FILES;
use super::{SUB, lib_patch};
use hunkwise::text::RelPath;
use ratatui::style::Modifier;

#[test]
fn as_many_files_are_named_written_as_are_different() {
    for reply in [REPLY, FILES] {
        let mut drive = Drive::of(reply, "dark", (120, 40));
        let before = contents(&drive);
        drive.keys("YA<enter>");
        let after = contents(&drive);
        let n = after
            .iter()
            .zip(&before)
            .filter(|(now, then)| now != then)
            .count();
        assert!(n > 0);
        let words = if n == 1 {
            "Wrote 1 file,"
        } else {
            &format!("Wrote {n} files,")
        };
        assert!(drive.text().contains(words), "{words}\n{}", drive.text());
    }
}

/// Returns what each file named by a patch holds.
fn contents(drive: &Drive) -> Vec<Option<Vec<u8>>> {
    let files = drive.model.session.plan().files.iter();
    let mut paths: Vec<RelPath> = files.filter_map(|file| file.target.clone()).collect();
    paths.sort();
    paths.dedup();
    paths.iter().map(|path| drive.world.read(path)).collect()
}

#[test]
fn numbers_of_three_digits_have_their_column() {
    let mut reply = "--- a/src/app.py\n+++ b/src/app.py\n".to_string();
    let mut file = String::new();
    for at in 0..120 {
        writeln!(file, "def task_{at}():\n    return {at}\n").unwrap();
        write!(
            reply,
            "@@ @@\n def task_{at}():\n-    return {at}\n+    return -{at}\n"
        )
        .unwrap();
    }
    let mut drive = Drive::on("src/app.py", &file, &reply, (120, 40));
    drive.keys(&"]".repeat(99));
    let text = drive.text();
    // Below the bar of the hunk under review: its number, and the definition, each in its column.
    let rows: Vec<Vec<char>> = text
        .lines()
        .map(|row| row.chars().take(31).collect())
        .collect();
    let name_at = |row: &Vec<char>| {
        row.windows(5)
            .position(|five| five == ['t', 'a', 's', 'k', '_'])
    };
    let columns: Vec<usize> = rows.iter().filter_map(name_at).collect();
    assert!(columns.len() > 30, "{text}");
    assert!(columns.iter().all(|column| *column == columns[0]), "{text}");
    assert!(
        text.contains(" 100 task_99") && text.contains("  99 task_98"),
        "{text}"
    );
}

#[test]
fn without_colours_only_text_is_struck() {
    for way in ["", "<tab><tab>", "<tab><tab>m"] {
        let mut drive = Drive::of(REPLY, "mono", (120, 40));
        drive.keys(way);
        let buffer = drive.buffer();
        for y in 0..buffer.area.height {
            let struck: Vec<u16> = (0..buffer.area.width)
                .filter(|x| buffer[(*x, y)].modifier.contains(Modifier::CROSSED_OUT))
                .collect();
            for x in [struck.first(), struck.last()].into_iter().flatten() {
                let symbol = buffer[(*x, y)].symbol();
                assert!(
                    !symbol.trim().is_empty() && symbol != "-",
                    "row {y}, column {x} of {struck:?}\n{}",
                    drive.text()
                );
            }
        }
    }
}

/// The row of the cursor tells what changes in it, too.
#[test]
fn without_colours_the_row_of_the_cursor_shows_what_changes() {
    let reply = lib_patch(&[&format!("{SUB}-    a - b\n+    a - c\n }}\n")]);
    let drive = Drive::of(&reply, "mono", (80, 24));
    let (buffer, text) = (drive.buffer(), drive.text());
    let at = text.lines().position(|row| row.contains("-    a - b"));
    let y = at.expect("the line is on the screen") as u16;
    let at = |x: u16| buffer[(x, y)].modifier;
    assert!(
        at(60).contains(Modifier::REVERSED),
        "the cursor is there\n{text}"
    );
    let row: Vec<(&str, Modifier)> = (0..60).map(|x| (buffer[(x, y)].symbol(), at(x))).collect();
    let of = |symbol: &str| row.iter().rfind(|(it, _)| *it == symbol).unwrap().1;
    assert!(of("a").contains(Modifier::CROSSED_OUT), "{row:?}");
    assert!(
        !of("b").contains(Modifier::REVERSED),
        "the word that goes: {row:?}"
    );
}

#[test]
fn a_path_that_is_cut_says_so() {
    let path = "services/billing/adapters/outgoing/persistence/relational/ledger.py";
    let reply = format!("--- a/{path}\n+++ b/{path}\n@@ @@\n-a = 1\n+a = 2\n");
    for size in [(60, 20), (80, 24), (100, 30), (120, 40)] {
        let text = Drive::on(path, "a = 1\n", &reply, size).text();
        let title = text.lines().next().unwrap();
        assert!(title.contains("\u{2026}") || title.contains(path), "{text}");
        assert!(title.contains("ledger.py"), "{text}");
        let listed = text.lines().nth(1).unwrap();
        if size.0 >= 100 {
            assert!(
                listed.contains('\u{2026}') && listed.contains("ledger.py"),
                "{text}"
            );
        }
    }
}

/// A line through what stands for other lines would say that it goes.
#[test]
fn without_colours_what_tells_of_more_lines_is_not_struck() {
    let file = "def get(key):\n    page = pages.find(key)\n    if page is None:\n        log(1)\n        log(2)\n        return 1\n    return page\n";
    let old = "def get(key, other):\n    found = pages.find(key)\n    if found.old():\n        tell(1)\n        tell(2)\n        return 9\n    return found\n";
    let new = "def get(key, other):\n    return None\n";
    let reply = format!("a.py\n<<<<<<< SEARCH\n{old}=======\n{new}>>>>>>> REPLACE\n");
    let drive = Drive::with(&[("a.py", file)], &reply, "mono", (80, 24));
    let (buffer, text) = (drive.buffer(), drive.text());
    let at = text.lines().position(|row| row.contains(" more lines"));
    let y = at.expect(&text) as u16;
    let loud = Modifier::CROSSED_OUT | Modifier::BOLD;
    let is_loud = |x: &u16| buffer[(*x, y)].modifier.intersects(loud);
    assert_eq!((0..80).find(is_loud), None, "{text}");
}

#[test]
fn a_hunk_that_the_file_has_already_is_not_counted_as_left_out() {
    let reply = lib_patch(&[
        " pub fn add(a: u32, b: u32) -> u32 {\n-    b + a\n+    a + b\n }\n",
        &format!("{SUB}-    a - b\n+    b - a\n }}\n"),
    ]);
    let mut drive = Drive::of(&reply, "dark", (100, 30));
    drive.keys("YA");
    let text = drive.text();
    assert!(text.contains("1 of 1 hunk"), "{text}");
}

/// A line through a dash is all that would be seen of it.
#[test]
fn without_colours_no_dash_is_struck() {
    let reply = lib_patch(&[&format!("{SUB}-    a - b\n+    b - a\n }}\n")]);
    for keys in ["", "j", "i"] {
        let mut drive = Drive::of(&reply, "mono", (100, 30));
        drive.keys(keys);
        let buffer = drive.buffer();
        let struck: Vec<&str> = (0..buffer.area.height)
            .flat_map(|y| (0..buffer.area.width).map(move |x| (x, y)))
            .filter(|at| buffer[*at].modifier.contains(Modifier::CROSSED_OUT))
            .map(|at| buffer[at].symbol())
            .collect();
        assert!(!struck.contains(&"-"), "{keys}: {}", drive.text());
        assert!(keys == "i" || struck.contains(&"a"), "{}", drive.text());
    }
}

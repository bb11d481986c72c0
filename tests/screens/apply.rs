//! What would be written can be read to its last character, is searched and gone through like a review, and names what to check.

use std::fmt::Write as _;

use hunkwise::text::RelPath;

use super::drive::Drive;

/// Returns all rows of what is on the screen below its title, from the first to the last, as they are scrolled through.
fn all_rows(drive: &mut Drive) -> Vec<String> {
    drive.keys("g");
    let mut rows: Vec<String> = Vec::new();
    for _ in 0..400 {
        let text = drive.text();
        let body: Vec<String> = text.lines().skip(2).map(str::to_string).collect();
        let body = &body[..body.len() - 2];
        // Each step is one row.
        if rows.is_empty() {
            rows.extend_from_slice(body);
        } else {
            rows.extend(body.last().cloned());
        }
        let before = drive.text();
        drive.keys("j");
        if drive.text() == before {
            break;
        }
    }
    rows
}

/// Asserts that each character of `line` is on the screen of all that would be written, and in the full diff.
#[track_caller]
fn check_whole(path: &str, line: &str, size: (u16, u16)) {
    let file = "first\nlast\n";
    let reply = format!("--- a/{path}\n+++ b/{path}\n@@ -1,2 +1,3 @@\n first\n+{line}\n last\n");
    for keys in ["YA", "YAd"] {
        let mut drive = Drive::on(path, file, &reply, size);
        drive.keys(keys);
        let rows = all_rows(&mut drive);
        let shown: String = rows.concat();
        let shown: String = shown.chars().filter(|c| !c.is_whitespace()).collect();
        let wanted: String = line.chars().filter(|c| !c.is_whitespace()).collect();
        assert!(
            shown.contains(&wanted),
            "{keys} at {size:?}\n{}",
            rows.join("\n")
        );
    }
}

#[test]
fn a_long_line_without_blanks_is_shown_whole() {
    let call = |n: usize| format!("x={};import_os.system(\"rm-rf~\")", "f(1)+".repeat(n));
    for size in [(80, 24), (60, 15), (120, 40)] {
        check_whole("m.py", &call(80), size);
        check_whole("m.py", &format!("a = {} b", call(200)), size);
    }
    let wide = "\u{6f22}\u{5b57}".repeat(90) + "end";
    check_whole("m.py", &wide, (80, 24));
    let marks = "\u{202e}x".repeat(60) + "end";
    let shown = marks.replace('\u{202e}', "\u{2039}U+202E\u{203a}");
    let reply = format!("--- a/m.py\n+++ b/m.py\n@@ -1,2 +1,3 @@\n first\n+{marks}\n last\n");
    let mut drive = Drive::on("m.py", "first\nlast\n", &reply, (80, 24));
    drive.keys("H<enter>Ad");
    let rows = all_rows(&mut drive).concat();
    let rows: String = rows.chars().filter(|c| !c.is_whitespace()).collect();
    assert!(rows.contains(&shown), "{rows}");
}

/// A patch of three files, the second of many hunks.
fn three_files() -> (Vec<(&'static str, String)>, String) {
    let mut reply = String::new();
    let mut files = Vec::new();
    for path in ["a.py", "b.py", "c.py"] {
        let mut file = String::new();
        write!(reply, "--- a/{path}\n+++ b/{path}\n").unwrap();
        for at in 0..20 {
            write!(file, "def task_{at}():\n    return {at}\n\n\n\n\n\n\n\n").unwrap();
            write!(
                reply,
                "@@ @@\n def task_{at}():\n-    return {at}\n+    return -{at}\n"
            )
            .unwrap();
        }
        files.push((path, file));
    }
    (files, reply)
}

fn drive_three(size: (u16, u16)) -> Drive {
    let (files, reply) = three_files();
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(path, file)| (*path, file.as_str()))
        .collect();
    Drive::with(&files, &reply, "dark", size)
}

#[test]
fn every_key_of_movement_moves_in_all_that_would_be_written() {
    for screen in ["YA", "YAd"] {
        for size in [(80, 24), (120, 40)] {
            let mut drive = drive_three(size);
            drive.keys(screen);
            let top = drive.text();
            for (away, back) in [
                ("j", "k"),
                ("<down>", "<up>"),
                ("<ctrl-d>", "<ctrl-u>"),
                ("<pgdn>", "<pgup>"),
                ("<space>", "<ctrl-b>"),
                ("<ctrl-f>", "<pgup>"),
                ("<ctrl-e>", "<ctrl-y>"),
                ("G", "g"),
                ("<end>", "<home>"),
                ("}", "{"),
                ("]", "["),
                ("J", "K"),
            ] {
                drive.keys(away);
                assert_ne!(
                    drive.text(),
                    top,
                    "{screen} {away} moves nothing at {size:?}"
                );
                drive.keys(back).keys("g");
                assert_eq!(drive.text(), top, "{screen} {back} at {size:?}");
            }
        }
    }
}

#[test]
fn a_page_is_a_page_high() {
    for (screen, size) in [("YA", (80, 24)), ("YAd", (80, 24)), ("YAd", (120, 40))] {
        let mut drive = drive_three(size);
        drive.keys(screen);
        let rows = |drive: &Drive| -> Vec<String> {
            let text = drive.text();
            let rows: Vec<String> = text.lines().skip(2).map(str::to_string).collect();
            rows[..rows.len() - 2].to_vec()
        };
        let before = rows(&drive);
        drive.keys("<pgdn>");
        let after = rows(&drive);
        // What was last is seen once more, and little besides.
        let last = before.last().unwrap();
        let at = after
            .iter()
            .position(|row| row == last && !row.trim().is_empty());
        assert!(
            at.is_some_and(|at| at <= 2)
                || after
                    .iter()
                    .all(|row| !before.contains(row) || row.trim().len() < 3),
            "{screen} {size:?}\n{}\n--\n{}",
            before.join("\n"),
            after.join("\n")
        );
    }
}

#[test]
fn files_and_hunks_are_gone_to_by_their_keys() {
    for screen in ["YA", "YAd"] {
        let mut drive = drive_three((80, 24));
        drive.keys(screen);
        for path in ["a.py", "b.py", "c.py"] {
            if !(screen == "YAd" && path == "a.py") {
                drive.keys("}");
            }
            let text = drive.text();
            let row = text.lines().nth(2).unwrap_or_default();
            assert!(
                row.contains(path) && row.contains("+20") && row.contains("-20"),
                "{screen} {path}\n{text}"
            );
        }
        drive.keys("{");
        assert!(
            drive
                .text()
                .lines()
                .nth(2)
                .unwrap_or_default()
                .contains("b.py")
        );
    }
}

#[test]
fn what_would_be_written_is_searched() {
    for screen in ["YA", "YAd"] {
        let mut drive = drive_three((80, 24));
        drive.keys(screen).keys("/return -7<enter>");
        let seen = |drive: &Drive| drive.text().contains("return -7");
        assert!(seen(&drive), "{screen}\n{}", drive.text());
        let first = drive.text();
        drive.keys("n");
        assert!(
            seen(&drive) && drive.text() != first,
            "{screen}\n{}",
            drive.text()
        );
        drive.keys("n");
        let third = drive.text();
        drive.keys("n");
        assert_ne!(drive.text(), third, "and round");
        drive.keys("N");
        assert_eq!(
            drive.text().lines().skip(2).take(19).collect::<Vec<_>>(),
            third.lines().skip(2).take(19).collect::<Vec<_>>()
        );
        drive.keys("/nowhere to be found<enter>");
        assert!(
            drive.text().contains("not found"),
            "{screen}\n{}",
            drive.text()
        );
    }
}

#[test]
fn a_key_that_does_nothing_says_so_everywhere() {
    for screen in ["YA", "YAd", "1i", "I", "YL"] {
        let mut drive = Drive::new((80, 24));
        drive.keys(screen);
        drive.keys("%");
        assert!(
            drive.text().contains("`%` does nothing here"),
            "{screen}\n{}",
            drive.text()
        );
    }
}

/// An exact hunk, one that differs in blanks alone, and two that overlap in one insertion point.
fn mixed() -> String {
    let sub = " pub fn sub(a: u32, b: u32) -> u32 {\n";
    super::lib_patch(&[
        " pub fn add(a: u32, b: u32) -> u32 {\n-    a + b\n+    b + a\n }\n",
        &format!("{sub}-  a - b\n+  b - a\n }}\n"),
    ])
}

#[test]
fn accepting_all_means_the_exact_ones_wherever_it_is_pressed() {
    for keys in ["A", "<enter>A"] {
        let mut drive = Drive::of(&mixed(), "dark", (100, 30));
        drive
            .keys("<enter>")
            .keys(keys.trim_start_matches("<enter>"));
        let text = drive.text();
        assert!(
            text.contains("1 hunk is undecided and won't be written"),
            "{text}"
        );
        drive.keys("Y");
        assert_eq!(
            drive.model.session.tally().n_accepted,
            1,
            "{}",
            drive.text()
        );
        assert!(
            drive.text().contains("1 hunk is undecided"),
            "{}",
            drive.text()
        );
    }
    // The loose one first: then the exact one is what is left.
    let mut drive = Drive::of(&mixed(), "dark", (100, 30));
    drive.keys("]<enter>A");
    assert!(drive.text().contains("Y accept"), "{}", drive.text());
    drive.keys("Y");
    assert_eq!(
        drive.model.session.tally().n_accepted,
        2,
        "{}",
        drive.text()
    );
    assert!(!drive.text().contains("undecided"), "{}", drive.text());
}

#[test]
fn what_is_below_exact_is_to_be_checked_however_it_was_accepted() {
    for keys in ["]<enter>A", "<enter><enter>A", "]<space>A", "aA", "aaA"] {
        let mut drive = Drive::of(&mixed(), "dark", (100, 30));
        drive.keys(keys);
        let text = drive.text();
        assert!(text.contains("Check before writing"), "{keys}\n{text}");
        let row = text.lines().find(|row| row.contains("hunk 2"));
        assert!(
            row.is_some_and(|row| row.contains("whitespace 9")),
            "{keys}\n{text}"
        );
        drive.keys("1");
        assert_eq!(drive.model.session.number(drive.model.hunk), 2, "{keys}");
    }
    let mut drive = Drive::of(&mixed(), "dark", (100, 30));
    drive.keys("YA");
    assert!(
        !drive.text().contains(" 1 hunk 1"),
        "an exact one is not\n{}",
        drive.text()
    );
}

#[test]
fn two_hunks_kept_in_an_overlap_are_to_be_checked() {
    let insert = |line: &str| format!("{}+    // {line}\n     a - b\n", super::SUB);
    let reply = super::lib_patch(&[&insert("one"), &insert("two")]);
    let mut drive = Drive::of(&reply, "dark", (100, 30));
    drive.keys("b<enter>A");
    let text = drive.text();
    assert!(text.contains("Check before writing"), "{text}");
    for hunk in ["hunk 1", "hunk 2"] {
        let row = text
            .lines()
            .find(|row| row.contains(hunk) && row.contains("both kept"));
        assert!(row.is_some(), "{text}");
    }
    drive.keys("<enter>");
    let after = drive
        .world
        .read(&RelPath::new("src/lib.rs").unwrap())
        .unwrap();
    let after = String::from_utf8(after).unwrap();
    assert!(after.contains("// one\n    // two"), "{after}");
}

#[test]
fn line_ends_are_marked_only_where_a_file_has_two_kinds_or_changes_them() {
    let reply = "--- a/m.py\n+++ b/m.py\n@@ -1,2 +1,3 @@\n first\n+second\n last\n";
    for (file, marks) in [
        ("first\r\nlast\r\n", 0),
        ("first\nlast\n", 0),
        ("first\r\nlast\r\nmore\n", 3),
    ] {
        let mut drive = Drive::on("m.py", file, reply, (80, 24));
        drive.keys("YA");
        let text = drive.text();
        assert!(text.contains("second"), "{file:?}\n{text}");
        assert_eq!(text.matches('\u{240d}').count(), marks, "{file:?}\n{text}");
    }
}

#[test]
fn the_numbers_of_hunks_that_stay_out_are_cut_only_where_there_is_no_room() {
    let file: String = (0..20).map(|n| format!("line_{n} = {n}\n\n\n\n")).collect();
    let hunk = |n| format!("@@ @@\n-line_{n} = {n}\n+line_{n} = 0\n");
    let hunks: String = (0..20).map(hunk).collect();
    let reply = format!("--- a/m.py\n+++ b/m.py\n{hunks}");
    let mut drive = Drive::on("m.py", &file, &reply, (80, 24));
    // Every other one is rejected.
    drive.keys(&"<enter>x".repeat(10)).keys("A");
    let text = drive.text();
    let all = "hunks 3, 5, 7, 9, 11, 13, 15, 17, 19-20  m.py  rejected";
    assert!(text.contains(all), "{text}");
    // Beside a reason that is long they give way.
    let hunk = "x".repeat(30);
    drive
        .keys("<esc>")
        .keys(&format!("]xc{hunk}<enter>x"))
        .keys("A");
    let text = drive.text();
    assert!(
        text.contains("hunks 3, 5, 7, 9, 11, 13, 1\u{2026}  m.py  rejected\n"),
        "{text}"
    );
}

const TWICE: &str = "def a():\n    total = 0\n    log(total)\n    return total\n\n\ndef b():\n    total = 0\n    log(total)\n    return total\n";

/// Returns the row that says why hunk 1 is to be checked.
fn to_check(drive: &Drive) -> String {
    let text = drive.text();
    let mut rows = text.lines().skip_while(|row| !row.contains("1 hunk 1"));
    let first = rows.next();
    let first = first.unwrap_or_else(|| panic!("nothing to check\n{text}"));
    // A second row says why, where one has no room for it.
    format!("{first}\n{}", rows.next().unwrap_or_default())
}

#[test]
fn a_hunk_made_at_all_of_its_places_names_each_and_was_edited_by_nobody() {
    let reply =
        "--- a/m.py\n+++ b/m.py\n@@ @@\n-    log(total)\n+    note(total)\n     return total\n";
    for size in [(80, 24), (120, 40)] {
        let mut drive = Drive::on("m.py", TWICE, reply, size);
        drive.keys("++");
        let text = drive.text();
        assert!(text.contains("accepted at 2 places"), "{text}");
        assert!(!text.contains("edited"), "{text}");
        drive.keys("A");
        let row = to_check(&drive);
        assert!(
            row.contains("made at 2 places") && row.contains("m.py:3, 9"),
            "{row}"
        );
        assert!(!row.contains("edited"), "{row}");
    }
}

#[test]
fn a_new_file_that_takes_the_place_of_another_is_said_to_replace_it() {
    let reply = "--- /dev/null\n+++ b/m.py\n@@ -0,0 +1,2 @@\n+one = 1\n+two = 2\n";
    let mut drive = Drive::on("m.py", TWICE, reply, (80, 24));
    drive.keys("1<enter>A");
    let row = to_check(&drive);
    assert!(row.contains("replaces the whole file"), "{row}");
    assert!(!row.contains("exact"), "{row}");
    let text = drive.text();
    assert!(text.contains("m.py  replaces the whole file"), "{text}");
}

#[test]
fn a_hunk_edited_by_hand_is_not_among_the_exact_ones_and_is_checked() {
    use hunkwise::ui::msg::Msg;
    let reply = "--- a/m.py\n+++ b/m.py\n@@ -1,2 +1,2 @@\n-def a():\n+def c():\n     total = 0\n";
    let file = "def a():\n    total = 0\n    print(1)\n    print(1)\n    return total\n";
    let mut drive = Drive::on("m.py", file, reply, (80, 24));
    assert!(
        drive.text().contains("Y accept 1 exact"),
        "{}",
        drive.text()
    );
    let edited = b"-def a():\n+def c():\n     total = 0\n-    print(1)\n-    print(1)\n";
    drive.take_in(Msg::Edited(drive.model.hunk, Ok(edited.to_vec())));
    let text = drive.text();
    assert!(
        text.contains("`print(1)` (2 times)"),
        "each line that goes\n{text}"
    );
    assert!(!text.contains("exact  "), "{text}");
    drive.keys("Y");
    assert_eq!(
        drive.model.session.tally().n_accepted,
        0,
        "{}",
        drive.text()
    );
    drive.keys("<enter>A");
    assert!(
        to_check(&drive).contains("edited by you"),
        "{}",
        drive.text()
    );
}

#[test]
fn the_way_back_is_always_named() {
    let reply =
        "--- a/m.py\n+++ b/m.py\n@@ @@\n-    log(total)\n+    note(total)\n     return total\n";
    let other = reply.replace("m.py", "n.py");
    for size in [(60, 15), (80, 24)] {
        let files = [("m.py", TWICE), ("n.py", TWICE)];
        let mut drive = Drive::with(&files, &(reply.to_string() + &other), "dark", size);
        drive.keys("2<enter>2<enter>A");
        let text = drive.text();
        let footer = text.lines().last().unwrap();
        assert!(footer.contains("1-2 go to hunk"), "{text}");
        assert!(
            footer.contains("Esc back") && footer.contains("q quit"),
            "{text}"
        );
    }
}

#[test]
fn of_a_file_that_is_renamed_both_names_are_seen() {
    let (from, to) = (
        "a_folder/with_a_name/the_old_name.txt",
        "b_folder/inside_of_another/the_new_name.txt",
    );
    let reply = format!(
        "diff --git a/{from} b/{to}\nrename from {from}\nrename to {to}\n--- a/{from}\n+++ b/{to}\n@@ @@\n a\n-b\n+c\n"
    );
    for width in [80, 120] {
        let mut drive = Drive::with(&[(from, "a\nb\n")], &reply, "dark", (width, 24));
        let text = drive.keys("YA").text();
        let row = text
            .lines()
            .find(|row| row.contains(" renames to "))
            .unwrap();
        assert!(row.contains("/the_old_name.txt  renames to "), "{text}");
        assert!(
            row.contains("/the_new_name.txt  1 of 1 hunk  +1 -1"),
            "{text}"
        );
    }
}

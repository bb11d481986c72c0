//! What is done to whole files, what stands in the way of it, and lines of every width.

use hunkwise::text::RelPath;
use hunkwise::ui::World;

use super::drive::Drive;
use super::{SUB, check, check_reply, lib_patch};

/// A file each for what a patch can do to one, and for what can stand in its way.
pub(crate) const FILES: &str = "--- a/src/lib.rs\n+++ /dev/null\n@@ -1,9 +0,0 @@\n-/// Adds two numbers.\n\
                     -pub fn add(a: u32, b: u32) -> u32 {\n-    a + b\n-}\n-\n\
                     -/// Subtracts one number from another.\n-pub fn sub(a: u32, b: u32) -> u32 {\n-    a - b\n-}\n\
                     --- /dev/null\n+++ b/src/app.py\n@@ -0,0 +1 @@\n+import this\n\
                     diff --git a/docs/old.txt b/docs/new.txt\nsimilarity index 100%\nrename from docs/old.txt\n\
                     rename to docs/new.txt\n\
                     diff --git a/../out.py b/../out.py\n--- a/../out.py\n+++ b/../out.py\n@@ @@\n-x\n+y\n\
                     diff --git a/logo.png b/logo.png\nindex 1234567..89abcde 100644\n\
                     Binary files a/logo.png and b/logo.png differ\n";

#[test]
fn what_is_done_to_whole_files_is_said() {
    check_reply(FILES, "file_deleted", "{");
    check_reply(FILES, "file_exists", "");
    check_reply(FILES, "file_exists_looked_at", "1");
    check_reply(FILES, "file_renamed", "}");
    check_reply(FILES, "file_refused", "}}");
    check_reply(FILES, "file_binary", "}}}}");
    check_reply(FILES, "files_ready", "Y1<enter>A");
}

#[test]
fn an_import_that_stands_already_is_told() {
    let reply = "--- a/src/app.py\n+++ b/src/app.py\n@@ @@\n def load(path):\n+    import json\n";
    check_reply(reply, "repeated_import", "");
}

#[test]
fn a_change_of_mode_is_a_hunk_of_its_own() {
    let lib = lib_patch(&[&format!("{SUB}-    a - b\n+    b - a\n }}\n")]);
    let modes = "old mode 100644\nnew mode 100755\n";
    let reply = format!(
        "diff --git a/src/lib.rs b/src/lib.rs\n{modes}{lib}diff --git a/src/app.py b/src/app.py\n{modes}"
    );
    check_reply(&reply, "mode", "]");
    check_reply(&reply, "mode_alone", "]]");
    check_reply(&reply, "mode_ready", "YA");
}

#[test]
fn sections_that_are_given_one_target_are_written_together() {
    check("two_sections_ready", "<tab><tab><tab>T<enter>YA");
    let mut drive = Drive::new((80, 24));
    drive.keys("<tab><tab><tab>T<enter>YA<enter>");
    let path = hunkwise::text::RelPath::new("src/lib.rs").unwrap();
    let after = String::from_utf8(drive.world.read(&path).unwrap()).unwrap();
    assert!(
        after.contains("a.wrapping_add(b)") && after.contains("a.saturating_sub(b)"),
        "{after}"
    );
    drive.keys("U");
    let before = String::from_utf8(drive.world.read(&path).unwrap()).unwrap();
    assert!(
        before.contains("    a + b\n") && before.contains("    a - b\n"),
        "{before}"
    );
}

#[test]
fn sections_of_one_target_that_collide_are_refused_in_words() {
    let again = "--- a/src/libs.rs\n+++ b/src/libs.rs\n@@ -7,3 +7,3 @@\n pub fn sub(a: u32, b: u32) -> u32 {\n\
                 -    a - b\n+    b - a\n }\n";
    let one = lib_patch(&[&format!("{SUB}-    a - b\n+    a * b\n }}\n")]);
    check_reply(
        &format!("{one}{again}"),
        "two_sections_collide",
        "T<enter>YA",
    );
}

#[test]
fn what_stands_there_already_is_said() {
    let there = lib_patch(&[
        &format!("{SUB}+    a - b\n }}\n"),
        &format!("{SUB}     a - b\n }}\n"),
    ]);
    check_reply(&there, "already_there", "");
    check_reply(&there, "changes_nothing", "]");
    check_reply(&there, "already_there_looked_at", "1");
}

#[test]
fn a_written_hunk_offers_no_place() {
    check("written", "Y2<enter>A<enter><esc>[");
    check("written_shown", "Y2<enter>A<enter><esc>[1");
}

#[test]
fn long_and_wide_lines_are_cut_wrapped_or_scrolled() {
    let long = "wide \u{4f60}\u{597d} e\u{301} \u{1f469}\u{200d}\u{1f4bb}\ttab ".repeat(9);
    let reply = lib_patch(&[&format!("{SUB}+    // {long}end\n     a - b\n")]);
    check_reply(&reply, "wide_cut", "");
    check_reply(&reply, "wide_scrolled", "ll");
    check_reply(&reply, "wide_wrapped", "w");
    check_reply(&reply, "wide_side_by_side", "t");
    check_reply(&reply, "wide_blanks", "W");
}

#[test]
fn parts_that_name_no_file_are_given_one_together() {
    let file = "def a():\n    return 1\n\n\ndef b():\n    return 2\n\n\ndef c():\n    return 3\n";
    let fence = |name: &str, n: usize| {
        format!(
            "In {name}:\n\n```diff\n@@ ... @@\n def {name}():\n-    return {n}\n+    return {n}0\n```\n\n"
        )
    };
    let reply = [fence("a", 1), fence("b", 2), fence("c", 3)].concat();
    let mut drive = Drive::on("a.py", file, &reply, (80, 24));
    assert!(drive.text().contains("T  choose file"), "{}", drive.text());
    drive.keys("T");
    let text = drive.text();
    assert!(text.contains("Choose the file for hunk 1"), "{text}");
    assert!(text.contains("for all 3 parts without a file"), "{text}");
    drive.keys("<ctrl-a>");
    let text = drive.text();
    assert!(text.contains("Choose the file for all 3 parts"), "{text}");
    assert!(text.contains("a.py  3 of 3 hunks fit"), "{text}");
    drive.keys("<enter>");
    let text = drive.text();
    assert!(text.contains("Chose file a.py for 3 parts"), "{text}");
    let steps = drive.model.session.resolutions().steps().len();
    assert_eq!(steps, 1, "one step, which one undo takes back");
    drive.keys("YA");
    let text = drive.text();
    let told = text.matches("file chosen by you").count();
    assert_eq!(told, 3, "each part was given its file by hand: {text}");
    drive.keys("<enter>");
    let path = hunkwise::text::RelPath::new("a.py").unwrap();
    let after = String::from_utf8(drive.world.read(&path).unwrap()).unwrap();
    assert_eq!(after.matches("0\n").count(), 3, "{after}");
    let mut drive = Drive::on("a.py", file, &reply, (80, 24));
    drive.keys("T<ctrl-a><ctrl-a><enter>");
    let text = drive.text();
    assert!(text.contains("2 need you"), "for one part alone: {text}");
}

/// Nor is a file said to have been a program that it never was.
#[test]
fn of_a_new_file_no_mode_is_said_to_change() {
    let new = "--- /dev/null\n+++ b/new.py\n@@ -0,0 +1 @@\n+import this\n";
    let with = |mode: &str| format!("diff --git a/new.py b/new.py\nnew file mode {mode}\n{new}");
    let screens = |reply: &str| {
        let mut drive = Drive::of(reply, "dark", (120, 40));
        let review = drive.text();
        drive.keys("YA");
        let ready = drive.text();
        drive.keys("<enter>");
        [review, ready, drive.text()]
    };
    let changes = ["Mode", " -> ", "chmod", "program"];
    for reply in [new.to_string(), with("100644"), with("100755")] {
        for text in screens(&reply) {
            assert!(changes.iter().all(|it| !text.contains(it)), "{text}");
        }
    }
    for reply in [new.to_string(), with("100644")] {
        for text in screens(&reply) {
            assert!(!text.contains("mode"), "{text}");
        }
    }
    let [_, ready, _] = screens(&with("100755"));
    assert!(ready.contains("mode 755"), "{ready}");
}

#[test]
fn a_whole_file_is_reviewed_change_by_change() {
    let line = |at: usize| format!("    value_{at} = compute({at})\n");
    let before: String = (0..300).map(line).collect();
    let after = |changes: &[(usize, &str)]| -> String {
        let changed = |at: usize| {
            let new = changes.iter().find(|(line, _)| *line == at);
            new.map_or_else(|| line(at), |(_, new)| format!("    {new}\n"))
        };
        (0..300).map(changed).collect()
    };
    let changes = [
        (20, "value_20 = compute(21)"),
        (80, "value_80 = compute(81)"),
        (140, "value_140 = compute(141)"),
        (200, "return self.d[k]"),
        (260, "value_260 = compute(261)"),
    ];
    let reply = format!("values.py\n```python\n{}```\n", after(&changes));
    for size in [(80, 24), (120, 40)] {
        let mut drive = Drive::on("values.py", &before, &reply, size);
        // Two are accepted, one is rejected, one edited, one left out: ten keys.
        drive.keys("<enter><enter>xe<enter>xA<enter>");
        let edited = (200, "return self.items[key]");
        let expected = after(&[changes[0], changes[1], edited]);
        let path = RelPath::new("values.py").unwrap();
        let written = drive.world.snapshot(&path);
        let text = written.text().map(|text| text.as_bytes().to_vec());
        assert_eq!(text, Some(expected.into_bytes()), "{}", drive.text());
    }
}

#[test]
fn a_file_in_which_no_place_fits_well_is_not_said_to_fit() {
    let files = [
        ("a.txt", "one\n\ntwo\n\nthree\n\nfour\n"),
        ("b.txt", "five\n\nsix\n"),
    ];
    let blank = "```diff\n@@ @@\n \n+import os\n \n```\n";
    let mut drive = Drive::with(&files, blank, "dark", (80, 24));
    let text = drive.keys("T").text();
    assert!(!text.contains("fits"), "{text}");
    assert!(
        drive
            .keys("<esc><enter>")
            .text()
            .contains("T chooses the file")
    );
    // One that a person chose is not called alike.
    let far = "--- a/a.txt\n+++ b/a.txt\n@@ @@\n zzz\n+yyy\n xxx\n";
    let mut drive = Drive::with(&files, far, "dark", (80, 24));
    drive.keys("m:3<enter><enter>");
    assert!(
        drive.text().contains("line 3 · chosen by you  accepted"),
        "{}",
        drive.text()
    );
    let text = drive.keys("T").text();
    assert!(text.contains("a.txt  chosen by you, line 3"), "{text}");
}

#[test]
fn what_became_of_a_file_is_said_as_done_once_it_is_written() {
    let reply = "diff --git a/src/lib.rs b/src/lib.rs\ndeleted file mode 100644\n--- a/src/lib.rs\n+++ /dev/null\ndiff --git a/docs/old.txt b/docs/new.txt\nrename from docs/old.txt\nrename to docs/new.txt\n--- a/docs/old.txt\n+++ b/docs/new.txt\n@@ -1 +1 @@\n-old\n+new\n";
    let mut drive = super::drive::Drive::of(reply, "dark", (80, 24));
    drive.keys("1<enter>r<enter>A");
    let text = drive.text();
    assert!(text.contains("deletes the file"), "{text}");
    drive.keys("<enter>");
    let text = drive.text();
    assert!(text.contains("deleted the file"), "{text}");
    assert!(text.contains("renamed to docs/new.txt"), "{text}");
    drive.keys("<esc>[[");
    let text = drive.text();
    assert!(text.contains("written: file deleted"), "{text}");
    assert!(!text.contains("+0 -0"), "{text}");
    drive.keys("]");
    let text = drive.text();
    assert!(text.contains("written: renamed to docs/new.txt"), "{text}");
}

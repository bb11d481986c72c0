//! What the screen says is so: what Enter does, what a change on disk means, what is left, and what became of what was rejected.

use hunkwise::text::RelPath;
use hunkwise::ui::msg::Msg;

use super::drive::{Drive, REPLY};
use super::files::FILES;
use super::{BLOCKS, SUB, lib_patch};

/// Returns how many steps were decided.
fn n_steps(drive: &Drive) -> usize {
    drive.model.session.resolutions().steps().len()
}

/// Wherever the screen says that Enter accepts, it does.
#[test]
fn enter_accepts_where_the_screen_says_so() {
    let unlike = "--- a/src/app.py\n+++ b/src/app.py\n@@ @@\n     def get(self, key):\n-        value = self.cache.lookup(key)\n+        check(key)\n";
    let hiding = lib_patch(&[
        "     a + b // \u{202e}x\n+    // more \u{202e}\n }\n",
        &format!("{SUB}-    a - b\n+    b - a // \u{200b}\n }}\n"),
    ]);
    let lazy = "src/app.py\n```python\nclass Shelf:\n    # ... existing code ...\n    def label(self):\n        return self.text\n    # ... existing code ...\n```\n";
    for reply in [REPLY, BLOCKS, FILES, unlike, &hiding, lazy] {
        let n_hunks = Drive::of(reply, "dark", (100, 30))
            .model
            .session
            .tally()
            .n_hunks;
        for at in 0..n_hunks {
            for keys in [
                "", "1", "2", "3", "b", "B", "0", "+", ".", "..", "m", "1m", "1<enter>",
            ] {
                let mut drive = Drive::of(reply, "dark", (100, 30));
                drive.keys("{{{{[[[[[[[[[").keys(&"]".repeat(at)).keys(keys);
                let text = drive.text();
                let says = text.contains("Enter accepts") || text.contains("Enter asks");
                let before = (n_steps(&drive), drive.model.context());
                drive.keys("<enter>");
                let after = (n_steps(&drive), drive.model.context());
                assert!(
                    !says || before != after,
                    "hunk {} {keys}\n{text}\n{}",
                    at + 1,
                    drive.text()
                );
                if text.contains("Enter accepts") {
                    assert!(
                        after.0 > before.0,
                        "hunk {} {keys}\n{text}\n{}",
                        at + 1,
                        drive.text()
                    );
                }
            }
        }
    }
}

#[test]
fn a_change_on_disk_names_what_matching_anew_does_with_every_hunk() {
    let mut drive = Drive::demo("dark", (120, 40));
    drive.keys("E");
    let path = drive.model.session.plan().files[0].target.clone().unwrap();
    drive.take_in(Msg::Touched(vec![path]));
    drive.keys("d");
    let text = drive.text();
    assert!(!text.contains("no hunk has a place"), "{text}");
    assert!(text.contains("hunks 1-3 move 1 line down"), "{text}");
    drive.keys("R");
    assert!(
        drive
            .text()
            .contains("Re-matched cart.py. Hunks 1, 2 and 3 still need review"),
        "{}",
        drive.text()
    );
}

#[test]
fn a_file_that_was_deleted_is_said_to_be() {
    let mut drive = Drive::of(REPLY, "dark", (120, 40));
    let path = |path: &str| RelPath::new(path).unwrap();
    drive.world.remove(&path("src/lib.rs"));
    drive.take_in(Msg::Touched(vec![path("src/lib.rs")]));
    let text = drive.text();
    assert!(text.contains("src/lib.rs was deleted."), "{text}");
    drive.keys("d");
    let text = drive.text();
    assert!(
        text.contains("Deleted:") && !text.contains("or became"),
        "{text}"
    );
    let mut drive = Drive::of(REPLY, "dark", (120, 40));
    drive
        .world
        .write(&path("src/lib.rs"), vec![0, 159, 146, 150]);
    drive.take_in(Msg::Touched(vec![path("src/lib.rs")]));
    assert!(
        drive.text().contains("src/lib.rs became binary."),
        "{}",
        drive.text()
    );
    // Two files: the second is no part of where the first changed.
    let mut drive = Drive::of(REPLY, "dark", (120, 40));
    for name in ["src/app.py", "src/lib.rs"] {
        let old = drive.world.read(&path(name)).unwrap();
        drive
            .world
            .write(&path(name), [b"# new\n", old.as_slice()].concat());
    }
    drive.take_in(Msg::Touched(vec![path("src/app.py"), path("src/lib.rs")]));
    let text = drive.text();
    assert!(
        text.contains("1 line added at line 1; 1 more file changed"),
        "{text}"
    );
}

#[test]
fn a_hunk_that_was_rejected_is_called_that_and_no_new_problem() {
    for size in [(80, 24), (120, 40)] {
        let mut drive = Drive::of(REPLY, "dark", size);
        drive.keys("<tab>1<enter>A<enter><esc>[[[[[[[[]]]");
        assert_eq!(drive.model.session.number(drive.model.hunk), 4);
        let text = drive.text();
        let title = text.lines().nth(1).unwrap();
        assert!(
            title.contains("Hunk 4 of 9  rejected: conflicts with hunk 3"),
            "{text}"
        );
        assert!(!text.contains("removed line differs."), "{text}");
        if size.0 >= 100 {
            let row = text.lines().find(|row| row.contains("x 4 ")).unwrap();
            assert!(row.contains("rejected"), "{row}");
        }
    }
}

#[test]
fn what_stands_in_the_way_of_applying_is_named_and_shown() {
    let file = "a = 1\nb = 2\nc = 3\nd = 4\n";
    let reply = "--- a/m.py\n+++ b/m.py\n@@ @@\n-b = 2\n+b = 20\n@@ @@\n-zzzz\n+b = 30\n";
    let mut drive = Drive::on("m.py", file, reply, (100, 30));
    // The second is put on the line that the first changes.
    drive.keys("[<enter>");
    assert_eq!(drive.model.session.tally().n_accepted, 1);
    drive.keys("m:2<enter><enter>r");
    drive.keys("A");
    let text = drive.text();
    assert!(
        text.contains("Can't apply: hunks 1 and 2 conflict"),
        "{text}"
    );
    assert!(
        text.contains("Keep one, or both?"),
        "the conflict is shown\n{text}"
    );
}

#[test]
fn the_filter_lists_what_is_not_exact_and_never_nothing() {
    let reply = lib_patch(&[
        " pub fn add(a: u32, b: u32) -> u32 {\n-    a + b\n+    b + a\n }\n",
        &format!("{SUB}-  a - b\n+  b - a\n }}\n"),
    ]);
    let mut drive = Drive::of(&reply, "dark", (120, 40));
    for _ in 0..5 {
        drive.keys("f");
        let text = drive.text();
        let n_hunks = drive
            .model
            .list
            .iter()
            .filter(|row| matches!(row, hunkwise::ui::model::ListRow::Hunk(_)))
            .count();
        assert!(n_hunks > 0, "{text}");
        if text.contains("Filter: not exact") {
            assert!(text.contains("(1 of 2)"), "{text}");
            assert_eq!(drive.model.session.number(drive.model.hunk), 2);
        }
        let marked = text
            .lines()
            .filter(|row| row.starts_with('\u{258c}'))
            .count();
        assert_eq!(marked, 1, "one row is the hunk under review\n{text}");
    }
    assert!(drive.keys("f").text().contains("undecided") || !drive.text().is_empty());
}

#[test]
fn without_an_editor_none_is_offered() {
    let mut drive = Drive::demo("dark", (120, 40));
    let row = |drive: &Drive| drive.text().lines().last().unwrap().to_string();
    assert!(!row(&drive).contains("e edit"), "{}", row(&drive));
    drive.keys("e");
    assert!(drive.text().contains("set $EDITOR"), "{}", drive.text());
    let drive = Drive::new((120, 40));
    assert!(row(&drive).contains("e edit"), "{}", row(&drive));
}

#[test]
fn a_hunk_that_matches_nothing_is_said_to_once() {
    let reply = lib_patch(&["-QQQQQQ\n+x\n"]);
    for size in [(80, 24), (120, 40)] {
        let drive = Drive::of(&reply, "dark", size);
        let text = drive.text();
        assert!(text.contains("fits no place in this file"), "{text}");
        for again in ["Nothing is similar", "Nothing fits"] {
            assert!(!text.contains(again), "{again}\n{text}");
        }
        assert!(
            text.contains("preview where it could go"),
            "the places are for something\n{text}"
        );
    }
}

#[test]
fn all_keys_can_be_seen_in_help_and_how_many_there_are() {
    for size in [(80, 24), (120, 40)] {
        let mut drive = Drive::of(REPLY, "dark", size);
        drive.keys("?<down>");
        let first = drive.text();
        let n_all = hunkwise::ui::keymap::KEYMAP.len();
        assert!(first.contains(&format!("of {n_all}")), "{first}");
        drive.keys("<pgdn><pgdn><pgdn>");
        let later = drive.text();
        let top = first.lines().nth(4).unwrap();
        assert!(
            !later.contains(top.trim_matches(['\u{2502}', ' '])),
            "a page on, the first rows are gone\n{later}"
        );
        drive.keys("<end>");
        assert!(
            drive.text().contains(&format!("-{n_all} of {n_all}")),
            "{}",
            drive.text()
        );
        drive.keys("<home>");
        assert_eq!(drive.text(), first);
    }
}

#[test]
fn where_a_hidden_character_would_be_is_told_by_its_line_and_kind() {
    let reply = lib_patch(&[&format!("{SUB}-    a - b\n+    b - a // \u{200b}\n }}\n")]);
    let drive = Drive::of(&reply, "dark", (100, 30));
    let text = drive.text();
    assert!(text.contains("U+200B (zero width) in new line 8"), "{text}");
}

#[test]
fn the_question_stays_beside_what_was_decided_before() {
    let mut drive = Drive::new((80, 24));
    drive.keys("Y2<enter>");
    let path = RelPath::new("src/app.py").unwrap();
    let old = String::from_utf8(drive.world.read(&path).unwrap()).unwrap();
    let new = old.replacen("result.append(item * 2)", "result.append(item)", 1);
    drive.world.write(&path, new.into_bytes());
    drive.take_in(Msg::Touched(vec![path]));
    drive.keys("R{{[[[[[[]");
    let text = drive.text();
    let title = text.lines().nth(1).unwrap();
    assert!(
        title.contains("Hunk 2") && title.contains("Was accepted."),
        "{text}"
    );
    assert!(!text.contains("review it\n"), "{text}");
}

#[test]
fn a_command_is_found_by_its_name_and_says_why_it_cannot_be_done() {
    let mut drive = Drive::new((100, 30));
    for name in ["split", "undo", "redo"] {
        drive.keys(":").keys(name);
        let text = drive.text();
        let marked = text.lines().find(|row| row.contains(" > ")).unwrap();
        assert!(marked.contains(&format!(" > {name} ")), "{text}");
        let (_, why) = marked.split_once("not now: ").expect("it says why");
        let why: String = why.to_lowercase().chars().take(16).collect();
        let before = n_steps(&drive);
        drive.keys("<enter>");
        assert_eq!(n_steps(&drive), before, "{name}");
        let text = drive.text().to_lowercase();
        assert!(text.contains(&why), "{name}: {why}\n{text}");
    }
    // What can be done comes first where nothing is typed.
    drive.keys(":");
    let text = drive.text();
    assert!(!text.contains("not now"), "{text}");
    drive.keys("banana<enter>");
    let text = drive.text();
    let status = text.lines().rev().nth(1).unwrap();
    assert!(status.contains("command"), "{text}");
}

#[test]
fn of_what_the_reply_says_the_sentence_about_the_hunk_is_shown() {
    let patch = "```diff\n--- a/src/lib.rs\n+++ b/src/lib.rs\n@@ @@\n-zzz_total\n+sum_total\n```\n";
    for (lead, about) in [
        (
            "Sure! There are two things to do. The `sum_total` must be used. Nothing else changes:",
            "The `sum_total` must be used.",
        ),
        ("Of course! Use v1.2 of it:", "Use v1.2 of it"),
        ("Here it is:", "Here it is"),
    ] {
        let drive = Drive::of(&format!("{lead}\n\n{patch}"), "dark", (120, 40));
        let text = drive.text();
        assert!(text.contains(&format!("\u{201c}{about}\u{201d}")), "{text}");
    }
}

#[test]
fn a_folded_file_counts_all_that_need_a_person() {
    let mut drive = Drive::demo("dark", (120, 40));
    drive.keys("-");
    let text = drive.text();
    let row = text
        .lines()
        .find(|row| row.contains("shop/cart.py  "))
        .unwrap();
    assert!(row.contains("?3 of 3"), "{row}");
}

#[test]
fn what_is_left_out_around_a_hunk_is_said_in_one_row() {
    let lazy = "src/app.py\n```python\nclass Shelf:\n    # ... existing code ...\n    def label(self):\n        return self.text\n    # ... existing code ...\n```\n";
    let mut drive = Drive::of(lazy, "dark", (100, 30));
    drive.keys("J");
    let text = drive.text();
    let title = text.lines().nth(1).unwrap();
    assert!(
        title.contains("has no place in this file. Where does it go?"),
        "{text}"
    );
}

#[test]
fn a_list_that_is_cut_says_which_rows_are_seen() {
    let mut drive = Drive::new((80, 24));
    drive.keys(":");
    let text = drive.text();
    assert!(text.contains("   1-15 of "), "{text}");
    drive.keys("<end>");
    let text = drive.text();
    let row = text.lines().find(|row| row.contains("Filter:")).unwrap();
    let n = drive.model.context();
    assert_eq!(n, hunkwise::ui::keymap::Context::Palette);
    let (seen, all) = row.split_once(" of ").expect("which of how many");
    let last = seen.rsplit('-').next().unwrap();
    assert!(all.starts_with(&format!("{last} commands")), "{row}");
}

#[test]
fn enter_closes_help_where_no_key_was_chosen() {
    let mut drive = Drive::of(REPLY, "dark", (80, 24));
    let before = drive.text();
    drive.keys("?<enter>");
    assert_eq!(drive.text(), before);
    drive.keys("?accept-clear");
    assert!(drive.text().contains("Enter  run"), "{}", drive.text());
    drive.keys("<enter>");
    assert_ne!(drive.text(), before);
}

/// A plain diff of `src/lib.rs`, and below it a combined one of `src/app.py`.
const COMBINED: &str = "```diff\n--- a/src/lib.rs\n+++ b/src/lib.rs\n@@ -7,3 +7,3 @@\n pub fn sub(a: u32, b: u32) -> u32 {\n-    a - b\n+    a.saturating_sub(b)\n }\n```\n\nThen the other file:\n\n```diff\n--- a/src/app.py\n+++ b/src/app.py\n@@@ -1,1 -1,1 +1,2 @@@\n  import json\n++import sys\n```\n";

#[test]
fn a_hunk_that_is_not_valid_is_shown_as_the_model_wrote_it_under_its_own_file() {
    let mut drive = Drive::of(COMBINED, "dark", (80, 24));
    let text = drive.text();
    assert!(text.contains("src/app.py 2/2"), "{text}");
    assert!(text.contains("The model wrote"), "{text}");
    assert!(text.contains("++import sys"), "{text}");
    drive.keys("YA");
    let text = drive.text();
    assert!(text.contains("hunk 2  src/app.py  "), "{text}");
}

#[test]
fn what_was_not_read_is_shown_and_named_among_what_is_not_written() {
    let reply = "```diff\n--- a/src/lib.rs\n+++ b/src/lib.rs\n@@ -7,3 +7,3 @@\n pub fn sub(a: u32, b: u32) -> u32 {\n-    a - b\n+    a.saturating_sub(b)\n }\n```\n\n```diff\n--- a/src/app.py\n+++ b/src/app.py\n```\n";
    let mut drive = Drive::of(reply, "dark", (80, 30));
    drive.keys("I");
    let text = drive.text();
    assert!(text.contains("+++ b/src/app.py"), "{text}");
    assert_eq!(
        text.matches("a file header without hunks").count(),
        1,
        "{text}"
    );
    drive.keys("<esc>YA");
    let text = drive.text();
    assert!(text.contains("Not written:"), "{text}");
    assert!(text.contains("not read  line "), "{text}");
}

#[test]
fn what_is_only_inserted_names_each_of_its_places_before_and_after() {
    let reply = lib_patch(&[
        "-    a * b\n+    // one\n }\n \n /// Subtracts one number from another.\n+/// Two.\n pub fn sub(a: u32, b: u32) -> u32 {\n",
    ]);
    let mut drive = Drive::of(&reply, "dark", (80, 24));
    drive.keys("1<enter>");
    let text = drive.text();
    assert!(text.contains("Insert only, before lines 4 and 7"), "{text}");
    drive.keys("i");
    let text = drive.text();
    assert!(
        text.contains("what hunk 1 inserts, before lines 4 and 7"),
        "{text}"
    );
}

#[test]
fn a_hunk_that_is_written_or_not_valid_says_so_when_it_cannot_be_split() {
    let mut drive = Drive::of(COMBINED, "dark", (80, 24));
    drive.keys("s");
    let text = drive.text();
    assert!(
        text.contains("Can't split: the hunk is not valid"),
        "{text}"
    );
    drive.keys("YA<enter><esc>[s");
    let text = drive.text();
    assert!(text.contains("Can't split: the hunk is written"), "{text}");
}

#[test]
fn the_file_of_a_rejected_hunk_is_not_chosen() {
    let mut drive = Drive::of(&lib_patch(&["-nowhere\n+here\n"]), "dark", (80, 24));
    drive.keys("xT");
    let text = drive.text();
    assert!(
        text.contains("The hunk is rejected: x reopens it"),
        "{text}"
    );
}

#[test]
fn the_only_place_is_asked_about_where_it_is_on_the_screen() {
    let mut drive = Drive::of(&whole_file_that_drops(), "dark", (80, 24));
    drive.keys("<enter>");
    let text = drive.text();
    assert!(
        text.contains("1 chooses this place, then Enter accepts it"),
        "{text}"
    );
}

/// All of `src/lib.rs` without its second function.
fn whole_file_that_drops() -> String {
    let first = include_str!("lib.rs")
        .split("/// Subtracts")
        .next()
        .unwrap();
    format!("Here is the whole `src/lib.rs`:\n\n`src/lib.rs`\n```rust\n{first}```\n")
}

#[test]
fn the_deletion_of_a_file_has_one_place_and_is_asked_about_by_its_name() {
    let reply = "diff --git a/src/lib.rs b/src/lib.rs\ndeleted file mode 100644\n--- a/src/lib.rs\n+++ /dev/null\n@@ -1,5 +0,0 @@\n-/// Adds three numbers.\n-pub fn add(a: u32, b: u32) -> u32 {\n-    a + b\n-}\n-\n";
    let mut drive = Drive::of(reply, "dark", (80, 24));
    let text = drive.text();
    assert!(!text.contains("Removes line"), "{text}");
    drive.keys("1");
    let text = drive.text();
    assert!(text.contains("Line 1 \u{2014} Enter asks"), "{text}");
    drive.keys("<enter>");
    let text = drive.text();
    assert!(text.contains("DELETE?"), "{text}");
    assert!(text.contains("Delete the file, 9 lines?"), "{text}");
}

#[test]
fn of_a_hunk_that_is_not_valid_no_lines_are_counted_and_no_place_is_named() {
    let mut drive = Drive::of(COMBINED, "dark", (80, 24));
    assert!(!drive.text().contains("+0 -0"), "{}", drive.text());
    drive.keys("1");
    let text = drive.text();
    assert!(!text.contains("Only 1 place"), "{text}");
}

//! The screen: keys in, characters and styles out, on files in memory.

#![allow(clippy::unwrap_used)]

#[path = "screens/drive.rs"]
mod drive;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use drive::{Drive, REPLY, characters, styles};
use hunkwise::ui::key::Key;
use hunkwise::ui::keymap::KEYMAP;
use hunkwise::ui::keys::Keys;
use hunkwise::ui::model::Working;
use hunkwise::ui::msg::Msg;
use hunkwise::ui::{World, advertised};
use proptest::prelude::*;

/// Presses `keys` and compares the screen at two sizes, characters and styles, with what was approved.
#[track_caller]
fn check(name: &str, keys: &str) {
    check_reply(REPLY, name, keys);
}

/// Does the same on another reply.
#[track_caller]
fn check_reply(reply: &str, name: &str, keys: &str) {
    check_at(&[(80, 24), (120, 40)], reply, name, keys);
}

#[track_caller]
fn check_at(sizes: &[(u16, u16)], reply: &str, name: &str, keys: &str) {
    for &size in sizes {
        let mut drive = Drive::of(reply, "dark", size);
        drive.keys(keys);
        approve(&drive, &format!("{name}_{}x{}", size.0, size.1));
    }
}

/// Compares the screen as it is with what was approved.
#[track_caller]
fn approve(drive: &Drive, name: &str) {
    let buffer = drive.buffer();
    let screen = format!("{}\n{}", characters(&buffer), styles(&buffer));
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!(name, screen);
    });
}

#[test]
fn a_review_opens_on_the_first_hunk_that_needs_a_person() {
    check("first", "");
}

#[test]
fn enter_on_a_tie_explains_until_a_place_was_looked_at() {
    check("tie_unseen", "<enter>");
    check("tie_looked_at", "2");
    check("tie_taken", "2<enter>");
}

#[test]
fn an_overlap_shows_its_result_before_it_is_taken() {
    check("overlap", "<tab>");
    check("overlap_first", "<tab>1");
    check("overlap_both", "<tab>b");
    check("overlap_neither", "<tab>0");
    check("overlap_taken", "<tab>1<enter>");
}

/// A diff of `src/lib.rs` from hunks without numbers.
fn lib_patch(hunks: &[&str]) -> String {
    let hunks: Vec<String> = hunks.iter().map(|hunk| format!("@@ @@\n{hunk}")).collect();
    format!("--- a/src/lib.rs\n+++ b/src/lib.rs\n{}", hunks.concat())
}

const SUB: &str = " pub fn sub(a: u32, b: u32) -> u32 {\n";

#[test]
fn a_write_that_lasts_says_how_far_it_is() {
    for (width, height) in [(80, 24), (120, 40)] {
        let mut drive = Drive::new((width, height));
        drive.keys("YA");
        drive.take_in(Msg::Working(Some(Working {
            name: "writing",
            n_done: 42,
            n_all: 100,
        })));
        approve(&drive, &format!("working_{width}x{height}"));
    }
}

#[test]
fn keys_of_the_persons_own_stand_wherever_keys_are_shown() {
    let own = [("reject", "D"), ("why", "ctrl-o"), ("help", "f1")];
    let own = own.map(|(name, key)| (name.to_string(), vec![key.to_string()]));
    for (width, height) in [(80, 24), (120, 40)] {
        let mut drive = Drive::new((width, height));
        drive.model.keys = Keys::with(&own).unwrap();
        drive.model.renew();
        assert!(drive.text().contains("D reject"), "{}", drive.text());
        assert!(drive.text().contains("^o why"), "{}", drive.text());
        drive.keys("x");
        assert_eq!(drive.model.counts().1, 0, "`x` means nothing now");
        drive.keys("D");
        assert_eq!(drive.model.counts().1, 1);
        drive.keys("u<f1>");
        let help = drive.text();
        let row = help
            .lines()
            .find(|row| row.contains("reject the hunk and go"));
        assert!(row.is_some_and(|row| row.starts_with("  D ")), "{help}");
    }
}

#[test]
fn an_overlap_says_of_which_kind_it_is() {
    let insert = |line: &str| format!("{SUB}+    // {line}\n     a - b\n");
    let (one, two) = (insert("one"), insert("two"));
    let inserts = lib_patch(&[&one, &two]);
    check_reply(&inserts, "overlap_inserts", "");
    check_reply(&inserts, "overlap_inserts_reversed", "B");
    check_reply(&lib_patch(&[&one, &one]), "overlap_same_edit", "");
    let below = " /// Subtracts one number from another.\n-pub fn sub(a: u32, b: u32) -> u32 {\n\
                 +pub fn less(a: u32, b: u32) -> u32 {\n     a - b\n";
    let body = format!("{SUB}-    a - b\n+    b - a\n }}\n");
    check_reply(&lib_patch(&[below, &body]), "overlap_compatible", "");
}

#[test]
fn an_overlap_that_another_place_would_dissolve_says_so() {
    let reply = "--- a/src/app.py\n+++ b/src/app.py\n\
                 @@ @@\n def process_a(data):\n     result = []\n     for item in data:\n\
                 -        result.append(item * 2)\n+        result.append(item * 3)\n\
                 @@ -12,2 +12,2 @@\n     for item in data:\n\
                 -        result.append(item * 2)\n+        result.append(item * 4)\n";
    check_reply(reply, "overlap_way_out", "1<enter>");
    check_reply(reply, "overlap_apart", "1<enter>3");
    check_reply(reply, "overlap_apart_taken", "1<enter>3<enter>");
    check_reply(reply, "overlap_elsewhere", "1<enter>].");
    check_reply(reply, "overlap_back", "1<enter>].<esc>");
}

#[test]
fn a_deletion_that_differs_is_shown_where_it_fits_best() {
    check("deletion_differs", "<tab><tab><tab>");
}

#[test]
fn a_missing_file_offers_close_names() {
    check("no_such_file", "<tab><tab><tab><tab>");
    check("target_picker", "<tab><tab><tab><tab>T");
    check("target_typed", "<tab><tab><tab><tab>Tlib");
    check("target_taken", "<tab><tab><tab><tab>T<enter>");
}

#[test]
fn a_file_to_be_made_is_shown_whole() {
    check("create", "}}}");
}

#[test]
fn a_hunk_is_placed_by_hand_where_it_is_moved_to() {
    check("by_hand", "<tab><tab><tab>m");
    check("by_hand_moved", "<tab><tab><tab>m:12<enter>jj");
    check("by_hand_found", "<tab><tab><tab>m/STORE<enter>");
    check("by_hand_edited", "<tab><tab><tab>me");
    check("by_hand_nowhere", "<tab><tab><tab>m:2<enter><enter>A");
    check("by_hand_taken", "<tab><tab><tab>m:12<enter>]<enter>");
}

#[test]
fn lines_of_a_hunk_can_be_chosen() {
    check("lines", "}v");
    check("lines_chosen", "}vjj<space>");
    check("lines_taken", "}vjj<space><enter>");
}

/// One hunk of three blocks.
const BLOCKS: &str = "--- a/src/app.py\n+++ b/src/app.py\n@@ @@\n-import json\n+import json, sys\n \n \n def load(path):\n\
                      -    with open(path) as fh:\n+    with open(path, \"rb\") as fh:\n         return fh.read()\n \n \n\
                      +# Twice each.\n def process_a(data):\n";

#[test]
fn a_hunk_is_split_into_blocks_that_are_decided_on_one_by_one() {
    check_reply(BLOCKS, "split", "s");
    check_reply(BLOCKS, "split_accepted", "s<enter>");
    check_reply(BLOCKS, "split_rejected", "s<enter>x");
    check_reply(BLOCKS, "split_decided", "s<enter>x<enter>");
    check_reply(BLOCKS, "split_result", "s<enter>x<enter>p");
    check_reply(BLOCKS, "split_joined", "s<enter>x<enter>s");
    check_reply(BLOCKS, "split_ready", "s<enter>x<enter>A");
    let mut drive = Drive::of(BLOCKS, "dark", (80, 24));
    drive.keys("s<enter>x<enter>A<enter>");
    let path = hunkwise::text::RelPath::new("src/app.py").unwrap();
    let after = String::from_utf8(drive.world.read(&path).unwrap()).unwrap();
    assert!(after.starts_with("import json, sys\n"), "{after}");
    assert!(after.contains("    with open(path) as fh:\n"), "{after}");
    assert!(after.contains("# Twice each.\ndef process_a"), "{after}");
}

#[test]
fn an_edited_hunk_is_matched_anew() {
    check("edited", "<tab><tab><tab>e");
    check("edit_undone", "<tab><tab><tab>eu");
}

#[test]
fn all_clear_hunks_are_accepted_at_once() {
    check("clear_accepted", "Y");
}

#[test]
fn what_would_be_written_is_shown_first() {
    check("apply", "Y2<enter>A");
    check("full_diff", "Y2<enter>Ad");
    check("full_diff_left", "Y2<enter>Ad<esc>");
    check("look_again", "Y2<enter>A1");
    check("applied", "Y2<enter>A<enter>");
    check("apply_undone", "Y2<enter>A<enter>U");
}

#[test]
fn pages_can_be_read() {
    check("help", "?");
    check("help_typed", "?undo");
    check("help_key", "?x");
    check("help_elsewhere", "?write it");
    check("help_ran", "?reject-rest<enter>X");
    check("help_refused", "?peak<enter>");
    check("help_from_placing", "<tab><tab><tab>m?<esc>");
    check("why", "1i");
    check("notes", "L");
    check("palette", ":acc");
    check("comment", "cno such thing");
    check("commented", "cno such thing<enter>");
    check("comments", "cno such thing<enter>]]cwhy?<enter>C");
    check("comment_rejected", "cno such thing<enter>xC<enter>");
}

#[test]
fn the_diff_can_be_laid_out_in_other_ways() {
    check("side_by_side", "]]t");
    check("result", "]]p");
    check("list", "\\");
    check("blanks", "}W");
    check("searched", "/return<enter>n");
    check("filtered", "ff");
    check("filtered_loose", "2<enter>fff");
    check("sticky", "<tab><tab><tab>zt");
    check("view_keys", "z");
    check("view_bottom", "<tab><tab><tab>zb");
    check("searched_word", "*n");
}

#[test]
fn a_wide_screen_shows_file_result_patch_and_places() {
    for (name, keys) in [
        ("first", ""),
        ("tie_looked_at", "2"),
        ("overlap_first", "<tab>1"),
        ("deletion_differs", "<tab><tab><tab>"),
        ("by_hand", "<tab><tab><tab>m"),
        ("lines", "}v"),
        ("apply", "Y2<enter>A"),
        ("applied", "Y2<enter>A<enter>"),
        ("why", "1i"),
        ("help", "?"),
    ] {
        check_at(&[(200, 50)], REPLY, name, keys);
    }
    check_at(&[(200, 50)], BLOCKS, "split_rejected", "s<enter>x");
}

/// A file each for what a patch can do to one, and for what can stand in its way.
const FILES: &str = "--- a/src/lib.rs\n+++ /dev/null\n@@ -1,9 +0,0 @@\n-/// Adds two numbers.\n\
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
    check("written", "Y2<enter>A<enter>[");
    check("written_shown", "Y2<enter>A<enter>[1");
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
fn a_changed_file_raises_a_banner_and_nothing_moves() {
    for size in [(80, 24), (120, 40)] {
        let mut drive = Drive::new(size);
        drive.keys("Y2<enter>");
        let path = hunkwise::text::RelPath::new("src/app.py").unwrap();
        let before = drive.text();
        let old = drive.world.read(&path).unwrap();
        drive
            .world
            .write(&path, [b"# new\n", old.as_slice()].concat());
        drive.take_in(Msg::Touched(vec![path]));
        let text = drive.text();
        assert!(
            text.contains("src/app.py changed on disk (+1 -0 at 1)"),
            "{text}"
        );
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(format!("drift_{}x{}", size.0, size.1), text);
            drive.keys("d");
            insta::assert_snapshot!(format!("drift_seen_{}x{}", size.0, size.1), drive.text());
            drive.keys("<esc>");
        });
        assert_eq!(body(&text), body(&before), "the review itself stays");
        drive.keys("A");
        assert!(
            drive.text().contains("R matches it again"),
            "{}",
            drive.text()
        );
        drive.keys("R");
        let text = drive.text();
        assert!(!text.contains("changed on disk"), "{text}");
        assert!(text.contains("matched again"), "{text}");
        assert_eq!(drive.model.counts().0, 4, "decisions are kept");
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(format!("drift_matched_again_{}x{}", size.0, size.1), text);
        });
    }
}

#[test]
fn a_hunk_whose_lines_changed_on_disk_is_marked_and_looked_at_again() {
    let mut drive = Drive::new((80, 24));
    drive.keys("Y2<enter>");
    let path = hunkwise::text::RelPath::new("src/app.py").unwrap();
    let old = String::from_utf8(drive.world.read(&path).unwrap()).unwrap();
    let new = old.replacen("result.append(item * 2)", "result.append(item)", 1);
    drive
        .world
        .write(&path, format!("# new\n{new}").into_bytes());
    drive.take_in(Msg::Touched(vec![path]));
    drive.keys("dR");
    let text = drive.text();
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("drift_look_again_80x24", text);
    });
}

/// Returns the title's counts and the list, which no drift may change.
fn body(text: &str) -> String {
    let first = text.lines().next().unwrap();
    first.replace("  watch", "").to_string()
}

#[test]
fn every_hunk_gets_its_own_colours() {
    let mut drive = Drive::demo("dark", (120, 40));
    for _ in 0..4 {
        drive.colour();
        let keyword = drive
            .model
            .theme
            .over(hunkwise::ui::theme::Role::Keyword)
            .fg;
        let buffer = drive.buffer();
        assert!(
            buffer.content().iter().any(|cell| Some(cell.fg) == keyword),
            "{}",
            drive.text()
        );
        let before = (drive.model.hunk, drive.model.generation);
        drive.keys("]");
        let after = (drive.model.hunk, drive.model.generation);
        assert!(
            before.0 == after.0 || before.1 < after.1,
            "new rows are coloured anew"
        );
    }
}

/// Without colours, marks, signs and attributes say it all.
#[test]
fn without_colours_everything_can_still_be_told_apart() {
    for size in [(80, 24), (120, 40)] {
        let mut drive = Drive::of(REPLY, "mono", size);
        drive.keys("Y<tab>1");
        let buffer = drive.buffer();
        let coloured = |cell: &ratatui::buffer::Cell| {
            cell.fg != ratatui::style::Color::Reset || cell.bg != ratatui::style::Color::Reset
        };
        assert!(!buffer.content().iter().any(coloured));
        assert_ne!(looks_of_sign(&buffer, "+"), looks_of_sign(&buffer, "-"));
        let screen = format!("{}\n{}", characters(&buffer), styles(&buffer));
        let name = format!("mono_{}x{}", size.0, size.1);
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(name, screen);
        });
    }
}

/// Returns the attributes that all signs of the diff have which read `sign`, each in its column.
#[track_caller]
fn looks_of_sign(buffer: &ratatui::buffer::Buffer, sign: &str) -> ratatui::style::Modifier {
    let signs = buffer
        .content()
        .windows(2)
        .filter(|pair| pair[0].symbol() == "\u{2502}");
    let mut looks = signs
        .filter(|pair| pair[1].symbol() == sign)
        .map(|pair| pair[1].modifier);
    let first = looks.next().unwrap();
    assert!(
        looks.all(|other| other == first),
        "{sign} looks in two ways"
    );
    first
}

#[test]
fn the_card_of_the_first_start_goes_with_the_first_key() {
    use hunkwise::ui::effect::Effect;
    use hunkwise::ui::model::Shown;
    for size in [(80, 24), (120, 40)] {
        let mut drive = Drive::new(size);
        drive.model.card = Shown::Yes;
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(format!("card_{}x{}", size.0, size.1), drive.text());
        });
        let key = Key::named("2").unwrap().to_event();
        let effects = hunkwise::ui::update(&mut drive.model, Msg::Key(key));
        assert!(matches!(effects.first(), Some(Effect::RememberCard)));
        assert!(!drive.text().contains("the first keys"), "{}", drive.text());
        assert!(
            drive.text().contains("place 2 of 2"),
            "the key does what it does"
        );
    }
}

/// Returns where `wanted` stands on the screen, as column and row.
#[track_caller]
fn position(drive: &Drive, wanted: &str) -> (u16, u16) {
    let text = drive.text();
    for (row, line) in text.lines().enumerate() {
        if let Some(at) = line.find(wanted) {
            return (line[..at].chars().count() as u16, row as u16);
        }
    }
    panic!("{wanted:?} is not on the screen:\n{text}");
}

fn mouse(drive: &mut Drive, kind: crossterm::event::MouseEventKind, (column, row): (u16, u16)) {
    drive.take_in(Msg::Mouse(crossterm::event::MouseEvent {
        kind,
        column,
        row,
        modifiers: KeyModifiers::NONE,
    }));
}

#[test]
fn the_mouse_goes_where_it_clicks_and_takes_what_is_clicked_twice() {
    use crossterm::event::{MouseButton, MouseEventKind};
    let click = MouseEventKind::Down(MouseButton::Left);
    let mut drive = Drive::new((120, 40));
    let at = position(&drive, "process_a  strict");
    mouse(&mut drive, click, at);
    assert!(drive.text().contains("place 2 of 2"), "{}", drive.text());
    drive.take_in(Msg::DoubleClick(at.0, at.1));
    assert_eq!(drive.model.counts().0, 1, "{}", drive.text());
    let strip = position(&drive, "[#]");
    mouse(&mut drive, click, (strip.0 - 1, strip.1));
    assert_eq!(
        drive.model.hunk.hunk,
        1,
        "the mark in the strip: {}",
        drive.text()
    );
    let at = position(&drive, "u undo");
    mouse(&mut drive, click, at);
    assert_eq!(
        drive.model.counts().0,
        0,
        "a key in the footer: {}",
        drive.text()
    );
}

#[test]
fn the_wheel_moves_the_view_under_the_pointer() {
    use crossterm::event::MouseEventKind;
    let hunks: Vec<String> = (0..60)
        .map(|n| format!("--- a/f{n}\n+++ b/f{n}\n@@ @@\n-a\n+b\n"))
        .collect();
    let mut drive = Drive::of(&format!("{}{REPLY}", hunks.concat()), "dark", (200, 50));
    drive.keys("]".repeat(61).as_str());
    let before = drive.buffer();
    for pane in [
        "FILES AND HUNKS",
        "WHAT THE PATCH SAYS",
        "file now | result",
    ] {
        let (column, row) = position(&drive, pane);
        for kind in [MouseEventKind::ScrollUp, MouseEventKind::ScrollDown] {
            mouse(&mut drive, kind, (column, row + 2));
        }
        assert_eq!(
            drive.model.hunk.file, 60,
            "the hunk under review stays: {pane}"
        );
    }
    let (column, row) = position(&drive, "FILES AND HUNKS");
    mouse(&mut drive, MouseEventKind::ScrollUp, (column, row + 2));
    assert_ne!(drive.buffer(), before, "the list moved");
}

#[test]
fn leaving_asks_once_while_accepted_hunks_are_not_written() {
    let mut drive = Drive::new((80, 24));
    drive.keys("Yq");
    assert_eq!(drive.ending, None);
    drive.keys("jq");
    assert_eq!(drive.ending, None, "another key is no yes");
    drive.keys("q");
    assert_eq!(drive.ending, Some(hunkwise::ui::Ending::Quit));
}

#[test]
fn a_small_terminal_gets_a_notice() {
    for (size, notice) in [
        ((59, 24), "needs 60x15"),
        ((80, 14), "needs 60x15"),
        ((4, 1), "nee\u{2026}"),
    ] {
        assert_eq!(Drive::new(size).text().trim(), notice);
    }
}

#[test]
fn the_start_screen_takes_a_pasted_reply() {
    let mut drive = Drive::of("", "dark", (80, 24));
    assert!(
        drive.text().contains("Paste a reply here"),
        "{}",
        drive.text()
    );
    drive.take_in(Msg::Paste("nothing\n".to_string()));
    assert!(
        drive.text().contains("no patch in there"),
        "{}",
        drive.text()
    );
    drive.take_in(Msg::Paste(REPLY.to_string()));
    assert!(drive.text().contains("AMBIGUOUS"), "{}", drive.text());
}

#[test]
fn several_patches_are_one_review_and_their_lines_are_named_by_file() {
    let mut drive = Drive::new((120, 40));
    drive.model.title = "fix.patch +1".to_string();
    drive.model.replies = vec![("fix.patch".to_string(), 5), ("two.patch".to_string(), 80)];
    let text = drive.text();
    assert!(text.contains("(line 6 of two.patch)"), "{text}");
    assert!(
        drive.keys("L").text().contains("line 6 of two.patch"),
        "{}",
        drive.text()
    );
}

#[test]
fn hidden_text_is_confirmed_before_it_is_accepted_or_written() {
    let reply = "--- a/src/lib.rs\n+++ b/src/lib.rs\n@@ -2,3 +2,3 @@\n pub fn add(a: u32, b: u32) -> u32 {\n-    a + b\n\
                 +    a + b // \u{202e}x\n }\n";
    let mut drive = Drive::of(reply, "dark", (80, 24));
    assert!(drive.text().contains("U+202E"), "{}", drive.text());
    drive.keys("<enter>");
    assert!(drive.text().contains("H allows it"), "{}", drive.text());
    assert_eq!(drive.model.counts().0, 0);
    drive.keys("YA");
    assert!(
        drive.text().contains("nobody confirmed"),
        "{}",
        drive.text()
    );
    drive.keys("uH<enter>A");
    assert!(drive.text().contains("READY TO APPLY"), "{}", drive.text());
    drive.keys("<esc>uu");
    assert!(
        drive.text().contains("U+202E"),
        "confirming is undone too: {}",
        drive.text()
    );
    drive.keys("<enter>");
    assert_eq!(drive.model.counts().0, 0);
}

#[test]
fn applying_writes_what_was_shown_and_undo_brings_it_back() {
    let mut drive = Drive::new((80, 24));
    let path = hunkwise::text::RelPath::new("src/app.py").unwrap();
    let before = drive.world.read(&path).unwrap();
    drive.keys("Y2<enter>A<enter>");
    let after = drive.world.read(&path).unwrap();
    assert!(after.starts_with(b"import json\nimport sys\n"));
    drive.keys("U");
    assert_eq!(drive.world.read(&path).unwrap(), before);
    let path = hunkwise::text::RelPath::new("src/new.py").unwrap();
    assert_eq!(drive.world.read(&path), None);
    assert_eq!(drive.model.counts().0, 4, "decisions stay");
}

#[test]
fn every_key_the_footer_shows_does_something() {
    let replies = [
        (BLOCKS, "s"),
        (BLOCKS, "s<enter>"),
        (BLOCKS, "s<enter>x<enter>"),
        (FILES, ""),
        (FILES, "}1"),
    ];
    let ways = [
        "",
        "1",
        "2<enter>",
        "<tab>",
        "<tab>1",
        "<tab><tab><tab>",
        "<tab><tab><tab>1",
        "<tab><tab><tab><tab>",
        "<tab><tab><tab><tab>T",
        "Y",
        "Y2<enter>A",
        "Y2<enter>A<enter>",
        "?",
        "1i",
        "L",
        ":",
        "c",
        "/",
        "]]]]]",
        "x",
        "}v",
        "}v<space>",
        "<tab><tab><tab>m",
        "<tab><tab><tab>m:12<enter>",
        "z",
        "?score",
        "cwords<enter>",
        "cwords<enter>C",
        "cwords<enter>x",
        "<tab>.",
        "X",
    ];
    let ways = ways.map(|way| (REPLY, way)).into_iter().chain(replies);
    for (reply, way) in ways {
        for size in [(80, 24), (200, 50)] {
            let mut start = Drive::of(reply, "dark", size);
            start.keys(way);
            for (key, _) in advertised(&start.model) {
                let mut drive = Drive::of(reply, "dark", size);
                drive.keys(way);
                let before = drive.buffer();
                drive.press(key);
                let does = drive.ending.is_some() || drive.buffer() != before;
                let text = drive.text();
                assert!(does, "{key} does nothing after {way:?}:\n{text}");
            }
        }
    }
}

#[test]
fn nothing_from_outside_reaches_the_terminal_raw() {
    let hidden: String = ('\0'..=char::MAX)
        .filter(|c| c.is_control() || hunkwise::text::display::is_hidden(*c))
        .filter(|c| !"\n\r".contains(*c))
        .collect();
    let chars: Vec<char> = hidden.chars().collect();
    for some in chars.chunks(400) {
        let some: String = some.iter().collect();
        let reply = format!("--- a/{some}\n+++ b/{some}\n@@ -1 +1 @@ {some}\n-x{some}\n+y{some}\n");
        for (reply, keys) in [(reply, ""), (REPLY.replace("item", &some), "")] {
            let mut drive = Drive::of(&reply, "dark", (120, 40));
            for key in ["", "i", "<esc>L", "<esc>T", "<esc>?", "<esc>:"] {
                drive.keys(keys).keys(key);
                let text = drive.text().replace('\n', "");
                let raw = |c: char| c.is_control() || hunkwise::text::display::is_hidden(c);
                assert!(!text.contains(raw), "{text:?}");
            }
        }
    }
}

/// Any key of the table, and some that are in none.
fn any_key() -> impl Strategy<Value = KeyEvent> {
    let named = KEYMAP.iter().flat_map(|row| row.keys);
    let keys: Vec<KeyEvent> = named
        .filter(|name| !["q", "Q", "ctrl-c", "ctrl-z", "ctrl-d"].contains(*name))
        .filter_map(|name| Key::named(name))
        .map(Key::to_event)
        .collect();
    let typed =
        proptest::char::any().prop_map(|c| KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE));
    prop_oneof![9 => proptest::sample::select(keys), 1 => typed]
}

#[derive(Debug, Clone)]
enum Happening {
    Key(KeyEvent),
    Resize(u16, u16),
    Click(u16, u16),
    DoubleClick(u16, u16),
    Wheel(u16, u16),
    Touch(&'static str),
}

fn any_happening() -> impl Strategy<Value = Happening> {
    prop_oneof![
        20 => any_key().prop_map(Happening::Key),
        2 => (1u16..=200, 1u16..=60).prop_map(|(w, h)| Happening::Resize(w, h)),
        2 => (0u16..200, 0u16..60).prop_map(|(x, y)| Happening::Click(x, y)),
        1 => (0u16..200, 0u16..60).prop_map(|(x, y)| Happening::DoubleClick(x, y)),
        1 => (0u16..200, 0u16..60).prop_map(|(x, y)| Happening::Wheel(x, y)),
        1 => proptest::sample::select(vec!["src/app.py", "src/lib.rs"]).prop_map(Happening::Touch),
    ]
}

fn happen(drive: &mut Drive, happening: &Happening) {
    use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
    match happening {
        Happening::Key(event) => drive.take_in(Msg::Key(*event)),
        Happening::Resize(width, height) => drive.take_in(Msg::Resize(*width, *height)),
        Happening::Click(column, row) => drive.take_in(Msg::Mouse(MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column: *column,
            row: *row,
            modifiers: KeyModifiers::NONE,
        })),
        Happening::DoubleClick(column, row) => drive.take_in(Msg::DoubleClick(*column, *row)),
        Happening::Wheel(column, row) => mouse(drive, MouseEventKind::ScrollDown, (*column, *row)),
        Happening::Touch(path) => {
            let path = hunkwise::text::RelPath::new(path).unwrap();
            let old = drive.world.read(&path).unwrap_or_default();
            drive
                .world
                .write(&path, [b"# touched\n", old.as_slice()].concat());
            drive.take_in(Msg::Touched(vec![path]));
        }
    }
    drive.buffer();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_keys_at_no_size_break_the_screen(
        size in (1u16..=200, 1u16..=60),
        happenings in proptest::collection::vec(any_happening(), 1..60),
    ) {
        let mut drive = Drive::new(size);
        let steps = |drive: &Drive| -> Vec<String> {
            let steps = drive.model.session.resolutions().steps();
            steps.iter().map(|step| step.label.clone()).collect()
        };
        for happening in &happenings {
            let before = steps(&drive);
            happen(&mut drive, happening);
            let after = steps(&drive);
            let is_undo = before.starts_with(&after) && before.len() == after.len() + 1;
            prop_assert!(is_undo || after.starts_with(&before), "{happening:?} lost a decision");
        }
    }

    #[test]
    fn undoing_all_is_the_start(keys in proptest::collection::vec(any_key(), 1..40)) {
        let mut drive = Drive::new((100, 30));
        let start = drive.model.session.plan().clone();
        let paths = ["src/app.py", "src/lib.rs", "src/new.py"];
        let files = |drive: &Drive| paths.map(|path| drive.world.snapshot(&hunkwise::text::RelPath::new(path).unwrap()));
        let before = files(&drive);
        for key in keys {
            drive.take_in(Msg::Key(key));
        }
        drive.keys("<esc><esc>");
        while !drive.model.applied.is_empty() {
            drive.press("U");
        }
        while !drive.model.session.resolutions().steps().is_empty() {
            drive.press("u");
        }
        prop_assert_eq!(files(&drive), before);
        prop_assert_eq!(drive.model.session.plan(), &start);
    }
}

//! The screen: keys in, characters and styles out, on files in memory.

#![allow(clippy::unwrap_used)]

#[path = "screens/answers.rs"]
mod answers;
#[path = "screens/apply.rs"]
mod apply;
#[path = "screens/asked.rs"]
mod asked;
#[path = "screens/clear.rs"]
mod clear;
#[path = "screens/counts.rs"]
mod counts;
#[path = "screens/drift.rs"]
mod drift;
#[path = "screens/drive.rs"]
mod drive;
#[path = "screens/files.rs"]
mod files;
#[path = "screens/honest.rs"]
mod honest;
#[path = "screens/knots.rs"]
mod knots;
#[path = "screens/laws.rs"]
mod laws;
#[path = "screens/list.rs"]
mod list;
#[path = "screens/opening.rs"]
mod opening;
#[path = "screens/overlap.rs"]
mod overlap;
#[path = "screens/panes.rs"]
mod panes;
#[path = "screens/places.rs"]
mod places;
#[path = "screens/plain.rs"]
mod plain;
#[path = "screens/pointer.rs"]
mod pointer;
#[path = "screens/question.rs"]
mod question;
#[path = "screens/quoted.rs"]
mod quoted;
#[path = "screens/reach.rs"]
mod reach;
#[path = "screens/room.rs"]
mod room;
#[path = "screens/rows.rs"]
mod rows;
#[path = "screens/safety.rs"]
mod safety;
#[path = "screens/seen.rs"]
mod seen;
#[path = "screens/sentences.rs"]
mod sentences;
#[path = "screens/strokes.rs"]
mod strokes;
#[path = "screens/ties.rs"]
mod ties;
#[path = "screens/told.rs"]
mod told;
#[path = "screens/truth.rs"]
mod truth;
#[path = "screens/walks.rs"]
mod walks;

use drive::{Drive, REPLY, characters, styles};
use hunkwise::ui::key::Key;
use hunkwise::ui::keys::Keys;
use hunkwise::ui::model::JobProgress;
use hunkwise::ui::msg::Msg;

/// Presses `keys` and compares the screen at two sizes, characters and styles, with what was approved.
#[track_caller]
pub(crate) fn check(name: &str, keys: &str) {
    check_reply(REPLY, name, keys);
}

/// Does the same on another reply.
#[track_caller]
pub(crate) fn check_reply(reply: &str, name: &str, keys: &str) {
    check_at(&[(80, 24), (120, 40)], reply, name, keys);
}

/// Does the same at other sizes.
#[track_caller]
pub(crate) fn check_at(sizes: &[(u16, u16)], reply: &str, name: &str, keys: &str) {
    for &size in sizes {
        let mut drive = Drive::of(reply, "dark", size);
        drive.keys(keys);
        approve(&drive, &format!("{name}_{}x{}", size.0, size.1));
    }
}

/// Compares the screen as it is with what was approved.
#[track_caller]
pub(crate) fn approve(drive: &Drive, name: &str) {
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

/// A diff of `src/lib.rs` from hunks without numbers.
pub(crate) fn lib_patch(hunks: &[&str]) -> String {
    let hunks: Vec<String> = hunks.iter().map(|hunk| format!("@@ @@\n{hunk}")).collect();
    format!("--- a/src/lib.rs\n+++ b/src/lib.rs\n{}", hunks.concat())
}

/// The first line of the second function of `src/lib.rs`, as context.
pub(crate) const SUB: &str = " pub fn sub(a: u32, b: u32) -> u32 {\n";

#[test]
fn a_write_that_lasts_says_how_far_it_is() {
    for (width, height) in [(80, 24), (120, 40)] {
        let mut drive = Drive::new((width, height));
        drive.keys("YA");
        drive.take_in(Msg::JobProgress(Some(JobProgress {
            name: "writing",
            if_stopped: "nothing changes",
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
        assert!(drive.text().contains("^o line by line"), "{}", drive.text());
        drive.keys("x");
        assert_eq!(
            drive.model.session.tally().n_rejected,
            0,
            "`x` means nothing now"
        );
        drive.keys("D");
        assert_eq!(drive.model.session.tally().n_rejected, 1);
        drive.keys("u<f1>");
        let help = drive.text();
        let row = help
            .lines()
            .find(|row| row.contains("reject the hunk and go"));
        assert!(
            row.is_some_and(|row| row.contains("\u{2502}  D ")),
            "{help}"
        );
    }
}

#[test]
fn a_deletion_that_differs_is_shown_where_it_fits_best() {
    check("deletion_differs", "<tab><tab>");
}

#[test]
fn a_missing_file_offers_close_names() {
    check("no_such_file", "<tab><tab><tab>");
    check("target_picker", "<tab><tab><tab>T");
    check("target_typed", "<tab><tab><tab>Tlib");
    check("target_taken", "<tab><tab><tab>T<enter>");
}

#[test]
fn a_file_to_be_made_is_shown_whole() {
    check("create", "}}}");
}

#[test]
fn a_hunk_is_placed_by_hand_where_it_is_moved_to() {
    check("by_hand", "<tab><tab>m");
    check("by_hand_moved", "<tab><tab>m:12<enter>jj");
    check("by_hand_found", "<tab><tab>m/STORE<enter>");
    check("by_hand_edited", "<tab><tab>me");
    check("by_hand_line", "<tab><tab>m:12");
    check("by_hand_end", "<tab><tab>mG");
    check("by_hand_asked", "<tab><tab>m:2<enter><enter>");
    check("by_hand_nowhere", "<tab><tab>m:2<enter><enter>rA");
    check("by_hand_taken", "<tab><tab>m:12<enter>]<enter>");
    check("by_hand_written", "<tab><tab>m<enter>A<enter><esc>[");
    // Its first two lines are lost: they lie above the place's first.
    let lost = format!(
        " use std::ops;\n use std::fmt;\n /// Subtracts one number from another.\n{SUB}+    log(a);\n     a - b\n"
    );
    check_at(
        &[(80, 24)],
        &lib_patch(&[&lost]),
        "by_hand_first_lines_lost",
        "m",
    );
}

#[test]
fn themes_are_tried_on_the_screen_itself() {
    let mut drive = Drive::new((80, 24));
    assert!(drive.keys("<ctrl-t>").text().contains("Only 1 theme"));
    let named = |name: &str| hunkwise::ui::theme::Theme::named(name).unwrap();
    drive.model.themes = ["dark", "light"].map(named).to_vec();
    let dark = drive.buffer();
    assert!(
        drive
            .keys("<ctrl-t>")
            .text()
            .contains("Theme light, 2 of 2")
    );
    assert_eq!(drive.model.theme, named("light"));
    assert_ne!(styles(&drive.buffer()), styles(&dark));
    drive.keys("<ctrl-t>");
    assert_eq!(drive.model.theme, named("dark"));
}

#[test]
fn undoing_a_decision_that_is_on_disk_says_that_the_file_stays() {
    check("undone_written", "2<enter>A<enter><esc>u");
}

#[test]
fn a_hunk_that_nothing_is_like_lists_where_to_begin() {
    let patch = lib_patch(&["-QQQQQQ\n+x\n"]).replace("@@ @@", "@@ -5,1 +5,1 @@");
    let steps = [
        ("nowhere", ""),
        ("nowhere_looked_at", "1<enter>"),
        ("nowhere_taken", "1<enter>r"),
        ("nowhere_inserted", "1<enter>i"),
    ];
    for (name, keys) in steps {
        check_at(&[(80, 24), (120, 40), (200, 50)], &patch, name, keys);
    }
}

#[test]
fn lines_of_a_hunk_can_be_chosen() {
    check("lines", "}v");
    check("lines_chosen", "}vjj<space>");
    check("lines_taken", "}vjj<space><enter>");
}

/// One hunk of three blocks.
pub(crate) const BLOCKS: &str = "--- a/src/app.py\n+++ b/src/app.py\n@@ @@\n-import json\n+import json, sys\n \n \n def load(path):\n\
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

/// Both places read differently from what the hunk quotes; the insertion asks for no line of theirs.
const WEAK_TIE: &str = "--- a/src/app.py
+++ b/src/app.py
@@ @@
     results = list()
     for entry in the_data:
+        check(entry)
         result.append(item * 20)
";

#[test]
fn a_tie_of_weak_places_is_not_said_to_be_of_good_ones() {
    check_reply(WEAK_TIE, "weak_tie", "");
}

#[test]
fn removed_lines_that_are_not_there_are_said_to_be_left_out() {
    let hunk =
        format!("{SUB}-    check_that_nothing_is_lost(a, b);\n-    a - b\n+    a * b\n }}\n");
    check_reply(&lib_patch(&[&hunk]), "removal_left_out", "");
}

#[test]
fn an_edited_hunk_is_matched_anew() {
    check("edited", "<tab><tab>e");
    check("edit_undone", "<tab><tab>eu");
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
    let mode = "diff --git a/src/lib.rs b/src/lib.rs\nold mode 100644\nnew mode 100755\n";
    check_reply(mode, "full_diff_mode", "YAd");
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
    check("help_from_placing", "<tab><tab>m?<esc>");
    check("why", "1i");
    check("notes", "I");
    check("history", "Y<tab>xxuL");
    check("palette", ":acc");
    check("comment", "cno such thing");
    check("commented", "cno such thing<enter>");
    check("comments", "cno such thing<enter>]]cwhy?<enter>C");
    check("comment_rejected", "cno such thing<enter>xC<enter>");
}

#[test]
fn a_part_of_the_reply_that_was_not_read_is_told() {
    let unread =
        "\nReplace the helper with:\n\n```rust\nfn helper() {}\n```\n\nRun:\n\n```sh\nmake\n```\n";
    let reply = lib_patch(&[
        "@@ -2,3 +2,3 @@\n pub fn add(a: u32, b: u32) -> u32 {\n-    a + b\n+    b + a\n }\n",
    ]) + unread;
    check_reply(&reply, "unread_in_the_list", "");
    check_reply(&reply, "unread_among_the_notes", "I");
    check_reply(&reply, "unread_before_a_write", "YA");
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
    check("sticky", "<tab><tab>zt");
    check("view_keys", "z");
    check("view_bottom", "<tab><tab>zb");
    check("searched_word", "*n");
}

#[test]
fn a_wide_screen_shows_file_result_patch_and_places() {
    for (name, keys) in [
        ("first", ""),
        ("tie_looked_at", "2"),
        ("overlap_first", "<tab>1"),
        ("deletion_differs", "<tab><tab>"),
        ("by_hand", "<tab><tab>m"),
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
        approve(&drive, &format!("mono_{}x{}", size.0, size.1));
    }
}

/// Returns the attributes that all signs of the diff have which read `sign`, each in its column.
#[track_caller]
fn looks_of_sign(buffer: &ratatui::buffer::Buffer, sign: &str) -> ratatui::style::Modifier {
    let rows = buffer.content().chunks(usize::from(buffer.area.width));
    // Before it are the bar and the numbers.
    let of_row = |row: &'_ [ratatui::buffer::Cell]| {
        let list = row.iter().rposition(|cell| cell.symbol() == "\u{2502}");
        let row = &row[list.map_or(0, |at| at + 1)..];
        let gutter = |cell: &ratatui::buffer::Cell| "\u{258c}: 0123456789".contains(cell.symbol());
        let at = row.iter().position(|cell| !gutter(cell))?;
        (at > 2 && row[at].symbol() == sign).then(|| row[at].modifier)
    };
    let mut looks = rows.filter_map(of_row);
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
        assert!(
            !drive.text().contains("Getting started"),
            "{}",
            drive.text()
        );
        assert!(
            drive.text().contains("Place 2 of 2"),
            "the key does what it does"
        );
    }
}

#[test]
fn leaving_asks_once_where_decisions_would_be_lost() {
    use hunkwise::ui::Ending;
    let mut drive = Drive::new((80, 24));
    drive.keys("YQ");
    assert_eq!(drive.ending, None);
    assert!(
        drive.text().contains("quit and forget ") && drive.text().contains("decided"),
        "{}",
        drive.text()
    );
    drive.keys("jQ");
    assert_eq!(drive.ending, None, "another key is no yes");
    drive.keys("Q");
    assert_eq!(drive.ending, Some(Ending::Forgotten));
    for (keys, ending) in [
        ("q", Ending::Quit),
        ("Yq", Ending::Quit),
        ("Q", Ending::Forgotten),
    ] {
        let mut drive = Drive::new((80, 24));
        drive.keys(keys);
        assert_eq!(drive.ending, Some(ending), "{keys} loses nothing");
    }
}

#[test]
fn a_small_terminal_gets_a_notice() {
    for (size, notice) in [
        ((59, 24), "59x24 is too small; needs 60x15"),
        ((80, 14), "80x14 is too small; needs 60x15"),
        ((4, 1), "4x1\u{2026}"),
    ] {
        let text = Drive::new(size).text();
        let text = text.trim();
        assert_eq!(text.lines().next(), Some(notice));
        let leave = text.lines().nth(1);
        assert!(leave.is_none_or(|row| row.starts_with("q quit")), "{text}");
    }
    for size in [(80, 0), (0, 24), (0, 0)] {
        assert_eq!(Drive::new(size).text().trim(), "", "{size:?}");
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
    drive.take_in(Msg::Paste("nothing\nat all\n".to_string()));
    assert!(drive.text().contains("No patch found"), "{}", drive.text());
    drive.take_in(Msg::Paste(REPLY.to_string()));
    assert!(drive.text().contains("fits 2 places"), "{}", drive.text());
}

#[test]
fn several_patches_are_one_review_and_their_lines_are_named_by_file() {
    let mut drive = Drive::new((120, 40));
    drive.model.title = "fix.patch +1".to_string();
    drive.model.replies = vec![("fix.patch".to_string(), 5), ("two.patch".to_string(), 80)];
    let text = drive.text();
    assert!(text.contains("(line 6 of two.patch)"), "{text}");
    assert!(
        drive.keys("I").text().contains("line 6 of two.patch"),
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
    assert!(drive.text().contains("H to allow"), "{}", drive.text());
    assert_eq!(drive.model.session.tally().n_accepted, 0);
    drive.keys("YA");
    assert_eq!(drive.model.session.tally().n_accepted, 0);
    assert!(!drive.text().contains("Ready to write"), "{}", drive.text());
    drive.keys("H<enter>A");
    assert!(drive.text().contains("Ready to write"), "{}", drive.text());
    drive.keys("<esc>uu");
    assert!(
        drive.text().contains("U+202E"),
        "confirming is undone too: {}",
        drive.text()
    );
    drive.keys("<enter>");
    assert_eq!(drive.model.session.tally().n_accepted, 0);
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
    assert_eq!(drive.model.session.tally().n_accepted, 4, "decisions stay");
}

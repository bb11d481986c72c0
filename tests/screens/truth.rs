//! What is written is what was shown and said: nothing that was rejected, nothing that was not counted.

use hunkwise::text::RelPath;
use hunkwise::ui::NotUndone;
use hunkwise::ui::model::Saved;
use hunkwise::ui::msg::Msg;

use super::drive::{Drive, REPLY};
use super::files::FILES;
use super::{BLOCKS, SUB, lib_patch};

/// Returns what a file holds after `keys`.
#[track_caller]
pub(super) fn written(reply: &str, path: &str, keys: &str) -> String {
    let mut drive = Drive::of(reply, "dark", (100, 30));
    drive.keys(keys);
    let path = RelPath::new(path).unwrap();
    String::from_utf8(drive.world.read(&path).unwrap()).unwrap()
}

/// Says whether each of the three blocks of `BLOCKS` is in the file after `keys`.
#[track_caller]
fn check_blocks(keys: &str, expected: [bool; 3]) {
    let after = written(BLOCKS, "src/app.py", &format!("{keys}A<enter>"));
    let lines = ["import json, sys", "open(path, \"rb\")", "# Twice each."];
    assert_eq!(lines.map(|line| after.contains(line)), expected, "{keys}");
}

#[test]
fn lines_are_chosen_from_what_was_decided_on_blocks() {
    check_blocks("s<enter>xv<enter>", [true, false, true]);
    check_blocks("sxxv<enter>", [false, false, true]);
    check_blocks("sx<enter>xv<enter>", [false, true, false]);
    check_blocks("s<enter>x<enter>v<enter>", [true, false, true]);
}

#[test]
fn lines_of_a_rejected_hunk_start_unmarked() {
    let mut drive = Drive::of(BLOCKS, "dark", (100, 30));
    drive.keys("xv");
    assert!(
        drive.text().contains("0 of 5 lines marked"),
        "{}",
        drive.text()
    );
    drive.keys("<enter>");
    assert_eq!(drive.model.session.tally().n_accepted, 0);
    assert!(
        drive.text().contains("Esc, then x rejects the hunk"),
        "{}",
        drive.text()
    );
}

#[test]
fn choosing_lines_begins_in_the_block_under_review() {
    let mut drive = Drive::of(BLOCKS, "dark", (100, 30));
    drive.keys("s<enter>xv<space>");
    let after = drive
        .keys("<enter>A<enter>")
        .world
        .read(&RelPath::new("src/app.py").unwrap());
    let after = String::from_utf8(after.unwrap()).unwrap();
    assert!(
        after.contains("json, sys") && !after.contains("# Twice each."),
        "{after}"
    );
}

/// A hunk that adds hidden text, and one that adds none.
fn hiding() -> String {
    let first = " pub fn add(a: u32, b: u32) -> u32 {\n-    a + b\n+    a + b // \u{202e}x\n }\n";
    lib_patch(&[first, &format!("{SUB}-    a - b\n+    b - a\n }}\n")])
}

#[test]
fn hidden_text_that_nobody_allowed_is_a_problem_of_its_own() {
    let mut drive = Drive::of(&hiding(), "dark", (120, 40));
    assert!(drive.text().contains("1 needs you"), "{}", drive.text());
    assert!(drive.text().contains("\u{203c}"), "{}", drive.text());
    drive.keys("]Y");
    let tally = drive.model.session.tally();
    assert_eq!((tally.n_accepted, tally.n_undecided), (1, 1));
    let text = drive.text();
    assert!(
        text.contains("1 needs you") && !text.contains("all decided"),
        "{text}"
    );
    drive.keys("<tab>");
    assert_eq!(drive.model.session.number(drive.model.hunk), 1);
    drive.keys("H");
    assert!(drive.text().contains("1 undecided"), "{}", drive.text());
    drive.keys("<enter>");
    assert!(drive.text().contains("all decided"), "{}", drive.text());
}

#[test]
fn hidden_text_is_listed_with_what_needs_somebody() {
    let mut drive = Drive::of(&hiding(), "dark", (120, 40));
    drive.keys("]ff");
    assert_eq!(
        drive.model.list.len(),
        2,
        "the file and its one hunk that hides"
    );
    assert_eq!(
        drive.model.session.number(drive.model.hunk),
        1,
        "the selection follows the list"
    );
}

#[test]
fn what_deletes_a_file_or_its_lines_is_accepted_by_itself() {
    let mut drive = Drive::of(FILES, "dark", (120, 40));
    drive.keys("{Y");
    let deleted = drive.model.session.plan().files[0].hunks[0].clone();
    assert!(!deleted.decision.is_accepted());
    drive.keys("{{{{");
    assert!(
        drive.text().contains("Deletes the file \u{b7} 9 lines"),
        "{}",
        drive.text()
    );
    drive.keys("<enter>");
    assert!(
        drive.model.session.plan().files[0].hunks[0]
            .decision
            .is_accepted()
    );
    let whole = |body: &str| format!("src/lib.rs\n```rust\n{body}```\n");
    let kept = include_str!("lib.rs");
    for (body, accepted) in [
        (kept.replace("pub fn sub(a: u32, b: u32) -> u32 {\n", ""), 0),
        (kept.replace("a - b", "a.saturating_sub(b)"), 1),
        (
            format!("{kept}\n/// Three.\npub const THREE: u32 = 3;\n"),
            1,
        ),
    ] {
        let mut drive = Drive::of(&whole(&body), "dark", (120, 40));
        drive.keys("Y");
        assert_eq!(
            drive.model.session.tally().n_accepted,
            accepted,
            "{body}\n{}",
            drive.text()
        );
    }
}

/// A strict hunk, and one that differs in blanks alone.
fn blank() -> String {
    lib_patch(&[
        " pub fn add(a: u32, b: u32) -> u32 {\n-    a + b\n+    b + a\n }\n",
        &format!("{SUB}-  a - b\n+  b - a\n }}\n"),
    ])
}

#[test]
fn an_undecided_hunk_is_counted_gone_to_and_named_before_writing() {
    let mut drive = Drive::of(&blank(), "dark", (100, 30));
    drive.keys("Y");
    assert_eq!(drive.model.session.tally().n_accepted, 1);
    assert!(drive.text().contains("1 undecided"), "{}", drive.text());
    drive.keys("[<tab>");
    assert_eq!(
        drive.model.session.number(drive.model.hunk),
        2,
        "Tab goes to what is undecided"
    );
    drive.keys("A");
    let text = drive.text();
    assert!(
        text.contains("1 hunk is undecided and won't be written"),
        "{text}"
    );
    drive.keys("<esc><tab><enter>A");
    assert!(drive.text().contains("Ready to write"), "{}", drive.text());
    assert!(!drive.text().contains("undecided"), "{}", drive.text());
    drive.keys("<enter>");
    let after = drive
        .world
        .read(&RelPath::new("src/lib.rs").unwrap())
        .unwrap();
    let after = String::from_utf8(after).unwrap();
    assert!(
        after.contains("b + a") && after.contains("b - a"),
        "{after}"
    );
}

#[test]
fn all_decided_is_said_of_no_open_hunk() {
    for (keys, undecided) in [
        ("", true),
        ("<enter>", true),
        ("<enter><enter>", false),
        ("xx", false),
    ] {
        let mut drive = Drive::of(&blank(), "dark", (100, 30));
        drive.keys(keys);
        let text = drive.text();
        let head = text.lines().next().unwrap();
        assert_eq!(head.contains("undecided"), undecided, "{keys}: {head}");
        assert_eq!(head.contains("all decided"), !undecided, "{keys}: {head}");
    }
}

#[test]
fn a_hunk_is_counted_once() {
    let mut drive = Drive::of(&blank(), "dark", (120, 40));
    drive.keys("<enter><enter>");
    let path = RelPath::new("src/lib.rs").unwrap();
    drive.world.write(&path, b"gone\n".to_vec());
    drive.take_in(hunkwise::ui::msg::Msg::Touched(vec![path]));
    drive.keys("R");
    let text = drive.text();
    let head = text.lines().next().unwrap();
    assert!(
        head.contains("0 of 2 decided") && head.contains("2 need you"),
        "{head}"
    );
}

#[test]
fn a_file_chosen_alone_is_kept_by_leaving() {
    let mut drive = Drive::of(REPLY, "dark", (100, 30));
    drive.keys("<tab><tab><tab>T<enter>");
    assert!(!drive.model.session.resolutions().steps().is_empty());
}

#[test]
fn what_is_left_out_says_why_and_what_is_deleted_says_so() {
    let mut drive = Drive::of(&hiding(), "dark", (100, 30));
    drive.keys("]<enter>A");
    let text = drive.text();
    assert!(text.contains("adds hidden text, not allowed"), "{text}");
    assert!(
        text.contains("1 hunk needs you and won't be written: Esc, then Tab"),
        "{text}"
    );
    let mut drive = Drive::of(FILES, "dark", (100, 40));
    drive.keys("{{{{<enter>A");
    let text = drive.text();
    let check = text.lines().find(|line| line.contains("  1 hunk 1"));
    assert!(
        check.is_some_and(|line| line.contains("deletes the file")),
        "{text}"
    );
    let mut drive = Drive::of(FILES, "dark", (100, 40));
    drive.keys("YA");
    let text = drive.text();
    assert!(
        text.contains("1 hunk is undecided and won't be written: Esc, then Tab"),
        "{text}"
    );
}

/// Two functions alike but for their names, after signatures over several lines.
const TWO_SIGNATURES: &str = "def read(\n    path,\n    limit,\n):\n    found = []\n    for line in open(path):\n        found.append(line)\n    return found\n\n\ndef write(\n    path,\n    limit,\n):\n    found = []\n    for line in open(path):\n        found.append(line)\n    return found\n\n\ndef main():\n    read(1, 2)\n";

#[test]
fn a_tie_names_the_definition_that_each_place_is_in() {
    let hunk = "     found = []\n-    for line in open(path):\n+    for line in list(path):\n         found.append(line)\n";
    let reply = format!("--- a/src/app.py\n+++ b/src/app.py\n@@ @@\n{hunk}");
    for (size, keys) in [
        ((80, 24), ""),
        ((80, 24), "2"),
        ((120, 40), ""),
        ((120, 40), "2"),
    ] {
        let mut drive = Drive::on("src/app.py", TWO_SIGNATURES, &reply, size);
        drive.keys(keys);
        let text = drive.text();
        assert!(
            text.contains("Place 1 is in read, place 2 in write."),
            "{text}"
        );
        assert!(
            text.contains("def write("),
            "the definition is seen\n{text}"
        );
    }
}

#[test]
fn a_comment_may_have_several_lines() {
    let mut drive = Drive::of(REPLY, "dark", (100, 30));
    drive.keys("cfirst<ctrl-j>second");
    drive.take_in(hunkwise::ui::msg::Msg::Paste("third\r\nfourth".to_string()));
    let text = drive.text();
    assert!(
        text.contains("Comment to the model") && text.contains("secondthird"),
        "{text}"
    );
    drive.keys("<enter>");
    assert_eq!(
        drive.model.session.comment(drive.model.hunk),
        Some("first\nsecondthird\nfourth")
    );
    let text = drive.text();
    assert!(
        text.contains("Comment: first") && text.contains("   fourth"),
        "{text}"
    );
    drive.keys("/fir<ctrl-j>st");
    assert!(
        drive.text().contains("Search: first"),
        "only a comment has lines\n{}",
        drive.text()
    );
}

#[test]
fn the_counts_of_all_files_are_the_sum_of_each_ones() {
    let mut drive = Drive::of(REPLY, "dark", (100, 30));
    for keys in [
        "<enter>", "Y", "x", "u", "<tab>1<enter>", "<ctrl-r>", "A<enter>", "U", "R",
    ] {
        drive.keys(keys);
        let session = &drive.model.session;
        let hunks: Vec<_> = session.plan().hunks().collect();
        let tally = session.tally();
        let accepted = hunks.iter().filter(|hunk| {
            hunk.decision.is_accepted() && hunk.state != hunkwise::plan::State::AlreadyApplied
        });
        let needing = hunks.iter().filter(|hunk| hunk.needs_person());
        let rejected = hunks.iter().filter(|hunk| hunk.decision.is_rejected());
        assert_eq!(
            (
                tally.n_hunks, tally.n_accepted, tally.n_need, tally.n_rejected
            ),
            (
                hunks.len(),
                accepted.count(),
                needing.count(),
                rejected.count()
            ),
            "{keys}"
        );
    }
}

#[test]
fn the_screen_without_a_patch_lists_saved_reviews() {
    for size in [(80, 24), (120, 40)] {
        let mut drive = Drive::of("", "dark", size);
        assert!(!drive.text().contains("Saved reviews"), "{}", drive.text());
        let saved = Saved {
            reply: "reply.md".to_string(),
            source: Some("reply.md".to_string()),
            n_decided: 5,
            n_hunks: 14,
            age: "2 h ago".to_string(),
            files: "src/app.py ".repeat(20),
        };
        drive.model.saved = vec![saved; 9];
        let text = drive.text();
        assert!(text.contains("Saved reviews"), "{text}");
        let rows: Vec<&str> = text.lines().filter(|row| row.contains("5 of 14")).collect();
        assert_eq!(rows.len(), 6, "{text}");
        assert!(text.contains("1-6 of 9"), "{text}");
        assert!(
            rows.iter().all(|row| row.trim_end().ends_with('\u{2026}')),
            "{text}"
        );
    }
}

#[test]
fn a_question_is_never_cut_before_its_reason() {
    let first = include_str!("lib.rs").lines().take(2);
    let quoted: String = first.map(|line| format!("-{line}\n")).collect();
    let deleted = format!("--- a/src/lib.rs\n+++ /dev/null\n@@ -1,2 +0,0 @@\n{quoted}");
    let settings = "HOST = \"localhost\"\nPORT = 8080\nDEBUG = True\nTIMEOUT = 30\nRETRIES = 3\n";
    let other = "`config.py`:\n\n```python\nHOST = \"localhost\"\nPORT = 8080\nDEBUG = False\nTIMEOUT = 60\n```\n";
    let other = other.to_string();
    for (reply, reason) in [
        (&deleted, "deletes the file, and does not show lines 3-9."),
        (
            &other,
            "less than half of the lines of the file it replaces",
        ),
    ] {
        for size in [(80, 24), (100, 30), (120, 40), (60, 24)] {
            let drive = if reply.contains("config.py") {
                Drive::on("config.py", settings, reply, size)
            } else {
                Drive::of(reply, "dark", size)
            };
            let text = drive.text();
            let rows = text.lines().skip(1).take(2);
            let column = text.lines().nth(1).unwrap_or_default();
            let at = column.find('\u{2502}').map_or(0, |at| at + 3);
            let question = rows.map(|row| row.get(at..).unwrap_or_default().trim());
            let question = question.collect::<Vec<_>>().join(" ");
            assert!(question.contains(reason), "{size:?} {question}\n{text}");
        }
    }
    let drive = Drive::of(&deleted, "dark", (100, 30));
    let text = drive.text();
    assert!(
        text.contains("delete -9") && text.contains("+0 -9"),
        "all lines go\n{text}"
    );
}

#[test]
fn a_hunk_of_a_renamed_file_says_where_the_file_goes() {
    let reply = "diff --git a/src/lib.rs b/src/sums.rs\nrename from src/lib.rs\nrename to src/sums.rs\n\
                 --- a/src/lib.rs\n+++ b/src/sums.rs\n@@ @@\n pub fn sub(a: u32, b: u32) -> u32 {\n-    a - b\n+    b - a\n }\n";
    let drive = Drive::of(reply, "dark", (80, 24));
    let text = drive.text();
    assert!(text.contains("renames to src/sums.rs"), "{text}");
}

#[test]
fn of_a_rejected_hunk_nothing_is_asked() {
    let mut drive = Drive::of(REPLY, "dark", (80, 24));
    drive.keys("x[");
    let text = drive.text();
    let number = drive.model.session.number(drive.model.hunk);
    assert_eq!(number, 2);
    assert!(!text.contains("Which one is meant?"), "{text}");
    assert!(
        text.lines().last().unwrap().starts_with(" x  reopen"),
        "{text}"
    );
}

#[test]
fn what_stays_out_is_told_by_reason_and_no_count_is_cut() {
    let long = "a/very/long/way/to/the/file/that/nobody/would/ever/type/by/hand/because/it/is/so/long/main.py";
    let file: String = (0..6)
        .map(|n| format!("def f{n}():\n    return {n}\n\n"))
        .collect();
    let hunks: String = (0..6)
        .map(|n| format!("@@ @@\n def f{n}():\n-    return {n}\n+    return {n}{n}\n"))
        .collect();
    let reply = format!("--- a/{long}\n+++ b/{long}\n{hunks}");
    let mut drive = Drive::on(long, &file, &reply, (80, 24));
    drive.keys("<enter>xxA");
    let text = drive.text();
    let row = |wanted: &str| {
        text.lines()
            .find(|row| row.contains(wanted))
            .unwrap_or_default()
    };
    assert!(row("hunks 4-6").contains("undecided"), "{text}");
    assert!(row("hunks 2-3").contains("rejected"), "{text}");
    assert!(
        row("1 of 6 hunks").contains("main.py") && row("1 of 6 hunks").contains("+1 -1"),
        "{text}"
    );
}

#[test]
fn the_card_of_the_first_start_names_the_key_that_answers() {
    let reply = "--- a/src/libs.rs\n+++ b/src/libs.rs\n@@ @@\n-    a - b\n+    b - a\n";
    let mut drive = Drive::of(reply, "dark", (80, 24));
    drive.model.card = hunkwise::ui::model::Shown::Yes;
    let text = drive.text();
    assert!(text.contains("T chooses the file, x rejects."), "{text}");
    assert!(!text.contains("Enter accepts"), "{text}");
    for size in [(80, 24), (100, 30), (120, 40)] {
        let mut drive = Drive::demo("dark", size);
        drive.model.card = hunkwise::ui::model::Shown::Yes;
        let text = drive.text();
        let tells = text.contains("The wish list must count its own");
        assert!(
            tells && text.contains("Getting started"),
            "the card hides no answer\n{text}"
        );
        assert!(text.contains("next problem."), "nor is it cut\n{text}");
        assert!(text.contains("self.wishes"), "{text}");
    }
}

/// Enter accepts all of it, and is offered by the card itself.
#[test]
fn a_change_that_goes_on_below_the_card_says_by_how_much() {
    let added: String = (0..90).map(|n| format!("+# {n}\n")).collect();
    let long = format!("--- a/src/app.py\n+++ b/src/app.py\n@@ @@\n-import json\n{added} \n");
    let whole: String = (0..90).map(|n| format!("x{n} = {n}\n")).collect();
    let whole = format!("**src/app.py**\n\n```python\n{whole}```\n");
    let made = format!("--- /dev/null\n+++ b/src/made.py\n@@ -0,0 +1,90 @@\n{added}");
    for reply in [long, whole, made] {
        for size in [(80, 24), (100, 30), (120, 40), (160, 50)] {
            let mut drive = Drive::of(&reply, "dark", size);
            drive.model.card = hunkwise::ui::model::Shown::Yes;
            drive.model.bring_into_view();
            let text = drive.text();
            assert!(text.contains("Getting started"), "{text}");
            assert!(text.contains("more lines ("), "{size:?}\n{text}");
        }
    }
}

#[test]
fn a_rejected_hunk_is_neither_warned_of_nor_advised_on() {
    let mut drive = Drive::demo("dark", (80, 24));
    drive.keys("<tab><tab><tab>");
    assert!(
        drive.text().contains("Usually best: x reject"),
        "{}",
        drive.text()
    );
    let at = drive.model.hunk;
    drive.keys("1x");
    drive.model.go_to(at);
    drive.keys("1");
    let text = drive.text();
    assert!(text.contains("rejected"), "{text}");
    assert!(
        !text.contains("Usually best") && !text.contains("will be skipped"),
        "{text}"
    );
}

#[test]
fn files_that_the_hunks_fit_are_offered_first() {
    let lines: Vec<&str> = include_str!("app.py").lines().take(5).collect();
    let body = format!(" {}\n-{}\n+    pass\n", lines[3], lines[4]);
    let reply = format!("--- a/core/render.rs\n+++ b/core/render.rs\n@@ @@\n{body}");
    let mut drive = Drive::of(&reply, "dark", (100, 30));
    drive.keys("T");
    let text = drive.text();
    let marked = text
        .lines()
        .find(|row| row.contains(" > "))
        .unwrap_or_default();
    assert!(marked.contains("src/app.py  exact, line"), "{text}");
}

#[test]
fn a_hunk_is_accepted_at_all_places_that_it_fits_equally_well() {
    let file = "def a():\n    x = []\n    return x\n\n\ndef b():\n    x = []\n    return x\n\n\ndef c():\n    x = []\n    return x\n";
    let reply = "--- a/a.py\n+++ b/a.py\n@@ @@\n-    x = []\n+    x = {}\n     return x\n";
    let mut drive = Drive::on("a.py", file, reply, (100, 30));
    assert!(drive.text().contains("+ all 3 places"), "{}", drive.text());
    drive.keys("+");
    assert!(
        drive
            .text()
            .contains("Press + again to change all 3 places"),
        "{}",
        drive.text()
    );
    assert_eq!(drive.model.session.tally().n_accepted, 0);
    drive.keys("+");
    assert_eq!(
        drive.model.session.tally().n_accepted,
        1,
        "{}",
        drive.text()
    );
    drive.keys("u");
    assert!(
        drive.model.session.resolutions().steps().is_empty(),
        "one step"
    );
    drive.keys("++A<enter>");
    let after = drive.world.read(&RelPath::new("a.py").unwrap()).unwrap();
    assert_eq!(String::from_utf8(after).unwrap(), file.replace("[]", "{}"));
    let mut drive = Drive::on(
        "a.py",
        file,
        &reply.replace("-    x = []", "-    y = []"),
        (100, 30),
    );
    drive.keys("++");
    assert_eq!(
        drive.model.session.tally().n_accepted,
        0,
        "not where nothing fits"
    );
}

#[test]
fn a_hunk_taken_in_part_is_not_listed_as_not_written() {
    let mut drive = Drive::of(BLOCKS, "dark", (100, 30));
    drive.keys("s<enter>x<enter>A");
    for _ in ["before", "after"] {
        let text = drive.text();
        assert!(text.contains("Only in part:"), "{text}");
        assert!(!text.contains("Not written:"), "{text}");
        assert!(text.contains("1 of 1 hunk, in part"), "{text}");
        drive.keys("<enter>");
    }
}

#[test]
fn a_number_in_the_command_list_goes_to_that_hunk_where_no_place_is_asked_for() {
    let mut drive = Drive::of(BLOCKS, "dark", (100, 30));
    drive.keys(":1<enter>");
    assert!(drive.text().contains("Hunk 1 of 1"), "{}", drive.text());
    drive.keys(":7<enter>");
    assert!(
        drive.text().contains("No hunk 7; only 1 hunk"),
        "{}",
        drive.text()
    );
}

#[test]
fn a_number_never_runs_a_command_that_has_it_in_its_words() {
    for number in ["0", "1", "13", "30", "130", "99999999999999999999999"] {
        let mut drive = Drive::of(BLOCKS, "dark", (100, 30));
        drive.keys(":").keys(number);
        let text = drive.text();
        assert!(!text.contains("exit code"), "{text}");
        drive.keys("<enter>");
        assert_eq!(drive.ending, None, "{number}");
    }
}

#[test]
fn a_number_goes_to_a_place_else_to_a_hunk_and_accepts_nothing() {
    let mut drive = Drive::new((100, 30));
    assert!(drive.text().contains("2 places"), "{}", drive.text());
    drive.keys(":2");
    assert!(drive.text().contains("go to place 2"), "{}", drive.text());
    drive.keys("<enter>:2<enter>");
    assert!(drive.text().contains("Place 2 of 2"), "{}", drive.text());
    assert_eq!(drive.model.session.tally().n_accepted, 0);
    drive.keys(":3");
    assert!(drive.text().contains("go to hunk 3"), "{}", drive.text());
    drive.keys("<enter>");
    assert!(
        drive.text().contains("exact  (this one)"),
        "{}",
        drive.text()
    );
    let mut drive = Drive::new((100, 30));
    drive.keys(":99<enter>");
    let said = "No place or hunk 99; only 2 places here";
    assert!(drive.text().contains(said), "{}", drive.text());
}

#[test]
fn a_refused_undo_is_no_longer_offered() {
    let mut drive = Drive::of(BLOCKS, "dark", (100, 30));
    drive.keys("<enter>A<enter>");
    assert!(
        drive.text().contains("U undoes this write"),
        "{}",
        drive.text()
    );
    drive.take_in(Msg::Unapplied(
        Err(NotUndone::Failed("the file changed".to_string())),
        Vec::new(),
    ));
    let text = drive.text();
    assert!(text.contains("refused: the file changed"), "{text}");
    let footer = text.trim_end().lines().next_back().unwrap_or_default();
    assert!(
        footer.contains("quit") && !footer.contains("U undo"),
        "{text}"
    );
    assert!(!text.contains("U here"), "{text}");
    drive.keys("<esc>");
    let text = drive.text();
    assert!(!text.contains("U undoes the last write"), "{text}");
}

#[test]
fn the_marks_of_lines_are_in_the_legend() {
    let mut drive = Drive::of(BLOCKS, "dark", (120, 40));
    drive.keys("?");
    let text = drive.text();
    for mark in [": by another hunk", "\u{2260} differs from the hunk"] {
        assert!(text.contains(mark), "{text}");
    }
}

#[test]
fn the_key_that_marks_a_line_takes_the_mark_back() {
    let mut drive = Drive::of(BLOCKS, "dark", (80, 24));
    drive.keys("v");
    let before = drive.text();
    let footer = |text: &str| text.lines().last().unwrap().to_string();
    assert!(footer(&before).contains("Space unmark"), "{before}");
    drive.keys("<space>");
    let text = drive.text();
    assert!(footer(&text).contains("Space mark  "), "{text}");
    drive.keys("<space>");
    assert_eq!(drive.text(), before);
}

#[test]
fn the_keys_of_a_screen_are_found_by_its_name() {
    let mut drive = Drive::of(BLOCKS, "dark", (120, 40));
    drive.keys("?conflict");
    let text = drive.text();
    for help in [
        "with only that hunk",
        "with all hunks, 1 first",
        "with none of the hunks",
    ] {
        assert!(text.contains(help), "{help}\n{text}");
    }
}

#[test]
fn a_key_that_needs_a_tie_says_that_there_is_none() {
    let mut drive = Drive::of(BLOCKS, "dark", (100, 30));
    drive.keys("o");
    let text = drive.text();
    assert!(
        text.contains("Only for a hunk that fits several places"),
        "{text}"
    );
    assert!(!text.contains("tie"), "{text}");
}

#[test]
fn the_question_below_the_keys_stays_as_it_was() {
    let reply = "--- a/src/lib.rs\n+++ b/src/lib.rs\n@@ -5,1 +5,1 @@\n-QQQQQQ\n+x\n";
    for size in [(80, 24), (120, 40)] {
        let mut drive = Drive::of(reply, "dark", size);
        drive.keys("1<enter>");
        let before = drive.text();
        assert!(before.contains("REPLACE?"), "{before}");
        drive.keys("?");
        let row = |text: &str| text.lines().nth(1).unwrap().to_string();
        assert_eq!(row(&drive.text()), row(&before), "{}", drive.text());
    }
}

#[test]
fn a_key_that_asks_first_is_not_said_to_accept() {
    let reply = "--- a/src/lib.rs\n+++ b/src/lib.rs\n@@ -5,1 +5,1 @@\n-QQQQQQ\n+x\n";
    let mut drive = Drive::of(reply, "dark", (80, 24));
    drive.keys("1");
    let text = drive.text();
    assert!(text.contains("Enter asks: replace"), "{text}");
    let footer = text.lines().last().unwrap();
    assert!(footer.contains("place 1 (asks)"), "{text}");
}

//! Nothing is decided that was not seen: not on a screen too small to show it, not of hidden text, not of lines that a hunk does
//! not name, and no decision is lost without a word.

use crossterm::event::MouseEventKind;
use hunkwise::plan::Decision;
use hunkwise::session::{Command, Outcome};
use hunkwise::text::RelPath;
use hunkwise::ui::msg::Msg;

use super::drive::{Drive, REPLY};
use super::pointer::mouse;
use super::truth::written;
use super::{BLOCKS, SUB, lib_patch};

/// Returns the labels of what was decided.
fn steps(drive: &Drive) -> Vec<String> {
    let steps = drive.model.session.resolutions().steps();
    steps.iter().map(|step| step.label.clone()).collect()
}

#[test]
fn a_screen_too_small_takes_no_decision() {
    for size in [(59, 24), (80, 14), (40, 10), (1, 1)] {
        for keys in [
            "xxY", "Y", "<enter>", "2<enter>", "a", "cword<enter>", "U", "R", "s", "m<enter>",
            "<space>",
        ] {
            let mut drive = Drive::new((80, 24));
            drive.take_in(Msg::Resize(size.0, size.1));
            drive.keys(keys);
            mouse(
                &mut drive,
                MouseEventKind::Down(crossterm::event::MouseButton::Left),
                (2, 2),
            );
            drive.take_in(Msg::DoubleClick(2, 2));
            assert!(
                steps(&drive).is_empty(),
                "{size:?} {keys}: {:?}",
                steps(&drive)
            );
            let before = drive.model.hunk;
            drive.take_in(Msg::Resize(80, 24));
            assert_eq!(drive.model.hunk, before);
        }
        let mut drive = Drive::new((80, 24));
        drive.keys("Y2<enter>A");
        drive.take_in(Msg::Resize(size.0, size.1));
        drive.keys("<enter>");
        assert!(drive.model.applied.is_empty(), "nothing is written unseen");
        let mut drive = Drive::new((80, 24));
        drive.take_in(Msg::Resize(size.0, size.1));
        drive.keys("q");
        assert_eq!(drive.ending, Some(hunkwise::ui::Ending::Quit));
    }
    let mut drive = Drive::of("", "dark", (80, 24));
    drive.take_in(Msg::Resize(40, 10));
    drive.take_in(Msg::Paste(REPLY.to_string()));
    assert!(drive.model.session.patch().files.is_empty());
    drive.take_in(Msg::Resize(60, 15));
    drive.take_in(Msg::Paste(REPLY.to_string()));
    assert!(!drive.model.session.patch().files.is_empty());
}

/// The character that hides.
const HIDDEN: &str = "\u{200b}";

/// Each reply hides something in one hunk, and one key would accept it.
fn hiding() -> Vec<(&'static str, &'static str, String, Vec<&'static str>)> {
    let tie_file = "def a():\n    x = 1\n    return x\n\n\ndef b():\n    x = 1\n    return x\n";
    let tie = format!(
        "--- a/t.py\n+++ b/t.py\n@@ ... @@\n-    x = 1\n+    x = 2{HIDDEN}\n     return x\n"
    );
    let over_file = "def a():\n    first = 1\n    second = 2\n    return first\n";
    let over = format!(
        "--- a/o.py\n+++ b/o.py\n@@ -1,4 +1,4 @@\n def a():\n-    first = 1\n+    first = 10\n     second = 2\n     return first\n\
         @@ -1,4 +1,4 @@\n def a():\n-    first = 1\n+    first = 11{HIDDEN}\n     second = 2\n     return first\n"
    );
    let near_file = "class Foo:\n    first = 1\n    second = 2\n";
    let near = format!(
        "--- a/n.py\n+++ b/n.py\n@@ ... @@\n class Foo:\n-    third = 1\n+    third = 10{HIDDEN}\n     bar = baz()\n"
    );
    let rest_file = "one = 1\ntwo = 2\nthree = 3\nfour = 4\nfive = 5\nsix = 6\nseven = 7\n";
    let rest = format!(
        "--- a/r.py\n+++ b/r.py\n@@ -1,2 +1,2 @@\n-one = 1\n+one = 10\n two = 2\n@@ -4,2 +4,2 @@\n-four = 4\n+four = 40{HIDDEN}\n five = 5\n\
         @@ -7 +7 @@\n-seven = 7\n+seven = 70\n"
    );
    let blocks_file = "import os\n\n\ndef a():\n    first = 1\n    second = 2\n    return first\n";
    let blocks = format!(
        "--- a/b.py\n+++ b/b.py\n@@ -1,7 +1,7 @@\n-import os\n+import sys\n \n \n def a():\n     first = 1\n-    second = 2\n+    second = 20{HIDDEN}\n     return first\n"
    );
    vec![
        (
            "t.py",
            tie_file,
            tie,
            vec!["1<enter>", "2<enter>", "11", "++", "1m<enter>", "2y", "o"],
        ),
        (
            "o.py",
            over_file,
            over,
            vec!["2<enter>", "b<enter>", "B<enter>", "2y", "]<enter>"],
        ),
        (
            "n.py",
            near_file,
            near,
            vec![
                "1<enter>r", "1<enter>i", "m<enter>r", "m<enter>i", "m<enter><enter>",
            ],
        ),
        (
            "r.py",
            rest_file,
            rest,
            vec![
                "a", "aa", "Y", "<enter>", "<space>", "y", "v<enter>", "s<enter>",
            ],
        ),
        (
            "b.py",
            blocks_file,
            blocks,
            vec![
                "<enter>", "s<enter><enter>", "v<enter>", "Y", "<space>", "a",
            ],
        ),
    ]
}

#[test]
fn no_key_accepts_hidden_text_that_was_not_allowed() {
    for (path, file, reply, ways) in hiding() {
        for keys in ways {
            let mut drive = Drive::on(path, file, &reply, (100, 30));
            drive.keys(keys);
            let plan = drive.model.session.plan();
            for id in drive.model.hidden_texts.keys() {
                assert!(
                    !plan.hunk(*id).decision.is_accepted(),
                    "{path} {keys}\n{}",
                    drive.text()
                );
            }
            assert!(
                !drive.text().contains("Allow it?  accepted"),
                "{}",
                drive.text()
            );
            drive.keys("<esc><esc>A<enter>");
            let after = drive.world.read(&RelPath::new(path).unwrap()).unwrap();
            assert!(
                !String::from_utf8(after).unwrap().contains(HIDDEN),
                "{path} {keys}"
            );
        }
    }
}

#[test]
fn hidden_text_that_was_allowed_is_accepted_by_the_same_keys() {
    for (path, keys) in [
        ("t.py", "1H<enter>"),
        ("o.py", "2H<enter>"),
        ("n.py", "1H<enter>r"),
        ("r.py", "Ha"),
        ("b.py", "H<enter>"),
    ] {
        let (path, file, reply, _) = hiding().into_iter().find(|it| it.0 == path).unwrap();
        let mut drive = Drive::on(path, file, &reply, (100, 30));
        drive.keys(keys).keys("A<enter>");
        let after = drive.world.read(&RelPath::new(path).unwrap()).unwrap();
        assert!(
            String::from_utf8(after).unwrap().contains(HIDDEN),
            "{path} {keys}\n{}",
            drive.text()
        );
    }
}

#[test]
fn where_hidden_text_waits_its_key_is_the_first_of_the_footer() {
    for (path, keys) in [
        ("t.py", "2"),
        ("o.py", "2"),
        ("o.py", "b"),
        ("n.py", "1"),
        ("r.py", ""),
        ("b.py", ""),
    ] {
        let (path, file, reply, _) = hiding().into_iter().find(|it| it.0 == path).unwrap();
        for size in [(80, 24), (120, 40)] {
            let mut drive = Drive::on(path, file, &reply, size);
            drive.keys(keys);
            let text = drive.text();
            let is_first = |row: &&str| row.starts_with(" H  allow hidden text");
            assert!(
                text.lines().any(|row| is_first(&row)),
                "{path} {keys} {size:?}\n{text}"
            );
        }
    }
}

#[test]
fn applying_goes_to_the_hidden_text_that_stands_in_its_way() {
    let (path, file, reply, _) = hiding().remove(4);
    let shown = reply.replace(HIDDEN, "");
    let mut drive = Drive::on(path, file, &shown, (100, 30));
    // Accepted, and only then given hidden text by an edit.
    drive.keys("<enter>");
    let hunk = drive.model.hunk;
    let lines = drive.model.session.patch().hunk(hunk).lines.to_vec();
    let hide = |line: &hunkwise::patch::HunkLine| {
        let mut line = line.clone();
        if line.kind == hunkwise::patch::LineKind::Insert {
            line = hunkwise::patch::HunkLine::new(
                line.kind,
                format!("{}{HIDDEN}", line.body).as_str(),
            );
        }
        line
    };
    let lines = lines.iter().map(hide).collect();
    let outcome = drive
        .model
        .session
        .run(hunkwise::session::Command::Edit { hunk, lines });
    assert!(matches!(outcome, hunkwise::session::Outcome::Done(_)));
    drive.model.renew_findings();
    drive.model.renew();
    drive.keys("A");
    let text = drive.text();
    assert!(text.contains("Hunk 1 adds hidden text"), "{text}");
    assert!(!text.contains("Allow it?  accepted"), "{text}");
    assert!(
        text.lines().any(|row| row.starts_with(" H  allow")),
        "{text}"
    );
}

/// What the removed line is beside is like it, a little, and is no line of the hunk.
const PAIRED: (&str, &str) = (
    "def conv(v):\n    \"\"\"Doc.\"\"\"\n    check(v)\n    return v\n\n\ndef other(v):\n    return v\n",
    "--- a/pp.py\n+++ b/pp.py\n@@ ... @@\n def convert_colour(value):\n-    if value is None:\n-        return None\n+    if not value:\n\
     +        return DEFAULT\n     return v\n",
);

/// One word of the removed line differs.
const REWORDED: (&str, &str) = (
    "def a():\n    x = load(path)\n    total = sum(x.amount for x in found)\n    return total\n\n\ndef b():\n    pass\n",
    "--- a/dd.py\n+++ b/dd.py\n@@ ... @@\n     x = load(path)\n-    total = sum(x.amount_net for x in found)\n+    total = sum(x.gross for x in found)\n\
          return total\n",
);

#[test]
fn a_removed_line_that_differs_is_asked_about_at_every_place() {
    for (path, (file, reply)) in [("pp.py", PAIRED), ("dd.py", REWORDED)] {
        for keys in ["1<enter>", "m<enter>", "1m<enter>", "1y", "my"] {
            for size in [(80, 24), (100, 30), (120, 40), (200, 50)] {
                let mut drive = Drive::on(path, file, reply, size);
                drive.keys(keys);
                let text = drive.text();
                assert!(steps(&drive).is_empty(), "{path} {keys} {size:?}\n{text}");
                assert!(
                    text.contains("Replace, or insert only?"),
                    "{path} {keys} {size:?}\n{text}"
                );
                // Both are seen before one is taken.
                assert!(text.contains(" r ") && text.contains(" i "), "{text}");
                let added = if path == "pp.py" {
                    "return DEFAULT"
                } else {
                    "x.gross"
                };
                let added = text.matches(added).count();
                assert!(added >= 2, "{path} {keys} {size:?}: {added}\n{text}");
            }
        }
    }
}

#[test]
fn replace_and_insert_only_write_what_they_show() {
    let (file, reply) = REWORDED;
    let after = |keys: &str| {
        let mut drive = Drive::on("dd.py", file, reply, (100, 30));
        drive.keys(keys).keys("A<enter>");
        String::from_utf8(drive.world.read(&RelPath::new("dd.py").unwrap()).unwrap()).unwrap()
    };
    let replaced = file.replace("x.amount for", "x.gross for");
    for keys in ["1<enter>r", "m<enter>r"] {
        assert_eq!(after(keys), replaced, "{keys}");
    }
    for keys in ["1<enter>i", "m<enter>i"] {
        let only = after(keys);
        assert!(
            only.contains("x.amount for") && only.contains("x.gross for"),
            "{keys}: {only}"
        );
    }
    let mut drive = Drive::on("dd.py", file, reply, (100, 30));
    drive.keys("1<enter><enter>");
    let text = drive.text();
    assert!(
        text.contains("r replaces")
            || text
                .lines()
                .rev()
                .take(3)
                .any(|row| row.contains("r") && row.contains("insert only")),
        "{text}"
    );
    assert!(
        drive.model.toast.is_some(),
        "Enter says why it does nothing\n{text}"
    );
    drive.keys("i");
    let text = drive.text();
    assert!(text.contains("Accepted what hunk 1 inserts"), "{text}");
}

/// Blanks alone are no other line.
#[test]
fn a_removed_line_that_differs_in_blanks_is_not_asked_about() {
    let reply = lib_patch(&[&format!("{SUB}-  a - b\n+  b - a\n }}\n")]);
    let mut drive = Drive::of(&reply, "dark", (100, 30));
    drive.keys("<enter>");
    assert_eq!(
        drive.model.session.tally().n_accepted,
        1,
        "{}",
        drive.text()
    );
}

#[test]
fn joining_blocks_keeps_what_was_decided_or_asks() {
    // Two of three are decided: joining would lose that.
    for keys in ["s<enter>xs", "sxs", "s<enter>s", "s<space>s"] {
        let mut drive = Drive::of(BLOCKS, "dark", (100, 30));
        drive.keys(keys);
        let text = drive.text();
        assert!(text.contains("Press s again"), "{keys}\n{text}");
        assert!(
            !drive.model.session.split(drive.model.hunk).is_empty(),
            "{keys}\n{text}"
        );
        drive.keys("s");
        assert!(
            drive.model.session.split(drive.model.hunk).is_empty(),
            "{keys}"
        );
        assert!(drive.text().contains("dropped"), "{keys}\n{}", drive.text());
        drive.keys("u");
        assert!(
            !drive.model.session.split(drive.model.hunk).is_empty(),
            "{keys}"
        );
    }
    // All are: the joined hunk is what they come to.
    let after = written(BLOCKS, "src/app.py", "s<enter>x<enter>sA<enter>");
    assert!(
        after.contains("json, sys") && !after.contains("\"rb\"") && after.contains("# Twice each."),
        "{after}"
    );
    let after = written(BLOCKS, "src/app.py", "s<enter>x<enter>s<enter>A<enter>");
    assert!(
        after.contains("json, sys") && !after.contains("\"rb\"") && after.contains("# Twice each."),
        "{after}"
    );
    // None is: nothing to ask.
    let mut drive = Drive::of(BLOCKS, "dark", (100, 30));
    drive.keys("ss");
    assert!(drive.model.session.split(drive.model.hunk).is_empty());
}

#[test]
fn splitting_a_hunk_of_which_lines_were_chosen_keeps_them_or_asks() {
    // The first line of a block of two is left out: the block can only be asked about anew.
    let mut drive = Drive::of(BLOCKS, "dark", (100, 30));
    drive.keys("v<space><enter>");
    assert!(drive.text().contains("all decided"), "{}", drive.text());
    drive.keys("s");
    let text = drive.text();
    assert!(text.contains("Press s again"), "{text}");
    assert!(text.contains("all decided"), "{text}");
    // A whole block is left out: its decision is carried over.
    let mut drive = Drive::of(BLOCKS, "dark", (100, 30));
    drive.keys("vs<enter>s");
    assert!(drive.text().contains("all decided"), "{}", drive.text());
}

#[test]
fn a_rejected_block_is_never_written() {
    let gone = |keys: &str| {
        let after = written(BLOCKS, "src/app.py", &format!("{keys}A<enter>"));
        assert!(!after.contains("\"rb\""), "{keys}: {after}");
    };
    for keys in [
        "s]x[<enter>]]<enter>",
        "s]xa",
        "s]xY",
        "s]xs",
        "s]xv<enter>",
        "s]x<space>u",
        "s]x}{a",
        "s]xsu<enter>",
    ] {
        gone(keys);
    }
}

#[test]
fn a_hunk_with_an_open_block_is_not_said_to_be_nothing() {
    let mut drive = Drive::of(BLOCKS, "dark", (100, 30));
    drive.keys("s<enter>A");
    let text = drive.text();
    assert!(!text.contains("othing accepted yet"), "{text}");
    assert!(text.contains("2 blocks of hunk 1 are undecided"), "{text}");
    let mut drive = Drive::of(BLOCKS, "dark", (100, 30));
    drive.keys("s<enter>xA");
    assert!(
        drive.text().contains("1 block of hunk 1 is undecided"),
        "{}",
        drive.text()
    );
    drive.keys("Y");
    assert!(
        !drive.text().contains("No undecided exact match left"),
        "{}",
        drive.text()
    );
}

#[test]
fn of_a_file_that_is_deleted_no_lines_are_chosen() {
    let reply = "--- a/docs/old.txt\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-old\n-older\n";
    let mut drive = Drive::on("docs/old.txt", "old\nolder\n", reply, (80, 24));
    let footer = drive.text().lines().last().unwrap().to_string();
    assert!(!footer.contains("v lines"), "{footer}");
    for key in ["v", "s"] {
        drive.press(key);
        let text = drive.text();
        assert!(text.contains("REVIEW"), "{text}");
        assert!(text.contains(": the hunk deletes the file"), "{text}");
    }
    // Nor by what a program asks for: the file would go with the line that was to stay.
    let hunk = drive.model.hunk;
    let decision = |lines: &[usize]| Command::Decide {
        hunk,
        decision: Decision::Lines(lines.iter().copied().collect()),
    };
    let session = &mut drive.model.session;
    assert_eq!(
        session.run(decision(&[1])),
        Outcome::Refused("the hunk deletes the file: accept all of it, or reject it".to_string())
    );
    assert!(matches!(session.run(decision(&[0, 1])), Outcome::Done(_)));
}

//! Where a review opens, what the first key of the footer is, and what keys are called in sentences.

use hunkwise::plan::{Decision, HunkPlan, Scope};
use hunkwise::session::{Options, Session};
use hunkwise::ui::resume;
use hunkwise::ui::theme::Role;

use super::drive::{Drive, REPLY};
use super::files::FILES;
use super::{BLOCKS, SUB, lib_patch};

/// Returns the number of the hunk under review.
fn number(drive: &Drive) -> usize {
    drive.model.session.number(drive.model.hunk)
}

#[test]
fn a_review_goes_on_at_the_first_hunk_that_is_left() {
    let reply = lib_patch(&[
        " pub fn add(a: u32, b: u32) -> u32 {\n-    a + b\n+    b + a\n }\n",
        &format!("{SUB}-    a - b\n+    b - a\n }}\n"),
    ]);
    let mut before = Drive::of(&reply, "dark", (100, 30));
    assert_eq!(number(&before), 1);
    before.keys("<enter>");
    let saved = before.model.session.record();
    let mut session = hunkwise::session::Session::open(reply.as_bytes(), Options::default());
    before.world.supply(&mut session);
    assert!(resume(&mut session, saved).is_some());
    let mut after = Drive::of(&reply, "dark", (100, 30));
    after.model.take_session(session, "fix.patch".to_string());
    assert_eq!(number(&after), 2, "{}", after.text());
}

#[test]
fn the_list_names_a_place_by_the_line_that_everything_else_names_it_by() {
    let mut drive = Drive::of(REPLY, "dark", (120, 40));
    drive.keys("{{{[[[[[[[[");
    let mut n_compared = 0;
    for _ in 0..drive.model.session.tally().n_hunks {
        let text = drive.text();
        let title = text.lines().nth(1).unwrap();
        let titled = title.split_once("  line ").map(|(_, rest)| rest);
        let digits = |text: &str| {
            text.chars()
                .take_while(char::is_ascii_digit)
                .collect::<String>()
        };
        if let Some(line) = titled.map(digits) {
            let row = text
                .lines()
                .find(|row| row.starts_with('\u{258c}'))
                .unwrap();
            let listed = row.split('\u{2502}').next().unwrap().trim_end();
            assert!(
                listed.ends_with(&format!(" {line}")),
                "{line}: {listed}\n{text}"
            );
            n_compared += 1;
        }
        drive.keys("]");
    }
    assert!(n_compared >= 3, "{n_compared}");
}

/// `R` is another key than `r`.
#[test]
fn a_sentence_calls_a_key_as_it_is_typed() {
    let unlike = "--- a/src/app.py\n+++ b/src/app.py\n@@ @@\n     def get(self, key):\n-        value = self.cache.lookup(key)\n+        check(key)\n";
    let mut drive = Drive::of(unlike, "dark", (100, 30));
    let text = drive.keys("1<enter><enter>").text();
    let row = text.lines().rev().nth(1).unwrap();
    assert!(
        row.contains("Press r to replace, i to insert only"),
        "{text}"
    );
}

#[test]
fn what_was_accepted_in_part_is_said_in_one_piece() {
    for size in [(80, 24), (100, 30), (120, 40)] {
        let file = "def limit():\n    return int(os.environ.get(\"LIMIT\", LIMIT))\n\n\n";
        let hunk = "@@ -4,3 +4,3 @@\n def limit():\n-    return int(os.environ.get(\"MAX\", LIMIT))\n+    return max(1, int(os.environ.get(\"MAX\", LIMIT)))\n \n";
        let reply = format!("--- a/limits.py\n+++ b/limits.py\n{hunk}");
        let mut drive = Drive::on("limits.py", file, &reply, size);
        let text = drive.keys("1<enter>i").text();
        assert!(text.contains("accepted: 1 of 2 lines"), "{text}");
        assert!(text.contains("Accepted what hunk 1 inserts"), "{text}");
    }
}

/// The place of a hunk whose file is missing is no question yet.
#[test]
fn no_line_number_is_asked_for_where_the_file_is_missing() {
    let reply =
        "lib/none.py\n```python\n<<<<<<< SEARCH\na = 1\n=======\na = 2\n>>>>>>> REPLACE\n```\n";
    for size in [(80, 24), (120, 40)] {
        let text = Drive::of(reply, "dark", size).text();
        assert!(text.contains("file not found"), "{text}");
        assert!(!text.contains("No line number"), "{text}");
    }
}

/// A page has the keys of its right end in the order of every screen: help, then leaving.
#[test]
fn help_stands_before_leaving_on_every_screen() {
    let mut drive = Drive::of(REPLY, "dark", (100, 30));
    for keys in ["", "Y", "L", "<esc>I", "<esc>A", "d"] {
        let text = drive.keys(keys).text();
        let row = text.lines().last().unwrap();
        let at = |words: &str| row.find(words);
        if let (Some(help), Some(leave)) = (at("? keys"), at(" q ")) {
            assert!(help < leave, "{text}");
        }
    }
}

#[test]
fn what_can_be_accepted_at_once_is_counted_in_words_that_fit_one() {
    let one = lib_patch(&[&format!("{SUB}-    a - b\n+    b - a\n }}\n"), "-zzz\n+y\n"]);
    let two = lib_patch(&[
        " pub fn add(a: u32, b: u32) -> u32 {\n-    a + b\n+    b + a\n }\n",
        &format!("{SUB}-    a - b\n+    b - a\n }}\n"),
    ]);
    let words = [
        "Y accepts the exact one",
        "Enter accepts one, Y all 2 exact",
    ];
    for (reply, words) in [one, two].iter().zip(words) {
        let text = Drive::of(reply, "dark", (100, 30)).keys("A").text();
        assert!(
            text.contains(&format!("Nothing accepted yet: {words}")),
            "{text}"
        );
    }
}

/// The options may ask for more than the match levels do.
#[test]
fn a_similarity_that_is_asked_for_is_in_the_title() {
    let file = "def one():\n    alpha = compute(first, second)\n    return alpha\n";
    let reply = "--- a/m.py\n+++ b/m.py\n@@ @@\n def one():\n-    alpha = compute(first, third, more)\n+    alpha = 1\n     return alpha\n";
    let mut options = Options::default();
    options.policy.similarity = 990;
    let mut drive = Drive::on("m.py", file, reply, (120, 40));
    let mut session = hunkwise::session::Session::open(reply.as_bytes(), options);
    drive.world.supply(&mut session);
    drive.model.take_session(session, "fix.patch".to_string());
    let text = drive.text();
    assert!(
        text.lines().nth(1).unwrap().contains("alike, needs 99 %"),
        "{text}"
    );
}

/// Nothing was measured of what quotes no line of the file.
#[test]
fn an_insertion_beside_no_line_has_no_score() {
    let reply = "Add this to `src/app.py` after `import sys`:\n\n```python\nTIMEOUT = 30\n```\n";
    for size in [(80, 24), (120, 40)] {
        let text = Drive::of(reply, "dark", size).text();
        assert!(text.contains("quotes no line next to line"), "{text}");
        let row = text
            .lines()
            .find(|row| row.contains(" 1 line ") && !row.contains('\u{2500}'));
        let row = row.unwrap_or_else(|| panic!("the place is listed\n{text}"));
        assert!(!row.trim_end().ends_with('0'), "{row}");
        assert!(!text.contains("Fit over the file"), "{text}");
    }
}

/// Returns whether a key of the footer stands out as the answer.
pub(crate) fn has_answer(drive: &Drive) -> bool {
    let answer = drive.model.theme.style(Role::Answer);
    let buffer = drive.buffer();
    let rows = buffer.area.height - 2..buffer.area.height;
    let mut cells = rows.flat_map(|y| (0..buffer.area.width).map(move |x| (x, y)));
    cells.any(|at| Some(buffer[at].bg) == answer.bg)
}

/// Whatever is on the screen, one of its keys is the answer, and stands out.
#[test]
fn every_screen_has_a_key_that_answers() {
    let ways = [
        "", "1", "2", "1<enter>", "<enter>", "x", "b", "B", "0", "m", "v", "s", "sx", "c", "i",
        "T", "L", "I", "C", "?", ":", "A", "Y", "YA", "YA<enter>", "E", "Ed", "H",
    ];
    for (size, reply) in [((80, 24), REPLY), ((120, 40), FILES), ((100, 30), BLOCKS)] {
        let start = Drive::of(reply, "dark", size);
        for at in 0..start.model.session.tally().n_hunks {
            for keys in ways {
                let mut drive = Drive::of(reply, "dark", size);
                drive.keys("{{{{[[[[[[[[[").keys(&"]".repeat(at)).keys(keys);
                assert!(
                    has_answer(&drive),
                    "hunk {} {keys}\n{}",
                    at + 1,
                    drive.text()
                );
            }
        }
    }
}

/// What accepts all that fits exactly gets further than writing a part of it.
#[test]
fn a_narrow_footer_offers_all_exact_matches_before_it_offers_to_write() {
    let one = |n: usize| format!("def job_{n}():\n    return {n}\n\n\n");
    let file: String = (100..160).map(one).collect();
    let hunk =
        |n: usize| format!("@@ ... @@\n def job_{n}():\n-    return {n}\n+    return {n}0\n");
    let hunks: String = (100..160).step_by(2).map(hunk).collect();
    let unlike = "@@ ... @@\n-call(something, else)\n+call(nothing)\n";
    let reply = format!("--- a/jobs.py\n+++ b/jobs.py\n{hunks}{unlike}");
    let mut drive = Drive::on("jobs.py", &file, &reply, (80, 24));
    drive.keys("x[[[<enter>");
    let text = drive.text();
    let footer = text.lines().last().unwrap();
    assert!(footer.contains("Y accept "), "{text}");
    drive.keys("Y");
    let text = drive.text();
    assert!(text.lines().last().unwrap().contains("A  apply"), "{text}");
}

/// Also once the program was left: the lines that were left out are no change that was made.
#[test]
fn of_a_hunk_written_in_part_only_what_was_written_is_shown_as_such() {
    for keys in ["s<enter>x<enter>", "v<space>jjjjj<space><enter>"] {
        let mut before = Drive::of(BLOCKS, "dark", (100, 30));
        before.keys(keys);
        let decided = before.model.session.record();
        before.keys("A<enter>");
        let path = hunkwise::text::RelPath::new("src/app.py").unwrap();
        let file = String::from_utf8(before.world.read(&path).unwrap()).unwrap();
        let saved = before.model.session.record();
        assert_ne!(saved, decided, "{keys}");
        let mut session = hunkwise::session::Session::open(BLOCKS.as_bytes(), Options::default());
        before.world.supply(&mut session);
        assert!(resume(&mut session, saved).is_some());
        let mut after = Drive::of(BLOCKS, "dark", (100, 30));
        after.model.take_session(session, "fix.patch".to_string());
        let text = after.text();
        assert!(text.contains("written"), "{keys}\n{text}");
        for row in text.lines().filter(|row| row.starts_with('\u{258c}')) {
            let (_, added) = row.split_once('+').unwrap_or((row, ""));
            assert!(file.contains(added.trim_end()), "{keys} {row}\n{text}");
        }
        assert!(!text.contains("+3 -2"), "{keys}\n{text}");
        let undo = text.lines().last().unwrap();
        assert!(
            undo.contains(" U  undo apply") || undo.contains(" U undo apply"),
            "{text}"
        );
    }
}

/// Whatever lines were marked, a review that is opened again is as it was left.
#[test]
fn lines_that_were_chosen_are_the_same_when_the_review_is_opened_again() {
    let file = "class Cart:\n    def total(self):\n        total = 0\n        for item in self.items:\n            total += item.price\n        return total\n\n    def other(self):\n        total = 0\n        for item in self.items:\n            total += item.price\n        return total\n";
    let diff = |hunk: &str| format!("--- a/m.py\n+++ b/m.py\n@@ @@\n{hunk}");
    let blocks = |old: &str, new: &str| {
        format!("m.py\n<<<<<<< SEARCH\n{old}=======\n{new}>>>>>>> REPLACE\n")
    };
    let tie = "     total = 0\n-        for item in self.items:\n-            total += item.price\n+        for item in self.all:\n+            total += item.cost\n         return total\n";
    let unlike = "     def total(self):\n         total = 0\n-        for thing in self.things.all():\n-            total += thing.price(now)\n+        total = sum(self.prices)\n         return total\n";
    let missing = "     def total(self):\n         total = 0\n-        check(self)\n-        for item in self.items:\n-            total += item.price\n+        total = sum(self.prices)\n         return total\n";
    let dedented = "def total(self):\n    total = 0\n-    for item in self.items:\n-        total += item.price\n+    total = sum(self.prices)\n     return total\n";
    let whole = file
        .replace("total = 0", "total = 1")
        .replace("        return total\n\n", "\n");
    let cases: Vec<(String, &str)> = vec![
        (diff(tie), "1"),
        (diff(tie), "2"),
        (diff(tie), "22"),
        (diff(tie), "+"),
        (diff(unlike), "1"),
        (diff(unlike), "1<enter>r"),
        (diff(unlike), "1<enter>i"),
        (diff(unlike), "m<enter>r"),
        (diff(missing), ""),
        (diff(missing), "1"),
        (diff(missing), "1<enter>"),
        (diff(missing), "1<enter>r"),
        (diff(missing), "1<enter>i"),
        (diff(dedented), ""),
        (diff(dedented), "1"),
        (
            diff("-class Cart:\n+class Basket:\n     def total(self):\n"),
            "",
        ),
        (
            diff("-class Cart:\n-    def total(self):\n-        total = 0\n"),
            "",
        ),
        (
            blocks(
                "        total = 0\n        for item in self.items:\n",
                "        for item in self.all:\n",
            ),
            "2",
        ),
        (
            blocks(
                "    def other(self):\n        total = 0\n        for item in self.items:\n",
                "    def other(self):\n        for item in self.all:\n",
            ),
            "",
        ),
        (format!("m.py\n```python\n{whole}```\n"), ""),
        (
            format!(
                "`m.py`:\n\n```python\n{}```\n",
                "class Cart:\n    # ... existing code ...\n    def other(self):\n        return 5\n"
            ),
            "",
        ),
    ];
    let mut n_chosen = 0;
    for ((reply, first), row) in cases
        .iter()
        .flat_map(|case| (0..5).map(move |row| (case, row)))
    {
        let mut before = Drive::on("m.py", file, reply, (80, 24));
        before.keys(first).keys("{[");
        before.keys(&format!("v{}<space><enter>", "j".repeat(row)));
        let is_chosen = |hunk: &HunkPlan| matches!(hunk.decision, Decision::Lines(_));
        n_chosen += usize::from(before.model.session.plan().hunks().any(is_chosen));
        // Once before it is written, and once after.
        for keys in ["", "A<enter>"] {
            before.keys(keys);
            let json = serde_json::to_string(&before.model.session.record()).unwrap();
            let mut after = Session::open(reply.as_bytes(), Options::default());
            before.world.supply(&mut after);
            resume(&mut after, serde_json::from_str(&json).unwrap());
            let before = &before.model.session;
            for was in before.plan().hunks() {
                let (now, context) = (
                    after.plan().hunk(was.id),
                    format!("{first} {row} {keys}\n{reply}"),
                );
                assert_eq!(
                    (&now.decision, &now.state),
                    (&was.decision, &was.state),
                    "{context}"
                );
                assert_eq!(
                    after.lines_taken(was.id),
                    before.lines_taken(was.id),
                    "{context}"
                );
                let result = |session: &Session| session.result(was.id.file, Scope::Accepted);
                assert_eq!(result(&after), result(before), "{context}");
            }
        }
    }
    assert!(n_chosen > 30, "{n_chosen}");
}

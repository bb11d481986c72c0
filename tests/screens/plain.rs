//! The review without a screen: numbered questions as lines, and a line for each answer.

use std::sync::Arc;

use hunkwise::session::Session;
use hunkwise::ui::{Ending, Memory, Options, Outcome, World, run_plain};

use super::drive::Drive;

/// Answers the questions on the built-in demonstration, and returns all that was told, and how it ended.
fn answered(answers: &str) -> (String, Outcome) {
    let (session, world): (Session, Memory) = hunkwise::cli::demo::session();
    let world: Arc<dyn World> = Arc::new(world);
    let mut told = Vec::new();
    let options = Options::default();
    let outcome = run_plain(session, &world, options, &mut answers.as_bytes(), &mut told);
    (String::from_utf8(told).unwrap(), outcome)
}

/// Answers the questions on a reply about `src/app.py`, and returns all that was told.
fn told_of(file: &str, reply: &str, answers: &str) -> String {
    let drive = Drive::on("src/app.py", file, reply, (80, 24));
    let world: Arc<dyn World> = drive.world;
    let (mut told, options) = (Vec::new(), Options::default());
    let session = drive.model.session;
    run_plain(session, &world, options, &mut answers.as_bytes(), &mut told);
    String::from_utf8(told).unwrap()
}

#[test]
fn a_review_can_be_held_line_by_line() {
    // A look at the second place, its acceptance, both of an overlap, a rejection with a comment, and what would be written.
    let (told, _) = answered("2\n\nb\n\nY\ntab\nc not wanted\nx\nA\nesc\nq\nq\n");
    insta::with_settings!({ snapshot_path => "../snapshots", omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("plain", told);
    });
}

#[test]
fn keys_are_answered_as_they_are_printed() {
    let (told, _) = answered("2\nEnter\nTab\nq\n");
    assert!(!told.contains("is not a key"), "{told}");
    assert!(told.contains("Question 3"), "{told}");
}

#[test]
fn each_question_has_a_number_and_is_told_once() {
    let (told, outcome) = answered("2\nnonsense\n\n");
    let numbers = told
        .lines()
        .filter_map(|line| line.strip_prefix("Question "));
    assert_eq!(numbers.collect::<Vec<_>>(), ["1", "2"], "{told}");
    let asked = "Hunk 1 fits 2 places equally well. Which one is meant?";
    assert_eq!(told.matches(asked).count(), 1, "{told}");
    assert!(told.contains("`nonsense` is not a key"), "{told}");
    assert!(!told.contains(['\u{2502}', '\u{2500}', '\u{1b}']), "{told}");
    assert_eq!(outcome.ending, Ending::Quit);
    assert_eq!(outcome.session.tally().n_accepted, 1);
}

/// What is told is not for a screen, so nothing is left out for lack of room.
#[test]
fn every_line_and_every_answer_is_told() {
    let (told, _) = answered("");
    let place = |words: &str| told.contains(words);
    assert!(
        place("Place 1: line 15") && place("Place 2: line 21"),
        "{told}"
    );
    assert!(told.contains("1, 2 preview; x reject"), "{told}");
    assert!(told.contains("? keys; q quit"), "{told}");
}

/// Both answers are told as the screen shows them, with all that each would write.
#[test]
fn replacing_and_inserting_are_told_before_one_is_chosen() {
    let reply = "src/app.py\n<<<<<<< SEARCH\n    def get(self, name):\n        found = self.find(name)\n        if not found:\n            return None\n=======\n    def get(self, name):\n        found = self.find(name)\n        if not found or found.old():\n            return None\n>>>>>>> REPLACE\n";
    let file = "class Cache:\n    def get(self, key):\n        page = self.pages.get(key)\n        if page is None:\n            return 1\n        return page\n";
    let told = told_of(file, reply, "1\n\n");
    let (_, asked) = told.split_once("Replace, or insert only?").expect(&told);
    let (replaced, rest) = asked.split_once("r: Replace line 4").expect(&told);
    assert!(!replaced.contains("Place 1"), "{told}");
    let (replaced, inserted) = rest
        .split_once("i: Insert only, before line 5")
        .expect(&told);
    let goes = "remove    4:         if page is None:";
    let comes = ":         if not found or found.old():";
    assert!(
        replaced.contains(goes) && replaced.contains(comes),
        "{told}"
    );
    let (inserted, _) = inserted.split_once("The model wrote:").expect(&told);
    assert!(
        !inserted.contains(goes) && inserted.contains(comes),
        "{told}"
    );
}

#[test]
fn what_still_goes_is_told_of_the_answer_that_keeps_a_line() {
    let reply = "--- a/src/app.py\n+++ b/src/app.py\n@@ ... @@\n def get(key):\n-    tell(key, twice)\n-    return pages.find(key)\n+    return None\n";
    let file = "def get(key):\n    log(1)\n    return pages.find(key)\n";
    let told = told_of(file, reply, "1\n\n");
    assert!(told.contains("r: Replace line 2\n"), "{told}");
    assert!(
        told.contains("i: Keep line 2, remove only line 3\n"),
        "{told}"
    );
}

/// A file that is not there has no lines to number.
#[test]
fn of_a_file_that_is_not_found_the_lines_have_no_numbers() {
    let reply = "src/none.py\n<<<<<<< SEARCH\nx = load(1)\n=======\nx = load(2)\n>>>>>>> REPLACE\n";
    let told = told_of("y = 3\n", reply, "");
    assert!(told.contains("file not found"), "{told}");
    assert!(told.contains("The model wrote:\n   -x = load(1)"), "{told}");
    assert!(!told.contains("1: x = load(1)"), "{told}");
}

#[test]
fn that_all_is_decided_is_told_once() {
    let reply = "--- a/src/app.py\n+++ b/src/app.py\n@@ @@\n-a = 1\n+a = 2\n";
    let told = told_of("a = 1\n", reply, "\nA\n\u{1b}\n");
    assert!(told.contains("0 of 1 decided, 1 undecided."), "{told}");
    assert!(!told.contains("decided, all decided"), "{told}");
    let told = told_of("a = 1\n", reply, "\ni\nesc\n");
    assert!(told.contains("src/app.py. all decided."), "{told}");
}

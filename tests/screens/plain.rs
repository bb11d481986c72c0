//! The review without a screen: numbered questions as lines, and a line for each answer.

use std::sync::Arc;

use hunkwise::session::Session;
use hunkwise::ui::{Ending, Memory, Options, Outcome, World, run_plain};

/// Answers the questions on the built-in demonstration, and returns all that was told, and how it ended.
fn answered(answers: &str) -> (String, Outcome) {
    let (session, world): (Session, Memory) = hunkwise::cli::demo::session();
    let world: Arc<dyn World> = Arc::new(world);
    let mut told = Vec::new();
    let options = Options::default();
    let outcome = run_plain(session, &world, options, &mut answers.as_bytes(), &mut told);
    (String::from_utf8(told).unwrap(), outcome)
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
    let asked = "hunk 1 fits 2 places equally well. Which one is meant?";
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
        place("Place 1: line 14") && place("Place 2: line 20"),
        "{told}"
    );
    assert!(told.contains("1, 2 show place; x reject"), "{told}");
    assert!(told.contains("? keys; q quit"), "{told}");
}

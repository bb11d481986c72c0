//! Whether all that the sentence above an edit says is that it is not to be made, or not now: `Left out on purpose`, `For a
//! follow-up PR, not now`, `I will not make this change`. A sentence that says anything else of the program is none of these,
//! so what puts an edit aside need not be told from what the edit is about: each word must be one that only serves to speak
//! of edits.

use super::dismiss_words::{ASIDE, CAUSES, DEEDS, FILLING, NEGATIONS, ROWS_ASIDE};
use super::edit_words::{EDITS, OTHER_EDITS, PRONOUNS};
use super::sentence::{Sentence, Token};

/// Returns whether `sentence` puts the edit below it aside, and says nothing else.
pub(super) fn dismisses(sentence: &Sentence<'_>) -> bool {
    if sentence.is_question {
        return false;
    }
    let mut clauses: Vec<Vec<&str>> = vec![Vec::new()];
    for token in &sentence.tokens {
        match token {
            Token::Word(word) if CAUSES.contains(&word.as_str()) => break,
            Token::Word(word) if matches!(word.as_str(), "but" | "so" | "instead") => {
                clauses.push(Vec::new());
            }
            Token::Word(word) => clauses.last_mut().expect("one is begun").push(word),
            Token::Break => clauses.push(Vec::new()),
            Token::Name(_) | Token::Value(_) => return false,
        }
    }
    clauses.retain(|clause| !clause.is_empty());
    let only_speaks_of_edits = |word: &&str| {
        let is_in = |words: &[&str]| words.contains(word);
        is_in(FILLING)
            || is_in(DEEDS)
            || is_in(ASIDE)
            || is_in(NEGATIONS)
            || is_in(EDITS)
            || is_in(OTHER_EDITS)
            || is_in(PRONOUNS)
            || ROWS_ASIDE.iter().any(|row| row.contains(word))
    };
    let is_closed = clauses.iter().flatten().all(only_speaks_of_edits);
    // What is asked for last is what is meant: `Skip that, do this`.
    let asks = |clause: &Vec<&str>| clause.iter().any(|word| DEEDS.contains(word));
    let last_asks = clauses
        .last()
        .is_some_and(|clause| asks(clause) && !is_aside(clause));
    is_closed && !last_asks && clauses.iter().any(|clause| is_aside(clause))
}

/// Returns whether a clause puts something aside, or denies it.
fn is_aside(clause: &[&str]) -> bool {
    let has_row = |row: &&[&str]| clause.windows(row.len()).any(|words| words == *row);
    // What the reader left out is asked for.
    let is_theirs = |at: usize| {
        let before = clause[..at].iter().rev();
        before.take(2).any(|word| *word == "you") && clause[at].ends_with("ed")
    };
    let leaves = |at: usize| {
        matches!(clause[at], "leave" | "left" | "leaving")
            && clause[at..].contains(&"out")
            && !(at > 0 && clause[at - 1] == "you" && clause[at] == "left")
    };
    let denies = |at: usize| {
        let is_negation = NEGATIONS.contains(&clause[at]);
        // `Why not do this` offers it, `not only` adds to it, and what the reader has not done yet is to be done.
        let is_turned = clause[..at].contains(&"why")
            || clause.get(at + 1) == Some(&"only")
            || clause.get(at + 1) == Some(&"that") && clause.len() <= 3
            || clause[..at].contains(&"you")
                && clause[..at]
                    .iter()
                    .any(|word| matches!(*word, "have" | "ve" | "did" | "didn" | "haven"));
        is_negation && !is_turned
    };
    (0..clause.len()).any(|at| ASIDE.contains(&clause[at]) && !is_theirs(at) || leaves(at))
        || ROWS_ASIDE.iter().any(has_row)
        || (0..clause.len()).any(denies)
}

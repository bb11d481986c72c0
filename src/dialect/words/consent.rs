//! Sentences below an edit that ask whether it is to be made, or say that it is made elsewhere. The whole sentence says no more.

use super::labelled::BRANCHES;
use super::sentence::{Sentence, Token};

/// What says that an edit is to be written to the files. To commit or to ship one comes later.
const APPLYING: &[&str] = &["apply", "make", "implement", "write"];

/// What stands for an edit above.
const THIS: &[&str] = &["this", "it", "that", "these", "them", "the", "those"];
const EDITS: &[&str] = &[
    "change", "changes", "edit", "edits", "patch", "patches", "diff", "fix",
];

/// What may be said besides.
const BESIDES: &[&str] = &["now", "for", "you", "please", "as", "is", "like", "so"];

/// How a question for consent begins.
const ASKING: &[&[&str]] = &[
    &["shall", "i"],
    &["shall", "we"],
    &["should", "i"],
    &["may", "i"],
    &["can", "i"],
    &["want", "me", "to"],
    &["do", "you", "want", "me", "to"],
    &["would", "you", "like", "me", "to"],
    &["ok", "to"],
    &["ok", "if", "i"],
    &["is", "it", "ok", "if", "i"],
    &["go", "ahead", "and"],
];

/// The same in other languages, and how their verbs begin. What stands between is short.
const ASKING_ABROAD: &[(&str, &[&str])] = &[
    (
        "soll ich",
        &["umsetzen", "anwenden", "übernehmen", "einbauen"],
    ),
    (
        "darf ich",
        &["umsetzen", "anwenden", "übernehmen", "einbauen"],
    ),
    ("dois je", &["appliquer"]),
    ("puis je", &["appliquer"]),
    ("voulez vous que j", &["applique"]),
    ("veux tu que j", &["applique"]),
    ("quieres que", &["aplique", "haga"]),
    ("debo", &["aplicar"]),
    ("devo", &["aplicar", "applicare"]),
    ("posso", &["aplicar", "applicare"]),
    ("zal ik", &["toepassen", "doorvoeren"]),
];

/// What is to be done in place of the edit, as it is there.
const FETCHING: &[&str] = &["rebase", "pull", "merge", "fetch", "upgrade"];
const SETTLED: &[&str] = &["done", "set", "finished"];

/// What somebody gives who agrees to an edit.
const CONSENT: &[&str] = &[
    "ok",
    "okay",
    "approval",
    "review",
    "permission",
    "confirmation",
    "consent",
    "ahead",
];

/// Whether and how far sentences leave the edits above them to somebody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Left {
    /// The edits right above are.
    pub(super) this: bool,
    /// All of them are: `Shall I apply these changes?`
    pub(super) all: bool,
}

/// Returns which edits the sentences of a paragraph below them leave to somebody.
pub(super) fn left(sentences: &[Sentence<'_>]) -> Left {
    let mut left = Left::default();
    for sentence in sentences {
        let words = words(sentence);
        let is_asked = sentence.is_question && (asks(&words) || asks_abroad(&words));
        left.this |= is_asked || is_there(sentence, &words);
        left.all |= is_asked
            && words
                .iter()
                .any(|it| matches!(*it, "changes" | "edits" | "these"));
    }
    left
}

/// Returns the first words of a sentence; those that say one of these things have no more.
fn words<'s>(sentence: &'s Sentence<'_>) -> Vec<&'s str> {
    const N_WORDS: usize = 20;
    let text = |token: &'s Token<'_>| match token {
        Token::Word(word) => Some(&**word),
        Token::Name(name) | Token::Value(name) => Some(str::from_utf8(name).unwrap_or("")),
        Token::Break => None,
    };
    sentence
        .tokens
        .iter()
        .filter_map(text)
        .take(N_WORDS)
        .collect()
}

/// Returns whether words ask for leave to make the edit, and for nothing else: `Should I also apply it there?` does.
fn asks(words: &[&str]) -> bool {
    let begins = |row: &&&[&str]| words.starts_with(row);
    let Some(row) = ASKING.iter().find(begins) else {
        return false;
    };
    let mut behind = &words[row.len()..];
    if let ["go", "ahead", "and" | "with", rest @ ..] = behind {
        behind = rest;
    }
    let Some((verb, object)) = behind.split_first() else {
        return false;
    };
    let is_end = |words: &[&str]| words.iter().all(|word| BESIDES.contains(word));
    let is_object = match object {
        [one, edit, rest @ ..] if EDITS.contains(edit) => THIS.contains(one) && is_end(rest),
        // `Shall I make it faster?`
        [one, rest @ ..] => *verb != "make" && *one != "the" && THIS.contains(one) && is_end(rest),
        [] => matches!(*verb, "apply" | "implement"),
    };
    APPLYING.contains(verb) && is_object
}

fn asks_abroad(words: &[&str]) -> bool {
    const N_WORDS: usize = 7;
    let text = words.join(" ").replace(['-', '¿'], " ");
    let text = text.trim_start();
    words.len() <= N_WORDS
        && ASKING_ABROAD.iter().any(|(lead, verbs)| {
            let behind = text.strip_prefix(lead);
            behind.is_some_and(|behind| verbs.iter().any(|verb| behind.contains(verb)))
        })
}

/// Returns whether a sentence says that what is above is there already: `That is already on CODE`, `Rebase and you are done`.
fn is_there(sentence: &Sentence<'_>, words: &[&str]) -> bool {
    if sentence.is_question {
        return false;
    }
    let is_branch = |at: usize| {
        let word = words.get(at).copied().unwrap_or_default();
        let next = words.get(at + 1).copied().unwrap_or_default();
        BRANCHES.contains(&word) || BRANCHES.contains(&next) && matches!(word, "the" | "your")
    };
    match words {
        [
            "this" | "that" | "it",
            "is",
            "already",
            "fixed" | "merged" | "done",
            "on",
            ..,
        ] => is_branch(5),
        ["this" | "that" | "it", "is", "already", "on", ..] => is_branch(4),
        ["this" | "that" | "it", "s", "already", "on", ..] => is_branch(4),
        [fetch, "and", "you", "are", settled, ..] => {
            FETCHING.contains(fetch) && SETTLED.contains(settled)
        }
        [fetch, "and", "you", "re", settled, ..] => {
            FETCHING.contains(fetch) && SETTLED.contains(settled)
        }
        [_, "is", "an" | "a" | "only", .., "not", "a", "patch"] => true,
        // What `you could add` is another edit.
        [.., "so", "i", "would", "not"] | [.., "so", "i", "wouldn", "t"] => {
            words[..2].iter().any(|it| matches!(*it, "this" | "that"))
        }
        [
            "this" | "that",
            "is",
            "what",
            "upstream" | "they",
            "did",
            ..,
        ] => true,
        [
            "wait",
            "for" | "until" | "with",
            ..,
            "before",
            "you",
            apply,
            "it" | "this" | "that",
        ]
        | [
            "wait",
            "for" | "until" | "with",
            ..,
            "before",
            apply,
            "it" | "this" | "that",
        ] => {
            // When to apply it is advice: `Wait for the server to stop before you apply it`.
            let is_consent = words.iter().any(|word| CONSENT.contains(word));
            is_consent && matches!(*apply, "apply" | "applying")
        }
        [..] => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::sentence;
    use super::*;

    #[track_caller]
    fn check(line: &str, is_left: bool) {
        let mut sentences = Vec::new();
        sentence::read(line.into(), &mut sentences);
        assert_eq!(left(&sentences).this, is_left, "{line}");
    }

    #[test]
    fn a_question_for_leave_leaves_the_edit() {
        check("Shall I make this change?", true);
        check(
            "Would you like me to go ahead and apply these changes?",
            true,
        );
        check("OK to apply?", true);
        check("Soll ich das so umsetzen?", true);
        check("Should I also apply it to the tests?", false);
        check("Shall I make it faster?", false);
        check("Want me to apply the same to `b.rs`?", false);
        check("Do you want me to write a test for this?", false);
    }

    #[test]
    fn an_edit_that_is_there_is_left() {
        check("That is already on `main`, so just merge it.", true);
        check("Rebase and you are done; no further edit is needed.", true);
        check("Wait for Mara's OK before you apply it.", true);
        check("Wait for the server to stop before you apply it.", false);
        check("It is already on the list of fields.", false);
        check("Restart and you are done.", false);
        check("The workers wait for the lock before they apply it.", false);
    }
}

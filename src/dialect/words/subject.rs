//! Whether a sentence says that a file which it names is changed, or names it beside another.

use bstr::{BStr, ByteSlice};

use super::prose_words::{BEFORE_THE_VERB, CHANGING, CREATING};
use super::sentence::{self, Token};

/// What a sentence says of a file that it names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dialect) enum Subject {
    /// It is changed, or the block is its.
    Changed,
    /// Something else is held against it: `As in a.rs`, `a.rs is not affected`.
    Compared,
    /// The words are not understood.
    Unclear,
}

/// Words before a name that hold something against it, or say why.
const COMPARING: &[&str] = &[
    "look",
    "looking",
    "check",
    "inspect",
    "consult",
    "as",
    "like",
    "unlike",
    "not",
    "don",
    "never",
    "without",
    "than",
    "match",
    "matches",
    "mirror",
    "mirrors",
    "follow",
    "since",
    "because",
    "similar",
    "similarly",
    "by",
    "what",
    "that",
    "so",
    "while",
    "although",
    "though",
    "if",
    "when",
    "whenever",
    "once",
    "until",
    "unless",
    "except",
    "besides",
    "no",
    "nothing",
    "none",
    "neither",
    "nor",
    "from",
    "imports",
    "uses",
    "calls",
];

/// Words that begin a clause of their own amid a sentence.
const JOINING: &[&str] = &[
    "so", "since", "because", "while", "although", "though", "if", "when", "whenever", "once",
    "until", "unless", "which", "where", "but",
];

/// Words behind a name that say it stays as it is.
const DENYING: &[&str] = &[
    "no",
    "not",
    "isn",
    "doesn",
    "already",
    "alone",
    "unchanged",
    "untouched",
    "unaffected",
    "stays",
    "remains",
];

/// Words behind a name that say it is changed.
const NEEDING: &[&str] = &[
    "needs",
    "need",
    "must",
    "should",
    "gets",
    "get",
    "becomes",
    "changes",
    "change",
    "has",
    "also",
    "too",
    "likewise",
    "now",
    "then",
    "next",
    "with",
    "similarly",
    "again",
    "as",
];

/// Words right before a name that lead to it.
const LEADING: &[&str] = &[
    "in", "inside", "into", "to", "for", "of", "within", "at", "on",
];

/// Verbs for running the file that is named behind them.
const RUNNING: &[&str] = &[
    "running",
    "executing",
    "starting",
    "launching",
    "linting",
    "testing",
    "compiling",
];

/// Verbs that take something away from a file.
const TAKING: &[&str] = &["remove", "delete", "drop", "move", "strip", "cut"];

/// More words that may stand before the name of the file that a block is of.
const BESIDE: &[&str] = &[
    "for",
    "up",
    "of",
    "is",
    "are",
    "do",
    "changes",
    "edits",
    "on",
    "at",
    "last",
    "lastly",
    "onto",
    "similarly",
    "likewise",
    "into",
    "this",
    "that",
    "it",
    "go",
    "goes",
];

/// Returns what the words around `path` in `line` say of it.
pub(in crate::dialect) fn of(line: &BStr, path: &BStr) -> Subject {
    let mut sentences = Vec::new();
    sentence::read(line, &mut sentences);
    let is_it = |token: &Token<'_>| token.name().is_some_and(|name| is_same(name, path));
    for sentence in &sentences {
        if let Some(at) = sentence.tokens.iter().position(is_it) {
            return around(&sentence.tokens, at, sentence.leads_on);
        }
    }
    Subject::Unclear
}

/// Returns whether `line` calls the file at `path` new: "And a new `a.rs`:".
pub(in crate::dialect) fn is_new(line: &BStr, path: &BStr) -> bool {
    word_before(line, path).is_some_and(|word| word == "new")
}

/// Returns whether `line` tells of the file at `path` being run: "After starting `a.rs`:".
pub(in crate::dialect) fn is_run(line: &BStr, path: &BStr) -> bool {
    word_before(line, path).is_some_and(|word| RUNNING.contains(&&*word))
}

/// Returns the word right before the name of a file.
fn word_before(line: &BStr, path: &BStr) -> Option<String> {
    let mut sentences = Vec::new();
    sentence::read(line, &mut sentences);
    let is_it = |token: &Token<'_>| token.name().is_some_and(|name| is_same(name, path));
    sentences.iter().find_map(|sentence| {
        let at = sentence.tokens.iter().position(is_it)?;
        let mut before = sentence.tokens[..at].iter().rev();
        let word = before.find(|token| token.word() != Some("file"))?.word()?;
        Some(word.to_string())
    })
}

fn is_same(name: &BStr, path: &BStr) -> bool {
    name.trim_with(|c| matches!(c, '*' | '_')) == path.as_bytes() || name.ends_with(path.as_bytes())
}

fn around(tokens: &[Token<'_>], at: usize, leads_on: bool) -> Subject {
    let is_one =
        |token: &Token<'_>, words: &[&str]| token.word().is_some_and(|word| words.contains(&word));
    let parts = |token: &Token<'_>| *token == Token::Break || is_one(token, JOINING);
    let is_end = |token: &Token<'_>| parts(token) || token.name().is_some();
    let first = tokens[..at].iter().rposition(is_end);
    // The word that joins the clause is a part of it.
    let first = match first {
        Some(end) if is_one(&tokens[end], JOINING) => end,
        Some(end) => end + 1,
        None => 0,
    };
    let before: Vec<&str> = tokens[first..at].iter().filter_map(Token::word).collect();
    let behind: Vec<&str> = tokens[at + 1..]
        .iter()
        .take_while(|token| !is_end(token))
        .filter_map(Token::word)
        .collect();
    let is_last = tokens[at + 1..].iter().all(|token| *token == Token::Break);
    let has = |words: &[&str], wanted: &[&str]| words.iter().any(|word| wanted.contains(word));
    let takes = has(&before, TAKING);
    let compares = before
        .iter()
        .any(|word| COMPARING.contains(word) && !(*word == "from" && takes));
    if compares || has(&behind, DENYING) {
        return Subject::Compared;
    }
    let is_led = before.last().is_some_and(|word| LEADING.contains(word));
    let asks = has(&before, CHANGING) || has(&before, CREATING) || before.contains(&"copy");
    let only_leads = before.iter().all(|word| {
        BEFORE_THE_VERB.contains(word) || LEADING.contains(word) || BESIDE.contains(word)
    });
    let goes_on = behind.first().is_none_or(|word| NEEDING.contains(word));
    if asks || only_leads && (is_led || goes_on) || is_led && is_last && leads_on {
        Subject::Changed
    } else {
        Subject::Unclear
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Subject) {
        assert_eq!(of(line.into(), "b.rs".into()), expected, "{line}");
    }

    #[test]
    fn a_sentence_says_which_file_is_changed() {
        check("Then `b.rs`:", Subject::Changed);
        check("In `b.rs`, shorten the wait:", Subject::Changed);
        check("Update the call in `b.rs`:", Subject::Changed);
        check("Drop the import from `b.rs`:", Subject::Changed);
        check("`b.rs` needs the same line:", Subject::Changed);
        check("The loop in `b.rs`:", Subject::Changed);
        check("Change `b.rs` so that `a.rs` can rest:", Subject::Changed);
    }

    #[test]
    fn what_is_compared_with_a_file_is_no_change_of_it() {
        check("Just as `b.rs` does:", Subject::Compared);
        check("`b.rs` is not concerned.", Subject::Compared);
        check("Do it here, not in `b.rs`:", Subject::Compared);
        check("Because `b.rs` waits, change `a.rs`:", Subject::Compared);
        check("Change `a.rs` so that `b.rs` can rest:", Subject::Compared);
        check("It was taken from `b.rs`:", Subject::Compared);
        check("That speeds `b.rs` up:", Subject::Compared);
        check("The tests of `b.rs` pass:", Subject::Unclear);
    }
}

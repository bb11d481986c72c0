//! Whether words say that a block is only shown: it was given by the reader, or serves as context. As with sentences that put
//! an edit aside, each word must be one that only serves to speak of what is shown, so that `the context manager` is no
//! context.

use super::given_words::{AIMS, FILES, FILLING, GIVEN, HANDED, ROWS_GIVEN, SHOWING, STAYING};
use super::sentence::{Sentence, Token};

/// Returns whether a label above a block, in lower case, says that it is what the reader gave, or context.
pub(super) fn is_given(words: &[&str]) -> bool {
    let is_closed = |word: &&str| {
        is_of(word, &[FILLING, FILES, GIVEN, HANDED, SHOWING, AIMS])
            || ROWS_GIVEN.iter().any(|row| row.contains(word))
    };
    // What the writer hands over is the answer.
    let is_handed = |at: usize| {
        let before = at.checked_sub(1).map(|before| words[before]);
        HANDED.contains(&words[at]) && !matches!(before, Some("i" | "we" | "ve" | "have"))
    };
    let has_row = |row: &&[&str]| words.windows(row.len()).any(|window| window == *row);
    let is_yours = || {
        let mut pairs = words.windows(2);
        pairs.any(|pair| pair[0] == "your" && FILES.contains(&pair[1]))
    };
    let is_with = || matches!(words, ["with", .., "file" | "files"]);
    let aims = || {
        let aims =
            |pair: &[&str]| matches!(pair[0], "for" | "as" | "some") && AIMS.contains(&pair[1]);
        words.windows(2).any(aims) || words.first().is_some_and(|word| AIMS.contains(word))
    };
    words.iter().all(is_closed)
        && ((0..words.len()).any(is_handed)
            || words.iter().any(|word| GIVEN.contains(word))
            || ROWS_GIVEN.iter().any(has_row)
            || is_yours()
            || is_with()
            || aims())
}

/// Returns whether a sentence below a block says that the block is only shown: `I only show it for context`, `That file stays
/// as it is`.
pub(super) fn only_shows(sentence: &Sentence<'_>) -> bool {
    let mut clauses = sentence.tokens.split(|token| *token == Token::Break);
    clauses.any(|clause| {
        let words: Option<Vec<&str>> = clause.iter().map(Token::word).collect();
        words.is_some_and(|words| says_so(&words))
    })
}

fn says_so(words: &[&str]) -> bool {
    // What follows the reason is not looked at: `so that you see the call`.
    let end = words.iter().position(|word| *word == "so");
    let words = &words[..end.unwrap_or(words.len())];
    let has = |of: &[&str]| words.iter().any(|word| of.contains(word));
    let aims = words
        .windows(2)
        .any(|pair| matches!(pair[0], "for" | "as") && AIMS.contains(&pair[1]));
    let is_only = has(&["only", "just", "merely", "purely"]);
    let stays = has(STAYING)
        || has(&["as"]) && words.ends_with(&["as", "it", "is"])
        || has(&["no", "nothing"]) && has(&["change", "changes", "changed"]);
    // A file, or what stands for it, is what is spoken of; or the one who shows it.
    let is_about_block = matches!(
        words.first(),
        Some(
            &("this"
                | "that"
                | "it"
                | "the"
                | "these"
                | "those"
                | "i"
                | "shown"
                | "quoted"
                | "included"
                | "unchanged"
                | "no"
                | "nothing"
                | "only"
                | "just"
                | "here"
                | "listed")
        )
    );
    let closed = |word: &&str| is_of(word, &[FILLING, FILES, SHOWING, AIMS, STAYING]);
    is_about_block
        && words.iter().all(closed)
        && (aims && (is_only || has(SHOWING) || has(&["here", "there"]))
            || is_only && has(SHOWING)
            || stays)
}

fn is_of(word: &str, sets: &[&[&str]]) -> bool {
    sets.iter().any(|set| set.contains(&word))
}

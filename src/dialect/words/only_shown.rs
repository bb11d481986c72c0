//! Whether a sentence below a block says that the block is only shown.

use super::given::is_of;
use super::given_words::{AIMS, FILES, FILLING, SHOWING, STAYING};
use super::sentence::{Sentence, Token};

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

//! Whether words say that a block is only shown: it was given by the reader, or serves as context. As with sentences that put
//! an edit aside, each word must be one that only serves to speak of what is shown, so that `the context manager` is no
//! context.

use super::given_words::{AIMS, FILES, FILLING, GIVEN, HANDED, ROWS_GIVEN, SHOWING};

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

/// Returns whether a word is one of some sets.
pub(super) fn is_of(word: &str, sets: &[&[&str]]) -> bool {
    sets.iter().any(|set| set.contains(&word))
}

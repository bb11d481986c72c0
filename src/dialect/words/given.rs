//! Whether words say that a block is only shown: it was given by the reader, or serves as context. As with sentences that put
//! an edit aside, each word must be one that only serves to speak of what is shown, so that `the context manager` is no
//! context.

use super::edit_words::EDITS;
use super::given_words::{
    AIMS, FILES, FILLING, GIVEN, HANDED, JOINTS, PARTS, PAST, ROWS_GIVEN, SHOWING, SOURCES,
    TELLING, VERSIONS,
};

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

/// Returns whether the words above a block say that something else than the file says what follows: `The upstream docs for
/// `a.rs` say`, `The old version had`. What the docs recommend, or what is done as they say, is no such thing.
pub(super) fn is_from_elsewhere(words: &[&str]) -> bool {
    /// The most words that a source is named with: `Stack Overflow`, `official Django`.
    const N_NAMES: usize = 3;
    let is_source = |at: usize| {
        let is_past =
            || at > 0 && PAST.contains(&words[at - 1]) || words.get(at + 1).is_some_and(is_number);
        SOURCES.contains(&words[at]) || VERSIONS.contains(&words[at]) && is_past()
    };
    let Some(source) = (0..words.len()).find(|at| is_source(*at)) else {
        return false;
    };
    let (before, after) = (&words[..source], &words[source + 1..]);
    let names = before
        .iter()
        .rev()
        .take_while(|word| !JOINTS.contains(word));
    let n_names = names.count();
    let led = &before[..before.len() - n_names];
    let is_closed = |word: &&str| {
        is_of(
            word,
            &[JOINTS, PARTS, EDITS, SOURCES, VERSIONS, PAST, TELLING],
        ) || *word == "s"
            || is_number(word)
    };
    n_names <= N_NAMES
        && led.iter().all(|word| is_of(word, &[JOINTS, AIMS]))
        && after.iter().all(is_closed)
        && after.iter().any(|word| TELLING.contains(word))
}

fn is_number(word: &&str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns whether a word is one of some sets.
pub(super) fn is_of(word: &str, sets: &[&[&str]]) -> bool {
    sets.iter().any(|set| set.contains(&word))
}

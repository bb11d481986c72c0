//! Several files that a sentence names together: one block is then not of one of them alone.

use bstr::{BStr, ByteSlice};

use super::lexicon::List;
use super::sentence::{self, Token};
use super::subject::{Around, Subject, is_same};
use crate::dialect::name::spelling;

/// Words that may stand beside these, between two names.
const BESIDE_JOINT: &[&str] = &[
    "in", "to", "for", "of", "into", "the", "file", "dans", "en", "vs", "versus", "then", "but",
    "it", "goes",
];

/// Words that say of how many files a sentence speaks.
const COUNTING: &[&str] = &[
    "both", "either", "each", "all", "two", "three", "files", "every", "beide", "beiden",
];

/// Words before the first of several names that say the sentence is not of it alone.
const NOT_ONLY: &[[&str; 2]] = &[["not", "only"], ["not", "just"]];

/// Returns the first of several files that the last sentence of `line` names together and leads over from, and what it says of
/// them: "In both `a.rs` and `b.rs`:", "### a.rs and b.rs". In languages of which only some words are known, what leads over
/// may be of them.
pub(in crate::dialect) fn first_of_several(line: &BStr) -> Option<(&BStr, Subject)> {
    let mut sentences = Vec::new();
    sentence::read(line, &mut sentences);
    let sentence = sentences.pop().filter(|said| !said.tokens.is_empty())?;
    let tokens = &without_not_only(sentence.tokens)[..];
    let is_file = |at: &usize| {
        tokens[*at]
            .name()
            .is_some_and(spelling::is_name_of_file_in_text)
    };
    let first = (0..tokens.len()).find(is_file)?;
    let is_one =
        |token: &Token<'_>, words: &[&str]| token.word().is_some_and(|word| words.contains(&word));
    let links =
        |token: &Token<'_>| *token == Token::Break || joins(token) || is_one(token, BESIDE_JOINT);
    // The last name that only such words lead to.
    let is_joined_to = |at: &usize| is_file(at) || links(&tokens[*at]);
    let names = (first..tokens.len()).take_while(is_joined_to);
    let last = names.filter(is_file).last()?;
    let between = &tokens[first..last];
    let counts = tokens[..first].iter().any(|token| is_one(token, COUNTING));
    let is_joined = counts || between.iter().any(joins);
    let is_only_names = || tokens.iter().all(|token| token.word().is_none());
    // `In a.rs, as in b.rs` holds the second against the first.
    let is_compared = matches!(between, [_, Token::Break, joint, place]
        if is_one(joint, &["as"]) && is_one(place, &["in", "for"]));
    if last == first || is_compared || !is_joined && !is_only_names() {
        return None;
    }
    // Together they are one name in the sentence.
    let rest = tokens[..=first].iter().chain(&tokens[last + 1..]);
    let as_one: Vec<Token<'_>> = rest
        .filter(|token| !is_one(token, COUNTING))
        .cloned()
        .collect();
    let at = as_one.iter().position(|token| *token == tokens[first])?;
    let around = Around::of(&as_one, at);
    let said = around.subject(sentence.leads_on);
    let is_foreign = |token: &Token<'_>| token.word().is_some_and(|word| !word.is_ascii());
    let may_be = !around.is_english && around.is_last || tokens.iter().any(is_foreign);
    let may_be = may_be && sentence.leads_on;
    let counts = said == Subject::Changed || said == Subject::Unclear && may_be;
    counts.then_some((tokens[first].name()?, said))
}

fn without_not_only(mut tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let is_it = |pair: &[Token<'_>]| {
        let has = |words: &[&str; 2]| pair.iter().map(Token::word).eq(words.map(Some));
        NOT_ONLY.iter().any(has)
    };
    if let Some(at) = tokens.windows(2).position(is_it) {
        tokens.drain(at..at + 2);
    }
    tokens
}

/// Returns whether a token joins files, or says that what holds for one holds for another.
fn joins(token: &Token<'_>) -> bool {
    let joins = |word: &str| List::JoinsFiles.has(word) || List::Shared.has(word);
    token.word().is_some_and(joins)
}

/// Returns whether a remark in brackets, behind the name of a file, only adds another file: `a.rs (same in b.rs)`.
pub(in crate::dialect) fn adds_file(line: &BStr) -> bool {
    let remark = line.rsplit_once_str(" (").map(|(_, rest)| rest);
    let Some((remark, _)) = remark.and_then(|rest| rest.split_once_str(")")) else {
        return false;
    };
    let mut sentences = Vec::new();
    sentence::read(remark.as_bstr(), &mut sentences);
    let [sentence] = &sentences[..] else {
        return false;
    };
    let is_file = |token: &Token<'_>| {
        let name = token.name();
        name.is_some_and(spelling::is_name_of_file_in_text)
    };
    let is_joint = |token: &Token<'_>| {
        let is_beside = token.word().is_some_and(|it| BESIDE_JOINT.contains(&it));
        *token == Token::Break || joins(token) || is_beside
    };
    let tokens = &sentence.tokens;
    // `(in src/a.rs)` says where the file is.
    let adds = tokens.iter().any(is_file) && tokens.iter().any(joins);
    // `(and its twin b.rs)`.
    let is_joined = || tokens.first().is_some_and(joins);
    adds && (is_joined() || tokens.iter().all(|token| is_file(token) || is_joint(token)))
}

/// Returns whether a word of `line` says that what holds for one thing holds for another.
pub(super) fn names_sharing(line: &BStr) -> bool {
    let mut sentences = Vec::new();
    sentence::read(line, &mut sentences);
    let mut words = sentences.iter().flat_map(|said| &said.tokens);
    words.any(|token| token.word().is_some_and(|word| List::Shared.has(word)))
}

/// Returns whether `line` says that what holds for another file holds for the one at `path`: "`b.rs` needs it too:".
pub(in crate::dialect) fn shares(line: &BStr, path: &BStr) -> bool {
    let mut sentences = Vec::new();
    sentence::read(line, &mut sentences);
    let is_it = |token: &Token<'_>| token.name().is_some_and(|name| is_same(name, path));
    sentences.iter().any(|sentence| {
        let at = sentence.tokens.iter().position(is_it);
        at.is_some_and(|at| {
            let around = Around::of(&sentence.tokens, at);
            let mut words = around.before.iter().chain(&around.behind);
            // `Also in b.rs` comes after what is done elsewhere, and a request is of the file that it names.
            let is_said = words.any(|word| *word != "also" && List::Shared.has(word));
            is_said && !around.asks()
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_named_together_are_several() {
        let several = |line: &str| {
            let first = first_of_several(line.into());
            first.is_some_and(|(_, said)| said == Subject::Changed)
        };
        for line in [
            "In both `a.rs` and `b.rs`:",
            "### a.rs and b.rs",
            "`a.rs`, `b.rs`:",
            "Either in `a.rs` or in `b.rs`:",
            "In `a.rs` as well as `b.rs`:",
            "Update `a.rs`, `b.rs`, and `c.rs`:",
            "Create two files, `a.rs` and `b.rs`:",
            "All of `a.rs`, `b.rs`:",
            "Each of `a.rs`, `b.rs` gets:",
            "Not only `a.rs` but also `b.rs`:",
            "`a.rs`, likewise `b.rs`:",
        ] {
            assert!(several(line), "{line}");
        }
        for line in [
            "Delete `a.rs` and create `b.rs`:",
            "As in `a.rs` and `b.rs`:",
            "`a.rs` and `b.rs` call it like this:",
            "In `a.rs`, `b.rs` is read:",
        ] {
            assert!(!several(line), "{line}");
        }
    }
}

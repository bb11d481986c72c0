//! Sentences above a block by which its lines go: `Remove this line:`, `This is no longer needed:`, `Lines to delete:`.

use bstr::{BStr, BString};

use super::lexicon::{self, Cue, Kind, Unit};
use super::prose;
use super::sentence::{self, Token};
use crate::dialect::name::spelling;

/// Verbs of a request that lines go, longer ones as rows, and words that may stand before one.
const VERBS: &[&[&str]] = &[
    &["remove"],
    &["delete"],
    &["drop"],
    &["erase"],
    &["cut"],
    &["get", "rid", "of"],
    &["take", "out"],
];
const BEFORE: &[&str] = &[
    "and", "then", "now", "next", "also", "finally", "first", "please", "you", "can", "should",
    "in", "from", "inside", "within", "the", "same", "file", "step",
];

/// Words for the block below.
const BELOW: &[&str] = &["this", "these", "following", "line", "lines", "below"];

/// Words that may stand beside these where nothing else is named.
const BESIDE: &[&str] = &[
    "the", "one", "ones", "from", "in", "same", "file", "too", "as", "well", "code", "block",
    "now", "unused", "old", "it", "there",
];

/// Words for what is no line.
const FILES: &[&str] = &["file", "files", "folder", "directory"];

/// Words before a verb that only says when, or what else is so: `after removing it`.
const TIMES: &[&str] = &[
    "after", "before", "with", "without", "when", "once", "while", "until", "since", "where", "if",
];

/// Words that lead over to what is left: `With the default removed, the line is`.
const LEFT: &[&str] = &[
    "is", "are", "reads", "becomes", "become", "looks", "look", "leaves", "leaving", "remains",
    "remain", "left", "has", "get",
];

/// What a request that lines go names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dialect) enum Object {
    /// The block below, and words beside it may say more: `Remove this line from the list:`.
    Block,
    /// Nothing but the block below: `Remove this line:`, `Delete:`.
    BlockAlone,
}

/// Returns what a sentence above a block orders to go, where that is the block.
pub(in crate::dialect) fn ordered(sentence: &BStr) -> Option<Object> {
    let words = prose::words(sentence);
    let is_of = |word: &BString, set: &[&str]| set.iter().any(|it| word == it.as_bytes());
    let is_before = |word: &&BString| is_of(word, BEFORE) || word.iter().all(u8::is_ascii_digit);
    let rest = &words[words.iter().take_while(is_before).count()..];
    let begins = |verb: &&&[&str]| {
        let mut pairs = rest.iter().zip(**verb);
        rest.len() >= verb.len() && pairs.all(|(word, of_verb)| word == of_verb.as_bytes())
    };
    let behind = &rest[VERBS.iter().find(begins)?.len()..];
    let is_file = |pair: &[BString]| is_of(&pair[0], BELOW) && is_of(&pair[1], FILES);
    if behind.windows(2).any(is_file) {
        return None;
    }
    let is_alone = behind
        .iter()
        .all(|word| is_of(word, BELOW) || is_of(word, BESIDE));
    if is_alone && prose::leads_on(sentence) && !names_code(sentence) {
        return Some(Object::BlockAlone);
    }
    let points = behind.iter().any(|word| is_of(word, BELOW));
    points.then_some(Object::Block)
}

/// Returns whether a sentence names something else than a file.
fn names_code(sentence: &BStr) -> bool {
    let mut sentences = Vec::new();
    sentence::read(sentence, &mut sentences);
    let tokens = sentences.iter().flat_map(|it| &it.tokens);
    let mut codes = tokens
        .filter(|token| !token.is_number())
        .filter_map(Token::code);
    codes.any(|code| !spelling::is_name_of_file(code))
}

/// Returns whether a sentence leads over to lines of which it says, in any language of the lexicon, that they go or went.
pub(in crate::dialect) fn is_said(line: &BStr) -> bool {
    let mut sentences = Vec::new();
    sentence::read(line, &mut sentences);
    let Some(last) = sentences.last().filter(|it| !it.is_question) else {
        return false;
    };
    let (_, units) = lexicon::read(&last.tokens);
    let is_left = units.last().is_some_and(|last| LEFT.contains(&&*last.word));
    let mut clauses = units.split(|unit| unit.kind == Kind::Break);
    prose::leads_on(line) && !is_left && clauses.any(says_gone)
}

/// Returns whether a sentence says so and points to these lines, or has no other word: `Removed:`, `This is no longer needed:`.
pub(in crate::dialect) fn is_said_of_block(sentence: &BStr) -> bool {
    let words = prose::words(sentence);
    let is_below = |word: &BString| BELOW.iter().any(|below| word == below.as_bytes());
    // What is commented out stays as a comment.
    let is_comment = words.iter().any(|word| word.starts_with(b"comment"));
    (words.len() == 1 || words.iter().any(is_below)) && !is_comment && is_said(sentence)
}

/// Returns whether a clause says that something goes: by a verb that is not denied, or by calling it needed no longer.
fn says_gone(clause: &[Unit<'_>]) -> bool {
    let is_word = |unit: &Unit<'_>, words: &[&str]| words.contains(&&*unit.word);
    let is_at = |at: usize| {
        let next = clause.get(at + 1);
        clause[at].has(Cue::Delete)
            || is_word(&clause[at], &["cut"]) && next.is_some_and(|next| is_word(next, BELOW))
            || is_word(&clause[at], &["comment", "take"])
                && clause[at + 1..].iter().any(|unit| is_word(unit, &["out"]))
    };
    let Some(at) = (0..clause.len()).find(|at| is_at(*at)) else {
        let is_needed =
            |unit: &Unit<'_>| is_word(unit, &["needed", "used", "required", "necessary"]);
        let no_longer = clause.iter().position(|unit| is_word(unit, &["no_longer"]));
        return no_longer.is_some_and(|at| clause[at + 1..].iter().any(is_needed));
    };
    let denies = |unit: &&Unit<'_>| unit.has_any(&[Cue::Not, Cue::Zero]);
    let is_denied = clause.iter().filter(denies).count() % 2 == 1;
    !is_denied && !clause[..at].iter().any(|unit| is_word(unit, TIMES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_names_the_block_below() {
        let check = |sentence: &str, expected| {
            assert_eq!(ordered(sentence.into()), expected, "{sentence}");
        };
        check("Remove:", Some(Object::BlockAlone));
        check("Then get rid of this line:", Some(Object::BlockAlone));
        check(
            "In `src/a.py`, delete these lines:",
            Some(Object::BlockAlone),
        );
        check(
            "1. Remove from `a.py` the following:",
            Some(Object::BlockAlone),
        );
        check("Remove this line of the list:", Some(Object::Block));
        check("Remove the default:", None);
        check("Then delete this file:", None);
        check("Remove `load`:", None);
        check("To remove this line, run:", None);
    }

    #[test]
    fn lines_may_be_said_to_go() {
        let check = |sentence: &str, expected| {
            assert_eq!(is_said(sentence.into()), expected, "{sentence}");
        };
        check("This line is no longer needed:", true);
        check("This is unused now, delete it:", true);
        check("Lines to remove:", true);
        check("I removed this:", true);
        check("Comment this out:", true);
        check("And remove the now unused:", true);
        check("Entferne diese Zeile:", true);
        check("Do not remove this line:", false);
        check("After removing it, the file reads:", false);
        check("Did you remove this?", false);
        check("With the default removed, the line is:", false);
        check("This leaves, with the default removed, the line:", false);
        check("I removed the old call.", false);
        check("The setting is used here:", false);
    }
}

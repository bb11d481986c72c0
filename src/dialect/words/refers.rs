//! Edits that a sentence takes back by what they are about: `Scratch the timeout edit`, `Actually no, keep the version`. Which
//! edit is meant is told by the lines that it changes, so that `never mind the whitespace` is about none.

use bstr::ByteSlice;

use super::edit_words::{ARTICLES, EDITS, FUNCTION_WORDS, POINTING};
use super::sentence::{Sentence, Token};
use super::take_back::{Meant, Place, Reader};
use super::take_back_words::{DROPPING, SHRUGS};
use crate::patch::{FilePatch, LineKind};

/// The most sentences of a reply whose words are looked for in the lines of the edits above them.
pub(super) const N_REFERENCES: usize = 20;

/// What edits are called by people who name what they are about.
const DEEDS: &[&str] = &[
    "bump", "rename", "fix", "addition", "removal", "part", "tweak",
];

/// Returns the words by which a sentence below some edits names one that it takes back; none where it takes back none.
pub(super) fn named(sentence: &Sentence<'_>, place: Place) -> Vec<String> {
    let reader = Reader {
        tokens: &sentence.tokens,
        place,
    };
    if sentence.is_question {
        return Vec::new();
    }
    let found = (0..sentence.tokens.len()).find_map(|at| {
        let words = object_of(&reader, at)?;
        (!words.is_empty()).then_some(words)
    });
    found.unwrap_or_default()
}

/// Reads what the verb at token `at` takes back, or leaves as it was.
fn object_of(reader: &Reader<'_, '_>, at: usize) -> Option<Vec<String>> {
    if !reader.begins_clause(at) || reader.is_conditional(at) {
        return None;
    }
    let subject = Object::from(reader, at);
    if at == 0 && subject.is_edit && reader.predicate(subject.end, Meant::Named) {
        return Some(subject.words);
    }
    let n_words = reader.tokens.len();
    let is_changed_back =
        reader.regrets_first() || (0..n_words).any(|at| reader.row_at(at, &["after", "all"]));
    let shrug = SHRUGS.iter().find(|row| reader.row_at(at, row));
    if reader.is_of(at, DROPPING) || reader.is_of(at, &["drop"]) || shrug.is_some() {
        let from = at + shrug.map_or(1, |row| row.len());
        let object = Object::from(reader, from);
        return object.is_edit.then_some(object.words);
    }
    let keeps = reader.is_of(at, &["keep", "leave"]);
    if keeps {
        let object = Object::from(reader, at + 1);
        let is_whole = reader.is_of(
            object.end,
            &["as", "alone", "unchanged", "untouched", "out"],
        );
        return (is_changed_back || is_whole).then_some(object.words);
    }
    let denies = [["don", "t"], ["do", "not"], ["s", "not"]];
    let denies = denies.iter().any(|row| reader.row_at(at, row));
    (denies && is_changed_back).then(|| Object::from(reader, at + 3).words)
}

/// What a verb is about.
struct Object {
    /// The words that say which: `version` in `the version bump`.
    words: Vec<String>,
    /// Whether an edit is named, and not the thing itself.
    is_edit: bool,
    /// The token behind it.
    end: usize,
}

impl Object {
    fn from(reader: &Reader<'_, '_>, from: usize) -> Object {
        let adverbs = ["alone", "as", "unchanged", "untouched", "out"];
        let goes_on = |at: &usize| {
            !reader.ends(*at) && !reader.is_of(*at, FUNCTION_WORDS) && !reader.is_of(*at, &adverbs)
        };
        let mut object = Object {
            words: Vec::new(),
            is_edit: false,
            end: (from..).find(|at| !goes_on(at)).unwrap_or(from),
        };
        for token in &reader.tokens[from.min(object.end)..object.end] {
            object.is_edit = false;
            match token {
                Token::Word(word) if EDITS.contains(&&**word) || DEEDS.contains(&&**word) => {
                    object.is_edit = true;
                }
                Token::Word(word) => {
                    let says_which = !ARTICLES.contains(&&**word)
                        && !POINTING.contains(&&**word)
                        && !matches!(
                            &**word,
                            "old" | "current" | "original" | "existing" | "your"
                        );
                    if says_which {
                        object.words.push(word.clone());
                    }
                }
                Token::Name(code) | Token::Value(code) => {
                    object.words.push(code.to_str_lossy().to_lowercase());
                }
                Token::Break => {}
            }
        }
        object
    }
}

/// Returns whether an edit, the one hunk of `file` or the file itself, is about all of `words`: each stands in a line that it
/// changes, or in the path.
pub(super) fn is_about(file: &FilePatch, hunk: Option<usize>, words: &[String]) -> bool {
    let hunk = hunk.map(|hunk| &file.hunks[hunk]);
    let lines = hunk.into_iter().flat_map(|hunk| hunk.lines.iter());
    let changed = lines.filter(|line| line.kind != LineKind::Context);
    let mut texts: Vec<String> = changed
        .map(|line| line.body.as_bstr().to_str_lossy().to_lowercase())
        .collect();
    texts.extend(file.path.named().map(|path| path.to_text().to_lowercase()));
    let holds = |text: &String, word: &str| {
        text.match_indices(word).any(|(at, _)| {
            let is_apart = |sign: Option<char>| !sign.is_some_and(char::is_alphanumeric);
            is_apart(text[..at].chars().next_back())
                && is_apart(text[at + word.len()..].chars().next())
        })
    };
    !words.is_empty()
        && words
            .iter()
            .all(|word| texts.iter().any(|text| holds(text, word)))
}

//! A path in the info string of a fence.

use bstr::{BStr, ByteSlice};

use super::{Spelt, is_name_of_file, located, undecorated};
use crate::dialect::name::shape::{self, looks_like_path};
use crate::dialect::words::prose;
use crate::text::{OneOf, Trim};

/// Names of attributes that give a fence its file.
const KEYS: &[&str] = &[
    "title", "filename", "file", "filepath", "path", "name", "src", "tangle",
];

/// Reads a path in a fence's info string: `` ```rust src/a.rs ``, `` ```rust:src/a.rs ``, `title="src/a.rs"`,
/// `{.python file=src/a.py}`, `[src/a.rs]`.
pub(in crate::dialect) fn in_info(info: &BStr) -> Option<Spelt> {
    if let Some(spelt) = spaced_in_info(info) {
        return Some(spelt);
    }
    let words = words_of_info(info);
    let mut named =
        (words.iter().enumerate()).filter_map(|(nth, word)| word_of_info(info, nth, word));
    let spelt = named.next()?;
    let is_other = |other: Spelt| other.is_of_file() && !spelt.path.ends_with(&other.path[..]);
    Some(Spelt {
        is_one_of_several: named.any(is_other) || may_be_longer(info, &words, spelt.path.as_bstr()),
        ..spelt
    })
}

/// Reads the word of an info string that is the `nth`.
fn word_of_info(info: &BStr, nth: usize, word: &[u8]) -> Option<Spelt> {
    // In braces, `.python` is a class.
    let is_class = word.starts_with(b"{.") || info.starts_with(b"{") && word.starts_with(b".");
    let bare = word.trim_with(|c| matches!(c, '{' | '}' | '[' | ']' | '(' | ')' | '<' | '>' | ','));
    // `[id].tsx` and `[slug]/page.tsx` are names that begin with a bracket.
    let word = match is_cut_in_brackets(bare) {
        true => word,
        false => bare,
    };
    if let Some((key, value)) = word.split_once_str("=") {
        return of_attribute(key, value);
    }
    let word = undecorated(word);
    // `rust:src/a.rs` names the language first, as `12:15:src/a.rs` does the lines.
    let behind_language = word.split_once_str(":").and_then(|(language, path)| {
        let is_number = language.iter().all(u8::is_ascii_digit);
        let is_language = !is_number && !looks_like_path(language);
        // A drive is followed by a path from its top.
        let is_drive = path.starts_with(b"/") || path.starts_with(b"\\");
        (is_language && !(language.len() == 1 && is_drive))
            .then(|| located(path))
            .flatten()
    });
    let spelt = behind_language
        .or_else(|| located(word))
        .filter(|_| !is_class)?;
    let has_shape = spelt.path.contains(&b'.')
        || spelt.path.contains(&b'/')
        || spelt.cited.is_some() && spelt.is_of_file()
        // `makefile Makefile`: the first word is the language.
        || nth > 0 && shape::is_bare_name(&spelt.path);
    let spaced = info.find(word).map(|begin| info[begin..].trimmed());
    let spaced = spaced.filter(|name| !spelt.is_of_file() && is_one_name(name));
    has_shape.then(|| spaced.map_or(spelt, Spelt::plain))
}

/// Returns whether words behind the language may be the beginning of a name, as in `python my file.py`: those that say what the
/// name is are none.
fn may_be_longer(info: &BStr, words: &[&[u8]], path: &BStr) -> bool {
    let Some((_, [first, .., last])) = words.split_first() else {
        return false;
    };
    let is_key = KEYS.iter().any(|key| {
        let first = first.trim_end_with(|c| c == ':');
        first.eq_ignore_ascii_case(key.as_bytes())
    });
    let begin = info.find(first).unwrap_or_default();
    last == path && !is_key && is_one_name(info[begin..].trimmed())
}

/// Returns whether a text has one half of a pair of brackets without the other.
fn is_cut_in_brackets(text: &[u8]) -> bool {
    let pairs = [(b'[', b']'), (b'(', b')'), (b'{', b'}')];
    let count = |sign: u8| text.iter().filter(|byte| **byte == sign).count();
    pairs
        .into_iter()
        .any(|(open, close)| count(open) != count(close))
}

/// Returns the words of an info string; what quotes enclose is one.
fn words_of_info(info: &BStr) -> Vec<&[u8]> {
    let mut quote = None;
    let is_between = |byte: &u8| {
        match (quote, byte) {
            (Some(open), byte) if open == *byte => quote = None,
            (None, b'"' | b'\'') => quote = Some(*byte),
            (_, _) => {}
        }
        quote.is_none() && byte.is_ascii_whitespace()
    };
    info.split(is_between)
        .filter(|word| !word.is_empty())
        .collect()
}

/// Reads the path in an attribute of a fence. What is called otherwise may be of anything.
fn of_attribute(key: &[u8], value: &[u8]) -> Option<Spelt> {
    let key = key.rsplit_str(":").next()?.to_ascii_lowercase();
    let key = key.replace("_", "");
    let is_key = key.is_one_of(KEYS);
    let value = value.trim_with(|c| matches!(c, '"' | '\'' | '`'));
    let is_name = is_name_of_file(value) || value.contains(&b'/');
    is_key
        .then(|| located(value).or_else(|| is_name.then(|| Spelt::plain(value))))
        .flatten()
}

/// Reads `text:docs/My Notes.md`, whose name has blanks and a known ending.
fn spaced_in_info(info: &BStr) -> Option<Spelt> {
    let (language, name) = info.split_once_str(":")?;
    let is_language = language.iter().all(u8::is_ascii_alphanumeric) && !language.is_empty();
    let is_number = language.iter().all(u8::is_ascii_digit);
    let is_bare = shape::is_bare_name(name);
    let is_spaced = name.contains(&b' ') && is_one_name(name);
    (is_language && !is_number && (is_bare || is_spaced)).then(|| Spelt::plain(name))
}

/// Returns whether a text with blanks is the name of one file: its ending is a file's, and no word but the last has one.
pub(super) fn is_one_name(text: &[u8]) -> bool {
    const N_WORDS: usize = 4;
    let words: Vec<&[u8]> = text.fields().collect();
    let Some((last, others)) = words.split_last() else {
        return false;
    };
    let is_part = |word: &&[u8]| !is_name_of_file(word) && !word.starts_with(b"-");
    words.len() <= N_WORDS
        && is_name_of_file(last)
        && !last.contains(&b'/')
        && others.iter().all(is_part)
        && text
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || b" ()_-./+&',".contains(byte))
        && !prose::is_command(text.as_bstr())
        && !prose::purpose(text.as_bstr()).asks_for_a_change()
}

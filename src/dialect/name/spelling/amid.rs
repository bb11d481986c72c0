//! A path amid a sentence, and the folder that the sentence names for it.

use bstr::{BStr, BString, ByteSlice};

use super::alone::unmarked;
use super::info::is_one_name;
use super::{Spelt, is_name_of_file, located, one_of, undecorated};
use crate::dialect::name::cited::cited_in_words;
use crate::dialect::name::shape::{self, looks_like_path};
use crate::dialect::words::prose;
use crate::dialect::words::purpose::Purpose;
use crate::text::Trim;

/// Reads the one path that a sentence names: in backticks or in bold, else as a plain word that can be nothing else. A
/// sentence that names several says nothing of which is meant.
pub(in crate::dialect) fn amid(line: &BStr) -> Option<Spelt> {
    // A path to be filled in: whether it is one is for a person to say.
    let behind = line.trimmed().strip_prefix(b"{{");
    if let Some(inside) = behind.and_then(|behind| behind.strip_suffix(b"}}")) {
        return located(inside.trimmed()).filter(Spelt::is_of_file);
    }
    let line = &*unmarked(line);
    let in_quotes = |quote: &str| {
        let parts: Vec<&[u8]> = line.split_str(quote).collect();
        // What stands behind a sign without its partner is not in quotes.
        let inside = parts.iter().skip(1).step_by(2).take((parts.len() - 1) / 2);
        let spaced = |part: &[u8]| {
            (quote == "`" && part.contains(&b' ') && is_one_name(part)).then(|| Spelt::plain(part))
        };
        one_of(inside.filter_map(|part| located(undecorated(part)).or_else(|| spaced(part))))
    };
    // An address in backticks is no name of a file, where another word is.
    let quoted: Vec<Spelt> = ["`", "**"].into_iter().filter_map(in_quotes).collect();
    let is_file = quoted.iter().position(Spelt::is_of_file).unwrap_or(0);
    let quoted = quoted.into_iter().nth(is_file).or_else(|| {
        let words = line.fields().map(|word| {
            word.trim_with(|c| "()[]\"'*:".contains(c))
                .trim_end_with(|c| ".,;!?：，。、；".contains(c))
        });
        let plain = words.filter_map(|word| located(undecorated(word)));
        one_of(plain.filter(Spelt::is_of_file))
    })?;
    let cited = quoted.cited.or_else(|| cited_in_words(line));
    Some(Spelt { cited, ..quoted })
}

/// Reads the one word of a sentence that is in backticks, and may be the name of a file without an ending: "And `gradlew`:".
pub(in crate::dialect) fn as_code(line: &BStr) -> Option<Spelt> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let mut parts = line.split_str("`");
    let (_, word, _) = (parts.next()?, parts.next()?, parts.next()?);
    let is_word = !word.is_empty() && word.iter().all(is_part) && parts.next().is_none();
    is_word.then(|| Spelt::plain(word))
}

/// Returns whether the words before a name may belong to it: `docs/My Notes.md` without backticks names no `Notes.md`.
fn is_end_of_spaced(before: &[&[u8]]) -> bool {
    let ends_plainly = |word: &[u8]| word.last().is_some_and(u8::is_ascii_alphanumeric);
    let is_part = |word: &&[u8]| word.contains(&b'/') || word[0].is_ascii_uppercase();
    let mut parts = before.iter().rev().copied();
    let begins = parts
        .by_ref()
        .take_while(|word| is_part(word) && ends_plainly(word))
        .find(|word| word.contains(&b'/'));
    begins.is_some_and(|word| !is_name_of_file(word) && looks_like_path(word))
}

/// Returns whether the name without backticks in a sentence may begin with the words before it: that of a document, where between
/// a word that asks for a file and the name are only words in capitals, or numbers, and no article: `Create My Notes.md`. Names of
/// code have no blanks: `Create API routes.py`.
pub(in crate::dialect::name) fn may_begin_earlier(line: &BStr, name: &BStr) -> bool {
    const CALLING: &[&[u8]] = &[b"file", b"called", b"named", b"titled", b"as"];
    let words: Vec<&[u8]> = line.fields().collect();
    let bare = |word: &'_ [u8]| undecorated(word.trim_end_with(|c| ".,;!?".contains(c))).to_vec();
    let Some(at) = words.iter().position(|word| bare(word) == name.as_bytes()) else {
        return false;
    };
    let is_part = |word: &&&[u8]| {
        let ends_plainly = word.last().is_some_and(u8::is_ascii_alphanumeric);
        let begins = word[0].is_ascii_uppercase() || word[0].is_ascii_digit();
        ends_plainly && (begins || word.contains(&b'/')) && !asks_for_file(word)
    };
    fn asks_for_file(word: &[u8]) -> bool {
        let is_calling = CALLING.iter().any(|it| word.eq_ignore_ascii_case(it));
        is_calling || prose::purpose(word.as_bstr()) == Purpose::Creates
    }
    let n_parts = words[..at].iter().rev().take_while(is_part).count();
    let lead = words[..at - n_parts].last();
    shape::is_document(name)
        && n_parts > 0
        && !words[at].contains(&b'`')
        && lead.is_some_and(|lead| asks_for_file(lead))
}

/// Reads the one word of a sentence that is spelt as a path with a folder, though files do not end so, with those that may
/// belong to it: "Create bin/tool:", "In docs/My Notes.md:".
pub(in crate::dialect) fn in_folder(line: &BStr) -> Option<Spelt> {
    let bare = |word: &'_ [u8]| {
        word.trim_end_with(|c| matches!(c, ':' | '.' | ','))
            .to_vec()
    };
    let words: Vec<&[u8]> = line.fields().collect();
    let mut found = (0..words.len()).filter(|at| words[*at].contains(&b'/'));
    let at = found.next().filter(|_| found.next().is_none())?;
    let ends =
        |end: &usize| is_name_of_file(&bare(words[*end])) && is_end_of_spaced(&words[..*end]);
    let end = (at + 1..words.len()).find(ends).unwrap_or(at);
    let spelt = located(&bare(words[at])).filter(|spelt| spelt.cited.is_none())?;
    Some(match end > at {
        true => Spelt::plain(&bare(&words[at..=end].join(&b' '))),
        false => spelt,
    })
}

/// Reads the folder that a sentence puts the file with this `name` into, right behind the name or at its beginning: "Create
/// `a.rs` in `src/lib/`", "In the `src/lib` folder, create `a.rs`".
pub(in crate::dialect) fn folder_of(line: &BStr, name: &[u8]) -> Option<BString> {
    const LEADING: &[&[u8]] = &[b"in", b"into", b"inside", b"under", b"within"];
    const BETWEEN: &[&[u8]] = &[b"the", b"your", b"our", b"a", b"new"];
    const NOUNS: &[&[u8]] = &[b"folder", b"directory", b"dir", b"subfolder", b"package"];
    /// A folder that is named first stands behind no more words.
    const N_WORDS_BEFORE: usize = 2;
    let bare = |word: &&[u8]| {
        word.trim_with(|c| matches!(c, '`' | '*' | '.' | ',' | ':'))
            .to_vec()
    };
    let words: Vec<&[u8]> = line.fields().collect();
    let is_of = |at: usize, set: &[&[u8]]| {
        let word = words.get(at).map(|word| bare(word).to_ascii_lowercase());
        word.is_some_and(|word| set.contains(&&word[..]))
    };
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-./@".contains(byte);
    let at_name = words.iter().position(|word| bare(word) == name)?;
    let folder = |lead: usize| {
        let at = (lead + 1..words.len()).find(|at| !is_of(*at, BETWEEN))?;
        let word = words[at].trim_with(|c| matches!(c, '`' | '*' | '.' | ',' | ':'));
        let path = word.strip_suffix(b"/").unwrap_or(word);
        let is_said = word.ends_with(b"/") || words[at].starts_with(b"`") && is_of(at + 1, NOUNS);
        let is_path = path.iter().all(is_part)
            && path.first().is_some_and(u8::is_ascii_alphanumeric)
            && !path.contains_str("..");
        (is_said && is_path).then(|| BString::from(path))
    };
    let is_lead = |at: &usize| is_of(*at, LEADING);
    let behind = Some(at_name + 1).filter(is_lead);
    let first = (0..at_name.min(N_WORDS_BEFORE + 1)).find(is_lead);
    behind.or(first).and_then(folder)
}

/// Returns whether a line says in which folder something lies: "In `src/lib/`:", "`a.rs`, next to `src/b.rs`"; or is one.
pub(in crate::dialect) fn says_folder(line: &BStr) -> bool {
    const LEADING: &[&str] = &[
        "in", "into", "inside", "under", "within", "im", "unter", "dans", "sous", "en", "dentro",
        "bajo", "nel", "sotto", "в", "在", "于",
    ];
    const BESIDE: &[&str] = &["alongside", "beside", "near", "neben"];
    const BETWEEN: &[&str] = &[
        "the", "your", "our", "a", "new", "to", "le", "la", "el", "de", "den", "der", "dem",
    ];
    let bare = |word: &[u8]| {
        let word =
            word.trim_with(|c| matches!(c, '`' | '*' | '#' | '.' | ',' | ':' | '：' | '(' | ')'));
        word.to_str_lossy().to_lowercase()
    };
    let words: Vec<String> = line
        .fields()
        .map(bare)
        .filter(|word| !word.is_empty())
        .collect();
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '@');
    let is_path = |word: &str| {
        word.starts_with(char::is_alphanumeric) && word.chars().all(is_part) && word.contains('/')
    };
    let is_led = |at: usize| {
        let mut before = words[..at].iter().rev();
        let led = before.find(|word| !BETWEEN.contains(&&***word));
        let is_next_to = |word: &String| word == "next" && words[at - 1] == "to";
        let is_beside = |word: &String| BESIDE.contains(&&**word) || is_next_to(word);
        led.is_some_and(|word| match words[at].ends_with('/') {
            true => LEADING.contains(&&**word) || is_beside(word),
            false => is_beside(word),
        })
    };
    let is_alone = |at: usize| words.len() == 1 && words[at].ends_with('/');
    (0..words.len()).any(|at| is_path(&words[at]) && (is_alone(at) || is_led(at)))
}

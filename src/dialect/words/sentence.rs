//! Sentences as words, the names that stand among them, and the signs that part clauses.

use std::borrow::Cow;

use bstr::{BStr, ByteSlice};

use crate::dialect::name::spelling;
use crate::text::Trim;

/// A part of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::dialect) enum Token<'a> {
    /// A plain word, in lower case.
    Word(Cow<'a, str>),
    /// A name in backticks, or a path that can be nothing else.
    Name(&'a BStr),
    /// Code or a value without backticks: `MAX_LEN`, `run()`, `1.2.0`, `"text"`.
    Value(&'a BStr),
    /// A comma, a colon, a bracket, a dash.
    Break,
}

impl<'a> Token<'a> {
    /// Returns the word, where it is a plain one.
    pub(in crate::dialect) fn word(&self) -> Option<&str> {
        match self {
            Token::Word(word) => Some(word),
            Token::Name(_) | Token::Value(_) | Token::Break => None,
        }
    }

    /// Returns the name, where it is one.
    pub(in crate::dialect) fn name(&self) -> Option<&'a BStr> {
        match self {
            Token::Name(name) => Some(name),
            Token::Word(_) | Token::Value(_) | Token::Break => None,
        }
    }

    /// Returns what can stand for code: a name, or a value.
    pub(in crate::dialect) fn code(&self) -> Option<&'a BStr> {
        match self {
            Token::Name(code) | Token::Value(code) => Some(code),
            Token::Word(_) | Token::Break => None,
        }
    }

    /// Returns whether it is a number without a sign or a dot.
    pub(in crate::dialect) fn is_number(&self) -> bool {
        matches!(self, Token::Value(text) if text.iter().all(u8::is_ascii_digit))
    }
}

/// One sentence; a heading, an item of a list and a row of a table count as one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::dialect) struct Sentence<'a> {
    /// Its words and names.
    pub(in crate::dialect) tokens: Vec<Token<'a>>,
    /// Whether it asks something.
    pub(in crate::dialect) is_question: bool,
    /// Whether a colon ends it: more of it follows.
    pub(in crate::dialect) leads_on: bool,
    /// Where it begins on its line, in bytes. What has no blanks before it may begin later.
    pub(in crate::dialect) begins: usize,
}

/// Adds the sentences of a line to `sentences`, the last of which goes on. Cost is linear in the line.
pub(in crate::dialect) fn read<'a>(line: &'a BStr, sentences: &mut Vec<Sentence<'a>>) {
    if sentences.is_empty() {
        sentences.push(Sentence::default());
    }
    let mut from = 0;
    let parts = line.split(|byte| *byte == b'`');
    let mut parts: Vec<(usize, &[u8])> = parts
        .map(|part| {
            let begin = from;
            from += part.len() + 1;
            (begin, part)
        })
        .collect();
    // Two backticks enclose code as one does.
    let (n_parts, mut nth) = (parts.len(), 0);
    parts.retain(|(_, part)| {
        nth += 1;
        !part.is_empty() || nth == 1 || nth == n_parts
    });
    let n_quoted = (parts.len() - 1) / 2;
    for (nth, (from, part)) in parts.into_iter().enumerate() {
        let is_quoted = nth % 2 == 1 && nth / 2 < n_quoted;
        if is_quoted {
            let name = part.trimmed().as_bstr();
            push(sentences, Token::Name(name));
        } else {
            fields(part, from, sentences);
        }
    }
    if let Some(sentence) = sentences.last_mut() {
        sentence.leads_on = leads_on(line);
    }
}

/// Returns whether a line ends with a colon.
pub(in crate::dialect) fn leads_on(line: &BStr) -> bool {
    let end = line.iter().rposition(|byte| !b" \t*_".contains(byte));
    let text = &line[..end.map_or(0, |last| last + 1)];
    text.ends_with(b":") || text.ends_with("：".as_bytes())
}

/// Returns whether a line may hold a name, a value or a number; many that say yes hold none.
pub(in crate::dialect) fn may_name(line: &BStr) -> bool {
    let pairs = line
        .iter()
        .zip(line[1.min(line.len())..].iter().chain([&b' ']));
    let mut before = b' ';
    pairs.into_iter().any(|(byte, next)| {
        let is_behind_blank = matches!(std::mem::replace(&mut before, *byte), b' ' | b'\t');
        match byte {
            b'`' | b'_' | b'"' | b'0'..=b'9' => true,
            b'.' => !matches!(next, b' ' | b'\t'),
            b':' => matches!(next, b':' | b'/'),
            b'(' => *next == b')',
            b'A'..=b'Z' => !is_behind_blank,
            _ => false,
        }
    })
}

/// The most tokens of a sentence. A longer one is split, because the cost of reading it is quadratic in its length.
const N_TOKENS: usize = 100;

/// Most sentences have fewer.
const N_USUAL: usize = 16;

fn push<'a>(sentences: &mut Vec<Sentence<'a>>, token: Token<'a>) {
    match sentences.last_mut() {
        Some(sentence) if sentence.tokens.len() < N_TOKENS => {
            if sentence.tokens.is_empty() {
                sentence.tokens.reserve(N_USUAL);
            }
            sentence.tokens.push(token);
        }
        Some(_) | None => sentences.push(Sentence {
            tokens: vec![token],
            ..Sentence::default()
        }),
    }
}

/// Adds a text without names in backticks, which is `from` some byte of its line on.
fn fields<'a>(bytes: &'a [u8], from: usize, sentences: &mut Vec<Sentence<'a>>) {
    let text = str::from_utf8(bytes).ok();
    let mut at = 0;
    let mut n_sentences = sentences.len();
    loop {
        if let Some(begun) = sentences.get_mut(n_sentences..).filter(|it| !it.is_empty()) {
            begun.iter_mut().for_each(|it| it.begins = from + at);
            n_sentences = sentences.len();
        }
        let rest = &bytes[at..];
        let n_blanks = rest.iter().take_while(|byte| **byte == b' ').count();
        at += n_blanks;
        // Nearly all are plain words, perhaps with a sign behind them.
        let found = text.and_then(|text| plain(text, at));
        if let Some((word, n_signs)) = found {
            let end = at + word.len();
            push(sentences, Token::Word(word));
            at = end + n_signs;
            if n_signs > 0 {
                sign(&bytes[end..at], sentences);
            }
            continue;
        }
        let mut spaced = bytes[at..].spaced();
        let Some(field) = spaced.next() else { break };
        words(field, sentences);
        at = bytes.len() - spaced.rest().len();
    }
}

/// The signs that part clauses in scripts without blanks, and those that end a sentence.
const WIDE_SIGNS: &[(&str, &str)] = &[
    ("，", ","),
    ("、", ","),
    ("：", ","),
    ("；", ","),
    ("（", ","),
    ("）", ","),
    ("。", "."),
    ("！", "."),
    ("？", "?"),
];

/// Adds the text between two blanks, which may hold several sentences in a script without blanks.
fn words<'a>(field: &'a [u8], sentences: &mut Vec<Sentence<'a>>) {
    let mut rest = field;
    while !rest.is_ascii() {
        let found = WIDE_SIGNS
            .iter()
            .filter_map(|(wide, plain)| Some((rest.find(wide)?, wide.len(), plain)))
            .min();
        let Some((at, length, plain)) = found else {
            break;
        };
        word(&rest[..at], sentences);
        sign(plain.as_bytes(), sentences);
        rest = &rest[at + length..];
    }
    word(rest, sentences);
}

/// Adds a text without blanks.
fn word<'a>(field: &'a [u8], sentences: &mut Vec<Sentence<'a>>) {
    if matches!(field, b"->" | b"=>") || field == "→".as_bytes() {
        return push(sentences, Token::Word("to".into()));
    }
    let is_dash = field == b"-" || field == "–".as_bytes() || field == "—".as_bytes();
    if is_dash {
        return push(sentences, Token::Break);
    }
    // The address of a link says again what its text says.
    if field.starts_with(b"](") {
        return;
    }
    let is_inner = |byte: &u8| byte.is_ascii_alphanumeric() || *byte >= 0x80;
    let Some(first) = field.iter().position(is_inner) else {
        return sign(field, sentences);
    };
    let begins_name = |at: &usize| matches!(field[*at], b'.' | b'/' | b'_');
    let begin = (0..first).find(|at| (*at..first).all(|at| begins_name(&at)));
    let begin = begin.unwrap_or(first);
    let end = field.iter().rposition(is_inner).map_or(begin, |at| at + 1);
    let end = end + usize::from(field.get(end) == Some(&b'/'));
    if field[..begin].contains(&b'(') {
        push(sentences, Token::Break);
    }
    let text = &field[begin..end];
    let is_quoted = field[..begin].ends_with(b"\"") && field[end..].starts_with(b"\"");
    let is_call = field[end..].starts_with(b"()");
    if text.contains(&b'.') && spelling::is_name_of_file(text) {
        push(sentences, Token::Name(text.as_bstr()));
    } else if is_quoted || is_code(text) || is_call {
        push(sentences, Token::Value(text.as_bstr()));
    } else {
        let parts = text.split(|byte| !is_inner(byte));
        for part in parts.filter(|part| !part.is_empty()) {
            if part.iter().all(u8::is_ascii_digit) {
                push(sentences, Token::Value(part.as_bstr()));
                continue;
            }
            if part.is_ascii() {
                let lower = String::from_utf8(part.to_ascii_lowercase());
                push(
                    sentences,
                    Token::Word(lower.expect("ASCII is UTF-8").into()),
                );
                continue;
            }
            // Quotation marks and apostrophes outside of ASCII part words, too.
            let lower = part.to_str_lossy().to_lowercase();
            let words = lower.split(|c: char| !c.is_alphanumeric());
            for word in words.filter(|word| !word.is_empty()) {
                push(sentences, Token::Word(word.to_string().into()));
            }
        }
    }
    let end = end + if is_call { 2 } else { 0 };
    let abbreviates = text.eq_ignore_ascii_case(b"e.g") || text.eq_ignore_ascii_case(b"i.e");
    if !abbreviates {
        sign(&field[end..], sentences);
    }
}

/// Returns the word in lower case that begins `at` a place in a text, where it is of ASCII letters of which at most the first
/// is none, and how many signs are behind it, before a blank.
fn plain(text: &str, at: usize) -> Option<(Cow<'_, str>, usize)> {
    let rest = &text.as_bytes()[at..];
    let is_upper = rest.first().is_some_and(u8::is_ascii_uppercase);
    let from = usize::from(is_upper);
    let n = rest[from..]
        .iter()
        .take_while(|byte| byte.is_ascii_lowercase());
    let n_letters = from + n.count();
    let n_signs = match &rest[n_letters..] {
        [] | [b' ', ..] => 0,
        [b'.' | b',' | b':' | b';' | b'!' | b'?'] => 1,
        [b'.' | b',' | b':' | b';' | b'!' | b'?', b' ', ..] => 1,
        [_, ..] => return None,
    };
    if n_letters == 0 {
        return None;
    }
    let word = &text[at..at + n_letters];
    let word = match is_upper {
        true => Cow::Owned(word.to_ascii_lowercase()),
        false => Cow::Borrowed(word),
    };
    Some((word, n_signs))
}

/// Returns whether a word is spelt as only code, numbers and links are: `max_len`, `std::io`, `maxLen`, `1.2.0`.
fn is_code(text: &[u8]) -> bool {
    // Words are short: to prepare a search costs more than to look.
    let is_inside = |sign: &[u8]| {
        let at = text.windows(sign.len()).position(|part| part == sign);
        at.is_some_and(|at| at > 0 && at + sign.len() < text.len())
    };
    // `1.x` is a line of releases.
    let number = text.strip_suffix(b".x").unwrap_or(text);
    let is_number = number
        .iter()
        .all(|byte| byte.is_ascii_digit() || *byte == b'.');
    let is_camel = text.len() > 3
        && text[..2].iter().all(u8::is_ascii_lowercase)
        && text
            .windows(2)
            .any(|pair| pair[0].is_ascii_uppercase() && pair[1].is_ascii_lowercase());
    is_number || is_camel || is_inside(b"_") || is_inside(b"::") || is_inside(b"://")
}

/// Adds what the signs behind a word say.
fn sign<'a>(signs: &[u8], sentences: &mut Vec<Sentence<'a>>) {
    let parts = |byte: &u8| matches!(byte, b',' | b';' | b':' | b'(' | b')' | b'|');
    if signs.iter().any(parts) {
        push(sentences, Token::Break);
    }
    let is_end = |byte: &&u8| matches!(byte, b'.' | b'!' | b'?');
    // `(not before!), apply this` is one.
    let is_amid = signs.contains(&b')') && matches!(signs.last(), Some(b',' | b';' | b':'));
    if let Some(end) = signs.iter().find(is_end).filter(|_| !is_amid) {
        if let Some(sentence) = sentences.last_mut() {
            sentence.is_question = *end == b'?';
        }
        sentences.push(Sentence::default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PARTS: [&str; 24] = [
        "a", "Ab", "aB", "7", ".", ",", ":", "::", "(", ")", "()", "_", "-", "/", " ", "  ", "\t",
        "`", "\"", "rs", "é", "。", "\u{3000}", "[",
    ];

    proptest! {
        #[test]
        fn a_line_that_holds_a_name_may_name(parts in proptest::collection::vec(0..PARTS.len(), 0..9)) {
            let line: String = parts.into_iter().map(|part| PARTS[part]).collect();
            let mut sentences = Vec::new();
            read(line.as_str().into(), &mut sentences);
            let mut tokens = sentences.iter().flat_map(|sentence| &sentence.tokens);
            prop_assert!(may_name(line.as_str().into()) || tokens.all(|it| it.code().is_none()), "{line}");
        }
    }

    #[track_caller]
    fn check(line: &str, expected: &[&str]) {
        let mut sentences = Vec::new();
        read(line.into(), &mut sentences);
        let shown = |token: &Token<'_>| match token {
            Token::Word(word) => word.to_string(),
            Token::Name(name) => format!("<{name}>"),
            Token::Value(value) => format!("={value}"),
            Token::Break => ",".to_string(),
        };
        let shown: Vec<String> = sentences
            .iter()
            .filter(|sentence| !sentence.tokens.is_empty())
            .map(|sentence| {
                sentence
                    .tokens
                    .iter()
                    .map(shown)
                    .collect::<Vec<_>>()
                    .join(" ")
            })
            .collect();
        assert_eq!(shown, expected, "{line}");
    }

    #[test]
    fn a_sentence_is_words_names_and_signs() {
        check(
            "Delete `src/a.rs`, please.",
            &["delete <src/a.rs> , please"],
        );
        check(
            "Nothing uses src/a.rs. Delete it!",
            &["nothing uses <src/a.rs>", "delete it"],
        );
        check(
            "I've moved **src/a.rs** → src/b.rs",
            &["i ve moved <src/a.rs> to <src/b.rs>"],
        );
        check("`a.rs` (deleted), e.g. so", &["<a.rs> , deleted , e g so"]);
        check("| `a.rs` | removed |", &[", <a.rs> , removed ,"]);
        check("Delete [`a.rs`](a.rs).", &["delete <a.rs>"]);
        check("``a.rs`` and ``b c``", &["<a.rs> and <b c>"]);
        check("See ./src/a.rs and .env.", &["see <./src/a.rs> and <.env>"]);
        check(
            r#"Set maxLen to "10", MAX_LEN to 1.2.0, not HTTP or macOS."#,
            &["set =maxLen to =10 , =MAX_LEN to =1.2.0 , not http or macos"],
        );
        check("Change run() on line 5.", &["change =run on line =5"]);
        check(
            "Then: OK; I say (so) what's Done?",
            &["then , ok , i say , so , what s done"],
        );
    }
}

//! Which part of a line is code: names there mean what they are spelled, while comments and strings are written for people,
//! in any language.

use std::ops::Range;

use bstr::ByteSlice;

use crate::text::OneOf;
use crate::text::path::extension;

/// What the lines of a file are written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Writing {
    /// A program reads them, but for comments and strings.
    Code,
    /// People read them, or a program to which they are but texts.
    Prose,
}

/// The endings of files that hold texts and data rather than code.
const PROSE: [&str; 40] = [
    "adoc", "arb", "asc", "bib", "cfg", "conf", "csv", "ftl", "htm", "html", "ini", "json",
    "json5", "jsonc", "jsonl", "lock", "log", "markdown", "md", "mdx", "org", "po", "pot",
    "properties", "resx", "rst", "rtf", "srt", "strings", "svg", "tex", "text", "toml", "tsv",
    "txt", "vtt", "xlf", "xml", "yaml", "yml",
];

impl Writing {
    /// Returns what a file of this name holds: code unless its ending says otherwise.
    pub fn of_file(name: &[u8]) -> Writing {
        let ending = extension(name).unwrap_or_default().to_ascii_lowercase();
        if ending.is_one_of(&PROSE) {
            Writing::Prose
        } else {
            Writing::Code
        }
    }
}

/// Which of the quotes in a file a program reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Typography {
    /// Those of code.
    Code,
    /// Those around the values of data, beside which texts may have others.
    Data,
    /// Those around the values of attributes, which follow a `=`.
    Markup,
    /// None: they are signs of sentences.
    Sentences,
}

impl Typography {
    /// Returns what a file of this name has.
    pub fn of_file(name: &[u8]) -> Typography {
        const DATA: [&str; 12] = [
            "cfg", "conf", "ini", "json", "json5", "jsonc", "jsonl", "lock", "properties", "toml",
            "yaml", "yml",
        ];
        const MARKUP: [&str; 6] = ["htm", "html", "resx", "svg", "xlf", "xml"];
        let ending = extension(name).unwrap_or_default().to_ascii_lowercase();
        let is_of = |endings: &[&str]| ending.is_one_of(endings);
        match Writing::of_file(name) {
            Writing::Code => Typography::Code,
            Writing::Prose if is_of(&DATA) => Typography::Data,
            Writing::Prose if is_of(&MARKUP) => Typography::Markup,
            Writing::Prose => Typography::Sentences,
        }
    }
}

/// Returns where the quotes are that begin or end the strings of a line, in order.
pub fn quotes_of_code(line: &str) -> Vec<usize> {
    let mut at = 0;
    let mut quotes = Vec::new();
    for (part, text) in parts(line) {
        let is_closed = text.len() > 1 && text.as_bytes().last() == text.as_bytes().first();
        if part == Part::Literal && is_closed {
            quotes.extend([at, at + text.len() - 1]);
        }
        at += text.len();
    }
    quotes
}

/// Returns the ranges of a line that are neither in a comment nor in a string, in order.
pub fn ranges_of_code(line: &str) -> Vec<Range<usize>> {
    let mut end = 0;
    let ranges = parts(line).into_iter().map(|(part, text)| {
        let start = end;
        end += text.len();
        (part, start..end)
    });
    let code = ranges.filter(|(part, _)| *part == Part::Code);
    code.map(|(_, range)| range).collect()
}

/// What a part of a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Code,
    Comment,
    /// A string with its quotes.
    Literal,
}

/// Returns the parts of a line, in order. Languages are not told apart, so what is a comment in many of them is one here; the
/// inside of a comment or string of several lines cannot be told from code.
pub(super) fn parts(line: &str) -> Vec<(Part, &str)> {
    let start = line.trim_start();
    let is_comment = |mark: &&str| start.strip_prefix(mark).is_some_and(begins_words);
    if ["*", "%", ";", ";;", ";;;"].iter().any(is_comment) {
        return vec![(Part::Comment, line)];
    }
    let bytes = line.as_bytes();
    let mut parts = Vec::new();
    let (mut from, mut at) = (0, 0);
    let mut closes_single = true;
    while at < line.len() {
        let rest = &bytes[at..];
        let before = bytes[..at].last().copied().unwrap_or(b' ');
        let comment = match rest[0] {
            b'/' if rest.starts_with(b"//") && before != b':' => Some(rest.len()),
            b'#' if before.is_ascii_whitespace() && !is_directive(rest) => Some(rest.len()),
            b'-' if rest.starts_with(b"-- ") && before.is_ascii_whitespace() => Some(rest.len()),
            b'/' if rest.starts_with(b"/*") => Some(through(rest, 2, b"*/")),
            b'<' if rest.starts_with(b"<!--") => Some(through(rest, 4, b"-->")),
            _ => None,
        };
        let literal = match rest[0] {
            b'"' | b'`' => Some(string_len(rest).unwrap_or(rest.len())),
            b'\'' if closes_single && may_open(&bytes[..at]) => {
                let len = single_quoted_len(rest);
                closes_single = len.is_some();
                len
            }
            _ => None,
        };
        let comment = comment.map(|len| (Part::Comment, len));
        match comment.or(literal.map(|len| (Part::Literal, len))) {
            Some((part, len)) => {
                parts.push((Part::Code, &line[from..at]));
                parts.push((part, &line[at..at + len]));
                at += len;
                from = at;
            }
            None => at += 1,
        }
    }
    parts.push((Part::Code, &line[from.min(line.len())..]));
    parts.retain(|(_, part)| !part.is_empty());
    parts
}

/// Returns the parts of a line that are neither comment nor string, in order.
pub(super) fn code_parts(line: &str) -> Vec<&str> {
    let parts = parts(line).into_iter();
    let code = parts.filter(|(part, _)| *part == Part::Code);
    code.map(|(_, text)| text).collect()
}

/// Returns whether a single quote after `before` may open a string: an apostrophe, a lifetime and a transposition do not,
/// while letters such as `r` and `b` say what kind of string follows.
fn may_open(before: &[u8]) -> bool {
    let is_kind = |byte: &u8| b"rRbBfFuUL".contains(byte);
    let n_kinds = before
        .iter()
        .rev()
        .take(2)
        .take_while(|byte| is_kind(byte))
        .count();
    let before = before[..before.len() - n_kinds].last().copied();
    !before.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'&' | b'<'))
}

fn begins_words(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with(char::is_whitespace)
}

/// `#include` and the like, and the attributes of Rust, begin as comments do.
fn is_directive(rest: &[u8]) -> bool {
    const DIRECTIVES: [&[u8]; 9] = [
        b"#[", b"#!", b"#include", b"#define", b"#if", b"#el", b"#un", b"#pragma", b"#error",
    ];
    DIRECTIVES.iter().any(|word| rest.starts_with(word))
}

fn through(rest: &[u8], from: usize, end: &[u8]) -> usize {
    rest[from..]
        .find(end)
        .map_or(rest.len(), |at| from + at + end.len())
}

/// Returns the bytes from an opening quote to its closing one.
fn string_len(rest: &[u8]) -> Option<usize> {
    let mut at = 1;
    while at < rest.len() {
        match rest[at] {
            b'\\' => at += 2,
            byte if byte == rest[0] => return Some(at + 1),
            _ => at += 1,
        }
    }
    None
}

/// The same for a single quote, which closes only where no word goes on.
fn single_quoted_len(rest: &[u8]) -> Option<usize> {
    let mut at = 1;
    while at < rest.len() {
        let after = rest.get(at + 1).copied().unwrap_or(b' ');
        match rest[at] {
            b'\\' => at += 2,
            b'\'' if !after.is_ascii_alphanumeric() => return Some(at + 1),
            _ => at += 1,
        }
    }
    None
}

/// Returns whether `part` reads as a sentence: some words, and no sign that sentences lack. It may be a line of a comment or
/// string of several lines.
pub(super) fn is_sentence(part: &str) -> bool {
    let is_sign = |c: char| c.is_ascii_punctuation() && !".,:;!?'\"()-%".contains(c);
    part.split_whitespace().count() >= 4 && !part.contains(is_sign)
}

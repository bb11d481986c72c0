//! What typesetting does to code on its way through a model or a chat: straight quotes become curly, and the blanks in front
//! of lines become tabs, or tabs blanks. A file that is given whole brings that along unsaid.

use std::collections::{HashMap, HashSet};

use bstr::{BStr, ByteSlice};

use crate::patch::{Hunk, LineKind};
use crate::text::hidden::{Typography, is_code_at, quotes_of_code};
use crate::text::{RelPath, Text, indent};

/// One thing that typesetting did to the lines of a hunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Typeset {
    /// A string begins or ends with a curly quote.
    Quotes,
    /// Lines are indented by tabs, and all of the file by blanks.
    Tabs,
    /// Lines are indented by blanks, and all of the file by tabs.
    Blanks,
}

impl Typeset {
    /// Returns it for people.
    pub fn words(self) -> &'static str {
        match self {
            Typeset::Quotes => "it puts a curly quote where code has a straight one",
            Typeset::Tabs => "it indents by tabs, and the file by spaces",
            Typeset::Blanks => "it indents by spaces, and the file by tabs",
        }
    }
}

/// Returns what typesetting did to the lines of a hunk for the file at `path`, which holds `text`.
pub(super) fn of_hunk(hunk: &Hunk, path: &RelPath, text: &Text) -> Option<Typeset> {
    let typography = Typography::of_file(path.file_name());
    if typography != Typography::Sentences && curls(hunk, typography) {
        return Some(Typeset::Quotes);
    }
    let lacks = |sign: &str| !text.lines().any(|line| begins(line, sign));
    if !takes_tabs(path) && turns(hunk, "\t", lacks) {
        Some(Typeset::Tabs)
    } else {
        turns(hunk, BLANKS, lacks).then_some(Typeset::Blanks)
    }
}

/// One blank goes before the signs of comments, in files of tabs, too.
const BLANKS: &str = "  ";

fn of_kind(hunk: &Hunk, kind: LineKind) -> impl Iterator<Item = &BStr> {
    let lines = hunk.lines.iter().filter(move |line| line.kind == kind);
    lines.map(|line| line.body.as_bstr())
}

/// Returns whether lines of a hunk come with `sign` in front of them and are the same otherwise, where no line of the file has
/// it there.
fn turns(hunk: &Hunk, sign: &str, lacks: impl Fn(&str) -> bool) -> bool {
    let mut come = of_kind(hunk, LineKind::Insert).filter(|line| begins(line, sign));
    let Some(first) = come.next().filter(|_| lacks(sign)) else {
        return false;
    };
    let gone = of_kind(hunk, LineKind::Delete).filter(|line| !indent::leading(line).is_empty());
    let gone: HashSet<&[u8]> = gone.map(|line| line.trim()).collect();
    std::iter::once(first)
        .chain(come)
        .any(|line| gone.contains(line.trim()))
}

fn begins(line: &BStr, sign: &str) -> bool {
    indent::leading(line).contains_str(sign) && !indent::is_blank(line)
}

/// Returns whether a file is to be indented by tabs, whatever it has.
fn takes_tabs(path: &RelPath) -> bool {
    let name = path.file_name().to_ascii_lowercase();
    let ends: [&[u8]; 3] = [b"makefile", b".mk", b".go"];
    ends.iter().any(|end| name.ends_with(end))
}

/// Returns whether a new line has a curly quote for one that begins or ends a string: where only that differs from a line that
/// goes, or where no code could have it.
fn curls(hunk: &Hunk, typography: Typography) -> bool {
    let is_curled = |line: &&str| !line.is_ascii() && line.contains(is_curly);
    let come = of_kind(hunk, LineKind::Insert).filter_map(|line| line.to_str().ok());
    let come: Vec<&str> = come.filter(is_curled).collect();
    if come.is_empty() {
        return false;
    }
    let gone = of_kind(hunk, LineKind::Delete).filter_map(|line| line.to_str().ok());
    let gone: HashMap<String, &str> = gone.map(|line| (straight(line), line)).collect();
    come.iter().any(|line| {
        let old = gone.get(&straight(line));
        old.is_some_and(|old| turns_quotes(old, line))
            || typography == Typography::Code && begins_string(line)
    })
}

/// Returns whether a quote that begins or ends a string of `old` is curly in `new`, which is the same otherwise.
fn turns_quotes(old: &str, new: &str) -> bool {
    let quotes = quotes_of_code(old);
    let mut pairs = old.char_indices().zip(new.chars());
    pairs.any(|((at, old), new)| old != new && is_curly(new) && quotes.contains(&at))
}

/// Returns whether a curly quote stands in a line of code as those do that enclose a string: behind a sign or a word that a
/// value follows, and its end before a sign that closes or goes on.
fn begins_string(line: &str) -> bool {
    const WORDS: &[&str] = &["from", "import", "return", "require", "include", "in"];
    let mut opened = line
        .char_indices()
        .filter(|(_, c)| matches!(c, '\u{201c}' | '\u{2018}'));
    opened.any(|(at, open)| {
        let before = line[..at].trim_end();
        let is_led = before.ends_with(['=', '(', '[', ',', '{', ':'])
            || WORDS
                .iter()
                .any(|word| before.trim_start() == *word || before.ends_with(&format!(" {word}")));
        let behind = &line[at + open.len_utf8()..];
        let close = match open {
            '\u{201c}' => '\u{201d}',
            _ => '\u{2019}',
        };
        let after = behind
            .split_once(close)
            .map(|(_, after)| after.trim_start());
        let is_ended = after.is_some_and(|after| {
            after.is_empty() || after.starts_with([',', ')', ']', '}', ';', ':'])
        });
        is_led && is_ended && is_code_at(line, at)
    })
}

fn is_curly(c: char) -> bool {
    straightened(c) != c
}

fn straight(line: &str) -> String {
    line.chars().map(straightened).collect()
}

fn straightened(c: char) -> char {
    match c {
        '\u{201c}'..='\u{201f}' => '"',
        '\u{2018}'..='\u{201b}' => '\'',
        _ => c,
    }
}

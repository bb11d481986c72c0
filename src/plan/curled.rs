//! Curly quotes where code has straight ones: chats and models typeset them on the way, and a file that is given whole brings
//! them along unsaid.

use std::collections::HashMap;

use bstr::ByteSlice;

use crate::patch::{Hunk, LineKind};
use crate::text::RelPath;
use crate::text::hidden::{Typography, is_code_at, quotes_of_code};

/// Returns whether a new line of a hunk for the file at `path` has a curly quote for one that begins or ends a string: where only that differs from a line that
/// goes, or where no code could have it.
pub(super) fn curls(hunk: &Hunk, path: &RelPath) -> bool {
    let typography = Typography::of_file(path.file_name());
    if typography == Typography::Sentences {
        return false;
    }
    let is_curled = |line: &&str| !line.is_ascii() && line.contains(is_curly);
    let come = of_kind(hunk, LineKind::Insert);
    let come: Vec<&str> = come.filter(is_curled).collect();
    if come.is_empty() {
        return false;
    }
    let gone = of_kind(hunk, LineKind::Delete);
    let gone: HashMap<String, &str> = gone.map(|line| (straight(line), line)).collect();
    come.iter().any(|line| {
        let old = gone.get(&straight(line));
        old.is_some_and(|old| turns_quotes(old, line, typography))
            || typography == Typography::Code && begins_string(line)
    })
}

/// Returns whether a quote that begins or ends a string of `old` is curly in `new`, which is the same otherwise.
fn turns_quotes(old: &str, new: &str, typography: Typography) -> bool {
    let quotes = quotes_of_code(old);
    let is_value = |at: usize| typography != Typography::Markup || old[..at].ends_with('=');
    let mut pairs = old.char_indices().zip(new.chars());
    pairs
        .any(|((at, old), new)| old != new && is_curly(new) && quotes.contains(&at) && is_value(at))
}

/// Returns whether a curly quote stands in a line of code as those do that enclose a string: where a value begins, and its end
/// before a sign that closes or goes on.
fn begins_string(line: &str) -> bool {
    let is_open = |c: char| matches!(c, '\u{201c}' | '\u{2018}');
    let mut opened = line.char_indices().filter(|(_, c)| is_open(*c));
    opened.any(|(at, open)| {
        let close = match open {
            '\u{201c}' => '\u{201d}',
            _ => '\u{2019}',
        };
        let after = line[at..].split_once(close).map(|(_, after)| after);
        let is_ended = after.is_some_and(|after| {
            let after = after.trim_start();
            after.is_empty() || after.starts_with([',', ')', ']', '}', ';', ':'])
        });
        is_ended && begins_value(&line[..at]) && is_code_at(line, at)
    })
}

/// Returns whether what is before a quote in a line is code, which goes on with a value. A line of a comment or a string that has
/// several lines is a sentence as a rule.
fn begins_value(before: &str) -> bool {
    const WORDS: &[&str] = &["import", "export", "from", "return", "require", "include"];
    let first = before
        .trim_start_matches([' ', '\t', '#'])
        .split(' ')
        .next();
    let is_called = || {
        let name = before.trim_end().strip_suffix('(');
        name.is_some_and(|name| name.ends_with(char::is_alphanumeric))
    };
    let is_code = || before.contains(['=', '(', '[', '{', '"', '\'', '`']);
    let is_key = || before.split_whitespace().nth(1).is_none();
    match before.trim_end().chars().next_back() {
        Some('=' | '[' | '{') => true,
        Some('(') => is_called(),
        Some(',') => is_code(),
        Some(':') => is_code() || is_key(),
        Some(_) => first.is_some_and(|first| WORDS.contains(&first)),
        None => false,
    }
}

fn of_kind(hunk: &Hunk, kind: LineKind) -> impl Iterator<Item = &str> {
    let lines = hunk.lines.iter().filter(move |line| line.kind == kind);
    lines.filter_map(|line| line.body.to_str().ok())
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

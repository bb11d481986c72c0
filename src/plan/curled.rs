//! Curly quotes where code has straight ones: chats and models typeset them on the way, and a file that is given whole brings
//! them along unsaid.

use std::cell::LazyCell;
use std::collections::HashMap;

use bstr::ByteSlice;

use crate::patch::{self, Hunk, LineKind};
use crate::text::RelPath;
use crate::text::hidden::{Typography, quotes_of_code, ranges_of_code};

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
    pairs.any(|((at, old), new)| {
        old != new && is_curly(new) && quotes.binary_search(&at).is_ok() && is_value(at)
    })
}

/// Returns whether a curly quote stands in a line of code as those do that enclose a string: where a value begins, and its end
/// before a sign that closes the value or parts it from the next.
fn begins_string(line: &str) -> bool {
    let begins = Begins::of(line);
    let code = LazyCell::new(|| ranges_of_code(line));
    let is_code = |at: usize| {
        let index = code.partition_point(|range| range.end <= at);
        code.get(index).is_some_and(|range| range.contains(&at))
    };
    // The next quotes that close, which are looked for once for all that open before them.
    let mut closing = [Closing::default(); 2];
    line.char_indices().any(|(at, open)| {
        let (kind, close) = match open {
            '\u{201c}' => (0, '\u{201d}'),
            '\u{2018}' => (1, '\u{2019}'),
            _ => return false,
        };
        if closing[kind].at.is_some_and(|known| known <= at) {
            closing[kind] = Closing::next(line, at, close);
        }
        closing[kind].ends_string && begins.value(line, at) && is_code(at)
    })
}

/// The next quote of a kind that closes.
#[derive(Debug, Clone, Copy)]
struct Closing {
    /// Where it is, at first the beginning of the line; `None` where no other follows.
    at: Option<usize>,
    ends_string: bool,
}

impl Default for Closing {
    fn default() -> Closing {
        Closing {
            at: Some(0),
            ends_string: false,
        }
    }
}

impl Closing {
    /// Returns the first `close` from column `from` on.
    fn next(line: &str, from: usize, close: char) -> Closing {
        let at = line[from..].find(close).map(|at| from + at);
        let after = at.map(|at| line[at + close.len_utf8()..].trim_start());
        let is_end =
            |after: &str| after.is_empty() || after.starts_with([',', ')', ']', '}', ';', ':']);
        Closing {
            at,
            ends_string: after.is_some_and(is_end),
        }
    }
}

/// Where in a line the signs begin that a value may follow.
struct Begins {
    /// Its first word, which a sign of a comment may come before.
    word: usize,
    /// The first sign that only code has.
    sign: Option<usize>,
    second_word: Option<usize>,
}

impl Begins {
    fn of(line: &str) -> Begins {
        let text = line.trim_start();
        let behind = text.trim_start_matches(|c: char| !c.is_whitespace());
        let second = behind.trim_start();
        Begins {
            word: line.len() - line.trim_start_matches([' ', '\t', '#']).len(),
            sign: line.find(['=', '(', '[', '{', '"', '\'', '`']),
            second_word: (!second.is_empty()).then_some(line.len() - second.len()),
        }
    }

    /// Returns whether what is before a quote at column `at` of the line is code that a value may follow. A line of a comment or
    /// a string that has several lines is a sentence as a rule.
    fn value(&self, line: &str, at: usize) -> bool {
        const WORDS: &[&str] = &["import", "export", "from", "return", "require", "include"];
        let before = line[..at].trim_end();
        let is_called = || {
            let name = before.strip_suffix('(');
            name.is_some_and(|name| name.ends_with(char::is_alphanumeric))
        };
        let is_code = || self.sign.is_some_and(|sign| sign < at);
        let is_key = || self.second_word.is_none_or(|word| word >= at);
        let is_first = |word: &&str| {
            let rest = line[self.word.min(at)..at].strip_prefix(*word);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        match before.chars().next_back() {
            Some('=' | '[' | '{') => true,
            Some('(') => is_called(),
            Some(',') => is_code(),
            Some(':') => is_code() || is_key(),
            Some(_) => WORDS.iter().any(is_first),
            None => false,
        }
    }
}

fn of_kind(hunk: &Hunk, kind: LineKind) -> impl Iterator<Item = &str> {
    patch::of_kind(&hunk.lines, kind).filter_map(|line| line.body.to_str().ok())
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

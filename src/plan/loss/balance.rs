//! Which hunks leave a bracket, a quote or a block open that was closed before, or close it once too often.

use std::collections::{BTreeMap, BTreeSet};

use bstr::ByteSlice;

use super::closing;

use crate::patch::{FilePatch, Hunk, LineKind};
use crate::text::Text;

/// The names of the brackets, those of comments among them, and of the quotes.
const PAIRS: [&str; 5] = ["( )", "[ ]", "{ }", "/* */", "<!-- -->"];
const QUOTES: [&str; 5] = ["\"\"\"", "'''", "`", "\"", "'"];

/// How much more often each of [`PAIRS`] and of the [`closing`] words is opened than closed, and how often each of [`QUOTES`]
/// is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Balance {
    pairs: [i64; 5],
    words: [i64; closing::N_WORDS],
    quotes: [i64; 5],
}

/// The bytes that count, or say what of a line counts.
static IS_MARK: [bool; 256] = {
    let marks = b"\\\"'`#/()[]{}*<-";
    let mut is_mark = [false; 256];
    let mut at = 0;
    while at < marks.len() {
        is_mark[marks[at] as usize] = true;
        at += 1;
    }
    is_mark
};

impl Balance {
    fn add(&mut self, line: &[u8], sign: i64) {
        closing::count(line, |word, n| self.words[word] += sign * n);
        let mut at = 0;
        // A whole file is gone through so: what is no mark is passed over at once.
        while let Some(&byte) = line.get(at) {
            if !IS_MARK[usize::from(byte)] {
                at += 1;
                continue;
            }
            let rest = &line[at + 1..];
            at += 1;
            match byte {
                b'\\' => at += 1,
                b'"' | b'\'' if rest.starts_with(&[byte, byte]) => {
                    self.quotes[usize::from(byte == b'\'')] += sign;
                    at += 2;
                }
                b'"' | b'\'' => match end_of_quoted(byte, rest) {
                    Some(end) => at += end,
                    None if byte == b'"' => self.quotes[3] += sign,
                    None if is_at_an_end(&line[..at - 1], rest) => self.quotes[4] += sign,
                    None => {}
                },
                b'`' => self.quotes[2] += sign,
                // A comment says what it likes.
                b'#' if at == 1 || rest.first() == Some(&b' ') => return,
                b'/' if rest.first() == Some(&b'/') => return,
                // A comment that ends on its line leaves nothing open. Without its end, `src/*` is a pattern of paths.
                b'/' if rest.starts_with(b"*") => match memchr::memmem::find(&rest[1..], b"*/") {
                    Some(end) => at += end + 3,
                    None if is_apart(line[..at - 1].last()) => {
                        self.pairs[3] += sign;
                        return;
                    }
                    None => at += 1,
                },
                // In the table of cron, `*/5` is a time.
                b'*' if rest.starts_with(b"/") && is_apart(rest.get(1)) => {
                    self.pairs[3] -= sign;
                    at += 1;
                }
                b'<' if rest.starts_with(b"!--") => {
                    self.pairs[4] += sign;
                    at += 3;
                }
                // Amid a line it is an arrow.
                b'-' if rest.starts_with(b"->") && rest[2..].trim_ascii().is_empty() => {
                    self.pairs[4] -= sign;
                    at += 2;
                }
                b'(' => self.pairs[0] += sign,
                b')' => self.pairs[0] -= sign,
                b'[' => self.pairs[1] += sign,
                b']' => self.pairs[1] -= sign,
                b'{' => self.pairs[2] += sign,
                b'}' => self.pairs[2] -= sign,
                _ => {}
            }
        }
    }

    fn of_change(hunk: &Hunk) -> Balance {
        let mut balance = Balance::default();
        for line in hunk.lines.iter() {
            match line.kind {
                LineKind::Context => {}
                LineKind::Insert => balance.add(&line.body, 1),
                LineKind::Delete => balance.add(&line.body, -1),
            }
        }
        balance
    }

    /// Returns what is not as often closed as opened.
    fn open(&self) -> impl Iterator<Item = &'static str> {
        let words = closing::NAMES.into_iter().zip(self.words);
        let pairs = PAIRS.into_iter().zip(self.pairs).chain(words);
        let pairs = pairs.filter(|(_, n_open)| *n_open != 0);
        let quotes = QUOTES.into_iter().zip(self.quotes);
        let quotes = quotes.filter(|(_, n)| n % 2 != 0);
        pairs.chain(quotes).map(|(name, _)| name)
    }
}

/// Returns whether a byte beside a sign parts it from what else is on the line.
fn is_apart(beside: Option<&u8>) -> bool {
    beside.is_none_or(u8::is_ascii_whitespace)
}

/// Returns whether a single quote opens text of several lines, or closes it: the last sign of its line, or the first. Elsewhere
/// it may be an apostrophe.
fn is_at_an_end(before: &[u8], rest: &[u8]) -> bool {
    let opens =
        rest.trim_ascii().is_empty() && before.last().is_some_and(|sign| b" =(,\t".contains(sign));
    let closes =
        before.trim_ascii().is_empty() && rest.first().is_none_or(|sign| b" ),;".contains(sign));
    opens || closes
}

/// Returns the length of what a quote opens, the closing one included: all of `rest` where the only quote that could close it
/// is escaped, and `None` where there is no other at all.
fn end_of_quoted(quote: u8, rest: &[u8]) -> Option<usize> {
    let (mut after_escape, mut is_any) = (0, false);
    for at in memchr::memchr2_iter(quote, b'\\', rest) {
        let is_quote = rest[at] == quote;
        is_any |= is_quote;
        if at < after_escape {
            continue;
        }
        if is_quote {
            return Some(at + 1);
        }
        after_escape = at + 2;
    }
    is_any.then_some(rest.len())
}

/// Returns the hunks that leave something open, or close it once too often, where nothing was so before and all hunks
/// together do not mend it; each with what that is.
pub(super) fn unbalanced(file: &FilePatch, text: &Text) -> Vec<(usize, String)> {
    // Not kept for each hunk: there may be as many as lines, when much else is held.
    let of_hunks = || file.hunks.iter().map(Balance::of_change);
    let mut all = Balance::default();
    let add = |all: &mut [i64], more: &[i64]| {
        let both = all.iter_mut().zip(more);
        both.for_each(|(all, more)| *all += more);
    };
    for balance in of_hunks() {
        add(&mut all.pairs, &balance.pairs);
        add(&mut all.words, &balance.words);
        add(&mut all.quotes, &balance.quotes);
    }
    let mut found = here_documents(file, text);
    let after: BTreeSet<&str> = all.open().collect();
    if after.is_empty() {
        return found;
    }
    let mut before = Balance::default();
    text.lines().for_each(|line| before.add(line, 1));
    let was_open: BTreeSet<&str> = before.open().collect();
    // What never closes a block in the file is another language's word.
    let is_used = |name: &str| match closing::NAMES.iter().position(|word| *word == name) {
        Some(word) => closing::is_used(word, text),
        None => true,
    };
    let is_told = |name: &&str| !was_open.contains(name) && is_used(name);
    let told: BTreeSet<&str> = after.into_iter().filter(is_told).collect();
    for (at, balance) in of_hunks().enumerate() {
        let open = balance.open().filter(|name| told.contains(name));
        found.extend(open.map(|name| (at, name.to_string())));
    }
    found
}

/// Returns the hunks that take the last line of a here-document of which the first one stays.
fn here_documents(file: &FilePatch, text: &Text) -> Vec<(usize, String)> {
    /// A shorter name may be anything.
    const N_LETTERS: usize = 3;
    let ends = |line: &[u8]| {
        let is_capital = |byte: &u8| byte.is_ascii_uppercase() || *byte == b'_';
        let name = line.trim_ascii();
        (name.len() >= N_LETTERS && name.iter().all(is_capital)).then(|| name.as_bstr().to_string())
    };
    let mut change: BTreeMap<String, i64> = BTreeMap::new();
    let mut taken = Vec::new();
    let hunks = file.hunks.iter().enumerate();
    for (at, line) in hunks.flat_map(|(at, hunk)| hunk.lines.iter().map(move |line| (at, line))) {
        let Some(name) = ends(&line.body) else {
            continue;
        };
        match line.kind {
            LineKind::Context => continue,
            LineKind::Insert => *change.entry(name).or_default() += 1,
            LineKind::Delete => {
                *change.entry(name.clone()).or_default() -= 1;
                taken.push((at, name));
            }
        }
    }
    taken.retain(|(_, name)| change[name] < 0);
    let opens = |line: &[u8], name: &str| {
        let (_, behind) = line.split_once_str("<<")?;
        let behind = behind.trim_start_with(|sign| matches!(sign, '-' | '~' | ' ' | '"' | '\''));
        let rest = behind.strip_prefix(name.as_bytes())?;
        let is_whole = rest
            .first()
            .is_none_or(|next| !next.is_ascii_alphanumeric() && *next != b'_');
        is_whole.then_some(())
    };
    let goes = |name: &str| {
        let lines = file.hunks.iter().flat_map(|hunk| hunk.lines.iter());
        let changed = lines.map(|line| match line.kind {
            LineKind::Context => 0,
            LineKind::Insert => i64::from(opens(&line.body, name).is_some()),
            LineKind::Delete => -i64::from(opens(&line.body, name).is_some()),
        });
        changed.sum::<i64>()
    };
    let is_opened = |name: &str| text.lines().any(|line| opens(line, name).is_some());
    taken.retain(|(_, name)| goes(name) > change[name] && is_opened(name));
    let found = taken
        .into_iter()
        .map(|(at, name)| (at, format!("<<{name}")));
    found.collect()
}

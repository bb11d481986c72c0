//! Which hunks leave a bracket or a quote open that was closed before, or close it once too often.

use std::collections::BTreeSet;

use crate::patch::{FilePatch, Hunk, LineKind};
use crate::text::Text;

/// The names of the brackets, those of comments among them, and of the quotes.
const PAIRS: [&str; 5] = ["( )", "[ ]", "{ }", "/* */", "<!-- -->"];
const QUOTES: [&str; 4] = ["\"\"\"", "'''", "`", "\""];

/// How much more often each of [`PAIRS`] is opened than closed, and how often each of [`QUOTES`] is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Balance {
    pairs: [i64; 5],
    quotes: [i64; 4],
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
        let pairs = PAIRS.into_iter().zip(self.pairs);
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
/// together do not mend it.
pub(super) fn unbalanced(file: &FilePatch, text: &Text) -> Vec<(usize, &'static str)> {
    // Not kept for each hunk: there may be as many as lines, when much else is held.
    let of_hunks = || file.hunks.iter().map(Balance::of_change);
    let mut all = Balance::default();
    for balance in of_hunks() {
        let pairs = all.pairs.iter_mut().zip(balance.pairs);
        pairs.for_each(|(all, n)| *all += n);
        let quotes = all.quotes.iter_mut().zip(balance.quotes);
        quotes.for_each(|(all, n)| *all += n);
    }
    let after: BTreeSet<&str> = all.open().collect();
    if after.is_empty() {
        return Vec::new();
    }
    let mut before = Balance::default();
    text.lines().for_each(|line| before.add(line, 1));
    let was_open: BTreeSet<&str> = before.open().collect();
    let hunks = of_hunks().enumerate();
    let open = hunks.flat_map(|(at, balance)| {
        let open: Vec<&'static str> = balance.open().collect();
        open.into_iter().map(move |pair| (at, pair))
    });
    open.filter(|(_, pair)| after.contains(pair) && !was_open.contains(pair))
        .collect()
}

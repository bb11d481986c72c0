//! Which hunks leave a bracket, a quote, a block or a here-document open that was closed before, or close it once too often.

use std::collections::{BTreeMap, BTreeSet};

use bstr::ByteSlice;

use super::closing::{self, Language};

use crate::patch::{FilePatch, Hunk, LineKind};
use crate::text::Text;
use crate::text::delimiter::{
    Delimiter, PAIRS, QUOTES, delimiters, document_opened, end_of_document,
};

/// How much more often each of [`PAIRS`] and of the [`closing`] words is opened than closed, and how often each of [`QUOTES`]
/// is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Balance {
    pairs: [i64; 5],
    words: [i64; closing::N_WORDS],
    quotes: [i64; 5],
}

impl Balance {
    fn add(&mut self, language: Option<&Language>, line: &[u8], sign: i64) {
        if let Some(language) = language {
            language.count(line, |word, n| self.words[word] += sign * n);
        }
        let is_shell = language.is_some_and(|language| language.is_shell);
        delimiters(line, is_shell, |mark| match mark {
            Delimiter::Opens(pair) => self.pairs[pair] += sign,
            Delimiter::Closes(pair) => self.pairs[pair] -= sign,
            Delimiter::Quote(quote) => self.quotes[quote] += sign,
        });
    }

    fn of_change(language: Option<&Language>, hunk: &Hunk) -> Balance {
        let mut balance = Balance::default();
        for line in hunk.lines.iter() {
            match line.kind {
                LineKind::Context => {}
                LineKind::Insert => balance.add(language, &line.body, 1),
                LineKind::Delete => balance.add(language, &line.body, -1),
            }
        }
        balance
    }

    /// Returns what is not as often closed as opened.
    fn open(&self, language: Option<&'static Language>) -> impl Iterator<Item = &'static str> {
        let closing = language.map_or(&[][..], |language| language.closing);
        let words = closing.iter().map(|closing| closing.name).zip(self.words);
        let pairs = PAIRS.into_iter().zip(self.pairs).chain(words);
        let pairs = pairs.filter(|(_, n_open)| *n_open != 0);
        let quotes = QUOTES.into_iter().zip(self.quotes);
        let quotes = quotes.filter(|(_, n)| n % 2 != 0);
        pairs.chain(quotes).map(|(name, _)| name)
    }
}

/// Returns the hunks that leave something open, or close it once too often, where nothing was so before and all hunks
/// together do not mend it; each with what that is.
pub(super) fn unbalanced(file: &FilePatch, text: &Text) -> Vec<(usize, String)> {
    let path = file.path.named();
    let language = path.and_then(|path| closing::language_of(path, text));
    // Not kept for each hunk: there may be as many as lines, when much else is held.
    let of_hunks = || {
        file.hunks
            .iter()
            .map(|hunk| Balance::of_change(language, hunk))
    };
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
    let after: BTreeSet<&str> = all.open(language).collect();
    if after.is_empty() {
        return found;
    }
    let mut before = Balance::default();
    text.lines().for_each(|line| before.add(language, line, 1));
    let was_open: BTreeSet<&str> = before.open(language).collect();
    for (at, balance) in of_hunks().enumerate() {
        let is_told = |name: &&str| after.contains(name) && !was_open.contains(name);
        let open = balance.open(language).filter(is_told);
        found.extend(open.map(|name| (at, name.to_string())));
    }
    found
}

/// Returns the hunks that take the last line of a here-document of which the first one stays.
fn here_documents(file: &FilePatch, text: &Text) -> Vec<(usize, String)> {
    let lines = || {
        let hunks = file.hunks.iter().enumerate();
        let lines = hunks.flat_map(|(at, hunk)| hunk.lines.iter().map(move |line| (at, line)));
        lines.filter_map(|(at, line)| match line.kind {
            LineKind::Context => None,
            LineKind::Insert => Some((at, &line.body, 1)),
            LineKind::Delete => Some((at, &line.body, -1)),
        })
    };
    let mut ends: BTreeMap<&[u8], i64> = BTreeMap::new();
    for (_, body, n) in lines() {
        if let Some(name) = end_of_document(body) {
            *ends.entry(name).or_default() += n;
        }
    }
    ends.retain(|_, n| *n < 0);
    // Hardly any hunk takes such a line.
    if ends.is_empty() {
        return Vec::new();
    }
    let mut opened: BTreeMap<&[u8], i64> = BTreeMap::new();
    let changes = lines().map(|(_, body, n)| -> (&[u8], i64) { (body, n) });
    let all = text.lines().map(|line| -> (&[u8], i64) { (line, 1) });
    let all = all.chain(changes);
    for (line, n) in all {
        if let Some(name) = document_opened(line) {
            *opened.entry(name).or_default() += n;
        }
    }
    let mut closed: BTreeMap<&[u8], i64> = BTreeMap::new();
    for line in text.lines() {
        let name = end_of_document(line).filter(|name| ends.contains_key(name));
        if let Some(name) = name {
            *closed.entry(name).or_default() += 1;
        }
    }
    let is_open = |name: &[u8]| {
        let n_closed = closed.get(name).copied().unwrap_or_default() + ends[name];
        // A line of capitals may end nothing.
        opened.get(name).copied().unwrap_or_default() > n_closed.max(0)
    };
    let taken = lines().filter(|(_, _, n)| *n < 0);
    let taken = taken.filter_map(|(at, body, _)| Some((at, end_of_document(body)?)));
    let taken = taken.filter(|(_, name)| ends.contains_key(name) && is_open(name));
    let found = taken.map(|(at, name)| (at, format!("<<{}", name.as_bstr())));
    found.collect()
}

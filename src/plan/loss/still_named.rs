//! Dropped lines that introduce a name, as an import or a field does, while the name is still used further down. No grammar is
//! needed for that: the first line of the file with the name is deleted, a later one is kept, and no inserted line has it.

use std::collections::{BTreeMap, HashMap, HashSet};

use bstr::ByteSlice;
use foldhash::fast::RandomState;

use super::Loss;
use crate::patch::{FilePatch, Hunk, LineKind};
use crate::text::display::display_line;
use crate::text::import::is_import;
use crate::text::{Text, Trim, comment};

/// A word that begins so many lines is a keyword.
const N_LINES_OF_A_KEYWORD: usize = 3;

/// A shorter word is too often something else.
const N_LETTERS: usize = 3;

type Map<'a, V> = HashMap<&'a [u8], V, RandomState>;

/// A line that goes and may bring names: its hunk, and where it is in the file (0-based).
struct Bringer<'a> {
    hunk: usize,
    at: usize,
    line: &'a [u8],
}

/// Where a name is in the file as it is.
#[derive(Default)]
struct Mentions {
    first: Option<usize>,
    /// The first line that stays, and has it.
    stays_at: Option<usize>,
    /// How many lines that stay begin with it and have another word behind it, as those of statements begin with their keyword.
    n_begun: usize,
}

/// Returns what the hunks of a section that gives content lose so, the first of each, by their indexes.
pub(super) fn still_named(file: &FilePatch, text: &Text) -> BTreeMap<usize, Loss> {
    let hunks = file.hunks.iter().enumerate();
    let bringers: Vec<Bringer<'_>> = hunks.flat_map(|(at, hunk)| bringers(at, hunk)).collect();
    if bringers.is_empty() {
        return BTreeMap::new();
    }
    let come = file.lines_of(LineKind::Insert);
    let come: HashSet<&[u8], RandomState> = come.flat_map(|line| words(&line.body)).collect();
    let all = bringers.iter().flat_map(|bringer| names(bringer.line));
    let mut mentions: Map<'_, Mentions> = all
        .filter(|name| !come.contains(name))
        .map(|name| (name, Mentions::default()))
        .collect();
    look_for(&mut mentions, text, &going(file));
    let lost = bringers.iter().filter_map(|bringer| {
        let again = names(bringer.line).find_map(|name| {
            let found = mentions.get(name)?;
            let is_brought =
                found.first == Some(bringer.at) && found.n_begun < N_LINES_OF_A_KEYWORD;
            found.stays_at.filter(|_| is_brought)
        })?;
        let line = display_line(bringer.line.trimmed());
        Some((bringer.hunk, Loss::StillNamed { line, again }))
    });
    let mut first = BTreeMap::new();
    for (hunk, loss) in lost {
        first.entry(hunk).or_insert(loss);
    }
    first
}

/// Returns the lines of a hunk that may bring names and go: imports, and what goes where nothing comes.
fn bringers<'a>(index: usize, hunk: &'a Hunk) -> Vec<Bringer<'a>> {
    let Some(start) = hunk.hint.map(|hint| hint.line_index) else {
        return Vec::new();
    };
    let mut at = start;
    let mut found = Vec::new();
    for run in hunk
        .lines
        .chunk_by(|one, next| one.is_context() == next.is_context())
    {
        let only_goes = !run.iter().any(|line| line.is_insert());
        for line in run.iter().filter(|line| line.in_preimage()) {
            let body = line.body.trimmed();
            let is_required = || body.contains_str("require(");
            let may_bring = only_goes || is_import(body) || is_required();
            if line.is_delete() && may_bring && !comment::is_apart(body) {
                let line: &[u8] = &line.body;
                found.push(Bringer {
                    hunk: index,
                    at,
                    line,
                });
            }
            at += 1;
        }
    }
    found
}

/// Returns the lines of the file (0-based) that go with a section.
fn going(file: &FilePatch) -> HashSet<usize, RandomState> {
    let mut going = HashSet::default();
    for hunk in &file.hunks {
        let start = hunk.hint.map_or(0, |hint| hint.line_index);
        let old = hunk.lines.iter().filter(|line| line.in_preimage());
        let gone = old.enumerate().filter(|(_, line)| line.is_delete());
        going.extend(gone.map(|(nth, _)| start + nth));
    }
    going
}

/// Finds out where the names are.
fn look_for(mentions: &mut Map<'_, Mentions>, text: &Text, going: &HashSet<usize, RandomState>) {
    if mentions.is_empty() {
        return;
    }
    for (at, line) in text.lines().enumerate() {
        for (nth, word) in words(line).enumerate() {
            let Some(found) = mentions.get_mut(word) else {
                continue;
            };
            found.first.get_or_insert(at);
            if !going.contains(&at) {
                found.stays_at.get_or_insert(at);
                found.n_begun += usize::from(nth == 0 && is_begun_by(line, word));
            }
        }
    }
}

/// Returns whether a line begins with a word and a blank, and another word is behind that.
fn is_begun_by(line: &[u8], word: &[u8]) -> bool {
    let behind = line.trimmed().strip_prefix(word);
    let behind = behind.and_then(|behind| behind.strip_prefix(b" "));
    behind.is_some_and(|behind| {
        behind
            .first()
            .is_some_and(|byte| !matches!(byte, b'=' | b':'))
    })
}

/// Returns the words of a line.
fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || !byte.is_ascii();
    line.split(move |byte| !is_of_word(byte))
        .filter(|word| word.len() >= N_LETTERS)
}

/// Returns the words of a line that it may bring: none that is called, that is a part of another thing, or that is in quotes
/// beside code.
fn names(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let line = line.trimmed();
    let reads_quoted = is_import(line) || matches!(line.first(), Some(b'"' | b'\''));
    let quoted = move |at: usize| {
        let quotes = line[..at]
            .iter()
            .filter(|byte| matches!(byte, b'"' | b'\''));
        !reads_quoted && quotes.count() % 2 == 1
    };
    words(line).filter(move |word| {
        let start = word.as_ptr().addr() - line.as_ptr().addr();
        let before = start.checked_sub(1).map(|at| line[at]);
        let is_called = line.get(start + word.len()) == Some(&b'(');
        before != Some(b'.') && !is_called && !word[0].is_ascii_digit() && !quoted(start)
    })
}

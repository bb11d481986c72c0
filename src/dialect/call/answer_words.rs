//! What the words of an answer say of its call: that it was done, or that it was not.
//!
//! Tools say either in as many ways as there are tools. So no list of their sentences is kept: the first word that decides does,
//! and a denial decides by what it denies.

use bstr::{BStr, ByteSlice};

/// Who answers a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dialect) enum Answerer {
    /// The tool that edits: what it says is about the edit.
    Editor,
    /// A shell prints what its programs say, which is seldom about the file that it has written.
    Shell,
}

/// How many bytes of an answer are read: further ones quote the file, or list what a linter found.
const N_BYTES: usize = 240;

/// Up to so many words a denial reaches: `have not been applied`.
const REACH: usize = 4;

/// Values of `status` for a call that was not carried out.
pub(super) const FAILED: &[&str] = &[
    "error", "failed", "failure", "rejected", "denied", "declined", "cancelled", "canceled",
    "aborted",
];

const DENIALS: &[&str] = &["not", "never", "cannot", "unable"];

/// What a person does to a call, besides some of [`FAILED`].
const REFUSALS: &[&str] = &[
    "rejected", "denied", "declined", "interrupted", "cancelled", "canceled", "aborted",
];

/// Other words that say that a call was not carried out.
const FAILURES: &[&str] = &[
    "ambiguous", "awaiting", "blocked", "eacces", "ebusy", "eexist", "eisdir", "enoent", "enospc",
    "eperm", "erofs", "errors", "exceeded", "expected", "failures", "fatal", "forbidden",
    "ignored", "invalid", "locked", "mismatch", "missing", "must", "partially", "read-only",
    "refused", "required", "requires", "skip", "skipped", "stale", "timed", "timeout", "unchanged",
    "unexpectedly", "unknown", "unsupported", "would",
];

const DONE: &[&str] = &[
    "added", "applied", "changed", "completed", "created", "deleted", "done", "edited", "fixed",
    "inserted", "made", "modified", "moved", "ok", "okay", "overwritten", "patched", "performed",
    "removed", "renamed", "replaced", "saved", "succeeded", "success", "successful",
    "successfully", "updated", "written", "wrote",
];

const UNDONE: &[&str] = &[
    "discarded", "restored", "reverted", "rollback", "rolled", "undone",
];

/// What an answer may deny without a failure.
const HARMLESS: &[&str] = &[
    "conflicts", "content", "diagnostics", "error", "errors", "failures", "issues", "output",
    "problems", "warnings",
];

/// A word of an answer.
#[derive(Debug, Clone, Copy)]
struct Word<'a> {
    text: &'a [u8],
    end: End,
}

/// What a word is the last of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    Nothing,
    Clause,
    Sentence,
}

impl Word<'_> {
    fn is_one_of(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.text == word.as_bytes())
    }

    fn denies(&self) -> bool {
        self.counts() || self.is_one_of(DENIALS) || self.text.ends_with(b"n't")
    }

    /// Returns whether the word reports a failure. One with a dot or a slash is the name of a file.
    fn fails(&self) -> bool {
        let is_name = self.text.iter().any(|byte| matches!(byte, b'.' | b'/'));
        let ends = ["error", "exception"];
        let is_error = || ends.iter().any(|end| self.text.ends_with(end.as_bytes()));
        self.is_one_of(FAILED)
            || self.is_one_of(REFUSALS)
            || self.is_one_of(FAILURES)
            || !is_name && is_error()
    }

    /// Returns whether the word says that there are none of what follows.
    fn counts(&self) -> bool {
        self.is_one_of(&["no", "0", "zero", "nothing"])
    }

    fn number(&self) -> Option<usize> {
        self.text.to_str().ok()?.parse().ok()
    }
}

/// Returns whether the first words of an answer say that its call failed, or was refused. One that says neither was done: many
/// tools answer by nothing, or by what the file holds now.
pub(super) fn tell_of_failure(text: &[u8], by: Answerer) -> bool {
    let text = opening(text);
    let words = words(text.as_bstr());
    (by == Answerer::Editor && takes_back(&words)) || decides(&words, by) == Some(Decided::Failed)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Decided {
    Done,
    Failed,
}

/// Returns what the first word that decides says.
fn decides(words: &[Word<'_>], by: Answerer) -> Option<Decided> {
    let is_letter = |word: &Word<'_>| word.text.iter().any(u8::is_ascii_alphabetic);
    let first = words.iter().position(is_letter)?;
    let is_about_call = |at: usize| {
        let word = words[at];
        let is_of_person = || {
            let before = words[..at].iter();
            word.is_one_of(REFUSALS) || before.clone().any(|it| it.is_one_of(&["user"]))
        };
        let has_failed = || {
            let next = words.get(at + 1);
            word.is_one_of(&["failed"]) && next.is_some_and(|it| it.is_one_of(&["to", "with"]))
        };
        let is_first = at == first || at == first + 1 && words[first].is_one_of(&["could"]);
        by == Answerer::Editor || is_first || is_of_person() || has_failed()
    };
    let mut at = 0;
    while at < words.len() {
        let word = words[at];
        if word.is_one_of(&["without"]) {
            at += clause(words, at).len();
        } else if word.denies() {
            match harmless_behind(words, at) {
                Some(harmless) => at = harmless,
                // `nothing to commit` is no word about a file.
                None if is_about_call(at) && (by == Answerer::Editor || !word.counts()) => {
                    return Some(Decided::Failed);
                }
                None => {}
            }
        } else if word.is_one_of(&["exit", "exited"]) {
            if let Some(code) = words[at..].iter().take(REACH).find_map(Word::number) {
                return Some(match code {
                    0 => Decided::Done,
                    _ => Decided::Failed,
                });
            }
        } else if word.fails() {
            if let Some(none) = none_behind(words, at) {
                at = none;
            } else if !counts_tests(words, at) && is_about_call(at) {
                return Some(Decided::Failed);
            }
        } else if word.is_one_of(DONE) && !is_of_noun(words, at) {
            return Some(match is_in_part(words, at) || is_of_another(words, at) {
                true => Decided::Failed,
                false => Decided::Done,
            });
        }
        at += 1;
    }
    None
}

/// Returns the words behind one that are of its clause, as far as a denial reaches.
fn clause<'w, 'a>(words: &'w [Word<'a>], at: usize) -> &'w [Word<'a>] {
    let end = words[at..]
        .iter()
        .take(REACH)
        .position(|word| word.end > End::Nothing);
    let end = end.map_or((at + REACH).min(words.len() - 1), |end| at + end);
    &words[at + 1..(end + 1).max(at + 1)]
}

/// Returns where the word is that a denial makes harmless: `no new errors`, `0 rejected`, `not interrupted`.
fn harmless_behind(words: &[Word<'_>], at: usize) -> Option<usize> {
    let is_harmless = |word: &Word<'_>| {
        [HARMLESS, FAILED, REFUSALS]
            .iter()
            .any(|it| word.is_one_of(it))
    };
    let reach = if words[at].counts() { 2 } else { 1 };
    let near = clause(words, at).iter().take(reach).position(is_harmless);
    near.map(|near| at + 1 + near)
}

/// Returns where the word is by which a word for failures counts none: `error count: 0`, `error: none`.
fn none_behind(words: &[Word<'_>], at: usize) -> Option<usize> {
    let near = at + 1..words.len().min(at + 3);
    let end = near.clone().find(|at| words[*at].end == End::Sentence);
    end.filter(|end| words[*end].is_one_of(&["0", "none", "null", "false"]))
}

/// Returns whether a word for failures counts what a program ran: `1 failed, 3 passed`.
fn counts_tests(words: &[Word<'_>], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| words[at].number());
    before.is_some() && words.iter().any(|word| word.is_one_of(&["passed", "ok"]))
}

/// Returns whether a word for success only says which file or edit is spoken of: `the updated file`.
fn is_of_noun(words: &[Word<'_>], at: usize) -> bool {
    const BEFORE: &[&str] = &["a", "an", "be", "proposed", "the", "to", "your"];
    let before = at.checked_sub(1).map(|at| words[at]);
    before.is_some_and(|word| word.is_one_of(BEFORE))
}

/// Returns whether a word for success says what another program did to the file: `modified since it was read`.
fn is_of_another(words: &[Word<'_>], at: usize) -> bool {
    let next = words.get(at + 1);
    next.is_some_and(|word| word.is_one_of(&["externally", "outside", "since"]))
}

/// Returns whether not all of the edits were made: `applied 0 edits`, `applied 1 of 2 edits`, `1 edit applied, 1 failed`.
fn is_in_part(words: &[Word<'_>], at: usize) -> bool {
    let counts_none = |word: &Word<'_>| word.counts() && harmless_behind(words, at + 1).is_none();
    if clause(words, at).first().is_some_and(counts_none) {
        return true;
    }
    let begin = words[..at]
        .iter()
        .rposition(|word| word.end == End::Sentence);
    let begin = begin.map_or(0, |at| at + 1);
    let end = words[at..]
        .iter()
        .position(|word| word.end == End::Sentence);
    let sentence = &words[begin..end.map_or(words.len(), |end| at + end + 1)];
    sentence.windows(3).any(|it| {
        let (some, all) = (it[0].number(), it[2].number());
        it[1].is_one_of(&["of"]) && some.zip(all).is_some_and(|(some, all)| some < all)
    }) || sentence.windows(2).any(|it| {
        let is_left = it[1].is_one_of(&["failed", "rejected", "skipped"]);
        is_left && it[0].number().is_some_and(|n| n > 0)
    })
}

/// Returns whether an answer says anywhere that the edit was undone, or that its changes were not made.
fn takes_back(words: &[Word<'_>]) -> bool {
    let is_denied = |at: usize| {
        let before = at.saturating_sub(REACH)..at;
        before
            .rev()
            .take_while(|at| words[*at].end == End::Nothing)
            .any(|at| words[at].denies())
    };
    let is_about_edit = |at: usize| {
        let before = words[at.saturating_sub(2 * REACH)..at].iter().rev();
        let mut before = before.take_while(|word| word.end < End::Sentence);
        before.any(|word| word.is_one_of(&["change", "changes", "edit", "edits", "patch"]))
    };
    (0..words.len()).any(|at| match words[at].is_one_of(UNDONE) {
        true => !is_denied(at),
        false => words[at].is_one_of(DONE) && is_denied(at) && is_about_edit(at),
    })
}

/// Returns the first paragraph of an answer in small letters, as far as it is read, without the lines of files in it.
fn opening(text: &[u8]) -> Vec<u8> {
    let text = &text[..text.len().min(N_BYTES)];
    let is_of_file = |line: &[u8]| {
        let signs: [&[u8]; 4] = [b"+", b"--- ", b"@@ ", b"diff "];
        let n_digits = |line: &[u8]| line.iter().take_while(|it| it.is_ascii_digit()).count();
        let trimmed = line.trim_start();
        let behind = &trimmed[n_digits(trimmed)..];
        let is_numbered = behind.len() < trimmed.len() && behind.starts_with(b"\t");
        is_numbered || signs.iter().any(|sign| line.starts_with(sign))
    };
    let lines = text.lines().skip_while(|line| line.trim().is_empty());
    let lines = lines.take_while(|line| !line.trim().is_empty() && !is_of_file(line));
    let text = bstr::join("\n", lines).to_ascii_lowercase();
    text.replace("\u{2019}", "'")
}

/// Returns the words of a text. What it quotes are not its own.
fn words(text: &BStr) -> Vec<Word<'_>> {
    let is_of_word = |byte: &u8| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'/' | b'.' | b'\'' | 0x80..)
    };
    let mut words: Vec<Word<'_>> = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let length = rest.iter().take_while(|byte| is_of_word(byte)).count();
        let word = rest[..length].trim_end_with(|c| matches!(c, '.' | '\'' | '-'));
        let word = word.trim_start_with(|c| matches!(c, '\'' | '-'));
        if !word.is_empty() {
            let end = match rest[..length].ends_with(b".") {
                true => End::Sentence,
                false => End::Nothing,
            };
            words.push(Word { text: word, end });
        }
        at += length;
        let Some(sign) = text.get(at) else { break };
        let end = match sign {
            b'!' | b'?' | b'\n' => End::Sentence,
            b',' | b';' | b':' | b'(' | b')' | b'<' | b'>' | b'[' | b']' => End::Clause,
            _ => End::Nothing,
        };
        if let Some(last) = words.last_mut() {
            last.end = last.end.max(end);
        }
        at += 1;
        if matches!(sign, b'`' | b'"') {
            let line = text[at..].lines().next().unwrap_or_default();
            at += line.find_byte(*sign).map_or(0, |length| length + 1);
        }
    }
    if let Some(last) = words.last_mut() {
        last.end = End::Sentence;
    }
    words
}

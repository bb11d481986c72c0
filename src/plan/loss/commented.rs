//! Code that only a comment replaces: models write `# body as above` for what they do not repeat, in more words than a table can
//! list.

use std::collections::HashSet;

use bstr::ByteSlice;

use super::Loss;
use super::unreplaced::is_like;
use crate::patch::{self, Hunk, HunkLine, LineKind, left_out};
use crate::text::comment::{is_apart, is_further_line};
use crate::text::{Trim, indent};

/// The most lines of a run that are searched for code put into a comment.
const N_COMPARED: usize = 64;

/// The most pairs of lines of a run that are compared. Of longer runs, nothing is said.
const N_PAIRS: usize = N_COMPARED * N_COMPARED;

/// Returns how many lines of code a hunk takes away where it puts comments and no code, if there are such. A comment with the code
/// in it puts that out of use, and loses nothing. Of a file of sentences, any line is text, and a remark is as good as a comment.
pub(super) fn only_commented(hunk: &Hunk, is_prose: bool) -> Option<Loss> {
    let runs = hunk.lines.split(|line| line.is_context());
    let count = |run| match is_prose {
        true => n_remarked(run),
        false => n_commented(run) + n_below_change(run),
    };
    let n_lines = runs.map(count).sum();
    (n_lines > 0).then_some(Loss::OnlyCommented(n_lines))
}

/// Returns how many lines of code go below the last one that changes, where only comments come below that, and less code than
/// goes. A line is changed where a new one is like it, or sets what it is about: that is condensed, and the comment may be about
/// the line below. One line may go for any reason, and a comment that the code had may have changed itself.
fn n_below_change(run: &[HunkLine]) -> usize {
    let of_kind = |kind: LineKind| {
        let lines = patch::of_kind(run, kind).map(|line| line.body.trimmed());
        let lines = lines.filter(|line| {
            line.iter()
                .any(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii())
        });
        lines.collect::<Vec<_>>()
    };
    let come = of_kind(LineKind::Insert);
    let says_nothing = |line: &&&[u8]| is_apart(line) || does_nothing(line);
    let n_comments = come.iter().rev().take_while(says_nothing).count();
    let (code, comments) = come.split_at(come.len() - n_comments);
    if code.is_empty() || !comments.iter().any(|line| is_apart(line)) {
        return 0;
    }
    let gone = of_kind(LineKind::Delete);
    if gone.len().saturating_mul(come.len()) > N_PAIRS {
        return 0;
    }
    let set: HashSet<&[u8]> = code.iter().filter_map(|line| set_by(line)).collect();
    let returns = |line: Option<&&[u8]>| line.is_some_and(|line| line.starts_with(b"return"));
    let is_condensed = |line: &[u8]| subject(line).is_some_and(|name| set.contains(name));
    let is_changed =
        |gone: &&[u8]| is_condensed(gone) || code.iter().any(|come| is_like(gone, come));
    let n_changed = gone.iter().rposition(is_changed).map_or(0, |last| last + 1);
    let n_changed = match returns(gone.last()) && returns(code.last()) {
        true => gone.len(),
        false => n_changed.max(code.len()),
    };
    let lost = gone.get(n_changed..).unwrap_or_default();
    let is_kept = |gone: &&[u8]| {
        let mut comments = comments.iter();
        is_apart(gone)
            || comments
                .any(|line| is_like(gone, line) || memchr::memmem::find(line, gone).is_some())
    };
    match lost.len() < 2 || gone.iter().any(is_kept) {
        true => 0,
        false => lost.len(),
    }
}

/// Returns the names and other words of a line of code.
fn names(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let is_end = |byte: &u8| !byte.is_ascii_alphanumeric() && *byte != b'_' && byte.is_ascii();
    line.split(is_end).filter(|word| !word.is_empty())
}

/// Returns the name that a line sets: `s` of `const s = sum(a);`.
fn set_by(line: &[u8]) -> Option<&[u8]> {
    let end = memchr::memmem::find(line, b"= ")?;
    let target = line[..end]
        .strip_suffix(b" ")
        .or(line[..end].strip_suffix(b" :"))?;
    let is_end = |byte: &u8| matches!(byte, b',' | b':');
    let first = target
        .split(is_end)
        .next()
        .filter(|name| !name.contains(&b'('))?;
    names(first).last()
}

/// Returns what a line is about: the name that it sets, or the first one of it.
fn subject(line: &[u8]) -> Option<&[u8]> {
    let is_own = |word: &&[u8]| matches!(*word, b"self" | b"this");
    set_by(line).or_else(|| names(line).find(|word| !is_own(word)))
}

/// Returns how many lines of code go with lines that change together, where only comments come.
fn n_commented(run: &[HunkLine]) -> usize {
    let of_kind = |kind: LineKind| {
        let lines = patch::of_kind(run, kind).map(|line| line.body.trimmed());
        lines.filter(|line| !line.is_empty())
    };
    let come = || of_kind(LineKind::Insert);
    let has_block = come().next().is_some_and(|line| line.starts_with(b"/*"));
    let says_nothing =
        |line: &[u8]| is_apart(line) || does_nothing(line) || has_block && is_further_line(line);
    if !come().all(says_nothing) || !come().any(is_apart) {
        return 0;
    }
    let is_code = |line: &&[u8]| {
        let is_comment = is_apart(line) || is_further_line(line);
        !is_comment && line.iter().any(u8::is_ascii_alphanumeric)
    };
    let code = of_kind(LineKind::Delete).filter(is_code);
    let comments = || come().take(N_COMPARED);
    let is_kept = |code: &[u8]| comments().any(|line| memchr::memmem::find(line, code).is_some());
    match code.clone().take(N_COMPARED).any(is_kept) {
        true => 0,
        false => code.count(),
    }
}

/// Returns how many lines of text go with lines that change together, where only remarks come.
fn n_remarked(run: &[HunkLine]) -> usize {
    let of_kind = |kind: LineKind| {
        let lines = patch::of_kind(run, kind).map(|line| line.body.trimmed());
        lines.filter(|line| !line.is_empty())
    };
    let come = || of_kind(LineKind::Insert);
    if come().next().is_none() || !come().all(is_remark) {
        return 0;
    }
    of_kind(LineKind::Delete)
        .filter(|line| !is_remark(line))
        .count()
}

/// Returns whether a line of a file of sentences says nothing to those who read the file: a comment, or, as the whole line or
/// item, dots, a remark in brackets, or words for what is left out: `- (unchanged)`, `*(existing items)*`, `- existing items`.
fn is_remark(line: &[u8]) -> bool {
    if line.starts_with(b"<!--") {
        return true;
    }
    let item = [&b"- "[..], b"* ", b"+ ", b"| "].into_iter();
    let text = item
        .filter_map(|mark| line.strip_prefix(mark))
        .next()
        .unwrap_or(line);
    let text = text.trim_with(|c| matches!(c, '*' | '_' | '|' | ' '));
    let is_within = |open: u8, close: u8| {
        let inner = text
            .strip_prefix(&[open])
            .and_then(|rest| rest.strip_suffix(&[close]));
        inner.is_some_and(|inner| !inner.contains(&open) && !inner.contains(&close))
    };
    let is_bare = |byte: &u8| !byte.is_ascii_alphanumeric() && byte.is_ascii();
    let is_dots =
        !text.is_empty() && text.iter().all(|byte| *byte == b'.') || text == "\u{2026}".as_bytes();
    let is_said = !text.iter().all(is_bare) && left_out::may_be_said_by(text);
    is_dots || is_within(b'(', b')') || is_within(b'[', b']') || is_said
}

/// Returns whether a line is a statement that does nothing, as Python has one.
fn does_nothing(line: &[u8]) -> bool {
    indent::is_blank(line) || line == b"pass" || line == b"..."
}

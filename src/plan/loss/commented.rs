//! Code that only a comment replaces: models write `# body as above` for what they do not repeat, in more words than a table can
//! list.

use super::Loss;
use super::unreplaced::is_like;
use crate::patch::{Hunk, HunkLine, LineKind};
use crate::text::{Trim, indent};

/// How comments begin. A sign that also begins code, as `--` in a style sheet, has its blank.
const SIGNS: [&[u8]; 7] = [b"//", b"# ", b"/*", b"-- ", b"<!--", b"; ", b"% "];

/// The most lines of a run that are searched for code put into a comment.
const N_COMPARED: usize = 64;

/// Returns how many lines of code a hunk takes away where it puts comments and no code, if there are such. A comment with the code
/// in it puts that out of use, and loses nothing.
pub(super) fn only_commented(hunk: &Hunk) -> Option<Loss> {
    let runs = hunk.lines.split(|line| line.kind == LineKind::Context);
    let n_lines = runs.map(|run| n_commented(run) + n_below_change(run)).sum();
    (n_lines > 0).then_some(Loss::OnlyCommented(n_lines))
}

/// Returns how many lines of code go below the last one that changes, where only comments come below that. One line may go for any
/// reason, and a comment that the code had may have changed itself.
fn n_below_change(run: &[HunkLine]) -> usize {
    let of_kind = |kind: LineKind| {
        let lines = run.iter().filter(move |line| line.kind == kind);
        let lines = lines.map(|line| line.body.trimmed());
        let lines = lines.filter(|line| {
            line.iter()
                .any(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii())
        });
        lines.take(N_COMPARED).collect::<Vec<_>>()
    };
    let (gone, come) = (of_kind(LineKind::Delete), of_kind(LineKind::Insert));
    let n_comments = come
        .iter()
        .rev()
        .take_while(|line| is_comment(line))
        .count();
    let (code, comments) = come.split_at(come.len() - n_comments);
    let is_changed = |gone: &&[u8]| code.iter().any(|come| is_like(gone, come));
    let n_changed = gone
        .iter()
        .rposition(is_changed)
        .map_or(code.len(), |last| last + 1);
    let lost = gone.get(n_changed..).unwrap_or_default();
    let is_kept = |gone: &&[u8]| {
        let mut comments = comments.iter();
        is_comment(gone)
            || comments
                .any(|line| is_like(gone, line) || memchr::memmem::find(line, gone).is_some())
    };
    match n_comments == 0 || code.is_empty() || lost.len() < 2 || gone.iter().any(is_kept) {
        true => 0,
        false => lost.len(),
    }
}

/// Returns how many lines of code go with lines that change together, where only comments come.
fn n_commented(run: &[HunkLine]) -> usize {
    let of_kind = |kind: LineKind| {
        let lines = run.iter().filter(move |line| line.kind == kind);
        let lines = lines.map(|line| line.body.trimmed());
        lines.filter(|line| !line.is_empty())
    };
    let come = || of_kind(LineKind::Insert);
    let has_block = come().next().is_some_and(|line| line.starts_with(b"/*"));
    let says_nothing =
        |line: &[u8]| is_comment(line) || does_nothing(line) || has_block && is_amid_comment(line);
    if !come().all(says_nothing) || !come().any(is_comment) {
        return 0;
    }
    let is_code = |line: &&[u8]| {
        let is_comment = is_comment(line) || is_amid_comment(line);
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

pub(super) fn is_comment(line: &[u8]) -> bool {
    // Nearly no line begins so, and every changed one is asked.
    let may_be = matches!(line.first(), Some(b'/' | b'#' | b'-' | b'<' | b';' | b'%'));
    may_be && SIGNS.iter().any(|sign| line.starts_with(sign))
}

/// Returns whether a line may be one of a block of comment: a further line of it, or its end.
fn is_amid_comment(line: &[u8]) -> bool {
    line.starts_with(b"* ") || line.starts_with(b"*/")
}

/// Returns whether a line is a statement that does nothing, as Python has one.
fn does_nothing(line: &[u8]) -> bool {
    indent::is_blank(line) || line == b"pass" || line == b"..."
}

//! What a part takes away without quoting it: the reply shows what is to be there, and says nothing of what goes.

use std::collections::HashSet;
use std::ops::Range;

use super::super::{Hunk, HunkLine, LineKind, Unsure};
use super::edge::is_like;
use crate::text::{LineSpan, Trim, heading, indent};

/// Returns the lines from the first to the last that go in runs of changes of which `is_told` says so, given how many lines with
/// text come and go in it.
pub(super) fn deleted(
    hunk: &Hunk,
    is_told: impl Fn(usize, usize) -> bool,
) -> Option<Box<LineSpan>> {
    let mut at = hunk.hint?.line_index;
    let mut told: Option<LineSpan> = None;
    for run in hunk
        .lines
        .chunk_by(|one, next| (one.kind == LineKind::Context) == (next.kind == LineKind::Context))
    {
        let count = |kind| {
            let lines = run.iter().filter(|line| line.kind == kind);
            lines.filter(|line| !indent::is_blank(&line.body)).count()
        };
        let n_old = run.iter().filter(|line| line.in_preimage()).count();
        if is_told(count(LineKind::Insert), count(LineKind::Delete)) {
            let from = told.map_or(at, |span| span.start);
            told = Some(LineSpan::new(from, at + n_old));
        }
        at += n_old;
    }
    told.map(Box::new)
}

/// The most inserted lines whose indentation is compared.
const N_COMPARED: usize = 64;

/// Returns whether a line goes that defines something, and none that defines the same comes: beside a gap, another definition
/// may be new, or a name that changed.
pub(super) fn drops_definition(hunk: &Hunk) -> bool {
    let defined = |kind: LineKind| {
        let lines = hunk.lines.iter().filter(move |line| line.kind == kind);
        lines.filter_map(|line| heading::defined_in_part(&line.body))
    };
    let come: HashSet<String> = defined(LineKind::Insert).collect();
    defined(LineKind::Delete).any(|name| !come.contains(&name))
}

/// Returns whether the head of a block goes for another one, and lines of the block change with it: that may be a new block
/// above the old one, which stays. Blocks of most languages have heads that no rule gives a name: rules of a style sheet,
/// elements of a page, statements of SQL, keys of settings.
pub(in crate::patch) fn exchanges_block(hunk: &Hunk) -> bool {
    let lines = &hunk.lines[..];
    let mut runs = lines
        .chunk_by(|one, next| (one.kind == LineKind::Context) == (next.kind == LineKind::Context));
    let mut start = 0;
    runs.any(|run| {
        let span = start..start + run.len();
        start = span.end;
        run[0].kind != LineKind::Context && exchanges_in(lines, span)
    })
}

/// The same of the changes in `span`. A key of settings only has another name where more lines below it stay than change; with
/// braces, one line is enough.
fn exchanges_in(lines: &[HunkLine], span: Range<usize>) -> bool {
    let heads = |kind: LineKind| {
        let heads = span.clone().filter(move |at| lines[*at].kind == kind);
        heads.filter(|at| is_head(lines, *at)).collect::<Vec<_>>()
    };
    let (old, new) = (heads(LineKind::Delete), heads(LineKind::Insert));
    let is_same = |old: &usize, new: &usize| {
        let (old, new) = (&lines[*old].body, &lines[*new].body);
        is_like(new, old) || has_words_of(new, old) || has_words_of(old, new)
    };
    let mut gone = old
        .iter()
        .filter(|old| !new.iter().any(|new| is_same(old, new)));
    gone.any(|gone| {
        let as_deep = |new: &&usize| width(&lines[**new]) == width(&lines[*gone]);
        let is_new = |new: &&usize| !old.iter().any(|old| is_same(old, new));
        let is_within =
            |line: &&HunkLine| indent::is_blank(&line.body) || width(line) > width(&lines[*gone]);
        let body = |at: usize| {
            let body = lines[at..].iter().take_while(is_within);
            body.filter(|line| !indent::is_blank(&line.body))
        };
        let mut come = new.iter().filter(as_deep).filter(is_new);
        come.any(|come| {
            let in_span = [gone + 1, come + 1].into_iter().map(|at| at.min(span.end));
            let in_span = in_span.flat_map(|at| body(at).take(span.end - at));
            let all: Vec<&HunkLine> = in_span.chain(body(span.end)).collect();
            let n_kept = all
                .iter()
                .filter(|line| line.kind == LineKind::Context)
                .count();
            let has_brace = lines[*gone].body.trimmed_end().ends_with(b"{");
            all.len() > n_kept + if has_brace { 0 } else { n_kept }
        })
    })
}

/// Returns whether a line has all words of another, whatever signs are between them.
fn has_words_of(line: &[u8], other: &[u8]) -> bool {
    let is_between = |byte: &u8| byte.is_ascii() && !byte.is_ascii_alphanumeric();
    let words: HashSet<&[u8]> = line.split(is_between).collect();
    let mut others = other.split(is_between).filter(|word| !word.is_empty());
    others.all(|word| words.contains(word))
}

fn width(line: &HunkLine) -> usize {
    indent::leading(&line.body).len()
}

/// Returns whether the next line on the side of a changed one is deeper than it. Loops and conditions have no name.
fn is_head(lines: &[HunkLine], at: usize) -> bool {
    let line = &lines[at];
    let mut side = lines[at + 1..]
        .iter()
        .filter(|other| other.kind == line.kind || other.kind == LineKind::Context);
    let next = side.find(|line| !indent::is_blank(&line.body));
    let body = line.body.trimmed();
    let mut words = body.split(|byte| !byte.is_ascii_alphanumeric());
    let first = words.find(|word| !word.is_empty());
    first.is_some_and(|first| !heading::is_flow(first))
        && next.is_some_and(|next| width(next) > width(line))
}

/// Returns why a hunk waits that indents by spaces where its file has tabs, or by tabs for spaces: chats show one for the other, and
/// a Makefile is broken by it.
pub(super) fn indented_otherwise(hunk: &Hunk) -> Option<Unsure> {
    sign_lost(|from, to| turns(hunk, from, to) || brings_other(hunk, from, to))
}

/// Returns why a hunk waits of which a line comes again that only has spaces for its tabs, or tabs for its spaces.
pub(in crate::patch) fn turned(hunk: &Hunk) -> Option<Unsure> {
    sign_lost(|from, to| turns(hunk, from, to))
}

fn sign_lost(is_lost: impl Fn(&[u8], &[u8]) -> bool) -> Option<Unsure> {
    const TAB: &[u8] = b"\t";
    // A comment's further lines may begin with one blank, whatever else is there.
    const SPACES: &[u8] = b"  ";
    if is_lost(TAB, SPACES) {
        Some(Unsure::TabsLost)
    } else {
        is_lost(SPACES, TAB).then_some(Unsure::SpacesLost)
    }
}

/// Returns the lines that a hunk asks for, but for blank ones.
fn old_lines(hunk: &Hunk) -> impl Iterator<Item = &HunkLine> {
    let is_old = |line: &&HunkLine| line.in_preimage() && !indent::is_blank(&line.body);
    hunk.lines.iter().filter(is_old)
}

/// Returns the lines that a hunk inserts with `sign` in front of them, but for blank ones, and only the first of many.
fn new_lines<'a>(hunk: &'a Hunk, sign: &'a [u8]) -> impl Iterator<Item = &'a HunkLine> {
    let is_new = |line: &&HunkLine| line.kind == LineKind::Insert && !indent::is_blank(&line.body);
    let new = hunk.lines.iter().filter(is_new);
    new.filter(move |line| line.body.starts_with(sign))
        .take(N_COMPARED)
}

/// Returns whether an inserted line is one of the old lines with `to` for `from` in front of it.
fn turns(hunk: &Hunk, from: &[u8], to: &[u8]) -> bool {
    let is_again = |line: &HunkLine| {
        let is_same = |old: &HunkLine| old.body.trimmed() == line.body.trimmed();
        old_lines(hunk).any(|old| old.body.starts_with(from) && is_same(old))
    };
    new_lines(hunk, to).any(is_again)
}

/// Returns whether an inserted line has `to` in front of it, and the old ones have `from` and never that.
fn brings_other(hunk: &Hunk, from: &[u8], to: &[u8]) -> bool {
    let has = |sign: &[u8]| old_lines(hunk).any(|line| line.body.starts_with(sign));
    new_lines(hunk, to).next().is_some() && has(from) && !has(to)
}

//! Context diffs: both sides of a hunk stand one after the other, changed lines marked with `!`.

use bstr::{BStr, ByteSlice};

use super::diff::header;
use super::note::NoteCode;
use super::spec::{DialectSpec, Manners};
use super::walk::cut;
use super::walk::line;
use super::walk::scan::Scan;
use crate::patch::{CountCheck, FilePatch, HintSource, Hunk, HunkLine, LineHint, LineKind};
use crate::text::Piece;

pub(super) const SPEC: DialectSpec = DialectSpec {
    name: "context",
    title: "context diff, `diff -c`",
    example: "*** src/greet.rs\n--- src/greet.rs\n***************\n*** 1,3 ****\n  fn main() {\n!     hello();\n  }\n--- 1,3 ----\n  fn main() {\n!     goodbye();\n  }\n",
    advice: &[],
    starts,
    read,
    manners: Manners::PLAIN,
};

fn is_rule(line: &BStr) -> bool {
    line.starts_with(b"***************")
}

/// Reads `*** 1,3 ****` or `--- 1,3 ----`; returns the numbers of the first and the last line.
fn range(line: &BStr, sign: &str) -> Option<(usize, usize)> {
    let inner = line
        .trim()
        .strip_prefix(sign.repeat(3).as_bytes())?
        .strip_suffix(sign.repeat(4).as_bytes())?
        .trim();
    let (first, last) = inner.split_once_str(",").unwrap_or((inner, inner));
    let first = line::number(first)?;
    Some((first, line::number(last).unwrap_or(first)))
}

fn starts(scan: &Scan<'_>) -> bool {
    let line = |ahead: usize| scan.peek(ahead).map(|line| line.body);
    let starts_hunk = |ahead: usize| {
        line(ahead).is_some_and(is_rule)
            && line(ahead + 1).is_some_and(|line| range(line, "*").is_some())
    };
    let Some(first) = line(0).filter(|line| line.starts_with(b"***")) else {
        return false;
    };
    let has_header = first.starts_with(b"*** ")
        && line(1).is_some_and(|line| line.starts_with(b"--- "))
        && starts_hunk(2);
    has_header || starts_hunk(0)
}

fn read(scan: &mut Scan<'_>) {
    let start = scan.at;
    if is_rule(scan.lines[start].body) {
        let file = scan.unnamed_file(SPEC.name, crate::patch::FileOp::Modify, start);
        scan.push_named_file(file);
    } else {
        let (path, op) = header::pair(scan, scan.lines[start].body, scan.lines[start + 1].body);
        let file = FilePatch {
            origin: scan.span(start, start + 2),
            ..FilePatch::new(path, op, SPEC.name)
        };
        scan.push_file_of_header(start..start + 2, file);
        scan.at += 2;
    }
    while scan.peek(0).is_some_and(|line| is_rule(line.body)) {
        hunk(scan);
    }
    scan.read_to = scan.at;
    tell_rest(scan);
}

/// Tells of lines right below that are of a context diff, too: they stand where none is due, and may be what it was made for.
fn tell_rest(scan: &mut Scan<'_>) {
    let body = |ahead: usize| scan.peek(ahead).map(|line| line.body);
    // Another section may follow at once.
    let begins_section = |line: &BStr| {
        let is_header = line.starts_with(b"*** ") && range(line, "*").is_none();
        is_header || line.starts_with(b"diff ") || line.starts_with(b"Index: ")
    };
    let goes_on = |ahead: &usize| {
        let is_own = |line: &BStr| !line.is_empty() && !begins_section(line);
        body(*ahead).is_some_and(is_own) && !scan.closes(scan.at + ahead)
    };
    let n_lines = (0..).take_while(goes_on).count();
    let is_of_hunk = |ahead: usize| {
        body(ahead).is_some_and(|line| {
            let is_marked = line.starts_with(b"! ");
            is_marked || range(line, "*").is_some() || range(line, "-").is_some()
        })
    };
    if (0..n_lines).any(is_of_hunk) {
        let what = "lines of a context diff where none are due";
        scan.note(NoteCode::Dropped, scan.at..scan.at + n_lines, what);
    }
}

/// Reads one hunk, from its rule on.
fn hunk(scan: &mut Scan<'_>) {
    let (start, since) = (scan.at, scan.notes.len());
    scan.at += 1;
    let number = scan.peek(0).and_then(|line| range(line.body, "*"));
    let old = side(scan, "*");
    let new_range = scan.peek(0).and_then(|line| range(line.body, "-"));
    let new = side(scan, "-");
    let lines = merge(&old, &new);
    if lines.is_empty() {
        let what = "a hunk without lines: what it counts is missing";
        scan.note(NoteCode::Dropped, start..scan.at, what);
        return;
    }
    let hint = number.map(|(first, _)| LineHint {
        line_index: first.saturating_sub(1),
        source: HintSource::Header(CountCheck::Right),
    });
    let hunk = Hunk {
        lines: lines.into(),
        hint,
        origin: scan.span(start, scan.at),
        ..Hunk::default()
    };
    scan.push_hunk(hunk, since);
    let are_halves = n_changed(&old) == n_changed(&new);
    if cut::is_last(scan) && (!are_halves || lacks_lines(scan, &old, &new, new_range)) {
        cut::mark_last(scan);
    } else if !are_halves {
        cut::mark_unfinished(scan);
    }
}

/// Returns whether a hunk shows less than its range lines count, at a place where none ends. A half without changes may be
/// left out, but for its range line.
fn lacks_lines(
    scan: &Scan<'_>,
    old: &[(u8, Piece)],
    new: &[(u8, Piece)],
    new_range: Option<(usize, usize)>,
) -> bool {
    let is_changed = |(mark, _): &(u8, Piece)| *mark != b' ';
    let Some((first, last)) = new_range else {
        return true;
    };
    let is_short = !new.is_empty() && new.len() < last + 1 - first.min(last);
    let ends_in_change = new.last().is_some_and(is_changed);
    is_short && (ends_in_change || scan.ends_within_line())
        || !old.iter().chain(new).any(is_changed)
}

/// Returns how many runs of lines are marked as changed: each has its other half on the other side.
fn n_changed(side: &[(u8, Piece)]) -> usize {
    let runs = side.chunk_by(|one, other| one.0 == other.0);
    runs.filter(|run| run[0].0 == b'!').count()
}

/// Reads one side: its range line, then the lines marked with two characters.
fn side(scan: &mut Scan<'_>, sign: &str) -> Vec<(u8, Piece)> {
    let mut lines = Vec::new();
    let has_side = scan.peek(0).map(|line| range(line.body, sign));
    if has_side.flatten().is_none() {
        return lines;
    }
    scan.at += 1;
    while let Some(line) = scan.peek(0) {
        let body = line.body;
        let ends = is_rule(body)
            || range(body, "-").is_some()
            || scan.closes(scan.at)
            || body.starts_with(b"*** ");
        let mark = match body.first() {
            _ if ends => break,
            Some(mark @ (b' ' | b'!' | b'+' | b'-')) if body.len() < 2 || body[1] == b' ' => *mark,
            Some(b'\\') => {
                scan.at += 1;
                continue;
            }
            None => b' ',
            Some(_) => break,
        };
        lines.push((mark, scan.piece(body.get(2..).unwrap_or_default())));
        scan.at += 1;
    }
    while lines
        .last()
        .is_some_and(|(mark, body)| *mark == b' ' && body.is_empty())
        && scan.lines[scan.at - 1].body.is_empty()
    {
        lines.pop();
        scan.at -= 1;
    }
    lines
}

/// Puts both sides together. A side that only repeats context may be left out.
fn merge(old: &[(u8, Piece)], new: &[(u8, Piece)]) -> Vec<HunkLine> {
    let mut lines = Vec::new();
    let (mut before, mut after) = (old.iter().peekable(), new.iter().peekable());
    let both = !old.is_empty() && !new.is_empty();
    loop {
        while let Some((_, body)) = before.next_if(|(mark, _)| matches!(mark, b'-' | b'!')) {
            lines.push(HunkLine::new(LineKind::Delete, body.clone()));
        }
        while let Some((_, body)) = after.next_if(|(mark, _)| matches!(mark, b'+' | b'!')) {
            lines.push(HunkLine::new(LineKind::Insert, body.clone()));
        }
        let context = match (before.next(), after.peek()) {
            (Some((_, body)), Some(_)) if both => {
                after.next();
                body
            }
            (Some((_, body)), _) => body,
            (None, Some(_)) => match after.next() {
                Some((_, body)) => body,
                None => break,
            },
            (None, None) => break,
        };
        lines.push(HunkLine::new(LineKind::Context, context.clone()));
    }
    lines
}

//! The oldest diffs: `3c3`, then `< old`, `---`, `> new`. They carry no context, only numbers.

use bstr::{BStr, ByteSlice};

use super::blocks::block;
use super::spec::{DialectSpec, Manners};
use super::walk::line;
use super::walk::scan::Scan;
use crate::patch::{CountCheck, FileOp, FilePatch, HintSource, Hunk, HunkLine, LineHint, LineKind};

pub(super) const SPEC: DialectSpec = DialectSpec {
    name: "normal",
    title: "normal diff, `3c3` with `<` and `>`",
    example: "src/greet.rs\n```\n2c2\n<     hello();\n---\n>     goodbye();\n```\n",
    advice: &[],
    starts,
    read,
    manners: Manners::PLAIN,
};

/// A line such as `3,4c5`.
struct Command {
    first: usize,
    last: usize,
    letter: u8,
}

fn command(line: &BStr) -> Option<Command> {
    let line = line.trim_end();
    let at = line
        .iter()
        .position(|byte| matches!(byte, b'a' | b'c' | b'd'))?;
    let numbers = |text: &[u8]| {
        let (first, last) = text.split_once_str(",").unwrap_or((text, text));
        Some((line::number(first)?, line::number(last)?))
    };
    let (first, last) = numbers(&line[..at])?;
    numbers(&line[at + 1..])?;
    Some(Command {
        first,
        last,
        letter: line[at],
    })
}

fn starts(scan: &Scan<'_>) -> bool {
    let Some(command) = scan
        .peek(0)
        .filter(|line| line.body.first().is_some_and(u8::is_ascii_digit))
        .and_then(|line| command(line.body))
    else {
        return false;
    };
    let sign = if command.letter == b'a' { b'>' } else { b'<' };
    scan.peek(1).is_some_and(|line| {
        line.body.first() == Some(&sign) && matches!(line.body.get(1), None | Some(b' '))
    })
}

fn read(scan: &mut Scan<'_>) {
    match compared(scan) {
        Some(path) => scan.push_file(FilePatch {
            origin: scan.span(scan.at - 1, scan.at),
            ..FilePatch::new(scan.path(path), FileOp::Modify, SPEC.name)
        }),
        None => block::open_file(scan, scan.at, SPEC.name),
    }
    while let Some(command) = scan.peek(0).and_then(|line| command(line.body)) {
        hunk(scan, &command);
    }
    scan.read_to = scan.at;
    let is_empty = scan
        .files
        .last()
        .is_some_and(|file| file.hunks.is_empty() && file.op == FileOp::Modify);
    if is_empty {
        scan.files.pop();
    }
}

/// Returns the first of the two files that the line above names as compared: `diff -r old.txt new.txt`.
fn compared<'a>(scan: &Scan<'a>) -> Option<&'a BStr> {
    let above = scan.at.checked_sub(1).filter(|at| *at >= scan.read_to)?;
    let names = scan.lines[above].body.strip_prefix(b"diff ")?;
    let mut names = names.fields().filter(|word| !word.starts_with(b"-"));
    let (old, new) = (names.next()?, names.next()?);
    (names.next().is_none() && !new.is_empty()).then(|| old.as_bstr())
}

fn hunk(scan: &mut Scan<'_>, command: &Command) {
    let (start, since) = (scan.at, scan.notes.len());
    scan.at += 1;
    let mut lines = take(scan, b'<', LineKind::Delete);
    let n_old = lines.len();
    if command.letter == b'c'
        && scan
            .peek(0)
            .is_some_and(|line| line.body.trim_end() == b"---")
    {
        scan.at += 1;
    }
    lines.extend(take(scan, b'>', LineKind::Insert));
    if lines.is_empty() {
        return;
    }
    let counts =
        if command.letter == b'a' || n_old == command.last + 1 - command.first.min(command.last) {
            CountCheck::Right
        } else {
            CountCheck::Wrong
        };
    let line_index = if command.letter == b'a' {
        command.first
    } else {
        command.first.saturating_sub(1)
    };
    let hunk = Hunk {
        lines: lines.into(),
        hint: Some(LineHint {
            line_index,
            source: HintSource::Header(counts),
        }),
        origin: scan.span(start, scan.at),
        ..Hunk::default()
    };
    scan.push_hunk(hunk, since);
}

fn take(scan: &mut Scan<'_>, sign: u8, kind: LineKind) -> Vec<HunkLine> {
    let mut lines = Vec::new();
    while let Some(line) = scan.peek(0).filter(|line| line.body.first() == Some(&sign)) {
        let body = &line.body[1..];
        lines.push(scan.hunk_line(kind, body.strip_prefix(b" ").unwrap_or(body)));
        scan.at += 1;
    }
    while scan
        .peek(0)
        .is_some_and(|line| line.body.starts_with(b"\\ "))
    {
        scan.at += 1;
    }
    lines
}

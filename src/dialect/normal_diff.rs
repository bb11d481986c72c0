//! The oldest diffs: `3c3`, then `< old`, `---`, `> new`. They carry no context, only numbers.

use bstr::{BStr, ByteSlice};

use super::blocks::block;
use super::note::NoteCode;
use super::spec::{DialectSpec, Manners};
use super::walk::cut;
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
    /// How many lines there are afterwards.
    n_new: usize,
}

impl Command {
    /// Returns how many lines it counts of each side.
    fn counts(&self) -> (usize, usize) {
        let n_old = self.last + 1 - self.first.min(self.last);
        match self.letter {
            b'a' => (0, self.n_new),
            b'd' => (n_old, 0),
            _ => (n_old, self.n_new),
        }
    }
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
    let (first_new, last_new) = numbers(&line[at + 1..])?;
    Some(Command {
        first,
        last,
        letter: line[at],
        n_new: last_new + 1 - first_new.min(last_new),
    })
}

fn starts(scan: &Scan<'_>) -> bool {
    let (Some(first), Some(second)) = (scan.peek(0), scan.peek(1)) else {
        return false;
    };
    begins(first.body, second.body)
}

/// Returns whether a hunk begins with these two lines.
pub(super) fn begins(first: &BStr, second: &BStr) -> bool {
    let is_number = first.first().is_some_and(u8::is_ascii_digit);
    let Some(command) = is_number.then(|| command(first)).flatten() else {
        return false;
    };
    let sign = if command.letter == b'a' { b'>' } else { b'<' };
    second.first() == Some(&sign) && matches!(second.get(1), None | Some(b' '))
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
        let what = "a command without lines: what it counts is missing";
        scan.note(NoteCode::Dropped, start..scan.at, what);
        return;
    }
    let n_new = lines.len() - n_old;
    let (counted_old, counted_new) = command.counts();
    let counts = match n_old == counted_old {
        true => CountCheck::Right,
        false => CountCheck::Wrong,
    };
    if (n_old, n_new) != (counted_old, counted_new) {
        let what = "its numbers count other lines than there are; used the lines";
        scan.note(NoteCode::CountWrong, start..start + 1, what);
    }
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
    if cut::is_last(scan) && (n_old < counted_old || n_new < counted_new) {
        cut::mark_last(scan);
    } else if n_new == 0 && counted_new > 0 {
        cut::mark_unfinished(scan);
    }
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

//! The `*** Begin Patch` format of OpenAI's tools, also called V4A.

use bstr::{BStr, BString, ByteSlice};

use super::diff::body;
use super::diff::body_end;
use super::diff::column;
use super::diff::header;
use super::diff::hunk_header;
use super::note::NoteCode;
use super::spec::{DialectSpec, Ends, Manners};
use super::walk::cut;
use super::walk::scan::Scan;
use crate::patch::{FileOp, FilePatch, Hunk, LineKind};
use crate::text::Trim;
use crate::text::words::counted;

pub(super) const SPEC: DialectSpec = DialectSpec {
    name: "apply-patch",
    title: "`*** Begin Patch` with Update, Add and Delete File",
    example: "*** Begin Patch\n*** Update File: src/greet.rs\n@@ fn main() {\n-    hello();\n+    goodbye();\n*** End Patch\n",
    advice: &[
        "Put everything between `*** Begin Patch` and `*** End Patch`.",
        "Begin each file with `*** Update File: PATH`, `*** Add File: PATH` or `*** Delete File: PATH`; a file that moves has `*** Move to: PATH` on the next line.",
        "Begin each change with `@@`, followed by the line of the enclosing class or function where the context alone would not be unique.",
        "Begin every line with a space, `-` or `+`, with three lines of context around each change. In an added file every line begins with `+`.",
    ],
    starts,
    read,
    manners: Manners {
        ends: Ends::With("*** End Patch"),
        ..Manners::PLAIN
    },
};

/// A line that begins with `*** `.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Star<'a> {
    Begin,
    End,
    EndOfFile,
    Update(&'a BStr),
    Add(&'a BStr),
    Delete(&'a BStr),
    MoveTo(&'a BStr),
}

fn star(line: &BStr) -> Option<Star<'_>> {
    let rest = line.trimmed().strip_prefix(b"*** ")?.trimmed();
    let named = |label: &str| Some(rest.strip_prefix(label.as_bytes())?.trimmed().as_bstr());
    match rest {
        b"Begin Patch" => return Some(Star::Begin),
        b"End Patch" => return Some(Star::End),
        b"End of File" => return Some(Star::EndOfFile),
        _ => {}
    }
    None.or_else(|| named("Update File:").map(Star::Update))
        .or_else(|| named("Add File:").map(Star::Add))
        .or_else(|| named("Delete File:").map(Star::Delete))
        .or_else(|| named("Move to:").map(Star::MoveTo))
}

fn star_at<'a>(scan: &Scan<'a>, index: usize) -> Option<Star<'a>> {
    star(scan.lines.get(index)?.body)
}

fn starts(scan: &Scan<'_>) -> bool {
    matches!(
        star_at(scan, scan.at),
        Some(Star::Begin | Star::Update(_) | Star::Add(_) | Star::Delete(_))
    )
}

fn read(scan: &mut Scan<'_>) {
    let start = scan.at;
    let mut enveloped = false;
    let mut ended = false;
    let n_files = scan.files.len();
    while let Some(line) = scan.peek(0) {
        match star(line.body) {
            Some(Star::Begin) => {
                enveloped = true;
                scan.at += 1;
            }
            Some(Star::End) => {
                scan.at += 1;
                ended = true;
                break;
            }
            Some(Star::Update(name)) => update(scan, name.into()),
            Some(Star::Add(name)) => add(scan, name.into()),
            Some(Star::Delete(name)) => delete(scan, name.into()),
            Some(Star::EndOfFile | Star::MoveTo(_)) => scan.at += 1,
            None if line.is_blank() => scan.at += 1,
            None => break,
        }
    }
    if enveloped && !ended {
        scan.note(
            NoteCode::MarkerMissing,
            start..start + 1,
            "`*** End Patch` is missing",
        );
        let ends_here = scan.lines[scan.at..].iter().all(|line| line.is_blank());
        if ends_here && scan.files.len() > n_files {
            cut::mark_last(scan);
        }
    }
    scan.read_to = scan.at;
}

fn push(scan: &mut Scan<'_>, name: &BStr, op: FileOp, at: usize) {
    let name: BString = name.trim_with(|c| c == '`' || c == '"').into();
    let file = FilePatch {
        origin: scan.span(at, at + 1),
        ..FilePatch::new(scan.path(name), op, SPEC.name)
    };
    scan.push_file(file);
}

fn update(scan: &mut Scan<'_>, name: BString) {
    let start = scan.at;
    scan.at += 1;
    let mut op = FileOp::Modify;
    let mut path = name;
    if let Some(Star::MoveTo(to)) = scan.peek(0).and_then(|line| star(line.body)) {
        match scan.destination(to) {
            Some(to) => op = FileOp::Rename { to },
            None => path = to.into(),
        }
        scan.at += 1;
    }
    push(scan, path.as_bstr(), op, start);
    if repeats_name(scan) {
        scan.at += 2;
    }
    while scan.at < scan.lines.len() && star_at(scan, scan.at).is_none() && !scan.closes(scan.at) {
        if scan.lines[scan.at].is_blank() && blank_ends(scan) {
            break;
        }
        hunk(scan);
    }
    let asks_nothing = |file: &FilePatch| {
        file.op == FileOp::Modify && file.hunks.is_empty() && file.path.named().is_some()
    };
    if scan.files.last().is_some_and(asks_nothing) {
        scan.files.pop();
        scan.note(
            NoteCode::Dropped,
            start..scan.at,
            "a file is to be updated, but no change follows",
        );
    }
}

/// Returns whether the two headers of a diff follow that name the file of the section again, and a hunk behind them.
fn repeats_name(scan: &Scan<'_>) -> bool {
    let body = |ahead: usize| scan.peek(ahead).map(|line| line.body);
    let (Some(old), Some(new), Some(first)) = (body(0), body(1), body(2)) else {
        return false;
    };
    let are_headers = old.starts_with(b"--- ") && new.starts_with(b"+++ ");
    if !are_headers || hunk_header::read(first).is_none() {
        return false;
    }
    let (path, op) = header::pair(scan, old, new);
    op == FileOp::Modify && scan.files.last().is_some_and(|file| file.path == path)
}

/// Reads a deletion. The format shows nothing of the file; a model that does says what it takes the file to be.
fn delete(scan: &mut Scan<'_>, name: BString) {
    push(scan, name.as_bstr(), FileOp::Delete, scan.at);
    scan.at += 1;
    let shows = |scan: &Scan<'_>| {
        let line = scan.lines.get(scan.at);
        line.is_some_and(|line| {
            line.body.starts_with(b"-") || hunk_header::read(line.body).is_some()
        })
    };
    while shows(scan) && !scan.closes(scan.at) {
        hunk(scan);
    }
}

/// Returns whether only blank lines stand between here and the end of the file section.
fn blank_ends(scan: &Scan<'_>) -> bool {
    let next = (scan.at..scan.lines.len()).find(|index| !scan.lines[*index].is_blank());
    next.is_none_or(|index| star_at(scan, index).is_some() || scan.closes(index))
}

/// Reads one section: its `@@` lines, then its marked lines.
fn hunk(scan: &mut Scan<'_>) {
    let since = scan.notes.len();
    let start = scan.at;
    let mut headings = Vec::new();
    let mut ranges = None;
    let mut line_number = None;
    while let Some(header) = scan.peek(0).and_then(|line| hunk_header::read(line.body)) {
        ranges = ranges.or(header.ranges);
        line_number = line_number.or(header.line_number);
        if !header.heading.is_empty() {
            headings.push(header.heading);
        }
        scan.at += 1;
    }
    let read = body::read_lines(scan, ranges, body_end::Within::ApplyPatch);
    let at_eof = matches!(star_at(scan, scan.at), Some(Star::EndOfFile));
    scan.at += usize::from(at_eof);
    if scan.at == start {
        // Nothing was taken: the line begins something that is no part of this format.
        scan.at += 1;
        scan.note(
            NoteCode::Dropped,
            start..start + 1,
            "the line is no part of the patch",
        );
        return;
    }
    if read.lines.is_empty() {
        scan.note(
            NoteCode::EmptyHunk,
            start..scan.at,
            "a section without lines",
        );
        return;
    }
    let hint = body::hint(ranges, line_number, &read);
    let hunk = Hunk {
        hint,
        headings: headings.into(),
        at_eof,
        final_newline: read.final_newline,
        lines: read.lines.into(),
        marks: read.marks,
        unsure: read.unsure,
        origin: scan.span(start, scan.at),
        ..Hunk::default()
    };
    scan.push_hunk(hunk, since);
}

/// Returns a line of a new file without its mark.
fn added(line: &BStr) -> Option<&BStr> {
    let (kind, length) = column::mark(line)?;
    (kind == LineKind::Insert).then_some(line[length..].as_bstr())
}

fn add(scan: &mut Scan<'_>, name: BString) {
    let start = scan.at;
    push(scan, name.as_bstr(), FileOp::Create, start);
    scan.at += 1;
    let since = scan.notes.len();
    let from = scan.at;
    let mut end = from;
    while end < scan.lines.len()
        && !matches!(
            star_at(scan, end),
            Some(Star::Begin | Star::End | Star::Update(_) | Star::Add(_) | Star::Delete(_))
        )
        && !scan.closes(end)
    {
        end += 1;
    }
    scan.at = end;
    while end > from && (scan.lines[end - 1].body.is_empty() || star_at(scan, end - 1).is_some()) {
        end -= 1;
    }
    let unmarked = (from..end)
        .filter(|index| added(scan.lines[*index].body).is_none())
        .count();
    if unmarked > 0 {
        scan.note(
            NoteCode::MarkerMissing,
            from..end,
            format!(
                "{} of the new file without a `+`, read as content",
                counted(unmarked, "line")
            ),
        );
    }
    let lines: Vec<_> = scan.lines[from..end]
        .iter()
        .filter(|line| hunk_header::read(line.body).is_none())
        .map(|line| scan.hunk_line(LineKind::Insert, added(line.body).unwrap_or(line.body)))
        .collect();
    if lines.is_empty() {
        return;
    }
    let hunk = Hunk {
        lines: lines.into(),
        origin: scan.span(from, end),
        ..Hunk::default()
    };
    scan.push_hunk(hunk, since);
}

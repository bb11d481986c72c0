//! Unified diffs with line numbers: GNU diff, git, and what models write in their manner.

use super::body;
use super::body_end::Within;
use super::header;
use super::hunk_header;
use super::note::NoteCode;
use super::scan::Scan;
use super::{DialectSpec, fudiff, numberless};
use crate::patch::FileOp;

pub(super) const SPEC: DialectSpec = DialectSpec {
    name: "unified",
    title: "unified diff with line numbers, plain or from git",
    example: "--- a/src/greet.rs\n+++ b/src/greet.rs\n@@ -1,3 +1,3 @@\n fn main() {\n-    hello();\n+    goodbye();\n }\n",
    advice: &[
        "Write `--- a/PATH` and `+++ b/PATH` before the hunks of each file, paths relative to the project's root.",
        "Begin each hunk with `@@ -START,COUNT +START,COUNT @@`; count the lines of the hunk, do not guess.",
        "Begin every line of a hunk with one character: a space for context, `-` for a line that goes, `+` for a line that comes. Blank context lines are a single space.",
        "Give three lines of unchanged context before and after each change, copied exactly from the file.",
        "A new file has `--- /dev/null`, a deleted one `+++ /dev/null`.",
    ],
    starts,
    read,
};

/// A file header whose hunks are numbered or that has none, or a numbered hunk alone.
fn starts(scan: &Scan<'_>) -> bool {
    match first_hunk(scan) {
        Some(first) => !matches!(first, First::Numberless | First::Fudiff),
        None => false,
    }
}

fn read(scan: &mut Scan<'_>) {
    section(scan, SPEC.name);
}

/// What kind of hunk follows a file header, or stands alone.
pub(super) enum First {
    Numbered,
    Numberless,
    Fudiff,
    /// A header that no hunk follows.
    None,
}

/// Returns what kind of section begins where the walk stands, if one does.
pub(super) fn first_hunk(scan: &Scan<'_>) -> Option<First> {
    let line = scan.peek(0)?.body;
    if !matches!(line.first(), Some(b'-' | b'+' | b'd' | b'I' | b'@')) {
        return None;
    }
    let header = header::read(scan, scan.at);
    let alone = header.is_none();
    let mut at = header.map_or(scan.at, |header| header.end);
    while !alone && scan.lines.get(at).is_some_and(|line| line.body.is_empty()) {
        at += 1;
    }
    let hunk = scan
        .lines
        .get(at)
        .and_then(|line| hunk_header::read(line.body).map(|hunk| (hunk, line.body)));
    Some(match hunk {
        None if alone => return None,
        None => First::None,
        Some((hunk, _)) if hunk.ranges.is_some() => First::Numbered,
        Some((_, line)) if fudiff::is_header(line) => First::Fudiff,
        Some((_, line)) if !alone || numberless::stands_alone(scan, line) => First::Numberless,
        Some(_) => return None,
    })
}

/// Reads one file's header and hunks.
pub(super) fn section(scan: &mut Scan<'_>, dialect: &'static str) {
    let start = scan.at;
    match header::read(scan, start) {
        Some(header) => {
            scan.at = header.end;
            let file = header.into_file(scan, start, dialect);
            scan.push_file(file);
        }
        None => open_unnamed(scan, dialect, start),
    }
    hunks(scan, Within::Diff);
    close_section(scan, start);
    scan.read_to = scan.at;
}

/// Reads the hunks of a section, blank lines between them aside.
pub(super) fn hunks(scan: &mut Scan<'_>, within: Within) {
    let first = scan.at;
    loop {
        let mut at = scan.at;
        while scan.lines.get(at).is_some_and(|line| line.is_blank()) {
            at += 1;
        }
        let header = scan
            .lines
            .get(at)
            .and_then(|line| hunk_header::read(line.body));
        match header {
            Some(header) => body::read_hunk(scan, at, header, within),
            None if scan.at == first && is_headerless(scan, at) => {
                scan.note(
                    NoteCode::MarkerMissing,
                    at..at + 1,
                    "the hunk has no `@@` line; its lines are read all the same",
                );
                body::read_hunk_at(scan, at, hunk_header::HunkHeader::default(), within);
                if scan.at == first {
                    break;
                }
            }
            None => break,
        }
    }
}

/// Returns whether marked lines begin at line `at`, with a change within the first few.
fn is_headerless(scan: &Scan<'_>, at: usize) -> bool {
    /// How many context lines may stand before the first change.
    const REACH: usize = 8;
    let begins_marked = scan
        .lines
        .get(at)
        .is_some_and(|line| matches!(line.body.first(), Some(b' ' | b'+' | b'-')));
    begins_marked
        && scan.lines[at..]
            .iter()
            .take(REACH)
            .take_while(|line| {
                !line.is_blank()
                    && !line.body.starts_with(b"--- ")
                    && !line.body.starts_with(b"diff ")
            })
            .any(|line| matches!(line.body.first(), Some(b'+' | b'-')))
}

/// Leaves out a section that asks for nothing.
fn close_section(scan: &mut Scan<'_>, start: usize) {
    let Some(file) = scan.files.last() else {
        return;
    };
    let says_nothing = file.op == FileOp::Modify
        && file.hunks.is_empty()
        && file.invalid.is_none()
        && file.mode.is_none()
        && !file.is_binary;
    if !says_nothing {
        return;
    }
    scan.files.pop();
    scan.note(
        NoteCode::Dropped,
        start..scan.at,
        "a file header without hunks",
    );
}

/// A hunk without a header goes on with the file read before in the same fence; otherwise its path is looked for around.
fn open_unnamed(scan: &mut Scan<'_>, dialect: &'static str, start: usize) {
    let fence_at = scan.fence.map_or(0, |fence| fence.opened);
    let goes_on = scan.read_to > fence_at
        && scan.read_to > 0
        && scan
            .files
            .last()
            .is_some_and(|file| file.dialect == dialect)
        && super::path::around(scan, start).is_none();
    if !goes_on {
        let file = scan.unnamed_file(dialect, FileOp::Modify, start);
        scan.push_file(file);
    }
}

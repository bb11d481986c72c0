//! Patches of diff-match-patch: they look like unified diffs, but count characters and escape them.

use bstr::{BStr, ByteSlice};

use super::diff::hunk_header;
use super::note::NoteCode;
use super::spec::{DialectSpec, Manners};
use super::walk::scan::Scan;
use crate::patch::{FileOp, Hunk, HunkLine, LineKind};

pub(super) const SPEC: DialectSpec = DialectSpec {
    name: "char-diff",
    title: "diff-match-patch, which counts characters: named and shown, not applied",
    example: "@@ -13,14 +13,16 @@\n     \n-hello\n+goodbye\n (); %0A\n",
    advice: &[],
    starts,
    read,
    manners: Manners::PLAIN,
};

/// A numbered hunk without a file header in whose lines bytes are escaped as in a URL, and whose counts are lengths.
fn starts(scan: &Scan<'_>) -> bool {
    let Some(header) = scan.peek(0).and_then(|line| hunk_header::read(line.body)) else {
        return false;
    };
    let lines = body_lines(scan);
    header.ranges.is_some_and(|ranges| {
        let n_old: usize = lines
            .iter()
            .filter(|line| line.first() != Some(&b'+'))
            .map(|line| n_chars(line))
            .sum();
        ranges.n_old.unwrap_or(1) == n_old
    }) && lines.iter().any(|line| line.contains(&b'%'))
}

fn body_lines<'a>(scan: &Scan<'a>) -> Vec<&'a BStr> {
    scan.lines[scan.at + 1..]
        .iter()
        .map(|line| line.body)
        .take_while(|body| matches!(body.first(), Some(b' ' | b'+' | b'-')))
        .collect()
}

fn n_chars(line: &BStr) -> usize {
    decoded(&line[1..]).chars().count()
}

/// Undoes `%0A` and its like.
fn decoded(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((byte, tail)) = rest.split_first() {
        let hex = tail
            .get(..2)
            .filter(|_| *byte == b'%')
            .and_then(|hex| u8::from_str_radix(hex.to_str().ok()?, 16).ok());
        match hex {
            Some(code) => {
                out.push(code);
                rest = &tail[2..];
            }
            None => {
                out.push(*byte);
                rest = tail;
            }
        }
    }
    out
}

fn read(scan: &mut Scan<'_>) {
    let start = scan.at;
    let file = scan.unnamed_file(SPEC.name, FileOp::Modify, start);
    scan.push_file(file);
    while scan.at < scan.lines.len() && starts(scan) {
        let since = scan.notes.len();
        let (at, raw) = (scan.at, body_lines(scan));
        scan.at += 1 + raw.len();
        scan.note(
            NoteCode::Unsupported,
            at..scan.at,
            "the patch counts characters, not lines; it cannot be applied",
        );
        let lines = raw.iter().flat_map(|line| shown(line)).collect();
        let hunk = Hunk {
            lines,
            invalid: Some("the patch counts characters, not lines".into()),
            origin: scan.span(at, scan.at),
            ..Hunk::default()
        };
        scan.push_hunk(hunk, since);
    }
    scan.read_to = scan.at;
}

fn shown(line: &BStr) -> Vec<HunkLine> {
    let kind = match line.first() {
        Some(b'+') => LineKind::Insert,
        Some(b'-') => LineKind::Delete,
        Some(_) | None => LineKind::Context,
    };
    decoded(&line[1..])
        .lines()
        .map(|body| HunkLine::new(kind, body))
        .collect()
}

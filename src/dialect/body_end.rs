//! Where the lines of a hunk end: by its counts where they are right, else by what the lines look like.

use bstr::{BStr, ByteSlice};

use super::file_name;
use super::hunk_header::{self, Ranges};
use super::marker;
use super::scan::Scan;

/// What a hunk is part of, which says what may follow it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Within {
    /// A diff: another hunk, or another file's header.
    Diff,
    /// `*** Begin Patch`: another section, or a line with three stars. What looks like a diff's header is content.
    ApplyPatch,
}

/// Returns where a hunk ends whose counts are right: exactly there the next thing begins.
pub(super) fn counted_end(
    scan: &Scan<'_>,
    start: usize,
    ranges: Ranges,
    within: Within,
) -> Option<usize> {
    let (mut n_old, mut n_new) = (ranges.n_old.unwrap_or(1), ranges.n_new.unwrap_or(1));
    let mut at = start;
    while n_old > 0 || n_new > 0 {
        let body = scan.lines.get(at)?.body;
        // Counts that reach past the closing fence are wrong, however well they add up.
        if scan.closes(at) {
            return None;
        }
        if hunk_header::read(body).is_some_and(|header| header.ranges.is_some()) {
            return None;
        }
        let (old, new) = match body.first() {
            Some(b'-') => (1, 0),
            Some(b'+') => (0, 1),
            Some(b'\\') => (0, 0),
            Some(_) | None => (1, 1),
        };
        n_old = n_old.checked_sub(old)?;
        n_new = n_new.checked_sub(new)?;
        at += 1;
    }
    while scan
        .lines
        .get(at)
        .is_some_and(|line| is_no_newline(line.body))
    {
        at += 1;
    }
    let clean = match next_text(scan, at) {
        None => true,
        Some(next) => {
            let is_marked = matches!(
                scan.lines[next].body.first(),
                Some(b' ' | b'+' | b'-' | b'\t')
            );
            scan.closes(next)
                || ends_body(scan, next, within)
                || is_signature(scan, next)
                || !is_marked && (scan.fence.is_none() || next > at)
        }
    };
    (clean && at > start).then_some(at)
}

/// Returns the first line from `at` on that is not blank.
fn next_text(scan: &Scan<'_>, at: usize) -> Option<usize> {
    (at..scan.lines.len()).find(|index| !scan.lines[*index].is_blank())
}

/// Returns where a hunk ends by its lines alone.
pub(super) fn uncounted_end(scan: &Scan<'_>, start: usize, within: Within) -> usize {
    let mut at = start;
    while at < scan.lines.len() {
        let stops = scan.closes(at)
            || ends_body(scan, at, within)
            || is_signature(scan, at)
            || scan.fence.is_none() && is_prose(scan, start, at);
        if stops {
            break;
        }
        at += 1;
    }
    while at > start
        && scan.lines[at - 1]
            .body
            .trim_end_with(|c| c == '\r')
            .is_empty()
    {
        at -= 1;
    }
    at
}

/// Returns whether a line begins something else than another line of the hunk.
fn ends_body(scan: &Scan<'_>, at: usize, within: Within) -> bool {
    let line = scan.lines[at].body;
    if within == Within::ApplyPatch {
        return hunk_header::read(line).is_some() || line.starts_with(b"*** ");
    }
    let next = |ahead: usize| scan.lines.get(at + ahead).map(|line| line.body);
    let second_header = || {
        next(1).is_some_and(|new| {
            new.starts_with(b"+++ ")
                && (next(2).is_some_and(|body| hunk_header::read(body).is_some())
                    || file_name::names_one_file(line, new))
        })
    };
    let lone_header = |marker: &[u8]| {
        line.starts_with(marker) && next(1).is_some_and(|body| hunk_header::read(body).is_some())
    };
    hunk_header::read(line).is_some()
        || line.starts_with(b"diff --git ")
        || line.starts_with(b"--- ") && second_header()
        || lone_header(b"--- ")
        || lone_header(b"+++ ")
        || line.starts_with(b"Index: ")
        || line.starts_with(b"*** ")
        || starts_block(line)
}

/// Returns whether a line belongs to another part of a patch than a hunk's body: a header, or a block's marker.
pub(super) fn is_header_like(line: &BStr) -> bool {
    hunk_header::read(line).is_some()
        || ["--- ", "+++ ", "diff ", "*** ", "Index: "]
            .iter()
            .any(|start| line.starts_with(start.as_bytes()))
        || starts_block(line)
}

/// Returns whether a SEARCH block begins, which no marker of a diff precedes.
fn starts_block(line: &BStr) -> bool {
    let unmarked = line.first() == Some(&b'<') || line.starts_with(b"------- SEARCH");
    unmarked && marker::is_start(line)
}

/// Returns whether the signature of a mail begins here: `-- ` and a version, and then nothing more of the patch.
fn is_signature(scan: &Scan<'_>, at: usize) -> bool {
    let body = scan.lines[at].body;
    if body != "-- " && body != "--" {
        return false;
    }
    let Some(version) = scan.lines.get(at + 1) else {
        return true;
    };
    version.body.first().is_some_and(u8::is_ascii_digit)
        && version.body.contains(&b'.')
        && scan
            .lines
            .get(at + 2)
            .is_none_or(|line| line.is_blank() || line.body.starts_with(b"From "))
}

/// Returns whether outside of a fence a line is talk rather than a context line that lost its marker: it follows a blank
/// line, reads like a sentence, and no marked line comes after it before the next header.
fn is_prose(scan: &Scan<'_>, start: usize, at: usize) -> bool {
    let body = scan.lines[at].body;
    if at == start
        || !scan.lines[at - 1].is_blank()
        || matches!(
            body.first(),
            None | Some(b' ' | b'+' | b'-' | b'\\' | b'\t')
        )
    {
        return false;
    }
    let n_words = body.fields().count();
    let ends_sentence = matches!(body.trim_end().last(), Some(b'.' | b':' | b'!' | b'?'));
    let begins_sentence = body.first().is_some_and(u8::is_ascii_uppercase);
    let is_structure = body.starts_with(b"```")
        || body.starts_with(b"~~~")
        || body.starts_with(b"# ")
        || body.starts_with(b"## ")
        || body.starts_with(b"**");
    is_structure || n_words >= 3 && begins_sentence && ends_sentence
}

pub(super) fn is_no_newline(body: &BStr) -> bool {
    body.starts_with(b"\\ ")
}

//! Where the lines of a hunk end: by its counts where they are right, else by what the lines look like.

use crate::text::OneOf;
use std::ops::Range;

use bstr::{BStr, ByteSlice};

use super::column;
use super::file_name;
use super::hunk_header::{self, Ranges};
use crate::dialect::blocks::marker;
use crate::dialect::walk::fence::{Fence, Language};
use crate::dialect::walk::line::Line;
use crate::dialect::walk::scan::Scan;
use crate::patch::LineKind;

/// What a hunk is part of, which says what may follow it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dialect) enum Within {
    /// A diff: another hunk, or another file's header.
    Diff,
    /// `*** Begin Patch`: another section, or a line with three stars. What looks like a diff's header is content.
    ApplyPatch,
    /// A section between tags: another hunk. All else is content.
    Tags,
}

/// Returns where a hunk ends whose counts are right, where lines without a mark are taken for `unmarked`: exactly there the next
/// thing begins.
pub(in crate::dialect) fn counted_end(
    scan: &Scan<'_>,
    start: usize,
    ranges: Ranges,
    within: Within,
    unmarked: LineKind,
) -> Option<usize> {
    let (mut n_old, mut n_new) = (ranges.n_old.unwrap_or(1), ranges.n_new.unwrap_or(1));
    let mut at = start;
    while n_old > 0 || n_new > 0 {
        let body = scan.lines.get(at)?.body;
        // Counts that reach past the closing fence are wrong, however well they add up.
        if scan.closes(at) {
            return None;
        }
        // Nearly every line begins with a blank or a `+`, and nothing else does that.
        let is_header = || hunk_header::read(body).is_some_and(|header| header.ranges.is_some());
        let may_begin = matches!(body.first(), Some(b'@' | b'-' | b'd' | b'*'));
        if may_begin && (is_header() || begins_section(scan, at, within)) {
            return None;
        }
        let kind = match column::mark(body) {
            Some((kind, _)) => Some(kind),
            None if body.starts_with(b"\\") => None,
            None if column::is_unmarked(body) => Some(unmarked),
            None => Some(LineKind::Context),
        };
        let (old, new) = match kind {
            Some(LineKind::Delete) => (1, 0),
            Some(LineKind::Insert) => (0, 1),
            Some(LineKind::Context) => (1, 1),
            None => (0, 0),
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
                || !is_marked && (scan.fence.is_none() || next > at)
        }
    };
    (clean && at > start).then_some(at)
}

/// Returns the first line from `at` on that is not blank.
fn next_text(scan: &Scan<'_>, at: usize) -> Option<usize> {
    (at..scan.lines.len()).find(|index| !scan.lines[*index].is_blank())
}

/// Returns where a hunk ends by its lines alone: at the next header, or outside of a fence at talk that comes after its
/// last change; between two hunks of a file nobody talks.
pub(in crate::dialect) fn uncounted_end(scan: &Scan<'_>, start: usize, within: Within) -> usize {
    let mut has_change = false;
    let stops = |at: &usize| {
        let body = scan.lines[*at].body;
        let is_next = has_change && hunk_header::is_indented(body);
        has_change |= matches!(body.first(), Some(b'+' | b'-'));
        is_next || scan.closes(*at) || ends_body(scan, *at, within)
    };
    let mut end = (start..scan.lines.len())
        .find(stops)
        .unwrap_or(scan.lines.len());
    let is_followed_by_a_hunk = scan
        .lines
        .get(end)
        .is_some_and(|line| hunk_header::is_one(line.body));
    if scan.fence.is_none() {
        let is_apart = |at: &usize| {
            !is_followed_by_a_hunk && is_prose(scan, *at)
                || within == Within::Diff && opens_fence_below_blank(scan, *at, end)
        };
        end = behind_changes(scan, start..end)
            .find(is_apart)
            .unwrap_or(end);
    }
    while end > start
        && scan.lines[end - 1]
            .body
            .trim_end_with(|c| c == '\r')
            .is_empty()
    {
        end -= 1;
    }
    end
}

/// Returns the lines of `lines` behind the last change in them; none where nothing changes.
fn behind_changes(scan: &Scan<'_>, lines: Range<usize>) -> Range<usize> {
    let body = |at: usize| scan.lines[at].body;
    let is_change = |at: &usize| matches!(body(*at).first(), Some(b'+' | b'-'));
    // Talk has bullets of its own, which are no changes of the hunk before it.
    let is_bullet = |at: &usize| body(*at).starts_with(b"- ") || body(*at).starts_with(b"+ ");
    let Some(first) = lines.clone().find(is_change) else {
        return lines.end..lines.end;
    };
    let last = lines.clone().rfind(|at| is_change(at) && !is_bullet(at));
    first.max(last.unwrap_or(first)) + 1..lines.end
}

/// Returns whether a closed fence opens below a blank line. A fence in a list is indented, so it looks like context. One for code
/// that is closed behind the header at `end`, where the next part begins, is context.
fn opens_fence_below_blank(scan: &Scan<'_>, at: usize, end: usize) -> bool {
    let body = scan.lines[at].body;
    let Some(fence) = Fence::open(body, at).filter(|_| scan.lines[at - 1].body.is_empty()) else {
        return false;
    };
    let is_close = |index: usize| fence.closed_by(scan.lines[index].body);
    let close = scan.find_ahead(at + 1, is_close);
    let may_hold_edit = matches!(fence.language(), Language::Patch | Language::Text);
    close.is_some_and(|close| close < end || may_hold_edit)
}

/// Returns whether a line begins something else than another line of the hunk.
fn ends_body(scan: &Scan<'_>, at: usize, within: Within) -> bool {
    let line = scan.lines[at].body;
    let is_hunk_header = hunk_header::is_one(line);
    match within {
        Within::Diff => is_hunk_header || ends_diff(scan, at),
        Within::ApplyPatch => {
            is_hunk_header || line.starts_with(b"*** ") || is_last_of_patch(scan, at)
        }
        Within::Tags => is_hunk_header,
    }
}

/// Returns whether `*** End Patch` stands here behind a blank, and nothing of the patch follows.
fn is_last_of_patch(scan: &Scan<'_>, at: usize) -> bool {
    let follows = next_text(scan, at + 1);
    scan.lines[at].body.trim() == b"*** End Patch" && follows.is_none_or(|next| scan.closes(next))
}

/// Returns whether another file's section begins at a line, whatever the counts of the hunk before it say: one too many would
/// make the header a line of that hunk, and the changes behind it changes of the wrong file.
fn begins_section(scan: &Scan<'_>, at: usize, within: Within) -> bool {
    let line = scan.lines[at].body;
    match within {
        Within::Diff => line.starts_with(b"diff --git ") || is_header_of_a_path(scan, at),
        Within::ApplyPatch => line.starts_with(b"*** "),
        Within::Tags => false,
    }
}

/// Returns whether the `---` and the `+++` line of a file stand here and name a path, as lines of content hardly do.
fn is_header_of_a_path(scan: &Scan<'_>, at: usize) -> bool {
    let line = scan.lines[at].body;
    let names_a_path = |new: &Line<'_>| {
        file_name::names_one_file(line, new.body) && new.body.find_byteset(b"/.").is_some()
    };
    line.starts_with(b"--- ") && scan.lines.get(at + 1).is_some_and(names_a_path)
}

/// Returns whether the `---` and the `+++` line of a file stand here.
fn is_pair_of_headers(scan: &Scan<'_>, at: usize) -> bool {
    let line = scan.lines[at].body;
    let next = |ahead: usize| scan.lines.get(at + ahead).map(|line| line.body);
    let is_hunk_header = |line: &BStr| hunk_header::is_one(line);
    line.starts_with(b"--- ")
        && next(1).is_some_and(|new| {
            new.starts_with(b"+++ ")
                && (next(2).is_some_and(is_hunk_header) || file_name::names_one_file(line, new))
        })
}

/// Returns whether a line ends a diff's section: another file's header, a block's marker, or a mail's signature.
fn ends_diff(scan: &Scan<'_>, at: usize) -> bool {
    let line = scan.lines[at].body;
    let is_followed_by_a_hunk = || {
        let next = scan.lines.get(at + 1);
        next.is_some_and(|next| hunk_header::is_one(next.body))
    };
    let is_lone_header = |marker: &[u8]| line.starts_with(marker) && is_followed_by_a_hunk();
    line.starts_with(b"diff --git ")
        || is_pair_of_headers(scan, at)
        || is_lone_header(b"--- ")
        || is_lone_header(b"+++ ")
        || line.starts_with(b"Index: ")
        || line.starts_with(b"Property changes on: ")
        || line.starts_with(b"*** ")
        || starts_block(line)
        || is_signature(scan, at)
}

/// Returns whether a line belongs to another part of a patch than a hunk's body: a header, or a block's marker.
pub(in crate::dialect) fn is_header_like(line: &BStr) -> bool {
    hunk_header::is_one(line)
        || line.begins_with_one_of(&["--- ", "+++ ", "diff ", "*** ", "Index: "])
        || starts_block(line)
}

/// Returns whether a SEARCH block begins, which no marker of a diff precedes.
fn starts_block(line: &BStr) -> bool {
    let unmarked = line.first() == Some(&b'<') || line.starts_with(b"------- SEARCH");
    unmarked && marker::is_start(line)
}

/// Returns whether the signature of a mail begins here: `-- ` and a version, and then nothing more of the patch.
pub(in crate::dialect) fn is_signature(scan: &Scan<'_>, at: usize) -> bool {
    let body = scan.lines[at].body;
    if body != "-- " && body != "--" {
        return false;
    }
    let Some(version) = scan.lines.get(at + 1) else {
        return true;
    };
    let is_end = |line: &Line<'_>| line.is_blank() || line.body.starts_with(b"From ");
    version.body.first().is_some_and(u8::is_ascii_digit)
        && version.body.contains(&b'.')
        && (scan.closes(at + 2) || scan.lines.get(at + 2).is_none_or(is_end))
}

/// Returns whether a line is talk rather than a context line that lost its marker: it follows a blank line and reads like a
/// sentence.
fn is_prose(scan: &Scan<'_>, at: usize) -> bool {
    let body = scan.lines[at].body;
    if !scan.lines[at - 1].is_blank()
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

pub(in crate::dialect) fn is_no_newline(body: &BStr) -> bool {
    matches!(&**body, [b'\\', b' ', ..])
}

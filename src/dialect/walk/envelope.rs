//! What a patch is wrapped in, beside plain fences: quoting, list items, fences around fences.

use crate::text::OneOf;
use bstr::{BStr, BString, ByteSlice};

use super::fence::{Fence, Language};
use super::heredoc;
use super::line::Line;
use super::scan::{Quotes, Scan};
use crate::dialect::diff::body_end;
use crate::dialect::{before_after, whole_file};

/// Reads through a wrapper that begins where the walk stands. Returns whether there was one with a patch inside; the walk
/// then stands behind it.
pub(in crate::dialect) fn peel(scan: &mut Scan<'_>) -> bool {
    if scan.at < scan.peeled_to {
        return false;
    }
    let quotes = scan.quotes == Quotes::Read && quoted(scan);
    quotes
        || indented_fence(scan)
        || indented_diff(scan)
        || indented_tag(scan)
        || indented_heredoc(scan)
        || item(scan)
        || fence_around_fences(scan)
}

/// Reads a run of lines that are quoted with `>`, as in a mail.
fn quoted(scan: &mut Scan<'_>) -> bool {
    let inner = quoted_lines(&scan.lines[scan.at..]);
    if inner.is_empty() {
        return false;
    }
    let end = scan.at + inner.len();
    let named = scan.path_around(scan.at);
    take(scan, &inner, end, named)
}

/// Returns the lines that are quoted with `>` from the first one on, without that sign.
pub(in crate::dialect) fn quoted_lines<'a>(lines: &[Line<'a>]) -> Vec<Line<'a>> {
    let unquoted = |line: &Line<'a>| {
        let body = unquoted(line.body)?;
        Some(Line { body, ..*line })
    };
    lines.iter().map_while(unquoted).collect()
}

fn unquoted(body: &BStr) -> Option<&BStr> {
    let rest = body.trim_start_with(|c| c == ' ').strip_prefix(b">")?;
    // Runs of `>` are the markers of blocks and conflicts, and a quote in a quote has blanks or three at most.
    if rest.starts_with(b">>>") {
        return None;
    }
    Some(rest.strip_prefix(b" ").unwrap_or(rest).as_bstr())
}

/// How many lines above a fence in a list item are read with it, for what they say of it.
const LINES_ABOVE: usize = 16;

/// Reads a fence that stands inside a list item: all its lines are indented like itself.
fn indented_fence(scan: &mut Scan<'_>) -> bool {
    if scan.fence.is_some() {
        return false;
    }
    let Some(fence) =
        Fence::open(scan.lines[scan.at].body, scan.at).filter(|fence| fence.indent > 0)
    else {
        return false;
    };
    if before_after::begins_with_fence(scan) {
        return false;
    }
    let after = scan.lines[scan.at + 1..]
        .iter()
        .take_while(|line| line.is_blank() || n_leading(line.body) >= fence.indent)
        .take_while(|_| scan.budget().spend(1))
        .position(|line| fence.closed_by(line.body));
    let Some(n_inside) = after else {
        return false;
    };
    let end = scan.at + n_inside + 2;
    // The lines above say what the fence is for.
    let from = scan.at.saturating_sub(LINES_ABOVE).max(scan.read_to);
    let inner = outdented(&scan.lines[from..end], fence.indent);
    let named = scan.path_around(scan.at);
    take_from(scan, &inner, scan.at - from, end, named)
}

/// Reads a diff all of whose lines are indented like its header, as code is in Markdown without a fence, and in lists.
fn indented_diff(scan: &mut Scan<'_>) -> bool {
    let indent = n_leading(scan.lines[scan.at].body);
    let may_hold = |fence: Fence<'_>| matches!(fence.language(), Language::Patch | Language::Text);
    if indent == 0 || !scan.fence.is_none_or(may_hold) {
        return false;
    }
    let begins = |at: usize, sign: &str| {
        let body = scan.lines.get(at).map(|line| line.body);
        body.is_some_and(|body| {
            n_leading(body) == indent && body[indent..].starts_with(sign.as_bytes())
        })
    };
    let has_names = |at: usize| begins(at, "--- ") && begins(at + 1, "+++ ");
    let has_header = begins(scan.at, "diff --git ") || has_names(scan.at);
    if !has_header {
        return false;
    }
    let is_inside = |at: &usize| {
        let line = &scan.lines[*at];
        (line.is_blank() || n_leading(line.body) >= indent) && !scan.closes(*at)
    };
    let end = (scan.at..scan.lines.len()).take_while(is_inside).last();
    let end = end.map_or(scan.at, |last| last + 1);
    let inner = outdented(&scan.lines[scan.at..end], indent);
    take(scan, &inner, end, None)
}

/// Reads an element all of whose lines are indented like its tag: what it holds is indented with it.
fn indented_tag(scan: &mut Scan<'_>) -> bool {
    let body = scan.lines[scan.at].body;
    let tag = body[n_leading(body)..].strip_prefix(b"<");
    let Some(tag) = tag.filter(|tag| tag.first().is_some_and(u8::is_ascii_alphabetic)) else {
        return false;
    };
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b':');
    let end = tag.iter().position(|byte| !is_of_name(byte));
    let name = tag[..end.unwrap_or(tag.len())].as_bstr();
    indented(scan, &format!("</{name}>"))
}

/// Reads a here-document all of whose lines, its end among them, are indented like its command.
fn indented_heredoc(scan: &mut Scan<'_>) -> bool {
    let body = scan.lines[scan.at].body;
    if scan.heredoc.is_some() || n_leading(body) == 0 {
        return false;
    }
    let end = heredoc::read(body).and_then(|heredoc| heredoc.end.to_str().ok());
    end.is_some_and(|end| indented(scan, end))
}

/// Reads a part that begins on the line of a list item, behind its mark: the lines below it are indented as far as that.
fn item(scan: &mut Scan<'_>) -> bool {
    if scan.fence.is_some() {
        return false;
    }
    let body = scan.lines[scan.at].body;
    let Some(indent) = behind_mark(body).filter(|indent| begins_part(body[*indent..].as_bstr()))
    else {
        return false;
    };
    let n_below = scan.lines[scan.at + 1..]
        .iter()
        .take_while(|line| line.is_blank() || n_leading(line.body) >= indent)
        .take_while(|_| scan.budget().spend(1))
        .count();
    // Without a budget the part may be cut off amid its lines.
    if n_below == 0 || !scan.budget().spend(1) {
        return false;
    }
    let end = scan.at + 1 + n_below;
    let from = scan.at.saturating_sub(LINES_ABOVE).max(scan.read_to);
    let mut inner = outdented(&scan.lines[from..end], indent);
    inner[scan.at - from].body = body[indent..].as_bstr();
    let named = scan.path_around(scan.at);
    take_from(scan, &inner, scan.at - from, end, named)
}

/// Returns the column behind the mark of a list item; `None` for another line.
fn behind_mark(body: &BStr) -> Option<usize> {
    let start = n_leading(body);
    let n_digits = body[start..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let signs: &[u8] = if n_digits > 0 { b".)" } else { b"-*+" };
    let mark = start + n_digits;
    body.get(mark).filter(|byte| signs.contains(byte))?;
    let n_blanks = n_leading(body[mark + 1..].as_bstr());
    (n_blanks > 0).then_some(mark + 1 + n_blanks)
}

/// Returns whether a line is the first of a part of several lines: a fence, a tag, a diff or a block.
fn begins_part(line: &BStr) -> bool {
    let begins = [
        "{", "[{", "--- ", "diff --git ", "*** Begin Patch", "<<<<<<<",
    ];
    let tag = line.strip_prefix(b"<").and_then(<[u8]>::first);
    let is_tag = tag.is_some_and(u8::is_ascii_alphabetic);
    is_tag || Fence::open(line, 0).is_some() || line.begins_with_one_of(&begins)
}

/// Reads a part all of whose lines are indented like its first, up to the line `end`. Returns whether there was one with a
/// patch inside.
pub(in crate::dialect) fn indented(scan: &mut Scan<'_>, end: &str) -> bool {
    let indent = n_leading(scan.lines[scan.at].body);
    if indent == 0 || scan.at < scan.peeled_to {
        return false;
    }
    let n_lines = scan.lines[scan.at..]
        .iter()
        .take_while(|line| line.is_blank() || n_leading(line.body) >= indent)
        .take_while(|_| scan.budget().spend(1))
        .position(|line| line.trimmed() == end);
    let Some(end) = n_lines.map(|last| scan.at + last + 1) else {
        return false;
    };
    // The commands above say which folder a script is in.
    let from = scan.at.saturating_sub(LINES_ABOVE).max(scan.read_to);
    let inner = outdented(&scan.lines[from..end], indent);
    let named = scan.path_around(scan.at);
    take_from(scan, &inner, scan.at - from, end, named)
}

fn outdented<'a>(lines: &[Line<'a>], indent: usize) -> Vec<Line<'a>> {
    let outdent = |line: &Line<'a>| Line {
        body: line.body[indent.min(n_leading(line.body))..].as_bstr(),
        ..*line
    };
    lines.iter().map(outdent).collect()
}

/// Reads a fence that holds a message with shorter fences of its own. One under a path is a file, fences and all.
fn fence_around_fences(scan: &mut Scan<'_>) -> bool {
    if scan.fence.is_some() {
        return false;
    }
    let Some(outer) =
        Fence::open(scan.lines[scan.at].body, scan.at).filter(|fence| fence.length > 3)
    else {
        return false;
    };
    let first = scan.at + 1;
    let close = scan.find_ahead(first, |index| outer.closed_by(scan.lines[index].body));
    let Some(close) = close.filter(|_| whole_file::find(scan).is_none()) else {
        return false;
    };
    let inner = &scan.lines[first..close];
    let opens = |line: &Line<'_>| {
        Fence::open(line.body, 0)
            .is_some_and(|fence| fence.length < outer.length && !fence.info.is_empty())
    };
    // A patch of its own may change fences, as that of a Markdown file does.
    let is_message = inner
        .iter()
        .find(|line| opens(line) || body_end::is_header_like(line.body))
        .is_some_and(opens);
    let named = scan.path_around(scan.at);
    is_message && take(scan, inner, close + 1, named)
}

fn n_leading(body: &BStr) -> usize {
    crate::text::indent::leading(body).len()
}

fn take(scan: &mut Scan<'_>, inner: &[Line<'_>], end: usize, named: Option<BString>) -> bool {
    take_from(scan, inner, 0, end, named)
}

/// Reads `inner` from its line `first` on; what stands above only says what it is for.
fn take_from(
    scan: &mut Scan<'_>,
    inner: &[Line<'_>],
    first: usize,
    end: usize,
    named: Option<BString>,
) -> bool {
    scan.peeled_to = end;
    let named = named.or_else(|| scan.named.clone());
    let found = scan.nested_from(inner, first, named);
    if found {
        scan.at = end;
        scan.read_to = end;
    }
    found
}

//! The hunks of diffs: their `@@` line and their marked lines, with all that goes wrong in them.

use bstr::{BStr, BString, ByteSlice};

use super::column::{self, Column};
use super::header;
use super::note::NoteCode;
use super::scan::Scan;
use crate::patch::{CountCheck, FileOp, HintSource, Hunk, HunkLine, LineHint, LineKind};
use crate::text::FinalNewline;

/// What a hunk header says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct HunkHeader {
    /// The numbers, where there are any.
    pub(super) ranges: Option<Ranges>,
    /// A single number (`@@ line 10 @@`), 1-based.
    pub(super) line_number: Option<usize>,
    /// What stands behind or between the marks.
    pub(super) heading: BString,
}

/// The numbers of `@@ -a,b +c,d @@`; starts are 1-based as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ranges {
    /// First line of the preimage.
    pub(super) old_start: usize,
    /// Lines of the preimage; `None` when left out.
    pub(super) n_old: Option<usize>,
    /// Lines of the postimage; `None` when left out.
    pub(super) n_new: Option<usize>,
}

/// Reads a line that begins a hunk: numbered, or any of the numberless kinds.
pub(super) fn hunk_header(line: &BStr) -> Option<HunkHeader> {
    let rest = line.trim_end().strip_prefix(b"@@")?;
    if rest.starts_with(b"@") {
        return None;
    }
    let (inner, heading) = match rest.split_once_str("@@") {
        Some((inner, heading)) => (inner.trim(), heading.trim()),
        None => (rest.trim(), &b""[..]),
    };
    if let Some((ranges, tail)) = ranges(inner) {
        let heading = if heading.is_empty() { tail } else { heading };
        return Some(HunkHeader {
            ranges: Some(ranges),
            line_number: None,
            heading: heading.into(),
        });
    }
    let empty_ranges = [
        &b"..."[..],
        b"-,+",
        b"-,+,",
        b"-,+ ,",
        b"-, +,",
        "…".as_bytes(),
        b"-0,0 +0,0",
    ];
    let inner = if empty_ranges.contains(&inner) {
        b""
    } else {
        inner
    };
    let number = line_number(inner);
    let heading = match (heading.is_empty(), number) {
        (false, _) => heading,
        (true, Some(_)) => b"",
        (true, None) => inner,
    };
    Some(HunkHeader {
        ranges: None,
        line_number: number,
        heading: heading.into(),
    })
}

/// Reads `-a,b +c,d`, and returns what follows it.
fn ranges(text: &[u8]) -> Option<(Ranges, &[u8])> {
    let rest = text.strip_prefix(b"-")?;
    let (old_start, n_old, rest) = range(rest)?;
    let rest = rest.trim_start().strip_prefix(b"+")?;
    let (_, n_new, rest) = range(rest)?;
    Some((
        Ranges {
            old_start,
            n_old,
            n_new,
        },
        rest.trim(),
    ))
}

fn range(text: &[u8]) -> Option<(usize, Option<usize>, &[u8])> {
    let (start, rest) = number(text)?;
    match rest.strip_prefix(b",").and_then(number) {
        Some((n, rest)) => Some((start, Some(n), rest)),
        None => Some((start, None, rest)),
    }
}

fn number(text: &[u8]) -> Option<(usize, &[u8])> {
    let end = text
        .iter()
        .position(|byte| !byte.is_ascii_digit())
        .unwrap_or(text.len());
    let value = text[..end].to_str().ok()?.parse().ok()?;
    Some((value, &text[end..]))
}

fn line_number(text: &[u8]) -> Option<usize> {
    let digits = ["line ", "lines ", "-", "L"]
        .iter()
        .find_map(|label| text.strip_prefix(label.as_bytes()))?;
    let (value, rest) = number(digits.trim())?;
    let tail_is_range = rest.is_empty() || rest.starts_with(b"-") || rest.starts_with(b",");
    tail_is_range.then_some(value)
}

/// Reads the body of the hunk whose header stands at line `header_at` and pushes it to the last file; the walk then
/// stands behind it.
pub(super) fn read_hunk(scan: &mut Scan<'_>, header_at: usize, header: HunkHeader) {
    scan.at = header_at + 1;
    read_hunk_at(scan, header_at, header);
}

/// Reads the hunk that begins at line `header_at` and whose body begins where the walk stands.
pub(super) fn read_hunk_at(scan: &mut Scan<'_>, header_at: usize, header: HunkHeader) {
    let since = scan.notes.len();
    scan.at = scan.at.max(header_at);
    let read = read_lines(scan, header.ranges, Within::Diff);
    let hint = hint(header.ranges, header.line_number, &read);
    if read.lines.is_empty() {
        scan.note(
            NoteCode::EmptyHunk,
            header_at..scan.at,
            "a hunk header without lines",
        );
        // A new file would come out empty, though its header claims lines.
        if let Some(file) = scan
            .files
            .last_mut()
            .filter(|file| file.op == FileOp::Create)
        {
            file.invalid = Some("the new file's hunk has no lines".to_string());
        }
        return;
    }
    if header.ranges.is_some() && read.counts == CountCheck::Wrong {
        scan.note(
            NoteCode::CountWrong,
            header_at..header_at + 1,
            "the counts of the hunk header are not those of its lines; the lines are believed",
        );
    }
    let headings = if header.heading.is_empty() {
        Vec::new()
    } else {
        vec![header.heading]
    };
    let hunk = Hunk {
        hint,
        headings,
        final_newline: read.final_newline,
        lines: read.lines,
        origin: scan.span(header_at, scan.at),
        ..Hunk::default()
    };
    scan.push_hunk(hunk, since);
}

/// Returns where a header says its body goes.
pub(super) fn hint(
    ranges: Option<Ranges>,
    line_number: Option<usize>,
    read: &Body,
) -> Option<LineHint> {
    let has_preimage = read.lines.iter().any(HunkLine::in_preimage);
    match (ranges, line_number) {
        (Some(ranges), _) => Some(LineHint {
            // A preimage without lines is numbered by the line above it.
            line_index: if has_preimage {
                ranges.old_start.saturating_sub(1)
            } else {
                ranges.old_start
            },
            source: HintSource::Header(read.counts),
        }),
        (None, Some(number)) => Some(LineHint {
            line_index: number.saturating_sub(1),
            source: HintSource::StartLine,
        }),
        (None, None) => None,
    }
}

/// What a hunk is part of, which says what may follow it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Within {
    /// A diff: another hunk, or another file's header.
    Diff,
    /// `*** Begin Patch`: another section, or a line with three stars. What looks like a diff's header is content.
    ApplyPatch,
}

/// The lines of a hunk.
#[derive(Debug)]
pub(super) struct Body {
    pub(super) lines: Vec<HunkLine>,
    pub(super) counts: CountCheck,
    pub(super) final_newline: FinalNewline,
}

/// Reads marked lines from where the walk stands, and moves it behind them. Right counts decide where the hunk ends;
/// otherwise the lines themselves do.
pub(super) fn read_lines(scan: &mut Scan<'_>, ranges: Option<Ranges>, within: Within) -> Body {
    let start = scan.at;
    let counted = ranges.and_then(|ranges| counted_end(scan, start, ranges, within));
    let end = counted.unwrap_or_else(|| uncounted_end(scan, start, within));
    scan.at = end;
    let raw: Vec<&BStr> = scan.lines[start..end]
        .iter()
        .map(|line| line.body)
        .collect();
    let column = column::of(&raw);
    note_column(scan, column, start..end);
    let (lines, final_newline) = marked_lines(&raw, column);
    let counts = if counted.is_some() {
        CountCheck::Right
    } else {
        CountCheck::Wrong
    };
    Body {
        lines,
        counts,
        final_newline,
    }
}

fn note_column(scan: &mut Scan<'_>, column: Column, lines: std::ops::Range<usize>) {
    let is_unmarked = |index: &usize| column::is_unmarked(scan.lines[*index].body);
    match column {
        Column::Marked => {
            if let Some(first) = lines.clone().find(is_unmarked) {
                let n_lines = lines.filter(is_unmarked).count();
                scan.note(
                    NoteCode::ContextMarkerMissing,
                    first..first + 1,
                    format!("{n_lines} line(s) without a marker are read as context"),
                );
            }
        }
        Column::Lost => scan.note(
            NoteCode::ContextMarkerMissing,
            lines,
            "the context lines lack their leading space; they are read as they stand",
        ),
        Column::Doubled => scan.note(
            NoteCode::ContextMarkerDoubled,
            lines,
            "the context lines carry one space too many; it is left out",
        ),
    }
}

/// Returns where a hunk ends whose counts are right: exactly there the next thing begins.
fn counted_end(scan: &Scan<'_>, start: usize, ranges: Ranges, within: Within) -> Option<usize> {
    let (mut n_old, mut n_new) = (ranges.n_old.unwrap_or(1), ranges.n_new.unwrap_or(1));
    let mut at = start;
    while n_old > 0 || n_new > 0 {
        let body = scan.lines.get(at)?.body;
        if hunk_header(body).is_some_and(|header| header.ranges.is_some()) {
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
fn uncounted_end(scan: &Scan<'_>, start: usize, within: Within) -> usize {
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
        return hunk_header(line).is_some() || line.starts_with(b"*** ");
    }
    let next = |ahead: usize| scan.lines.get(at + ahead).map(|line| line.body);
    let second_header = || {
        next(1).is_some_and(|new| {
            new.starts_with(b"+++ ")
                && (next(2).is_some_and(|body| hunk_header(body).is_some())
                    || header::names_one_file(line, new))
        })
    };
    let lone_header = |marker: &[u8]| {
        line.starts_with(marker) && next(1).is_some_and(|body| hunk_header(body).is_some())
    };
    hunk_header(line).is_some()
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
    hunk_header(line).is_some()
        || ["--- ", "+++ ", "diff ", "*** ", "Index: "]
            .iter()
            .any(|start| line.starts_with(start.as_bytes()))
        || starts_block(line)
}

/// Returns whether a SEARCH block begins, which no marker of a diff precedes.
fn starts_block(line: &BStr) -> bool {
    let unmarked = line.first() == Some(&b'<') || line.starts_with(b"------- SEARCH");
    unmarked && super::block::is_start(line)
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

fn is_no_newline(body: &BStr) -> bool {
    body.starts_with(b"\\ ")
}

/// Turns raw lines into the lines of a hunk, and reads what they say of the final newline.
fn marked_lines(raw: &[&BStr], column: Column) -> (Vec<HunkLine>, FinalNewline) {
    let mut lines: Vec<HunkLine> = Vec::new();
    // Indexes of lines that are said to lack their newline.
    let mut bare: Vec<usize> = Vec::new();
    for body in raw {
        if is_no_newline(body) && body.to_ascii_lowercase().contains_str("newline") {
            bare.extend(lines.len().checked_sub(1));
            continue;
        }
        lines.push(one_line(body, column));
    }
    // Only the last line of a side can lack it; anywhere else the remark is a slip.
    let is_bare = |sided: fn(&HunkLine) -> bool| {
        lines
            .iter()
            .rposition(sided)
            .is_some_and(|last| bare.contains(&last))
    };
    let final_newline = match (
        is_bare(HunkLine::in_preimage),
        is_bare(HunkLine::in_postimage),
    ) {
        (false, true) => FinalNewline::Remove,
        (true, false) => FinalNewline::Add,
        (true, true) | (false, false) => FinalNewline::Keep,
    };
    (lines, final_newline)
}

fn one_line(raw: &BStr, column: Column) -> HunkLine {
    match raw.first() {
        Some(b'+') => HunkLine::new(LineKind::Insert, &raw[1..]),
        Some(b'-') => HunkLine::new(LineKind::Delete, &raw[1..]),
        Some(_) | None => HunkLine::new(LineKind::Context, column.body(raw)),
    }
}

//! The line that begins a hunk: `@@ -a,b +c,d @@`, and all that is written in its place.

use bstr::{BStr, BString};

use crate::dialect::walk::line;
use crate::text::Trim;

/// What a hunk header says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::dialect) struct HunkHeader {
    /// The numbers, where there are any.
    pub(in crate::dialect) ranges: Option<Ranges>,
    /// A single number (`@@ line 10 @@`), 1-based.
    pub(in crate::dialect) line_number: Option<usize>,
    /// What stands behind or between the marks.
    pub(in crate::dialect) heading: BString,
}

/// The numbers of `@@ -a,b +c,d @@`; starts are 1-based as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dialect) struct Ranges {
    /// First line of the preimage.
    pub(in crate::dialect) old_start: usize,
    /// Lines of the preimage; `None` when left out.
    pub(in crate::dialect) n_old: Option<usize>,
    /// Lines of the postimage; `None` when left out.
    pub(in crate::dialect) n_new: Option<usize>,
}

/// Returns whether a line begins a hunk: numbered, or any of the numberless kinds.
pub(in crate::dialect) fn is_one(line: &BStr) -> bool {
    // Asked of every line of a reply: what ends it is looked at only where it begins as one.
    match &**line {
        // More signs begin a combined diff, unless `@@ @@` has lost its blank.
        [b'@', b'@', rest @ ..] if rest.first() == Some(&b'@') => rest.trimmed_end() == b"@@",
        [b'@', b'@', ..] => true,
        _ => false,
    }
}

/// Returns whether a line is a bare header behind more blanks than mark a context line: `  @@ @@`. A file that holds one
/// itself is about diffs.
pub(in crate::dialect) fn is_indented(line: &BStr) -> bool {
    line.starts_with(b"  ") && matches!(line.trimmed(), b"@@" | b"@@ @@" | b"@@ ... @@")
}

/// Reads a line that begins a hunk.
pub(in crate::dialect) fn read(line: &BStr) -> Option<HunkHeader> {
    if !is_one(line) {
        return None;
    }
    let rest = line.strip_prefix(b"@@")?.trimmed_end();
    let (inner, heading) = match split_at_marks(rest) {
        Some((inner, heading)) => (inner.trimmed(), heading.trimmed()),
        None => (rest.trimmed(), &b""[..]),
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

/// Returns what stands before and after the first `@@`. Headers are short: to prepare a search costs more than to look.
fn split_at_marks(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = text.windows(2).position(|pair| pair == b"@@")?;
    Some((&text[..at], &text[at + 2..]))
}

/// Reads `-a,b +c,d`, and returns what follows it.
fn ranges(text: &[u8]) -> Option<(Ranges, &[u8])> {
    let rest = text.strip_prefix(b"-")?;
    let (old_start, n_old, rest) = range(rest)?;
    let rest = rest.trimmed_start().strip_prefix(b"+")?;
    let (_, n_new, rest) = range(rest)?;
    Some((
        Ranges {
            old_start,
            n_old,
            n_new,
        },
        rest.trimmed(),
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
    Some((line::number(&text[..end])?, &text[end..]))
}

fn line_number(text: &[u8]) -> Option<usize> {
    let digits = ["line ", "lines ", "-", "L"]
        .iter()
        .find_map(|label| text.strip_prefix(label.as_bytes()))?;
    let (value, rest) = number(digits.trimmed())?;
    let tail_is_range = rest.is_empty() || rest.starts_with(b"-") || rest.starts_with(b",");
    tail_is_range.then_some(value)
}

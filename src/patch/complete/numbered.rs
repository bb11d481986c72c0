//! Lines that a hunk names by number: those it replaces, and those that are to be searched for its old text.

use bstr::{BStr, ByteSlice};

use super::{Extent, HintSource, Hunk, HunkLine, LineHint, LineKind, Occurrences, Unsure, Whole};
use crate::patch::of_kind;
use crate::text::{LineSpan, Piece, Text, Trim};

/// Returns the hunk with the line of its old text for a hint, where `range` has that once. It waits where only other lines have it,
/// or these as well and all places are meant.
pub(super) fn in_range(hunk: &Hunk, range: LineSpan, whole: &Whole<'_>) -> Hunk {
    let text = whole.text;
    let end = range.end.min(text.n_lines());
    let range = LineSpan::new(range.start.min(end), end);
    let within = |span: LineSpan| {
        let is_looked_through = whole.spend(text.byte_range(span).len());
        is_looked_through.then(|| places_of(hunk, span, text))
    };
    let inside = within(range);
    let is_all = hunk.occurrences != Occurrences::One;
    // Where the old text stands in the range, and one place is meant, the rest of the file does not matter.
    let needs_rest = is_all || inside.as_ref().is_none_or(Vec::is_empty);
    let n_places = match needs_rest {
        true => within(LineSpan::new(0, text.n_lines())).map(|places| places.len()),
        false => Some(0),
    };
    let inside = inside.unwrap_or_default();
    // What was not looked through may be anywhere.
    let is_out = n_places.is_none_or(|n_places| inside.len() < n_places);
    let line_index = match inside[..] {
        [line_index] => line_index,
        _ => range.start,
    };
    Hunk {
        hint: Some(LineHint {
            line_index,
            source: HintSource::StartLine,
        }),
        unsure: hunk.unsure.or(is_out.then_some(Unsure::OutOfRange)),
        ..hunk.clone()
    }
}

/// Returns the lines within `span` at which the old text of a hunk begins, blanks at its ends aside; it may be a part of them.
fn places_of(hunk: &Hunk, span: LineSpan, text: &Text) -> Vec<usize> {
    let old: Vec<&[u8]> = hunk.preimage().map(|line| line.trimmed()).collect();
    let last = old.len().saturating_sub(1);
    let stands = |at: &usize| {
        let mut lines = old.iter().enumerate();
        lines.all(|(index, old)| {
            let line: &[u8] = text.line(at + index).trimmed();
            match (index == 0, index == last) {
                (true, true) => line.contains_str(old),
                (true, false) => line.ends_with(old),
                (false, true) => line.starts_with(old),
                (false, false) => line == *old,
            }
        })
    };
    let end = (span.end + 1).saturating_sub(old.len().max(1));
    (span.start..end).filter(stands).collect()
}

/// Puts the lines that a hunk names by number in front of its insertions, as deletions.
pub(super) fn quoting(hunk: &Hunk, span: LineSpan, text: &Text) -> Hunk {
    if span.end > text.n_lines() {
        return Hunk {
            invalid: Some(
                format!(
                    "it replaces lines up to {}, but the file has {}",
                    span.end,
                    text.n_lines()
                )
                .into(),
            ),
            ..hunk.clone()
        };
    }
    let gone = text
        .pieces(span)
        .map(|line| HunkLine::new(LineKind::Delete, line));
    let new = of_kind(&hunk.lines, LineKind::Insert).cloned();
    let mut new: Vec<HunkLine> = new.collect();
    if let Extent::Columns { from, to } = hunk.extent {
        let ends = (text.line(span.start), text.line(span.end - 1));
        glue(&mut new, split_at(ends.0, from).0, split_at(ends.1, to).1);
    }
    Hunk {
        lines: gone.chain(new).collect(),
        extent: Extent::Lines,
        hint: Some(LineHint {
            line_index: span.start,
            source: HintSource::StartLine,
        }),
        ..hunk.clone()
    }
}

/// Puts what stays of a line before the first of `lines`, and what stays of another behind the last.
fn glue(lines: &mut [HunkLine], before: &BStr, after: &BStr) {
    if let Some(first) = lines.first_mut() {
        first.body = Piece::from([before.as_bytes(), first.body.as_bytes()].concat());
    }
    if let Some(last) = lines.last_mut() {
        last.body = Piece::from([last.body.as_bytes(), after.as_bytes()].concat());
    }
}

/// Splits a line at a column in units of UTF-16; one beyond its end is its end.
fn split_at(line: &BStr, column: u32) -> (&BStr, &BStr) {
    let mut left = column as usize;
    let mut at = 0;
    for (start, end, c) in line.char_indices() {
        if left < c.len_utf16() {
            at = start;
            break;
        }
        left -= c.len_utf16();
        at = end;
    }
    (line[..at].as_bstr(), line[at..].as_bstr())
}

//! The place in a file that is cited behind its path, or before it.

use bstr::{BStr, ByteSlice};

use crate::dialect::walk::line;
use crate::text::LineSpan;

/// A place in a file, as citations name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dialect) enum Cited {
    /// A name, or a line whose number says nothing here.
    Somewhere,
    /// These lines.
    Lines(LineSpan),
}

/// Parts a path from the place that is cited with it.
pub(in crate::dialect) fn cut_place(text: &[u8]) -> (&[u8], Option<Cited>) {
    // Every place has a number or a colon: most names are done here, in replies of thousands of them.
    if !text
        .iter()
        .any(|byte| byte.is_ascii_digit() || *byte == b':')
    {
        return (text, None);
    }
    if let Some((path, _)) = text.split_once_str("::") {
        return (path, Some(Cited::Somewhere));
    }
    if let Some((path, place)) = text.split_once_str("#")
        && let Some(cited) = numbers(place)
    {
        return (path, Some(cited));
    }
    if let Some(found) = numbered_before(text) {
        return found;
    }
    for words in [
        ", line", ", lines", " line", " lines", " (line", " (lines", " L", " (L",
    ] {
        if let Some((path, place)) = text.split_once_str(words)
            && let Some(cited) = numbers(place.trim_with(|c| matches!(c, ' ' | ')' | 's')))
        {
            return (path, Some(cited));
        }
    }
    if let Some((path, place)) = text.split_once_str(":")
        && let Some(cited) = numbers(place)
    {
        return (path, Some(cited));
    }
    (text, None)
}

/// Reads `12:15:path`.
fn numbered_before(text: &[u8]) -> Option<(&[u8], Option<Cited>)> {
    let mut parts = text.splitn_str(3, ":");
    let (first, last, path) = (parts.next()?, parts.next()?, parts.next()?);
    let (first, last) = (line::number(first)?, line::number(last)?);
    Some((path, Some(lines(first, last))))
}

/// Reads the numbers of a place: `12`, `L5-L9`, `12-20`, `12:4` (a line and a column).
fn numbers(place: &[u8]) -> Option<Cited> {
    let place: Vec<u8> = place
        .replace("–", "-")
        .into_iter()
        .filter(|byte| !matches!(byte, b'L' | b'l' | b' '))
        .collect();
    let is_part = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'-' | b':' | b',');
    if !place.first()?.is_ascii_digit() || !place.iter().all(is_part) {
        return None;
    }
    let place = place.split(|byte| *byte == b':' || *byte == b',').next()?;
    let (first, last) = place.split_once_str("-").unwrap_or((place, place));
    Some(match (line::number(first), line::number(last)) {
        (Some(first), Some(last)) => lines(first, last),
        (None, _) | (_, None) => Cited::Somewhere,
    })
}

fn lines(first: usize, last: usize) -> Cited {
    if first == 0 || last < first {
        return Cited::Somewhere;
    }
    Cited::Lines(LineSpan::new(first - 1, last))
}

/// Reads `(line 10)`, `lines 3-5` in a sentence.
pub(super) fn cited_in_words(line: &BStr) -> Option<Cited> {
    let lower = line.to_ascii_lowercase();
    ["line ", "lines "].iter().find_map(|word| {
        let rest = lower.split_once_str(word)?.1;
        let n = rest
            .iter()
            .take_while(|byte| byte.is_ascii_digit() || **byte == b'-')
            .count();
        numbers(&rest[..n])
    })
}

//! Lines that are too long to be read at once: what is read of words takes about fifty times their room, and a line may hold
//! any number.

use bstr::{BStr, ByteSlice};

/// The most bytes of a paragraph, and of a line of one, that are read at once.
pub(in crate::dialect) const MAX_BYTES: usize = 64 * 1024;

/// Returns the parts of a line, each short enough to be read at once: they end where words do, and not amid code in backticks.
pub(in crate::dialect) fn parts(line: &BStr) -> impl Iterator<Item = &BStr> {
    let mut rest = Some(line);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = match text.len() > MAX_BYTES {
            true => end_of_words(&text[..MAX_BYTES]),
            false => text.len(),
        };
        rest = Some(text[end..].as_bstr()).filter(|rest| !rest.is_empty());
        Some(text[..end].as_bstr())
    })
}

/// Returns the last part of a line: what a line says of what is below it is at its end.
pub(in crate::dialect) fn last_part(line: &BStr) -> &BStr {
    parts(line).last().unwrap_or(line)
}

/// Returns where the last whole word ends, before code that is cut off if a word is there; else within it; the whole length where
/// no word ends.
fn end_of_words(text: &[u8]) -> usize {
    let is_even = memchr::memchr_iter(b'`', text).count().is_multiple_of(2);
    let open = text.rfind_byte(b'`').filter(|_| !is_even);
    let before = [open.map(|at| &text[..at]), Some(text)];
    let mut ends = before
        .into_iter()
        .flatten()
        .filter_map(|text| text.rfind_byte(b' '));
    ends.next().map_or(text.len(), |blank| blank + 1)
}

#[cfg(test)]
mod tests {
    use bstr::BString;

    use super::*;

    #[test]
    fn a_long_line_is_parted_where_words_end() {
        let line = BString::from("so it is said ".repeat(20_000));
        let parts: Vec<&BStr> = super::parts(line.as_bstr()).collect();
        assert!(parts.len() > 1 && parts.iter().all(|part| part.len() <= MAX_BYTES));
        let mut all_but_last = parts[..parts.len() - 1].iter();
        assert!(all_but_last.all(|part| part.ends_with(b" ")));
        assert_eq!(bstr::concat(&parts), line);
    }

    #[test]
    fn a_long_line_is_not_parted_amid_code() {
        let line = BString::from("See `the name of it` so. ".repeat(20_000));
        let mut parts = super::parts(line.as_bstr());
        assert!(parts.all(|part| part.find_iter("`").count().is_multiple_of(2)));
        assert_eq!(end_of_words(b"a `b c"), 2);
        assert_eq!(end_of_words(b"`b c"), 3);
        assert_eq!(end_of_words(b"abc"), 3);
    }

    #[test]
    fn the_end_of_a_long_line_is_its_last_part() {
        let line = BString::from("so it is said ".repeat(20_000) + "in `a.rs`:");
        let last = last_part(line.as_bstr());
        assert!(last.len() <= MAX_BYTES && last.ends_with(b"in `a.rs`:"));
        assert_eq!(last_part(BStr::new("")), "");
    }
}

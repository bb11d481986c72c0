//! Lines to be read, each with the line of the reply it came from.

use bstr::{BStr, ByteSlice};

use crate::text::{LineSpan, Text, Trim};

/// One line without its ending. Peeling a wrapper makes new lines that keep the reply's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dialect) struct Line<'a> {
    /// The bytes to be read.
    pub(in crate::dialect) body: &'a BStr,
    /// 0-based line of the reply.
    pub(in crate::dialect) at: usize,
}

/// Returns the lines of a whole reply.
pub(in crate::dialect) fn of_text(text: &Text) -> Vec<Line<'_>> {
    text.lines()
        .enumerate()
        .map(|(at, body)| Line { body, at })
        .collect()
}

/// Makes several lines of each that is parted: `breaks` are the index of the line and the column at which another begins.
pub(in crate::dialect) fn part(lines: &mut Vec<Line<'_>>, breaks: &[(usize, usize)]) {
    let mut breaks = breaks.to_vec();
    breaks.sort_unstable();
    breaks.dedup();
    let mut parted = Vec::with_capacity(lines.len() + breaks.len());
    let mut breaks = breaks.into_iter().peekable();
    for (index, line) in lines.iter().enumerate() {
        let mut start = 0;
        while let Some((_, column)) = breaks.next_if(|(of, _)| *of == index) {
            let body = line.body[start..column].as_bstr();
            parted.push(Line { body, at: line.at });
            start = column;
        }
        let body = line.body[start..].as_bstr();
        parted.push(Line { body, at: line.at });
    }
    *lines = parted;
}

/// Returns the span of the reply that `lines` come from; an empty list gives an empty span at `otherwise`.
pub(in crate::dialect) fn span(lines: &[Line<'_>], otherwise: usize) -> LineSpan {
    match (lines.first(), lines.last()) {
        (Some(first), Some(last)) => LineSpan::new(first.at, last.at.max(first.at) + 1),
        (None, _) | (_, None) => LineSpan::new(otherwise, otherwise),
    }
}

/// Reads a number that a reply states. One that no line can have is none, so that counting on from it cannot overflow.
pub(in crate::dialect) fn number(text: &[u8]) -> Option<usize> {
    let digits = text.strip_prefix(b"+").unwrap_or(text);
    let add = |number: u64, digit: &u8| {
        let is_digit = digit.is_ascii_digit() && number < Text::MAX_BYTES as u64;
        is_digit.then(|| number * 10 + u64::from(digit - b'0'))
    };
    let number = digits.iter().try_fold(0, add)?;
    let is_one = !digits.is_empty() && number < Text::MAX_BYTES as u64;
    is_one.then_some(number as usize)
}

impl<'a> Line<'a> {
    /// Returns the body without blanks around it.
    pub(in crate::dialect) fn trimmed(self) -> &'a BStr {
        self.body.trimmed().as_bstr()
    }

    /// Returns whether nothing but blanks stands here.
    pub(in crate::dialect) fn is_blank(self) -> bool {
        crate::text::indent::is_blank(self.body)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_read_as_the_library_reads_it() {
        let most = Text::MAX_BYTES.to_string();
        let texts = [
            "",
            "+",
            "-1",
            "+7",
            "++7",
            "0",
            "007",
            "42",
            "4 2",
            " 42",
            "42 ",
            "4x",
            "\u{0664}",
            "2147483646",
            &most,
            "21474836470",
            "99999999999999999999999999",
            "00000000000000000000000000000000000001",
        ];
        for text in texts {
            let expected = text.parse::<usize>().ok();
            let expected = expected.filter(|number| *number < Text::MAX_BYTES);
            assert_eq!(number(text.as_bytes()), expected, "{text:?}");
        }
        assert_eq!(number(b"4\xff"), None);
    }
}

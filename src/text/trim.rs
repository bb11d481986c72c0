//! The white space around lines, by Unicode.

use super::lanes;

/// Bytes without the white space around them.
///
/// `bstr` asks an automaton for each, which was four tenths of the cost of reading a large reply.
pub trait Trim {
    /// Returns the bytes without white space at both ends.
    fn trimmed(&self) -> &[u8];
    /// Returns the bytes without white space at their start.
    fn trimmed_start(&self) -> &[u8];
    /// Returns the bytes without white space at their end.
    fn trimmed_end(&self) -> &[u8];
    /// Returns the runs of bytes between white space.
    fn spaced(&self) -> Spaced<'_>;
}

impl Trim for [u8] {
    #[inline]
    fn trimmed(&self) -> &[u8] {
        self.trimmed_end().trimmed_start()
    }

    fn spaced(&self) -> Spaced<'_> {
        Spaced(self)
    }

    #[inline]
    fn trimmed_start(&self) -> &[u8] {
        // Nearly all lines begin with few blanks, and then a sign of ASCII.
        if let Some(first) = self.first_chunk() {
            let n_blanks = lanes::equal(first, b' ').trailing_ones() as usize;
            if first.get(n_blanks).is_some_and(u8::is_ascii_graphic) {
                return &self[n_blanks..];
            }
        }
        trimmed_start_by_bytes(self)
    }

    #[inline]
    fn trimmed_end(&self) -> &[u8] {
        let mut rest = self;
        loop {
            let n_bytes = match rest.last() {
                Some(b'\t'..=b'\r' | b' ') => 1,
                Some(0x80..) => wide(bstr::decode_last_utf8(rest)),
                Some(_) | None => 0,
            };
            if n_bytes == 0 {
                return rest;
            }
            rest = &rest[..rest.len() - n_bytes];
        }
    }
}

fn trimmed_start_by_bytes(text: &[u8]) -> &[u8] {
    let n_blanks = text.iter().take_while(|byte| **byte == b' ').count();
    let mut rest = &text[n_blanks..];
    loop {
        let n_bytes = match rest.first() {
            Some(b'\t'..=b'\r' | b' ') => 1,
            Some(0x80..) => wide(bstr::decode_utf8(rest)),
            Some(_) | None => 0,
        };
        if n_bytes == 0 {
            return rest;
        }
        rest = &rest[n_bytes..];
    }
}

/// The runs of bytes between white space.
#[derive(Debug, Clone)]
pub struct Spaced<'a>(&'a [u8]);

impl<'a> Spaced<'a> {
    /// Returns what is behind the last run.
    pub fn rest(&self) -> &'a [u8] {
        self.0
    }
}

impl<'a> Iterator for Spaced<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let text = self.0.trimmed_start();
        let mut end = 0;
        while let Some(byte) = text.get(end) {
            end += match byte {
                b'\t'..=b'\r' | b' ' => break,
                0x80.. => match bstr::decode_utf8(&text[end..]) {
                    (Some(c), _) if c.is_whitespace() => break,
                    (_, n_bytes) => n_bytes,
                },
                _ => 1,
            };
        }
        let (run, rest) = text.split_at(end);
        self.0 = rest;
        (!run.is_empty()).then_some(run)
    }
}

/// Returns the length of what was decoded where it is white space, else nothing.
fn wide((c, n_bytes): (Option<char>, usize)) -> usize {
    if c.is_some_and(char::is_whitespace) {
        n_bytes
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstr::ByteSlice;
    use proptest::prelude::*;

    const PARTS: [&[u8]; 15] = [
        b" ",
        b"\t",
        b"\r",
        b"\x0b",
        b"\x0c",
        b"\x1c",
        b"a",
        b"\xff",
        b"\xe3\x80",
        b"\x80",
        "\u{85}".as_bytes(),
        "\u{a0}".as_bytes(),
        "\u{3000}".as_bytes(),
        "\u{200b}".as_bytes(),
        "\u{e9}".as_bytes(),
    ];

    proptest! {
        #[test]
        fn white_space_is_what_bstr_takes_for_it(
            n_blanks in 0..20_usize,
            parts in proptest::collection::vec(0..PARTS.len(), 0..20),
        ) {
            let parts: Vec<&[u8]> = parts.into_iter().map(|part| PARTS[part]).collect();
            let bytes = [vec![b' '; n_blanks], parts.concat()].concat();
            prop_assert_eq!(bytes.trimmed(), bytes.trim());
            prop_assert_eq!(bytes.trimmed_start(), bytes.trim_start());
            prop_assert_eq!(bytes.trimmed_end(), bytes.trim_end());
            prop_assert!(bytes.spaced().eq(bytes.fields()));
        }
    }
}

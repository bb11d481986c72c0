//! Requests as `serve` and `mcp` get them: a line each, of which a bad one costs no more than itself.

use std::io::{self, BufRead, Read};

use crate::workspace::DEFAULT_LIMIT;

/// The longest request: a reply of the usual limit, each of whose bytes may be escaped by one more. A longer one can be named
/// as a file.
const LONGEST: u64 = 2 * DEFAULT_LIMIT + 4096;

/// Why a line is no request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum Unread {
    #[error("the line is not UTF-8")]
    Encoding,
    #[error("the line is too long; name a file instead")]
    TooLong,
}

/// Reads the next line; `None` at the end of the input.
///
/// # Errors
/// The input's.
pub(super) fn next(input: &mut impl BufRead) -> io::Result<Option<Result<String, Unread>>> {
    next_within(input, LONGEST)
}

fn next_within(
    input: &mut impl BufRead,
    longest: u64,
) -> io::Result<Option<Result<String, Unread>>> {
    let mut bytes = Vec::new();
    if input
        .by_ref()
        .take(longest + 1)
        .read_until(b'\n', &mut bytes)?
        == 0
    {
        return Ok(None);
    }
    if bytes.len() as u64 > longest && bytes.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(Unread::TooLong)));
    }
    Ok(Some(String::from_utf8(bytes).map_err(|_| Unread::Encoding)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_line_costs_no_more_than_itself() {
        let mut input = &b"one\n\xff\n12345678\n1234567\ntwo"[..];
        let mut read = Vec::new();
        while let Some(line) = next_within(&mut input, 7).expect("no fault") {
            read.push(line.map(|line| line.trim_end().to_string()));
        }
        let said = |line: &str| Ok(line.to_string());
        let (long, bad) = (Err(Unread::TooLong), Err(Unread::Encoding));
        assert_eq!(read, [said("one"), bad, long, said("1234567"), said("two")]);
    }
}

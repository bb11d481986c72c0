//! Lines that a part adds while one of the same name lies under the gap beside it: the reply may mean that one.

use std::collections::BTreeSet;
use std::ops::Range;

use bstr::ByteSlice;

use crate::patch::{Hunk, LineKind};
use crate::text::{Text, indent};

/// Returns whether `hunk`, which begins at line `start`, adds a line whose name one of the file's lines beside it has that lie
/// in none of the ranges `shown`. The lines of another block do not count.
pub(super) fn adds_again(hunk: &Hunk, start: usize, text: &Text, shown: &[Range<usize>]) -> bool {
    let mut at = start;
    let (mut gone, mut added) = (BTreeSet::new(), Vec::new());
    for line in hunk.lines.iter() {
        let named = || Some((indent::leading(&line.body).len(), name(&line.body)?));
        match line.kind {
            LineKind::Delete => gone.extend(named()),
            LineKind::Insert => added.extend(named().map(|named| (named, at))),
            LineKind::Context => {}
        }
        at += usize::from(line.in_preimage());
    }
    let is_hidden = |line: &usize| !shown.iter().any(|range| range.contains(line));
    let is_new = |(named, _): &((usize, &[u8]), usize)| !gone.contains(named);
    added
        .into_iter()
        .filter(is_new)
        .any(|((depth, added), at)| {
            let is_inside = |line: &usize| {
                let body = text.line(*line);
                is_hidden(line) && (indent::is_blank(body) || indent::leading(body).len() >= depth)
            };
            let is_it = |line: usize| {
                let body = text.line(line);
                indent::leading(body).len() == depth && name(body) == Some(added)
            };
            let below = (at..text.n_lines()).skip_while(|line| !is_hidden(line));
            let above = (0..at).rev().skip_while(|line| !is_hidden(line));
            below.take_while(is_inside).any(is_it) || above.take_while(is_inside).any(is_it)
        })
}

/// Returns the name to which a line gives a value: `port` in `port: 8080` and `port = 8080`.
fn name(line: &[u8]) -> Option<&[u8]> {
    let line = line.trim();
    let sign = line.find_byteset(b"=:")?;
    let (before, value) = (line[..sign].trim_end(), &line[sign + 1..]);
    let is_of_name = |byte: &u8| {
        byte.is_ascii_alphanumeric()
            || matches!(byte, b'_' | b'-' | b'.' | b'"' | b'\'' | b' ' | b'$')
    };
    let is_plain = !before.is_empty() && before.iter().all(is_of_name);
    let is_sign = !value.trim().is_empty() && !matches!(value[0], b'=' | b':' | b'/' | b'>');
    (is_plain && is_sign).then_some(before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_what_gets_a_value() {
        let check = |line: &str, expected: Option<&str>| {
            assert_eq!(name(line.as_bytes()), expected.map(str::as_bytes), "{line}");
        };
        check("  port: 8080", Some("port"));
        check("const PORT = 1;", Some("const PORT"));
        check("\"a\": [1],", Some("\"a\""));
        check("A=1", Some("A"));
        check("else:", None);
        check("a == b", None);
        check("run(a=1)", None);
        check("std::io", None);
        check("see https://a", None);
    }
}

//! Escapes: that of FUDiff, those of a string that was written twice, and entities.
//!
//! FUDiff puts a backslash before a body that would look like one of its marks. A body that begins with a mark, or with
//! backslashes and then a mark, gets one backslash more. Any other body is left alone, backslashes and all, so that what a
//! model writes without knowing of the escape is read as it stands.

use bstr::{BStr, BString, ByteSlice};

use super::{Hunk, HunkLine};

const MARKS: [&str; 5] = ["@@", "--", "++", "```", "~~~"];

/// Returns whether a body must be written with a backslash before it.
pub fn needs(body: &BStr) -> bool {
    let text = body.trim_start_with(|c| c == '\\');
    MARKS.iter().any(|mark| text.starts_with(mark.as_bytes()))
}

/// Returns whether a body is written with an escape.
fn is_escaped(line: &HunkLine) -> bool {
    without(line.body.as_bstr()).len() < line.body.len()
}

/// Returns a body without its escape.
pub fn without(body: &BStr) -> &BStr {
    match body.strip_prefix(b"\\") {
        Some(plain) if needs(body) => plain.as_bstr(),
        Some(_) | None => body,
    }
}

/// Returns whether the old side has an escaped line: then the target tells which reading is right.
pub fn is_in_preimage(hunk: &Hunk) -> bool {
    hunk.lines
        .iter()
        .any(|line| line.in_preimage() && is_escaped(line))
}

/// Returns whether any line is escaped.
pub fn is_in(hunk: &Hunk) -> bool {
    hunk.lines.iter().any(is_escaped)
}

/// Returns the lines without their escapes.
pub fn dropped(lines: &[HunkLine]) -> Vec<HunkLine> {
    let plain = |line: &HunkLine| {
        let body: &[u8] = without(line.body.as_bstr());
        HunkLine::new(line.kind, body)
    };
    lines.iter().map(plain).collect()
}

/// Escapes of a string that models write twice, and what each stands for.
const OF_STRINGS: [(&str, &str); 6] = [
    ("\\n", "\n"),
    ("\\t", "\t"),
    ("\\\"", "\""),
    ("\\'", "'"),
    ("\\`", "`"),
    ("\\${", "${"),
];

/// Returns whether a text has escapes of a string.
pub fn is_of_string(text: &[u8]) -> bool {
    memchr::memchr(b'\\', text).is_some()
        && OF_STRINGS.iter().any(|(code, _)| text.contains_str(code))
}

/// Returns a text with the escapes of a string decoded: it may be several lines then.
pub fn decoded(text: &[u8]) -> BString {
    let mut out = BString::default();
    let mut rest = text;
    while let Some((byte, tail)) = rest.split_first() {
        let escape = OF_STRINGS
            .iter()
            .find(|(code, _)| rest.starts_with(code.as_bytes()));
        rest = match escape {
            Some((code, plain)) => {
                out.extend_from_slice(plain.as_bytes());
                &rest[code.len()..]
            }
            None if rest.starts_with(b"\\\\") => {
                out.push(b'\\');
                &rest[2..]
            }
            None => {
                out.push(*byte);
                tail
            }
        };
    }
    out
}

/// Entities, and what each stands for; the one for `&` last, so that nothing is decoded twice.
const ENTITIES: [(&str, &str); 6] = [
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&quot;", "\""),
    ("&#39;", "'"),
    ("&apos;", "'"),
    ("&amp;", "&"),
];

/// Returns whether a text has entities of HTML.
pub fn has_entities(text: &[u8]) -> bool {
    memchr::memchr_iter(b'&', text).any(|at| {
        let begins = |(code, _): &(&str, &str)| text[at..].starts_with(code.as_bytes());
        ENTITIES.iter().any(begins)
    })
}

/// Returns a text with its entities decoded.
pub fn without_entities(text: &[u8]) -> BString {
    let step = |text: Vec<u8>, (code, plain): &(&str, &str)| text.replace(code, plain);
    BString::from(ENTITIES.iter().fold(text.to_vec(), step))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patch::LineKind;

    #[test]
    fn an_escape_dropped_is_the_line_before_it() {
        for body in ["@@ x", "\\@@", "--- a", "\\\\server", "x", "\\\\```"] {
            let escape = if needs(body.into()) { "\\" } else { "" };
            let written = HunkLine::new(LineKind::Insert, format!("{escape}{body}").as_str());
            assert_eq!(dropped(&[written])[0].body, body);
        }
        assert!(!needs("\\\\server".into()));
    }

    #[test]
    fn escapes_of_a_string_are_decoded_once() {
        assert_eq!(decoded(b"a\\n\\tb \\\"c\\\""), "a\n\tb \"c\"");
        assert_eq!(decoded(b"\\\\n"), "\\n");
        assert_eq!(decoded(b"\\`\\${a} \\$b\\`"), "`${a} \\$b`");
        assert!(!is_of_string(b"a\\d"));
    }
}

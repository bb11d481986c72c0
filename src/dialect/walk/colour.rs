//! Diffs as a terminal showed them: the codes that colour them are dropped, and where only they say which words go and come,
//! the marks of a word diff take their place.

use bstr::{BString, ByteSlice};

use crate::dialect::note::{Note, NoteCode};
use crate::text::LineSpan;

/// The byte that begins a code.
const ESCAPE: u8 = 0x1b;

/// Drops the codes of a reply in which a line of a diff begins with one; `None` for any other reply: in the text of a file they
/// may be what is meant.
pub(in crate::dialect) fn dropped(reply: &[u8]) -> Option<(Vec<u8>, Note)> {
    memchr::memchr(ESCAPE, reply)?;
    let first = reply.lines().position(is_of_diff)?;
    let mut out = Vec::with_capacity(reply.len());
    for line in reply.lines_with_terminator() {
        let plain = without_codes(line);
        let is_marked = matches!(plain.first(), Some(b'+' | b'-' | b'@' | b'd' | b'i'));
        if is_marked {
            out.extend_from_slice(&plain);
        } else {
            out.extend_from_slice(&with_marks(line));
        }
    }
    let note = Note {
        code: NoteCode::ColoursDropped,
        span: LineSpan::new(first, first + 1),
        text: "the codes that colour the diff are dropped".to_string(),
        hunk: None,
    };
    Some((out, note))
}

/// Returns whether a line begins with a code, and without its codes is one of a diff's headers.
fn is_of_diff(line: &[u8]) -> bool {
    let starts: [&[u8]; 5] = [b"diff --", b"--- ", b"+++ ", b"@@ ", b"@@@ "];
    line.first() == Some(&ESCAPE) && {
        let plain = without_codes(line);
        starts.iter().any(|start| plain.starts_with(start))
    }
}

/// Returns the code that `text` begins with: what it says, and its length.
fn code(text: &[u8]) -> Option<(&[u8], usize)> {
    let inside = text.strip_prefix(b"\x1b[")?;
    let says = |byte: &u8| byte.is_ascii_digit() || *byte == b';';
    let length = inside.iter().take_while(|byte| says(byte)).count();
    matches!(inside.get(length), Some(b'm' | b'K')).then(|| (&inside[..length], length + 3))
}

fn without_codes(line: &[u8]) -> BString {
    replaced(line, |_| b"")
}

/// Puts `[-…-]` around red words, and `{+…+}` around green ones, as `git diff --word-diff` does.
fn with_marks(line: &[u8]) -> BString {
    let mut open: Option<&'static [u8]> = None;
    let mut marked = replaced(line, |says| match says {
        b"31" => {
            open = Some(b"-]");
            b"[-"
        }
        b"32" => {
            open = Some(b"+}");
            b"{+"
        }
        _ => open.take().unwrap_or_default(),
    });
    if let Some(end) = open {
        marked.extend_from_slice(end);
    }
    marked
}

/// Puts something else for each code of a line.
fn replaced(line: &[u8], mut mark: impl FnMut(&[u8]) -> &'static [u8]) -> BString {
    let mut out = BString::default();
    let mut rest = line;
    while let Some(byte) = rest.first() {
        match code(rest) {
            Some((says, length)) => {
                out.extend_from_slice(mark(says));
                rest = &rest[length..];
            }
            None => {
                out.push(*byte);
                rest = &rest[1..];
            }
        }
    }
    out
}

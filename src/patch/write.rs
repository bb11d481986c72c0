//! A patch as a numbered unified diff: rejects, the clipboard, and what `diff` and `convert` print.

use bstr::BString;

use super::{Hunk, LineKind};
use crate::text::{FinalNewline, RelPath};

/// One hunk with its true place, ready to be written.
#[derive(Debug, Clone, Copy)]
pub struct NumberedHunk<'a> {
    /// The lines, context as the file has it.
    pub hunk: &'a Hunk,
    /// 0-based line of the old file where its preimage begins, or before which it inserts.
    pub old_start: usize,
    /// 0-based line of the new file where its postimage begins.
    pub new_start: usize,
}

/// Returns the two header lines of a file in a git-style diff; `None` stands for `/dev/null`.
pub fn file_header(old: Option<&RelPath>, new: Option<&RelPath>) -> BString {
    let name = |side: &str, path: Option<&RelPath>| match path {
        None => BString::from("/dev/null"),
        Some(path) => quoted([side.as_bytes(), b"/", path.as_bytes()].concat()),
    };
    let mut out = BString::from("--- ");
    out.extend_from_slice(&name("a", old));
    out.extend_from_slice(b"\n+++ ");
    out.extend_from_slice(&name("b", new));
    out.push(b'\n');
    out
}

/// Returns the hunk with its `@@ -a,b +c,d @@` header, counts from the lines themselves.
pub fn numbered_hunk(numbered: NumberedHunk<'_>) -> BString {
    let NumberedHunk {
        hunk,
        old_start,
        new_start,
    } = numbered;
    let n_old = hunk.preimage().count();
    let n_new = hunk.postimage().count();
    let range = |start: usize, n: usize| {
        // A side without lines is numbered by the line above it.
        let number = if n == 0 { start } else { start + 1 };
        if n == 1 {
            number.to_string()
        } else {
            format!("{number},{n}")
        }
    };
    let mut out = BString::from(format!(
        "@@ -{} +{} @@\n",
        range(old_start, n_old),
        range(new_start, n_new)
    ));
    out.extend_from_slice(&body(hunk));
    out
}

/// Returns the hunk's lines with their markers, and the `\ No newline` lines that its final newline asks for.
pub fn body(hunk: &Hunk) -> BString {
    let last_of = |sided: fn(&super::HunkLine) -> bool| hunk.lines.iter().rposition(sided);
    let last_old = last_of(|line| line.in_preimage());
    let last_new = last_of(|line| line.in_postimage());
    let mut out = BString::default();
    for (index, line) in hunk.lines.iter().enumerate() {
        out.push(line.kind.sign() as u8);
        out.extend_from_slice(&line.body);
        out.push(b'\n');
        let ends_bare = match hunk.final_newline {
            FinalNewline::Keep => false,
            FinalNewline::Add => Some(index) == last_old && line.kind == LineKind::Delete,
            FinalNewline::Remove => Some(index) == last_new && line.kind == LineKind::Insert,
        };
        if ends_bare {
            out.extend_from_slice(b"\\ No newline at end of file\n");
        }
    }
    out
}

/// Quotes a path as git does, when it holds a byte that would be misread.
fn quoted(path: Vec<u8>) -> BString {
    let plain = |byte: &u8| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'\\');
    if path.iter().all(|byte| plain(byte) || *byte == b' ') {
        return path.into();
    }
    let mut out = BString::from("\"");
    for byte in path {
        match byte {
            b'"' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
            _ if plain(&byte) || byte == b' ' => out.push(byte),
            _ => out.extend_from_slice(format!("\\{byte:03o}").as_bytes()),
        }
    }
    out.push(b'"');
    out
}

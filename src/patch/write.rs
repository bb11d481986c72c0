//! A patch as a numbered unified diff: rejects, the clipboard, and what `diff` and `convert` print.

use bstr::{BString, ByteSlice};

use super::{FileMode, Hunk, HunkLine, LineKind};
use crate::text::{FinalNewline, RelPath, Text};

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

/// Returns the line with which git begins a file, and a newline.
pub fn git_line(old: &RelPath, new: &RelPath) -> BString {
    let name =
        |side: &str, path: &RelPath| quoted([side.as_bytes(), b"/", path.as_bytes()].concat());
    let mut out = BString::from("diff --git ");
    out.extend_from_slice(&name("a", old));
    out.push(b' ');
    out.extend_from_slice(&name("b", new));
    out.push(b'\n');
    out
}

/// Returns the lines by which git says that a file which stays becomes a program, or none.
pub fn mode_lines(old: FileMode, new: FileMode) -> String {
    format!("old mode {}\nnew mode {}\n", octal(old), octal(new))
}

/// Returns a mode as git writes it.
pub fn octal(mode: FileMode) -> &'static str {
    match mode {
        FileMode::Plain | FileMode::Special(_) => "100644",
        FileMode::Executable => "100755",
    }
}

/// Returns the hunk with its `@@ -a,b +c,d @@` header, counts from the lines themselves.
pub fn numbered_hunk(numbered: NumberedHunk<'_>) -> BString {
    let NumberedHunk {
        hunk,
        old_start,
        new_start,
    } = numbered;
    let mut out = hunk_header(hunk, old_start, new_start);
    out.extend_from_slice(&body(hunk));
    out
}

/// Returns the hunk as [`numbered_hunk`] does, for a change from `old` to `new`: a last line without a newline is marked
/// on whichever side it stands, as `git apply` wants it.
pub fn numbered_hunk_between(numbered: NumberedHunk<'_>, old: &Text, new: &Text) -> BString {
    let NumberedHunk {
        hunk,
        old_start,
        new_start,
    } = numbered;
    let reaches_end = |start: usize, n: usize, text: &Text| {
        n > 0 && start + n == text.n_lines() && !text.has_final_newline()
    };
    let old_bare = reaches_end(old_start, hunk.preimage().count(), old);
    let new_bare = reaches_end(new_start, hunk.postimage().count(), new);
    let last_old = hunk
        .lines
        .iter()
        .rposition(HunkLine::in_preimage)
        .filter(|_| old_bare);
    let last_new = hunk
        .lines
        .iter()
        .rposition(HunkLine::in_postimage)
        .filter(|_| new_bare);
    let mut out = hunk_header(hunk, old_start, new_start);
    write_body(&mut out, hunk, |index| {
        [last_old, last_new].contains(&Some(index))
    });
    out
}

fn hunk_header(hunk: &Hunk, old_start: usize, new_start: usize) -> BString {
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
    BString::from(format!(
        "@@ -{} +{} @@\n",
        range(old_start, n_old),
        range(new_start, n_new)
    ))
}

/// Returns the hunk's lines with their markers, and the `\ No newline` lines that its final newline asks for.
pub fn body(hunk: &Hunk) -> BString {
    let last_old = hunk.lines.iter().rposition(HunkLine::in_preimage);
    let last_new = hunk.lines.iter().rposition(HunkLine::in_postimage);
    let mut out = BString::default();
    write_body(&mut out, hunk, |index| match hunk.final_newline {
        FinalNewline::Keep => false,
        FinalNewline::Add => Some(index) == last_old && hunk.lines[index].kind == LineKind::Delete,
        FinalNewline::Remove => {
            Some(index) == last_new && hunk.lines[index].kind == LineKind::Insert
        }
    });
    out
}

fn write_body(out: &mut BString, hunk: &Hunk, ends_bare: impl Fn(usize) -> bool) {
    for (index, line) in hunk.lines.iter().enumerate() {
        out.push(line.kind.sign() as u8);
        out.extend_from_slice(&line.body);
        out.push(b'\n');
        if ends_bare(index) {
            out.extend_from_slice(b"\\ No newline at end of file\n");
        }
    }
}

/// Quotes a path as git does, where it holds a byte that would be misread, and where its ends would be taken for decoration
/// or a word of it for a time.
pub(crate) fn quoted(path: Vec<u8>) -> BString {
    let is_seen = |byte: &u8| byte.is_ascii_graphic() || *byte == b' ';
    let is_plain = |byte: &u8| is_seen(byte) && !matches!(byte, b'"' | b'\\');
    let is_loose = |byte: Option<&u8>| matches!(byte, Some(b' ' | b'`' | b'*'));
    let like_date = |word: &[u8]| word.len() == 10 && word[4] == b'-' && word[7] == b'-';
    let is_misread =
        is_loose(path.first()) || is_loose(path.last()) || path.fields().any(like_date);
    if path.iter().all(is_plain) && !is_misread {
        return path.into();
    }
    let mut out = BString::from("\"");
    for byte in path {
        match byte {
            b'"' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
            b' '..=b'~' => out.push(byte),
            _ => out.extend_from_slice(format!("\\{byte:03o}").as_bytes()),
        }
    }
    out.push(b'"');
    out
}

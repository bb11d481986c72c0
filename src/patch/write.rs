//! A patch as a numbered unified diff: rejects, the clipboard, and what `diff` and `convert` print.

use bstr::{BString, ByteSlice};

use super::{FileMode, FileOp, Hunk, HunkLine, Special};
use crate::text::{FinalNewline, Text};

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

/// What is said of a file above its hunks. Paths are as bytes: one that is refused is still to be named.
#[derive(Debug, Clone, Copy)]
pub struct SectionHeader<'a> {
    /// The file before, or a new file.
    pub path: &'a [u8],
    /// What is done to it.
    pub op: &'a FileOp,
    /// What it is before; means nothing for a new file.
    pub old_mode: FileMode,
    /// What it is after; means nothing for a deleted file.
    pub new_mode: FileMode,
    /// Whether hunks with lines follow.
    pub has_lines: bool,
}

/// Writes the header of a section, with the lines by which git says what becomes of the file besides its lines.
pub fn write_section_header(out: &mut BString, header: SectionHeader<'_>) {
    let SectionHeader {
        path,
        op,
        has_lines,
        ..
    } = header;
    let modes = match header.old_mode == header.new_mode {
        true => String::new(),
        false => mode_lines(header.old_mode, header.new_mode),
    };
    let (old, new, lines) = match op {
        FileOp::Modify | FileOp::Replace => (Some(path), Some(path), modes),
        FileOp::Create => {
            let mode = octal(header.new_mode);
            (None, Some(path), format!("new file mode {mode}\n"))
        }
        FileOp::Delete => {
            let mode = octal(header.old_mode);
            (Some(path), None, format!("deleted file mode {mode}\n"))
        }
        FileOp::Rename { to } | FileOp::Copy { to } => (Some(path), Some(to.as_bytes()), modes),
    };
    let stays = matches!(op, FileOp::Modify | FileOp::Replace);
    // Two names right below a header without lines would be its own.
    let last = out.trim_end().lines().next_back();
    let is_below_header = last.is_some_and(|line| line[0].is_ascii_alphabetic());
    if !(stays && lines.is_empty()) || has_lines && is_below_header {
        out.extend_from_slice(&git_line(old.unwrap_or(path), new.unwrap_or(path)));
    }
    out.extend_from_slice(lines.as_bytes());
    out.extend_from_slice(&move_lines(header));
    if has_lines {
        out.extend_from_slice(&file_header(old, new));
    }
}

/// Ends a patch, as in the mails that git writes, if its last section is a deletion without lines: at the end of a reply one may be
/// cut off.
pub fn end_patch(out: &mut BString) {
    let last = out.lines().next_back();
    if last.is_some_and(|line| line.starts_with(b"deleted file mode ")) {
        out.extend_from_slice(b"-- \n");
    }
}

/// Returns the lines by which git says that a file moves or is copied, or none.
fn move_lines(header: SectionHeader<'_>) -> BString {
    let (verb, to) = match header.op {
        FileOp::Rename { to } => ("rename", to),
        FileOp::Copy { to } => ("copy", to),
        FileOp::Modify | FileOp::Replace | FileOp::Create | FileOp::Delete => {
            return BString::default();
        }
    };
    // Below 100 a reader expects hunks, and takes a patch without them for one that was cut off.
    let percent = if header.has_lines { 50 } else { 100 };
    let mut out = BString::from(format!("similarity index {percent}%\n"));
    for (side, name) in [("from", header.path), ("to", to.as_bytes())] {
        out.extend_from_slice(format!("{verb} {side} ").as_bytes());
        out.extend_from_slice(&quoted(name.to_vec()));
        out.push(b'\n');
    }
    out
}

/// Returns the two header lines of a file in a git-style diff; `None` stands for `/dev/null`.
pub fn file_header(old: Option<&[u8]>, new: Option<&[u8]>) -> BString {
    let mut out = BString::from("--- ");
    out.extend_from_slice(&side("a", old));
    out.extend_from_slice(b"\n+++ ");
    out.extend_from_slice(&side("b", new));
    out.push(b'\n');
    out
}

fn side(letter: &str, path: Option<&[u8]>) -> BString {
    match path {
        None => BString::from("/dev/null"),
        Some(path) => quoted([letter.as_bytes(), b"/", path].concat()),
    }
}

/// Returns the line with which git begins a file, and a newline.
fn git_line(old: &[u8], new: &[u8]) -> BString {
    let mut out = BString::from("diff --git ");
    out.extend_from_slice(&side("a", Some(old)));
    out.push(b' ');
    out.extend_from_slice(&side("b", Some(new)));
    out.push(b'\n');
    out
}

/// Returns the lines by which git says that a file which stays becomes a program, or none.
fn mode_lines(old: FileMode, new: FileMode) -> String {
    format!("old mode {}\nnew mode {}\n", octal(old), octal(new))
}

/// Returns a mode as git writes it.
fn octal(mode: FileMode) -> &'static str {
    match mode {
        FileMode::Plain => "100644",
        FileMode::Executable => "100755",
        // These are refused wherever they are read.
        FileMode::Special(Special::Link) => "120000",
        FileMode::Special(Special::Submodule) => "160000",
        FileMode::Special(Special::SetId) => "104755",
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
        FinalNewline::Add => Some(index) == last_old && hunk.lines[index].is_delete(),
        FinalNewline::Remove => Some(index) == last_new && hunk.lines[index].is_insert(),
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

//! Names of files that stand where no path is looked for: a bare word right above a block, and a path below it.

use bstr::{BString, ByteSlice};

use super::naming::{How, Naming};
use super::shape;
use super::spelling;
use crate::dialect::walk::fence::Fence;
use crate::dialect::walk::line::Line;
use crate::dialect::words::prose;

/// Words that say what a block is, or in which language.
const LABELS: &[&str] = &[
    "before",
    "after",
    "old",
    "new",
    "usage",
    "output",
    "input",
    "example",
    "examples",
    "result",
    "results",
    "code",
    "diff",
    "patch",
    "change",
    "changes",
    "edit",
    "edits",
    "fix",
    "solution",
    "answer",
    "file",
    "files",
    "test",
    "tests",
    "imports",
    "text",
    "bash",
    "sh",
    "shell",
    "zsh",
    "console",
    "terminal",
    "python",
    "javascript",
    "typescript",
    "js",
    "ts",
    "py",
    "java",
    "rust",
    "go",
    "ruby",
    "php",
    "html",
    "css",
    "json",
    "yaml",
    "toml",
    "sql",
    "xml",
    "markdown",
    "copy",
    "with",
    "by",
    "to",
    "into",
    "from",
    "and",
    "then",
    "or",
    "becomes",
    "search",
    "replace",
    "find",
];

/// Reads a single word that stands alone right above line `start`, undecorated but for backticks or bold: a file may have that
/// name. Text above line `from` belongs to something else.
pub(in crate::dialect) fn bare(lines: &[Line<'_>], from: usize, start: usize) -> Option<BString> {
    /// The most bytes of such a name.
    const N_BYTES: usize = 40;
    let above = (from.min(start)..start).rev();
    let line = above
        .map(|at| lines[at].body)
        .find(|it| !it.trim().is_empty())?;
    let text = line.trim().trim_with(|c| matches!(c, '`' | '*'));
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let is_word = (2..=N_BYTES).contains(&text.len())
        && text.iter().all(is_part)
        && text.first().is_some_and(u8::is_ascii_alphabetic);
    let is_label = LABELS
        .iter()
        .any(|label| text.eq_ignore_ascii_case(label.as_bytes()));
    let is_path = spelling::alone(line).is_some();
    (is_word && !is_label && !is_path).then(|| text.into())
}

/// How a text is written that may be a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dialect) enum Writing {
    /// In backticks, or in a hidden folder: it can be little else.
    AsPath,
    /// As a plain text.
    Plain,
}

/// What media types begin with (RFC 6838): `application/json` is no file.
const MEDIA_TYPES: &[&str] = &[
    "application",
    "audio",
    "font",
    "image",
    "message",
    "model",
    "multipart",
    "text",
    "video",
];

/// Reads a path with a folder and without an ending that files have, `tools/gen`, where the line right above line `start` holds
/// nothing else. Text above line `from` belongs to something else.
pub(in crate::dialect) fn in_folder(
    lines: &[Line<'_>],
    from: usize,
    start: usize,
) -> Option<(BString, Writing)> {
    let above = (from.min(start)..start).rev();
    let line = above.map(|at| &lines[at]).find(|line| !line.is_blank())?;
    let spelt = spelling::alone(line.body)?;
    let path = spelt.path.as_slice();
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-./".contains(byte);
    let name = path.rsplit_once_str("/")?.1;
    let is_hidden = path.starts_with(b".") && !path.starts_with(b"./") && !path.starts_with(b"..");
    let begins = path.first().is_some_and(u8::is_ascii_lowercase) || is_hidden;
    let is_path = begins && path.iter().all(is_part) && !name.is_empty() && !name.contains(&b'.');
    let is_file = !spelt.is_of_file() && spelt.cited.is_none() && !shape::is_placeholder(path);
    let first = path.split_once_str("/").map_or(path, |(first, _)| first);
    let is_media_type = MEDIA_TYPES.iter().any(|name| name.as_bytes() == first);
    let writing = match is_hidden || line.body.contains(&b'`') && !is_media_type {
        true => Writing::AsPath,
        false => Writing::Plain,
    };
    (is_path && is_file).then_some((spelt.path, writing))
}

/// Reads a sentence below the block that ends at line `end` which says where it goes: "Save it as `src/a.rs`."
pub(in crate::dialect) fn below(lines: &[Line<'_>], end: usize) -> Option<Naming> {
    let at = first_below(lines, end)?;
    let body = lines[at].body;
    if leads_on(lines, at) || !prose::puts_above(body) {
        return None;
    }
    let spelt = spelling::amid(body).filter(|it| it.is_of_file() && it.cited.is_none())?;
    Some(Naming {
        path: spelt.path,
        line: at,
        how: How::Amid,
        cited: None,
        is_one_of_several: false,
        rival: None,
        above: None,
        is_headed: false,
    })
}

/// Returns whether the block that ends at line `end` has its path below it: alone on a line with no other block under it, or in
/// a sentence that the block interrupts.
pub(in crate::dialect) fn is_below(lines: &[Line<'_>], end: usize) -> bool {
    let Some(at) = first_below(lines, end) else {
        return false;
    };
    let line = lines[at].trimmed();
    let goes_on = at == end && line.first().is_some_and(u8::is_ascii_lowercase);
    if goes_on && !leads_on(lines, at) {
        return spelling::amid(line).is_some_and(|spelt| spelt.is_of_file());
    }
    let body = line.trim_with(|c| matches!(c, '(' | ')' | ' '));
    // What is said in brackets belongs to what is above.
    let is_aside = line.starts_with(b"(") && line.ends_with(b")");
    if is_aside && spelling::amid(line).is_some_and(|spelt| spelt.is_of_file()) {
        return true;
    }
    let is_item = body.starts_with(b"-") || body.starts_with(b"#");
    let alone = spelling::alone(body.as_bstr());
    let is_name = alone.is_some_and(|spelt| spelt.is_of_file() && spelt.cited.is_none());
    !is_item && !leads_on(lines, at) && is_name
}

fn first_below(lines: &[Line<'_>], end: usize) -> Option<usize> {
    let at = (end..lines.len()).find(|at| !lines[*at].is_blank())?;
    Fence::open(lines[at].body, at).is_none().then_some(at)
}

/// Returns whether a line belongs to what is below it: it ends with a colon, or has no end above another block.
fn leads_on(lines: &[Line<'_>], at: usize) -> bool {
    let ends = |sign: &[u8]| lines[at].body.trim_end().as_bstr().ends_with(sign);
    let next = (at + 1..lines.len()).find(|at| !lines[*at].is_blank());
    let is_above_fence = next.is_some_and(|next| Fence::open(lines[next].body, next).is_some());
    ends(b":") || is_above_fence && !ends(b".") && !ends(b"!")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_word_is_no_label() {
        let word = |text: &'static str| {
            let line = Line {
                body: text.into(),
                at: 0,
            };
            bare(&[line], 0, 1).is_some()
        };
        assert!(word("gradlew") && word("`notes`") && word("**VERSION**"));
        assert!(!word("Before") && !word("`bash`") && !word("Usage:") && !word("two words"));
    }
}

//! Paths in the text around a patch: the line above a fence, its info string, a first comment line.

use bstr::{BStr, BString, ByteSlice};

use super::fence::Fence;
use super::scan::Scan;

/// A path found in the text, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    /// The path as written, without its decoration.
    pub(super) path: BString,
    /// Index of its line in the walk; `None` when a wrapper around the walk names it.
    pub(super) line: Option<usize>,
}

/// How many lines with text above a part are searched for a path.
const REACH: usize = 3;

/// Looks for the path of the part that starts at line `start`: first inside its fence, then in the fence's info string,
/// then in the lines above, then in the wrapper around all of them.
pub(super) fn around(scan: &Scan<'_>, start: usize) -> Option<Found> {
    let inside = scan.fence.map_or(scan.read_to, |fence| fence.opened + 1);
    let wrapper = || {
        let path = scan.named.clone()?;
        Some(Found { path, line: None })
    };
    let found = search(scan, inside.max(scan.read_to)..start);
    let Some(fence) = scan.fence else {
        return found.or_else(wrapper);
    };
    let from_info = || {
        let path = in_info(fence.info)?;
        let line = Some(fence.opened);
        Some(Found { path, line })
    };
    found
        .or_else(from_info)
        .or_else(|| search(scan, scan.read_to.min(fence.opened)..fence.opened))
        .or_else(|| fenced(scan, fence.opened))
        .or_else(wrapper)
}

/// Reads a path that stands alone in a fence of its own, right above the fence that opens at line `opened`.
fn fenced(scan: &Scan<'_>, opened: usize) -> Option<Found> {
    let at = opened.checked_sub(3)?;
    let is_fence = |index: usize| Fence::open(scan.lines[index].body, index).is_some();
    let path = alone(scan.lines[at + 1].body)?;
    (at >= scan.read_to && is_fence(at) && is_fence(at + 2)).then_some(Found {
        path,
        line: Some(at + 1),
    })
}

/// Searches the last lines of `range`, the nearest first. A line that is only a path wins over a sentence that holds one.
fn search(scan: &Scan<'_>, range: std::ops::Range<usize>) -> Option<Found> {
    let near: Vec<usize> = range
        .rev()
        .filter(|index| !scan.lines[*index].is_blank())
        .take_while(|index| Fence::open(scan.lines[*index].body, 0).is_none())
        .take(REACH)
        .collect();
    let by = |read: fn(&BStr) -> Option<BString>| {
        near.iter().find_map(|&line| {
            let path = read(scan.lines[line].body)?;
            let line = Some(line);
            Some(Found { path, line })
        })
    };
    by(alone).or_else(|| by(quoted))
}

/// Reads a line that holds nothing but a path and its decoration: `` **`src/a.rs`**: ``, `### src/a.rs`, `// filepath: x`.
pub(super) fn alone(line: &BStr) -> Option<BString> {
    let mut text = line.trim();
    for open in ["//", "#", "<!--", "/*", "--", ";", "%", "-", "*", "•"] {
        text = text.strip_prefix(open.as_bytes()).unwrap_or(text).trim();
    }
    text = text.trim_start_with(|c| matches!(c, '#' | '*' | '-'));
    for close in ["-->", "*/"] {
        text = text.strip_suffix(close.as_bytes()).unwrap_or(text);
    }
    text = undecorated(text);
    if let Some(path) = behind_label(text) {
        text = path;
    }
    looks_like_path(text).then(|| text.into())
}

/// Returns what stands behind `filepath:` and its like.
fn behind_label(text: &[u8]) -> Option<&[u8]> {
    const LABELS: &[&[u8]] = &[
        b"file",
        b"filename",
        b"filepath",
        b"path",
        b"file path",
        b"file name",
    ];
    let (label, rest) = text.split_once_str(":")?;
    let label = undecorated(label).to_ascii_lowercase();
    LABELS.contains(&&label[..]).then(|| undecorated(rest))
}

/// Reads a comment that labels the path: `// filepath: src/a.rs`.
pub(super) fn labelled(line: &BStr) -> Option<BString> {
    let text = line
        .trim()
        .trim_start_with(|c| matches!(c, '/' | '#' | '-' | '<' | '!' | '*' | ';' | '%' | ' '));
    let path = behind_label(text)?;
    let path = path.strip_suffix(b"-->").unwrap_or(path).trim();
    looks_like_path(path).then(|| path.into())
}

/// Reads the one path that a sentence shows in backticks, or in bold.
fn quoted(line: &BStr) -> Option<BString> {
    ["`", "**"].into_iter().find_map(|quote| {
        let parts: Vec<&[u8]> = line.split_str(quote).collect();
        let mut inside = parts
            .iter()
            .skip(1)
            .step_by(2)
            .map(|part| undecorated(part))
            .filter(|part| looks_like_path(part));
        let first = inside.next()?;
        inside.all(|other| other == first).then(|| first.into())
    })
}

/// Returns whether a path stands for another: `path/to/file.rs`, `your/file.py`.
pub(super) fn is_placeholder(path: &[u8]) -> bool {
    let path = path.strip_prefix(b"./").unwrap_or(path);
    ["path/to/", "your/", "path_to_", "some/path/"]
        .iter()
        .any(|start| path.starts_with(start.as_bytes()))
}

/// Reads a path in a fence's info string: `` ```rust src/a.rs ``, `` ```src/a.rs ``, `title="src/a.rs"`.
pub(super) fn in_info(info: &BStr) -> Option<BString> {
    info.fields().find_map(|word| {
        let word = match word.split_once_str("=") {
            Some((_, value)) => value,
            None => word,
        };
        let word = undecorated(word);
        // `rust:src/a.rs` names the language first.
        let word = match word.split_once_str(":") {
            Some((_, path)) if looks_like_path(path) => path,
            Some(_) | None => word,
        };
        let is_path = looks_like_path(word) && (word.contains(&b'.') || word.contains(&b'/'));
        is_path.then(|| word.into())
    })
}

fn undecorated(text: &[u8]) -> &[u8] {
    let mut text = text.trim();
    loop {
        let before = text.len();
        text = text
            .trim_with(|c| matches!(c, '`' | '*' | '"' | '\'' | ' ' | '\t'))
            .trim_end_with(|c| c == ':');
        if text.len() == before {
            return text;
        }
    }
}

/// Names without a dot that are files all the same.
const BARE_NAMES: &[&[u8]] = &[
    b"Makefile",
    b"Dockerfile",
    b"LICENSE",
    b"README",
    b"Rakefile",
    b"Gemfile",
    b"Procfile",
    b"Justfile",
    b"justfile",
    b"CHANGELOG",
    b"Jenkinsfile",
    b"Vagrantfile",
    b"CODEOWNERS",
];

fn looks_like_path(text: &[u8]) -> bool {
    let plain = |byte: &u8| {
        !byte.is_ascii_control() && !matches!(byte, b'<' | b'>' | b'|' | b'"' | b';' | b',' | b'`')
    };
    if text.is_empty() || text.len() > 300 || !text.iter().all(plain) || text.contains_str("://") {
        return false;
    }
    if BARE_NAMES.contains(&text) {
        return true;
    }
    let name = text.rsplit_str("/").next().unwrap_or(text);
    let extension = name.rsplit_once_str(".").map(|(_, end)| end);
    let has_extension = extension.is_some_and(|end| {
        !end.is_empty()
            && end.len() <= 12
            && end
                .iter()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
    });
    let spaced = text.contains(&b' ');
    if spaced {
        return has_extension
            && text.contains(&b'/')
            && !text.contains_str(". ")
            && text.fields().count() <= 4;
    }
    let call = text.contains(&b'(') && text.ends_with(b")");
    has_extension && !call || text.contains(&b'/') && !text.ends_with(b"/") && !call
}

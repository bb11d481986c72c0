//! Paths as people write them: decorated, labelled, amid a sentence, and with the place in the file that is cited.

mod alone;
mod amid;
mod info;
mod labelled;
mod looks;

use bstr::{BStr, BString, ByteSlice};

pub(in crate::dialect) use self::alone::{alone, is_aside};
pub(super) use self::amid::may_begin_earlier;
pub(in crate::dialect) use self::amid::{
    amid, as_code, folder_of, in_folder, may_say_folder, says_folder,
};
pub(in crate::dialect) use self::info::in_info;
pub(in crate::dialect) use self::labelled::{
    has_rare_sign, is_comment_of, labelled, path_in_comment, stands_first,
};
use self::looks::unmarked;
use super::cited::{Cited, cut_place};
use super::shape::{self, BARE_NAMES, looks_like_path};
use crate::dialect::words::file_ending;
use crate::dialect::words::purpose::Purpose;
use crate::text::Trim;

/// A path as it is written somewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::dialect) struct Spelt {
    /// The path without its decoration.
    pub(in crate::dialect) path: BString,
    /// The place in the file that is named with it.
    pub(in crate::dialect) cited: Option<Cited>,
    /// What a label before it or a remark behind it says: `New file: a.rs`, `a.rs (unchanged)`.
    pub(in crate::dialect) remark: Purpose,
    /// Whether other files are named with it, as much as this one.
    pub(in crate::dialect) is_one_of_several: bool,
}

impl Spelt {
    fn plain(path: &[u8]) -> Spelt {
        Spelt {
            path: path.into(),
            cited: None,
            remark: Purpose::Silent,
            is_one_of_several: false,
        }
    }

    /// Returns whether it is plainly the name of a file, and not of something else that is spelt like a path.
    pub(in crate::dialect) fn is_of_file(&self) -> bool {
        is_name_of_file(&self.path)
    }
}

/// Returns whether a path is plainly that of a file.
pub(in crate::dialect) fn is_name_of_file(path: &[u8]) -> bool {
    let name = path.rsplit_str("/").next().unwrap_or(path);
    let is_hidden = name.len() > 2 && name.starts_with(b".");
    !file_ending::is_product(path)
        && (file_ending::is_known(path) || is_hidden || shape::is_bare_name(name))
}

/// Returns whether a name in a sentence is plainly that of a file.
pub(in crate::dialect) fn is_name_of_file_in_text(name: &BStr) -> bool {
    looks_like_path(name) && is_name_of_file(name.trim_with(|c| matches!(c, '*' | '_')))
}

/// Reads the name of a file as one of several that are named together.
pub(in crate::dialect) fn one_of_several(name: &BStr) -> Option<Spelt> {
    let spelt = located(undecorated(name))?;
    Some(Spelt {
        is_one_of_several: true,
        ..spelt
    })
}

/// Reads the files that a sentence names in backticks, each once.
pub(in crate::dialect) fn several(line: &BStr) -> Vec<Spelt> {
    let line = &*unmarked(line);
    let parts: Vec<&[u8]> = line.split_str("`").collect();
    let inside = parts.iter().skip(1).step_by(2).take((parts.len() - 1) / 2);
    let mut several: Vec<Spelt> = Vec::new();
    for spelt in inside.filter_map(|part| located(undecorated(part))) {
        if spelt.is_of_file() && !several.contains(&spelt) {
            several.push(spelt);
        }
    }
    several
}

/// Returns the only path among some: names of code such as `self.items` count only where no file is named.
fn one_of(spelt: impl Iterator<Item = Spelt>) -> Option<Spelt> {
    let all: Vec<Spelt> = spelt.collect();
    let has_files = all.iter().any(Spelt::is_of_file);
    let mut meant = all
        .into_iter()
        .filter(|spelt| !has_files || spelt.is_of_file());
    let first = meant.next()?;
    // A file named in full and then by its name alone is one.
    meant.try_fold(first, |one, other| {
        if is_end_of(&other.path, &one.path) {
            Some(one)
        } else {
            is_end_of(&one.path, &other.path).then_some(other)
        }
    })
}

/// Returns whether `name` is `path`, or its name without its folders.
pub(in crate::dialect) fn is_end_of(name: &[u8], path: &[u8]) -> bool {
    name == path
        || !name.contains(&b'/')
            && path
                .strip_suffix(name)
                .is_some_and(|folder| folder.ends_with(b"/"))
}

/// Returns whether one of two paths is the other, or its end from one of its folders on.
pub(in crate::dialect) fn is_same_end(one: &[u8], other: &[u8]) -> bool {
    let ends_so = |long: &[u8], end: &[u8]| {
        let before = long.strip_suffix(end.strip_prefix(b"./").unwrap_or(end));
        before.is_some_and(|before| before.is_empty() || before.ends_with(b"/"))
    };
    ends_so(one, other) || ends_so(other, one)
}

/// Reads a path with the place behind or before it: `a.rs:12`, `a.rs#L5-L9`, `12:15:a.rs`, `a.py::test`, `a.rs, line 3`.
fn located(text: &[u8]) -> Option<Spelt> {
    // What has blanks begins with a folder, and what has none ends before the first blank: nearly all sentences end here.
    let begin = text.iter().position(|byte| !b" \t`*\"'_".contains(byte));
    let first = text[begin.unwrap_or(text.len())..].split(|byte| *byte == b' ');
    let first = first.into_iter().next().unwrap_or_default();
    let is_bare = |name: &&[u8]| first.starts_with(name);
    if !first.iter().any(|byte| b"./\\:".contains(byte)) && !BARE_NAMES.iter().any(is_bare) {
        return None;
    }
    let (path, cited) = cut_place(text);
    let path = undecorated(path);
    // Chats mention a file so; a folder that begins with the sign is one of a package.
    let mentioned = path.strip_prefix(b"@").filter(|it| is_name_of_file(it));
    let is_in_folder = mentioned.is_some_and(|path| path.contains(&b'/'));
    let path = mentioned.filter(|_| !is_in_folder).unwrap_or(path);
    // Some systems part folders by backslashes.
    let is_of_backslashes = path.contains(&b'\\') && !path.contains(&b'/') && !path.contains(&b' ');
    let path = if is_of_backslashes && !path.contains(&b':') {
        path.replace("\\", "/")
    } else {
        path.to_vec()
    };
    looks_like_path(&path).then(|| Spelt {
        cited,
        ..Spelt::plain(&path)
    })
}

/// Returns where `sign` is first in a text; its byte `rare` is rarer there than the others. To prepare a search costs more than
/// to look through a line.
fn find_sign(text: &[u8], rare: usize, sign: &str) -> Option<usize> {
    let sign = sign.as_bytes();
    let begins = memchr::memchr_iter(sign[rare], text).filter_map(|at| at.checked_sub(rare));
    begins.into_iter().find(|at| text[*at..].starts_with(sign))
}

/// Returns what is before and behind the first `sign` in a text.
fn parted_by<'a>(text: &'a [u8], rare: usize, sign: &str) -> Option<(&'a [u8], &'a [u8])> {
    let at = find_sign(text, rare, sign)?;
    Some((&text[..at], &text[at + sign.len()..]))
}

pub(super) fn undecorated(text: &[u8]) -> &[u8] {
    let mut text = text.trimmed();
    loop {
        let before = text.len();
        text = text
            .trim_with(|c| matches!(c, '`' | '*' | '"' | '\'' | ' ' | '\t'))
            .trim_end_with(|c| matches!(c, ':' | '：'));
        let slanted = text
            .strip_prefix(b"_")
            .and_then(|rest| rest.strip_suffix(b"_"));
        text = slanted.unwrap_or(text);
        if text.len() == before {
            return text;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, path: &str, cited: Option<(usize, usize)>) {
        let spelt = alone(line.into()).or_else(|| amid(line.into()));
        let spelt = spelt.unwrap_or_else(|| panic!("no path: {line}"));
        assert_eq!(spelt.path, path, "{line}");
        let cited_lines = spelt.cited.map(|cited| match cited {
            Cited::Somewhere => (0, 0),
            Cited::Lines(span) => (span.start + 1, span.end),
        });
        assert_eq!(cited_lines, cited, "{line}");
    }

    #[test]
    fn a_path_is_read_without_its_decoration() {
        for line in [
            "src/a.rs",
            "`src/a.rs`",
            "**`src/a.rs`**:",
            "### 2. `src/a.rs`",
            "1. src/a.rs",
            "- `src/a.rs`:",
            "File: src/a.rs",
            "#### File: `src/a.rs`",
            "New file: src/a.rs",
            "### `src/a.rs` (new file)",
            "// filepath: src/a.rs",
            "Create src/a.rs:",
            "Then replace the body of `run()` in `src/a.rs` with:",
            "Change src/a.rs like this:",
        ] {
            check(line, "src/a.rs", None);
        }
    }

    #[test]
    fn what_a_label_and_quotes_enclose_is_a_path() {
        check("File: \"my notes\"", "my notes", None);
        check("File: \"a\\\"b\\303\\251\"", "a\"b\u{e9}", None);
        assert_eq!(alone(b"File: my notes".into()), None);
        assert_eq!(alone(b"my \"notes\"".into()), None);
    }

    #[test]
    fn a_place_behind_a_path_is_no_part_of_it() {
        for line in [
            "`src/a.rs:12`",
            "src/a.rs:12:4",
            "src/a.rs#L12",
            "`src/a.rs` (line 12)",
            "**src/a.rs:12**",
            "12:12:src/a.rs",
            "`src/a.rs`, line 12:",
            "src/a.rs:L12",
            "As `src/a.rs:12` shows,",
        ] {
            check(line, "src/a.rs", Some((12, 12)));
        }
        check("src/a.rs:12-20", "src/a.rs", Some((12, 20)));
        check("src/a.rs#L12-L20", "src/a.rs", Some((12, 20)));
        check("tests/test_a.py::test_b", "tests/test_a.py", Some((0, 0)));
    }

    #[test]
    fn what_is_no_path_is_not_read_as_one() {
        for line in [
            "Node.js",
            "### Client and/or server",
            "Version 1.2",
            "e.g. so",
            "https://a.b/c.js",
        ] {
            let spelt = alone(line.into()).or_else(|| amid(line.into()));
            assert!(spelt.is_none_or(|it| !it.is_of_file()), "{line}");
        }
        assert_eq!(amid("Move it from `a.rs` to `b.rs`:".into()), None);
    }
}

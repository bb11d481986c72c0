//! Names of files that stand where no path is looked for: a bare word right above a block, and a path below it.

use crate::text::OneOf;
use bstr::{BStr, BString, ByteSlice};

use super::above::{self, Names};
use super::naming::{How, Naming, naming};
use super::shape;
use super::spelling;
use crate::dialect::walk::fence::Fence;
use crate::dialect::walk::line::Line;
use crate::dialect::words::{file_ending, prose, subject};

/// Words that say what a block is, or in which language.
const LABELS: &[&str] = &[
    "before", "after", "old", "new", "usage", "output", "input", "example", "examples", "result",
    "results", "code", "diff", "patch", "change", "changes", "edit", "edits", "fix", "solution",
    "answer", "file", "files", "test", "tests", "imports", "text", "bash", "sh", "shell", "zsh",
    "console", "terminal", "python", "javascript", "typescript", "js", "ts", "py", "java", "rust",
    "go", "ruby", "php", "html", "css", "json", "yaml", "toml", "sql", "xml", "markdown", "copy",
    "with", "by", "to", "into", "from", "and", "then", "or", "becomes", "search", "replace",
    "find",
];

/// Names of scripts that people run by a word, and see the output of.
const SCRIPTS: &[&str] = &[
    "bootstrap", "gradlew", "mvnw", "configure", "run", "build", "install", "deploy",
];

/// Returns whether a path is that of a program, by its name or its folder.
pub(in crate::dialect) fn is_of_program(path: &[u8]) -> bool {
    let folder = path.rsplit_once_str("/").map(|(folder, _)| folder);
    let folder = folder.and_then(|folder| folder.rsplit_str("/").next());
    path.is_one_of(SCRIPTS) || folder.is_some_and(|it| it.is_one_of(FOLDERS_OF_PROGRAMS))
}

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
    let is_label = text.is_one_of_in_any_case(LABELS);
    let is_path = spelling::alone(line).is_some();
    (is_word && !is_label && !is_path).then(|| text.into())
}

/// What may be the name of a block's file, though it does not look like that of one: `tools/gen`, `conf/app.local`,
/// `/etc/hosts`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::dialect) struct Unfamiliar {
    pub(in crate::dialect) path: BString,
    /// Whether it is all of the line right above the block.
    pub(in crate::dialect) is_right_above: bool,
    /// Whether the block may be a new file of that name.
    pub(in crate::dialect) may_be_new: bool,
}

/// What media types begin with (RFC 6838): `application/json` is no file.
const MEDIA_TYPES: &[&str] = &[
    "application", "audio", "font", "image", "message", "model", "multipart", "text", "video",
];

/// Folders at the root of a system: a path into one is that of a file, while `/users/7` is an address.
const TOP_FOLDERS: &[&str] = &[
    "Applications", "Library", "Users", "bin", "boot", "etc", "home", "lib", "mnt", "opt",
    "private", "root", "run", "sbin", "srv", "tmp", "usr", "var",
];

/// Folders whose files often have no ending.
const FOLDERS_OF_PROGRAMS: &[&str] = &["bin", "hooks", "sbin", "script", "scripts", "tools"];

/// Reads the name above a fence that may be its file's. Text above line `from` belongs to something else.
pub(in crate::dialect) fn unfamiliar(
    lines: &[Line<'_>],
    fence: Fence<'_>,
    from: usize,
) -> Option<Unfamiliar> {
    let lead = above::lead(lines, from.min(fence.opened), fence.opened, Names::Any);
    let asks = lead.purpose.asks_for_a_change();
    let right_above = (from.min(fence.opened)..fence.opened).rev();
    let right_above = right_above.into_iter().find(|at| !lines[*at].is_blank())?;
    let naming = lead.naming.or_else(|| {
        let body = lines[right_above].body;
        let spelt = spelling::in_folder(body).or_else(|| spelling::as_code(body))?;
        Some(naming(spelt, right_above, How::Amid))
    })?;
    let line = lines[naming.line].body;
    let path = naming.path.as_slice();
    let is_known = spelling::is_name_of_file(path) && !path.contains(&b' ');
    if is_known
        || shape::is_placeholder(path)
        || naming.cited.is_some()
        || file_ending::is_product(path)
        || shape::may_be_address(path)
    {
        return None;
    }
    let is_said = || match naming.how {
        // `### origin/main` above lines of no language may be words with a slash.
        How::Alone => {
            let is_title = above::is_heading(line) && fence.info.is_empty();
            let is_plain = !line.contains(&b'`') && path.split_str("/").count() < 3;
            let is_path =
                may_be_little_else(path) || line.contains(&b'`') && leads_through_folder(path);
            let is_program = || {
                let folder = path.split_once_str("/").map(|(folder, _)| folder);
                folder.is_some_and(|folder| folder.is_one_of(FOLDERS_OF_PROGRAMS))
            };
            let may_be_words = is_title && is_plain && !path.contains(&b'.');
            is_path && (!may_be_words || is_program())
        }
        How::Amid => {
            let is_presented = || subject::is_presented(line, path.as_bstr());
            let may_be_meant = || asks || is_marked(line, path) && is_presented();
            path.contains(&b'/') && may_be_little_else(path) && may_be_meant()
        }
        How::Info | How::Label | How::Comment => false,
    };
    Some(Unfamiliar {
        is_right_above: naming.how == How::Alone && naming.line == right_above,
        may_be_new: is_said() || spelling::labelled(line).is_some(),
        path: naming.path,
    })
}

/// Words for two sides of something, which people join by a slash.
const SIDES: &[&str] = &[
    "client", "server", "read", "write", "request", "response", "success", "failure", "error",
    "yes", "no", "true", "false", "on", "off", "in", "out", "i", "o", "pre", "post", "up", "down",
    "frontend", "backend", "start", "stop", "left", "right", "pass", "fail", "get", "set",
];

/// Returns whether a path that is all of its line can be little else: it is hidden, from the top of a machine, or leads through
/// a folder to a name that ends as those of files may, or into one of programs.
fn may_be_little_else(path: &[u8]) -> bool {
    let is_hidden = path.starts_with(b".") && !path.starts_with(b"./") && !path.starts_with(b"..");
    let is_at_home = path.starts_with(b"~/") || path.starts_with(b"$HOME/");
    let mut parts = path.split_str("/");
    let first = parts.next().unwrap_or_default();
    let second = parts.next();
    let Some(second) = second else {
        return is_hidden;
    };
    let last = path.rsplit_str("/").next().unwrap_or_default();
    // What is in the folder for what is thrown away is mostly what a program printed.
    let is_thrown_away = second == b"tmp" && !ends_as_files_may(last);
    is_hidden
        || is_at_home
        || first.is_empty() && second.is_one_of(TOP_FOLDERS) && !is_thrown_away
        || leads_through_folder(path)
            && (ends_as_files_may(last) || first.is_one_of(FOLDERS_OF_PROGRAMS))
}

/// Returns whether a path leads through a folder, and is no media type and no words joined by slashes.
fn leads_through_folder(path: &[u8]) -> bool {
    let is_word = |part: &[u8]| part.is_one_of(SIDES) || part.is_one_of(LABELS);
    let Some((first, _)) = path.split_once_str("/") else {
        return false;
    };
    let begins = first.first().is_some_and(u8::is_ascii_lowercase) || first == b".";
    begins && !first.is_one_of(MEDIA_TYPES) && !path.split_str("/").all(is_word)
}

/// Returns whether a name has an ending that is no number, no name of a member in code, and none of machines.
fn ends_as_files_may(name: &[u8]) -> bool {
    const N_LETTERS: usize = 8;
    let Some((before, end)) = name.rsplit_once_str(".") else {
        return false;
    };
    let is_part =
        |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"+-".contains(byte);
    !before.is_empty()
        && (1..=N_LETTERS).contains(&end.len())
        && end.iter().all(is_part)
        && end[0].is_ascii_lowercase()
        && !shape::may_be_member(name)
        && !shape::may_be_address(&[name, b"/"].concat())
}

/// Returns whether a line has a path in backticks. An address and the type of a medium are written so, too.
fn is_marked(line: &BStr, path: &[u8]) -> bool {
    let first = path.split_once_str("/").map_or(path, |(first, _)| first);
    line.contains(&b'`')
        && !first.is_one_of(MEDIA_TYPES)
        && first.first().is_some_and(u8::is_ascii_lowercase)
}

/// Reads a sentence below the block that ends at line `end` which says where it goes: "Save it as `src/a.rs`."
pub(in crate::dialect) fn below(lines: &[Line<'_>], end: usize) -> Option<Naming> {
    let at = first_below(lines, end)?;
    let body = lines[at].body;
    if leads_on(lines, at) || !prose::puts_above(body) {
        return None;
    }
    let spelt = spelling::amid(body).filter(|it| it.is_of_file() && it.cited.is_none())?;
    Some(naming(
        spelling::Spelt {
            is_one_of_several: false,
            ..spelt
        },
        at,
        How::Amid,
    ))
}

/// Reads the end of the sentence that the block which ends at line `end` interrupts, where that is no more than the name of its file:
/// "in `src/a.rs`."
pub(in crate::dialect) fn goes_on_below(lines: &[Line<'_>], end: usize) -> Option<Naming> {
    /// The most words beside the name.
    const N_WORDS: usize = 3;
    let at = first_below(lines, end)?;
    let body = lines[at].trimmed();
    let goes_on = body.first().is_some_and(u8::is_ascii_lowercase) && !leads_on(lines, at);
    let spelt = spelling::amid(body).filter(|it| it.is_of_file() && it.cited.is_none())?;
    let is_end = prose::words(body).len() <= N_WORDS;
    (goes_on && is_end).then(|| naming(spelt, at, How::Amid))
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

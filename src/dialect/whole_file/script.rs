//! Fences of shells: the file that holds a script, or commands to run.

use bstr::{BStr, ByteSlice};

use crate::dialect::commands::command;
use crate::dialect::name::naming::{How, Naming};
use crate::dialect::name::shape;
use crate::dialect::walk::fence::{Fence, Language};
use crate::dialect::words::prose;
use crate::dialect::words::purpose::Purpose;
use crate::patch::lazy;
use crate::text::indent;

/// Returns what a fence is for that may be the file which is named; `None` where its lines are commands to run.
pub(super) fn purpose(
    fence: Fence<'_>,
    naming: &Naming,
    lines: &[&BStr],
    purpose: Purpose,
) -> Option<Purpose> {
    let endings = match fence.language() {
        Language::Console => &[][..],
        Language::Shell(endings) => endings,
        Language::Patch | Language::Output | Language::Aside | Language::Text | Language::Code => {
            return Some(purpose);
        }
    };
    let path = naming.path.as_bstr();
    if is_run_by_hand(lines, path) {
        return None;
    }
    if is_script_of(lines, endings, path, purpose) {
        return Some(purpose);
    }
    let is_like_command = lines.iter().any(|line| is_like_command(line));
    let is_file_of_lines = fence.language() != Language::Console
        && naming.how == How::Alone
        && purpose == Purpose::Silent
        && shape::holds_plain_lines(path)
        && !is_like_command;
    let is_content = purpose.asks_for_a_change() || is_file_of_lines;
    if !is_content || lines.iter().any(|line| is_command(line)) {
        return None;
    }
    Some(if is_like_command {
        Purpose::Doubtful
    } else {
        purpose
    })
}

/// Returns whether a block of a shell is what the file at `path` holds, and not commands to run: `endings` are those of the
/// files that hold such scripts.
fn is_script_of(script: &[&BStr], endings: &[&str], path: &BStr, purpose: Purpose) -> bool {
    let has_ending = |end: &&str| path.ends_with(end.as_bytes());
    let names_it = || script.iter().any(|line| line.contains_str(path));
    // What begins with `#!` is a program, whatever its name ends with.
    let is_program = script.first().is_some_and(|line| line.starts_with(b"#!"));
    // A hook without `#!`, or a `Makefile`, is one that words ask for.
    let is_asked = purpose == Purpose::Creates && path.starts_with(b".")
        || purpose.asks_for_a_change() && shape::holds_commands(path);
    // No command marks the lines that a file keeps.
    is_program
        || endings.iter().any(has_ending)
        || is_asked && !names_it()
        || script.iter().any(|line| lazy::is_placeholder(line))
}

/// Returns whether commands make the file at `path`, or start it: those are not what it holds.
fn is_run_by_hand(script: &[&BStr], path: &BStr) -> bool {
    writes(script.first().copied(), path) || is_typed(script, path) || command::makes(script, path)
}

/// Returns whether a line is of words, the first in small letters, as the commands of programs are that are not known here, and
/// some lines of files.
fn is_like_command(line: &BStr) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || *byte == b'-';
    let mut words = line.fields();
    let first = words.next().unwrap_or_default();
    let begins = first.first().is_some_and(u8::is_ascii_lowercase) && first.iter().all(is_part);
    begins
        && words
            .next()
            .is_some_and(|word| word[0].is_ascii_alphanumeric() || word[0] == b'-')
}

/// Returns whether a line is a command for a shell.
fn is_command(line: &BStr) -> bool {
    let text = line.trim().as_bstr();
    let begins = text.first().is_some_and(u8::is_ascii_alphabetic);
    text.starts_with(b"./") || prose::is_command(text) || begins && prose::is_run(text)
}

/// Returns whether a script is what a person types: a prompt in front, or one line that names the file at `path`.
fn is_typed(script: &[&BStr], path: &BStr) -> bool {
    let mut lines = script.iter().filter(|line| !indent::is_blank(line));
    let Some(first) = lines.next() else {
        return false;
    };
    let name = path
        .rsplit_once_str("/")
        .map_or(path, |(_, name)| name.as_bstr());
    first.starts_with(b"$ ") || lines.next().is_none() && first.contains_str(name)
}

/// Returns whether a script begins with a command that writes the file at `path`.
fn writes(line: Option<&BStr>, path: &BStr) -> bool {
    line.is_some_and(|line| line.contains_str(">") && line.contains_str(path))
}

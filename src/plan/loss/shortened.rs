//! Options and redirections that go from a command while the rest of its line stays, as `2>&1` or `--locked`: in a line that changes
//! in other words as well, a reader easily misses them. Their loss is reported, and no hunk waits for it.

use bstr::ByteSlice;

use super::Loss;
use super::commented::is_comment;
use crate::patch::{Hunk, HunkLine, LineKind};
use crate::text::display::display_line;
use crate::text::{RelPath, Text};

/// The most changed lines that are compared in one run.
const N_COMPARED: usize = 64;

/// Signs that end a word of a command.
const AROUND: &[u8] = b"\"'`,()[]{};";

/// A word of a line that says how its command runs.
struct Setting<'l> {
    /// What is the same in a line that keeps it: the option's name, or the sign.
    key: &'l [u8],
    /// The word as it is shown, with the file of a redirection.
    shown: &'l [u8],
}

/// Returns whether the lines of a file are mostly commands: by its name, or by its first line.
pub(super) fn holds_commands(path: Option<&RelPath>, text: &Text) -> bool {
    const ENDINGS: [&str; 11] = [
        ".sh", ".bash", ".zsh", ".fish", ".ksh", ".bats", ".mk", ".yml", ".yaml", ".cmd", ".bat",
    ];
    const NAMES: [&str; 5] = [
        "makefile",
        "gnumakefile",
        "dockerfile",
        "containerfile",
        "justfile",
    ];
    let name = path.map(|path| path.file_name().to_ascii_lowercase());
    let is_named = name.is_some_and(|name| {
        ENDINGS.iter().any(|ending| name.ends_with_str(ending))
            || NAMES.iter().any(|it| name.starts_with_str(it))
    });
    is_named || {
        let first = text.lines().next().unwrap_or_default();
        first.starts_with(b"#!") && first.trim_ascii_end().ends_with(b"sh")
    }
}

/// Returns what the changed lines of a hunk lose so. In files of other languages, `is_script` is false and
/// only options in quotes count.
pub(super) fn shortened(hunk: &Hunk, is_script: bool) -> Vec<Loss> {
    let new = hunk
        .lines
        .iter()
        .filter(|line| line.kind == LineKind::Insert);
    let new = new
        .take(N_COMPARED)
        .map(|line| settings(&line.body, is_script));
    let kept: Vec<Setting<'_>> = new.flatten().collect();
    let runs = hunk.lines.split(|line| line.kind == LineKind::Context);
    runs.flat_map(|run| of_run(run, &kept, is_script)).collect()
}

fn of_run(run: &[HunkLine], kept: &[Setting<'_>], is_script: bool) -> Vec<Loss> {
    let of_kind = |kind: LineKind| {
        run.iter()
            .filter(move |line| line.kind == kind)
            .take(N_COMPARED)
    };
    let new: Vec<&[u8]> = of_kind(LineKind::Insert)
        .flat_map(|line| words(&line.body))
        .collect();
    let is_plain = |word: &&[u8]| {
        word.iter()
            .filter(|byte| byte.is_ascii_alphabetic())
            .count()
            > 1
    };
    let stays = |line: &[u8]| {
        let mut plain = words(line).filter(|word| is_plain(word) && !word.starts_with(b"-"));
        plain.any(|word| new.contains(&word))
    };
    let old = of_kind(LineKind::Delete).map(|line| -> &[u8] { &line.body });
    let old = old.filter(|line| !is_comment(line.trim_ascii()) && stays(line));
    let lost = old.flat_map(|line| settings(line, is_script));
    let lost = lost.filter(|lost| !kept.iter().any(|kept| covers(kept.key, lost.key)));
    lost.map(|lost| Loss::Setting(display_line(lost.shown)))
        .collect()
}

/// Returns whether a setting is another one as well: `-euo` is `-eu` and more.
fn covers(kept: &[u8], lost: &[u8]) -> bool {
    let is_short = |key: &[u8]| key.starts_with(b"-") && !key.starts_with(b"--");
    kept == lost
        || is_short(kept) && is_short(lost) && lost.iter().all(|letter| kept.contains(letter))
}

/// Returns the words of a line, without the signs around them.
fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || AROUND.contains(byte);
    line.split(is_end).filter(|word| !word.is_empty())
}

/// Returns the options of a line, its redirections and what its output is piped to.
fn settings<'l>(line: &'l [u8], is_script: bool) -> Vec<Setting<'l>> {
    let at = |word: &[u8]| word.as_ptr().addr() - line.as_ptr().addr();
    let all: Vec<&'l [u8]> = words(line).collect();
    let with_next = |nth: usize| {
        let end = all.get(nth + 1).map(|next| at(next) + next.len());
        end.map(|end| &line[at(all[nth])..end])
    };
    let setting = |(nth, word): (usize, &&'l [u8])| -> Option<Setting<'l>> {
        let word: &'l [u8] = word;
        let is_quoted = || {
            at(word)
                .checked_sub(1)
                .is_some_and(|at| matches!(line[at], b'"' | b'\''))
        };
        if let Some(name) = option(word) {
            let is_long = word.starts_with(b"--");
            let is_it = if is_script {
                is_long || nth > 0
            } else {
                is_long && is_quoted()
            };
            return is_it.then_some(Setting {
                key: name,
                shown: word,
            });
        }
        let key = sign(word).filter(|_| is_script && nth > 0)?;
        let is_alone = key.len() == word.len() && !key.contains(&b'&');
        let shown = if is_alone { with_next(nth)? } else { word };
        let key = if key.starts_with(b"|") { shown } else { key };
        Some(Setting { key, shown })
    };
    all.iter().enumerate().filter_map(setting).collect()
}

/// Returns the name of an option: `--jobs` of `--jobs=4`.
fn option(word: &[u8]) -> Option<&[u8]> {
    let name = word.find_byte(b'=').map_or(word, |end| &word[..end]);
    let rest = name
        .strip_prefix(b"--")
        .or_else(|| name.strip_prefix(b"-"))?;
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (rest.first()?.is_ascii_alphabetic() && rest.iter().all(is_of_name)).then_some(name)
}

/// Returns the sign that begins a redirection or a pipe. That of a file stays the same where the file changes, or is added to.
fn sign(word: &[u8]) -> Option<&[u8]> {
    if word == b"|" || word == b"||" {
        return Some(word);
    }
    let rest = word.trim_start_with(|sign| sign.is_ascii_digit() || sign == '&');
    let start = word.len() - rest.len();
    let has_target = !matches!(rest.get(1), Some(b'=' | b'-' | b'('));
    match rest.first() {
        Some(b'>' | b'<') if has_target && rest.get(1) == Some(&b'&') => Some(word),
        Some(b'>' | b'<') if has_target => Some(&word[..start + 1]),
        Some(_) | None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_is_an_option_or_where_output_goes() {
        let check = |line: &str, is_script, expected: &[&str]| {
            let found = settings(line.as_bytes(), is_script);
            let shown: Vec<_> = found.iter().map(|it| it.shown.as_bstr()).collect();
            assert_eq!(shown, expected, "{line}");
        };
        let line = "./build --release --jobs=4 -v > build.log 2>&1 | tee log || true";
        check(
            line,
            true,
            &[
                "--release",
                "--jobs=4",
                "-v",
                "> build.log",
                "2>&1",
                "| tee",
                "|| true",
            ],
        );
        check("run >>log 2>/dev/null", true, &[">>log", "2>/dev/null"]);
        check("if a > b { x -y }", false, &[]);
        check("args = [\"test\", \"--locked\"]", false, &["--locked"]);
        check("- name: a", true, &[]);
        check("key: >-", true, &[]);
    }
}

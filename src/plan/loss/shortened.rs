//! Options and redirections that go from a command while the rest of its line stays, as `2>&1` or `--locked`: in a line that changes
//! in other words as well, a reader easily misses them. Their loss is reported, and no hunk waits for it.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use bstr::ByteSlice;

use super::Loss;
use crate::patch::{Hunk, HunkLine, LineKind, of_kind};
use crate::text::display::display_line;
use crate::text::{RelPath, Text, comment};

/// The most changed lines of one run, and words of one line, that are compared; a line has its bit in a number.
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
        "makefile", "gnumakefile", "dockerfile", "containerfile", "justfile",
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
    let mut come: Option<HashSet<&[u8]>> = None;
    let runs = hunk.lines.split(|line| line.is_context());
    let lost = runs.flat_map(|run| of_run(run, is_script));
    // A line that comes elsewhere was moved.
    let is_lost = |(line, _): &(&HunkLine, Loss)| {
        let come = come.get_or_insert_with(|| {
            let new = of_kind(&hunk.lines, LineKind::Insert);
            new.map(|line| line.body.trim_ascii()).collect()
        });
        !come.contains(line.body.trim_ascii())
    };
    let lost = lost.filter(is_lost);
    lost.map(|(_, loss)| loss).collect()
}

/// Returns what the lines of a run lose, each beside the new line that has most of its words. Of a run with more new lines, or
/// with longer ones, than are compared, nothing is said.
fn of_run(run: &[HunkLine], is_script: bool) -> Vec<(&HunkLine, Loss)> {
    let old = of_kind(run, LineKind::Delete).take(N_COMPARED);
    let old = old.filter(|line| !comment::is_apart(line.body.trim_ascii()));
    let old = old.map(|line| (line, Command::of(&line.body, is_script)));
    let old: Vec<(&HunkLine, Option<Command<'_>>)> = old.collect();
    let has_settings = |command: &Command<'_>| !command.settings.is_empty();
    if !old
        .iter()
        .any(|(_, old)| old.as_ref().is_some_and(has_settings))
    {
        return Vec::new();
    }
    let new = of_kind(run, LineKind::Insert).take(N_COMPARED + 1);
    let new = new.map(|line| Command::of(&line.body, is_script));
    let Some(new) = new
        .collect::<Option<Vec<_>>>()
        .filter(|new| new.len() <= N_COMPARED)
    else {
        return Vec::new();
    };
    let pairs = Pairs::of(&old, &new);
    let mut lost = Vec::new();
    for ((line, old), pair) in old.iter().zip(&pairs.of_old) {
        let (Some(old), Some(pair)) = (old, *pair) else {
            continue;
        };
        let is_lost = |setting: &&Setting<'_>| !pairs.keep(setting.key, old, pair, &new);
        let settings = old.settings.iter().filter(is_lost);
        lost.extend(settings.map(|lost| (*line, Loss::Setting(display_line(lost.shown)))));
    }
    lost
}

/// A line, and what it says of how its command runs.
struct Command<'l> {
    words: Vec<&'l [u8]>,
    settings: Vec<Setting<'l>>,
}

impl<'l> Command<'l> {
    /// Returns it; `None` for a line of more words than are compared.
    fn of(line: &'l [u8], is_script: bool) -> Option<Command<'l>> {
        let words: Vec<&[u8]> = words(line).take(N_COMPARED + 1).collect();
        (words.len() <= N_COMPARED).then(|| Command {
            settings: settings(line, &words, is_script),
            words,
        })
    }

    /// Returns its words that are no options.
    fn plain(&self) -> impl Iterator<Item = &'l [u8]> {
        let n_letters = |word: &[u8]| {
            let letters = word.iter().filter(|byte| byte.is_ascii_alphabetic());
            letters.count()
        };
        let words = self.words.iter().copied();
        words.filter(move |word| !word.starts_with(b"-") && n_letters(word) > 1)
    }
}

/// Which new line each old one of a run has become, by the words that both have.
struct Pairs {
    of_old: Vec<Option<usize>>,
}

impl Pairs {
    fn of(old: &[(&HunkLine, Option<Command<'_>>)], new: &[Command<'_>]) -> Pairs {
        // The new lines that have a word, a bit each.
        let mut lines: HashMap<&[u8], u64> = HashMap::new();
        for (nth, command) in new.iter().enumerate() {
            for word in command.plain() {
                *lines.entry(word).or_default() |= 1 << nth;
            }
        }
        let pair = |(at, (_, command)): (usize, &(&HunkLine, Option<Command<'_>>))| {
            let mut n_shared = [0_usize; N_COMPARED];
            for word in command.as_ref()?.plain() {
                let lines = lines.get(word).copied().unwrap_or_default();
                let has_word = |nth: &usize| lines >> nth & 1 == 1;
                (0..new.len())
                    .filter(has_word)
                    .for_each(|nth| n_shared[nth] += 1);
            }
            let nearest =
                (0..new.len()).max_by_key(|nth| (n_shared[*nth], Reverse(nth.abs_diff(at))));
            nearest.filter(|nth| n_shared[*nth] > 0)
        };
        Pairs {
            of_old: old.iter().enumerate().map(pair).collect(),
        }
    }

    /// Returns whether the new lines have a setting of `old` that became the new line `pair`: in that line, or in a further
    /// line of the same command. A line that another one became, or that begins as this one does, is another command.
    fn keep(&self, key: &[u8], old: &Command<'_>, pair: usize, new: &[Command<'_>]) -> bool {
        let has = |nth: usize| {
            let mut settings = new[nth].settings.iter();
            settings.any(|kept| kept.key == key || nth == pair && covers(kept.key, key))
        };
        let is_further = |nth: &usize| {
            let first = new[*nth].words.first();
            *nth == pair
                || !self.of_old.contains(&Some(*nth))
                    && first != new[pair].words.first()
                    && first != old.words.first()
        };
        (0..new.len()).filter(is_further).any(has)
    }
}

/// Returns whether a cluster of letters has those of another one as well: `-euo` is `-eu` and more.
fn covers(kept: &[u8], lost: &[u8]) -> bool {
    let is_short = |key: &[u8]| key.starts_with(b"-") && !key.starts_with(b"--");
    is_short(kept) && is_short(lost) && lost.iter().all(|letter| kept.contains(letter))
}

/// Returns the words of a line, without the signs around them.
fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || AROUND.contains(byte);
    line.split(is_end).filter(|word| !word.is_empty())
}

/// Returns the options of a line, its redirections and what its output is piped to.
fn settings<'l>(line: &'l [u8], all: &[&'l [u8]], is_script: bool) -> Vec<Setting<'l>> {
    let at = |word: &[u8]| word.as_ptr().addr() - line.as_ptr().addr();
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
            let found = Command::of(line.as_bytes(), is_script).expect("it is short");
            let found = found.settings;
            let shown: Vec<_> = found.iter().map(|it| it.shown.as_bstr()).collect();
            assert_eq!(shown, expected, "{line}");
        };
        let line = "./build --release --jobs=4 -v > build.log 2>&1 | tee log || true";
        check(
            line,
            true,
            &[
                "--release", "--jobs=4", "-v", "> build.log", "2>&1", "| tee", "|| true",
            ],
        );
        check("run >>log 2>/dev/null", true, &[">>log", "2>/dev/null"]);
        check("if a > b { x -y }", false, &[]);
        check("args = [\"test\", \"--locked\"]", false, &["--locked"]);
        check("- name: a", true, &[]);
        check("key: >-", true, &[]);
    }
}

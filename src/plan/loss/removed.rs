//! Lines of a whole file that only go. Often that is what the reply is for, but a reader of many hunks does not see one line that is
//! gone, so each such run is named. One makes the file wait if the words of the reply say what else changes, and neither they nor its
//! new lines account for that run. A reply without such words gives a file for all that it changes.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use bstr::BString;

use super::{Loss, is_prose};
use crate::patch::talk::words_of;
use crate::patch::{FilePatch, Hunk, HunkLine, LineKind, Talk};
use crate::text::display::display_line;
use crate::text::import::is_import;
use crate::text::named::named;
use crate::text::{Text, comment};

/// What is asked of the hunks of one section.
pub(super) struct Removed<'a> {
    file: &'a FilePatch,
    text: &'a Text,
    /// The lines that are added anywhere in the file, made when first asked for: a removed line that is also added was moved.
    come: OnceCell<HashSet<&'a [u8]>>,
    /// The words of the lines that are added.
    come_words: OnceCell<HashSet<BString>>,
    uses: OnceCell<Uses>,
}

/// How many lines have each word.
struct Uses {
    old: HashMap<BString, usize>,
    gone: HashMap<BString, usize>,
}

impl<'a> Removed<'a> {
    pub(super) fn of(file: &'a FilePatch, text: &'a Text) -> Removed<'a> {
        Removed {
            file,
            text,
            come: OnceCell::new(),
            come_words: OnceCell::new(),
            uses: OnceCell::new(),
        }
    }

    /// Returns the runs of lines of a hunk in whose place nothing comes, there or elsewhere in the file. Lines of punctuation are
    /// skipped.
    pub(super) fn of_hunk(&self, hunk: &Hunk) -> Vec<Loss> {
        let runs = hunk
            .lines
            .chunk_by(|one, next| one.is_change() == next.is_change());
        let only_goes = |run: &&[HunkLine]| {
            let mut new = run.iter().filter(|line| line.is_insert());
            run[0].is_change() && !new.any(|line| says_something(&line.body))
        };
        let removed = runs.filter(only_goes).filter_map(|run| self.of_run(run));
        removed.collect()
    }

    fn of_run(&self, run: &[HunkLine]) -> Option<Loss> {
        let says = |line: &HunkLine| says_something(&line.body);
        let comes = |line: &HunkLine| self.comes(line.body.trim_ascii());
        let gone = run.iter().filter(|line| line.is_delete());
        let mut gone = gone.skip_while(|line| !says(line) || comes(line));
        let first = display_line(gone.next()?.body.trim_ascii());
        // A blank line, or a bracket, that goes with them is counted as a reader does.
        let with_it = gone.filter(|line| !says(line) || !comes(line));
        let n_lines = 1 + with_it.count();
        Some(match self.is_accounted_for(run) {
            true => Loss::Removed(first, n_lines),
            false => Loss::Unsaid(first, n_lines),
        })
    }

    /// Returns whether words of the reply are about one of the lines that go, or about no change at all, or each line is none that a
    /// program would miss.
    fn is_accounted_for(&self, run: &[HunkLine]) -> bool {
        let gone = run.iter().filter(|line| line.is_delete());
        let mut gone = gone
            .map(|line| line.body.trim_ascii())
            .filter(|line| says_something(line));
        let talk = self.file.talk.as_deref();
        gone.clone().all(|line| self.is_idle(line))
            || talk.is_none_or(|talk| gone.any(|line| talk.is_about(line)) || !self.is_said(talk))
    }

    fn is_said(&self, talk: &Talk) -> bool {
        let path = self.file.path.named();
        path.is_none_or(|path| talk.says_more_than(path.as_bytes()))
    }

    /// Returns whether nothing is missed with a line: it is a comment or an import, what it says is in new lines, or what it
    /// names was used and is no more.
    fn is_idle(&self, line: &[u8]) -> bool {
        let is_prose = self.file.path.named().is_some_and(is_prose);
        let is_comment = comment::is_apart(line) || comment::is_further_line(line);
        !is_prose && is_comment
            || is_import(line)
            || self.is_said_anew(line)
            || named(line).is_some_and(|name| self.is_used_no_more(name))
    }

    fn come_words(&self) -> &HashSet<BString> {
        let new = || self.of_kind(LineKind::Insert).flat_map(words_of);
        self.come_words.get_or_init(|| new().collect())
    }

    fn is_said_anew(&self, line: &[u8]) -> bool {
        let come = self.come_words();
        let name = named(line).map(|name| name.to_ascii_lowercase());
        let mut words = words_of(line).filter(|word| Some(&word[..]) != name.as_deref());
        words.all(|word| come.contains(&word))
    }

    /// Returns whether other lines had a name, and none has it any more.
    fn is_used_no_more(&self, name: &[u8]) -> bool {
        let name = BString::from(name.to_ascii_lowercase());
        let uses = self.uses.get_or_init(|| Uses {
            old: uses(self.text.lines().map(|line| &**line)),
            gone: uses(self.of_kind(LineKind::Delete)),
        });
        let n_old = uses.old.get(&name).copied().unwrap_or_default();
        let n_gone = uses.gone.get(&name).copied().unwrap_or_default();
        n_old > 1 && n_old <= n_gone && !self.come_words().contains(&name)
    }

    fn of_kind(&self, kind: LineKind) -> impl Iterator<Item = &'a [u8]> {
        self.file.lines_of(kind).map(|line| line.body.as_ref())
    }

    fn comes(&self, line: &[u8]) -> bool {
        let come = || {
            let new = self.of_kind(LineKind::Insert);
            new.map(<[u8]>::trim_ascii).collect()
        };
        self.come.get_or_init(come).contains(line)
    }
}

/// Counts the lines that have each word.
fn uses<'l>(lines: impl Iterator<Item = &'l [u8]>) -> HashMap<BString, usize> {
    let mut uses = HashMap::new();
    for line in lines {
        let words: HashSet<BString> = words_of(line).collect();
        for word in words {
            *uses.entry(word).or_default() += 1;
        }
    }
    uses
}

/// Returns whether a line has a word or a number.
fn says_something(line: &[u8]) -> bool {
    let is_told = |byte: &u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
    line.iter().any(is_told)
}

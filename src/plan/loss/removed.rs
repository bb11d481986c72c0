//! Lines of a whole file that only go. Often that is what the reply is for, so nothing waits for it; but a reader of many hunks does
//! not see one line that is gone, so each such run is named.

use std::cell::OnceCell;
use std::collections::HashSet;

use super::Loss;
use crate::patch::{FilePatch, Hunk, HunkLine, LineKind};
use crate::text::display::display_line;

/// What is asked of the hunks of one section.
pub(super) struct Removed<'a> {
    file: &'a FilePatch,
    /// The lines that are added anywhere in the file, made when first asked for: a removed line that is also added was moved.
    come: OnceCell<HashSet<&'a [u8]>>,
}

impl<'a> Removed<'a> {
    pub(super) fn of(file: &'a FilePatch) -> Removed<'a> {
        Removed {
            file,
            come: OnceCell::new(),
        }
    }

    /// Returns the runs of lines of a hunk in whose place nothing comes, there or elsewhere in the file. Lines of punctuation are
    /// skipped.
    pub(super) fn of_hunk(&self, hunk: &Hunk) -> Vec<Loss> {
        let is_change = |line: &HunkLine| line.kind != LineKind::Context;
        let runs = hunk
            .lines
            .chunk_by(|one, next| is_change(one) == is_change(next));
        let only_goes = |run: &&[HunkLine]| {
            let mut new = run.iter().filter(|line| line.kind == LineKind::Insert);
            is_change(&run[0]) && !new.any(|line| says_something(&line.body))
        };
        let removed = runs.filter(only_goes).filter_map(|run| self.of_run(run));
        removed.collect()
    }

    fn of_run(&self, run: &[HunkLine]) -> Option<Loss> {
        let says = |line: &HunkLine| says_something(&line.body);
        let comes = |line: &HunkLine| self.comes(line.body.trim_ascii());
        let gone = run.iter().filter(|line| line.kind == LineKind::Delete);
        let mut gone = gone.skip_while(|line| !says(line) || comes(line));
        let first = display_line(gone.next()?.body.trim_ascii());
        // A blank line, or a bracket, that goes with them is counted as a reader does.
        let with_it = gone.filter(|line| !says(line) || !comes(line));
        Some(Loss::Removed(first, 1 + with_it.count()))
    }

    fn comes(&self, line: &[u8]) -> bool {
        let come = || {
            let lines = self.file.hunks.iter().flat_map(|hunk| hunk.lines.iter());
            let new = lines.filter(|line| line.kind == LineKind::Insert);
            new.map(|line| line.body.trim_ascii()).collect()
        };
        self.come.get_or_init(come).contains(line)
    }
}

/// Returns whether a line has a word or a number.
fn says_something(line: &[u8]) -> bool {
    let is_told = |byte: &u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
    line.iter().any(is_told)
}

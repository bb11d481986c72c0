//! Lines that somebody changed since a file was last settled: committed, or written by an apply. A reply that gives a file
//! whole may have been made from the text before that, and would undo it.

use std::collections::BTreeSet;
use std::ops::Range;

use bstr::BStr;
use similar::DiffTag;

use crate::patch::FilePatch;
use crate::patch::alignment::{Search, operations};
use crate::text::{Text, indent};

/// What is known of a file from before.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Baseline {
    /// What was committed last.
    pub committed: Option<Text>,
    /// What the last apply made of it.
    pub written: Option<Written>,
}

/// A file before and after an apply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// `None` where no file was.
    pub before: Option<Text>,
    /// What the apply made.
    pub after: Text,
}

/// Returns the hunks of a section, whose hints are their places in `text`, that change lines which are neither committed
/// nor written by an apply, or put back what was before one of these.
pub(super) fn undoing(file: &FilePatch, text: &Text, baseline: &Baseline) -> BTreeSet<usize> {
    let written = baseline.written.as_ref();
    let committed = baseline.committed.as_ref();
    let before = written.and_then(|written| written.before.as_ref());
    let settled = committed
        .into_iter()
        .chain(written.map(|written| &written.after));
    let settled: Vec<Since<'_>> = settled.filter_map(|then| Since::of(then, text)).collect();
    // What is committed tells also what an apply made since; without it, only what that found does.
    let first = committed.or(before).and_then(|then| Since::of(then, text));
    let is_own = |line: usize| {
        !settled.is_empty()
            && settled.iter().all(|since| since.is_new(line))
            && !indent::is_blank(text.line(line))
    };
    let undoes = |change: &Change<'_>| {
        change.old.clone().any(is_own) || first.iter().any(|since| since.is_put_back(change, text))
    };
    let hunks = (0..file.hunks.len()).filter(|at| changes_of(file, *at).iter().any(undoes));
    hunks.collect()
}

/// Lines of the text that go, and those that come in their place.
struct Change<'a> {
    old: Range<usize>,
    new: Vec<&'a BStr>,
}

fn changes_of(file: &FilePatch, hunk: usize) -> Vec<Change<'_>> {
    let hunk = &file.hunks[hunk];
    let Some(hint) = hunk.hint else {
        return Vec::new();
    };
    let mut at = hint.line_index;
    let mut changes: Vec<Change<'_>> = Vec::new();
    let mut is_within = false;
    for line in hunk.lines.iter() {
        if line.is_context() {
            (at, is_within) = (at + 1, false);
            continue;
        }
        if !is_within {
            let (old, new) = (at..at, Vec::new());
            changes.push(Change { old, new });
            is_within = true;
        }
        let change = changes.last_mut().expect("one was begun");
        if line.is_insert() {
            change.new.push(&line.body);
        } else {
            at += 1;
            change.old.end = at;
        }
    }
    changes
}

/// What became of a text since `then`.
struct Since<'a> {
    then: &'a Text,
    /// Runs of lines that differ, as they were and as they are.
    changes: Vec<(Range<usize>, Range<usize>)>,
}

impl<'a> Since<'a> {
    /// Returns `None` where the texts have no line in common: one of them stands for something else, as the pointer does that
    /// is committed for a large file.
    fn of(then: &'a Text, now: &Text) -> Option<Since<'a>> {
        let mut since = Since {
            then,
            changes: Vec::new(),
        };
        if then.as_bytes() == now.as_bytes() {
            return Some(since);
        }
        // Checked out with other line endings, lines are the same.
        let lines = |text: &'a Text| -> Vec<&'a BStr> { text.lines().collect() };
        let now_lines: Vec<&BStr> = now.lines().collect();
        let operations = operations(Search::Patience, &lines(then), &now_lines);
        let is_equal = |tag: DiffTag| tag == DiffTag::Equal;
        let mut same = operations.iter().filter(|it| is_equal(it.tag()));
        let is_like = same.any(|it| it.new_range().any(|line| !indent::is_blank(now.line(line))));
        let others = operations.iter().filter(|it| !is_equal(it.tag()));
        since.changes = others.map(|it| (it.old_range(), it.new_range())).collect();
        is_like.then_some(since)
    }

    /// Returns the changes that touch a range of today's lines.
    fn around(&self, lines: Range<usize>) -> impl Iterator<Item = &(Range<usize>, Range<usize>)> {
        let Range { start, end } = lines;
        let from = self.changes.partition_point(|(_, new)| new.end < start);
        let changes = self.changes[from..].iter();
        changes.take_while(move |(_, new)| new.start <= end)
    }

    fn is_new(&self, line: usize) -> bool {
        let mut around = self.around(line..line + 1);
        around.any(|(_, new)| new.contains(&line))
    }

    /// Returns whether a change of today's lines makes a place what it was then.
    fn is_put_back(&self, change: &Change<'_>, now: &Text) -> bool {
        let says = |line: &&BStr| line.iter().any(|byte| byte.is_ascii_alphanumeric());
        self.around(change.old.clone()).any(|(old, new)| {
            let stays = |line: &&BStr| new.clone().any(|at| now.line(at) == *line);
            let mut gone = old.clone().map(|at| self.then.line(at));
            let mut gone_before = gone.clone().filter(|line| says(line) && !stays(line));
            if gone.any(|line| says(&line)) {
                return gone_before.any(|line| change.new.contains(&line));
            }
            let from = new.start.max(change.old.start);
            let mut goes = (from..new.end.min(change.old.end)).map(|at| now.line(at));
            goes.any(|line| says(&line)) && !change.new.iter().any(says)
        })
    }
}

//! Words of sentences; and which words of two lines differ, for lines alike enough to be one reworded as the other.

use std::ops::Range;

use bstr::{BStr, ByteSlice};
use similar::DiffOp;

use crate::patch::alignment::{Search, operations};

use crate::text::RelPath;
use crate::text::display::display_line;
use crate::text::words::{counted, words};

/// Returns a text with its first letter large.
pub(super) fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|first| first.to_uppercase().to_string());
    first.map_or(String::new(), |first| first + chars.as_str())
}

/// Names the first of some files, and counts the others.
pub(super) fn some_paths(paths: &[RelPath]) -> String {
    let first = paths.first().map(|path| display_line(path.as_bytes()));
    let first = first.unwrap_or_default();
    match paths.len().saturating_sub(1) {
        0 => format!("`{first}`"),
        n => format!("`{first}` and {}", counted(n, "more file")),
    }
}

/// Lines longer than this are compared as wholes only.
const LONGEST: usize = 2_000;

/// Lines less alike than this, in permille of their bytes, are two lines, not one reworded.
const ALIKE: usize = 400;

/// Returns the byte ranges of `body` whose words are not in `counterpart`; `None` when the two are too unlike to compare.
pub(super) fn changed_words(body: &BStr, counterpart: &BStr) -> Option<Vec<Range<usize>>> {
    if body.len() > LONGEST || counterpart.len() > LONGEST {
        return None;
    }
    let (new, old) = (body.to_str().ok()?, counterpart.to_str().ok()?);
    let (new_words, old_words) = (words(new), words(old));
    let ops = operations(Search::Myers, &old_words, &new_words);
    let starts: Vec<usize> = new_words
        .iter()
        .scan(0, |at, word| {
            let start = *at;
            *at += word.len();
            Some(start)
        })
        .collect();
    let mut changed: Vec<Range<usize>> = Vec::new();
    let mut same = 0;
    for op in ops {
        let range = op.new_range();
        if matches!(op, DiffOp::Equal { .. }) {
            let words = new_words[range].iter();
            same += words.map(|word| word.trim().len()).sum::<usize>();
        } else if !range.is_empty() {
            let end = starts.get(range.end).copied().unwrap_or(new.len());
            changed.push(starts[range.start]..end);
        }
    }
    let longer = new.trim().len().max(old.trim().len()).max(1);
    (same * 1000 >= longer * ALIKE).then_some(changed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(body: &str, counterpart: &str, expected: Option<&[&str]>) {
        let changed = changed_words(body.into(), counterpart.into());
        let shown: Option<Vec<&str>> = changed.map(|c| c.into_iter().map(|r| &body[r]).collect());
        assert_eq!(shown.as_deref(), expected);
    }

    #[test]
    fn only_the_words_that_differ_are_marked() {
        check(
            "    total = total * 3",
            "    total = total * 2",
            Some(&["3"]),
        );
        check(
            "println!(\"Value: {}\", new)",
            "println!(\"Value: {}\", old)",
            Some(&["new"]),
        );
        check(
            "for x in self.wishes:",
            "for x in self.items:",
            Some(&["wishes"]),
        );
        check("return self.cache", "import os, sys", None);
    }
}

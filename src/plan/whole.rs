//! Whole files: what a reply gives in place of all that is there.

use std::collections::BTreeMap;

use bstr::BStr;

use crate::patch::Hunk;
use crate::text::{Edit, LineSpan, Text, indent};

/// Returns whether a whole file is like the one it replaces: more than half of their lines are the same. What is less
/// alike may be a part of the file, an example, or another file.
pub(super) fn is_like(hunk: &Hunk, text: &Text) -> bool {
    let holds_text = |line: &&BStr| !indent::is_blank(line);
    let mut old: BTreeMap<&BStr, usize> = BTreeMap::new();
    for line in text.lines().filter(holds_text) {
        *old.entry(line).or_default() += 1;
    }
    let n_old: usize = old.values().sum();
    let (mut n_new, mut n_same) = (0, 0);
    for line in hunk.postimage().filter(holds_text) {
        n_new += 1;
        if let Some(left) = old.get_mut(line).filter(|left| **left > 0) {
            *left -= 1;
            n_same += 1;
        }
    }
    // Twice what both have, of what each has: the similarity of two lists.
    4 * n_same > n_old + n_new
}

/// Returns whether a line of `text` is not left in its order by the new text of `hunk`: the reply drops it, or has it
/// otherwise, without quoting what was there.
pub(super) fn drops_lines(hunk: &Hunk, text: &Text) -> bool {
    let mut new = hunk.postimage();
    !text.lines().all(|old| new.any(|line| line == old))
}

/// Returns the edit that puts the new text of `hunk` in place of all of `text`.
pub(super) fn edit(hunk: &Hunk, text: &Text) -> Edit {
    let inserted = hunk.lines.iter().filter(|line| line.in_postimage());
    Edit {
        span: LineSpan::new(0, text.n_lines()),
        lines: inserted.map(|line| line.body.clone()).collect(),
    }
}

//! Blocks that look like the one above them, rewritten.

use std::collections::HashSet;
use std::ops::Range;

use bstr::{BStr, ByteSlice};

use crate::dialect::walk::line::Line;
use crate::text::{heading, indent};

/// Returns whether `new` may be what `old` is to become: both begin alike, define the same, or share half of their lines, or
/// they are as deep and use the same names.
pub(super) fn is_rewritten(lines: &[Line<'_>], old: Range<usize>, new: Range<usize>) -> bool {
    let side = |range: Range<usize>| -> Vec<&BStr> {
        let with_text = lines[range].iter().filter(|line| !line.is_blank());
        with_text.map(|line| line.body).collect()
    };
    let (old, new) = (side(old), side(new));
    let (Some(first_old), Some(first_new)) = (old.first(), new.first()) else {
        return false;
    };
    if old == new {
        return false;
    }
    let trimmed = |lines: &[&BStr]| -> HashSet<Vec<u8>> {
        lines.iter().map(|line| line.trim().to_vec()).collect()
    };
    let shares_half = |old: &HashSet<Vec<u8>>, new: &HashSet<Vec<u8>>| {
        let n_same = old.intersection(new).count();
        n_same > 0 && 2 * n_same >= old.len().min(new.len())
    };
    let depth = |line: &BStr| indent::leading(line).len();
    let defined = |lines: &[&BStr]| -> HashSet<String> {
        lines
            .iter()
            .filter_map(|line| heading::defined(line))
            .collect()
    };
    let is_as_deep = depth(first_old) == depth(first_new)
        && (depth(first_old) > 0 || old.len() == 1 && new.len() == 1);
    first_old == first_new
        || !defined(&old).is_disjoint(&defined(&new))
        || shares_half(&trimmed(&old), &trimmed(&new))
        || is_as_deep && shares_half(&names(&old), &names(&new))
}

/// Returns whether two lines have half of the words of the shorter in common.
pub(super) fn shares_words(old: &[u8], new: &[u8]) -> bool {
    let words = |line: &[u8]| -> HashSet<Vec<u8>> {
        let words = line.split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_');
        words
            .filter(|word| !word.is_empty())
            .map(<[u8]>::to_vec)
            .collect()
    };
    let (old, new) = (words(old), words(new));
    let n_same = old.intersection(&new).count();
    n_same > 0 && 2 * n_same >= old.len().min(new.len())
}

/// Returns the names and words in some lines.
fn names(lines: &[&BStr]) -> HashSet<Vec<u8>> {
    let words = lines
        .iter()
        .flat_map(|line| line.split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_'));
    words
        .filter(|word| word.len() > 1)
        .map(<[u8]>::to_vec)
        .collect()
}

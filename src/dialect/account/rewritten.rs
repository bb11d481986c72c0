//! Blocks that look like the one above them, rewritten.

use std::collections::HashSet;
use std::ops::Range;

use bstr::{BStr, ByteSlice};

use crate::dialect::walk::fence::Fence;
use crate::dialect::walk::line::Line;
use crate::text::{heading, indent};

/// Returns whether `new` may be what `old` is to become: both begin alike, define the same, or share half of their lines, or
/// they are as deep and use the same names. The marks of fences among the lines are none of them.
pub(super) fn is_rewritten(lines: &[Line<'_>], old: Range<usize>, new: Range<usize>) -> bool {
    let (old, new) = (side(lines, old), side(lines, new));
    let (Some(first_old), Some(first_new)) = (old.first(), new.first()) else {
        return false;
    };
    if old == new {
        return false;
    }
    let trimmed = |lines: &[&BStr]| -> HashSet<Vec<u8>> {
        lines.iter().map(|line| line.trim().to_vec()).collect()
    };
    let (lines_old, lines_new) = (trimmed(&old), trimmed(&new));
    let n_same = lines_old.intersection(&lines_new).count();
    let shares_lines = 2 * n_same >= lines_old.len().min(lines_new.len() + 1);
    let depth = |line: &BStr| indent::leading(line).len();
    let defined = |lines: &[&BStr]| -> HashSet<String> {
        lines
            .iter()
            .filter_map(|line| heading::defined(line))
            .collect()
    };
    let is_as_deep = depth(first_old) == depth(first_new) && depth(first_old) > 0;
    first_old == first_new
        || !defined(&old).is_disjoint(&defined(&new))
        || n_same > 0 && shares_lines
        || is_as_deep && shares_names(&old, &new)
}

/// Returns whether `new` has the first line of `old` and differs from it below.
pub(super) fn begins_alike(lines: &[Line<'_>], old: Range<usize>, new: Range<usize>) -> bool {
    let (old, new) = (side(lines, old), side(lines, new));
    old != new && !old.is_empty() && old.first() == new.first()
}

/// Returns whether `new` is one line and `old` another, with the same names.
pub(super) fn is_other_line(lines: &[Line<'_>], old: Range<usize>, new: Range<usize>) -> bool {
    let (old, new) = (side(lines, old), side(lines, new));
    old.len() == 1 && new.len() == 1 && old != new && shares_names(&old, &new)
}

/// Returns the lines of one side with text, fences aside.
fn side<'a>(lines: &[Line<'a>], range: Range<usize>) -> Vec<&'a BStr> {
    let is_text = |line: &&Line<'_>| !line.is_blank() && Fence::open(line.body, 0).is_none();
    let with_text = lines[range].iter().filter(is_text);
    with_text.map(|line| line.body).collect()
}

fn shares_names(old: &[&BStr], new: &[&BStr]) -> bool {
    let (old, new) = (names(old), names(new));
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

//! The marker column of a hunk's context lines: present, lost or doubled.

use bstr::{BStr, ByteSlice};

use crate::dialect::walk::line::Line;
use crate::patch::{LineKind, Marks};

/// What became of the space before context lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dialect) enum Column {
    /// It is there, at least where a line begins with a blank.
    Marked,
    /// It was left out in front of every context line.
    Lost,
    /// It was written twice.
    Doubled,
    /// It is there, and lines without a mark are new ones.
    New,
}

impl Column {
    /// Returns what is taken for the marks of context lines.
    pub(in crate::dialect) fn marks(self) -> Marks {
        match self {
            Column::Lost => Marks::Lost,
            Column::Marked | Column::New => Marks::Single,
            Column::Doubled => Marks::Doubled,
        }
    }

    /// Returns a context line without its marker.
    pub(in crate::dialect) fn body(self, raw: &BStr) -> &BStr {
        // One blank before text is a marker that stayed, except in the body of a block comment.
        let is_kept = || n_blanks(raw) == 1 && !raw.starts_with(b" *");
        let n_blanks = match self {
            Column::Lost if !is_kept() && !raw.trim().is_empty() => 0,
            Column::Marked | Column::Lost | Column::New => 1,
            Column::Doubled => 2,
        };
        let n_leading = raw
            .iter()
            .take(n_blanks)
            .take_while(|byte| **byte == b' ')
            .count();
        raw[n_leading..].as_bstr()
    }
}

/// Signs that typesetting puts in the place of `-` and `+`.
const TYPESET: &[(LineKind, &[&str])] = &[
    (
        LineKind::Delete,
        &[
            "\u{2212}", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{fe63}",
            "\u{ff0d}",
        ],
    ),
    (LineKind::Insert, &["\u{ff0b}", "\u{fe62}"]),
];

/// Returns what a line is by the mark it begins with, and how long that is; `None` for a line without one.
pub(in crate::dialect) fn mark(raw: &BStr) -> Option<(LineKind, usize)> {
    match raw.first()? {
        b'+' => Some((LineKind::Insert, 1)),
        b'-' => Some((LineKind::Delete, 1)),
        b' ' => Some((LineKind::Context, 1)),
        byte if byte.is_ascii() => None,
        _ => TYPESET.iter().find_map(|(kind, signs)| {
            let sign = signs.iter().find(|sign| raw.starts_with(sign.as_bytes()))?;
            Some((*kind, sign.len()))
        }),
    }
}

/// Returns whether a line begins with a sign that typesetting put in the place of its mark.
pub(in crate::dialect) fn is_typeset(raw: &BStr) -> bool {
    mark(raw).is_some_and(|(_, length)| length > 1)
}

/// A line that stands for others, as udiffx has it; it needs no marker.
pub(in crate::dialect) const TILDE: &str = "~";

/// Returns whether a line of a body has no marker at all.
pub(in crate::dialect) fn is_unmarked(raw: &BStr) -> bool {
    let is_marked =
        matches!(raw.first(), None | Some(b' ' | b'+' | b'-' | b'\\')) || is_typeset(raw);
    !is_marked && says_something(raw) && raw != TILDE
}

/// Decides what became of the column, from all lines of a hunk.
///
/// Most files are indented by even numbers of blanks, so a column that makes context odd where changed lines are even is
/// misread. Between lost and doubled, the indentation of the changed lines next to the context decides.
pub(in crate::dialect) fn of(raw: &[&BStr]) -> Column {
    let is_change = |line: &BStr| matches!(line.first(), Some(b'+' | b'-'));
    let context = || {
        let is_context = |line: &&&BStr| line.first() == Some(&b' ') && says_something(line);
        raw.iter().filter(is_context).map(|line| n_blanks(line))
    };
    let count = |(n, n_even), n_blanks| (n + 1, n_even + usize::from(n_blanks % 2 == 0));
    let (n_context, n_even) = context().fold((0, 0), count);
    if raw.iter().any(|line| is_unmarked(line)) {
        let looks_lost = n_even > n_context - n_even;
        let tabbed = raw.iter().any(|line| line.first() == Some(&b'\t'));
        return if looks_lost || tabbed {
            Column::Lost
        } else {
            Column::Marked
        };
    }
    if n_context < 2 || n_even < n_context {
        return Column::Marked;
    }
    let changes: Vec<usize> = raw
        .iter()
        .filter(|line| is_change(line) && says_something(&line[1..]))
        .map(|line| n_blanks(&line[1..]))
        .collect();
    if changes.is_empty() || changes.iter().any(|n| n % 2 != 0) {
        return Column::Marked;
    }
    lost_or_doubled(raw, &context().collect::<Vec<_>>(), &changes)
}

/// Returns whether each line begins as in the body of a diff, and some go and some come.
pub(in crate::dialect) fn is_marked_through<'a>(lines: impl Iterator<Item = &'a Line<'a>>) -> bool {
    let (mut goes, mut comes) = (false, false);
    for line in lines.filter(|line| !line.is_blank()) {
        match line.body.first() {
            Some(b' ') => {}
            Some(b'-') => goes = true,
            Some(b'+') => comes = true,
            Some(_) | None => return false,
        }
    }
    goes && comes
}

fn lost_or_doubled(raw: &[&BStr], context: &[usize], changes: &[usize]) -> Column {
    let fits = |extra: usize| context.iter().all(|n| (n - extra).is_multiple_of(4));
    if changes.iter().all(|n| n % 4 == 0) && fits(0) != fits(2) {
        return if fits(0) {
            Column::Lost
        } else {
            Column::Doubled
        };
    }
    let distance = |extra: usize| -> usize {
        raw.windows(2)
            .filter_map(|pair| match (pair[0].first(), pair[1].first()) {
                (Some(b' '), Some(b'+' | b'-')) => Some((pair[0], &pair[1][1..])),
                (Some(b'+' | b'-'), Some(b' ')) => Some((pair[1], &pair[0][1..])),
                _ => None,
            })
            .filter(|(context, change)| !context.trim().is_empty() && !change.trim().is_empty())
            .map(|(context, change)| (n_blanks(context) - extra).abs_diff(n_blanks(change)))
            .sum()
    };
    if distance(0) < distance(2) {
        Column::Lost
    } else {
        Column::Doubled
    }
}

/// Returns whether anything but blanks stands in `line`.
fn says_something(line: &[u8]) -> bool {
    line.iter().any(u8::is_ascii_graphic) || !line.trim().is_empty()
}

fn n_blanks(line: &[u8]) -> usize {
    line.iter().take_while(|byte| **byte == b' ').count()
}

//! The marker column of a hunk's context lines: present, lost or doubled.

use bstr::{BStr, ByteSlice};

use crate::dialect::walk::line::Line;
use crate::patch::{LineKind, Marks};
use crate::text::trim::Trim;

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

/// What became of the column, and which lines of the hunk have no marker at all.
pub(in crate::dialect) struct Marking {
    pub(in crate::dialect) column: Column,
    /// Indexes into the lines that were asked about.
    pub(in crate::dialect) unmarked: Vec<usize>,
}

/// What the lines of a hunk show of the column.
#[derive(Default)]
struct Shown {
    /// How many lines of context tell it; those in the body of a block comment are indented by one blank more than code is.
    n_context: usize,
    /// How many of them are indented by an even number of blanks, their own mark among them.
    n_even: usize,
    n_changes: usize,
    has_odd_changes: bool,
    has_tabs: bool,
    unmarked: Vec<usize>,
}

impl Shown {
    fn of(lines: &[Line<'_>]) -> Shown {
        let mut shown = Shown::default();
        for (at, line) in lines.iter().enumerate() {
            let line = line.body;
            match line.first() {
                Some(b' ') => {
                    if let Some(n_blanks) = indentation(line)
                        && !line[n_blanks..].trimmed_start().starts_with(b"*")
                    {
                        shown.n_context += 1;
                        shown.n_even += usize::from(n_blanks % 2 == 0);
                    }
                }
                Some(b'+' | b'-') => {
                    if let Some(n_blanks) = indentation(&line[1..]) {
                        shown.n_changes += 1;
                        shown.has_odd_changes |= n_blanks % 2 != 0;
                    }
                }
                None | Some(b'\\') => {}
                Some(first) => {
                    shown.has_tabs |= *first == b'\t';
                    if is_unmarked(line) {
                        shown.unmarked.push(at);
                    }
                }
            }
        }
        shown
    }

    /// Decides what became of the column.
    ///
    /// Most files are indented by even numbers of blanks, so a column that makes context odd where changed lines are even is
    /// misread. Between lost and doubled, the indentation of the changed lines next to the context decides.
    fn column(&self, lines: &[Line<'_>]) -> Column {
        if !self.unmarked.is_empty() {
            let looks_lost = self.n_even > self.n_context - self.n_even;
            return match looks_lost || self.has_tabs {
                true => Column::Lost,
                false => Column::Marked,
            };
        }
        if self.n_context < 2
            || self.n_even < self.n_context
            || self.n_changes == 0
            || self.has_odd_changes
        {
            return Column::Marked;
        }
        let raw: Vec<&BStr> = lines.iter().map(|line| line.body).collect();
        let of_kind = |is_kind: fn(u8) -> bool, n_marks: usize| {
            let of_kind = raw
                .iter()
                .filter(move |line| line.first().is_some_and(|it| is_kind(*it)));
            let indentations = of_kind.filter_map(move |line| indentation(&line[n_marks..]));
            indentations.collect::<Vec<usize>>()
        };
        let context = of_kind(|first| first == b' ', 0);
        let changes = of_kind(|first| matches!(first, b'+' | b'-'), 1);
        lost_or_doubled(&raw, &context, &changes)
    }
}

/// Decides what became of the column, from all lines of a hunk.
pub(in crate::dialect) fn of(lines: &[Line<'_>]) -> Marking {
    let shown = Shown::of(lines);
    Marking {
        column: shown.column(lines),
        unmarked: shown.unmarked,
    }
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

/// Returns how many blanks a line begins with; `None` where it says nothing.
fn indentation(line: &[u8]) -> Option<usize> {
    let n_blanks = n_blanks(line);
    let is_plain = line.get(n_blanks).is_some_and(u8::is_ascii_graphic);
    (is_plain || says_something(line)).then_some(n_blanks)
}

fn n_blanks(line: &[u8]) -> usize {
    line.iter().take_while(|byte| **byte == b' ').count()
}

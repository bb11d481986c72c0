//! Two texts compared: the hunks that make the second of the first, each with its true place.

mod slide;

use std::collections::HashMap;
use std::ops::Range;

use bstr::BStr;
use similar::DiffTag;

use super::alignment::{Search, operations};
use super::{CountCheck, HintSource, Hunk, HunkLine, LineHint, LineKind};
use crate::text::{Edits, Eol, FinalNewline, LineSpan, Piece, Text};

/// How much context hunks get.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Context {
    /// Three lines on each side, as `diff -u` gives.
    Numbered,
    /// Three lines at least, and as many more as it takes for the preimage to stand in one place only.
    Unique,
}

/// Whether line endings are part of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Endings {
    /// They are left out: lines that differ in them only, or in that the last one has none, are the same.
    LeftOut,
    /// They are left out, but where one text only ends with a newline, it has an empty line behind its last one, as FUDiff
    /// writes it.
    Split,
    /// A `\r` before the newline belongs to the body, as `diff` has it.
    InBody,
}

/// What came of a comparison.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Compared {
    /// The hunks in order, none overlapping or touching another; their hints are their true places.
    pub hunks: Vec<Hunk>,
    /// Indexes of hunks whose preimage stands in several places even with the most context a hunk may have.
    pub not_unique: Vec<usize>,
}

/// Lines of context around a change.
const CONTEXT_LINES: usize = 3;
/// The most lines of context on one side: a hunk longer than that is no help to anyone.
const MOST_CONTEXT_LINES: usize = 60;

/// Compares `old` and `new`.
pub fn compare(old: &Text, new: &Text, context: Context, endings: Endings) -> Compared {
    let (mut before, mut after) = (Side::new(old, endings), Side::new(new, endings));
    if endings == Endings::Split && old.n_lines() > 0 && new.n_lines() > 0 {
        match final_newline(old, new) {
            FinalNewline::Remove => before.end_with_newline(),
            FinalNewline::Add => after.end_with_newline(),
            FinalNewline::Keep => {}
        }
    }
    let mut windows = windows(&before, &after);
    let mut not_unique = Vec::new();
    if context == Context::Unique {
        (windows, not_unique) = widened(windows, &before.bodies);
    }
    let newline = final_newline(old, new);
    let mut hunks: Vec<Hunk> = windows
        .iter()
        .map(|window| window.hunk(&before, &after))
        .collect();
    if let Some(last) = hunks.last_mut() {
        last.final_newline = newline;
    }
    Compared { hunks, not_unique }
}

/// Returns the lines of `new` (0-based, ascending) that `old` lacks, run by run; of lines that only went, where they were.
pub fn changed(old: &Text, new: &Text) -> Vec<LineSpan> {
    let (before, after) = (
        Side::new(old, Endings::LeftOut),
        Side::new(new, Endings::LeftOut),
    );
    let changes = changes(&before.keys, &after.keys).into_iter();
    let spans = changes.map(|change| LineSpan::new(change.new.start, change.new.end));
    spans.collect()
}

/// Returns the hunks that the edits of `old` are, each with three lines of context, and line endings in the body: lines that an
/// edit replaces by the same ones count, as they do in the hunk that says so.
pub fn hunks_of_edits(old: &Text, new: &Text, edits: &Edits) -> Vec<Hunk> {
    let (before, after) = (
        Side::new(old, Endings::InBody),
        Side::new(new, Endings::InBody),
    );
    let mut grown = 0_isize;
    let changes = edits.as_slice().iter().map(|edit| {
        let start = edit.span.start.saturating_add_signed(grown);
        grown += edit.lines.len() as isize - edit.span.len() as isize;
        Change {
            old: edit.span.start..edit.span.end,
            new: start..start + edit.lines.len(),
        }
    });
    let windows = windows_of(changes, before.bodies.len());
    let hunks = windows.iter().map(|window| window.hunk(&before, &after));
    hunks.collect()
}

/// Returns the hunks that make the lines `new` of `old`, endings left out, each with where its first and its last new line
/// stand among them. They are those of [`compare`]; what the file ends with is left as it is.
pub(super) fn hunks_to(old: &Text, new: &[Piece]) -> Vec<(Hunk, Range<usize>)> {
    let (before, after) = (Side::new(old, Endings::LeftOut), Side::of_pieces(new));
    let windows = windows(&before, &after);
    let hunk = |window: &Window| {
        let mut hunk = window.hunk(&before, &after);
        if let Some(hint) = &mut hunk.hint {
            hint.source = HintSource::Compared;
        }
        (hunk, window.new_lines())
    };
    windows.iter().map(hunk).collect()
}

/// Returns the runs of lines that differ with their context, those in one where that meets.
fn windows(before: &Side<'_>, after: &Side<'_>) -> Vec<Window> {
    windows_of(
        changes(&before.keys, &after.keys).into_iter(),
        before.bodies.len(),
    )
}

/// Returns changes of a text of so many lines with their context, those in one where that meets.
fn windows_of(changes: impl Iterator<Item = Change>, n_lines: usize) -> Vec<Window> {
    let mut windows: Vec<Window> = Vec::new();
    for change in changes {
        let window = Window::around(change, n_lines);
        match windows.last_mut() {
            Some(last) if window.old.start <= last.old.end => last.merge(window),
            Some(_) | None => windows.push(window),
        }
    }
    windows
}

fn final_newline(old: &Text, new: &Text) -> FinalNewline {
    match (old.has_final_newline(), new.has_final_newline()) {
        (true, false) => FinalNewline::Remove,
        (false, true) => FinalNewline::Add,
        (true, true) | (false, false) => FinalNewline::Keep,
    }
}

/// The lines of one text.
struct Side<'a> {
    source: Source<'a>,
    bodies: Vec<&'a BStr>,
    /// Where endings count, a last line without a newline differs from the same line with one, and an empty line that
    /// stands for the newline from any other.
    keys: Vec<(&'a BStr, bool)>,
}

/// What the lines of a hunk are pieces of.
enum Source<'a> {
    /// A text.
    Text(&'a Piece),
    /// What they came from, one by one.
    Pieces(&'a [Piece]),
}

impl<'a> Side<'a> {
    fn of_pieces(lines: &'a [Piece]) -> Side<'a> {
        let bodies: Vec<&BStr> = lines.iter().map(|line| -> &BStr { line }).collect();
        Side {
            source: Source::Pieces(lines),
            keys: bodies.iter().map(|body| (*body, false)).collect(),
            bodies,
        }
    }

    /// Returns the lines of `range` as pieces.
    fn pieces(&self, range: Range<usize>) -> impl Iterator<Item = Piece> {
        range.map(|at| match self.source {
            Source::Text(source) => source.of_same_text(self.bodies[at]),
            Source::Pieces(pieces) => pieces[at].clone(),
        })
    }

    fn new(text: &'a Text, endings: Endings) -> Side<'a> {
        let body = |index: usize| match (endings, text.ending(index)) {
            (Endings::InBody, Eol::CrLf) => {
                let full = text.full_line(index);
                BStr::new(&full[..full.len() - 1])
            }
            (
                Endings::InBody | Endings::LeftOut | Endings::Split,
                Eol::Lf | Eol::CrLf | Eol::Cr | Eol::None,
            ) => text.line(index),
        };
        let bodies: Vec<&BStr> = (0..text.n_lines()).map(body).collect();
        let keys = bodies
            .iter()
            .enumerate()
            .map(|(index, body)| {
                let is_bare = endings == Endings::InBody && text.ending(index) == Eol::None;
                (*body, is_bare)
            })
            .collect();
        Side {
            source: Source::Text(text.source()),
            bodies,
            keys,
        }
    }

    fn end_with_newline(&mut self) {
        self.bodies.push(BStr::new(""));
        self.keys.push((BStr::new(""), true));
    }
}

/// Runs of lines that differ.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Change {
    old: Range<usize>,
    new: Range<usize>,
}

fn changes(old: &[(&BStr, bool)], new: &[(&BStr, bool)]) -> Vec<Change> {
    let operations = operations(Search::Patience, old, new).into_iter();
    let differ = operations.filter(|op| op.tag() != DiffTag::Equal);
    let mut changes: Vec<Change> = differ
        .map(|op| Change {
            old: op.old_range(),
            new: op.new_range(),
        })
        .collect();
    slide::to_blocks(&mut changes, old, new);
    changes
}

/// The lines of one hunk, context included.
#[derive(Debug, Clone)]
struct Window {
    old: Range<usize>,
    changes: Vec<Change>,
}

impl Window {
    fn around(change: Change, n_lines: usize) -> Window {
        let start = change.old.start.saturating_sub(CONTEXT_LINES);
        let end = (change.old.end + CONTEXT_LINES).min(n_lines);
        Window {
            old: start..end,
            changes: vec![change],
        }
    }

    fn merge(&mut self, other: Window) {
        self.old.end = self.old.end.max(other.old.end);
        self.changes.extend(other.changes);
    }

    /// Returns the lines of the new text from its first change to its last.
    fn new_lines(&self) -> Range<usize> {
        let (first, last) = (self.changes.first(), self.changes.last());
        let ends = first.zip(last);
        ends.map_or(0..0, |(first, last)| first.new.start..last.new.end)
    }

    fn hunk(&self, before: &Side<'_>, after: &Side<'_>) -> Hunk {
        let mut lines = Vec::new();
        let mut take = |kind, side: &Side<'_>, range: Range<usize>| {
            lines.extend(side.pieces(range).map(|body| HunkLine::new(kind, body)));
        };
        let mut at = self.old.start;
        for change in &self.changes {
            take(LineKind::Context, before, at..change.old.start);
            take(LineKind::Delete, before, change.old.clone());
            take(LineKind::Insert, after, change.new.clone());
            at = change.old.end;
        }
        take(LineKind::Context, before, at..self.old.end);
        Hunk {
            lines: lines.into(),
            hint: Some(LineHint {
                line_index: self.old.start,
                source: HintSource::Header(CountCheck::Right),
            }),
            ..Hunk::default()
        }
    }
}

/// Gives every window the context it takes to stand in one place only, and returns which do not even so.
fn widened(windows: Vec<Window>, bodies: &[&BStr]) -> (Vec<Window>, Vec<usize>) {
    let mut starts: HashMap<&BStr, Vec<usize>> = HashMap::new();
    for (index, body) in bodies.iter().enumerate() {
        starts.entry(body).or_default().push(index);
    }
    let mut wide: Vec<Window> = Vec::new();
    let mut not_unique = Vec::new();
    for window in windows {
        let (old, is_unique) = unique_range(&window, bodies, &starts);
        let window = Window { old, ..window };
        match wide.last_mut() {
            Some(last) if window.old.start <= last.old.end => {
                last.merge(window);
                // Two hunks in one are longer than each, so unique if one of them is.
                if is_unique {
                    not_unique.retain(|index| *index != wide.len() - 1);
                }
            }
            Some(_) | None => {
                if !is_unique {
                    not_unique.push(wide.len());
                }
                wide.push(window);
            }
        }
    }
    (wide, not_unique)
}

fn unique_range(
    window: &Window,
    bodies: &[&BStr],
    starts: &HashMap<&BStr, Vec<usize>>,
) -> (Range<usize>, bool) {
    let mut range = window.old.clone();
    if range.is_empty() {
        return (range, bodies.is_empty());
    }
    // How far other places with the same lines lie from this one.
    let here = range.start as isize;
    let mut shifts: Vec<isize> = starts[bodies[range.start]]
        .iter()
        .map(|start| *start as isize - here)
        .filter(|shift| *shift != 0)
        .collect();
    let same = |index: usize, shift: isize| {
        let other = index
            .checked_add_signed(shift)
            .and_then(|other| bodies.get(other));
        other == Some(&bodies[index])
    };
    shifts.retain(|shift| range.clone().all(|index| same(index, *shift)));
    let limit = (
        range.start.saturating_sub(MOST_CONTEXT_LINES),
        (range.end + MOST_CONTEXT_LINES).min(bodies.len()),
    );
    while !shifts.is_empty() && (range.start > limit.0 || range.end < limit.1) {
        if range.end < limit.1 {
            shifts.retain(|shift| same(range.end, *shift));
            range.end += 1;
        }
        if range.start > limit.0 {
            range.start -= 1;
            shifts.retain(|shift| same(range.start, *shift));
        }
    }
    (range, shifts.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(old: &str, new: &str, context: Context, expected: &str) {
        let compared = compare(&Text::new(old), &Text::new(new), context, Endings::InBody);
        let mut shown = String::new();
        for hunk in &compared.hunks {
            let at = hunk.hint.expect("every hunk has its place").line_index;
            let lines: Vec<String> = hunk
                .lines
                .iter()
                .map(|line| format!("{}{}", line.kind.sign(), line.body))
                .collect();
            shown += &format!("{at}: {}\n", lines.join("|"));
        }
        assert_eq!(shown, expected);
    }

    #[test]
    fn a_change_gets_three_lines_of_context() {
        check(
            "a\nb\nc\nd\ne\nf\n",
            "a\nb\nc\nd\nE\nf\n",
            Context::Numbered,
            "1:  b| c| d|-e|+E| f\n",
        );
    }

    #[test]
    fn context_grows_until_the_place_is_the_only_one() {
        let old = "x\n1\n2\n3\n4\n5\ny\n1\n2\n3\n4\n5\nz\n";
        let new = "x\n1\n2\n3\n4\n5\ny\n1\n2\n3\n4\n!\n5\nz\n";
        check(old, new, Context::Numbered, "8:  2| 3| 4|+!| 5| z\n");
        let old = "q\n1\n2\n3\n4\n5\n6\n7\nr\n1\n2\n3\n4\n5\n6\n7\ns\n";
        let new = "q\n1\n2\n3\n!\n4\n5\n6\n7\nr\n1\n2\n3\n4\n5\n6\n7\ns\n";
        check(old, new, Context::Unique, "0:  q| 1| 2| 3|+!| 4| 5| 6| 7\n");
    }

    #[test]
    fn a_last_line_that_gains_its_newline_is_changed() {
        check("a\nb", "a\nb\n", Context::Numbered, "0:  a|-b|+b\n");
    }
}

//! Lines at the edge of a part: beside a gap, before the first line that the file has, or behind the last. Nothing shown says how
//! far such an edge reaches.

use std::ops::Range;

use bstr::ByteSlice;

use super::cost::Line;
use super::place::Doubt;
use super::{GapBeside, Part, Unsure, doubled};
use crate::text::import::is_import;
use crate::text::indent::width;
use crate::text::named::named;
use crate::text::{Piece, Text, heading};

/// Returns the doubts about a part that replaces `span`, all but the lines in `pairs`. At an edge, the outermost new line may be
/// an addition, and the line of the file that it would replace may be another one. An opening brace without a name marks no
/// edge.
pub(super) fn doubts(
    part: &Part,
    span: &Range<usize>,
    pairs: &[(usize, usize)],
    text: &Text,
) -> Vec<Doubt> {
    let says = |at: &usize| says_something(&part.lines[*at]);
    let goes = |at: &usize| says_something(text.line(*at));
    let holds = |(at, _): &&(usize, usize)| !opens(&part.lines[*at]);
    let mut doubts = Vec::new();
    let mut check = |new: Option<usize>, old: Option<usize>, lines: Range<usize>| {
        let Some((new, old)) = new.zip(old) else {
            return;
        };
        let above = new.checked_sub(1).map(|above| &part.lines[above]);
        let is_first = above.is_some_and(|above| opens(above));
        if !is_it(&part.lines[new], text.line(old), is_first) {
            let why = Unsure::EdgeChanged;
            doubts.push(Doubt { lines, why });
        }
    };
    if let Some((at, line)) = pairs.iter().find(holds)
        && part.gap_above.is_some()
    {
        let old = span.start..*line;
        check((0..*at).find(says), old.clone().find(goes), old);
    }
    if let Some((at, line)) = pairs.last()
        && part.gap_below.is_some()
    {
        let old = line + 1..span.end;
        let new = (at + 1..part.lines.len()).rfind(says);
        check(new, old.clone().rfind(goes), old);
    }
    doubts.extend(replaced_beyond(part, span, pairs, text).map(|line| Doubt {
        lines: span.start.min(line)..span.end.max(line + 1),
        why: Unsure::MayReplace(line as u32),
    }));
    doubts
}

/// Returns the line of the file beyond an edge of a part that a new line there may be meant to replace, though the part takes the
/// place of none: it heads a block whose lines the new one would head, or it is like the new one.
fn replaced_beyond(
    part: &Part,
    span: &Range<usize>,
    pairs: &[(usize, usize)],
    text: &Text,
) -> Option<usize> {
    let ((first, first_line), (last, last_line)) = (*pairs.first()?, *pairs.last()?);
    let says = |line: &usize| says_something(text.line(*line));
    // A part that is shown less deep goes as deep as the file has it.
    let deeper = width(text.line(first_line)).saturating_sub(width(&part.lines[first]));
    let new_width = |new: &Piece| width(new) + deeper;
    let is_like = |new: &Piece, old: usize| {
        new_width(new) == width(text.line(old)) && is_like(new, text.line(old))
    };
    let above = || {
        let new = &part.lines[..first];
        let head = new.iter().rfind(|line| says_something(line))?;
        let heads_it = width(text.line(first_line)) > new_width(head);
        let is_heading =
            |line: &usize| says(line) && width(text.line(*line)) < width(text.line(first_line));
        let hidden = || (0..span.start).rev();
        let headed = heads_it.then(|| hidden().find(is_heading)).flatten();
        let beside = hidden().next().filter(says);
        headed.or(beside.filter(|old| new.iter().any(|new| is_like(new, *old))))
    };
    let below = |gap: Option<GapBeside>| {
        let new = &part.lines[last + 1..];
        let head = new.iter().rfind(|line| says_something(line))?;
        let next = (span.end..text.n_lines()).find(says)?;
        // The lines that the gap stands for are those of a block that is there, with another head.
        let heads_gap = gap.is_some_and(|gap| gap.width > width(head))
            && width(text.line(next)) <= new_width(head);
        let leaves = |new: &Piece| leaves(new) && leaves(text.line(next));
        let is_as_deep = |new: &Piece| new_width(new) == width(text.line(next));
        let is_it = |new: &Piece| is_like(new, next) || is_as_deep(new) && leaves(new);
        let replaces = || next == span.end && new.iter().any(is_it);
        (heads_gap || replaces()).then_some(next)
    };
    let is_pure = |mut old: Range<usize>| !old.any(|line| says(&line));
    let above = (part.gap_above.is_some() && is_pure(span.start..first_line)).then(above);
    above.flatten().or_else(|| {
        is_pure(last_line + 1..span.end)
            .then(|| below(part.gap_below))
            .flatten()
    })
}

/// Returns whether a line has a word or a number.
fn says_something(line: &[u8]) -> bool {
    line.iter()
        .any(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii())
}

/// Returns whether a line is a brace that opens what has no name.
fn opens(line: &[u8]) -> bool {
    !says_something(line) && matches!(line.trim_ascii().last(), Some(b'{' | b'(' | b'['))
}

/// Returns whether a new line is one of the file that changed: it is like it, or both leave what they are in. The first line of an
/// entry without a name, `is_first` or behind a dash, is what tells it from others.
fn is_it(new: &[u8], old: &[u8], is_first: bool) -> bool {
    let is_named = names(new) != (None, None) || names(old) != (None, None);
    let is_entry = is_first || new.trim_ascii().starts_with(b"- ");
    match is_named && is_entry {
        true => says_as_much(new, old),
        false => is_like(new, old) || !is_named && leaves(new) && leaves(old),
    }
}

/// Returns whether two lines name the same, or where neither names anything, one says all that the other says.
pub(super) fn is_like(new: &[u8], old: &[u8]) -> bool {
    match (names(new), names(old)) {
        ((None, None), (None, None)) => says_as_much(new, old),
        (new_names, old_names) => new_names == old_names || is_same_import(new, old),
    }
}

/// Returns whether two lines bring in lists of names from one place: `use a::{b, c};` and `use a::{b, d};`.
fn is_same_import(new: &[u8], old: &[u8]) -> bool {
    fn around(line: &[u8]) -> Option<(&[u8], &[u8])> {
        let line = line.trim_ascii();
        let (open, close) = (line.find_byte(b'{')?, line.rfind_byte(b'}')?);
        is_import(line).then(|| (&line[..open], &line[close.max(open)..]))
    }
    around(new).is_some_and(|new| around(old) == Some(new))
}

/// Returns what a line defines, and what it gives a value to.
pub(super) fn names(line: &[u8]) -> (Option<String>, Option<&[u8]>) {
    let key = named(line).or_else(|| doubled::name(line));
    (heading::defined(line), key)
}

/// Returns whether one of two lines says all that the other says.
fn says_as_much(new: &[u8], old: &[u8]) -> bool {
    Line::new(new).is_subset_either_way(&Line::new(old))
}

/// Returns whether a line leaves what it is in: of two such lines in a row, the second would never run.
fn leaves(line: &[u8]) -> bool {
    const LEAVES: [&[u8]; 5] = [b"return", b"raise", b"throw", b"break", b"continue"];
    let line = line.trim_ascii();
    let ends = |byte: &u8| !byte.is_ascii_alphanumeric() && *byte != b'_';
    let end = line.iter().position(ends).unwrap_or(line.len());
    LEAVES.contains(&&line[..end])
}

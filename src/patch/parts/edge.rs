//! Lines at the edge of a part: beside a gap, before the first line that the file has, or behind the last. Nothing shown says how
//! far such an edge reaches.

use std::ops::Range;

use super::cost::Line;
use super::place::Doubt;
use super::{Part, Unsure, doubled};
use crate::text::named::named;
use crate::text::{Text, heading};

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
    doubts
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

/// Returns whether a new line is one of the file that changed: it names the same, or says all that the other says. The first line
/// of an entry without a name, `is_first` or behind a dash, is what tells it from others.
fn is_it(new: &[u8], old: &[u8], is_first: bool) -> bool {
    let says_as_much = || Line::new(new).is_subset_either_way(&Line::new(old));
    let key = |line| named(line).or_else(|| doubled::name(line));
    let names = |line| (heading::defined(line), key(line));
    match (names(new), names(old)) {
        ((None, None), (None, None)) => says_as_much() || leaves(new) && leaves(old),
        _ if is_first || new.trim_ascii().starts_with(b"- ") => says_as_much(),
        (new, old) => new == old,
    }
}

/// Returns whether a line leaves what it is in: of two such lines in a row, the second would never run.
fn leaves(line: &[u8]) -> bool {
    const LEAVES: [&[u8]; 5] = [b"return", b"raise", b"throw", b"break", b"continue"];
    let line = line.trim_ascii();
    let ends = |byte: &u8| !byte.is_ascii_alphanumeric() && *byte != b'_';
    let end = line.iter().position(ends).unwrap_or(line.len());
    LEAVES.contains(&&line[..end])
}

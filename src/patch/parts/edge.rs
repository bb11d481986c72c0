//! Lines at the edge of a part: beside a gap, before the first line that the file has, or behind the last. Nothing shown says how
//! far such an edge reaches.

use std::ops::Range;

use super::cost::Line;
use super::place::Doubt;
use super::{Part, Unsure, doubled};
use crate::text::named::named;
use crate::text::{Text, heading, indent};

/// Returns the doubts about a part that replaces `span`, all but the lines in `pairs`: at an edge, the outermost line that comes
/// may be new, and the one of the file that goes for it another one.
pub(super) fn doubts(
    part: &Part,
    span: &Range<usize>,
    pairs: &[(usize, usize)],
    text: &Text,
) -> Vec<Doubt> {
    let has_text = |at: &usize| !indent::is_blank(text.line(*at));
    let mut doubts = Vec::new();
    let mut check = |new: Option<usize>, old: Option<usize>, lines: Range<usize>| {
        let ends = new.map(|at| &part.lines[at]).zip(old);
        if ends.is_some_and(|(new, old)| !is_it(new, text.line(old))) {
            let why = Unsure::EdgeChanged;
            doubts.push(Doubt { lines, why });
        }
    };
    if let Some((at, line)) = pairs.first()
        && part.gap_above.is_some()
    {
        let old = span.start..*line;
        check((0..*at).next(), old.clone().find(has_text), old);
    }
    if let Some((at, line)) = pairs.last()
        && part.gap_below.is_some()
    {
        let old = line + 1..span.end;
        check(
            (at + 1..part.lines.len()).last(),
            old.clone().rfind(has_text),
            old,
        );
    }
    doubts
}

/// Returns whether a new line is one of the file that changed: it names the same, or says all that the other says.
fn is_it(new: &[u8], old: &[u8]) -> bool {
    let names = |line| {
        (
            heading::defined(line),
            named(line).or_else(|| doubled::name(line)),
        )
    };
    match (names(new), names(old)) {
        ((None, None), (None, None)) => {
            Line::new(new).is_subset_either_way(&Line::new(old)) || leaves(new) && leaves(old)
        }
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

//! Parts that change nothing where they fit best. A model shows lines to change something there: where the first of them are
//! above lines that no part shows, too, and the last below those, it may be these lines that go.

use std::ops::Range;

use super::Part;
use crate::patch::complete::Whole;
use crate::text::{Text, Trim, indent};

/// Returns whether the lines of the file in `span` are those of a part, blank ones aside.
pub(super) fn changes_nothing(part: &Part, span: &Range<usize>, text: &Text) -> bool {
    let there = with_text(span.clone(), text).map(|line| text.line(line).trimmed_end());
    let shown = part.lines.iter().filter(|line| !indent::is_blank(line));
    there.eq(shown.map(|line| line.trimmed_end()))
}

/// Returns the shortest stretch of the file, longer than `span` and in `within`, that begins with the first lines of a part and
/// ends with the others. The part is in `span` as it is.
pub(super) fn wider(
    part: &Part,
    span: &Range<usize>,
    within: &Range<usize>,
    whole: &Whole<'_>,
) -> Option<Range<usize>> {
    let text = whole.text();
    let there: Vec<usize> = with_text(span.clone(), text).collect();
    let mut wider: Option<Range<usize>> = None;
    for split in 1..there.len() {
        let (first, last) = there.split_at(split);
        let above = places(first, within.start..span.start, whole);
        let above = above.into_iter().map(|start| start..span.end);
        let below = places(last, span.end..within.end, whole);
        let below = below.into_iter().map(|start| {
            let end = with_text(start..within.end, text).nth(last.len() - 1);
            span.start..end.map_or(span.end, |end| end + 1)
        });
        let found = above.chain(below).chain(wider);
        wider = found.min_by_key(|range| range.len());
        if !whole.spend_looks(part.lines.len()) {
            break;
        }
    }
    wider
}

/// Returns where those lines of the file are once more, in a row within `range`.
fn places(lines: &[usize], range: Range<usize>, whole: &Whole<'_>) -> Vec<usize> {
    let text = whole.text();
    let same = |line: usize| whole.lines_like(text.line(line).trimmed());
    // The rarest of them is at the fewest places.
    let rarest = lines.iter().enumerate();
    let Some((nth, rarest)) = rarest.min_by_key(|(_, line)| same(**line).len()) else {
        return Vec::new();
    };
    let starts = same(*rarest).iter().filter(|at| range.contains(at));
    let starts = starts.filter_map(|at| {
        let mut above = with_text(range.start..*at + 1, text).rev();
        above.nth(nth)
    });
    let is_there = |start: &usize| {
        let there = with_text(*start..range.end, text).map(|line| text.line(line).trimmed_end());
        let n_same = there
            .zip(lines)
            .take_while(|(there, line)| *there == text.line(**line).trimmed_end());
        whole.spend_looks(1) && n_same.count() == lines.len()
    };
    starts.filter(is_there).collect()
}

fn with_text(lines: Range<usize>, text: &Text) -> impl DoubleEndedIterator<Item = usize> {
    lines.filter(|line| !indent::is_blank(text.line(*line)))
}

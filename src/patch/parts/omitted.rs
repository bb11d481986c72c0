//! Parts that change nothing where they fit best. A model shows lines to change something there: where the first of them are
//! above lines that no part shows, too, and the last below those, it may be these lines that go.

use std::ops::Range;

use super::Part;
use super::body::closes;
use crate::patch::complete::Whole;
use crate::text::import::is_import;
use crate::text::indent::width;
use crate::text::{Text, Trim, heading, indent};

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

/// Returns whether lines that would go are of another block than those that a part shows to their closing lines: the gap beside the
/// part stands for them. Both are as deep as they are shown.
pub(super) fn leave_block(part: &Part, gone: impl IntoIterator<Item = usize>, text: &Text) -> bool {
    let Some(outermost) = depth_of_block(part) else {
        return false;
    };
    let mut gone = gone.into_iter().map(|line| text.line(line));
    gone.any(|line| !indent::is_blank(line) && !is_close(line) && width(line) <= outermost)
}

/// Returns how deep the blocks are that a part ends with, if it shows these to their closing lines.
pub(super) fn depth_of_block(part: &Part) -> Option<usize> {
    let widths = || {
        let with_text = part.lines.iter().filter(|line| !indent::is_blank(line));
        with_text.map(|line| width(line))
    };
    let outermost = widths().min()?;
    let last = part.lines.last()?;
    let is_block = is_close(last) && width(last) == outermost && widths().max() > Some(outermost);
    is_block.then_some(outermost)
}

/// Returns whether a part begins with the head of a block: it is shown as one, wherever it is in its file. What brings names in
/// from elsewhere is a block in no other sense.
pub(super) fn starts_with_head(part: &Part) -> bool {
    let is_attribute = |line: &[u8]| line.starts_with(b"@") || line.starts_with(b"#[");
    let mut lines = part.lines.iter().map(|line| line.trimmed());
    let first = lines.find(|line| !line.is_empty() && !is_attribute(line));
    first.is_some_and(|first| {
        let opens = first.ends_with(b"{") && first.len() > 1 && !is_import(first);
        opens || heading::defined(first).is_some()
    })
}

/// Returns whether a line only closes a block, in pages too.
pub(super) fn is_close(line: &[u8]) -> bool {
    closes(line) || line.trimmed().starts_with(b"</")
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

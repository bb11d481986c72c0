//! Blocks that bound where a part may begin: a gap deeper than a line above it leaves out lines of the block of that line only.

use std::ops::Range;

use super::Part;
use super::align::Stretch;
use super::body::closes;
use super::edge::is_like;
use super::place::{MARGIN, pairs};
use crate::text::{Text, Trim, indent};

/// Returns the lines of the file at which a part may begin; `None` where nothing shown bounds it. `found` holds the stretches of
/// the parts above. A line that only closes a block can begin where that block ends, and nowhere else.
pub(super) fn bound(
    parts: &[Part],
    nth: usize,
    found: &[(usize, Vec<Stretch>)],
    text: &Text,
) -> Option<Range<usize>> {
    let first = &parts[nth].lines[0];
    let mut depth = parts[nth].gap_above?.width;
    for above in (0..nth).rev() {
        let part = &parts[above];
        for (at, head) in part.lines.iter().enumerate().rev() {
            if indent::is_blank(head) || width(head) >= depth {
                continue;
            }
            depth = width(head);
            let is_closed = depth == width(first) && closes(first);
            if closes(head) {
                return None;
            }
            if is_closed || depth < width(first) {
                let (_, stretches) = found.iter().find(|(nth, _)| *nth == above)?;
                let line = line_of(part, at, stretches, text)?;
                let end = end(line, text)?;
                return Some(if is_closed {
                    end..end + 1
                } else {
                    line + 1..end + 1
                });
            }
        }
        depth = depth.min(part.gap_above?.width);
    }
    None
}

/// Returns the line of the file that a line of a part is; `None` where that is not certain.
fn line_of(part: &Part, at: usize, stretches: &[Stretch], text: &Text) -> Option<usize> {
    let most = stretches.first()?.cost + MARGIN;
    let likely = stretches.iter().take_while(|stretch| stretch.cost < most);
    let mut found: Option<usize> = None;
    for stretch in likely {
        let pairs = pairs(&part.lines, &stretch.lines, text, <[u8]>::trimmed);
        let pair = pairs.iter().find(|(shown, _)| *shown == at);
        let mut lines = stretch.lines.clone();
        let named = || lines.find(|line| is_like(&part.lines[at], text.line(*line)));
        let line = pair.map(|(_, line)| *line).or_else(named)?;
        if found.is_some_and(|found| found != line) {
            return None;
        }
        found = Some(line);
    }
    found
}

/// Returns the line below the block of the line `head`; `None` for a line without any.
fn end(head: usize, text: &Text) -> Option<usize> {
    let mut below = (head + 1..text.n_lines()).filter(|line| !indent::is_blank(text.line(*line)));
    let is_deeper = |line: &usize| width(text.line(*line)) > width(text.line(head));
    below.next().filter(is_deeper)?;
    Some(
        below
            .find(|line| !is_deeper(line))
            .unwrap_or(text.n_lines()),
    )
}

fn width(line: &[u8]) -> usize {
    indent::leading(line).len()
}

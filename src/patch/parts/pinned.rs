//! Lines that show for certain where they are: the file has each of them once, and so has the reply. Between two of them, one
//! part shows all that is to be there, so no doubt about where the part begins or ends concerns what changes there. A line that
//! is deeper than what changes, or ends a block, may be of a new block that is like the one in the file.

use std::collections::HashMap;
use std::ops::Range;

use super::Part;
use super::body::closes;
use super::cost::weight;
use super::place::{Place, pairs};
use super::same::unproven;
use crate::patch::complete::Whole;
use crate::patch::{Hunk, LineKind};
use crate::text::indent::width;
use crate::text::{Trim, indent};

/// The least weight of such a line: a less distinctive one may be in both by chance.
const MIN_WEIGHT: u32 = 8;

/// The certain lines of each part, as lines of the file with how deep they are, from the top.
pub(super) struct Pinned(Vec<Vec<(usize, usize)>>);

impl Pinned {
    /// Looks for them in `placed`, the parts that have a place, of all `parts`.
    pub(super) fn of(parts: &[Part], placed: &[(&Part, Place)], whole: &Whole<'_>) -> Pinned {
        let mut n_shown: HashMap<&[u8], usize> = HashMap::new();
        for line in parts.iter().flat_map(|part| &part.lines) {
            *n_shown.entry(line.trimmed()).or_default() += 1;
        }
        let is_once = |line: &[u8]| {
            n_shown.get(line) == Some(&1)
                && weight(line) >= MIN_WEIGHT
                && !ends_block(line)
                && whole.lines_like(line).len() == 1
        };
        let text = whole.text();
        let of_part = |(part, place): &(&Part, Place)| {
            let pairs = pairs(&part.lines, &place.span, text, <[u8]>::trimmed);
            let unproven = unproven(part, &place.span, &pairs, whole);
            let is_proven = |line: &usize| !unproven.iter().any(|block| block.there.contains(line));
            let pairs = pairs.into_iter().filter(|(_, line)| is_proven(line));
            let once = pairs.filter(|(at, _)| is_once(part.lines[*at].trimmed()));
            once.map(|(_, line)| (line, width(text.line(line))))
                .collect()
        };
        Pinned(placed.iter().map(of_part).collect())
    }

    /// Returns whether a part has such a line above the lines of the file that a hunk changes, and another one below, neither of
    /// them deeper than what changes.
    pub(super) fn hold(&self, hunk: &Hunk, changed: &Range<usize>) -> bool {
        let of_change = hunk
            .lines
            .iter()
            .filter(|line| line.kind != LineKind::Context && !indent::is_blank(&line.body));
        let depth = of_change.map(|line| width(&line.body)).min();
        let depth = depth.unwrap_or(usize::MAX);
        self.0.iter().any(|lines| {
            let (above, other) =
                lines.split_at(lines.partition_point(|(line, _)| *line < changed.start));
            let below = &other[other.partition_point(|(line, _)| *line < changed.end)..];
            let holds = |(_, width): &(usize, usize)| *width <= depth;
            above.iter().any(holds) && below.iter().any(holds)
        })
    }
}

/// Returns whether a line may be the end of a block, which a new block in the place of that has as well: `</table>`, `#endif`.
fn ends_block(line: &[u8]) -> bool {
    let is_sign = |byte: &u8| byte.is_ascii() && !byte.is_ascii_alphanumeric();
    let mut words = line.split(is_sign).filter(|word| !word.is_empty());
    let first = words.next().unwrap_or(b"").to_ascii_lowercase();
    closes(line)
        || b"})]".contains(&line[0])
        || line.starts_with(b"</")
        || first.starts_with(b"end")
}

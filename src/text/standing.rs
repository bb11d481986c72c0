//! Where lines that are asked for stand in a text.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::Text;

/// Where each of some lines stands in a text, the space around them aside. One pass finds them all, however many are asked for.
#[derive(Debug, Default)]
pub struct Standing<'a> {
    places: HashMap<&'a [u8], Vec<usize>, RandomState>,
}

impl<'a> Standing<'a> {
    /// Looks for the lines in the text. Those asked for have no space around them.
    pub fn of(asked: impl IntoIterator<Item = &'a [u8]>, text: &Text) -> Standing<'a> {
        let places = asked.into_iter().map(|line| (line, Vec::new()));
        let mut places: HashMap<&[u8], Vec<usize>, RandomState> = places.collect();
        if places.is_empty() {
            return Standing::default();
        }
        // Of a large text nearly all lines are none of them, and a hash of each would be most of the cost.
        let mut ends = [false; N_ENDS];
        places.keys().for_each(|line| ends[end(line)] = true);
        for (at, line) in text.lines().enumerate() {
            let line = line.trim_ascii();
            if ends[end(line)]
                && let Some(places) = places.get_mut(line)
            {
                places.push(at);
            }
        }
        Standing { places }
    }

    /// Returns the lines of the text that are this one, 0-based, in order; none where it was not asked for.
    pub fn of_line(&self, line: &[u8]) -> &[usize] {
        self.places.get(line).map_or(&[], Vec::as_slice)
    }
}

const N_ENDS: usize = 4096;

/// Returns a number below [`N_ENDS`] for how a line ends: equal lines have equal ones.
#[inline]
fn end(line: &[u8]) -> usize {
    let last = line.last_chunk::<4>().copied().unwrap_or_default();
    (u32::from_ne_bytes(last).wrapping_mul(0x9e37_79b9) >> 20) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_found_wherever_it_stands_and_however_deep() {
        let text = Text::new("use a;\n\tuse a; \n// use a;\nuse b;\n");
        let standing = Standing::of([&b"use a;"[..], b"use c;", b"use a;"], &text);
        assert_eq!(standing.of_line(b"use a;"), [0, 1]);
        assert_eq!(standing.of_line(b"use c;"), [0usize; 0]);
        assert_eq!(standing.of_line(b"use b;"), [0usize; 0], "not asked for");
    }
}

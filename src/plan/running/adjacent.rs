//! Which lines the edits so far leave side by side: what shows, without a look at the whole running text, that some lines
//! in a row can only be the file's own.

use std::collections::{BTreeMap, HashSet};
use std::hash::BuildHasher;

use bstr::{BStr, ByteSlice};
use foldhash::fast::RandomState;

use super::so_far::SoFar;
use crate::text::{LineSpan, Text};

/// The pairs of lines in a row of which an edit makes one, or between which it removes others.
#[derive(Default)]
pub(super) struct Adjacent {
    pairs: HashSet<u64, RandomState>,
    /// How many of the edits are included: they are added lazily, as most reviews never ask.
    n_edits: usize,
    /// Whether two of the edits touch: then lines of both are side by side, which is not worked out.
    has_touching: bool,
}

impl Adjacent {
    /// Adds the pairs that one of the edits leaves: of what it makes of the lines of `span`, and of the lines beside those.
    fn add<'a>(
        &mut self,
        text: &'a Text,
        span: LineSpan,
        made: impl Iterator<Item = &'a [u8]> + Clone,
    ) {
        let [above, below] = beside(text, span);
        let all = above.into_iter().chain(made).chain(below);
        for (above, below) in all.clone().zip(all.skip(1)) {
            let key = self.key(above, below);
            self.pairs.insert(key);
        }
        self.n_edits += 1;
    }

    /// Returns whether two of `lines` in a row may be side by side by the edits: if not, the running text has this sequence only
    /// where the file has it.
    fn may_hold_two_of(&self, lines: &[&BStr]) -> bool {
        let is_left = |pair: &[&BStr]| self.pairs.contains(&self.key(pair[0], pair[1]));
        self.has_touching || lines.windows(2).any(is_left)
    }

    /// Returns what a pair is known by. An ending may be a part of a line that is made, and is none of one that is read.
    fn key(&self, above: &[u8], below: &[u8]) -> u64 {
        let bare = |line| <[u8]>::trim_end_with(line, |c| c == '\r');
        self.pairs.hasher().hash_one((bare(above), bare(below)))
    }
}

impl SoFar<'_> {
    /// Returns whether two of `lines` in a row may be side by side by what was made so far, and not in the file.
    pub(super) fn may_leave_two_of(&mut self, lines: &[&BStr]) -> bool {
        for nth in self.adjacent.n_edits..self.edits.len() {
            let (span, first) = self.edits[nth];
            let next = self.edits.get(nth + 1);
            let end = next.map_or(self.lines.len(), |(_, first)| *first as usize);
            let made = self.lines[first as usize..end].iter();
            let made = made.map(|made| made.line.as_bytes());
            self.adjacent.add(self.text, span, made);
            self.adjacent.has_touching |= touches_another(&self.spans, span);
        }
        self.adjacent.may_hold_two_of(lines)
    }
}

/// Returns whether another edit ends where this one begins, or begins where it ends.
fn touches_another(spans: &BTreeMap<LineSpan, usize>, span: LineSpan) -> bool {
    let above = spans.range(..span).next_back();
    let below = spans.range(span..).find(|(other, _)| **other != span);
    above.is_some_and(|(other, _)| other.end >= span.start)
        || below.is_some_and(|(other, _)| other.start <= span.end)
}

/// Returns the lines of a text above and below some of it.
fn beside(text: &Text, span: LineSpan) -> [Option<&[u8]>; 2] {
    let above = span.start.checked_sub(1);
    let below = Some(span.end).filter(|line| *line < text.n_lines());
    [above, below].map(|line| line.map(|line| text.line(line).as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::compose::Running;
    use crate::text::{Edit, FinalNewline, Piece};
    use proptest::prelude::*;

    fn lines(n: std::ops::Range<usize>) -> impl Strategy<Value = Vec<&'static str>> {
        proptest::collection::vec(prop_oneof![Just("a"), Just("b"), Just("}"), Just("")], n)
    }

    proptest! {
        #[test]
        fn lines_that_an_edit_brings_together_are_told(
            file in lines(1..9),
            edits in proptest::collection::vec((0usize..4, 0usize..3, lines(0..3)), 1..4),
            wanted in lines(2..5),
            ending in prop_oneof![Just("\n"), Just("\r\n")],
        ) {
            let text = Text::new(file.iter().flat_map(|line| [*line, ending]).collect::<String>().into_bytes());
            let mut at = 0;
            let mut made = Vec::new();
            for (gap, n_old, new) in edits {
                let span = LineSpan::new(at + gap, at + gap + n_old);
                at = span.end;
                if span.end <= text.n_lines() && (n_old > 0 || !new.is_empty()) {
                    made.push(Edit { span, lines: new.into_iter().map(Piece::from).collect() });
                }
            }
            let running = Running::new(&text, made.iter().cloned().enumerate().collect(), FinalNewline::Keep);
            prop_assume!(running.is_some());
            let running = running.unwrap_or_else(|| unreachable!("it is assumed"));
            let spans = made.iter().map(|edit| edit.span).zip(0..).collect();
            let mut adjacent = Adjacent::default();
            for edit in &made {
                adjacent.add(&text, edit.span, edit.lines.iter().map(|line| line.as_bytes()));
                adjacent.has_touching |= touches_another(&spans, edit.span);
            }
            let wanted: Vec<&BStr> = wanted.iter().map(|line| line.as_bytes().as_bstr()).collect();
            let starts = 0..(running.text.n_lines() + 1).saturating_sub(wanted.len());
            for start in starts {
                let span = LineSpan::new(start, start + wanted.len());
                let is_there = wanted.iter().zip(start..).all(|(line, at)| running.text.line(at) == *line);
                if is_there && !running.makers(span).is_empty() {
                    prop_assert!(adjacent.may_hold_two_of(&wanted));
                }
            }
        }
    }
}

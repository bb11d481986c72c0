//! Which lines the edits so far leave side by side: what shows, without a look at the whole running text, that some lines
//! in a row can only be the file's own.

use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasher;
use std::iter;

use bstr::{BStr, ByteSlice};
use foldhash::fast::RandomState;

use super::so_far::{Made, SoFar, met_in, tail};
use crate::text::{LineSpan, Text};

/// The pairs of lines in a row of which an edit makes one, or between which it removes others.
#[derive(Default)]
pub(super) struct Adjacent {
    /// The last of `places` of each pair.
    pairs: HashMap<u64, u32, RandomState>,
    places: Vec<Place>,
    /// How many of the edits are included: they are added lazily, as most reviews never ask.
    n_edits: u32,
    /// Whether two of the edits touch: then lines of both are side by side, which is not worked out.
    has_touching: bool,
}

/// Where a pair of lines is.
#[derive(Clone, Copy)]
struct Place {
    edit: u32,
    /// Its first line, counted from the first that the edit makes.
    first: isize,
    /// The place before it of such a pair, or [`Made::NONE`].
    above: u32,
}

/// An edit, and the lines that it makes.
#[derive(Clone, Copy)]
struct EditMade<'a> {
    span: LineSpan,
    made: &'a [Made],
}

/// More places than this are not looked at one by one.
const MOST_PLACES: usize = 8;

impl Adjacent {
    /// Adds the pairs that one of the edits leaves: of what it makes of the lines of `span`, and of the lines beside those.
    fn add(&mut self, text: &Text, edit: EditMade<'_>) {
        let [above, below] = beside(text, edit.span);
        let made = edit.made.iter().map(|made| made.line.as_bytes());
        let all = above.into_iter().chain(made).chain(below);
        let first = -isize::from(above.is_some());
        for ((above, below), first) in all.clone().zip(all.skip(1)).zip(first..) {
            let key = self.key(above, below);
            let above = self.pairs.insert(key, self.places.len() as u32);
            self.places.push(Place {
                edit: self.n_edits,
                first,
                above: above.unwrap_or(Made::NONE),
            });
        }
        self.n_edits += 1;
    }

    /// Returns each edit that may leave two of `lines` in a row side by side, with where the first of all is then, counted from
    /// the first line that it makes. The running text has this sequence, beyond where the file has it, at these places alone.
    fn places_of(&self, lines: &[&BStr]) -> impl Iterator<Item = (usize, isize)> {
        let place = |nth: u32| self.places.get(nth as usize);
        let like = move |pair: &[&BStr]| {
            let last = self.pairs.get(&self.key(pair[0], pair[1]));
            iter::successors(last.and_then(|last| place(*last)), move |it| {
                place(it.above)
            })
        };
        let pairs = lines.windows(2).zip(0..);
        pairs
            .flat_map(move |(pair, at)| like(pair).map(move |it| (it.edit as usize, it.first - at)))
    }

    /// Returns what a pair is known by.
    fn key(&self, above: &[u8], below: &[u8]) -> u64 {
        self.pairs.hasher().hash_one((bare(above), bare(below)))
    }

    /// Returns whether some of the edits may leave `lines` side by side; where that is not worked out, they may.
    fn may_leave<'a>(
        &self,
        lines: &[&BStr],
        text: &Text,
        spans: &BTreeMap<LineSpan, usize>,
        edit: impl Fn(usize) -> EditMade<'a>,
    ) -> bool {
        if self.has_touching {
            return true;
        }
        let mut places = self.places_of(lines);
        let mut first = places.by_ref().take(MOST_PLACES);
        first.any(|(nth, start)| edit(nth).may_leave(lines, start, text, spans))
            || places.next().is_some()
    }
}

impl EditMade<'_> {
    /// Returns whether the edit leaves `lines` side by side, `start` lines behind the first that it makes; they may be where
    /// another edit is as near.
    fn may_leave(
        self,
        lines: &[&BStr],
        start: isize,
        text: &Text,
        spans: &BTreeMap<LineSpan, usize>,
    ) -> bool {
        let LineSpan { start: top, end } = self.span;
        let line = |at: isize| match usize::try_from(at) {
            Err(_) => Some(text.line(top.checked_add_signed(at)?).as_bytes()),
            Ok(at) => match at.checked_sub(self.made.len()) {
                None => Some(self.made[at].line.as_bytes()),
                Some(below) => Some(end + below)
                    .filter(|at| *at < text.n_lines())
                    .map(|at| text.line(at).as_bytes()),
            },
        };
        let mut all = lines.iter().zip(start..);
        let is_there =
            all.all(|(asked, at)| line(at).is_some_and(|line| bare(line) == bare(asked)));
        let n_above = (-start).max(0) as usize;
        let n_below = (start + lines.len() as isize - self.made.len() as isize).max(0) as usize;
        let about = LineSpan::new(top.saturating_sub(n_above), end + n_below);
        let mut near = met_in(spans, about);
        is_there || near.any(|(other, _)| *other != self.span)
    }
}

/// Returns a line without its ending, which may be a part of one that is made, and is none of one that is read.
fn bare(line: &[u8]) -> &[u8] {
    line.trim_end_with(|c| c == '\r')
}

impl SoFar<'_> {
    /// Returns whether what was made so far may leave `lines` side by side where the file has not: nearly always it does not,
    /// and that is found without the running text.
    pub(super) fn may_leave(&mut self, lines: &[&BStr]) -> bool {
        if let [only] = lines {
            return self.may_make(only);
        }
        for nth in self.adjacent.n_edits as usize..self.edits.len() {
            let edit = edit_made(&self.edits, &self.lines, nth);
            self.adjacent.add(self.text, edit);
            self.adjacent.has_touching |= touches_another(&self.spans, edit.span);
        }
        let edit = |nth: usize| edit_made(&self.edits, &self.lines, nth);
        self.adjacent.may_leave(lines, self.text, &self.spans, edit)
    }

    /// Returns whether a line was made so far.
    fn may_make(&self, line: &BStr) -> bool {
        let made = |nth: u32| self.lines.get(nth as usize);
        let last = self.tails.get(&tail(line)).and_then(|last| made(*last));
        let mut alike = iter::successors(last, |it| made(it.above));
        let mut first = alike.by_ref().take(MOST_PLACES);
        first.any(|made| bare(made.line.as_bytes()) == bare(line)) || alike.next().is_some()
    }
}

/// Returns one of the edits with its lines.
fn edit_made<'a>(edits: &[(LineSpan, u32)], lines: &'a [Made], nth: usize) -> EditMade<'a> {
    let (span, first) = edits[nth];
    let next = edits.get(nth + 1);
    let end = next.map_or(lines.len(), |(_, first)| *first as usize);
    let made = &lines[first as usize..end];
    EditMade { span, made }
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
            let (mut edits, mut lines) = (Vec::new(), Vec::new());
            for edit in made {
                edits.push((edit.span, lines.len() as u32));
                lines.extend(edit.lines.into_iter().map(|line| Made { maker: 0, above: Made::NONE, line }));
            }
            let edit = |nth: usize| edit_made(&edits, &lines, nth);
            let mut adjacent = Adjacent::default();
            for (nth, (span, _)) in edits.iter().enumerate() {
                adjacent.add(&text, edit(nth));
                adjacent.has_touching |= touches_another(&spans, *span);
            }
            let wanted: Vec<&BStr> = wanted.iter().map(|line| line.as_bytes().as_bstr()).collect();
            let starts = 0..(running.text.n_lines() + 1).saturating_sub(wanted.len());
            let mut is_left = starts.filter(|start| {
                let span = LineSpan::new(*start, start + wanted.len());
                let is_there = wanted.iter().zip(*start..).all(|(line, at)| running.text.line(at) == *line);
                is_there && !running.makers(span).is_empty()
            });
            let may_leave = adjacent.may_leave(&wanted, &text, &spans, edit);
            prop_assert!(may_leave || is_left.next().is_none());
            let is_alone = edits.len() == 1 && adjacent.places_of(&wanted).count() <= MOST_PLACES;
            prop_assert!(!is_alone || may_leave == is_left.next().is_some());
        }
    }
}

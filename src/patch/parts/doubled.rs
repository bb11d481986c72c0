//! Lines that a part adds while one of the same name, or all of them, lie under a gap: the reply may mean those.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use bstr::ByteSlice;

use super::cost::{MOST_OF_A_LINE, weight};
use crate::patch::{Hunk, LineKind};
use crate::text::import::is_import;
use crate::text::{Text, Trim, heading, indent};

/// A block of more lines is taken for another one.
const REACH: usize = 2_000;

/// Lines that weigh less all together repeat by chance: a check, and what follows where it fails.
const LEAST_TOLD: u32 = 40;

/// The same of lines at the margin, which are hardly ever written twice.
const LEAST_OF_A_BLOCK: u32 = 14;

/// So many places are looked at for lines that may be meant to move.
const N_TRIED: usize = 1_000;

/// The lines of a file that no part shows, by the names that they give a value to.
pub(super) struct Hidden<'t> {
    text: &'t Text,
    /// Whether a part shows each line.
    is_shown: Vec<bool>,
    /// The hidden lines with a name, from the top, by how far in they stand.
    named: HashMap<(usize, &'t [u8]), Vec<usize>>,
    /// Those with text, made when they are asked for.
    lines: OnceCell<Lines<'t>>,
}

/// All lines with text, each with whether it is shown, and where each is among them.
type Lines<'t> = (Vec<(&'t [u8], bool)>, HashMap<&'t [u8], Vec<usize>>);

impl<'t> Hidden<'t> {
    /// Looks through the lines that lie in none of the ranges `shown`.
    pub(super) fn of(text: &'t Text, shown: &[Range<usize>]) -> Hidden<'t> {
        let mut is_shown = vec![false; text.n_lines()];
        for range in shown {
            is_shown[range.clone()].fill(true);
        }
        let mut named: HashMap<_, Vec<usize>> = HashMap::new();
        for line in (0..text.n_lines()).filter(|line| !is_shown[*line]) {
            let body = text.line(line);
            if let Some(name) = name(body) {
                let depth = indent::leading(body).len();
                named.entry((depth, name)).or_default().push(line);
            }
        }
        Hidden {
            text,
            is_shown,
            named,
            lines: OnceCell::new(),
        }
    }

    /// Returns whether `hunk`, which begins at line `start`, adds a line whose name a hidden line beside it has. The lines of
    /// another block do not count.
    pub(super) fn has_name_added_by(&self, hunk: &Hunk, start: usize) -> bool {
        let mut at = start;
        let (mut gone, mut added) = (HashSet::new(), Vec::new());
        for line in hunk.lines.iter() {
            let named = || Some((indent::leading(&line.body).len(), name(&line.body)?));
            match line.kind {
                LineKind::Delete => gone.extend(named()),
                LineKind::Insert => added.extend(named().map(|named| (named, at))),
                LineKind::Context => {}
            }
            at += usize::from(line.in_preimage());
        }
        added.into_iter().any(|(named, at)| {
            let lines = self.named.get(&named).filter(|_| !gone.contains(&named));
            lines.is_some_and(|lines| {
                let next = lines.partition_point(|line| *line < at);
                let (above, below) = lines.split_at(next);
                let is_below = below.first().is_some_and(|line| {
                    self.is_beside(at..*line, named.0) && !self.is_set_again(below.iter(), named.0)
                });
                let is_above = || {
                    above.last().is_some_and(|line| {
                        self.is_beside(line + 1..at, named.0)
                            && !self.is_set_again(above.iter().rev(), named.0)
                    })
                };
                is_below || is_above()
            })
        })
    }

    /// Returns whether `hunk` adds lines that stand in a row among the hidden ones, blank lines aside, and say much all together, or
    /// are a block of the margin: they may be meant to move.
    pub(super) fn has_lines_added_by(&self, hunk: &Hunk) -> bool {
        let runs = hunk.lines.chunk_by(|one, next| one.kind == next.kind);
        let mut runs = runs.filter(|run| run[0].kind == LineKind::Insert);
        runs.any(|run| {
            let added = run.iter().map(|line| line.body.trimmed_end());
            let added: Vec<&[u8]> = added.filter(|line| !line.is_empty()).collect();
            let told: u32 = added.iter().map(|line| weight(line)).sum();
            let is_block = || {
                let head = added[0];
                let is_key = added.len() == 1 && set_by(head).is_some() && !is_import(head);
                let is_once = added.len() == 1
                    && told >= MOST_OF_A_LINE
                    && !is_import(head)
                    && self
                        .lines()
                        .1
                        .get(head)
                        .is_some_and(|places| places.len() == 1);
                let has_name = heading::defined(head).is_some() || set_by(head).is_some();
                let is_several = added.len() > 1 && told >= LEAST_OF_A_BLOCK;
                let is_block =
                    is_several && (has_name || head.starts_with(b"#") && head.contains(&b' '));
                (is_key || is_once || is_block) && indent::leading(head).is_empty()
            };
            let is_told = told >= LEAST_TOLD || told > 0 && is_block();
            is_told && self.stand_hidden(&added)
        })
    }

    fn lines(&self) -> &Lines<'t> {
        self.lines.get_or_init(|| {
            let lines = (0..self.text.n_lines()).map(|line| self.text.line(line).trimmed_end());
            let lines = lines
                .zip(&self.is_shown)
                .filter(|(line, _)| !line.is_empty());
            let lines: Vec<_> = lines.map(|(line, is_shown)| (line, *is_shown)).collect();
            let mut places: HashMap<&[u8], Vec<usize>> = HashMap::new();
            for (at, (line, _)) in lines.iter().enumerate() {
                places.entry(line).or_default().push(at);
            }
            (lines, places)
        })
    }

    /// Returns whether those lines are in a row in the file, and most of what they say is hidden there: a part may show the last of
    /// them as what it begins with.
    fn stand_hidden(&self, added: &[&[u8]]) -> bool {
        let (lines, places) = self.lines();
        let starts = places.get(added[0]).map_or(&[][..], Vec::as_slice);
        starts.iter().take(N_TRIED).any(|start| {
            let there = lines[*start..].iter().take(added.len());
            let is_there = there.clone().map(|(line, _)| line).eq(added);
            let told = |is_asked_for: bool| -> u32 {
                let of_side = there
                    .clone()
                    .filter(|(_, is_shown)| *is_shown == is_asked_for);
                of_side.map(|(line, _)| weight(line)).sum()
            };
            is_there && told(false) > told(true)
        })
    }

    /// Returns whether the first two of these lines are of one block: what is set twice there may be set once more.
    fn is_set_again<'l>(&self, mut lines: impl Iterator<Item = &'l usize>, depth: usize) -> bool {
        let (Some(first), Some(second)) = (lines.next(), lines.next()) else {
            return false;
        };
        let between = first.min(second) + 1..*first.max(second);
        between.len() <= REACH && !between.into_iter().any(|line| self.is_outside(line, depth))
    }

    fn is_outside(&self, line: usize, depth: usize) -> bool {
        let body = self.text.line(line);
        !indent::is_blank(body) && indent::leading(body).len() < depth
    }

    /// Returns whether nothing lies between but shown lines at one end and hidden ones of the same block.
    fn is_beside(&self, between: Range<usize>, depth: usize) -> bool {
        let hidden = |line: &usize| !self.is_shown[*line];
        let n_changes = |lines: Range<usize>| {
            let sides = lines.map(|line| self.is_shown[line]);
            let sides: Vec<bool> = sides.collect();
            sides.windows(2).filter(|pair| pair[0] != pair[1]).count()
        };
        between.len() <= REACH
            && n_changes(between.clone()) <= 1
            && !between
                .filter(hidden)
                .any(|line| self.is_outside(line, depth))
    }
}

/// Returns the name to which a line gives a value: `port` in `port: 8080` and `port = 8080`; of an import, the last of what it
/// names.
pub(super) fn name(line: &[u8]) -> Option<&[u8]> {
    let line = line.trim();
    set_by(line).or_else(|| is_import(line).then(|| last_word(line))?)
}

/// Returns the last word of an import: `fmt` of `use std::fmt;`. Endings of files say nothing.
fn last_word(line: &[u8]) -> Option<&[u8]> {
    const N_LETTERS: usize = 3;
    let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let end = line.iter().rposition(is_of_word)? + 1;
    let start = line[..end].iter().rposition(|byte| !is_of_word(byte));
    Some(&line[start.map_or(0, |start| start + 1)..end]).filter(|word| word.len() >= N_LETTERS)
}

fn set_by(line: &[u8]) -> Option<&[u8]> {
    let sign = line.find_byteset(b"=:")?;
    let (before, value) = (line[..sign].trim_end(), &line[sign + 1..]);
    let is_of_name = |byte: &u8| {
        byte.is_ascii_alphanumeric()
            || matches!(byte, b'_' | b'-' | b'.' | b'"' | b'\'' | b' ' | b'$')
    };
    let is_plain = !before.is_empty() && before.iter().all(is_of_name);
    let is_sign = !value.trim().is_empty() && !matches!(value[0], b'=' | b':' | b'/' | b'>');
    (is_plain && is_sign).then_some(before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_what_gets_a_value() {
        let check = |line: &str, expected: Option<&str>| {
            assert_eq!(name(line.as_bytes()), expected.map(str::as_bytes), "{line}");
        };
        check("  port: 8080", Some("port"));
        check("const PORT = 1;", Some("const PORT"));
        check("\"a\": [1],", Some("\"a\""));
        check("A=1", Some("A"));
        check("use std::fmt;", Some("fmt"));
        check("from jars import Lid", Some("Lid"));
        check("#include <jars.h> /* size_t */", Some("size_t"));
        check("#include <jars.h>", None);
        check("else:", None);
        check("a == b", None);
        check("run(a=1)", None);
        check("std::io", None);
        check("see https://a", None);
    }
}

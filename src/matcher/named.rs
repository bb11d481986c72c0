//! The blocks of the target that the headings of a hunk name.

use std::collections::BTreeMap;

use bstr::{BStr, BString, ByteSlice};

use super::line_key;
use crate::patch::Hunk;
use crate::text::{LineSpan, Text, heading};

/// Returns the blocks that the innermost heading of the hunk begins, each within one of the heading before; none where the
/// hunk has no heading, or no line is like it.
///
/// A line that is the heading goes before one that goes on behind it, and one that does so behind a whole word before others:
/// headings are cut short, by git in the middle of a word.
pub fn blocks(hunk: &Hunk, text: &Text) -> Vec<LineSpan> {
    let names = hunk
        .headings
        .iter()
        .map(|heading| line_key::collapsed(heading));
    let names: Vec<Vec<u8>> = names.filter(|name| !name.is_empty()).collect();
    if names.is_empty() {
        return Vec::new();
    }
    let all = vec![LineSpan::new(0, text.n_lines())];
    let (first, inner) = (&names[0], &names[1..]);
    let outer = best_blocks(text, &all, first, |line, _| heading::block(text, line));
    inner.iter().fold(outer, |outer, name| {
        // A further line of a signature names the block that this one begins.
        best_blocks(text, &outer, name, |line, around| {
            let is_of_signature = line < heading::signature_end(text, around.start);
            match is_of_signature {
                true => around,
                false => heading::block(text, line),
            }
        })
    })
}

/// Returns the blocks of the lines within `outer` that are most like `name`, as `block` has them by a line and what is around it.
fn best_blocks(
    text: &Text,
    outer: &[LineSpan],
    name: &[u8],
    block: impl Fn(usize, LineSpan) -> LineSpan,
) -> Vec<LineSpan> {
    let lines = outer
        .iter()
        .flat_map(|span| (span.start..span.end).map(|line| (line, *span)));
    let lines = lines.filter(|(line, _)| begins_alike(text, *line, name));
    let named = lines.filter_map(|(line, span)| Some((likeness(text, line, name)?, line, span)));
    let named: Vec<(Likeness, usize, LineSpan)> = named.collect();
    let best = named.iter().map(|(likeness, ..)| *likeness).min();
    let best = named
        .iter()
        .filter(|(likeness, ..)| Some(*likeness) == best);
    best.map(|(_, line, span)| block(*line, *span)).collect()
}

/// Returns the line before which goes what the hunk adds right under its heading, where it names no line and has no number,
/// and the heading one block.
pub fn point_below(hunk: &Hunk, text: &Text) -> Option<usize> {
    let is_bare = hunk.hint.is_none() && !hunk.has_preimage();
    match &blocks(hunk, text)[..] {
        [block] if is_bare => Some(heading::signature_end(text, block.start)),
        _ => None,
    }
}

/// How many lines above a place are looked through for its heading before all of the file is.
const NEAR: usize = 500;

/// Returns whether all headings of the hunk stand close above the end of `span`.
pub fn are_near_above(hunk: &Hunk, text: &Text, span: LineSpan) -> bool {
    let mut names = hunk.headings.iter().map(|name| line_key::collapsed(name));
    names.all(|name| {
        let mut near = (span.end.saturating_sub(NEAR)..span.end)
            .rev()
            .filter(|line| begins_alike(text, *line, &name));
        near.any(|line| likeness(text, line, &name).is_some())
    })
}

/// Where the lines of a file stand that a heading may be, by their collapsed text: made once for all of its hunks.
pub struct Headings {
    first: BTreeMap<Vec<u8>, usize>,
}

impl Headings {
    /// Looks through the lines of a file.
    pub fn of(text: &Text) -> Headings {
        let mut first = BTreeMap::new();
        for line in 0..text.n_lines() {
            let collapsed = line_key::collapsed(text.line(line));
            first.entry(collapsed).or_insert(line);
        }
        Headings { first }
    }

    /// Returns a heading of the hunk that stands nowhere in the file but below `span`: a heading stands above what it is for, so
    /// another place is meant, or another block.
    pub fn only_below<'h>(&self, hunk: &'h Hunk, span: LineSpan) -> Option<&'h BStr> {
        let is_below = |heading: &&BString| {
            let name = line_key::collapsed(heading);
            let like = self.first.range(name.clone()..);
            let like = like.take_while(|(line, _)| line.starts_with(&name));
            let top = like.map(|(_, line)| *line).min();
            !name.is_empty() && top.is_some_and(|line| line >= span.end)
        };
        hunk.headings
            .iter()
            .find(is_below)
            .map(|heading| heading.as_bstr())
    }
}

/// How a line is like a heading, the closest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Likeness {
    Same,
    BeginsWithItsWords,
    Begins,
}

/// Returns whether a line begins with the first letter of `name`: most others are told by it, without being copied.
fn begins_alike(text: &Text, line: usize, name: &[u8]) -> bool {
    text.line(line).trim_start().first() == name.first()
}

fn likeness(text: &Text, line: usize, name: &[u8]) -> Option<Likeness> {
    let first = line_key::collapsed(text.line(line));
    if name.len() > first.len() && first.ends_with(b"(") && name.starts_with(&first) {
        return of_prefix(&signature(text, line), &without_blanks(name));
    }
    of_prefix(&first, name)
}

/// Returns how a line, or all lines of a signature, are like a heading that they begin with.
fn of_prefix(line: &[u8], name: &[u8]) -> Option<Likeness> {
    let rest = line.strip_prefix(name)?;
    let goes_on = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    Some(match rest.first() {
        None => Likeness::Same,
        Some(byte) if goes_on(byte) && name.last().is_some_and(goes_on) => Likeness::Begins,
        Some(_) => Likeness::BeginsWithItsWords,
    })
}

/// Returns a signature of several lines as one, as a model may write it: `def f(a,b):`.
fn signature(text: &Text, line: usize) -> Vec<u8> {
    let lines = line..heading::signature_end(text, line);
    let parts: Vec<&[u8]> = lines.map(|line| -> &[u8] { text.line(line) }).collect();
    without_blanks(&parts.concat())
}

/// Returns text without blanks, and without the comma behind a last parameter.
fn without_blanks(text: &[u8]) -> Vec<u8> {
    let letters = text
        .iter()
        .copied()
        .filter(|byte| !byte.is_ascii_whitespace());
    letters.collect::<Vec<u8>>().replace(",)", ")")
}

//! The blocks of the target that the headings of a hunk name.

use bstr::{BStr, ByteSlice};

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
    names.iter().fold(all, |outer, name| {
        let lines = outer.iter().flat_map(|span| span.start..span.end);
        let named = lines.filter_map(|line| Some((likeness(text, line, name)?, line)));
        let named: Vec<(Likeness, usize)> = named.collect();
        let best = named.iter().map(|(likeness, _)| *likeness).min();
        let best = named.iter().filter(|(likeness, _)| Some(*likeness) == best);
        best.map(|(_, line)| heading::block(text, *line)).collect()
    })
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

/// Returns a heading of the hunk that stands nowhere in the file but below `span`: a heading stands above what it is for, so
/// another place is meant, or another block.
pub fn only_below<'h>(hunk: &'h Hunk, text: &Text, span: LineSpan) -> Option<&'h BStr> {
    let is_below = |name: &[u8]| {
        // Most lines are told by their first letter, without being copied.
        let begins = |line: &usize| text.line(*line).trim_start().first() == name.first();
        let is_it = |line: &usize| begins(line) && likeness(text, *line, name).is_some();
        let is_above = || (0..span.end).rev().any(|line| is_it(&line));
        !name.is_empty() && !is_above() && (span.end..text.n_lines()).any(|line| is_it(&line))
    };
    let mut headings = hunk.headings.iter();
    let heading = headings.find(|heading| is_below(&line_key::collapsed(heading)))?;
    Some(heading.as_bstr())
}

/// How a line is like a heading, the closest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Likeness {
    Same,
    BeginsWithItsWords,
    Begins,
}

fn likeness(text: &Text, line: usize, name: &[u8]) -> Option<Likeness> {
    let line = line_key::collapsed(text.line(line));
    let rest = line.strip_prefix(name)?;
    let goes_on = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    Some(match rest.first() {
        None => Likeness::Same,
        Some(byte) if goes_on(byte) && name.last().is_some_and(goes_on) => Likeness::Begins,
        Some(_) => Likeness::BeginsWithItsWords,
    })
}

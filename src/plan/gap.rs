//! Where new lines go that a hunk has between two neighbours which blank lines part in the file.

use crate::matcher::Candidate;
use crate::patch::{HunkLine, LineKind};
use crate::text::{LineSpan, Text, heading, import, indent};

/// Where the lines go, and the blank lines of the file that come behind them once more.
pub(super) struct Gap {
    pub(super) at: usize,
    pub(super) blanks: LineSpan,
}

/// Returns where the insertions go that begin at line `index` of the hunk; `None` where nothing parts their neighbours, or they are to
/// follow the one above.
///
/// What begins a block keeps the blank lines on both sides. Else lines go to the neighbour that they begin like, by four letters or
/// more: imports to imports.
/// A blank among the new ones, at their beginning or end, says itself where they go.
pub(super) fn of(
    candidate: &Candidate,
    text: &Text,
    targets: &[Option<usize>],
    index: usize,
) -> Option<Gap> {
    let lines = &candidate.variant.lines;
    let is_insertion = |line: &HunkLine| line.kind == LineKind::Insert;
    let rest = lines[index..].iter().take_while(|line| is_insertion(line));
    let new: Vec<&[u8]> = rest.map(|line| &**line.body).collect();
    let below = index + new.len();
    let neighbour = |at: usize| {
        let line = lines
            .get(at)
            .filter(|line| line.kind == LineKind::Context)?;
        Some((targets[at]?, &**line.body)).filter(|(_, body)| !indent::is_blank(body))
    };
    let (above_at, above) = neighbour(index.checked_sub(1)?)?;
    let (below_at, below) = neighbour(below)?;
    let blanks = LineSpan::new(above_at + 1, below_at.max(above_at + 1));
    let are_blank = (blanks.start..blanks.end).all(|line| indent::is_blank(text.line(line)));
    let (first, last) = (new.first()?, new.last()?);
    if blanks.start == blanks.end || !are_blank || indent::is_blank(first) {
        return None;
    }
    let at = blanks.end;
    let none = LineSpan::new(at, at);
    // A letter or two that two lines have in common are chance.
    const LEAST_ALIKE: usize = 4;
    let n_alike = |line: &[u8], other: &[u8]| {
        let pairs = line.iter().zip(other);
        let n_alike = pairs.take_while(|(one, other)| one == other).count();
        if n_alike < LEAST_ALIKE { 0 } else { n_alike }
    };
    let brings_in = import::is_import(first.trim_ascii());
    let (blanks, goes_down) = match () {
        () if indent::is_blank(last) => (none, true),
        () if !brings_in && begins_block(&new) => (blanks, true),
        () => (none, n_alike(last, below) > n_alike(first, above)),
    };
    goes_down.then_some(Gap { at, blanks })
}

/// Returns whether the first line begins a definition or a section, or a later one is deeper.
fn begins_block(lines: &[&[u8]]) -> bool {
    let depth = indent::width(lines[0]);
    let is_deeper = |line: &&[u8]| !indent::is_blank(line) && indent::width(line) > depth;
    heading::defined(lines[0]).is_some()
        || heading::begins_section(lines[0])
        || lines.iter().any(is_deeper)
}

//! Where the parts of a block stand in a file, in order, when lines between them are left out.

use bstr::BStr;

use super::whole::Whole;
use crate::text::{LineSpan, Piece, Text, Trim, heading, indent};

/// So many letters and digits in a line say of which place it is.
const N_TELLING: usize = 4;

/// What a search found.
pub(super) enum Found<T> {
    /// Nothing.
    None,
    /// The one thing that may be meant.
    One(T),
    /// More than one, or too much to look through.
    Several,
    /// All of it, but not in one block.
    Apart,
}

/// Where the parts of a block stand.
pub(super) struct Reading {
    /// The lines of the file that each part is, in order.
    pub(super) parts: Vec<LineSpan>,
    /// How the block is indented there.
    pub(super) shift: Shift,
}

/// How much deeper or less deep a block is indented in a file than in a reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Shift {
    /// As the file is.
    None,
    /// The file has this in front of every line.
    Deeper(Vec<u8>),
    /// The reply has this in front of every line.
    LessDeep(Vec<u8>),
}

impl Shift {
    /// Returns the shift between a line of the reply and one of the file that differ in nothing else.
    fn between(line: &[u8], there: &[u8]) -> Option<Shift> {
        let (own, its) = (indent::leading(line), indent::leading(there));
        if own == its {
            return Some(Shift::None);
        }
        let deeper = || Some(Shift::Deeper(its.strip_suffix(own)?.to_vec()));
        let less_deep = || Some(Shift::LessDeep(own.strip_suffix(its)?.to_vec()));
        deeper().or_else(less_deep)
    }

    /// Returns whether a line of the reply is the file's line, blanks at the ends aside.
    fn is_between(&self, line: &[u8], there: &[u8]) -> bool {
        let (line, there) = (line.trimmed_end(), there.trimmed_end());
        if line.is_empty() || there.is_empty() {
            return line == there;
        }
        match self {
            Shift::None => line == there,
            Shift::Deeper(lead) => there.strip_prefix(&lead[..]) == Some(line),
            Shift::LessDeep(lead) => line.strip_prefix(&lead[..]) == Some(there),
        }
    }

    /// Returns a line of the file as the reply would indent it; `None` for one that is not indented enough.
    pub(super) fn undone(&self, there: Piece) -> Option<Piece> {
        if indent::is_blank(&there) {
            return Some(there);
        }
        match self {
            Shift::None => Some(there),
            Shift::Deeper(lead) => Some(there.of_same_text(there.strip_prefix(&lead[..])?)),
            Shift::LessDeep(lead) => Some(Piece::from([&lead[..], &there].concat())),
        }
    }
}

/// Returns whether `lines` stand in the file one below the other, blanks around each aside.
pub(super) fn stands<'l>(lines: impl Iterator<Item = &'l BStr>, whole: &Whole<'_>) -> bool {
    let lines: Vec<&BStr> = lines.collect();
    let stands_at = |start: &usize| {
        let rest = *start..whole.text.n_lines();
        let is_line = |(line, at): (&&BStr, usize)| line.trimmed() == whole.text.line(at).trimmed();
        lines.len() <= rest.len() && lines.iter().zip(rest).all(is_line)
    };
    let first = lines
        .first()
        .map_or(&[][..], |first| whole.lines_like(first));
    let mut starts = first.iter().take_while(|_| whole.spend_looks(1));
    starts.any(stands_at)
}

/// Returns whether a line says of which place it is, be it a little.
pub(super) fn says_something(line: &[u8]) -> bool {
    let is_letter = |byte: &&u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
    line.iter().filter(is_letter).count() >= N_TELLING
}

/// Reads `parts`, each of which names a line, beside the file: each stands behind the one before in the block that this one
/// begins or lies in. A block that is indented as the reply has it goes before all others.
pub(super) fn read(parts: &[Vec<Piece>], whole: &Whole<'_>) -> Found<Reading> {
    let (mut plain, mut shifted) = (Found::None, Found::None);
    for (start, shift) in starts(&parts[0], whole) {
        let found = match shift {
            Shift::None => &mut plain,
            Shift::Deeper(_) | Shift::LessDeep(_) => &mut shifted,
        };
        *found = match (&*found, read_from(parts, start, shift, whole)) {
            (_, Found::None) | (Found::One(_) | Found::Several, Found::Apart) => continue,
            (Found::None | Found::Apart, other) => other,
            (Found::One(_) | Found::Several, Found::One(_) | Found::Several) => Found::Several,
        };
    }
    match (plain, shifted) {
        // One place of several would look like the only one.
        _ if whole.is_spent() => Found::Several,
        (Found::None, shifted) => shifted,
        (Found::Apart, shifted @ (Found::One(_) | Found::Several)) => shifted,
        (plain, _) => plain,
    }
}

/// Returns where a part stands, and how it is indented there.
fn starts(part: &[Piece], whole: &Whole<'_>) -> Vec<(usize, Shift)> {
    let Some(nth) = part.iter().position(|line| !indent::is_blank(line)) else {
        return Vec::new();
    };
    let like = whole.lines_like(&part[nth]).iter();
    let looked = like.take_while(|_| whole.spend_looks(1));
    let starts = looked.filter_map(|at| {
        let shift = Shift::between(&part[nth], whole.text.line(*at))?;
        let start = at.checked_sub(nth)?;
        stands_at(part, start, &shift, whole.text).then_some((start, shift))
    });
    starts.collect()
}

fn stands_at(part: &[Piece], start: usize, shift: &Shift, text: &Text) -> bool {
    let there = start..text.n_lines();
    let is_line = |(line, at): (&Piece, usize)| shift.is_between(line, text.line(at));
    part.len() <= there.len() && part.iter().zip(there).all(is_line)
}

/// Reads the parts of which the first stands at line `start`.
fn read_from(
    parts: &[Vec<Piece>],
    start: usize,
    shift: Shift,
    whole: &Whole<'_>,
) -> Found<Reading> {
    let mut spans = vec![LineSpan::new(start, start + parts[0].len())];
    for part in &parts[1..] {
        let above = spans[spans.len() - 1];
        match next(part, above, &shift, whole) {
            Found::One(start) => spans.push(LineSpan::new(start, start + part.len())),
            Found::Several => return Found::Several,
            Found::Apart => return Found::Apart,
            Found::None => return Found::None,
        }
    }
    Found::One(Reading {
        parts: spans,
        shift,
    })
}

/// Returns where a part stands behind the lines `above`, in the block of these or right behind it. Of several the nearest is
/// meant where it ends that block.
fn next(part: &[Piece], above: LineSpan, shift: &Shift, whole: &Whole<'_>) -> Found<usize> {
    let text = whole.text;
    let Some(nth) = part.iter().position(|line| !indent::is_blank(line)) else {
        return Found::None;
    };
    let like = whole.lines_like_from(&part[nth], above.end + nth).iter();
    let looked = like.take_while(|_| whole.spend_looks(1));
    let starts = looked.map(|at| at - nth);
    let mut starts = starts.filter(|start| stands_at(part, *start, shift, text));
    let Some(nearest) = starts.next() else {
        return Found::None;
    };
    let width = |line: usize| indent::leading(text.line(line)).len();
    let opens = opening(above, width(nearest + nth), text);
    let block = heading::block(text, opens);
    if !whole.spend_looks(block.len()) {
        return Found::Several;
    }
    // A line that stands elsewhere, too, is not looked for in definitions that the reply does not name.
    let is_only_one = whole.lines_like(&part[nth]).len() == 1;
    let is_jumped = |start: usize| {
        let definition = heading::enclosing(text, start + nth);
        !is_only_one && definition.is_some_and(|line| (above.end..start).contains(&line))
    };
    let is_within = |start: &usize| start + nth <= block.end && !is_jumped(*start);
    let ends_block = block.start < nearest && width(nearest + nth) <= width(opens) && {
        let below = (opens + 1..text.n_lines()).find(|line| !indent::is_blank(text.line(*line)));
        below.is_some_and(|line| width(line) > width(opens))
    };
    let mut within = std::iter::once(nearest).chain(starts).filter(is_within);
    match (within.next(), within.next()) {
        (None, _) => Found::Apart,
        (Some(_), Some(_)) if !ends_block => Found::Several,
        (Some(start), _) => Found::One(start),
    }
}

/// Returns the line of `above` in whose block one indented by `width` lies: the last that is indented no more, else the one
/// indented least.
fn opening(above: LineSpan, width: usize, text: &Text) -> usize {
    let depth = |line: &usize| indent::leading(text.line(*line)).len();
    let lines = || (above.start..above.end).filter(|line| !indent::is_blank(text.line(*line)));
    let around = lines().rfind(|line| depth(line) <= width);
    let least = || lines().rev().min_by_key(depth);
    around.or_else(least).unwrap_or(above.start)
}

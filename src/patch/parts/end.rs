//! Parts of which the file has nothing: they go to the end of it that no gap parts them from.

use std::ops::Range;

use super::super::Unsure;
use super::block::is_section;
use super::body::closes;
use super::cost::Line;
use super::place::{Doubt, Place};
use super::{GapBeside, Part};
use crate::text::import::is_import;
use crate::text::item::begins_item;
use crate::text::{Piece, Text, Trim, heading, indent};

/// Places a part of which the file has nothing behind the last line of the file, or above its first, or among its imports.
pub(super) fn at_an_end(part: &Part, text: &Text, from: usize) -> Option<Place> {
    match (part.gap_above, part.gap_below) {
        (Some(gap), None) => Some(at_the_end(part, gap, text, from)),
        (None, Some(gap)) if from == 0 => Some(at_the_start(part, gap, text)),
        (None | Some(_), None | Some(_)) => None,
    }
}

/// Lines like the last ones of the file may stand for them.
fn at_the_end(part: &Part, gap: GapBeside, text: &Text, from: usize) -> Place {
    let n_lines = text.n_lines();
    let last = n_lines - n_blank((from..n_lines).rev(), text);
    let pairs = part.lines.iter().rev().zip((from..last).rev());
    let is_like = |new: &Piece, old: usize| {
        let (new, old) = (Line::new(new), Line::new(text.line(old)));
        new.is_as_deep_as(&old) && new.laid_over(&old).is_some()
    };
    let n_replaced = pairs.take_while(|(new, old)| is_like(new, *old)).count();
    if n_replaced == 0
        && let Some(start) = begins_at(part, text, from..last)
    {
        return at_its_first_line(part, start..last, gap, text);
    }
    // What closes a block is like what closes any other.
    if (last - n_replaced..last).any(|line| !closes(text.line(line))) {
        return Place {
            span: last - n_replaced..last,
            lines: part.lines.clone(),
            doubts: edge_changed(last - n_replaced..last),
            ..Place::default()
        };
    }
    Place {
        span: n_lines..n_lines,
        lines: behind_blanks(part, gap, n_lines - last),
        doubts: match n_replaced > 0
            || is_out_of_scope(part, text, last)
            || may_be_of_a_block(part, text, from..last)
        {
            true => edge_changed(n_lines..n_lines),
            false => Vec::new(),
        },
        ..Place::default()
    }
}

/// Returns the last line of a stretch of the file that is the first of a part: `## License` may head other text now, or be written
/// once more. Brackets and rules head nothing.
fn begins_at(part: &Part, text: &Text, mut stretch: Range<usize>) -> Option<usize> {
    let first = part.lines.iter().find(|line| !indent::is_blank(line))?;
    let says_something = first
        .iter()
        .any(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii());
    let is_first = |line: &usize| text.line(*line).trimmed_end() == first.trimmed_end();
    stretch
        .rfind(is_first)
        .filter(|_| says_something && !closes(first))
}

/// Places a part that begins with the first line of a stretch at the end of the file: in its place, where no more goes than comes,
/// or else behind it.
fn at_its_first_line(part: &Part, stretch: Range<usize>, gap: GapBeside, text: &Text) -> Place {
    let end = text.n_lines()..text.n_lines();
    let n_gone = stretch
        .clone()
        .filter(|line| !indent::is_blank(text.line(*line)));
    let n_new = part.lines.iter().filter(|line| !indent::is_blank(line));
    let n_blank = end.start - stretch.end;
    let (span, lines, others) = match n_gone.count() <= n_new.count() {
        true => (stretch, part.lines.clone(), vec![end]),
        false => (end, behind_blanks(part, gap, n_blank), vec![stretch]),
    };
    Place {
        doubts: edge_changed(span.clone()),
        span,
        lines,
        others,
        ..Place::default()
    }
}

/// Returns a part below as many blank lines as its gap shows, `n_blank` of which the file has.
fn behind_blanks(part: &Part, gap: GapBeside, n_blank: usize) -> Vec<Piece> {
    let missing = blanks(gap.n_blank.saturating_sub(n_blank));
    missing.chain(part.lines.iter().cloned()).collect()
}

/// Returns whether a part may go on the block that the part above it opens rather than the file: the lines between that part and
/// the end of the file leave this block for another one, and the part begins none of its own.
fn may_be_of_a_block(part: &Part, text: &Text, between: Range<usize>) -> bool {
    let width = |line: &[u8]| indent::leading(line).len();
    let mut lines = part.lines.iter().filter(|line| !indent::is_blank(line));
    let Some(first) = lines.next() else {
        return false;
    };
    if heading::defined(first).is_some() || is_section(first) || first.trimmed().starts_with(b"@") {
        return false;
    }
    let leaves = |line: &[u8]| {
        let is_outside = width(line) < width(first) && !closes(line);
        !indent::is_blank(line) && (is_outside || is_section(line) && width(line) <= width(first))
    };
    // `on:` above `- push` has its items no deeper than itself.
    let opens = between.start.checked_sub(1);
    let is_list = begins_item(first)
        && opens.is_some_and(|line| text.line(line).trimmed_end().ends_with(b":"));
    let ends_list = |line: &[u8]| {
        is_list && !indent::is_blank(line) && width(line) <= width(first) && !begins_item(line)
    };
    between
        .into_iter()
        .any(|line| leaves(text.line(line)) || ends_list(text.line(line)))
}

/// Returns whether a part is indented like lines of a block, and the file has none open where it ends at line `end`: a method
/// would be written behind its class.
fn is_out_of_scope(part: &Part, text: &Text, end: usize) -> bool {
    let with_text = |line: &[u8]| !indent::is_blank(line);
    let width = |line: &[u8]| indent::leading(line).len();
    let Some(first) = part.lines.iter().find(|line| with_text(line)) else {
        return false;
    };
    let is_outside = |line: &&[u8]| with_text(line) && width(line) < width(first);
    let mut above = (0..end).rev().map(|line| -> &[u8] { text.line(line) });
    let Some(outside) = above.find(is_outside) else {
        return width(first) > 0;
    };
    // A function is hardly ever meant to go into another one.
    let is_function =
        |line: &[u8]| heading::defined(line).is_some() && !heading::holds_members(line);
    let starts = heading::defined(first).is_some() || first.trimmed().starts_with(b"@");
    closes(outside) || starts && is_function(outside)
}

fn at_the_start(part: &Part, gap: GapBeside, text: &Text) -> Place {
    let imports = (0..text.n_lines()).filter(|line| is_import(text.line(*line).trimmed()));
    let imports: Vec<usize> = imports.collect();
    let is_of_imports = |line: &Piece| is_import(line.trimmed()) || indent::is_blank(line);
    if let Some(first) = imports.first()
        && part.lines.iter().all(is_of_imports)
    {
        return longer_import(part, &imports, text).unwrap_or_else(|| Place {
            span: *first..*first,
            lines: part.lines.clone(),
            doubts: match may_replace_one(part, &imports, text) {
                true => edge_changed(*first..*first),
                false => Vec::new(),
            },
            ..Place::default()
        });
    }
    let missing = blanks(gap.n_blank.saturating_sub(n_blank(0..text.n_lines(), text)));
    Place {
        span: 0..0,
        lines: part.lines.iter().cloned().chain(missing).collect(),
        doubts: edge_changed(0..0),
        ..Place::default()
    }
}

fn edge_changed(lines: Range<usize>) -> Vec<Doubt> {
    vec![Doubt {
        lines,
        why: Unsure::EdgeChanged,
    }]
}

/// Places a part that is one import, such as `import a, b`, over the shorter import that it extends: `import a`.
fn longer_import(part: &Part, imports: &[usize], text: &Text) -> Option<Place> {
    let mut lines = part.lines.iter().filter(|line| !indent::is_blank(line));
    let (new, None) = (lines.next()?, lines.next()) else {
        return None;
    };
    let goes_on = |line: &&usize| {
        let more = new.strip_prefix(text.line(**line).trimmed_end());
        more.is_some_and(|more| more.starts_with(b","))
    };
    let mut old = imports.iter().filter(goes_on);
    let (line, None) = (old.next()?, old.next()) else {
        return None;
    };
    Some(Place {
        span: *line..line + 1,
        lines: vec![new.clone()],
        doubts: Vec::new(),
        ..Place::default()
    })
}

/// Returns whether one of the new imports has all words of one that is there, or the other way about.
fn may_replace_one(part: &Part, imports: &[usize], text: &Text) -> bool {
    let mut new = part.lines.iter().filter(|line| !indent::is_blank(line));
    new.any(|new| {
        let new = Line::new(new);
        let mut old = imports.iter().map(|old| Line::new(text.line(*old)));
        old.any(|old| new.is_subset_either_way(&old))
    })
}

fn blanks(n_lines: usize) -> impl Iterator<Item = Piece> {
    std::iter::repeat_n(Piece::from(""), n_lines)
}

fn n_blank(lines: impl Iterator<Item = usize>, text: &Text) -> usize {
    lines
        .take_while(|line| indent::is_blank(text.line(*line)))
        .count()
}

//! Parts of which the file has nothing: they go to the end of it that no gap parts them from.

use std::ops::Range;

use bstr::ByteSlice;

use super::super::Unsure;
use super::block::is_section;
use super::body::closes;
use super::cost::Line;
use super::place::{Doubt, Place};
use super::{GapBeside, Part};
use crate::text::import::is_import;
use crate::text::item::begins_item;
use crate::text::{Piece, Text, Trim, comment, heading, indent};

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
            || !is_like_the_last(part, text, last)
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

/// Returns whether a part begins as what the file ends with does: a block with a name, which the file has nowhere, or a line of the
/// same form. Anything else, an import or a setting, may belong further up, or take the place of another line.
fn is_like_the_last(part: &Part, text: &Text, end: usize) -> bool {
    let lines: Vec<&[u8]> = part.lines.iter().map(|line| -> &[u8] { line }).collect();
    let Some(head) = Head::first(&lines) else {
        return false;
    };
    let width = indent::width(head.line);
    let there = (0..end).map(|line| -> &[u8] { text.line(line) });
    let there: Vec<&[u8]> = there.filter(|line| !indent::is_blank(line)).collect();
    let beside = |at: &usize| indent::width(there[*at]) == width && !closes(there[*at]);
    let Some(last) = (0..there.len()).rfind(beside) else {
        return false;
    };
    let is_alike = match head.kind() {
        Some(Kind::Title(level)) => there.iter().any(|line| title_level(line) == Some(level)),
        Some(Kind::Section) => there.iter().any(|line| is_section(line)),
        Some(Kind::Block) => Head::of(&there[last..]).kind() == Some(Kind::Block),
        None => has_form_of(head.line, there[last]),
    };
    is_alike
        && !(0..there.len())
            .filter(beside)
            .any(|at| head.has_name_of(there[at]))
        && head.has_keys_as_deep(&there)
}

/// What begins a block, above the lines that are in it.
#[derive(Clone, Copy)]
struct Head<'s, 'a> {
    line: &'a [u8],
    below: &'s [&'a [u8]],
}

/// What kind of block a line begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Title(usize),
    Section,
    Block,
}

impl<'s, 'a> Head<'s, 'a> {
    fn of(lines: &'s [&'a [u8]]) -> Self {
        let (line, below) = lines.split_first().expect("a line begins a block");
        Head { line, below }
    }

    /// Returns the first head below remarks and attributes.
    fn first(lines: &'s [&'a [u8]]) -> Option<Self> {
        let is_aside = |line: &[u8]| {
            let text = line.trimmed();
            let is_title = title_level(line).is_some_and(|level| level > 1);
            text.is_empty() || is_attribute(text) || comment::is_apart(text) && !is_title
        };
        let at = lines.iter().position(|line| !is_aside(line))?;
        Some(Head::of(&lines[at..]))
    }

    /// Returns what it begins; `None` where nothing is in it, or it has no name.
    fn kind(&self) -> Option<Kind> {
        let next = self.below.iter().find(|line| !indent::is_blank(line));
        if let Some(level) = title_level(self.line) {
            return next.map(|_| Kind::Title(level));
        }
        if is_section(self.line) {
            return next.map(|_| Kind::Section);
        }
        let is_deeper = |next: &&&[u8]| indent::width(next) > indent::width(self.line);
        let has_brace = || next.is_some_and(|next| next.trimmed() == b"{");
        let is_closed = self.line.trimmed().ends_with(b"}") && self.line.contains(&b'{');
        let opens = next.filter(is_deeper).is_some() || has_brace() || is_closed;
        // `pub mod a;` holds nothing.
        let is_statement = self.line.trimmed().ends_with(b";");
        let is_named = heading::defined(self.line).is_some() && !is_statement
            || opens && !heading::is_flow(first_word(self.line)) && !self.is_bare();
        is_named.then_some(Kind::Block)
    }

    /// Returns whether it is a word of the language alone: `var (`.
    fn is_bare(&self) -> bool {
        let text = self.line.trimmed();
        first_word(text).len() + 1 >= text.len() || text.ends_with(b" (") && !text.contains(&b'"')
    }

    /// Returns whether a line names the same.
    fn has_name_of(&self, line: &[u8]) -> bool {
        let has_text = self.line.contains(&b'"');
        match (heading::defined(self.line), heading::defined(line)) {
            (Some(one), Some(other)) => one == other || self.is_called_as(line),
            (None, None) if has_text => before_sign(self.line) == before_sign(line),
            (None, None) => name_word(self.line) == name_word(line),
            (Some(name), None) => {
                let word = name_word(line);
                !word.is_empty() && name.as_bytes() == word
            }
            (None, Some(name)) => name.as_bytes() == name_word(self.line),
        }
    }

    /// Returns whether both define the name, as different things: `class Cart` and `def Cart`. Methods are of different types.
    fn is_called_as(&self, line: &[u8]) -> bool {
        let is_of_type = |line: &[u8]| matches!(first_word(line), b"impl" | b"func" | b"extension");
        let name = heading::bare_name(self.line);
        !is_of_type(self.line)
            && !is_of_type(line)
            && name.is_some()
            && name == heading::bare_name(line)
    }

    /// Returns whether no key in it is one that the file has only at other depths: a service of `services:` at the margin.
    fn has_keys_as_deep(&self, there: &[&[u8]]) -> bool {
        let key = |line: &[u8]| {
            line.trimmed()
                .split_once_str(":")
                .map(|(key, _)| key.to_vec())
        };
        let is_of_keys =
            self.line.trimmed().ends_with(b":") && heading::defined(self.line).is_none();
        let is_misplaced = |line: &&&[u8]| {
            let own = key(line);
            let mut same = there
                .iter()
                .filter(|there| own.is_some() && key(there) == own)
                .peekable();
            let width = indent::width(line);
            same.peek().is_some() && !same.any(|there| indent::width(there) == width)
        };
        !is_of_keys || !self.below.iter().any(|line| is_misplaced(&line))
    }
}

fn is_attribute(text: &[u8]) -> bool {
    text.starts_with(b"@") && !text.ends_with(b"{") && !text.ends_with(b";")
        || text.starts_with(b"#[")
}

/// Returns the level of a title of Markdown.
fn title_level(line: &[u8]) -> Option<usize> {
    let level = line.iter().take_while(|byte| **byte == b'#').count();
    ((1..=6).contains(&level) && line.get(level) == Some(&b' ')).then_some(level)
}

/// Returns what is before the first sign that opens something or gives a value.
fn before_sign(line: &[u8]) -> &[u8] {
    let end = line.find_byteset(b"{(=:;<,").unwrap_or(line.len());
    line[..end].trimmed()
}

/// Returns the last word before such a sign: `Parcel` of `export interface Parcel {`.
fn name_word(line: &[u8]) -> &[u8] {
    let head = before_sign(line);
    let is_end =
        |byte: u8| !byte.is_ascii_alphanumeric() && !b"_-".contains(&byte) && byte.is_ascii();
    let start = head
        .iter()
        .rposition(|byte| is_end(*byte))
        .map_or(0, |at| at + 1);
    &head[start..]
}

fn first_word(line: &[u8]) -> &[u8] {
    let line = line.trimmed();
    let is_end = |byte: &u8| !byte.is_ascii_alphanumeric() && *byte != b'_';
    &line[..line.iter().position(is_end).unwrap_or(line.len())]
}

/// Returns whether a line has the form of another: items of a list, settings with one sign, or a first word in common.
fn has_form_of(line: &[u8], last: &[u8]) -> bool {
    let sign = |line: &[u8]| {
        let rest = line.trimmed()[first_word(line).len()..].to_vec();
        let rest = rest.trimmed();
        rest.first().copied().filter(|byte| b"=:|".contains(byte))
    };
    let (first, other) = (first_word(line), first_word(last));
    begins_item(line) && begins_item(last)
        || sign(line).is_some() && sign(line) == sign(last)
        || !first.is_empty() && first == other
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

/// Returns whether one of the new imports has all words of one that is there, or the other way about, or brings in other names from
/// the same place.
fn may_replace_one(part: &Part, imports: &[usize], text: &Text) -> bool {
    let mut new = part.lines.iter().filter(|line| !indent::is_blank(line));
    new.any(|new| {
        let words = Line::new(new);
        let mut old = imports.iter().map(|old| text.line(*old));
        old.any(|old| {
            let is_of_one_place = source(new).is_some_and(|place| source(old) == Some(place));
            is_of_one_place || words.is_subset_either_way(&Line::new(old))
        })
    })
}

/// Returns where an import brings names in from: `./types` of `import { A } from "./types";`, `a.b` of `from a.b import c`.
fn source(import: &[u8]) -> Option<&[u8]> {
    let text = import.trimmed();
    if let Some(rest) = text.strip_prefix(b"from ") {
        return rest.find(b" import").map(|end| &rest[..end]);
    }
    let behind = &text[text.find(b" from ")? + 6..];
    Some(behind.trim_with(|c| " ;\"'".contains(c)))
}

fn blanks(n_lines: usize) -> impl Iterator<Item = Piece> {
    std::iter::repeat_n(Piece::from(""), n_lines)
}

fn n_blank(lines: impl Iterator<Item = usize>, text: &Text) -> usize {
    lines
        .take_while(|line| indent::is_blank(text.line(*line)))
        .count()
}

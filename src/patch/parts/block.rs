//! Blocks that bound where a part goes: a gap within a block leaves out lines of that block only, so what is shown below the gap is
//! in the block, or is to come at its end.

use std::ops::Range;

use bstr::ByteSlice;

use super::align::{HEAVY, Stretch};
use super::body::closes;
use super::cost::{EDGE, Line, weight};
use super::edge::is_like;
use super::place::{MARGIN, pairs};
use super::{Part, doubled};
use crate::patch::complete::Whole;
use crate::text::indent::width;
use crate::text::named::is_directive;
use crate::text::{Piece, Text, Trim, heading, indent};

/// A block of the file in which a part is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Block {
    /// The lines at which the part may begin.
    starts: Range<usize>,
    /// The first line behind it: what closes it, or what is outside.
    end: usize,
    /// How deep its head is in the file.
    width: usize,
    /// How deep the reply shows its head.
    shown: usize,
    /// Whether what is in it is deeper than its head: other blocks are bounded by brackets, or by the next section.
    is_indented: bool,
    /// Whether its head is a directive: what is below is hardly ever deeper for that.
    is_of_directive: bool,
}

impl Block {
    /// Returns the block that the line `head` of the file opens, `is_closed` if the part begins with what closes it.
    fn of(head: usize, shown: &[u8], first: &[u8], whole: &Whole<'_>) -> Block {
        let text = whole.text();
        let is_indented = width(shown) < width(first) || closes(first);
        let end = match is_indented {
            true => end_of_deeper(head, whole),
            false if is_section(shown) => end_of_section(head, whole),
            false => end_of_brackets(head, whole),
        };
        let is_closed = closes(first) && width(shown) == width(first);
        Block {
            starts: if is_closed {
                end..end + 1
            } else {
                head + 1..end + 1
            },
            end,
            width: width(text.line(head)),
            shown: width(shown),
            is_indented,
            is_of_directive: is_directive(shown),
        }
    }

    /// Returns all of the file.
    pub(super) fn file(text: &Text) -> Block {
        Block {
            starts: 0..text.n_lines() + 1,
            end: text.n_lines(),
            width: 0,
            shown: 0,
            is_indented: false,
            is_of_directive: false,
        }
    }

    /// Returns whether a stretch has a definition at its edge, as deep as the part begins, that the part does not show: it would go
    /// without a word beside a gap that leaves such out.
    pub(super) fn drops_member(
        &self,
        part: &Part,
        stretch: &Stretch,
        deep: usize,
        text: &Text,
    ) -> bool {
        let defines = |line: &[u8]| heading::defined_in_part(line);
        let is_member = |line: &usize| width(text.line(*line)) == deep;
        let goes = |line: &usize| {
            defines(text.line(*line)).is_some_and(|name| {
                let mut shown = part.lines.iter().filter_map(|line| defines(line));
                !shown.any(|shown| shown == name)
            })
        };
        let members = stretch.lines.clone().filter(is_member);
        let gone: Vec<usize> = members.filter(goes).collect();
        if gone.is_empty() {
            return false;
        }
        let pairs = pairs(&part.lines, &stretch.lines, text, <[u8]>::trimmed);
        let mut kept = pairs
            .iter()
            .filter(|(at, _)| weight(&part.lines[*at]) >= HEAVY);
        let (first, last) = (kept.next(), kept.next_back());
        let first = first.map_or(usize::MAX, |(_, line)| *line);
        let last = last.map_or(first, |(_, line)| *line);
        gone.iter().any(|line| *line < first || *line > last)
    }

    pub(super) fn is_of_directive(&self) -> bool {
        self.is_of_directive
    }

    pub(super) fn starts(&self) -> &Range<usize> {
        &self.starts
    }

    pub(super) fn lines(&self) -> Range<usize> {
        self.starts.start..self.end.max(self.starts.start)
    }

    pub(super) fn has(&self, line: usize) -> bool {
        self.starts.contains(&line)
    }

    /// Returns whether a part brings entries alone, `key = value`, and shows what closes the block. False where the last entry of the
    /// file lacks the comma of the others: what is added below would not parse.
    pub(super) fn adds_entries(&self, part: &Part, text: &Text) -> bool {
        let (new, behind) = part.lines.split_at(self.n_within(part));
        let mut new = new.iter().filter(|line| !indent::is_blank(line));
        let is_entry =
            |line: &Piece| heading::defined(line).is_none() && doubled::name(line).is_some();
        !behind.is_empty() && new.all(is_entry) && self.is_open_for_more(text)
    }

    /// Returns whether an entry can follow the last one of the block without another separator.
    fn is_open_for_more(&self, text: &Text) -> bool {
        let with_text = |line: &usize| !indent::is_blank(text.line(*line));
        let own = || (self.starts.start..self.end.min(text.n_lines())).filter(with_text);
        let parts = |line: usize| text.line(line).trimmed_end().ends_with(b",");
        let Some(last) = own().next_back() else {
            return true;
        };
        let is_sibling = |line: &usize| width(text.line(*line)) == width(text.line(last));
        let is_closed = self.end < text.n_lines() && begins_closed(text.line(self.end));
        // The braces of a type need no commas: `type A {`.
        let head = self.starts.start.checked_sub(1).map(|head| text.line(head));
        let is_value = head.is_some_and(|head| {
            let before = head.trimmed_end().strip_suffix(b"{").unwrap_or_default();
            let before = before.trimmed_end();
            let ends = [&b"="[..], b"(", b":", b",", b"return", b"default"];
            before.is_empty() || ends.iter().any(|end| before.ends_with(end))
        });
        let is_key = text.line(last).find_byte(b':').is_some() && is_closed && is_value;
        let is_ended = text.line(last).trimmed_end().ends_with(b";");
        parts(last) || is_ended || !is_key && !own().filter(is_sibling).any(parts)
    }

    /// Returns how many of the first lines of a part are in the block.
    pub(super) fn n_within(&self, part: &Part) -> usize {
        let is_outside = |line: &Piece| match self.is_indented {
            true => !indent::is_blank(line) && width(line) <= self.shown,
            false => is_section(line) || closes(line) && width(line) <= self.shown,
        };
        let end = part.lines.iter().position(is_outside);
        end.unwrap_or(part.lines.len())
    }

    /// Returns whether a part may take the place of a stretch: it begins in the block, and ends there unless it shows more.
    pub(super) fn admits(&self, part: &Part, stretch: &Stretch) -> bool {
        let is_all = self.n_within(part) == part.lines.len();
        self.starts.contains(&stretch.lines.start) && (!is_all || stretch.lines.end <= self.end)
    }

    /// Returns whether a part whose first line is new would begin amid the body of something else in the block, at line `next`: the
    /// first with text there. `depth` is that of the part, see [`Block::depth_of`].
    pub(super) fn is_amid_body(
        &self,
        part: &Part,
        next: usize,
        depth: (usize, bool),
        text: &Text,
    ) -> bool {
        if next >= self.end.min(text.n_lines()) {
            return false;
        }
        let next = text.line(next);
        let is_other = Line::new(&part.lines[0])
            .laid_over(&Line::new(next))
            .is_none();
        let (deep, is_certain) = depth;
        width(next) > deep && (is_other || is_certain)
            || width(next) == deep && closes(next) && is_other
    }

    /// Returns how deep the first line of a part is in the file, and whether that is certain: a gap as deep as the line leaves out
    /// members of the block, so the line is one as well.
    pub(super) fn depth_of(&self, part: &Part, text: &Text) -> (usize, bool) {
        let shown = width(&part.lines[0]);
        let is_member = part.gap_above.is_some_and(|gap| gap.width == shown);
        let mut own = (self.starts.start..self.end).map(|line| text.line(line));
        match own.find(|line| !indent::is_blank(line)) {
            Some(member) if is_member && self.starts.start > 0 => (width(member), true),
            Some(_) | None => ((shown + self.width).saturating_sub(self.shown), false),
        }
    }

    /// Returns where a part comes that the block has nothing of: behind its last line, up to what closes it where that is shown.
    pub(super) fn at_end(&self, part: &Part, text: &Text) -> Option<Stretch> {
        let (new, behind) = part.lines.split_at(self.n_within(part));
        let is_new = new.iter().any(|line| !indent::is_blank(line));
        let is_closed = behind.first().is_some_and(|line| {
            self.end < text.n_lines() && super::is_same_text(line, text.line(self.end))
        });
        let cost = EDGE + new.iter().map(|line| weight(line)).sum::<u32>();
        let with_text = |line: &usize| !indent::is_blank(text.line(*line));
        let last = (self.starts.start..self.end).rfind(with_text);
        let last = last.map_or(self.starts.start, |last| last + 1);
        let lines = match behind.len() {
            0 => last..last,
            1 if is_closed => self.end..self.end + 1,
            _ => return None,
        };
        is_new.then_some(Stretch { lines, cost })
    }

    /// Returns whether a part that begins at line `start` comes behind all that the block has.
    pub(super) fn ends_above(&self, start: usize, text: &Text) -> bool {
        let mut rest = start..self.end.max(start);
        start <= self.end && start > 0 && rest.all(|line| indent::is_blank(text.line(line)))
    }

    /// Returns whether the block has a definition of the name of one that a part brings.
    pub(super) fn names(&self, part: &Part, text: &Text) -> bool {
        let depth = width(&part.lines[0]);
        let new = part.lines[..self.n_within(part)].iter();
        let mut names = new
            .filter(|line| width(line) == depth)
            .filter_map(|line| heading::bare_name(line.trimmed()));
        names.any(|name| {
            let mut own = self.starts.start..self.end.min(text.n_lines());
            own.any(|line| heading::bare_name(text.line(line).trimmed()).as_ref() == Some(&name))
        })
    }
}

/// Returns the blocks of the file one of which a part is in; none where nothing shown says so. `found` holds the stretches of the
/// parts above. The file may have several with the head that is shown.
pub(super) fn blocks(
    parts: &[Part],
    nth: usize,
    found: &[(usize, Vec<Stretch>)],
    whole: &Whole<'_>,
) -> Vec<Block> {
    let text = whole.text();
    let first = &parts[nth].lines[0];
    let Some(gap) = parts[nth].gap_above else {
        return Vec::new();
    };
    let mut depth = gap.width;
    // How many blocks are closed above the gap that lines further up open, as deep as the part.
    let mut n_closed = 0;
    for above in (0..nth).rev() {
        let part = &parts[above];
        for (at, head) in part.lines.iter().enumerate().rev() {
            if indent::is_blank(head) {
                continue;
            }
            let is_beside = width(head) == width(first) && width(head) == depth;
            let opens_beside = is_beside && n_closed == 0 && (ends_open(head) || is_section(head));
            if is_beside && ends_open(head) && n_closed > 0 {
                n_closed -= 1;
            }
            n_closed += usize::from(is_beside && begins_closed(head));
            let is_head = match width(head) < depth {
                true => width(head) < width(first) || width(head) == width(first) && closes(first),
                false => opens_beside && !closes(first) && !is_section(first),
            };
            if width(head) < depth && closes(head) {
                return Vec::new();
            }
            depth = depth.min(width(head));
            let stretches = found.iter().find(|(nth, _)| is_head && *nth == above);
            let heads = stretches.map(|(_, stretches)| lines_of(part, at, stretches, text));
            // Of an indented body, the gap leaves out the end as well.
            let is_flat = |line: &usize| {
                let mut below = (line + 1..text.n_lines()).map(|line| text.line(line));
                let next = below.find(|line| !indent::is_blank(line));
                !opens_beside
                    || is_section(head)
                    || next.is_none_or(|next| width(next) <= width(text.line(*line)))
            };
            let heads = heads.map(|heads| heads.into_iter().filter(is_flat).collect());
            if let Some(heads) = heads.filter(|heads: &Vec<usize>| !heads.is_empty()) {
                let heads = heads.into_iter();
                return heads
                    .map(|line| Block::of(line, head, first, whole))
                    .collect();
            }
        }
        let Some(gap) = part.gap_above else {
            return Vec::new();
        };
        depth = depth.min(gap.width);
    }
    Vec::new()
}

/// Returns the lines of the file that a line of a part may be.
fn lines_of(part: &Part, at: usize, stretches: &[Stretch], text: &Text) -> Vec<usize> {
    let most = stretches.first().map_or(0, |best| best.cost + MARGIN);
    let likely = stretches.iter().take_while(|stretch| stretch.cost < most);
    let mut found: Vec<usize> = Vec::new();
    for stretch in likely {
        let pairs = pairs(&part.lines, &stretch.lines, text, <[u8]>::trimmed);
        let pair = pairs.iter().find(|(shown, _)| *shown == at);
        let mut lines = stretch.lines.clone();
        let named = || lines.find(|line| is_like(&part.lines[at], text.line(*line)));
        let line = pair.map(|(_, line)| *line).or_else(named);
        found.extend(line.filter(|line| !found.contains(line)));
    }
    found
}

/// Returns the first line below `head` that is no deeper.
fn end_of_deeper(head: usize, whole: &Whole<'_>) -> usize {
    let text = whole.text();
    let is_outside = |line: &usize| {
        !whole.is_in_string(*line)
            && !indent::is_blank(text.line(*line))
            && width(text.line(*line)) <= width(text.line(head))
    };
    let end = (head + 1..text.n_lines()).find(is_outside);
    end.unwrap_or(text.n_lines())
}

/// Returns the line that closes what `head` opens by a bracket at its end.
fn end_of_brackets(head: usize, whole: &Whole<'_>) -> usize {
    let text = whole.text();
    let mut n_open = 1_usize;
    let mut below = (head + 1..text.n_lines()).filter(|line| !whole.is_in_string(*line));
    let end = below.find(|line| {
        let line = text.line(*line);
        n_open -= usize::from(begins_closed(line));
        let is_end = n_open == 0;
        n_open += usize::from(ends_open(line));
        is_end
    });
    end.unwrap_or(text.n_lines())
}

/// Returns where the next section begins.
fn end_of_section(head: usize, whole: &Whole<'_>) -> usize {
    let text = whole.text();
    let mut below = (head + 1..text.n_lines()).filter(|line| !whole.is_in_string(*line));
    let end = below.find(|line| is_section(text.line(*line)));
    end.unwrap_or(text.n_lines())
}

/// Returns whether a line is the head of a section of settings: `[server]`, `[[user]]`.
pub(super) fn is_section(line: &[u8]) -> bool {
    let line = line.trimmed();
    let name = line
        .strip_prefix(b"[")
        .and_then(|line| line.strip_suffix(b"]"));
    name.is_some_and(|name| name.iter().any(u8::is_ascii_alphabetic) && !name.contains(&b','))
}

fn ends_open(line: &[u8]) -> bool {
    let last = line.trimmed().last();
    last.is_some_and(|last| b"{([".contains(last))
}

fn begins_closed(line: &[u8]) -> bool {
    let first = line.trimmed().first();
    first.is_some_and(|first| b"})]".contains(first))
}

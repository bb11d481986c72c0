//! What shows that a block of a part is one of the file, and not another one beside it: a name that no other block there has, or
//! lines of its body. A head without a name, `if (x) {` or `<li>`, is that of any block of its kind.

use std::ops::Range;

use super::Part;
use super::body::closes;
use super::doubled;
use crate::patch::complete::Whole;
use crate::text::named::named;
use crate::text::{Piece, Text, Trim, heading, indent};

/// A block that a part shows and that nothing proves to be the one of the file in its place.
pub(super) struct Unproven {
    /// The lines of the file that it would replace.
    pub(super) there: Range<usize>,
    /// The lines of the file that the part takes the place of if the block is a new one: it comes beside the old one.
    pub(super) beside: Option<Range<usize>>,
}

/// Returns the blocks of a part in `span`, all but the lines in `pairs`, of which nothing shows that they are the ones there, and
/// that a gap may part from more: no line of the file is shown between the two.
pub(super) fn unproven(
    part: &Part,
    span: &Range<usize>,
    pairs: &[(usize, usize)],
    whole: &Whole<'_>,
) -> Vec<Unproven> {
    let text = whole.text();
    let mut unproven: Vec<(Range<usize>, Range<usize>)> = Vec::new();
    // What is within a block is judged before it: it says nothing of the block if it may be of any.
    for (at, line) in pairs.iter().rev() {
        let Some(shown) = block(&part.lines, *at) else {
            continue;
        };
        let there = block_of_file(*line, text);
        let is_of_any =
            |at: &usize| unproven.iter().any(|(inner, _)| inner.contains(at) && inner.start > shown.start);
        let told = Told::of(part, (&shown, &there), pairs, text, is_of_any);
        if told.n_changed > 0 && !told.proves(&part.lines[*at], *line, whole) {
            unproven.push((shown, there));
        }
    }
    let is_shown = |lines: Range<usize>| {
        let mut kept = pairs.iter().filter(|(at, _)| lines.contains(at));
        kept.any(|(at, _)| {
            says(&part.lines[*at]) && !unproven.iter().any(|(shown, _)| shown.contains(at))
        })
    };
    let beside_gap = |(shown, there): &(Range<usize>, Range<usize>)| {
        let is_open_above = part.gap_above.is_some() && !is_shown(0..shown.start);
        let is_open_below =
            part.gap_below.is_some() && !is_shown(shown.end..part.lines.len());
        let beside = match is_open_above {
            true => there.end..span.end.max(there.end),
            false => span.start.min(there.start)..there.start,
        };
        let is_rest = match is_open_above {
            true => shown.start == 0,
            false => shown.end == part.lines.len(),
        };
        (is_open_above || is_open_below).then(|| Unproven {
            there: there.clone(),
            beside: is_rest.then_some(beside),
        })
    };
    unproven.iter().filter_map(beside_gap).collect()
}

/// What the body of a block that is shown has in common with one of the file.
struct Told {
    /// How many of its lines are there.
    n_kept: usize,
    /// How many of its lines have a name that a line there has that goes.
    n_renamed: usize,
    /// How many of its lines are new, and of those of the file gone.
    n_changed: usize,
    /// The lines that say something, to be looked for in other blocks.
    shown: Vec<Piece>,
}

impl Told {
    fn of(
        part: &Part,
        (shown, there): (&Range<usize>, &Range<usize>),
        pairs: &[(usize, usize)],
        text: &Text,
        is_of_any: impl Fn(&usize) -> bool,
    ) -> Told {
        let body = shown.start + 1..shown.end;
        let lines: Vec<usize> = body.clone().filter(|at| says(&part.lines[*at])).collect();
        let is_kept = |at: &usize| {
            let mut pairs = pairs.iter();
            pairs.any(|(kept, line)| kept == at && there.contains(line))
        };
        let goes = |line: &usize| {
            says(text.line(*line)) && !pairs.iter().any(|(at, kept)| kept == line && body.contains(at))
        };
        let gone: Vec<usize> = (there.start + 1..there.end).filter(goes).collect();
        let new = || lines.iter().filter(|at| !is_kept(at));
        let is_renamed = |at: &&usize| {
            let name = key(&part.lines[**at]);
            name.is_some() && gone.iter().any(|line| key(text.line(*line)) == name)
        };
        let tells = |at: &&usize| is_kept(at) && !is_of_any(at) && !continues(&part.lines[**at]);
        Told {
            n_kept: lines.iter().filter(tells).count(),
            n_renamed: new().filter(is_renamed).count(),
            n_changed: gone.len(),
            shown: lines.iter().map(|at| part.lines[*at].clone()).collect(),
        }
    }

    /// Returns whether it is that of the block whose `head` is `line` of the file.
    fn proves(&self, head: &Piece, line: usize, whole: &Whole<'_>) -> bool {
        if heading::defined(head).is_some() {
            return true;
        }
        let text = whole.text();
        let n_there = |line: &usize| {
            let there = block_of_file(*line, text);
            let is_there = |shown: &&Piece| {
                let mut lines = there.clone().skip(1).map(|line| text.line(line));
                !continues(shown) && lines.any(|there| there.trimmed() == shown.trimmed())
            };
            self.shown.iter().filter(is_there).count()
        };
        let mut others = whole.lines_like(head).iter().filter(|other| **other != line);
        let is_rival = |other: &usize| whole.spend(N_BYTES_OF_A_LOOK) && n_there(other) >= self.n_kept;
        match name_of(head) {
            HeadName::Own => others.next().is_none() || self.n_kept > 0 && !others.any(is_rival),
            // Keys may come to those that are there.
            HeadName::Key => self.n_kept + self.n_renamed > 0 && !others.any(is_rival),
            HeadName::None => self.n_kept > self.n_renamed && !others.any(is_rival),
        }
    }
}

/// What it costs to look at a block, in bytes.
const N_BYTES_OF_A_LOOK: usize = 1_000;

/// What a head says of its block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum HeadName {
    /// Which one it is: `location /api {`, `it("adds", () => {`, `.button {`.
    Own,
    /// What its lines are about: `tags = {`, `ports:`.
    Key,
    /// Nothing.
    None,
}

fn name_of(head: &[u8]) -> HeadName {
    let head = head.trimmed();
    let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || !byte.is_ascii() || *byte == b'_';
    let mut words = head.split(|byte| !is_of_word(byte)).filter(|word| !word.is_empty());
    let first = words.next();
    let has_quote = head.iter().any(|byte| b"\"'`".contains(byte));
    let is_key = || head.ends_with(b":") || named(head).is_some() || doubled::name(head).is_some();
    if head.starts_with(b"<") || first.is_none_or(|first| heading::is_flow(first) || first == b"with") {
        HeadName::None
    } else if b".#@&:[".contains(&head[0]) {
        HeadName::Own
    } else if !head.starts_with(b"- ") && !has_quote && is_key() {
        HeadName::Key
    } else if has_quote {
        if doubled::name(head).is_some() { HeadName::Key } else { HeadName::Own }
    } else if head.ends_with(b"=> {") || head.starts_with(b"- ") || words.next().is_none() {
        HeadName::None
    } else {
        HeadName::Own
    }
}

/// Returns what a line gives a value to, or the element that it is.
fn key(line: &[u8]) -> Option<&[u8]> {
    let line = line.trimmed();
    let element = line.strip_prefix(b"<").map(|rest| {
        let end = rest.iter().position(|byte| !byte.is_ascii_alphanumeric());
        &rest[..end.unwrap_or(rest.len())]
    });
    element.or_else(|| doubled::name(line)).or_else(|| named(line))
}

/// Returns the lines of the block that line `at` of some lines opens, with what closes it and what goes on behind that, such as
/// `else`; `None` where it opens none.
fn block(lines: &[Piece], at: usize) -> Option<Range<usize>> {
    let lines = lines[at..].iter().map(|line| -> &[u8] { line });
    let n_lines = n_lines_of_block(lines);
    (n_lines > 1).then_some(at..at + n_lines)
}

fn block_of_file(line: usize, text: &Text) -> Range<usize> {
    let lines = (line..text.n_lines()).map(|line| -> &[u8] { text.line(line) });
    line..line + n_lines_of_block(lines)
}

fn n_lines_of_block<'l>(mut lines: impl Iterator<Item = &'l [u8]>) -> usize {
    let Some(head) = lines.next() else { return 0 };
    let (mut n_lines, mut n_blank) = (1, 0);
    // A line that closes more than it opens begins no block.
    if closes(head) || head.trimmed().is_empty() {
        return n_lines;
    }
    for line in lines {
        if indent::is_blank(line) {
            n_blank += 1;
            continue;
        }
        let is_in = width(line) > width(head)
            || width(line) == width(head) && n_lines > 1 && (continues(line) || closes(line));
        if !is_in {
            break;
        }
        n_lines += 1 + std::mem::take(&mut n_blank);
        if width(line) == width(head) && closes(line) {
            break;
        }
    }
    n_lines
}

/// Returns whether a line ends the block above it, and may open another one that belongs to it: `} else {`, `except:`, `</li>`.
fn continues(line: &[u8]) -> bool {
    const WORDS: [&[u8]; 7] = [
        b"else", b"elif", b"elseif", b"except", b"finally", b"rescue", b"catch",
    ];
    let line = line.trimmed();
    let end = line.iter().position(|byte| !byte.is_ascii_alphanumeric());
    b"})]".contains(&line[0]) || line.starts_with(b"</") || WORDS.contains(&&line[..end.unwrap_or(line.len())])
}

fn says(line: &[u8]) -> bool {
    !indent::is_blank(line) && !closes(line) && !line.trimmed().starts_with(b"</")
}

fn width(line: &[u8]) -> usize {
    indent::leading(line).len()
}

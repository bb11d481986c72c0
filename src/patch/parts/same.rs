//! What shows that a block of a part is one of the file, and not another one beside it: a name that no other block there has, or
//! lines of its body. A head without a name, `if (x) {` or `<li>`, is that of any block of its kind.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::Part;
use super::body::closes;
use super::doubled;
use super::outline::is_close;
use crate::patch::complete::Whole;
use crate::text::heading::is_brace;
use crate::text::indent::width;
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
    // Which lines of the part are within an unproven block, its head included.
    let mut is_of_any = vec![false; part.lines.len()];
    // What is within a block is judged before it: it says nothing of the block if it may be of any.
    for (at, line) in pairs.iter().rev() {
        // A definition has a name.
        if heading::defined(&part.lines[*at]).is_some() {
            continue;
        }
        let Some(shown) = block(&part.lines, *at) else {
            continue;
        };
        let there = block_of_file(*line, text);
        let within = there.start.max(span.start)..there.end.min(span.end);
        let body = BodyMatch::of(part, (&shown, &within), pairs, text, &is_of_any);
        if body.n_gone > 0
            && !body.proves(&part.lines[*at], &there, whole)
            && !is_first_within(part, (*at, *line), pairs, whole)
        {
            is_of_any[shown.clone()].fill(true);
            unproven.push((shown, there));
        }
    }
    let is_proven = |(at, _): &&(usize, usize)| is_distinctive(&part.lines[*at]) && !is_of_any[*at];
    let proven = pairs.iter().filter(is_proven).map(|(at, _)| *at);
    let (first_proven, last_proven) = (proven.clone().min(), proven.max());
    let outers = outers(&part.lines);
    let distinct: HashSet<usize> = outers.iter().flatten().copied().collect();
    let end = |outer: usize| block(&part.lines, outer).map_or(outer, |block| block.end - 1);
    let ends: HashMap<usize, usize> = distinct
        .into_iter()
        .map(|outer| (outer, end(outer)))
        .collect();
    // All of the block around it is shown.
    let is_enclosed = |shown: &Range<usize>| {
        let Some(outer) = outers[shown.start] else {
            return false;
        };
        let is_closed = width(&part.lines[ends[&outer]]) == width(&part.lines[outer]);
        let is_last = part
            .gap_below
            .is_none_or(|gap| gap.width <= width(&part.lines[outer]));
        let is_there = pairs.binary_search_by_key(&outer, |(at, _)| *at).is_ok();
        // The blocks are listed from the bottom.
        let is_head = |(shown, _): &(Range<usize>, Range<usize>)| outer.cmp(&shown.start);
        let may_be_any = unproven.binary_search_by(is_head).is_ok();
        is_there && !may_be_any && (is_closed || is_last)
    };
    let beside_gap = |(shown, there): &(Range<usize>, Range<usize>)| {
        let is_enclosed = is_enclosed(shown);
        let is_open_above = part.gap_above.is_some()
            && !is_enclosed
            && first_proven.is_none_or(|first| first >= shown.start);
        let is_open_below = part.gap_below.is_some()
            && !is_enclosed
            && last_proven.is_none_or(|last| last < shown.end);
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

/// Returns whether the block that line `at` of a part begins is the first within one of a name, as it is in the file at `line`, and the
/// gap below leaves out lines of it: a new block has none that could be left out.
fn is_first_within(
    part: &Part,
    (at, line): (usize, usize),
    pairs: &[(usize, usize)],
    whole: &Whole<'_>,
) -> bool {
    let text = whole.text();
    let above = (0..at).rfind(|above| !indent::is_blank(&part.lines[*above]));
    let there = (0..line).rfind(|above| !indent::is_blank(text.line(*above)));
    let Some((above, there)) = above.zip(there) else {
        return false;
    };
    let outer = &part.lines[above];
    let is_named = heading::defined(outer).is_some() || name_of(outer) == HeadName::Own;
    let is_last = (at + 1..part.lines.len()).all(|below| {
        indent::is_blank(&part.lines[below]) || width(&part.lines[below]) > width(&part.lines[at])
    });
    let leaves_out = part
        .gap_below
        .is_some_and(|gap| gap.width > width(&part.lines[at]));
    leaves_out
        && is_last
        && is_named
        && width(outer) < width(&part.lines[at])
        && pairs.contains(&(above, there))
        && whole.lines_like(outer).len() == 1
}

/// Returns, for each line but blank and closing ones, the nearest such line above it that is less indented.
fn outers(lines: &[Piece]) -> Vec<Option<usize>> {
    let mut open: Vec<usize> = Vec::new();
    let outer = |at: usize| {
        if !is_distinctive(&lines[at]) {
            return None;
        }
        let is_less = |above: &usize| width(&lines[*above]) < width(&lines[at]);
        open.truncate(open.iter().rposition(is_less).map_or(0, |last| last + 1));
        let outer = open.last().copied();
        open.push(at);
        outer
    };
    (0..lines.len()).map(outer).collect()
}

/// What the body of a block that is shown has in common with one of the file.
struct BodyMatch {
    /// How many of its lines are there, as they are or changed a little.
    n_kept: usize,
    /// How many of its lines set what a line of the file that goes sets, to another value.
    n_set_again: usize,
    /// How many lines of the file go.
    n_gone: usize,
    /// Those that are shown, to be looked for in other blocks.
    shown: Vec<Piece>,
}

impl BodyMatch {
    fn of(
        part: &Part,
        (shown, there): (&Range<usize>, &Range<usize>),
        pairs: &[(usize, usize)],
        text: &Text,
        is_of_any: &[bool],
    ) -> BodyMatch {
        let body = shown.start + 1..shown.end;
        let is_of_body = |line: &[u8]| is_distinctive(line) && !continues(line) && !is_brace(line);
        let lines = || body.clone().filter(|at| is_of_body(&part.lines[*at]));
        // Both sides of the pairs rise.
        let first = pairs.partition_point(|(at, _)| *at < body.start);
        let end = pairs.partition_point(|(at, _)| *at < body.end);
        let own = &pairs[first..end];
        let is_kept = |at: &usize| {
            let found = own.binary_search_by_key(at, |(kept, _)| *kept);
            found.is_ok_and(|found| there.contains(&own[found].1))
        };
        let is_gone = |line: &usize| {
            is_distinctive(text.line(*line))
                && own.binary_search_by_key(line, |(_, kept)| *kept).is_err()
        };
        let gone: Vec<&[u8]> = (there.start + 1..there.end)
            .filter(is_gone)
            .map(|line| -> &[u8] { text.line(line) })
            .collect();
        let (mut n_kept, mut n_set_again) = (0, 0);
        for at in lines().filter(|at| !is_of_any[*at]) {
            let new = &part.lines[at];
            if is_kept(&at) {
                n_kept += 1;
                continue;
            }
            let name = key(new);
            // Of many lines that go, the first ones show enough.
            let gone = &gone[..gone.len().min(MOST_COMPARED)];
            let has_name = || gone.iter().any(|gone| key(gone) == name);
            let is_changed = || gone.iter().any(|gone| is_version(new, gone));
            if name.is_none() && is_changed() {
                n_kept += 1;
            } else if name.is_some() && has_name() {
                n_set_again += 1;
            }
        }
        BodyMatch {
            n_kept,
            n_set_again,
            n_gone: gone.len(),
            shown: lines().map(|at| part.lines[at].clone()).collect(),
        }
    }

    /// Returns whether the body shows that the block is `there` of the file; `head` is its first line as shown.
    fn proves(&self, head: &Piece, there: &Range<usize>, whole: &Whole<'_>) -> bool {
        let text = whole.text();
        let n_there = |line: &usize| {
            let there = block_of_file(*line, text);
            let is_there = |shown: &&Piece| {
                let mut lines = there.clone().skip(1).map(|line| text.line(line));
                lines.any(|there| there.trimmed() == shown.trimmed() || is_version(shown, there))
            };
            self.shown.iter().filter(is_there).count()
        };
        // Blocks elsewhere are other places of the part, not of its lines.
        let beside = siblings(there.start, text);
        let others = whole.lines_like(head).iter();
        let mut others = others.filter(|other| **other != there.start && beside.contains(other));
        let is_rival = |other: &usize| {
            let n_looks = self.shown.len() * there.len();
            !whole.spend_looks(n_looks) || n_there(other) >= self.n_kept
        };
        let mut body = (there.start + 1..there.end).map(|line| text.line(line).trimmed());
        let mut is_rule = || {
            body.all(|line| !is_distinctive(line) || line.ends_with(b";") && line.contains(&b':'))
        };
        // `clean:` of a Makefile is above commands: it is the name of all of them.
        let is_entry = |line: &Piece| key(line).is_some() || line.trimmed().starts_with(b"- ");
        let is_label = head.trimmed().ends_with(b":") && !self.shown.iter().any(is_entry);
        match name_of(head) {
            HeadName::Key if is_label => true,
            HeadName::Own => others.next().is_none() || self.n_kept > 0 && !others.any(is_rival),
            HeadName::None if !is_rule() => {
                let has_more = head.contains(&b'"') && self.n_kept > 0;
                self.n_kept + usize::from(has_more) > self.n_set_again && !others.any(is_rival)
            }
            // Keys may come to those that are there.
            HeadName::Key | HeadName::None => {
                self.n_kept + self.n_set_again > 0 && !others.any(is_rival)
            }
        }
    }
}

/// The most lines that each new one is compared with.
const MOST_COMPARED: usize = 100;

/// The furthest that other blocks of one are looked for, in lines.
const REACH: usize = 2_000;

/// Returns the lines of the file that are in the block that line `at` is in.
fn siblings(at: usize, text: &Text) -> Range<usize> {
    let own = width(text.line(at));
    let is_in = |line: &usize| indent::is_blank(text.line(*line)) || width(text.line(*line)) >= own;
    let above = (at.saturating_sub(REACH)..at).rev().take_while(is_in);
    let below = (at..text.n_lines()).take(REACH).take_while(is_in);
    at - above.count()..at + below.count()
}

/// Returns whether a line is another version of one: both have several words, most of them in common.
fn is_version(new: &[u8], old: &[u8]) -> bool {
    let words = |line| -> HashSet<&[u8]> {
        let words = <[u8]>::split(line, |byte| {
            byte.is_ascii() && !byte.is_ascii_alphanumeric()
        });
        words.filter(|word| !word.is_empty()).collect()
    };
    let (new, old) = (words(new), words(old));
    let n_common = new.intersection(&old).count();
    n_common > 1 && 10 * n_common >= 3 * (new.len() + old.len())
}

/// What a head says of its block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum HeadName {
    /// Which one it is: `location /api {`, `it("adds", () => {`, `.button {`, `- name: Test`.
    Own,
    /// What its lines are about: `tags = {`, `ports:`.
    Key,
    /// Nothing.
    None,
}

fn name_of(head: &[u8]) -> HeadName {
    const DECLARES: [&[u8]; 6] = [b"const", b"let", b"var", b"val", b"export", b"local"];
    let head = head.trimmed();
    let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || !byte.is_ascii() || *byte == b'_';
    let words = head.split(|byte| !is_of_word(byte));
    let words: Vec<&[u8]> = words.filter(|word| !word.is_empty()).collect();
    let first = words.first().copied().unwrap_or_default();
    let has_quote = head.iter().any(|byte| b"\"'`".contains(byte));
    let is_key = || named(head).is_some() || doubled::name(head).is_some();
    let is_call = head[..head.len() - 1].contains(&b'(') || words.contains(&&b"do"[..]);
    if let Some(item) = head.strip_prefix(b"- ") {
        return match item.contains(&b':') && !item.ends_with(b":") {
            true => HeadName::Own,
            false => HeadName::None,
        };
    }
    // In a workflow, `with:` is a key; elsewhere the word begins a block.
    if head == b"with:" {
        HeadName::Key
    } else if head.starts_with(b"<") || first.is_empty() || heading::is_flow(first) {
        HeadName::None
    } else if b".#@&:[".contains(&head[0]) || DECLARES.contains(&first) {
        HeadName::Own
    } else if head.ends_with(b":") || is_key() {
        HeadName::Key
    } else if has_quote || words.len() > 1 && !is_call {
        HeadName::Own
    } else {
        HeadName::None
    }
}

/// Returns what a line gives a value to, or the element that it is; entries of a list have no name.
fn key(line: &[u8]) -> Option<&[u8]> {
    let line = line.trimmed();
    if line.starts_with(b"- ") {
        return None;
    }
    let element = line.strip_prefix(b"<").map(|rest| {
        let end = rest.iter().position(|byte| !byte.is_ascii_alphanumeric());
        &rest[..end.unwrap_or(rest.len())]
    });
    element
        .or_else(|| doubled::name(line))
        .or_else(|| named(line))
}

/// Returns the lines of the block that line `at` of some lines opens, with what closes it and what continues it, such as
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
    if closes(head) || head.trimmed().is_empty() || is_brace(head) {
        return n_lines;
    }
    for line in lines {
        if indent::is_blank(line) {
            n_blank += 1;
            continue;
        }
        let is_beside = width(line) == width(head);
        let is_in = width(line) > width(head)
            || is_beside && n_lines > 1 && (continues(line) || closes(line))
            || is_beside && is_brace(line);
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
    b"})]".contains(&line[0])
        || line.starts_with(b"</")
        || WORDS.contains(&&line[..end.unwrap_or(line.len())])
}

fn is_distinctive(line: &[u8]) -> bool {
    !indent::is_blank(line) && !is_close(line)
}

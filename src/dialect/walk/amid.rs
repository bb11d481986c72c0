//! Fences that begin or end amid a line: `Here it is: ```diff`, and `}` with the closing backticks right behind it. Each is
//! put on a line of its own, so that what is below is read as it was meant; later the lines are counted as in the reply.

use bstr::{BStr, ByteSlice};

use super::fence::{Fence, Language};
use super::heredoc;
use super::line::Line;
use crate::dialect::Parsed;
use crate::dialect::call::open_tag;
use crate::dialect::note::{Note, NoteCode};
use crate::patch::FilePatch;
use crate::text::{LineSpan, Text};

/// A reply in which every fence that began or ended amid a line has a line of its own.
pub(in crate::dialect) struct Parted {
    pub(in crate::dialect) reply: Vec<u8>,
    /// The lines that were added, as they are counted in `reply`, from the top.
    added: Vec<usize>,
}

/// Parts the lines of a reply; `None` where no fence begins or ends amid one.
pub(in crate::dialect) fn parted(text: &Text, lines: &[Line<'_>]) -> Option<Parted> {
    first_sign(text)?;
    let mut finder = Finder {
        lines,
        n_counts: 0,
        breaks: Vec::new(),
    };
    finder.walk();
    let breaks = finder.breaks;
    if breaks.is_empty() {
        return None;
    }
    let mut reply = Vec::with_capacity(text.source().len() + breaks.len());
    let mut breaks_left = breaks.iter().peekable();
    let mut added = Vec::with_capacity(breaks.len());
    for (index, line) in text.source().lines_with_terminator().enumerate() {
        match breaks_left.next_if(|(of, _)| *of == index) {
            Some((_, column)) => {
                let (before, behind) = line.split_at(*column);
                added.push(index + added.len() + 1);
                reply.extend_from_slice(before);
                reply.push(b'\n');
                reply.extend_from_slice(behind);
            }
            None => reply.extend_from_slice(line),
        }
    }
    Some(Parted { reply, added })
}

impl Parted {
    /// Changes line numbers of the text that was read into line numbers of the reply.
    pub(in crate::dialect) fn count_back(&self, parsed: &mut Parsed) {
        for file in &mut parsed.patch.files {
            self.count_back_file(file);
        }
        for note in &mut parsed.notes {
            note.span = self.of_reply(note.span);
        }
        parsed.notes.extend(self.added.iter().map(|added| Note {
            code: NoteCode::FenceAmidLine,
            span: self.of_reply(LineSpan::new(*added, added + 1)),
            text: "the fence within this line was read as if on a line of its own".into(),
            hunk: None,
        }));
        parsed.notes.sort_by_key(|note| note.span.start);
        let mut end = 0;
        parsed.parts.retain_mut(|part| {
            let span = self.of_reply(part.span);
            // The line that is parted belongs to what is read above its sign.
            part.span = LineSpan::new(span.start.max(end), span.end);
            end = end.max(span.end);
            part.span.start < part.span.end
        });
    }

    fn count_back_file(&self, file: &mut FilePatch) {
        file.origin = self.of_reply(file.origin);
        for hunk in &mut file.hunks {
            hunk.origin = self.of_reply(hunk.origin);
        }
    }

    fn of_reply(&self, span: LineSpan) -> LineSpan {
        let line = |at: usize| at - self.added.partition_point(|added| *added <= at);
        match span.end.checked_sub(1).filter(|last| *last >= span.start) {
            Some(last) => LineSpan::new(line(span.start), line(last) + 1),
            None => LineSpan::new(line(span.start), line(span.start)),
        }
    }
}

/// Whether a fence is open.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    Closed,
}

/// How fences may end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    /// On a line of their own.
    Alone,
    /// So, or right behind the last words of their text.
    Glued,
}

/// What the fences below a line come to.
struct Below {
    /// Whether the last one is open.
    is_open: bool,
    /// How many lines outside of all fences end as the last one of a fence does.
    n_stray: usize,
}

/// Looks for the lines in which a fence begins or ends.
struct Finder<'a> {
    lines: &'a [Line<'a>],
    /// How often the fences below a line were counted.
    n_counts: usize,
    /// Each with the column of its sign.
    breaks: Vec<(usize, usize)>,
}

impl Finder<'_> {
    fn walk(&mut self) {
        let mut within = Within::default();
        let mut at = 0;
        while at < self.lines.len() {
            at = match within.holds(self.lines[at].body) {
                true => at + 1,
                false => self.pass(at),
            };
        }
    }

    /// Passes a line, and the fence that begins there; returns the next line to look at.
    fn pass(&mut self, at: usize) -> usize {
        let body = self.lines[at].body;
        let begin = sign(body).filter(|begin| self.opens(at, *begin));
        let Some(fence) = Fence::open(body[begin.unwrap_or(0)..].as_bstr(), at) else {
            return at + 1;
        };
        self.breaks.extend(begin.map(|begin| (at, begin)));
        let end = self.end_of(fence);
        let mut glued = at + 1..end;
        let glued = glued.find_map(|at| Some((at, closing(fence, self.lines[at].body)?)));
        match glued.filter(|(last, _)| self.ends(fence, *last)) {
            Some((last, column)) => {
                self.breaks.push((last, column));
                last + 1
            }
            None => end + 1,
        }
    }

    /// Returns whether a fence begins at column `begin` of line `at`, behind the words of a sentence: text is right below it, and
    /// then a fence that ends without having begun.
    fn opens(&mut self, at: usize, begin: usize) -> bool {
        let body = self.lines[at].body;
        let is_of_word = |c: char| c.is_alphanumeric() || matches!(c, '*' | '#' | '`' | '(' | '_');
        let is_sentence = body.chars().next().is_some_and(is_of_word);
        let is_of_item = |byte: &u8| byte.is_ascii_digit() || b".)*# ".contains(byte);
        let words = body[..begin].as_bstr();
        let is_apart = words.ends_with(b" ") && !words.iter().all(is_of_item);
        let Some(fence) = Fence::open(body[begin..].as_bstr(), at) else {
            return false;
        };
        let is_text =
            |below: &Line<'_>| !below.is_blank() && Fence::open(below.body, at + 1).is_none();
        is_sentence
            && is_apart
            && fence.info.fields().count() <= 1
            && self.lines.get(at + 1).is_some_and(is_text)
            && (self
                .below(fence, at + 1, State::Open, Ends::Alone)
                .is_some_and(|below| !below.is_open)
                || self
                    .below(fence, at + 1, State::Open, Ends::Glued)
                    .is_some_and(|below| !below.is_open && below.n_stray == 0))
    }

    /// Returns whether `fence` ends in line `last`, behind the last words there: without that, the fences below it do not come out
    /// even; or, where they do, another end of that kind is outside of them all, and with it none is.
    fn ends(&mut self, fence: Fence<'_>, last: usize) -> bool {
        let is_even = |below: &Below| !below.is_open;
        let mut below = |from, state, ends| self.below(fence, from, state, ends).filter(is_even);
        let is_clean = |below: Below| below.n_stray == 0;
        below(last + 1, State::Closed, Ends::Alone).is_some()
            || below(last + 1, State::Closed, Ends::Glued).is_some_and(is_clean)
                && below(fence.opened + 1, State::Open, Ends::Alone)
                    .is_none_or(|below| below.n_stray > 0)
    }

    /// Looks through the fences without a language from line `from` on, up to one with a language: one more ends than begins there,
    /// unless it has no end. `None` where that cannot be known: pages of Markdown hold fences of their own.
    fn below(&mut self, fence: Fence<'_>, from: usize, state: State, ends: Ends) -> Option<Below> {
        /// How often it is done: each time may be a pass over all of the reply.
        const MOST: usize = 64;
        let is_page = fence.info.starts_with(b"md") || fence.info.starts_with(b"markdown");
        self.n_counts += 1;
        if is_page || self.n_counts > MOST {
            return None;
        }
        let mut below = Below {
            is_open: state == State::Open,
            n_stray: 0,
        };
        let lines = self.lines[from..].iter();
        for line in lines.filter(|line| !self.is_context(fence, line)) {
            match Fence::open(line.body, 0).filter(|other| other.byte == fence.byte) {
                Some(other) if !other.info.is_empty() => break,
                Some(other) if other.length >= fence.length => below.is_open ^= true,
                Some(_) => {}
                None if closing(fence, line.body).is_none() => {}
                None if !below.is_open => below.n_stray += 1,
                None => below.is_open = ends == Ends::Alone,
            }
        }
        Some(below)
    }

    /// Returns whether a line below a fence of a diff is one of its context, whatever fence it shows.
    fn is_context(&self, fence: Fence<'_>, line: &Line<'_>) -> bool {
        let is_indented = |body: &BStr| body.starts_with(b" ");
        fence.language() == Language::Patch
            && is_indented(line.body)
            && !is_indented(self.lines[fence.opened].body)
    }

    /// Returns the line of the next fence below, which ends this one or begins another; the number of lines where there is none.
    fn end_of(&self, fence: Fence<'_>) -> usize {
        let is_fence = |at: &usize| {
            let line = &self.lines[*at];
            let other = Fence::open(line.body, *at).filter(|_| !self.is_context(fence, line));
            other.is_some_and(|other| other.byte == fence.byte && other.length >= fence.length)
        };
        let n_lines = self.lines.len();
        (fence.opened + 1..n_lines)
            .find(is_fence)
            .unwrap_or(n_lines)
    }
}

/// Text that ends with a sign of its own, and may hold fences as any file may.
#[derive(Default)]
struct Within {
    end: Option<String>,
    /// Whether it is a diff in no fence, which ends above the first line without a mark.
    is_diff: bool,
}

impl Within {
    /// Returns whether `line` belongs to such a text, or begins one.
    fn holds(&mut self, line: &BStr) -> bool {
        if let Some(end) = &self.end {
            if line.contains_str(end) {
                self.end = None;
            }
            return true;
        }
        let begins_diff = ["@@", "--- ", "+++ ", "diff "]
            .iter()
            .any(|begin| line.starts_with_str(begin));
        let has_mark = line.first().is_none_or(|byte| b" +-\\\t".contains(byte));
        self.is_diff = begins_diff || self.is_diff && has_mark;
        if !self.is_diff {
            self.end = end_of_text(line);
        }
        self.is_diff || self.end.is_some()
    }
}

/// Returns what ends the text that begins in a line: of a tag, a patch, a block or a here-document.
fn end_of_text(line: &BStr) -> Option<String> {
    const PAIRS: &[(&str, &str)] = &[
        ("*** Begin Patch", "*** End Patch"),
        ("<<<<<<<", ">>>>>>>"),
        ("------- SEARCH", "+++++++"),
        ("[[[", "[[["),
    ];
    let text = line.trim_start();
    let pair = PAIRS.iter().find(|(begin, _)| text.starts_with_str(begin));
    let of_tag = || {
        let tag = open_tag::read(text.as_bstr(), 0).filter(|tag| !tag.is_empty)?;
        let end = format!("</{}", tag.spelled);
        (!text.contains_str(&end)).then_some(end)
    };
    let of_heredoc = || Some(heredoc::read(line)?.end.to_str_lossy().into_owned());
    pair.map(|(_, end)| (*end).to_string())
        .or_else(of_tag)
        .or_else(of_heredoc)
}

/// Returns the first line that has the backticks of a fence amid it. They are looked for in the reply as a whole: most replies
/// have none, and to ask each line for itself costs five times as much.
fn first_sign(text: &Text) -> Option<usize> {
    let ticks = memchr::memmem::Finder::new("```");
    let mut from = 0;
    loop {
        let next = ticks.find(&text.as_bytes()[from..])?;
        let line = text.line_at(from + next)?;
        if sign(text.line(line)).is_some() {
            return Some(line);
        }
        from = text.byte_range(LineSpan::new(line, line + 1)).end;
    }
}

/// Returns the column of the backticks of a fence amid a line, the only ones in it.
fn sign(line: &BStr) -> Option<usize> {
    // Few lines have one: a search for three is set up anew each time.
    memchr::memchr(b'`', line)?;
    let begin = line.find("```")?;
    let n_ticks = n_ticks(&line[begin..]);
    let is_only = !line[begin + n_ticks..].contains(&b'`');
    (is_only && !line[..begin].trim().is_empty()).then_some(begin)
}

fn n_ticks(text: &[u8]) -> usize {
    text.iter().take_while(|byte| **byte == b'`').count()
}

/// Returns the column of the backticks that close a fence behind the last words of its text.
fn closing(fence: Fence<'_>, line: &BStr) -> Option<usize> {
    let begin = sign(line).filter(|_| fence.byte == b'`')?;
    let text = line[..begin].as_bstr();
    let is_of_comment = |byte: &u8| b"+-/*#>!;%| \t".contains(byte);
    let is_glued = !text.ends_with(b" ") && !text.iter().all(is_of_comment);
    let n_ticks = n_ticks(&line[begin..]);
    let is_end = n_ticks == fence.length && line[begin + n_ticks..].trim().is_empty();
    (is_glued && is_end).then_some(begin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_first_sign_is_that_of_the_first_line_that_has_one(
            parts in proptest::collection::vec(prop_oneof![
                3 => Just("\n"), 2 => Just("```"), 1 => Just("`"), 1 => Just("word "), 1 => Just("\r"), 1 => Just(" "), 1 => Just("\u{feff}"),
            ], 0..30),
        ) {
            let text = Text::new(parts.concat());
            let expected = text.lines().position(|line| sign(line).is_some());
            prop_assert_eq!(first_sign(&text), expected);
        }
    }
}

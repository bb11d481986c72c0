//! What a whole file drops and has nothing of its kind in place of. It never says what it leaves out on purpose, so what names
//! or opens something goes only where as much of that kind comes, and an end of the file only for another one.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::ops::Range;

use bstr::ByteSlice;
use foldhash::fast::RandomState;

use super::{FileEnd, Loss, N_COMPARED, N_INSERTED, is_prose};
use crate::matcher::weight;
use crate::patch::{FilePatch, Hunk, HunkLine, LineKind, of_kind};
use crate::text::display::display_line;
use crate::text::heading::is_flow;
use crate::text::import::is_import;
use crate::text::named::{self, is_directive, named};
use crate::text::{RelPath, Text, comment, heading, indent};

/// A line of more words that ends with a colon is a sentence, and opens no block.
const N_WORDS: usize = 12;

type Lines<'a> = HashSet<&'a [u8], RandomState>;

/// What is asked of the hunks of a section that gives its file whole.
pub(super) struct Unreplaced<'a> {
    text: &'a Text,
    file: &'a FilePatch,
    /// The lines that name or open something, and go or come. Few hunks ask.
    gone: OnceCell<Lines<'a>>,
    come: OnceCell<Lines<'a>>,
    /// What new lines name.
    names: OnceCell<Lines<'a>>,
    /// On which lines of the text a name outlives a call. Nearly no hunk asks.
    lasting: OnceCell<Vec<bool>>,
    ends: Ends,
}

impl<'a> Unreplaced<'a> {
    pub(super) fn of(file: &'a FilePatch, text: &'a Text) -> Unreplaced<'a> {
        let holds_text = |line: &usize| !indent::is_blank(text.line(*line));
        Unreplaced {
            text,
            file,
            gone: OnceCell::new(),
            come: OnceCell::new(),
            names: OnceCell::new(),
            lasting: OnceCell::new(),
            ends: Ends {
                first: (0..text.n_lines()).find(holds_text),
                last: (0..text.n_lines()).rev().find(holds_text),
            },
        }
    }

    fn of_kind(&self, kind: LineKind) -> impl Iterator<Item = &'a [u8]> {
        self.file.lines_of(kind).map(|line| line.body.as_ref())
    }

    fn parts_of_kind(&self, kind: LineKind) -> Lines<'a> {
        let is_told = |line: &&[u8]| names_or_opens(line) || self.is_step(line);
        let lines = self.of_kind(kind).filter(is_told);
        lines.map(without_comma).collect()
    }

    /// Returns whether a line is a step of what the file does, which none of those beside it does: a statement at the margin, a
    /// branch, one that leaves its block, a recipe of make.
    fn is_step(&self, line: &[u8]) -> bool {
        let body = line.trim_ascii();
        let is_recipe = || line.starts_with(b"\t") && self.path().is_some_and(is_makefile);
        let is_at_margin =
            || indent::leading(line).is_empty() && !self.path().is_some_and(is_prose);
        let has_word = body.iter().any(u8::is_ascii_alphanumeric);
        // In other languages, a comment begins so.
        let ends_branch = body == b";;";
        let is_statement =
            || has_word && !is_comment(line) && (diverts(body) || is_recipe() || is_at_margin());
        ends_branch || is_statement()
    }

    fn path(&self) -> Option<&'a RelPath> {
        self.file.path.named()
    }

    fn goes(&self, line: &[u8]) -> bool {
        let gone = || self.parts_of_kind(LineKind::Delete);
        self.gone.get_or_init(gone).contains(without_comma(line))
    }

    fn comes(&self, line: &[u8]) -> bool {
        let come = || self.parts_of_kind(LineKind::Insert);
        self.come.get_or_init(come).contains(without_comma(line))
    }

    /// Returns what one hunk drops so.
    pub(super) fn of_hunk(&self, hunk: &Hunk) -> Vec<Loss> {
        let start = hunk.hint.map(|hint| hint.line_index);
        let changes = start.map(|start| changes(&hunk.lines, start));
        let losses = changes.into_iter().flatten().flat_map(|change| {
            let parts = self.parts(&change);
            change.ends(&self.ends).into_iter().chain(parts)
        });
        losses.collect()
    }

    /// Returns the lines that open or name something and go, where fewer of that kind come; those that only move come elsewhere.
    /// Lines that stay and are no longer as far in were unwrapped, and what they were in is meant to go.
    fn parts(&self, change: &Change<'_>) -> Vec<Loss> {
        // Within a block that has other lines now, that one of its loops or conditions went says nothing.
        let only_goes = change.of_kind(LineKind::Insert).next().is_none();
        let opens = |line: &[u8]| {
            let is_step =
                || named(line).is_none_or(|_| self.drops_name(line)) && self.is_step(line);
            let opens = || opens_block(line) && !is_comment(line) || is_step();
            is_part(line) || only_goes && opens()
        };
        let lost = change
            .gone()
            .filter(|(_, line)| opens(line) || self.drops_name(line))
            .filter(|(at, line)| only_goes || !change.ends_what_goes(*at, line));
        let mut lost: Vec<(usize, &[u8])> = lost.filter(|(_, line)| !self.comes(line)).collect();
        if lost.is_empty() {
            return Vec::new();
        }
        let is_told = |lost: &[(usize, &[u8])]| {
            // What names the same as another line that goes is in the place of that one.
            let is_named_as = |line: &[u8]| {
                let name = named(line);
                let mut gone = change.gone().filter(|gone| !lost.contains(gone));
                name.is_some() && gone.any(|(_, gone)| named(gone) == name)
            };
            let is_new =
                |line: &&[u8]| !self.goes(line) && !is_named_as(line) && is_in_place(line, lost);
            lost.len() > change.of_kind(LineKind::Insert).filter(is_new).count()
        };
        let heads = lost.iter().take(N_COMPARED).copied();
        let heads: Vec<(usize, &[u8])> = heads
            .filter(|(at, line)| change.gives_up(*at, line))
            .collect();
        if change.unwraps() || heads.is_empty() && !is_told(&lost) {
            return Vec::new();
        }
        lost.retain(|(at, line)| opens(line) || self.lasts(*at, line));
        if heads.is_empty() && !is_told(&lost) {
            return Vec::new();
        }
        let lost = if heads.is_empty() { lost } else { heads };
        let lost = lost.iter().map(|(_, line)| line.trim_ascii());
        lost.map(|line| Loss::Part(display_line(line))).collect()
    }

    /// Returns whether a line names something, and no new line does.
    fn drops_name(&self, line: &[u8]) -> bool {
        let names = || self.of_kind(LineKind::Insert).filter_map(named).collect();
        let comes = |name| self.names.get_or_init(names).contains(name);
        !is_comment(line) && named(line).is_some_and(|name| !comes(name))
    }

    /// Returns whether what line `at` names outlives a call.
    fn lasts(&self, at: usize, line: &[u8]) -> bool {
        let lasting = || self.lasting.get_or_init(|| named::lasting(self.text));
        is_directive(line) || lasting().get(at).is_some_and(|lasts| *lasts)
    }
}

/// The first and the last line of a file that hold text.
struct Ends {
    first: Option<usize>,
    last: Option<usize>,
}

/// Lines that change together, and where they are in the file.
struct Change<'a> {
    lines: &'a [HunkLine],
    span: Range<usize>,
}

/// Splits the lines of a hunk, which begins at line `start`, into changes that lines between them hold apart: a brace or a blank
/// that both sides happen to have does not.
fn changes(lines: &[HunkLine], start: usize) -> impl Iterator<Item = Change<'_>> {
    let holds_apart = |line: &HunkLine| line.is_context() && weight::of(&line.body) >= weight::WEAK;
    let mut at = start;
    lines
        .split_inclusive(holds_apart)
        .map(move |lines| {
            let n_old = lines.iter().filter(|line| line.in_preimage()).count();
            let span = at..at + n_old;
            at = span.end;
            Change { lines, span }
        })
        .filter(|change| {
            let mut lines = change.lines.iter();
            lines.any(|line| line.is_delete() && line.has_text())
        })
}

impl<'a> Change<'a> {
    /// Returns the lines of a kind that hold text.
    fn of_kind(&self, kind: LineKind) -> impl DoubleEndedIterator<Item = &'a [u8]> + Clone {
        let lines = of_kind(self.lines, kind);
        let bodies = lines.map(|line| line.body.as_ref());
        bodies.filter(|body: &&[u8]| !body.trim_ascii().is_empty())
    }

    /// Returns whether a line is a further branch of a statement that goes with it: something else is in the place of all of it.
    fn ends_what_goes(&self, at: usize, line: &[u8]) -> bool {
        const BRANCHES: [&[u8]; 6] = [b"else", b"elif", b"elsif", b"except", b"rescue", b"finally"];
        fn first(line: &[u8]) -> &[u8] {
            let line = line.trim_ascii();
            let ends = |byte: &u8| !byte.is_ascii_alphanumeric() && *byte != b'_';
            &line[..line.iter().position(ends).unwrap_or(line.len())]
        }
        let is_branch = |line: &[u8]| BRANCHES.contains(&first(line));
        let width = indent::leading(line).len();
        let above = self.gone().take_while(|(other, _)| *other < at);
        let as_deep = above.filter(|(_, above)| indent::leading(above).len() == width);
        let owners = as_deep.filter(|(_, above)| !is_branch(above));
        is_branch(line)
            && owners
                .last()
                .is_some_and(|(_, owner)| is_flow(first(owner)))
    }

    /// Returns whether a line that goes comes back, less far in or further.
    fn unwraps(&self) -> bool {
        let inserted: Lines<'_> = self
            .of_kind(LineKind::Insert)
            .map(<[u8]>::trim_ascii)
            .collect();
        let stays = |line: &[u8]| {
            weight::of(line) >= weight::SIGNIFICANT && inserted.contains(line.trim_ascii())
        };
        self.of_kind(LineKind::Delete).any(stays)
    }

    /// Returns the lines that go and hold text, each with where it is in the file.
    fn gone(&self) -> impl Iterator<Item = (usize, &'a [u8])> + Clone {
        let old = self.lines.iter().filter(|line| line.in_preimage());
        let gone = self.span.clone().zip(old);
        let gone = gone.filter(|(_, line)| line.is_delete() && line.has_text());
        gone.map(|(at, line)| (at, line.body.as_ref()))
    }

    /// Returns whether line `at` heads a block, as a target of make or a key does, that goes with it, and no inserted line
    /// resembles a line of it: what comes has another name, and is something else.
    fn gives_up(&self, at: usize, head: &'a [u8]) -> bool {
        let name_of = |line: &'a [u8]| {
            let mut words = line
                .trim_ascii()
                .split(|byte| !byte.is_ascii_alphanumeric());
            words.next()
        };
        let name = name_of(head);
        let mut come = self.of_kind(LineKind::Insert).take(N_INSERTED);
        let is_head =
            is_key(head.trim_ascii()) || opens_block(head) && head.trim_ascii_end().ends_with(b":");
        if !is_head || name.is_some_and(is_flow) || come.any(|line| name_of(line) == name) {
            return false;
        }
        let depth = indent::leading(head).len();
        let below = self.gone().skip_while(|(line, _)| *line <= at);
        let body = below.take_while(|(_, line)| indent::leading(line).len() > depth);
        let body = body.map(|(_, line)| line).take(N_COMPARED);
        let mut body = body.filter(|line| weight::of(line) >= weight::WEAK);
        let stays = |line: &[u8]| {
            let mut come = self.of_kind(LineKind::Insert).take(N_INSERTED);
            come.any(|come| is_like(line, come))
        };
        let is_any = body.clone().next().is_some();
        is_any && !body.any(stays)
    }

    /// Returns whether several lines go, and none of them is like one of those that come.
    fn is_about_other_things(&self) -> bool {
        // More are not compared: so many lines are no end of a file, but most of it.
        let gone: Vec<&[u8]> = self.of_kind(LineKind::Delete).collect();
        let come: Vec<&[u8]> = self.of_kind(LineKind::Insert).collect();
        let is_kept = |gone: &&[u8]| come.iter().any(|come| is_like(gone, come));
        gone.len() > 1 && gone.len().max(come.len()) <= N_COMPARED && !gone.iter().any(is_kept)
    }

    /// Returns the ends of the file that go where fewer lines come, and not one that is like them; or where lines come that are
    /// about other things.
    fn ends(&self, ends: &Ends) -> Vec<Loss> {
        let (gone, come) = (
            self.of_kind(LineKind::Delete),
            self.of_kind(LineKind::Insert),
        );
        let n_lost = match gone.clone().count().saturating_sub(come.clone().count()) {
            0 if self.is_about_other_things() => gone.clone().count(),
            0 => return Vec::new(),
            n_lost => n_lost,
        };
        let is_within = |line: Option<usize>| line.is_some_and(|line| self.span.contains(&line));
        let is_other = |gone: Option<&[u8]>, come: Option<&[u8]>| match (gone, come) {
            (Some(gone), Some(come)) => !is_like(gone, come),
            (Some(_), None) => true,
            (None, _) => false,
        };
        let first = self.lines.iter().find(|line| line.in_preimage());
        let last = self.lines.iter().rfind(|line| line.in_preimage());
        let goes = |line: Option<&HunkLine>| line.is_some_and(|line| line.is_delete());
        let has_other_start = goes(first)
            && is_within(ends.first)
            && is_other(gone.clone().next(), come.clone().next());
        let has_other_end = goes(last)
            && is_within(ends.last)
            && is_other(gone.clone().next_back(), come.clone().next_back());
        let n_lost = super::told(n_lost, self.lines);
        match (has_other_start, has_other_end) {
            (true, true) => vec![Loss::Lines(n_lost)],
            (true, false) => vec![Loss::End(FileEnd::First, n_lost)],
            (false, true) => vec![Loss::End(FileEnd::Last, n_lost)],
            (false, false) => Vec::new(),
        }
    }
}

/// Returns whether more than half of the longer line is what both begin and end with.
pub(super) fn is_like(one: &[u8], other: &[u8]) -> bool {
    let (one, other) = (one.trim_ascii(), other.trim_ascii());
    let pairs = one.iter().zip(other);
    let n_first = pairs.take_while(|(one, other)| one == other).count();
    let pairs = one.iter().rev().zip(other.iter().rev());
    let n_last = pairs.take_while(|(one, other)| one == other).count();
    let n_same = (n_first + n_last).min(one.len()).min(other.len());
    2 * n_same > one.len().max(other.len())
}

/// Returns whether a line names or opens something that is more than itself: a block at the margin, a key, a section, a heading,
/// an element.
pub(super) fn is_part(body: &[u8]) -> bool {
    let line = body.trim_ascii();
    let is_element = match line {
        [b'<', b'/' | b'!', ..] => true,
        [b'<', next, ..] => next.is_ascii_alphabetic(),
        _ => false,
    };
    // What holds a comma, or says something of a name, is a list or a note.
    let is_list = || line.contains(&b',') || line.contains_str(b": ");
    let is_section =
        line.starts_with(b"[") && line.ends_with(b"]") && !is_list() || line.starts_with(b"##");
    let is_at_margin = indent::leading(body).is_empty();
    let is_named = is_element || is_section || is_key(line) || is_at_margin && opens_block(line);
    is_named && !is_comment(line)
}

/// Returns whether a line may be in the place of one of those lost: what only names something is as far in.
fn is_in_place(line: &[u8], lost: &[(usize, &[u8])]) -> bool {
    let width = indent::leading(line).len();
    let is_as_deep = || {
        lost.iter()
            .any(|(_, lost)| indent::leading(lost).len() == width)
    };
    let names = || named(line).is_some() || is_import(line.trim_ascii());
    is_part(line) || heading::defined(line).is_some() || names() && is_as_deep()
}

/// Returns a line without the comma behind it: the last entry of a list has none.
fn without_comma(line: &[u8]) -> &[u8] {
    let line = line.trim_ascii();
    line.strip_suffix(b",").unwrap_or(line)
}

/// Returns whether a line is another way for a program to go, or leaves the block that it is in.
fn diverts(line: &[u8]) -> bool {
    const WORDS: [&[u8]; 21] = [
        b"else", b"elif", b"elsif", b"elseif", b"except", b"finally", b"catch", b"rescue",
        b"ensure", b"default", b"endif", b"return", b"exit", b"next", b"break", b"continue",
        b"raise", b"throw", b"die", b"private", b"protected",
    ];
    let ends = |byte: &u8| !byte.is_ascii_alphanumeric() && *byte != b'_';
    let line = line.trim_start_with(|sign| matches!(sign, '}' | ' '));
    let end = line.iter().position(ends).unwrap_or(line.len());
    // `private limit = 3;` names a field, and `default: 3` is a key.
    WORDS.contains(&&line[..end]) && named(line).is_none()
}

fn is_makefile(path: &RelPath) -> bool {
    let name = path.file_name();
    name.ends_with(b".mk") || name.eq_ignore_ascii_case(b"makefile") || name == b"GNUmakefile"
}

fn names_or_opens(line: &[u8]) -> bool {
    is_part(line) || opens_block(line) || named(line).is_some()
}

/// Returns whether a line opens a block that those below it are in.
fn opens_block(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let opens = matches!(line.last(), Some(b'{' | b'(' | b'[' | b':'));
    let is_sentence = || {
        let words = line.split(|byte| *byte == b' ');
        line.ends_with(b":") && words.count() > N_WORDS
    };
    opens && weight::of(line) >= weight::WEAK && !is_sentence()
}

fn is_comment(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    comment::is_apart(line) || comment::is_further_line(line)
}

/// Returns whether a line sets a key: `name: value`, `"name": value`.
fn is_key(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"- ").unwrap_or(line);
    let Some(colon) = line.find_byte(b':') else {
        return false;
    };
    let (name, rest) = (&line[..colon], &line[colon + 1..]);
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    let quote = name.first().filter(|byte| matches!(byte, b'"' | b'\''));
    let is_name = match quote {
        Some(quote) => name.len() > 2 && name.ends_with(&[*quote]),
        None => !name.is_empty() && name.iter().all(is_word),
    };
    is_name && !line.ends_with(b";") && matches!(rest.first(), None | Some(b' ' | b'\t'))
}

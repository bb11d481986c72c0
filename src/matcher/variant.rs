//! Other ways to read a hunk: candidates tried after the text as written, never rewrites of it.

use std::collections::HashSet;
use std::sync::Arc;

use bstr::{BStr, BString, ByteSlice};

use super::line_key::straight;
use crate::patch::complete::elision::is_gap;
use crate::patch::{Hunk, HunkLine, LineKind, Marks, escape, line::diff_lines};
use crate::text::{Piece, Sign, indent};

/// A hunk's lines, read in one way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    /// In which way.
    pub kind: VariantKind,
    /// The lines so read, in the hunk's order.
    pub lines: Arc<[HunkLine]>,
}

impl Variant {
    /// Returns the change taken back: insertions for deletions, deletions for insertions.
    pub fn reversed(&self) -> Variant {
        let other = |kind| match kind {
            LineKind::Insert => LineKind::Delete,
            LineKind::Delete => LineKind::Insert,
            LineKind::Context => LineKind::Context,
        };
        let lines = self.lines.iter().map(|line| HunkLine {
            kind: other(line.kind),
            body: line.body.clone(),
        });
        Variant {
            kind: self.kind,
            lines: lines.collect(),
        }
    }
}

/// A way to read a hunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum VariantKind {
    /// As it is written, lines that both sides share taken as context.
    AsWritten,
    /// Without line numbers copied into it (`42 | code`).
    Unnumbered,
    /// The same, where only some of its lines carry one.
    PartlyUnnumbered,
    /// With HTML entities decoded.
    Unescaped,
    /// With escapes decoded that were written twice: `\\n` stands for the end of a line.
    EscapedOnce,
    /// Without the backslash that keeps a line from looking like a mark of FUDiff.
    Unslashed,
    /// Without the lines that stand for others (`...`).
    Elided,
    /// With the blanks that were taken for the marks of context lines: the marks are not there.
    Unmarked,
    /// The same, with HTML entities decoded.
    UnescapedUnmarked,
    /// With one blank for the mark of each context line, where marks seem to be lost or there twice.
    MarkedOnce,
    /// With plain quotes and blanks for typographic ones, which chats put in code.
    Straightened,
    /// As a part of a file that replaces more lines than in its first reading.
    MoreReplaced,
    /// As one that replaces fewer.
    FewerReplaced,
    /// As one that replaces other lines, as many.
    OthersReplaced,
}

impl VariantKind {
    /// Returns the stable name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            VariantKind::AsWritten => "as_written",
            VariantKind::Unnumbered => "line_numbers_stripped",
            VariantKind::PartlyUnnumbered => "some_line_numbers_stripped",
            VariantKind::Unescaped => "entities_decoded",
            VariantKind::EscapedOnce => "double_escapes_decoded",
            VariantKind::Unslashed => "escapes_dropped",
            VariantKind::Elided => "ellipsis_skipped",
            VariantKind::Unmarked => "context_unmarked",
            VariantKind::UnescapedUnmarked => "entities_decoded_context_unmarked",
            VariantKind::MarkedOnce => "context_marked_once",
            VariantKind::Straightened => "quotes_straightened",
            VariantKind::MoreReplaced => "more_lines_replaced",
            VariantKind::FewerReplaced => "fewer_lines_replaced",
            VariantKind::OthersReplaced => "other_lines_replaced",
        }
    }

    /// Returns whether what is found so may be meant as it is. What is not sure is looked for last, for a person to see, and
    /// proves nothing: where the hunk stands as it is written, it changes nothing.
    pub fn is_sure(self) -> bool {
        self != VariantKind::PartlyUnnumbered
    }

    /// Returns whether it is another reading of a part of a file, which replaces other lines of it.
    pub fn is_other_reach(self) -> bool {
        matches!(
            self,
            VariantKind::MoreReplaced | VariantKind::FewerReplaced | VariantKind::OthersReplaced
        )
    }

    /// Returns how the hunk was read, for people.
    pub fn words(self) -> &'static str {
        match self {
            VariantKind::AsWritten => "read as written",
            VariantKind::Unnumbered => "read without the line numbers copied into it",
            VariantKind::PartlyUnnumbered => "read without the line numbers in front of some lines",
            VariantKind::Unescaped => "read with its entities decoded",
            VariantKind::EscapedOnce => "read with its double escapes decoded",
            VariantKind::Unslashed => "read without the backslash of escaped lines",
            VariantKind::Elided => "read across what it elides",
            VariantKind::Unmarked => "read as if its context had no marks",
            VariantKind::UnescapedUnmarked => {
                "read with its entities decoded, as if its context had no marks"
            }
            VariantKind::MarkedOnce => "read with one blank for the mark of a context line",
            VariantKind::Straightened => "read with plain quotes for typographic ones",
            VariantKind::MoreReplaced => "read as replacing more lines",
            VariantKind::FewerReplaced => "read as replacing fewer lines",
            VariantKind::OthersReplaced => "read as replacing other lines",
        }
    }
}

/// Returns the ways to read `hunk`, the text as written first.
pub fn variants(hunk: &Hunk) -> Vec<Variant> {
    let as_written = as_written(hunk);
    let written = Arc::clone(&as_written.lines);
    // Nearly every hunk can be read in one way only.
    let mut variants = Vec::with_capacity(1);
    variants.push(as_written);
    let mut add = |kind, lines: Option<Vec<HunkLine>>| {
        variants.extend(lines.map(|lines| Variant {
            kind,
            lines: lines.into(),
        }))
    };
    let numbered = Numbered::of(&written);
    let numberless = (numbered == Numbered::All).then(|| unnumbered(&written));
    let partly = (numbered == Numbered::Some).then(|| unnumbered(&written));
    let plain = numberless.as_deref().unwrap_or(&written);
    let (unescaped, straightened) = (unescaped(plain), straightened(plain));
    let unmarked = |lines: &[HunkLine]| unmarked(hunk.marks, lines);
    let both_unmarked =
        [&unescaped, &straightened].map(|lines| lines.as_deref().and_then(unmarked));
    add(VariantKind::MarkedOnce, marked_once(hunk));
    add(VariantKind::Unescaped, unescaped);
    add(VariantKind::Unnumbered, numberless.clone());
    add(VariantKind::EscapedOnce, escaped_once(hunk));
    let slashed = escape::is_in_preimage(hunk).then(|| escape::dropped(&written));
    add(VariantKind::Unslashed, slashed);
    add(VariantKind::Elided, elided(&written));
    add(VariantKind::Unmarked, unmarked(&hunk.lines));
    add(VariantKind::Straightened, straightened);
    let [unescaped_unmarked, straightened_unmarked] = both_unmarked;
    add(VariantKind::UnescapedUnmarked, unescaped_unmarked);
    add(VariantKind::Unmarked, straightened_unmarked);
    add(VariantKind::PartlyUnnumbered, partly);
    variants
}

/// Returns whether `hunk` can only be read as it is written for sure, and its marks are those that its lines should have.
pub fn reads_one_way(hunk: &Hunk) -> bool {
    let lines = &hunk.lines;
    if !may_be_decoded(hunk) {
        return Arc::ptr_eq(&rediffed(hunk), lines)
            && !is_numbered_through(lines)
            && (!hunk.may_have([Sign::Ellipsis]) || elided(lines).is_none())
            && unmarked(hunk.marks, lines).is_none()
            && marked_once(hunk).is_none();
    }
    let variants = variants(hunk);
    let others = &mut variants[1..].iter();
    others.all(|variant| !variant.kind.is_sure()) && Arc::ptr_eq(&variants[0].lines, &hunk.lines)
}

/// Returns whether a line of the hunk may hold what stands for something else: an escape, an entity, a typographic quote.
fn may_be_decoded(hunk: &Hunk) -> bool {
    let is_plain = |text: &BStr| {
        let is_entity = |at: usize| text[at] == b'\\' || escape::has_entities(&text[at..]);
        text.is_ascii() && !memchr::memchr2_iter(b'\\', b'&', text).any(is_entity)
    };
    let may_be_one = hunk.may_have([Sign::NotAscii, Sign::Escape]);
    may_be_one && !hunk.lines.iter().all(|line| is_plain(&line.body))
}

/// Returns `hunk` read as it is written.
pub fn as_written(hunk: &Hunk) -> Variant {
    Variant {
        kind: VariantKind::AsWritten,
        lines: rediffed(hunk),
    }
}

/// Returns the hunk's lines with those that both of its sides share as context, whatever markers the reply gave them
/// (as aider normalises hunks).
fn rediffed(hunk: &Hunk) -> Arc<[HunkLine]> {
    let bodies = |kind| {
        let lines = hunk.lines.iter().filter(move |line| line.kind == kind);
        lines.map(|line| &line.body)
    };
    // Where no line is both removed and inserted, no diff has more context than the hunk.
    const FEW: usize = 8;
    let is_kept = if bodies(LineKind::Delete).nth(FEW).is_none() {
        let is_removed = |body| bodies(LineKind::Delete).any(|removed| removed == body);
        bodies(LineKind::Insert).any(is_removed)
    } else {
        let removed: HashSet<&Piece> = bodies(LineKind::Delete).collect();
        bodies(LineKind::Insert).any(|body| removed.contains(body))
    };
    if !is_kept {
        return Arc::clone(&hunk.lines);
    }
    let side = |is_in: fn(&HunkLine) -> bool| -> Vec<Piece> {
        let lines = hunk.lines.iter().filter(|line| is_in(line));
        lines.map(|line| line.body.clone()).collect()
    };
    let (before, after) = (side(HunkLine::in_preimage), side(HunkLine::in_postimage));
    let n_context = hunk.n_lines_of(LineKind::Context);
    let lines = diff_lines(&before, &after);
    // Where the reply's own markers already name as much context, their grouping is the author's.
    if lines
        .iter()
        .filter(|line| line.kind == LineKind::Context)
        .count()
        > n_context
    {
        lines.into()
    } else {
        Arc::clone(&hunk.lines)
    }
}

/// Which lines of a preimage carry copied line numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Numbered {
    /// All that say something.
    All,
    Some,
    None,
}

impl Numbered {
    fn of(lines: &[HunkLine]) -> Numbered {
        if is_numbered_through(lines) {
            Numbered::All
        } else if saying(lines).any(is_numbered) {
            Numbered::Some
        } else {
            Numbered::None
        }
    }
}

/// Returns whether all lines of the preimage that say something carry a copied line number.
fn is_numbered_through(lines: &[HunkLine]) -> bool {
    saying(lines).next().is_some() && saying(lines).all(is_numbered)
}

/// Returns the lines of the preimage that say something.
fn saying(lines: &[HunkLine]) -> impl Iterator<Item = &HunkLine> {
    let preimage = lines.iter().filter(|line| line.in_preimage());
    preimage.filter(|line| !indent::is_blank(&line.body))
}

fn is_numbered(line: &HunkLine) -> bool {
    after_number(&line.body).is_some()
}

/// Returns the lines without the line numbers in front of them.
fn unnumbered(lines: &[HunkLine]) -> Vec<HunkLine> {
    with_bodies(lines, |body| after_number(body).unwrap_or(body).into())
}

/// Returns what follows a copied line number: `42 | code`, `42: code`, `42<tab>code`.
pub fn after_number(line: &[u8]) -> Option<&[u8]> {
    let line = indent::unindented(line);
    let n_digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let rest = line[n_digits..].as_bstr();
    if n_digits == 0 {
        return None;
    }
    if let Some(rest) = rest.strip_prefix(b"\t") {
        return Some(rest);
    }
    let rest = rest.strip_prefix(b" ").unwrap_or(rest);
    let rest = rest
        .strip_prefix(b"|")
        .or_else(|| rest.strip_prefix(b":"))?;
    Some(rest.strip_prefix(b" ").unwrap_or(rest))
}

/// Returns the lines with their entities decoded, where nothing in them shows that they were not all encoded.
fn unescaped(lines: &[HunkLine]) -> Option<Vec<HunkLine>> {
    let has_some = lines.iter().any(|line| escape::has_entities(&line.body));
    (has_some && escape::may_be_entities(lines))
        .then(|| with_bodies(lines, escape::without_entities))
}

/// Returns the lines with the escapes of a string decoded, when the preimage has any and nothing in them shows that they were
/// not all escaped: whoever wrote it escaped it twice.
pub(super) fn escaped_once(hunk: &Hunk) -> Option<Vec<HunkLine>> {
    // The backslash before what looks like a mark is no escape of a string.
    let is_of_string = |body: &BStr| escape::is_of_string(escape::without(body));
    if !hunk.preimage().any(is_of_string) || !escape::may_be_of_string(&hunk.lines) {
        return None;
    }
    let decode = |side: Vec<&BStr>| escape::decoded(&bstr::join("\n", side));
    let before = decode(hunk.preimage().collect());
    let after = decode(hunk.postimage().collect());
    let lines = |side: BString| -> Vec<Piece> {
        let side = Piece::from(side);
        side.lines().map(|line| side.of_same_text(line)).collect()
    };
    Some(diff_lines(&lines(before), &lines(after)))
}

/// Returns the lines with the blanks before context that were taken for marks, where that may have been wrong: wherever two
/// were taken, and where one was and what is left is odd, for files are indented by even numbers.
fn unmarked(marks: Marks, lines: &[HunkLine]) -> Option<Vec<HunkLine>> {
    let n_blanks = |body: &[u8]| body.iter().take_while(|byte| **byte == b' ').count();
    let lost_blanks = |line: &HunkLine| match marks {
        Marks::None | Marks::Lost => 0,
        Marks::Single | Marks::Partly => n_blanks(&line.body) % 2,
        Marks::Doubled => 2,
    };
    let shows_it = |line: &&HunkLine| {
        is_context(line) && (marks == Marks::Doubled || n_blanks(&line.body) > 0)
    };
    let mut showing = lines.iter().filter(shows_it).peekable();
    showing.peek()?;
    if !showing.all(|line| lost_blanks(line) > 0) {
        return None;
    }
    Some(with_blanks(lines, lost_blanks))
}

/// Returns the lines as every tool reads them, where the marks of the context seem to be lost or there twice: a file may be
/// indented by one blank.
fn marked_once(hunk: &Hunk) -> Option<Vec<HunkLine>> {
    match hunk.marks {
        Marks::None | Marks::Single | Marks::Partly => None,
        Marks::Doubled => Some(with_blanks(&hunk.lines, |_| 1)),
        Marks::Lost => {
            let is_indented = |line: &HunkLine| is_context(line) && line.body.starts_with(b" ");
            let lines = hunk.lines.iter().map(|line| {
                let mut line = line.clone();
                if is_indented(&line) {
                    line.body = line.body[1..].to_vec().into();
                }
                line
            });
            let may_be_marked = hunk.lines.iter().any(is_indented);
            may_be_marked.then(|| lines.collect())
        }
    }
}

fn is_context(line: &HunkLine) -> bool {
    line.kind == LineKind::Context && !indent::is_blank(&line.body)
}

/// Returns the lines with blanks in front of those of context, as many as `lost` says, two at most.
fn with_blanks(lines: &[HunkLine], lost: impl Fn(&HunkLine) -> usize) -> Vec<HunkLine> {
    let with_blanks = lines.iter().map(|line| {
        let mut line = line.clone();
        if is_context(&line) {
            line.body = [&b"  "[..lost(&line)], &line.body].concat().into();
        }
        line
    });
    with_blanks.collect()
}

/// Returns the lines with plain quotes and blanks, where the preimage has typographic ones.
fn straightened(lines: &[HunkLine]) -> Option<Vec<HunkLine>> {
    let is_curled = |line: &HunkLine| {
        line.in_preimage()
            && !line.body.is_ascii()
            && line.body.chars().any(|c| straight(c).is_some())
    };
    let in_plain = |body: &[u8]| {
        let mut plain = Vec::with_capacity(body.len());
        for (start, end, c) in body.char_indices() {
            match straight(c) {
                Some(byte) => plain.push(byte),
                None => plain.extend_from_slice(&body[start..end]),
            }
        }
        BString::from(plain)
    };
    lines
        .iter()
        .any(is_curled)
        .then(|| with_bodies(lines, in_plain))
}

/// Returns the lines without context that stands for other lines; `None` where it stands amid deletions, for then what it
/// stands for would have to go too.
fn elided(lines: &[HunkLine]) -> Option<Vec<HunkLine>> {
    let stands_for_others = |line: &HunkLine| line.kind == LineKind::Context && is_gap(&line.body);
    let is_deleted = |at: Option<usize>| {
        at.and_then(|at| lines.get(at))
            .is_some_and(|line| line.kind == LineKind::Delete)
    };
    let elisions: Vec<usize> = (0..lines.len())
        .filter(|at| stands_for_others(&lines[*at]))
        .collect();
    let amid_deletions = |at: &usize| is_deleted(at.checked_sub(1)) && is_deleted(Some(at + 1));
    if elisions.is_empty() || elisions.iter().any(amid_deletions) {
        return None;
    }
    Some(
        lines
            .iter()
            .filter(|line| !stands_for_others(line))
            .cloned()
            .collect(),
    )
}

fn with_bodies(lines: &[HunkLine], change: impl Fn(&[u8]) -> BString) -> Vec<HunkLine> {
    lines
        .iter()
        .map(|line| HunkLine {
            kind: line.kind,
            body: change(&line.body).into(),
        })
        .collect()
}

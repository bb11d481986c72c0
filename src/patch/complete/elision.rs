//! Lines that stand for all lines between their neighbours: `...`, alone or in a comment, in the old text of a hunk, and a
//! deleted `~`. The lines on both sides of such a gap say where it is; what it covers is the file's.

use std::collections::HashSet;

use bstr::{BStr, ByteSlice};

use super::gap::{self, Found, Reading};
use super::whole::Whole;
use super::{Extent, Hunk, HunkLine, LineKind, Occurrences, Unsure, completed};
use crate::patch::line::diff_lines;
use crate::patch::{Marks, escape, lazy};
use crate::text::{LineSpan, OneOf, Piece, Sign, Trim, indent};

/// Returns whether a line only stands for others: an ellipsis, alone, in a comment, or with words such as "existing
/// code".
pub fn is_gap(line: &[u8]) -> bool {
    // Asked of every line of a reply.
    if !lazy::has_ellipsis(line) {
        return false;
    }
    let text = line.replace("\u{2026}", "...").to_lowercase();
    let Some(at) = text.find("...") else {
        return false;
    };
    let marks = |byte: &u8| byte.is_ascii_punctuation() || byte.is_ascii_whitespace();
    let before_is_bare = text[..at].iter().all(marks);
    let rest = text[at..].trim_with(|c| c.is_ascii_punctuation() || c.is_ascii_whitespace());
    const WORDS: [&str; 11] = [
        "existing", "rest of", "unchanged", "same", "keep", "remaining", "other", "code",
        "as before", "previous", "omitted",
    ];
    let says_so = || rest.has_one_of(&WORDS) && !is_spread(&text, at);
    before_is_bare && (rest.is_empty() || says_so())
}

/// Returns whether the dots at byte `at` belong to the name behind them, as in `...other` of JavaScript.
fn is_spread(text: &[u8], at: usize) -> bool {
    let is_name = |byte: &u8| byte.is_ascii_alphabetic();
    let is_comment = text[..at].iter().any(|byte| b"/#*-;%!".contains(byte));
    let closes = text[at + 3..].contains_str("...");
    text.get(at + 3).is_some_and(is_name) && !is_comment && !closes
}

/// Returns whether a line of the hunk's old text may stand for others.
pub(super) fn is_in_old_text(hunk: &Hunk) -> bool {
    hunk.occurrences == Occurrences::One
        && hunk.may_have([Sign::Ellipsis])
        && hunk.preimage().any(|line| is_gap(line))
}

/// Fills in the lines for which each deleted `~` stands; `None` where these are not found.
pub(super) fn tilde_filled(hunk: &Hunk, whole: &Whole<'_>) -> Option<Hunk> {
    let is_tilde = |line: &HunkLine| line.is_delete() && line.body == "~";
    let gapped = Gapped::of(&hunk.lines, is_tilde)?;
    match gapped.read(whole) {
        Found::One(reading) => gapped.filled(hunk, &reading, whole),
        Found::Several | Found::Apart | Found::None => None,
    }
}

/// Fills in the lines for which each line `...` of the old text stands, unless the file has that line itself. Where it is not
/// clear what they stand for, the hunk waits as it is; `None` where nothing like it was found.
pub(super) fn filled(hunk: &Hunk, whole: &Whole<'_>) -> Option<Hunk> {
    // What the file says itself, before the change or after it, stands for nothing else.
    let has_one = n_gaps(hunk, HunkLine::in_postimage) > 0;
    let stands_after = || has_one && gap::stands(hunk.postimage(), whole);
    let stands_unescaped =
        || escape::is_in_preimage(hunk) && gap::stands(hunk.preimage().map(escape::without), whole);
    if gap::stands(hunk.preimage(), whole)
        || stands_after()
        || stands_unescaped()
        || are_of_file(hunk, whole)
    {
        return None;
    }
    let paired = paired(hunk);
    let unclear = || Hunk {
        unsure: hunk.unsure.or(Some(Unsure::GapUnclear)),
        lines: paired.lines[..].into(),
        ..hunk.clone()
    };
    let is_old_gap = |line: &HunkLine| line.in_preimage() && is_gap(&line.body);
    let Some(gapped) = Gapped::of(&paired.lines, is_old_gap) else {
        return Some(unclear());
    };
    // Where the file has the other lines one below the other, nothing was left out.
    let others = || hunk.preimage().filter(|line| !is_gap(line));
    let mut gaps = hunk.lines.iter().filter(|line| is_gap(&line.body));
    if gaps.all(|gap| gap.is_context()) && gap::stands(others(), whole) {
        let rest = hunk.lines.iter().filter(|line| !is_gap(&line.body));
        return Some(Hunk {
            lines: rest.cloned().collect(),
            ..hunk.clone()
        });
    }
    let is_unclear = gapped.is_unclear || !paired.is_even;
    let doubted = |hunk: Hunk| Hunk {
        unsure: hunk.unsure.or(is_unclear.then_some(Unsure::GapUnclear)),
        ..hunk
    };
    if gapped.gaps.is_empty() {
        let rest = doubted(Hunk {
            lines: gapped.parts.concat().into(),
            ..hunk.clone()
        });
        return Some(completed(&rest, whole).unwrap_or(rest));
    }
    let mut lines = gapped.parts.iter().flatten();
    let says_something = lines.any(|line| gap::says_something(&line.body));
    match gapped.read(whole) {
        _ if !says_something => has_new_gap(hunk).then(unclear),
        Found::One(reading) => gapped.filled(hunk, &reading, whole).map(doubted),
        // Which lines a gap amid context covers changes nothing that is written.
        Found::Several | Found::Apart if gapped.changes_one_part() && !has_new_gap(hunk) => None,
        Found::Several | Found::Apart => Some(unclear()),
        // Such a line of the new text is never written, wherever the hunk goes.
        Found::None => has_new_gap(hunk).then(unclear),
    }
}

/// Returns whether the file has every such line of the old text itself, below or above the same line as in the hunk.
fn are_of_file(hunk: &Hunk, whole: &Whole<'_>) -> bool {
    let lines: Vec<&BStr> = hunk.preimage().collect();
    let is_beside = |at: Option<usize>, there: Option<usize>| {
        let line = at
            .and_then(|at| lines.get(at))
            .filter(|line| gap::says_something(line));
        let there = there.filter(|there| *there < whole.text.n_lines());
        line.zip(there)
            .is_some_and(|(line, there)| line.trimmed() == whole.text.line(there).trimmed())
    };
    let is_of_file = |at: usize| {
        let like = whole.lines_like(lines[at]).iter();
        let mut looked = like.take_while(|_| whole.spend(1));
        looked.any(|there| {
            is_beside(at.checked_sub(1), there.checked_sub(1))
                || is_beside(Some(at + 1), Some(there + 1))
        })
    };
    (0..lines.len())
        .filter(|at| is_gap(lines[*at]))
        .all(is_of_file)
}

fn has_new_gap(hunk: &Hunk) -> bool {
    let is_new = |line: &HunkLine| line.is_insert() && is_gap(&line.body);
    hunk.lines.iter().any(is_new)
}

/// Returns whether a line of the new text stands for others that the old text does not leave out, in the place of lines that
/// go: those would be lost.
pub fn is_in_new_text_alone(hunk: &Hunk) -> bool {
    let is_told = || n_gaps(hunk, HunkLine::in_preimage) == n_gaps(hunk, HunkLine::in_postimage);
    let is_new = |line: &HunkLine| line.is_insert() && is_gap(&line.body);
    let goes = |line: &&HunkLine| line.is_delete() && line.has_text();
    // One line that becomes `...` is the body of a stub.
    let loses = |run: &[HunkLine]| run.iter().any(is_new) && run.iter().filter(goes).count() > 1;
    (hunk.lines.split(HunkLine::is_context).any(loses) || lazy::is_in_new_text(hunk)) && !is_told()
}

/// A hunk's lines, the gaps of its two sides beside each other.
struct Paired {
    lines: Vec<HunkLine>,
    /// Whether both sides have as many.
    is_even: bool,
}

/// Pairs the gaps of the new text with those of the old one, the first with the first and so on, as context. What the old
/// text has more goes, what the new text has more stands for nothing.
fn paired(hunk: &Hunk) -> Paired {
    if !has_new_gap(hunk) {
        return Paired {
            lines: hunk.lines.to_vec(),
            is_even: true,
        };
    }
    let parts = |is_on_side: fn(&HunkLine) -> bool| -> Vec<Vec<Piece>> {
        let side = hunk.lines.iter().filter(|line| is_on_side(line));
        let side: Vec<Piece> = side.map(|line| line.body.clone()).collect();
        let parts = side.split(|line| is_gap(line));
        parts.map(<[Piece]>::to_vec).collect()
    };
    let (old, mut new) = (parts(HunkLine::in_preimage), parts(HunkLine::in_postimage));
    let n_paired = old.len().min(new.len());
    let more = new.split_off(n_paired).concat();
    new[n_paired - 1].extend(more);
    let mut lines = Vec::new();
    for (nth, old) in old.iter().enumerate() {
        let kind = match new.get(nth) {
            Some(_) => LineKind::Context,
            None => LineKind::Delete,
        };
        lines.extend((nth > 0).then(|| HunkLine::new(kind, "...")));
        lines.extend(diff_lines(old, new.get(nth).map_or(&[], Vec::as_slice)));
    }
    Paired {
        lines,
        is_even: n_gaps(hunk, HunkLine::in_preimage) == n_gaps(hunk, HunkLine::in_postimage),
    }
}

fn n_gaps(hunk: &Hunk, is_on_side: fn(&HunkLine) -> bool) -> usize {
    let side = hunk.lines.iter().filter(|line| is_on_side(line));
    side.filter(|line| is_gap(&line.body)).count()
}

/// Lines with gaps between them.
struct Gapped {
    /// What stands before the first gap, between each two, and behind the last; each names a line of the file.
    parts: Vec<Vec<HunkLine>>,
    /// What becomes of the lines of each gap: they stay, or go.
    gaps: Vec<LineKind>,
    /// Whether it is not clear what becomes of the lines of a gap, though it is known where they are.
    is_unclear: bool,
}

impl Gapped {
    /// Takes the gaps out of `lines`; `None` where it is not clear beside what line of the file something changes. A gap at an
    /// end of them is nothing but a remark.
    fn of(lines: &[HunkLine], is_gap: impl Fn(&HunkLine) -> bool) -> Option<Gapped> {
        let mut gapped = Gapped {
            parts: vec![Vec::new()],
            gaps: Vec::new(),
            is_unclear: false,
        };
        for (at, line) in lines.iter().enumerate() {
            if !is_gap(line) {
                gapped.parts.last_mut()?.push(line.clone());
                continue;
            }
            let is_deletion = |line: Option<&HunkLine>| line.is_some_and(HunkLine::is_delete);
            let above = at.checked_sub(1).and_then(|above| lines.get(above));
            // Of a diff, such a line may have lost its mark.
            gapped.is_unclear |=
                line.is_context() && is_deletion(above) && is_deletion(lines.get(at + 1));
            gapped.end_part(line.kind)?;
        }
        gapped.without_last_gap()
    }

    /// Ends the part that was read last by a gap whose lines become `kind`.
    fn end_part(&mut self, kind: LineKind) -> Option<()> {
        let part = self.parts.last_mut()?;
        let is_first = self.gaps.is_empty();
        // Blanks beside a gap are there for looks.
        let ends = part.iter().rposition(|line| !is_blank_context(line));
        part.truncate(ends.map_or(0, |last| last + 1));
        let begins = part.iter().position(|line| !is_blank_context(line));
        part.drain(..begins.filter(|_| !is_first).unwrap_or(0));
        if part.is_empty() {
            self.is_unclear |= match self.gaps.last() {
                Some(before) => *before != kind,
                None => kind == LineKind::Delete,
            };
            return Some(());
        }
        if !part.iter().any(names_a_line) {
            return None;
        }
        self.gaps.push(kind);
        self.parts.push(Vec::new());
        Some(())
    }

    fn without_last_gap(mut self) -> Option<Gapped> {
        let has_gap = !self.gaps.is_empty();
        let last = self.parts.last_mut()?;
        let begins = last.iter().position(|line| !is_blank_context(line));
        if has_gap {
            last.drain(..begins.unwrap_or(last.len()));
        }
        if last.is_empty() {
            self.parts.pop();
            self.is_unclear |= self.gaps.pop() == Some(LineKind::Delete);
        } else if has_gap && !last.iter().any(names_a_line) {
            return None;
        }
        Some(self)
    }

    /// Returns whether all changes lie in one part, which names lines of the file beside them, and no line of a gap goes.
    fn changes_one_part(&self) -> bool {
        let changes = |part: &&Vec<HunkLine>| part.iter().any(|line| line.is_change());
        let mut changed = self.parts.iter().filter(changes);
        let only = changed.next().filter(|_| changed.next().is_none());
        let telling = |part: &Vec<HunkLine>| {
            let named = part.iter().filter(|line| line.in_preimage());
            named.filter(|line| gap::says_something(&line.body)).count()
        };
        only.is_some_and(|part| telling(part) >= 2) && !self.gaps.contains(&LineKind::Delete)
    }

    /// Reads the parts beside the file. Where they stand as they are after the change, that is what it is.
    fn read(&self, whole: &Whole<'_>) -> Found<Reading> {
        let before = self.found(whole, HunkLine::in_preimage);
        if self.gaps.contains(&LineKind::Delete) {
            return before;
        }
        let mut lines = self.parts.iter().flatten();
        let takes_lines = lines.any(|line| line.is_delete());
        match before {
            Found::One(_) | Found::Several | Found::Apart if takes_lines => before,
            // What was inserted once would be one more line of a gap.
            Found::One(_) | Found::Several | Found::Apart | Found::None => {
                match self.found(whole, HunkLine::in_postimage) {
                    Found::One(after) if !self.leaves_removed(&after, whole) => Found::One(after),
                    Found::One(_) | Found::Several | Found::Apart | Found::None => before,
                }
            }
        }
    }

    /// Returns whether a gap of `reading` holds a line that the hunk removes: then the change was not made there.
    fn leaves_removed(&self, reading: &Reading, whole: &Whole<'_>) -> bool {
        let lines = || self.parts.iter().flatten();
        let stays = |body: &Piece| {
            let mut after = lines().filter(|line| line.in_postimage());
            after.any(|line| line.body.trimmed() == body.trimmed())
        };
        let removed = lines().filter(|line| {
            line.is_delete() && gap::says_something(&line.body) && !stays(&line.body)
        });
        let removed: HashSet<&[u8]> = removed.map(|line| line.body.trimmed()).collect();
        let spans = reading.parts.windows(2);
        let mut gaps = spans.flat_map(|pair| pair[0].end..pair[1].start);
        !removed.is_empty() && gaps.any(|at| removed.contains(whole.text.line(at).trimmed()))
    }

    fn found(&self, whole: &Whole<'_>, is_on_side: fn(&HunkLine) -> bool) -> Found<Reading> {
        let side = |part: &'_ Vec<HunkLine>| -> Vec<Piece> {
            let lines = part.iter().filter(|line| is_on_side(line));
            lines.map(|line| line.body.clone()).collect()
        };
        gap::read(&self.parts.iter().map(side).collect::<Vec<_>>(), whole)
    }

    /// Returns `hunk` with the lines of the file in its gaps, indented as its own are; `None` where they cannot be.
    fn filled(&self, hunk: &Hunk, reading: &Reading, whole: &Whole<'_>) -> Option<Hunk> {
        let mut lines = Vec::new();
        let mut left_out: Option<LineSpan> = None;
        for (nth, part) in self.parts.iter().enumerate() {
            if let Some(above) = nth.checked_sub(1) {
                let kind = self.gaps[above];
                let gap = LineSpan::new(reading.parts[above].end, reading.parts[nth].start);
                if kind == LineKind::Delete && !gap.is_empty() {
                    let start = left_out.map_or(gap.start, |span| span.start);
                    left_out = Some(LineSpan::new(start, gap.end));
                }
                for line in whole.text.pieces(gap) {
                    lines.push(HunkLine::new(kind, reading.shift.undone(line)?));
                }
            }
            lines.extend_from_slice(part);
        }
        Some(Hunk {
            lines: lines.into(),
            replaces: left_out.map(Box::new),
            extent: Extent::Lines,
            marks: Marks::None,
            invalid: None,
            ..hunk.clone()
        })
    }
}

fn is_blank_context(line: &HunkLine) -> bool {
    line.is_context() && indent::is_blank(&line.body)
}

fn names_a_line(line: &HunkLine) -> bool {
    line.in_preimage() && line.has_text()
}

#[cfg(test)]
mod tests;

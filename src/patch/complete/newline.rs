//! The newline at the end of a file: as FUDiff writes it, an empty line that comes or goes behind the last one; and as strings
//! end at it.

use bstr::ByteSlice;

use super::whole::Whole;
use super::within::within;
use super::{
    CONTEXT_LINES, Extent, Hunk, HunkLine, LineKind, Occurrences, Unsure, as_string, doubted,
    preimage, stands_at,
};
use crate::patch::escape;
use crate::text::{FinalNewline, LineSpan, Piece, Text};

/// Reads a string replacement at the end of a file without a final newline. A newline at the end of the new text becomes the final
/// newline. If the new text is empty, the newline before the removed lines is kept.
pub(super) fn at_open_end(hunk: &Hunk, whole: &Whole<'_>) -> Option<Hunk> {
    if hunk.occurrences != Occurrences::One || whole.text.has_final_newline() {
        return None;
    }
    let mut lines = hunk.lines.to_vec();
    if hunk.postimage().next().is_none() {
        lines.push(HunkLine::new(LineKind::Insert, ""));
    }
    let asked = Hunk {
        lines: lines.into(),
        ..hunk.clone()
    };
    // The same text may be elsewhere, too.
    read(&asked, whole.text).map(|read| Hunk {
        at_eof: hunk.at_eof,
        ..read
    })
}

/// Returns whether the old text of a hunk, and the newline that ends it, are the end of the file.
pub(super) fn ends_at_it(hunk: &Hunk, whole: &Whole<'_>) -> bool {
    let old = bstr::join("\n", hunk.preimage());
    !old.is_empty() && whole.text.has_final_newline() && whole.content().ends_with_str(&old)
}

/// Returns the hunk as one that removes the newline at the end of the file, and changes nothing else.
pub(super) fn removed_alone(hunk: &Hunk, whole: &Whole<'_>) -> Hunk {
    let n_lines = whole.text.n_lines();
    let shown = LineSpan::new(n_lines.saturating_sub(CONTEXT_LINES), n_lines);
    let shown = whole.pieces(shown).into_iter();
    let lines = shown.map(|line: Piece| HunkLine::new(LineKind::Context, line));
    Hunk {
        lines: changing_something(lines.collect()).into(),
        final_newline: FinalNewline::Remove,
        at_eof: true,
        extent: Extent::Lines,
        ..hunk.clone()
    }
}

/// Reads the last line of a side of `hunk`, an empty one that comes or goes, as the newline at the end of the file; `None`
/// where the hunk does not end with the file's last line, or the file's own newline shows that a blank line is meant.
pub(super) fn read(hunk: &Hunk, text: &Text) -> Option<Hunk> {
    let (mark, final_newline) = if text.has_final_newline() {
        (removed(&hunk.lines)?, FinalNewline::Remove)
    } else {
        (added(&hunk.lines)?, FinalNewline::Add)
    };
    // As it is written, an empty line that goes is a blank line, where there is one.
    let stands = |lines: &[HunkLine]| (0..text.n_lines()).any(|at| stands_at(text, lines, at));
    if final_newline == FinalNewline::Remove
        && (stands(&hunk.lines) || stands(&escape::dropped(&hunk.lines)))
    {
        return None;
    }
    let mut lines = hunk.lines.to_vec();
    lines.remove(mark);
    // The file tells which of the two readings of an escaped line is right.
    let ends_the_file = ends_with(text, &lines) || ends_with(text, &escape::dropped(&lines));
    ends_the_file.then(|| Hunk {
        lines: changing_something(lines).into(),
        final_newline,
        at_eof: true,
        extent: Extent::Lines,
        ..hunk.clone()
    })
}

/// Returns the index of the line that may be a newline which goes: the last of the preimage, deleted and empty.
fn removed(lines: &[HunkLine]) -> Option<usize> {
    let last = lines.iter().rposition(HunkLine::in_preimage)?;
    (lines[last].is_delete() && lines[last].body.is_empty()).then_some(last)
}

/// Returns the index of the line that may be a newline which comes: the last of the postimage, inserted and empty.
fn added(lines: &[HunkLine]) -> Option<usize> {
    let last = lines.iter().rposition(HunkLine::in_postimage)?;
    (lines[last].is_insert() && lines[last].body.is_empty()).then_some(last)
}

/// Returns whether a hunk may speak of the newline at the end of the file.
pub fn is_in(hunk: &Hunk) -> bool {
    removed(&hunk.lines).or(added(&hunk.lines)).is_some()
}

/// Returns whether `text` ends with the preimage of `lines`.
fn ends_with(text: &Text, lines: &[HunkLine]) -> bool {
    let n_lines = preimage(lines).count();
    let start = text.n_lines().checked_sub(n_lines);
    n_lines > 0 && start.is_some_and(|start| stands_at(text, lines, start))
}

/// Returns the lines with the last one taken out and put back where none changes, as diffs with numbers write it: the
/// newline that comes or goes is that line's.
fn changing_something(lines: Vec<HunkLine>) -> Vec<HunkLine> {
    match lines.split_last() {
        Some((last, above)) if lines.iter().all(|line| line.is_context()) => {
            let put = |kind| HunkLine::new(kind, last.body.clone());
            let changed = [put(LineKind::Delete), put(LineKind::Insert)];
            above.iter().cloned().chain(changed).collect()
        }
        Some(_) | None => lines,
    }
}

/// Reads an old text with the newline that ends it: where the file has it to the letter, it is replaced there. Where the new text
/// lacks that newline and an empty line follows, its newline ends the new text, and any other line is glued to it. Where no line
/// follows, the file keeps its newline, unless nothing else changes. Where the text is not in the file to the letter, that
/// newline is no matter.
pub(super) fn opened(hunk: &Hunk, whole: &Whole<'_>) -> Option<Hunk> {
    let side = |is_of: fn(&HunkLine) -> bool| -> Vec<Piece> {
        let lines = hunk.lines.iter().filter(|line| is_of(line));
        lines.map(|line| line.body.clone()).collect()
    };
    let (mut old, mut new) = (side(HunkLine::in_preimage), side(HunkLine::in_postimage));
    let text = [&bstr::join("\n", hunk.preimage())[..], b"\n"].concat();
    let is_there = whole.spend(whole.content().len()) && whole.content().contains_str(&text);
    if !is_there {
        // A new text that ends at a newline ends like the old one: it is a line longer here.
        let both_end = new.pop_if(|line| line.is_empty()).is_some();
        let hunk = &Hunk {
            lines: Hunk::from_sides(&old, &new).lines,
            ..hunk.clone()
        };
        if let Some(ended) = at_open_end(hunk, whole) {
            return within(&ended, whole).or(Some(ended));
        }
        let ends_file = ends_at_it(hunk, whole);
        let drops_newline = ends_file && !both_end;
        if drops_newline && old == new {
            return Some(removed_alone(hunk, whole));
        }
        let is_blank = |line: Option<&Piece>| line.is_some_and(|line| line.is_empty());
        let both_begin = both_end && is_blank(new.first());
        let extent = match is_blank(old.first()) && (ends_file || !both_begin) {
            true => Extent::Within,
            false => Extent::Lines,
        };
        let ended = Hunk {
            extent,
            drops_final_newline: drops_newline,
            ..hunk.clone()
        };
        return as_string(&ended, whole).or(Some(ended));
    }
    old.push(Piece::from(""));
    if new.is_empty() {
        new.push(Piece::from(""));
    }
    let joined = Hunk {
        lines: Hunk::from_sides(&old, &new).lines,
        extent: Extent::Within,
        ..hunk.clone()
    };
    let made = within(&joined, whole).unwrap_or(joined);
    // What ends the file has the newline behind it, too.
    match ends_at_it(hunk, whole) {
        true => Some(doubted(&made, Unsure::StandsWithin)),
        false => Some(made),
    }
}

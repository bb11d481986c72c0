//! The note on a reply without any patch: what it holds instead.

use bstr::{BStr, ByteSlice};

use super::{NotAnEdit, Part, Verdict};
use crate::dialect::commands::run::Form;
use crate::dialect::note::{Note, NoteCode};
use crate::dialect::words::{file_ending, sentence};
use crate::text::words::counted;
use crate::text::{LineSpan, Text};

/// Returns the note on a reply without any patch: what it holds instead, and what to ask for.
pub(in crate::dialect) fn no_patch(text: &Text, parts: &[Part]) -> Note {
    let is_blank = |line: usize| text.line(line).trim_ascii().is_empty();
    if (0..text.n_lines()).all(is_blank) {
        return Note {
            code: NoteCode::NoPatch,
            span: LineSpan::new(0, 0),
            text: "the reply is empty".to_string(),
            hunk: None,
        };
    }
    let searched = counted(text.n_lines(), "line");
    let likely = likeliest(text);
    let in_words = |part: &&Part| {
        matches!(
            part.verdict,
            Verdict::Unread {
                form: Form::Words,
                ..
            }
        )
    };
    let held = match (parts, likely) {
        ([first, ..], _) if parts.iter().filter(in_words).count() == parts.len() => format!(
            "; line {} asks for an edit in words; ask for it as a diff, or as SEARCH/REPLACE blocks under the file's path",
            first.span.start + 1
        ),
        ([], Some(index)) => format!("; line {} looks most like one", index + 1),
        ([], None) => ", and no line looks like a part of one".to_string(),
        (parts, _) => format!(
            ": {}, {}; ask for a diff, or for SEARCH/REPLACE blocks under the file's path",
            counted(
                parts.iter().filter(|part| !in_words(part)).count(),
                "code block"
            ),
            words_of(text, parts)
        ),
    };
    let at = parts.first().map(|part| part.span.start).or(likely);
    Note {
        code: NoteCode::NoPatch,
        span: at.map_or(LineSpan::new(0, 0), |at| LineSpan::new(at, at + 1)),
        text: format!("no patch found in {searched}{held}"),
        hunk: None,
    }
}

/// Says why no part of a reply is an edit.
fn words_of(text: &Text, parts: &[Part]) -> String {
    let is_unnamed = |part: &Part| part.verdict == Verdict::NotAnEdit(NotAnEdit::Unnamed);
    let is_unread = |part: &&Part| matches!(part.verdict, Verdict::Unread { .. });
    let mut unread = parts.iter().filter(is_unread).filter_map(Part::unread);
    match (unread.next(), unread.count() + 1, parts) {
        (Some(why), _, [_]) => format!("it could not be read: {why}"),
        (Some(why), 1, _) => format!("1 could not be read: {why}"),
        (Some(why), n, _) => format!("{n} could not be read, the first: {why}"),
        (None, _, [only]) if is_unnamed(only) && names_some(text, only) => {
            "none of the files named above is said to be the one".to_string()
        }
        (None, _, [only]) if is_unnamed(only) => "it names no file".to_string(),
        (None, _, parts) if parts.iter().all(is_unnamed) => "none names a file".to_string(),
        (None, _, [_]) => "it asks for no change".to_string(),
        (None, _, _) => "none asks for a change".to_string(),
    }
}

/// Returns whether the paragraph above a part names files.
fn names_some(text: &Text, part: &Part) -> bool {
    let lines = (0..part.span.start).rev().map(|index| text.line(index));
    let near = lines.skip_while(|line| line.trim().is_empty());
    let mut sentences = Vec::new();
    for line in near.take_while(|line| !line.trim().is_empty()) {
        sentence::read(line.as_bstr(), &mut sentences);
    }
    let mut names = sentences.iter().flat_map(|sentence| &sentence.tokens);
    names.any(|token| token.name().is_some_and(|name| file_ending::is_known(name)))
}

/// Returns the line that looks most like a part of a patch.
fn likeliest(text: &Text) -> Option<usize> {
    const MARKS: [&[u8]; 11] = [
        b"@@", b"+++ ", b"--- ", b"<<<<<<<", b">>>>>>>", b"*** ", b"diff ", b"{\"", b"<", b"+",
        b"-",
    ];
    let likeness = |line: &BStr| {
        let rank = MARKS
            .iter()
            .position(|mark| line.trim_start().starts_with(mark));
        rank.map(|rank| MARKS.len() - rank)
    };
    (0..text.n_lines())
        .filter_map(|index| Some((likeness(text.line(index))?, index)))
        .max_by_key(|(rank, index)| (*rank, usize::MAX - index))
        .map(|(_, index)| index)
}

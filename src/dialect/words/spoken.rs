//! The lines of a reply that speak of its edits, in paragraphs.

use bstr::{BStr, ByteSlice};

use super::meant_words::{self, FORBIDDING_SIGNS};
use super::offer::Label;
use super::sentence::{self, Sentence};
use crate::dialect::name::spelling;
use crate::dialect::walk::fence::{Fence, WithoutEnd};
use crate::dialect::walk::heredoc;
use crate::dialect::walk::line::Line;

/// Some lines that speak, up to a blank one, an item or a title.
pub(super) struct Paragraph<'a> {
    pub(super) lines: Vec<&'a BStr>,
    pub(super) sentences: Vec<Sentence<'a>>,
}

impl<'a> Paragraph<'a> {
    pub(super) fn of(lines: Vec<&'a BStr>) -> Paragraph<'a> {
        let mut sentences = Vec::new();
        for line in &lines {
            sentence::read(line, &mut sentences);
        }
        // A number begins an item, and says nothing.
        let says = |sentence: &Sentence<'_>| sentence.tokens.iter().any(|it| it.word().is_some());
        sentences.retain(says);
        Paragraph { lines, sentences }
    }

    pub(super) fn is_title(&self) -> bool {
        self.lines.first().is_some_and(|line| is_title(line))
    }

    /// Returns the label that it is; a letter without a sign beside it is a name.
    pub(super) fn label(&self) -> Option<Label> {
        let is_label = matches!(self.lines[..], [line] if line.len() > 1);
        is_label.then(|| Label::of(&self.sentences)).flatten()
    }
}

/// Gathers lines that speak to paragraphs.
pub(super) fn paragraphs<'a>(spoken: &[(&'a BStr, bool)]) -> Vec<Paragraph<'a>> {
    let mut groups: Vec<Vec<&'a BStr>> = Vec::new();
    let mut is_after_title = false;
    for (line, begins) in spoken {
        let is_new = *begins || is_after_title || is_title(line) || begins_item(line);
        match groups.last_mut().filter(|_| !is_new) {
            Some(group) => group.push(line),
            None => groups.push(vec![line]),
        }
        is_after_title = is_title(line);
    }
    groups.into_iter().map(Paragraph::of).collect()
}

fn begins_item(line: &BStr) -> bool {
    let marks: [&[u8]; 3] = [b"- ", b"* ", "• ".as_bytes()];
    marks.iter().any(|mark| line.starts_with(mark))
}

/// Returns the lines that speak: not those of code that was not read, not what wraps an edit, and not those that only hold a
/// path. With each, whether the line before it does not.
pub(super) fn spoken<'a>(lines: &[Line<'a>], is_below: bool) -> Vec<(&'a BStr, bool)> {
    let mut spoken = Vec::new();
    let mut at = 0;
    let mut last = None;
    let mut closes_first = is_below;
    let mut without_end = WithoutEnd::default();
    while at < lines.len() {
        let body = lines[at].body;
        let unquoted = body.trim_start_with(|c| matches!(c, '>' | ' ')).as_bstr();
        if let Some(fence) = Fence::open(body, at) {
            if fence.info.is_empty() && closes_first {
                closes_first = false;
            } else if !without_end.includes(fence) {
                let close = (at + 1..lines.len()).find(|at| fence.closed_by(lines[*at].body));
                if close.is_none() {
                    without_end.insert(fence);
                }
                at = close.unwrap_or(at);
            }
        } else if !unquoted.is_empty()
            && !body.starts_with(b"    ")
            && !wraps(unquoted)
            && (spelling::alone(unquoted).is_none() || is_marked(unquoted))
        {
            spoken.push((unquoted, last.is_none_or(|last| last + 1 < at)));
            last = Some(at);
        }
        at += 1;
    }
    spoken
}

/// Returns whether a line wraps an edit, and says nothing: a tag, an envelope, a bracket of JSON, a command that is plainly run.
fn wraps(line: &BStr) -> bool {
    let is_tag = line.starts_with(b"<")
        && !["<summary", "<details", "</details", "</think"]
            .iter()
            .any(|tag| line.starts_with(tag.as_bytes()));
    let is_command = heredoc::read(line).is_some() && !meant_words::runs_backwards(line);
    let is_bracket = matches!(line.first(), Some(b'{' | b'}' | b'[' | b']' | b'"'));
    is_tag || is_command || is_bracket || line.starts_with(b"*** ")
}

fn is_title(line: &BStr) -> bool {
    let text = line.trim();
    text.starts_with(b"#")
        || text.starts_with(b"**") && text.trim_end_with(|c| c == ':').ends_with(b"**")
        || text.starts_with(b"**") && !text.starts_with(b"***") && text.contains_str("** ")
        || text.starts_with(b"<summary")
        || text.starts_with(b"<details")
        || text.starts_with(b"</details")
}

/// Returns whether a line is struck out, or bears a sign that forbids; also one that holds a path, with such a word beside it.
fn is_marked(line: &BStr) -> bool {
    let text = line.trim();
    FORBIDDING_SIGNS
        .iter()
        .any(|sign| text.starts_with(sign.as_bytes()))
        || text.starts_with(b"~~")
        || text.trim_end_with(|c| c == ':' || c == '*').ends_with(b")")
}

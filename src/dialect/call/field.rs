//! The text of a named field: an argument of a tool call, or what a tag encloses.

use bstr::{BString, ByteSlice};

use crate::dialect::walk::line::Line;
use crate::dialect::walk::scan::Scan;
use crate::text::Piece;

/// A text of a field, line by line, each with its line of the reply.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::dialect) struct FieldText {
    pub(in crate::dialect) lines: Vec<(Piece, usize)>,
    /// Whether its last line is whole.
    pub(in crate::dialect) last_line: LastLine,
    /// The line breaks beside its tags that were not taken for its own.
    pub(in crate::dialect) breaks: TagBreaks,
    /// Whether it is a quoted string, whose newlines are its own: those of a tag's text may belong to the tags.
    pub(in crate::dialect) is_quoted: bool,
}

/// Line breaks between a text and the tags around it: they may be those of the markup, or its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::dialect) enum TagBreaks {
    /// There is none, or it is known whose they are.
    #[default]
    None,
    /// Only behind the tag that opens it: a markup that sets tags on lines of their own would also break before the other.
    First,
    /// Only before the tag that closes it: its opening tag is on the line of the text.
    Last,
    /// On both sides.
    Both,
}

/// Whether the last line of a field's text is whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::dialect) enum LastLine {
    /// Nothing says so: more of it may follow in the file.
    #[default]
    Open,
    /// The text holds the newline that ends it.
    Ended,
}

impl FieldText {
    /// Splits `text`, all of which comes from line `at` of the reply. A final newline begins no further line.
    pub(in crate::dialect) fn split(text: &[u8], at: usize) -> FieldText {
        let text = Piece::from(text);
        let lines = text.lines().map(|line| (text.of_same_text(line), at));
        FieldText {
            lines: lines.collect(),
            ..FieldText::default()
        }
    }

    /// Splits a quoted string.
    pub(in crate::dialect) fn quoted(text: &[u8], at: usize) -> FieldText {
        let last_line = match text.last() {
            Some(b'\n') => LastLine::Ended,
            Some(_) | None => LastLine::Open,
        };
        FieldText {
            last_line,
            is_quoted: true,
            ..FieldText::split(text, at)
        }
    }

    /// Returns its lines, to be walked over.
    pub(in crate::dialect) fn as_lines(&self) -> Vec<Line<'_>> {
        self.lines
            .iter()
            .map(|(body, at)| Line {
                body: body.as_bstr(),
                at: *at,
            })
            .collect()
    }

    /// Reads it as a part of the reply for which `named` is the path if it names none. Returns whether a file section came
    /// of it.
    pub(in crate::dialect) fn read(&self, scan: &mut Scan<'_>, named: Option<BString>) -> bool {
        let first = self.lines.first();
        first.is_some_and(|(source, _)| scan.nested_of(&self.as_lines(), source, named))
    }

    /// Returns its lines' bodies.
    pub(in crate::dialect) fn bodies(&self) -> Vec<Piece> {
        self.lines.iter().map(|(body, _)| body.clone()).collect()
    }

    /// Returns it in one piece, trimmed.
    pub(in crate::dialect) fn one_line(&self) -> BString {
        let lines = self.lines.iter().map(|(body, _)| body.as_bytes());
        bstr::join("\n", lines).trim().into()
    }
}

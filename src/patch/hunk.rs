//! One hunk: its lines in the order of the reply, and what else the reply says of its place.

use std::sync::Arc;

use bstr::{BStr, BString, ByteSlice};

use super::FileMode;
use super::cell::CellEdit;
use super::hint::{HintSource, LineHint};
use super::line::{HunkLine, LineKind, diff_lines, of_kind};
use super::quote::Quote;
use super::unsure::Unsure;
use crate::text::{Digest, FinalNewline, LineSpan, Piece, RelPath, Sign};

/// One change with the context it names.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hunk {
    /// Context, deletions and insertions in their order; never reordered. Shared by the ways to read the hunk.
    pub lines: Arc<[HunkLine]>,
    /// Where the reply says it goes.
    pub hint: Option<LineHint>,
    /// What stands after `@@`, outermost first: names of the enclosing definitions. They rank places.
    pub headings: Box<[BString]>,
    /// Whether the reply says that the last line is the file's last (`*** End of File`).
    pub at_eof: bool,
    /// What it says of the newline at the end of the file.
    pub final_newline: FinalNewline,
    /// Whether its tool would remove the newline at the end of the file. The file keeps it, but later edits of the reply are matched
    /// against the text without it.
    pub drops_final_newline: bool,
    /// The lines of the file that go without being quoted by the reply: it names them by number, or leaves them out. What
    /// goes is unknown until [`crate::patch::FilePatch::completed`] fills it in, so such a hunk is never placed unasked. Boxed,
    /// as few hunks have them, and there may be 100,000.
    pub replaces: Option<Box<LineSpan>>,
    /// How many of the places that hold its preimage are meant.
    pub occurrences: Occurrences,
    /// Whether its lines are the whole lines of the file.
    pub extent: Extent,
    /// What was taken for the marks of its context lines. A model that leaves marks out, or sets a blank behind them, makes
    /// this a guess.
    pub marks: Marks,
    /// What a blank context line becomes that the file does not have.
    pub blank_context: BlankContext,
    /// What its file is to be, where it asks for that and nothing else: such a hunk has no lines.
    pub mode: Option<FileMode>,
    /// The cell of a notebook that it edits; its lines are the source until it is completed.
    pub cell: Option<Box<CellEdit>>,
    /// Why it is never placed unasked, though it may be right.
    pub unsure: Option<Unsure>,
    /// The sentence of the reply that makes it wait, where one does.
    pub quote: Option<Arc<Quote>>,
    /// Another file that the words around may mean: where its old text stands there, too, it waits.
    pub rival: Option<Box<RelPath>>,
    /// Why it cannot be applied as it is, where the dialect forbids what it says.
    pub invalid: Option<Box<str>>,
    /// Which of the reply's calls, diffs or sets of blocks about its file it belongs to, from 0: line numbers are those of
    /// the text before it.
    pub call: u32,
    /// The lines of the reply it was read from.
    pub origin: LineSpan,
    /// What else it may mean, where it is a part of a file and waits.
    pub instead: Option<Box<OtherReading>>,
}

/// Another reading of a hunk that was worked out beside its file: other lines, at a place of their own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherReading {
    /// Its lines. Those of the file in them are there to the letter.
    pub lines: Arc<[HunkLine]>,
    /// The line of the file at which they begin, 0-based.
    pub line_index: usize,
}

/// What was taken for the marks of context lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Marks {
    /// Nothing: the dialect has none.
    #[default]
    None,
    /// Nothing: they seem to be left out.
    Lost,
    /// A blank in front of each.
    Single,
    /// Two: they seem to be there twice.
    Doubled,
    /// A blank in front of most of them; what has none may be a new line that lost its mark.
    Partly,
}

impl Marks {
    /// Returns how many blanks in front of each line were taken.
    pub fn width(self) -> usize {
        match self {
            Marks::None | Marks::Lost => 0,
            Marks::Single | Marks::Partly => 1,
            Marks::Doubled => 2,
        }
    }
}

/// How many places a hunk is meant for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Occurrences {
    /// One.
    #[default]
    One,
    /// Every place that holds the old text (`replace_all`); completing the hunk makes one of them all.
    All,
    /// The same, where there are so many places.
    Times(u16),
}

/// What the lines of a hunk stand for, until it is completed against its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Extent {
    /// Whole lines.
    #[default]
    Lines,
    /// Old text that may begin and end within a line, as tools that replace strings have it.
    Within,
    /// Old text that ends with a line, whose newline the new text does not have: what follows in the file joins its last line.
    Opened,
    /// Whole lines, but a deleted line `~` stands for all lines between its neighbours.
    Elided,
    /// What stands between newlines: an empty last line may be the newline at the end of the file.
    Split,
    /// New text in the place of the lines it replaces but for what stands on the first before column `from`, and on the last
    /// from column `to` on: columns from 0, in units of UTF-16.
    Columns {
        /// Where it begins.
        from: u32,
        /// Where it ends.
        to: u32,
    },
}

/// What a blank context line becomes where the file has no such line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BlankContext {
    /// Added between an added line and one that is added or kept; elsewhere ignored.
    #[default]
    InsertedBeside,
    /// An addition, as the FILE_PATCH dialect defines it.
    Inserted,
}

impl Hunk {
    /// Makes a hunk from its two sides, lines that both share becoming context.
    pub fn from_sides(before: &[Piece], after: &[Piece]) -> Hunk {
        Hunk {
            lines: diff_lines(before, after).into(),
            ..Hunk::default()
        }
    }

    /// Returns whether one of its lines may have one of `signs`: where they are one stretch of the reply, this is looked up for
    /// all of it together.
    pub fn may_have<const N: usize>(&self, signs: [Sign; N]) -> bool {
        let (Some(first), Some(last)) = (self.lines.first(), self.lines.last()) else {
            return false;
        };
        let is_stretch = Piece::are_a_stretch(self.lines.iter().map(|line| &line.body));
        let has = |sign: Sign| match is_stretch {
            true => first.body.has_through(&last.body, sign),
            false => self.lines.iter().any(|line| sign.is_in(&line.body)),
        };
        signs.into_iter().any(has)
    }

    /// Returns the bodies the file must hold: context and deletions, in order.
    pub fn preimage(&self) -> impl Iterator<Item = &BStr> {
        self.lines
            .iter()
            .filter(|line| line.in_preimage())
            .map(|line| line.body.as_bstr())
    }

    /// Returns whether it names a line of the file. One that does not is bare: insertions alone, or nothing.
    pub fn has_preimage(&self) -> bool {
        self.lines.iter().any(HunkLine::in_preimage)
    }

    /// Returns whether it can only be about a file that is there: it quotes lines, replaces some by number, or goes behind one.
    pub fn asks_for_lines(&self) -> bool {
        self.has_preimage()
            || self.replaces.is_some()
            || self.insertion_line().is_some_and(|line| line > 0)
    }

    /// Returns the line (0-based) before which it goes as a tool call says that inserts by number; `None` for any other hunk.
    pub fn insertion_line(&self) -> Option<usize> {
        let hint = self
            .hint
            .filter(|hint| matches!(hint.source, HintSource::Insertion | HintSource::Position))?;
        Some(hint.line_index)
    }

    /// Returns whether its line may be counted in the text that the hunks before it leave.
    pub fn is_counted_anew(&self) -> bool {
        self.hint
            .is_none_or(|hint| hint.source != HintSource::Position)
    }

    /// Returns the bodies the file shall hold: context and insertions, in order.
    pub fn postimage(&self) -> impl Iterator<Item = &BStr> {
        self.lines
            .iter()
            .filter(|line| line.in_postimage())
            .map(|line| line.body.as_bstr())
    }

    /// Returns the same lines as pieces.
    pub fn postimage_pieces(&self) -> impl Iterator<Item = Piece> {
        let lines = self.lines.iter().filter(|line| line.in_postimage());
        lines.map(|line| line.body.clone())
    }

    /// Returns how many lines are of `kind`.
    pub fn n_lines_of(&self, kind: LineKind) -> usize {
        of_kind(&self.lines, kind).count()
    }

    /// Returns whether it says the same as `other`, which stands elsewhere in the reply.
    pub fn says_the_same(&self, other: &Hunk) -> bool {
        let here = Hunk {
            origin: self.origin,
            call: self.call,
            quote: self.quote.clone(),
            ..other.clone()
        };
        *self == here
    }

    /// Returns whether it changes nothing: context only, or nothing at all.
    pub fn is_no_op(&self) -> bool {
        self.mode.is_none()
            && self.final_newline == FinalNewline::Keep
            && self.lines.iter().all(HunkLine::is_context)
    }

    /// Returns whether it can be read and changes nothing, not even lines that only their numbers or their cell name.
    pub fn asks_for_nothing(&self) -> bool {
        let is_by_line = self.replaces.is_some() || self.cell.is_some();
        self.is_no_op() && !is_by_line && self.invalid.is_none()
    }

    /// Returns its name for people and scripts, given its 1-based number in the reply; see `Session::label`.
    pub fn label(&self, number: usize) -> String {
        Hunk::label_of(self.digest(), number)
    }

    /// Returns the name of a hunk of this digest, given its 1-based number in the reply.
    pub fn label_of(digest: Digest, number: usize) -> String {
        format!("h{number}-{}", digest.short(4))
    }

    /// Returns the digest of its lines and markers, or of the mode it asks for, which names it whatever its position.
    pub fn digest(&self) -> Digest {
        match self.mode {
            Some(mode) => Digest::of(mode.name().as_bytes()),
            None => Hunk::digest_of(&self.lines),
        }
    }

    /// Returns the digest of a hunk of these lines.
    pub fn digest_of(lines: &[HunkLine]) -> Digest {
        let mut bytes = Vec::new();
        for line in lines {
            bytes.push(line.kind.sign() as u8);
            bytes.extend_from_slice(&line.body);
            bytes.push(b'\n');
        }
        Digest::of(&bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_both_sides_share_are_context() {
        let side = |text: &'static str| text.lines().map(Piece::from).collect::<Vec<_>>();
        let hunk = Hunk::from_sides(&side("a\nb\nc"), &side("a\nB\nc\nd"));
        let shown: String = hunk
            .lines
            .iter()
            .map(|line| format!("{}{}", line.kind.sign(), line.body))
            .collect();
        assert_eq!(shown, " a-b+B c+d");
    }
}

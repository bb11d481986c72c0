//! One hunk: its lines in the order of the reply, and what else the reply says of its place.

use std::sync::Arc;

use bstr::{BStr, BString, ByteSlice};
use similar::DiffOp;

use super::FileMode;
use super::alignment::{Search, operations};
use super::cell::CellEdit;
use super::quote::Quote;
use crate::text::{Digest, FinalNewline, LineSpan, Piece, RelPath, Sign, indent};

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

/// Returns how many lines with text go.
pub fn n_removed(lines: &[HunkLine]) -> usize {
    let gone = lines.iter().filter(|line| line.kind == LineKind::Delete);
    gone.filter(|line| !indent::is_blank(&line.body)).count()
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

/// Why a hunk is never placed unasked, though it may be right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unsure {
    /// The reply ends within it.
    CutOff,
    /// What its header, or the first half of it, announces is missing.
    Unfinished,
    /// A line of its new text stands for others, which would be lost where it takes their place.
    LinesLeftOut,
    /// It replaces a part of a line, and what it writes runs into the rest of it.
    Glued,
    /// Its new text carries line numbers that its old text does not.
    NumbersCopied,
    /// Its new text has entities such as `&gt;`, and none of the signs that they stand for.
    EntitiesShown,
    /// It shows no change, and ends before its file does: the reply may end before the change.
    EndsEarly,
    /// It is all of its file, and nothing but the space around its lines differs.
    OnlyIndented,
    /// A line of it has no mark, or one that is no `-` or `+`.
    MarkUnclear,
    /// Its divider is as long as no marker: it may be an underline in its text.
    OddDivider,
    /// Its block names a second file further down.
    SeveralFiles,
    /// The words above it name several files together.
    NamesSeveral,
    /// Its new text holds marks of an edit.
    HoldsMarks,
    /// It leaves lines out (`...`), and more than one stretch of the file, or nothing certain, is what that stands for.
    GapUnclear,
    /// Not all of the file was looked through for the text it replaces.
    NotLookedThrough,
    /// Its old text stands within other lines, too, where one place is meant.
    StandsWithin,
    /// Its old text does not stand in as many places as it says.
    OtherCount,
    /// Its new lines are indented, and the line that it names beside them is not, which may be so in the file or not.
    IndentUnclear,
    /// Its old text stands outside of the lines in which it is to be looked for.
    OutOfRange,
    /// A command above it printed it.
    Printed,
    /// A shell would put what only it knows in the place of a part of its text.
    Expanded,
    /// Its script changes to a folder that cannot be determined.
    FolderUnknown,
    /// The words above it may announce an example.
    Shown,
    /// A file of a patch is to be made, and something beside it speaks of applying it.
    PatchKept,
    /// A comment names its file that is not in the file's language: `# src/x.rs`.
    ForeignComment,
    /// The words around it may remove or rename a definition, and it keeps that.
    DefinitionKept,
    /// It stands in a block under the name of a file that it does not change.
    OtherName,
    /// The words above it may mean another file, and its old text stands there, too.
    WhichFile,
    /// Its call was refused, or failed.
    CallFailed,
    /// Its call, or its command, only tries it out.
    TriedOnly,
    /// The tool of its call is called by words that are not those of editing.
    OtherTool,
    /// Its new text may begin with an empty line, or the break is that of the tags around it.
    BreakUnclear,
    /// A switch of its call turns it off.
    TurnedOff,
    /// A field of its call that is not known may say that it is not to be made.
    FieldUnknown,
    /// The words around it take it back, or warn of it.
    TakenBack,
    /// The words above it offer it as one of several.
    Offered,
    /// The words around it leave it to the reader.
    Optional,
    /// The words above it may mean it for another branch, repository, reader or time.
    Elsewhere,
    /// Its command applies it to other files than those of the root: `patch -d sub`, `git apply --cached`.
    OtherFiles,
    /// Only words around its code say what is to change: that two blocks are one change, that the lines of one are to go.
    Paired,
    /// The same, and labels such as `Before` and `After` call one block the old code and one the new: an edit where the old code
    /// is in one place of the file, to the letter.
    Labelled,
    /// Its file is to be made new, but there is one.
    Exists,
    /// Words ask to add it to the file, and beside the file it reads as one that removes lines.
    AddsOnly,
    /// It is of a whole file that has less than half of the lines of the one it replaces.
    Unlike,
    /// It is of content that is indented by spaces, and the file by tabs.
    TabsLost,
    /// A new line has letters in UTF-8, and the file is in an encoding that is not known, or lacks them.
    OtherEncoding,
    /// Its new lines are not UTF-8, and the file is.
    NotUtf8,
    /// It is of content that is indented by tabs, and the file by spaces.
    SpacesLost,
    /// It is a part of its file whose first or last line may be new, or stand for one that is there.
    EdgeChanged,
    /// It is a part of its file, and nothing shows whether its new lines replace others or come beside them.
    ReachUnclear,
    /// It is a part of its file, and adds a name that a line which is left out has.
    NameLeftOut,
    /// It is a part of its file, and a definition goes that it may have renamed, replaced or only left out.
    DefinitionGone,
    /// It is a part of its file, and a new line of it may stand for this one (0-based), which is not shown.
    MayReplace(u32),
    /// It is a part of its file, and adds only remarks to lines that stay: it may quote them.
    OnlyRemarks,
    /// It is a part of its file whose lines stand in several places.
    AnchorsRepeat,
    /// It may be a part of its file only, and all else would go.
    PartOnly,
    /// It is read as a part of its file, and may be all of it: the lines that it does not show would go.
    RestLeftOut,
    /// The reply has too many sections about one file for this one to be compared with it.
    NotCompared,
    /// The lines of its file that it was worked out for have changed since.
    Drifted,
}

impl Unsure {
    /// Returns whether it is what the words around an edit say of it.
    pub fn is_said(self) -> bool {
        let said = [
            Unsure::TakenBack,
            Unsure::Offered,
            Unsure::Optional,
            Unsure::Elsewhere,
            Unsure::Shown,
        ];
        said.contains(&self)
    }

    /// Returns whether the question is what the reply asks of the file: a hunk that changes nothing is no answer to it.
    pub fn asks_for_result(self) -> bool {
        self == Unsure::DefinitionKept
    }

    /// Returns whether the old text is in the file to the letter: that the result is there, too, shows nothing.
    pub fn has_exact_old_text(self) -> bool {
        self == Unsure::Glued
    }

    /// Returns whether lines of the file that the reply does not show may be meant to go or to stay.
    pub fn is_of_edge(self) -> bool {
        matches!(
            self,
            Unsure::EdgeChanged
                | Unsure::ReachUnclear
                | Unsure::NameLeftOut
                | Unsure::DefinitionGone
                | Unsure::MayReplace(_)
                | Unsure::AnchorsRepeat
        )
    }

    /// Returns the reason, for people.
    pub fn words(self) -> &'static str {
        match self {
            Unsure::CutOff => "the reply ends in the middle of a change",
            Unsure::Unfinished => "what it announces is missing: the reply may be cut off",
            Unsure::EndsEarly => {
                "it changes nothing and ends before the file does: it may be cut off"
            }
            Unsure::OnlyIndented => "it changes only how lines are indented",
            Unsure::LinesLeftOut => "a new line is a placeholder for lines left out",
            Unsure::NumbersCopied => "its new lines begin with line numbers, its old ones do not",
            Unsure::EntitiesShown => "its new lines have entities such as `&gt;` for characters",
            Unsure::MarkUnclear => "a line begins with neither a blank, `-` nor `+`",
            Unsure::OddDivider => "its divider (`=`) differs in length from its markers",
            Unsure::SeveralFiles => "its block names a second file further down",
            Unsure::NamesSeveral => "the words above it name several files",
            Unsure::HoldsMarks => "its new lines hold edit markers such as `<<<<<<< SEARCH`",
            Unsure::GapUnclear => "it is unclear which lines its `...` leaves out",
            Unsure::Exists => "it asks for a new file, but the file exists",
            Unsure::AddsOnly => {
                "the reply asks to add it, but read as the whole file it removes lines"
            }
            Unsure::Unlike => "it keeps less than half of the lines of the file it replaces",
            Unsure::TabsLost => "it is indented by spaces, and the file by tabs",
            Unsure::OtherEncoding => "its new lines are UTF-8, and the file is not",
            Unsure::NotUtf8 => "its new lines are not UTF-8, and the file is",
            Unsure::SpacesLost => "it is indented by tabs, and the file by spaces",
            Unsure::EdgeChanged => "the first or last line of the snippet may be new or changed",
            Unsure::ReachUnclear => "it is unclear which lines it replaces",
            Unsure::NameLeftOut => "it adds a name that a line near it, left out here, has too",
            Unsure::DefinitionGone => "it renames a definition, or drops it",
            Unsure::MayReplace(_) => "a new line may replace one beside it, which stays",
            Unsure::OnlyRemarks => "it only adds comments: it may quote the code of today",
            Unsure::AnchorsRepeat => "the lines shown exist in several places",
            Unsure::PartOnly => "it may be a part of the file only, and the rest would go",
            Unsure::RestLeftOut => "it may be the whole file; the lines it does not show are kept",
            Unsure::NotCompared => "too many sections on one file: it would replace all of it",
            Unsure::Drifted => "the file changed at or beside its lines since matching",
            Unsure::StandsWithin => "its old text is also part of other lines",
            Unsure::IndentUnclear => "its new lines are indented, and the line beside them is not",
            Unsure::OutOfRange => "its old text is outside of the lines that it names",
            Unsure::OtherCount => "its old text does not occur as often as it says",
            Unsure::Glued => "it joins new text to a line that it does not replace",
            Unsure::NotLookedThrough => "too many such edits: not all of the file was searched",
            Unsure::Printed => "a command printed this diff; it may be applied already",
            Unsure::Expanded => "a shell would expand `$...` and commands in the text",
            Unsure::FolderUnknown => "its script first changes to an unknown folder",
            Unsure::Shown => "it may be only an example",
            Unsure::PatchKept => "it is a file of a patch, which may be meant to be applied",
            Unsure::WhichFile => "the words above it may mean another file, which it fits, too",
            Unsure::ForeignComment => "a comment of another language names its file",
            Unsure::DefinitionKept => {
                "the reply may remove or rename a definition that this edit keeps"
            }
            Unsure::OtherName => "it is under the name of another file",
            Unsure::CallFailed => "the transcript says that this call failed or was refused",
            Unsure::TriedOnly => "its call only tries it out, as a dry run",
            Unsure::OtherTool => "its tool or operation is not known to edit",
            Unsure::BreakUnclear => "it is unclear whether its text begins with an empty line",
            Unsure::TurnedOff => "a field of its call says not to run it",
            Unsure::FieldUnknown => "an unknown field of its call may say not to run it",
            Unsure::TakenBack => "the reply may advise against it",
            Unsure::Offered => "it is one of several alternatives",
            Unsure::Optional => "the surrounding text leaves it to you",
            Unsure::Elsewhere => "it may be meant for another branch, reader or time",
            Unsure::OtherFiles => "its command applies it in another folder, or not to the files",
            Unsure::Paired | Unsure::Labelled => {
                "only the words around its code say what to change"
            }
        }
    }
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

/// A line number the reply claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineHint {
    /// The claimed first line of the preimage, 0-based; an insertion goes before it.
    pub line_index: usize,
    /// Where the number stands, which says how far to trust it.
    pub source: HintSource,
}

/// Where a hinted line number comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum HintSource {
    /// `@@ -12,4 +12,5 @@`
    Header(CountCheck),
    /// `:start_line:42`, `line=42`, `<start_line>42</start_line>`, a tool call's line field.
    StartLine,
    /// The line that a tool call inserts behind, or before: the place itself, not where to look for one.
    Insertion,
    /// The same, where lines are counted before anything else of the call is done.
    Position,
    /// The same, and how many lines are searched for the old text from there on.
    Range(u32),
    /// Line numbers copied into the text (`42 | code`).
    Gutter,
    /// No line of the reply: its file was compared with the content that the reply gives, and this is the place itself.
    Compared,
}

/// Whether a header's counts are those of its body. A model that miscounts also misnumbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountCheck {
    /// Both counts are right.
    Right,
    /// One is wrong or missing.
    Wrong,
}

/// One line of a hunk.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct HunkLine {
    /// What becomes of the line.
    pub kind: LineKind,
    /// Its text without marker and line ending.
    pub body: Piece,
}

/// What becomes of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum LineKind {
    /// It stays; it only says where.
    Context,
    /// It goes.
    Delete,
    /// It is new.
    Insert,
}

impl LineKind {
    /// Returns the marker of a unified diff.
    pub fn sign(self) -> char {
        match self {
            LineKind::Context => ' ',
            LineKind::Delete => '-',
            LineKind::Insert => '+',
        }
    }
}

impl HunkLine {
    /// Makes a line of `kind`.
    pub fn new(kind: LineKind, body: impl Into<Piece>) -> HunkLine {
        HunkLine {
            kind,
            body: body.into(),
        }
    }

    /// Returns whether the file must hold this line before the change.
    pub fn in_preimage(&self) -> bool {
        self.kind != LineKind::Insert
    }

    /// Returns whether the file holds this line after the change.
    pub fn in_postimage(&self) -> bool {
        self.kind != LineKind::Delete
    }
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
        self.lines.iter().filter(|line| line.kind == kind).count()
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
            && self.lines.iter().all(|line| line.kind == LineKind::Context)
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

/// Returns the lines of both sides as one sequence: shared lines once as context, others as deletions before insertions.
pub fn diff_lines(before: &[Piece], after: &[Piece]) -> Vec<HunkLine> {
    let mut lines = Vec::new();
    let mut take = |kind, side: &[Piece], range: std::ops::Range<usize>| {
        lines.extend(
            side[range]
                .iter()
                .map(|body| HunkLine::new(kind, body.clone())),
        );
    };
    for op in operations(Search::Patience, before, after) {
        match op {
            DiffOp::Equal { .. } => take(LineKind::Context, before, op.old_range()),
            DiffOp::Delete { .. } => take(LineKind::Delete, before, op.old_range()),
            DiffOp::Insert { .. } => take(LineKind::Insert, after, op.new_range()),
            DiffOp::Replace { .. } => {
                take(LineKind::Delete, before, op.old_range());
                take(LineKind::Insert, after, op.new_range());
            }
        }
    }
    lines
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

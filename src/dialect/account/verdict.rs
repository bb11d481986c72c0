//! The parts of a reply, and what can become of one.

use crate::dialect::commands::command::Touch;
use crate::dialect::commands::run::Form;
use crate::text::{LineSpan, Piece, RelPath};

/// A part of a reply and what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Its lines in the reply, 0-based.
    pub span: LineSpan,
    /// What became of it.
    pub verdict: Verdict,
    /// What it may quote; few parts do.
    pub quotes: Option<Box<Quotation>>,
    /// What it may rewrite; few parts do.
    pub rewrites: Vec<Rewriting>,
    /// Why it may be an edit of a file that it does not name: known once the files of the tree were looked through.
    pub like: Option<Box<str>>,
}

/// An old and a new text, where no word says that the one becomes the other. Where the old text is in a file, the new one may
/// be what it is to become, whatever the words around them say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rewriting {
    /// Where the two texts are.
    pub form: RewritingForm,
    /// The file that is named for them.
    pub path: Option<RelPath>,
    /// The lines of the old text, those with text.
    pub old: Vec<Piece>,
    /// The same of the new text.
    pub new: Vec<Piece>,
}

impl Rewriting {
    /// Returns whether all lines of the new text are of the old one: where the old one is in a file, so is the new one.
    pub(crate) fn only_removes(&self) -> bool {
        self.new.iter().all(|line| self.old.contains(line))
    }
}

/// Where an old and a new text are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RewritingForm {
    /// In two blocks, of which the lower is like the upper and differs.
    Blocks,
    /// In two cells of a table, or two fields of a record.
    Pair,
    /// In one block, of which words say that it goes: there is no new text.
    Removal,
}

impl RewritingForm {
    /// Returns why such a part may be an edit.
    fn why(self) -> &'static str {
        match self {
            RewritingForm::Blocks => REWRITES,
            RewritingForm::Pair => "it lists code of a file and what may replace it",
            RewritingForm::Removal => "its lines are said to go, and no edit removes them",
        }
    }
}

/// What a part may quote of a file: whether it does is seen beside the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quotation {
    /// The file; `None` where it may be any that the reply edits.
    pub path: Option<RelPath>,
    /// The lines of the part with text, fences aside.
    pub lines: Vec<Piece>,
    /// How the words tie it to the file.
    pub bond: Bond,
}

/// How words tie a block in which nothing was read to the file that they name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bond {
    /// They say that it shows the file.
    Shows,
    /// Its lines have the numbers of those of the file, from this one on.
    At {
        /// 0-based.
        line_index: usize,
    },
    /// They name the file beside words for an example, a command or output, which may be about the file: `the demo, demo.py`.
    Names,
    /// They name the file in a sentence on how something is used, and the block is code of its language: what it defines, and the
    /// file does not, may be meant for the file.
    Fits,
    /// They name no file: the block is beside edits.
    Beside {
        /// Whether they say something: a word for what the block is, such as `Here is the environment`, is the only reason to call
        /// it talk. It may be the file of the tree that has its lines.
        is_talk: bool,
    },
}

/// What became of a part of a reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Its lines belong to hunks.
    Edit,
    /// Nothing is asked for.
    NotAnEdit(NotAnEdit),
    /// It looks like an edit and could not be read.
    Unread {
        /// Why, in a few words.
        why: String,
        /// In which form it asks.
        form: Form,
        /// Its lines with text, fences aside: where they are those of a file, it only quotes them.
        lines: Vec<Piece>,
        /// Whether words ask for it. Code may quote a file without its indentation where none do.
        is_asked: bool,
        /// Whether it may only use what the edits define, by its looks and the words above: the files show whether it does.
        may_be_usage_example: bool,
        /// What it would touch, where it is a command: one that touches nothing of the tree asks for nothing.
        touches: Vec<Touch>,
    },
}

/// Why a part of a reply asks for nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotAnEdit {
    /// It quotes code that is there.
    Citation,
    /// It is a command to be run.
    Command,
    /// It is what a program prints.
    Output,
    /// It shows how something is used, or could be.
    Example,
    /// No file is named for it, and nothing asks for a change.
    Unnamed,
}

impl NotAnEdit {
    /// Returns what it is, for people.
    pub fn words(self) -> &'static str {
        match self {
            NotAnEdit::Citation => "a citation",
            NotAnEdit::Command => "a command",
            NotAnEdit::Output => "a program's output",
            NotAnEdit::Example => "an example",
            NotAnEdit::Unnamed => "code without a file name",
        }
    }
}

/// Why a block below a similar one may be an edit.
pub(super) const REWRITES: &str = "it may replace the block above it";

impl Part {
    /// Returns why it could not be read, or, of one that is said to quote, why that may be untrue; `None` where it was read, or
    /// asks for nothing.
    pub fn unread(&self) -> Option<&str> {
        match (&self.verdict, &self.quotes) {
            (Verdict::Unread { .. } | Verdict::NotAnEdit(_), _) if self.like.is_some() => {
                self.like.as_deref()
            }
            (Verdict::Unread { why, .. }, _) => Some(why),
            (Verdict::NotAnEdit(_), _) if self.is_removal() => Some(RewritingForm::Removal.why()),
            (Verdict::NotAnEdit(_), Some(quotes)) => Some(match quotes.bond {
                Bond::At { .. } => "its lines have the numbers of others in its file",
                Bond::Shows => "it is said to show its file as it is, and differs from it",
                Bond::Names => "it is under the name of a file that has many of its lines",
                Bond::Fits => "it is under the name of a file, and may change that",
                Bond::Beside { .. } => "code beside edits that is like a file they change",
            }),
            (Verdict::NotAnEdit(_), None) => self.rewrites.first().map(|it| it.form.why()),
            (Verdict::Edit, _) => None,
        }
    }

    /// Returns whether words say that its lines go.
    pub(crate) fn is_removal(&self) -> bool {
        let mut rewrites = self.rewrites.iter();
        rewrites.any(|it| it.form == RewritingForm::Removal)
    }

    /// Returns whether it may only use what the edits define: the files show whether it does.
    pub(crate) fn may_be_usage_example(&self) -> bool {
        match self.verdict {
            Verdict::Unread {
                may_be_usage_example,
                ..
            } => may_be_usage_example,
            Verdict::Edit | Verdict::NotAnEdit(_) => false,
        }
    }

    /// Returns whether it is a sentence, or a row or a record among sentences, and no block.
    pub fn is_line(&self) -> bool {
        let is_pair = |it: &Rewriting| it.form == RewritingForm::Pair;
        match &self.verdict {
            Verdict::Unread { form, .. } => *form == Form::Words,
            Verdict::NotAnEdit(_) => {
                self.span.end == self.span.start + 1 && self.rewrites.iter().any(is_pair)
            }
            Verdict::Edit => false,
        }
    }

    /// Returns its lines with text where it may be unread.
    pub fn lines(&self) -> &[Piece] {
        match (&self.verdict, &self.quotes, &self.rewrites[..]) {
            (Verdict::Unread { lines, .. }, _, _) => lines,
            (_, Some(quotes), _) => &quotes.lines,
            (_, None, [rewrites]) => &rewrites.new,
            (Verdict::Edit | Verdict::NotAnEdit(_), None, _) => &[],
        }
    }
}

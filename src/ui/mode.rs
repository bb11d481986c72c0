//! What the person can be doing, and what each of these shows.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::matcher::{Candidate, Score};
use crate::patch::HunkId;
use crate::text::{LineSpan, RelPath};

use super::doc::Doc;
use super::keymap::{Context, Side};
use super::survey::Survey;
use super::targets::Targets;
use super::telling::Telling;
use super::typed::Typed;

/// What the person is doing.
#[derive(Debug, Clone)]
pub enum Mode {
    /// Looking at a hunk.
    Review,
    /// Choosing lines of the hunk.
    Lines(LinesView),
    /// Moving the hunk over its file.
    Place(PlaceView),
    /// Looking at what would be written.
    Apply(ApplyView),
    /// Picking the target of a file of the patch.
    Target(Targets),
    /// Picking one of the hunks that were commented on.
    Comments(Picker<HunkId>),
    /// Choosing a command.
    Palette(Picker<Offer>),
    /// Looking a key up.
    Help(HelpView),
    /// Reading a page, over what it was opened from.
    Page(Page, Scroll, Box<Mode>),
    /// Typing a line, over what it was asked from.
    Input(Purpose, Typed, Box<Mode>),
    /// Reading what was written.
    Written(WrittenView),
    /// Before there is a patch.
    Start(StartView),
}

impl Mode {
    /// Returns what fills the screen: help, typed lines and most pages are shown over it.
    pub fn base(&self) -> &Mode {
        let mut base = self;
        while let Mode::Help(HelpView { from, .. })
        | Mode::Input(_, _, from)
        | Mode::Page(_, _, from) = base
            && !matches!(base, Mode::Page(page, ..) if page.fills_screen())
        {
            base = from;
        }
        base
    }
}

/// The screen before there is a patch.
#[derive(Debug, Clone, Default)]
pub struct StartView {
    /// The name of a file, as far as it is typed.
    pub typed: Typed,
    /// The row that is marked: a saved review, or the demonstration behind the last; `None` while a name is typed.
    pub marked: Option<usize>,
}

/// A saved review as the screen without a patch offers it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Saved {
    /// What its reply is called.
    pub reply: String,
    /// The file that holds the reply; `None` where nobody knows.
    pub source: Option<String>,
    /// How many hunks are decided.
    pub n_decided: usize,
    /// How many there are.
    pub n_hunks: usize,
    /// How long ago it was left: `2 h ago`.
    pub age: String,
    /// The files it is about.
    pub files: String,
}

/// What was written, and what was not.
#[derive(Debug, Clone)]
pub struct WrittenView {
    /// What was written.
    pub survey: Arc<Survey>,
    /// The hunks that were not, or not whole.
    pub left_out: Vec<LeftOut>,
    /// Where it is scrolled to.
    pub scroll: Scroll,
}

/// A command that can be chosen by its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// What it is called.
    pub name: &'static str,
    /// Why it cannot be done now.
    pub why_not: Option<String>,
}

/// Where a page is scrolled to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Scroll {
    /// The first row shown.
    pub top: usize,
    /// The row gone to last, by a search or from file to file.
    pub marked: Option<usize>,
}

/// Pages to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Page {
    /// Why the place has its score.
    Why,
    /// What was guessed or repaired in the reply.
    Notes,
    /// What was decided, in order, and what was undone.
    History,
    /// What changed on disk, and what matching anew would do.
    Drift,
    /// All that would be written, line by line.
    FullDiff,
}

impl Page {
    /// Returns whether it fills the screen from side to side; the others are popups.
    pub fn fills_screen(self) -> bool {
        match self {
            Page::Drift | Page::FullDiff => true,
            Page::Why | Page::Notes | Page::History => false,
        }
    }
}

/// What a typed line is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// What the model should hear about the hunk.
    Comment,
    /// What to look for.
    Search,
    /// The number of the line to move the hunk to.
    GoToLine,
    /// What the line holds to move the hunk to.
    FindLine,
}

/// Which part of the rows is on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct View {
    /// The first row shown.
    pub top: usize,
    /// The row of the cursor.
    pub cursor: usize,
    /// How many columns are scrolled away on the left.
    pub left: usize,
}

/// What the wheel moved away from what the hunk under review asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Scrolled {
    /// The first row of the list; `None` keeps the hunk in view.
    pub list: Option<usize>,
    /// The first row of what the patch says.
    pub patch: usize,
    /// The first place shown, as far as that leaves none out.
    pub places: usize,
    /// How many rows the panes of an overlap are moved down from the lines in conflict; up where it is negative.
    pub overlap: isize,
}

/// How the diff is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DiffOptions {
    /// How many columns it has.
    pub columns: Columns,
    /// Whether only the result is shown.
    pub result: Shown,
    /// Whether blanks and tabs are shown as marks.
    pub blanks: Shown,
    /// Whether long lines go on in the next row.
    pub wrap: Shown,
    /// Whether the list is shown.
    pub list: ListShown,
}

/// One column or two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Columns {
    /// Two where there is room.
    #[default]
    ByWidth,
    /// Lines that go above those that come.
    One,
    /// As it is beside as it would be.
    Two,
}

/// Whether something optional is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Shown {
    /// It is not.
    #[default]
    No,
    /// It is.
    Yes,
}

/// A running job and how far it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JobProgress {
    /// What it is called, such as `writing`.
    pub name: &'static str,
    /// What stopping it leaves, such as `everything stays as it was`.
    pub if_stopped: &'static str,
    /// How many of its steps are done.
    pub n_done: usize,
    /// How many it has; 0 where nobody knows.
    pub n_all: usize,
}

/// Where a copy can go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Clipboard {
    /// To the terminal's clipboard, by an escape sequence.
    #[default]
    Terminal,
    /// Nowhere.
    None,
}

/// Whether the list is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ListShown {
    /// Where there is room.
    #[default]
    ByWidth,
    /// Never.
    Hidden,
    /// Also where it takes room from the diff.
    Always,
}

impl Shown {
    /// Returns that something is, or is not.
    pub fn of(is: bool) -> Shown {
        match is {
            true => Shown::Yes,
            false => Shown::No,
        }
    }

    /// Returns the other.
    pub fn other(self) -> Shown {
        match self {
            Shown::No => Shown::Yes,
            Shown::Yes => Shown::No,
        }
    }
}

/// Which hunks the list shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Filter {
    /// All.
    #[default]
    All,
    /// Those not decided on.
    Undecided,
    /// Those that need a person.
    NeedYou,
    /// Those that do not match exactly, or are where a person put them.
    NotExact,
}

impl Filter {
    /// Returns the one after it.
    pub fn next(self) -> Filter {
        match self {
            Filter::All => Filter::Undecided,
            Filter::Undecided => Filter::NeedYou,
            Filter::NeedYou => Filter::NotExact,
            Filter::NotExact => Filter::All,
        }
    }

    /// Returns which hunks those are.
    pub fn words(self) -> &'static str {
        match self {
            Filter::All => "all",
            Filter::Undecided => "undecided",
            Filter::NeedYou => "needs you",
            Filter::NotExact => "not exact",
        }
    }
}

/// A row of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListRow {
    /// The heading of a file.
    File(usize),
    /// A hunk.
    Hunk(HunkId),
    /// The part of the reply of this index, which looks like an edit and could not be read.
    Unread(usize),
}

impl ListRow {
    /// Returns what rows are sorted by: the file, then the hunk, behind the heading of its file.
    pub fn rank(self) -> (usize, usize) {
        match self {
            ListRow::File(file) => (file, 0),
            ListRow::Hunk(id) => (id.file, id.hunk + 1),
            ListRow::Unread(nth) => (usize::MAX, nth),
        }
    }
}

/// Something that a hunk adds and a reader would not see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HiddenText {
    /// What it is: `hidden characters: U+200B (zero width)`.
    pub what: String,
    /// Which of the lines that the hunk adds hold it, 1-based; empty where it is in the file's name.
    pub added: Vec<usize>,
}

/// What the status line says, and how urgently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Toast {
    /// What was done, or what comes next.
    Done(String),
    /// Why nothing happened.
    Refused(String),
}

/// Hunks that change the same lines, and the result chosen to look at.
#[derive(Debug, Clone)]
pub struct OverlapView {
    /// The hunks, in the patch's order: at least two, and no more than digits can name.
    pub hunks: Vec<HunkId>,
    /// Of each, the others that it has no conflict with, by their indexes.
    pub apart: Vec<Vec<usize>>,
    /// How many more are in the conflict.
    pub n_more: usize,
    /// The rows of the file with each of them alone.
    pub docs: Vec<Doc>,
    /// What they cannot all do, in a few words.
    pub clash: String,
    /// The lines of the file that they cannot all change.
    pub clash_at: LineSpan,
    /// How it can be settled.
    pub ways: Vec<Side>,
    /// Whether all of them together come to the same in either order.
    pub is_same_reversed: bool,
    /// The result on the screen; the first side's before one is asked for.
    pub side: Option<(Side, Preview)>,
    /// Whether the person asked for it: nothing else can be accepted.
    pub chosen: Shown,
    /// Where one of the two would not meet the other.
    pub way_out: Option<WayOut>,
}

/// Another place of a hunk that fits several, beside the one on the screen.
#[derive(Debug, Clone)]
pub struct Twin {
    /// Its index among the hunk's places.
    pub index: usize,
    /// The file with the change made there.
    pub doc: Doc,
    /// What tells it from the others.
    pub telling: Option<Telling>,
}

/// Another place for one of two hunks that meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WayOut {
    /// The hunk that moves.
    pub moved: HunkId,
    /// The lines it takes then.
    pub span: LineSpan,
    /// The place's index among the hunk's places.
    pub index: usize,
}

/// The result of settling an overlap in one way.
#[derive(Debug, Clone)]
pub enum Preview {
    /// The file's rows as they would be.
    Rows(Doc),
    /// It cannot be done.
    Impossible,
}

/// What would be written, gathered when the screen was opened.
#[derive(Debug, Clone)]
pub struct ApplyView {
    /// What it is.
    pub survey: Arc<Survey>,
    /// The hunks that are not written, or not whole.
    pub left_out: Vec<LeftOut>,
    /// Whether the files have been read again and found as they were.
    pub checked: Checked,
    /// Files with other names on disk, which would keep the old content: met when it was to be written, and asked about.
    pub linked: Vec<RelPath>,
    /// Where it is scrolled to.
    pub scroll: Scroll,
}

/// Hunks of a file that are not written for the same reason, in words; each of the first two is as wide in all groups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// Which hunks.
    pub hunks: String,
    /// The path of their file.
    pub path: String,
    /// Whether the others of their lines are written.
    pub in_part: bool,
    /// Why they are not written, or not whole.
    pub why: String,
}

/// How much of a file is changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Extent {
    /// How many hunks are written, whole or in part.
    pub n_written: usize,
    /// How many of these are written only in part.
    pub n_in_part: usize,
    /// How many hunks the patch has for the file, those aside that it has already.
    pub n_hunks: usize,
    /// How many lines come.
    pub n_come: usize,
    /// How many lines go.
    pub n_go: usize,
    /// Whether the patch gives a file that is there as a new one.
    pub is_replaced: bool,
}

/// Whether the files to be written are as they were when they were matched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Checked {
    /// They are being read.
    Reading,
    /// They are.
    Same,
    /// One of them changed: nothing can be written from here any more.
    Changed,
}

/// Lines of the hunk being chosen; its rows stand in `Model::doc`, all of them, in one column.
#[derive(Debug, Clone)]
pub struct LinesView {
    /// The changed lines, by row: indexes into the hunk's lines as they were matched.
    pub rows: BTreeMap<usize, usize>,
    /// Those that are wanted.
    pub chosen: BTreeSet<usize>,
    /// Those that come; the others go.
    pub added: BTreeSet<usize>,
}

impl LinesView {
    /// Returns how many of the wanted lines come, and how many go.
    pub fn extent(&self) -> (usize, usize) {
        let n_come = self.chosen.intersection(&self.added).count();
        (n_come, self.chosen.len() - n_come)
    }

    /// Returns by how much row `row` is numbered otherwise, on the side of the result, than if all lines were wanted.
    pub fn shift(&self, row: usize) -> isize {
        let above = self.rows.range(..row).map(|(_, line)| line);
        let unwanted = above.filter(|line| !self.chosen.contains(line));
        let by = |line: &usize| if self.added.contains(line) { -1 } else { 1 };
        unwanted.map(by).sum()
    }
}

/// What becomes of lines that a hunk does not name, where it is accepted at a place that has other ones.
#[derive(Debug, Clone)]
pub struct UnlikeView {
    /// The file with those lines replaced.
    pub replaced: Doc,
    /// The file with what the hunk inserts, and those lines kept; `None` where it inserts nothing.
    pub inserted: Option<Doc>,
}

/// What accepting a hunk does to lines that do not match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnlikeAct {
    /// What the hunk inserts comes in their place.
    Replace,
    /// They go, and nothing comes.
    Remove,
    /// They go with all of the file.
    DeleteFile,
}

impl UnlikeAct {
    /// Returns what it is called.
    pub fn verb(self) -> &'static str {
        match self {
            UnlikeAct::Replace => "replace",
            UnlikeAct::Remove => "remove",
            UnlikeAct::DeleteFile => "delete the file",
        }
    }
}

/// A hunk being moved over its file.
#[derive(Debug, Clone)]
pub struct PlaceView {
    /// The line of the file that the hunk's first line lies on, 0-based.
    pub line: usize,
    /// The hunk there.
    pub here: Candidate,
    /// The file with the hunk made there.
    pub doc: Doc,
    /// The line that the first of `scores` is for.
    pub first: usize,
    /// How well the hunk fits from each line on.
    pub scores: Vec<Score>,
}

/// All keys, and the screen that they are looked up from.
#[derive(Debug, Clone)]
pub struct HelpView {
    /// What goes on when help is closed.
    pub from: Box<Mode>,
    /// Where the person is there: its keys come first.
    pub context: Context,
    /// The commands, by name.
    pub picker: Picker<&'static str>,
    /// Whether the person typed or moved: until then no command is marked, and Enter closes the help.
    pub is_marked: bool,
}

/// A choice from a list by typing a part of it.
#[derive(Debug, Clone)]
pub struct Picker<T> {
    /// What was typed.
    pub typed: Typed,
    /// All that can be chosen, best first.
    pub all: Vec<T>,
    /// Indexes into `all` of what fits the typed text.
    pub fitting: Vec<usize>,
    /// Index into `fitting` of the one marked.
    pub marked: usize,
}

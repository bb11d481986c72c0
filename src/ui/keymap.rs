//! The one table of keys: the dispatcher, the footer, the help screen, the palette and `hunkwise keys` all read it.

/// What the person is doing, which decides what keys mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Context {
    /// Looking at a hunk.
    Review,
    /// Looking at two hunks that change the same lines.
    Overlap,
    /// Choosing lines of a hunk.
    Lines,
    /// Moving a hunk over its file.
    Place,
    /// Looking at what would be written.
    Apply,
    /// Picking the file a hunk is for.
    Target,
    /// Picking a hunk that was commented on.
    Comments,
    /// Looking up a key.
    Help,
    /// Reading a page: notes, reasons, changes of files.
    Page,
    /// Typing a line of text.
    Input,
    /// Choosing a command by its name.
    Palette,
    /// After the key that begins the commands of the view.
    View,
    /// Asked what becomes of lines that would go, though the hunk removes none like them.
    Unlike,
    /// Reading what was written.
    Written,
    /// Before there is a patch.
    Start,
}

impl Context {
    /// All, in the order a review meets them.
    pub const ALL: [Context; 15] = [
        Context::Start,
        Context::Review,
        Context::View,
        Context::Overlap,
        Context::Lines,
        Context::Place,
        Context::Unlike,
        Context::Target,
        Context::Comments,
        Context::Apply,
        Context::Written,
        Context::Page,
        Context::Help,
        Context::Palette,
        Context::Input,
    ];

    /// Returns what people call it.
    pub fn name(self) -> &'static str {
        match self {
            Context::Start => "Start screen",
            Context::Review => "Review",
            Context::View => "After z",
            Context::Overlap => "Conflict",
            Context::Lines => "Choosing lines",
            Context::Place => "Placing by hand",
            Context::Unlike => "Lines that do not match",
            Context::Target => "Choosing a file",
            Context::Comments => "Comments",
            Context::Apply => "Apply",
            Context::Written => "After writing",
            Context::Page => "Reading a page",
            Context::Help => "Keys",
            Context::Palette => "Command list",
            Context::Input => "Typing",
        }
    }
}

/// What a key asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)] // The table below says what each does, in the words people read.
pub enum Action {
    Move(Motion),
    Go(Goal),
    Show,
    Cycle(Direction),
    ShowSide(Side),
    Take,
    Accept,
    Toggle,
    Reject,
    AcceptClear,
    AcceptRest,
    RejectRest,
    KeepOrder,
    Everywhere,
    ConfirmHidden,
    Split,
    ChooseLines,
    ToggleLine,
    ToggleRun,
    TakeLines,
    ByHand,
    Peak(Direction),
    PlaceHere,
    Replace,
    InsertOnly,
    AskAgain,
    GoToLine,
    FindLine,
    Comment,
    Edit,
    OpenEditor,
    Target,
    PickTarget,
    WidenTarget,
    Comments,
    GoToComment,
    Undo,
    Redo,
    UndoApply,
    Rematch,
    SeeDrift,
    FullDiff,
    LookAgain,
    Apply,
    Write,
    ToggleOption(DiffOption),
    BeginView,
    Align(Edge),
    FirstColumn,
    SearchHere,
    Fold,
    Filter,
    Search,
    SearchOn(Direction),
    Why,
    Notes,
    History,
    NextTheme,
    Feedback,
    Copy,
    Palette,
    RunCommand,
    RunKey,
    Help,
    Back,
    Submit,
    Complete,
    Demo,
    NewLine,
    Quit,
    Forget,
    Interrupt,
    Suspend,
}

/// Where the cursor or the view goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)] // As above.
pub enum Motion {
    Down,
    Up,
    HalfDown,
    HalfUp,
    PageDown,
    PageUp,
    ViewDown,
    ViewUp,
    Top,
    Bottom,
    Left,
    Right,
}

/// Which hunk to go to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)] // As above.
pub enum Goal {
    NextHunk,
    PreviousHunk,
    NextFile,
    PreviousFile,
    NextProblem,
    PreviousProblem,
}

/// Which way to go or to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// To what comes before.
    Backward,
    /// To what comes after.
    Forward,
}

/// Where in the view the cursor's line goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edge {
    /// The first row.
    Top,
    /// The middle.
    Middle,
    /// The last row.
    Bottom,
}

/// How an overlap can be settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Only the hunk of this index.
    Only(usize),
    /// All, the first one's lines first.
    Both,
    /// All, the last one's lines first.
    BothReversed,
    /// None.
    Neither,
    /// Both, one of them at another of its places.
    Apart,
}

/// What of the diff's looks changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiffOption {
    /// One column or two.
    Columns,
    /// The change, or only its result.
    Result,
    /// Long lines cut, or going on in the next row.
    Wrap,
    /// Blanks and tabs as marks, or not.
    Blanks,
    /// The list shown, or hidden.
    List,
}

/// One row of [`KEYMAP`].
#[derive(Debug)]
pub struct Binding {
    /// Where it holds.
    pub contexts: &'static [Context],
    /// The keys, by name.
    pub keys: &'static [&'static str],
    /// What they do.
    pub action: Action,
    /// The command's name in the palette and in `hunkwise keys`.
    pub name: &'static str,
    /// The words in the footer; empty for what the footer does not show.
    pub footer: &'static str,
    /// What it does, for the help screen.
    pub help: &'static str,
}

use Context::{
    Apply, Comments, Help, Input, Lines, Overlap, Page, Palette, Place, Review, Start, Target,
    Unlike, View, Written,
};

const REVIEWING: &[Context] = &[Review, Overlap];
const SCROLLED: &[Context] = &[Page, Apply, Written];
const PICKING: &[Context] = &[Target, Comments, Palette, Help];
const ALL: &[Context] = &Context::ALL;

macro_rules! keymap {
    ($($contexts:expr, [$($key:literal),*] => $action:expr, $name:literal, $footer:literal, $help:literal;)*) => {
        /// All keys, those needed first before others; help and footer keep the order. No two rows of one context name the
        /// same key.
        pub static KEYMAP: &[Binding] = &[$(Binding {
            contexts: $contexts, keys: &[$($key),*], action: $action, name: $name, footer: $footer, help: $help,
        },)*];
    };
}

keymap! {
    &[Start], ["enter"] => Action::Submit, "open", "open", "open the file named, or the review marked";
    &[Start], ["tab"] => Action::Complete, "complete", "complete", "complete the name of the file";
    &[Start], ["down", "ctrl-n"] => Action::Move(Motion::Down), "saved-down", "saved reviews", "mark the next saved review";
    &[Start], ["up", "ctrl-p"] => Action::Move(Motion::Up), "saved-up", "", "mark the one before, or type again";
    &[Start], ["ctrl-o"] => Action::Demo, "demo", "demo", "open the demonstration: one of each problem, on files in memory";
    &[Written], ["tab"] => Action::Go(Goal::NextProblem), "go-on", "next undecided", "go to the next hunk that needs you";
    &[Written], ["U"] => Action::UndoApply, "undo-write", "undo", "undo the write";
    &[Review], ["1", "2", "3", "4", "5", "6", "7", "8", "9"] => Action::Show, "show-place", "preview", "preview the hunk at that place; in a tie the same digit again accepts";
    &[Review], ["enter", "y"] => Action::Accept, "accept", "accept", "accept the hunk at the place shown and go to the next";
    &[Review], ["o"] => Action::KeepOrder, "keep-order", "keep order", "settle the ties of this file by the order of the patch";
    &[Review], ["+"] => Action::Everywhere, "everywhere", "all places", "accept the hunk at all of its equally good places";
    &[Overlap], ["1", "2", "3", "4", "5", "6", "7", "8", "9"] => Action::Show, "show-side", "preview", "show the result with only that hunk";
    &[Overlap], ["b"] => Action::ShowSide(Side::Both), "both", "both, 1 first", "show the result with all hunks, 1 first";
    &[Overlap], ["B"] => Action::ShowSide(Side::BothReversed), "both-reversed", "both, 2 first", "show the result with all hunks, the last one first";
    &[Overlap], ["+"] => Action::ShowSide(Side::Apart), "apart", "both, apart", "show the result with one hunk at another of its places";
    &[Overlap], ["0"] => Action::ShowSide(Side::Neither), "neither", "neither", "show the result with none of the hunks";
    &[Overlap], ["enter", "y"] => Action::Take, "take-result", "accept result", "settle the conflict as shown";
    REVIEWING, ["m"] => Action::ByHand, "place-by-hand", "place by hand", "place the hunk by hand: move it over the file";
    REVIEWING, ["x"] => Action::Reject, "reject", "reject", "reject the hunk and go to the next; on a rejected one, reopen it";
    REVIEWING, ["tab"] => Action::Go(Goal::NextProblem), "next-problem", "next undecided", "go to the next hunk that needs you, then to the undecided";
    REVIEWING, ["u"] => Action::Undo, "undo", "undo", "undo the last decision";
    REVIEWING, ["A"] => Action::Apply, "apply", "apply", "show what would be written; Enter there writes";
    REVIEWING, ["U"] => Action::UndoApply, "undo-apply", "undo apply", "undo the last write";
    &[Review, Overlap, Apply], ["Y"] => Action::AcceptClear, "accept-clear", "accept all exact", "accept all undecided exact matches that have no warning";
    &[Review], ["space"] => Action::Toggle, "toggle", "", "accept or reopen the hunk and stay";
    REVIEWING, ["ctrl-r"] => Action::Redo, "redo", "", "redo";
    &[Place], ["enter", "y"] => Action::PlaceHere, "place-here", "place", "place the hunk here and accept";
    &[Place], ["]"] => Action::Peak(Direction::Forward), "next-peak", "next peak", "go down to the next peak of fit";
    &[Place], ["["] => Action::Peak(Direction::Backward), "previous-peak", "previous peak", "go up to the previous peak of fit";
    &[Place], [":"] => Action::GoToLine, "go-to-line", "line", "move the hunk to a line by its number";
    &[Place], ["/"] => Action::FindLine, "find-line", "find", "move the hunk to a line that contains a text";
    &[Unlike], ["r"] => Action::Replace, "replace", "replace", "accept the hunk and replace those lines of the file";
    &[Unlike], ["i"] => Action::InsertOnly, "insert-only", "insert only", "accept what the hunk inserts, and keep those lines of the file";
    &[Unlike], ["enter", "y"] => Action::AskAgain, "ask-again", "", "show which keys answer";
    &[Lines], ["enter", "y"] => Action::TakeLines, "take-lines", "accept marked", "accept the hunk with the marked lines only";
    &[Lines], ["space"] => Action::ToggleLine, "toggle-line", "mark", "mark or unmark this line";
    &[Lines], ["s"] => Action::ToggleRun, "toggle-run", "mark the block", "mark all changed lines of this block, or none";
    &[Review], ["s"] => Action::Split, "split", "split", "split the hunk into blocks of changes; again: rejoin";
    REVIEWING, ["v"] => Action::ChooseLines, "lines", "lines", "choose lines of the hunk";
    &[Review, Overlap, Place], ["e"] => Action::Edit, "edit", "edit", "edit the hunk in your editor, then match it again";
    REVIEWING, ["c"] => Action::Comment, "comment", "comment", "comment to the model on the hunk; x rejects with it";
    REVIEWING, ["C"] => Action::Comments, "comments", "", "list all comments, and go to one";
    REVIEWING, ["i"] => Action::Why, "why", "line by line", "show how the place matches, line by line";
    REVIEWING, ["T"] => Action::Target, "target", "other file", "choose another file for all hunks of this one, best match first";
    &[Review, Overlap, Place, Unlike], ["H"] => Action::ConfirmHidden, "confirm-hidden", "allow hidden text", "allow the hidden text that the hunk adds";
    &[Review, Overlap, Apply, Page], ["R"] => Action::Rematch, "rematch", "re-match", "read the files again and match again; decisions are kept";
    REVIEWING, ["d"] => Action::SeeDrift, "drift", "show change", "show what changed on disk, and what a re-match would do";
    REVIEWING, ["."] => Action::Cycle(Direction::Forward), "next-place", "", "next place";
    REVIEWING, [","] => Action::Cycle(Direction::Backward), "previous-place", "", "previous place";
    REVIEWING, ["E"] => Action::OpenEditor, "open-editor", "", "open the file at the place, in your editor";
    REVIEWING, ["a"] => Action::AcceptRest, "accept-rest", "", "accept all undecided hunks of this file that have a place";
    REVIEWING, ["X"] => Action::RejectRest, "reject-rest", "", "reject all undecided hunks of this file";
    REVIEWING, ["backtab"] => Action::Go(Goal::PreviousProblem), "previous-problem", "", "previous problem, then the undecided";
    REVIEWING, ["]", "J"] => Action::Go(Goal::NextHunk), "next-hunk", "", "go to the next hunk, or the next block of one that was split";
    REVIEWING, ["[", "K"] => Action::Go(Goal::PreviousHunk), "previous-hunk", "", "go to the previous hunk or block";
    REVIEWING, ["}"] => Action::Go(Goal::NextFile), "next-file", "", "go to the next file";
    REVIEWING, ["{"] => Action::Go(Goal::PreviousFile), "previous-file", "", "go to the previous file";
    &[Lines], ["j", "down"] => Action::Move(Motion::Down), "line-down", "line", "go to the next line";
    &[Lines], ["k", "up"] => Action::Move(Motion::Up), "line-up", "", "go to the line above";
    &[Place], ["j", "down"] => Action::Move(Motion::Down), "place-down", "move", "move the hunk a line down";
    &[Place], ["k", "up"] => Action::Move(Motion::Up), "place-up", "", "move the hunk a line up";
    &[Place], ["ctrl-d", "pgdn"] => Action::Move(Motion::HalfDown), "place-half-down", "", "move the hunk half a page down";
    &[Place], ["ctrl-u", "pgup"] => Action::Move(Motion::HalfUp), "place-half-up", "", "move the hunk half a page up";
    &[Place], ["g", "home"] => Action::Move(Motion::Top), "place-top", "", "move the hunk to the first line";
    &[Place], ["G", "end"] => Action::Move(Motion::Bottom), "place-bottom", "", "move the hunk to the file's end";
    REVIEWING, ["j", "down"] => Action::Move(Motion::Down), "down", "", "move a line down";
    REVIEWING, ["k", "up"] => Action::Move(Motion::Up), "up", "", "move a line up";
    REVIEWING, ["ctrl-d"] => Action::Move(Motion::HalfDown), "half-down", "", "move half a page down";
    REVIEWING, ["ctrl-u"] => Action::Move(Motion::HalfUp), "half-up", "", "move half a page up";
    REVIEWING, ["ctrl-f", "pgdn"] => Action::Move(Motion::PageDown), "page-down", "", "move a page down";
    REVIEWING, ["ctrl-b", "pgup"] => Action::Move(Motion::PageUp), "page-up", "", "move a page up";
    REVIEWING, ["ctrl-e"] => Action::Move(Motion::ViewDown), "view-down", "", "scroll down, the cursor stays";
    REVIEWING, ["ctrl-y"] => Action::Move(Motion::ViewUp), "view-up", "", "scroll up, the cursor stays";
    REVIEWING, ["g", "home"] => Action::Move(Motion::Top), "top", "", "go to the first line";
    REVIEWING, ["G", "end"] => Action::Move(Motion::Bottom), "bottom", "", "go to the last line";
    REVIEWING, ["h", "left"] => Action::Move(Motion::Left), "left", "", "scroll left";
    REVIEWING, ["l", "right"] => Action::Move(Motion::Right), "right", "", "scroll right";
    &[Review], ["z"] => Action::BeginView, "view", "", "scroll: zt zz zb zh";
    &[View], ["t"] => Action::Align(Edge::Top), "view-top", "line to the top", "scroll until the cursor's line is the first";
    &[View], ["z"] => Action::Align(Edge::Middle), "view-middle", "to the middle", "scroll until the cursor's line is in the middle";
    &[View], ["b"] => Action::Align(Edge::Bottom), "view-bottom", "to the bottom", "scroll until the cursor's line is the last";
    &[View], ["h"] => Action::FirstColumn, "view-left", "first column", "scroll back to the first column";
    REVIEWING, ["t"] => Action::ToggleOption(DiffOption::Columns), "layout", "", "side by side, or in one column";
    REVIEWING, ["p"] => Action::ToggleOption(DiffOption::Result), "result", "", "show only the result, or the change";
    REVIEWING, ["w"] => Action::ToggleOption(DiffOption::Wrap), "wrap", "", "wrap long lines, or cut them";
    REVIEWING, ["W"] => Action::ToggleOption(DiffOption::Blanks), "hidden", "", "show blanks and tabs as marks";
    REVIEWING, ["ctrl-t"] => Action::NextTheme, "theme", "", "next theme; --theme or the settings keep one";
    REVIEWING, ["\\"] => Action::ToggleOption(DiffOption::List), "list", "", "show or hide the list of hunks";
    REVIEWING, ["-"] => Action::Fold, "fold", "", "fold the hunks of this file in the list, or show them";
    REVIEWING, ["f"] => Action::Filter, "filter", "", "filter the list: all, undecided, needs you, not exact";
    &[Review, Apply, Page], ["/"] => Action::Search, "search", "", "search the file with the change in it, or the page";
    &[Review], ["*"] => Action::SearchHere, "search-here", "", "search for the changed word in this line, else the longest";
    &[Review, Place, Apply, Page], ["n"] => Action::SearchOn(Direction::Forward), "search-next", "", "next search match";
    &[Review, Place, Apply, Page], ["N"] => Action::SearchOn(Direction::Backward), "search-previous", "", "previous search match";
    REVIEWING, ["L"] => Action::History, "history", "", "history of decisions, with what was undone";
    &[Review, Overlap, Apply, Written], ["I"] => Action::Notes, "notes", "parts not read", "notes on the reply: what was not read, guessed or repaired";
    &[Review, Overlap, Apply, Written], ["F"] => Action::Feedback, "feedback", "", "copy feedback for the model, and write it to the file of --feedback";
    REVIEWING, [] => Action::Copy, "copy", "", "copy the hunk as a patch to the terminal's clipboard";
    REVIEWING, [":"] => Action::Palette, "palette", "", "choose a command by name; a number goes to that place, else to that hunk";
    &[Apply], ["enter"] => Action::Write, "write", "write", "write all files, or none";
    &[Apply], ["1", "2", "3", "4", "5", "6", "7", "8", "9"] => Action::LookAgain, "look-again", "go to hunk", "go to that hunk of the list to check";
    &[Apply], ["d"] => Action::FullDiff, "full-diff", "full diff", "full diff of what would be written";
    &[Apply], ["U"] => Action::UndoApply, "undo-apply-here", "undo apply", "undo the last write";
    &[Target], ["enter"] => Action::PickTarget, "pick", "choose", "choose the file marked";
    &[Target], ["ctrl-a"] => Action::WidenTarget, "pick-for-all", "for all parts", "choose one file for all parts of the reply that name none, or for this part alone";
    &[Comments], ["enter"] => Action::GoToComment, "go-to-comment", "go to it", "go to the hunk marked";
    PICKING, ["down", "tab", "ctrl-n"] => Action::Move(Motion::Down), "pick-down", "", "mark the next one";
    PICKING, ["up", "backtab", "ctrl-p"] => Action::Move(Motion::Up), "pick-up", "", "mark the previous one";
    &[Palette], ["enter"] => Action::RunCommand, "run", "run", "run the command marked";
    &[Help], ["enter"] => Action::RunKey, "run-key", "run", "run the command marked";
    PICKING, ["pgdn"] => Action::Move(Motion::PageDown), "pick-page-down", "", "mark the one ten rows down";
    PICKING, ["pgup"] => Action::Move(Motion::PageUp), "pick-page-up", "", "mark the one ten rows up";
    PICKING, ["home"] => Action::Move(Motion::Top), "pick-top", "", "mark the first one";
    PICKING, ["end"] => Action::Move(Motion::Bottom), "pick-bottom", "", "mark the last one";
    SCROLLED, ["j", "down"] => Action::Move(Motion::Down), "page-line-down", "scroll", "scroll down";
    SCROLLED, ["k", "up"] => Action::Move(Motion::Up), "page-line-up", "", "scroll up";
    SCROLLED, ["space", "pgdn", "ctrl-f"] => Action::Move(Motion::PageDown), "page-screen-down", "", "scroll a page down";
    SCROLLED, ["pgup", "ctrl-b"] => Action::Move(Motion::PageUp), "page-screen-up", "", "scroll a page up";
    SCROLLED, ["ctrl-d"] => Action::Move(Motion::HalfDown), "page-half-down", "", "scroll half a page down";
    SCROLLED, ["ctrl-u"] => Action::Move(Motion::HalfUp), "page-half-up", "", "scroll half a page up";
    SCROLLED, ["ctrl-e"] => Action::Move(Motion::ViewDown), "page-view-down", "", "scroll down";
    SCROLLED, ["ctrl-y"] => Action::Move(Motion::ViewUp), "page-view-up", "", "scroll up";
    SCROLLED, ["g", "home"] => Action::Move(Motion::Top), "page-top", "", "go to the first row";
    SCROLLED, ["G", "end"] => Action::Move(Motion::Bottom), "page-bottom", "", "go to the last row";
    SCROLLED, ["}"] => Action::Go(Goal::NextFile), "page-next-file", "", "go to the next file";
    SCROLLED, ["{"] => Action::Go(Goal::PreviousFile), "page-previous-file", "", "go to the previous file";
    SCROLLED, ["]", "J"] => Action::Go(Goal::NextHunk), "page-next-hunk", "", "go to the next change";
    SCROLLED, ["[", "K"] => Action::Go(Goal::PreviousHunk), "page-previous-hunk", "", "go to the previous change";
    &[Input], ["enter"] => Action::Submit, "submit", "save", "save the text";
    &[Input], ["ctrl-j"] => Action::NewLine, "new-line", "new line", "begin a new line of the comment";
    &[Review, Overlap, Lines, Place, Unlike, Apply, Written, Target, Comments, Page, Help, Palette, View, Input], ["esc"] => Action::Back, "back", "back", "go back one step; no decision is lost";
    &[Written], ["enter"] => Action::Back, "back-to-review", "", "go back to the review";
    &[Help], ["?"] => Action::Back, "close-help", "", "close the keys";
    &[Review, Overlap, Lines, Place, Unlike, Apply, Written, Page, Start], ["?"] => Action::Help, "help", "keys", "show all keys";
    &[Page], ["q"] => Action::Back, "close", "", "close the page";
    &[Review, Overlap, Place, Unlike, Apply, Written], ["q"] => Action::Quit, "quit", "quit", "quit; all decisions are saved";
    &[Start], ["esc", "ctrl-d"] => Action::Quit, "leave", "quit", "quit";
    &[Review, Overlap], ["Q"] => Action::Forget, "quit-forget", "", "quit and forget this review; asks once";
    ALL, ["ctrl-c"] => Action::Interrupt, "interrupt", "", "quit at once, with exit code 130";
    ALL, ["ctrl-z"] => Action::Suspend, "suspend", "", "suspend to the shell";
}

/// Returns the rows that hold in `context`, those needed first before others.
pub fn of_context(context: Context) -> impl Iterator<Item = &'static Binding> {
    KEYMAP
        .iter()
        .filter(move |binding| binding.contexts.contains(&context))
}

/// Returns the row of the command `name`.
pub fn named(name: &str) -> Option<&'static Binding> {
    KEYMAP.iter().find(|binding| binding.name == name)
}

#[cfg(test)]
mod tests {
    use super::super::key::Key;
    use super::*;
    use std::collections::{BTreeSet, HashSet};

    #[test]
    fn every_key_of_the_table_is_a_key_and_names_one_thing_in_a_context() {
        for context in ALL {
            let mut seen = HashSet::new();
            for name in of_context(*context).flat_map(|binding| binding.keys) {
                let key = Key::named(name).expect("the table names keys");
                assert!(seen.insert(key), "{context:?} has {name} twice");
            }
        }
    }

    #[test]
    fn command_names_are_unique() {
        let names: BTreeSet<_> = KEYMAP.iter().map(|binding| binding.name).collect();
        assert_eq!(names.len(), KEYMAP.len());
    }
}

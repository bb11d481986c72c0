//! The mark of a hunk: one character that says where it stands, with a word for it.

use crate::plan::{BlockDecision, By, Decision, HunkPlan, State};

use super::theme::Role;

/// Which characters marks and lines are drawn with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Symbols {
    /// All that a terminal of today shows.
    #[default]
    Unicode,
    /// Only those of ASCII.
    Ascii,
}

/// Where a hunk stands, as one mark; what asks most of a person first, in this order, which `worst` relies on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// It adds hidden text that nobody has allowed.
    Hidden,
    /// Its file changed on disk.
    Drifted,
    /// It fits nowhere well enough, or its file cannot be changed.
    Problem,
    /// Several places are as good.
    Tie,
    /// It changes the same lines as another.
    Overlap,
    /// A person placed it; it is undecided.
    ByHand,
    /// It has its place; it is undecided.
    Placed,
    /// It will not be written.
    Rejected,
    /// It will be written.
    Accepted,
    /// It stands in the file already.
    Applied,
}

impl Mark {
    /// All marks, in the order of the legend.
    pub const ALL: [Mark; 10] = [
        Mark::Accepted,
        Mark::Rejected,
        Mark::Placed,
        Mark::ByHand,
        Mark::Applied,
        Mark::Tie,
        Mark::Problem,
        Mark::Overlap,
        Mark::Hidden,
        Mark::Drifted,
    ];

    /// Returns the mark of a hunk.
    pub fn of(hunk: &HunkPlan) -> Mark {
        match (&hunk.state, &hunk.decision) {
            (State::AlreadyApplied | State::NoOp, _) => Mark::Applied,
            (State::Skipped, _) | (_, Decision::Rejected { .. }) => Mark::Rejected,
            (State::Placed, Decision::Accepted | Decision::Lines(_)) => Mark::Accepted,
            (State::Placed, Decision::Undecided) => {
                match hunk.placement.as_ref().map(|placed| placed.by) {
                    Some(By::Person) => Mark::ByHand,
                    _ => Mark::Placed,
                }
            }
            (State::Ambiguous, _) => Mark::Tie,
            (State::Overlap(_), _) => Mark::Overlap,
            (State::Drifted, _) => Mark::Drifted,
            (
                State::TooWeak
                | State::Dependent(_)
                | State::NoMatch
                | State::DeletedLineNotFound
                | State::ContextGone
                | State::FileStuck
                | State::Invalid(_)
                | State::Unresolved(_),
                _,
            ) => Mark::Problem,
        }
    }

    /// Returns the mark of a block of a hunk that was split.
    pub fn of_block(decision: BlockDecision) -> Mark {
        match decision {
            BlockDecision::Undecided => Mark::Placed,
            BlockDecision::Accepted => Mark::Accepted,
            BlockDecision::Rejected => Mark::Rejected,
        }
    }

    /// Returns whether a person has to say what becomes of the hunk.
    pub fn needs_person(self) -> bool {
        match self {
            Mark::Tie | Mark::Problem | Mark::Overlap | Mark::Hidden | Mark::Drifted => true,
            Mark::Accepted | Mark::Rejected | Mark::Placed | Mark::ByHand | Mark::Applied => false,
        }
    }

    /// Returns its character.
    pub fn symbol(self, symbols: Symbols) -> &'static str {
        match (self, symbols) {
            (Mark::Accepted, Symbols::Unicode) => "\u{2713}",
            (Mark::Accepted, Symbols::Ascii) => "v",
            (Mark::Rejected, _) => "x",
            (Mark::Placed, Symbols::Unicode) => "\u{b7}",
            (Mark::Placed, Symbols::Ascii) => ".",
            (Mark::ByHand, _) => "@",
            (Mark::Tie, _) => "?",
            (Mark::Problem, _) => "!",
            (Mark::Overlap, _) => "#",
            (Mark::Hidden, Symbols::Unicode) => "\u{203c}",
            (Mark::Hidden, Symbols::Ascii) => "H",
            (Mark::Drifted, _) => "^",
            (Mark::Applied, _) => "=",
        }
    }

    /// Returns what it means, for the legend.
    pub fn meaning(self) -> &'static str {
        match self {
            Mark::Accepted => "accepted",
            Mark::Rejected => "rejected",
            Mark::Placed => "placed, undecided",
            Mark::ByHand => "place chosen",
            Mark::Tie => "several places",
            Mark::Problem => "needs review",
            Mark::Overlap => "conflict",
            Mark::Hidden => "hidden text",
            Mark::Drifted => "file changed",
            Mark::Applied => "already there",
        }
    }

    /// Returns the mark that asks most of a person: of many marks in one cell that one is drawn.
    pub fn worst(marks: impl Iterator<Item = Mark>) -> Option<Mark> {
        marks.min()
    }

    /// Returns how it looks.
    pub fn role(self) -> Role {
        match self {
            Mark::Accepted => Role::Accepted,
            Mark::Rejected => Role::Rejected,
            Mark::Placed | Mark::ByHand => Role::Undecided,
            Mark::Tie | Mark::Problem | Mark::Overlap | Mark::Hidden => Role::Problem,
            Mark::Drifted => Role::Drifted,
            Mark::Applied => Role::Applied,
        }
    }
}

impl Symbols {
    /// Returns the character for a horizontal line.
    pub fn horizontal(self) -> &'static str {
        match self {
            Symbols::Unicode => "\u{2500}",
            Symbols::Ascii => "-",
        }
    }

    /// Returns the character for a vertical line.
    pub fn vertical(self) -> &'static str {
        match self {
            Symbols::Unicode => "\u{2502}",
            Symbols::Ascii => "|",
        }
    }

    /// Returns where a vertical line begins under a horizontal one.
    pub fn tee_down(self) -> &'static str {
        match self {
            Symbols::Unicode => "\u{252c}",
            Symbols::Ascii => "+",
        }
    }

    /// Returns where a vertical line ends on a horizontal one.
    pub fn tee_up(self) -> &'static str {
        match self {
            Symbols::Unicode => "\u{2534}",
            Symbols::Ascii => "+",
        }
    }

    /// Returns where a horizontal line begins at a vertical one.
    pub fn tee_right(self) -> &'static str {
        match self {
            Symbols::Unicode => "\u{251c}",
            Symbols::Ascii => "+",
        }
    }

    /// Returns where a horizontal line begins at the part of a vertical one that shows what is seen of a list.
    pub fn tee_right_of_thumb(self) -> &'static str {
        match self {
            Symbols::Unicode => "\u{2520}",
            Symbols::Ascii => "+",
        }
    }

    /// Returns where a horizontal line ends at a vertical one.
    pub fn tee_left(self) -> &'static str {
        match self {
            Symbols::Unicode => "\u{2524}",
            Symbols::Ascii => "+",
        }
    }

    /// Returns the corners of a frame, from the top left on.
    pub fn corners(self) -> [&'static str; 4] {
        match self {
            Symbols::Unicode => ["\u{250c}", "\u{2510}", "\u{2514}", "\u{2518}"],
            Symbols::Ascii => ["+"; 4],
        }
    }

    /// Returns the ends of the strip of marks.
    pub fn strip_ends(self) -> [&'static str; 2] {
        match self {
            Symbols::Unicode => ["\u{258f}", "\u{2595}"],
            Symbols::Ascii => ["[", "]"],
        }
    }

    /// Returns the mark of a line that the file has as the model wrote it, and of one that it does not.
    pub fn same_or_not(self) -> [&'static str; 2] {
        match self {
            Symbols::Unicode => ["=", "\u{2260}"],
            Symbols::Ascii => ["=", "!"],
        }
    }

    /// Returns eight steps of a bar, from the lowest to the highest.
    pub fn steps(self) -> [&'static str; 8] {
        match self {
            Symbols::Unicode => [
                "\u{2581}", "\u{2582}", "\u{2583}", "\u{2584}", "\u{2585}", "\u{2586}", "\u{2587}",
                "\u{2588}",
            ],
            Symbols::Ascii => ["_", ".", ".", ":", ":", "|", "|", "#"],
        }
    }

    /// Returns the mark of lines that are left out.
    pub fn gap(self) -> &'static str {
        match self {
            Symbols::Unicode => "\u{22ef}",
            Symbols::Ascii => "~",
        }
    }

    /// Returns the mark of a file whose hunks the list shows, and of one whose hunks it does not.
    pub fn fold(self) -> [&'static str; 2] {
        match self {
            Symbols::Unicode => ["\u{25be}", "\u{25b8}"],
            Symbols::Ascii => ["-", "+"],
        }
    }

    /// Returns what shows which part of a list is seen.
    pub fn thumb(self) -> &'static str {
        match self {
            Symbols::Unicode => "\u{2503}",
            Symbols::Ascii => "#",
        }
    }

    /// Returns the dot between two facts.
    pub fn dot(self) -> &'static str {
        match self {
            Symbols::Unicode => "\u{b7}",
            Symbols::Ascii => "-",
        }
    }

    /// Returns the bar beside the lines of the hunk under review.
    pub fn bar(self) -> &'static str {
        match self {
            Symbols::Unicode => "\u{258c}",
            Symbols::Ascii => "|",
        }
    }

    /// Returns the mark of a text cut short.
    pub fn cut(self) -> &'static str {
        match self {
            Symbols::Unicode => "\u{2026}",
            Symbols::Ascii => "~",
        }
    }
}

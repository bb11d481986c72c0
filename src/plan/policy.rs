//! What may be placed unasked. Interactive and headless default are one: nothing is ever guessed.

use crate::matcher::{Rules, Tier};
use crate::text::worded::with_words;

/// What is done where nobody has chosen a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// What becomes of a hunk with several places.
    pub on_tie: OnTie,
    /// The loosest tier for automatic placement.
    pub accept_from: Tier,
    /// How far from the line the reply claims a place may lie, in lines; a strict one may lie anywhere.
    pub max_offset: usize,
    /// How far from the hunk before a place may lie of a hunk without a number, in lines; a strict one may lie anywhere, and
    /// `None` lets all. Replies jump about a file, so this is bounded only where it is asked for.
    pub max_gap: Option<usize>,
    /// The lowest similarity of a place of the loosest tier, 0 to 1000.
    pub similarity: u16,
    /// How many lines of context must be alike.
    pub context_min: usize,
    /// Which sub-rules are obeyed: all, but where they are measured.
    pub rules: Rules,
}

/// What becomes of a hunk with several equally good places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnTie {
    /// It waits for a person.
    Ask,
    /// The best is taken, nearest to where it is expected, and the report says so.
    Nearest,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy {
            on_tie: OnTie::Ask,
            accept_from: Tier::Similar,
            max_offset: 1_000,
            max_gap: None,
            similarity: 0,
            context_min: 0,
            rules: Rules::ALL,
        }
    }
}

with_words! {
    /// Who put a hunk where it is.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum By;
    /// Returns the stable name in JSON.
    pub fn name;
    /// The matcher: it is the only good place.
    Matcher "matcher",
    /// The patch's line number, proven right.
    Number "number",
    /// The heading the patch names.
    Heading "heading",
    /// The patch says that it ends where the file ends.
    FileEnd "file_end",
    /// The order of like hunks over like places.
    Order "order",
    /// The other hunks take all its other places.
    Left "elimination",
    /// `--policy nearest`.
    Nearest "nearest",
    /// A person chose it.
    Person "person",
}

//! What a row of the table of dialects holds.

use std::ops::Range;

use super::walk::scan::Scan;
use super::walk::section::Section;

/// One way of writing a patch.
pub struct DialectSpec {
    /// The name that options and reports use.
    pub name: &'static str,
    /// What it is, in one line for people.
    pub title: &'static str,
    /// A small complete patch.
    pub example: &'static str,
    /// What to tell a model that shall write it, one rule each; empty for a dialect that is read but not worth asking for.
    pub advice: &'static [&'static str],
    /// Whether a part in this dialect begins where the walk stands.
    pub(super) starts: fn(&Scan<'_>) -> bool,
    /// Reads the part that begins where the walk stands.
    pub(super) read: fn(&mut Scan<'_>),
    /// What sets it apart from others.
    pub(super) manners: Manners,
}

/// What sets a dialect apart where the parts of all are handled alike.
#[derive(Clone, Copy)]
pub(super) struct Manners {
    /// What one part of it takes.
    pub(super) takes: Takes,
    /// What shows that a part of it is complete.
    pub(super) ends: Ends,
    /// What its own specification says of a section that was read, in the order in which it is asked.
    pub(super) rules: &'static [fn(&mut Section<'_>)],
    /// How many lines of context its own specification asks for above and below the changes of a hunk, where the file has as
    /// many.
    pub(super) n_context: usize,
    /// Where its own specification allows a hunk that only adds lines.
    pub(super) additions: Additions,
    /// Whose markers its parts are made of.
    pub(super) markers: Markers,
    /// Whether each of its parts is a call of a tool.
    pub(super) is_call: bool,
}

impl Manners {
    /// Those of most dialects.
    pub(super) const PLAIN: Manners = Manners {
        takes: Takes::Lines,
        ends: Ends::Anywhere,
        rules: &[],
        n_context: 0,
        additions: Additions::Anywhere,
        markers: Markers::OfReplies,
        is_call: false,
    };
}

/// Whose markers the parts of a dialect are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Markers {
    /// Markers that only replies hold.
    OfReplies,
    /// The conflict markers of version control, which a target may hold itself.
    OfConflicts,
}

/// Where a hunk may add lines without deleting any.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Additions {
    /// Wherever its context is.
    Anywhere,
    /// Where the file begins or ends.
    AtFileEnds,
}

/// What one part of a dialect takes.
#[derive(Clone, Copy)]
pub(super) enum Takes {
    /// Its own lines, wherever they stand.
    Lines,
    /// A fence with whatever is in it: a part in another dialect among the lines returned goes first.
    Fence(fn(&Scan<'_>) -> Option<Range<usize>>),
}

/// What shows that a part of a dialect is complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ends {
    /// Nothing: more of it may have been meant to follow.
    Anywhere,
    /// A sign without which it is not read at all.
    BySign,
    /// This line; without it, it is read all the same.
    With(&'static str),
}

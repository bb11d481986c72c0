//! Why decisions cannot be followed, each in one sentence.

use crate::text::PathFault;

/// Why a decision cannot be followed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// They are of another shape.
    #[error("the decisions are of version {0}, and this program reads version 1")]
    Version(u32),
    /// They are about another one.
    #[error(
        "the decisions were made about another reply, or about other files of it: name the reply they were saved with, and the same `--file`, `--strip` and `--dialect`"
    )]
    OtherReply,
    /// No hunk is called so.
    #[error("the patch has no hunk `{name}`; it has {}", all_of(*n_hunks))]
    UnknownHunk {
        /// What was given.
        name: String,
        /// How many hunks the patch has.
        n_hunks: usize,
    },
    /// The hunk of this number has other lines.
    #[error("`{name}` is stale: that hunk is `{now}` in this patch")]
    StaleHunk {
        /// What was given.
        name: String,
        /// What the hunk of its number is called.
        now: String,
    },
    /// The hunk, or its file, has changed since the place was named, or never had it.
    #[error(
        "place `{0}` is stale or unknown: its hunk or file changed; `hunkwise check --json` lists the places"
    )]
    StalePlace(String),
    /// The file is not the one that was decided on.
    #[error("`{0}` changed since the decisions were made; review it again")]
    TargetChanged(String),
    /// The patch is not about this file.
    #[error("the patch is not about `{0}`")]
    UnknownTarget(String),
    /// It is no path under the root.
    #[error("`{path}`: {fault}; name a file by its path under the root")]
    Path {
        /// What was given.
        path: String,
        /// What is wrong with it.
        fault: PathFault,
    },
    /// The list of places is shorter.
    #[error("{hunk} has no place #{nth}; it has {n}")]
    NoSuchPlace {
        /// The hunk.
        hunk: String,
        /// The number given.
        nth: usize,
        /// How many places are listed.
        n: usize,
    },
    /// The file ends before.
    #[error("{hunk} cannot go to line {line}: the file has {n_lines} lines")]
    PastTheEnd {
        /// The hunk.
        hunk: String,
        /// The line given.
        line: usize,
        /// How many lines there are.
        n_lines: usize,
    },
    /// One place begins on the line, and another has its first change there.
    #[error(
        "line {line} may mean two places of {hunk}: `{begins}` begins there, and `{changes}` has its first change there; \
         name one by this id"
    )]
    TwoPlaces {
        /// The hunk.
        hunk: String,
        /// The line given.
        line: usize,
        /// The id of the place that begins there.
        begins: String,
        /// The id of the place whose first change is there.
        changes: String,
    },
    /// Nothing there is like it.
    #[error("{hunk} does not fit at line {line}: the lines there differ from its own")]
    FitsNowhere {
        /// The hunk.
        hunk: String,
        /// The line given.
        line: usize,
    },
    /// A line that it removes differs there.
    #[error(
        "a line that {hunk} removes differs at line {line}; say `:replace` to remove the file's line, or `:insert` to keep it"
    )]
    MustSay {
        /// The hunk.
        hunk: String,
        /// The line of the place.
        line: usize,
    },
    /// It only removes lines, and the file has others there.
    #[error("{hunk} only removes lines that differ there: nothing would be inserted")]
    NothingToInsert {
        /// The hunk.
        hunk: String,
    },
    /// Every line that it removes is there as it says, so that there is none to keep.
    #[error(
        "`:insert` keeps lines that differ from those that {0} removes, and none differs there; leave out `:insert`, or choose lines with `--lines`"
    )]
    NothingDiffers(String),
    /// Only places that are equally good can be taken together.
    #[error("{hunk} cannot go to all of its places: {why}")]
    NotAll {
        /// The hunk.
        hunk: String,
        /// Why.
        why: String,
    },
    /// Its file has no text that it could be put into.
    #[error("{0} has no file that it could be put into")]
    NoText(String),
    /// It was accepted, and has no place.
    #[error("{0} is accepted, but its place is open; choose one")]
    NoPlaceGiven(String),
    /// It has no such line that it changes.
    #[error("{hunk} changes no line {line}")]
    NoSuchLine {
        /// The hunk.
        hunk: String,
        /// The number given, from 1.
        line: usize,
    },
    /// Two decisions are about one hunk.
    #[error("two decisions are about {0}")]
    Twice(String),
    /// Two decisions say which of two hunks are written.
    #[error("two decisions are about the conflict of {0} and {1}")]
    OverlapTwice(String, String),
    /// It is wanted by one of them, or some of its lines are, and not by another.
    #[error("the decisions on {0} contradict each other")]
    Contradiction(String),
    /// One line cannot be both.
    #[error("{0} and {1} cannot both be written: they change the same line in two ways")]
    NotBoth(String, String),
    /// Two files are given for hunks of one section.
    #[error("{0} and {1} are about one file of the patch, which cannot be two files")]
    TwoTargets(String, String),
    /// Another file is given for some of the hunks of a section whose own file is there.
    #[error(
        "{hunk} would go to `{path}`, too: it is about the same file of the patch as {named}; give it a target, or reject it"
    )]
    TargetOfSome {
        /// A hunk that nothing is said of.
        hunk: String,
        /// The file.
        path: String,
        /// The hunk that it is given for.
        named: String,
    },
    /// A line that is given for a hunk cannot be one.
    #[error("line {line} of the lines for {hunk} {why}")]
    BadLine {
        /// The hunk.
        hunk: String,
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        why: &'static str,
    },
    /// They change no line together.
    #[error("{0} and {1} do not conflict")]
    NoOverlap(String, String),
    /// What it asks for is not there.
    #[error("what {0} asks for is not on disk, so it cannot be kept")]
    NotOnDisk(String),
    /// Lines that need not be alike are named without saying of which file.
    #[error("{0} is put on lines by number alone; give the digest of its file in `targets`")]
    NoDigest(String),
    /// The session refused it.
    #[error("{hunk}: {why}")]
    Refused {
        /// The hunk.
        hunk: String,
        /// Why.
        why: String,
    },
}

/// Returns how many hunks there are, and how they are called.
fn all_of(n_hunks: usize) -> String {
    match n_hunks {
        0 => "none".to_string(),
        1 => "only `h1`".to_string(),
        n => format!("{n}: `h1` to `h{n}`"),
    }
}

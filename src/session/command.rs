//! What can be done to a review. Screen, scripts and replays all speak in these.

use crate::patch::{HunkId, HunkLine};
use crate::plan::{BlockDecision, Decision};
use crate::text::{LineSpan, RelPath};

/// One act of a person. Each that changes something is one step to undo.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Command {
    /// Put the hunk here: one of its places, or any span by hand.
    Place {
        /// The hunk.
        hunk: HunkId,
        /// The lines its preimage takes.
        span: LineSpan,
    },
    /// Put the hunk here and accept it.
    AcceptAt {
        /// The hunk.
        hunk: HunkId,
        /// The lines its preimage takes.
        span: LineSpan,
    },
    /// Put the hunk here and accept what it inserts; of what it removes only those lines that are there as it names them.
    InsertAt {
        /// The hunk.
        hunk: HunkId,
        /// The lines its preimage takes.
        span: LineSpan,
    },
    /// Lay the hunk over the lines at one of its places that lacks some of what it removes, and accept it: the lines there
    /// are removed instead.
    ReplaceAt {
        /// The hunk.
        hunk: HunkId,
        /// The lines of the place.
        span: LineSpan,
    },
    /// Say whether the hunk is wanted.
    Decide {
        /// The hunk.
        hunk: HunkId,
        /// The decision.
        decision: Decision,
    },
    /// Take back whether the hunk is wanted, and where it was put.
    Reopen {
        /// The hunk.
        hunk: HunkId,
    },
    /// Accept the hunk at all of its places that are equally good.
    AcceptEverywhere {
        /// The hunk.
        hunk: HunkId,
    },
    /// Accept each of these hunks.
    AcceptEach {
        /// The hunks, such as [`super::Session::clear_hunks`].
        hunks: Vec<HunkId>,
    },
    /// Accept every undecided hunk of a file that has a place, those too that wait for a look in the only one they can have.
    AcceptRest {
        /// Index of the file in the patch.
        file: usize,
        /// The hunks that must be looked at one by one.
        except: Vec<HunkId>,
    },
    /// Reject every undecided hunk of a file.
    RejectRest {
        /// Index of the file in the patch.
        file: usize,
    },
    /// Give the tied hunks of a file the places that keep the patch's order.
    KeepOrder {
        /// Index of the file in the patch.
        file: usize,
    },
    /// Settle an overlap: this hunk is accepted, the others rejected because of it.
    KeepOne {
        /// The hunk wanted.
        hunk: HunkId,
        /// The hunks put aside.
        others: Vec<HunkId>,
    },
    /// Settle an overlap: all are accepted, their lines in this order.
    KeepAll {
        /// The hunks, at least two.
        hunks: Vec<HunkId>,
    },
    /// Settle an overlap: one of the two goes elsewhere, and both are accepted.
    KeepApart {
        /// The hunk that moves.
        moved: HunkId,
        /// The lines its preimage takes then.
        span: LineSpan,
        /// The hunk that stays.
        other: HunkId,
    },
    /// Settle an overlap: all are rejected.
    KeepNone {
        /// The hunks, at least two.
        hunks: Vec<HunkId>,
    },
    /// Files of the patch mean this one.
    Retarget {
        /// Indexes of the files in the patch.
        files: Vec<usize>,
        /// The file meant.
        path: RelPath,
    },
    /// Give the hunk other lines than the reply has.
    Edit {
        /// The hunk.
        hunk: HunkId,
        /// Its lines.
        lines: Vec<HunkLine>,
    },
    /// Say that the hidden text which the hunk adds was seen.
    Confirm {
        /// The hunk.
        hunk: HunkId,
    },
    /// Say something about the hunk to the model, whatever is decided on it.
    Comment {
        /// The hunk.
        hunk: HunkId,
        /// The words; none take the comment back.
        text: String,
    },
    /// Decide on the hunk block by block.
    Split {
        /// The hunk.
        hunk: HunkId,
    },
    /// Decide on the hunk as one again.
    Join {
        /// The hunk.
        hunk: HunkId,
    },
    /// Say whether a block of a hunk that was split is wanted.
    Choose {
        /// The hunk.
        hunk: HunkId,
        /// Index of the block.
        block: usize,
        /// The decision.
        decision: BlockDecision,
    },
    /// Take the last step back.
    Undo,
    /// Make the step taken back last again.
    Redo,
}

/// What a command did, for the status line.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// Something was settled; what, in a few words.
    Done(String),
    /// Nothing changed; why.
    Refused(String),
}

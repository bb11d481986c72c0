//! What a person can say of a hunk, and the steps in which it is said.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::block::{Block, BlockDecision};
use crate::patch::{HunkId, HunkLine};
use crate::text::{Digest, LineSpan, RelPath};

/// Whether a hunk is wanted; where it goes is another question.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Decision {
    /// Not said yet.
    #[default]
    Undecided,
    /// Wanted.
    Accepted,
    /// Not wanted.
    Rejected {
        /// What the person, or the conflict it lost, says of it.
        why: Option<String>,
    },
    /// Only these of its changed lines are wanted.
    Lines(BTreeSet<usize>),
}

impl Decision {
    /// Returns whether the hunk, or some lines of it, shall be written.
    pub fn is_accepted(&self) -> bool {
        matches!(self, Decision::Accepted | Decision::Lines(_))
    }

    /// Returns whether the hunk shall not be written.
    pub fn is_rejected(&self) -> bool {
        matches!(self, Decision::Rejected { .. })
    }
}

/// One thing a person settled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Resolution {
    /// The hunk goes here: one of its candidates, or anywhere by hand.
    Place {
        /// The hunk.
        hunk: HunkId,
        /// The lines of the target that its preimage takes.
        span: LineSpan,
    },
    /// The hunk goes where the matcher puts it again: the place that was chosen for it means nothing any more.
    Unplace {
        /// The hunk.
        hunk: HunkId,
    },
    /// Both of two overlapping hunks are made, in this order.
    Order {
        /// The hunk whose lines come first.
        first: HunkId,
        /// The hunk whose lines follow.
        second: HunkId,
    },
    /// Whether the hunk is wanted.
    Decide {
        /// The hunk.
        hunk: HunkId,
        /// The decision.
        decision: Decision,
    },
    /// The patch's file stands for this one.
    Retarget {
        /// Index of the file in the patch.
        file: usize,
        /// The file meant.
        path: RelPath,
    },
    /// The hunk has these lines instead of those of the reply.
    Edit {
        /// The hunk.
        hunk: HunkId,
        /// Its lines.
        lines: Vec<HunkLine>,
    },
    /// The hidden text that the hunk adds was seen.
    Confirm {
        /// The hunk.
        hunk: HunkId,
    },
    /// What the model should hear about the hunk, whatever is decided on it; nothing when empty.
    Comment {
        /// The hunk.
        hunk: HunkId,
        /// The words.
        text: String,
    },
    /// The hunk is decided on block by block.
    Split {
        /// The hunk.
        hunk: HunkId,
        /// Its blocks, with what was decided on them so far.
        blocks: Vec<Block>,
    },
    /// What is said of single lines of the hunk is about these: a hunk may be read in several ways, and in another once more
    /// where an earlier one is put elsewhere.
    Read {
        /// The hunk.
        hunk: HunkId,
        /// The digest of its lines as it was read.
        lines: Digest,
    },
    /// The hunk is decided on as one again; what was decided stays.
    Join {
        /// The hunk.
        hunk: HunkId,
    },
    /// Whether a block of a hunk that was split is wanted.
    Choose {
        /// The hunk.
        hunk: HunkId,
        /// Index of the block.
        block: usize,
        /// The decision.
        #[serde(alias = "choice")]
        decision: BlockDecision,
    },
}

impl Resolution {
    /// Returns the hunk that it is about: the first of two, and hunk 0 where it is about a file.
    pub fn subject(&self) -> HunkId {
        match self {
            Resolution::Retarget { file, .. } => HunkId {
                file: *file,
                hunk: 0,
            },
            Resolution::Order { first: hunk, .. }
            | Resolution::Place { hunk, .. }
            | Resolution::Unplace { hunk }
            | Resolution::Decide { hunk, .. }
            | Resolution::Edit { hunk, .. }
            | Resolution::Confirm { hunk }
            | Resolution::Comment { hunk, .. }
            | Resolution::Split { hunk, .. }
            | Resolution::Read { hunk, .. }
            | Resolution::Join { hunk }
            | Resolution::Choose { hunk, .. } => *hunk,
        }
    }

    /// Returns the index of the file that it is about: no resolution is about two.
    pub fn file(&self) -> usize {
        self.subject().file
    }

    /// Returns the hunk that it accepts, in whole or in part.
    pub fn accepts(&self) -> Option<HunkId> {
        let Resolution::Decide { hunk, decision } = self else {
            return None;
        };
        decision.is_accepted().then_some(*hunk)
    }
}

/// Resolutions made by one command, undone together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// What it did, in a few words: `accept hunk 4`.
    pub label: String,
    /// What it settled, in order.
    pub resolutions: Vec<Resolution>,
}

impl Step {
    /// Returns the indexes of the files that it is about.
    pub fn files(&self) -> BTreeSet<usize> {
        self.resolutions.iter().map(Resolution::file).collect()
    }

    /// Returns whether hunks have other lines for it, or are for another file.
    pub fn changes_lines(&self) -> bool {
        let changes =
            |it: &Resolution| matches!(it, Resolution::Edit { .. } | Resolution::Retarget { .. });
        self.resolutions.iter().any(changes)
    }
}

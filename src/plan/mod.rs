//! Floor 4: matches, resolutions and policy in, the plan out; pure, cheap, and remade after every decision. It remembers
//! who put each hunk where it is.

mod blob;
pub mod block;
pub mod change;
mod compose;
pub mod conflict;
mod curled;
pub mod doubt;
mod file;
mod history;
mod hunk;
pub mod loss;
mod made;
mod merge;
mod moved;
pub mod overlap;
pub mod own;
pub mod policy;
mod proof;
pub mod resolution;
mod running;
mod settle;
mod settled;
pub mod splice;
pub mod verdict;
mod whole;

use std::sync::Arc;

use crate::matcher::Listed;
use crate::patch::{FileOp, FilePatch, Hunk, HunkId};
use crate::text::{Content, Edit, Edits, FinalNewline, LineSpan, RelPath, Snapshot, Text};

pub use block::{Block, BlockDecision};
pub use change::{ChangeSet, FileChange};
pub use file::{FileInput, plan_file};
pub use history::Resolutions;
pub use hunk::edits;
pub use loss::Loss;
pub use own::Baseline;
pub use policy::{By, OnTie, Policy};
pub use resolution::{Decision, Resolution, Step};
pub use settled::Settled;

/// What is to be written, and what stands in the way.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Plan {
    /// One per file of the patch, in its order.
    pub files: Vec<FilePlan>,
}

/// The plan for one file of the patch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilePlan {
    /// The file meant: the patch's path, or the one a person or a close name put in its place.
    pub target: Option<RelPath>,
    /// What becomes of it.
    pub op: FileOp,
    /// Whether it can be changed at all.
    pub state: FileState,
    /// What was read at `target`.
    pub snapshot: Option<Snapshot>,
    /// One per hunk, in the patch's order; never empty.
    pub hunks: Vec<HunkPlan>,
}

/// Whether a file can be changed at all.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileState {
    /// Its hunks can be matched and written.
    Ready,
    /// The patch names no path.
    NoPath,
    /// The header names two files, and both exist.
    TwoNames,
    /// Nothing lies at the path.
    NoTarget,
    /// Something lies where a new file shall be.
    Exists,
    /// It is binary, and left alone.
    Binary,
    /// Something that is no file lies at the path, in a few words.
    NotAFile(String),
    /// It is never touched, for the reason given.
    Refused(String),
    /// It cannot be read, for the reason given.
    Unreadable(String),
    /// The dialect forbids what the patch says of it.
    Invalid(String),
    /// The parts that its new content leaves out are not found in it, for the reason given.
    Unresolved(String),
    /// Nobody waited until its hunks were looked for to the end: none of them has a place.
    Unsearched,
}

impl FileState {
    /// Returns whether its path is no file's that may be touched.
    pub fn names_no_file(&self) -> bool {
        matches!(self, FileState::NoTarget | FileState::Refused(_))
    }
}

/// The plan for one hunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HunkPlan {
    /// Which hunk.
    pub id: HunkId,
    /// Where it stands.
    pub state: State,
    /// Its place, when it has one: settled in [`State::Placed`], put aside in [`State::Overlap`].
    pub placement: Option<Placement>,
    /// Whether it is wanted.
    pub decision: Decision,
    /// Whether the work budget ended before it was looked for in what earlier hunks make.
    pub capped: bool,
}

/// A hunk's place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placement {
    /// The place itself.
    pub candidate: Listed,
    /// Who chose it.
    pub by: By,
    /// The earlier hunks of the file (indexes) on whose lines it builds; its edits hold theirs. Empty for nearly all.
    pub builds_on: Box<[usize]>,
}

impl Placement {
    /// Returns the line by which it is reported: the first one of [`Placement::own_lines`].
    pub fn line_index(&self) -> usize {
        self.own_lines().start
    }

    /// Returns the lines that it takes. The context of a hunk that builds on others is none of its own: those from the first
    /// line that changes to the last.
    pub fn own_lines(&self) -> LineSpan {
        self.candidate.for_once(|place| {
            if self.builds_on.is_empty() {
                return place.span;
            }
            let lines = &place.variant.lines;
            let n_above = lines.iter().take_while(|line| line.is_context()).count();
            let n_below = lines
                .iter()
                .rev()
                .take_while(|line| line.is_context())
                .count();
            let start = place.span.start + n_above;
            LineSpan::new(start, place.span.end.saturating_sub(n_below).max(start))
        })
    }
}

/// Where a hunk stands. Only `Placed` hunks can be written.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum State {
    /// It has a settled place.
    Placed,
    /// Its result stands there already.
    AlreadyApplied,
    /// It changes nothing.
    NoOp,
    /// Several places are as good.
    Ambiguous,
    /// Its best place is not good enough to be taken unasked.
    TooWeak,
    /// It fits nowhere.
    NoMatch,
    /// It and these hunks of the same file (indexes) change the same lines; [`overlap::N_NAMED`] are named at most.
    Overlap(Box<[usize]>),
    /// A line it removes is not there as the patch has it.
    DeletedLineNotFound,
    /// Another hunk removes all that says where it goes.
    ContextGone,
    /// Its file is binary: it is left alone, and nobody is asked.
    Skipped,
    /// The file it belongs to cannot be changed as it is; see [`FilePlan::state`].
    FileStuck,
    /// It changes what these earlier hunks of the file (indexes) make, which are not wanted as they are.
    Dependent(Box<[usize]>),
    /// The place chosen for it changed on disk.
    Drifted,
    /// Its dialect forbids it, for the reason given.
    Invalid(Box<str>),
    /// The lines that it leaves out are not found in its target, for the reason given.
    Unresolved(Box<str>),
}

impl State {
    /// Returns the stable name in JSON.
    pub fn name(&self) -> &'static str {
        match self {
            State::Placed => "placed",
            State::AlreadyApplied => "already_applied",
            State::NoOp => "no_op",
            State::Skipped => "skipped",
            State::Ambiguous => "ambiguous",
            State::TooWeak => "too_weak",
            State::NoMatch | State::FileStuck => "no_match",
            State::Overlap(_) => "overlap",
            State::DeletedLineNotFound => "deleted_line_not_found",
            State::ContextGone | State::Unresolved(_) => "context_gone",
            State::Dependent(_) => "dependent",
            State::Drifted => "drifted",
            State::Invalid(_) => "invalid",
        }
    }

    /// Returns whether no place makes the hunk whole, so that none is offered.
    pub fn is_incomplete(&self) -> bool {
        matches!(self, State::Invalid(_) | State::Unresolved(_))
    }

    /// Returns whether the file is as the hunk would make it.
    pub fn is_there(&self) -> bool {
        matches!(self, State::AlreadyApplied | State::NoOp)
    }

    /// Returns whether nothing is left to settle about its place.
    pub fn is_settled(&self) -> bool {
        matches!(
            self,
            State::Placed | State::AlreadyApplied | State::NoOp | State::Skipped
        )
    }
}

/// Which hunks of a plan are to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// All that are not rejected; refused while one of them is stuck (headless).
    Everything,
    /// All that are settled and not rejected, whatever else is stuck (headless `--partial`).
    Settled,
    /// The accepted ones; refused while one of them is stuck (the screen).
    Accepted,
}

impl HunkPlan {
    /// Returns whether a person must act before it can be written.
    pub fn needs_person(&self) -> bool {
        !self.decision.is_rejected() && !self.state.is_settled()
    }

    /// Returns whether `scope` takes the hunk.
    pub fn is_in(&self, scope: Scope) -> bool {
        match scope {
            Scope::Everything => !self.decision.is_rejected(),
            Scope::Settled => !self.decision.is_rejected() && self.state.is_settled(),
            Scope::Accepted => self.decision.is_accepted(),
        }
    }
}

impl FilePlan {
    /// Returns the text that was read at its target, if it is one.
    pub fn text(&self) -> Option<&Arc<Text>> {
        self.snapshot.as_ref().and_then(Snapshot::text)
    }

    /// Returns the hunks of `scope` that will be written: placed, not merely settled.
    pub fn written(&self, scope: Scope) -> impl Iterator<Item = &HunkPlan> {
        self.hunks
            .iter()
            .filter(move |hunk| hunk.is_in(scope) && hunk.state == State::Placed)
    }

    /// Returns what the hunk of index `hunk` writes at its place, in order; nothing without one. It is worked out whenever
    /// it is asked for: with 100,000 hunks, it would be a tenth of all that a review keeps.
    pub fn placed_edits(&self, file: &FilePatch, hunk: usize) -> Vec<Edit> {
        let text = self.text();
        let hunk = &self.hunks[hunk];
        match text {
            Some(text) => hunk::placed_edits(file, text, hunk),
            None => hunk::placed_edits(file, &Text::new(""), hunk),
        }
    }

    /// Returns whether the hunk takes away what the reply does not quote line by line: the file itself, or lines of one that
    /// it replaces.
    pub fn loses_unquoted(&self, hunk: &Hunk) -> bool {
        let text = self.text();
        match self.op {
            _ if hunk.mode.is_some() => false,
            FileOp::Delete => true,
            FileOp::Create | FileOp::Replace => text.is_some_and(|text| text.n_lines() > 0),
            FileOp::Modify | FileOp::Rename { .. } | FileOp::Copy { .. } => false,
        }
    }

    /// Returns the edits of `scope` together; `None` where two of them collide, which no settled plan has.
    pub fn edits(&self, file: &FilePatch, scope: Scope, settled: &Settled) -> Option<Edits> {
        let written: Vec<&HunkPlan> = self.written(scope).collect();
        let is_in_another = running::built_upon(written.iter().copied());
        let mut newlines = written
            .iter()
            .map(|hunk| file.hunks[hunk.id.hunk].final_newline);
        let newline = newlines
            .rfind(|newline| *newline != FinalNewline::Keep)
            .unwrap_or_default();
        let hunks = written
            .iter()
            .filter(|hunk| !is_in_another.contains(&hunk.id.hunk))
            .map(|hunk| (hunk.id, self.placed_edits(file, hunk.id.hunk)));
        let edits = merge::merged_edits(&hunks.collect::<Vec<_>>(), settled)?;
        Edits::new(edits, newline).ok()
    }

    /// Returns the file's content after the hunks of `scope` are made; `None` when it has no text or they collide.
    pub fn result(&self, file: &FilePatch, scope: Scope, settled: &Settled) -> Option<Vec<u8>> {
        let edits = self.edits(file, scope, settled)?;
        match &self.snapshot.as_ref()?.content {
            Content::Text(text) => Some(edits.apply(text)),
            Content::Absent => Some(edits.apply(&Text::new(""))),
            Content::Binary
            | Content::NotAFile(_)
            | Content::Refused(_)
            | Content::Unreadable(_) => None,
        }
    }
}

impl Plan {
    /// Returns the plan of one hunk.
    ///
    /// # Panics
    /// When the plan has no such hunk.
    pub fn hunk(&self, id: HunkId) -> &HunkPlan {
        &self.files[id.file].hunks[id.hunk]
    }

    /// Returns all hunks in the patch's order.
    pub fn hunks(&self) -> impl Iterator<Item = &HunkPlan> {
        self.files.iter().flat_map(|file| &file.hunks)
    }

    /// Returns the hunks from the one of index `first` in the whole patch on; files before it are not walked.
    pub fn hunks_from(&self, first: usize) -> impl Iterator<Item = &HunkPlan> {
        let (mut file, mut hunk) = (0, first);
        while let Some(n_hunks) = self.files.get(file).map(|file| file.hunks.len())
            && hunk >= n_hunks
        {
            (file, hunk) = (file + 1, hunk - n_hunks);
        }
        let rest = self.files[file..].iter().flat_map(|file| &file.hunks);
        rest.skip(hunk)
    }

    /// Returns the hunks of `scope` that are not settled.
    pub fn stuck(&self, scope: Scope) -> Vec<HunkId> {
        let stuck = |hunk: &&HunkPlan| hunk.is_in(scope) && !hunk.state.is_settled();
        self.hunks().filter(stuck).map(|hunk| hunk.id).collect()
    }
}

//! Floor 5: a review in, words and numbers for people and scripts out. Knows neither terminal nor disk: what it returns is
//! text, and every byte of it that came from outside went through [`crate::text::display`].

mod decoded;
mod difference;
pub mod exit;
pub mod explain;
pub mod feedback;
mod file_act;
pub mod finding;
pub mod json;
pub mod read_back;
pub mod reject;
mod replaced;
mod searched;
mod sides;
pub mod text;
pub mod unique;
mod unmarked;

use schemars::JsonSchema;
use serde::Serialize;

use crate::matcher::Tier;
use crate::patch::{HunkId, PatchPath};
use crate::plan::{By, FilePlan, FileState, HunkPlan, Scope, State};
use crate::session::{Moves, Session};
use crate::text::Content;
use crate::text::LineSpan;
use crate::text::display::display_line;

pub use difference::FirstDifference;
pub use exit::{EXITS, Exit, ExitSpec, exit_code};
pub use file_act::{FileAct, deletes_file, file_act};
pub use searched::{below_similarity, searched};
pub use sides::{Sides, sides};

pub use finding::{Finding, FindingCode, Hidden, findings, refusals, refusals_of_all, told_of};

/// Returns what people call matches of a tier.
pub fn tier_words(tier: Tier) -> &'static str {
    match tier {
        Tier::Strict => "exact",
        Tier::Resilient => "whitespace",
        Tier::Fuzzy | Tier::Partial | Tier::Similar => tier.name(),
    }
}

/// What went wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Failure {
    /// Its kind.
    pub code: &'static str,
    /// One sentence.
    pub text: String,
}

/// All that a report says.
#[derive(Debug, Clone, Copy)]
pub struct Report<'a> {
    /// The subcommand that ran.
    pub command: &'static str,
    /// The review.
    pub session: &'a Session,
    /// The review as it is after the write, on the files as they are then; `None` where nothing was written.
    pub after: Option<&'a Session>,
    /// What is written, or would be.
    pub scope: Scope,
    /// The folder the targets lie under.
    pub root: &'a str,
    /// What was found on hidden text.
    pub findings: &'a [Finding],
    /// What is on disk now.
    pub outcome: Outcome,
    /// How the program ends.
    pub exit: Exit,
    /// What `hunkwise apply` needs besides to write what is reported; `None` where there is nothing to write to.
    pub again: Option<&'static str>,
    /// What to tell the model; `None` where nobody asked for it.
    pub feedback: Option<&'a feedback::Feedback>,
    /// The number of the apply that wrote; `None` where nothing was written.
    pub apply_id: Option<u64>,
    /// Why nothing could be written, where no hunk is to blame.
    pub failure: Option<&'a Failure>,
}

/// What is on disk after a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing was written.
    NotWritten,
    /// What this scope takes was written.
    Written(Scope),
    /// The write failed, and so did its rollback, in part: a message says which files.
    Torn,
}

impl<'a> Report<'a> {
    /// Makes the report of a command that wrote nothing, and looked at all of the reply.
    pub fn looked(
        command: &'static str,
        session: &'a Session,
        root: &'a str,
        findings: &'a [Finding],
        exit: Exit,
    ) -> Report<'a> {
        Report {
            command,
            session,
            after: None,
            scope: Scope::Everything,
            root,
            findings,
            outcome: Outcome::NotWritten,
            exit,
            again: None,
            feedback: None,
            apply_id: None,
            failure: None,
        }
    }

    /// Returns the review on the files as they are on disk now.
    fn now(&self) -> &'a Session {
        self.after.unwrap_or(self.session)
    }

    /// Returns the review to report a hunk from, and the hunk there: one that was written is as it was placed, one that is
    /// left is as it would be now.
    fn seen(&self, hunk: &'a HunkPlan) -> (&'a Session, &'a HunkPlan) {
        match self.is_written(hunk) {
            true => (self.session, hunk),
            false => (self.now(), self.now().plan().hunk(hunk.id)),
        }
    }
}

impl Report<'_> {
    /// Returns whether a hunk is on disk because of this run.
    fn is_written(&self, hunk: &HunkPlan) -> bool {
        match self.outcome {
            Outcome::NotWritten | Outcome::Torn => false,
            Outcome::Written(scope) => hunk.is_in(scope) && hunk.state == State::Placed,
        }
    }

    /// Returns the status, as CLI scripts know it, of a hunk as it is planned now that this run has written or not.
    fn status(&self, hunk: &HunkPlan, is_written: bool) -> &'static str {
        if hunk.decision.is_rejected() {
            "rejected"
        } else if is_written {
            "applied"
        } else if self.scope == Scope::Accepted
            && !hunk.decision.is_accepted()
            && hunk.state == State::Placed
        {
            "skipped"
        } else {
            hunk.state.name()
        }
    }

    /// Returns a file's status, as CLI scripts know it.
    fn file_status(&self, file: &FilePlan) -> &'static str {
        use crate::patch::FileOp;
        match &file.state {
            FileState::NoPath
            | FileState::TwoNames
            | FileState::NoTarget
            | FileState::NotAFile(_) => return "no_target",
            FileState::Exists => return "exists",
            FileState::Binary => return "binary",
            FileState::Refused(_) | FileState::Unreadable(_) | FileState::Invalid(_) => {
                return "refused";
            }
            FileState::Unresolved(_) | FileState::Unsearched => return "pending",
            FileState::Ready => {}
        }
        if file.hunks.iter().any(|hunk| self.is_written(hunk)) {
            return match &file.op {
                FileOp::Create | FileOp::Copy { .. } => "created",
                FileOp::Modify | FileOp::Replace if is_new(file) => "created",
                FileOp::Modify | FileOp::Replace => "applied",
                FileOp::Delete => "deleted",
                FileOp::Rename { .. } => "renamed",
            };
        }
        let unchanged = |hunk: &HunkPlan| hunk.state.is_there();
        let is_no_op = |hunk: &HunkPlan| hunk.state == State::NoOp;
        if is_new(file) && file.hunks.iter().any(is_no_op) {
            "no_target"
        } else if file.hunks.iter().all(unchanged) {
            "unchanged"
        } else {
            "pending"
        }
    }
}

fn is_new(file: &FilePlan) -> bool {
    let content = file.snapshot.as_ref().map(|snapshot| &snapshot.content);
    content == Some(&Content::Absent)
}

/// Visible text with its tabs: a model must see them, and a terminal does no harm with them.
fn shown(bytes: &[u8]) -> String {
    let parts: Vec<String> = bytes
        .split(|byte| *byte == b'\t')
        .map(display_line)
        .collect();
    parts.join("\t")
}

/// Returns a file's name for people: the file meant, or the path as the patch writes it.
pub fn file_name(session: &Session, file: usize) -> String {
    match (
        &session.plan().files[file].target,
        &session.patch().files[file].path,
    ) {
        (Some(path), _) => display_line(path.as_bytes()),
        (None, PatchPath::Refused { text, .. }) => display_line(text),
        (None, PatchPath::Named(_) | PatchPath::Missing) => "(no file named)".to_string(),
    }
}

/// Returns a status in words: `already applied`. Three of its names are older than the words that people read everywhere.
fn status_words(status: &str) -> String {
    match status {
        "deleted_line_not_found" => "removed line not found".to_string(),
        "no_target" => "file not found".to_string(),
        "overlap" => "conflict".to_string(),
        "too_weak" => "needs review".to_string(),
        other => other.replace('_', " "),
    }
}

/// Returns the names of the earlier hunks on whose lines a hunk builds, as in `hunk 1 and hunk 2`; `None` for one that fits
/// the file as it is.
pub fn builds_on(session: &Session, hunk: &HunkPlan) -> Option<String> {
    let builds_on = &hunk.placement.as_ref()?.builds_on;
    let names = builds_on.iter().map(|earlier| {
        session.name(HunkId {
            hunk: *earlier,
            ..hunk.id
        })
    });
    let names: Vec<String> = names.collect();
    (!names.is_empty()).then(|| names.join(" and "))
}

/// How many hunks before one are looked at for lines that both have.
const N_BEFORE: usize = 100;

/// Returns the last hunk before in the reply whose context a hunk shares, so that both are made as one change.
pub fn merged_with(session: &Session, hunk: &HunkPlan) -> Option<HunkId> {
    let placed = |id: HunkId| {
        let plan = session.plan().hunk(id);
        let is_written = plan.state == State::Placed && !plan.decision.is_rejected();
        let placement = plan.placement.as_ref().filter(|_| is_written)?;
        let is_of_the_file =
            placement.builds_on.is_empty() && !matches!(placement.by, By::Order | By::Left);
        is_of_the_file.then(|| placement.candidate.lines())
    };
    let own = placed(hunk.id)?;
    let is_shared = |other: LineSpan| own.start < other.end && other.start < own.end;
    let before = (0..hunk.id.hunk).rev().take(N_BEFORE);
    let mut before = before.map(|before| HunkId {
        hunk: before,
        ..hunk.id
    });
    before.find(|before| placed(*before).is_some_and(is_shared))
}

/// Returns that in words: `merged with hunk 1`.
pub fn merged_words(session: &Session, hunk: &HunkPlan) -> Option<String> {
    let before = merged_with(session, hunk)?;
    let patch = session.patch();
    let how = if patch.hunk(hunk.id).says_the_same(patch.hunk(before)) {
        "the same as"
    } else {
        "merged with"
    };
    Some(format!("{how} {}", session.name(before)))
}

/// Returns where a hunk is made that is made at all of its equally good places: `3 places: lines 4, 12, 30`; `None` for any
/// other.
fn places_made(session: &Session, hunk: HunkId, moves: &Moves) -> Option<String> {
    let places = session.places_made(hunk);
    let line = |span: &LineSpan| moves.line(session.change_line_at(hunk, *span)) + 1;
    let lines = places.iter().map(|span| line(span).to_string());
    let lines: Vec<String> = lines.collect();
    let n_places = lines.len();
    (n_places > 0).then(|| format!("{n_places} places: lines {}", lines.join(", ")))
}

/// Returns the lines that a hunk takes or would take, if a place is chosen.
fn hunk_place(hunk: &HunkPlan) -> Option<LineSpan> {
    let placement = hunk.placement.as_ref()?;
    Some(placement.candidate.lines())
}

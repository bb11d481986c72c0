//! The report for scripts: JSON, version 1, in the shape and order that the command line's contract states.

mod place;
mod schema;
mod visible;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

use super::difference::{FirstDifference, first_difference};
use super::feedback::{Feedback, Held, Offer, Remark, no_patch};
use super::{Exit, Failure, Outcome, Report, file_name, unique};
use crate::matcher::Candidate;
use crate::patch::{FileMode, FileOp, FilePatch, Given, HunkId, PatchPath};
use crate::plan::conflict::Message;
use crate::plan::{FileState, HunkPlan, State};
use crate::session::{Looks, Session};
use crate::text::{LineSpan, Snapshot, Text};

use place::{Line, Listed, Place, TextEdit, place, text_edits};

pub use schema::{SCHEMAS, SchemaSpec, printed};
pub use visible::{write, write_line};

/// The shape's version; only additions leave it as it is.
pub const VERSION: u32 = 1;

/// What `check`, `apply` and `explain` report.
#[derive(Serialize, JsonSchema)]
struct Document<'a> {
    /// 1; additions leave it as it is.
    version: u32,
    /// The command that ran.
    command: &'a str,
    /// The exit code.
    exit: u8,
    /// The folder that all paths are relative to.
    root: &'a str,
    /// Whether anything was written.
    written: bool,
    /// What was guessed, repaired or dropped while the reply was read.
    #[schemars(with = "Vec<Note<'a>>")]
    notes: Notes<'a>,
    /// What a reader of the patch may not see.
    #[schemars(with = "Vec<Finding<'a>>")]
    findings: Findings<'a>,
    /// The parts of the reply that look like edits and could not be read.
    unread: Vec<Unread<'a>>,
    /// One for each file of the patch.
    files: Files<'a>,
    /// The number of the apply, for `undo`; left out where nothing was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    apply_id: Option<u64>,
    /// Why nothing could be written, or nothing is to be; left out where the hunks say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Failure>,
    /// What to send back to the model, as Markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    feedback: Option<String>,
    /// What of it is about no single hunk.
    #[serde(skip_serializing_if = "Option::is_none")]
    feedback_facts: Option<FeedbackFacts<'a>>,
}

/// What of the feedback is about no single hunk.
#[derive(Serialize, JsonSchema)]
struct FeedbackFacts<'a> {
    /// What is on disk, and what to do, a sentence each.
    summary: &'a [String],
    /// The dialect to answer in.
    answer_in: &'a str,
    /// How many hunks are on disk.
    n_on_disk: usize,
    /// How many hunks are not told of one by one.
    n_more: usize,
    /// The hunks that fit and are not on disk.
    held: &'a [Held],
    /// All of those as one patch, where something else must be sent again.
    send_held: Option<&'a Offer>,
}

/// Each is made when its turn comes: a hundred thousand hunks in words are far more than all that is known of them.
struct Files<'a>(&'a Report<'a>, BTreeMap<&'a str, &'a Remark>);

impl Serialize for Files<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let n_files = self.0.session.patch().files.len();
        serializer.collect_seq((0..n_files).map(|index| file(self.0, index, &self.1)))
    }
}

impl JsonSchema for Files<'_> {
    fn schema_name() -> Cow<'static, str> {
        "Files".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        <Vec<File<'_>>>::json_schema(generator)
    }
}

/// The notes, each named when its turn comes: every hunk may have one.
struct Notes<'a>(&'a Session);

impl Serialize for Notes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.notes().iter().map(|note| Note {
            line: note.span.start + 1,
            code: note.code.as_str(),
            text: &note.text,
            hunk: note.hunk.map(|hunk| self.0.label(hunk)),
        }))
    }
}

/// The findings, each named when its turn comes.
struct Findings<'a>(&'a Report<'a>);

impl Serialize for Findings<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let session = self.0.session;
        // A name is a digest of all lines, and one hunk may have thousands of findings.
        let mut named: Option<(HunkId, String)> = None;
        let mut label = |hunk: HunkId| match &named {
            Some((last, label)) if *last == hunk => label.clone(),
            Some(_) | None => named.insert((hunk, session.label(hunk))).1.clone(),
        };
        serializer.collect_seq(self.0.findings.iter().map(|finding| {
            Finding {
                code: finding.code.name(),
                path: finding.path.as_ref().map(|path| path.to_text()),
                hunk: finding.hunk.map(&mut label),
                text: &finding.text,
                reply_lines: finding
                    .hunk
                    .map(|hunk| Lines::of(session.patch().hunk(hunk).origin)),
            }
        }))
    }
}

/// Something guessed, repaired or dropped.
#[derive(Serialize, JsonSchema)]
struct Note<'a> {
    /// 1-based line of the reply.
    line: usize,
    /// Its kind.
    code: &'a str,
    /// One sentence.
    text: &'a str,
    /// The hunk it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    hunk: Option<String>,
}

/// A part of the reply that looks like an edit and could not be read.
#[derive(Serialize, JsonSchema)]
struct Unread<'a> {
    /// 1-based line of the reply.
    line: usize,
    /// How many lines it has.
    n_lines: usize,
    /// Why.
    why: &'a str,
}

/// Something that a reader of the patch may not see.
#[derive(Serialize, JsonSchema)]
struct Finding<'a> {
    /// Its kind.
    code: &'a str,
    /// The file it is about.
    path: Option<String>,
    /// The hunk it is about.
    hunk: Option<String>,
    /// One sentence.
    text: &'a str,
    /// The lines of the reply that the hunk was read from; left out where it is about a file. Of a hunk of a whole file that
    /// only deletes, the reply has none: `line` is the one below, and `end_line` the one above.
    #[serde(skip_serializing_if = "Option::is_none")]
    reply_lines: Option<Lines>,
}

/// Lines, 1-based, both ends among them.
#[derive(Serialize, JsonSchema)]
struct Lines {
    line: usize,
    end_line: usize,
}

impl Lines {
    fn of(span: LineSpan) -> Lines {
        let (line, end_line) = span.line_numbers();
        Lines { line, end_line }
    }
}

/// One file of the patch.
#[derive(Serialize, JsonSchema)]
struct File<'a> {
    /// Its path; null where the patch names none.
    path: Option<String>,
    /// What becomes of it.
    op: &'a str,
    /// Where a rename or copy goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    /// The dialect it was read in.
    dialect: &'a str,
    /// Where it stands. Readers take an unknown one as "needs a person".
    status: &'a str,
    /// Why it cannot be changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    /// Digest of the file as it is on disk, which all lines are of but those of `edits` and `first_difference` of a hunk that
    /// this run wrote; left out where it has no text.
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<String>,
    /// Digest of the file before this run wrote it, which those lines are of; left out where it was not written, or was not
    /// there.
    #[serde(skip_serializing_if = "Option::is_none")]
    digest_before: Option<String>,
    /// The files that may be meant by a path that is none, or whose file lacks all lines asked for, best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suggestions: Vec<Suggestion>,
    /// Whether not all files were looked through for its lines, so that another may hold them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    capped: bool,
    /// Why nothing may be done to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<Refused>,
    /// Its hunks.
    hunks: Hunks<'a>,
}

/// A file that may be meant.
#[derive(Serialize, JsonSchema)]
struct Suggestion {
    path: String,
    /// `same_name`, `close_name`, or `holds_lines`: it has the lines that the file named does not have.
    why: &'static str,
}

/// Why nothing may be done to a file.
#[derive(Serialize, JsonSchema)]
struct Refused {
    code: &'static str,
    text: String,
}

/// The hunks of the file of this index, each made when its turn comes.
struct Hunks<'a>(&'a Report<'a>, usize, &'a BTreeMap<&'a str, &'a Remark>);

impl Serialize for Hunks<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let hunks = &self.0.session.plan().files[self.1].hunks;
        let listed = listed(self.0, self.1);
        let hunks = hunks.iter().map(|plan| {
            let is_listed = listed.contains(&plan.id.hunk);
            let hunk = hunk(self.0, plan, self.2);
            let edits = hunk.edits.map(|edits| match is_listed {
                true => Vec::new(),
                false => edits,
            });
            Hunk { edits, ..hunk }
        });
        serializer.collect_seq(hunks)
    }
}

/// Returns the hunks of the file of index `file` whose edits are listed with another hunk: of those that were written, and of
/// those that are placed now.
fn listed(report: &Report<'_>, file: usize) -> BTreeSet<usize> {
    let hunks = |session: &Session, is_written: bool| {
        let hunks = session.plan().files[file].hunks.iter();
        let is_meant = |hunk: &&HunkPlan| {
            let before = report.session.plan().hunk(hunk.id);
            report.is_written(before) == is_written
        };
        let hunks: Vec<&HunkPlan> = hunks.filter(is_meant).collect();
        listed_by_others(session, &hunks)
    };
    let mut listed = hunks(report.session, true);
    listed.extend(hunks(report.now(), false));
    listed
}

/// Returns the hunks of a file whose edits are among those of another: it is the same, or builds on them.
fn listed_by_others(session: &Session, hunks: &[&HunkPlan]) -> BTreeSet<usize> {
    let mut listed = BTreeSet::new();
    let mut firsts = BTreeMap::new();
    let is_written = |hunk: &&HunkPlan| hunk.state == State::Placed && !hunk.decision.is_rejected();
    for hunk in hunks.iter().copied().filter(is_written) {
        let built_on = hunk
            .placement
            .iter()
            .flat_map(|placement| &placement.builds_on);
        listed.extend(built_on.copied());
        let edits = session.placed_edits(hunk.id);
        let Some(at) = edits.first().map(|edit| edit.span) else {
            continue;
        };
        let first = firsts.entry(at).or_insert(hunk.id);
        if *first != hunk.id && session.placed_edits(*first) == edits {
            listed.insert(hunk.id.hunk);
        }
    }
    listed
}

impl JsonSchema for Hunks<'_> {
    fn schema_name() -> Cow<'static, str> {
        "Hunks".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        <Vec<Hunk<'_>>>::json_schema(generator)
    }
}

/// A sentence of the reply.
#[derive(Serialize, JsonSchema)]
struct Quoted<'a> {
    /// 1-based line of the reply on which it begins.
    line: usize,
    /// The sentence, made safe to show; a long one is cut.
    text: &'a str,
}

/// One hunk.
#[derive(Serialize, JsonSchema)]
struct Hunk<'a> {
    /// 0-based index in its file.
    index: usize,
    /// Its name: number in the reply and digest of its lines.
    id: String,
    /// 1-based line of the reply where it begins.
    reply_line: usize,
    /// Where it stands. Readers take an unknown one as "needs a person".
    status: &'a str,
    /// Why it is stuck: the status, or what is wrong with its file.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
    /// What its file is to be, where it asks for that alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    mode: Option<&'static str>,
    /// Who chose its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'a str>,
    /// Whether its place was named by a line or a number alone: read against the file as it is now.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    read_now: bool,
    #[serde(flatten)]
    place: Option<Place>,
    /// The lines of each of its places, where it is made at several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    places: Vec<Lines>,
    /// Indexes of the hunks of the file on whose lines it builds.
    #[serde(skip_serializing_if = "<[usize]>::is_empty")]
    builds_on: &'a [usize],
    /// The ids of those, or of the ones it would need.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    depends_on: Vec<String>,
    /// The id of the hunk before it whose context it shares: both are made as one change.
    #[serde(skip_serializing_if = "Option::is_none")]
    merged_with: Option<String>,
    /// How many places it has in all.
    n_candidates: u32,
    /// Whether the search ended before it was done.
    capped: bool,
    /// Why it is not settled, and what to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    /// The words of the reply that make it wait.
    #[serde(skip_serializing_if = "Option::is_none")]
    quote: Option<Quoted<'a>>,
    /// A line of context that would make it unique.
    #[serde(skip_serializing_if = "Option::is_none")]
    unique_with: Option<String>,
    /// Its places, best first, at most 50.
    candidates: Vec<Listed>,
    /// Its lines as they are read at its place, or at its best one: what `changed_lines` of a decision counts.
    lines: Vec<Line>,
    /// Where it and its best place part; left out where all lines are equal.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_difference: Option<FirstDifference>,
    /// What it writes at its place; left out without one. What two hunks write is listed once, with the first of two that are
    /// the same and with the last of those that build on one another: the edits of all placed hunks are what is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    edits: Option<Vec<TextEdit>>,
    /// What to tell the model of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    feedback: Option<&'a Remark>,
}

/// Writes the report as one JSON document with a final newline. What a terminal would act on stands in it escaped.
///
/// # Errors
/// When `out` takes no more.
pub fn write_json(report: &Report<'_>, out: impl Write) -> io::Result<()> {
    write(&document(report), out)
}

/// A report as a value of its own, to be put into another document.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReportValue(serde_json::Value);

impl ReportValue {
    /// Makes it.
    pub fn of(report: &Report<'_>) -> ReportValue {
        let value = serde_json::to_value(document(report));
        ReportValue(value.expect("a report becomes JSON"))
    }

    /// Leaves out all hunks but these, and the files that have none of them.
    pub fn keep_hunks(&mut self, ids: &[String]) {
        let Some(files) = self.0["files"].as_array_mut() else {
            return;
        };
        files.retain_mut(|file| {
            let Some(hunks) = file["hunks"].as_array_mut() else {
                return false;
            };
            hunks.retain(|hunk| ids.iter().any(|id| hunk["id"] == id.as_str()));
            !hunks.is_empty()
        });
    }

    /// Says whether anything was written, of a report on what is left to do.
    pub fn set_written(&mut self, is_written: bool) {
        self.0["written"] = is_written.into();
    }
}

impl JsonSchema for ReportValue {
    fn schema_name() -> Cow<'static, str> {
        Document::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Document::json_schema(generator)
    }
}

fn document<'a>(report: &'a Report<'a>) -> Document<'a> {
    Document {
        version: VERSION,
        command: report.command,
        exit: report.exit.code(),
        root: report.root,
        written: report.outcome != Outcome::NotWritten,
        files: Files(report, remarks(report.feedback)),
        apply_id: report.apply_id,
        error: error(report),
        feedback: report.feedback.map(Feedback::to_markdown),
        feedback_facts: report.feedback.map(facts),
        notes: Notes(report.session),
        unread: unread(report.session),
        findings: Findings(report),
    }
}

/// Returns what went wrong besides hunks: the failure of a write, or that nothing was read.
fn error(report: &Report<'_>) -> Option<Failure> {
    let is_empty = report.session.plan().hunks().next().is_none();
    let nothing_read = || Failure {
        code: "no_patch",
        text: no_patch(report.session),
    };
    let of_reply = (report.exit == Exit::Unreadable && is_empty).then(nothing_read);
    report.failure.cloned().or(of_reply)
}

fn facts(feedback: &Feedback) -> FeedbackFacts<'_> {
    FeedbackFacts {
        summary: &feedback.summary,
        answer_in: feedback.answer_in,
        n_on_disk: feedback.n_on_disk,
        n_more: feedback.n_more,
        held: &feedback.held,
        send_held: feedback.send_held.as_ref(),
    }
}

fn remarks(feedback: Option<&Feedback>) -> BTreeMap<&str, &Remark> {
    let remarks = feedback.map_or(&[][..], |feedback| &feedback.remarks);
    remarks.iter().map(|it| (it.id.as_str(), it)).collect()
}

fn unread(session: &Session) -> Vec<Unread<'_>> {
    session
        .unread()
        .map(|part| Unread {
            line: part.span.start + 1,
            n_lines: part.span.len(),
            why: part.unread().unwrap_or_default(),
        })
        .collect()
}

fn file<'a>(
    report: &'a Report<'a>,
    index: usize,
    remarks: &'a BTreeMap<&'a str, &'a Remark>,
) -> File<'a> {
    let plan = &report.session.plan().files[index];
    let patch = &report.session.patch().files[index];
    let path = match (&plan.target, &patch.path) {
        (Some(path), _) => Some(path.to_text()),
        (None, PatchPath::Refused { text, .. }) => Some(text.to_string()),
        (None, PatchPath::Named(_) | PatchPath::Missing) => None,
    };
    let is_written = plan.hunks.iter().any(|hunk| report.is_written(hunk));
    let digest_before = digest_of(plan.snapshot.as_ref());
    let digest = match (&patch.op, report.after) {
        (FileOp::Rename { to } | FileOp::Copy { to }, Some(after)) if is_written => {
            digest_of(after.snapshots().get(to))
        }
        (_, Some(after)) => digest_of(after.plan().files[index].snapshot.as_ref()),
        (_, None) => digest_before.clone(),
    };
    File {
        path,
        op: op_name(patch),
        to: match &patch.op {
            FileOp::Rename { to } | FileOp::Copy { to } => Some(to.to_text()),
            FileOp::Modify | FileOp::Create | FileOp::Delete | FileOp::Replace => None,
        },
        dialect: patch.dialect,
        status: report.file_status(plan),
        message: crate::plan::conflict::file_message(plan).map(Message::whole),
        digest,
        digest_before: digest_before.filter(|_| report.after.is_some() && is_written),
        suggestions: suggestions(report.session, index),
        capped: report
            .session
            .looks_for(index)
            .is_some_and(Looks::is_capped),
        refused: refused(&plan.state, &patch.path),
        hunks: Hunks(report, index, remarks),
    }
}

fn digest_of(snapshot: Option<&Snapshot>) -> Option<String> {
    Some(snapshot?.digest()?.to_hex())
}

fn suggestions(session: &Session, file: usize) -> Vec<Suggestion> {
    match &session.plan().files[file].state {
        FileState::NoTarget | FileState::Refused(_) => {}
        FileState::Ready
        | FileState::NoPath
        | FileState::TwoNames
        | FileState::Exists
        | FileState::Binary
        | FileState::NotAFile(_)
        | FileState::Unreadable(_)
        | FileState::Invalid(_)
        | FileState::Unresolved(_)
        | FileState::Unsearched => {
            let holders = session.holders_of(file).iter();
            return holders
                .map(|path| Suggestion {
                    why: "holds_lines",
                    path: path.to_text(),
                })
                .collect();
        }
    }
    let named = file_name(session, file);
    let last = named.rsplit(['/', '\\']).next().unwrap_or_default();
    let close = session.close_paths(file).into_iter();
    close
        .map(|path| Suggestion {
            why: if *path.file_name() == *last.as_bytes() {
                "same_name"
            } else {
                "close_name"
            },
            path: path.to_text(),
        })
        .collect()
}

fn refused(state: &FileState, path: &PatchPath) -> Option<Refused> {
    let (code, text) = match (state, path) {
        (FileState::Refused(text), PatchPath::Refused { fault, .. }) => (fault.code(), text),
        (FileState::Refused(text), PatchPath::Named(_) | PatchPath::Missing) => {
            ("target_refused", text)
        }
        (FileState::Unreadable(text) | FileState::Invalid(text), _) => (stuck_code(state)?, text),
        (
            FileState::Ready
            | FileState::NoPath
            | FileState::TwoNames
            | FileState::NoTarget
            | FileState::Exists
            | FileState::Binary
            | FileState::NotAFile(_)
            | FileState::Unresolved(_)
            | FileState::Unsearched,
            _,
        ) => return None,
    };
    let text = text.clone();
    Some(Refused { code, text })
}

/// Returns why a file cannot be changed as it is; `None` for one that can.
fn stuck_code(state: &FileState) -> Option<&'static str> {
    Some(match state {
        FileState::Ready => return None,
        FileState::NoPath => "no_path",
        FileState::TwoNames => "two_names",
        FileState::NoTarget => "no_target",
        FileState::Exists => "exists",
        FileState::Binary => "binary",
        FileState::NotAFile(_) => "not_a_file",
        FileState::Refused(_) => "refused",
        FileState::Unreadable(_) => "unreadable",
        FileState::Invalid(_) => "invalid",
        FileState::Unresolved(_) => "unresolved",
        FileState::Unsearched => "unsearched",
    })
}

fn op_name(patch: &FilePatch) -> &'static str {
    match patch.op {
        FileOp::Modify if patch.given == Given::Whole => "replace",
        FileOp::Modify => "modify",
        FileOp::Create => "create",
        FileOp::Delete => "delete",
        FileOp::Rename { .. } => "rename",
        FileOp::Copy { .. } => "copy",
        FileOp::Replace => "replace",
    }
}

fn hunk<'a>(
    report: &Report<'a>,
    before: &'a HunkPlan,
    remarks: &BTreeMap<&'a str, &'a Remark>,
) -> Hunk<'a> {
    let (now, is_written) = (report.now(), report.is_written(before));
    let (session, hunk) = report.seen(before);
    let file = &session.plan().files[hunk.id.file];
    let patch = session.patch().hunk(hunk.id);
    let read = session.lines_read(hunk.id);
    let text = text_of(session, hunk.id);
    let listed = now
        .found(hunk.id)
        .zip(text_of(now, hunk.id))
        .map(|(found, text)| place::listed(now, hunk.id, found, text, &read));
    let id = session.label(hunk.id);
    let differs = |place: &Candidate| first_difference(place, text?);
    let first_difference = match (&hunk.placement, session.found(hunk.id)) {
        (Some(placement), _) => placement.candidate.for_once(differs),
        (None, Some(found)) => found
            .candidates
            .for_once(|places| places.first().and_then(differs)),
        (None, None) => None,
    };
    let edits = |text| text_edits(session, hunk.id, session.placed_edits(hunk.id), text);
    let is_placed = hunk.placement.is_some() && patch.mode.is_none();
    let is_stuck = !hunk.state.is_settled();
    let stuck = stuck_code(&file.state).unwrap_or(hunk.state.name());
    Hunk {
        feedback: remarks.get(id.as_str()).copied(),
        code: is_stuck.then_some(stuck),
        lines: place::lines(&read),
        first_difference,
        edits: text.filter(|_| is_placed).map(edits),
        index: hunk.id.hunk,
        id,
        reply_line: patch.origin.start + 1,
        status: report.status(hunk, is_written),
        mode: patch.mode.map(FileMode::name),
        by: hunk.placement.as_ref().map(|placement| placement.by.name()),
        read_now: session.is_read_now(hunk.id),
        place: hunk
            .placement
            .as_ref()
            .filter(|_| patch.mode.is_none())
            .map(|placement| {
                let lines = now.applied_span(hunk.id).filter(|_| is_written);
                let lines = lines.unwrap_or(placement.own_lines());
                let words = |candidate: &Candidate| place(candidate, lines);
                placement.candidate.for_once(words)
            }),
        places: session
            .places_made(hunk.id)
            .into_iter()
            .map(|span| match report.outcome {
                Outcome::Written(scope) if is_written => {
                    session.moves_in(hunk.id.file, scope).span(span)
                }
                Outcome::Written(_) | Outcome::NotWritten | Outcome::Torn => span,
            })
            .map(Lines::of)
            .collect(),
        depends_on: depends_on(session, hunk),
        merged_with: super::merged_with(session, hunk).map(|before| session.label(before)),
        builds_on: hunk
            .placement
            .as_ref()
            .map_or(&[], |placement| &placement.builds_on[..]),
        n_candidates: now.found(hunk.id).map_or(0, |found| found.n_candidates),
        capped: now.is_capped(hunk.id),
        message: session.message(hunk.id),
        quote: session.quote(hunk.id).map(|quote| Quoted {
            line: quote.line_index + 1,
            text: &quote.text,
        }),
        unique_with: unique::unique_line(session, hunk.id).map(|line| line.as_context()),
        candidates: listed.unwrap_or_default(),
    }
}

/// Returns the text of the file that a hunk is about.
fn text_of(session: &Session, id: HunkId) -> Option<&Text> {
    let snapshot = session.plan().files[id.file].snapshot.as_ref()?;
    snapshot.text().map(|text| &**text)
}

/// Returns the ids of the hunks on whose lines a hunk builds, or that it would need.
fn depends_on(session: &Session, hunk: &HunkPlan) -> Vec<String> {
    let placed = hunk
        .placement
        .as_ref()
        .map(|placement| &placement.builds_on);
    let needed = if let State::Dependent(needed) = &hunk.state {
        Some(needed)
    } else {
        placed
    };
    let others = needed.into_iter().flatten();
    let label = |other: &usize| {
        session.label(HunkId {
            hunk: *other,
            ..hunk.id
        })
    };
    others.map(label).collect()
}

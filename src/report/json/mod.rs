//! The report for scripts: JSON, version 1, in the shape and order that the command line's contract states.

mod file;
mod hunk;
mod place;
mod schema;
mod visible;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Write};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

use super::feedback::{Feedback, Held, Offer, Remark, no_patch};
use super::{Exit, Failure, Outcome, Report};
use crate::patch::HunkId;
use crate::session::Session;
use crate::text::LineSpan;

use file::{File, file};

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

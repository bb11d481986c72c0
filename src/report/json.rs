//! The report for scripts: JSON, version 1, in the shape and order that the command line's contract states.

use std::io::{self, Write};

use serde::{Serialize, Serializer};

use super::{Report, unique};
use crate::matcher::{Candidate, Evidence, Found};
use crate::patch::{FileMode, FileOp, FilePatch, Given, HunkId, PatchPath};
use crate::plan::{HunkPlan, State};
use crate::session::Session;
use crate::text::display::is_hidden;
use crate::text::{Text, heading};

/// The shape's version; only additions leave it as it is.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    command: &'a str,
    exit: u8,
    root: &'a str,
    written: bool,
    notes: Vec<Note<'a>>,
    findings: Vec<Finding<'a>>,
    unread: Vec<Unread<'a>>,
    files: Files<'a>,
}

/// Each is made when its turn comes: a hundred thousand hunks in words are far more than all that is known of them.
struct Files<'a>(&'a Report<'a>);

impl Serialize for Files<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let n_files = self.0.session.patch().files.len();
        serializer.collect_seq((0..n_files).map(|index| file(self.0, index)))
    }
}

#[derive(Serialize)]
struct Note<'a> {
    line: usize,
    code: &'a str,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    hunk: Option<String>,
}

/// A part of the reply that looks like an edit and could not be read.
#[derive(Serialize)]
pub(super) struct Unread<'a> {
    line: usize,
    n_lines: usize,
    why: &'a str,
}

#[derive(Serialize)]
struct Finding<'a> {
    code: &'a str,
    path: Option<String>,
    hunk: Option<String>,
    text: &'a str,
}

#[derive(Serialize)]
struct File<'a> {
    path: Option<String>,
    op: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    dialect: &'a str,
    status: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    hunks: Hunks<'a>,
}

/// The hunks of the file of this index, each made when its turn comes.
struct Hunks<'a>(&'a Report<'a>, usize);

impl Serialize for Hunks<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let hunks = &self.0.session.plan().files[self.1].hunks;
        serializer.collect_seq(hunks.iter().map(|plan| hunk(self.0, plan)))
    }
}

#[derive(Serialize)]
struct Hunk<'a> {
    index: usize,
    id: String,
    reply_line: usize,
    status: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    mode: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'a str>,
    #[serde(flatten)]
    place: Option<Place>,
    #[serde(skip_serializing_if = "<[usize]>::is_empty")]
    builds_on: &'a [usize],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    depends_on: Vec<String>,
    n_candidates: u32,
    capped: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unique_with: Option<String>,
    candidates: Vec<Listed>,
}

#[derive(Serialize)]
struct Place {
    line: usize,
    end_line: usize,
    tier: &'static str,
    score: u16,
}

#[derive(Serialize)]
struct Listed {
    #[serde(flatten)]
    place: Place,
    heading: Option<String>,
    lines: Vec<&'static str>,
    evidence: Vec<Reason>,
}

/// One piece of evidence; which fields it has follows from its code.
#[derive(Serialize, Default)]
struct Reason {
    code: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    n: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    leading: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trailing: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    similarity: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    variant: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    extra: Option<u32>,
}

/// Writes the report as one JSON document with a final newline. What a terminal would act on stands in it escaped.
///
/// # Errors
/// When `out` takes no more.
pub fn write_json(report: &Report<'_>, out: impl Write) -> io::Result<()> {
    write(&document(report), out)
}

/// Writes a document as JSON with a final newline, escaped as [`write_json`] says.
pub(super) fn write(document: &impl Serialize, mut out: impl Write) -> io::Result<()> {
    let formatter = Visible(serde_json::ser::PrettyFormatter::new());
    let mut serializer = serde_json::Serializer::with_formatter(&mut out, formatter);
    document.serialize(&mut serializer)?;
    out.write_all(b"\n")
}

fn document<'a>(report: &'a Report<'a>) -> Document<'a> {
    let label = |id: HunkId| report.session.label(id);
    Document {
        version: VERSION,
        command: report.command,
        exit: report.exit.code(),
        root: report.root,
        written: report.outcome != super::Outcome::NotWritten,
        files: Files(report),
        notes: report
            .session
            .notes()
            .iter()
            .map(|note| Note {
                line: note.span.start + 1,
                code: note.code.as_str(),
                text: &note.text,
                hunk: note.hunk.map(label),
            })
            .collect(),
        unread: unread(report.session),
        findings: report
            .findings
            .iter()
            .map(|finding| Finding {
                code: finding.code.name(),
                path: finding.path.as_ref().map(|path| path.to_text()),
                hunk: finding.hunk.map(label),
                text: &finding.text,
            })
            .collect(),
    }
}

/// Returns the parts of the reply that look like edits and could not be read.
pub(super) fn unread(session: &Session) -> Vec<Unread<'_>> {
    session
        .unread()
        .map(|part| Unread {
            line: part.span.start + 1,
            n_lines: part.span.len(),
            why: part.unread().unwrap_or_default(),
        })
        .collect()
}

fn file<'a>(report: &'a Report<'a>, index: usize) -> File<'a> {
    let plan = &report.session.plan().files[index];
    let patch = &report.session.patch().files[index];
    let path = match (&plan.target, &patch.path) {
        (Some(path), _) => Some(path.to_text()),
        (None, PatchPath::Refused { text, .. }) => Some(text.to_string()),
        (None, PatchPath::Named(_) | PatchPath::Missing) => None,
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
        message: crate::plan::conflict::file_message(plan),
        hunks: Hunks(report, index),
    }
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

fn hunk<'a>(report: &Report<'a>, hunk: &'a HunkPlan) -> Hunk<'a> {
    let session = report.session;
    let file = &session.plan().files[hunk.id.file];
    let patch = session.patch().hunk(hunk.id);
    let found = session.found(hunk.id);
    let text = file.snapshot.as_ref().and_then(|snapshot| snapshot.text());
    let listed = found.zip(text).map(|(found, text)| listed(found, text));
    Hunk {
        index: hunk.id.hunk,
        id: session.label(hunk.id),
        reply_line: patch.origin.start + 1,
        status: report.hunk_status(hunk),
        mode: patch.mode.map(FileMode::name),
        by: hunk.placement.as_ref().map(|placement| placement.by.name()),
        place: hunk
            .placement
            .as_ref()
            .filter(|_| patch.mode.is_none())
            .map(|placement| placement.candidate.for_once(place)),
        depends_on: depends_on(session, hunk),
        builds_on: hunk
            .placement
            .as_ref()
            .map_or(&[], |placement| &placement.builds_on[..]),
        n_candidates: found.map_or(0, |found| found.n_candidates),
        capped: session.is_capped(hunk.id),
        message: session.message(hunk.id),
        unique_with: unique::unique_line(session, hunk.id).map(|line| line.as_context()),
        candidates: listed.unwrap_or_default(),
    }
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

fn listed(found: &Found, text: &Text) -> Vec<Listed> {
    let listed = |candidate: &Candidate| Listed {
        place: place(candidate),
        heading: heading::enclosing_words(text, candidate.span.start),
        lines: candidate
            .aligned
            .iter()
            .map(|pair| pair.how.name())
            .collect(),
        evidence: candidate.evidence.iter().map(reason).collect(),
    };
    let all = |places: &[Candidate]| places.iter().map(listed).collect();
    found.candidates.for_once(all)
}

fn place(candidate: &Candidate) -> Place {
    let (line, end_line) = candidate.span.line_numbers();
    Place {
        line,
        end_line,
        tier: candidate.tier.name(),
        score: candidate.score.permille(),
    }
}

fn reason(evidence: &Evidence) -> Reason {
    let mut reason = Reason {
        code: evidence.code(),
        ..Reason::default()
    };
    match evidence {
        Evidence::LinesExact { n, of } => (reason.n, reason.of) = (Some(*n), Some(*of)),
        Evidence::Offset { lines } => reason.lines = Some(*lines),
        Evidence::ContextDropped { leading, trailing } => {
            (reason.leading, reason.trailing) = (Some(*leading), Some(*trailing));
        }
        Evidence::Similarity { permille } => {
            reason.similarity = Some(f64::from(*permille) / 1000.0);
        }
        Evidence::Variant(kind) => reason.variant = Some(kind.name()),
        Evidence::Rival { score } => reason.score = Some(score.permille()),
        Evidence::Gaps { missing, extra } => {
            (reason.missing, reason.extra) = (Some(*missing), Some(*extra))
        }
        Evidence::Landmark(_) | Evidence::Doubt(_) | Evidence::Reindented | Evidence::Unique => {}
    }
    reason
}

/// Writes JSON in which every character that a terminal would act on, or a reader not see, is escaped.
struct Visible<F>(F);

macro_rules! forward {
    ($($name:ident($($arg:ident: $type:ty),*);)*) => {
        $(fn $name<W: ?Sized + io::Write>(&mut self, writer: &mut W, $($arg: $type),*) -> io::Result<()> {
            self.0.$name(writer, $($arg),*)
        })*
    };
}

impl<F: serde_json::ser::Formatter> serde_json::ser::Formatter for Visible<F> {
    forward! {
        begin_array();
        end_array();
        begin_array_value(first: bool);
        end_array_value();
        begin_object();
        end_object();
        begin_object_key(first: bool);
        end_object_key();
        begin_object_value();
        end_object_value();
    }

    fn write_string_fragment<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut units = [0; 2];
        let mut rest = fragment;
        while let Some((at, c)) = rest
            .char_indices()
            .find(|(_, c)| c.is_control() || is_hidden(*c))
        {
            writer.write_all(&rest.as_bytes()[..at])?;
            for unit in c.encode_utf16(&mut units) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = &rest[at + c.len_utf8()..];
        }
        writer.write_all(rest.as_bytes())
    }
}

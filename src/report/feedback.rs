//! What to send back to the model: which hunks were not taken, why, what stands there now, and what would have helped.

use std::fmt::Write;

use serde::Serialize;

use super::file_name;
use super::json::Unread;
use super::unique::{Side, unique_line};
use crate::dialect::{NoteCode, Part, Verdict};
use crate::patch::HunkId;
use crate::plan::{Decision, FileState, HunkPlan, State};
use crate::session::Session;
use crate::text::display::display_line;
use crate::text::words::counted;
use crate::text::{LineSpan, Text};

/// Lines of the file shown around a place.
const N_AROUND: usize = 2;

/// The most places shown for one hunk.
const N_PLACES: usize = 5;

/// The most lines shown of one place.
const N_LINES: usize = 40;

/// One hunk that was not taken, or that a person said something about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Remark {
    /// The hunk's stable name.
    pub id: String,
    /// Its file.
    pub path: String,
    /// What became of it, in capitals and a few words: `NOT APPLIED: matches 2 places`.
    pub verdict: String,
    /// Why, in one sentence.
    pub reason: Option<String>,
    /// The person's words; `None` when they gave none.
    pub comment: Option<String>,
    /// The hunk as the model wrote it, with its markers.
    pub hunk: Vec<String>,
    /// What stands at its places now, best first.
    pub places: Vec<Excerpt>,
    /// How to say it better, in one sentence.
    pub advice: Option<String>,
}

/// Lines of a file as they are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Excerpt {
    /// 1-based number of the first line of the place itself.
    pub line: usize,
    /// 1-based number of the first line shown.
    pub first_line: usize,
    /// The lines.
    pub lines: Vec<String>,
}

/// Returns a remark for every hunk that was rejected, is stuck or was commented on, in the patch's order.
pub fn remarks(session: &Session) -> Vec<Remark> {
    let hunks = session.plan().hunks();
    hunks
        .filter(|hunk| is_remarked(session, hunk))
        .map(|hunk| remark(session, hunk))
        .collect()
}

fn is_remarked(session: &Session, hunk: &HunkPlan) -> bool {
    let is_commented = session.comment(hunk.id).is_some();
    hunk.decision.is_rejected() || hunk.needs_person() || is_commented
}

fn is_taken(hunk: &HunkPlan) -> bool {
    hunk.decision.is_accepted() && hunk.state.is_settled()
}

fn remark(session: &Session, plan: &HunkPlan) -> Remark {
    let hunk = session.patch().hunk(plan.id);
    let comment = match &plan.decision {
        Decision::Rejected { why: Some(why) } => Some(why.as_str()),
        Decision::Rejected { why: None }
        | Decision::Undecided
        | Decision::Accepted
        | Decision::Lines(_) => session.comment(plan.id),
    };
    let lines = hunk.lines.iter();
    Remark {
        id: session.label(plan.id),
        path: file_name(session, plan.id.file),
        verdict: verdict(session, plan),
        reason: session.message(plan.id).map(|text| shown(text.as_bytes())),
        comment: comment.map(|text| shown(text.as_bytes())),
        hunk: lines
            .map(|line| format!("{}{}", line.kind.sign(), shown(&line.body)))
            .collect(),
        places: places(session, plan),
        advice: advice(session, plan.id),
    }
}

fn verdict(session: &Session, plan: &HunkPlan) -> String {
    if plan.decision.is_rejected() {
        return "REJECTED by the reviewer".to_string();
    }
    if is_taken(plan) {
        return "TAKEN, with a comment".to_string();
    }
    let n_tied = session.found(plan.id).map_or(0, |found| found.tied().len());
    let why = match &plan.state {
        State::Placed | State::AlreadyApplied | State::NoOp => "left undecided".to_string(),
        State::Skipped => "its file is binary".to_string(),
        State::Ambiguous => format!("matches {n_tied} places"),
        State::TooWeak => too_weak(session, plan.id).to_string(),
        State::NoMatch => "not found".to_string(),
        State::Overlap(_) => "clashes with another hunk of the patch".to_string(),
        State::DeletedLineNotFound => "a line it removes is not in the file".to_string(),
        State::ContextGone => "another hunk removes its context".to_string(),
        State::FileStuck => stuck(&session.plan().files[plan.id.file].state).to_string(),
        State::Dependent(_) => "it changes what a hunk makes that was rejected".to_string(),
        State::Drifted => "the file changed meanwhile".to_string(),
        State::Invalid(_) => "malformed".to_string(),
        State::Unresolved(_) => "what it leaves out is not found in the file".to_string(),
    };
    format!("NOT APPLIED: {why}")
}

/// Returns why a hunk that has a place waits all the same.
fn too_weak(session: &Session, id: HunkId) -> &'static str {
    let hunk = session.patch().hunk(id);
    match hunk.unsure {
        Some(why) => why.words(),
        None if hunk.replaces.is_some() => "it removes lines that it does not quote",
        None if hunk.preimage().next().is_none() => {
            "it gives a whole file that a person must see first"
        }
        None => "found only roughly",
    }
}

/// Returns why nothing of a file can be changed.
fn stuck(state: &FileState) -> &'static str {
    match state {
        FileState::NoPath => "it names no file",
        FileState::TwoNames => "two files may be meant by its name",
        FileState::NoTarget => "there is no such file",
        FileState::Exists => "a file of this name is there already",
        FileState::Unresolved(_) => "what it leaves out is not found in the file",
        FileState::Invalid(_) => "malformed",
        FileState::Unsearched => "the search for it was stopped",
        FileState::Ready
        | FileState::Binary
        | FileState::NotAFile(_)
        | FileState::Refused(_)
        | FileState::Unreadable(_) => "its file cannot be changed",
    }
}

fn places(session: &Session, plan: &HunkPlan) -> Vec<Excerpt> {
    let file = &session.plan().files[plan.id.file];
    let text = file.snapshot.as_ref().and_then(|snapshot| snapshot.text());
    let Some((text, found)) = text.zip(session.found(plan.id)) else {
        return Vec::new();
    };
    let shown = match (&plan.state, &plan.placement) {
        (_, Some(placement)) => std::slice::from_ref(&*placement.candidate),
        (State::Ambiguous, None) => found.tied(),
        (_, None) => &found.candidates[..found.candidates.len().min(1)],
    };
    let shown = shown.iter().take(N_PLACES);
    shown.map(|place| excerpt(text, place.span)).collect()
}

fn excerpt(text: &Text, span: LineSpan) -> Excerpt {
    let first = span.start.saturating_sub(N_AROUND);
    let end = (span.end + N_AROUND)
        .min(text.n_lines())
        .min(first + N_LINES);
    Excerpt {
        line: span.start + 1,
        first_line: first + 1,
        lines: (first..end).map(|line| shown(text.line(line))).collect(),
    }
}

fn advice(session: &Session, id: HunkId) -> Option<String> {
    let plan = session.plan().hunk(id);
    if plan.decision.is_rejected() {
        return None;
    }
    let text = match &plan.state {
        State::Placed | State::AlreadyApplied | State::NoOp | State::Skipped | State::FileStuck => {
            return None;
        }
        State::Ambiguous => {
            let line = unique_line(session, id)?;
            let side = match line.side {
                Side::Above => "above",
                Side::Below => "below",
            };
            let lines: Vec<String> = line
                .lines
                .iter()
                .map(|line| format!("` {}`", shown(line)))
                .collect();
            format!(
                "If you mean line {}, add this context {side} to make it unique: {}",
                line.span.start + 1,
                lines.join(" and ")
            )
        }
        State::TooWeak if session.patch().hunk(id).unsure.is_some() => {
            "Send this change whole, as one hunk of its own.".to_string()
        }
        State::TooWeak | State::NoMatch | State::DeletedLineNotFound => {
            "Copy the context and the removed lines from the file as it is now.".to_string()
        }
        State::Overlap(_) => "Make one hunk of the changes to these lines.".to_string(),
        State::ContextGone => "Send both changes as one hunk.".to_string(),
        State::Dependent(_) => "Leave it out, or send it for the file as it is.".to_string(),
        State::Drifted => "Read the file again and send the hunk anew.".to_string(),
        State::Unresolved(_) => "Send the lines in full, without leaving any out.".to_string(),
        State::Invalid(_) => "Send the hunk again in the format you were asked for.".to_string(),
    };
    Some(text)
}

/// Visible text with its tabs: a model must see them, and a terminal does no harm with them.
fn shown(bytes: &[u8]) -> String {
    let parts: Vec<String> = bytes
        .split(|byte| *byte == b'\t')
        .map(display_line)
        .collect();
    parts.join("\t")
}

/// Returns the remarks as Markdown; one sentence when there is none.
pub fn to_markdown(session: &Session) -> String {
    let remarks = remarks(session);
    let hunks = session.plan().hunks();
    let left_out = hunks.filter(|hunk| is_remarked(session, hunk) && !is_taken(hunk));
    let n_left_out = left_out.count();
    let hunks = counted(session.plan().hunks().count(), "hunk");
    let n_unread = session.unread().count();
    let mut out = match n_left_out {
        0 if session.plan().files.is_empty() => nothing_found(session),
        0 if n_unread > 0 => format!(
            "{} of your reply could not be read as an edit.\n",
            counted(n_unread, "code block")
        ),
        0 => "Every hunk was taken.\n".to_string(),
        1 => format!("1 of {hunks} was not applied. Send only this one again.\n"),
        n => format!("{n} of {hunks} were not applied. Send only these again.\n"),
    };
    for remark in &remarks {
        write_remark(&mut out, remark).expect("a string takes all that is written");
    }
    for part in session.unread() {
        write_unread(&mut out, part).expect("a string takes all that is written");
    }
    out
}

/// Returns what a reply without any patch holds, and how to send one.
fn nothing_found(session: &Session) -> String {
    let note = session
        .notes()
        .iter()
        .find(|note| note.code == NoteCode::NoPatch);
    let why = note.map_or("no patch was found", |note| note.text.as_str());
    format!("Nothing was taken: {}.\n", shown(why.as_bytes()))
}

fn write_unread(out: &mut String, part: &Part) -> std::fmt::Result {
    let Verdict::Unread { why, lines, .. } = &part.verdict else {
        return Ok(());
    };
    let line = part.span.start + 1;
    writeln!(out, "\n### line {line} of your reply  NOT READ: {why}")?;
    let lines: Vec<String> = lines.iter().take(N_LINES).map(|line| shown(line)).collect();
    write_fenced(out, "", &lines)?;
    writeln!(
        out,
        "Send it again as a diff, or as SEARCH/REPLACE blocks under the path of its file."
    )
}

fn write_remark(out: &mut String, remark: &Remark) -> std::fmt::Result {
    writeln!(
        out,
        "\n### {}  {}  {}",
        remark.id, remark.path, remark.verdict
    )?;
    if let Some(comment) = &remark.comment {
        writeln!(out, "Reviewer: \"{comment}\"")?;
    }
    if let Some(reason) = &remark.reason {
        writeln!(out, "Reason: {reason}.")?;
    }
    writeln!(out, "Your hunk:")?;
    write_fenced(out, "diff", &remark.hunk)?;
    for place in &remark.places {
        writeln!(out, "The file at line {} now:", place.line)?;
        let numbered: Vec<String> = (place.first_line..)
            .zip(&place.lines)
            .map(|(number, line)| format!("{number:>5} | {line}"))
            .collect();
        write_fenced(out, "", &numbered)?;
    }
    if let Some(advice) = &remark.advice {
        writeln!(out, "{advice}")?;
    }
    Ok(())
}

/// Writes lines in a fence longer than any run of backticks in them.
fn write_fenced(out: &mut String, language: &str, lines: &[String]) -> std::fmt::Result {
    let runs = lines.iter().flat_map(|line| line.split(|c| c != '`'));
    let longest = runs.map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    writeln!(out, "{fence}{language}")?;
    for line in lines {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "{fence}")
}

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    n_hunks: usize,
    remarks: &'a [Remark],
    unread: Vec<Unread<'a>>,
}

/// Returns the remarks as one JSON document with a final newline.
pub fn to_json(session: &Session) -> String {
    let document = Document {
        version: 1,
        n_hunks: session.plan().hunks().count(),
        remarks: &remarks(session),
        unread: super::json::unread(session),
    };
    let mut bytes = Vec::new();
    super::json::write(&document, &mut bytes).expect("a vector takes all that is written");
    String::from_utf8(bytes).expect("JSON is UTF-8")
}

//! The report for people: one line a hunk, and what to do next.

use std::fmt::Write;

use super::{Exit, Outcome, Report, file_name};
use crate::matcher::{Candidate, VariantKind};
use crate::patch::FileOp;
use crate::plan::{By, FileState, HunkPlan, State, conflict, policy};
use crate::text::display::display_line;

/// The most notes listed; the rest are counted.
const N_NOTES: usize = 12;

/// The most places named for one hunk.
const N_PLACES: usize = 5;

/// Returns the report as text with a final newline, safe to print.
pub fn to_text(report: &Report<'_>) -> String {
    let mut out = String::new();
    write_notes(&mut out, report);
    for file in 0..report.session.plan().files.len() {
        write_file(&mut out, report, file);
    }
    for finding in report.findings {
        let file = finding
            .path
            .as_ref()
            .map(|path| display_line(path.as_bytes()));
        let hunk = finding.hunk.map(|id| report.session.name(id));
        let about = hunk.or(file).unwrap_or_default();
        line(&mut out, &format!("{about}: {}", finding.text));
    }
    line(&mut out, &summary(report));
    out
}

fn line(out: &mut String, text: &str) {
    writeln!(out, "{text}").expect("a string takes all that is written");
}

fn write_notes(out: &mut String, report: &Report<'_>) {
    let notes = report.session.notes();
    for note in notes.iter().take(N_NOTES) {
        let text = display_line(note.text.as_bytes());
        line(
            out,
            &format!("note, line {} of the patch: {text}", note.span.start + 1),
        );
    }
    if notes.len() > N_NOTES {
        line(
            out,
            &format!(
                "and {} notes more (--json lists them)",
                notes.len() - N_NOTES
            ),
        );
    }
}

fn write_file(out: &mut String, report: &Report<'_>, index: usize) {
    let file = &report.session.plan().files[index];
    let status = report.file_status(file).replace('_', " ");
    let name = match &file.op {
        FileOp::Rename { to } | FileOp::Copy { to } => {
            let to = display_line(to.as_bytes());
            format!("{} -> {to}", file_name(report.session, index))
        }
        FileOp::Modify | FileOp::Create | FileOp::Delete | FileOp::Replace => {
            file_name(report.session, index)
        }
    };
    let message = conflict::file_message(file).map(|message| format!(": {message}"));
    line(
        out,
        &format!("{name}  {status}{}", message.unwrap_or_default()),
    );
    if matches!(file.state, FileState::NoTarget) {
        let close = report.session.close_paths(index);
        let close: Vec<String> = close
            .iter()
            .take(3)
            .map(|path| display_line(path.as_bytes()))
            .collect();
        if !close.is_empty() {
            line(out, &format!("  did it mean {}?", close.join(", ")));
        }
    }
    for hunk in &file.hunks {
        if !matches!(hunk.state, State::FileStuck | State::Skipped) {
            line(out, &format!("  {}", hunk_line(report, hunk)));
        }
    }
}

fn hunk_line(report: &Report<'_>, hunk: &HunkPlan) -> String {
    let name = report.session.name(hunk.id);
    let status = report.hunk_status(hunk).replace('_', " ");
    let mut text = format!("{name:<8} {status}");
    if let Some(placement) = &hunk.placement
        && !is_whole_file(report, hunk)
    {
        text += &format!("  {}", place_words(&placement.candidate));
        match placement.by {
            By::Matcher => {}
            By::Number | By::Heading | By::FileEnd | By::Order | By::Person => {
                text += &format!(", by {}", placement.by.name().replace('_', " "));
            }
            By::Nearest => text += ", the nearest of several",
        }
        if let Some(earlier) = super::builds_on(report.session, hunk) {
            text += &format!(", on the lines of {earlier}");
        }
        let read = placement.candidate.variant.kind;
        if read != VariantKind::AsWritten {
            text += &format!(", {}", read.words());
        }
    }
    if let Some(mode) = report.session.patch().hunk(hunk.id).mode {
        text += &format!("  it {}", mode.words());
    }
    if hunk.decision.is_rejected() {
        return text;
    }
    if let Some(message) = report.session.message(hunk.id) {
        text += &format!(": {}", display_line(message.as_bytes()));
    }
    let places = places(report, hunk);
    if !places.is_empty() {
        text += &format!(" ({places})");
    }
    text
}

/// Whether the hunk is the making, moving or removing of its file: it has no place in it.
fn is_whole_file(report: &Report<'_>, hunk: &HunkPlan) -> bool {
    let patch = report.session.patch();
    match &patch.files[hunk.id.file].op {
        FileOp::Create | FileOp::Delete | FileOp::Replace => true,
        FileOp::Modify => patch.hunk(hunk.id).mode.is_some(),
        FileOp::Rename { .. } | FileOp::Copy { .. } => patch.hunk(hunk.id).lines.is_empty(),
    }
}

/// Returns a place in a few words: `line 14, strict 100`.
pub fn place_words(place: &Candidate) -> String {
    format!(
        "line {}, {} {}",
        place.span.start + 1,
        place.tier.name(),
        place.score.percent()
    )
}

/// Returns the lines of an ambiguous hunk's places.
fn places(report: &Report<'_>, hunk: &HunkPlan) -> String {
    let Some(found) = report.session.found(hunk.id) else {
        return String::new();
    };
    if hunk.state != State::Ambiguous {
        return String::new();
    }
    let n_tied = policy::n_tied(&found.candidates);
    let lines: Vec<String> = found.candidates[..n_tied]
        .iter()
        .take(N_PLACES)
        .map(|place| (place.span.start + 1).to_string())
        .collect();
    let more = if n_tied > N_PLACES { ", ..." } else { "" };
    format!("lines {}{more}", lines.join(", "))
}

/// Returns what came of it, and what to do next.
fn summary(report: &Report<'_>) -> String {
    let hunks: Vec<&HunkPlan> = report.session.plan().hunks().collect();
    let count = |is: &dyn Fn(&HunkPlan) -> bool| hunks.iter().filter(|hunk| is(hunk)).count();
    let n_hunks = hunk_count(hunks.len());
    let n_written = count(&|hunk| report.is_written(hunk));
    let n_need = count(&HunkPlan::needs_person);
    let n_placed = count(&|hunk| hunk.state == State::Placed && !hunk.decision.is_rejected());
    if let Outcome::Written(_) = report.outcome {
        let left = match n_need {
            0 => String::new(),
            n => format!(", {n} left"),
        };
        return format!("{n_written} of {n_hunks} written{left}; `hunkwise undo` takes it back");
    }
    match report.exit {
        Exit::Done | Exit::InPart if n_placed == 0 => "nothing to write".to_string(),
        Exit::Done | Exit::InPart => {
            format!(
                "nothing written yet; {n_placed} of {n_hunks} clear: `hunkwise apply` writes them"
            )
        }
        Exit::NeedsPerson => {
            let need = if n_need == 1 { "needs" } else { "need" };
            format!(
                "nothing written; {n_need} of {n_hunks} {need} you: `hunkwise review` settles them, \
                 `hunkwise explain` says why, `apply --partial` writes the others"
            )
        }
        Exit::Refused => {
            "nothing written: it is not safe; mend the patch, or see --allow-hidden for hidden text"
                .to_string()
        }
        Exit::Unreadable => "nothing written: mend the patch, or ask for it again".to_string(),
        Exit::Drifted => "nothing written: run it again on the files as they are now".to_string(),
        Exit::RolledBack | Exit::Interrupted | Exit::Terminated => {
            "nothing was changed".to_string()
        }
    }
}

fn hunk_count(n: usize) -> String {
    if n == 1 {
        "1 hunk".to_string()
    } else {
        format!("{n} hunks")
    }
}

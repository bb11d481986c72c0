//! The report for people: one line a hunk, and what to do next.

use std::fmt::Write;

use super::{Exit, Outcome, Report, file_name, hunk_place};
use crate::matcher::Candidate;
use crate::plan::{FileState, HunkPlan, State, conflict, policy};
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
    let status = report.file_status(file);
    let name = file_name(report.session, index);
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
        if hunk.state != State::FileStuck {
            line(out, &format!("  {}", hunk_line(report, hunk)));
        }
    }
}

fn hunk_line(report: &Report<'_>, hunk: &HunkPlan) -> String {
    let file = &report.session.plan().files[hunk.id.file];
    let name = report.session.name(hunk.id);
    let status = report.hunk_status(file, hunk).replace('_', " ");
    let mut text = format!("{name:<8} {status}");
    if let Some(place) = hunk_place(hunk) {
        write!(text, "  {}", place_words(place)).expect("a string takes all that is written");
    }
    if let Some(message) = report.session.message(hunk.id) {
        write!(text, ": {}", display_line(message.as_bytes()))
            .expect("a string takes all that is written");
    }
    let places = places(report, hunk);
    if !places.is_empty() {
        write!(text, " ({places})").expect("a string takes all that is written");
    }
    text
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

fn summary(report: &Report<'_>) -> String {
    let hunks: Vec<&HunkPlan> = report.session.plan().hunks().collect();
    let count = |is: &dyn Fn(&HunkPlan) -> bool| hunks.iter().filter(|hunk| is(hunk)).count();
    let n_hunks = hunks.len();
    let n_written = count(&|hunk| report.is_written(hunk));
    let n_need = count(&HunkPlan::needs_person);
    let next = match report.exit {
        Exit::Done => match report.outcome {
            Outcome::Written(_) => "`hunkwise undo` takes it back",
            Outcome::NotWritten => "`hunkwise apply` writes it",
        },
        Exit::InPart => match report.outcome {
            Outcome::Written(_) => "`hunkwise undo` takes it back",
            Outcome::NotWritten => "`hunkwise apply` writes the rest",
        },
        Exit::NeedsPerson => {
            "`hunkwise review` settles them, `hunkwise explain` says why, `--partial` writes the others"
        }
        Exit::Refused => {
            "nothing may be written; mend the patch (hidden characters: see --allow-hidden)"
        }
        Exit::Unreadable => "mend the patch, or ask for it again",
        Exit::Drifted => "run it again on the files as they are now",
        Exit::RolledBack | Exit::Interrupted | Exit::Terminated => "nothing was changed",
    };
    match report.outcome {
        Outcome::Written(_) if n_need > 0 => {
            format!(
                "{n_written} of {} written, {n_need} left; {next}",
                hunk_count(n_hunks)
            )
        }
        Outcome::Written(_) => format!("{n_written} of {} written; {next}", hunk_count(n_hunks)),
        Outcome::NotWritten if n_need > 0 => {
            format!(
                "nothing written; {n_need} of {} need you: {next}",
                hunk_count(n_hunks)
            )
        }
        Outcome::NotWritten => format!("nothing written; {} clear; {next}", hunk_count(n_hunks)),
    }
}

fn hunk_count(n: usize) -> String {
    if n == 1 {
        "1 hunk".to_string()
    } else {
        format!("{n} hunks")
    }
}

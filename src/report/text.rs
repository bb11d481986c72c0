//! The report for people: one line a hunk, and what to do next.

use std::collections::BTreeMap;

use super::finding::refusing;
use super::{Exit, Finding, Outcome, Report, file_name};
use crate::matcher::{Candidate, VariantKind};
use crate::patch::{FileOp, FilePatch};
use crate::plan::{By, FileState, HunkPlan, Placement, State, conflict};
use crate::session::{Moves, Session};
use crate::text::display::display_line;
use crate::text::words::{counted, lowered};

/// The most notes listed; the rest are counted.
const N_NOTES: usize = 12;

/// The most places named for one hunk.
const N_PLACES: usize = 5;

/// Returns the report as text with a final newline, safe to print.
pub fn to_text(report: &Report<'_>) -> String {
    lines(report).map(|line| line + "\n").collect()
}

/// Returns the lines of the report one by one: of a large patch they are more than all that is kept of it.
pub fn lines(report: &Report<'_>) -> impl Iterator<Item = String> {
    let files = 0..report.session.plan().files.len();
    let moves = match report.outcome {
        Outcome::Written(scope) => report.session.moves(scope),
        Outcome::NotWritten | Outcome::Torn => BTreeMap::new(),
    };
    let findings = report
        .findings
        .iter()
        .map(|finding| finding_line(report, finding));
    notes(report)
        .chain(unread(report))
        .chain(files.flat_map(move |file| {
            let target = report.session.plan().files[file].target.as_ref();
            let moves = target.and_then(|path| moves.get(path));
            file_lines(report, file, moves.cloned().unwrap_or_default())
        }))
        .chain(findings)
        .chain(std::iter::once_with(|| summary(report)))
}

fn finding_line(report: &Report<'_>, finding: &Finding) -> String {
    let path = finding.path.as_ref();
    let file = path.map(|path| display_line(path.as_bytes()));
    let hunk = finding.hunk.map(|id| report.session.name(id));
    let about = hunk.or(file).unwrap_or_default();
    format!("{about}: {}", finding.text)
}

fn notes(report: &Report<'_>) -> impl Iterator<Item = String> {
    let notes = report.session.notes();
    let listed = notes.iter().take(N_NOTES).map(|note| {
        let text = display_line(note.text.as_bytes());
        format!("note, line {} of the patch: {text}", note.span.start + 1)
    });
    let n_more = notes.len().saturating_sub(N_NOTES);
    let more =
        (n_more > 0).then(|| format!("and {} (--json lists them)", counted(n_more, "more note")));
    listed.chain(more)
}

/// Returns a line for each part of the reply that looks like an edit and could not be read.
fn unread(report: &Report<'_>) -> impl Iterator<Item = String> {
    report.session.unread().map(|part| {
        let at = part.span.start + 1;
        let what = match part.is_line() {
            true => format!("line {at}"),
            false => format!("1 code block at line {at}"),
        };
        format!(
            "{what} was not read as an edit: {}",
            part.unread().unwrap_or_default()
        )
    })
}

fn file_lines(report: &Report<'_>, index: usize, moves: Moves) -> impl Iterator<Item = String> {
    let file = &report.session.plan().files[index];
    let is_told = |hunk: &&HunkPlan| !matches!(hunk.state, State::FileStuck | State::Skipped);
    let hunks = file.hunks.iter().filter(is_told);
    [file_line(report, index)]
        .into_iter()
        .chain(meant(report.session, index).map(|meant| format!("  {meant}")))
        .chain(hunks.map(move |hunk| format!("  {}", hunk_line(report, hunk, &moves))))
}

fn file_line(report: &Report<'_>, index: usize) -> String {
    let file = &report.session.plan().files[index];
    let status = super::status_words(report.file_status(file));
    let name = match &file.op {
        FileOp::Rename { to } | FileOp::Copy { to } => {
            let to = display_line(to.as_bytes());
            format!("{} -> {to}", file_name(report.session, index))
        }
        FileOp::Modify | FileOp::Create | FileOp::Delete | FileOp::Replace => {
            file_name(report.session, index)
        }
    };
    let message = conflict::file_message(file).map(|message| message.whole());
    match message.filter(|message| *message != status) {
        // There is a file, or no name of one.
        Some(message) if is_named_otherwise(&file.state) => format!("{name}  {message}"),
        Some(message) => format!("{name}  {status}: {message}"),
        None => format!("{name}  {status}"),
    }
}

/// Returns whether a file is stuck by its name, and not because there is none.
fn is_named_otherwise(state: &FileState) -> bool {
    matches!(
        state,
        FileState::NoPath | FileState::TwoNames | FileState::NotAFile(_)
    )
}

/// Returns what a file that is not there may be called.
pub(super) fn meant(session: &Session, index: usize) -> Option<String> {
    if !session.plan().files[index].state.names_no_file() {
        let holders = session.holders_of(index).iter().take(3);
        let holders = holders.map(|path| display_line(path.as_bytes()));
        let holders: Vec<String> = holders.collect();
        return (!holders.is_empty()).then(|| format!("its lines are in {}", holders.join(", ")));
    }
    let close = session.close_paths(index);
    let named = file_name(session, index);
    // What is there under the very name, but is refused for something else, is meant already.
    let others = close.iter().filter(|path| path.to_text() != named);
    let close = others.take(3);
    let close: Vec<String> = close.map(|path| display_line(path.as_bytes())).collect();
    let looks = session.looks_for(index);
    let capped = looks.filter(|looks| looks.is_capped()).map(|looks| {
        let n_files = counted(looks.n_files, "file");
        format!("its lines looked for in {} of {n_files}", looks.n_looks)
    });
    match (&close[..], capped) {
        ([], None) => None,
        ([], Some(capped)) => Some(capped),
        (close, None) => Some(format!("did it mean {}?", close.join(", "))),
        (close, Some(capped)) => Some(format!("did it mean {}? ({capped})", close.join(", "))),
    }
}

/// Returns the line about a hunk; `moves` are those of what was written in its file.
fn hunk_line(report: &Report<'_>, hunk: &HunkPlan, moves: &Moves) -> String {
    let is_written = report.is_written(hunk);
    let (session, hunk) = report.seen(hunk);
    let name = session.name(hunk.id);
    let status = super::status_words(report.status(hunk, is_written));
    let mut text = format!("{name:<8} {status}");
    if let Some(act) = super::file_act(session, hunk) {
        let lines = act.n_lines.map(|n| format!(", {}", counted(n, "line")));
        text += &format!("  {}{}", lowered(&act.words), lines.unwrap_or_default());
    } else if let Some(placement) = &hunk.placement {
        let moves = (moves, is_written);
        text += &format!("  {}", placed_words(session, hunk, placement, moves));
    }
    if hunk.decision.is_rejected() {
        return text;
    }
    let message = session.message(hunk.id);
    if let Some(message) = message.filter(|message| *message != status) {
        text += &format!(": {}", display_line(message.as_bytes()));
    }
    if let Some(nearest) = super::searched::nearest(session, hunk.id) {
        text += &format!("; {nearest}");
    }
    let places = places(session, hunk);
    if !places.is_empty() {
        text += &format!(" ({places})");
    }
    text
}

/// Returns where a hunk goes, how well it fits there, and why there; of one that is written, where its lines are now.
fn placed_words(
    session: &Session,
    hunk: &HunkPlan,
    placement: &Placement,
    (moves, is_written): (&Moves, bool),
) -> String {
    let of_file = match session.is_read_now(hunk.id) {
        true => " of the file as it is now",
        false => "",
    };
    let line = placement
        .candidate
        .for_once(|place| session.change_line(hunk.id, place));
    let line = if is_written { moves.line(line) } else { line };
    let words = |place: &Candidate| {
        let (tier, score) = (place.tier.name(), place.score.percent());
        format!("line {}{of_file}, {tier} {score}", line + 1)
    };
    let words = match &session.place_as_sent(hunk.id) {
        Some(place) => words(place),
        None => placement.candidate.for_once(words),
    };
    let mut text = super::places_made(session, hunk.id, moves).unwrap_or(words);
    match placement.by {
        By::Matcher => {}
        By::Person => text += ", chosen by you",
        By::Number | By::Heading | By::FileEnd | By::Order | By::Left => {
            text += &format!(", by {}", placement.by.name().replace('_', " "));
        }
        By::Nearest => text += ", the nearest of several",
    }
    if let Some(earlier) = super::builds_on(session, hunk) {
        text += &format!(", on the lines of {earlier}");
    }
    if let Some(merged) = super::merged_words(session, hunk) {
        text += &format!(", {merged}");
    }
    let read = placement.candidate.for_once(|place| place.variant.kind);
    if read != VariantKind::AsWritten {
        text += &format!(", {}", read.words());
    }
    if let Some(part) = session.in_part(hunk.id) {
        text += &format!(", {}", part.words());
    }
    text
}

/// Returns the lines of an ambiguous hunk's places.
fn places(session: &Session, hunk: &HunkPlan) -> String {
    let Some(found) = session.found(hunk.id) else {
        return String::new();
    };
    if hunk.state != State::Ambiguous {
        return String::new();
    }
    // The one place of the file is named beside lines that earlier hunks write.
    if !found.is_tied() {
        return String::new();
    }
    let n_tied = found.tied().len();
    let lines: Vec<String> = found.candidates[..n_tied]
        .iter()
        .take(N_PLACES)
        .map(|place| (session.change_line(hunk.id, place) + 1).to_string())
        .collect();
    let more = if n_tied > N_PLACES { ", ..." } else { "" };
    format!("lines {}{more}", lines.join(", "))
}

/// Returns whether the reply only quotes files, and nothing in it looks like an edit.
fn asks_nothing(report: &Report<'_>) -> bool {
    let files = &report.session.patch().files;
    let only_quotes = !files.is_empty() && files.iter().all(FilePatch::is_quotation);
    let waits = || report.session.plan().hunks().any(HunkPlan::needs_person);
    only_quotes && !waits() && report.session.unread().next().is_none()
}

/// Returns what came of it, and what to do next.
fn summary(report: &Report<'_>) -> String {
    let hunks = || report.session.plan().hunks();
    let count = |is: &dyn Fn(&HunkPlan) -> bool| hunks().filter(|hunk| is(hunk)).count();
    let n_hunks = counted(hunks().count(), "hunk");
    let n_written = count(&|hunk| report.is_written(hunk));
    let n_need = count(&HunkPlan::needs_person);
    let is_written = |hunk: &HunkPlan| hunk.state == State::Placed && hunk.is_in(report.scope);
    let n_placed = count(&is_written);
    match report.outcome {
        Outcome::Written(_) => {
            let left = match (n_need, report.session.unread().count()) {
                (0, 0) => String::new(),
                (0, n) => format!(", {} of the reply not read", counted(n, "part")),
                (n, 0) => format!(", {n} left"),
                (left, n) => format!(
                    ", {left} left, {} of the reply not read",
                    counted(n, "part")
                ),
            };
            // What only quotes its file was never to be written.
            let n_asked = counted(count(&|hunk| hunk.state != State::NoOp), "hunk");
            return format!("{n_written} of {n_asked} written{left}; `hunkwise undo` undoes it");
        }
        Outcome::Torn => {
            return "the write failed, and not all is as it was: the message says what is not, and what to do"
                .to_string();
        }
        Outcome::NotWritten => {}
    }
    let n_unread = report.session.unread().count();
    match report.exit {
        Exit::Done | Exit::InPart if n_placed == 0 => "nothing to write".to_string(),
        Exit::Done | Exit::InPart => match report.again {
            Some(again) => {
                let them = if n_placed == 1 { "it" } else { "them" };
                format!(
                    "nothing written yet; {n_placed} of {n_hunks} placed: `hunkwise apply`{again} writes {them}"
                )
            }
            None => format!("nothing to write to; {n_placed} of {n_hunks} placed"),
        },
        Exit::NeedsPerson if n_need == 0 && n_unread == 0 => {
            "nothing written: sections of the patch conflict".to_string()
        }
        Exit::NeedsPerson if n_need == 0 => {
            format!(
                "nothing written; {} of the reply not read: ask for it again, or use `apply --partial`",
                counted(n_unread, "part")
            )
        }
        Exit::NeedsPerson => {
            let (need, them) = match n_need {
                1 => ("needs", "it"),
                _ => ("need", "them"),
            };
            let others = match n_placed {
                0 => "",
                1 => ", `apply --partial` writes the other",
                _ => ", `apply --partial` writes the others",
            };
            format!(
                "nothing written; {n_need} of {n_hunks} {need} review: `hunkwise review` opens {them}, \
                 `hunkwise explain` says why{others}"
            )
        }
        Exit::Refused
            if refusing(report.session, report.scope, report.findings)
                .next()
                .is_some() =>
        {
            "nothing written: the patch adds hidden text; look at it, then use --allow-hidden"
                .to_string()
        }
        Exit::Refused => "nothing written: a file or path is refused".to_string(),
        Exit::Unreadable if asks_nothing(report) => {
            "nothing to write: the reply asks for no change".to_string()
        }
        Exit::Unreadable => "nothing written: fix the patch, or ask for it again".to_string(),
        Exit::Drifted => "nothing written: files changed; run it again".to_string(),
        Exit::RolledBack | Exit::HungUp | Exit::Interrupted | Exit::Terminated => {
            "no changes".to_string()
        }
    }
}

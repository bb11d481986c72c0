//! The line above the diff: which hunk this is, where it stands and what was decided.

use super::super::doc::{Reading, Source};
use super::super::mark::Mark;
use super::super::model::{Mode, Model};
use super::super::theme::Role;
use super::canvas::Canvas;
use super::line::Line;
use crate::matcher::{Candidate, tie};
use crate::patch::{FileMode, FileOp, HunkId};
use crate::plan::conflict::n_tied_words;
use crate::plan::{Choice, Decision, FileState, State};
use crate::report;
use crate::text::RelPath;
use crate::text::display::display_line;
use crate::text::words::counted;

/// Says which hunk this is, where it stands and what was decided.
pub(super) fn heading(model: &Model, canvas: &Canvas<'_>) -> Line {
    let heading = canvas.style(Role::Heading);
    let muted = canvas.style(Role::Muted);
    let decided = match model.split().get(model.block) {
        Some(block) => block_words(model, block.choice, canvas),
        None => decision(model, canvas),
    };
    let mut line = Line::new()
        .add(&model.session.name(model.hunk), heading)
        .add("  ", canvas.style(Role::Text))
        .join(state(model, canvas))
        .join(decided);
    if model.session.is_edited(model.hunk) {
        line = line.add("  edited", canvas.style(Role::Current));
    }
    if model.doc.source == Source::Patch {
        line = line.add("  (as the patch has it)", muted);
    }
    if let Mode::Lines(view) = &model.mode {
        let (n_chosen, n_lines) = (view.chosen.len(), view.rows.len());
        let marked = format!("  {n_chosen} of {n_lines} lines marked");
        return line.add(&marked, canvas.style(Role::Problem));
    }
    match model.reading() {
        Reading::Result => line.add("  RESULT", heading),
        Reading::Split if model.doc.source == Source::Patch => line,
        Reading::Split => line.add("  file now | result", muted),
        Reading::Unified => line,
    }
}

/// Says where the hunk stands, or what is in the way.
fn state(model: &Model, canvas: &Canvas<'_>) -> Line {
    let hunk = model.current();
    let says = |words: &str, role| Line::new().add(words, canvas.style(role));
    let problem = |words: &str| says(words, Role::Problem);
    let best = model.session.found(model.hunk);
    let best = best.and_then(|found| found.candidates.first());
    let at_best = || {
        let alike = best.filter(|best| best.landmark().is_none());
        alike.map_or(String::new(), |best| format!(" (best {})", fit(best)))
    };
    match &hunk.state {
        State::Placed => {
            let role = if deletes_file(model, hunk.id) {
                Role::Rejected
            } else {
                Role::Text
            };
            says(&placed_words(model, canvas), role)
        }
        State::Ambiguous if best.is_some_and(|best| !best.reaches_bar()) => problem(&format!(
            "AMBIGUOUS: {} places, none good enough{}",
            n_tied_words(model.session.found(model.hunk)),
            at_best()
        )),
        State::Ambiguous if !tie::is_even(model.places()) => problem(&format!(
            "AMBIGUOUS: {} places may be meant{}",
            n_tied_words(model.session.found(model.hunk)),
            at_best()
        )),
        State::Ambiguous => problem(&format!(
            "AMBIGUOUS: {} places tie at {}",
            n_tied_words(model.session.found(model.hunk)),
            best.map_or(String::new(), fit)
        )),
        State::TooWeak => problem(&format!("TOO WEAK{}", at_best())),
        State::NoMatch if model.is_capped() => {
            problem("NO MATCH YET: not all of the file was looked through")
        }
        State::NoMatch if best.is_some_and(|best| best.landmark().is_some()) => {
            problem("NO MATCH: nothing in the file is like it")
        }
        State::NoMatch => problem(&format!("NO MATCH{}", at_best())),
        State::DeletedLineNotFound => problem(&format!("A DELETED LINE DIFFERS{}", at_best())),
        State::AlreadyApplied if model.session.is_written(model.hunk) => {
            says("WRITTEN", Role::Accepted)
        }
        State::AlreadyApplied => says("ALREADY THERE", Role::Applied),
        State::NoOp => says("CHANGES NOTHING", Role::Applied),
        State::Skipped => says("BINARY: LEFT ALONE", Role::Rejected),
        State::Overlap(_) => problem("OVERLAP"),
        State::ContextGone => problem("ITS CONTEXT GOES"),
        State::Dependent(_) => problem("DEPENDS ON A REJECTED HUNK"),
        State::Drifted => says("FILE CHANGED", Role::Drifted),
        State::Invalid(why) => problem(&format!("NOT VALID: {why}")),
        State::Unresolved(why) => problem(&format!("LEFT OUT: {why}")),
        State::FileStuck => {
            let file = &model.session.plan().files[model.hunk.file];
            problem(stuck_words(&file.state))
        }
    }
}

/// Returns how well a place fits: `strict 100`.
fn fit(place: &Candidate) -> String {
    format!("{} {}", place.tier.name(), place.score.percent())
}

fn placed_words(model: &Model, canvas: &Canvas<'_>) -> String {
    let hunk = model.current();
    let Some(placed) = &hunk.placement else {
        return String::new();
    };
    let place = &placed.candidate;
    if deletes_file(model, hunk.id) {
        let lines = counted(model.doc.text().n_lines(), "line");
        return format!("Deletes the file {} {lines}", canvas.symbols.dot());
    }
    if place.aligned.is_empty() {
        return whole_file_words(model);
    }
    let on = report::builds_on(&model.session, hunk);
    let on = on.map_or(String::new(), |on| format!("  with the lines of {on}"));
    format!("line {}  {}{on}", place.span.start + 1, fit(place))
}

/// Says what was decided on the hunk as one.
fn decision(model: &Model, canvas: &Canvas<'_>) -> Line {
    let hunk = model.current();
    let says = |words: &str, role| Line::new().add(words, canvas.style(role));
    match &hunk.decision {
        Decision::Undecided => Line::new(),
        Decision::Accepted if model.session.is_written(model.hunk) => Line::new(),
        Decision::Accepted | Decision::Lines(_) if !hunk.state.is_settled() => {
            says("  accepted before; look again", Role::Problem)
        }
        Decision::Accepted => says("  accepted", Role::Accepted),
        Decision::Lines(lines) => {
            let words = format!("  accepted: {} of it", counted(lines.len(), "line"));
            says(&words, Role::Accepted)
        }
        Decision::Rejected { why } => {
            let rejected = says("  rejected", Role::Rejected);
            // A comment stands above the hunk as it is.
            match why {
                Some(why) if model.session.comment(model.hunk) == Some(why) => rejected,
                Some(why) => rejected.add(&format!(": {why}"), canvas.style(Role::Text)),
                None => rejected,
            }
        }
    }
}

/// Says which block of a hunk that was split this is, and what was decided on it.
fn block_words(model: &Model, choice: Choice, canvas: &Canvas<'_>) -> Line {
    let (at, of) = (model.block + 1, model.split().len());
    let said = match choice {
        Choice::Open => "",
        Choice::Taken => ": accepted",
        Choice::Left => ": rejected",
    };
    let style = canvas.style(Mark::of_choice(choice).role());
    Line::new().add(&format!("  block {at} of {of}{said}"), style)
}

/// Returns whether the hunk stands for the deletion of its file.
pub(super) fn deletes_file(model: &Model, id: HunkId) -> bool {
    model.session.plan().files[id.file].op == FileOp::Delete
        && model.session.patch().hunk(id).mode.is_none()
}

fn whole_file_words(model: &Model) -> String {
    let to = |path: &RelPath| display_line(path.as_bytes());
    match model.session.patch().hunk(model.hunk).mode {
        Some(FileMode::Executable) => return "MAKES THE FILE EXECUTABLE (chmod +x)".to_string(),
        Some(FileMode::Plain) => return "MAKES THE FILE NOT EXECUTABLE (chmod -x)".to_string(),
        Some(FileMode::Special(_)) | None => {}
    }
    match &model.session.plan().files[model.hunk.file].op {
        FileOp::Create => "CREATES THE FILE".to_string(),
        FileOp::Delete => "Deletes the file".to_string(),
        FileOp::Rename { to: path } => format!("MOVES THE FILE to {}", to(path)),
        FileOp::Copy { to: path } => format!("COPIES THE FILE to {}", to(path)),
        FileOp::Replace => "REPLACES THE WHOLE FILE".to_string(),
        FileOp::Modify => "FILLS THE EMPTY FILE".to_string(),
    }
}

fn stuck_words(state: &FileState) -> &'static str {
    match state {
        FileState::NoPath => "WHICH FILE? The patch names none",
        FileState::TwoNames => "WHICH FILE? Two may be meant",
        FileState::NoTarget => "NO SUCH FILE",
        FileState::Exists => "THE FILE EXISTS: it would be replaced",
        FileState::Binary => "BINARY FILE, left alone",
        FileState::NotAFile(_) => "NOT A FILE",
        FileState::Refused(_) => "REFUSED: this path is never touched",
        FileState::Unreadable(_) => "CANNOT BE READ",
        FileState::Invalid(_) => "NOT VALID",
        FileState::Unresolved(_) => "PARTS ARE LEFT OUT",
        FileState::Unsearched => "NOT LOOKED THROUGH: the search was stopped",
        FileState::Ready => "",
    }
}

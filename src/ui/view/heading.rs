//! The line above the diff: which hunk this is, where it stands and what was decided.

use super::super::doc::{Reading, Source};
use super::super::mark::Mark;
use super::super::model::{Mode, Model};
use super::super::theme::Role;
use super::canvas::Canvas;
use super::line::Line;
use crate::plan::{Choice, Decision, FileState, State};
use crate::report;
use crate::text::RelPath;
use crate::text::display::display_line;

/// Says which hunk this is, where it stands and what was decided.
pub(super) fn heading(model: &Model, canvas: &Canvas<'_>) -> Line {
    let heading = canvas.style(Role::Heading);
    let problem = canvas.style(Role::Problem);
    let text = canvas.style(Role::Text);
    let hunk = model.current();
    let file = &model.session.plan().files[model.hunk.file];
    let found = model.session.found(model.hunk);
    let best = found.and_then(|found| found.candidates.first());
    let name = model.session.name(model.hunk);
    let line = Line::new().add(&name, heading).add("  ", text);
    let at_best = || {
        let alike = best.filter(|best| best.landmark().is_none());
        alike.map_or(String::new(), |best| {
            format!(" (best {} {})", best.tier.name(), best.score.percent())
        })
    };
    let line = match &hunk.state {
        State::Placed => match &hunk.placement {
            Some(placed) if placed.candidate.aligned.is_empty() => {
                line.add(&whole_file_words(model), text)
            }
            Some(placed) => {
                let on = report::builds_on(&model.session, hunk);
                line.add(
                    &format!(
                        "line {}  {} {}{}",
                        placed.candidate.span.start + 1,
                        placed.candidate.tier.name(),
                        placed.candidate.score.percent(),
                        on.map_or(String::new(), |on| format!("  with the lines of {on}"))
                    ),
                    text,
                )
            }
            None => line,
        },
        State::Ambiguous if best.is_some_and(|best| !best.reaches_bar()) => line.add(
            &format!(
                "AMBIGUOUS: {} places, none good enough{}",
                model.n_tied(),
                at_best()
            ),
            problem,
        ),
        State::Ambiguous => line.add("AMBIGUOUS", problem).add(
            &format!(
                ": {} places tie at {}",
                model.n_tied(),
                best.map_or(String::new(), |best| format!(
                    "{} {}",
                    best.tier.name(),
                    best.score.percent()
                ))
            ),
            problem,
        ),
        State::TooWeak => line.add(&format!("TOO WEAK{}", at_best()), problem),
        State::NoMatch if model.is_capped() => line.add(
            "NO MATCH YET: not all of the file was looked through",
            problem,
        ),
        State::NoMatch if best.is_some_and(|best| best.landmark().is_some()) => {
            line.add("NO MATCH: nothing in the file is like it", problem)
        }
        State::NoMatch => line.add(&format!("NO MATCH{}", at_best()), problem),
        State::DeletedLineNotFound => {
            line.add(&format!("A DELETED LINE DIFFERS{}", at_best()), problem)
        }
        State::AlreadyApplied if model.session.is_written(model.hunk) => {
            line.add("WRITTEN", canvas.style(Role::Accepted))
        }
        State::AlreadyApplied => line.add("ALREADY THERE", canvas.style(Role::Applied)),
        State::NoOp => line.add("CHANGES NOTHING", canvas.style(Role::Applied)),
        State::Skipped => line.add("BINARY: LEFT ALONE", canvas.style(Role::Rejected)),
        State::Overlap(_) => line.add("OVERLAP", problem),
        State::ContextGone => line.add("ITS CONTEXT GOES", problem),
        State::Drifted => line.add("FILE CHANGED", canvas.style(Role::Drifted)),
        State::Invalid(why) => line.add("NOT VALID: ", problem).add(why, problem),
        State::Unresolved(why) => line.add("LEFT OUT: ", problem).add(why, problem),
        State::FileStuck => line.add(stuck_words(&file.state), problem),
    };
    let line = match &hunk.decision {
        // What was decided on its blocks follows.
        _ if !model.split().is_empty() => line,
        Decision::Undecided => line,
        Decision::Accepted if model.session.is_written(model.hunk) => line,
        Decision::Accepted | Decision::Lines(_) if !hunk.state.is_settled() => {
            line.add("  accepted before; look again", problem)
        }
        Decision::Accepted => line.add("  accepted", canvas.style(Role::Accepted)),
        Decision::Lines(lines) => line.add(
            &format!("  accepted: {} lines of it", lines.len()),
            canvas.style(Role::Accepted),
        ),
        Decision::Rejected { why } => {
            let line = line.add("  rejected", canvas.style(Role::Rejected));
            // A comment stands above the hunk as it is.
            match why {
                Some(why) if model.session.comment(model.hunk) == Some(why) => line,
                Some(why) => line.add(": ", text).add(why, text),
                None => line,
            }
        }
    };
    let line = match model.split().get(model.block) {
        Some(block) => {
            let (at, of) = (model.block + 1, model.split().len());
            let said = match block.choice {
                Choice::Open => "",
                Choice::Taken => ": accepted",
                Choice::Left => ": rejected",
            };
            let style = canvas.style(Mark::of_choice(block.choice).role());
            line.add(&format!("  block {at} of {of}{said}"), style)
        }
        None => line,
    };
    let line = if model.session.is_edited(model.hunk) {
        line.add("  edited", canvas.style(Role::Current))
    } else {
        line
    };
    let line = match model.doc.source {
        Source::Patch => line.add("  (as the patch has it)", canvas.style(Role::Muted)),
        Source::File => line,
    };
    if let Mode::Lines(view) = &model.mode {
        let marked = format!(
            "  {} of {} lines marked",
            view.chosen.len(),
            view.rows.len()
        );
        return line.add(&marked, problem);
    }
    match model.reading() {
        Reading::Result => line.add("  RESULT", heading),
        Reading::Split if model.doc.source == Source::Patch => line,
        Reading::Split => line.add("  file now | result", canvas.style(Role::Muted)),
        Reading::Unified => line,
    }
}

fn whole_file_words(model: &Model) -> String {
    use crate::patch::{FileMode, FileOp};
    let to = |path: &RelPath| display_line(path.as_bytes());
    match model.session.patch().hunk(model.hunk).mode {
        Some(FileMode::Executable) => return "MAKES THE FILE A PROGRAM".to_string(),
        Some(FileMode::Plain) => return "MAKES THE FILE NO PROGRAM".to_string(),
        Some(FileMode::Special(_)) | None => {}
    }
    match &model.session.plan().files[model.hunk.file].op {
        FileOp::Create => "CREATES THE FILE".to_string(),
        FileOp::Delete => "DELETES THE FILE".to_string(),
        FileOp::Rename { to: path } => format!("MOVES THE FILE to {}", to(path)),
        FileOp::Copy { to: path } => format!("COPIES THE FILE to {}", to(path)),
        FileOp::Replace => "REPLACES THE WHOLE FILE".to_string(),
        FileOp::Modify => "FILLS THE EMPTY FILE".to_string(),
    }
}

fn stuck_words(state: &FileState) -> &'static str {
    match state {
        FileState::NoPath => "WHICH FILE? The patch names none",
        FileState::TwoNames => "WHICH FILE? The header names two",
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

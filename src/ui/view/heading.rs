//! The line above the diff. It asks what a person has to settle, the only amber thing there, or says where the hunk goes and
//! what was decided.

mod placed;

use super::super::doc::Reading;
use super::super::keymap::{Action, Context};
use super::super::layout::Panes;
use super::super::mark::Mark;
use super::super::model::{Mode, Model};
use super::super::theme::Role;
use super::above::notes_of;
use super::canvas::Canvas;
use super::line::Line;
use super::reasons::{lines_words, sentence};
use crate::matcher::{Candidate, Tier, tie};
use crate::patch::LineKind;
use crate::plan::conflict::n_tied_words;
use crate::plan::{Choice, Decision, State};
use crate::report;
use crate::text::words::counted;
pub(super) use placed::deletes_file;
use placed::{placed_words, stuck_words};

/// Draws the question, or where the hunk goes; how many lines come and go stands at the right end.
pub(super) fn draw(model: &Model, canvas: &mut Canvas<'_>, area: ratatui::layout::Rect) {
    let text = canvas.style(Role::Text);
    let line = Line::new().add(" ", text).join(heading(model, canvas));
    let line = line.fitting(usize::from(area.width));
    let right = right_end(model, canvas);
    let width = usize::from(area.width);
    let room = width.saturating_sub(right.width() + 1);
    // What comes and goes is the first to be left out.
    let line = if line.width() < room {
        line.pad_to(room, text).join(right)
    } else {
        line
    };
    canvas.line(area.x, area.y, area.width, &line);
}

/// Says how the diff reads where that is not as usual, and counts the lines that come and go.
fn right_end(model: &Model, canvas: &Canvas<'_>) -> Line {
    let heading = canvas.style(Role::Heading);
    let muted = canvas.style(Role::Muted);
    let line = Line::new().add("  ", muted);
    let line = match model.reading() {
        Reading::Result => line.add("result only  ", heading),
        Reading::Split => line.add("before | after  ", muted),
        Reading::Unified => line,
    };
    let line = match notes_of(model).count() {
        0 => line,
        n => line.add(
            &format!("+{} ({})  ", counted(n, "note"), model.key(Action::Notes)),
            muted,
        ),
    };
    let lines = &model.session.patch().hunk(model.hunk).lines;
    let count = |kind| lines.iter().filter(|line| line.kind == kind).count();
    line.add(
        &format!("+{} ", count(LineKind::Insert)),
        canvas.style(Role::Accepted),
    )
    .add(
        &format!("-{}", count(LineKind::Delete)),
        canvas.style(Role::Rejected),
    )
}

/// Asks what is to be settled, or says where the hunk goes and what was decided.
pub(super) fn heading(model: &Model, canvas: &Canvas<'_>) -> Line {
    let decided = match model.split().get(model.block) {
        Some(block) => block_words(model, block.choice, canvas),
        None => decision(model, canvas),
    };
    if let Mode::Lines(view) = &model.mode {
        let marked = format!(
            "  {} of {} lines marked",
            view.chosen.len(),
            view.rows.len()
        );
        return Line::new()
            .add(&model.session.name(model.hunk), canvas.style(Role::Heading))
            .add(&marked, canvas.style(Role::Problem))
            .join(decided);
    }
    let line = state(model, canvas).join(decided);
    if model.session.is_edited(model.hunk) {
        return line.add("  edited", canvas.style(Role::Current));
    }
    line
}

/// Says where the hunk stands, or what is in the way.
fn state(model: &Model, canvas: &Canvas<'_>) -> Line {
    let hunk = model.current();
    let name = model.session.name(model.hunk);
    let text = canvas.style(Role::Text);
    let asks = |question: &str, rest: &str| {
        let question = Line::new().add(question, canvas.style(Role::Problem));
        // What stands in parentheses, or after a comma, is left out where there is no room.
        let is_within =
            |at: usize| rest[..at].matches('(').count() > rest[..at].matches(')').count();
        let cuts = rest.match_indices([',', '(']).map(|(at, _)| at);
        let cuts = cuts.filter(|at| !is_within(*at));
        let (line, from) = cuts.fold((question, 0), |(line, from), at| {
            let at = if rest[..at].ends_with(' ') {
                at - 1
            } else {
                at
            };
            (line.add(&rest[from..at], text), at)
        });
        line.add(&rest[from..], text)
    };
    let says = |words: &str, role| {
        let of = format!(" of {}", model.session.tally().n_hunks);
        Line::new()
            .add(&name, canvas.style(Role::Heading))
            .add(&of, canvas.style(Role::Muted))
            .add("  ", text)
            .add(words, canvas.style(role))
    };
    let found = model.session.found(model.hunk);
    let n_tied = n_tied_words(found);
    let best = model.place_on_screen().or(model.places().first());
    let message = || model.session.message(model.hunk).unwrap_or_default();
    if model.context() == Context::Unlike {
        let (question, rest) = unlike_words(model);
        return asks(&question, rest);
    }
    if model.is_hiding() && hunk.state == State::Placed {
        return asks(&format!("{name} adds hidden text."), " Allow it?");
    }
    match &hunk.state {
        State::Placed if deletes_file(model, hunk.id) => {
            says(&placed_words(model, canvas), Role::Rejected)
        }
        State::Placed => says(&placed_words(model, canvas), Role::Text),
        State::Ambiguous if best.is_some_and(|best| !best.reaches_bar()) => asks(
            &format!("{name} fits {n_tied} places, none of them well."),
            " Which one is meant?",
        ),
        State::Ambiguous if !found.is_none_or(tie::is_even) => asks(
            &format!("{name} may mean {n_tied} places."),
            " Which one is meant?",
        ),
        State::Ambiguous => asks(
            &format!("{name} fits {n_tied} places equally well."),
            " Which one is meant?",
        ),
        State::TooWeak => asks(&format!("{name} needs review."), &capital(&message())),
        State::NoMatch if model.is_capped() => asks(
            &format!("{name} has no match yet."),
            " The search stopped before the end of the file.",
        ),
        State::NoMatch => asks(
            &format!("{name} matches nothing in this file."),
            &closest_words(best),
        ),
        State::DeletedLineNotFound => asks(
            &format!("{name}: a removed line differs."),
            &closest_words(best),
        ),
        State::AlreadyApplied if model.session.is_written(model.hunk) => {
            says("written", Role::Accepted)
        }
        State::AlreadyApplied => says("already in the file", Role::Applied),
        State::NoOp => says("no changes", Role::Applied),
        State::Skipped => says("binary file, left alone", Role::Rejected),
        State::Overlap(_) => asks(&format!("{name} conflicts."), &capital(&message())),
        State::ContextGone => asks(
            &format!("{name} has lost its context."),
            " Another hunk deletes it.",
        ),
        State::Dependent(_) => asks(
            &format!("{name} needs a rejected hunk."),
            &capital(&message()),
        ),
        State::Drifted => asks(&format!("{name}: the file changed on disk."), ""),
        State::Invalid(why) => asks(&format!("{name} is not valid."), &capital(why)),
        State::Unresolved(why) => asks(&format!("{name} cannot be completed."), &capital(why)),
        State::FileStuck => {
            let file = &model.session.plan().files[model.hunk.file];
            let (question, rest) = stuck_words(model, &file.state);
            asks(&format!("{name}: {question}"), &rest)
        }
    }
}

/// Asks what becomes of the lines that would go though the hunk removes none like them.
pub(super) fn unlike_words(model: &Model) -> (String, &'static str) {
    let unlike = model.unlike_removals();
    let do_not = if unlike.len() == 1 {
        "doesn't"
    } else {
        "don't"
    };
    let lines = sentence(&lines_words(&unlike));
    let name = model.session.name(model.hunk);
    let question = format!("{lines} {do_not} match {name}.");
    (question, " Replace, or insert only?")
}

/// Returns a sentence after another one.
fn capital(words: &str) -> String {
    match sentence(words).as_str() {
        "" => String::new(),
        words => format!(" {words}."),
    }
}

/// Says how near the closest place comes.
fn closest_words(best: Option<&Candidate>) -> String {
    let Some(best) = best.filter(|best| best.landmark().is_none()) else {
        return " Nothing similar either.".to_string();
    };
    let (of, exact) = best.n_lines_exact();
    let (line, score) = (best.span.start + 1, best.score.percent());
    let needs = match best.reaches_bar() {
        true => String::new(),
        false => format!(" ({score}, needs {})", best.tier.spec().bar.percent()),
    };
    format!(" Closest: line {line}, {exact} of {of} lines match{needs}")
}

/// Returns what people call a match of this tier, with its score where that says something.
pub(super) fn match_words(place: &Candidate) -> String {
    let (words, percent) = (report::tier_words(place.tier), place.score.percent());
    if place.tier == Tier::Strict && percent == 100 {
        words.to_string()
    } else {
        format!("{words} {percent}")
    }
}

/// Says what was decided on the hunk as one.
fn decision(model: &Model, canvas: &Canvas<'_>) -> Line {
    let hunk = model.current();
    let says = |words: &str, role| Line::new().add(words, canvas.style(role));
    match &hunk.decision {
        Decision::Undecided => Line::new(),
        Decision::Accepted if model.session.is_written(model.hunk) => Line::new(),
        Decision::Accepted | Decision::Lines(_) if !hunk.state.is_settled() => {
            says("  accepted before: review it again", Role::Problem)
        }
        Decision::Accepted => says("  accepted", Role::Accepted),
        Decision::Lines(lines) => {
            let words = format!("  accepted: {}", counted(lines.len(), "line"));
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

/// Returns what the pane of one place, or of what the model wrote, is called.
pub(super) fn of_place(model: &Model, canvas: &Canvas<'_>, index: usize, panes: Panes) -> Line {
    let text = canvas.style(Role::Text);
    let Some(place) = model.places().get(index) else {
        return Line::new().add("The model wrote", canvas.style(Role::Heading));
    };
    let is_looked_at = model.looked.get(&model.hunk) == Some(&index);
    let number = format!(" {} ", index + 1);
    let line = if is_looked_at {
        Line::new().add(&number, canvas.style(Role::Answer))
    } else {
        Line::new().add(&number, canvas.style(Role::Key))
    };
    let n_tied = model.n_tied();
    let of = if n_tied > 2 || (n_tied == 2 && panes == Panes::Headed) {
        format!("of {n_tied}  ")
    } else {
        String::new()
    };
    let name = super::places::heading_words(model, place);
    line.add(&of, canvas.style(Role::Muted))
        .add(
            &format!(" line {}", place.span.start + 1),
            canvas.style(Role::Heading),
        )
        .add("  ", text)
        .add(&name, text)
}

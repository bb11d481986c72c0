//! The line above the keys: what was just done or refused, what is being typed, else what is worth knowing of the hunk.

use ratatui::layout::Rect;

use super::super::keymap::Action;
use super::super::layout::Layout;
use super::super::model::{Mode, Model, Purpose, Toast};
use super::super::theme::Role;
use super::super::world::WatchBackend;
use super::above::notes_of;
use super::canvas::Canvas;
use super::line::Line;
use super::reasons::words_of;
use crate::plan::{FileState, State};

/// The most rows that a message takes.
const MOST_ROWS: usize = 4;

/// Draws the message in its row; one that is too long takes as many above as it needs.
pub(super) fn draw(model: &Model, canvas: &mut Canvas<'_>, layout: &Layout) {
    let area = layout.message;
    let is_idle = model.working.is_none() && model.toast.is_none();
    let is_idle = is_idle && !matches!(model.mode, Mode::Input(..));
    let mut rows = if is_idle {
        vec![idle(model, canvas)]
    } else {
        message(model, canvas).folded(usize::from(area.width.saturating_sub(2)), 0)
    };
    if matches!(model.mode, Mode::Input(..)) {
        // Typing continues at the end.
        rows.drain(..rows.len().saturating_sub(MOST_ROWS));
    }
    rows.truncate(MOST_ROWS);
    let first = (area.y + 1).saturating_sub(rows.len() as u16);
    let whole = Rect {
        y: first,
        height: rows.len() as u16,
        ..area
    };
    canvas.ground(whole);
    for (y, row) in (first..).zip(rows) {
        let line = Line::new().add(" ", canvas.style(Role::Text)).join(row);
        canvas.line(0, y, area.width, &line);
    }
    canvas.lift(whole, Role::Bar);
}

fn message(model: &Model, canvas: &Canvas<'_>) -> Line {
    let text = canvas.style(Role::Text);
    if let Some(working) = &model.working {
        let percent = (working.n_done * 100).checked_div(working.n_all);
        let how_far = percent.map_or(String::new(), |percent| format!("  {percent} %"));
        let words = format!("{}{}{how_far}", working.name, canvas.symbols.cut());
        let pending = model.pending.as_ref();
        let file = pending.and_then(|it| it.files.get(it.n_files_done(working.n_done)));
        let file = file.map_or(String::new(), |(path, _)| format!("  {path}"));
        return Line::new()
            .add(&words, canvas.style(Role::Heading))
            .add(&file, canvas.style(Role::Muted));
    }
    if let Mode::Input(purpose, typed, _) = &model.mode {
        let prompt = match purpose {
            Purpose::Comment => "Comment to the model: ",
            Purpose::Search => "Search: ",
            Purpose::GoToLine => "Line number: ",
            Purpose::FindLine => "Find a line with: ",
        };
        if *purpose == Purpose::Comment {
            return Line::new();
        }
        return Line::new()
            .add(prompt, canvas.style(Role::Key))
            .typed(typed, canvas);
    }
    match &model.toast {
        Some(Toast::Done(what)) => Line::new().add(what, text),
        // The question is the only thing in its colour.
        Some(Toast::Refused(why)) => Line::new().add(why, canvas.style(Role::Heading)),
        None => Line::new(),
    }
}

/// Returns the reason that the question gives, where a note may give the same one.
fn reason(model: &Model) -> Option<&str> {
    let file = &model.session.plan().files[model.hunk.file];
    match (&model.current().state, &file.state) {
        (State::Invalid(why) | State::Unresolved(why), _) => Some(why),
        (State::FileStuck, FileState::Invalid(why) | FileState::Unresolved(why)) => Some(why),
        (State::TooWeak, _) => {
            let unsure = model.session.patch().hunk(model.hunk).unsure;
            unsure.map(|unsure| unsure.words())
        }
        (_, _) => None,
    }
}

/// Says what is worth knowing while nothing else is said: a note on the hunk, why its place is not exact, how files are watched.
fn idle(model: &Model, canvas: &Canvas<'_>) -> Line {
    let muted = canvas.style(Role::Muted);
    if !matches!(model.mode, Mode::Review) {
        return Line::new();
    }
    if model.session.is_written(model.hunk) {
        if model.not_undone.is_some() {
            return Line::new().add("Written. The last write could not be undone", muted);
        }
        let undo = model.key(Action::UndoApply);
        return Line::new().add(&format!("Written. {undo} undoes the last write"), muted);
    }
    // What the question says is not said again.
    let reason = reason(model);
    if let Some(note) = notes_of(model).find(|note| reason != Some(note.text.as_str())) {
        let at = model.line_of_reply(note.span.start);
        let at = at.strip_suffix(" of the reply").unwrap_or(&at);
        return Line::new()
            .add("note  ", canvas.style(Role::Key))
            .add(&format!("{} ({at})", note.text), muted);
    }
    let place = model.current().placement.as_ref();
    let place = place.filter(|_| model.current().state == State::Placed);
    let words: Vec<String> = place
        .iter()
        .filter(|placed| !placed.candidate.aligned.is_empty())
        .flat_map(|placed| placed.candidate.evidence.iter().filter_map(words_of))
        .collect();
    if !words.is_empty() {
        return Line::new().add(&words.join(", "), muted);
    }
    match model.watched {
        Some(WatchBackend::Events) => Line::new().add("watching files", muted),
        Some(WatchBackend::Polling) => Line::new().add("watching files, once a second", muted),
        None => Line::new(),
    }
}

//! Placing by hand: the file with the hunk's old lines beside it, what would be written, and a map of where it fits.

use ratatui::layout::Rect;

use super::super::doc::Reading;
use super::super::model::{Model, PlaceView};
use super::super::theme::Role;
use super::super::words::sentence;
use super::canvas::Canvas;
use super::diff::{Colours, Pane, differing, draw_rows};
use super::fit::{self, Mapped};
use super::ghost;
use super::heading::unlike_words;
use super::line::Line;
use super::numbers::Numbers;
use super::reasons::removal_words;

/// The fewest rows for what would be written, with its heading.
const WRITTEN: u16 = 6;
/// Rows for the map.
const MAP: u16 = 2;

pub(super) fn draw(model: &Model, view: &PlaceView, canvas: &mut Canvas<'_>, area: Rect) {
    let text = canvas.style(Role::Text);
    let asks =
        |question: &str| Line::new().add(&format!(" {question}"), canvas.style(Role::Problem));
    let heading = if model.asks_unlike() {
        let (question, rest) = unlike_words(model);
        asks(&question).add(&rest, text)
    } else {
        let name = model.session.name(model.hunk);
        let here = model.change_words(model.hunk, &view.here);
        match model.asks_hidden() {
            true => asks(&format!("{} adds hidden text.", sentence(&name)))
                .add(&format!(" Allow it? Now {here}"), text),
            false => asks(&format!("Where does {name} go?")).add(&format!(" Now {here}"), text),
        }
    };
    let heading = match model.asks_unlike() {
        true => heading,
        false => {
            // The score is left out rather than cut: a part of a number is another one.
            let all = fit_words(view, canvas).map(|fit| heading.clone().join(fit));
            let fits = all
                .iter()
                .find(|line| line.width() <= usize::from(area.width));
            fits.unwrap_or(&heading).clone()
        }
    };
    canvas.line(area.x, area.y, area.width, &heading);
    let room = area.height.saturating_sub(1 + MAP);
    let n_warning = warning(model, view, canvas, area.width).len();
    let n_written = written_rows(model, view, room, n_warning);
    let file = Rect {
        y: area.y + 1,
        height: room - n_written,
        ..area
    };
    ghost::draw(model, view, canvas, file);
    let written = Rect {
        y: file.bottom(),
        height: n_written,
        ..area
    };
    draw_written(model, view, canvas, written);
    draw_map(
        view,
        canvas,
        Rect {
            y: written.bottom(),
            height: MAP,
            ..area
        },
    );
}

/// Says how well the hunk fits where it lies, with its score and without.
fn fit_words(view: &PlaceView, canvas: &Canvas<'_>) -> [Line; 2] {
    if view.here.aligned.is_empty() {
        let nothing = Line::new().add(": it quotes no line of the file", canvas.style(Role::Text));
        return [nothing.clone(), nothing];
    }
    let (of, exact) = view.here.n_lines_exact();
    let lines = format!(": {exact} of {of} lines match");
    let scored = match view.here.score.percent() {
        0 => lines.clone(),
        score => format!("{lines}, score {score} of 100"),
    };
    [scored, lines].map(|words| Line::new().add(&words, canvas.style(Role::Text)))
}

/// Returns how many of `room` rows show what would be written: all that it takes, while the file beside the hunk keeps
/// those that it can use, or half.
fn written_rows(model: &Model, view: &PlaceView, room: u16, n_warning: usize) -> u16 {
    // A heading, and a line before and after.
    let wanted = view.doc.rows_of_hunk(Reading::Unified, model.hunk).len() + 3 + n_warning;
    let n_file = (view.here.aligned.len() + 8).min(usize::from(room / 2));
    let most = usize::from(room).saturating_sub(n_file);
    let most = most.max(usize::from(WRITTEN)) as u16;
    (wanted.min(usize::from(u16::MAX)) as u16)
        .clamp(WRITTEN, most)
        .min(room)
}

/// Warns of removed lines that are skipped there, and of others that go instead.
fn warning(model: &Model, view: &PlaceView, canvas: &Canvas<'_>, width: u16) -> Vec<Line> {
    let Some(words) = removal_words(model, &view.here) else {
        return Vec::new();
    };
    Line::new()
        .add(" ", canvas.style(Role::Text))
        .add(&format!(" {words} "), canvas.style(Role::Warning))
        .folded(usize::from(width), 1)
}

fn draw_written(model: &Model, view: &PlaceView, canvas: &mut Canvas<'_>, area: Rect) {
    let heading = Line::new().add("Would be written", canvas.style(Role::Heading));
    canvas.rule(area.x, area.y, area.width, &heading);
    let warning = warning(model, view, canvas, area.width);
    for (y, line) in (area.y + 1..area.bottom()).zip(&warning) {
        canvas.line(area.x, y, area.width, line);
    }
    let rows = view.doc.rows_of_hunk(Reading::Unified, model.hunk);
    let pane = Pane {
        doc: &view.doc,
        reading: Reading::Unified,
        top: rows.start.saturating_sub(1),
        cursor: None,
        marks: None,
        colours: Colours::OfFile,
        lit: None,
        differing: differing(model, Some(&view.here)),
        numbers: Numbers::of(
            model,
            [(&view.doc, model.hunk)],
            Reading::Unified,
            area.width,
        ),
        change: rows,
    };
    let n_above = (1 + warning.len() as u16).min(area.height);
    let area = Rect {
        y: area.y + n_above,
        height: area.height - n_above,
        ..area
    };
    draw_rows(model, canvas, area, &pane);
}

/// Draws how well the hunk fits down the file.
fn draw_map(view: &PlaceView, canvas: &mut Canvas<'_>, area: Rect) {
    let words = match view.here.aligned.is_empty() {
        true => "Where in the file",
        false => "Fit over the file",
    };
    let heading = Line::new().add(words, canvas.style(Role::Heading));
    canvas.rule(area.x, area.y, area.width, &heading);
    let mapped = Mapped {
        first: view.first,
        n_lines: view.scores.len(),
        here: view.line,
    };
    let scores = (view.first..).zip(view.scores.iter().map(|score| score.percent()));
    let map = fit::map(canvas, &mapped, scores, usize::from(area.width));
    canvas.line(area.x, area.y + 1, area.width, &map);
}

//! Placing by hand: the file with the hunk's old lines beside it, what would be written, and a map of where it fits.

use ratatui::layout::Rect;

use super::super::doc::Reading;
use super::super::keymap::Action;
use super::super::model::{Model, PlaceView};
use super::super::theme::Role;
use super::canvas::Canvas;
use super::diff::{Colours, Pane, draw_rows};
use super::ghost;
use super::line::Line;
use crate::matcher::{LineMatch, Score};

/// The fewest rows for what would be written, with its heading.
const WRITTEN: u16 = 6;
/// Rows for the score and the map.
const MAP: u16 = 3;

pub(super) fn draw(model: &Model, view: &PlaceView, canvas: &mut Canvas<'_>, area: Rect) {
    let heading = Line::new()
        .add(&model.session.name(model.hunk), canvas.style(Role::Heading))
        .add("  BY HAND", canvas.style(Role::Problem))
        .add(": move it over the file, ", canvas.style(Role::Text))
        .add(&model.key(Action::PlaceHere), canvas.style(Role::Key))
        .add(" places it", canvas.style(Role::Text));
    canvas.rule(area.x, area.y, area.width, &heading);
    let room = area.height.saturating_sub(1 + MAP);
    let n_written = written_rows(model, view, room);
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

/// Returns how many of `room` rows show what would be written: all that it takes, while the file beside the hunk keeps
/// those that it can use, or half.
fn written_rows(model: &Model, view: &PlaceView, room: u16) -> u16 {
    // A heading, and a line before and after.
    let wanted = view.doc.rows_of_hunk(Reading::Unified, model.hunk).len() + 3;
    let n_file = (view.here.aligned.len() + 8).min(usize::from(room / 2));
    let most = usize::from(room).saturating_sub(n_file);
    let most = most.max(usize::from(WRITTEN)) as u16;
    (wanted.min(usize::from(u16::MAX)) as u16)
        .clamp(WRITTEN, most)
        .min(room)
}

fn draw_written(model: &Model, view: &PlaceView, canvas: &mut Canvas<'_>, area: Rect) {
    let heading = Line::new()
        .add("what would be written", canvas.style(Role::Heading))
        .add(&removal_words(view), canvas.style(Role::Warning));
    canvas.rule(area.x, area.y, area.width, &heading);
    let rows = view.doc.rows_of_hunk(Reading::Unified, model.hunk);
    let pane = Pane {
        doc: &view.doc,
        reading: Reading::Unified,
        top: rows.start.saturating_sub(1),
        cursor: None,
        marks: None,
        colours: Colours::OfFile,
        lit: None,
    };
    let area = Rect {
        y: area.y + 1,
        height: area.height.saturating_sub(1),
        ..area
    };
    draw_rows(model, canvas, area, &pane);
    let n_left = rows.end.saturating_sub(pane.top + usize::from(area.height));
    if n_left > 0 && area.height > 1 {
        let row = Rect {
            y: area.bottom() - 1,
            height: 1,
            ..area
        };
        let cut = canvas.symbols.cut();
        let cut = format!("       {cut} {} more lines", n_left + 1);
        canvas.ground(row);
        let cut = Line::new().add(&cut, canvas.style(Role::Muted));
        canvas.line(row.x, row.y, row.width, &cut);
    }
}

/// Says what becomes of the lines that the hunk removes where they are not those of the file: they are skipped at a place
/// that was found without them, and taken from the lines they lie on at any other.
fn removal_words(view: &PlaceView) -> String {
    let skipped = match view.here.n_removals_missing() {
        0 => String::new(),
        1 => "  1 removed line not found here is skipped".to_string(),
        n => format!("  {n} removed lines not found here are skipped"),
    };
    let unlike: Vec<usize> = view.here.unlike_removals().collect();
    let removed = match (unlike.first(), unlike.last()) {
        (Some(first), Some(last)) if first == last => {
            format!("  removes line {}, which does not match", first + 1)
        }
        (Some(first), Some(last)) => {
            format!(
                "  removes lines {}-{} that do not match",
                first + 1,
                last + 1
            )
        }
        (_, _) => String::new(),
    };
    skipped + &removed
}

/// Draws how the hunk fits here, and down the whole file.
fn draw_map(view: &PlaceView, canvas: &mut Canvas<'_>, area: Rect) {
    let text = canvas.style(Role::Text);
    let muted = canvas.style(Role::Muted);
    let differing = view
        .here
        .aligned
        .iter()
        .filter(|pair| pair.how != LineMatch::Exact)
        .count();
    let words = Line::new()
        .add(" score here ", muted)
        .add(
            &view.here.score.percent().to_string(),
            canvas.style(Role::Heading),
        )
        .add(
            &format!(", {differing} of {} lines differ", view.here.aligned.len()),
            muted,
        );
    let words = if view.here.score == Score::default() {
        words.add(
            "  NONE of them is like a line here",
            canvas.style(Role::Problem),
        )
    } else {
        words
    };
    canvas.line(area.x, area.y, area.width, &words);
    let last = view.first + view.scores.len();
    let heading = Line::new()
        .add(
            &format!("fit from line {} to {last}", view.first + 1),
            canvas.style(Role::Heading),
        )
        .add("  _ 0  . 20  : 40  | 60  # 80", muted)
        .add("  ^ here", canvas.style(Role::Current));
    canvas.rule(area.x, area.y + 1, area.width, &heading);
    // The file's end is shown at its last line.
    let is_end = view.line == last && view.line > view.first;
    let line_shown = if is_end { last - 1 } else { view.line };
    let columns = usize::from(area.width.saturating_sub(2)).max(1);
    let per_column = view.scores.len().div_ceil(columns).max(1);
    let mut line = Line::new().add(" ", text);
    for (column, scores) in view.scores.chunks(per_column).enumerate() {
        let at = column * per_column + view.first;
        let here = (at..at + per_column).contains(&line_shown);
        let best = scores
            .iter()
            .map(|score| score.percent())
            .max()
            .unwrap_or(0);
        let (mark, style) = match best {
            _ if here => ("^", canvas.style(Role::Current)),
            80.. => ("#", canvas.style(Role::Accepted)),
            60.. => ("|", text),
            40.. => (":", text),
            20.. => (".", muted),
            _ => ("_", muted),
        };
        line = line.add(mark, style);
    }
    canvas.line(area.x, area.y + 2, area.width, &line);
}

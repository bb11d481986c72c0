//! The ghost of a hunk that is placed by hand: its lines beside those of the file, and those that would come between them.

use std::cmp::Ordering;
use std::sync::Arc;

use ratatui::layout::Rect;

use super::super::doc::{Cell, Origin, Reading};
use super::super::mark::Symbols;
use super::super::model::{Model, PlaceView};
use super::super::theme::Role;
use super::canvas::Canvas;
use super::glyph::glyphs;
use super::line::Line;
use crate::matcher::{Aligned, score};
use crate::patch::LineKind;
use crate::text::Text;

/// Draws the file's lines; on their right those of the hunk that they would take, and between them those that would come.
pub(super) fn draw(model: &Model, view: &PlaceView, canvas: &mut Canvas<'_>, area: Rect) {
    let height = usize::from(area.height);
    let n_ghost = view.here.aligned.len() + n_inserted(model, view);
    let above = height.saturating_sub(n_ghost) / 2;
    // Lines of the hunk may lie below the file's last.
    let n_lines = view.doc.text().n_lines();
    let n_below = (view.line + view.here.aligned.len()).saturating_sub(n_lines);
    let n_rows = n_lines + n_inserted(model, view) + n_below;
    let top = view.line.saturating_sub(above.min(4));
    let top = top.min(n_rows.saturating_sub(height));
    let from = view.doc.row_of_line(Reading::Unified, top);
    // What other hunks insert is not there, however it is decided.
    let rows = view.doc.rows(Reading::Unified, from, 2 * height);
    let is_there = |cell: &Cell<'_>| {
        matches!(cell.origin, Origin::Old(_)) || cell.by.is_some_and(|by| by.hunk == model.hunk)
    };
    let cells = rows.iter().filter_map(|row| row.left).filter(is_there);
    let cells = cells.map(Some).chain(std::iter::repeat_n(None, n_below));
    let mut index = top;
    for (y, cell) in (area.y..area.bottom()).zip(cells) {
        let row = Rect {
            y,
            height: 1,
            ..area
        };
        match cell.map(|cell| (cell.origin, cell.body)) {
            Some((Origin::New(_), line)) => draw_coming(model, canvas, row, line),
            Some((Origin::Old(line), _)) => {
                index = line;
                draw_standing(model, view, canvas, row, index);
            }
            None => {
                index = (index + 1).max(n_lines);
                draw_standing(model, view, canvas, row, index);
            }
        }
    }
}

/// Returns how many lines the hunk would insert.
fn n_inserted(model: &Model, view: &PlaceView) -> usize {
    let rows = view.doc.rows_of_hunk(Reading::Unified, model.hunk);
    let rows = view.doc.rows(Reading::Unified, rows.start, rows.len());
    let cells = rows.iter().filter_map(|row| row.left);
    cells.filter(|cell| cell.kind == LineKind::Insert).count()
}

/// Draws line `index` of the file, where it has one, beside the hunk's line that would take it.
fn draw_standing(
    model: &Model,
    view: &PlaceView,
    canvas: &mut Canvas<'_>,
    row: Rect,
    index: usize,
) {
    let text = view.doc.text();
    let muted = canvas.style(Role::Muted);
    // The line of the first change, which the question names.
    let is_named = index == model.session.change_line(model.hunk, &view.here);
    let mark = if is_named { ">" } else { " " };
    let (number, standing) = match index.cmp(&text.n_lines()) {
        Ordering::Less => {
            let standing = coloured(model, canvas, text, index);
            let number = format!("{:>5} ", index + 1);
            (number, Line::new().add(" ", muted).join(standing))
        }
        Ordering::Equal => ("  end ".to_string(), Line::new()),
        Ordering::Greater => (" ".repeat(6), Line::new()),
    };
    let line = Line::new()
        .add(mark, canvas.style(Role::Current))
        .add(&number, muted)
        .join(standing);
    let pair = partner(&view.here.aligned, view.line, index);
    let (left, right) = halves(row);
    let width = if pair.is_some() { left } else { row }.width;
    canvas.line(row.x, row.y, width, &line);
    if let Some(pair) = pair {
        draw_ghost(model, view, canvas, right, pair);
    }
}

/// Returns what of the hunk lies beside line `index`: what it is aligned with, else a line that the file lacks and that would
/// lie there by its number.
fn partner(aligned: &[Aligned], first: usize, index: usize) -> Option<&Aligned> {
    let beside = |pair: &&Aligned| pair.target_line() == Some(index);
    let by_number = || aligned.get(index.checked_sub(first)?);
    let lost = || by_number().filter(|pair| pair.target_line().is_none());
    aligned.iter().find(beside).or_else(lost)
}

/// Draws a line that would come, between the lines of the file.
fn draw_coming(model: &Model, canvas: &mut Canvas<'_>, row: Rect, body_of: &[u8]) {
    let (_, right) = halves(row);
    let line = Line::new()
        .add(shade(canvas), canvas.style(Role::Current))
        .add("+", canvas.style(Role::Insert))
        .join(body(model, canvas, body_of, Role::Insert));
    canvas.line(right.x, right.y, right.width.saturating_sub(5), &line);
}

/// Returns the halves of a row: for the file, and for the hunk.
fn halves(row: Rect) -> (Rect, Rect) {
    let width = row.width / 2;
    let right = Rect {
        x: row.x + width,
        width: row.width - width,
        ..row
    };
    (Rect { width, ..row }, right)
}

fn shade(canvas: &Canvas<'_>) -> &'static str {
    match canvas.symbols {
        Symbols::Unicode => "\u{2591}",
        Symbols::Ascii => ":",
    }
}

/// Draws one line of the hunk, with the score it has here.
fn draw_ghost(
    model: &Model,
    view: &PlaceView,
    canvas: &mut Canvas<'_>,
    area: Rect,
    pair: &Aligned,
) {
    let Some(line) = pair
        .hunk_line()
        .and_then(|at| view.here.variant.lines.get(at))
    else {
        return;
    };
    let role = match score::match_value(pair.how) {
        900.. => Role::Accepted,
        500.. => Role::Text,
        _ => Role::Problem,
    };
    let ghost = Line::new()
        .add(shade(canvas), canvas.style(Role::Current))
        .add(&line.kind.sign().to_string(), canvas.style(Role::Muted))
        .join(body(model, canvas, &line.body, Role::Muted));
    canvas.line(area.x, area.y, area.width.saturating_sub(5), &ghost);
    let worth = Line::new().add(
        &format!("{:>4} ", score::match_value(pair.how) / 10),
        canvas.style(role),
    );
    canvas.line(area.right().saturating_sub(5), area.y, 5, &worth);
}

/// Returns a line of the file in the colours of its language.
fn coloured(model: &Model, canvas: &Canvas<'_>, of: &Arc<Text>, index: usize) -> Line {
    let colours = model.colours_of(of, Origin::Old(index));
    let text = canvas.style(Role::Text);
    let mut line = Line::new();
    for glyph in glyphs(of.line(index), model.diff_options.blanks) {
        let own = colours
            .iter()
            .find(|(range, _)| range.contains(&glyph.byte));
        let style = own.map_or(text, |(_, role)| text.patch(canvas.over(*role)));
        line.push_glyph(&glyph, style);
    }
    line
}

fn body(model: &Model, canvas: &Canvas<'_>, bytes: &[u8], role: Role) -> Line {
    let mut line = Line::new();
    for glyph in glyphs(bytes, model.diff_options.blanks) {
        line.push_glyph(&glyph, canvas.style(role));
    }
    line
}

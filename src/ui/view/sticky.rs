//! The definitions that the lines on the screen stand in, over the first rows once they are scrolled away themselves.

use ratatui::layout::Rect;

use super::super::doc::{Doc, Origin, Reading, Source};
use super::super::model::{Model, STICKY};
use super::super::theme::Role;
use super::canvas::Canvas;
use super::diff::number_width;
use super::glyph::glyphs;
use super::line::Line;
use crate::text::heading::{around, enclosing};
use crate::text::words::counted;

/// Draws the definitions that the lines on the screen stand in over the first rows, once they are scrolled away themselves.
pub(super) fn draw(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let (doc, reading, top) = (&model.doc, model.reading(), model.view.top);
    if top == 0 || doc.source != Source::File {
        return;
    }
    let mut headings = Vec::new();
    let mut at = first_line(doc, reading, top + 1).and_then(|line| enclosing(doc.text(), line));
    while let Some(heading) = at.filter(|_| headings.len() < STICKY) {
        // Under the rows that it would cover, the lines may stand in another one.
        if doc.row_of_line(reading, heading) < top + headings.len() {
            headings.push(heading);
        }
        at = around(doc.text(), heading);
    }
    headings.reverse();
    let width = match reading {
        Reading::Split => area.width / 2,
        Reading::Unified | Reading::Result => area.width,
    };
    let n_headings = headings.len();
    for (nth, heading) in headings.iter().enumerate() {
        let below = headings.get(nth + 1).copied();
        let below = below.or_else(|| first_line(doc, reading, top + n_headings));
        let n_hidden = below.map_or(0, |below| below.saturating_sub(heading + 1));
        let row = Rect {
            y: area.y + nth as u16,
            width,
            height: 1,
            ..area
        };
        if row.y < area.bottom() {
            // In two columns it stands over both.
            canvas.ground(Rect {
                width: area.width,
                ..row
            });
            draw_heading(model, canvas, row, *heading, n_hidden);
        }
    }
}

/// Returns the line of the file that row `row` shows.
fn first_line(doc: &Doc, reading: Reading, row: usize) -> Option<usize> {
    let rows = doc.rows(reading, row, 1);
    let cell = rows.first().and_then(|row| row.left)?;
    match cell.origin {
        Origin::Old(line) => Some(line),
        Origin::New(_) => None,
    }
}

fn draw_heading(model: &Model, canvas: &mut Canvas<'_>, row: Rect, line: usize, n_hidden: usize) {
    let doc = &model.doc;
    let (style, muted) = (canvas.style(Role::Heading), canvas.style(Role::Muted));
    let digits = number_width(doc);
    let mut sticky = Line::new().add(&format!(" {:>digits$}  ", line + 1), muted);
    for glyph in glyphs(doc.text().line(line), model.looks.blanks) {
        sticky.push(glyph.text.as_bytes(), style);
    }
    if n_hidden > 0 {
        let words = format!("  {} {}", canvas.symbols.gap(), counted(n_hidden, "line"));
        sticky = sticky.add(&words, muted);
    }
    canvas.ground(row);
    canvas.line(row.x, row.y, row.width, &sticky);
}

//! The definitions that the change on the screen is in, over the first rows once they are scrolled away themselves.

use ratatui::layout::Rect;

use super::super::doc::{Doc, Origin, Reading, Source};
use super::super::model::{Model, STICKY};
use super::super::theme::Role;
use super::canvas::Canvas;
use super::diff::{Pane, number_width};
use super::glyph::glyphs;
use super::line::Line;
use crate::text::heading::{around, enclosing};
use crate::text::words::counted;

/// Draws over the first rows of a pane the definitions that its change is in, once they are scrolled away themselves.
pub(super) fn draw(model: &Model, canvas: &mut Canvas<'_>, area: Rect, pane: &Pane<'_>) {
    let (doc, reading, top) = (pane.doc, pane.reading, pane.top);
    if top == 0 || doc.source != Source::File || area.height < 2 {
        return;
    }
    let (row, most) = anchor(model, pane, usize::from(area.height));
    let lit = pane.lit.as_ref().map(|lit| lit.line);
    let headings = headings(pane, row, most, lit);
    let width = match reading {
        Reading::Split => area.width / 2,
        Reading::Unified | Reading::Result => area.width,
    };
    let n_headings = headings.len();
    for (nth, heading) in headings.iter().enumerate() {
        let below = headings.get(nth + 1).copied();
        let below = below.or_else(|| line_at(doc, reading, top + n_headings));
        let n_hidden = below.map_or(0, |below| below.saturating_sub(heading + 1));
        let row = Rect {
            y: area.y + nth as u16,
            width,
            height: 1,
            ..area
        };
        // In two columns it is over both.
        canvas.ground(Rect {
            width: area.width,
            ..row
        });
        draw_heading(model, canvas, row, pane, (*heading, n_hidden));
    }
}

/// Returns the row whose definitions are shown, and how many of them at most: that of the change while it is seen, and no
/// heading covers it; else that of the cursor, else the first that is seen.
fn anchor(model: &Model, pane: &Pane<'_>, height: usize) -> (usize, usize) {
    let seen = pane.top..pane.top + height;
    let change = pane.doc.rows_of_hunk(pane.reading, model.hunk);
    if seen.contains(&change.start) {
        return (change.start, STICKY.min(change.start - pane.top));
    }
    let cursor = pane.cursor.filter(|cursor| seen.contains(cursor));
    match cursor {
        Some(cursor) => (cursor, STICKY.min(cursor - pane.top)),
        None => (pane.top + STICKY, STICKY),
    }
}

/// Returns the definitions around a row that are scrolled away, the outermost first: the innermost ones, and the one that is lit.
fn headings(pane: &Pane<'_>, row: usize, most: usize, lit: Option<usize>) -> Vec<usize> {
    let text = pane.doc.text();
    let line = line_at(pane.doc, pane.reading, row);
    let innermost = line.and_then(|line| enclosing(text, line));
    let chain: Vec<usize> = std::iter::successors(innermost, |line| around(text, *line)).collect();
    let mut headings = Vec::new();
    for heading in &chain {
        // A row that a heading would cover is scrolled away as well.
        let is_away = pane.doc.row_of_line(pane.reading, *heading) < pane.top + headings.len();
        if is_away && headings.len() < most {
            headings.push(*heading);
        }
    }
    let lit = lit.filter(|lit| chain.contains(lit) && !headings.contains(lit));
    let is_away = |line: &usize| pane.doc.row_of_line(pane.reading, *line) < pane.top;
    if let (Some(lit), Some(outermost)) = (lit.filter(is_away), headings.last_mut()) {
        *outermost = lit;
    }
    headings.reverse();
    headings
}

/// Returns the line of the file that row `row` shows, or the one above it where that row is not of the file.
fn line_at(doc: &Doc, reading: Reading, row: usize) -> Option<usize> {
    /// No longer run of added lines is looked through.
    const REACH: usize = 200;
    let from = row.saturating_sub(REACH);
    let rows = doc.rows(reading, from, row + 1 - from);
    rows.iter().rev().find_map(|row| match row.left?.origin {
        Origin::Old(line) => Some(line),
        Origin::New(_) => None,
    })
}

fn draw_heading(
    model: &Model,
    canvas: &mut Canvas<'_>,
    row: Rect,
    pane: &Pane<'_>,
    (line, n_hidden): (usize, usize),
) {
    let doc = pane.doc;
    let (style, muted) = (canvas.style(Role::Heading), canvas.style(Role::Muted));
    let lit = pane
        .lit
        .as_ref()
        .map_or(&[][..], |lit| lit.of(Origin::Old(line)));
    let digits = number_width(doc);
    let mut sticky = Line::new().add(&format!(" {:>digits$}  ", line + 1), muted);
    for glyph in glyphs(doc.text().line(line), model.diff_options.blanks) {
        let is_lit = lit.iter().any(|range| range.contains(&glyph.byte));
        let style = if is_lit {
            style.patch(canvas.over(Role::Warning))
        } else {
            style
        };
        sticky.push_glyph(&glyph, style);
    }
    if n_hidden > 0 {
        let words = format!("  {} {}", canvas.symbols.gap(), counted(n_hidden, "line"));
        let words = Line::new().add(&words, muted);
        // A long definition is cut, never the count of what is not shown below it.
        let room = usize::from(row.width).saturating_sub(words.width());
        if sticky.width() > room {
            let cut = sticky.cut(room.saturating_sub(1));
            sticky = cut.add(canvas.symbols.cut(), muted);
        }
        sticky = sticky.join(words);
    }
    canvas.ground(row);
    canvas.line(row.x, row.y, row.width, &sticky);
}

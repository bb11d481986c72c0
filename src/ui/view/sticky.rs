//! The definitions that the change on the screen is in, over the first rows once they are scrolled away themselves.

use std::ops::Range;

use ratatui::layout::Rect;

use super::super::doc::{Doc, Origin, Reading, Source};
use super::super::model::{Model, STICKY};
use super::super::theme::Role;
use super::body::styled;
use super::canvas::Canvas;
use super::diff::Pane;
use super::glyph::{Glyph, glyphs};
use super::line::Line;
use crate::patch::LineKind;
use crate::text::heading::{around, enclosing};
use crate::text::words::counted;

/// Draws over the first rows of a pane the definitions that its change is in, once they are scrolled away themselves.
pub(super) fn draw(model: &Model, canvas: &mut Canvas<'_>, area: Rect, pane: &Pane<'_>) {
    let (doc, reading, top) = (pane.doc, pane.reading, pane.top);
    if top == 0 || doc.source != Source::File || area.height < 2 {
        return;
    }
    let (row, room) = anchor(model, pane, usize::from(area.height));
    let lit = pane.lit.as_ref().map(|lit| lit.line);
    let kept = kept(pane, row, room, lit);
    for (nth, line) in kept.iter().enumerate() {
        let below = kept.get(nth + 1).map(|kept| kept.line);
        // The first row that is left may be an added one: the lines above it are hidden all the same.
        let below = below.unwrap_or_else(|| doc.line_below(reading, top + kept.len()));
        let hidden = Hidden {
            lines: line.line + 1..below,
            // Rows that come may be seen though the line below them is not.
            end: doc.row_of_line(reading, below).min(top + kept.len()),
        };
        let row = Rect {
            y: area.y + nth as u16,
            height: 1,
            ..area
        };
        draw_kept(model, canvas, row, pane, (line, &hidden));
    }
}

/// Returns the row whose definitions are shown, and how many rows may be covered: what is shown is that of the change while it
/// is seen, else that of the cursor, else the first that is seen, and neither the change nor the cursor is ever covered.
fn anchor(model: &Model, pane: &Pane<'_>, height: usize) -> (usize, usize) {
    let seen = pane.top..pane.top + height;
    let change = pane.doc.rows_of_hunk(pane.reading, model.hunk).start;
    let in_view = [Some(change), pane.cursor].into_iter().flatten();
    let in_view: Vec<usize> = in_view.filter(|row| seen.contains(row)).collect();
    let room = in_view.iter().map(|row| row - pane.top).min();
    match in_view.first() {
        Some(row) => (*row, room.unwrap_or(0).min(height - 1)),
        None => (pane.top + STICKY, STICKY),
    }
}

/// Returns the lines that are kept over the first rows, of those that are scrolled away: the definitions around a row, and the
/// lines that differ from the hunk's or tell the place from others, the last ones where there is no room for all. Where there is
/// room for one, it is a definition, unless another one is in no other place.
fn kept(pane: &Pane<'_>, row: usize, room: usize, lit: Option<usize>) -> Vec<Kept> {
    let is_above = |line: &usize, n: usize| {
        pane.doc.row_of_line(pane.reading, *line) < pane.top.saturating_add(n)
    };
    let mut marked: Vec<usize> = pane.differing.iter().copied().chain(lit).collect();
    marked.sort_unstable();
    let is_away = |line: &usize| is_above(line, STICKY);
    let is_marked = match room {
        1 => lit.as_ref().is_some_and(is_away),
        _ => marked.iter().any(is_away),
    };
    let n_headings = STICKY.min(room.saturating_sub(usize::from(is_marked)));
    let mut n_covered = 0;
    // A row that is covered is scrolled away as well, and may have to be kept itself.
    loop {
        let headings = headings(pane, row, n_headings, lit, n_covered);
        let mut kept = headings.clone();
        let away = marked.iter().rev();
        let away = away.filter(|line| is_above(line, n_covered.max(kept.len())));
        let away: Vec<usize> = away.filter(|line| !kept.contains(line)).copied().collect();
        kept.extend(away.iter().take(room - kept.len()));
        if kept.len() <= n_covered {
            kept.sort_unstable();
            let kept = kept.into_iter().map(|line| Kept {
                line,
                is_heading: headings.contains(&line),
            });
            return kept.collect();
        }
        n_covered = kept.len();
    }
}

/// Returns the definitions around a row that are scrolled away, or covered by `n_covered` rows: the innermost ones, and the one
/// that is lit.
fn headings(
    pane: &Pane<'_>,
    row: usize,
    most: usize,
    lit: Option<usize>,
    n_covered: usize,
) -> Vec<usize> {
    let text = pane.doc.text();
    let line = line_at(pane.doc, pane.reading, row);
    let innermost = line.and_then(|line| enclosing(text, line));
    let chain: Vec<usize> = std::iter::successors(innermost, |line| around(text, *line)).collect();
    let mut headings = Vec::new();
    for heading in &chain {
        let n_covered = n_covered.max(headings.len());
        let is_away = pane.doc.row_of_line(pane.reading, *heading) < pane.top + n_covered;
        if is_away && headings.len() < most {
            headings.push(*heading);
        }
    }
    let lit = lit.filter(|lit| chain.contains(lit) && !headings.contains(lit));
    let is_away = |line: &usize| pane.doc.row_of_line(pane.reading, *line) < pane.top;
    if let (Some(lit), Some(outermost)) = (lit.filter(is_away), headings.last_mut()) {
        *outermost = lit;
    }
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

/// A line that is kept on the screen.
struct Kept {
    /// The line of the file (0-based).
    line: usize,
    /// Whether it is the head of a definition.
    is_heading: bool,
}

/// What is not shown below a definition.
struct Hidden {
    /// The lines of the file (0-based).
    lines: Range<usize>,
    /// The row after the last one.
    end: usize,
}

/// Counts the lines that come and go among those that are not shown.
fn changes(pane: &Pane<'_>, hidden: &Hidden) -> (usize, usize) {
    /// No longer run is looked through.
    const REACH: usize = 400;
    if hidden.lines.len() > REACH {
        return (0, 0);
    }
    let heading = hidden.lines.start - 1;
    let from = pane.doc.row_of_line(pane.reading, heading) + 1;
    let n_rows = hidden.end.saturating_sub(from);
    let rows = pane.doc.rows(pane.reading, from, n_rows);
    // Of a line that stays both sides show the same.
    let sides = rows.iter().flat_map(|row| [row.left, row.right]);
    let count = |kind| {
        let cells = sides.clone().flatten();
        cells.filter(|cell| cell.kind == kind).count()
    };
    (count(LineKind::Insert), count(LineKind::Delete))
}

fn draw_kept(
    model: &Model,
    canvas: &mut Canvas<'_>,
    row: Rect,
    pane: &Pane<'_>,
    (kept, hidden): (&Kept, &Hidden),
) {
    let (doc, line) = (pane.doc, kept.line);
    let (style, muted) = (canvas.style(Role::Heading), canvas.style(Role::Muted));
    let lit = pane
        .lit
        .as_ref()
        .map_or(&[][..], |lit| lit.of(Origin::Old(line)));
    let own = doc.rows(pane.reading, doc.row_of_line(pane.reading, line), 1);
    let own = own.first().and_then(|row| row.left);
    let numbers = own.map_or_else(String::new, |cell| pane.numbers.shown(doc, &cell));
    let mut sticky = Line::new().add(&format!(" {numbers}"), muted);
    sticky = match pane.differs(Origin::Old(line)) {
        true => sticky.add(canvas.symbols.same_or_not()[1], canvas.style(Role::Problem)),
        false => sticky.add(" ", muted),
    };
    let heading = |glyph: &Glyph<'_>| {
        let is_lit = lit.iter().any(|range| range.contains(&glyph.byte));
        match is_lit {
            true => style.patch(canvas.over(Role::Warning)),
            false => style,
        }
    };
    let text = match own.filter(|_| !kept.is_heading) {
        Some(cell) => styled(model, canvas, pane, &cell, canvas.style(Role::Text)),
        None => {
            let glyphs = glyphs(doc.text().line(line), model.diff_options.blanks);
            let styled = glyphs.into_iter().map(|glyph| {
                let style = heading(&glyph);
                (glyph, style)
            });
            styled.collect()
        }
    };
    for (glyph, style) in &text {
        sticky.push_glyph(glyph, *style);
    }
    let changed = changes(pane, hidden);
    if !hidden.lines.is_empty() || changed != (0, 0) {
        let n_lines = counted(hidden.lines.len(), "line");
        let words = format!("  {} {n_lines}", canvas.symbols.gap());
        let words = Line::new().add(&words, muted);
        let differing = pane.differing.iter();
        let differing = differing.filter(|line| hidden.lines.contains(line));
        let words = match differing.count() {
            0 => words,
            1 => words.add(", 1 differs", canvas.style(Role::Problem)),
            n => words.add(&format!(", {n} differ"), canvas.style(Role::Problem)),
        };
        let words = match changed {
            (0, 0) => words,
            (come, go) => words.add(&format!(", +{come} -{go}"), muted),
        };
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

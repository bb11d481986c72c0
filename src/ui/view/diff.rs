//! The diff: the file's lines with the changes of the hunk under review, in one column or two.

use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::super::doc::{Cell, Origin, Reading, Row, Source};
use super::super::hit::Hit;
use super::super::mark::Mark;
use super::super::model::{LinesView, Mode, Model, Shown};
use super::super::theme::Role;
use super::above::above;
use super::body::{scrolled, styled, wrapped};
use super::canvas::Canvas;
use super::glyph::glyphs;
use super::heading;
use super::line::Line;
use crate::patch::LineKind;
use crate::plan::State;
use crate::text::heading::enclosing;

pub(super) fn draw(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let reading = model.reading();
    let heading = heading::heading(model, canvas);
    canvas.rule(area.x, area.y, area.width, &heading);
    let above = above(model, area.width);
    for (y, line) in (area.y + 1..area.bottom()).zip(&above) {
        canvas.line(area.x, y, area.width, line);
    }
    let n_above = above.len() as u16;
    let rows = Rect {
        y: area.y + 1 + n_above,
        height: area.height.saturating_sub(1 + n_above),
        ..area
    };
    let marks = if let Mode::Lines(view) = &model.mode {
        Some(view)
    } else {
        None
    };
    let pane = Pane {
        marks,
        doc: &model.doc,
        reading,
        top: model.view.top,
        cursor: Some(model.view.cursor),
        colours: Colours::Known,
    };
    draw_rows(model, canvas, rows, &pane);
    draw_sticky(model, canvas, rows);
}

/// Draws the definition that the lines on the screen stand in over the first row, once it is scrolled away itself.
fn draw_sticky(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let (doc, reading, top) = (&model.doc, model.reading(), model.view.top);
    let under = doc.rows(reading, top + 1, 1);
    let cell = under.first().and_then(|row| row.left);
    let line = match cell.map(|cell| cell.origin) {
        Some(Origin::Old(line)) if top > 0 && doc.source == Source::File => line,
        Some(Origin::Old(_) | Origin::New(_)) | None => return,
    };
    let Some(heading) = enclosing(doc.text(), line) else {
        return;
    };
    if heading >= line || doc.row_of_line(reading, heading) >= top {
        return;
    }
    let style = canvas.style(Role::Heading);
    let number = format!(" {:>5} ", heading + 1);
    let mut sticky = Line::new()
        .add(&number, canvas.style(Role::Muted))
        .add(canvas.symbols.vertical(), canvas.style(Role::Rule))
        .add(" ", style);
    for glyph in glyphs(doc.text().line(heading), model.looks.blanks) {
        sticky.push(glyph.text.as_bytes(), style);
    }
    let sticky = sticky
        .add(" ", style)
        .add(canvas.symbols.cut(), canvas.style(Role::Muted));
    let width = match reading {
        Reading::Split => area.width / 2,
        Reading::Unified | Reading::Result => area.width,
    };
    let row = Rect {
        width,
        height: 1,
        ..area
    };
    canvas.ground(row);
    canvas.line(row.x, row.y, row.width, &sticky);
}

/// Rows of a document to draw.
pub(super) struct Pane<'a> {
    /// The lines marked as wanted, while lines are chosen.
    pub(super) marks: Option<&'a LinesView>,
    pub(super) doc: &'a super::super::doc::Doc,
    pub(super) reading: Reading,
    pub(super) top: usize,
    pub(super) cursor: Option<usize>,
    pub(super) colours: Colours,
}

/// Whether the colours found are those of a pane's document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Colours {
    /// They are.
    Known,
    /// They are those of other changes to the same file.
    OfFile,
}

/// Draws rows of a document; in two columns, the file as it is on the left.
pub(super) fn draw_rows(model: &Model, canvas: &mut Canvas<'_>, area: Rect, pane: &Pane<'_>) {
    let height = usize::from(area.height);
    let rows = pane.doc.rows(pane.reading, pane.top, height);
    let mut y = area.y;
    for (nth, row) in rows.iter().enumerate() {
        if y >= area.bottom() {
            break;
        }
        let line = Rect {
            y,
            height: 1,
            ..area
        };
        let index = pane.top + nth;
        let n_lines = draw_row(
            model,
            canvas,
            Rect {
                height: area.bottom() - y,
                ..line
            },
            pane,
            row,
        );
        let whole = Rect {
            height: n_lines,
            ..line
        };
        if let Some(cursor) = pane.cursor {
            if let Some(line) = pane.marks.and_then(|view| view.rows.get(&index)) {
                let wanted = pane.marks.is_some_and(|view| view.chosen.contains(line));
                let mark = if wanted { Mark::Accepted } else { Mark::Placed };
                let symbol =
                    Line::new().add(mark.symbol(canvas.symbols), canvas.style(mark.role()));
                canvas.line(area.x, y, 1, &symbol);
            }
            canvas.hit(whole, Hit::Row(index));
            if index == cursor {
                canvas.restyle(
                    Rect {
                        width: 7.min(line.width),
                        ..whole
                    },
                    canvas.over(Role::Cursor),
                );
            }
        }
        y += n_lines;
    }
    if rows.is_empty() && height > 0 {
        let words = if pane.doc.n_rows(pane.reading) == 0 {
            " (empty)"
        } else {
            ""
        };
        let line = Line::new().add(words, canvas.style(Role::Muted));
        canvas.line(area.x, area.y, area.width, &line);
    }
}

fn draw_row(
    model: &Model,
    canvas: &mut Canvas<'_>,
    area: Rect,
    pane: &Pane<'_>,
    row: &Row<'_>,
) -> u16 {
    if pane.reading != Reading::Split {
        return row
            .left
            .map_or(1, |cell| draw_cell(model, canvas, area, pane, &cell));
    }
    let left = area.width / 2;
    let halves = [
        (
            row.left,
            Rect {
                width: left,
                ..area
            },
        ),
        (
            row.right,
            Rect {
                x: area.x + left,
                width: area.width - left,
                ..area
            },
        ),
    ];
    let mut n_lines = 1;
    for (cell, half) in halves {
        match cell {
            Some(cell) => n_lines = n_lines.max(draw_cell(model, canvas, half, pane, &cell)),
            None => {
                let gap = Line::new()
                    .add("       ", canvas.style(Role::Muted))
                    .add(canvas.symbols.vertical(), canvas.style(Role::Rule));
                canvas.line(half.x, half.y, half.width, &gap);
            }
        }
    }
    n_lines
}

/// Draws one line of one side: bar, number, sign, text. Returns how many rows it took.
fn draw_cell(
    model: &Model,
    canvas: &mut Canvas<'_>,
    area: Rect,
    pane: &Pane<'_>,
    cell: &Cell<'_>,
) -> u16 {
    let muted = canvas.style(Role::Muted);
    let (bar, bar_role) = bar(model, canvas, pane, cell);
    let has_number = pane.doc.source == Source::File
        && (cell.kind != LineKind::Insert || pane.reading != Reading::Unified);
    let number = if has_number {
        format!("{:>5} ", cell.line_index + 1)
    } else {
        format!("{:>5} ", "")
    };
    let base = match cell.kind {
        LineKind::Context => canvas.style(Role::Text),
        LineKind::Delete => canvas.style(Role::Delete),
        LineKind::Insert => canvas.style(Role::Insert),
    };
    // A line through the sign and the room behind the text would say nothing, and hide the sign.
    let plain = base.remove_modifier(Modifier::CROSSED_OUT);
    let sign = cell.kind.sign().to_string();
    let gutter = Line::new()
        .add(bar, canvas.style(bar_role))
        .add(&number, muted)
        .add(canvas.symbols.vertical(), canvas.style(Role::Rule))
        .add(&sign, plain);
    let at = gutter.width() as u16;
    let room = usize::from(area.width.saturating_sub(at));
    let text = styled(model, canvas, pane, cell, base);
    let lines = match model.looks.wrap {
        Shown::Yes => wrapped(text, room, usize::from(area.height)),
        Shown::No => vec![scrolled(canvas, text, model.view.left, room)],
    };
    for (nth, text) in lines.iter().enumerate() {
        let y = area.y + nth as u16;
        if nth == 0 {
            canvas.line(area.x, y, area.width, &gutter);
        }
        let text = if cell.kind == LineKind::Context {
            text.clone()
        } else {
            text.clone().pad_to(room, plain)
        };
        canvas.line(area.x + at, y, area.width.saturating_sub(at), &text);
    }
    lines.len() as u16
}

/// Returns what stands before a line: whose change it is, and of the blocks of a split hunk what was decided.
fn bar(
    model: &Model,
    canvas: &Canvas<'_>,
    pane: &Pane<'_>,
    cell: &Cell<'_>,
) -> (&'static str, Role) {
    let Some(by) = cell.by else {
        return if is_made_already(model, pane, cell) {
            (canvas.symbols.bar(), Role::Current)
        } else {
            (" ", Role::Text)
        };
    };
    if by.hunk != model.hunk {
        return (":", Role::Current);
    }
    match model.split().get(by.block) {
        Some(block) if by.block != model.block && pane.cursor.is_some() => {
            let mark = Mark::of_choice(block.choice);
            (mark.symbol(canvas.symbols), mark.role())
        }
        Some(_) | None => (canvas.symbols.bar(), Role::Current),
    }
}

/// Returns whether the line is one of those that hold what the hunk makes.
fn is_made_already(model: &Model, pane: &Pane<'_>, cell: &Cell<'_>) -> bool {
    let is_focused = match cell.origin {
        Origin::Old(line) => pane.doc.focus.contains(line),
        Origin::New(_) => false,
    };
    let is_of_file = pane.cursor.is_some() && pane.doc.source == Source::File;
    is_of_file && is_focused && model.current().state == State::AlreadyApplied
}

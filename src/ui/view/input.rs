//! The box that a comment is typed in, as high as its lines need, over the lower end of what the hunk shows.

use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::super::layout::Layout;
use super::super::theme::Role;
use super::super::typed::Typed;
use super::canvas::Canvas;
use super::line::Line;

/// The fewest rows of text.
const LEAST: usize = 2;

pub(super) fn draw(canvas: &mut Canvas<'_>, layout: &Layout, typed: &Typed) {
    let body = layout.beside_list();
    let room = body.width.saturating_sub(3);
    let lines = lines(canvas, typed);
    let rows = lines
        .iter()
        .flat_map(|line| line.folded(usize::from(room), 0));
    let rows: Vec<Line> = rows.collect();
    // Typing continues at the end.
    let most = usize::from(body.height.saturating_sub(3)).max(1);
    let rows = &rows[rows.len().saturating_sub(most)..];
    let height = rows.len().max(LEAST).min(most) as u16 + 2;
    let frame = Rect {
        y: body.bottom().saturating_sub(height),
        height,
        ..body
    };
    canvas.frame_over(layout, frame);
    let heading = Line::new().add("Comment to the model", canvas.style(Role::Heading));
    canvas.rule(
        frame.x + 1,
        frame.y,
        frame.width.saturating_sub(2),
        &heading,
    );
    for (y, row) in (frame.y + 1..).zip(rows) {
        canvas.line(frame.x + 2, y, room, row);
    }
}

/// Returns the lines typed so far, the cursor in reverse.
fn lines(canvas: &Canvas<'_>, typed: &Typed) -> Vec<Line> {
    let text = canvas.style(Role::Text);
    let (before, under, behind) = typed.parts();
    let (under, ends_line) = match under {
        "" => (" ", false),
        "\n" => (" ", true),
        under => (under, false),
    };
    let cursor = text.add_modifier(Modifier::REVERSED);
    let mut lines = vec![Line::new()];
    let mut add = |part: &str, style, ends_line: bool| {
        for (nth, piece) in part.split('\n').enumerate() {
            if nth > 0 {
                lines.push(Line::new());
            }
            if let Some(line) = lines.last_mut() {
                line.push(piece.as_bytes(), style);
            }
        }
        if ends_line {
            lines.push(Line::new());
        }
    };
    add(before, text, false);
    add(under, cursor, ends_line);
    add(behind, text, false);
    lines
}

//! The screen before there is a patch: it takes a pasted reply, or the name of a file.

use ratatui::layout::Rect;

use super::super::theme::Role;
use super::super::typed::Typed;
use super::canvas::Canvas;
use super::line::Line;

pub(super) fn draw(canvas: &mut Canvas<'_>, area: Rect, typed: &Typed) {
    let text = canvas.style(Role::Text);
    let muted = canvas.style(Role::Muted);
    let lines = [
        Line::new(),
        title(canvas),
        Line::new(),
        Line::new().add(
            "  Paste a reply here: a bare patch, or the whole answer of a chat.",
            text,
        ),
        Line::new().add(
            "  Or type the name of a file that holds one, and press Enter.",
            text,
        ),
        Line::new(),
        Line::new()
            .add("  file: ", muted)
            .add(&typed.text, text)
            .add("_", canvas.style(Role::Current)),
        Line::new(),
        Line::new().add(
            "  Nothing is written before you have seen it and said so.",
            muted,
        ),
        Line::new().add(
            "  hunkwise demo shows a made-up patch with one of each problem.",
            muted,
        ),
    ];
    draw_lines(canvas, area, &lines);
}

/// Draws what is seen while a patch is opened: it takes nothing meanwhile, and the footer says how far it is.
pub(super) fn draw_while_working(canvas: &mut Canvas<'_>, area: Rect) {
    let lines = [Line::new(), title(canvas)];
    draw_lines(canvas, area, &lines);
}

fn title(canvas: &Canvas<'_>) -> Line {
    Line::new()
        .add("  hunkwise", canvas.style(Role::Heading))
        .add(
            "  reviews the patches that language models write",
            canvas.style(Role::Text),
        )
}

fn draw_lines(canvas: &mut Canvas<'_>, area: Rect, lines: &[Line]) {
    for (nth, line) in lines.iter().enumerate().take(usize::from(area.height)) {
        canvas.line(area.x, area.y + nth as u16, area.width, line);
    }
}

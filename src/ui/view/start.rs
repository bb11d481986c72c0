//! The screen before there is a patch: it takes a pasted reply, or the name of a file.

use ratatui::layout::Rect;

use super::super::model::Model;
use super::super::theme::Role;
use super::super::typed::Typed;
use super::canvas::Canvas;
use super::line::{Line, cut_end};

/// The most saved reviews listed.
const MOST_SAVED: usize = 5;

pub(super) fn draw(model: &Model, canvas: &mut Canvas<'_>, area: Rect, typed: &Typed) {
    let text = canvas.style(Role::Text);
    let muted = canvas.style(Role::Muted);
    let key = canvas.style(Role::Key);
    let lines = vec![
        title(canvas),
        Line::new(),
        Line::new().add(
            "Paste a reply here: a patch, or the whole answer of a chat.",
            text,
        ),
        Line::new().add("Or type the name of a file that holds one.", text),
        Line::new(),
        Line::new().add("file: ", key).typed(typed, canvas),
        Line::new(),
        Line::new().add("Nothing is written until you confirm.", muted),
        Line::new().add("hunkwise demo shows one of each problem.", muted),
    ];
    let room = usize::from(area.width.saturating_sub(4));
    let saved = model.saved.iter().take(MOST_SAVED).map(|saved| {
        let saved = cut_end(saved, room.saturating_sub(2), canvas.symbols.cut());
        Line::new().add("  ", text).add(&saved, text)
    });
    let heading = (!model.saved.is_empty()).then(|| {
        [
            Line::new(),
            Line::new().add(
                "Saved reviews: open the same reply again to resume one",
                muted,
            ),
        ]
    });
    let saved = heading.into_iter().flatten().chain(saved);
    let lines: Vec<Line> = lines.into_iter().chain(saved).collect();
    draw_lines(canvas, area, &lines);
}

/// Draws what is seen while a patch is opened: it takes nothing meanwhile, and the status says how far it is.
pub(super) fn draw_while_working(canvas: &mut Canvas<'_>, area: Rect) {
    let lines = [title(canvas)];
    draw_lines(canvas, area, &lines);
}

fn title(canvas: &Canvas<'_>) -> Line {
    Line::new().add(" hunkwise ", canvas.style(Role::Name)).add(
        "  reviews the patches that language models write",
        canvas.style(Role::Text),
    )
}

/// Draws the lines in the middle of the screen.
fn draw_lines(canvas: &mut Canvas<'_>, area: Rect, lines: &[Line]) {
    let width = lines.iter().map(Line::width).max().unwrap_or(0) as u16;
    let x = area.x + area.width.saturating_sub(width) / 2;
    let y = area.y + area.height.saturating_sub(lines.len() as u16) / 2;
    for (y, line) in (y..area.bottom()).zip(lines) {
        canvas.line(x, y, area.right().saturating_sub(x), line);
    }
}

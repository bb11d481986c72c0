//! The screen while the review that it was opened for is read and matched: what is drawn at once stays where it is, and the
//! rest comes with the review. Where that lasts, the reply can be read meanwhile, beside its files.

use ratatui::layout::Rect;

use super::super::layout::Layout;
use super::super::model::Model;
use super::super::opening::PendingReview;
use super::super::theme::Role;
use super::canvas::Canvas;
use super::line::{Line, cut_front};
use super::{footer, status, title};

/// Draws the bars and the name of the patch, and once the work lasts, the reply and how far it is.
pub(super) fn draw(
    model: &Model,
    canvas: &mut Canvas<'_>,
    layout: &Layout,
    pending: &PendingReview,
) {
    let name = title::name(model, canvas, usize::from(layout.title.width));
    canvas.line(0, layout.title.y, layout.title.width, &name);
    canvas.lift(layout.title, Role::Bar);
    canvas.lift(layout.message, Role::Bar);
    let Some(working) = &model.working else {
        return;
    };
    files(canvas, layout.list, pending, working.n_done);
    let muted = canvas.style(Role::Muted);
    let area = layout.main;
    for (y, row) in (area.y..area.bottom()).zip(&pending.reply) {
        let row = Line::new().add(row, muted);
        canvas.line(area.x + 1, y, area.width.saturating_sub(1), &row);
    }
    status::draw(model, canvas, layout);
    footer::draw(model, canvas, layout);
}

/// Lists the files; those that are matched are not dim any more.
fn files(canvas: &mut Canvas<'_>, area: Rect, pending: &PendingReview, n_done: usize) {
    let at = pending.n_files_done(n_done);
    let from = at.saturating_sub(usize::from(area.height / 2));
    let cut = canvas.symbols.cut();
    let rows = pending.files.iter().enumerate().skip(from);
    for (y, (index, (path, _))) in (area.y..area.bottom()).zip(rows) {
        let role = if index < at {
            Role::Heading
        } else {
            Role::Muted
        };
        let path = cut_front(path, usize::from(area.width.saturating_sub(3)), cut);
        let row = Line::new().add(&path, canvas.style(role));
        canvas.line(area.x + 2, y, area.width.saturating_sub(3), &row);
    }
}

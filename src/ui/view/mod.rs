//! The model as characters: which pane draws what. Nothing is computed here that could be wrong.

mod above;
mod apply;
mod body;
mod canvas;
mod card;
mod diff;
mod drift;
mod footer;
mod ghost;
mod glyph;
mod heading;
mod help;
mod line;
mod list;
mod overlap;
mod page;
mod patch;
mod picker;
mod place;
mod places;
mod reasons;
mod rows;
mod start;
mod title;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::hit::HitMap;
use super::layout::Layout;
use super::model::{Mode, Model, Shown};
use super::theme::Role;

use canvas::Canvas;
use line::Line;

pub use footer::advertised;

/// Draws the screen and returns what can be clicked on it.
pub fn draw(model: &Model, buffer: &mut Buffer) -> HitMap {
    let area = buffer.area;
    let mut canvas = Canvas::new(model, buffer);
    canvas.ground(area);
    let layout = Layout::of(model);
    if layout.title.width == 0 {
        too_small(&mut canvas, area);
        return canvas.hits;
    }
    if !matches!(model.mode, Mode::Start(_)) {
        title::draw(model, &mut canvas, &layout);
    }
    let behind = if let Mode::Input(_, _, from) = &model.mode {
        from
    } else {
        &model.mode
    };
    match behind {
        Mode::Start(_) if model.working.is_some() => {
            start::draw_while_working(&mut canvas, layout.body());
        }
        Mode::Start(typed) => start::draw(&mut canvas, layout.body(), typed),
        Mode::Review | Mode::Lines(_) | Mode::Input(..) => review(model, &mut canvas, &layout),
        Mode::Place(view) => {
            if layout.list.width > 0 {
                list::draw(model, &mut canvas, layout.list);
            }
            let mut area = layout.diff;
            area.height += layout.places.height;
            place::draw(model, view, &mut canvas, area);
        }
        Mode::Apply(view) => apply::draw(model, view, &mut canvas, layout.body()),
        Mode::Target(targets) => picker::targets(model, targets, &mut canvas, layout.body()),
        Mode::Comments(picker) => picker::comments(model, picker, &mut canvas, layout.body()),
        Mode::Palette(picker) => picker::commands(&model.keys, picker, &mut canvas, layout.body()),
        Mode::Help(view) => help::draw(model, view, &mut canvas, layout.body()),
        Mode::Page(kind, top) => page::draw(model, *kind, *top, &mut canvas, layout.body()),
    }
    footer::draw(model, &mut canvas, &layout);
    canvas.hits
}

/// Returns what can be clicked on the screen as it is.
pub(super) fn hits(model: &Model) -> HitMap {
    let (width, height) = model.size;
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    draw(model, &mut buffer)
}

/// Returns the first row of the list on the screen, and the last that it could be.
pub(super) fn list_view(model: &Model) -> (usize, usize) {
    list::view_of(model, Layout::of(model).list)
}

/// Returns how many rows of what the patch says do not fit.
pub(super) fn patch_overflow(model: &Model) -> usize {
    patch::overflow(model, Layout::of(model).patch)
}

/// Returns how many rows stand above the lines of the hunk under review in a pane of this width.
pub(super) fn n_above(model: &Model, width: u16) -> u16 {
    above::above(model, width).len() as u16
}

/// Returns how many rows the panes of the overlap under review can be moved up and down.
pub(super) fn overlap_bounds(model: &Model) -> (isize, isize) {
    overlap::bounds(model, overlap_area(&Layout::of(model)))
}

fn overlap_area(layout: &Layout) -> Rect {
    let mut area = layout.diff;
    area.height += layout.places.height;
    area
}

/// Returns whether there is more of the page than the screen shows.
pub(super) fn overflows(model: &Model) -> bool {
    overflow(model) > 0
}

/// Returns how many rows of the page on the screen do not fit.
pub(super) fn overflow(model: &Model) -> usize {
    let n_lines = match &model.mode {
        Mode::Page(page, _) => page::rows(model, *page).len(),
        Mode::Apply(view) => apply::rows(model, view).len(),
        Mode::Review
        | Mode::Lines(_)
        | Mode::Place(_)
        | Mode::Target(_)
        | Mode::Comments(_)
        | Mode::Palette(_)
        | Mode::Help(_)
        | Mode::Input(..)
        | Mode::Start(_) => 0,
    };
    let rows = usize::from(Layout::of(model).body().height.saturating_sub(1));
    n_lines.saturating_sub(rows)
}

fn review(model: &Model, canvas: &mut Canvas<'_>, layout: &Layout) {
    if layout.list.width > 0 {
        list::draw(model, canvas, layout.list);
    }
    if model.overlap.is_some() {
        overlap::draw(model, canvas, overlap_area(layout));
        return;
    }
    diff::draw(model, canvas, layout.diff);
    if layout.patch.width > 0 {
        patch::draw(model, canvas, layout.patch);
    }
    if layout.places.height > 0 {
        places::draw(model, canvas, layout.places);
    }
    if model.card == Shown::Yes {
        card::draw(model, canvas, layout.diff);
    }
}

fn too_small(canvas: &mut Canvas<'_>, area: Rect) {
    let (width, height) = Layout::LEAST;
    let notice = Line::new().add(
        &format!("needs {width}x{height}"),
        canvas.style(Role::Warning),
    );
    let row = area.y + area.height / 2;
    canvas.line(area.x, row, area.width, &notice);
}

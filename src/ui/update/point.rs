//! The mouse: a click goes to what it is on, a second one at once takes it, the wheel moves the view under the pointer.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use super::super::effect::Effect;
use super::super::hit::Hit;
use super::super::keymap::{Action, Motion};
use super::super::layout::{Layout, Panes};
use super::super::model::{Mode, Model, Shown};
use super::super::view;
use super::{look, travel};

/// Rows that one notch of the wheel moves.
const NOTCH: isize = 3;

/// Does what the mouse asks for.
pub(super) fn point(model: &mut Model, event: &MouseEvent) -> Vec<Effect> {
    let at = Position::new(event.column, event.row);
    match event.kind {
        MouseEventKind::ScrollDown => wheel(model, at, NOTCH),
        MouseEventKind::ScrollUp => wheel(model, at, -NOTCH),
        MouseEventKind::Down(MouseButton::Left) => match view::hits(model).at(at.x, at.y) {
            Some(hit) => click(model, hit),
            None => Vec::new(),
        },
        MouseEventKind::Down(_)
        | MouseEventKind::Up(_)
        | MouseEventKind::Drag(_)
        | MouseEventKind::Moved
        | MouseEventKind::ScrollLeft
        | MouseEventKind::ScrollRight => Vec::new(),
    }
}

fn click(model: &mut Model, hit: Hit) -> Vec<Effect> {
    model.toast = None;
    // A click answers no question that a key asked.
    if !matches!(hit, Hit::Action(_)) {
        model.asked = None;
    }
    match hit {
        Hit::Hunk(id) => {
            model.mode = Mode::Review;
            model.go_to(id);
            Vec::new()
        }
        Hit::File(file) => {
            super::fold(model, file);
            Vec::new()
        }
        Hit::Place(index) => {
            model.mode = Mode::Review;
            look::show(model, index + 1)
        }
        Hit::Row(row) => {
            model.move_cursor(row);
            Vec::new()
        }
        Hit::Action(action) => super::perform(model, action, None),
    }
}

/// Takes what was clicked twice: the first click went there.
pub(super) fn take(model: &mut Model, column: u16, row: u16) -> Vec<Effect> {
    let accepts = match view::hits(model).at(column, row) {
        Some(Hit::Hunk(id)) => id == model.hunk,
        Some(Hit::Place(_) | Hit::Row(_)) => true,
        Some(Hit::Action(_) | Hit::File(_)) | None => false,
    };
    if !accepts || !matches!(model.mode, Mode::Review) || model.viewing == Shown::Yes {
        return Vec::new();
    }
    let action = if model.overlap.is_some() {
        Action::Take
    } else {
        Action::Accept
    };
    super::perform(model, action, None)
}

/// Moves the view under the pointer; the hunk under review stays the same.
fn wheel(model: &mut Model, at: Position, rows: isize) -> Vec<Effect> {
    let layout = Layout::of(model);
    let moved = |top: usize| top.saturating_add_signed(rows);
    let reviewing = matches!(model.mode, Mode::Review | Mode::Lines(_) | Mode::Input(..));
    if reviewing && layout.list.contains(at) {
        let (top, last) = view::list_view(model);
        model.scrolled.list = Some(moved(top).min(last));
    } else if reviewing && layout.panes == Panes::Model && layout.other.contains(at) {
        let last = view::patch_overflow(model);
        model.scrolled.patch = moved(model.scrolled.patch).min(last);
    } else if reviewing && layout.places.contains(at) {
        let last = model.places().len().saturating_sub(1);
        model.scrolled.places = moved(model.scrolled.places).min(last);
    } else {
        let motion = if rows > 0 {
            Motion::ViewDown
        } else {
            Motion::ViewUp
        };
        for _ in 0..rows.abs() {
            travel::scroll(model, motion);
        }
    }
    Vec::new()
}

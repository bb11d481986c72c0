//! The card of the first start: the keys that matter most, over the lower part of the diff.

use ratatui::layout::Rect;

use super::super::keymap::{Action, Goal, of_context};
use super::super::model::Model;
use super::super::theme::Role;
use super::canvas::Canvas;
use super::line::Line;

/// What a person cannot do without.
const FIRST: [Action; 6] = [
    Action::Accept,
    Action::Reject,
    Action::Show,
    Action::Go(Goal::NextProblem),
    Action::Apply,
    Action::Help,
];

pub(super) fn draw(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let height = FIRST.len() as u16 + 2;
    if area.height <= height {
        return;
    }
    let card = Rect {
        y: area.bottom() - height,
        height,
        ..area
    };
    canvas.ground(card);
    let heading = Line::new()
        .add("the first keys", canvas.style(Role::Heading))
        .add(
            "  any key puts this card away, for good",
            canvas.style(Role::Muted),
        );
    canvas.rule(card.x, card.y, card.width, &heading);
    let rows = FIRST.iter().filter_map(|action| {
        let context = super::super::keymap::Context::Review;
        of_context(context).find(|row| row.action == *action)
    });
    for (y, row) in (card.y + 1..).zip(rows) {
        let line = Line::new()
            .add(
                &format!("  {:<9}", model.keys.shown(row)),
                canvas.style(Role::Key),
            )
            .add(row.help, canvas.style(Role::Text));
        canvas.line(card.x, y, card.width, &line);
    }
    canvas.rule(card.x, card.bottom() - 1, card.width, &Line::new());
}

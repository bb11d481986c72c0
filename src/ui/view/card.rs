//! The card of the first start: the keys that matter most, over the lower part of the diff.

use ratatui::layout::Rect;

use super::super::allow::{digits, n_shown, why_not};
use super::super::keymap::{Action, Binding, Goal, of_context};
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
    let rows = rows(model, canvas, area);
    let height = rows.len() as u16 + 1;
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
        .add("Getting started", canvas.style(Role::Heading))
        .add(
            "  any key closes this tip (and acts as usual)",
            canvas.style(Role::Muted),
        );
    canvas.rule(card.x, card.y, card.width, &heading);
    for (y, row) in (card.y + 1..).zip(rows) {
        canvas.line(card.x, y, card.width, &row);
    }
}

/// Returns the rows below the heading: a sentence for each key where they leave most of the diff to be seen, else a few
/// words, two keys a row.
fn rows(model: &Model, canvas: &Canvas<'_>, area: Rect) -> Vec<Line> {
    let context = super::super::keymap::Context::Review;
    // A hunk whose place is open is taken only after a look: the two keys go together there.
    let looks_first = n_shown(model) > 0 && why_not(model, Action::Accept).is_some();
    let first = FIRST
        .iter()
        .filter(|action| !(looks_first && **action == Action::Show));
    let keys = first.filter_map(|action| of_context(context).find(|row| row.action == *action));
    let key = |key: &str, words: &str| {
        Line::new()
            .add(&format!("  {key:<9}"), canvas.style(Role::Key))
            .add(words, canvas.style(Role::Text))
    };
    let key = |row: &Binding, words: &str| {
        if looks_first && row.action == Action::Accept {
            let enter = model.key(Action::Accept);
            let words = format!("look at a place, {enter} accepts it");
            return key(&digits(n_shown(model)), &words);
        }
        key(&model.keys.shown(row), words)
    };
    if usize::from(area.height) > 3 * FIRST.len() {
        return keys.map(|row| key(row, row.help)).collect();
    }
    let short: Vec<Line> = keys.map(|row| key(row, row.footer)).collect();
    // The second keys stand below each other, behind the longest of the first.
    let longest = short.iter().step_by(2).map(Line::width).max();
    let column = usize::from(area.width / 2).max(longest.map_or(0, |width| width + 2));
    let pairs = short.chunks(2).map(|pair| {
        let left = pair[0].clone().pad_to(column, canvas.style(Role::Text));
        pair[1..].iter().cloned().fold(left, Line::join)
    });
    pairs.collect()
}

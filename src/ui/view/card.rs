//! The card of the first start: what to do here and what cannot go wrong, in the last rows, or in those of the diff.

use ratatui::layout::Rect;

use super::super::allow::{digits, n_shown, why_not};
use super::super::keymap::{Action, Goal};
use super::super::layout::Layout;
use super::super::model::Model;
use super::super::theme::Role;
use super::canvas::Canvas;
use super::line::Line;
use super::places::n_rows;

pub(super) fn draw(model: &Model, canvas: &mut Canvas<'_>, layout: &Layout) {
    let area = layout.below_question();
    let width = usize::from(area.width);
    let rows: Vec<Line> = sentences(model)
        .iter()
        .flat_map(|parts| sentence(canvas, parts).folded(width, 2))
        .collect();
    let height = rows.len() as u16 + 1;
    if area.height <= height {
        return;
    }
    // What tells places apart may hold the answer: where it fills its rows, the end of the diff is covered.
    let places = layout.places;
    let used = n_rows(model, places.width, layout.panes).min(places.height);
    let has_room = places.height - used >= height || layout.diff.height <= 2 * height;
    let bottom = if has_room || places.height == 0 {
        area.bottom()
    } else {
        places.y
    };
    let card = Rect {
        y: bottom - height,
        height,
        ..area
    };
    canvas.ground(card);
    let heading = Line::new()
        .add("Getting started", canvas.style(Role::Heading))
        .add("  any key closes this tip", canvas.style(Role::Muted));
    canvas.rule(card.x, card.y, card.width, &heading);
    for (y, row) in (card.y + 1..).zip(rows) {
        canvas.line(card.x, y, card.width, &row);
    }
}

/// Returns the sentences, each as keys with the words behind them.
fn sentences(model: &Model) -> [Vec<(String, &'static str)>; 2] {
    let key = |action| model.key(action);
    let accept = key(Action::Accept);
    // A hunk whose place is open is accepted only after a look.
    let looks_first = n_shown(model) > 0 && why_not(model, Action::Accept).is_some();
    let mut first = if looks_first {
        let digits = digits(n_shown(model));
        vec![
            (digits, " previews a place, "),
            (accept.clone(), " accepts, "),
        ]
    } else if why_not(model, Action::Accept).is_none() {
        vec![(accept.clone(), " accepts the hunk, ")]
    } else if model.is_hiding() {
        vec![(key(Action::ConfirmHidden), " allows the hidden text, ")]
    } else if model.file_is_stuck() {
        vec![(key(Action::Target), " chooses the file, ")]
    } else {
        Vec::new()
    };
    first.push((key(Action::Reject), " rejects. "));
    first.push((key(Action::Go(Goal::NextProblem)), ": next problem."));
    let second = vec![
        (String::new(), "Nothing is written until "),
        (key(Action::Apply), ", then "),
        (accept, ". "),
        (key(Action::Undo), " undoes. "),
        (key(Action::Help), " shows all keys."),
    ];
    [first, second]
}

fn sentence(canvas: &Canvas<'_>, parts: &[(String, &str)]) -> Line {
    let blank = Line::new().add("  ", canvas.style(Role::Text));
    parts.iter().fold(blank, |line, (key, words)| {
        line.add(key, canvas.style(Role::Key))
            .add(words, canvas.style(Role::Text))
    })
}

//! The card of the first start: what to do here and what cannot go wrong, in the last rows, or in those of the diff.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::allow::{digits, is_only_place_in_view, n_shown, why_not};
use super::super::keymap::{Action, Goal};
use super::super::layout::Layout;
use super::super::model::Model;
use super::super::theme::Role;
use super::canvas::Canvas;
use super::line::Line;
use super::places::n_rows;

pub(super) fn draw(model: &Model, canvas: &mut Canvas<'_>, layout: &Layout) {
    let card = layout.card;
    if card.height == 0 {
        return;
    }
    let height = layout.below_question().height;
    canvas.ground(card);
    let heading = Line::new()
        .add("Getting started", canvas.style(Role::Heading))
        .add("  any key closes this tip", canvas.style(Role::Muted));
    canvas.rule(card.x, card.y, card.width, &heading);
    for (y, row) in (card.y + 1..card.bottom()).zip(rows(model, canvas, (card.width, height))) {
        canvas.line(card.x, y, card.width, &row);
    }
}

/// Returns the rows below the heading: what answers the question, and where the card is no more than a third of `height` what comes
/// of it.
fn rows(model: &Model, canvas: &Canvas<'_>, (width, height): (u16, u16)) -> Vec<Line> {
    let folded = |parts: &Vec<(String, &str)>| sentence(canvas, parts).folded(width.into(), 2);
    let [first, second] = sentences(model);
    let (mut rows, second) = (folded(&first), folded(&second));
    if 1 + rows.len() + second.len() <= usize::from(height / 3) {
        rows.extend(second);
    }
    rows
}

/// Returns where the card lies; without rows where there is no room for it.
pub(super) fn area(model: &Model, layout: &Layout) -> Rect {
    /// As many rows of the diff are left as show a change.
    const LEAST_LEFT: u16 = Layout::AROUND_LEAST as u16;
    let below = layout.below_question();
    let mut buffer = Buffer::default();
    let canvas = Canvas::new(model, &mut buffer);
    let height = rows(model, &canvas, (below.width, below.height)).len() as u16 + 1;
    if below.height <= height {
        return Rect::default();
    }
    // What tells places apart may hold the answer: where it fills its rows, the end of the diff gives way.
    let places = layout.places;
    let used = n_rows(model, places.width, layout.panes).min(places.height);
    let has_room = places.height - used >= height || layout.diff.height < height + LEAST_LEFT;
    let bottom = if has_room || places.height == 0 {
        below.bottom()
    } else {
        places.y
    };
    Rect {
        y: bottom - height,
        height,
        ..below
    }
}

/// Returns the sentences, each as keys with the words behind them.
fn sentences(model: &Model) -> [Vec<(String, &'static str)>; 2] {
    let key = |action| model.key(action);
    let accept = key(Action::Accept);
    // A hunk whose place is open is accepted only after a look; one that has its place asks for no other.
    let is_open = !model.current().state.is_settled();
    let looks_first = is_open && n_shown(model) > 0 && why_not(model, Action::Accept).is_some();
    let mut first = if looks_first {
        let digits = digits(n_shown(model));
        let looks = match is_only_place_in_view(model) {
            true => " chooses this place, ",
            false => " previews a place, ",
        };
        vec![(digits, looks), (accept.clone(), " accepts, ")]
    } else if why_not(model, Action::Accept).is_none() {
        vec![(accept.clone(), " accepts the hunk, ")]
    } else if model.is_hiding() {
        vec![(key(Action::ConfirmHidden), " allows the hidden text, ")]
    } else if model.file_is_stuck() {
        vec![(key(Action::Target), " chooses the file, ")]
    } else if why_not(model, Action::ByHand).is_none() {
        vec![(key(Action::ByHand), " places it by hand, ")]
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

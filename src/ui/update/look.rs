//! Looking before deciding: at another place of a hunk, or at the result of settling an overlap.

use super::super::allow;
use super::super::effect::Effect;
use super::super::keymap::{Action, Side, Towards};
use super::super::model::{Model, Preview};
use super::decide::{accept, go_on_after};
use super::{refuse, tell};
use crate::text::words::counted;

/// Shows a place, or a side of an overlap, by its 1-based number.
pub(super) fn show(model: &mut Model, number: usize) -> Vec<Effect> {
    if model.overlap.is_some() {
        model.scrolled.overlap = 0;
        model.show_side(if number == 1 {
            Side::First
        } else {
            Side::Second
        });
        return Vec::new();
    }
    show_any(model, number)
}

/// Shows a place by its 1-based number, also one that no digit reaches.
pub(super) fn show_any(model: &mut Model, number: usize) -> Vec<Effect> {
    let n_places = match model.places().len() {
        0 => allow::n_shown(model),
        _ if allow::n_shown(model) == 0 => 0,
        n => n,
    };
    if number == 0 || number > n_places {
        return refuse(model, format!("Only {}", counted(n_places, "place")));
    }
    // On two places, the digit of the one that was looked at is a yes.
    let again = model.n_tied() == 2 && model.looked.get(&model.hunk) == Some(&(number - 1));
    if again && allow::why_not(model, Action::Accept).is_none() {
        return accept(model);
    }
    model.looked.insert(model.hunk, number - 1);
    model.renew();
    model.bring_into_view();
    let enter = model.key(Action::Accept);
    let what = if model.would_replace() {
        format!("Preview \u{2014} {enter} {}", model.whole_act())
    } else {
        format!("place {number} of {n_places} \u{2014} {enter} accepts it")
    };
    tell(model, what);
    Vec::new()
}

/// Shows the next place, or the one before.
pub(super) fn cycle(model: &mut Model, towards: Towards) -> Vec<Effect> {
    let n_places = model.places().len();
    let shown = model.shown_place().unwrap_or(0);
    let looked = model.looked.contains_key(&model.hunk);
    let next = match towards {
        // The first look at a tie is at the place already on the screen.
        Towards::End if !looked && model.current().placement.is_none() => shown,
        Towards::End => (shown + 1) % n_places,
        Towards::Start => (shown + n_places - 1) % n_places,
    };
    model.looked.insert(model.hunk, next);
    model.renew();
    model.bring_into_view();
    let enter = model.key(Action::Accept);
    tell(
        model,
        format!(
            "place {} of {n_places} \u{2014} {enter} accepts it",
            next + 1
        ),
    );
    Vec::new()
}

/// Shows a way of settling the overlap.
pub(super) fn show_side(model: &mut Model, side: Side) -> Vec<Effect> {
    model.scrolled.overlap = 0;
    model.show_side(side);
    Vec::new()
}

/// Settles the overlap as shown.
pub(super) fn take_side(model: &mut Model) -> Vec<Effect> {
    let Some(overlap) = &model.overlap else {
        return Vec::new();
    };
    match &overlap.side {
        Some((side, Preview::Rows(_))) => {
            let command = overlap.command(*side);
            go_on_after(model, command)
        }
        Some((_, Preview::Impossible)) => {
            let neither = model.key(Action::ShowSide(Side::Neither));
            refuse(
                model,
                format!("not possible: a third hunk overlaps both; choose 1, 2 or {neither}"),
            )
        }
        None => Vec::new(),
    }
}

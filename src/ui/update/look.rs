//! Looking before deciding: at another place of a hunk, or at the result of settling an overlap.

use super::super::allow;
use super::super::effect::Effect;
use super::super::keymap::{Action, Direction, Goal, Side};
use super::super::model::{Model, Preview, UnlikeAct};
use super::decide::{accept, go_on_to};
use super::{refuse, tell};
use crate::patch::HunkId;
use crate::report::deletes_file;
use crate::text::words::counted;

/// Shows a place, or a side of an overlap, by its 1-based number.
pub(super) fn show(model: &mut Model, number: usize) -> Vec<Effect> {
    if model.overlap.is_some() {
        let side = Side::Only(number.saturating_sub(1));
        return match allow::why_not(model, Action::ShowSide(side)) {
            Some(why) => refuse(model, why),
            None => show_side(model, side),
        };
    }
    show_any(model, number)
}

/// What a number means: a place of a hunk that has several, else a hunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::ui) enum Numbered {
    Place,
    Hunk(HunkId),
}

/// Returns what a number means; `Err` says why it means nothing.
pub(in crate::ui) fn numbered(model: &Model, number: usize) -> Result<Numbered, String> {
    // A hunk that has its place asks for none.
    let asks = model.current().placement.is_none();
    let n_places = match allow::n_shown(model) {
        0 | 1 => 0,
        _ if asks => model.places().len(),
        _ => 0,
    };
    if (1..=n_places).contains(&number) {
        return Ok(Numbered::Place);
    }
    let mut hunks = model.session.plan().hunks();
    if let Some(hunk) = number.checked_sub(1).and_then(|at| hunks.nth(at)) {
        return Ok(Numbered::Hunk(hunk.id));
    }
    let hunks = counted(model.session.tally().n_hunks, "hunk");
    Err(match n_places {
        0 => format!("no hunk {number}; only {hunks}"),
        n => format!("no place or hunk {number}; only {n} places here, {hunks}"),
    })
}

/// Goes to what a number means.
pub(super) fn go_to_number(model: &mut Model, number: usize) -> Vec<Effect> {
    match numbered(model, number) {
        Ok(Numbered::Place) => look_at(model, number),
        Ok(Numbered::Hunk(hunk)) => {
            model.go_to(hunk);
            Vec::new()
        }
        Err(why) => refuse(model, why),
    }
}

/// Shows a place by its 1-based number; the digit of the one that was looked at may be a yes.
fn show_any(model: &mut Model, number: usize) -> Vec<Effect> {
    let n_places = match model.places().len() {
        0 => allow::n_shown(model),
        _ if allow::n_shown(model) == 0 => 0,
        n => n,
    };
    if number == 0 || number > n_places {
        let only = format!("Only {}", counted(n_places, "place"));
        let is_hunk = (1..=model.session.tally().n_hunks).contains(&number);
        let words = match is_hunk {
            true => {
                let next = model.key(Action::Go(Goal::NextHunk));
                let previous = model.key(Action::Go(Goal::PreviousHunk));
                format!("{only} here; {previous} and {next} go to other hunks")
            }
            false => only,
        };
        return refuse(model, words);
    }
    // The digit of the one that was looked at is a yes.
    let again = model.n_tied() > 1 && model.looked.get(&model.hunk) == Some(&(number - 1));
    if again && allow::why_not(model, Action::Accept).is_none() {
        return accept(model);
    }
    look_at(model, number)
}

/// Looks at a place that there is, by its 1-based number.
fn look_at(model: &mut Model, number: usize) -> Vec<Effect> {
    let n_places = model.places().len().max(1);
    model.looked.insert(model.hunk, number - 1);
    model.renew();
    model.bring_into_view();
    let what = match n_places {
        _ if model.would_replace() => "preview".to_string(),
        1 => model.places().first().map_or_else(
            || "this place".to_string(),
            |place| format!("line {}", model.session.change_line(model.hunk, place) + 1),
        ),
        _ => format!("place {number} of {n_places}"),
    };
    let next = what_enter_does(model);
    tell(model, format!("{what} \u{2014} {next}"));
    Vec::new()
}

/// Says what accepting does at the place on the screen, or what has to be done before.
fn what_enter_does(model: &Model) -> String {
    let enter = model.key(Action::Accept);
    if model.hiding_here().is_some() {
        return allow::hidden_first(model);
    }
    if let Some(why) = allow::why_not(model, Action::Accept) {
        return why;
    }
    match model.unlike_removals().as_slice() {
        _ if model.would_replace() => format!("{enter} {}", model.whole_act()),
        [] if model.lacks_removed() => match model.lacking_words() {
            words if words.starts_with("insert") => format!("{enter} inserts only"),
            words => {
                let place = model.place_asked();
                let n_missing = place.map_or(0, |place| place.n_removals_missing());
                let (lines, are) = match n_missing {
                    1 => ("1 removed line".to_string(), "is"),
                    n => (format!("{n} removed lines"), "are"),
                };
                format!("{enter}: {words}; {lines} {are} not here")
            }
        },
        [] if deletes_file(&model.session, model.hunk) => format!("{enter} deletes the file"),
        [] => format!("{enter} accepts"),
        _ => match model.unlike_act() {
            UnlikeAct::Replace => format!("{enter} asks: replace, or {}", model.insert_words()),
            act @ (UnlikeAct::Remove | UnlikeAct::DeleteFile) => {
                format!("{enter} asks: {}, or go back", act.verb())
            }
        },
    }
}

/// Shows the next place, or the one before.
pub(super) fn cycle(model: &mut Model, towards: Direction) -> Vec<Effect> {
    let n_places = model.places().len();
    let shown = model.shown_place().unwrap_or(0);
    let looked = model.looked.contains_key(&model.hunk);
    let next = match towards {
        // The first look at a tie is at the place already on the screen.
        Direction::Forward if !looked && model.current().placement.is_none() => shown,
        Direction::Forward => (shown + 1) % n_places,
        Direction::Backward => (shown + n_places - 1) % n_places,
    };
    model.looked.insert(model.hunk, next);
    model.renew();
    model.bring_into_view();
    let does = what_enter_does(model);
    tell(
        model,
        format!("place {} of {n_places} \u{2014} {does}", next + 1),
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
            let command = overlap.command(&model.session, *side);
            // The result was shown without them: they are asked about before anything takes them.
            let next: Vec<HunkId> = overlap.left_open(*side).collect();
            let kept = overlap.kept(*side).first().copied();
            let effects = go_on_to(model, command, &next);
            // What is kept is shown, not what was rejected for it.
            if let Some(kept) = kept.filter(|_| model.current().decision.is_rejected()) {
                model.go_to(kept);
            }
            effects
        }
        Some((_, Preview::Impossible)) => {
            let ways = allow::ways(model);
            refuse(
                model,
                format!("not possible: another hunk is in the way; choose {ways}"),
            )
        }
        None => Vec::new(),
    }
}

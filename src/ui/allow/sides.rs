//! Why a conflict cannot be settled in a way.

use super::digits;
use super::why::why_not_accept;
use crate::ui::keymap::{Action, Side};
use crate::ui::model::{Model, Shown};

pub(super) fn show_side(model: &Model, side: Side) -> Option<String> {
    let says = |why: &str| Some(why.to_string());
    match side {
        _ if has_way(model, side) => None,
        Side::Apart => says("no other place avoids the conflict"),
        Side::BothReversed if is_same_reversed(model) => says("either order gives the same result"),
        Side::Only(_) => Some(only_hunks(model)),
        Side::Both | Side::BothReversed | Side::Neither => why_not_all(model),
    }
}

pub(super) fn take(model: &Model) -> Option<String> {
    if no_side(model) {
        return Some(format!(
            "preview a result first: {}, then {}",
            ways(model),
            model.key(Action::Take)
        ));
    }
    let hides = model.hiding_here().is_some();
    hides.then(|| why_not_accept(model)).flatten()
}

/// Says how many hunks of the overlap under review a digit can keep.
fn only_hunks(model: &Model) -> String {
    let n_hunks = model.overlap.as_ref().map_or(0, |it| it.hunks.len());
    format!("only {n_hunks} hunks here: {}", digits(n_hunks))
}

fn no_side(model: &Model) -> bool {
    model
        .overlap
        .as_ref()
        .is_none_or(|overlap| overlap.chosen == Shown::No)
}

/// Returns the keys of the ways to settle the overlap under review, as people read them.
pub(in crate::ui) fn ways(model: &Model) -> String {
    let key = |side: &Side| match side {
        Side::Only(index) => (index + 1).to_string(),
        Side::Both | Side::BothReversed | Side::Neither | Side::Apart => {
            model.key(Action::ShowSide(*side))
        }
    };
    let ways = model
        .overlap
        .as_ref()
        .map_or(&[][..], |overlap| &overlap.ways);
    ways.iter().map(key).collect::<Vec<_>>().join(" ")
}

fn has_way(model: &Model, side: Side) -> bool {
    let overlap = model.overlap.as_ref();
    overlap.is_some_and(|overlap| overlap.ways.contains(&side))
}

fn is_same_reversed(model: &Model) -> bool {
    let overlap = model.overlap.as_ref();
    overlap.is_some_and(|overlap| overlap.is_same_reversed)
}

/// Says why not all hunks of a conflict can be kept, as its question does.
fn why_not_all(model: &Model) -> Option<String> {
    let overlap = model.overlap.as_ref()?;
    let inserts = overlap.clash_at.is_empty();
    let why = match (overlap.n_more, overlap.hunks.len()) {
        (0, 2) if inserts => "can't keep both: one inserts where the other replaces",
        (0, 2) => "can't keep both: one replaces lines that the other changes",
        (0, _) if inserts => "can't keep all: one inserts where another replaces",
        (0, _) => "can't keep all: one replaces lines that another changes",
        (_, _) => "too many hunks to keep all: keep one, or none",
    };
    Some(why.to_string())
}

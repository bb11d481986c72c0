//! The line that tells a place from those it ties with: lit in the file, and named below it.

use super::super::model::Model;
use crate::matcher::Candidate;
use crate::report::unique::unique_line_at;
use crate::text::{Text, heading};

/// How many lines above the change a definition may begin, to be seen with it.
const NEAR: usize = 16;

/// A line that only one of several places has, and the one that another place has instead.
pub(super) struct Telling {
    /// The line of the file, 0-based.
    pub(super) line: usize,
    /// The line at the other place; past the end of the file where there is none.
    pub(super) other: usize,
    /// Whether the two begin the definitions that the places are in.
    pub(super) is_definition: bool,
}

/// Returns what tells place `index` from the best of the others. Of two places that is the definition around each, as people
/// name places by it; else the nearest line that none of the others has.
pub(super) fn telling(model: &Model, index: usize) -> Option<Telling> {
    let text = model.doc.text();
    let places = model.places();
    let (own, other) = (places.get(index)?, places.get(usize::from(index == 0))?);
    // Where no place fits, its own lines say more than those around it.
    if !places[0].reaches_bar() {
        return None;
    }
    let definitions = (model.n_tied() == 2).then(|| definitions(text, own, other));
    if let Some((line, other)) = definitions.flatten() {
        return Some(Telling {
            line,
            other,
            is_definition: true,
        });
    }
    let nearest = |index: usize, other: &Candidate| {
        let unique = unique_line_at(&model.session, model.hunk, index)?;
        Some(Telling {
            line: unique.telling_index(),
            other: unique.at_distance(other.span),
            is_definition: false,
        })
    };
    let is_line = |at: usize| at < text.n_lines() && !text.line(at).trim_ascii().is_empty();
    if index == 1 && model.n_tied() == 2 {
        // The same line is lit in both, whichever of them is under the cursor.
        let first = nearest(0, own).filter(|telling| is_line(telling.other));
        let mirrored = first.map(|telling| Telling {
            line: telling.other,
            other: telling.line,
            ..telling
        });
        return mirrored.or_else(|| nearest(1, other));
    }
    nearest(index, other)
}

/// Returns the innermost definitions around two places that are not alike; `None` where they begin too far up to be seen with
/// the change.
fn definitions(text: &Text, one: &Candidate, two: &Candidate) -> Option<(usize, usize)> {
    let from = [one.first_changed(), two.first_changed()];
    let mut at = from.map(|line| heading::enclosing(text, line));
    while let [Some(one), Some(two)] = at {
        let is_near = from[0].saturating_sub(one).max(from[1].saturating_sub(two)) <= NEAR;
        if one == two || !is_near {
            return None;
        }
        if text.line(one).trim_ascii() != text.line(two).trim_ascii() {
            return Some((one, two));
        }
        at = [one, two].map(|line| heading::around(text, line));
    }
    None
}

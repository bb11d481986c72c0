//! The doubt whether what a hunk inserts stands at the place already.

use super::{Laid, LineKind, LineMatch, Tier};
use crate::matcher::line_key::LineKey;
use crate::matcher::{change_runs, insertion_point, weight};

/// Whether what is inserted stands right there already: a line of it among those that the target has more, or all of a run.
/// Where every line is equal, the place is the one meant all the same.
pub(super) fn already_there(laid: &Laid<'_>) -> bool {
    let lines = laid.search.variant.lines.iter().zip(&laid.search.facts);
    let inserted = lines
        .filter(|(line, facts)| line.kind == LineKind::Insert && facts.weight >= weight::TELLING);
    let inserted: Vec<LineKey> = inserted.map(|(_, facts)| facts.key).collect();
    let extra = laid
        .aligned
        .iter()
        .filter(|pair| pair.how == LineMatch::Extra);
    let mut extra = extra.filter_map(|pair| pair.target_line());
    let stands_amid = extra.any(|line| inserted.contains(&laid.search.index.key(line)));
    (stands_amid || stands_in_a_row(laid)) && Tier::of(laid) != Tier::Strict
}

/// Whether what a run of changes inserts stands right there already: all its lines that say something, in a row, in or
/// beside the lines that the run replaces, and not among those that it removes.
fn stands_in_a_row(laid: &Laid<'_>) -> bool {
    let lines = &laid.search.variant.lines;
    let index = laid.search.index;
    change_runs(lines).into_iter().any(|run| {
        let keys = |kind: LineKind| -> Vec<LineKey> {
            let facts = run.clone().filter(|line| lines[*line].kind == kind);
            facts
                .map(|line| laid.search.facts[line])
                .filter(|facts| facts.weight >= weight::TELLING)
                .map(|facts| facts.key)
                .collect()
        };
        let (inserted, deleted) = (keys(LineKind::Insert), keys(LineKind::Delete));
        let mut own = laid.pairs_of(run.clone()).map(|pair| pair.how).peekable();
        let is_moved = own.peek().is_some() && own.all(LineMatch::is_alike);
        let repeats = inserted.iter().any(|key| deleted.contains(key));
        if inserted.is_empty() || (repeats && !is_moved) {
            return false;
        }
        if !repeats && inserted.iter().any(|key| index.n_lines_with(*key) == 0) {
            return false;
        }
        let targets = laid.pairs_of(run.clone());
        let targets: Vec<usize> = targets.filter_map(|pair| pair.target_line()).collect();
        let partner = |line| laid.aligned[laid.position(line)?].target_line();
        let point = insertion_point(partner, lines, run.start);
        let Some(first) = targets.first().copied().or(point) else {
            return false;
        };
        let end = targets.last().map_or(first, |last| last + 1);
        let n_lines = run.len();
        let near = first.saturating_sub(n_lines)..(end + n_lines).min(index.text().n_lines());
        let there: Vec<LineKey> = near
            .filter(|at| index.weight(*at) >= weight::TELLING)
            .map(|at| index.key(at))
            .collect();
        if repeats {
            // Lines wrapped already: what wraps them stands right above or below, where they are indented as it asks.
            let beside = [first.checked_sub(1), Some(end)]
                .into_iter()
                .flatten()
                .filter(|at| *at < index.text().n_lines());
            return beside
                .map(|at| index.key(at))
                .any(|key| inserted.contains(&key) && !deleted.contains(&key));
        }
        there
            .windows(inserted.len())
            .any(|window| window == inserted)
    })
}

//! Sentences above an edit that name its file and say that the edit was only thought of, or is for another time or place: `I
//! considered changing a.rs:`, `After the release, change a.rs:`. Its first words show which.

use super::clause::Clause;
use super::lexicon::{Cue, Kind, List, Unit};
use super::reading::Reading;

/// Returns whether a sentence above an edit speaks of one that was only thought of, or that others make.
pub(super) fn only_considers(reading: &Reading<'_>) -> bool {
    let [first, rest @ ..] = &reading.clauses[..] else {
        return false;
    };
    let is_manner = |clause: &Clause<'_>| {
        clause
            .units
            .iter()
            .all(|unit| unit.has_any(&[Cue::Likens, Cue::Fill]))
    };
    // `I considered a.rs, but changed b.rs` hands over what was made.
    let names_file =
        |clause: &Clause<'_>| matches!(&clause.units[..], [only] if only.kind == Kind::Code);
    let is_all = rest
        .iter()
        .all(|clause| is_manner(clause) || names_file(clause));
    first.is_english() && is_all && List::Considered.opens(&text(first))
}

/// Returns whether the first words of a sentence put off what follows, or mean it for another place, and all others are an order
/// to change or make a file.
pub(super) fn leads_there(reading: &Reading<'_>) -> bool {
    let [first, order] = &reading.clauses[..] else {
        return false;
    };
    let text = text(first);
    first.is_english() && orders_file(order) && (List::AnotherTime.has(&text) || is_infra(first))
}

/// Returns whether a clause says where something lies that is no part of the files at hand: `In the infra repo`.
fn is_infra(clause: &Clause<'_>) -> bool {
    match &clause.units[..] {
        [lead, the, what, repo] => {
            let is_named = what.kind == Kind::Unknown && matches!(&*repo.word, "repo" | "repos");
            matches!(&*lead.word, "in" | "on") && the.has(Cue::Det) && is_named
        }
        [..] => false,
    }
}

/// Returns whether a clause is a verb of change and a file, or the file alone.
fn orders_file(clause: &Clause<'_>) -> bool {
    let cues = [
        Cue::Alter,
        Cue::Change,
        Cue::Create,
        Cue::Order,
        Cue::Request,
    ];
    let fills = |unit: &Unit<'_>| unit.has_any(&[Cue::Det, Cue::Fill, Cue::Prep]);
    match &clause.units[..] {
        [file] => file.kind == Kind::Code,
        [verb, between @ .., file] => {
            let is_verb = verb.has_any(&cues) || fills(verb);
            is_verb && file.kind == Kind::Code && between.iter().all(fills)
        }
        [] => false,
    }
}

fn text(clause: &Clause<'_>) -> String {
    let words: Vec<&str> = clause.units.iter().map(|unit| &*unit.word).collect();
    words.join(" ").replace('_', " ")
}

//! Sentences that bind an edit to a condition, a time or a place: they hold such a bound, and say that the edit is to be applied
//! there. `Once the cache is warm, reads are fast` has a bound, too, but applies nothing.

use super::clause::Clause;
use super::lexicon::{Cue, Kind, Unit};

/// Verbs for what is done with an edit alone.
pub(super) const APPLYING: &[&str] = &["apply", "applied", "applying"];

/// What is made, taken or used, where an edit is named behind it: `make this change`.
const MAKING: &[&str] = &["make", "take", "use", "do"];

/// Words for what happens to a program once, and is no part of it. The lexicon knows some of them.
pub(super) const EVENTS: &[&str] = &[
    "release", "releases", "deployment", "deploy", "rollout", "launch", "migration", "upgrade",
    "freeze", "cutover",
];

/// Verbs that ask to make the lines of an edit others.
const ALTERING: &[&str] = &[
    "replace", "adjust", "adapt", "alter", "change", "edit", "set", "substitute", "swap", "fill",
    "put", "insert", "customize", "customise", "tweak", "modify", "correct",
];

/// Returns whether a clause asks to apply an edit later than now, in part, or not before its lines are others: `Apply this after
/// the release`, `Apply only the first hunk`, `Adjust the path before you apply it`.
pub(super) fn puts_off(clause: &Clause<'_>) -> bool {
    applies_late(clause) || applies_part(clause) || is_altered_first(clause)
}

/// Returns whether a clause is a bound: it begins with a condition or a time, or names a place and says that it is only there.
pub(super) fn bounds(clause: &Clause<'_>) -> bool {
    let units = unled(clause);
    let is_dense = clause.ends_with_verb();
    let begins = |unit: &&Unit<'_>| begins_bound(unit);
    let bound = match is_dense {
        true => units.iter().position(|unit| begins_bound(unit)),
        false => units.first().filter(begins).map(|_| 0),
    };
    // What is done once the edit is applied is no bound of that.
    if let Some(at) = bound {
        let (before, behind) = (&units[..at], &units[at + 1..]);
        let is_applied = units.iter().any(|unit| unit.has(Cue::Apply));
        let names = |units: &[Unit<'_>]| names_world(units);
        return !is_applied && (names(behind) || is_dense && names(before));
    }
    let begins_with = |cue| units.first().is_some_and(|unit| unit.has(cue));
    let is_place = begins_with(Cue::Only) && units.get(1).is_some_and(|unit| unit.has(Cue::Place))
        || begins_with(Cue::Place) && units.last().is_some_and(|unit| unit.has(Cue::Only));
    is_place && names_world(&units[1..])
}

fn begins_bound(unit: &Unit<'_>) -> bool {
    unit.has_any(&[Cue::If, Cue::When]) && !unit.has(Cue::Lead)
}

/// Returns whether words name anything but edits and what is done with them, and do not say that the writer may be mistaken:
/// `once that is done`, `when you are ready` and `unless I misread you` are no bounds, nor is what the reader prepares, as in
/// `after installing it`.
fn names_world(units: &[Unit<'_>]) -> bool {
    let first = units.first().map_or("", |unit| &*unit.word);
    let is_of_writer = matches!(first, "i" | "ich");
    let is_named = |unit: &Unit<'_>| match unit.kind {
        Kind::Unknown | Kind::Code => unit.word.chars().any(char::is_alphabetic),
        Kind::Known => EVENTS.contains(&&*unit.word),
        Kind::Number | Kind::Break => false,
    };
    !is_of_writer && !first.ends_with("ing") && units.iter().any(is_named)
}

/// Returns whether a clause asks to apply an edit, and names no bound before that: `apply this`, `make this change`.
pub(super) fn applies(clause: &Clause<'_>) -> bool {
    let units = unled(clause);
    let is_object = || clause.has_any(&[Cue::It, Cue::Edit]);
    let is_apply = |unit: &Unit<'_>| unit.has(Cue::Apply);
    if clause.is_english() {
        let first = units.first().map_or("", |unit| &*unit.word);
        let makes = MAKING.contains(&first) && clause.has(Cue::Edit) && is_object();
        return APPLYING.contains(&first) || makes && clause.is_closed();
    }
    if clause.ends_with_verb() {
        return units.iter().any(is_apply) && !units.iter().any(begins_bound);
    }
    units.first().is_some_and(is_apply) && (units.len() == 1 || is_object())
        || units.last().is_some_and(is_apply) && !units.iter().any(begins_bound)
}

/// Returns whether a clause that asks to apply an edit holds its bound itself: `Apply this after the release`, `Nach dem Release
/// anwenden`.
pub(super) fn applies_late(clause: &Clause<'_>) -> bool {
    let units = unled(clause);
    let Some(at) = units.iter().position(begins_bound) else {
        return false;
    };
    let (before, behind) = (&units[..at], &units[at + 1..]);
    let is_apply = |unit: &Unit<'_>| match clause.is_english() {
        true => APPLYING.contains(&&*unit.word),
        false => unit.has(Cue::Apply),
    };
    // `Only after the first one` is about the order of edits.
    let is_order = |unit: &Unit<'_>| unit.has_any(&[Cue::Nth, Cue::Above, Cue::Edit]);
    if clause.ends_with_verb() {
        // `適用される` says what happens.
        let is_passive = |at: usize| behind.get(at + 1).is_some_and(|unit| unit.word == "さ");
        let verb = behind
            .iter()
            .position(is_apply)
            .filter(|at| !is_passive(*at));
        return names_world(before) && verb.is_some_and(|verb| !names_world(&behind[..verb]));
    }
    let asks = before.first().is_some_and(is_apply)
        && before.iter().all(|unit| unit.kind == Kind::Known)
        && !clause.is_negated;
    let ends = at == 0 && behind.last().is_some_and(is_apply) && !clause.is_english();
    let time = behind.strip_suffix(&units[units.len() - usize::from(ends)..]);
    let time = time.unwrap_or(behind);
    (asks || ends) && names_world(time) && !time.iter().any(is_order)
}

/// Returns whether a clause has only one of several edits applied: `Apply only the first hunk for now`.
fn applies_part(clause: &Clause<'_>) -> bool {
    let units = unled(clause);
    let mut units = units.iter().filter(|unit| !unit.has(Cue::Only));
    let asks = units
        .next()
        .is_some_and(|unit| APPLYING.contains(&&*unit.word));
    asks && clause.has(Cue::Only)
        && clause.has(Cue::Nth)
        && !clause.is_negated
        && !clause.units.iter().any(begins_bound)
}

/// Returns whether a clause asks for other lines than those of the edit, before that is applied: `Replace X with your own user
/// before applying`, `Fill in your own values first`.
fn is_altered_first(clause: &Clause<'_>) -> bool {
    if !clause.is_english() {
        return false;
    }
    let words = || clause.units.iter().flat_map(|unit| unit.word.split('_'));
    let words: Vec<&str> = words().collect();
    let leads = |word: &&&str| matches!(**word, "please" | "just" | "then");
    let lead = words.iter().take_while(leads).count();
    let verb = words.get(lead).copied().unwrap_or_default();
    let before = words.iter().rposition(|word| *word == "before");
    let is_before = before.is_some_and(|at| words[at..].iter().any(|it| APPLYING.contains(it)));
    let is_own = words.windows(2).any(|pair| pair == ["your", "own"]);
    let is_first = is_own && words.last() == Some(&"first");
    ALTERING.contains(&verb) && (is_before || is_first)
}

/// Returns the words of a clause without those that may be before what it says.
fn unled<'s, 'a>(clause: &'s Clause<'a>) -> &'s [Unit<'a>] {
    let leads = |unit: &&Unit<'_>| {
        let is_lead = unit.has_any(&[Cue::Lead, Cue::Open, Cue::Join]);
        is_lead && !unit.has_any(&[Cue::If, Cue::When, Cue::Only, Cue::Place, Cue::Apply])
            || matches!(&*unit.word, "erst" | "请" | "再")
    };
    let n_leads = clause.units.iter().take_while(leads).count();
    &clause.units[n_leads..]
}

//! Words between two edits by which the one below corrects the one above, whatever lines it changes: `Sorry, I meant:`, `Take
//! two:`, `That was the wrong file; here's the right one:`. One that adds to the edit above says what is added, or names it.

use super::clause::Clause;
use super::lexicon::{Cue, List, Unit};
use super::reading::Reading;

/// The most words of a paragraph that does no more than put an edit in the place of another.
const N_WORDS: usize = 14;

/// Words that open a sentence about the program rather than a second thought.
const TURNING: &[&str] = &["however", "unfortunately", "sadly", "alas", "leider"];

/// What opens a second thought only if a sign is behind it: `Update: use this one`.
const LABELS: &[&str] = &["no", "nope", "update", "edit"];

/// Words by which something comes to what is there.
const ADDING: &[&str] = &[
    "forgot", "forgotten", "missed", "more", "same", "next", "and", "plus", "second", "one_more",
];

/// Returns whether a paragraph between two edits puts the one below in the place of the one above.
pub(super) fn replaces(readings: &[Reading<'_>]) -> bool {
    let clauses: Vec<&Clause<'_>> = readings.iter().flat_map(|it| &it.clauses).collect();
    let [first, behind @ ..] = &clauses[..] else {
        return false;
    };
    let n_words: usize = clauses.iter().map(|clause| clause.units.len()).sum();
    if n_words > N_WORDS || readings.iter().any(|it| it.is_question) || adds(&clauses) {
        return false;
    }
    let is_plain = clauses.iter().all(|clause| speaks_of_edits(clause));
    // `The import is unused. Let me fix that` mends something else.
    let is_whole = |clause: &Clause<'_>| clauses.len() == 1 || clause.units[0].word != "let";
    let mut openers = clauses.iter().take(2);
    let is_named = openers.any(|clause| is_second_thought(clause) && is_whole(clause));
    is_named
        || keeps_instead(&clauses)
        || is_plain && (turns_down(&clauses) || is_opened(first, behind) || is_instead(&clauses))
}

/// Returns whether a clause is one by which a writer begins anew: `I meant`, `take two`.
fn is_second_thought(clause: &Clause<'_>) -> bool {
    let words: Vec<&str> = clause.units.iter().map(|unit| &*unit.word).collect();
    List::SecondThought.has(&words.join(" ").replace('_', " "))
}

/// Returns whether words say that the edit below comes to the one above, or what is wrong in the program.
fn adds(clauses: &[&Clause<'_>]) -> bool {
    use Cue::{Else, Grow, Harm, If, Lack, Origin};
    let last = clauses.len() - 1;
    // `Undo that and do this` is no more than one thing.
    let says_more = |clause: &Clause<'_>, nth: usize| {
        let is_adding = |unit: &Unit<'_>| ADDING.contains(&&*unit.word);
        let is_joint =
            nth == last && (clause.units.len() == 1 || clause.has_any(&[Cue::Deed, Cue::Only]));
        let from = usize::from(is_joint && clause.units[0].word == "and");
        clause.units[from..].iter().any(is_adding)
            || clause
                .units
                .windows(2)
                .any(|pair| pair[0].word == "as" && pair[1].word == "well")
    };
    let mut clauses = clauses.iter().enumerate();
    clauses.any(|(nth, clause)| {
        clause.has_any(&[Else, Grow, Harm, If, Lack, Origin]) || says_more(clause, nth)
    })
}

/// Returns whether each word of a clause serves to speak of edits, but for what is called wrong, or the part of a file.
fn speaks_of_edits(clause: &Clause<'_>) -> bool {
    let units = &clause.units;
    let is_bad = |at: usize| at > 0 && units[at - 1].has(Cue::Bad);
    let mut open = (0..units.len()).filter(|at| units[*at].kind == super::lexicon::Kind::Unknown);
    !clause.has_code
        && (clause.is_closed() || open.all(|at| units[at].has(Cue::Part) || is_bad(at)))
}

/// Returns whether words open with a second thought, and then only hand over what is below.
fn is_opened(first: &Clause<'_>, behind: &[&Clause<'_>]) -> bool {
    use Cue::{Better, Deed, Fill, Good, Hmm, Instead, It, Likens, Regret};
    let [opener, rest @ ..] = &first.units[..] else {
        return false;
    };
    let is_label = LABELS.contains(&&*opener.word);
    let opens = opener.has_any(&[Hmm, Regret]) && !TURNING.contains(&&*opener.word);
    if !(opens || is_label && rest.is_empty())
        || is_label && !opens && behind.is_empty() && opener.word != "no"
    {
        return false;
    }
    let rest = || {
        rest.iter()
            .chain(behind.iter().flat_map(|clause| &clause.units))
    };
    let is_handed = |unit: &Unit<'_>| {
        unit.has_any(&[Better, Good, Instead, Likens, Cue::Bad]) || unit.word == "version"
    };
    let does_it = rest().any(|unit| unit.has(Deed)) && rest().any(|unit| unit.has(It));
    // `It's this one`, and `No, that isn't it. This is`.
    let fills = |unit: &Unit<'_>| unit.has_any(&[Fill, It, Hmm, Regret, Cue::Not, Cue::Zero]);
    let denies = rest().any(|unit| unit.has_any(&[Cue::Not, Cue::Zero]));
    rest().all(fills) && rest().count() <= if denies { 7 } else { 4 }
        || does_it
        || rest().any(is_handed)
}

/// Returns whether a short sentence puts what is below in the place of something: `Please use this instead`.
fn is_instead(clauses: &[&Clause<'_>]) -> bool {
    use Cue::{Deed, Det, Fill, Instead, It, Or, Than};
    let units = || clauses.iter().flat_map(|clause| &clause.units);
    let fills = |unit: &Unit<'_>| unit.has_any(&[Deed, Det, Fill, Instead, It, Or]);
    units().count() <= 6
        && units().any(|unit| unit.has(Instead) && !unit.has(Than))
        && units().all(fills)
}

/// Returns whether a clause turns down what is above, and a later one hands over what is below: `That was the wrong file; here's
/// the right one`.
fn turns_down(clauses: &[&Clause<'_>]) -> bool {
    use Cue::{Above, Bad, Better, Code, Deed, Drop, Edit, Gone, Good, It, Old};
    let turned = |clause: &Clause<'_>| {
        let is_edit = clause.has_any(&[It, Above, Edit]) || clause.units[0].has(Bad);
        is_edit && !clause.is_negated && !clause.has(Old) && clause.has_any(&[Bad, Drop, Gone])
    };
    let Some(at) = clauses.iter().position(|clause| turned(clause)) else {
        return false;
    };
    let hands_over = |clause: &&Clause<'_>| {
        let is_it = clause.has_any(&[It, Code]);
        clause.has_any(&[Good, Better])
            || clause.has(Deed) && is_it
            || is_it && clause.units.len() <= 7
    };
    let is_below = |unit: &Unit<'_>| unit.word == "below";
    clauses[at + 1..].iter().any(hands_over)
        || clauses[at].has(Above) && clauses[at].units.iter().any(is_below)
}

/// Returns whether something is to stay after all, and the edit below is made in its place: `Leave the timeout alone after all;
/// instead`.
fn keeps_instead(clauses: &[&Clause<'_>]) -> bool {
    use Cue::{Better, Hmm, Instead, Keep, Lead, Only, Regret};
    let keeps = |clause: &Clause<'_>| {
        let mut units = clause.units.iter().skip_while(|unit| unit.has(Lead));
        units.next().is_some_and(|unit| unit.has(Keep))
    };
    let is_kept = clauses.iter().any(|clause| keeps(clause));
    let is_opened = clauses[0].units.len() == 1 && clauses[0].has_any(&[Better, Hmm, Regret]);
    let has = |cue| clauses.iter().any(|clause| clause.has(cue));
    is_kept && (has(Regret) || is_opened && (has(Only) || has(Instead)))
}

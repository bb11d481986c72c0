//! Sentences that bind an edit to a condition, a time or a place: they hold such a bound, and say that the edit is to be applied
//! there. `Once the cache is warm, reads are fast` has a bound, too, but applies nothing.

use super::clause::Clause;
use super::elsewhere::Said;
use super::lexicon::{Cue, Kind, Unit};
use super::reading::Reading;
use super::verdict::APPLYING;

/// What is made, taken or used, where an edit is named behind it: `make this change`.
const MAKING: &[&str] = &["make", "take", "use", "do"];

/// Words for what happens to a program once, and is no part of it. The lexicon knows some of them.
const EVENTS: &[&str] = &[
    "release",
    "releases",
    "deployment",
    "deploy",
    "rollout",
    "launch",
    "migration",
    "upgrade",
    "freeze",
    "cutover",
];

/// Where a program runs, or its files lie, and what runs there.
const SITES: &[&str] = &[
    "staging",
    "production",
    "environment",
    "server",
    "servers",
    "cluster",
    "host",
    "machine",
    "machines",
    "workspace",
    "build",
    "builds",
    "device",
    "devices",
    "instance",
    "instances",
    "tenant",
    "checkout",
];

/// Copies of the files at hand, and what a sentence adds to the words for it where these may mean something in the program.
const CHECKOUTS: &[&str] = &["checkout", "checkouts", "clone", "worktree", "fork", "copy"];
const OF_FILES: &[&str] = &[
    "repository",
    "repo",
    "project",
    "library",
    "codebase",
    "upstream",
];

/// Words that say whose something is: not another's.
const OWN: &[&str] = &["this", "our", "my", "same"];

/// Verbs that ask to make the lines of an edit others.
const ALTERING: &[&str] = &[
    "replace",
    "adjust",
    "adapt",
    "alter",
    "change",
    "edit",
    "set",
    "substitute",
    "swap",
    "fill",
    "put",
    "insert",
    "customize",
    "customise",
    "tweak",
    "modify",
    "correct",
];

/// Returns whether a sentence above a patch has that applied only under a condition, at a time or in a place.
pub(super) fn leads_there(reading: &Reading<'_>) -> bool {
    let clauses = &reading.clauses[..];
    let Some(first) = clauses.first() else {
        return false;
    };
    let is_bound = clauses.iter().any(|clause| bounds(clause));
    if is_bound && clauses.iter().any(applies) || clauses.iter().any(applies_late) {
        return true;
    }
    if !first.is_english() {
        return false;
    }
    let said = Said::of(first);
    let applied = clauses[1..].iter().any(applies);
    let is_alone = clauses.len() == 1;
    (is_alone || applied) && (said.is_in_checkout() || said.is_only_at_site())
        || is_alone && said.is_after_event()
        || reading.leads_on
            && said.is_of_reader()
            && (is_alone || said.is_of(0, &["unless"]) && clauses.last().is_some_and(orders))
}

/// Returns whether a sentence above a patch says how it would look if something else were so.
pub(super) fn is_hypothetical(reading: &Reading<'_>) -> bool {
    const WOULD: &[&str] = &["would", "might", "could"];
    const UNREAL: &[&str] = &[
        "wanted",
        "were",
        "decided",
        "ever",
        "needed",
        "chose",
        "preferred",
        "insisted",
    ];
    const NAMES: &[&str] = &["change", "patch", "diff", "edit", "fix", "it", "this"];
    let clauses = || reading.clauses.iter().filter(|clause| clause.is_english());
    let shows = |clause: &Clause<'_>| {
        let said = Said::of(clause);
        let verb = (0..said.words.len()).find(|at| said.is_of(*at, WOULD));
        let is_edit = verb.is_some_and(|at| at > 0 && said.is_of(at - 1, NAMES));
        let is_shown = verb.is_some_and(|at| said.is_of(at + 1, &["look", "be", "go"]));
        (is_edit && is_shown && clause.is_closed()).then(|| said.has(&["something", "roughly"]))
    };
    let mut shown = clauses().filter_map(shows);
    let is_unreal = || {
        clauses().any(|clause| clause.has_any(&[Cue::If, Cue::Hyp]) && Said::of(clause).has(UNREAL))
    };
    shown.next().is_some_and(|is_vague| is_vague || is_unreal())
}

/// Returns whether a clause asks to apply an edit later than now, in part, or not before its lines are others: `Apply this after
/// the release`, `Apply only the first hunk`, `Adjust the path before you apply it`.
pub(super) fn puts_off(clause: &Clause<'_>) -> bool {
    applies_late(clause) || applies_part(clause) || is_altered_first(clause)
}

/// Returns whether a clause is a bound: it begins with a condition or a time, or names a place and says that it is only there.
fn bounds(clause: &Clause<'_>) -> bool {
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
fn applies(clause: &Clause<'_>) -> bool {
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
fn applies_late(clause: &Clause<'_>) -> bool {
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
    let said = Said::of(clause);
    let lead = said
        .words
        .iter()
        .take_while(|word| matches!(**word, "please" | "just" | "then"));
    let lead = lead.count();
    let before = said.words.iter().rposition(|word| *word == "before");
    let is_before =
        before.is_some_and(|at| said.words[at..].iter().any(|it| APPLYING.contains(it)));
    let is_own = said.words.windows(2).any(|pair| pair == ["your", "own"]);
    let is_first = is_own && said.words.last() == Some(&"first");
    said.is_of(lead, ALTERING) && (is_before || is_first)
}

/// Returns whether a clause looks like an order: it begins with a verb, whatever that is.
fn orders(clause: &Clause<'_>) -> bool {
    let first = clause.units.first();
    first.is_some_and(|unit| {
        let is_other = [Cue::Det, Cue::It, Cue::Mine, Cue::You, Cue::They, Cue::Join];
        unit.kind != Kind::Code && !unit.has_any(&is_other)
    })
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

impl Said<'_> {
    /// Returns whether it is about the reader, and says on what that depends: `If you must support Java 8`, `Once you are on Go
    /// 1.23`. What happens when the reader calls something is about the program.
    pub(super) fn is_of_reader(&self) -> bool {
        let begin = match self.words.first() {
            Some(&("if" | "should" | "unless")) => 1,
            Some(&"in") if self.is_of(1, &["case"]) => 2,
            Some(&("once" | "when" | "after")) => {
                let has_done =
                    self.is_of(2, &["have", "are", "re", "ve", "upgrade", "move", "switch"]);
                let names =
                    |word: &&str| word.bytes().any(|it| it.is_ascii_digit()) || *word == "to";
                if !(has_done && self.words.iter().any(names)) {
                    return false;
                }
                1
            }
            Some(_) | None => return false,
        };
        self.is_of(begin, &["you"]) && self.words.len() > 3
    }

    /// Returns whether it is what happens first, and nothing else: `After the release`.
    fn is_after_event(&self) -> bool {
        let ends = self.words.last().is_some_and(|word| EVENTS.contains(word));
        self.is_of(0, &["after", "until"]) && ends && self.words.len() <= 4
    }

    /// Returns whether it begins with a place that runs the program, and says that it is only there: `Only on staging`.
    fn is_only_at_site(&self) -> bool {
        const PLACING: &[&str] = &["on", "in", "for", "under", "at", "within"];
        self.is_of(0, &["only", "just"]) && self.is_of(1, PLACING) && self.has(SITES)
    }

    /// Returns whether it begins with a copy of the files that is not at hand: `In the CODE checkout`, `In your fork of X`.
    fn is_in_checkout(&self) -> bool {
        let Some(at) = self.words.iter().position(|word| CHECKOUTS.contains(word)) else {
            return false;
        };
        let is_own = self.words[..at].iter().any(|word| OWN.contains(word));
        let of_files = self.is_of(at + 1, &["of"]) && self.has(OF_FILES);
        let is_sure = !self.is_of(at, &["clone", "copy"]) || of_files;
        self.is_of(0, &["in", "on", "for"]) && (1..=5).contains(&at) && !is_own && is_sure
    }
}

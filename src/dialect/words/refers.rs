//! Edits that a sentence takes back by what they are about: `Scratch the timeout edit`, `Actually no, keep the version`. Which
//! edit is meant is told by the lines that it changes, so that `never mind the whitespace` is about none.

use bstr::ByteSlice;

use super::clause::Clause;
use super::lexicon::{Cue, Kind, Unit};
use super::reading::Reading;
use super::verdict::Side;
use crate::patch::{FilePatch, Hunk, LineKind};
use crate::text::heading;

/// The most sentences of a reply whose words are looked for in the lines of the edits above them.
pub(super) const N_REFERENCES: usize = 20;

/// Returns the words by which a sentence below some edits names one that it takes back; none where it takes back none.
pub(super) fn named(reading: &Reading<'_>, side: Side) -> Vec<String> {
    if reading.is_question {
        return Vec::new();
    }
    let mut spared = (0..reading.clauses.len()).filter_map(|at| reading.spared(at));
    if let Some(file) = spared.next() {
        return vec![file.to_lowercase()];
    }
    if side == Side::Leads {
        return Vec::new();
    }
    let codes = reading.all_spared();
    if !codes.is_empty() {
        return codes;
    }
    let regrets = reading.regrets() || side == Side::Regretted;
    let mut clauses = reading.clauses.iter();
    clauses
        .find_map(|clause| object_of(clause, regrets))
        .unwrap_or_default()
}

/// Reads what a clause takes back, or leaves as it was.
fn object_of(clause: &Clause<'_>, regrets: bool) -> Option<Vec<String>> {
    use Cue::{
        Apply, Bad, Deed, Drop, Due, Fill, Gone, Good, Hmm, If, Keep, Not, Regret, Still, Was, Zero,
    };
    if clause.has(If) {
        return None;
    }
    // `You can ignore the change to a.c`.
    let is_allowed = match &clause.units[..] {
        [you, can, verb, ..] => you.word == "you" && can.has(Cue::Can) && verb.has(Drop),
        [..] => false,
    };
    let n_before = if is_allowed { 2 } else { 0 };
    let begins = |unit: &Unit<'_>| !unit.has_any(&[Fill, Hmm]) || unit.has_any(&[Drop, Keep]);
    let verb = n_before + clause.units[n_before..].iter().position(begins)?;
    let first = &clause.units[verb];
    let object = |from: usize| Object::from(&clause.units[from.min(clause.units.len())..]);
    let subject = || object(verb);
    let is_denied = clause.is_negated;
    if first.has_any(&[Drop, Regret]) {
        let object = object(verb + 1);
        return (object.is_edit && !is_denied).then_some(object.words);
    }
    // `Leave the change to a.c out`.
    let ends_out = || clause.units.last().is_some_and(|unit| unit.word == "out");
    if first.has(Keep) && clause.is_english() && ends_out() {
        let object = object(verb + 1);
        return (object.is_edit && !is_denied).then_some(object.words);
    }
    if first.has(Keep) {
        return (regrets || clause.has(Still)).then(|| object(verb + 1).words);
    }
    // `Do not apply the change to a.c`.
    if is_denied && matches!(&*first.word, "do" | "don" | "t") {
        let behind = clause.units[verb + 1..].iter().take(2);
        let applied = behind.clone().position(|unit| unit.has_any(&[Apply, Deed]));
        let object = applied.map(|at| object(verb + 2 + at));
        if let Some(object) = object.filter(|it| it.is_edit && !it.words.is_empty()) {
            return Some(object.words);
        }
    }
    if first.has(Not) {
        return regrets.then(|| object(verb + 2).words);
    }
    if regrets && clause.has(Keep) {
        return Some(subject().words);
    }
    let subject = subject();
    let said = &clause.units[(verb + subject.n_units).min(clause.units.len())..];
    // `The change to a.c drops the wrong default` says what it does.
    let is_of_edit = clause.ends_with_verb()
        || said.first().is_some_and(|unit| {
            let takes_back = !clause.is_english() && unit.has(Drop);
            unit.has_any(&[Fill, Was, Not, Zero, Gone]) || takes_back
        });
    let has = |cues: &[Cue]| said.iter().any(|unit| unit.has_any(cues));
    let is_spared = clause.ends_with_verb() && has(&[Zero]) && !clause.has(Cue::Else);
    // In Japanese one word says so of the edit: `a.c の変更は不要です`.
    if is_spared && !subject.words.is_empty() && clause.needs_nothing() {
        return Some(subject.words);
    }
    // `Ist doch nicht nötig`.
    let is_turned = is_denied || !clause.is_english() && has(&[Regret]);
    let says_no = is_turned && has(&[Due, Good])
        || is_denied && is_spared
        || !is_denied && (has(&[Bad, Gone]) || !clause.is_english() && has(&[Drop]));
    // `Ich nehme die Änderung zurück`.
    let n_before = if clause.is_english() { 1 } else { 2 };
    (subject.is_edit && verb <= n_before && is_of_edit && says_no).then_some(subject.words)
}

/// What a clause is about.
struct Object {
    /// The words that say which edit: `version` in `the version bump`.
    words: Vec<String>,
    /// Whether an edit is named, and not the thing itself.
    is_edit: bool,
    /// How many words name it.
    n_units: usize,
}

impl Object {
    fn from(units: &[Unit<'_>]) -> Object {
        let mut object = Object {
            words: Vec::new(),
            is_edit: false,
            n_units: 0,
        };
        for unit in units {
            let is_noun = unit.has(Cue::Code) && !unit.has_any(&[Cue::Edit, Cue::It, Cue::Old]);
            let says_which =
                is_noun || matches!(unit.kind, Kind::Unknown | Kind::Code | Kind::Number);
            // `The YAML one`.
            let is_one = unit.word == "one" && !object.words.is_empty();
            let goes_on = says_which
                || is_one
                || unit.has_any(&[
                    Cue::Det,
                    Cue::Edit,
                    Cue::Mine,
                    Cue::Old,
                    Cue::Prep,
                    Cue::It,
                    Cue::You,
                    Cue::To,
                    Cue::Place,
                ])
                || is_particle(unit);
            if !goes_on {
                break;
            }
            object.n_units += 1;
            object.is_edit |= unit.has(Cue::Edit) || is_one;
            if says_which {
                object.words.push(unit.word.to_string());
            }
        }
        object
    }
}

/// Returns whether a word of a script without blanks ties a name to what it is of.
fn is_particle(unit: &Unit<'_>) -> bool {
    matches!(
        &*unit.word,
        "的" | "对" | "中" | "里" | "の" | "へ" | "에" | "의"
    )
}

/// Returns whether an edit, the one hunk of `file` or the file itself, is about all of `words`: each stands in a line that it
/// changes, or in the path.
pub(super) fn is_about(file: &FilePatch, hunk: Option<usize>, words: &[String]) -> bool {
    let hunk = hunk.map(|hunk| &file.hunks[hunk]);
    let lines = hunk.into_iter().flat_map(|hunk| hunk.lines.iter());
    let changed = lines.filter(|line| line.kind != LineKind::Context);
    let mut texts: Vec<String> = changed
        .map(|line| line.body.as_bstr().to_str_lossy().to_lowercase())
        .collect();
    texts.extend(file.path.named().map(|path| path.to_text().to_lowercase()));
    !words.is_empty()
        && words
            .iter()
            .all(|word| texts.iter().any(|text| holds(text, word)))
}

/// Returns whether an edit, one hunk of a file, changes lines of the definition of `name`, as far as the hunk shows which one they
/// are in.
pub(super) fn is_within(hunk: &Hunk, name: &str) -> bool {
    let mut within = None;
    hunk.lines.iter().any(|line| {
        within = heading::defined(&line.body).or(within.take());
        let is_of_it = || {
            within
                .as_ref()
                .is_some_and(|it| holds(&it.to_lowercase(), name))
        };
        line.kind != LineKind::Context && is_of_it()
    })
}

/// Returns whether `word` is in a text, with no letter beside it.
fn holds(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let is_apart = |sign: Option<char>| !sign.is_some_and(char::is_alphanumeric);
        is_apart(text[..at].chars().next_back()) && is_apart(text[at + word.len()..].chars().next())
    })
}

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
    use Cue::{Bad, Drop, Due, Fill, Gone, Good, Hmm, If, Keep, Not, Regret, Still};
    if clause.has(If) {
        return None;
    }
    let begins = |unit: &Unit<'_>| !unit.has_any(&[Fill, Hmm]) || unit.has_any(&[Drop, Keep]);
    let verb = clause.units.iter().position(begins)?;
    let first = &clause.units[verb];
    let object = |from: usize| Object::from(&clause.units[from.min(clause.units.len())..]);
    let subject = || object(verb);
    let is_denied = clause.is_negated;
    if first.has_any(&[Drop, Regret]) {
        let object = object(verb + 1);
        return (object.is_edit && !is_denied).then_some(object.words);
    }
    if first.has(Keep) {
        return (regrets || clause.has(Still)).then(|| object(verb + 1).words);
    }
    if first.has(Not) {
        return regrets.then(|| object(verb + 2).words);
    }
    if regrets && clause.has(Keep) {
        return Some(subject().words);
    }
    let says_no =
        is_denied && clause.has_any(&[Due, Good]) || !is_denied && clause.has_any(&[Bad, Gone]);
    let subject = subject();
    (subject.is_edit && verb <= 1 && says_no).then_some(subject.words)
}

/// What a clause is about.
struct Object {
    /// The words that say which edit: `version` in `the version bump`.
    words: Vec<String>,
    /// Whether an edit is named, and not the thing itself.
    is_edit: bool,
}

impl Object {
    fn from(units: &[Unit<'_>]) -> Object {
        let mut object = Object {
            words: Vec::new(),
            is_edit: false,
        };
        for unit in units {
            let is_noun = unit.has(Cue::Code) && !unit.has_any(&[Cue::Edit, Cue::It, Cue::Old]);
            let says_which =
                is_noun || matches!(unit.kind, Kind::Unknown | Kind::Code | Kind::Number);
            let goes_on = says_which
                || unit.has_any(&[
                    Cue::Det,
                    Cue::Edit,
                    Cue::Mine,
                    Cue::Old,
                    Cue::Prep,
                    Cue::It,
                    Cue::You,
                ]);
            if !goes_on {
                break;
            }
            object.is_edit |= unit.has(Cue::Edit);
            if says_which {
                object.words.push(unit.word.to_string());
            }
        }
        object
    }
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

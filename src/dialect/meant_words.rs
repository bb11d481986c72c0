//! The words by which a reply takes an edit back, warns of it, or offers it as one of several.

use bstr::{BStr, BString, ByteSlice};

use super::prose;

/// Verbs for what is done with an edit: one that is not to be done so is not to be made.
const APPLYING: &[&str] = &[
    "apply",
    "use",
    "do",
    "write",
    "commit",
    "merge",
    "copy",
    "paste",
    "take",
    "make",
    "try",
    "implement",
    "go",
];

/// Words that turn such a verb around where they begin a clause: `so don't use it`.
const FORBIDDING: &[&[&str]] = &[&["don", "t"], &["do", "not"], &["never"]];

/// Words that do so anywhere.
const ADVISING: &[&[&str]] = &[
    &["should", "not"],
    &["shouldn", "t"],
    &["must", "not"],
    &["would", "not"],
    &["wouldn", "t"],
];

/// Words that begin a clause.
const JOINING: &[&str] = &["so", "but", "and", "please", "then", "however", "thus"];

/// Words of a label above something that is not to be: `Wrong:`, `x.ts (original)`.
const WARNING: &[&str] = &[
    "bad",
    "wrong",
    "incorrect",
    "original",
    "old",
    "before",
    "current",
    "upstream",
    "rejected",
    "discarded",
    "expected",
    "outdated",
];

/// The most words of a label.
const N_LABEL: usize = 2;

/// Words in a row that warn of what follows, where nothing in the sentence speaks of a change.
const WARNINGS: &[&[&str]] = &[
    &["you", "already"],
    &["i", "tried", "this"],
    &["i", "expected"],
    &["i", "rejected"],
    &["previous", "commit"],
    &["on", "the", "branch"],
    &["for", "comparison"],
    &["let", "me", "look"],
    &["let", "me", "check"],
    &["let", "me", "read"],
    &["let", "me", "see"],
];

/// Those that do so whatever else the sentence says.
const PLAIN_WARNINGS: &[&[&str]] = &[&["decided", "against"], &["reference", "only"]];

/// Those that do so among the few words of a label, or of a heading.
const SHORT_WARNINGS: &[&[&str]] = &[
    &["instead", "of", "this"],
    &["rather", "than", "this"],
    &["previous", "attempt"],
    &["previous", "version"],
    &["first", "attempt"],
    &["first", "version"],
    &["wrong", "fix"],
];

/// The most words around those.
const N_SHORT: usize = 7;

/// Words of other languages for what a file is at present, in any spelling of their ends.
const PRESENT: &[&str] = &[
    "aktuell",
    "derzeit",
    "bisher",
    "actuel",
    "actualmente",
    "archivo actual",
    "attual",
    "目前",
    "当前",
    "原来",
];

/// Signs that forbid.
pub(super) const FORBIDDING_SIGNS: &[&str] = &["❌", "🚫", "⛔", "✗", "✘"];

/// Verbs that ask for the opposite of what follows: `Revert this:`.
const REVERSING: &[&str] = &["revert", "undo", "reverse"];

/// Verbs that take back what they name.
const DROPPING: &[&str] = &[
    "ignore",
    "disregard",
    "forget",
    "discard",
    "scrap",
    "scratch",
];

/// What an edit is called that stands above.
const EARLIER: &[&str] = &[
    "diff",
    "patch",
    "edit",
    "edits",
    "block",
    "blocks",
    "change",
    "changes",
    "version",
    "code",
    "above",
    "previous",
    "earlier",
    "suggestion",
    "snippet",
    "that",
    "one",
    "answer",
];

/// Words with which a sentence begins that takes back what stands above.
const CORRECTIONS: &[&[&str]] = &[
    &["wait"],
    &["oops"],
    &["correction"],
    &["that", "s", "wrong"],
    &["that", "is", "wrong"],
    &["that", "was", "wrong"],
    &["that", "s", "not", "right"],
    &["that", "is", "not", "right"],
    &["that", "was", "not", "right"],
    &["my", "mistake"],
    &["i", "made", "a", "mistake"],
    &["i", "made", "an", "error"],
    &["sorry", "i", "made"],
    &["sorry", "that"],
    &["corrected", "diff"],
    &["corrected", "patch"],
    &["corrected", "version"],
    &["corrected", "block"],
];

/// Words that take it back anywhere in a sentence.
const REPLACING: &[&[&str]] = &[
    &["use", "this", "one", "instead"],
    &["use", "this", "instead"],
    &["on", "second", "thought"],
];

/// Words that number a choice, before its number or letter: `Option A`.
const CHOICES: &[&str] = &[
    "option",
    "alternative",
    "approach",
    "variant",
    "possibility",
];

/// Returns whether a sentence takes back the edit above it.
pub(super) fn corrects(words: &[BString]) -> bool {
    let begins = ["actually", "no", "hmm", "oh", "please", "but"];
    let first = words.iter().take_while(|word| is_of(Some(word), &begins));
    let first = first.count();
    // `Wait for the build` is about time.
    let waits = is_of(words.get(first + 1), &["for", "until", "while"]);
    let drops = is_of(words.get(first), DROPPING)
        && words[first + 1..]
            .iter()
            .take(4)
            .any(|word| is_of(Some(word), EARLIER));
    drops
        || !waits && CORRECTIONS.iter().any(|row| stands_at(words, first, row))
        || REPLACING.iter().any(|row| has_row(words, row))
}

/// Returns whether a sentence takes back the edit above it where the one below replaces the same lines.
pub(super) fn turns(words: &[BString]) -> bool {
    is_of(words.first(), &["actually", "no", "hmm"])
}

/// Returns whether a sentence warns of the edit below it.
pub(super) fn warns(sentence: &BStr, words: &[BString]) -> bool {
    let is_marked = FORBIDDING_SIGNS
        .iter()
        .any(|sign| sentence.contains_str(sign))
        || sentence.trim().starts_with(b"~~");
    let is_plain = PLAIN_WARNINGS.iter().any(|row| has_row(words, row));
    if is_marked || is_plain || forbids(words) {
        return true;
    }
    let points = |word: &BString| is_of(Some(word), &["this", "these", "following", "above"]);
    let reverses = is_of(words.first(), REVERSING) && words.iter().any(points);
    let lower = sentence.to_lowercase();
    let is_present = PRESENT.iter().any(|word| lower.contains_str(word));
    let is_label = words.len() <= N_LABEL && words.iter().any(|word| is_of(Some(word), WARNING));
    let is_short = words.len() <= N_SHORT && SHORT_WARNINGS.iter().any(|row| has_row(words, row));
    let is_told =
        is_of(words.first(), &["reading"]) || WARNINGS.iter().any(|row| has_row(words, row));
    reverses || is_present || is_short || (is_label || is_told) && !prose::speaks_of_change(words)
}

/// Returns whether a sentence says that something is not to be done.
fn forbids(words: &[BString]) -> bool {
    (0..words.len()).any(|at| {
        let begins = at == 0 || is_of(words.get(at - 1), JOINING);
        let rows = FORBIDDING.iter().filter(|_| begins).chain(ADVISING);
        rows.filter(|row| stands_at(words, at, row))
            .any(|row| is_of(words.get(at + row.len()), APPLYING))
    })
}

/// Returns whether a sentence makes the edit below it one of several.
pub(super) fn offers(words: &[BString]) -> bool {
    is_other(words)
        || numbers_choice(words)
        || is_of(words.first(), &["optionally", "optional"])
        || [["you", "could"], ["you", "might"]]
            .iter()
            .any(|row| has_row(words, row))
        || stands_at(words, 0, &["if", "you"])
            && is_of(
                words.get(2),
                &["want", "prefer", "like", "wish", "d", "would"],
            )
        || words.iter().any(|word| word == "either")
}

/// Returns whether a sentence puts the edit below it in the place of the one above.
pub(super) fn is_other(words: &[BString]) -> bool {
    matches!(words, [only] if only == "or")
        || words.first().is_some_and(|word| word == "alternatively")
}

/// Returns whether words number a choice: `Option 2`, `Alternative: …`.
pub(super) fn numbers_choice(words: &[BString]) -> bool {
    let is_number = |word: &BString| word.len() == 1 || word.iter().all(u8::is_ascii_digit);
    words.iter().enumerate().any(|(at, word)| {
        is_of(Some(word), CHOICES) && words.get(at + 1).map_or(at == 0, is_number)
    })
}

fn stands_at(words: &[BString], at: usize, row: &[&str]) -> bool {
    let window = words.get(at..at + row.len());
    window.is_some_and(|window| {
        let mut pairs = window.iter().zip(row);
        pairs.all(|(word, wanted)| word == wanted.as_bytes())
    })
}

fn has_row(words: &[BString], row: &[&str]) -> bool {
    (0..words.len()).any(|at| stands_at(words, at, row))
}

fn is_of(word: Option<&BString>, wanted: &[&str]) -> bool {
    word.is_some_and(|word| wanted.iter().any(|it| word == it.as_bytes()))
}

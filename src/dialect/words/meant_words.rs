//! The words by which a reply takes an edit back, warns of it, or offers it as one of several.

use bstr::{BStr, BString, ByteSlice};

use super::prose;

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
    &["you", "already", "applied"],
    &["you", "already", "committed"],
    &["you", "already", "merged"],
    &["you", "already", "made"],
    &["i", "tried", "this"],
    &["what", "i", "expected"],
    &["i", "expected", "this"],
    &["i", "rejected"],
    &["previous", "commit"],
    &["on", "the", "branch"],
    &["for", "comparison"],
    &["let", "me", "look", "at"],
];

/// Those that do so whatever else the sentence says.
const PLAIN_WARNINGS: &[&[&str]] = &[
    &["reference", "only"],
    &["what", "not", "to", "do"],
    &["was", "rejected"],
    &["introduced", "the", "bug"],
    &["was", "introduced", "by"],
    &["you", "pasted"],
    &["not", "for", "this"],
];

/// Those that do so among the few words of a label, or of a heading.
const SHORT_WARNINGS: &[&[&str]] = &[
    &["instead", "of", "this"],
    &["rather", "than", "this"],
    &["previous", "attempt"],
    &["avoid", "this"],
    &["not", "this"],
    &["wrong", "fix"],
    &["anti", "pattern"],
];

/// The most words around those.
const N_SHORT: usize = 7;

/// Words of other languages for what a file is at present, in any spelling of their ends.
const PRESENT: &[&str] = &[
    "aktuell ",
    "derzeit ",
    "bisher ",
    "actuellement",
    "actualmente",
    "archivo actual",
    "attualmente",
    "目前",
];

/// Signs that forbid.
pub(in crate::dialect) const FORBIDDING_SIGNS: &[&str] = &["❌", "🚫", "⛔", "✗", "✘"];

/// Verbs that ask for the opposite of what follows: `Revert this:`.
const REVERSING: &[&str] = &["revert", "undo", "reverse"];

/// First words of a sentence that withdraws the edit above it, if the edit below replaces the same lines.
const TURNING: &[&[&str]] = &[
    &["wait"],
    &["oops"],
    &["correction"],
    &["corrected"],
    &["actually"],
    &["no"],
    &["hmm"],
    &["sorry"],
    &["that", "s", "wrong"],
    &["that", "is", "wrong"],
    &["that", "was", "wrong"],
    &["that", "s", "not", "right"],
    &["that", "is", "not", "right"],
    &["use", "this"],
];

/// Words that number a choice, before its number or letter: `Option A`.
const CHOICES: &[&str] = &[
    "option",
    "alternative",
    "approach",
    "variant",
    "possibility",
];

/// Returns the words of a sentence, without the number of an item that it may begin with.
pub(in crate::dialect) fn of(sentence: &BStr) -> Vec<BString> {
    let mut words = prose::words(sentence);
    let begins_with_number =
        |word: &BString| word.iter().all(u8::is_ascii_digit) && sentence.trim().starts_with(word);
    if words.len() > 1 && words.first().is_some_and(begins_with_number) {
        words.remove(0);
    }
    words
}

/// Returns whether a sentence takes back the edit above it where the one below replaces the same lines.
pub(in crate::dialect) fn turns(words: &[BString]) -> bool {
    let first = n_before(words);
    let begins = |at: usize| TURNING.iter().any(|row| stands_at(words, at, row));
    begins(0) || begins(first)
}

/// Returns how many words a sentence begins with that only lead over.
fn n_before(words: &[BString]) -> usize {
    let before = [
        "actually", "no", "hmm", "oh", "please", "but", "wait", "and",
    ];
    let before = words.iter().take_while(|word| is_of(Some(word), &before));
    before.count()
}

/// Returns whether a command takes a patch back, or only tries it.
pub(in crate::dialect) fn runs_backwards(line: &BStr) -> bool {
    let is_patch = line.contains_str("git apply") || line.contains_str("patch -");
    let flags = [" -R", "--reverse", "--check", "--dry-run", " -Rp"];
    is_patch && flags.iter().any(|flag| line.contains_str(flag))
}

/// Returns whether a sentence warns of the edit below it.
pub(in crate::dialect) fn warns(sentence: &BStr, words: &[BString], leads_on: bool) -> bool {
    let is_forbidden = FORBIDDING_SIGNS
        .iter()
        .any(|sign| sentence.contains_str(sign));
    let is_marked =
        is_forbidden && !sentence.contains_str("✅") || sentence.trim().starts_with(b"~~");
    let is_plain = PLAIN_WARNINGS.iter().any(|row| has_row(words, row));
    if is_marked || is_plain || runs_backwards(sentence) {
        return true;
    }
    let points = |word: &BString| is_of(Some(word), &["this", "these", "following", "above"]);
    let reverses = is_of(words.first(), REVERSING) && words.iter().any(points);
    let lower = sentence.to_lowercase();
    let is_present = PRESENT.iter().any(|word| lower.contains_str(word));
    let is_label = words.len() <= N_LABEL && words.iter().any(|word| is_of(Some(word), WARNING));
    let is_short = words.len() <= N_SHORT && SHORT_WARNINGS.iter().any(|row| has_row(words, row));
    let is_told = words.len() <= 1 && is_of(words.first(), &["reading"])
        || WARNINGS.iter().any(|row| has_row(words, row)) && (leads_on || words.iter().any(points));
    reverses || (is_present || is_short || is_label || is_told) && !prose::speaks_of_change(words)
}

/// Returns whether a sentence makes the edit below it one of several.
pub(in crate::dialect) fn offers(words: &[BString]) -> bool {
    let either = [["can", "either"], ["could", "either"], ["either", "do"]];
    let has_pair = |rows: &[[&str; 2]]| rows.iter().any(|row| has_row(words, row));
    is_other(words)
        || words.len() <= 2 && numbers_choice(words)
        || words.len() <= 2 && is_of(words.first(), &["optionally", "optional"])
        || has_pair(&either)
        || proposes(words) && words.iter().any(|word| word == "also")
        || stands_at(words, 0, &["if", "you"])
            && is_of(
                words.get(2),
                &["want", "prefer", "like", "wish", "d", "would"],
            )
}

/// Returns whether a sentence says that the edit below it could be made: beside others that is one of several, but alone it is
/// what the reply offers.
pub(in crate::dialect) fn proposes(words: &[BString]) -> bool {
    let may = [["you", "could"], ["you", "might"]];
    may.iter().any(|row| has_row(words, row))
}

/// Returns whether a sentence puts the edit below it in the place of the one above.
pub(in crate::dialect) fn is_other(words: &[BString]) -> bool {
    matches!(words, [only] if only == "or")
        || words.first().is_some_and(|word| word == "alternatively")
}

/// Returns whether words number a choice: `Option 2`, `Alternative: …`.
pub(in crate::dialect) fn numbers_choice(words: &[BString]) -> bool {
    let is_number = |word: &BString| word.len() == 1 || word.iter().all(u8::is_ascii_digit);
    is_of(words.first(), CHOICES)
        && words.get(1).is_some_and(is_number)
        && !words.iter().any(|word| word == "it" || word == "chosen")
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

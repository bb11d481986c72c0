//! Whether the labels above edits make them a choice: parallel ones, which differ in a number, a letter, a quality, or in what
//! the reader has. Labels that count bugs or steps are no choice.

use super::lexicon::{Cue, Unit};
use super::reading::Reading;

/// The most words of a label.
const N_LABEL: usize = 9;

/// Words before that which tells one way from another: `the more thorough fix`.
const BEFORE: [&str; 9] = [
    "here", "s", "is", "and", "more", "most", "less", "very", "fairly",
];

/// What stands above an edit, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Label {
    kind: Kind,
    /// The number or the letter that it gives a way.
    number: Option<String>,
    words: Vec<String>,
}

/// What one label says of the number of edits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It numbers a way, or says that there are others: `Plan A`, `another way`.
    Way,
    /// It is a letter alone: `(a)`.
    Letter,
    /// It gives the edit a quality: `Quick fix`.
    Quality,
    /// It says for whom it is: `If you use Postgres`.
    Condition,
    /// It is with something that the other is without, or the other way around.
    With,
}

impl Label {
    /// Reads the sentences above an edit; `None` where they make it no choice, whatever stands above others.
    pub(super) fn of(readings: &[Reading<'_>]) -> Option<Label> {
        let mut units: Vec<&Unit<'_>> = Vec::new();
        for clause in readings.iter().flat_map(|reading| &reading.clauses) {
            units.extend(&clause.units);
        }
        // The number of an item counts nothing but items.
        let is_number = |unit: &&&Unit<'_>| unit.word.bytes().all(|byte| byte.is_ascii_digit());
        if units.len() > 1 && units.first().is_some_and(|unit| is_number(&unit)) {
            units.remove(0);
        }
        let head = head(readings)?;
        let kind = kind(head, units.len())?;
        Some(Label {
            kind,
            number: number(head),
            words: units.iter().map(|unit| unit.word.to_string()).collect(),
        })
    }

    /// Reads the label that begins a paragraph and numbers a way, whatever is said of that way behind it: `Option 2: use a map`.
    pub(super) fn of_way(readings: &[Reading<'_>]) -> Option<Label> {
        /// Such a label has no more words: `Option 2 of 3`.
        const N_WORDS: usize = 4;
        let head = head(readings).filter(|head| head.len() <= N_WORDS)?;
        let number = number(head)?;
        Some(Label {
            kind: Kind::Way,
            number: Some(number),
            words: head.iter().map(|unit| unit.word.to_string()).collect(),
        })
    }
}

/// Returns the first clause behind the number of an item.
fn head<'s, 'a>(readings: &'s [Reading<'a>]) -> Option<&'s [Unit<'a>]> {
    let is_number = |unit: &Unit<'_>| unit.word.bytes().all(|byte| byte.is_ascii_digit());
    let is_item = |units: &[Unit<'_>]| matches!(units, [number] if is_number(number));
    let mut heads = readings.iter().flat_map(|reading| &reading.clauses);
    let first = &readings.first()?.clauses.first()?.units;
    Some(match is_item(first) {
        true => heads.nth(1).map_or(first, |clause| &clause.units),
        false => first,
    })
}

fn is_number(unit: &Unit<'_>) -> bool {
    unit.word.chars().count() == 1
        || unit.word.bytes().all(|byte| byte.is_ascii_digit())
        || unit.has(Cue::Count)
        || unit.word == "one"
}

/// Returns the number of a way that begins some words: `Option 2`, `The second way` has none.
fn number(head: &[Unit<'_>]) -> Option<String> {
    let [way, number, ..] = head else {
        return None;
    };
    (way.has(Cue::Way) && is_number(number)).then(|| number.word.to_string())
}

fn kind(head: &[Unit<'_>], n_words: usize) -> Option<Kind> {
    if let [letter] = head
        && letter.word.len() == 1
        && letter.word.as_bytes()[0].is_ascii_alphabetic()
    {
        // `Q:` is a question.
        return (letter.word != "q").then_some(Kind::Letter);
    }
    // The letters of signs on a square or a disc.
    let is_sign =
        |letter: char| matches!(letter, '\u{1f130}'..='\u{1f189}' | '\u{24b6}'..='\u{24e9}');
    if n_words <= N_LABEL
        && head
            .first()
            .is_some_and(|unit| unit.word.starts_with(is_sign))
    {
        return Some(Kind::Letter);
    }
    if n_words <= N_LABEL
        && let [first, .., last] = head
        && first.word == "for"
        && matches!(&*last.word, "users" | "user")
    {
        return Some(Kind::Condition);
    }
    let is_before =
        |unit: &&Unit<'_>| unit.has_any(&[Cue::Det, Cue::Mine]) || BEFORE.contains(&&*unit.word);
    let head = &head[head.iter().take_while(is_before).count()..];
    let mut ways = (0..head.len().min(3)).filter(|at| head[*at].has(Cue::Way));
    let ranked = |at: usize| head[..at].iter().any(|unit| unit.has(Cue::Rank));
    let is_way = ways.any(|at| at <= 1 && head.get(at + 1).is_some_and(is_number) || ranked(at));
    let is_either = head.first().is_some_and(|unit| match &*unit.word {
        "either" => head.len() <= 4 && head.get(1).is_none_or(|next| next.word != "way"),
        _ => unit.has(Cue::Or) && head.len() <= 4,
    });
    // `Second, cap the list:` counts what is done.
    let counts = n_words > 1 && head.first().is_some_and(|unit| unit.has(Cue::Nth));
    let is_another = head.len() == 1 && head[0].has(Cue::Another) && !counts;
    if is_way || is_either || is_another {
        return Some(Kind::Way);
    }
    let (first, rest) = head.split_first()?;
    let of = |unit: &Unit, cues: &[Cue]| unit.has_any(cues);
    let is_span = |unit: &Unit<'_>| unit.word == "term";
    let is_version = |unit: &Unit<'_>| unit.word.starts_with(|sign: char| sign.is_ascii_digit());
    match head {
        _ if n_words > N_LABEL => None,
        [one, version] if of(one, &[Cue::Platform]) && is_version(version) => Some(Kind::Condition),
        [one] if of(one, &[Cue::Quality]) => Some(Kind::Quality),
        [one, term] if of(one, &[Cue::Quality]) && is_span(term) => Some(Kind::Quality),
        [not, one] if of(not, &[Cue::Not]) && of(one, &[Cue::Quality]) => Some(Kind::Quality),
        [one, noun] | [one, _, noun]
            if of(one, &[Cue::Quality])
                && of(noun, &[Cue::Way, Cue::Edit])
                && (head.len() == 2 || is_span(&head[1])) =>
        {
            Some(Kind::Quality)
        }
        [_, you, _, ..] if of(first, &[Cue::If]) && of(you, &[Cue::You]) => Some(Kind::Condition),
        _ if n_words <= 5 && matches!(&*first.word, "with" | "without") => Some(Kind::With),
        [_, second, _, ..]
            if matches!(&*first.word, "version" | "variant") && second.word == "for" =>
        {
            Some(Kind::Condition)
        }
        [_, ..]
            if of(first, &[Cue::Prep])
                || first.word == "on"
                || first.word == "using"
                || first.word == "under" =>
        {
            let is_versioned = rest.len() == 2 && is_number(&rest[1]);
            let is_platform = rest.iter().any(|unit| unit.has(Cue::Platform));
            let is_stage = rest.iter().any(|unit| unit.has(Cue::Stage));
            let is_one = (is_versioned || is_platform) && rest.len() <= 2;
            (is_one && !is_stage).then_some(Kind::Condition)
        }
        _ => None,
    }
}

/// Returns whether two labels make the edits below them a choice.
pub(super) fn is_choice(one: &Label, other: &Label) -> bool {
    one.words != other.words
        && one.kind == other.kind
        && (one.number.is_none() || one.number != other.number)
        // Two answers: `A: Yes`, `A: No`.
        && (one.kind != Kind::Letter || one.words[0] != other.words[0])
        && (one.kind != Kind::With
            || one.words[0] != other.words[0] && one.words[1..] == other.words[1..])
}

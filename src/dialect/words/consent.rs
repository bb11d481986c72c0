//! Sentences below an edit that ask whether it is to be made, or say that it is made elsewhere, and that say nothing else.

use super::labelled::BRANCHES;
use super::leave::{self, About};
use super::sentence::{Sentence, Token};

/// What says that an edit is to be written to the files. To commit or to ship one comes later.
const APPLYING: &[&str] = &["apply", "make", "implement", "write", "change"];

/// Words that mean an edit above.
const THIS: &[&str] = &["this", "it", "that", "these", "them", "the", "those"];
const EDITS: &[&str] = &[
    "change", "changes", "edit", "edits", "patch", "patches", "diff", "fix",
];

/// What may be said besides.
const BESIDES: &[&str] = &["now", "for", "you", "please", "as", "is", "like", "so"];

/// How a question for consent begins.
const ASKING: &[&[&str]] = &[
    &["shall", "i"],
    &["shall", "we"],
    &["should", "i"],
    &["may", "i"],
    &["can", "i"],
    &["want", "me", "to"],
    &["do", "you", "want", "me", "to"],
    &["would", "you", "like", "me", "to"],
    &["ok", "to"],
    &["ok", "if", "i"],
    &["is", "it", "ok", "if", "i"],
    &["is", "it", "ok", "to"],
    &["is", "it", "okay", "to"],
    &["ready", "to"],
    &["go", "ahead", "and"],
];

/// How verbs begin in other languages that say that an edit is to be written to the files.
const APPLYING_ABROAD: &[&str] = &[
    "umsetz",
    "umgesetzt",
    "anwend",
    "angewend",
    "übernehm",
    "übernomm",
    "einbau",
    "eingebaut",
    "appliqu",
    "aplic",
    "apliqu",
    "applic",
    "toepas",
    "doorvoer",
    "примен",
    "zastosow",
    "uygula",
    "haga",
];

/// How a sentence begins, or what it says within, that lets the reader choose between the edit and something else, whether there
/// is code for that or not. A space is between words.
const CHOOSING: &[&str] = &[
    "which do you prefer",
    "which one do you prefer",
    "which would you prefer",
    "which one would you prefer",
    "which option do you prefer",
    "which one do you want",
    "which one should i",
    "would you rather",
    "let me know which one you",
    "let me know which option you",
    "let me know which you",
    "tell me which one you",
    "tell me which you",
    "tell me whether you prefer",
    "is that ok for you",
    "welche variante",
    "welche lösung soll",
    "was ist dir lieber",
    "laquelle préfér",
    "lequel préfér",
    "cuál prefieres",
    "cuál prefiere",
    "quale preferisci",
    "qual você prefere",
    "qual prefere",
    "welke heb je liever",
    "какой вариант",
    "który wariant",
];

/// Words by which a sentence asks for a confirmation, the one behind which it says what that comes before, and how words begin
/// that say that the edit follows.
const CONFIRMING: &[(&[&str], &str, &[&str])] = &[
    (
        &[
            "confirm",
            "confirmation",
            "approve",
            "approval",
            "permission",
            "consent",
        ],
        "before",
        &["apply", "appli", "merg", "proceed", "implement"],
    ),
    (
        &["bestätige", "bestätigen", "bestätigt"],
        "bevor",
        &["anwend", "übern", "umsetz", "einbau", "einspiel"],
    ),
    (
        &["confirmez", "confirme", "confirmer"],
        "avant",
        &["appliqu"],
    ),
    (
        &["confirma", "confirme", "confirmad"],
        "antes",
        &["aplic", "apliq"],
    ),
    (
        &["conferma", "confermi", "confermate"],
        "prima",
        &["applic"],
    ),
    (
        &["bevestig", "bevestigt"],
        "voordat",
        &["toepas", "doorvoer"],
    ),
];

/// Words before such a word where the reader is asked.
const ORDERING: &[&str] = &[
    "please",
    "kindly",
    "first",
    "then",
    "but",
    "so",
    "just",
    "only",
    "do",
    "you",
    "your",
    "i",
    "we",
    "me",
    "need",
    "needs",
    "must",
    "should",
    "have",
    "to",
    "get",
    "ask",
    "wait",
    "for",
    "with",
    "can",
    "could",
    "will",
    "would",
    "like",
    "want",
    "my",
    "is",
    "are",
    "be",
    "make",
    "sure",
    "and",
    "it",
    "if",
    "once",
    "until",
    "not",
    "don",
    "t",
    "bitte",
    "erst",
    "zuerst",
    "du",
    "sie",
    "ich",
    "ihr",
    "mir",
    "merci",
    "de",
    "veuillez",
    "il",
    "faut",
    "vous",
    "tu",
    "me",
    "d",
    "abord",
    "por",
    "favor",
    "per",
    "favore",
    "alsjeblieft",
    "graag",
    "eerst",
    "prima",
    "primero",
    "antes",
    "je",
    "u",
    "wird",
    "werden",
    "wurde",
    "soit",
    "est",
    "sea",
    "sia",
    "zu",
];

/// The same in scripts without blanks.
const CHOOSING_DENSE: &[&str] = &[
    "更喜欢哪",
    "选择哪",
    "どちらがよい",
    "どちらが良い",
    "どちらにし",
];

/// What may be said besides: the edit, and `now`.
const BESIDES_ABROAD: &[&str] = &[
    "das",
    "es",
    "dies",
    "so",
    "jetzt",
    "nun",
    "die",
    "diese",
    "änderung",
    "änderungen",
    "den",
    "diesen",
    "patch",
    "le",
    "la",
    "les",
    "l",
    "cela",
    "ça",
    "ce",
    "cette",
    "ces",
    "modification",
    "modifications",
    "changement",
    "changements",
    "maintenant",
    "lo",
    "esto",
    "este",
    "estos",
    "el",
    "los",
    "cambio",
    "cambios",
    "ahora",
    "il",
    "questa",
    "queste",
    "questo",
    "modifica",
    "modifiche",
    "ora",
    "o",
    "a",
    "as",
    "isso",
    "esta",
    "estas",
    "alteração",
    "alterações",
    "agora",
    "het",
    "dit",
    "dat",
    "deze",
    "de",
    "wijziging",
    "wijzigingen",
    "nu",
    "que",
    "j",
    "je",
    "eu",
    "io",
    "ich",
    "dass",
    "ceci",
    "isto",
    "это",
    "эти",
    "изменение",
    "изменения",
    "tę",
    "te",
    "to",
    "zmianę",
    "zmiany",
    "bunu",
    "bu",
    "değişikliği",
    "mı",
    "mi",
];

/// What is to be done in place of the edit, as it is there.
const FETCHING: &[&str] = &["rebase", "pull", "merge", "fetch", "upgrade"];
const SETTLED: &[&str] = &["done", "set", "finished"];

/// What a person gives who agrees to an edit.
const CONSENT: &[&str] = &[
    "ok",
    "okay",
    "approval",
    "review",
    "permission",
    "confirmation",
    "consent",
    "ahead",
];

/// How a sentence begins that says what the edit above it does.
const DESCRIBING: &[&str] = &[
    "this", "it", "these", "now", "das", "dies", "damit", "cela", "ça", "esto", "questo", "dit",
];

/// Words of a sentence that proposes something else. Behind it, `this change` is what it proposes.
const PROPOSING: &[&str] = &[
    "also",
    "too",
    "further",
    "another",
    "next",
    "alternatively",
    "additionally",
    "alternative",
    "improvement",
    "improvements",
    "idea",
    "ideas",
    "suggest",
    "suggestion",
    "suggestions",
    "recommend",
    "recommendations",
    "consider",
    "more",
    "optional",
    "optionally",
];

/// What was said between an edit and a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) enum Between {
    /// Nothing, or what the edit does.
    #[default]
    OfEdit,
    Other,
    /// Something else is proposed.
    Proposal,
}

/// Whether and how far sentences leave the edits above them to the reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Left {
    /// The most that may have been said above them so that the edits right above are left; `None` where they are not.
    pub(super) this: Option<Between>,
    /// The same of all edits: `Shall I apply these changes?`
    pub(super) all: Option<Between>,
    /// What they say themselves.
    pub(super) between: Between,
    /// Whether they ask for leave to make an edit, or for a confirmation first.
    pub(super) asks: bool,
    /// Who a question among them is about that leaves a change to the reader, whichever change that is.
    pub(super) question: Option<About>,
}

/// Returns which edits the sentences of a paragraph below them leave to the reader.
pub(super) fn left(sentences: &[Sentence<'_>]) -> Left {
    let mut left = Left::default();
    for (nth, sentence) in sentences.iter().enumerate() {
        let words = words(sentence);
        if sentence.is_question && left.question.is_none() {
            let then = sentences.get(nth + 1).map(self::words);
            left.question = leave::asks(&words, &then.unwrap_or_default());
        }
        let asked = sentence.is_question.then(|| asked(&words)).flatten();
        let asked = asked.or_else(|| confirms(&words).then_some(Between::Other));
        left.asks |= asked.is_some();
        let asked = asked.or_else(|| chooses(&words).then_some(Between::Other));
        let asked = asked.filter(|most| left.between <= *most);
        let is_there = is_there(sentence, &words).then_some(Between::Proposal);
        left.this = left.this.max(asked).max(is_there);
        let is_all = words
            .iter()
            .any(|it| matches!(*it, "changes" | "edits" | "these"));
        left.all = left.all.max(asked.filter(|_| is_all));
        if asked.is_none() {
            left.between = left.between.max(said_by(&words));
        }
    }
    left
}

/// Returns whether a sentence asks for a confirmation before the edit: `Please confirm before you apply it.`
fn confirms(words: &[&str]) -> bool {
    /// How far behind `before` the word is that makes the edit, at most.
    const N_WORDS: usize = 5;
    let comes_first = |(asking, before, doing): &(&[&str], &str, &[&str])| {
        let at = words.iter().position(|word| word == before);
        let makes = |word: &&str| doing.iter().any(|begin| word.starts_with(begin));
        // `Before I change anything`
        let is_mine = |at: usize| words.get(at + 1) == Some(&"i");
        let is_made = |at: usize| is_mine(at) || words[at + 1..].iter().take(N_WORDS).any(makes);
        let asked = words.iter().position(|word| asking.contains(word));
        // `The user confirms before the discount is applied` tells what the program does.
        let is_ordered = |asked: usize| words[..asked].iter().all(|word| ORDERING.contains(word));
        let is_known = |word: &&str| {
            let tables = [THIS, EDITS, BESIDES, BESIDES_ABROAD, ORDERING];
            makes(word) || tables.iter().any(|table| table.contains(word))
        };
        // What is applied is the edit: its object is behind the verb, or before it.
        let is_of_edit = |at: usize| {
            let behind = &words[at + 1..];
            let verb = behind.iter().position(makes).unwrap_or(behind.len());
            let object = &behind[(verb + 1).min(behind.len())..];
            let is_pronoun = |word: &&str| *word != "the" && THIS.contains(word);
            behind[..verb].iter().all(is_known)
                && (object.first().is_some_and(is_pronoun) || object.iter().take(2).all(is_known))
        };
        let is_asked = |at: usize| asked.is_some_and(is_ordered) || is_of_edit(at);
        at.is_some_and(|at| is_made(at) && (is_mine(at) || is_asked(at)) && asked.is_some())
    };
    match words {
        ["waiting" | "awaiting", .., last] => CONSENT.contains(last),
        ["please", "approve", ..] => words.iter().any(|word| EDITS.contains(word)),
        _ => CONFIRMING.iter().any(comes_first),
    }
}

/// Returns whether a sentence asks which of several ways is to be taken.
fn chooses(words: &[&str]) -> bool {
    let text = words.join(" ").replace(['-', '¿'], " ");
    let text = text.trim_start();
    let is_dense = || CHOOSING_DENSE.iter().any(|choice| text.contains(choice));
    CHOOSING.iter().any(|choice| text.starts_with(choice)) || is_dense()
}

fn said_by(words: &[&str]) -> Between {
    let describes = match words {
        ["the", edit, ..] => EDITS.contains(edit),
        [first, ..] => DESCRIBING.contains(first),
        [] => true,
    };
    let may = |pair: &[&str]| {
        matches!(pair[0], "you" | "we" | "i") && matches!(pair[1], "could" | "might" | "may")
    };
    let proposes = words.iter().any(|word| PROPOSING.contains(word)) || words.windows(2).any(may);
    match (describes, proposes) {
        (true, _) => Between::OfEdit,
        (false, true) => Between::Proposal,
        (false, false) => Between::Other,
    }
}

/// Returns the most that may have been said between the edit and a question for leave to make it; `None` where it is none.
/// `This change` is the edit, and to apply is done to one, whatever else was explained; an idea is implemented.
fn asked(words: &[&str]) -> Option<Between> {
    let is_named = || {
        let mut pairs = words.windows(2);
        pairs.any(|pair| matches!(pair[0], "this" | "these" | "the") && EDITS.contains(&pair[1]))
    };
    match asks(words) {
        true if is_named() || words.contains(&"apply") => Some(Between::Other),
        true => Some(Between::OfEdit),
        false => asks_abroad(words).then_some(Between::OfEdit),
    }
}

/// Returns the first words of a sentence; those that say one of these things have no more.
fn words<'s>(sentence: &'s Sentence<'_>) -> Vec<&'s str> {
    const N_WORDS: usize = 20;
    let text = |token: &'s Token<'_>| match token {
        Token::Word(word) => Some(&**word),
        Token::Name(name) | Token::Value(name) => Some(str::from_utf8(name).unwrap_or("")),
        Token::Break => None,
    };
    sentence
        .tokens
        .iter()
        .filter_map(text)
        .take(N_WORDS)
        .collect()
}

/// Returns whether words ask for leave to make the edit, and for nothing else: `Should I also apply it there?` does.
fn asks(words: &[&str]) -> bool {
    let begins = |row: &&&[&str]| words.starts_with(row);
    let Some(row) = ASKING.iter().find(begins) else {
        return false;
    };
    let mut behind = &words[row.len()..];
    match behind {
        ["go", "ahead"] | ["proceed"] => return true,
        ["go", "ahead", "with", one, rest @ ..] | ["proceed", "with", one, rest @ ..] => {
            return THIS.contains(one) && rest.first().is_none_or(|it| EDITS.contains(it));
        }
        ["go", "ahead", "and", rest @ ..] => behind = rest,
        [..] => {}
    }
    let Some((verb, object)) = behind.split_first() else {
        return false;
    };
    let is_end = |words: &[&str]| words.iter().all(|word| BESIDES.contains(word));
    let is_object = match object {
        [one, edit, rest @ ..] if EDITS.contains(edit) => THIS.contains(one) && is_end(rest),
        // `Shall I make it faster?`
        [one, rest @ ..] => *verb != "make" && *one != "the" && THIS.contains(one) && is_end(rest),
        [] => matches!(*verb, "apply" | "implement"),
    };
    APPLYING.contains(verb) && is_object
}

/// Returns whether a question in another language asks to make the edit, and for nothing else, or whether the reader wants it.
fn asks_abroad(words: &[&str]) -> bool {
    let question = leave::bare(words);
    if leave::applies_dense(&question) {
        return true;
    }
    let (about, behind) = match leave::lead(&question) {
        Some(lead) => (Some(lead.about), lead.rest),
        None => (None, &*question),
    };
    let is_verb = |word: &&str| APPLYING_ABROAD.iter().any(|stem| word.starts_with(stem));
    let is_known = |word: &&str| {
        let tables = [BESIDES_ABROAD, THIS, EDITS, BESIDES];
        tables.iter().any(|table| table.contains(word))
    };
    let n_verbs = behind.split_whitespace().filter(is_verb).count();
    let says_no_more = behind
        .split_whitespace()
        .all(|word| is_verb(&word) || is_known(&word));
    let is_wanted = about == Some(About::Reader) && !behind.is_empty();
    says_no_more && (n_verbs == 1 || n_verbs == 0 && is_wanted)
}

/// Returns whether a sentence says that what is above is there already: `That is already on CODE`, `Rebase and you are done`.
fn is_there(sentence: &Sentence<'_>, words: &[&str]) -> bool {
    if sentence.is_question {
        return false;
    }
    let is_branch = |at: usize| {
        let word = words.get(at).copied().unwrap_or_default();
        let next = words.get(at + 1).copied().unwrap_or_default();
        BRANCHES.contains(&word) || BRANCHES.contains(&next) && matches!(word, "the" | "your")
    };
    match words {
        [
            "this" | "that" | "it",
            "is",
            "already",
            "fixed" | "merged" | "done",
            "on",
            ..,
        ] => is_branch(5),
        ["this" | "that" | "it", "is", "already", "on", ..] => is_branch(4),
        ["this" | "that" | "it", "s", "already", "on", ..] => is_branch(4),
        [fetch, "and", "you", "are", settled, ..] => {
            FETCHING.contains(fetch) && SETTLED.contains(settled)
        }
        [fetch, "and", "you", "re", settled, ..] => {
            FETCHING.contains(fetch) && SETTLED.contains(settled)
        }
        [_, "is", "an" | "a" | "only", .., "not", "a", "patch"] => true,
        // What `you could add` is another edit.
        [.., "so", "i", "would", "not"] | [.., "so", "i", "wouldn", "t"] => {
            words[..2].iter().any(|it| matches!(*it, "this" | "that"))
        }
        [
            "this" | "that",
            "is",
            "what",
            "upstream" | "they",
            "did",
            ..,
        ] => true,
        [
            "wait",
            "for" | "until" | "with",
            ..,
            "before",
            "you",
            apply,
            "it" | "this" | "that",
        ]
        | [
            "wait",
            "for" | "until" | "with",
            ..,
            "before",
            apply,
            "it" | "this" | "that",
        ] => {
            // When to apply it is advice: `Wait for the server to stop before you apply it`.
            let is_verb =
                |at: usize| matches!(words.get(at), Some(&("it" | "the" | "this" | "them")));
            let is_consent =
                (2..words.len()).any(|at| CONSENT.contains(&words[at]) && !is_verb(at + 1));
            is_consent && matches!(*apply, "apply" | "applying")
        }
        [..] => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::sentence;
    use super::*;

    #[track_caller]
    fn check(line: &str, is_left: bool) {
        let mut sentences = Vec::new();
        sentence::read(line.into(), &mut sentences);
        assert_eq!(left(&sentences).this.is_some(), is_left, "{line}");
    }

    #[test]
    fn a_question_for_leave_leaves_the_edit() {
        check("Shall I make this change?", true);
        check(
            "Would you like me to go ahead and apply these changes?",
            true,
        );
        check("OK to apply?", true);
        check("Soll ich das so umsetzen?", true);
        check("Should I also apply it to the tests?", false);
        check("Shall I make it faster?", false);
        check("Want me to apply the same to `b.rs`?", false);
        check("Do you want me to write a test for this?", false);
        check("Soll ich das auch bei `clear` umsetzen?", false);
        check("¿Quieres que haga algún otro cambio?", false);
        check("¿Quieres que haga este cambio?", true);
    }

    #[test]
    fn a_question_about_a_proposal_leaves_no_edit() {
        check("You could also use a lock. Should I implement this?", false);
        check(
            "Redis would be sturdier. Want me to make that change?",
            false,
        );
        check("Man könnte Redis nehmen. Soll ich das umsetzen?", false);
        check("This makes `get` safe. Should I apply this?", true);
        check("The key may be missing. Shall I apply this change?", true);
        check("The name was wrong. OK to apply?", true);
    }

    #[test]
    fn an_edit_that_is_there_is_left() {
        check("That is already on `main`, so just merge it.", true);
        check("Rebase and you are done; no further edit is needed.", true);
        check("Wait for Mara's OK before you apply it.", true);
        check("Wait for the server to stop before you apply it.", false);
        check("It is already on the list of fields.", false);
        check("Restart and you are done.", false);
        check("The workers wait for the lock before they apply it.", false);
    }
}

//! Sentences below an edit that ask whether it is to be made, or say that it is made elsewhere, and that say nothing else.

use super::consent_words::{APPLYING, BESIDES, CONSENT, EDITS, FETCHING, PROPOSING, SETTLED, THIS};
use super::labelled::BRANCHES;
use super::leave::{self, About};
use super::lexicon::List;
use super::sentence::{Sentence, Token};

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
    let makes = |word: &&str| List::ApplyVerb.has(word);
    // `Before I change anything`
    let is_mine = |at: usize| words.get(at + 1) == Some(&"i");
    let is_made = |at: usize| is_mine(at) || words[at + 1..].iter().take(N_WORDS).any(makes);
    // `The user confirms before the discount is applied` tells what the program does.
    let is_ordered = |asked: usize| {
        let mut before = words[..asked].iter();
        before.all(|word| List::BeforeConfirm.has(word))
    };
    let is_known = |word: &&str| {
        let tables = [THIS, EDITS, BESIDES];
        let lists = [List::ApplyVerb, List::BesideEdit, List::BeforeConfirm];
        let is_listed = lists.iter().any(|list| list.has(word));
        is_listed || tables.iter().any(|table| table.contains(word))
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
    let comes_first = || {
        let asked = words.iter().position(|word| List::Confirm.has(word))?;
        let at = words.iter().position(|word| List::BeforeEdit.has(word))?;
        Some(is_made(at) && (is_mine(at) || is_ordered(asked) || is_of_edit(at)))
    };
    match words {
        ["waiting" | "awaiting", .., last] => CONSENT.contains(last),
        ["please", "approve", ..] => words.iter().any(|word| EDITS.contains(word)),
        _ => comes_first() == Some(true),
    }
}

/// Returns whether a sentence asks which of several ways is to be taken.
fn chooses(words: &[&str]) -> bool {
    let text = words.join(" ").replace(['-', '¿'], " ");
    List::ChooseWay.opens(text.trim_start())
}

fn said_by(words: &[&str]) -> Between {
    let describes = match words {
        ["the", edit, ..] => EDITS.contains(edit),
        [first, ..] => List::Describes.has(first),
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
    const ALSO_ASKING: [&str; 2] = ["ready to", "go ahead and"];
    let text = words.join(" ");
    let also = || {
        let mut rows = ALSO_ASKING.iter();
        rows.find_map(|row| text.strip_prefix(row))
    };
    let Some(rest) = leave::lead(&text).map(|lead| lead.rest).or_else(also) else {
        return false;
    };
    let leads = |word: &&str| matches!(*word, "me" | "to");
    let behind: Vec<&str> = rest.split_whitespace().skip_while(leads).collect();
    let mut behind = &behind[..];
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
    let is_verb = |word: &&str| List::ApplyVerb.has(word);
    let is_known = |word: &&str| {
        let tables = [THIS, EDITS, BESIDES];
        List::BesideEdit.has(word) || tables.iter().any(|table| table.contains(word))
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

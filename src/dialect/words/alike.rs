//! Sentences below an edit that ask for the same in another place, in words that need no verb for it: `` `ui`, too ``, `` The same
//! goes for `ui` ``, `` Fix `ui` in the same way ``.

use bstr::BStr;

use super::ask::Ask;
use super::asked_words::{CONDITIONS, DENIALS, REMINDED, verb as verb_of};
use super::edit_words::{ARTICLES, MODALS};
use super::lexicon::List;
use super::prose;
use super::prose_words::BEFORE_THE_VERB;
use super::sentence::{Sentence, Token};

/// Words after which a sentence describes what is so, or was, and asks for nothing.
const TELLING: &[&str] = &[
    "not", "no", "never", "don", "doesn", "didn", "neither", "nothing", "already", "was", "were",
    "had", "did", "i", "my", "fine", "unaffected", "why", "unchanged", "work", "works", "faster",
    "test", "tests", "server", "servers", "staging", "production", "machine", "deployment",
    "benefit", "benefits",
];

/// Those of [`CONDITIONS`] that such a sentence may hold.
const HARMLESS: &[&str] = &["not", "don", "see", "instead", "rather"];

/// Ways to say `the same` where the edit above is what is meant.
const SAME: &[&str] = &[
    "same change is needed",
    "same change is required",
    "same fix is needed",
    "same is needed",
    "same edit is needed",
    "same is due",
    "same with",
    "same for",
    "same in",
    "same goes",
    "same applies",
    "same holds",
    "that goes for",
    "this goes for",
    "likewise for",
    "likewise in",
    "ditto for",
    "ditto in",
    "similarly for",
    "mutatis mutandis for",
    "rinse and repeat for",
    "equally for",
    "same thing for",
    "same thing in",
];

/// Verbs of a request to do the same, beside those of any request.
const VERBS: &[&str] = &[
    "fix", "adapt", "adjust", "treat", "mirror", "apply", "convert", "migrate", "switch", "port",
    "do", "extend", "repeat", "correct", "proceed",
];

/// What becomes of something that is to change, beside the verbs of any request.
const EDITED: &[&str] = &[
    "fixed", "adapted", "adjusted", "corrected", "converted", "migrated",
];

/// Verbs of which the same is the object.
const CARRYING: &[&str] = &[
    "mirror", "apply", "copy", "repeat", "port", "do", "duplicate",
];

/// Words for the places of which an edit changes one.
const PLACES: &[&str] = &[
    "occurrence", "occurrences", "place", "places", "spot", "spots", "instances", "mention",
    "mentions", "appearance", "appearances",
];
const OTHERS: &[&str] = &[
    "other", "others", "second", "remaining", "both", "every", "all", "rest",
];

/// The most words of such a sentence.
const N_WORDS: usize = 14;

/// Returns what a sentence below an edit asks for; `is_right_below` where nothing else was spoken of since: then the edit is what
/// `the same` means.
pub(super) fn read<'a>(sentence: &Sentence<'a>, is_right_below: bool) -> Option<Ask<'a>> {
    let said = Said(&sentence.tokens);
    if sentence.is_question || sentence.leads_on || said.tells() {
        return None;
    }
    // In plain words, other things than code are alike as well.
    let in_ticks = sentence.tokens.iter().any(|token| token.name().is_some());
    let is_same = is_right_below
        && in_ticks
        && (said.adds_name() || said.points() || said.points_elsewhere());
    let is_named = !said.names().is_empty();
    let is_asked =
        is_named && (is_same || said.reminds() || said.needs_too() || said.orders_alike());
    if said.orders_places() {
        return Some(Ask::Repeated(Vec::new()));
    }
    // The other of two lines has the words of the one that changes.
    let names = match said.has(OTHERS) {
        true => Vec::new(),
        false => said.names(),
    };
    is_asked.then_some(Ask::Repeated(names))
}

struct Said<'s, 'a>(&'s [Token<'a>]);

impl<'a> Said<'_, 'a> {
    fn is_of(&self, at: usize, words: &[&str]) -> bool {
        let word = self.0.get(at).and_then(Token::word);
        word.is_some_and(|word| words.contains(&word))
    }

    fn has(&self, words: &[&str]) -> bool {
        (0..self.0.len()).any(|at| self.is_of(at, words))
    }

    fn words(&self) -> Vec<&str> {
        self.0.iter().filter_map(Token::word).collect()
    }

    fn names(&self) -> Vec<&'a BStr> {
        let codes = self.0.iter().filter(|token| !token.is_number());
        let codes = codes.filter_map(Token::code);
        codes
            .filter(|code| !prose::is_run(code) && !code.starts_with(b"-"))
            .collect()
    }

    fn is_name(&self, at: usize) -> bool {
        self.0.get(at).is_some_and(|token| token.code().is_some())
    }

    /// Returns whether it describes what is so, or says when something holds.
    fn tells(&self) -> bool {
        let words = self.words();
        let is_reminder = self.reminds();
        let tells = |word: &&str| {
            let is_condition = CONDITIONS.contains(word) && !HARMLESS.contains(word);
            is_condition || TELLING.contains(word) && !(is_reminder && DENIALS.contains(word))
        };
        words.len() > N_WORDS || words.iter().any(tells)
    }

    /// Returns whether it ends with a word that adds what it names.
    fn ends_with_too(&self) -> bool {
        let words = self.words();
        matches!(
            words[..],
            [.., "too" | "accordingly" | "likewise" | "analogously"]
        ) || matches!(
            words[..],
            [.., "as", "well"] | [.., "same", "way"] | [.., "the", "same"]
        )
    }

    /// Returns whether it is nothing but a name, which it adds: `` And the `ui` job, too ``.
    fn adds_name(&self) -> bool {
        const FILLING: &[&str] = &[
            "and", "also", "in", "for", "on", "with", "of", "as", "well", "too",
        ];
        let is_noun = |at: usize| at > 0 && self.is_name(at - 1);
        let fills = |at: usize| {
            let is_filler = self.is_of(at, FILLING) || self.is_of(at, ARTICLES);
            is_filler || is_noun(at) || self.is_name(at) || self.0[at] == Token::Break
        };
        let is_also = self.is_of(0, &["also"]) || self.ends_with_too();
        is_also && (0..self.0.len()).all(fills)
    }

    /// Returns whether it begins with a way to say `the same`, and a name is near behind it.
    fn points(&self) -> bool {
        /// How far behind the row the name is at most.
        const NEAR: usize = 4;
        let is_filler =
            |at: &usize| self.is_of(*at, &["and", "the", "of", "course", "exactly", "also"]);
        let first = (0..self.0.len()).find(|at| !is_filler(at)).unwrap_or(0);
        let n_words = |row: &str| {
            let mut words = row.split(' ').enumerate();
            let is_row = words.all(|(nth, word)| self.is_of(first + nth, &[word]));
            is_row.then(|| row.split(' ').count())
        };
        let Some(n) = SAME.iter().find_map(|row| n_words(row)) else {
            return false;
        };
        let behind = first + n;
        let Some(name) = (behind..behind + NEAR).find(|at| self.is_name(*at)) else {
            // `That goes for both, of course: x has the same line`.
            return self.is_of(behind, OTHERS);
        };
        // `In the x job, y and z`.
        let is_listed = |at: &usize| self.is_name(*at) || self.is_of(*at, &["and", "or"]);
        let end = (name + 1..).find(|at| !is_listed(at)).unwrap_or(name + 1);
        let end = end + usize::from(self.0.get(end).is_some_and(|it| it.word().is_some()));
        matches!(self.0.get(end), None | Some(Token::Break))
    }

    fn points_elsewhere(&self) -> bool {
        const N_SHORT: usize = 8;
        let words = self.words();
        let text = words.join(" ");
        let has = |list: List| words.iter().any(|word| list.has(word));
        let is_asked = has(List::Also) && has(List::Alter);
        let is_same = || List::SameFor.opens(&text);
        words.len() <= N_SHORT && !has(List::Denied) && (is_asked || is_same())
    }

    /// Returns whether it reminds of something by its name alone: `` Don't forget the `ui` job ``.
    fn reminds(&self) -> bool {
        let Some(at) = (0..self.0.len()).find(|at| self.is_of(*at, REMINDED)) else {
            return false;
        };
        let is_denied = (0..at).any(|at| self.is_of(at, DENIALS));
        let name = at + 1 + usize::from(self.is_of(at + 1, ARTICLES));
        let end =
            name + 1 + usize::from(self.0.get(name + 1).is_some_and(|it| it.word().is_some()));
        let ends =
            matches!(self.0.get(end), None | Some(Token::Break)) || self.is_of(end, &["too", "as"]);
        is_denied && self.is_name(name) && ends
    }

    /// Returns whether something that it names needs the same, or is to change, too.
    fn needs_too(&self) -> bool {
        let Some(modal) = (0..self.0.len()).find(|at| self.is_of(*at, MODALS)) else {
            return false;
        };
        let is_named = (0..modal).any(|at| self.is_name(at));
        let is_same = self.has(&["same"]) && self.is_of(modal, &["needs", "need", "requires"]);
        // What has to be so is a rule; what has to be changed is an edit.
        let be = (modal..self.0.len()).find(|at| self.is_of(*at, &["be"]));
        let is_changed = be.is_none_or(|be| {
            let verb = self.0.get(be + 1).and_then(Token::word);
            let is_edited = |word| verb_of(word).is_some() || EDITED.contains(&word);
            self.is_name(be + 1) || verb.is_some_and(is_edited)
        });
        let is_two = (0..self.0.len())
            .any(|at| self.is_of(at, &["to", "get", "change", "go", "be", "this", "it"]));
        let is_asked = self.is_of(modal, &["should", "must"]) || is_two;
        is_named && (is_same || is_asked && is_changed && self.ends_with_too())
    }

    /// Returns where the order of a clause is: `You also need to change`.
    fn order(&self) -> Option<usize> {
        let is_verb = |at: &usize| {
            let word = self.0[*at].word();
            let asks = |word: &str| verb_of(word).is_some_and(|(_, is_claim)| !is_claim);
            word.is_some_and(|word| VERBS.contains(&word) || asks(word))
        };
        let is_before = |at: &usize| {
            let is_lead = self.is_of(*at, &["will", "remember", "want", "can"]);
            is_lead || self.is_of(*at, BEFORE_THE_VERB) && !self.is_of(*at, &["i", "we"])
        };
        let begins = |at: &usize| {
            let first = (0..*at).rev().find(|at| !is_before(at));
            let is_named = |at: usize| self.is_of(at, &["this", "that", "it"]);
            first.is_none_or(|first| self.0[first] == Token::Break && !is_named(0))
        };
        (0..self.0.len()).filter(is_verb).find(begins)
    }

    /// Returns whether it orders to treat what it names like what the edit changes.
    fn orders_alike(&self) -> bool {
        let Some(at) = self.order() else { return false };
        let carries =
            self.is_of(at, CARRYING) && self.is_of(at + 1, &["this", "that", "it", "the"]);
        let leads = (at + 2..at + 5).any(|at| self.is_of(at, &["in", "to", "for", "on"]));
        let is_alike =
            self.ends_with_too() || self.has(&["accordingly", "analogously", "analogous"]);
        let is_named = (at + 1..self.0.len()).any(|at| self.is_name(at));
        let proceeds = self.is_of(at, &["proceed"]) && is_alike;
        is_named && (is_alike || carries && leads) || proceeds
    }

    /// Returns whether it orders the edit for other places: `Change both occurrences`, `change that one, too`, `every other
    /// occurrence should become 8081`.
    fn orders_places(&self) -> bool {
        let is_other = |at: usize| (at..at + 3).any(|at| self.is_of(at, OTHERS));
        let is_place = |at: usize| (at..at + 3).any(|at| self.is_of(at, PLACES));
        let becomes = |at: usize| {
            let edited = self.0.get(at + 1).and_then(Token::word);
            let is_edited = |word| verb_of(word).is_some() || EDITED.contains(&word);
            self.is_of(at, &["become", "change", "follow", "read", "get"])
                || self.is_of(at, &["be"]) && edited.is_some_and(is_edited)
        };
        let is_due = |at: usize| {
            self.is_of(at, MODALS)
                && (becomes(at + 1) || self.is_of(at + 1, &["to"]) && becomes(at + 2))
        };
        if is_other(0) && is_place(1) && (0..self.0.len()).any(is_due) {
            return true;
        }
        let Some(at) = self.order() else { return false };
        let (is_other, is_place) = (is_other(at + 1), is_place(at + 2));
        let is_one = self.is_of(at + 1, &["that", "this"]) && self.is_of(at + 2, &["one"]);
        is_other && is_place || is_one && self.ends_with_too()
    }
}

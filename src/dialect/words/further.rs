//! Sentences below an edit that ask, in words alone, for another edit of the same file, or for one of its lines to be another:
//! `` `Unit` must be `"cm"` ``, `` `7d`, not `30d` ``. That the edits do not bring what they name, and that the file or the edits
//! hold what is to change, tells them from talk.

use bstr::BStr;

use super::ask::{Further, is_path};
use super::asked_words::{CONDITIONS, KINDS_OF_CODE};
use super::done::Done;
use super::edit_words::{ARTICLES, MODALS};
use super::further_words::{
    ADDING, AIMS, BETWEEN, DENIALS, HARMLESS, IMPORTING, LEAVING_OUT, LOOSE, NOTS, NOUNS, OPENING,
    PLACES, QUALITIES, RATHER, REMOVING, SETTING, STATES,
};
use super::lexicon::List;
use super::prose;
use super::prose_words::BEFORE_THE_VERB;
use super::sentence::{Sentence, Token};
use crate::text::import;

/// What a file has to hold so that a sentence is about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Held<'a> {
    Anything,
    Code(&'a BStr),
    /// A line in which the code is set to something.
    Setting(&'a BStr),
}

/// Returns what a file has to hold where the edits do not do what is asked for; `None` where they do.
pub(super) fn lacks<'a>(asked: Further<'a>, done: &mut Done<'_>) -> Option<Held<'a>> {
    match asked {
        Further::Becomes { new, .. } | Further::Comes { new, .. } if done.inserts(new) => None,
        // That a call or a name has to be true is a condition.
        Further::Becomes { old, new } if new == "true" || new == "false" => match done.sets(old) {
            true => Some(Held::Anything),
            false => Some(Held::Setting(old)),
        },
        Further::Becomes { old, .. } if done.inserts(old) => Some(Held::Anything),
        Further::Becomes { old, .. } => Some(Held::Code(old)),
        Further::Comes { beside, .. } => Some(beside.map_or(Held::Anything, Held::Code)),
        Further::Changes(_) | Further::Stays(_) if !done.says_what_goes() => None,
        Further::Changes(code) => {
            let is_changed = done.inserts(code) || done.changes_any(Some(code), None);
            (!is_changed).then_some(Held::Code(code))
        }
        Further::Stays(code) => {
            let comes = done.inserts(code) && !done.changes_any(Some(code), None);
            comes.then_some(Held::Anything)
        }
    }
}

/// Returns what a sentence below an edit asks for beyond that; `is_right_below` where nothing else was spoken of since.
pub(super) fn read<'a>(sentence: &Sentence<'a>, is_right_below: bool) -> Option<Further<'a>> {
    let said = Said(&sentence.tokens);
    let is_loose = sentence.is_question || sentence.leads_on || said.is_loose();
    if is_loose {
        return None;
    }
    said.contrasts()
        .or_else(|| said.made_another(is_right_below))
        .or_else(|| said.left_out())
        .or_else(|| said.imports())
        .or_else(|| said.states().filter(|_| !said.denies()))
        .or_else(|| said.ordered().filter(|_| !said.denies()))
        .or_else(|| said.may_go())
}

struct Said<'s, 'a>(&'s [Token<'a>]);

impl<'a> Said<'_, 'a> {
    fn word(&self, at: usize) -> Option<&str> {
        self.0.get(at)?.word()
    }

    fn is_of(&self, at: usize, words: &[&str]) -> bool {
        self.word(at).is_some_and(|word| words.contains(&word))
    }

    fn has(&self, words: &[&str]) -> bool {
        (0..self.0.len()).any(|at| self.is_of(at, words))
    }

    fn is_in(&self, at: usize, list: List) -> bool {
        self.word(at).is_some_and(|word| list.has(word))
    }

    fn has_of(&self, list: List) -> bool {
        (0..self.0.len()).any(|at| self.is_in(at, list))
    }

    /// Returns the code at `at`: no file, no command, no call, no number that counts something.
    fn code(&self, at: usize) -> Option<&'a BStr> {
        let token = self.0.get(at).filter(|token| !token.is_number())?;
        let code = token.code()?;
        let is_code = !is_path(code) && !prose::is_run(code) && !code.starts_with(b"-");
        is_code.then_some(code)
    }

    /// Returns the name at `at` of something that has a value: an expression has none that an edit could set.
    fn name(&self, at: usize) -> Option<&'a BStr> {
        let is_plain = |code: &&BStr| !code.iter().any(|byte| b"()[]{}<>=+*|$".contains(byte));
        self.code(at).filter(is_plain)
    }

    /// Returns the value at `at`: a comparison is none, and a file may be one.
    fn value(&self, at: usize) -> Option<&'a BStr> {
        let token = self.0.get(at).filter(|token| !token.is_number())?;
        let code = token.code()?;
        let compares = code.first().is_some_and(|byte| b"<>=!-".contains(byte));
        (!compares && !prose::is_run(code)).then_some(code)
    }

    fn is_loose(&self) -> bool {
        let is_condition = |word: &str| CONDITIONS.contains(&word) && !HARMLESS.contains(&word);
        let mut words = self.0.iter().filter_map(Token::word);
        self.has(LOOSE) || words.any(is_condition)
    }

    fn denies(&self) -> bool {
        self.has(DENIALS) && !self.has(&["rather", "instead"])
    }

    /// Returns whether the sentence ends at `at`, or the rest of it says where, why, or what else.
    fn ends(&self, at: usize) -> bool {
        const BEHIND: &[&str] = &[
            "rather", "not", "by", "as", "too", "instead", "now", "in", "for", "because", "so",
            "on", "at", "since", "and", "above", "there", "then", "throughout", "everywhere",
            "while", "par", "por", "stehen", "sein", "lauten",
        ];
        match self.0.get(at) {
            None | Some(Token::Break) => true,
            Some(Token::Word(word)) => BEHIND.contains(&&**word) || !word.is_ascii(),
            Some(Token::Name(_) | Token::Value(_)) => false,
        }
    }

    /// Returns where the order of a clause is, behind what may precede one: `Then also set`.
    fn orders(&self, verbs: &[&str]) -> Option<usize> {
        let is_person = |at: usize| self.is_of(at, &["i", "we", "this", "that", "it"]);
        let is_before = |at: usize| {
            let is_filler =
                self.is_of(at, &["todo", "additionally", "besides", "further", "again"]);
            !is_person(at) && (self.is_of(at, BEFORE_THE_VERB) || is_filler)
        };
        let begins = |at: usize| {
            let first = (0..at).rev().find(|at| !is_before(*at));
            first.is_none_or(|at| self.0[at] == Token::Break)
        };
        let aims = self.is_of(0, AIMS) && !self.is_of(0, &["in", "on"]);
        let mut found = (0..self.0.len()).filter(|at| self.is_of(*at, verbs));
        found.find(|at| begins(*at) && !aims)
    }

    /// Returns whether a phrase above the code at `end` names another case than the edit's: `On ARM, use`.
    fn is_for_other_case(&self, end: usize) -> bool {
        let end = (0..end)
            .find(|at| self.0[*at] == Token::Break)
            .unwrap_or(end);
        let aims = self.is_of(0, AIMS) || self.is_in(0, List::ForWhat);
        let is_name = |code: &BStr| code.iter().any(u8::is_ascii_alphabetic);
        let is_of_code = |at: usize| {
            let names = self.0[at].code().is_some_and(is_name);
            names || self.is_of(at, KINDS_OF_CODE)
        };
        // `To split at the last` says what for, whatever it names.
        let is_of_edit = |at: usize| {
            let is_article = self.is_of(at, ARTICLES) && self.is_of(0, &["to"]);
            self.is_in(at, List::OfTheEdit) && !is_article
        };
        aims && end > 1 && !(1..end).any(|at| is_of_code(at) || is_of_edit(at))
    }

    /// Reads `` `7d`, not `30d` ``, `` use `7d` instead of `30d` ``, `` read `7d` for `30d` ``.
    fn contrasts(&self) -> Option<Further<'a>> {
        let is_break = |at: usize| self.0.get(at) == Some(&Token::Break);
        (0..self.0.len()).find_map(|at| {
            let new = self.value(at).filter(|_| !self.is_for_other_case(at))?;
            let not = at + 1 + usize::from(is_break(at + 1));
            let is_rather = || {
                let row =
                    |row: &&[&str; 2]| self.is_of(not, &[row[0]]) && self.is_of(not + 1, &[row[1]]);
                let second = |at: usize| RATHER.iter().any(|it| row(&it)).then_some(at + 2);
                let in_place = self.is_of(not, &["in", "en", "au"]);
                let behind_in = || {
                    let is_row = |row: &[&str; 2]| {
                        self.is_of(not + 1, &[row[0]]) && self.is_of(not + 2, &[row[1]])
                    };
                    RATHER.iter().any(is_row).then_some(not + 3)
                };
                second(not).or_else(|| in_place.then(behind_in).flatten())
            };
            let is_read = || self.orders(&["read"]).is_some() && self.is_of(not, &["for"]);
            let old = match self.is_of(not, NOTS) || self.is_of(not, &["statt"]) || is_read() {
                true => not + 1,
                false => is_rather()?,
            };
            let old = self.name(old).filter(|old| *old != new)?;
            Some(Further::Becomes { old, new })
        })
    }

    /// Reads `` Make that `7d` ``, `` On second thought, `7d` is better ``.
    fn made_another(&self, is_right_below: bool) -> Option<Further<'a>> {
        let is_opened = || self.has(OPENING);
        let new = match self.orders(&["make"]) {
            Some(at) if self.is_of(at + 1, &["it", "that", "this"]) => {
                let is_meant = is_right_below || is_opened() || self.is_of(at + 1, &["that"]);
                self.value(at + 2).filter(|_| is_meant && self.ends(at + 3))
            }
            Some(_) | None => {
                let better = self.has(&["better"]) && is_opened();
                (0..self.0.len())
                    .filter(|_| better)
                    .find_map(|at| self.value(at))
            }
        };
        new.map(|new| Further::Comes { new, beside: None })
    }

    /// Reads `` Leave out the `add_header` line ``, of what an edit brings.
    fn left_out(&self) -> Option<Further<'a>> {
        let is_noun = |at: usize| self.is_of(at, NOUNS) || self.is_of(at, KINDS_OF_CODE);
        let is_article = |at: usize| self.is_of(at, ARTICLES);
        let is_leave = |at: usize| at > 0 && self.is_of(at - 1, &["leave", "take"]);
        let at = (0..self.0.len()).find(|at| self.is_of(*at, LEAVING_OUT))?;
        let is_order = self.orders(LEAVING_OUT) == Some(at) || is_leave(at) && at == 1;
        let code = self
            .name(at + 2)
            .filter(|_| is_article(at + 1) && is_noun(at + 3));
        let code = code.filter(|_| is_order);
        code.or_else(|| self.called_wrong()).map(Further::Stays)
    }

    /// Reads `` The `add_header` line is wrong, please delete it ``.
    fn called_wrong(&self) -> Option<&'a BStr> {
        const WRONG: &[&str] = &["wrong", "mistake", "superfluous", "unnecessary"];
        let at = self.orders(REMOVING)?;
        let first = usize::from(self.is_of(0, ARTICLES));
        let is_it = self.is_of(at + 1, &["it", "that"]) && self.has(WRONG);
        self.name(first).filter(|_| is_it)
    }

    /// Reads `` You also need `import a;` at the top ``.
    fn imports(&self) -> Option<Further<'a>> {
        let mut codes = (0..self.0.len()).filter_map(|at| self.0[at].code());
        let new = codes.find(|code| import::is_import(code))?;
        let is_asked =
            self.has(IMPORTING) && !self.denies() && !self.has(&["i", "remove", "unused"]);
        is_asked.then_some(Further::Comes { new, beside: None })
    }

    /// Reads `` `A` should be `B` ``, `` the default of `A` has to become `B` ``.
    fn states(&self) -> Option<Further<'a>> {
        (0..self.0.len()).find_map(|at| {
            let old = self.name(at)?;
            if self.is_for_other_case(at) && self.has_of(List::HasTo) {
                return None;
            }
            let second = self
                .behind_modal(at)
                .or_else(|| self.behind_becomes(at))
                .or_else(|| self.behind_dense(at))?;
            let new = self.value(second).filter(|new| *new != old)?;
            self.ends(second + 1)
                .then_some(Further::Becomes { old, new })
        })
    }

    /// Returns where what the code at `at` has to be is said: behind `should be`, and in other languages also before the verb.
    fn behind_modal(&self, at: usize) -> Option<usize> {
        /// The most words between something and what is said of it: `` `A` in the same file must ``.
        const N_WORDS: usize = 6;
        let is_between = |at: &usize| self.is_of(*at, BETWEEN) || self.is_of(*at, STATES);
        let end = (at + 1..(at + 1 + N_WORDS).min(self.0.len()))
            .take_while(|at| self.word(*at).is_some())
            .last()
            .map_or(at + 1, |last| last + 1);
        let near = at + 1..end;
        if let Some(modal) = near.clone().find(|at| self.is_of(*at, MODALS)) {
            let last = (modal + 1..self.0.len()).take_while(is_between).last()?;
            let is_said = (modal + 1..=last).any(|at| self.is_of(at, STATES));
            return is_said.then_some(last + 1);
        }
        let is_led = self.has_of(List::HasTo) && self.has_of(List::ToBe);
        let is_bound = self.has_of(List::Condition) || self.has(&["als"]);
        let is_said = |at: usize| {
            let lists = [List::HasTo, List::ToBe, List::BesideModal];
            lists.into_iter().any(|list| self.is_in(at, list))
        };
        let is_value =
            is_led && !is_bound && self.value(end).is_some() && (at + 1..end).all(is_said);
        is_value.then_some(end)
    }

    /// Returns where the new text of the code at `at` is, in a line that is given by its number: `` "m" becomes "cm" on line 20 ``.
    fn behind_becomes(&self, at: usize) -> Option<usize> {
        let is_line =
            |pair: &[Token<'_>]| matches!(pair[0].word(), Some("line")) && pair[1].is_number();
        let becomes = self.is_of(at + 1, &["becomes", "to"]);
        (becomes && self.0.windows(2).any(is_line)).then_some(at + 2)
    }

    /// Does the same in scripts without blanks: the verb is before the new text, or behind it.
    fn behind_dense(&self, at: usize) -> Option<usize> {
        let is_dense = |at: usize| {
            let word = self.word(at).unwrap_or_default();
            List::Becomes.has(word)
        };
        (at + 1..at + 4)
            .find(|new| self.value(*new).is_some() && (is_dense(new - 1) || is_dense(new + 1)))
    }

    /// Reads orders: `` Raise it from `3` to `4` ``, `` Comment out `f` ``, `` Move `f` above `g` ``, `` Make `A` static ``.
    fn ordered(&self) -> Option<Further<'a>> {
        self.set_to()
            .or_else(|| self.added_to())
            .or_else(|| self.done_with())
    }

    fn set_to(&self) -> Option<Further<'a>> {
        /// The most words between a verb and what it is about.
        const N_WORDS: usize = 7;
        let at = self.orders(SETTING)?;
        let to = (at + 1..self.0.len())
            .find(|to| self.is_of(*to, &["to", "with", "by"]) && self.value(to + 1).is_some())?;
        let new = self.value(to + 1).filter(|_| self.ends(to + 2))?;
        let old = (at + 1..to.min(at + N_WORDS))
            .rev()
            .find_map(|at| self.name(at));
        let is_kind = || (at + 1..to).any(|at| self.is_of(at, KINDS_OF_CODE));
        match old {
            // What an edit brings may be a placeholder that a person fills in.
            Some(old) => Some(Further::Comes {
                new,
                beside: Some(old),
            }),
            None => (self.is_of(at, &["rename"]) && is_kind())
                .then_some(Further::Comes { new, beside: None }),
        }
    }

    fn added_to(&self) -> Option<Further<'a>> {
        let at = self.orders(ADDING)?;
        let new = self.value(at + 1)?;
        let is_place = |at: &usize| self.is_of(*at, PLACES);
        let place = (at + 2..(at + 5).min(self.0.len())).find(is_place)?;
        let beside = (place + 1..place + 5).find_map(|at| self.name(at))?;
        (beside != new).then_some(Further::Comes {
            new,
            beside: Some(beside),
        })
    }

    fn done_with(&self) -> Option<Further<'a>> {
        let object = |verbs: &[&str]| {
            let at = self.orders(verbs)?;
            let is_filler = |at: &usize| {
                let fills = [
                    "unused", "old", "obsolete", "redundant", "now", "out", "of", "entire",
                ];
                self.is_of(*at, ARTICLES)
                    || self.is_of(*at, KINDS_OF_CODE)
                    || self.is_of(*at, &fills)
            };
            (at + 1..self.0.len()).find(|at| !is_filler(at))
        };
        let is_kind = |at: usize| self.is_of(at, KINDS_OF_CODE);
        let ends = |at: usize| self.ends(at + 1) || is_kind(at + 1) && self.ends(at + 2);
        let named = |at: usize| self.code(at).map(Further::Changes);
        let gone = object(REMOVING).filter(|at| ends(*at)).and_then(named);
        let commented = || {
            let at = object(&["comment", "uncomment"]).filter(|at| ends(*at))?;
            named(at)
        };
        let moved = || {
            let at = object(&["move"])?;
            let is_moved = self.is_of(at + 1, &["above", "below", "before", "after", "behind"]);
            named(at).filter(|_| is_moved)
        };
        let shaped = || {
            let at = object(&["make", "mark", "turn", "convert", "wrap", "declare"])?;
            let next = at + 1 + usize::from(is_kind(at + 1));
            let next = next + usize::from(self.is_of(next, &["as"]));
            let is_made =
                self.is_of(next, QUALITIES) || next > at + 1 && self.value(next).is_some();
            let is_put = self.is_of(next, &["into", "in"]) && self.is_of(next + 1, ARTICLES);
            named(at).filter(|_| is_made || is_put)
        };
        gone.or_else(commented).or_else(moved).or_else(shaped)
    }

    /// Reads `` `A` can go ``, `` `A` is not needed any more and can be removed ``.
    fn may_go(&self) -> Option<Further<'a>> {
        const GONE: &[&str] = &["removed", "deleted", "dropped"];
        let allows = |at: usize| self.is_of(at, &["can", "should", "must", "may", "to"]);
        let goes = |at: usize| {
            let is_gone = self.is_of(at, &["be"]) && self.is_of(at + 1, GONE) && self.ends(at + 2);
            is_gone || self.is_of(at, &["go"]) && self.ends(at + 1)
        };
        let is_one = self.0.iter().filter(|token| token.code().is_some()).count() == 1;
        let leads = |at: &usize| {
            self.is_of(*at, ARTICLES)
                || self.is_of(*at, &["and", "also", "then", "now", "so", "finally"])
        };
        let first = (0..self.0.len()).find(|at| !leads(at))?;
        let code = self.code(first).filter(|_| is_one)?;
        let says = (first + 1..self.0.len()).any(|at| allows(at) && goes(at + 1));
        says.then_some(Further::Changes(code))
    }
}

//! What a sentence below an edit says of it: that it is wrong, or not needed, that nothing is to change, that all is to stay.

use super::edit_words::BOUNDING;
use super::take_back::{Meant, Place, Reader, edit_at, is_in, is_thing};
use super::verdict_words::{
    ADVERBS, ALL_OF_IT, BAD, CHANGES, FINE, GOOD, HARMING, KEPT, MENDING, NEEDED, ORIGINALS,
    TAKEN_BACK, WORKING,
};

impl Reader<'_, '_> {
    /// `This diff is wrong`, `That is not needed`, `This will not work`; also a label without a verb: `Just a sketch`. What
    /// leads over to an edit judges the one above only where it says so.
    pub(super) fn judges(&self, at: usize, leads_on: bool) -> bool {
        let is_label = at == 0
            && self.place != Place::Amid
            && self.tokens.len() <= 8
            && self.is_of(
                at,
                &["just", "only", "untested", "pseudo", "pseudocode", "rough"],
            )
            && (0..4).any(|at| self.is_of(at, &["pseudo", "pseudocode", "sketch", "illustration"]));
        if is_label {
            return true;
        }
        if !self.begins_clause(at) || self.is_conditional(at) {
            return false;
        }
        let Some((how, end)) = edit_at(self.tokens, at) else {
            return false;
        };
        (how == Meant::Above || !leads_on) && self.is_edit(how, at) && self.predicate(end, how)
    }

    /// `In hindsight, the original code was right`: only where somebody regrets, as else it may be the test that was wrong.
    pub(super) fn vindicates(&self, at: usize) -> bool {
        if !self.regrets_first() || self.is_conditional(at) {
            return false;
        }
        let is_before = |at: &usize| {
            self.is_of(
                *at,
                &[
                    "the", "your", "my", "our", "original", "current", "existing", "old", "first",
                ],
            )
        };
        let Some(noun) = (at..).find(|at| !is_before(at)).filter(|noun| *noun > at) else {
            return false;
        };
        let is_copula = |at: &usize| {
            self.is_of(*at, &["is", "was", "s", "looks", "works", "seems"])
                || self.is_of(*at, ADVERBS)
        };
        let end = (noun + 1..).find(|at| !is_copula(at)).unwrap_or(noun);
        self.is_of(noun, ORIGINALS) && end > noun + 1 && self.is_of(end, FINE)
    }

    /// Reads what is said of an edit that token `at` follows.
    pub(super) fn predicate(&self, at: usize, how: Meant) -> bool {
        let (mut is_negative, mut is_copula, mut is_past) = (false, false, false);
        let is_regretted =
            self.regrets_first() || (at..at + 5).any(|at| self.is_of(at, &["actually"]));
        for at in at..at + 10 {
            let Some(word) = self.word(at) else {
                return false;
            };
            let next = self.tokens.get(at + 1);
            let is_bound =
                how == Meant::Pronoun && next.is_some_and(|token| is_in(token, BOUNDING));
            match word {
                "is" | "are" | "s" | "re" | "looks" | "seems" => is_copula = true,
                "was" | "were" => (is_copula, is_past) = (true, true),
                "isn" | "aren" | "wasn" | "weren" => (is_copula, is_negative) = (true, true),
                "not" | "no" | "won" | "doesn" | "wouldn" | "cannot" => is_negative = true,
                "t" | "will" | "does" | "would" | "can" | "has" | "have" | "should" => {
                    is_copula |= word == "would";
                }
                "wait" => return !is_negative && !is_bound,
                _ if WORKING.contains(&word) => return is_negative && !is_bound,
                // What an edit does not mend, or breaks, may be a remark.
                _ if MENDING.contains(&word) => {
                    return is_negative && (is_regretted || how == Meant::Above);
                }
                _ if HARMING.contains(&word) => {
                    return !is_negative && (is_regretted || how == Meant::Above);
                }
                _ if BAD.contains(&word) => {
                    let is_old = is_past && how == Meant::Pronoun && !self.regrets_first();
                    return is_copula && !is_negative && !is_bound && !is_old;
                }
                _ if TAKEN_BACK.contains(&word) => return !is_negative,
                _ if GOOD.contains(&word) => return is_copula && is_negative && !is_bound,
                _ if ADVERBS.contains(&word) => {}
                _ => return false,
            }
        }
        false
    }

    /// `No change is required`, `Nothing needs to change`.
    pub(super) fn needs_nothing(&self, at: usize) -> bool {
        if !self.begins_clause(at) || self.is_conditional(at) {
            return false;
        }
        let clause = (at..self.tokens.len()).take_while(|at| !self.ends(*at));
        let clause: Vec<usize> = clause.collect();
        // What is bound to a part of the project leaves the rest to change.
        let is_bound = |from: usize| {
            let mut behind = clause.iter().filter(|at| **at > from);
            let first = behind.find(|at| self.is_of(**at, &["to", "in", "for", "of", "on"]));
            let is_there = clause
                .iter()
                .any(|at| self.is_of(*at, &["there"]) && *at > from);
            is_there
                || first.is_some_and(|first| {
                    !(first + 1..first + 4).any(|at| self.is_of(at, ALL_OF_IT))
                })
        };
        if self.is_of(at, &["nothing"]) {
            let between = [
                "needs", "need", "to", "has", "have", "be", "is", "needed", "must", "should",
                "left", "there",
            ];
            let last = (at + 1..).find(|at| !self.is_of(*at, &between));
            let is_change =
                |at: &usize| self.is_of(*at, &["change", "changed", "fix", "fixed", "do"]);
            return last.filter(is_change).is_some_and(|last| !is_bound(last));
        }
        let noun = at + 1 + usize::from(self.is_of(at + 1, &["code", "actual", "real"]));
        if self.word(at) != Some("no") || !self.is_of(noun, CHANGES) || is_bound(noun) {
            return false;
        }
        let is_needed = clause.iter().any(|at| self.is_of(*at, NEEDED));
        let is_short = self.ends(noun + 1) && (at > 0 && self.is_of(at - 1, &["so"]));
        is_needed || is_short
    }

    /// `Leave the file alone`, `keep your code as it is`.
    pub(super) fn keeps(&self, at: usize) -> bool {
        if !self.is_of(at, &["leave", "keep"]) || !self.begins_clause(at) || self.is_conditional(at)
        {
            return false;
        }
        let is_before = |at: &usize| self.is_of(*at, &["the", "your", "my", "our", "this"]);
        let Some(kept) = (at + 1..).find(|at| !is_before(at)) else {
            return false;
        };
        let is_pronoun = self.is_of(kept, &["it", "that"]);
        let has_antecedent = self.place == Place::Amid || self.tokens[..at].iter().any(is_thing);
        let is_whole = self.is_of(kept + 1, &["as", "alone", "unchanged", "untouched"])
            || self.is_of(at, &["keep"]) && self.ends(kept + 1) && kept > at + 1;
        self.is_of(kept, KEPT) && is_whole && !(is_pronoun && has_antecedent)
    }
}

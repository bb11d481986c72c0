//! A small grammar of sentences that take an edit back: who takes back what, an edit that is not to be applied, one that is
//! judged to be wrong, and that there is nothing to change. Only the edit itself may be what is spoken of: `this`, `the diff
//! above`, `my patch`; a sentence about the program takes nothing back.

use super::edit_words::{
    ARTICLES, BOUNDING, CONDITIONS, EDITS, FUNCTION_WORDS, OTHER_EDITS, POINTING, PRONOUNS,
};
use super::sentence::{Sentence, Token};
use super::take_back_words::{
    ADVERBS, ALL_OF_IT, APPLYING, BAD, BETWEEN, CHANGES, DROPPING, EXCEPTING, GOOD, JOINING, KEPT,
    LEADING, NEEDED, NEGATING, OPPOSING, REGRETS, REGRETTING, SHRUGS, TAKEN_BACK, USING, WORKING,
};

/// How some words mean an edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meant {
    /// `this`, `it`: whatever was spoken of last.
    Pronoun,
    /// `this diff`, `my patch`.
    Named,
    /// `the diff above`, `the previous one`: never the one below.
    Above,
}

/// What a sentence may speak of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// The edit above it, also by `this`: it begins a paragraph there.
    BehindEdit,
    /// Something that was said before it in its paragraph.
    Amid,
}

/// Returns whether a sentence below an edit takes it back.
pub(super) fn takes_back(sentence: &Sentence<'_>, place: Place) -> bool {
    let reader = Reader {
        tokens: &sentence.tokens,
        place,
    };
    let has = |reads: &dyn Fn(usize) -> bool| (0..reader.tokens.len()).any(reads);
    has(&|at| reader.drops(at))
        || has(&|at| reader.regrets(at))
        || has(&|at| reader.judges(at, sentence.leads_on))
        || has(&|at| reader.needs_nothing(at))
        || has(&|at| reader.keeps(at))
        || forbids(sentence).is_some_and(|how| how == Meant::Above || !sentence.leads_on)
}

/// Returns how a sentence names an edit that it forbids to apply; a verb for edits alone needs no name.
pub(super) fn forbids(sentence: &Sentence<'_>) -> Option<Meant> {
    let reader = Reader {
        tokens: &sentence.tokens,
        place: Place::BehindEdit,
    };
    (0..reader.tokens.len()).find_map(|at| reader.forbids(at))
}

/// Returns whether a sentence above an edit says that it is, or would be, wrong: `This would be wrong:`.
pub(super) fn condemns(sentence: &Sentence<'_>) -> bool {
    let reader = Reader {
        tokens: &sentence.tokens,
        place: Place::BehindEdit,
    };
    (0..reader.tokens.len()).any(|at| reader.judges(at, false))
}

/// Reads what means an edit from token `at` on; returns how it does, and the token behind it.
pub(super) fn edit_at(tokens: &[Token<'_>], at: usize) -> Option<(Meant, usize)> {
    let word = |at: usize| tokens.get(at).and_then(Token::word);
    let is_of = |at: usize, words: &[&str]| word(at).is_some_and(|word| words.contains(&word));
    let before = |at: &usize| is_of(*at, ARTICLES) || is_of(*at, POINTING);
    let head = (at..).find(|at| !before(at))?;
    let points = (at..head).any(|at| is_of(at, POINTING));
    let has_above = |range: std::ops::Range<usize>| {
        range
            .into_iter()
            .any(|at| is_of(at, &["above", "previous", "earlier", "last", "first"]))
    };
    let points_behind = is_of(head + 1, &["above", "below"]);
    let is_named = is_of(head, EDITS) && (points || head > at)
        || is_of(head, OTHER_EDITS) && (points || points_behind);
    let (how, end) = if is_named {
        let end = head + 1 + usize::from(points_behind);
        let how = match has_above(at..end) {
            true => Meant::Above,
            false => Meant::Named,
        };
        (how, end)
    } else if is_of(head, PRONOUNS) {
        (Meant::Pronoun, head + 1)
    } else {
        let last = head.checked_sub(1).filter(|last| *last >= at)?;
        is_of(last, PRONOUNS).then_some(())?;
        let how = match is_of(last, &["above"]) {
            true => Meant::Above,
            false => Meant::Pronoun,
        };
        (how, head)
    };
    let ends = match tokens.get(end) {
        None | Some(Token::Break) => true,
        Some(Token::Word(word)) => FUNCTION_WORDS.contains(&word.as_str()),
        Some(Token::Name(_) | Token::Value(_)) => false,
    };
    ends.then_some((how, end))
}

struct Reader<'s, 'a> {
    tokens: &'s [Token<'a>],
    place: Place,
}

impl Reader<'_, '_> {
    fn word(&self, at: usize) -> Option<&str> {
        self.tokens.get(at)?.word()
    }

    fn is_of(&self, at: usize, words: &[&str]) -> bool {
        self.word(at).is_some_and(|word| words.contains(&word))
    }

    fn row_at(&self, at: usize, row: &[&str]) -> bool {
        (0..row.len()).all(|nth| self.word(at + nth) == Some(row[nth]))
    }

    fn ends(&self, at: usize) -> bool {
        matches!(self.tokens.get(at), None | Some(Token::Break))
    }

    /// Returns whether nothing but words that lead over stands before token `at` in its clause.
    fn begins_clause(&self, at: usize) -> bool {
        let mut before = self.tokens[..at].iter().rev();
        let joint = before.find(|token| !is_in(token, LEADING));
        match joint {
            None | Some(Token::Break) => true,
            Some(Token::Word(word)) => JOINING.contains(&&**word) || REGRETTING.contains(&&**word),
            Some(Token::Name(_) | Token::Value(_)) => false,
        }
    }

    /// Returns whether the sentence begins with words of regret, or with what only leads over, up to token `at`.
    fn begins_sentence(&self, at: usize) -> bool {
        self.tokens[..at].iter().all(|token| match token {
            Token::Break => true,
            Token::Word(word) => {
                let word = word.as_str();
                [LEADING, REGRETTING, &["but", "and", "so"]]
                    .iter()
                    .any(|words| words.contains(&word))
            }
            Token::Name(_) | Token::Value(_) => false,
        })
    }

    fn regrets_first(&self) -> bool {
        self.is_of(0, REGRETTING)
    }

    fn is_conditional(&self, at: usize) -> bool {
        self.is_of(0, &["to"]) || (0..at).any(|at| self.is_of(at, CONDITIONS))
    }

    /// Returns whether what is meant `how` at token `at` is the edit, and not something named before.
    fn is_edit(&self, how: Meant, at: usize) -> bool {
        let is_told = self.place == Place::BehindEdit || self.regrets_first();
        how != Meant::Pronoun || is_told && self.begins_sentence(at)
    }

    /// `Please disregard the diff above`, `I have reverted this`.
    fn drops(&self, at: usize) -> bool {
        if !self.is_of(at, DROPPING) || !self.begins_clause(at) || self.is_conditional(at) {
            return false;
        }
        let object = at + 1 + usize::from(self.is_of(at + 1, &["about", "all"]));
        let Some((how, end)) = edit_at(self.tokens, object) else {
            return false;
        };
        // `Undo it with git` says how one could, and `ignore the changes in whitespace` is about a part of them.
        let is_recipe = self.is_of(end, &["with", "by", "in", "to", "of"])
            && !(end..self.tokens.len()).any(|at| self.is_of(at, POINTING));
        let mut rest = (end..).take_while(|at| !self.ends(*at));
        let is_other_thing = match how {
            Meant::Pronoun => self.tokens[..at].iter().any(is_thing),
            Meant::Named | Meant::Above => false,
        };
        !is_recipe && !is_other_thing && !rest.any(|at| is_thing(&self.tokens[at]))
    }

    /// `My mistake`, `Never mind`, `I take that back`.
    fn regrets(&self, at: usize) -> bool {
        let begins =
            at == 0 || matches!(self.tokens[at - 1], Token::Break) || self.begins_clause(at);
        if !begins {
            return false;
        }
        let shrugs = SHRUGS.iter().any(|row| {
            let end = at + row.len();
            self.row_at(at, row) && (self.ends(end) || edit_at(self.tokens, end).is_some())
        });
        shrugs || REGRETS.iter().any(|row| self.row_at(at, row))
    }

    /// `This diff is wrong`, `That is not needed`, `This will not work`; also a label without a verb: `Just a sketch`. What
    /// leads over to an edit judges the one above only where it says so.
    fn judges(&self, at: usize, leads_on: bool) -> bool {
        let is_label = at == 0
            && self.place == Place::BehindEdit
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

    /// Reads what is said of an edit that token `at` follows.
    fn predicate(&self, at: usize, how: Meant) -> bool {
        let (mut is_negative, mut is_copula, mut is_past) = (false, false, false);
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
                _ if WORKING.contains(&word) => return is_negative && !is_bound,
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
    fn needs_nothing(&self, at: usize) -> bool {
        if !self.begins_clause(at) || self.is_conditional(at) {
            return false;
        }
        let clause = (at..self.tokens.len()).take_while(|at| !self.ends(*at));
        let clause: Vec<usize> = clause.collect();
        // What is bound to a part of the project leaves the rest to change.
        let is_bound = |from: usize| {
            let mut behind = clause.iter().filter(|at| **at > from);
            let first = behind.find(|at| self.is_of(**at, &["to", "in", "for", "of", "on"]));
            first.is_some_and(|first| !(first + 1..first + 4).any(|at| self.is_of(at, ALL_OF_IT)))
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
    fn keeps(&self, at: usize) -> bool {
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

    /// `Do not apply this`, `There is no need to merge it`, `I decided against it`.
    fn forbids(&self, at: usize) -> Option<Meant> {
        let row = NEGATING.iter().find(|row| self.row_at(at, row))?;
        let from = at + row.len();
        let is_between = |at: &usize| self.is_of(*at, BETWEEN);
        let verb = (from..).find(|at| !is_between(at))?;
        if row.last().is_some_and(|last| OPPOSING.contains(last))
            && let Some((how, _)) = edit_at(self.tokens, from)
        {
            return Some(how);
        }
        let is_applied = self.is_of(verb, APPLYING);
        // `do` is a verb of its own in `what you should not do`.
        if !is_applied && !self.is_of(verb, USING) {
            return None;
        }
        let is_kept = (verb..self.tokens.len()).any(|at| self.is_of(at, EXCEPTING));
        // `` `eval` is unsafe, so don't use it `` is about that.
        let names_thing = self.tokens[..at].iter().any(is_thing);
        let object = verb + 1 + usize::from(self.is_of(verb + 1, &["with"]));
        let skipped = ["something", "anything", "things", "like", "yet"];
        let object = (object..).find(|at| !self.is_of(*at, &skipped))?;
        if let Some((how, _)) = edit_at(self.tokens, object) {
            let is_meant = is_applied || how != Meant::Pronoun || !names_thing;
            return (is_meant && !is_kept).then_some(how);
        }
        // The verb ends the clause: its object is what stands before, or the edit.
        let is_end = self.ends(object);
        let is_subject = (0..at).any(|at| edit_at(self.tokens, at).is_some());
        let is_passive = self.is_of(verb.wrapping_sub(1), &["be", "get"]);
        if is_passive {
            return (is_subject && !is_kept).then_some(Meant::Named);
        }
        let is_order = self.begins_clause(at) || !self.is_of(at, &["don", "do"]);
        let is_about_edit = is_applied && is_order && !names_thing || self.is_of(verb, &["do"]);
        (is_end && !is_kept && is_about_edit).then_some(Meant::Pronoun)
    }
}

fn is_in(token: &Token<'_>, words: &[&str]) -> bool {
    token.word().is_some_and(|word| words.contains(&word))
}

/// Returns whether a token names something in the program.
fn is_thing(token: &Token<'_>) -> bool {
    matches!(token, Token::Name(_) | Token::Value(_))
}

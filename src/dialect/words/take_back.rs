//! A small grammar of sentences that take an edit back: who takes back what, an edit that is not to be applied, one that is
//! judged to be wrong, and that there is nothing to change. Only the edit itself may be what is spoken of: `this`, `the diff
//! above`, `my patch`; a sentence about the program takes nothing back.

use super::edit_words::{
    ARTICLES, CONDITIONS, EDITS, FUNCTION_WORDS, ORDINALS, OTHER_EDITS, POINTING, PRONOUNS,
};
use super::sentence::{Sentence, Token};
use super::take_back_words::{
    APPLYING, BETWEEN, DROPPING, EXCEPTING, IGNORING, JOINING, LEADING, NEGATING, OPPOSING,
    PERFORMING, REGRETS, REGRETTING, SHRUGS, USING,
};
use super::verdict_words::RECONSIDERING;

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
    /// The same, and the sentence before it only regrets: `Hmm, wait. That …`.
    Regretted,
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
    // `Does that match what you meant?` asks for a verdict, and gives none.
    if sentence.is_question && reader.is_of(0, &["do", "does", "is", "are", "shall", "should"]) {
        return false;
    }
    has(&|at| reader.drops(at))
        || has(&|at| reader.regrets(at))
        || has(&|at| reader.judges(at, sentence.leads_on))
        || has(&|at| reader.needs_nothing(at))
        || has(&|at| reader.vindicates(at))
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
        // `The latter`, `the second`.
        (is_of(last, PRONOUNS) || last > at && is_of(last, ORDINALS)).then_some(())?;
        let how = match is_of(last, &["above"]) {
            true => Meant::Above,
            false if is_of(last, ORDINALS) => Meant::Named,
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

pub(super) struct Reader<'s, 'a> {
    pub(super) tokens: &'s [Token<'a>],
    pub(super) place: Place,
}

impl Reader<'_, '_> {
    pub(super) fn word(&self, at: usize) -> Option<&str> {
        self.tokens.get(at)?.word()
    }

    pub(super) fn is_of(&self, at: usize, words: &[&str]) -> bool {
        self.word(at).is_some_and(|word| words.contains(&word))
    }

    pub(super) fn row_at(&self, at: usize, row: &[&str]) -> bool {
        (0..row.len()).all(|nth| self.word(at + nth) == Some(row[nth]))
    }

    pub(super) fn ends(&self, at: usize) -> bool {
        matches!(self.tokens.get(at), None | Some(Token::Break))
    }

    /// Returns whether nothing but words that lead over stands before token `at` in its clause.
    pub(super) fn begins_clause(&self, at: usize) -> bool {
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
                [LEADING, REGRETTING, RECONSIDERING, JOINING]
                    .iter()
                    .any(|words| words.contains(&word))
            }
            Token::Name(_) | Token::Value(_) => false,
        })
    }

    pub(super) fn regrets_first(&self) -> bool {
        self.place == Place::Regretted || begins_with_regret(self.tokens)
    }

    pub(super) fn is_conditional(&self, at: usize) -> bool {
        self.is_of(0, &["to"]) || (0..at).any(|at| self.is_of(at, CONDITIONS))
    }

    /// Returns whether what is meant `how` at token `at` is the edit, and not something named before.
    pub(super) fn is_edit(&self, how: Meant, at: usize) -> bool {
        let is_told = self.place != Place::Amid || self.regrets_first();
        how != Meant::Pronoun || is_told && self.begins_sentence(at)
    }

    /// `Please disregard the diff above`, `I have reverted this`.
    fn drops(&self, at: usize) -> bool {
        if !self.begins_clause(at) || self.is_conditional(at) {
            return false;
        }
        if self.is_of(at, &["take", "leave"]) {
            let is_out = self.is_of(at + 1, &["out"]);
            let object = edit_at(self.tokens, at + 1 + usize::from(is_out));
            return object.is_some_and(|(how, end)| {
                let is_aside = is_out || self.is_of(end, &["back", "out", "aside", "alone", "for"]);
                is_aside && how != Meant::Pronoun
            });
        }
        if !self.is_of(at, DROPPING) {
            return false;
        }
        // Whoever can revert an edit later makes it first.
        let is_allowed = (0..at).any(|at| self.is_of(at, &["can", "may"]));
        if is_allowed && !self.is_of(at, IGNORING) {
            return false;
        }
        let object = at + 1 + usize::from(self.is_of(at + 1, &["about", "all"]));
        if ["said", "wrote", "suggested", "proposed"]
            .iter()
            .any(|did| self.row_at(object, &["what", "i", did]))
        {
            return true;
        }
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
        if !begins || self.is_conditional(at) {
            return false;
        }
        let shrugs = SHRUGS.iter().any(|row| {
            let end = at + row.len();
            self.row_at(at, row) && (self.ends(end) || edit_at(self.tokens, end).is_some())
        });
        shrugs || REGRETS.iter().any(|row| self.row_at(at, row))
    }

    /// `Not the second one`, `Apply only the first diff`: of several edits, one is left out.
    fn singles_out(&self, at: usize) -> Option<Meant> {
        let numbers = |from: usize, end: usize| (from..end).any(|at| self.is_of(at, ORDINALS));
        if self.is_of(at, &["not"]) && self.begins_clause(at) {
            let (how, end) = edit_at(self.tokens, at + 1)?;
            return (numbers(at + 1, end) && self.ends(end)).then_some(how);
        }
        if at == 0
            && self.is_of(at, &["only", "just"])
            && let Some((how, end)) = edit_at(self.tokens, at + 1)
        {
            return (numbers(at + 1, end) && self.ends(end)).then_some(how);
        }
        if !self.is_of(at, PERFORMING) && !self.is_of(at, &["use", "take", "merge"]) {
            return None;
        }
        let is_limit = |at: &usize| self.is_of(*at, &["only", "just"]);
        let object = (at + 1..).find(|at| !is_limit(at))?;
        let (how, end) = edit_at(self.tokens, object)?;
        let is_limited = object > at + 1 || at > 0 && is_limit(&(at - 1));
        (is_limited && numbers(object, end)).then_some(how)
    }

    /// `Do not apply this`, `There is no need to merge it`, `I decided against it`.
    fn forbids(&self, at: usize) -> Option<Meant> {
        if let Some(how) = self.singles_out(at) {
            return Some(how);
        }
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
        // What is to be committed later is applied now.
        let is_later = !self.is_of(verb, PERFORMING);
        let is_kept = (verb..self.tokens.len())
            .any(|at| self.is_of(at, &["without"]) || is_later && self.is_of(at, EXCEPTING));
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

/// Returns whether a sentence begins with a word of regret, or with a second thought.
pub(super) fn begins_with_regret(tokens: &[Token<'_>]) -> bool {
    let first = tokens.iter().filter_map(Token::word);
    let mut words = first.skip_while(|word| RECONSIDERING.contains(word) || *word == "let");
    tokens.first().is_some_and(|token| is_in(token, REGRETTING))
        || words
            .next()
            .is_some_and(|word| matches!(word, "actually" | "realize" | "realise"))
        || [
            "hindsight",
            "reflection",
            "thought",
            "thoughts",
            "reconsider",
        ]
        .iter()
        .any(|word| {
            tokens
                .iter()
                .take(4)
                .any(|token| token.word() == Some(word))
        })
}

pub(super) fn is_in(token: &Token<'_>, words: &[&str]) -> bool {
    token.word().is_some_and(|word| words.contains(&word))
}

/// Returns whether a token names something in the program.
pub(super) fn is_thing(token: &Token<'_>) -> bool {
    matches!(token, Token::Name(_) | Token::Value(_))
}

//! What one sentence asks of files: that they go, move or come to be, or that a line of them changes. Nothing is ever done
//! because of it: a sentence that no patch of the reply fulfils is told.

use bstr::BStr;

use super::ask::{Ask, Lead, is_path};
use super::asked_lines;
use super::asked_words::{
    ABOUT_A_FILE, BEFORE, BEHIND_A_FILE, CONDITIONS, DENIALS, JOINING, MAY, NEGATIONS, REMINDED,
    Verb, WHOLES, verb,
};
use super::edit_words::{ARTICLES, SAME_EDITS};
use super::prose_words;
use super::sentence::{Sentence, Token};

/// Returns what `sentence` asks for, in its order.
pub(in crate::dialect) fn read<'a>(sentence: &Sentence<'a>, lead: &Lead<'a>) -> Vec<Ask<'a>> {
    let mut asks = Vec::new();
    let names = || sentence.tokens.iter().any(|it| it.code().is_some());
    if sentence.is_question || !(sentence.leads_on || can_ask(lead) || names()) {
        return asks;
    }
    let reader = Reader {
        tokens: &sentence.tokens,
        lead,
        leads_on: sentence.leads_on,
    };
    // Where what comes before rules a request out, no later word brings it back.
    let mut at = 0;
    while at < reader.tokens.len() {
        let found = reader.tokens[at].word().and_then(verb);
        if let Some((verb, is_claim)) = found {
            reader.verb(at, verb, is_claim, &mut asks);
        } else if asks.is_empty() {
            reader.told_of_file(at, &mut asks);
        }
        at += 1;
    }
    if asks.is_empty() {
        asks.extend(asked_lines::becomes(&sentence.tokens, lead));
    }
    if asks.is_empty() {
        asks.extend(arrow(&sentence.tokens));
    }
    if asks.is_empty() {
        asks.extend(asked_lines::labelled(&sentence.tokens, lead));
    }
    if asks.is_empty() {
        asks.extend(reader.same().or_else(|| reader.same_of_file()));
    }
    if asks.is_empty() {
        asks = asked_lines::substituted(&sentence.tokens, lead);
    }
    asks
}

/// Reads `Delete Makefile`, `The file LICENSE must be deleted`: whether a file has that word for a name, the tree tells.
pub(in crate::dialect) fn gone_by_word<'a>(
    sentence: &Sentence<'a>,
    lead: &Lead<'a>,
) -> Option<Ask<'a>> {
    let reader = Reader {
        tokens: &sentence.tokens,
        lead,
        leads_on: sentence.leads_on,
    };
    let word = reader.gone_by_word().filter(|_| !sentence.is_question)?;
    Some(Ask::GoneByWord(word.to_string()))
}

/// Returns whether a sentence can ask for something that names nothing itself, and leads over to nothing.
pub(in crate::dialect) fn can_ask(lead: &Lead<'_>) -> bool {
    lead.is_alone || lead.file.is_some() || !lead.before.is_empty()
}

/// Returns the words behind a reminder. What is not to be forgotten is to be done.
fn behind_reminder<'t, 'a>(before: &'t [Token<'a>]) -> &'t [Token<'a>] {
    let is_word =
        |token: &Token<'_>, words: &[&str]| token.word().is_some_and(|word| words.contains(&word));
    let is_denied = |at: &usize| {
        let near = &before[at.saturating_sub(2)..*at];
        is_word(&before[*at], REMINDED) && near.iter().any(|it| is_word(it, DENIALS))
    };
    let Some(at) = (0..before.len()).rfind(is_denied) else {
        return before;
    };
    let behind = &before[at + 1..];
    match behind {
        [first, rest @ ..] if is_word(first, &["to"]) => rest,
        _ => behind,
    }
}

/// Reads a sentence that is nothing but two names with an arrow between them.
fn arrow<'a>(tokens: &[Token<'a>]) -> Option<Ask<'a>> {
    let tokens: Vec<&Token<'a>> = tokens.iter().filter(|it| **it != Token::Break).collect();
    let [from, to, new] = tokens[..] else {
        return None;
    };
    let path = |token: &Token<'a>| token.name().filter(|name| is_path(name));
    (to.word() == Some("to") && path(new).is_some())
        .then(|| path(from).map(Ask::Moved))
        .flatten()
}

/// Returns whether a sentence says what holds only under a condition, or not at all.
pub(in crate::dialect) fn is_conditional(sentence: &Sentence<'_>) -> bool {
    let mut words = sentence.tokens.iter().filter_map(Token::word);
    words.any(|word| CONDITIONS.contains(&word))
}

struct Reader<'s, 'a> {
    tokens: &'s [Token<'a>],
    lead: &'s Lead<'a>,
    leads_on: bool,
}

impl<'a> Reader<'_, 'a> {
    fn word(&self, at: usize) -> Option<&str> {
        self.tokens.get(at)?.word()
    }

    fn path(&self, at: usize) -> Option<&'a BStr> {
        self.tokens.get(at)?.name().filter(|name| is_path(name))
    }

    /// Reads the request that the verb at `at` makes.
    fn verb(&self, at: usize, verb: Verb, is_claim: bool, asks: &mut Vec<Ask<'a>>) {
        if !self.may_ask(at, verb) {
            return;
        }
        if let (Some(path), Verb::Make | Verb::Change) = (self.path(at + 1), verb)
            && (at + 2..at + 4).any(|at| self.word(at) == Some("executable"))
        {
            asks.push(Ask::Runnable(path));
            return;
        }
        let paths = self.object(at + 1);
        match (verb, paths) {
            (Verb::Delete, Some((paths, _))) => asks.extend(paths.into_iter().map(Ask::Gone)),
            (Verb::Move, Some((paths, end))) if self.goes(end) => {
                asks.extend(paths.into_iter().map(Ask::Moved));
            }
            (Verb::Copy, Some((_, end))) if self.goes(end) => {
                let to = (end..end + 4).find_map(|at| self.path(at));
                let is_own = |to: &&BStr| !crate::dialect::commands::command::is_template(to);
                asks.extend(to.filter(is_own).map(Ask::Made));
            }
            // `Add *.db to .gitignore` names lines, and the file that they go to.
            (Verb::Make, Some((_, end))) if self.goes(end) && self.path(end + 1).is_some() => {
                let to = self.path(end + 1).filter(|_| !is_claim);
                asks.extend(
                    to.into_iter()
                        .flat_map(|to| [Ask::Touched(to), Ask::Made(to)]),
                );
            }
            (Verb::Make, Some((paths, end))) if !is_claim || self.is_empty_file(at, end) => {
                asks.extend(paths.into_iter().map(Ask::Made));
            }
            (
                Verb::Delete | Verb::Make | Verb::Change | Verb::Move | Verb::Line | Verb::Shape,
                None,
            ) => {
                if verb == Verb::Delete && self.lists_files(at + 1) {
                    asks.push(Ask::GoneBelow);
                } else {
                    asks.extend(
                        asked_lines::change(self.tokens, self.lead, at, verb, is_claim)
                            .filter(|ask| !(self.leads_on && ask.says_only_where())),
                    );
                }
            }
            (
                Verb::Move | Verb::Copy | Verb::Make | Verb::Change | Verb::Line | Verb::Shape,
                Some(_),
            )
            | (Verb::Copy, None) => {}
        }
    }

    /// Returns the word behind an order to delete, or before one that is due.
    fn gone_by_word(&self) -> Option<&str> {
        let deletes = |at: usize| {
            let verb = self.word(at).and_then(verb);
            matches!(verb, Some((Verb::Delete, _)))
        };
        let is_of = |at: usize, words: &[&str]| self.word(at).is_some_and(|it| words.contains(&it));
        let named = |at: &usize| !is_of(*at, ABOUT_A_FILE);
        let mut verbs = (0..self.tokens.len()).filter(|at| deletes(*at));
        let word = verbs.find_map(|at| {
            let object = (at + 1..).find(named)?;
            let is_ordered = || self.ends_object(object + 1) && self.may_ask(at, Verb::Delete);
            let is_due = |subject: &usize| {
                let is_file = *subject > 0 && is_of(subject - 1, &["file"]);
                let is_told = is_of(at - 2, &["should", "must"]) && is_of(at - 1, &["be"]);
                is_file && is_told && self.ends_object(at + 1)
            };
            let subject = at.checked_sub(3).filter(is_due);
            subject.or_else(|| is_ordered().then_some(object))
        })?;
        self.word(word)
    }

    /// Reads `Do the same in FILE`, `Apply the same fix to FILE`, `Same change in FILE`: what another edit does is to be done
    /// there, too.
    fn same(&self) -> Option<Ask<'a>> {
        let says_same = |at: usize| matches!(self.word(at), Some("repeat" | "ditto" | "likewise"));
        let is_verb =
            |at: &usize| says_same(*at) || matches!(self.word(*at), Some("do" | "make" | "apply"));
        let leads = |at: usize| matches!(self.word(at), Some("in" | "to" | "for"));
        // Without a verb it is all that the sentence says.
        let named = (0..2).find(|at| self.word(*at) == Some("same"));
        let is_edit = |at: &usize| {
            self.word(at + 1)
                .is_some_and(|word| SAME_EDITS.contains(&word))
        };
        let ends_so = || self.path(self.tokens.len() - 1).is_some();
        let named = named.filter(|at| is_edit(at) && leads(at + 2) && ends_so());
        let at = named.or_else(|| (0..self.tokens.len()).find(is_verb))?;
        let rows = [["the", "same"], ["this", "in"], ["it", "in"]];
        let points = says_same(at)
            || named == Some(at)
            || rows
                .iter()
                .any(|row| (0..2).all(|nth| self.word(at + 1 + nth) == Some(row[nth])));
        let to = (at + 1..at + 7).find(|at| leads(*at))?;
        let file = (to + 1..to + 4).find_map(|at| self.path(at))?;
        (points && self.may_ask(at, Verb::Change)).then_some(Ask::Touched(file))
    }

    /// Reads `FILE needs the same`, `FILE gets the same fix`, `FILE: same change`, where the sentence says nothing else.
    fn same_of_file(&self) -> Option<Ask<'a>> {
        let mut said = self.tokens.iter().filter(|token| **token != Token::Break);
        let file = said.next()?.name().filter(|name| is_path(name))?;
        let words: Option<Vec<&str>> = said.map(Token::word).collect();
        let is_filler = |word: &&str| ARTICLES.contains(word) || *word == "also";
        let words: Vec<&str> = words?.into_iter().filter(|it| !is_filler(it)).collect();
        let is_asked = match words[..] {
            ["needs" | "requires", "same"] => true,
            ["needs" | "requires" | "gets", "same", edit] | ["same", edit] => {
                SAME_EDITS.contains(&edit)
            }
            [..] => false,
        };
        is_asked.then_some(Ask::Touched(file))
    }

    /// Returns whether the words before the verb at `at` allow a request, or a report of something done.
    fn may_ask(&self, at: usize, verb: Verb) -> bool {
        let before = behind_reminder(&self.tokens[..at]);
        let is_joint = |token: &Token<'_>| match token {
            Token::Break => true,
            Token::Word(word) => JOINING.contains(&&**word),
            Token::Name(_) | Token::Value(_) => false,
        };
        let clause = before
            .iter()
            .rposition(is_joint)
            .map_or(0, |joint| joint + 1);
        let words = || before.iter().filter_map(Token::word);
        let is_aim = words().next() == Some("to");
        let is_known = |word: &str| {
            prose_words::BEFORE_THE_VERB.contains(&word)
                || BEFORE.contains(&word)
                || matches!(word, "would" | "d")
        };
        // `No change, only drop x`.
        let is_bound =
            matches!(&before[clause..], [Token::Word(word)] if matches!(&**word, "only" | "just"));
        let is_plain = is_bound
            || before[clause..].iter().all(|token| match token {
                Token::Word(word) => is_known(word),
                Token::Name(_) | Token::Value(_) | Token::Break => true,
            });
        // What is not so in another clause is often the reason: `x.py is not used, so delete it`.
        // What can be deleted now is to be deleted: nothing holds it any more. What one also can do is left to them, beside an
        // edit; alone, it is what the reply holds.
        // `I would delete x.py` is what the writer has in mind to do.
        let parted = before.iter().rposition(|token| *token == Token::Break);
        let spoken = before[parted.map_or(0, |at| at + 1)..].iter();
        let spoken: Vec<&str> = spoken.filter_map(Token::word).collect();
        // So with what can be deleted then.
        let says_now = spoken.iter().any(|word| {
            matches!(
                *word,
                "now" | "safely" | "we" | "then" | "therefore" | "thus"
            )
        });
        let is_told = says_now || self.lead.is_alone;
        let is_mine = matches!(verb, Verb::Delete | Verb::Move)
            && matches!(spoken[..], ["i" | "we", "would" | "d", ..]);
        let allows = |word: &str| {
            verb == Verb::Delete && is_told && MAY.contains(&word) || is_mine && word == "would"
        };
        let rules_out =
            |word: &str| CONDITIONS.contains(&word) && !NEGATIONS.contains(&word) && !allows(word);
        // `Deleting x.py is not needed` speaks of the act; `I am deleting x.py` does it.
        let is_act = self.word(at).is_some_and(|word| word.ends_with("ing"));
        let does = matches!(
            words().next_back(),
            Some("am" | "m" | "re" | "are" | "also")
        );
        is_plain && !is_aim && !words().any(rules_out) && (!is_act || does)
    }

    /// Reads the files that a verb is about, and where they end.
    fn object(&self, from: usize) -> Option<(Vec<&'a BStr>, usize)> {
        let is_about = |at: &usize| match self.tokens.get(*at) {
            Some(Token::Word(word)) => ABOUT_A_FILE.contains(&&**word),
            Some(Token::Break) => *at == from,
            Some(Token::Name(_) | Token::Value(_)) | None => false,
        };
        let first = (from..).find(|at| !is_about(at))?;
        let is_pronoun = matches!(self.word(first), Some("it" | "them"))
            || first > from && matches!(self.word(first - 1), Some("file" | "files"));
        if self.path(first).is_none() {
            let named: Vec<&BStr> = (0..from).filter_map(|at| self.path(at)).collect();
            let named = if named.is_empty() {
                self.lead.before.clone()
            } else {
                named
            };
            let end = first + usize::from(matches!(self.word(first), Some("it" | "them")));
            let is_meant = is_pronoun && !named.is_empty() && self.ends_object(end);
            return is_meant.then_some((named, end));
        }
        let mut paths = Vec::new();
        let mut at = first;
        while let Some(path) = self.path(at) {
            paths.push(path);
            at += 1;
            let next = (at..at + 4).find(|next| {
                let is_between = match self.tokens.get(*next) {
                    Some(Token::Break) => true,
                    Some(Token::Word(word)) => word == "and" || ABOUT_A_FILE.contains(&&**word),
                    Some(Token::Name(_) | Token::Value(_)) | None => false,
                };
                !is_between
            });
            match next.filter(|next| self.path(*next).is_some()) {
                Some(next) => at = next,
                None => break,
            }
        }
        self.ends_object(at).then_some((paths, at))
    }

    /// Returns whether all of the file is meant that ends at `at`, and not under a condition.
    fn ends_object(&self, at: usize) -> bool {
        let is_condition = |at: usize| self.word(at).is_some_and(|word| CONDITIONS.contains(&word));
        if (at..at + 4).any(|at| is_condition(at) && self.word(at) != Some("not")) {
            return false;
        }
        match self.tokens.get(at) {
            None | Some(Token::Break) => true,
            Some(Token::Name(_) | Token::Value(_)) => false,
            Some(Token::Word(word)) if matches!(&**word, "from" | "in") => {
                (at + 1..at + 4).any(|at| self.word(at).is_some_and(|word| WHOLES.contains(&word)))
            }
            Some(Token::Word(word)) => BEHIND_A_FILE.contains(&&**word),
        }
    }

    /// Returns whether a place to go to is named at `at`.
    fn goes(&self, at: usize) -> bool {
        matches!(self.word(at), Some("to" | "into" | "as" | "under"))
    }

    fn is_empty_file(&self, from: usize, end: usize) -> bool {
        let is_empty = |at: usize| self.word(at) == Some("empty");
        (from..end + 3).any(is_empty)
    }

    /// Returns whether the files that go are listed below.
    fn lists_files(&self, from: usize) -> bool {
        let names_files = |word: &str| matches!(word, "files" | "file" | "these" | "following");
        let before = self.tokens[..from].iter().filter_map(Token::word);
        let behind: Vec<Option<&str>> = self.tokens[from..]
            .iter()
            .filter(|token| **token != Token::Break)
            .map(Token::word)
            .collect();
        let is_about = |word: &Option<&str>| word.is_some_and(|word| ABOUT_A_FILE.contains(&word));
        self.leads_on
            && behind.iter().all(is_about)
            && (behind.iter().flatten().any(|word| names_files(word))
                || before.into_iter().any(names_files))
    }

    /// Returns whether something may be done to what stands before `at`: `can be deleted`.
    fn may_be(&self, at: usize) -> bool {
        let is_skipped = |at: &usize| matches!(self.word(*at), Some("now" | "safely" | "also"));
        let next = (at + 1..).find(|at| !is_skipped(at));
        self.word(at).is_some_and(|word| MAY.contains(&word))
            && next.is_some_and(|next| self.word(next) == Some("be"))
    }

    /// Reads what is said of the file at `at`.
    fn told_of_file(&self, at: usize, asks: &mut Vec<Ask<'a>>) {
        let Some(path) = self.path(at) else { return };
        let said_before = self.tokens[..at].iter().filter_map(Token::word);
        if said_before
            .into_iter()
            .any(|word| CONDITIONS.contains(&word))
        {
            return;
        }
        let told = self
            .goes_or_comes(at, path)
            .or_else(|| self.is_due(at, path));
        // `The slash in a.html can go`: what goes is in the file.
        let is_place = at > 0 && matches!(self.word(at - 1), Some("in" | "of" | "from" | "within"));
        asks.extend(told.map(|ask| {
            let is_within = is_place && matches!(ask, Ask::Gone(_));
            if is_within { Ask::Touched(path) } else { ask }
        }));
    }

    /// Reads `FILE should be deleted`, `FILE (deleted)`.
    fn is_due(&self, at: usize, path: &'a BStr) -> Option<Ask<'a>> {
        let marked = matches!(self.tokens.get(at + 1), Some(Token::Break)).then_some(at + 2);
        let spoken = || {
            let bound = |at: &usize| {
                matches!(
                    self.word(*at),
                    Some(
                        "should"
                            | "must"
                            | "needs"
                            | "need"
                            | "has"
                            | "have"
                            | "is"
                            | "are"
                            | "was"
                            | "were"
                    )
                ) || self.may_be(*at)
            };
            let first = (at + 1..at + 1 + 2 * asked_lines::NEAR).find(bound)?;
            let is_condition = |at: usize| {
                self.word(at)
                    .is_some_and(|word| CONDITIONS.contains(&word) && word != "not")
            };
            let is_link = |at: &usize| {
                matches!(
                    self.word(*at),
                    Some("to" | "be" | "been" | "also" | "now" | "then" | "therefore" | "safely")
                )
            };
            let is_one = (at + 1..first).all(|at| self.path(at).is_none() && !is_condition(at));
            (first + 1..).find(|at| !is_link(at)).filter(|_| is_one)
        };
        let end = marked
            .filter(|at| self.word(*at).and_then(verb).is_some())
            .or_else(spoken)?;
        let (verb, _) = self.word(end).and_then(verb)?;
        let is_all = |at: &usize| {
            matches!(
                self.word(*at),
                Some("this" | "the" | "file" | "entire" | "whole")
            )
        };
        let behind = (end + 1..).find(|at| !is_all(at)).unwrap_or(end + 1);
        let ends = self.ends_object(behind);
        match verb {
            Verb::Delete => ends.then_some(Ask::Gone(path)),
            Verb::Move => self.goes(end + 1).then_some(Ask::Moved(path)),
            Verb::Copy | Verb::Make | Verb::Change | Verb::Line | Verb::Shape => None,
        }
    }

    /// Reads `FILE moves to OTHER`, `FILE should be called OTHER`, `FILE becomes OTHER`, `FILE is obsolete and can go`, `You need an empty FILE`.
    fn goes_or_comes(&self, at: usize, path: &'a BStr) -> Option<Ask<'a>> {
        let is_of = |at: usize, words: &[&str]| self.word(at).is_some_and(|it| words.contains(&it));
        let is_end = |at: usize| {
            let ends = matches!(self.tokens.get(at), None | Some(Token::Break));
            ends || is_of(at, &["too", "as", "now"])
        };
        let near = at + 1..at + 1 + asked_lines::NEAR;
        let is_other =
            |at: usize| self.path(at).is_some() || is_of(at, CONDITIONS) && !self.may_be_gone(at);
        let near = near.start..near.clone().find(|at| is_other(*at)).unwrap_or(near.end);
        let is_moved =
            is_of(at + 1, &["moves"]) && self.goes(at + 2) && self.path(at + 3).is_some();
        let is_called = near.clone().any(|at| {
            let is_named = is_of(at, &["be"]) && is_of(at + 1, &["called", "named"]);
            let is_asked = is_of(at - 1, &["should", "must", "to"]);
            is_named && is_asked && self.path(at + 2).is_some()
        });
        let is_now = is_of(at + 1, &["is"]);
        let called = at + 2 + usize::from(is_of(at + 2, &["now"]));
        let is_called = is_called
            || is_now && is_of(called, &["called", "named"]) && self.path(called + 1).is_some()
            || is_of(at + 1, &["becomes"]) && self.path(at + 2).is_some();
        let mut near = near;
        let is_gone = near.any(|at| self.may_be_gone(at) && is_end(at + 2));
        let before = self.tokens[..at].iter().filter_map(Token::word);
        let needs = before.clone().any(|word| matches!(word, "need" | "needs"));
        let is_empty = before.clone().next_back() == Some("empty");
        let is_negated = before.into_iter().any(|word| matches!(word, "no" | "not"));
        if is_moved || is_called {
            Some(Ask::Moved(path))
        } else if is_gone {
            Some(Ask::Gone(path))
        } else if needs && is_empty && !is_negated {
            Some(Ask::Made(path))
        } else {
            None
        }
    }

    /// Returns whether what is named before `at` is to go: `should go`.
    fn may_be_gone(&self, at: usize) -> bool {
        let allows = matches!(
            self.word(at),
            Some("can" | "should" | "must" | "may" | "to")
        );
        allows && self.word(at + 1) == Some("go")
    }
}

//! What one sentence asks of files: that they go, move or come to be, or that a line of them changes. Nothing is ever done
//! because of it: a sentence that no patch of the reply fulfils is told.

use bstr::BStr;

use super::asked_words::{
    ABOUT_A_FILE, BEFORE, BEHIND_A_FILE, CONDITIONS, JOINING, NEGATIONS, Verb, WHOLES, verb,
};
use super::prose_words;
use super::sentence::{Sentence, Token};
use crate::dialect::name::spelling;

/// What a sentence asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::dialect) enum Ask<'a> {
    /// The file goes.
    Gone(&'a BStr),
    /// It gets another name or folder.
    Moved(&'a BStr),
    /// An empty file, or a copy, comes to be.
    Made(&'a BStr),
    /// Lines change: what the sentence calls old and new, as far as it does.
    Changed {
        /// The file, where one is named; else a line is.
        file: Option<&'a BStr>,
        old: Option<&'a BStr>,
        new: Option<&'a BStr>,
        /// Whether it is told as done.
        is_claim: bool,
    },
    /// Files that the list below the sentence names go.
    GoneBelow,
}

/// What the lines above a sentence say of it.
#[derive(Debug, Clone, Default)]
pub(in crate::dialect) struct Lead<'a> {
    /// The file that it speaks of, where a heading or a sentence that leads over names one.
    pub(in crate::dialect) file: Option<&'a BStr>,
    /// The files that the sentence before names.
    pub(in crate::dialect) before: Vec<&'a BStr>,
    /// Whether the reply holds no patch: then a change is told that names no file.
    pub(in crate::dialect) is_alone: bool,
}

impl Lead<'_> {
    /// Begins a section of the reply; `is_alone` where the reply holds no patch.
    pub(in crate::dialect) fn of(is_alone: bool) -> Self {
        Lead {
            is_alone,
            ..Lead::default()
        }
    }
}

/// The most words between a verb and the code it is about.
const NEAR: usize = 6;

/// Returns what `sentence` asks for, in its order.
pub(in crate::dialect) fn read<'a>(sentence: &Sentence<'a>, lead: &Lead<'a>) -> Vec<Ask<'a>> {
    let mut asks = Vec::new();
    if sentence.is_question {
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
    asks
}

/// Returns whether a sentence says what holds only under a condition, or not at all.
pub(in crate::dialect) fn is_conditional(sentence: &Sentence<'_>) -> bool {
    let mut words = sentence.tokens.iter().filter_map(Token::word);
    words.any(|word| CONDITIONS.contains(&word))
}

/// Returns whether a name is plainly that of a file or a folder.
pub(in crate::dialect) fn is_path(name: &BStr) -> bool {
    spelling::is_name_of_file(name) && !name.contains(&b' ') || is_folder(name)
}

fn is_folder(name: &BStr) -> bool {
    let is_plain =
        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'_' | b'-' | b'.');
    name.len() > 1 && name.ends_with(b"/") && !name.starts_with(b"/") && name.iter().all(is_plain)
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
        if !self.may_ask(at) {
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
            (Verb::Make, Some((paths, end))) if !is_claim || self.is_empty_file(at, end) => {
                asks.extend(paths.into_iter().map(Ask::Made));
            }
            (Verb::Delete | Verb::Make | Verb::Change | Verb::Move, None) => {
                if verb == Verb::Delete && self.lists_files(at + 1) {
                    asks.push(Ask::GoneBelow);
                } else {
                    asks.extend(self.change(at, verb, is_claim));
                }
            }
            (Verb::Move | Verb::Copy | Verb::Make | Verb::Change, Some(_)) | (Verb::Copy, None) => {
            }
        }
    }

    /// Returns whether the words before the verb at `at` allow a request, or a report of something done.
    fn may_ask(&self, at: usize) -> bool {
        let before = &self.tokens[..at];
        let is_joint = |token: &Token<'_>| match token {
            Token::Break => true,
            Token::Word(word) => JOINING.contains(&word.as_str()),
            Token::Name(_) | Token::Value(_) => false,
        };
        let clause = before
            .iter()
            .rposition(is_joint)
            .map_or(0, |joint| joint + 1);
        let words = || before.iter().filter_map(Token::word);
        let is_aim = words().next() == Some("to");
        let is_known =
            |word: &str| prose_words::BEFORE_THE_VERB.contains(&word) || BEFORE.contains(&word);
        let is_plain = before[clause..].iter().all(|token| match token {
            Token::Word(word) => is_known(word),
            Token::Name(_) | Token::Value(_) | Token::Break => true,
        });
        // What is not so in another clause is often the reason: `x.py is not used, so delete it`.
        let rules_out = |word: &str| CONDITIONS.contains(&word) && !NEGATIONS.contains(&word);
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
            Some(Token::Word(word)) => ABOUT_A_FILE.contains(&word.as_str()),
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
                    Some(Token::Word(word)) => {
                        word == "and" || ABOUT_A_FILE.contains(&word.as_str())
                    }
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
            Some(Token::Word(word)) if matches!(word.as_str(), "from" | "in") => {
                (at + 1..at + 4).any(|at| self.word(at).is_some_and(|word| WHOLES.contains(&word)))
            }
            Some(Token::Word(word)) => BEHIND_A_FILE.contains(&word.as_str()),
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

    /// Reads a change of lines: `change A to B in FILE`, `add A to FILE`, `delete line 5 of FILE`.
    fn change(&self, at: usize, verb: Verb, is_claim: bool) -> Option<Ask<'a>> {
        let is_code = |at: usize| {
            let token = self.tokens.get(at)?;
            // A number is a value only as what something changes to: `add 2 tests`, `on line 5`.
            token
                .code()
                .filter(|code| !is_path(code) && !token.is_number())
        };
        let names = || self.tokens.iter().filter_map(Token::name);
        let mut files = names().filter(|name| is_path(name));
        let file = files.next().or(self.lead.file);
        if files.next().is_some() {
            return None;
        }
        let line = self
            .tokens
            .windows(2)
            .any(|pair| pair[0].word() == Some("line") && pair[1].is_number());
        let is_condition = |at: usize| self.word(at).is_some_and(|word| CONDITIONS.contains(&word));
        let first = (at + 1..at + 1 + NEAR).find(|at| is_code(*at).is_some());
        if (at + 1..self.tokens.len()).any(is_condition)
            || file.is_none() && !line && !self.lead.is_alone
        {
            return None;
        }
        let value = |at: usize| {
            let code = self.tokens.get(at)?.code();
            code.filter(|code| !is_path(code))
        };
        let becomes = |at: &usize| matches!(self.word(*at), Some("to" | "with" | "by" | "into"));
        let value_behind = |from: usize| {
            let words = (from + 1..from + 2 * NEAR).filter(becomes);
            words.map(|at| at + 1).find_map(value)
        };
        let target = || first.and_then(value_behind).or_else(|| value_behind(at));
        let (old, new) = match verb {
            Verb::Change | Verb::Move => (first.and_then(is_code), Some(target()?)),
            Verb::Make => (None, Some(first.and_then(is_code)?)),
            Verb::Delete if line => (first.and_then(is_code), None),
            Verb::Delete => (Some(first.and_then(is_code)?), None),
            Verb::Copy => return None,
        };
        Some(Ask::Changed {
            file,
            old,
            new,
            is_claim,
        })
    }

    /// Reads what is told of the file at `at`: `FILE should be deleted`, `FILE (deleted)`.
    fn told_of_file(&self, at: usize, asks: &mut Vec<Ask<'a>>) {
        let Some(path) = self.path(at) else { return };
        let said_before = self.tokens[..at].iter().filter_map(Token::word);
        if said_before
            .into_iter()
            .any(|word| CONDITIONS.contains(&word))
        {
            return;
        }
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
                )
            };
            let first = (at + 1..at + 1 + 2 * NEAR).find(bound)?;
            let is_condition = |at: usize| {
                self.word(at)
                    .is_some_and(|word| CONDITIONS.contains(&word) && word != "not")
            };
            let is_link = |at: &usize| {
                matches!(
                    self.word(*at),
                    Some("to" | "be" | "been" | "also" | "now" | "then" | "therefore")
                )
            };
            let is_one = (at + 1..first).all(|at| self.path(at).is_none() && !is_condition(at));
            (first + 1..).find(|at| !is_link(at)).filter(|_| is_one)
        };
        let Some(end) = marked
            .filter(|at| self.word(*at).and_then(verb).is_some())
            .or_else(spoken)
        else {
            return;
        };
        let Some((verb, _)) = self.word(end).and_then(verb) else {
            return;
        };
        let is_all = |at: &usize| {
            matches!(
                self.word(*at),
                Some("this" | "the" | "file" | "entire" | "whole")
            )
        };
        let behind = (end + 1..).find(|at| !is_all(at)).unwrap_or(end + 1);
        let ends = self.ends_object(behind);
        match verb {
            Verb::Delete if ends => asks.push(Ask::Gone(path)),
            Verb::Move if self.goes(end + 1) => asks.push(Ask::Moved(path)),
            Verb::Delete | Verb::Move | Verb::Copy | Verb::Make | Verb::Change => {}
        }
    }
}

//! Sentences below an edit that ask for more than it does: a correction of its lines in words, or the same change of something
//! else. No patch is ever altered by them: where none makes what they ask for, they are unread.

use bstr::{BStr, ByteSlice};

use super::ask::{Ask, is_path, substitution};
use super::asked_words::CONDITIONS;
use super::edit_words::{ARTICLES, MODALS, SAME_EDITS};
use super::lexicon::{self, List};
use super::prose;
use super::prose_words::BEFORE_THE_VERB;
use super::sentence::{Sentence, Token};
use crate::text::Trim;

/// Words that open a correction, before a sign: `Correction:`, `Oops,`, `A small typo above:`.
const OPENERS: &[&str] = &[
    "correction", "corrections", "erratum", "typo", "oops", "whoops", "wait", "sorry", "caveat",
    "edit", "scratch", "actually", "hmm",
];

/// What is said of a line that is to be another.
const WRONG: &[&str] = &[
    "wrong", "inverted", "typo", "mistake", "miscounted", "incorrect", "backwards",
];

/// Words before the noun that opens one.
const DESCRIBING: &[&str] = &[
    "small", "one", "a", "quick", "minor", "another", "the", "my",
];

/// What stands for an edit, or a place in one.
const POINTING: &[&str] = &[
    "above", "there", "block", "patch", "diff", "snippet", "hunk",
];

/// Verbs that ask to write a line in another way.
const VERBS: &[&str] = &[
    "use", "write", "put", "add", "change", "replace", "swap", "adjust", "make", "read", "delete",
    "remove", "drop", "insert", "set", "call", "name", "take",
];

/// Verbs for what a text has to be, behind a word that says so.
const STATES: &[&str] = &[
    "be", "say", "read", "come", "become", "use", "go", "contain", "have", "end", "start", "stay",
];

/// Words for how the program does now, and not for what a line has to be.
const WORKING: &[&str] = &["now", "work", "pass", "still", "already", "again"];

/// Words that lead to what else is to be changed.
const LEADING: &[&str] = &["for", "to", "in", "on", "with", "at", "everywhere"];

/// What is set up and run, and is no text: `Do the same on the staging server`.
const MACHINES: &[&str] = &[
    "server", "servers", "staging", "production", "machine", "machines", "environment",
    "environments", "host", "hosts", "device", "account", "accounts", "deployment", "cluster",
    "command", "commands", "test", "tests", "step", "steps",
];

/// Returns whether a word is of a script without blanks between words.
fn is_dense(word: &str) -> bool {
    word.chars()
        .next()
        .is_some_and(|letter| letter as u32 >= 0x1100)
}

/// Verbs for what is done with lines that are quoted, and not with those that come.
const TAKING: &[&str] = &[
    "remove", "delete", "drop", "erase", "strip", "cut", "rid", "move", "comment", "uncomment",
    "wrap", "repeat", "duplicate", "indent", "dedent", "hoist", "inline",
];

/// Returns whether a sentence above a block asks to take the lines of that away, or to do something with them.
pub(super) fn takes(sentence: &Sentence<'_>) -> bool {
    let said = Said {
        tokens: &sentence.tokens,
        codes: Vec::new(),
    };
    const ALLOWING: &[&str] = &["can", "safely", "should", "must", "of"];
    const LINES: &[&str] = &["lines", "line", "code", "block", "part", "rule"];
    let is_lead = |at: usize| said.begins(at) || at > 0 && said.is_of(at - 1, ALLOWING);
    let is_listed = |at: usize| {
        let to = at > 1 && said.is_of(at - 1, &["to"]);
        to && said.is_of(at - 2, LINES)
    };
    let is_verb = |at: usize| said.is_of(at, TAKING) && (is_lead(at) || is_listed(at));
    let is_out = |at: usize| {
        let is_take = said.is_of(at, &["take"]) && said.begins(at);
        is_take && (at + 1..at + 6).any(|at| said.is_of(at, &["out", "away"]))
    };
    let is_rid = |at: usize| {
        let is_get = said.is_of(at, &["get"]) && said.begins(at);
        is_get && said.is_of(at + 1, &["rid"])
    };
    let may_go = |at: usize| {
        let is_go = said.is_of(at, &["can", "should", "must"]) && said.is_of(at + 1, &["go"]);
        is_go && said.has(&["this", "these", "following", "lines", "line"])
    };
    const BOUND: &[&str] = &[
        "if", "unless", "not", "don", "never", "why", "would", "when",
    ];
    let is_asked = |at: usize| is_verb(at) || is_out(at) || is_rid(at) || may_go(at);
    !said.has(BOUND) && !sentence.is_question && (0..said.tokens.len()).any(is_asked)
}

/// Returns whether a line may correct an edit, or ask for the same again, by its letters alone.
pub(super) fn may_say(line: &BStr) -> bool {
    const SIGNS: &[&str] = &[
        "same", "epeat", "above", "itto", "ikewise", "ather than", "ccurrence", "that one",
        "I meant", "in place of", "ake it", "I added", "I changed", "I wrote",
    ];
    !line.is_ascii() || SIGNS.iter().any(|sign| line.contains_str(sign)) || opens_line(line)
}

/// Returns whether the first words of a line may open a correction.
fn opens_line(line: &BStr) -> bool {
    let mut words = line.fields().take(3);
    words.any(|word| {
        let word = word
            .trim_with(|c| !c.is_alphanumeric())
            .to_ascii_lowercase();
        OPENERS.iter().any(|opener| word == opener.as_bytes())
    })
}

/// Returns what a sentence below an edit asks for beyond that; `is_opened` where one before it opens a correction.
pub(super) fn read<'a>(sentence: &Sentence<'a>, is_opened: bool) -> Option<Ask<'a>> {
    let said = Said {
        tokens: &sentence.tokens,
        codes: codes(&sentence.tokens),
    };
    if sentence.is_question {
        return None;
    }
    said.repeats()
        .or_else(|| said.repeats_elsewhere())
        .or_else(|| said.corrects(is_opened))
        .or_else(|| said.means())
        .or_else(|| said.corrects_elsewhere())
}

/// Returns whether a sentence does no more than open a correction: `Sorry.`
pub(super) fn opens(sentence: &Sentence<'_>) -> bool {
    let words = sentence.tokens.iter().filter_map(Token::word);
    let n_words = words.clone().count();
    let opener = words.filter(|word| OPENERS.contains(word)).count();
    opener > 0 && n_words <= 2
}

/// Returns the correction that a line makes as `sed` writes it: `Edit: s/old/new/ above`.
pub(super) fn substituted(line: &BStr) -> Option<Ask<'_>> {
    let points = || {
        opens_line(line)
            || ["above", "sorry", " block"]
                .iter()
                .any(|it| line.contains_str(it))
    };
    let is_end = |c: char| matches!(c, '`' | '.' | ',');
    let mut fields = line.spaced().map(|field| field.trim_with(is_end).as_bstr());
    let (old, new) = fields.find_map(substitution)?;
    points().then(|| Ask::Corrected {
        codes: vec![old, new],
        is_marked: false,
    })
}

/// Returns the code that tokens name, commands, files and numbers aside.
fn codes<'a>(tokens: &[Token<'a>]) -> Vec<&'a BStr> {
    let codes = tokens.iter().filter(|token| !token.is_number());
    let codes = codes.filter_map(Token::code);
    codes
        .filter(|code| !is_path(code) && !prose::is_run(code))
        .collect()
}

struct Said<'s, 'a> {
    tokens: &'s [Token<'a>],
    codes: Vec<&'a BStr>,
}

impl<'a> Said<'_, 'a> {
    fn word(&self, at: usize) -> Option<&str> {
        self.tokens.get(at)?.word()
    }

    fn is_of(&self, at: usize, words: &[&str]) -> bool {
        self.word(at).is_some_and(|word| words.contains(&word))
    }

    fn has(&self, words: &[&str]) -> bool {
        (0..self.tokens.len()).any(|at| self.is_of(at, words))
    }

    /// Returns whether nothing in it says when it holds, or that it does not.
    fn is_plain(&self) -> bool {
        const BOUND: &[&str] = &["not", "instead", "rather", "see", "without"];
        let conditions = CONDITIONS.iter().filter(|word| !BOUND.contains(word));
        let conditions: Vec<&str> = conditions.copied().collect();
        !self.has(&conditions)
    }

    /// Returns whether a clause begins at `at`, with nothing before it but words that may precede a request.
    fn begins(&self, at: usize) -> bool {
        let is_before = |at: &usize| {
            let is_person = self.is_of(*at, &["i", "we", "you", "it", "this", "that", "to"]);
            let is_file = self.tokens[*at].name().is_some_and(is_path);
            is_file || self.is_of(*at, BEFORE_THE_VERB) && !is_person
        };
        let first = (0..at).rev().find(|at| !is_before(at));
        first.is_none_or(|at| self.tokens[at] == Token::Break)
    }

    /// Reads `Do the same for X`, `Repeat this in the footer`, `X needs the same change`.
    fn repeats(&self) -> Option<Ask<'a>> {
        let asks = |at: &usize| self.begins(*at) && self.is_same_at(*at);
        let is_asked = (0..self.tokens.len()).any(|at| asks(&at)) || self.needs_the_same();
        let is_text = self.is_plain() && !self.has(MACHINES);
        let names = self.tokens.iter().filter(|token| !token.is_number());
        let names = names.filter_map(Token::code).collect();
        (is_asked && is_text).then_some(Ask::Repeated(names))
    }

    /// Returns whether the words from `at` on ask for the same again, and lead to what else it is for.
    fn is_same_at(&self, at: usize) -> bool {
        let is_same = self.is_of(at + 1, &["the"]) && self.is_of(at + 2, &["same"]);
        let leads = |from: usize| (from..from + 4).any(|at| self.is_of(at, LEADING));
        let noun = |at: usize| match self.is_of(at, SAME_EDITS) {
            true => leads(at + 1),
            false => self.is_of(at, LEADING),
        };
        match self.word(at) {
            Some("do") => is_same && noun(at + 3),
            Some("make" | "apply") => is_same && self.is_of(at + 3, SAME_EDITS) && leads(at + 4),
            Some("repeat") => {
                let is_it = self.is_of(at + 1, &["this", "that", "it"]);
                is_it && self.is_of(at + 2, LEADING) || is_same && noun(at + 3)
            }
            Some("ditto" | "likewise") => self.is_of(at + 1, &["for", "in"]) && at == 0,
            Some(_) | None => false,
        }
    }

    fn needs_the_same(&self) -> bool {
        let end = self.tokens.iter().rposition(|token| *token != Token::Break);
        let Some(end) = end else { return false };
        let end = end - usize::from(self.is_of(end, SAME_EDITS) && end > 0);
        let is_same = self.is_of(end, &["same"]) && end > 2 && self.is_of(end - 1, &["the"]);
        is_same && self.is_of(end - 2, &["needs", "need", "requires", "require"])
    }

    /// Returns where the words behind the opener of a correction begin.
    fn behind_opener(&self, is_opened: bool) -> Option<usize> {
        /// The most words of an opener.
        const N_OPENER: usize = 8;
        // A bracket may be before it: `(Typo: X → Y.)`.
        let first = usize::from(self.tokens.first() == Some(&Token::Break));
        let first = first + usize::from(self.is_of(first, DESCRIBING));
        let is_fix = self.is_of(first, &["fix", "change"]) && self.is_of(first + 1, &["to"]);
        let is_fix = is_fix && (first + 2..first + 4).any(|at| self.is_of(at, &["above"]));
        let is_one = self.is_of(first, OPENERS) || self.is_of(first + 1, OPENERS) && first > 0;
        let mut near = (first..self.tokens.len()).take(N_OPENER);
        let end = near.find(|at| self.tokens[*at] == Token::Break);
        match end.filter(|_| is_one || is_fix) {
            Some(end) => Some(end + 1),
            None => is_opened.then_some(0),
        }
    }

    /// Reads `Correction: it should say X`, `Wait, it must be X, not Y`, `Replace X by Y in the block above`.
    fn corrects(&self, is_opened: bool) -> Option<Ask<'a>> {
        if !self.is_plain() {
            return None;
        }
        let is_of_now = self.has(WORKING);
        let corrected = |is_marked| {
            let codes = self.codes.clone();
            Some(Ask::Corrected { codes, is_marked })
        };
        if let Some(from) = self.behind_opener(is_opened) {
            // What a caveat says has to be is true of the edit.
            let may_demand = !self.has(&["caveat"]);
            let is_said =
                may_demand && self.demands(from) && (!self.codes.is_empty() || self.contrasts());
            let is_said = !is_of_now && (is_said || self.orders_there(from));
            let is_held_against = self.contrasts() && !self.codes.is_empty();
            let says = is_said || is_held_against || self.orders(from) || self.is_pair(from);
            return says.then(|| corrected(true)).flatten();
        }
        let is_own = self.has(&["i"]) && self.has(&["added", "changed", "wrote"]);
        let points = !is_of_now && (self.has(&["above"]) || is_own) && self.codes.len() > 1;
        let says = points && (self.orders(0) || self.demands(0));
        if says {
            return corrected(false);
        }
        // `The condition above is inverted; make it X`.
        let is_wrong = !is_of_now && self.has(&["above"]) && self.has(WRONG);
        let says = is_wrong && !self.codes.is_empty() && (self.orders(0) || self.demands(0));
        says.then(|| corrected(true)).flatten()
    }

    /// Reads what takes the place of a text that an edit brings: `I meant X`, `Actually, make it 120`, `Use 120 in place of 60`.
    fn means(&self) -> Option<Ask<'a>> {
        let numbers = self.tokens.iter().filter(|token| token.is_number());
        let numbers: Vec<&'a BStr> = numbers.filter_map(Token::code).collect();
        let is_code = |at: usize| self.tokens.get(at).is_some_and(|it| it.code().is_some());
        let meant = |at: usize| {
            let verb = self.is_of(at + 1, &["meant"]);
            self.is_of(at, &["i"]) && verb && is_code(at + 2)
        };
        let is_meant = (0..self.tokens.len()).any(meant);
        let is_made = |at: usize| {
            let is_it = self.is_of(at + 1, &["it", "that"]) && is_code(at + 2);
            self.is_of(at, &["make"]) && is_it && self.begins(at)
        };
        let is_made = (0..self.tokens.len().min(6)).any(is_made);
        let is_held_against = self.contrasts() && self.is_of(0, VERBS) && is_code(1);
        match numbers.is_empty() {
            true if is_meant => Some(Ask::Corrected {
                codes: self.codes.clone(),
                is_marked: true,
            }),
            false if self.codes.is_empty() && (is_meant || is_made || is_held_against) => {
                Some(Ask::Corrected {
                    codes: numbers,
                    is_marked: true,
                })
            }
            true | false => None,
        }
    }

    /// Returns whether it says what a text has to be: `must be`, `should say`.
    fn demands(&self, from: usize) -> bool {
        let is_demand = |at: usize| {
            let skip = |at: &usize| self.is_of(*at, &["to", "also", "not"]);
            let verb = (at + 1..).find(|at| !skip(at)).unwrap_or(at);
            self.is_of(at, MODALS) && self.is_of(verb, STATES)
        };
        (from..self.tokens.len()).any(is_demand)
    }

    /// Returns whether it is two pieces of code with an arrow between them.
    fn is_pair(&self, from: usize) -> bool {
        let is_code = |at: usize| self.tokens.get(at).is_some_and(|it| it.code().is_some());
        is_code(from) && self.is_of(from + 1, &["to"]) && is_code(from + 2)
    }

    /// Returns whether it holds one thing against another: `rather than`, `instead of`.
    fn contrasts(&self) -> bool {
        let rows = [["rather", "than"], ["instead", "of"], ["place", "of"]];
        let is_row = |at: usize, row: &[&str; 2]| {
            self.word(at) == Some(row[0]) && self.word(at + 1) == Some(row[1])
        };
        (0..self.tokens.len()).any(|at| rows.iter().any(|row| is_row(at, row)))
    }

    /// Returns whether a clause asks to write the code that it names.
    fn orders(&self, from: usize) -> bool {
        let is_order = |at: usize| {
            let object = self.is_of(at + 1, ARTICLES) || self.is_of(at + 1, &["it", "that"]);
            let code = at + 1 + usize::from(object);
            let code = self.tokens.get(code).and_then(Token::code);
            let is_named = code.is_some_and(|code| self.codes.contains(&code));
            self.is_of(at, VERBS) && is_named && (at == from || self.begins(at))
        };
        (from..self.tokens.len()).any(is_order)
    }

    /// Returns whether a clause asks to change the text above, without naming code: `please add it`.
    fn orders_there(&self, from: usize) -> bool {
        let is_order = |at: usize| {
            let is_it = self.is_of(at + 1, &["it", "that", "this", "them"]);
            let begins = self.begins(at) || at > 0 && self.is_of(at - 1, &["so", "please"]);
            self.is_of(at, VERBS) && is_it && begins
        };
        (from..self.tokens.len()).any(is_order) && self.has(POINTING)
    }

    /// Reads a correction in another language; only the edit can say whether one is.
    fn corrects_elsewhere(&self) -> Option<Ask<'a>> {
        let words = || self.tokens.iter().filter_map(Token::word);
        let opens = words()
            .next()
            .is_some_and(|word| List::Correction.has(word));
        let is_said = opens || words().any(|word| List::PointsUp.has(word));
        let is_bound = words().any(|word| List::Condition.has(word));
        let is_asked = is_said && !is_bound && self.codes.len() > 1;
        (is_asked && !lexicon::is_plainly_english(self.tokens)).then(|| Ask::Corrected {
            codes: self.codes.clone(),
            is_marked: false,
        })
    }

    /// Reads a request for the same change in another language; the name is one that no edit knows.
    fn repeats_elsewhere(&self) -> Option<Ask<'a>> {
        let words: Vec<&str> = self.tokens.iter().filter_map(Token::word).collect();
        let text = words.join(" ");
        let is_same = List::SameChange.is_within(&text);
        let is_likened = words.iter().any(|word| List::Likens.has(word));
        let names = self.tokens.iter().filter(|token| !token.is_number());
        let names: Vec<&BStr> = names.filter_map(Token::code).collect();
        let fills = |word: &&&str| matches!(**word, "bitte" | "auch" | "aussi" | "también");
        let first = words.iter().find(|word| !fills(word));
        let orders = first.is_some_and(|first| {
            List::OrdersSame.has(first) || !text.is_ascii() && is_dense(first)
        });
        let is_asked = is_same && orders && !is_likened && !names.is_empty();
        (is_asked && !lexicon::is_plainly_english(self.tokens)).then_some(Ask::Repeated(names))
    }
}

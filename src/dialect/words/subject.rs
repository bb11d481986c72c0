//! Whether a sentence says that a file which it names is changed, or names it beside another.

use bstr::{BStr, ByteSlice};

use super::asked_words::REMINDED;
use super::lexicon::{self, Cue, Kind, Tongue, Unit};
use super::prose_words::{BEFORE_THE_VERB, CHANGING, CREATING};
use super::sentence::{self, Token};
use crate::dialect::name::spelling;

/// What a sentence says of a file that it names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dialect) enum Subject {
    /// It is changed, or the block is its.
    Changed,
    /// Something else is held against it: `As in a.rs`, `a.rs is not affected`.
    Compared,
    /// The words are not understood.
    Unclear,
}

/// Words before a name that hold something against it, or say why.
const COMPARING: &[&str] = &[
    "look", "looking", "check", "inspect", "consult", "as", "like", "unlike", "not", "don",
    "never", "without", "than", "match", "matches", "agree", "agrees", "mirror", "mirrors",
    "follow", "since", "because", "similar", "similarly", "by", "what", "that", "so", "while",
    "although", "though", "if", "when", "whenever", "once", "until", "unless", "except", "besides",
    "no", "nothing", "none", "neither", "nor", "from", "imports", "uses", "calls",
];

/// Words that begin a clause of their own amid a sentence.
const JOINING: &[&str] = &[
    "so", "since", "because", "while", "although", "though", "if", "when", "whenever", "once",
    "until", "unless", "which", "where", "but",
];

/// Words behind a name that say it stays as it is.
const DENYING: &[&str] = &[
    "no", "not", "isn", "doesn", "already", "alone", "unchanged", "untouched", "unaffected",
    "stays", "remains",
];

/// Words before a name that say the same.
const NEGATING: &[&str] = &[
    "not", "don", "didn", "doesn", "isn", "wasn", "haven", "hasn", "never", "no", "nothing",
    "none", "neither", "nor",
];

/// Words behind a name that say it is changed.
const NEEDING: &[&str] = &[
    "needs", "need", "must", "should", "gets", "get", "becomes", "changes", "change", "has",
    "also", "too", "likewise", "now", "then", "next", "with", "similarly", "again", "as",
];

/// Words for what a file is to have.
const GETTING: &[&str] = &["needs", "need", "gets", "get", "requires", "require"];

/// Words right before a name that lead to it.
const LEADING: &[&str] = &[
    "in", "inside", "into", "to", "for", "of", "within", "at", "on",
];

/// Verbs for running the file that is named behind them.
const RUNNING: &[&str] = &[
    "running", "executing", "starting", "launching", "linting", "testing", "compiling",
];

/// Verbs that take something away from a file.
const TAKING: &[&str] = &["remove", "delete", "drop", "move", "strip", "cut"];

/// More words that may stand before the name of the file that a block is of.
const BESIDE: &[&str] = &[
    "for", "up", "of", "is", "are", "do", "changes", "edits", "on", "at", "last", "lastly", "onto",
    "similarly", "likewise", "into", "this", "that", "it", "go", "goes", "but", "only",
];

/// Words before a name by which the file is given.
const GIVING: &[&str] = &[
    "new", "full", "complete", "whole", "entire", "updated", "final", "fixed", "corrected",
    "revised", "improved", "cleaner", "simpler", "better", "shorter", "minimal", "working",
];

/// Words right behind a name for what comes out of the file.
const PRINTING: &[&str] = &["output", "prints", "log", "usage", "example", "error", "in"];

/// Returns what the words around `path` in `line` say of it.
pub(in crate::dialect) fn of(line: &BStr, path: &BStr) -> Subject {
    let mut sentences = Vec::new();
    sentence::read(line, &mut sentences);
    // `Dockerfile` is a word like others, until it is known for a path.
    let is_bare = |token: &Token<'_>| {
        let word = token
            .word()
            .filter(|_| !path.contains(&b'/') && !path.contains(&b'.'));
        word.is_some_and(|word| path.eq_ignore_ascii_case(word.as_bytes()))
    };
    let is_it =
        |token: &Token<'_>| token.name().is_some_and(|name| is_same(name, path)) || is_bare(token);
    for sentence in &sentences {
        if let Some(at) = sentence.tokens.iter().position(is_it) {
            return Around::of(&sentence.tokens, at).subject(sentence.leads_on);
        }
    }
    Subject::Unclear
}

/// What is new without the file: its content, or where it is.
const NOT_THE_FILE: &[&str] = &[
    "version", "content", "contents", "text", "code", "state", "name", "path", "location", "place",
    "home", "folder", "directory", "value", "output",
];

/// Returns whether `line` calls the file at `path` new: "And a new `a.rs`:", "Here is a new unit test, `a.rs`:".
pub(in crate::dialect) fn is_new(line: &BStr, path: &BStr) -> bool {
    /// The most words for what the file is.
    const N_WORDS: usize = 2;
    let mut sentences = Vec::new();
    sentence::read(line, &mut sentences);
    let is_it = |token: &Token<'_>| token.name().is_some_and(|name| is_same(name, path));
    let is_noun = |word: &str| {
        let others = [LEADING, NEEDING, BESIDE, NOT_THE_FILE];
        !others.iter().any(|words| words.contains(&word))
    };
    sentences.iter().any(|sentence| {
        let Some(at) = sentence.tokens.iter().position(is_it) else {
            return false;
        };
        let before = sentence.tokens[..at].iter().rev();
        let before = before.skip_while(|token| **token == Token::Break);
        let mut words = before.map_while(Token::word).take(N_WORDS + 1);
        words.find(|word| *word == "new" || !is_noun(word)) == Some("new")
    })
}

/// Returns whether `line` ends with the file at `path`, as what the words before it speak of: "And a demo, `a.rs`:".
pub(in crate::dialect) fn is_presented(line: &BStr, path: &BStr) -> bool {
    leads_over(line, path).is_some_and(|led| led.ends_with_name)
}

/// Returns whether `line` introduces the file at `path`: "Here is the full `a.json`:", "`a.json` holds:".
pub(in crate::dialect) fn is_led_over_to(line: &BStr, path: &BStr) -> bool {
    leads_over(line, path).is_some_and(|led| led.shows)
}

/// Returns whether the last sentence of `line` announces the whole content of the file at `path`: "The complete contents of
/// `a.json`:", "This is the whole of `a.json`".
pub(in crate::dialect) fn is_given_whole(line: &BStr, path: &BStr) -> bool {
    const WHOLE: &[&str] = &["whole", "full", "complete", "entire"];
    const PARTS: &[&str] = &["content", "contents", "text", "whole", "all", "entirety"];
    let mut sentences = Vec::new();
    sentence::read(line, &mut sentences);
    let with_text = |sentence: &&sentence::Sentence<'_>| !sentence.tokens.is_empty();
    let Some(sentence) = sentences.iter().rev().find(with_text) else {
        return false;
    };
    let is_it = |token: &Token<'_>| token.name().is_some_and(|name| is_same(name, path));
    let Some(at) = sentence.tokens.iter().position(is_it) else {
        return false;
    };
    let around = Around::of(&sentence.tokens, at);
    let is_filler = |word: &&&str| matches!(**word, "file" | "the" | "new" | "your" | "updated");
    let mut before = around.before.iter().rev().skip_while(is_filler);
    let is_whole = match before.next() {
        Some(&"of" | &"for") => before.next().is_some_and(|word| PARTS.contains(word)),
        word => word.is_some_and(|word| WHOLE.contains(word)),
    };
    around.is_last && is_whole
}

/// Returns whether `line` only says beside the name of the file at `path` what that is, in words that the lexicon does not know:
/// "`a.conf` (backup):", "Starting point, `a.conf`:". It may be no new content of a file that is there.
pub(in crate::dialect) fn is_described(line: &BStr, path: &BStr) -> bool {
    let mut sentences = Vec::new();
    sentence::read(line, &mut sentences);
    let is_it = |token: &Token<'_>| token.name().is_some_and(|name| is_same(name, path));
    let Some(sentence) = sentences.last() else {
        return false;
    };
    let (_, units) = lexicon::read(&sentence.tokens);
    let is_unknown = |unit: &Unit<'_>| unit.kind == Kind::Unknown;
    let is_unsaid = |unit: &Unit<'_>| is_unknown(unit) || unit.has(Cue::Fill);
    let words = || {
        units
            .iter()
            .filter(|unit| !matches!(unit.kind, Kind::Break | Kind::Code))
    };
    let has_break = sentence.tokens.contains(&Token::Break);
    let names = sentence
        .tokens
        .iter()
        .filter(|token| token.code().is_some());
    let is_break = |token: &Token<'_>| *token == Token::Break;
    let is_beside = match sentence.tokens.iter().position(is_it) {
        Some(at) if sentence.tokens[..at].iter().all(is_break) => line.contains(&b'('),
        Some(at) => {
            let before = line
                .find(path)
                .map(|at| line[..at].trim_end_with(|c| "` *_".contains(c)));
            sentence.tokens[at + 1..].iter().all(is_break)
                && before.is_some_and(|before| before.ends_with(b","))
        }
        None => false,
    };
    is_beside
        && has_break
        && names.count() == 1
        && words().any(is_unknown)
        && words().all(is_unsaid)
}

/// A sentence that introduces what is below it.
struct Led {
    /// Whether the name of the file is the last of it.
    ends_with_name: bool,
    /// Whether it says that the file, or what is in it, follows.
    shows: bool,
}

/// Reads the last sentence of `line`, which speaks of the file at `path` and of what is below; `None` where it only says that
/// something is in the file, or like it.
fn leads_over(line: &BStr, path: &BStr) -> Option<Led> {
    const CONTENTS: &[&str] = &["content", "contents", "contains", "holds"];
    let mut sentences = Vec::new();
    sentence::read(line, &mut sentences);
    let sentence = sentences.last().filter(|sentence| sentence.leads_on)?;
    let is_it = |token: &Token<'_>| token.name().is_some_and(|name| is_same(name, path));
    let at = sentence.tokens.iter().position(is_it)?;
    let around = Around::of(&sentence.tokens, at);
    let is_led = |word: &&str| LEADING.contains(word) || COMPARING.contains(word);
    // Another clause behind the name may introduce something else.
    let behind = sentence.tokens[at + 1..].iter();
    let mut behind = behind.skip_while(|token| token.word().is_some());
    let is_in_last_clause = behind.all(|token| *token == Token::Break);
    let words: Vec<&str> = sentence.tokens.iter().filter_map(Token::word).collect();
    let shows = matches!(words[..], ["here", "is" | "s", ..] | ["this", "is", ..])
        || words.iter().any(|word| CONTENTS.contains(word));
    (is_in_last_clause && !around.before.iter().any(is_led)).then_some(Led {
        ends_with_name: around.is_last,
        shows,
    })
}

/// Returns whether `line` tells of the file at `path` being run: "After starting `a.rs`:".
pub(in crate::dialect) fn is_run(line: &BStr, path: &BStr) -> bool {
    word_before(line, path).is_some_and(|word| RUNNING.contains(&&*word))
}

/// Returns whether `line` says that the file at `path` is to be what follows: "The new `a.rs`, which prints the tasks:".
pub(in crate::dialect) fn is_given(line: &BStr, path: &BStr) -> bool {
    let mut sentences = Vec::new();
    sentence::read(line, &mut sentences);
    let is_it = |token: &Token<'_>| token.name().is_some_and(|name| is_same(name, path));
    sentences.iter().any(|sentence| {
        let at = sentence.tokens.iter().position(is_it);
        at.is_some_and(|at| Around::of(&sentence.tokens, at).gives())
    })
}

/// How a sentence begins that hands over a file.
const HANDING: &[&[&str]] = &[&["here", "is"], &["here", "s"], &["below", "is"]];

/// What stands between that and the name of the file.
const HANDED: &[&str] = &[
    "the", "a", "an", "your", "my", "our", "new", "updated", "complete", "full", "entire", "whole",
    "final", "corrected", "fixed", "revised", "improved", "rewritten", "refactored", "modified",
    "resulting", "file", "version", "of",
];

/// Returns whether `line` hands over the file at `path` itself, whatever it says of it then: "Here is the new `a.rs`, which fixes
/// the error:", and not "Here is the output of `a.rs`:".
pub(in crate::dialect) fn is_handed_over(line: &BStr, path: &BStr) -> bool {
    let mut sentences = Vec::new();
    sentence::read(line, &mut sentences);
    let is_it = |token: &Token<'_>| token.name().is_some_and(|name| is_same(name, path));
    sentences.iter().any(|sentence| {
        let before = sentence.tokens.iter().take_while(|token| !is_it(token));
        let before: Vec<Option<String>> = before
            .map(|token| token.word().map(str::to_ascii_lowercase))
            .collect();
        let begins = |words: &&&[&str]| {
            let pairs = before.iter().zip(words.iter());
            before.len() >= words.len()
                && pairs.fold(true, |is, (one, word)| is && one.as_deref() == Some(word))
        };
        let is_named = before.len() < sentence.tokens.len();
        let rest = HANDING
            .iter()
            .find(begins)
            .map(|words| &before[words.len()..]);
        let is_plain =
            |word: &Option<String>| word.as_deref().is_some_and(|word| HANDED.contains(&word));
        is_named && rest.is_some_and(|rest| rest.iter().all(is_plain))
    })
}

/// Returns the word right before the name of a file.
fn word_before(line: &BStr, path: &BStr) -> Option<String> {
    let mut sentences = Vec::new();
    sentence::read(line, &mut sentences);
    let is_it = |token: &Token<'_>| token.name().is_some_and(|name| is_same(name, path));
    sentences.iter().find_map(|sentence| {
        let at = sentence.tokens.iter().position(is_it)?;
        let mut before = sentence.tokens[..at].iter().rev();
        let word = before.find(|token| token.word() != Some("file"))?.word()?;
        Some(word.to_string())
    })
}

/// Returns whether a name in a sentence is that of the file at `path`.
pub(super) fn is_same(name: &BStr, path: &BStr) -> bool {
    let name = name.trim_with(|c| matches!(c, '*' | '_'));
    // The folder may be named elsewhere in the sentence.
    spelling::is_end_of(name, path) || name.ends_with(path.as_bytes())
}

/// The clause of a sentence that holds the name of a file.
pub(super) struct Around<'s> {
    pub(super) before: Vec<&'s str>,
    pub(super) behind: Vec<&'s str>,
    pub(super) is_english: bool,
    /// Whether a value or code stands before the name.
    has_code: bool,
    /// Whether nothing of the sentence follows.
    pub(super) is_last: bool,
    /// Whether the words before the name speak of another file, which is named before them: `a.rs overrides the one in b.rs`.
    is_of_other: bool,
}

impl<'s> Around<'s> {
    pub(super) fn of(tokens: &'s [Token<'_>], at: usize) -> Around<'s> {
        let is_one = |token: &Token<'_>, words: &[&str]| {
            token.word().is_some_and(|word| words.contains(&word))
        };
        let parts = |token: &Token<'_>| *token == Token::Break || is_one(token, JOINING);
        let is_end = |token: &Token<'_>| parts(token) || token.name().is_some();
        let first = tokens[..at].iter().rposition(is_end);
        let is_other = |end: usize| {
            tokens[end]
                .name()
                .is_some_and(spelling::is_name_of_file_in_text)
                && Around::of(tokens, end).subject(false) == Subject::Unclear
        };
        let is_of_other = first.is_some_and(is_other);
        // The word that joins the clause is a part of it.
        let first = match first {
            Some(end) if is_one(&tokens[end], JOINING) => end,
            Some(end) => end + 1,
            None => 0,
        };
        let before = &tokens[first..at];
        let behind = tokens[at + 1..].iter().take_while(|token| !is_end(token));
        Around {
            before: before.iter().filter_map(Token::word).collect(),
            behind: behind.filter_map(Token::word).collect(),
            is_english: lexicon::read(tokens).0 == Tongue::ENGLISH,
            has_code: before.iter().any(|token| token.code().is_some()),
            is_last: tokens[at + 1..].iter().all(|token| *token == Token::Break),
            is_of_other,
        }
    }

    /// Returns whether a verb before the name asks for a change.
    pub(super) fn asks(&self) -> bool {
        let is_verb = |word: &&str| {
            let of = |word: &str| CHANGING.contains(&word) || CREATING.contains(&word);
            // `After replacing it`.
            let stem = word.strip_suffix("ing");
            of(word) || stem.is_some_and(|stem| of(stem) || of(&format!("{stem}e")))
        };
        self.before.contains(&"copy") || self.before.iter().any(is_verb)
    }

    /// Returns whether it warns of leaving the file as it is: `Don't forget a.rs`.
    fn reminds(&self) -> bool {
        let has = |wanted: &[&str]| self.before.iter().any(|word| wanted.contains(word));
        has(&["don", "not", "never"]) && has(REMINDED)
    }

    /// Returns whether it says that the file stays as it is: `I didn't touch a.rs`, `a.rs is not affected`.
    pub(super) fn stays(&self) -> bool {
        let has = |words: &[&str], wanted: &[&str]| words.iter().any(|word| wanted.contains(word));
        self.is_english
            && !self.reminds()
            && (has(&self.before, NEGATING) || has(&self.behind, DENYING))
    }

    /// Returns what the clause says of the file.
    pub(super) fn subject(&self, leads_on: bool) -> Subject {
        let has = |words: &[&str], wanted: &[&str]| words.iter().any(|word| wanted.contains(word));
        if self.reminds() {
            return Subject::Unclear;
        }
        let takes = has(&self.before, TAKING);
        let compares = |word: &&str| COMPARING.contains(word) && !(*word == "from" && takes);
        let is_beside = matches!(
            self.before[..],
            [.., "next", "to"] | [.., "alongside" | "beside"]
        );
        if is_beside || self.before.iter().any(compares) || has(&self.behind, DENYING) {
            return Subject::Compared;
        }
        let is_led = self
            .before
            .last()
            .is_some_and(|word| LEADING.contains(word));
        let leads = |word: &&str| {
            BEFORE_THE_VERB.contains(word) || LEADING.contains(word) || BESIDE.contains(word)
        };
        let only_leads = !self.has_code && self.before.iter().all(leads);
        let goes_on = self
            .behind
            .first()
            .is_none_or(|word| NEEDING.contains(word));
        let is_shown = self.presents() && self.is_last || self.has_given();
        match self.asks()
            || is_shown
            || only_leads && (is_led || goes_on)
            || is_led && self.is_last && leads_on && self.is_english && !self.is_of_other
        {
            true => Subject::Changed,
            false => Subject::Unclear,
        }
    }

    /// Returns whether it hands the file over: `Here is your a.rs`, `Use this as a.rs`.
    fn presents(&self) -> bool {
        let end = match self.before[..] {
            [.., "the" | "your" | "my"] => self.before.len() - 1,
            [..] => self.before.len(),
        };
        let is_use = self.before.first() == Some(&"use")
            && self
                .before
                .iter()
                .any(|word| matches!(*word, "this" | "following"));
        is_use || matches!(self.before[..end], [.., "here" | "this", "is" | "s"])
    }

    /// Returns whether a word before the name says that the file is one to be: `A cleaner a.rs`.
    fn has_given(&self) -> bool {
        self.before.iter().any(|word| GIVING.contains(word))
    }

    /// Returns whether it says that the file is to be what follows, whatever the rest of the sentence tells of.
    fn gives(&self) -> bool {
        let presents = self.presents()
            && !self
                .behind
                .first()
                .is_some_and(|word| PRINTING.contains(word));
        let can = |word: &&&str| {
            matches!(
                **word,
                "is" | "can" | "could" | "has" | "to" | "would" | "then" | "also"
            )
        };
        let said = self.behind.iter().find(|word| !can(word));
        let is_to_be = said.is_some_and(|word| {
            matches!(*word, "now" | "must" | "should" | "becomes" | "have")
                || GETTING.contains(word)
        });
        let changes = |word: &&str| matches!(*word, "changes" | "change" | "changed");
        let is_changed = self.behind.iter().any(changes);
        let is_pointed_to = self.before.last() == Some(&"this");
        self.asks()
            || presents
            || is_changed
            || is_to_be
            || self.has_given()
            || is_pointed_to
            || self.holds_use()
    }

    /// Returns whether something is needed in the file, or is used there: `Use it in a.rs`, and not `Import it from a.rs`.
    fn holds_use(&self) -> bool {
        let has = |wanted: &[&str]| self.before.iter().any(|word| wanted.contains(word));
        let is_in = matches!(
            self.before.last(),
            Some(&("in" | "inside" | "within" | "into"))
        );
        let is_from = self.before.last() == Some(&"from");
        let is_example = has(&[
            "example", "examples", "how", "usage", "could", "might", "may",
        ]);
        is_in && has(GETTING)
            || !is_example && (is_in && has(&["use", "call"]) || is_from && has(&["call"]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Subject) {
        assert_eq!(of(line.into(), "b.rs".into()), expected, "{line}");
    }

    #[test]
    fn a_sentence_says_which_file_is_changed() {
        check("Then `b.rs`:", Subject::Changed);
        check("In `b.rs`, shorten the wait:", Subject::Changed);
        check("Update the call in `b.rs`:", Subject::Changed);
        check("Drop the import from `b.rs`:", Subject::Changed);
        check("`b.rs` needs the same line:", Subject::Changed);
        check("The loop in `b.rs`:", Subject::Changed);
        check("Change `b.rs` so that `a.rs` can rest:", Subject::Changed);
    }

    #[test]
    fn what_is_compared_with_a_file_is_no_change_of_it() {
        check("Just as `b.rs` does:", Subject::Compared);
        check("`b.rs` is not concerned.", Subject::Compared);
        check("Do it here, not in `b.rs`:", Subject::Compared);
        check("Because `b.rs` waits, change `a.rs`:", Subject::Compared);
        check("Change `a.rs` so that `b.rs` can rest:", Subject::Compared);
        check("It was taken from `b.rs`:", Subject::Compared);
        check("That speeds `b.rs` up:", Subject::Compared);
        check("The tests of `b.rs` pass:", Subject::Unclear);
        check(
            "The level in `a.rs` overrides the one in `b.rs`:",
            Subject::Unclear,
        );
        check("It should agree with `b.rs`:", Subject::Compared);
    }
}

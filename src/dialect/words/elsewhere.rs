//! Sentences that introduce a patch which is kept, printed or wished for elsewhere: the history has it, a program printed it,
//! another project does so, it would be done at another time. The whole sentence says no more than that.

use super::clause::Clause;
use super::lexicon::{Kind, Unit};
use super::reading::Reading;

/// Where changes are kept.
const RECORDS: &[&str] = &["commit", "changelog", "history", "blame", "log", "reflog"];

/// What programs do with a patch that they show.
const PRINTING: &[&str] = &[
    "shows", "show", "prints", "print", "says", "reports", "outputs", "gives", "produces", "lists",
];

/// What is the reader's, and not yet in the history.
const PENDING: &[&str] = &[
    "uncommitted",
    "unstaged",
    "staged",
    "local",
    "working",
    "pending",
    "unpushed",
];
const HELD: &[&str] = &[
    "changes", "change", "diff", "edits", "copy", "tree", "patch",
];

/// What holds the text that a program writes, and verbs for what is in it.
const WRITTEN: &[&str] = &[
    "log",
    "logs",
    "logfile",
    "output",
    "console",
    "terminal",
    "stdout",
    "stderr",
    "transcript",
];
const HOLDING: &[&str] = &[
    "contain", "contains", "include", "includes", "read", "reads", "say",
];

/// What prints.
const PRINTERS: &[&str] = &["command", "program", "script", "tool", "cli", "this", "it"];
const PRINTS: &[&str] = &["prints", "print", "outputs"];

/// Words between what writes and its verb.
const AUXILIARIES: &[&str] = &["file", "will", "would", "should", "then", "may", "also"];

/// Who may do the same thing in another way.
const OTHERS: &[&str] = &[
    "project",
    "projects",
    "library",
    "libraries",
    "team",
    "teams",
    "company",
    "repo",
    "repository",
    "codebase",
    "framework",
];
const DOING: &[&str] = &[
    "did", "does", "do", "solved", "solves", "handles", "handled", "fixed", "fixes",
];

/// What is turned down, or only thought of, as a title says it.
const WEIGHED: &[&str] = &["considered", "rejected", "discarded", "dismissed"];
const WAYS: &[&str] = &[
    "alternatives",
    "alternative",
    "options",
    "approaches",
    "ideas",
];

/// Verbs by which a fault came.
const CAME: &[&str] = &["came", "crept", "appeared", "started", "began"];
const FAULTS: &[&str] = &["regression", "bug", "crash", "breakage", "fault", "failure"];

/// Returns whether a sentence introduces a patch that is not the reply's own.
pub(super) fn leads_there(reading: &Reading<'_>) -> bool {
    let first = reading.clauses.first();
    let is_one = reading.clauses.len() == 1;
    first.is_some_and(|clause| clause.is_english() && Said::of(clause).is_elsewhere(is_one))
}

/// The words of a clause, one by one, without articles.
struct Said<'s> {
    words: Vec<&'s str>,
    /// Which of them are code.
    is_code: Vec<bool>,
    /// Whether an article points to one that is known: `the project`.
    is_definite: bool,
}

impl<'s> Said<'s> {
    fn of(clause: &'s Clause<'_>) -> Said<'s> {
        let mut said = Said {
            words: Vec::new(),
            is_code: Vec::new(),
            is_definite: clause.units.iter().any(|unit| unit.word == "the"),
        };
        for unit in &clause.units {
            said.add(unit);
        }
        said
    }

    fn add(&mut self, unit: &'s Unit<'_>) {
        if unit.kind == Kind::Code {
            self.words.push(&unit.word);
            return self.is_code.push(true);
        }
        let is_article = |word: &&str| matches!(*word, "the" | "a" | "an");
        for word in unit.word.split('_').filter(|word| !is_article(word)) {
            self.words.push(word);
            self.is_code.push(false);
        }
    }

    fn is_of(&self, at: usize, words: &[&str]) -> bool {
        self.words.get(at).is_some_and(|word| words.contains(word))
    }

    fn has(&self, words: &[&str]) -> bool {
        self.words.iter().any(|word| words.contains(word))
    }

    fn is_elsewhere(&self, is_one: bool) -> bool {
        self.is_kept()
            || self.is_printed()
            || self.is_written()
            || self.is_pending()
            || self.is_of_others()
            || is_one && (self.is_weighed() || self.is_wished() || self.is_cause())
    }

    /// Returns whether it says where the change is kept: `From commit abc1234`, `Git blame shows`.
    fn is_kept(&self) -> bool {
        let is_from = self.is_of(0, &["from"]) && self.is_of(1, RECORDS);
        let is_git = self.is_of(0, &["git"]) && self.is_of(2, PRINTING) && self.words.len() == 3;
        is_from && self.words.len() <= 5 || is_git
    }

    /// Returns whether it says which program prints it: `Output of CODE`, `CODE would print`.
    fn is_printed(&self) -> bool {
        let code = |at: usize| self.is_code.get(at) == Some(&true);
        let is_command = |at: usize| {
            let word = self.words.get(at).unwrap_or(&"");
            code(at) && word.contains(" -")
        };
        let is_output = self.is_of(0, &["output"]) && self.is_of(1, &["of", "from"]) && code(2);
        let verb = 1 + usize::from(self.is_of(1, &["would", "will"]));
        let prints = is_command(0) && self.is_of(verb, PRINTING) && self.words.len() == verb + 1;
        is_output && self.words.len() == 3 || prints
    }

    /// Returns whether it says that a program writes what follows: `The log will contain`, `The command prints`.
    fn is_written(&self) -> bool {
        let Some((verb, who)) = self.words.split_last() else {
            return false;
        };
        let Some((who, between)) = who.split_first() else {
            return false;
        };
        let is_file = self.is_code[0] && who.ends_with(".log");
        let holds = HOLDING.contains(verb) || PRINTING.contains(verb);
        between.iter().all(|word| AUXILIARIES.contains(word))
            && ((WRITTEN.contains(who) || is_file) && holds
                || PRINTERS.contains(who) && PRINTS.contains(verb))
    }

    /// Returns whether it names what the reader has changed: `Your uncommitted changes`, `Your working copy has`.
    fn is_pending(&self) -> bool {
        let end = match self.words.last() {
            Some(&("has" | "have" | "is" | "are" | "contains" | "shows")) => self.words.len() - 1,
            Some(_) | None => self.words.len(),
        };
        let is_yours = self.is_of(0, &["your"]) && (2..=4).contains(&end);
        is_yours && self.is_of(end - 1, HELD) && (1..end).any(|at| self.is_of(at, PENDING))
    }

    /// Returns whether it says how others do it: `Here is how a neighbouring project did it`.
    fn is_of_others(&self) -> bool {
        let Some(how) = self.words.iter().position(|word| *word == "how") else {
            return false;
        };
        let who = (how + 1..how + 4).find(|at| self.is_of(*at, OTHERS));
        let is_own = (how + 1..how + 3).any(|at| self.is_of(at, &["this", "our", "your", "my"]));
        who.is_some_and(|who| self.is_of(who + 1, DOING)) && !is_own && !self.is_definite
    }

    /// Returns whether it is a title of what was turned down: `Alternatives considered`.
    fn is_weighed(&self) -> bool {
        self.words.len() <= 3 && self.has(WEIGHED) && self.has(WAYS)
    }

    /// Returns whether it says when it would be done: `If we had more time`, `Long term I'd like`.
    fn is_wished(&self) -> bool {
        let is_if = self.is_of(0, &["if"]) && self.is_of(2, &["had"]) && self.has(&["time"]);
        let is_term = self.is_of(0, &["long", "longer"]) && self.is_of(1, &["term"]);
        let likes = self.has(&["like", "want", "prefer"]) && self.has(&["i", "we"]);
        is_if || is_term && likes
    }

    /// Returns whether it says with what a fault came: `The regression came in with`.
    fn is_cause(&self) -> bool {
        let is_last = |words: &[&str]| self.words.last().is_some_and(|it| words.contains(it));
        self.is_of(0, FAULTS) && self.is_of(1, CAME) && is_last(&["with", "in", "by", "from"])
    }
}

//! Sentences that introduce a patch which is kept, printed or wished for elsewhere: the history has it, a program printed it,
//! another project does so, it would be done at another time. The whole sentence says no more than that.

use super::clause::Clause;
use super::edit_words::{CAUSED, RECORDED};
use super::labelled::BRANCHES;
use super::lexicon::{Cue, Kind, List, Unit};
use super::reading::Reading;
use crate::dialect::name::spelling;

/// Where changes are kept.
const RECORDS: &[&str] = &["commit", "changelog", "history", "blame", "log", "reflog"];

/// What programs do with a patch that they show.
const PRINTING: &[&str] = &[
    "shows", "show", "prints", "print", "says", "reports", "outputs", "gives", "produces", "lists",
];

/// What is the reader's, and not yet in the history.
const PENDING: &[&str] = &[
    "uncommitted", "unstaged", "staged", "local", "working", "pending", "unpushed",
];
const HELD: &[&str] = &[
    "changes", "change", "diff", "edits", "copy", "tree", "patch",
];

/// What holds the text that a program writes, and verbs for what is in it.
const WRITTEN: &[&str] = &[
    "log", "logs", "logfile", "output", "console", "terminal", "stdout", "stderr", "transcript",
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
    "project", "projects", "library", "libraries", "team", "teams", "company", "repo",
    "repository", "codebase", "framework",
];
const DOING: &[&str] = &[
    "did", "does", "do", "solved", "solves", "handles", "handled", "fixed", "fixes",
];

/// What is turned down, or only thought of, as a title says it.
const WEIGHED: &[&str] = &["considered", "rejected", "discarded", "dismissed"];
const WAYS: &[&str] = &[
    "alternatives", "alternative", "options", "approaches", "ideas",
];

/// Verbs by which a fault came.
const CAME: &[&str] = &["came", "crept", "appeared", "started", "began"];
const FAULTS: &[&str] = &["regression", "bug", "crash", "breakage", "fault", "failure"];

/// Patches as people send them to others, and what is said of their state.
const SENT: &[&str] = &["pr", "mr", "commit", "revision", "request"];
const STATES: &[&str] = &[
    "open", "merged", "closed", "pending", "linked", "draft", "pull", "merge",
];
const DOES: &[&str] = &[
    "did", "does", "do", "has", "contains", "changes", "changed", "made", "makes",
];

/// Words for how it does that, in a sentence above a block.
const MANNER: &[&str] = &[
    "it", "this", "that", "so", "like", "as", "follows", "following", "change", "changes",
];

/// A patch that is looked at, and what is found in it.
const LOOKED_AT: &[&str] = &["diff", "patch", "pr", "commit", "request"];
const FINDINGS: &[&str] = &[
    "problem", "problems", "issue", "bug", "wrong", "problematic", "risky", "questionable",
];

/// Solutions that are named to be dismissed, and what they do not do.
const AT_HAND: &[&str] = &[
    "obvious", "naive", "tempting", "straightforward", "usual", "textbook",
];
const SOLUTIONS: &[&str] = &[
    "fix", "solution", "approach", "change", "patch", "way", "idea",
];

/// Models and the like that answer, and verbs for what they say.
const ANSWERERS: &[&str] = &[
    "llm", "llms", "assistant", "chatgpt", "copilot", "gemini", "claude", "model", "ai",
];
const ANSWERING: &[&str] = &[
    "suggest", "suggests", "suggested", "told", "proposed", "propose", "proposes", "wrote",
    "answered",
];

/// What a program makes of files: not an edit of the reply.
const GENERATES: &[&str] = &[
    "generate", "generates", "produce", "produces", "emit", "emits", "generated",
];

/// Returns whether a sentence introduces a patch that is not the reply's own.
pub(super) fn leads_there(reading: &Reading<'_>) -> bool {
    let Some(first) = reading.clauses.first() else {
        return false;
    };
    // `will` alone does not say which language it is of.
    if Said::of(first).is_written() {
        return true;
    }
    if !first.is_english() {
        return is_recorded_abroad(reading);
    }
    let all: Vec<Said<'_>> = reading.clauses.iter().map(Said::of).collect();
    all[0].is_elsewhere(all.len() == 1)
        || all.iter().any(Said::is_on_branch_already)
        || all[0].is_looked_at() && all[1..].iter().any(|said| said.has(FINDINGS))
        || all
            .last()
            .is_some_and(|last| last.is_printed() || last.is_between())
        || matches!(&all[..], [one, other] if one.is_between_and(other))
}

/// Returns whether a sentence says that a program makes the file below it: `protoc will then generate roughly this`. One that names
/// the output may introduce the program itself: `This script generates the icons`.
pub(super) fn is_generated(reading: &Reading<'_>) -> bool {
    const ROUGHLY: &[&str] = &[
        "this", "following", "it", "roughly", "something", "like", "about", "then", "file",
        "files", "class", "code", "as",
    ];
    let Some(last) = reading.clauses.last() else {
        return false;
    };
    if !last.is_english() {
        let units = || reading.clauses.iter().flat_map(|clause| &clause.units);
        let says_so = |unit: &Unit<'_>| List::Generates.has(&unit.word);
        let is_file = |unit: &Unit<'_>| spelling::is_name_of_file(unit.word.as_bytes());
        // `Erzeuge die Datei` asks for it, as does a sentence that names the file.
        let asks = units().next().is_some_and(says_so) || units().any(is_file);
        return !asks && units().any(says_so);
    }
    // `a/b.rs (generated, do not edit)`.
    let is_mark = |said: Said<'_>| {
        matches!(
            said.words[..],
            ["generated" | "autogenerated"] | ["auto", "generated"]
        )
    };
    if reading.clauses.iter().map(Said::of).any(is_mark) {
        return true;
    }
    let said = Said::of(last);
    let Some(at) = said.words.iter().rposition(|word| GENERATES.contains(word)) else {
        return false;
    };
    let is_rough = |at: usize| said.is_of(at, ROUGHLY) || said.is_code[at];
    let behind = at + 1..said.words.len();
    // `Generate this file` asks for it.
    let asks = at == 0 && said.words[0] != "generated";
    !asks && !last.is_negated && behind.clone().all(is_rough)
}

/// Returns whether a sentence in another language than English says that the patch is in the history: `Das ist auf CODE schon
/// behoben`, `Dein letzter Commit`.
fn is_recorded_abroad(reading: &Reading<'_>) -> bool {
    const LAST: &[&str] = &[
        "letzte", "dernier", "dernière", "últim", "ultim", "laatste", "ostatni", "последн", "最后",
        "最新", "最近", "直近",
    ];
    const N_LABEL: usize = 4;
    let units = || reading.clauses.iter().flat_map(|clause| &clause.units);
    let is_branch = |unit: &Unit<'_>| BRANCHES.contains(&&*unit.word);
    let is_last = |unit: &Unit<'_>| LAST.iter().any(|stem| unit.word.starts_with(stem));
    let is_sent = |unit: &Unit<'_>| matches!(&*unit.word, "commit" | "pr" | "patch" | "diff");
    let is_there = units().any(is_branch) && units().any(|unit| unit.has(Cue::Already));
    let is_label = units().count() <= N_LABEL && units().any(is_last) && units().any(is_sent);
    is_there || is_label
}

/// The words of a clause, one by one, without articles.
pub(super) struct Said<'s> {
    pub(super) words: Vec<&'s str>,
    /// Which of them are code.
    pub(super) is_code: Vec<bool>,
    /// Whether an article points to one that is known: `the project`.
    is_definite: bool,
}

impl<'s> Said<'s> {
    pub(super) fn of(clause: &'s Clause<'_>) -> Said<'s> {
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

    pub(super) fn is_of(&self, at: usize, words: &[&str]) -> bool {
        self.words.get(at).is_some_and(|word| words.contains(word))
    }

    pub(super) fn has(&self, words: &[&str]) -> bool {
        self.words.iter().any(|word| words.contains(word))
    }

    fn is_elsewhere(&self, is_one: bool) -> bool {
        self.is_kept()
            || self.is_printed()
            || self.is_pending()
            || self.is_of_others()
            || self.is_already_recorded()
            || self.is_of_request()
            || self.is_answered()
            || is_one && (self.is_weighed() || self.is_wished() || self.is_cause())
            || is_one && (self.is_culprit() || self.is_at_hand())
    }

    /// Returns whether it says that the change is on a branch: `This is already fixed on CODE`.
    fn is_on_branch_already(&self) -> bool {
        let already = self.words.iter().position(|word| *word == "already");
        let n_words = self.words.len();
        let is_branch = |at: usize| {
            let is_noun = self.is_of(at, &["branch"]) && at + 1 == n_words;
            (at + 1 == n_words && self.is_of(at, BRANCHES) || is_noun)
                && !self.is_of(0, &["i", "we"])
        };
        let on = |at: usize| {
            let is_near = is_branch(at + 1) || is_branch(at + 2);
            self.is_of(at, &["on", "in"])
                && is_near
                && (self.is_of(at, &["on"]) || !self.is_code[n_words - 1])
        };
        already.is_some_and(|from| (from + 1..=from + 2).any(on))
    }

    /// Returns whether it says that others recorded it: `Mara has already committed this`.
    fn is_already_recorded(&self) -> bool {
        let already = self.words.iter().position(|word| *word == "already");
        let is_own = self.has(&["i", "we", "ve"]);
        already.is_some_and(|at| {
            at > 0
                && self.is_of(at + 1, RECORDED)
                && self.is_of(at + 2, &["this", "it", "that"])
                && self.words.len() == at + 3
        }) && !is_own
    }

    /// Returns whether it says what a request to merge does: `This is what the merged PR #41 did`.
    fn is_of_request(&self) -> bool {
        let is_number = |at: usize| {
            let word = self.words.get(at).unwrap_or(&"").trim_start_matches('#');
            !word.is_empty() && word.bytes().all(|it| it.is_ascii_digit())
        };
        let lead = self
            .words
            .iter()
            .take_while(|it| matches!(**it, "this" | "is" | "here" | "s" | "what"))
            .count();
        let state = self.words[lead..]
            .iter()
            .take_while(|it| STATES.contains(it))
            .count();
        let at = lead + state;
        let is_rest = |at: usize| self.is_of(at, MANNER) || self.is_code[at];
        let noun = self.is_of(at, SENT) || self.is_of(at, &["version", "release"]);
        noun && is_number(at + 1)
            && self.is_of(at + 2, DOES)
            && (at + 3..self.words.len()).all(is_rest)
    }

    /// Returns whether it speaks of a patch of the reader's: `In your diff`.
    fn is_looked_at(&self) -> bool {
        self.is_of(0, &["in"])
            && self.is_of(1, &["your"])
            && self.is_of(2, LOOKED_AT)
            && self.words.len() == 3
    }

    /// Returns whether it names two versions between which something changed: `The diff between 1.1 and 1.2`.
    fn is_between(&self) -> bool {
        const VERSIONS: &[&str] = &["tags", "versions", "releases", "commits", "branches"];
        let Some(at) = self.words.iter().position(|word| *word == "between") else {
            return false;
        };
        let behind = &self.words[at + 1..];
        let is_counted = matches!(behind, ["two", what] | [what] if VERSIONS.contains(what));
        self.words.len() <= 8 && is_counted
    }

    /// Returns whether it ends with `between 1.1`, where the `other` clause is `and 1.2`.
    fn is_between_and(&self, other: &Said<'_>) -> bool {
        let is_version = |word: &str| {
            let bare = word.strip_prefix('v').unwrap_or(word);
            let is_dotted = bare.contains('.') || bare.len() < word.len();
            bare.starts_with(|it: char| it.is_ascii_digit()) && is_dotted
        };
        let ends = matches!(&self.words[..], [.., "between", one] if is_version(one));
        ends && matches!(&other.words[..], ["and", one] if is_version(one))
    }

    /// Returns whether it says of a change that it broke something, or is what did: `This diff caused the outage`, `The culprit`.
    fn is_culprit(&self) -> bool {
        let is_label = self.words.len() == 1 && self.is_of(0, &["culprit"]);
        let lead = usize::from(self.is_of(0, &["this", "that"]));
        let harms = self.is_of(lead, LOOKED_AT) && self.is_of(lead + 1, CAUSED);
        let is_bad = |at: usize| {
            self.is_of(at, &["first"])
                && self.is_of(at + 1, &["bad"])
                && self.is_of(at + 2, &["commit", "revision"])
        };
        is_label || harms || (0..self.words.len()).any(is_bad)
    }

    /// Returns whether it says of what comes to mind first that it fails: `The obvious fix does not work`.
    fn is_at_hand(&self) -> bool {
        let fails = match self.words.get(2..) {
            Some(
                [
                    "does" | "do" | "would" | "will",
                    "not",
                    "work" | "help" | "do",
                ],
            ) => true,
            Some(["doesn" | "wouldn" | "won", "t", "work" | "help"]) => true,
            Some([verb]) => matches!(*verb, "fails" | "breaks"),
            Some(_) | None => false,
        };
        self.is_of(0, AT_HAND) && self.is_of(1, SOLUTIONS) && fails
    }

    /// Returns whether it says what another model answers: `ChatGPT told you to do this`.
    fn is_answered(&self) -> bool {
        let who = usize::from(self.is_of(0, &["other", "another", "your"]));
        let is_of_program = who == 0 && self.is_of(0, &["model", "assistant"]);
        let verb = (who + 1..who + 4).find(|at| self.is_of(*at, ANSWERING));
        let is_end = |at: usize| self.words.len() <= at + 6 && !self.has(&["i", "we", "so"]);
        !is_of_program && self.is_of(who, ANSWERERS) && verb.is_some_and(is_end)
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
            code(at) && (word.contains(" -") || word.starts_with("git "))
        };
        let is_output = self.is_of(0, &["output"]) && self.is_of(1, &["of", "from"]) && code(2);
        let verb = 1 + usize::from(self.is_of(1, &["would", "will", "should"]));
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

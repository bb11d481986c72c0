//! Sentences above a patch that is for another branch, repository, reader or time than that of the files which the reply edits.
//! Such a sentence begins with that, or says nothing else; a word of the program in its place makes it one about the program.

use super::elsewhere::Said;
use super::labelled::{BRANCHES, CALLED};
use super::lexicon::{Cue, Kind, List, Unit};
use super::reading::Reading;

const FORKS: &[&str] = &["fork", "forks"];
const BRANCH: &[&str] = &["branch", "branches"];
const REPOSITORIES: &[&str] = &["repo", "repos", "repository", "repositories"];
const PROJECTS: &[&str] = &["project", "codebase", "workspace"];
const BUILDS: &[&str] = &[
    "build", "builds", "release", "releases", "version", "versions",
];

/// Not the one at hand.
const NOT_THIS: &[&str] = &["another", "other", "different", "separate"];

/// What is kept for those who cannot follow.
const OUTDATED: &[&str] = &["legacy", "older", "oldest", "maintenance", "lts"];

/// How the names of branches begin.
const BRANCH_FOLDERS: &[&str] = &[
    "release/", "releases/", "feature/", "features/", "hotfix/", "bugfix/", "support/", "fix/",
    "feat/", "origin/", "upstream/",
];

const PREPOSITIONS: &[&str] = &["on", "in", "for", "with", "under", "from", "against"];

/// What a program runs on, or is written in, of which a reader has one version.
const PLATFORMS: &[&str] = &[
    "windows", "linux", "mac", "macos", "unix", "android", "ios", "arm", "x86", "java", "jdk",
    "jvm", "kotlin", "scala", "python", "node", "php", "ruby", "rails", "django", "react", "vue",
    "angular", "spring", "swift", "xcode", "rust", "go", "postgres", "postgresql", "mysql",
    "sqlite", "docker", "kubernetes", "gcc", "clang", "typescript", "bash", "zsh",
];

/// Who reads, as a group of which a reader need not be one.
const READERS: &[&str] = &[
    "those", "people", "users", "anyone", "everyone", "folks", "teams", "projects", "customers",
    "apps",
];

/// What an edit is good for that is not to stay.
const PASSING: &[&str] = &["debugging", "testing", "experimenting", "profiling"];

/// When something is there for its users.
const RELEASED: &[&str] = &[
    "out", "released", "available", "published", "shipped", "ships", "lands", "arrives", "final",
];

/// Requests to merge, of which a reply is one.
const REQUESTS: &[&str] = &["pr", "pull", "mr", "release", "iteration", "sprint"];
const FURTHER: &[&str] = &["second", "later", "next", "separate", "another", "future"];

/// Titles of what is not done yet.
const FUTURES: &[&[&str]] = &[
    &["future", "work"],
    &["future", "improvements"],
    &["future", "plans"],
    &["roadmap"],
    &["in", "long", "run"],
    &["in", "longer", "run"],
    &["in", "long", "term"],
    &["in", "future"],
    &["in", "distant", "future"],
    &["down", "road"],
    &["further", "down", "road"],
    &["to", "revert"],
    &["to", "revert", "it"],
    &["to", "revert", "this"],
    &["to", "undo"],
    &["to", "undo", "it"],
    &["to", "undo", "this"],
];

/// Returns whether a sentence above a patch says that it is for another branch, repository, reader or time.
pub(super) fn leads_there(reading: &Reading<'_>) -> bool {
    let Some(first) = reading.clauses.first() else {
        return false;
    };
    if !first.is_english() {
        return is_abroad(reading);
    }
    let all: Vec<Said<'_>> = reading.clauses.iter().map(Said::of).collect();
    let said = &all[0];
    let is_one = all.len() == 1;
    said.is_on_branch()
        || said.is_in_repository()
        || all.iter().any(Said::is_beyond)
        || said.is_bounded()
        || said.is_for_readers()
        || said.is_once_released()
        || is_one && (said.is_of_line() || said.is_title_of_future())
        || reading.leads_on && all.len() == 2 && said.is_of_reader() && said.is_versioned()
        || all.len() <= 2 && all.iter().any(Said::is_in_passing)
}

/// Returns whether a sentence above a patch may speak of another time or reader; an edit of lines that the reply itself
/// writes above is only certain below other words.
pub(super) fn may_be_later(reading: &Reading<'_>) -> bool {
    let Some(first) = reading.clauses.first() else {
        return false;
    };
    if reading.clauses.iter().any(|it| it.orders(Cue::Request)) {
        return false;
    }
    let mut units = reading.clauses.iter().flat_map(|clause| &clause.units);
    let names_version = units.any(|unit| is_version(&unit.word));
    let said = Said::of(first);
    let is_foreign = !first.is_english() || said.words.iter().any(|word| !word.is_ascii());
    if is_foreign {
        return names_version;
    }
    let is_bound = said.is_of(0, &["once", "when", "if", "should", "whenever"])
        || said.is_of(0, &["as"]) && said.is_of(1, &["soon"]);
    let all = reading.clauses.iter().map(Said::of);
    let mut hypothetical = all.filter(|said| said.has(&["would", "eventually"]));
    is_bound || names_version && said.is_of(0, PREPOSITIONS) || hypothetical.next().is_some()
}

impl Said<'_> {
    /// Returns whether it begins with a branch: `On CODE/1.x`, `For the legacy branch`. `In the else branch` is in the program.
    fn is_on_branch(&self) -> bool {
        if !self.is_of(0, PREPOSITIONS) {
            return false;
        }
        let is_name = |at: usize| {
            let word = *self.words.get(at).unwrap_or(&"");
            let is_code = self.is_code.get(at) == Some(&true);
            is_code && (is_branch_folder(word) || BRANCHES.contains(&word))
        };
        let names = |at: usize| {
            let word = *self.words.get(at).unwrap_or(&"");
            is_name(at)
                || is_version(word)
                || [BRANCHES, CALLED, OUTDATED]
                    .iter()
                    .any(|it| it.contains(&word))
        };
        let is_noun = |at: usize| self.is_of(at, BRANCH);
        let is_end = self.words.len() <= 3;
        let before = names(1) && is_noun(2) || names(2) && is_noun(3);
        let behind = is_noun(1) && (is_name(2) || names(2));
        let alone = self.is_of(0, &["on"]) && is_name(1) && self.words.len() == 2;
        (before || behind) && (is_end || self.words.len() <= 4) || alone
    }

    /// Returns whether it begins with a repository that is not this one: `In your fork`, `In the CODE repository`. The `user
    /// repository` may be a class.
    fn is_in_repository(&self) -> bool {
        let n_words = self.words.len();
        let (Some(last), true) = (n_words.checked_sub(1), self.is_of(0, PREPOSITIONS)) else {
            return false;
        };
        let described = |words: &[&str]| (1..last).any(|at| self.is_of(at, words));
        let is_code = last > 0 && self.is_code[last - 1];
        let is_short = (2..=4).contains(&n_words);
        let is_other = described(NOT_THIS) || described(OUTDATED) || is_code;
        let is_fork = self.is_of(last, FORKS) && !described(&["this", "our", "my"]);
        let is_build = self.is_of(last, BUILDS) && described(OUTDATED);
        is_short && (is_fork || self.is_of(last, REPOSITORIES) && is_other || is_build)
    }

    /// Returns whether it says that its file is kept apart: `which is in another repository`, `not in the repository`.
    fn is_beyond(&self) -> bool {
        let is_out = |at: usize| {
            self.is_of(at, &["not"])
                && self.is_of(at + 1, &["in", "part"])
                && (at + 2..at + 5).any(|at| self.is_of(at, REPOSITORIES))
        };
        let is_other = |at: usize| {
            let is_noun = self.is_of(at + 2, REPOSITORIES)
                || self.is_of(at + 2, FORKS)
                || self.is_of(at + 1, &["another"]) && self.is_of(at + 2, PROJECTS);
            self.is_of(at, &["in", "of"]) && self.is_of(at + 1, NOT_THIS) && is_noun
        };
        let is_near = |at: &usize| *at <= 2;
        (0..self.words.len())
            .filter(is_near)
            .any(|at| is_out(at) || is_other(at))
    }

    /// Returns whether it bounds the patch to a system, a version or what passes: `On Windows only`, `Just for debugging`.
    fn is_bounded(&self) -> bool {
        const ONLY: &[&str] = &["only", "just"];
        let n_words = self.words.len();
        let Some(last) = n_words.checked_sub(1).filter(|last| *last > 1) else {
            return false;
        };
        let (from, to) = match (self.is_of(0, ONLY), self.is_of(last, ONLY)) {
            (true, _) => (1, n_words),
            (_, true) => (0, last),
            _ => return false,
        };
        let is_lead = self.is_of(from, PREPOSITIONS) || self.is_of(from, &["while", "when"]);
        let what = from + 1..to;
        let is_bound = |at: usize| {
            let word = self.words[at];
            is_platform(word) || is_version(word) || PASSING.contains(&word)
        };
        is_lead && (1..=3).contains(&what.len()) && what.clone().any(is_bound)
    }

    /// Returns whether it is for what passes: `while debugging`.
    fn is_in_passing(&self) -> bool {
        let is_while = self.is_of(0, &["while", "during"]) && self.is_of(1, PASSING);
        is_while && self.words.len() == 2
    }

    /// Returns whether it begins with those that use some version or system: `Those on Java 8 need`, `For Java 8 users`.
    fn is_for_readers(&self) -> bool {
        let is_prep = self.is_of(0, PREPOSITIONS);
        let begin = usize::from(is_prep);
        let is_number = |word: &&str| word.bytes().all(|it| it.is_ascii_digit());
        let names = |at: usize| {
            let is_numbered = at > 0 && is_platform(self.words[at - 1]);
            self.words
                .get(at)
                .is_some_and(|it| is_platform(it) || is_version(it) || is_numbered && is_number(it))
        };
        let is_led = self.is_of(begin, READERS)
            && self.is_of(begin + 1, &["on", "of", "with", "using", "running"])
            && (names(begin + 2) || names(begin + 3));
        let is_named = |at: usize| self.is_of(at, READERS) && at > begin && names(at - 1);
        is_led
            || is_prep && self.words.len() <= 4 && (begin + 1..=begin + 3).any(is_named)
            || !is_prep && names(0) && (1..=2).any(is_named)
    }

    /// Returns whether it names a line of releases, and nothing else: `For 1.x`, `In the 2.x series`.
    fn is_of_line(&self) -> bool {
        let is_line = self
            .words
            .get(1)
            .is_some_and(|word| is_version(word) && word.ends_with(".x"));
        let is_end = match self.words.len() {
            2 => true,
            3 => self.is_of(2, &["line", "series", "releases"]),
            _ => false,
        };
        self.is_of(0, PREPOSITIONS) && is_line && is_end
    }

    /// Returns whether it begins with what is to be released first: `Once provider v6 is out`.
    fn is_once_released(&self) -> bool {
        let is_as_soon = self.is_of(0, &["as"]) && self.is_of(1, &["soon"]);
        let is_when = self.is_of(0, &["once", "when", "after"]) || is_as_soon;
        let is_ended = self
            .words
            .last()
            .is_some_and(|word| RELEASED.contains(word));
        let what = |word: &&str| is_version(word) || matches!(*word, "release" | "version");
        is_when && is_ended && self.words.len() <= 7 && self.words.iter().any(what)
    }

    /// Returns whether it is a title of what is not done yet, or speaks of a later request to merge.
    fn is_title_of_future(&self) -> bool {
        let is_later = self.is_of(0, &["in"]) && self.is_of(1, FURTHER) && self.is_of(2, REQUESTS);
        let would = self.is_of(0, &["later", "future", "next"])
            && self.is_of(1, &["step", "change", "improvement", "refactoring"])
            && self.is_of(2, &["would", "could", "might"]);
        FUTURES.contains(&&self.words[..]) || (is_later || would) && self.words.len() <= 4
    }

    fn is_versioned(&self) -> bool {
        self.words
            .iter()
            .any(|word| is_platform(word) || is_version(word))
    }
}

fn is_platform(word: &str) -> bool {
    PLATFORMS.contains(&word)
}

fn is_branch_folder(word: &str) -> bool {
    BRANCH_FOLDERS.iter().any(|it| word.starts_with(it))
}

/// Returns whether a word is a version, or a line of them: `v6`, `2.0`, `1.x`.
fn is_version(word: &str) -> bool {
    let bare = word.strip_prefix('v').unwrap_or(word);
    let mut parts = bare.split('.');
    let is_part = |part: &str| !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit());
    let begins = parts.next().is_some_and(is_part);
    let is_dotted = bare.contains('.') || bare.len() < word.len();
    begins && is_dotted && parts.all(|part| is_part(part) || part == "x")
}

/// Returns whether a sentence in another language than English says no more than the branch, or the version, that it is for.
fn is_abroad(reading: &Reading<'_>) -> bool {
    const N_WORDS: usize = 6;
    let units: Vec<&Unit<'_>> = (reading.clauses.iter())
        .flat_map(|clause| &clause.units)
        .collect();
    let is_name = |unit: &Unit<'_>| {
        let is_code = unit.kind == Kind::Code;
        is_code && (is_branch_folder(&unit.word) || BRANCHES.contains(&&*unit.word))
    };
    let on_branch = units.iter().any(|unit| is_name(unit))
        && units.iter().any(|unit| List::Branch.has(&unit.word));
    let bounds = units.first().is_some_and(|unit| unit.has(Cue::Only))
        && units
            .iter()
            .any(|unit| is_platform(&unit.word) || is_version(&unit.word));
    let says = |unit: &&&Unit<'_>| !unit.has_any(&[Cue::Fill, Cue::Det]);
    units.iter().filter(says).count() <= N_WORDS && (on_branch || bounds)
}

//! The words by which labels make the edits below them a choice.

/// Words for one of several ways.
pub(super) const WAYS: &[&str] = &[
    "option",
    "alternative",
    "approach",
    "variant",
    "possibility",
    "version",
    "plan",
    "choice",
    "way",
    "method",
    "solution",
    "proposal",
    "idea",
    "strategy",
    "route",
    "suggestion",
    "draft",
    "attempt",
    "sketch",
];

/// Words before one that say that there are others.
pub(super) const ORDERING: &[&str] = &[
    "one",
    "another",
    "first",
    "second",
    "third",
    "other",
    "preferred",
    "favourite",
    "favorite",
    "alternative",
    "recommended",
    "possible",
];

/// Numbers as words.
pub(super) const NUMBERS: &[&str] = &["one", "two", "three", "four", "i", "ii", "iii"];

/// Qualities by which ways to do one thing differ.
pub(super) const QUALITIES: &[&str] = &[
    "quick",
    "proper",
    "minimal",
    "full",
    "short",
    "long",
    "simple",
    "robust",
    "conservative",
    "aggressive",
    "safe",
    "fast",
    "small",
    "large",
    "big",
    "complete",
    "clean",
    "cleaner",
    "dirty",
    "hacky",
    "cheap",
    "thorough",
    "basic",
    "advanced",
    "easy",
    "hard",
    "recommended",
    "preferred",
    "right",
    "slow",
    "simpler",
    "better",
    "best",
    "elegant",
    "pragmatic",
    "temporary",
    "permanent",
    "tactical",
    "strategic",
];

/// What has such a quality.
pub(super) const QUALIFIED: &[&str] = &[
    "fix",
    "version",
    "way",
    "solution",
    "approach",
    "option",
    "change",
    "patch",
    "variant",
    "route",
    "path",
    "method",
    "workaround",
    "alternative",
    "choice",
    "refactor",
    "rewrite",
    "cleanup",
    "term",
];

/// Words that begin labels which say for whom each edit is.
pub(super) const SETTINGS: &[&str] = &["for", "on", "under", "using"];

/// What is the same for everybody, and numbered because it comes in turn.
pub(super) const STAGES: &[&str] = &[
    "step",
    "part",
    "phase",
    "bug",
    "issue",
    "problem",
    "item",
    "task",
    "point",
    "finding",
    "comment",
    "file",
    "change",
    "fix",
    "patch",
    "hunk",
    "commit",
    "section",
    "chapter",
    "round",
    "test",
    "case",
    "ticket",
    "requirement",
    "line",
    "level",
    "stage",
    "milestone",
];

/// Systems and the like, of which a reader has one.
pub(super) const PLATFORMS: &[&str] = &[
    "linux",
    "windows",
    "mac",
    "macos",
    "unix",
    "android",
    "ios",
    "postgres",
    "postgresql",
    "mysql",
    "sqlite",
    "python",
    "node",
    "docker",
    "kubernetes",
    "bash",
    "zsh",
    "npm",
    "yarn",
    "pnpm",
    "gcc",
    "clang",
    "x86",
    "arm",
    "arm64",
    "typescript",
    "javascript",
];

/// Verbs behind `if you` that ask what the reader has or likes.
pub(super) const HAVING: &[&str] = &[
    "want", "prefer", "like", "wish", "d", "would", "use", "are", "re", "have", "run", "need",
    "target", "still", "also", "deploy", "only", "ever", "insist", "care",
];

/// Words that no label begins with which only speaks of what is not chosen: `alternatively you could use a set, but …`.
pub(super) const DISMISSING: &[&str] = &["but", "however", "though"];

/// Words that begin a sentence which puts the edit below it in the place of the one above.
pub(super) const OTHERWISE: &[&str] = &["or", "alternatively", "otherwise"];

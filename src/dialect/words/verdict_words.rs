//! The words by which a reply judges an edit, and says that there is none to make.

/// What is said of an edit that is not to be made.
pub(super) const BAD: &[&str] = &[
    "wrong",
    "incorrect",
    "broken",
    "bad",
    "obsolete",
    "outdated",
    "stale",
    "invalid",
    "mistaken",
    "flawed",
    "mistake",
    "error",
    "unnecessary",
    "redundant",
    "moot",
    "premature",
    "sketch",
    "draft",
    "illustration",
    "pseudocode",
    "pseudo",
    "hypothetical",
    "nonsense",
    "unneeded",
    "pointless",
    "faulty",
    "useless",
    "superfluous",
];

/// What was done with one that was taken back.
pub(super) const TAKEN_BACK: &[&str] = &[
    "reverted",
    "withdrawn",
    "retracted",
    "superseded",
    "discarded",
    "abandoned",
    "rejected",
    "cancelled",
    "undone",
];

/// What an edit is that is to be made: it is not, where this is denied.
pub(super) const GOOD: &[&str] = &[
    "needed",
    "necessary",
    "required",
    "right",
    "correct",
    "what",
    "valid",
    "applicable",
    "good",
    "ready",
    "meant",
    "intended",
    "supposed",
    "warranted",
    "wanted",
    "worth",
    "it",
];

/// What an edit does that can be made: it cannot, where this is denied.
pub(super) const WORKING: &[&str] = &["work", "compile", "build", "help", "pass", "run"];

/// What an edit fails to do that somebody regrets; else it is a limit of it: `this does not fix the other bug`.
pub(super) const MENDING: &[&str] = &["fix", "solve", "address", "resolve", "do", "handle"];

/// What an edit does that somebody regrets; else it is a remark: `this breaks the old API`.
pub(super) const HARMING: &[&str] = &[
    "break",
    "breaks",
    "introduce",
    "introduces",
    "cause",
    "causes",
    "crash",
    "crashes",
    "fail",
    "fails",
];

/// Words for looking at an edit once more, before the verdict: `After checking the code again, this is wrong`.
pub(super) const RECONSIDERING: &[&str] = &[
    "after",
    "on",
    "in",
    "upon",
    "looking",
    "reading",
    "re",
    "rereading",
    "checking",
    "rechecking",
    "testing",
    "thinking",
    "reviewing",
    "closer",
    "closely",
    "carefully",
    "more",
    "again",
    "further",
    "code",
    "file",
    "reflection",
    "hindsight",
    "inspection",
    "look",
    "about",
    "the",
    "at",
    "it",
    "second",
    "thought",
    "thoughts",
    "reconsider",
    "turns",
    "out",
    "found",
    "see",
    "test",
    "tests",
    "docs",
    "double",
];

/// What was there before the edit: `in hindsight, the original code was right`.
pub(super) const ORIGINALS: &[&str] = &[
    "code",
    "implementation",
    "version",
    "function",
    "file",
    "logic",
    "behaviour",
    "behavior",
    "original",
];

/// What that is where nothing is to change.
pub(super) const FINE: &[&str] = &["correct", "right", "fine", "ok", "okay", "good", "better"];

/// Words between a subject and what is said of it.
pub(super) const ADVERBS: &[&str] = &[
    "just",
    "only",
    "actually",
    "also",
    "simply",
    "really",
    "now",
    "longer",
    "plainly",
    "completely",
    "obviously",
    "clearly",
    "already",
    "still",
    "a",
    "an",
    "the",
    "very",
    "all",
    "totally",
    "itself",
    "be",
    "been",
    "quite",
    "probably",
    "even",
    "merely",
    "purely",
    "since",
    "therefore",
    "entirely",
    "any",
    "more",
    "rough",
    "quick",
    "in",
    "fact",
    "of",
    "course",
];

/// Words for changes, of which there may be none to make.
pub(super) const CHANGES: &[&str] = &[
    "change",
    "changes",
    "edit",
    "edits",
    "modification",
    "modifications",
    "patch",
];

/// What changes are that are to be made.
pub(super) const NEEDED: &[&str] = &["needed", "required", "necessary", "warranted", "called"];

/// What all of a project is called.
pub(super) const ALL_OF_IT: &[&str] = &[
    "tree",
    "repo",
    "repository",
    "project",
    "code",
    "codebase",
    "side",
    "end",
    "all",
    "you",
    "now",
];

/// What is left as it is where nothing is to change.
pub(super) const KEPT: &[&str] = &[
    "file",
    "files",
    "code",
    "everything",
    "things",
    "it",
    "that",
    "original",
    "tree",
];

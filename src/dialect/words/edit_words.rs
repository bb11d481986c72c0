//! The words that mean an edit, and those around them.

/// What an edit is called, whatever stands before the word.
pub(super) const EDITS: &[&str] = &[
    "diff", "diffs", "patch", "patches", "edit", "edits", "change", "changes", "suggestion",
    "suggestions", "snippet", "snippets", "modification", "modifications", "hunk", "hunks",
    "commit", "pr", "proposal",
];

/// Words that stand for an edit without naming it.
pub(super) const PRONOUNS: &[&str] = &[
    "this", "that", "it", "these", "those", "them", "above", "following", "below",
];

/// Words before the name of an edit that point to nothing.
pub(super) const ARTICLES: &[&str] = &[
    "the", "a", "an", "any", "all", "of", "both", "such", "whole", "entire",
];

/// Words before it that point to an edit of this reply.
pub(super) const POINTING: &[&str] = &[
    "this", "that", "these", "those", "my", "our", "above", "previous", "earlier", "last", "first",
    "second", "third", "fourth", "fifth", "latter", "former", "proposed", "suggested", "following",
    "below",
];

/// What was done with an edit that is in the history.
pub(super) const RECORDED: &[&str] = &[
    "merged", "committed", "pushed", "released", "shipped", "deployed", "landed", "landed_in",
    "published", "reverted", "rejected",
];

/// What an edit did that brought a bug.
pub(super) const CAUSED: &[&str] = &["caused", "introduced", "broke"];

/// What an edit is called where another one like it is asked for.
pub(super) const SAME_EDITS: &[&str] = &[
    "change", "changes", "edit", "edits", "fix", "update", "rename", "replacement", "modification",
    "treatment", "addition", "adjustment",
];

/// Words that say what something has to be.
pub(super) const MODALS: &[&str] = &[
    "should", "must", "needs", "need", "has", "have", "requires", "ought",
];

//! The words by which sentences ask for edits, and those that take such a request back.

use std::collections::HashMap;
use std::sync::LazyLock;

use bstr::{BStr, ByteSlice};
use foldhash::fast::RandomState;

/// What a verb asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dialect) enum Verb {
    Delete,
    Move,
    Copy,
    Make,
    Change,
    /// Something is done with lines that their numbers say.
    Line,
    /// Lines of a file get another order, or another place in it, without being named.
    Shape,
}

/// The verbs: as they are asked with, and as they are told with.
const VERBS: &[(Verb, &[&str], &[&str])] = &[
    (
        Verb::Delete,
        &["delete", "remove", "drop", "erase", "rid"],
        &["deleted", "removed", "dropped", "deleting", "removing"],
    ),
    (
        Verb::Move,
        &["move", "rename", "relocate"],
        &["moved", "renamed", "relocated", "moving", "renaming"],
    ),
    (
        Verb::Copy,
        &["copy", "duplicate"],
        &["copied", "duplicated"],
    ),
    (
        Verb::Make,
        &["create", "add", "make", "insert", "append", "put"],
        &["created", "added", "made", "inserted", "appended", "adding"],
    ),
    (
        Verb::Change,
        &[
            "change", "replace", "set", "update", "bump", "edit", "modify", "revert", "restore",
            "reset",
        ],
        &[
            "changed", "replaced", "swapped", "updated", "bumped", "changing",
        ],
    ),
    (
        Verb::Line,
        &["uncomment", "comment", "indent", "dedent", "unindent"],
        &["uncommented"],
    ),
    (
        Verb::Shape,
        &[
            "reorder", "extract", "inline", "split", "hoist", "sort", "reverse", "swap", "wrap",
            "mark", "annotate",
        ],
        &["reordered", "extracted", "inlined"],
    ),
];

/// Words that may stand before a verb, beside those of any request.
pub(in crate::dialect) const BEFORE: &[&str] = &[
    "files", "as", "part", "of", "am", "m", "been", "already", "on", "at", "well", "with",
    "afterward", "after", "remember", "sure", "go", "ahead", "for", "too", "additionally", "along",
    "todo", "will", "make", "get", "can", "may", "safely",
];

/// Words that allow what may be asked for by them.
pub(in crate::dialect) const MAY: &[&str] = &["can", "may"];

/// Words that make a request one that holds only under a condition, or none.
pub(in crate::dialect) const CONDITIONS: &[&str] = &[
    "if", "unless", "once", "when", "whenever", "until", "not", "never", "don", "doesn", "didn",
    "without", "can", "could", "may", "might", "would", "optionally", "optional", "alternatively",
    "later", "eventually", "undo", "revert", "instead", "rather", "example", "suppose", "imagine",
    "instance", "safe", "free", "why", "how", "avoid", "cannot", "see", "try",
];

/// Those of them that say no more than that something is not so.
pub(in crate::dialect) const NEGATIONS: &[&str] = &["not", "doesn", "didn"];

/// What one is reminded not to do, and the words that deny it: `don't forget to`.
pub(in crate::dialect) const REMINDED: &[&str] = &[
    "forget", "omit", "skip", "overlook", "miss", "neglect", "leave",
];
pub(in crate::dialect) const DENIALS: &[&str] = &["not", "don", "never", "t"];

/// What a piece of code is called beside its name: `the Put method`.
pub(in crate::dialect) const KINDS_OF_CODE: &[&str] = &[
    "argument", "attribute", "call", "class", "constant", "decorator", "field", "flag", "function",
    "import", "key", "line", "method", "option", "parameter", "property", "struct", "test", "type",
    "variable",
];

/// Words behind which code says how something is done, or when, and not what it is done to.
pub(in crate::dialect) const MEANS: &[&str] = &[
    "with", "by", "via", "using", "through", "run", "running", "sure", "after", "before", "so",
    "that", "to", "for", "where", "works", "work", "passes",
];

/// Words that begin another clause.
pub(in crate::dialect) const JOINING: &[&str] = &["and", "then", "so", "but", "also"];

/// Words between a verb and the file that it is about.
pub(in crate::dialect) const ABOUT_A_FILE: &[&str] = &[
    "of", "the", "file", "files", "folder", "directory", "now", "no", "longer", "needed", "used",
    "old", "unused", "obsolete", "empty", "legacy", "entire", "whole", "both", "these", "this",
    "that", "following", "duplicate", "redundant", "stale", "dead", "generated", "test", "tests",
    "module", "script", "also", "my", "your", "its", "an", "a", "new", "and", "existing",
    "unneeded", "orphaned", "deprecated", "temporary", "original", "two", "three", "completely",
    "entirely", "source", "config", "leftover",
];

/// Words behind a file after which it is still all of it that is meant.
pub(in crate::dialect) const BEHIND_A_FILE: &[&str] = &[
    "and", "as", "because", "since", "too", "also", "file", "files", "folder", "directory",
    "entirely", "completely", "altogether", "now", "it", "which", "that", "they", "nothing", "so",
    "then", "for", "this", "these", "is", "are", "was", "were", "with", "after", "before", "to",
    "into", "please", "module", "outright", "afterwards", "here", "while", "given", "due", "or",
    "via", "using", "again", "either",
];

/// Wholes that a file is deleted from, or in one go with.
pub(in crate::dialect) const WHOLES: &[&str] = &[
    "repo", "repository", "project", "tree", "disk", "git", "codebase", "version", "root",
    "package", "source", "worktree", "commit", "change", "patch", "diff", "pr", "step",
];

/// Returns whether a line has a verb by which files go.
pub(in crate::dialect) fn may_delete(line: &BStr) -> bool {
    let (_, asked, told) = VERBS[0];
    let is_it = |word: &[u8]| {
        let begins = |verb: &&str| {
            let first = word.get(..verb.len());
            first.is_some_and(|first| first.eq_ignore_ascii_case(verb.as_bytes()))
        };
        asked.iter().chain(told).any(begins)
    };
    line.fields().any(is_it)
}

/// Returns what a verb asks for, and whether it tells of something done.
pub(in crate::dialect) fn verb(word: &str) -> Option<(Verb, bool)> {
    KNOWN.get(word).copied()
}

/// The verbs by their words: each word of a reply is looked up.
static KNOWN: LazyLock<HashMap<&str, (Verb, bool), RandomState>> = LazyLock::new(|| {
    let words = VERBS.iter().flat_map(|(verb, asking, telling)| {
        let asking = asking.iter().map(|word| (*word, (*verb, false)));
        let telling = telling.iter().map(|word| (*word, (*verb, true)));
        asking.chain(telling)
    });
    words.collect()
});

/// What code is to do, behind `should` and the like: a file that no patch changes does not do so yet.
pub(in crate::dialect) const STATES: &[&str] = &[
    "return", "export", "import", "use", "call", "accept", "take", "say", "read", "contain",
    "include", "define", "raise", "throw", "expose", "declare", "inherit", "extend", "implement",
    "point", "mention", "list", "register",
];

/// Words before a verb that make it say what was done to something, and not what it did.
pub(in crate::dialect) const AUXILIARIES: &[&str] = &[
    "is", "are", "was", "were", "be", "been", "being", "gets", "got",
];

/// Words between what is old and what is new.
pub(in crate::dialect) const BECOMING: &[&str] = &[
    "in", "of", "on", "must", "should", "has", "have", "needs", "need", "to", "become", "becomes",
    "be", "now", "changed", "change", "changes", "replaced", "with", "by", "into", "turned",
    "renamed", "the", "file", "line", "from",
];

/// Those of them without which nothing becomes something else.
pub(in crate::dialect) const TURNING: &[&str] = &["become", "becomes", "to", "with", "by", "into"];

/// What the columns of a table hold that lists changes: files, what is old, and what is new.
pub(in crate::dialect) const COLUMNS: [&[&str]; 3] = [
    &[
        "file", "files", "path", "where", "datei", "fichier", "archivo",
    ],
    &[
        "old", "before", "from", "current", "find", "original", "search",
    ],
    &[
        "new", "after", "to", "replace", "replacement", "with", "updated",
    ],
];

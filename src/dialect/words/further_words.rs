//! The words by which sentences below an edit ask for another one, or speak of another case.

/// Words behind which a sentence is a condition, a wish or a thought, beside those of any sentence.
pub(super) const LOOSE: &[&str] = &[
    "whatever", "production", "development", "staging", "debug", "anything", "taste", "perhaps",
    "maybe", "prefer", "locally", "tip", "environment", "shell", "terminal", "your", "fine",
    "unchanged", "already", "was", "were", "had", "like",
];

/// Those of [`CONDITIONS`](super::asked_words::CONDITIONS) that such a sentence may hold.
pub(super) const HARMLESS: &[&str] = &[
    "instead", "rather", "not", "can", "may", "would", "see", "without",
];

/// Words with which a sentence says what something is for.
pub(super) const AIMS: &[&str] = &["to", "for", "with", "in", "on", "while", "during"];

pub(super) const STATES: &[&str] = &["be", "become", "read", "say", "default", "equal"];
/// Words between a modal and what something is to be.
pub(super) const BETWEEN: &[&str] = &[
    "really", "also", "now", "actually", "rather", "to", "a", "an", "the", "set", "by", "as",
    "value", "marked", "declared",
];
pub(super) const NOTS: &[&str] = &["not", "nicht", "pas", "non"];
pub(super) const DENIALS: &[&str] = &[
    "not", "no", "never", "don", "nicht", "pas", "non", "nie", "niet",
];
/// Words behind which what was, or is wrong, is named.
pub(super) const RATHER: &[[&str; 2]] = &[
    ["instead", "of"],
    ["rather", "than"],
    ["place", "of"],
    ["lieu", "de"],
    ["lugar", "de"],
    ["vez", "de"],
];
pub(super) const OPENING: &[&str] = &[
    "thought", "actually", "hmm", "ps", "oops", "correction", "erratum", "nachtrag",
];

/// Verbs that make a value another, and those that do something with code whatever its value is.
pub(super) const SETTING: &[&str] = &[
    "set", "change", "raise", "lower", "increase", "decrease", "reduce", "bump", "switch", "turn",
    "extend", "shorten", "update", "replace", "rename", "swap",
];
pub(super) const REMOVING: &[&str] = &["remove", "delete", "drop", "rid", "erase"];
pub(super) const ADDING: &[&str] = &["add", "insert", "append", "prepend", "put"];
pub(super) const LEAVING_OUT: &[&str] = &[
    "omit", "remove", "delete", "drop", "skip", "forget", "without", "out",
];
pub(super) const PLACES: &[&str] = &[
    "above", "below", "before", "after", "behind", "under", "to", "into", "in",
];
/// What code becomes by one word behind its name.
pub(super) const QUALITIES: &[&str] = &[
    "static", "private", "public", "protected", "internal", "read", "readonly", "final", "sealed",
    "async", "nullable", "optional", "abstract", "const", "constant", "immutable", "mutable",
    "virtual", "required", "lazy", "generic",
];
pub(super) const IMPORTING: &[&str] = &[
    "add", "added", "need", "needs", "needed", "insert", "include", "required", "missing", "import",
];
pub(super) const NOUNS: &[&str] = &[
    "part", "bit", "block", "clause", "header", "setting", "statement", "entry",
];

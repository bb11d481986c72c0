//! The words by which sentences below an edit ask for consent, or say that it is given.

/// What says that an edit is to be written to the files. To commit or to ship one comes later.
pub(super) const APPLYING: &[&str] = &["apply", "make", "implement", "write", "change"];

/// Words that mean an edit above.
pub(super) const THIS: &[&str] = &["this", "it", "that", "these", "them", "the", "those"];
pub(super) const EDITS: &[&str] = &[
    "change", "changes", "edit", "edits", "patch", "patches", "diff", "fix",
];

/// What may be said besides.
pub(super) const BESIDES: &[&str] = &["now", "for", "you", "please", "as", "is", "like", "so"];

/// What is to be done in place of the edit, as it is there.
pub(super) const FETCHING: &[&str] = &["rebase", "pull", "merge", "fetch", "upgrade"];
pub(super) const SETTLED: &[&str] = &["done", "set", "finished"];

/// What a person gives who agrees to an edit.
pub(super) const CONSENT: &[&str] = &[
    "ok", "okay", "approval", "review", "permission", "confirmation", "consent", "ahead",
];

/// Words of a sentence that proposes something else. Behind it, `this change` is what it proposes.
pub(super) const PROPOSING: &[&str] = &[
    "also", "too", "further", "another", "next", "alternatively", "additionally", "alternative",
    "improvement", "improvements", "idea", "ideas", "suggest", "suggestion", "suggestions",
    "recommend", "recommendations", "consider", "more", "optional", "optionally",
];

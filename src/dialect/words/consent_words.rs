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

/// How a question for consent begins.
pub(super) const ASKING: &[&[&str]] = &[
    &["shall", "i"],
    &["shall", "we"],
    &["should", "i"],
    &["may", "i"],
    &["can", "i"],
    &["want", "me", "to"],
    &["do", "you", "want", "me", "to"],
    &["would", "you", "like", "me", "to"],
    &["ok", "to"],
    &["ok", "if", "i"],
    &["is", "it", "ok", "if", "i"],
    &["is", "it", "ok", "to"],
    &["is", "it", "okay", "to"],
    &["ready", "to"],
    &["go", "ahead", "and"],
];

/// Words by which a sentence asks for a confirmation, the one behind which it says what that comes before, and how words begin
/// that say that the edit follows.
pub(super) const CONFIRMING: &[(&[&str], &str, &[&str])] = &[
    (
        &[
            "confirm", "confirmation", "approve", "approval", "permission", "consent",
        ],
        "before",
        &["apply", "appli", "merg", "proceed", "implement"],
    ),
    (
        &["bestätige", "bestätigen", "bestätigt"],
        "bevor",
        &["anwend", "übern", "umsetz", "einbau", "einspiel"],
    ),
    (
        &["confirmez", "confirme", "confirmer"],
        "avant",
        &["appliqu"],
    ),
    (
        &["confirma", "confirme", "confirmad"],
        "antes",
        &["aplic", "apliq"],
    ),
    (
        &["conferma", "confermi", "confermate"],
        "prima",
        &["applic"],
    ),
    (
        &["bevestig", "bevestigt"],
        "voordat",
        &["toepas", "doorvoer"],
    ),
];

/// What is to be done in place of the edit, as it is there.
pub(super) const FETCHING: &[&str] = &["rebase", "pull", "merge", "fetch", "upgrade"];
pub(super) const SETTLED: &[&str] = &["done", "set", "finished"];

/// What a person gives who agrees to an edit.
pub(super) const CONSENT: &[&str] = &[
    "ok", "okay", "approval", "review", "permission", "confirmation", "consent", "ahead",
];

/// How a sentence begins that says what the edit above it does.
pub(super) const DESCRIBING: &[&str] = &[
    "this", "it", "these", "now", "das", "dies", "damit", "cela", "ça", "esto", "questo", "dit",
];

/// Words of a sentence that proposes something else. Behind it, `this change` is what it proposes.
pub(super) const PROPOSING: &[&str] = &[
    "also", "too", "further", "another", "next", "alternatively", "additionally", "alternative",
    "improvement", "improvements", "idea", "ideas", "suggest", "suggestion", "suggestions",
    "recommend", "recommendations", "consider", "more", "optional", "optionally",
];

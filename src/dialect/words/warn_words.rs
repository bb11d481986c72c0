//! The words by which the sentence above an edit warns of it.

/// What an edit is called that is not to be made, before the word for it: `a naive fix`.
pub(super) const POOR: &[&str] = &[
    "bad",
    "wrong",
    "incorrect",
    "naive",
    "broken",
    "failed",
    "rejected",
    "faulty",
    "flawed",
    "tempting",
    "hypothetical",
    "discarded",
    "abandoned",
    "obsolete",
    "outdated",
    "invalid",
    "reverted",
    "upstream",
    "superseded",
    "fictional",
    "misguided",
    "buggy",
];

/// Words for an edit behind those.
pub(super) const ATTEMPTS: &[&str] = &[
    "fix",
    "patch",
    "change",
    "diff",
    "approach",
    "attempt",
    "solution",
    "edit",
    "way",
    "idea",
    "version",
    "commit",
    "example",
    "answer",
    "pr",
    "suggestion",
    "one",
    "code",
    "implementation",
];

/// Words before the name of what an edit is about: `the fix for the broken version`.
pub(super) const RELATING: &[&str] = &[
    "for", "of", "from", "with", "in", "by", "to", "than", "that", "which", "behind",
];

/// Words that tell of an edit which mends something.
pub(super) const MENDING: &[&str] = &[
    "fix",
    "fixes",
    "fixed",
    "fixing",
    "repairs",
    "corrects",
    "corrected",
    "solves",
    "addresses",
    "restores",
    "reverts",
    "undoes",
    "repair",
    "works",
    "replace",
    "replaces",
    "should",
    "must",
    "need",
    "needs",
    "new",
    "updated",
];

/// Who did something that is no edit of this reply.
pub(super) const OTHERS: &[&str] = &[
    "you",
    "someone",
    "somebody",
    "they",
    "he",
    "she",
    "colleague",
    "upstream",
    "people",
    "developer",
    "author",
    "commit",
    "pr",
];

/// What they did.
pub(super) const DID: &[&str] = &[
    "committed",
    "merged",
    "pushed",
    "sent",
    "made",
    "pasted",
    "wrote",
    "applied",
    "shipped",
    "landed",
    "had",
    "have",
    "tried",
    "attempted",
    "rejected",
    "gave",
    "posted",
    "shared",
    "proposed",
    "did",
    "doing",
    "changed",
];

/// What anybody tried in vain.
pub(super) const TRIED: &[&str] = &["tried", "attempted", "considered", "rejected", "discarded"];

/// What became of an edit that is in force or was given up.
pub(super) const PASSED: &[&str] = &[
    "merged",
    "rejected",
    "reverted",
    "committed",
    "landed",
    "failed",
    "abandoned",
    "discarded",
];

/// What an edit did that is not to be made again.
pub(super) const HARMED: &[&str] = &["caused", "broke", "introduced", "failed"];

/// Words in a row that warn of what is below them.
pub(super) const HYPOTHESES: &[&[&str]] = &[
    &["if", "we", "ever"],
    &["if", "you", "ever"],
    &["if", "one", "ever"],
    &["as", "an", "illustration"],
    &["as", "illustration"],
    &["in", "theory"],
    &["what", "went", "wrong"],
    &["how", "not", "to"],
    &["what", "not", "to"],
    &["tempted", "to"],
    &["tempting", "to"],
    &["common", "mistake"],
    &["make", "this", "mistake"],
    &["make", "the", "mistake"],
    &["historically"],
    &["last", "week"],
    &["last", "month"],
    &["last", "time"],
    &["looked", "like", "this", "before"],
];

/// Words in a row that put what is below them aside for something else.
pub(super) const ASIDE: &[&[&str]] = &[
    &["instead", "of"],
    &["rather", "than"],
    &["in", "place", "of"],
    &["as", "opposed", "to"],
    &["not"],
    &["avoid"],
    &["never"],
    &["don", "t"],
    &["do", "not"],
    &["please", "avoid"],
    &["please", "don", "t"],
];

/// Words that name a deed for any: `instead of doing this`.
pub(super) const DEEDS: &[&str] = &[
    "doing",
    "using",
    "making",
    "writing",
    "applying",
    "do",
    "use",
    "make",
    "write",
    "apply",
    "something",
    "anything",
    "changes",
    "things",
    "code",
    "edits",
    "patches",
    "like",
    "such",
];

/// Words before an idea that came before this one: `my initial idea`.
pub(super) const EARLIER: &[&str] = &["first", "initial", "earlier", "previous", "original", "old"];

/// What came first, and is told of because it failed.
pub(super) const IDEAS: &[&str] = &["attempt", "try", "idea", "thought", "approach", "instinct"];

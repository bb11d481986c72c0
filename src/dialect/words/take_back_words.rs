//! The words of the small grammar by which a reply takes an edit back.

/// Words that only lead over to the verb of a clause.
pub(super) const LEADING: &[&str] = &[
    "please",
    "just",
    "actually",
    "let",
    "me",
    "us",
    "i",
    "we",
    "you",
    "can",
    "d",
    "ll",
    "ve",
    "m",
    "am",
    "would",
    "should",
    "like",
    "to",
    "have",
    "had",
    "must",
    "need",
    "want",
    "simply",
    "better",
    "then",
    "now",
    "since",
    "already",
    "therefore",
    "also",
    "think",
    "kindly",
    "going",
    "will",
    "there",
    "is",
    "are",
    "that",
    "means",
    "maybe",
    "after",
    "all",
    "it",
    "seems",
    "looks",
    "however",
    "thus",
    "hence",
    "ok",
    "okay",
    "well",
    "oh",
    "s",
    "conclusion",
    "in",
    "perhaps",
    "fact",
    "realize",
    "realized",
    "realise",
    "realised",
    "noticed",
];

/// Words behind which another clause begins.
pub(super) const JOINING: &[&str] = &["so", "but", "and", "because", "then"];

/// Words that begin a sentence which regrets what was said before it.
pub(super) const REGRETTING: &[&str] = &[
    "sorry",
    "oops",
    "wait",
    "hmm",
    "hm",
    "actually",
    "no",
    "correction",
    "edit",
    "update",
    "apologies",
    "argh",
    "oh",
    "whoops",
    "hold",
    "nope",
    "hindsight",
];

/// Verbs that take back what they name.
pub(super) const DROPPING: &[&str] = &[
    "ignore",
    "disregard",
    "forget",
    "discard",
    "scrap",
    "scratch",
    "retract",
    "withdraw",
    "revert",
    "undo",
    "cancel",
    "skip",
    "reverted",
    "undid",
    "undone",
    "withdrew",
    "withdrawn",
    "retracted",
    "discarded",
    "scrapped",
    "reverting",
    "retracting",
    "withdrawing",
    "dropping",
    "undoing",
];

/// Verbs for what is done with an edit.
pub(super) const APPLYING: &[&str] = &[
    "apply",
    "applying",
    "applied",
    "merge",
    "merging",
    "merged",
    "commit",
    "committing",
    "committed",
    "paste",
    "pasting",
    "pasted",
    "land",
    "landed",
    "ship",
    "shipped",
    "push",
    "pushed",
    "implement",
    "implemented",
    "accept",
    "accepted",
];

/// Those of them that make it.
pub(super) const PERFORMING: &[&str] = &["apply", "applying", "applied", "accept", "implement"];

/// Verbs for what is done with an edit, and with all else.
pub(super) const USING: &[&str] = &[
    "use", "using", "used", "do", "doing", "done", "make", "making", "made", "take", "taken",
    "try", "write", "copy", "copied", "go",
];

/// Words in a row that turn around the verb behind them.
pub(super) const NEGATING: &[&[&str]] = &[
    &["don", "t"],
    &["do", "not"],
    &["never"],
    &["should", "not"],
    &["shouldn", "t"],
    &["must", "not"],
    &["mustn", "t"],
    &["would", "not"],
    &["wouldn", "t"],
    &["cannot"],
    &["not", "to"],
    &["not", "meant"],
    &["not", "intended"],
    &["not", "supposed"],
    &["not", "ready"],
    &["no", "need"],
    &["needn", "t"],
    &["need", "not"],
    &["hold", "off"],
    &["refrain", "from"],
    &["advise", "against"],
    &["recommend", "against"],
    &["decided", "against"],
    &["wait", "before"],
];

/// Those that need no verb: what follows is the edit itself.
pub(super) const OPPOSING: &[&str] = &["against"];

/// Words between those and the verb.
pub(super) const BETWEEN: &[&str] = &[
    "recommend",
    "suggest",
    "advise",
    "need",
    "have",
    "want",
    "think",
    "to",
    "yet",
    "actually",
    "please",
    "be",
    "you",
    "on",
    "should",
    "bother",
    "just",
    "ever",
    "blindly",
    "get",
];

/// Words that leave a request in force which they follow: `don't commit this without a test`.
pub(super) const EXCEPTING: &[&str] = &["without", "until", "before"];

/// Verbs that drop an edit also where one only can: `you can revert this change later` drops nothing.
pub(super) const IGNORING: &[&str] = &["ignore", "disregard", "skip", "forget"];

/// Words in a row, at the beginning of a clause, by which somebody takes back what was said.
pub(super) const REGRETS: &[&[&str]] = &[
    &["my", "mistake"],
    &["my", "bad"],
    &["my", "apologies"],
    &["i", "made", "a", "mistake"],
    &["i", "made", "an", "error"],
    &["i", "changed", "my", "mind"],
    &["i", "ve", "changed", "my", "mind"],
    &["i", "was", "wrong"],
    &["i", "was", "mistaken"],
    &["i", "misread"],
    &["i", "misunderstood"],
    &["i", "misspoke"],
    &["false", "alarm"],
    &["strike", "that"],
    &["strike", "this"],
    &["scratch", "that"],
    &["scratch", "this"],
    &["take", "that", "back"],
    &["take", "this", "back"],
    &["take", "it", "back"],
    &["on", "second", "thought"],
    &["on", "second", "thoughts"],
    &["use", "this", "one", "instead"],
    &["skip", "it"],
    &["i", "got", "that", "wrong"],
    &["i", "got", "this", "wrong"],
    &["i", "got", "it", "wrong"],
    &["i", "got", "that", "backwards"],
    &["i", "got", "this", "backwards"],
    &["i", "got", "it", "backwards"],
    &["wrong", "patch"],
    &["wrong", "diff"],
    &["wrong", "file"],
];

/// Words in a row that do so where nothing else is named behind them: `never mind the whitespace` is about that.
pub(super) const SHRUGS: &[&[&str]] = &[&["never", "mind"], &["nevermind"]];

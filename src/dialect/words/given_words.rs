//! The words of sentences that say that a block is only shown.

/// What is shown for a purpose of the reader's.
pub(super) const AIMS: &[&str] = &[
    "context",
    "background",
    "reference",
    "orientation",
    "comparison",
    "completeness",
    "information",
    "clarity",
    "input",
    "illustration",
];

/// Words for what the reader gave, and for looking at it.
pub(super) const GIVEN: &[&str] = &[
    "given",
    "upload",
    "attachment",
    "relevant",
    "reading",
    "looking",
    "looked",
    "inspecting",
    "considering",
    "assuming",
    "existing",
    "current",
];

/// What somebody did who handed a file over.
pub(super) const HANDED: &[&str] = &[
    "uploaded",
    "attached",
    "provided",
    "supplied",
    "submitted",
    "sent",
    "shared",
    "posted",
    "pasted",
    "gave",
];

/// Words in a row that do the same.
pub(super) const ROWS_GIVEN: &[&[&str]] = &[
    &["under", "review"],
    &["in", "question"],
    &["working", "from"],
    &["started", "from"],
];

/// What is shown.
pub(super) const FILES: &[&str] = &[
    "file", "files", "code", "source", "module", "script", "class", "function", "content",
    "contents", "snippet", "excerpt", "text", "document", "block", "one",
];

/// What is done with what is only shown.
pub(super) const SHOWING: &[&str] = &[
    "show",
    "shown",
    "showing",
    "quote",
    "quoted",
    "quoting",
    "include",
    "included",
    "including",
    "list",
    "listed",
    "repeat",
    "repeated",
    "reproduced",
    "looks",
];

/// What it does itself.
pub(super) const STAYING: &[&str] = &["unchanged", "untouched", "unmodified"];

/// Words that say nothing of what a block is about.
pub(super) const FILLING: &[&str] = &[
    "i",
    "we",
    "you",
    "me",
    "us",
    "this",
    "that",
    "these",
    "those",
    "it",
    "the",
    "a",
    "an",
    "my",
    "your",
    "is",
    "are",
    "was",
    "were",
    "am",
    "be",
    "been",
    "s",
    "m",
    "ve",
    "have",
    "had",
    "has",
    "here",
    "there",
    "as",
    "in",
    "at",
    "for",
    "of",
    "to",
    "from",
    "with",
    "by",
    "and",
    "which",
    "what",
    "following",
    "above",
    "below",
    "only",
    "just",
    "merely",
    "purely",
    "like",
    "some",
    "stays",
    "stay",
    "remains",
    "needs",
    "need",
    "needed",
    "required",
    "no",
    "nothing",
    "change",
    "changes",
    "changed",
    "working",
    "started",
    "so",
    "let",
    "see",
    "itself",
    "also",
    "still",
];

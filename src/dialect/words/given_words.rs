//! The words of sentences that say that a block is only shown.

/// What is shown for a purpose of the reader's.
pub(super) const AIMS: &[&str] = &[
    "context", "background", "reference", "orientation", "comparison", "completeness",
    "information", "clarity", "input", "illustration",
];

/// Words for what the reader gave, and for looking at it.
pub(super) const GIVEN: &[&str] = &[
    "given", "upload", "attachment", "relevant", "reading", "looking", "looked", "inspecting",
    "considering", "assuming", "existing", "current",
];

/// What somebody did who handed a file over.
pub(super) const HANDED: &[&str] = &[
    "uploaded", "attached", "provided", "supplied", "submitted", "sent", "shared", "posted",
    "pasted", "gave",
];

/// Words in a row that do the same.
pub(super) const ROWS_GIVEN: &[&[&str]] = &[
    &["as", "it", "stands"],
    &["as", "it", "is"],
    &["under", "review"],
    &["in", "question"],
    &["working", "from"],
    &["started", "from"],
];

/// What is shown.
pub(super) const FILES: &[&str] = &[
    "file", "files", "code", "source", "module", "script", "class", "function", "content",
    "contents", "snippet", "excerpt", "text", "document", "repository", "repo", "question",
    "message", "block", "one",
];

/// What is done with what is only shown.
pub(super) const SHOWING: &[&str] = &[
    "show", "shown", "showing", "quote", "quoted", "quoting", "include", "included", "including",
    "list", "listed", "repeat", "repeated", "reproduced", "looks",
];

/// Words that say nothing of what a block is about.
pub(super) const FILLING: &[&str] = &[
    "i", "we", "you", "me", "us", "this", "that", "these", "those", "it", "the", "a", "an", "my",
    "your", "is", "are", "was", "were", "am", "be", "been", "s", "m", "ve", "have", "had", "has",
    "here", "there", "as", "in", "at", "for", "of", "to", "from", "with", "by", "and", "which",
    "what", "following", "above", "below", "only", "just", "merely", "purely", "like", "some",
    "such", "stays", "stay", "remains", "needs", "need", "needed", "required", "no", "nothing",
    "change", "changes", "changed", "working", "started", "so", "let", "see", "itself", "also",
    "still",
];

/// Where a quotation of a file may come from, other than the file itself.
pub(super) const SOURCES: &[&str] = &[
    "docs", "documentation", "readme", "manual", "guide", "handbook", "tutorial", "changelog",
    "wiki", "faq", "article", "blog", "post", "website", "overflow", "upstream", "branch", "fork",
    "trunk", "specification", "rfc",
];

/// What is not the file as it is where a word says that it is another.
pub(super) const VERSIONS: &[&str] = &[
    "version", "versions", "release", "releases", "revision", "tag", "copy",
];

/// Words that make a version another than the one that is there.
pub(super) const PAST: &[&str] = &[
    "old", "older", "previous", "earlier", "last", "official", "upstream", "original", "former",
];

/// What a source tells, in words that ask for nothing.
pub(super) const TELLING: &[&str] = &[
    "is", "say", "says", "said", "show", "shows", "showed", "read", "reads", "has", "have", "had",
    "was", "were", "looked", "list", "lists", "listed", "gives", "gave", "contain", "contains",
    "contained", "quote", "quotes", "define", "defines", "defined", "describe", "describes",
];

/// Parts of a source, and what it is of.
pub(super) const PARTS: &[&str] = &[
    "page", "section", "chapter", "entry", "answer", "thread", "site", "project", "repo",
    "repository", "file", "code", "source", "module", "comment", "comments", "example",
];

/// Words that join a source to the file that it tells of.
pub(super) const JOINTS: &[&str] = &[
    "the", "a", "an", "our", "your", "its", "their", "this", "that", "it", "for", "of", "on",
    "about", "in", "at", "from", "and", "but", "however", "also", "following", "like", "still",
];

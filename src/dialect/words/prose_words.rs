//! The words by which the sentence above a block says what the block is for.

use super::purpose::Purpose;

/// Words that stand before the verb of a request: `Then, in the same file, replace …`.
pub(in crate::dialect) const BEFORE_THE_VERB: &[&str] = &[
    "then", "now", "next", "and", "also", "finally", "first", "second", "third", "lastly",
    "please", "step", "in", "inside", "file", "let", "lets", "us", "we", "you", "i", "ll", "ve",
    "should", "must", "need", "needs", "have", "to", "just", "simply", "here", "the", "same",
    "new", "s", "a", "so", "again", "afterwards", "within", "want", "line", "lines",
];

/// Verbs of a request that may make a file.
pub(super) const CREATING: &[&str] = &[
    "create", "add", "write", "save", "put", "place", "store", "make", "created", "added", "paste",
];

/// Verbs of a request that change one.
pub(super) const CHANGING: &[&str] = &[
    "update", "indent", "dedent", "unindent", "outdent", "replace", "change", "modify", "edit",
    "rewrite", "fix", "refactor", "move", "remove", "delete", "extend", "adjust", "correct",
    "rename", "insert", "append", "prepend", "convert", "swap", "apply", "improve", "simplify",
    "patch", "updated", "replaced", "changed", "modified", "rewrote", "fixed", "refactored",
    "moved", "removed", "deleted", "dropped", "extended", "adjusted", "corrected", "renamed",
    "inserted", "appended", "converted", "improved", "simplified", "rewritten", "wrapped",
    "overwrite", "substitute", "drop", "wrap", "turn",
];

/// Verbs by which a reader is told to do as a block does.
pub(super) const ADOPTING: &[&str] = &[
    "use", "do", "copy", "adopt", "follow", "take", "restore", "revert", "bring", "port", "sync",
    "align", "match", "set", "same", "please", "should", "ours", "yours",
];

/// Words that turn such a verb around.
pub(super) const DENYING: &[&str] = &["no", "not", "don", "doesn", "never", "nothing", "without"];

/// Verbs that say by themselves that a file is made or grows.
pub(super) const PLAIN_CHANGES: &[&str] = &["create", "add", "save"];

/// Rules for sentences that do not begin with a request, tried in order: words, or two words in a row.
pub(super) const SPOKEN: &[(Purpose, &[&str])] = &[
    (
        Purpose::Cites,
        &[
            "currently", "today", "the moment", "originally", "previously", "before",
            "the current", "the original", "the old", "existing", "unchanged", "for reference",
            "as is", "assuming your", "the build", "you shared", "you sent", "you posted",
            "you pasted", "you provided",
        ],
    ),
    (
        Purpose::Shows,
        &[
            "usage", "example", "examples", "e g", "instance", "call", "calls", "you can",
            "you could", "might have", "may look", "would", "could", "alternatively", "optionally",
            "optional", "idea", "pseudo", "signature", "try", "use it", "to use", "to undo",
            "undo this", "to revert", "roll back", "revert with", "if something", "goes wrong",
            "something like", "if you", "sample", "for comparison", "demo", "prefer", "imagine",
            "suppose", "consider", "in general", "typically",
        ],
    ),
    (
        Purpose::Runs,
        &[
            "run", "ran", "install", "execute", "command", "commands", "terminal", "shell",
            "commit", "start", "deploy", "launch",
        ],
    ),
    (
        Purpose::Outputs,
        &[
            "output", "outputs", "prints", "printed", "results", "returns", "error", "fails",
            "failed", "failing", "crashes", "log", "logs", "traceback", "response", "answers",
            "answer", "tree", "structure", "layout", "should see", "will see", "you get",
        ],
    ),
    (Purpose::Creates, &["new file", "as a file", "creating"]),
    (
        Purpose::Changes,
        &[
            "updated", "new", "fixed", "fix", "corrected", "modified", "revised", "rewritten",
            "refactored", "improved", "complete", "full", "final", "becomes", "become", "change",
            "changes", "changed", "replace", "replaced", "replacement", "add", "added", "create",
            "update", "modify", "insert", "should", "must", "after this", "after that", "rewrite",
            "now", "adding", "updating", "changing", "replacing", "also need", "and also",
            "need this", "need these",
        ],
    ),
    // What should be there is made, unless it is there.
    (
        Purpose::Doubtful,
        &["file called", "file named", "module called", "module named"],
    ),
    (
        Purpose::Cites,
        &[
            "has", "have", "contains", "shows", "reads", "says", "defined", "was", "had", "see",
            "as in", "comes from", "copied from", "taken from", "is here", "shown in", "we find",
            "s source", "the upstream", "s upstream", "own implementation",
        ],
    ),
];

/// Words for what a block is that are also words for what a file is.
pub(super) const KINDS: &[&str] = &[
    "usage", "example", "examples", "sample", "demo", "log", "logs", "output", "run", "start",
    "deploy", "install", "command", "commands", "error", "shell", "terminal", "response", "tree",
    "structure", "layout",
];

/// Words that begin a lead-in to one more block: `Then:`, `And the helper:`.
pub(super) const ONE_MORE: &[&str] = &[
    "and", "then", "also", "plus", "with", "next", "finally", "now", "first", "lastly",
];

/// Words that begin a clause which only says when or why the rest of its sentence holds.
pub(super) const SUBORDINATING: &[&str] = &[
    "before", "after", "once", "when", "until", "since", "because", "although", "though",
];

/// Words for what a block leaves out.
pub(super) const REST: &[&str] = &["rest", "other", "others", "remaining", "everything", "else"];

/// Words for what a block does not show.
pub(super) const LEFT_OUT: &[&str] = &[
    "omitted", "omitting", "omits", "elided", "skipped", "skipping", "skips", "hidden", "trimmed",
    "collapsed", "excluded", "excluding", "without",
];

/// Words that stand for the block above, behind a verb that puts it somewhere.
pub(super) const PUT: &[&str] = &[
    "it", "this", "that", "above", "code", "snippet", "block", "module", "script", "helper",
];

/// Verbs by which a block goes somewhere.
pub(super) const LANDING: &[&str] = &["goes", "go", "belongs", "lives", "lands", "saved"];

/// Words that point to what follows.
pub(super) const TO_THE_BLOCK: &[&str] = &["here", "below", "following", "follows", "reference"];

/// Words behind `this is` that speak of what follows: `This is how it reads today.`
pub(super) const POINTED_TO: &[&str] = &[
    "a", "an", "the", "how", "what", "your", "our", "just", "only", "still", "currently",
    "unchanged", "today",
];

/// Programs whose name begins a command line.
pub(super) const PROGRAMS: &[&str] = &[
    "cat", "ls", "grep", "rg", "git", "npm", "npx", "yarn", "pnpm", "pip", "pip3", "python",
    "python3", "node", "cargo", "go", "make", "bash", "sh", "curl", "wget", "docker", "kubectl",
    "sed", "awk", "head", "tail", "find", "cd", "pytest", "ruby", "java", "php", "dotnet", "tree",
    "diff", "wc", "echo", "sudo", "uv", "poetry", "deno", "bun", "psql", "sqlite3", "terraform",
    "touch", "mkdir", "cp", "mv", "rm", "chmod", "ln", "source", "export",
];

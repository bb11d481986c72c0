//! The words of which the names of tools that edit are made, and those that say otherwise. Which of them counts where, [`super::verb`]
//! says.

/// What a name up to its act may be made of, one word behind the other.
pub(super) const WORDS: &[&str] = &[
    "action", "add", "after", "aider", "all", "amend", "anchor", "and", "append", "appending",
    "apply", "artifact", "ast", "at", "based", "bash", "batch", "before", "block", "blocks",
    "body", "bolt", "builtin", "bulk", "by", "call", "canvas", "cell", "change", "changes",
    "class", "claude", "cmd", "code", "codebase", "codex", "command", "commander", "component",
    "content", "contents", "copilot", "copy", "correct", "create", "created", "current", "delete",
    "deleted", "desktop", "diff", "diffs", "doc", "document", "dyad", "edit", "edited", "editing",
    "editor", "edits", "exact", "exec", "execute", "existing", "fast", "file", "files",
    "filesystem", "find", "fix", "from", "fs", "full", "function", "fuzzy", "gen", "generate",
    "hashline", "hunk", "hunks", "ide", "import", "in", "insert", "insertion", "into", "json",
    "key", "lazy", "line", "lines", "local", "lov", "make", "many", "method", "mod", "modified",
    "modify", "morph", "move", "multi", "multiple", "native", "new", "node", "notebook", "of",
    "op", "operation", "or", "overwrite", "page", "part", "partial", "patch", "patches", "path",
    "perform", "plandex", "post", "prepend", "project", "proxy", "put", "quick", "range",
    "refactor", "regex", "region", "remove", "rename", "replace", "replaced", "replacement",
    "replacements", "repo", "repository", "rewrite", "run", "s", "safe", "save", "search",
    "section", "select", "selected", "selection", "set", "shell", "single", "smart", "snippet",
    "source", "specific", "str", "string", "strings", "struct", "substitute", "swap", "symbol",
    "target", "terminal", "text", "textdoc", "to", "tool", "tools", "unified", "update", "updated",
    "updates", "upsert", "use", "v", "value", "variable", "vscode", "whole", "with", "workspace",
    "write", "writing", "xml", "yaml",
];

/// Words for what is done, of which one is the act of such a name.
pub(super) const ACTS: &[&str] = &[
    "add", "amend", "append", "apply", "change", "copy", "correct", "create", "delete", "edit",
    "editor", "fix", "generate", "insert", "make", "modify", "move", "overwrite", "patch",
    "prepend", "put", "refactor", "remove", "rename", "replace", "rewrite", "save", "set",
    "substitute", "swap", "update", "upsert", "write",
];

/// Words for agents, editors and servers, and for manners, which may stand before the act and are no acts themselves. Each is a whole
/// word of its name: `to_do` is none of them.
pub(super) const BEFORE: &[&str] = &[
    "a", "advanced", "agent", "agentic", "ai", "amazon", "amp", "android", "api", "app",
    "assistant", "async", "atomic", "augment", "auto", "automatic", "aws", "backend", "basic",
    "better", "buffer", "build", "client", "cline", "codeium", "coder", "coding", "cody", "commit",
    "config", "container", "context", "core", "crush", "cursor", "custom", "db", "deepseek",
    "default", "dev", "developer", "devin", "direct", "directory", "disk", "do", "drive", "easy",
    "edge", "efficient", "emacs", "enhanced", "fastapply", "first", "folder", "force", "frontend",
    "gemini", "git", "github", "gitlab", "global", "goose", "gpt", "gptel", "host", "html", "idea",
    "incremental", "inline", "instant", "intelligent", "intellij", "javascript", "jetbrains",
    "jupyter", "kilo", "kimi", "kiro", "large", "latex", "lib", "lite", "llm", "lsp", "main",
    "manus", "markdown", "mcp", "md", "memory", "mini", "model", "module", "my", "neovim", "next",
    "nvim", "obsidian", "one", "openai", "opencode", "openhands", "our", "own", "package",
    "persistent", "plugin", "precise", "precision", "pro", "program", "pycharm", "python", "q",
    "qwen", "remote", "replit", "robust", "roo", "root", "rust", "script", "secure", "semantic",
    "serena", "server", "service", "simple", "small", "ssh", "strict", "structural", "structured",
    "super", "surgical", "sys", "system", "targeted", "task", "template", "the", "trae",
    "typescript", "ui", "user", "vim", "warp", "web", "windsurf", "ws", "your", "zed",
];

/// What else than [`WORDS`] says an edit may be done to, or how.
pub(super) const OBJECTS: &[&str] = &[
    "config", "configuration", "css", "docs", "documentation", "documents", "go", "html", "java",
    "javascript", "js", "markdown", "md", "once", "paragraph", "php", "py", "python", "ruby",
    "rust", "script", "scripts", "sections", "segment", "span", "sql", "template", "templates",
    "test", "tests", "toml", "ts", "tsx", "typescript", "unique", "yml",
];

/// Words that say, anywhere in the name of a tag which may hold calls of tools, that an edit is only shown.
pub(super) const SHOWING: &[&str] = &[
    "display", "preview", "previews", "revert", "show", "simulate", "undo", "validate", "view",
];

/// Names of tools that edit and are called by other words.
pub(super) const NAMES: &[&str] = &[
    "propose_code",
    "proposed_file_insert",
    "proposed_file_replace",
    "proposed_file_replace_substring",
    "codeblock",
    "suggestion",
    "sed",
    "sed_i",
];

/// Words for looking: a name that has one of them says that it edits only by a word of [`REPLACING`].
pub(super) const LOOKING: &[&str] = &["find", "search", "select"];
pub(super) const REPLACING: &[&str] = &["replace", "substitute"];

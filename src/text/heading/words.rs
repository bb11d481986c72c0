//! Words of definitions, and of blocks that are none.

/// Words that begin a definition in the languages people patch most.
pub(super) const DEFINES: &[&str] = &[
    "fn", "def", "fun", "class", "function", "func", "struct", "enum", "union", "impl", "trait",
    "mod", "module", "defmodule", "macro_rules!", "interface", "namespace", "protocol",
    "extension", "record", "object", "sub", "proc",
];

/// Those of them that begin what is called: what is within it is its own.
pub(super) const RUNS: &[&str] = &[
    "fn", "def", "fun", "function", "func", "macro_rules!", "sub", "proc",
];

/// Modifiers before the word that defines: `export abstract class`.
pub(super) const MODIFIERS: &[&str] = &[
    "abstract", "async", "case", "companion", "const", "constexpr", "data", "declare", "default",
    "export", "extern", "external", "file", "final", "fileprivate", "friend", "global", "implicit",
    "indirect", "inline", "inner", "internal", "local", "mutating", "native", "noexcept", "open",
    "override", "overridable", "partial", "private", "protected", "pub", "public", "readonly",
    "sealed", "shared", "static", "suspend", "synchronized", "typedef", "unsafe", "value",
    "virtual",
];

/// Words that open a block which is no definition.
pub(super) const FLOW: &[&str] = &[
    "if", "else", "for", "while", "switch", "match", "return", "catch", "do", "try", "with",
    "loop", "unless", "until", "case", "when", "elif", "elseif", "elsif", "except", "finally", "}",
    "unsafe", "foreach", "using",
];

//! Other ways to read a hunk: candidates tried after the text as written, never rewrites of it.

use crate::patch::{Hunk, HunkLine};

/// A hunk's lines, read in one way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    /// In which way.
    pub kind: VariantKind,
    /// The lines so read, in the hunk's order.
    pub lines: Vec<HunkLine>,
}

/// A way to read a hunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum VariantKind {
    /// As it is written, lines that both sides share taken as context.
    AsWritten,
    /// Without line numbers copied into it (`42 | code`).
    Unnumbered,
    /// With HTML entities decoded.
    Unescaped,
}

impl VariantKind {
    /// Returns the stable name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            VariantKind::AsWritten => "as_written",
            VariantKind::Unnumbered => "line_numbers_stripped",
            VariantKind::Unescaped => "entities_decoded",
        }
    }
}

/// Returns the ways to read `hunk`, the text as written first.
pub fn variants(hunk: &Hunk) -> Vec<Variant> {
    vec![Variant {
        kind: VariantKind::AsWritten,
        lines: hunk.lines.clone(),
    }]
}

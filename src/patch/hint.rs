//! Where a reply says that a hunk goes, and how far to trust it.

/// A line number the reply claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineHint {
    /// The claimed first line of the preimage, 0-based; an insertion goes before it.
    pub line_index: usize,
    /// Where the number stands, which says how far to trust it.
    pub source: HintSource,
}

/// Where a hinted line number comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum HintSource {
    /// `@@ -12,4 +12,5 @@`
    Header(CountCheck),
    /// `:start_line:42`, `line=42`, `<start_line>42</start_line>`, a tool call's line field.
    StartLine,
    /// The line that a tool call inserts behind, or before: the place itself, not where to look for one.
    Insertion,
    /// The same, where lines are counted before anything else of the call is done.
    Position,
    /// The same, and how many lines are searched for the old text from there on.
    Range(u32),
    /// Line numbers copied into the text (`42 | code`).
    Gutter,
    /// No line of the reply: its file was compared with the content that the reply gives, and this is the place itself.
    Compared,
}

/// Whether a header's counts are those of its body. A model that miscounts also misnumbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountCheck {
    /// Both counts are right.
    Right,
    /// One is wrong or missing.
    Wrong,
}

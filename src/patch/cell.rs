//! Edits of notebooks: a cell is named, and all of its source is given.

use bstr::BString;

/// What becomes of a cell of a notebook; the hunk's insertions are its source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellEdit {
    /// Which cell.
    pub cell: CellName,
    /// What becomes of it.
    pub act: CellAct,
    /// What kind of cell it is to be; `None` where the reply does not say.
    pub kind: Option<CellKind>,
    /// Whether the source ends with a newline.
    pub ends_line: bool,
}

/// What a tool calls a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CellName {
    /// By its id; `cell-3` is the fourth where no cell has that id. New cells go behind it.
    Id(BString),
    /// By its 0-based number. New cells take that number.
    At(usize),
    /// New cells go before all others.
    Top,
    /// New cells go behind all others.
    Bottom,
}

/// What becomes of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum CellAct {
    /// It gets another source.
    Replace,
    /// Another one comes in beside it.
    Insert,
    /// It goes.
    Delete,
}

/// What a cell holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellKind {
    /// Code, with what came of running it.
    Code,
    /// Text.
    Markdown,
}

impl CellKind {
    /// Returns its name in a notebook.
    pub fn name(self) -> &'static str {
        match self {
            CellKind::Code => "code",
            CellKind::Markdown => "markdown",
        }
    }
}

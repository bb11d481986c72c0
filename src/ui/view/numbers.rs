//! The numbers before the lines of a diff: those before the change, and those after it where there is room.

use super::super::doc::{Cell, Doc, Reading, Source};
use super::super::model::Model;
use super::diff::changed_width;
use crate::patch::{HunkId, LineKind};

/// By which numbers the lines of a pane go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Numbers {
    /// Those of no file.
    None,
    /// Those of the file. A new line has none, so that the column counts up by one.
    Before,
    /// Those of the one side that the column is of.
    Side,
    /// Both, each in a column of its own.
    Both,
    /// Those after the change, in the second of two columns.
    After,
}

impl Numbers {
    /// Returns both where panes of `width` columns have room for them and for what changes, each for the changes of a hunk: panes
    /// that are compared are numbered alike. In two columns of text each side has its own, and of a result there is only one.
    pub(super) fn of<'a>(
        model: &Model,
        panes: impl IntoIterator<Item = (&'a Doc, HunkId)>,
        reading: Reading,
        width: u16,
    ) -> Numbers {
        const LEAST_WIDTH: u16 = 64;
        let mut panes = panes.into_iter().peekable();
        if panes
            .peek()
            .is_some_and(|(doc, _)| doc.source == Source::Patch)
        {
            return Numbers::None;
        }
        let is_wide = reading == Reading::Unified && width >= LEAST_WIDTH;
        let fits = |(doc, hunk): (&Doc, HunkId)| {
            changed_width(model, doc, hunk) + number_width(doc) < usize::from(width)
        };
        match is_wide && panes.all(fits) {
            true => Numbers::Both,
            false if reading == Reading::Unified => Numbers::Before,
            false => Numbers::Side,
        }
    }

    /// Returns how a result is numbered below panes that are numbered so.
    pub(super) fn of_result(self) -> Numbers {
        match self {
            Numbers::Both => Numbers::After,
            Numbers::Before => Numbers::Side,
            Numbers::None | Numbers::Side | Numbers::After => self,
        }
    }

    /// Returns how many columns are before the text of a line: the bar, its numbers, its sign.
    pub(super) fn gutter_width(self, doc: &Doc) -> usize {
        let n_columns = match self {
            Numbers::None | Numbers::Before | Numbers::Side => 1,
            Numbers::Both | Numbers::After => 2,
        };
        2 + (number_width(doc) + 1) * n_columns
    }

    /// Returns the numbers of a line in their columns.
    pub(super) fn shown(self, doc: &Doc, cell: &Cell<'_>) -> String {
        let digits = number_width(doc);
        let before = cell.line_index.filter(|_| cell.kind != LineKind::Insert);
        match self {
            Numbers::None => numbered(None, digits),
            Numbers::Before => numbered(before, digits),
            Numbers::Side => numbered(cell.line_index, digits),
            Numbers::After => numbered(None, digits) + &numbered(cell.index_after, digits),
            Numbers::Both => numbered(before, digits) + &numbered(cell.index_after, digits),
        }
    }
}

/// Returns how many columns the line numbers of a document take.
pub(super) fn number_width(doc: &Doc) -> usize {
    doc.text().n_lines().max(1000).ilog10() as usize + 1
}

/// Returns the number of a 0-based line in its column.
fn numbered(line_index: Option<usize>, digits: usize) -> String {
    let number = line_index.map_or(String::new(), |at| (at + 1).to_string());
    format!("{number:>digits$} ")
}

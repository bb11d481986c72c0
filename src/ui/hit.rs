//! What lies under the mouse: filled while drawing, asked when something is clicked.

use ratatui::layout::{Position, Rect};

use crate::patch::HunkId;

use super::keymap::Action;

/// Something that can be clicked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hit {
    /// A hunk, in the list or in the strip.
    Hunk(HunkId),
    /// The heading of a file in the list.
    File(usize),
    /// A place, or one of the sides of an overlap, by index.
    Place(usize),
    /// A row of the diff, by index.
    Row(usize),
    /// A key in the footer.
    Action(Action),
}

/// All that can be clicked on one screen.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HitMap(Vec<(Rect, Hit)>);

impl HitMap {
    /// Adds an area; a later one lies over an earlier one.
    pub fn add(&mut self, area: Rect, hit: Hit) {
        self.0.push((area, hit));
    }

    /// Forgets all: something lies over it.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns what lies at a column and row.
    pub fn at(&self, column: u16, row: u16) -> Option<Hit> {
        let areas = self.0.iter().rev();
        areas
            .into_iter()
            .find(|(area, _)| area.contains(Position::new(column, row)))
            .map(|(_, hit)| *hit)
    }
}

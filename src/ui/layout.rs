//! Which pane lies where, by the terminal's size and what is on the screen. Drawing and scrolling both ask here.

use ratatui::layout::Rect;

use super::model::{ListShown, Mode, Model};

/// Where the panes lie. An area without rows or columns is not drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Layout {
    /// The line with the patch's name, the strip of marks and the counts.
    pub title: Rect,
    /// The line that says a file changed.
    pub banner: Rect,
    /// Files and hunks.
    pub list: Rect,
    /// The diff, its heading in the first row.
    pub diff: Rect,
    /// The places, their heading in the first row.
    pub places: Rect,
    /// What the patch says, its heading in the first row.
    pub patch: Rect,
    /// The rule with the last message.
    pub message: Rect,
    /// Two lines of keys.
    pub footer: Rect,
    /// How many rows of the diff are taken by notes above its lines.
    pub n_above: u16,
}

impl Layout {
    /// The least size that can be worked in.
    pub const LEAST: (u16, u16) = (60, 15);
    /// From this width on the list stands beside the diff.
    pub const MIDDLE: u16 = 100;
    /// From this width on the file stands beside its result.
    pub const WIDE: u16 = 160;

    /// Lays the panes out; all empty below [`Layout::LEAST`].
    pub fn of(model: &Model) -> Layout {
        let (width, height) = model.size;
        if width < Layout::LEAST.0 || height < Layout::LEAST.1 {
            return Layout::default();
        }
        let banner_height = u16::from(!model.drift.is_empty());
        let message = Rect::new(0, height - 3, width, 1);
        let body = Rect::new(0, 1 + banner_height, width, height - 4 - banner_height);
        let (list, main) = beside(body, list_width(model));
        let wide = width >= Layout::WIDE;
        let places_height = if wide {
            (main.height * 2 / 5).max(6)
        } else {
            places_height(model, main)
        };
        let (diff, below) = above(main, main.height - places_height);
        let (patch, places) = if wide {
            beside(below, below.width / 2)
        } else {
            (Rect::default(), below)
        };
        Layout {
            title: Rect::new(0, 0, width, 1),
            banner: Rect::new(0, 1, width, banner_height),
            list,
            diff,
            places,
            patch,
            message,
            footer: Rect::new(0, height - 2, width, 2),
            n_above: super::view::n_above(model, diff.width),
        }
    }

    /// Returns the area between title and message, which overlays fill.
    pub fn body(&self) -> Rect {
        let top = self.title.height + self.banner.height;
        Rect::new(0, top, self.title.width, self.message.y.saturating_sub(top))
    }

    /// Returns how many rows the diff shows under its heading.
    pub fn rows_of_diff(&self) -> usize {
        usize::from(self.diff.height.saturating_sub(1 + self.n_above))
    }
}

fn list_width(model: &Model) -> u16 {
    let width = model.size.0;
    match model.looks.list {
        ListShown::Hidden => 0,
        ListShown::ByWidth if width < Layout::MIDDLE => 0,
        ListShown::ByWidth | ListShown::Always if width < Layout::WIDE => 31,
        ListShown::ByWidth | ListShown::Always => 37,
    }
}

/// The places get as many rows as they need, but never more than half: the diff comes first.
fn places_height(model: &Model, main: Rect) -> u16 {
    let wanted = match &model.mode {
        Mode::Start(_) => 0,
        Mode::Review if model.overlap.is_some() => 0,
        Mode::Review
        | Mode::Lines(_)
        | Mode::Place(_)
        | Mode::Apply(_)
        | Mode::Target(_)
        | Mode::Comments(_)
        | Mode::Palette(_)
        | Mode::Help(_)
        | Mode::Page(..)
        | Mode::Input(..) => {
            let n_places = model.places().len().min(9) as u16;
            let reasons = if model.current().state.is_settled() {
                2
            } else {
                3
            };
            let reasons = reasons + u16::from(model.is_hiding());
            let roomy = u16::from(main.height > 24) * 8;
            1 + n_places.max(1).min(4 + roomy / 2) + reasons + roomy / 4
        }
    };
    wanted.min(main.height / 2)
}

fn beside(area: Rect, left: u16) -> (Rect, Rect) {
    let left = left.min(area.width);
    (
        Rect {
            width: left,
            ..area
        },
        Rect {
            x: area.x + left,
            width: area.width - left,
            ..area
        },
    )
}

fn above(area: Rect, top: u16) -> (Rect, Rect) {
    let top = top.min(area.height);
    (
        Rect {
            height: top,
            ..area
        },
        Rect {
            y: area.y + top,
            height: area.height - top,
            ..area
        },
    )
}

//! Which pane lies where, by the terminal's size and what is on the screen. Drawing and scrolling both ask here.

use ratatui::layout::Rect;

use super::doc::Reading;
use super::model::{Columns, ListShown, Mode, Model, Shown};
use super::view;
use crate::matcher::Candidate;
use crate::plan::State;

/// Where the panes lie. An area without rows or columns is not drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Layout {
    /// The line with the patch's name, the strip of marks and the counts.
    pub title: Rect,
    /// The line that says a file changed.
    pub banner: Rect,
    /// Files and hunks.
    pub list: Rect,
    /// All that is right of the list.
    pub main: Rect,
    /// The line that asks, or says where the hunk goes; two where it is long.
    pub question: Rect,
    /// What a person said of the hunk.
    pub comment: Rect,
    /// The diff; its heading in the first row where there are other panes beside or below it.
    pub diff: Rect,
    /// The pane beside the diff, or above it: another place, or what the model wrote.
    pub other: Rect,
    /// What the panes of the diff hold.
    pub panes: Panes,
    /// The places and the reasons, below a rule.
    pub places: Rect,
    /// The card of the first start; the panes end above it.
    pub card: Rect,
    /// The last message.
    pub message: Rect,
    /// One line of keys, two where the answers need them.
    pub footer: Rect,
}

/// What is shown of a hunk, beside or above each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Panes {
    /// The file with its change, and no heading but the question.
    #[default]
    Plain,
    /// One place, or what the model wrote, under a heading of its own.
    Headed,
    /// Two places side by side, or one above the other where what they change would be cut.
    Twins,
    /// What the model wrote beside a place, or above it where there is little room.
    Model,
}

/// The rows that panes show around a change where there is room.
const AROUND: usize = 14;

/// From so many rows on what is added to them goes to the panes: more of the file says more than blank rows below the places.
const TALL: u16 = 36;

impl Layout {
    /// The least size that can be worked in.
    pub const LEAST: (u16, u16) = (60, 15);
    /// From this width on the list stands beside the diff.
    pub const MIDDLE: u16 = 100;
    /// From this width on two places stand side by side.
    pub const TWINS: u16 = 120;
    /// From this width on the file stands beside its result.
    pub const WIDE: u16 = 160;
    /// The least rows of two places of which one is above the other.
    pub const STACKED: u16 = 14;
    /// The rows around a change for which a list of places gives way.
    pub const AROUND_LEAST: usize = 5;
    /// The least columns of two panes side by side.
    pub const TWO_PANES: u16 = 88;

    /// Returns whether nothing can be shown at a size, and so nothing decided.
    pub fn is_too_small((width, height): (u16, u16)) -> bool {
        width < Layout::LEAST.0 || height < Layout::LEAST.1
    }

    /// Lays the panes out; all empty below [`Layout::LEAST`].
    pub fn of(model: &Model) -> Layout {
        let (width, height) = model.size;
        if Layout::is_too_small(model.size) {
            return Layout::default();
        }
        let banner = u16::from(!model.drift.is_empty());
        let footer = view::footer_height(model);
        let body_height = height - 2 - footer - banner;
        let body = Rect::new(0, 1 + banner, width, body_height);
        let (list, main) = beside(body, list_width(model));
        let layout = Layout {
            title: Rect::new(0, 0, width, 1),
            banner: Rect::new(0, 1, width, banner),
            list,
            main,
            message: Rect::new(0, height - 1 - footer, width, 1),
            footer: Rect::new(0, height - footer, width, footer),
            ..Layout::default()
        };
        layout.with_panes(model)
    }

    fn with_panes(mut self, model: &Model) -> Layout {
        let n_question = view::n_question_rows(model, self.main.width);
        let (question, rest) = above(self.main, n_question);
        let n_comment = view::n_comment_rows(model, rest.width).min(rest.height / 4);
        let (comment, rest) = above(rest, n_comment);
        let is_roomy = rest.height >= 22 && !model.current_is_settled();
        let (_, rest) = above(rest, u16::from(is_roomy));
        self.question = question;
        self.comment = comment;
        self.panes = panes(model, rest.width);
        let (n_below, n_idle) = view::n_rows_below(model, rest.width, self.panes);
        let n_below = n_below.min(rest.height / 2);
        let most = (rest.width, rest.height - n_below);
        let of_panes = |around| view::n_rows_of_panes(model, self.panes, most, around);
        let (top, below) = if self.panes == Panes::Plain {
            above(rest, rest.height - n_below)
        } else {
            let n_lacking = of_panes(Layout::AROUND_LEAST).saturating_sub(rest.height - n_below);
            let n_below = n_below - n_lacking.min(n_idle).min(n_below);
            // What is said of the places stands right below them, not at the far end of the screen.
            let around = AROUND + usize::from(rest.height.saturating_sub(TALL));
            above(rest, of_panes(around).min(rest.height - n_below))
        };
        // Where nothing is said of the places, no rule parts an empty pane from the others.
        let height = if n_below == 0 { 0 } else { below.height };
        self.places = Rect { height, ..below };
        (self.diff, self.other) = match self.panes {
            Panes::Plain | Panes::Headed => (top, Rect::default()),
            Panes::Twins => {
                let (left, right) = match view::are_twins_stacked(model, most) {
                    true => above(top, top.height.div_ceil(2)),
                    false => parted(top),
                };
                if view::is_left_twin(model) {
                    (left, right)
                } else {
                    (right, left)
                }
            }
            Panes::Model if !view::is_stacked(model, top.width) => {
                let (left, right) = parted(top);
                (right, left)
            }
            Panes::Model => {
                let n_model = view::n_rows_of_model(model).min(top.height / 2);
                let (upper, lower) = above(top, n_model);
                (lower, upper)
            }
        };
        if model.card == Shown::Yes && model.overlap.is_none() && !is_empty(model) {
            self = self.with_card(view::card(model, &self));
        }
        self
    }

    /// Lays a card over the panes: they end above it, so that each says itself how much is not in it.
    fn with_card(mut self, card: Rect) -> Layout {
        let above = |pane: Rect| match pane.y < card.bottom() && card.y < pane.bottom() {
            true => Rect {
                height: card.y.saturating_sub(pane.y),
                ..pane
            },
            false => pane,
        };
        (self.diff, self.other) = (above(self.diff), above(self.other));
        (self.places, self.card) = (above(self.places), card);
        self
    }

    /// Returns the area between title and message, which overlays fill.
    pub fn body(&self) -> Rect {
        let top = self.title.height + self.banner.height;
        Rect::new(0, top, self.title.width, self.message.y.saturating_sub(top))
    }

    /// Returns the area of what is shown over the review, without its frame; its heading is in the frame's first row.
    pub fn popup(&self) -> Rect {
        let frame = self.popup_frame();
        Rect {
            x: frame.x + 1,
            width: frame.width.saturating_sub(2),
            height: frame.height.saturating_sub(1),
            ..frame
        }
    }

    /// Returns the same with its frame. It covers no word in part: it is as wide as all that is right of the list.
    pub fn popup_frame(&self) -> Rect {
        let under = self.beside_list();
        let height = under
            .height
            .saturating_sub(if under.height > 30 { 6 } else { 2 });
        Rect {
            y: under.y + (under.height - height) / 2,
            height,
            ..under
        }
    }

    /// Returns where a frame lies over the review: right of the list, whose border is the frame's, too.
    pub fn beside_list(&self) -> Rect {
        match self.list.width {
            0 => self.body(),
            _ => Rect {
                x: self.main.x - 1,
                width: self.main.width + 1,
                ..self.main
            },
        }
    }

    /// Returns the rows of the diff's lines, without its heading.
    pub fn lines_of_diff(&self) -> Rect {
        match self.panes {
            Panes::Plain => self.diff,
            Panes::Headed | Panes::Twins | Panes::Model => {
                above(self.diff, 1.min(self.diff.height)).1
            }
        }
    }

    /// Returns the rows of the question, with the blank one below where nothing else is between it and the panes.
    pub fn above_panes(&self) -> Rect {
        if self.comment.height > 0 {
            return self.question;
        }
        let panes = [self.diff, self.other].into_iter();
        let top = panes
            .filter(|pane| pane.height > 0)
            .map(|pane| pane.y)
            .min();
        let top = top.unwrap_or(self.question.bottom());
        Rect {
            height: top.saturating_sub(self.question.y),
            ..self.question
        }
    }

    /// Returns all below the question.
    pub fn below_question(&self) -> Rect {
        above(self.main, self.question.height).1
    }
}

fn is_empty(model: &Model) -> bool {
    model.session.patch().files.is_empty()
}

fn panes(model: &Model, width: u16) -> Panes {
    let chosen =
        model.diff_options.columns == Columns::Two || model.diff_options.result == Shown::Yes;
    let is_asked = !matches!(
        model.mode,
        Mode::Lines(_) | Mode::Place(_) | Mode::Apply(_) | Mode::Written(_) | Mode::Start(_)
    );
    match &model.current_state() {
        Some(State::Ambiguous) if is_asked => {
            let fits = model.size.0 >= Layout::TWINS && width >= Layout::TWO_PANES;
            if fits && !chosen && model.twin.is_some() {
                Panes::Twins
            } else {
                Panes::Headed
            }
        }
        Some(State::NoMatch | State::TooWeak | State::DeletedLineNotFound | State::Drifted)
            if is_asked =>
        {
            let differs = |place: &Candidate| place.n_lines_exact().0 > place.n_lines_exact().1;
            // Where the file has all of its lines, what the model wrote is what the place shows.
            if model.place_on_screen().is_some_and(differs) && !chosen {
                Panes::Model
            } else {
                Panes::Headed
            }
        }
        Some(state) if is_asked && !state.is_settled() => Panes::Headed,
        Some(_) | None => Panes::Plain,
    }
}

impl Model {
    /// Returns the state of the hunk under review; `None` while there is none.
    pub fn current_state(&self) -> Option<&State> {
        let has_hunks = !self.session.patch().files.is_empty();
        has_hunks.then(|| &self.current().state)
    }

    /// Returns whether nothing has to be settled about the hunk under review.
    pub fn current_is_settled(&self) -> bool {
        self.current_state().is_none_or(State::is_settled)
    }

    /// Returns how the diff is laid out now.
    pub fn reading(&self) -> Reading {
        if matches!(self.mode, Mode::Lines(_)) {
            return Reading::Unified;
        }
        if self.diff_options.result == Shown::Yes {
            return Reading::Result;
        }
        let is_wide = match self.diff_options.columns {
            Columns::One => false,
            Columns::Two => self.size.0 >= Layout::TWO_PANES,
            Columns::ByWidth => self.size.0 >= Layout::WIDE && self.current_is_settled(),
        };
        if is_wide {
            Reading::Split
        } else {
            Reading::Unified
        }
    }
}

fn list_width(model: &Model) -> u16 {
    let width = model.size.0;
    // These fill the screen from side to side.
    if let Mode::Apply(_) | Mode::Written(_) | Mode::Page(..) = model.mode.base() {
        return 0;
    }
    match model.diff_options.list {
        ListShown::Hidden => 0,
        ListShown::ByWidth if width < Layout::MIDDLE => 0,
        ListShown::ByWidth | ListShown::Always if width < Layout::WIDE => 31,
        ListShown::ByWidth | ListShown::Always => 37,
    }
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

/// Returns two halves with a column between them, for the line that parts them.
pub(super) fn parted(area: Rect) -> (Rect, Rect) {
    let (mut left, right) = beside(area, area.width / 2);
    left.width = left.width.saturating_sub(1);
    (left, right)
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

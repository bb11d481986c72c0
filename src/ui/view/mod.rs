//! The model as characters: which pane draws what. Nothing is computed here that could be wrong.

mod above;
mod apply;
mod body;
mod canvas;
mod card;
mod diff;
mod drift;
mod fit;
mod footer;
mod ghost;
mod glyph;
mod heading;
mod help;
mod input;
mod line;
mod list;
mod numbers;
mod overlap;
mod page;
mod patch;
mod pending;
mod picker;
mod place;
mod places;
mod reasons;
mod rows;
mod start;
mod status;
mod sticky;
mod title;
mod told;
mod unlike;
mod written;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::doc::Source;
use super::hit::HitMap;
use super::keymap::{Action, Direction, Goal};
use super::layout::{Layout, Panes};
use super::model::{Mode, Model, Purpose};
use super::theme::Role;

use canvas::Canvas;
use line::Line;
use rows::{Anchor, Rows};

pub(super) use apply::left_out::groups as left_out_groups;
pub use footer::advertised;
pub(super) use reasons::lines_words;
pub(super) use told::{is_row, told};

/// Draws the screen and returns what can be clicked on it.
pub fn draw(model: &Model, buffer: &mut Buffer) -> HitMap {
    let area = buffer.area;
    // A window may be shrunk to no row at all.
    if area.is_empty() {
        return HitMap::default();
    }
    let mut canvas = Canvas::new(model, buffer);
    canvas.ground(area);
    let layout = Layout::of(model);
    if layout.title.width == 0 {
        too_small(model, &mut canvas, area);
        return canvas.hits;
    }
    if let Some(pending) = &model.pending {
        pending::draw(model, &mut canvas, &layout, pending);
        return canvas.hits;
    }
    if !matches!(model.mode, Mode::Start(_)) {
        title::draw(model, &mut canvas, &layout);
    }
    draw_mode(model, &model.mode, &mut canvas, &layout);
    status::draw(model, &mut canvas, &layout);
    footer::draw(model, &mut canvas, &layout);
    canvas.hits
}

/// Draws what belongs to a mode: a popup lies over what it was opened from.
fn draw_mode(model: &Model, mode: &Mode, canvas: &mut Canvas<'_>, layout: &Layout) {
    match mode {
        Mode::Start(_) if model.working.is_some() => {
            start::draw_while_working(canvas, layout.body());
        }
        Mode::Start(view) => start::draw(model, canvas, layout.body(), view),
        Mode::Written(view) => written::draw(model, view, canvas, layout.body()),
        Mode::Review | Mode::Place(_) if model.asks_unlike() => {
            if layout.list.width > 0 {
                list::draw(model, canvas, layout.list);
            }
            unlike::draw(model, canvas, layout.main);
        }
        Mode::Review | Mode::Lines(_) => review(model, canvas, layout),
        Mode::Input(purpose, typed, from) => {
            draw_mode(model, from, canvas, layout);
            if *purpose == Purpose::Comment {
                input::draw(canvas, layout, typed);
            }
        }
        Mode::Place(view) => {
            if layout.list.width > 0 {
                list::draw(model, canvas, layout.list);
            }
            place::draw(model, view, canvas, layout.main);
        }
        Mode::Apply(view) => apply::draw(model, view, canvas, layout.body()),
        Mode::Page(page, scroll, _) if page.fills_screen() => {
            page::draw(model, *page, scroll, canvas, layout.body());
        }
        Mode::Page(page, scroll, from) => {
            let wanted = page::rows(model, *page).len() + 2;
            let area = popup(model, from, canvas, layout, wanted);
            page::draw(model, *page, scroll, canvas, area);
        }
        Mode::Target(targets) => {
            let wanted = targets.picker.all.len() + 4;
            let area = popup(model, &Mode::Review, canvas, layout, wanted);
            picker::targets(model, targets, canvas, area);
        }
        Mode::Comments(picker) => {
            let wanted = picker.fitting.len() + 4;
            let area = popup(model, &Mode::Review, canvas, layout, wanted);
            picker::comments(model, picker, canvas, area);
        }
        Mode::Palette(picker) => {
            let area = popup(model, &Mode::Review, canvas, layout, usize::MAX);
            picker::commands(model, picker, canvas, area);
        }
        Mode::Help(view) => {
            let area = popup(model, &view.from, canvas, layout, usize::MAX);
            help::draw(model, view, canvas, area);
        }
    }
}

/// Draws a frame over what a mode shows, no higher than what is in it needs, and returns the area in it.
fn popup(
    model: &Model,
    over: &Mode,
    canvas: &mut Canvas<'_>,
    layout: &Layout,
    n_wanted: usize,
) -> Rect {
    draw_mode(model, over, canvas, layout);
    canvas.hits.clear();
    let (mut frame, mut area) = (layout.popup_frame(), layout.popup());
    frame.height = frame.height.min(rows(n_wanted));
    area.height = area.height.min(frame.height.saturating_sub(1));
    canvas.frame_over(layout, frame);
    area
}

/// Returns what can be clicked on the screen as it is.
pub(super) fn hits(model: &Model) -> HitMap {
    let (width, height) = model.size;
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    draw(model, &mut buffer)
}

/// Returns the first row of the list on the screen, and the last that it could be.
pub(super) fn list_view(model: &Model) -> (usize, usize) {
    list::view_of(model, Layout::of(model).list)
}

/// Returns how many rows of what the model wrote do not fit.
pub(super) fn patch_overflow(model: &Model) -> usize {
    patch::overflow(model, Layout::of(model).other)
}

/// Returns the first row shown of what the model wrote, before any scrolling.
pub(super) fn first_row_of_patch(model: &Model) -> usize {
    let layout = Layout::of(model);
    match layout.panes {
        Panes::Model => patch::first_row(model, layout.other),
        Panes::Plain | Panes::Headed | Panes::Twins => 0,
    }
}

/// Returns how many rows the keys take.
pub(super) fn footer_height(model: &Model) -> u16 {
    footer::n_rows(model)
}

/// Returns how many rows the question takes.
pub(super) fn n_question_rows(model: &Model, width: u16) -> u16 {
    if model.session.patch().files.is_empty() {
        return 1;
    }
    let mut buffer = Buffer::default();
    let canvas = Canvas::new(model, &mut buffer);
    rows(heading::rows(model, &canvas, usize::from(width)).len())
}

/// Returns how many rows the comment on the hunk under review takes.
pub(super) fn n_comment_rows(model: &Model, width: u16) -> u16 {
    if model.session.patch().files.is_empty() {
        return 0;
    }
    above::comment(model, width).len() as u16
}

/// Returns how many rows are below the panes, and how many of them can give way to what needs them.
pub(super) fn n_rows_below(model: &Model, width: u16, panes: Panes) -> (u16, u16) {
    let mut buffer = Buffer::default();
    let canvas = Canvas::new(model, &mut buffer);
    let n_idle = places::n_idle(model, &canvas, width, panes);
    (places::n_rows(model, width, panes), rows(n_idle))
}

/// Returns where the card of the first start lies over the panes.
pub(super) fn card(model: &Model, layout: &Layout) -> Rect {
    card::area(model, layout)
}

/// Returns whether the place under the cursor is the left one of two.
pub(super) fn is_left_twin(model: &Model) -> bool {
    let (shown, twin) = (model.shown_place(), model.twin.as_ref());
    twin.is_none_or(|twin| shown.is_some_and(|shown| shown < twin.index))
}

/// Returns how many rows show all of what the model wrote, with its heading.
pub(super) fn n_rows_of_model(model: &Model) -> u16 {
    rows(patch::n_lines(model) + 1)
}

/// Returns whether what the model wrote stands above the place: where there are too few columns, and where lines of the hunk would
/// be cut beside it.
pub(super) fn is_stacked(model: &Model, width: u16) -> bool {
    if width < Layout::TWO_PANES {
        return true;
    }
    // Between the two is a line.
    patch::widest(model) >= usize::from(width / 2)
}

/// Returns whether two places are shown one above the other in an area of `width` and `height`. Side by side, the changed words would
/// be cut; or a changed line would be, and one above the other both hunks fit whole.
pub(super) fn are_twins_stacked(model: &Model, (width, height): (u16, u16)) -> bool {
    let half = usize::from(width / 2);
    let n_changed = model.doc.rows_of_hunk(model.reading(), model.hunk).len();
    let has_room_for_all = 2 * (1 + n_changed + Layout::AROUND_LEAST) <= usize::from(height);
    let (doc, hunk) = (&model.doc, model.hunk);
    height >= Layout::STACKED && diff::changed_width(model, doc, hunk) >= half
        || has_room_for_all && diff::whole_width(model, doc, hunk) >= half
}

/// Returns how many rows the panes want: their headings, the change, and `around` lines around it.
pub(super) fn n_rows_of_panes(model: &Model, panes: Panes, size: (u16, u16), around: usize) -> u16 {
    if panes == Panes::Plain {
        return u16::MAX;
    }
    let reading = model.reading();
    let n_changed = model.doc.rows_of_hunk(reading, model.hunk).len();
    let n_rows = if model.doc.source == Source::Patch {
        model.doc.n_rows(reading)
    } else {
        (n_changed + around).min(model.doc.n_rows(reading))
    };
    let n_model = match panes {
        Panes::Model if is_stacked(model, size.0) => patch::n_lines(model) + 1,
        Panes::Model => 0,
        Panes::Plain | Panes::Headed | Panes::Twins => 0,
    };
    let n_rows = match panes {
        Panes::Model => n_rows.max(patch::n_lines(model)),
        Panes::Twins if are_twins_stacked(model, size) => 2 * n_rows + 1,
        Panes::Plain | Panes::Headed | Panes::Twins => n_rows,
    };
    rows(n_rows + 1 + n_model)
}

fn rows(n: usize) -> u16 {
    u16::try_from(n).unwrap_or(u16::MAX)
}

/// Returns how many rows the panes of the overlap under review can be moved up and down.
pub(super) fn overlap_bounds(model: &Model) -> (isize, isize) {
    overlap::bounds(model, overlap_area(&Layout::of(model)))
}

fn overlap_area(layout: &Layout) -> Rect {
    layout.main
}

/// Returns whether there is more of the page than the screen shows.
pub(super) fn overflows(model: &Model) -> bool {
    overflow(model) > 0
}

/// Returns how many rows of the page on the screen do not fit.
pub(super) fn overflow(model: &Model) -> usize {
    let n_rows = page_rows(model).map_or(0, |rows| rows.len());
    n_rows.saturating_sub(page_height(model))
}

/// Returns how many rows of a page the screen shows.
pub(super) fn page_height(model: &Model) -> usize {
    let layout = Layout::of(model);
    let fills_screen = matches!(model.mode, Mode::Apply(_) | Mode::Written(_))
        || matches!(model.mode, Mode::Page(page, ..) if page.fills_screen());
    let area = match fills_screen {
        true => layout.body(),
        false => layout.popup(),
    };
    usize::from(area.height.saturating_sub(1))
}

/// Returns all rows of the page on the screen; `None` where there is none.
fn page_rows(model: &Model) -> Option<Rows<'_>> {
    match &model.mode {
        Mode::Page(page, ..) => Some(page::rows(model, *page)),
        Mode::Apply(view) => Some(apply::rows(model, view)),
        Mode::Written(view) => Some(written::rows(model, view)),
        Mode::Review
        | Mode::Lines(_)
        | Mode::Place(_)
        | Mode::Target(_)
        | Mode::Comments(_)
        | Mode::Palette(_)
        | Mode::Help(_)
        | Mode::Input(..)
        | Mode::Start(_) => None,
    }
}

/// Returns the row of the page on the screen at which the next file or hunk after row `from` begins, or the one before.
pub(super) fn page_anchor(model: &Model, goal: Goal, from: usize) -> Option<usize> {
    let rows = page_rows(model)?;
    let (anchor, is_next) = match goal {
        Goal::NextFile => (Anchor::File, true),
        Goal::PreviousFile => (Anchor::File, false),
        Goal::NextHunk | Goal::NextProblem => (Anchor::Hunk, true),
        Goal::PreviousHunk | Goal::PreviousProblem => (Anchor::Hunk, false),
    };
    let mut at = rows.anchors(anchor);
    if is_next {
        at.find(|row| *row > from)
    } else {
        at.take_while(|row| *row < from).last()
    }
}

/// Returns the next row of the page on the screen, from row `from` on and round, that holds `wanted` in lower case; or the one
/// before.
pub(super) fn page_search(
    model: &Model,
    wanted: &str,
    direction: Direction,
    from: Option<usize>,
) -> Option<usize> {
    let rows = page_rows(model)?;
    let n = rows.len();
    let holds = |row: &usize| rows.text(*row).to_lowercase().contains(wanted);
    let at = from.map_or(0, |from| from.min(n));
    match direction {
        Direction::Forward => {
            let next = from.map_or(0, |_| (at + 1).min(n));
            (next..n).chain(0..next).find(holds)
        }
        Direction::Backward => (0..at).rev().chain((at..n).rev()).find(holds),
    }
}

fn review(model: &Model, canvas: &mut Canvas<'_>, layout: &Layout) {
    if layout.list.width > 0 {
        list::draw(model, canvas, layout.list);
    }
    if model.overlap.is_some() {
        overlap::draw(model, canvas, overlap_area(layout));
        return;
    }
    heading::draw(model, canvas, layout.above_panes());
    let comment = above::comment(model, layout.comment.width);
    for (y, line) in (layout.comment.y..layout.comment.bottom()).zip(&comment) {
        canvas.line(layout.comment.x, y, layout.comment.width, line);
    }
    if layout.places.height > 0 {
        places::draw(model, canvas, layout);
    }
    diff::draw(model, canvas, layout);
    card::draw(model, canvas, layout);
}

fn too_small(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let (width, height) = Layout::LEAST;
    let notice = Line::new().add(
        &format!(
            "{}x{} is too small; needs {width}x{height}",
            area.width, area.height
        ),
        canvas.style(Role::Warning),
    );
    let row = area.y + area.height / 2;
    canvas.line(area.x, row, area.width, &notice);
    if row + 1 < area.bottom() {
        let leave = Line::new()
            .add(&model.key(Action::Quit), canvas.style(Role::Key))
            .add(" quit, all is saved", canvas.style(Role::Text));
        canvas.line(area.x, row + 1, area.width, &leave);
    }
}

//! The diff: the file's lines with the changes of the hunk under review, in one column or two.

use std::ops::Range;

use bstr::ByteSlice;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::super::doc::{Cell, Doc, Origin, Reading, Row};
use super::super::hit::Hit;
use super::super::keymap::{Action, Context, Motion};
use super::super::layout::{Layout, Panes, parted};
use super::super::mark::Mark;
use super::super::model::{LinesView, Mode, Model, Shown};
use super::super::telling::Telling;
use super::super::theme::Role;
use super::super::words::changed_words;
use super::body::{scrolled, styled, wrapped};
use super::canvas::Canvas;
use super::glyph::glyphs;
use super::heading;
use super::line::Line;
use super::numbers::Numbers;
use crate::matcher::{Aligned, Candidate};
use crate::patch::{HunkId, LineKind};
use crate::plan::State;
use crate::text::Text;

/// Marks a line that another hunk changes.
pub(super) const OTHERS: &str = ":";

pub(super) fn draw(model: &Model, canvas: &mut Canvas<'_>, layout: &Layout) {
    let lines = layout.lines_of_diff();
    let shown = model.shown_place();
    let marks = if let Mode::Lines(view) = &model.mode {
        Some(view)
    } else {
        None
    };
    let pane = Pane {
        change: model.doc.rows_of_hunk(model.reading(), model.hunk),
        marks,
        doc: &model.doc,
        reading: model.reading(),
        top: model.view.top,
        cursor: Some(model.view.cursor),
        colours: Colours::Known,
        lit: model.telling.as_ref().map(|it| lit(model.doc.text(), it)),
        differing: differing(model, model.place_on_screen()),
        numbers: numbers(model, layout),
    };
    draw_rows(model, canvas, lines, &pane);
    super::sticky::draw(model, canvas, lines, &pane);
    match layout.panes {
        Panes::Plain => return draw_joints(canvas, layout, model.reading()),
        Panes::Headed | Panes::Model => {}
        Panes::Twins => draw_twin(model, canvas, layout),
    }
    if layout.panes == Panes::Model {
        super::patch::draw(model, canvas, layout.other);
    }
    let index = shown.unwrap_or(usize::MAX);
    if let Some(shown) = shown {
        let heading = Rect {
            height: 1,
            ..layout.diff
        };
        canvas.hit(heading, Hit::Place(shown));
    }
    let heading = heading::of_place(model, canvas, index, layout.panes);
    canvas.rule(layout.diff.x, layout.diff.y, layout.diff.width, &heading);
    draw_joints(canvas, layout, model.reading());
}

/// Returns how the lines of the place under the cursor are numbered, and those of the one beside it.
fn numbers(model: &Model, layout: &Layout) -> Numbers {
    let twin = model.twin.as_ref().filter(|_| layout.panes == Panes::Twins);
    let docs = std::iter::once(&model.doc).chain(twin.map(|twin| &twin.doc));
    let width = match twin {
        Some(_) => layout.diff.width.min(layout.other.width),
        None => layout.diff.width,
    };
    let panes = docs.map(|doc| (doc, model.hunk));
    Numbers::of(model, panes, model.reading(), width)
}

/// Draws the other place beside the one under the cursor, moved by as much.
fn draw_twin(model: &Model, canvas: &mut Canvas<'_>, layout: &Layout) {
    let Some(twin) = &model.twin else {
        return;
    };
    let area = layout.other;
    let reading = model.reading();
    let first = |doc: &Doc| doc.rows_of_hunk(reading, model.hunk).start;
    let moved = first(&twin.doc) as isize - first(&model.doc) as isize;
    // Near the ends of the file rows stay blank, so that the two changes stand side by side.
    let n_blank = (-moved)
        .saturating_sub_unsigned(model.view.top)
        .clamp(0, area.height.saturating_sub(1) as isize) as u16;
    let pane = Pane {
        change: twin.doc.rows_of_hunk(reading, model.hunk),
        marks: None,
        doc: &twin.doc,
        reading,
        top: model.view.top.saturating_add_signed(moved),
        cursor: None,
        colours: Colours::OfFile,
        lit: twin.telling.as_ref().map(|it| lit(twin.doc.text(), it)),
        differing: differing(model, model.places().get(twin.index)),
        numbers: numbers(model, layout),
    };
    let heading = heading::of_place(model, canvas, twin.index, layout.panes);
    canvas.rule(area.x, area.y, area.width, &heading);
    let rows = Rect {
        y: area.y + 1 + n_blank,
        height: area.height.saturating_sub(1 + n_blank),
        ..area
    };
    draw_rows(model, canvas, rows, &pane);
    super::sticky::draw(model, canvas, rows, &pane);
    canvas.hit(area, Hit::Place(twin.index));
}

/// Returns how many columns it takes to see what a hunk changes at the place on the screen: of a line that is
/// reworded all words that differ, of any other its beginning.
pub(super) fn changed_width(model: &Model, doc: &Doc, hunk: HunkId) -> usize {
    /// The columns of a line's beginning, behind its indentation.
    const BEGINNING: usize = 24;
    let seen = width_of_change(model, (doc, hunk), |cell| {
        let changed = cell
            .counterpart
            .and_then(|other| changed_words(cell.body, other));
        let last = changed.and_then(|words| words.last().map(|word| word.end));
        last.unwrap_or_else(|| {
            let indent = cell.body.len() - cell.body.trim_start().len();
            cell.body.len().min(indent + BEGINNING)
        })
    });
    // Blanks are left behind it.
    seen + 2
}

/// Returns how many columns it takes to see all of the lines that a hunk changes there.
pub(super) fn whole_width(model: &Model, doc: &Doc, hunk: HunkId) -> usize {
    width_of_change(model, (doc, hunk), |cell| cell.body.len())
}

/// Returns how many columns it takes to see each line that a hunk changes up to the byte that `end` names.
fn width_of_change(
    model: &Model,
    (doc, hunk): (&Doc, HunkId),
    end: impl Fn(&Cell<'_>) -> usize,
) -> usize {
    // As many as a screen can hold.
    const MOST: usize = 100;
    let reading = Reading::Unified;
    let rows = doc.rows_of_hunk(reading, hunk);
    let rows = doc.rows(reading, rows.start, rows.len().min(MOST));
    let own = |cell: &Cell<'_>| cell.by.is_some_and(|by| by.hunk == hunk);
    let seen = |cell: Cell<'_>| -> usize {
        let byte = end(&cell);
        let glyphs = glyphs(cell.body, model.diff_options.blanks).into_iter();
        glyphs
            .filter(|glyph| glyph.byte < byte)
            .map(|glyph| glyph.width)
            .sum()
    };
    let cells = rows.iter().filter_map(|row| row.left).filter(own);
    cells.map(seen).max().unwrap_or(0) + Numbers::Before.gutter_width(doc)
}

/// Joins the lines between the panes.
fn draw_joints(canvas: &mut Canvas<'_>, layout: &Layout, reading: Reading) {
    let (a, b) = (layout.diff, layout.other);
    let (up, down) = (canvas.symbols.tee_up(), canvas.symbols.tee_down());
    let is_beside = a.y == b.y && b.width > 0;
    if is_beside {
        let x = a.x.max(b.x) - 1;
        canvas.vertical(x, a.y + 1, a.height.saturating_sub(1));
        canvas.joint(x, a.y, down);
    }
    if layout.places.height > 0 {
        if is_beside {
            canvas.joint(a.x.max(b.x) - 1, layout.places.y, up);
        }
        if reading == Reading::Split {
            canvas.joint(border(a), layout.places.y, up);
        }
        if layout.list.width > 0 {
            canvas.branch(layout.list.right().checked_sub(1), layout.places.y);
        }
    }
}

/// A line that tells a place from others like it.
pub(super) struct Lit {
    /// The line of the file, 0-based.
    pub(super) line: usize,
    /// The bytes that differ.
    ranges: Vec<Range<usize>>,
}

impl Lit {
    /// Returns the bytes lit of what a cell shows.
    pub(super) fn of(&self, origin: Origin) -> &[Range<usize>] {
        match origin {
            Origin::Old(line) if line == self.line => &self.ranges,
            Origin::Old(_) | Origin::New(_) => &[],
        }
    }
}

/// Returns the line that tells a place from those it ties with, and which of its words are not those of another.
fn lit(text: &Text, telling: &Telling) -> Lit {
    Lit {
        line: telling.line,
        ranges: telling.differing(text),
    }
}

/// Rows of a document to draw.
pub(super) struct Pane<'a> {
    /// The lines marked as wanted, while lines are chosen.
    pub(super) marks: Option<&'a LinesView>,
    pub(super) doc: &'a Doc,
    pub(super) reading: Reading,
    pub(super) top: usize,
    pub(super) cursor: Option<usize>,
    pub(super) colours: Colours,
    /// The line that tells the place from others.
    pub(super) lit: Option<Lit>,
    /// The rows that the pane is there to show.
    pub(super) change: Range<usize>,
    /// The lines of the file that are not as the hunk has them, 0-based, sorted.
    pub(super) differing: Vec<usize>,
    pub(super) numbers: Numbers,
}

/// Returns the lines of the file that differ from the hunk's at a place, or that the hunk lacks there.
pub(super) fn differing(model: &Model, place: Option<&Candidate>) -> Vec<usize> {
    // The lines of a hunk that is applied already were compared with its new text, and not with its old one.
    let is_made = model.current().state == State::AlreadyApplied;
    let place = place.filter(|place| !is_made && place.landmark().is_none());
    let pairs = place.into_iter().flat_map(|place| &place.aligned);
    let differing = pairs.filter(|pair| !pair.how.is_alike());
    differing.filter_map(Aligned::target_line).collect()
}

impl Pane<'_> {
    /// Returns whether a line of the file is not as the hunk has it.
    pub(super) fn differs(&self, origin: Origin) -> bool {
        match origin {
            Origin::Old(line) => self.differing.binary_search(&line).is_ok(),
            Origin::New(_) => false,
        }
    }
}

/// Whether the colours found are those of a pane's document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Colours {
    /// They are.
    Known,
    /// They are those of other changes to the same file.
    OfFile,
}

/// Returns the key that moves panes down; `None` where it does something else.
pub(super) fn scroll_key(model: &Model) -> Option<String> {
    let moves = matches!(
        model.context(),
        Context::Review | Context::Overlap | Context::Lines
    );
    moves.then(|| model.key(Action::Move(Motion::Down)))
}

/// Draws rows of a document; in two columns, the file as it is on the left. A change that goes on below is no shorter one: the
/// last row says by how much.
pub(super) fn draw_rows(model: &Model, canvas: &mut Canvas<'_>, area: Rect, pane: &Pane<'_>) {
    let height = usize::from(area.height);
    let rows = pane.doc.rows(pane.reading, pane.top, height);
    let is_empty = rows.is_empty();
    let (mut y, mut end) = (area.y, pane.top);
    for (nth, row) in rows.into_iter().enumerate() {
        if y >= area.bottom() {
            break;
        }
        let row = match pane.marks {
            Some(_) => model.as_chosen(pane.top + nth, row),
            None => row,
        };
        let at = |height| Rect { y, height, ..area };
        let index = pane.top + nth;
        let n_lines = draw_row(model, canvas, at(area.bottom() - y), pane, &row);
        let whole = at(n_lines);
        if let Some(cursor) = pane.cursor {
            if let Some(line) = pane.marks.and_then(|view| view.rows.get(&index)) {
                let wanted = pane.marks.is_some_and(|view| view.chosen.contains(line));
                let mark = if wanted { Mark::Accepted } else { Mark::Placed };
                let symbol =
                    Line::new().add(mark.symbol(canvas.symbols), canvas.style(mark.role()));
                canvas.line(area.x, y, 1, &symbol);
            }
            canvas.hit(whole, Hit::Row(index));
            if index == cursor {
                canvas.lift(whole, Role::Cursor);
            }
        }
        y += n_lines;
        end = index + 1;
    }
    if pane.reading == Reading::Split {
        canvas.vertical(border(area), area.y, area.height);
    }
    let is_cut = pane.change.start < end && pane.cursor.is_none_or(|cursor| cursor + 1 != end);
    if is_cut && y >= area.bottom() {
        let n_below = pane.change.end.saturating_sub(end);
        let indent = pane.numbers.gutter_width(pane.doc);
        canvas.more_lines(area, indent, n_below, scroll_key(model).as_deref());
    }
    if is_empty && height > 0 {
        let words = if pane.doc.n_rows(pane.reading) == 0 {
            " (empty)"
        } else {
            ""
        };
        let line = Line::new().add(words, canvas.style(Role::Muted));
        canvas.line(area.x, area.y, area.width, &line);
    }
}

/// Returns the column of the line between the file as it is and as it will be.
fn border(area: Rect) -> u16 {
    area.x + (area.width / 2).saturating_sub(1)
}

fn draw_row(
    model: &Model,
    canvas: &mut Canvas<'_>,
    area: Rect,
    pane: &Pane<'_>,
    row: &Row<'_>,
) -> u16 {
    if pane.reading != Reading::Split {
        return row
            .left
            .map_or(1, |cell| draw_cell(model, canvas, area, pane, &cell));
    }
    let (left, right) = parted(area);
    let halves = [(row.left, left), (row.right, right)];
    let mut n_lines = 1;
    for (cell, half) in halves {
        match cell {
            Some(cell) => n_lines = n_lines.max(draw_cell(model, canvas, half, pane, &cell)),
            None => {
                canvas.ground(Rect { height: 1, ..half });
            }
        }
    }
    n_lines
}

/// Draws one line of one side: bar, number, sign, text. Returns how many rows it took.
fn draw_cell(
    model: &Model,
    canvas: &mut Canvas<'_>,
    area: Rect,
    pane: &Pane<'_>,
    cell: &Cell<'_>,
) -> u16 {
    let muted = canvas.style(Role::Muted);
    let (bar, bar_role) = bar(model, canvas, pane, cell);
    let numbers = pane.numbers.shown(pane.doc, cell);
    let base = match cell.kind {
        LineKind::Context => canvas.style(Role::Text),
        LineKind::Delete => canvas.style(Role::Delete),
        LineKind::Insert => canvas.style(Role::Insert),
    };
    // What other hunks change is no tint beside that of this one.
    let base = match canvas.style(Role::Text).bg {
        Some(ground) if is_others(model, cell) => base.bg(ground),
        Some(_) | None => base,
    };
    // A line through the sign and the room behind the text would say nothing, and hide the sign.
    let plain = base.remove_modifier(Modifier::CROSSED_OUT);
    let number_style = match cell.kind {
        LineKind::Context => muted,
        LineKind::Delete | LineKind::Insert => plain,
    };
    let (sign, sign_style) = match pane.differs(cell.origin) && cell.kind == LineKind::Context {
        true => {
            let [_, differs] = canvas.symbols.same_or_not();
            (differs.to_string(), canvas.style(Role::Problem))
        }
        false => (cell.kind.sign().to_string(), plain),
    };
    let gutter = Line::new()
        .add(bar, canvas.style(bar_role))
        .add(&numbers, number_style)
        .add(&sign, sign_style);
    let at = gutter.width() as u16;
    let room = usize::from(area.width.saturating_sub(at));
    let text = styled(model, canvas, pane, cell, base);
    let lines = match model.diff_options.wrap {
        Shown::Yes => wrapped(text, room, usize::from(area.height)),
        Shown::No => vec![scrolled(canvas, text, model.view.left, room)],
    };
    let n_lines = lines.len() as u16;
    for (nth, text) in lines.into_iter().enumerate() {
        let y = area.y + nth as u16;
        if nth == 0 {
            canvas.line(area.x, y, area.width, &gutter);
        }
        let text = match cell.kind {
            LineKind::Context => text,
            LineKind::Delete | LineKind::Insert => text.pad_to(room, plain),
        };
        canvas.line(area.x + at, y, area.width.saturating_sub(at), &text);
    }
    n_lines
}

/// Returns whether another hunk changes the line, and that is not what the screen asks about.
pub(super) fn is_others(model: &Model, cell: &Cell<'_>) -> bool {
    let overlap = model.overlap.as_ref();
    let is_party = |id| overlap.is_some_and(|overlap| overlap.hunks.contains(&id));
    let by = cell.by.filter(|by| by.hunk != model.hunk);
    by.is_some_and(|by| !is_party(by.hunk))
}

/// Returns what stands before a line: whose change it is, and of the blocks of a split hunk what was decided.
fn bar(
    model: &Model,
    canvas: &Canvas<'_>,
    pane: &Pane<'_>,
    cell: &Cell<'_>,
) -> (&'static str, Role) {
    let Some(by) = cell.by else {
        return if pane.cursor.is_some() && is_added_already(pane, cell) {
            (canvas.symbols.bar(), Role::Current)
        } else {
            (" ", Role::Text)
        };
    };
    if by.hunk != model.hunk {
        return if is_others(model, cell) {
            (OTHERS, Role::Muted)
        } else {
            (canvas.symbols.bar(), Role::Current)
        };
    }
    match model.split().get(by.block) {
        Some(block) if by.block != model.block && pane.cursor.is_some() => {
            let mark = Mark::of_block(block.decision);
            (mark.symbol(canvas.symbols), mark.role())
        }
        Some(_) | None => (canvas.symbols.bar(), Role::Current),
    }
}

/// Returns whether the line is one that the hunk added already.
fn is_added_already(pane: &Pane<'_>, cell: &Cell<'_>) -> bool {
    match cell.origin {
        Origin::Old(line) => pane.doc.applied.iter().any(|it| it.contains(line)),
        Origin::New(_) => false,
    }
}

//! What becomes of lines that a hunk does not name, asked before they go: both answers, as they would be written, and what the
//! model wrote.

use ratatui::layout::Rect;

use super::super::doc::{Doc, Reading};
use super::super::keymap::Action;
use super::super::layout::{Layout, parted};
use super::super::model::{Model, UnlikeAct, UnlikeView};
use super::super::theme::Role;
use super::super::words::sentence;
use super::canvas::Canvas;
use super::diff::{Colours, Pane, changed_width, differing, draw_rows};
use super::heading;
use super::line::Line;
use super::numbers::Numbers;
use super::reasons::lines_words;
use super::{patch, sticky};
use crate::patch::{HunkId, LineKind};

/// Rows that are shown around a change: as many as leave room for what the model wrote.
const AROUND: [usize; 3] = [6, 4, 2];

/// The fewest rows of what the model wrote, its heading included.
const LEAST_MODEL: u16 = 4;

pub(super) fn draw(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let Some(view) = &model.unlike else {
        return;
    };
    let question = heading::rows(model, canvas, usize::from(area.width));
    for (y, row) in (area.y..area.bottom()).zip(&question) {
        canvas.line(area.x, y, area.width, row);
    }
    let n_rows = question.len() as u16 + u16::from(area.height >= 26);
    let below = Rect {
        y: area.y + n_rows,
        height: area.height.saturating_sub(n_rows),
        ..area
    };
    let parts = Parts::of(model, view, below);
    let docs = std::iter::once(&view.replaced).chain(&view.inserted);
    let panes = docs.map(|doc| (doc, model.hunk));
    let numbers = Numbers::of(model, panes, Reading::Unified, parts.replaced.width);
    let answers = answers(model, view);
    for (area, (key, words, doc)) in [parts.replaced, parts.inserted].into_iter().zip(answers) {
        let heading = answer_heading(canvas, &key, &words);
        draw_answer(model, canvas, area, &heading, (doc, numbers));
    }
    if parts.model.height > 0 {
        patch::draw(model, canvas, parts.model);
    }
    if parts.replaced.y == parts.inserted.y && parts.inserted.width > 0 {
        let (x, up, down) = (
            parts.inserted.x - 1,
            canvas.symbols.tee_up(),
            canvas.symbols.tee_down(),
        );
        let (y, height) = (parts.replaced.y, parts.replaced.height);
        canvas.vertical(x, y + 1, height.saturating_sub(1));
        canvas.joint(x, y, down);
        if parts.model.height > 0 {
            canvas.joint(x, parts.model.y, up);
        }
    }
}

/// Where the answers and what the model wrote lie, each with its heading.
struct Parts {
    replaced: Rect,
    inserted: Rect,
    model: Rect,
}

impl Parts {
    fn of(model: &Model, view: &UnlikeView, area: Rect) -> Parts {
        let most = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
        let docs = std::iter::once(&view.replaced).chain(&view.inserted);
        let widest = docs
            .map(|doc| changed_width(model, doc, model.hunk))
            .max()
            .unwrap_or(0);
        // Side by side, what changes would be cut.
        let is_cut = widest >= usize::from(area.width / 2);
        let is_beside = area.width >= Layout::TWO_PANES && view.inserted.is_some() && !is_cut;
        let n_model = most(patch::n_lines(model) + 1);
        let wanted = |around: usize| {
            let of = |doc: &Doc| doc.rows_of_hunk(Reading::Unified, model.hunk).len() + around + 1;
            (of(&view.replaced), view.inserted.as_ref().map_or(0, of))
        };
        let fits = |around: &usize| {
            let (one, other) = wanted(*around);
            let both = if is_beside {
                one.max(other)
            } else {
                one + other
            };
            most(both) <= area.height.saturating_sub(n_model)
        };
        let around = AROUND.into_iter().find(fits).unwrap_or(2);
        let (one, other) = wanted(around);
        // What is asked about goes before what the model wrote.
        let room = area.height.saturating_sub(LEAST_MODEL.min(n_model));
        let (replaced, inserted) = if is_beside {
            let height = most(one.max(other)).min(room);
            let row = Rect { height, ..area };
            let (left, right) = parted(row);
            (left, right)
        } else {
            let half = if other > 0 { room / 2 } else { room };
            let upper = most(one).min(half);
            let lower = most(other).min(room.saturating_sub(upper));
            let rect = |y, height| Rect { y, height, ..area };
            (rect(area.y, upper), rect(area.y + upper, lower))
        };
        let y = replaced.bottom().max(inserted.bottom());
        let left = area.bottom().saturating_sub(y);
        Parts {
            replaced,
            inserted,
            model: Rect {
                y,
                height: n_model.min(left),
                ..area
            },
        }
    }
}

/// Returns the answers: the key of each, what it does, and the file as it would be.
pub(super) fn answers<'a>(model: &Model, view: &'a UnlikeView) -> Vec<(String, String, &'a Doc)> {
    let lines = lines_words(&model.unlike_removals());
    let replaced = (
        model.key(Action::Replace),
        match model.unlike_act() {
            UnlikeAct::DeleteFile => "Delete the file".to_string(),
            act @ (UnlikeAct::Replace | UnlikeAct::Remove) => {
                format!("{} {lines}", sentence(act.verb()))
            }
        },
        &view.replaced,
    );
    let inserted = view.inserted.as_ref().map(|doc| {
        let words = match lines_words(&removed(doc, model.hunk)).as_str() {
            "" => match doc.insertion_words(model.hunk) {
                Some(place) => format!("Insert only, {place}"),
                None => "Insert only".to_string(),
            },
            // What the hunk names goes all the same.
            removed => format!("Keep {lines}, remove only {removed}"),
        };
        (model.key(Action::InsertOnly), words, doc)
    });
    std::iter::once(replaced).chain(inserted).collect()
}

/// Returns the lines of the file that a hunk removes, 0-based.
fn removed(doc: &Doc, hunk: HunkId) -> Vec<usize> {
    let rows = doc.rows_of_hunk(Reading::Unified, hunk);
    let rows = doc.rows(Reading::Unified, rows.start, rows.len());
    let cells = rows.iter().filter_map(|row| row.left);
    let own = cells.filter(|cell| cell.by.is_some_and(|by| by.hunk == hunk));
    own.filter(|cell| cell.kind == LineKind::Delete)
        .filter_map(|cell| cell.line_index)
        .collect()
}

fn answer_heading(canvas: &Canvas<'_>, key: &str, words: &str) -> Line {
    Line::new()
        .add(&format!(" {key} "), canvas.style(Role::Answer))
        .add(" ", canvas.style(Role::Text))
        .add(words, canvas.style(Role::Heading))
}

fn draw_answer(
    model: &Model,
    canvas: &mut Canvas<'_>,
    area: Rect,
    heading: &Line,
    (doc, numbers): (&Doc, Numbers),
) {
    if area.height == 0 {
        return;
    }
    canvas.rule(area.x, area.y, area.width, heading);
    let rows = Rect {
        y: area.y + 1,
        height: area.height - 1,
        ..area
    };
    let change = doc.rows_of_hunk(Reading::Unified, model.hunk);
    let height = usize::from(rows.height);
    let above = height.saturating_sub(change.len()) / 2;
    let last = doc.n_rows(Reading::Unified).saturating_sub(height);
    let pane = Pane {
        doc,
        reading: Reading::Unified,
        top: change.start.saturating_sub(above).min(last),
        cursor: None,
        marks: None,
        colours: Colours::OfFile,
        lit: None,
        differing: differing(model, model.place_asked()),
        numbers,
        change,
    };
    draw_rows(model, canvas, rows, &pane);
    sticky::draw(model, canvas, rows, &pane);
}

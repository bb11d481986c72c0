//! Two hunks that change the same lines: the file, each hunk, and the result of the choice on the screen.

use ratatui::layout::Rect;

use super::super::allow;
use super::super::doc::{Doc, Reading};
use super::super::hit::Hit;
use super::super::keymap::{Action, Side};
use super::super::layout::{Layout, parted};
use super::super::model::{Model, OverlapView, Preview, Shown};
use super::super::theme::Role;
use super::canvas::Canvas;
use super::diff::{Colours, Pane, draw_rows};
use super::heading::match_words;
use super::line::Line;
use crate::patch::HunkId;

pub(super) fn draw(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let Some(overlap) = &model.overlap else {
        return;
    };
    let text = canvas.style(Role::Text);
    let [question, rest] = question(model, overlap);
    let question = Line::new()
        .add(&format!(" {question}"), canvas.style(Role::Problem))
        .add(&rest, text);
    canvas.line(area.x, area.y, area.width, &question);
    if let Some(way_out) = overlap.way_out {
        let line = Line::new()
            .add(
                &format!(
                    " No conflict with hunk {} at its place {}, line {}: ",
                    model.session.number(way_out.moved),
                    way_out.index + 1,
                    way_out.span.start + 1
                ),
                text,
            )
            .add(
                &model.key(Action::ShowSide(Side::Apart)),
                canvas.style(Role::Key),
            )
            .add(" preview", text);
        canvas.line(area.x, area.y + 1, area.width, &line);
    }
    let [first, second, result] = parts(model, overlap, area);
    for (nth, (id, part)) in [(overlap.first, first), (overlap.second, second)]
        .into_iter()
        .enumerate()
    {
        let heading = side_heading(model, canvas, nth + 1, id);
        let doc = (&overlap.docs[nth], Reading::Unified);
        draw_part(model, canvas, part, &heading, doc);
        canvas.hit(part, Hit::Place(nth));
    }
    draw_result(model, canvas, result, overlap);
    if first.y == second.y && result.height > 0 {
        let (x, up, down) = (
            second.x - 1,
            canvas.symbols.tee_up(),
            canvas.symbols.tee_down(),
        );
        canvas.vertical(x, first.y + 1, first.height.saturating_sub(1));
        canvas.joint(x, first.y, down);
        canvas.joint(x, result.y, up);
    }
}

/// Returns what is asked of two hunks that conflict: why, and the question.
pub(super) fn question(model: &Model, overlap: &OverlapView) -> [String; 2] {
    let [one, two] = [overlap.first, overlap.second].map(|id| model.session.number(id));
    [
        format!("Hunks {one} and {two} conflict: {}.", overlap.clash),
        " Which one is kept?".to_string(),
    ]
}

/// Returns where two hunks and a result lie, each with its heading: the hunks side by side where there is room.
fn parts(model: &Model, overlap: &OverlapView, area: Rect) -> [Rect; 3] {
    let is_roomy = u16::from(area.height >= 28);
    let top = 1 + way_out_height(overlap) + is_roomy;
    let (y, rest) = (area.y + top, area.height.saturating_sub(top));
    if model.size.0 >= Layout::WIDE {
        let height = rest / 2;
        let (left, right) = parted(Rect { y, height, ..area });
        let result = Rect {
            y: y + height,
            height: rest - height,
            ..area
        };
        return [left, right, result];
    }
    let height = rest / 3;
    let part = |nth: u16| Rect {
        y: y + nth * height,
        height,
        ..area
    };
    let result = Rect {
        height: rest.saturating_sub(2 * height),
        ..part(2)
    };
    [part(0), part(1), result]
}

/// Returns how far the panes can be moved up and down from the lines in conflict.
pub(super) fn bounds(model: &Model, area: Rect) -> (isize, isize) {
    let Some(overlap) = &model.overlap else {
        return (0, 0);
    };
    let [first, second, result] = parts(model, overlap, area);
    let mut panes = vec![
        (&overlap.docs[0], Reading::Unified, first),
        (&overlap.docs[1], Reading::Unified, second),
    ];
    if let Some((_, Preview::Rows(doc))) = &overlap.side {
        panes.push((doc, Reading::Result, result));
    }
    let (mut up, mut down) = (0, 0);
    for (doc, reading, part) in panes {
        let height = usize::from(part.height.saturating_sub(1));
        let top = top_of(doc, reading, overlap, height);
        let last = doc.n_rows(reading).saturating_sub(height).max(top);
        up = up.max(top);
        down = down.max(last - top);
    }
    (-(up as isize), down as isize)
}

/// Returns the first row of a pane that has the lines in conflict in its middle.
fn top_of(doc: &Doc, reading: Reading, overlap: &OverlapView, height: usize) -> usize {
    let rows = doc.rows_of_lines(reading, overlap.clash_at);
    let above = height.saturating_sub(rows.len()).div_ceil(2);
    rows.start.saturating_sub(above)
}

fn way_out_height(overlap: &OverlapView) -> u16 {
    u16::from(overlap.way_out.is_some())
}

fn side_heading(model: &Model, canvas: &Canvas<'_>, side: usize, id: HunkId) -> Line {
    let text = canvas.style(Role::Text);
    let muted = canvas.style(Role::Muted);
    let is_chosen = model
        .overlap
        .as_ref()
        .is_some_and(|overlap| overlap.keeps(id));
    let role = if is_chosen { Role::Answer } else { Role::Key };
    let line = Line::new()
        .add(&format!(" {side} "), canvas.style(role))
        .add(
            &format!(" {}", model.session.name(id)),
            canvas.style(if is_chosen { role } else { Role::Heading }),
        )
        .add(if is_chosen { " " } else { "" }, canvas.style(role));
    let hunk = model.session.plan().hunk(id);
    let line = match &hunk.placement {
        Some(placed) => {
            let line_number = placed.candidate.span.start + 1;
            let fit = match_words(&placed.candidate);
            let dot = canvas.symbols.dot();
            line.add(&format!("  line {line_number} {dot} {fit}"), muted)
        }
        None => line,
    };
    if id == model.hunk {
        line.add("  (this one)", text)
    } else {
        line
    }
}

fn draw_part(
    model: &Model,
    canvas: &mut Canvas<'_>,
    area: Rect,
    heading: &Line,
    (doc, reading): (&Doc, Reading),
) {
    let Some(overlap) = model.overlap.as_ref().filter(|_| area.height > 0) else {
        return;
    };
    canvas.rule(area.x, area.y, area.width, heading);
    let rows = Rect {
        y: area.y + 1,
        height: area.height - 1,
        ..area
    };
    let height = usize::from(rows.height);
    let top = top_of(doc, reading, overlap, height);
    let last = doc.n_rows(reading).saturating_sub(height).max(top);
    let moved = top.saturating_add_signed(model.scrolled.overlap);
    let pane = Pane {
        doc,
        reading,
        top: moved.min(last),
        cursor: None,
        marks: None,
        colours: Colours::OfFile,
        lit: None,
    };
    draw_rows(model, canvas, rows, &pane);
}

fn draw_result(model: &Model, canvas: &mut Canvas<'_>, area: Rect, overlap: &OverlapView) {
    let heading = canvas.style(Role::Heading);
    let Some((side, preview)) = &overlap.side else {
        return;
    };
    let words = Line::new().add(&format!("Result: {}", side_words(*side)), heading);
    let words = match overlap.chosen {
        Shown::Yes => words
            .add("  ", heading)
            .add(&model.key(Action::Take), canvas.style(Role::Key))
            .add(" accepts", canvas.style(Role::Muted)),
        Shown::No => {
            let ways = format!("  press {} to preview", allow::ways(model));
            words.add(&ways, canvas.style(Role::Muted))
        }
    };
    match preview {
        Preview::Impossible => {
            canvas.rule(area.x, area.y, area.width, &words);
            let why = " Not possible: a third hunk overlaps both";
            let line = Line::new().add(why, canvas.style(Role::Problem));
            canvas.line(area.x, area.y + 1, area.width, &line);
        }
        Preview::Rows(doc) => draw_part(model, canvas, area, &words, (doc, Reading::Result)),
    }
}

/// Says which result it is.
pub(super) fn side_words(side: Side) -> &'static str {
    match side {
        Side::First => "1 only",
        Side::Second => "2 only",
        Side::Both => "both, 1 first",
        Side::BothReversed => "both, 2 first",
        Side::Neither => "neither",
        Side::Apart => "both, apart",
    }
}

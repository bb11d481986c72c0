//! Two hunks that change the same lines: the file, each hunk, and the result of the choice on the screen.

use ratatui::layout::Rect;

use super::super::allow;
use super::super::doc::{Doc, Reading};
use super::super::hit::Hit;
use super::super::keymap::{Action, Side};
use super::super::model::{Model, OverlapView, Preview};
use super::super::theme::Role;
use super::canvas::Canvas;
use super::diff::{Colours, Pane, draw_rows};
use super::line::Line;
use crate::patch::HunkId;

pub(super) fn draw(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let Some(overlap) = &model.overlap else {
        return;
    };
    let name = |id: HunkId| model.session.number(id);
    let problem = canvas.style(Role::Problem);
    let text = canvas.style(Role::Text);
    let heading = Line::new()
        .add(
            &format!(
                "hunks {} and {} OVERLAP, conflicting",
                name(overlap.first),
                name(overlap.second)
            ),
            problem,
        )
        .add(": ", text)
        .add(&overlap.clash, text);
    let [first, second, result] = parts(overlap, area);
    canvas.rule(area.x, area.y, area.width, &heading);
    if let Some(way_out) = overlap.way_out {
        let line = Line::new()
            .add(
                &format!(
                    " no overlap if hunk {} goes to its place {}, line {}: ",
                    name(way_out.moved),
                    way_out.index + 1,
                    way_out.span.start + 1
                ),
                text,
            )
            .add(
                &model.key(Action::ShowSide(Side::Apart)),
                canvas.style(Role::Key),
            )
            .add(" shows it", text);
        canvas.line(area.x, area.y + 1, area.width, &line);
    }
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
}

/// Returns where two hunks and a result lie, each with its heading.
fn parts(overlap: &OverlapView, area: Rect) -> [Rect; 3] {
    let top = 1 + way_out_height(overlap);
    let height = area.height.saturating_sub(top) / 3;
    let part = |nth: u16| Rect {
        y: area.y + top + nth * height,
        height,
        ..area
    };
    let result = Rect {
        height: area.height.saturating_sub(top + 2 * height),
        ..part(2)
    };
    [part(0), part(1), result]
}

/// Returns how far the panes can be moved up and down from the lines in conflict.
pub(super) fn bounds(model: &Model, area: Rect) -> (isize, isize) {
    let Some(overlap) = &model.overlap else {
        return (0, 0);
    };
    let [first, second, result] = parts(overlap, area);
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
    let line = Line::new()
        .add(&side.to_string(), canvas.style(Role::Key))
        .add(
            &format!("  {}", model.session.name(id)),
            canvas.style(Role::Heading),
        );
    let hunk = model.session.plan().hunk(id);
    let line = match &hunk.placement {
        Some(placed) => line.add(
            &format!(
                "  line {}, {} {}",
                placed.candidate.span.start + 1,
                placed.candidate.tier.name(),
                placed.candidate.score.percent()
            ),
            canvas.style(Role::Muted),
        ),
        None => line,
    };
    if id == model.hunk {
        line.add("  (under review)", text)
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
    };
    draw_rows(model, canvas, rows, &pane);
}

fn draw_result(model: &Model, canvas: &mut Canvas<'_>, area: Rect, overlap: &OverlapView) {
    let heading = canvas.style(Role::Heading);
    let muted = canvas.style(Role::Muted);
    match &overlap.side {
        None => {
            canvas.rule(
                area.x,
                area.y,
                area.width,
                &Line::new().add("result", heading),
            );
            let line = Line::new()
                .add(" press one of ", muted)
                .add(&allow::ways(model), canvas.style(Role::Key))
                .add(" to see here what would become of the file", muted);
            canvas.line(area.x, area.y + 1, area.width, &line);
        }
        Some((side, Preview::Impossible)) => {
            let words = Line::new()
                .add("result of ", heading)
                .add(side_words(*side), heading);
            canvas.rule(area.x, area.y, area.width, &words);
            let line = Line::new().add(
                " cannot be: a third hunk meets both",
                canvas.style(Role::Problem),
            );
            canvas.line(area.x, area.y + 1, area.width, &line);
        }
        Some((side, Preview::Rows(doc))) => {
            let words = Line::new()
                .add("result of ", heading)
                .add(side_words(*side), heading)
                .add(
                    &format!("  {}", model.key(Action::Take)),
                    canvas.style(Role::Key),
                )
                .add(" takes it", muted);
            draw_part(model, canvas, area, &words, (doc, Reading::Result));
        }
    }
}

fn side_words(side: Side) -> &'static str {
    match side {
        Side::First => "1 only",
        Side::Second => "2 only",
        Side::Both => "both, 1 then 2",
        Side::BothReversed => "both, 2 then 1",
        Side::Neither => "neither",
        Side::Apart => "both, apart",
    }
}

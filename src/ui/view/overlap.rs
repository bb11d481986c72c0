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
    // Two hunks and a result share the rows; each has a heading.
    let parts = area.height.saturating_sub(1 + way_out_height(overlap)) / 3;
    canvas.rule(area.x, area.y, area.width, &heading);
    let mut y = area.y + 1;
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
        canvas.line(area.x, y, area.width, &line);
        y += 1;
    }
    for (nth, (id, doc)) in [overlap.first, overlap.second]
        .iter()
        .zip(&overlap.docs)
        .enumerate()
    {
        let heading = side_heading(model, canvas, nth + 1, *id);
        let part = Rect {
            y,
            height: parts,
            ..area
        };
        draw_part(model, canvas, part, &heading, (doc, Reading::Unified, *id));
        canvas.hit(part, Hit::Place(nth));
        y += parts;
    }
    let part = Rect {
        y,
        height: area.bottom() - y,
        ..area
    };
    draw_result(model, canvas, part, overlap);
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
    (doc, reading, id): (&Doc, Reading, HunkId),
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
    let own = doc.rows_of_hunk(reading, id);
    let spare = usize::from(rows.height).saturating_sub(own.len());
    let pane = Pane {
        doc,
        reading,
        top: own.start.saturating_sub(spare.div_ceil(2)),
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
            let shown = overlap.shown(*side);
            draw_part(model, canvas, area, &words, (doc, Reading::Result, shown));
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

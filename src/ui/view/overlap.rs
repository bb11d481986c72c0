//! Hunks that change the same lines: each of them at its place, and the result of the choice on the screen.

use std::ops::Range;

use ratatui::layout::Rect;

use super::super::allow;
use super::super::doc::{Doc, Origin, Reading, Row};
use super::super::hit::Hit;
use super::super::keymap::{Action, Side};
use super::super::layout::Layout;
use super::super::model::{Model, OverlapView, Preview, Shown, WayOut};
use super::super::theme::Role;
use super::super::words::sentence;
use super::canvas::Canvas;
use super::diff::{Colours, Pane, differing, draw_rows};
use super::heading::{placed_match_words, question_role};
use super::line::Line;
use super::numbers::Numbers;
use crate::patch::HunkId;

/// The fewest rows of a hunk's pane, its heading included, and of the result.
const LEAST_PANE: u16 = 3;
const LEAST_RESULT: u16 = 4;

/// The fewest columns of a hunk's pane beside others.
const NARROWEST: u16 = Layout::TWO_PANES / 2;

pub(super) fn draw(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let Some(overlap) = &model.overlap else {
        return;
    };
    let rows = question_rows(model, canvas, overlap, area.width);
    for (y, row) in (area.y..area.bottom()).zip(&rows) {
        canvas.line(area.x, y, area.width, row);
    }
    if let Some(way_out) = overlap.way_out {
        let found = model.session.found(way_out.moved);
        let place = found.and_then(|found| found.candidates.get(way_out.index));
        let line_index = place.map_or(way_out.span.start, |place| {
            model.session.change_line(way_out.moved, place)
        });
        let line = Line::new()
            .add(
                &format!(
                    " No conflict with hunk {} at its place {}, line {}: ",
                    model.session.number(way_out.moved),
                    way_out.index + 1,
                    line_index + 1
                ),
                canvas.style(Role::Text),
            )
            .add(
                &model.key(Action::ShowSide(Side::Apart)),
                canvas.style(Role::Key),
            )
            .add(" preview", canvas.style(Role::Text));
        let y = area.y + n_question_rows(model, canvas, overlap, area);
        canvas.line(area.x, y, area.width, &line);
    }
    let parts = Parts::of(model, canvas, overlap, area);
    let numbers = parts.numbers(model, overlap);
    for (index, part) in &parts.panes {
        let heading = side_heading(model, canvas, overlap, *index);
        let doc = &overlap.docs[*index];
        let change = doc.rows_of_hunk(Reading::Unified, overlap.hunks[*index]);
        let placed = model
            .session
            .plan()
            .hunk(overlap.hunks[*index])
            .placement
            .as_ref();
        let differing = differing(model, placed.map(|placed| &*placed.candidate));
        draw_part(
            model,
            canvas,
            (*part, heading),
            (doc, Reading::Unified, numbers),
            (change, differing),
        );
        canvas.hit(*part, Hit::Place(*index));
    }
    draw_result(model, canvas, (parts.result, numbers.of_result()), overlap);
    draw_joints(canvas, &parts);
}

/// Joins the lines between panes that lie side by side.
fn draw_joints(canvas: &mut Canvas<'_>, parts: &Parts) {
    let (up, down) = (canvas.symbols.tee_up(), canvas.symbols.tee_down());
    let beside = parts
        .panes
        .windows(2)
        .filter(|pair| pair[0].1.y == pair[1].1.y);
    for pair in beside {
        let (left, right) = (pair[0].1, pair[1].1);
        let x = right.x - 1;
        canvas.vertical(x, left.y + 1, left.height.saturating_sub(1));
        canvas.joint(x, left.y, down);
        if parts.result.height > 0 {
            canvas.joint(x, parts.result.y, up);
        }
    }
}

/// Returns what is asked of hunks that conflict: why, and the question.
pub(super) fn question(model: &Model, overlap: &OverlapView) -> [String; 2] {
    let names = sentence(&model.session.names(&overlap.hunks));
    let more = match overlap.n_more {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    [
        format!("{names}{more} conflict: {}.", overlap.clash),
        match (overlap.ways.contains(&Side::Both), overlap.hunks.len()) {
            (true, 2) => " Keep one, or both?".to_string(),
            (true, _) => " Keep one, or all?".to_string(),
            (false, _) if overlap.apart.iter().all(Vec::is_empty) => {
                " Which one is kept?".to_string()
            }
            (false, _) => " Which ones are kept?".to_string(),
        },
    ]
}

/// Returns the rows of the question: how the hunks conflict is left out before a second row is begun.
fn question_rows(
    model: &Model,
    canvas: &Canvas<'_>,
    overlap: &OverlapView,
    width: u16,
) -> Vec<Line> {
    let room = usize::from(width.saturating_sub(1));
    let [question, rest] = question(model, overlap);
    let short = format!(
        "{} conflict at line {}.",
        sentence(&model.session.names(&overlap.hunks)),
        overlap.clash_at.start + 1
    );
    let line = |question: &str| {
        Line::new()
            .add(&format!(" {question}"), canvas.style(question_role(model)))
            .add(&rest, canvas.style(Role::Text))
    };
    let whole = line(&question);
    if whole.width() <= room || overlap.n_more > 0 {
        return whole.folded(room, 1);
    }
    line(&short).folded(room, 1)
}

fn n_question_rows(model: &Model, canvas: &Canvas<'_>, overlap: &OverlapView, area: Rect) -> u16 {
    question_rows(model, canvas, overlap, area.width).len() as u16
}

/// Where the hunks and the result lie, each with its heading.
struct Parts {
    /// The panes of hunks, by their indexes: all of them where there is room, else those around the one that is looked at.
    panes: Vec<(usize, Rect)>,
    result: Rect,
}

impl Parts {
    /// Returns how the lines of all panes are numbered.
    fn numbers(&self, model: &Model, overlap: &OverlapView) -> Numbers {
        let panes = self.panes.iter();
        let panes = panes.map(|(index, _)| (&overlap.docs[*index], overlap.hunks[*index]));
        let width = self.panes.iter().map(|(_, pane)| pane.width).min();
        Numbers::of(model, panes, Reading::Unified, width.unwrap_or(0))
    }

    /// Lays them out: the hunks side by side where there is room, else one below the other.
    fn of(model: &Model, canvas: &Canvas<'_>, overlap: &OverlapView, area: Rect) -> Parts {
        let is_roomy = u16::from(area.height >= 28);
        let n_rows = n_question_rows(model, canvas, overlap, area);
        let top = n_rows + u16::from(overlap.way_out.is_some()) + is_roomy;
        let (y, rest) = (area.y + top, area.height.saturating_sub(top));
        let n = overlap.hunks.len();
        let is_wide = model.size.0 >= Layout::WIDE;
        let n_shown = if is_wide {
            n.min(usize::from(area.width / NARROWEST)).max(1)
        } else {
            n.min(usize::from(rest.saturating_sub(LEAST_RESULT) / LEAST_PANE))
                .max(1)
        };
        let looked_at = match overlap.side {
            Some((Side::Only(index), _)) => index,
            Some(_) | None => 0,
        };
        let first = (looked_at + 1).saturating_sub(n_shown).min(n - n_shown);
        let whole = Rect {
            y,
            height: rest,
            ..area
        };
        let (rects, result) = if is_wide {
            beside(whole, n_shown)
        } else {
            stacked(whole, overlap, first..first + n_shown)
        };
        Parts {
            panes: (first..).zip(rects).collect(),
            result,
        }
    }
}

/// Returns `n` panes side by side over a result.
fn beside(area: Rect, n: usize) -> (Vec<Rect>, Rect) {
    let height = area.height / 2;
    let width = area.width / n as u16;
    let pane = |nth: u16| {
        let is_last = usize::from(nth) + 1 == n;
        Rect {
            x: area.x + nth * width,
            // Between two is a line.
            width: if is_last {
                area.width - nth * width
            } else {
                width - 1
            },
            height,
            ..area
        }
    };
    let result = Rect {
        y: area.y + height,
        height: area.height - height,
        ..area
    };
    ((0..n as u16).map(pane).collect(), result)
}

/// Returns panes over each other and over a result: two take a third each; of more, each takes what its change needs.
fn stacked(area: Rect, overlap: &OverlapView, shown: Range<usize>) -> (Vec<Rect>, Rect) {
    let n = shown.len() as u16;
    let share = match overlap.hunks.len() {
        2 => area.height / 3,
        _ => (area.height.saturating_sub(area.height / 3) / n).max(LEAST_PANE.min(area.height)),
    };
    let heights = shown.map(|index| {
        let doc = &overlap.docs[index];
        let change = doc
            .rows_of_hunk(Reading::Unified, overlap.hunks[index])
            .len();
        // A heading, the change, and a line around it.
        let wanted = u16::try_from(change + 3).unwrap_or(u16::MAX);
        if overlap.hunks.len() == 2 {
            share
        } else {
            share.min(wanted.max(LEAST_PANE))
        }
    });
    let mut y = area.y;
    let panes: Vec<Rect> = heights
        .map(|height| {
            let height = height.min(area.bottom().saturating_sub(y));
            let pane = Rect { y, height, ..area };
            y += height;
            pane
        })
        .collect();
    let result = Rect {
        y,
        height: area.bottom().saturating_sub(y),
        ..area
    };
    (panes, result)
}

/// Returns how far the panes can be moved up and down from the lines in conflict.
pub(super) fn bounds(model: &Model, area: Rect) -> (isize, isize) {
    let Some(overlap) = &model.overlap else {
        return (0, 0);
    };
    let mut buffer = ratatui::buffer::Buffer::default();
    let canvas = Canvas::new(model, &mut buffer);
    let parts = Parts::of(model, &canvas, overlap, area);
    let panes = parts.panes.iter();
    let mut panes: Vec<_> = panes
        .map(|(index, part)| {
            let doc = &overlap.docs[*index];
            let change = doc.rows_of_hunk(Reading::Unified, overlap.hunks[*index]);
            (doc, Reading::Unified, change, *part)
        })
        .collect();
    if let Some((side, Preview::Rows(doc))) = &overlap.side {
        for (_, change, part) in result_parts(overlap, *side, doc, parts.result) {
            panes.push((doc, Reading::Result, change, part));
        }
    }
    let (mut up, mut down) = (0, 0);
    for (doc, reading, change, part) in panes {
        let height = usize::from(part.height.saturating_sub(1));
        let top = top_of((doc, reading), overlap, &change, height);
        let last = doc.n_rows(reading).saturating_sub(height).max(top);
        up = up.max(top);
        down = down.max(last - top);
    }
    (-(up as isize), down as isize)
}

/// Returns the first row of a pane that has the lines in conflict in its middle; where not all of the change fits, what comes
/// in their place. A hunk that leaves those lines alone is in conflict by its other ones.
fn top_of(
    (doc, reading): (&Doc, Reading),
    overlap: &OverlapView,
    change: &Range<usize>,
    height: usize,
) -> usize {
    let at_clash = doc.rows_of_lines(reading, overlap.clash_at);
    let touches = at_clash.start < change.end && change.start < at_clash.end;
    let rows = match touches || change.is_empty() {
        true => at_clash,
        false => change.clone(),
    };
    if rows.len() <= height {
        let above = (height - rows.len()).div_ceil(2);
        return rows.start.saturating_sub(above);
    }
    // In so few rows, show where the change begins; the result shows the new lines.
    if height < LEAST_PANE.into() {
        return rows.start;
    }
    let at = row_instead((doc, reading), overlap, &rows).unwrap_or(rows.start);
    at.saturating_sub(height / 2)
        .clamp(rows.start, rows.end - height)
}

/// Returns what the result on the screen is called: until one was asked for, it is only an example.
pub(super) fn result_words(overlap: &OverlapView) -> &'static str {
    match overlap.chosen {
        Shown::Yes => "Result",
        Shown::No => "Example result",
    }
}

/// Returns which of the rows is the line that comes in the place of the first in conflict.
fn row_instead(
    (doc, reading): (&Doc, Reading),
    overlap: &OverlapView,
    rows: &Range<usize>,
) -> Option<usize> {
    let cells = doc.rows(reading, rows.start, rows.len());
    let is_new = |row: &Row<'_>| {
        row.left
            .is_some_and(|cell| matches!(cell.origin, Origin::New(_)))
    };
    let first = cells.iter().position(is_new)?;
    let n_new = cells[first..].iter().filter(|row| is_new(row)).count();
    let old = cells[..first].iter().filter_map(|row| row.left);
    let is_above = |at| at < overlap.clash_at.start;
    let n_above = old.filter(|cell| cell.line_index.is_some_and(is_above));
    Some(rows.start + first + n_above.count().min(n_new - 1))
}

fn side_heading(model: &Model, canvas: &Canvas<'_>, overlap: &OverlapView, index: usize) -> Line {
    let text = canvas.style(Role::Text);
    let muted = canvas.style(Role::Muted);
    let id = overlap.hunks[index];
    let is_chosen = overlap.keeps(id);
    let role = if is_chosen { Role::Answer } else { Role::Key };
    let line = Line::new()
        .add(&format!(" {} ", index + 1), canvas.style(role))
        .add(
            &format!(" {}", model.session.name(id)),
            canvas.style(if is_chosen { role } else { Role::Heading }),
        )
        .add(if is_chosen { " " } else { "" }, canvas.style(role));
    let hunk = model.session.plan().hunk(id);
    let line = match &hunk.placement {
        Some(placed) => {
            let line_index = model.session.change_line(id, &placed.candidate);
            let fit = placed_match_words(model, id, placed);
            let dot = canvas.symbols.dot();
            line.add(&format!("  line {} {dot} {fit}", line_index + 1), muted)
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
    (area, heading): (Rect, Line),
    (doc, reading, numbers): (&Doc, Reading, Numbers),
    (change, differing): (Range<usize>, Vec<usize>),
) {
    let Some(overlap) = model.overlap.as_ref().filter(|_| area.height > 0) else {
        return;
    };
    let rows = Rect {
        y: area.y + 1,
        height: area.height - 1,
        ..area
    };
    let height = usize::from(rows.height);
    let top = top_of((doc, reading), overlap, &change, height);
    let last = doc.n_rows(reading).saturating_sub(height).max(top);
    let top = top.saturating_add_signed(model.scrolled.overlap).min(last);
    // Opened on the lines in conflict, a pane may begin amid its change.
    let heading = match top.min(change.end).saturating_sub(change.start) {
        0 => heading,
        n_above => heading.add(
            &format!("  {n_above} more above"),
            canvas.style(Role::Muted),
        ),
    };
    canvas.rule(area.x, area.y, area.width, &heading);
    let pane = Pane {
        change,
        doc,
        reading,
        top,
        cursor: None,
        marks: None,
        colours: Colours::OfFile,
        lit: None,
        differing,
        numbers,
    };
    draw_rows(model, canvas, rows, &pane);
}

fn draw_result(
    model: &Model,
    canvas: &mut Canvas<'_>,
    (area, numbers): (Rect, Numbers),
    overlap: &OverlapView,
) {
    let heading = canvas.style(Role::Heading);
    let Some((side, preview)) = &overlap.side else {
        return;
    };
    let what = result_words(overlap);
    let result = format!("{what}: {}", side_words(*side, overlap));
    let words = Line::new()
        .add(&result, heading)
        .add(&next_words(*side, overlap), heading);
    let words = match overlap.chosen {
        Shown::Yes => {
            // What is in the way is said before Enter is.
            let (action, does) = match model.hiding_here() {
                Some(_) => (Action::ConfirmHidden, " allows its hidden text first"),
                None => (Action::Take, " accepts"),
            };
            words
                .add("  ", heading)
                .add(&model.key(action), canvas.style(Role::Key))
                .add(does, canvas.style(Role::Muted))
        }
        Shown::No => {
            let ways = format!("  press {} to preview", allow::ways(model));
            words.add(&ways, canvas.style(Role::Muted))
        }
    };
    match preview {
        Preview::Impossible => {
            canvas.rule(area.x, area.y, area.width, &words);
            let why = " Not possible: another hunk is in the way";
            let line = Line::new().add(why, canvas.style(Role::Problem));
            canvas.line(area.x, area.y + 1, area.width, &line);
        }
        Preview::Rows(doc) => {
            let parts = result_parts(overlap, *side, doc, area);
            for (nth, (hunk, change, part)) in parts.into_iter().enumerate() {
                let heading = match hunk.filter(|_| nth > 0) {
                    Some(hunk) => part_heading(model, canvas, overlap, hunk),
                    None => words.clone(),
                };
                // What would be written has no lines to compare.
                draw_part(
                    model,
                    canvas,
                    (part, heading),
                    (doc, Reading::Result, numbers),
                    (change, Vec::new()),
                );
            }
        }
    }
}

/// Returns the rows of a result that are shown, and where: those in conflict; of hunks that are kept apart, what each one does, from the
/// top of the file.
pub(super) fn result_parts(
    overlap: &OverlapView,
    side: Side,
    doc: &Doc,
    area: Rect,
) -> Vec<(Option<HunkId>, Range<usize>, Rect)> {
    let reading = Reading::Result;
    if side != Side::Apart {
        let rows = doc.rows_of_lines(reading, overlap.clash_at);
        return vec![(None, rows, area)];
    }
    let rows = |hunk: &HunkId| (Some(*hunk), doc.rows_of_hunk(reading, *hunk));
    let mut parts: Vec<_> = overlap.hunks.iter().map(rows).collect();
    parts.sort_by_key(|(_, rows)| rows.start);
    let (n, mut y) = (parts.len() as u16, area.y);
    let below = (0..n).rev();
    let placed = parts.into_iter().zip(below).map(|((hunk, rows), n_below)| {
        let height = (area.bottom() - y).div_ceil(n_below + 1);
        let part = Rect { y, height, ..area };
        y += height;
        (hunk, rows, part)
    });
    placed.collect()
}

/// Names a hunk that is kept apart from the other, and its line.
fn part_heading(model: &Model, canvas: &Canvas<'_>, overlap: &OverlapView, hunk: HunkId) -> Line {
    let moved = overlap.way_out.filter(|way_out| way_out.moved == hunk);
    let placed = model.session.plan().hunk(hunk).placement.as_ref();
    let place = match moved {
        Some(way_out) => {
            let found = model.session.found(hunk);
            found.and_then(|found| found.candidates.get(way_out.index))
        }
        None => placed.map(|placed| &*placed.candidate),
    };
    let at = place.map_or(String::new(), |place| {
        format!(", line {}", model.session.change_line(hunk, place) + 1)
    });
    let name = model.session.name(hunk);
    Line::new().add(&format!("{name}{at}"), canvas.style(Role::Heading))
}

/// Says which hunks a result leaves to be asked about; nothing where it decides on all.
pub(super) fn next_words(side: Side, overlap: &OverlapView) -> String {
    let is_next = |id: &HunkId| overlap.left_open(side).any(|next| next == *id);
    let hunks = overlap.hunks.iter().enumerate();
    let next = hunks.filter(|(_, id)| is_next(id));
    let next: Vec<String> = next.map(|(index, _)| (index + 1).to_string()).collect();
    match next.is_empty() {
        true => String::new(),
        false => format!("; next: {}", next.join(" and ")),
    }
}

/// Says which result it is.
pub(super) fn side_words(side: Side, overlap: &OverlapView) -> String {
    let n_sides = overlap.hunks.len();
    match side {
        // Those that it has no conflict with are not decided on.
        Side::Only(index) if !overlap.apart[index].is_empty() => {
            let goes = |other: &usize| *other != index && !overlap.apart[index].contains(other);
            let gone = (0..n_sides).filter(goes);
            let gone: Vec<String> = gone.map(|other| (other + 1).to_string()).collect();
            format!("{} without {}", index + 1, gone.join(" and "))
        }
        Side::Only(index) => format!("{} only", index + 1),
        Side::Both if n_sides == 2 => "both, 1 first".to_string(),
        Side::BothReversed if n_sides == 2 => "both, 2 first".to_string(),
        Side::Neither if n_sides == 2 => "neither".to_string(),
        Side::Both => "all, 1 first".to_string(),
        Side::BothReversed => format!("all, {n_sides} first"),
        Side::Neither => "none".to_string(),
        Side::Apart => match overlap.way_out {
            Some(WayOut { moved, index, .. }) => {
                let nth = overlap.hunks.iter().position(|id| *id == moved);
                format!(
                    "both, {} at its place {}",
                    nth.map_or(1, |nth| nth + 1),
                    index + 1
                )
            }
            None => "both, apart".to_string(),
        },
    }
}

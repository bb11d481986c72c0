//! The review as lines to be read from the top: the question first, the lines it is about, and the answers. No panes, no columns:
//! for screen readers and logs.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::doc::{Cell, Doc, Origin, Reading, Row, Source};
use super::super::key;
use super::super::keymap::{self, Action, Context};
use super::super::layout::{Layout, Panes};
use super::super::model::{LinesView, Mode, Model, Preview, Purpose};
use super::canvas::Canvas;
use super::heading;
use super::line::Line;
use super::patch::path_of;
use super::rows::{Rows, Want};
use super::{above, apply, footer, page, patch, places, reasons, title, unlike, written};
use crate::matcher::Candidate;
use crate::patch::{HunkId, LineKind};

/// How many lines above and below a change are told.
const AROUND: usize = 3;

/// Returns what the screen asks or shows, a line each, then the answers that do something now.
pub(in crate::ui) fn told(model: &Model) -> Vec<String> {
    let mut buffer = Buffer::default();
    let canvas = Canvas::new(model, &mut buffer);
    let mut lines = match &model.mode {
        Mode::Review | Mode::Lines(_) => question(model, &canvas),
        Mode::Place(_) if model.context() == Context::Unlike => question(model, &canvas),
        Mode::Apply(view) => {
            let rows = apply::rows(model, view);
            let heading = text(&apply::heading(&canvas, view));
            std::iter::once(heading).chain(page_texts(&rows)).collect()
        }
        Mode::Written(view) => page_texts(&written::rows(model, view)),
        Mode::Page(shown, ..) => page_texts(&page::rows(model, *shown)),
        Mode::Place(_)
        | Mode::Target(_)
        | Mode::Comments(_)
        | Mode::Palette(_)
        | Mode::Help(_)
        | Mode::Input(..)
        | Mode::Start(_) => drawn(model),
    };
    lines.retain(|line| !line.is_empty());
    let told = footer::told(model);
    let mut answers = String::new();
    for (nth, answer) in told.iter().enumerate() {
        // A key without words is one of several for the answer that follows.
        let before = nth.checked_sub(1).map(|before| &told[before]);
        answers += match before {
            None => "",
            Some(before) if !before.contains(' ') => ", ",
            Some(_) => "; ",
        };
        answers += answer;
    }
    lines.push(format!("Answers: {answers}"));
    lines.extend(typed_words(model));
    lines
}

/// Says how a text is given, and how it is left, where one is asked for.
fn typed_words(model: &Model) -> Option<String> {
    let what = match &model.mode {
        Mode::Input(Purpose::Comment, ..) => "A line of text is saved as the comment",
        Mode::Input(Purpose::Search | Purpose::FindLine, ..) => "A line of text is what is found",
        Mode::Input(Purpose::GoToLine, ..) => "A number is the line to go to",
        Mode::Target(_) => "A line of text chooses the file that fits it best",
        Mode::Palette(_) => "A line of text runs the command that fits it best",
        Mode::Help(_) => "A line of text runs the key that fits it best",
        Mode::Start(_) => "A line of text is the name of the file to open",
        Mode::Review
        | Mode::Lines(_)
        | Mode::Place(_)
        | Mode::Apply(_)
        | Mode::Comments(_)
        | Mode::Page(..)
        | Mode::Written(_) => return None,
    };
    let back = keymap::of_context(model.context()).find(|row| row.action == Action::Back);
    let back = back.and_then(|row| model.keys.of(row).first().copied());
    let back = back.map(|key| format!("; {} alone goes back", key::shown(key)));
    Some(format!("{what}{}.", back.unwrap_or_default()))
}

/// Tells a hunk: what is asked, then its lines where it may go, then what is worth knowing.
fn question(model: &Model, canvas: &Canvas<'_>) -> Vec<String> {
    let path = path_of(model, model.hunk.file);
    let tally = model.tally();
    let need = text(&title::need(model, canvas));
    // That all are decided is not said twice.
    let progress = match (tally.n_need, tally.n_open) {
        (0, 0) if model.session.unread().next().is_none() => need,
        _ => format!("{}, {need}", title::progress(model, true)),
    };
    let mut lines = vec![format!("{path}. {progress}.")];
    if let (Context::Unlike, Some(view)) = (model.context(), &model.unlike) {
        lines.push(text(&heading::heading(model, canvas)));
        for (key, words, doc) in unlike::answers(model, view) {
            lines.push(format!("{key}: {words}"));
            lines.extend(changed(doc, model.hunk, Reading::Unified));
        }
        lines.extend(as_written(model, canvas));
        return lines;
    }
    if model.overlap.is_some() {
        lines.extend(overlap(model));
    } else {
        lines.push(text(&heading::heading(model, canvas)));
        lines.extend(texts(&above::comment(model, u16::MAX)));
        lines.extend(wanted(model, canvas));
    }
    lines.extend(texts(&reasons::reasons(model, canvas)));
    lines
}

/// Tells two hunks that change the same lines, and the result on the screen.
fn overlap(model: &Model) -> Vec<String> {
    let Some(overlap) = &model.overlap else {
        return Vec::new();
    };
    let mut lines = vec![super::overlap::question(model, overlap).concat()];
    for (nth, id) in overlap.hunks.iter().enumerate() {
        lines.push(format!("Choice {}: {}", nth + 1, model.session.name(*id)));
        lines.extend(changed(&overlap.docs[nth], *id, Reading::Unified));
    }
    if let Some((side, Preview::Rows(doc))) = &overlap.side {
        let parts = super::overlap::result_parts(overlap, *side, doc, Rect::default());
        let words = super::overlap::side_words(*side, overlap);
        let next = super::overlap::next_words(*side, overlap);
        let what = super::overlap::result_words(overlap);
        lines.push(format!("{what}: {words}{next}"));
        for (_, rows, _) in parts {
            lines.extend(around(doc, Reading::Result, rows, None));
        }
    }
    lines
}

/// Tells the lines of a hunk at each place that it may mean, or as the model wrote them.
fn wanted(model: &Model, canvas: &Canvas<'_>) -> Vec<String> {
    if let Mode::Lines(view) = &model.mode {
        return to_choose(model, view);
    }
    let places = places::listed(model, Panes::Headed);
    if places.is_empty() {
        return match model.doc.source {
            // In no file, its lines have no numbers.
            Source::Patch => as_written(model, canvas),
            Source::File => changed(&model.doc, model.hunk, model.reading()),
        };
    }
    let mut lines = match model.n_tied() {
        0 => as_written(model, canvas),
        _ => Vec::new(),
    };
    for (nth, place) in places.iter().enumerate() {
        lines.push(format!("Place {}: {}", nth + 1, place_words(model, place)));
        if nth < 2 || model.shown_place() == Some(nth) {
            let doc = Doc::new(&model.session, model.hunk, Some(place));
            lines.extend(changed(&doc, model.hunk, Reading::Unified));
        }
    }
    lines
}

/// Tells the lines to choose from and whether each is marked, then the one that the keys are about: where only that moves, only
/// that is told anew.
fn to_choose(model: &Model, view: &LinesView) -> Vec<String> {
    let reading = Reading::Unified;
    let line = |(index, row): (usize, Row<'_>)| {
        let cell = model.as_chosen(index, row).left?;
        let mark = match view.rows.get(&index) {
            None => "",
            Some(line) if view.chosen.contains(line) => "marked",
            Some(_) => "not marked",
        };
        Some(format!("{mark:<11}{}", row_words(&cell, Some(model.hunk))))
    };
    let of_hunk = model.doc.rows_of_hunk(reading, model.hunk);
    let from = of_hunk.start.saturating_sub(AROUND);
    let rows = model.doc.rows(reading, from, of_hunk.end + AROUND - from);
    let cursor = model.doc.rows(reading, model.view.cursor, 1);
    let cursor = cursor.first().map(|row| (model.view.cursor, *row));
    let cursor = cursor.and_then(line);
    let cursor = cursor.map(|line| format!("Cursor: {}", line.trim_start()));
    (from..).zip(rows).filter_map(line).chain(cursor).collect()
}

/// Tells the lines of the hunk as the model wrote them.
fn as_written(model: &Model, canvas: &Canvas<'_>) -> Vec<String> {
    let lines = patch::lines(model, canvas, 0);
    let heading = std::iter::once(format!("{}:", patch::title(model)));
    heading.chain(lines.iter().map(raw)).collect()
}

fn place_words(model: &Model, place: &Candidate) -> String {
    let words = [
        places::at_words(model, place),
        places::heading_words(model, place),
        match place.landmark() {
            _ if places::is_changed(model, place) => heading::CHOSEN.to_string(),
            Some(landmark) => landmark.words().to_string(),
            None => heading::match_words(place),
        },
        places::lines_words(place),
    ];
    let said = words.into_iter().filter(|words| !words.is_empty());
    said.collect::<Vec<_>>().join(", ")
}

/// Tells the rows of a hunk's changes, with some around them.
fn changed(doc: &Doc, id: HunkId, reading: Reading) -> Vec<String> {
    // In two columns each line would be told twice.
    let reading = match reading {
        Reading::Split => Reading::Unified,
        Reading::Unified | Reading::Result => reading,
    };
    around(doc, reading, doc.rows_of_hunk(reading, id), Some(id))
}

/// Tells rows and some around them; of what another hunk than `own` changes it says so.
fn around(doc: &Doc, reading: Reading, rows: Range<usize>, own: Option<HunkId>) -> Vec<String> {
    let from = rows.start.saturating_sub(AROUND);
    let rows = doc.rows(reading, from, rows.end + AROUND - from);
    let cells = rows.iter().filter_map(|row| row.left);
    cells.map(|cell| row_words(&cell, own)).collect()
}

/// Returns whether what was told is a line of a file.
pub(in crate::ui) fn is_row(line: &str) -> bool {
    let words = ["add ", "remove ", "       ", "other hunk: "];
    words.iter().any(|word| line.starts_with(word))
}

/// Says of a line whether it goes or comes, its number, and its text.
fn row_words(cell: &Cell<'_>, own: Option<HunkId>) -> String {
    let kind = match cell.origin {
        Origin::New(_) if cell.kind == LineKind::Context => LineKind::Insert,
        Origin::New(_) | Origin::Old(_) => cell.kind,
    };
    let is_others = own.is_some() && cell.by.is_some_and(|by| Some(by.hunk) != own);
    let whose = if is_others { "other hunk: " } else { "" };
    let number = cell.line_index.map(|at| at + 1);
    format!("{whose}{}", line_words(kind, number, cell.body))
}

/// Says whether a line goes or comes, its number, and its text.
pub(super) fn line_words(kind: LineKind, number: Option<usize>, body: &[u8]) -> String {
    let word = match kind {
        LineKind::Context => "",
        LineKind::Delete => "remove",
        LineKind::Insert => "add",
    };
    let line = Line::new().add_bytes(body, ratatui::style::Style::new());
    let number = number.map_or(String::new(), |number| number.to_string());
    format!("{word:<6} {number:>4}: {}", raw(&line))
}

/// Returns what the screen shows below its title, without its blank rows and its lines.
fn drawn(model: &Model) -> Vec<String> {
    let (width, height) = model.size;
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    super::draw(model, &mut buffer);
    let body = Layout::of(model).body();
    let row = |y| {
        (0..width)
            .map(|x| buffer[(x, y)].symbol())
            .collect::<String>()
    };
    let rows = (body.y..body.bottom() + 1).map(row);
    rows.map(|row| row.trim_end().trim_end_matches('-').trim_end().to_string())
        .collect()
}

/// Returns the rows of a page as they are told: a line of a file as everywhere, and of all others the words.
fn page_texts(rows: &Rows<'_>) -> Vec<String> {
    let told = rows.made(0, rows.len(), Want::Told);
    let words = |line: &Line| match is_row(&raw(line)) {
        true => raw(line),
        false => text(line),
    };
    told.iter().map(words).collect()
}

fn texts(lines: &[Line]) -> Vec<String> {
    lines.iter().map(text).collect()
}

fn text(line: &Line) -> String {
    raw(line).trim_start().to_string()
}

/// Returns the text of a line with its indentation.
fn raw(line: &Line) -> String {
    let parts = line.parts().iter().map(|(text, _)| text.as_str());
    parts.collect::<String>().trim_end().to_string()
}

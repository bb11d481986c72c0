//! What would be written, before anything is: what to check, the files, what stays out, and the full diff.

pub(in crate::ui) mod left_out;

use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::super::keymap::{Action, Goal};
use super::super::model::{ApplyView, Checked, Extent, Model};
use super::super::survey::Survey;
use super::super::theme::Role;
use super::canvas::Canvas;
use super::drift::Look;
use super::heading::match_words;
use super::line::{Line, cut_front};
use super::patch::path_of;
use super::rows::Rows;
use crate::matcher::Candidate;
use crate::patch::{FileOp, Given, HunkId};
use crate::plan::{By, FileChange};
use crate::text::Content;
use crate::text::display::display_line;
use crate::text::words::counted;

/// The least columns of a path that is cut.
const LEAST_PATH: usize = 12;

pub(super) fn draw(model: &Model, view: &ApplyView, canvas: &mut Canvas<'_>, area: Rect) {
    let text = canvas.style(Role::Text);
    let (come, go) = totals(&view.survey);
    let heading = match view.checked {
        Checked::Changed => Line::new()
            .add("Not ready", canvas.style(Role::Problem))
            .add(", nothing written", text),
        Checked::Reading | Checked::Same => Line::new()
            .add("Ready to write: ", canvas.style(Role::Heading))
            .add(&counted(view.survey.changes.changes().len(), "file"), text)
            .add(", ", text)
            .add(&format!("+{come}"), canvas.style(Role::Accepted))
            .add(&format!(" -{go}"), canvas.style(Role::Rejected)),
    };
    canvas.scroll(area, &heading, &rows(model, view), &view.scroll);
}

/// Counts the lines that come and go in all files.
pub(super) fn totals(survey: &Survey) -> (usize, usize) {
    let extents = survey.extents.iter();
    extents.fold((0, 0), |(come, go), of| (come + of.n_come, go + of.n_go))
}

/// Returns all rows of the screen: what to check, what is written, what stays out, and the full diff.
pub(super) fn rows<'a>(model: &'a Model, view: &'a ApplyView) -> Rows<'a> {
    let theme = &model.theme;
    let room = usize::from(model.size.0);
    let folded = |lines: Vec<Line>| -> Vec<Line> {
        lines.iter().flat_map(|line| line.folded(room, 4)).collect()
    };
    let heading = |words: &str, role| vec![Line::new().add(words, theme.style(role))];
    let blank = || vec![Line::new()];
    let mut rows = Rows::default();
    let look = &view.survey.look_again;
    let asked = asked(model, view);
    if !look.is_empty() || !asked.is_empty() {
        rows = rows
            .lines(heading(" Check before writing:", Role::Problem))
            .many(look.len(), |at, _| {
                look_again_line(model, &view.survey, (at + 1, look[at]))
            })
            .lines(folded(asked))
            .lines(blank());
    }
    let changes = view.survey.changes.changes();
    let columns = columns(model, &view.survey);
    rows = rows
        .lines(heading(" Will be written:", Role::Heading))
        .many(changes.len(), move |at, _| {
            change_line(model, &changes[at], &view.survey.extents[at], columns)
        })
        .lines(blank());
    rows = left_out::add_rows(rows, model, &view.left_out);
    rows = rows.lines(folded(said_of_all(model, view))).lines(blank());
    let diffs = view.survey.diffs.iter().enumerate();
    let look = Look::of(model);
    diffs.fold(rows, |rows, (nth, file)| {
        super::drift::changes(rows, file, model.survey_colours.get(nth), look)
    })
}

/// Says what else there is to check: undecided hunks, parts that were not read, files with other names.
fn asked(model: &Model, view: &ApplyView) -> Vec<Line> {
    let theme = &model.theme;
    let (problem, key, text) = (
        theme.style(Role::Problem),
        theme.style(Role::Key),
        theme.style(Role::Text),
    );
    let mut lines = Vec::new();
    let (back, tab) = (
        model.key(Action::Back),
        model.key(Action::Go(Goal::NextProblem)),
    );
    let go_there = |line: Line| line.add(&back, key).add(", then ", text).add(&tab, key);
    let tally = model.tally();
    if tally.n_need > 0 {
        let need = if tally.n_need == 1 { "needs" } else { "need" };
        let words = format!(
            "    {} {need} you and won't be written: ",
            counted(tally.n_need, "hunk")
        );
        lines.push(go_there(Line::new().add(&words, problem)));
    }
    if tally.n_open > 0 {
        let are = if tally.n_open == 1 { "is" } else { "are" };
        let words = format!(
            "    {} {are} undecided and won't be written: ",
            counted(tally.n_open, "hunk")
        );
        let line = Line::new().add(&words, problem);
        lines.push(match tally.n_clear {
            0 => go_there(line),
            n => line
                .add(&model.key(Action::AcceptClear), key)
                .add(&format!(" accepts {n} exact, "), text)
                .add(&back, key)
                .add(" goes back", text),
        });
    }
    let n_unread = model.session.unread().count();
    if n_unread > 0 {
        let words = format!("    {} of the reply not read: ", counted(n_unread, "part"));
        lines.push(
            Line::new()
                .add(&words, problem)
                .add(&model.key(Action::Notes), key)
                .add(" in the review", text),
        );
    }
    for path in &view.linked {
        lines.push(
            Line::new()
                .add("    ", text)
                .add_bytes(path.as_bytes(), problem)
                .add(
                    " has other names on this disk (hard links), which keep the old content",
                    problem,
                ),
        );
    }
    if !view.linked.is_empty() {
        lines.push(
            Line::new()
                .add("    Nothing written: ", text)
                .add(&model.key(Action::Write), key)
                .add(" again writes", text),
        );
    }
    lines
}

/// Says what is true of all files: whether they are as they were, and what keeps them.
fn said_of_all(model: &Model, view: &ApplyView) -> Vec<Line> {
    let theme = &model.theme;
    let text = theme.style(Role::Text);
    let muted = theme.style(Role::Muted);
    let checked = match view.checked {
        Checked::Reading => Line::new().add(" reading the files again\u{2026}", muted),
        Checked::Same => Line::new()
            .add(" ok", theme.style(Role::Accepted))
            .add("  files unchanged since matching", text),
        Checked::Changed => Line::new().add(
            &format!(
                " Can't write: file changed on disk. {} first",
                model.key(Action::Rematch)
            ),
            theme.style(Role::Problem),
        ),
    };
    let undo = model.key(Action::UndoApply);
    let kept = Line::new()
        .add(" All or nothing. Backup in ", muted)
        .add(&model.kept_in, text)
        .add(&format!(", {undo} undoes"), muted);
    vec![checked, kept]
}

/// How wide the columns of the files are, by what they hold.
#[derive(Debug, Clone, Copy)]
pub(super) struct Columns {
    path: usize,
    hunks: usize,
    come: usize,
    go: usize,
}

/// Measures the columns of all files: none is cut but the path, and that only where there is no room.
pub(super) fn columns(model: &Model, survey: &Survey) -> Columns {
    // As many as a screen can hold.
    const MOST: usize = 200;
    let extents = survey.extents.iter().take(MOST);
    let widest = |of: &dyn Fn(&Extent) -> String| extents.clone().map(|it| of(it).len()).max();
    let (hunks, come, go) = (
        widest(&hunks_words).unwrap_or(0),
        widest(&|it| format!("+{}", it.n_come)).unwrap_or(0),
        widest(&|it| format!("-{}", it.n_go)).unwrap_or(0),
    );
    let changes = survey.changes.changes().iter().zip(extents.clone());
    let paths = changes.map(|(change, extent)| {
        let path = display_line(change.path().as_bytes());
        path.width() + act_of(model, change, extent).width()
    });
    let room = usize::from(model.size.0).saturating_sub(hunks + come + go + 10);
    Columns {
        path: paths.max().unwrap_or(0).min(room),
        hunks,
        come,
        go,
    }
}

fn hunks_words(extent: &Extent) -> String {
    let hunks = counted(extent.n_hunks, "hunk");
    let written = format!("{} of {hunks}", extent.n_written);
    match extent.n_in_part {
        0 => written,
        n if n == extent.n_written => format!("{written}, in part"),
        n => format!("{written}, {n} in part"),
    }
}

/// Says what becomes of a file as a whole.
fn act_of(model: &Model, change: &FileChange, extent: &Extent) -> Line {
    let theme = &model.theme;
    let text = theme.style(Role::Text);
    let act = match change {
        FileChange::Modify { .. } if extent.is_replaced => {
            Line::new().add("  replaces the whole file", theme.style(Role::Problem))
        }
        FileChange::Modify { .. } | FileChange::Mode { .. } => Line::new(),
        FileChange::Create { .. } => Line::new().add("  new file", text),
        FileChange::Delete { .. } => {
            Line::new().add("  deletes the file", theme.style(Role::Problem))
        }
        FileChange::Rename { to, .. } => Line::new()
            .add("  renames to ", text)
            .add_bytes(to.as_bytes(), text),
        FileChange::Copy { to, .. } => Line::new()
            .add("  copies to ", text)
            .add_bytes(to.as_bytes(), text),
    };
    match change.mode_words() {
        Some(mode) => act.add(&format!("  {mode}"), text),
        None => act,
    }
}

/// Draws a file that is written: its path, what becomes of it, and how much.
pub(super) fn change_line(
    model: &Model,
    change: &FileChange,
    extent: &Extent,
    columns: Columns,
) -> Line {
    let theme = &model.theme;
    let text = theme.style(Role::Text);
    let act = act_of(model, change, extent);
    let path = display_line(change.path().as_bytes());
    let room = columns.path.saturating_sub(act.width()).max(LEAST_PATH);
    let path = cut_front(&path, room, model.symbols.cut());
    let Columns {
        hunks, come, go, ..
    } = columns;
    Line::new()
        .add("    ", text)
        .add(&path, theme.style(Role::Heading))
        .join(act)
        .pad_to(4 + columns.path, text)
        .add(
            &format!("  {:<hunks$}", hunks_words(extent)),
            theme.style(Role::Muted),
        )
        .add(
            &format!("  {:>come$}", format!("+{}", extent.n_come)),
            theme.style(Role::Accepted),
        )
        .add(
            &format!(" {:>go$}", format!("-{}", extent.n_go)),
            theme.style(Role::Rejected),
        )
}

/// Says why a hunk deserves another look, with the digit that goes there.
fn look_again_line(model: &Model, survey: &Survey, (number, id): (usize, HunkId)) -> Line {
    let text = model.theme.style(Role::Text);
    let muted = model.theme.style(Role::Muted);
    let Some(placed) = &model.session.plan().hunk(id).placement else {
        return Line::new();
    };
    let place = &placed.candidate;
    let made = survey.places_made.get(&id).map_or(&[][..], Vec::as_slice);
    let words = match placed.by {
        _ if place.aligned.is_empty() || whole_act(model, id).is_some() => {
            agreement(model, id, place)
        }
        By::Person if !made.is_empty() => format!(
            "{}, made at {}",
            agreement(model, id, place),
            counted(made.len(), "place")
        ),
        By::Person => format!("{}, place chosen by you", agreement(model, id, place)),
        By::Matcher
        | By::Number
        | By::FileEnd
        | By::Heading
        | By::Order
        | By::Left
        | By::Nearest => agreement(model, id, place),
    };
    let digit = match number {
        1..=9 => number.to_string(),
        _ => " ".to_string(),
    };
    let words = match made.is_empty() && model.session.is_edited(id) {
        true => format!("{words}, edited by you"),
        false => words,
    };
    let lines = match made {
        [] => (placed.line_index() + 1).to_string(),
        made => {
            let lines = made.iter().map(|place| (place.start + 1).to_string());
            lines.collect::<Vec<_>>().join(", ")
        }
    };
    let says_more = place.score.percent() > 0 && match_words(place) != "exact";
    let how_good = if !says_more {
        String::new()
    } else {
        format!("  {}", match_words(place))
    };
    let left = Line::new()
        .add(&format!("  {digit} "), model.theme.style(Role::Key))
        .add(&format!("{:<9}", model.session.name(id)), text)
        .add(&words, text);
    let right = Line::new().add(&format!(":{lines}{how_good}"), muted);
    let room = usize::from(model.size.0).saturating_sub(3 + left.width() + right.width());
    let path = path_of(model, id.file);
    let path = cut_front(&path, room.max(LEAST_PATH), model.symbols.cut());
    left.add(&format!("  {path}"), muted).join(right)
}

/// Says how many of the lines that a hunk names are at its place as it has them, or what it does to the whole file.
fn agreement(model: &Model, id: HunkId, place: &Candidate) -> String {
    let kept_with = model.session.kept_with(id);
    let words = match (whole_act(model, id), place.n_lines_exact()) {
        (Some(act), _) => act.to_string(),
        (None, (0, _)) => "whole file".to_string(),
        (None, (of, exact)) if exact == of => "exact match".to_string(),
        (None, (of, exact)) => format!("{exact} of {of} lines match"),
    };
    let words = match kept_with.len() {
        0 => words,
        1 => format!(
            "{words}, overlaps {}, both kept",
            model.session.names(&kept_with)
        ),
        _ => format!(
            "{words}, overlaps {}, all kept",
            model.session.names(&kept_with)
        ),
    };
    let words = match model.session.chosen_target(id.file) {
        Some(_) => format!("{words}, file chosen by you"),
        None => words,
    };
    match model.session.is_confirmed(id) {
        true => format!("{words}, hidden text allowed"),
        false => words,
    }
}

/// Returns whether a hunk of a file that the reply gives whole takes all lines that the file has now.
fn leaves_no_line(model: &Model, id: HunkId) -> bool {
    let session = &model.session;
    let is_given_whole = session.patch().files[id.file].given != Given::Hunks;
    let snapshot = session.plan().files[id.file].snapshot.as_ref();
    let text = snapshot.and_then(|snapshot| snapshot.text());
    let placed = session.plan().hunk(id).placement.as_ref();
    let n_gone = placed.map_or(0, |placed| placed.candidate.removals().count());
    is_given_whole && n_gone > 0 && text.is_some_and(|text| text.n_lines() == n_gone)
}

/// Says what a hunk does that takes what a file holds now.
fn whole_act(model: &Model, id: HunkId) -> Option<&'static str> {
    let placed = model.session.plan().hunk(id).placement.as_ref();
    let file = &model.session.plan().files[id.file];
    let snapshot = file.snapshot.as_ref();
    let is_of_whole = placed.is_some_and(|placed| placed.candidate.aligned.is_empty());
    let is_there = snapshot.is_some_and(|snapshot| snapshot.content != Content::Absent);
    match file.op {
        FileOp::Delete if model.session.patch().hunk(id).mode.is_none() => Some("deletes the file"),
        FileOp::Create | FileOp::Replace if is_of_whole && is_there => {
            Some("replaces the whole file")
        }
        FileOp::Modify if leaves_no_line(model, id) => Some("replaces the whole file"),
        FileOp::Create
        | FileOp::Delete
        | FileOp::Replace
        | FileOp::Modify
        | FileOp::Rename { .. }
        | FileOp::Copy { .. } => None,
    }
}

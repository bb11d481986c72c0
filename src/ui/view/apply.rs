//! What would be written, before anything is: what to check, the files, what stays out, and the full diff.

mod check;
pub(in crate::ui) mod left_out;

use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::super::keymap::{Action, Goal};
use super::super::model::{ApplyView, Checked, Extent, Mode, Model};
use super::super::survey::Survey;
use super::super::theme::Role;
use super::canvas::Canvas;
use super::drift::Look;
use super::line::{Line, cut_front};
use super::rows::Rows;
use crate::patch::{FileOp, Given, HunkId};
use crate::plan::FileChange;
use crate::text::display::display_line;
use crate::text::words::counted;
use crate::text::{Content, LineSpan, RelPath};

/// The least columns of a path that is cut.
const LEAST_PATH: usize = 12;

/// A screen with fewer rows than this is low.
const LOW: u16 = 30;

pub(super) fn draw(model: &Model, view: &ApplyView, canvas: &mut Canvas<'_>, area: Rect) {
    let heading = heading(canvas, view);
    canvas.scroll(area, &heading, &rows(model, view), &view.scroll);
}

/// Says whether it can be written, and how much it is.
pub(super) fn heading(canvas: &Canvas<'_>, view: &ApplyView) -> Line {
    let text = canvas.style(Role::Text);
    let (come, go) = totals(&view.survey);
    match view.checked {
        Checked::Changed => Line::new()
            .add("Not ready", canvas.style(Role::Problem))
            .add(", nothing written", text),
        Checked::Reading | Checked::Same => Line::new()
            .add("Ready to write: ", canvas.style(Role::Heading))
            .add(&counted(view.survey.changes.changes().len(), "file"), text)
            .add(", ", text)
            .add(&format!("+{come}"), canvas.style(Role::Accepted))
            .add(&format!(" -{go}"), canvas.style(Role::Rejected)),
    }
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
    // On a low screen the room goes to the diff.
    let blank = || match model.size.1 {
        ..LOW => Vec::new(),
        _ => vec![Line::new()],
    };
    let mut rows = Rows::default();
    let look = &view.survey.look_again;
    let asked = asked(model, view);
    if !look.is_empty() || !asked.is_empty() {
        rows = rows.lines(heading(" Check before writing:", Role::Problem));
        rows = check::add_rows(rows, model, &view.survey)
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
    rows = rows.lines(folded(newer(model, &view.survey)));
    rows = rows
        .lines(folded(said_of_all(model, view, room)))
        .lines(vec![Line::new()]);
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
    if let Some(unread) = unread_words(model) {
        let words = format!("    {unread}: ");
        lines.push(
            Line::new()
                .add(&words, problem)
                .add(&model.key(Action::Notes), key)
                .add(" shows what they say", text),
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

/// Says of files that the reply gives whole which lines changed during the review and stay, though its content lacks them. Once it
/// is written those have other numbers.
pub(super) fn newer(model: &Model, survey: &Survey) -> Vec<Line> {
    let text = model.theme.style(Role::Text);
    let is_written = matches!(model.mode.base(), Mode::Written(_));
    let heading = if is_written {
        " Your changes stayed: "
    } else {
        " Your changes stay: "
    };
    let line = |(path, spans): &(RelPath, Vec<LineSpan>)| {
        let path = display_line(path.as_bytes());
        let lines = match is_written {
            true => String::new(),
            false => format!(", {}", runs_words(spans)),
        };
        Line::new()
            .add(heading, model.theme.style(Role::Problem))
            .add(&format!("{path}{lines}; the reply lacks them"), text)
    };
    survey.newer.iter().map(line).collect()
}

/// Names runs of lines, the first few of many: `line 3`, `lines 1, 20-22 and 3 more`.
fn runs_words(spans: &[LineSpan]) -> String {
    const MOST: usize = 4;
    let runs = spans.iter().take(MOST);
    let runs = runs.map(|span| match span.line_numbers() {
        (first, last) if first < last => format!("{first}-{last}"),
        (first, _) => first.to_string(),
    });
    let runs = runs.collect::<Vec<_>>().join(", ");
    match spans {
        [only] if only.len() < 2 => format!("line {runs}"),
        spans if spans.len() > MOST => format!("lines {runs} and {} more", spans.len() - MOST),
        _ => format!("lines {runs}"),
    }
}

/// Says what is true of all files: whether they are as they were, and what keeps them.
fn said_of_all(model: &Model, view: &ApplyView, room: usize) -> Vec<Line> {
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
    let row = checked.clone().add(" ", text).join(kept.clone());
    match row.width() <= room {
        true => vec![row],
        false => vec![checked, kept],
    }
}

/// Says how much of the reply was not read: of one part its lines.
fn unread_words(model: &Model) -> Option<String> {
    let mut parts = model.session.unread();
    let first = parts.next()?;
    Some(match parts.count() {
        0 => {
            let at = model.line_of_reply(first.span.start);
            let at = at.strip_suffix(" of the reply").unwrap_or(&at);
            let lines = counted(first.span.len(), "line");
            format!("{lines} of the reply not read ({at})")
        }
        n => format!("{} of the reply not read", counted(n + 1, "part")),
    })
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
        path.width() + act_of(model, change, extent, usize::MAX).width()
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

/// Says what becomes of a file as a whole; the path of another file takes up to `room` columns.
fn act_of(model: &Model, change: &FileChange, extent: &Extent, room: usize) -> Line {
    let theme = &model.theme;
    // The words are as long in either tense, so that columns measured with one fit the other.
    let is_written = matches!(model.mode.base(), Mode::Written(_));
    let says = |before: &'static str, after: &'static str| if is_written { after } else { before };
    let text = theme.style(Role::Text);
    let act = match change {
        FileChange::Modify { .. } if extent.is_replaced => {
            let words = says("  replaces the whole file", "  replaced the whole file");
            Line::new().add(words, theme.style(Role::Problem))
        }
        FileChange::Modify { .. } | FileChange::Mode { .. } => Line::new(),
        FileChange::Create { .. } => Line::new().add("  new file", text),
        FileChange::Delete { .. } => {
            let words = says("  deletes the file", "  deleted the file");
            Line::new().add(words, theme.style(Role::Problem))
        }
        FileChange::Rename { to, .. } => {
            let to = cut_front(&display_line(to.as_bytes()), room, model.symbols.cut());
            Line::new()
                .add(says("  renames to ", "  renamed to "), text)
                .add(&to, text)
        }
        FileChange::Copy { to, .. } => {
            let to = cut_front(&display_line(to.as_bytes()), room, model.symbols.cut());
            Line::new()
                .add(says("  copies to ", "  copied to "), text)
                .add(&to, text)
        }
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
    let path = display_line(change.path().as_bytes());
    // Of two paths each keeps its end; one without room is a mark alone.
    let words = act_of(model, change, extent, 1).width();
    let shared = (columns.path + 1).saturating_sub(words);
    let for_other = shared.saturating_sub(path.width()).max(shared / 2);
    let act = act_of(model, change, extent, for_other);
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

/// Returns whether a hunk of a file that the reply gives whole takes all lines that the file has now.
fn leaves_no_line(model: &Model, id: HunkId) -> bool {
    let session = &model.session;
    let is_given_whole = session.patch().files[id.file].given != Given::Hunks;
    let text = session.plan().files[id.file].text();
    let placed = session.plan().hunk(id).placement.as_ref();
    let n_gone = placed.map_or(0, |placed| placed.candidate.removals().count());
    is_given_whole && n_gone > 0 && text.is_some_and(|text| text.n_lines() == n_gone)
}

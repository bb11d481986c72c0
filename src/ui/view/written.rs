//! What was written, once it is: the files, what stays out and why, how it is taken back, and what comes next.

use ratatui::layout::Rect;

use super::super::keymap::{Action, Goal};
use super::super::model::{Model, WrittenView};
use super::super::theme::Role;
use super::apply::{change_line, columns, left_out, newer, totals};
use super::canvas::Canvas;
use super::line::Line;
use super::rows::Rows;
use crate::text::words::counted;

pub(super) fn draw(model: &Model, view: &WrittenView, canvas: &mut Canvas<'_>, area: Rect) {
    let (come, go) = totals(&view.survey);
    let text = canvas.style(Role::Text);
    let files = counted(view.survey.changes.changes().len(), "file");
    let heading = Line::new()
        .add("Wrote ", canvas.style(Role::Heading))
        .add(&files, text)
        .add(", ", canvas.style(Role::Text))
        .add(&format!("+{come}"), canvas.style(Role::Accepted))
        .add(&format!(" -{go}"), canvas.style(Role::Rejected));
    canvas.scroll(area, &heading, &rows(model, view), &view.scroll);
}

/// Returns all rows of the page.
pub(super) fn rows<'a>(model: &'a Model, view: &'a WrittenView) -> Rows<'a> {
    let theme = &model.theme;
    let heading = |words: &str| vec![Line::new().add(words, theme.style(Role::Heading))];
    let blank = || vec![Line::new()];
    let changes = view.survey.changes.changes();
    let columns = columns(model, &view.survey);
    let mut rows = Rows::default()
        .lines(heading(" Written:"))
        .many(changes.len(), move |at, _| {
            change_line(model, &changes[at], &view.survey.extents[at], columns)
        })
        .lines(blank());
    rows = left_out::add_rows(rows, model, &view.left_out);
    let room = usize::from(model.size.0);
    let kept = newer(model, &view.survey).into_iter();
    let said = kept.chain([taken_back(model), next(model)]);
    let folded = said.flat_map(|line| line.folded(room, 4)).collect();
    rows.lines(folded)
}

/// Says how the write is taken back, now and later.
fn taken_back(model: &Model) -> Line {
    let (key, muted, text) = (
        model.theme.style(Role::Key),
        model.theme.style(Role::Muted),
        model.theme.style(Role::Text),
    );
    if let Some(why) = &model.not_undone {
        return Line::new()
            .add(" Undo refused: ", model.theme.style(Role::Problem))
            .add(why, text)
            .add(&format!("  (originals in {})", model.kept_in), muted);
    }
    let line = Line::new()
        .add(" ", text)
        .add(&model.key(Action::UndoApply), key)
        .add(" undoes this write", text);
    let line = match &model.undo_command {
        Some(command) => line
            .add("; later, ", text)
            .add(&format!("`{command}`"), model.theme.style(Role::Heading))
            .add(" does", text),
        None => line,
    };
    line.add(&format!("  (originals in {})", model.kept_in), muted)
}

/// Says what comes next.
fn next(model: &Model) -> Line {
    let (key, muted, text) = (
        model.theme.style(Role::Key),
        model.theme.style(Role::Muted),
        model.theme.style(Role::Text),
    );
    let line = Line::new().add(" Next  ", muted);
    let tally = model.tally();
    let n_left = tally.n_need + tally.n_open;
    if n_left > 0 {
        let tab = model.key(Action::Go(Goal::NextProblem));
        let goes = if n_left == 1 {
            " goes to the hunk left".to_string()
        } else {
            format!(" goes to the {n_left} hunks left")
        };
        let goes = match (tally.n_need, tally.n_open) {
            (0, _) | (_, 0) => goes,
            (1, n) => format!("{goes} (1 needs you, {n} undecided)"),
            (n_need, n) => format!("{goes} ({n_need} need you, {n} undecided)"),
        };
        return line
            .add(&tab, key)
            .add(&goes, text)
            .add(", ", text)
            .add(&model.key(Action::Feedback), key)
            .add(" copies feedback for the model", text);
    }
    let line = line.add(&model.key(Action::Quit), key).add(" quits", text);
    if tally.n_rejected == 0 && model.session.unread().next().is_none() {
        return line;
    }
    line.add(", ", text)
        .add(&model.key(Action::Feedback), key)
        .add(" copies feedback for the model", text)
}

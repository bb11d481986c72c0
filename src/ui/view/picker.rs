//! Choosing from a list by typing: another target, a hunk with a comment, a command.

use ratatui::layout::Rect;

use super::super::key;
use super::super::keymap;
use super::super::model::{Model, Offer, Picker};
use super::super::targets::Targets;
use super::super::theme::Role;
use super::super::update::{Numbered, numbered};
use super::canvas::Canvas;
use super::line::{Line, cut_front};
use super::patch::{named, path_of};
use super::rows::Rows;
use crate::patch::HunkId;
use crate::text::display::display_line;
use crate::text::words::counted;

pub(super) fn targets(model: &Model, targets: &Targets, canvas: &mut Canvas<'_>, area: Rect) {
    let text = canvas.style(Role::Text);
    let meant_for = match targets.files.len() {
        0 | 1 if model.names_no_file(model.hunk.file) => model.session.name(model.hunk),
        0 | 1 => path_of(model, model.hunk.file),
        n => format!("all {n} parts without a file"),
    };
    let heading = Line::new()
        .add("Choose the file for ", canvas.style(Role::Heading))
        .add(&meant_for, text);
    let picker = &targets.picker;
    let n_fitting = picker.fitting.len();
    let muted = canvas.style(Role::Muted);
    let (room, cut) = (
        usize::from(area.width).saturating_sub(5),
        canvas.symbols.cut(),
    );
    let row = |nth: usize, _| {
        let target = &picker.all[picker.fitting[nth]];
        let fit = match target.fit.as_str() {
            "" => String::new(),
            fit => format!("  {fit}"),
        };
        // How a file fits says more than the folders that it lies in.
        let path = display_line(target.path.as_bytes());
        let path = cut_front(&path, room.saturating_sub(fit.chars().count()), cut);
        Line::new().add(&path, text).add(&fit, muted)
    };
    let rows = Rows::default().many(n_fitting, row);
    let mut about = counted(n_fitting, "file");
    // What is typed puts them in an order of its own.
    if picker.typed.text().is_empty() {
        about += ", best match first";
    }
    draw(canvas, area, &heading, (picker, &about), &rows);
}

pub(super) fn comments(
    model: &Model,
    picker: &Picker<HunkId>,
    canvas: &mut Canvas<'_>,
    area: Rect,
) {
    let text = canvas.style(Role::Text);
    let heading = Line::new().add("Comments", canvas.style(Role::Heading));
    let hunks = picker.fitting.iter().map(|index| picker.all[*index]);
    let rows: Vec<Line> = hunks
        .map(|id| {
            let mark = model.mark(model.session.plan().hunk(id));
            Line::new()
                .add(mark.symbol(canvas.symbols), canvas.style(mark.role()))
                .add(" ", text)
                .join(named(model, id))
                .add(
                    &on_one_line(model.session.comment(id).unwrap_or_default()),
                    text,
                )
        })
        .collect();
    let about = counted(rows.len(), "comment");
    let rows = Rows::default().lines(rows);
    draw(canvas, area, &heading, (picker, &about), &rows);
}

/// Returns a comment of several lines as one.
fn on_one_line(comment: &str) -> String {
    comment.lines().collect::<Vec<_>>().join(" ")
}

pub(super) fn commands(model: &Model, picker: &Picker<Offer>, canvas: &mut Canvas<'_>, area: Rect) {
    let keys = &model.keys;
    let text = canvas.style(Role::Text);
    let heading = Line::new().add("Commands", canvas.style(Role::Heading));
    let muted = canvas.style(Role::Muted);
    let offers = picker.fitting.iter().map(|index| &picker.all[*index]);
    let bindings = offers.filter_map(|offer| Some((keymap::named(offer.name)?, &offer.why_not)));
    let rows: Vec<Line> = bindings
        .map(|(row, why_not)| {
            let name = format!("{:<18}", row.name);
            let shown = format!("{:<10}", key::all_shown(&keys.of(row)));
            match why_not {
                None => Line::new()
                    .add(&name, text)
                    .add(&shown, canvas.style(Role::Key))
                    .add(row.help, muted),
                Some(why) => Line::new()
                    .add(&name, muted)
                    .add(&shown, muted)
                    .add(&format!("not now: {why}"), muted),
            }
        })
        .collect();
    let (about, rows) = match picker.number() {
        Some(number) => (String::new(), vec![number_row(model, canvas, number)]),
        None => (counted(rows.len(), "command"), rows),
    };
    let rows = Rows::default().lines(rows);
    draw(canvas, area, &heading, (picker, &about), &rows);
}

/// Says where a number goes.
fn number_row(model: &Model, canvas: &Canvas<'_>, number: usize) -> Line {
    let (words, role) = match numbered(model, number) {
        Ok(Numbered::Place) => (format!("go to place {number}"), Role::Text),
        Ok(Numbered::Hunk(_)) => (format!("go to hunk {number}"), Role::Text),
        Err(why) => (why, Role::Muted),
    };
    Line::new().add(&words, canvas.style(role))
}

/// Draws what can be chosen, below what was typed, with the row of the one marked in view.
fn draw<T>(
    canvas: &mut Canvas<'_>,
    area: Rect,
    heading: &Line,
    (picker, about): (&Picker<T>, &str),
    rows: &Rows<'_>,
) {
    let marked = picker.marked;
    let muted = canvas.style(Role::Muted);
    canvas.rule(area.x, area.y, area.width, heading);
    let n_rows = usize::from(area.height.saturating_sub(3));
    let top = (marked + 1).saturating_sub(n_rows);
    let seen = match rows.len() > n_rows {
        true => format!("{}-{} of ", top + 1, top + n_rows),
        false => String::new(),
    };
    let prompt = Line::new()
        .add(" Filter: ", muted)
        .typed(&picker.typed, canvas)
        .add(&format!("   {seen}{about}"), muted);
    canvas.line(area.x, area.y + 1, area.width, &prompt);
    for (at, row) in rows.shown(top, n_rows).into_iter().enumerate() {
        let (nth, y) = (top + at, area.y + 3 + at as u16);
        let mark = if nth == marked { " > " } else { "   " };
        let line = Line::new().add(mark, canvas.style(Role::Current)).join(row);
        canvas.line(area.x, y, area.width, &line);
        if nth == marked {
            let whole = Rect {
                y,
                height: 1,
                ..area
            };
            canvas.lift(whole, Role::Cursor);
        }
    }
}

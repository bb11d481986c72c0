//! All keys: those that hold where help was opened first, then those of other screens; narrowed by typing.

use ratatui::layout::Rect;

use super::super::keymap::{self, Binding};
use super::super::mark::Mark;
use super::super::model::{HelpView, Model};
use super::super::theme::Role;
use super::canvas::Canvas;
use super::diff::OTHERS;
use super::line::Line;

/// Returns how many columns the keys take: few where there is little room for what they do.
const fn key_columns(width: usize) -> usize {
    if width < 80 { 8 } else { 14 }
}
/// Columns of a mark with what it means.
const MARK: usize = 24;

pub(super) fn draw(model: &Model, view: &HelpView, canvas: &mut Canvas<'_>, area: Rect) {
    let muted = canvas.style(Role::Muted);
    let width = usize::from(area.width);
    let marks = marks(canvas, width);
    let n_marks = marks.len() as u16 + 1;
    let n_marks = if area.height > 2 * n_marks {
        n_marks
    } else {
        0
    };
    let room = usize::from(area.height.saturating_sub(2 + n_marks));
    let named = view.picker.fitting.iter().map(|at| view.picker.all[*at]);
    let rows = named.filter_map(keymap::named);
    let mut lines: Vec<(usize, Line)> = Vec::new();
    for (nth, row) in rows.enumerate() {
        let columns = key_columns(width);
        let folded = line_of(model, view, row, columns).folded(width, columns + 4);
        lines.extend(folded.into_iter().map(|line| (nth, line)));
    }
    let end = lines
        .iter()
        .rposition(|(nth, _)| *nth == view.picker.marked);
    let top = end.map_or(0, |end| (end + 1).saturating_sub(room));
    let last = (top + room).min(lines.len()).checked_sub(1);
    let seen = lines.get(top).zip(last.and_then(|last| lines.get(last)));
    let more = named_key(model, "pick-page-down");
    let seen = seen.map(|(first, last)| (first.0, last.0));
    draw_heading(view, canvas, area, (seen, &more));
    if n_marks > 0 {
        let y = area.bottom() - n_marks;
        let heading = Line::new().add("Marks", muted);
        canvas.rule(area.x, y, area.width, &heading);
        for (y, line) in (y + 1..).zip(&marks) {
            canvas.line(area.x, y, area.width, line);
        }
    }
    for (y, (nth, line)) in (area.y + 2..).zip(lines.iter().skip(top).take(room)) {
        canvas.line(area.x, y, area.width, line);
        if view.is_marked && *nth == view.picker.marked {
            canvas.lift(Rect::new(area.x, y, area.width, 1), Role::Cursor);
        }
    }
}

/// Returns the key of a command.
fn named_key(model: &Model, command: &str) -> String {
    let row = keymap::named(command);
    row.map_or_else(String::new, |row| model.keys.shown(row))
}

/// Says which of how many keys are seen, and what is typed to find one.
fn draw_heading(
    view: &HelpView,
    canvas: &mut Canvas<'_>,
    area: Rect,
    (seen, more): (Option<(usize, usize)>, &str),
) {
    let muted = canvas.style(Role::Muted);
    let n = view.picker.fitting.len();
    let which = match seen {
        Some((first, last)) => {
            let more = match last + 1 < n {
                true => format!("; {more} for more"),
                false => String::new(),
            };
            let (first, last) = (first + 1, last + 1);
            format!("  {first}-{last} of {n}, this screen first{more}")
        }
        None => "  no key fits".to_string(),
    };
    let heading = Line::new()
        .add("Keys", canvas.style(Role::Heading))
        .add(&which, muted);
    canvas.rule(area.x, area.y, area.width, &heading);
    let prompt = Line::new()
        .add(" Filter: ", muted)
        .typed(&view.picker.typed, canvas);
    canvas.line(area.x, area.y + 1, area.width, &prompt);
}

/// Returns what each mark of hunks and of lines means, as many in a row as there is room for.
fn marks(canvas: &Canvas<'_>, width: usize) -> Vec<Line> {
    let of_hunks = Mark::ALL
        .iter()
        .map(|mark| (mark.symbol(canvas.symbols), mark.role(), mark.meaning()));
    let [_, differs] = canvas.symbols.same_or_not();
    let of_lines = [
        (canvas.symbols.bar(), Role::Current, "changed here"),
        (OTHERS, Role::Muted, "by another hunk"),
        ("+", Role::Insert, "new line number"),
        ("-", Role::Delete, "old line number"),
        (differs, Role::Problem, "differs from the hunk"),
    ];
    let all: Vec<_> = of_hunks.chain(of_lines).collect();
    let n_in_row = (width / MARK).clamp(1, all.len());
    let add = |line: Line, (nth, (symbol, role, meaning)): (usize, &(&str, Role, &str))| {
        line.pad_to(nth * MARK + 2, canvas.style(Role::Text))
            .add(symbol, canvas.style(*role))
            .add(&format!(" {meaning}"), canvas.style(Role::Text))
    };
    let row = |marks: &[(&str, Role, &str)]| marks.iter().enumerate().fold(Line::new(), add);
    all.chunks(n_in_row).map(row).collect()
}

fn line_of(model: &Model, view: &HelpView, row: &Binding, columns: usize) -> Line {
    let is_here = row.contexts.contains(&view.context);
    let role = if is_here { Role::Text } else { Role::Muted };
    let style = model.theme.style(role);
    let line = Line::new()
        .add(
            &format!("  {:<columns$}  ", model.keys.shown(row)),
            model.theme.style(Role::Key),
        )
        .add(row.help, style);
    match row.contexts.first() {
        Some(elsewhere) if !is_here => line.add(&format!(" ({})", elsewhere.name()), style),
        Some(_) | None => line,
    }
}

//! The screen before there is a patch: it takes a pasted reply, the name of a file, or a saved review.

use ratatui::layout::Rect;

use super::super::keymap::Action;
use super::super::model::{Model, Saved, StartView};
use super::super::theme::Role;
use super::canvas::Canvas;
use super::line::{Line, cut_end};

/// The most saved reviews seen at once.
const MOST_SAVED: usize = 6;

pub(super) fn draw(model: &Model, canvas: &mut Canvas<'_>, area: Rect, view: &StartView) {
    let text = canvas.style(Role::Text);
    let muted = canvas.style(Role::Muted);
    let key = canvas.style(Role::Key);
    let folder = match model.root.as_str() {
        "" => Line::new(),
        root => Line::new()
            .add("Reviews files in ", muted)
            .add(root, canvas.style(Role::Heading)),
    };
    let mut lines = vec![
        title(canvas),
        folder,
        Line::new(),
        Line::new().add(
            "Paste a reply here: a patch, or the whole answer of a chat.",
            text,
        ),
        Line::new().add("Or type the name of a file that holds one.", text),
        Line::new(),
        Line::new().add("file: ", key).typed(&view.typed, canvas),
        Line::new(),
    ];
    let room = usize::from(area.width.saturating_sub(4));
    let first = lines.len();
    let (listed, marked_row) = listed(model, canvas, view, room);
    lines.extend(listed);
    lines.push(Line::new());
    lines.push(Line::new().add("Nothing is written until you confirm.", muted));
    let at = draw_lines(canvas, area, &lines, room);
    if let Some(row) = marked_row {
        let y = at.y + (first + row) as u16;
        let row = Rect { y, height: 1, ..at };
        canvas.lift(row, Role::Cursor);
    }
}

/// Returns the saved reviews and the demonstration, with the row of the one that is marked.
fn listed(
    model: &Model,
    canvas: &Canvas<'_>,
    view: &StartView,
    room: usize,
) -> (Vec<Line>, Option<usize>) {
    let text = canvas.style(Role::Text);
    let n = model.saved.len();
    let at = view.marked.unwrap_or(0).min(n.saturating_sub(1));
    let from = (at + 1).saturating_sub(MOST_SAVED);
    let shown = from..n.min(from + MOST_SAVED);
    let mut lines = Vec::new();
    let mut marked_row = None;
    if n > 0 {
        let which = match n {
            n if n > MOST_SAVED => format!("  {}-{} of {n}", shown.start + 1, shown.end),
            _ => String::new(),
        };
        lines.push(
            Line::new()
                .add("Saved reviews", canvas.style(Role::Heading))
                .add(&which, canvas.style(Role::Muted)),
        );
    }
    let widest = |of: fn(&Saved) -> String| {
        let widths = model.saved[shown.clone()]
            .iter()
            .map(|it| of(it).chars().count());
        widths.max().unwrap_or(0)
    };
    let columns = [
        widest(|it| it.reply.clone()).min(28),
        widest(decided),
        widest(|it| it.age.clone()),
    ];
    for index in shown {
        if view.marked == Some(index) {
            marked_row = Some(lines.len());
        }
        let line = saved_line(canvas, &model.saved[index], columns);
        let line = cut_to(line, room, canvas);
        lines.push(line);
    }
    if n > 0 {
        lines.push(Line::new());
    }
    if view.marked == Some(n) {
        marked_row = Some(lines.len());
    }
    let demo = Line::new()
        .add("  demo", canvas.style(Role::Heading))
        .add("  one of each problem, on files in memory  ", text)
        .add(&model.key(Action::Demo), canvas.style(Role::Key));
    lines.push(demo);
    (lines, marked_row)
}

fn decided(saved: &Saved) -> String {
    format!("{} of {} decided", saved.n_decided, saved.n_hunks)
}

fn saved_line(canvas: &Canvas<'_>, saved: &Saved, columns: [usize; 3]) -> Line {
    let (text, muted) = (canvas.style(Role::Text), canvas.style(Role::Muted));
    let [reply, decisions, age] = columns;
    let name = cut_end(&saved.reply, reply, canvas.symbols.cut());
    Line::new()
        .add(&format!("  {name:<reply$}"), canvas.style(Role::Heading))
        .add(&format!("  {:<decisions$}", decided(saved)), text)
        .add(&format!("  {:<age$}", saved.age), muted)
        .add(&format!("  {}", saved.files), muted)
}

/// Cuts a line to the room there is, with the mark of that.
fn cut_to(line: Line, room: usize, canvas: &Canvas<'_>) -> Line {
    if line.width() <= room {
        return line;
    }
    let cut = canvas.symbols.cut();
    line.cut(room.saturating_sub(1))
        .add(cut, canvas.style(Role::Muted))
}

/// Draws what is seen while a patch is opened: it takes nothing meanwhile, and the status says how far it is.
pub(super) fn draw_while_working(canvas: &mut Canvas<'_>, area: Rect) {
    let lines = [title(canvas)];
    let room = usize::from(area.width);
    draw_lines(canvas, area, &lines, room);
}

fn title(canvas: &Canvas<'_>) -> Line {
    Line::new().add(" hunkwise ", canvas.style(Role::Name)).add(
        "  reviews the patches that language models write",
        canvas.style(Role::Text),
    )
}

/// Draws the lines in the middle of the screen, and returns where.
fn draw_lines(canvas: &mut Canvas<'_>, area: Rect, lines: &[Line], room: usize) -> Rect {
    let width = lines.iter().map(Line::width).max().unwrap_or(0).min(room) as u16;
    let x = area.x + area.width.saturating_sub(width) / 2;
    let y = area.y + area.height.saturating_sub(lines.len() as u16) / 2;
    for (y, line) in (y..area.bottom()).zip(lines) {
        canvas.line(x, y, area.right().saturating_sub(x), line);
    }
    Rect {
        x,
        y,
        width,
        height: lines.len() as u16,
    }
}

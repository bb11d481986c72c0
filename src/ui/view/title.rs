//! The first line: the patch, how far the review is, the strip of marks, what needs somebody, the file; and the banner below.

use ratatui::layout::Rect;
use ratatui::style::Modifier;
use unicode_width::UnicodeWidthStr;

use super::super::drift::FileDiff;
use super::super::hit::Hit;
use super::super::keymap::{Action, Context};
use super::super::layout::Layout;
use super::super::mark::Mark;
use super::super::model::{Mode, Model, Page, Purpose, UnlikeAct};
use super::super::theme::Role;
use super::canvas::Canvas;
use super::line::{Line, cut_end, cut_front};
use super::patch::path_of;
use crate::patch::HunkId;
use crate::text::display::display_line;
use crate::text::words::counted;
use crate::text::{Content, RelPath};

/// The most columns of the patch's name.
const NAME: usize = 24;

/// The most cells of the strip of marks.
const CELLS: usize = 40;

/// From so many hunks on a cell of the strip may stand for several.
const MANY: usize = 60;

pub(super) fn draw(model: &Model, canvas: &mut Canvas<'_>, layout: &Layout) {
    let width = usize::from(layout.title.width);
    let is_roomy = width >= usize::from(Layout::MIDDLE);
    let text = canvas.style(Role::Text);
    let word = mode_word(model);
    let right = Line::new().add(&format!(" {word} "), canvas.style(Role::Answer));
    // On the start screen there is no patch yet.
    if model.session.plan().files.is_empty() {
        let end = width.saturating_sub(right.width());
        let line = Line::new().pad_to(end, text).join(right);
        canvas.line(0, layout.title.y, layout.title.width, &line);
        canvas.lift(layout.title, Role::Bar);
        return;
    }
    let left = name(model, canvas, width)
        .add("  ", text)
        .add(&progress(model, is_roomy), text)
        .add("  ", text);
    let need = need(model, canvas);
    let taken = left.width() + need.width() + right.width();
    let least = file_name_width(model);
    let cells = width
        .saturating_sub(taken + (least + 5).max(24))
        .min(if is_roomy { CELLS } else { 16 });
    let mut strip = strip(model, canvas, cells.max(1));
    // The name of the file says more than how many there are of each problem.
    let used = taken + strip.line.width() + strip.problems.width();
    if is_roomy && used + least + 3 <= width {
        strip.line = strip.line.join(strip.problems);
    }
    let strip_at = left.width();
    let line = left.join(strip.line).join(need);
    let room = width.saturating_sub(line.width() + right.width() + 3);
    let file = file_words(model, canvas, room);
    let end = width.saturating_sub(right.width() + file.width() + 2);
    let line = line
        .pad_to(end, text)
        .join(file)
        .add("  ", text)
        .join(right);
    canvas.line(0, layout.title.y, layout.title.width, &line);
    canvas.lift(layout.title, Role::Bar);
    for (column, id) in strip.hunks {
        let area = Rect::new((strip_at + column) as u16, layout.title.y, 1, 1);
        canvas.hit(area, Hit::Hunk(id));
    }
    if layout.banner.height > 0 {
        banner(model, canvas, layout.banner);
    }
}

/// Returns what the patch is called, as it begins the line.
pub(super) fn name(model: &Model, canvas: &Canvas<'_>, width: usize) -> Line {
    let is_roomy = width >= usize::from(Layout::MIDDLE);
    let most = if is_roomy { NAME } else { NAME / 2 };
    let name = cut_end(&model.title, most, canvas.symbols.cut());
    Line::new().add(&format!(" {name} "), canvas.style(Role::Name))
}

/// Says how many hunks are decided; one that is stuck is not, whatever was said of it.
pub(super) fn progress(model: &Model, is_roomy: bool) -> String {
    let tally = model.tally();
    let n_decided = model.n_decided();
    if is_roomy {
        format!("{n_decided} of {} decided", tally.n_hunks)
    } else {
        format!("{n_decided}/{}", tally.n_hunks)
    }
}

/// Says what is left: what needs somebody, else what is undecided.
pub(super) fn need(model: &Model, canvas: &Canvas<'_>) -> Line {
    let tally = model.tally();
    let n_unread = model.session.unread().count();
    let line = Line::new().add("  ", canvas.style(Role::Text));
    let line = match (tally.n_need, tally.n_open) {
        // What was not read may ask for more.
        (0, 0) if n_unread > 0 => {
            let words = format!("{} not read", counted(n_unread, "part"));
            return line.add(&words, canvas.style(Role::Problem));
        }
        (0, 0) => line.add("all decided", canvas.style(Role::Accepted)),
        (0, n) => line.add(&format!("{n} undecided"), canvas.style(Role::Undecided)),
        (1, _) => line.add("1 needs you", canvas.style(Role::Problem)),
        (n, _) => line.add(&format!("{n} need you"), canvas.style(Role::Problem)),
    };
    match n_unread {
        0 => line,
        n => line.add(&format!("  {n} not read"), canvas.style(Role::Muted)),
    }
}

/// Returns how many columns the name of the file under review takes without its folders, and its number among all.
fn file_name_width(model: &Model) -> usize {
    let path = path_of(model, model.hunk.file);
    let name = path.rsplit('/').next().unwrap_or(&path);
    let n_files = model.session.plan().files.len();
    // The mark of the folders that are cut takes a column.
    name.width() + 1 + format!(" {}/{n_files}", model.hunk.file + 1).len()
}

/// Returns the path of the file under review, cut so that its name can be told, and its number among all.
fn file_words(model: &Model, canvas: &Canvas<'_>, room: usize) -> Line {
    let muted = canvas.style(Role::Muted);
    let n_files = model.session.plan().files.len();
    let place = format!(" {}/{n_files}", model.hunk.file + 1);
    let path = path_of(model, model.hunk.file);
    let path = cut_front(
        &path,
        room.saturating_sub(place.len()),
        canvas.symbols.cut(),
    );
    Line::new().add(&path, muted).add(&place, muted)
}

/// Returns the word for where the person is.
fn mode_word(model: &Model) -> &'static str {
    match model.context() {
        Context::Overlap => "CONFLICT",
        Context::Lines => "LINES",
        Context::Place => "PLACE",
        Context::Apply => "APPLY",
        Context::Written => "WRITTEN",
        Context::Page => page_word(model),
        Context::Unlike => match model.unlike_act() {
            UnlikeAct::Replace => "REPLACE?",
            UnlikeAct::Remove => "REMOVE?",
            UnlikeAct::DeleteFile => "DELETE?",
        },
        Context::Target => "FILE?",
        Context::Comments => "COMMENTS",
        Context::Palette => "COMMAND",
        Context::Help => "KEYS",
        Context::Input => input_word(model),
        Context::Review | Context::View | Context::Start => "REVIEW",
    }
}

fn page_word(model: &Model) -> &'static str {
    let Mode::Page(page, ..) = &model.mode else {
        return "";
    };
    match page {
        Page::Why => "WHY",
        Page::Notes => "NOTES",
        Page::History => "HISTORY",
        Page::Drift => "DRIFT",
        Page::FullDiff => "DIFF",
    }
}

fn input_word(model: &Model) -> &'static str {
    let Mode::Input(purpose, ..) = &model.mode else {
        return "";
    };
    match purpose {
        Purpose::Comment => "COMMENT",
        Purpose::Search => "SEARCH",
        Purpose::GoToLine => "LINE",
        Purpose::FindLine => "FIND",
    }
}

struct Strip {
    line: Line,
    /// How many there are of each problem; empty where each hunk has a cell.
    problems: Line,
    /// The column of each cell in the line, with the first of its hunks.
    hunks: Vec<(usize, HunkId)>,
}

/// Draws a map of the hunks: a mark each, or of several the worst, with what there is of each problem beside it.
fn strip(model: &Model, canvas: &Canvas<'_>, room: usize) -> Strip {
    debug_assert!(
        model.knows_marks(),
        "marks are renewed with what they are of"
    );
    let n_hunks = model.session.tally().n_hunks;
    let at = model.session.number(model.hunk) - 1;
    // A few more than there is room for are scrolled; many are drawn together.
    let (per_cell, n_cells) = if n_hunks >= MANY {
        let per_cell = n_hunks.div_ceil(room);
        (per_cell, n_hunks.div_ceil(per_cell))
    } else {
        (1, room.min(n_hunks))
    };
    let first = match per_cell {
        1 => at.saturating_sub(n_cells / 2).min(n_hunks - n_cells),
        _ => 0,
    };
    let marks = model.marks.all.get(first..).unwrap_or_default();
    let marks = marks.chunks(per_cell).take(n_cells);
    let hunks = model.session.plan().hunks_from(first).step_by(per_cell);
    let worst = marks.filter_map(|marks| Mark::worst(marks.iter().copied()));
    let cells = hunks.map(|hunk| hunk.id).zip(worst);
    let rule = canvas.style(Role::Rule);
    let [open, close] = canvas.symbols.strip_ends();
    let cut = canvas.symbols.cut();
    let mut line = Line::new().add(if first > 0 { cut } else { open }, rule);
    let mut hunks = Vec::new();
    for (nth, (id, mark)) in cells.enumerate() {
        let here = (first + nth * per_cell..first + (nth + 1) * per_cell).contains(&at);
        let style = canvas.style(mark.role());
        let style = if here {
            style.add_modifier(Modifier::REVERSED)
        } else {
            style
        };
        hunks.push((line.width(), id));
        line = line.add(mark.symbol(canvas.symbols), style);
    }
    let more = first + n_cells * per_cell < n_hunks;
    Strip {
        line: line.add(if more { cut } else { close }, rule),
        problems: if n_hunks >= MANY {
            problems(canvas, &model.marks.all)
        } else {
            Line::new()
        },
        hunks,
    }
}

/// Says how many there are of each problem, by its mark: `?11 !4`.
fn problems(canvas: &Canvas<'_>, marks: &[Mark]) -> Line {
    let mut counts = [0; Mark::ALL.len()];
    marks.iter().for_each(|mark| counts[*mark as usize] += 1);
    let asking = Mark::ALL.iter().filter(|mark| mark.role() == Role::Problem);
    asking.fold(Line::new(), |line, mark| match counts[*mark as usize] {
        0 => line,
        n => {
            let words = format!(" {}{n}", mark.symbol(canvas.symbols));
            line.add(&words, canvas.style(mark.role()))
        }
    })
}

fn banner(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let style = canvas.style(Role::Warning);
    let target = model.session.plan().files[model.hunk.file].target.as_ref();
    let mut files = model.drift.files.iter();
    let here = files.find(|file| Some(&file.now.path) == target);
    // The file under review before others.
    let Some(first) = here.or(model.drift.files.first()) else {
        return;
    };
    let changed = match first.gone() {
        Some(gone) => gone.to_string(),
        None if was_absent(model, &first.now.path) => "was created".to_string(),
        None => changed_words(&first.diff),
    };
    let more = match model.drift.files.len() - 1 {
        0 => String::new(),
        1 => "; 1 more file changed".to_string(),
        n => format!("; {n} more files changed"),
    };
    let rest = format!(" {changed}{more}.");
    // On other screens the keys mean something else.
    let asks = [(Action::Rematch, "re-match"), (Action::SeeDrift, "show")];
    let keys = asks.iter().filter(|(action, _)| model.can(*action));
    let mut keys: Vec<String> = keys
        .map(|(action, words)| format!("{} {words}", model.key(*action)))
        .collect();
    let path = display_line(first.now.path.as_bytes());
    let dot = format!(" {} ", canvas.symbols.dot());
    let room = |keys: &[String]| {
        let keys = keys.join(&dot).chars().count();
        usize::from(area.width).saturating_sub(rest.len() + keys + 3)
    };
    // The file's name is what the sentence is about, its folders are in the title. The footer always has the first key, and
    // no room for the others.
    let name = path.rsplit('/').next().unwrap_or(&path);
    let least = path.width().min(name.width() + 1);
    while !keys.is_empty() && room(&keys) < least {
        keys.remove(0);
    }
    let name = cut_front(&path, room(&keys), canvas.symbols.cut());
    let rest = format!("{rest}  ");
    let keys = keys.join(&dot);
    let line = Line::new()
        .add(" ", style)
        .add(&name, style)
        .add(&rest, style)
        .add(&keys, style)
        .pad_to(usize::from(area.width), style);
    canvas.line(area.x, area.y, area.width, &line);
}

/// Returns whether a file was not there when the patch was matched.
fn was_absent(model: &Model, path: &RelPath) -> bool {
    let matched = model.session.snapshots().get(path);
    matched.is_some_and(|matched| matched.content == Content::Absent)
}

/// Says how much of a file changed on disk, and where.
fn changed_words(diff: &FileDiff) -> String {
    let Some((first, last)) = diff.changed_at() else {
        return "changed on disk".to_string();
    };
    let at = match first == last {
        true => format!("at line {first}"),
        false => format!("in lines {first} to {last}"),
    };
    let lines = match diff.n_lines() {
        (come, 0) => format!("{} added", counted(come, "line")),
        (0, go) => format!("{} removed", counted(go, "line")),
        (come, go) if come == go && last < first + go => {
            format!("{} changed", counted(go, "line"))
        }
        (come, go) => format!("{} added, {go} removed", counted(come, "line")),
    };
    format!("changed on disk: {lines} {at}")
}

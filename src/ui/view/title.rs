//! The first line: the patch, the file, the strip of marks, the counts; and the banner below it.

use ratatui::layout::Rect;

use super::super::hit::Hit;
use super::super::keymap::{Action, Context};
use super::super::layout::Layout;
use super::super::model::Model;
use super::super::theme::Role;
use super::super::world::Means;
use super::canvas::Canvas;
use super::line::{Line, cut_end, cut_front};
use super::patch::path_of;
use crate::patch::HunkId;
use crate::text::display::display_line;

/// The columns that the strip leaves to the names of patch and file.
const NAMES: usize = 26;

/// The most columns the strip of marks may take.
const STRIP: usize = 40;

pub(super) fn draw(model: &Model, canvas: &mut Canvas<'_>, layout: &Layout) {
    let text = canvas.style(Role::Text);
    let width = usize::from(layout.title.width);
    let is_roomy = width >= usize::from(Layout::MIDDLE);
    let counts = counts(
        model,
        canvas,
        if is_roomy { Counts::All } else { Counts::Few },
    );
    let most = if is_roomy { STRIP } else { 24 };
    let left = width.saturating_sub(counts.width() + NAMES);
    let strip = strip(model, canvas, left.clamp(8, most));
    let room = width.saturating_sub(counts.width() + strip.line.width() + 4);
    let names = names(model, canvas, room);
    let strip_at = names.width() + 2;
    let line = names
        .pad_to(strip_at, text)
        .join(strip.line.clone())
        .pad_to(width.saturating_sub(counts.width()), text)
        .join(counts);
    canvas.line(0, layout.title.y, layout.title.width, &line);
    for (column, id) in strip.hunks {
        let area = Rect::new((strip_at + column) as u16, layout.title.y, 1, 1);
        canvas.hit(area, Hit::Hunk(id));
    }
    if layout.banner.height > 0 {
        banner(model, canvas, layout.banner);
    }
}

/// How much is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Counts {
    /// Where one is, and how many hunks need somebody.
    Few,
    /// What was decided as well.
    All,
}

/// Returns the right end of the line: what there is and what was decided, and what the person is doing.
fn counts(model: &Model, canvas: &Canvas<'_>, counts: Counts) -> Line {
    let text = canvas.style(Role::Text);
    let tally = model.tally();
    let at = model.session.number(model.hunk);
    let mut line = Line::new().add(&format!("hunk {at}/{}", tally.n_hunks), text);
    if counts == Counts::All {
        line = match tally.n_written {
            0 => line,
            n => line.add(&format!("   {n} written"), text),
        };
        line = line
            .add(
                &format!("   {} accepted", tally.n_accepted - tally.n_stuck),
                text,
            )
            .add(&format!("  {} rejected", tally.n_rejected), text);
    }
    let need = match tally.n_need {
        0 => String::new(),
        1 => "  1 needs you".to_string(),
        n => format!("  {n} need you"),
    };
    // Where there is little room, what is undecided comes up once nothing else is in its way.
    let is_told = counts == Counts::All || tally.n_need == 0;
    let open = match tally.n_open {
        n if n > 0 && is_told => format!("  {n} undecided"),
        _ => String::new(),
    };
    line = match (tally.n_need, tally.n_open) {
        (0, 0) => line.add("   all decided", canvas.style(Role::Accepted)),
        (_, _) => line
            .add(" ", text)
            .add(&need, canvas.style(Role::Problem))
            .add(&open, canvas.style(Role::Undecided)),
    };
    line = match model.session.unread().count() {
        0 => line,
        n => line.add(&format!("  {n} not read"), canvas.style(Role::Problem)),
    };
    let muted = canvas.style(Role::Muted);
    line = match (mode_word(model.context()), model.watched) {
        (Some(word), _) => line.add("  ", text).add(word, canvas.style(Role::Heading)),
        (None, Some(Means::Events)) => line.add("  watch", muted),
        (None, Some(Means::Polling)) => line.add("  polling 1 s", muted),
        (None, None) => line,
    };
    line.add(" ", text)
}

/// Returns the left end of the line: the names of patch and file, cut so that both can be told.
fn names(model: &Model, canvas: &Canvas<'_>, room: usize) -> Line {
    let text = canvas.style(Role::Text);
    let n_files = model.session.plan().files.len();
    let name = path_of(model, model.hunk.file);
    let place = format!(" {}/{n_files}", model.hunk.file + 1);
    let cut = canvas.symbols.cut();
    let title_room = room.saturating_sub(name.chars().count().min(room / 2) + place.len() + 3);
    let title = cut_end(&model.title, title_room, cut);
    let line = Line::new()
        .add(" ", text)
        .add(&title, canvas.style(Role::Heading))
        .add("  ", text);
    let name_room = (room + 1).saturating_sub(line.width() + place.len());
    line.add(&cut_front(&name, name_room, cut), text)
        .add(&place, canvas.style(Role::Muted))
}

/// Returns the word for what the person is doing, where keys mean something else than in the review.
fn mode_word(context: Context) -> Option<&'static str> {
    match context {
        Context::Overlap => Some("OVERLAP"),
        Context::Lines => Some("LINES"),
        Context::Place => Some("PLACE"),
        Context::Apply => Some("APPLY"),
        Context::Review
        | Context::View
        | Context::Target
        | Context::Comments
        | Context::Page
        | Context::Help
        | Context::Palette
        | Context::Input
        | Context::Start => None,
    }
}

struct Strip {
    line: Line,
    /// The column of each hunk's mark in the line.
    hunks: Vec<(usize, HunkId)>,
}

/// Draws the marks of the hunks around the one under review, that one in brackets.
fn strip(model: &Model, canvas: &Canvas<'_>, room: usize) -> Strip {
    let text = canvas.style(Role::Text);
    let n_hunks = model.session.tally().n_hunks;
    let at = model.session.number(model.hunk) - 1;
    let n_shown = (room.saturating_sub(4) / 2).max(1).min(n_hunks);
    let first = at.saturating_sub(n_shown / 2).min(n_hunks - n_shown);
    let mut line = Line::new();
    let mut columns = Vec::new();
    line = line.add(if first > 0 { "<" } else { " " }, text);
    let shown = model.session.plan().hunks_from(first).take(n_shown);
    for (index, hunk) in (first..).zip(shown) {
        let mark = model.mark(hunk);
        let style = canvas.style(mark.role());
        let current = index == at;
        line = line.add(if current { "[" } else { "" }, canvas.style(Role::Current));
        columns.push((line.width(), hunk.id));
        line = line.add(mark.symbol(canvas.symbols), style);
        let next_is_current = index + 1 == at;
        line = match (current, next_is_current) {
            (true, _) => line.add("]", canvas.style(Role::Current)),
            (false, true) => line,
            (false, false) => line.add(" ", text),
        };
    }
    let more = first + n_shown < n_hunks;
    Strip {
        line: line.add(if more { ">" } else { "" }, text),
        hunks: columns,
    }
}

fn banner(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let style = canvas.style(Role::Warning);
    let Some(first) = model.drift.files.first() else {
        return;
    };
    let (come, go) = first.diff.n_lines();
    let changed = match first.diff.first_line() {
        Some(line) => format!(" changed on disk (+{come} -{go} at {line})"),
        None => " changed on disk".to_string(),
    };
    let more = match model.drift.files.len() - 1 {
        0 => String::new(),
        n => format!(", {n} more too"),
    };
    let rest = format!("{changed}{more}, nothing moved.  ");
    let (again, see) = (model.key(Action::Rematch), model.key(Action::SeeDrift));
    // Elsewhere the key means something else.
    let can_see = [Context::Review, Context::Overlap].contains(&model.context());
    let see = can_see.then(|| format!("  {see} see it"));
    let keys = format!("{again} re-match{}", see.unwrap_or_default());
    let room = usize::from(area.width).saturating_sub(rest.len() + keys.len() + 1);
    let name = cut_front(
        &display_line(first.now.path.as_bytes()),
        room,
        canvas.symbols.cut(),
    );
    let line = Line::new()
        .add(" ", style)
        .add(&name, style)
        .add(&rest, style)
        .add(&keys, style)
        .pad_to(usize::from(area.width), style);
    canvas.line(area.x, area.y, area.width, &line);
}

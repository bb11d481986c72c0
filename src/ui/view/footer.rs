//! The keys that do something now: the answer first, in reverse, the others always in the same order.

mod answer;
mod words;

use ratatui::layout::Rect;

use super::super::allow;
use super::super::hit::Hit;
use super::super::keymap::{self, Action, Binding, Context, Direction, Goal, Side};
use super::super::layout::Layout;
use super::super::model::Model;
use super::super::theme::Role;
use super::canvas::Canvas;
use super::line::Line;
use answer::is_answer;
use words::{keys_shown, words_of};

/// A key of the footer: what is drawn and what a click on it does.
struct Entry {
    keys: String,
    label: String,
    hit: Hit,
    /// Whether it answers what the screen asks.
    answers: bool,
}

pub(super) fn draw(model: &Model, canvas: &mut Canvas<'_>, layout: &Layout) {
    let area = layout.footer;
    if let Some(working) = &model.working {
        let mut rows = keymap::of_context(Context::Review);
        let row = rows.find(|row| row.action == Action::Back);
        let stop = row.map_or(String::new(), |row| keys_shown(model, row));
        let line = Line::new().add(&stop, canvas.style(Role::Key)).add(
            &format!(" stop; {}", working.if_stopped),
            canvas.style(Role::Text),
        );
        canvas.line(1, area.y, area.width.saturating_sub(1), &line);
        return;
    }
    let (left, right) = parted(model);
    let width = |entries: &[Entry]| entries.iter().map(width_of).sum::<usize>() as u16;
    let right_width = width(&right);
    let mut x = area.width.saturating_sub(right_width);
    for entry in right {
        x += draw_entry(canvas, (x, area.y), &entry);
    }
    let (mut x, mut y) = (0, area.y);
    for entry in left {
        let room = if y == area.y {
            area.width.saturating_sub(right_width)
        } else {
            area.width
        };
        if x + width_of(&entry) as u16 > room && y + 1 < area.bottom() {
            (x, y) = (0, y + 1);
        }
        x += draw_entry(canvas, (x, y), &entry);
    }
}

/// Returns how many rows the keys take: an overlap has more answers than one row of a narrow screen holds.
pub(super) fn n_rows(model: &Model) -> u16 {
    let is_narrow = model.size.0 < 120;
    1 + u16::from(model.context() == Context::Overlap && is_narrow)
}

/// Draws a key with its words, and returns how many columns they take.
fn draw_entry(canvas: &mut Canvas<'_>, (x, y): (u16, u16), entry: &Entry) -> u16 {
    let key = if entry.answers {
        Role::Answer
    } else {
        Role::Key
    };
    let parts = entry.answers && !entry.label.is_empty();
    let line = Line::new()
        .add(&format!(" {} ", entry.keys), canvas.style(key))
        .add(if parts { " " } else { "" }, canvas.style(Role::Text))
        .add(&entry.label, canvas.style(Role::Text));
    let width = line.width() as u16;
    canvas.line(x, y, width, &line);
    canvas.hit(Rect::new(x, y, width, 1), entry.hit);
    width_of(entry) as u16
}

fn width_of(entry: &Entry) -> usize {
    let label = match entry.label.chars().count() {
        0 => 0,
        n => n + usize::from(entry.answers),
    };
    entry.keys.chars().count() + label + 3
}

/// Returns the keys of the left end, the answer first, and those of the right end, which never move.
fn parted(model: &Model) -> (Vec<Entry>, Vec<Entry>) {
    let (right, left): (Vec<_>, Vec<_>) = shown(model)
        .into_iter()
        .partition(|(row, _)| is_at_the_end(model, row));
    let entries = |rows: Vec<(&'static Binding, String)>| {
        rows.into_iter()
            .flat_map(|(row, label)| entries_of(model, row, label))
            .collect()
    };
    (entries(left), entries(right))
}

/// Returns what is drawn for a command: each of two places, or of two hunks, has a key of its own.
fn entries_of(model: &Model, row: &Binding, label: String) -> Vec<Entry> {
    let answers = is_answer(model, row.action);
    let two = || match &model.overlap {
        Some(overlap) => overlap.hunks.len() == 2,
        None => model.n_tied() == 2,
    };
    if row.action == Action::Show && answers && two() {
        let entry = |index: usize, label: &str| Entry {
            keys: (index + 1).to_string(),
            label: label.to_string(),
            hit: Hit::Place(index),
            answers,
        };
        return vec![entry(0, ""), entry(1, &label)];
    }
    vec![Entry {
        keys: keys_shown(model, row),
        label,
        hit: Hit::Action(row.action),
        answers,
    }]
}

/// Returns all keys that do something now, each with its words, the answer first.
pub(super) fn told(model: &Model) -> Vec<String> {
    let entries = all(model).into_iter();
    let entries = entries.flat_map(|(row, label)| entries_of(model, row, label));
    entries
        .map(|entry| {
            format!("{} {}", entry.keys, entry.label)
                .trim_end()
                .to_string()
        })
        .collect()
}

/// Returns the keys that the footer shows now, with their words. Where there is no room to say what would be undone, there may be
/// some for the key.
fn shown(model: &Model) -> Vec<(&'static Binding, String)> {
    let is_undo = |row: &Binding| row.action == Action::Undo;
    let mut all = all(model);
    let shown = fit(model, all.clone());
    if shown.iter().any(|(row, _)| is_undo(row)) {
        return shown;
    }
    for (row, label) in all.iter_mut().filter(|(row, _)| is_undo(row)) {
        *label = row.footer.to_string();
    }
    fit(model, all)
}

/// Returns the keys that could be shown now, with their words: each of them does something.
fn all(model: &Model) -> Vec<(&'static Binding, String)> {
    let rows = keymap::of_context(model.context())
        .filter(|row| !row.footer.is_empty() && !model.keys.of(row).is_empty());
    let mut shown: Vec<(&Binding, String)> = rows
        .filter(|row| allow::is_advertised(model, row.action))
        .map(|row| (row, words_of(model, row)))
        .collect();
    shown.sort_by_cached_key(|(row, _)| {
        let is_first = is_answer(model, row.action) && !is_at_the_end(model, row);
        (!is_first, rank(row.action))
    });
    shown
}

/// The order of the keys behind the answer: always the same, whatever is left out.
const ORDER: [Action; 24] = [
    Action::SeeDrift,
    Action::Accept,
    Action::Replace,
    Action::InsertOnly,
    Action::Show,
    Action::ShowSide(Side::Both),
    Action::ShowSide(Side::BothReversed),
    Action::ShowSide(Side::Apart),
    Action::ShowSide(Side::Neither),
    Action::Reject,
    Action::ByHand,
    Action::KeepOrder,
    Action::Everywhere,
    Action::Target,
    Action::UndoApply,
    Action::Comment,
    Action::ChooseLines,
    Action::Split,
    Action::Edit,
    Action::Undo,
    Action::Go(Goal::NextProblem),
    Action::AcceptClear,
    Action::Apply,
    Action::Why,
];

fn rank(action: Action) -> usize {
    let at = ORDER.iter().position(|other| *other == action);
    at.unwrap_or(ORDER.len())
}

/// What is left out first where there is no room; help and leaving never are, nor is the answer.
const LEFT_OUT: [Action; 17] = [
    Action::Why,
    Action::Edit,
    Action::ChooseLines,
    Action::SeeDrift,
    Action::UndoApply,
    Action::Comment,
    Action::Undo,
    Action::Target,
    Action::Split,
    // Writing what is accepted comes after all else that a hunk, or the others, still need.
    Action::Apply,
    Action::ByHand,
    Action::Everywhere,
    Action::KeepOrder,
    // What is said after each decision names this key, too. Accepting all exact ones is named nowhere else, and makes room
    // for this one once it is done.
    Action::Go(Goal::NextProblem),
    Action::AcceptClear,
    Action::Peak(Direction::Backward),
    Action::FindLine,
];

/// Returns whether a key stays at the right end: help, and leaving unless that is the answer.
fn is_at_the_end(model: &Model, row: &Binding) -> bool {
    let leaves = row.action == Action::Quit && !is_answer(model, Action::Quit);
    leaves || row.action == Action::Help
}

/// Drops rows until the rest fits; of those, what fits then is shown after all.
fn fit(model: &Model, all: Vec<(&'static Binding, String)>) -> Vec<(&'static Binding, String)> {
    // Where there are two rows, an entry may leave the end of the first one blank.
    let slack = if n_rows(model) > 1 { 16 } else { 0 };
    let room = usize::from(model.size.0) * usize::from(n_rows(model));
    let room = room.saturating_sub(slack);
    let width_of_row = |(row, label): &(&'static Binding, String)| -> usize {
        let entries = entries_of(model, row, label.clone());
        entries.iter().map(width_of).sum()
    };
    let widths: Vec<usize> = all.iter().map(width_of_row).collect();
    let mut used: usize = widths.iter().sum();
    let mut is_shown = vec![true; all.len()];
    let dropped = droppable(model, &all);
    for at in &dropped {
        if used > room {
            (is_shown[*at], used) = (false, used - widths[*at]);
        }
    }
    for at in dropped.iter().rev() {
        if !is_shown[*at] && used + widths[*at] <= room {
            (is_shown[*at], used) = (true, used + widths[*at]);
        }
    }
    let shown = all.into_iter().zip(is_shown);
    shown
        .filter_map(|(row, is_shown)| is_shown.then_some(row))
        .collect()
}

/// Returns which rows may be left out, the first one first: those of the table, then the last ones.
fn droppable(model: &Model, all: &[(&'static Binding, String)]) -> Vec<usize> {
    let place = |row: &Binding| LEFT_OUT.iter().position(|other| *other == row.action);
    // A page is left by this key alone.
    let is_page = matches!(model.context(), Context::Apply | Context::Page);
    let leaves_page = |row: &Binding| is_page && row.action == Action::Back;
    let may_go = |at: &usize| {
        let row = all[*at].0;
        !is_at_the_end(model, row) && !leaves_page(row) && !is_answer(model, row.action)
    };
    let mut rows: Vec<usize> = (0..all.len()).filter(may_go).rev().collect();
    rows.sort_by_key(|at| place(all[*at].0).unwrap_or(LEFT_OUT.len()));
    rows
}

/// Returns the keys and commands that the screen promises now; each must do something.
pub fn advertised(model: &Model) -> Vec<(&str, Action)> {
    let shown = shown(model);
    let keys = shown.into_iter().flat_map(|(row, _)| {
        let keys = model.keys.of(row).into_iter();
        keys.map(move |key| (key, row.action))
            .filter(|(key, action)| is_of_use(model, key, *action))
    });
    keys.collect()
}

/// Returns whether a key of a command does something now: of several digits only some do.
fn is_of_use(model: &Model, key: &str, action: Action) -> bool {
    if action == Action::LookAgain {
        let digit = key.parse::<usize>();
        return digit.is_ok_and(|digit| digit <= allow::n_to_look_at(model));
    }
    action != Action::Show || is_shown_digit(model, key)
}

/// Returns whether a digit shows something that is not on the screen yet.
fn is_shown_digit(model: &Model, key: &str) -> bool {
    let Ok(digit) = key.parse::<usize>() else {
        return false;
    };
    if let Some(overlap) = &model.overlap {
        let is_side = (1..=overlap.hunks.len()).contains(&digit);
        return is_side && overlap.asked() != Some(Side::Only(digit - 1));
    }
    digit <= allow::n_shown(model) && model.looked.get(&model.hunk) != Some(&(digit - 1))
}

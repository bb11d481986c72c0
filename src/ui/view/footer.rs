//! The last message, and two lines of keys that do something now.

use ratatui::layout::Rect;

use super::super::allow;
use super::super::hit::Hit;
use super::super::key;
use super::super::keymap::{self, Action, Binding, Context, Motion, Side};
use super::super::layout::Layout;
use super::super::model::{Mode, Model, Purpose, Toast};
use super::super::theme::Role;
use super::canvas::Canvas;
use super::line::Line;
use crate::plan::{Choice, Decision};

pub(super) fn draw(model: &Model, canvas: &mut Canvas<'_>, layout: &Layout) {
    draw_message(model, canvas, layout);
    if let Some(working) = &model.working {
        let mut rows = keymap::of_context(Context::Review);
        let row = rows.find(|row| row.action == Action::Back);
        let stop = row.map_or(String::new(), |row| keys_shown(model, row));
        let line = Line::new().add(&stop, canvas.style(Role::Key)).add(
            &format!(" stop; {}", working.if_stopped),
            canvas.style(Role::Text),
        );
        canvas.line(1, layout.footer.y, layout.footer.width, &line);
        return;
    }
    let mut x = 1;
    let mut y = layout.footer.y;
    for (row, label) in shown(model) {
        let keys = keys_shown(model, row);
        let line = Line::new()
            .add(&keys, canvas.style(Role::Key))
            .add(" ", canvas.style(Role::Text))
            .add(&label, canvas.style(Role::Text));
        let width = line.width() as u16;
        if x + width > layout.footer.width {
            if y + 1 == layout.footer.bottom() {
                break;
            }
            y += 1;
            x = 1;
        }
        canvas.line(x, y, width, &line);
        canvas.hit(Rect::new(x, y, width, 1), Hit::Action(row.action));
        x += width + 3;
    }
}

/// Draws the message in its rule; one that is too long takes the rule's row and as many above as it needs.
fn draw_message(model: &Model, canvas: &mut Canvas<'_>, layout: &Layout) {
    let area = layout.message;
    let message = message(model, canvas);
    // Two dashes and a blank stand before the message, and a blank behind it.
    let mut rows = message.folded(usize::from(area.width.saturating_sub(4)), 0);
    if rows.len() < 2 {
        canvas.rule(0, area.y, area.width, &message);
        return;
    }
    if matches!(model.mode, Mode::Input(..)) {
        // What is typed goes on at the end.
        rows.drain(..rows.len().saturating_sub(MOST_ROWS));
    }
    rows.truncate(MOST_ROWS);
    let first = area.y + 1 - rows.len() as u16;
    for (y, row) in (first..).zip(rows) {
        canvas.ground(Rect::new(0, y, area.width, 1));
        let line = Line::new().add("   ", canvas.style(Role::Text)).join(row);
        canvas.line(0, y, area.width, &line);
    }
}

/// The most rows that a message takes.
const MOST_ROWS: usize = 4;

fn message(model: &Model, canvas: &Canvas<'_>) -> Line {
    if let Some(working) = &model.working {
        let percent = (working.n_done * 100).checked_div(working.n_all);
        let how_far = percent.map_or(String::new(), |percent| format!("  {percent} %"));
        return Line::new().add(
            &format!("{} ...{how_far}", working.name),
            canvas.style(Role::Heading),
        );
    }
    if let Mode::Input(purpose, typed, _) = &model.mode {
        let prompt = match purpose {
            Purpose::Comment => "what should the model hear about it? ",
            Purpose::Search => "search: ",
            Purpose::GoToLine => "line number: ",
            Purpose::FindLine => "a line that holds: ",
        };
        return Line::new()
            .add(prompt, canvas.style(Role::Key))
            .add(&typed.text, canvas.style(Role::Text))
            .add("_", canvas.style(Role::Current));
    }
    match &model.toast {
        Some(Toast::Done(what)) => Line::new().add(what, canvas.style(Role::Text)),
        Some(Toast::Refused(why)) => Line::new().add(why, canvas.style(Role::Problem)),
        None => Line::new(),
    }
}

/// Returns the keys that the footer shows now, with their words: each of them does something.
fn shown(model: &Model) -> Vec<(&'static Binding, String)> {
    let rows = keymap::of_context(model.context())
        .filter(|row| !row.footer.is_empty() && !model.keys.of(row).is_empty());
    let mut shown: Vec<(&Binding, String)> = rows
        .filter(|row| allow::is_advertised(model, row.action))
        .map(|row| (row, words_of(model, row)))
        .collect();
    // What comes next stands first: once all is decided, that is writing it.
    let applies_next = model.session.tally().n_accepted > 0
        && model.undecided_after().is_none()
        && model.current().decision != Decision::Undecided;
    let is_next = |row: &Binding| applies_next && row.action == Action::Apply;
    shown.sort_by_key(|(row, _)| (!is_next(row), !is_pressing(row), is_kept(row)));
    fit(model, shown)
}

/// What stands in the way of all else comes first where it does: files that changed, or are missing, and hidden text.
fn is_pressing(row: &Binding) -> bool {
    matches!(
        row.action,
        Action::Rematch | Action::SeeDrift | Action::Target | Action::ConfirmHidden
    )
}

/// Writing, help and leaving are shown whatever else there is no room for.
fn is_kept(row: &Binding) -> bool {
    matches!(row.action, Action::Apply | Action::Help | Action::Quit)
}

/// Drops rows from before those that are kept until the rest fits into two lines.
fn fit(
    model: &Model,
    mut rows: Vec<(&'static Binding, String)>,
) -> Vec<(&'static Binding, String)> {
    let room = usize::from(model.size.0);
    let n_lines = |rows: &[(&'static Binding, String)]| {
        let (mut x, mut lines) = (1, 1);
        for (row, label) in rows {
            let width = keys_shown(model, row).chars().count() + 1 + label.chars().count();
            if x + width > room {
                lines += 1;
                x = 1;
            }
            x += width + 3;
        }
        lines
    };
    while n_lines(&rows) > 2
        && let Some(last) = rows.iter().rposition(|(row, _)| !is_kept(row))
    {
        rows.remove(last);
    }
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
        let shown = overlap.side.as_ref().map(|(side, _)| *side);
        return shown
            != Some(if digit == 1 {
                Side::First
            } else {
                Side::Second
            });
    }
    digit <= allow::n_shown(model) && model.looked.get(&model.hunk) != Some(&(digit - 1))
}

fn keys_shown(model: &Model, row: &Binding) -> String {
    if row.action == Action::Show {
        return if model.context() == Context::Overlap {
            "1 2".to_string()
        } else {
            allow::digits(allow::n_shown(model))
        };
    }
    if row.action == Action::LookAgain {
        return allow::digits(allow::n_to_look_at(model));
    }
    if row.action == Action::Move(Motion::Down) {
        let mut rows = keymap::of_context(model.context());
        let up = rows.find(|row| row.action == Action::Move(Motion::Up));
        let both = [Some(row), up].into_iter().flatten();
        let keys = both.filter_map(|row| model.keys.of(row).first().copied().map(key::shown));
        return keys.collect::<Vec<_>>().join(" ");
    }
    model
        .keys
        .of(row)
        .first()
        .map_or(String::new(), |key| key::shown(key))
}

/// Returns the words of a command where it is about a block of the hunk.
fn words_of_block(model: &Model, action: Action) -> Option<&'static str> {
    let choice = model.split().get(model.block)?.choice;
    match (action, choice) {
        (Action::Split, _) => Some("join"),
        (Action::Accept, Choice::Open | Choice::Left) => Some("accept block, next"),
        (Action::Reject, Choice::Left) => Some("reopen block"),
        (Action::Reject, Choice::Open | Choice::Taken) => Some("reject block"),
        (_, _) => None,
    }
}

/// Returns whether nothing is left to decide about the hunk, so that accepting it only goes on.
fn is_behind(model: &Model) -> bool {
    allow::is_done(model) || model.is_decided_as_shown()
}

/// Cuts the label of a step to what the footer has room for.
fn short(label: &str) -> String {
    const ROOM: usize = 28;
    if label.chars().count() <= ROOM {
        return label.to_string();
    }
    let kept: String = label.chars().take(ROOM).collect();
    match kept.rsplit_once(' ') {
        Some((words, _)) => format!("{words} ..."),
        None => kept,
    }
}

/// Returns a command's words, with what it is about where that helps.
fn words_of(model: &Model, row: &Binding) -> String {
    let telling = if row.action == Action::Show && model.context() == Context::Overlap {
        Some("only one".to_string())
    } else if let Some(words) = words_of_block(model, row.action) {
        Some(words.to_string())
    } else if row.action == Action::Accept && is_behind(model) {
        Some("next".to_string())
    } else if row.action == Action::Reject && model.current().decision.is_rejected() {
        Some("reopen".to_string())
    } else if row.action == Action::Undo {
        let last_step = model.session.resolutions().next_undo();
        last_step.map(|step| format!("undo {}", short(&step.label)))
    } else if row.action == Action::ShowSide(Side::Apart) {
        let way_out = model.overlap.as_ref().and_then(|overlap| overlap.way_out);
        way_out.map(|way_out| {
            let name = model.session.name(way_out.moved);
            format!("{name} at place {}", way_out.index + 1)
        })
    } else if row.action == Action::UndoApply {
        model.applied.last().map(|name| format!("undo {name}"))
    } else if row.action == Action::AcceptClear {
        Some(format!("accept {} clear", model.tally().n_clear))
    } else {
        None
    };
    telling.unwrap_or_else(|| row.footer.to_string())
}

//! The keys that do something now: the answer first, in reverse, the others always in the same order.

use ratatui::layout::Rect;

use super::super::allow;
use super::super::hit::Hit;
use super::super::key;
use super::super::keymap::{self, Action, Binding, Context, Goal, Motion, Side};
use super::super::layout::Layout;
use super::super::model::{Mode, Model, Purpose, Shown};
use super::super::theme::Role;
use super::canvas::Canvas;
use super::line::Line;
use crate::plan::{Choice, Decision, State};

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
    let mut x = area.width.saturating_sub(width(&right));
    for entry in right {
        x += draw_entry(canvas, (x, area.y), &entry);
    }
    let (mut x, mut y) = (0, area.y);
    for entry in left {
        let room = if y == area.y {
            area.width.saturating_sub(right_width(model))
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
    let line = Line::new()
        .add(&format!(" {} ", entry.keys), canvas.style(key))
        .add(
            if entry.answers { " " } else { "" },
            canvas.style(Role::Text),
        )
        .add(&entry.label, canvas.style(Role::Text));
    let width = line.width() as u16;
    canvas.line(x, y, width, &line);
    canvas.hit(Rect::new(x, y, width, 1), entry.hit);
    width + 1
}

fn width_of(entry: &Entry) -> usize {
    entry.keys.chars().count() + entry.label.chars().count() + 3 + usize::from(entry.answers)
}

fn right_width(model: &Model) -> u16 {
    let (_, right) = parted(model);
    right.iter().map(width_of).sum::<usize>() as u16
}

/// Returns the keys of the left end, the answer first, and those of the right end, which never move.
fn parted(model: &Model) -> (Vec<Entry>, Vec<Entry>) {
    let (right, left): (Vec<_>, Vec<_>) = shown(model)
        .into_iter()
        .partition(|(row, _)| is_at_the_end(row));
    let entries = |rows: Vec<(&'static Binding, String)>| {
        rows.into_iter()
            .flat_map(|(row, label)| entries_of(model, row, label))
            .collect()
    };
    (entries(left), entries(right))
}

/// Returns what is drawn for a command: each of two places that tie has a key of its own.
fn entries_of(model: &Model, row: &Binding, label: String) -> Vec<Entry> {
    let answers = is_answer(model, row.action);
    if row.action == Action::Show && model.overlap.is_none() && answers && model.n_tied() == 2 {
        let entry = |index: usize| Entry {
            keys: (index + 1).to_string(),
            label: "here".to_string(),
            hit: Hit::Place(index),
            answers,
        };
        return vec![entry(0), entry(1)];
    }
    vec![Entry {
        keys: keys_shown(model, row),
        label,
        hit: Hit::Action(row.action),
        answers,
    }]
}

/// Returns the keys that the footer shows now, with their words: each of them does something.
fn shown(model: &Model) -> Vec<(&'static Binding, String)> {
    let rows = keymap::of_context(model.context())
        .filter(|row| !row.footer.is_empty() && !model.keys.of(row).is_empty());
    let mut shown: Vec<(&Binding, String)> = rows
        .filter(|row| allow::is_advertised(model, row.action))
        .map(|row| (row, words_of(model, row)))
        .collect();
    shown.sort_by_cached_key(|(row, _)| (!is_answer(model, row.action), rank(row.action)));
    fit(model, shown)
}

/// Returns whether a command is the answer to what the screen asks.
fn is_answer(model: &Model, action: Action) -> bool {
    let is = |answer| action == answer;
    match model.context() {
        Context::Review if !model.drift.is_empty() => is(Action::Rematch),
        Context::Review => is(answer(model)),
        Context::Overlap => match model
            .overlap
            .as_ref()
            .map(|overlap| overlap.chosen == Shown::Yes)
        {
            Some(true) => is(Action::Take),
            Some(false) | None => is(Action::Show),
        },
        Context::Lines => is(Action::TakeLines),
        Context::Place => is(Action::PlaceHere),
        Context::Apply => is(Action::Write),
        Context::Target => is(Action::PickTarget),
        Context::Comments => is(Action::GoToComment),
        Context::Palette => is(Action::RunCommand),
        Context::Help => is(Action::RunKey),
        Context::Page => is(Action::Back),
        Context::Input | Context::Start => is(Action::Submit),
        Context::View => false,
    }
}

/// Returns the answer to what is asked of the hunk under review.
fn answer(model: &Model) -> Action {
    let state = &model.current().state;
    let looked = model.looked.contains_key(&model.hunk);
    // What comes next stands first: once all is decided, that is writing it.
    let applies_next = model.session.tally().n_accepted > 0
        && model.undecided_after().is_none()
        && model.current().decision != Decision::Undecided;
    match state {
        _ if applies_next => Action::Apply,
        State::Placed if model.is_hiding() => Action::ConfirmHidden,
        State::FileStuck if model.is_unsearched() => Action::Rematch,
        State::FileStuck if !model.would_replace() => Action::Target,
        State::NoMatch if !looked => Action::Reject,
        State::Ambiguous | State::TooWeak | State::DeletedLineNotFound | State::FileStuck
            if !looked =>
        {
            Action::Show
        }
        State::Invalid(_) | State::Unresolved(_) | State::ContextGone | State::Dependent(_) => {
            Action::Reject
        }
        State::Drifted => Action::Rematch,
        State::Placed
        | State::Ambiguous
        | State::TooWeak
        | State::NoMatch
        | State::DeletedLineNotFound
        | State::FileStuck
        | State::Overlap(_)
        | State::AlreadyApplied
        | State::NoOp
        | State::Skipped => Action::Accept,
    }
}

/// The order of the keys behind the answer: always the same, whatever is left out.
const ORDER: [Action; 20] = [
    Action::SeeDrift,
    Action::Accept,
    Action::Show,
    Action::ShowSide(Side::Both),
    Action::ShowSide(Side::BothReversed),
    Action::ShowSide(Side::Apart),
    Action::ShowSide(Side::Neither),
    Action::Reject,
    Action::ByHand,
    Action::KeepOrder,
    Action::Target,
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
const LEFT_OUT: [Action; 14] = [
    Action::Why,
    Action::Split,
    Action::Edit,
    Action::ChooseLines,
    Action::SeeDrift,
    Action::UndoApply,
    Action::Comment,
    Action::Target,
    Action::AcceptClear,
    Action::Undo,
    Action::ByHand,
    Action::Apply,
    Action::KeepOrder,
    Action::Go(Goal::NextProblem),
];

fn is_at_the_end(row: &Binding) -> bool {
    matches!(row.action, Action::Help | Action::Quit)
}

/// Drops rows until the rest fits.
fn fit(
    model: &Model,
    mut rows: Vec<(&'static Binding, String)>,
) -> Vec<(&'static Binding, String)> {
    let room = usize::from(model.size.0) * usize::from(n_rows(model));
    let width = |rows: &[(&'static Binding, String)]| -> usize {
        let entries = rows.iter();
        entries
            .flat_map(|(row, label)| entries_of(model, row, label.clone()))
            .map(|entry| width_of(&entry))
            .sum()
    };
    // Where there are two rows, an entry may leave the end of the first one blank.
    let slack = if n_rows(model) > 1 { 16 } else { 0 };
    for action in LEFT_OUT {
        if width(&rows) + slack <= room + 1 {
            return rows;
        }
        rows.retain(|(row, _)| row.action != action || is_answer(model, action));
    }
    while width(&rows) + slack > room + 1
        && let Some(last) = rows
            .iter()
            .rposition(|(row, _)| !is_at_the_end(row) && !is_answer(model, row.action))
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
        let chosen = overlap
            .side
            .as_ref()
            .filter(|_| overlap.chosen == Shown::Yes);
        let shown = chosen.map(|(side, _)| *side);
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

/// Cuts the label of a step to what the footer has room for: `accept hunk 4` is `accept 4` there.
fn short(label: &str) -> String {
    const ROOM: usize = 20;
    let label = label.replace("hunk ", "");
    if label.chars().count() <= ROOM {
        return label;
    }
    let kept: String = label.chars().take(ROOM).collect();
    match kept.rsplit_once(' ') {
        Some((words, _)) => format!("{words}\u{2026}"),
        None => kept,
    }
}

/// Returns what is done with the text that is being typed.
fn submit_word(model: &Model) -> &'static str {
    match &model.mode {
        Mode::Input(Purpose::Search | Purpose::FindLine, ..) => "find",
        Mode::Input(Purpose::GoToLine, ..) => "go",
        Mode::Start(_) => "open",
        Mode::Input(Purpose::Comment, ..)
        | Mode::Review
        | Mode::Lines(_)
        | Mode::Place(_)
        | Mode::Apply(_)
        | Mode::Target(_)
        | Mode::Comments(_)
        | Mode::Palette(_)
        | Mode::Help(_)
        | Mode::Page(..) => "save",
    }
}

/// Returns a command's words, with what it is about where that helps.
fn words_of(model: &Model, row: &Binding) -> String {
    let telling = if row.action == Action::Show && model.context() == Context::Overlap {
        Some("only this".to_string())
    } else if let Some(words) = words_of_block(model, row.action) {
        Some(words.to_string())
    } else if row.action == Action::Accept && is_behind(model) {
        Some("next".to_string())
    } else if row.action == Action::Accept {
        let place = model.other_place().and(model.shown_place());
        place.map(|place| format!("accept place {}", place + 1))
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
    } else if row.action == Action::Submit {
        Some(submit_word(model).to_string())
    } else if row.action == Action::AcceptClear {
        Some(format!("accept {} exact", model.tally().n_clear))
    } else {
        None
    };
    telling.unwrap_or_else(|| row.footer.to_string())
}

//! Moving about: rows, hunks, files, and searching.

use bstr::ByteSlice;

use super::super::effect::Effect;
use super::super::keymap::{Action, DiffOption, Direction, Edge, Goal, Motion};
use super::super::layout::{Layout, Panes};
use super::super::mode::{ApplyView, WrittenView};
use super::super::model::{Mode, Model, Scroll};
use super::super::view;
use super::super::words::changed_words;
use super::{help, place, refuse, split, tell};
use crate::patch::HunkId;
use crate::plan::HunkPlan;

/// Moves the cursor or the view by rows or columns.
pub(super) fn scroll(model: &mut Model, motion: Motion) -> Vec<Effect> {
    if scroll_page(model, motion) {
        return Vec::new();
    }
    let page = model.diff_height().max(1);
    match &mut model.mode {
        Mode::Page(..) | Mode::Apply(_) | Mode::Written(_) => {}
        Mode::Target(targets) => targets.picker.step(motion),
        Mode::Comments(picker) => picker.step(motion),
        Mode::Palette(picker) => picker.step(motion),
        Mode::Help(view) => help::step(view, motion),
        Mode::Start(view) => {
            // The demonstration is behind the saved reviews, the line that is typed before them.
            let last = model.saved.len();
            let at = view.marked.map_or(0, |marked| marked + 1);
            view.marked = moved(at, motion, 5).min(last + 1).checked_sub(1);
        }
        Mode::Input(..) => {}
        Mode::Review if model.overlap.is_some() => scroll_overlap(model, motion),
        Mode::Review | Mode::Lines(_) => scroll_diff(model, motion, page),
        Mode::Place(_) => place::scroll(model, motion),
    }
    Vec::new()
}

/// Returns where the page on the screen is scrolled to; `None` where there is none.
fn page_scroll(model: &mut Model) -> Option<&mut Scroll> {
    let (Mode::Page(_, scroll, _)
    | Mode::Apply(ApplyView { scroll, .. })
    | Mode::Written(WrittenView { scroll, .. })) = &mut model.mode
    else {
        return None;
    };
    Some(scroll)
}

/// Scrolls the page on the screen; `false` where there is none.
fn scroll_page(model: &mut Model, motion: Motion) -> bool {
    let last = view::overflow(model);
    // The last row is seen once more as the first.
    let page = view::page_height(model).saturating_sub(1).max(1);
    let Some(scroll) = page_scroll(model) else {
        return false;
    };
    scroll.top = moved(scroll.top.min(last), motion, page).min(last);
    scroll.marked = None;
    true
}

/// Brings a row of the page on the screen to its top, and marks it.
fn go_to_row(model: &mut Model, row: usize, above: usize) {
    let last = view::overflow(model);
    if let Some(scroll) = page_scroll(model) {
        scroll.top = row.saturating_sub(above).min(last);
        scroll.marked = Some(row);
    }
}

/// Moves all panes of an overlap together, from the lines in conflict on.
fn scroll_overlap(model: &mut Model, motion: Motion) {
    let (up, down) = view::overlap_bounds(model);
    // A pane takes a third of the rows.
    let page = (model.diff_height() / 3).max(2) as isize;
    let at = model.scrolled.overlap;
    let to = match motion {
        Motion::Down | Motion::ViewDown => at + 1,
        Motion::Up | Motion::ViewUp => at - 1,
        Motion::HalfDown => at + page / 2,
        Motion::HalfUp => at - page / 2,
        Motion::PageDown => at + page,
        Motion::PageUp => at - page,
        Motion::Top => up,
        Motion::Bottom => down,
        Motion::Left | Motion::Right => {
            let height = model.diff_height();
            return scroll_diff(model, motion, height);
        }
    };
    model.scrolled.overlap = to.clamp(up, down);
}

fn scroll_diff(model: &mut Model, motion: Motion, page: usize) {
    let last_top = model.doc.n_rows(model.reading()).saturating_sub(page);
    let view = &mut model.view;
    match motion {
        Motion::ViewDown => view.top = (view.top + 1).min(last_top),
        Motion::ViewUp => view.top = view.top.saturating_sub(1),
        Motion::Left => view.left = view.left.saturating_sub(8),
        Motion::Right => view.left = (view.left + 8).min(2_000),
        Motion::Down
        | Motion::Up
        | Motion::HalfDown
        | Motion::HalfUp
        | Motion::PageDown
        | Motion::PageUp
        | Motion::Top
        | Motion::Bottom => {
            let to = moved(view.cursor, motion, page);
            model.move_cursor(to);
            // What the model wrote moves along with the place beside or below it.
            if Layout::of(model).panes == Panes::Model {
                let to = moved(model.scrolled.patch, motion, page);
                model.scrolled.patch = to.min(view::patch_overflow(model));
            }
        }
    }
}

pub(super) fn moved(row: usize, motion: Motion, page: usize) -> usize {
    match motion {
        Motion::Down | Motion::ViewDown => row + 1,
        Motion::Up | Motion::ViewUp => row.saturating_sub(1),
        Motion::HalfDown => row + page / 2,
        Motion::HalfUp => row.saturating_sub(page / 2),
        Motion::PageDown => row + page,
        Motion::PageUp => row.saturating_sub(page),
        Motion::Top => 0,
        Motion::Bottom => usize::MAX / 2,
        Motion::Left | Motion::Right => row,
    }
}

/// Goes to another hunk.
pub(super) fn go(model: &mut Model, goal: Goal) -> Vec<Effect> {
    let is_page = page_scroll(model).is_some();
    let is_step = match goal {
        Goal::NextHunk | Goal::PreviousHunk if is_page => false,
        Goal::NextHunk => split::step(model, Direction::Forward),
        Goal::PreviousHunk => split::step(model, Direction::Backward),
        Goal::NextFile | Goal::PreviousFile | Goal::NextProblem | Goal::PreviousProblem => false,
    };
    if is_step {
        return Vec::new();
    }
    let is_on = matches!(goal, Goal::NextProblem | Goal::PreviousProblem);
    if is_on && matches!(model.mode, Mode::Written(_)) {
        model.mode = Mode::Review;
        let is_left = |hunk: &HunkPlan| model.asks(hunk) || model.is_open(hunk);
        let next = next_left(model, goal).filter(|_| !is_left(model.current()));
        if let Some(next) = next {
            model.go_to(next);
        }
        return Vec::new();
    }
    if let Some(scroll) = page_scroll(model).copied() {
        let from = scroll.marked.unwrap_or(scroll.top);
        return match view::page_anchor(model, goal, from) {
            Some(row) => {
                go_to_row(model, row, 0);
                Vec::new()
            }
            None => refuse(model, none_further(goal)),
        };
    }
    let all = || model.session.patch().hunk_ids();
    let at = model.hunk;
    let to = match goal {
        Goal::NextHunk => all().find(|id| *id > at),
        Goal::PreviousHunk => all().take_while(|id| *id < at).last(),
        Goal::NextFile => all().find(|id| id.file > at.file),
        Goal::PreviousFile => all().find(|id| id.file + 1 == at.file),
        Goal::NextProblem | Goal::PreviousProblem => next_left(model, goal),
    };
    match to {
        Some(to) => model.go_to(to),
        None => return refuse(model, none_further(goal)),
    }
    Vec::new()
}

fn none_further(goal: Goal) -> &'static str {
    match goal {
        Goal::NextHunk => "this is the last hunk",
        Goal::PreviousHunk => "this is the first hunk",
        Goal::NextFile => "this is the last file",
        Goal::PreviousFile => "this is the first file",
        Goal::NextProblem | Goal::PreviousProblem => "no other hunk left to settle",
    }
}

/// Returns the next hunk that needs somebody; where there is no other, the next that is undecided. They are gone round, so
/// that Tab never ends before all is decided.
pub(super) fn next_left(model: &Model, goal: Goal) -> Option<HunkId> {
    let at = model.hunk;
    let pick = |left: Vec<HunkId>| {
        let (above, below) = left.split_at(left.partition_point(|id| *id < at));
        let round = below.iter().chain(above).copied();
        let mut others = round.filter(|id| *id != at);
        match goal {
            Goal::PreviousProblem => others.next_back(),
            Goal::NextProblem
            | Goal::NextHunk
            | Goal::PreviousHunk
            | Goal::NextFile
            | Goal::PreviousFile => others.next(),
        }
    };
    let ids = |is_left: &dyn Fn(&HunkPlan) -> bool| -> Vec<HunkId> {
        let left = model.session.plan().hunks().filter(|hunk| is_left(hunk));
        left.map(|hunk| hunk.id).collect()
    };
    // Hunks that conflict are one question, which the first of them asks.
    let here = model.asker(at);
    let is_asked = |hunk: &HunkPlan| model.asks(hunk) && hunk.id != here;
    pick(ids(&is_asked)).or_else(|| pick(ids(&|hunk| model.is_open(hunk))))
}

/// Lists other hunks than now.
pub(super) fn filter(model: &mut Model) -> Vec<Effect> {
    // One that would list nothing is passed over.
    let mut next = model.filter.next();
    loop {
        model.filter = next;
        model.renew_list();
        if model.filter == next {
            break;
        }
        next = next.next();
    }
    select_listed(model);
    let hidden = Layout::of(model).list.width == 0;
    let key = model.key(Action::ToggleOption(DiffOption::List));
    let how = if hidden {
        format!(" {} {key} shows the list", model.symbols.dot())
    } else {
        String::new()
    };
    let n_hunks = model.session.tally().n_hunks;
    let n_listed = model.filtered().count();
    let words = model.filter.words();
    tell(
        model,
        format!("Filter: {words} ({n_listed} of {n_hunks}){how}"),
    );
    Vec::new()
}

/// Goes to the first hunk of the list from the one under review on, where that one is not in the list.
fn select_listed(model: &mut Model) {
    let after = model.filtered().find(|id| *id >= model.hunk);
    let to = after.or_else(|| model.filtered().last());
    if let Some(to) = to.filter(|to| *to != model.hunk) {
        model.go_to(to);
    }
}

/// Goes to the next row that holds what was searched.
pub(super) fn search(model: &mut Model, towards: Direction) -> Vec<Effect> {
    if let Some(scroll) = page_scroll(model).copied() {
        return search_page(model, towards, scroll);
    }
    let reading = model.reading();
    let n_rows = model.doc.n_rows(reading);
    let wanted = model.searched.to_lowercase();
    let rows = model.doc.rows(reading, 0, n_rows);
    let holds = |row: &usize| {
        let cells = [rows[*row].left, rows[*row].right];
        let mut bodies = cells.iter().flatten().map(|cell| cell.body);
        bodies.any(|body| body.to_str_lossy().to_lowercase().contains(&wanted))
    };
    let at = model.view.cursor;
    let found = match towards {
        Direction::Forward => (at + 1..n_rows)
            .chain(0..=at.min(n_rows))
            .find(|row| *row < n_rows && holds(row)),
        Direction::Backward => (0..at).rev().chain((at..n_rows).rev()).find(holds),
    };
    match found {
        Some(row) => {
            let top = model.view.top;
            model.move_cursor(row);
            // What was off the screen is shown with the lines around it.
            if model.view.top != top {
                align(model, Edge::Middle);
            }
            tell(model, format!("/{}", model.searched));
            Vec::new()
        }
        None => refuse(
            model,
            format!("`{}` not found in this file", model.searched),
        ),
    }
}

/// Goes to the next row of the page on the screen that holds what was searched.
fn search_page(model: &mut Model, towards: Direction, scroll: Scroll) -> Vec<Effect> {
    /// So many rows are seen above what was found.
    const ABOVE: usize = 3;
    let wanted = model.searched.to_lowercase();
    // From what is on the screen on; a row that was found already is behind.
    let from = scroll.marked.or(scroll.top.checked_sub(1));
    match view::page_search(model, &wanted, towards, from) {
        Some(row) => {
            go_to_row(model, row, ABOVE);
            tell(model, format!("/{}", model.searched));
            Vec::new()
        }
        None => refuse(model, format!("`{}` not found here", model.searched)),
    }
}

/// Scrolls until the cursor's line lies at an edge of the view.
pub(super) fn align(model: &mut Model, edge: Edge) -> Vec<Effect> {
    let height = model.diff_height().max(1);
    let above = match edge {
        // The first row may be covered by the definition that the others stand in.
        Edge::Top => 1.min(height - 1),
        Edge::Middle => height / 2,
        Edge::Bottom => {
            let told = model.n_rows_told_below(model.view.cursor);
            (height - 1).saturating_sub(told)
        }
    };
    let last_top = model.doc.n_rows(model.reading()).saturating_sub(height);
    model.view.top = model.view.cursor.saturating_sub(above).min(last_top);
    Vec::new()
}

/// Searches the word that changes in the cursor's line, else its longest.
pub(super) fn search_here(model: &mut Model) -> Vec<Effect> {
    match word_here(model) {
        Some(word) => {
            model.searched = word;
            search(model, Direction::Forward)
        }
        None => Vec::new(),
    }
}

/// Returns the word that changes in the cursor's line, else its longest; `None` where there is none.
pub(in crate::ui) fn word_here(model: &Model) -> Option<String> {
    let rows = model.doc.rows(model.reading(), model.view.cursor, 1);
    let row = rows.first()?;
    let cell = row.left.or(row.right)?;
    let body = cell.body.to_str().ok()?;
    let changed = cell
        .counterpart
        .and_then(|other| changed_words(cell.body, other))
        .unwrap_or_default();
    let of_change = changed
        .into_iter()
        .filter_map(|range| body.get(range))
        .find_map(longest_word);
    of_change.or_else(|| longest_word(body)).map(str::to_string)
}

fn longest_word(text: &str) -> Option<&str> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words
        .filter(|word| !word.is_empty())
        .max_by_key(|word| word.len())
}

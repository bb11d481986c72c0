//! What a command needs before it can do anything. Footer, palette and dispatcher ask here, so that the footer never
//! shows a key that does nothing.

use crate::patch::HunkId;
use crate::plan::{Decision, HunkPlan, State};

use super::keymap::Action;
use super::model::Model;

mod decide;
mod go;
mod lines;
mod page;
mod place;
mod sides;
mod why;
mod worth;

pub(super) use go::others_need;
pub(super) use page::{n_to_look_at, unchanged_words};
pub(super) use sides::ways;
pub(super) use why::{hidden_first, in_the_way, stuck_words};
pub(super) use worth::is_advertised;

/// Returns why a command can do nothing now, and what can be done instead; `None` when it can.
pub(super) fn why_not(model: &Model, action: Action) -> Option<String> {
    let why = match action {
        Action::Show => return place::show(model),
        Action::Cycle(_) => return place::cycle(model),
        Action::KeepOrder => return place::keep_order(model),
        Action::Everywhere => place::everywhere(model),
        Action::ByHand => return place::by_hand(model),
        Action::Why => place::explain(model),
        Action::ShowSide(side) => return sides::show_side(model, side),
        Action::Take => return sides::take(model),
        Action::Split => return lines::split(model),
        Action::ChooseLines => return lines::choose_lines(model),
        Action::TakeLines => return lines::take_lines(model),
        Action::Accept => return why::why_not_accept(model),
        Action::PlaceHere | Action::Replace => return decide::put(model),
        Action::InsertOnly => return decide::insert_only(model),
        Action::Toggle => return decide::toggle(model),
        Action::Reject => decide::done(model),
        Action::Edit => decide::edit(model),
        Action::Target => return decide::target(model),
        Action::ConfirmHidden => decide::confirm_hidden(model),
        Action::AcceptClear => return decide::accept_clear(model),
        Action::AcceptRest => decide::accept_rest(model),
        Action::RejectRest => decide::reject_rest(model),
        Action::Undo => decide::undo(model),
        Action::Redo => decide::redo(model),
        Action::Go(goal) => go::go(model, goal),
        Action::Apply => return why::why_not_apply(model),
        Action::Write => return page::write(model),
        Action::LookAgain => page::look_again(model),
        Action::WidenTarget => page::widen_target(model),
        Action::NewLine => page::new_line(model),
        Action::OpenEditor => page::open_editor(model),
        Action::Comments => return page::comments(model),
        Action::History => page::history(model),
        Action::NextTheme => page::next_theme(model),
        Action::Notes => page::notes(model),
        Action::SearchHere => page::search_here(model),
        Action::SearchOn(_) => return page::search_on(model),
        Action::FirstColumn => page::first_column(model),
        Action::RunCommand => return page::run_command(model),
        Action::PickTarget | Action::RunKey | Action::GoToComment => page::pick(model),
        Action::Move(_)
        | Action::ToggleLine
        | Action::ToggleRun
        | Action::Peak(_)
        | Action::AskAgain
        | Action::GoToLine
        | Action::FindLine
        | Action::Comment
        | Action::UndoApply
        | Action::FullDiff
        | Action::ToggleOption(_)
        | Action::BeginView
        | Action::Align(_)
        | Action::Fold
        | Action::Filter
        | Action::Search
        | Action::Rematch
        | Action::SeeDrift
        | Action::Feedback
        | Action::Copy
        | Action::Palette
        | Action::Help
        | Action::Back
        | Action::Submit
        | Action::Complete
        | Action::Demo
        | Action::Quit
        | Action::Forget
        | Action::Interrupt
        | Action::Suspend => None,
    };
    why.map(str::to_string)
}

/// Returns whether nothing is to be done about the hunk any more.
pub(super) fn is_done(model: &Model) -> bool {
    model.current().state.is_there()
}

/// Returns in what way nothing is left to do of a hunk, for people.
pub(super) fn done_words(model: &Model, hunk: HunkId) -> &'static str {
    match model.session.keeps_newer_lines(hunk.file) {
        true => "no changes, newer lines of the file stay",
        false => "already in the file",
    }
}

/// Says that no place makes the hunk whole.
fn incomplete_words(model: &Model) -> Option<&'static str> {
    let state = &model.current().state;
    let is_invalid = matches!(state, State::Invalid(_));
    state.is_incomplete().then_some(match is_invalid {
        true => "the hunk is not valid",
        false => "the hunk is incomplete",
    })
}

/// Returns how many places a digit can show; replacing a file counts as one.
pub(super) fn n_shown(model: &Model) -> usize {
    match model.places().len() {
        _ if is_done(model) || model.current().state.is_incomplete() => 0,
        0 => usize::from(model.would_replace()),
        n => n.min(9),
    }
}

/// Returns whether the only place that a digit can show is on the screen already.
pub(super) fn is_only_place_in_view(model: &Model) -> bool {
    model.overlap.is_none() && model.places().len() == 1 && model.place_on_screen().is_some()
}

/// Returns the digits that show `n` places, as people read them.
pub(super) fn digits(n: usize) -> String {
    match n.min(9) {
        0 | 1 => "1".to_string(),
        n => format!("1-{n}"),
    }
}

/// Returns how many hunks of the file under review are undecided, those that were split aside.
pub(super) fn n_undecided_in_file(model: &Model) -> usize {
    let hunks = model.session.plan().files[model.hunk.file].hunks.iter();
    let is_undecided = |hunk: &&HunkPlan| {
        let is_done = hunk.state.is_there();
        let is_split = !model.session.split(hunk.id).is_empty();
        hunk.decision == Decision::Undecided && !is_done && !is_split
    };
    hunks.filter(is_undecided).count()
}

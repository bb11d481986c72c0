//! What a command needs before it can do anything. Footer, palette and dispatcher ask here, so that the footer never
//! shows a key that does nothing.

use crate::dialect::Verdict;
use crate::patch::{HunkId, LineKind};
use crate::plan::{By, Decision, FileState, HunkPlan, Placement, State};
use crate::report::deletes_file;

use super::keymap::{Action, Goal, Side};
use super::model::{Mode, Model, Purpose, Shown};
use super::update::numbered;

mod why;
mod worth;

pub(super) use why::{in_the_way, stuck_words};
use why::{why_none_clear, why_not_accept, why_not_apply};
pub(super) use worth::is_advertised;

/// Returns why a command can do nothing now, and what can be done instead; `None` when it can.
pub(super) fn why_not(model: &Model, action: Action) -> Option<String> {
    let says = |why: &str| Some(why.to_string());
    match action {
        Action::Show | Action::Cycle(_) if is_done(model) => says(&format!(
            "{}: {} or {} undo, {} reads it again",
            done_words(model, model.hunk),
            model.key(Action::Undo),
            model.key(Action::UndoApply),
            model.key(Action::Rematch)
        )),
        Action::Show if model.overlap.is_none() && n_shown(model) == 0 => says(no_other(model)),
        Action::Cycle(_) if model.places().len() < 2 => says(no_other(model)),
        Action::Accept => why_not_accept(model),
        Action::Split if deletes_file(&model.session, model.hunk) => {
            says("can't split: the hunk deletes the file")
        }
        Action::ChooseLines if deletes_file(&model.session, model.hunk) => {
            says("can't choose lines: the hunk deletes the file")
        }
        Action::Split if !has_lines_to_choose(model) => Some(no_lines_yet(model, "split")),
        Action::Split if !has_blocks(model) => says("only one block of changes"),
        Action::ChooseLines if !has_lines_to_choose(model) => {
            Some(no_lines_yet(model, "choose lines"))
        }
        Action::TakeLines if chooses_nothing(&model.mode) => says(&format!(
            "no line marked: {} marks one; {}, then {} rejects the hunk",
            model.key(Action::ToggleLine),
            model.key(Action::Back),
            model.key(Action::Reject)
        )),
        Action::ConfirmHidden if model.hiding_here().is_none() && !model.is_hiding() => {
            says("no hidden text here")
        }
        Action::Toggle | Action::PlaceHere | Action::Replace | Action::InsertOnly
            if model.hiding_here().is_some() =>
        {
            why_not_accept(model)
        }
        Action::Toggle if !model.current().state.is_settled() => says("choose a place first"),
        Action::Toggle if model.session.lost_to(model.hunk).is_some() => why_not_accept(model),
        Action::Reject | Action::Edit | Action::Target
            if model.current().state == State::Skipped =>
        {
            says("binary file, left alone")
        }
        Action::Reject if is_done(model) => says(done_words(model, model.hunk)),
        Action::ShowSide(side) if !has_way(model, side) => says(match side {
            Side::Apart => "they conflict at their other places too",
            Side::BothReversed if is_same_reversed(model) => "either order gives the same result",
            Side::Only(_) => return Some(only_hunks(model)),
            Side::Both | Side::BothReversed | Side::Neither => why_not_all(model),
        }),
        Action::Take if !no_side(model) && model.hiding_here().is_some() => why_not_accept(model),
        Action::Take if no_side(model) => says(&format!(
            "preview a result first: {}, then {}",
            ways(model),
            model.key(Action::Take)
        )),
        Action::KeepOrder if model.current().state != State::Ambiguous => {
            let placed = model.current().placement.as_ref();
            let is_by_order = placed.is_some_and(|placed| placed.by == By::Order);
            says(match is_by_order {
                true => "placed by order already",
                false => "only for a hunk that fits several places",
            })
        }
        Action::KeepOrder if !model.session.order_settles(model.hunk) => {
            let places = digits(n_shown(model));
            says(&format!("order doesn't settle this tie; press {places}"))
        }
        Action::Everywhere if model.n_everywhere().is_none() => {
            says("only for a hunk that fits several places equally well")
        }
        Action::AcceptClear if n_clear(model) == 0 => Some(why_none_clear(model)),
        Action::AcceptRest if model.session.rest_of(model.hunk.file).is_empty() => {
            says("no undecided hunk with a place in this file")
        }
        Action::RejectRest if n_undecided_in_file(model) == 0 => {
            says("no undecided hunk in this file")
        }
        Action::Undo if model.session.resolutions().next_undo().is_none() => {
            says("no decision to undo")
        }
        Action::Redo if model.session.resolutions().next_redo().is_none() => {
            says("no decision to redo")
        }
        Action::Apply => why_not_apply(model),
        Action::Write if writes_nothing(&model.mode) => says("nothing to write"),
        Action::Write if !model.drift.is_empty() => says(&format!(
            "can't write: file changed on disk. {} first",
            model.key(Action::Rematch)
        )),
        // A page has files and changes of its own.
        Action::Go(Goal::NextProblem | Goal::PreviousProblem)
            if matches!(model.mode, Mode::Written(_)) && has_any_left(model) =>
        {
            None
        }
        Action::Go(goal) if has_files(model, goal) => None,
        Action::Go(Goal::NextProblem | Goal::PreviousProblem) if !has_others_left(model) => {
            says("no other hunk left to settle")
        }
        Action::Go(Goal::NextHunk | Goal::PreviousHunk)
            if n_hunks(model) < 2 && model.split().is_empty() =>
        {
            says("only 1 hunk")
        }
        Action::Go(Goal::NextFile | Goal::PreviousFile)
            if model.session.patch().files.len() < 2 =>
        {
            says("only 1 file")
        }
        Action::LookAgain if n_to_look_at(model) == 0 => says("no hunk to check"),
        Action::Rematch if model.drift.is_empty() && model.n_unsearched() > 0 => None,
        Action::Rematch | Action::SeeDrift if model.drift.is_empty() => {
            says("no file changed since matching")
        }
        Action::Target if is_done(model) => says(done_words(model, model.hunk)),
        Action::Target if model.current().decision.is_rejected() => says(&format!(
            "the hunk is rejected: {} reopens it",
            model.key(Action::Reject)
        )),
        Action::WidenTarget if model.nameless().len() < 2 => says("only this part names no file"),
        Action::NewLine if !matches!(model.mode, Mode::Input(Purpose::Comment, ..)) => {
            says("only one line here")
        }
        Action::OpenEditor if !has_target(model) => says("no file to open"),
        Action::Why if model.shown_place().is_none() => says("no place to explain"),
        Action::Comments if model.session.commented().next().is_none() => says(&format!(
            "no comments yet: {} writes one",
            model.key(Action::Comment)
        )),
        Action::History
            if model.session.resolutions().next_undo().is_none()
                && model.session.resolutions().next_redo().is_none() =>
        {
            says("no decisions yet")
        }
        Action::NextTheme if model.themes.len() < 2 => says("only 1 theme"),
        Action::Notes
            if model.session.notes().is_empty()
                && model
                    .session
                    .parts()
                    .iter()
                    .all(|part| part.verdict == Verdict::Edit) =>
        {
            says("no notes on the reply")
        }
        Action::Edit if is_done(model) => says(done_words(model, model.hunk)),
        Action::Edit if model.editor == Shown::No => {
            says("no editor: set $EDITOR, then start hunkwise again")
        }
        Action::InsertOnly if !inserts(model) => says("the hunk inserts nothing"),
        // No place makes it whole, and what was accepted so would stop every write.
        Action::ByHand | Action::Show if matches!(model.current().state, State::Invalid(_)) => {
            model.message(model.hunk)
        }
        Action::ByHand if !quotes_lines(model) => says("the hunk quotes no line to place it by"),
        Action::ByHand if !can_be_moved(model) => says("no text to place it in"),
        Action::SearchHere if super::update::word_here(model).is_none() => {
            says("no word in this line")
        }
        Action::FirstColumn if model.view.left == 0 => says("already at the first column"),
        Action::SearchOn(_) if model.searched.is_empty() => says(&format!(
            "no search yet: {} searches",
            model.key(Action::Search)
        )),
        Action::RunCommand => no_command(model),
        Action::PickTarget | Action::RunKey | Action::GoToComment if none_fits(&model.mode) => {
            says("no match")
        }
        Action::Move(_)
        | Action::Go(_)
        | Action::Show
        | Action::Cycle(_)
        | Action::ShowSide(_)
        | Action::Take
        | Action::Toggle
        | Action::Reject
        | Action::AcceptClear
        | Action::AcceptRest
        | Action::RejectRest
        | Action::KeepOrder
        | Action::Everywhere
        | Action::ConfirmHidden
        | Action::Split
        | Action::ChooseLines
        | Action::ToggleLine
        | Action::ToggleRun
        | Action::TakeLines
        | Action::ByHand
        | Action::Peak(_)
        | Action::PlaceHere
        | Action::Replace
        | Action::InsertOnly
        | Action::AskAgain
        | Action::GoToLine
        | Action::FindLine
        | Action::Comment
        | Action::Edit
        | Action::OpenEditor
        | Action::Target
        | Action::PickTarget
        | Action::WidenTarget
        | Action::Undo
        | Action::Redo
        | Action::UndoApply
        | Action::Rematch
        | Action::SeeDrift
        | Action::FullDiff
        | Action::LookAgain
        | Action::Write
        | Action::ToggleOption(_)
        | Action::BeginView
        | Action::Align(_)
        | Action::FirstColumn
        | Action::SearchHere
        | Action::Fold
        | Action::Filter
        | Action::Search
        | Action::SearchOn(_)
        | Action::Why
        | Action::History
        | Action::NextTheme
        | Action::Notes
        | Action::Comments
        | Action::GoToComment
        | Action::Feedback
        | Action::Copy
        | Action::Palette
        | Action::RunKey
        | Action::Help
        | Action::Back
        | Action::Submit
        | Action::Complete
        | Action::Demo
        | Action::NewLine
        | Action::Quit
        | Action::Forget
        | Action::Interrupt
        | Action::Suspend => None,
    }
}

/// Returns whether the hunk stands among lines, of which some could be taken.
fn has_lines_to_choose(model: &Model) -> bool {
    let hunk = model.current();
    let among_lines = |placed: &Placement| !placed.candidate.aligned.is_empty();
    hunk.state == State::Placed && hunk.placement.as_ref().is_some_and(among_lines)
}

/// Says why no lines of the hunk can be chosen, nor blocks: its places are only offered, or it has none.
fn no_lines_yet(model: &Model, act: &str) -> String {
    match n_shown(model) {
        _ if model.session.is_written(model.hunk) => format!("can't {act}: the hunk is written"),
        _ if is_done(model) => format!("can't {act}: {}", done_words(model, model.hunk)),
        0 if matches!(model.current().state, State::Invalid(_)) => {
            format!("can't {act}: the hunk is not valid")
        }
        0 => format!("can't {act} before it has a place"),
        n => format!(
            "accept its place first ({}, then {}), then {act}",
            digits(n),
            model.key(Action::Accept)
        ),
    }
}

/// Returns how many hunks the apply screen lists to be looked at once more, as far as a digit reaches.
pub(super) fn n_to_look_at(model: &Model) -> usize {
    if let Mode::Apply(view) = &model.mode {
        view.survey.look_again.len().min(9)
    } else {
        0
    }
}

/// Returns whether the hunk has several blocks of changes where it stands.
fn has_blocks(model: &Model) -> bool {
    let has_several = || {
        has_lines_to_choose(model)
            && model.other_place().is_none()
            && model.session.blocks_of(model.hunk).len() > 1
    };
    !model.split().is_empty() || has_several()
}

fn chooses_nothing(mode: &Mode) -> bool {
    matches!(mode, Mode::Lines(view) if view.chosen.is_empty())
}

fn writes_nothing(mode: &Mode) -> bool {
    !matches!(mode, Mode::Apply(view) if !view.survey.changes.is_empty())
}

/// Returns why what was typed runs nothing: a number is a place or a hunk to go to, all else is a command.
fn no_command(model: &Model) -> Option<String> {
    let Mode::Palette(picker) = &model.mode else {
        return None;
    };
    match picker.number() {
        Some(number) => numbered(model, number).err(),
        None => none_fits(&model.mode).then(|| "no such command".to_string()),
    }
}

fn none_fits(mode: &Mode) -> bool {
    match mode {
        Mode::Target(targets) => targets.picker.fitting.is_empty(),
        Mode::Comments(picker) => picker.fitting.is_empty(),
        Mode::Palette(picker) => picker.fitting.is_empty(),
        Mode::Help(view) => view.picker.fitting.is_empty(),
        Mode::Review
        | Mode::Lines(_)
        | Mode::Place(_)
        | Mode::Apply(_)
        | Mode::Page(..)
        | Mode::Input(..)
        | Mode::Written(_)
        | Mode::Start(_) => false,
    }
}

/// Says that a hunk has no place beside the one on the screen.
fn no_other(model: &Model) -> &'static str {
    match model.current().state {
        State::Invalid(_) => "the hunk is not valid: it has no place",
        _ if model.current().placement.is_some() || !model.places().is_empty() => "only 1 place",
        _ => "no place to show",
    }
}

/// Says how many hunks of the overlap under review a digit can keep.
fn only_hunks(model: &Model) -> String {
    let n_hunks = model.overlap.as_ref().map_or(0, |it| it.hunks.len());
    format!("only {n_hunks} hunks here: {}", digits(n_hunks))
}

fn no_side(model: &Model) -> bool {
    model
        .overlap
        .as_ref()
        .is_none_or(|overlap| overlap.chosen == Shown::No)
}

/// Returns the keys of the ways to settle the overlap under review, as people read them.
pub(super) fn ways(model: &Model) -> String {
    let key = |side: &Side| match side {
        Side::Only(index) => (index + 1).to_string(),
        Side::Both | Side::BothReversed | Side::Neither | Side::Apart => {
            model.key(Action::ShowSide(*side))
        }
    };
    let ways = model
        .overlap
        .as_ref()
        .map_or(&[][..], |overlap| &overlap.ways);
    ways.iter().map(key).collect::<Vec<_>>().join(" ")
}

fn has_way(model: &Model, side: Side) -> bool {
    let overlap = model.overlap.as_ref();
    overlap.is_some_and(|overlap| overlap.ways.contains(&side))
}

fn is_same_reversed(model: &Model) -> bool {
    let overlap = model.overlap.as_ref();
    overlap.is_some_and(|overlap| overlap.is_same_reversed)
}

/// Says why not all hunks of a conflict can be kept.
fn why_not_all(model: &Model) -> &'static str {
    match &model.overlap {
        Some(overlap) if overlap.n_more > 0 => "too many hunks to keep all: keep one, or none",
        Some(overlap) if overlap.hunks.len() > 2 => {
            "can't keep all: one replaces lines that another changes"
        }
        Some(_) | None => "can't keep both: one replaces lines that the other changes",
    }
}

/// Returns whether nothing is to be done about the hunk any more.
pub(super) fn is_done(model: &Model) -> bool {
    matches!(model.current().state, State::AlreadyApplied | State::NoOp)
}

/// Returns in what way nothing is left to do of a hunk, for people.
pub(super) fn done_words(model: &Model, hunk: HunkId) -> &'static str {
    match model.session.keeps_newer_lines(hunk.file) {
        true => "no changes, newer lines of the file stay",
        false => "already in the file",
    }
}

/// Returns how many places a digit can show; replacing a file counts as one. No place makes a hunk whole that is not valid.
pub(super) fn n_shown(model: &Model) -> usize {
    match model.places().len() {
        _ if is_done(model) || matches!(model.current().state, State::Invalid(_)) => 0,
        0 => usize::from(model.would_replace()),
        n => n.min(9),
    }
}

/// Returns the digits that show `n` places, as people read them.
pub(super) fn digits(n: usize) -> String {
    match n.min(9) {
        0 | 1 => "1".to_string(),
        n => format!("1-{n}"),
    }
}

fn n_clear(model: &Model) -> usize {
    model.tally().n_clear
}

/// Returns whether the hunk has lines that it inserts.
fn inserts(model: &Model) -> bool {
    let hunk = model.session.patch().hunk(model.hunk);
    hunk.n_lines_of(LineKind::Insert) > 0
}

/// Returns how many hunks of the file under review are undecided, those that were split aside.
pub(super) fn n_undecided_in_file(model: &Model) -> usize {
    let hunks = model.session.plan().files[model.hunk.file].hunks.iter();
    let is_undecided = |hunk: &&HunkPlan| {
        hunk.decision == Decision::Undecided && model.session.split(hunk.id).is_empty()
    };
    hunks.filter(is_undecided).count()
}

/// Returns whether another hunk needs somebody, or has its place and is undecided.
fn has_others_left(model: &Model) -> bool {
    let own = usize::from(model.is_open(model.current()));
    others_need(model) || model.tally().n_open > own
}

/// Returns whether another hunk needs somebody, those of the same question aside; after a write, whether any does.
pub(super) fn others_need(model: &Model) -> bool {
    let own = match (&model.mode, &model.overlap) {
        (Mode::Written(_), _) => 0,
        (_, Some(overlap)) => overlap.hunks.len() + overlap.n_more,
        (_, None) => usize::from(model.needs_you(model.current())),
    };
    model.tally().n_need > own
}

/// Returns whether any hunk is left to settle.
fn has_any_left(model: &Model) -> bool {
    let tally = model.tally();
    tally.n_need + tally.n_open > 0
}

/// Returns whether the page on the screen has files and changes of its own to go to.
fn has_files(model: &Model, goal: Goal) -> bool {
    let is_of_review = matches!(goal, Goal::NextProblem | Goal::PreviousProblem);
    !is_of_review
        && matches!(
            model.mode,
            Mode::Apply(_) | Mode::Page(..) | Mode::Written(_)
        )
}

/// Returns whether there is a text in which the hunk could lie elsewhere.
fn can_be_moved(model: &Model) -> bool {
    let file = &model.session.plan().files[model.hunk.file];
    let text = file.snapshot.as_ref().and_then(|snapshot| snapshot.text());
    text.is_some_and(|text| text.n_lines() > 0) && file.state == FileState::Ready && !is_done(model)
}

/// Returns whether the hunk has lines of the file, which it is laid by.
fn quotes_lines(model: &Model) -> bool {
    let hunk = model.session.patch().hunk(model.hunk);
    hunk.preimage().next().is_some()
}

fn n_hunks(model: &Model) -> usize {
    model.session.tally().n_hunks
}

fn has_target(model: &Model) -> bool {
    let file = &model.session.plan().files[model.hunk.file];
    file.target.is_some()
        && !matches!(
            file.state,
            FileState::NoTarget | FileState::NotAFile(_) | FileState::Refused(_)
        )
}

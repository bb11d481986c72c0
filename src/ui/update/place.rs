//! Placing by hand: the hunk is moved over its file, its fit there shown line by line, and taken where it lies.

use bstr::ByteSlice;

use super::super::allow;
use super::super::doc::Doc;
use super::super::effect::Effect;
use super::super::keymap::{Action, Direction, Motion};
use super::super::model::{Mode, Model, PlaceView};
use super::{decide, refuse, tell, travel};
use crate::matcher::Score;
use crate::session::Command;
use crate::text::LineSpan;
use crate::text::words::counted;

/// The most lines whose fit is mapped: in a longer file those around the place shown.
const N_MAPPED: usize = 3_000;

/// A fit lower than this is no peak worth stopping at.
const LEAST_PEAK: Score = Score::new(50);

/// Starts moving the hunk, from the place on the screen or from where it fits best.
pub(super) fn open(model: &mut Model) -> Vec<Effect> {
    let n_lines = n_lines(model);
    let placed = model.current().placement.as_ref();
    let place = model.place_on_screen().or_else(|| Some(&placed?.candidate));
    let shown = place.map(|place| place.first_line().min(n_lines));
    let from = shown.unwrap_or(0).saturating_sub(N_MAPPED / 2);
    let first = from.min(n_lines.saturating_sub(N_MAPPED));
    let scores = model
        .session
        .scores_at(model.hunk, first..(first + N_MAPPED).min(n_lines));
    let best = || {
        let highest = scores
            .iter()
            .max()
            .filter(|score| **score > Score::default())?;
        let at = scores.iter().position(|score| score == highest)?;
        Some(first + at)
    };
    let first_of_all = || Some(model.places().first()?.span.start.min(n_lines));
    // The reply has its changes in the order of the file, as a rule.
    let below_previous = || {
        let hunks = &model.session.plan().files[model.hunk.file].hunks[..model.hunk.hunk];
        let mut placed = hunks.iter().rev().filter_map(|it| it.placement.as_ref());
        Some(placed.next()?.candidate.lines().end.min(n_lines))
    };
    let line = shown.or_else(best).or_else(first_of_all);
    let line = line.or_else(below_previous).unwrap_or(0);
    let effects = show(model, line, first, scores);
    model.colour_anew();
    effects
}

/// Goes on moving the hunk from line `line` after something else was on the screen.
pub(super) fn reopen(model: &mut Model, line: usize) -> Vec<Effect> {
    open(model);
    go_to(model, line)
}

/// Moves the hunk to line `line`, or to the file's end, below its last line.
pub(super) fn go_to(model: &mut Model, line: usize) -> Vec<Effect> {
    let last = n_lines(model);
    let Mode::Place(view) = &model.mode else {
        return Vec::new();
    };
    let (first, scores) = (view.first, view.scores.clone());
    show(model, line.min(last), first, scores)
}

fn show(model: &mut Model, line: usize, first: usize, scores: Vec<Score>) -> Vec<Effect> {
    let Some(here) = model.session.place_at(model.hunk, line) else {
        return refuse(model, "no text to place it in");
    };
    let here = model.laid(here);
    let doc = Doc::to_write(&model.session, model.hunk, Some(&here));
    model.mode = Mode::Place(PlaceView {
        line,
        here,
        doc,
        first,
        scores,
    });
    Vec::new()
}

fn n_lines(model: &Model) -> usize {
    let snapshot = model.session.plan().files[model.hunk.file]
        .snapshot
        .as_ref();
    snapshot
        .and_then(|snapshot| snapshot.text())
        .map_or(0, |text| text.n_lines())
}

/// Moves the hunk by lines or pages.
pub(super) fn scroll(model: &mut Model, motion: Motion) {
    if let Mode::Place(view) = &model.mode {
        let line = travel::moved(view.line, motion, model.diff_height().max(1));
        go_to(model, line);
    }
}

/// Moves the hunk to the next place where it fits better than around it.
pub(super) fn peak(model: &mut Model, towards: Direction) -> Vec<Effect> {
    match next_peak(model, towards) {
        Some(line) => go_to(model, line),
        None => refuse(model, "no peak further that way"),
    }
}

/// Returns the line of the next peak; `None` when there is none that way.
pub(super) fn next_peak(model: &Model, towards: Direction) -> Option<usize> {
    let Mode::Place(view) = &model.mode else {
        return None;
    };
    let scores = &view.scores;
    let at = |index: usize| scores.get(index).copied().unwrap_or_default();
    let mut peaks = (0..scores.len()).filter(|index| {
        let before = index.checked_sub(1).map(at).unwrap_or_default();
        at(*index) >= LEAST_PEAK && at(*index) > before && at(*index) >= at(index + 1)
    });
    let here = view.line.saturating_sub(view.first);
    let found = match towards {
        Direction::Forward => peaks.find(|index| *index > here),
        Direction::Backward => peaks.take_while(|index| *index < here).last(),
    };
    Some(found? + view.first)
}

/// Moves the hunk so that its first change is made at a line of the file, counted from 1.
pub(super) fn go_to_number(model: &mut Model, number: usize) -> Vec<Effect> {
    let n_lines = n_lines(model);
    if number > n_lines + 1 {
        return refuse(model, format!("only {}", counted(n_lines, "line")));
    }
    go_to(model, number.saturating_sub(n_above(model) + 1))
}

/// Returns how many lines of the hunk lie above its first change.
fn n_above(model: &Model) -> usize {
    let lines = model.session.patch().hunk(model.hunk).lines.iter();
    lines.take_while(|line| line.is_context()).count()
}

/// Moves the hunk so that its first change is made at the next line that holds what is searched for, from where it lies on and
/// round.
pub(super) fn find_on(model: &mut Model, towards: Direction) -> Vec<Effect> {
    let Mode::Place(view) = &model.mode else {
        return Vec::new();
    };
    let n_above = n_above(model);
    let text = view.doc.text();
    let n_lines = text.n_lines();
    let here = (view.line + n_above).min(n_lines);
    let wanted = model.searched.to_lowercase();
    let holds = |line: &usize| {
        let line = text.line(*line).to_str_lossy().to_lowercase();
        line.contains(&wanted)
    };
    let (before, behind) = (0..here, (here + 1).min(n_lines)..n_lines);
    let it = here..(here + 1).min(n_lines);
    let found = match towards {
        Direction::Forward => behind.chain(before).chain(it).find(holds),
        Direction::Backward => before.rev().chain(behind.rev()).chain(it).find(holds),
    };
    match found {
        Some(line) => go_to(model, line.saturating_sub(n_above)),
        None => refuse(model, format!("no line has `{}`", model.searched)),
    }
}

/// Accepts the hunk at the place on the screen; asks where other lines would go than those it removes.
pub(super) fn take(model: &mut Model) -> Vec<Effect> {
    match model.unlike_removals().is_empty() {
        false => ask(model),
        // What is not there cannot go, nor anything in its place.
        true if model.lacks_removed() => insert_only(model),
        true => replace(model),
    }
}

/// Asks what becomes of those lines: neither answer is the default.
fn ask(model: &mut Model) -> Vec<Effect> {
    if model.asked == Some(Action::Replace) {
        let (replace, insert) = (model.key(Action::Replace), model.key(Action::InsertOnly));
        let why = match allow::why_not(model, Action::InsertOnly) {
            None => {
                let keeps = model.insert_words();
                format!("Press {replace} to replace, {insert} to {keeps}")
            }
            Some(_) => {
                let back = model.key(Action::Back);
                format!(
                    "Press {replace} to {}, {back} to go back",
                    model.unlike_act().verb()
                )
            }
        };
        return refuse(model, why);
    }
    model.ask_unlike();
    Vec::new()
}

/// Says once more which keys answer.
pub(super) fn ask_again(model: &mut Model) -> Vec<Effect> {
    ask(model)
}

/// Accepts the hunk at the place on the screen, whatever lines it takes there.
pub(super) fn replace(model: &mut Model) -> Vec<Effect> {
    let Some(place) = model.place_asked() else {
        return Vec::new();
    };
    let (span, command) = (place.span, model.replacing(model.hunk, place));
    go_on_after(model, span, command)
}

/// Accepts what the hunk inserts at the place on the screen, and leaves the lines alone that it does not name.
pub(super) fn insert_only(model: &mut Model) -> Vec<Effect> {
    let Some(span) = span_shown(model) else {
        return Vec::new();
    };
    let hunk = model.hunk;
    go_on_after(model, span, Command::InsertAt { hunk, span })
}

/// Returns the lines that the hunk takes at the place on the screen: where it was moved to, or the one that is looked at.
fn span_shown(model: &Model) -> Option<LineSpan> {
    model.place_asked().map(|place| place.span)
}

/// Runs a command that accepts the hunk at `span`; of one that was moved there it says so.
fn go_on_after(model: &mut Model, span: LineSpan, command: Command) -> Vec<Effect> {
    let by_hand = matches!(model.mode, Mode::Place(_));
    let inserts = matches!(command, Command::InsertAt { .. });
    let hunk = model.hunk;
    let name = model.session.name(hunk);
    model.asked = None;
    model.mode = Mode::Review;
    // The place that it has now is shown, and not the one that was looked at before.
    let looked = model.looked.remove(&hunk);
    let effects = decide::go_on_after(model, command);
    if let (true, Some(place)) = (effects.is_empty(), looked) {
        model.looked.insert(hunk, place);
    }
    // Wherever the preview was moved to, what became of it is seen from its beginning.
    if !effects.is_empty() && model.hunk == hunk {
        model.bring_into_view();
    }
    if !effects.is_empty() && (by_hand || inserts) {
        let next = decide::what_next(model);
        let placed = model.session.plan().hunk(hunk).placement.as_ref();
        let place = placed.map(|placed| model.change_words(hunk, &placed.candidate));
        let place = place.unwrap_or_else(|| format!("at line {}", span.start + 1));
        let what = if inserts {
            let inserted = Doc::new(&model.session, hunk, None).insertion_words(hunk);
            match inserted {
                Some(inserted) => format!("Accepted what {name} inserts, {inserted}"),
                None => format!("Accepted {name} in part, {place}"),
            }
        } else {
            format!("Accepted {name} {place}")
        };
        tell(model, format!("{what}  {next}"));
    }
    effects
}

//! The hunks to check before they are written: where each goes, and why it deserves another look.

use unicode_width::UnicodeWidthStr;

use super::super::super::model::{Model, Shown};
use super::super::super::survey::{Survey, is_exact};
use super::super::super::theme::Role;
use super::super::heading::{CHOSEN, match_words, speaks_for_place};
use super::super::line::{Line, cut_front};
use super::super::patch::path_of;
use super::super::places;
use super::super::reasons::lines_words;
use super::super::rows::Rows;
use super::whole_act;
use crate::matcher::Candidate;
use crate::patch::HunkId;
use crate::plan::By;
use crate::report;
use crate::text::words::counted;

/// The columns before what is said of a hunk to check: its digit and its name.
const TO_CHECK: usize = 13;

/// The columns before it in a row of its own.
const BELOW: usize = 6;

/// As many checks are measured as a screen can hold.
const MOST_CHECKS: usize = 200;

/// Adds the rows of the hunks that are to be checked: as many for each as what is said of it needs.
pub(super) fn add_rows<'a>(rows: Rows<'a>, model: &'a Model, survey: &'a Survey) -> Rows<'a> {
    let n = survey.look_again.len();
    if checks_fit_a_row(model, survey) {
        return rows.many(n, move |nth, _| check_line(model, survey, nth, Shown::Yes));
    }
    let n_measured = n.min(MOST_CHECKS);
    let measured = (0..n_measured).flat_map(|nth| {
        let first = check_line(model, survey, nth, Shown::No);
        std::iter::once(first).chain(rows_below(model, survey, survey.look_again[nth]))
    });
    let rows = rows.lines(measured.collect());
    // Behind so many, what is said is cut after a row.
    let n_more = n - n_measured;
    rows.many(n_more * 2, move |row, _| {
        let nth = n_measured + row / 2;
        match row % 2 {
            0 => check_line(model, survey, nth, Shown::No),
            _ => {
                let below = rows_below(model, survey, survey.look_again[nth]);
                let is_cut = below.len() > 1;
                let line = below.into_iter().next().unwrap_or_default();
                let cut = if is_cut { model.symbols.cut() } else { "" };
                line.add(cut, model.theme.style(Role::Muted))
            }
        }
    })
}

/// Returns whether each hunk that is to be checked takes one row: all that is said of it fits there beside its whole path.
fn checks_fit_a_row(model: &Model, survey: &Survey) -> bool {
    let room = usize::from(model.size.0);
    let fits = |id: &HunkId| {
        let (says, place) = (
            says_to_check(model, survey, *id),
            place_of(model, survey, *id),
        );
        TO_CHECK + says.width() + 2 + place.width() <= room
    };
    survey.look_again.iter().take(MOST_CHECKS).all(fits)
}

/// Returns what is said of a hunk to check in the rows below its place.
fn rows_below(model: &Model, survey: &Survey, id: HunkId) -> Vec<Line> {
    let text = model.theme.style(Role::Text);
    let blank = Line::new().add(&" ".repeat(BELOW), text);
    let line = blank.add(&says_to_check(model, survey, id), text);
    line.folded(usize::from(model.size.0), BELOW)
}

/// Draws the first row of a hunk that is to be checked: the digit that goes there, where it is written, and before that, in a row
/// of its own, `says` why it deserves another look.
fn check_line(model: &Model, survey: &Survey, nth: usize, says: Shown) -> Line {
    let text = model.theme.style(Role::Text);
    let id = survey.look_again[nth];
    let digit = match nth + 1 {
        number @ 1..=9 => number.to_string(),
        _ => " ".to_string(),
    };
    let line = Line::new()
        .add(&format!("  {digit} "), model.theme.style(Role::Key))
        .add(&format!("{:<9}", model.session.name(id)), text);
    let place = place_of(model, survey, id);
    if says == Shown::Yes {
        let says = says_to_check(model, survey, id);
        let muted = model.theme.style(Role::Muted);
        return line.add(&says, text).add(&format!("  {place}"), muted);
    }
    let room = usize::from(model.size.0) - TO_CHECK;
    line.add(&cut_front(&place, room, model.symbols.cut()), text)
}

/// Says why a hunk deserves another look.
fn says_to_check(model: &Model, survey: &Survey, id: HunkId) -> String {
    let Some(placed) = &model.session.plan().hunk(id).placement else {
        return String::new();
    };
    let place = &placed.candidate;
    let made = survey.places_made.get(&id).map_or(0, Vec::len);
    let plan = model.session.plan().hunk(id);
    let is_of_whole =
        report::file_act(&model.session, plan).is_some() || whole_act(model, id).is_some();
    let mut says = agreement(model, id, place);
    if !is_of_whole {
        says.extend(survey.told.get(&id).into_iter().flatten().cloned());
        let gone = model.session.lines_replaced(plan, made.max(1));
        if !gone.is_empty() {
            let lines = lines_words(&gone);
            let do_not = if gone.len() == 1 { "doesn't" } else { "don't" };
            says.push(format!("removes {lines}, which {do_not} match"));
        }
        says.extend(match place.n_removals_missing() {
            0 => None,
            1 => Some("1 removed line is not found here".to_string()),
            n => Some(format!("{n} removed lines are not found here")),
        });
        if made > 0 && placed.by == By::Person {
            says.push(format!("made at {}", counted(made, "place")));
        }
    }
    // What it does is said once, and so is what it drops.
    let told = survey.told.get(&id).filter(|_| !is_of_whole);
    let asked = survey.asked.get(&id).into_iter().flatten();
    for why in asked {
        let is_told = told.is_some_and(|told| told.iter().any(|told| why.contains(told)));
        let act = says.first().map(|act| format!("it {act}, and "));
        let why = act.and_then(|act| why.strip_prefix(&act)).unwrap_or(why);
        says.extend((!is_told).then(|| why.to_string()));
    }
    let is_file_chosen = model.session.chosen_target(id.file).is_some();
    let is_place_chosen = placed.by == By::Person && made == 0 && !is_of_whole;
    says.extend(match (is_file_chosen, is_place_chosen) {
        (true, true) => Some("file and place chosen by you".to_string()),
        (true, false) => Some("file chosen by you".to_string()),
        (false, true) => Some(CHOSEN.to_string()),
        (false, false) => None,
    });
    if speaks_for_place(model, id, placed) && !is_exact(placed) && place.score.percent() > 0 {
        says.push(match_words(place));
    }
    says.join("; ")
}

/// Returns where a hunk is written: its file and the line of its first change, of each place where there are several.
fn place_of(model: &Model, survey: &Survey, id: HunkId) -> String {
    let made = survey.places_made.get(&id).map_or(&[][..], Vec::as_slice);
    let placed = model.session.plan().hunk(id).placement.as_ref();
    let line_index = placed.map_or(0, |placed| model.session.change_line(id, &placed.candidate));
    let lines = match made {
        [] => (line_index + 1).to_string(),
        // All are alike, so that the first change is as far below the first line of each.
        [first, ..] => {
            let below = line_index.saturating_sub(first.start);
            let lines = made
                .iter()
                .map(|place| (place.start + below + 1).to_string());
            lines.collect::<Vec<_>>().join(", ")
        }
    };
    format!("{}:{lines}", path_of(model, id.file))
}

/// Says how many of the lines that a hunk names are at its place as it has them, or what it does to the whole file, and what
/// else a person said of it.
fn agreement(model: &Model, id: HunkId, place: &Candidate) -> Vec<String> {
    let plan = model.session.plan().hunk(id);
    let fit = match (whole_act(model, id), place.n_lines_exact()) {
        (Some(act), _) => Some(act.to_string()),
        (None, (0, _)) if report::file_act(&model.session, plan).is_some() => {
            Some("whole file".to_string())
        }
        (None, (0, _)) => Some("quotes no line of the file".to_string()),
        (None, _) if model.session.is_edited_by_hand(id) => Some("edited by you".to_string()),
        // Its lines are not those of the reply.
        (None, _) if model.session.is_fitted(id) => None,
        (None, _) => Some(match places::lines_words(place) {
            words if words.is_empty() => "exact match".to_string(),
            words => words,
        }),
    };
    let mut says: Vec<String> = fit.into_iter().collect();
    let kept_with = model.session.kept_with(id);
    let kept = if kept_with.len() == 1 { "both" } else { "all" };
    if !kept_with.is_empty() {
        let names = model.session.names(&kept_with);
        says.push(format!("conflicts with {names}, {kept} kept"));
    }
    if model.session.is_confirmed(id) {
        says.push("hidden text allowed".to_string());
    }
    says
}

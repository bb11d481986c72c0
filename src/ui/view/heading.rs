//! The line above the diff. It asks what a person has to settle, the only amber thing there, or says where the hunk goes and
//! what was decided.

mod placed;

use super::super::allow::done_words;
use super::super::doc::Reading;
use super::super::keymap::Action;
use super::super::layout::Panes;
use super::super::mark::Mark;
use super::super::model::{Mode, Model, UnlikeAct};
use super::super::theme::Role;
use super::super::words::sentence;
use super::above::notes_of;
use super::canvas::Canvas;
use super::line::Line;
use super::reasons::lines_words;
use super::{patch, places};
use crate::matcher::{Candidate, Tier, tie};
use crate::patch::{HunkId, LineKind};
use crate::plan::conflict::n_tied_words;
use crate::plan::doubt::WholeDoubt;
use crate::plan::{BlockDecision, By, Decision, Placement, State};
use crate::report;
use crate::text::LineSpan;
use crate::text::words::counted;
pub(super) use placed::extent;
use placed::{placed_words, stuck_words, written_words};

/// Says that a person picked a place, from the list or by hand.
pub(super) const CHOSEN: &str = "chosen by you";

/// The most rows of the question.
const MOST_ROWS: usize = 2;

/// Draws the question, or where the hunk goes, with how many lines come and go at the right end. The last row of the area may be a
/// blank one below.
pub(super) fn draw(model: &Model, canvas: &mut Canvas<'_>, area: ratatui::layout::Rect) {
    let text = canvas.style(Role::Text);
    let width = usize::from(area.width);
    let rows = rows(model, canvas, width);
    let (reading, end) = (reading_end(model, canvas), extent_end(model, canvas));
    let most = reading.clone().join(end.clone());
    // The notes are the first to be left out, how the diff reads is the last.
    let mut ends = vec![
        notes_end(model, canvas).join(most.clone()),
        most,
        reading,
        end,
    ];
    ends.retain(|end| end.width() > 0);
    // The blank row below takes what did not fit beside the question.
    let rows = rows.into_iter().chain([Line::new()]);
    for (y, mut line) in (area.y..area.bottom()).zip(rows) {
        let fits = |end: &Line| line.width() + end.width() + 1 < width;
        if let Some(end) = ends.iter().find(|end| fits(end)).cloned() {
            line = line.pad_to(width - end.width() - 1, text).join(end);
            ends.clear();
        }
        canvas.line(area.x, y, area.width, &line);
    }
}

/// Returns the rows of the question: what is in parentheses is left out before a second row is begun.
pub(super) fn rows(model: &Model, canvas: &Canvas<'_>, width: usize) -> Vec<Line> {
    let blank = || Line::new().add(" ", canvas.style(Role::Text));
    let line = blank().join(heading(model, canvas));
    if line.width() < width {
        return vec![line];
    }
    let (whole, line) = (line.clone(), line.without_asides());
    let (state, decided) = parts(model, canvas);
    let state = blank().join(state.without_asides());
    // What was decided is read in one piece.
    if line.width() >= width && decided.width() > 0 && state.width() < width {
        return vec![state, blank().join(decided)];
    }
    // Where a second row is begun, they have room.
    let folded = |line: &Line| line.folded(width.saturating_sub(1), 1);
    let mut rows = folded(&whole);
    if line.width() < width || rows.len() > MOST_ROWS {
        rows = folded(&line);
    }
    if rows.len() > MOST_ROWS {
        rows.truncate(MOST_ROWS);
        let cut = canvas.symbols.cut();
        let last = rows
            .pop()
            .map(|row| row.add(cut, canvas.style(Role::Muted)));
        rows.extend(last);
    }
    rows
}

/// Says how the diff reads where that is not as usual.
fn reading_end(model: &Model, canvas: &Canvas<'_>) -> Line {
    match model.reading() {
        Reading::Result => Line::new().add("  result only", canvas.style(Role::Heading)),
        Reading::Split => Line::new().add("  before | after", canvas.style(Role::Muted)),
        Reading::Unified => Line::new(),
    }
}

/// Counts the lines that come and go.
fn extent_end(model: &Model, canvas: &Canvas<'_>) -> Line {
    let (come, go) = extent(model, model.hunk);
    let is_deleted = (come, go) == (0, 0) && report::deletes_file(&model.session, model.hunk);
    // What is not valid changes nothing, and of a file that is deleted no line is known any more.
    if is_deleted || matches!(model.current().state, State::Invalid(_)) {
        return Line::new().add("  ", canvas.style(Role::Text));
    }
    Line::new()
        .add(&format!("  +{come} "), canvas.style(Role::Accepted))
        .add(&format!("-{go}"), canvas.style(Role::Rejected))
}

/// Counts the notes on the hunk, with the key that lists them.
fn notes_end(model: &Model, canvas: &Canvas<'_>) -> Line {
    let muted = canvas.style(Role::Muted);
    match notes_of(model).count() {
        0 => Line::new(),
        n => {
            let key = model.key(Action::Notes);
            let words = format!("{} (", counted(n, "note"));
            Line::new()
                .add(&words, muted)
                .add(&key, canvas.style(Role::Key))
                .add(")", muted)
        }
    }
}

/// Asks what is to be settled, or says where the hunk goes and what was decided.
pub(super) fn heading(model: &Model, canvas: &Canvas<'_>) -> Line {
    let (state, decided) = parts(model, canvas);
    match decided.width() {
        0 => state,
        _ => state.add("  ", canvas.style(Role::Text)).join(decided),
    }
}

/// Returns what is asked, or where the hunk goes, and what was decided.
fn parts(model: &Model, canvas: &Canvas<'_>) -> (Line, Line) {
    let decided = match model.split().get(model.block) {
        Some(block) => block_words(model, block.decision, canvas),
        None => decision(model, canvas),
    };
    if let Mode::Lines(view) = &model.mode {
        let marked = format!(
            "  {} of {} lines marked",
            view.chosen.len(),
            view.rows.len()
        );
        let name = model.session.name(model.hunk);
        let line = Line::new()
            .add(&sentence(&name), canvas.style(Role::Heading))
            .add(&marked, canvas.style(Role::Problem));
        return (line, decided);
    }
    let edited = match model.n_places_made {
        0 if !model.session.is_edited_by_hand(model.hunk) => String::new(),
        0 => "edited".to_string(),
        n => format!("at {}", counted(n, "place")),
    };
    let gap = match edited.is_empty() || decided.width() == 0 {
        true => "",
        false if model.n_places_made > 0 => " ",
        false => "  ",
    };
    let edited = format!("{gap}{edited}");
    let decided = decided.add(&edited, canvas.style(Role::Current));
    (state(model, canvas), decided)
}

/// Returns how the question is drawn: while a file on disk is another, that is the only one asked.
pub(super) fn question_role(model: &Model) -> Role {
    let asks_first = model.drift.is_empty() || !model.can(Action::Rematch);
    if asks_first {
        Role::Problem
    } else {
        Role::Heading
    }
}

/// Returns where the parentheses at the end of a sentence begin, with their blank; its end if it has none. Those within a sentence
/// are a part of what it says.
fn last_aside(sentence: &str) -> usize {
    if !sentence.trim_end_matches('.').ends_with(')') {
        return sentence.len();
    }
    let mut depth = 0;
    let opens = |(_, byte): &(usize, u8)| {
        depth += match byte {
            b')' => 1,
            b'(' => -1,
            _ => 0,
        };
        *byte == b'(' && depth == 0
    };
    let open = sentence.bytes().enumerate().rev().find(opens);
    let blank = open.and_then(|(at, _)| at.checked_sub(1));
    blank
        .filter(|at| sentence.as_bytes()[*at] == b' ')
        .unwrap_or(sentence.len())
}

/// Says where the hunk goes, or what is in the way.
fn state(model: &Model, canvas: &Canvas<'_>) -> Line {
    let hunk = model.current();
    let name = model.session.name(model.hunk);
    // Whatever is asked of it, a hunk that takes the whole file with it is called so.
    let subject = match report::deletes_file(&model.session, model.hunk) {
        true => format!("{name} (deletes the file)"),
        false => name.clone(),
    };
    let text = canvas.style(Role::Text);
    let is_rejected = hunk.decision.is_rejected();
    let asks = |what: &str, rest: &str, ask: &str| {
        let role = canvas.style(question_role(model));
        // What the reason asks itself is the question.
        let ask = if rest.ends_with('?') { "" } else { ask };
        let rest = match ask {
            "" => rest,
            _ => rest.trim_end_matches('.'),
        };
        let (said, aside) = rest.split_at(last_aside(rest));
        let parts = [said, aside].into_iter().filter(|part| !part.is_empty());
        let line = Line::new().add(&sentence(what), role);
        let line = parts.fold(line, |line, part| line.add(part, text));
        match (rest, ask) {
            (_, "") => line,
            ("", ask) => line.add(ask, text),
            (_, ask) => line.add(". ", text).add(ask.trim_start(), text),
        }
    };
    let of = format!(" of {}", model.session.tally().n_hunks);
    let named = || {
        Line::new()
            .add(&sentence(&name), canvas.style(Role::Heading))
            .add(&of, canvas.style(Role::Muted))
    };
    let blanks = || named().add("  ", text);
    let says = |words: &str, role| blanks().add(words, canvas.style(role));
    let is_placed = |role| {
        let parts = placed_words(model, canvas).into_iter();
        parts.fold(blanks(), |line, part| line.add(&part, canvas.style(role)))
    };
    let found = model.session.found(model.hunk);
    let n_tied = n_tied_words(found);
    // Whichever place is on the screen, the closest one is the first.
    let best = model.places().first();
    let message = || model.message(model.hunk).unwrap_or_default();
    if model.asks_unlike() {
        let (question, rest) = unlike_words(model);
        return asks(&question, "", &rest);
    }
    if model.asks_hidden() {
        return asks(&format!("{name} adds hidden text."), "", " Allow it?");
    }
    if is_rejected && !hunk.state.is_settled() {
        return named();
    }
    let ask = accept_words(model);
    match &hunk.state {
        State::Placed if report::deletes_file(&model.session, hunk.id) => is_placed(Role::Rejected),
        State::Placed => is_placed(Role::Text),
        State::Ambiguous if model.n_tied() < 2 => {
            let which = match best {
                Some(best) => format!(" Is {} meant?", places::at_words(model, best)),
                None => " Which one is meant?".to_string(),
            };
            asks(&format!("{subject} {}.", message()), "", &which)
        }
        State::Ambiguous => {
            let fits = match found {
                _ if best.is_some_and(|best| !best.reaches_bar()) => {
                    format!("fits {n_tied} places, none of them well")
                }
                Some(found) if !tie::is_even(found) => format!("may mean {n_tied} places"),
                _ => format!("fits {n_tied} places equally well"),
            };
            asks(&format!("{subject} {fits}."), "", " Which one is meant?")
        }
        State::TooWeak => {
            let hidden = not_shown(model);
            // What it does is said once.
            let subject = if hidden.is_some() { &name } else { &subject };
            let why = hidden.unwrap_or_else(|| capital(&message()));
            let more = [gone_words(model), alternatives(model)].concat();
            asks(
                &format!("{subject} needs review."),
                &format!("{why}{more}"),
                ask,
            )
        }
        State::NoMatch if model.is_capped() => asks(
            &format!("{subject} has no match yet."),
            " The search stopped before the end of the file.",
            ask,
        ),
        State::NoMatch => asks(
            &format!("{subject} {}.", message()),
            &closest_words(model, best),
            ask,
        ),
        State::DeletedLineNotFound => asks(
            &format!("{subject}: {}.", message()),
            &closest_words(model, best),
            ask,
        ),
        State::AlreadyApplied if model.session.is_written(model.hunk) => {
            says(&written_words(model), Role::Accepted)
        }
        State::AlreadyApplied => says(done_words(model, model.hunk), Role::Applied),
        State::NoOp => says("no changes", Role::Applied),
        State::Skipped => says("binary file, left alone", Role::Rejected),
        State::Overlap(_) => asks(&format!("{subject} conflicts."), &capital(&message()), ""),
        State::ContextGone => asks(
            &format!("{subject} has lost its context."),
            " Another hunk deletes it.",
            " Reject it?",
        ),
        State::Dependent(_) => asks(
            &format!("{subject} needs a rejected hunk."),
            &capital(&message()),
            " Reject it?",
        ),
        State::Drifted => asks(
            &format!("{subject}: the place you chose has changed."),
            "",
            match model.places() {
                [] => "",
                [_] if model.has_changed_place() => " Is it still meant?",
                [_] => " Is this one meant?",
                _ => " Which one is meant?",
            },
        ),
        State::Invalid(why) => asks(
            &format!("{subject} is not valid."),
            &capital(why),
            " Reject it?",
        ),
        State::Unresolved(_) => asks(
            &format!("{subject} has no place in this file."),
            "",
            " Where does it go?",
        ),
        State::FileStuck => {
            let file = &model.session.plan().files[model.hunk.file];
            let [what, rest, ask] = stuck_words(model, &file.state);
            asks(&format!("{subject}: {what}"), &rest, &ask)
        }
    }
}

/// Asks what becomes of a hunk that waits for a look at its place, as the first key answers it.
fn accept_words(model: &Model) -> &'static str {
    let is_looked_at = model.looked.contains_key(&model.hunk);
    match model.places() {
        _ if model.would_replace() => replace_words(model),
        [] => " Reject it?",
        _ if report::deletes_file(&model.session, model.hunk) => " Delete the file?",
        [_] if is_looked_at => " Accept it?",
        _ if is_looked_at => " Accept it here?",
        _ if model.current().state == State::NoMatch => " Reject it?",
        [_] => " Accept it?",
        _ => " Where does it go?",
    }
}

/// Asks whether a file becomes what the reply gives as a whole.
fn replace_words(model: &Model) -> &'static str {
    match model.whole_act() {
        "deletes the file" => " Delete the file?",
        "creates the file" => " Create the file?",
        _ => " Replace the file?",
    }
}

/// Says which lines a deletion does not show of the file that it takes with it.
fn not_shown(model: &Model) -> Option<String> {
    if model.session.doubt_of_whole(model.hunk) != Some(WholeDoubt::PartShown) {
        return None;
    }
    let place = model.places().first()?;
    let is_shown = |line: &usize| {
        let mut pairs = place.aligned.iter().filter(|pair| pair.how.is_alike());
        pairs.any(|pair| pair.target_line() == Some(*line))
    };
    let (_, n_lines) = extent(model, model.hunk);
    let hidden: Vec<usize> = (0..n_lines).filter(|line| !is_shown(line)).collect();
    let lines = lines_words(&hidden);
    Some(format!(" It deletes the file, and does not show {lines}."))
}

/// Names the first line that goes where it is not clear which ones do.
fn gone_words(model: &Model) -> String {
    let place = model.place_on_screen().or(model.places().first());
    let gone = place.and_then(|place| model.session.unclear_removal(model.hunk, place));
    gone.map_or(String::new(), |words| capital(&words))
}

/// Names the hunks that are offered beside this one, and those of them that were accepted.
fn alternatives(model: &Model) -> String {
    let others = model.session.offered_beside(model.hunk);
    let is_accepted = |id: &HunkId| model.session.plan().hunk(*id).decision.is_accepted();
    let (accepted, open): (Vec<HunkId>, Vec<HunkId>) = others.into_iter().partition(is_accepted);
    let so = |ids: &[HunkId]| {
        let are = if ids.len() == 1 { "is" } else { "are" };
        format!(" So {are} {}", model.session.names(ids))
    };
    match (accepted.as_slice(), open.as_slice()) {
        ([], []) => String::new(),
        ([], open) => format!("{}.", so(open)),
        (accepted, _) => format!("{}, already accepted.", so(accepted)),
    }
}

/// Asks what becomes of the lines that would go though the hunk removes none like them.
pub(super) fn unlike_words(model: &Model) -> (String, String) {
    let unlike = model.unlike_removals();
    let name = model.session.name(model.hunk);
    let act = model.unlike_act();
    // All of the file goes, however few of its lines the hunk shows.
    if let (UnlikeAct::DeleteFile, Some(place)) = (act, model.place_asked()) {
        let (of, exact) = place.n_lines_exact();
        let (_, n_lines) = extent(model, model.hunk);
        return (
            format!("Only {exact} of {of} lines match {name}."),
            format!(" Delete the file, {}?", counted(n_lines, "line")),
        );
    }
    let do_not = if unlike.len() == 1 {
        "doesn't"
    } else {
        "don't"
    };
    let lines = sentence(&lines_words(&unlike));
    let question = format!("{lines} {do_not} match {name}.");
    let rest = match act {
        UnlikeAct::DeleteFile => " Delete the file?",
        UnlikeAct::Remove => " Remove it anyway?",
        UnlikeAct::Replace => return (question, format!(" Replace, or {}?", model.insert_words())),
    };
    (question, rest.to_string())
}

/// Returns a sentence after another one.
fn capital(words: &str) -> String {
    match sentence(words).as_str() {
        "" => String::new(),
        words if words.ends_with('?') => format!(" {words}"),
        words => format!(" {words}."),
    }
}

/// Says how near the closest place comes, and what it lacks.
fn closest_words(model: &Model, best: Option<&Candidate>) -> String {
    let is_like = |best: &&Candidate| best.landmark().is_none() && !best.matches_only_blanks();
    let Some(best) = best.filter(is_like) else {
        return String::new();
    };
    let (of, exact) = best.n_lines_exact();
    let (line, score) = (
        model.session.change_line(model.hunk, best) + 1,
        best.score.percent(),
    );
    let near = match report::below_similarity(&model.session, best) {
        Some((is, asked)) => {
            return format!(" Closest: line {line}, {is} % alike, needs {asked} %");
        }
        None if best.reaches_bar() => format!("{exact} of {of} lines match"),
        None => {
            let needs = best.tier.spec().bar.percent();
            format!("{exact} of {of} lines match; score {score}, needs {needs}")
        }
    };
    format!(" Closest: line {line} ({near})")
}

/// Names the lines that a place takes: `lines 12-15`.
pub(super) fn lines_of(span: LineSpan) -> String {
    match span.len() {
        0 | 1 => format!("line {}", span.start + 1),
        _ => format!("lines {}-{}", span.start + 1, span.end),
    }
}

/// Returns what people call a match of this tier, with its score where that says something.
pub(super) fn match_words(place: &Candidate) -> String {
    let (words, percent) = (report::tier_words(place.tier), place.score.percent());
    if place.tier == Tier::Strict && percent == 100 {
        words.to_string()
    } else {
        format!("{words} {percent}")
    }
}

/// Returns what people call the match of a hunk at its place. Where a person put it though the matcher would not, no score
/// speaks for that place.
pub(super) fn placed_match_words(model: &Model, id: HunkId, placed: &Placement) -> String {
    match speaks_for_place(model, id, placed) {
        true => match_words(&placed.candidate),
        false => CHOSEN.to_string(),
    }
}

/// Returns whether how well a hunk matches speaks for its place. Where the lines were made those of the place, that they match says
/// nothing.
pub(super) fn speaks_for_place(model: &Model, id: HunkId, placed: &Placement) -> bool {
    placed.by != By::Person || !model.session.is_fitted(id) && placed.candidate.reaches_bar()
}

/// Says what was decided on the hunk as one.
fn decision(model: &Model, canvas: &Canvas<'_>) -> Line {
    let hunk = model.current();
    let says = |words: &str, role| Line::new().add(words, canvas.style(role));
    match &hunk.decision {
        Decision::Undecided => Line::new(),
        // What was accepted is open again: it hides something that nobody allowed.
        Decision::Accepted | Decision::Lines(_) if model.hides(hunk) => Line::new(),
        Decision::Accepted if model.session.is_written(model.hunk) => Line::new(),
        Decision::Accepted | Decision::Lines(_) if !hunk.state.is_settled() => {
            says("Was accepted.", Role::Problem)
        }
        Decision::Accepted => says("accepted", Role::Accepted),
        Decision::Lines(lines) => {
            let patch = model.session.patch().hunk(model.hunk);
            let n_changed = patch.lines.len() - patch.n_lines_of(LineKind::Context);
            let of = counted(n_changed, "line");
            says(
                &format!("accepted: {} of {of}", lines.len()),
                Role::Accepted,
            )
        }
        Decision::Rejected { why } => {
            let rejected = says("rejected", Role::Rejected);
            // A comment stands above the hunk as it is.
            match why {
                Some(why) if model.session.comment(model.hunk) == Some(why) => rejected,
                Some(why) => rejected.add(&format!(": {why}"), canvas.style(Role::Text)),
                None => rejected,
            }
        }
    }
}

/// Says which block of a hunk that was split this is, and what was decided on it.
fn block_words(model: &Model, decided: BlockDecision, canvas: &Canvas<'_>) -> Line {
    let (at, of) = (model.block + 1, model.split().len());
    let said = match decided {
        BlockDecision::Undecided => "",
        BlockDecision::Accepted => ": accepted",
        BlockDecision::Rejected => ": rejected",
    };
    let style = canvas.style(Mark::of_block(decided).role());
    Line::new().add(&format!("block {at} of {of}{said}"), style)
}

/// Returns what the pane of one place, or of what the model wrote, is called.
pub(super) fn of_place(model: &Model, canvas: &Canvas<'_>, index: usize, panes: Panes) -> Line {
    let text = canvas.style(Role::Text);
    let Some(place) = model.places().get(index) else {
        return Line::new().add(patch::title(model), canvas.style(Role::Heading));
    };
    let is_looked_at = model.looked.get(&model.hunk) == Some(&index);
    let number = format!(" {} ", index + 1);
    let line = if is_looked_at {
        Line::new().add(&number, canvas.style(Role::Answer))
    } else {
        Line::new().add(&number, canvas.style(Role::Key))
    };
    // Of the places that tie; one behind them has only its number.
    let n_tied = if index < model.n_tied() {
        model.n_tied()
    } else {
        0
    };
    let of = if n_tied > 2 || (n_tied == 2 && panes == Panes::Headed) {
        format!("{}of {n_tied}  ", if is_looked_at { " " } else { "" })
    } else {
        String::new()
    };
    let line = line.add(&of, canvas.style(Role::Muted)).add(
        &format!(" {}", places::at_words(model, place)),
        canvas.style(Role::Heading),
    );
    let name = match place.landmark() {
        Some(landmark) => landmark.words().to_string(),
        None => places::heading_words(model, place),
    };
    match name.is_empty() {
        true => line,
        false => line.add("  ", text).add(&name, text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_parentheses_at_the_end_are_an_aside() {
        let check = |sentence: &str, said: &str| {
            assert_eq!(&sentence[..last_aside(sentence)], said, "{sentence}");
        };
        check(
            "It drops `a` (9 lines), `b` (2 lines).",
            "It drops `a` (9 lines), `b`",
        );
        check("It drops `a` (used by `b (x)`)", "It drops `a`");
        check("`a` (9 lines) is gone.", "`a` (9 lines) is gone.");
        check("call(a)", "call(a)");
        check("", "");
    }
}

//! What tells the places of a hunk apart, and what else is worth knowing of it.

use std::collections::BTreeSet;

use bstr::ByteSlice;

use super::super::allow;
use super::super::keymap::Action;
use super::super::model::Model;
use super::super::overlap::Kinship;
use super::super::telling::{Telling, TellingKind};
use super::super::theme::Role;
use super::super::words::sentence;
use super::canvas::Canvas;
use super::heading::{lines_of, match_words};
use super::line::Line;
use super::places::heading_words;
use crate::matcher::{Candidate, Evidence, tie};
use crate::patch::{Given, HunkId};
use crate::plan::{Decision, State, conflict};
use crate::report::explain::evidence_words;
use crate::report::{deletes_file, file_act};
use crate::session::{Lead, is_sentence};
use crate::text::LineSpan;
use crate::text::words::counted;

/// A sentence above more hunks than these is shown only where it is about the one under review.
const MOST_LED: usize = 20;

/// Says what tells places apart, what is worth knowing of the hunk, and what can be done.
pub(super) fn reasons(model: &Model, canvas: &Canvas<'_>) -> Vec<Line> {
    let mut reasons = hidden(model, canvas);
    let state = &model.current().state;
    if *state == State::Ambiguous {
        reasons.extend(on_a_tie(model, canvas));
    } else if !state.is_settled() && model.overlap.is_none() {
        // Of what is rejected nothing is written, and nothing is left to advise.
        let is_open = !model.current().decision.is_rejected();
        reasons.extend(left_out(model, canvas).filter(|_| is_open));
        if let State::Unresolved(why) = state {
            let words = format!(" {}.", sentence(why));
            reasons.push(Line::new().add(&words, canvas.style(Role::Text)));
        }
        reasons.extend(quoted(model, canvas));
        reasons.extend(said(model, canvas));
        reasons.extend(usually_best(model, canvas).filter(|_| is_open));
    }
    reasons.extend(relations(model, canvas));
    reasons
}

/// Warns of hidden text that nobody allowed.
fn hidden(model: &Model, canvas: &Canvas<'_>) -> Vec<Line> {
    // What the file has already is not added.
    if !model.would_hide(model.current()) {
        return Vec::new();
    }
    let confirm = model.key(Action::ConfirmHidden);
    // Where the question is about it already, one sign is enough.
    let role = if model.asks_hidden() {
        Role::Text
    } else {
        Role::Warning
    };
    let line = |found: &String| {
        Line::new()
            .add(&format!(" {} ", sentence(found)), canvas.style(role))
            .add(&format!(" {confirm}"), canvas.style(Role::Key))
            .add(" to allow", canvas.style(Role::Text))
    };
    model.hidden(model.hunk).iter().map(line).collect()
}

/// Returns the words of a text that are long enough to tell what it is about.
fn long_words(text: &str) -> BTreeSet<String> {
    const LEAST_LETTERS: usize = 3;
    let words = text.split(|c: char| !c.is_alphanumeric());
    let long = words.filter(|word| word.chars().count() >= LEAST_LETTERS);
    long.map(str::to_lowercase).collect()
}

/// Counts the words of a sentence that are among `words`, or of which one begins with the other, as `wishes` with `wish`.
fn n_shared(sentence: &str, words: &BTreeSet<String>) -> usize {
    const LEAST_LETTERS: usize = 4;
    let begins = |one: &str, other: &str| one.len() >= LEAST_LETTERS && other.starts_with(one);
    let is_shared = |word: &&String| {
        let same = |other: &String| other == *word || begins(word, other) || begins(other, word);
        words.iter().any(same)
    };
    long_words(sentence).iter().filter(is_shared).count()
}

/// Returns those of the lines that a hunk changes.
fn changed_words_of(model: &Model, id: HunkId) -> BTreeSet<String> {
    let lines = &model.session.patch().hunk(id).lines;
    let changed = lines.iter().filter(|line| line.is_change());
    changed
        .flat_map(|line| long_words(&line.body.to_str_lossy()))
        .collect()
}

/// Returns the sentence that has most words of the hunk, of several above it; the last where all have as many. What
/// only names a file, such as `In src/a.py:`, does not say which place is meant.
fn about<'a>(model: &Model, text: &'a str) -> &'a str {
    let own = changed_words_of(model, model.hunk);
    let n_own = |sentence: &&str| n_shared(sentence, &own);
    let sentences = text.split_inclusive([' ', '\n']).scan(0, |at, word| {
        *at += word.len();
        Some((*at, word.trim_end().ends_with(['.', '!', '?'])))
    });
    let ends = sentences.filter_map(|(at, is_end)| is_end.then_some(at));
    let mut from = 0;
    let parts = ends
        .chain([text.len()])
        .filter_map(|end| text.get(std::mem::replace(&mut from, end)..end))
        .map(str::trim)
        .filter(|part| is_sentence(part));
    parts.max_by_key(n_own).unwrap_or(text)
}

/// Returns whether a sentence above several hunks is about the one under review, as far as its words tell: it shares more of them with
/// this hunk than with any other.
fn is_about_this(model: &Model, lead: &Lead, sentence: &str) -> bool {
    /// Of more hunks no sentence is about one.
    const MOST: usize = 50;
    if lead.n_hunks > MOST {
        return false;
    }
    let n_words = |id| n_shared(sentence, &changed_words_of(model, id));
    let own = n_words(model.hunk);
    let mut others = model.session.led_by(lead);
    others.all(|id| id == model.hunk || n_words(id) < own)
}

/// Says what tells places apart that fit equally well.
fn on_a_tie(model: &Model, canvas: &Canvas<'_>) -> Vec<Line> {
    let (text, muted) = (canvas.style(Role::Text), canvas.style(Role::Muted));
    let tied = &model.places()[..model.n_tied()];
    let Some((best, others)) = tied.split_first().filter(|(_, others)| !others.is_empty()) else {
        return said(model, canvas).into_iter().collect();
    };
    let has =
        |what: fn(&Candidate, &Candidate) -> bool| others.iter().any(|other| what(other, best));
    let is_even = others.iter().all(|other| other.score == best.score);
    let why = if is_even {
        telling_words(model, canvas)
    } else if has(tie::has_what_is_lost) {
        Some(Line::new().add(" Another place has context that the best one lacks.", muted))
    } else if has(|other, _| tie::matches_at_the_number(other)) {
        Some(Line::new().add(" The patch's line number names another place.", muted))
    } else if best.reaches_bar() {
        Some(Line::new().add(" The places are too alike to tell apart.", muted))
    } else {
        None
    };
    let order = model.session.by_order(model.hunk).map(|(line, n_others)| {
        let others = match n_others {
            0 => String::new(),
            n => format!("; settles {}", counted(n, "more tie")),
        };
        Line::new()
            .add(
                &format!(" {}", model.key(Action::KeepOrder)),
                canvas.style(Role::Key),
            )
            .add(
                &format!(
                    " places the hunk at line {}, by the patch's order{others}",
                    line + 1
                ),
                muted,
            )
    });
    let shows_tied = model.shown_place().is_none_or(|shown| shown < tied.len());
    let score = (is_even && shows_tied).then(|| {
        let all = if tied.len() == 2 { "Both" } else { "All" };
        let fit = match match_words(best).as_str() {
            _ if !best.reaches_bar() => format!("score {}", best.score.percent()),
            "exact" => "match exactly".to_string(),
            fit => format!("match: {fit}"),
        };
        Line::new()
            .add(&format!(" {all} {fit}.  "), muted)
            .add(&model.key(Action::Why), canvas.style(Role::Key))
            .add(" line by line", text)
    });
    [why, said(model, canvas), score, order]
        .into_iter()
        .flatten()
        .collect()
}

/// Says what tells the place on the screen from the others: it is lit above.
fn telling_words(model: &Model, canvas: &Canvas<'_>) -> Option<Line> {
    let (text, muted) = (canvas.style(Role::Text), canvas.style(Role::Muted));
    let shown = model.shown_place()?;
    let doc = model.doc.text();
    let twin = model.twin.as_ref().filter(|_| model.n_tied() == 2);
    let says = |words: &str| Line::new().add(words, muted);
    let is_of_definition = |it: &&Telling| it.kind == TellingKind::Definition;
    let own = model.telling.as_ref();
    let beside = twin.and_then(|twin| twin.telling.as_ref());
    let is_definition = [own, beside]
        .into_iter()
        .flatten()
        .any(|it| is_of_definition(&it));
    // Where the places are listed, each row names its definition.
    let is_named = |it: &Telling| {
        let place = model.places().get(shown);
        place.is_some_and(|place| {
            doc.line(it.line).trim_ascii() == heading_words(model, place).as_bytes()
        })
    };
    if twin.is_none() && (is_definition || own.is_some_and(is_named)) {
        return None;
    }
    if is_definition {
        let mut places: Vec<usize> = std::iter::once(shown)
            .chain(twin.map(|twin| twin.index))
            .collect();
        places.sort_unstable();
        let places = places.into_iter().enumerate();
        let line = places.fold(Line::new(), |line, (nth, index)| {
            let place = model.places().get(index);
            let name = place.map_or(String::new(), |place| heading_words(model, place));
            let at = if name.is_empty() {
                "at the top level"
            } else {
                "in "
            };
            let words = match nth {
                0 => format!(" Place {} is {at}", index + 1),
                _ => format!(", place {} {at}", index + 1),
            };
            line.add(&words, muted).add(&name, text)
        });
        return Some(line.add(".", muted));
    }
    let Some(telling) = own else {
        return Some(says(" No line near the places tells them apart."));
    };
    let line = |at: usize| doc.line(at).trim_ascii();
    if let (Some(_), Some(other)) = (twin, telling.other) {
        let (one, two) = match shown {
            0 => (telling.line, other),
            _ => (other, telling.line),
        };
        let (first, second) = (one + 1, two + 1);
        return Some(
            says(&format!(" Lines {first} and {second} tell them apart: "))
                .add_bytes(line(one), text)
                .add("  or  ", muted)
                .add_bytes(line(two), text),
        );
    }
    Some(
        says(&format!(
            " Only place {} has, in line {}: ",
            shown + 1,
            telling.line + 1
        ))
        .add_bytes(line(telling.line), text),
    )
}

/// Quotes the words of the reply that make the hunk wait.
fn quoted(model: &Model, canvas: &Canvas<'_>) -> Option<Line> {
    let (text, muted) = (canvas.style(Role::Text), canvas.style(Role::Muted));
    let quote = model.session.quote(model.hunk)?;
    let at = model.line_of_reply(quote.line_index);
    let at = at.strip_suffix(" of the reply").unwrap_or(&at);
    Some(
        Line::new()
            .add(&format!(" The reply, {at}: "), muted)
            .add(&format!("\u{201c}{}\u{201d}", quote.text), text),
    )
}

/// Says what the reply tells of the place: its line number, and the sentence above the block.
fn said(model: &Model, canvas: &Canvas<'_>) -> Option<Line> {
    let (text, muted) = (canvas.style(Role::Text), canvas.style(Role::Muted));
    let hunk = model.session.patch().hunk(model.hunk);
    // What was quoted already is not said again.
    let is_quoted = |lead: &&Lead| {
        let quote = model.session.quote(model.hunk);
        let n_rows = lead.text.matches('\n').count() + 1;
        let rows = lead.line_index..lead.line_index + n_rows;
        model.current().state != State::Ambiguous
            && quote.is_some_and(|quote| rows.contains(&quote.line_index))
    };
    let lead = model.session.lead(model.hunk).filter(|it| !is_quoted(it));
    let given = model.session.patch().files[model.hunk.file].given;
    let is_compared = given != Given::Hunks;
    let number = match hunk.hint {
        // The lines of what is given whole are those of the file, and those of no file are in none.
        _ if is_compared || model.file_is_stuck() => String::new(),
        _ if model.current().state.is_incomplete() => String::new(),
        Some(hint) => {
            // Places are named by the line of the first change, those that no line is like by all their lines.
            let is_unlike = model
                .places()
                .iter()
                .all(|place| place.landmark().is_some());
            let (n_above, n_lines) = match is_unlike {
                true => (0, hunk.preimage().count()),
                false => (
                    hunk.lines
                        .iter()
                        .take_while(|line| line.is_context())
                        .count(),
                    1,
                ),
            };
            let first = hint.line_index + n_above;
            let lines = lines_of(LineSpan::new(first, first + n_lines));
            // The number in the patch is that of the context above the change.
            match n_above {
                0 => format!(" The patch says {lines}."),
                _ => format!(" The patch puts the change at {lines}."),
            }
        }
        None => " No line number.".to_string(),
    };
    // Alone it is a sentence.
    let alone = match number.as_str() {
        " No line number." => " The patch gives no line number.",
        number => number,
    };
    let (line, alone) = [number.as_str(), alone]
        .map(|words| Line::new().add(words, muted))
        .into();
    let Some(lead) = lead else {
        return (alone.width() > 0).then_some(alone);
    };
    let about = about(model, &lead.text);
    let n_above = lead
        .text
        .find(about)
        .map_or(0, |at| lead.text[..at].matches('\n').count());
    let at = model.line_of_reply(lead.line_index + n_above);
    let at = at.strip_suffix(" of the reply").unwrap_or(&at).to_string();
    // It may be about another hunk of the block.
    let is_of_block = lead.n_hunks > 1 && given != Given::Whole;
    let of = match is_of_block && !is_about_this(model, lead, about) {
        // Of so many it says nothing of this one.
        true if lead.n_hunks > MOST_LED => return (alone.width() > 0).then_some(alone),
        true => format!(", above {} hunks", lead.n_hunks),
        false => String::new(),
    };
    let about = without_bold(&about.replace('\n', " "));
    Some(
        line.add(&format!(" The reply{of}: "), muted)
            .add(
                &format!("\u{201c}{}\u{201d}", about.trim_end_matches(':')),
                text,
            )
            .add(" ", muted)
            .add(&format!("({at})"), muted),
    )
}

/// Returns a part of a sentence without the marks that make words bold: only one of two may be in it. In code they are signs.
fn without_bold(about: &str) -> String {
    let parts = about.split('`').enumerate();
    let parts = parts.map(|(nth, part)| match nth % 2 {
        0 => part.replace("**", ""),
        _ => part.to_string(),
    });
    parts.collect::<Vec<_>>().join("`")
}

/// Says what is usually best where no place fits well.
pub(super) fn usually_best(model: &Model, canvas: &Canvas<'_>) -> Option<Line> {
    let fits = model.places().iter().any(Candidate::reaches_bar);
    // Who looks at a place needs the rows for it.
    let looks = model.looked.contains_key(&model.hunk);
    if model.current().state != State::NoMatch || fits || looks || model.is_capped() {
        return None;
    }
    let (muted, key) = (canvas.style(Role::Muted), canvas.style(Role::Key));
    let line = match allow::n_shown(model) {
        0 => Line::new().add(" ", muted),
        n => Line::new()
            .add(&format!(" {}", allow::digits(n)), key)
            .add(" preview where it could go. ", muted),
    };
    Some(
        line.add("Usually best: ", muted)
            .add(&model.key(Action::Reject), key)
            .add(" reject; ", muted)
            .add(&model.key(Action::Feedback), key)
            .add(" copies feedback.", muted),
    )
}

/// Says how the hunk lies to others that it shares lines with, and to what the file has already.
fn relations(model: &Model, canvas: &Canvas<'_>) -> Vec<Line> {
    let shares = model.kin.iter().map(|(other, kinship)| {
        let words = match kinship {
            Kinship::SameEdit => "makes the same change; it is written once",
            Kinship::Compatible => "changes lines beside these; both can be written",
            Kinship::Conflict => "also changes these lines (not shown here)",
        };
        let name = sentence(&model.session.name(*other));
        Line::new().add(&format!(" {name} {words}"), canvas.style(Role::Text))
    });
    // What the question says is not said again below it.
    let asked = model.session.losses_asked_about(model.hunk);
    let told = model.told.iter().filter(|told| !asked.contains(told));
    let name = format!(" {}", sentence(&model.session.name(model.hunk)));
    let told = told.enumerate().map(move |(nth, told)| {
        let text = canvas.style(Role::Text);
        // Of what is decided nothing is asked any more.
        let warning = match model.current().decision == Decision::Undecided {
            true => canvas.style(Role::Warning),
            false => text,
        };
        // Of several in a list the first names what they are all of.
        let line = match nth {
            0 => Line::new().add(&name, warning),
            _ => Line::new().add(&" ".repeat(name.len()), text),
        };
        line.add(&format!(" {told} "), warning)
    });
    shares.chain(told).collect()
}

/// Says why a hunk is not settled, other hunks named by their numbers in the whole reply.
pub(super) fn why_stuck(model: &Model, id: HunkId) -> Option<String> {
    let State::Overlap(with) = &model.session.plan().hunk(id).state else {
        return model.message(id);
    };
    let names = with.iter().map(|hunk| HunkId { hunk: *hunk, ..id });
    let names = names.map(|other| model.session.name(other)).collect();
    Some(conflict::overlap_message(names))
}

/// Returns whether the hunk is settled without a place: it makes, moves, removes or replaces a whole file.
pub(super) fn is_of_whole_file(model: &Model) -> bool {
    file_act(&model.session, model.current()).is_some()
}

/// Warns of lines to be removed that are not those of the place on the screen.
fn left_out(model: &Model, canvas: &Canvas<'_>) -> Option<Line> {
    // All of its lines go, and the question says so.
    if deletes_file(&model.session, model.hunk) {
        return None;
    }
    let words = removal_words(model, model.place_on_screen()?)?;
    Some(
        Line::new()
            .add(" ", canvas.style(Role::Text))
            .add(&format!(" {words} "), canvas.style(Role::Warning)),
    )
}

/// Says which of the lines that a hunk removes are not those of the file: a place that was found without them lacks them, and at
/// any other the lines that they lie on are removed.
pub(super) fn removal_words(model: &Model, place: &Candidate) -> Option<String> {
    let skipped = match place.n_removals_missing() {
        0 => None,
        1 => Some("1 removed line is not found here".to_string()),
        n => Some(format!("{n} removed lines are not found here")),
    };
    let session = &model.session;
    if place.unlike_removals().next().is_some() && session.changes_nothing_at(model.hunk, place) {
        return Some("Changes nothing here: the lines read as the hunk leaves them".to_string());
    }
    let unlike = session.unlike_removals(model.hunk, place);
    let removed = match unlike.len() {
        0 => None,
        1 => Some(format!(
            "Removes {}, which doesn't match",
            lines_words(&unlike)
        )),
        _ => Some(format!(
            "Removes {}, which don't match",
            lines_words(&unlike)
        )),
    };
    match (skipped, removed) {
        (Some(skipped), Some(removed)) => Some(format!("{skipped}. {removed}")),
        (skipped, removed) => skipped.or(removed),
    }
}

/// Names lines of the file, 0-based and sorted: `line 7`, `lines 7-9`, `3 lines of 7-12`.
pub(in crate::ui) fn lines_words(lines: &[usize]) -> String {
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else {
        return String::new();
    };
    let (first, last) = (first + 1, last + 1);
    match lines.len() {
        1 => format!("line {first}"),
        n if last - first + 1 == n => format!("lines {first}-{last}"),
        n => format!("{n} lines of {first}-{last}"),
    }
}

/// Returns a reason in words; `None` for what the line above the diff says already.
pub(super) fn words_of(evidence: &Evidence) -> Option<String> {
    match evidence {
        Evidence::LinesExact { .. }
        | Evidence::Offset { .. }
        | Evidence::Unique
        | Evidence::Rival { .. } => None,
        Evidence::Landmark(_)
        | Evidence::ContextDropped { .. }
        | Evidence::Gaps { .. }
        | Evidence::Reindented
        | Evidence::EndsKept
        | Evidence::Doubt(_)
        | Evidence::Similarity { .. }
        | Evidence::Variant(_) => Some(evidence_words(evidence)),
    }
}

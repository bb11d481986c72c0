//! Why a hunk is not settled and what can be done, and what else is worth knowing of it.

use super::super::allow;
use super::super::keymap::Action;
use super::super::model::Model;
use super::super::overlap::{Kinship, kin};
use super::super::theme::Role;
use super::canvas::Canvas;
use super::line::Line;
use crate::matcher::{Candidate, Evidence, tie};
use crate::patch::HunkId;
use crate::plan::{State, conflict};
use crate::report::explain::evidence_words;
use crate::report::unique::{Side, unique_line_at};

/// Says why the hunk is not settled, and what can be done.
pub(super) fn reasons(model: &Model, canvas: &Canvas<'_>) -> Vec<Line> {
    let mut reasons = hidden(model, canvas);
    if model.current().state == State::Ambiguous {
        reasons.extend(why_a_tie(model, canvas));
    } else if model.session.is_written(model.hunk) {
        let key = model.key(Action::UndoApply);
        let words = format!(" an apply of this review wrote it; {key} takes the last one back");
        reasons.push(Line::new().add(&words, canvas.style(Role::Muted)));
    } else if let Some(message) = why_stuck(model, model.hunk) {
        let why = Line::new().add(" why: ", canvas.style(Role::Muted));
        reasons.push(why.add(&message, canvas.style(Role::Text)));
        reasons.extend(left_out(model, canvas));
        reasons.extend(way_out(model, canvas));
    }
    reasons.extend(relations(model, canvas));
    reasons.extend(of_file(model, canvas));
    if reasons.is_empty()
        && let Some(place) = model.place_on_screen()
    {
        let words: Vec<String> = place.evidence.iter().filter_map(words_of).collect();
        reasons.push(Line::new().add(&format!(" {}", words.join(", ")), canvas.style(Role::Muted)));
    }
    reasons
}

/// Warns of hidden text that nobody confirmed.
fn hidden(model: &Model, canvas: &Canvas<'_>) -> Vec<Line> {
    let confirm = model.key(Action::ConfirmHidden);
    let line = |found: &String| {
        Line::new()
            .add(&format!(" it {found} "), canvas.style(Role::Warning))
            .add(&format!(" {confirm}"), canvas.style(Role::Key))
            .add(" confirms that you saw it", canvas.style(Role::Muted))
    };
    model.hidden(model.hunk).iter().map(line).collect()
}

/// Says why several places are as good, and what would tell them apart.
fn why_a_tie(model: &Model, canvas: &Canvas<'_>) -> Vec<Line> {
    let muted = canvas.style(Role::Muted);
    let tied = &model.places()[..model.n_tied()];
    let Some((best, others)) = tied.split_first() else {
        return Vec::new();
    };
    let has =
        |what: fn(&Candidate, &Candidate) -> bool| others.iter().any(|other| what(other, best));
    let why = if others.iter().all(|other| other.score == best.score) {
        "the lines it names are the same in all of them"
    } else if has(tie::has_what_is_lost) {
        "another has context that the best one lacks"
    } else if has(|other, _| tie::matches_at_the_number(other)) {
        "the patch's line number names another than the best one"
    } else {
        "too little tells them apart"
    };
    let why = Line::new()
        .add(" why a tie: ", muted)
        .add(why, canvas.style(Role::Text));
    let order = model.session.order_settles(model.hunk).then(|| {
        let key = format!(" {}", model.key(Action::KeepOrder));
        let words = " settles the ties of this file by the patch's order";
        Line::new()
            .add(&key, canvas.style(Role::Key))
            .add(words, muted)
    });
    let telling = telling_line(model, canvas);
    [Some(why), telling, order].into_iter().flatten().collect()
}

/// Says by which keys a hunk that is stuck can be settled; `None` where it asks for nothing.
fn way_out(model: &Model, canvas: &Canvas<'_>) -> Option<Line> {
    let (key, muted) = (canvas.style(Role::Key), canvas.style(Role::Muted));
    let by = |action| Line::new().add(&format!(" {}", model.key(action)), key);
    let digits = || {
        let digits = allow::digits(allow::n_shown(model));
        Line::new().add(&format!(" {digits}"), key)
    };
    if allow::is_done(model) {
        return None;
    }
    Some(if model.is_unsearched() {
        let words = " reads the files again and looks for all places";
        by(Action::Rematch).add(words, muted)
    } else if model.would_replace() {
        digits()
            .add(" shows what would be lost, then ", muted)
            .add(&model.key(Action::Accept), key)
            .add(&format!(" {}", model.whole_act()), muted)
    } else if model.file_is_stuck() {
        by(Action::Target).add(" picks another file, close names first", muted)
    } else if model.places().is_empty() {
        by(Action::ByHand)
            .add(" moves it over the file by hand, ", muted)
            .add(&model.key(Action::Target), key)
            .add(" tries another file, ", muted)
            .add(&model.key(Action::Reject), key)
            .add(" rejects it", muted)
    } else {
        let show = if allow::n_shown(model) == 1 {
            "shows it"
        } else {
            "show them"
        };
        let takes = format!(" {show}; {} takes what is shown", model.key(Action::Accept));
        let shows = digits().add(&takes, muted);
        // Of a hunk that fits nowhere, only there all lines are seen.
        let by_hand = format!("; {} lays it beside the file", model.key(Action::ByHand));
        if allow::is_advertised(model, Action::ByHand) {
            shows.add(&by_hand, muted)
        } else {
            shows
        }
    })
}

/// Says how the hunk lies to others that it shares lines with, and to what the file has already.
fn relations(model: &Model, canvas: &Canvas<'_>) -> Vec<Line> {
    let kin = kin(&model.session, model.hunk).into_iter();
    let shares = kin.map(|(other, kinship)| {
        let (kind, words) = match kinship {
            Kinship::SameEdit => (
                "same edit",
                "makes the very same change: it is written once",
            ),
            Kinship::Compatible => ("compatible", "changes other lines: both are written"),
        };
        let words = format!("{} {words}", model.session.name(other));
        Line::new()
            .add(&format!(" overlap, {kind}: "), canvas.style(Role::Muted))
            .add(&words, canvas.style(Role::Text))
    });
    let repeated = model.repeated.get(&model.hunk).into_iter().flatten();
    let repeats = repeated.map(|repeated| {
        let words = format!(" note: it {repeated}");
        Line::new().add(&words, canvas.style(Role::Warning))
    });
    shares.chain(repeats).collect()
}

/// Says what is meant of a file where that is not some of its lines.
fn of_file(model: &Model, canvas: &Canvas<'_>) -> Vec<Line> {
    let mut said = Vec::new();
    if model.current().state == State::Skipped {
        let words = " its file is binary: nothing of it can be shown, and nothing is written";
        said.push(words.to_string());
    }
    if let Some(mode) = model.session.patch().hunk(model.hunk).mode {
        said.push(format!(" its file {}; the content stays", mode.words()));
    } else if is_of_whole_file(model) {
        said.push(" the whole file is meant; there is no place to find".to_string());
    }
    let line = |words: String| Line::new().add(&words, canvas.style(Role::Muted));
    said.into_iter().map(line).collect()
}

/// Says why a hunk is not settled, other hunks named by their numbers in the whole reply.
pub(super) fn why_stuck(model: &Model, id: HunkId) -> Option<String> {
    let State::Overlap(with) = &model.session.plan().hunk(id).state else {
        return model.session.message(id);
    };
    let names = with.iter().map(|hunk| HunkId { hunk: *hunk, ..id });
    let names = names.map(|other| model.session.name(other)).collect();
    Some(conflict::overlap_message(names))
}

/// Returns whether the hunk is settled without a place: it makes, moves, removes or replaces a whole file.
pub(super) fn is_of_whole_file(model: &Model) -> bool {
    let placed = model.current().placement.as_ref();
    placed.is_some_and(|placed| placed.candidate.aligned.is_empty())
}

/// Warns of lines to be removed that the place on the screen lacks: the diff there shows what would be written, and they are no
/// part of it.
fn left_out(model: &Model, canvas: &Canvas<'_>) -> Option<Line> {
    let n_left_out = model.place_on_screen()?.n_removals_missing();
    let words = match n_left_out {
        0 => return None,
        1 => " a line it removes is not there; taking the place leaves that out ".to_string(),
        n => format!(" {n} lines it removes are not there; taking the place leaves them out "),
    };
    Some(Line::new().add(&words, canvas.style(Role::Warning)))
}

/// Returns a reason in words; `None` for what the row of the place says already.
pub(super) fn words_of(evidence: &Evidence) -> Option<String> {
    match evidence {
        Evidence::LinesExact { .. } => None,
        Evidence::Offset { .. }
        | Evidence::Landmark(_)
        | Evidence::ContextDropped { .. }
        | Evidence::Gaps { .. }
        | Evidence::Reindented
        | Evidence::Doubt(_)
        | Evidence::Similarity { .. }
        | Evidence::Variant(_)
        | Evidence::Unique
        | Evidence::Rival { .. } => Some(evidence_words(evidence)),
    }
}

/// Says which line of context would have told the place on the screen from the others it ties with.
fn telling_line(model: &Model, canvas: &Canvas<'_>) -> Option<Line> {
    let place = model.shown_place()?;
    let line = unique_line_at(&model.session, model.hunk, place)?;
    let telling = line.telling()?;
    let side = match line.side {
        Side::Above => "this line above",
        Side::Below => "this line below",
    };
    let muted = canvas.style(Role::Muted);
    Some(
        Line::new()
            .add(&format!(" only place {} has {side} it: ", place + 1), muted)
            .add_bytes(telling.trim_ascii(), canvas.style(Role::Text)),
    )
}

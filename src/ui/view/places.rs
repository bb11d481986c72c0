//! The places of the hunk: where, how well, and why; and what stands in the way of settling it.

use ratatui::layout::Rect;

use super::super::allow;
use super::super::hit::Hit;
use super::super::keymap::Action;
use super::super::layout::Layout;
use super::super::model::Model;
use super::super::overlap::{Kinship, kin};
use super::super::theme::Role;
use super::canvas::Canvas;
use super::line::Line;
use super::patch::path_of;
use crate::matcher::{Candidate, Evidence, LineMatch, TIERS};
use crate::patch::HunkId;
use crate::plan::{By, State};
use crate::report::explain::evidence_words;
use crate::report::unique::{Side, unique_line};
use crate::text::heading::enclosing_words;

pub(super) fn draw(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let n_candidates = model
        .session
        .found(model.hunk)
        .map_or(0, |found| found.n_candidates);
    let heading = Line::new().add("places for this hunk", canvas.style(Role::Heading));
    let heading = if n_candidates > 9 {
        heading.add(&format!("  9 of {n_candidates}"), canvas.style(Role::Muted))
    } else {
        heading
    };
    canvas.rule(area.x, area.y, area.width, &heading);
    let reasons = reasons(model, canvas);
    let mut reasons: Vec<Line> = reasons
        .iter()
        .flat_map(|reason| reason.folded(usize::from(area.width), 3))
        .collect();
    let room = usize::from(area.height - 1);
    // Where else a hunk would fit that stands there already is nobody's question.
    let places = if allow::is_done(model) || model.would_replace() || is_of_whole_file(model) {
        &[]
    } else {
        model.places()
    };
    let n_reasons = reasons
        .len()
        .min(room / 2 + usize::from(places.is_empty()) * room);
    let n_places = places.len().min(9).min(room - n_reasons.min(room));
    let mut y = area.y + 1;
    let shown = model.shown_place();
    let kept = shown.map_or(0, |shown| (shown + 1).saturating_sub(n_places.max(1)));
    let last = places.len().min(9).saturating_sub(n_places);
    let first = (kept + model.scrolled.places).min(last.max(kept));
    let listed = &places[first..(first + n_places).min(places.len())];
    let columns = Columns::of(model, listed, usize::from(area.width));
    for (index, place) in listed.iter().enumerate() {
        let index = first + index;
        let line = place_line(model, canvas, index, place, &columns);
        let row = Rect {
            y,
            height: 1,
            ..area
        };
        canvas.line(area.x, y, area.width, &line);
        canvas.hit(row, Hit::Place(index));
        if Some(index) == shown {
            canvas.restyle(row, canvas.over(Role::Cursor));
        }
        y += 1;
    }
    reasons.truncate(usize::from(area.bottom().saturating_sub(y)));
    for reason in reasons {
        canvas.line(area.x, y, area.width, &reason);
        y += 1;
    }
}

/// How wide the columns of the places are, by what stands in them.
struct Columns {
    at: usize,
    heading: usize,
    bar: Bar,
    /// All of them together.
    room: usize,
}

/// Whether there is room for a bar beside the score.
#[derive(PartialEq, Eq)]
enum Bar {
    Drawn,
    LeftOut,
}

impl Columns {
    fn of(model: &Model, places: &[Candidate], width: usize) -> Columns {
        let longest = |texts: Vec<String>| texts.iter().map(|text| text.chars().count()).max();
        let at = longest(places.iter().map(|place| at_words(model, place)).collect());
        let heading = longest(
            places
                .iter()
                .map(|place| heading_words(model, place))
                .collect(),
        );
        let roomy = width >= 100;
        Columns {
            at: at.unwrap_or(0).min(if roomy { 40 } else { 18 }),
            heading: heading.unwrap_or(0).min(if roomy { 30 } else { 24 }),
            bar: if roomy { Bar::Drawn } else { Bar::LeftOut },
            room: width,
        }
    }
}

/// Says where a place is; the file is named where there is room for it, for it is that of the title.
fn at_words(model: &Model, place: &Candidate) -> String {
    let line = place.span.start + 1;
    if model.size.0 < Layout::MIDDLE {
        return format!("line {line}");
    }
    format!("{}:{line}", path_of(model, model.hunk.file))
}

fn heading_words(model: &Model, place: &Candidate) -> String {
    enclosing_words(model.doc.text(), place.span.start).unwrap_or_default()
}

fn place_line(
    model: &Model,
    canvas: &Canvas<'_>,
    index: usize,
    place: &Candidate,
    columns: &Columns,
) -> Line {
    let text = canvas.style(Role::Text);
    let muted = canvas.style(Role::Muted);
    let shown = model.shown_place() == Some(index);
    let at = at_words(model, place);
    let n = at.chars().count();
    let at: String = at.chars().skip(n.saturating_sub(columns.at)).collect();
    let heading: String = heading_words(model, place)
        .chars()
        .take(columns.heading)
        .collect();
    let score = place.score.percent();
    let line = Line::new()
        .add(if shown { ">" } else { " " }, canvas.style(Role::Current))
        .add(&format!("{} ", index + 1), canvas.style(Role::Key))
        .add(&format!("{at:<0$}  ", columns.at), text)
        .add(&format!("{heading:<0$}  ", columns.heading), muted)
        .add(&format!("{:<9} {score:>3}  ", place.tier.name()), text);
    let line = if columns.bar == Bar::Drawn {
        let filled = usize::from(score / 10);
        let bar = format!("{}{}  ", "#".repeat(filled), ".".repeat(10 - filled));
        line.add(&bar, muted)
    } else {
        line
    };
    let n_kinds = if columns.bar == Bar::Drawn { 2 } else { 1 };
    let line = line
        .add(&below_bar(place), muted)
        .add(&lines_words(place, n_kinds), text);
    // What matters least is left out whole rather than cut.
    let whole = line.clone().add(&remark(model, place), muted);
    if whole.width() <= columns.room {
        whole
    } else {
        line
    }
}

/// Says how many of the lines agree, and up to `n_kinds` of the ways in which the others differ.
fn lines_words(place: &Candidate, n_kinds: usize) -> String {
    let (of, exact) = place.n_lines_exact();
    let differing = place
        .aligned
        .iter()
        .filter(|pair| pair.how != LineMatch::Exact);
    let mut kinds: Vec<LineMatch> = differing.map(|pair| pair.how).collect();
    kinds.sort();
    kinds.dedup_by_key(|how| how.badge());
    let kinds: Vec<&str> = kinds.iter().map(|how| how.badge()).take(n_kinds).collect();
    match kinds.as_slice() {
        [] => format!("{exact}/{of} same"),
        kinds => format!("{exact}/{of}, {}", kinds.join(", ")),
    }
}

/// Says that the place is not good enough for its tier.
fn below_bar(place: &Candidate) -> String {
    let bar = TIERS.iter().find(|spec| spec.tier == place.tier);
    let below = bar.filter(|spec| place.score < spec.bar);
    below.map_or(String::new(), |spec| {
        format!("under bar {}  ", spec.bar.percent())
    })
}

/// Says what else speaks for or against the place.
fn remark(model: &Model, place: &Candidate) -> String {
    let placed_by = model
        .current()
        .placement
        .as_ref()
        .filter(|placed| placed.candidate.span == place.span);
    let offset = place.evidence.iter().find_map(offset_lines);
    if let Some(by) = placed_by.map(|placed| placed.by) {
        match by {
            By::Number => return "  by its number".to_string(),
            By::FileEnd => return "  at the end, as it says".to_string(),
            By::Heading => return "  by its heading".to_string(),
            By::Order => return "  by order".to_string(),
            By::Nearest => return "  nearest".to_string(),
            By::Person => return "  chosen".to_string(),
            By::Matcher => {}
        }
    }
    match offset {
        Some(lines) if lines < 0 => format!("  {} above its number", -lines),
        Some(lines) => format!("  {lines} below its number"),
        None => String::new(),
    }
}

fn offset_lines(evidence: &Evidence) -> Option<isize> {
    if let Evidence::Offset { lines } = evidence
        && *lines != 0
    {
        return Some(*lines);
    }
    None
}

/// Says why the hunk is not settled, and what can be done.
fn reasons(model: &Model, canvas: &Canvas<'_>) -> Vec<Line> {
    let text = canvas.style(Role::Text);
    let muted = canvas.style(Role::Muted);
    let key = canvas.style(Role::Key);
    let mut reasons = Vec::new();
    let hunk = model.current();
    for found in model.hidden(model.hunk) {
        reasons.push(
            Line::new()
                .add(" it ", canvas.style(Role::Warning))
                .add(found, canvas.style(Role::Warning))
                .add(" ", canvas.style(Role::Warning))
                .add(" H", key)
                .add(" confirms that you saw it", muted),
        );
    }
    if let State::Ambiguous = hunk.state {
        let best = model.places().first();
        let same = best.is_some_and(|best| {
            model.places()[..model.n_tied()]
                .iter()
                .all(|other| other.score == best.score)
        });
        let why = if same {
            "the lines it names are the same in all of them".to_string()
        } else {
            "too little tells them apart".to_string()
        };
        reasons.push(Line::new().add(" why a tie: ", muted).add(&why, text));
        reasons.extend(telling_line(model, canvas));
        if model.session.order_settles(model.hunk) {
            reasons.push(
                Line::new()
                    .add(" o", key)
                    .add(" settles the ties of this file by the patch's order", muted),
            );
        }
    } else if model.session.is_written(model.hunk) {
        let key = model.key(Action::UndoApply);
        let words = format!(" an apply of this review wrote it; {key} takes the last one back");
        reasons.push(Line::new().add(&words, muted));
    } else if let Some(message) = why_stuck(model, model.hunk) {
        reasons.push(Line::new().add(" why: ", muted).add(&message, text));
        let digits = allow::digits(allow::n_shown(model));
        if allow::is_done(model) {
            // It asks for nothing.
        } else if model.places().is_empty() && !model.file_is_stuck() {
            reasons.push(
                Line::new()
                    .add(&format!(" {}", model.key(Action::ByHand)), key)
                    .add(" moves it over the file by hand, ", muted)
                    .add(&model.key(Action::Target), key)
                    .add(" tries another file, ", muted)
                    .add(&model.key(Action::Reject), key)
                    .add(" rejects it", muted),
            );
        } else if model.file_is_stuck() && !model.would_replace() {
            reasons.push(
                Line::new()
                    .add(&format!(" {}", model.key(Action::Target)), key)
                    .add(" picks another file, close names first", muted),
            );
        } else if model.would_replace() {
            reasons.push(
                Line::new()
                    .add(&format!(" {digits}"), key)
                    .add(" shows what would be lost, then ", muted)
                    .add(&model.key(Action::Accept), key)
                    .add(" replaces the file", muted),
            );
        } else if !model.places().is_empty() {
            reasons.push(Line::new().add(&format!(" {digits}"), key).add(
                &format!(
                    " shows it; {} takes what is shown",
                    model.key(Action::Accept)
                ),
                muted,
            ));
        }
    }
    for (other, kinship) in kin(&model.session, model.hunk) {
        let (kind, words) = match kinship {
            Kinship::SameEdit => (
                "same edit",
                "makes the very same change: it is written once",
            ),
            Kinship::Compatible => ("compatible", "changes other lines: both are written"),
        };
        reasons.push(
            Line::new()
                .add(&format!(" overlap, {kind}: "), muted)
                .add(&format!("{} {words}", model.session.name(other)), text),
        );
    }
    if hunk.state == State::Skipped {
        reasons.push(Line::new().add(
            " its file is binary: nothing of it can be shown, and nothing is written",
            muted,
        ));
    }
    if is_of_whole_file(model) {
        reasons.push(Line::new().add(" the whole file is meant; there is no place to find", muted));
    }
    if reasons.is_empty()
        && let Some(place) = model.shown_place().and_then(|at| model.places().get(at))
    {
        let words: Vec<String> = place.evidence.iter().filter_map(words_of).collect();
        reasons.push(Line::new().add(&format!(" {}", words.join(", ")), muted));
    }
    reasons
}

/// Says why a hunk is not settled, other hunks named by their numbers in the whole reply.
pub(super) fn why_stuck(model: &Model, id: HunkId) -> Option<String> {
    let State::Overlap(with) = &model.session.plan().hunk(id).state else {
        return model.session.message(id);
    };
    let names = with.iter().map(|hunk| HunkId { hunk: *hunk, ..id });
    let names: Vec<String> = names.map(|other| model.session.name(other)).collect();
    Some(format!(
        "it changes the same lines as {}",
        names.join(" and ")
    ))
}

/// Returns whether the hunk is settled without a place: it makes, moves, removes or replaces a whole file.
fn is_of_whole_file(model: &Model) -> bool {
    let placed = model.current().placement.as_ref();
    placed.is_some_and(|placed| placed.candidate.aligned.is_empty())
}

/// Returns a reason in words; `None` for what the row of the place says already.
pub(super) fn words_of(evidence: &Evidence) -> Option<String> {
    match evidence {
        Evidence::LinesExact { .. } => None,
        Evidence::Offset { .. }
        | Evidence::HeadingFound { .. }
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

/// Says which line of context would have told a tied place from the others.
fn telling_line(model: &Model, canvas: &Canvas<'_>) -> Option<Line> {
    let line = unique_line(&model.session, model.hunk)?;
    let at = |place: &Candidate| place.span == line.span;
    let place = model.places().iter().position(at)?;
    let telling = line.lines.first()?;
    let side = match line.side {
        Side::Above => "this line above",
        Side::Below => "this line below",
    };
    let muted = canvas.style(Role::Muted);
    Some(
        Line::new()
            .add(
                &format!(" of them, only place {} has {side} it: ", place + 1),
                muted,
            )
            .add_bytes(telling.trim_ascii(), canvas.style(Role::Text)),
    )
}

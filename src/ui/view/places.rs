//! The places of the hunk: where, how well, and why; and what stands in the way of settling it.

use ratatui::layout::Rect;

use super::super::allow;
use super::super::hit::Hit;
use super::super::model::Model;
use super::super::theme::Role;
use super::canvas::Canvas;
use super::line::{Line, cut_end};
use super::reasons::{is_of_whole_file, reasons};
use crate::matcher::{Candidate, LineMatch, TIERS};
use crate::plan::By;
use crate::text::heading::enclosing_words;

pub(super) fn draw(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let n_candidates = model
        .session
        .found(model.hunk)
        .map_or(0, |found| found.n_candidates);
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
    let heading = if listed.len() < n_candidates as usize && !listed.is_empty() {
        format!(
            "places {}-{} of {n_candidates}",
            first + 1,
            first + listed.len()
        )
    } else {
        "places for this hunk".to_string()
    };
    let heading = Line::new().add(&heading, canvas.style(Role::Heading));
    canvas.rule(area.x, area.y, area.width, &heading);
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
        let at = longest(places.iter().map(at_words).collect());
        let heading = longest(
            places
                .iter()
                .map(|place| heading_words(model, place))
                .collect(),
        );
        let roomy = width >= 100;
        Columns {
            at: at.unwrap_or(0),
            heading: heading.unwrap_or(0).min(if roomy { 30 } else { 24 }),
            bar: if roomy { Bar::Drawn } else { Bar::LeftOut },
            room: width,
        }
    }
}

/// Says where a place is: in the file of the title, for a hunk has no places in others.
fn at_words(place: &Candidate) -> String {
    format!("line {}", place.span.start + 1)
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
    let at = at_words(place);
    let heading = heading_words(model, place);
    let heading = cut_end(&heading, columns.heading, canvas.symbols.cut());
    let score = place.score.percent();
    let line = Line::new()
        .add(if shown { ">" } else { " " }, canvas.style(Role::Current))
        .add(&format!("{} ", index + 1), canvas.style(Role::Key))
        .add(&format!("{at:<0$}  ", columns.at), text)
        .add(&format!("{heading:<0$}  ", columns.heading), muted);
    if let Some(landmark) = place.landmark() {
        return line.add(&format!("no line alike: {}", landmark.words()), muted);
    }
    let line = line.add(&format!("{:<9} {score:>3}  ", place.tier.name()), text);
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
    match place.offset_lines() {
        Some(lines) if lines < 0 => format!("  {} above its number", -lines),
        Some(lines) if lines > 0 => format!("  {lines} below its number"),
        Some(_) | None => String::new(),
    }
}

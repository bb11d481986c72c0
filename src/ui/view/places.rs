//! What stands below the panes: the hunk's other places, what tells them apart, and what can be done.

use ratatui::layout::Rect;

use super::super::allow;
use super::super::hit::Hit;
use super::super::keymap::Action;
use super::super::layout::{Layout, Panes};
use super::super::model::{LISTED, Model};
use super::super::theme::Role;
use super::canvas::Canvas;
use super::fit::{self, Mapped};
use super::heading::{CHOSEN, lines_of, match_words};
use super::line::{Line, cut_end};
use super::reasons::{is_of_whole_file, reasons, usually_best};
use crate::matcher::{Candidate, LineMatch, VariantKind};
use crate::patch::{Given, LineKind, of_kind};
use crate::plan::doubt::WholeDoubt;
use crate::plan::{By, State};
use crate::report::deletes_file;
use crate::text::words::counted;

pub(super) fn draw(model: &Model, canvas: &mut Canvas<'_>, layout: &Layout) {
    let area = layout.places;
    let reasons = folded_reasons(model, canvas, area.width);
    let room = usize::from(area.height - 1);
    let places = listed(model, layout.panes);
    let n_places = places
        .len()
        .min(room - reasons.len().min(room / 2).min(room));
    let shown = model.shown_place();
    let kept = shown.map_or(0, |shown| (shown + 1).saturating_sub(n_places.max(1)));
    let last = places.len().saturating_sub(n_places);
    let first = (kept + model.scrolled.places).min(last.max(kept));
    let rows = &places[first.min(places.len())..(first + n_places).min(places.len())];
    canvas.rule(
        area.x,
        area.y,
        area.width,
        &heading(model, canvas, first, rows),
    );
    let columns = Columns::of(
        model,
        canvas,
        (rows, first + rows.len()),
        usize::from(area.width),
    );
    let mut y = area.y + 1;
    for (nth, place) in rows.iter().enumerate() {
        let index = first + nth;
        let line = place_line(model, canvas, index, place, &columns);
        let row = Rect {
            y,
            height: 1,
            ..area
        };
        canvas.line(area.x, y, area.width, &line);
        canvas.hit(row, Hit::Place(index));
        if Some(index) == shown {
            canvas.lift(row, Role::Cursor);
        }
        y += 1;
    }
    // Where there is room a blank row parts the places from the words.
    let left = usize::from(area.bottom().saturating_sub(y));
    y += u16::from(!rows.is_empty() && left > reasons.len());
    let n_reasons = reasons.len();
    for (nth, (y, reason)) in (y..area.bottom()).zip(reasons).enumerate() {
        let is_cut = y + 1 == area.bottom() && nth + 1 < n_reasons;
        let reason = match is_cut {
            true => reason.add(
                &format!(" {}", canvas.symbols.cut()),
                canvas.style(Role::Muted),
            ),
            false => reason,
        };
        canvas.line(area.x, y, area.width, &reason);
    }
}

/// Returns how many rows it takes, its rule included; 0 where there is nothing to say.
pub(super) fn n_rows(model: &Model, width: u16, panes: Panes) -> u16 {
    if model.session.patch().files.is_empty() {
        return 0;
    }
    let mut buffer = ratatui::buffer::Buffer::default();
    let canvas = Canvas::new(model, &mut buffer);
    let n_reasons = folded_reasons(model, &canvas, width).len();
    let n_places = listed(model, panes).len();
    let parted = usize::from(n_places > 0 && n_reasons > 0);
    match n_reasons + n_places {
        0 => 0,
        n => (1 + n + parted) as u16,
    }
}

/// Returns how many rows may be dropped where rows are few: places past the third (the list scrolls), the blank row, and advice that the
/// footer repeats.
pub(super) fn n_idle(model: &Model, canvas: &Canvas<'_>, width: u16, panes: Panes) -> usize {
    /// As many are listed all the same: the one on the screen, and those beside it.
    const LEAST: usize = 3;
    if model.session.patch().files.is_empty() {
        return 0;
    }
    let n_places = listed(model, panes).len();
    let advice = usually_best(model, canvas);
    let n_advice = advice.map_or(0, |advice| advice.folded(usize::from(width), 3).len());
    n_places.saturating_sub(LEAST) + usize::from(n_places > 0) + n_advice
}

fn folded_reasons(model: &Model, canvas: &Canvas<'_>, width: u16) -> Vec<Line> {
    let reasons = reasons(model, canvas);
    let folded = reasons
        .iter()
        .flat_map(|reason| reason.folded(usize::from(width), 3));
    let map = fit_map(model, canvas, usize::from(width));
    map.into_iter().chain(folded).collect()
}

/// Draws where in the file the places are, and how well the hunk fits there: of one that fits nowhere well, where there is room.
fn fit_map(model: &Model, canvas: &Canvas<'_>, width: usize) -> Option<Line> {
    const LEAST_HEIGHT: u16 = 30;
    let state = &model.current().state;
    let is_asked = matches!(
        state,
        State::NoMatch | State::TooWeak | State::DeletedLineNotFound | State::Drifted
    );
    let scored = || {
        let places = model.places().iter();
        places.filter(|place| place.landmark().is_none() && !place.aligned.is_empty())
    };
    let here = model.place_on_screen()?.span.start;
    let is_compared = model.session.patch().files[model.hunk.file].given != Given::Hunks;
    let is_whole = is_compared || deletes_file(&model.session, model.hunk);
    if !is_asked || is_whole || model.size.1 < LEAST_HEIGHT || scored().next().is_none() {
        return None;
    }
    let label = Line::new().add(" Fit over the file ", canvas.style(Role::Muted));
    let mapped = Mapped {
        first: 0,
        n_lines: model.doc.text().n_lines(),
        here,
    };
    let scores = scored().map(|place| (place.span.start, place.score.percent()));
    let room = width.saturating_sub(label.width());
    Some(label.join(fit::map(canvas, &mapped, scores, room)))
}

/// Returns the places that are listed: nobody asks for those of a hunk that has its place, and two side by side need no list.
pub(super) fn listed(model: &Model, panes: Panes) -> &[Candidate] {
    let places = model.places();
    let settled = model.current().state.is_settled() || model.overlap.is_some();
    let looks_around = model.other_place().is_some() && places.len() > 1;
    if settled && !looks_around || allow::n_shown(model) == 0 || model.would_replace() {
        return &[];
    }
    // What is compared with its file has one place, which is named above its lines.
    let is_compared = model.session.patch().files[model.hunk.file].given != Given::Hunks;
    if (is_compared || deletes_file(&model.session, model.hunk)) && places.len() == 1 {
        return &[];
    }
    let is_pair = panes == Panes::Twins && model.n_tied() == 2 && places.len() == 2;
    if is_pair || is_of_whole_file(model) {
        return &[];
    }
    &places[..places.len().min(LISTED)]
}

/// Says in which order places are listed, and which are, where that is not all of them.
fn heading(model: &Model, canvas: &Canvas<'_>, first: usize, rows: &[Candidate]) -> Line {
    let found = model.session.found(model.hunk);
    let n_places = found.map_or(0, |found| found.n_candidates as usize);
    let n_places = n_places.max(model.places().len());
    if rows.is_empty() || n_places < 2 {
        return Line::new();
    }
    let which = match rows.len() {
        n if n == n_places => "places".to_string(),
        1 => format!("place {} of {n_places}", first + 1),
        n => format!("places {}-{} of {n_places}", first + 1, first + n),
    };
    // No digit has their numbers.
    let beyond = match model.places().len() {
        ..=9 => String::new(),
        _ => format!("; {}10 shows place 10", model.key(Action::Palette)),
    };
    let words = format!("{which}, {}{beyond}", order_words(model));
    Line::new().add(&words, canvas.style(Role::Muted))
}

/// Says in which order the places are listed. Of places that are said to fit equally well none is the best, and of those that
/// nothing is like none is good.
fn order_words(model: &Model) -> &'static str {
    let places = model.places();
    let is_numbered = are_nearest_first(model, places);
    let n_tied = model
        .session
        .found(model.hunk)
        .map_or(0, |found| found.tied().len());
    let is_even =
        n_tied == places.len() && places.iter().all(|place| place.rank() == places[0].rank());
    let is_from_the_top = places.is_sorted_by_key(|place| place.span.start);
    match is_even {
        _ if are_readings(places) => "two readings of the same lines",
        _ if model.has_changed_place() => "the one you chose first",
        _ if places.iter().all(|place| place.landmark().is_some()) => "likeliest first",
        true if is_numbered => "nearest the patch's line first",
        true if is_from_the_top => "from the top",
        true => "those after the previous hunk first",
        false if is_numbered => "best first, then nearest the patch's line",
        false => "best first",
    }
}

/// Returns whether of places that are as good the nearest to the patch's line is first, by the reported lines.
fn are_nearest_first(model: &Model, places: &[Candidate]) -> bool {
    let Some(named) = named_line(model) else {
        return false;
    };
    let far = |place: &Candidate| model.session.change_line(model.hunk, place).abs_diff(named);
    let is_sorted =
        |pair: &[Candidate]| pair[0].rank() != pair[1].rank() || far(&pair[0]) <= far(&pair[1]);
    places.windows(2).all(is_sorted)
}

/// Returns the line (0-based) at which the hunk's first change is by its header.
pub(super) fn named_line(model: &Model) -> Option<usize> {
    let hunk = model.session.patch().hunk(model.hunk);
    let n_above = hunk
        .lines
        .iter()
        .take_while(|line| line.is_context())
        .count();
    hunk.hint.map(|hint| hint.line_index + n_above)
}

/// Returns whether the places differ in which lines of the file a part of it replaces.
fn are_readings(places: &[Candidate]) -> bool {
    let mut kinds = places.iter().map(|place| place.variant.kind);
    kinds.any(VariantKind::is_other_reach)
}

/// Says how many lines come and go at a place.
fn size_words(place: &Candidate) -> String {
    let n_of = |kind| of_kind(&place.variant.lines, kind).count();
    let (n_new, n_old) = (n_of(LineKind::Insert), n_of(LineKind::Delete));
    format!("adds {n_new}, removes {n_old}")
}

/// How wide the columns of the places are, by what stands in them.
#[derive(Clone, Copy)]
struct Columns {
    number: usize,
    at: usize,
    heading: usize,
    fit: usize,
    /// All of them together.
    room: usize,
}

impl Columns {
    /// Measures `places`, the last of which has this 1-based number.
    fn of(
        model: &Model,
        canvas: &Canvas<'_>,
        (places, last): (&[Candidate], usize),
        width: usize,
    ) -> Columns {
        let longest = |texts: Vec<String>| {
            let lengths = texts.iter().map(|text| text.chars().count());
            lengths.max().unwrap_or(0)
        };
        let names = places.iter().map(|place| heading_words(model, place));
        let number = last.max(1).ilog10() as usize + 1;
        let at = longest(places.iter().map(|place| at_words(model, place)).collect());
        let fits = places.iter().map(|place| fit_words(model, canvas, place));
        let fit = longest(fits.collect());
        let says = longest(places.iter().map(lines_words).collect());
        // A name is cut only where what is behind it needs the room.
        let left = width.saturating_sub(number + at + fit + says + 8);
        let most = if width >= 100 { 40 } else { 26 };
        Columns {
            number,
            at,
            heading: longest(names.collect()).min(most.max(left)),
            fit,
            room: width,
        }
    }
}

/// Says where a place is: in the file of the title, for a hunk has no places in others. One that no line matches is named with
/// all of its lines: the change may be far below the first.
pub(super) fn at_words(model: &Model, place: &Candidate) -> String {
    match place.landmark() {
        Some(_) => lines_of(place.span),
        None if deletes_file(&model.session, model.hunk) => "the whole file".to_string(),
        None => format!("line {}", model.session.change_line(model.hunk, place) + 1),
    }
}

/// Returns the definitions that a place stands in.
pub(super) fn heading_words(model: &Model, place: &Candidate) -> String {
    let snapshot = model.session.plan().files[model.hunk.file]
        .snapshot
        .as_ref();
    let text = snapshot.and_then(|snapshot| snapshot.text());
    let path = text.and_then(|text| model.names.of(text, place.first_changed()));
    path.unwrap_or_default()
}

/// Draws how well a place fits, where it is not exact. No score speaks for one that only a person chose.
fn fit_words(model: &Model, canvas: &Canvas<'_>, place: &Candidate) -> String {
    // Of what quotes no line nothing was measured.
    if place.landmark().is_some() || place.aligned.is_empty() {
        return String::new();
    }
    // However well a deletion matches that shows a part of the file, it takes all of it.
    if model.session.doubt_of_whole(model.hunk) == Some(WholeDoubt::PartShown) {
        return String::new();
    }
    if place.reaches_bar() {
        return match_words(place);
    }
    if is_changed(model, place) {
        return CHOSEN.to_string();
    }
    let score = place.score.percent();
    format!("{} {score}", fit::step(canvas, score))
}

/// Draws a place, and with which hunk this one would conflict there.
fn place_line(
    model: &Model,
    canvas: &Canvas<'_>,
    index: usize,
    place: &Candidate,
    columns: &Columns,
) -> Line {
    let other = model.conflicts_at.get(index).copied().flatten();
    let words = other.map_or(String::new(), |other| {
        format!("  conflicts with {}", model.session.name(other))
    });
    let room = columns.room.saturating_sub(words.len());
    let columns = Columns { room, ..*columns };
    let line = placed_line(model, canvas, index, place, &columns);
    // Columns that stay blank end in two blanks already.
    let words = match line.text().ends_with("  ") {
        true => words.trim_start(),
        false => &words,
    };
    line.add(words, canvas.style(Role::Text))
}

fn placed_line(
    model: &Model,
    canvas: &Canvas<'_>,
    index: usize,
    place: &Candidate,
    columns: &Columns,
) -> Line {
    let text = canvas.style(Role::Text);
    let muted = canvas.style(Role::Muted);
    let heading = cut_end(
        &heading_words(model, place),
        columns.heading,
        canvas.symbols.cut(),
    );
    let line = Line::new()
        .add(
            &format!(" {:>1$} ", index + 1, columns.number),
            canvas.style(Role::Key),
        )
        .add(
            &format!("{:<1$}  ", at_words(model, place), columns.at),
            text,
        )
        .add(&format!("{heading:<0$}  ", columns.heading), text);
    if let Some(landmark) = place.landmark() {
        return line.add(landmark.words(), muted);
    }
    // Of what quotes no line, it is said on which side of one it goes.
    if place.aligned.is_empty() {
        return line.add(&model.change_words(model.hunk, place), muted);
    }
    if are_readings(model.places()) {
        return line.add(&size_words(place), muted);
    }
    let fit = fit_words(model, canvas, place);
    let line = line.add(&format!("{fit:<0$}  ", columns.fit), muted);
    let (count, differ) = match_parts(place);
    // What matters least is left out whole rather than cut.
    let in_what = differ.trim_start_matches(", ").to_string();
    let says = [
        count.clone() + &differ + &remark(model, place),
        count.clone() + &differ,
        // That no line matches is untrue of lines that differ in blanks alone.
        if in_what.is_empty() { count } else { in_what },
        String::new(),
    ];
    let lines = says.map(|words| line.clone().add(&words, muted));
    let [.., least] = &lines;
    let fits = lines.iter().find(|line| line.width() <= columns.room);
    fits.unwrap_or(least).clone()
}

/// Says how many of the lines match, and in what the others differ; of a place where all do it says nothing.
pub(super) fn lines_words(place: &Candidate) -> String {
    let (count, differ) = match_parts(place);
    count + &differ
}

/// Says how many of the lines match, and then in what the others differ: in one thing, or some of them only in blanks.
fn match_parts(place: &Candidate) -> (String, String) {
    let (of, exact) = place.n_lines_exact();
    let hows = || place.aligned.iter().map(|pair| pair.how);
    let n_extra = hows().filter(|how| *how == LineMatch::Extra).count();
    let extra = match n_extra {
        0 => String::new(),
        n => format!(", {}", counted(n, "extra line")),
    };
    if of == exact && n_extra == 0 {
        return (String::new(), String::new());
    }
    if place.matches_only_blanks() {
        return ("only blank lines match".to_string(), String::new());
    }
    let differing = || hows().filter(|how| !matches!(how, LineMatch::Exact | LineMatch::Extra));
    let first = differing().next();
    let is_one_thing = differing().all(|how| Some(how.badge()) == first.map(LineMatch::badge));
    let n_by_blanks = differing().filter(|how| how.is_by_blanks()).count();
    let differ = match (first, n_by_blanks) {
        (Some(how), _) if is_one_thing => differ_words(how, of - exact),
        (Some(_), n) if n > 0 => differ_words(LineMatch::Whitespace, n),
        (Some(_) | None, _) => String::new(),
    };
    (format!("{exact} of {of} lines match"), differ + &extra)
}

/// Says in what the `n` lines of a place differ that do not match.
fn differ_words(how: LineMatch, n: usize) -> String {
    let differ = if n == 1 { "differs" } else { "differ" };
    match how {
        LineMatch::Missing => format!(", {n} not found"),
        LineMatch::TrailingSpace | LineMatch::Indentation | LineMatch::Whitespace => {
            format!(", {n} {differ} in whitespace")
        }
        LineMatch::Case => format!(", {n} {differ} in letter case"),
        LineMatch::Typography | LineMatch::Punctuation => format!(", {n} {differ} in punctuation"),
        LineMatch::Heading => format!(", {n} {differ} in heading level"),
        LineMatch::Suffix | LineMatch::LooseSuffix | LineMatch::Prefix => {
            format!(", {n} cut short")
        }
        // How many differ follows from how many match.
        LineMatch::Similar { .. } | LineMatch::Exact | LineMatch::Extra => String::new(),
    }
}

/// Returns whether a place was chosen for the hunk, and has changed since.
pub(super) fn is_changed(model: &Model, place: &Candidate) -> bool {
    model.has_changed_place() && model.places().first() == Some(place)
}

/// Says what else speaks for the place.
fn remark(model: &Model, place: &Candidate) -> String {
    if is_changed(model, place) && place.reaches_bar() {
        return format!("  {CHOSEN}");
    }
    let hunk = model.current();
    let placed = hunk
        .placement
        .as_ref()
        .filter(|_| hunk.state == State::Placed);
    let own = placed.filter(|placed| placed.candidate.span == place.span);
    match own.map(|placed| placed.by) {
        Some(By::Number) => "  by its line number".to_string(),
        Some(By::FileEnd) => "  at the end of the file".to_string(),
        Some(By::Heading) => "  by its heading".to_string(),
        Some(By::Order) => "  by order".to_string(),
        Some(By::Left) => "  by elimination".to_string(),
        Some(By::Nearest) => "  nearest".to_string(),
        Some(By::Person) => format!("  {CHOSEN}"),
        Some(By::Matcher) | None => String::new(),
    }
}

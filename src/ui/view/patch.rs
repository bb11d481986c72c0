//! What the model wrote: the hunk's own lines, each with whether the place on the screen has it; and the names of files.

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::super::model::Model;
use super::super::theme::Role;
use super::super::words::changed_words;
use super::body::scrolled;
use super::canvas::Canvas;
use super::diff::scroll_key;
use super::glyph::glyphs;
use super::line::Line;
use crate::matcher::{Candidate, LineMatch};
use crate::patch::{Given, HunkId, HunkLine, LineKind, PatchPath};
use crate::text::display::display_line;

/// Returns the path of a file of the patch as people read it.
pub(super) fn path_of(model: &Model, file: usize) -> String {
    if let Some(path) = &model.session.plan().files[file].target {
        return display_line(path.as_bytes());
    }
    match &model.session.patch().files[file].path {
        PatchPath::Named(path) => display_line(path.as_bytes()),
        PatchPath::Missing => "(no path)".to_string(),
        PatchPath::Refused { text, .. } => display_line(text),
    }
}

/// Names a hunk and its file, in columns.
pub(super) fn named(model: &Model, id: HunkId) -> Line {
    let (text, muted) = (
        model.theme.style(Role::Text),
        model.theme.style(Role::Muted),
    );
    Line::new()
        .add(&format!("{:<9}", model.session.name(id)), text)
        .add(&path_of(model, id.file), muted)
        .add("  ", muted)
}

/// Returns what the lines of the hunk are called: those of a text that was compared with its file are only made from it, and a person
/// may have edited them.
pub(super) fn title(model: &Model) -> &'static str {
    let hunk = model.current();
    let file = &model.session.plan().files[hunk.id.file];
    let is_compared = file.snapshot.as_ref().is_some_and(|it| it.text().is_some());
    match model.session.patch().files[hunk.id.file].given {
        _ if model.session.is_edited(hunk.id) => "The hunk as edited",
        // No line of the file was found for these.
        _ if hunk.state.is_incomplete() || !is_compared => "The model wrote",
        Given::Hunks => "The model wrote",
        Given::Whole => "What the model's file changes here",
        Given::Parts => "What the model's lines change here",
    }
}

/// Draws the lines of the hunk under a heading.
pub(super) fn draw(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    if area.height == 0 {
        return;
    }
    let lines = lines(model, canvas, usize::from(area.width));
    let top = model.scrolled.patch.min(overflow(model, area));
    let above = match top {
        0 => String::new(),
        n => format!("  {n} more above"),
    };
    let heading = Line::new()
        .add(title(model), canvas.style(Role::Heading))
        .add(&above, canvas.style(Role::Muted));
    canvas.rule(area.x, area.y, area.width, &heading);
    let room = usize::from(area.height - 1);
    for (y, line) in (area.y + 1..).zip(lines.iter().skip(top).take(room)) {
        canvas.line(area.x, y, area.width, line);
    }
    let below = lines.len().saturating_sub(top + room);
    canvas.more_lines(area, 3, below, scroll_key(model).as_deref());
}

/// Returns how many columns the pane of what the model wrote wants, and that of the place beside it, so that no line of the hunk
/// is cut: its own, and those that come.
pub(super) fn widest(model: &Model) -> usize {
    /// The columns before the text of a line in the one, and in the other.
    const GUTTERS: [usize; 2] = [4, 8];
    // As many as a screen can hold.
    const MOST: usize = 100;
    let lines = model
        .session
        .patch()
        .hunk(model.hunk)
        .lines
        .iter()
        .take(MOST);
    let width = |line: &HunkLine| -> usize {
        let glyphs = glyphs(&line.body, model.diff_options.blanks);
        let columns: usize = glyphs.iter().map(|glyph| glyph.width).sum();
        columns + GUTTERS[usize::from(line.is_insert())]
    };
    lines.map(width).max().unwrap_or(0)
}

/// Returns how many lines the hunk has.
pub(super) fn n_lines(model: &Model) -> usize {
    model.session.patch().hunk(model.hunk).lines.len()
}

/// Returns the first row shown before any scrolling: it keeps the line that the question is about in view, which is a removed line
/// that differs, or else a line of context that does.
pub(super) fn first_row(model: &Model, area: Rect) -> usize {
    let Some(place) = model.place_compared() else {
        return 0;
    };
    let partners = partners(place);
    let lines = place.variant.lines.iter().zip(&partners).enumerate();
    let differs = |how: LineMatch| how != LineMatch::Exact;
    let differing = lines.filter(|(_, (_, partner))| partner.is_some_and(|(how, _)| differs(how)));
    let asked = differing.min_by_key(|(_, (line, _))| line.in_postimage());
    let asked = asked.map_or(0, |(index, _)| index);
    // The last row may say how many lines are below.
    let n_seen = usize::from(area.height).saturating_sub(2);
    match asked < n_seen {
        true => 0,
        false => (asked - n_seen / 2).min(overflow(model, area)),
    }
}

/// Returns how many rows do not fit.
pub(super) fn overflow(model: &Model, area: Rect) -> usize {
    let room = usize::from(area.height.saturating_sub(1));
    n_lines(model).saturating_sub(room)
}

/// Returns the lines of the hunk, each with whether the place on the screen has it.
pub(super) fn lines(model: &Model, canvas: &Canvas<'_>, width: usize) -> Vec<Line> {
    let (unlike, place) = match model.place_compared() {
        Some(place) if place.landmark().is_some() => (Some(place), None),
        place => (None, place),
    };
    // Where it was read in another way than it is written, its lines are those that were compared.
    let lines: &[HunkLine] = match place {
        Some(place) => &place.variant.lines,
        None => &model.session.patch().hunk(model.hunk).lines,
    };
    let partners = match unlike {
        Some(unlike) => Some(line_by_line(model, unlike, lines)),
        None => place.map(partners),
    };
    let row = |(index, line): (usize, &HunkLine)| {
        let partner = partners.as_ref().and_then(|partners| partners[index]);
        row(model, canvas, width, line, partner)
    };
    lines.iter().enumerate().map(row).collect()
}

/// Returns of each line how it agrees with the line of the file that it would lie on where nothing is like the hunk.
fn line_by_line(model: &Model, place: &Candidate, lines: &[HunkLine]) -> Vec<Partner> {
    let text = model.doc.text();
    let mut below = place.span.start;
    let partner = |line: &HunkLine| {
        if !line.in_preimage() {
            return None;
        }
        let at = below;
        below += 1;
        let is_same = at < text.n_lines() && text.line(at) == &**line.body;
        Some((
            if is_same {
                LineMatch::Exact
            } else {
                LineMatch::Missing
            },
            None,
        ))
    };
    lines.iter().map(partner).collect()
}

/// How a line of the hunk agrees with the file, and with which of its lines; `None` for one that comes.
type Partner = Option<(LineMatch, Option<usize>)>;

/// Returns of each line how it agrees with the file, and with which of its lines.
fn partners(place: &Candidate) -> Vec<Partner> {
    let mut partners = vec![None; place.variant.lines.len()];
    for pair in &place.aligned {
        if let Some(line) = pair.hunk_line() {
            partners[line] = Some((pair.how, pair.target_line()));
        }
    }
    partners
}

fn row(
    model: &Model,
    canvas: &Canvas<'_>,
    width: usize,
    line: &HunkLine,
    partner: Partner,
) -> Line {
    let [same, differs] = canvas.symbols.same_or_not();
    let (mark, role) = match partner {
        Some((LineMatch::Exact, _)) => (same, Role::Accepted),
        Some(_) => (differs, Role::Problem),
        None => (" ", Role::Muted),
    };
    let (style, word) = match line.kind {
        // Context is never written, so that its words have no colour of what comes or goes.
        LineKind::Context => {
            let underlined = Style::new().add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
            (canvas.style(Role::Text), underlined)
        }
        LineKind::Delete => (canvas.style(Role::Delete), canvas.over(Role::DeleteWord)),
        LineKind::Insert => (canvas.style(Role::Insert), canvas.over(Role::InsertWord)),
    };
    let text = model.doc.text();
    let beside = partner.and_then(|(how, at)| at.filter(|_| how != LineMatch::Exact));
    let beside = beside.filter(|at| *at < text.n_lines());
    let changed = beside.and_then(|at| changed_words(line.body.as_ref(), text.line(at)));
    let changed = changed.unwrap_or_default();
    let style_of = |byte: usize| -> Style {
        match changed.iter().any(|range| range.contains(&byte)) {
            true => style.patch(word),
            false => style,
        }
    };
    let row = Line::new()
        .add(" ", canvas.style(Role::Text))
        .add(mark, canvas.style(role))
        .add(" ", canvas.style(Role::Text))
        // A line through the sign would hide it, and run on through the indentation.
        .add(
            &line.kind.sign().to_string(),
            style.remove_modifier(Modifier::CROSSED_OUT),
        );
    let glyphs = glyphs(&line.body, model.diff_options.blanks).into_iter();
    let styled = glyphs.map(|glyph| {
        let style = style_of(glyph.byte);
        (glyph, style)
    });
    // It is scrolled with the file beside it.
    let text = scrolled(canvas, styled.collect(), model.view.left, usize::MAX / 2);
    let row = row.join(text);
    match line.kind {
        LineKind::Context => row,
        LineKind::Delete | LineKind::Insert => row.pad_to(width, style),
    }
}

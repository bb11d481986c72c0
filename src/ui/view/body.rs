//! The text of a line as the diff shows it: coloured, and cut, scrolled or wrapped to the room there is.

use ratatui::style::Style;

use super::super::doc::{Cell, Origin};
use super::super::model::Model;
use super::super::theme::Role;
use super::super::words::changed_words;
use super::canvas::Canvas;
use super::diff::{Colours, Pane, is_others};
use super::glyph::{Glyph, glyphs};
use super::line::Line;
use crate::patch::LineKind;
use crate::text::display::RunKind;

/// Characters with the style of each.
pub(super) type Styled<'a> = Vec<(Glyph<'a>, Style)>;

/// Returns the characters of a line with the style of each: words that differ, marks, and the line's own.
pub(super) fn styled<'a>(
    model: &Model,
    canvas: &Canvas<'_>,
    pane: &Pane<'_>,
    cell: &Cell<'a>,
    base: Style,
) -> Styled<'a> {
    let is_others = is_others(model, cell);
    let changed = cell
        .counterpart
        .filter(|_| !is_others)
        .and_then(|other| changed_words(cell.body, other))
        .unwrap_or_default();
    let word = match cell.kind {
        LineKind::Delete => canvas.over(Role::DeleteWord),
        LineKind::Insert | LineKind::Context => canvas.over(Role::InsertWord),
    };
    let searched = found_in(cell.body, &model.searched);
    let colours = match (pane.colours, cell.origin) {
        _ if is_others => &[],
        (Colours::Known, _) | (Colours::OfFile, Origin::Old(_)) => {
            model.colours_of(pane.doc.text(), cell.origin)
        }
        (Colours::OfFile, Origin::New(_)) => &[],
    };
    let lit = pane.lit.as_ref().map_or(&[][..], |lit| lit.of(cell.origin));
    let style_of = |glyph: &Glyph<'_>| {
        let mut style = base;
        let role = colours
            .iter()
            .find(|(range, _)| range.contains(&glyph.byte));
        if let Some((_, role)) = role {
            style = style.patch(canvas.over(*role));
        }
        if changed.iter().any(|range| range.contains(&glyph.byte)) {
            style = style.patch(word);
        }
        if searched.iter().any(|range| range.contains(&glyph.byte)) {
            style = style.patch(canvas.over(Role::Match));
        }
        if lit.iter().any(|range| range.contains(&glyph.byte)) {
            style = style.patch(canvas.over(Role::Warning));
        }
        if glyph.kind == RunKind::Mark {
            style = style.patch(canvas.over(Role::Mark));
        }
        style
    };
    let glyphs = glyphs(cell.body, model.diff_options.blanks);
    glyphs
        .into_iter()
        .map(|glyph| {
            let style = style_of(&glyph);
            (glyph, style)
        })
        .collect()
}

/// Returns the bytes of a line that are what was searched.
pub(super) fn found_in(body: &[u8], searched: &str) -> Vec<std::ops::Range<usize>> {
    if searched.is_empty() {
        return Vec::new();
    }
    // Lower-casing must not move bytes, so only ASCII letters are folded here.
    let wanted = searched.to_ascii_lowercase();
    let body = String::from_utf8_lossy(&body.to_ascii_lowercase()).into_owned();
    body.match_indices(&wanted)
        .map(|(at, found)| at..at + found.len())
        .collect()
}

/// Returns the part of a line right of column `left`, marked where it is cut.
pub(super) fn scrolled(canvas: &Canvas<'_>, text: Styled<'_>, left: usize, room: usize) -> Line {
    let mut line = Line::new();
    // The mark takes the place of the first character shown.
    let is_cut = left > 0 && !text.is_empty();
    let first = left + usize::from(is_cut);
    if is_cut {
        line = line.add(canvas.symbols.cut(), canvas.style(Role::Muted));
    }
    let mut column = 0;
    for (glyph, style) in text {
        let end = column + glyph.width;
        if column >= first {
            line.push_glyph(&glyph, style);
        } else if end > first {
            line.push(" ".repeat(end - first).as_bytes(), style);
        }
        column = end;
        if column > left + room {
            break;
        }
    }
    line
}

/// Returns a line in rows of at most `room` columns, at most `n_rows` of them.
pub(super) fn wrapped(text: Styled<'_>, room: usize, n_rows: usize) -> Vec<Line> {
    let mut rows = vec![Line::new()];
    let mut used = 0;
    for (glyph, style) in text {
        if used + glyph.width > room && used > 0 {
            if rows.len() == n_rows.max(1) {
                break;
            }
            rows.push(Line::new());
            used = 0;
        }
        used += glyph.width;
        if let Some(row) = rows.last_mut() {
            row.push_glyph(&glyph, style);
        }
    }
    rows
}

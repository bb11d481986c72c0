//! One row of styled text. Whatever goes in comes out through [`crate::text::display`] when it is drawn.

use ratatui::style::Style;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use crate::text::display::display_line;

/// Styled text for one row, safe to draw: every part passed the one display function on its way in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Line {
    parts: Vec<(String, Style)>,
}

impl Line {
    /// Makes an empty row.
    pub(super) fn new() -> Line {
        Line::default()
    }

    /// Adds text, ours or from outside.
    pub(super) fn add(mut self, text: &str, style: Style) -> Line {
        self.push(text.as_bytes(), style);
        self
    }

    /// Adds bytes from outside: a path, a line of a file.
    pub(super) fn add_bytes(mut self, bytes: &[u8], style: Style) -> Line {
        self.push(bytes, style);
        self
    }

    /// Adds text or bytes in place.
    pub(super) fn push(&mut self, bytes: &[u8], style: Style) {
        self.parts.push((display_line(bytes), style));
    }

    /// Adds blanks up to column `column`.
    pub(super) fn pad_to(mut self, column: usize, style: Style) -> Line {
        let blanks = column.saturating_sub(self.width());
        self.parts.push((" ".repeat(blanks), style));
        self
    }

    /// Adds all of another row.
    pub(super) fn join(mut self, other: Line) -> Line {
        self.parts.extend(other.parts);
        self
    }

    /// Returns the text in rows of at most `room` columns, broken at blanks, though not within a short part in parentheses; rows
    /// after the first are set in by `set_in` columns.
    pub(super) fn folded(&self, room: usize, set_in: usize) -> Vec<Line> {
        let mut rows = vec![Line::new()];
        let mut used = 0;
        for (text, style) in &self.parts {
            let is_whole = text.starts_with('(') && text.width() * 4 < room;
            let words = match is_whole {
                true => vec![text.as_str()],
                false => text.split_inclusive(' ').collect(),
            };
            for word in words
                .into_iter()
                .flat_map(|word| pieces(word, room.saturating_sub(set_in)))
            {
                let width = word.trim_end().width();
                if used + width > room && used > set_in {
                    rows.push(Line::new().add(&" ".repeat(set_in), *style));
                    used = set_in;
                }
                // A blank that ends the row is no reason to cut it.
                let fits = used + word.width() <= room;
                let word = if fits { word } else { word.trim_end() };
                used += word.width();
                if let Some(row) = rows.last_mut() {
                    row.parts.push((word.to_string(), *style));
                }
            }
        }
        rows
    }

    /// Leaves out the parts that are in parentheses, and a question that the words before ask as well.
    pub(super) fn without_asides(mut self) -> Line {
        let is_aside = |text: &str| text.starts_with(" (") || text.starts_with(" Which one");
        self.parts.retain(|(text, _)| !is_aside(text));
        self
    }

    /// Returns how many columns it takes.
    pub(super) fn width(&self) -> usize {
        self.parts.iter().map(|(text, _)| text.width()).sum()
    }

    /// Returns its characters.
    pub(super) fn text(&self) -> String {
        self.parts.iter().map(|(text, _)| text.as_str()).collect()
    }

    /// Returns its parts in order.
    pub(super) fn parts(&self) -> &[(String, Style)] {
        &self.parts
    }
}

/// Returns a word in pieces of at most `room` columns: what is longer than a row goes on in the next one, so that nothing of it
/// is hidden.
fn pieces(word: &str, room: usize) -> Vec<&str> {
    if word.len() <= room || word.trim_end().width() <= room || room == 0 {
        return vec![word];
    }
    let mut pieces = Vec::new();
    let (mut start, mut used) = (0, 0);
    for (at, grapheme) in word.grapheme_indices(true) {
        let width = grapheme.width();
        if used + width > room && at > start && !grapheme.trim().is_empty() {
            pieces.push(&word[start..at]);
            (start, used) = (at, 0);
        }
        used += width;
    }
    pieces.push(&word[start..]);
    pieces
}

/// Cuts a name to `room` columns at its end, with `mark` there.
pub(super) fn cut_end(name: &str, room: usize, mark: &str) -> String {
    if name.chars().count() <= room {
        return name.to_string();
    }
    let kept: String = name.chars().take(room.saturating_sub(1)).collect();
    format!("{kept}{mark}")
}

/// Cuts a path to `room` columns at its front, with `mark` there: the file's name says most.
pub(super) fn cut_front(name: &str, room: usize, mark: &str) -> String {
    let n = name.chars().count();
    if n <= room {
        return name.to_string();
    }
    let kept: String = name
        .chars()
        .skip(n - room.saturating_sub(1).min(n))
        .collect();
    format!("{mark}{kept}")
}

//! One row of styled text. Whatever goes in comes out through [`crate::text::display`] when it is drawn.

use ratatui::style::Style;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use super::glyph::Glyph;
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

    /// Adds a character of a line, to the part before it where that looks the same.
    pub(super) fn push_glyph(&mut self, glyph: &Glyph<'_>, style: Style) {
        match self.parts.last_mut() {
            Some((text, of)) if *of == style => text.push_str(&glyph.text),
            Some(_) | None => self.parts.push((glyph.text.to_string(), style)),
        }
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

    /// Returns the text in rows of at most `room` columns, broken at blanks, though not within a short part in parentheses, a short question, or
    /// between backticks, nor between a short word and what it is about, as in `hunk 2` and `H to allow`; a word longer than a row continues in the next, so that nothing of it is hidden. Rows after the first are set in by `set_in` columns.
    /// Where it is broken does not depend on how its parts look.
    pub(super) fn folded(&self, room: usize, set_in: usize) -> Vec<Line> {
        let mut rows = Folding {
            rows: vec![Line::new()],
            used: 0,
            room,
            set_in,
        };
        for word in self.words(room) {
            rows.put(&word);
        }
        rows.rows
    }

    /// Returns the words, each with the blank behind it, as pieces of one look.
    fn words(&self, room: usize) -> Vec<Vec<(&str, Style)>> {
        let mut words: Vec<Vec<(&str, Style)>> = Vec::new();
        let mut is_open = false;
        for (text, style) in &self.parts {
            let is_aside = text.starts_with('(') && text.width() * 4 < room;
            let is_question = text.ends_with('?') && !text.starts_with(' ');
            let is_whole = is_aside || is_question && text.width() * 3 < room;
            let pieces = match is_whole {
                true => vec![text.as_str()],
                false => pieces(text, room),
            };
            for piece in pieces {
                match words.last_mut().filter(|_| is_open && !is_whole) {
                    Some(word) => word.push((piece, *style)),
                    None => words.push(vec![(piece, *style)]),
                }
                is_open = !piece.ends_with(' ');
            }
        }
        words
    }

    /// Leaves out the parts that are in parentheses, and a question that the words before ask as well.
    pub(super) fn without_asides(mut self) -> Line {
        let is_aside = |text: &str| text.starts_with(" (") || text.starts_with(" Which one");
        self.parts.retain(|(text, _)| !is_aside(text));
        self
    }

    /// Returns its first `room` columns.
    pub(super) fn cut(self, room: usize) -> Line {
        let mut cut = Line::new();
        let mut used = 0;
        for (text, style) in self.parts {
            if text.is_ascii() {
                let n_kept = text.len().min(room.saturating_sub(used));
                used += text.len();
                cut.parts.push((text[..n_kept].to_string(), style));
                continue;
            }
            let mut kept = String::new();
            for grapheme in text.graphemes(true) {
                used += grapheme.width();
                if used > room {
                    break;
                }
                kept.push_str(grapheme);
            }
            cut.parts.push((kept, style));
        }
        cut
    }

    /// Returns how many columns it takes.
    pub(super) fn width(&self) -> usize {
        self.parts.iter().map(|(text, _)| width_of(text)).sum()
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

/// Returns how many columns a safe text takes.
fn width_of(text: &str) -> usize {
    // Most text is plain, and is measured again at every key.
    match text.is_ascii() {
        true => text.len(),
        false => text.width(),
    }
}

/// Returns a text in pieces between which a row may end, each with the blanks behind it.
fn pieces(text: &str, room: usize) -> Vec<&str> {
    let (mut pieces, mut from, mut end) = (Vec::new(), 0, 0);
    for word in text.split_inclusive(' ') {
        end += word.len();
        let (piece, rest) = (&text[from..end], &text[end..]);
        // Code and asides are not parted where their end is near.
        let count = |mark: char| piece.matches(mark).count();
        let ends_within = |mark: char, most: usize| {
            let end = rest.find(mark).map(|at| piece.len() + at + 1);
            end.is_some_and(|length| length < most)
        };
        let is_within = count('`') % 2 == 1 && ends_within('`', room * 2 / 3)
            || count('(') > count(')') && ends_within(')', room / 2);
        if rest.is_empty() || !is_within && !is_bound(word.trim(), rest) {
            pieces.push(piece);
            from = end;
        }
    }
    pieces
}

/// Returns whether a word is read together with the one behind it: with a number that it names, or as ` to` behind a key.
fn is_bound(word: &str, rest: &str) -> bool {
    let is_number = rest.starts_with(|c: char| c.is_ascii_digit());
    let is_named =
        ["hunk", "hunks", "line", "lines", "place"].contains(&word.to_lowercase().as_str());
    word.is_empty() && rest.starts_with("to ") || word == "to" || is_named && is_number
}

/// Rows that are being filled word by word.
struct Folding {
    rows: Vec<Line>,
    /// How many columns of the last row are taken.
    used: usize,
    room: usize,
    set_in: usize,
}

impl Folding {
    fn put(&mut self, word: &[(&str, Style)]) {
        let width: usize = word.iter().map(|(text, _)| text.width()).sum();
        let n_blank = word
            .last()
            .map_or(0, |(text, _)| text.len() - text.trim_end_matches(' ').len());
        let seen = width - n_blank.min(width);
        let style = word.first().map_or(Style::new(), |(_, style)| *style);
        if self.used + seen > self.room
            && self.set_in + seen <= self.room
            && self.used > self.set_in
        {
            self.begin(style);
        }
        // A blank that ends the row is no reason to cut it.
        let mut n_left = match self.used + width <= self.room {
            true => width,
            false => seen,
        };
        for (text, style) in word {
            for grapheme in text.graphemes(true) {
                let columns = grapheme.width();
                if n_left == 0 || columns > n_left {
                    return;
                }
                if self.used + columns > self.room && self.used > self.set_in {
                    self.begin(*style);
                }
                self.add(grapheme, *style);
                self.used += columns;
                n_left -= columns;
            }
        }
    }

    fn begin(&mut self, style: Style) {
        self.rows
            .push(Line::new().add(&" ".repeat(self.set_in), style));
        self.used = self.set_in;
    }

    fn add(&mut self, grapheme: &str, style: Style) {
        let Some(row) = self.rows.last_mut() else {
            return;
        };
        match row.parts.last_mut() {
            Some((text, of)) if *of == style => text.push_str(grapheme),
            Some(_) | None => row.parts.push((grapheme.to_string(), style)),
        }
    }
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

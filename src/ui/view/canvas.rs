//! Where panes draw: the only place that writes to the buffer, and the last gate for text from outside.

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use super::super::hit::{Hit, HitMap};
use super::super::layout::Layout;
use super::super::mark::Symbols;
use super::super::model::{Model, Scroll};
use super::super::theme::{Role, Theme};
use super::super::typed::Typed;
use super::line::Line;
use super::rows::Rows;

/// A buffer to draw on, and what can be clicked on it.
pub(super) struct Canvas<'a> {
    buffer: &'a mut Buffer,
    theme: &'a Theme,
    /// Which characters marks and lines are drawn with.
    pub(super) symbols: Symbols,
    /// What was drawn where.
    pub(super) hits: HitMap,
}

impl<'a> Canvas<'a> {
    pub(super) fn new(model: &'a Model, buffer: &'a mut Buffer) -> Canvas<'a> {
        Canvas {
            buffer,
            theme: &model.theme,
            symbols: model.symbols,
            hits: HitMap::default(),
        }
    }

    /// Returns how a role looks on the ground.
    pub(super) fn style(&self, role: Role) -> Style {
        self.theme.style(role)
    }

    /// Returns how a role looks over whatever it lies on.
    pub(super) fn over(&self, role: Role) -> Style {
        self.theme.over(role)
    }

    /// Empties an area; of what was drawn there no colour shines through.
    pub(super) fn ground(&mut self, area: Rect) {
        let mut blank = Cell::default();
        blank.set_style(self.style(Role::Text));
        for position in area.intersection(self.buffer.area).positions() {
            self.buffer[position] = blank.clone();
        }
    }

    /// Says in the last row of an area how many lines are not in it, what was in that row among them, and which key shows them.
    pub(super) fn more_lines(
        &mut self,
        area: Rect,
        indent: usize,
        n_below: usize,
        key: Option<&str>,
    ) {
        if n_below == 0 || area.height < 2 {
            return;
        }
        let row = Rect {
            y: area.bottom() - 1,
            height: 1,
            ..area
        };
        // Only on empty ground: a line through what was there would go through these words, too.
        self.ground(row);
        let key = key.map_or_else(String::new, |key| format!(" ({key})"));
        let (cut, n) = (self.symbols.cut(), n_below + 1);
        let words = format!("{:indent$}{cut} {n} more lines{key}", "");
        let words = Line::new().add(&words, self.style(Role::Muted));
        self.line(row.x, row.y, row.width, &words);
    }

    /// Draws a row of text; what does not fit is cut, with a mark.
    pub(super) fn line(&mut self, x: u16, y: u16, width: u16, line: &Line) {
        let cut = line.width() > usize::from(width);
        let room = usize::from(width) - usize::from(cut && width > 0);
        let mut used = 0;
        for (grapheme, style) in graphemes(line) {
            let is_ascii = grapheme.len() == 1;
            let columns = if is_ascii { 1 } else { grapheme.width() };
            if used + columns > room {
                break;
            }
            let at = (x + used as u16, y);
            match self.buffer.cell_mut(at).filter(|_| is_ascii) {
                Some(cell) => {
                    cell.set_symbol(grapheme).set_style(style);
                }
                None => {
                    let columns = columns.max(1);
                    self.buffer
                        .set_stringn(at.0, at.1, grapheme, columns, style);
                }
            }
            used += columns;
        }
        if cut && width > 0 {
            let style = self.style(Role::Muted);
            self.buffer
                .set_stringn(x + width - 1, y, self.symbols.cut(), 1, style);
        }
    }

    /// Lays a role over the cells of an area that lie on the plain ground, and mixes it into the tints of lines that come and go:
    /// the grounds of words keep theirs. A role that exchanges the colours makes the area one piece, not a patchwork of all that was drawn in it: only what is struck, set off or
    /// exchanged itself is still seen to be, for that says which words change.
    pub(super) fn lift(&mut self, area: Rect, role: Role) {
        let (over, ground) = (self.over(role), self.style(Role::Text));
        let is_reverse = over.add_modifier.contains(Modifier::REVERSED);
        let tints = [Role::Delete, Role::Insert].map(|tint| self.over(tint).bg);
        for position in area.intersection(self.buffer.area).positions() {
            let cell = &mut self.buffer[position];
            if is_reverse {
                cell.fg = ground.fg.unwrap_or(Color::Reset);
                cell.bg = ground.bg.unwrap_or(Color::Reset);
                let says = Modifier::BOLD | Modifier::UNDERLINED | Modifier::CROSSED_OUT;
                let exchanged = cell.modifier & Modifier::REVERSED;
                cell.modifier = (over.add_modifier | cell.modifier & says) ^ exchanged;
            } else if cell.bg == ground.bg.unwrap_or(Color::Reset) {
                cell.set_style(over);
            } else if tints.contains(&Some(cell.bg)) {
                cell.bg = self.theme.mixed(cell.bg, role);
            }
        }
    }

    /// Draws a horizontal line behind a heading, as wide as there is room.
    pub(super) fn rule(&mut self, x: u16, y: u16, width: u16, heading: &Line) {
        let style = self.style(Role::Rule);
        let dash = self.symbols.horizontal();
        let mut line = Line::new();
        if heading.width() > 0 {
            line = line.add(" ", style).join(heading.clone()).add(" ", style);
        }
        let left = usize::from(width).saturating_sub(line.width());
        let line = line.add(&dash.repeat(left), style);
        self.line(x, y, width, &line);
        // Joined with the vertical ones beside it, where there are some.
        let symbols = self.symbols;
        self.branch(x.checked_sub(1), y);
        for x in x..x + width {
            self.join_above_or_below(x, y);
        }
        self.join(
            x.checked_add(width),
            y,
            symbols.vertical(),
            symbols.tee_left(),
        );
    }

    /// Makes a joint of the line `of` at column `x`, if there is one; it keeps its colours.
    fn join(&mut self, x: Option<u16>, y: u16, of: &str, joint: &str) {
        let cell = x.and_then(|x| self.buffer.cell_mut((x, y)));
        if let Some(cell) = cell.filter(|cell| cell.symbol() == of) {
            cell.set_symbol(joint);
        }
    }

    /// Lets a horizontal line begin at the vertical one of column `x`, or at the part of it that shows what is seen of a list.
    pub(super) fn branch(&mut self, x: Option<u16>, y: u16) {
        let symbols = self.symbols;
        self.join(x, y, symbols.vertical(), symbols.tee_right());
        self.join(x, y, symbols.thumb(), symbols.tee_right_of_thumb());
    }

    /// Joins a horizontal line with a vertical one that ends on it from above, or begins below it.
    fn join_above_or_below(&mut self, x: u16, y: u16) {
        let rule = self.style(Role::Rule).fg;
        let symbols = self.symbols;
        let is_vertical = |y: Option<u16>, tee: &str| {
            let cell = y.and_then(|y| self.buffer.cell((x, y)));
            cell.is_some_and(|cell| {
                let is_line = [symbols.vertical(), tee].contains(&cell.symbol());
                is_line && cell.style().fg == rule
            })
        };
        let joint = if is_vertical(y.checked_sub(1), symbols.tee_down()) {
            symbols.tee_up()
        } else if is_vertical(y.checked_add(1), symbols.tee_up()) {
            symbols.tee_down()
        } else {
            return;
        };
        let is_dash =
            |cell: &Cell| cell.symbol() == symbols.horizontal() && cell.style().fg == rule;
        if self.buffer.cell((x, y)).is_some_and(is_dash) {
            self.join(Some(x), y, symbols.horizontal(), joint);
        }
    }

    /// Draws the sides and the bottom of an empty frame; the heading of what is in it is the top.
    pub(super) fn frame(&mut self, area: Rect) {
        self.ground(area);
        let [top_left, top_right, bottom_left, bottom_right] = self.symbols.corners();
        let (right, bottom) = (area.right() - 1, area.bottom() - 1);
        let dashes = self.symbols.horizontal().repeat(usize::from(area.width));
        let dashes = Line::new().add(&dashes, self.style(Role::Rule));
        self.line(area.x, bottom, area.width, &dashes);
        for x in area.x + 1..right {
            self.join_above_or_below(x, bottom);
        }
        self.vertical(area.x, area.y, area.height);
        self.vertical(right, area.y, area.height);
        self.joint(area.x, area.y, top_left);
        self.joint(right, area.y, top_right);
        self.joint(area.x, bottom, bottom_left);
        self.joint(right, bottom, bottom_right);
    }

    /// Draws an empty frame over the review. Where its left side is the border of the list, that still shows what is seen of it.
    pub(super) fn frame_over(&mut self, layout: &Layout, area: Rect) {
        if layout.list.width == 0 {
            return self.frame(area);
        }
        let (thumb, muted) = (self.symbols.thumb(), self.style(Role::Muted));
        let joint = self.symbols.tee_right_of_thumb();
        let is_thumb = |y: &u16| {
            let cell = self.buffer.cell((area.x, *y));
            cell.is_some_and(|cell| {
                cell.symbol() == thumb || cell.symbol() == joint && cell.style().fg == muted.fg
            })
        };
        let seen: Vec<u16> = (area.y..area.bottom()).filter(is_thumb).collect();
        self.frame(area);
        self.vertical(area.x, area.y, area.height);
        for y in seen {
            self.line(area.x, y, 1, &Line::new().add(thumb, muted));
        }
        self.branch(Some(area.x), area.y);
        self.branch(Some(area.x), area.bottom() - 1);
    }

    /// Draws one character in the colour of lines between panes; where a heading is written in the line, it stays.
    pub(super) fn joint(&mut self, x: u16, y: u16, joint: &str) {
        let is_drawn =
            |symbol: &str| symbol.starts_with(|c| ('\u{2500}'..='\u{259f}').contains(&c));
        let rule = self.style(Role::Rule);
        let is_line = |cell: &Cell| match is_drawn(joint) {
            true => is_drawn(cell.symbol()) || cell.symbol().trim().is_empty(),
            // In a heading these are characters like any other: what draws a line has the colour of lines.
            false => {
                let is_sign = ["-", "|", "+"].contains(&cell.symbol());
                cell.symbol().trim().is_empty() || is_sign && cell.style().fg == rule.fg
            }
        };
        // Nor is the blank covered that ends or parts its words.
        let is_word = |x: Option<u16>| {
            let cell = x.and_then(|x| self.buffer.cell((x, y)));
            cell.is_some_and(|cell| !is_line(cell))
        };
        let is_blank = |cell: &Cell| cell.symbol().trim().is_empty();
        let cell = self.buffer.cell((x, y));
        if !cell.is_some_and(is_line) || cell.is_some_and(is_blank) && is_word(x.checked_sub(1)) {
            return;
        }
        let joint = Line::new().add(joint, self.style(Role::Rule));
        self.line(x, y, 1, &joint);
    }

    /// Draws a heading and as many of `lines` below it as fit, from where it is scrolled to on; the heading says how many there are.
    pub(super) fn scroll(&mut self, area: Rect, heading: &Line, lines: &Rows<'_>, to: &Scroll) {
        let rows = usize::from(area.height.saturating_sub(1));
        let top = to.top.min(lines.len().saturating_sub(rows));
        let heading = if lines.len() > rows {
            let end = (top + rows).min(lines.len());
            let which = format!("  lines {}-{end} of {}", top + 1, lines.len());
            heading.clone().add(&which, self.style(Role::Muted))
        } else {
            heading.clone()
        };
        self.rule(area.x, area.y, area.width, &heading);
        for (nth, line) in lines.shown(top, rows).iter().enumerate() {
            let y = area.y + 1 + nth as u16;
            self.line(area.x, y, area.width, line);
            if to.marked == Some(top + nth) {
                let row = Rect {
                    y,
                    height: 1,
                    ..area
                };
                self.lift(row, Role::Cursor);
            }
        }
    }

    /// Draws a vertical line.
    pub(super) fn vertical(&mut self, x: u16, y: u16, height: u16) {
        let line = Line::new().add(self.symbols.vertical(), self.style(Role::Rule));
        for row in 0..height {
            self.line(x, y + row, 1, &line);
        }
    }

    /// Notes that an area can be clicked.
    pub(super) fn hit(&mut self, area: Rect, hit: Hit) {
        self.hits.add(area, hit);
    }
}

impl Line {
    /// Adds what is being typed, its cursor in reverse.
    pub(super) fn typed(self, typed: &Typed, canvas: &Canvas<'_>) -> Line {
        let text = canvas.style(Role::Text);
        let (before, under, behind) = typed.parts();
        let under = if under.is_empty() { " " } else { under };
        self.add(before, text)
            .add(under, text.add_modifier(Modifier::REVERSED))
            .add(behind, text)
    }
}

/// Returns the characters of a row with their styles. Lines under and through text mark the text alone: blanks around it, such
/// as those that set a column off, have none.
fn graphemes(line: &Line) -> Vec<(&str, Style)> {
    const LINES: Modifier = Modifier::UNDERLINED.union(Modifier::CROSSED_OUT);
    let mut all: Vec<(&str, Style)> = Vec::with_capacity(line.width());
    for (text, style) in line.parts() {
        if text.is_ascii() {
            all.extend((0..text.len()).map(|at| (&text[at..=at], *style)));
        } else {
            all.extend(text.graphemes(true).map(|grapheme| (grapheme, *style)));
        }
    }
    let has_lines = |(_, style): &(String, Style)| style.add_modifier.intersects(LINES);
    if !line.parts().iter().any(has_lines) {
        return all;
    }
    for run in all.chunk_by_mut(|(_, a), (_, b)| a == b) {
        let is_text = |(grapheme, _): &(&str, Style)| !grapheme.trim().is_empty();
        let (Some(first), Some(last)) =
            (run.iter().position(is_text), run.iter().rposition(is_text))
        else {
            // Blanks of a style of their own, as an indentation is: a line under them may be what differs.
            for (_, style) in run {
                *style = style.remove_modifier(Modifier::CROSSED_OUT);
            }
            continue;
        };
        for (at, (grapheme, style)) in run.iter_mut().enumerate() {
            // A line through a dash is all that would be seen of it.
            if matches!(*grapheme, "-" | "\u{2013}" | "\u{2014}" | "\u{2212}") {
                *style = style.remove_modifier(Modifier::CROSSED_OUT);
            }
            if at < first || at > last {
                *style = style.remove_modifier(LINES);
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_joint_covers_no_character_of_a_heading() {
        let theme = Theme::named("dark").expect("it comes with the program");
        for symbols in [Symbols::Unicode, Symbols::Ascii] {
            let mut buffer = Buffer::empty(Rect::new(0, 0, 9, 1));
            let mut canvas = Canvas {
                buffer: &mut buffer,
                theme: &theme,
                symbols,
                hits: HitMap::default(),
            };
            let heading = Line::new().add("a-b", canvas.style(Role::Heading));
            canvas.rule(0, 0, 9, &heading);
            for x in [2, 7] {
                canvas.joint(x, 0, symbols.tee_down());
            }
            let row: String = buffer.content.iter().map(Cell::symbol).collect();
            let (dash, joint) = (symbols.horizontal(), symbols.tee_down());
            assert_eq!(row, format!(" a-b {dash}{dash}{joint}{dash}"));
        }
    }
}

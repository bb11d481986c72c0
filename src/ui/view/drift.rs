//! Changes of files, line by line: what became different on disk, with what matching anew would do, and all that would be
//! written.

use std::collections::BTreeMap;
use std::ops::Range;

use bstr::{BStr, ByteSlice};
use ratatui::style::{Modifier, Style};

use super::super::doc::{LONGEST_RUN, counterpart};
use super::super::drift::{Fate, FileDiff};
use super::super::highlight::Colouring;
use super::super::keymap::Action;
use super::super::mark::Symbols;
use super::super::model::Model;
use super::super::theme::{Role, Theme};
use super::super::words::{changed_words, sentence};
use super::apply::left_out::names as runs_of;
use super::body::found_in;
use super::glyph::TAB_WIDTH;
use super::line::Line;
use super::rows::{Anchor, Rows, Want};
use super::told::line_words;
use crate::patch::{Hunk, HunkLine, LineKind};
use crate::text::words::counted;

/// Where the text of a line begins, and goes on in the rows after its first.
const SET_IN: usize = 2 * (NUMBER_WIDTH + 1) + 1;

/// Columns of the number of a line before the change, and of that after it.
const NUMBER_WIDTH: usize = 6;

/// How the rows of a change are drawn.
#[derive(Clone, Copy)]
pub(super) struct Look<'a> {
    pub(super) theme: &'a Theme,
    pub(super) symbols: Symbols,
    /// How many columns there are.
    pub(super) room: usize,
    /// What was searched.
    pub(super) searched: &'a str,
}

impl<'a> Look<'a> {
    /// Returns how the screen draws them.
    pub(super) fn of(model: &'a Model) -> Look<'a> {
        Look {
            theme: &model.theme,
            symbols: model.symbols,
            room: usize::from(model.size.0),
            searched: &model.searched,
        }
    }
}

/// Returns the rows of the page: what matching anew would do first, then each change.
pub(super) fn rows(model: &Model) -> Rows<'_> {
    let look = Look::of(model);
    let (theme, room) = (look.theme, look.room);
    let mut first = fates(model, theme);
    first.push(Line::new());
    let rows = Rows::default().lines(folded(&first, room));
    model.drift.files.iter().fold(rows, |rows, file| {
        let gone = file.gone().map(|words| {
            let words = words.strip_prefix("was ").unwrap_or(words);
            let words = format!(" {}:", sentence(words));
            Line::new().add(&words, theme.style(Role::Problem))
        });
        let rows = rows.lines(gone.into_iter().collect());
        changes(rows, &file.diff, None, look)
    })
}

/// Returns the rows of all that would be written.
pub(super) fn full_diff(model: &Model) -> Rows<'_> {
    let look = Look::of(model);
    let survey = model.survey.iter();
    let files = survey.flat_map(|survey| &survey.diffs).enumerate();
    files.fold(Rows::default(), |rows, (nth, file)| {
        changes(rows, file, model.survey_colours.get(nth), look)
    })
}

fn fates(model: &Model, theme: &Theme) -> Vec<Line> {
    let text = theme.style(Role::Text);
    let muted = theme.style(Role::Muted);
    let mut by_fate: BTreeMap<Fate, Vec<usize>> = BTreeMap::new();
    for (id, fate) in model.drift.fates.iter().flatten() {
        let number = model.session.number(*id);
        by_fate.entry(*fate).or_default().push(number);
    }
    let heading = Line::new()
        .add(" after ", muted)
        .add(&model.key(Action::Rematch), theme.style(Role::Key))
        .add(":", muted);
    let mut lines = vec![heading];
    let problem = theme.style(Role::Problem);
    for (fate, hunks) in &by_fate {
        let verb = |one: &'static str, many| if hunks.len() == 1 { one } else { many };
        let (words, style) = match fate {
            Fate::ReviewAgain => ("must be reviewed again".to_string(), problem),
            Fate::NeedsReview => (verb("needs review", "need review").to_string(), problem),
            Fate::StaysOpen => (
                format!("still {}", verb("needs review", "need review")),
                text,
            ),
            Fate::Settles => (
                format!("no longer {}", verb("needs review", "need review")),
                text,
            ),
            Fate::Moves(0) => ("unchanged".to_string(), text),
            Fate::Moves(lines) => (moves_words(*lines, verb("moves", "move")), text),
            Fate::Loosens(lines) => {
                let context = verb("a quoted line changed", "quoted lines changed");
                let words = match lines {
                    0 => context.to_string(),
                    lines => format!("{}; {context}", moves_words(*lines, verb("moves", "move"))),
                };
                (words, problem)
            }
        };
        lines.push(
            Line::new()
                .add(&format!("   {} ", runs_of(hunks)), text)
                .add(&words, style),
        );
    }
    if model.drift.fates.is_none() {
        lines.push(Line::new().add("   searching\u{2026}", muted));
    } else if by_fate.is_empty() {
        lines.push(Line::new().add("   no hunk has a place in these files", muted));
    }
    lines
}

/// Says how far hunks move, and which way.
fn moves_words(lines: isize, verb: &str) -> String {
    let n_lines = counted(lines.unsigned_abs(), "line");
    let way = if lines > 0 { "down" } else { "up" };
    format!("{verb} {n_lines} {way}")
}

/// Adds the rows of what changes in a file; only those on the screen are made.
pub(super) fn changes<'a>(
    rows: Rows<'a>,
    file: &'a FileDiff,
    colouring: Option<&'a Colouring>,
    look: Look<'a>,
) -> Rows<'a> {
    let theme = look.theme;
    let muted = theme.style(Role::Muted);
    let (come, go) = file.n_lines();
    let heading = Line::new()
        .add(" ", muted)
        .add_bytes(file.path.as_bytes(), theme.style(Role::Heading))
        .add(&format!("  +{come}"), theme.style(Role::Accepted))
        .add(&format!(" -{go}"), theme.style(Role::Rejected));
    let heading = match &file.mode {
        Some(mode) => heading.add(&format!("  {mode}"), theme.style(Role::Text)),
        None => heading,
    };
    let mut rows = rows
        .anchor(Anchor::File)
        .lines(folded(&[heading], look.room));
    // By how many lines the hunks above move what is below them.
    let mut moved = 0;
    for (nth, hunk) in file.hunks.iter().enumerate() {
        let between =
            (nth > 0).then(|| Line::new().add("   ", muted).add(look.symbols.gap(), muted));
        let n_rows = hunk.lines.iter().map(|line| n_rows(line, look.room)).sum();
        rows = rows
            .lines(between.into_iter().collect())
            .anchor(Anchor::Hunk)
            .many(n_rows, move |at, want| {
                let row = HunkRow::at(hunk, at, moved, look.room);
                let line = row.map(|row| match want {
                    Want::Drawn => row.drawn(hunk, colouring, look),
                    Want::Text => row.text(look),
                    Want::Told => row.told(),
                });
                line.unwrap_or_default()
            });
        moved += hunk.n_lines_of(LineKind::Insert) as isize;
        moved -= hunk.n_lines_of(LineKind::Delete) as isize;
    }
    rows
}

/// Returns how many rows a line takes.
fn n_rows(line: &HunkLine, room: usize) -> usize {
    let is_plain = |byte: &u8| (b' '..=b'~').contains(byte);
    if line.body.len() + SET_IN <= room && line.body.iter().all(is_plain) {
        return 1;
    }
    let line = Line::new()
        .add(&" ".repeat(SET_IN), Style::new())
        .join(widened(&line.body, |_| Style::new()));
    line.folded(room, SET_IN).len()
}

/// A row of a hunk.
struct HunkRow<'a> {
    /// The line that it shows, and its index.
    line: &'a HunkLine,
    index: usize,
    /// The number of the line before the hunk and after it, or of the line above.
    old: usize,
    new: usize,
    /// Which row of the line it is.
    nth: usize,
}

impl HunkRow<'_> {
    /// Returns row `at` of a hunk whose lines that stay are moved by `moved`.
    fn at(hunk: &Hunk, at: usize, moved: isize, room: usize) -> Option<HunkRow<'_>> {
        let mut old = hunk.hint.map_or(0, |hint| hint.line_index);
        let mut new = old.saturating_add_signed(moved);
        let mut nth = at;
        for (index, line) in hunk.lines.iter().enumerate() {
            old += usize::from(line.in_preimage());
            new += usize::from(line.in_postimage());
            match nth.checked_sub(n_rows(line, room)) {
                Some(rest) => nth = rest,
                None => {
                    return Some(HunkRow {
                        line,
                        index,
                        old,
                        new,
                        nth,
                    });
                }
            }
        }
        None
    }

    /// Returns the one number that the line has.
    fn number(&self) -> usize {
        match self.line.in_preimage() {
            true => self.old,
            false => self.new,
        }
    }

    /// Returns its characters, without the number.
    fn text(&self, look: Look<'_>) -> Line {
        let line = Line::new()
            .add(&" ".repeat(SET_IN), Style::new())
            .join(widened(&self.line.body, |_| Style::new()));
        if n_rows(self.line, look.room) == 1 {
            return line;
        }
        let mut rows = line.folded(look.room, SET_IN).into_iter();
        rows.nth(self.nth).unwrap_or_default()
    }

    /// Returns what is told of it: of a line, all with its first row.
    fn told(&self) -> Line {
        if self.nth > 0 {
            return Line::new();
        }
        let words = line_words(self.line.kind, Some(self.number()), &self.line.body);
        Line::new().add(&words, Style::new())
    }

    /// Returns it as it is drawn.
    fn drawn(&self, hunk: &Hunk, colouring: Option<&Colouring>, look: Look<'_>) -> Line {
        let line = self.line;
        let numbers = [
            line.in_preimage().then_some(self.old),
            line.in_postimage().then_some(self.new),
        ];
        let sides = colouring.map(|of| if line.in_preimage() { &of.old } else { &of.new });
        let runs = sides.and_then(|side| side.get(self.number().checked_sub(1)?));
        let looks = Looks {
            searched: found_in(&line.body, look.searched),
            changed: reworded(hunk, self.index),
            runs: runs.map_or(&[], Vec::as_slice),
            ground: look.theme.style(role_of(line.kind)),
        };
        let rows = numbered(line, numbers, &looks, look.theme).folded(look.room, SET_IN);
        let row = rows.into_iter().nth(self.nth).unwrap_or_default();
        match line.kind {
            LineKind::Context => row,
            LineKind::Delete | LineKind::Insert => row.pad_to(look.room, looks.ground),
        }
    }
}

/// Returns the bytes of a line that comes or goes whose words are not those of the line it is a rewording of, or is reworded as.
fn reworded(hunk: &Hunk, index: usize) -> Vec<Range<usize>> {
    let kind = hunk.lines[index].kind;
    if kind == LineKind::Context {
        return Vec::new();
    }
    let most = 2 * LONGEST_RUN;
    let above = hunk.lines[..index].iter().rev().take(most + 1);
    let start = index - above.take_while(|line| !line.is_context()).count();
    let run = hunk.lines[start..].iter().take(most + 1);
    let run: Vec<&HunkLine> = run.take_while(|line| !line.is_context()).collect();
    if run.len() > most {
        return Vec::new();
    }
    let (own, others): (Vec<&HunkLine>, Vec<&HunkLine>) =
        run.iter().partition(|line| line.kind == kind);
    let at = run[..index - start].iter().filter(|line| line.kind == kind);
    let at = at.count();
    let own: Vec<&BStr> = own.iter().map(|line| line.body.as_bstr()).collect();
    let others: Vec<&BStr> = others.iter().map(|line| line.body.as_bstr()).collect();
    let other = counterpart(&own, &others, at);
    other
        .and_then(|other| changed_words(own[at], other))
        .unwrap_or_default()
}

/// How the bytes of a line are drawn.
#[derive(Default)]
struct Looks<'a> {
    /// Where it holds what was searched.
    searched: Vec<Range<usize>>,
    /// The words that differ from those of the line that it is a rewording of, or is reworded as.
    changed: Vec<Range<usize>>,
    /// The colours of the language.
    runs: &'a [(Range<usize>, Role)],
    /// What they lie on.
    ground: Style,
}

fn role_of(kind: LineKind) -> Role {
    match kind {
        LineKind::Context => Role::Text,
        LineKind::Delete => Role::Delete,
        LineKind::Insert => Role::Insert,
    }
}

/// Draws a line with its numbers, before the change and after it.
fn numbered(
    line: &HunkLine,
    numbers: [Option<usize>; 2],
    looks: &Looks<'_>,
    theme: &Theme,
) -> Line {
    let word = theme.over(match line.kind {
        LineKind::Context => Role::Text,
        LineKind::Delete => Role::DeleteWord,
        LineKind::Insert => Role::InsertWord,
    });
    // A line through the sign would hide it.
    let sign = looks.ground.remove_modifier(Modifier::CROSSED_OUT);
    let style_of = |byte: usize| {
        let is_here = |(range, _): &&(Range<usize>, Role)| range.contains(&byte);
        let role = looks.runs.iter().find(is_here).map(|(_, role)| *role);
        let style = role.map_or(looks.ground, |role| looks.ground.patch(theme.over(role)));
        let is_in = |ranges: &[Range<usize>]| ranges.iter().any(|range| range.contains(&byte));
        let style = match is_in(&looks.changed) {
            true => style.patch(word),
            false => style,
        };
        match is_in(&looks.searched) {
            true => style.patch(theme.over(Role::Match)),
            false => style,
        }
    };
    let numbers = numbers.map(|number| {
        let number = number.map_or_else(String::new, |number| number.to_string());
        format!("{number:>NUMBER_WIDTH$} ")
    });
    Line::new()
        .add(&numbers.concat(), theme.style(Role::Muted))
        .add(&line.kind.sign().to_string(), sign)
        .join(widened(&line.body, style_of))
}

/// Returns a line of a file, whole, with its tabs as wide as the review shows them, each byte in its style.
fn widened(body: &[u8], style_of: impl Fn(usize) -> Style) -> Line {
    let mut line = Line::new();
    let mut column = 0;
    let mut at = 0;
    while at < body.len() {
        let style = style_of(at);
        if body[at] == b'\t' {
            let width = TAB_WIDTH - column % TAB_WIDTH;
            line.push(" ".repeat(width).as_bytes(), style);
            column += width;
            at += 1;
            continue;
        }
        let rest = body[at..].iter().enumerate();
        let mut same = rest.take_while(|(n, byte)| **byte != b'\t' && style_of(at + n) == style);
        let end = same.by_ref().last().map_or(at + 1, |(n, _)| at + n + 1);
        let part = Line::new().add_bytes(&body[at..end], style);
        column += part.width();
        line = line.join(part);
        at = end;
    }
    line
}

fn folded(lines: &[Line], room: usize) -> Vec<Line> {
    let rows = lines.iter().flat_map(|line| line.folded(room, SET_IN));
    rows.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_counted_as_they_are_made() {
        let theme = Theme::named("dark").expect("it comes with the program");
        let bodies = [
            String::new(),
            "short".to_string(),
            "some words ".repeat(20),
            "one_long_word".repeat(20),
            format!("x = {}", "1234,".repeat(60)),
            "\u{e9}\u{e8}".repeat(40),
            "\u{202e}\tseen ".repeat(9),
        ];
        for body in bodies {
            let line = HunkLine::new(LineKind::Insert, body.as_str());
            // However it looks.
            for ends in [&[][..], &[4, 9], &[0, 1, 30, 45], &[4, 10]] {
                let pairs = ends.chunks(2).map(|ends| ends[0]..ends[1]);
                let changed: Vec<std::ops::Range<usize>> = pairs.collect();
                // Words begin and end between characters.
                let is_between = |range: &std::ops::Range<usize>| body.get(range.clone()).is_some();
                if !changed.iter().all(is_between) {
                    continue;
                }
                let looks = Looks {
                    changed,
                    ..Looks::default()
                };
                let made = numbered(&line, [Some(7); 2], &looks, &theme).folded(40, SET_IN);
                assert_eq!(n_rows(&line, 40), made.len(), "{:?}", line.body);
                let shown: String = made
                    .iter()
                    .map(|row| row.text()[SET_IN..].to_string())
                    .collect();
                let blanks = |text: &str| text.replace([' ', '\t'], "");
                let whole = numbered(&line, [Some(7); 2], &Looks::default(), &theme).text();
                assert_eq!(
                    blanks(&shown),
                    blanks(&whole[SET_IN..]),
                    "nothing is hidden"
                );
            }
        }
    }
}

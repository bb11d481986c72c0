//! Changes of files, line by line: what became different on disk, with what matching anew would do, and all that would be
//! written.

use std::collections::BTreeMap;

use ratatui::style::Style;

use super::super::drift::{Fate, FileDiff};
use super::super::keymap::Action;
use super::super::model::Model;
use super::super::theme::{Role, Theme};
use super::glyph::TAB_WIDTH;
use super::line::Line;
use super::rows::Rows;
use crate::patch::{Hunk, HunkId, HunkLine, LineKind};

/// Where the text of a line begins, and goes on in the rows after its first.
const SET_IN: usize = 8;

/// Returns the rows of the page: what matching anew would do first, then each change.
pub(super) fn rows<'a>(model: &'a Model, theme: &'a Theme, room: usize) -> Rows<'a> {
    let mut first = fates(model, theme);
    first.push(Line::new());
    let rows = Rows::default().lines(folded(&first, room));
    model.drift.files.iter().fold(rows, |rows, file| {
        let gone = " Deleted, or became binary:";
        let gone = Line::new().add(gone, theme.style(Role::Problem));
        let is_gone = file.now.text().is_none();
        let rows = rows.lines(is_gone.then_some(gone).into_iter().collect());
        changes(rows, &file.diff, theme, room)
    })
}

/// Returns the rows of all that would be written.
pub(super) fn full_diff<'a>(model: &'a Model, theme: &'a Theme, room: usize) -> Rows<'a> {
    let survey = model.survey.iter();
    let files = survey.flat_map(|survey| &survey.diffs);
    files.fold(Rows::default(), |rows, file| {
        changes(rows, file, theme, room)
    })
}

fn fates(model: &Model, theme: &Theme) -> Vec<Line> {
    let text = theme.style(Role::Text);
    let muted = theme.style(Role::Muted);
    let mut by_fate: BTreeMap<Option<isize>, Vec<HunkId>> = BTreeMap::new();
    for (id, fate) in model.drift.fates.iter().flatten() {
        let lines = match fate {
            Fate::Moves(lines) => Some(*lines),
            Fate::LookAgain => None,
        };
        by_fate.entry(lines).or_default().push(*id);
    }
    let numbers = |hunks: &[HunkId]| -> String {
        let numbers: Vec<String> = hunks
            .iter()
            .map(|id| model.session.number(*id).to_string())
            .collect();
        numbers.join(" ")
    };
    let heading = Line::new()
        .add(" after ", muted)
        .add(&model.key(Action::Rematch), theme.style(Role::Key))
        .add(", with all decisions kept:", muted);
    let mut lines = vec![heading];
    for (moves, hunks) in &by_fate {
        let (words, style) = match moves {
            None => (
                "must be reviewed again".to_string(),
                theme.style(Role::Problem),
            ),
            Some(0) => ("unchanged".to_string(), text),
            Some(lines) => (format!("shift by {lines:+}"), text),
        };
        lines.push(
            Line::new()
                .add(&format!("   {words}: "), style)
                .add(&numbers(hunks), text),
        );
    }
    if model.drift.fates.is_none() {
        lines.push(Line::new().add("   searching\u{2026}", muted));
    } else if by_fate.is_empty() {
        lines.push(Line::new().add("   no hunk has a place in this file yet", muted));
    }
    lines
}

/// Adds the rows of what changes in a file; only those on the screen are made.
pub(super) fn changes<'a>(
    rows: Rows<'a>,
    file: &'a FileDiff,
    theme: &'a Theme,
    room: usize,
) -> Rows<'a> {
    let muted = theme.style(Role::Muted);
    let (come, go) = file.n_lines();
    let heading = Line::new()
        .add(" ", muted)
        .add_bytes(file.path.as_bytes(), theme.style(Role::Heading))
        .add(&format!("  +{come} -{go}"), muted);
    let heading = match file.mode {
        Some(mode) => heading.add(&format!("  {}", mode.words()), theme.style(Role::Text)),
        None => heading,
    };
    let rows = rows.lines(folded(&[heading], room));
    let hunks = file.hunks.iter().enumerate();
    hunks.fold(rows, |rows, (nth, hunk)| {
        let between = (nth > 0).then(|| Line::new().add("   \u{22ef}", muted));
        let n_rows = hunk.lines.iter().map(|line| n_rows(line, room)).sum();
        rows.lines(between.into_iter().collect())
            .many(n_rows, move |at| row_of(hunk, at, theme, room))
    })
}

/// Returns how many rows a line takes.
fn n_rows(line: &HunkLine, room: usize) -> usize {
    let is_plain = |byte: &u8| (b' '..=b'~').contains(byte);
    if line.body.len() + SET_IN <= room && line.body.iter().all(is_plain) {
        return 1;
    }
    let line = Line::new()
        .add(&" ".repeat(SET_IN), Style::new())
        .join(widened(&line.body, Style::new()));
    line.folded(room, SET_IN).len()
}

/// Returns row `at` of a hunk.
fn row_of(hunk: &Hunk, at: usize, theme: &Theme, room: usize) -> Line {
    let mut number = hunk.hint.map_or(0, |hint| hint.line_index);
    let mut left = at;
    for line in hunk.lines.iter() {
        number += usize::from(line.in_preimage());
        let n_rows = n_rows(line, room);
        if left < n_rows {
            let rows = numbered(line, number, theme).folded(room, SET_IN);
            return rows.into_iter().nth(left).unwrap_or_default();
        }
        left -= n_rows;
    }
    Line::new()
}

fn numbered(line: &HunkLine, number: usize, theme: &Theme) -> Line {
    let style = match line.kind {
        LineKind::Context => theme.style(Role::Text),
        LineKind::Delete => theme.style(Role::Delete),
        LineKind::Insert => theme.style(Role::Insert),
    };
    let number = if line.in_preimage() {
        number.to_string()
    } else {
        String::new()
    };
    Line::new()
        .add(&format!("{number:>6} "), theme.style(Role::Muted))
        .add(&line.kind.sign().to_string(), style)
        .join(widened(&line.body, style))
}

/// Returns a line of a file, whole, with its tabs as wide as the review shows them.
fn widened(body: &[u8], style: Style) -> Line {
    let mut line = Line::new();
    let mut column = 0;
    for (nth, part) in body.split(|byte| *byte == b'\t').enumerate() {
        if nth > 0 {
            let width = TAB_WIDTH - column % TAB_WIDTH;
            line.push(" ".repeat(width).as_bytes(), style);
            column += width;
        }
        let part = Line::new().add_bytes(part, style);
        column += part.width();
        line = line.join(part);
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
            "\u{e9}\u{e8}".repeat(40),
            "\u{202e}\tseen ".repeat(9),
        ];
        for body in bodies {
            let line = HunkLine::new(LineKind::Insert, body.as_str());
            let made = numbered(&line, 7, &theme).folded(40, SET_IN);
            assert_eq!(n_rows(&line, 40), made.len(), "{:?}", line.body);
        }
    }
}

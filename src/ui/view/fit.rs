//! The map of a file: how well the hunk fits down its lines.

use ratatui::style::Modifier;

use super::super::theme::Role;
use super::canvas::Canvas;
use super::line::Line;

/// Which lines a map is of, and where in them the hunk is shown.
pub(super) struct Mapped {
    /// The first line, 0-based.
    pub(super) first: usize,
    /// How many lines.
    pub(super) n_lines: usize,
    /// The line that the hunk is shown at.
    pub(super) here: usize,
}

/// Draws a bar for each column of lines, as high as the best score in it, between the numbers of the first line and the last.
/// `scores` are lines with the score of the hunk there, of 100; at any other line it fits no better than nothing.
pub(super) fn map(
    canvas: &Canvas<'_>,
    of: &Mapped,
    scores: impl Iterator<Item = (usize, u16)>,
    width: usize,
) -> Line {
    let muted = canvas.style(Role::Muted);
    let (from, to) = (
        format!(" {} ", of.first + 1),
        format!(" {}", of.first + of.n_lines),
    );
    let n_columns = width.saturating_sub(from.len() + to.len() + 1).max(1);
    let per_column = of.n_lines.div_ceil(n_columns).max(1);
    let mut best = vec![0_u16; of.n_lines.div_ceil(per_column)];
    for (line, score) in scores {
        if let Some(column) = best.get_mut(line.saturating_sub(of.first) / per_column) {
            *column = score.max(*column);
        }
    }
    let last = of.n_lines.saturating_sub(1);
    let here = of.here.saturating_sub(of.first).min(last) / per_column;
    let line = Line::new().add(&from, muted);
    let bars = best.iter().enumerate().fold(line, |line, (column, best)| {
        let style = match best {
            // Not in reverse: that shows the bar as what it lacks.
            _ if column == here => canvas.style(Role::Key).add_modifier(Modifier::UNDERLINED),
            80.. => canvas.style(Role::Accepted),
            40.. => canvas.style(Role::Text),
            _ => muted,
        };
        line.add(step(canvas, *best), style)
    });
    bars.add(&to, muted)
}

/// Returns the bar of a score of 100.
pub(super) fn step(canvas: &Canvas<'_>, score: u16) -> &'static str {
    canvas.symbols.steps()[usize::from(score) * 8 / 101]
}

//! Pages to read: all keys, why a place has its score, what was repaired in the reply.

use ratatui::layout::Rect;

use super::super::key;
use super::super::keymap::{Binding, Context, KEYMAP};
use super::super::model::{Model, Page};
use super::super::theme::Role;
use super::canvas::Canvas;
use super::line::Line;
use super::places;
use crate::matcher::{Candidate, TIERS};

pub(super) fn draw(model: &Model, page: Page, top: usize, canvas: &mut Canvas<'_>, area: Rect) {
    let (title, lines) = match page {
        Page::Help(context) => ("KEYS", help(canvas, context)),
        Page::Why => ("WHY THIS PLACE", why(model, canvas)),
        Page::Notes => (
            "WHAT WAS GUESSED OR REPAIRED IN THE REPLY",
            notes(model, canvas),
        ),
    };
    let heading = Line::new().add(title, canvas.style(Role::Heading));
    canvas.rule(area.x, area.y, area.width, &heading);
    let rows = usize::from(area.height - 1);
    let top = top.min(lines.len().saturating_sub(rows));
    for (nth, line) in lines.iter().skip(top).take(rows).enumerate() {
        canvas.line(area.x, area.y + 1 + nth as u16, area.width, line);
    }
    if lines.len() > rows {
        let more = format!(
            " {}-{} of {} ",
            top + 1,
            (top + rows).min(lines.len()),
            lines.len()
        );
        let x = area.right().saturating_sub(more.len() as u16 + 2);
        let line = Line::new().add(&more, canvas.style(Role::Muted));
        canvas.line(x, area.y, more.len() as u16, &line);
    }
}

/// Lists the keys of this context first, then all others.
fn help(canvas: &Canvas<'_>, context: Context) -> Vec<Line> {
    let heading = canvas.style(Role::Heading);
    let (here, elsewhere): (Vec<&Binding>, Vec<&Binding>) = KEYMAP
        .iter()
        .partition(|row| row.contexts.contains(&context));
    let mut lines = vec![Line::new().add(" here", heading)];
    lines.extend(here.into_iter().map(|row| key_line(canvas, row)));
    lines.push(Line::new());
    lines.push(Line::new().add(" elsewhere", heading));
    lines.extend(elsewhere.into_iter().map(|row| key_line(canvas, row)));
    lines
}

fn key_line(canvas: &Canvas<'_>, row: &Binding) -> Line {
    let keys: Vec<String> = match row.keys {
        [first, .., last] if row.keys.len() > 3 => vec![format!("{first}-{last}")],
        keys => keys.iter().map(|key| key::shown(key)).collect(),
    };
    Line::new()
        .add(
            &format!("  {:<14}", keys.join(" ")),
            canvas.style(Role::Key),
        )
        .add(row.help, canvas.style(Role::Text))
}

fn why(model: &Model, canvas: &Canvas<'_>) -> Vec<Line> {
    let text = canvas.style(Role::Text);
    let muted = canvas.style(Role::Muted);
    let Some(place) = model.shown_place().and_then(|at| model.places().get(at)) else {
        return Vec::new();
    };
    let bar = TIERS.iter().find(|spec| spec.tier == place.tier);
    let mut lines = vec![
        Line::new()
            .add(" score ", muted)
            .add(&place.score.percent().to_string(), text)
            .add(&format!(" of 100, tier {}", place.tier.name()), text)
            .add(
                &bar.map_or(String::new(), |spec| {
                    format!(
                        ": {} (taken unasked from {})",
                        spec.summary,
                        spec.bar.percent()
                    )
                }),
                muted,
            ),
        Line::new().add(
            " the score is the mean worth of the lines below: the same counts 100, others less",
            muted,
        ),
        Line::new(),
    ];
    lines.extend(place.aligned.iter().map(|pair| {
        let hunk_line = pair.hunk_line.and_then(|at| place.variant.lines.get(at));
        let target = pair
            .target_line
            .filter(|at| *at < model.doc.text().n_lines());
        let number = target.map_or(String::new(), |at| (at + 1).to_string());
        let body = match (target, hunk_line) {
            (Some(at), _) => model.doc.text().line(at),
            (None, Some(line)) => line.body.as_ref(),
            (None, None) => "".into(),
        };
        let sign = hunk_line.map_or(' ', |line| line.kind.sign());
        Line::new()
            .add(&format!("{number:>6} "), muted)
            .add(&format!("{:<14}", pair.how.badge()), text)
            .add(&format!("{sign} "), muted)
            .add_bytes(body, text)
    }));
    lines.push(Line::new());
    lines.extend(evidence_lines(canvas, place));
    lines
}

fn evidence_lines(canvas: &Canvas<'_>, place: &Candidate) -> Vec<Line> {
    let words = place.evidence.iter().filter_map(places::words_of);
    words
        .map(|words| {
            Line::new()
                .add(" - ", canvas.style(Role::Muted))
                .add(&words, canvas.style(Role::Text))
        })
        .collect()
}

fn notes(model: &Model, canvas: &Canvas<'_>) -> Vec<Line> {
    let text = canvas.style(Role::Text);
    let muted = canvas.style(Role::Muted);
    let notes = model.session.notes().iter();
    notes
        .map(|note| {
            Line::new()
                .add(&format!(" line {:>4}  ", note.span.start + 1), muted)
                .add(&note.text, text)
        })
        .collect()
}

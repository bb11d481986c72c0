//! Pages to read: why a place has its score, what was repaired in the reply, what was decided, and changes of files.

use std::collections::BTreeMap;
use std::sync::Arc;

use bstr::ByteSlice;
use ratatui::layout::Rect;

use super::super::keymap::Action;
use super::super::layout::Layout;
use super::super::model::{Model, Page, Scroll};
use super::super::theme::{Role, Theme};
use super::super::words::sentence;
use super::canvas::Canvas;
use super::line::Line;
use super::rows::Rows;
use crate::dialect::{Note, Verdict};
use crate::matcher::{Candidate, Evidence};
use crate::patch::HunkId;
use crate::plan::{State, Step};
use crate::report::explain::{evidence_words, telling};
use crate::text::LineSpan;
use crate::text::words::counted;

pub(super) fn draw(
    model: &Model,
    page: Page,
    scroll: &Scroll,
    canvas: &mut Canvas<'_>,
    area: Rect,
) {
    let title = match page {
        // Where several hunks are on the screen, it is said of which it is.
        Page::Why if model.overlap.is_some() => {
            &format!("Line by line: {}", model.session.name(explained(model).0))
        }
        Page::Why => "Line by line",
        Page::FullDiff => "Full diff, nothing written yet",
        Page::Drift => "Changed on disk, nothing re-matched yet",
        Page::History => "History, oldest first",
        Page::Notes => "Notes on the reply",
    };
    let heading = Line::new().add(title, canvas.style(Role::Heading));
    canvas.scroll(area, &heading, &rows(model, page), scroll);
}

/// Returns all rows of a page.
pub(super) fn rows(model: &Model, page: Page) -> Rows<'_> {
    let theme = &model.theme;
    let room = usize::from(Layout::of(model).popup().width);
    let (lines, set_in) = match page {
        Page::Why => (why(model, theme), 7),
        Page::History => (history(model, theme), 8),
        Page::Notes => (notes(model, theme), 12),
        Page::Drift => return super::drift::rows(model),
        Page::FullDiff => return super::drift::full_diff(model),
    };
    let folded = lines.iter().flat_map(|line| line.folded(room, set_in));
    Rows::default().lines(folded.collect())
}

/// Returns the hunk that is explained, with its place: of hunks that conflict, the one whose result is looked at.
fn explained(model: &Model) -> (HunkId, Option<&Candidate>) {
    let looked_at = model.overlap.as_ref().and_then(|overlap| {
        let side = overlap.asked()?;
        match overlap.kept(side) {
            [only] => Some(*only),
            [..] => None,
        }
    });
    match looked_at.filter(|id| *id != model.hunk) {
        Some(id) => {
            let placed = model.session.plan().hunk(id).placement.as_ref();
            (id, placed.map(|placed| &*placed.candidate))
        }
        None => (model.hunk, model.place_on_screen()),
    }
}

fn why(model: &Model, theme: &Theme) -> Vec<Line> {
    let text = theme.style(Role::Text);
    let muted = theme.style(Role::Muted);
    let (id, Some(place)) = explained(model) else {
        return Vec::new();
    };
    let (tier, dot) = (place.tier.spec(), model.symbols.dot());
    // How well it fits is not why it waits.
    let waits = model.session.plan().hunk(id).state == State::TooWeak;
    let waits = model.session.message(id).filter(|_| waits);
    let waits = waits.map(|why| format!(" Needs review: {why}."));
    let waits = waits.map(|why| Line::new().add(&why, text));
    let mut lines: Vec<Line> = waits.into_iter().collect();
    lines.extend([
        Line::new()
            .add(&format!(" Score {}", place.score.percent()), text)
            .add(&format!(" {dot} {}", place.tier.name()), text)
            .add(
                &format!(": {} (threshold {})", tier.summary, tier.bar.percent()),
                muted,
            ),
        Line::new().add(
            " Average of all lines: distinctive lines weigh more, gaps lower the score.",
            muted,
        ),
        Line::new(),
    ]);
    lines.extend(place.aligned.iter().map(|pair| {
        let hunk_line = pair.hunk_line().and_then(|at| place.variant.lines.get(at));
        let target = pair
            .target_line()
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
    lines.extend(evidence_lines(theme, place));
    lines
}

fn evidence_lines(theme: &Theme, place: &Candidate) -> Vec<Line> {
    let said = |evidence: &&Evidence| !matches!(evidence, Evidence::LinesExact { .. });
    let words = telling(place).filter(said).map(evidence_words);
    words
        .map(|words| {
            Line::new()
                .add(" ", theme.style(Role::Muted))
                .add(&sentence(&words), theme.style(Role::Text))
        })
        .collect()
}

/// Lists the steps in force, then those that were undone.
fn history(model: &Model, theme: &Theme) -> Vec<Line> {
    let resolutions = model.session.resolutions();
    let n_done = resolutions.steps().len();
    let muted = theme.style(Role::Muted);
    let line = |(number, step): (usize, &Arc<Step>)| {
        let line = Line::new().add(&format!("{number:>5}  "), muted);
        let (line, style) = if number <= n_done {
            let text = theme.style(Role::Text);
            (line.add(&step.label, text), text)
        } else {
            (line.add(&step.label, muted).add("  (undone)", muted), muted)
        };
        let (action, words) = if number == n_done {
            (Action::Undo, " undoes this")
        } else if number == n_done + 1 {
            (Action::Redo, " redoes this")
        } else {
            return line;
        };
        line.add("   ", style)
            .add(&model.key(action), theme.style(Role::Key))
            .add(words, muted)
    };
    (1..).zip(resolutions.all()).map(line).collect()
}

/// Lists the notes; what is said of several lines is said once.
fn notes(model: &Model, theme: &Theme) -> Vec<Line> {
    let text = theme.style(Role::Text);
    let muted = theme.style(Role::Muted);
    let notes = model.session.notes();
    let said: BTreeMap<&str, Vec<&Note>> = notes.iter().fold(BTreeMap::new(), |mut said, note| {
        said.entry(&note.text).or_default().push(note);
        said
    });
    let is_first = |note: &&Note| std::ptr::eq(said[note.text.as_str()][0], *note);
    let line = |note: &Note| {
        let others = &said[note.text.as_str()][1..];
        let number = |other: &&Note| (other.span.start + 1).to_string();
        let others: Vec<String> = others.iter().map(number).collect();
        let line = Line::new()
            .add(
                &format!(" {}  ", model.line_of_reply(note.span.start)),
                muted,
            )
            .add(&note.text, text);
        if others.is_empty() {
            return line;
        }
        line.add(&format!(" (also at {})", others.join(", ")), muted)
    };
    // What was not read is listed with its reason.
    let mut unread_for: BTreeMap<Option<&str>, Vec<LineSpan>> = BTreeMap::new();
    for part in model.session.unread() {
        let parts = unread_for.entry(part.unread()).or_default();
        parts.push(part.span);
    }
    let is_of_unread = |note: &Note| {
        let parts = unread_for.get(&Some(&note.text[..]));
        parts.is_some_and(|parts| {
            // The parts of a reply are in order and have no line in common.
            let n_before = parts.partition_point(|part| part.start <= note.span.start);
            n_before > 0 && note.span.end <= parts[n_before - 1].end
        })
    };
    let notes = notes.iter().filter(is_first);
    let notes = notes.filter(|note| !is_of_unread(note)).map(line);
    unread(model, theme)
        .into_iter()
        .chain(notes)
        .chain(not_edits(model, theme))
        .collect()
}

/// Lists the parts of the reply that look like edits and could not be read, each with its lines.
fn unread(model: &Model, theme: &Theme) -> Vec<Line> {
    /// No longer part is shown whole.
    const MOST: usize = 60;
    let (text, muted, problem) = (
        theme.style(Role::Text),
        theme.style(Role::Muted),
        theme.style(Role::Problem),
    );
    let mut lines = Vec::new();
    let reply: Vec<&[u8]> = model.session.reply().lines().collect();
    for part in model.session.unread() {
        let at = model.line_of_reply(part.span.start);
        let why = part.unread().unwrap_or_default();
        let n_lines = part.span.len();
        lines.push(Line::new().add(&format!(" {at}  "), muted).add(
            &format!("not read, {}: {why}", counted(n_lines, "line")),
            problem,
        ));
        let own = reply.iter().skip(part.span.start);
        lines.extend(own.take(n_lines.min(MOST)).map(|line| {
            let blank = Line::new().add("    ", muted);
            blank.add_bytes(line, text)
        }));
        if n_lines > MOST {
            let more = format!(
                "    {} {}",
                model.symbols.gap(),
                counted(n_lines - MOST, "line")
            );
            lines.push(Line::new().add(&more, muted));
        }
        lines.push(Line::new());
    }
    lines
}

/// Lists the parts of the reply that ask for nothing.
fn not_edits<'a>(model: &'a Model, theme: &Theme) -> impl Iterator<Item = Line> + 'a {
    let muted = theme.style(Role::Muted);
    model.session.parts().iter().filter_map(move |part| {
        let Verdict::NotAnEdit(kind) = &part.verdict else {
            return None;
        };
        let at = model.line_of_reply(part.span.start);
        let n_lines = counted(part.span.len(), "line");
        let text = format!(" {at}  not an edit, {n_lines}: {}", kind.words());
        Some(Line::new().add(&text, muted))
    })
}

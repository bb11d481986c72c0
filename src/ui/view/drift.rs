//! Changes of files, line by line: what became different on disk, with what matching anew would do, and all that would be
//! written.

use std::collections::BTreeMap;

use super::super::drift::{Fate, FileDiff};
use super::super::keymap::Action;
use super::super::model::Model;
use super::super::theme::{Role, Theme};
use super::line::Line;
use crate::patch::{HunkId, LineKind};

/// Returns the rows of the page: what matching anew would do first, then each change.
pub(super) fn lines(model: &Model, theme: &Theme) -> Vec<Line> {
    let mut lines = fates(model, theme);
    lines.push(Line::new());
    for file in &model.drift.files {
        if file.now.text().is_none() {
            let gone = " it is gone, or no text any more: ";
            lines.push(Line::new().add(gone, theme.style(Role::Problem)));
        }
        lines.extend(changes(&file.diff, theme));
    }
    lines
}

/// Returns the rows of all that would be written.
pub(super) fn full_diff(model: &Model, theme: &Theme) -> Vec<Line> {
    let files = model.full_diff.iter();
    files.flat_map(|file| changes(file, theme)).collect()
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
        .add(", with every decision kept:", muted);
    let mut lines = vec![heading];
    for (moves, hunks) in &by_fate {
        let (words, style) = match moves {
            None => ("look again at".to_string(), theme.style(Role::Problem)),
            Some(0) => ("stay".to_string(), text),
            Some(lines) => (format!("move by {lines:+}"), text),
        };
        lines.push(
            Line::new()
                .add(&format!("   {words}: "), style)
                .add(&numbers(hunks), text),
        );
    }
    if model.drift.fates.is_none() {
        lines.push(Line::new().add("   just being worked out ...", muted));
    } else if by_fate.is_empty() {
        lines.push(Line::new().add("   no hunk has a place in it yet", muted));
    }
    lines
}

fn changes(file: &FileDiff, theme: &Theme) -> Vec<Line> {
    let muted = theme.style(Role::Muted);
    let (come, go) = file.n_lines();
    let heading = Line::new()
        .add(" ", muted)
        .add_bytes(file.path.as_bytes(), theme.style(Role::Heading))
        .add(&format!("  +{come} -{go}"), muted);
    let mut lines = vec![heading];
    for (nth, hunk) in file.hunks.iter().enumerate() {
        if nth > 0 {
            lines.push(Line::new().add("   ...", muted));
        }
        let mut at = hunk.hint.map_or(0, |hint| hint.line_index);
        for line in hunk.lines.iter() {
            let style = match line.kind {
                LineKind::Context => theme.style(Role::Text),
                LineKind::Delete => theme.style(Role::Delete),
                LineKind::Insert => theme.style(Role::Insert),
            };
            let number = if line.in_preimage() {
                at += 1;
                at.to_string()
            } else {
                String::new()
            };
            lines.push(
                Line::new()
                    .add(&format!("{number:>6} "), muted)
                    .add(&line.kind.sign().to_string(), style)
                    .add_bytes(&line.body, style),
            );
        }
    }
    lines
}

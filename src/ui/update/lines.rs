//! Choosing lines of a hunk: all its changes are shown, each marked as wanted or not.

use std::collections::{BTreeMap, BTreeSet};

use super::super::doc::{Doc, Reading};
use super::super::effect::Effect;
use super::super::model::{LinesView, Mode, Model, told_in};
use super::{decide, refuse};
use crate::matcher::Candidate;
use crate::patch::LineKind;
use crate::plan::{Block, BlockDecision, Decision};
use crate::session::Command;

/// Starts choosing, in the block under review: marked are the lines that what was decided so far leaves wanted.
pub(super) fn open(model: &mut Model) -> Vec<Effect> {
    let hunk = model.current();
    let Some(placed) = hunk.placement.clone() else {
        return Vec::new();
    };
    let doc = Doc::new(&model.session, model.hunk, Some(&placed.candidate));
    let rows = changed_rows(model, &doc, &placed.candidate);
    let chosen = wanted_so_far(model, rows.values().copied());
    let block = model.split().get(model.block);
    let in_block = |line: &usize| block.is_none_or(|block| block.lines.contains(line));
    let first = rows.iter().find(|(_, line)| in_block(line));
    let first = first.map(|(row, _)| *row);
    model.show_doc(doc);
    let lines = placed.candidate.variant.lines.iter().enumerate();
    let added = lines.filter(|(_, line)| line.is_insert());
    let added = added.map(|(index, _)| index).collect();
    model.mode = Mode::Lines(LinesView {
        rows,
        chosen,
        added,
    });
    model.bring_into_view();
    if let Some(row) = first {
        model.move_cursor(row);
    }
    renew_told(model);
    Vec::new()
}

/// Returns which of the changed lines no decision has ruled out: a line of a rejected block is written only where somebody
/// marks it again.
fn wanted_so_far(model: &Model, changed: impl Iterator<Item = usize>) -> BTreeSet<usize> {
    let rejected = |block: &&Block| block.decision == BlockDecision::Rejected;
    let blocks = model.split();
    let is_wanted = |line: &usize| match &model.current().decision {
        _ if !blocks.is_empty() => !blocks
            .iter()
            .filter(rejected)
            .any(|block| block.lines.contains(line)),
        Decision::Lines(lines) => lines.contains(line),
        Decision::Undecided | Decision::Accepted => true,
        Decision::Rejected { .. } => false,
    };
    changed.filter(is_wanted).collect()
}

/// Returns the rows of the hunk's own changes with the lines of the hunk that make them.
fn changed_rows(model: &Model, doc: &Doc, place: &Candidate) -> BTreeMap<usize, usize> {
    let lines = || place.variant.lines.iter().enumerate();
    let mut insertions = lines()
        .filter(|(_, line)| line.is_insert())
        .map(|(index, _)| index);
    let targets = place.targets();
    let deletion_at = |target: usize| {
        lines()
            .filter(|(_, line)| line.is_delete())
            .map(|(index, _)| index)
            .find(|index| targets[*index] == Some(target))
    };
    let range = doc.rows_of_hunk(Reading::Unified, model.hunk);
    let rows = doc.rows(Reading::Unified, range.start, range.len());
    let cells = rows
        .iter()
        .zip(range)
        .filter_map(|(row, at)| Some((at, row.left?)));
    let own = cells.filter(|(_, cell)| cell.by.map(|by| by.hunk) == Some(model.hunk));
    own.filter_map(|(row, cell)| {
        let index = match cell.kind {
            LineKind::Delete => deletion_at(cell.line_index?),
            LineKind::Insert => insertions.next(),
            LineKind::Context => None,
        };
        Some((row, index?))
    })
    .collect()
}

/// Marks the line under the cursor, or not any more: pressed twice, all is as before.
pub(super) fn toggle(model: &mut Model) -> Vec<Effect> {
    let row = model.view.cursor;
    let Mode::Lines(view) = &mut model.mode else {
        return Vec::new();
    };
    let Some(line) = view.rows.get(&row).copied() else {
        return refuse(model, "this line is not changed");
    };
    if !view.chosen.remove(&line) {
        view.chosen.insert(line);
    }
    renew_told(model);
    Vec::new()
}

/// Marks all changed lines that stand together around the cursor, or none of them when all are marked.
pub(super) fn toggle_run(model: &mut Model) -> Vec<Effect> {
    let row = model.view.cursor;
    let Mode::Lines(view) = &mut model.mode else {
        return Vec::new();
    };
    let changed = |row: &usize| view.rows.contains_key(row);
    let start = (0..=row).rev().take_while(changed).last();
    let Some(start) = start else {
        return refuse(model, "this line is not changed");
    };
    let run: BTreeSet<usize> = (start..)
        .map_while(|row| view.rows.get(&row).copied())
        .collect();
    if run.is_subset(&view.chosen) {
        view.chosen.retain(|line| !run.contains(line));
    } else {
        view.chosen.extend(run);
    }
    renew_told(model);
    Vec::new()
}

/// Returns what taking the marked lines decides.
fn decision(view: &LinesView) -> Decision {
    match view.rows.values().all(|line| view.chosen.contains(line)) {
        true => Decision::Accepted,
        false if view.chosen.is_empty() => Decision::Rejected { why: None },
        false => Decision::Lines(view.chosen.clone()),
    }
}

/// Tells what the marked lines alone lose or leave broken.
fn renew_told(model: &mut Model) {
    let Mode::Lines(view) = &model.mode else {
        return;
    };
    let (hunk, decision) = (model.hunk, decision(view));
    let mut tried = model.session.clone();
    tried.run(Command::Decide { hunk, decision });
    model.told = told_in(&tried, hunk);
}

/// Accepts the hunk with the marked lines.
pub(super) fn take(model: &mut Model) -> Vec<Effect> {
    let Mode::Lines(view) = &model.mode else {
        return Vec::new();
    };
    let decision = decision(view);
    model.mode = Mode::Review;
    let hunk = model.hunk;
    decide::go_on_after(model, Command::Decide { hunk, decision })
}

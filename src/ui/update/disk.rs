//! What concerns the files: drift, matching anew, applying and taking back. Nothing on the screen moves by itself.

use std::collections::BTreeMap;

use super::super::allow;
use super::super::counted;
use super::super::drift::{self, Drift, FileDiff};
use super::super::effect::Effect;
use super::super::keymap::{Action, Goal};
use super::super::model::{ApplyView, Checked, Extent, Mode, Model, Page};
use super::super::task::Task;
use super::super::world::{Applied, NotUndone};
use super::{decide, refuse, tell};
use crate::matcher::Tier;
use crate::patch::{FileOp, HunkId};
use crate::plan::{By, ChangeSet, Decision, HunkPlan, Placement, Scope, State};
use crate::session::{Refreshed, Session};
use crate::text::{RelPath, Snapshot};

/// Targets were looked at: those that changed raise the banner.
pub(super) fn seen(model: &mut Model, snapshots: Vec<Snapshot>) -> Vec<Effect> {
    let looked_at = |path: &RelPath| snapshots.iter().any(|now| now.path == *path);
    let known = std::mem::take(&mut model.drift).files.into_iter();
    let mut now: Vec<Snapshot> = known
        .map(|file| file.now)
        .filter(|now| !looked_at(&now.path))
        .collect();
    now.extend(snapshots);
    model.drift = Drift::noticed(&model.session, now);
    // The screen stays what it is, so that no key pressed for it means something else a moment later.
    if let Mode::Apply(view) = &mut model.mode {
        view.checked = if model.drift.is_empty() {
            Checked::Same
        } else {
            Checked::Changed
        };
    }
    if model.drift.is_empty() {
        return Vec::new();
    }
    vec![Effect::Judge(model.drift.clone())]
}

/// Files were matched anew, decisions kept.
pub(super) fn rematched(model: &mut Model, session: Session, refreshed: &Refreshed) -> Vec<Effect> {
    model.session = session;
    model.drift = Drift::default();
    if matches!(model.mode, Mode::Apply(_) | Mode::Page(Page::Drift, _)) {
        model.mode = Mode::Review;
    }
    settle_anew(model);
    tell(model, words_of(refreshed, model));
    vec![Effect::Save]
}

fn words_of(refreshed: &Refreshed, model: &Model) -> String {
    let kept = refreshed.kept.len();
    match refreshed.look_again.as_slice() {
        [] if kept == 0 => format!("matched again  {}", decide::what_next(model)),
        [] => format!("matched again: {kept} kept, none lost"),
        again => {
            let names: Vec<String> = again
                .iter()
                .map(|id| model.session.number(*id).to_string())
                .collect();
            let who = match names.len() {
                1 => format!("hunk {} needs", names[0]),
                _ => format!("hunks {} need", names.join(", ")),
            };
            let tab = model.key(Action::Go(Goal::NextProblem));
            format!("matched again: {kept} kept; {who} another look ({tab})")
        }
    }
}

/// Makes the screen anew after files changed under it.
fn settle_anew(model: &mut Model) {
    // Places are counted from the best: a place looked at may be another now.
    model.looked.clear();
    model.renew_findings();
    model.renew_list();
    model.go_to(model.hunk);
}

/// A reply was opened: its review takes the place of the one on the screen.
pub(super) fn opened(model: &mut Model, session: Session, name: String) -> Vec<Effect> {
    model.take_session(session, name);
    vec![Effect::Watch(model.targets()), Effect::Save]
}

/// Shows what would be written, and has the files read again meanwhile.
pub(super) fn open_apply(model: &mut Model) -> Vec<Effect> {
    match model.session.changes(Scope::Accepted) {
        Ok(changes) => {
            let checked = Checked::Reading;
            model.full_diff = drift::full_diff(&model.session, &changes);
            model.mode = Mode::Apply(ApplyView {
                extents: extents(&model.session, &changes, &model.full_diff),
                left_out: left_out(&model.session),
                look_again: to_look_at(&model.session),
                changes,
                checked,
                linked: Vec::new(),
                top: 0,
            });
            vec![Effect::Look(model.targets())]
        }
        Err(stuck) => refuse(model, allow::stuck_words(model, &stuck)),
    }
}

/// Returns the hunks that are not written, or not whole.
fn left_out(session: &Session) -> Vec<HunkId> {
    let is_left_out = |hunk: &&HunkPlan| match (&hunk.decision, &hunk.state) {
        (Decision::Accepted, _) => false,
        (Decision::Lines(_), _) => true,
        (_, State::AlreadyApplied | State::NoOp) => false,
        (Decision::Undecided, State::Skipped) => false,
        (Decision::Undecided | Decision::Rejected { .. }, _) => true,
    };
    let hunks = session.plan().hunks().filter(is_left_out);
    hunks.map(|hunk| hunk.id).collect()
}

/// Returns the accepted hunks that a person put where they are, or that match loosely.
fn to_look_at(session: &Session) -> Vec<HunkId> {
    let files = session.plan().files.iter();
    let written = files.flat_map(|file| file.written(Scope::Accepted));
    let is_loose =
        |placed: &Placement| placed.by == By::Person || placed.candidate.tier > Tier::Resilient;
    written
        .filter(|hunk| hunk.placement.as_ref().is_some_and(is_loose))
        .map(|hunk| hunk.id)
        .collect()
}

/// Goes to one of the hunks to look at once more, by its 1-based number in the list.
pub(super) fn look_again(model: &mut Model, number: usize) -> Vec<Effect> {
    let Mode::Apply(view) = &model.mode else {
        return Vec::new();
    };
    match view.look_again.get(number.wrapping_sub(1)).copied() {
        Some(hunk) => {
            model.mode = Mode::Review;
            model.go_to(hunk);
            Vec::new()
        }
        None => refuse(model, format!("there is no hunk {number} in that list")),
    }
}

/// Shows all that would be written, line by line.
pub(super) fn show_full_diff(model: &mut Model) -> Vec<Effect> {
    if matches!(model.mode, Mode::Apply(_)) {
        model.mode = Mode::Page(Page::FullDiff, 0);
    }
    Vec::new()
}

/// Returns how much of each file is changed, in the order of `changes` and of what they compare to.
fn extents(session: &Session, changes: &ChangeSet, diffs: &[FileDiff]) -> Vec<Extent> {
    let mut by_target: BTreeMap<&RelPath, Extent> = BTreeMap::new();
    for file in &session.plan().files {
        let Some(target) = &file.target else { continue };
        let extent = by_target.entry(target).or_default();
        extent.n_written += file.written(Scope::Accepted).count();
        extent.n_hunks += file.hunks.len();
        extent.is_replaced |= matches!(file.op, FileOp::Create | FileOp::Replace);
    }
    let of = |path| by_target.get(path).copied().unwrap_or_default();
    let changes = changes.changes().iter().zip(diffs);
    changes
        .map(|(change, diff)| {
            let (n_come, n_go) = diff.n_lines();
            Extent {
                n_come,
                n_go,
                ..of(change.path())
            }
        })
        .collect()
}

/// Has it written.
pub(super) fn write(model: &mut Model) -> Vec<Effect> {
    let Mode::Apply(view) = &model.mode else {
        return Vec::new();
    };
    let (changes, targets) = (view.changes.clone(), model.targets());
    vec![if view.linked.is_empty() {
        Effect::Apply(changes, targets)
    } else {
        // They were shown, and the person says yes once more.
        Effect::ApplySplitting(changes, targets)
    }]
}

/// Files that were to be written have other names: that is asked about before anything is.
pub(super) fn linked(model: &mut Model, paths: Vec<RelPath>) -> Vec<Effect> {
    if let Mode::Apply(view) = &mut model.mode {
        view.linked = paths;
    }
    Vec::new()
}

/// An apply ended.
pub(super) fn applied(
    model: &mut Model,
    done: Result<Applied, String>,
    snapshots: Vec<Snapshot>,
) -> Vec<Effect> {
    model.mode = Mode::Review;
    match done {
        Err(why) => {
            let effects = seen(model, snapshots);
            refuse(model, format!("nothing was written: {why}"));
            effects
        }
        Ok(applied) => vec![Effect::Think(Task::NoteApplied(applied, snapshots))],
    }
}

/// What was written is noted in `session`.
pub(super) fn written(model: &mut Model, applied: Applied, session: Session) -> Vec<Effect> {
    model.session = session;
    settle_anew(model);
    let files = counted(applied.n_files, "file");
    model.applied.push(applied.name);
    let next = what_was_stopped(model).unwrap_or_else(|| decide::what_next(model));
    let back = model.key(Action::UndoApply);
    tell(
        model,
        format!("wrote {files}; {back} takes it back  {next}"),
    );
    vec![Effect::Save]
}

/// Says how much was not matched because the person stopped it; `None` where all was.
fn what_was_stopped(model: &Model) -> Option<String> {
    let n_files = Some(model.n_unsearched()).filter(|n_files| *n_files > 0)?;
    let again = model.key(Action::Rematch);
    Some(format!(
        "(stopped: {} not looked through; {again} looks again)",
        counted(n_files, "file")
    ))
}

/// Taking an apply back ended.
pub(super) fn unapplied(
    model: &mut Model,
    done: Result<Applied, NotUndone>,
    snapshots: Vec<Snapshot>,
) -> Vec<Effect> {
    match done {
        Err(not_undone) => {
            let effects = seen(model, snapshots);
            let words = match not_undone {
                NotUndone::Failed(why) => format!("not taken back: {why}"),
                NotUndone::Changed(why) => {
                    model.asked = Some(Action::UndoApply);
                    let again = model.key(Action::UndoApply);
                    format!("not taken back: {why}; {again} again opens that patch here")
                }
            };
            refuse(model, words);
            effects
        }
        Ok(undone) => vec![Effect::Think(Task::NoteUnapplied(undone, snapshots))],
    }
}

/// What was taken back is noted in `session`.
pub(super) fn taken_back(model: &mut Model, undone: &Applied, session: Session) -> Vec<Effect> {
    model.session = session;
    settle_anew(model);
    let files = counted(undone.n_files, "file");
    let what = match model.applied.pop() {
        Some(_) => format!("taken back: {files} as before; your decisions stay"),
        None => format!(
            "taken back: {}, from before this review, {files}",
            undone.name
        ),
    };
    let stopped = what_was_stopped(model).map_or(String::new(), |words| format!("  {words}"));
    tell(model, format!("{what}{stopped}"));
    vec![Effect::Save]
}

/// Opens the target where the hunk goes.
pub(super) fn open_editor(model: &mut Model) -> Vec<Effect> {
    let file = &model.session.plan().files[model.hunk.file];
    let Some(path) = file.target.clone() else {
        return Vec::new();
    };
    vec![Effect::OpenEditor(
        path,
        model.doc.first_line_of(model.hunk) + 1,
    )]
}

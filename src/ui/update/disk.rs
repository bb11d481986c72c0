//! What concerns the files: drift, matching anew, applying and taking back. Nothing on the screen moves by itself.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::super::allow;
use super::super::drift::Drift;
use super::super::effect::Effect;
use super::super::keymap::{Action, Goal};
use super::super::model::{ApplyView, Checked, Mode, Model, Page, Scroll, Toast, WrittenView};
use super::super::opening::Opened;
use super::super::survey::Survey;
use super::super::task::JobRequest;
use super::super::view::left_out_groups;
use super::super::words::{sentence, some_paths};
use super::super::world::{Applied, NotUndone};
use super::{choose, decide, refuse, tell};
use crate::patch::{Given, HunkId};
use crate::plan::{Decision, HunkPlan, State};
use crate::session::{Refreshed, Session};
use crate::text::words::counted;
use crate::text::{RelPath, Snapshot};

/// Targets were looked at: those that changed raise the banner.
pub(super) fn seen(model: &mut Model, snapshots: Vec<Snapshot>) -> Vec<Effect> {
    let looked_at = |path: &RelPath| snapshots.iter().any(|now| now.path == *path);
    let known = model.drift.files.iter().map(|file| &file.now);
    let mut now: Vec<Snapshot> = known.filter(|now| !looked_at(&now.path)).cloned().collect();
    now.extend(snapshots);
    let drift = Drift::noticed(&model.session, now);
    // A file may be written time and again with the same bytes: what was worked out of them stands.
    let is_known = drift.is_of_same(&model.drift);
    if !is_known {
        model.take_drift(drift);
        // The announced next step is no longer true; why a key did nothing still is.
        model.toast.take_if(|toast| matches!(toast, Toast::Done(_)));
    }
    // The screen stays what it is, so that no key pressed for it means something else a moment later.
    if let Mode::Apply(view) = &mut model.mode {
        view.checked = if model.drift.is_empty() {
            Checked::Same
        } else {
            Checked::Changed
        };
    }
    if model.asked == Some(Action::SeeDrift) {
        model.asked = None;
        show_drift(model);
    }
    if is_known {
        return Vec::new();
    }
    vec![Effect::Judge(model.drift.clone())]
}

/// Shows what changed on disk; where nothing is known of that, the files are looked at first: nothing may have watched them.
pub(super) fn see_drift(model: &mut Model) -> Vec<Effect> {
    if !model.drift.is_empty() {
        show_drift(model);
        return Vec::new();
    }
    model.asked = Some(Action::SeeDrift);
    vec![Effect::Look(model.targets())]
}

fn show_drift(model: &mut Model) {
    if model.drift.is_empty() {
        refuse(model, allow::unchanged_words(model));
    } else {
        model.open_page(Page::Drift);
    }
}

/// Files were matched anew, decisions kept.
pub(super) fn rematched(model: &mut Model, session: Session, refreshed: &Refreshed) -> Vec<Effect> {
    let now: Vec<Snapshot> = session.snapshots().values().cloned().collect();
    let drifted: Vec<RelPath> = model.session.drifted(&now).into_iter().cloned().collect();
    if drifted.is_empty() && model.session.tally().n_unsearched == 0 {
        let effects = seen(model, now);
        refuse(model, allow::unchanged_words(model));
        return effects;
    }
    model.exchange(session);
    model.take_drift(Drift::default());
    let was_apply = matches!(model.mode, Mode::Apply(_));
    let shows_what_was = matches!(
        model.mode.base(),
        Mode::Apply(_) | Mode::Written(_) | Mode::Page(..)
    );
    if shows_what_was {
        model.mode = Mode::Review;
    }
    settle_anew(model);
    let rest = Rest::of(model, &drifted, refreshed);
    let of = match drifted.as_slice() {
        [] => String::new(),
        [path] => format!(" {}", choose::file_name(&path.to_text())),
        paths => format!(" {}", counted(paths.len(), "file")),
    };
    let said = words_of(refreshed, &rest, (model, &of));
    let stay = match refreshed.look_again.is_empty() {
        true => kept_in_whole(model, &drifted),
        false => "",
    };
    tell(model, format!("{said}{stay}"));
    // What the drift would have meant need not be worked out any more.
    let mut effects = vec![Effect::Judge(model.drift.clone()), Effect::Save];
    // Who was about to write is shown what would be written now.
    if was_apply && refreshed.look_again.is_empty() {
        effects.push(Effect::Think(JobRequest::Survey));
    }
    effects
}

/// Says that what changed on disk stays in a file that the reply gives whole, though that lacks it.
fn kept_in_whole(model: &Model, drifted: &[RelPath]) -> &'static str {
    let files = model.session.plan().files.iter();
    let mut whole = files
        .zip(&model.session.patch().files)
        .filter(|(_, section)| section.given == Given::Whole);
    let is_drifted = |path: &RelPath| drifted.contains(path);
    match whole.any(|(file, _)| file.target.as_ref().is_some_and(is_drifted)) {
        true => "; your changes to the file stay",
        false => "",
    }
}

/// The hunks of files that were matched anew, but for decisions that were kept and for what has to be looked at again.
struct Rest {
    /// How many are undecided and have their place.
    n_found: usize,
    /// Those that needed review, and still do.
    open: Vec<HunkId>,
}

impl Rest {
    fn of(model: &Model, files: &[RelPath], refreshed: &Refreshed) -> Rest {
        let plans = model.session.plan().files.iter();
        let is_of = |path: &RelPath| files.contains(path);
        let of_files = plans.filter(|plan| plan.target.as_ref().is_some_and(is_of));
        let look_again: BTreeSet<&HunkId> = refreshed.look_again.iter().collect();
        let hunks = of_files
            .flat_map(|plan| &plan.hunks)
            .filter(|hunk| !look_again.contains(&hunk.id));
        let (open, found): (Vec<&HunkPlan>, Vec<_>) = hunks.partition(|hunk| hunk.needs_person());
        let is_found =
            |hunk: &&&HunkPlan| hunk.decision == Decision::Undecided && hunk.state == State::Placed;
        Rest {
            n_found: found.iter().filter(is_found).count(),
            open: open.iter().map(|hunk| hunk.id).collect(),
        }
    }
}

/// Says what became of each hunk of the files that were matched anew.
fn words_of(refreshed: &Refreshed, rest: &Rest, (model, of): (&Model, &str)) -> String {
    let decided = |id: &&HunkId| model.session.plan().hunk(**id).decision != Decision::Undecided;
    let n_kept = refreshed.kept.iter().filter(decided).count();
    let counts = [
        (n_kept, "decision", " kept"),
        (rest.n_found, "hunk", " found again"),
    ];
    let counts = counts.into_iter().filter(|(n, ..)| *n > 0);
    let counts = counts.map(|(n, what, became)| counted(n, what) + became);
    let counts = match counts.collect::<Vec<_>>().join(", ") {
        counts if counts.is_empty() => counts,
        counts => format!(": {counts}"),
    };
    let (again, new): (Vec<HunkId>, Vec<HunkId>) = refreshed.look_again.iter().partition(decided);
    let needs = |id: &HunkId| model.session.plan().hunk(*id).needs_person();
    let (new, open): (Vec<HunkId>, Vec<HunkId>) = new.into_iter().partition(needs);
    let said = |hunks: &[HunkId], one: &str, many: &str| match hunks.len() {
        0 => String::new(),
        1 => format!(". {} {one}", sentence(&model.session.names(hunks))),
        _ => format!(". {} {many}", sentence(&model.session.names(hunks))),
    };
    let must = "must be reviewed again";
    let need = [
        said(&again, must, must),
        said(&new, "needs review", "need review"),
        said(&open, "is undecided again", "are undecided again"),
        said(&rest.open, "still needs review", "still need review"),
    ];
    let need = need.concat();
    match (counts.as_str(), need.as_str()) {
        ("", "") => format!("Re-matched{of}  {}", decide::what_next(model)),
        (counts, "") => format!("Re-matched{of}{counts}, 0 lost"),
        (counts, need) => {
            let where_to = match allow::others_need(model) {
                true => model.key(Action::Go(Goal::NextProblem)),
                false => "this one".to_string(),
            };
            format!("Re-matched{of}{counts}{need} ({where_to})")
        }
    }
}

/// Makes the screen anew after files changed under it.
fn settle_anew(model: &mut Model) {
    // Places are counted from the best: a place looked at may be another now.
    model.looked.clear();
    model.survey = None;
    model.renew_findings();
    model.renew_list();
    model.go_to(model.hunk);
}

/// A reply was opened: its review takes the place of the one on the screen.
pub(super) fn opened(model: &mut Model, opened: Opened) -> Vec<Effect> {
    // Of the review that the screen was opened for nothing is different from what is saved.
    let is_first = model.pending.is_some();
    model.take_session(opened.session, opened.name);
    model.replies = opened.replies;
    model.toast = opened.greeting.map(Toast::Done);
    let save = (!is_first).then_some(Effect::Save);
    std::iter::once(Effect::Watch).chain(save).collect()
}

/// What would be written was worked out: shows it, and has the files read again meanwhile.
pub(super) fn surveyed(model: &mut Model, survey: Result<Survey, Vec<HunkId>>) -> Vec<Effect> {
    match survey {
        Ok(survey) => show_survey(model, Arc::new(survey)),
        Err(stuck) => refuse(model, allow::stuck_words(model, &stuck)),
    }
}

/// Shows once more what would be written, after a page was read over it.
pub(super) fn reopen_apply(model: &mut Model) -> Vec<Effect> {
    match model.survey.clone() {
        Some(survey) => show_survey(model, survey),
        None => {
            model.mode = Mode::Review;
            Vec::new()
        }
    }
}

fn show_survey(model: &mut Model, survey: Arc<Survey>) -> Vec<Effect> {
    if !model
        .survey
        .as_ref()
        .is_some_and(|shown| Arc::ptr_eq(shown, &survey))
    {
        model.survey_colours.clear();
    }
    // What was looked at stays on the screen when some more is accepted.
    let scroll = if let Mode::Apply(view) = &model.mode {
        view.scroll
    } else {
        Scroll::default()
    };
    model.survey = Some(survey.clone());
    let left_out = left_out_groups(model, &survey.left_out);
    model.mode = Mode::Apply(ApplyView {
        survey,
        left_out,
        checked: Checked::Reading,
        linked: Vec::new(),
        scroll,
    });
    let colours = model.survey_colour_request().map(Effect::Colour);
    let look = Effect::Look(model.targets());
    std::iter::once(look).chain(colours).collect()
}

/// Goes to one of the hunks to look at once more, by its 1-based number in the list.
pub(super) fn look_again(model: &mut Model, number: usize) -> Vec<Effect> {
    let Mode::Apply(view) = &model.mode else {
        return Vec::new();
    };
    match view.survey.look_again.get(number.wrapping_sub(1)).copied() {
        Some(hunk) => {
            model.mode = Mode::Review;
            model.go_to(hunk);
            Vec::new()
        }
        None => refuse(model, format!("no hunk {number} in the list")),
    }
}

/// Shows all that would be written, line by line.
pub(super) fn show_full_diff(model: &mut Model) -> Vec<Effect> {
    if matches!(model.mode, Mode::Apply(_)) {
        model.open_page(Page::FullDiff);
    }
    Vec::new()
}

/// Has it written.
pub(super) fn write(model: &mut Model) -> Vec<Effect> {
    let Mode::Apply(view) = &model.mode else {
        return Vec::new();
    };
    let (changes, targets) = (view.survey.changes.clone(), model.targets());
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
            // How a reply is matched again has a key here.
            let words = match why.strip_suffix("; nothing was written, match it again") {
                Some(why) => format!("{why}: {} matches again", model.key(Action::Rematch)),
                None => why,
            };
            refuse(model, format!("Nothing written: {words}"));
            effects
        }
        Ok(applied) => vec![Effect::Think(JobRequest::NoteApplied(applied, snapshots))],
    }
}

/// What was written is noted in `session`, and shown: what, what not, how it is taken back, and what comes next.
pub(super) fn written(model: &mut Model, mut applied: Applied, session: Session) -> Vec<Effect> {
    let survey = model.survey.clone();
    // Why hunks stay out is known of the review as it was.
    let left_out = survey
        .as_ref()
        .map(|survey| left_out_groups(model, &survey.left_out));
    model.exchange(session);
    settle_anew(model);
    let extents = survey.iter().flat_map(|survey| &survey.extents);
    applied.n_lines = extents.fold((0, 0), |(a, b), of| (a + of.n_come, b + of.n_go));
    let (come, go) = applied.n_lines;
    let files = counted(applied.n_files, "file");
    model.applied.push(applied);
    model.not_undone = None;
    let stopped = what_was_stopped(model);
    match survey.zip(left_out) {
        // The page says what was written.
        Some((survey, left_out)) => {
            model.toast = stopped.map(|words| Toast::Done(sentence(&words)));
            model.mode = Mode::Written(WrittenView {
                survey,
                left_out,
                scroll: Scroll::default(),
            });
        }
        None => {
            let stopped = stopped.map_or(String::new(), |words| format!("  {words}"));
            tell(model, format!("Wrote {files}, +{come} -{go}{stopped}"));
        }
    }
    vec![Effect::Save]
}

/// Says how much was not matched because the person stopped it; `None` where all was.
fn what_was_stopped(model: &Model) -> Option<String> {
    let n_files = Some(model.session.tally().n_unsearched).filter(|n_files| *n_files > 0)?;
    let again = model.key(Action::Rematch);
    Some(format!(
        "(stopped: {} not searched; {again} searches again)",
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
            model.not_undone = match &not_undone {
                NotUndone::Nothing => None,
                NotUndone::Failed(why) => Some(why.clone()),
                NotUndone::Changed(paths) => Some(format!("{} changed since", some_paths(paths))),
            };
            let words = match not_undone {
                NotUndone::Nothing => "Nothing to undo: nothing written yet".to_string(),
                NotUndone::Failed(why) => format!("Not undone: {why}"),
                NotUndone::Changed(paths) => {
                    model.asked = Some(Action::UndoApply);
                    let again = model.key(Action::UndoApply);
                    // The page of what was written says why.
                    let is_told = matches!(model.mode, Mode::Written(_));
                    let why = match is_told {
                        true => String::new(),
                        false => format!(": {} changed since", some_paths(&paths)),
                    };
                    format!("Not undone{why}. {again} again opens the undo as a patch")
                }
            };
            refuse(model, words);
            effects
        }
        Ok(undone) => vec![Effect::Think(JobRequest::NoteUnapplied(undone, snapshots))],
    }
}

/// What was taken back is noted in `session`.
pub(super) fn taken_back(model: &mut Model, undone: &Applied, session: Session) -> Vec<Effect> {
    model.exchange(session);
    if matches!(model.mode, Mode::Written(_)) {
        model.mode = Mode::Review;
    }
    settle_anew(model);
    let applied = model.applied.pop();
    model.not_undone = None;
    // What an undo renames back it counts by both names.
    let n_files = applied
        .as_ref()
        .map_or(undone.n_files, |applied| applied.n_files);
    let files = counted(n_files, "file");
    let what = match applied {
        Some(_) => format!("Undone: {files} restored, decisions kept"),
        None => format!("Undone: {}, from before this review, {files}", undone.name),
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

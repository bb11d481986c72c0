//! The files that a section of a patch may mean: listed when another target is asked for, those that its hunks fit first.

use std::cmp::Reverse;

use super::model::Picker;
use super::progress::Progress;
use super::world::World;
use crate::matcher::Candidate;
use crate::patch::{HunkId, PatchPath};
use crate::plan::{By, HunkPlan, State};
use crate::report;
use crate::session::{Command, Outcome, Session};
use crate::text::RelPath;
/// How many hunks are tried on files, all files together: more would keep somebody waiting.
const MOST_TRIED: usize = 200;

/// A choice of files.
#[derive(Debug, Clone)]
pub struct Targets {
    /// The files of the patch that the choice is for, by their indexes.
    pub files: Vec<usize>,
    /// The files, those that the hunks fit first, then those of close names.
    pub picker: Picker<Target>,
}

/// A file that may be meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// Which file.
    pub path: RelPath,
    /// How the hunks fit, in words; empty where none does, or nobody tried.
    pub fit: String,
}

impl Targets {
    /// Returns the files that `copy`, a copy of the review, knows, as one target for the `files` of the patch. The likeliest
    /// are read and tried; linear in the number of files, and not quick.
    pub(super) fn of(
        world: &dyn World,
        mut copy: Session,
        files: Vec<usize>,
        progress: &Progress,
    ) -> Targets {
        let Some(first) = files.first().copied() else {
            return Targets {
                files,
                picker: Picker::new(Vec::new()),
            };
        };
        let mut paths = copy.close_paths(first);
        let ending = match &copy.patch().files[first].path {
            PatchPath::Named(path) => path.extension().map(<[u8]>::to_vec),
            PatchPath::Missing | PatchPath::Refused { .. } => None,
        };
        let mut rest: Vec<RelPath> = copy.known_paths().to_vec();
        rest.retain(|path| !paths.contains(path));
        // Stable: each kind stays in its order.
        rest.sort_by_key(|path| ending.is_some() && path.extension() != ending.as_deref());
        paths.extend(rest);
        let n_hunks = files
            .iter()
            .map(|file| copy.plan().files[*file].hunks.len());
        let n_hunks = n_hunks.sum::<usize>().max(1);
        let n_tried = (MOST_TRIED / n_hunks).max(1).min(paths.len());
        progress.will_take(n_tried);
        let mut tried: Vec<(usize, Target)> = Vec::with_capacity(paths.len());
        for (nth, path) in paths.into_iter().enumerate() {
            let (n_fitting, fit) = match nth < n_tried && !progress.is_stopped() {
                true => fit(world, &mut copy, &files, &path),
                false => (0, String::new()),
            };
            if nth < n_tried {
                progress.step();
            }
            tried.push((n_fitting, Target { path, fit }));
        }
        tried.sort_by_key(|(n_fitting, _)| Reverse(*n_fitting));
        Targets {
            files,
            picker: Picker::new(tried.into_iter().map(|(_, target)| target).collect()),
        }
    }
}

/// Tries a file: returns how many hunks have a place there, or several equally good ones, and how well, in words.
fn fit(world: &dyn World, copy: &mut Session, files: &[usize], path: &RelPath) -> (usize, String) {
    let mut plans = files.iter().map(|file| &copy.plan().files[*file]);
    let is_own = plans.all(|plan| plan.target.as_ref() == Some(path));
    let command = Command::Retarget {
        files: files.to_vec(),
        path: path.clone(),
    };
    if !is_own && matches!(copy.run(command), Outcome::Refused(_)) {
        return (0, String::new());
    }
    copy.supply_wanted(|path| world.snapshot(path), &crate::matcher::Never);
    let plans = files.iter().map(|file| &copy.plan().files[*file]);
    let hunks: Vec<_> = plans.flat_map(|plan| &plan.hunks).collect();
    // Several places of which none fits well are no sign that the file is meant.
    let ties_well = |id: HunkId| {
        let best = copy.found(id).and_then(|found| found.candidates.first());
        best.is_some_and(Candidate::reaches_bar)
    };
    let fits = |hunk: &HunkPlan| {
        let has_place = matches!(
            hunk.state,
            State::Placed | State::Overlap(_) | State::AlreadyApplied
        );
        let may_tie = matches!(hunk.state, State::Ambiguous | State::TooWeak);
        has_place || may_tie && ties_well(hunk.id)
    };
    let fitting = || hunks.iter().filter(|hunk| fits(hunk));
    let n_fitting = fitting().count();
    let words = match (fitting().next(), hunks.len()) {
        (None, _) => String::new(),
        (Some(only), 1) => {
            let places = copy
                .found(only.id)
                .map_or(&[][..], |found| &found.candidates);
            match (&only.state, places.first()) {
                (State::Ambiguous, _) => "fits several places".to_string(),
                (State::AlreadyApplied, _) => "already applied".to_string(),
                (_, Some(place)) => {
                    let placed = only.placement.as_ref();
                    let words = match placed.map(|placed| placed.by) {
                        Some(By::Person) => "chosen by you",
                        Some(_) | None => report::tier_words(place.tier),
                    };
                    let place = placed.map_or(place, |placed| &placed.candidate);
                    format!("{words}, line {}", copy.change_line(only.id, place) + 1)
                }
                (_, None) => String::new(),
            }
        }
        (Some(_), n) => format!("{n_fitting} of {n} hunks fit"),
    };
    (n_fitting, words)
}

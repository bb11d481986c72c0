//! What a person decided, in order; undoing is dropping the last.

mod former;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::resolution::{Decision, Resolution, Step};
use super::settled::Settled;
use crate::patch::HunkId;
use crate::text::LineSpan;

/// All steps, those undone included until another is made. Cheap to clone, for it is saved after each of them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "Saved")]
pub struct Resolutions {
    steps: Vec<Arc<Step>>,
    n_done: usize,
}

/// What was saved of them; it may have been edited since.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    steps: Vec<Arc<Step>>,
    n_done: usize,
}

impl TryFrom<Saved> for Resolutions {
    type Error = &'static str;

    fn try_from(Saved { steps, n_done }: Saved) -> Result<Resolutions, &'static str> {
        if n_done > steps.len() {
            return Err("more steps are in force than there are");
        }
        Ok(Resolutions { steps, n_done })
    }
}

impl Resolutions {
    /// Adds a step; what had been undone is gone.
    pub fn push(&mut self, step: Step) {
        self.steps.truncate(self.n_done);
        self.steps.push(Arc::new(step));
        self.n_done = self.steps.len();
    }

    /// Takes the last step back and returns it; `None` when there is none.
    pub fn undo(&mut self) -> Option<&Step> {
        self.n_done = self.n_done.checked_sub(1)?;
        self.steps.get(self.n_done).map(|step| &**step)
    }

    /// Makes the step undone last again and returns it; `None` when there is none.
    pub fn redo(&mut self) -> Option<&Step> {
        let step = self.steps.get(self.n_done)?;
        self.n_done += 1;
        Some(step)
    }

    /// Drops the places chosen for the hunks that `is_void` names; other resolutions of their steps stay.
    pub fn forget_places(&mut self, is_void: impl Fn(HunkId) -> bool) {
        let goes = |it: &Resolution| {
            matches!(it, Resolution::Place { hunk, .. } if is_void(*hunk))
                || matches!(it, Resolution::Order { first, second } if is_void(*first) || is_void(*second))
        };
        for step in &mut self.steps {
            Arc::make_mut(step).resolutions.retain(|it| !goes(it));
        }
    }

    /// Drops all that was said of the hunks of one file of the patch: they are others now. Which file is meant stays.
    pub fn forget_hunks(&mut self, file: usize) {
        for step in &mut self.steps {
            let is_of_hunk = |resolution: &Resolution| {
                resolution.file() == file && !matches!(resolution, Resolution::Retarget { .. })
            };
            if step.resolutions.iter().any(is_of_hunk) {
                Arc::make_mut(step)
                    .resolutions
                    .retain(|resolution| !is_of_hunk(resolution));
            }
        }
    }

    /// Makes the hunks that `is_void` names undecided again wherever they were accepted, so that no undo or redo accepts
    /// them unseen. Rejected ones stay so.
    pub fn forget_acceptances(&mut self, is_void: impl Fn(HunkId) -> bool) {
        let is_void = &is_void;
        for step in &mut self.steps {
            // Blocks that were chosen are the lines of what was there.
            Arc::make_mut(step)
                .resolutions
                .retain_mut(|resolution| match resolution {
                    Resolution::Decide { hunk, decision } => {
                        if decision.is_accepted() && is_void(*hunk) {
                            *decision = Decision::Undecided;
                        }
                        true
                    }
                    Resolution::Split { hunk, .. }
                    | Resolution::Read { hunk, .. }
                    | Resolution::Join { hunk }
                    | Resolution::Choose { hunk, .. } => !is_void(*hunk),
                    Resolution::Place { .. }
                    | Resolution::Unplace { .. }
                    | Resolution::Order { .. }
                    | Resolution::Retarget { .. }
                    | Resolution::Edit { .. }
                    | Resolution::Confirm { .. }
                    | Resolution::Comment { .. } => true,
                });
        }
        self.forget_places(is_void);
    }

    /// Gives the hunks that `is_void` names their own lines back where they were given others to be made at several places.
    pub fn forget_lines_of_places(&mut self, is_void: impl Fn(HunkId) -> bool) {
        let puts = |it: &Resolution| matches!(it, Resolution::Place { hunk, .. } if is_void(*hunk));
        let gives = |it: &Resolution| matches!(it, Resolution::Edit { hunk, .. } if is_void(*hunk));
        for step in &mut self.steps {
            if step.resolutions.iter().any(puts) {
                Arc::make_mut(step).resolutions.retain(|it| !gives(it));
            }
        }
    }

    /// Returns the steps in force, oldest first.
    pub fn steps(&self) -> &[Arc<Step>] {
        &self.steps[..self.n_done]
    }

    /// Returns all steps, oldest first: those in force, then those undone.
    pub fn all(&self) -> &[Arc<Step>] {
        &self.steps
    }

    /// Returns the step that [`Resolutions::undo`] would take back.
    pub fn next_undo(&self) -> Option<&Step> {
        self.steps().last().map(|step| &**step)
    }

    /// Returns the step that [`Resolutions::redo`] would make.
    pub fn next_redo(&self) -> Option<&Step> {
        self.steps.get(self.n_done).map(|step| &**step)
    }

    /// Returns every place ever chosen, those undone included, so that they can follow a file that changed.
    pub fn places_mut(&mut self) -> impl Iterator<Item = (&HunkId, &mut LineSpan)> {
        let steps = self.steps.iter_mut().map(Arc::make_mut);
        let resolutions = steps.flat_map(|step| &mut step.resolutions);
        resolutions.filter_map(|resolution| {
            let Resolution::Place { hunk, span } = resolution else {
                return None;
            };
            Some((&*hunk, span))
        })
    }

    /// Returns what is in force, later resolutions over earlier ones.
    pub fn settled(&self) -> Settled {
        self.settled_in(|_| true)
    }

    /// Returns what of it concerns the files that `is_meant` names by their index.
    pub(super) fn settled_in(&self, is_meant: impl Fn(usize) -> bool) -> Settled {
        let mut settled = Settled::default();
        let all = self.steps().iter().flat_map(|step| &step.resolutions);
        for resolution in all.filter(|resolution| is_meant(resolution.file())) {
            settled.take(resolution.clone());
        }
        settled
    }
}

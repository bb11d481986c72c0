//! Acceptances that a later step replaced, or that were undone. Where their file changed since, neither undo nor redo may bring
//! them back: whoever accepted saw the file as it was.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Resolutions;
use crate::patch::HunkId;
use crate::plan::block::BlockDecision;
use crate::plan::resolution::{Decision, Resolution};

impl Resolutions {
    /// Forgets what undo or redo could accept in the files that `is_changed` names by their index; what is in force stays. An
    /// acceptance in force is tied to the last step that places its hunk, gives it lines or names its file: undoing that step
    /// leaves the hunk undecided. Steps that could not be redone in full are dropped.
    pub fn forget_former_acceptances(&mut self, is_changed: impl Fn(usize) -> bool) {
        let depends = |it: &Resolution| is_changed(it.file()) && depends_on_the_file(it);
        let undone = self.steps[self.n_done..].iter();
        let n_kept = undone
            .take_while(|step| !step.resolutions.iter().any(depends))
            .count();
        self.steps.truncate(self.n_done + n_kept);

        let in_force = self.settled().decisions;
        let mut later = Later::default();
        for index in (0..self.n_done).rev() {
            let step = &mut self.steps[index];
            let is_about = |it: &Resolution| is_changed(it.file());
            if !step.resolutions.iter().any(is_about) {
                continue;
            }
            let resolutions = Arc::make_mut(step).resolutions.iter_mut().rev();
            for resolution in resolutions.filter(|it| is_changed(it.file())) {
                later.look_at(resolution, index);
            }
        }
        for (hunk, index) in later.tied {
            if let Some(decision) = in_force.get(&hunk).filter(|it| it.is_accepted()) {
                let decision = decision.clone();
                let resolutions = &mut Arc::make_mut(&mut self.steps[index]).resolutions;
                resolutions.push(Resolution::Decide { hunk, decision });
            }
        }
    }
}

/// Returns whether a resolution says yes to lines of the file, or where in it and for which lines a yes is meant.
fn depends_on_the_file(resolution: &Resolution) -> bool {
    match resolution {
        Resolution::Decide { decision, .. } => decision.is_accepted(),
        Resolution::Choose { decision, .. } => *decision == BlockDecision::Accepted,
        Resolution::Split { blocks, .. } => blocks
            .iter()
            .any(|block| block.decision == BlockDecision::Accepted),
        Resolution::Place { .. }
        | Resolution::Unplace { .. }
        | Resolution::Retarget { .. }
        | Resolution::Edit { .. } => true,
        Resolution::Order { .. }
        | Resolution::Confirm { .. }
        | Resolution::Comment { .. }
        | Resolution::Read { .. }
        | Resolution::Join { .. } => false,
    }
}

/// What later steps in force say, as the steps are read backwards.
#[derive(Debug, Default)]
struct Later {
    decided: BTreeSet<HunkId>,
    chosen: BTreeSet<(HunkId, usize)>,
    /// By hunk, the last step that places it or gives it lines.
    put: BTreeMap<HunkId, usize>,
    /// By file of the patch, the last step that names its target.
    targets: BTreeMap<usize, usize>,
    /// Hunks whose decision is older than the step of this index, which says what it is about.
    tied: BTreeMap<HunkId, usize>,
}

impl Later {
    /// Reads a resolution of step `index`, and makes it accept nothing where later ones decide.
    fn look_at(&mut self, resolution: &mut Resolution, index: usize) {
        match resolution {
            Resolution::Decide { hunk, decision } => {
                if self.is_decided_behind(*hunk, index) && decision.is_accepted() {
                    *decision = Decision::Undecided;
                }
                self.decided.insert(*hunk);
            }
            Resolution::Split { hunk, blocks } => {
                let is_decided = self.is_decided_behind(*hunk, index);
                for (at, block) in blocks.iter_mut().enumerate() {
                    if is_decided || self.chosen.contains(&(*hunk, at)) {
                        reopen(&mut block.decision);
                    }
                }
                self.decided.insert(*hunk);
            }
            Resolution::Choose {
                hunk,
                block,
                decision,
            } => {
                let is_decided = self.is_decided_behind(*hunk, index);
                if !self.chosen.insert((*hunk, *block)) || is_decided {
                    reopen(decision);
                }
            }
            Resolution::Place { hunk, .. }
            | Resolution::Unplace { hunk }
            | Resolution::Edit { hunk, .. } => {
                self.put.entry(*hunk).or_insert(index);
            }
            Resolution::Retarget { file, .. } => {
                self.targets.entry(*file).or_insert(index);
            }
            Resolution::Order { .. }
            | Resolution::Confirm { .. }
            | Resolution::Comment { .. }
            | Resolution::Read { .. }
            | Resolution::Join { .. } => {}
        }
    }

    /// Returns whether a step behind that of `index` decides on the hunk, or is given its decision.
    fn is_decided_behind(&mut self, hunk: HunkId, index: usize) -> bool {
        if self.decided.contains(&hunk) {
            return true;
        }
        let steps = [self.put.get(&hunk), self.targets.get(&hunk.file)];
        let last = steps.into_iter().flatten().max();
        if let Some(last) = last.filter(|last| **last > index) {
            self.tied.insert(hunk, *last);
            self.decided.insert(hunk);
        }
        self.decided.contains(&hunk)
    }
}

fn reopen(decision: &mut BlockDecision) {
    if *decision == BlockDecision::Accepted {
        *decision = BlockDecision::Undecided;
    }
}

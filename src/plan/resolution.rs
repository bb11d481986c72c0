//! What a person decided, in order; undoing is dropping the last.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::block::{self, Block, Choice};
use crate::patch::{HunkId, HunkLine};
use crate::text::{LineSpan, RelPath};

/// Whether a hunk is wanted; where it goes is another question.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Decision {
    /// Not said yet.
    #[default]
    Undecided,
    /// Wanted.
    Accepted,
    /// Not wanted.
    Rejected {
        /// What the person, or the conflict it lost, says of it.
        why: Option<String>,
    },
    /// Only these of its changed lines are wanted.
    Lines(BTreeSet<usize>),
}

impl Decision {
    /// Returns whether the hunk, or some lines of it, shall be written.
    pub fn is_accepted(&self) -> bool {
        matches!(self, Decision::Accepted | Decision::Lines(_))
    }

    /// Returns whether the hunk shall not be written.
    pub fn is_rejected(&self) -> bool {
        matches!(self, Decision::Rejected { .. })
    }
}

/// One thing a person settled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Resolution {
    /// The hunk goes here: one of its candidates, or anywhere by hand.
    Place {
        /// The hunk.
        hunk: HunkId,
        /// The lines of the target that its preimage takes.
        span: LineSpan,
    },
    /// Both of two overlapping hunks are made, in this order.
    Order {
        /// The hunk whose lines come first.
        first: HunkId,
        /// The hunk whose lines follow.
        second: HunkId,
    },
    /// Whether the hunk is wanted.
    Decide {
        /// The hunk.
        hunk: HunkId,
        /// The decision.
        decision: Decision,
    },
    /// The patch's file stands for this one.
    Retarget {
        /// Index of the file in the patch.
        file: usize,
        /// The file meant.
        path: RelPath,
    },
    /// The hunk has these lines instead of those of the reply.
    Edit {
        /// The hunk.
        hunk: HunkId,
        /// Its lines.
        lines: Vec<HunkLine>,
    },
    /// The hidden text that the hunk adds was seen.
    Confirm {
        /// The hunk.
        hunk: HunkId,
    },
    /// What the model should hear about the hunk, whatever is decided on it; nothing when empty.
    Comment {
        /// The hunk.
        hunk: HunkId,
        /// The words.
        text: String,
    },
    /// The hunk is decided on block by block.
    Split {
        /// The hunk.
        hunk: HunkId,
        /// Its blocks, with what was decided on them so far.
        blocks: Vec<Block>,
    },
    /// The hunk is decided on as one again; what was decided stays.
    Join {
        /// The hunk.
        hunk: HunkId,
    },
    /// Whether a block of a hunk that was split is wanted.
    Choose {
        /// The hunk.
        hunk: HunkId,
        /// Index of the block.
        block: usize,
        /// The decision.
        choice: Choice,
    },
}

impl Resolution {
    /// Returns the index of the file that it is about: no resolution is about two.
    pub fn file(&self) -> usize {
        match self {
            Resolution::Retarget { file, .. } => *file,
            Resolution::Order { first: hunk, .. }
            | Resolution::Place { hunk, .. }
            | Resolution::Decide { hunk, .. }
            | Resolution::Edit { hunk, .. }
            | Resolution::Confirm { hunk }
            | Resolution::Comment { hunk, .. }
            | Resolution::Split { hunk, .. }
            | Resolution::Join { hunk }
            | Resolution::Choose { hunk, .. } => hunk.file,
        }
    }
}

/// Resolutions made by one command, undone together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// What it did, in a few words: `accept hunk 4`.
    pub label: String,
    /// What it settled, in order.
    pub resolutions: Vec<Resolution>,
}

impl Step {
    /// Returns the indexes of the files that it is about.
    pub fn files(&self) -> BTreeSet<usize> {
        self.resolutions.iter().map(Resolution::file).collect()
    }

    /// Returns whether hunks have other lines for it, or are for another file.
    pub fn changes_lines(&self) -> bool {
        let changes =
            |it: &Resolution| matches!(it, Resolution::Edit { .. } | Resolution::Retarget { .. });
        self.resolutions.iter().any(changes)
    }
}

/// All steps, those undone included until another is made. Cheap to clone, for it is saved after each of them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Resolutions {
    steps: Vec<Arc<Step>>,
    n_done: usize,
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
        for step in &mut self.steps {
            Arc::make_mut(step)
                .resolutions
                .retain(|resolution| match resolution {
                    Resolution::Place { hunk, .. } => !is_void(*hunk),
                    Resolution::Order { first, second } => !is_void(*first) && !is_void(*second),
                    Resolution::Decide { .. }
                    | Resolution::Retarget { .. }
                    | Resolution::Edit { .. }
                    | Resolution::Confirm { .. }
                    | Resolution::Comment { .. }
                    | Resolution::Split { .. }
                    | Resolution::Join { .. }
                    | Resolution::Choose { .. } => true,
                });
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
        resolutions.filter_map(|resolution| match resolution {
            Resolution::Place { hunk, span } => Some((&*hunk, span)),
            Resolution::Order { .. }
            | Resolution::Decide { .. }
            | Resolution::Retarget { .. }
            | Resolution::Edit { .. }
            | Resolution::Confirm { .. }
            | Resolution::Comment { .. }
            | Resolution::Split { .. }
            | Resolution::Join { .. }
            | Resolution::Choose { .. } => None,
        })
    }

    /// Returns what is in force, later resolutions over earlier ones.
    pub fn settled(&self) -> Settled {
        self.settled_in(|_| true)
    }

    /// Returns what of it concerns the files that `is_meant` names by their index.
    fn settled_in(&self, is_meant: impl Fn(usize) -> bool) -> Settled {
        let mut settled = Settled::default();
        let all = self.steps().iter().flat_map(|step| &step.resolutions);
        for resolution in all.filter(|resolution| is_meant(resolution.file())) {
            match resolution.clone() {
                Resolution::Place { hunk, span } => {
                    settled.places.insert(hunk, span);
                    settled.split.remove(&hunk);
                    settled
                        .orders
                        .retain(|(first, second)| ![*first, *second].contains(&hunk));
                }
                Resolution::Order { first, second } => {
                    settled
                        .orders
                        .retain(|pair| *pair != (second, first) && *pair != (first, second));
                    settled.orders.push((first, second));
                }
                Resolution::Decide { hunk, decision } => {
                    settled.decisions.insert(hunk, decision);
                    settled.split.remove(&hunk);
                }
                Resolution::Edit { hunk, lines } => {
                    settled.edited.insert(hunk, lines);
                    settled.confirmed.remove(&hunk);
                    settled.split.remove(&hunk);
                    // Lines chosen of what it was mean nothing now.
                    let of_lines = |decision: &Decision| matches!(decision, Decision::Lines(_));
                    if settled.decisions.get(&hunk).is_some_and(of_lines) {
                        settled.decisions.remove(&hunk);
                    }
                }
                Resolution::Retarget { file, path } => {
                    settled.targets.insert(file, path);
                    settled.places.retain(|hunk, _| hunk.file != file);
                    settled.split.retain(|hunk, _| hunk.file != file);
                    settled.orders.retain(|(first, _)| first.file != file);
                }
                Resolution::Confirm { hunk } => {
                    settled.confirmed.insert(hunk);
                }
                Resolution::Comment { hunk, text } if text.is_empty() => {
                    settled.comments.remove(&hunk);
                }
                Resolution::Comment { hunk, text } => {
                    settled.comments.insert(hunk, text);
                }
                Resolution::Split { hunk, blocks } => {
                    settled.split.insert(hunk, blocks);
                    settled.decide_by_blocks(hunk);
                }
                Resolution::Join { hunk } => {
                    settled.split.remove(&hunk);
                }
                Resolution::Choose {
                    hunk,
                    block,
                    choice,
                } => settled.choose(hunk, block, choice),
            }
        }
        settled
    }
}

/// What a person has settled so far.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Settled {
    /// Places chosen.
    pub places: BTreeMap<HunkId, LineSpan>,
    /// Pairs of overlapping hunks of which both are made, first and second.
    pub orders: Vec<(HunkId, HunkId)>,
    /// Decisions made.
    pub decisions: BTreeMap<HunkId, Decision>,
    /// Files meant, by index of the file in the patch.
    pub targets: BTreeMap<usize, RelPath>,
    /// Lines that hunks have instead of those of the reply.
    pub edited: BTreeMap<HunkId, Vec<HunkLine>>,
    /// Hunks whose hidden text a person saw.
    pub confirmed: BTreeSet<HunkId>,
    /// What the model should hear about hunks.
    pub comments: BTreeMap<HunkId, String>,
    /// The blocks of hunks that are decided on block by block.
    pub split: BTreeMap<HunkId, Vec<Block>>,
}

impl Settled {
    /// Returns the decision on `hunk`.
    pub fn decision(&self, hunk: HunkId) -> Decision {
        self.decisions.get(&hunk).cloned().unwrap_or_default()
    }

    /// Takes a choice on a block; one of a hunk that is not split means nothing.
    fn choose(&mut self, hunk: HunkId, block: usize, choice: Choice) {
        let blocks = self.split.get_mut(&hunk);
        if let Some(block) = blocks.and_then(|blocks| blocks.get_mut(block)) {
            block.choice = choice;
            self.decide_by_blocks(hunk);
        }
    }

    fn decide_by_blocks(&mut self, hunk: HunkId) {
        let blocks = self.split.get(&hunk).map_or(&[][..], Vec::as_slice);
        let decision = match block::decision(blocks) {
            Decision::Rejected { .. } => Decision::Rejected {
                why: self.comments.get(&hunk).cloned(),
            },
            decision @ (Decision::Undecided | Decision::Accepted | Decision::Lines(_)) => decision,
        };
        self.decisions.insert(hunk, decision);
    }

    /// Takes what concerns `files` anew from `resolutions`, and returns what it was.
    pub fn renew(&mut self, files: &BTreeSet<usize>, resolutions: &Resolutions) -> Settled {
        let mut now = resolutions.settled_in(|file| files.contains(&file));
        let (orders, others) = std::mem::take(&mut self.orders)
            .into_iter()
            .partition(|(first, _)| files.contains(&first.file));
        self.orders = others;
        self.orders.append(&mut now.orders);
        let targets = files
            .iter()
            .filter_map(|file| self.targets.remove_entry(file));
        let before = Settled {
            targets: targets.collect(),
            orders,
            places: exchange(&mut self.places, files, now.places),
            decisions: exchange(&mut self.decisions, files, now.decisions),
            edited: exchange(&mut self.edited, files, now.edited),
            comments: exchange(&mut self.comments, files, now.comments),
            split: exchange(&mut self.split, files, now.split),
            confirmed: self.confirmed.clone(),
        };
        self.targets.append(&mut now.targets);
        self.confirmed.retain(|hunk| !files.contains(&hunk.file));
        self.confirmed.append(&mut now.confirmed);
        before
    }
}

/// Puts `now` in the place of what `map` holds of the hunks of `files`, which is returned.
fn exchange<V>(
    map: &mut BTreeMap<HunkId, V>,
    files: &BTreeSet<usize>,
    now: BTreeMap<HunkId, V>,
) -> BTreeMap<HunkId, V> {
    let of_file = |file: usize| {
        HunkId { file, hunk: 0 }..HunkId {
            file: file + 1,
            hunk: 0,
        }
    };
    let hunks = files.iter().flat_map(|file| map.range(of_file(*file)));
    let hunks: Vec<HunkId> = hunks.map(|(hunk, _)| *hunk).collect();
    let before = hunks.iter().filter_map(|hunk| map.remove_entry(hunk));
    let before = before.collect();
    map.extend(now);
    before
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: HunkId = HunkId { file: 1, hunk: 0 };
    const BESIDE: HunkId = HunkId { file: 1, hunk: 1 };
    const ELSEWHERE: HunkId = HunkId { file: 2, hunk: 0 };

    fn resolutions() -> Vec<Resolution> {
        let decide = |hunk| Resolution::Decide {
            hunk,
            decision: Decision::Accepted,
        };
        let span = LineSpan::new(3, 4);
        let path = RelPath::new("other").expect("a plain path");
        vec![
            decide(HERE),
            decide(ELSEWHERE),
            Resolution::Order {
                first: HERE,
                second: BESIDE,
            },
            Resolution::Place { hunk: HERE, span },
            Resolution::Confirm { hunk: ELSEWHERE },
            Resolution::Comment {
                hunk: HERE,
                text: "no".to_string(),
            },
            Resolution::Retarget { file: 1, path },
            decide(BESIDE),
        ]
    }

    #[test]
    fn what_is_settled_anew_in_some_files_is_what_all_steps_settle() {
        let mut all = Resolutions::default();
        let mut settled = Settled::default();
        let mut check = |resolutions: &Resolutions, files: BTreeSet<usize>| {
            settled.renew(&files, resolutions);
            assert_eq!(settled, resolutions.settled());
        };
        for resolution in resolutions() {
            let step = Step {
                label: String::new(),
                resolutions: vec![resolution],
            };
            all.push(step.clone());
            check(&all, step.files());
        }
        while let Some(files) = all.undo().map(Step::files) {
            check(&all, files);
        }
    }
}

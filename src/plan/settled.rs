//! What a person's resolutions come to, later ones over earlier ones.

use std::collections::{BTreeMap, BTreeSet};

use super::block::{self, Block, BlockDecision};
use super::history::Resolutions;
use super::resolution::{Decision, Resolution};
use crate::patch::{Hunk, HunkId, HunkLine};
use crate::text::{Digest, LineSpan, RelPath};

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
    /// The lines, as their digest, of which single ones were decided on.
    pub read: BTreeMap<HunkId, Digest>,
}

impl Settled {
    /// Returns the decision on `hunk`.
    pub fn decision(&self, hunk: HunkId) -> Decision {
        self.decisions.get(&hunk).cloned().unwrap_or_default()
    }

    /// Returns the decision on `hunk` where it is read as `lines`: one on single lines of another reading is none.
    pub fn decision_on(&self, hunk: HunkId, lines: &[HunkLine]) -> Decision {
        let decision = self.decision(hunk);
        if matches!(decision, Decision::Lines(_)) && !self.is_about(hunk, lines) {
            return Decision::Undecided;
        }
        decision
    }

    /// Returns whether what is said of single lines of `hunk` is about `lines`.
    pub fn is_about(&self, hunk: HunkId, lines: &[HunkLine]) -> bool {
        let read = self.read.get(&hunk);
        read.is_none_or(|read| *read == Hunk::digest_of(lines))
    }

    /// Takes one more resolution, which goes over those before it.
    pub(super) fn take(&mut self, resolution: Resolution) {
        match resolution {
            Resolution::Place { hunk, span } => {
                self.places.insert(hunk, span);
                self.split.remove(&hunk);
                self.orders
                    .retain(|(first, second)| ![*first, *second].contains(&hunk));
            }
            Resolution::Unplace { hunk } => {
                self.places.remove(&hunk);
                self.split.remove(&hunk);
                self.orders
                    .retain(|(first, second)| ![*first, *second].contains(&hunk));
            }
            Resolution::Order { first, second } => {
                self.orders
                    .retain(|pair| *pair != (second, first) && *pair != (first, second));
                self.orders.push((first, second));
            }
            Resolution::Decide { hunk, decision } => {
                self.decisions.insert(hunk, decision);
                self.split.remove(&hunk);
            }
            Resolution::Edit { hunk, lines } => {
                self.edited.insert(hunk, lines);
                self.confirmed.remove(&hunk);
                self.split.remove(&hunk);
                // Lines chosen of what it was mean nothing now.
                let of_lines = |decision: &Decision| matches!(decision, Decision::Lines(_));
                if self.decisions.get(&hunk).is_some_and(of_lines) {
                    self.decisions.remove(&hunk);
                }
            }
            Resolution::Retarget { file, path } => {
                self.targets.insert(file, path);
                self.places.retain(|hunk, _| hunk.file != file);
                self.split.retain(|hunk, _| hunk.file != file);
                self.orders.retain(|(first, _)| first.file != file);
            }
            Resolution::Confirm { hunk } => {
                self.confirmed.insert(hunk);
            }
            Resolution::Comment { hunk, text } if text.is_empty() => {
                self.comments.remove(&hunk);
            }
            Resolution::Comment { hunk, text } => {
                self.comments.insert(hunk, text);
            }
            Resolution::Split { hunk, blocks } => {
                self.split.insert(hunk, blocks);
                self.decide_by_blocks(hunk);
            }
            Resolution::Read { hunk, lines } => {
                self.read.insert(hunk, lines);
            }
            Resolution::Join { hunk } => {
                self.split.remove(&hunk);
            }
            Resolution::Choose {
                hunk,
                block,
                decision,
            } => self.choose(hunk, block, decision),
        }
    }

    /// Takes a decision on a block; one of a hunk that is not split means nothing.
    fn choose(&mut self, hunk: HunkId, block: usize, decision: BlockDecision) {
        let blocks = self.split.get_mut(&hunk);
        if let Some(block) = blocks.and_then(|blocks| blocks.get_mut(block)) {
            block.decision = decision;
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
            read: exchange(&mut self.read, files, now.read),
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
    use super::super::resolution::Step;
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

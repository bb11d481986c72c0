//! A hunk split into the blocks of its changes, each decided on by itself; together they say what becomes of the hunk.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::Decision;
use crate::matcher::change_runs;
use crate::patch::HunkLine;

/// Changed lines of a hunk that stand together, and what was decided on them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// Indexes of its lines among those of the hunk as it was matched.
    pub lines: BTreeSet<usize>,
    /// Whether it is wanted.
    pub choice: Choice,
}

/// Whether a block is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Choice {
    /// Not said yet.
    #[default]
    Open,
    /// Wanted.
    Taken,
    /// Not wanted.
    Left,
}

/// Returns the blocks of a hunk, what was decided on it so far carried over to each.
pub fn blocks(lines: &[HunkLine], decision: &Decision) -> Vec<Block> {
    let choice = |run: &BTreeSet<usize>| match decision {
        Decision::Accepted => Choice::Taken,
        Decision::Rejected { .. } => Choice::Left,
        Decision::Lines(wanted) if run.is_subset(wanted) => Choice::Taken,
        Decision::Lines(wanted) if run.is_disjoint(wanted) => Choice::Left,
        Decision::Lines(_) | Decision::Undecided => Choice::Open,
    };
    change_runs(lines)
        .into_iter()
        .map(|run| {
            let lines = BTreeSet::from_iter(run);
            Block {
                choice: choice(&lines),
                lines,
            }
        })
        .collect()
}

/// Returns what the choices come to: nothing is decided on the hunk while one of its blocks is open.
pub fn decision(blocks: &[Block]) -> Decision {
    let all = |wanted: Choice| blocks.iter().all(|block| block.choice == wanted);
    if blocks.iter().any(|block| block.choice == Choice::Open) {
        Decision::Undecided
    } else if all(Choice::Taken) {
        Decision::Accepted
    } else if all(Choice::Left) {
        Decision::Rejected { why: None }
    } else {
        let taken = blocks.iter().filter(|block| block.choice == Choice::Taken);
        Decision::Lines(taken.flat_map(|block| &block.lines).copied().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patch::LineKind;

    /// Splits a hunk given by its signs, says something of each block, and shows what that comes to.
    #[track_caller]
    fn check(signs: &str, choices: &[Choice], expected: Decision) {
        let kind = |sign| match sign {
            '-' => LineKind::Delete,
            '+' => LineKind::Insert,
            _ => LineKind::Context,
        };
        let lines: Vec<HunkLine> = signs
            .chars()
            .map(|sign| HunkLine::new(kind(sign), "x"))
            .collect();
        let mut split = blocks(&lines, &Decision::Undecided);
        assert_eq!(split.len(), choices.len());
        for (block, choice) in split.iter_mut().zip(choices) {
            block.choice = *choice;
        }
        assert_eq!(decision(&split), expected);
        assert_eq!(
            decision(&blocks(&lines, &expected)),
            expected,
            "splitting again loses nothing"
        );
    }

    #[test]
    fn the_choices_on_all_blocks_are_the_decision() {
        use Choice::{Left, Open, Taken};
        check(" -+ + ", &[Taken, Taken], Decision::Accepted);
        check(" -+ + ", &[Left, Left], Decision::Rejected { why: None });
        check(" -+ + ", &[Taken, Open], Decision::Undecided);
        check(
            " -+ + ",
            &[Taken, Left],
            Decision::Lines(BTreeSet::from([1, 2])),
        );
        check(
            " -+ + ",
            &[Left, Taken],
            Decision::Lines(BTreeSet::from([4])),
        );
    }
}

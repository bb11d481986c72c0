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
    #[serde(alias = "choice")]
    pub decision: BlockDecision,
}

/// What was decided on a block. Reviews that were saved before have these by other names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum BlockDecision {
    /// Nothing yet.
    #[default]
    #[serde(alias = "Open")]
    Undecided,
    /// It is wanted.
    #[serde(alias = "Taken")]
    Accepted,
    /// It is not wanted.
    #[serde(alias = "Left")]
    Rejected,
}

/// Returns the blocks of a hunk, what was decided on it so far carried over to each.
pub fn blocks(lines: &[HunkLine], decision: &Decision) -> Vec<Block> {
    let of_run = |run: &BTreeSet<usize>| match decision {
        Decision::Accepted => BlockDecision::Accepted,
        Decision::Rejected { .. } => BlockDecision::Rejected,
        Decision::Lines(wanted) if run.is_subset(wanted) => BlockDecision::Accepted,
        Decision::Lines(wanted) if run.is_disjoint(wanted) => BlockDecision::Rejected,
        Decision::Lines(_) | Decision::Undecided => BlockDecision::Undecided,
    };
    change_runs(lines)
        .into_iter()
        .map(|run| {
            let lines = BTreeSet::from_iter(run);
            Block {
                decision: of_run(&lines),
                lines,
            }
        })
        .collect()
}

/// Returns what the blocks make of the hunk: nothing is decided on it while one of them is undecided.
pub fn decision(blocks: &[Block]) -> Decision {
    let all = |wanted: BlockDecision| blocks.iter().all(|block| block.decision == wanted);
    if blocks
        .iter()
        .any(|block| block.decision == BlockDecision::Undecided)
    {
        Decision::Undecided
    } else if all(BlockDecision::Accepted) {
        Decision::Accepted
    } else if all(BlockDecision::Rejected) {
        Decision::Rejected { why: None }
    } else {
        let accepted = blocks
            .iter()
            .filter(|block| block.decision == BlockDecision::Accepted);
        Decision::Lines(accepted.flat_map(|block| &block.lines).copied().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patch::LineKind;

    /// Splits a hunk given by its signs, says something of each block, and shows what that comes to.
    #[track_caller]
    fn check(signs: &str, decided: &[BlockDecision], expected: Decision) {
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
        assert_eq!(split.len(), decided.len());
        for (block, decided) in split.iter_mut().zip(decided) {
            block.decision = *decided;
        }
        assert_eq!(decision(&split), expected);
        assert_eq!(
            decision(&blocks(&lines, &expected)),
            expected,
            "splitting again loses nothing"
        );
    }

    #[test]
    fn the_decisions_on_all_blocks_are_that_on_the_hunk() {
        use BlockDecision::{Accepted, Rejected, Undecided};
        check(" -+ + ", &[Accepted, Accepted], Decision::Accepted);
        check(
            " -+ + ",
            &[Rejected, Rejected],
            Decision::Rejected { why: None },
        );
        check(" -+ + ", &[Accepted, Undecided], Decision::Undecided);
        check(
            " -+ + ",
            &[Accepted, Rejected],
            Decision::Lines(BTreeSet::from([1, 2])),
        );
        check(
            " -+ + ",
            &[Rejected, Accepted],
            Decision::Lines(BTreeSet::from([4])),
        );
    }

    #[test]
    fn blocks_of_a_review_saved_by_an_earlier_version_are_read() {
        let saved = r#"[{"lines":[1],"choice":"Taken"},{"lines":[3],"choice":"Left"},{"lines":[5],"choice":"Open"}]"#;
        let read: Vec<Block> = serde_json::from_str(saved).expect("the names are known");
        let decided: Vec<BlockDecision> = read.iter().map(|block| block.decision).collect();
        use BlockDecision::{Accepted, Rejected, Undecided};
        assert_eq!(decided, [Accepted, Rejected, Undecided]);
        let again = serde_json::to_string(&read).expect("it can be written");
        assert_eq!(
            serde_json::from_str::<Vec<Block>>(&again).expect("and read"),
            read
        );
    }
}

//! A bound on looking ahead: a reply made to be slow must not be.

use std::cell::Cell;

use crate::dialect::line::Line;

/// Steps left for looking ahead, counted in lines, and in values of JSON, over a whole parse. Once it is spent, what would be
/// looked for counts as missing; no honest reply comes near.
#[derive(Debug)]
pub(in crate::dialect) struct Budget(Cell<usize>);

impl Budget {
    /// Makes the budget for a reply of these lines.
    pub(in crate::dialect) fn of(lines: &[Line<'_>]) -> Budget {
        // One line may hold a list of a million values, and each takes two bytes at least.
        let n_bytes: usize = lines.iter().map(|line| line.body.len()).sum();
        Budget(Cell::new(1_000_000 + lines.len() * 50 + n_bytes))
    }

    /// Takes `n_steps`; returns whether as many were left.
    pub(in crate::dialect) fn spend(&self, n_steps: usize) -> bool {
        let left = self.0.get().checked_sub(n_steps);
        self.0.set(left.unwrap_or(0));
        left.is_some()
    }
}

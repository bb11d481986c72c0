//! A bound on looking ahead: a reply made to be slow must not be.

use std::cell::Cell;

/// Steps left for looking ahead, counted in lines over a whole parse. Once it is spent, what would be looked for counts
/// as missing; no honest reply comes near.
#[derive(Debug)]
pub(in crate::dialect) struct Budget(Cell<usize>);

impl Budget {
    /// Makes the budget for a reply of `n_lines`.
    pub(in crate::dialect) fn for_lines(n_lines: usize) -> Budget {
        Budget(Cell::new(1_000_000 + n_lines.saturating_mul(50)))
    }

    /// Takes `n_steps`; returns whether as many were left.
    pub(in crate::dialect) fn spend(&self, n_steps: usize) -> bool {
        let left = self.0.get().checked_sub(n_steps);
        self.0.set(left.unwrap_or(0));
        left.is_some()
    }
}

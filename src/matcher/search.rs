//! What is looked for where: one hunk, read in one way, before one text.

use std::cell::Cell;
use std::sync::Arc;

use super::index::Index;
use super::line_key::{self, LineKey};
use super::{Limits, Variant};
use crate::patch::{Hunk, LineKind};

/// One hunk, read in one way, before one text.
pub struct Search<'a> {
    /// The hunk as the reply has it.
    pub hunk: &'a Hunk,
    /// The reading looked for.
    pub variant: Arc<Variant>,
    /// The lines of it that the target must hold, in order.
    pub preimage: Vec<PreimageLine>,
    /// The target's lines by key.
    pub index: &'a Index<'a>,
    /// How far to go.
    pub limits: Limits,
    /// Work left, in compared lines.
    pub budget: &'a Budget,
}

/// One line that the target must hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PreimageLine {
    /// Index into [`Variant::lines`].
    pub hunk_line: usize,
    /// Context or deletion.
    pub kind: LineKind,
    /// Its fuzzy key.
    pub key: LineKey,
    /// How much it says of its place, 0 to 10.
    pub weight: u32,
}

/// Work left for one file, counted in steps and never in seconds, so that the result is the same everywhere.
#[derive(Debug)]
pub struct Budget(Cell<u64>);

impl Budget {
    /// Makes a budget of `n_steps`.
    pub fn new(n_steps: u64) -> Budget {
        Budget(Cell::new(n_steps))
    }

    /// Takes `n_steps` and returns whether they were there.
    pub fn spend(&self, n_steps: u64) -> bool {
        let left = self.0.get().checked_sub(n_steps);
        self.0.set(left.unwrap_or(0));
        left.is_some()
    }

    /// Returns whether it ran out.
    pub fn is_spent(&self) -> bool {
        self.0.get() == 0
    }
}

impl<'a> Search<'a> {
    /// Prepares the search for `variant`.
    pub fn new(
        hunk: &'a Hunk,
        variant: Variant,
        index: &'a Index<'a>,
        limits: Limits,
        budget: &'a Budget,
    ) -> Search<'a> {
        let preimage = preimage_of(&variant);
        Search {
            hunk,
            variant: Arc::new(variant),
            preimage,
            index,
            limits,
            budget,
        }
    }

    /// Returns the body of preimage line `at`.
    pub fn body(&self, at: usize) -> &[u8] {
        &self.variant.lines[self.preimage[at].hunk_line].body
    }
}

/// Returns the lines of `variant` that the target must hold.
pub fn preimage_of(variant: &Variant) -> Vec<PreimageLine> {
    let lines = variant
        .lines
        .iter()
        .enumerate()
        .filter(|(_, line)| line.in_preimage());
    let line = |(hunk_line, line): (usize, &crate::patch::HunkLine)| PreimageLine {
        hunk_line,
        kind: line.kind,
        key: LineKey::of(&line.body),
        weight: line_key::weight(&line.body),
    };
    lines.map(line).collect()
}

//! What is looked for where: one hunk, read in one way, before one text.

use std::cell::{Cell, OnceCell};

use super::candidate::count;
use super::index::Index;
use super::line_key::LineKey;
use super::{Limits, Patience, Variant, variant, weight};
use crate::patch::{Hunk, LineKind};

/// One hunk, read in one way, before one text.
pub struct Search<'a> {
    /// The hunk as the reply has it.
    pub hunk: &'a Hunk,
    /// The reading looked for.
    pub variant: &'a Variant,
    /// What each line of it is compared by.
    pub facts: Vec<LineFacts>,
    /// The lines of it that the target must hold, in order.
    pub preimage: Vec<PreimageLine>,
    /// The target's lines by key.
    pub index: &'a Index<'a>,
    /// How far to go.
    pub limits: Limits,
    /// Work left, in compared lines.
    pub budget: &'a Budget<'a>,
    /// The preimage as it would stand in a file, made when asked for.
    block: OnceCell<Option<Vec<u8>>>,
}

/// What a line is compared by; computed once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineFacts {
    /// Its fuzzy key.
    pub key: LineKey,
    /// How much it says of its place, 0 to 10.
    pub weight: u32,
}

/// A way to read a hunk, with the keys of its lines.
#[derive(Clone, Copy)]
pub struct Reading<'a> {
    variant: &'a Variant,
    keys: &'a [LineKey],
}

/// The readings of many hunks, of each the text as written first. Kept in a few long lists: a list for each hunk would be
/// most of what they weigh.
#[derive(Default)]
pub struct Readings {
    variants: Vec<Variant>,
    /// Of all their lines.
    keys: Vec<LineKey>,
    /// Where each hunk's begin in both lists.
    starts: Vec<(u32, u32)>,
}

impl Readings {
    /// Prepares the ways to read `hunks`, in order.
    pub fn of(hunks: &[Hunk]) -> Readings {
        let n_lines = hunks.iter().map(|hunk| hunk.lines.len()).sum();
        let mut readings = Readings {
            variants: Vec::with_capacity(hunks.len()),
            keys: Vec::with_capacity(n_lines),
            starts: Vec::with_capacity(hunks.len()),
        };
        for hunk in hunks {
            readings.push(variant::variants(hunk).into_iter());
        }
        readings
    }

    /// Prepares one hunk that is read in one way.
    pub fn alone(variant: Variant) -> Readings {
        let mut readings = Readings::default();
        readings.push(std::iter::once(variant));
        readings
    }

    /// Adds a hunk that can be read in these ways.
    fn push(&mut self, variants: impl Iterator<Item = Variant>) {
        let start = (count(self.variants.len()), count(self.keys.len()));
        self.starts.push(start);
        for variant in variants {
            let lines = variant.lines.iter();
            self.keys.extend(lines.map(|line| LineKey::of(&line.body)));
            self.variants.push(variant);
        }
    }

    /// Returns the first of the ways to read the hunk of this index.
    pub fn first(&self, index: usize) -> Reading<'_> {
        let first = self.of_hunk(index).next();
        first.expect("a hunk can be read in one way at least")
    }

    /// Returns the ways to read the hunk of this index.
    pub fn of_hunk(&self, index: usize) -> impl Iterator<Item = Reading<'_>> {
        let (first, at) = self.starts[index];
        let end = self.starts.get(index + 1).map(|(end, _)| *end as usize);
        let end = end.unwrap_or(self.variants.len());
        let mut at = at as usize;
        self.variants[first as usize..end]
            .iter()
            .map(move |variant| {
                let start = at;
                at += variant.lines.len();
                let keys = &self.keys[start..at];
                Reading { variant, keys }
            })
    }

    /// Returns how many lines they have in all.
    pub fn n_lines(&self) -> usize {
        self.keys.len()
    }

    /// Returns the body and the key of every line.
    pub fn keys(&self) -> impl Iterator<Item = (&[u8], LineKey)> {
        let lines = self
            .variants
            .iter()
            .flat_map(|variant| variant.lines.iter());
        lines
            .map(|line| &**line.body)
            .zip(self.keys.iter().copied())
    }
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

/// Work left for one file, counted in steps and never in seconds, so that the result is the same everywhere; none once
/// nobody waits for it any more. What hunks cost that are like nothing leaves the others their windows: they have steps of
/// their own.
#[derive(Debug)]
pub struct Budget<'a> {
    n_steps_left: Cell<u64>,
    n_windows_left: Cell<u64>,
    has_refused: Cell<bool>,
    patience: &'a dyn Patience,
}

impl<'a> Budget<'a> {
    /// Makes a budget of `n_steps`, and as many windows, for as long as `patience` lasts.
    pub fn new(n_steps: u64, patience: &'a dyn Patience) -> Budget<'a> {
        Budget {
            n_steps_left: Cell::new(n_steps),
            n_windows_left: Cell::new(n_steps),
            has_refused: Cell::new(false),
            patience,
        }
    }

    /// Takes `n_steps` and returns whether they were there.
    pub fn spend(&self, n_steps: u64) -> bool {
        self.take(&self.n_steps_left, n_steps)
    }

    /// Takes what a look at one window costs and returns whether it was there.
    pub fn spend_window(&self) -> bool {
        self.take(&self.n_windows_left, 1)
    }

    fn take(&self, n_left: &Cell<u64>, n_steps: u64) -> bool {
        let left = n_left.get().checked_sub(n_steps);
        let left = left.filter(|_| self.goes_on());
        match left {
            Some(left) => n_left.set(left),
            None => self.has_refused.set(true),
        }
        left.is_some()
    }

    /// Returns whether it refused anything since this was last asked.
    pub fn has_refused(&self) -> bool {
        self.has_refused.take()
    }

    /// Returns whether somebody waits still: to be asked within what took many steps at once.
    pub fn goes_on(&self) -> bool {
        self.patience.lasts()
    }
}

impl<'a> Search<'a> {
    /// Prepares the search for `reading`.
    pub fn new(
        hunk: &'a Hunk,
        reading: Reading<'a>,
        index: &'a Index<'a>,
        limits: Limits,
        budget: &'a Budget<'a>,
    ) -> Search<'a> {
        let Reading { variant, keys } = reading;
        let facts = variant.lines.iter().zip(keys);
        let facts = facts.map(|(line, key)| LineFacts {
            key: *key,
            weight: weight::of(&line.body),
        });
        let facts: Vec<LineFacts> = facts.collect();
        let lines = variant.lines.iter().enumerate();
        let preimage = lines
            .filter(|(_, line)| line.in_preimage())
            .map(|(hunk_line, line)| PreimageLine {
                hunk_line,
                kind: line.kind,
                key: facts[hunk_line].key,
                weight: facts[hunk_line].weight,
            });
        Search {
            hunk,
            preimage: preimage.collect(),
            variant,
            facts,
            index,
            limits,
            budget,
            block: OnceCell::new(),
        }
    }

    /// Returns the preimage's bodies with a newline between each two; `None` where what ends a line might be taken for a
    /// part of one.
    pub fn block(&self) -> Option<&[u8]> {
        let block = self.block.get_or_init(|| {
            let bodies: Vec<&[u8]> = (0..self.preimage.len()).map(|at| self.body(at)).collect();
            let is_plain = |body: &&[u8]| memchr::memchr2(b'\n', b'\r', body).is_none();
            bodies.iter().all(is_plain).then(|| bodies.join(&b'\n'))
        });
        block.as_deref()
    }

    /// Returns the body of preimage line `at`.
    pub fn body(&self, at: usize) -> &[u8] {
        &self.variant.lines[self.preimage[at].hunk_line].body
    }

    /// Returns how much line `hunk_line` of the variant says of its place, 0 to 10.
    pub fn weight(&self, hunk_line: usize) -> u32 {
        self.facts[hunk_line].weight
    }
}

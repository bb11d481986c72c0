//! What is looked for where: one hunk, read in one way, before one text.

use std::cell::{Cell, OnceCell};

use super::aligned::count;
use super::index::Index;
use super::line_key::LineKey;
use super::{Cancel, Limits, Variant, variant, weight};
use crate::patch::{Hunk, HunkLine, LineKind};

/// One hunk, read in one way, before one text.
pub struct Search<'a> {
    /// The hunk as the reply has it.
    pub hunk: &'a Hunk,
    /// The reading looked for.
    pub variant: &'a Variant,
    /// What each line of it is compared by.
    pub facts: &'a [LineFacts],
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

impl LineFacts {
    /// Works out what `line` is compared by.
    pub fn of(line: &[u8]) -> LineFacts {
        LineFacts {
            key: LineKey::of(line),
            weight: weight::of(line),
        }
    }
}

/// The readings of many hunks, of each the text as written first, and what their lines are compared by. Kept in few long
/// lists: lists for each hunk would be most of what they weigh.
#[derive(Default)]
pub struct Readings {
    variants: Vec<Variant>,
    /// Where those of each hunk begin.
    starts: Vec<u32>,
    /// Of all lines of all variants, in order.
    facts: Vec<LineFacts>,
    /// Where those of each variant begin.
    facts_starts: Vec<u32>,
}

/// One way to read a hunk, and what each of its lines is compared by.
#[derive(Clone, Copy)]
pub struct Reading<'a> {
    /// The lines.
    pub variant: &'a Variant,
    /// One for each line.
    pub facts: &'a [LineFacts],
}

impl Readings {
    /// Prepares the ways to read `hunks`, in order.
    pub fn of<'a>(hunks: impl Iterator<Item = &'a Hunk>) -> Readings {
        let mut readings = Readings::default();
        for hunk in hunks {
            readings.starts.push(count(readings.variants.len()));
            readings.variants.extend(variant::variants(hunk));
        }
        readings.look_at_lines();
        readings
    }

    /// Prepares one way to read one hunk.
    pub fn of_one(variant: Variant) -> Readings {
        let mut readings = Readings {
            variants: vec![variant],
            starts: vec![0],
            ..Readings::default()
        };
        readings.look_at_lines();
        readings
    }

    fn look_at_lines(&mut self) {
        let n_lines = self.variants.iter().map(|variant| variant.lines.len());
        self.facts.reserve_exact(n_lines.sum());
        for variant in &self.variants {
            self.facts_starts.push(count(self.facts.len()));
            let facts = variant.lines.iter().map(|line| LineFacts::of(&line.body));
            self.facts.extend(facts);
        }
    }

    /// Returns the ways to read the hunk of this index, one at least.
    pub fn of_hunk(&self, index: usize) -> impl Iterator<Item = Reading<'_>> {
        let end = self.starts.get(index + 1).map(|end| *end as usize);
        let end = end.unwrap_or(self.variants.len());
        (self.starts[index] as usize..end).map(|at| {
            let variant = &self.variants[at];
            let start = self.facts_starts[at] as usize;
            Reading {
                variant,
                facts: &self.facts[start..start + variant.lines.len()],
            }
        })
    }

    /// Returns the first way to read the first hunk.
    ///
    /// # Panics
    /// When there is no hunk.
    pub fn first(&self) -> Reading<'_> {
        let first = self.of_hunk(0).next();
        first.expect("a hunk can be read as it is written")
    }

    /// Returns all lines of all ways to read all hunks.
    pub fn lines(&self) -> impl Iterator<Item = &HunkLine> {
        self.variants.iter().flat_map(|variant| &*variant.lines)
    }

    /// Returns how many lines those are.
    pub fn n_lines(&self) -> usize {
        self.facts.len()
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

/// Work left for one file, counted in steps and never in seconds, so that the result is the same everywhere; zero once
/// the search is cancelled. Unmatched hunks draw on a separate budget, so they cannot use up that of exact matches.
#[derive(Debug)]
pub struct Budget<'a> {
    n_steps_left: Cell<u64>,
    n_windows_left: Cell<u64>,
    has_refused: Cell<bool>,
    cancel: &'a dyn Cancel,
}

impl<'a> Budget<'a> {
    /// Makes a budget of `n_steps`, and as many for windows, until the search is cancelled.
    pub fn new(n_steps: u64, cancel: &'a dyn Cancel) -> Budget<'a> {
        Budget {
            n_steps_left: Cell::new(n_steps),
            n_windows_left: Cell::new(n_steps),
            has_refused: Cell::new(false),
            cancel,
        }
    }

    /// Takes `n_steps` and returns whether they were there.
    pub fn spend(&self, n_steps: u64) -> bool {
        self.take(&self.n_steps_left, n_steps)
    }

    /// Takes what looks at windows cost, of lines that are compared or places that are tried, and returns whether it was
    /// there.
    pub fn spend_windows(&self, n_steps: u64) -> bool {
        self.take(&self.n_windows_left, n_steps)
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

    /// Notes that something was not looked for because it would have cost too much.
    pub fn refuse(&self) {
        self.has_refused.set(true);
    }

    /// Returns whether the budget ran out since the last call, and clears the flag.
    pub fn take_exhausted(&self) -> bool {
        self.has_refused.take()
    }

    /// Returns whether the search is not cancelled: to be asked within what takes many steps at once.
    pub fn goes_on(&self) -> bool {
        !self.cancel.is_cancelled()
    }
}

impl<'a> Search<'a> {
    /// Prepares the search for a way to read `hunk`.
    pub fn new(
        hunk: &'a Hunk,
        reading: Reading<'a>,
        index: &'a Index<'a>,
        limits: Limits,
        budget: &'a Budget<'a>,
    ) -> Search<'a> {
        let Reading { variant, facts } = reading;
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

//! Floor 3: hunks and a text in, every place each hunk could go out, best first. Pure and deterministic; it proposes and
//! never decides.
//!
//! [`find`] asks each way of looking in turn: windows first (`scan`), where lines stand in a row; where none does,
//! alignments (`align`) and the hunk's changes one by one (`sections`); for hunks that name no line at all, the places
//! their numbers and the file's end give (`bare`), and for those that nothing is like, places to begin looking
//! (`landmark`). [`tier`] says how alike a place is, [`guard`] which [`Doubt`] speaks against it, [`score`] how good it is.

mod align;
mod aligned;
mod applied;
mod asked;
mod bare;
mod best;
mod blank;
mod cancel;
pub mod candidate;
mod comparison;
mod decoding;
mod doubt;
mod ends;
mod exact;
mod find;
mod fuzzy;
mod grid;
pub mod guard;
pub mod index;
mod known;
mod landmark;
pub mod line_key;
pub mod named;
mod partial;
mod places;
mod reindent;
mod resilient;
pub mod rules;
mod scan;
pub mod score;
pub mod search;
mod sections;
mod similar;
mod strict;
pub mod target;
pub mod tie;
pub mod tier;
pub mod variant;
mod vote;
pub mod weight;

use crate::patch::{Hunk, HunkLine, LineKind};
use crate::text::{LineSpan, indent};

pub use aligned::{Aligned, LineMatch};
pub use bare::MOST_BEFORE;
pub use cancel::{Cancel, Never};
pub use candidate::{Candidate, Evidence};
pub use decoding::Code;
pub use doubt::Doubt;
pub use ends::{Ends, ends};
pub use exact::Exact;
pub use find::{Prepared, find, find_while, place_at, scores_at};
pub use known::known;
pub use landmark::Landmark;
pub use places::{Listed, Places};
pub use rules::{Rule, Rules};
pub use score::Score;
pub use search::Search;
pub use tier::{TIERS, Tier, TierSpec};
pub use variant::{Variant, VariantKind};

/// How far a search goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The lowest similarity that is listed, 0 to 1000; three places are listed in any case.
    pub similarity: u16,
    /// The most places kept for one hunk; the count goes on.
    pub n_listed: usize,
    /// Work for one file, in compared lines.
    pub n_steps: u64,
    /// Which sub-rules speak against places: all, but where they are measured.
    pub rules: Rules,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            similarity: 800,
            n_listed: 50,
            n_steps: 50_000_000,
            rules: Rules::ALL,
        }
    }
}

/// What was found for one hunk.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Found {
    /// The places, best first (see [`Candidate::rank`]), those that tie with the best before others; at most
    /// [`Limits::n_listed`].
    pub candidates: Places,
    /// How many places there are in all; those listed below the floor count only where they tie with the best.
    pub n_candidates: u32,
    /// How many of those listed tie for the first place; 1 where the best is alone, 0 where none is listed.
    pub n_tied: u16,
    /// How many places in all are as good as the best, where more tie with it than are listed; else 0.
    pub n_equal: u32,
    /// Whether the work budget ended before the search did.
    pub capped: bool,
    /// Where the postimage stands already, if it does: its first line and the one behind it.
    applied: Option<(u32, u32)>,
}

impl Found {
    fn of_exact(exact: Exact) -> Found {
        Found {
            candidates: exact.into(),
            n_candidates: 1,
            n_tied: 1,
            n_equal: 0,
            capped: false,
            applied: None,
        }
    }

    /// Returns where the postimage stands already, if it does.
    pub fn applied_at(&self) -> Option<LineSpan> {
        let (start, end) = self.applied?;
        Some(LineSpan::new(start as usize, end as usize))
    }

    /// Returns lines in the room that a hunk has for them.
    fn made(span: LineSpan) -> (u32, u32) {
        (aligned::count(span.start), aligned::count(span.end))
    }

    /// Returns the listed places that tie for the first; one alone where nothing ties with it.
    pub fn tied(&self) -> &[Candidate] {
        &self.candidates[..self.n_tied as usize]
    }

    /// Returns whether another place is as good as the first.
    pub fn is_tied(&self) -> bool {
        self.n_tied > 1
    }

    /// Returns whether all places that tie with the best are listed.
    pub fn lists_all_ties(&self) -> bool {
        let n_tied = self.tied().len();
        n_tied < self.candidates.len() || n_tied >= self.n_candidates as usize
    }
}

/// Returns by how many lines a hunk makes its file longer; less than 0 where it makes it shorter.
pub fn growth(hunk: &Hunk) -> isize {
    hunk.n_lines_of(LineKind::Insert) as isize - hunk.n_lines_of(LineKind::Delete) as isize
}

/// Returns the runs of insertions that replace nothing: ranges of indexes into `lines`.
pub fn insertion_runs(lines: &[HunkLine]) -> Vec<std::ops::Range<usize>> {
    let is = |at: usize, kind| lines.get(at).is_some_and(|line| line.kind == kind);
    let starts = (0..lines.len())
        .filter(|at| is(*at, LineKind::Insert) && (*at == 0 || is(at - 1, LineKind::Context)));
    let end = |start: usize| {
        (start..lines.len())
            .find(|at| !is(*at, LineKind::Insert))
            .unwrap_or(lines.len())
    };
    starts
        .map(|start| start..end(start))
        .filter(|run| !is(run.end, LineKind::Delete))
        .collect()
}

/// Returns the line of the target before which an insertion at `hunk_line` goes: after the partner of the line above it
/// in the hunk, else before that of the line below, else after the nearest line above that has a partner, else before
/// the nearest below. `None` when no line has one. `partner` says which line of the target is one's.
pub fn insertion_point(
    partner: impl Fn(usize) -> Option<usize>,
    lines: &[HunkLine],
    hunk_line: usize,
) -> Option<usize> {
    // Blank lines that the target lacks are no neighbours: models add them for looks.
    let counts = |at: &usize| {
        lines[*at].in_preimage() && (partner(*at).is_some() || !indent::is_blank(&lines[*at].body))
    };
    let mut above = (0..hunk_line).rev().filter(counts).map(&partner).peekable();
    let mut below = (hunk_line + 1..lines.len())
        .filter(counts)
        .map(&partner)
        .peekable();
    let after = |line: usize| line + 1;
    let beside = above
        .peek()
        .copied()
        .flatten()
        .map(after)
        .or_else(|| below.peek().copied().flatten());
    beside
        .or_else(|| above.flatten().next().map(after))
        .or_else(|| below.flatten().next())
}

/// Returns the runs of changed lines: ranges of indexes into `lines`.
pub fn change_runs(lines: &[HunkLine]) -> Vec<std::ops::Range<usize>> {
    let mut runs: Vec<std::ops::Range<usize>> = Vec::new();
    for (at, _) in lines
        .iter()
        .enumerate()
        .filter(|(_, line)| line.kind != LineKind::Context)
    {
        match runs.last_mut() {
            Some(run) if run.end == at => run.end = at + 1,
            Some(_) | None => runs.push(at..at + 1),
        }
    }
    runs
}

//! Floor 3: hunks and a text in, every place each hunk could go out, best first. Pure and deterministic; it proposes and
//! never decides.

pub mod candidate;
mod fuzzy;
pub mod line_key;
mod resilient;
pub mod scan;
pub mod score;
mod strict;
pub mod target;
pub mod tier;
pub mod variant;

use std::sync::Arc;

use crate::patch::{FilePatch, Hunk};
use crate::text::{LineSpan, Text};

pub use candidate::{Aligned, Candidate, Evidence, LineMatch};
pub use score::Score;
pub use tier::{MARGIN, TIERS, Tier, TierSpec};
pub use variant::{Variant, VariantKind};

/// How far a search goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The lowest similarity that is listed, 0 to 1000.
    pub similarity: u16,
    /// The most places kept for one hunk; the count goes on.
    pub n_listed: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            similarity: 800,
            n_listed: 50,
        }
    }
}

/// What was found for one hunk.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Found {
    /// The places, best first: by tier, then by score, then from the top; at most [`Limits::n_listed`].
    pub candidates: Vec<Candidate>,
    /// How many places there are in all.
    pub n_candidates: usize,
    /// Whether the work budget ended before the search did.
    pub capped: bool,
    /// Where the postimage stands already, if it does.
    pub applied_at: Option<LineSpan>,
}

/// One hunk, read in one way, before one text.
pub struct Search<'a> {
    /// The hunk as the reply has it.
    pub hunk: &'a Hunk,
    /// The reading looked for.
    pub variant: &'a Arc<Variant>,
    /// The target.
    pub text: &'a Text,
    /// The target's lines by key.
    pub index: &'a scan::Index,
    /// How far to go.
    pub limits: Limits,
}

impl Search<'_> {
    /// Returns the preimage's lines with their indexes into the variant's lines.
    pub fn preimage(&self) -> impl Iterator<Item = (usize, &[u8])> {
        let lines = self.variant.lines.iter().enumerate();
        lines
            .filter(|(_, line)| line.in_preimage())
            .map(|(at, line)| (at, line.body.as_slice()))
    }
}

/// Returns what is found in `text` for each hunk of `file`, in the hunks' order.
pub fn find(file: &FilePatch, text: &Text, limits: Limits) -> Vec<Found> {
    let index = scan::Index::new(text);
    file.hunks
        .iter()
        .map(|hunk| find_hunk(hunk, text, &index, limits))
        .collect()
}

fn find_hunk(hunk: &Hunk, text: &Text, index: &scan::Index, limits: Limits) -> Found {
    let mut candidates = Vec::new();
    for variant in variant::variants(hunk) {
        let variant = Arc::new(variant);
        let search = Search {
            hunk,
            variant: &variant,
            text,
            index,
            limits,
        };
        for spec in TIERS {
            candidates.extend((spec.find)(&search));
        }
    }
    candidates.sort_by_key(|candidate| {
        (
            candidate.tier,
            std::cmp::Reverse(candidate.score),
            candidate.span,
        )
    });
    let n_candidates = candidates.len();
    candidates.truncate(limits.n_listed);
    let post: Vec<_> = hunk.postimage().collect();
    let applied_at = (0..(text.n_lines() + 1).saturating_sub(post.len()))
        .find(|start| {
            !post.is_empty() && (0..post.len()).all(|at| text.line(start + at) == post[at])
        })
        .map(|start| LineSpan::new(start, start + post.len()));
    Found {
        candidates,
        n_candidates,
        capped: false,
        applied_at,
    }
}

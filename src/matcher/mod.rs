//! Floor 3: hunks and a text in, every place each hunk could go out, best first. Pure and deterministic; it proposes and
//! never decides.

mod align;
pub mod candidate;
mod fuzzy;
pub mod guard;
pub mod index;
pub mod line_key;
mod partial;
mod reindent;
mod resilient;
mod scan;
pub mod score;
pub mod search;
mod similar;
mod strict;
pub mod target;
pub mod tier;
pub mod variant;

use std::collections::HashSet;
use std::sync::Arc;

use crate::patch::{FilePatch, Hunk, HunkLine, LineKind};
use crate::text::indent::Reindent;
use crate::text::{LineSpan, Text};

pub use candidate::{Aligned, Candidate, Evidence, LineMatch};
pub use guard::Doubt;
use index::Index;
use line_key::LineKey;
use reindent::Solved;
pub use score::Score;
use search::Budget;
pub use search::Search;
use tier::Laid;
pub use tier::{MARGIN, TIERS, Tier, TierSpec};
pub use variant::{Variant, VariantKind};

/// How far a search goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The lowest similarity that is listed, 0 to 1000; the best three are listed in any case.
    pub similarity: u16,
    /// The most places kept for one hunk; the count goes on.
    pub n_listed: usize,
    /// Work for one file, in compared lines.
    pub n_steps: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            similarity: 800,
            n_listed: 50,
            n_steps: 50_000_000,
        }
    }
}

/// The least places listed for a hunk that found none good enough.
const N_BELOW_THE_BAR: usize = 3;

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

/// Returns what is found in `text` for each hunk of `file`, in the hunks' order.
pub fn find(file: &FilePatch, text: &Text, limits: Limits) -> Vec<Found> {
    let variants: Vec<Vec<Variant>> = file.hunks.iter().map(variant::variants).collect();
    let lines = variants.iter().flatten().flat_map(|variant| &variant.lines);
    let wanted: HashSet<LineKey> = lines.map(|line| LineKey::of(&line.body)).collect();
    let index = Index::new(text, &wanted);
    let budget = Budget::new(limits.n_steps);
    let hunks = file.hunks.iter().zip(variants);
    hunks
        .map(|(hunk, variants)| find_hunk(hunk, variants, &index, limits, &budget))
        .collect()
}

fn find_hunk(
    hunk: &Hunk,
    variants: Vec<Variant>,
    index: &Index<'_>,
    limits: Limits,
    budget: &Budget,
) -> Found {
    let applied_at = variants
        .iter()
        .find_map(|variant| applied_at(variant, index));
    let searches: Vec<Search<'_>> = variants
        .into_iter()
        .map(|variant| Search::new(hunk, variant, index, limits, budget))
        .collect();
    let mut candidates: Vec<Candidate> = Vec::new();
    for search in &searches {
        candidates.extend(
            scan::windows(search)
                .into_iter()
                .map(|aligned| candidate(search, aligned)),
        );
        if !candidates.is_empty() {
            break;
        }
    }
    if candidates.is_empty() {
        for search in &searches {
            candidates.extend(
                align::alignments(search)
                    .into_iter()
                    .map(|aligned| candidate(search, aligned)),
            );
        }
    }
    candidates.sort_by_key(Candidate::rank);
    let mut candidates = one_per_place(candidates);
    let mut rank = 0;
    candidates.retain(|candidate| {
        rank += 1;
        rank <= N_BELOW_THE_BAR
            || candidate.tier < Tier::Similar
            || candidate.similarity() >= limits.similarity
    });
    let n_candidates = candidates.len();
    candidates.truncate(limits.n_listed);
    Found {
        candidates,
        n_candidates,
        capped: budget.is_spent(),
        applied_at,
    }
}

/// Drops candidates that lay a line which says something beside the same line of the target as a better one does: they
/// are other readings of one place.
fn one_per_place(candidates: Vec<Candidate>) -> Vec<Candidate> {
    let mut taken = HashSet::new();
    let mut kept: Vec<Candidate> = Vec::new();
    for candidate in candidates {
        let sided = candidate
            .aligned
            .iter()
            .filter_map(|pair| Some((pair.hunk_line?, pair.target_line?)));
        let bodies =
            sided.map(|(line, target)| (candidate.variant.lines[line].body.clone(), target));
        let pairs: Vec<_> = bodies
            .filter(|(body, _)| line_key::weight(body) > 2)
            .collect();
        let is_another = pairs.iter().all(|pair| !taken.contains(pair))
            && kept.iter().all(|other| other.span != candidate.span);
        if is_another {
            taken.extend(pairs);
            kept.push(candidate);
        }
    }
    kept
}

/// Returns a place made of `aligned`, judged.
fn candidate(search: &Search<'_>, aligned: Vec<Aligned>) -> Candidate {
    let laid = Laid {
        search,
        aligned: &aligned,
    };
    let targets: Vec<usize> = aligned.iter().filter_map(|pair| pair.target_line).collect();
    let span = match (targets.first(), targets.last()) {
        (Some(first), Some(last)) => LineSpan::new(*first, *last + 1),
        _ => LineSpan::new(0, 0),
    };
    let tier = Tier::of(&laid);
    let mut evidence = Vec::new();
    let exact = aligned
        .iter()
        .filter(|pair| pair.how == LineMatch::Exact)
        .count();
    evidence.push(Evidence::LinesExact {
        n: exact,
        of: search.preimage.len(),
    });
    if search.variant.kind != VariantKind::AsWritten {
        evidence.push(Evidence::Variant(search.variant.kind));
    }
    if tier == Tier::Similar {
        evidence.push(Evidence::Similarity {
            permille: score::similarity(search, &aligned),
        });
    }
    evidence.extend(guard::doubts(&laid, span).into_iter().map(Evidence::Doubt));
    let reindent = match reindent::solve(search, &aligned) {
        Solved::Rule(rule) => rule,
        Solved::Unclear(rule) => {
            evidence.push(Evidence::Doubt(Doubt::IndentationUnclear));
            rule
        }
    };
    if reindent != Reindent::Keep {
        evidence.push(Evidence::Reindented);
    }
    let score = score::score(search, &aligned);
    Candidate {
        span,
        tier,
        score,
        variant: Arc::clone(&search.variant),
        aligned,
        reindent,
        evidence,
    }
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
/// the nearest below. `None` when no line has one.
pub fn insertion_point(aligned: &[Aligned], lines: &[HunkLine], hunk_line: usize) -> Option<usize> {
    let target = |at: usize| {
        aligned
            .iter()
            .find(|pair| pair.hunk_line == Some(at))
            .and_then(|pair| pair.target_line)
    };
    let mut above = (0..hunk_line)
        .rev()
        .filter(|at| lines[*at].in_preimage())
        .map(target)
        .peekable();
    let mut below = (hunk_line + 1..lines.len())
        .filter(|at| lines[*at].in_preimage())
        .map(target)
        .peekable();
    let after = |line: usize| line + 1;
    above
        .peek()
        .copied()
        .flatten()
        .map(after)
        .or_else(|| below.peek().copied().flatten())
        .or_else(|| above.flatten().next().map(after))
        .or_else(|| below.flatten().next())
}

/// Returns where the postimage of `variant` stands already; blank lines and braces alone prove nothing.
fn applied_at(variant: &Variant, index: &Index<'_>) -> Option<LineSpan> {
    let postimage: Vec<&[u8]> = variant
        .lines
        .iter()
        .filter(|line| line.in_postimage())
        .map(|line| line.body.as_slice())
        .collect();
    if !postimage.iter().any(|line| line_key::weight(line) > 2) {
        return None;
    }
    let keys: Vec<LineKey> = postimage.iter().map(|line| LineKey::of(line)).collect();
    let equal = |start: &usize| {
        postimage
            .iter()
            .enumerate()
            .all(|(at, line)| *index.text().line(start + at) == **line)
    };
    let start = scan::runs_of(index, &keys).into_iter().find(equal)?;
    Some(LineSpan::new(start, start + postimage.len()))
}

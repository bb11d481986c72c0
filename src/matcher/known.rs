//! Hunks whose place is known: those of a comparison with the very text need no search, and what ties with their lines
//! elsewhere is no rival.

use std::sync::Arc;

use super::aligned::count;
use super::{Aligned, Candidate, Evidence, Found, LineMatch, Score, Tier, Variant, VariantKind};
use crate::patch::{HintSource, Hunk, LineKind};
use crate::text::{LineSpan, Text};

/// A comparison shows so many lines below a change, unless the text ends before.
const CONTEXT_LINES: usize = 3;

/// Returns the one place of a hunk that was worked out for `text`, or that its result is there; `None` for any other, and
/// where neither stands.
pub fn known(hunk: &Hunk, text: &Text) -> Option<Found> {
    let hint = hunk
        .hint
        .filter(|hint| hint.source == HintSource::Compared)?;
    let start = hint.line_index;
    let mut aligned = Vec::new();
    let old = hunk.lines.iter().enumerate();
    for (target, (at, line)) in (start..).zip(old.filter(|(_, line)| line.in_preimage())) {
        if target >= text.n_lines() || *line.body != *text.line(target) {
            return made(hunk, start, text);
        }
        aligned.push(Aligned::pair(at, target, LineMatch::Exact));
    }
    let n_lines = aligned.len();
    // The lines above what comes at the end stand as before when it came.
    let below = hunk.lines.iter().rev();
    let below = below.take_while(|line| line.kind == LineKind::Context);
    if below.count() < CONTEXT_LINES && start + n_lines < text.n_lines() {
        return made(hunk, start, text);
    }
    let place = Candidate {
        span: LineSpan::new(start, start + n_lines),
        tier: Tier::Strict,
        score: Score::FULL,
        variant: Variant {
            kind: VariantKind::AsWritten,
            lines: Arc::clone(&hunk.lines),
        },
        aligned: aligned.into(),
        reindents: Box::default(),
        evidence: vec![Evidence::LinesExact {
            n: count(n_lines),
            of: count(n_lines),
        }],
    };
    Some(Found {
        candidates: vec![place].into(),
        n_candidates: 1,
        n_equal: 0,
        n_tied: 1,
        capped: false,
        applied: None,
    })
}

fn made(hunk: &Hunk, start: usize, text: &Text) -> Option<Found> {
    let end = start + hunk.postimage().count();
    let stands = end <= text.n_lines()
        && hunk
            .postimage()
            .eq((start..end).map(|line| text.line(line)));
    stands.then(|| Found {
        applied: Some(Found::made(LineSpan::new(start, end))),
        ..Found::default()
    })
}

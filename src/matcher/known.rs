//! Hunks whose place is known: those of a comparison with the very text need no search, and what ties with their lines
//! elsewhere is no rival.

use std::cmp::Ordering;
use std::sync::Arc;

use super::aligned::count;
use super::{Aligned, Candidate, Evidence, Found, LineMatch, Score, Tier, Variant, VariantKind};
use crate::patch::line::n_removed;
use crate::patch::{HintSource, Hunk, HunkLine, LineKind};
use crate::text::{LineSpan, Text};

/// A comparison shows so many lines below a change, unless the text ends before.
const CONTEXT_LINES: usize = 3;

/// Returns the place of a hunk that was worked out for `text`, with the one where it is read otherwise, or that its result is
/// there; `None` for any other, and where neither is there.
pub fn known(hunk: &Hunk, text: &Text) -> Option<Found> {
    let hint = hunk
        .hint
        .filter(|hint| hint.source == HintSource::Compared)?;
    let start = hint.line_index;
    let Some(place) = compared(&hunk.lines, VariantKind::AsWritten, start, text) else {
        return made(hunk, start, text);
    };
    let other = hunk.instead.as_ref().and_then(|other| {
        let kind = match n_removed(&other.lines).cmp(&n_removed(&hunk.lines)) {
            Ordering::Greater => VariantKind::MoreReplaced,
            Ordering::Less => VariantKind::FewerReplaced,
            Ordering::Equal => VariantKind::OthersReplaced,
        };
        let mut other = compared(&other.lines, kind, other.line_index, text)?;
        other.evidence.push(Evidence::Variant(kind));
        Some(other)
    });
    let candidates: Vec<Candidate> = std::iter::once(place).chain(other).collect();
    Some(Found {
        n_candidates: count(candidates.len()),
        candidates: candidates.into(),
        n_tied: 1,
        n_equal: 0,
        capped: false,
        applied: None,
    })
}

/// Returns the place of lines that were compared with `text`; `None` where it has others there.
fn compared(
    lines: &Arc<[HunkLine]>,
    kind: VariantKind,
    start: usize,
    text: &Text,
) -> Option<Candidate> {
    let mut aligned = Vec::new();
    let old = lines.iter().enumerate();
    for (target, (at, line)) in (start..).zip(old.filter(|(_, line)| line.in_preimage())) {
        if target >= text.n_lines() || *line.body != *text.line(target) {
            return None;
        }
        aligned.push(Aligned::pair(at, target, LineMatch::Exact));
    }
    let n_lines = aligned.len();
    // The lines above what comes at the end stand as before when it came.
    let below = lines.iter().rev();
    let below = below.take_while(|line| line.kind == LineKind::Context);
    if below.count() < CONTEXT_LINES && start + n_lines < text.n_lines() {
        return None;
    }
    Some(Candidate {
        span: LineSpan::new(start, start + n_lines),
        tier: Tier::Strict,
        score: Score::FULL,
        variant: Variant {
            kind,
            lines: Arc::clone(lines),
        },
        aligned: aligned.into(),
        reindents: Box::default(),
        evidence: vec![Evidence::LinesExact {
            n: count(n_lines),
            of: count(n_lines),
        }],
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

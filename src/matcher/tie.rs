//! Which places are equally good. One margin, used by policy, screen and reports alike.

use super::{Candidate, Doubt, Found, Rule, Rules};
use crate::patch::LineKind;
use crate::text::indent;

/// A place that lacks a blank, or has one more, is no better than a looser one that scores so much less.
const MARGIN_OF_GAPS: u16 = 100;

/// A place that scores less than this, of 1000, speaks against a better one neither by the context it has nor by the reply's
/// number.
pub(super) const MIN_RIVAL_SCORE: u16 = 500;

/// Returns the indexes of the `candidates` (best first) that tie for the first place, the first included; empty when there
/// is none.
///
/// Those found as loosely tie when they are within the margin. A place that lacks a line to be removed is no rival of one that
/// has them all.
/// Where the best lacks a line, or has one more, a looser place ties that scores nearly as much. So does a place that has context
/// which the best lacks, and one at the very line that the reply's number names, unless the best is alike in every line.
pub(super) fn tied(candidates: &[Candidate], rules: Rules) -> Vec<usize> {
    let Some(best) = candidates.first() else {
        return Vec::new();
    };
    if candidates.len() == 1 {
        return vec![0];
    }
    let is_slipped = best.aligned.iter().any(|pair| !pair.how.is_alike());
    let ties = |other: &Candidate| {
        let reads_alike = other.variant.kind == best.variant.kind;
        if is_slipped && rules.has(Rule::TieAtNumber) && matches_at_the_number(other) {
            return true;
        }
        if !other.is_of_same_rank(best) {
            let near = other.score.permille() + MARGIN_OF_GAPS > best.score.permille();
            return rules.has(Rule::TieWithGaps)
                && has_gaps(best)
                && near
                && !lacks_a_deletion(other);
        }
        if reads_alike && rules.has(Rule::TieByLostContext) && has_what_is_lost(other, best) {
            return true;
        }
        if lacks_a_deletion(other) && !lacks_a_deletion(best) {
            return false;
        }
        rules.has(Rule::TieByMargin)
            && best.score.permille() < other.score.permille() + best.tier.spec().margin
    };
    let listed = candidates.iter().enumerate();
    listed
        .filter(|(at, other)| *at == 0 || other.landmark().is_none() && ties(other))
        .map(|(at, _)| at)
        .collect()
}

/// Ties further apart than this tie for reasons other than score.
const EVEN_MARGIN: u16 = 50;

/// Returns whether the places that tie for the first score about the same.
pub fn is_even(found: &Found) -> bool {
    let scores = found.tied().iter().map(|place| place.score.permille());
    let lowest = scores.min().unwrap_or_default();
    found
        .candidates
        .first()
        .is_none_or(|best| best.score.permille() < lowest + EVEN_MARGIN)
}

/// Returns whether a place lies at the very line that the reply's number names, and is a match there.
pub fn matches_at_the_number(place: &Candidate) -> bool {
    place.offset_lines() == Some(0)
        && place.score.permille() >= MIN_RIVAL_SCORE
        && !lacks_a_deletion(place)
}

/// Returns whether one side has a line at a place that the other does not.
pub fn has_gaps(place: &Candidate) -> bool {
    place
        .aligned
        .iter()
        .any(|pair| pair.target_line().is_none() || pair.hunk_line().is_none())
}

/// Returns whether a line to be removed is not there as the hunk has it.
pub fn lacks_a_deletion(place: &Candidate) -> bool {
    place.doubts().any(|doubt| doubt == Doubt::DeletionDiffers)
}

/// Returns the context lines of the hunk that agree at a place.
pub fn context_alike(place: &Candidate) -> impl Iterator<Item = usize> + '_ {
    let alike = place
        .aligned
        .iter()
        .filter(|pair| pair.how.is_alike())
        .filter_map(|pair| pair.hunk_line());
    alike.filter(|line| place.variant.lines[*line].kind == LineKind::Context)
}

/// Returns whether `other` has context that `best` lacks: each may be the place meant, the other one a block that reads alike.
pub fn has_what_is_lost(other: &Candidate, best: &Candidate) -> bool {
    let lost = best.aligned.iter().filter(|pair| !pair.how.is_alike());
    // In order, as an alignment is.
    let lost: Vec<usize> = lost.filter_map(|pair| pair.hunk_line()).collect();
    let says_something = |line: usize| !indent::is_blank(&other.variant.lines[line].body);
    other.score.permille() >= MIN_RIVAL_SCORE
        && context_alike(other)
            .any(|line| lost.binary_search(&line).is_ok() && says_something(line))
}

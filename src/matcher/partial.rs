//! The Partial tier: a tier above holds once outer context is given up (GNU patch's fuzz, context at file
//! boundaries, overhang past the end of the file).

use super::tier::{AlignedHunk, Gap, TierSpec};
use super::{LineMatch, Score, Tier};

pub(super) const SPEC: TierSpec = TierSpec {
    tier: Tier::Partial,
    name: "partial",
    summary: "lines are equal once context at the hunk's ends is dropped",
    bar: Score::new(400),
    margin: 200,
    accepts,
};

fn accepts(laid: &AlignedHunk<'_>) -> bool {
    laid.all_pairs(LineMatch::is_alike) && laid.gaps().all(|gap| gap != Gap::Inner)
}

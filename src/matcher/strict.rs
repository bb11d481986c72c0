//! The Strict tier: every line equal, character for character.

use super::tier::{AlignedHunk, TierSpec};
use super::{LineMatch, Score, Tier};

pub(super) const SPEC: TierSpec = TierSpec {
    tier: Tier::Strict,
    name: "strict",
    summary: "every line is equal, character for character",
    bar: Score::new(1000),
    margin: 50,
    accepts,
};

fn accepts(laid: &AlignedHunk<'_>) -> bool {
    laid.all_pairs(|how| how == LineMatch::Exact) && laid.gaps().next().is_none()
}

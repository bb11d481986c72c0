//! The Fuzzy tier: letter case, typography, bullets, backticks and punctuation aside too.

use super::tier::{AlignedHunk, Gap, TierSpec};
use super::{LineMatch, Score, Tier};

pub(super) const SPEC: TierSpec = TierSpec {
    tier: Tier::Fuzzy,
    name: "fuzzy",
    summary: "lines are equal except letter case, typography and punctuation too",
    bar: Score::new(750),
    margin: 50,
    accepts,
};

fn accepts(laid: &AlignedHunk<'_>) -> bool {
    laid.all_pairs(LineMatch::is_alike) && laid.gaps().all(|gap| gap == Gap::Blank)
}

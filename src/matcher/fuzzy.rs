//! The Fuzzy tier: lines are equal but for letter case, typography and punctuation too.

use super::tier::TierSpec;
use super::{Score, Tier, scan};

/// This tier's row.
pub(super) const SPEC: TierSpec = TierSpec {
    tier: Tier::Fuzzy,
    name: "fuzzy",
    summary: "lines are equal but for letter case, typography and punctuation too",
    bar: Score::new(750),
    find: |search| scan::windows(search, Tier::Fuzzy),
};

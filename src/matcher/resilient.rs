//! The Resilient tier: lines are equal but for blanks, heading levels and truncated context.

use super::tier::TierSpec;
use super::{Score, Tier, scan};

/// This tier's row.
pub(super) const SPEC: TierSpec = TierSpec {
    tier: Tier::Resilient,
    name: "resilient",
    summary: "lines are equal but for blanks, heading levels and truncated context",
    bar: Score::new(800),
    find: |search| scan::windows(search, Tier::Resilient),
};

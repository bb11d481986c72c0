//! The Strict tier: every line is equal, character for character.

use super::tier::TierSpec;
use super::{Score, Tier, scan};

/// This tier's row.
pub(super) const SPEC: TierSpec = TierSpec {
    tier: Tier::Strict,
    name: "strict",
    summary: "every line is equal, character for character",
    bar: Score::new(950),
    find: |search| scan::windows(search, Tier::Strict),
};

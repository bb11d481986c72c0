//! The Similar tier: lines may differ in words, be missing or be extra, as long as the whole is alike (similarity as Roo
//! Code takes it, measured line by line).

use super::tier::{AlignedHunk, TierSpec};
use super::{Score, Tier};

pub(super) const SPEC: TierSpec = TierSpec {
    tier: Tier::Similar,
    name: "similar",
    summary: "compared as a whole; some lines may differ, be missing or be extra",
    bar: Score::new(650),
    margin: 200,
    accepts,
};

fn accepts(_laid: &AlignedHunk<'_>) -> bool {
    true
}

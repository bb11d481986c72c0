//! The Resilient tier: blanks, Markdown heading levels and truncated context aside. Blank lines that one side lacks belong
//! here too: models add and drop them for looks.

use super::tier::{AlignedHunk, Gap, TierSpec};
use super::{LineMatch, Score, Tier};

pub(super) const SPEC: TierSpec = TierSpec {
    tier: Tier::Resilient,
    name: "resilient",
    summary: "lines are equal except whitespace, heading levels and truncated context",
    bar: Score::new(750),
    margin: 50,
    accepts,
};

fn accepts(laid: &AlignedHunk<'_>) -> bool {
    laid.all_pairs(is_equal) && laid.gaps().all(|gap| gap == Gap::Blank)
}

pub(super) fn is_equal(how: LineMatch) -> bool {
    match how {
        LineMatch::Exact
        | LineMatch::TrailingSpace
        | LineMatch::Indentation
        | LineMatch::Whitespace
        | LineMatch::Heading
        | LineMatch::Suffix
        | LineMatch::Prefix => true,
        LineMatch::LooseSuffix
        | LineMatch::Typography
        | LineMatch::Case
        | LineMatch::Punctuation
        | LineMatch::Similar { .. }
        | LineMatch::Missing
        | LineMatch::Extra => false,
    }
}

//! The tiers, strictest first: how a place may be found, and how good it must be to be taken unasked.

use super::{Candidate, Score, Search, fuzzy, resilient, strict};

/// How loosely a place was matched; strictest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tier {
    /// Every line equal, character for character.
    Strict,
    /// Blanks, Markdown headings and truncated context aside.
    Resilient,
    /// Also letter case, typography and punctuation aside.
    Fuzzy,
    /// Outer context given up.
    Partial,
    /// Alike as a whole.
    Similar,
}

/// One row of [`TIERS`].
pub struct TierSpec {
    /// The tier.
    pub tier: Tier,
    /// Its name in flags, JSON and on the screen.
    pub name: &'static str,
    /// When a line matches, in one sentence for people.
    pub summary: &'static str,
    /// The lowest score of a place that may be taken unasked.
    pub bar: Score,
    /// Finds the places at which every line needs this tier at most.
    pub find: fn(&Search<'_>) -> Vec<Candidate>,
}

/// The tiers in the order they are tried.
pub static TIERS: &[TierSpec] = &[strict::SPEC, resilient::SPEC, fuzzy::SPEC];

/// Two places of a tier whose scores differ by less are a tie. Used by policy, screen and reports alike.
pub const MARGIN: u16 = 50;

impl Tier {
    /// All tiers, strictest first.
    pub const ALL: [Tier; 5] = [
        Tier::Strict,
        Tier::Resilient,
        Tier::Fuzzy,
        Tier::Partial,
        Tier::Similar,
    ];

    /// Returns the tier's name in flags, JSON and on the screen.
    pub fn name(self) -> &'static str {
        match self {
            Tier::Strict => "strict",
            Tier::Resilient => "resilient",
            Tier::Fuzzy => "fuzzy",
            Tier::Partial => "partial",
            Tier::Similar => "similar",
        }
    }

    /// Reads what [`Tier::name`] gives.
    pub fn from_name(name: &str) -> Option<Tier> {
        Tier::ALL.into_iter().find(|tier| tier.name() == name)
    }
}

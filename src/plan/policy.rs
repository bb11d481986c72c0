//! What may be placed unasked. Interactive and headless default are one: nothing is ever guessed.

use crate::matcher::{Candidate, Doubt, Found, MARGIN, Tier};

/// What is done where nobody has chosen a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// What becomes of a hunk with several places.
    pub on_tie: OnTie,
    /// The loosest tier that may be placed unasked.
    pub accept_from: Tier,
}

/// What becomes of a hunk with several equally good places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnTie {
    /// It waits for a person.
    Ask,
    /// The best is taken, nearest to where it is expected, and the report says so.
    Nearest,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy {
            on_tie: OnTie::Ask,
            accept_from: Tier::Similar,
        }
    }
}

/// Who put a hunk where it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// The matcher: it is the only good place.
    Matcher,
    /// The patch's line number, proven right.
    Number,
    /// The heading the patch names.
    Heading,
    /// The order of like hunks over like places.
    Order,
    /// `--policy nearest`.
    Nearest,
    /// A person chose it.
    Person,
}

impl By {
    /// Returns the stable name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            By::Matcher => "matcher",
            By::Number => "number",
            By::Heading => "heading",
            By::Order => "order",
            By::Nearest => "nearest",
            By::Person => "person",
        }
    }
}

/// What the policy says of one hunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It goes to the candidate of this index.
    Place(usize, By),
    /// Several places are as good.
    Ambiguous,
    /// There is a place, but none good enough.
    TooWeak,
    /// The best place lacks a line that is to be removed.
    DeletedLineNotFound,
    /// There is none.
    NoMatch,
}

/// Decides over one hunk by its own candidates.
pub fn verdict(found: &Found, policy: &Policy) -> Verdict {
    let Some(best) = found.candidates.first() else {
        return Verdict::NoMatch;
    };
    if n_tied(&found.candidates) > 1 {
        return match policy.on_tie {
            OnTie::Ask => Verdict::Ambiguous,
            OnTie::Nearest => Verdict::Place(0, By::Nearest),
        };
    }
    let doubts: Vec<Doubt> = best.doubts().collect();
    if doubts.contains(&Doubt::DeletionDiffers) {
        return Verdict::DeletedLineNotFound;
    }
    if best.tier > policy.accept_from || best.score < best.tier.spec().bar || !doubts.is_empty() {
        return Verdict::TooWeak;
    }
    Verdict::Place(0, By::Matcher)
}

/// Returns how many of `candidates` (best first) tie for the first place: same tier, within the margin.
pub fn n_tied(candidates: &[Candidate]) -> usize {
    let Some(best) = candidates.first() else {
        return 0;
    };
    let tied = |other: &&Candidate| {
        other.tier == best.tier && best.score.permille() < other.score.permille() + MARGIN
    };
    candidates.iter().filter(tied).count()
}

//! The score: one number from the evidence, by one table of weights.

use super::{Aligned, LineMatch};

/// How good a place is, 0 to 1000; an integer, so that order is total.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(u16);

impl Score {
    /// The best score: every line equal.
    pub const FULL: Score = Score(1000);

    /// Makes a score; what is above 1000 becomes 1000.
    pub const fn new(permille: u16) -> Score {
        Score(if permille > 1000 { 1000 } else { permille })
    }

    /// Returns the number, 0 to 1000.
    pub fn permille(self) -> u16 {
        self.0
    }

    /// Returns the number people read, 0 to 100, rounded down so that only a full score reads 100.
    pub fn percent(self) -> u16 {
        self.0 / 10
    }
}

/// What a line adds, out of 1000, by how it matched.
fn worth(how: LineMatch) -> u32 {
    match how {
        LineMatch::Exact => 1000,
        LineMatch::TrailingSpace => 990,
        LineMatch::Indentation => 960,
        LineMatch::Whitespace => 950,
        LineMatch::Heading => 930,
        LineMatch::Typography => 920,
        LineMatch::Case | LineMatch::Punctuation => 900,
        LineMatch::Suffix => 880,
        LineMatch::Similar { permille } => u32::from(permille) * 8 / 10,
        LineMatch::Missing | LineMatch::Extra => 0,
    }
}

/// Returns the score of an alignment: the mean worth of its lines.
pub fn score(aligned: &[Aligned]) -> Score {
    if aligned.is_empty() {
        return Score::new(0);
    }
    let sum: u32 = aligned.iter().map(|pair| worth(pair.how)).sum();
    Score::new((sum / aligned.len() as u32) as u16)
}

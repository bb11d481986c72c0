//! The score: one number from the evidence, by one table of weights.

use super::tier::n_jumps;
use super::{Aligned, LineMatch, Search, weight};

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

/// Returns the match value of a line, of 1000, by how it matched.
pub fn match_value(how: LineMatch) -> u32 {
    match how {
        LineMatch::Exact => 1000,
        LineMatch::TrailingSpace => 990,
        LineMatch::Indentation => 960,
        LineMatch::Whitespace => 950,
        LineMatch::Heading => 930,
        LineMatch::Typography => 920,
        LineMatch::Case | LineMatch::Punctuation => 900,
        LineMatch::Suffix | LineMatch::LooseSuffix | LineMatch::Prefix => 850,
        // Half of a line's letters stand in any other line: only what is above says anything.
        LineMatch::Similar { permille } => (u32::from(permille).saturating_sub(400)) * 4 / 3,
        LineMatch::Missing | LineMatch::Extra => 0,
    }
}

/// Returns the score of an alignment: the mean worth of its lines by their weight. A line of the target that the hunk
/// lacks counts half; context that would lie before the file's first or past its last line counts a quarter, for there
/// nothing could agree with it.
pub fn score(search: &Search<'_>, aligned: &[Aligned]) -> Score {
    let at_start = aligned.iter().find_map(|pair| pair.target_line()) == Some(0);
    let last = aligned.iter().rev().find_map(|pair| pair.target_line());
    let at_end = last.is_some_and(|line| line + 1 == search.index.text().n_lines());
    let first_paired = aligned
        .iter()
        .position(|pair| pair.target_line().is_some())
        .unwrap_or(0);
    let last_paired = aligned
        .iter()
        .rposition(|pair| pair.target_line().is_some())
        .unwrap_or(0);
    let (mut sum, mut whole) = (0u64, 0u64);
    for (at, pair) in aligned.iter().enumerate() {
        let overhangs = (at_start && at < first_paired) || (at_end && at > last_paired);
        let score_weight = match (pair.hunk_line(), pair.target_line()) {
            (Some(line), _) => weight::score_weight(search.weight(line)),
            (None, Some(line)) => weight::score_weight(search.index.weight(line)) / 2,
            (None, None) => 0,
        };
        let score_weight = if overhangs {
            score_weight / 4
        } else {
            score_weight
        };
        sum += u64::from(score_weight * match_value(pair.how));
        whole += u64::from(score_weight);
    }
    // A jump between sections costs what a lost line does.
    whole += n_jumps(aligned) as u64 * u64::from(weight::score_weight(weight::MAX));
    Score::new((sum / whole.max(1)) as u16)
}

/// Returns how alike the hunk's lines and their partners are as a whole, of 1000: letters by weight, other differences
/// aside.
pub fn similarity(search: &Search<'_>, aligned: &[Aligned]) -> u16 {
    let (mut sum, mut whole) = (0u64, 0u64);
    for pair in aligned {
        let Some(line) = pair.hunk_line() else {
            continue;
        };
        let score_weight = weight::score_weight(search.weight(line));
        let alike = if let LineMatch::Similar { permille } = pair.how {
            u32::from(permille)
        } else {
            u32::from(pair.how.is_alike()) * 1000
        };
        sum += u64::from(score_weight * alike);
        whole += u64::from(score_weight);
    }
    (sum / whole.max(1)) as u16
}

//! How alike two lines are that are not equal by any rule: a line prepared once for comparing with many.

use rapidfuzz::distance::levenshtein;

use super::line_key;
use crate::text::indent;

/// Lines less alike than this, of 1000, are never laid beside each other.
const MIN_SIMILARITY: u16 = 550;
/// Bytes of a line that are compared; longer ones hardly occur, and the cost is their product.
const N_COMPARED: usize = 400;
/// How many bytes are compared with up to 64 others in about the time that looking up a line takes.
const N_BYTES_OF_A_STEP: usize = 32;

/// A line prepared for comparing with many.
pub(super) struct Comparison {
    line: Vec<u8>,
    comparator: levenshtein::BatchComparator<u8>,
}

impl Comparison {
    /// Prepares `line`; leading space and runs of blanks do not count.
    pub(super) fn new(line: &[u8]) -> Comparison {
        let mut read = Vec::new();
        Comparison::read(line, &mut read);
        Comparison {
            comparator: levenshtein::BatchComparator::new(read.iter().copied()),
            line: read,
        }
    }

    /// Makes `out` what is compared of `line`: so a line is read once for many comparisons.
    pub(super) fn read(line: &[u8], out: &mut Vec<u8>) {
        line_key::collapse(line, out);
        out.truncate(N_COMPARED);
    }

    /// Returns the normalised Levenshtein similarity to `other`, of 1000; `None` below [`MIN_SIMILARITY`].
    pub(super) fn similarity(&self, other: &[u8]) -> Option<u16> {
        if !self.is_long_enough(other) {
            return None;
        }
        let mut read = Vec::new();
        Comparison::read(other, &mut read);
        self.similarity_of_read(&read)
    }

    /// Returns what a comparison with `n_bytes` of other lines costs, in steps: the letters of one line against those of the
    /// other, of which a machine takes 64 at a time.
    pub(super) fn cost(&self, n_bytes: usize) -> u64 {
        1 + (self.line.len().div_ceil(64) * n_bytes / N_BYTES_OF_A_STEP) as u64
    }

    /// Returns whether `other` is not too short to be alike; compared before anything is copied.
    pub(super) fn is_long_enough(&self, other: &[u8]) -> bool {
        // Leading space is free.
        let bare = indent::unindented(other).len().min(N_COMPARED);
        !self.line.is_empty() && bare * 2 >= self.line.len()
    }

    /// Returns whether the lengths alone leave it open that the two are alike; `other` is [`Comparison::read`].
    pub(super) fn may_be_like(&self, other: &[u8]) -> bool {
        let (short, long) = (
            self.line.len().min(other.len()),
            self.line.len().max(other.len()),
        );
        short * 1000 >= long * usize::from(MIN_SIMILARITY)
    }

    /// Returns what [`Comparison::similarity`] does of a line that [`Comparison::read`] made ready.
    pub(super) fn similarity_of_read(&self, other: &[u8]) -> Option<u16> {
        if !self.may_be_like(other) {
            return None;
        }
        let cutoff = f64::from(MIN_SIMILARITY) / 1000.0;
        let args = levenshtein::Args::default().score_cutoff(cutoff);
        let similarity = self
            .comparator
            .normalized_similarity_with_args(other.iter().copied(), &args)?;
        Some((similarity * 1000.0) as u16)
    }
}

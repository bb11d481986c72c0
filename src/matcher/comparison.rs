//! How alike two lines are that are not equal by any rule: a line prepared once for comparing with many.

use rapidfuzz::distance::levenshtein;

use super::line_key;
use crate::text::indent;
use crate::text::lanes::{self, N_LANES};

/// Lines less alike than this, of 1000, are never laid beside each other.
const MIN_SIMILARITY: u16 = 550;
/// Bytes of a line that are compared; longer ones hardly occur, and the cost is their product.
const N_COMPARED: usize = 400;
/// How many bytes are compared with up to 64 others in about the time that looking up a line takes.
const N_BYTES_OF_A_STEP: usize = 32;

/// A line prepared for comparing with many.
pub(super) struct Comparison {
    line: Vec<u8>,
    letters: Letters,
    prepared: Prepared,
}

/// What a comparison needs of its line.
enum Prepared {
    /// Of a line of up to 64 bytes, as nearly all are: where each byte stands in it, the first in the lowest bit.
    Short(Box<[u64; 256]>),
    Long(levenshtein::BatchComparator<u8>),
}

/// How often each letter stands in a line. Bits 5 and 7 are left out: upper case counts as lower case, and control signs as digits
/// or signs.
#[derive(Debug, Clone, Copy, Default)]
struct Letters {
    of: [[u8; N_LANES]; 4],
    /// The sum of all these.
    n: usize,
}

impl Letters {
    fn of(line: &[u8]) -> Letters {
        let mut of = [0u8; 4 * N_LANES];
        for byte in line {
            // Signs and digits below, letters above.
            let n = &mut of[usize::from(byte & 0x1f | (byte & 0x40) >> 1)];
            *n = n.saturating_add(1);
        }
        Letters {
            n: of.iter().map(|n| usize::from(*n)).sum(),
            of: bytemuck::cast(of),
        }
    }

    /// Returns whether lines of these letters cannot become each other by `most` changes: each takes one letter off, or brings
    /// one. Most lines are told to be unlike by that, without a look at where the letters stand.
    fn are_apart(&self, other: &Letters, most: usize) -> bool {
        let n_more = lanes::n_more(&self.of, &other.of);
        // What the other has more: both have as many of all together that they share.
        n_more > most || n_more + other.n > self.n + most
    }
}

/// What is compared of a line, made ready once for many comparisons.
#[derive(Debug, Clone, Default)]
pub(super) struct ReadLine {
    bytes: Vec<u8>,
    letters: Letters,
}

impl ReadLine {
    /// Reads `line`; leading space and runs of blanks do not count.
    pub(super) fn of(line: &[u8]) -> ReadLine {
        let mut read = ReadLine::default();
        read.read(line);
        read
    }

    /// Reads another line.
    pub(super) fn read(&mut self, line: &[u8]) {
        line_key::collapse(line, &mut self.bytes);
        self.bytes.truncate(N_COMPARED);
        self.letters = Letters::of(&self.bytes);
    }

    /// Returns how many bytes are compared.
    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }
}

impl Prepared {
    fn of(line: &[u8]) -> Prepared {
        if !(1..=64).contains(&line.len()) {
            return Prepared::Long(levenshtein::BatchComparator::new(line.iter().copied()));
        }
        let mut places = Box::new([0; 256]);
        for (at, byte) in line.iter().enumerate() {
            places[usize::from(*byte)] |= 1 << at;
        }
        Prepared::Short(places)
    }
}

/// Returns the Levenshtein distance of the line of `n_bytes` that stands in `places` and `other`; `None` where it is more than
/// `most`. One column of the matrix after the other is worked out as a whole, by its differences from row to row (Hyyrö 2003).
fn distance(places: &[u64; 256], n_bytes: usize, other: &[u8], most: usize) -> Option<usize> {
    let last = 1 << (n_bytes - 1);
    let (mut grows, mut shrinks) = (u64::MAX, 0);
    // How far it may still grow: each byte to come takes one off at most. One number for both, as this is the innermost loop.
    let mut room = (most + other.len()) as i64 - n_bytes as i64;
    for byte in other {
        let equal = places[usize::from(*byte)];
        let diagonal = ((equal & grows).wrapping_add(grows) ^ grows) | equal | shrinks;
        let to_more = shrinks | !(diagonal | grows);
        let to_less = diagonal & grows;
        room += i64::from(to_less & last != 0) - i64::from(to_more & last != 0) - 1;
        if room < 0 {
            return None;
        }
        let to_more = to_more << 1 | 1;
        grows = to_less << 1 | !(diagonal | to_more);
        shrinks = to_more & diagonal;
    }
    usize::try_from(room).ok().map(|room| most - room)
}

impl Comparison {
    /// Prepares `line`; leading space and runs of blanks do not count.
    pub(super) fn new(line: &[u8]) -> Comparison {
        let read = ReadLine::of(line).bytes;
        Comparison::of_read(read)
    }

    fn of_read(line: Vec<u8>) -> Comparison {
        Comparison {
            letters: Letters::of(&line),
            prepared: Prepared::of(&line),
            line,
        }
    }

    /// Returns the normalised Levenshtein similarity to `other`, of 1000; `None` below [`MIN_SIMILARITY`].
    pub(super) fn similarity(&self, other: &[u8]) -> Option<u16> {
        if !self.is_long_enough(other) {
            return None;
        }
        self.similarity_of_read(&ReadLine::of(other))
    }

    /// Returns the same, however low.
    pub(super) fn any_similarity(&self, other: &[u8]) -> u16 {
        let other = ReadLine::of(other).bytes;
        let comparator = levenshtein::BatchComparator::new(self.line.iter().copied());
        let similarity = comparator.normalized_similarity(other.iter().copied());
        (similarity * 1000.0) as u16
    }

    /// Returns what a comparison with `n_bytes` of other lines costs, in steps: the letters of one line against those of the
    /// other, of which a machine takes 64 at a time.
    pub(super) fn cost(&self, n_bytes: usize) -> u64 {
        1 + (self.line.len().div_ceil(64) * n_bytes / N_BYTES_OF_A_STEP) as u64
    }

    /// Returns whether `other` is not too short to be alike; compared before anything is copied.
    pub(super) fn is_long_enough(&self, other: &[u8]) -> bool {
        self.are_enough(Comparison::n_compared(other))
    }

    /// Returns whether so many bytes, of which [`Comparison::n_compared`] tells, are enough to be alike.
    pub(super) fn are_enough(&self, n_bytes: usize) -> bool {
        !self.line.is_empty() && n_bytes * 2 >= self.line.len()
    }

    /// Returns how many bytes of a line are compared at most. Leading space is free.
    pub(super) fn n_compared(line: &[u8]) -> usize {
        indent::unindented(line).len().min(N_COMPARED)
    }

    /// Returns whether the lengths alone leave it open that the two are alike.
    pub(super) fn may_be_like(&self, other: &ReadLine) -> bool {
        let (short, long) = (
            self.line.len().min(other.len()),
            self.line.len().max(other.len()),
        );
        short * 1000 >= long * usize::from(MIN_SIMILARITY)
    }

    /// Returns what [`Comparison::similarity`] does of a line that was made ready.
    pub(super) fn similarity_of_read(&self, other: &ReadLine) -> Option<u16> {
        if !self.may_be_like(other) {
            return None;
        }
        let long = self.line.len().max(other.len());
        // Rounded up: which of them are too far apart is for the same numbers to say as of long lines.
        let most = long * usize::from(1000 - MIN_SIMILARITY) / 1000 + 1;
        if self.letters.are_apart(&other.letters, most) {
            return None;
        }
        let cutoff = f64::from(MIN_SIMILARITY) / 1000.0;
        let similarity = match &self.prepared {
            Prepared::Short(places) => {
                let distance = distance(places, self.line.len(), &other.bytes, most)?;
                let similarity = 1.0 - distance as f64 / long as f64;
                Some(similarity).filter(|similarity| *similarity >= cutoff)?
            }
            Prepared::Long(comparator) => {
                let args = levenshtein::Args::default().score_cutoff(cutoff);
                comparator.normalized_similarity_with_args(other.bytes.iter().copied(), &args)?
            }
        };
        Some((similarity * 1000.0) as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn line(n_bytes: std::ops::Range<usize>) -> impl Strategy<Value = Vec<u8>> {
        proptest::collection::vec(
            prop_oneof![Just(b'a'), Just(b'b'), Just(b'('), b'c'..b'z'],
            n_bytes,
        )
    }

    proptest! {
        #[test]
        fn short_lines_are_as_alike_as_long_ones(one in line(1..65), other in line(0..100), n_shared in 0..65usize) {
            // Lines made apart are hardly ever alike.
            let n_shared = n_shared.min(one.len());
            for other in [&other[..], &[&one[..n_shared], &other[..other.len() / 8]].concat()] {
                let comparator = levenshtein::BatchComparator::new(one.iter().copied());
                let as_long = Comparison {
                    prepared: Prepared::Long(comparator),
                    ..Comparison::of_read(one.clone())
                };
                let short = Comparison::of_read(one.clone());
                let bytes = other.to_vec();
                let other = ReadLine { letters: Letters::of(&bytes), bytes };
                prop_assert_eq!(short.similarity_of_read(&other), as_long.similarity_of_read(&other));
            }
        }
    }
}

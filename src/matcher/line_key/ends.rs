//! The ends of lines by few letters: by these alone most lines are told from those that are looked for.

use super::{BARE, LETTERS, OTHER, fuzzy, tail};
use crate::text::lanes::{self, N_LANES};
use crate::text::{LineEnd, Text};

/// Which ends lines that are asked for have, of six letters or of three: of most lines no more need be read.
pub(in crate::matcher) struct Ends {
    of_six: Box<[u64; N_ENDS / 64]>,
    of_three: Box<[u64; N_ENDS / 64]>,
    /// Whether lines are asked for that have fewer letters, but have some.
    of_fewer: bool,
}

/// How many ends are told apart. Three letters give 15 bits; six are hashed to as many, so some share one.
const N_ENDS: usize = 1 << 15;

/// What the end of a line tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::matcher) enum Look {
    /// It is none of those asked for.
    Other,
    /// It has no letter.
    Bare,
    /// It may be one of them.
    MayBe,
}

impl Ends {
    pub(in crate::matcher) fn new() -> Ends {
        Ends {
            of_six: Box::new([0; N_ENDS / 64]),
            of_three: Box::new([0; N_ENDS / 64]),
            of_fewer: false,
        }
    }

    /// Asks for the lines that are like `line`, and returns the tail of its form, where it has one.
    pub(in crate::matcher) fn insert(&mut self, line: &[u8]) -> Option<u64> {
        let plain = tail(line);
        // One that has no tail may have an end: what is like it is let through by that, and has no tail either.
        let form = plain.map_or_else(|| fuzzy(line), |_| Vec::new());
        let tail = plain.or_else(|| self::tail(&form));
        let end = |n_letters| match plain {
            Some(tail) => end_of(tail, n_letters),
            None => last_letters(&form, n_letters),
        };
        // Of a line that is like it, fewer letters may be near its end.
        if let Some(six) = end(6) {
            let (word, bit) = slot(ShortEnd::of_six(six));
            self.of_six[word] |= bit;
        }
        match end(3) {
            Some(three) => {
                let (word, bit) = slot(ShortEnd::of_three(three));
                self.of_three[word] |= bit;
            }
            None => self.of_fewer |= tail != Some(BARE),
        }
        tail
    }

    /// Returns what the end of a line tells.
    #[inline]
    pub(in crate::matcher) fn look(&self, end: ShortEnd) -> Look {
        let (word, bit) = slot(end);
        let is_asked = match end {
            ShortEnd::BARE => return Look::Bare,
            ShortEnd::FEW => self.of_fewer,
            ShortEnd::UNKNOWN => true,
            ShortEnd(0..ShortEnd::THREE) => self.of_six[word] & bit != 0,
            ShortEnd(_) => self.of_three[word] & bit != 0,
        };
        match is_asked {
            true => Look::MayBe,
            false => Look::Other,
        }
    }
}

/// Returns the slot of an end among those of as many letters.
fn slot(ShortEnd(end): ShortEnd) -> (usize, u64) {
    let end = usize::from(end) % N_ENDS;
    (end >> 6, 1 << (end & 63))
}

/// The end of a line in two bytes: six letters with five bits of each, mixed, or three where only those are near its end, or why
/// it has none. Most of what a search costs is to find the ends of all lines, so that is done once, however often lines are looked
/// for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::matcher) struct ShortEnd(u16);

impl ShortEnd {
    /// The first end of three letters; those of six are below.
    const THREE: u16 = N_ENDS as u16;
    /// The line has no letter.
    const BARE: ShortEnd = ShortEnd(u16::MAX - 2);
    /// It has fewer than three.
    const FEW: ShortEnd = ShortEnd(u16::MAX - 1);
    /// Its last bytes do not show its letters.
    const UNKNOWN: ShortEnd = ShortEnd(u16::MAX);

    /// Returns the end of a line, by six letters where so many are near it.
    #[inline]
    pub(super) fn by_six(line: LineEnd<'_>) -> ShortEnd {
        let end = End::of(line);
        end.six_letters()
            .map_or_else(|| end.short(), ShortEnd::of_six)
    }

    /// Returns the end of a line, by three letters.
    #[inline]
    pub(super) fn by_three(line: LineEnd<'_>) -> ShortEnd {
        End::of(line).short()
    }

    #[inline]
    fn of_six(letters: u64) -> ShortEnd {
        // Fibonacci hashing: the upper bits are well mixed.
        let mixed = (letters & 0x1f1f_1f1f_1f1f).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ShortEnd((mixed >> (u64::BITS - N_ENDS.ilog2())) as u16)
    }

    /// No letter or digit has more than 26 in its last five bits, so that these are less than the reasons why there is none.
    fn of_three(letters: u64) -> ShortEnd {
        let end = (letters & 0x1f) | (letters >> 3 & 0x3e0) | (letters >> 6 & 0x7c00);
        ShortEnd(end as u16 | ShortEnd::THREE)
    }

    /// Returns the ends of all lines, by three letters. Lines keep their endings here: no line ending has a letter.
    pub(in crate::matcher) fn of_lines(text: &Text) -> Box<[ShortEnd]> {
        text.line_ends().map(ShortEnd::by_three).collect()
    }

    /// Returns the ends of all lines, among which so many hunks are looked for: for few, three letters are enough, and cost less.
    pub(in crate::matcher) fn of_lines_for(text: &Text, n_hunks: usize) -> Box<[ShortEnd]> {
        const MOST_BY_THREE: usize = 32;
        match n_hunks > MOST_BY_THREE {
            true => text.line_ends().map(ShortEnd::by_six).collect(),
            false => ShortEnd::of_lines(text),
        }
    }
}

/// The last bytes of a line, looked at together.
pub(super) struct End {
    bytes: [u8; N_LANES],
    /// Which of them are letters or digits of ASCII, and which are beyond that.
    letters: u32,
    odd: u32,
    /// Whether no others are before them.
    is_whole: bool,
}

impl End {
    #[inline]
    pub(super) fn of(line: LineEnd<'_>) -> End {
        let mut bytes = [b' '; N_LANES];
        match line.text.last_chunk() {
            Some(end) => bytes = *end,
            None => bytes[N_LANES - line.text.len()..].copy_from_slice(line.text),
        }
        let (letters, odd) = lanes::letters(&bytes);
        // What is above the line does not count; the last byte has the highest bit.
        let own = u32::MAX << (N_LANES - line.n_bytes.min(N_LANES));
        End {
            bytes,
            letters: letters & own,
            odd: odd & own,
            is_whole: line.n_bytes <= N_LANES,
        }
    }

    /// Returns the last `most` letters, lowered, or all where the line has fewer; `None` where these bytes alone do not tell,
    /// or something beyond ASCII is among them.
    #[inline]
    pub(super) fn letters(&self, most: usize) -> Option<u64> {
        let (mut left, mut last, mut first) = (self.letters, 0, 0);
        for _ in 0..most {
            let Some(at) = left.checked_ilog2() else {
                return (self.is_whole && self.odd == 0).then_some(last);
            };
            left ^= 1 << at;
            // The bit that parts capitals from small letters is set in digits.
            last = last << 8 | u64::from(self.bytes[at as usize % N_LANES] | 0x20);
            first = at;
        }
        (self.odd >> first == 0).then_some(last)
    }

    /// Returns the end by the last three letters, or why there is none.
    #[inline]
    fn short(&self) -> ShortEnd {
        match self.three_letters() {
            Some(BARE) => ShortEnd::BARE,
            Some(few) if few >> 16 == 0 => ShortEnd::FEW,
            Some(three) => ShortEnd::of_three(three),
            None => ShortEnd::UNKNOWN,
        }
    }

    /// Returns what [`End::letters`] does of three, without a question after each.
    #[inline]
    fn three_letters(&self) -> Option<u64> {
        let without_last = |letters: u32| letters & !(1 << letters.ilog2());
        let below = self.letters & self.letters.wrapping_sub(1);
        if below & below.wrapping_sub(1) == 0 {
            return self.letters(3);
        }
        let second = without_last(self.letters);
        let third = without_last(second);
        let first = third.ilog2();
        let at = |letters: u32| u64::from(self.bytes[letters.ilog2() as usize % N_LANES] | 0x20);
        let three = at(self.letters) << 16 | at(second) << 8 | at(third);
        (self.odd >> first == 0).then_some(three)
    }

    /// Returns what [`End::letters`] does of six, without a question after each; `None` where there are fewer, too.
    #[inline]
    fn six_letters(&self) -> Option<u64> {
        const N: usize = 6;
        let without_first = |letters: u32| letters & letters.wrapping_sub(1);
        let mut fewer = self.letters;
        for _ in 1..N {
            fewer = without_first(fewer);
        }
        if fewer == 0 {
            return None;
        }
        let (mut left, mut last, mut first) = (self.letters, 0, 0);
        for _ in 0..N {
            first = left.ilog2();
            left ^= 1 << first;
            last = last << 8 | u64::from(self.bytes[first as usize % N_LANES] | 0x20);
        }
        (self.odd >> first == 0).then_some(last)
    }
}

/// Returns so many last letters of a line with this tail; `None` where it has fewer.
fn end_of(tail: u64, n_letters: u32) -> Option<u64> {
    let n_of_tail = u64::BITS.div_ceil(8) - tail.leading_zeros() / 8;
    Some(tail >> (8 * n_of_tail.checked_sub(n_letters)?))
}

/// Returns so many last letters of a line; `None` where it has fewer behind what is not ASCII.
fn last_letters(line: &[u8], n_letters: u32) -> Option<u64> {
    let letters = line.iter().rev().map(|byte| LETTERS[usize::from(*byte)]);
    let mut letters = letters.filter(|letter| *letter > 0);
    let mut end = 0;
    for _ in 0..n_letters {
        let letter = letters.next().filter(|letter| *letter > OTHER)?;
        end = end << 8 | u64::from(letter);
    }
    Some(end)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::LineKey;
    use super::super::tests::text;
    use super::*;

    proptest! {
        #[test]
        fn no_line_that_is_asked_for_is_another(asked in text(), other in text()) {
            let mut ends = Ends::new();
            ends.insert(&asked);
            let spaced = [b"  ", &asked[..], b" ;"].concat();
            for like in [asked.clone(), asked.to_ascii_uppercase(), spaced, other] {
                for of in [ShortEnd::by_three, ShortEnd::by_six] {
                    let looks = ends.look(of(like[..].into()));
                    let is_bare = tail(&like) == Some(BARE);
                    prop_assert_eq!(looks == Look::Bare, is_bare && like.len() <= N_LANES);
                    if LineKey::of(&like) == LineKey::of(&asked) {
                        prop_assert_ne!(looks, Look::Other);
                    }
                    // What is above a line is none of it.
                    let text = [&b"Above \xc3\xa9 it"[..], &like].concat();
                    let n_bytes = like.len();
                    let end = of(LineEnd { text: &text, n_bytes });
                    prop_assert_eq!(ends.look(end), looks);
                }
            }
        }
    }
}

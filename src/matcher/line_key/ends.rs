//! The ends of lines by few letters: by these alone most lines are told from those that are looked for.

use std::collections::HashSet;

use foldhash::fast::RandomState;

use super::{BARE, LETTERS, OTHER, fuzzy, tail};
use crate::text::lanes::{self, N_LANES};
use crate::text::{LineEnd, Text};

/// Which ends lines that are asked for have, of six letters or of three: of most lines no more need be read.
pub(in crate::matcher) struct Ends {
    asked: Box<[u64; N_ENDS / 64]>,
    /// Those that were asked for more than once.
    again: HashSet<ShortEnd, RandomState>,
    /// Whether lines are asked for that have fewer letters, but have some.
    of_fewer: bool,
}

/// How many ends are told apart, half of them of three letters.
const N_ENDS: usize = 1 << 16;

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
            asked: Box::new([0; N_ENDS / 64]),
            again: HashSet::default(),
            of_fewer: false,
        }
    }

    /// Asks for the lines that are like `line`, unless `is_new` says otherwise of the tail of its form, and returns that tail,
    /// where it has one.
    pub(in crate::matcher) fn insert(
        &mut self,
        line: &[u8],
        is_new: impl FnOnce(Option<u64>) -> bool,
    ) -> Option<u64> {
        let plain = tail(line);
        // One that has no tail may have an end: what is like it is let through by that, and has no tail either.
        let form = plain.map_or_else(|| fuzzy(line), |_| Vec::new());
        let tail = plain.or_else(|| self::tail(&form));
        if !is_new(tail) {
            return tail;
        }
        let end = |n_letters| match plain {
            Some(tail) => end_of(tail, n_letters),
            None => last_letters(&form, n_letters),
        };
        // Of a line that is like it, fewer letters may be near its end.
        if let Some(six) = end(6) {
            self.ask(ShortEnd::of_six(six));
        }
        match end(3) {
            Some(three) => self.ask(ShortEnd::of_three(three)),
            None => self.of_fewer |= tail != Some(BARE),
        }
        tail
    }

    /// Asks no more for the lines with this tail, where no others that are asked for end so. A tail that was inserted twice is
    /// taken for two.
    pub(in crate::matcher) fn close(&mut self, tail: u64) {
        let six = end_of(tail, 6).map(ShortEnd::of_six);
        let three = end_of(tail, 3).map(ShortEnd::of_three);
        for end in six.into_iter().chain(three) {
            if !self.again.contains(&end) {
                let (word, bit) = slot(end);
                self.asked[word] &= !bit;
            }
        }
    }

    fn ask(&mut self, end: ShortEnd) {
        let (word, bit) = slot(end);
        if self.asked[word] & bit != 0 {
            self.again.insert(end);
        }
        self.asked[word] |= bit;
    }

    /// Returns what the end of a line tells.
    #[inline]
    pub(in crate::matcher) fn look(&self, end: ShortEnd) -> Look {
        let (word, bit) = slot(end);
        let is_asked = match end {
            ShortEnd::BARE => return Look::Bare,
            ShortEnd::FEW => self.of_fewer,
            ShortEnd::UNKNOWN => true,
            ShortEnd(_) => self.asked[word] & bit != 0,
        };
        match is_asked {
            true => Look::MayBe,
            false => Look::Other,
        }
    }
}

/// Returns the word and the bit of an end.
#[inline]
fn slot(ShortEnd(end): ShortEnd) -> (usize, u64) {
    (usize::from(end >> 6), 1 << (end & 63))
}

/// The end of a line in two bytes: six letters, hashed to 15 bits so that some share one, or three with five bits of each where only
/// those are near its end, or why it has none. Most of what a search costs is to find the ends of all lines, so that is done once, however often lines are looked
/// for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::matcher) struct ShortEnd(u16);

impl ShortEnd {
    /// The first end of three letters; those of six are below.
    const THREE: u16 = 1 << 15;
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
        ShortEnd((mixed >> (u64::BITS - ShortEnd::THREE.ilog2())) as u16)
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

    /// Returns the end by the last three letters, or why there is none. Asked of every line: it is inlined also where size counts.
    #[inline(always)]
    fn short(&self) -> ShortEnd {
        match self.three_letters() {
            Some(BARE) => ShortEnd::BARE,
            Some(few) if few >> 16 == 0 => ShortEnd::FEW,
            Some(three) => ShortEnd::of_three(three),
            None => ShortEnd::UNKNOWN,
        }
    }

    /// Returns what [`End::letters`] does of three, without a question after each.
    #[inline(always)]
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

    use super::super::tests::text;
    use super::super::{LineKey, tail_of_form};
    use super::*;

    proptest! {
        #[test]
        fn no_line_that_is_asked_for_is_another(asked in text(), other in text()) {
            let mut ends = Ends::new();
            ends.insert(&asked, |_| true);
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

        #[test]
        fn to_close_a_tail_leaves_all_others(
            asked in prop::collection::vec(text(), 1..8),
            closed in any::<prop::sample::Index>(),
        ) {
            let mut ends = Ends::new();
            let mut tails = HashSet::new();
            for line in &asked {
                ends.insert(line, |tail| tail.is_none_or(|tail| tails.insert(tail)));
            }
            let closed: &Vec<u8> = closed.get(&asked);
            let closed = tail_of_form(closed);
            closed.into_iter().for_each(|tail| ends.close(tail));
            for line in asked.iter().filter(|line| tail_of_form(line) != closed) {
                for of in [ShortEnd::by_three, ShortEnd::by_six] {
                    prop_assert_ne!(ends.look(of(line[..].into())), Look::Other);
                }
            }
        }
    }

    #[test]
    fn lines_that_end_alike_are_told_apart_until_one_is_closed() {
        let looks = |close: bool, others: &[&str]| {
            let mut ends = Ends::new();
            let tail = ends
                .insert(b"return the_answer;", |_| true)
                .unwrap_or_default();
            for other in others {
                ends.insert(other.as_bytes(), |_| true);
            }
            if close {
                ends.close(tail);
            }
            ends.look(ShortEnd::by_six(b"return the_answer;"[..].into()))
        };
        assert_eq!(looks(false, &[]), Look::MayBe);
        assert_eq!(looks(true, &[]), Look::Other);
        assert_eq!(looks(true, &["let it = another;"]), Look::Other);
        assert_eq!(looks(true, &["let it = no_answer;"]), Look::MayBe);
    }
}

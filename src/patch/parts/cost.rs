//! What it costs to lay a line of a part over one of the file, and what else makes a stretch less likely. The numbers were
//! chosen by trying them on generated replies made from real commits.

use std::collections::HashSet;

use crate::text::import::is_import;
use crate::text::{Trim, heading, indent};

/// The cost of a new line: its letters and digits plus one, at most this.
pub(super) const MOST_OF_A_LINE: u32 = 13;

/// The cost of a blank line that comes or goes.
pub(super) const BLANK: u32 = 1;

/// The cost of file lines that the part omits between two that it shows: once for the gap, then for each line.
pub(super) const GONE: u32 = 8;
pub(super) const EACH_GONE: u32 = 1;

/// The cost of a new or changed line beside a gap: models begin and end a part with lines that stay.
pub(super) const EDGE: u32 = 16;

/// The cost of another indentation.
const MOVED: u32 = 3;

/// The cost of a changed line, and the words it must share, in hundredths.
const CHANGED: u32 = 3;
const LEAST_LIKE: u32 = 50;

/// The words that lines share which are hardly two, in hundredths.
const NEARLY_ALL: usize = 80;

/// The cost of content that ends without a gap where the file does not.
pub(super) const NOT_AT_END: u32 = 6;

/// The cost of a gap between two parts that stands for no line.
pub(super) const NOTHING_LEFT_OUT: u32 = 8;

/// The cost of a new member of a block amid the body of another.
pub(super) const AMID_BODY: u32 = 100;

/// The cost of leaving the rest of a body behind a part that shows the body to its end.
pub(super) const BODY_GOES_ON: u32 = 20;

/// A line, and what is compared of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<'a> {
    pub(super) text: &'a [u8],
    width: usize,
    /// How much it says.
    pub(super) weight: u32,
    /// A bit for each word and sign.
    words: u128,
    /// Stands for the name that it defines; 0 for none.
    pub(super) name: u64,
    is_import: bool,
}

impl<'a> Line<'a> {
    pub(super) fn new(line: &'a [u8]) -> Line<'a> {
        Line {
            text: line.trimmed(),
            width: indent::leading(line).len(),
            weight: weight(line),
            words: words(line),
            name: heading::defined_in_part(line).map_or(0, |name| 1 | hash(name.as_bytes())),
            is_import: is_import(line.trimmed()),
        }
    }

    pub(super) fn is_blank(&self) -> bool {
        self.text.is_empty()
    }

    /// Returns whether one of two lines has all words and signs of the other.
    pub(super) fn is_subset_either_way(&self, other: &Line<'_>) -> bool {
        let common = self.words & other.words;
        common == self.words && has_all_of(other.text, self.text)
            || common == other.words && has_all_of(self.text, other.text)
    }

    /// Returns whether two lines have most of their words and signs in common.
    pub(super) fn shares_most(&self, other: &Line<'_>) -> bool {
        let n_common = (self.words & other.words).count_ones();
        let n_words = self.words.count_ones().max(other.words.count_ones());
        3 * n_common >= 2 * n_words
    }

    pub(super) fn is_as_deep_as(&self, other: &Line<'_>) -> bool {
        self.width == other.width
    }

    /// Returns what it costs to lay the line over `there`; `None` where they have too little in common.
    pub(super) fn laid_over(&self, there: &Line<'_>) -> Option<u32> {
        let moved = if self.width == there.width { 0 } else { MOVED };
        if self.text == there.text {
            return Some(moved.min(self.weight));
        }
        // Two definitions are the same one, or have nothing to do with each other.
        if self.name != 0 || there.name != 0 {
            return (self.name == there.name).then_some(CHANGED + moved);
        }
        // One import more is one more, unless it names all that the other names.
        if self.is_import && there.is_import && !self.is_subset_either_way(there) {
            return None;
        }
        let n_common = 200 * (self.words & there.words).count_ones();
        let n_words = self.words.count_ones() + there.words.count_ones();
        if n_common < LEAST_LIKE * n_words || self.is_blank() || there.is_blank() {
            return None;
        }
        let unlike = 100 - n_common / n_words;
        Some(CHANGED + self.weight.max(there.weight) * 2 * unlike / 100 + moved)
    }
}

/// Returns how much a line says of its place: one that is long says it once.
pub(super) fn weight(line: &[u8]) -> u32 {
    let letters = line
        .iter()
        .filter(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii());
    match indent::is_blank(line) {
        true => 0,
        false => (1 + letters.take(MOST_OF_A_LINE as usize).count() as u32).min(MOST_OF_A_LINE),
    }
}

/// Returns a bit for each word of a line, and for each sign. Two words may share a bit: then lines look more alike than they
/// are.
fn words(line: &[u8]) -> u128 {
    let bit = |hash: u64| 1u128 << (hash >> 57);
    words_of(line).fold(0, |bits, word| bits | bit(hash(word)))
}

/// Returns the words and signs of a line.
fn words_of(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
    let words = line.chunk_by(move |one, next| is_of_word(one) && is_of_word(next));
    words.filter(move |word| {
        is_of_word(&word[0]) || !word[0].is_ascii_whitespace() && word[0] != b'_'
    })
}

/// Returns whether a line has every word and sign of another.
fn has_all_of(line: &[u8], other: &[u8]) -> bool {
    let own: HashSet<&[u8]> = words_of(line).collect();
    words_of(other).all(|word| own.contains(word))
}

/// Returns whether two lines have nearly all of their words in common, whatever signs are between them.
pub(super) fn shares_words(line: &[u8], other: &[u8]) -> bool {
    let words = |line| -> HashSet<&[u8]> {
        let words = words_of(line).filter(|word| word[0].is_ascii_alphanumeric());
        words.collect()
    };
    let (words, others) = (words(line), words(other));
    let n_common = words.intersection(&others).count();
    n_common > 0 && 100 * 2 * n_common >= NEARLY_ALL * (words.len() + others.len())
}

fn hash(word: &[u8]) -> u64 {
    let add = |hash: u64, byte: &u8| hash.wrapping_mul(131).wrapping_add(u64::from(*byte));
    word.iter()
        .fold(7_777, add)
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

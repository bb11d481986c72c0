//! A target's lines by key, so that a search starts only where one of its lines stands.

use std::cell::OnceCell;
use std::ops::Range;

use super::line_key::{self, KeyMap, LineKey};
use super::search::LineFacts;
use super::{Variant, weight};
use crate::text::Text;
use crate::text::indent::{self, IndentUnit};

/// The lines of one text by key, as far as they matter.
#[derive(Debug)]
pub struct Index<'a> {
    text: &'a Text,
    /// Known where a wanted line may stand; made when asked for elsewhere.
    keys: Vec<OnceCell<LineKey>>,
    /// The part of `lines` that each wanted key has.
    places: KeyMap<Range<u32>>,
    /// The lines with wanted keys, those of one key together, from the top.
    lines: Vec<u32>,
    indent_unit: OnceCell<Option<IndentUnit>>,
}

/// The lines that hunks ask for, and a filter that most other lines of a text do not pass.
pub struct Wanted {
    /// Their keys, each with the part that it is to have of the index.
    places: KeyMap<Range<u32>>,
    /// A bit for each of the tails, by their hashes; a power of two of words.
    tails: Vec<u64>,
}

impl Wanted {
    /// Wants the lines of hunks that are read so.
    pub fn new(variants: &[Variant]) -> Wanted {
        let lines = || variants.iter().flat_map(|variant| &*variant.lines);
        // As large as it can come to be: a table that grows holds everything twice on the way.
        let n_keys = lines().count();
        let mut places = KeyMap::with_capacity_and_hasher(n_keys, Default::default());
        let mut tails = Vec::with_capacity(n_keys);
        for line in lines() {
            let body = &line.body;
            if places.insert(LineKey::of(body), 0..0).is_none() {
                // Of the form that is compared: what is not ASCII in the body may be so in its like.
                let tail = line_key::tail(body).or_else(|| line_key::tail(&line_key::fuzzy(body)));
                tails.extend(tail);
            }
        }
        let mut wanted = Wanted {
            places,
            tails: vec![0; (tails.len() / 2).next_power_of_two()],
        };
        for tail in tails {
            let (word, bit) = wanted.slot(tail);
            wanted.tails[word] |= bit;
        }
        wanted
    }

    /// Returns whether the key of `line` may be wanted; `false` is proof that it is not.
    fn may_hold(&self, line: &[u8]) -> bool {
        line_key::tail(line).is_none_or(|tail| {
            let (word, bit) = self.slot(tail);
            self.tails[word] & bit != 0
        })
    }

    fn slot(&self, tail: u64) -> (usize, u64) {
        // Fibonacci hashing: the upper half is well mixed.
        let hash = (tail.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize;
        ((hash >> 6) & (self.tails.len() - 1), 1 << (hash & 63))
    }
}

impl<'a> Index<'a> {
    /// Indexes `text` for the lines that are `wanted`.
    pub fn new(text: &'a Text, mut wanted: Wanted) -> Index<'a> {
        let mut keys = vec![OnceCell::new(); text.n_lines()];
        for (at, line) in text.lines().enumerate() {
            if !wanted.may_hold(line) {
                continue;
            }
            let key = LineKey::of(line);
            keys[at] = OnceCell::from(key);
            if let Some(part) = wanted.places.get_mut(&key) {
                part.end += 1;
            }
        }
        let Wanted { mut places, .. } = wanted;
        // One list for all keys: a list for each would be most of what an index weighs.
        let mut end = 0;
        for part in places.values_mut() {
            let start = end;
            end += part.end;
            *part = start..start;
        }
        let mut lines = vec![0; end as usize];
        for (at, key) in keys.iter().enumerate() {
            if let Some(part) = key.get().and_then(|key| places.get_mut(key)) {
                lines[part.end as usize] = at as u32;
                part.end += 1;
            }
        }
        Index {
            text,
            keys,
            places,
            lines,
            indent_unit: OnceCell::new(),
        }
    }

    /// Returns the text indexed.
    pub fn text(&self) -> &'a Text {
        self.text
    }

    /// Returns the key of line `at` (0-based).
    pub fn key(&self, at: usize) -> LineKey {
        *self.keys[at].get_or_init(|| LineKey::of(self.text.line(at)))
    }

    /// Returns the lines with `key`, from the top; empty as well for a key that was not wanted.
    pub fn lines_with(&self, key: LineKey) -> impl ExactSizeIterator<Item = usize> {
        let part = self.places.get(&key);
        let part = part.map_or(0..0, |part| part.start as usize..part.end as usize);
        self.lines[part].iter().map(|line| *line as usize)
    }

    /// Returns how many lines have `key`.
    pub fn n_lines_with(&self, key: LineKey) -> usize {
        self.lines_with(key).len()
    }

    /// Returns whether a line stands once in the text, and says all that a line can.
    pub fn has_once(&self, line: LineFacts) -> bool {
        line.weight == weight::FULL && self.n_lines_with(line.key) == 1
    }

    /// Returns how much line `at` says of its place, 0 to 10.
    pub fn weight(&self, at: usize) -> u32 {
        weight::of(self.text.line(at))
    }

    /// Returns the file's step of indentation; measured on the first call.
    pub fn indent_unit(&self) -> Option<IndentUnit> {
        *self
            .indent_unit
            .get_or_init(|| indent::unit(self.text.lines().map(|line| line.as_ref())))
    }
}

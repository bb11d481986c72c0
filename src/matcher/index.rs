//! A target's lines by key, so that a search starts only where one of its lines stands.

use std::cell::OnceCell;
use std::ops::Range;

use super::line_key::{KeyMap, LineKey, ShortEnd, Tail, TailFilter};
use super::search::{LineFacts, Readings};
use super::weight;
use crate::text::Text;
use crate::text::indent::{self, IndentUnit};

/// The lines of one text by key, as far as they matter.
#[derive(Debug)]
pub struct Index<'a> {
    text: &'a Text,
    /// Known where a wanted line may stand; made when asked for elsewhere.
    keys: Vec<OnceCell<LineKey>>,
    /// The part of `lines` that each key has that may be wanted.
    places: KeyMap<Range<u32>>,
    /// The lines with those keys, those of one key together, from the top.
    lines: Vec<u32>,
    indent_unit: OnceCell<Option<IndentUnit>>,
}

impl<'a> Index<'a> {
    /// Indexes `text` for the lines of hunks that are read so.
    pub fn new(text: &'a Text, readings: &Readings) -> Index<'a> {
        let ends = ShortEnd::of_lines(text);
        Index::with_known(text, &ends, readings, OnceCell::new())
    }

    /// Indexes it where the ends of its lines are known, and its step of indentation may have been measured.
    pub(super) fn with_known(
        text: &'a Text,
        ends: &[ShortEnd],
        readings: &Readings,
        indent_unit: OnceCell<Option<IndentUnit>>,
    ) -> Index<'a> {
        let mut wanted = TailFilter::new(readings.n_lines());
        readings.lines().for_each(|line| wanted.insert(&line.body));
        let mut keys = vec![OnceCell::new(); text.n_lines()];
        let mut places: KeyMap<Range<u32>> = KeyMap::default();
        for (at, end) in ends.iter().enumerate() {
            if wanted.tail_of(*end, || text.line(at)) != Tail::Other {
                let key = LineKey::of(text.line(at));
                keys[at] = OnceCell::from(key);
                places.entry(key).or_default().end += 1;
            }
        }
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
            indent_unit,
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

    /// Returns the lines with `key`, from the top; mostly empty as well for a key that is none of the hunks'.
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
        line.weight == weight::MAX && self.n_lines_with(line.key) == 1
    }

    /// Returns how much line `at` says of its place, 0 to 10.
    pub fn weight(&self, at: usize) -> u32 {
        weight::of(self.text.line(at))
    }

    /// Returns the file's step of indentation; measured on the first call.
    pub fn indent_unit(&self) -> Option<IndentUnit> {
        *self
            .indent_unit
            .get_or_init(|| self::indent_unit(self.text))
    }
}

/// Returns the step of indentation of a text, by a pass over all of it.
pub(super) fn indent_unit(text: &Text) -> Option<IndentUnit> {
    indent::unit(text)
}

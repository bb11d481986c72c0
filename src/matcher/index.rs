//! A target's lines by key, so that a search starts only where one of its lines stands.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use super::line_key::{self, LineKey};
use crate::text::Text;
use crate::text::indent::{self, IndentUnit};

/// The keys of all lines of one text, and where those that matter stand.
#[derive(Debug)]
pub struct Index<'a> {
    text: &'a Text,
    keys: Vec<LineKey>,
    places: HashMap<LineKey, Vec<usize>>,
    indent_unit: OnceCell<Option<IndentUnit>>,
}

impl<'a> Index<'a> {
    /// Indexes `text` for lines whose keys are among `wanted`.
    pub fn new(text: &'a Text, wanted: &HashSet<LineKey>) -> Index<'a> {
        let mut places: HashMap<LineKey, Vec<usize>> = HashMap::new();
        let mut keys = Vec::with_capacity(text.n_lines());
        for (at, line) in text.lines().enumerate() {
            let key = LineKey::of(line);
            keys.push(key);
            if wanted.contains(&key) {
                places.entry(key).or_default().push(at);
            }
        }
        Index {
            text,
            keys,
            places,
            indent_unit: OnceCell::new(),
        }
    }

    /// Returns the text indexed.
    pub fn text(&self) -> &'a Text {
        self.text
    }

    /// Returns the key of line `at` (0-based).
    pub fn key(&self, at: usize) -> LineKey {
        self.keys[at]
    }

    /// Returns the lines with `key`, from the top; empty as well for a key that was not wanted.
    pub fn lines_with(&self, key: LineKey) -> &[usize] {
        self.places.get(&key).map_or(&[], Vec::as_slice)
    }

    /// Returns how much line `at` says of its place, 0 to 10.
    pub fn weight(&self, at: usize) -> u32 {
        line_key::weight(self.text.line(at))
    }

    /// Returns the file's step of indentation; measured on the first call.
    pub fn indent_unit(&self) -> Option<IndentUnit> {
        *self
            .indent_unit
            .get_or_init(|| indent::unit(self.text.lines().map(|line| line.as_ref())))
    }
}

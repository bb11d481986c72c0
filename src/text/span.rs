//! Half-open ranges of lines, counted from 0.

/// Lines `start..end`, 0-based and half-open; `start == end` is the place before line `start`.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    serde::Serialize,
    serde::Deserialize,
)]
pub struct LineSpan {
    /// Index of the first line.
    pub start: usize,
    /// Index after the last line.
    pub end: usize,
}

impl LineSpan {
    /// Makes the span `start..end`.
    ///
    /// # Panics
    /// When `end` lies before `start`.
    pub fn new(start: usize, end: usize) -> LineSpan {
        assert!(start <= end, "a span ends at or after its start");
        LineSpan { start, end }
    }

    /// Returns the number of lines.
    pub fn len(self) -> usize {
        self.end - self.start
    }

    /// Returns whether the span holds no line.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Returns whether line `index` lies inside.
    pub fn contains(self, index: usize) -> bool {
        (self.start..self.end).contains(&index)
    }

    /// Returns whether the two share a line, or start at the same place: two insertions at one point have no order,
    /// nor has an insertion where a replacement starts.
    pub fn collides(self, other: LineSpan) -> bool {
        self.start == other.start || (self.start < other.end && other.start < self.end)
    }

    /// Returns the 1-based numbers of the first and last line, as people and JSON see them: an empty span gives the
    /// line before which it stands and the one above that.
    pub fn line_numbers(self) -> (usize, usize) {
        (self.start + 1, self.end)
    }
}

impl From<std::ops::Range<usize>> for LineSpan {
    fn from(range: std::ops::Range<usize>) -> LineSpan {
        LineSpan::new(range.start, range.end)
    }
}

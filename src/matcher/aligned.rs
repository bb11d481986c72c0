//! How the lines of a hunk and of the target lie beside each other at a place, and how well they agree.

use std::num::NonZeroU32;

/// One pair of the alignment; at least one side is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Aligned {
    // Counted from 1. Most of what a review keeps are these: twelve bytes each.
    hunk_line: Option<NonZeroU32>,
    target_line: Option<NonZeroU32>,
    /// How well they agree: the line's badge.
    pub how: LineMatch,
}

impl Aligned {
    /// Lays a line of the hunk beside one of the target.
    pub fn pair(hunk_line: usize, target_line: usize, how: LineMatch) -> Aligned {
        Aligned {
            hunk_line: Some(number(hunk_line)),
            target_line: Some(number(target_line)),
            how,
        }
    }

    /// Returns what stands for a line of the hunk that the target lacks.
    pub fn missing(hunk_line: usize) -> Aligned {
        Aligned {
            hunk_line: Some(number(hunk_line)),
            target_line: None,
            how: LineMatch::Missing,
        }
    }

    /// Returns what stands for a line of the target that the hunk lacks.
    pub fn extra(target_line: usize) -> Aligned {
        Aligned {
            hunk_line: None,
            target_line: Some(number(target_line)),
            how: LineMatch::Extra,
        }
    }

    /// Returns the index into [`Variant::lines`](super::Variant::lines), of a context line or deletion; `None` for a line of
    /// the target that the hunk lacks.
    pub fn hunk_line(&self) -> Option<usize> {
        self.hunk_line.map(index)
    }

    /// Returns the 0-based line of the target; `None` for a line of the hunk that the target lacks.
    pub fn target_line(&self) -> Option<usize> {
        self.target_line.map(index)
    }
}

fn number(index: usize) -> NonZeroU32 {
    NonZeroU32::new(count(index + 1)).expect("one more is not none")
}

/// Returns a number of lines as it is kept: a text has no more of them than [`Text::MAX_BYTES`](crate::text::Text::MAX_BYTES).
pub(super) fn count(n_lines: usize) -> u32 {
    u32::try_from(n_lines).expect("lines are counted in 31 bits")
}

fn index(number: NonZeroU32) -> usize {
    number.get() as usize - 1
}

/// How a line of the hunk agrees with a line of the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LineMatch {
    /// Equal, character for character.
    Exact,
    /// Blanks at the end differ.
    TrailingSpace,
    /// Blanks at the start differ.
    Indentation,
    /// Runs of blanks inside differ.
    Whitespace,
    /// A Markdown heading of another level or spacing.
    Heading,
    /// The hunk has only the line's end, ten characters or more.
    Suffix,
    /// The same, but for letter case, typography or punctuation.
    LooseSuffix,
    /// The hunk has only the line's beginning and an ellipsis.
    Prefix,
    /// Quotes, dashes, ellipses, bullets, backticks or odd spaces differ.
    Typography,
    /// Letter case differs.
    Case,
    /// Punctuation at the end, or blanks around operators, differ.
    Punctuation,
    /// Alike, but with other words.
    Similar {
        /// 0 to 999.
        permille: u16,
    },
    /// The hunk has this line, the target does not.
    Missing,
    /// The target has this line, the hunk does not.
    Extra,
}

impl LineMatch {
    /// Returns whether the lines differ in blanks alone.
    pub fn is_by_blanks(self) -> bool {
        matches!(
            self,
            LineMatch::TrailingSpace | LineMatch::Indentation | LineMatch::Whitespace
        )
    }

    /// Returns the stable name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            LineMatch::Exact => "exact",
            LineMatch::TrailingSpace => "trailing_space",
            LineMatch::Indentation => "indentation",
            LineMatch::Whitespace => "whitespace",
            LineMatch::Heading => "heading",
            LineMatch::Suffix => "suffix",
            LineMatch::LooseSuffix => "loose_suffix",
            LineMatch::Prefix => "prefix",
            LineMatch::Typography => "typography",
            LineMatch::Case => "case",
            LineMatch::Punctuation => "punctuation",
            LineMatch::Similar { .. } => "similar",
            LineMatch::Missing => "missing",
            LineMatch::Extra => "extra",
        }
    }

    /// Returns the badge people read beside the line.
    pub fn badge(self) -> &'static str {
        match self {
            LineMatch::Exact => "same",
            LineMatch::TrailingSpace => "trailing space",
            LineMatch::Indentation => "indentation",
            LineMatch::Whitespace => "spacing",
            LineMatch::Heading => "heading level",
            LineMatch::Suffix | LineMatch::LooseSuffix => "only its end",
            LineMatch::Prefix => "only its start",
            LineMatch::Typography => "typography",
            LineMatch::Case => "letter case",
            LineMatch::Punctuation => "punctuation",
            LineMatch::Similar { .. } => "differs",
            LineMatch::Missing => "missing",
            LineMatch::Extra => "extra line",
        }
    }

    /// Returns whether the hunk has only a part of the line.
    pub fn is_cut_short(self) -> bool {
        matches!(
            self,
            LineMatch::Suffix | LineMatch::LooseSuffix | LineMatch::Prefix
        )
    }

    /// Returns whether the two lines are equal by the rules of the tiers Strict to Fuzzy, and neither is only a part of the other.
    pub fn is_all_there(self) -> bool {
        self.is_alike() && !self.is_cut_short()
    }

    /// Returns whether the rules of the tiers Strict to Fuzzy take the two lines for equal.
    pub fn is_alike(self) -> bool {
        !matches!(
            self,
            LineMatch::Similar { .. } | LineMatch::Missing | LineMatch::Extra
        )
    }
}

//! The lines of a file, looked up: a table of many rows would go through all of them for each.

use std::collections::HashMap;

use bstr::{BStr, ByteSlice};

use crate::text::{Piece, Text, indent};

/// How deep a quotation may be in its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Depth {
    /// As deep as it is quoted.
    Own,
    /// Any deeper: code is quoted without the indentation that its lines have in common.
    Any,
}

/// The lines of a text that are not blank, and the index of each among them.
pub(super) struct Indexed<'t> {
    lines: Vec<&'t BStr>,
    places: HashMap<&'t [u8], Vec<usize>>,
}

impl<'t> Indexed<'t> {
    pub(super) fn of(text: &'t Text) -> Indexed<'t> {
        let lines = text.lines().filter(|line| !indent::is_blank(line));
        let lines: Vec<&BStr> = lines.map(|line| line.trim_end().as_bstr()).collect();
        let mut places: HashMap<&[u8], Vec<usize>> = HashMap::new();
        for (at, line) in lines.iter().enumerate() {
            places.entry(line.trim()).or_default().push(at);
        }
        Indexed { lines, places }
    }

    pub(super) fn all(texts: impl Iterator<Item = &'t Text>) -> Vec<Indexed<'t>> {
        texts.map(Indexed::of).collect()
    }

    /// Returns whether `lines`, blank ones aside, are in the text in this order: as they are, or all indented there by the same
    /// amount more.
    pub(super) fn holds(&self, lines: &[Piece], depth: Depth) -> bool {
        let Some(first) = lines.first().map(|line| line.trim_end()) else {
            return false;
        };
        let may_be = |more: &&[u8]| match depth {
            Depth::Own => more.is_empty(),
            Depth::Any => indent::is_blank(more),
        };
        let matches_at = |at: &usize| {
            let Some(window) = self.lines.get(*at..*at + lines.len()) else {
                return false;
            };
            let more = window[0].strip_suffix(first).filter(may_be);
            let is_same = |(old, line): (&&BStr, &Piece)| {
                more.is_some_and(|more| old.strip_prefix(more) == Some(line.trim_end()))
            };
            window.iter().zip(lines).all(is_same)
        };
        let places = self.places.get(first.trim());
        places.is_some_and(|places| places.iter().any(matches_at))
    }
}

//! A line of a file or patch as characters on the screen, each with what it shows and where it comes from.

use std::borrow::Cow;

use bstr::ByteSlice;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use super::super::model::Shown;
use crate::text::display::{RunKind, display};

/// Columns from one tab stop to the next.
pub(super) const TAB_WIDTH: usize = 4;

/// The longest line that is shown whole; what follows is cut.
const LONGEST: usize = 20_000;

/// One character on the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Glyph<'a> {
    /// The text, safe to draw.
    pub(super) text: Cow<'a, str>,
    /// How many columns it takes.
    pub(super) width: usize,
    /// The first of the line's bytes that it shows.
    pub(super) byte: usize,
    /// Whether it stands for something that cannot be shown as it is.
    pub(super) kind: RunKind,
}

/// Returns the characters of a line, tabs widened to stops of the line's own columns.
pub(super) fn glyphs(body: &[u8], blanks: Shown) -> Vec<Glyph<'_>> {
    let body = &body[..body.len().min(LONGEST)];
    let mut glyphs = Vec::with_capacity(body.len());
    let mut column = 0;
    for (start, end, text) in graphemes(body) {
        let glyph = match (text, blanks) {
            ("\t", _) => {
                let width = TAB_WIDTH - column % TAB_WIDTH;
                let lead = if blanks == Shown::Yes {
                    "\u{2192}"
                } else {
                    " "
                };
                Glyph {
                    text: format!("{lead}{}", " ".repeat(width - 1)).into(),
                    width,
                    byte: start,
                    kind: RunKind::Plain,
                }
            }
            (" ", Shown::Yes) => plain("\u{b7}", start),
            (text, _) if text.len() == 1 && text.as_bytes()[0] >= b' ' && text != "\u{7f}" => {
                plain(text, start)
            }
            _ => {
                let runs = display(&body[start..end], 1);
                let marked = runs.iter().any(|run| run.kind == RunKind::Mark);
                let kind = if marked {
                    RunKind::Mark
                } else {
                    RunKind::Plain
                };
                let text: String = runs.into_iter().map(|run| run.text).collect();
                let width = text.width();
                Glyph {
                    text: text.into(),
                    width,
                    byte: start,
                    kind,
                }
            }
        };
        column += glyph.width;
        glyphs.push(glyph);
    }
    glyphs
}

/// Returns the graphemes of bytes that may not be UTF-8, each bad byte on its own.
fn graphemes(body: &[u8]) -> Vec<(usize, usize, &str)> {
    if body.is_ascii() {
        let text = body.to_str().unwrap_or_default();
        return (0..text.len())
            .map(|at| (at, at + 1, &text[at..=at]))
            .collect();
    }
    let mut list = Vec::new();
    let mut at = 0;
    for chunk in body.utf8_chunks() {
        for (offset, text) in chunk.valid().grapheme_indices(true) {
            list.push((at + offset, at + offset + text.len(), text));
        }
        at += chunk.valid().len();
        for offset in 0..chunk.invalid().len() {
            list.push((at + offset, at + offset + 1, ""));
        }
        at += chunk.invalid().len();
    }
    list
}

fn plain(text: &str, byte: usize) -> Glyph<'_> {
    Glyph {
        text: text.into(),
        width: 1,
        byte,
        kind: RunKind::Plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(body: &[u8], blanks: Shown, expected: &str) {
        let shown: String = glyphs(body, blanks).into_iter().map(|g| g.text).collect();
        assert_eq!(shown, expected);
    }

    #[test]
    fn a_line_is_shown_by_its_own_columns() {
        check(b"a\tb", Shown::No, "a   b");
        check(b"\t x", Shown::Yes, "\u{2192}   \u{b7}x");
        check("你\t好".as_bytes(), Shown::No, "你  好");
        check(b"a\x1bb\xff", Shown::No, "a\u{241b}b\\xff");
    }
}

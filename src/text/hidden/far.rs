//! Text pushed out of sight.

use bstr::ByteSlice;
use unicode_width::UnicodeWidthChar;

/// Text behind so many blank columns is out of sight. No honest indentation or alignment is near it.
const FAR_COLUMNS: usize = 100;
const TAB_COLUMNS: usize = 8;

/// Gaps that are narrower part the columns of tables and comments from code; they hide nothing, however many there are.
const GAP_COLUMNS: usize = 32;

/// How many blank columns one visible column makes up for. A few signs strewn among the blanks do not lead the eye along.
const SEEN_COLUMNS: usize = 8;

/// Returns where text begins behind so many blanks that a reader does not look for it, at the start of the line or inside it.
/// Blanks are measured as they are seen, of whatever kind they are.
pub(super) fn far_right(line: &[u8]) -> Option<usize> {
    if !may_be_far(line) || is_table_row(line) {
        return None;
    }
    let (mut gap, mut n_blank) = (0, 0);
    for (at, _, c) in line.char_indices() {
        let width = c.width().unwrap_or(1);
        match c {
            '\t' => gap += TAB_COLUMNS,
            _ if looks_blank(c) => gap += width,
            _ if width == 0 => {}
            _ => {
                n_blank += if gap >= GAP_COLUMNS { gap } else { 0 };
                gap = 0;
                if n_blank >= FAR_COLUMNS {
                    return Some(at);
                }
                n_blank = n_blank.saturating_sub(width * SEEN_COLUMNS);
            }
        }
    }
    None
}

/// Returns whether a line is as wide as that takes.
pub(super) fn may_be_far(line: &[u8]) -> bool {
    let is_wide = |columns: usize| line.len() * columns >= FAR_COLUMNS;
    is_wide(1) || is_wide(TAB_COLUMNS) && line.contains(&b'\t')
}

/// Returns whether `c` is seen as nothing but space.
pub(super) fn looks_blank(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '\u{2800}' | '\u{3164}' | '\u{ffa0}' | '\u{115f}' | '\u{1160}' | '\u{16fe4}'
        )
}

/// Returns whether the line begins and ends with a bar: cells as wide as the widest of their column are padded with blanks,
/// and the bars lead the eye along.
fn is_table_row(line: &[u8]) -> bool {
    let line = line.trim();
    ["|", "\u{2502}", "\u{2551}", "\u{2503}"]
        .iter()
        .any(|bar| line.starts_with(bar.as_bytes()) && line.ends_with(bar.as_bytes()))
}

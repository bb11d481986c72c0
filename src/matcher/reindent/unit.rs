//! New lines that are indented by blanks in a file of tabs, or by tabs in one of blanks.

use bstr::BStr;

use crate::patch::{Hunk, HunkLine, LineKind};
use crate::text::Text;
use crate::text::indent::{self, IndentUnit, Reindent};

/// Returns whether the insertions of a hunk that matches exactly may be indented by another unit than the file.
pub(crate) fn may_be_of_another_unit(
    hunk: &Hunk,
    text: &Text,
    unit: &dyn Fn() -> Option<IndentUnit>,
) -> bool {
    let inserted = |line: &&HunkLine| line.kind == LineKind::Insert;
    let first = |line: &HunkLine| line.body.first().copied();
    let is_blank = |sign: Option<u8>| matches!(sign, Some(b' ' | b'\t'));
    let mut indented = hunk.lines.iter().filter(inserted).map(first);
    let Some(sign) = indented.find(|sign| is_blank(*sign)) else {
        return false;
    };
    // What the hunk quotes is in the file: with the same sign there, it is not all of another, and need not be measured.
    let quotes = |line: &HunkLine| line.in_preimage() && first(line) == sign;
    !hunk.lines.iter().any(quotes) && of_file(&hunk.lines, text, unit).is_some()
}

/// Returns the rule that gives insertions the unit of the file, where all of that is indented by it, and the first of them that is
/// indented by the other: blanks for tabs, or tabs for blanks. A single blank in front of `*` is a comment's.
pub(super) fn of_file(
    lines: &[HunkLine],
    text: &Text,
    unit: impl Fn() -> Option<IndentUnit>,
) -> Option<Reindent> {
    let inserted = lines.iter().filter(|line| line.kind == LineKind::Insert);
    let leads = inserted.filter(|line| !indent::is_blank(&line.body));
    let leads = leads.map(|line| indent::leading(&line.body));
    let mut indented = leads
        .filter(|lead| !lead.is_empty() && *lead != b" ")
        .peekable();
    let first = *indented.peek()?;
    let is_by_tabs = |lead: &[u8]| lead.first() == Some(&b'\t');
    let unit = unit()?;
    if is_by_tabs(first) == (unit == IndentUnit::Tab) {
        return None;
    }
    let is_of_unit = |line: &BStr| match unit {
        IndentUnit::Tab => !line.starts_with(b"  "),
        IndentUnit::Blanks(_) => !is_by_tabs(line),
    };
    let shallowest = indented.map(<[u8]>::len).min();
    text.lines().all(is_of_unit).then(|| match unit {
        IndentUnit::Tab => Reindent::Steps {
            tab_width: 8,
            from: shallowest.unwrap_or(first.len()),
            to: unit,
        },
        IndentUnit::Blanks(width) => Reindent::Steps {
            tab_width: width,
            from: width,
            to: unit,
        },
    })
}

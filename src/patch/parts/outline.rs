//! Which blocks the lines of a part begin and close, as they are shown.

use super::Part;
use super::body::closes;
use crate::text::import::is_import;
use crate::text::indent::width;
use crate::text::{Text, Trim, heading, indent};

/// Returns whether lines that would go are of another block than those that a part shows to their closing lines: the gap beside the
/// part stands for them. Both are as deep as they are shown.
pub(super) fn leave_block(part: &Part, gone: impl IntoIterator<Item = usize>, text: &Text) -> bool {
    let Some(outermost) = depth_of_block(part) else {
        return false;
    };
    let mut gone = gone.into_iter().map(|line| text.line(line));
    gone.any(|line| !indent::is_blank(line) && !is_close(line) && width(line) <= outermost)
}

/// Returns how deep the blocks are that a part ends with, if it shows these to their closing lines.
pub(super) fn depth_of_block(part: &Part) -> Option<usize> {
    let widths = || {
        let with_text = part.lines.iter().filter(|line| !indent::is_blank(line));
        with_text.map(|line| width(line))
    };
    let outermost = widths().min()?;
    let last = part.lines.last()?;
    let is_block = is_close(last) && width(last) == outermost && widths().max() > Some(outermost);
    is_block.then_some(outermost)
}

/// Returns whether a part begins with the head of a block: it is shown as one, wherever it is in its file. What brings names in
/// from elsewhere is a block in no other sense.
pub(super) fn starts_with_head(part: &Part) -> bool {
    let is_attribute = |line: &[u8]| line.starts_with(b"@") || line.starts_with(b"#[");
    let mut lines = part.lines.iter().map(|line| line.trimmed());
    let first = lines.find(|line| !line.is_empty() && !is_attribute(line));
    first.is_some_and(|first| {
        let opens = first.ends_with(b"{") && first.len() > 1 && !is_import(first);
        opens || heading::defined(first).is_some()
    })
}

/// Returns whether a line only closes a block, in pages too.
pub(super) fn is_close(line: &[u8]) -> bool {
    closes(line) || line.trimmed().starts_with(b"</")
}

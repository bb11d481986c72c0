//! Files of patches that a reply has saved only to apply them: the edit is what they hold, not the file.

use std::ops::Range;

use bstr::ByteSlice;

use crate::dialect::name::shape;
use crate::dialect::walk::line::Line;

/// Returns whether a command beside the block at `block` applies what is saved as `path`: `git apply fix.patch`. All lines are
/// those of the reply.
pub(in crate::dialect) fn is_applied(
    lines: &[Line<'_>],
    block: &Range<usize>,
    path: &[u8],
) -> bool {
    /// How many lines above the block, and below it, are looked at.
    const REACH: (usize, usize) = (6, 30);
    let applies = |line: &Line<'_>| {
        let commands = ["git apply", "git am", "patch -", "patch <"];
        commands.iter().any(|it| line.body.contains_str(it))
    };
    let end = block.end.min(lines.len());
    let above = lines[block.start.saturating_sub(REACH.0)..block.start].iter();
    let below = lines[end..].iter().take(REACH.1);
    shape::is_of_patches(path) && above.chain(below).any(applies)
}

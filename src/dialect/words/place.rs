//! Where an edit is in the reply.

use std::ops::Range;

/// An edit: its lines in the reply, and which of the patch's files and hunks it is; without a hunk, all of its file.
pub(super) struct Place {
    pub(super) lines: Range<usize>,
    pub(super) file: usize,
    pub(super) hunk: Option<usize>,
}

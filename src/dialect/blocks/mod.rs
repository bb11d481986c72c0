//! What the dialects with blocks of old and new text share: the markers, and the text between them.

pub(in crate::dialect) mod block;
pub(in crate::dialect) mod marker;
pub(in crate::dialect) mod preamble;

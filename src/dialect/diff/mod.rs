//! What the dialects that are diffs share: file headers, the line that begins a hunk, its lines and where they end.

pub(in crate::dialect) mod body;
pub(in crate::dialect) mod body_end;
pub(in crate::dialect) mod column;
pub(in crate::dialect) mod diff_section;
pub(in crate::dialect) mod file_name;
pub(in crate::dialect) mod gutter;
pub(in crate::dialect) mod header;
pub(in crate::dialect) mod hunk_header;
pub(in crate::dialect) mod printed;

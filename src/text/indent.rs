//! Leading space: measured here, transferred by the plan.

use bstr::{BStr, ByteSlice};

/// Returns the leading blanks and tabs of `line`.
pub fn leading(line: &[u8]) -> &[u8] {
    let end = line
        .iter()
        .position(|byte| !matches!(byte, b' ' | b'\t'))
        .unwrap_or(line.len());
    &line[..end]
}

/// Returns `line` without its leading blanks and tabs.
pub fn unindented(line: &[u8]) -> &BStr {
    line[leading(line).len()..].as_bstr()
}

/// Returns whether `line` holds nothing but blanks, tabs and carriage returns.
pub fn is_blank(line: &[u8]) -> bool {
    line.iter()
        .all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | 0x0c))
}

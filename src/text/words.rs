//! Words for people that every floor has a use for.

/// Returns a number with its noun: `1 file`, `3 files`.
pub(crate) fn counted(n: usize, noun: &str) -> String {
    let plural = if n == 1 { "" } else { "s" };
    format!("{n} {noun}{plural}")
}

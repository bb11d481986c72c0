//! What of a line counts when lines are compared. Keys are for comparing; nothing is written from them.

use crate::matcher::LineMatch;
use crate::text::indent;

/// Returns `line` trimmed, runs of blanks and tabs collapsed to one blank.
pub fn collapsed(line: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(line.len());
    for word in line
        .split(|byte| byte.is_ascii_whitespace())
        .filter(|word| !word.is_empty())
    {
        if !out.is_empty() {
            out.push(b' ');
        }
        out.extend_from_slice(word);
    }
    out
}

/// Returns the key of the Fuzzy tier, which equality in any stricter tier implies.
pub fn fuzzy(line: &[u8]) -> Vec<u8> {
    let mut key = collapsed(line).to_ascii_lowercase();
    key.retain(|byte| *byte != b'`');
    while key.last().is_some_and(u8::is_ascii_punctuation) {
        key.pop();
    }
    key
}

/// Returns how two lines with equal fuzzy keys agree.
pub fn agreement(hunk_line: &[u8], target_line: &[u8]) -> LineMatch {
    let trim_end = |line: &'_ [u8]| line.trim_ascii_end().to_vec();
    if hunk_line == target_line {
        LineMatch::Exact
    } else if trim_end(hunk_line) == trim_end(target_line) {
        LineMatch::TrailingSpace
    } else if indent::unindented(hunk_line).trim_ascii()
        == indent::unindented(target_line).trim_ascii()
    {
        LineMatch::Indentation
    } else if collapsed(hunk_line) == collapsed(target_line) {
        LineMatch::Whitespace
    } else if collapsed(hunk_line).eq_ignore_ascii_case(&collapsed(target_line)) {
        LineMatch::Case
    } else {
        LineMatch::Punctuation
    }
}

//! Lines that stand for lines left out: `// ... existing code ...`.

use bstr::{BStr, ByteSlice};

use super::{Hunk, HunkLine, LineKind};

/// Returns whether a line of code stands for lines that are left out: a comment, or nothing, around an ellipsis and a
/// word that says so.
pub fn is_placeholder(line: &BStr) -> bool {
    // No ellipsis: nearly every line.
    if line.is_ascii() && !line.contains(&b'.') {
        return false;
    }
    let text = line.trim();
    let is_comment = [
        "//", "#", "/*", "<!--", "--", ";", "%", "{/*", "...", "…", "(*",
    ]
    .iter()
    .any(|start| text.starts_with(start.as_bytes()));
    let has_ellipsis = text.contains_str("...") || text.contains_str("…");
    let words = [
        "existing",
        "rest of",
        "unchanged",
        "same as",
        "keep",
        "remain",
        "previous code",
        "other code",
    ];
    let lower = text.to_ascii_lowercase();
    is_comment
        && has_ellipsis
        && text.len() < 120
        && words.iter().any(|word| lower.contains_str(word))
}

/// Returns whether the new text of a hunk has such a line that the old one lacks, while lines go: those would be lost.
pub fn is_in_new_text(hunk: &Hunk) -> bool {
    let is_new = |line: &HunkLine| {
        line.kind == LineKind::Insert
            && is_placeholder(line.body.as_bstr())
            && !hunk.preimage().any(|old| old.trim() == line.body.trim())
    };
    hunk.lines.iter().any(is_new) && hunk.n_lines_of(LineKind::Delete) > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: bool) {
        assert_eq!(is_placeholder(line.into()), expected, "{line}");
    }

    #[test]
    fn an_ellipsis_and_a_word_in_a_comment_stand_for_lines_left_out() {
        check("// ... existing code ...", true);
        check("  # ... (unchanged)", true);
        check("<!-- … rest of the page … -->", true);
        check("... keep the rest ...", true);
        check("let rest = f(...existing);", false);
        check("// see the existing code", false);
        check("...", false);
    }
}

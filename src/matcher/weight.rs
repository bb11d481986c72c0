//! How distinctive a line is.

use bstr::ByteSlice;

use super::line_key::is_word;
use crate::text::indent;

/// The weight of a line that is more than a brace or a keyword, but stands in many places too.
pub const WEAK: u32 = 2;

/// The least weight of a line that says something.
pub const SIGNIFICANT: u32 = 4;

/// The least weight of a line that is a witness: whether it is there or not speaks for a place, or against it.
pub const DISTINCTIVE: u32 = 5;

/// The weight of a line that says as much as a line can.
pub const MAX: u32 = 10;

/// Returns how distinctive a line is, 0 to 10: nothing for a blank one, hardly anything (1) for braces and short keywords
/// that are everywhere, little for up to three letters, as much as it has letters for more, all for a line of ten or
/// more (the count that aider asks for before it trusts a line).
pub fn of(line: &[u8]) -> u32 {
    let (mut n_letters, mut n_plain) = (0, 0);
    for byte in line {
        let counts = COUNTS[usize::from(*byte)];
        n_letters += u32::from(counts >> 1);
        n_plain += u32::from(counts & 1);
        if n_plain > MAX_KEYWORD {
            return MAX;
        }
    }
    match n_letters {
        0 if indent::is_blank(line) => 0,
        0 => 1,
        _ if is_everywhere(line) => 1,
        1..=3 => WEAK,
        4..=9 => n_letters,
        _ => MAX,
    }
}

/// What every byte counts: two for one of a word, and one more for a letter or digit of ASCII.
static COUNTS: [u8; 256] = {
    let mut counts = [0; 256];
    let mut at = 0;
    while at < 256 {
        let byte = at as u8;
        counts[at] = (is_word(byte) as u8) * 2 + byte.is_ascii_alphanumeric() as u8;
        at += 1;
    }
    counts
};

/// Returns what a line of this weight adds to the score of a hunk: a blank one a little too, so that blanks are aligned where
/// nothing is against it.
pub fn score_weight(weight: u32) -> u32 {
    weight * 10 + 2
}

/// The letters of the longest of those lines.
const MAX_KEYWORD: u32 = 10;

/// Lines of one keyword that stand in every file of some language.
fn is_everywhere(line: &[u8]) -> bool {
    const KEYWORDS: [&[u8]; 14] = [
        b"else", b"return", b"break", b"continue", b"pass", b"end", b"endif", b"done", b"try",
        b"finally", b"default", b"begin", b"null", b"return null",
    ];
    let text = line.trim_with(|c| !c.is_alphanumeric());
    KEYWORDS.contains(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weight_grows_with_what_a_line_says() {
        assert_eq!(
            [
                "",
                "}",
                "    else {",
                "x = 1",
                "f(x, y, 2)",
                "self.x",
                "let total = sum(items);"
            ]
            .map(|line| of(line.as_bytes())),
            [0, 1, 1, WEAK, SIGNIFICANT, DISTINCTIVE, MAX]
        );
    }
}

//! Items of lists, as sentences are written: `- so`, `* so`, `• so`, `1. so`, `1) so`.

use super::Trim;

/// Returns whether a line begins an item of a list. `1.5 s` and `**so**` begin none.
pub fn begins_item(line: &[u8]) -> bool {
    let text = line.trimmed_start();
    let n_digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_numbered = n_digits > 0
        && matches!(text.get(n_digits), Some(b'.' | b')'))
        && !text.get(n_digits + 1).is_some_and(u8::is_ascii_digit);
    let marks: [&[u8]; 3] = [b"- ", b"* ", "• ".as_bytes()];
    is_numbered || marks.iter().any(|mark| text.starts_with(mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_and_a_blank_or_a_number_begin_an_item() {
        for line in ["- a", "  * a", "• a", "1. a", "12) a", "1.a"] {
            assert!(begins_item(line.as_bytes()), "{line}");
        }
        for line in ["", "a", "**a**", "--- a", "-1", "1.5 s", "1 a", "v1. a"] {
            assert!(!begins_item(line.as_bytes()), "{line}");
        }
    }
}

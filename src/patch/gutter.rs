//! Line numbers that a model copied along with the lines it was shown.

use super::{Hunk, HunkLine, LineKind};
use crate::patch::of_kind;
use crate::text::indent;

/// Returns whether the new text alone of a hunk carries copied numbers: on all its lines, one after the other, or on one that
/// is a line of the hunk but for its number. Whoever writes it as it stands puts the numbers into the file.
pub fn is_in_new_text_alone(hunk: &Hunk) -> bool {
    let quoted = || hunk.lines.iter().filter(|line| line.in_preimage());
    let new = || of_kind(&hunk.lines, LineKind::Insert);
    let numbered = || new().filter_map(|line| split(&line.body));
    // Nearly no hunk has a number in its new lines.
    if numbered().next().is_none() || quoted().any(|line| split(&line.body).is_some()) {
        return false;
    }
    // A number may be the text's own, unless what follows it is a line that the hunk has without it, or begins like one
    // that goes.
    let is_copied = |rest: &[u8]| {
        let is_it = |line: &HunkLine| line.body.trim_ascii() == rest.trim_ascii();
        quoted().any(|line| is_it(line) || begins_alike(line, rest))
    };
    if numbered().any(|(_, rest)| is_copied(rest)) {
        return true;
    }
    let n_needed = if quoted().next().is_some() { 2 } else { 3 };
    numbered().count() >= n_needed && are_in_a_row(new())
}

/// Returns whether each line has the number behind that of the line above; a blank one may go without.
fn are_in_a_row<'a>(lines: impl Iterator<Item = &'a HunkLine>) -> bool {
    let mut next = None;
    for line in lines {
        next = match (split(&line.body), next) {
            (None, _) if line.has_text() => return false,
            (None, next) => next.map(|number: usize| number + 1),
            (Some((number, _)), Some(next)) if next != number => return false,
            (Some((number, _)), _) => number.checked_add(1),
        };
    }
    true
}

/// Returns whether a line that goes, and has no number, begins with the same word as `rest`.
fn begins_alike(line: &HunkLine, rest: &[u8]) -> bool {
    let word = |text: &[u8]| {
        let text = text.trim_ascii();
        let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let end = text.iter().position(|byte| !is_of_word(byte));
        text[..end.unwrap_or(text.len())].to_vec()
    };
    let goes = line.is_delete() && split(&line.body).is_none();
    goes && !word(rest).is_empty() && word(rest) == word(&line.body)
}

/// Splits a line into the number in front of it and the rest: `42 | code`, `42: code`, `42→code`, or `    42<tab>code` as `cat -n` has it.
fn split(line: &[u8]) -> Option<(usize, &[u8])> {
    let padded = line;
    let line = indent::unindented(line);
    if !line.first().is_some_and(u8::is_ascii_digit) {
        return None;
    }
    let n_digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = line.split_at(n_digits);
    let number = std::str::from_utf8(digits).ok()?.parse().ok()?;
    let is_padded = padded.len() > line.len();
    if let Some(rest) = rest.strip_prefix(b"\t").filter(|_| is_padded) {
        return Some((number, rest));
    }
    let rest = rest.strip_prefix(b" ").unwrap_or(rest);
    let marks = ["|", ":", "\u{2192}"];
    let rest = marks
        .iter()
        .find_map(|mark| rest.strip_prefix(mark.as_bytes()))?;
    Some((number, rest.strip_prefix(b" ").unwrap_or(rest)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(lines: &str, expected: bool) {
        let line = |line: &str| {
            let kind = match &line[..1] {
                "+" => LineKind::Insert,
                "-" => LineKind::Delete,
                _ => LineKind::Context,
            };
            HunkLine::new(kind, &line[1..])
        };
        let hunk = Hunk {
            lines: lines.lines().map(line).collect(),
            ..Hunk::default()
        };
        assert_eq!(is_in_new_text_alone(&hunk), expected, "{lines}");
    }

    #[test]
    fn numbers_that_are_not_the_texts_own_are_seen() {
        check(
            "-def f():\n-    x = 0\n+3 | def f():\n+4 |     x = 1\n",
            true,
        );
        check(" def f():\n+   4\tx = 1\n+   5\ty = 1\n", true);
        check(" x\n+9 | a\n+\n+11 | b\n", true);
        check("-x = 0\n-y = 0\n+7: x = 1\n+8: y = 1\n", true);
        check("-x = 0\n+7\u{2192}x = 1\n+8\u{2192}y = 1\n", true);
        check("-x = 0\n+7 | x = 0\n", true);
        check("-x = 0\n+7 | x = 1\n", true);
        check(" f:\n-    x = 0\n+5 |     x = 1\n+    y = 1\n", true);
    }

    #[test]
    fn numbers_of_the_text_are_left_alone() {
        check("-x = 0\n+7 | y = 1\n", false);
        check("+7 | x = 1\n", false);
        check(" 1 | a\n+2 | b\n+3 | c\n", false);
        check("-a\n+1 | b\n+5 | c\n", false);
        check("-a\n+1 | b\n+c\n", false);
        check("-a\n+1\ta\n+2\tb\n", false);
        check("-a\n+b\n", false);
        check("-a\n", false);
    }
}

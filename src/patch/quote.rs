//! Words of the reply that make an edit wait.

use bstr::{BStr, ByteSlice};

use crate::text::display::display_line;

/// The most letters that are kept of a sentence.
const LONGEST: usize = 300;

/// The most bytes of a letter.
const MOST_BYTES: usize = 4;

/// The most letters that are shown of one among other words.
const N_SHOWN: usize = 100;

/// A sentence of the reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote {
    /// The line of the reply on which it begins, 0-based.
    pub line_index: usize,
    /// The sentence as one line that is safe to show, without the blanks around it. A long one is cut and ends in `…`.
    pub text: Box<str>,
}

impl Quote {
    /// Quotes what is on `lines`, the first of which is at `line_index` of the reply.
    pub fn of(line_index: usize, lines: &[&BStr]) -> Quote {
        let mut text = String::new();
        for line in lines {
            let line = line.trim();
            if text.len() > LONGEST * MOST_BYTES {
                break;
            }
            if !text.is_empty() && !line.is_empty() {
                text.push(' ');
            }
            // Where that parts a letter, so many are before it that it is cut off.
            text += &display_line(&line[..line.len().min((LONGEST + 1) * MOST_BYTES)]);
        }
        Quote {
            line_index,
            text: cut(&text, LONGEST).into(),
        }
    }

    /// Returns the sentence in quotation marks with its line; a long one is cut.
    pub fn words(&self) -> String {
        let (text, line) = (cut(&self.text, N_SHOWN), self.line_index + 1);
        format!("\u{201c}{text}\u{201d} (line {line})")
    }
}

/// Returns a text of at most `n_most` letters, cut after a word where it has one, with `…` where it is cut.
fn cut(text: &str, n_most: usize) -> String {
    let Some((end, _)) = text.char_indices().nth(n_most) else {
        return text.to_string();
    };
    let kept = &text[..end];
    let kept = match kept.rsplit_once(' ') {
        Some((words, part)) if !words.is_empty() && part.len() < n_most / 2 => words,
        Some(_) | None => kept,
    };
    format!("{}\u{2026}", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(lines: &[&str], expected: &str) {
        let lines: Vec<&BStr> = lines.iter().map(|line| BStr::new(*line)).collect();
        assert_eq!(Quote::of(6, &lines).words(), expected);
    }

    #[test]
    fn a_sentence_is_quoted_on_one_line_that_is_safe_and_short() {
        check(&["Pick one. "], "\u{201c}Pick one.\u{201d} (line 7)");
        check(&["  Pick", " one."], "\u{201c}Pick one.\u{201d} (line 7)");
        let hidden = Quote::of(0, &[BStr::new("\x1b[2JPick\u{202e} one.")]).words();
        assert!(!hidden.contains(['\x1b', '\u{202e}']), "{hidden}");
        let long = "word ".repeat(40);
        let shown = Quote::of(0, &[BStr::new(&long)]).words();
        assert!(shown.ends_with("word\u{2026}\u{201d} (line 1)"), "{shown}");
        assert!(shown.chars().count() < N_SHOWN + 20, "{shown}");
        let wide = "\u{8bf7}".repeat(400);
        let shown = Quote::of(0, &[BStr::new(&wide)]).words();
        assert!(shown.contains("\u{8bf7}\u{2026}"), "{shown}");
    }
}

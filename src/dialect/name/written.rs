//! Names that are read otherwise than they are written: a note says what was made of them.

use bstr::{BStr, BString, ByteSlice};

use super::spelling::undecorated;
use crate::text::{Trim, comment};

/// Returns how a line writes the name that was read in it as `path`, where that is not the name itself in quotes, brackets or
/// marks of a text: `@a.py` for `a.py`, `src\a.py` for `src/a.py`.
pub(in crate::dialect) fn written_otherwise(line: &BStr, path: &BStr) -> Option<BString> {
    const QUOTES: &str = "“”„‘’«»‹›「」『』（）【】：，。、；";
    let is_mark =
        |c: char, marks: &str| c.is_whitespace() || marks.contains(c) || QUOTES.contains(c);
    let first = |text: &[u8]| text.chars().next();
    let last = |text: &[u8]| text.chars().next_back();
    let is_name = |at: usize| {
        let (before, behind) = (&line[..at], &line[at + path.len()..]);
        let dotted = before.trim_end_with(|c| c == '/').strip_suffix(b".");
        let before = dotted.filter(|_| before.ends_with(b"/")).unwrap_or(before);
        let is_slanted = ["_", "=", "-"]
            .iter()
            .any(|sign| before.ends_with(sign.as_bytes()) && behind.starts_with(sign.as_bytes()));
        // The sign of a comment, or the key of an attribute.
        let is_led =
            before.len() > 1 && comment::is_plain(before.trimmed()) && !before.contains(&b' ')
                || before
                    .strip_suffix(b"=")
                    .and_then(last)
                    .is_some_and(char::is_alphanumeric);
        let is_escaped = before.ends_with(b"\\ ");
        let begins = last(before).is_none_or(|c| is_mark(c, "`*\"'([{<>:"));
        let ends = first(behind).is_none_or(|c| is_mark(c, "`*\"')]}<>:,.;!?#=-"));
        is_slanted || (begins || is_led) && ends && !is_escaped
    };
    let mut found = line.find_iter(path).peekable();
    let begin = found.peek().copied();
    if path.is_empty() || found.any(is_name) {
        return None;
    }
    // Around the name, or what backslashes part as its folders are, is all that is written with it.
    let backslashed = path.replace("/", "\\");
    let begin = begin.or_else(|| line.find(&backslashed));
    let is_between = |byte: &u8| byte.is_ascii_whitespace() || b"`\"'<>".contains(byte);
    let word = begin.map(|at| {
        let begin = line[..at].iter().rposition(is_between);
        let end = line[at..].iter().position(is_between);
        &line[begin.map_or(0, |at| at + 1)..end.map_or(line.len(), |end| at + end)]
    });
    let word = word.filter(|word| *word != path.as_bytes());
    Some(undecorated(word.unwrap_or(line)).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_in_quotes_and_marks_is_written_as_it_is() {
        for line in [
            "a/b.py",
            "`a/b.py`:",
            "**a/b.py**",
            "_a/b.py_",
            "./a/b.py",
            "// a/b.py",
            "//a/b.py",
            "# File: a/b.py (new)",
            "1. a/b.py",
            "[b](a/b.py)",
            "python title=a/b.py",
            "Change a/b.py, then",
            "“a/b.py”",
            "a/b.py:12",
            "/a/a/b.py a/b.py",
        ] {
            assert_eq!(
                written_otherwise(line.into(), "a/b.py".into()),
                None,
                "{line}"
            );
        }
    }

    #[test]
    fn a_name_that_is_changed_is_one_written_otherwise() {
        for (line, path, written) in [
            ("@b.py", "b.py", "@b.py"),
            ("In `a\\b.py`:", "a/b.py", "a\\b.py"),
            ("%41.py", "41.py", "%41.py"),
            ("xa/b.py now", "a/b.py", "xa/b.py"),
            ("a/b.pyc", "a/b.py", "a/b.pyc"),
            ("a\\ b.py", "b.py", "a\\ b.py"),
        ] {
            let found = written_otherwise(line.into(), path.into());
            assert_eq!(found, Some(written.into()), "{line}");
        }
    }
}

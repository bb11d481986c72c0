//! Lines of a hunk with their signs, as an editor or a program gives them back.

use bstr::ByteSlice;

use super::line::{HunkLine, LineKind};

/// Reads lines as a diff has them; those that begin with `#` are ignored.
///
/// # Errors
/// The first line that has no sign, in a sentence.
pub fn signed_lines(text: &[u8]) -> Result<Vec<HunkLine>, String> {
    let mut lines = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let kind = match line.first() {
            Some(b'#') => continue,
            Some(b'-') => LineKind::Delete,
            Some(b'+') => LineKind::Insert,
            // Editors cut blanks off at the end of a line.
            Some(b' ') | None => LineKind::Context,
            Some(_) => {
                return Err(format!(
                    "line {number} must begin with a blank, - or +; no changes"
                ));
            }
        };
        lines.push(HunkLine::new(kind, line.get(1..).unwrap_or_default()));
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Result<&str, &str>) {
        let shown = signed_lines(text.as_bytes()).map(|lines| {
            let line = |line: &HunkLine| format!("{}{}|", line.kind.sign(), line.body);
            lines.iter().map(line).collect::<String>()
        });
        let shown = shown.as_ref().map(String::as_str).map_err(|why| &why[..6]);
        assert_eq!(shown, expected);
    }

    #[test]
    fn the_lines_are_read_as_a_diff_has_them() {
        check("# advice\n a\n-b\n+c\n\n", Ok(" a|-b|+c| |"));
        check("# advice\n", Ok(""));
        check(" a\nb\n", Err("line 2"));
    }
}

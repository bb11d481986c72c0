//! Line numbers copied into the text of a patch: `42 | code`, `42: code`, `42<tab>code`.

use bstr::{BStr, ByteSlice};

use crate::dialect::walk::line;
use crate::patch::{HintSource, LineHint};

/// Returns where a preimage goes in which lines carry their numbers: all of them, or some with a bar behind it. The lines
/// themselves stay as they are: whether the numbers belong to the file is for the matcher to find out.
pub(in crate::dialect) fn hint<'a>(lines: impl Iterator<Item = &'a BStr>) -> Option<LineHint> {
    let mut first = None;
    let (mut n_lines, mut n_numbered, mut has_bars) = (0, 0, true);
    for line in lines {
        if let Some((number, mark)) = number(line) {
            let of_first = number.checked_sub(n_lines)?;
            if *first.get_or_insert(of_first) != of_first {
                return None;
            }
            n_numbered += 1;
            has_bars &= mark == b'|';
        }
        n_lines += 1;
    }
    // A single line that begins with a number is more often content.
    let is_said = n_lines > 1 && (n_numbered == n_lines || has_bars);
    let line_index = first.filter(|_| is_said)?.checked_sub(1)?;
    Some(LineHint {
        line_index,
        source: HintSource::Gutter,
    })
}

/// Returns the number in front of a line, and the sign behind it.
fn number(line: &BStr) -> Option<(usize, u8)> {
    let line = line.trim_start();
    let end = line.iter().position(|byte| !byte.is_ascii_digit())?;
    let mark = match line[end] {
        mark @ (b'|' | b':' | b'\t') => mark,
        b' ' if line[end..].trim_start().first() == Some(&b'|') => b'|',
        _ => return None,
    };
    Some((line::number(&line[..end])?, mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<usize>) {
        let found = hint(text.lines().map(BStr::new));
        assert_eq!(found.map(|hint| hint.line_index), expected, "{text}");
    }

    #[test]
    fn numbers_that_rise_by_one_give_the_first_line() {
        check("42 | a\n43 | b", Some(41));
        check("  9: a\n 10:", Some(8));
        check("1\ta\n2\tb", Some(0));
        check("42 | a\n44 | b", None);
        check("42 | a\nb", Some(41));
        check("a\n42 | b\nc", Some(40));
        check("42: a\nb", None);
        check("42 | a\nb\n45 | c", None);
        check("a\n1 | b", None);
        check("42 | a", None);
        check("0: a\n1: b", None);
    }
}

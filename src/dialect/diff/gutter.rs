//! Line numbers copied into the text of a patch: `42 | code`, `42: code`, `42<tab>code`.

use bstr::{BStr, ByteSlice};

use crate::dialect::walk::line;
use crate::patch::{HintSource, LineHint};

/// Returns where a preimage goes in which every line carries its number. The lines themselves stay as they are: whether
/// the numbers belong to the file is for the matcher to find out.
pub(in crate::dialect) fn hint<'a>(mut lines: impl Iterator<Item = &'a BStr>) -> Option<LineHint> {
    let first = number(lines.next()?)?;
    let mut last = first;
    for line in lines {
        let next = number(line)?;
        if next != last + 1 {
            return None;
        }
        last = next;
    }
    // A single line that begins with a number is more often content.
    (last > first).then_some(LineHint {
        line_index: first.checked_sub(1)?,
        source: HintSource::Gutter,
    })
}

fn number(line: &BStr) -> Option<usize> {
    let line = line.trim_start();
    let end = line.iter().position(|byte| !byte.is_ascii_digit())?;
    let is_gutter = match line[end] {
        b'|' | b':' | b'\t' => true,
        b' ' => line[end..].trim_start().first() == Some(&b'|'),
        _ => false,
    };
    if !is_gutter {
        return None;
    }
    line::number(&line[..end])
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
        check("42 | a\nb", None);
        check("42 | a", None);
        check("0: a\n1: b", None);
    }
}

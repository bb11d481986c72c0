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

/// A line of an excerpt.
enum Row<'a> {
    /// The number in front of it, the sign behind that (a blank where there is none), and the line without both.
    Numbered(usize, char, &'a BStr),
    /// What points at the line above it, or a blank line.
    Margin,
    Other,
}

/// Lines of a file that are shown with their numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::dialect) struct Excerpt<'a> {
    /// Where the first of them is, 0-based.
    pub(in crate::dialect) line_index: usize,
    /// They without the numbers, and without what only points at them.
    pub(in crate::dialect) lines: Vec<&'a BStr>,
}

/// Returns the excerpt that some lines are, from below the top of a file, as compilers, debuggers and reviewers show one:
/// `> 22   code`, `22 | code`, `   |  ^^^^`. `None` for other lines.
pub(in crate::dialect) fn excerpt<'a>(
    lines: impl Iterator<Item = &'a BStr>,
) -> Option<Excerpt<'a>> {
    /// With blanks alone behind the numbers, fewer lines may be a list.
    const N_UNBARRED: usize = 3;
    let mut first: Option<usize> = None;
    let mut is_barred = true;
    let mut code = Vec::new();
    for line in lines {
        match row(line) {
            Row::Numbered(number, sign, rest) => {
                is_barred &= sign != ' ';
                if number < 2 || number != *first.get_or_insert(number) + code.len() {
                    return None;
                }
                code.push(rest);
            }
            Row::Margin => {}
            Row::Other if first.is_none() && is_message(line) => {}
            Row::Other => return None,
        }
    }
    let n_least = if is_barred { 1 } else { N_UNBARRED };
    let line_index = first.filter(|_| code.len() >= n_least)? - 1;
    Some(Excerpt {
        line_index,
        lines: code,
    })
}

fn row(line: &BStr) -> Row<'_> {
    let text = line.trim_start();
    let unmarked = ["> ", "→ ", "* ", "-> ", "=> "];
    let text = unmarked
        .iter()
        .find_map(|mark| text.strip_prefix(mark.as_bytes()))
        .map_or(text, |rest| rest.trim_start());
    let n_digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let behind = text[n_digits..].as_bstr();
    let padded = behind.trim_start();
    let sign = ["|", "│", ":"]
        .iter()
        .find(|sign| padded.starts_with(sign.as_bytes()));
    let is_margin = text.is_empty()
        || [&b"-->"[..], b":::", b"...", b"= "]
            .iter()
            .any(|it| text.starts_with(it));
    match (line::number(&text[..n_digits]), sign) {
        (Some(number), Some(sign))
            if n_digits > 0 && (*sign != ":" || behind.starts_with(b":")) =>
        {
            let rest = &padded[sign.len()..];
            let sign = sign.chars().next().unwrap_or(' ');
            Row::Numbered(number, sign, rest.as_bstr())
        }
        (Some(number), None) if n_digits > 0 && behind.starts_with(b"  ") => {
            Row::Numbered(number, ' ', behind)
        }
        (Some(number), None) if n_digits > 0 && behind.is_empty() => {
            Row::Numbered(number, ' ', behind)
        }
        (_, Some(&sign)) if n_digits == 0 && sign != ":" => Row::Margin,
        _ if is_margin => Row::Margin,
        _ => Row::Other,
    }
}

/// Returns whether a line is the message above an excerpt: `error[E0308]: mismatched types`.
fn is_message(line: &BStr) -> bool {
    const KINDS: [&[u8]; 4] = [b"error", b"warning", b"note", b"help"];
    let is_of = |kind: &&[u8]| {
        line.strip_prefix(*kind)
            .is_some_and(|rest| rest.starts_with(b"[") || rest.starts_with(b":"))
    };
    KINDS.iter().any(is_of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_is_told_by_its_numbers() {
        let check = |text: &str, expected: Option<&str>| {
            let found = excerpt(text.lines().map(BStr::new));
            let found = found.map(|excerpt| bstr::join("\n", excerpt.lines));
            let found = found.as_ref().map(|text| text.as_bstr());
            assert_eq!(found, expected.map(BStr::new), "{text}");
        };
        check("18 | a\n   | ^^ why", Some(" a"));
        check(
            "warning: unused\n  --> a.rs:3:1\n   |\n3 |   x\n   |   ^ here",
            Some("   x"),
        );
        check("  21  a\n> 22    b\n  23  c", Some("  a\n    b\n  c"));
        check("9 │ a\n10 │ b", Some(" a\n b"));
        check("9 │ a\n12 │ b", None);
        check("1 | a\n2 | b", None);
        check("  21  a\n> 23    b\n  24  c", None);
        check("10 PRINT 1\n20 GOTO 10", None);
        check("a | b\n2 | c", None);
        check("| a | b |\n|---|---|\n| 1 | 2 |", None);
        check("", None);
    }

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

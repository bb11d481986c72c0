//! Brackets, quotes and comment signs that open or close something, and the lines inside strings and comments that span several.
//! Those that are opened and closed within a string or comment of one line are passed over.

use bstr::ByteSlice;

use super::{Text, Trim};

/// The names of the brackets, those of comments among them.
pub const PAIRS: [&str; 5] = ["( )", "[ ]", "{ }", "/* */", "<!-- -->"];

/// The quotes.
pub const QUOTES: [&str; 5] = ["\"\"\"", "'''", "`", "\"", "'"];

const COMMENT: usize = 3;
const MARKUP: usize = 4;
const BACKTICK: usize = 2;
const DOUBLE: usize = 3;
const SINGLE: usize = 4;

/// A sign that counts: indexes of [`PAIRS`], and of [`QUOTES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delimiter {
    /// It opens a pair.
    Opens(usize),
    /// It closes one.
    Closes(usize),
    /// It opens a text, or closes one.
    Quote(usize),
}

/// The bytes that count, or say what of a line counts.
static IS_SIGN: [bool; 256] = {
    let signs = b"\\\"'`#/()[]{}*<-";
    let mut is_sign = [false; 256];
    let mut at = 0;
    while at < signs.len() {
        is_sign[signs[at] as usize] = true;
        at += 1;
    }
    is_sign
};

/// Calls `each` for the signs of a line that count, from the first on.
pub fn delimiters(line: &[u8], is_shell: bool, mut each: impl FnMut(Delimiter)) {
    let mut at = 0;
    // A whole file is gone through so: what is no sign is passed over at once.
    while let Some(&byte) = line.get(at) {
        if !IS_SIGN[usize::from(byte)] {
            at += 1;
            continue;
        }
        let rest = &line[at + 1..];
        at += 1;
        match byte {
            b'\\' => at += 1,
            b'"' | b'\'' if rest.starts_with(&[byte, byte]) => {
                each(Delimiter::Quote(usize::from(byte == b'\'')));
                at += 2;
            }
            b'"' | b'\'' => match end_of_quoted(byte, rest) {
                Some(end) => at += end,
                None if byte == b'"' => each(Delimiter::Quote(DOUBLE)),
                None if is_shell => each(Delimiter::Quote(SINGLE)),
                None => {}
            },
            b'`' => each(Delimiter::Quote(BACKTICK)),
            // Signs in a comment do not count.
            b'#' if at == 1 || rest.first() == Some(&b' ') => return,
            b'/' if rest.first() == Some(&b'/') => return,
            // A comment that ends on its line leaves nothing open. Without its end, `src/*` is a pattern of paths.
            b'/' if rest.starts_with(b"*") => match memchr::memmem::find(&rest[1..], b"*/") {
                Some(end) => at += end + 3,
                None if is_apart(line[..at - 1].last()) => {
                    each(Delimiter::Opens(COMMENT));
                    return;
                }
                None => at += 1,
            },
            // In the table of cron, `*/5` is a time.
            b'*' if rest.starts_with(b"/") && is_apart(rest.get(1)) => {
                each(Delimiter::Closes(COMMENT));
                at += 1;
            }
            b'<' if rest.starts_with(b"!--") => {
                each(Delimiter::Opens(MARKUP));
                at += 3;
            }
            // Amid a line it is an arrow.
            b'-' if rest.starts_with(b"->") && rest[2..].trim_ascii().is_empty() => {
                each(Delimiter::Closes(MARKUP));
                at += 2;
            }
            b'(' | b')' if is_shell => {}
            b'(' => each(Delimiter::Opens(0)),
            b')' => each(Delimiter::Closes(0)),
            b'[' => each(Delimiter::Opens(1)),
            b']' => each(Delimiter::Closes(1)),
            b'{' => each(Delimiter::Opens(2)),
            b'}' => each(Delimiter::Closes(2)),
            _ => {}
        }
    }
}

/// Returns whether a byte beside a sign parts it from what else is on the line.
fn is_apart(beside: Option<&u8>) -> bool {
    beside.is_none_or(u8::is_ascii_whitespace)
}

/// Returns the length of what a quote opens, the closing one included: all of `rest` where the only quote that could close it
/// is escaped, and `None` where there is no other at all.
fn end_of_quoted(quote: u8, rest: &[u8]) -> Option<usize> {
    let (mut after_escape, mut is_any) = (0, false);
    for at in memchr::memchr2_iter(quote, b'\\', rest) {
        let is_quote = rest[at] == quote;
        is_any |= is_quote;
        if at < after_escape {
            continue;
        }
        if is_quote {
            return Some(at + 1);
        }
        after_escape = at + 2;
    }
    is_any.then_some(rest.len())
}

/// What a line that is in a string or comment of several lines waits for.
enum Until<'t> {
    /// This sign, wherever it is.
    Sign(&'static str),
    /// A line that is this name: the end of a here-document.
    Name(&'t [u8]),
}

/// Returns of each line whether it begins in a string or comment that a line above opens. One that nothing closes is none.
pub fn lines_in_strings(text: &Text) -> Vec<bool> {
    let mut is_quoted = vec![false; text.n_lines()];
    let mut until: Option<(Until<'_>, usize)> = None;
    for (at, quoted) in is_quoted.iter_mut().enumerate() {
        let line: &[u8] = text.line(at);
        let rest = match &until {
            None => Some(line),
            Some((Until::Name(name), _)) => {
                *quoted = true;
                (line.trimmed() == *name).then_some(&line[line.len()..])
            }
            Some((Until::Sign(sign), _)) => {
                *quoted = true;
                let end = line.find(sign).map(|end| end + sign.len());
                end.map(|end| &line[end..])
            }
        };
        if let Some(rest) = rest {
            until = opened(rest).map(|until| (until, at + 1));
        }
    }
    if let Some((_, from)) = until {
        is_quoted[from..].fill(false);
    }
    is_quoted
}

/// Returns what a line leaves open.
fn opened(line: &[u8]) -> Option<Until<'_>> {
    let mut n_open = [0_i64; PAIRS.len()];
    let mut is_odd = [false; QUOTES.len()];
    delimiters(line, false, |delimiter| match delimiter {
        Delimiter::Opens(pair) => n_open[pair] += 1,
        Delimiter::Closes(pair) => n_open[pair] -= 1,
        Delimiter::Quote(quote) => is_odd[quote] ^= true,
    });
    let comments = [(COMMENT, "*/"), (MARKUP, "-->")];
    let comment = comments.iter().find(|(pair, _)| n_open[*pair] > 0);
    // A quote amid a line may be a sign of length.
    let is_text = |quote: &usize| is_odd[*quote] && (*quote < DOUBLE || line.ends_with(b"\""));
    let quote = (0..=DOUBLE).find(is_text);
    let sign = comment
        .map(|(_, end)| *end)
        .or(quote.map(|quote| QUOTES[quote]));
    let document = || document_opened(line).filter(|name| end_of_document(name).is_some());
    sign.map(Until::Sign)
        .or_else(|| document().map(Until::Name))
}

/// Returns the name of a here-document that a line may end: capitals alone.
pub fn end_of_document(line: &[u8]) -> Option<&[u8]> {
    /// A shorter name may be anything.
    const N_LETTERS: usize = 3;
    let name = line.trim_ascii();
    let is_capital = |byte: &u8| byte.is_ascii_uppercase() || *byte == b'_';
    (name.len() >= N_LETTERS && name.iter().all(is_capital)).then_some(name)
}

/// Returns the name of a here-document that a line opens.
pub fn document_opened(line: &[u8]) -> Option<&[u8]> {
    let (_, behind) = line.split_once_str("<<")?;
    let name = behind.trim_start_with(|sign| matches!(sign, '-' | '~' | ' ' | '"' | '\''));
    let ends = |byte: &u8| !byte.is_ascii_alphanumeric() && *byte != b'_';
    let end = name.iter().position(ends).unwrap_or(name.len());
    (end > 0).then_some(&name[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[usize]) {
        let quoted = lines_in_strings(&Text::new(text));
        let lines: Vec<usize> = (0..quoted.len()).filter(|line| quoted[*line]).collect();
        assert_eq!(lines, expected, "{text}");
    }

    #[test]
    fn lines_in_a_string_or_comment_of_several_are_told() {
        check("a = \"\"\"\n[b]\n\"\"\"\nc = 1\n", &[1, 2]);
        check("/*\n}\n*/\nf();\n", &[1, 2]);
        check("let a = `\n}\n`;\nb();\n", &[1, 2]);
        check("p = <<EOF\n}\nEOF\nn = 1\n", &[1, 2]);
        check("<!--\n<b>\n-->\n<i>\n", &[1, 2]);
        check("r#\"\n}\n\"#\nx\n", &[1, 2]);
    }

    #[test]
    fn a_sign_that_nothing_closes_opens_nothing() {
        check("it is 5\" long\n}\n", &[]);
        check("a = `\n}\n", &[]);
        check("x = a + \"`\"\n}\n", &[]);
        check("// it's `so\n}\n`\n", &[]);
    }
}

//! Dots amid a new line that take the place of text: `A = [...]`, `SELECT ... FROM t`, `CREATE TABLE users (...);`. Which
//! brackets are around them does not matter: what shows it is that old text goes between the words that are on both sides.

use std::collections::HashSet;

use bstr::{BStr, ByteSlice};

use super::{is_comment, says_so};
use crate::patch::lazy::has_ellipsis;
use crate::patch::{Hunk, HunkLine, LineKind};
use crate::text::{RelPath, Trim, indent};

/// The most lines that a run may take away to be looked at: one that shows in short what it takes away is shorter.
const MOST_LINES: usize = 10_000;

/// What three dots are in the language of a file, beside lines left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Dots {
    /// Nothing else, or parts of a name, as in `...rest`.
    Nothing,
    /// A value, as in `Field(...)` of Python.
    Value,
    /// The last of the parameters, as in `int log(const char *text, ...)`.
    Parameters,
    /// A sign of its sentences.
    Prose,
}

impl Dots {
    fn in_file(path: Option<&RelPath>) -> Dots {
        match path.and_then(RelPath::extension).unwrap_or_default() {
            b"py" | b"pyi" | b"php" => Dots::Value,
            b"c" | b"h" | b"cc" | b"cpp" | b"cxx" | b"hh" | b"hpp" | b"m" | b"mm" | b"lua"
            | b"r" | b"R" => Dots::Parameters,
            b"md" | b"markdown" | b"rst" | b"adoc" | b"txt" => Dots::Prose,
            _ => Dots::Nothing,
        }
    }
}

/// Returns whether a new line of the hunk shows text that goes by dots alone, or by a word such as `[unchanged]`.
pub fn hides_text(hunk: &Hunk, path: Option<&RelPath>) -> bool {
    let dots = Dots::in_file(path);
    let mut runs = hunk.lines.split(|line| line.kind == LineKind::Context);
    dots != Dots::Prose
        && runs.any(|run| of_kind(run, LineKind::Insert).any(|line| hides(line, run, dots)))
}

fn of_kind(run: &[HunkLine], kind: LineKind) -> impl Iterator<Item = &BStr> {
    let lines = run.iter().filter(move |line| line.kind == kind);
    lines
        .map(|line| line.body.as_bstr())
        .filter(|line| !indent::is_blank(line))
}

fn hides(line: &BStr, run: &[HunkLine], dots: Dots) -> bool {
    let cuts = cuts(line);
    if cuts.is_empty() {
        return false;
    }
    let gone: Vec<&BStr> = of_kind(run, LineKind::Delete).take(MOST_LINES).collect();
    cuts.iter().any(|cut| {
        let hidden = cut.hidden(&gone);
        let is_code = match dots {
            Dots::Value => hidden.n_lines == 1 && hidden.words.len() == 1,
            Dots::Parameters => hidden.n_lines == 1 && cut.behind.trim_start().starts_with(b")"),
            Dots::Nothing | Dots::Prose => false,
        };
        let is_kept = || {
            let come: HashSet<&[u8]> = of_kind(run, LineKind::Insert)
                .flat_map(|line| words(line))
                .collect();
            hidden.words.iter().all(|word| come.contains(word))
        };
        let is_enough = cut.has_dots || hidden.n_lines > 2;
        is_enough && !hidden.words.is_empty() && !is_code && !is_kept()
    })
}

/// A line at a place where it may leave text out.
struct Cut<'a> {
    before: &'a [u8],
    behind: &'a [u8],
    has_dots: bool,
}

/// What a line leaves out.
#[derive(Default)]
struct Hidden<'a> {
    words: Vec<&'a [u8]>,
    /// How many lines it goes over, with those that are shown at its ends.
    n_lines: usize,
}

impl Cut<'_> {
    /// Returns what goes between the words before the place and those behind it.
    fn hidden<'a>(&self, gone: &[&'a BStr]) -> Hidden<'a> {
        let before: Vec<&[u8]> = words(self.before).collect();
        let behind: Vec<&[u8]> = words(self.behind).collect();
        let begun =
            (0..gone.len()).find_map(|first| Some((first, begun(&gone[first..], &before)?)));
        // Dots that the old line has as well are its own.
        let is_short = |(first, begun): &(usize, Begun<'_>)| {
            let mut shown = gone[*first..][..begun.n_lines].iter();
            !before.is_empty() && !shown.any(|line| has_ellipsis(line))
        };
        let Some((first, Begun { n_lines, rest })) = begun.filter(is_short) else {
            return Hidden::default();
        };
        let below = &gone[first + n_lines..];
        let ends = |words: &[&[u8]]| words.ends_with(&behind);
        if !behind.is_empty() && ends(&rest) || behind.is_empty() && !rest.is_empty() {
            let n_hidden = rest.len() - behind.len();
            return Hidden {
                words: rest[..n_hidden].to_vec(),
                n_lines,
            };
        }
        let width = indent::leading(gone[first]).len();
        let n_deeper = below
            .iter()
            .take_while(|line| indent::leading(line).len() > width)
            .count();
        let is_end = |line: &&BStr| ends(&words(line).collect::<Vec<_>>());
        let last = match behind.is_empty() {
            true => n_deeper,
            false => match below.iter().position(is_end) {
                Some(last) => last,
                None => return Hidden::default(),
            },
        };
        let amid = below[..last].iter().flat_map(|line| words(line));
        Hidden {
            words: rest.into_iter().chain(amid).collect(),
            n_lines: last + 1 + n_lines,
        }
    }
}

/// Lines that begin with some words.
struct Begun<'a> {
    /// How many lines the words are on: `f(a, ...)` may show in short what was written one to a line.
    n_lines: usize,
    /// The words behind them on the last of these.
    rest: Vec<&'a [u8]>,
}

/// Returns how lines begin with the words `before`; `None` where they do not.
fn begun<'a>(lines: &[&'a BStr], before: &[&[u8]]) -> Option<Begun<'a>> {
    let mut left = before;
    for (at, line) in lines.iter().enumerate() {
        let of_line: Vec<&[u8]> = words(line).collect();
        let n_same = left.len().min(of_line.len());
        if of_line[..n_same] != left[..n_same] || at == 0 && n_same == 0 && !before.is_empty() {
            return None;
        }
        left = &left[n_same..];
        if left.is_empty() {
            return Some(Begun {
                n_lines: at + 1,
                rest: of_line[n_same..].to_vec(),
            });
        }
    }
    None
}

/// Returns where a line may leave text out: at dots that are no part of a name or of a text in quotes, and in brackets with
/// nothing but words that say so.
fn cuts(line: &BStr) -> Vec<Cut<'_>> {
    let text = line.trimmed();
    if is_comment(text) {
        return Vec::new();
    }
    let mut cuts = Vec::new();
    if has_ellipsis(line) {
        let signs = ["...", "\u{2026}"].into_iter();
        let found =
            signs.flat_map(|sign| text.find_iter(sign).map(move |at| (at, at + sign.len())));
        cuts.extend(found.filter_map(|(start, end)| at_dots(&text[..start], &text[end..])));
    }
    cuts.extend(in_brackets(text));
    cuts
}

fn at_dots<'a>(before: &'a [u8], behind: &'a [u8]) -> Option<Cut<'a>> {
    const AROUND: &[u8] = b" \t\"'`,;";
    let is_edge = |byte: Option<&u8>, brackets: &[u8]| {
        byte.is_none_or(|byte| AROUND.contains(byte) || brackets.contains(byte))
    };
    let is_apart = is_edge(before.last(), b"([{<:=") && is_edge(behind.first(), b")]}>");
    let n_quotes = before.find_iter(b"\"").count();
    let is_all_quoted = before.ends_with(b"\"") && behind.starts_with(b"\"");
    let is_in_text = n_quotes % 2 == 1 && !is_all_quoted;
    // `call(  # ...` leaves out what a comment may not hold; any other comment is written for people.
    let code = before.trim_end();
    let signs = [&b"#"[..], b"//", b"/*", b"--"].into_iter();
    let code = signs
        .filter_map(|sign| code.strip_suffix(sign))
        .next()
        .unwrap_or(code);
    let is_in_comment = [" #", "//", "/*", " -- "]
        .iter()
        .any(|sign| code.contains_str(sign));
    (is_apart && !is_in_text && !is_in_comment).then_some(Cut {
        before: code,
        behind,
        has_dots: true,
    })
}

/// Returns the brackets of a line that hold words for what is left out: `[...existing...]`, `[unchanged]`.
fn in_brackets(text: &[u8]) -> Option<Cut<'_>> {
    let open = text.rfind_byteset(b"[{<")?;
    let close = open + text[open..].find_byteset(b"]}>")?;
    let inner = text[open + 1..close].trim_with(|c| matches!(c, '<' | ' '));
    let as_comment = [b"# ", inner].concat();
    let has_dots = has_ellipsis(inner);
    let is_said = inner.iter().any(u8::is_ascii_alphabetic) && says_so(&as_comment);
    is_said.then(|| Cut {
        before: &text[..open],
        behind: text[close + 1..].trim_start_with(|c| c == '>'),
        has_dots,
    })
}

/// Returns the words of a line: names and numbers, without the signs between them.
fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let is_end = |byte: &u8| !byte.is_ascii_alphanumeric() && *byte != b'_' && byte.is_ascii();
    line.split(is_end).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Piece;

    #[track_caller]
    fn check(path: &str, gone: &str, come: &str, expected: bool) {
        let pieces = |text: &str| -> Vec<Piece> {
            text.lines()
                .map(|line| Piece::from(line.as_bytes().to_vec()))
                .collect()
        };
        let hunk = Hunk::from_sides(&pieces(gone), &pieces(come));
        let path = RelPath::new(path).expect("a path");
        assert_eq!(
            hides_text(&hunk, Some(&path)),
            expected,
            "{gone:?} to {come:?}"
        );
    }

    #[test]
    fn dots_in_the_place_of_text_leave_it_out() {
        let list = "A = [\n    1,\n    2,\n    3,\n]\nB = 5";
        for come in [
            "A = [...]",
            "A = […]",
            "A = [ ... ]",
            "A = [ # ...\n]",
            "A = ...",
            "A = [...existing...]",
            "A = [unchanged]",
        ] {
            check("a.py", list, &format!("{come}\nB = 6"), true);
        }
        check(
            "a.sql",
            "CREATE TABLE users (\n  id int,\n  name text\n);",
            "CREATE TABLE users (...);",
            true,
        );
        check(
            "a.sql",
            "SELECT id, name FROM t;",
            "SELECT ... FROM t;",
            true,
        );
        check(
            "a.rb",
            "def gross\n  net * 2\nend",
            "def gross; ...; end",
            true,
        );
        check(
            "a.ex",
            "defp log(cart) do\n  IO.puts(cart)\nend",
            "defp log(cart), do: ...",
            true,
        );
        check("a.yml", "b:\n  x: 1\n  y: 2", "b: ...", true);
        check("a.js", "call(x, {\n  a: 1,\n})", "call(x, ...)", true);
        check("a.jsx", "<B kind=\"x\" size={3} />", "<B ... />", true);
        check("a.toml", "d = \"a long text\"", "d = \"...\"", true);
        // What is shown before the dots was on lines of its own.
        check("a.py", list, "A = [1, ...]\nB = 6", true);
        check("a.py", list, "A = [1, 2, ...]\nB = 6", true);
        check("a.py", list, "A = [1, ..., 3]\nB = 6", true);
        check("a.py", "f(\n    x,\n    1,\n)", "f(x, ...)", true);
        check(
            "a.js",
            "import {\n  a,\n  b,\n} from 'x';",
            "import { a, ... } from 'x';",
            true,
        );
    }

    #[test]
    fn dots_that_are_code_or_text_hide_nothing() {
        check("a.js", "f(a, b)", "f(...args)", false);
        check(
            "a.js",
            "log(\"Loading the page\")",
            "log(\"Loading...\")",
            false,
        );
        check(
            "a.js",
            "log(\"Loading the page\")",
            "log(\"Loading ... now\")",
            false,
        );
        check("a.js", "const a = 1;", "const a = 2; // was one ...", false);
        check("a.py", "x: int = Field(None)", "x: int = Field(...)", false);
        check("a.py", "t: tuple[int, int]", "t: tuple[int, ...]", false);
        check("a.py", "y = x[0, 0]", "y = x[..., 0]", false);
        check(
            "a.c",
            "int log(const char *text, int n);",
            "int log(const char *text, ...);",
            false,
        );
        check("a.js", "f(1)", "f(existing)", false);
        check("a.js", "f(1)", "g[same]", false);
        check(
            "a.py",
            "class X(E): ...  # noqa: E701",
            "class X(E): ...",
            false,
        );
        check("a.md", "Wait for the end of it", "Wait ... of it", false);
        check("a.py", "f(\n    x,\n    1,\n)", "f(x, 1, ...)", false);
        // What moves is not hidden.
        check("a.js", "f(a, b)", "const all = [a, b];\nf(...)", false);
    }
}

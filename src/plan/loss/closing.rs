//! Words that close what other words open: `fi`, `done`, `end`, and the end of a here-document.

use bstr::ByteSlice;

use crate::text::Text;

/// A word that closes, alone at the start of its line, and what opens.
struct Closing {
    word: &'static [u8],
    /// Words at the start of a line that open what it closes.
    first: &'static [&'static [u8]],
    /// The same at the end of a line.
    last: &'static [&'static [u8]],
}

/// How many words there are that close something.
pub(super) const N_WORDS: usize = 5;

/// What each of them is called beside what it closes.
pub(super) const NAMES: [&str; N_WORDS] = [
    "`if` and `fi`",
    "`case` and `esac`",
    "`do` and `done`",
    "`if` and `endif`",
    "blocks and `end`",
];

const CLOSING: [Closing; N_WORDS] = [
    Closing {
        word: b"fi",
        first: &[b"if"],
        last: &[],
    },
    Closing {
        word: b"esac",
        first: &[b"case"],
        last: &[],
    },
    Closing {
        word: b"done",
        first: &[],
        last: &[b"do"],
    },
    Closing {
        word: b"endif",
        first: &[b"if", b"ifeq", b"ifneq", b"ifdef", b"ifndef"],
        last: &[],
    },
    // Ruby, Lua, Elixir and Julia.
    Closing {
        word: b"end",
        first: &[
            b"def",
            b"defp",
            b"class",
            b"module",
            b"defmodule",
            b"if",
            b"unless",
            b"while",
            b"case",
            b"begin",
            b"for",
            b"function",
            b"struct",
            b"try",
            b"macro",
        ],
        last: &[b"do", b"begin"],
    },
];

/// Calls `add` with the number of a word that closes, and how much more often `line` opens what it closes than it closes it.
pub(super) fn count(line: &[u8], mut add: impl FnMut(usize, i64)) {
    let line = line.trim_ascii();
    let first = first_word(line);
    let mut last = None;
    for (at, closing) in CLOSING.iter().enumerate() {
        // `end = 3` sets a variable.
        let closes = first == closing.word && !is_variable(&line[first.len()..]);
        let mut last = || *last.get_or_insert_with(|| last_word(line));
        let opens = match closing.first.contains(&first) || closing.last.contains(&last()) {
            true => true,
            false => closing.word == b"end" && opens_amid(line),
        };
        let is_closed_at_once = !closes && last() == closing.word;
        match i64::from(opens && !is_closed_at_once) - i64::from(closes) {
            0 => {}
            more => add(at, more),
        }
    }
}

/// Returns whether a line of the text begins with the word that closes.
pub(super) fn is_used(at: usize, text: &Text) -> bool {
    let mut lines = text.lines().map(|line| line.trim_ascii());
    lines.any(|line| first_word(line) == CLOSING[at].word)
}

/// Returns whether a block that `end` closes begins behind other words: `x = if y`, `each do |x|`, `f(function()`.
fn opens_amid(line: &[u8]) -> bool {
    let takes = || {
        line.strip_suffix(b"|")?
            .rsplit_once_str("|")
            .map(|(head, _)| head)
    };
    let is_after_do = || takes().is_some_and(|head| last_word(head.trim_ascii_end()) == b"do");
    let is_value = || {
        let value = line
            .split_once_str("= ")
            .map(|(_, value)| first_word(value));
        value.is_some_and(|word| matches!(word, b"if" | b"case" | b"unless" | b"begin"))
    };
    let is_function = || line.ends_with(b")") && line.contains_str("function");
    is_after_do() || is_value() || is_function()
}

/// Returns whether a line sets or reads a variable that has the name of such a word, by what follows the name.
fn is_variable(rest: &[u8]) -> bool {
    let next = rest.trim_ascii_start().first();
    next.is_some_and(|next| b"=:+-*/[?".contains(next))
}

fn is_of_word(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || *byte == b'_'
}

fn first_word(line: &[u8]) -> &[u8] {
    let end = line.iter().position(|byte| !is_of_word(byte));
    &line[..end.unwrap_or(line.len())]
}

fn last_word(line: &[u8]) -> &[u8] {
    let line = line.trim_end_with(|sign| matches!(sign, ')' | ',' | ';' | '}'));
    let start = line.iter().rposition(|byte| !is_of_word(byte));
    &line[start.map_or(0, |at| at + 1)..]
}

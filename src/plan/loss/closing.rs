//! Words that close what other words open, in the languages that have such: `fi`, `done`, `end`.

use bstr::ByteSlice;

use crate::text::{OneOf, RelPath, Text};

/// A word at the start of a line that closes a block, and what opens one.
#[derive(Debug)]
pub(super) struct Closing {
    /// How the pair is called.
    pub(super) name: &'static str,
    word: &'static [u8],
    /// Words at the start of a line that open what it closes.
    first: &'static [&'static [u8]],
    /// The same at the end of a line.
    last: &'static [&'static [u8]],
    /// Whether another line opens it.
    amid: fn(&[u8]) -> bool,
}

/// How a language closes its blocks.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Language {
    pub(super) closing: &'static [Closing],
    comment: &'static [u8],
    /// Whether it is a shell: text in single quotes may go over several lines, and `a)` begins a case.
    pub(super) is_shell: bool,
}

impl PartialEq for Closing {
    fn eq(&self, other: &Closing) -> bool {
        self.name == other.name
    }
}

impl Eq for Closing {}

/// The most words that one language has.
pub(super) const N_WORDS: usize = 3;

const NEVER: fn(&[u8]) -> bool = |_| false;

static SHELL: Language = Language {
    closing: &[
        Closing {
            name: "`if` and `fi`",
            word: b"fi",
            first: &[b"if"],
            last: &[],
            amid: NEVER,
        },
        Closing {
            name: "`case` and `esac`",
            word: b"esac",
            first: &[b"case"],
            last: &[],
            amid: NEVER,
        },
        Closing {
            name: "`do` and `done`",
            word: b"done",
            first: &[],
            last: &[b"do"],
            amid: NEVER,
        },
    ],
    comment: b"#",
    is_shell: true,
};

static RUBY: Language = Language {
    closing: &[Closing {
        name: "blocks and `end`",
        word: b"end",
        first: &[
            b"def", b"class", b"module", b"if", b"unless", b"while", b"until", b"case", b"begin",
            b"for",
        ],
        last: &[b"do", b"begin"],
        amid: opens_in_ruby,
    }],
    comment: b"#",
    is_shell: false,
};

static LUA: Language = Language {
    closing: &[Closing {
        name: "blocks and `end`",
        word: b"end",
        first: &[b"function", b"if", b"while", b"for"],
        last: &[b"do"],
        amid: |line| line.contains_str("function"),
    }],
    comment: b"--",
    is_shell: false,
};

static ELIXIR: Language = Language {
    closing: &[Closing {
        name: "`do` and `end`",
        word: b"end",
        first: &[],
        last: &[b"do"],
        amid: |line| line.ends_with(b"->") && line.contains_str("fn "),
    }],
    comment: b"#",
    is_shell: false,
};

/// The endings of files, or their names, in each language.
static ENDINGS: [(&[&str], &Language); 4] = [
    (&[".sh", ".bash", ".zsh", ".ksh"], &SHELL),
    (&[".rb", ".rake", ".gemspec", "Rakefile", "Gemfile"], &RUBY),
    (&[".lua"], &LUA),
    (&[".ex", ".exs"], &ELIXIR),
];

/// Returns how the file at `path` closes its blocks; `None` where that is not known.
pub(super) fn language_of(path: &RelPath, text: &Text) -> Option<&'static Language> {
    let name = path.file_name();
    let has = |endings: &[&str]| name.ends_with_one_of(endings);
    let by_name = ENDINGS.iter().find(|(endings, _)| has(endings));
    let is_script = || {
        let mut lines = text.lines();
        let first = lines.next();
        first.is_some_and(|line| line.starts_with(b"#!") && line.trim_ascii_end().ends_with(b"sh"))
    };
    match by_name {
        Some((_, language)) => Some(language),
        None => is_script().then_some(&SHELL),
    }
}

impl Language {
    /// Calls `add` with the number of a word, and how much more often `line` opens what it closes than it closes it.
    pub(super) fn count(&self, line: &[u8], mut add: impl FnMut(usize, i64)) {
        let line = line.trim_ascii();
        if line.starts_with(self.comment) {
            return;
        }
        let sign = [b" ", self.comment, b" "].concat();
        let line = line.split_once_str(&sign).map_or(line, |(code, _)| code);
        let line = line.trim_ascii_end();
        let (first, last) = (first_word(line), last_word(line));
        for (at, closing) in self.closing.iter().enumerate() {
            // `end = 3` sets a variable.
            let closes = first == closing.word && !is_variable(&line[first.len()..]);
            let opens = closing.first.contains(&first)
                || closing.last.contains(&last)
                || (closing.amid)(line);
            let is_whole = !closes && (last == closing.word || gives_value(first, line));
            match i64::from(opens && !is_whole) - i64::from(closes) {
                0 => {}
                more => add(at, more),
            }
        }
    }
}

/// Returns whether a block of Ruby begins behind other words: `x = if y`, `each do |x|`, `private def x`.
fn opens_in_ruby(line: &[u8]) -> bool {
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
    is_after_do() || is_value() || line.contains_str(" def ")
}

/// Returns whether a definition is one expression: `def size = 3`, `def size(x), do: x`.
fn gives_value(first: &[u8], line: &[u8]) -> bool {
    let head = line.rsplit_once_str(" = ").map(|(head, _)| head);
    let is_name = |head: &[u8]| !head.contains(&b'(') || head.ends_with(b")");
    line.contains_str(" do: ") || first == b"def" && head.is_some_and(is_name)
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

//! Markdown fences: runs of backticks or tildes around a part of the reply.

use bstr::{BStr, ByteSlice};

use crate::text::path::extension;
use crate::text::{OneOf, Trim};

/// What a fence holds, by the language that it names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dialect) enum Language {
    /// A diff.
    Patch,
    /// Commands, or a script: the endings of the files that hold such scripts.
    Shell(&'static [&'static str]),
    /// Commands, each above what it printed.
    Console,
    /// What a program prints: never a file.
    Output,
    /// Pictures and requests, which stand beside code where no file is named for them.
    Aside,
    /// Nothing in particular.
    Text,
    /// Code.
    Code,
}

/// The names of languages that are not those of code; every other is.
const LANGUAGES: &[(Language, &[&str])] = &[
    (Language::Patch, &["diff", "patch", "udiff"]),
    (
        Language::Shell(&["sh", "rc", "profile", ".env", "zsh", "fish", "bats"]),
        &["bash", "sh", "shell", "zsh", "fish", "ksh", "csh"],
    ),
    (
        Language::Shell(&[".ps1", ".psm1", ".psd1"]),
        &["powershell", "pwsh", "ps1", "ps"],
    ),
    (
        Language::Shell(&[".bat", ".cmd"]),
        &["bat", "cmd", "batch", "dos"],
    ),
    (Language::Console, &["console", "terminal", "shellsession"]),
    (Language::Output, &["output", "log"]),
    (Language::Aside, &["mermaid", "http", "plantuml", "dot"]),
    (Language::Text, &["", "text", "txt", "plaintext", "plain"]),
];

/// Languages by other names than the endings of their files, with the ends of these files' names.
const NAMES: &[(&[&str], &[&str])] = &[
    (&["rust"], &[".rs"]),
    (&["python"], &[".py"]),
    (&["javascript"], &[".js"]),
    (&["javascript", "js"], &[".jsx", ".mjs", ".cjs"]),
    (&["typescript"], &[".ts"]),
    (&["typescript", "ts"], &[".tsx"]),
    (&["ruby"], &[".rb"]),
    (&["golang"], &[".go"]),
    (&["kotlin"], &[".kt", ".kts"]),
    (&["csharp", "c#"], &[".cs"]),
    (&["haskell"], &[".hs"]),
    (&["perl"], &[".pl"]),
    (&["c++", "cpp"], &[".cpp", ".cc", ".hpp", ".h"]),
    (&["c"], &[".h"]),
    (&["yaml"], &[".yml"]),
    (&["markdown"], &[".md"]),
    (&["hcl", "terraform"], &[".tf", ".tfvars"]),
    (&["nginx", "apache"], &[".conf"]),
    (&["cmake"], &["CMakeLists.txt"]),
    (&["protobuf"], &[".proto"]),
    (&["latex"], &[".tex"]),
    (&["dockerfile", "docker"], &["Dockerfile"]),
    (&["makefile", "make"], &["Makefile", ".mk"]),
    (&["elixir"], &[".ex", ".exs"]),
    (&["groovy", "gradle"], &[".gradle"]),
    (&["f#", "fsharp"], &[".fs"]),
    (&["julia"], &[".jl"]),
    (&["clojure"], &[".clj"]),
    (&["erlang"], &[".erl"]),
    (&["ini"], &[".cfg", ".conf"]),
    (&["jsonc"], &[".json"]),
];

/// Languages of which files in another one hold parts.
const HELD: &[(&[&str], &[&str])] = &[(
    &[
        "css", "scss", "js", "javascript", "ts", "typescript", "html",
    ],
    &[".vue", ".svelte", ".astro", ".html"],
)];

/// Names of languages in which programs are written, as fences for their code have them.
const PROGRAMS: &[&str] = &[
    "js", "javascript", "jsx", "ts", "typescript", "tsx", "py", "python", "rb", "ruby", "rs",
    "rust", "go", "java", "kotlin", "kt", "c", "cpp", "cs", "csharp", "php", "swift", "r", "julia",
    "scala", "lua", "dart",
];

/// An open fence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dialect) struct Fence<'a> {
    /// `` ` `` or `~`.
    pub(in crate::dialect) byte: u8,
    /// Length of the run.
    pub(in crate::dialect) length: usize,
    /// Blanks before the run.
    pub(in crate::dialect) indent: usize,
    /// What follows the run on the opening line.
    pub(in crate::dialect) info: &'a BStr,
    /// Index of the opening line among the lines that are read.
    pub(in crate::dialect) opened: usize,
}

impl<'a> Fence<'a> {
    /// Reads an opening fence; `opened` is the line's index.
    pub(in crate::dialect) fn open(body: &'a BStr, opened: usize) -> Option<Fence<'a>> {
        // Asked of every line many times over.
        let indent = body
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\t'))
            .count();
        let byte = *body.get(indent)?;
        if !matches!(byte, b'`' | b'~') {
            return None;
        }
        let rest = &body[indent..];
        let length = rest.iter().take_while(|other| **other == byte).count();
        let info = rest[length..].trimmed().as_bstr();
        let inline_code = byte == b'`' && info.contains(&b'`');
        (length >= 3 && !inline_code).then_some(Fence {
            byte,
            length,
            indent,
            info,
            opened,
        })
    }

    /// Returns whether it says to hold code of a program.
    pub(in crate::dialect) fn is_of_program(self) -> bool {
        let name = self.info.fields().next().unwrap_or_default();
        name.is_one_of_in_any_case(PROGRAMS)
    }

    /// Returns whether it says to hold code as in the file at `path`.
    pub(in crate::dialect) fn is_code_of(self, path: &BStr) -> bool {
        let name = self.info.fields().next().unwrap_or_default();
        extension(path).is_some_and(|ending| ending == name.to_ascii_lowercase())
            || self.is_in(NAMES, path)
    }

    /// Returns whether it says to hold code of a language in which the file at `path` has some.
    pub(in crate::dialect) fn may_be_part_of(self, path: &BStr) -> bool {
        self.is_code_of(path) || self.is_in(HELD, path)
    }

    /// Returns whether a row has the language that it names, and the end of a path.
    fn is_in(self, rows: &[(&[&str], &[&str])], path: &BStr) -> bool {
        let name = self.info.fields().next().unwrap_or_default();
        let is_name = |it: &&str| name.eq_ignore_ascii_case(it.as_bytes());
        let mut rows = rows.iter().filter(|row| row.0.iter().any(is_name));
        rows.any(|row| row.1.iter().any(|it| path.ends_with(it.as_bytes())))
    }

    /// Returns what it holds, by the language that the info string begins with.
    pub(in crate::dialect) fn language(self) -> Language {
        let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'#');
        let end = self.info.iter().position(|byte| !is_of_name(byte));
        let name = self.info[..end.unwrap_or(self.info.len())].to_ascii_lowercase();
        let is_named =
            |row: &&(Language, &[&str])| row.1.iter().any(|other| name == other.as_bytes());
        let row = LANGUAGES.iter().find(is_named);
        row.map_or(Language::Code, |(language, _)| *language)
    }

    /// Returns whether `body` closes this fence: as long a run, as far in, and behind it nothing, or the tag that ends what is
    /// around it.
    pub(in crate::dialect) fn closed_by(self, body: &BStr) -> bool {
        #[cfg(test)]
        N_ASKED.with(|n| n.set(n.get() + 1));
        Fence::open(body, 0).is_some_and(|other| {
            other.byte == self.byte
                && other.length >= self.length
                && other.indent <= self.indent
                && (other.info.is_empty() || other.info.starts_with(b"<"))
        })
    }
}

/// Fences for which no closing line was found down to the last one: those like them that follow have none either, and it is
/// not looked for again.
#[derive(Debug, Default)]
pub(in crate::dialect) struct WithoutEnd<'a>(Vec<Fence<'a>>);

impl<'a> WithoutEnd<'a> {
    /// Returns whether `fence` cannot be closed: whatever closes it would close one of these as well.
    pub(in crate::dialect) fn includes(&self, fence: Fence<'_>) -> bool {
        self.0.iter().any(|open| {
            open.byte == fence.byte && open.length <= fence.length && open.indent >= fence.indent
        })
    }

    /// Adds one that is not among them.
    pub(in crate::dialect) fn insert(&mut self, fence: Fence<'a>) {
        self.0.push(fence);
    }
}

#[cfg(test)]
thread_local! {
    /// How often a line was asked whether it closes a fence.
    static N_ASKED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::{ParseOptions, parse};

    fn n_asked(reply: &str) -> usize {
        N_ASKED.set(0);
        parse(reply.as_bytes(), &ParseOptions::default());
        N_ASKED.get()
    }

    #[test]
    fn fences_that_nothing_closes_cost_a_few_looks_at_each_line() {
        for line in [
            "```diff\n", "~~~sh\n\n", "```\tpy\n~~~ py\n", "````md\n```md\n",
        ] {
            for times in [1, 2, 4] {
                let reply = line.repeat(500 * times);
                let n_asked = n_asked(&reply);
                assert!(n_asked <= 40 * reply.lines().count(), "x{times}: {n_asked}");
            }
        }
    }

    #[test]
    fn what_closes_no_shorter_fence_closes_no_longer_one() {
        let fence = |line: &'static str| Fence::open(line.into(), 0).expect("it opens");
        let mut without_end = WithoutEnd::default();
        without_end.insert(fence(" ````a"));
        let is_one = |line| without_end.includes(fence(line));
        assert!(is_one("````") && is_one(" `````b"));
        assert!(!is_one("```") && !is_one("  ````") && !is_one("~~~~"));
    }
}

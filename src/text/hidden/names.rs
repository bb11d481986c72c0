//! Which names there are for a word to pass for.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// What programs name all over: a word may pass for one of these in any file.
const COMMON: [&str; 64] = [
    "admin",
    "and",
    "assert",
    "async",
    "await",
    "break",
    "case",
    "catch",
    "class",
    "compile",
    "const",
    "continue",
    "def",
    "default",
    "delete",
    "do",
    "elif",
    "else",
    "enum",
    "eval",
    "exec",
    "export",
    "extends",
    "extern",
    "false",
    "False",
    "finally",
    "fn",
    "for",
    "from",
    "func",
    "function",
    "goto",
    "if",
    "impl",
    "import",
    "in",
    "int",
    "interface",
    "let",
    "match",
    "mod",
    "mut",
    "new",
    "None",
    "not",
    "null",
    "open",
    "or",
    "package",
    "pass",
    "print",
    "pub",
    "require",
    "return",
    "self",
    "static",
    "struct",
    "system",
    "this",
    "true",
    "True",
    "var",
    "while",
];

/// The ASCII words of some texts, as they look.
#[derive(Debug, Default)]
pub struct Names {
    /// Digests of them: a text may have as many words as bytes.
    digests: HashSet<u64>,
}

impl Names {
    /// Takes the words of `texts`; costs a pass over them.
    pub fn of<'a>(texts: impl Iterator<Item = &'a [u8]>) -> Names {
        let mut digests = HashSet::new();
        for text in texts {
            let words = text.split(|byte| !(byte.is_ascii_alphanumeric() || *byte == b'_'));
            digests.extend(words.filter(|word| !word.is_empty()).map(digest));
        }
        Names { digests }
    }

    /// Returns whether a word that looks like `word` is among them.
    pub fn holds(&self, word: &str) -> bool {
        self.digests.contains(&digest(word.as_bytes()))
    }
}

/// Returns whether `word` is a keyword, a builtin of many languages or a number.
pub fn is_common(word: &str) -> bool {
    let alike = |known: &&str| digest(known.as_bytes()) == digest(word.as_bytes());
    word.bytes().all(|byte| byte.is_ascii_digit()) || COMMON.iter().any(alike)
}

/// Digests a word so that `I`, `l` and `1` are the same, and `O` and `0`: the tables fold them into one another.
fn digest(word: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for byte in word {
        let alike = match byte {
            b'I' | b'1' => b'l',
            b'0' => b'O',
            byte => *byte,
        };
        alike.hash(&mut hasher);
    }
    hasher.finish()
}
